"""The nine profiles: what the rule book says of each is what the data say (rules.md §1, §3–§8)."""

from pathlib import Path
from typing import Any

import pytest

from llmwolf.boards import Profile, loader, profile, profiles
from llmwolf.boards.board import ASSUMED, SILENT, STATED
from llmwolf.roles import registry
from llmwolf.roles.base import Role
from llmwolf.rules.errors import SetupError
from llmwolf.rules.ruleset import Ruleset, as_dict, switches

OFF, GDE, LW, TV2, TV3, TV3T, F2F, MH, NM = NINE = (
    "official", "guide", "last-words", "tv-s2", "tv-s3", "tv-s3-thief", "face-to-face", "millers-hollow",
    "new-moon",
)  # fmt: skip
TV = (TV2, TV3, TV3T)
HOLLOW = (MH, NM)
SPEECHES = ("election", "speech", "pk")

# switch -> value -> the profiles that have it; the first value is that of all profiles not named.
BOOK: dict[str, tuple[Any, dict[Any, tuple[str, ...]]]] = {
    "wolf_agreement": ("plurality", {"unanimous": (LW, *TV)}),
    "seer_sees": ("side", {"card": HOLLOW, "faction": (F2F,)}),
    "witch_told_after_use": (False, {True: (LW, *HOLLOW)}),
    "witch_sees": ("attack", {"net": (LW,)}),
    "witch_self_save": ("never", {"always": (LW, *HOLLOW, F2F, TV2)}),
    "witch_both_potions": (False, {True: (LW, *HOLLOW, F2F)}),
    "poison_self": (False, {True: (LW,)}),
    "guard_repeat": ("not_running", {"once_per_game": (F2F,)}),
    "guard_and_antidote": ("dies", {"lives": (*HOLLOW, F2F)}),
    "guard_muffles": (False, {True: (F2F,)}),
    "girl_caught": (0.2, {}),
    "girl_guardable": (True, {False: (NM,)}),
    "piper": ("new_moon", {"face_to_face": (F2F,)}),
    "thief_takes": ("wolf_first", {"always": (LW,), "may_keep": HOLLOW}),
    "lovers_see": ("seat", {"card": (LW,)}),
    "hunter_shown_nightly": (False, {True: (OFF,)}),
    "dead_calls": ("announced", {}),
    "sheriff": (True, {}),
    "sheriff_from": (1, {12: (LW,)}),
    "election_when": ("day1_before_deaths", {"day1_after_discussion": HOLLOW, "day2": (F2F,)}),
    "election_order": ("ascending", {"minute": (OFF,), "alternate": TV}),
    "withdraw_when": ("any_speech", {"after_speeches": TV}),
    "badge_voters": ("never_ran", {"not_running": (LW,), "everyone": (F2F, *HOLLOW)}),
    "badge_tie": ("pk", {"lost": (F2F,)}),
    "explosions_to_lose_badge": (1, {}),
    "badge_weight": (1.5, {2: (LW, *HOLLOW, F2F)}),
    "badge_must_pass": (False, {True: (F2F,)}),
    "idiot_badge": ("handed_on", {"lost": (F2F,), "kept": HOLLOW}),
    "badge_before_last_words": (False, {}),
    "announce_order": ("seat", {"cause": (LW,)}),
    "reveal_on_death": (False, {True: HOLLOW}),
    "speech_order": ("sheriff_picks", {"alternate": TV, "fixed": HOLLOW}),
    "speech_start": ("last_dead", {"left_of_dead": HOLLOW}),
    "tie": ("pk", {"nobody": HOLLOW, "sheriff_decides": (F2F,)}),
    "self_vote": (True, {}),
    "lovers_vote": (True, {False: (LW, *HOLLOW)}),
    "exile_shows_card": (False, {True: HOLLOW}),
    "idiot_talks": (False, {True: (LW,)}),
    "explode_phases": (SPEECHES, {(*SPEECHES, "last_words"): (LW,), (): (*HOLLOW, F2F)}),
    "explode_last_words": (False, {True: TV}),
    "last_words": ("first_night_and_day", {"quota": (LW, F2F), "none": HOLLOW}),
    "words_by_day": ("exiled", {"everyone": TV}),
    "quota_words": ("knifed_and_exiled", {"everyone": (F2F,)}),
    "hunter_blocked_by": (
        ("poison", "charm"), {("poison",): (LW,), ("poison", "lover"): TV, (): (*HOLLOW, F2F)},
    ),
    "hunter_must_shoot": (False, {True: (LW,)}),
    "elder_takes_idiot": (False, {True: (F2F,)}),
    "rogue_lingers": (False, {}),
    "shot_before_win_check": (True, {False: (F2F,)}),
    "check_before_election": (False, {}),
    "wolves_win": ("edge", {"city": (TV2, *HOLLOW), "parity": (F2F,)}),
    "giants": (0, {}),
    "judged": ("together", {"one_by_one": (F2F,)}),
    "counted_as_villager": ((), {("cupid", "elder_with_thief"): (LW,), ("idiot",): (TV3,)}),
    "lovers_win": ("with_cupid", {"last_two": HOLLOW}),
    "knife_decides": (False, {True: TV}),
    "badge_decides": (False, {True: TV}),
    "quiet_draw": (False, {True: TV}),
    "both_met": ("good", {"knife_at_night": TV}),
    "max_days": (30, {}),
}  # fmt: skip
# Where the book speaks of some profiles only.
SOME: dict[str, dict[Any, tuple[str, ...]]] = {
    "good_waits_for_lovers": {True: (OFF, GDE, TV2, TV3T), False: (LW, *HOLLOW)},
    "wolves_wait_for_lovers": {True: (OFF, GDE), False: (LW, TV3T)},
    "cupid_sides": {"good": (OFF, GDE, TV2), "lovers": (LW, TV3T, F2F)},
    "safe_first_victim": {True: (LW,), False: tuple(name for name in NINE if name != LW)},
}
NIGHTS = {
    OFF: "thief cupid lovers wild_child guard werewolf wolf_beauty hidden_wolf witch seer bear_tamer "
    "silencer hunter idiot knight rogue bomber",
    GDE: "hunter idiot cupid guard seer wolf_beauty werewolf witch",
    LW: "thief cupid lovers hunter elder guard werewolf seer witch",
    F2F: "thief cupid lovers hunter elder guard werewolf seer witch piper",
    MH: "thief cupid lovers seer werewolf little_girl witch",
    NM: "thief cupid lovers guard seer werewolf little_girl witch piper",
}  # fmt: skip
ASSUMED_BY_THE_BOOK = [
    (OFF, "witch_self_save"), (GDE, "witch_self_save"), (TV2, "witch_self_save"), (OFF, "witch_both_potions"),
    (F2F, "witch_both_potions"), (MH, "witch_both_potions"), (OFF, "guard_and_antidote"),
    (OFF, "guard_repeat"), (TV3, "guard_repeat"), (OFF, "thief_takes"), (GDE, "badge_weight"),
    (LW, "election_order"), (GDE, "election_order"), (MH, "badge_voters"), (F2F, "badge_voters"),
    (OFF, "speech_order"), (MH, "sheriff"), (MH, "speech_start"),
    (OFF, "last_words"), (OFF, "hunter_blocked_by"), (LW, "giants"), (GDE, "tie"),
]  # fmt: skip


def test_the_nine_profiles_in_the_order_of_the_book():
    assert tuple(profiles()) == NINE
    for home in profiles().values():
        assert home.zh
        assert home.en
        assert all(home.document)


@pytest.mark.parametrize("switch", [*BOOK, *SOME])
def test_every_profile_has_the_values_of_the_book(switch: str):
    usual, others = BOOK.get(switch, (None, SOME.get(switch, {})))
    expected = dict.fromkeys(NINE, usual) if switch in BOOK else {}
    for value, names in others.items():
        expected.update(dict.fromkeys(names, value))
    assert {name: getattr(profile(name).rules, switch) for name in expected} == expected


def test_every_switch_is_in_the_lists_above_but_those_that_no_profile_changes():
    missing = {info.name for info in switches()} - set(BOOK) - set(SOME)
    assert missing == {"wolf_talk", "speech_limit", "speech_limit_last", "idiot_flip"}
    for name in missing:
        assert {getattr(home.rules, name) for home in profiles().values()} == {getattr(Ruleset(), name)}


@pytest.mark.parametrize(("name", "calls"), NIGHTS.items())
def test_N_1_the_calls_of_the_night_in_the_order_of_the_book(name: str, calls: str):
    order = [call for hour in profile(name).hours for call in hour]
    assert [call for call in order if call in calls.split()] == calls.split()


@pytest.mark.parametrize("name", TV)
def test_N_1_the_television_nights_are_the_official_ones(name: str):
    assert profile(name).hours == profile(OFF).hours
    assert profile(name).first_night == profile(OFF).first_night


def test_N_1_calls_of_night_1_only():
    once = {"thief", "cupid", "lovers", "wild_child", "hidden_wolf"}
    named = {OFF: {"idiot", "knight", "rogue", "bomber"}, GDE: {"hunter", "idiot"}, LW: {"hunter", "elder"}}
    for name in (OFF, GDE, LW, MH):
        assert set(profile(name).first_night) == once | named.get(name, set())


def acts_at_night(role: Role) -> bool:
    """Whether the card is asked or told something in its own call."""
    return type(role).night is not Role.night or type(role).called is not Role.called


@pytest.mark.parametrize("name", NINE)
def test_B_1_every_card_with_a_night_act_has_its_call_in_every_profile(name: str):
    hours = profile(name).hours
    called = [call for hour in hours for call in hour]
    assert len(called) == len(set(called))
    wolves_without_a_call = {role.id for role in registry().values() if role.camp == "W"} - {
        "werewolf",
        "wolf_beauty",
    }
    wanted = {role.id for role in registry().values() if acts_at_night(role)} - wolves_without_a_call
    if not profile(name).rules.hunter_shown_nightly:
        wanted.discard("hunter")
    assert wanted - set(called) == set()


@pytest.mark.parametrize("name", NINE)
def test_N_3_who_needs_a_result_comes_in_a_later_hour(name: str):
    place = {call: n for n, hour in enumerate(profile(name).hours) for call in hour}
    assert place["thief"] < place["cupid"] < place["lovers"]
    assert ("lovers",) in profile(name).hours
    for call in ("wild_child", "guard", "werewolf", "little_girl", "wolf_beauty", "witch", "seer", "piper"):
        assert place["lovers"] < place[call]
    assert place["guard"] < place["witch"]
    assert place["werewolf"] == place["little_girl"] < place["witch"] <= place["piper"]
    assert place["wolf_beauty"] != place["werewolf"]  # she is of both calls
    if profile(name).rules.hunter_shown_nightly:
        assert place["witch"] < place["hunter"]


@pytest.mark.parametrize("name", NINE)
def test_every_value_that_a_profile_sets_has_its_reason(name: str):
    home = profile(name)
    for switch, value in as_dict(home.rules).items():
        note = home.note(switch)
        assert note.basis in (STATED, ASSUMED, SILENT)
        if value != getattr(Ruleset(), switch):
            assert note.basis != SILENT, switch
        if note.basis != SILENT:
            assert note.zh
            assert note.en


@pytest.mark.parametrize(("name", "switch"), ASSUMED_BY_THE_BOOK)
def test_what_the_book_marks_as_assumed_is_marked(name: str, switch: str):
    assert profile(name).note(switch).basis == ASSUMED


def read(tmp_path: Path, text: str) -> Profile:
    path = tmp_path / "mine.toml"
    path.write_text(f'document = ["文", "text"]\n{text}', "utf-8")
    return loader._read_profile(path)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[stated]\nsherif = ['a', 'b']", "did you mean 'sheriff'"),
        ("[assumed]\nsheriff = 'a'", "a text in Chinese and one in English"),
        ("[rules]\nsheriff = 3", "'sheriff' takes one of"),
        ("hours = 'seer'", "a list of words"),
        ("order = true", "'order' must be a whole number"),
        ("extends = 'nobody'", "there is no file"),
        ("nights = []", "unknown key 'nights'"),
    ],
)
def test_a_slip_in_a_profile_is_refused(tmp_path: Path, text: str, why: str):
    with pytest.raises(SetupError, match=why):
        read(tmp_path, text)
