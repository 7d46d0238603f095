"""Speeches against the checklists: what is there and what is missing, whatever the hidden cards."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from llmwolf.boards import find_board
from llmwolf.coach.claims.trial import games_of_bots
from llmwolf.coach.review.items import MISSING, NO_DATA, PRESENT, WEAK, Review
from llmwolf.coach.room import Study, of_log, study
from llmwolf.rules import events as ev
from llmwolf.rules.audience import Event, Public
from tests.coach.planted import played

GOOD_SEER = (
    "我是预言家，昨晚验的8号，8号金水。为什么验他，因为他坐我对面，位置上离得最远。警徽流先验7号再验11号，验到狼就撕。"
    "10号上警没聊东西，10号是狼，2号、3号也进狼坑，12号像狼。"
)
GAME_SAYS = {
    "seer": [("E1", 10, "我上来听听，没什么想说的。"), ("E1", 5, GOOD_SEER)],
    "late": [
        ("E1", 10, "我上来听听。"),
        ("E1", 5, "大家好，我先聊聊上警的人，10号没聊东西，我不太认。我是预言家，8号是金水。"),
    ],
}


def of(reviews: Iterable[Review], seat: int, part: str, stage: str = "") -> dict[str, str]:
    """The states of the points of the list ``part`` in the last review of ``seat``."""
    lists = [
        checklist
        for review in reviews
        if review.seat == seat and stage in ("", review.stage)
        for checklist in review.lists
        if checklist.part == part
    ]
    return {point.id: point.state for point in lists[-1].points}


def reviewed(*says: tuple[str, int, str], game: str = "a") -> Study:
    return study(played(game, list(says)))


def test_a_full_seer_claim():
    found = of(reviewed(*GAME_SAYS["seer"]).reviews, 5, "seer")
    assert (
        found["check"] == found["reason"] == found["flow"] == found["comments"] == found["places"] == PRESENT
    )
    assert found["counter"] == found["vote"] == found["nights"] == found["again"] == NO_DATA


def test_a_late_check_without_reason_or_flow():
    found = of(reviewed(*GAME_SAYS["late"]).reviews, 5, "seer")
    assert (found["check"], found["reason"], found["flow"], found["places"]) == (
        WEAK,
        MISSING,
        MISSING,
        MISSING,
    )


def test_the_words_of_a_point_are_quoted():
    for review in reviewed(*GAME_SAYS["seer"]).reviews:
        for checklist in review.lists:
            for point in checklist.points:
                assert all(
                    quote.number == review.number and quote.text in GOOD_SEER for quote in point.quotes
                ) or (review.seat != 5)


def test_a_reason_that_uses_the_day_is_weak_for_the_first_night():
    text = "我是预言家，昨晚验的8号金水，因为他上警的发言不太对。"
    assert of(reviewed(("E1", 5, text)).reviews, 5, "seer")["reason"] == WEAK


@pytest.mark.parametrize(
    ("flow", "state"),
    [("警徽流7号。", WEAK), ("警徽流先验8号再验7号。", WEAK), ("警徽流先验7号再验6号。", PRESENT)],
)
def test_a_badge_flow_is_two_living_seats_that_are_not_checked(flow: str, state: str):
    text = f"我是预言家，昨晚验的8号，8号金水。{flow}"
    assert of(reviewed(("E1", 5, text)).reviews, 5, "seer")["flow"] == state


def test_the_other_claim_is_to_be_answered():
    one = ("E1", 5, "我是预言家，昨晚验的8号，8号金水。")
    for text, state in (
        ("我是预言家，7号金水。", MISSING),
        ("我是预言家，7号金水。5号是悍跳。", WEAK),
        ("我是预言家，7号金水。5号的警徽流都没有，因为他没想好，5号是悍跳。", PRESENT),
    ):
        assert of(reviewed(one, ("E1", 1, text)).reviews, 1, "seer")["counter"] == state


def test_a_seer_reports_every_night():
    first = ("E1", 5, "我是预言家，第一夜验的8号，8号金水。")
    says = [first, ("D1", 5, "归票1号。"), ("D1", 11, "我站边5号，先出1号。")]
    assert of(reviewed(*says).reviews, 5, "seer", "speech")["check"] == NO_DATA
    skipped = [("D1", 12, "我是预言家，第一夜验的11号金水。"), ("D3", 12, "第三夜验的10号金水。")]
    assert of(reviewed(*skipped).reviews, 12, "seer")["nights"] == WEAK


def test_a_villager_takes_a_side_with_a_reason_and_names_a_vote():
    claim = ("E1", 5, "我是预言家，昨晚验的8号，8号金水。")
    full = of(reviewed(claim, ("D1", 11, "我站边5号，因为他先起跳。归票1号。")).reviews, 11, "town")
    assert (full["side"], full["vote"], full["content"], full["ballots"]) == (
        PRESENT,
        PRESENT,
        PRESENT,
        NO_DATA,
    )
    bare = of(reviewed(claim, ("D1", 11, "我是一张平民牌。")).reviews, 11, "town")
    assert (bare["side"], bare["vote"], bare["content"]) == (MISSING, MISSING, WEAK)
    later = of(reviewed(("D2", 11, "昨天10号投了1号，没毛病。我怀疑3号。")).reviews, 11, "town")
    assert later["ballots"] == PRESENT


def test_a_call_for_two_is_weak():
    assert of(reviewed(("D1", 11, "归票1号。")).reviews, 11, "town")["vote"] == PRESENT


def test_a_witch_shows_when_there_is_need_and_fits_the_deaths():
    says = ("D2", 6, "我是女巫，首夜救的9号，第二夜毒的2号，毒得没错。")
    found = of(reviewed(says, game="b").reviews, 6, "witch")
    assert (found["need"], found["potions"], found["fits"]) == (PRESENT, PRESENT, PRESENT)
    odd = of(reviewed(("D2", 6, "我是女巫，第二夜毒的12号。"), game="b").reviews, 6, "witch")
    assert odd["fits"] == WEAK
    early = of(reviewed(("D1", 6, "我是女巫，首夜救的9号。"), game="b").reviews, 6, "witch")
    assert (early["need"], early["silver"]) == (WEAK, WEAK)


def test_a_hunter_names_his_target_and_spares_his_checker():
    says = [("D1", 5, "我是预言家，昨晚验的7号，7号查杀。"), ("D1", 7, "我是猎人，谁投我我开枪带走5号。")]
    found = of(reviewed(*says).reviews, 7, "hunter")
    assert found == {"need": WEAK, "gun": PRESENT, "threat": NO_DATA}  # 7 speaks before 5
    says = [("E1", 5, "我是预言家，昨晚验的7号，7号查杀。"), says[1]]
    assert of(reviewed(*says).reviews, 7, "hunter") == {"need": PRESENT, "gun": PRESENT, "threat": WEAK}


def test_a_guard_tells_every_night():
    whole = of(
        reviewed(("D2", 8, "我是守卫，第一夜守的10号，第二夜守的11号。"), game="b").reviews, 8, "guard"
    )
    assert (whole["nights"], whole["fits"]) == (PRESENT, PRESENT)
    part = of(reviewed(("D2", 8, "我是守卫，第二夜守的10号。"), game="b").reviews, 8, "guard")
    assert (part["nights"], part["fits"]) == (WEAK, WEAK)


def test_the_sheriff_sums_up_both_sides():
    says = [
        ("E1", 5, "我是预言家，昨晚验的8号，8号金水。"),
        ("E1", 1, "我是预言家，昨晚验的4号，4号金水。"),
        ("D2", 6, "1号出局了，5号也走了，两边我都听过，今天归票3号。"),
    ]
    assert of(reviewed(*says).reviews, 6, "sheriff")["both"] == PRESENT


def test_last_words_rank_and_do_not_rage():
    t = played("a", [("D1", 11, "过。")])
    log = [
        ev.Spoke(event.seat, event.stage, "我气死了，无语。")
        if isinstance(event, ev.Spoke) and event.stage == "last_words"
        else event
        for event in t.log
    ]
    found = of(of_log(log).reviews, 1, "last_words")
    assert (found["ranks"], found["calm"]) == (MISSING, WEAK)


def test_manners_of_words_are_in_the_public_review_and_those_of_cards_after():
    found = reviewed(("D2", 12, "我对天发誓我是好人。"), ("D2", 3, "我是狼，怎么了。"))
    assert [m.rule[0] for r in found.reviews for m in r.manners] == ["不贴脸"]
    found = reviewed(("D2", 12, "我就是狼，怎么了。"))
    assert found.after is not None
    assert [m.rule[0] for r in found.after.reviews for m in r.manners] == ["活民不认狼"]


def test_wolves_have_lists_of_their_own_after_the_game():
    found = reviewed(("E1", 1, "我是预言家，昨晚验的4号，4号金水。"), ("D2", 3, "我怀疑4号，归票4号。"))
    assert found.after is not None
    parts = {(r.seat, checklist.part) for r in found.after.reviews for checklist in r.lists}
    assert parts == {(1, "wolf_seer"), (3, "wolf")}
    assert of(found.after.reviews, 3, "wolf") == {"agree": WEAK, "trades": WEAK}


def swapped(log: list[Event]) -> list[Event]:
    """The same public game over other cards: each seat holds its neighbour's; nothing else hidden is left."""
    dealt = {event.seat: event.role for event in log if isinstance(event, ev.Dealt)}
    seats = len(dealt)
    found: list[Event] = []
    for event in log:
        if isinstance(event, ev.Dealt):
            found.append(ev.Dealt(event.ears, event.seat, dealt[event.seat % seats + 1]))
        elif isinstance(event, Public):
            found.append(event)
        else:
            found.append(ev.Whispered((1,), 1, 0, ""))
    return found


@pytest.mark.parametrize(("board", "lang"), [("official-12", "zh"), ("guard-12", "en")])
def test_two_worlds_of_hidden_cards_have_the_same_study(board: str, lang: str):
    for game in games_of_bots(find_board(board), "normal", lang, [2]):
        one, other = of_log(game.log), of_log(swapped(game.log))
        assert replace(one, after=None, minutes=other.minutes) == replace(other, after=None)
        assert one.minutes.events == other.minutes.events
        assert one.after != other.after
        # Without a hidden event at all it is the same but for the numbers.
        bare = of_log([event for event in game.log if isinstance(event, Public)])
        assert [(e.claim, e.quote.text) for e in bare.ledger] == [(e.claim, e.quote.text) for e in one.ledger]
        assert [states(r) for r in bare.reviews] == [states(r) for r in one.reviews]


def states(review: Review) -> list[tuple[str, str, str, object]]:
    return [(c.part, p.id, p.state, p.note) for c in review.lists for p in c.points]


def test_the_study_of_one_seat_is_about_that_seat():
    (game,) = games_of_bots(find_board("official-12"), "normal", "zh", [4])
    whole, one = study(game), study(game, 3)
    assert one.ledger == tuple(e for e in whole.ledger if e.seat == 3)
    assert one.reviews == tuple(r for r in whole.reviews if r.seat == 3)
    assert {seat for values in one.features.values() for seat in values} == {3}
    with pytest.raises(ValueError, match="1 to 12"):
        study(game, 13)


def test_an_unfinished_game_tells_nothing_that_needs_the_cards():
    game = played("a", [])
    end = next(n for n, event in enumerate(game.log) if isinstance(event, ev.GameEnded))
    assert of_log(game.log[:end]).after is None
    assert of_log(game.log).after is not None
    assert of_log([event for event in game.log if not isinstance(event, ev.Dealt)]).after is None
