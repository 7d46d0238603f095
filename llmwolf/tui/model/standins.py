"""Model seats that a stand-in answers for: who, why, how often, and what of it the table may be told.

What may be told comes from public asks alone. That a seat's model failed by night would tell that the seat
had something to answer by night (N-2): such a failure is counted for the end, but it puts up no mark, and an
answer by night takes none away. A model that stays dead shows at the seat's next speech or ballot.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Final

from llmwolf.players.phrases import seat_list
from llmwolf.table.ports import Source
from llmwolf.tui.model.status import who
from llmwolf.tui.words import TEXTS, t

_OWN: Final = ("model", "repair")
"""Sources of decisions that are a model's own."""
_ADVICE: Final = {
    "advice_server": ("network", "server", "time_out", "bad_body", "stream_cut", "no_choices"),
    "advice_key": ("auth", "not_found", "not_an_api", "bad_request"),
    "advice_account": ("quota",),
    "advice_other": ("context", "moderation", "filtered", "refused", "bad_json", "illegal"),
    "advice_budget": ("budget",),
}
_FEW: Final = 3
"""So many seats are told with their names."""


class StandIns:
    """Follows where the decisions of the seats ``models`` come from; ``judges_eyes`` are told everything.

    ``failing`` is seat → reason as the table may know it now, ``counts`` how many decisions of each seat were
    a stand-in's, hidden asks included: that is for the end.
    """

    def __init__(self, models: Collection[int], judges_eyes: bool = False) -> None:
        self.failing: dict[int, str] = {}
        self.counts: Counter[int] = Counter()
        self._models = frozenset(models)
        self._all = judges_eyes
        self._public: tuple[int, bool] = (-1, False)
        self._told: dict[int, str] = {}

    def asked(self, ply: int, public: bool) -> None:
        """The ask of number ``ply`` is open."""
        self._public = (ply, public)

    def take(self, source: Source) -> None:
        """A decision was taken."""
        stood_in = source.by == "stand-in"
        self.counts[source.seat] += stood_in
        if not (self._all or self._public == (source.ply, True)):
            return
        if stood_in:
            self.failing[source.seat] = source.reason
        elif source.by in _OWN:
            self.failing.pop(source.seat, None)

    @property
    def untold(self) -> bool:
        """Whether there are :meth:`news`."""
        return self._told.keys() != self.failing.keys()

    def news(
        self, names: Mapping[int, str], living: Collection[int], lang: str
    ) -> tuple[list[str], list[str]]:
        """What has changed since the last call, in sentences: who fails now, and who answers again.

        ``living`` are those who will be asked something again.
        """
        began: dict[str, list[int]] = {}
        for seat, reason in sorted(self.failing.items()):
            if seat not in self._told:
                began.setdefault(reason, []).append(seat)
        ended = sorted(self._told.keys() - self.failing.keys())
        self._told = dict(self.failing)
        everybody = self._models.intersection(living)

        def called(seats: list[int]) -> str:
            if len(seats) <= _FEW:
                return t("comma", lang).join(who(seat, names, lang) for seat in seats)
            return t("standin_all", lang) if everybody.issubset(seats) else seat_list(seats, lang)

        failing = [_began(called(seats), reason, lang) for reason, seats in began.items()]
        return failing, [t("standin_ended", lang, seats=called(ended))] if ended else []


def why(reason: str, lang: str) -> str:
    """A reason in plain words; one that has none is a fault on the model's side."""
    name = f"fail_{reason}"
    return t(name if name in TEXTS else "fail_other", lang)


def _began(seats: str, reason: str, lang: str) -> str:
    name = next((name for name, reasons in _ADVICE.items() if reason in reasons), "advice_wait")
    return t("standin_began", lang, seats=seats, why=why(reason, lang), advice=t(name, lang))
