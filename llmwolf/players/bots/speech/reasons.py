"""Why a seat looks bad, found in what really happened in this game."""

from __future__ import annotations

from typing import NamedTuple

from llmwolf.players.bots.evidence import beside
from llmwolf.players.bots.ledger import Ballot, SeerStory
from llmwolf.players.bots.mind import Mind


class Reason(NamedTuple):
    """One ground: ``kind`` names its sentences, ``slots`` fill them, a higher ``weight`` tells more."""

    kind: str
    weight: int
    slots: dict[str, object]


def reasons(m: Mind, target: int, seer: int) -> list[Reason]:
    """The grounds against ``target`` for somebody who believes ``seer`` (0: nobody), strongest first."""
    found: list[Reason] = []
    story = m.book.stories.get(seer) if seer else None
    rivals = [s.seat for s in m.book.claimants() if s.seat != seer] if seer else []
    if story is not None:
        found += _by_the_claim(m, target, story, rivals)
    else:
        checkers = [s.seat for s in m.called_wolf_by(target)]
        found += [Reason("checked_maybe", 5, {"r": checkers[0]})] if checkers else []
    found += _by_sights(m, target)
    found += _by_ballots(m, target, story, rivals)
    found += _by_words(m, target, story, rivals)
    return sorted(found, key=lambda r: -r.weight)


def _by_the_claim(m: Mind, target: int, story: SeerStory, rivals: list[int]) -> list[Reason]:
    found = []
    mine = story.seat == m.me
    if story.value_of(target) == "wolf":
        found.append(Reason("my_wolf" if mine else "checked", 9, {"r": story.seat}))
    if target in rivals:
        late = m.book.stories[target].place > story.place
        found.append(Reason("rival_late" if late else "rival", 8, {"r": story.seat}))
    for day, giver, heir in m.book.passed:
        if giver == story.seat and heir != target and story.flow[:1] == (target,) and day >= story.flow_day:
            found.append(Reason("badge_missed", 7, {"r": giver}))
    return found


def _by_sights(m: Mind, target: int) -> list[Reason]:
    """What a gravekeeper or little girl tells, and the bear."""
    found = []
    for seat, told in m.book.reports.items():
        if seat != m.me and target in told and told[target].value == "wolf":
            found.append(Reason("reported", 7, {"r": seat}))
    tamers = m.book.holders("bear_tamer")
    if len(tamers) == 1 and any(target in beside(m.facts, tamers[0], day) for day in sorted(m.book.roars)):
        found.append(Reason("beside_bear", 6, {"b": tamers[0]}))
    return found


def _by_ballots(m: Mind, target: int, story: SeerStory | None, rivals: list[int]) -> list[Reason]:
    found = []
    day = m.facts.day
    for ballot in reversed(m.book.ballots):
        if target not in ballot.votes:
            continue
        chosen = ballot.votes[target]
        slots: dict[str, object] = {"when": ballot.day, "g": chosen}
        if ballot.stage.startswith("badge"):
            if chosen in rivals:
                found.append(Reason("badge_rival", 4, {**slots, "c": chosen}))
            continue
        recent = 1 if ballot.day >= day - 1 else 0
        if not chosen:
            found.append(Reason("abstained", 2 + recent, slots))
        elif chosen == m.me:
            found.append(Reason("voted_me", 3 + recent, slots))
        elif story and chosen == story.seat:
            found.append(Reason("voted_seer", 5 + recent, {**slots, "r": chosen}))
        elif story and _cleared(story, chosen, ballot):
            kind = "voted_my_gold" if story.seat == m.me else "voted_gold"
            found.append(Reason(kind, 5 + recent, {**slots, "r": story.seat}))
        mates = [x for x, _, _ in m.book.exploded if ballot.votes.get(x, 0) == chosen and x != target]
        if chosen and mates:
            found.append(Reason("same_as_blast", 4, {**slots, "x": mates[0]}))
    for broken, voter in m.book.broken:
        if voter == target:
            said = m.book.calls.get((broken, voter), 0)
            cast = m.book.exile_votes(broken).get(voter, 0)
            if said and cast and said != cast:
                found.append(Reason("against_word", 4, {"when": broken, "a": said, "b": cast}))
    return found


def _cleared(story: SeerStory, seat: int, ballot: Ballot) -> bool:
    return any(
        c.target == seat and c.value == "good" and c.night <= ballot.day for c in story.checks.values()
    )


def _by_words(m: Mind, target: int, story: SeerStory | None, rivals: list[int]) -> list[Reason]:
    found = []
    stances = m.book.stances
    followed = m.book.side_of(target)
    if followed in rivals:
        found.append(Reason("sided_rival", 5, {"c": followed}))
    for blown, _, _ in m.book.exploded:
        if stances.get((target, blown), (0, 0))[0] > 0:
            found.append(Reason("backed_blast", 6, {"x": blown}))
        elif stances.get((blown, target), (0, 0))[0] > 0:
            found.append(Reason("blast_backed", 5, {"x": blown}))
    for other in m.facts.living:
        praised = stances.get((target, other), (0, 0))[0] > 0 and stances.get((other, target), (0, 0))[0] > 0
        if praised and story and story.value_of(other) == "wolf":
            found.append(Reason("mutual", 6, {"x": other}))
    if story:
        for check in story.checks.values():
            if check.value == "good" and stances.get((target, check.target), (0, 0))[0] < 0:
                mine = story.seat == m.me
                found.append(
                    Reason("hit_my_gold" if mine else "hit_gold", 4, {"g": check.target, "r": story.seat})
                )
    said = [s for s in m.book.speeches if s.seat == target and s.stage in ("speech", "pk")]
    if said and len(said[-1].text) < 20:
        found.append(Reason("short", 3, {"when": said[-1].day}))
    claims = m.book.claimants()
    heard = said and len(claims) > 1 and target not in m.book.stories and said[-1].day > claims[-1].day
    if heard and not followed:
        found.append(Reason("no_side", 3, {"r": claims[0].seat, "c": claims[1].seat}))
    return found
