"""What a tournament's games say: figures with their n and interval, never over unlike versions together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from math import isfinite
from statistics import fmean

from llmwolf.arena.figures import PAID, SIDES, THIRDS, Bias, Contrast, Edition, Figure, Report, Spending
from llmwolf.arena.outcome import COUNTED, Line, spent_of
from llmwolf.arena.plan import Plan, block_of
from llmwolf.arena.ratings import Match, rate_agents
from llmwolf.arena.run import differing
from llmwolf.arena.schedule import Fixture
from llmwolf.arena.seats import Baselines, Seat, balanced_rate, lift, plain_rate, seats_of
from llmwolf.arena.stats import ALPHA, Interval, bootstrap, compare_all
from llmwolf.boards import Board
from llmwolf.roles import registry


def report(
    plan: Plan,
    boards: Mapping[str, Board],
    fixtures: Sequence[Fixture],
    lines: Mapping[str, Line],
    begun: Counter[str] | None = None,
) -> Report:
    """The report on the games in ``lines``, which are by key; it depends on nothing else, and on no order.

    ``begun`` is what those cost beside them that have no line (:meth:`~llmwolf.arena.folder.Folder.begun`).
    """
    ordered = [lines[fixture.key] for fixture in fixtures if fixture.key in lines]
    spent: Counter[str] = Counter()
    unfinished = Counter(begun or {})
    for line in ordered:
        (unfinished if "failed" in line else spent).update(spent_of(line))
    spent.update(unfinished)
    wrong = Counter(str(line["failed"]) for line in ordered if "failed" in line)
    played: dict[str, list[Line]] = {}
    for line in ordered:
        if "failed" not in line:
            played.setdefault(str(line["versions"]["edition"]), []).append(line)
    versions = {name: _merged(games) for name, games in played.items()}
    first = next(iter(versions.values()), {})
    editions = [
        _Reckoning(plan, boards, games).edition(name, differing(first, versions[name]))
        for name, games in played.items()
    ]
    return Report(len(fixtures), sum(map(len, played.values())), wrong, spent, editions, unfinished)


def _merged(games: Sequence[Line]) -> Line:
    """The versions of all that played in ``games``."""
    boards: dict[str, str] = {}
    agents: dict[str, str] = {}
    for line in games:
        boards[line["board"]] = line["versions"]["board"]
        agents |= line["versions"]["agents"]
    first: Line = games[0]["versions"]
    return {"engine": first["engine"], "boards": boards, "agents": agents, "table": first.get("table", {})}


class _Reckoning:
    """The figures of one edition."""

    def __init__(self, plan: Plan, boards: Mapping[str, Board], games: Sequence[Line]) -> None:
        self._plan = plan
        self._boards = boards
        self._games = games
        self._seats = {line["key"]: seats_of(line) for line in games}

    def edition(self, name: str, unlike: list[str]) -> Edition:
        found = Edition(name, unlike, len(self._games), versions=_merged(self._games)["agents"])
        for board in self._boards:
            here = [line for line in self._games if line["board"] == board]
            if here:
                base = Baselines(self._boards[board], here)
                for agent in self._plan.compared:
                    found.figures += self._rates(board, agent.id, here, base)
                found.biases += self._biases(board, here)
        self._contrasts(found)
        self._strengths(found)
        self._counts(found)
        return found

    # -- win rates -----------------------------------------------------------------------------------

    def _counted(self, line: Line, agent: str) -> list[Seat]:
        """The seats of ``agent`` that count in a game: in a paired one, where the agents were swapped."""
        seats = self._seats[line["key"]]
        if self._plan.design == "paired":
            if not line["focus"]:
                return []
            seats = [seats[place - 1] for place in line["focus"]]
        elif len(set(line["agents"])) == 1:
            return []
        return [seat for seat in seats if seat.agent == agent]

    def _rates(self, board: str, agent: str, games: Sequence[Line], base: Baselines) -> list[Figure]:
        clusters: dict[str, list[Seat]] = {}
        sat: list[list[Seat]] = []
        for line in games:
            if seats := self._counted(line, agent):
                clusters.setdefault(line["cluster"], []).extend(seats)
                sat.append(seats)
        units = list(clusters.values())
        found = []
        roles = sorted({seat.role for unit in units for seat in unit})
        weights = {role: self._boards[board].cards.count(role) for role in roles}

        def add(kind: str, name: str, interval: Interval | None, fits: Sequence[str]) -> None:
            if interval is None:
                return
            within = sum(any(seat.role in fits for seat in seats) for seats in sat)
            found.append(Figure(board, agent, kind, name, within, interval, *base.of(of(fits))))

        def of(fits: Sequence[str]) -> dict[str, int]:
            return {role: weights[role] for role in fits}

        for role in roles:
            add("role", role, plain_rate(units, (role,)), (role,))
        for side in sorted({registry()[role].side for role in roles}):
            fits = [role for role in roles if registry()[role].side == side]
            add("faction", side, balanced_rate(units, of(fits)), fits)
        if roles:
            add("overall", "balanced", balanced_rate(units, of(roles)), roles)
        return found

    # -- one against another -------------------------------------------------------------------------

    def _contrasts(self, found: Edition) -> None:
        """What all boards say is one family of tests, and what single ones say another."""
        families: dict[bool, list[tuple[str, str, str, list[float]]]] = {True: [], False: []}
        split: set[str] = set()
        for one, other in combinations([agent.id for agent in self._plan.compared], 2):
            by_board: dict[str, list[float]] = {}
            for cluster, games in self._clusters().items():
                scored = self._difference(games, one, other)
                if scored is None:
                    split.add(cluster)
                else:
                    by_board.setdefault(games[0]["board"], []).append(scored)
            several = len(by_board) > 1
            families[not several] += [(board, one, other, values) for board, values in by_board.items()]
            if several:
                every = [value for values in by_board.values() for value in values]
                families[True].append(("", one, other, every))
        found.split = len(split)
        for family in families.values():
            compared = compare_all([values for *_, values in family], self._plan.seed)
            for (board, one, other, _), difference in zip(family, compared, strict=True):
                left = difference.units_left
                more = None if left is None else left * block_of(self._plan)
                found.contrasts.append(Contrast(board, one, other, difference, more))

    def _clusters(self) -> dict[str, list[Line]]:
        """The games of each deal, but those of one agent alone that belong to no comparison."""
        clusters: dict[str, list[Line]] = {}
        for line in self._games:
            if line["arm"] != "mirror":
                clusters.setdefault(line["cluster"], []).append(line)
        return clusters

    def _difference(self, games: Sequence[Line], one: str, other: str) -> float | None:
        """How much better ``one`` did on a deal; ``None`` where a game of it is missing."""
        if len(games) < block_of(self._plan):
            return None
        if self._plan.design == "round_robin":
            games = [line for line in games if set(line["agents"]) == {one, other}]
        scores = []
        for agent in (one, other):
            won = [
                fmean(seat.won for seat in seats) for line in games if (seats := self._counted(line, agent))
            ]
            if self._plan.design == "rotation":  # every seat once: seats weigh the same, not games
                won = [float(seat.won) for line in games for seat in self._counted(line, agent)]
            scores.append(fmean(won))
        return scores[0] - scores[1]

    def _strengths(self, found: Edition) -> None:
        clusters: dict[str, list[Match]] = {}
        for line in self._games:
            if line["winner"] not in SIDES:
                found.others[line["winner"]] += 1
                continue
            seats = self._seats[line["key"]]
            teams = [Counter(seat.agent for seat in seats if seat.side == side) for side in SIDES]
            good, wolves = (tuple(sorted(team.items())) for team in teams)
            match = Match(line["board"], good, wolves, line["winner"] == "good")
            clusters.setdefault(line["cluster"], []).append(match)
        found.strengths = rate_agents(list(clusters.values()), self._plan.seed)

    # -- bias and counters ---------------------------------------------------------------------------

    def _biases(self, board: str, games: Sequence[Line]) -> list[Bias]:
        usual: dict[str, list[bool]] = {}
        for line in games:
            for seat in self._seats[line["key"]]:
                usual.setdefault(seat.role, []).append(seat.won)
        rates = {role: fmean(won) for role, won in usual.items()}
        lifts: dict[tuple[str, str], dict[str, list[tuple[bool, float]]]] = {}
        for line in games:
            order = line["order"]
            for place, seat in enumerate(self._seats[line["key"]], 1):
                names = [("seat", str(place))]
                if place in order:
                    names.append(("place", THIRDS[order.index(place) * 3 // len(order)]))
                for name in names:
                    own = lifts.setdefault(name, {}).setdefault(line["cluster"], [])
                    own.append((seat.won, rates[seat.role]))
        found = []
        for (kind, which), clusters in lifts.items():
            tests = len(self._boards) * (self._boards[board].seats if kind == "seat" else len(THIRDS))
            found.append(Bias(board, kind, which, lift([*clusters.values()], ALPHA / tests)))
        return sorted(found, key=lambda bias: (bias.kind != "seat", _place(bias.name)))

    def _counts(self, found: Edition) -> None:
        spent: dict[tuple[str, str], dict[str, list[float]]] = {}
        for line in self._games:
            found.seated.update(set(line["agents"]))
            for agent in set(line["agents"]):
                calls = [told.get("calls", {}) for told in line["seats"] if told["agent"] == agent]
                for unit in PAID:
                    within = spent.setdefault((agent, unit), {}).setdefault(line["cluster"], [])
                    within.append(sum(told.get(unit, 0) for told in calls))
            for told in line["seats"]:
                counts = found.counts.setdefault(told["agent"], Counter())
                counts.update({name: told.get("calls", {}).get(name, 0) for name in COUNTED})
                counts.update({f"by {name}": n for name, n in told.get("sources", {}).items()})
                counts.update({f"for {name}": n for name, n in told.get("failures", {}).items()})
        for (agent, unit), clusters in sorted(
            spent.items(), key=lambda one: (one[0][0], PAID.index(one[0][1]))
        ):
            if any(map(any, clusters.values())):
                a_game = bootstrap(list(clusters.values()), _mean_of_all, self._plan.seed)
                assert a_game is not None
                if isfinite(a_game.low):
                    a_game = replace(a_game, low=max(0.0, a_game.low))
                found.spending.append(Spending(agent, unit, found.seated[agent], a_game))


def _mean_of_all(units: Sequence[Sequence[float]]) -> float | None:
    values = [value for unit in units for value in unit]
    return fmean(values) if values else None


def _place(name: str) -> int:
    return int(name) if name.isdecimal() else THIRDS.index(name)
