"""Models that cannot be asked: a tournament stops rather than let stand-ins play for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from llmwolf.arena.cautions import often
from llmwolf.arena.outcome import Line
from llmwolf.llm.client import Asker, Prompted, RawReply, Sink
from llmwolf.llm.endpoint import Endpoint
from llmwolf.llm.failure import ModelFailure
from llmwolf.llm.findings import of_failure, why
from llmwolf.llm.settings import Patience
from llmwolf.players.words import pick

if TYPE_CHECKING:
    from llmwolf.llm.config import ModelSpec

_FOR_GOOD: Final = frozenset(("auth", "not_an_api", "not_found", "quota"))
"""Why calls fail that fail whatever is asked, until somebody mends it."""
_AT_FIRST: Final = _FOR_GOOD | {
    "bad_body", "bad_request", "context", "empty", "network", "no_choices", "rate_limit", "server",
    "stream_cut", "time_out",
}  # fmt: skip
"""The same of a service that has not given a single reply yet, after all retries of a call."""
_REPLIED: Final = ("bad_body", "bad_request", "context", "empty", "no_choices")
"""Those where the service is there, and what it sends is of no use."""
_OUTAGE: Final[Mapping[str, int]] = {"network": 1, "rate_limit": 1, "server": 2}
"""What passes. So many calls without a reply between, each after all its retries, tell that it is no matter
of one prompt: then the game waits."""
_PAUSE: Final = 5.0
"""Seconds that a game waits then."""
LONG: Final = 120.0
"""Seconds without a single reply after which the run had better wait for people."""
_STRIKES: Final = 3
"""So often in a row a service that has answered before may refuse: a gateway does so once by accident."""
_OWN: Final = ("model", "repair", "order", "poll")
"""Where an agent's own decisions come from."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why the model of ``agent`` cannot be asked; no key is in it.

    ``answered``: it has replied since it was last refused; ``passing``: it may do so again by itself.
    """

    agent: str
    reason: str
    detail: str
    answered: bool
    passing: bool = False


class Unasked(Exception):
    """A game was stopped where a model could not be asked; its record can be gone on with."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal

    def __str__(self) -> str:
        return f"{self.refusal.agent}: {self.refusal.detail}"


class Watched:
    """An asker that notes whether anybody answers; an :class:`~llmwolf.llm.client.Asker`."""

    def __init__(self, asker: Asker, heard: set[Endpoint]) -> None:
        """``heard`` are the endpoints that have ever replied in this process."""
        self.endpoint: Endpoint = asker.endpoint
        self.patience: Patience = asker.patience
        self._asker = asker
        self._heard = heard
        self._answered = False
        self._failure: ModelFailure | None = None
        self._failed = 0

    async def ask(
        self, prompt: Prompted, sink: Sink, on_retry: Callable[[ModelFailure], None] = lambda failure: None
    ) -> RawReply:
        """As the asker does; raises :class:`ModelFailure`."""
        try:
            reply = await self._asker.ask(prompt, sink, on_retry)
        except ModelFailure as failure:
            self._failure = failure
            self._failed += 1
            raise
        self._answered, self._failed = True, 0
        self._heard.add(self.endpoint)
        return reply

    def refusal(self, agent: str, reason: str) -> Refusal | None:
        """What it means for ``agent`` that a call has just failed for ``reason``; ``None``: nothing yet."""
        failure = self._failure
        if failure is None or failure.reason != reason:
            return None
        heard = self.endpoint in self._heard
        passing = heard and reason in _OUTAGE and self._failed >= _OUTAGE[reason]
        if not passing and reason not in (_FOR_GOOD if heard else _AT_FIRST):
            return None
        answered, self._answered = self._answered, False
        return Refusal(agent, reason, self.endpoint.mask(failure.detail), answered, passing)

    async def close(self) -> None:
        """Close the asker."""
        await self._asker.close()


class Strikes:
    """How often in a row, and for how long, the models of a tournament were not to be asked.

    Agents that ask the same endpoint are counted together.
    """

    def __init__(self, specs: Mapping[str, ModelSpec], clock: Callable[[], float]) -> None:
        self._places = {agent: spec.endpoint for agent, spec in specs.items()}
        self._clock = clock
        self._answered: set[Endpoint] = set()
        self._count: Counter[Endpoint] = Counter()
        self._since: dict[Endpoint, float] = {}

    @property
    def waiting(self) -> tuple[str, ...]:
        """The addresses of the services that are waited for, until one has answered."""
        return tuple(sorted({place.base_url for place in self._since}))

    def played(self, line: Line) -> None:
        """The game of ``line`` came to its end: who answered in it can be asked."""
        for seat in line["seats"]:
            if any(seat.get("sources", {}).get(name) for name in _OWN):
                self._heard(self._places[seat["agent"]])

    def judge(self, refusal: Refusal) -> float:
        """How many seconds to wait before trying again; raises :class:`Unasked` where that is of no use."""
        place = self._places[refusal.agent]
        if refusal.answered:
            self._heard(place)
        if place not in self._answered:
            raise Unasked(refusal)
        if refusal.passing:
            now = self._clock()
            if now - self._since.setdefault(place, now) >= LONG:
                raise Unasked(refusal)
            return _PAUSE
        self._count[place] += 1
        if self._count[place] >= _STRIKES:
            raise Unasked(refusal)
        return 0.0

    def _heard(self, place: Endpoint) -> None:
        self._answered.add(place)
        self._count.pop(place, None)
        self._since.pop(place, None)


def stop_line(refusal: Refusal, spec: ModelSpec, folder: Path, lang: str, elsewhere: bool) -> str:
    """That the tournament in ``folder`` has stopped, why, and what to do, in one line.

    ``elsewhere``: other machines asked, with keys of their own.
    """
    found = of_failure(ModelFailure(refusal.reason, refusal.detail), spec, None, lang)
    plan = folder / "plan.toml"
    place, doctor = spec.endpoint.base_url, f"llmwolf doctor --base-url {spec.endpoint.base_url}"
    there = ("在 worker 那边", " (on the workers)") if elsewhere else ("", "")
    if refusal.reason in ("auth", "quota"):
        remedy = f"{there[0]}{found.advice}", f"{found.advice}{there[1]}"
    elif found.name == "model":
        remedy = (
            f"改 {plan} 里 agents.{refusal.agent}.model（`{doctor}` 看那里有哪些）",
            f"mend agents.{refusal.agent}.model in {plan} (`{doctor}` tells which there are)",
        )
    elif refusal.reason == "rate_limit":
        remedy = (
            "等一会儿，或在 llmwolf.toml 里把这个服务的 concurrency 调小",
            "wait, or lower the concurrency of this service in llmwolf.toml",
        )
    elif refusal.reason in _REPLIED:
        remedy = f"用 `{doctor}` 看看它怎么了", f"`{doctor}` tells what is the matter with it"
    else:
        remedy = (
            f"看服务在不在运行，或改 {plan} 里 agents.{refusal.agent}.base_url 或 llmwolf.toml",
            f"see whether the server runs, or mend agents.{refusal.agent}.base_url in {plan},"
            " or llmwolf.toml",
        )
    # Of a service that fails, the first call without a reply was one of a single prompt, for all one knew.
    alone = refusal.reason == "server" and refusal.passing
    nobody = ("", "") if alone else ("没有让替补代打，", "no stand-in has played for it; ")
    return pick(
        (
            f"停下了：agent {refusal.agent}（{spec.endpoint.model}，{place}）问不了：{found.text}；"
            f"{remedy[0]}；{nobody[0]}改好后接着打：llmwolf arena resume {folder}",
            f"stopped: agent {refusal.agent} ({spec.endpoint.model} at {place}) cannot be asked:"
            f" {found.text}; {remedy[1]}; {nobody[1]}to go on after that:"
            f" llmwolf arena resume {folder}",
        ),
        lang,
    )


def stand_in_lines(
    models: Iterable[str], lines: Mapping[str, Line], lang: str
) -> tuple[list[str], list[str]]:
    """What is to be told of stand-ins for the ``models``, by agent: those that have not made one decision of
    their own, and those that made the others but not nearly all."""
    made: dict[str, Counter[str]] = {agent: Counter() for agent in models}
    reasons: dict[str, Counter[str]] = {agent: Counter() for agent in made}
    for line in lines.values():
        for seat in line.get("seats", ()):
            if seat["agent"] in made:
                made[seat["agent"]].update(seat.get("sources", {}))
                reasons[seat["agent"]].update(seat.get("failures", {}))
    told: list[str] = []
    warned: list[str] = []
    for agent, sources in made.items():
        if not sources or any(sources[name] for name in _OWN):
            warned += often(agent, sources["stand-in"], sources.total(), lang)
            continue
        first = next((why(reason) for reason, _ in reasons[agent].most_common(1)), ("?", "?"))
        words = (
            f"{agent} 没有一个决定是自己做的：{sources.total()} 个全是替补代打（多半因为：{first[0]}）；"
            "这些局说的是替补，不是它",
            f"{agent} has made no decision of its own: stand-ins made all {sources.total()}"
            f" (mostly because: {first[1]}); these games tell of the stand-ins, not of it",
        )
        told.append(pick(words, lang))
    return told, warned
