"""Without a GPU everything says so in a sentence; the kernels are built by `make ptx`."""

import os
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest

import expedition
from expedition.envs import cuda

ROOT = Path(__file__).resolve().parents[2]
without_gpu = pytest.mark.skipif(find_spec("cupy") is not None, reason="there is CuPy, and perhaps a GPU")


@without_gpu
@pytest.mark.parametrize("game", expedition.games())
def test_without_a_gpu_a_sentence_names_the_way_out(game):
    for run in (lambda: cuda.CudaBatchEnv(game, 8), lambda: cuda.play_random_games(expedition.make(game), 8)):
        with pytest.raises(cuda.NoGpu, match=r"There is no GPU.*BatchEnv does the same on the CPU\."):
            run()


def test_the_tables_of_a_kernel_are_counted():
    ptx = ".const .align 8 .b8 one[800];\n.visible .global .b8 no[7];\n.const .align 8 .b8 two[24];\n"
    assert cuda.constant_bytes(ptx) == 824


def test_an_unknown_game_is_refused_in_a_sentence(capsys):
    assert cuda.main(["build", "chess"]) == 2
    assert "eldorado, silvergold" in capsys.readouterr().err


@pytest.mark.soak
def test_kernels_are_built_on_a_machine_without_a_gpu(tmp_path):
    """Every rule compiles for CUDA, and the tables fit into constant memory."""
    env = {**os.environ, "EXPEDITION_CACHE": str(tmp_path)}
    done = subprocess.run(["make", "ptx"], cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    built = sorted(path.name for path in tmp_path.rglob("*.ptx"))
    assert built == sorted(f"{game}-{kernel}.ptx" for game in expedition.games() for kernel in cuda.KERNELS)
    for path in tmp_path.rglob("*.ptx"):
        text = path.read_text()
        assert f".visible .entry {path.stem.split('-')[1]}(" in text
        assert cuda.constant_bytes(text) < 65536
