"""``python -m llmwolf.cli.rulepage FILE``: docs/rules.md, from the switches and the profiles alone."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from llmwolf.boards import boards, families, profiles, tables
from llmwolf.boards.disputes import disputes
from llmwolf.cli.switches import BASIS, group_name, shown
from llmwolf.players.phrases import call_name
from llmwolf.rules.ruleset import SwitchInfo
from llmwolf.rules.spec import LOVERS
from llmwolf.tui.help_words import EXPLAINED
from llmwolf.tui.model.switchwords import groups

HEAD = """\
<!-- Made by `make docs` from llmwolf/rules/ruleset.py and llmwolf/boards/. Change those, not this file. -->

# House rules

A profile is a named set of house rules; a board is a profile with cards, and may change single switches;
a game may change any of them once more. `llmwolf rules --profile P` prints a profile, `llmwolf rules
--profile P --diff Q` what it has otherwise than another, `llmwolf rules --board ID` the rules of a board.
The ids (N-5, D-1 …) are those of the rule book; tests are named after them.

A value of a profile is *stated* by the document that the profile is taken from, or *assumed* where somebody
had to settle what the document leaves open; where nothing had to be settled, it is the *default*.
"""
NIGHT = """
## Calls of the night · 夜晚顺序 · N-1

For the cards of the profile's own boards; on another board every other card has its place as well. Calls in
brackets are made at once, for none of them needs another's result (N-3); * on night 1 only.
"""


def rule_page() -> str:
    """The whole page."""
    return "\n".join([HEAD, *_profiles(), *_switches()]).rstrip() + "\n"


def _profiles() -> Iterator[str]:
    yield "## Profiles\n"
    yield "| profile | name | taken from | boards |\n|---|---|---|---|"
    for home in profiles().values():
        own = [f"`{board.id}`" for board in tables().values() if board.profile is home]
        own += [
            f"`{kind.id}-{kind.seats[0]}` … `{kind.id}-{kind.seats[-1]}`"
            for kind in families().values()
            if kind.profile == home.id
        ]
        source = " · ".join(home.document)
        yield f"| `{home.id}` | {home.zh} · {home.en} | {source} | {', '.join(own)} |"
    yield NIGHT
    for home in profiles().values():
        cards = {card for board in boards().values() if board.profile is home for card in board.cards}
        called = cards | ({LOVERS} if "cupid" in cards else set())
        hours = (tuple(call for call in hour if call in called) for hour in home.hours)
        yield f"- `{home.id}`: {' → '.join(_hour(hour, home.first_night) for hour in hours if hour)}"
    yield ""


def _hour(hour: tuple[str, ...], once: tuple[str, ...]) -> str:
    names = [call_name(call) + ("\\*" if call in once else "") for call in hour]
    return names[0] if len(names) == 1 else f"({' '.join(names)})"


def _switches() -> Iterator[str]:
    for group, members in groups():
        yield f"## {group_name(group, 'en')} · {group_name(group, 'zh')}\n"
        for info in members:
            yield from _switch(info)


def _switch(info: SwitchInfo) -> Iterator[str]:
    yield f"### `{info.name}` · {info.zh} · {info.seed}\n"
    yield f"{info.why}. {EXPLAINED[info.name]}。\n"
    choices = ", ".join(f"`{shown(choice)}`" for choice in info.choices)
    listed = (
        f"{'A list of' if info.many else 'One of'} {choices}" if choices else "A whole number of at least 1"
    )
    yield f"{listed}; default `{shown(info.default)}`.\n"
    yield "| value | profiles |\n|---|---|"
    found: dict[str, list[str]] = {}
    reasons: dict[tuple[str, str, str], list[str]] = {}
    for home in profiles().values():
        note = home.note(info.name)
        found.setdefault(shown(getattr(home.rules, info.name)), []).append(home.id)
        reasons.setdefault((note.basis, note.zh, note.en), []).append(home.id)
    for value, names in found.items():
        yield f"| `{value}` | {', '.join(names)} |"
    yield ""
    for (basis, zh, en), names in reasons.items():
        if en:
            yield f"- {', '.join(names)} ({BASIS[basis][1]}): {zh} · {en}"
    if any(en for _, _, en in reasons):
        yield ""
    for dispute in disputes():
        if dispute.switch == info.name:
            yield f"Tables differ. {dispute.zh}。 {dispute.en[0].upper()}{dispute.en[1:]}.\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(rule_page(), "utf-8")
