"""Answers to what the speaker was asked by name: votes, his side, his flow, his checks, whom he suspects."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from llmwolf.players.bots.mind import Mind
from llmwolf.players.bots.speech.acts import Act, act
from llmwolf.players.bots.speech.asked import Asked, Question
from llmwolf.players.bots.speech.fairness import claimed_at
from llmwolf.players.bots.speech.seer_talk import why
from llmwolf.players.bots.strategy.line import Line

_MANY: Final = 3
"""From so many other ballots on a seat on one may say to have gone along."""


def answered(m: Mind, line: Line, asked: Asked) -> list[Act]:
    """What is answered at once: a vote of an earlier day, and what there is nothing to say about."""
    found = _of_vote(m, asked["vote"]) if "vote" in asked else []
    found += _of_badge(m, asked["badge"]) if "badge" in asked else []
    found += _of_check(m, line, asked["check"]) if "check" in asked else []
    if "side" in asked and line.role != "seer" and not m.book.claimants():
        found.append(act("ans_no_seer", must=True, x=asked["side"].asker))
    if "suspect" in asked and not (line.suspects or line.vote):
        found.append(act("ans_nobody", must=True, x=asked["suspect"].asker))
    if "flow" in asked and not line.flow:
        story, x = m.my_story, asked["flow"].asker
        told = story.flow if story else ()
        found.append(act("ans_flow_past", must=True, x=x, list=told) if told else _no_flow(line, x))
    return found


def led_in(asked: Asked, topic: str, acts: list[Act]) -> list[Act]:
    """``acts`` behind a word to whoever asked for them; as they are where nobody did."""
    question = asked.get(topic)
    if question is None or not acts:
        return acts
    return [act(f"ans_{topic}", must=True, x=question.asker), replace(acts[0], must=True), *acts[1:]]


def _no_flow(line: Line, asker: int) -> Act:
    return act("ans_flow_later" if line.role == "seer" else "ans_flow_none", must=True, x=asker)


def _of_badge(m: Mind, question: Question) -> list[Act]:
    """Why the speaker wanted somebody for sheriff."""
    ballot = next((b for b in reversed(m.book.ballots) if b.stage.startswith("badge")), None)
    if ballot is None:
        return []
    x, chosen = question.asker, ballot.votes.get(m.me, 0)
    if not chosen:
        return [act("ans_badge_none", must=True, x=x)]
    if question.about and chosen != question.about:
        return [act("ans_badge_not", must=True, x=x, t=chosen)]
    if 0 <= claimed_at(m.book, chosen) < ballot.heard:
        return [act("ans_badge_seer", must=True, x=x, t=chosen)]
    return [act("ans_badge_own", must=True, x=x, t=chosen)]


def _of_check(m: Mind, line: Line, question: Question) -> list[Act]:
    """Why a seer claim checked somebody: the ground of that night, as the record has it."""
    story, x, t = m.my_story, question.asker, question.about
    if story is None or line.role != "seer" or any(check.target == t for check in line.checks):
        return []
    made = next((check for check in story.checks.values() if check.target == t), None)
    if made is None:
        return [act("ans_check_not", must=True, x=x, t=t)]
    return [act("ans_check", must=True, x=x, t=t), replace(why(m, made), must=True)]


def _of_vote(m: Mind, question: Question) -> list[Act]:
    """Why the speaker voted as he did for somebody's exile, on the day that is meant."""
    cast = [
        (b.day, b.votes[m.me])
        for b in reversed(m.book.ballots)
        if b.day < m.facts.day and not b.stage.startswith("badge") and m.me in b.votes
    ]
    meant = m.facts.day - 1 if question.day < 0 else question.day
    cast = [vote for vote in cast if meant in (0, vote[0])]
    if not cast:
        return []
    x = question.asker
    when, chosen = next((vote for vote in cast if vote[1] == question.about), cast[0])
    if not chosen:
        return [act("ans_vote_none", must=True, x=x, when=when)]
    if question.about and chosen != question.about:
        return [act("ans_vote_not", must=True, x=x, t=chosen, when=when)]
    if chosen == x:
        return [act("ans_vote_you", must=True, x=x, when=when)]
    others = sum(target == chosen for voter, target in m.book.exile_votes(when).items() if voter != m.me)
    if m.book.calls.get((when, m.me)) == chosen:
        kind = "ans_vote_word"
    else:
        kind = "ans_vote_many" if others >= _MANY else "ans_vote_own"
    return [act(kind, must=True, x=x, t=chosen, when=when)]
