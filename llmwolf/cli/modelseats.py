"""Which seats are models, and which: the options of a command, put together to a crew."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from llmwolf.players.told import ToldError

if TYPE_CHECKING:
    from llmwolf.cli.failing import Failing
    from llmwolf.llm.config import Config, ModelSpec
    from llmwolf.llm.crew import Crew
    from llmwolf.players.words import Pair
    from llmwolf.table.seating import Plan, SeatPlan


@dataclass(slots=True)
class ModelChoice:
    """The model seats that a command line asks for: ``names`` is seat → model (empty: the default one)."""

    names: Mapping[int, str]
    base_url: str = ""
    prompt: str = ""
    max_cost: float | None = None
    max_tokens: int | None = None
    record: Path | None = None
    replay: Path | None = None
    _config: Config | None = field(default=None, repr=False)

    @classmethod
    def of(
        cls,
        size: int,
        model: str | None = None,
        base_url: str | None = None,
        models: str | None = None,
        seats: tuple[str, ...] = (),
        prompt: str | None = None,
        max_cost: float | None = None,
        max_tokens: int | None = None,
        record: Path | None = None,
        replay: Path | None = None,
    ) -> ModelChoice:
        """The choice for a table of ``size`` seats; raises :class:`ToldError`."""
        refuse_both(record, replay)
        own = by_seat("--seat", seats, size)
        named = model or replay or (given(base_url) and os.environ.get("OPENAI_MODEL"))
        everywhere = models or ("all" if named and not own else "0")
        names = dict.fromkeys(_seats(everywhere, size), model or "") | own
        if not names:
            refuse_nameless(model, base_url)
            if record or replay or prompt or max_cost or max_tokens:
                raise ToldError(
                    (
                        "没有座位是模型；用 --model 名字、--models 或 --seat 说明哪些座位是",
                        "no seat is a model; say which with --model NAME, --models or --seat",
                    )
                )
        return cls(
            dict(sorted(names.items())), base_url or "", prompt or "", max_cost, max_tokens, record, replay
        )

    def plans(self, level: str, voices: Mapping[int, str]) -> dict[int, SeatPlan]:
        """How the model seats stand in a plan; ``voices`` are the personas that were named."""
        from llmwolf.llm.prompt import prompt_set
        from llmwolf.table.seating import SeatPlan

        found = {}
        for seat in self.names:
            spec = self.spec(seat)
            persona = voices.get(seat, "") or spec.persona
            label = prompt_set(spec.settings.prompt).label
            found[seat] = SeatPlan("model", level, model=spec.label, prompt=label, persona=persona)
        return found

    def spec(self, seat: int) -> ModelSpec:
        """The model of ``seat``; raises :class:`~llmwolf.llm.endpoint.EndpointError`."""
        spec = self.config.for_seat(seat, self.names[seat], self.base_url)
        return replace(spec, settings=replace(spec.settings, prompt=self.prompt or spec.settings.prompt))

    @property
    def config(self) -> Config:
        """The configuration; read once."""
        from llmwolf.llm.config import load_config

        if self._config is None:
            self._config = replace(load_config(os.environ), needs_keys=self.replay is None)
        return self._config

    def crew(self, plan: Plan, number: int) -> Crew:
        """The model seats of game ``number`` of a series; raises :class:`SetupError`.

        That a cassette is of another game is told on the error output.
        """
        from llmwolf.llm.budget import Budget
        from llmwolf.llm.cassette import Played, of_another_game, taped
        from llmwolf.llm.crew import Crew, CrewPlan
        from llmwolf.llm.learned import user_memory
        from llmwolf.players.personas import persona_text
        from llmwolf.players.words import pick
        from llmwolf.table.seating import voices_of

        voices = voices_of(plan, plan.board.seats)
        cost = self.config.max_cost if self.max_cost is None else self.max_cost
        tokens = self.config.max_tokens if self.max_tokens is None else self.max_tokens
        played = Played(plan.board.id, plan.seed)
        wrap = taped(self.record, self.replay, number, played)
        if self.replay and (other := of_another_game(self.replay, number, played)):
            click.echo(pick(other, plan.lang), err=True)
        return Crew(
            CrewPlan(
                {seat: self.spec(seat) for seat in self.names},
                plan.lang,
                plan.seed,
                {seat: persona_text(voices[seat], plan.lang) for seat in self.names},
                Budget(tokens, cost),
                wrap,
                None if self.replay else user_memory(),
            )
        )

    def unseated(self, size: int) -> Pair | None:
        """That [seats] of the file names seats which a table of ``size`` has not; ``None``: it does not."""
        far = [str(seat) for seat in sorted(self.config.seats) if seat > size] if self.names else []
        if not far:
            return None
        path, seats = self.config.path, ", ".join(far)
        return (
            f"{path}: [seats] 里的 {seats} 号不在这张 {size} 人桌上，这一局不用",
            f"{path}: [seats] names {seats}, and this table has {size} seats; it is not used here",
        )

    def failing(self, view: int, lang: str, write: Callable[[str], None]) -> Failing:
        """What tells, with ``write``, that a model cannot be used, to one who sees what ``view`` sees."""
        from llmwolf.cli.failing import Failing, Seated

        specs = {seat: self.spec(seat) for seat in self.names} if not self.replay else {}
        where = ["--base-url", self.base_url] if given(self.base_url) else []
        models = {
            seat: Seated(
                spec.label, spec.name, shlex.join(["llmwolf", "doctor", *where, "--model", spec.name])
            )
            for seat, spec in specs.items()
        }
        return Failing(models, view, lang, write)

    def resumed(self, record: Path, lang: str) -> str:
        """The command that goes on with the game in ``record``, to be pasted into a shell.

        The record tells each seat's model; what it does not tell is where that was reached, if not by name,
        and on what terms. No key is in it: an address with one was refused.
        """
        options = (
            ("--base-url", self.base_url if given(self.base_url) else ""),
            ("--prompt", self.prompt),
            ("--max-cost", "" if self.max_cost is None else f"{self.max_cost:g}"),
            ("--max-tokens", "" if self.max_tokens is None else str(self.max_tokens)),
            ("--replay", str(self.replay or "")),
            ("--lang", lang if lang != "zh" else ""),
        )
        words = [word for option, value in options if value for word in (option, value)]
        return shlex.join(["llmwolf", "resume", str(record), *words])


def given(base_url: str | None) -> bool:
    """Whether somebody wrote that ``--base-url``, rather than that the environment has it."""
    return bool(base_url) and base_url != os.environ.get("OPENAI_BASE_URL")


def refuse_nameless(model: str | None, base_url: str | None) -> None:
    """Raise :class:`ToldError` where a ``--base-url`` was written and no model of it is named."""
    if not given(base_url) or model or os.environ.get("OPENAI_MODEL"):
        return
    from llmwolf.llm.endpoint import normal_url

    url = normal_url(base_url or "")
    raise ToldError(
        (
            f"给了 --base-url，却没有说用那里的哪个模型：加上 --model 名字"
            f"（`llmwolf doctor --base-url {url}` 看那里有哪些）",
            "--base-url is given, and no model of it: add --model NAME"
            f" (`llmwolf doctor --base-url {url}` tells which there are)",
        )
    )


def refuse_both(record: Path | None, replay: Path | None) -> None:
    """Raise :class:`ToldError` where a cassette is to be made and played at once."""
    if record and replay:
        words = "--record 和 --replay 不能同时用", "--record and --replay do not go together"
        raise ToldError(words)


def by_seat(option: str, items: tuple[str, ...], size: int) -> dict[int, str]:
    """``3=name`` of each; raises :class:`ToldError` where a seat is not at the table, or is named twice."""
    found: dict[int, str] = {}
    for item in items:
        seat, equals, name = item.partition("=")
        if not equals or not name or not seat.isdecimal() or not 1 <= int(seat) <= size:
            raise ToldError(
                (
                    f"{option} {item!r}：要写成 座位=名字，座位从 1 到 {size}",
                    f"{option}: {item!r} is not SEAT=NAME with a seat from 1 to {size}",
                )
            )
        if int(seat) in found:
            raise ToldError(
                (
                    f"{option}：{int(seat)} 号写了两次（{found[int(seat)]}、{name}）；留一个",
                    f"{option}: seat {int(seat)} is given twice ({found[int(seat)]}, {name}); leave one",
                )
            )
        found[int(seat)] = name
    return found


def _seats(text: str, size: int) -> list[int]:
    """``all``, so many seats from the first on, or a list with commas."""
    if text == "all":
        return list(range(1, size + 1))
    parts = text.split(",")
    if not all(part.isdecimal() for part in parts) or any(int(part) > size for part in parts):
        raise ToldError(
            (
                f"--models {text!r}：要写 all、不超过 {size} 的个数，或 1,3,5 这样的座位",
                f"--models: {text!r} is not all, a number up to {size}, or seats such as 1,3,5",
            )
        )
    numbers = [int(part) for part in parts]
    if len(numbers) == 1:
        return list(range(1, numbers[0] + 1))
    if 0 in numbers:
        raise ToldError(("--models：座位从 1 数起", "--models: seats are counted from 1"))
    if twice := next((seat for seat in numbers if numbers.count(seat) > 1), 0):
        raise ToldError((f"--models：{twice} 号写了两次", f"--models: seat {twice} is given twice"))
    return sorted(numbers)
