"""The reader's side of the table: the question and the two composers, and who of them has the focus."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import monotonic

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message

from llmwolf.players.base import Answer
from llmwolf.rules.asks import PASS, Request
from llmwolf.rules.errors import RuleError
from llmwolf.tui.model.ask import AskModel
from llmwolf.tui.model.status import clock
from llmwolf.tui.widgets.ask import AskPanel
from llmwolf.tui.widgets.composer import Composer
from llmwolf.tui.words import refusal, t


class Desk(Vertical):
    """Shows what is asked and collects the answer.

    ``give`` takes an answer and returns why it is refused. A question takes the focus, but never from
    somebody who is typing. The night talk has a composer of its own, so that no secret can be sent as a
    speech by mistake; a draft is cleared only when it was sent.
    """

    class Idle(Message):
        """Nothing here wants the focus any more."""

    def __init__(
        self,
        give: Callable[[Answer], RuleError | None],
        names: Mapping[int, str],
        limit: float | None,
        lang: str,
        dom_id: str | None = None,
    ) -> None:
        super().__init__(id=dom_id)
        self._give_up = give
        self._names = names
        self._limit = limit
        self._lang = lang
        self._deadline: float | None = None
        self._given = ""
        self._asked: Composer | None = None

    def compose(self) -> ComposeResult:
        """The question above what is written."""
        lang = self._lang
        yield AskPanel(lang, dom_id="ask")
        yield Composer(lang, t("compose_whisper", lang), dom_id="whisper")
        yield Composer(lang, t("compose_draft", lang), dom_id="speech")

    def on_mount(self) -> None:
        """Nothing is asked at first."""
        for composer in (self.speech, self.whisper):
            composer.rest()
            composer.display = False
        if self._limit is not None:
            self.set_interval(0.5, self._tick)

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

    # -- being asked ---------------------------------------------------------------------------

    def open(self, request: Request, stage: str) -> None:
        """Ask."""
        self._given = ""
        model = AskModel(request, self._names, stage, self._lang)
        if self._limit is not None:
            self._deadline = monotonic() + self._limit
        self.ask.open(model)
        if model.wants_text:
            self._open_composer(request, model)
        elif not self.writing:
            self.screen.set_focus(self.ask)
        self._tick()

    def _open_composer(self, request: Request, model: AskModel) -> None:
        drafting = self.speech.writing
        composer = self.whisper if request.kind == "whisper" else self.speech
        self._asked = composer
        title = t("compose_whisper", self._lang) if composer is self.whisper else model.title
        composer.ask(request.text_limit, title, model.passing)
        composer.display = True
        if not drafting:
            self.speech.display = composer is self.speech
        if composer is self.speech or not drafting:
            self.screen.set_focus(composer.area)

    def shut(self) -> None:
        """The ask is over, answered or not; what was typed but not sent stays."""
        self._deadline, self._asked = None, None
        drafting = self.speech.has_focus_within
        self.ask.shut("")
        for composer in (self.whisper, self.speech):
            composer.rest()
        self.whisper.display = False
        self.speech.display = drafting and bool(self.speech.area.text.strip())
        if not self.speech.display:
            self.post_message(self.Idle())

    def rest(self, tip: str, awaiting: bool) -> None:
        """While nothing is asked: what was answered, where others are ``awaiting`` still, or a ``tip``."""
        if self.ask.model is None:
            given = self._given if awaiting else ""
            self.ask.shut(t("ask_wait", self._lang, what=given) if given else tip)

    def retire(self) -> None:
        """The person is out: what was drafted is not needed any more (it stays where it is)."""
        if self._asked is None and self.speech.display:
            self.speech.display = False
            self.post_message(self.Idle())

    def draft(self) -> None:
        """Open the draft of the next speech, or go to it."""
        self.speech.display = True
        self.speech.area.focus()

    def _tick(self) -> None:
        if self._deadline is None:
            left = ""
        else:
            left = t("time_left", self._lang, clock=clock(self._deadline - monotonic()))
        if self._asked is not None:
            self._asked.tick(left)
        else:
            self.ask.tick(left)

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

    @on(Composer.Sent)
    def _sent(self, message: Composer.Sent) -> None:
        message.stop()
        model = self.ask.model
        if model is None or not model.wants_text:
            return
        answer = Answer(PASS) if message.passes else model.text_answer(message.text)
        if self._give(model, answer) and not message.passes:
            message.composer.clear()

    @on(Composer.Left)
    def _left_composer(self, message: Composer.Left) -> None:
        message.stop()
        if self.ask.can_focus:
            self.screen.set_focus(self.ask)
        else:
            self.post_message(self.Idle())
        self.speech.display = self._asked is self.speech or bool(self.speech.area.text.strip())

    @on(Composer.Wanted)
    def _wanted(self, message: Composer.Wanted) -> None:
        message.stop()
        if message.passes:
            self.skip()
        else:
            self.send()

    def send(self) -> None:
        """Send what is written, wherever the focus is."""
        model = self.ask.model
        composer = self._asked or self.speech
        if composer.display:
            composer.send(bare=model is not None and bool(model.wish))

    def skip(self) -> None:
        """Pass, wherever the focus is."""
        composer = self._asked or self.speech
        if composer.display:
            composer.skip()
