"""Sessions, mutes, reports, forgotten passwords."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from expedition.server.schemas.base import Code, Model, Name, Password, PersonId, Time, clean_text
from expedition.server.schemas.reach import Token

SessionId = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]
Reason = Literal["talk", "name", "play", "other"]


def _clean_words(text: str) -> str:
    return clean_text(text, also="\n").strip()


class Session(Model):
    """A place where one is signed in. `device` is as much as the browser told, such as `Firefox, Linux`."""

    id: SessionId
    device: str
    created: Time
    seen: Time
    here: bool = Field(description="This one.")


class ReportIn(Model):
    """Somebody's behaviour, for those who run the house; the last lines said in the room come along."""

    person: PersonId
    room: Code | None = None
    reason: Reason
    words: Annotated[str, Field(max_length=500), AfterValidator(_clean_words)] = ""


class Forgotten(Model):
    name: Name


class ResetIn(Model):
    token: Token
    password: Password
