"""Parts of the package that bring libraries of their own. One that is not installed is named in a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from expedition.core.errors import ExpeditionError

EXTRAS = {
    "server": "The table in the browser",
    "envs": "Gymnasium and PettingZoo",
    "openspiel": "OpenSpiel",
    "notebook": "Playing in a notebook",
    "scale": "Running on a Ray cluster",
    "print": "Writing a PDF",
    "train": "Training a network",
    "cuda": "Playing on a GPU",
    "data": "Writing data sets as Parquet",
}


class MissingExtra(ExpeditionError, ImportError):  # noqa: N818 - reads as a sentence where it is caught
    """Something was asked for that needs an extra of the package; the sentence has the command that brings it."""

    def __init__(self, extra: str, module: str) -> None:
        command = f'pip install "expedition[{extra}]"'
        super().__init__(f"{EXTRAS[extra]} needs the extra `{extra}` ({module} is not installed); run: {command}")
        self.extra = extra


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """Around imports: a library that is not there becomes `MissingExtra`."""
    try:
        yield
    except ModuleNotFoundError as error:
        module = (error.name or "").partition(".")[0]
        if module in ("", "expedition"):
            raise
        raise MissingExtra(extra, module) from None
