"""The head of a report, the seats, and after the game their cards."""

from __future__ import annotations

from typing import Final

from llmwolf.coach.report.pieces import Bit, Cell, Section, Table, bit
from llmwolf.coach.report.source import PUBLIC, Source
from llmwolf.coach.report.words import w
from llmwolf.players.personas import personas
from llmwolf.players.phrases import card_list, role_name, say_event
from llmwolf.players.words import pick
from llmwolf.record.head import Sitter
from llmwolf.rules import events as ev
from llmwolf.rules.facts import NIGHT
from llmwolf.rules.words import clean

_PLAYERS: Final = {
    "human": ("真人", "person"),
    "bot": ("电脑", "bot"),
    "random": ("随机", "random"),
    "model": ("模型", "model"),
}
_FORMATS: Final = {
    "aiwolf": (" AIWolf 日志", "an AIWolf log"),
    "session": ("九人语音局 JSON ", "a nine-seat session (JSON)"),
    "chat": ("聊天记录", "a chat log"),
    "notation": ("手写记录", "a typed record"),
}
_KINDS: Final = {
    "assumed": ("推定", "assumed"),
    "stated": ("照录", "stated"),
    "left_out": ("略去", "left out"),
    "differs": ("不符", "differs"),
}


def title(source: Source) -> str:
    """What the report is called."""
    head = source.head
    return w("title", source.lang, board=(head.en if source.english else head.zh) or head.board)


def fields(source: Source) -> tuple[tuple[str, Cell], ...]:
    """What was played, what came of it, and whose eyes the main part has."""
    lang, head, book = source.lang, source.head, source.study.minutes
    called = head.en if source.english else head.zh
    name, end = (called + pick(("（", " ("), lang), pick(("）", ")"), lang)) if called else ("", "")
    ended = next((n for n, e in book.events.items() if isinstance(e, ev.GameEnded)), 0)
    result = bit(say_event(source.log[ended - 1], lang), ended) if ended else bit(w("unfinished", lang))
    eyes = w("public", lang) if source.seat == PUBLIC else source.name(source.seat)
    rows: list[tuple[str, Cell]] = [
        (w("board", lang), bit(f"{name}{head.board}{end}")),
        (w("cards", lang), bit(card_list(head.cards, lang), book.began)),
        (w("players", lang), bit(book.seats, book.began)),
        (w("result", lang), result),
        (w("eyes", lang), bit(eyes)),
    ]
    if head.imported is not None:
        form = pick(_FORMATS.get(head.imported.format, ("{0}", "{0}")), lang).format(head.imported.format)
        rows.append((w("imported", lang), bit(w("imported_from", lang, form=form))))
    if source.record:
        rows.append((w("record", lang), bit(clean(source.record).replace("\n", " "))))
    return tuple(rows)


def seats(source: Source) -> Section:
    """Who sat where, what each claimed to be, and how each went out as everybody saw."""
    lang = source.lang
    columns = ["col_seat", "col_player", "col_claims", "col_out"]
    badge = source.study.minutes.sheriffs
    rows = tuple(
        (
            bit(source.name(s.seat)),
            bit(_player(s, lang)),
            _claimed(source, s.seat),
            _out(source, s.seat),
            *((_badge(source, s.seat),) if badge else ()),
        )
        for s in source.head.seats
    )
    columns += ["col_badge"] if badge else []
    return Section("table", w("table", lang), [Table("", tuple(w(c, lang) for c in columns), rows)])


def cards(source: Source) -> Section:
    """After the game: every card, and who has won."""
    lang, facts = source.lang, source.study.minutes.facts
    dealt = {e.seat: n for n, e in enumerate(source.log, 1) if isinstance(e, ev.Dealt)}
    ended = next((n for n, e in enumerate(source.log, 1) if isinstance(e, ev.GameEnded)), 0)
    rows = []
    for sitter in source.head.seats:
        seat = sitter.seat
        won = seat in facts.winners
        hand = source.game.judge.hands[seat]
        card = role_name(hand.card, lang)
        if hand.role != hand.card:
            card = f"{card} → {role_name(hand.role, lang)}"
        result = bit(w("won" if won else "lost", lang), ended, "strong" if won else "dim")
        rows.append((bit(source.name(seat)), bit(card, dealt.get(seat, 0)), result))
    columns = tuple(w(c, lang) for c in ("col_seat", "col_card", "col_won"))
    return Section("cards", w("cards_dealt", lang), [Table("", columns, tuple(rows))])


def remarks(source: Source) -> Section | None:
    """What an importer had to assume; it may tell of cards and nights."""
    imported = source.head.imported
    if imported is None or not imported.remarks:
        return None
    lang = source.lang
    rows = tuple(
        (bit(pick(_KINDS[r.kind], lang)), bit(r.en if source.english else r.zh)) for r in imported.remarks
    )
    return Section("imported", w("import_remarks", lang), [Table("", (), rows)])


def _player(sitter: Sitter, lang: str) -> str:
    known = _PLAYERS.get(sitter.player)
    name = pick(known, lang) if known else sitter.player
    model = sitter.model.partition("#")[0]
    persona = personas().get(sitter.persona)
    manner = (persona.en if lang == "en" else persona.zh) if persona else sitter.persona
    return " · ".join(part for part in (name, model, manner) if part)


def _claimed(source: Source, seat: int) -> Cell:
    """The cards that a seat claimed, each with the speech."""
    found: list[Bit] = []
    seen: set[str] = set()
    for entry in source.ledger:
        claim = entry.claim
        card = claim.value if claim.act == "role" else "seer" if claim.act == "check" else ""
        if entry.seat == seat and card and card not in seen:
            seen.add(card)
            found += [
                Bit(" " if found else ""),
                Bit(f"{role_name(card, source.lang)} "),
                Bit(f"#{entry.number}", entry.number),
            ]
    return tuple(found)


def _out(source: Source, seat: int) -> Cell:
    lang = source.lang
    gone = source.study.minutes.exits.get(seat)
    if gone is None:
        return bit(w("in", lang))
    when = w("night" if gone.phase == NIGHT else "day", lang, day=gone.day)
    event = source.log[gone.number - 1]
    what = "" if isinstance(event, ev.Announced) else say_event(event, lang)
    return (Bit(f"{when} "), Bit(f"#{gone.number}", gone.number), Bit(f" {what}" if what else "", 0, "dim"))


def _badge(source: Source, seat: int) -> Cell:
    held = [number for number, holder in source.study.minutes.badge if holder == seat]
    how = {
        n: w("elected" if isinstance(source.log[n - 1], ev.Elected) else "passed_on", source.lang)
        for n in held
    }
    return tuple(part for n in held for part in (Bit(f"{how[n]} "), Bit(f"#{n}", n)))
