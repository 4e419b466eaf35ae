"""Requests that cannot be carried out, told to programs and people alike."""

from __future__ import annotations

from expedition.core.types import Json
from expedition.core.words import say


class Refusal(Exception):  # noqa: N818 - an answer, not a failure
    """A word for programs, a sentence for people, and where the catalogues have the sentence in other languages, its
    key there with what belongs into it."""

    def __init__(self, code: str, message: str, key: str | None = None, **values: str | int) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.key = key
        self.values = values

    @classmethod
    def localized(cls, code: str, key: str, **values: str | int) -> Refusal:
        """The sentence comes from the catalogue."""
        data: Json = dict(values)
        return cls(code, say(key, **data), key, **values)

    def to_dict(self) -> Json:
        return {"code": self.code, "message": self.message, "key": self.key, "values": self.values}


class TooFast(Refusal):
    def __init__(self, wait: float) -> None:
        seconds = int(wait) + 1
        super().__init__("too_fast", say("refusal.too_fast", seconds=seconds), "refusal.too_fast", seconds=seconds)
        self.wait = wait
