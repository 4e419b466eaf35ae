"""Every Python example of the README and the documentation does what it says."""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def examples(page: Path) -> str:
    """The page with everything but its Python blocks blanked out, so that line numbers stay true."""
    text = page.read_text()
    kept = [(block.start(1), block.end(1)) for block in BLOCK.finditer(text)]
    return "".join(c if c == "\n" or any(a <= i < b for a, b in kept) else " " for i, c in enumerate(text))


@pytest.mark.parametrize("page", [p for p in PAGES if ">>>" in p.read_text()], ids=lambda p: str(p.relative_to(ROOT)))
def test_examples_of(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    test = doctest.DocTestParser().get_doctest(examples(page), {}, page.name, str(page), 0)
    assert test.examples, f"{page.name} shows >>> outside of a python block"
    said: list[str] = []
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=said.append)
    assert result.failed == 0, "".join(said)
