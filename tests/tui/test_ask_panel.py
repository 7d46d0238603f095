"""The answers are readable: a label is whole wherever there is room for it."""

import pytest

from llmwolf.players.base import Answer
from llmwolf.rules.view import View

from .driver import Talker, app_of, table, table_of
from .test_typing import until_kind


class Knife(Talker):
    """Goes for the last seat there is."""

    def answer(self, view: View) -> Answer:
        request = view.request
        if request is not None and request.kind == "knife":
            return Answer("knife", request.choices[0].pool[-1:])
        return super().answer(view)


@pytest.mark.parametrize(
    ("lang", "antidote", "last"), [("zh", "12 解药 12号", "木子"), ("en", "12 Antidote 12", "Jonas")]
)
@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40), (160, 50)])
async def test_the_witch_reads_whom_her_potions_are_for(
    size: tuple[int, int], lang: str, antidote: str, last: str
):
    app = app_of(table_of("witch", seed=5, others=Knife), lang)
    async with app.run_test(size=size) as pilot:
        await until_kind(pilot, "potion")
        await pilot.pause()
        ask = table(pilot).desk.ask
        shown = ask.render().plain
        assert antidote in shown
        assert ("字母" if lang == "zh" else "letter") in shown
        if size[0] >= 120:
            assert last in shown
            assert "…" not in shown
        assert len(shown.splitlines()) == ask.content_size.height
