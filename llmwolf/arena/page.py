"""A report as one HTML file that loads nothing and runs nothing."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from math import isfinite
from typing import Final

from markupsafe import Markup

from llmwolf.arena.cautions import cautions
from llmwolf.arena.charts import NARROW, WIDE, svg
from llmwolf.arena.figures import Report
from llmwolf.arena.plan import Agent, Plan
from llmwolf.arena.plots import Picture
from llmwolf.arena.show import sections, verdict
from llmwolf.players.pages import page_template
from llmwolf.players.words import pick

_LANGUAGES: Final = {"zh": "zh-Hans", "en": "en"}
_DESIGNS: Final = {
    "paired": ("成对", "paired"),
    "rotation": ("轮换座位", "rotation"),
    "round_robin": ("循环", "round robin"),
}


def page(found: Report, plan: Plan, lang: str) -> str:
    """The report on the tournament of ``plan`` as HTML; every text in it is escaped."""
    styles, template = page_template("llmwolf.arena", "report")
    policy = "; ".join(
        (
            "default-src 'none'",
            f"style-src 'sha256-{b64encode(sha256(styles.encode()).digest()).decode()}'",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )
    names = " / ".join(agent.id for agent in plan.compared)
    return str(
        template.render(
            language=_LANGUAGES[lang],
            policy=policy,
            styles=Markup(styles),  # the shipped style sheet
            title=pick((f"比赛报告：{names}", f"Arena report: {names}"), lang),
            said=_said(found, lang),
            cautions=cautions(found, lang),
            about=_about(plan, lang),
            agents=_agents(plan, lang),
            sections=list(sections(found, lang)),
            svg=_drawn,
        )
    )


def _drawn(picture: Picture) -> Markup:
    """An SVG element for each of two widths, whose texts are escaped by the writer of XML."""
    both = ((WIDE, "wide"), (NARROW, "narrow"))
    return Markup("").join(Markup(svg(picture, width, kind)) for width, kind in both)


def _said(found: Report, lang: str) -> list[str]:
    """What the comparisons come to, one line each."""
    lines = []
    for edition in found.editions:
        for contrast in edition.contrasts:
            interval = contrast.difference.interval
            span = "" if not isfinite(interval.low) else f", 95 %: {interval.low:+.1%} … {interval.high:+.1%}"
            board = contrast.board or pick(("全部棋盘", "all boards"), lang)
            which = "" if len(found.editions) == 1 else f" [{edition.id}]"
            lines.append(
                f"{board}{which}: {contrast.one} − {contrast.other} = {interval.value:+.1%}"
                f" (n={interval.units}{span}) — {verdict(contrast, lang)}"
            )
    return lines


def _about(plan: Plan, lang: str) -> list[str]:
    design = pick(_DESIGNS[plan.design], lang)
    boards = ", ".join(plan.boards)
    return [
        pick(
            (
                f"{design}；棋盘 {boards}，每个 {plan.games} 局；种子 {plan.seed}；区间 95%，单位是牌局组",
                f"{design}; boards {boards}, {plan.games} games each; seed {plan.seed}; intervals are 95 %,"
                " their unit is the deal",
            ),
            lang,
        )
    ]


def _agents(plan: Plan, lang: str) -> list[tuple[str, ...]]:
    """The agents of the plan as a table: its headings, and a row each."""
    zh = "agent", "是什么", "提示词", "人物", "设置"
    en = "agent", "what", "prompt", "persona", "settings"
    return [en if lang == "en" else zh, *(_agent(plan, agent, lang) for agent in plan.agents)]


def _agent(plan: Plan, agent: Agent, lang: str) -> tuple[str, ...]:
    what = f"bot: {agent.level}" if agent.kind == "bot" else agent.model
    if agent.id == plan.baseline:
        what += pick(("（其余座位）", " (all other seats)"), lang)
    settings = ", ".join(f"{name} = {value}" for name, value in agent.settings.items())
    return agent.id, what, agent.prompt or "—", agent.persona or "—", settings or "—"
