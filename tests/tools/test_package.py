"""What the package says about itself is so, and no file in it knows where this machine gets its libraries from."""

import json
import re
import tomllib
from pathlib import Path

import pytest

import expedition
import pins

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
PIN = re.compile(r"[a-z0-9-]+==[0-9][0-9a-z.!-]*")


def test_the_version_stands_in_one_place() -> None:
    assert PROJECT["project"]["dynamic"] == ["version"]
    assert f"\nversion: {expedition.__version__}\n" in (ROOT / "CITATION.cff").read_text()


def test_pinned_versions_have_no_address() -> None:
    lines = [line for line in pins.FILE.read_text().splitlines() if not line.startswith("#")]
    assert [line for line in lines if not PIN.fullmatch(line)] == []


@pytest.mark.parametrize("extra", ["base", *PROJECT["project"]["optional-dependencies"]])
def test_what_the_package_asks_for_allows_the_pinned_version(extra: str) -> None:
    """A pin outside of the range asked for would make the installation impossible."""
    from packaging.requirements import Requirement

    project = PROJECT["project"]
    asked = project["dependencies"] if extra == "base" else project["optional-dependencies"][extra]
    pinned = dict(line.split("==") for line in pins.FILE.read_text().splitlines() if not line.startswith("#"))
    wrong = []
    for line in asked:
        wanted = Requirement(line)
        version = pinned.get(wanted.name.lower().replace("_", "-"))
        if version and not wanted.specifier.contains(version):
            wrong.append((line, version))
    assert wrong == []


def test_every_supported_python_is_declared_and_run_by_the_workflow() -> None:
    declared = [c.rsplit(" ", 1)[1] for c in PROJECT["project"]["classifiers"] if re.search(r":: 3\.\d+$", c)]
    workflow = (ROOT / ".github/workflows/test.yml").read_text()
    assert declared == json.loads(re.search(r"python: (\[.*\])", workflow)[1])
    assert f">={declared[0]}" == PROJECT["project"]["requires-python"]
