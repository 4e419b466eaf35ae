"""What tests that look at pages share: sizes of windows, when a page has come to rest, and what is wrong on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Page
from tests.browser.conftest import ROOT

SIZES = [(360, 740), (740, 360), (768, 1024), (1366, 768), (1920, 1080)]
# one visitor is enough for all windows that a finger uses, and one for all that a mouse uses
KINDS = {"phone": SIZES[:2], "desk": SIZES[2:]}
# text too small, outside the window or on other text; controls too small for a finger; pages wider than the window
FAULTS = (Path(__file__).parent / "faults.js").read_text()
AXE = (ROOT / "web/node_modules/axe-core/axe.min.js").read_text()
# colours on their way to others are nobody's reading matter: what is to end, ends first, and is drawn
REST = """async () => {
  for (const one of document.getAnimations())
    if (one.effect.getComputedTiming().endTime < 1e6) one.finish();
  await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""
SPEAK = """(language) => {
  const kept = JSON.parse(localStorage.getItem('expedition.settings'));
  localStorage.setItem('expedition.settings', JSON.stringify({...kept, language}));
}"""


def resized(page: Page, sizes: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The page in one window after the other, at rest in each."""
    for size in sizes:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        at_rest(page)
        yield size


def options(size: tuple[int, int]) -> dict[str, Any]:
    return {
        "viewport": {"width": size[0], "height": size[1]},
        "has_touch": min(size) < 500,
        "is_mobile": min(size) < 500,
    }


# fonts there, nothing asked for, nothing new to load, and nothing changed or on its way for a while
QUIET = """async () => {
  const moving = () => document.getAnimations().some(
    (one) => one.playState === 'running' && one.effect.getComputedTiming().endTime < 1e6);
  await document.fonts.ready;
  const loaded = () => performance.getEntriesByType('resource').length;
  for (let still = 0, before = loaded(), most = 150; still < 8 && most; most--) {
    const changes = new MutationObserver(() => { still = -1; });
    changes.observe(document.body, {childList: true, subtree: true, characterData: true, attributes: true});
    await new Promise(done => setTimeout(done, 20));
    changes.disconnect();
    const now = loaded();
    const done = now === before && !(window.asking > 0) && !document.querySelector('p.load') && !moving();
    still = done ? still + 1 : 0;
    before = now;
  }
}"""


def at_rest(page: Page) -> None:
    """Waits until nothing comes, changes or moves any more."""
    page.wait_for_selector("#app > *")
    page.evaluate(QUIET)


def speak(page: Page, language: str) -> None:
    """The same page in another language: cheaper than another visitor."""
    page.evaluate(SPEAK, language)
    page.reload()


def axe(page: Page, *rules: str) -> list[str]:
    """What axe finds, by all its rules or only by those named."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE)
    page.evaluate(REST)
    only = {"runOnly": list(rules)} if rules else {}
    found = page.evaluate("(options) => axe.run(document, options)", {"resultTypes": ["violations"], **only})
    return [f"{v['id']}: {node['html'][:160]}" for v in found["violations"] for node in v["nodes"]]
