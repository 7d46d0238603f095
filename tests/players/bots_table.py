"""A table told by its events, for tests of what a bot makes of it."""

from collections.abc import Iterable

from llmwolf.players.bots import LEVELS
from llmwolf.players.bots.beliefs import Belief, Knowledge, believe
from llmwolf.players.bots.evidence import gather
from llmwolf.players.bots.ledger import Ledger
from llmwolf.rules import events as ev
from llmwolf.rules.asks import Choice, Request, one_of
from llmwolf.rules.audience import Event
from llmwolf.rules.claims import Claim
from llmwolf.rules.facts import Facts
from llmwolf.rules.ruleset import Ruleset
from llmwolf.rules.view import View, fold

CARDS = ("hunter", "idiot", "seer", *["villager"] * 4, *["werewolf"] * 4, "witch")
SEATS = 12
EXPERT = LEVELS["expert"]
SEER = Claim("role", (), "seer")
LIVING = tuple(range(1, SEATS + 1))
SPEAK = Request(1, "speak", (Choice("say"),), True, 400)
BALLOT = Request(1, "ballot", (one_of("vote", LIVING),))


def cards(*instead: str) -> tuple[str, ...]:
    """The cards of the table with ``instead`` in place of villagers, or of wolves for wolf cards."""
    found = list(CARDS)
    for card in instead:
        found.remove("werewolf" if "wolf" in card else "villager")
        found.append(card)
    return tuple(sorted(found))


def log(*more: Event, dealt: tuple[str, ...] = CARDS) -> list[Event]:
    """The public beginning of a game up to day 1, then ``more``."""
    return [
        ev.GameBegan(SEATS, dealt, True), ev.NightFell(1), ev.DayBroke(1), ev.StageBegan("speech"), *more
    ]  # fmt: skip


def next_day(day: int, *dead: int) -> list[Event]:
    """The night before ``day`` and its dead, up to the speeches."""
    return [ev.NightFell(day), ev.DayBroke(day), ev.Announced(dead), ev.StageBegan("speech")]


def said(seat: int, *claims: Claim, stage: str = "speech", text: str = "这一轮我说的话够长了。") -> ev.Spoke:
    """A speech with claims."""
    return ev.Spoke(seat, stage, text, "", claims)


def checked(seat: int, target: int, value: str, night: int = 1) -> ev.Spoke:
    """A seer claim with one report and a flow."""
    return said(seat, SEER, Claim("check", (target,), value, night), Claim("flow", (11, 12)))


def calls(target: int, *seats: int) -> list[Event]:
    """``seats`` call for the exile of ``target``."""
    return [said(seat, Claim("vote", (target,))) for seat in seats]


def holds(seat: int, card: str, *claims: Claim) -> ev.Spoke:
    """A claim to a card."""
    return said(seat, Claim("role", (), card), *claims)


def table(events: Iterable[Event]) -> tuple[Ledger, Facts]:
    """The memory and the facts that public events add up to."""
    book = Ledger()
    heard = list(events)
    for event in heard:
        book.take(event)
    return book, fold(0, SEATS, heard)[0]


def belief(events: Iterable[Event], known: Knowledge | None = None) -> Belief:
    """The expert's posterior after ``events``, by default of somebody who knows nothing."""
    book, facts = table(events)
    book.settle()
    gone = sum(1 << seat for seat in facts.gone)
    return believe(SEATS, 4, gather(book, facts, EXPERT), known or Knowledge(), gone)


def view(
    seat: int,
    role: str,
    events: list[Event],
    request: Request,
    pack: tuple[int, ...] = (),
    rules: Ruleset | None = None,
    rights: tuple[Choice, ...] = (),
    lover: int = 0,
) -> View:
    """The view of ``seat`` with a card, after its own deal and ``events``."""
    own: list[Event] = [ev.Dealt((seat,), seat, role)]
    if pack:
        own.append(ev.PackMet(pack, tuple((s, "werewolf") for s in pack)))
    if lover:
        own.append(ev.LoversMet((seat, lover), (seat, lover)))
    heard = [events[0], *own, *events[1:]]
    facts, hand = fold(seat, SEATS, heard)
    return View(seat, facts, hand, heard, rules or Ruleset(), request._replace(seat=seat), rights, ())
