"""One agent against another in words: the table of differences, the verdicts, and what keeps them open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from llmwolf.arena.cautions import stood_in
from llmwolf.arena.figures import Contrast, Edition
from llmwolf.arena.plots import contrasts_plot, written
from llmwolf.arena.sections import Section, alike, chance, span
from llmwolf.arena.stats import ALPHA, FEWEST, Veto
from llmwolf.players.words import Pair, pick

_VETOES: Final[Mapping[Veto, Pair]] = {
    "one": ("只有一组牌", "one deal only"),
    "alike": ("每组都打成一样", "alike on every deal"),
    "few": (f"打得不同的不到 {FEWEST} 组", f"unlike on fewer than {FEWEST} deals"),
    "corrected": (f"校正后 p > {ALPHA}", f"corrected p > {ALPHA}"),
    "chance": (f"p > {ALPHA}", f"p > {ALPHA}"),
    "interval": ("区间含 0", "interval holds 0"),
    "both": (f"区间含 0，p > {ALPHA}", f"interval holds 0, p > {ALPHA}"),
}


def contrasts(edition: Edition, lang: str) -> Section:
    """The differences of one edition, what each comes to, and what is still needed."""
    many = any(contrast.difference.tests > 1 for contrast in edition.contrasts)
    headings: list[Pair] = [
        ("棋盘", "board"), ("比较", "comparison"), ("组数 n", "n deals"), ("差", "difference"),
        ("95% 区间", "95 %"), ("p", "p"), *([("校正后 p", "corrected p")] if many else []),
        ("还要局数", "more games"), ("结论", "verdict"),
    ]  # fmt: skip
    rows = []
    for contrast in edition.contrasts:
        difference = contrast.difference
        interval = difference.interval
        rows.append(
            (
                contrast.board or pick(("全部", "all"), lang),
                f"{contrast.one} − {contrast.other}",
                str(interval.units),
                written(interval.value, "+.1%"),
                span(interval, "+.1%"),
                chance(difference.p),
                *([chance(difference.adjusted) if difference.tests > 1 else "—"] if many else ()),
                f"{contrast.more_games:,}" if contrast.more_games else "—",
                verdict(contrast, lang),
            )
        )
    notes = [*_how(edition.contrasts, lang)]
    if any(contrast.more_games for contrast in edition.contrasts):
        words = (
            "还要局数：若差真有这么大，再打约这么多局就分得出（把握 80%）",
            "more games: about so many decide if the difference really is of that size (power 80 %)",
        )
        notes.append(pick(words, lang))
    if edition.split:
        words = (
            f"{edition.split} 组缺局（失败或未打），不计入差",
            f"{edition.split} deals lack a game (failed or not played) and are not in the differences",
        )
        notes.append(pick(words, lang))
    notes += stood_in(edition, lang)
    pictures = contrasts_plot(edition.contrasts, lang)
    title = pick(("比较：同一副牌", "Comparison on the same deals"), lang)
    return alike(Section(title, tuple(pick(one, lang) for one in headings), rows, notes, pictures))


def verdict(contrast: Contrast, lang: str) -> str:
    """What a comparison comes to, in a few words; where it comes to nothing, why."""
    difference = contrast.difference
    if better := contrast.better:
        return pick((f"{better} 更强", f"{better} is better"), lang)
    why = pick(_VETOES[difference.veto], lang)
    return pick((f"分不出高下：{why}", f"not distinguishable: {why}"), lang)


def _how(found: Sequence[Contrast], lang: str) -> Iterator[str]:
    """How the verdicts are reached, and what was corrected for how many tests."""
    if not found:
        return
    tests = {not one.board: one.difference.tests for one in found}
    most = max(tests.values())
    which = pick(("校正后 p", "the corrected p") if most > 1 else (" p", "p"), lang)
    yield pick(
        (
            f"p：符号检验（mid-p），单位是牌局组；区间不含 0 且{which} ≤ {ALPHA} 才算分出高下",
            f"p: sign test over deals (mid-p); decided only where the interval is clear of 0 and {which}"
            f" ≤ {ALPHA}",
        ),
        lang,
    )
    if most == 1:
        return
    zh, en = f"Holm，{most} 项一起", f"Holm, {most} tests together"
    if len(tests) > 1:
        zh = f"Holm，全部棋盘 {tests[True]} 项一起，单个棋盘 {tests[False]} 项一起"
        en = f"Holm, {tests[True]} tests over all boards together, {tests[False]} of single boards together"
        if tests[True] == 1:
            zh = f"全部棋盘的那一项是先定好要问的，不校正；单个棋盘 {tests[False]} 项一起，Holm"
            en = (
                "the one over all boards is what the plan asks, and is not corrected;"
                f" those of single boards: Holm, {tests[False]} tests together"
            )
    yield pick((f"校正：{zh}；区间各是 95%，不校正", f"corrected: {en}; intervals are 95 % each"), lang)
