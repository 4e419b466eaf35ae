"""What all bodies and messages share: strict models, numbers, names and texts. Times are milliseconds since 1970."""

from __future__ import annotations

import unicodedata
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue

from expedition.server.names import check_honest

JsonObject = dict[str, JsonValue]
MAX_INT = 2**31 - 1

Code = Annotated[str, Field(pattern=r"^[A-HJ-NP-Z2-9]{6}$", examples=["K7QMPA"], description="Six letters and digits.")]
PersonId = Annotated[str, Field(pattern=r"^[0-9a-f]{16}$", examples=["5f0c1d2e3a4b5c6d"])]
SeatNumber = Annotated[int, Field(ge=0, le=15)]
Ply = Annotated[int, Field(ge=0, le=MAX_INT)]
Time = Annotated[int, Field(ge=0, description="Milliseconds since 1970.")]
Id = Annotated[int, Field(ge=0, le=MAX_INT, description="Chosen by the client; the answer carries it back.")]

_INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def clean_text(text: str, also: str = "") -> str:
    """Text without anything invisible that could disturb another page; `also` lists control signs to let pass."""
    composed = unicodedata.normalize("NFC", text)
    for sign in composed:
        if unicodedata.category(sign) in _INVISIBLE and sign not in also:
            raise ValueError(f"The sign U+{ord(sign):04X} cannot be used here.")
    return composed


def clean_name(text: str) -> str:
    """A name: letters, digits, single spaces and a little punctuation, at least one letter or digit."""
    name = " ".join(clean_text(unicodedata.normalize("NFKC", clean_text(text))).split())
    if not 1 <= len(name) <= 24:
        raise ValueError("A name has 1 to 24 signs.")
    for sign in name:
        if unicodedata.category(sign)[0] not in "LNM" and sign not in " _-.'’":
            raise ValueError(f"A name holds letters, digits, spaces and _ - . ' only, not {sign}.")
    if not any(sign.isalnum() for sign in name):
        raise ValueError("A name holds at least one letter or digit.")
    if sum(unicodedata.category(sign)[0] == "M" for sign in name) > len(name) // 2:
        raise ValueError("A name holds more letters than marks on them.")
    check_honest(name)
    return name


def clean_title(text: str) -> str:
    """The name of something people make: one line, at least one letter or digit."""
    title = " ".join(clean_text(text).split())
    if not 1 <= len(title) <= 40:
        raise ValueError("A title has 1 to 40 signs.")
    if not any(sign.isalnum() for sign in title):
        raise ValueError("A title holds at least one letter or digit.")
    if sum(unicodedata.category(sign)[0] == "M" for sign in title) > len(title) // 2:
        raise ValueError("A title holds more letters than marks on them.")
    return title


def clean_chat(text: str) -> str:
    said = clean_text(text, also="\n").strip()
    if not said:
        raise ValueError("There is nothing in this message.")
    return said


Name = Annotated[str, Field(min_length=1, max_length=24, examples=["Ana"]), AfterValidator(clean_name)]
Title = Annotated[str, Field(min_length=1, max_length=60, examples=["Sunday cup"]), AfterValidator(clean_title)]
Password = Annotated[str, Field(min_length=8, max_length=200)]
ChatText = Annotated[str, Field(min_length=1, max_length=500), AfterValidator(clean_chat)]
Entropy = Annotated[
    str,
    Field(pattern=r"^[0-9a-f]{32,64}$", description="Random digits of the client's own: it has a part in the seed."),
]
Level = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,32}$", examples=["Guide"])]


class Model(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, json_schema_serialization_defaults_required=True)


class Problem(Model):
    """What every refusal looks like. `message` is a sentence for people, `code` a word for programs."""

    code: str
    message: str
    key: str | None = Field(description="The sentence in the catalogues of four languages, where they have it.")
    values: JsonObject = Field(description="What belongs into the catalogue's sentence.")
