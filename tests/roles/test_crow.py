"""乌鸦: a curse by night is one vote more by day."""

from pathlib import Path

import pytest

from llmwolf.players.phrases import ask_title, choice_label, say_event
from llmwolf.record.notation.errors import Illegal
from llmwolf.record.notation.judging import judge
from llmwolf.roles import registry
from llmwolf.rules.asks import PASS
from llmwolf.rules.events import Acted, Ballots
from tests.rules.table import Table, cards

CROW, WOLF = 8, 1
DEAL = "狼狼狼狼 预女猎 鸦 民民民民"


def table() -> Table:
    """Twelve seats without a sheriff; the crow sits at 8."""
    return Table(deal=DEAL, sheriff=False)


def test_R_1_the_card():
    role = registry()["crow"]
    assert (role.zh, role.camp, role.side) == ("乌鸦", "G", "good")


def test_R_1_the_cursed_has_one_vote_more_in_the_next_exile_ballot():
    t = table().night(curse=WOLF).vote({5: WOLF, 9: 10, 11: 10})
    opened = t.last(Ballots) if t.stage == "pk" else t.events(Ballots)[0]
    assert dict(opened.tally) == {WOLF: 4, 10: 4}
    assert opened.extra == ((WOLF, 2),)


def test_R_1_a_curse_alone_exiles_where_nobody_votes():
    assert table().night(curse=WOLF).vote({}).to("night").facts.exiles == {1: WOLF}


def test_R_1_it_counts_once_and_not_in_the_run_off():
    t = table().night(curse=WOLF).vote({5: WOLF, 9: 10, 11: 10}).to("pk_ballot")
    t.pk_vote({5: WOLF, 9: 10})
    assert [event.extra for event in t.events(Ballots)] == [((WOLF, 2),), ()]


def test_R_1_the_next_day_it_is_gone():
    t = table().night(curse=WOLF).vote({9: 10, 11: 10, 12: 10}).night().vote({9: 11})
    assert t.events(Ballots)[-1].extra == ()


def test_R_1_nobody_may_be_cursed():
    t = table().night(curse=0).vote({9: 10})
    assert t.events(Ballots)[0].extra == ()


def test_R_4_not_the_same_one_twice_running_himself_allowed():
    t = table().night(curse=CROW).vote({9: 10, 11: 10}).night(until="curse")
    assert t.refusal(CROW, "curse", CROW) == "target"
    assert t.refusal(CROW, "curse", WOLF) == ""
    t = table().night(curse=WOLF).vote({9: 10, 11: 10}).night(curse=0).night(until="curse")
    assert t.refusal(CROW, "curse", WOLF) == ""


def test_R_4_the_dead_are_no_targets():
    t = table().night(knife=12).to("speech").night(until="curse")
    assert t.refusal(CROW, "curse", 12) == "target"


def test_N_18_a_crow_who_dies_in_the_night_has_still_cursed():
    t = table().night(knife=CROW, curse=WOLF).vote({9: 10})
    assert t.events(Ballots)[0].extra == ((WOLF, 2),)


def test_C_5_no_curse_once_the_villages_powers_are_lost():
    t = Table(deal="狼狼狼 预女猎鸦 老 民民民", sheriff=False).night().exile(8)
    while t.stage != "speech":
        assert "curse" not in [request.kind for request in t.ask.requests]
        t.pass_all()
    assert t.facts.day == 2


def test_X_2_the_curse_is_the_crows_secret_until_the_ballots_are_opened():
    t = table().night(curse=WOLF).to("speech")
    logs = [t.game.view(seat).log for seat in range(13)]
    heard = [seat for seat, log in enumerate(logs) for e in log if isinstance(e, Acted) and e.verb == "curse"]
    assert heard == [CROW]


def test_its_words_come_with_the_card():
    t = table().night(until="curse")
    request = t.request(CROW)
    assert ask_title(request, "zh") == "今晚诅咒谁？"
    assert choice_label(request.choices[0], "en") == "Curse"
    assert choice_label(PASS, "zh", "curse")
    acted = Acted((CROW,), CROW, "curse", WOLF, 1)
    assert say_event(acted, "zh") == "第1夜，8号诅咒1号。"


@pytest.mark.parametrize(("night", "legal"), [("N2: 咒 2", True), ("N2: 咒 1", False)])
def test_a_record_can_be_typed(night: str, legal: bool, tmp_path: Path):
    record = tmp_path / "crow.toml"
    deal = [registry()[card].zh for card in cards(DEAL)]
    head = f'profile = "official"\ndeal = {deal}\n[rules]\nsheriff = false\n'
    lines = f"N1: 咒 1\nD1: 票 5>10 9>10\n{night}\nD2: 断"
    record.write_text(f'{head}[game]\nlines = """\n{lines}\n"""\n', "utf-8")
    if legal:
        found = judge(record, str).found
        assert found["exile_votes"] == {"D1": {"1": "1", "10": "2"}}
    else:
        with pytest.raises(Illegal, match="last night; not twice running"):
            judge(record, str)
