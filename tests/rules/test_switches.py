"""Every switch of the ruleset changes something one can see, each value in its own way."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from llmwolf.boards import find_board
from llmwolf.rules.errors import SetupError
from llmwolf.rules.events import Announced, BadgePassed, Called, LoversMet, Spoke, Told
from llmwolf.rules.ruleset import Ruleset, Value, as_dict, resolve, switches
from llmwolf.rules.series import Played
from llmwolf.table.seating import Plan, spec_of
from tests.rules.table import Table

SWITCHES = {info.name: info for info in switches()}
NUMBERS: dict[str, tuple[int, ...]] = {
    "speech_limit": (3, 5), "speech_limit_last": (3, 5), "max_days": (1, 2), "sheriff_from": (12, 13),
}  # fmt: skip
LISTS: dict[str, tuple[tuple[str, ...], ...]] = {
    "explode_phases": (
        (),
        ("election",),
        ("speech",),
        ("pk",),
        ("last_words",),
        ("election", "speech", "pk"),
    ),
    "hunter_blocked_by": ((), ("poison",), ("lover",), ("charm",), ("poison", "lover", "charm")),
    "counted_as_villager": ((), ("cupid",), ("idiot",), ("elder",), ("elder_with_thief",)),
}
nine, twelve, guarded = (partial(Table, board) for board in ("standard-9", "official-12", "guard-12"))
small = partial(Table, sheriff=False)
LONG = "一二三四五六七八"
TIE = {1: 4, 5: 3}


def values(name: str) -> tuple[Value, ...]:
    """Every value of a switch, or a few where there is no end of them."""
    return NUMBERS.get(name) or LISTS.get(name) or SWITCHES[name].choices


def explodable(**rules: Any) -> list[bool]:
    """Whether wolf 2 may blow himself up in an election speech, a day speech, a PK and last words."""
    tables = [
        twelve(**rules).run(5, 6),
        twelve(**rules).to("speech"),
        twelve(**rules).vote(TIE).to("pk"),
        twelve(**rules).exile(12).to("last_words"),
    ]
    return [not t.no_right(2, "explode") for t in tables]


def shooting(**rules: Any) -> list[bool]:
    """Whether the hunter may shoot: poisoned, out with his lover, out with the wolf beauty, exiled."""
    tables = [
        nine(**rules).night(poison=6),
        small(deal="狼狼 丘猎 预女 民民民", **rules).night(link=(4, 7)).exile(7),
        small(deal="狼狼 狼美人 猎 预女 民民民", **rules).night(charm=4).exile(3),
        nine(**rules).exile(6),
    ]
    return [t.stage == "last_act" for t in tables]


def villagers(**rules: Any) -> list[bool]:
    """Whether the last plain villager's death ends the game, with one more card on the board."""
    thief = small(deal="狼狼 预老 盗贼 民", spare="女 守", **rules)
    tables = [
        *(small(deal=f"狼狼 预女 {card} 民", **rules).night(knife=6) for card in ("丘比特", "白痴", "长老")),
        thief.night(thief="first", knife=6),
    ]
    return [t.game.over for t in tables]


def lovers(*pair: int, **rules: Any) -> Table:
    """The first night over, with this pair: wolves 1 and 2, seer 3, witch 4, cupid 5, villagers 6 to 9."""
    return small(deal="狼狼 预女丘 民民民民", **rules).night(link=pair)


def result(t: Table) -> tuple[str, tuple[int, ...]]:
    """Who has won, by side and by seat."""
    return t.winner, t.facts.winners


def election(**rules: Any) -> tuple[int, bool, bool]:
    """On which day the sign-up comes, whether the dead are announced, whether the table has talked."""
    t = twelve(**rules).night()
    while "sign_up" not in [request.kind for request in t.ask.requests]:
        t.pass_all()
    return t.facts.day, t.facts.dawned == t.facts.day, bool(t.speakers("speech"))


def giants(**rules: Any) -> int:
    """How many gods have to leave until the wolves have won."""
    t = small(deal="狼狼狼 预 守卫 骑士 驯熊师 守墓人 禁言长老 替罪羊 民民民民", **rules)
    for count in range(1, 8):
        t.night().exile(3 + count).day()
        if t.winner:
            return count
    return 0


def badge_of_the_idiot(**rules: Any) -> tuple[str, int]:
    """What is asked when the sheriff turns the idiot's card, and who holds the badge then."""
    t = twelve(**rules).run(8).exile(8)
    return t.stage, t.sheriff


def series(**rules: Any) -> tuple[int, ...]:
    """The safe seats of the second game, after seat 3 was knifed in the first night of the first."""
    names = tuple("甲乙丙丁戊己庚辛壬")
    plan = Plan(find_board("standard-9"), rules=resolve(rules), history=(Played(names, ("丙",), ()),))
    return spec_of(plan, dict(enumerate(names, 1))).safe


def reasons(**rules: Any) -> list[str]:
    """How a few small games stand."""
    tables = [
        Table(deal="狼狼预女猎民", sheriff=False, **rules).night(knife=6),
        Table(deal="狼狼预女民民", sheriff=False, **rules).night(knife=4).exile(5),
        Table(deal="狼预民", sheriff=False, **rules).night(knife=3),
    ]
    return [t.facts.reason for t in tables]


def ties(**rules: Any) -> list[object]:
    """What a tie leads to, with a sheriff's vote for one of the tied and one for another."""
    found: list[object] = []
    for seed in range(8):
        t = twelve(seed=seed, badge_weight=1, **rules).run(9).vote({9: 4, 1: 4, 5: 3, 6: 3})
        found.append(t.stage if t.stage.startswith("pk") else t.facts.exiles.get(1, 0))
    return found


def last_words(**rules: Any) -> list[int]:
    """Who has last words: knifed in nights 1 and 2, exiled as the third and the fourth to go."""
    t = nine(**rules).night(knife=9).night(knife=8).exile(5).night().exile(4).to("night")
    return words(t)


def words(t: Table) -> list[int]:
    """Who had last words so far."""
    return [event.seat for event in t.events(Spoke) if event.stage == "last_words"]


def dead_after(**night: Any) -> Callable[..., tuple[int, ...]]:
    return lambda **rules: guarded(**rules).night(**night).run().to("speech").dead


SEEN: dict[str, Callable[..., object]] = {
    "wolf_agreement": lambda **r: nine(**r).night(knife={1: 8, 2: 8, 3: 9}).to("speech").dead,
    "seer_sees": lambda **r: nine(**r).night(check=6).told(4, "check"),
    "wolf_talk": lambda **r: nine(**r).ask.requests[0].kind,
    "witch_told_after_use": lambda **r: len(
        nine(**r).night(knife=9, save=9).night().heard(5, Told)
    ),
    "witch_sees": lambda **r: [
        event.seat for event in guarded(**r).night(knife=9, guard=9).heard(6, Told) if event.fact == "victim"
    ],
    "witch_self_save": lambda **r: [
        nine(**r).night(knife=5, until="potion").refusal(5, "save", 5),
        nine(**r).night().night(knife=5, until="potion").refusal(5, "save", 5),
    ],
    "witch_both_potions": lambda **r: nine(**r)
    .night(knife=9, until="potion").answer(4).answer(5, "save", 9).stage,
    "poison_self": lambda **r: nine(**r).night(until="potion").refusal(5, "poison", 5),
    "guard_repeat": lambda **r: [
        guarded(**r).night(guard=9).night(until="guard").refusal(8, "guard", 9),
        guarded(**r).night(guard=9).night().night(until="guard").refusal(8, "guard", 9),
    ],
    "guard_and_antidote": dead_after(knife=9, guard=9, save=9),
    "guard_muffles": lambda **r: small(deal="狼狼 守 笛 预女 民民民", **r)
    .night(until="guard").answer(3).answer(1).answer(2).asked,
    "girl_caught": lambda **r: [
        seed for seed in range(60)
        if small(deal="狼 女孩 预 民民民", seed=seed, **r).night(peek="peek", until="knife").told(1, "caught")
    ],
    "girl_guardable": lambda **r: small(deal="狼狼 女孩 守 预 民民民", **r)
    .night(knife=3, guard=3).to("speech").dead,
    "piper": lambda **r: small(deal="狼狼 笛 预女 民民民", **r).night(until="pipe").refusal(3, "pipe", 6, 7),
    "thief_takes": lambda **r: [
        small(deal="狼狼 盗 预女 民民民", spare="狼 民", **r).night(until="thief").refusal(3, verb)
        for verb in ("first", "second", "pass")
    ],
    "lovers_see": lambda **r: lovers(1, 9, **r).heard(9, LoversMet),
    "hunter_shown_nightly": lambda **r: len(nine(**r).night().heard(6, Told)),
    "dead_calls": lambda **r: nine(**r).night(knife=4).night().events(Called)[4],
    "sheriff": lambda **r: twelve(**r).night().stage,
    "sheriff_from": lambda **r: twelve(**r).night().stage,
    "election_when": election,
    "election_order": lambda **r: twelve(minute=2, **r).run(1, 4).order("election"),
    "withdraw_when": lambda **r: twelve(**r).run(1, 5).no_right(5, "withdraw"),
    "badge_voters": lambda **r: twelve(**r)
    .run(1, 5, 6).withdraw_at_call(1).to("badge_ballot").asked,
    "badge_tie": lambda **r: twelve(**r).run(1, 5).badge_vote({2: 1, 6: 5}).stage,
    "explosions_to_lose_badge": lambda **r: twelve(**r).run(1, 5).explode(2).facts.election_open,
    "badge_weight": lambda **r: twelve(**r).run(9).vote({9: 1}).tally("ballot"),
    "badge_must_pass": lambda **r: twelve(**r).run(9).exile(9).to("badge").refusal(9, "pass"),
    "idiot_badge": badge_of_the_idiot,
    "badge_before_last_words": lambda **r: twelve(**r)
    .run(9).exile(9).give(5).to("night").story(Spoke, BadgePassed)[-1],
    "announce_order": lambda **r: nine(**r).night(knife=9, poison=2).last(Announced),
    "reveal_on_death": lambda **r: nine(**r).night(knife=9).facts.shown,
    "speech_order": lambda **r: twelve(**r).run(5).to("speech").order("speech")[1],
    "speech_start": lambda **r: [
        nine(seed=seed, **r).night(knife=9).to("speech").order("speech") for seed in range(9)
    ],
    "speech_limit": lambda **r: twelve(**r).run(5).say(6, LONG).last(Spoke).text,
    "speech_limit_last": lambda **r: twelve(**r).run(5).say(5, LONG).last(Spoke).text,
    "tie": ties,
    "self_vote": lambda **r: nine(**r).to("ballot").refusal(6, "vote", 6),
    "lovers_vote": lambda **r: lovers(6, 7, **r).to("ballot").refusal(6, "vote", 7),
    "exile_shows_card": lambda **r: nine(**r).exile(9).facts.shown,
    "idiot_flip": lambda **r: twelve(**r).run().exile(8).stage,
    "idiot_talks": lambda **r: len(twelve(**r).run().exile(8).night().to("ballot").speakers("talk")),
    "explode_phases": explodable,
    "explode_last_words": lambda **r: nine(**r).to("speech").explode(2).stage,
    "last_words": last_words,
    "words_by_day": lambda **r: words(nine(**r).exile(6).shoot(1).to("night")),
    "quota_words": lambda **r: words(nine(last_words="quota", **r).night(poison=9).to("speech")),
    "hunter_blocked_by": shooting,
    "hunter_must_shoot": lambda **r: nine(**r).exile(6).options(6),
    "elder_takes_idiot": lambda **r: small(deal="狼狼 老白 预女 民民民", **r)
    .night().exile(4).night().exile(3).dead,
    "rogue_lingers": lambda **r: small(deal="狼狼 流氓 预女 民民民", **r).night(poison=3).to("speech").dead,
    "shot_before_win_check": lambda **r: Table(deal="狼猎民民民", sheriff=False, **r).exile(2).game.over,
    "check_before_election": lambda **r: Table(deal="狼女预民", **r).night(poison=1).game.over,
    "wolves_win": reasons,
    "giants": giants,
    "judged": lambda **r: small(deal="狼狼 预女 民民", **r).night(knife=6).exile(3).facts.reason,
    "counted_as_villager": villagers,
    "good_waits_for_lovers": lambda **r: lovers(1, 9, **r).exile(9).night(poison=2).game.over,
    "wolves_wait_for_lovers": lambda **r: small(deal="狼狼 预女丘 民", **r)
    .night(link=(1, 3), knife=6).game.over,
    "lovers_win": lambda **r: result(small(deal="狼 女丘 民民", **r).night(link=(1, 4), knife=2).exile(5)),
    "cupid_sides": lambda **r: result(lovers(1, 2, **r).exile(1)),
    "knife_decides": lambda **r: small(deal="狼女民", wolves_win="city", **r)
    .night(knife=3).night(knife=2, poison=1).winner,
    "badge_decides": lambda **r: Table(deal="狼女民民", wolves_win="city", **r)
    .night(knife=3).run(1).exile(4).day().winner,
    "quiet_draw": lambda **r: nine(**r).night().day().winner,
    "both_met": lambda **r: small(deal="狼女预民", **r).night(knife=4, poison=1).winner,
    "safe_first_victim": series,
    "max_days": lambda **r: nine(**r).day().game.over,
}  # fmt: skip
"""For each switch what one sees of it at a table with these rules."""


@pytest.mark.parametrize("name", SWITCHES)
def test_every_value_of_a_switch_shows(name: str):
    seen = [repr(SEEN[name](**{name: value})) for value in values(name)]
    assert len(set(seen)) == len(seen) > 1, dict(zip(map(repr, values(name)), seen, strict=True))


@pytest.mark.parametrize("name", SWITCHES)
def test_every_switch_is_documented(name: str):
    info = SWITCHES[name]
    assert info.zh
    assert info.why
    assert info.seed
    assert as_dict(Ruleset())[name] == info.default
    assert not info.choices or info.many or info.default in info.choices


@pytest.mark.parametrize("name", SWITCHES)
def test_every_value_can_be_set_and_nothing_else(name: str):
    for value in values(name):
        assert as_dict(resolve({name: value}))[name] == value
    for wrong in ("", "nonsense", None, -1, 0.55, ["nonsense"], {}, object()):
        with pytest.raises(SetupError, match=name):
            resolve({name: wrong})


def test_a_slip_in_a_name_is_answered_with_the_nearest():
    with pytest.raises(SetupError, match="did you mean 'witch_self_save'"):
        resolve({"witch_selfsave": "never"})
    with pytest.raises(SetupError, match="known are: wolf_agreement"):
        resolve({"zzz": 1})


def test_true_is_no_number_and_one_is_no_yes():
    with pytest.raises(SetupError):
        resolve({"sheriff": 1})
    with pytest.raises(SetupError):
        resolve({"explosions_to_lose_badge": True})
    with pytest.raises(SetupError):
        resolve({"max_days": True})


def test_a_list_is_put_in_the_order_of_its_choices():
    assert resolve({"explode_phases": ["pk", "election"]}).explode_phases == ("election", "pk")


def test_overrides_lie_on_top_of_a_base():
    base = resolve({"tie": "nobody", "max_days": 5})
    assert resolve({"max_days": 6}, base) == resolve({"tie": "nobody", "max_days": 6})
