"""What only one seat knows, told shortly where there is little room: routine goes, what was learned stays."""

from llmwolf.llm.prompt.private import private_values
from llmwolf.rules import events as ev
from llmwolf.rules.audience import Event
from llmwolf.rules.view import View
from tests.llm.scenes import game_at

LEFT_OUT = {"zh": "更早几夜的刀口和行动略去。", "en": "What was done in earlier nights is left out."}


def seen(*events: Event) -> View:
    """The view of seat 3 on day 4 that heard ``events`` alone."""
    game, _ = game_at("speak")
    view = game.view(3)
    view.log[:] = events
    view.facts.day = 4
    return view


def known(view: View, nights: int | None, lang: str = "zh") -> list[str]:
    told: list[str] = private_values(view, lang, "", [], nights)["known"]
    return told


def knife(night: int, seat: int) -> ev.Told:
    return ev.Told((3,), "knife", seat, "", night)


def test_who_is_charmed_is_told_once_however_often_it_was_named():
    charmed = [ev.Told((3,), "charmed", seat, "", night) for night in (1, 2, 3) for seat in (3, 5)]
    told = known(seen(*charmed), None)
    assert len(told) == 2
    assert "3号" in told[0]
    assert "5号" in told[1]


def test_only_the_last_nights_are_told_where_room_is_short_and_that_is_said():
    view = seen(*(knife(night, night + 4) for night in (1, 2, 3, 4)))
    whole = known(view, None)
    assert len(whole) == 4
    for lang, words in LEFT_OUT.items():
        assert known(view, 2, lang) == [words, *known(view, None, lang)[2:]]
    assert known(view, 9) == whole


def test_the_last_night_of_each_kind_stays_whatever_the_room():
    witch = [ev.Told((3,), "victim", 7, "", 1), ev.Acted((3,), 3, "save", 7, 1)]
    later = [ev.Told((3,), "victim", 8, "", 2), ev.Acted((3,), 3, "poison", 9, 2)]
    view = seen(*witch, *later)
    save, victim, poison = known(view, None)[1:]
    assert known(view, 0) == [LEFT_OUT["zh"], save, victim, poison]
    both = seen(*(ev.Acted((3,), 3, "pipe", seat, 2) for seat in (4, 5)))
    assert known(both, 0) == known(both, None)
    assert len(known(both, 0)) == 2


def test_what_was_learned_of_a_seat_is_never_left_out():
    checks = [ev.Told((3,), "check", night + 4, "wolf", night) for night in (1, 2, 3, 4)]
    assert known(seen(*checks), 0) == known(seen(*checks), None)
