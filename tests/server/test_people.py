"""Guests, accounts, sessions, names."""

from __future__ import annotations

import pytest
from tests.server.clients import Player
from tests.server.conftest import Running, Start

from expedition.server.schemas.base import clean_chat, clean_name

SECRET = "correct horse"


@pytest.mark.server
async def test_given_a_guest_when_it_becomes_an_account_then_its_games_stay(server: Running) -> None:
    ana = await server.guest("Ana")
    room = await ana.post("/api/rooms", game="eldorado")
    me = await ana.post("/api/account", name="Ana Sousa", password=SECRET)
    assert me["person"] == {"id": ana.person["id"], "name": "Ana Sousa", "guest": False}
    await ana.post("/api/logout")
    assert (await ana.get("/api/me"))["person"] is None
    assert (await ana.post("/api/login", 403, name="Ana Sousa", password="wrong horse"))["code"] == "wrong"
    assert (await ana.post("/api/login", 403, name="Nobody", password="wrong horse"))["code"] == "wrong"
    await ana.post("/api/login", name="ana sousa", password=SECRET)
    assert [r["code"] for r in await ana.get("/api/me/games")] == [room["code"]]


@pytest.mark.server
async def test_given_a_guest_in_a_game_when_signing_in_to_an_account_then_the_game_comes_along(server: Running) -> None:
    await server.account("Ana")
    guest = await server.guest("Otter")
    rui = await server.guest("Rui")
    code = await server.table_for(guest, rui, game="eldorado")
    await guest.sit_at(code)
    await guest.post("/api/login", name="Ana", password=SECRET)
    assert [r["code"] for r in await guest.get("/api/me/games")] == [code]
    socket = await guest.sit_at(code)
    assert socket.you["seats"] == [0]
    assert socket.table is not None
    assert (await socket.act(socket.table["legal"][0]))["type"] == "done"


@pytest.mark.server
async def test_given_a_taken_name_when_asked_for_again_in_other_letters_then_it_is_refused(server: Running) -> None:
    await server.account("Ana Sousa")
    rui = await server.guest()
    for name in ("Ana Sousa", "ANA SOUSA", "anasousa", "Ａｎａ Sousa"):
        assert (await rui.post("/api/account", 409, name=name, password=SECRET))["code"] == "taken"


@pytest.mark.server
async def test_given_a_new_password_then_other_sessions_end(server: Running) -> None:
    ana = await server.account("Ana")
    other = Player(server.address)
    server.players.append(other)
    await other.post("/api/login", name="Ana", password=SECRET)
    assert (await ana.call("PUT", "/api/account/password", 403, {"old": "not the old", "new": "x" * 8}))["code"]
    await ana.call("PUT", "/api/account/password", 200, {"old": SECRET, "new": "battery staple"})
    assert (await ana.get("/api/me"))["person"]["name"] == "Ana"
    assert (await other.get("/api/me"))["person"] is None
    assert (await other.post("/api/login", 403, name="Ana", password=SECRET))["code"] == "wrong"


@pytest.mark.server
async def test_given_a_session_cookie_then_scripts_and_other_sites_cannot_have_it(server: Running) -> None:
    nobody = Player(server.address)
    server.players.append(nobody)
    answer = await nobody.http.post("/api/guest", json={"name": "Ana"})
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    value = nobody.http.cookies["expedition"]
    for broken in (value[:-2] + "xx", "x" * 600, "", "WyJhIl0.aa.bb", value.upper()):
        nobody.http.cookies.clear()
        nobody.http.cookies.set("expedition", broken)
        assert (await nobody.get("/api/me"))["person"] is None


@pytest.mark.server
async def test_given_many_logins_from_one_address_then_they_are_slowed_down(start: Start) -> None:
    server = await start(rate_limits=True)
    ana = await server.guest()
    codes = [
        (await ana.http.post("/api/login", json={"name": "Ana", "password": SECRET})).status_code for _ in range(8)
    ]
    assert codes[:2] == [403, 403]
    last = await ana.http.post("/api/login", json={"name": "Ana", "password": SECRET})
    assert last.status_code == 429
    assert int(last.headers["retry-after"]) >= 1
    assert last.json()["code"] == "too_fast"


@pytest.mark.server
async def test_given_a_guest_then_it_can_be_renamed_and_an_account_cannot(server: Running) -> None:
    ana = await server.guest("Ana")
    assert (await ana.call("PATCH", "/api/me", 200, {"name": "Anna  Maria"}))["person"]["name"] == "Anna Maria"
    account = await server.account("Rui")
    assert (await account.call("PATCH", "/api/me", 409, {"name": "Carl"}))["code"] == "not_now"


@pytest.mark.parametrize("name", ["Ana", "João", "O'Neill", "Anne-Marie_2", "Дарья", "王小明", "J. R."])
def test_given_a_name_people_have_then_it_is_accepted(name: str) -> None:
    assert clean_name(f"  {name} ") == name


@pytest.mark.parametrize(
    "name",
    ["", "   ", "<b>Ana</b>", "a\u202eb", "a\u0000b", "a" * 25, "\u200b", "--", "Ana\nRui", "a" + "\u0301" * 8, "👑"],
)
def test_given_a_name_that_could_disturb_a_page_then_it_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        clean_name(name)


def test_given_chat_with_lines_and_emoji_then_it_stays_and_invisible_signs_do_not() -> None:
    assert clean_chat(" hello\nthere \U0001f600 ") == "hello\nthere \U0001f600"
    for bad in ("a\u202eb", "a\u0007", "\u2028", " "):
        with pytest.raises(ValueError, match=r"\w"):
            clean_chat(bad)
