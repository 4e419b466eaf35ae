"""The web client as files: found once, compressed once, every unknown path its first page."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from functools import lru_cache
from pathlib import Path

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

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


class Page:
    """A file ready to be sent."""

    def __init__(self, path: Path) -> None:
        self.body = path.read_bytes()
        self.kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        small = gzip.compress(self.body, 9, mtime=0) if self.kind.startswith(_TEXT) else b""
        self.gzip = small if small and len(small) < len(self.body) else b""
        self.etag = f'"{hashlib.sha256(self.body).hexdigest()[:20]}"'
        # the build puts a hash into the names of its assets: they never change
        self.cache = "public, max-age=31536000, immutable" if path.parent.name == "assets" else "no-cache"

    def answer(self, request: Request) -> Response:
        headers = {"ETag": self.etag, "Cache-Control": self.cache, "Vary": "Accept-Encoding"}
        if request.headers.get("if-none-match") == self.etag:
            return Response(status_code=304, headers=headers)
        if self.gzip and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(self.gzip, media_type=self.kind, headers={**headers, "Content-Encoding": "gzip"})
        return Response(self.body, media_type=self.kind, headers=headers)


@lru_cache(maxsize=1000)
def _page(path: Path, _modified: int) -> Page:
    return Page(path)


def router(static: Path = STATIC) -> APIRouter:
    pages = APIRouter(include_in_schema=False)

    @pages.api_route("/{path:path}", methods=["GET", "HEAD"])
    async def page(request: Request, path: str) -> Response:
        wanted = (static / path).resolve()
        if not (wanted.is_relative_to(static.resolve()) and wanted.is_file()):
            if path.startswith("api/") or "." in path.rsplit("/", 1)[-1]:
                return Response("There is nothing here.", status_code=404, media_type="text/plain")
            wanted = static / "index.html"
        if not wanted.is_file():
            return HTMLResponse(_UNBUILT, status_code=200)
        return _page(wanted, wanted.stat().st_mtime_ns).answer(request)

    return pages
