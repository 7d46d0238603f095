"""Why somebody is no legal target, has no vote, or may not act out of turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from llmwolf.record.notation.holders import card, out
from llmwolf.record.notation.items import Phase
from llmwolf.record.notation.options import words_for
from llmwolf.record.notation.sentences import Sentence, cause, say, seats
from llmwolf.record.notation.words import WORDS
from llmwolf.roles import declared
from llmwolf.rules.asks import Request
from llmwolf.rules.errors import RuleError
from llmwolf.rules.events import Tied
from llmwolf.rules.game import Game

Why = Sentence | None


def refused(game: Game, error: RuleError, request: Request, verb: str, targets: tuple[int, ...]) -> Sentence:
    """Why the engine refused this answer."""
    name = words_for(request)[0]
    word = WORDS[name].zh if name in WORDS else name
    match error.code:
        case "target" | "pass_target":
            pool = next((choice.pool for choice in request.choices if choice.verb == verb), ())
            return no_target(game, request, verb, tuple(seat for seat in targets if seat not in pool))
        case "some":
            return say("pipe_fresh")
        case "verb":
            return _no_verb(game, request, verb)
        case "compulsory":
            key = "thief_takes" if request.kind == "thief" else "compulsory"
            return say(key, seat=request.seat, word=word)
        case "count" | "repeat" | "no_text":
            return say(f"rule_{error.code}", word=word)
    return say("rule_other", sentence=error.sentence)


def no_target(game: Game, request: Request, verb: str, targets: tuple[int, ...]) -> Sentence:
    """Why the first of ``targets`` is none; the general sentence where no rule names it."""
    if not targets:
        return say("rule_target")
    seat = targets[0]
    particular = _TARGETS.get(verb if request.kind == "potion" else request.kind)
    why = out(game, seat) or (particular(game, request, seat) if particular else None)
    return why or say("no_target", seat=seat)


def no_vote(game: Game, kind: str, seat: int) -> Sentence:
    """Why ``seat`` has no vote in the open ballot (V-1, V-3, D-5)."""
    facts = game.judge.facts
    if why := out(game, seat):
        return why
    if seat in facts.marks.get("voteless", ()):
        return say("voteless", seat=seat)
    if kind in ("badge_ballot", "badge_pk_ballot"):
        return say("ran_no_vote" if seat in facts.ran else "no_vote", seat=seat)
    if facts.voters[0] == facts.day and seat not in facts.voters[1]:
        return say("not_listed", seat=seat)
    return say("tied_no_vote" if kind == "pk_ballot" and seat in _tied(game) else "no_vote", seat=seat)


def no_knife(game: Game, seat: int) -> Sentence:
    """Why ``seat`` has no part in the pack's knife (N-4, W-4)."""
    judge = game.judge
    role = judge.role(seat)
    if why := out(game, seat):
        return why
    if role.camp != "W":
        return say("is_no", seat=seat, card=card("werewolf"))
    if role.sees_pack:
        return say("no_knife_hidden", seat=seat)
    return say("no_knife_lover" if seat in judge.hidden.lovers else "no_knife", seat=seat)


def no_right(game: Game, verb: str, seat: int) -> Sentence:
    """Why ``seat`` may not do ``verb`` out of turn now (I-1, D-4)."""
    if why := out(game, seat):
        return why
    judge, facts = game.judge, game.judge.facts
    if verb == "withdraw":
        if seat in facts.withdrawn:
            return say("withdrawn", seat=seat)
        return say("withdraw_later") if seat in facts.running else say("no_candidate", seat=seat)
    wanted = "knight" if verb == "duel" else "werewolf"
    role = judge.role(seat)
    if role.id != "knight" if verb == "duel" else role.camp != "W":
        if wanted not in game.spec.cards and verb == "duel":
            return say("no_card", card=card(wanted))
        return say("is_no", seat=seat, card=card(wanted))
    if judge.hidden.powerless and role.village_power:
        return say("powerless")
    if verb == "duel":
        return say("duel_used" if judge.hands[seat].used(verb) else "duel_speech")
    phases = judge.rules.explode_phases
    if not phases:
        return say("no_explode")
    if role.sees_pack and seat not in judge.pack():
        return say("hidden_wolf", seat=seat)
    if game.ask is None or game.ask.requests[0].kind != "speak":
        return say("not_speaking")
    return say("no_explode_here", phases=", ".join(phases))


def no_shot(game: Game, seat: int) -> Why:
    """Why ``seat``, who has a gun, may not shoot (C-1, C-6)."""
    judge = game.judge
    died = judge.hidden.causes.get(seat)
    if died is None:
        return say("still_in", seat=seat)
    if judge.hidden.decided:
        return say("knife_decides")
    role = judge.role(seat)
    if died in judge.rules.hunter_blocked_by and role.id == "hunter":
        return say("gun_blocked", seat=seat, cause=cause(died))
    if role.last_act(judge, seat, died) is None:
        return say("king_blocked", seat=seat, cause=cause(died))
    return say("powerless") if judge.power(seat).last_act(judge, seat, died) is None else None


def no_potion(game: Game, seat: int, word: str, phase: Phase) -> Why:
    """Why the witch in ``seat`` may not use this potion in the night of ``phase`` (N-6 … N-8)."""
    judge = game.judge
    done = {verb: [night for night, _ in judge.hands[seat].uses.get(verb, ())] for verb in ("save", "poison")}
    if earlier := [night for night in done[word] if night <= phase.day]:
        return say("used", word=WORDS[word], phase=Phase(earlier[0], False))
    tonight = any(phase.day in nights for nights in done.values())
    if tonight and not judge.rules.witch_both_potions:
        return say("both_potions")
    return _no_victim(game, seat, phase) if word == "save" else None


def _no_victim(game: Game, seat: int, phase: Phase) -> Sentence:
    """Whom she is told is herself, or nobody (N-6, N-7)."""
    rules = game.judge.rules
    victims = _victims(game, seat, phase.day)
    if seat in victims:
        return say("self_save_first" if rules.witch_self_save == "first_night" else "self_save")
    return say("net_victim" if rules.witch_sees == "net" else "no_victim")


def _victims(game: Game, witch: int, night: int) -> tuple[int, ...]:
    """Whom the witch was shown that night, or whom the pack was told that it knifes."""
    told = [entry for hand in game.judge.hands for entry in hand.told if entry[0] == night]
    return tuple(sorted({seat for _, what, seat, _ in told if what in ("victim", "knife") and seat}))


def _no_verb(game: Game, request: Request, verb: str) -> Sentence:
    word = WORDS[verb].zh if verb in WORDS else verb
    if request.kind == "thief":
        return say("thief_wolf")
    why = None
    if verb in ("save", "poison"):
        why = no_potion(game, request.seat, verb, Phase(game.judge.facts.day, False))
    return why or say("rule_verb", seat=request.seat, word=word)


def _tied(game: Game) -> tuple[int, ...]:
    """The seats of the last tie."""
    return next((event.seats for event in reversed(game.log) if isinstance(event, Tied)), ())


# -- targets, by kind of question ------------------------------------------------------------------------


def _guarded(game: Game, request: Request, seat: int) -> Why:
    once = game.judge.rules.guard_repeat == "once_per_game"
    return say("guarded_once" if once else "guarded", seat=seat)


def _running(game: Game, request: Request, seat: int) -> Why:
    """An act that is not done to the same seat two nights running (R-4)."""
    judge = game.judge
    word = WORDS[words_for(request)[0]]
    hand = judge.hands[request.seat]
    if seat == hand.last(request.kind, judge.facts.day - 1):
        return say("running", word=word, seat=seat)
    return _oneself(game, request, seat) or (say("of_pack", seat=seat) if seat in hand.pack else None)


def _oneself(game: Game, request: Request, seat: int) -> Why:
    word = WORDS[words_for(request)[0]]
    return say("myself", word=word) if seat == request.seat else None


def _poison(game: Game, request: Request, seat: int) -> Why:
    return say("myself", word=WORDS["poison"]) if seat == request.seat else None


def _save(game: Game, request: Request, seat: int) -> Why:
    if seat == request.seat and seat in _victims(game, seat, game.judge.facts.day):
        return _no_victim(game, seat, Phase(game.judge.facts.day, False))
    return say("save_victim", seats=seats(next(c.pool for c in request.choices if c.verb == "save")))


def _pipe(game: Game, request: Request, seat: int) -> Why:
    return _oneself(game, request, seat) or (
        say("piped", seat=seat) if seat in game.judge.hidden.piped else None
    )


def _badge(game: Game, request: Request, seat: int) -> Why:
    if seat == request.seat:
        return say("badge_self")
    return say("badge_idiot") if seat in game.judge.facts.marks.get("voteless", ()) else None


def _candidate(game: Game, request: Request, seat: int) -> Why:
    facts = game.judge.facts
    if seat in facts.withdrawn:
        return say("withdrawn", seat=seat)
    return say("not_running", seat=seat) if seat not in facts.ran else say("not_tied", seat=seat)


def _ballot(game: Game, request: Request, seat: int) -> Why:
    facts, rules = game.judge.facts, game.judge.rules
    if seat in facts.marks.get("voteless", ()):
        return say("idiot_target", seat=seat)
    if request.kind == "pk_ballot" and seat not in _tied(game):
        return say("not_tied", seat=seat)
    if {seat, request.seat} == set(game.judge.hidden.lovers) and not rules.lovers_vote:
        return say("lover_vote")
    return say("self_vote") if seat == request.seat else None


_TARGETS: Final[Mapping[str, Callable[[Game, Request, int], Why]]] = {
    "guard": _guarded,
    "muffle": lambda game, request, seat: say("muffled", seat=seat),
    "charm": _running,
    "silence": _running,
    **dict.fromkeys(declared(), _running),
    "check": _oneself,
    "model": _oneself,
    "poison": _poison,
    "save": _save,
    "explode": _oneself,
    "duel": _oneself,
    "pipe": _pipe,
    "knife": lambda game, request, seat: say("safe", seat=seat),
    "ally": lambda game, request, seat: say("ally_wolf", seat=seat),
    "badge": _badge,
    "badge_ballot": _candidate,
    "badge_pk_ballot": _candidate,
    "ballot": _ballot,
    "pk_ballot": _ballot,
}
