"""Lanterns is registered for the tests of this folder, and for the processes they start."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.browser.conftest import House, chromium, visit  # noqa: F401
from tests.server.conftest import _same_deal, server, start  # noqa: F401

from expedition.core import words
from expedition.core.registry import VARIABLE, register

PLACE = "tests.lanterns.game:Lanterns"
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def registered() -> Iterator[None]:
    before = os.environ.get(VARIABLE), os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join((str(ROOT / "src"), str(ROOT)))
    register("lanterns", PLACE)
    yield
    for name, value in zip((VARIABLE, "PYTHONPATH"), before, strict=True):
        if value is None:
            del os.environ[name]
        else:
            os.environ[name] = value
    words.remove_catalogues(Path(__file__).parent / "locale")


@pytest.fixture(autouse=True)
def _everywhere(registered: None) -> None:
    """No test of this folder without the registration."""


@pytest.fixture(scope="session")
def house(registered: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server of its own, which learns of the game by the environment alone."""
    running = House(tmp_path_factory.mktemp("lanterns"))
    running.start()
    yield running
    running.stop()
