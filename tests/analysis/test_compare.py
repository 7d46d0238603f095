"""Groups of players compared: a difference that was put there is found, and no other."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from llmwolf.analysis.errors import AnalysisError
from llmwolf.analysis.style.comparison import compare
from llmwolf.analysis.style.figures import Comparison
from llmwolf.analysis.style.groups import Group, Seated, groups_of, seats_of
from llmwolf.analysis.style.measure import Kind, LeftOut, Played, Said, Sat, measured
from llmwolf.analysis.style.page import page
from llmwolf.analysis.style.show import fingerprints, fitting, sections, speeches
from llmwolf.analysis.style.typical import terms, typical
from tests.analysis.games import tournament

CARDS = ("seer", "villager", "werewolf")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> list[Played]:
    folder = tournament(tmp_path_factory.mktemp("compare"), 12, words=True)
    games = [measured(path) for path in sorted((folder / "games").glob("*.jsonl"))]
    assert all(isinstance(game, Played) for game in games)
    return [game for game in games if isinstance(game, Played)]


def invented(
    deals: int, shifts: dict[str, float], agents: Sequence[str] = ("a", "b"), seed: int = 1
) -> list[Played]:
    """Games in which each deal is played by each agent, with numbers for features; ``shifts`` are a's."""
    luck = Random(seed)
    features = [f"F{number:02}" for number in (1, 2, 10, 11, 13, 14, 25, 29, 30, 31)]
    games = []
    for deal in range(deals):
        base = {feature: luck.gauss(5, 1) for feature in features}
        for agent in agents:
            seats = []
            for seat, role in enumerate(CARDS, 1):
                shift = shifts if agent == "a" else {}
                values = {f: v + luck.gauss(shift.get(f, 0.0), 1) for f, v in base.items()}
                kind = Kind("board", "rules", "zh", role)
                said = (Said(1, "speech", "我觉得可以站边他" if agent == "a" else "听完再说不着急"),)
                seats.append(Sat(seat, agent, kind, values, said))
            games.append(Played(Path(f"{deal}-{agent}"), ("board", "rules", deal), "1", tuple(seats)))
    return games


def grouped(games: Sequence[Played], agents: Sequence[str] = ("a", "b")) -> dict[str, list[Seated]]:
    return {a: [Seated(g, s) for g in games for s in g.seats if s.agent == a] for a in agents}


def lacking(games: Sequence[Played], cases: int) -> list[Played]:
    """Games of which b has a case of F01 on the first ``cases`` deals alone."""

    def without(sat: Sat) -> Sat:
        return replace(sat, values={name: value for name, value in sat.values.items() if name != "F01"})

    return [
        game
        if game.seats[0].agent == "a" or game.deal[2] < cases
        else replace(game, seats=tuple(map(without, game.seats)))
        for game in games
    ]


def decided(comparison: Comparison) -> list[str]:
    return [finding.feature for finding in comparison.findings if finding.decided]


def test_what_was_put_there_is_found_and_nothing_else():
    comparison = compare(grouped(invented(40, {"F01": 1.5, "F29": -1.0})))
    assert decided(comparison) == ["F01", "F29"]
    finding = comparison.findings[0]
    assert finding.one > finding.other
    assert finding.difference.holds(1.5)
    assert (finding.deals_one, finding.deals_other, finding.difference.units) == (40, 40, 40)
    assert {f.role for f in comparison.by_role if f.decided} == set(CARDS)
    (distance,) = comparison.distances
    assert distance.p <= 0.05
    assert distance.value > distance.chance


def test_an_agent_against_itself_raises_alarms_at_no_more_than_the_nominal_rate():
    alarms = sum(bool(decided(compare(grouped(invented(12, {}, seed=seed))))) for seed in range(40))
    assert alarms <= 6  # 2 are to be expected; more than 6 once in three hundred runs


def test_bots_against_the_same_bots_are_not_distinguishable(played: list[Played]):
    alarms = 0
    for seed in range(8):
        mixed = sorted(played, key=lambda game: str(game.file))
        Random(seed).shuffle(mixed)
        halves = {"one": mixed[:6], "other": mixed[6:]}
        seats = {name: [Seated(g, s) for g in games for s in g.seats] for name, games in halves.items()}
        comparison = compare(seats)
        alarms += bool(decided(comparison)) or any(f.decided for f in comparison.by_role)
        assert len(comparison.findings) > 20
    assert (
        alarms <= 3
    )  # the 12 are of the same games; of independent ones 3 or more are seen once in fifty runs


def test_it_is_the_same_on_every_run_whatever_the_order_of_files():
    games = invented(15, {"F01": 1.0})
    assert compare(grouped(games)) == compare(grouped(games))
    assert decided(compare(grouped(games[::-1]))) == decided(compare(grouped(games)))


def test_only_seats_alike_are_compared():
    games = invented(10, {})
    odd = [replace(s, kind=replace(s.kind, role="witch")) if s.agent == "a" and s.seat == 1 else s
           for s in games[0].seats]  # fmt: skip
    games[0] = replace(games[0], seats=tuple(odd))
    comparison = compare(grouped(games))
    assert comparison.alone == {"a": 1, "b": 0}
    english = [
        replace(g, seats=tuple(replace(s, kind=replace(s.kind, lang="en")) for s in g.seats))
        if g.seats[0].agent == "a"
        else g
        for g in games
    ]
    with pytest.raises(AnalysisError, match="same board, rules, language and card"):
        compare(grouped(english))


def test_three_groups_are_compared_two_by_two():
    comparison = compare(grouped(invented(20, {"F01": 2.0}, "abc"), "abc"))
    assert {f.groups for f in comparison.findings if f.decided} == {("a", "b"), ("a", "c")}
    assert len(comparison.distances) == 3
    smallest = min(comparison.distances, key=lambda one: one.p)
    assert smallest.adjusted == pytest.approx(min(1.0, 3 * smallest.p))
    assert all(one.adjusted >= one.p for one in comparison.distances)
    assert len(fingerprints(comparison, "en")) == 3
    headings = [section.headings for section in sections(comparison, "en")]
    assert all("pair" in heading for heading in headings[1:3])


def test_one_deal_each_finds_nothing_and_says_why():
    comparison = compare(grouped(invented(1, {"F01": 50.0})))
    assert decided(comparison) == []
    assert not comparison.distances
    shown = list(sections(comparison, "en"))
    assert shown[1].notes == ["too few deals for a style distance"]
    assert {row[5:7] for row in shown[2].rows} == {("—", "—")}
    assert fingerprints(comparison, "en") == []


@pytest.mark.parametrize("cases", [1, 3, 4])
def test_a_feature_with_few_cases_on_one_side_is_not_tested(cases: int):
    comparison = compare(grouped(lacking(invented(20, {"F01": 90.0}), cases)))
    few = next(finding for finding in comparison.findings if finding.feature == "F01")
    assert (few.deals_one, few.deals_other) == (20, cases)
    assert (few.p, few.adjusted, few.decided) == (None, None, False)
    assert sum(finding.p is not None for finding in comparison.findings) == 9
    features = list(sections(comparison, "en"))[2]
    assert features.rows[-1][-3:] == ("—", "—", "too few deals")
    assert "Holm, 9 tests" in features.notes[0]
    assert features.notes[1].startswith("1 have fewer than 5 deals on a side")
    assert [one.features for one in comparison.distances] == [7]
    (picture,) = fingerprints(comparison, "en")
    assert len(picture.rows) == 9
    assert not [row for row in picture.rows if row.label.startswith("F01")]
    assert all(row.label.endswith("n=20/20") for row in picture.rows)


def test_few_cases_among_shared_deals_are_no_surer_than_they_can_be():
    games = lacking(invented(20, {"F01": 3.0}), 5)
    found = next(finding for finding in compare(grouped(games)).findings if finding.feature == "F01")
    assert found.p is not None
    assert found.p >= 1 / 2**5, "five deals can be swapped, and there is nothing else to deal out"


def test_every_row_has_its_n_and_its_interval():
    comparison = compare(grouped(invented(12, {"F01": 2.0})))
    _, distances, features, roles = sections(comparison, "zh", every_role=True)
    assert "12" in distances.rows[0]
    for row in features.rows:
        assert "12/12" in row
        assert any("…" in cell for cell in row)
        assert row[-1] in ("不同", "分不出")
    assert len(roles.rows) == len(comparison.by_role)
    assert all(len(row) == len(roles.headings) for row in roles.rows)


def test_a_narrow_terminal_goes_without_some_columns_and_says_so():
    features = list(sections(compare(grouped(invented(12, {"F01": 2.0}))), "en"))[2]
    assert fitting(features, 200, "en") is features
    narrow = fitting(features, 90, "en")
    assert "in SD" not in narrow.headings
    assert {"95 %", "n deals", "corrected", "verdict"} <= set(narrow.headings)
    assert all(len(row) == len(narrow.headings) for row in narrow.rows)
    assert narrow.notes[-1] == "not shown, for want of width: p, in SD, unit, difference"


def test_a_group_is_a_path_or_an_agent_in_it(tmp_path: Path):
    for name in ("a.jsonl", "b@c.jsonl"):
        (tmp_path / name).write_text("", "utf-8")
    one, other = groups_of([f"{tmp_path}/a.jsonl@expert", f"{tmp_path}/b@c.jsonl"])
    assert (one.agent, one.files[0].name) == ("expert", "a.jsonl")
    assert (other.agent, other.files[0].name) == ("", "b@c.jsonl")
    with pytest.raises(AnalysisError, match="at least two"):
        groups_of([str(tmp_path)])
    with pytest.raises(AnalysisError, match="twice"):
        groups_of([str(tmp_path), str(tmp_path)])


def test_a_group_without_seats_says_who_is_there_and_shared_seats_are_refused():
    games = {str(game.file): game for game in invented(2, {})}
    files = tuple(Path(name) for name in games)
    with pytest.raises(AnalysisError, match="agents there: a, b"):
        seats_of([Group("x@c", files, "c"), Group("x@a", files, "a")], games)
    with pytest.raises(AnalysisError, match="share seats"):
        seats_of([Group("x", files, ""), Group("x@a", files, "a")], games)
    broken = {name: LeftOut(Path(name), "") for name in games}
    with pytest.raises(AnalysisError, match="no finished game"):
        seats_of([Group("x", files, ""), Group("x@a", files, "a")], broken)


def test_typical_words_and_speeches_are_those_of_their_group():
    games = invented(6, {})
    manners = typical(grouped(games))
    assert any("站边" in phrase.text for phrase in manners["a"].phrases)
    assert all(phrase.others == 0 < phrase.own for phrase in manners["a"].phrases)
    assert [example.said.text for example in manners["b"].examples] == ["听完再说不着急"]
    assert manners["a"].speeches == 18
    section = speeches(manners, compare(grouped(games)), "en", whole=True)
    assert "我觉得可以站边他" in section.rows[1][0]


def test_numbers_are_no_words():
    assert list(terms("3号狼 Vote 7 now")) == ["号狼", "vote", "now"]


def test_the_page_escapes_what_it_is_told_and_loads_nothing():
    games = invented(6, {"F01": 3.0})
    evil = "<img src=x onerror=alert(1)>\x1b[31m"
    games = [
        replace(g, seats=tuple(replace(s, speeches=(Said(1, "speech", evil + "再来一次"),)) for s in g.seats))
        for g in games
    ]
    seats = {"<b>a": grouped(games)["a"], "b": grouped(games)["b"]}
    comparison = compare(seats)
    comparison.left_out = [LeftOut(Path("<i>.jsonl"), "line 3: <script>")]
    html = page(comparison, typical(seats), "zh")
    assert "<img" not in html
    assert "<b>a" not in html
    assert "<script" not in html
    assert "\x1b" not in html
    assert "http" not in html.replace("http-equiv", "").replace("http://www.w3.org/2000/svg", "")
    assert html == page(comparison, typical(seats), "zh")
    assert "<svg" in html


def test_unfinished_and_damaged_records_are_left_out(tmp_path: Path):
    folder = tournament(tmp_path, 2)
    path = min((folder / "games").glob("*.jsonl"))
    lines = path.read_bytes().split(b"\n")
    path.write_bytes(b"\n".join(lines[:40]) + b"\n")
    assert measured(path) == LeftOut(path, "")
    path.write_bytes(b"{}")
    assert isinstance(gone := measured(path), LeftOut)
    assert gone.error.startswith("line 1: ")


def test_a_seat_has_its_features_its_card_and_its_words(played: list[Played]):
    game = played[0]
    assert {sat.agent for sat in game.seats} == {"one", "rest"}
    assert {sat.kind.lang for sat in game.seats} == {"zh"}
    assert game.deal[0] == "standard-9"
    assert all({"F01", "F10", "F35"} <= sat.values.keys() for sat in game.seats if len(sat.speeches) > 1)
