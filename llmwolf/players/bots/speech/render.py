"""From acts to sentences: each said once in a game, as long as the persona likes, in its voice."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final
from zlib import crc32

from llmwolf.players.bots.mind import Mind
from llmwolf.players.bots.speech import naming
from llmwolf.players.bots.speech.acts import Act
from llmwolf.players.bots.speech.phrases import frames, phrases, shapes_of
from llmwolf.players.bots.speech.reasons import LIKELIHOODS
from llmwolf.players.bots.speech.remarks import FAINT
from llmwolf.players.bots.speech.rivals import AGAINST
from llmwolf.players.bots.speech.sentences import bare, heard, opening
from llmwolf.rules.claims import Claim
from llmwolf.rules.words import clip

LENGTHS: Final = {"election": 120, "election_pk": 70, "speech": 165, "pk": 95, "last_words": 110, "talk": 30}
"""Characters that a speech of ordinary wordiness aims at, by stage."""
_SEERS: Final = 1.3
"""How much longer a seer claim talks than others."""
_REPORTS: Final = ("seer_", "again_", "still_good", "still_wolf", "still_other")
"""What a seer claim begins with."""
_SPARE: Final = 90
"""Characters kept free for an opening, what ties sentences together and a closing word."""
_ODD: Final = 0x9E3779B97F4A7C15
_ENGLISH: Final = 1.9
"""How many letters say what one Chinese character says."""
_OPINIONS: Final = ("suspect", "trust", "side")
_AGAIN: Final = {"zh": "{me}再说一遍，", "en": "Once more from {me}: "}
_CLOSERS: Final = {
    "zh": ("过", "过", "先到这", "过了", "{me}发言完毕", "我说完了", "聊到这儿", "听后面的"),
    "en": ("over", "done", "that is all", "next please", "I yield", "enough from me"),
}
_FIRM, _SOFT = 0.68, 0.4
"""From, and up to, which belief a verdict is firm, or soft; a bold speaker is firmer."""
_BY_NUMBER: Final = frozenset(
    {
        "my_wolf",
        "checked",
        "checked_maybe",
        "rival",
        "rival_late",
        "my_rival",
        "my_rival_late",
        "badge_missed",
        *(f"rival_{kind}" for kind in AGAINST),
    }
)
"""Grounds whose sentences name their seat again instead of saying 他."""
_ABOUT: Final = frozenset(
    {*LIKELIHOODS, "my_wolf", "checked", "checked_maybe", "voted_me", "same_as_blast", "hit_gold",
     "hit_my_gold", "hits_me", "worn", "joins_call", "first_call", "no_call_made", "short", "no_side", *FAINT}
)  # fmt: skip
"""Grounds against a seat."""
_CALLS: Final = ("call_checked", "call_rival", "call_plain", "call_sheriff")
_OPEN_CALL: Final = re.compile("今天|这轮|归票|出|Vote|Today")
_LOOKS_BACK: Final = re.compile(
    "听完|听懂|听了|聊得|聊的|两边|瓜吃|这话|是这样|heard|both|round so far", re.IGNORECASE
)
"""A turn of phrase about what others said: not for who speaks first."""
_ABOUT_HIM: Final = re.compile(r"(?:{when})?{t}(?!我|和)[^{]*(?:{(?!t})\w+}[^{]*)*$")
"""What may be said of 他, named right before: the only seat that is not another one."""
_VERDICT_LAST: Final = re.compile(r"[，,:;] ?{v}(?=[。.]$)")
"""A verdict that closes a sentence: left out of the second ground against one and the same seat."""
_I_SEE: Final = re.compile("我看|我觉得")
"""What makes a sentence an opinion: once is enough."""
_SINGULAR: Final = re.compile(
    r"他|这张票|"
    r"{[tx]} (?:is|was|has|looks|does|claims|never|wants|backs|says|speaks|goes|attacks|sits|tells|waits)|"
    r"(?:was|is) {[tx]}|{[tx]}'s|that seat|a mate|\bmakes\b"
)
"""What is not said of several seats."""
_OF_VOTES: Final = re.compile("票型|翻一遍|record|ledger|ballots", re.IGNORECASE)


class Voice:
    """One speaker at one moment: remembers what the table has heard, so as not to say it again."""

    def __init__(self, m: Mind) -> None:
        self.m = m
        table = heard([speech.text for speech in m.book.speeches])
        self.heard, self.openings = table.said, table.openings
        self._own: set[str] = set()
        self._shapes = set[str]().union(*(_shapes(s.text, m.lang) for s in m.book.spoken()))
        self._me = naming.seat(m, m.me)
        self._phrases = phrases(m.lang, m.facts.cards, m.book.badge)
        self._times: dict[str, int] = {}
        self._caught: set[int] = set()
        """Whom the speaker reports as wolves."""
        self._luck = m.draw("voice", 1 << 62, m.facts.day, m.book.round)

    def speak(self, acts: list[Act], stage: str, limit: int) -> tuple[str, tuple[Claim, ...]]:
        """The text of ``acts`` and the claims in it; optional acts fall away where it grows too long."""
        own = self.m.my_story.checks.values() if self.m.my_story else ()
        self._caught = {check.target for check in own if check.value == "wolf"}
        reported = (c for one in acts for c in one.claims if c.act == "check" and c.value == "wolf")
        self._caught.update(seat for claim in reported for seat in claim.targets)
        said = self._choose(acts, stage, limit)
        if not said:
            return "", ()
        parts = self._flavoured([text for _, text in said], [one for one, _ in said])
        joined = (" " if self.m.lang == "en" else "").join(parts)
        claims = tuple(dict.fromkeys(claim for one, _ in said for claim in one.claims))
        return clip(joined, limit)[0], claims

    # -- choosing ------------------------------------------------------------------------------

    def _choose(self, acts: list[Act], stage: str, limit: int) -> list[tuple[Act, str]]:
        room = LENGTHS.get(stage, 100) * self.m.persona.wordiness * (_ENGLISH if self.m.lang == "en" else 1)
        room *= _SEERS if acts and acts[0].kind.startswith(_REPORTS) else 1
        room = min(room, limit - _SPARE)
        worded: dict[int, str] = {}
        for wanted in (True, False):
            for i, one in enumerate(acts):
                if one.must is wanted and (wanted or room > 0):
                    text, said = self._words(one, acts[i - 1] if i - 1 in worded else None)
                    if text and (wanted or len(text) <= room + 12):
                        worded[i] = text
                        room -= len(text)
                        self._own.update(said)
        return [(acts[i], worded[i]) for i in sorted(worded)]

    def _words(self, one: Act, before: Act | None) -> tuple[str, tuple[str, ...]]:
        """The first sentence for ``one`` that nobody has said, and what it is compared by (both empty: none).

        ``before`` is the act that stands right before it.
        """
        variants = self._phrases[one.kind]
        if any(name in "tx" and isinstance(value, tuple) for name, value in one.slots):
            variants = tuple(s for s in variants if not _SINGULAR.search(s))
        if not variants:
            return "", ()
        m = self.m
        slots = {name: naming.slot(m, name, value) for name, value in one.slots}
        slots["me"] = self._me
        if "n" in slots:
            slots["night"] = naming.night(m, int(slots["n"]))
        second = one.kind in _ABOUT and _same_seat(one, before)
        if one.kind in _ABOUT:
            slots["v"] = self._verdict(one)
            if m.lang == "zh" and one.kind not in _BY_NUMBER and second:
                named_first = tuple(s for s in variants if _ABOUT_HIM.match(s))
                if named_first:
                    variants, slots["t"] = named_first, "他"
        start = self._roll(one.kind, len(variants)) + self._again(one.kind)
        start %= len(variants)
        text = ""
        frame = frames(m.lang, one.kind)
        turned = (*variants[start:], *variants[:start])
        # A line that was used in this round, be it with another choice, comes after all the others.
        worn = [s for s in turned if not self._shapes.isdisjoint(frame[s])]
        for variant in (*(s for s in turned if s not in worn), *worn) if worn else turned:
            if "v" in slots and _I_SEE.search(variant):
                slots["v"] = _I_SEE.sub("", str(slots["v"]))
            plain = _VERDICT_LAST.sub("", variant) if second else variant
            text = _capital(plain.format_map(slots))
            said = bare(text)
            if self.heard.isdisjoint(said) and self._own.isdisjoint(said):
                self._shapes |= frame[variant]
                return text, said
        return (_capital(_AGAIN[m.lang].format_map(slots) + text), ()) if one.must else ("", ())

    def _verdict(self, one: Act) -> str:
        """像狼, as firm as the belief is."""
        told = dict(one.slots)["t"]
        seats = told if isinstance(told, tuple) else (told,)
        doubt = min(self.m.belief.wolf[int(str(s))] for s in seats) + (self.m.persona.boldness - 50) / 400
        if one.kind in FAINT:
            doubt = min(doubt, _SOFT + doubt - 0.6)
        if self._caught.issuperset(seats) and not self.m.doubts.wolf:
            return self._next("verdict_firm")
        firm = doubt >= _FIRM and one.kind in LIKELIHOODS
        return self._next("verdict_firm" if firm else "verdict_soft" if doubt < _SOFT else "verdict_mid")

    def _roll(self, label: str, n: int, i: int = 0) -> int:
        """A number below ``n`` that is this speech's own: one draw serves all of its small choices."""
        mixed = (self._luck ^ crc32(label.encode())) + i * _ODD
        return (mixed * _ODD >> 24 & 0xFFFFFFFF) % n

    def _next(self, kind: str) -> str:
        """One phrase of a kind, another one each time."""
        choices = self._phrases[kind]
        return choices[(self._roll(kind, len(choices)) + self._again(kind)) % len(choices)]

    def _again(self, kind: str) -> int:
        """How often this kind was asked for in this speech."""
        times = self._times.setdefault(kind, 0)
        self._times[kind] = times + 1
        return times

    # -- flavour -------------------------------------------------------------------------------

    def _flavoured(self, parts: list[str], acts: list[Act]) -> list[str]:
        """An opening that nobody used yet, what ties sentences together, a turn of phrase, a closing word."""
        m, lang = self.m, self.m.lang
        voice = m.persona.voice(lang)
        parts, tied = self._tied(parts, acts)
        reports = acts[0].kind.startswith(_REPORTS[:2])
        if not reports or self._used(parts[0]):
            first = all(one.kind != "first_to_speak" for one in acts)
            parts[0] = self._opened(parts[0], voice.openers, first)
        spots = [i for i, one in enumerate(acts) if i and any(c.act in _OPINIONS for c in one.claims)]
        spots = [i for i in spots if i not in tied and acts[i].kind != "pits"]
        if voice.fillers and spots and self._roll("filler", 100) < 60:
            filler = voice.fillers[self._roll("which_filler", len(voice.fillers))]
            spot = spots[self._roll("where", len(spots))]
            if not (_I_SEE.search(filler) and _I_SEE.search(parts[spot])):
                parts[spot] = _before(filler.format(me=self._me), parts[spot])
        closers = (*voice.closers, *voice.closers, *_CLOSERS[lang])
        last = parts[-1]
        if last.endswith(("。", ".")) and self._roll("closer", 100) < 70:
            closer = closers[self._roll("which_closer", len(closers))].format(me=self._me)
            parts[-1] = f"{last[:-1]}, {closer}." if lang == "en" else f"{last[:-1]}，{closer}。"
        return parts

    def _tied(self, parts: list[str], acts: list[Act]) -> tuple[list[str], set[int]]:
        """``parts`` with a word between a ground and the next, and before the call they lead to."""
        found, tied = list(parts), set[int]()
        for i in range(1, len(acts)):
            before, one = acts[i - 1], acts[i]
            if one.kind in _ABOUT and before.kind in _ABOUT:
                kind, percent = ("and_same", 85) if _same_seat(one, before) else ("and_other", 60)
            elif one.kind in _CALLS and before.kind in (*_ABOUT, "pits") and _OPEN_CALL.match(parts[i]):
                kind, percent = "so", 45
            else:
                continue
            if self._roll(kind, 100, i) < percent:
                found[i] = _capital(self._next(kind) + _small(parts[i]))
                tied.add(i)
        return found, tied

    def _used(self, text: str) -> bool:
        """Whether a speech of this game has begun like ``text``."""
        shape = opening(text)
        return any(used.startswith(shape) for used in self.openings)

    def _opened(self, first: str, own: tuple[str, ...], starts: bool) -> str:
        """``first`` behind an opener whose shape is new to this game, if there is one left.

        ``starts``: who speaks first may say so.
        """
        m = self.m
        spoken = len(m.book.spoken())
        variants = (*own, *own, *self._phrases["open"])
        if not spoken:
            variants = tuple(s for s in variants if not _LOOKS_BACK.search(s))
            variants += self._phrases["open_first"] if starts else ()
        elif spoken > 2:
            variants = (*variants, *self._phrases["open_late"])
        if not m.book.ballots:
            variants = tuple(s for s in variants if not _OF_VOTES.search(s))
        start = self._roll("opener", len(variants))
        if not self._used(first) and self._roll("no_opener", 100) < 25:
            return first
        fresh = ""
        for k in range(len(variants)):
            opener = _capital(variants[(start + k) % len(variants)].format(me=self._me))
            if self._me in opener and self._me in first:
                continue
            text = _before(opener, first)
            if not self._used(text[: len(opener)]):
                return text
            if not fresh and not self._used(text):
                fresh = text
        return fresh or first


@lru_cache(maxsize=512)
def _shapes(text: str, lang: str) -> frozenset[str]:
    return shapes_of(text, lang)


def _same_seat(one: Act, before: Act | None) -> bool:
    """Whether both are grounds against one and the same seat."""
    if before is None or before.kind not in _ABOUT:
        return False
    told = dict(one.slots)["t"]
    return isinstance(told, int) and told == dict(before.slots)["t"]


def _before(words: str, text: str) -> str:
    """``words`` hung on before ``text``; in English no colon before another one."""
    if words.endswith(": ") and ": " in text:
        words = f"{words[:-2]}, "
    return _capital(words + _small(text))


def _capital(text: str) -> str:
    if text.startswith("me "):
        return "I " + text[3:]
    return text[:1].upper() + text[1:]


def _small(text: str) -> str:
    """``text`` as it goes on behind a turn of phrase."""
    if text.startswith(("I ", "I,", "PK")):
        return text
    return text[:1].lower() + text[1:]
