"""The speech of everybody without a seer claim: the election, the day, defence, cards laid open, the call."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from llmwolf.players.bots.mind import Mind
from llmwolf.players.bots.speech.acts import Act, act, side, suspect, vote
from llmwolf.players.bots.speech.observed import observation
from llmwolf.players.bots.speech.phrases import PHRASES
from llmwolf.players.bots.speech.reasons import reasons
from llmwolf.players.bots.speech.remarks import FAINT, accusation, callers, merged, question, word_for
from llmwolf.players.bots.speech.sides import camps, sides_said
from llmwolf.players.bots.stories import passed_over
from llmwolf.players.bots.strategy.line import Line
from llmwolf.roles import registry
from llmwolf.rules.claims import Claim

_CAUGHT: Final = 0.85
"""Somebody who is out counts as a wolf found from this much belief on."""


def candidate(m: Mind) -> list[Act]:
    """Running for sheriff without claiming."""
    claims = [s for s in m.book.claimants() if s.checks]
    found = [act("candidate", must=True)]
    if not m.book.speeches:
        found.append(act("first_to_speak"))
    if not claims:
        found.append(act("no_seer_yet" if "seer" in m.facts.cards else "badge_plan"))
    elif len(claims) == 1:
        check = claims[0].checks[max(claims[0].checks)]
        if check.target != m.me:
            value = word_for(m, check.value)
            found.append(act("heard_claim", x=claims[0].seat, t=check.target, v=value))
    else:
        one, two = (s.checks[max(s.checks)] for s in claims[:2])
        if m.me not in (one.target, two.target):
            v, w = word_for(m, one.value), word_for(m, two.value)
            x, c = claims[0].seat, claims[1].seat
            found.append(act("heard_two", x=x, t=one.target, v=v, c=c, b=two.target, w=w))
    return found


def stepping_down(m: Mind) -> list[Act]:
    """退水 announced, where a seer is up."""
    return [act("will_step_down")] if m.book.claimants() else []


_SURE: Final = 0.6
"""From this much belief on nobody asks to be corrected."""
TERSE: Final = 0.75
WORDY: Final = 1.1
"""Below and above which wordiness a persona says less, and more, than most."""
LEADER: Final = 70
"""From this much ``lead`` on a persona names the vote before its reasons, and sums up."""
FOLLOWER: Final = 35
"""Up to this much it asks to be corrected."""


def defence(m: Mind, line: Line) -> list[Act]:
    """表水: against a check, against those who called, by one's own votes and side."""
    answered = m.book.side_of(m.me) == line.side and any(
        s.seat == m.me and s.day < m.facts.day for s in m.book.speeches
    )
    checkers = [] if answered else [story.seat for story in m.called_wolf_by(m.me)]
    found = [act("answer_check", suspect(seat), True, c=seat) for seat in checkers]
    found += _badge_denied(m)
    accusers = tuple(m.accusers())
    if not found and not (accusers and m.in_danger()):
        return found
    if accusers and not found:
        found.append(act("answer_calls", must=True, a=accusers[:3]))
    for ballot in reversed(m.book.ballots):
        chosen = ballot.votes.get(m.me, 0)
        if chosen and not ballot.stage.startswith("badge") and m.belief.wolf[chosen] > 0.5:
            found.append(act("plea_votes", x=chosen, when=ballot.day))
            break
    if line.side and {seer for _, seer in sides_said(m)} == {line.side}:
        found.append(act("plea_side", side(line.side), r=line.side))
    found.append(act("plea"))
    return found


def _badge_denied(m: Mind) -> list[Act]:
    """A word on the only seer claim's badge, where it has just gone past the speaker; no more than that."""
    if len(m.claims) != 1 or m.facts.day not in (day for day, _, _ in m.book.passed):
        return []
    c = m.claims[0].seat
    return [act("answer_badge", must=True, c=c)] if passed_over(m.book, m.facts, m.claims[0]) == m.me else []


def cards(m: Mind, line: Line, aim: int = 0) -> list[Act]:
    """The card laid open with what belongs to it; ``aim`` is whom a hunter would take."""
    if not line.role or line.role == "seer" or (line.role == "hunter" and m.facts.stage == "last_words"):
        return []
    found: list[Act] = []
    if m.exposed:
        found.append(act("fold", (Claim("retract", (), "seer"),), True))
    turned = line.role == "idiot" and m.me in m.facts.shown
    repeated = m.book.roles.get(m.me) == line.role
    if turned or not repeated or m.facts.stage != "speech":
        kind = "still_idiot" if turned else f"show_{line.role}"
        untold = any(t not in m.book.waters for _, t in line.saves)
        untold = untold or any(t not in m.book.poisons for _, t in line.poisons)
        kind = "show_witch_told" if line.role == "witch" and untold else kind
        liars = tuple(s for s in m.usurpers if s in m.facts.living and line.role == m.hand.role)
        card = registry()[line.role].en.lower() if m.lang == "en" else registry()[line.role].zh
        claim = Claim("role", (), line.role)
        if liars:
            t = liars if len(liars) > 1 else liars[0]
            found.append(act("counter_card", (claim, *suspect(*liars)), True, t=t, card=card))
        else:
            found.append(act(kind if kind in PHRASES[m.lang] else "show_card", (claim,), True, card=card))
        if liars and line.role == "witch" and not (line.saves or line.poisons):
            found.append(act("potions_left"))
    elif line.role == "bear_tamer":
        found.append(act("still_bear_tamer"))
    for night, target in line.saves:
        if target not in m.book.waters:
            kind = "saved_self" if target == m.me else "saved"
            found.append(act(kind, (Claim("save", (target,), "", night),), True, t=target, n=night))
    for night, target in line.poisons:
        if target not in m.book.poisons:
            found.append(act("poisoned", (Claim("poison", (target,), "", night),), True, t=target, n=night))
    told = set(m.book.guards.get(m.me, ()))
    for night, target in line.guards:
        if (night, target) not in told:
            kind = "guarded_self" if target == m.me else "guarded"
            found.append(act(kind, (Claim("guard", (target,), "", night),), True, t=target, n=night))
    found += _reports(m, line)
    if line.role == "silencer" and m.hand.used("silence") and not repeated:
        night, target = m.hand.uses["silence"][-1]
        found.append(act("silenced", t=target, n=night))
    if line.role == "hunter" and aim:
        found.append(act("gun_at", t=aim))
    return found


def _reports(m: Mind, line: Line) -> list[Act]:
    """What a gravekeeper or little girl saw and has not said yet; in last words all of it."""
    said = m.book.reports.get(m.me, {}) if m.facts.stage != "last_words" else {}
    found = []
    for night, target, value in line.reports:
        if target not in said:
            kind = "seen_wolf" if line.role == "little_girl" else f"grave_{value}"
            claim = Claim("check", (target,), value, night)
            found.append(act(kind, (claim,), True, t=target, n=night))
    return found


def lost(m: Mind, line: Line) -> list[Act]:
    """That one's power is gone, said by whoever has shown the card."""
    shown = line.role == m.hand.role and m.book.roles.get(m.me) == line.role
    return [act("powers_lost")] if m.powerless and shown and m.chance("lost", 50, m.facts.day) else []


def case(m: Mind, line: Line, dealt_with: Iterable[int] = ()) -> list[Act]:
    """Whom one suspects and why, the seat called for first and with more than one ground where there are.

    Nothing more about those ``dealt_with``. A follower who is not sure asks to be corrected.
    """
    targets = [s for s in _targets(line) if s not in dealt_with]
    if not targets:
        return [act("quiet_day")] if m.facts.day == 1 and not _targets(line) else []
    depth = grounds_of(m)
    found = accusation(m, targets[0], _seer(m, line), line, depth)
    for target in targets[1:3]:
        more = accusation(m, target, _seer(m, line), line, max(1, depth - 1))
        # One hunch a speech is enough; whoever else is doubted stands among the places for wolves.
        found += more if more[0].kind not in FAINT or found[0].kind not in FAINT else []
    sure = m.belief.wolf[targets[0]] >= _SURE or m.persona.lead > FOLLOWER
    if not sure and m.chance("unsure", 60, m.facts.day):
        found.append(act("unsure"))
    asked = [] if any(one.kind == "unheard" for one in found) else question(m, line, targets)
    return [*merged(found), *observation(m, line), *asked]


def grounds_of(m: Mind) -> int:
    """How many grounds this persona gives against the seat it wants out."""
    return 1 if m.persona.wordiness < TERSE else 3 if m.persona.wordiness > WORDY else 2


def _targets(line: Line) -> list[int]:
    return list(dict.fromkeys(seat for seat in (line.vote, *line.suspects) if seat))


def pits(m: Mind, line: Line) -> list[Act]:
    """狼坑: whom one wants out first, never more places than there are wolves to find."""
    caught = sum(m.belief.wolf[seat] > _CAUGHT for seat in m.facts.gone)
    places = tuple(_targets(line)[: max(1, m.wolves - caught)])
    if m.facts.stage.startswith("election") or len(places) < 2:
        return []
    return [act("pits", suspect(*places), list=places)]


def leads(m: Mind, line: Line) -> bool:
    """Whether this speaker opens with the vote: a leader, where somebody else has the last word."""
    if m.persona.lead < LEADER or m.facts.stage != "speech" or m.facts.sheriff == m.me or not line.vote:
        return False
    grounds = reasons(m, line.vote, line.side)
    return bool(grounds and grounds[0].strength > 0) and m.chance("leads", 75, m.facts.day)


def lead_call(line: Line) -> Act:
    """The vote named before its reasons."""
    return act("lead_call", vote(line.vote), True, t=line.vote)


def summing_up(m: Mind) -> list[Act]:
    """Who follows whom, told by a leader or the sheriff once most have spoken."""
    late = 2 * len(m.book.spoken()) > len(m.book.order)
    leader = m.facts.sheriff == m.me or m.persona.lead >= LEADER
    return camps(m) if leader and late and m.facts.stage == "speech" else []


def call(m: Mind, line: Line, case: Iterable[Act] = ()) -> list[Act]:
    """归票: one name with its colour, or none yet; not for sure where ``case`` is but a hunch."""
    t = line.vote
    if not t:
        return [act("no_call")]
    claim = vote(t)
    if m.facts.stage == "pk":
        return [act("call_pk" if len(m.book.order) == 2 else "call_stand", claim, True, t=t)]
    if m.facts.sheriff == m.me:
        calls = [target for (day, _), target in m.book.calls.items() if day == m.facts.day]
        found = [act("count_calls", t=t, n=calls.count(t))] if calls.count(t) > 1 else []
        second = next((s for s in line.suspects if s != t), 0)
        found.append(act("call_sheriff", claim, True, t=t))
        return [*found, act("fall_back", t=t, b=second)] if second else found
    before = callers(m, line)
    if before and m.chance("follow", 110 - m.persona.lead, m.facts.day):
        return [act("call_follow", claim, True, t=t, x=before[-1])]
    seer = _seer(m, line)
    story = m.book.stories.get(seer)
    if (story and story.value_of(t) == "wolf") or any(
        c.target == t and c.value == "wolf" for c in line.checks
    ):
        return [act("call_checked", claim, True, t=t)]
    if seer and t in m.book.stories:
        return [act("call_rival", claim, True, t=t)]
    hunch = any(one.kind in FAINT and ("t", t) in one.slots for one in case)
    return [act("call_hunch" if hunch else "call_plain", claim, True, t=t)]


def _seer(m: Mind, line: Line) -> int:
    return m.me if line.role == "seer" else line.side
