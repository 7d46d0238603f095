"""From acts to sentences: each said once in a game, as long as the persona likes, in its voice."""

from __future__ import annotations

from typing import Final

from llmwolf.players.bots.mind import Mind
from llmwolf.players.bots.speech.acts import Act
from llmwolf.players.bots.speech.phrases import phrases
from llmwolf.players.bots.speech.sentences import bare, cores, opening
from llmwolf.rules.claims import Claim
from llmwolf.rules.words import clip

LENGTHS: Final = {"election": 120, "election_pk": 70, "speech": 165, "pk": 95, "last_words": 110, "talk": 30}
"""Characters that a speech of ordinary wordiness aims at, by stage."""
_ENGLISH: Final = 1.9
"""How many letters say what one Chinese character says."""
_OPINIONS: Final = ("suspect", "trust", "side")
_AGAIN: Final = {"zh": "{me}再说一遍，", "en": "Once more from {me}: "}
_CLOSERS: Final = {
    "zh": ("过", "我{me}过", "先到这", "过了", "{me}发言完毕", "就这些"),
    "en": ("over", "that is {me}", "done"),
}


class Voice:
    """One speaker at one moment: remembers what the table has heard, so as not to say it again."""

    def __init__(self, m: Mind) -> None:
        self.m = m
        self.heard: set[str] = set()
        self.openings: set[str] = set()
        for speech in m.book.speeches:
            self.heard.update(cores(speech.text))
            self.openings.add(opening(speech.text))
        self._me = self.seat(m.me)
        self._phrases = phrases(m.lang, "seer" in m.facts.cards, m.book.badge)
        self._times: dict[str, int] = {}

    def seat(self, seat: int) -> str:
        """A seat as it is spoken of."""
        return f"seat {seat}" if self.m.lang == "en" else f"{seat}号"

    def _other(self, seat: int) -> str:
        """A seat as it is spoken of, oneself as "I": nobody talks of himself by number."""
        if seat == self.m.me:
            return "me" if self.m.lang == "en" else "我"
        return self.seat(seat)

    def when(self, day: int) -> str:
        """A day as it is spoken of from today."""
        ago = self.m.facts.day - day
        if self.m.lang == "en":
            return ("today", "yesterday")[ago] if ago < 2 else f"on day {day}"
        return ("今天", "昨天")[ago] if ago < 2 else f"第{day}天"

    def speak(self, acts: list[Act], stage: str, limit: int) -> tuple[str, tuple[Claim, ...]]:
        """The text of ``acts`` and the claims in it; optional acts fall away where it grows too long."""
        said = self._choose(acts, stage, limit)
        parts = [text for _, text in said]
        if not parts:
            return "", ()
        parts = self._flavoured(parts, [one for one, _ in said])
        joined = (" " if self.m.lang == "en" else "").join(parts)
        claims = tuple(dict.fromkeys(claim for one, _ in said for claim in one.claims))
        return clip(joined, limit)[0], claims

    # -- choosing ------------------------------------------------------------------------------

    def _choose(self, acts: list[Act], stage: str, limit: int) -> list[tuple[Act, str]]:
        room = LENGTHS.get(stage, 100) * self.m.persona.wordiness * (_ENGLISH if self.m.lang == "en" else 1)
        room = min(room, limit - 40)
        worded: dict[int, str] = {}
        for wanted in (True, False):
            for i, one in enumerate(acts):
                if one.must is wanted and (wanted or room > 0):
                    text = self._words(one)
                    if text and (wanted or len(text) <= room + 12):
                        worded[i] = text
                        room -= len(text)
                        self.heard.update(bare(text))
        return [(acts[i], worded[i]) for i in sorted(worded)]

    def _words(self, one: Act) -> str:
        variants = self._phrases[one.kind]
        if not variants:
            return ""
        slots = {name: self._slot(name, value) for name, value in one.slots}
        slots["me"] = self._me
        start = self.m.draw(f"say/{one.kind}", len(variants), self.m.facts.day, self.m.book.round)
        start += self._times.setdefault(one.kind, 0)
        self._times[one.kind] += 1
        text = ""
        for k in range(len(variants)):
            text = _capital(variants[(start + k) % len(variants)].format_map(slots))
            if self.heard.isdisjoint(bare(text)):
                return text
        return _capital(_AGAIN[self.m.lang].format_map(slots) + text) if one.must else ""

    def _slot(self, name: str, value: object) -> str:
        if name == "when":
            return self.when(int(str(value)))
        if isinstance(value, bool | str):
            return str(value)
        if isinstance(value, int):
            return str(value) if name == "n" else self._other(value)
        if isinstance(value, tuple):
            return (", " if self.m.lang == "en" else "、").join(self._other(seat) for seat in value)
        raise TypeError(f"slot {name!r} holds {value!r}")

    # -- flavour -------------------------------------------------------------------------------

    def _flavoured(self, parts: list[str], acts: list[Act]) -> list[str]:
        """The opening that nobody used yet, a turn of phrase, the closing word."""
        m, lang = self.m, self.m.lang
        voice = m.persona.voice(lang)
        key = (m.facts.day, m.book.round)
        reports = acts[0].kind.startswith(("seer", "again"))
        if not reports or opening(parts[0]) in self.openings:
            parts = [self._opened(parts[0], voice.openers), *parts[1:]]
        spots = [i for i, one in enumerate(acts) if i and any(c.act in _OPINIONS for c in one.claims)]
        if voice.fillers and spots and m.chance("filler", 60, *key):
            filler = voice.fillers[m.draw("which_filler", len(voice.fillers), *key)]
            spot = spots[m.draw("where", len(spots), *key)]
            parts[spot] = _capital(filler.format(me=self._me) + _small(parts[spot]))
        closers = (*voice.closers, *_CLOSERS[lang])
        last = parts[-1]
        if last.endswith(("。", ".")) and m.chance("closer", 70, *key):
            closer = closers[m.draw("which_closer", len(closers), *key)].format(me=self._me)
            parts[-1] = f"{last[:-1]}, {closer}." if lang == "en" else f"{last[:-1]}，{closer}。"
        return parts

    def _opened(self, first: str, own: tuple[str, ...]) -> str:
        """``first`` behind an opener whose shape is new to this game, if there is one left."""
        variants = (*own, *self._phrases["open"])
        start = self.m.draw("opener", len(variants), self.m.facts.day, self.m.book.round)
        plain = opening(first) not in self.openings
        if plain and self.m.chance("no_opener", 35, self.m.facts.day, self.m.book.round):
            return first
        for k in range(len(variants)):
            opener = variants[(start + k) % len(variants)].format(me=self._me)
            if self._me in opener and self._me in first:
                continue
            text, shape = _capital(opener + _small(first)), opening(_capital(opener))
            if not any(used.startswith(shape) for used in self.openings):
                return text
        return first


def _capital(text: str) -> str:
    if text.startswith("me "):
        return "I " + text[3:]
    return text[:1].upper() + text[1:]


def _small(text: str) -> str:
    """``text`` as it goes on behind a turn of phrase."""
    if text.startswith(("I ", "I,", "PK")):
        return text
    return text[:1].lower() + text[1:]
