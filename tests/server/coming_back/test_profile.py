"""History, records, campaign, friends, days away, and leaving: over the wire, with several people."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.clients import Player
from tests.server.coming_back.playing import play_on, recorded
from tests.server.conftest import Running, Start

from expedition.core.record import Record
from expedition.server.profile import campaign, vacation
from expedition.server.profile.statistics import statistics
from expedition.server.timesource import now_ms

pytestmark = pytest.mark.server
BOT = {"kind": "bot", "level": "First"}


async def solo(server: Running, player: Player, **wish: Any) -> str:
    """A finished game of Silver & Gold against a bot, recorded."""
    values = {"game": "silvergold", "seats": [{"kind": "me"}, BOT], "start": True, **wish}
    room = await player.post("/api/rooms", **values)
    await play_on(player, room["code"])
    await recorded(server, room["code"])
    return str(room["code"])


async def test_a_history_is_kept_and_comes_along_to_the_account(server: Running) -> None:
    guest = await server.guest("Ana")
    code = await solo(server, guest)
    told = await guest.get("/api/me/profile")
    assert [line["room"] for line in told["games"]] == [code]
    assert told["statistics"]["games"] == 1
    assert told["games"][0]["facts"]["points"] > 0
    await guest.post("/api/account", name="Ana", password="correct horse")
    assert (await guest.get("/api/me/profile"))["statistics"]["games"] == 1
    other = await server.guest()
    second = await solo(server, other)
    await other.post("/api/login", name="Ana", password="correct horse")
    rooms = {line["room"] for line in (await other.get("/api/me/profile"))["games"]}
    assert rooms == {code, second}


async def test_a_profile_is_open_or_private_and_never_shows_private_games(server: Running) -> None:
    ana, tom = await server.account("Ana"), await server.account("Tom")
    await solo(server, ana)
    shown = await solo(server, ana, public=True)
    where = f"/api/profiles/{ana.person['id']}"
    told = await tom.get(where)
    assert [line["room"] for line in told["games"]] == [shown]
    assert told["own"] is False
    await ana.call("PATCH", "/api/me/profile", 200, {"public": False, "likeness": "explorer"})
    refused = await tom.get(where, 403)
    assert refused["key"] == "refusal.profile_private"
    assert (await ana.get(where))["likeness"] == "explorer"
    await ana.call("PATCH", "/api/me/profile", 422, {"likeness": "../etc"})
    guest = await server.guest("Gast")
    await tom.get(f"/api/profiles/{guest.person['id']}", 404)


async def test_the_campaign_counts_what_was_played_and_only_that(server: Running) -> None:
    ana = await server.guest("Ana")
    steps = await ana.get("/api/campaign")
    assert [step["id"] for step in steps][:2] == ["first", "hills_of_gold"]
    assert len(steps) == 13
    assert all(star["room"] is None for step in steps for star in step["stars"])
    room = await ana.post("/api/campaign/medals_2")
    assert room["status"] == "playing"
    given_up, room = room, await _set_out_twice(ana, "medals_2", room)
    assert given_up["code"] != room["code"]
    await recorded(server, given_up["code"])
    await play_on(ana, room["code"])
    await recorded(server, room["code"])
    medals = next(step for step in await ana.get("/api/campaign") if step["id"] == "medals_2")
    assert medals["running"] is None
    assert (medals["played"], medals["best"]) == (2, (await ana.get("/api/me/profile"))["games"][0]["facts"]["points"])
    await ana.post("/api/campaign/nowhere", 404)


async def _set_out_twice(player: Player, step: str, first: dict[str, Any]) -> dict[str, Any]:
    """Setting out again goes on with the game that runs; beginning anew gives it up."""
    (runs,) = [one for one in await player.get("/api/campaign") if one["running"]]
    assert (runs["id"], runs["running"]) == (step, first["code"])
    assert (await player.post(f"/api/campaign/{step}"))["code"] == first["code"]
    anew = await player.post(f"/api/campaign/{step}?anew=true")
    assert (await player.get(f"/api/rooms/{first['code']}"))["status"] == "over"
    (runs,) = [one for one in await player.get("/api/campaign") if one["running"]]
    assert runs["running"] == anew["code"]
    return anew


async def test_a_star_comes_from_a_game_with_the_facts_for_it(server: Running) -> None:
    ana = await server.guest("Ana")
    code = await solo(server, ana)
    use = server.app.state.services
    (row,) = [row for row in await use.store.results.of_rooms([code]) if row["seat"] == 0]
    step = next(step for game, step in campaign.steps() if step["id"] == "medals_2")
    best = {**row, "facts": {**row["facts"], "points": 200}, "setup": {"players": 2}}
    earned = campaign._step(use, "silvergold", step, [best], [])
    assert [star["room"] for star in earned["stars"]] == [code] * 3
    against_people = campaign._step(use, "silvergold", step, [{**best, "opponents": None}], [])
    assert [star["room"] for star in against_people["stars"]] == [None] * 3


def test_statistics_of_a_small_history() -> None:
    """Three games of El Dorado by hand, the newest first."""

    def row(room: str, seat: int, place: int, rounds: int | None, bought: dict[str, int]) -> dict[str, Any]:
        facts = {"rounds": rounds, "cards": 10, "bought": bought, "steps": {"jungle": 2, "river": 1}}
        return {"room": room, "game": "eldorado", "variant": "first", "seat": seat, "place": place, "facts": facts}

    told = statistics(
        [row("C", 0, 1, 14, {"scout": 2}), row("B", 1, 1, 12, {"scout": 1, "captain": 1}), row("A", 0, 2, None, {})]
    )
    assert (told["games"], told["won"], told["streak"], told["longest"]) == (3, 2, 2, 2)
    assert told["variants"][0] | {} == {
        "game": "eldorado", "variant": "first", "games": 3, "won": 2, "fact": "rounds", "best": 12, "room": "B",
    }  # fmt: skip
    assert told["seats"] == [
        {"game": "eldorado", "seat": 0, "games": 2, "won": 1},
        {"game": "eldorado", "seat": 1, "games": 1, "won": 1},
    ]
    assert told["cards"][0] == {"game": "eldorado", "card": "scout", "many": 3}
    assert told["steps"] == {"jungle": 6, "river": 3}


# -- friends --------------------------------------------------------------------------------------------------------


async def test_friends_follow_see_challenge_and_block(server: Running) -> None:
    ana, tom = await server.account("Ana"), await server.account("Tom")
    mine, his = ana.person["id"], tom.person["id"]
    assert (await ana.post("/api/me/friends/find", name="tom"))["id"] == his
    told = await ana.call("PUT", f"/api/me/friends/{his}", 200, None)
    assert told["following"][0]["here"] is None  # he does not follow back
    refused = await ana.post("/api/me/challenges", 403, person=his, game="silvergold")
    assert refused["key"] == "refusal.challenge_followers"
    await tom.call("PUT", f"/api/me/friends/{mine}", 200, None)
    assert (await ana.get("/api/me/friends"))["following"][0]["here"] is None  # and has not agreed to be seen
    await tom.call("PATCH", "/api/me/profile", 200, {"seen": True})
    assert (await ana.get("/api/me/friends"))["following"][0]["here"] is False
    room = await tom.post("/api/rooms", game="silvergold", seats=[{"kind": "me"}, BOT], start=True)
    seat = await tom.sit_at(room["code"])
    assert (await ana.get("/api/me/friends"))["following"][0]["here"] is True
    await seat.close()

    offered = await ana.post("/api/me/challenges", person=his, game="silvergold")
    (invitation,) = (await tom.get("/api/me/friends"))["challenges"]
    assert invitation["room"] == offered["code"]
    assert invitation["person"]["name"] == "Ana"
    started = await tom.call("PUT", f"/api/rooms/{offered['code']}/seats/1", 200, {"kind": "me"})
    assert started["status"] == "playing"
    assert (await tom.get("/api/me/friends"))["challenges"] == []

    await tom.call("PUT", f"/api/me/blocked/{mine}", 200, None)
    assert (await ana.get("/api/me/friends"))["following"] == []
    await ana.post("/api/me/challenges", 403, person=his, game="silvergold")
    await ana.call("PUT", f"/api/me/friends/{his}", 404, None)
    await ana.post("/api/me/friends/find", 404, name="Tom")
    await ana.get(f"/api/profiles/{his}", 404)
    assert [one["name"] for one in (await tom.get("/api/me/friends"))["blocked"]] == ["Ana"]
    await tom.call("DELETE", f"/api/me/blocked/{mine}", 200, None)
    await ana.call("PUT", f"/api/me/friends/{his}", 200, None)


async def test_a_challenge_brings_its_set_up(server: Running) -> None:
    ana, tom = await server.account("Ana"), await server.account("Tom")
    await tom.call("PUT", f"/api/me/friends/{ana.person['id']}", 200, None)
    wish = {"person": tom.person["id"], "game": "eldorado"}
    setup = {"players": 3, "route": "serpentine"}
    room = await ana.post("/api/me/challenges", **wish, setup=setup, fill="First")
    assert room["setup"]["route"] == "serpentine"
    assert [seat["kind"] for seat in room["seats"]] == ["person", "open", "bot"]
    room = await ana.post("/api/me/challenges", **wish, setup={"players": 4})
    assert [seat["kind"] for seat in room["seats"]] == ["person", "open", "open", "open"]
    for wrong in ({"players": "two"}, {"players": 1}, {"players": 9}, {"players": 10**12}, {"route": "nowhere"}):
        await ana.post("/api/me/challenges", 422, **wish, setup=wrong)


async def test_nobody_is_flooded_with_challenges(server: Running) -> None:
    ana, tom = await server.account("Ana"), await server.account("Tom")
    await tom.call("PUT", f"/api/me/friends/{ana.person['id']}", 200, None)
    for _ in range(5):
        await ana.post("/api/me/challenges", person=tom.person["id"], game="silvergold")
    refused = await ana.post("/api/me/challenges", 429, person=tom.person["id"], game="silvergold")
    assert refused["key"] == "refusal.challenge_many"


async def test_guests_and_oneself_cannot_be_followed(server: Running) -> None:
    ana, guest = await server.account("Ana"), await server.guest("Gast")
    await ana.call("PUT", f"/api/me/friends/{guest.person['id']}", 404, None)
    await ana.call("PUT", f"/api/me/friends/{ana.person['id']}", 404, None)
    refused = await guest.call("PUT", f"/api/me/friends/{ana.person['id']}", 403, None)
    assert refused["key"] == "refusal.friends_account"


async def test_names_are_searched_no_faster_than_a_person_types(start: Start) -> None:
    server = await start(rate_limits=True)
    ana = await server.account("Ana")
    answers = [(await ana.http.post("/api/me/friends/find", json={"name": f"Tom {n}"})).status_code for n in range(30)]
    assert 429 in answers
    assert answers[0] == 404


# -- days away --------------------------------------------------------------------------------------------------------

HOUR = 3_600_000


@pytest.mark.parametrize(
    ("away", "turn", "given"),
    [
        ([], (0, 48), 0),
        ([(10, 34)], (0, 48), 24),  # wholly within the turn
        ([(40, 100)], (0, 48), 60),  # it reaches beyond: the turn waits for its end
        ([(-30, 10)], (0, 48), 10),  # only what lies in the turn
        ([(60, 70)], (0, 48), 0),  # after the turn
        ([(40, 64), (70, 80)], (0, 48), 34),  # the second lies in what the first gave
        ([(-50, -40)], (0, 48), 0),
    ],
)
def test_a_turn_gets_back_what_was_vacation(away: list[tuple[int, int]], turn: tuple[int, int], given: int) -> None:
    known = [{"first": first * HOUR, "last": last * HOUR} for first, last in away]
    assert vacation.overlap(known, turn[0] * HOUR, turn[1] * HOUR) == given * HOUR


async def test_time_stands_still_while_somebody_is_away(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    server = await start()
    ana, tom = await server.account("Ana"), await server.account("Tom")
    code = await server.table_for(ana, tom, game="eldorado", clock={"kind": "days", "days": 1})
    told = await ana.call("PUT", "/api/me/away", 200, {"first": now_ms(), "days": 5})
    assert told["left"] == 25
    table = server.truth(code)
    mover = table.state.actor
    late = now_ms() + 30 * HOUR
    for module in ("rooms.clocks", "rooms.play", "rooms.registry"):
        monkeypatch.setattr(f"expedition.server.{module}.now_ms", lambda: late, raising=False)
    await server.hub.clocks.process_due_room(code)
    after = server.truth(code)
    if mover == 0:
        assert not after.resigned(0)
        left = after.clock.remaining(0, late)
        assert 5 * 24 * HOUR - 7 * HOUR < left <= 5 * 24 * HOUR
    else:
        assert after.resigned(mover)


async def test_vacations_are_counted_and_do_not_overlap(server: Running) -> None:
    ana = await server.guest("Ana")
    now = now_ms()
    await ana.call("PUT", "/api/me/away", 200, {"first": now, "days": 10})
    await ana.call("PUT", "/api/me/away", 409, {"first": now + 5 * 24 * HOUR, "days": 2})
    await ana.call("PUT", "/api/me/away", 200, {"first": now + 20 * 24 * HOUR, "days": 15})
    refused = await ana.call("PUT", "/api/me/away", 409, {"first": now + 60 * 24 * HOUR, "days": 10})
    assert refused["values"] == {"days": 5}
    await ana.call("PUT", "/api/me/away", 422, {"first": now, "days": 22})
    back = await ana.call("PUT", "/api/me/away", 200, {"first": now, "days": 0})
    assert len(back["vacations"]) == 1
    assert back["left"] >= 14


# -- leaving ----------------------------------------------------------------------------------------------------------


async def test_everything_can_be_taken_along_and_deleted_for_good(start: Start) -> None:
    server = await start(private_addresses=True)
    ana, tom = await server.account("Ana"), await server.account("Tom")
    over = await solo(server, ana)
    running = await server.table_for(ana, tom, game="silvergold")
    waiting = (await ana.post("/api/rooms", game="silvergold"))["code"]
    await ana.call("PUT", f"/api/me/friends/{tom.person['id']}", 200, None)
    await ana.call("PATCH", "/api/me/reach", 200, {"hook_url": "http://127.0.0.1:9/x", "hook": True})
    seat = await ana.sit_at(running)
    await seat.ask("say", text="Hello Tom")
    await seat.close()

    taken = await ana.get("/api/me/export")
    assert taken["format"] == "expedition-export/1"
    assert {row["code"] for row in taken["rooms"]} == {over, running, waiting}
    assert list(taken["records"]) == [over]  # the whole game, as anybody could replay it
    assert Record.parse(taken["records"][over]).state.is_over
    assert taken["chat"][0]["text"] == "Hello Tom"
    assert taken["reach"][0]["hook_url"] == "http://127.0.0.1:9/x"
    text = str(taken)
    assert "argon2" not in text
    assert "hook_key" not in text

    await ana.post("/api/me/delete", 403, password="something else")
    await ana.post("/api/me/delete", password="correct horse")
    assert (await ana.get("/api/me"))["person"] is None
    await ana.post("/api/login", 403, name="Ana", password="correct horse")
    room = await tom.get(f"/api/rooms/{running}")
    assert "Ana" not in str(room)
    assert room["seats"][0]["person"] is None
    kept = await tom.get(f"/api/rooms/{over}/record")
    assert kept["seats"][0]["name"] == "—"
    assert (await tom.get(f"/api/rooms/{waiting}"))["status"] == "closed"
    assert (await tom.get("/api/me/friends"))["followers"] == []
    fresh = await server.account("Ana")  # the name is free again
    assert (await fresh.get("/api/me/profile"))["statistics"]["games"] == 0


async def test_a_guest_deletes_without_a_password(server: Running) -> None:
    guest = await server.guest("Ana")
    await solo(server, guest)
    await guest.post("/api/me/delete")
    assert (await guest.get("/api/me"))["person"] is None
