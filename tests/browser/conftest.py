"""A real server, a real Chromium, and people at the table who use mouse, finger or keys."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

import find_browser

ROOT = Path(__file__).resolve().parents[2]
expect.set_options(timeout=20_000)  # a busy machine is no fault of the page
# what a window of Chromium does besides showing the page, the popups of its address bar above all: each is a page with
# a process of its own. The switch replaces Playwright's, so what that turns off and matters here is named again.
WITHOUT = (
    "AimEnabled,AvoidUnnecessaryBeforeUnloadCheckSync,HttpsUpgrades,LensOverlay,MediaRouter,NetworkTimeServiceQuerying,"
    "OptimizationHints,PaintHolding,PreconnectToSearch,Translate,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,"
    "WebUIOmniboxPopup"
)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
    f"--disable-features={WITHOUT}",
]
# nobody is new here, unless a test says so
HEARD = json.dumps(["eldorado/*", "silvergold/*"])
STILL = {
    "language": "en",
    "theme": "light",
    "speed": "off",
    "sound": False,
    "soundAsked": True,
    "name": "",
    "level": "guide",
}


# how many questions to the server are open, for those who wait until a page has come to rest
ASKING = """{
  const ask = window.fetch;
  window.asking = 0;
  window.fetch = (...what) => { window.asking++; return ask(...what).finally(() => window.asking--); };
}"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


class House:
    """The server as a process of its own; it can be stopped and started again with everything it knows."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.address = f"http://127.0.0.1:{self.port}"
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        self._log = (folder / "server.log").open("ab")

    def start(self) -> None:
        env = {
            **os.environ,
            "EXPEDITION_BOTS": "tests.browser.quick_bots",
            "EXPEDITION_RATE_LIMITS": "0",
            "EXPEDITION_LOG_LEVEL": "warning",
            "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT))),
        }
        database = f"sqlite:///{self._folder / 'house.db'}"
        command = [sys.executable, "-m", "expedition.server", "--port", str(self.port), "--database", database]
        self._process = subprocess.Popen(command, cwd=ROOT, env=env, stdout=self._log, stderr=self._log)
        deadline = time.monotonic() + 180  # a machine that is busy with others starts slowly
        while time.monotonic() < deadline:
            try:
                urlopen(f"{self.address}/api/health", timeout=2).read()
                return
            except (URLError, OSError):
                if self._process.poll() is not None:
                    break
                time.sleep(0.1)
        self._process.kill()  # one that is only late would run on for ever
        raise RuntimeError(f"The server did not start: {(self._folder / 'server.log').read_text()[-2000:]}")

    def stop(self) -> None:
        if self._process:
            self._process.terminate()
            self._process.wait(20)
            self._process = None


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    if not (ROOT / "src/expedition/server/static/index.html").exists():
        pytest.fail("The web table is not built; run: make web")
    running = House(tmp_path_factory.mktemp("house"))
    running.start()
    yield running
    running.stop()


class Engine:
    """One Chromium for all browser tests that follow each other, and the visitors it has had.

    A visitor who has gone leaves what the browser has loaded and translated to the next one, and nothing else: cookies
    and everything kept are taken away. While its driver runs no asyncio test can run in this process, so it ends before
    the next test that is not a browser's.
    """

    def __init__(self) -> None:
        self._driver: Playwright | None = None
        self._browser: Browser | None = None
        self._free: dict[str, list[BrowserContext]] = {}

    def browser(self) -> Browser:
        if self._browser is None or not self._browser.is_connected():
            path = find_browser.browser()
            if path is None:
                (pytest.fail if os.environ.get("CI") else pytest.skip)("Chromium is missing")
            self.close()
            self._driver = sync_playwright().start()
            self._browser = self._driver.chromium.launch(executable_path=path, args=FLAGS)
        return self._browser

    def visitor(self, first: bool, **options: Any) -> BrowserContext:
        """Somebody new, in the place of somebody who has gone unless everything shall be new to the browser too."""
        browser = self.browser()
        free = [] if first else self._free.get(repr(sorted(options.items())), [])
        return free.pop() if free else browser.new_context(**options)

    def gone(self, context: BrowserContext, **options: Any) -> None:
        for page in context.pages:
            page.close()
        context.clear_cookies()
        self._free.setdefault(repr(sorted(options.items())), []).append(context)

    def close(self) -> None:
        self._free.clear()
        browser, driver, self._browser, self._driver = self._browser, self._driver, None, None
        if browser:
            browser.close()
        if driver:
            driver.stop()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        if not item.get_closest_marker("browser"):
            self.close()

    def pytest_sessionfinish(self) -> None:
        self.close()


@pytest.fixture
def chromium(pytestconfig: pytest.Config) -> Engine:
    engine = pytestconfig.pluginmanager.get_plugin("chromium of the tests")
    if engine is None:
        engine = Engine()
        pytestconfig.pluginmanager.register(engine, "chromium of the tests")
    found: Engine = engine
    return found


Visit = Callable[..., Page]
KEPT = "local_storage,indexeddb,cache_storage,service_workers,file_systems"


@pytest.fixture
def visit(house: House, chromium: Engine) -> Iterator[Visit]:
    """Opens a page as a new visitor. At the end nothing may have gone wrong in any of them."""
    contexts: list[tuple[BrowserContext, dict[str, Any], bool]] = []
    faults: list[str] = []

    def open_page(
        path: str = "",
        settings: dict[str, Any] | None = None,
        quiet: bool = True,
        newcomer: bool = False,
        first: bool = False,
        **options: Any,
    ) -> Page:
        """`first`: this browser has never loaded anything of the house."""
        options.setdefault("viewport", {"width": 1366, "height": 768})
        options["base_url"] = house.address
        context = chromium.visitor(first, **options)
        contexts.append((context, options, first))
        page = context.new_page()
        cleaner = context.new_cdp_session(page)
        cleaner.send("Storage.clearDataForOrigin", {"origin": house.address, "storageTypes": KEPT})
        cleaner.detach()
        kept = json.dumps(json.dumps({**STILL, **(settings or {})}))
        page.add_init_script(
            f"localStorage.getItem('expedition.settings') || localStorage.setItem('expedition.settings', {kept})"
        )
        page.add_init_script(ASKING)
        if not newcomer:
            page.add_init_script(f"localStorage.setItem('expedition.nudges', {json.dumps(HEARD)})")
        if quiet:
            page.on(
                "console",
                lambda m: faults.append(f"console {m.type}: {m.text}") if m.type in ("error", "warning") else None,
            )
            page.on("pageerror", lambda e: faults.append(f"error: {e}"))
            page.on(
                "request",
                lambda r: (
                    faults.append(f"elsewhere: {r.url}")
                    if not r.url.startswith((house.address, "data:", "blob:"))
                    else None
                ),
            )
        page.goto(f"{house.address}/{path}")
        return page

    yield open_page
    for context, options, first in contexts:
        if first:
            context.close()
        else:
            chromium.gone(context, **options)
    assert not faults, faults


@pytest.fixture
def make_room(house: House) -> Callable[..., dict[str, Any]]:
    """A room made over the interface, with the session cookie of its owner."""

    def make(page: Page, **room: Any) -> dict[str, Any]:
        page.request.post(f"{house.address}/api/guest", data={})
        answer = page.request.post(f"{house.address}/api/rooms", data=room)
        assert answer.ok, answer.text()
        found: dict[str, Any] = answer.json()
        page.goto(f"{house.address}/#/r/{found['code']}")
        return found

    return make
