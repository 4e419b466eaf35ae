"""Lanterns is registered for the tests of this folder, and for the processes they start."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.browser.conftest import House, chromium, visit  # noqa: F401
from tests.server.conftest import _same_deal, empty_database, server, start  # noqa: F401

from expedition.core import words
from expedition.core.registry import VARIABLE, register

PLACE = "tests.lanterns.game:Lanterns"
ROOT = Path(__file__).resolve().parents[2]


def make_known(patch: pytest.MonkeyPatch) -> None:
    patch.setenv("PYTHONPATH", os.pathsep.join((str(ROOT / "src"), str(ROOT))))
    patch.setenv(VARIABLE, os.environ.get(VARIABLE, ""))  # to be put back, as register changes it
    register("lanterns", PLACE)


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No test of this folder without the registration, and none of another folder, in the same process, with it."""
    make_known(monkeypatch)  # the test's own, so that what the test changes is put back first
    yield
    words.remove_catalogues(Path(__file__).parent / "locale")


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server of its own, which learns of the game by the environment alone."""
    running = House(tmp_path_factory.mktemp("lanterns"))
    with pytest.MonkeyPatch.context() as patch:
        make_known(patch)
        running.start()
    yield running
    running.stop()
