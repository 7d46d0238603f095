"""Prompt sets: folders of plain templates, the user's own before the shipped ones, checked when loaded."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from jinja2 import Environment, meta

from llmwolf.llm.prompt import PromptError, build_prompt, prompt_set
from llmwolf.llm.prompt.sets import LANGS, known_sets, load_set, prompt_folders
from llmwolf.llm.prompt.variables import FILES
from llmwolf.llm.settings import Settings
from llmwolf.resources import data_dir
from tests.llm.scenes import game_at

SHIPPED = data_dir("prompts")
DOC = Path(__file__).parents[2] / "docs" / "prompts.md"


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A user's folder of prompt sets."""
    folder = tmp_path / "prompts"
    folder.mkdir()
    return folder


@pytest.fixture
def in_folder(own: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The same as the ``prompts`` of the working folder; sets that were read are forgotten."""
    monkeypatch.chdir(own.parent)
    prompt_set.cache_clear()
    yield own
    prompt_set.cache_clear()


def write(folder: Path, name: str, file: str, text: str, lang: str = "zh") -> Path:
    path = folder / name / lang / f"{file}.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def refused(name: str, own: Path) -> str:
    """The one line that says what is wrong with a set."""
    with pytest.raises(PromptError) as caught:
        load_set(name, (own, SHIPPED))
    assert "\n" not in str(caught.value)
    return str(caught.value)


# -- which file it is ------------------------------------------------------------------------------


def test_a_set_may_hold_one_file_alone(in_folder: Path) -> None:
    write(in_folder, "curt", "request", "{{ title }} {{ options }} 你是{{ seat }}号")
    game, request = game_at("ballot")
    view = game.view(request.seat)
    plain = build_prompt(view, Settings())
    curt = build_prompt(view, Settings(prompt="curt"))
    assert curt.request.startswith("放逐投票")
    changed = [name for name, text in plain.blocks().items() if text != curt.blocks()[name]]
    assert changed == ["request"]
    assert build_prompt(view, Settings(lang="en")) == build_prompt(view, Settings("en", prompt="curt"))


def test_the_users_own_folder_comes_first(in_folder: Path) -> None:
    write(in_folder, "standard", "log", "# 记录")
    game, request = game_at("ballot")
    assert build_prompt(game.view(request.seat), Settings()).public.startswith("# 记录\n")


def test_sets_are_looked_for_in_the_working_folder_then_the_users_then_the_shipped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    here, users, shipped = prompt_folders(tmp_path)
    assert here == tmp_path / "prompts"
    assert users == tmp_path / "config" / "llmwolf" / "prompts"
    assert shipped == SHIPPED
    write(users, "mine", "log", "users")
    write(here, "mine", "log", "here")
    assert load_set("mine", (here, users, shipped)).fill("zh", "log") == "here"
    assert load_set("mine", (users, here, shipped)).fill("zh", "log") == "users"
    assert known_sets((here, users, shipped)) == ["mine", "standard"]


# -- the digest ------------------------------------------------------------------------------------


def test_any_byte_of_any_file_changes_the_digest(own: Path) -> None:
    shutil.copytree(SHIPPED / "standard", own / "copy")
    digests = {load_set("copy", (own, SHIPPED)).digest}
    assert digests == {load_set("standard", (SHIPPED,)).digest}
    for lang in LANGS:
        for file in FILES:
            path = own / "copy" / lang / f"{file}.md"
            path.write_text(path.read_text("utf-8") + " ", "utf-8")
            digests.add(load_set("copy", (own, SHIPPED)).digest)
    assert len(digests) == 1 + len(LANGS) * len(FILES)


def test_a_record_names_the_set_by_its_digest(own: Path) -> None:
    found = load_set("standard", (own, SHIPPED))
    assert found.label == f"standard@{found.digest}"
    assert re.fullmatch("[0-9a-f]{12}", found.digest)


# -- what is wrong with it -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "file", "text", "said"),
    [
        ("mine", "seat", "{{ rol }}", "mine/zh/seat.md: unknown variable 'rol'; did you mean 'role'?"),
        ("mine", "log", "{{ banana }}", "known are condensed, dropped"),
        ("mine", "reqest", "x", "reqest.md: no such prompt file; did you mean 'request'?"),
        ("mine", "log", "a\nb\n{% if %}", "mine/zh/log.md:3: "),
        ("mine", "log", "{{ condensed", "mine/zh/log.md:1: "),
        ("mine", "facts", "{{ gone | jion }}", "No filter named 'jion'"),
        ("mine", "facts", "{% for r in ballots %}{{ r.wen }}{% endfor %}", "wen"),
        ("mine", "facts", "{{ day / 0 }}", "division by zero"),
        ("mine", "facts", "{{ day + stage }}", "unsupported operand"),
        ("mine", "log", "{% include 'seat' %}", "mine/zh/log.md: "),
        ("mine", "log", "{{ range(9) }}", "unknown variable 'range'"),
    ],
)
def test_a_mistake_is_one_line_with_the_file(own: Path, name: str, file: str, text: str, said: str) -> None:
    write(own, name, file, text)
    assert said in refused(name, own)


def test_an_unknown_set_is_told_with_the_nearest_name(own: Path) -> None:
    assert refused("standrad", own) == "no prompt set 'standrad'; did you mean 'standard'?"
    looked = f" (looked in {own}, {SHIPPED})"
    assert refused("../x", own) == f"no prompt set '../x'; known are standard{looked}"
    assert refused("", own) == f"no prompt set ''; known are standard{looked}"


def test_a_file_that_is_no_text_is_told(own: Path) -> None:
    path = write(own, "mine", "log", "")
    path.write_bytes(b"\xff\xfe\x00")
    assert "mine/zh/log.md: " in refused("mine", own)


@pytest.mark.parametrize(
    "text",
    [
        "{{ ''.__class__.__mro__ }}",
        "{{ condensed.__class__ }}",
        "{{ self.__init__.__globals__ }}",
        "{{ ''.__class__.__base__.__subclasses__() }}",
        "{{ '{0.__class__}'.format(condensed) }}",
    ],
)
def test_a_strangers_template_reaches_nothing_but_its_variables(own: Path, text: str) -> None:
    write(own, "mine", "log", text)
    assert refused("mine", own)


def test_a_slot_that_is_not_filled_is_an_error() -> None:
    with pytest.raises(PromptError, match=r"^prompts/standard/zh/seat\.md: '\w+' is undefined$"):
        prompt_set().fill("zh", "seat", seat=3)


# -- what ships, and its description ---------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("file", FILES)
def test_the_shipped_set_is_whole_and_uses_what_there_is(lang: str, file: str) -> None:
    text = (SHIPPED / "standard" / lang / f"{file}.md").read_text("utf-8")
    assert meta.find_undeclared_variables(Environment().parse(text)) == set(FILES[file])


def test_the_description_names_every_file_and_every_variable() -> None:
    doc = DOC.read_text("utf-8")
    for file, variables in FILES.items():
        section = re.search(rf"^### `{file}\.md`\n(.*?)(?=^##|\Z)", doc, re.MULTILINE | re.DOTALL)
        assert section, file
        assert set(re.findall(r"^\| `(\w+)` \|", section[1], re.MULTILINE)) == set(variables), file
