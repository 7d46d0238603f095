"""The question with its closed list of legal answers, in an order drawn from the seed: none comes first."""

from __future__ import annotations

from typing import Final

from llmwolf.llm.prompt.sets import prompt_set
from llmwolf.llm.schema import form_of, shape_of, speech_limit
from llmwolf.llm.settings import Settings
from llmwolf.players.phrases import choice_label
from llmwolf.players.words import pick
from llmwolf.record.sources import POLL
from llmwolf.rules.asks import PASS, Choice, Request
from llmwolf.rules.chance import shuffled
from llmwolf.rules.view import View

Message = dict[str, str]
_RAW_LIMIT: Final = 600


def poll_request(view: View) -> Request:
    """What the seat may do out of turn now, as a request that may be passed."""
    return Request(view.seat, POLL, view.rights)


def label_of(view: View, request: Request) -> str:
    """What the order of the options is drawn by: it depends on what the seat heard, on nothing hidden."""
    facts = view.facts
    return f"options/{view.seat}/{facts.day}/{facts.stage}/{request.kind}/{len(view.log)}"


def option_lines(request: Request, settings: Settings, label: str = "") -> str:
    """The legal answers, one a line, in the order that ``label`` draws, and the length of a text."""
    lang, seed = settings.lang, settings.seed
    lines = []
    if request.text_limit:
        limit = speech_limit(request, settings)
        lines.append(pick((f"- speech 最多{limit}字", f"- speech: at most {limit} characters"), lang))
    shape = shape_of(request)
    if shape.act:
        choices = [*request.choices, *([Choice(PASS)] if request.may_pass else [])]
        lines += [_option(choice, request, settings, label) for choice in shuffled(seed, label, choices)]
    elif shape.targets:
        seats = ", ".join(map(str, shuffled(seed, f"{label}/seats", request.choices[0].pool)))
        zh = f"- targets 可写你想指的座位：{seats}；不指写 []"
        lines.append(pick((zh, f"- targets: a seat you name, of {seats}; [] for none"), lang))
    return "\n".join(lines)


def _option(choice: Choice, request: Request, settings: Settings, label: str) -> str:
    lang = settings.lang
    name = choice_label(choice, lang, request.kind)
    line = pick((f'- act "{choice.verb}"（{name}）', f'- act "{choice.verb}" ({name})'), lang)
    if not choice.most:
        return line
    pool = shuffled(settings.seed, f"{label}/{choice.verb}", choice.pool)
    seats = ", ".join(map(str, pool))
    if choice.most == 1:
        return line + pick((f"，targets 取其一：{seats}", f", targets one of: {seats}"), lang)
    zh = f"，targets 取 {choice.least} 到 {choice.most} 个：{seats}"
    return line + pick((zh, f", {choice.least} to {choice.most} targets of: {seats}"), lang)


def repair_messages(request: Request, raw: str, why: str, settings: Settings) -> list[Message]:
    """The second turn after an unusable reply: what was wrong, and the legal answers once more."""
    asked = prompt_set(settings.prompt).fill(
        settings.lang,
        "repair",
        why=why,
        options=option_lines(request, settings, "repair"),
        form=form_of(request, settings),
        seat=request.seat,
    )
    return [{"role": "assistant", "content": raw[:_RAW_LIMIT] or "{}"}, {"role": "user", "content": asked}]
