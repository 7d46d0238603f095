"""Personas: what is shipped, how a file is read, where one is looked for, what a prompt tells."""

import re
import tomllib
from dataclasses import fields
from importlib.resources import files
from itertools import combinations
from pathlib import Path

import pytest

from llmwolf.boards import find_board
from llmwolf.players.personas import (
    LANGS,
    LONGEST_TEXT,
    Persona,
    PersonaError,
    Style,
    Voice,
    find_persona,
    load_persona,
    persona_files,
    persona_text,
    personas,
)
from llmwolf.players.voicing import misheard
from llmwolf.rules.words import clean
from llmwolf.table.seating import Plan, SeatPlan, seat, seat_again, voices_of

WHOLE = 'zh = "甲"\nen = "A"\n'


def test_more_than_twelve_are_shipped_and_whole_in_both_languages() -> None:
    assert len(personas()) >= 12
    for persona in personas().values():
        for lang in LANGS:
            voice, style = persona.voice(lang), persona.style(lang)
            assert len(voice.openers) >= 3, persona.id
            assert voice.fillers, persona.id
            assert voice.closers, persona.id
            assert style.who, persona.id
            assert style.temper, persona.id
            assert style.talk, persona.id
            assert style.play, persona.id


@pytest.mark.parametrize("lang", LANGS)
def test_no_two_are_alike(lang: str) -> None:
    assert len({persona.name(lang) for persona in personas().values()}) == len(personas())
    for one, other in combinations(personas().values(), 2):
        for part in ("openers", "fillers", "closers"):
            shared = set(getattr(one.voice(lang), part)) & set(getattr(other.voice(lang), part))
            assert not shared, (one.id, other.id, shared)
        assert not set(vars_of(one.style(lang))) & set(vars_of(other.style(lang))), (one.id, other.id)
    assert len({(p.wordiness, p.boldness, p.lead) for p in personas().values()}) == len(personas())


def vars_of(style: Style) -> tuple[str, ...]:
    return style.who, style.temper, style.talk, style.play


@pytest.mark.parametrize("lang", LANGS)
def test_what_a_prompt_tells_is_short_clean_and_begins_with_the_name(lang: str) -> None:
    for persona in personas().values():
        text = persona_text(persona, lang)
        assert text.startswith(persona.name(lang))
        assert len(text) <= LONGEST_TEXT[lang], persona.id
        assert "\n" not in text
        assert clean(text) == text


def test_length_and_lead_are_told_where_they_are_marked() -> None:
    styles = Style(temper="稳。"), Style(temper="Calm.")
    quiet = Persona("x", "甲", "A", wordiness=0.6, lead=90, style_zh=styles[0], style_en=styles[1])
    assert persona_text(quiet, "zh") == "甲：稳。话少，说得短。喜欢带队归票。"
    assert persona_text(quiet, "en") == "A: Calm. Keeps it short. Likes to lead the vote."
    loud = Persona("x", "甲", "A", wordiness=1.2, lead=20, style_zh=Style("萌新", "稳。"))
    assert persona_text(loud, "zh") == "甲，萌新：稳。话多，说得细。很少带节奏。"
    assert persona_text(loud, "en") == "A, 萌新: 稳。 Speaks at length. Rarely leads."
    assert persona_text(Persona("x", "甲", "A"), "zh") == ""


@pytest.mark.parametrize("persona", personas().values(), ids=lambda persona: persona.id)
def test_no_turn_of_phrase_garbles_what_is_said_or_breaks_the_manners(persona: Persona) -> None:
    assert misheard(persona) == []
    words = tomllib.loads((files("llmwolf.coach") / "etiquette.toml").read_text("utf-8"))
    barred = [re.compile(word, re.IGNORECASE) for table in words.values() for word in table["words"]]
    for lang in LANGS:
        voice = persona.voice(lang)
        for phrase in (*voice.openers, *voice.fillers, *voice.closers):
            assert not [word.pattern for word in barred if word.search(phrase)], phrase
            assert not re.search(r"\d", phrase)
            assert phrase.endswith(("，",) if lang == "zh" else (" ",)) is (phrase not in voice.closers)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (WHOLE + "wordines = 1", "x.toml: unknown key 'wordines'; did you mean 'wordiness'?"),
        ('en = "b"', "'zh' must be the persona's name"),
        (f'zh = "{"长" * 17}"\nen = "b"', "at most 16 characters"),
        ('zh = "a\\u202eb"\nen = "b"', "'zh' must be"),
        (WHOLE + "wordiness = 9", "wordiness must be a number from 0.5 to 1.6, not 9"),
        (WHOLE + 'boldness = "x"', "boldness must be a whole number from 0 to 100, not 'x'"),
        (WHOLE + "lead = 0.5", "lead must be a whole number"),
        (WHOLE + "lead = true", "lead must be a whole number"),
        (WHOLE + "[voice_zh]\nopener = []", "[voice_zh] unknown key 'opener'; did you mean 'openers'?"),
        (WHOLE + "[voice_zh]\nopeners = [3]", "[voice_zh] openers must be a list of at most 24 phrases"),
        (WHOLE + 'voice_zh = "x"', "[voice_zh] must be a table of openers, fillers, closers"),
        (WHOLE + '[style_en]\ntalk = "a\\nb"', "[style_en] talk must be one line"),
        (WHOLE + '[style_en]\nmood = "a"', "[style_en] unknown key 'mood'"),
        (WHOLE + '[voice_zh]\nopeners = ["{seat}，"]', "no braces but {me}"),
        (WHOLE + '[voice_zh]\nopeners = ["{me!r}，"]', "no braces but {me}"),
        (WHOLE + '[voice_zh]\nopeners = ["{，"]', "no braces but {me}"),
        (WHOLE + '[voice_zh]\nopeners = ["\\u202e，"]', "[voice_zh] openers must be"),
        (WHOLE + '[voice_en]\nclosers = [" "]', "[voice_en] closers must be"),
        (WHOLE + f"[voice_zh]\nopeners = {['嗯，'] * 25}", "a list of at most 24 phrases"),
        (
            WHOLE + f'[style_zh]\ntalk = "{"长" * 150}"\nplay = "{"久" * 150}"',
            "a prompt of 302 characters; at most 200",
        ),
        (WHOLE + "# " + "x" * 40_000, "larger than 32 KiB"),
        (WHOLE + "x = " + "[" * 5_000, "x.toml: "),
        ('zh = "a', "x.toml: this is not TOML: Unterminated"),
    ],
)
def test_a_wrong_file_is_refused_with_what_is_wrong(tmp_path: Path, text: str, complaint: str) -> None:
    file = tmp_path / "x.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(PersonaError) as caught:
        load_persona(file)
    assert complaint in str(caught.value)
    assert "\n" not in caught.value.told("zh")
    assert "\n" not in str(caught.value)


def test_a_users_folder_comes_first(tmp_path: Path) -> None:
    own, shipped = tmp_path / "own", tmp_path / "shipped"
    for folder, name in ((own, "我的"), (shipped, "原来")):
        folder.mkdir()
        (folder / "same.toml").write_text(f'zh = "{name}"\nen = "x"', "utf-8")
    (shipped / "other.toml").write_text(WHOLE, "utf-8")
    assert find_persona("same", (own, shipped)).zh == "我的"
    assert list(persona_files((own, shipped))) == ["other", "same"]


@pytest.mark.parametrize("stem", ["a b", "x" * 41, "a\u202eb", "a\nb"])
def test_a_files_name_is_an_id(tmp_path: Path, stem: str) -> None:
    file = tmp_path / f"{stem}.toml"
    file.write_text(WHOLE, "utf-8")
    with pytest.raises(PersonaError, match="the file's name is the persona's id") as caught:
        load_persona(file)
    assert clean(str(caught.value)) == str(caught.value).replace("\n", "")


def test_a_broken_file_is_in_nobodys_way_but_its_own(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text("zh = 3", "utf-8")
    (tmp_path / "good.toml").write_text(WHOLE, "utf-8")
    assert find_persona("good", [tmp_path]) == find_persona("甲", [tmp_path])
    with pytest.raises(PersonaError, match=r"bad\.toml: 'zh' must be"):
        find_persona("bad", [tmp_path])
    with pytest.raises(PersonaError, match=r"there is no persona '\.\./good'; did you mean 'good'"):
        find_persona("../good", [tmp_path])


def test_a_persona_is_found_by_id_or_name_and_a_slip_gets_the_nearest() -> None:
    assert find_persona("laozhang") == find_persona("老张") == find_persona("Old Zhang")
    with pytest.raises(PersonaError, match="did you mean 'laozhang'"):
        find_persona("laozhnag")


def test_a_table_draws_nobody_twice_before_everybody_spoke() -> None:
    board = find_board("official-12")
    for seed in range(20):
        drawn = voices_of(Plan(board, seed), 12)
        assert len({persona.id for persona in drawn.values()}) == 12
    assert len({persona.id for persona in voices_of(Plan(board, 1), 18).values()}) == len(personas())
    assert {p.id for seed in range(20) for p in voices_of(Plan(board, seed), 12).values()} == set(personas())


def test_a_seat_may_have_its_own() -> None:
    board = find_board("official-12")
    drawn = {seat: persona.id for seat, persona in voices_of(Plan(board, 1), 12).items()}
    there = next(seat for seat in drawn if seat != 3)
    given = voices_of(Plan(board, 1, seats={3: SeatPlan(persona=drawn[there])}), 12)
    assert {seat: persona.id for seat, persona in given.items()} == {
        **drawn,
        3: drawn[there],
        there: drawn[3],
    }
    with pytest.raises(PersonaError):
        voices_of(Plan(find_board("official-12"), 1, seats={3: SeatPlan(persona="nobody")}), 12)


def test_a_record_tells_the_persona_and_a_resumed_game_keeps_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "personas").mkdir()
    own = tmp_path / "personas" / "amo.toml"
    own.write_text(WHOLE, "utf-8")
    monkeypatch.chdir(tmp_path)
    seats = {1: SeatPlan(persona="amo"), 2: SeatPlan(persona="xige"), 3: SeatPlan("random")}
    sitters = seat(Plan(find_board("official-12"), 1, seats=seats)).head.seats
    assert sitters[0].persona == f"amo@{load_persona(own).digest}"
    assert [sitters[1].persona, sitters[2].persona] == ["xige", ""]
    assert [seat_again(sitter, "normal").persona for sitter in sitters] == [s.persona for s in sitters]
    assert seat_again(sitters[2], "expert") == SeatPlan("random", "expert", "3号")
    own.unlink()
    assert seat_again(sitters[0], "normal").persona == ""
    (tmp_path / "personas" / "xige.toml").write_text(WHOLE, "utf-8")
    assert seat_again(sitters[1], "normal").persona == ""


def test_the_digest_changes_with_any_word() -> None:
    one = personas()["amo"]
    assert one.digest == load_persona(persona_files()["amo"]).digest
    assert len({persona.digest for persona in personas().values()}) == len(personas())


def test_the_documentation_names_every_key() -> None:
    text = (Path(__file__).parents[2] / "docs" / "personas.md").read_text("utf-8")
    keys = {f.name for kind in (Persona, Style, Voice) for f in fields(kind)} - {"id"}
    assert not [key for key in sorted(keys) if f"{key} = " not in text and f"[{key}]" not in text]
