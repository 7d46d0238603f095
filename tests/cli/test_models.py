"""``llmwolf models`` and ``llmwolf serve-model``: what there is, and a model file served."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from llmwolf.cli import main
from llmwolf.llm.local import bundled_gguf
from llmwolf.llm.presets import presets
from llmwolf.llm.prices import prices
from tests.llm.scenes import KEY

FILE = """
default = "chat"

[endpoints.mine]
preset = "deepseek"
key_env = "MY_KEY"

[models.chat]
endpoint = "mine"
model = "deepseek-chat"

[models.chat.price]
prompt = 1
completion = 2

[models.shut]
endpoint = "openai"
model = "gpt"
"""


def llmwolf(*words: str) -> Result:
    result = CliRunner().invoke(main, words)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    return result


def test_what_is_configured_and_known_is_listed_without_keys(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "llmwolf.toml"
    path.write_text(FILE, "utf-8")
    monkeypatch.setattr("llmwolf.llm.config.config_paths", lambda: (path,))
    monkeypatch.setenv("MY_KEY", KEY)
    result = llmwolf("models")
    assert result.exit_code == 0
    lines = [" ".join(line.split()) for line in result.output.splitlines()]
    assert lines[0] == str(path)
    assert lines[1].startswith("* chat ✓ deepseek-chat at https://api.deepseek.com/v1 $1/$2")
    assert lines[2].startswith("shut ✗ openai 要密钥，而 OPENAI_API_KEY 没有设置")
    for name, preset in presets().items():
        assert any(line.startswith(f"{name} {preset.base_url}") for line in lines), name
    for name, price in prices().items():
        assert any(line.startswith(name) and str(price.as_of) in line for line in lines), name
    assert KEY not in result.output


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_persona_or_a_prompt_set_that_there_is_not_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: str
) -> None:
    path = tmp_path / "llmwolf.toml"
    odd = 'persona = "laozhan"\nprompt = "standrd"\n\n[models.chat.price]'
    path.write_text(FILE.replace("[models.chat.price]", odd), "utf-8")
    monkeypatch.setattr("llmwolf.llm.config.config_paths", lambda: (path,))
    result = llmwolf("models", "--lang", lang)
    assert result.exit_code == 1
    assert "✗ persona: " in result.output
    assert "'laozhang'" in result.output
    says = {
        "zh": "✗ prompt: 没有提示词集 'standrd'；是不是 'standard'？",
        "en": "✗ prompt: no prompt set 'standrd'; did you mean 'standard'?",
    }
    assert says[lang] in result.output


def test_the_columns_hold_whatever_is_in_them() -> None:
    lines = llmwolf("models").output.splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("  openai "))
    rows = lines[first : first + len(presets())]
    assert len({row.index("http") for row in rows}) == 1
    assert len({row.index(" · ") for row in rows if " · " in row}) == 1


def test_without_a_file_it_is_said_where_one_would_be_looked_for() -> None:
    assert llmwolf("models").output.startswith("没有 llmwolf.toml")
    assert llmwolf("models", "--lang", "en").output.startswith("there is no llmwolf.toml")


@pytest.mark.parametrize(("text", "mark"), [("", "*"), (FILE, " ")])
def test_the_model_of_the_environment_is_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, mark: str
) -> None:
    path = tmp_path / "llmwolf.toml"
    path.write_text(text, "utf-8")
    monkeypatch.setattr("llmwolf.llm.config.config_paths", lambda: (path,))
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    assert "OPENAI_MODEL" not in llmwolf("models").output
    monkeypatch.setenv("OPENAI_MODEL", "small")
    assert f"{mark} OPENAI_MODEL  ✓ small at http://127.0.0.1:9/v1" in llmwolf("models").output.splitlines()
    monkeypatch.setenv("OPENAI_BASE_URL", "https://h.example")
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    assert f"{mark} OPENAI_MODEL  ✗ h.example 要密钥" in llmwolf("models").output


def test_a_slip_in_the_file_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "llmwolf.toml"
    path.write_text("[limit]\n", "utf-8")
    monkeypatch.setattr("llmwolf.llm.config.config_paths", lambda: (path,))
    result = llmwolf("models")
    assert result.exit_code == 2
    assert "是不是 'limits'？" in result.output


def test_a_model_file_that_cannot_be_served_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("xllamacpp", reason="the local model server is not installed: make model")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        (tmp_path / "m.gguf").write_bytes(b"GGUF")
        result = llmwolf("serve-model", str(tmp_path / "m.gguf"), "--port", port)
        assert result.exit_code == 2
        assert f"端口 {port} 不能用" in result.stderr.splitlines()[-1]
    page = tmp_path / "page.gguf"
    page.write_text("<html>", "utf-8")
    for file, says in (("nowhere.gguf", "没有模型文件"), (str(page), "不是 GGUF 文件")):
        result = llmwolf("serve-model", file)
        assert result.exit_code == 2
        assert says in result.stderr.splitlines()[-1]
        assert not result.stdout


def test_without_the_extra_it_is_said_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("llmwolf.llm.local.find_spec", lambda name: None)
    result = llmwolf("serve-model", "x.gguf")
    assert result.exit_code == 2
    assert "pip install 'llmwolf[local]'" in result.stderr.splitlines()[-1]


@pytest.mark.local_model
def test_a_model_is_served_until_ctrl_c() -> None:
    gguf = bundled_gguf()
    if gguf is None:
        pytest.skip("the small local model is not installed: make model")
    command = [sys.executable, "-m", "llmwolf.cli", "serve-model", str(gguf), "--context", "2048"]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")
    assert child.stdout is not None
    base_url = child.stdout.readline().strip()
    assert base_url.startswith("http://127.0.0.1:")
    looked = subprocess.run(
        [sys.executable, "-m", "llmwolf.cli", "doctor", "--base-url", base_url, "--model", gguf.stem],
        capture_output=True, encoding="utf-8", check=False, env=os.environ,
    )  # fmt: skip
    assert looked.returncode in (0, 1), looked.stderr
    assert "✓ 能连上" in looked.stdout
    assert "✓ 回答被语法约束在结构之内" in looked.stdout
    child.send_signal(signal.SIGINT)
    _, err = child.communicate(timeout=10)
    assert child.returncode == 130
    assert f"--base-url {base_url} --model {gguf.stem}" in err
    assert "Traceback" not in err
