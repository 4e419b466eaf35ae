"""The web client: Starlette's static files, compressed once, and every unknown path its first page."""

from __future__ import annotations

import gzip
import mimetypes
import os
from functools import lru_cache
from pathlib import Path

from fastapi.responses import HTMLResponse
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Receive, Scope, Send

STATIC = Path(__file__).with_name("static")

_UNBUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Expedition</title>
<h1>Expedition is running</h1>
<p>The web table has not been built in this checkout. Run <code>make web</code> and load this page again.</p>
<p>The programming interface works all the same: <a href="/openapi.json">/openapi.json</a>.</p>
</html>
"""

_TEXT = ("text/", "application/json", "application/javascript", "application/manifest+json", "image/svg+xml")

mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("text/javascript", ".js")


@lru_cache(maxsize=1000)
def _compressed(path: str, _modified: int) -> bytes:
    return gzip.compress(Path(path).read_bytes(), 9, mtime=0)


class WebClient(StaticFiles):
    def __init__(self, folder: Path = STATIC) -> None:
        super().__init__(directory=folder, check_dir=False)

    async def check_config(self) -> None:
        """A checkout without a built client is no mistake; a page says so."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":  # there are no sockets here
            await send({"type": "websocket.close", "code": 4404})
        else:
            await super().__call__(scope, receive, send)

    async def get_response(self, path: str, scope: Scope) -> Response:
        if "\0" in path:
            return PlainTextResponse("There is nothing here.", status_code=404)
        try:
            return await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != 404:
                raise
        if path.startswith("api/") or "." in path.rsplit("/", 1)[-1].lstrip("."):
            return PlainTextResponse("There is nothing here.", status_code=404)
        try:
            return await super().get_response("index.html", scope)
        except HTTPException:
            return HTMLResponse(_UNBUILT)

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        response = super().file_response(full_path, stat_result, scope, status_code)
        # the build puts a hash into the names of its assets: they never change
        asset = Path(full_path).parent.name == "assets"
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if asset else "no-cache"
        response.headers["Vary"] = "Accept-Encoding"
        headers = Headers(scope=scope)
        kind = response.headers.get("content-type", "")
        if isinstance(response, NotModifiedResponse) or "range" in headers or not kind.startswith(_TEXT):
            return response
        if "gzip" not in headers.get("accept-encoding", ""):
            return response
        body = _compressed(str(full_path), stat_result.st_mtime_ns)
        kept = {name: response.headers[name] for name in ("etag", "last-modified", "cache-control", "vary")}
        return Response(body, status_code, {**kept, "content-type": kind, "content-encoding": "gzip"})
