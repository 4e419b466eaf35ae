"""Write docs/commands.md from the commands themselves; `--check` only compares."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

from expedition.cli.app import app

PAGE = Path(__file__).resolve().parent.parent / "docs" / "commands.md"
HEAD = """# Commands

The `expedition` command, made from the code by `tools/commands.py`. A mistake is answered with one sentence and exit
code 2. Options with `--json` print for other programs; progress goes to the error stream.
"""


def page() -> str:
    root = typer.main.get_command(app)
    return HEAD + "".join(_section(name, command) for name, command in _commands(root, "expedition"))


def _commands(group: Any, path: str) -> Iterator[tuple[str, Any]]:
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from _commands(command, f"{path} {name}")
        else:
            yield f"{path} {name}", command


def _section(name: str, command: Any) -> str:
    example = command.epilog.removeprefix("Example: ")
    arguments = " ".join(p.metavar for p in command.params if p.param_type_name == "argument")
    lines = ["", f"## {name}", "", command.help, "", "```", f"{name} {arguments}".strip() + " [OPTIONS]", "```", ""]
    lines += ["| | |", "|---|---|"]
    for param in command.params:
        if param.name != "help":
            lines.append(f"| {_called(param)} | {param.help}{_default(param)} |")
    return "\n".join([*lines, "", "Example:", "", "```", example, "```", ""])


def _called(param: Any) -> str:
    if param.param_type_name == "argument":
        return f"`{param.metavar}`"
    return ", ".join(f"`{name}`" for name in [*param.opts, *param.secondary_opts])


def _default(param: Any) -> str:
    if param.param_type_name == "argument" or param.default in (None, False, ""):
        return ""
    return f" Default: `{param.default}`."


def main() -> int:
    if "--check" in sys.argv[1:]:
        if PAGE.read_text(encoding="utf-8") != page():
            print("docs/commands.md is not what the commands say; run tools/commands.py.", file=sys.stderr)
            return 1
        return 0
    PAGE.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
