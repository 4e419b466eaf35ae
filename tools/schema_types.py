"""Write the page's types (web/src/net/schema.ts) from what server and games declare; `--check` only compares."""

from __future__ import annotations

import subprocess
import sys

import build_web


def main() -> int:
    told = subprocess.run([sys.executable, "-m", "expedition.server.schemas"], capture_output=True, check=True).stdout
    build_web.install_packages()
    npm, env = build_web.npm_command()
    command = [*npm, "run", "--silent", "types", "--", *sys.argv[1:]]
    return subprocess.run(command, input=told, cwd=build_web.WEB, env=env, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
