"""What stands before every request, and the pages."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from tests.server.conftest import Running, Start
from websockets.exceptions import InvalidStatus

from expedition.server import pages
from expedition.server.guard import HEADERS, LARGEST_BODY, same_origin
from expedition.server.limits import Bucket, Limits


def scope(**headers: str) -> dict[str, Any]:
    return {"headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]}


@pytest.mark.parametrize(
    ("headers", "allowed"),
    [
        ({"host": "a.example"}, True),
        ({"host": "a.example", "origin": "https://a.example"}, True),
        ({"host": "a.example:8000", "origin": "http://a.example:8000"}, True),
        ({"host": "a.example", "origin": "https://b.example"}, False),
        ({"host": "a.example", "origin": "null"}, False),
        ({"host": "a.example", "origin": "https://a.example.b.example"}, False),
        ({"origin": "https://a.example"}, False),
        ({"host": "a.example", "origin": "https://friend.example"}, True),
        ({"host": "a.example", "sec_fetch_site": "cross-site"}, False),
        ({"host": "a.example", "sec_fetch_site": "same-origin"}, True),
    ],
)
def test_given_an_origin_then_only_our_own_pages_and_programs_pass(headers: dict[str, str], allowed: bool) -> None:
    assert same_origin(scope(**headers), frozenset({"https://friend.example"})) is allowed


def test_given_a_bucket_when_empty_then_it_says_how_long_to_wait() -> None:
    now = 0.0
    bucket = Bucket(2, 3, clock=lambda: now)
    assert [bucket.take() for _ in range(4)] == [0, 0, 0, 0.5]
    now = 0.5
    assert bucket.take() == 0
    now = 100.0
    assert bucket.full


def test_given_floods_from_everywhere_then_the_memory_of_them_is_bounded() -> None:
    now = 0.0
    limits = Limits(True, clock=lambda: now)
    limits._MOST = 100
    for number in range(1000):
        assert limits.take("login", str(number)) == 0
    assert len(limits._buckets) <= 100


@pytest.mark.server
async def test_given_another_sites_page_then_it_can_neither_post_nor_open_a_socket(server: Running) -> None:
    ana = await server.guest()
    evil = {"Origin": "https://evil.example"}
    answer = await ana.http.post("/api/rooms", json={"game": "eldorado"}, headers=evil)
    assert (answer.status_code, answer.json()["code"]) == (403, "wrong_origin")
    room = await ana.post("/api/rooms", game="eldorado")
    with pytest.raises(InvalidStatus):
        await ana.socket(room["code"], **evil)
    form = await ana.http.post("/api/logout", content="a=b", headers={"Content-Type": "text/plain"})
    assert form.status_code == 415


@pytest.mark.server
async def test_given_any_answer_then_it_carries_the_security_headers(server: Running) -> None:
    ana = await server.guest()
    for path in ("/", "/api/me", "/api/rooms/NOSUCH", "/nowhere.js", "/openapi.json"):
        answer = await ana.http.get(path)
        for name, value in HEADERS.items():
            assert answer.headers[name] == value
        assert "server" not in answer.headers
    policy = HEADERS["Content-Security-Policy"]
    assert "script-src 'self';" in policy
    assert "unsafe-eval" not in policy


@pytest.mark.server
async def test_given_a_body_that_is_too_large_or_no_json_then_it_is_refused_in_a_sentence(server: Running) -> None:
    ana = await server.guest()
    json_type = {"Content-Type": "application/json"}
    huge = await ana.http.post("/api/records", content=b"x" * (LARGEST_BODY + 1), headers=json_type)
    assert (huge.status_code, huge.json()["code"]) == (413, "too_large")

    async def stream() -> Any:
        for _ in range(LARGEST_BODY // 100_000 + 2):
            yield b" " * 100_000

    flood = await ana.http.post("/api/records", content=stream(), headers=json_type)
    assert flood.status_code in (400, 413)
    for content in (b"{", b"\xff\xfe", b"[" * 100_000, b"null"):
        answer = await ana.http.post("/api/rooms", content=content, headers=json_type)
        assert answer.status_code in (400, 422), content[:10]
        assert set(answer.json()) == {"code", "message", "key", "values"}


@pytest.mark.server
async def test_given_a_failure_inside_then_no_traceback_is_sent(
    server: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ana = await server.guest()

    async def broken(*_: object) -> None:
        raise RuntimeError("the true reason")

    monkeypatch.setattr(server.hub.store.rooms, "public", broken)
    with caplog.at_level(logging.ERROR):
        answer = await ana.http.get("/api/rooms")
    assert answer.status_code == 500
    assert "the true reason" not in answer.text
    assert answer.json()["code"] == "internal"
    assert "the true reason" in caplog.text


@pytest.mark.server
async def test_given_health_readiness_and_metrics_then_they_answer_those_who_may_know(start: Start) -> None:
    server = await start(metrics_token="let me see")
    ana = await server.guest()
    room = await ana.post("/api/rooms", game="eldorado")
    assert await ana.get("/api/health") == {"ok": True}
    assert await ana.get("/api/ready") == {"ok": True}
    for header in ({}, {"Authorization": "Bearer x"}, {"Authorization": "let me see"}):
        assert (await ana.http.get("/metrics", headers=header)).status_code == 404
    text = (await ana.http.get("/metrics", headers={"Authorization": "Bearer let me see"})).text
    assert "expedition_requests_total" in text
    assert room["code"] not in text
    await server.stop()  # one server at a time uses the file
    closed = await start()
    eve = await closed.guest()
    for header in ({}, {"Authorization": "Bearer"}, {"Authorization": "Bearer let me see"}):
        assert (await eve.http.get("/metrics", headers=header)).status_code == 404


@pytest.mark.server
async def test_given_rate_limits_then_one_address_cannot_flood(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(Limits.KINDS, "request", (0.001, 5.0))
    server = await start(rate_limits=True)
    ana = await server.guest()
    answers = [(await ana.http.get("/api/health")).status_code for _ in range(5)]
    assert answers == [200, 200, 200, 200, 429]


@pytest.fixture
def built(tmp_path: Path) -> httpx.AsyncClient:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>Home</title>" + " " * 1000)
    (tmp_path / "assets" / "app-1a2b.js").write_text("let a = 1;" * 100)
    (tmp_path.parent / "secret.txt").write_text("no")
    app = FastAPI()
    app.mount("/", pages.WebClient(tmp_path))
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test")


async def test_given_a_built_client_then_every_page_is_its_first_and_assets_stay_for_ever(
    built: httpx.AsyncClient,
) -> None:
    for path in ("/", "/table/K7QMPA", "/settings"):
        page = await built.get(path)
        assert "Home" in page.text
        assert page.headers["cache-control"] == "no-cache"
        assert page.headers["content-encoding"] == "gzip"
    again = await built.get("/", headers={"If-None-Match": page.headers["etag"]})
    assert again.status_code == 304
    script = await built.get("/assets/app-1a2b.js")
    assert "immutable" in script.headers["cache-control"]
    assert script.headers["content-type"].startswith("text/javascript")
    for path in ("/assets/none.js", "/api/none", "/%2e%2e/secret.txt", "/..%2fsecret.txt"):
        assert (await built.get(path)).status_code == 404


async def test_given_no_built_client_then_a_page_says_how_to_build_it(tmp_path: Path) -> None:
    app = FastAPI()
    app.mount("/", pages.WebClient(tmp_path / "none"))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test") as client:
        assert "make web" in (await client.get("/")).text
