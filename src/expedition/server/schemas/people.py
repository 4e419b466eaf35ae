"""Guests, accounts, ratings."""

from __future__ import annotations

from pydantic import Field

from expedition.server.schemas.base import Model, Name, Password, PersonId


class PersonRef(Model):
    id: PersonId
    name: str
    guest: bool


class Rating(Model):
    """openskill: `mu` the estimate, `sigma` its uncertainty; `shown` ± `doubt` is what people see of them: a newcomer
    at 1500, and the true strength between both ends 19 times out of 20."""

    game: str
    players: int
    mu: float
    sigma: float
    shown: int
    doubt: int
    games: int


class Me(Model):
    """`person` is null until a guest or account session exists."""

    person: PersonRef | None
    mail: bool = Field(description="Whether this house sends mail, such as a link when a password is forgotten.")


class GuestIn(Model):
    name: Name | None = None


class NameIn(Model):
    name: Name


class AccountIn(Model):
    name: Name
    password: Password


class PasswordIn(Model):
    old: Password
    new: Password
