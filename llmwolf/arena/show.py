"""The report in words and tables, in Chinese and English."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import isclose

from llmwolf.arena.cautions import cautions
from llmwolf.arena.figures import Bias, Edition, Figure, Report
from llmwolf.arena.plots import bias_plots, cost_plot, rates_plots, ratings_plot, written
from llmwolf.arena.sections import Section, alike, headings_in, name_of, span
from llmwolf.arena.verdicts import contrasts
from llmwolf.players.words import pick
from llmwolf.roles import registry


def sections(found: Report, lang: str) -> Iterator[Section]:
    """The whole report for people."""
    yield _head(found, lang)
    for edition in found.editions:
        if len(found.editions) > 1:
            yield _apart(edition, lang)
        if edition.contrasts or edition.split:
            yield contrasts(edition, lang)
        yield _rates(edition.figures, lang)
        if edition.strengths is not None:
            yield _ratings(edition, lang)
        yield _biases(edition.biases, lang)
        if any(counts["calls"] or counts["by stand-in"] for counts in edition.counts.values()):
            yield _counts(edition, lang)
        if edition.spending:
            yield _spending(edition, lang)


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
        notes.append(pick(("共 ", ""), lang) + _bill(found.spent, lang))
    if found.unfinished["calls"]:
        if (done := found.spent - found.unfinished)["calls"]:
            told = _bill(done, lang)
            notes.append(pick((f"其中打完的局：{told}", f"of these, finished games: {told}"), lang))
        rest = _bill(found.unfinished, lang)
        zh, en = "没有结果的局（停下、失败或搁置）", "games without a result (stopped, failed, put aside)"
        notes.append(pick((f"{zh}：{rest}", f"{en}: {rest}"), lang))
    return Section(title, notes=notes, cautions=cautions(found, lang))


def _bill(spent: Counter[str], lang: str) -> str:
    """What calls came to, in one line."""
    about = "~" if spent["estimated"] else ""
    cost = f"{about}${spent['cost']:.4f}" + ("+?" if spent["unpriced"] else "")
    if spent["unpriced"] and not spent["cost"]:
        cost = pick(("价格不知道", "at a price that is not known"), lang)
    words = (
        f"{spent['calls']:,} 次调用，{about}{spent['tokens']:,} 词元，{cost}",
        f"{spent['calls']:,} calls, {about}{spent['tokens']:,} tokens, {cost}",
    )
    return pick(words, lang)


def _apart(edition: Edition, lang: str) -> Section:
    unlike = ", ".join(edition.unlike)
    zh = f"版本 {edition.id}：{edition.games} 局"
    zh += f"；与第一个版本不同的是 {unlike}，所以分开列" if unlike else ""
    en = f"edition {edition.id}: {edition.games} games" + (
        f"; shown apart, for it differs from the first one in {unlike}" if unlike else ""
    )
    return Section(pick((zh, en), lang))


def _rates(figures: Sequence[Figure], lang: str) -> Section:
    headings = headings_in(
        ("棋盘", "agent", "项", "局数 n", "胜率", "95% 区间", "基准", "基准 95%", "基准局数"),
        ("board", "agent", "as", "n games", "wins", "95 %", "baseline", "its 95 %", "its n"),
        lang,
    )
    shown = _telling(figures)
    known = any(figure.baseline for figure in shown)
    headings = headings if known else headings[:6]
    rows = []
    for figure in shown:
        rate, base = figure.rate, figure.baseline
        told: tuple[str, ...] = ("—",) * 3 if known else ()
        if base:
            told = f"{base.value:.1%}", span(base, ".1%"), str(figure.baseline_games)
        which = (figure.board, figure.agent, name_of(figure.name, lang), str(figure.games))
        rows.append((*which, f"{rate.value:.1%}", span(rate, ".1%"), *told))
    balanced = (
        "按身份均衡：各身份的胜率按棋盘上的牌数加权",
        "role-balanced: the rates of the roles, weighted by the cards of the board",
    )
    base_line = (
        "基准：所有座位都是同一个 agent 时这些牌的胜率",
        "baseline: how such cards do where all seats are the same agent",
    )
    if not known:
        base_line = (
            "没有基准（所有座位都是同一个 agent 时的胜率）：计划里写 mirror = 20，就多打 20 局这样的",
            "no baseline (how such cards do where all seats are the same agent): mirror = 20 in a plan plays"
            " 20 such games more",
        )
    notes = [pick(balanced, lang)] if any(figure.kind == "overall" for figure in shown) else []
    notes.append(pick(base_line, lang))
    pictures = rates_plots(shown, [name_of(figure.name, lang) for figure in shown], lang)
    title = pick(("胜率", "Win rates"), lang)
    return alike(Section(title, headings, rows, notes, pictures))


def _telling(figures: Sequence[Figure]) -> list[Figure]:
    """The figures that say something of their own.

    The cards of a team that wins and loses as one do as their side does, and who holds one side only has
    nothing to be balanced.
    """
    sides: dict[tuple[str, str], dict[str, float]] = {}
    for figure in figures:
        if figure.kind == "faction":
            sides.setdefault((figure.board, figure.agent), {})[figure.name] = figure.rate.value

    def tells(figure: Figure) -> bool:
        own = sides.get((figure.board, figure.agent), {})
        if figure.kind == "role":
            side = own.get(registry()[figure.name].side)
            return side is None or not isclose(side, figure.rate.value)
        return figure.kind != "overall" or len(own) != 1

    return [figure for figure in figures if tells(figure)]


def _ratings(edition: Edition, lang: str) -> Section:
    assert edition.strengths is not None
    points = sorted(edition.strengths.points.items(), key=lambda item: (-item[1].value, item[0]))
    rows = [
        (name, written(interval.value, "+.0f"), span(interval, "+.0f"), str(interval.units))
        for name, interval in points
    ]
    rows += [(name, "—", "—", "—") for name in edition.strengths.apart]
    headings = headings_in(
        ("agent", "分", "95% 区间", "组数 n"), ("agent", "points", "95 %", "n deals"), lang
    )
    balance = "; ".join(
        f"{board} {written(given.value, '+.0f')}, 95%: {span(given, '+.0f')}, n={given.units}"
        for board, given in edition.strengths.balance.items()
    )
    if unknown := ", ".join(edition.strengths.unknown):
        balance += f"{'; ' * bool(balance)}{unknown} —"
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
    if apart := ", ".join(edition.strengths.apart):
        words = (
            f"{apart} 没有分：没和要比的 agent 坐过同一边，它的强弱与棋盘给一边的分不开，只知道两者之和；"
            "计划里写 mirror = 20（基准坐满的局）就分得开",
            f"{apart}: no rating, never having sat on the side of those it would be compared with; its"
            " strength and the board's balance cannot be told apart, only their sum is known. mirror = 20 in"
            " a plan (games with the baseline in every seat) would tell",
        )
        notes.append(pick(words, lang))
    if edition.others:
        told = ", ".join(f"{name_of(name, lang)} {count}" for name, count in sorted(edition.others.items()))
        words = (f"第三方获胜与平局不计分：{told}", f"games that neither side won are not rated: {told}")
        notes.append(pick(words, lang))
    return Section(pick(("评分", "Ratings"), lang), headings, rows, notes, ratings_plot(edition, lang))


def _biases(biases: Sequence[Bias], lang: str) -> Section:
    """Those that are sure, and of the others the largest."""
    headings = headings_in(
        ("棋盘", "座位／发言位", "组数 n", "高于本牌平均", "95% 区间", "结论"),
        ("board", "seat / place", "n deals", "above its cards", "95 %", "verdict"),
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
            spread = span(lift, "+.1%")
            rows.append((board, place, str(lift.units), written(lift.value, "+.1%"), spread, told))
    widened = (
        "区间已按座位或发言位的个数放宽；看不出偏差的只列最大的一个",
        "intervals are widened for the number of seats or places; without a bias only the largest is listed",
    )
    title = pick(("座位与发言次序（第一天）", "Seats, and places in the order of day 1"), lang)
    pictures = bias_plots(biases, [_place_of(b, lang) for b in biases], lang)
    return alike(Section(title, headings, rows, [pick(widened, lang)], pictures))


def _place_of(bias: Bias, lang: str) -> str:
    if bias.kind != "seat":
        return name_of(bias.name, lang)
    return pick((f"{bias.name}号", f"seat {bias.name}"), lang)


def _counts(edition: Edition, lang: str) -> Section:
    headings = headings_in(
        ("agent", "局数", "调用", "修复", "重试", "失败", "掐断", "替补", "超时"),
        ("agent", "games", "calls", "repairs", "retries", "failed", "cut", "stand-ins", "time-outs"),
        lang,
    )
    names = ("calls", "repairs", "retries", "failed", "cut", "by stand-in", "for time_out")
    rows = [
        (agent, str(edition.seated[agent]), *(f"{counts[name]:,}" for name in names))
        for agent, counts in sorted(edition.counts.items())
    ]
    return Section(pick(("调用与代打", "Calls and stand-ins"), lang), headings, rows)


def _spending(edition: Edition, lang: str) -> Section:
    headings = headings_in(
        ("agent", "局数 n", "一共", "每局", "95% 区间"),
        ("agent", "n games", "in all", "a game", "95 %"),
        lang,
    )
    tokens = pick((" 词元", " tokens"), lang)
    rows = []
    for spent in edition.spending:
        counts = edition.counts[spent.agent]
        about = "~" if counts["estimated"] else ""
        sign, form, unit = ("$", ",.4f", "") if spent.unit == "cost" else ("", ",.0f", tokens)
        unit += "+?" if spent.unit == "cost" and counts["unpriced"] else ""
        told = [f"{about}{sign}{value:{form}}{unit}" for value in (counts[spent.unit], spent.a_game.value)]
        rows.append((spent.agent, str(spent.games), *told, span(spent.a_game, form)))
    notes = []
    if strange := sorted(agent for agent, counts in edition.counts.items() if counts["unpriced"]):
        zh = f"不知价格，只数词元：{', '.join(strange)}（价格写在 llmwolf.toml）"
        en = f"no price is known, tokens only: {', '.join(strange)} (a price goes into llmwolf.toml)"
        notes.append(pick((zh, en), lang))
    title = pick(("花费", "Spending"), lang)
    return Section(title, headings, rows, notes, cost_plot(edition, lang))
