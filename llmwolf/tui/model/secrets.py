"""What comes out when the game is over: who was linked, charmed, a model, an ally."""

from __future__ import annotations

from llmwolf.players.phrases import card_list, seat_list, seat_name, side_name
from llmwolf.rules.game import Game
from llmwolf.tui.words import t


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
