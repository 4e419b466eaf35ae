"""How long `make play` takes from a fresh clone until the page answers, beside another commit in the same run.

    python benchmarks/first_start.py                    this commit
    python benchmarks/first_start.py 6c45280 HEAD       one after the other, twice each, by turns

Each time a new clone in a folder of its own, a new `.venv`, an empty home for its data; what pip and npm have kept
from earlier stays, for all alike.
"""

from __future__ import annotations

import argparse
import os
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parent.parent


def seconds_to_page(commit: str) -> float:
    with tempfile.TemporaryDirectory() as folder:
        clone = Path(folder) / "clone"
        subprocess.run(["git", "clone", "-q", str(ROOT), str(clone)], check=True)
        subprocess.run(["git", "checkout", "-q", commit], cwd=clone, check=True)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = int(free.getsockname()[1])
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
        data = {"XDG_DATA_HOME": folder, "XDG_STATE_HOME": folder, "BROWSER": "true", "EXPEDITION_PORT": str(port)}
        start = time.monotonic()
        with (Path(folder) / "log").open("w+") as log:
            play = subprocess.Popen(
                ["make", "play"], cwd=clone, env={**kept, **data}, stdout=log, stderr=log, start_new_session=True
            )
            try:
                while play.poll() is None:
                    try:
                        if b"<html" in urlopen(f"http://127.0.0.1:{port}/", timeout=5).read():
                            return time.monotonic() - start
                    except (URLError, OSError):
                        time.sleep(0.1)
                log.seek(0)
                raise SystemExit(f"`make play` of {commit} ended before the page answered:\n{log.read()[-2000:]}")
            finally:
                os.killpg(play.pid, signal.SIGTERM)
                play.wait(60)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("commits", nargs="*", default=["HEAD"], help="what to compare (default: this commit)")
    options.add_argument("--times", type=int, default=2, help="how often each (default: 2)")
    chosen = options.parse_args()
    found: dict[str, list[float]] = {}
    for _ in range(chosen.times):
        for given in chosen.commits:
            commit = subprocess.check_output(["git", "rev-parse", "--short", given], cwd=ROOT, text=True).strip()
            found.setdefault(commit, []).append(seconds_to_page(commit))
            print(f"{commit}: {found[commit][-1]:.1f} s", flush=True)
    means = {commit: sum(times) / len(times) for commit, times in found.items()}
    first = next(iter(means.values()))
    for commit, mean in means.items():
        print(f"{commit}: mean {mean:.1f} s, {100 * mean / first:.0f} % of the first")


if __name__ == "__main__":
    main()
