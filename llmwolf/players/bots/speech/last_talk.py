"""PK speeches and last words."""

from __future__ import annotations

from llmwolf.players.bots.mind import Mind
from llmwolf.players.bots.speech.acts import Act, act
from llmwolf.players.bots.speech.remarks import accusation
from llmwolf.players.bots.speech.seer_talk import answer_word
from llmwolf.players.bots.speech.sides import taking_sides
from llmwolf.players.bots.speech.town_talk import call, cards, defence, pits
from llmwolf.players.bots.strategy.line import Line
from llmwolf.rules.claims import Claim
from llmwolf.rules.facts import DAY, NIGHT


def run_off(m: Mind, line: Line) -> list[Act]:
    """PK: who brought me here, my card, one better target."""
    ballot = next((b.votes for b in reversed(m.book.ballots) if b.day == m.facts.day), {})
    voters = tuple(v for v, target in ballot.items() if target == m.me and v in m.facts.living and v != m.me)
    found = [act("pk_open", a=voters[:4])] if voters else []
    if line.role == "seer":
        found += _checks(m, line, "again" if m.my_story else "seer")
    else:
        found += cards(m, line, line.vote)
    others = [s for s in m.book.order if s != m.me]
    if len(others) == 1:
        found.append(act("pk_other", t=others[0]))
    if line.vote:
        found += accusation(m, line.vote, m.me if line.role == "seer" else line.side, 2)
    if line.role != "seer":
        found += [one for one in defence(m, line) if one.kind.startswith("plea")][:1]
    return [*found, *(call(m, line) if line.vote else [])]


def last_words(m: Mind, line: Line) -> list[Act]:
    """New facts first: every check again, the card; then side, wolf places, a farewell."""
    phase, day, how = m.facts.gone.get(m.me, (DAY, 0, ""))
    farewell = "bye_exile" if how == "exile" else "bye_out"
    found: list[Act] = []
    if line.role == "seer":
        found.append(act("bye_seer"))
        found += _checks(m, line, "again" if m.my_story else "seer")
        gold = next((s for s in reversed(line.trusts) if s in m.facts.living), 0)
        found += pits(m, line)
        return [*found, act("bye_gold", t=gold)] if gold else found
    found.append(act("bye_first_night" if (phase, day) == (NIGHT, 1) else farewell))
    found += cards(m, line)
    found += [one for one in taking_sides(m, line) if one.kind != "side_open"]
    seer = line.side
    for target in line.suspects[:2]:
        found += accusation(m, target, seer)
    return [*found, act("bye_good")]


def _checks(m: Mind, line: Line, first: str) -> list[Act]:
    """Every check due, the first with the claim to the card."""
    role = Claim("role", (), "seer")
    due = line.checks or tuple(m.my_story.checks.values() if m.my_story else ())
    found: list[Act] = []
    for check in due:
        claims: tuple[Claim, ...] = (Claim("check", (check.target,), check.value, check.night),)
        answer = answer_word(m, check.value)
        kind = f"also_{answer}"
        if not found:
            kind = f"{first}_{answer}" if first == "seer" else kind
            claims = (role, *claims)
        found.append(act(kind, claims, True, t=check.target, n=check.night))
    return found or [act("seer_none", (role,), True)]
