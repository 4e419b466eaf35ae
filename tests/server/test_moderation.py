"""Not hearing somebody, not sitting with somebody, reporting somebody; and what those who run the house do about it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import sqlalchemy as sa
from tests.server.clients import Socket
from tests.server.conftest import Running, Start

from expedition.cli.app import run
from expedition.server import retention
from expedition.server.names import check_honest, skeleton
from expedition.server.schemas.base import clean_name
from expedition.server.store.chat import chat
from expedition.server.store.people import people
from expedition.server.store.rooms import rooms
from expedition.server.store.sessions import sessions
from expedition.server.timesource import now_ms

DAY = 86_400_000
server_test = pytest.mark.server


def said(socket: Socket) -> list[str]:
    """Every line this socket was ever sent."""
    lines = [line for message in socket.received if message["type"] == "state" for line in message["chat"]]
    lines += [message["line"] for message in socket.received if message["type"] == "chat"]
    return [line["text"] for line in lines]


@server_test
async def test_given_a_muted_person_then_only_the_one_who_muted_hears_nothing_old_or_new(server: Running) -> None:
    ana, rui, eve = await server.guest("Ana"), await server.guest("Rui"), await server.guest("Eve")
    code = await server.table_for(ana, rui, game="eldorado")
    sockets = [await player.sit_at(code) for player in (ana, rui, eve)]
    await sockets[2].ask("say", text="before")
    await sockets[0].next("chat")
    told = await ana.call("PUT", f"/api/me/muted/{eve.person['id']}", 200, None)
    assert [one["name"] for one in told] == ["Eve"]
    assert (await sockets[0].next("state"))["chat"] == [], "what was said before is gone as well"
    await sockets[2].ask("say", text="after")
    await sockets[1].until(lambda s: "after" in said(s))
    assert (await sockets[0].ask("ping"))["type"] == "pong"
    assert "after" not in said(sockets[0])
    assert (await (await ana.socket(code)).next("state"))["chat"] == []
    await ana.call("DELETE", f"/api/me/muted/{eve.person['id']}", 200, None)
    assert [line["text"] for line in (await sockets[0].next("state"))["chat"]] == ["before", "after"]
    await ana.call("PUT", f"/api/me/muted/{ana.person['id']}", 404, None)
    await ana.call("PUT", "/api/me/muted/0123456789abcdef", 404, None)


@server_test
async def test_given_a_block_then_neither_hears_the_other_nor_sits_with_the_other(server: Running) -> None:
    ana, eve = await server.account("Ana"), await server.account("Eve")
    waiting = (await ana.post("/api/rooms", game="eldorado", public=True))["code"]
    here, there = await ana.sit_at(waiting), await eve.sit_at(waiting)
    await ana.call("PUT", f"/api/me/blocked/{eve.person['id']}", 200, None)
    await here.ask("say", text="who is there")
    await there.ask("say", text="me")
    assert [said(socket) for socket in (here, there)] == [["who is there"], ["me"]]
    refused = await eve.call("PUT", f"/api/rooms/{waiting}/seats/1", 403, {"kind": "me"})
    assert refused["key"] == "refusal.kept_apart"
    hers = (await eve.post("/api/rooms", game="eldorado"))["code"]
    await ana.call("PUT", f"/api/rooms/{hers}/seats/1", 403, {"kind": "me"})
    await ana.call("DELETE", f"/api/me/blocked/{eve.person['id']}", 200, None)
    await eve.call("PUT", f"/api/rooms/{waiting}/seats/1", 200, {"kind": "me"})


@server_test
async def test_given_a_block_then_a_quick_match_never_brings_the_two_together(server: Running) -> None:
    ana, eve, rui = [await server.account(name) for name in ("Ana", "Eve", "Rui")]
    await ana.call("PUT", f"/api/me/blocked/{eve.person['id']}", 200, None)
    first = (await ana.post("/api/match", game="eldorado", setup={"players": 2}))["code"]
    second = (await eve.post("/api/match", game="eldorado", setup={"players": 2}))["code"]
    assert first != second
    assert (await rui.post("/api/match", game="eldorado", setup={"players": 2}))["code"] == first


@server_test
async def test_given_a_report_then_the_admin_reads_it_with_the_talk_and_closes_it(
    server: Running, capsys: pytest.CaptureFixture[str]
) -> None:
    ana, eve = await server.guest("Ana"), await server.account("Eve")
    code = await server.table_for(ana, eve, game="eldorado")
    socket = await eve.sit_at(code)
    await socket.ask("say", text="something rude")
    await ana.post("/api/reports", person=eve.person["id"], room=code, reason="talk", words="Twice now.")
    await ana.post("/api/reports", 404, person=ana.person["id"], reason="talk")
    await ana.post("/api/reports", 404, person=eve.person["id"], room="AAAAAA", reason="talk")
    await ana.post("/api/reports", 422, person=eve.person["id"], reason="because")

    told = await admin(server, capsys, "reports")
    assert "talk  Eve" in told
    assert "Twice now." in told
    assert "Eve: something rude" in told
    id = told.split()[0]
    assert "Closed" in await admin(server, capsys, "close-report", id, "Spoke with her.")
    assert "Nothing is reported." in await admin(server, capsys, "reports")
    assert "Spoke with her." in await admin(server, capsys, "reports", "--all")
    assert f"no open report {id}" in await admin(server, capsys, "close-report", id, code=2)


async def admin(server: Running, capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> str:
    """The command, on the database of a running server."""
    capsys.readouterr()
    arguments = ["admin", *words, "--database", server.settings.database]
    assert await asyncio.to_thread(run, arguments) == code
    out = capsys.readouterr()
    return out.out if code == 0 else out.err


@server_test
async def test_given_a_suspension_then_sockets_close_nothing_lets_in_and_restoring_does(
    server: Running, capsys: pytest.CaptureFixture[str]
) -> None:
    eve, rui = await server.account("Eve"), await server.guest("Rui")
    code = await server.table_for(eve, rui, game="eldorado")
    socket = await eve.sit_at(code)
    assert "suspended for 7 days" in await admin(server, capsys, "suspend", "eve", "--days", "7")
    assert await socket.closed() == 4401, "a running server hears of it"
    assert (await eve.get("/api/me"))["person"] is None
    login = {"name": "Eve", "password": "correct horse"}
    assert (await eve.post("/api/login", 403, **login))["key"] == "refusal.suspended"
    assert "suspended until" in await admin(server, capsys, "people", "Eve")
    await admin(server, capsys, "restore", eve.person["id"])
    await eve.post("/api/login", **login)
    assert "2 sessions" not in await admin(server, capsys, "sign-out", "Eve")
    assert (await eve.get("/api/me"))["person"] is None
    assert "nobody called Nobody" in await admin(server, capsys, "suspend", "Nobody", code=2)


@server_test
async def test_given_the_admin_closes_rooms_then_everybody_in_them_is_told(
    server: Running, capsys: pytest.CaptureFixture[str]
) -> None:
    ana, rui = await server.guest("Ana"), await server.guest("Rui")
    running = await server.table_for(ana, rui, game="eldorado")
    waiting = (await ana.post("/api/rooms", game="eldorado"))["code"]
    at_table, at_door = await ana.sit_at(running), await ana.sit_at(waiting)
    assert running in await admin(server, capsys, "rooms")
    assert "without a result" in await admin(server, capsys, "close-room", running.lower())
    await admin(server, capsys, "close-room", waiting)
    await at_door.until(lambda s: s.room["status"] == "closed")
    await at_table.until(lambda s: s.room["status"] == "over")
    assert at_table.room["outcome"] == "agreed"
    assert "is over already" in await admin(server, capsys, "close-room", running, code=2)
    assert "no room AAAAAA" in await admin(server, capsys, "close-room", "AAAAAA", code=2)


async def test_given_no_database_then_the_admin_is_told_so(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    where = str(tmp_path / "none.db")
    assert await asyncio.to_thread(run, ["admin", "people", "--database", where]) == 2
    assert "There is no database" in capsys.readouterr().err
    assert not (tmp_path / "none.db").exists()


@server_test
async def test_given_old_things_then_the_rules_of_retention_take_them_and_nothing_else(start: Start) -> None:
    server = await start(keep_guests_days=90, keep_chat_days=365, keep_rooms_days=30)
    ana, account = await server.guest("Ana"), await server.account("Old Friend")
    player, stale = await server.guest("Player"), await server.guest("Stale")
    over = await server.table_for(player, stale, game="eldorado")
    socket, other = await player.sit_at(over), await stale.sit_at(over)
    await socket.ask("say", text="hello")
    await other.ask("resign", seat=1)
    await socket.until(lambda s: s.room["status"] == "over")
    waiting = (await account.post("/api/rooms", game="eldorado"))["code"]
    running = await server.table_for(ana, account, game="eldorado")
    store = server.hub.store
    long_ago = now_ms() - 400 * DAY
    async with store.db.write() as connection:
        await connection.execute(sa.update(people).values(created=long_ago))
        await connection.execute(
            sa.update(sessions).where(sessions.c.person != player.person["id"]).values(seen=long_ago)
        )
        await connection.execute(sa.update(chat).values(at=long_ago))
        await connection.execute(sa.update(rooms).values(moved=long_ago))
    counted = await retention.apply(store, server.settings, really=False)
    done = await retention.apply(store, server.settings)
    assert counted == done
    assert done["guests"] == 1, "Stale: Ana plays, Player was here, Old Friend is an account"
    assert done["lines of talk"] == 1
    assert done["rooms nobody came to"] == 1
    left = await store.people.get_many([p.person["id"] for p in (ana, account, player, stale)])
    assert sorted(person.name for person in left.values()) == ["Ana", "Old Friend", "Player"]
    assert [seat.name for seat in await store.rooms.seats(over)] == ["Player", "—"]
    statuses = {code: (await store.rooms.get(code)) for code in (over, waiting, running)}
    assert [room and room.status for room in statuses.values()] == ["over", "closed", "playing"]
    async with store.db.write() as connection:
        await connection.execute(sa.update(rooms).values(moved=long_ago))
    assert (await retention.apply(store, server.settings))["closed rooms"] == 1
    assert await store.rooms.get(waiting) is None
    assert not any((await retention.apply(store, server.settings)).values())


MIXED = ["Аna", "Anа", "раypal", "Αna", "a\u3164b", "\u115fAna", "Ana\ufe0f", "a\u034fb", "1\u0662", "Ana\U000e0101"]


@pytest.mark.parametrize("name", MIXED)
def test_given_a_name_with_mixed_alphabets_or_something_unseen_then_it_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        clean_name(name)


@pytest.mark.parametrize("name", ["Ana", "João", "Дарья", "王小明", "さくら王A", "김Kim", "Αννα", "O'Neill", "١٢ علي"])
def test_given_a_name_people_write_then_it_passes(name: str) -> None:
    check_honest(name)


@pytest.mark.parametrize(("one", "two"), [("paypal", "раураl"), ("Bill", "BiII"), ("Tom", "Torn"), ("Ana 0", "AnaO")])
def test_given_two_names_that_look_alike_then_they_have_one_skeleton(one: str, two: str) -> None:
    assert skeleton(one) == skeleton(two)
    assert skeleton(one) != skeleton("Rui")


@server_test
async def test_given_an_account_then_a_name_that_looks_the_same_is_taken(server: Running) -> None:
    await server.account("Bill")
    other = await server.guest()
    refused = await other.post("/api/account", 409, name="BiII", password="correct horse")
    assert refused["key"] == "refusal.name_alike"
    await server.account("сосна")  # pine, in Cyrillic letters that all look Latin but two
    await server.account("оса")
    refused = await other.post("/api/account", 409, name="oca", password="correct horse")
    assert refused["key"] == "refusal.name_alike"
