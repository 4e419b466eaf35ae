"""The tutorials run, with few steps: every Python block of a page one after another, and the notebook cell by cell."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = [pytest.mark.compiled, pytest.mark.slow]

ROOT = Path(__file__).resolve().parents[2]
TUTORIALS = ROOT / "docs" / "tutorials"
NOTEBOOK = ROOT / "examples" / "notebook.ipynb"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CONSTANT = re.compile(r"^(STEPS|GAMES) = [\d_]+$", re.MULTILINE)
HOW = "it is run by `make tutorials`"


def run(page: str, **constants: int) -> dict[str, Any]:
    """All blocks of a page with its STEPS and GAMES replaced; the names they leave behind."""
    blocks = BLOCK.findall((TUTORIALS / page).read_text(encoding="utf-8"))
    text, count = CONSTANT.subn(lambda found: f"{found[1]} = {constants[found[1]]}", "\n".join(blocks))
    assert count == len(constants)
    names: dict[str, Any] = {}
    exec(compile(text, page, "exec"), names)
    return names


def test_the_batch_tutorial_runs(capsys: pytest.CaptureFixture[str]) -> None:
    names = run("batch.md", GAMES=32, STEPS=2500)
    said = capsys.readouterr().out
    assert names["ended"] > 0
    assert "the walker won" in said
    assert names["env"].observations.shape[0] == 32


def test_the_maskable_ppo_tutorial_runs() -> None:
    pytest.importorskip("sb3_contrib", reason=f"MaskablePPO comes with sb3-contrib; {HOW}")
    names = run("maskable-ppo.md", STEPS=2048, GAMES=2)
    assert -1 <= names["mean"] <= 1
    _, info = names["env"].reset(seed=1)
    assert info["action_mask"].any()


def test_the_tianshou_tutorial_runs() -> None:
    pytest.importorskip("tianshou", reason=f"this tutorial needs tianshou; {HOW}")
    names = run("tianshou.md", STEPS=512, GAMES=2)
    assert -1 <= names["result"].returns.mean() <= 1


def test_the_first_run_runs() -> None:
    pytest.importorskip("torch", reason="training comes with the extra `train`")
    options = ["--updates", "2", "--games", "16", "--length", "8", "--evaluate", "8", "--every", "1"]
    command = [sys.executable, "examples/ppo_practice.py", *options]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stderr
    told = r"before: .* of 8 games won\n(at .* won\n){2}after 256 steps, .* s \(.* s of the processor\): .* won\n$"
    assert re.match(told, answer.stdout)


def test_the_notebook_page_runs() -> None:
    pytest.importorskip("ipywidgets", reason="the table to click at comes with the extra `notebook`")
    names = run("notebook.md")
    assert names["table"].state.ply > 0


def test_a_game_can_be_clicked_to_its_end() -> None:
    pytest.importorskip("ipywidgets", reason="the table to click at comes with the extra `notebook`")
    from expedition.envs.notebook import TableWidget

    table = TableWidget("silvergold", players=2, bots={1: "greedy"}, seed=7, lang="fr")
    assert "<svg" in table.picture.value
    before = table.picture.value
    table.choices.children[-1].click()
    assert table.picture.value != before
    for _ in range(300):
        if table.state.is_over:
            break
        table.choices.children[0].click()
    assert table.state.is_over
    assert table.choices.children == ()


def test_the_notebook_runs_cell_by_cell_and_shows_pictures() -> None:
    nbformat = pytest.importorskip("nbformat", reason=f"the notebook is run by nbclient; {HOW}")
    nbclient = pytest.importorskip("nbclient", reason=f"the notebook is run by nbclient; {HOW}")
    pytest.importorskip("ipykernel", reason=f"the notebook is run by ipykernel; {HOW}")
    pytest.importorskip("ipywidgets", reason="the table to click at comes with the extra `notebook`")
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    nbformat.validate(notebook)
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    shown = [output.get("data", {}) for cell in notebook.cells for output in cell.get("outputs", [])]
    assert sum("image/svg+xml" in data for data in shown) == 3
    assert sum("application/vnd.jupyter.widget-view+json" in data for data in shown) == 1
