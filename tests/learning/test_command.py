"""`python -m expedition.learning` without the extra `train`: measuring works, training says what is missing."""

import subprocess
import sys

import pytest

from expedition.learning.__main__ import main

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


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ("evaluate", "eldorado", "network", "random", "--players", "5"),
            "measured with [2, 3, 4] players, not with 5",
        ),
        (("evaluate", "eldorado", "network", "random", "--players", "two"), "'two' is no list of numbers"),
        (("evaluate", "silvergold", "network", "random", "--boards", "ROUTES"), "silvergold has no boards to vary."),
        (("boards", "silvergold", "ROUTES", "out.npz"), "silvergold has no boards to vary."),
    ],
)
def test_a_mistake_is_a_sentence(arguments, sentence, tmp_path, capsys):
    (tmp_path / "routes.json").write_text('["first"]')
    given = [str(tmp_path / "routes.json") if word == "ROUTES" else word for word in arguments]
    try:
        code = main(given)
    except SystemExit as end:
        code = end.code
    assert code == 2
    assert sentence in capsys.readouterr().err
