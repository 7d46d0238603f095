"""Where the prompts and personas are: inside an installed package, at the top of a checkout otherwise."""

from functools import cache
from importlib.resources import files
from pathlib import Path

NAMES = ("personas", "prompts")


@cache
def data_dir(name: str) -> Path:
    """Return the folder of shipped data called `name`, one of `NAMES`.

    A wheel carries it as `llmwolf/_data/<name>`; an editable install reads the repository's own folder.
    """
    if name not in NAMES:
        raise ValueError(f"no data folder {name!r}; there are {', '.join(NAMES)}")
    package = Path(str(files("llmwolf")))
    shipped, checkout = package / "_data" / name, package.parent / name
    folder = shipped if shipped.is_dir() else checkout
    if not folder.is_dir():
        raise FileNotFoundError(f"the data folder {name!r} is missing from this installation ({shipped})")
    return folder
