"""Plans: what is refused, with the nearest name, and which games they make."""

import pickle
from collections import Counter
from contextlib import nullcontext
from itertools import groupby
from pathlib import Path

import pytest

from llmwolf.arena.cast import Cast, cast_of, check_windows
from llmwolf.arena.errors import AgentError, ArenaError, in_words_of
from llmwolf.arena.plan import boards_of, settings_of
from llmwolf.arena.schedule import Fixture, schedule, wolf_seats
from llmwolf.arena.table import sit_down
from llmwolf.boards import find_board
from llmwolf.llm.config import Config, ModelSpec
from llmwolf.llm.endpoint import Endpoint
from llmwolf.llm.prompt import smallest_window
from llmwolf.llm.settings import Settings
from llmwolf.roles import registry
from llmwolf.rules.chapters.setup import deal
from llmwolf.table.seating import spec_of
from tests.arena.plans import NOVICE_AND_EXPERT, PAIRED, plan_of, three


def made(folder: Path, text: str) -> tuple[Fixture, ...]:
    plan = plan_of(folder, text)
    return schedule(plan, boards_of(plan, folder))


@pytest.mark.parametrize(
    ("change", "zh", "en"),
    [
        (("games =", "game ="), "是不是 'games'", "did you mean 'games'"),
        (('level = "novice"', 'lvl = "novice"'), "是不是 'level'", "did you mean 'level'"),
        (('baseline = "expert"', 'baseline = "experts"'), "是不是 'expert'", "did you mean 'expert'"),
        (('baseline = "expert"', ""), "其余座位由谁坐", "who holds the other seats"),
        (("games = 8", "games = 9"), "最近的是 8 / 10", "the nearest are 8 / 10"),
        (('"standard-9"', '"standard-9", "standard-9"'), "写了两次", "named twice"),
        (('"standard-9"', '"../x.toml"'), "放在计划文件旁边", "beside the plan"),
        (('id = "novice"', 'id = "expert"'), "都叫 'expert'", "two agents are called"),
        (('level = "novice"', 'level = "novice"\nprompt = "x"'), "prompt is not for", "prompt is not for"),
        (
            ('"paired"', '"pared"'),
            "没有 'pared'，是不是 'paired'？可写",
            "no 'pared', did you mean 'paired'?",
        ),
        (('"paired"', '"round_robin"'), "swap：只有 design", "swap: only design"),
        (
            ('"paired"\nswap = "good"', '"rotation"'),
            "baseline：rotation 没有别的座位",
            "rotation leaves no other seats",
        ),
        (
            ('level = "novice"', 'level = "novise"'),
            "agents.1.level：没有 'novise'，是不是 'novice'？",
            "did you mean 'novice'?",
        ),
        (
            ('level = "novice"', 'level = "best"'),
            "1.level：可写 random, novice",
            "write one of random, novice",
        ),
        (("games = 8", "games = 0"), "games：至少是 1", "games: 1 or more is wanted"),
        (("games = 8", "games = 2.5"), "要一个整数", "a whole number is wanted"),
        (('"standard-9"', ""), "boards：至少要 1 个", "1 at least, here 0"),
        (('id = "novice"', 'id = "-n"'), "agents.1.id：文字、数字", "agents.1.id: letters, digits"),
        (("games = 8", 'games = "8"'), "games：要一个整数", "games: a whole number"),
        (("games = 8", "games = [8"), "不是 TOML", "not TOML"),
    ],
)
def test_a_slip_is_one_line_with_what_would_be_right(
    tmp_path: Path, change: tuple[str, str], zh: str, en: str
):
    assert change[0] in PAIRED
    with pytest.raises(ArenaError) as raised:
        made(tmp_path, PAIRED.replace(*change, 1))
    assert zh in raised.value.told("zh")
    assert en in raised.value.told("en")
    assert "\n" not in str(raised.value)


def test_a_model_has_a_model_and_known_settings(tmp_path: Path):
    model = '[[agents]]\nid = "m"\nkind = "model"\nmodel = "x"\n'
    text = PAIRED + model
    for wrong, en in (
        (model.replace('model = "x"\n', ""), "wants a model"),
        (model + "settings = { temprature = 1.0 }\n", "did you mean 'temperature'"),
    ):
        with pytest.raises(ArenaError, match=en):
            plan_of(tmp_path, PAIRED + wrong)
    plan = plan_of(tmp_path, text + "settings = { temperature = 0, claims = false, polls = 1 }\n")
    settings = settings_of(plan.agent("m"), Settings())
    assert (settings.temperature, settings.claims, settings.polls) == (0.0, False, 1)
    plan = plan_of(tmp_path, text + "settings = { claims = 3 }\n")
    with pytest.raises(ArenaError, match="true / false"):
        settings_of(plan.agent("m"), Settings())
    with pytest.raises(ArenaError, match="0 … 2"):
        settings_of(plan_of(tmp_path, text + "settings = { temperature = 9 }\n").agent("m"), Settings())
    for least, wrong in (("16 or more", "max_tokens = 0"), ("1000 or more", "context_tokens = 999")):
        with pytest.raises(ArenaError, match=f"^agents.m.settings.*{least}"):
            settings_of(plan_of(tmp_path, text + f"settings = {{ {wrong} }}\n").agent("m"), Settings())
    with pytest.raises(ArenaError, match=r"agents.3.settings.temperature: true, false or a number"):
        plan_of(tmp_path, text + 'settings = { temperature = "hot" }\n')


@pytest.mark.parametrize(
    ("told", "zh", "en"),
    [
        ('model = "x"', "agents.m.model：没有叫 'x' 的模型", "agents.m.model: there is no model 'x'"),
        (
            'model = "x"\nbase_url = "https://llm.test"',
            "或用 base_url 指一个",
            "give the base_url of a local server",
        ),
        (
            'model = "x"\nbase_url = "http://127.0.0.1:1"\npersona = "laozang"',
            "agents.m.persona：没有人物 'laozang'；是不是 'laozhang'",
            "agents.m.persona: there is no persona 'laozang'; did you mean 'laozhang'?",
        ),
        (
            'model = "x"\nbase_url = "http://127.0.0.1:1"\nprompt = "standrad"',
            "agents.m.prompt：没有提示词集 'standrad'；是不是",
            "agents.m.prompt: no prompt set 'standrad'; did you mean",
        ),
    ],
)
def test_what_an_agent_names_is_told_with_the_key_of_the_plan(tmp_path: Path, told: str, zh: str, en: str):
    plan = plan_of(tmp_path, f'{PAIRED}[[agents]]\nid = "m"\nkind = "model"\n{told}\n')
    with pytest.raises(AgentError) as raised:
        cast_of(plan.agents, Config({}))
    assert zh in raised.value.told("zh")
    assert en in raised.value.told("en")
    again = pickle.loads(pickle.dumps(raised.value))
    assert (again.words, again.agent, again.key) == (raised.value.words, "m", raised.value.key)
    assert not [words for words in raised.value.words if "--model" in words or "--base-url" in words]


def test_options_within_a_whole_command_stay():
    words = "加 --model（`llmwolf doctor --base-url x`）", "give --model (`llmwolf doctor --base-url x`)"
    assert in_words_of(words, {"--model": "model", "--base-url": "base_url"}) == (
        "加 model（`llmwolf doctor --base-url x`）",
        "give model (`llmwolf doctor --base-url x`)",
    )


def test_a_window_holds_the_prompts_of_the_board():
    board = find_board("official-12")
    least = smallest_window(board.cards, board.rules, Settings())
    for window, fits in ((least, True), (least - 1, False)):
        spec = ModelSpec("m", Endpoint("http://127.0.0.1:1", "m"), Settings(context_tokens=window))
        with nullcontext() if fits else pytest.raises(ArenaError, match=rf"official-12 .*; {least} or more"):
            check_windows(Cast({"m": spec}), [board], "zh")


def test_in_a_pair_nothing_differs_but_one_agent(tmp_path: Path):
    for swap in ("seat", "good", "wolves"):
        plan = plan_of(tmp_path, PAIRED.replace('"good"', f'"{swap}"').replace("games = 8", "games = 36"))
        board = find_board("standard-9")
        cast = cast_of(plan.agents)
        for _, pair in groupby(schedule(plan, {"standard-9": board}), lambda fixture: fixture.cluster):
            one, other = pair
            assert (one.seed, one.focus, one.role, one.role_seat) == (
                other.seed, other.focus, other.role, other.role_seat,
            )  # fmt: skip
            unlike = [s for s in range(1, 10) if one.agents[s - 1] != other.agents[s - 1]]
            assert tuple(unlike) == one.focus
            tables = [sit_down(plan, cast, board, fixture) for fixture in (one, other)]
            assert tables[0].personas == tables[1].personas
            dealt = [deal(spec_of(table.plan()), registry()) for table in tables]
            if swap == "seat":
                assert spec_of(tables[0].plan()).dealt == spec_of(tables[1].plan()).dealt
                assert len(one.focus) == 1
            else:
                assert (set(one.focus) == wolf_seats(dealt[0])) == (swap == "wolves")
        assert {fixture.arm for fixture in schedule(plan, {"standard-9": board})} == {"A", "B"}


def test_one_seat_swapped_gets_every_card_as_often_as_the_board_has_it(tmp_path: Path):
    found = made(tmp_path, PAIRED.replace('"good"', '"seat"').replace("games = 8", "games = 162"))
    cards = find_board("standard-9").cards
    pairs = found[::2]
    assert Counter(f.role for f in pairs) == {card: 9 * count for card, count in Counter(cards).items()}
    assert Counter(f.role_seat for f in pairs) == dict.fromkeys(range(1, 10), 9)
    each = Counter((f.role, f.role_seat) for f in pairs)
    assert each == {(card, seat): n for card, n in Counter(cards).items() for seat in range(1, 10)}


def test_in_a_rotation_everybody_holds_every_seat_of_a_deal_once(tmp_path: Path):
    found = made(tmp_path, three("rotation", 12))
    blocks = [list(games) for _, games in groupby(found, lambda fixture: fixture.cluster)]
    assert [len(games) for games in blocks] == [3] * 4
    for games in blocks:
        assert len({game.seed for game in games}) == 1
        for seat in range(9):
            assert sorted(game.agents[seat] for game in games) == ["exp", "nor", "nov"]
        assert all(Counter(game.agents) == {"exp": 3, "nor": 3, "nov": 3} for game in games)
    assert len({game.agents for game in found}) > 3, "who sits beside whom changes from deal to deal"


def test_in_a_round_robin_everybody_is_either_side_against_everybody(tmp_path: Path):
    found = made(tmp_path, three("round_robin", 6, mirror=2, baseline="nor"))
    board = find_board("standard-9")
    plan = plan_of(tmp_path, three("round_robin", 6))
    cast = cast_of(plan.agents)
    met = Counter[tuple[str, str]]()
    for fixture in found[:6]:
        wolves = wolf_seats(deal(spec_of(sit_down(plan, cast, board, fixture).plan()), registry()))
        good = {fixture.agents[s - 1] for s in range(1, 10) if s not in wolves}
        bad = {fixture.agents[s - 1] for s in wolves}
        met[good.pop(), bad.pop()] += 1
        assert not good
        assert not bad
    assert set(met.values()) == {1}
    assert len(met) == 6
    assert [set(fixture.agents) for fixture in found[6:]] == [{"nor"}] * 2
    assert len({fixture.key for fixture in found}) == 8


def test_a_persona_of_an_agent_is_nobody_elses(tmp_path: Path):
    plan = plan_of(tmp_path, PAIRED + 'persona = "amo"\n')
    board = find_board("standard-9")
    for fixture in schedule(plan, {"standard-9": board}):
        table = sit_down(plan, cast_of(plan.agents), board, fixture)
        for seat, agent in table.agents.items():
            assert (table.personas[seat] == "amo") == (agent.id == "expert")


def test_boards_of_files_lie_beside_the_plan(tmp_path: Path):
    from importlib.resources import files

    source = files("llmwolf.boards").joinpath("tables", "standard-9.toml").read_text("utf-8")
    (tmp_path / "mine.toml").write_text(source, "utf-8")
    plan = plan_of(tmp_path, PAIRED.replace('"standard-9"', '"mine.toml"'))
    assert boards_of(plan, tmp_path)["mine.toml"].seats == 9
    assert NOVICE_AND_EXPERT in PAIRED
