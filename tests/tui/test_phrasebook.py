"""The phrase book: whoever listens to a template hears the acts that are meant, and nothing else."""

import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import pytest

from llmwolf.boards import boards, find_board
from llmwolf.players.bots.reading import read
from llmwolf.roles import registry
from llmwolf.rules import events as ev
from llmwolf.rules.claims import Claim
from llmwolf.rules.facts import Facts, Hand
from llmwolf.rules.game import Game
from llmwolf.rules.view import View, fold
from llmwolf.tui.model.phrasebook import Phrase, pack_phrases, phrases
from llmwolf.tui.model.situation import Report, Round, Situation, Story
from tests.record.table import decide, new_game

ME, SEATS = 6, 12
Acts = set[tuple[str, tuple[int, ...], str, int]]


@dataclass
class Scene:
    """One seat's situation; ``told`` and ``uses`` are the hand's."""

    role: str
    day: int = 2
    stage: str = "speech"
    told: list[tuple[int, str, int, str]] = field(default_factory=list)
    uses: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    stories: list[Story] = field(default_factory=list)
    rounds: list[Round] = field(default_factory=list)
    facts: Mapping[str, object] = field(default_factory=dict)
    board: str = "official-12"

    def book(self, lang: str) -> dict[str, Phrase]:
        found = phrases(
            self.view, Situation(SEATS, self.day, 0, self.stories, [], self.rounds), self.stage, lang
        )
        return {phrase.id: phrase for phrase in found}

    @property
    def view(self) -> View:
        board = find_board(self.board)
        living = tuple(range(1, SEATS + 1))
        facts = Facts(SEATS, (*board.cards, self.role), living, self.day, "day", self.stage)
        for name, value in self.facts.items():
            setattr(facts, name, value)
        hand = Hand(ME, self.role, self.role, uses=self.uses, told=self.told)
        return View(ME, facts, hand, [], board.rules, None, (), ())

    def held(self) -> str:
        return Situation(SEATS, self.day, 0, self.stories).held(ME)

    def heard(self, name: str, lang: str, **values: object) -> Acts:
        """The acts that a listener reads out of the template ``name`` with ``values`` filled in."""
        phrase = self.book(lang)[name]
        filled = phrase.defaults() | {key: str(value) for key, value in values.items()}
        assert set(filled) == {blank.name for blank in phrase.blanks}
        assert phrase.missing(filled) is None
        text = phrase.text(filled)
        return {_plain(claim) for claim in read(text, ME, SEATS, self.day, self.held())}


def _plain(claim: Claim) -> tuple[str, tuple[int, ...], str, int]:
    return claim.act, claim.targets, claim.value, claim.night


def role(card: str) -> tuple[str, tuple[int, ...], str, int]:
    return "role", (), card, 0


def check(seat: int, side: str, night: int) -> tuple[str, tuple[int, ...], str, int]:
    return "check", (seat,), side, night


def act(name: str, *seats: int, night: int = 0) -> tuple[str, tuple[int, ...], str, int]:
    return name, seats, "", night


CHECKED = [(1, "check", 3, "good"), (2, "check", 5, "wolf")]
RIVALS = [
    Story(3, "seer", 1, reports=[Report(1, 6, "good")]),
    Story(4, "seer", 1, reports=[Report(1, 6, "wolf")]),
]
MINE = [Story(ME, "seer", 1, reports=[Report(1, 3, "good")])]
BALLOTS = [
    Round(1, ev.Ballots("badge_ballot", ((6, 3), (7, 4)), ((3, 2), (4, 2))), 0),
    Round(1, ev.Ballots("ballot", ((6, 9), (7, 0)), ((9, 2),)), 3),
    Round(2, ev.Ballots("ballot", ((6, 0),), ()), 3),
]
TIED = [Round(2, ev.Ballots("ballot", ((6, 9), (9, 6)), ((6, 2), (9, 2))), 0, ev.Tied("ballot", (6, 9)))]

MEANT: list[tuple[Scene, str, dict[str, object], Acts]] = [
    (
        Scene("seer", told=CHECKED),
        "seer",
        {"flow1": 8, "flow2": 9},
        {role("seer"), check(3, "good", 1), check(5, "wolf", 2), act("flow", 8, 9)},
    ),
    (
        Scene("seer", told=CHECKED[:1], day=1),
        "seer",
        {"flow1": 8},
        {role("seer"), check(3, "good", 1), act("flow", 8)},
    ),
    (
        Scene("seer", told=[(1, "check", 3, "werewolf")], day=1),
        "seer",
        {},
        {role("seer"), check(3, "wolf", 1)},
    ),
    (
        Scene("seer", told=CHECKED, stories=MINE),
        "check",
        {"flow1": 11},
        {check(5, "wolf", 2), act("flow", 11)},
    ),
    (Scene("seer", told=CHECKED, stories=RIVALS[:1]), "rival", {}, {act("suspect", 3)}),
    (Scene("werewolf", stories=[*MINE, RIVALS[1]]), "rival", {}, {act("suspect", 4)}),
    (Scene("seer", told=CHECKED), "vote", {}, {act("vote", 5)}),
    (Scene("seer", told=CHECKED), "pit", {"wolf2": 9}, {act("suspect", 5), act("suspect", 9)}),
    (
        Scene("werewolf"),
        "fake_seer",
        {"check1": 3, "result1": "wolf", "check2": 10, "result2": "good", "flow1": 1, "flow2": 12},
        {role("seer"), check(3, "wolf", 1), check(10, "good", 2), act("flow", 1, 12)},
    ),
    (
        Scene("werewolf", stories=MINE),
        "fake_check",
        {"check2": 8, "result2": "wolf"},
        {check(8, "wolf", 2)},
    ),
    (
        Scene("werewolf", stories=MINE),
        "fake_seer",
        {"check2": 8},
        {role("seer"), check(3, "good", 1), check(8, "good", 2)},
    ),
    (
        Scene("witch", uses={"save": [(1, 5)], "poison": [(2, 7)]}),
        "own",
        {},
        {role("witch"), act("save", 5, night=1), act("poison", 7, night=2)},
    ),
    (Scene("witch", uses={"save": [(1, ME)]}), "own", {}, {role("witch"), act("save", ME, night=1)}),
    (Scene("witch"), "own", {}, {role("witch")}),
    (
        Scene("guard", uses={"guard": [(1, 3), (2, ME)]}),
        "own",
        {},
        {role("guard"), act("guard", 3, night=1), act("guard", ME, night=2)},
    ),
    (Scene("hunter"), "own", {}, {role("hunter")}),
    (Scene("villager"), "own", {}, {role("villager")}),
    (
        Scene("gravekeeper", day=3, told=[(2, "grave", 5, "good"), (3, "grave", 7, "wolf")]),
        "own",
        {},
        {role("gravekeeper"), check(5, "good", 2), check(7, "wolf", 3)},
    ),
    (Scene("little_girl", told=[(1, "seen", 9, "")]), "own", {}, {role("little_girl"), check(9, "wolf", 1)}),
    (Scene("werewolf"), "card", {"card": "hunter"}, {role("hunter")}),
    (Scene("werewolf", stories=MINE), "retract", {}, {("retract", (), "seer", 0)}),
    (Scene("villager", stories=RIVALS), "side", {"side": 3, "rival": 4}, {act("side", 3), act("suspect", 4)}),
    (Scene("villager", stories=RIVALS[:1]), "side", {}, {act("side", 3)}),
    (Scene("villager"), "vote", {"vote": 12}, {act("vote", 12)}),
    (
        Scene("villager"),
        "pit",
        {"wolf1": 1, "wolf2": 7, "wolf3": 11, "wolf4": 12},
        {act("suspect", seat) for seat in (1, 7, 11, 12)},
    ),
    (Scene("villager"), "pit", {"wolf1": 10}, {act("suspect", 10)}),
    (Scene("villager", stories=RIVALS), "gold", {}, {act("side", 3)}),
    (Scene("villager", stories=RIVALS), "blame", {}, {act("suspect", 4)}),
    (Scene("villager", rounds=BALLOTS, facts={"ran": (3, 4)}), "clear", {}, set()),
    (Scene("villager", stage="election", facts={"election_open": True}), "stand", {}, set()),
    (
        Scene("villager", stage="election", stories=RIVALS, facts={"election_open": True, "ran": (3, 4, 6)}),
        "withdraw",
        {"side": 3},
        {act("side", 3)},
    ),
    (Scene("villager", stage="pk", rounds=TIED), "pk", {}, {act("vote", 9)}),
    (Scene("villager", stage="election_pk"), "pk", {}, set()),
    (
        Scene("witch", stage="last_words", stories=RIVALS, uses={"save": [(1, 5)]}, facts={"sheriff": ME}),
        "farewell",
        {"side": 3, "vote": 4, "badge": 5},
        {role("witch"), act("save", 5, night=1), act("side", 3), act("vote", 4)},
    ),
    (Scene("werewolf", stage="last_words"), "farewell", {"vote": 4}, {act("vote", 4)}),
]


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize(
    ("scene", "name", "values", "meant"), MEANT, ids=lambda x: x if isinstance(x, str) else ""
)
def test_what_is_heard_is_what_is_meant(
    scene: Scene, name: str, values: dict[str, object], meant: Acts, lang: str
):
    assert scene.heard(name, lang, **values) == meant


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_every_template_is_tried_above(lang: str):
    tried = {name for _, name, _, _ in MEANT}
    listed = {name for scene, _, _, _ in MEANT for name in scene.book(lang)}
    assert listed == tried


@pytest.mark.parametrize("card", sorted(card for card, law in registry().items() if law.camp in "GV"))
def test_every_card_can_be_claimed(card: str):
    for lang in ("zh", "en"):
        name = "seer" if card == "seer" else "own"
        assert role(card) in Scene(card).heard(name, lang)


def test_tables_without_a_sheriff_plan_without_a_badge():
    plain = next(board.id for board in boards().values() if not board.rules.sheriff and "seer" in board.cards)
    scene = Scene("seer", told=CHECKED[:1], day=1, board=plain)
    for lang in ("zh", "en"):
        assert act("flow", 8, 9) in scene.heard("seer", lang, flow1=8, flow2=9)
        assert act("flow", 8) in scene.heard("seer", lang, flow1=8)
        text = scene.book(lang)["seer"].text({"flow1": "8", "flow2": "9"})
        assert "警徽" not in text
        assert "badge" not in text.lower()


def test_what_is_wanted_most_comes_first():
    def first(scene: Scene) -> str:
        return next(iter(scene.book("zh")))

    assert first(Scene("seer", told=CHECKED, stage="election", facts={"election_open": True})) == "seer"
    assert first(Scene("villager", stage="election", facts={"election_open": True})) == "stand"
    assert first(Scene("villager", stage="pk", rounds=TIED)) == "pk"
    assert first(Scene("witch", stage="last_words")) == "farewell"
    assert first(Scene("villager", stories=RIVALS)) == "gold"


def test_only_those_who_may_have_to_lie_are_offered_a_lie():
    assert "fake_seer" not in Scene("villager").book("zh")
    assert "fake_seer" not in Scene("seer", told=CHECKED).book("zh")
    assert "seer" not in Scene("werewolf").book("zh")


def test_who_is_marked_as_a_wolf_stands_in_the_list_already():
    scene = Scene("seer", told=CHECKED)
    marked = phrases(scene.view, Situation(SEATS, 2), "speech", "zh", suspects=(5, 9))
    pit = next(phrase for phrase in marked if phrase.id == "pit")
    assert pit.text(pit.defaults()) == "我的狼坑：5号、9号。"


@pytest.mark.parametrize("role", ["seer", "werewolf"])
def test_who_is_the_seer_sides_with_nobody_and_accepts_no_check(role: str):
    book = Scene(role, told=CHECKED if role == "seer" else [], stories=[*MINE, RIVALS[0]]).book("zh")
    assert not {"side", "gold"} & set(book)
    assert book["rival"].text(book["rival"].defaults()) == "3号在我这里是悍跳狼。"


def test_nobody_sides_at_first_with_who_calls_him_a_wolf():
    phrase = Scene("villager", stories=RIVALS[1:]).book("zh")["side"]
    assert phrase.defaults() == {"side": ""}
    assert phrase.text({"side": "4"}) == "我站边4号。"


def test_the_one_whom_one_follows_is_no_fake_in_the_same_breath():
    phrase = Scene("villager", stories=RIVALS).book("zh")["side"]
    assert phrase.text({"side": "3", "rival": "3"}) == "我站边3号。"


@pytest.mark.parametrize("role", ["seer", "werewolf"])
def test_a_badge_flow_does_not_begin_with_its_second_check(role: str):
    name = "seer" if role == "seer" else "fake_seer"
    phrase = Scene(role, told=CHECKED[:1], day=1).book("zh")[name]
    half = phrase.defaults() | {"check1": "3", "flow2": "6"}
    missing = phrase.missing(half)
    assert missing is not None
    assert missing.label == "今晚验"
    assert "警徽流" not in phrase.text(half)
    whole = phrase.text(half | {"flow1": "6"})
    assert "警徽流今晚验6号。" in whole
    assert phrase.missing(half | {"flow1": "9"}) is None


def test_the_pack_has_templates_of_its_own():
    view, situation = Scene("werewolf").view, Situation(SEATS, 2)
    said = {p.id: p for p in pack_phrases(view, situation, "zh")}
    assert said["knife"].text({"knife": "9"}) == "今晚刀9号。"
    filled = said["jump"].defaults() | {"check2": "9", "result2": "wolf"}
    assert said["jump"].text(filled) == "明天我悍跳预言家，查杀9号。"
    assert not {p.id for p in phrases(view, situation, "speech", "zh")} & set(said)


# -- in games ------------------------------------------------------------------------------------------


def moments(seed: int, board: str, every: int) -> Iterator[Game]:
    """A game of random decisions, looked at now and then."""
    game = new_game(seed, board)
    steps = 0
    while not game.over and steps < 120:
        for request in list(game.waiting):
            game.submit(decide(game, request, 20))
        steps += 1
        if steps % every == 0:
            yield game


def filled(phrase: Phrase, rng: random.Random) -> dict[str, str]:
    return {
        blank.name: rng.choice([value for value, _ in blank.options if value or not blank.must])
        for blank in phrase.blanks
    }


@pytest.mark.parametrize("board", ["official-12", "new-moon-14", "guide-cupid-12", "silencer-knight-12"])
def test_at_any_moment_they_are_made_of_what_the_seat_has_heard(board: str):
    rng = random.Random(board)
    for game in moments(4, board, 9):
        for seat in game.judge.facts.living:
            view = game.view(seat)
            situation = Situation()
            situation.take(view.log)
            facts, hand = fold(seat, game.spec.seats, view.log)
            heard_only = view._replace(facts=facts, hand=hand)
            for lang in ("zh", "en"):
                for phrase, same in zip(
                    phrases(view, situation, view.facts.stage, lang),
                    phrases(heard_only, situation, view.facts.stage, lang),
                    strict=True,
                ):
                    values = filled(phrase, rng)
                    text = phrase.text(values)
                    assert text == same.text(values)
                    assert text.strip()
                    assert len(text) <= view.rules.speech_limit
                    if lang == "en":
                        assert not re.search("[\u4e00-\u9fff]", text + phrase.title)
