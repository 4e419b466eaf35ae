"""The route workshop over the wire: drafts, trials, surprises, sheets, and the gallery."""

from __future__ import annotations

import json

import httpx
import pytest
from tests.server.conftest import Running
from tests.workshop.routes import SHORT, route

pytestmark = pytest.mark.server


async def test_given_a_draft_then_the_answer_says_what_is_missing_and_where_the_piece_in_hand_may_lie(
    server: Running,
) -> None:
    ana = await server.guest("Ana")
    empty = await ana.post("/api/workshop/look", route={"tiles": []}, hand={"tile": "B", "rotation": 0}, lang="fr")
    assert empty["verdict"]["text"].startswith("Un parcours commence par le plateau de départ")
    assert empty["hand"]["places"] == [{"q": 0, "r": 0, "edges": 0}]
    whole = await ana.post("/api/workshop/look", route=SHORT)
    assert whole["verdict"]["ok"]
    assert whole["report"]["steps"] > 5
    assert len(whole["report"]["advice"]) == 6
    box = await ana.get("/api/workshop/box")
    assert len(box["sides"]) == 20


async def test_given_a_body_that_is_no_route_then_it_is_refused_with_a_sentence(server: Running) -> None:
    ana = await server.guest("Ana")
    bad = await ana.post("/api/workshop/look", 422, route={"tiles": [{"tile": "Z"}]})
    assert bad["message"].startswith("tiles[0] names the unknown tile 'Z'")
    assert (await ana.post("/api/workshop/trials", 422, route={"tiles": []}))["code"] == "bad_route"
    assert (await ana.get("/api/workshop/code/AAAA", 404))["message"] == "The code 'AAAA' is not a route."


@pytest.mark.compiled
async def test_given_a_trial_then_partial_results_arrive_line_by_line(server: Running) -> None:
    await server.guest("Ana")
    lines = []
    body = {"route": SHORT, "games": 20, "level": "Greedy", "players": 2}
    async with (
        httpx.AsyncClient(base_url=server.address, timeout=120) as client,
        client.stream("POST", "/api/workshop/trials", json=body) as answer,
    ):
        assert answer.status_code == 200
        lines = [json.loads(line) async for line in answer.aiter_lines()]
    assert [line["done"] for line in lines] == [8, 16, 20]
    assert lines[-1]["groups"][0]["level"] == "greedy"


async def test_given_a_saved_route_then_others_find_play_and_rate_it(server: Running) -> None:
    ana, rui = await server.guest("Ana"), await server.guest("Rui")
    saved = await ana.post("/api/workshop/routes", 201, name="Short walk", route=SHORT)
    assert saved["mine"]
    assert not saved["public"]
    assert await rui.get("/api/workshop/routes") == []
    assert (await rui.get(f"/api/workshop/routes/{saved['id']}", 404))["code"] == "unknown"
    await ana.call(
        "PUT", f"/api/workshop/routes/{saved['id']}", 200, {"name": "A short walk", "route": SHORT, "public": True}
    )
    found = (await rui.get("/api/workshop/routes"))[0]
    assert (found["name"], found["maker"], found["mine"], found["plays"]) == ("A short walk", "Ana", False, 0)
    room = await rui.post(
        "/api/rooms",
        201,
        game="eldorado",
        setup={"players": 2, "route": found["route"]},
        seats=[{"kind": "me"}, {"kind": "me"}],
        start=True,
    )
    assert room["setup"]["route"]["id"] == saved["id"]
    assert room["setup"]["route"]["names"] == {"en": "A short walk"}
    rated = await rui.call("PUT", f"/api/workshop/routes/{saved['id']}/stars", 200, {"stars": 4})
    assert (rated["stars"], rated["votes"], rated["own_stars"], rated["plays"]) == (4.0, 1, 4, 1)
    assert (await ana.call("PUT", f"/api/workshop/routes/{saved['id']}/stars", 403, {"stars": 5}))[
        "code"
    ] == "not_yours"
    assert (await rui.call("DELETE", f"/api/workshop/routes/{saved['id']}", 404, None))["code"] == "unknown"
    removed = await ana.http.delete(f"/api/workshop/routes/{saved['id']}")
    assert removed.status_code == 204
    assert await ana.get("/api/workshop/mine") == []


async def test_given_a_route_that_cannot_be_played_then_it_is_not_saved(server: Running) -> None:
    ana = await server.guest("Ana")
    wrong = route(("B", 2, 0, 0), ("C", 5, 6, -3), ("finish_river", 0, 11, -7))
    assert "overlap" in (await ana.post("/api/workshop/routes", 422, name="No", route=wrong))["message"]
    assert await ana.get("/api/workshop/mine") == []


async def test_given_a_code_then_the_print_sheet_is_a_file(server: Running) -> None:
    async with httpx.AsyncClient(base_url=server.address, timeout=60) as client:
        drawn = await client.get("/api/workshop/sheet/AEJhAQmk0olRpNJnRsu2RpA", params={"name": "Hills", "lang": "it"})
        assert drawn.headers["content-type"].startswith("image/svg+xml")
        assert "Hills" in drawn.text
        pdf = await client.get("/api/workshop/sheet/AEJhAQmk0olRpNJnRsu2RpA", params={"form": "pdf"})
        assert pdf.content.startswith(b"%PDF-")
