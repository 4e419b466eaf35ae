"""Worker processes end with the one that started them, even when it is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from expedition.core.errors import ExpeditionError
from expedition.core.workers import cores, done_here

STARTER = """
import os, sys, time
from expedition.core.workers import pool_of

if __name__ == "__main__":
    with pool_of(1) as pool:
        print(pool.schedule(os.getpid).result(), flush=True)
        pool.schedule(time.sleep, args=[600]).result()
"""


def alive(pid: int) -> bool:
    """Running, and not merely unburied."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")
def test_given_a_process_that_is_killed_then_its_workers_end_too(tmp_path: Path) -> None:
    script = tmp_path / "starter.py"
    script.write_text(STARTER)
    starter = subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True)
    assert starter.stdout is not None
    worker = int(starter.stdout.readline())
    assert alive(worker)
    starter.send_signal(signal.SIGKILL)
    starter.wait()
    deadline = time.monotonic() + 60
    while alive(worker) and time.monotonic() < deadline:
        os.sched_yield()
    assert not alive(worker)


def test_given_work_when_spread_then_every_answer_comes_back() -> None:
    assert sorted(done_here(abs, [(-1,), (2,), (-3,)], 1)) == [1, 2, 3]
    assert cores() >= 1


def die_once(mark: Path) -> str:
    """The first process that gets this is killed in the middle of it."""
    if not mark.exists():
        mark.write_text("")
        os.kill(os.getpid(), signal.SIGKILL)
    return "done"


def test_given_a_process_that_is_killed_when_it_works_then_its_call_is_made_again(tmp_path: Path) -> None:
    assert list(done_here(die_once, [(tmp_path / "mark",)], 1)) == ["done"]


@pytest.mark.slow
def test_given_processes_that_die_again_and_again_then_it_is_said() -> None:
    with pytest.raises(ExpeditionError, match="killed again and again"):
        list(done_here(os._exit, [(1,)], 1))


def asked_for() -> str:
    return os.environ.get("OPENBLAS_NUM_THREADS", "")


def test_given_processes_side_by_side_then_each_multiplies_matrices_on_one_core(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever wants more says so."""
    for said, heard in ((None, "1"), ("2", "2")):
        if said is None:
            monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
        else:
            monkeypatch.setenv("OPENBLAS_NUM_THREADS", said)
        assert list(done_here(asked_for, [()], 1)) == [heard]
