"""Types that all of the house shares."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from typing_extensions import TypedDict

Json = dict[str, Any]  # an object of JSON
ReadOnlyJson = Mapping[str, Any]  # one that is only looked at: a typed one will do


class Generator(TypedDict):
    """The state of a game's generator, so that a game goes on from a position as it would have."""

    key: str
    count: int
    used: int


class _Two:
    """A list of two, said to programs that make types of a JSON Schema."""

    def __init__(self, item: Json) -> None:
        self.schema = {"type": "array", "prefixItems": [item, item], "minItems": 2, "maxItems": 2}

    def __get_pydantic_json_schema__(self, _schema: Any, _handler: Any) -> Json:
        return self.schema


_PAIR = _Two({"type": "integer"})

Pair = Annotated[list[int], _PAIR]  # two whole numbers: a place
Edge = Annotated[list[list[int]], _Two(_PAIR.schema)]  # two places
