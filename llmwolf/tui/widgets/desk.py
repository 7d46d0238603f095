"""The reader's side of the table: the question and the two composers, and who of them has the focus."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import DescendantBlur, DescendantFocus
from textual.message import Message
from textual.widgets import TextArea

from llmwolf.players.base import Answer
from llmwolf.rules.asks import PASS, Request
from llmwolf.rules.errors import RuleError
from llmwolf.tui.model.ask import AskModel
from llmwolf.tui.model.drafts import Draft
from llmwolf.tui.model.status import clock
from llmwolf.tui.widgets.ask import AskPanel
from llmwolf.tui.widgets.composer import Composer
from llmwolf.tui.words import refusal, t

_SOON: Final = (30.0, 10.0)
"""Seconds that are told of to who looks at something else."""
LAST: Final = 15.0
"""Seconds from which on what is written is said to be lost unless it is sent."""


class Desk(Vertical):
    """Shows what is asked and collects the answer.

    ``give`` takes an answer and returns why it is refused; ``left`` says how many seconds there are for it
    (``None``: there is no limit). A question takes the focus, but never from
    somebody who is typing. The night talk has a composer of its own, so that no secret can be sent as a
    speech by mistake; a draft is cleared only when it was sent.
    """

    class Idle(Message):
        """Nothing here wants the focus any more."""

    def __init__(
        self,
        give: Callable[[Answer], RuleError | None],
        names: Mapping[int, str],
        left: Callable[[], float | None] | None,
        lang: str,
        dom_id: str | None = None,
    ) -> None:
        super().__init__(id=dom_id)
        self._give_up = give
        self._names = names
        self._left = left
        self._lang = lang
        self._warned = 0.0
        self._rung = False
        self._given = ""
        self._asked: Composer | None = None
        self._last: Composer | None = None

    def compose(self) -> ComposeResult:
        """The question above what is written."""
        lang = self._lang
        yield AskPanel(lang, dom_id="ask")
        yield Composer(lang, t("compose_whisper_draft", lang), dom_id="whisper")
        yield Composer(lang, t("compose_draft", lang), dom_id="speech")

    def on_mount(self) -> None:
        """Nothing is asked at first."""
        for composer in self.query(Composer):
            composer.rest()
            composer.display = False
        if self._left is not None:
            self.set_interval(0.5, self.tick)

    @property
    def ask(self) -> AskPanel:
        """The question."""
        return self.query_one("#ask", AskPanel)

    @property
    def speech(self) -> Composer:
        """The composer of public speeches."""
        return self.query_one("#speech", Composer)

    @property
    def whisper(self) -> Composer:
        """The composer of the night talk."""
        return self.query_one("#whisper", Composer)

    @property
    def writing(self) -> bool:
        """Whether the person is in the middle of typing."""
        return self.speech.writing or self.whisper.writing

    @property
    def current(self) -> Composer | None:
        """The composer that keys are meant for: the one with the focus, the one asked for, an open draft."""
        shown = [c for c in (self._asked, self.speech, self.whisper) if c is not None and c.display]
        return next((c for c in shown if c.area.has_focus), shown[0] if shown else None)

    @property
    def at_a_text(self) -> bool:
        """Whether the keys go into a text now, be it empty still: what is typed must not choose anything."""
        return any(c.display and self.screen.focused is c.area for c in (self.speech, self.whisper))

    @property
    def _covered(self) -> bool:
        """Whether the person looks at something that lies over the table."""
        return self.app.screen is not self.screen

    # -- being asked ---------------------------------------------------------------------------

    def open(self, request: Request, stage: str, spares: Sequence[str] = ()) -> None:
        """Ask; ``spares`` are the cards in the middle, for the thief."""
        self._given = ""
        model = AskModel(request, self._names, stage, self._lang, spares)
        self._warned, self._rung = math.inf, False
        self.ask.open(model)
        if model.wants_text:
            self._open_composer(request, model)
        elif not self.at_a_text or (self.current and self.current.lapsed):
            self.screen.set_focus(self.ask)
        if self._covered:
            self.notify(t("turn_now", self._lang), severity="warning", markup=False)
        self._look_away()
        self.tick()

    def _open_composer(self, request: Request, model: AskModel) -> None:
        whispers = request.kind == "whisper"
        composer, other = (self.whisper, self.speech) if whispers else (self.speech, self.whisper)
        drafting = other.writing
        self._asked = composer
        title = t("compose_whisper", self._lang) if composer is self.whisper else model.title
        composer.ask(request.text_limit, title, model.passing)
        composer.display = True
        other.display = drafting
        if not drafting:
            self.screen.set_focus(composer.area)

    def shut(self) -> None:
        """The ask is over, answered or not; what was typed but not sent stays, and open while it is typed."""
        self._last, self._asked = self._asked, None
        self.ask.shut("")
        writing = self.writing
        if not writing and self.at_a_text:
            self.screen.set_focus(None)  # a text that is hidden gives the focus up by itself, but too late
        for composer in (self.whisper, self.speech):
            composer.display = composer.writing
            composer.rest()
        self._look_away()
        if not writing:
            self.post_message(self.Idle())

    def lapse(self) -> None:
        """The person's time ran out: say so at the text that was asked for, until it goes on."""
        if self._last is not None and self._last.display:
            self._last.lapse()

    def rest(self, tip: str, awaiting: bool) -> None:
        """While nothing is asked: what was answered, where others are ``awaiting`` still, or a ``tip``."""
        if self.ask.model is None:
            given = self._given if awaiting else ""
            self.ask.shut(t("ask_wait", self._lang, what=given) if given else tip)

    def retire(self) -> None:
        """The person is out: what was drafted is not needed any more (it stays where it is)."""
        if self._asked is None and self.current is not None:
            self.speech.display = self.whisper.display = False
            self.post_message(self.Idle())

    def draft(self) -> None:
        """Go to the composer that is asked for; where none is, open the draft of the next speech.

        What was left of a night talk is shown where there is no such draft, or at the second time.
        """
        speech, whisper = self.speech, self.whisper
        composer = self._asked or speech
        if self._asked is None and whisper.drafted and not whisper.writing:
            composer = whisper if speech.area.has_focus or not speech.drafted else speech
        for one in (speech, whisper):
            one.display = one is composer
        self.screen.set_focus(composer.area)

    @property
    def drafted(self) -> Draft:
        """What is written and not sent."""
        return Draft(self.speech.area.text, self.whisper.area.text)

    def restore(self, draft: Draft) -> None:
        """Put back what was being written."""
        self.speech.paste(draft.speech)
        self.whisper.paste(draft.whisper)

    def insert(self, composer: Composer, text: str, target: int = 0) -> None:
        """Put a sentence into ``composer`` at its cursor, and go there; ``target`` is named with the text."""
        if target and composer is self._asked:
            self.ask.wish(target)
        composer.display = True
        composer.add(text)
        self.screen.set_focus(composer.area)

    def paste(self, text: str) -> None:
        """A paste while no text has the focus: it goes into the composer that is open, if any."""
        if (composer := self.current) is not None:
            composer.display = True
            composer.paste(text)
            self.screen.set_focus(composer.area)

    @on(DescendantFocus)
    @on(DescendantBlur)
    def _look_away(self) -> None:
        """While a draft has the focus, no number reaches the question (a closing desk has no parts)."""
        away = any(area.has_focus for area in self.query(TextArea))
        for ask in self.query(AskPanel):
            ask.tell_away(away)
        for composer in self.query(Composer):
            composer.tell_keys(composer.area.has_focus and self.ask.can_focus)

    def tick(self) -> None:
        """Show how much time is left; who looks at something else is told when it runs short."""
        left = self._left() if self._left is not None and self.ask.model is not None else None
        words = "" if left is None else t("time_left", self._lang, clock=clock(left))
        if left is not None and left <= LAST and self._asked is not None and self._asked.drafted:
            words = t("time_last", self._lang, n=max(0, math.ceil(left)))
            if not self._rung:
                self._rung = True
                self.app.bell()
        if self._asked is not None:
            self._asked.tick(words)
        else:
            self.ask.tick(words)
        if left is not None:
            if self._covered and any(left <= soon < self._warned for soon in _SOON):
                note = t("time_soon", self._lang, clock=clock(left))
                self.notify(note, severity="warning", markup=False)
            self._warned = left

    # -- answering -----------------------------------------------------------------------------

    def _give(self, model: AskModel, answer: Answer) -> bool:
        error = self._give_up(answer)
        if error is not None:
            why = refusal(error.code, error.sentence, self._lang)
            self.ask.warn(t("refused_ask", self._lang, why=why))
            return False
        self._given = t("ask_given", self._lang, what=model.given(answer))
        return True

    @on(AskPanel.Answered)
    def _answered(self, message: AskPanel.Answered) -> None:
        message.stop()
        if self.ask.model is not None:
            self._give(self.ask.model, message.answer)

    @on(AskPanel.Wished)
    def _wished(self, message: AskPanel.Wished) -> None:
        """A wish is half an answer: back to the text that goes with it."""
        message.stop()
        if self._asked is not None:
            self.screen.set_focus(self._asked.area)

    @on(Composer.Sent)
    def _sent(self, message: Composer.Sent) -> None:
        message.stop()
        model = self.ask.model
        if model is None or message.composer is not self._asked:
            return
        answer = Answer(PASS) if message.passes else model.text_answer(message.text)
        if not self._give(model, answer):
            return
        if message.passes:
            self.screen.set_focus(None)
        else:
            message.composer.clear()

    @on(Composer.Left)
    def _left_composer(self, message: Composer.Left) -> None:
        message.stop()
        if self.ask.can_focus:
            self.screen.set_focus(self.ask)
        else:
            self.screen.set_focus(None)
            self.post_message(self.Idle())
        for composer in (self.speech, self.whisper):
            composer.display = composer is self._asked or (composer.display and composer.drafted)

    @on(Composer.Wanted)
    def _wanted(self, message: Composer.Wanted) -> None:
        message.stop()
        if message.passes:
            message.composer.skip()
        else:
            self._send(message.composer)

    def send(self) -> None:
        """Send what is written, wherever the focus is."""
        if (composer := self.current) is not None:
            self._send(composer)

    def _send(self, composer: Composer) -> None:
        model = self.ask.model
        composer.send(bare=model is not None and bool(model.wish))

    def skip(self) -> None:
        """Pass, wherever the focus is."""
        if (composer := self.current) is not None:
            composer.skip()
