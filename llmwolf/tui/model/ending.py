"""What the end screen tells: every card, who won and why, and where the decisions came from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from llmwolf.players.phrases import role_name, seat_list, side_name
from llmwolf.players.words import CAUSES, REASONS
from llmwolf.rules.events import Became
from llmwolf.rules.game import Game
from llmwolf.tui.model.hand import turned_name
from llmwolf.tui.model.secrets import acts_of, secrets_of
from llmwolf.tui.model.sight import final_causes
from llmwolf.tui.model.standins import why
from llmwolf.tui.words import t


@dataclass(frozen=True, slots=True)
class EndRow:
    """One seat at the end."""

    seat: int
    name: str
    card: str
    won: bool
    result: str
    fate: str
    mine: bool


@dataclass(frozen=True, slots=True)
class Ending:
    """The whole end screen but its buttons."""

    headline: str
    lines: tuple[str, ...]
    rows: tuple[EndRow, ...]


def ending(
    game: Game,
    names: Mapping[int, str],
    me: int,
    counts: Mapping[str, int],
    failures: Mapping[str, int],
    path: str,
    board: str,
    lang: str,
    models: Sequence[str] = (),
    stood_in: Mapping[int, int] | None = None,
) -> Ending:
    """The end of ``game`` for the reader at seat ``me`` (0: watched).

    ``counts`` say where decisions came from, ``failures`` why players had to be stood in for, ``path``
    where the transcript is (empty: nowhere), ``models`` what the calls to models came to, in lines,
    ``stood_in`` for which seats bots answered how often. Raises :class:`ValueError` before the game is over.
    """
    facts = game.judge.facts
    causes = final_causes(game)
    draw = facts.winner == "draw"
    headline = t("end_draw", lang) if draw else t("end_title", lang, side=side_name(facts.winner, lang))
    if me and not draw:
        headline += " · " + t("end_you_won" if me in facts.winners else "end_you_lost", lang)
    reason = REASONS.get(facts.reason, (facts.reason, facts.reason))[lang == "en"]
    lines = [t("end_why", lang, why=reason) + " · " + t("end_days", lang, day=facts.day)]
    if facts.winners:
        lines.append(t("end_winners", lang, seats=seat_list(facts.winners, lang)))
    lines.append(t("end_saved", lang, path=path) if path else t("end_unsaved", lang))
    lines += secrets_of(game, lang)
    lines += [
        t("end_seed", lang, board=board, seed=game.spec.seed),
        t("end_counts", lang, counts=_listed({t(f"by_{by}", lang): n for by, n in counts.items()})),
    ]
    if bots := {seat: n for seat, n in sorted((stood_in or {}).items()) if n}:
        seats = t("comma", lang).join(t("standin_count", lang, seat=seat, n=n) for seat, n in bots.items())
        lines.append(t("standin_counts", lang, n=sum(bots.values()), seats=seats))
    if failures:
        lines.append(t("end_failures", lang, counts=_listed(_in_words(failures, lang))))
    lines += [t("end_models", lang, line=line) for line in models]
    lines += acts_of(game, lang)
    rows = tuple(
        EndRow(
            seat=seat,
            name=names.get(seat, ""),
            card=_card(game, seat, lang),
            won=seat in facts.winners,
            result=t("end_drawn" if draw else "end_won" if seat in facts.winners else "end_lost", lang),
            fate=_fate(game, seat, causes.get(seat, ""), lang),
            mine=seat == me,
        )
        for seat in range(1, facts.seats + 1)
    )
    return Ending(headline, tuple(lines), rows)


def _card(game: Game, seat: int, lang: str) -> str:
    """The card, what it has become, and that it was taken from the middle where it was."""
    card = turned_name(game.judge.hands[seat], lang)
    taken = any(isinstance(event, Became) and event.taken and event.seat == seat for event in game.log)
    return f"{role_name('thief', lang)}→{card}" if taken else card


def _fate(game: Game, seat: int, cause: str, lang: str) -> str:
    gone = game.judge.facts.gone.get(seat)
    if gone is None:
        return t("tag_in", lang)
    phase, day, how = gone
    when = t("night_no" if phase == "night" else "day_no", lang, day=day)
    if how == "taken":  # the cause is the blast of another
        return f"{when} {t('fate_taken', lang)}"
    return f"{when} {CAUSES.get(cause, (cause, cause))[lang == 'en']}"


def _in_words(failures: Mapping[str, int], lang: str) -> Counter[str]:
    """The reasons in words; several may have the same."""
    counted: Counter[str] = Counter()
    for reason, n in failures.items():
        counted[why(reason, lang)] += n
    return counted


def _listed(counts: Mapping[str, int]) -> str:
    return " · ".join(f"{word} {n}" for word, n in counts.items() if n) or "0"
