"""Lines, rows, notes, status, help and form: what the screens show, without a screen."""

import re
from string import Formatter

import pytest

from llmwolf.boards import boards, find_board, spec_for
from llmwolf.llm.usage import CallLog, Usage
from llmwolf.players.base import Answer
from llmwolf.players.scripted import RandomPlayer
from llmwolf.roles import registry
from llmwolf.rules import events as ev
from llmwolf.rules.facts import Facts, Hand
from llmwolf.rules.game import Game
from llmwolf.rules.ruleset import switches
from llmwolf.rules.view import View
from llmwolf.tui.help_words import HEADINGS, KEYS, VALUES
from llmwolf.tui.model import form
from llmwolf.tui.model.ending import ending
from llmwolf.tui.model.hand import hand_notes
from llmwolf.tui.model.helping import help_entries
from llmwolf.tui.model.houserules import HouseRules
from llmwolf.tui.model.lines import Scribe
from llmwolf.tui.model.seats import seat_rows
from llmwolf.tui.model.sight import Sight, final_causes, look
from llmwolf.tui.model.status import clock, spent, status
from llmwolf.tui.model.switchwords import switch_name
from llmwolf.tui.session import Setup
from llmwolf.tui.words import REFUSALS, TEXTS, t

NAMES = {1: "阿远", 2: "小满", 3: "[bold]x[/", 4: "老周"}


@pytest.fixture(scope="module")
def played() -> Game:
    """A whole game."""
    game = Game(spec_for(find_board("official-12"), 5), registry())
    players = {seat: RandomPlayer(seat) for seat in range(1, 13)}
    while game.ask:
        ply = game.ply
        for request in game.waiting:
            answer = players[request.seat].answer(game.view(request.seat))
            game.submit(answer.decision(ply, request.seat))
    return game


def scribe(lang: str = "zh", me: int = 2) -> Scribe:
    return Scribe(NAMES, me, lang, 1.5)


# -- the log -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_every_event_of_a_game_becomes_a_line(played: Game, lang: str):
    writer = Scribe({}, 1, lang, 1.5)
    lines = [writer.line(event) for event in played.log]
    assert len(lines) == len(played.log)
    assert {line.kind for line in lines} >= {"phase", "stage", "judge", "news", "speech", "table", "secret"}


def test_U15_every_speech_has_seat_and_name():
    assert scribe().line(ev.Spoke(1, "speech", "我是好人")).head == "1号 阿远："
    assert scribe().line(ev.Spoke(2, "speech", "过")).head == "2号 小满（你）："
    assert scribe().line(ev.Spoke(3, "last_words", "冤")).head == "3号 [bold]x[/ 遗言："


def test_a_cut_speech_says_that_it_was_cut():
    assert scribe().line(ev.Spoke(1, "speech", "我是", "cut_in")).text == "我是——（被打断）"
    assert scribe().line(ev.Spoke(1, "speech", "", "cut_in")).text == "——（被打断）"
    assert scribe().line(ev.Spoke(1, "speech", "")).text == "（过）"


def test_the_ballots_show_who_voted_for_whom_and_what_the_sheriff_weighs():
    writer = scribe()
    writer.line(ev.Elected(1, "ballot"))
    table = writer.line(ev.Ballots("ballot", ((1, 4), (2, 4), (3, 1), (4, 0)), ((1, 2), (4, 5)))).text
    rows = [" ".join(row.split()) for row in table.split("\n")]
    assert rows == ["放逐投票 · 票型", "4 老周 2.5票 ← 1(1.5) 2", "1 阿远 1票 ← 3", "弃票 ← 4"]
    assert "(1.5)" not in writer.line(ev.Ballots("badge_ballot", ((1, 4),), ((4, 2),))).text


def test_names_stand_beside_a_few_numbers_only():
    assert scribe().named("4号被投票放逐。") == "4号 老周 被投票放逐。"
    assert scribe().named("昨夜出局：1号、4号。") == "昨夜出局：1号 阿远、4号 老周。"
    assert scribe().named("上警：1号、2号、3号、4号。") == "上警：1号、2号、3号、4号。"
    assert scribe("en").named("Seat 4 is exiled by vote.") == "Seat 4 老周 is exiled by vote."


def test_control_characters_never_reach_the_log():
    line = scribe().running(1, "\x1b[2J我\u202e是", "speech")
    assert line.text == "[2J我是▌"


# -- the panels ----------------------------------------------------------------------------------------


def facts_of_a_late_day() -> Facts:
    facts = Facts(seats=4, cards=("werewolf", "seer", "idiot", "witch"), living=(1, 2, 3), day=2, phase="day")
    facts.stage, facts.sheriff = "speech", 1
    facts.gone[4] = ("night", 1, "night")
    facts.shown[3] = "idiot"
    facts.marks["voteless"] = (3,)
    return facts


def sight(facts: Facts, hand: Hand) -> Sight:
    view = View(hand.seat, facts, hand, [], find_board("official-12").rules, None, (), ())
    return Sight(view, {**hand.pack, **facts.shown, hand.seat: hand.role}, [])


def test_every_state_of_a_seat_is_a_word_or_a_sign():
    hand = Hand(2, "seer")
    hand.told.append((1, "check", 1, "wolf"))
    rows = seat_rows(sight(facts_of_a_late_day(), hand), NAMES, 1, "zh")
    words = {row.seat: [tag.word for tag in row.tags] for row in rows}
    assert words == {1: ["警长", "查杀", "发言"], 2: ["你"], 3: ["白痴", "无票"], 4: ["夜1出局"]}
    assert [row.glyph for row in rows] == ["▪", "▪", "▪", "✗"]
    assert [row.speaking for row in rows] == [True, False, False, False]


def test_a_wolf_sees_the_pack_and_candidates_are_marked():
    facts = facts_of_a_late_day()
    facts.election_open, facts.ran, facts.withdrawn = True, (1, 2), (2,)
    rows = seat_rows(sight(facts, Hand(1, "werewolf", pack={1: "werewolf", 2: "werewolf"})), NAMES, 0, "zh")
    assert [tag.word for tag in rows[0].tags] == ["你", "警长", "上警"]
    assert [tag.word for tag in rows[1].tags] == ["同伴", "退水"]


def test_the_hand_remembers_what_the_seat_did_and_was_told():
    witch = Hand(2, "witch", uses={"save": [(1, 4)]})
    witch.told.append((1, "victim", 4, ""))
    notes = [note.text for note in hand_notes(sight(facts_of_a_late_day(), witch), False, "zh")]
    assert notes[:3] == ["解药：夜1救4号", "毒药：有", "夜1 刀口 4号"]
    seer = Hand(4, "seer")
    seer.told += [(1, "check", 1, "good"), (2, "check", 2, "wolf")]
    notes = [note.text for note in hand_notes(sight(facts_of_a_late_day(), seer), False, "zh")]
    assert notes[:3] == ["你已出局，可以继续看", "夜2 验 2号 狼人", "夜1 验 1号 好人"]


@pytest.mark.parametrize(("seat", "told"), [(1, True), (4, False)])
def test_who_is_out_is_not_told_that_he_may_blow_up(seat: int, told: bool):
    wolf = Hand(seat, "werewolf", pack={seat: "werewolf"})
    notes = [note.text for note in hand_notes(sight(facts_of_a_late_day(), wolf), False, "zh")]
    assert ("本局可以自爆" in notes) is told


def test_by_night_nobody_is_told_who_is_awake():
    facts = Facts(seats=4, living=(1, 2, 3, 4), day=1)
    facts.stage = "night"
    shown = status(sight(facts, Hand(2, "seer")).view, NAMES, 0, False, "zh")
    assert (shown.phase, shown.turn) == ("第1夜", "天黑请闭眼")
    assert status(sight(facts, Hand(2, "seer")).view, NAMES, 0, True, "zh").mine


@pytest.mark.parametrize(("seconds", "shown"), [(65, "1:05"), (0.2, "0:01"), (-3, "0:00"), (600, "10:00")])
def test_the_clock(seconds: float, shown: str):
    assert clock(seconds) == shown


def log_of(tokens: int, cost: float | None, known: bool = True) -> CallLog:
    log = CallLog()
    log.spent(Usage(prompt=tokens, known=known), 1.0, cost)
    return log


@pytest.mark.parametrize(
    ("calls", "shown"),
    [
        (None, ""),
        (CallLog(), ""),
        (log_of(87, 0.0), "87 tok $0 · "),
        (log_of(46_123, 0.01234), "46k tok $0.012 · "),
        (log_of(46_499, 0.01249), "46k tok $0.012 · "),
        (log_of(1_234_567, 1.5, known=False), "1200k tok ~$1.5 · "),
        (log_of(46_123, None), "46k tok · "),
    ],
)
def test_what_was_spent_has_two_figures_and_no_price_that_is_not_known(calls: CallLog | None, shown: str):
    assert spent(calls, False, "zh") == shown


def test_a_budget_that_cost_a_seat_its_model_is_said_where_the_table_may_know_it():
    calls = log_of(46_123, None)
    calls.failures["budget"] = 2  # by night, perhaps
    assert spent(calls, False, "zh") == "46k tok · "
    assert spent(calls, True, "zh") == "46k tok 预算已尽 · "


# -- secrecy -------------------------------------------------------------------------------------------


def test_a_seat_sees_its_own_card_and_nothing_else():
    game = Game(spec_for(find_board("official-12"), 5), registry())
    for seat in range(1, 13):
        seen = look(game, seat)
        own = game.view(seat).hand
        assert dict(seen.cards) == {**own.pack, seat: own.role}
        assert all(event.to is None or seat in event.to for event in seen.log)
    assert look(game, 0).cards == {}


def test_the_judges_eyes_are_for_those_who_only_watch():
    game = Game(spec_for(find_board("official-12"), 5), registry())
    assert len(look(game, 0, god=True).cards) == 12
    with pytest.raises(ValueError, match="a player"):
        look(game, 3, god=True)


def test_causes_of_death_are_secret_until_the_end(played: Game):
    with pytest.raises(ValueError, match="secret"):
        final_causes(Game(spec_for(find_board("official-12"), 5), registry()))
    assert set(final_causes(played)) == set(played.judge.facts.gone)


def test_what_a_seat_is_shown_does_not_depend_on_what_it_may_not_know():
    """X-2: two games that differ in the other seats' cards look the same to a villager."""
    shown = []
    for swap in (False, True):
        board = find_board("official-12")
        cards = ["villager"] * 4 + ["werewolf"] * 4 + ["seer", "witch", "hunter", "idiot"]
        if swap:
            cards[4:] = reversed(cards[4:])
        game = Game(spec_for(board, 5, dealt=tuple(cards)), registry())
        while game.ask and game.judge.facts.stage == "night":
            for request in game.waiting:
                game.submit(Answer().decision(game.ply, request.seat))
        seen = look(game, 1)
        writer = Scribe(NAMES, 1, "zh", 1.5)
        shown.append(
            (
                [writer.line(event) for event in seen.log],
                seat_rows(seen, NAMES, 0, "zh"),
                hand_notes(seen, False, "zh"),
                status(seen.view, NAMES, 0, True, "zh"),
            )
        )
    assert shown[0] == shown[1]


# -- the end -------------------------------------------------------------------------------------------


def test_the_end_names_every_card_and_winner(played: Game):
    end = ending(
        played, {}, 1, {"bot": 100, "stand-in": 2}, {"time_out": 2}, "games/x.jsonl", "预女猎白", "zh"
    )
    assert len(end.rows) == 12
    assert {row.seat for row in end.rows if row.won} == set(played.judge.facts.winners)
    assert any("电脑 100 · 代打 2" in line for line in end.lines)
    assert any("games/x.jsonl" in line for line in end.lines[:3])  # in sight where rows are few
    assert "获胜" in end.headline


def test_the_end_tells_for_whom_bots_stood_in_and_why_in_words(played: Game):
    failures = {"network": 3, "player_error": 1, "not_legal": 1}
    lines = ending(played, {}, 0, {}, failures, "", "x", "zh", stood_in={7: 3, 2: 2, 5: 0}).lines
    assert "替补电脑代答5次：2号 2次、7号 3次" in lines
    assert "代答原因：连不上模型服务 3 · 模型一方出错 2" in lines


def test_the_end_tells_what_the_models_cost(played: Game):
    log = log_of(1_000, 0.5)
    lines = ending(played, {}, 0, {}, {}, "", "x", "zh", [log.line("zh"), "预算已用完"]).lines
    told = [line for line in lines if line.startswith("模型：")]
    assert len(told) == 2
    assert "调用1次" in told[0]
    assert "输入1000" in told[0]
    assert "费用$0.5000" in told[0]
    assert not any("模型：" in line for line in ending(played, {}, 0, {}, {}, "", "x", "zh").lines)


# -- help and form -------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("board", list(boards()))
def test_help_lists_every_rule_of_the_board(board: str, lang: str):
    entries = help_entries(find_board(board), lang)
    terms = " ".join(entry.term for entry in entries)
    for info in switches():
        assert switch_name(info.name, lang) in terms


def test_every_value_of_a_switch_has_a_word():
    for info in switches():
        for choice in info.choices:
            word = str(choice).lower()
            known = f"{info.name}.{word}" in VALUES or word in VALUES or isinstance(choice, int | float)
            assert known, (info.name, word)


def test_a_form_survives_the_round_trip():
    setup = Setup(seat=3, role="seer", seed=7, level="expert", pace="slow", limit=60.0, name="我", models=2,
                  base_url="http://127.0.0.1:1/v1", model="m")  # fmt: skip
    house = HouseRules(setup.board, {})
    assert form.setup_of(form.values_of(setup), house, "zh") == setup
    watching = Setup(watch=True, god=True)
    assert form.setup_of(form.values_of(watching), house, "zh") == watching


@pytest.mark.parametrize(
    ("change", "field"),
    [({"seed": "x"}, "seed"), ({"seed": "--1"}, "seed")],
)
def test_a_form_says_which_field_is_wrong(change: dict[str, str], field: str):
    with pytest.raises(form.FormError) as caught:
        form.setup_of({**form.values_of(Setup()), **change}, HouseRules(Setup().board, {}), "zh")
    assert caught.value.field == field
    assert caught.value.sentence


def test_a_name_is_cleaned():
    values = {**form.values_of(Setup()), "name": "a\x1b[31m\nb" + "长" * 30}
    assert form.setup_of(values, HouseRules(Setup().board, {}), "zh").name == "a[31m b" + "长" * 9


# -- texts ---------------------------------------------------------------------------------------------


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("key", list(TEXTS))
def test_both_languages_say_the_same(key: str):
    zh, en = TEXTS[key]
    assert zh
    assert en
    assert fields(zh) == fields(en)
    assert not re.search(r"[\u4e00-\u9fff]", en) or key == "key_lang"


@pytest.mark.parametrize("screen", list(KEYS))
def test_help_begins_with_the_keys_of_the_screen_and_has_those_of_all(screen: str):
    entries = help_entries(find_board("standard-9"), "zh", screen)
    assert entries[0].term == HEADINGS[screen][0]
    assert entries[1].term == KEYS[screen][0][0][0]
    heads = [entry.term for entry in entries if not entry.meaning and entry.term.startswith("按键")]
    assert sorted(heads) == sorted(HEADINGS[name][0] for name in KEYS)


def test_every_other_table_is_filled_in_both_languages():
    assert t("night_no", "en", day=3) == "Night 3"
    for table in (REFUSALS, HEADINGS, VALUES):
        assert all(zh and en for zh, en in table.values())
    assert all(all(pair) for entries in KEYS.values() for entry in entries for pair in entry)
    with pytest.raises(KeyError):
        t("no such text", "zh")
