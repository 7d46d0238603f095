"""Other people's records: what comes of them, and what is said of those that are not in order."""

import json
import random
from pathlib import Path

import pytest
from click.testing import CliRunner

from llmwolf.cli import main
from llmwolf.imports.formats import load, recognised
from llmwolf.record.notation.errors import NotationError
from llmwolf.record.reader import parse
from llmwolf.record.verify import check
from llmwolf.rules import events as ev

DATA = Path(__file__).parent / "data"
GOOD = {
    "aiwolf-9.log": "aiwolf",
    "aiwolf-5.log": "aiwolf",
    "session-9.json": "session",
    "chat-9.txt": "chat",
    "chat-12.txt": "chat",
    "notation-9.toml": "notation",
}


def changed(tmp_path: Path, name: str, old: str, new: str) -> Path:
    text = (DATA / name).read_text("utf-8")
    assert text.count(old) == 1
    path = tmp_path / name
    path.write_text(text.replace(old, new), "utf-8")
    return path


def spoken(game):
    return [(e.seat, e.stage, e.text) for e in game.log if isinstance(e, ev.Spoke) and e.text]


@pytest.mark.parametrize(("name", "form"), GOOD.items())
def test_every_format_is_recognised_and_becomes_a_record_that_holds(name: str, form: str):
    found = load(DATA / name)
    assert found.format == form
    report = check(parse(found.data))
    assert report.ok
    assert not report.awaiting or name == "chat-12.txt"  # that one stops before its end
    assert load(DATA / name).data == found.data  # the same bytes again


def test_a_log_of_aiwolf_keeps_every_talk_in_its_place():
    found = load(DATA / "aiwolf-5.log")
    said = spoken(found.game)
    assert [seat for seat, _, _ in said] == [2, 4, 3, 2, 4, 5, 5, 4]
    assert said[0][2] == 'I am the seer. I divined 3, and "3" is a werewolf'
    assert found.game.judge.facts.winners == (3, 4)
    transcript = parse(found.data)
    assert [note.text for note in transcript.notes] == ["第0天 3号：Good morning, everybody"]
    assert [sitter.name for sitter in transcript.head.seats] == ["Minato", "Tarou", "Yumi", "Ken", "Sora"]
    assert [r.kind for r in found.remarks] == ["left_out"]  # a lone wolf has nobody to whisper to


def test_a_tie_is_voted_on_again_and_the_guard_holds():
    found = load(DATA / "aiwolf-9.log")
    game = found.game
    ballots = [(e.stage, dict(e.tally)) for e in game.log if isinstance(e, ev.Ballots)]
    assert ballots[0] == ("ballot", {1: 6, 4: 6, 7: 2, 8: 2, 9: 2})
    assert ballots[1] == ("pk_ballot", {1: 8, 4: 10})
    assert game.judge.hidden.causes == {4: "exile", 1: "exile", 5: "knife", 2: "exile"}
    graves = [e.value for e in game.log if isinstance(e, ev.Told) and e.fact == "grave"]
    assert graves == ["good", "wolf"]
    assert game.judge.facts.winner == "good"
    assert [(r.kind, r.line) for r in found.remarks] == [("stated", 38)]


def test_a_lot_falls_as_the_log_says(tmp_path: Path):
    path = changed(tmp_path, "aiwolf-9.log", "1,vote,8,1\n1,vote,9,4\n", "1,vote,8,1\n")
    game = load(path).game
    lots = [(e.seats, e.seat) for e in game.log if isinstance(e, ev.LotDrawn)]
    assert lots == [((1, 4), 4)]


VALUES: list[object] = [
    None,
    True,
    0,
    -1,
    10,
    3,
    "3",
    "x",
    [],
    [1],
    [[]],
    {},
    {"a": 1},
    1.5,
    ["1"],
    [3, 3],
    10**30,
]


def told(path: Path, form: str, lenient: bool) -> str:
    """What is said of a file that cannot be imported; nothing where it can."""
    try:
        load(path, form, lenient)
    except NotationError as error:
        return error.told("zh") + error.told("en")
    return ""


def paths(value: object, before: tuple[object, ...] = ()):
    yield before
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from paths(inner, (*before, key))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from paths(inner, (*before, place))


@pytest.mark.parametrize("lenient", [False, True])
def test_no_value_in_a_session_leads_to_anything_but_one_line(tmp_path: Path, lenient: bool):
    """Every value of the file in turn becomes something else."""
    whole = json.loads((DATA / "session-9.json").read_text("utf-8"))
    path, rng = tmp_path / "s.json", random.Random(7)
    for way in [way for way in paths(whole) if way]:
        data = json.loads(json.dumps(whole))
        inside = data
        for step in way[:-1]:
            inside = inside[step]
        inside[way[-1]] = rng.choice(VALUES)
        path.write_text(json.dumps(data), "utf-8")
        assert "\n" not in told(path, "session", lenient)


@pytest.mark.parametrize("name", ["aiwolf-5.log", "chat-12.txt", "chat-9.txt"])
def test_no_line_out_of_place_leads_to_anything_but_one_line(tmp_path: Path, name: str):
    lines = (DATA / name).read_text("utf-8").split("\n")
    path, rng = tmp_path / "mixed", random.Random(7)
    for place in range(len(lines)):
        mixed = list(lines)
        mixed.insert(rng.randrange(len(lines)), mixed.pop(place))
        path.write_text("\n".join(mixed), "utf-8")
        for lenient in (False, True):
            assert "\n" not in told(path, GOOD[name], lenient)


@pytest.mark.parametrize("text", ["[" * 200_000, '{"a":' + "1" * 5000 + "}", "{", "[]", '{"game_state": 1}'])
def test_no_json_is_too_odd_to_be_refused(tmp_path: Path, text: str):
    path = tmp_path / "s.json"
    path.write_text(text, "utf-8")
    with pytest.raises(NotationError):
        load(path, "session")


def test_what_the_wolves_whisper_is_heard_by_the_wolves_alone(tmp_path: Path):
    text = (DATA / "aiwolf-5.log").read_text("utf-8")
    text = text.replace("POSSESSED,ALIVE", "WEREWOLF,ALIVE").replace("4,1,2\n", "4,1,2\n")
    first_night = text.split("1,status", 1)[0] + "0,whisper,0,0,3,Let us take 1\n"
    path = tmp_path / "two.log"
    path.write_text(first_night, "utf-8")
    game = load(path).game
    heard = [event for event in game.log if isinstance(event, ev.Whispered) and event.text]
    assert [(event.seat, event.text, event.ears) for event in heard] == [(3, "Let us take 1", (3, 4))]


def test_a_session_has_its_own_order_of_speeches_and_its_second_ballot():
    game = load(DATA / "session-9.json").game
    assert [(seat, stage) for seat, stage, _ in spoken(game)] == [
        (3, "last_words"), (7, "speech"), (6, "speech"), (5, "speech"), (8, "speech"), (7, "pk"), (1, "pk"),
    ]  # fmt: skip
    orders = [event.seats for event in game.log if isinstance(event, ev.TurnOrder)]
    assert orders[0] == (7, 6, 5, 8, *orders[0][4:])
    assert game.judge.hidden.causes == {
        3: "knife",
        6: "exile",
        8: "poison",
        9: "knife",
        7: "exile",
        4: "shot",
        5: "knife",
    }


def test_a_chat_log_needs_no_night_but_its_dead():
    found = load(DATA / "chat-9.txt")
    assert (5, "speech", "听3号的，\n今天出8号。") in spoken(found.game)
    assert [(r.kind, r.line) for r in found.remarks] == [("assumed", 7)]
    assert found.game.judge.hidden.causes[3] == "knife"


def test_of_two_dead_whose_night_is_unknown_the_witch_was_knifed(tmp_path: Path):
    path = changed(tmp_path, "chat-9.txt", "第2夜 刀 5; 毒 4\n", "")
    assert load(path).game.judge.hidden.causes == {
        3: "knife",
        8: "exile",
        4: "poison",
        5: "knife",
        1: "exile",
    }


def test_a_chat_log_with_an_election():
    game = load(DATA / "chat-12.txt").game
    assert game.judge.facts.badge[0][1] == 5
    assert [(seat, stage) for seat, stage, _ in spoken(game)] == [
        (5, "election"), (1, "election"), (12, "last_words"), (9, "speech"), (5, "speech"),
    ]  # fmt: skip
    assert game.judge.facts.exiles == {1: 1}


@pytest.mark.parametrize(
    ("name", "old", "new", "line", "words"),
    [
        ("aiwolf-5.log", "0,divine,2,3,WEREWOLF", "0,divine,2,3,HUMAN", 8, "seat 3 was seen as good"),
        ("aiwolf-5.log", "1,execute,2,SEER", "1,execute,4,SEER", 27, "has 4 exiled, the rules have 2"),
        ("aiwolf-5.log", "1,attack,1,true", "1,attack,1,false", 30, "nobody announced dead"),
        ("aiwolf-5.log", "2,result,1,1,WEREWOLF", "2,result,1,1,VILLAGER", 42, "the file says good"),
        ("aiwolf-5.log", "2,vote,5,3", "2,vote,1,3", 38, "seat 1 is out since N2"),
        ("aiwolf-5.log", "1,vote,1,2", "1,vote,1,seven", 22, "'seven' is no seat"),
        ("aiwolf-5.log", "0,talk,1,0,1,Over", "0,tlak,1,0,1,Over", 7, "kinds are status"),
        ("aiwolf-5.log", "2,status,3,WEREWOLF", "2,status,3,SEER", 33, "another card before"),
        ("session-9.json", '"Witch poison": 8', '"Witch poison": 3', 16, "seat 3 is out since N1"),
        ("session-9.json", '"Death Message": [8, 9]', '"Death Message": [9]', 17, "has 9 announced dead"),
        ("session-9.json", '"2": "Villager", "3"', '"2": "Idiot", "3"', 3, "seat 2 must be one of"),
        ("session-9.json", '"5": "killed", "6"', '"5": "in_game", "6"', 4, "by the rules it is knifed"),
        ("session-9.json", '"Seer": 8,', '"Seer": 8', 7, "this is no JSON"),
        ("chat-9.txt", "D1 死 3", "D1 死 3 5 6", 7, "write who was knifed in N1"),
        ("chat-9.txt", "1->6 2->8", "1->6 9->8", 15, "seat 9 stands here twice"),
        ("chat-9.txt", "D1 出 8", "D1 出 6", 16, "the file has 6 exiled, the rules have 8"),
        ("chat-9.txt", "预言家 3", "预言加 3", 3, "did you mean"),
        ("chat-9.txt", "6号: 过", "6号 过", 12, "legal here: 3号: 我是…"),
        ("chat-9.txt", "第2夜 刀 5; 毒 4", "第1夜 刀 5; 毒 4", 18, "N1 cannot follow D1"),
    ],
)  # fmt: skip
def test_a_fault_names_its_line_and_what_is_wrong(
    tmp_path: Path, name: str, old: str, new: str, line: int, words: str
):
    path = changed(tmp_path, name, old, new)
    with pytest.raises(NotationError) as caught:
        load(path)
    assert caught.value.line == line
    assert words in str(caught.value)
    assert caught.value.where == str(path)
    assert caught.value.told("zh") != caught.value.told("en")


def test_a_lenient_import_leaves_out_and_says_so(tmp_path: Path):
    path = changed(tmp_path, "session-9.json", '"Witch poison": 8', '"Witch poison": 3')
    found = load(path, lenient=True)
    kinds = [remark.kind for remark in found.remarks]
    assert "left_out" in kinds
    assert "differs" in kinds
    report = check(parse(found.data))
    assert report.ok
    assert "left out: line 16: Day 2 Night / Witch poison" in str(report)


def test_three_ballots_are_taken_as_they_came_out(tmp_path: Path):
    path = changed(
        tmp_path,
        "session-9.json",
        '"Voting Result": 7',
        '"Voting Pattern (Round 3)": {"2": 7}, "Voting Result": 7',
    )
    found = load(path)
    assert [(r.kind, r.line) for r in found.remarks] == [("stated", 22)]
    assert found.game.judge.facts.exiles[2] == 7


@pytest.mark.parametrize("text", ["", "hello\nworld", '{"kind":"head"}'])
def test_what_is_no_record_is_refused(text: str):
    with pytest.raises(NotationError):
        recognised(text)


def test_names_and_words_from_a_file_cannot_move_a_cursor(tmp_path: Path):
    path = changed(
        tmp_path,
        "aiwolf-5.log",
        "0,status,1,VILLAGER,ALIVE,agent-a,Minato",
        "0,status,1,VILLAGER,ALIVE,agent-a,\u202eMin\x1bato",
    )
    path.write_text(
        path.read_text("utf-8").replace("So it is 3 or 4", "So \u202e\x1b[2Jit\u20282,vote,4,3\x0b"), "utf-8"
    )
    found = load(path)
    data = found.data.decode()
    assert (5, "speech", "So [2Jit\n2,vote,4,3") in spoken(
        found.game
    )  # words of a speech, no line of the file
    assert "\u202e" not in data
    assert "\\u001b" not in data


def test_the_command_writes_a_new_file_only(tmp_path: Path):
    out = tmp_path / "out.jsonl"
    runner = CliRunner()
    done = runner.invoke(main, ["import", str(DATA / "chat-9.txt"), "--out", str(out)])
    assert done.exit_code == 0, done.output
    assert "推定：第7行" in done.output
    assert runner.invoke(main, ["import", str(DATA / "chat-9.txt"), "--out", str(out)]).exit_code == 2
    said = runner.invoke(main, ["verify", str(out)])
    assert "由 chat 导入" in said.output
    assert json.loads(out.read_text("utf-8").splitlines()[0])["imported"]["format"] == "chat"
    exported = runner.invoke(main, ["export", str(out), "--format", "notation"])
    assert exported.exit_code == 2
    assert "记谱写不出" in exported.output
    missing = runner.invoke(
        main, ["import", str(tmp_path / "none"), "--out", str(tmp_path / "x"), "--lang", "en"]
    )
    assert missing.exit_code == 2
    assert "Traceback" not in missing.output
