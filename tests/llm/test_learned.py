"""What was learned of an endpoint outlives the process, and costs nothing where it cannot."""

from dataclasses import replace
from pathlib import Path

import pytest

from llmwolf.llm.dialect import Dialect
from llmwolf.llm.endpoint import Endpoint
from llmwolf.llm.learned import MAX_AGE, Learned
from tests.llm.scenes import KEY

HERE = Endpoint("https://h.example/v1", "m", KEY)
KNOWN = Dialect(rung=1, token_word="max_completion_tokens", most_tokens=4096, hottest=1.0, stream=False)


class Clock:
    now = 1_900_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "dialects.json"


def test_it_is_remembered_by_address_and_model(path: Path) -> None:
    Learned(path).learn(HERE, KNOWN)
    later = Learned(path)
    assert later.recall(HERE) == KNOWN
    assert later.recall(replace(HERE, api_key="another", concurrency=2)) == KNOWN
    assert later.recall(replace(HERE, model="n")) is None
    assert later.recall(replace(HERE, base_url="https://h.example/v2")) is None
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_without_a_file_it_is_remembered_for_the_process() -> None:
    learned = Learned()
    learned.learn(HERE, KNOWN)
    assert learned.recall(HERE) == KNOWN
    learned.learn(HERE, None)
    assert learned.recall(HERE) is None


def test_no_key_and_no_address_is_written(path: Path) -> None:
    """A10: some gateways have the key in their address."""
    Learned(path).learn(replace(HERE, base_url=f"https://h.example/{KEY}/v1"), KNOWN)
    written = path.read_text()
    assert KEY not in written
    assert "h.example" not in written


def test_it_is_forgotten_with_age(path: Path) -> None:
    clock = Clock()
    Learned(path, clock).learn(HERE, KNOWN)
    clock.now += MAX_AGE - 1
    assert Learned(path, clock).recall(HERE) == KNOWN
    clock.now += 2
    assert Learned(path, clock).recall(HERE) is None
    clock.now -= 2 * MAX_AGE  # a clock that was put back
    assert Learned(path, clock).recall(HERE) is None


def test_two_processes_do_not_wipe_each_other(path: Path) -> None:
    one, two = Learned(path), Learned(path)
    other = replace(HERE, model="n")
    assert one.recall(HERE) is two.recall(HERE) is None
    one.learn(HERE, KNOWN)
    two.learn(other, Dialect(rung=2))
    both = Learned(path)
    assert (both.recall(HERE), both.recall(other)) == (KNOWN, Dialect(rung=2))
    one.learn(HERE, None)
    assert Learned(path).recall(HERE) is None
    assert Learned(path).recall(other) == Dialect(rung=2)


@pytest.mark.parametrize(
    "damage",
    [
        "", "{", "[]", "null", '{"format": 99, "dialects": {}}', '{"format": 1}',
        '{"format": 1, "dialects": [1]}', "\x00" * 40, "[" * 3000,
        "RUNG 7", "RUNG -1", 'RUNG "1"', "RUNG true", "RUNG null",
    ],
)  # fmt: skip
def test_a_damaged_file_is_as_good_as_none(path: Path, damage: str) -> None:
    Learned(path).learn(HERE, Dialect(rung=1))
    whole = path.read_text()
    path.write_text(
        whole.replace('"rung": 1', f'"rung": {damage[5:]}') if damage.startswith("RUNG") else damage
    )
    learned = Learned(path)
    assert learned.recall(HERE) is None
    learned.learn(HERE, KNOWN)
    assert Learned(path).recall(HERE) == KNOWN


@pytest.mark.parametrize("what", ["a file for a folder", "a folder for a file"])
def test_a_file_that_cannot_be_written_is_done_without(tmp_path: Path, what: str) -> None:
    path = tmp_path / "state" / "dialects.json"
    if what == "a file for a folder":
        path.parent.write_text("")
    else:
        path.mkdir(parents=True)
    learned = Learned(path)
    learned.learn(HERE, KNOWN)
    assert learned.recall(HERE) == KNOWN
    assert Learned(path).recall(HERE) is None
    assert not list(tmp_path.rglob("*.part"))


def test_what_a_user_says_of_the_grammar_counts(path: Path) -> None:
    Learned(path).learn(HERE, replace(KNOWN, grammar=True))
    known = Learned(path).recall(replace(HERE, grammar=False))
    assert known is not None
    assert not known.grammar
