"""The state of a game as a product of folds, one per audience.

``Facts`` is folded from public events only, each seat's ``Hand`` from the events that this seat
alone (or with its pack) heard, ``Hidden`` from what only the judge knows. A seat's view is its
``Hand`` beside the public ``Facts``: nothing has to be redacted, because nothing secret is there (X-2).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

NIGHT: Final = "night"
DAY: Final = "day"


@dataclass(slots=True)
class Facts:
    """What everybody at the table knows. Seats are numbered from 1; 0 means nobody."""

    seats: int = 0
    cards: tuple[str, ...] = ()
    """The role ids on the board, as a multiset; who holds which is not public."""
    living: tuple[int, ...] = ()
    """Seats not announced as out, ascending: somebody knifed tonight is still in until dawn (D-1)."""
    day: int = 0
    phase: str = NIGHT
    stage: str = "setup"
    dawned: int = 0
    """The last day whose night deaths were announced."""
    gone: dict[int, tuple[str, int, str]] = field(default_factory=dict)
    """Seat → (phase, day, how) in the order of going out; ``how`` says only what is public."""
    ran: tuple[int, ...] = ()
    withdrawn: tuple[int, ...] = ()
    election_open: bool = False
    """Whether an election is still to come or going on."""
    blasts: int = 0
    """自爆 during elections so far (D-7)."""
    sheriff: int = 0
    badge: list[tuple[int, int, str]] = field(default_factory=list)
    """The badge's history: (day, holder or 0, how)."""
    shown: dict[int, str] = field(default_factory=dict)
    """Cards turned in public: seat → role id."""
    marks: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """Public marks: ``voteless`` (turned idiots), ``silenced`` (today), ``charmed`` (announced, F2F)."""
    exiles: dict[int, int] = field(default_factory=dict)
    """Day → seat exiled that day (an idiot who turned the card included)."""
    votes: tuple[tuple[int, int], ...] = ()
    """The last exile ballot of the day: (voter, target or 0)."""
    voters: tuple[int, tuple[int, ...]] = (0, ())
    """The day on which these seats alone may vote, by the scapegoat's list."""
    events: tuple[str, ...] = ()
    """Event cards turned so far (N-19)."""
    winner: str = ""
    winners: tuple[int, ...] = ()
    reason: str = ""

    @property
    def running(self) -> tuple[int, ...]:
        """Candidates who have not withdrawn, ascending."""
        return tuple([s for s in self.ran if s not in self.withdrawn])

    def leave(self, seat: int, how: str, phase: str) -> None:
        """Take ``seat`` out of the living (called by events only)."""
        self.living = tuple([s for s in self.living if s != seat])
        self.gone[seat] = (phase, self.day, how)


@dataclass(slots=True)
class Hand:
    """What one seat alone knows: its card, its pack, what it did and what it was told."""

    seat: int
    role: str = ""
    """What the seat is now; a wild child who turned is a werewolf."""
    card: str = ""
    """The card it holds, which is what everybody sees when it is turned."""
    lover: int = 0
    pack: dict[int, str] = field(default_factory=dict)
    """Known wolves: seat → role id."""
    uses: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    """Verb → [(night or day, target)] of this seat's own acts."""
    told: list[tuple[int, str, int, str]] = field(default_factory=list)
    """(night, what, seat meant, answer) as the judge showed it."""

    def used(self, verb: str) -> bool:
        """Whether this seat ever did ``verb``."""
        return verb in self.uses

    def last(self, verb: str, when: int) -> int:
        """The target of ``verb`` in night or day ``when``, 0 if there was none."""
        done = self.uses.get(verb)
        return done[-1][1] if done and done[-1][0] == when else 0


@dataclass(slots=True)
class Hidden:
    """What only the judge knows."""

    doomed: dict[int, str] = field(default_factory=dict)
    """Tonight's dead before they are announced: seat → cause."""
    causes: dict[int, str] = field(default_factory=dict)
    """Seat → cause of death, for every death so far (N-18)."""
    decided: bool = False
    """Whether tonight's knife has decided the game (C-6)."""
    spares: tuple[str, ...] = ()
    """Cards left in the middle (R-2)."""
    lovers: tuple[int, ...] = ()
    cupid: int = 0
    charms: dict[int, int] = field(default_factory=dict)
    """Wolf beauty → whom she charmed last (0: nobody)."""
    piped: tuple[int, ...] = ()
    """Charmed by the piper, ascending."""
    spent: tuple[int, ...] = ()
    """Elders whose first life is gone."""
    powerless: bool = False
    """Whether the village's powers are lost (C-5)."""
    lost: dict[str, int] = field(default_factory=dict)
    """Factions judged lost → the night after which they were (W-4)."""
    ally: int | None = None
    """The wolves' ally by event card (N-19); 0: nobody, ``None``: not named yet."""
    lingering: dict[int, str] = field(default_factory=dict)
    """Hit, but still in until after their next own day speech: seat → cause."""
