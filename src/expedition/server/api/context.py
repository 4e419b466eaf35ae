"""What every request may use, and who asks."""

from __future__ import annotations

from typing import Annotated, Any

import orjson
from fastapi import Depends, Path, Query, Request, Response

from expedition.core.errors import ExpeditionError
from expedition.core.registry import game_class
from expedition.server import accounts, models
from expedition.server.limits import Limits, OpenSockets
from expedition.server.notify.courier import Notifier
from expedition.server.notify.tokens import Tokens
from expedition.server.refusals import Refusal, TooFast
from expedition.server.results.recorder import Recorder
from expedition.server.reviews import Reviews
from expedition.server.rooms.hub import RoomHub
from expedition.server.rooms.session import RoomSession
from expedition.server.schemas.base import Code
from expedition.server.settings import Settings
from expedition.server.store import Store
from expedition.server.supervisor import Supervisor
from expedition.server.tournaments.referee import Referee
from expedition.server.workshop import Workshop


class Services:
    def __init__(
        self,
        settings: Settings,
        store: Store,
        supervisor: Supervisor,
        hub: RoomHub,
        persons: accounts.Accounts,
        limits: Limits,
        notifier: Notifier,
        secret: str,
    ) -> None:
        self.settings = settings
        self.store = store
        self.supervisor = supervisor
        self.hub = hub
        self.accounts = persons
        self.limits = limits
        self.sockets = OpenSockets(settings.sockets_per_address if settings.rate_limits else 10**9)
        self.notifier = notifier
        self.recorder = Recorder()
        self.referee = Referee()
        self.tokens = Tokens(secret)
        self.secret = secret  # of the house; signs, and makes what is not to be foreseen
        self.reviews = Reviews(hub.archive, hub.registry, supervisor, settings.judge)
        self.workshop = Workshop(store, supervisor)
        self.origins = frozenset(settings.origins.split())

    async def check_rate(self, request: Request, kind: str, key: str = "") -> None:
        """Refuse an address that asks too often."""
        await self.check_rate_of(kind, f"{request.client.host if request.client else '-'} {key}")

    async def check_rate_of(self, kind: str, key: str) -> None:
        """Refuse what is asked too often for this key, in all processes together where that matters."""
        if self.limits.enabled and kind in self.limits.SHARED and self.store.db.is_postgres:
            wait = await self.store.limits.take(kind, key, *self.limits.KINDS[kind])
        else:
            wait = self.limits.take(kind, key)
        if wait:
            raise TooFast(wait)

    async def sign_in(
        self, request: Request, response: Response, person: models.Person, before: models.Login | None = None
    ) -> None:
        """A new session for this browser instead of the one it had before."""
        if before is not None:
            await self.store.sessions.end(before.person.id, before.id)
            await self.hub.persons.changed(before.person.id)
        self.set_cookie(response, await self.accounts.open_session(person, request.headers.get("user-agent", "")))

    def set_cookie(self, response: Response, token: str) -> None:
        response.set_cookie(
            accounts.COOKIE,
            token,
            max_age=accounts.MAX_AGE,
            httponly=True,
            samesite="lax",
            secure=self.settings.secure_cookies,
        )


async def services(request: Request) -> Services:
    return request.app.state.services  # type: ignore[no-any-return]


Use = Annotated[Services, Depends(services)]


async def _login(request: Request, response: Response, use: Use) -> models.Login | None:
    token = request.cookies.get(accounts.COOKIE)
    login = await use.accounts.of_cookie(token)
    if login is not None and token is not None and await use.accounts.is_used_again(login):
        use.set_cookie(response, token)
    return login


async def _somebody(login: Annotated[models.Login | None, Depends(_login)]) -> models.Person | None:
    return None if login is None else login.person


async def _my_login(login: Annotated[models.Login | None, Depends(_login)]) -> models.Login:
    if login is None:
        raise Refusal("no_session", "Say who you are first: POST /api/guest, or sign in.", "refusal.no_session")
    return login


async def _me(person: Annotated[models.Person | None, Depends(_somebody)]) -> models.Person:
    if person is None:
        raise Refusal("no_session", "Say who you are first: POST /api/guest, or sign in.", "refusal.no_session")
    return person


async def _room(code: Annotated[Code, Path()], use: Use) -> RoomSession:
    return await use.hub.registry.find(code)


MaybeLogin = Annotated[models.Login | None, Depends(_login)]
CurrentLogin = Annotated[models.Login, Depends(_my_login)]  # 401 without a session
MaybePerson = Annotated[models.Person | None, Depends(_somebody)]
CurrentPerson = Annotated[models.Person, Depends(_me)]  # 401 without a session
CurrentRoom = Annotated[RoomSession, Depends(_room)]  # of the path's {code}; 404 if there is none
SeatPath = Annotated[int, Path(ge=0, le=15)]
Limit = Annotated[int, Query(ge=1, le=100)]


def check_game_name(name: str) -> None:
    try:
        game_class(name)
    except ExpeditionError as error:
        raise Refusal("unknown", str(error), "refusal.request") from None


def json_response(value: Any) -> Response:
    """Large answers, without checking them against their model again."""
    return Response(orjson.dumps(value), media_type="application/json")
