"""The documentation tells what is so: commands, pictures and the examples of the front page."""

from __future__ import annotations

import re
import shlex
import xml.etree.ElementTree as ET
from contextlib import redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path

import pytest

import commands
from expedition.cli.app import app, run

ROOT = Path(__file__).resolve().parents[2]
PICTURES = sorted((ROOT / "docs" / "pictures").glob("*.svg"))
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
LARGEST = 250_000  # bytes: the README shows several


def shown_commands() -> list[str]:
    """Every expedition command in a code block of the README and the documentation."""
    found = []
    for page in PAGES:
        for block in re.findall(r"^```\n(.*?)^```$", page.read_text(encoding="utf-8"), re.M | re.S):
            lines = (line.split("#")[0].strip() for line in block.splitlines())
            found += [line for line in lines if line.startswith("expedition ") and "[OPTIONS]" not in line]
    return sorted(set(found))


def test_the_command_reference_is_what_the_commands_say() -> None:
    assert commands.PAGE.read_text(encoding="utf-8") == commands.page(), "run tools/commands.py"


def test_the_command_reference_has_every_command() -> None:
    text = commands.page()
    for command in app.registered_commands:
        assert command.callback
        assert f"## expedition {command.name or command.callback.__name__}\n" in text


@cache
def help_of(*name: str) -> str:
    with redirect_stdout(StringIO()) as said:
        assert run([*name, "--help"]) == 0
    return said.getvalue()


@pytest.mark.parametrize("line", shown_commands())
def test_every_command_shown_is_understood(line: str) -> None:
    """The options are real ones: with --help nothing is carried out, but unknown options are still refused."""
    words = shlex.split(line)[1:]
    options = [word.split("=")[0] for word in words if word.startswith("-")]
    groups = {group.name or group.typer_instance.info.name for group in app.registered_groups if group.typer_instance}
    name = words[:2] if words[0] in groups else words[:1]
    assert [option for option in options if option not in help_of(*name)] == []


@pytest.mark.parametrize("picture", PICTURES, ids=lambda path: path.stem)
def test_a_picture_is_whole_small_and_fetches_nothing(picture: Path) -> None:
    text = picture.read_text(encoding="utf-8")
    assert ET.fromstring(text).tag == "{http://www.w3.org/2000/svg}svg"
    assert len(text.encode()) < LARGEST
    assert not re.search(r"(?:href|src)=\"https?:|url\([\"']?https?:", text)


def test_every_picture_shown_exists_and_every_picture_is_shown() -> None:
    shown = set()
    for page in PAGES:
        for link in re.findall(r"(?:\]\(|src=\"|srcset=\")([^)\"#]+\.svg)", page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), f"{page.name} shows {link}"
            shown.add((page.parent / link).resolve())
    assert set(PICTURES) <= shown


NAMED = re.compile(r"`([\w./-]+/[\w.-]+\.(?:py|ts|svelte|svg|npz|md))`")
PLACES = ("", "src/expedition", "src/expedition/server", "src/expedition/eldorado", "docs")


def test_every_file_the_architecture_names_is_there() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = NAMED.findall(text)
    assert len(named) > 20
    missing = [name for name in named if not any((ROOT / place / name).is_file() for place in PLACES)]
    assert missing == []
