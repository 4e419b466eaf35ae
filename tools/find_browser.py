"""Find Chromium for the browser tests and screenshots; on Debian as root, install it.

Without a browser everything but those tests works, so a missing one is a sentence and never a failure.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
INSTALL = ("apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium", "fonts-liberation")


def browser() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


def can_install() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get") is not None


def install() -> None:
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (("apt-get", "update", "-qq"), INSTALL):
        subprocess.run(command, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=False)


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--install", action="store_true", help="install Chromium where that is possible")
    if options.parse_args().install and not browser() and can_install():
        print("Installing Chromium for the browser tests …", flush=True)
        install()
    if not browser():
        print("Chromium is missing: browser tests need it (on Debian: apt-get install chromium).", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
