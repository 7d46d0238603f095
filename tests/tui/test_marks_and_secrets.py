"""What the panels tell of marks, links, charms and changed cards, and what the end gives away."""

from dataclasses import replace

import pytest

from llmwolf.boards import find_board, spec_for
from llmwolf.players.phrases import role_name
from llmwolf.players.scripted import RandomPlayer
from llmwolf.players.words import CAUSES
from llmwolf.roles import registry
from llmwolf.rules import events as ev
from llmwolf.rules.asks import CutIn
from llmwolf.rules.audience import Event
from llmwolf.rules.facts import Facts, Hand, Hidden
from llmwolf.rules.game import Game
from llmwolf.rules.view import View
from llmwolf.tui.model.ending import ending
from llmwolf.tui.model.hand import card_title, hand_notes, spare_cards
from llmwolf.tui.model.lines import Scribe
from llmwolf.tui.model.seats import seat_rows
from llmwolf.tui.model.secrets import secrets_of
from llmwolf.tui.model.sight import Sight

NAMES = {seat: f"名{seat}" for seat in range(1, 19)}
SEATS = 6


def facts(day: int = 2) -> Facts:
    made = Facts(seats=SEATS, living=tuple(range(1, SEATS + 1)), day=day, phase="day")
    made.stage = "speech"
    return made


def sight(
    hand: Hand, table: Facts | None = None, board: str = "official-12", hidden: Hidden | None = None
) -> Sight:
    view = View(hand.seat, table or facts(), hand, [], find_board(board).rules, None, (), ())
    return Sight(view, {**hand.pack, **view.facts.shown, hand.seat: hand.role}, [], hidden)


def tags(seen: Sight, seat: int) -> list[str]:
    return [tag.word for tag in seat_rows(seen, NAMES, 0, "zh")[seat - 1].tags]


def notes(hand: Hand) -> list[str]:
    return [note.text for note in hand_notes(sight(hand), False, "zh")]


def hand(role: str, seat: int = 2, card: str = "") -> Hand:
    return Hand(seat, role, card or role)


# -- marks that everybody sees -------------------------------------------------------------------------


def test_public_marks_are_words_in_the_seat_panel():
    table = facts()
    table.marks = {"silenced": (3,), "charmed": (4,), "voteless": (5,)}
    seen = sight(hand("villager"), table)
    assert [tags(seen, seat) for seat in (1, 3, 4, 5)] == [["存活"], ["禁言"], ["迷惑"], ["无票"]]


def test_the_scapegoats_list_takes_the_vote_from_the_others_for_one_day():
    table = facts(day=2)
    table.voters = (2, (2, 3))
    assert [tags(sight(hand("villager"), table), seat) for seat in (2, 3, 4)] == [["你"], ["存活"], ["无票"]]
    table.day = 3
    assert tags(sight(hand("villager"), table), 4) == ["存活"]


@pytest.mark.parametrize(
    ("how", "word"),
    [("duel", "天2决斗"), ("bomb", "天2被炸"), ("taken", "天2被带走"), ("scapegoat", "天2替罪"),
     ("follow", "天2随出"), ("elder", "天2随出"), ("lingered", "天2出局")],
)  # fmt: skip
def test_how_somebody_went_out_is_what_everybody_saw(how: str, word: str):
    table = facts()
    table.leave(3, how, "day")
    assert tags(sight(hand("villager"), table), 3) == [word]


def test_whoever_follows_at_dawn_belongs_to_the_night():
    table = facts()
    table.leave(3, "follow", "night")
    assert tags(sight(hand("villager"), table), 3) == ["夜2随出"]


# -- what a seat alone knows ---------------------------------------------------------------------------


def test_a_lover_knows_the_other_and_in_some_profiles_the_card():
    lover = hand("seer")
    lover.lover = 5
    assert notes(lover)[0] == "你的情侣 5号"
    assert tags(sight(lover), 5) == ["情侣"]
    lover.told.append((1, "lover_card", 5, "werewolf"))
    assert notes(lover)[0] == "你的情侣 5号 狼人"


def test_cupid_remembers_the_pair():
    cupid = hand("cupid")
    cupid.uses["link"] = [(1, 3), (1, 5)]
    assert notes(cupid)[0] == "你连的情侣 3号、5号"
    assert tags(sight(cupid), 3) == ["情侣"]


def test_the_thief_sees_the_cards_and_the_title_the_one_that_was_taken():
    thief = hand("thief")
    thief.told += [(1, "spare", 1, "seer"), (1, "spare", 2, "werewolf")]
    assert spare_cards(thief) == ("seer", "werewolf")
    assert notes(thief)[0] == "底牌 预言家、狼人"
    thief.role, thief.card = "villager", "thief"
    assert card_title(sight(thief), "zh") == "盗贼→平民"


def test_the_wild_child_sees_the_model_go_and_the_card_change():
    child = hand("wild_child")
    child.uses["model"] = [(1, 4)]
    assert notes(child)[0] == "榜样 4号"
    assert tags(sight(child), 4) == ["榜样"]
    child.told.append((2, "model_gone", 4, ""))
    child.role = "werewolf"
    child.pack = {2: "werewolf", 6: "werewolf"}
    assert notes(child)[:2] == ["狼队 6号", "榜样 4号 已出局"]
    assert card_title(sight(child), "zh") == "野孩子→狼人"


def test_only_the_latest_charm_of_the_wolf_beauty_is_marked():
    beauty = hand("wolf_beauty")
    beauty.uses["charm"] = [(1, 3), (2, 4)]
    assert notes(beauty)[:2] == ["夜2 魅惑 4号", "夜1 魅惑 3号"]
    assert (tags(sight(beauty), 3), tags(sight(beauty), 4)) == (["存活"], ["魅惑"])
    assert tags(sight(beauty, facts(day=3)), 4) == ["存活"]


def test_the_piper_and_the_charmed_know_who_is_charmed():
    piper = hand("piper")
    piper.uses["pipe"] = [(1, 3), (1, 5), (2, 6)]
    assert notes(piper)[:2] == ["夜2 迷惑 6号", "夜1 迷惑 3号、5号"]
    assert tags(sight(piper, board="new-moon-18"), 5) == ["迷惑"]
    assert tags(sight(piper, board="face-14"), 5) == ["存活"]  # he is not told whether it worked
    charmed = hand("seer", 3)
    charmed.told += [(1, "charmed", 3, ""), (1, "charmed", 5, ""), (2, "charmed", 3, "")]
    assert notes(charmed)[0] == "被迷惑 3号、5号"
    assert tags(sight(charmed, board="new-moon-18"), 5) == ["迷惑"]


@pytest.mark.parametrize(
    ("value", "note", "tag", "tone"),
    [("wolf", "狼人", "查杀", "wolf"), ("good", "好人", "金水", "good"), ("witch", "女巫", "女巫", "good"),
     ("wolf_king", "狼王", "狼王", "wolf"), ("village", "村民阵营", "村民阵营", "good"),
     ("not_village", "非村民阵营", "非村民阵营", "wolf")],
)  # fmt: skip
def test_a_check_is_told_as_the_profile_answers_it(value: str, note: str, tag: str, tone: str):
    seer = hand("seer")
    seer.told.append((1, "check", 3, value))
    first = hand_notes(sight(seer), False, "zh")[0]
    assert (first.text, first.tone) == (f"夜1 验 3号 {note}", tone)
    row = seat_rows(sight(seer), NAMES, 0, "zh")[2]
    assert [(t.word, t.tone) for t in row.tags] == [(tag, tone)]


def test_what_others_learn_by_night_is_kept_too():
    keeper = hand("gravekeeper")
    keeper.told.append((2, "grave", 3, "wolf"))
    assert notes(keeper)[0] == "天1放逐 3号 狼人"
    girl = hand("little_girl")
    girl.told.append((1, "seen", 6, ""))
    assert (notes(girl)[0], tags(sight(girl), 6)) == ("夜1 看到 6号 狼人", ["狼人"])
    wolf = hand("werewolf")
    wolf.told.append((1, "caught", 4, ""))
    assert (notes(wolf)[0], tags(sight(wolf), 4)) == ("夜1 小女孩 4号", ["小女孩"])
    ally = hand("seer")
    ally.told += [(2, "ally", 2, ""), (2, "ally_wolf", 5, ""), (2, "ally_wolf", 6, "")]
    assert (notes(ally)[0], tags(sight(ally), 5)) == ("你是狼人的盟友：5号、6号", ["狼人"])
    guard = hand("guard")
    guard.uses = {"guard": [(1, 3)], "muffle": [(1, 4)]}
    assert notes(guard)[:2] == ["夜1 守 3号", "夜1 隔音 4号"]
    crow = hand("crow")
    crow.uses["curse"] = [(1, 3)]
    assert notes(crow)[0] == "夜1 诅咒 3号"
    lost = hand("seer")
    lost.told.append((2, "powers", 2, "lost"))
    assert notes(lost)[0] == "技能已失效"


def test_the_judges_eyes_see_links_and_charms():
    hidden = Hidden(lovers=(3, 5), charms={1: 4}, piped=(5,))
    seen = sight(Hand(0), hidden=hidden)
    assert [tags(seen, seat) for seat in (3, 4, 5)] == [["情侣"], ["魅惑"], ["情侣", "迷惑"]]


# -- the log -------------------------------------------------------------------------------------------


def test_votes_that_nobody_cast_stand_beside_the_ballots():
    writer = Scribe(NAMES, 1, "zh", 1.5)
    event = ev.Ballots("ballot", ((1, 4), (2, 4)), ((4, 6), (5, 2)), ((4, 2), (5, 2)))
    lines = [" ".join(row.split()) for row in writer.line(event).text.split("\n")[1:]]
    assert lines == ["4 名4 3票 ← 1 2 乌鸦1票", "5 名5 1票 ← 乌鸦1票"]


def test_one_act_on_two_seats_is_one_line():
    acts = [ev.Acted((5,), 5, "link", target, 1) for target in (3, 12)]
    lines = Scribe({}, 5, "zh", 1.5).lines([ev.NightFell(1), *acts, ev.Acted((5,), 5, "check", 2, 1)])
    assert [line.text for line in lines[1:]] == ["第1夜，5号连3号、12号为情侣。", "第1夜，5号查验2号。"]


@pytest.mark.parametrize(
    "event", [ev.Dueled(1, 2, True), ev.Roared(), ev.Scapegoated(3), ev.VotersNamed(3, 2, (1, 2)),
              ev.EventDrawn("ally"), ev.LotDrawn("ballot", (1, 2), 2), ev.Skipped(4, "silenced")],
)  # fmt: skip
def test_what_the_whole_table_must_not_miss_is_news(event: Event):
    assert Scribe(NAMES, 1, "zh", 1.5).line(event).kind == "news"


# -- the end -------------------------------------------------------------------------------------------


def finished(board: str, seed: int, blasts: bool = False) -> Game:
    """A random game; ``blasts``: whoever may take somebody along by a 自爆 does."""
    game = Game(spec_for(find_board(board), seed), registry())
    players = {seat: RandomPlayer(seed + seat) for seat in range(1, game.spec.seats + 1)}
    while game.ask:
        ply = game.ply
        right = next((r for r in game.ask.rights if r.choice.verb == "explode" and r.choice.pool), None)
        if blasts and right:
            game.cut_in(CutIn(ply, right.seat, "explode", right.choice.pool[:1]))
            continue
        for request in game.waiting:
            answer = players[request.seat].answer(game.view(request.seat))
            game.submit(answer.decision(ply, request.seat))
    return game


@pytest.mark.parametrize(
    "board", ["wolf-king-thief-cupid-12", "new-moon-18", "face-18", "wolf-beauty-rogue-12"]
)
def test_the_end_gives_every_secret_away(board: str):
    for seed in range(4):
        game = finished(board, seed)
        hidden = game.judge.hidden
        for lang in ("zh", "en"):
            told = secrets_of(game, lang)
            text = "\n".join(told)
            for seat in (*hidden.lovers, *hidden.piped, *hidden.charms.values(), hidden.ally or 0):
                assert not seat or str(seat) in text
            assert len(told) == len(set(told))
            shown = ending(game, NAMES, 1, {}, {}, "", "b", lang)
            assert set(told) <= set(shown.lines)
            assert {row.seat for row in shown.rows} == set(range(1, game.spec.seats + 1))
            assert shown.headline
        assert all(cause in CAUSES for cause in hidden.causes.values())


def test_nothing_is_given_away_before_the_end():
    with pytest.raises(ValueError, match="secret"):
        secrets_of(Game(spec_for(find_board("new-moon-18"), 1), registry()), "zh")


def test_a_card_that_became_another_is_told_at_the_end():
    for seed in range(30):
        game = finished("wild-child-12", seed)
        turned = [h.seat for h in game.judge.hands[1:] if h.role != h.card]
        if turned:
            row = next(r for r in ending(game, NAMES, 1, {}, {}, "", "b", "zh").rows if r.seat == turned[0])
            assert row.card == "野孩子→狼人"
            return
    pytest.fail("no wild child ever turned")


def test_the_end_tells_the_thief_the_checks_and_the_potions():
    thieves = 0
    for seed in range(6):
        game = finished("wolf-king-thief-cupid-12", seed)
        shown = ending(game, NAMES, 1, {}, {}, "", "b", "zh")
        text = "\n".join(shown.lines)
        for hand_ in game.judge.hands[1:]:
            checks = [told for told in hand_.told if told[1] == "check"]
            assert all(f"夜{night} {seat}号" in text for night, _, seat, _ in checks)
            potions = [(verb, *use) for verb in ("save", "poison") for use in hand_.uses.get(verb, ())]
            words = {"save": "救", "poison": "毒"}
            assert all(f"夜{night} {words[verb]}{seat}号" in text for verb, night, seat in potions)
        for event in game.log:
            if isinstance(event, ev.Became) and event.taken:
                row = next(row for row in shown.rows if row.seat == event.seat)
                assert row.card == f"盗贼→{role_name(event.role)}"
                thieves += 1
    assert thieves


def test_whom_the_white_wolf_king_took_is_not_said_to_have_blown_up():
    game = finished("white-wolf-king-guard-12", 1, blasts=True)
    taken = [seat for seat, (_, _, how) in game.judge.facts.gone.items() if how == "taken"]
    rows = {row.seat: row.fate for row in ending(game, NAMES, 1, {}, {}, "", "b", "zh").rows}
    assert [rows[seat] for seat in taken] == ["第1天 被带走"]


@pytest.mark.parametrize(("phases", "known"), [(("speech",), "本局可以自爆"), ((), "本局不能自爆")])
def test_a_wolf_reads_whether_this_table_lets_it_blow_up(phases: tuple[str, ...], known: str):
    seen = sight(hand("werewolf"))
    rules = replace(seen.view.rules, explode_phases=phases)
    seen = replace(seen, view=seen.view._replace(rules=rules))
    assert known in [note.text for note in hand_notes(seen, False, "zh")]
    assert not any("本局" in text for text in notes(hand("seer")))
