"""What bots say: sentences, claims that agree with them, personas."""

import dataclasses
import re
from string import Formatter
from typing import Any

import pytest

from llmwolf.bench.wording import Wording, bigrams, terms
from llmwolf.boards import find_board, spec_for
from llmwolf.players.bots import Bot, make_bot, personas
from llmwolf.players.bots.mind import Mind
from llmwolf.players.bots.reading import read
from llmwolf.players.bots.speech import last_talk, remarks, town_talk
from llmwolf.players.bots.speech.acts import Act, act, suspect
from llmwolf.players.bots.speech.phrases import PHRASES, phrases, spread
from llmwolf.players.bots.speech.reasons import LIKELIHOODS, reasons
from llmwolf.players.bots.speech.remarks import FAINT, merged
from llmwolf.players.bots.speech.render import Voice
from llmwolf.players.bots.speech.sentences import bare, cores, heard, opening, sentences
from llmwolf.players.bots.weights import WEIGHTS
from llmwolf.roles import registry
from llmwolf.rules import events as ev
from llmwolf.rules.audience import Event
from llmwolf.rules.claims import Claim
from llmwolf.rules.game import Game
from llmwolf.table.quick import play
from tests.players.bots_table import SPEAK, checked, log, next_day, said, view

GAMES = [("official-12", 1), ("official-12", 2), ("guard-12", 3), ("standard-9", 4)]


def finished(board: str, seed: int, lang: str = "zh") -> Game:
    """A game of bots, each with a persona."""
    game = Game(spec_for(find_board(board), seed), registry())
    cast = list(personas().values())
    seats = range(1, game.judge.facts.seats + 1)
    return play(game, {s: make_bot(s, "normal", seed, cast[(s + seed) % len(cast)], lang) for s in seats})


def slots(sentence: str) -> set[str]:
    """The names between braces."""
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


class TestPhrases:
    def test_both_languages_have_the_same_kinds(self):
        assert set(PHRASES["zh"]) == set(PHRASES["en"])

    @pytest.mark.parametrize("kind", sorted(PHRASES["zh"]))
    def test_both_languages_are_filled_from_the_same_slots(self, kind: str):
        zh, en = (set().union(*map(slots, PHRASES[lang][kind])) - {"me"} for lang in ("zh", "en"))
        assert zh == en or not (zh ^ en) - {"n", "r", "c", "when", "x", "g", "t", "a"}

    @pytest.mark.parametrize("lang", ["zh", "en"])
    def test_no_sentence_is_in_two_places(self, lang: str):
        listed = [s for lines in PHRASES[lang].values() for line in lines for s in spread(line)]
        assert len(set(listed)) == len(listed)
        ties = ("And ", "Then ", "And then ", "So ")
        assert all(s == s.strip() or s.endswith((": ", ", ")) or s in ties for s in listed)

    def test_a_line_may_leave_a_choice(self):
        assert list(spread("[今天|这轮]出{t}，[别分票|过]。")) == [
            "今天出{t}，别分票。",
            "今天出{t}，过。",
            "这轮出{t}，别分票。",
            "这轮出{t}，过。",
        ]
        assert list(spread("出{t}。")) == ["出{t}。"]

    def test_neighbours_are_of_different_lines(self):
        for kind, said_ in phrases("zh", ("seer", "witch"), True).items():
            of = {s: line for line in PHRASES["zh"][kind] for s in spread(line)}
            if len(set(of.values())) > 1:
                assert of[said_[0]] != of[said_[1]], kind

    @pytest.mark.parametrize("lang", ["zh", "en"])
    def test_no_card_is_spoken_of_that_is_not_there(self, lang: str):
        said_ = [s for lines in phrases(lang, ("villager", "werewolf"), False).values() for s in lines]
        assert not [s for s in said_ if re.search("预言家|女巫|毒|警徽|seer|witch|poison|badge", s)]
        assert len([s for s in said_ if re.search("狼|wolf", s)]) > 20

    def test_chinese_sentences_are_chinese(self):
        for lines in PHRASES["zh"].values():
            for sentence in lines:
                assert not re.search("[a-zA-Z,.!?]", re.sub(r"{\w+}|PK", "", sentence)), sentence


@pytest.mark.parametrize(("board", "seed"), GAMES)
def test_what_is_said_and_what_is_claimed_agree(board: str, seed: int):
    held: dict[int, str] = {}
    day = 0
    seats = find_board(board).seats
    for event in finished(board, seed).log:
        if isinstance(event, ev.NightFell):
            day = event.day
        if not isinstance(event, ev.Spoke):
            continue
        heard = set(read(event.text, event.seat, seats, day, held.get(event.seat, "")))
        stated = {c for c in event.claims if c.act in ("check", "flow", "save", "poison", "guard")}
        assert {(c.act, c.targets, c.value) for c in stated} <= {
            (c.act, c.targets, c.value) for c in heard
        }, event.text
        for claim in event.claims:
            if claim.act == "role":
                assert claim in heard or held.get(event.seat) == claim.value, event.text
                held[event.seat] = claim.value
        votes = [c for c in event.claims if c.act == "vote"]
        assert [c for c in heard if c.act == "vote"] in ([], votes), event.text
        named = {int(n) for n in re.findall(r"(\d+)号", event.text)}
        assert {t for c in event.claims for t in c.targets if c.act != "guard"} <= named, event.text
        assert max(named, default=0) <= seats


@pytest.mark.parametrize(("board", "seed"), GAMES)
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_no_sentence_and_no_opening_twice(board: str, seed: int, lang: str):
    first: dict[str, int] = {}
    openings: list[str] = []
    repeats = 0
    for event in finished(board, seed, lang).log:
        if isinstance(event, ev.Spoke) and event.text:
            assert "{" not in event.text
            openings.append(opening(event.text))
            for sentence in sentences(event.text):
                repeats += first.setdefault(sentence, event.seat) != event.seat
    assert repeats == 0
    assert len(set(openings)) == len(openings)


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_nobody_speaks_of_himself_by_number(lang: str):
    own = (
        r"(?<![我与和在是预言家到归])(?<!，){me}(?:像|是狼|打|踩|归|站)"
        if lang == "zh"
        else r"(?<!, ){me} (?:sides|votes|looks)"
    )
    for event in finished("official-12", 6, lang).log:
        if isinstance(event, ev.Spoke):
            me = rf"(?<!\d){event.seat}号" if lang == "zh" else rf"[Ss]eat {event.seat}(?!\d)"
            assert not re.search(own.replace("{me}", me), event.text), event.text


def test_words_of_the_record_are_true():
    """A ballot that is brought up was cast as it is told."""
    voted = re.compile(r"(\d+)号(昨天|第(\d+)天)票了(?:我的金水)?(\d+)号")
    for board, seed in GAMES:
        day, told = 0, 0
        cast: dict[int, set[tuple[int, int]]] = {}
        for event in finished(board, seed).log:
            if isinstance(event, ev.NightFell):
                day = event.day
            if isinstance(event, ev.Ballots) and not event.stage.startswith("badge"):
                cast.setdefault(day, set()).update(event.ballots)
            if isinstance(event, ev.Spoke):
                for voter, when, number, target in voted.findall(event.text):
                    on = int(number) if number else day - 1
                    assert (int(voter), int(target)) in cast[on], (when, event.text)
                    told += 1


class TestGrounds:
    """What an accusation says is what moved the belief."""

    def case(self, *more: Event, target: int, seer: int = 2) -> list[str]:
        bot = make_bot(1, "expert", 5)
        assert isinstance(bot, Bot)
        mind = bot._mind(view(1, "villager", log(*more), SPEAK))
        return [reason.kind for reason in reasons(mind, target, seer)]

    def test_every_ground_with_a_weight_is_a_likelihood(self):
        assert set(LIKELIHOODS.values()) <= set(WEIGHTS)
        assert not set(FAINT) & set(LIKELIHOODS)

    def test_the_strongest_comes_first(self):
        ballot = ev.Ballots("ballot", ((5, 4), (6, 2)), ())
        told = [checked(2, 4, "good"), checked(3, 9, "good"), said(5, Claim("side", (3,)))]
        events = [*told, ballot, *next_day(2)]
        assert self.case(*events, target=5)[:2] == ["sided_rival", "voted_gold"]
        assert self.case(*events, target=3)[0] == "rival"
        assert self.case(*events, target=6)[0] == "voted_seer"

    def test_a_check_that_is_believed_comes_before_everything(self):
        told = [checked(2, 4, "wolf"), checked(3, 9, "good"), said(4, Claim("side", (3,)))]
        assert self.case(*told, *next_day(2), target=4)[:2] == ["checked", "sided_rival"]

    def test_manners_count_only_where_nothing_else_does(self):
        order = ev.TurnOrder("speech", (7, 1, 9), "")
        words = "这一轮我说的话够长了，再怎么数也不止二十个字。"
        call = said(7, Claim("vote", (8,)), text=words)
        assert self.case(order, call, target=7, seer=0) == ["first_call"]
        assert self.case(order, call, target=9, seer=0) == []
        assert self.case(order, said(7, Claim("suspect", (1,)), text=words), target=7, seer=0) == ["hits_me"]

    @pytest.mark.parametrize(("board", "seed"), GAMES)
    def test_no_weak_ground_is_named_where_there_is_a_strong_one(
        self, board: str, seed: int, monkeypatch: pytest.MonkeyPatch
    ):
        told: list[tuple[float, float]] = []
        plain = remarks.accusation

        def noted(m: Mind, target: int, seer: int, *rest: Any) -> list[Act]:
            grounds: dict[str, float] = {}
            for reason in reasons(m, target, seer):
                grounds.setdefault(reason.kind, reason.strength)
            chosen = plain(m, target, seer, *rest)
            best = max(grounds.values(), default=0.0)
            # Whose ground one shares stands for the ground.
            told.append((best if chosen[0].kind == "worn" else grounds.get(chosen[0].kind, 0.0), best))
            return chosen

        for module in (town_talk, last_talk):
            monkeypatch.setattr(module, "accusation", noted)
        finished(board, seed)
        assert all(named >= 0.6 * best for named, best in told)
        assert sum(named > 0 for named, _ in told) > len(told) / 5

    def test_what_is_said_of_several_seats_is_said_once(self):
        both = merged(
            [
                act("badge_rival", suspect(4), t=4, c=3),
                act("voted_me", suspect(4), t=4, when=1),
                act("badge_rival", suspect(5), t=5, c=3),
                act("tone", suspect(6), t=6),
                act("tone", suspect(7), t=7),
            ]
        )
        assert [dict(one.slots)["t"] for one in both] == [(4, 5), 4, 6, 7]
        assert both[0].claims == (*suspect(4), *suspect(5))


class TestVoice:
    def voice(self, lang: str = "zh", **persona: Any) -> Voice:
        character = dataclasses.replace(personas()["xiaoshu"], **persona)
        bot = make_bot(1, "expert", 5, character, lang)
        assert isinstance(bot, Bot)
        return Voice(bot._mind(view(1, "villager", log(), SPEAK)))

    def test_the_same_seat_is_he(self):
        acts = [
            act("abstained", suspect(4), t=4, when=1),
            act("against_word", suspect(4), t=4, when=1, a=5, b=6),
        ]
        text, claims = self.voice().speak(acts, "speech", 400)
        assert claims == suspect(4)
        assert text.count("4号") == 1
        assert "他" in text

    @pytest.mark.parametrize(("lang", "named"), [("zh", "4号、5号"), ("en", "eats 4 and 5")])
    def test_several_seats_are_not_he(self, lang: str, named: str):
        text, _ = self.voice(lang).speak([act("sided_rival", suspect(4, 5), t=(4, 5), c=3)], "speech", 400)
        assert "他" not in text
        assert named in text

    @pytest.mark.parametrize("kind", ["beside_bear", "voted_seer", "hits_me", "sided_rival"])
    def test_english_verbs_agree_with_several_seats(self, kind: str):
        one = act(kind, suspect(4, 5), t=(4, 5), b=7, r=2, c=3, when=1)
        text, _ = self.voice("en").speak([one], "speech", 400)
        assert "4 and 5" in text
        assert not re.search(r"4 and 5(?:'s| (?:is|was|has|goes|looks|sits)\b)|was seats", text), text

    def test_an_opinion_is_marked_once(self):
        for luck in range(40):
            voice = self.voice()
            voice._luck = luck
            text, _ = voice.speak([act("beside_bear", suspect(4), t=4, b=7)], "speech", 400)
            assert len(re.findall("我看|我觉得", text)) <= 1, text

    @pytest.mark.parametrize("kind", ["tone", "remaining", "herd"])
    def test_a_hunch_is_no_verdict(self, kind: str):
        text, _ = self.voice(boldness=100).speak([act(kind, suspect(4), t=4, x=7)], "speech", 400)
        assert not any(firm in text for firm in PHRASES["zh"]["verdict_firm"]), text

    @pytest.mark.parametrize("lang", ["zh", "en"])
    def test_a_speech_keeps_to_its_limit(self, lang: str):
        acts = [act("remaining", suspect(s), t=s) for s in range(2, 12)] + [act("pits", list=(2, 3, 4))]
        text, _ = self.voice(lang, wordiness=1.6).speak(acts, "speech", 200)
        assert 60 < len(text) < 200
        assert text.endswith(("。", "."))


class TestSentences:
    def test_are_cut_at_their_ends(self):
        assert sentences("我是好人。出5号！\n过") == ("我是好人", "出5号", "过")
        assert sentences("I am good. Vote 5. On day 2.5 no") == ("I am good", "Vote 5", "On day 2.5 no")

    def test_a_turn_of_phrase_does_not_make_a_new_sentence(self):
        assert cores("说实话，今天出5号这张牌，过。") >= {"今天出5号这张牌"}

    def test_what_ties_a_sentence_on_does_not_either(self):
        assert "他昨天弃票，像狼" in cores("而且他昨天弃票，像狼。")
        assert set(bare("He abstained; not good.")) <= cores("And he abstained; not good.")

    def test_what_was_heard_goes_on_from_what_was_heard_before(self):
        one, two = "我是好人。", "出5号，过。"
        first = heard([one])
        assert heard([one, two]) is first
        assert first.said >= {"我是好人", "出5号，过"}
        other = heard([two])
        assert "我是好人" not in other.said
        assert other.openings == {opening(two)}

    def test_openings_are_alike_but_for_seats(self):
        assert opening("3号聊两句，我站5号") == opening("12号聊两句，我站9号")


class TestPersonas:
    def speeches(self, **changes: Any) -> list[str]:
        game = Game(spec_for(find_board("official-12"), 3), registry())
        persona = dataclasses.replace(personas()["laozhang"], **changes)
        play(game, {s: make_bot(s, "normal", 3, persona) for s in range(1, 13)})
        return [e.text for e in game.log if isinstance(e, ev.Spoke) and e.stage == "speech"]

    def test_a_wordy_persona_says_more(self):
        short, long = ([len(text) for text in self.speeches(wordiness=w)] for w in (0.6, 1.5))
        assert sum(short) / len(short) + 25 < sum(long) / len(long)

    def test_a_leader_names_the_vote_first_and_a_follower_goes_along(self):
        def leading(texts: list[str]) -> int:
            return sum(bool(re.search("出|归票|的票归", text[:24])) for text in texts)

        def along(texts: list[str]) -> int:
            words = re.compile(r"我跟|跟\d|随\d|同意\d|既然\d|已经点了|一个意思|这个归票我认|我没意见")
            return sum(bool(words.search(text[-40:])) for text in texts)

        leaders, followers = self.speeches(lead=95), self.speeches(lead=10)
        assert leading(leaders) >= len(leaders) / 4 > leading(followers)
        assert along(followers) > 1.5 * along(leaders)

    def test_a_bold_speaker_is_firmer(self):
        def firm(texts: list[str]) -> float:
            said_ = "。".join(texts)
            return len(re.findall("就是狼|肯定是狼", said_)) / (
                1 + len(re.findall("偏狼|有点像狼|像是狼", said_))
            )

        assert firm(self.speeches(boldness=100)) > firm(self.speeches(boldness=0))


class TestFigures:
    def test_of_a_game(self):
        figures = Wording()
        game = finished("standard-9", 4)
        figures.add(game)
        texts = [e.text for e in game.log if isinstance(e, ev.Spoke) and e.text]
        assert figures.speeches == len(texts)
        assert figures.sentences == sum(len(sentences(text)) for text in texts)
        assert (figures.repeat_rate(), figures.opening_diversity()) == (0.0, 1.0)
        assert 0.3 < (figures.distinct_2() or 0) < 0.9
        assert 3 < (figures.term_density() or 0) < 12
        assert (figures.length("seer", "speech") or 0) > 60
        assert figures.length("nobody") is None

    def test_a_repeated_sentence_is_counted_for_whoever_repeats_it(self):
        game = finished("standard-9", 4)
        spoken = [e for e in game.log if isinstance(e, ev.Spoke)][:3]
        words = ("我是好人。出5号。", "出5号。", "我是好人。")
        game.judge.log[:] = [
            ev.Spoke(e.seat, e.stage, text, "", ()) for e, text in zip(spoken, words, strict=True)
        ]
        figures = Wording()
        figures.add(game)
        assert (figures.sentences, figures.repeats) == (4, 2)
        assert figures.repeated == {"出5号": 1, "我是好人": 1}

    def test_nothing_counted(self):
        empty = Wording()
        found = (empty.repeat_rate(), empty.distinct_2(), empty.opening_diversity(), empty.term_density())
        assert found == (None,) * 4

    def test_bigrams(self):
        assert bigrams("出5号，过") == ["出5", "5号", "号过"]
        assert bigrams("I vote seat 5") == ["i vote", "vote seat", "seat 5"]
        assert bigrams("") == []

    def test_terms(self):
        assert terms("警徽流先验5号，归票3号") == 2
        assert terms("The seer checked seat 5") == 2
