"""Boards, marks, finding and folding: at the table and in the replay, at every size."""

import random
from pathlib import Path

import pytest
from textual.pilot import Pilot

from llmwolf.export.recorded import JUDGE, PUBLIC
from llmwolf.players.base import Answer
from llmwolf.rules import events as ev
from llmwolf.rules.audience import Event
from llmwolf.rules.claims import Claim
from llmwolf.rules.facts import Facts
from llmwolf.rules.view import View
from llmwolf.tui.app import LlmwolfApp
from llmwolf.tui.model.lines import Line
from llmwolf.tui.model.marks import Marks
from llmwolf.tui.model.replaying import Replay
from llmwolf.tui.model.seeking import speeches
from llmwolf.tui.model.situation import Situation, Story
from llmwolf.tui.model.situationwords import boards_of
from llmwolf.tui.screens.help import HelpScreen
from llmwolf.tui.screens.marking import MarkScreen
from llmwolf.tui.screens.reading import ReadingScreen
from llmwolf.tui.screens.replay import ReplayScreen
from llmwolf.tui.screens.seeking import SeekScreen
from llmwolf.tui.screens.situation import SituationScreen
from llmwolf.tui.widgets.entries import Entries
from llmwolf.tui.widgets.situation import BOARDS, BoardPanel, SideBoard

from .driver import Talker, answer, app_of, question, squeezed, table, table_of, until
from .snapshots import check
from .test_english import han, shown
from .test_replay import played

SIZES = [(60, 20), (80, 24), (120, 40), (160, 50)]
NAMES = {2: "🐺狼来了", 3: "一个特别长的名字呀", 7: "[bold]x[/", 9: "Bob"}
WORDS = {
    2: "我是预言家，昨晚验了3号，3号查杀。警徽流先5号后8号。过",
    4: "我才是预言家，昨晚验了5号，5号金水。警徽流先9号后2号。过",
    11: "我是女巫，昨晚我救了9号，9号银水。过",
}
ENGLISH = {2: "I am the seer. Last night I checked seat 3, seat 3 is a wolf.", 4: "I am a villager."}


class Claimer(Talker):
    """Says what its seat has to say, once a day."""

    def answer(self, view: View) -> Answer:
        if view.request is not None and view.request.kind == "speak":
            return Answer("say", text=WORDS.get(view.seat, self.words))
        return super().answer(view)


class English(Talker):
    def answer(self, view: View) -> Answer:
        if view.request is not None and view.request.kind == "speak":
            return Answer("say", text=ENGLISH.get(view.seat, "I am good. Done."))
        return super().answer(view)


def an_app() -> LlmwolfApp:
    return app_of(table_of("witch", seed=5, names=NAMES, others=Claimer))


async def to_ballot(pilot: Pilot[None], which: int = 2) -> None:
    """Play on until the person is asked for so many ballots."""
    rng, votes = random.Random(3), 0
    while True:
        model = await question(pilot)
        votes += model.request.kind == "ballot"
        if votes == which:
            await pilot.pause()
            return
        await answer(pilot, rng)


def told(pilot: Pilot[None], board: str) -> str:
    """What the board of this name says on the top screen."""
    panel = next(panel for panel in pilot.app.screen.query(BoardPanel) if panel.board == board)
    entries = panel.query_one(Entries)
    return squeezed("".join(f"{entry.term}\n{entry.meaning}\n" for entry in entries._entries))


# -- boards --------------------------------------------------------------------------------------------


async def test_the_boards_are_one_key_away_and_pictured():
    async with an_app().run_test(size=(80, 24)) as pilot:
        await to_ballot(pilot)
        for width, height in SIZES[:3]:
            await pilot.resize_terminal(width, height)
            for key, board in (("f5", "claims"), ("f10", "votes")):
                await pilot.press(key)
                await pilot.pause()
                assert isinstance(pilot.app.screen, SituationScreen)
                await check(an(pilot), f"board-{board}-{width}x{height}")
                await pilot.press("escape")
        await pilot.resize_terminal(*SIZES[3])
        await pilot.pause()
        claims, votes = (table(pilot).query_one(f"#side-{board}", SideBoard) for board in BOARDS)
        assert claims.display
        assert votes.region.width
        await check(an(pilot), "boards-side-160x50")
        await pilot.press("f5")
        assert pilot.app.screen is table(pilot)
        assert pilot.app.focused is claims


def an(pilot: Pilot[None]) -> LlmwolfApp:
    assert isinstance(pilot.app, LlmwolfApp)
    return pilot.app


async def test_what_the_boards_say():
    async with an_app().run_test(size=(80, 24)) as pilot:
        await to_ballot(pilot)
        await pilot.press("s")
        claims = told(pilot, "claims")
        assert "预言家·对跳242号🐺狼来了第1天跳夜13号查杀警徽流5→8（第2天）" in claims
        assert "4号青禾✗第1天跳夜15号金水警徽流9→2（第1天）" in claims
        assert "女巫11号云朵第1天跳夜19号银水" in claims
        assert "5号我金水（4号报）" in claims
        assert "警徽第1天5号当选警长。" in claims
        votes = told(pilot, "votes")
        assert votes.startswith("第1天放逐投票9号Bob✗3.5票←5(你1.5)712")
        assert votes.endswith("弃票6→5号当选警长。")
        await pilot.press("v")
        assert pilot.app.screen.query_one("#votes").display
        await pilot.press("v")
        assert pilot.app.screen is table(pilot)


async def test_an_open_board_follows_the_game_below():
    async with an_app().run_test(size=(80, 24)) as pilot:
        await to_ballot(pilot)
        await pilot.press("f10")
        before = told(pilot, "votes")
        human = table(pilot).session.human
        assert human is not None
        human.give(Answer())
        await until(lambda: told(pilot, "votes") != before)
        assert told(pilot, "votes").startswith("第2天放逐投票")


async def test_no_key_of_reading_is_taken_from_what_is_typed():
    async with an_app().run_test(size=(80, 24)) as pilot:
        await question(pilot)
        await pilot.press("f4")
        await pilot.press(*"svmzZnNp", "slash")
        area = table(pilot).desk.speech.area
        assert area.text == "svmzZnNp/"
        for key, screen in (("f5", SituationScreen), ("f12", MarkScreen), ("ctrl+f", SeekScreen)):
            await pilot.press(key)
            assert isinstance(pilot.app.screen, screen)
            await pilot.press("x", "escape") if screen is SeekScreen else await pilot.press("escape")
            assert area.text == "svmzZnNp/"
            assert pilot.app.focused is area


async def test_the_letters_do_not_answer_the_question():
    async with an_app().run_test(size=(80, 24)) as pilot:
        await to_ballot(pilot, 1)
        for key in ("s", "v", "m", "slash"):
            await pilot.press(key)
            assert pilot.app.screen is not table(pilot)
            await pilot.press("escape")
        await pilot.press("n", "N", "z", "z", "Z", "Z")
        model = table(pilot).desk.ask.model
        assert model is not None
        assert (model.typed, model.selected, model.note) == ("", None, "")


# -- finding and folding -------------------------------------------------------------------------------


async def test_finding_a_word_and_a_seats_speeches():
    async with an_app().run_test(size=(80, 24)) as pilot:
        await to_ballot(pilot)
        log = table(pilot).log_view
        await pilot.press("slash", "2")
        places = speeches(log.lines, 2)
        assert len(places) > 1
        assert log.top == places[-1]
        for width, height in SIZES:
            await pilot.resize_terminal(width, height)
            await pilot.pause()
            await check(an(pilot), f"seek-{width}x{height}")
        await pilot.press("enter")
        assert log.top == places[-2]
        await pilot.press("down", "down")
        assert log.top == places[0]
        await pilot.press("backspace", "B", "o", "b")
        assert "Bob" in log.lines[log.top].text + log.lines[log.top].head
        await pilot.press("escape")
        assert pilot.app.screen is table(pilot)
        await pilot.press("N")
        place = log.top
        assert log.lines[place].kind == "speech"
        await pilot.press("n")
        assert log.top > place


async def test_a_day_is_folded_and_found_again():
    async with an_app().run_test(size=(80, 24)) as pilot:
        await to_ballot(pilot)
        log = table(pilot).log_view
        high = log.virtual_size.height
        await pilot.press("Z")
        headings = [n for n, line in enumerate(log.lines) if line.kind == "phase"]
        assert log.folded == set(headings[:-1])
        assert log.virtual_size.height < high
        for width, height in SIZES:
            await pilot.resize_terminal(width, height)
            await pilot.press("ctrl+home")
            await check(an(pilot), f"folded-{width}x{height}")
        await pilot.resize_terminal(80, 24)
        place = speeches(log.lines, 2)[0]
        log.reveal(place)
        section = max(n for n in headings if n < place)
        assert log.folded == set(headings[:-1]) - {section}
        await pilot.press("z")
        assert section in log.folded
        await pilot.press("z", "Z")
        assert not log.folded
        assert log.virtual_size.height == high


async def test_it_is_told_what_was_folded(monkeypatch: pytest.MonkeyPatch):
    told: list[str] = []
    monkeypatch.setattr(ReadingScreen, "notify", lambda self, words, **_: told.append(words))
    async with an_app().run_test(size=(80, 24)) as pilot:
        await to_ballot(pilot)
        log = table(pilot).log_view
        await pilot.press("ctrl+home", "z")  # above the first heading
        first = next(n for n, line in enumerate(log.lines) if line.kind == "phase")
        assert log.folded == {first}
        await pilot.press("z")
        assert told == [f"已折叠 {log.lines[first].text}；z 打开", f"已打开 {log.lines[first].text}"]
        log.cut_back(0)
        await pilot.press("z")
        assert told[-1] == "还没有可以折叠的夜或天"


async def test_what_is_new_opens_its_section():
    async with an_app().run_test(size=(80, 24)) as pilot:
        await to_ballot(pilot)
        log = table(pilot).log_view
        last = max(n for n, line in enumerate(log.lines) if line.kind == "phase")
        log.fold(last)
        assert last in log.folded
        log.add([Line("judge", "天亮了")], None)
        assert last not in log.folded
        assert "天亮了" in log._rows_of(len(log.lines) - 1)[-1]


# -- the replay ----------------------------------------------------------------------------------------


async def test_all_of_it_in_the_replay(tmp_path: Path):
    game = played(folder=tmp_path)
    Marks(game.path).put(4, "wolf", "冲票")
    async with LlmwolfApp().run_test(size=(80, 24)) as pilot:
        screen = ReplayScreen(game, "zh")
        pilot.app.push_screen(screen)
        await pilot.press("end")
        assert any(tag.word == "?狼*" for tag in screen.replay.rows()[3].tags)
        for key, top in (("f5", SituationScreen), ("m", MarkScreen), ("slash", SeekScreen)):
            await pilot.press(key)
            assert isinstance(pilot.app.screen, top)
            await pilot.press("space") if top is SeekScreen else None
            assert not screen.runs
            await pilot.press("escape")
        await pilot.press("f10")
        assert told(pilot, "votes").startswith("第4天放逐投票")
        await pilot.press("escape", "home", "v")
        assert told(pilot, "votes") == "还没有投过票"
        await pilot.press("escape", "Z", "home", "end", "Z")
        assert len(screen.log_view._starts) == len(screen.log_view.lines)


# -- secrets and languages -----------------------------------------------------------------------------


def test_worlds_that_differ_in_what_is_hidden_have_the_same_boards():
    """What everybody heard is the same; cards, night acts and causes are those of another game, or none."""
    game, other = played(seed=7), played(seed=8)
    public = [event for event in game.log if event.to is None]
    secrets = [event for event in other.log if event.to is not None]
    assert len(secrets) > 20
    mixed: list[Event] = []
    for number, event in enumerate(public):
        mixed += [event, secrets[number % len(secrets)]]
    facts = game.moment().facts
    drawn = []
    for world in (game.log, public, mixed):
        situation = Situation()
        situation.take(world)
        drawn.append([boards_of(situation, facts, game.names, 1.5, lang) for lang in ("zh", "en")])
    assert drawn[0] == drawn[1] == drawn[2]
    assert drawn[0][0].votes


def test_a_villager_says_what_others_jump_into():
    stories = [Story(3, "villager", 1), Story(4, "hunter", 2)]
    claims = boards_of(Situation(12, 2, 0, stories), Facts(12), {}, 1.5, "zh").claims
    assert [entry.meaning for entry in claims if entry.meaning] == ["第2天跳", "第1天说的"]


@pytest.mark.parametrize("eyes", [JUDGE, PUBLIC, 1, 5])
def test_all_eyes_see_the_same_boards(eyes: int):
    replay = Replay(played(seed=7), "zh")
    replay.at = len(replay.game.log) // 2
    replay.look(PUBLIC)
    boards = replay.boards()
    replay.look(eyes)
    assert replay.boards() == boards


def test_a_claim_is_taken_back_by_another_one():
    situation = Situation(seats=12, day=1)

    def say(seat: int, *claims: Claim) -> None:
        situation.take([ev.Spoke(seat, "speech", "", claims=claims)])

    say(3, Claim("role", value="seer"), Claim("check", (5,), "wolf"), Claim("check", (6,), "good"))
    say(4, Claim("check", (3,), "wolf", 1), Claim("flow", (7, 8)))
    assert [story.seat for story in situation.standing("seer")] == [3, 4]
    assert [report.night for report in situation.stories[0].reports] == [1, 1]
    situation.take([ev.NightFell(2)])
    say(4, Claim("check", (7,), "good"), Claim("check", (3,), "wolf"))
    assert [(r.night, r.target) for r in situation.standing("seer")[1].reports] == [(1, 3), (2, 7)]
    say(3, Claim("role", value="villager"))
    assert [story.seat for story in situation.standing("seer")] == [4]
    assert 5 not in situation.said_of()
    say(4, Claim("retract", value="seer"))
    assert not situation.standing("seer")
    say(9, Claim("save", (2,), night=1), Claim("poison", (4,), night=2), Claim("role", value="nobody"))
    assert situation.said_of() == {2: [("save", 9)]}
    say(10, Claim("role", value="gravekeeper"), Claim("check", (4,), "wolf"))
    assert [story.seat for story in situation.standing("gravekeeper")] == [10]


async def test_everything_in_english():
    app = app_of(table_of("witch", seed=5, others=English, names={5: "Me"}), "en")
    async with app.run_test(size=(80, 24)) as pilot:
        await to_ballot(pilot)
        for key in ("f5", "f10", "f12", "slash", "f1"):
            await pilot.press(key)
            await pilot.pause()
            assert not han(shown(pilot)), key
            await pilot.press("escape")
        await pilot.press("Z")
        assert not han(shown(pilot))


async def test_the_help_tells_the_keys():
    async with an_app().run_test(size=(120, 40)) as pilot:
        await question(pilot)
        await pilot.press("f1")
        assert isinstance(pilot.app.screen, HelpScreen)
        entries = pilot.app.screen.query_one(Entries)._entries
        told_keys = squeezed("".join(f"{entry.term}{entry.meaning}" for entry in entries))
        for key in ("F5、S", "F10、V", "F12、M", "/、Ctrl+F", "N、P", "z、Z"):
            assert squeezed(key) in told_keys, key
