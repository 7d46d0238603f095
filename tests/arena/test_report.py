"""The report, against outcomes made up so that every figure can be worked out by hand."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from llmwolf.arena.ahead import concurrency_line, forecast_line, limit_line
from llmwolf.arena.cast import cast_of
from llmwolf.arena.figures import Edition, Figure, Report, as_data
from llmwolf.arena.folder import Folder
from llmwolf.arena.forecast import Forecast, forecast
from llmwolf.arena.outcome import Line, failed, spent_in
from llmwolf.arena.page import page
from llmwolf.arena.report import report
from llmwolf.arena.rows import COLUMNS, rows_of
from llmwolf.arena.schedule import Fixture
from llmwolf.arena.show import sections
from llmwolf.arena.table import play_bots, sit_down
from llmwolf.arena.verdicts import verdict
from llmwolf.boards import spec_for
from llmwolf.cli import main
from llmwolf.llm.budget import Budget
from llmwolf.record.reader import parse
from llmwolf.record.shapes import dump
from llmwolf.roles import registry
from llmwolf.rules.chapters.setup import deal
from tests.arena.plans import PAIRED, opened, played, three

VERSIONS = {"edition": "e1", "engine": "1", "board": "b", "agents": {}}
Won = Callable[[Fixture, str, int], bool]


def dealt(folder: Folder, fixture: Fixture) -> tuple[str, ...]:
    return deal(spec_for(folder.boards[fixture.board], fixture.seed), registry())


def line(folder: Folder, fixture: Fixture, winner: str, won: Won, **more: object) -> Line:
    """An outcome in which those seats won."""
    roles = dealt(folder, fixture)
    seats = [{"agent": agent, "role": role} for agent, role in zip(fixture.agents, roles, strict=False)]
    return {
        "key": fixture.key, "board": fixture.board, "seed": fixture.seed, "cluster": fixture.cluster,
        "arm": fixture.arm, "focus": list(fixture.focus), "agents": list(fixture.agents),
        "versions": VERSIONS, "winner": winner, "reason": "", "days": 2, "order": [3, 2, 1, 9, 8, 7, 6, 5, 4],
        "exiled": 0,
        "winners": [s for s in range(1, 10) if won(fixture, roles[s - 1], s)],
        "seats": seats, **more,
    }  # fmt: skip


def whole(folder: Folder, lines: Iterable[Line]) -> Report:
    return report(folder.plan, folder.boards, folder.fixtures, {str(told["key"]): told for told in lines})


def only(found: Report) -> Edition:
    (edition,) = found.editions
    return edition


def figure(edition: Edition, agent: str, name: str) -> Figure:
    return next(f for f in edition.figures if (f.agent, f.name) == (agent, name))


def by_side(folder: Folder, fixture: Fixture, good_won: bool) -> Line:
    """Whom the cards of a side make winners."""
    side = "good" if good_won else "wolves"
    return line(folder, fixture, side, lambda f, role, s: registry()[role].side == side)


# Pair by pair: did the good seats win under A, and under B?
RESULTS = ((True, False), (True, True), (True, False), (False, False))


@pytest.fixture
def pairs(tmp_path: Path) -> tuple[Folder, list[Line]]:
    folder = opened(tmp_path)
    outcomes = [won for pair in RESULTS for won in pair]
    return folder, [by_side(folder, f, won) for f, won in zip(folder.fixtures, outcomes, strict=True)]


def test_rates_and_differences_of_pairs(pairs: tuple[Folder, list[Line]]):
    edition = only(whole(*pairs))
    (contrast,) = edition.contrasts
    assert contrast.difference.interval.value == pytest.approx(2 / 4)
    assert contrast.difference.interval.units == 4
    assert contrast.difference.p == pytest.approx(1 / 4), "two pairs for the one: 2 of 4 ways, halved"
    # Variance of 1, 0, 1, 0 is 1/3, the mean 1/2: (2.80 · 0.577 ÷ 0.5)² = 10.5, 7 pairs more.
    assert contrast.more_games == 14
    assert verdict(contrast, "en") == "not distinguishable: unlike on fewer than 5 deals"
    assert verdict(contrast, "zh") == "分不出高下：打得不同的不到 5 组"
    for agent, rate in (("novice", 3 / 4), ("expert", 1 / 4)):
        for name in ("seer", "villager", "good", "balanced"):
            found = figure(edition, agent, name)
            assert found.rate.value == pytest.approx(rate)
            assert (found.games, found.rate.units) == (4, 4)
            assert found.baseline is not None
            assert found.baseline.value == pytest.approx(1 / 4), "in the games of the baseline alone"
            assert found.baseline.units == 4
            assert found.baseline.low < 1 / 4 < found.baseline.high
            assert found.baseline_games == 4
    assert not [f for f in edition.figures if f.name == "wolves"], "no wolf was swapped"


def test_a_pair_that_lacks_a_game_is_told_and_left_out(pairs: tuple[Folder, list[Line]]):
    folder, lines = pairs
    gone = failed(folder.fixtures[1], "Oops: no", VERSIONS, {"tokens": 7, "calls": 1})
    found = whole(folder, [lines[0], gone, *lines[2:6]])
    assert (found.planned, found.done, found.failed, found.spent["tokens"]) == (8, 5, {"Oops: no": 1}, 7)
    edition = only(found)
    assert edition.split == 1
    assert edition.contrasts[0].difference.interval.value == pytest.approx(1 / 2)
    index = {line["key"]: line for line in [lines[0], gone]}
    begun: Counter[str] = Counter({"calls": 2, "tokens": 30})
    more = report(folder.plan, folder.boards, folder.fixtures, index, begun)
    assert more.unfinished == {"calls": 3, "tokens": 37}
    assert more.spent == {"calls": 3, "tokens": 37}, "no call was made in the finished one"
    notes = next(sections(more, "en")).notes
    assert not any("finished games" in note for note in notes)
    assert notes[-1].startswith("games without a result (stopped, failed, put aside): 3 calls, 37 tokens")
    done: Line = {
        **lines[0],
        "seats": [{**lines[0]["seats"][0], "calls": {"calls": 4, "tokens": 60}}, *lines[0]["seats"][1:]],
    }
    both = report(folder.plan, folder.boards, folder.fixtures, {done["key"]: done}, begun)
    rows = [dict(zip(COLUMNS, row, strict=True)) for row in rows_of(both)]
    figures = {(row["kind"], row["name"]): row["value"] for row in rows if not row["edition"]}
    assert (figures["games", "planned"], figures["games", "done"]) == (8, 1)
    assert (figures["spent", "tokens"], figures["unfinished", "tokens"]) == (90, 30)
    told = next(sections(both, "en")).notes
    assert [note.split(" tokens")[0] for note in told] == [
        "6 calls, 90",
        "of these, finished games: 4 calls, 60",
        "games without a result (stopped, failed, put aside): 2 calls, 30",
    ]
    title = next(iter(sections(found, "zh"))).title
    assert title == "计划 8 局：打完 5，失败 1，未打 2"


def test_the_order_of_the_index_changes_nothing(pairs: tuple[Folder, list[Line]]):
    folder, lines = pairs
    assert whole(folder, lines) == whole(folder, reversed(lines))


def test_unlike_editions_are_never_pooled(pairs: tuple[Folder, list[Line]]):
    folder, lines = pairs
    later = {**VERSIONS, "edition": "e2", "agents": {"novice": "changed"}}
    earlier = {**VERSIONS, "agents": {"novice": "as it was"}}
    mixed = [{**told, "versions": later if n > 3 else earlier} for n, told in enumerate(lines)]
    first, second = whole(folder, mixed).editions
    assert (first.games, second.games) == (4, 4)
    assert (first.unlike, second.unlike) == ([], ["novice"])
    assert first.contrasts[0].difference.interval.value == pytest.approx(1 / 2)
    assert first.contrasts[0].difference.interval.units == 2
    text = "\n".join(section.title for section in sections(whole(folder, mixed), "en"))
    assert "edition e2: 4 games; shown apart, for it differs from the first one in novice" in text


def test_role_balance_is_the_boards_not_the_luck_of_the_deal(tmp_path: Path):
    folder = opened(tmp_path, three("rotation", 12))
    # The novice wins whenever it is a villager, and never otherwise; the rest lose.
    lines = [
        line(folder, f, "good", lambda f, role, s: f.agents[s - 1] == "nov" and role == "villager")
        for f in folder.fixtures
    ]
    edition = only(whole(folder, lines))
    assert figure(edition, "nov", "villager").rate.value == 1.0
    assert figure(edition, "nov", "seer").rate.value == 0.0
    assert figure(edition, "nov", "balanced").rate.value == pytest.approx(3 / 9)
    assert figure(edition, "nov", "good").rate.value == pytest.approx(3 / 6)
    assert figure(edition, "exp", "balanced").rate.value == 0.0
    assert figure(edition, "exp", "balanced").rate.high > 0.2, "four deals do not show that it never wins"
    by_pair = {(c.one, c.other): c.difference for c in edition.contrasts}
    assert by_pair["nov", "exp"].interval.value == pytest.approx(3 / 9)
    assert by_pair["nor", "exp"].interval.value == 0.0
    assert by_pair["nor", "exp"].p == 1.0


def test_a_round_robin_counts_teams_not_seats(tmp_path: Path):
    folder = opened(tmp_path, three("round_robin", 12))
    # The expert's side wins, whichever it is; otherwise the wolves do.
    lines = []
    for f in folder.fixtures:
        good, _, wolves = f.arm.partition("-v-")
        lines.append(by_side(folder, f, good == "exp" and wolves != "exp"))
    edition = only(whole(folder, lines))
    by_pair = {(c.one, c.other): c.difference.interval for c in edition.contrasts}
    assert by_pair["nov", "exp"].value == -1.0
    assert by_pair["nov", "nor"].value == 0.0
    assert by_pair["nov", "exp"].units == 2
    assert edition.strengths is not None
    points = edition.strengths.points
    assert points["exp"].value > points["nov"].value
    assert points["nov"].value == pytest.approx(points["nor"].value, abs=0.1)


def test_comparisons_of_one_table_are_corrected_together(tmp_path: Path):
    folder = opened(tmp_path, three("round_robin", 60))
    lines = []
    for n, f in enumerate(folder.fixtures):
        good, _, wolves = f.arm.partition("-v-")
        lines.append(by_side(folder, f, (good == "exp") if "exp" in (good, wolves) else n % 4 < 2))
    edition = only(whole(folder, lines))
    assert [c.difference.tests for c in edition.contrasts] == [3, 3, 3]
    by_pair = {(c.one, c.other): c for c in edition.contrasts}
    sure = by_pair["nov", "exp"]
    assert sure.difference.adjusted == pytest.approx(3 * sure.difference.p)
    assert sure.better == "exp"
    assert by_pair["nov", "nor"].better == ""
    table = next(s for s in sections(whole(folder, lines), "en") if s.title.startswith("Comparison"))
    assert "corrected p" in table.headings
    assert "corrected: Holm, 3 tests together; intervals are 95 % each" in table.notes


def test_what_a_paired_plan_asks_is_not_corrected_and_its_single_boards_are(tmp_path: Path):
    text = PAIRED.replace('boards = ["standard-9"]', 'boards = ["standard-9", "official-12"]')
    folder = opened(tmp_path, text)
    lines = [by_side(folder, f, f.arm == "A") for f in folder.fixtures]
    edition = only(whole(folder, lines))
    tests = {contrast.board: contrast.difference.tests for contrast in edition.contrasts}
    assert tests == {"": 1, "standard-9": 2, "official-12": 2}
    table = next(s for s in sections(whole(folder, lines), "en") if s.title.startswith("Comparison"))
    assert table.rows[0][:2] == ("all", "novice − expert")
    assert "the one over all boards is what the plan asks, and is not corrected" in table.notes[1]
    html = page(whole(folder, lines), folder.plan, "en")
    assert html.count('class="said"') == 1, "the headline is what was asked"


def test_a_deal_that_lacks_a_game_is_counted_once_for_all_pairs(tmp_path: Path):
    folder = opened(tmp_path, three("round_robin", 12))
    lines = [by_side(folder, f, True) for f in folder.fixtures]
    assert only(whole(folder, lines[1:])).split == 1


def test_a_seat_that_always_wins_is_biased(tmp_path: Path):
    folder = opened(tmp_path, PAIRED.replace("games = 8", "games = 40"))
    lines = [line(folder, f, "draw", lambda f, role, s: s == 3) for f in folder.fixtures]
    edition = only(whole(folder, lines))
    seats = {b.name: b.lift for b in edition.biases if b.kind == "seat"}
    assert seats["3"].low > 0
    assert [name for name in seats if seats[name].low > 0] == ["3"]
    places = {b.name: b.lift for b in edition.biases if b.kind == "place"}
    assert places["early"].low > 0, "seat 3 spoke first"
    assert edition.others == {"draw": 40}
    assert edition.strengths is None
    rows = {row[0]: row for s in sections(whole(folder, lines), "zh") for row in s.rows if len(row) == 5}
    assert rows["3号"][-1] == "有偏差"


def test_counters_are_by_agent_and_cost_by_game(pairs: tuple[Folder, list[Line]]):
    folder, lines = pairs
    for told in lines:
        for seat in told["seats"]:
            if seat["agent"] == "novice":
                seat |= {
                    "calls": {"calls": 3, "repairs": 1, "tokens": 100, "cost": 0.01},
                    "sources": {"model": 2, "stand-in": 1},
                    "failures": {"time_out": 1},
                }
    found = whole(folder, lines)
    counts = only(found).counts["novice"]
    assert (counts["calls"], counts["repairs"], counts["tokens"]) == (72, 24, 2_400)
    assert (counts["by stand-in"], counts["for time_out"]) == (24, 24)
    assert found.spent["cost"] == pytest.approx(0.24)
    table = next(s for s in sections(found, "en") if s.title == "Calls and stand-ins")
    row = next(row for row in table.rows if row[0] == "novice")
    assert row[1:] == ("4", "72", "24", "0", "0", "0", "24", "24")
    spent = {s.unit: s for s in only(found).spending}
    assert (spent["tokens"].games, spent["tokens"].a_game.value) == (4, 600)
    assert spent["cost"].a_game.value == pytest.approx(0.06)
    table = next(s for s in sections(found, "en") if s.title == "Spending")
    assert table.rows[0][:4] == ("novice", "4", "2,400 tokens", "600 tokens")
    assert table.rows[1][:4] == ("novice", "4", "$0.2400", "$0.0600")
    compared = next(s for s in sections(found, "en") if s.title.startswith("Comparison"))
    assert any(
        "33% of novice's decisions were made by a bot that stood in" in note for note in compared.notes
    )


def test_a_call_that_was_cut_is_a_failure_only_where_the_model_was_late(pairs: tuple[Folder, list[Line]]):
    folder, _ = pairs
    fixture = folder.fixtures[0]
    sitting = sit_down(folder.plan, cast_of(folder.plan.agents), folder.boards[fixture.board], fixture)
    begun = parse(play_bots(sitting)[1], "a game")

    ply = next(move.ply for move in begun.moves if move.seat == 1)

    def spent(*told: Line) -> dict[str, int]:
        begun.llm[:] = [{"seat": 1} | ({"ply": ply} if "source" in one else {}) | one for one in told]
        begun.llm_after[:] = [0] * len(told)
        return dict(spent_in(fixture, begun, {}))

    cut: Line = {"ask": "vote", "failed": "cancelled"}
    late: Line = {"source": "stand-in", "reason": "time_out"}
    answered: Line = {"source": "model"}
    stopped = spent(cut, {"ask": "vote"}, answered)
    assert stopped == {"calls": 2, "cut": 1}, "stopped, and asked again when it went on"
    assert spent(cut, late) == {"calls": 1, "failed": 1}
    assert spent(cut, cut, late) == {"calls": 2, "cut": 1, "failed": 1}
    assert spent(cut, {"ask": "vote", "failed": "time_out"}, late) == {"calls": 2, "cut": 1, "failed": 1}
    assert spent(cut | {"ask": "poll"}, answered, late) == {"calls": 1, "cut": 1}


def test_before_any_game_there_is_a_report_as_well(tmp_path: Path):
    found = whole(opened(tmp_path), [])
    assert (found.done, found.editions) == (0, [])
    assert [section.title for section in sections(found, "en")] == [
        "8 games planned: 0 done, 0 failed, 8 not played"
    ]


def test_the_report_in_words_as_json_and_as_rows(tmp_path: Path):
    folder = opened(tmp_path)
    played(folder)
    told = CliRunner().invoke(main, ["arena", "report", str(folder.path), "--csv", str(tmp_path / "x.csv")])
    assert told.exit_code == 0, told.output
    assert "计划 8 局：打完 8，失败 0，未打 0" in told.stdout
    assert "novice − expert" in told.stdout
    english = CliRunner().invoke(main, ["arena", "report", str(folder.path), "--lang", "en"])
    assert not any("\u4e00" <= letter <= "\u9fff" for letter in english.stdout)
    raw = CliRunner().invoke(main, ["arena", "report", str(folder.path), "--json"])
    found = report(folder.plan, folder.boards, folder.fixtures, folder.lines())
    assert json.loads(raw.stdout) == json.loads(json.dumps(as_data(found)))
    with (tmp_path / "x.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert {row["kind"] for row in rows} >= {"role", "faction", "overall", "difference", "rating", "seat"}
    assert all(row["n"] if "n" in row else row["units"] or row["kind"] in ("count", "games") for row in rows)
    assert None not in rows[0], "every row has as many cells as there are columns"
    assert all(None not in row.values() for row in rows)


def test_a_forecast_of_bots_costs_nothing(tmp_path: Path):
    folder = opened(tmp_path)
    found = forecast(folder.plan, cast_of(folder.plan.agents), folder.boards, folder.fixtures, 2)
    assert (found.bot_games, found.model_games, found.calls, found.cost) == (8, 0, 0, 0.0)
    assert "8 games of bots, at no cost" in forecast_line(found, "en")
    assert concurrency_line(found, "en") == "", "bots wait for nobody"


def test_a_forecast_says_what_it_costs_how_long_it_takes_and_what_would_shorten_it():
    # 40 games of 90 calls that wait for one another: two at once are 90 min; eight calls at once are 30.
    paid = Forecast(0, 40, 4_800, 200_000, 9_000, 1.5, 0.5, ["m"], chains=3_600, at_once=2, limit=8)
    assert "$0.50–1.50" in forecast_line(paid, "zh")
    assert "1.5 小时" in forecast_line(paid, "zh")
    assert "what is not known: m" in forecast_line(paid, "en")
    assert "不知价格（m）" in forecast_line(replace(paid, cost=0.0, cost_cached=0.0), "zh")
    assert paid.enough == 6
    assert "concurrency = 6 in the plan about 30 min" in concurrency_line(paid, "en")
    assert paid.seconds_with(6) == paid.seconds_with(40) < paid.seconds_with(5)
    assert "takes 8 calls at once, so a higher concurrency" in concurrency_line(
        replace(paid, at_once=6), "en"
    )
    few = replace(paid, model_games=4, calls=480, chains=360, at_once=4)
    assert (
        concurrency_line(few, "en") == "4 games at once: that is enough: a higher concurrency gains nothing"
    )


@pytest.mark.parametrize(
    ("purse", "spent", "told"),
    [
        (Budget(), {}, ""),
        (Budget(max_tokens=209_000), {}, ""),
        (Budget(max_tokens=104_500), {}, "the limit of 104,500 tokens pays for about 20 of the 40 games"),
        (
            Budget(max_tokens=104_500),
            {"tokens": 52_250},
            "(what was spent before counts) pays for about 10 of",
        ),
        (Budget(max_tokens=104_500), {"tokens": 110_000}, "pays for about none of"),
        (Budget(max_cost=0.75), {}, "the limit of $0.75 pays for about 20–40 of"),
        (Budget(209_000, 0.375), {"tokens": 100, "cost": 0.1875}, "209,000 tokens / $0.375 (what"),
        (Budget(max_cost=1.5), {}, ""),
    ],
)
def test_it_is_told_how_many_games_a_limit_pays_for(purse: Budget, spent: dict[str, float], told: str):
    ahead = Forecast(0, 40, 4_800, 200_000, 9_000, 1.5, 0.5)
    line = limit_line(ahead, purse, spent, "en")
    assert told in line
    assert bool(line) == bool(told)
    assert limit_line(replace(ahead, unpriced=["m"]), Budget(max_cost=0.1), {}, "en") == "", "not known"
    assert limit_line(Forecast(bot_games=8), purse, {}, "en") == ""
    half_way = "with 8 at once, those that are half-way then" in limit_line(
        replace(ahead, at_once=8), purse, spent, "en"
    )
    assert half_way == (bool(line) and "none" not in line)


def test_the_command_that_compares_a_bot_with_itself(tmp_path: Path):
    args = ["arena", "calibrate", "--board", "standard-9", "--level", "novice", "--repeats", "2"]
    args += ["--games", "10"]
    told = CliRunner().invoke(main, [*args, "--json"])
    assert told.exit_code == 0, told.output
    found = json.loads(told.stdout)
    assert (found["repeats"], found["games"], len(found["p"])) == (2, 10, 2)
    assert CliRunner().invoke(main, [*args[:-1], "11"]).exit_code == 2


@pytest.mark.parametrize("swap", ["wolves", "good"])
def test_the_third_agent_of_a_pair_of_teams_has_no_rating(tmp_path: Path, swap: str):
    folder = opened(tmp_path, three("paired", 8, swap=swap, baseline="exp"))
    lines = [by_side(folder, f, n in (0, 2, 3, 4)) for n, f in enumerate(folder.fixtures)]
    found = whole(folder, lines)
    ratings = next(one for one in sections(found, "en") if one.title == "Ratings")
    assert [row[0] for row in ratings.rows if row[1] != "—"] in (["nov", "nor"], ["nor", "nov"])
    assert ratings.rows[-1] == ("exp", "—", "—", "—")
    assert "standard-9 —" in ratings.notes[0]
    assert ratings.notes[1].startswith("exp: no rating")
    assert len(ratings.pictures) == 1


def test_unfinished_games_are_told_above_all_tables(pairs: tuple[Folder, list[Line]]):
    folder, lines = pairs
    head, *_ = sections(whole(folder, lines[:5]), "en")
    assert head.cautions == ["beware: only 5 of 8 games are finished: what short games show may differ"]
    broken = failed(folder.fixtures[7], "made up", VERSIONS, {})
    head, *_ = sections(whole(folder, [*lines[:7], broken]), "zh")
    assert head.cautions[0].startswith("注意：只打完 8 局中的 7 局")
    for some in (lines, []):
        head, *_ = sections(whole(folder, some), "en")
        assert head.cautions == []
    text = page(whole(folder, lines[:5]), folder.plan, "en")
    assert text.index("only 5 of 8 games") < text.index("<table>")
    (folder.path / "games.jsonl").write_bytes(b"".join(map(dump, lines[:5])))
    shown = CliRunner().invoke(main, ["arena", "report", str(folder.path), "--lang", "en"]).stdout
    assert shown.index("only 5 of 8 games") < shown.index("Comparison")


def test_an_agent_whose_decisions_a_stand_in_made_is_named_in_the_headline(
    pairs: tuple[Folder, list[Line]],
):
    folder, lines = pairs
    for told in lines:
        for seat in told["seats"]:
            if seat["agent"] == "novice":
                seat["sources"] = {"model": 1, "stand-in": 3}
    found = whole(folder, lines)
    warning = "beware: 75% of novice's decisions were made by a bot that stood in"
    head, *_ = sections(found, "en")
    assert head.cautions == [warning]
    text = page(found, folder.plan, "en").replace("&#39;", "'")
    assert f'<p class="caution"><bdi>{warning}' in text
    assert text.index(warning) < text.index("<table>")
