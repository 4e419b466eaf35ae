"""Rooms before and after the game: seats, terms, quick match, rematch, positions, replay, import."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from tests.server.clients import Player
from tests.server.conftest import Running, Start
from tests.server.test_play import GAMES, SHORT, play_out, two_at

import expedition
from expedition.server.rooms.positions import deal_position

pytestmark = pytest.mark.server


async def open_room(player: Player, **wish: Any) -> Any:
    return await player.post("/api/rooms", **{"game": "eldorado", "setup": {"players": 2}, **wish})


async def test_given_the_list_of_games_then_it_has_options_levels_and_components(server: Running) -> None:
    ana = await server.guest()
    games = await ana.get("/api/games")
    assert [game["name"] for game in games] == expedition.games()
    assert games[0]["options"] == expedition.make("eldorado").schema()
    assert games[0]["levels"][0] == {"id": "first", "name": "First", "about": "First."}
    made = expedition.make("eldorado", players=3, caves=True)
    components = await ana.get("/api/games/eldorado/components", setup='{"players": 3, "caves": true}')
    assert components["board"]["hexes"] == made.components()["board"]["hexes"]
    assert (await ana.get("/api/games/eldorado/components", 422, setup='{"players": 9}'))["code"] == "bad_setup"
    assert (await ana.get("/api/games/chess/components", 404))["code"] == "unknown"


async def test_given_no_session_when_a_room_is_asked_for_then_it_is_refused(server: Running) -> None:
    nobody = Player(server.address)
    server.players.append(nobody)
    answer = await nobody.post("/api/rooms", 401, game="eldorado")
    assert answer["code"] == "no_session"


async def test_given_a_waiting_room_then_only_the_host_rules_it(server: Running) -> None:
    ana, rui, eve = [await server.guest(name) for name in ("Ana", "Rui", "Eve")]
    room = await open_room(ana, setup={"players": 3}, public=True)
    path = f"/api/rooms/{room['code']}"
    watching = await eve.sit_at(room["code"])
    assert watching.table is None

    await rui.call("PUT", f"{path}/seats/1", 200, {"kind": "me"})
    await watching.until(lambda s: s.room["seats"][1]["name"] == "Rui")
    assert (await eve.call("PUT", f"{path}/seats/1", 409, {"kind": "me"}))["code"] == "taken"
    assert (await rui.call("PUT", f"{path}/seats/2", 403, {"kind": "bot", "level": "First"}))["code"] == "not_yours"
    assert (await rui.call("POST", f"{path}/start", 403, {}))["code"] == "not_yours"
    assert (await ana.call("POST", f"{path}/start", 409, {}))["code"] == "not_now"
    assert (await rui.call("DELETE", f"{path}/seats/0", 403, None))["code"] == "not_yours"

    await ana.call("DELETE", f"{path}/seats/1", 200, None)  # the host may ask anyone to leave
    await eve.call("PUT", f"{path}/seats/1", 200, {"kind": "me"})
    assert watching.you["looking"] in (None, 1)
    await watching.until(lambda s: s.you["seats"] == [1])
    await eve.call("DELETE", f"{path}/seats/1", 200, None)
    await ana.call("PUT", f"{path}/seats/1", 200, {"kind": "bot", "level": "First"})
    assert (await ana.call("PUT", f"{path}/seats/2", 422, {"kind": "bot", "level": "Nobody"}))["code"] == "bad_setup"

    changed = await ana.call("PATCH", path, 200, {"setup": {"players": 2, "caves": True}, "public": False})
    assert changed["setup"]["caves"] is True
    assert [seat["kind"] for seat in changed["seats"]] == ["person", "bot"]
    assert (await rui.call("PATCH", path, 403, {"public": True}))["code"] == "not_yours"

    started = await ana.post(f"{path}/start")
    assert started["status"] == "playing"
    assert started["commitment"]
    await watching.until(lambda s: s.table is not None)
    assert (await rui.call("PUT", f"{path}/seats/1", 409, {"kind": "me"}))["code"] == "not_now"


async def test_given_an_open_seat_when_a_room_is_to_start_at_once_then_no_room_is_made(server: Running) -> None:
    ana = await server.guest()
    refused = await ana.post("/api/rooms", 409, game="eldorado", start=True)
    assert refused["code"] == "not_now"
    assert await ana.get("/api/me/games") == []


async def test_given_public_and_private_rooms_then_only_public_ones_are_listed(server: Running) -> None:
    ana, rui = await server.guest(), await server.guest()
    public = await open_room(ana, public=True)
    private = await open_room(ana)
    listed = await rui.get("/api/rooms", status="waiting")
    assert [room["code"] for room in listed] == [public["code"]]
    assert {room["code"] for room in await ana.get("/api/me/games")} == {public["code"], private["code"]}
    assert await rui.get("/api/me/games") == []
    await ana.call("DELETE", f"/api/rooms/{public['code']}", 200, None)
    assert await rui.get("/api/rooms", status="waiting") == []


async def test_given_somebody_waiting_on_the_same_terms_when_matching_then_the_game_starts(server: Running) -> None:
    ana, rui, eve = [await server.guest() for _ in range(3)]
    wish = {"game": "silvergold", "setup": {"players": 2}}
    first = await ana.post("/api/match", **wish)
    assert first["status"] == "waiting"
    again = await ana.post("/api/match", **wish)
    assert again["code"] == first["code"]
    other = await eve.post("/api/match", game="silvergold", setup={"players": 3})
    assert other["code"] != first["code"]
    second = await rui.post("/api/match", **wish)
    assert (second["code"], second["status"]) == (first["code"], "playing")


async def test_given_a_game_waiting_for_me_then_it_is_listed_first(server: Running) -> None:
    code, (ana, rui), (first, _) = await two_at(server, "eldorado")
    other = await open_room(ana)
    listed = await ana.get("/api/me/games")
    assert [room["code"] for room in listed] == [code, other["code"]]
    assert (listed[0]["owing"], listed[0]["yours"]) == ([0], [0])
    while first.mine:
        assert first.table is not None
        await first.act(next(a for a in first.table["legal"] if a["do"] in ("end", "done")))
    assert (await rui.get("/api/me/games"))[0]["owing"] == [1]


@pytest.mark.parametrize("game", GAMES)
async def test_given_a_finished_game_then_it_can_be_replayed_played_on_exported_and_imported(
    server: Running, game: str
) -> None:
    code, (ana, _), sockets = await two_at(server, game, setup=SHORT[game])
    running = await ana.get(f"/api/rooms/{code}/replay", 409)
    assert running["code"] == "not_now"
    assert (await ana.get(f"/api/rooms/{code}/record", 409))["code"] == "not_now"
    assert (await ana.get(f"/api/rooms/{code}/outline", 409))["code"] == "not_now"
    await play_out(sockets, random.Random(5))

    record = (await ana.http.get(f"/api/rooms/{code}/record")).json()
    loaded = expedition.Record.parse(record)
    last = len(record["actions"])
    middle = last // 2
    frames = (await ana.get(f"/api/rooms/{code}/replay", first=middle, count=2, seat=1))["frames"]
    assert [frame["ply"] for frame in frames] == [middle, middle + 1]
    assert frames[0]["view"] == _json(loaded.at(middle).view(1))
    assert frames[1]["action"] == record["actions"][middle]
    assert frames[0]["position"] is None
    shown = await ana.get(f"/api/rooms/{code}/replay", first=0, count=200, open=True, lang="pt")
    assert shown["plies"] == last
    assert shown["frames"][-1]["ply"] == min(last, 199)
    assert shown["frames"][3]["position"] == _json(loaded.at(3).snapshot())
    assert (await ana.get(f"/api/rooms/{code}/replay", 422, first=last + 1))["code"] == "bad_record"
    told = await ana.get(f"/api/rooms/{code}/outline", seat=1)
    assert (told["plies"], len(told["steps"])) == (last, last)
    assert {part: told["steps"][middle][part] for part in told["steps"][middle]} == {
        part: frames[1][part] for part in ("ply", "seat", "text", "since", "events")
    }
    opened = await ana.get(f"/api/rooms/{code}/outline", open=True)
    assert opened["steps"][10]["events"] == shown["frames"][11]["events"]

    eve = await server.guest("Eve")
    imported = await eve.post("/api/records", record=record)
    assert (imported["status"], imported["outcome"]) == ("over", "imported")
    assert [seat["name"] for seat in imported["seats"]] == ["Ana", "Rui"]
    assert (await eve.http.get(f"/api/rooms/{imported['code']}/record")).json() == record
    assert (await eve.get(f"/api/rooms/{imported['code']}/replay", first=middle, seat=1))["frames"][0] == frames[0]
    watching = await eve.sit_at(imported["code"])
    assert watching.table is None

    seats = [{"kind": "me"}, {"kind": "me", "name": "Other"}]
    origin = {"kind": "room", "room": imported["code"], "ply": middle}
    played_on = await eve.post("/api/rooms", origin=origin, seats=seats, start=True)
    assert played_on["origin"] == origin | {"day": None, "tournament": None}
    assert not played_on["rated"]
    truth = server.truth(played_on["code"]).state
    assert truth.origin == deal_position(loaded.state.game, loaded.at(middle).snapshot(), [0, 1], truth.seed)
    over = await eve.post("/api/rooms", 422, origin={**origin, "ply": last}, seats=seats)
    assert over["code"] == "bad_position"


async def test_given_an_altered_record_when_imported_then_the_ply_at_fault_is_named(server: Running) -> None:
    ana = await server.guest()
    state = expedition.make("eldorado", max_rounds=2).new(7)
    dice = random.Random(1)
    while not state.is_over:
        state.apply(dice.choice(state.legal_actions()))
    record = state.record().data
    good = await ana.post("/api/records", record=record)
    assert good["ranking"] == state.ranking()
    bad = {**record, "actions": [*record["actions"][:4], {"do": "nonsense"}, *record["actions"][5:]]}
    answer = await ana.post("/api/records", 422, record=bad)
    assert answer["code"] == "bad_record"
    assert answer["message"].startswith("Ply 4:")
    assert (answer["key"], answer["values"]) == ("refusal.record_ply", {"ply": 4})
    for nonsense in ({}, {"format": "expedition-record/1"}, {**record, "seed": 3}, {**record, "actions": "x"}):
        assert (await ana.post("/api/records", 422, record=nonsense))["code"] == "bad_record"


async def test_given_a_position_when_a_room_starts_from_it_then_the_record_carries_it(server: Running) -> None:
    ana = await server.guest("Ana")
    position = expedition.make("eldorado", players=2, max_rounds=3).new(11).snapshot()
    position["seats"][0]["hand"] = ["sailor", "sailor", "explorer"]
    seats = [{"kind": "me"}, {"kind": "bot", "level": "First"}]
    bad = {**position, "seats": []}
    refused = await ana.post("/api/rooms", 422, origin={"kind": "position", "position": bad}, seats=seats)
    assert refused["code"] == "bad_position"
    origin = {"kind": "position", "position": position}
    rated = await ana.post("/api/rooms", 403, origin=origin, seats=seats, rated=True)
    assert rated["code"] == "not_yours"
    room = await ana.post("/api/rooms", origin=origin, seats=seats, start=True)
    assert room["origin"] == {"kind": "position", "room": None, "ply": None, "day": None, "tournament": None}
    assert [line["origin"] for line in await ana.get("/api/me/games")] == [room["origin"]], (
        "lists tell a lesson from a game"
    )
    socket = await ana.sit_at(room["code"])
    assert socket.table is not None
    assert sorted(socket.table["view"]["seats"][0]["hand"]) == ["explorer", "sailor", "sailor"]
    await socket.ask("agree", seat=0, end=True)
    await socket.until(lambda s: s.room["status"] == "over")
    record = expedition.load((await ana.http.get(f"/api/rooms/{room['code']}/record")).text)
    assert record.data["from"] == _json(deal_position(record.state.game, position, [0], int(record.data["seed"], 16)))


async def test_given_a_quick_match_nobody_waits_in_any_more_then_it_is_closed(start: Start) -> None:
    server = await start(idle_seconds=0.2)
    ana = await server.guest()
    room = await ana.post("/api/match", game="silvergold", setup={"players": 2})
    session = server.hub.registry.sessions[room["code"]]
    session.touched -= 10
    await server.hub.registry.evict_if_idle(session)
    assert (await ana.get(f"/api/rooms/{room['code']}"))["status"] == "closed"


def _json(value: Any) -> Any:
    return json.loads(json.dumps(value))
