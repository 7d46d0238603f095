"""Personas: what is shipped, how a file is read, where one is looked for, what a prompt tells."""

from dataclasses import fields
from itertools import combinations
from pathlib import Path

import pytest

from llmwolf.boards import find_board
from llmwolf.players.personas import (
    LANGS,
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
from llmwolf.rules.words import clean
from llmwolf.table.seating import Plan, SeatPlan, voices_of

WHOLE = 'zh = "甲"\nen = "A"\n'


def test_more_than_twelve_are_shipped_and_whole_in_both_languages() -> None:
    assert len(personas()) >= 12
    for persona in personas().values():
        for lang in LANGS:
            voice, style = persona.voice(lang), persona.style(lang)
            assert len(voice.openers) >= 3, persona.id
            assert voice.fillers, persona.id
            assert voice.closers, persona.id
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
    return style.temper, style.talk, style.play


@pytest.mark.parametrize("lang", LANGS)
def test_what_a_prompt_tells_is_short_clean_and_begins_with_the_name(lang: str) -> None:
    for persona in personas().values():
        text = persona_text(persona, lang)
        assert text.startswith(persona.name(lang))
        assert len(text) <= (200 if lang == "zh" else 520), persona.id
        assert "\n" not in text
        assert clean(text) == text


def test_length_and_lead_are_told_where_they_are_marked() -> None:
    quiet = Persona("x", "甲", "A", wordiness=0.6, lead=90, style_zh=Style("稳。"), style_en=Style("Calm."))
    assert persona_text(quiet, "zh") == "甲：稳。话少，说得短。喜欢带队归票。"
    assert persona_text(quiet, "en") == "A: Calm. Keeps it short. Likes to lead the vote."
    assert persona_text(Persona("x", "甲", "A"), "zh") == ""


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
        (WHOLE + "[voice_zh]\nopeners = [3]", "[voice_zh] openers must be a list of phrases"),
        (WHOLE + 'voice_zh = "x"', "[voice_zh] must be a table of openers, fillers, closers"),
        (WHOLE + '[style_en]\ntalk = "a\\nb"', "[style_en] talk must be one line"),
        (WHOLE + '[style_en]\nmood = "a"', "[style_en] unknown key 'mood'"),
        ('zh = "a', "x.toml: Unterminated"),
    ],
)
def test_a_wrong_file_is_refused_with_what_is_wrong(tmp_path: Path, text: str, complaint: str) -> None:
    file = tmp_path / "x.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(PersonaError) as caught:
        load_persona(file)
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_users_folder_comes_first(tmp_path: Path) -> None:
    own, shipped = tmp_path / "own", tmp_path / "shipped"
    for folder, name in ((own, "我的"), (shipped, "原来")):
        folder.mkdir()
        (folder / "same.toml").write_text(f'zh = "{name}"\nen = "x"', "utf-8")
    (shipped / "other.toml").write_text(WHOLE, "utf-8")
    assert find_persona("same", (own, shipped)).zh == "我的"
    assert list(persona_files((own, shipped))) == ["other", "same"]


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
    plan = Plan(find_board("official-12"), 1, seats={3: SeatPlan(persona="xige")})
    assert voices_of(plan, 12)[3].id == "xige"
    with pytest.raises(PersonaError):
        voices_of(Plan(find_board("official-12"), 1, seats={3: SeatPlan(persona="nobody")}), 12)


def test_the_digest_changes_with_any_word() -> None:
    one = personas()["amo"]
    assert one.digest == load_persona(persona_files()["amo"]).digest
    assert len({persona.digest for persona in personas().values()}) == len(personas())


def test_the_documentation_names_every_key() -> None:
    text = (Path(__file__).parents[2] / "docs" / "personas.md").read_text("utf-8")
    keys = {f.name for kind in (Persona, Style, Voice) for f in fields(kind)} - {"id"}
    assert not [key for key in sorted(keys) if f"{key} = " not in text and f"[{key}]" not in text]
