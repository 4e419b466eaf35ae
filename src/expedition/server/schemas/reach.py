"""How people want to be told that a game waits."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from expedition.server.schemas.base import Model

Minute = Annotated[int, Field(ge=0, le=1439, description="Of the day: 22:30 is 1350.")]
Lang = Literal["en", "pt", "it", "fr"]
Token = Annotated[str, Field(min_length=1, max_length=500)]


class Reach(Model):
    """`mail` and `hook` count only where an address is known; equal ends mean no quiet hours."""

    lang: Lang
    zone: str
    quiet_from: Minute
    quiet_to: Minute
    push: bool
    mail: bool
    hook: bool
    address: str | None = Field(description="The mail address, also while it is not confirmed.")
    confirmed: bool
    hook_url: str | None
    hook_key: str | None = Field(description="Signs what the webhook gets: HMAC-SHA-256 of the body.")
    browsers: int = Field(description="How many browsers get push messages.")
    push_key: str = Field(description="This house's public key, for `PushManager.subscribe`.")
    mail_here: bool = Field(description="Whether this house sends mail.")


class ReachChange(Model):
    """What is left out stays."""

    lang: Lang | None = None
    zone: Annotated[str, Field(max_length=64)] | None = None
    quiet_from: Minute | None = None
    quiet_to: Minute | None = None
    push: bool | None = None
    mail: bool | None = None
    hook: bool | None = None
    hook_url: Annotated[str, Field(max_length=1000)] | None = Field(default=None, description="Empty: none any more.")


class PushKeys(Model):
    p256dh: Annotated[str, Field(max_length=120)]
    auth: Annotated[str, Field(max_length=40)]


class Subscription(Model):
    """What `PushSubscription.toJSON` gives, without its time."""

    endpoint: Annotated[str, Field(max_length=1000)]
    keys: PushKeys


class Endpoint(Model):
    endpoint: Annotated[str, Field(max_length=1000)]


class MailAddress(Model):
    address: Annotated[str, Field(max_length=200)]


class TokenIn(Model):
    token: Token


class Done(Model):
    done: bool
