"""Odds of records that state outcomes: what is stated of later days is not known before it has happened."""

from pathlib import Path

from llmwolf.coach.odds.reference import PUBLIC, TRUE, Reference
from llmwolf.coach.odds.rollout import Moment, Setting
from llmwolf.coach.odds.study import Study
from llmwolf.coach.oddswords import place
from llmwolf.imports.formats import load
from llmwolf.rules.events import Exiled, TurnOrder

LOG = """
板子 standard-9
身份 狼人 1 4 8, 预言家 3, 女巫 5, 猎人 7
N1 刀 3
D1 死 3
4号: 3号是狼
5号: 投8号
4号: 不对
出 8
N2 刀 5
D2 死 5
9号: 出1号
出 1
断
"""


def reference(tmp_path: Path) -> Reference:
    path = tmp_path / "game.txt"
    path.write_text(LOG, "utf-8")
    return Reference(load(path).game)


def ply_after(ref: Reference, kind: type, nth: int = 0) -> int:
    """The first ask after the nth event of ``kind``."""
    events = [number for number, event in enumerate(ref.game.log, 1) if isinstance(event, kind)]
    return next(mark.ply for mark in ref.marks if mark.event >= events[nth])


def test_the_conditions_of_a_moment_hold_nothing_of_later_days(tmp_path: Path):
    ref = reference(tmp_path)
    assert ref.game.spec.outs == ((1, 8), (2, 1))
    start = ref.spec_at(0)
    assert (start.outs, start.turns) == ((), ())
    speaking = ref.spec_at(ply_after(ref, TurnOrder))
    assert (speaking.outs, speaking.turns) == ((), (("speech/1", (4, 5, 4)),))
    night = ref.spec_at(ply_after(ref, Exiled))
    assert (night.outs, len(night.turns)) == (((1, 8),), 1)


def test_worlds_stand_where_the_record_stood(tmp_path: Path):
    ref = reference(tmp_path)
    for observer in (PUBLIC, TRUE):
        for ply in (ply_after(ref, TurnOrder), ply_after(ref, Exiled)):
            moment = Moment(ref, Setting(observer), ply)
            world = next(found for index in range(40) if (found := moment.world(index)) is not None)
            heard = ref.marks[ply].heard[0]
            assert world[0].view(0).log[: heard - 1] == ref.log(PUBLIC)[: heard - 1]


EXILED = """
板子 standard-9
身份 狼人 1 4 8, 预言家 3, 女巫 5, 猎人 {hunter}
N1 刀 3
D1 死 3
4号: 7号是狼
票 1->7 2->7 4->7 5->7 8->7
出 7
N2 刀 6
D2 死 6
断
"""


def test_the_moments_of_the_public_are_the_same_whatever_the_cards_are(tmp_path: Path):
    """A hunter who is exiled and holds his fire was asked; nobody may tell from the list of moments."""
    told = []
    for hunter in (7, 2):
        path = tmp_path / f"{hunter}.txt"
        path.write_text(EXILED.format(hunter=hunter), "utf-8")
        record = tmp_path / f"{hunter}.jsonl"
        record.write_bytes(load(path).data)
        study = Study(record, Setting(PUBLIC), keep=False)
        marks = [study.ref.marks[ply] for ply in study.every()]
        told.append([(study.ref.goal(PUBLIC, mark.ply), place(mark, "zh", PUBLIC)) for mark in marks])
        asked = [mark for mark in study.ref.marks if mark.kind == "turn" or mark.stage == "last_act"]
        assert bool(asked) is (hunter == 7)
    assert told[0] == told[1]
