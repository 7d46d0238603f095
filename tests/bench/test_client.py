"""The benchmark of the client: that it runs, not how fast."""

import json

from click.testing import CliRunner

from llmwolf.bench.answering import HEAD, PACKET, SPEECH, frames, legal, packets
from llmwolf.cli import main


def test_what_the_server_answers_is_legal() -> None:
    speech = {"type": "string", "maxLength": 8}
    seats = {"type": "array", "items": {"type": "integer", "enum": [4, 5]}, "minItems": 1}
    schema = {"anyOf": [{"type": "object", "properties": {"speech": speech, "targets": seats}}]}
    assert legal(schema) == {"speech": SPEECH[:8], "targets": [4]}
    sent = frames({"response_format": {"json_schema": {"schema": schema}}})
    assert sent[-2].endswith(b"data: [DONE]\n\n\r\n")
    assert b"".join(packets(json.dumps(schema).encode(), 200)).startswith(HEAD)
    assert max(map(len, packets(json.dumps(schema).encode(), 200))) <= PACKET


def test_every_figure_is_measured_and_printed() -> None:
    run = CliRunner().invoke(
        main, ["bench", "client", "--calls", "4", "--games", "1", "--games", "2", "--json"]
    )
    assert run.exit_code == 0, run.output
    figures = json.loads(run.stdout)
    assert figures["games"] == [1, 2]
    for name in ("sdk", "wire", "whole"):
        assert len(figures[name]) == 2
        assert min(figures[name]) > 0
    assert figures["versions"].keys() >= {"python", "openai", "aiohttp"}
