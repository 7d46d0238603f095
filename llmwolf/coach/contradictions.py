"""What a speech says against what is on record: a silence that was none, a potion that is spent, and itself.

A finding is no lie: whoever speaks may err, and a wolf may have his reasons. Each cites the event and quotes
the words. The second needs the cards, and is only said of a game that one may see them of. The third is a
speaker who accuses his own seat (see :mod:`llmwolf.coach.selfblame`).
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from llmwolf.coach.selfblame import self_accusation
from llmwolf.players.words import Pair
from llmwolf.rules import events as ev
from llmwolf.rules.game import Game

SILENT: Final[Pair] = ("说没发过言的人发过言", "somebody said to be silent has spoken")
SPENT: Final[Pair] = ("要用的药已经用掉了", "a potion to be used is used up")
SELF: Final[Pair] = ("把自己当作别人来怀疑", "accuses himself as if he were somebody else")
_SILENCE: Final = re.compile(
    r"(\d{1,2})\s*号\s*(?:一直|从来|从头到尾|到现在|今天|全程)?\s*(?:都|还|就)?\s*(?:没有?|未)\s*(?:发过?言|说过?话|开过?口)"
    r"|seat (\d{1,2}) (?:has|is) (?:never|not|been) (?:spoken|said a word|silent)",
    re.IGNORECASE,
)
_ANTIDOTE: Final = re.compile(
    r"(?:今晚|今夜|明晚|夜里|我)[^，。！？]{0,6}(?:会|要|准备|打算|留着)[^，。！？]{0,4}(?:用|开|留)?[^，。！？]{0,2}解药"
    r"|i (?:will|shall|keep|am going to)[^,.!?]{0,20}antidote",
    re.IGNORECASE,
)


class Contradiction(NamedTuple):
    """One finding: ``what`` in zh and en, by ``seat`` on ``day``, in event ``event``.

    ``against`` is the event that it contradicts, perhaps itself, ``quote`` the words. ``private``: it rests
    on what only the speaker knew.
    """

    what: Pair
    seat: int
    day: int
    event: int
    against: int
    quote: str
    private: bool


def contradictions(game: Game) -> list[Contradiction]:
    """Every finding in the speeches of ``game``, in the order in which they were said."""
    found: list[Contradiction] = []
    spoken: dict[int, int] = {}
    saved: dict[int, int] = {}
    day = 0
    for number, event in enumerate(game.log, 1):
        if isinstance(event, ev.NightFell):
            day = event.day
        elif isinstance(event, ev.Acted) and event.verb == "save" and event.target:
            saved[event.seat] = number
        elif isinstance(event, ev.Spoke) and event.text:
            for words in _SILENCE.finditer(event.text):
                seat = int(words[1] or words[2])
                if seat in spoken and seat != event.seat:
                    found.append(
                        Contradiction(SILENT, event.seat, day, number, spoken[seat], words[0], False)
                    )
            if event.seat in saved and (potion := _ANTIDOTE.search(event.text)):
                found.append(
                    Contradiction(SPENT, event.seat, day, number, saved[event.seat], potion[0], True)
                )
            if quote := self_accusation(event, game.judge.facts.seats, day):
                found.append(Contradiction(SELF, event.seat, day, number, number, quote, False))
            spoken.setdefault(event.seat, number)
    return found
