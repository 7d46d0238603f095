"""PK speeches and last words."""

from __future__ import annotations

from llmwolf.players.bots.mind import Mind
from llmwolf.players.bots.speech.acts import Act, act
from llmwolf.players.bots.speech.answers import answered
from llmwolf.players.bots.speech.asked import asked_of
from llmwolf.players.bots.speech.remarks import FAINT, accusation, merged
from llmwolf.players.bots.speech.seer_talk import also, answer_word
from llmwolf.players.bots.speech.sides import taking_sides
from llmwolf.players.bots.speech.town_talk import call, cards, defence, pits
from llmwolf.players.bots.strategy.line import Line
from llmwolf.roles import registry
from llmwolf.rules.claims import Claim
from llmwolf.rules.facts import DAY, NIGHT


def run_off(m: Mind, line: Line) -> list[Act]:
    """PK: who brought me here, my card, one better target."""
    ballot = next((b.votes for b in reversed(m.book.ballots) if b.day == m.facts.day), {})
    voters = tuple(v for v, target in ballot.items() if target == m.me and v in m.facts.living and v != m.me)
    found = [act("pk_open", a=voters[:6])] if voters else []
    found += answered(m, line, asked_of(m.book, m.me))
    if line.role == "seer":
        found += _checks(m, line, "again" if m.my_story else "seer")
    else:
        found += cards(m, line, line.vote)
    if line.role != "seer":
        found += [one for one in defence(m, line) if one.kind.startswith("plea")][:1]
    others = [s for s in m.book.order if s != m.me]
    if len(others) == 1:
        found.append(act("pk_other", t=others[0]))
    if line.vote:
        found += accusation(m, line.vote, m.me if line.role == "seer" else line.side, line, 2)
    return [*found, *(call(m, line) if line.vote else [])]


def last_words(m: Mind, line: Line) -> list[Act]:
    """New facts first: every check again, the card; then side, wolf places, a farewell.

    Whose wolf card lies open has nothing left to claim.
    """
    if open_wolf(m):
        return [act("bye_open_wolf", must=True)]
    phase, day, how = m.facts.gone.get(m.me, (DAY, 0, ""))
    exiled = how == "exile"
    found: list[Act] = []
    if line.role == "seer":
        found.append(act("bye_seer"))
        found += _checks(m, line, "again" if m.my_story else "seer")
        gold = next((s for s in reversed(line.trusts) if s in m.facts.living), 0)
        found += pits(m, line)
        return [*found, act("bye_gold", t=gold)] if gold else found
    first_night = (phase, day) == (NIGHT, 1)
    first = "bye_first_heard" if m.book.speeches else "bye_first_night"
    found.append(act(first if first_night else "bye_exile" if exiled else "bye_out"))
    found += cards(m, line)
    found += [one for one in taking_sides(m, line) if one.kind != "side_open"]
    seer = line.side
    charges = [one for target in line.suspects[:2] for one in accusation(m, target, seer, line)]
    found += merged(one for one in charges if one.kind not in FAINT)
    blame = exiled and m.chance("blame", 50, m.facts.day)
    return [*found, act("bye_blame" if blame else "bye_good")]


def open_wolf(m: Mind) -> bool:
    """Whether everybody has seen that the speaker is a wolf."""
    card = registry().get(m.facts.shown.get(m.me, ""))
    return any(seat == m.me for seat, _, _ in m.book.exploded) or (card is not None and card.camp == "W")


def _checks(m: Mind, line: Line, first: str) -> list[Act]:
    """Every check due, the first with the claim to the card."""
    role = Claim("role", (), "seer")
    due = line.checks or tuple(m.my_story.checks.values() if m.my_story else ())
    found: list[Act] = []
    for check in due:
        told = also(m, check, True)
        if not found:
            kind = f"seer_{answer_word(m, check.value)}" if first == "seer" else told.kind
            told = act(kind, (role, *told.claims), True, t=check.target, n=check.night)
        found.append(told)
    return found or [act("seer_none", (role,), True, n=m.facts.day)]
