"""Claims and ballots in as few words as they can be told apart by: a log holds hundreds."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from llmwolf.players.phrases import answer_name, role_name
from llmwolf.players.words import Pair, pick
from llmwolf.rules.claims import Claim
from llmwolf.rules.events import Ballots

HARD: Final = ("role", "retract", "check", "save", "poison", "guard", "flow")
"""Claims of a card or of an act, which are never forgotten; the others are opinions of the day."""

_WORDS: Final[dict[str, Pair]] = {
    "role": ("跳{value}", "claims {value}"),
    "retract": ("收回{value}", "takes back {value}"),
    "check": ("{when}验{seats}{value}", "{when} check {seats} {value}"),
    "save": ("{when}救{seats}", "{when} saved {seats}"),
    "poison": ("{when}毒{seats}", "{when} poisoned {seats}"),
    "guard": ("{when}守{seats}", "{when} guarded {seats}"),
    "flow": ("警徽流{seats}", "flow {seats}"),
    "suspect": ("疑{seats}", "suspects {seats}"),
    "trust": ("保{seats}", "trusts {seats}"),
    "side": ("站边{seats}", "sides with {seats}"),
    "vote": ("归票{seats}", "votes {seats}"),
}
_ROUNDS: Final[dict[str, Pair]] = {
    "badge_ballot": ("警长票", "sheriff ballot"),
    "badge_pk_ballot": ("警长PK票", "sheriff run-off"),
    "ballot": ("放逐票", "exile ballot"),
    "pk_ballot": ("PK票", "run-off"),
}
_OPINIONS: Final = ("suspect", "trust", "side", "vote")


def numbers(seats: Iterable[int], lang: str) -> str:
    """``1、3、5-9`` or ``1, 3, 5-9``: three or more that follow each other are told by the first and last."""
    runs: list[list[int]] = []
    for seat in seats:
        if runs and seat == runs[-1][-1] + 1:
            runs[-1].append(seat)
        else:
            runs.append([seat])
    told = [
        word
        for run in runs
        for word in ([f"{run[0]}-{run[-1]}"] if len(run) > 2 else [str(seat) for seat in run])
    ]
    return pick(("、", ", "), lang).join(told)


def claim_words(claims: Iterable[Claim], lang: str) -> str:
    """``跳预言家；第1夜验2好人；疑3、5``; opinions of one kind are told together."""
    targets: dict[str, list[int]] = {}
    listed: dict[Claim, None] = {}
    for claim in claims:
        if claim.act in _OPINIONS:
            named = targets.setdefault(claim.act, [])
            named += [seat for seat in claim.targets if seat not in named]
        else:
            listed[claim] = None
    words = [_words(claim, lang) for claim in listed]
    words += [_words(Claim(act, tuple(seats)), lang) for act, seats in targets.items()]
    return pick(("；", "; "), lang).join(words)


def standing_claims(claims: Iterable[Claim]) -> list[Claim]:
    """The hard ones among ``claims``, each once, of the badge flows the last alone."""
    flow: Claim | None = None
    kept: dict[Claim, None] = {}
    for claim in claims:
        if claim.act == "flow":
            flow = claim
        elif claim.act in HARD:
            kept[claim] = None
    return [*kept, *([flow] if flow else [])]


def round_name(stage: str, lang: str) -> str:
    """What a ballot is called."""
    return pick(_ROUNDS.get(stage, (stage, stage)), lang)


@lru_cache(maxsize=512)
def vote_words(event: Ballots, lang: str) -> str:
    """``3←1、2、4；1←3；弃票5``, who got most first; half votes that are no seat's are told as such.

    All seats of a table tell all ballots in every prompt.
    """
    voters: dict[int, list[int]] = {}
    for voter, target in event.ballots:
        voters.setdefault(target, []).append(voter)
    halves = dict(event.tally)
    named = sorted({*halves, *voters} - {0}, key=lambda seat: (-halves.get(seat, 0), seat))
    extra = dict(event.extra)
    parts = []
    for seat in named:
        added = pick((f"＋{extra[seat] / 2:g}票", f" + {extra[seat] / 2:g}"), lang) if seat in extra else ""
        parts.append(f"{seat}←{numbers(voters.get(seat, ()), lang)}{added}")
    if 0 in voters:
        parts.append(pick(("弃票", "abstained "), lang) + numbers(voters[0], lang))
    return pick(("；", "; "), lang).join(parts)


def _words(claim: Claim, lang: str) -> str:
    value = answer_name(claim.value, lang) if claim.act == "check" else role_name(claim.value, lang)
    when = pick((f"第{claim.night}夜", f"N{claim.night}"), lang) if claim.night else ""
    words = pick(_WORDS[claim.act], lang)
    return words.format(seats=numbers(claim.targets, lang), value=value, when=when).strip()
