"""Endpoints and models from a file, from flags and from the environment; keys in none of it."""

import re
import traceback
from dataclasses import replace
from pathlib import Path

import pytest

from llmwolf.llm.config import Config, config_paths, load_config, read_config
from llmwolf.llm.configfile import EndpointTable, File, LimitTable, ModelTable, PriceTable
from llmwolf.llm.endpoint import EndpointError, is_local, normal_url
from llmwolf.llm.presets import presets
from llmwolf.llm.settings import Patience, Settings
from tests.llm.scenes import KEY

FILE = """
default = "ds"

[endpoints.mine]
preset = "deepseek"
key_env = "MY_KEY"
concurrency = 3
headers = { "User-Agent" = "tables/1" }

[endpoints.box]
base_url = "192.168.1.9:8000"
grammar = false

[models.ds]
endpoint = "mine"
model = "deepseek-chat"
context = 64000
max_tokens = 900
temperature = 0.2
prompt = "standard"

[models.ds.price]
prompt = 1
completion = 4

[models.small]
endpoint = "box"
model = "qwen"

[seats]
3 = "small"

[limits]
max_cost = 0.5
max_tokens = 1000
"""


def config(tmp_path: Path, text: str = FILE, **env: str) -> Config:
    path = tmp_path / "llmwolf.toml"
    path.write_text(text, "utf-8")
    return read_config(path, {"MY_KEY": KEY, **env})


def refusal(tmp_path: Path, text: str, name: str = "", **env: str) -> str:
    with pytest.raises(EndpointError) as caught:
        config(tmp_path, text, **env).model(name)
    assert "\n" not in str(caught.value)
    assert KEY not in "".join(traceback.format_exception(caught.value))
    return str(caught.value)


def test_a_model_of_the_file_is_found_with_all_that_is_said_of_it(tmp_path: Path) -> None:
    found = config(tmp_path)
    spec = found.model()
    assert (spec.name, spec.endpoint.model, spec.endpoint.api_key) == ("ds", "deepseek-chat", KEY)
    assert spec.endpoint.base_url == "https://api.deepseek.com/v1"
    assert spec.endpoint.headers == (("User-Agent", "tables/1"),)
    assert spec.endpoint.concurrency == 3
    assert (spec.settings.context_tokens, spec.settings.max_tokens, spec.settings.temperature) == (
        64_000,
        900,
        0.2,
    )
    assert spec.price is not None
    assert (spec.price.prompt, spec.price.cached, spec.price.completion) == (1, 1, 4)
    assert (found.max_cost, found.max_tokens) == (0.5, 1000)


def test_each_seat_may_have_its_own_model(tmp_path: Path) -> None:
    found = config(tmp_path)
    assert found.for_seat(3).endpoint.base_url == "http://192.168.1.9:8000/v1"
    assert not found.for_seat(3).endpoint.holds_to_schema
    assert found.for_seat(4).name == "ds"
    assert found.for_seat(3, "ds").name == "ds"


def test_a_local_server_needs_no_key_A08(tmp_path: Path) -> None:
    assert Config({}).model("qwen", "http://127.0.0.1:8080").endpoint.api_key == ""
    assert Config({}).model("ollama:qwen3").endpoint.base_url == "http://127.0.0.1:11434/v1"


def test_a_missing_key_is_said_before_the_game_A08(tmp_path: Path) -> None:
    assert refusal(tmp_path, FILE.replace("MY_KEY", "NO_SUCH")).startswith(
        "mine wants a key and NO_SUCH is not set"
    )
    with pytest.raises(EndpointError, match="openai wants a key and OPENAI_API_KEY is not set"):
        Config({}).model("openai:gpt-4.1")


def test_the_environment_alone_is_enough() -> None:
    env = {"OPENAI_API_KEY": KEY, "OPENAI_BASE_URL": "https://h.example", "OPENAI_MODEL": "m"}
    spec = load_config(env, ()).model()
    assert (spec.endpoint.base_url, spec.endpoint.model, spec.endpoint.api_key) == (
        "https://h.example/v1",
        "m",
        KEY,
    )


def test_a_name_that_the_environment_can_serve_is_no_slip(tmp_path: Path) -> None:
    """``ds-2`` looks a little like ``ds``: it is a model's own name as soon as somebody can be asked."""
    with pytest.raises(EndpointError, match="did you mean 'ds'"):
        config(tmp_path).model("ds-2")
    env = {"OPENAI_API_KEY": KEY, "OPENAI_BASE_URL": "https://h.example"}
    assert config(tmp_path, **env).model("ds-2").endpoint.base_url == "https://h.example/v1"
    assert config(tmp_path, **env).model("deepseek-r1:8b").endpoint.model == "deepseek-r1:8b"
    with pytest.raises(EndpointError, match="did you mean 'small'"):
        config(tmp_path, **env).model("smal")


def test_a_model_of_an_endpoint_of_the_file_needs_no_entry(tmp_path: Path) -> None:
    spec = config(tmp_path).model("mine:deepseek-flash")
    assert (spec.name, spec.endpoint.model, spec.endpoint.concurrency) == (
        "mine:deepseek-flash",
        "deepseek-flash",
        3,
    )
    assert spec.price is not None
    assert spec.price.as_of is not None
    assert (
        config(tmp_path, FILE.replace('3 = "small"', '3 = "box:qwen"')).for_seat(3).endpoint.model == "qwen"
    )


def test_a_preset_may_be_at_another_address(tmp_path: Path) -> None:
    text = FILE.replace(
        'preset = "deepseek"', 'preset = "moonshot"\nbase_url = "https://gateway.example/kimi/v1"'
    )
    endpoint = config(tmp_path, text).model().endpoint
    assert endpoint.base_url == "https://gateway.example/kimi/v1"


def test_an_address_that_is_only_the_environments_does_not_go_before_the_file(tmp_path: Path) -> None:
    found = config(tmp_path, OPENAI_BASE_URL="https://h.example", OPENAI_API_KEY=KEY)
    for given in ("", "https://h.example"):
        assert found.model("", given).name == "ds"
        assert found.model("small", given).endpoint.base_url == "http://192.168.1.9:8000/v1"
        assert found.model("gpt-4.1", given).endpoint.base_url == "https://h.example/v1"


@pytest.mark.parametrize(
    ("env", "base_url", "key"),
    [
        ({"DEEPSEEK_API_KEY": "a"}, "https://api.deepseek.com", "a"),
        ({"DEEPSEEK_API_KEY": "a", "OPENAI_API_KEY": "b"}, "https://api.deepseek.com", "a"),
        ({"OPENAI_API_KEY": "b"}, "https://api.deepseek.com", "b"),
        ({"OPENAI_BASE_URL": "https://api.deepseek.com", "DEEPSEEK_API_KEY": "a"}, "", "a"),
        (
            {"OPENAI_BASE_URL": "https://api.deepseek.com", "DEEPSEEK_API_KEY": "a", "OPENAI_API_KEY": "b"},
            "",
            "b",
        ),
        ({"DEEPSEEK_API_KEY": "a", "OPENAI_API_KEY": "b"}, "https://h.example", "b"),
        ({"OPENAI_API_KEY": "b"}, "", "b"),
    ],
)
def test_the_key_goes_to_the_service_that_it_is_of(env: dict[str, str], base_url: str, key: str) -> None:
    assert Config(env).model("m", base_url).endpoint.api_key == key


def test_a_missing_key_of_a_known_service_is_named() -> None:
    with pytest.raises(EndpointError, match="deepseek wants a key and DEEPSEEK_API_KEY is not set"):
        Config({}).model("m", "https://api.deepseek.com")


def test_a_cassette_needs_no_key(tmp_path: Path) -> None:
    replayed = replace(config(tmp_path, FILE.replace("MY_KEY", "NO_SUCH")), needs_keys=False)
    assert replayed.model().endpoint.api_key == ""
    assert replayed.model("", "https://h.example").endpoint.model == "model"


def test_what_the_file_does_not_say_is_as_without_a_file(tmp_path: Path) -> None:
    spec = config(tmp_path).model("small")
    assert (spec.settings, spec.patience) == (Settings(), Patience())


def test_flags_go_before_the_file(tmp_path: Path) -> None:
    spec = config(tmp_path).model("other", "http://127.0.0.1:1")
    assert (spec.endpoint.model, spec.endpoint.base_url) == ("other", "http://127.0.0.1:1/v1")


@pytest.mark.parametrize(
    ("text", "name", "says"),
    [
        ("nonsense", "", "llmwolf.toml: "),
        ("default = 'x'\ndefault = 'y'", "", "this is not TOML: "),
        ("[endpoints.a]\ntemperature = 1", "", "unknown key 'temperature'; it belongs in [models.NAME]"),
        ("[models.a]\nendpoint='openai'", "", "[models.a] model: Field required"),
        ("[models.a]\nmax_cost = 1", "", "unknown key 'max_cost'; it belongs in [limits]"),
        ("[endpoints.a]\nconcurrency = '8'", "", "[endpoints.a] concurrency: Input should be a valid int"),
        ("[endpoints.a.headers]\nA = 1", "", "[endpoints.a.headers] A: Input should be a valid string"),
        ("[endpoints.a]\nbase_url = 'ftp://h'", "", "[endpoints.a] base_url: 'ftp://h' is no address"),
        ("[models.a]\nendpoint='openai'\nmodel=''", "", "[models.a] model: String should have at least 1"),
        ("[limits]\nmax_cost=inf", "", "[limits] max_cost: Input should be a finite number"),
        ("[models.b]\nendpoint='openai'\nmodel='x'", "", "no default is named; write default = NAME"),
        ("", "deepsek:x", "there is no endpoint 'deepsek'; did you mean deepseek:x?"),
        ("", "deepseek:", "'deepseek:' names no model; give it as deepseek:MODEL"),
        ("defualt = 'x'", "", "unknown key 'defualt'; did you mean 'default'?"),
        ("[endpoints.a]\nbase_ulr = 'x'", "", "unknown key 'base_ulr'; did you mean 'base_url'?"),
        ("[models.a]\nendpoint='openai'\nmodle='x'", "", "unknown key 'modle'; did you mean 'model'?"),
        ("[models.a]\nendpoint='openai'\nmodel='x'\n[models.a.price]\nprompt=1\noutput=2\ncompletion=2", "",
         "[models.a.price] unknown key 'output'; there are prompt, cached, completion"),
        ("[models.a]\nendpoint='opnai'\nmodel='x'", "a",
         "there is no endpoint 'opnai'; did you mean 'openai'?"),
        ("[endpoints.a]\npreset='deepsek'\n[models.a]\nendpoint='a'\nmodel='x'", "a",
         "there is no preset 'deepsek'; did you mean 'deepseek'?"),
        ("[endpoints.a]\n[models.a]\nendpoint='a'\nmodel='x'", "a",
         "[endpoints.a] wants a base_url or a preset"),
        ("[endpoints.a]\nbase_url='https://h.example'\n[models.a]\nendpoint='a'\nmodel='x'", "a",
         "is no local server: name the variable"),
        ("default='a'\n[models.b]\nendpoint='openai'\nmodel='x'", "", "default: there is no model 'a'"),
        ("[seats]\n3='c'\n[models.b]\nendpoint='openai'\nmodel='x'", "", "[seats] 3: there is no model 'c'"),
        ("[seats]\n19='c'", "", "[seats] 19: Input should be less than or equal to 18"),
        ("[models.best]\nendpoint='openai'\nmodel='x'", "besst", "did you mean 'best'?"),
        ("[limits]\nmax_cost=-1", "", "[limits] max_cost: Input should be greater than or equal to 0"),
        ("[endpoint.a]\npreset='openai'", "", "unknown key 'endpoint'; did you mean 'endpoints'?"),
        ("[model.a]\nmodel='x'", "", "unknown key 'model'; did you mean 'models'?"),
        ("[models.a]\nendpoint='nope'\nmodel='x'", "",
         "[models.a] there is no endpoint 'nope'; there are openai, deepseek,"),
        ("[models.b]\nendpoint='openai'\nmodel='x'", "nope", "there is no model 'nope'; {path} has b. Name"),
        ("", "nope", "there is no model 'nope'; no llmwolf.toml names one. Name a model by"),
        ("", "nope:x", "there is no model 'nope:x'; no llmwolf.toml names one. Name a model by"),
        ("", "m:", "there is no model 'm:'; no llmwolf.toml names one. Name a model by"),
        ("", "", "no model is named; no llmwolf.toml names one. Name a model by"),
    ],
)  # fmt: skip
def test_every_slip_is_one_line_that_says_what_would_be_right(
    tmp_path: Path, text: str, name: str, says: str
) -> None:
    assert says.format(path=tmp_path / "llmwolf.toml") in refusal(tmp_path, text, name)


@pytest.mark.parametrize(
    ("text", "name", "says"),
    [
        ("nonsense", "", "不是 TOML：结尾不完整"),
        ("a b = 1", "", "不是 TOML：第 1 行第 3 列有误"),
        ("[models.a]\nendpoint='openai'", "", "[models.a] model: 必须写明"),
        ("[models.a]\nendpoint='openai'\nmodel=''", "", "[models.a] model: 不能是空的"),
        ("[endpoints.a]\nconcurrency = '8'", "", "[endpoints.a] concurrency: 要一个整数"),
        ("[seats]\n19='c'", "", "[seats] 19: 不能大于 18"),
        ("[limits]\nmax_cost=-1", "", "[limits] max_cost: 不能小于 0.0"),
        ("[limits]\nmax_cost=inf", "", "[limits] max_cost: 要一个有限的数"),
        ("[models.a]\nmax_cost = 1", "", "不认识的键 'max_cost'；它属于 [limits]"),
        ("defualt = 'x'", "", "不认识的键 'defualt'；是不是 'default'？"),
        ("[endpoints.a]\nbase_url = 'ftp://h'", "", "[endpoints.a] base_url: 'ftp://h' 不是服务地址"),
        ("[endpoints.a]\nbase_url='https://h.example'", "", "不是本地服务：写明密钥在哪个环境变量里"),
        ("[endpoints.a]", "", "[endpoints.a] 要写 base_url 或 preset"),
        (f"api_key='{KEY}'", "", "密钥不能写进文件"),
        ("default='a'\n[models.b]\nendpoint='openai'\nmodel='x'", "", "default: 没有模型 'a'；有 b"),
        ("[models.b]\nendpoint='openai'\nmodel='x'", "", "没有写默认模型"),
        ("[models.best]\nendpoint='openai'\nmodel='x'", "besst", "没有模型 'besst'；是不是 'best'？"),
        ("", "deepsek:x", "没有服务 'deepsek'；是不是 deepseek:x？"),
        ("", "deepseek:", "没有写模型；写成 deepseek:模型名"),
        ("", "openai:x", "openai 要密钥，而 OPENAI_API_KEY 没有设置"),
        ("", "nope", "没有叫 'nope' 的模型"),
    ],
)
def test_every_slip_is_told_in_chinese_as_well(tmp_path: Path, text: str, name: str, says: str) -> None:
    with pytest.raises(EndpointError) as caught:
        config(tmp_path, text).model(name)
    told = caught.value.told("zh")
    assert says in told
    assert "\n" not in told
    assert KEY not in told


def test_a_name_that_somebody_can_be_asked_for_is_not_unknown() -> None:
    for env in ({"OPENAI_API_KEY": KEY}, {"OPENAI_BASE_URL": "http://127.0.0.1:1"}):
        assert Config(env).model("nope").endpoint.model == "nope"
    assert Config({}).model("nope", "http://127.0.0.1:1").endpoint.model == "nope"
    assert replace(Config({}), needs_keys=False).model("nope").endpoint.model == "nope"


def test_a_model_knows_its_entry_in_the_file(tmp_path: Path) -> None:
    found = config(tmp_path)
    assert (found.model("ds").entry, found.model("mine:x").entry) == ("ds", "")
    assert found.model("x", "http://127.0.0.1:1").entry == ""
    assert found.dressed("ds") == ("", "standard")


@pytest.mark.parametrize(
    "text",
    [
        f"[endpoints.a]\napi_key='{KEY}'",
        f"api_key='{KEY}'",
        f"[endpoints.a.headers]\nAuthorization='Bearer {KEY}'",
        f"[endpoints.a.headers]\nx-api-key='{KEY}'",
        f"[endpoints.a.headers]\nCf-Aig-Authorization='{KEY}'",
        f"[endpoints.a]\nOPENAI_API_KEY='{KEY}'",
        f"[endpoints.a]\nkey_env='{KEY}'",
        "[endpoints.a]\nkey_env='gsk_0123456789abcdef'",
        "[endpoints.a]\nkey_env='0a1b2c.lowercase'",
        f"[endpoints.a]\nbase_url='https://me:{KEY}@h.example/v1'",
        "[endpoints.a]\nbase_url='https://me:hunter2@h.example/v1'",
        "[endpoints.a]\nbase_url='https://h.example/v1?key=hunter2'",
        f"[models.a]\nmodel='{KEY}'",
        f"[endpoints.{KEY}]\nbase_url='x'",
    ],
)
def test_a_key_in_the_file_is_refused_and_not_repeated_A10(tmp_path: Path, text: str) -> None:
    told = refusal(tmp_path, text)
    assert "a key does not belong in a file" in told
    for secret in (KEY, "gsk_", "0a1b2c", "hunter2"):
        assert secret not in told


def test_no_key_in_what_is_printed_of_it(tmp_path: Path) -> None:
    found = config(tmp_path)
    assert KEY not in repr(found) + repr(found.model()) + str(found.model().endpoint)


def test_a_file_that_cannot_be_read_is_told_and_not_passed_over(tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    other.write_text("default = 'openai:a'", "utf-8")
    folder, link, latin = tmp_path / "folder", tmp_path / "link", tmp_path / "latin"
    folder.mkdir()
    link.symlink_to(tmp_path / "nowhere")
    latin.write_bytes(b"a = '\xe4'")
    for path, says in (
        (folder, "这是文件夹"),
        (link, "这个链接指向的文件不存在"),
        (latin, "不是 UTF-8 文本（第 6 个字节）"),
    ):
        with pytest.raises(EndpointError) as caught:
            load_config({}, (path, other))
        assert f"{path}: {says}" in caught.value.told("zh")


def test_no_name_of_a_model_breaks_a_line(tmp_path: Path) -> None:
    text = FILE.replace('default = "ds"', "") + "\n[models.odd]\nendpoint = 'ollama'\nmodel = \"a\\nb\"\n"
    assert config(tmp_path, text).model("odd").endpoint.model == "a b"
    assert config(tmp_path, "", OPENAI_BASE_URL="http://127.0.0.1:9").model("m\n✓ x").name == "m ✓ x"
    told = refusal(tmp_path, '[models."a\\nb"]\nwrong = 1')
    assert "\n" not in told


def test_the_working_folder_comes_first(tmp_path: Path) -> None:
    first, second = config_paths(tmp_path)
    assert first == tmp_path / "llmwolf.toml"
    assert second.name == "llmwolf.toml"
    first.write_text("default = 'openai:a'", "utf-8")
    assert load_config({}, (first, second)).path == first


@pytest.mark.parametrize("name", presets())
def test_every_preset_has_an_address_a_source_and_unless_local_a_variable_for_its_key(name: str) -> None:
    preset = presets()[name]
    assert normal_url(preset.base_url) == preset.base_url
    assert bool(preset.key_env) is not is_local(preset.base_url)
    assert preset.source
    assert bool(preset.zh) is bool(preset.en)
    spec = Config({preset.key_env: KEY}).model(f"{name}:some-model")
    assert (spec.endpoint.model, spec.endpoint.name) == ("some-model", name)
    assert spec.endpoint.api_key == (KEY if preset.key_env else "")


# -- docs/models.md -------------------------------------------------------------------------------

PAGE = Path(__file__).parents[2] / "docs" / "models.md"


def test_the_page_lists_every_preset_as_it_is() -> None:
    page = PAGE.read_text("utf-8")
    rows = [
        f"| `{name}` | {p.title} | `{p.base_url}` | {f'`{p.key_env}`' if p.key_env else '—'} |"
        for name, p in presets().items()
    ]
    assert [row for row in rows if row not in page] == []
    assert page.count("\n| `") >= len(rows)


def test_every_file_on_the_page_works(tmp_path: Path) -> None:
    files = re.findall(r"```toml\n(.+?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert files
    for text in files:
        found = config(tmp_path, text, DEEPSEEK_API_KEY=KEY, OPENAI_API_KEY=KEY, GATEWAY_KEY=KEY)
        for name in found.names:
            assert found.model(name).endpoint.base_url
        for seat in found.seats:
            assert found.for_seat(seat).endpoint.model


@pytest.mark.parametrize("page", ["README.md", "README.en.md"])
def test_the_names_that_a_readme_seats_are_in_the_file_beside_it(tmp_path: Path, page: str) -> None:
    text = (PAGE.parents[1] / page).read_text("utf-8")
    file = re.findall(r"```toml\n(\[models.+?)```", text, re.DOTALL)[0]
    found = config(tmp_path, file, DEEPSEEK_API_KEY=KEY)
    seated = re.findall(r"--seat \d+=(\w+)", text)
    assert seated
    assert set(seated) <= set(found.names)
    for name in found.names:
        assert found.model(name).endpoint.base_url


def test_every_setting_is_on_the_page() -> None:
    page = PAGE.read_text("utf-8")
    for shape in (File, EndpointTable, ModelTable, PriceTable, LimitTable):
        for setting in shape.model_fields:
            assert re.search(rf"(^|`|\[|\.){setting}\b", page, re.MULTILINE), setting
