"""What a tournament will come to, in words: told before the first game."""

from __future__ import annotations

from collections.abc import Mapping

from llmwolf.arena.forecast import SECONDS, Forecast
from llmwolf.llm.budget import Budget
from llmwolf.players.words import pick


def forecast_line(found: Forecast, lang: str) -> str:
    """What a tournament will come to, in one line."""
    minutes = _duration(found.seconds, lang)
    if not found.model_games:
        zh = f"要打 {found.bot_games} 局，全是电脑，不花钱；约 {minutes}"
        return pick((zh, f"{found.bot_games} games of bots, at no cost; about {minutes}"), lang)
    tokens = f"{found.tokens / 1e6:.2f}"
    money = _money(found, lang)
    return pick(
        (
            f"要打 {found.model_games + found.bot_games} 局，其中 {found.model_games} 局有模型："
            f"约 {found.calls:,} 次调用、{tokens} 百万词元、{money}；每次调用 {SECONDS:g} 秒的话约 {minutes}",
            f"{found.model_games + found.bot_games} games, {found.model_games} of them with models: about"
            f" {found.calls:,} calls, {tokens} million tokens, {money};"
            f" about {minutes} at {SECONDS:g} s a call",
        ),
        lang,
    )


def _money(found: Forecast, lang: str) -> str:
    strange = ", ".join(found.unpriced)
    if strange and not found.cost:
        return pick((f"不知价格（{strange}）", f"at a price that is not known ({strange})"), lang)
    span = f"${found.cost_cached:.2f}–{found.cost:.2f}"
    more = (f"，另有不知价格的：{strange}", f", and what is not known: {strange}") if strange else ("", "")
    return pick(
        (
            f"{span}{more[0]}（低的一端：服务记得住前文）",
            f"{span}{more[1]} (the lower one if the service remembers prompts)",
        ),
        lang,
    )


def limit_line(found: Forecast, purse: Budget, spent: Mapping[str, float], lang: str) -> str:
    """That the limit of ``purse``, of which so much was ``spent`` before, pays for fewer games with models.

    Empty: for all of them, as far as that is known.
    """
    few, many = _paid_for(found, purse, spent)
    if few >= found.model_games:
        return ""
    limits = [f"{purse.max_tokens:,}{pick((' 词元', ' tokens'), lang)}"] if purse.max_tokens else []
    limits += [f"${purse.max_cost:g}"] if purse.max_cost else []
    told = " / ".join(limits)
    games = f"{few}" if few == many else f"{few}–{many}"
    zh, en = (f"大约只够其中 {games} 局", games) if many else ("大约一整局也不够", "none")
    at_once = min(found.at_once, found.model_games)
    half = ("", "")
    if many and at_once > 1:
        half = (
            f"；同时打 {at_once} 局，停下时打到一半的也花了钱，所以打完的会少些（concurrency 小，少得少）",
            f"; with {at_once} at once, those that are half-way then have cost too, so fewer come to"
            " their end (with a lower concurrency more do)",
        )
    before = ("（先前花掉的算在内）", " (what was spent before counts)") if spent.get("tokens") else ("", "")
    return pick(
        (
            f"上限 {told}{before[0]}{zh}（有模型的要打 {found.model_games} 局），用完就停{half[0]}；"
            "加大上限可以 resume 接着打",
            f"the limit of {told}{before[1]} pays for about {en} of the {found.model_games} games"
            f" with models, and ends it there{half[1]}; `resume` with a higher one goes on",
        ),
        lang,
    )


def _paid_for(found: Forecast, purse: Budget, spent: Mapping[str, float]) -> tuple[int, int]:
    """How many games with models the purse pays for: if no service remembers a prompt, and if all do."""
    few = many = found.model_games
    if purse.max_tokens and found.tokens:
        left = max(0, purse.max_tokens - spent.get("tokens", 0)) / found.tokens
        few = many = min(few, int(left * found.model_games))
    if purse.max_cost and found.cost_cached and not found.unpriced:
        left = max(0.0, purse.max_cost - spent.get("cost", 0.0))
        few = min(few, int(left / found.cost * found.model_games))
        many = min(many, int(left / found.cost_cached * found.model_games))
    return few, many


def concurrency_line(found: Forecast, lang: str) -> str:
    """Whether more games side by side would shorten it; empty where no model is asked."""
    if not found.model_games:
        return ""
    limit = found.limit
    if found.at_once < found.enough:
        sooner = _duration(found.seconds_with(found.enough), lang)
        return pick(
            (
                f"同时打 {found.at_once} 局；计划里写 concurrency = {found.enough} 的话约 {sooner}"
                f"（服务同时接 {limit} 个调用，再多也不会更快）",
                f"{found.at_once} games at once; with concurrency = {found.enough} in the plan about {sooner}"
                f" (the service takes {limit} calls at once: more games gain nothing)",
            ),
            lang,
        )
    told = (f"同时打 {found.at_once} 局", f"{found.at_once} games at once")
    if found.enough == found.model_games:
        more = "已经够多，concurrency 再大也不会更快", "that is enough: a higher concurrency gains nothing"
    else:
        more = (
            f"服务同时只接 {limit} 个调用，concurrency 再大也不会更快；"
            "服务受得住的话，在 llmwolf.toml 里加大它的 concurrency",
            f"the service takes {limit} calls at once, so a higher concurrency gains nothing; if it can bear"
            " more, raise its concurrency in llmwolf.toml",
        )
    return pick((f"{told[0]}：{more[0]}", f"{told[1]}: {more[1]}"), lang)


def _duration(seconds: float, lang: str) -> str:
    if seconds < 90:
        return pick((f"{seconds:.0f} 秒", f"{seconds:.0f} s"), lang)
    if seconds < 5_400:
        return pick((f"{seconds / 60:.0f} 分钟", f"{seconds / 60:.0f} min"), lang)
    return pick((f"{seconds / 3600:.1f} 小时", f"{seconds / 3600:.1f} h"), lang)
