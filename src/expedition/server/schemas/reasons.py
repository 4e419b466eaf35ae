"""Questions about what is not possible, and their answers."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from expedition.server.schemas.base import JsonObject, Model, SeatNumber


class WhyNot(Model):
    """What a person pressed: the game knows which fields its questions have."""

    seat: SeatNumber
    lang: Literal["en", "pt", "it", "fr"] = "en"
    question: Annotated[JsonObject, Field(max_length=8)]


class Reason(Model):
    text: str | None = Field(description="A sentence in the language asked for; null where nothing is against it.")
