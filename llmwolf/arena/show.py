"""The forecast and the report in words and tables, in Chinese and English."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from llmwolf.arena.figures import Bias, Contrast, Edition, Figure, Report
from llmwolf.arena.forecast import SECONDS, Forecast
from llmwolf.arena.plots import (
    Picture,
    bias_plots,
    contrasts_plot,
    cost_plot,
    rates_plots,
    ratings_plot,
)
from llmwolf.arena.stats import Interval
from llmwolf.players.words import Pair, pick
from llmwolf.roles import registry

_WORDS: Final[Mapping[str, Pair]] = {
    "good": ("好人", "good"),
    "wolves": ("狼人", "wolves"),
    "lovers": ("情侣", "lovers"),
    "piper": ("吹笛者", "piper"),
    "draw": ("平局", "draw"),
    "balanced": ("按身份均衡", "role-balanced"),
    "early": ("前置位", "early"),
    "middle": ("中置位", "middle"),
    "late": ("后置位", "late"),
}
_SMALLEST: Final = 0.001
"""Below that a p is not told more exactly."""


@dataclass(slots=True)
class Section:
    """A table with its title, what is to be said below it, and what can be seen beside it."""

    title: str
    headings: tuple[str, ...] = ()
    rows: Sequence[tuple[str, ...]] = ()
    notes: Sequence[str] = ()
    pictures: Sequence[Picture] = ()


def forecast_line(found: Forecast, lang: str) -> str:
    """What a tournament will come to, in one line."""
    minutes = _duration(found.seconds, lang)
    if not found.model_games:
        zh = f"要打 {found.bot_games} 局，全是电脑，不花钱；约 {minutes}"
        return pick((zh, f"{found.bot_games} games of bots, at no cost; about {minutes}"), lang)
    tokens = f"{found.tokens / 1e6:.2f}"
    money = f"${found.cost_cached:.2f}–{found.cost:.2f}"
    strange = ", ".join(found.unpriced)
    more = (f"，另有不知价格的：{strange}", f", and what is not known: {strange}") if strange else ("", "")
    return pick(
        (
            f"要打 {found.model_games + found.bot_games} 局，其中 {found.model_games} 局有模型："
            f"约 {found.calls} 次调用、{tokens} 百万词元、{money}{more[0]}（低的一端：服务记得住前文）；"
            f"每次调用 {SECONDS:g} 秒的话约 {minutes}",
            f"{found.model_games + found.bot_games} games, {found.model_games} of them with models: about"
            f" {found.calls} calls, {tokens} million tokens, {money}{more[1]} (the lower one if the service"
            f" remembers prompts); about {minutes} at {SECONDS:g} s a call",
        ),
        lang,
    )


def _duration(seconds: float, lang: str) -> str:
    if seconds < 90:
        return pick((f"{seconds:.0f} 秒", f"{seconds:.0f} s"), lang)
    if seconds < 5_400:
        return pick((f"{seconds / 60:.0f} 分钟", f"{seconds / 60:.0f} min"), lang)
    return pick((f"{seconds / 3600:.1f} 小时", f"{seconds / 3600:.1f} h"), lang)


def sections(found: Report, lang: str) -> Iterator[Section]:
    """The whole report for people."""
    yield _head(found, lang)
    for edition in found.editions:
        if len(found.editions) > 1:
            yield _apart(edition, lang)
        if edition.contrasts or edition.split:
            yield _contrasts(edition, lang)
        yield _rates(edition.figures, lang)
        if edition.strengths is not None:
            yield _ratings(edition, lang)
        yield _biases(edition.biases, lang)
        if any(counts["calls"] or counts["by stand-in"] for counts in edition.counts.values()):
            yield _counts(edition, lang)


def _head(found: Report, lang: str) -> Section:
    failed, left = found.failed.total(), found.planned - found.done - found.failed.total()
    title = pick(
        (
            f"计划 {found.planned} 局：打完 {found.done}，失败 {failed}，未打 {left}",
            f"{found.planned} games planned: {found.done} done, {failed} failed, {left} not played",
        ),
        lang,
    )
    notes = [f"{count} × {reason}" for reason, count in found.failed.most_common()]
    if found.spent["calls"]:
        about = "~" if found.spent["estimated"] else ""
        more = "+?" if found.spent["unpriced"] else ""
        words = (
            f"共 {found.spent['calls']} 次调用，{about}{found.spent['tokens']} 词元，"
            f"{about}${found.spent['cost']:.4f}{more}",
            f"{found.spent['calls']} calls, {about}{found.spent['tokens']} tokens,"
            f" {about}${found.spent['cost']:.4f}{more}",
        )
        notes.append(pick(words, lang))
    return Section(title, notes=notes)


def _apart(edition: Edition, lang: str) -> Section:
    unlike = ", ".join(edition.unlike)
    zh = f"版本 {edition.id}：{edition.games} 局"
    zh += f"；与第一个版本不同的是 {unlike}，所以分开列" if unlike else ""
    en = f"edition {edition.id}: {edition.games} games" + (
        f"; shown apart, for it differs from the first one in {unlike}" if unlike else ""
    )
    return Section(pick((zh, en), lang))


def _contrasts(edition: Edition, lang: str) -> Section:
    headings = _headings(
        ("棋盘", "比较", "组数 n", "差", "95% 区间", "p", "结论"),
        ("board", "comparison", "n deals", "difference", "95 %", "p", "verdict"),
        lang,
    )
    rows = []
    for contrast in edition.contrasts:
        interval = contrast.difference.interval
        rows.append(
            (
                contrast.board or pick(("全部", "all"), lang),
                f"{contrast.one} − {contrast.other}",
                str(interval.units),
                f"{interval.value:+.1%}",
                _range(interval, "+.1%"),
                f"{p:.3f}" if (p := contrast.difference.p) >= _SMALLEST else f"< {_SMALLEST}",
                verdict(contrast, lang),
            )
        )
    notes = [line for contrast in edition.contrasts if (line := _further(contrast, lang))]
    if edition.split:
        words = (
            f"{edition.split} 组缺局（失败或未打），不计入差",
            f"{edition.split} deals lack a game (failed or not played) and are not in the differences",
        )
        notes.append(pick(words, lang))
    pictures = contrasts_plot(edition.contrasts, lang)
    title = pick(("比较：同一副牌", "Comparison on the same deals"), lang)
    return Section(title, headings, rows, notes, pictures)


def verdict(contrast: Contrast, lang: str) -> str:
    """What a comparison comes to, in a few words."""
    if contrast.difference.decided:
        better = contrast.one if contrast.difference.interval.value > 0 else contrast.other
        return pick((f"{better} 更强", f"{better} is better"), lang)
    return pick(("分不出高下", "not distinguishable"), lang)


def _further(contrast: Contrast, lang: str) -> str:
    """How many more games would decide; empty: none, or no number would."""
    if not contrast.more_games:
        return ""
    size = f"{contrast.difference.interval.value:+.1%}"
    which = f"{contrast.board or pick(('全部', 'all'), lang)} {contrast.one} − {contrast.other}"
    return pick(
        (
            f"{which}：若差真有 {size}，约还要 {contrast.more_games} 局才分得出",
            f"{which}: if the difference really is {size}, about {contrast.more_games} more games decide",
        ),
        lang,
    )


def _rates(figures: Iterable[Figure], lang: str) -> Section:
    headings = _headings(
        ("棋盘", "agent", "项", "局数 n", "胜率", "95% 区间", "基准 (n)"),
        ("board", "agent", "as", "n games", "wins", "95 %", "baseline (n)"),
        lang,
    )
    rows = []
    shown = list(figures)
    sides = {(f.board, f.agent, f.name): f.rate.value for f in shown if f.kind == "faction"}
    # A team that wins and loses as one says no more by roles.
    shown = [f for f in shown if f.kind != "role" or sides.get(_side_of(f)) != f.rate.value]
    for figure in shown:
        base = "—"
        if figure.baseline is not None:
            base = f"{figure.baseline:.1%} ({figure.baseline_games})"
        name = name_of(figure.name, lang)
        rate = figure.rate
        rows.append(
            (
                figure.board,
                figure.agent,
                name,
                str(figure.games),
                f"{rate.value:.1%}",
                _range(rate, ".1%"),
                base,
            )
        )
    notes = [
        pick(
            (
                "按身份均衡：各身份的胜率按棋盘上的牌数加权；基准：所有座位都是同一个 agent 时这些牌的胜率",
                "role-balanced: the rates of the roles, weighted by the cards of the board;"
                " baseline: how such cards do where all seats are the same agent",
            ),
            lang,
        )
    ]
    pictures = rates_plots(shown, [name_of(figure.name, lang) for figure in shown], lang)
    return Section(pick(("胜率", "Win rates"), lang), headings, rows, notes, pictures)


def _side_of(figure: Figure) -> tuple[str, str, str]:
    return figure.board, figure.agent, registry()[figure.name].side


def _ratings(edition: Edition, lang: str) -> Section:
    assert edition.strengths is not None
    points = sorted(edition.strengths.points.items(), key=lambda item: (-item[1].value, item[0]))
    rows = [
        (name, f"{interval.value:+.0f}", _range(interval, "+.0f"), str(interval.units))
        for name, interval in points
    ]
    headings = _headings(("agent", "分", "95% 区间", "组数 n"), ("agent", "points", "95 %", "n deals"), lang)
    balance = ", ".join(f"{board} {value:+.0f}" for board, value in edition.strengths.balance.items())
    notes = [
        pick(
            (
                "Bradley–Terry：一队的实力是队员的平均，人多不算优势；"
                f"棋盘给好人一方的另算（{balance}）；400 分 = 十比一",
                "Bradley–Terry: a team is as strong as its members on the average, larger ones have no"
                f" advantage; the board's own to the good side is apart ({balance}); 400 points: ten to one",
            ),
            lang,
        )
    ]
    if edition.others:
        told = ", ".join(f"{name_of(name, lang)} {count}" for name, count in sorted(edition.others.items()))
        words = (f"第三方获胜与平局不计分：{told}", f"games that neither side won are not rated: {told}")
        notes.append(pick(words, lang))
    return Section(pick(("评分", "Ratings"), lang), headings, rows, notes, ratings_plot(edition, lang))


def _biases(biases: Sequence[Bias], lang: str) -> Section:
    """Those that are sure, and of the others the largest."""
    headings = _headings(
        ("棋盘", "座位／发言位", "高于本牌平均", "区间（已按个数放宽）", "结论"),
        ("board", "seat / place", "above its cards", "interval (widened for their number)", "verdict"),
        lang,
    )
    by_kind: dict[tuple[str, str], list[Bias]] = {}
    for bias in biases:
        by_kind.setdefault((bias.board, bias.kind), []).append(bias)
    rows = []
    for (board, _), all_of_them in by_kind.items():
        sure = [bias for bias in all_of_them if not bias.lift.holds(0.0)]
        shown = sure or [max(all_of_them, key=lambda bias: abs(bias.lift.value))]
        told = pick(("有偏差", "biased") if sure else ("看不出偏差", "no bias to be seen"), lang)
        for bias in shown:
            place, lift = _place_of(bias, lang), bias.lift
            rows.append((board, place, f"{lift.value:+.1%}", _range(lift, "+.1%"), told))
    title = pick(("座位与发言次序（第一天）", "Seats, and places in the order of day 1"), lang)
    return Section(title, headings, rows, (), bias_plots(biases, [_place_of(b, lang) for b in biases], lang))


def _place_of(bias: Bias, lang: str) -> str:
    if bias.kind != "seat":
        return name_of(bias.name, lang)
    return pick((f"{bias.name}号", f"seat {bias.name}"), lang)


def _counts(edition: Edition, lang: str) -> Section:
    headings = _headings(
        ("agent", "局数", "调用", "修复", "重试", "失败", "替补", "超时", "词元", "费用", "每局"),
        (
            "agent", "games", "calls", "repairs", "retries", "failed", "stand-ins", "time-outs", "tokens",
            "cost", "a game",
        ),
        lang,
    )  # fmt: skip
    rows = []
    for agent, counts in sorted(edition.counts.items()):
        games = edition.seated[agent]
        about, more = "~" if counts["estimated"] else "", "+?" if counts["unpriced"] else ""
        names = ("calls", "repairs", "retries", "failed", "by stand-in", "for time_out")
        cost = counts["cost"]
        rows.append(
            (
                agent,
                str(games),
                *(str(counts[name]) for name in names),
                f"{about}{counts['tokens']}",
                f"{about}${cost:.4f}{more}",
                f"{about}${cost / games:.4f}{more}",
            )
        )
    title = pick(("调用与代打", "Calls and stand-ins"), lang)
    return Section(title, headings, rows, (), cost_plot(edition, lang))


def name_of(word: str, lang: str) -> str:
    """A role, a side or a place in ``lang``."""
    if word in _WORDS:
        return pick(_WORDS[word], lang)
    card = registry().get(word)
    return (card.en if lang == "en" else card.zh) if card else word


def _headings(zh: tuple[str, ...], en: tuple[str, ...], lang: str) -> tuple[str, ...]:
    """The headings in ``lang``."""
    return en if lang == "en" else zh


def _range(interval: Interval, form: str) -> str:
    if interval.units < 2:
        return "—"
    return f"{interval.low:{form}} … {interval.high:{form}}"
