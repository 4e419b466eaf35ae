"""Coming to a room: what a socket costs, and what may happen while somebody is on the way in."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import sqlalchemy as sa
from tests.server.conftest import Running
from tests.server.test_faults import Faults

from expedition.server.rooms.bus import Bus
from expedition.server.rooms.forwarding import Forwarding

pytestmark = pytest.mark.server


async def test_given_a_room_in_memory_when_a_socket_opens_then_the_database_is_read_once(server: Running) -> None:
    ana, rui = await server.guest("Ana"), await server.guest("Rui")
    code = await server.table_for(ana, rui, game="eldorado")
    await (await ana.socket(code)).next("state")
    faults = Faults(server)
    await (await rui.socket(code)).next("state")
    assert len([name for name in faults.users if name.startswith("Task-")]) == 1, "besides the server's named work"


async def test_given_a_database_that_is_away_when_a_socket_opens_then_it_is_asked_to_try_again(server: Running) -> None:
    ana = await server.guest("Ana")
    code = (await ana.post("/api/rooms", game="eldorado", setup={"players": 2}))["code"]
    faults = Faults(server)
    faults.always = True
    assert await (await ana.socket(code)).closed() == 1013
    faults.always = False
    assert (await (await ana.socket(code)).next("state"))["room"]["code"] == code


async def test_given_a_session_that_ends_while_its_socket_comes_in_then_the_socket_is_closed(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = await server.account("Ana")
    code = (await ana.post("/api/rooms", game="eldorado", setup={"players": 2}))["code"]
    honest = Forwarding.serve

    async def signed_out_first(self: Forwarding, socket: Any, code: str, connection: Any, since: Any) -> None:
        await server.hub.store.sessions.end_all(ana.person["id"])
        await server.hub.persons.changed(ana.person["id"])
        await honest(self, socket, code, connection, since)

    monkeypatch.setattr(Forwarding, "serve", signed_out_first)
    socket = await ana.socket(code)
    assert await socket.closed() == 4401
    assert socket.received == []


async def test_given_somebody_who_leaves_for_good_then_their_words_are_gone_from_a_room_in_memory(
    server: Running,
) -> None:
    ana, rui = await server.guest("Ana"), await server.account("Rui")
    code = (await ana.post("/api/rooms", game="eldorado", setup={"players": 2}))["code"]
    first, second = await ana.socket(code), await rui.socket(code)
    await first.ask("say", text="I stay")
    await second.ask("say", text="I go")
    assert [line["text"] for line in (await first.ask("sync"))["chat"]] == ["I stay", "I go"]
    await rui.post("/api/me/delete", password="correct horse")
    assert [line["text"] for line in (await first.ask("sync"))["chat"]] == ["I stay"]


class _SlowBus:
    """A database that only passes notes on, and sometimes fails."""

    is_postgres = True

    def __init__(self, failures: int = 0) -> None:
        self.failures = failures
        self.sent: list[list[str]] = []

    @asynccontextmanager
    async def write(self) -> AsyncIterator[list[str]]:
        notes: list[str] = []
        await asyncio.sleep(0)
        if self.failures:
            self.failures -= 1
            raise sa.exc.OperationalError("injected", None, Exception("away"))
        yield notes
        self.sent.append(notes)

    async def notify(self, connection: list[str], *payloads: str) -> None:
        connection += payloads


async def test_given_much_to_say_at_once_then_few_transactions_say_it_all() -> None:
    database: Any = _SlowBus()
    bus = Bus(database, "me")
    await asyncio.gather(*(bus.publish("here", str(number)) for number in range(100)))
    assert sorted(note for notes in database.sent for note in notes) == sorted(f"me here {n}" for n in range(100))
    assert len(database.sent) <= 2


async def test_given_who_speaks_for_all_and_fails_then_the_others_still_say_theirs() -> None:
    database: Any = _SlowBus(failures=1)
    bus = Bus(database, "me")
    told = await asyncio.gather(*(bus.publish("here", str(n)) for n in range(5)), return_exceptions=True)
    assert [isinstance(one, sa.exc.OperationalError) for one in told] == [True, False, False, False, False]
    assert sorted(note for notes in database.sent for note in notes) == [f"me here {n}" for n in range(1, 5)]
