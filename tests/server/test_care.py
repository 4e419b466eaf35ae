"""Looking after an account: sessions that can be ended, sockets that end with them, passwords by mail."""

from __future__ import annotations

import re
from email import message_from_bytes
from email.policy import default
from typing import Any

import pytest
import sqlalchemy as sa
from aiosmtpd.controller import Controller
from tests.server.clients import Player, free_port
from tests.server.conftest import Running, Start
from tests.server.processes import Cluster

from expedition.server.accounts import device_of
from expedition.server.store.sessions import LIFE, sessions
from expedition.server.timesource import now_ms

pytestmark = pytest.mark.server
SECRET = "correct horse"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


async def signed_in(server: Running, name: str, agent: str = FIREFOX) -> Player:
    player = Player(server.address)
    server.players.append(player)
    player.http.headers["User-Agent"] = agent
    player.person = (await player.post("/api/login", name=name, password=SECRET))["person"]
    return player


async def test_given_two_browsers_when_one_is_signed_out_from_the_other_then_its_sockets_close(server: Running) -> None:
    ana, rui = await server.account("Ana"), await server.guest("Rui")
    phone = await signed_in(server, "Ana")
    code = await server.table_for(ana, rui, game="eldorado")
    here, there = await ana.sit_at(code), await phone.sit_at(code)
    found = await ana.get("/api/me/sessions")
    assert [one["here"] for one in found].count(True) == 1
    other = next(one for one in found if not one["here"])
    assert other["device"] == "Firefox, Linux"
    left = await ana.call("DELETE", f"/api/me/sessions/{other['id']}", 200, None)
    assert [one["here"] for one in left] == [True]
    assert await there.closed() == 4401
    assert (await phone.get("/api/me"))["person"] is None
    assert (await here.ask("ping"))["type"] == "pong", "the other browser plays on"
    await ana.call("DELETE", f"/api/me/sessions/{other['id']}", 404, None)
    stranger = await server.account("Eve")
    mine = (await ana.get("/api/me/sessions"))[0]["id"]
    await stranger.call("DELETE", f"/api/me/sessions/{mine}", 404, None)
    assert (await ana.get("/api/me"))["person"]["name"] == "Ana"


async def test_given_a_new_password_then_the_other_sockets_close_and_the_own_stays(server: Running) -> None:
    ana, rui = await server.account("Ana"), await server.guest("Rui")
    thief = await signed_in(server, "Ana")
    code = await server.table_for(ana, rui, game="eldorado")
    here, there = await ana.sit_at(code), await thief.sit_at(code)
    await ana.call("PUT", "/api/account/password", 200, {"old": SECRET, "new": "battery staple"})
    assert await there.closed() == 4401
    assert (await here.ask("ping"))["type"] == "pong"
    assert len(await ana.get("/api/me/sessions")) == 1


async def test_given_two_processes_when_a_session_ends_at_one_then_its_socket_at_the_other_closes(
    start: Start, cluster: Cluster
) -> None:
    database = cluster.database()
    first, second = await start(database=database), await start(database=database)
    ana = await first.account("Ana")
    phone = await signed_in(second, "Ana")
    code = (await ana.post("/api/rooms", game="eldorado"))["code"]
    there = await phone.sit_at(code)
    await ana.call("DELETE", "/api/me/sessions", 200, None)
    assert await there.closed() == 4401


async def aged(server: Running, by: int) -> None:
    async with server.hub.store.db.write() as connection:
        await connection.execute(sa.update(sessions).values(seen=now_ms() - by))


async def test_given_a_session_then_each_use_makes_it_last_thirty_days_more(server: Running) -> None:
    ana = await server.guest("Ana")
    assert "set-cookie" not in (await ana.http.get("/api/me")).headers, "not at every request"
    await aged(server, LIFE - 60_000)
    answer = await ana.http.get("/api/me")
    assert answer.json()["person"]["name"] == "Ana"
    assert f"Max-Age={LIFE // 1000}" in answer.headers["set-cookie"]
    assert (await ana.get("/api/me/sessions"))[0]["seen"] > now_ms() - 60_000
    await aged(server, LIFE)
    assert (await ana.get("/api/me"))["person"] is None


async def test_given_a_logout_then_the_cookie_is_worth_nothing_any_more(server: Running) -> None:
    ana = await server.account("Ana")
    cookie = ana.http.cookies["expedition"]
    await ana.post("/api/logout")
    ana.http.cookies.set("expedition", cookie)
    assert (await ana.get("/api/me"))["person"] is None


@pytest.mark.parametrize(
    ("agent", "device"),
    [
        (FIREFOX, "Firefox, Linux"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 Version/19 Safari/604",
            "Safari, iPhone",
        ),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0", "Edge, Windows"),
        ("python-httpx/0.28", ""),
        ("", ""),
    ],
)
def test_given_what_a_browser_says_of_itself_then_two_words_are_kept(agent: str, device: str) -> None:
    assert device_of(agent) == device


class Postbox:
    def __init__(self) -> None:
        self.letters: list[Any] = []

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802
        self.letters.append((envelope.rcpt_tos, message_from_bytes(envelope.content, policy=default)))
        return "250 OK"


async def test_given_a_forgotten_password_then_a_link_by_mail_makes_a_new_one_once(start: Start) -> None:
    box = Postbox()
    office = Controller(box, hostname="127.0.0.1", port=free_port(), ready_timeout=20)
    office.start()
    try:
        mail = f"smtp://127.0.0.1:{office.port}"
        server = await start(mail=mail, mail_from="table@example.org", address="https://house.example")
        ana = await server.account("Ana")
        assert (await ana.get("/api/me"))["mail"] is True
        await ana.call("PATCH", "/api/me/reach", 200, {"lang": "it"})
        await ana.call("PUT", "/api/me/mail", 200, {"address": "ana@example.org"})
        stranger = await server.guest()

        async def forgotten(name: str) -> list[Any]:
            box.letters.clear()
            assert await stranger.post("/api/account/forgotten", name=name) == {"done": True}
            for task in [t for t in server.hub.supervisor._tasks if t.get_name() == "reset mail"]:
                await task
            return box.letters

        confirm = re.search(r"#/confirm/(\S+)", box.letters[0][1].get_content())
        assert confirm is not None
        assert not await forgotten("Ana"), "the address is not confirmed yet"
        await ana.post("/api/mail/confirm", token=confirm[1])
        assert not await forgotten("Nobody")
        ((to, letter),) = await forgotten("ana")
        assert to == ["ana@example.org"]
        assert letter["Subject"] == "Una nuova password"
        link = re.search(r"https://house\.example/#/reset/(\S+)", letter.get_content())
        assert link is not None
        token = link[1]
        await stranger.post("/api/account/reset", 403, token=token[:-2] + "xx", password="battery staple")
        await stranger.post("/api/account/reset", 422, token=token, password="short")
        came = await stranger.post("/api/account/reset", token=token, password="battery staple")
        assert came["person"]["name"] == "Ana"
        assert (await ana.get("/api/me"))["person"] is None, "whoever had the old one is signed out"
        await stranger.post("/api/account/reset", 403, token=token, password="once more please")
        await ana.post("/api/login", 403, name="Ana", password=SECRET)
        await ana.post("/api/login", name="Ana", password="battery staple")
    finally:
        office.stop()


async def test_given_a_house_without_mail_then_a_forgotten_password_is_told_so(server: Running) -> None:
    ana = await server.account("Ana")
    assert (await ana.get("/api/me"))["mail"] is False
    assert (await ana.post("/api/account/forgotten", 409, name="Ana"))["key"] == "refusal.no_mail"
