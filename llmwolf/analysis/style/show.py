"""A comparison in words, tables and pictures, in Chinese and English."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil, isfinite
from string import ascii_uppercase
from typing import Final

from rich.cells import cell_len

from llmwolf.analysis.style.figures import Comparison, Distance, Finding
from llmwolf.analysis.style.measure import MEASURES
from llmwolf.analysis.style.shuffling import FEWEST
from llmwolf.analysis.style.typical import Manner
from llmwolf.arena.plots import Row, Whiskers
from llmwolf.arena.sections import Section, name_of
from llmwolf.arena.stats import ALPHA, Interval
from llmwolf.players.words import STAGES, Pair, pick

_SMALLEST: Final = 0.001
_REACH: Final = 3.0
"""Standard deviations beyond which a picture does not go."""
_SPARE: Final[tuple[Pair, ...]] = (
    ("p", "p"), ("标准差数", "in SD"), ("单位", "unit"), ("差", "difference"), ("版本", "version"),
)  # fmt: skip
"""The columns that a narrow terminal goes without, the first first."""
_GAP: Final = 2
_AFTER: Final[Pair] = ("校正后分不出", "not distinguishable once corrected")
"""What is found alone, and not among so many tests."""
_LONGEST: Final = 160
"""Characters of a speech in a terminal."""


def letters(comparison: Comparison) -> dict[str, str]:
    """A letter for each group, by its name."""
    return {
        member.name: ascii_uppercase[place] if place < len(ascii_uppercase) else str(place + 1)
        for place, member in enumerate(comparison.members)
    }


def sections(comparison: Comparison, lang: str, every_role: bool = False) -> Iterator[Section]:
    """All but the pictures and the speeches; with ``every_role`` every card's figures, found or not."""
    short = letters(comparison)
    yield _head(comparison, short, lang)
    yield _distances(comparison.distances, short, lang)
    title = pick(("打法与说话：逐项", "Play and talk, by feature"), lang)
    yield _findings(title, comparison.findings, short, lang)
    if comparison.by_role:
        yield _roles(comparison, short, lang, every_role)
    if comparison.calls:
        title = pick(("模型调用（不算风格）", "Calls to models (no style)"), lang)
        yield _findings(title, comparison.calls, short, lang)


def fitting(section: Section, width: int, lang: str) -> Section:
    """``section`` without the columns that a terminal of ``width`` has no room for; a note says which."""
    widths = [
        max(cell_len(cell) for cell in column) for column in zip(section.headings, *section.rows, strict=True)
    ]
    spare = [
        section.headings.index(name) for pair in _SPARE if (name := pick(pair, lang)) in section.headings
    ]
    out: list[int] = []
    while spare and sum(widths) + _GAP * (len(widths) - 1) > width:
        out.append(spare.pop(0))
        widths[out[-1]] = -_GAP
    if not out:
        return section
    kept = [place for place in range(len(section.headings)) if place not in out]
    rows = [tuple(row[place] for place in kept) for row in section.rows]
    names = ", ".join(section.headings[place] for place in out)
    note = pick((f"屏幕不够宽，没列出：{names}", f"not shown, for want of width: {names}"), lang)
    headings = tuple(section.headings[place] for place in kept)
    return Section(section.title, headings, rows, [*section.notes, note])


def _head(comparison: Comparison, short: Mapping[str, str], lang: str) -> Section:
    rows = []
    for member in comparison.members:
        alone = comparison.alone.get(member.name, 0)
        numbers = (member.games, member.deals, member.seats, member.seats - alone)
        rows.append((short[member.name], member.name, *map(str, numbers), ", ".join(member.engines)))
    notes = []
    if any(comparison.alone.values()):
        words = (
            "只比同棋盘、同规则、同语言、同身份的座位；其余不计",
            "only seats with the same board, rules, language and card are compared; others are left out",
        )
        notes.append(pick(words, lang))
    engines = {engine for member in comparison.members for engine in member.engines}
    if len(engines) > 1:
        words = (
            f"注意：对局出自不同版本的 llmwolf（{', '.join(sorted(engines))}），差别也可能来自版本",
            f"beware: played by different versions of llmwolf ({', '.join(sorted(engines))}),"
            " which may be what differs",
        )
        notes.append(pick(words, lang))
    unfinished = sum(not one.error for one in comparison.left_out)
    if unfinished:
        words = (f"{unfinished} 局没打完，不计", f"{unfinished} unfinished games are left out")
        notes.append(pick(words, lang))
    damaged = pick(("坏了，不计", "damaged"), lang)
    notes += [f"{damaged}: {one.file}: {one.error}" for one in comparison.left_out if one.error]
    headings: tuple[Pair, ...] = (
        ("", ""), ("哪些", "which"), ("局", "games"), ("副牌 n", "n deals"), ("座位", "seats"),
        ("可比的", "comparable"), ("版本", "version"),
    )  # fmt: skip
    title = pick(("比较", "Comparison"), lang)
    return Section(title, tuple(pick(heading, lang) for heading in headings), rows, notes)


def _distances(distances: Sequence[Distance], short: Mapping[str, str], lang: str) -> Section:
    headings: tuple[Pair, ...] = (
        ("比较", "pair"), ("风格距离", "style distance"), ("只凭运气，95% 低于", "by chance, 95 % below"),
        ("项", "features"), ("副牌 n", "n deals"), ("p", "p"),
        *([("校正后", "corrected")] if len(distances) > 1 else []), ("结论", "verdict"),
    )  # fmt: skip
    rows = []
    for one in distances:
        told = ("风格不同", "unlike") if one.adjusted <= ALPHA else ("分不出", "not distinguishable")
        if one.p <= ALPHA < one.adjusted:
            told = _AFTER
        numbers = (f"{one.value:.2f}", f"{one.chance:.2f}", str(one.features), str(one.deals), _p(one.p))
        more = (_p(one.adjusted),) if len(distances) > 1 else ()
        rows.append((_pair(one.groups, short), *numbers, *more, pick(told, lang)))
    if not rows:
        few = ("副牌太少，量不出风格距离", "too few deals for a style distance")
        return Section(pick(("总的来说", "In all"), lang), notes=[pick(few, lang)])
    note = pick(
        (
            "风格距离：各项差别（以各副牌间的标准差为单位）的均方根；两边打乱重分也会有距离，超过那个才算不同",
            "style distance: root mean square of the differences in standard deviations between deals; groups"
            " mixed at random have one too, and only more than that is a difference",
        ),
        lang,
    )
    notes = [note]
    if len(distances) > 1:
        told = f"校正后：Holm，{len(distances)} 项一起", f"corrected: Holm, {len(distances)} tests together"
        notes.append(pick(told, lang))
    title = pick(("总的来说", "In all"), lang)
    return Section(title, tuple(pick(heading, lang) for heading in headings), rows, notes)


def _findings(title: str, findings: Sequence[Finding], short: Mapping[str, str], lang: str) -> Section:
    many = _many(findings)
    rows = [_row(finding, short, lang, many) for finding in _ranked(findings)]
    tests = sum(finding.p is not None for finding in findings)
    note = pick(
        (
            f"p：以副牌为单位的置换检验；校正后：Holm，共 {tests} 次检验；"
            "校正后 ≤ 0.05 且区间不含 0 才算不同",
            f"p: permutation test over deals; corrected: Holm, {tests} tests;"
            " unlike only where that is ≤ 0.05 and the interval is clear of 0",
        ),
        lang,
    )
    return Section(title, _headings(findings, short, lang, many), rows, [note, *_few(findings, lang)])


def _few(findings: Sequence[Finding], lang: str) -> Iterator[str]:
    """What is said of those that are not tested, where there are any."""
    if few := sum(finding.p is None for finding in findings):
        words = (
            f"{few} 项有一边不到 {FEWEST} 副牌，不检验，也不算进校正",
            f"{few} have fewer than {FEWEST} deals on a side: not tested, and not in the correction",
        )
        yield pick(words, lang)


def _roles(comparison: Comparison, short: Mapping[str, str], lang: str, every: bool) -> Section:
    found = comparison.by_role
    tests = sum(finding.p is not None for finding in found)
    decided = sum(finding.decided for finding in found)
    shown = [finding for finding in _ranked(found) if every or finding.decided]
    many = _many(found)
    rows = [(name_of(finding.role, lang), *_row(finding, short, lang, many)) for finding in shown]
    headings = (pick(("身份", "card"), lang), *_headings(found, short, lang, many))
    more = pick(("", "") if every else ("（全部列出：--by-role）", " (all: --by-role)"), lang)
    note = pick(
        (
            f"{tests} 次检验一起校正，{decided} 项分得出，其余分不出{more}",
            f"{tests} tests, corrected together: {decided} distinguishable, the others not{more}",
        ),
        lang,
    )
    notes = [note, *_few(found, lang)]
    return Section(pick(("按身份", "By card"), lang), headings if rows else (), rows, notes)


def _ranked(findings: Sequence[Finding]) -> list[Finding]:
    """Those that are sure first, those that are not tested last, and of each the largest first."""

    def place(one: Finding) -> tuple[bool, bool, float, str, str, tuple[str, str]]:
        return one.p is None, not one.decided, -abs(one.effect.value), one.feature, one.role, one.groups

    return sorted(findings, key=place)


def _many(findings: Sequence[Finding]) -> bool:
    """Whether they are of more than two groups."""
    return len({finding.groups for finding in findings}) > 1


def _headings(
    findings: Sequence[Finding], short: Mapping[str, str], lang: str, many: bool
) -> tuple[str, ...]:
    sides: list[Pair] = [("比较", "pair"), ("前", "first"), ("后", "second")]
    if not many and findings:
        sides = [(short[name], short[name]) for name in findings[0].groups]
    headings: tuple[Pair, ...] = (
        ("项", "feature"), ("单位", "unit"), *sides, ("差", "difference"), ("95% 区间", "95 %"),
        ("标准差数", "in SD"), ("副牌 n", "n deals"), ("p", "p"), ("校正后", "corrected"),
        ("结论", "verdict"),
    )  # fmt: skip
    return tuple(pick(heading, lang) for heading in headings)


def _row(finding: Finding, short: Mapping[str, str], lang: str, many: bool) -> tuple[str, ...]:
    name, unit = MEASURES[finding.feature]
    difference, effect = finding.difference, finding.effect
    deals = f"{finding.deals_one}/{finding.deals_other}"
    told = ("不同", "unlike") if finding.decided else ("分不出", "not distinguishable")
    if finding.p is None:
        told = ("副牌太少", "too few deals")
    elif finding.adjusted is not None and finding.adjusted <= ALPHA and not finding.decided:
        told = ("分不出：区间含 0", "not distinguishable: interval holds 0")
    elif finding.p <= ALPHA and not finding.decided:
        told = _AFTER
    return (
        f"{finding.feature} {pick(name, lang)}",
        pick(unit, lang),
        *((_pair(finding.groups, short),) if many else ()),
        _number(finding.one),
        _number(finding.other),
        f"{difference.value:+.3g}",
        _range(difference),
        f"{effect.value:+.2f}" if isfinite(effect.low) else "—",
        deals,
        _p(finding.p),
        _p(finding.adjusted),
        pick(told, lang),
    )


def fingerprints(comparison: Comparison, lang: str, most: int | None = None) -> list[Whiskers]:
    """A picture for each two groups: the features' differences in standard deviations (``most``: so many).

    What has too few deals to be tested is not drawn: its bar would be the eye's first find.
    """
    short = letters(comparison)
    found = []
    known = [f for f in comparison.findings if f.p is not None and isfinite(f.effect.low)]
    for groups in dict.fromkeys(finding.groups for finding in known):
        own = [finding for finding in known if finding.groups == groups]
        own.sort(key=lambda finding: -abs(finding.effect.value))
        own = sorted(own[:most], key=lambda finding: -finding.effect.value)
        farthest = max(max(abs(f.effect.low), abs(f.effect.high)) for f in own)
        reach = ceil(2 * min(_REACH, farthest) + _SMALLEST) / 2
        rows = tuple(
            Row(
                f"{f.feature} {pick(MEASURES[f.feature][0], lang)}  n={f.deals_one}/{f.deals_other}",
                f.effect,
                int(not f.decided),
            )
            for f in own
        )
        pair = _pair(groups, short)
        title = pick(
            (
                f"指纹 {pair}：差几个标准差，95% 区间（未校正）",
                f"Fingerprint {pair}: difference in standard deviations, 95 % (not corrected)",
            ),
            lang,
        )
        found.append(Whiskers(title, rows, -reach, reach, "+.1f"))
    return found


def speeches(manners: Mapping[str, Manner], comparison: Comparison, lang: str, whole: bool) -> Section:
    """What each group says more than the others, and its most typical speeches, side by side."""
    short = letters(comparison)
    names = list(manners)
    headings = tuple(f"{short[name]}  {name}" for name in names)
    phrases = tuple(
        ", ".join(f"{p.text} {p.own}:{p.others}" for p in manners[name].phrases) or "—" for name in names
    )
    most = max((len(manner.examples) for manner in manners.values()), default=0)
    examples = [tuple(_example(manners[name], n, lang, whole) for name in names) for n in range(most)]
    counts = ", ".join(f"{short[name]} n={manners[name].speeches}" for name in names)
    note = pick(
        (
            f"第一行：比别组说得多的字眼（本组几次发言:别组几次）；下面是这种字眼最多的发言。"
            f"发言数 {counts}；只说明该读什么，不是检验",
            "first row: words that a group says more often (its speeches : others'); below, the speeches with"
            f" most of them. Speeches: {counts}. They show what to read and test nothing",
        ),
        lang,
    )
    return Section(
        pick(("最典型的发言", "The most typical speeches"), lang), headings, [phrases, *examples], [note]
    )


def _example(manner: Manner, place: int, lang: str, whole: bool) -> str:
    if place >= len(manner.examples):
        return ""
    example = manner.examples[place]
    text = example.said.text
    if not whole and len(text) > _LONGEST:
        text = f"{text[:_LONGEST]}…"
    stage = pick(STAGES[example.said.stage], lang) if example.said.stage in STAGES else example.said.stage
    role = name_of(example.role, lang)
    where = pick(
        (
            f"第{example.said.day}天 {stage} {example.seat}号（{role}）",
            f"day {example.said.day}, {stage.lower()}, seat {example.seat} ({role})",
        ),
        lang,
    )
    return f"{where} {example.file.name}\n{text}"


def _pair(groups: tuple[str, str], short: Mapping[str, str]) -> str:
    return f"{short[groups[0]]} − {short[groups[1]]}"


def _number(value: float) -> str:
    return f"{value:.0f}" if abs(value) >= 1000 else f"{value:.3g}"


def _p(value: float | None) -> str:
    if value is None:
        return "—"
    return f"{value:.3f}" if value >= _SMALLEST else f"< {_SMALLEST}"


def _range(interval: Interval) -> str:
    return f"{interval.low:+.3g} … {interval.high:+.3g}" if isfinite(interval.low) else "—"
