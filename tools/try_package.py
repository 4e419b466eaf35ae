"""Build wheel and sdist as an index would get them, and try both in environments that hold nothing else.

Each is installed alone first, where everything but the extras has to work and a missing extra has to be named; then
with the extra `server`, where the table has to answer. The sdist also tests itself: unpacked, its quick tests of the
rules pass on the package that was installed from it.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tarfile
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
PATIENCE = 60.0  # seconds until the server answers


TESTS = ["tests/silvergold", "tests/eldorado"]
QUICK = "not slow and not browser and not server and not soak and not compiled"
TESTERS = ["pytest", "pytest-timeout", "pytest-asyncio", "hypothesis", "jsonschema"]


class PackageError(Exception):
    """The package does not do what it should; the message says what."""


def build() -> list[Path]:
    """The sdist, and the wheel that is made from it."""
    shutil.rmtree(DIST, ignore_errors=True)
    run([sys.executable, "-m", "build", "--no-isolation", "--outdir", str(DIST), str(ROOT)], ROOT, dict(os.environ))
    return sorted(DIST.glob("*.whl")) + sorted(DIST.glob("*.tar.gz"))


def run(command: list[str], folder: Path, env: dict[str, str], code: int = 0) -> str:
    answer = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    if answer.returncode != code:
        said = answer.stdout[-2000:] + answer.stderr[-2000:]
        raise PackageError(f"`{' '.join(command)}` ended with {answer.returncode} instead of {code}:\n{said}")
    return answer.stdout + answer.stderr


class Bare:
    """A new environment in a folder of its own, which sees nothing of this checkout."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.bin = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
        self.env = {**kept, "XDG_DATA_HOME": str(folder), "XDG_STATE_HOME": str(folder), "EXPEDITION_WARM_BOTS": "0"}
        run([sys.executable, "-m", "venv", str(folder / "venv")], ROOT, self.env)

    def install(self, *what: str) -> None:
        pip = [self.python, "-m", "pip", "install", "-qq", "-c", str(ROOT / "constraints.txt")]
        run([*pip, *what], self.folder, self.env)

    @property
    def python(self) -> str:
        return str(self.bin / "python")

    def expedition(self, *arguments: str, code: int = 0) -> str:
        return run([str(self.bin / "expedition"), *arguments], self.folder, self.env, code)


def try_base(bare: Bare) -> None:
    """Import, the examples of the README, one demo game, and what is said about a missing extra."""
    where = run([bare.python, "-c", "import expedition; print(expedition.__file__)"], bare.folder, bare.env)
    if str(ROOT / "src") in where:
        raise PackageError(f"The environment is not bare: expedition comes from {where.strip()}.")
    run([bare.python, "-m", "doctest", str(ROOT / "README.md")], bare.folder, bare.env)
    if "won" not in bare.expedition("demo", "silvergold", "--players", "2", "--seed", "7"):
        raise PackageError("A demo game did not end with somebody who won.")
    run([bare.python, "-m", "expedition", "--version"], bare.folder, bare.env)
    told = bare.expedition("serve", code=2)
    if 'pip install "expedition[server]"' not in told or "Traceback" in told:
        raise PackageError(f"`expedition serve` without the extra said: {told}")


def try_server(bare: Bare) -> None:
    """`expedition serve` answers, and gives the page."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [str(bare.bin / "expedition"), "serve", "--port", str(port)]
    log = bare.folder / "server.log"
    with log.open("w") as out:
        server = subprocess.Popen(command, cwd=bare.folder, env=bare.env, stdout=out, stderr=out)
        try:
            answer_of(server, f"http://127.0.0.1:{port}/api/health", log)
            if "<html" not in answer_of(server, f"http://127.0.0.1:{port}/", log):
                raise PackageError("The server answers but has no page.")
        finally:
            server.terminate()
            server.wait(30)


def try_tests(bare: Bare, sdist: Path) -> str:
    """The quick tests of the rules as they lie in the sdist; what pytest says at the end."""
    with tarfile.open(sdist) as archive:
        archive.extractall(bare.folder, filter="data")
    unpacked = bare.folder / sdist.name.removesuffix(".tar.gz")
    shutil.rmtree(unpacked / "src")  # what is tested is what was installed
    bare.install(*TESTERS)
    told = run([bare.python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", QUICK, *TESTS], unpacked, bare.env)
    return told.strip().splitlines()[-1]


def answer_of(server: subprocess.Popen[bytes], address: str, log: Path) -> str:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and server.poll() is None:
        try:
            with urlopen(address, timeout=5) as answer:
                return str(answer.read().decode())
        except (URLError, OSError):
            time.sleep(0.1)
    raise PackageError(f"The server did not answer at {address}:\n{log.read_text()[-2000:]}")


def try_package(package: Path) -> list[str]:
    """What is to be said of a package that works."""
    start = time.monotonic()
    told = []
    with tempfile.TemporaryDirectory() as folder:
        bare = Bare(Path(folder))
        bare.install(str(package))
        try_base(bare)
        bare.install(f"{package}[server]")
        try_server(bare)
        if package.name.endswith(".tar.gz"):
            told.append(f"{package.name} tests itself: {try_tests(bare, package)}.")
    size = package.stat().st_size / 1e6
    return [*told, f"{package.name}, {size:.1f} MB: works alone and with [server] ({time.monotonic() - start:.0f} s)."]


def main() -> int:
    try:
        with ThreadPoolExecutor() as both:
            for told in both.map(try_package, build()):
                print("\n".join(told))
    except PackageError as trouble:
        print(trouble, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
