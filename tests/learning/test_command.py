"""`python -m expedition.learning` without the extra `train`: measuring works, training says what is missing."""

import subprocess
import sys

import pytest

WITHOUT_TORCH = "import sys; sys.modules['torch'] = None; from expedition.learning.__main__ import main; "


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    code = WITHOUT_TORCH + f"sys.exit(main({list(arguments)!r}))"
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_games_are_played_without_torch():
    told = command("evaluate", "silvergold", "network", "random", "--players", "2", "--deals", "1", "--workers", "1")
    assert told.returncode == 0, told.stderr
    assert "network among random, players 2" in told.stdout


def test_training_without_torch_is_refused_with_a_sentence():
    told = command("train", "silvergold")
    assert told.returncode == 1
    assert told.stderr == (
        'Training a network needs the extra `train` (torch is not installed); run: pip install "expedition[train]"\n'
    )
