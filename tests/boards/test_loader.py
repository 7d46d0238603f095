"""A board file that a user writes: played, or refused with the reason (B-1)."""

from pathlib import Path

import pytest

from llmwolf.boards import Board, event_cards, find_board, load_board, profiles, spec_for
from llmwolf.players.scripted import RandomPlayer
from llmwolf.roles import registry
from llmwolf.rules.errors import SetupError
from llmwolf.rules.game import Game


@pytest.fixture
def write(tmp_path: Path):
    def write(text: str | bytes) -> Path:
        path = tmp_path / "mine.toml"
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return path

    return write


def play(board: Board, seed: int = 0) -> Game:
    game = Game(spec_for(board, seed), registry())
    player = RandomPlayer(seed)
    while not game.over:
        for request in game.waiting:
            game.submit(player.answer(game.view(request.seat)).decision(game.ply, request.seat))
    return game


def test_B_1_a_board_of_ones_own(write):
    path = write(
        """
        zh = "我的板子"
        cards = { "狼人" = 2, "先知" = 1, "女巫" = 1, "平民" = 3 }
        [rules]
        witch_self_save = "first_night"
        sheriff = false
        """
    )
    board = find_board(str(path))
    assert (board.id, board.zh, board.en, board.seats) == ("mine", "我的板子", "我的板子", 7)
    assert (board.rules.witch_self_save, board.rules.sheriff) == ("first_night", False)
    assert play(board).over


def test_B_1_cards_as_a_list(write):
    board = load_board(write('cards = ["狼人", "villager", "预言家"]'))
    assert board.cards == ("werewolf", "villager", "seer")


@pytest.mark.parametrize(
    "cards",
    [
        '["狼人", "平民", "平民"]',
        '{ "狼人" = 1, "女巫" = 2 }',
        '{ "狼人" = 3, "猎人" = 3, "平民" = 1 }',
        '{ "狼人" = 8, "预言家" = 2, "平民" = 8 }',
        '{ "狼人" = 2, "守卫" = 2, "女巫" = 2, "白痴" = 2, "猎人" = 2, "预言家" = 2 }',
        '{ "狼人" = 11, "平民" = 1 }',
    ],
)
def test_B_1_any_sane_list_of_cards_plays_to_an_end(write, cards: str):
    board = load_board(write(f"cards = {cards}"))
    for seed in range(20):
        assert play(board, seed).judge.facts.winner


def test_B_1_a_thief_brings_two_spare_cards(write):
    board = load_board(write('cards = ["盗贼", "狼人", "狼人", "平民", "预言家", "女巫", "平民"]'))
    assert (len(board.cards), board.seats) == (7, 5)
    assert play(board).over


def test_N_19_a_board_names_its_event_cards(write):
    cards = 'cards = ["狼人", "平民", "预言家", "平民"]'
    board = load_board(write(f'profile = "new-moon"\n{cards}\nevents = ["ally"]'))
    assert board.events == spec_for(board).events == ("ally",)
    assert event_cards()["ally"].deck == "new-moon"
    assert load_board(write(cards)).events == ()


EVERY_CARD = (
    *(card for card in registry() if card not in ("werewolf", "villager")),
    "werewolf", "villager", "villager",
)  # fmt: skip


@pytest.mark.parametrize("house", list(profiles()))
@pytest.mark.parametrize("half", [EVERY_CARD[::2], EVERY_CARD[1::2]], ids=["even", "odd"])
def test_B_1_any_cards_are_playable_under_any_profile(write, house: str, half: tuple[str, ...]):
    cards = [card for card in half if card not in ("thief", "werewolf")][:15]
    wolves = sum(registry()[card].camp == "W" for card in cards)
    cards += ["werewolf"] if wolves < 2 else []
    while 2 * sum(registry()[card].camp == "W" for card in cards) >= len(cards):
        cards.append("villager")
    board = load_board(write(f'profile = "{house}"\ncards = {cards}'))
    for seed in range(3):
        assert play(board, seed).judge.facts.winner


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('cards = ["平民", "平民", "预言家"]', "no wolf"),
        ('cards = ["盗贼", "盗贼", "狼人", "平民", "平民"]', "2 cards 盗贼 (thief); there can be one"),
        ('cards = { "丘比特" = 2, "狼人" = 1, "平民" = 3 }', "2 cards 丘比特 (cupid); there can be one"),
        ('cards = ["盗贼", "狼人", "平民", "平民"]', "4 cards, 2 of them in the middle for the thief;"),
        ('cards = { "盗贼" = 1, "狼人" = 3, "平民" = 17 }', "21 cards, 2 of them"),
        ('profile = "face-to-face"\ncards = { "狼人" = 3, "平民" = 3 }', "under parity the 3 wolves of 6"),
        ('cards = ["狼人", "平民", "平民"]\nevents = ["aly"]', "no event card 'aly'; did you mean 'ally'"),
        ('cards = ["狼人", "平民", "平民"]\nevents = "ally"', "a list of words"),
        ('cards = ["狼人", "狼人", "狼人"]', "only wolves"),
        ('cards = ["狼人", "平民"]', "2 cards; a table has 3 to 18 seats"),
        ('cards = { "狼人" = 3, "平民" = 16 }', "19 cards"),
        ('cards = { "狼人" = 2, "平民" = 2 }\n[rules]\nwolves_win = "parity"', "under parity the 2 wolves"),
        ('cards = { "狼人" = 2, "平民" = 2 }\n[rules]\nwolves_win = "edge_or_parity"', "under parity"),
        ('cards = {}', "'cards' must be"),
        ("cards = 9", "'cards' must be"),
        ("cards = [1, 2, 3]", "'cards' must be"),
        ("", "'cards' must be"),
        ('cards = { "狼人" = 0, "平民" = 3 }', "number of '狼人' must be a whole number"),
        ('cards = { "狼人" = true, "平民" = 3 }', "whole number"),
        ('cards = { "狼人" = 1.5, "平民" = 3 }', "whole number"),
        ('cards = ["狼人", "平名", "平民"]', "unknown card '平名'; did you mean '平民'"),
        ('cards = ["狼人", "平民", "平民"]\nname = "x"', "unknown key 'name'"),
        ('card = ["狼人", "平民", "平民"]', "unknown key 'card'; did you mean"),
        ('cards = ["狼人", "平民", "平民"]\nprofile = "oficial"', "did you mean 'official'"),
        ('cards = ["狼人", "平民", "平民"]\nprofile = 3', "'profile' must be"),
        ('cards = ["狼人", "平民", "平民"]\nzh = ""', "'zh' must be"),
        ('cards = ["狼人", "平民", "平民"]\nzh = "a\\u001b[31m"', "'zh' must be"),
        ('cards = ["狼人", "平民", "平民"]\nrules = 3', "'rules' must be a table"),
        ('cards = ["狼人", "平民", "平民"]\n[rules]\nsherif = false', "unknown switch 'sherif'; did you"),
        ('cards = ["狼人", "平民", "平民"]\n[rules]\nsheriff = "no"', "'sheriff' takes one of true, false"),
        ('cards = ["狼人", "平民", "平民"', "not valid TOML"),
        ("cards = { 狼人 = 2, 平民 = 3 }", "a name in Chinese needs quotes"),
        (b"\xff\xfe", "cannot be read"),
    ],
)  # fmt: skip
def test_B_1_an_insane_board_is_refused_with_the_reason(write, text: str | bytes, why: str):
    with pytest.raises(SetupError) as refused:
        load_board(write(text))
    assert why in str(refused.value)


def test_a_file_that_is_not_there():
    with pytest.raises(SetupError, match="there is no file"):
        find_board("nowhere/mine.toml")


def test_a_directory_is_no_board(tmp_path: Path):
    with pytest.raises(SetupError, match="cannot be read"):
        load_board(tmp_path)
