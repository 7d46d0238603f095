"""What bots say: sentences, claims that agree with them, personas."""

import dataclasses
import re
from string import Formatter

import pytest

from llmwolf.boards import find_board, spec_for
from llmwolf.players.bots import make_bot, personas
from llmwolf.players.bots.reading import read
from llmwolf.players.bots.speech.phrases import PHRASES
from llmwolf.players.bots.speech.sentences import cores, opening, sentences
from llmwolf.roles import registry
from llmwolf.rules import events as ev
from llmwolf.rules.game import Game
from llmwolf.table.quick import play

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
        listed = [sentence for lines in PHRASES[lang].values() for sentence in lines]
        assert len(set(listed)) == len(listed)
        assert all(s == s.strip() or s.endswith(": ") for s in listed)

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
    said: dict[str, int] = {}
    openings: list[str] = []
    repeats = total = 0
    for event in finished(board, seed, lang).log:
        if isinstance(event, ev.Spoke) and event.text:
            assert "{" not in event.text
            openings.append(opening(event.text))
            for sentence in sentences(event.text):
                total += 1
                repeats += said.setdefault(sentence, event.seat) != event.seat
    assert repeats <= total * 0.003
    assert len(openings) - len(set(openings)) <= len(openings) * 0.05


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


class TestSentences:
    def test_are_cut_at_their_ends(self):
        assert sentences("我是好人。出5号！\n过") == ("我是好人", "出5号", "过")
        assert sentences("I am good. Vote 5. On day 2.5 no") == ("I am good", "Vote 5", "On day 2.5 no")

    def test_a_turn_of_phrase_does_not_make_a_new_sentence(self):
        assert cores("说实话，今天出5号这张牌，过。") >= {"今天出5号这张牌"}

    def test_openings_are_alike_but_for_seats(self):
        assert opening("3号聊两句，我站5号") == opening("12号聊两句，我站9号")


class TestPersonas:
    def test_a_wordy_persona_says_more(self):
        def length(wordiness: float) -> int:
            game = Game(spec_for(find_board("official-12"), 3), registry())
            persona = dataclasses.replace(personas()["laozhang"], wordiness=wordiness)
            play(game, {s: make_bot(s, "normal", 3, persona) for s in range(1, 13)})
            spoken = [len(e.text) for e in game.log if isinstance(e, ev.Spoke)]
            return sum(spoken) // len(spoken)

        assert length(0.6) + 25 < length(1.5)
