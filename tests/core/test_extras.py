"""A part of the package whose libraries are not installed is named in one sentence with the command that brings it."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from expedition.core.errors import ExpeditionError
from expedition.core.extras import EXTRAS, MissingExtra, needs

ROOT = Path(__file__).resolve().parents[2]


def without(*modules: str, run: str) -> subprocess.CompletedProcess[str]:
    """A program in which these libraries cannot be imported."""
    program = f"import sys\nfor name in {modules!r}: sys.modules[name] = None\n{run}"
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)


def test_every_extra_of_the_package_has_words_and_the_other_way_round() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert set(EXTRAS) == set(project["optional-dependencies"])


def test_a_missing_library_is_a_mistake_of_ours_and_an_import_error() -> None:
    with pytest.raises(MissingExtra, match=r'run: pip install "expedition\[scale\]"') as caught, needs("scale"):
        import a_cluster_nobody_has  # noqa: F401
    assert isinstance(caught.value, ExpeditionError)
    assert isinstance(caught.value, ImportError)


def test_a_fault_of_our_own_is_not_blamed_on_an_extra() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"expedition\.nowhere"), needs("server"):
        import expedition.nowhere  # noqa: F401


def test_serve_without_its_extra_says_so() -> None:
    answer = without("fastapi", run="from expedition.cli.app import run; sys.exit(run(['serve']))")
    assert answer.returncode == 2
    expected = 'needs the extra `server` (fastapi is not installed); run: pip install "expedition[server]"\n'
    assert answer.stderr == f"The table in the browser {expected}"


@pytest.mark.parametrize("module", ["solo", "eldorado_v0", "silvergold_v0"])
def test_environments_without_gymnasium_say_so(module: str) -> None:
    answer = without("gymnasium", "pettingzoo", run=f"import expedition.envs.{module}")
    assert answer.stderr.splitlines()[-1].endswith('run: pip install "expedition[envs]"')


def test_the_arena_on_a_cluster_without_ray_says_so() -> None:
    command = "['arena', 'random', 'greedy', '--games', '2', '--ray', 'local']"
    answer = without("ray", run=f"from expedition.cli.app import run; sys.exit(run({command}))")
    assert answer.returncode == 2
    assert "expedition[scale]" in " ".join(answer.stderr.split())


def test_the_engine_and_the_command_line_need_no_extra() -> None:
    """What the base package does not list is not imported on the way to a demo game."""
    extras = ("fastapi", "sqlalchemy", "orjson", "gymnasium", "pettingzoo", "ray", "pyspiel", "torch", "pyarrow")
    run = "from expedition.cli.app import run; sys.exit(run(['demo', 'silvergold', '--players', '2', '--seed', '7']))"
    answer = without(*extras, run=run)
    assert answer.returncode == 0, answer.stderr
    assert "won" in answer.stdout
