"""A report as one HTML file that loads nothing and runs nothing."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from math import isfinite
from typing import Final

from markupsafe import Markup

from llmwolf.arena.cast import prompt_in
from llmwolf.arena.cautions import cautions
from llmwolf.arena.charts import both
from llmwolf.arena.figures import Report
from llmwolf.arena.plan import Agent, Plan
from llmwolf.arena.plots import written
from llmwolf.arena.sections import span
from llmwolf.arena.show import sections
from llmwolf.arena.verdicts import verdict
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
            agents=_agents(found, plan, lang),
            sections=list(sections(found, lang)),
            svg=both,
        )
    )


def _said(found: Report, lang: str) -> list[str]:
    """What the comparisons over all boards come to, one line each."""
    lines = []
    for edition in found.editions:
        several = any(not contrast.board for contrast in edition.contrasts)
        for contrast in edition.contrasts:
            if several and contrast.board:
                continue
            interval = contrast.difference.interval
            ends = f", 95 %: {span(interval, '+.1%')}" if isfinite(interval.low) else ""
            board = contrast.board or pick(("全部棋盘", "all boards"), lang)
            which = "" if len(found.editions) == 1 else f" [{edition.id}]"
            figure = f"{contrast.one} − {contrast.other} = {written(interval.value, '+.1%')}"
            lines.append(
                f"{board}{which}{pick(('：', ': '), lang)}{figure} (n={interval.units}{ends})"
                f" — {verdict(contrast, lang)}"
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


def _agents(found: Report, plan: Plan, lang: str) -> list[tuple[str, ...]]:
    """The agents of the plan as a table: its headings, and a row each."""
    zh = "agent", "是什么", "提示词", "人物", "设置"
    en = "agent", "what", "prompt", "persona", "settings"
    return [
        en if lang == "en" else zh,
        *(_agent(plan, agent, _prompts(found, agent), lang) for agent in plan.agents),
    ]


def _prompts(found: Report, agent: Agent) -> str:
    """The prompt sets that ``agent`` played with, each with its digest; before any game that of the plan."""
    played = (prompt_in(edition.versions.get(agent.id, "")) for edition in found.editions)
    return ", ".join(dict.fromkeys(filter(None, played))) or agent.prompt or "—"


def _agent(plan: Plan, agent: Agent, prompts: str, lang: str) -> tuple[str, ...]:
    bot = f"电脑：{agent.level}", f"bot: {agent.level}"
    what = pick(bot, lang) if agent.kind == "bot" else agent.model
    persona = agent.persona or pick(("每座抽签", "drawn for each seat"), lang)
    if agent.id == plan.baseline:
        what += pick(("（其余座位）", " (all other seats)"), lang)
    settings = ", ".join(f"{name} = {value}" for name, value in agent.settings.items())
    return agent.id, what, prompts, persona, settings or "—"
