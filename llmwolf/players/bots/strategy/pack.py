"""The wolves as a team: what was agreed in the night talk, and what each makes of it by day."""

from __future__ import annotations

import re
from typing import Final

from llmwolf.players.bots.luck import drawn
from llmwolf.players.bots.mind import Mind
from llmwolf.players.bots.orders import is_order, orders_in
from llmwolf.players.bots.speech.whisper import offers
from llmwolf.roles import registry
from llmwolf.rules.events import Whispered
from llmwolf.rules.facts import NIGHT

_JUMPS: Final = re.compile(
    r"(?<![不别没])(?:我来?|明天|上警)[^,，。]{0,8}(?:悍跳|跳预|起跳|对跳)"
    r"|\bI\b(?! (?:do|will|shall) not)[^,.]{0,15} claim seer\b"
)
PREY: Final = {
    "witch": 0.9, "guard": 0.85, "bear_tamer": 0.8, "little_girl": 0.8, "hunter": 0.35, "elder": 0.3,
}  # fmt: skip
"""What it is worth to knife whoever claims the card; other gods are worth 0.6."""
TURNED: Final = 0.4
"""What it is worth to knife the seer where his turned card exposes the mate who claims as well."""
STYLES: Final = ("hook", "charge", "deep")
"""倒钩, 冲锋, 深水: how a wolf who does not claim behaves."""


def whispers(m: Mind, night: int) -> list[Whispered]:
    """The pack's lines of one night, in the order heard."""
    return [line for day, line in m.talk if day == night]


def claimant(m: Mind) -> int:
    """The pack's own seer claim on the table, 0 if there is none."""
    return next((s.seat for s in m.claims if s.seat in m.mates), 0)


def real_seer(m: Mind) -> int:
    """The claimant who is not of the pack, 0 while nobody claimed; the last to claim where there are more."""
    return next((s.seat for s in reversed(m.claims) if s.seat not in m.mates), 0)


def jumper(m: Mind) -> int:
    """Who is to 悍跳: the mate who claims already, whom a person's words name, or a volunteer of night 1."""
    if seat := claimant(m):
        return seat
    lines = whispers(m, 1)
    living = m.facts.living
    if meant := next((s for line in reversed(lines) for s in _meant(m, line) if s in living), 0):
        return meant
    volunteers = {w.seat for w in lines if _JUMPS.search(w.text)} if lines else set(m.mates)
    ranked = sorted(volunteers, key=lambda s: drawn(0, "jumper", s))
    return next((s for s in ranked if s in living), 0)


def _meant(m: Mind, line: Whispered) -> list[int]:
    """Whom ``line`` wants to 悍跳, unless it is no more than a bot's offer."""
    asked = [seat for seat, part in orders_in(line.text).parts if part == "jump" and seat in m.mates]
    return asked or ([line.seat] if _JUMPS.search(line.text) and not offers(line.text) else [])


def volunteers(m: Mind) -> bool:
    """Whether this wolf offers to 悍跳 in the talk of night 1: if a mate asked it to, else by character."""
    if "seer" not in m.facts.cards:
        return False
    meant = [seat for line in whispers(m, 1) for seat in _meant(m, line)]
    return meant[-1] == m.me if meant else m.chance("volunteer", 25 + m.persona.boldness // 3)


def style(m: Mind) -> str:
    """How this wolf behaves while a mate, or nobody, claims: as a mate asked, or as it likes.

    One the pack cannot count on lies deep.
    """
    if m.third or m.me not in m.mates:
        return "deep"
    if m.told_part in STYLES:
        return m.told_part
    return STYLES[(0, 0, 1, 1, 2)[m.draw("style", 5)]]


def doubt(m: Mind, seat: int) -> float:
    """How much a good player would suspect ``seat``, less what it takes to give up a mate (卖)."""
    seen = m.suspicion(seat)
    if seat not in m.mates:
        return seen
    if m.third and _ahead(m):
        return seen + 0.2
    if m.slips("spares_mates"):
        return seen - 1
    return seen - (0.12 if style(m) == "hook" else 0.3)


def _ahead(m: Mind) -> bool:
    """Whether the pack is close to winning alone, for a wolf who needs everybody but the lover out."""
    left = [s for s in m.facts.living if s != m.me and s not in m.dear]
    wolves = sum(s in m.mates for s in left)
    return 0 < len(left) - wolves <= 2 * wolves


# -- the knife ---------------------------------------------------------------------------------------------


def worth(m: Mind, seat: int) -> float:
    """What the pack gains by knifing ``seat``."""
    if seat in m.mates or seat in m.dear:
        return -1.0
    if m.facts.day == 1 and m.facts.phase == NIGHT:
        return 0.0
    role = m.book.roles.get(seat, "")
    value = 0.45 * (1 - m.belief.wolf[seat])
    if seat == real_seer(m):
        believed = m.belief.seer.get(seat, 0.0)
        value = 1.0 if believed > 0.3 or not claimant(m) else 0.2
        if m.rules.reveal_on_death and claimant(m) in m.facts.living:
            value = TURNED
    elif role in PREY:
        value = PREY[role]
    elif role and registry()[role].camp == "G":
        value = 0.6
    if m.facts.shown.get(seat) == "idiot":
        value = 0.15
    seer = real_seer(m)
    if seer and m.book.stories[seer].value_of(seat) == "good":
        value += 0.12
    if seat in m.book.waters:
        value += 0.1
    if seat == m.facts.sheriff:
        value += 0.2
    if m.charmed and seat not in m.charmed:
        value += 0.25
    return value + _side_bonus(m, role)


def _side_bonus(m: Mind, role: str) -> float:
    """屠边: press the side that is closer to being wiped out, by what has been claimed and shown."""
    if not m.rules.wolves_win.startswith("edge"):
        return 0.0
    cards = [_camp(card) for card in m.facts.cards]
    out = [_camp(m.book.roles.get(s, "")) for s in m.facts.gone]
    gods_left, villagers_left = (cards.count(camp) - out.count(camp) for camp in ("G", "V"))
    if (_camp(role) or "V") == "V":
        return 0.1 if villagers_left < gods_left else 0.0
    return 0.15 if gods_left <= villagers_left else 0.0


def _camp(card: str) -> str:
    """What the card counts as; nothing where no card is called so."""
    law = registry().get(card)
    return law.camp if law is not None else ""


def proposal(m: Mind, pool: tuple[int, ...]) -> int:
    """Whom this wolf would knife; sometimes past a seer who is surely guarded, never whom it charmed."""
    spared = {*m.mates, *m.dear, m.hand.last("charm", m.facts.day), m.hand.last("charm", m.facts.day - 1)}
    blind = m.slips("blind_knife")
    ranked = m.ranked((s for s in pool if s not in spared), lambda s: 0.0 if blind else worth(m, s), "knife")
    if (
        len(ranked) > 1
        and ranked[0] == real_seer(m)
        and "guard" in m.facts.cards
        and m.chance("around", 35, m.facts.day)
    ):
        return ranked[1]
    return ranked[0] if ranked else 0


def ordered(m: Mind, pool: tuple[int, ...]) -> int:
    """The last knife that a mate typed as an order tonight, 0 if none; never a mate but who gives it."""
    for line in reversed(whispers(m, m.facts.day)):
        seat = orders_in(line.text).knife
        own = seat == line.seat or seat not in m.mates
        if seat in pool and own and line.seat != m.me and (not line.target or is_order(line.text)):
            return seat
    return 0


def motive(m: Mind, target: int) -> str:
    """Why ``target``, in the words of the night talk."""
    if target == ordered(m, (target,)):
        return "follow"
    if m.facts.day == 1:
        return "first"
    if target == real_seer(m):
        return "seer"
    if m.book.roles.get(target) == "witch":
        return "witch"
    if target == m.facts.sheriff:
        return "badge"
    seer = real_seer(m)
    followers = [m.book.side_of(s) for s in m.facts.living if s not in m.mates]
    believed = seer and 2 * followers.count(seer) > len([side for side in followers if side])
    if believed and m.book.stories[seer].value_of(target) == "good":
        return "cleared"
    if any(m.book.calls.get((m.facts.day - 1, target)) == mate for mate in m.mates):
        return "near"
    if seer and m.book.side_of(target) == seer:
        return "sided"
    called = any(day == m.facts.day - 1 and on == target for (day, _), on in m.book.calls.items())
    doubted = any(on == target and sign < 0 for (_, on), (sign, _) in m.book.stances.items())
    return "plain" if called or doubted else "quiet"


def leader(m: Mind) -> int:
    """Which living mate decides tonight where the pack's voices are split."""
    return min((s for s in m.facts.living if s in m.mates), key=lambda s: _rank(m, s), default=0)


def _rank(m: Mind, seat: int) -> int:
    return drawn(0, "lead", m.facts.day, seat)


def agreed(m: Mind, pool: tuple[int, ...]) -> int:
    """The seat ordered in words, or that most mates named tonight; a tie goes to the mate who leads tonight.

    0: nobody named one.
    """
    if seat := ordered(m, pool):
        return seat
    named = [(w.seat, w.target) for w in whispers(m, m.facts.day) if w.target in pool]
    if not named:
        return 0
    targets = [target for _, target in named]
    most = max(targets.count(t) for t in targets)
    top = [pair for pair in named if targets.count(pair[1]) == most]
    return min(top, key=lambda pair: _rank(m, pair[0]))[1]
