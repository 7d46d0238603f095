"""The estimate of tokens beside a real tokenizer, and the window that is kept by it."""

import json
import random
from dataclasses import replace

import pytest

from llmwolf.llm.memory import Memory
from llmwolf.llm.prompt import Prompt, Prompter, most_tokens, smallest_window
from llmwolf.llm.schema import constant_schema
from llmwolf.llm.settings import SMALL, SMALL_EN, Settings
from llmwolf.llm.tokens import estimate
from llmwolf.players.base import Answer
from llmwolf.players.bots import make_bot
from llmwolf.players.personas import persona_text, personas
from llmwolf.players.scripted import random_answer
from llmwolf.rules.claims import Claim
from llmwolf.rules.events import Ballots, Spoke
from llmwolf.rules.game import Game
from tests.llm.scenes import new_game

WORDS = {
    "zh": "我认为他的发言有问题，前后对不上。" * 24,
    "en": "I do not believe a word of what he said. " * 10,
}
SMALLEST = Settings(context_tokens=4_000, max_tokens=500)
WINDOWS = {
    "3000": SMALL,
    "3000-en": SMALL_EN,
    "4000": SMALLEST,
    "4000-en": replace(SMALLEST, lang="en"),
    "4000-long": Settings(context_tokens=4_000),
    "32000": Settings(),
    "32000-en": Settings(lang="en"),
}


def size(prompt: Prompt, settings: Settings) -> int:
    """Tokens of a call: schema, prompt and reply."""
    schema = json.dumps(constant_schema(settings), ensure_ascii=False)
    parts = [schema, *(message["content"] for message in prompt.messages())]
    return sum(map(estimate, parts)) + min(settings.max_tokens, settings.context_tokens // 2)


class LongTalk:
    """A game in which every speech is as long as may be and claims something, and its last prompt.

    ``most`` is the size of its largest call, ``longest`` that of its longest prompt.
    """

    def __init__(self, board: str, seed: int, settings: Settings) -> None:
        self.game = game = new_game(seed, board)
        seats = game.spec.seats
        voice = persona_text(
            max(personas().values(), key=lambda p: len(persona_text(p, "en"))), settings.lang
        )
        prompters = {seat: Prompter(settings, voice) for seat in range(1, seats + 1)}
        memories = {seat: Memory(settings.lang) for seat in range(1, seats + 1)}
        rng = random.Random(seed)
        self.most = self.longest = self.breaks = self.calls = 0
        before = ""
        while game.ask:
            for request in game.waiting:
                view, memory = game.view(request.seat), memories[request.seat]
                self.last = prompters[request.seat].ask(view, memory)
                self.most = max(self.most, size(self.last, settings))
                self.longest = max(self.longest, self.last.tokens)
                self.calls += 1
                self.breaks += not self.last.public.startswith(before)
                before = self.last.public
                memory.add(view.facts.day, "想" * 99, "打算" * 99)
                answer = random_answer(request, rng)
                if request.kind == "speak":
                    answer = self._speech(rng.randint(1, seats), settings.lang)
                game.submit(answer.decision(game.ply, request.seat))

    def _speech(self, seat: int, lang: str) -> Answer:
        day = self.game.judge.facts.day
        claims = (
            Claim("role", value="seer"),
            Claim("check", (seat,), "wolf", day),
            Claim("suspect", (seat,)),
        )
        return Answer("say", text=WORDS[lang][:400], claims=claims)


# -- the window ------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", ["official-12", "standard-9"])
@pytest.mark.parametrize("window", WINDOWS)
def test_the_window_is_kept_however_long_the_game(window: str, board: str) -> None:
    """A server refuses a prompt that leaves no room for its answer."""
    settings = WINDOWS[window]
    for seed in (1, 6):
        game = LongTalk(board, seed, settings)
        assert game.most <= settings.context_tokens
        assert game.most > settings.context_tokens // 4


@pytest.mark.parametrize("window", ["3000", "4000-en", "32000"])
def test_the_window_is_kept_at_the_largest_table(window: str) -> None:
    assert LongTalk("millers-18", 1, WINDOWS[window]).most <= WINDOWS[window].context_tokens


@pytest.mark.parametrize("window", ["3000", "4000", "4000-en", "4000-long"])
def test_the_window_is_kept_where_eighteen_seats_play_twenty_days_with_event_cards(window: str) -> None:
    """The longest rules, and wolves who are told every night who is charmed."""
    assert LongTalk("new-moon-18", 6, WINDOWS[window]).longest <= most_tokens(WINDOWS[window])


@pytest.mark.parametrize("board", ["standard-9", "wolf-king-thief-cupid-12", "new-moon-18"])
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_smallest_window_of_a_table_is_enough_for_all_its_prompts(board: str, lang: str) -> None:
    spec = new_game(6, board).spec
    settings = Settings(lang=lang)
    settings = replace(settings, context_tokens=smallest_window(spec.cards, spec.rules, settings))
    game = LongTalk(board, 6, settings)
    assert game.longest <= most_tokens(settings)
    assert game.longest > most_tokens(settings) * 0.9
    assert {"zh": "最早的略去）", "en": "the oldest left out)"}[lang] in game.last.public.split("\n")[0]


def test_what_is_condensed_is_said_to_be_and_happens_seldom() -> None:
    """The log of a narrow window changes its beginning now and then, that of a wide one never."""
    narrow, wide = LongTalk("official-12", 6, SMALLEST), LongTalk("official-12", 6, Settings())
    assert wide.breaks == 0
    assert 0 < narrow.breaks < narrow.calls // 4
    assert wide.last.public.startswith("## 公开记录\n")
    assert narrow.last.public.startswith("## 公开记录（早前发言只留要点")
    assert len(narrow.last.public) < len(wide.last.public) // 4


def test_claims_checks_and_ballots_survive_in_the_fact_sheet() -> None:
    """Whatever is left of the speeches: in a window of 8,000 tokens the sheet is that of a wide one."""
    narrow = LongTalk("official-12", 6, Settings(context_tokens=8_000))
    assert narrow.last.public.startswith("## 公开记录（早前发言只留要点")
    assert narrow.last.facts == LongTalk("official-12", 6, Settings()).last.facts
    spoken = [event for event in narrow.game.log if isinstance(event, Spoke) and event.claims]
    for event in spoken:
        check = event.claims[1]
        assert f"第{check.night}夜验{check.targets[0]}狼人" in narrow.last.facts
    assert narrow.last.facts.count("票：") >= 3
    assert any(isinstance(event, Ballots) for event in narrow.game.log)


def test_a_fact_sheet_without_room_says_what_it_leaves_out() -> None:
    """The newest act of each seat and who holds what card stay longest."""
    last = LongTalk("millers-18", 1, SMALL).last
    assert "跳预言家" in last.facts
    assert "更早的声明和票型见公开记录。" in last.facts.split("\n")
    assert "更早的" not in LongTalk("official-12", 6, Settings()).last.facts


# -- the estimate ----------------------------------------------------------------------------------


def test_nothing_is_no_token() -> None:
    assert estimate("") == 0
    assert estimate("好") == 1


def talk(lang: str) -> list[str]:
    """What bots say in a whole game."""
    game: Game = new_game(3)
    styles = list(personas().values())
    bots = {seat: make_bot(seat, "normal", 3, styles[seat % len(styles)], lang) for seat in range(1, 13)}
    while game.ask:
        ply = game.ply
        for request in game.waiting:
            game.submit(bots[request.seat].answer(game.view(request.seat)).decision(ply, request.seat))
    return [event.text for event in game.log if isinstance(event, Spoke) and event.text]


def test_it_is_within_a_quarter_of_what_a_tokenizer_counts_for_speeches() -> None:
    tokenizer = pytest.importorskip("bpe_openai").get_encoding("o200k_base")
    for lang in ("zh", "en"):
        text = "\n".join(talk(lang))
        assert len(text) > 1_000
        assert estimate(text) == pytest.approx(len(tokenizer.encode(text)), rel=0.25), lang


@pytest.mark.parametrize("settings", [SMALL, SMALL_EN, Settings(), Settings(lang="en")])
def test_it_is_within_a_quarter_of_what_a_tokenizer_counts_for_prompts(settings: Settings) -> None:
    tokenizer = pytest.importorskip("bpe_openai").get_encoding("o200k_base")
    prompt = LongTalk("official-12", 1, settings).last
    for name, text in prompt.blocks().items():
        counted = len(tokenizer.encode(text))
        if counted > 200:
            assert estimate(text) == pytest.approx(counted, rel=0.25), name
    schema = json.dumps(constant_schema(Settings()))
    assert estimate(schema) == pytest.approx(len(tokenizer.encode(schema)), rel=0.25)
