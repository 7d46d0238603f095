"""The cases of tests/cases: records that a coach could read, each with what must come of it.

A case passes where ``llmwolf judge`` would exit 0. A case that expects an error must be well written, or
the judge refuses it: a slip of the pen is not the mistake that it shows.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from llmwolf.record.notation.judging import judge
from tests.rules.rule_ids import CASES, case_files


@pytest.mark.parametrize("case", case_files(), ids=lambda path: path.relative_to(CASES).as_posix())
def test_case(case: Path):
    verdict = judge(case, str)
    assert not verdict.differences
