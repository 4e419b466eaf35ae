"""Your turn: told once, by the ways one chose, never while looking, never in quiet hours; failures tried again."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from tests.server.clients import Player, free_port
from tests.server.coming_back.doubles import endpoint
from tests.server.coming_back.test_outside import Browser, Postbox, b64
from tests.server.conftest import Running, Start

from expedition.core.words import languages, say
from expedition.server.notify import courier, herald
from expedition.server.timesource import now_ms

pytestmark = pytest.mark.server
DAYS = {"kind": "days", "days": 2}
ALWAYS = {"quiet_from": 0, "quiet_to": 0}


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(herald, "SETTLE", 0)


async def go_round(server: Running) -> None:
    """What the jobs do by themselves every few seconds."""
    use = server.app.state.services
    await herald.look_around(use)
    await courier.carry(use)


async def waiting_game(server: Running, **wish: Any) -> tuple[Player, Player, str]:
    """A game of two by days; the first is to move, and neither is there."""
    ana, tom = await server.account("Ana"), await server.account("Tom")
    code = await server.table_for(ana, tom, game="eldorado", clock=DAYS, **wish)
    return ana, tom, code


async def hooked(player: Player, url: str, **more: Any) -> dict[str, Any]:
    change = {"hook": True, "hook_url": url, **ALWAYS, **more}
    found: dict[str, Any] = await player.call("PATCH", "/api/me/reach", 200, change)
    return found


async def test_a_webhook_is_told_of_a_turn_once_and_signed(start: Start) -> None:
    server = await start(private_addresses=True, address="https://house.example")
    ana, _, code = await waiting_game(server)
    async with endpoint(200) as there:
        wish = await hooked(ana, f"{there.url}/hook")
        await go_round(server)
        await go_round(server)
        (taken,) = there.taken
    told = json.loads(taken.body)
    signature = hmac.new(wish["hook_key"].encode(), taken.body, hashlib.sha256).hexdigest()
    assert taken.headers["x-expedition-signature"] == f"sha256={signature}"
    assert told["format"] == "expedition-notice/1"
    assert told["kind"] == "turn"
    assert told["link"] == f"https://house.example/#/r/{code}"
    assert told["games"][0]["others"] == ["Tom"]
    assert set(told["games"][0]) == {"room", "game", "setup", "others", "deadline"}
    seed = server.truth(code).state.seed
    assert f"{seed:032x}" not in taken.body.decode()


async def test_a_new_turn_is_told_again_after_the_silence(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    server = await start(private_addresses=True)
    ana, tom, code = await waiting_game(server)
    async with endpoint(200) as there:
        await hooked(ana, there.url)
        await go_round(server)
        for player in (ana, tom):
            seat = await player.sit_at(code)
            await seat.act({"do": "end"})
            while seat.mine:
                await seat.act(seat.table["legal"][0])  # type: ignore[index]
            await seat.close()
        await go_round(server)
        assert len(there.taken) == 1  # too soon after the last message
        monkeypatch.setattr(herald, "SILENCE", 0)
        await go_round(server)
        assert len(there.taken) == 2


async def test_nothing_is_sent_while_the_person_is_looking(start: Start) -> None:
    server = await start(private_addresses=True)
    ana, _, code = await waiting_game(server)
    async with endpoint(200) as there:
        await hooked(ana, there.url)
        seat = await ana.sit_at(code)
        await go_round(server)
        assert there.taken == []
        await seat.close()
        await server.until_left(code)
        await go_round(server)
        assert len(there.taken) == 1


async def test_quiet_hours_hold_messages_back(start: Start) -> None:
    server = await start(private_addresses=True)
    ana, _, _ = await waiting_game(server)
    async with endpoint(200) as there:
        minute = now_ms() // 60_000 % 1440
        await hooked(ana, there.url, quiet_from=(minute - 60) % 1440, quiet_to=(minute + 60) % 1440)
        await go_round(server)
        assert there.taken == []
        await ana.call("PATCH", "/api/me/reach", 200, ALWAYS)
        await go_round(server)
        assert len(there.taken) == 1


async def test_many_games_are_one_message(start: Start) -> None:
    server = await start(private_addresses=True)
    ana, tom, _ = await waiting_game(server)
    for _ in range(4):
        await server.table_for(ana, tom, game="eldorado", clock=DAYS)
    async with endpoint(200) as there:
        await hooked(ana, there.url, lang="it")
        await go_round(server)
        await go_round(server)
        (taken,) = there.taken
        told = json.loads(taken.body)
        assert len(told["games"]) == 5
        assert told["title"] == "5 partite ti aspettano"


async def test_a_reminder_comes_before_time_runs_out(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    server = await start(private_addresses=True)
    ana, _, _ = await waiting_game(server)
    async with endpoint(200) as there:
        await hooked(ana, there.url)
        await go_round(server)
        real = now_ms
        for module in ("notify.herald", "notify.courier"):
            monkeypatch.setattr(f"expedition.server.{module}.now_ms", lambda: real() + 40 * 3_600_000)
        await go_round(server)
        await go_round(server)
        kinds = [json.loads(one.body)["kind"] for one in there.taken]
        assert kinds == ["turn", "reminder"]
        assert "7 hours left" in json.loads(there.taken[1].body)["text"]


async def test_what_fails_is_tried_again_and_given_up(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(courier, "PAUSES", (0, 0))
    server = await start(private_addresses=True)
    ana, _, _ = await waiting_game(server)
    async with endpoint(500) as there:
        await hooked(ana, there.url)
        for _ in range(6):
            await go_round(server)
        assert len(there.taken) == 3
        assert await server.app.state.services.store.reach.pending(ana.person["id"]) == 0


async def test_a_webhook_into_a_private_network_is_refused_unless_allowed(start: Start) -> None:
    server = await start()
    ana = await server.account("Ana")
    for url in (
        "https://127.0.0.1/x",
        "http://example.org/",
        "https://10.0.0.1/",
        "https://[::1]/",
        "file:///etc/passwd",
    ):
        told = await ana.call("PATCH", "/api/me/reach", 422, {"hook_url": url})
        assert told["key"] == "refusal.reach_address"
    assert (await ana.get("/api/me/reach"))["hook_url"] is None


async def test_push_reaches_the_browser_and_forgets_one_that_is_gone(start: Start) -> None:
    server = await start(private_addresses=True)
    ana, _, code = await waiting_game(server)
    browser = Browser()
    async with endpoint(201, 410) as service:
        keys = {"p256dh": b64(browser.p256dh), "auth": b64(browser.auth)}
        await ana.call("PATCH", "/api/me/reach", 200, {**ALWAYS, "lang": "fr"})
        told = await ana.call("PUT", "/api/me/push", 200, {"endpoint": f"{service.url}/me", "keys": keys})
        assert (told["browsers"], told["push"]) == (1, True)
        await go_round(server)
        (taken,) = service.taken
        message = json.loads(browser.read(taken.body))
        assert message["title"] == "À vous de jouer"
        assert message["link"].endswith(f"#/r/{code}")
        use = server.app.state.services
        await use.store.reach.write(
            ana.person["id"],
            "turn",
            ["push"],
            {"games": [{"room": code, "game": "eldorado", "setup": {}, "others": []}]},
            [],
            now_ms(),
        )
        await courier.carry(use)
        assert (await ana.get("/api/me/reach"))["browsers"] == 0


async def test_mail_asks_first_and_one_link_ends_it(start: Start) -> None:
    box = Postbox()
    office = Controller(box, hostname="127.0.0.1", port=free_port(), ready_timeout=20)
    office.start()
    try:
        mail = f"smtp://127.0.0.1:{office.port}"
        server = await start(mail=mail, mail_from="table@example.org", address="https://house.example")
        ana, _, code = await waiting_game(server)
        await ana.call("PATCH", "/api/me/reach", 200, {**ALWAYS, "lang": "pt", "mail": True})
        told = await ana.call("PUT", "/api/me/mail", 200, {"address": "ana@example.org"})
        assert told["confirmed"] is False
        await go_round(server)
        assert len(box.letters) == 1  # the question, and nothing before its answer
        link = re.search(r"#/confirm/(\S+)", box.letters[0][1].get_content())
        assert link is not None
        await ana.post("/api/mail/confirm", token=link[1])
        await go_round(server)
        letter = box.letters[1][1]
        assert letter["Subject"] == "É a sua vez"
        assert f"https://house.example/#/r/{code}" in letter.get_content()
        stop = re.search(r"#/stop/(\S+)", letter.get_content())
        assert stop is not None
        stranger = await server.guest()
        await stranger.post("/api/stop", token=stop[1])
        assert (await ana.get("/api/me/reach"))["mail"] is False
        await stranger.post("/api/stop", 403, token=stop[1][:-2] + "xx")
        await ana.call("PUT", "/api/me/mail", 422, {"address": "not an address"})
    finally:
        office.stop()


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("kind", ["turn", "reminder", "challenge", "round"])
def test_every_message_has_words(lang: str, kind: str) -> None:
    assert say(f"notice.{kind}.title", lang, count=2, who="Ana", what="x")
    assert say(f"notice.{kind}.text", lang)


async def test_a_guest_s_wishes_come_along_to_the_account(start: Start) -> None:
    server = await start(private_addresses=True)
    account = await server.account("Ana")
    guest = await server.guest()
    await hooked(guest, "http://127.0.0.1:1/x")
    await guest.post("/api/login", name="Ana", password="correct horse")
    assert (await guest.get("/api/me/reach"))["hook_url"] == "http://127.0.0.1:1/x"
    assert account.person["id"] == (await guest.get("/api/me"))["person"]["id"]


async def test_a_flood_of_challenges_and_rounds_ends_at_twenty_messages(start: Start) -> None:
    server = await start(private_addresses=True)
    ana = await server.account("Ana")
    await ana.call("PATCH", "/api/me/reach", 200, {"hook_url": "http://127.0.0.1:9/x", "hook": True})
    use, id = server.app.state.services, ana.person["id"]
    line = {"room": "K7QMPA", "game": "silvergold", "setup": {}, "others": ["Tom"], "deadline": None}
    for _ in range(30):
        await herald.notice(use, id, "round", {"games": [line], "what": "Cup"})
    assert await use.store.reach.pending(id) == 20
