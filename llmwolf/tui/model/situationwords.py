"""局势板 and 票型 in words: each a list of headings and rows, for a panel of any width."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from llmwolf.players.phrases import half_votes, role_name, say_event, stage_name
from llmwolf.rules.events import EXILE
from llmwolf.rules.facts import Facts
from llmwolf.tui.model.cells import clip
from llmwolf.tui.model.helping import Entry
from llmwolf.tui.model.seats import OUT
from llmwolf.tui.model.situation import Report, Round, Situation, Story
from llmwolf.tui.model.status import who
from llmwolf.tui.words import t

_LONGEST_NAME = 18
_SAID = {"good": "tag_good", "wolf": "tag_wolf", "save": "tag_saved"}


@dataclass(frozen=True, slots=True)
class Boards:
    """Both boards."""

    claims: list[Entry]
    votes: list[Entry]


def boards_of(
    situation: Situation, facts: Facts, names: Mapping[int, str], weight: float, lang: str, me: int = 0
) -> Boards:
    """The boards of ``situation``; ``facts`` say who is out, the sheriff's ballot counts ``weight``.

    The ballots of ``me`` (0: nobody's) are marked.
    """
    return Boards(
        _claims(situation, facts, names, lang), _votes(situation.rounds, facts, names, weight, lang, me)
    )


def _called(seat: int, facts: Facts, names: Mapping[int, str], lang: str) -> str:
    name = clip(who(seat, names, lang), _LONGEST_NAME)
    return f"{name} {OUT}" if seat in facts.gone else name


# -- 局势板 ------------------------------------------------------------------------------------------


def _claims(situation: Situation, facts: Facts, names: Mapping[int, str], lang: str) -> list[Entry]:
    """The claims by card, the seer's first; then what is said of whom; then the badge."""
    entries: list[Entry] = []
    cards = dict.fromkeys(story.card for story in situation.stories)
    for card in sorted(cards, key=lambda card: (card != "seer", card == "villager")):
        rivals = situation.standing(card)
        heading = role_name(card, lang)
        if len(rivals) > 1 and facts.cards.count(card) < len(rivals):
            heading += t("claims_rivals", lang, seats=" ".join(str(story.seat) for story in rivals))
        entries.append(Entry(heading))
        told = [story for story in situation.stories if story.card == card]
        entries += [Entry(_called(story.seat, facts, names, lang), _story(story, lang)) for story in told]
    if said := situation.said_of():
        entries.append(Entry(t("claims_of", lang)))
        for seat, marks in said.items():
            words = [t("claims_by", lang, what=t(_SAID[what], lang), seat=by) for what, by in marks]
            entries.append(Entry(_called(seat, facts, names, lang), t("claims_sep", lang).join(words)))
    if situation.badge:
        entries.append(Entry(t("claims_badge", lang)))
        for day, event in situation.badge:
            entries.append(Entry(t("day_no", lang, day=day), say_event(event, lang)))
    return entries or [Entry(t("claims_none", lang))]


def _story(story: Story, lang: str) -> str:
    """When it was told, what was reported night by night, the last 警徽流."""
    plain = story.card == "villager"  # who says to have no card jumps into none
    name = "claims_gone" if story.retracted else "claims_said" if plain else "claims_since"
    lines = [t(name, lang, day=story.day)]
    if story.reports:
        lines.append(t("claims_sep", lang).join(_report(report, lang) for report in story.reports))
    if story.flow:
        flow = " → ".join(map(str, story.flow))
        lines.append(t("claims_flow", lang, flow=flow, day=story.flow_day))
    return "\n".join(lines)


def _report(report: Report, lang: str) -> str:
    what = t(_SAID.get(report.what, f"claims_{report.what}"), lang)
    return t("claims_report", lang, night=report.night, seat=report.target, what=what)


# -- 票型 --------------------------------------------------------------------------------------------


def _votes(
    rounds: list[Round], facts: Facts, names: Mapping[int, str], weight: float, lang: str, me: int
) -> list[Entry]:
    """Every ballot, the last one first: who got how much from whom, who abstained, what came of it."""
    entries: list[Entry] = []
    for one in reversed(rounds):
        stage = stage_name(one.ballots.stage, lang)
        entries.append(Entry(f"{t('day_no', lang, day=one.day)} {stage}"))
        voters = _voters(one, weight, lang, me)
        for target, halves in sorted(one.ballots.tally, key=lambda pair: (-pair[1], pair[0])):
            votes = t("ballot_votes", lang, votes=half_votes(halves))
            meaning = f"{votes} ← {' '.join(voters.get(target, ()))}"
            entries.append(Entry(_called(target, facts, names, lang), meaning))
        if 0 in voters:
            entries.append(Entry(t("ballot_abstained", lang), " ".join(voters[0])))
        if one.outcome is not None:
            entries.append(Entry("→", say_event(one.outcome, lang)))
    return entries or [Entry(t("votes_none", lang))]


def _voters(one: Round, weight: float, lang: str, me: int) -> dict[int, list[str]]:
    """Target (0: nobody) → its voters; beside the reader's stands 你, beside the sheriff's what it counts."""
    weighty = one.ballots.stage in EXILE and weight != 1
    voters: dict[int, list[str]] = {}
    for voter, target in one.ballots.ballots:
        marks = [t("tag_you", lang)] if voter == me else []
        if weighty and voter == one.sheriff:
            marks.append(f"{weight:g}")
        voters.setdefault(target, []).append(f"{voter}({' '.join(marks)})" if marks else str(voter))
    for target, halves in one.ballots.extra:
        voters.setdefault(target, []).append(t("ballot_crow", lang, votes=half_votes(halves)))
    return voters
