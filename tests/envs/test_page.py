"""docs/environments.md tells the fields of the code, and its examples run."""

import re

import pytest

import observations

BLOCKS = re.findall(r"^```python\n(.*?)^```$", observations.PAGE.read_text(encoding="utf-8"), re.M | re.S)


def test_the_fields_are_those_of_the_code():
    page = observations.PAGE.read_text(encoding="utf-8")
    assert page == observations.filled(page), "run tools/observations.py"


@pytest.mark.slow
@pytest.mark.compiled
def test_the_examples_run_one_after_another():
    pytest.importorskip("pyspiel", reason="OpenSpiel comes with the extra `openspiel`")
    names: dict[str, object] = {}
    for block in BLOCKS:
        exec(block, names)
    assert names["over"] is True
    assert names["state"].is_terminal()
    assert names["env"].observations.any(axis=1).all()
    assert len(BLOCKS) == 8
