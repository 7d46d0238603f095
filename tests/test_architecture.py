"""The rooms, the arrows between them, and the hygiene of the tree."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "llmwolf"
LONGEST_MODULE = 400
PINS = re.compile(r"(constraints|requirements).*\.txt|.*\.lock|pylock.*\.toml|.*-lock\.(json|yaml)")
ADDRESS = re.compile(r"\w+://|--?(extra-)?index-url|--find-links|\.(org|com|net|io)\b")

# What site-packages loads by itself at start-up does not count.
IMPORT_ALL = """
import importlib, pkgutil, sys
before = set(sys.modules)
package = importlib.import_module(sys.argv[1])
for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
    importlib.import_module(module.name)
print(*set(sys.modules) - before)
"""


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def tree() -> list[Path]:
    """Every file that is, or is about to be, in the repository."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    listing = run("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard").stdout
    return [path for name in listing.split("\0") if name and (path := ROOT / name).is_file()]


@pytest.mark.parametrize("package", ["llmwolf.rules", "llmwolf.roles"])
def test_the_law_loads_no_third_party_module(package: str):
    done = run(sys.executable, "-c", IMPORT_ALL, package)
    assert done.returncode == 0, done.stderr
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert "llmwolf" in loaded
    assert loaded - sys.stdlib_module_names - {"llmwolf"} == set()


def test_the_arrows_point_one_way():
    linter = Path(sys.executable).with_name("lint-imports")
    done = run(str(linter), "--no-logo", "--no-cache")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout


def test_no_pinned_version_names_an_address(tree: list[Path]):
    pins = [path for path in tree if PINS.fullmatch(path.name)]
    assert ROOT / "constraints.txt" in pins
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line}"
        for path in pins
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if ADDRESS.search(line)
    ]
    assert not found, "\n".join(found)


def test_every_module_can_be_read_in_one_sitting(tree: list[Path]):
    modules = [path for path in tree if path.suffix == ".py" and path.is_relative_to(PACKAGE)]
    lengths = {str(path.relative_to(ROOT)): len(path.read_text("utf-8").splitlines()) for path in modules}
    assert lengths
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST_MODULE} == {}


def test_every_room_is_on_the_map(tree: list[Path]):
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    inside = [path.relative_to(PACKAGE) for path in tree if path.is_relative_to(PACKAGE)]
    rooms = {path.parts[0] for path in inside if len(path.parts) > 1}
    assert rooms
    assert {room for room in rooms if not re.search(rf"\b{room}/", text)} == set()
