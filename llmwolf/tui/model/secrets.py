"""What comes out when the game is over: who was linked, charmed, a model, an ally; checks and potions."""

from __future__ import annotations

from typing import Final

from llmwolf.players.phrases import answer_name, card_list, seat_list, seat_name, side_name
from llmwolf.rules.game import Game
from llmwolf.tui.words import t

_POTIONS: Final = ("save", "poison")


def secrets_of(game: Game, lang: str) -> list[str]:
    """Each secret of a finished game in a line; raises :class:`ValueError` before it is over (N-18)."""
    if not game.over:
        raise ValueError("these are secret until the game is over")
    hidden, hands = game.judge.hidden, game.judge.hands
    lines: list[str] = []
    if hidden.lovers:
        cupid, lovers = seat_name(hidden.cupid, lang), seat_list(hidden.lovers, lang)
        lines.append(t("secret_lovers", lang, seats=lovers, cupid=cupid))
    for hand in hands[1:]:
        if model := hand.uses.get("model"):
            child, chosen = seat_name(hand.seat, lang), seat_name(model[-1][1], lang)
            lines.append(t("secret_model", lang, child=child, seat=chosen))
        if charms := hand.uses.get("charm"):
            nights = [t("secret_night", lang, night=night, seat=seat) for night, seat in charms]
            joined = ("、" if lang == "zh" else ", ").join(nights)
            lines.append(t("secret_charm", lang, by=seat_name(hand.seat, lang), nights=joined))
    if hidden.piped:
        lines.append(t("secret_piped", lang, seats=seat_list(hidden.piped, lang)))
    if hidden.ally:
        lines.append(t("secret_ally", lang, seat=seat_name(hidden.ally, lang)))
    if hidden.spares:
        lines.append(t("secret_spares", lang, cards=card_list(hidden.spares, lang)))
    if hidden.lost:
        sides = [
            t("secret_lost_side", lang, side=side_name(side, lang), night=night)
            for side, night in hidden.lost.items()
        ]
        lines.append(t("secret_lost", lang, sides=("、" if lang == "zh" else ", ").join(sides)))
    return lines


def acts_of(game: Game, lang: str) -> list[str]:
    """The checks and the potions of a finished game; raises :class:`ValueError` before it is over (N-18)."""
    if not game.over:
        raise ValueError("these are secret until the game is over")
    lines: list[str] = []
    comma = "、" if lang == "zh" else ", "
    for hand in game.judge.hands[1:]:
        by = seat_name(hand.seat, lang)
        checks = [
            t("secret_check", lang, night=night, seat=seat, answer=answer_name(value, lang))
            for night, fact, seat, value in hand.told
            if fact == "check"
        ]
        if checks:
            lines.append(t("secret_checks", lang, by=by, nights=comma.join(checks)))
        used = sorted((night, verb, seat) for verb in _POTIONS for night, seat in hand.uses.get(verb, ()))
        if used:
            nights = [t(f"secret_{verb}", lang, night=night, seat=seat) for night, verb, seat in used]
            lines.append(t("secret_potions", lang, by=by, nights=comma.join(nights)))
    return lines
