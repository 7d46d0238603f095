"""What a table has seen and heard, folded from its log by nothing that bots use: a measure of words."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from llmwolf.roles import registry
from llmwolf.rules import events as ev
from llmwolf.rules.audience import Event


@dataclass
class Record:
    """The public record, and ``own``: what one seat was shown and did."""

    day: int = 0
    living: set[int] = field(default_factory=set)
    nights: dict[int, tuple[int, ...]] = field(default_factory=dict)
    ballots: list[tuple[int, str, dict[int, int]]] = field(default_factory=list)
    calls: dict[tuple[int, int], int] = field(default_factory=dict)
    spoke: list[tuple[int, int, int]] = field(default_factory=list)
    """(day, round, seat)."""
    round: int = 0
    order: tuple[int, ...] = ()
    seers: list[int] = field(default_factory=list)
    """In the order of their claims; whoever took it back is out."""
    since: dict[int, int] = field(default_factory=dict)
    turn: dict[int, int] = field(default_factory=dict)
    """Seer claim → the round of speeches in which it was made."""
    checks: set[tuple[int, int, str]] = field(default_factory=set)
    flows: dict[int, tuple[int, ...]] = field(default_factory=dict)
    planned: set[tuple[int, int]] = field(default_factory=set)
    """(seer claim, seat) of everybody who ever was in a flow."""
    sides: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    stances: dict[tuple[int, int], str] = field(default_factory=dict)
    accused: set[tuple[int, int, int]] = field(default_factory=set)
    """(round, speaker, target)."""
    roles: dict[int, str] = field(default_factory=dict)
    waters: dict[int, int] = field(default_factory=dict)
    poisons: dict[int, int] = field(default_factory=dict)
    ended: set[int] = field(default_factory=set)
    """Whose speech was cut short."""
    reported: set[tuple[int, int]] = field(default_factory=set)
    cards: tuple[str, ...] = ()
    fallen: int = 0
    """Who was exiled last."""
    proved: set[int] = field(default_factory=set)
    """Wolves by a duel, or by whom their charm took along."""
    exploded: set[int] = field(default_factory=set)
    passed: list[tuple[int, int]] = field(default_factory=list)
    roared: set[int] = field(default_factory=set)
    shown: dict[int, str] = field(default_factory=dict)
    sheriff: int = 0
    fired: set[int] = field(default_factory=set)
    """Who shot or dueled."""
    own: set[tuple[str, int, int]] = field(default_factory=set)
    """(verb or fact, night, seat)."""
    seen: dict[tuple[int, int], str] = field(default_factory=dict)

    def voted(self, voter: int, target: int, day: int = 0) -> bool:
        """Whether ``voter`` voted for ``target`` in an exile ballot of ``day``, in a badge ballot for 0."""
        return any(
            votes.get(voter) == target and (stage.startswith("badge") if not day else on == day)
            for on, stage, votes in self.ballots
        )

    def side(self, seat: int) -> int:
        """The seer claim that ``seat`` said last it follows."""
        return self.sides[seat][-1][1] if self.sides.get(seat) else 0


def record(log: Iterable[Event]) -> Record:
    """The record after ``log``."""
    r = Record()
    for event in log:
        _take(r, event)
    return r


def _take(r: Record, event: Event) -> None:
    match event:
        case ev.GameBegan():
            r.living, r.cards = set(range(1, event.seats + 1)), event.cards
        case ev.NightFell():
            r.day = event.day
        case ev.Announced():
            r.nights[r.day] = tuple(event.seats)
        case ev.TurnOrder():
            r.round, r.order = r.round + 1, event.seats
        case ev.Ballots():
            r.ballots.append((r.day, event.stage, dict(event.ballots)))
        case ev.Exiled():
            r.fallen = event.seat
        case ev.Shot():
            r.fired.add(event.seat)
        case ev.Dueled():
            r.fired.add(event.seat)
            r.proved |= {event.target} if event.hit else set()
        case ev.Died():
            r.living.discard(event.seat)
            if event.how == "follow" and "cupid" not in r.cards:
                r.proved.add(r.fallen)
        case ev.Exploded():
            r.exploded.add(event.seat)
        case ev.BadgePassed():
            r.passed.append((event.giver, event.seat))
        case ev.Roared():
            r.roared.add(r.day)
        case ev.Revealed():
            r.shown[event.seat] = event.role
        case ev.Acted():
            r.own.add((event.verb, event.when, event.target))
        case ev.Told():
            r.own.add((event.fact, event.night, event.seat))
            r.seen[event.night, event.seat] = event.value
        case ev.Spoke():
            r.spoke.append((r.day, r.round, event.seat))
            r.ended |= {event.seat} if event.cut == "cut_in" else set()
            for claim in event.claims:
                for target in claim.targets or (0,):
                    _hear(r, event.seat, claim.act, target, claim.value, event.stage)
                if claim.act == "flow":
                    r.flows[event.seat] = claim.targets
                    r.planned |= {(event.seat, target) for target in claim.targets}
    # The dead of a night are announced before they are out one by one.
    r.living -= set(r.nights.get(r.day, ()))


def _hear(r: Record, seat: int, act: str, target: int, value: str, stage: str) -> None:
    match act:
        case "role":
            r.roles[seat] = value
            if value == "seer" and seat not in r.seers:
                r.seers.append(seat)
                r.since.setdefault(seat, r.day)
                r.turn.setdefault(seat, r.round)
        case "retract":
            r.roles.pop(seat, None)
            if value == "seer" and seat in r.seers:
                r.seers.remove(seat)
        case "check" if r.roles.get(seat) in ("gravekeeper", "little_girl"):
            r.reported.add((seat, target))
        case "check":
            r.checks.add((seat, target, value))
        case "side":
            r.sides.setdefault(seat, []).append((r.day, target))
        case "suspect" | "trust":
            r.stances[seat, target] = act
            if act == "suspect":
                r.accused.add((r.round, seat, target))
        case "save":
            r.waters[target] = seat
        case "poison":
            r.poisons[target] = seat
        case "vote" if stage in ("speech", "pk"):
            r.calls[r.day, seat] = target


Truth = Callable[[Record, int, dict[str, Any]], bool]


def seats(value: object) -> tuple[int, ...]:
    """One seat or several."""
    return value if isinstance(value, tuple) else (value,) if isinstance(value, int) else ()


def _called(r: Record, caller: int, target: object, day: int = 0) -> bool:
    return r.calls.get((day or r.day, caller)) == target


def _every(name: str, truth: Callable[[Record, int, int, dict[str, Any]], bool]) -> Truth:
    """``truth`` of every seat in the slot ``name``."""
    return lambda r, me, s: all(truth(r, me, seat, s) for seat in seats(s[name]))


def _cast(target: str) -> Truth:
    return _every("t", lambda r, me, t, s: r.voted(t, me if target == "me" else s[target], s["when"]))


def _has_check(value: str) -> Truth:
    return _every("t", lambda r, me, t, s: (s["r"], t, value) in r.checks)


def _own_check(value: str) -> Truth:
    return lambda r, me, s: (
        ("check", s["n"], s["t"]) in r.own and (good(r.seen[s["n"], s["t"]]) == (value == "good"))
    )


def good(shown: str) -> bool:
    """Whether what the judge showed of a side is good."""
    card = registry().get(shown)
    return card.camp != "W" if card else shown in ("good", "village")


def _open_wolf(r: Record, seat: int) -> bool:
    return seat in r.exploded | r.proved or (seat in r.shown and not good(r.shown[seat]))


def _named(r: Record, x: int) -> bool:
    return any(seat == x and turn == r.round for _, turn, seat in r.spoke)


CALL = _every("t", lambda r, me, t, s: t in r.living and t != me)
SIDE = lambda r, me, s: s["r"] in r.seers or r.shown.get(s["r"]) == "seer"  # noqa: E731
_OTHER = lambda s: s.get("t", s.get("c"))  # noqa: E731
BETWEEN: dict[str, Truth] = {
    "poisoned": lambda r, me, s: r.poisons[_OTHER(s)] == s["w"] and r.roles[s["w"]] == "witch",
    "silvered": lambda r, me, s: r.waters[s["r"]] == s["w"] and r.roles[s["w"]] == "witch",
    "hits_gold": lambda r, me, s: {(_OTHER(s), s["g"], "wolf"), (s["r"], s["g"], "good")} <= r.checks,
    "saves_wolf": lambda r, me, s: {(_OTHER(s), s["g"], "good"), (s["r"], s["g"], "wolf")} <= r.checks,
    "hits_silver": lambda r, me, s: (_OTHER(s), s["g"], "wolf") in r.checks and r.waters[s["g"]] == s["w"],
    "backed": lambda r, me, s: _open_wolf(r, s["b"]) and r.side(s["b"]) == _OTHER(s),
    "knife": lambda r, me, s: (s["r"],) in r.nights.values() and _OTHER(s) in r.living,
    "moved": lambda r, me, s: len({t for x, t in r.planned if x == _OTHER(s)}) > 1,
    "flowless": lambda r, me, s: bool(r.flows.get(s["r"])) and not r.flows.get(_OTHER(s)),
    "easy_gold": lambda r, me, s: (_OTHER(s), s["g"], "good") in r.checks,
    "hits_seer": lambda r, me, s: (_OTHER(s), s["r"], "wolf") in r.checks,
}
"""What speaks against one seer claim (``t`` as a ground, ``c`` as one for the other side), by its kind."""
TRUTHS: dict[str, Truth] = {
    # -- ballots ---------------------------------------------------------------------------------------
    "voted_seer": lambda r, me, s: s["r"] in r.seers and _cast("r")(r, me, s),
    "voted_gold": lambda r, me, s: (s["r"], s["g"], "good") in r.checks and _cast("g")(r, me, s),
    "voted_my_gold": lambda r, me, s: (me, s["g"], "good") in r.checks and _cast("g")(r, me, s),
    "voted_me": _cast("me"),
    "ans_vote_word": lambda r, me, s: r.voted(me, s["t"], s["when"]) and _called(r, me, s["t"], s["when"]),
    "ans_vote_many": lambda r, me, s: r.voted(me, s["t"], s["when"]),
    "ans_vote_own": lambda r, me, s: r.voted(me, s["t"], s["when"]),
    "ans_vote_you": lambda r, me, s: r.voted(me, s["x"], s["when"]),
    "ans_vote_not": lambda r, me, s: r.voted(me, s["t"], s["when"]),
    "ans_vote_none": lambda r, me, s: r.voted(me, 0, s["when"]),
    "ans_badge_seer": lambda r, me, s: r.voted(me, s["t"]) and s["t"] in r.seers,
    "ans_badge_own": lambda r, me, s: r.voted(me, s["t"]),
    "ans_badge_not": lambda r, me, s: r.voted(me, s["t"]),
    "ans_check": lambda r, me, s: any((x, t) == (me, s["t"]) for x, t, _ in r.checks),
    "ans_check_not": lambda r, me, s: all((x, t) != (me, s["t"]) for x, t, _ in r.checks),
    "ans_no_seer": lambda r, me, s: not set(r.seers) - {me},
    "flow_moved": lambda r, me, s: s["x"] in r.flows[me] and s["x"] in r.living,
    "ans_flow_past": lambda r, me, s: r.flows[me] == s["list"],
    "ans_flow_none": lambda r, me, s: me not in r.seers,
    "same_as_blast": lambda r, me, s: (
        s["x"] in r.exploded and r.voted(s["x"], s["g"], s["when"]) and _cast("g")(r, me, s)
    ),
    "abstained": _every("t", lambda r, me, t, s: r.voted(t, 0, s["when"])),
    "against_word": _every(
        "t", lambda r, me, t, s: _called(r, t, s["a"], s["when"]) and r.voted(t, s["b"], s["when"])
    ),
    "ask_word": lambda r, me, s: _called(r, s["t"], s["a"], s["when"]) and r.voted(s["t"], s["b"], s["when"]),
    "ask_vote": _cast("g"),
    "badge_rival": _every("t", lambda r, me, t, s: s["c"] in r.seers and r.voted(t, s["c"])),
    "plea_votes": lambda r, me, s: r.voted(me, s["x"], s["when"]),
    "trust_votes": _cast("x"),
    "pk_open": lambda r, me, s: all(r.voted(a, me, r.day) for a in seats(s["a"])),
    "pk_other": lambda r, me, s: {s["t"], me} == set(r.order),
    # -- seer claims -----------------------------------------------------------------------------------
    "checked": _has_check("wolf"),
    "checked_maybe": _has_check("wolf"),
    "trust_gold": _has_check("good"),
    "trust_golds": lambda r, me, s: {(s["r"], s["t"], "good"), (s["c"], s["t"], "good")} <= r.checks,
    "gold_of_rival": _every("t", lambda r, me, t, s: (s["c"], t, "good") in r.checks),
    "rival": lambda r, me, s: {s["t"], s["r"]} <= set(r.seers),
    "rival_late": lambda r, me, s: r.turn[s["t"]] > r.turn[s["r"]],
    **{kind: truth for name, truth in BETWEEN.items() for kind in (f"rival_{name}", f"side_{name}")},
    "my_rival": lambda r, me, s: s["t"] in r.seers,
    "my_rival_late": lambda r, me, s: me in r.seers and r.turn[s["t"]] > r.turn[me],
    "duel": lambda r, me, s: s["c"] in r.seers,
    "duel_late": lambda r, me, s: me in r.seers and r.turn[s["c"]] > r.turn[me],
    "duel_gold": lambda r, me, s: (s["c"], s["t"], "good") in r.checks,
    "duel_wolf": lambda r, me, s: (s["c"], s["t"], "wolf") in r.checks,
    "duel_saves_wolf": lambda r, me, s: (s["c"], s["t"], "good") in r.checks,
    "duel_hits_gold": lambda r, me, s: (s["c"], s["t"], "wolf") in r.checks,
    "duel_me": lambda r, me, s: (s["c"], me, "wolf") in r.checks,
    "duel_flow": lambda r, me, s: not r.flows.get(s["c"]),
    "badge_against": lambda r, me, s: s["c"] in r.seers,
    "badge_missed": _every(
        "t",
        lambda r, me, t, s: r.flows[s["r"]][0] == t and any(g == s["r"] and h != t for g, h in r.passed),
    ),
    "heard_claim": lambda r, me, s: any((x, t) == (s["x"], s["t"]) for x, t, _ in r.checks),
    "heard_two": lambda r, me, s: {(s["x"], s["t"]), (s["c"], s["b"])} <= {(x, t) for x, t, _ in r.checks},
    "no_seer_yet": lambda r, me, s: not any(x in r.seers for x, _, _ in r.checks),
    "will_step_down": lambda r, me, s: bool(r.seers),
    "answer_check": lambda r, me, s: (s["c"], me, "wolf") in r.checks,
    "ask_check": lambda r, me, s: any((x, t) == (s["t"], s["g"]) for x, t, _ in r.checks),
    "side_only": lambda r, me, s: set(r.seers) - {me} == {s["r"]},
    "side_only_yet": lambda r, me, s: set(r.seers) - {me} == {s["r"]} and bool(set(r.order) - _spoken(r)),
    "side_died": lambda r, me, s: any(
        dead == (s["r"],) and n > r.since[s["r"]] for n, dead in r.nights.items()
    ),
    "side_blast": lambda r, me, s: s["x"] in r.exploded and (s["r"], s["x"], "wolf") in r.checks,
    "side_my_gold": lambda r, me, s: (s["r"], me, "good") in r.checks,
    "side_my_wolf": lambda r, me, s: (s["c"], me, "wolf") in r.checks and SIDE(r, me, s),
    "answer_badge": lambda r, me, s: (
        me in r.flows[s["c"]] and any(g == s["c"] and h != me for g, h in r.passed)
    ),
    "side_my_badge": lambda r, me, s: (
        SIDE(r, me, s) and me in r.flows[s["c"]] and any(g == s["c"] and h != me for g, h in r.passed)
    ),
    "side_after_check": lambda r, me, s: (s["c"], me, "wolf") in r.checks and SIDE(r, me, s),
    "side_early": lambda r, me, s: r.turn[s["r"]] < r.turn[s["c"]],
    "side_votes": lambda r, me, s: r.side(s["x"]) == s["c"] and SIDE(r, me, s),
    "side_lean": lambda r, me, s: {s["r"], s["c"]} <= set(r.seers),
    "side_keep": lambda r, me, s: r.side(me) == s["r"] and s["c"] in r.living,
    "side_keep_days": lambda r, me, s: r.sides[me][-1] == (r.day - 1, s["r"]) and s["c"] in r.living,
    "side_keep_past": lambda r, me, s: r.side(me) == s["r"],
    "side_back": lambda r, me, s: r.voted(me, s["r"], s["when"]) and SIDE(r, me, s),
    "switched_side": lambda r, me, s: r.side(me) == s["x"],
    "switched_badge": lambda r, me, s: not r.side(me) and r.voted(me, s["x"]),
    "switch_open": lambda r, me, s: _open_wolf(r, s["x"]),
    "switch_proved": lambda r, me, s: (s["x"], s["t"], "good") in r.checks and _open_wolf(r, s["t"]),
    "switch_vote": lambda r, me, s: r.voted(s["x"], s["g"], s["when"]),
    "switch_card": lambda r, me, s: s["t"] in r.roles and r.side(s["t"]) == s["r"],
    "switch_again": lambda r, me, s: SIDE(r, me, s) and s["x"] != s["r"],
    "switch_check": lambda r, me, s: (s["x"], s["t"], "wolf") in r.checks,
    "bye_open_wolf": lambda r, me, s: _open_wolf(r, me),
    "side_open": lambda r, me, s: {s["c"], s["x"]} <= set(r.seers),
    "side_turned": lambda r, me, s: r.shown.get(s["r"]) == "seer",
    # -- words -----------------------------------------------------------------------------------------
    "sided_rival": _every("t", lambda r, me, t, s: r.side(t) == s["c"]),
    "trust_side": _every("t", lambda r, me, t, s: r.side(t) == s["r"]),
    "said_same_side": _every("x", lambda r, me, x, s: r.side(x) == s["r"] and _named(r, x)),
    "said_other_side": _every("x", lambda r, me, x, s: r.side(x) == s["c"] and _named(r, x)),
    "said_no_side": _every("x", lambda r, me, x, s: not r.side(x) and _named(r, x)),
    "ask_side": lambda r, me, s: r.side(s["t"]) == s["c"],
    "plea_side": lambda r, me, s: {seer for _, seer in r.sides[me]} == {s["r"]},
    "sum_sides": lambda r, me, s: (
        all(r.side(a) == s["r"] for a in seats(s["a"])) and all(r.side(b) == s["c"] for b in seats(s["b"]))
    ),
    "no_side": _every("t", lambda r, me, t, s: not r.side(t) and {s["r"], s["c"]} <= set(r.seers)),
    "backed_blast": _every("t", lambda r, me, t, s: r.stances[t, s["x"]] == "trust" and s["x"] in r.exploded),
    "blast_backed": _every("t", lambda r, me, t, s: r.stances[s["x"], t] == "trust" and s["x"] in r.exploded),
    "mutual": lambda r, me, s: r.stances[s["t"], s["x"]] == r.stances[s["x"], s["t"]] == "trust",
    "worn": _every(
        "t",
        lambda r, me, t, s: all((r.round, x, t) in r.accused or _called(r, x, t) for x in seats(s["x"])),
    ),
    "seen_quiet": lambda r, me, s: (
        _named(r, s["x"]) and (r.round, s["x"], s["t"]) not in r.accused and not _called(r, s["x"], s["t"])
    ),
    "seen_backs": lambda r, me, s: r.side(s["x"]) == s["t"],
    "seen_crowd": lambda r, me, s: all(_called(r, x, s["t"]) for x in (s["a"], *s["b"])),
    "seen_waiting": lambda r, me, s: (
        not _named(r, s["t"]) and sum(_called(r, x, s["t"]) for x in r.living) >= s["n"]
    ),
    "hit_gold": _every("t", lambda r, me, t, s: r.stances[t, s["g"]] == "suspect"),
    "hit_my_gold": _every("t", lambda r, me, t, s: r.stances[t, s["g"]] == "suspect"),
    "hits_me": _every("t", lambda r, me, t, s: (r.round, t, me) in r.accused or _called(r, t, me)),
    "said_hits_me": _every("x", lambda r, me, x, s: (r.round, x, me) in r.accused),
    "answer_calls": lambda r, me, s: all(_called(r, a, me) for a in seats(s["a"])),
    "joins_call": _every("t", lambda r, me, t, s: _called(r, t, s["a"]) and _called(r, s["x"], s["a"])),
    "first_call": _every("t", lambda r, me, t, s: _called(r, t, s["a"])),
    "no_call_made": _every("t", lambda r, me, t, s: (r.day, t) not in r.calls and _named(r, t)),
    "said_same_call": _every("x", lambda r, me, x, s: _called(r, x, s["t"])),
    "said_fair_call": _every("x", lambda r, me, x, s: _called(r, x, s["t"])),
    "said_other_call": _every("x", lambda r, me, x, s: _called(r, x, s["t"])),
    "herd": lambda r, me, s: all(_called(r, x, s["t"]) for x in seats(s["x"])),
    "call_follow": lambda r, me, s: _called(r, s["x"], s["t"]) and CALL(r, me, s),
    "count_calls": lambda r, me, s: sum(t == s["t"] for (d, _), t in r.calls.items() if d == r.day) == s["n"],
    "unheard": _every("t", lambda r, me, t, s: t not in {seat for _, _, seat in r.spoke}),
    "tone": _every("t", lambda r, me, t, s: t in {seat for _, _, seat in r.spoke}),
    "contested": lambda r, me, s: r.roles[s["t"]] == r.roles[s["x"]] and s["t"] != s["x"],
    "usurps": _every("t", lambda r, me, t, s: s["card"] in _names(r.roles[t])),
    "counter_card": _every("t", lambda r, me, t, s: s["card"] in _names(r.roles[t])),
    "proved_liar": _every(
        "t",
        lambda r, me, t, s: (
            s["card"] in _names(r.roles[t])
            and t != s["x"]
            and (r.shown.get(s["x"]) == r.roles[t] or s["x"] in r.fired)
        ),
    ),
    "reported": _every("t", lambda r, me, t, s: (s["r"], t) in r.reported),
    "beside_bear": lambda r, me, s: r.roles[s["b"]] == "bear_tamer" and bool(r.roared),
    "trust_silver": _every("t", lambda r, me, t, s: r.waters[t] == s["w"]),
    "news_none": lambda r, me, s: r.nights[r.day] == (),
    "news_none_witch": lambda r, me, s: r.nights[r.day] == () and "witch" not in r.roles.values(),
    "news_one": lambda r, me, s: r.nights[r.day] == s["d"] and len(s["d"]) == 1,
    "news_spoke": lambda r, me, s: r.nights[r.day] == s["d"] and s["d"][0] in {x for _, _, x in r.spoke},
    "news_two": lambda r, me, s: r.nights[r.day] == s["d"] and len(s["d"]) == 2,
    "news_poisoned": lambda r, me, s: r.poisons[s["t"]] == s["w"] and s["t"] in r.nights[r.day],
    "news_guess_poison": lambda r, me, s: (
        r.roles[s["w"]] == "witch" and s["t"] in r.nights[r.day] and len(r.nights[r.day]) == 2
    ),
    "news_blast": lambda r, me, s: s["x"] in r.exploded,
    "news_blast_for": lambda r, me, s: s["x"] in r.exploded and r.side(s["x"]) == s["c"],
    "news_blast_at": lambda r, me, s: s["x"] in r.exploded and s["c"] in r.ended,
    "bye_first_night": lambda r, me, s: not r.spoke,
    "bye_first_heard": lambda r, me, s: bool(r.spoke),
    "news_many": lambda r, me, s: r.nights[r.day] == s["d"] and len(s["d"]) > 2,
    "news_roar": lambda r, me, s: r.day in r.roared,
    "news_quiet": lambda r, me, s: r.day not in r.roared and r.day in r.nights,
    # -- calls -----------------------------------------------------------------------------------------
    **dict.fromkeys(
        (
            "call_checked",
            "call_rival",
            "call_plain",
            "call_hunch",
            "call_sheriff",
            "call_pk",
            "call_stand",
            "lead_call",
        ),
        CALL,
    ),
    "pits": lambda r, me, s: set(seats(s["list"])) <= r.living - {me},
    # -- what only the speaker knows, and is true ------------------------------------------------------
    **{f"{first}_good": _own_check("good") for first in ("seer", "again", "also")},
    **{f"{first}_wolf": _own_check("wolf") for first in ("seer", "again", "also")},
    "still_good": lambda r, me, s: any(f == "check" and t == s["t"] for f, _, t in r.own),
    "still_wolf": lambda r, me, s: any(f == "check" and t == s["t"] for f, _, t in r.own),
    "my_wolf": _every("t", lambda r, me, t, s: any(f == "check" and seen == t for f, _, seen in r.own)),
    "trust_my_gold": lambda r, me, s: any(f == "check" and t == s["t"] for f, _, t in r.own),
    "trust_my_silver": lambda r, me, s: any(f == "save" and t == s["t"] for f, _, t in r.own),
    "saved": lambda r, me, s: ("save", s["n"], s["t"]) in r.own,
    "saved_self": lambda r, me, s: ("save", s["n"], me) in r.own,
    "poisoned": lambda r, me, s: ("poison", s["n"], s["t"]) in r.own,
    "guarded": lambda r, me, s: ("guard", s["n"], s["t"]) in r.own,
    "guarded_self": lambda r, me, s: ("guard", s["n"], me) in r.own,
    "silenced": lambda r, me, s: ("silence", s["n"], s["t"]) in r.own,
    "grave_good": lambda r, me, s: ("grave", s["n"], s["t"]) in r.own,
    "grave_wolf": lambda r, me, s: ("grave", s["n"], s["t"]) in r.own,
    "seen_wolf": lambda r, me, s: ("seen", s["n"], s["t"]) in r.own,
    "why_flow": lambda r, me, s: (me, s["t"]) in r.planned,
    "why_sided": lambda r, me, s: any(seer == s["c"] for _, seer in r.sides[s["t"]]),
    "why_voted": _cast("g"),
}
"""For each kind of act that states a fact of the game: whether it is one."""


def _names(card: str) -> tuple[str, str]:
    law = registry()[card]
    return law.zh, law.en.lower()


def _spoken(r: Record) -> set[int]:
    return {seat for _, turn, seat in r.spoke if turn == r.round}
