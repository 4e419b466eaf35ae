"""Somebody at the Silver & Gold table who sees only what the page shows and acts only through it."""

from __future__ import annotations

from typing import Any, Literal

from playwright.sync_api import Page

Hands = Literal["mouse", "finger", "keys"]

# an own map and the field of it that lights up and is not under the piece, best symbols first
FIELD = """() => {
  const all = [...document.querySelectorAll('.live .hit[aria-disabled=false]')];
  const lit = all.filter(e => !/under the pattern/.test(e.ariaLabel));
  const worth = (e) => /palm/.test(e.ariaLabel) ? 0 : /coin/.test(e.ariaLabel) ? 1 : /cross/.test(e.ariaLabel) ? 2 : 3;
  const best = lit.sort((a, b) => worth(a) - worth(b))[0];
  if (!best) return null;
  const box = best.getBoundingClientRect();
  return {x: box.x + box.width / 2, y: box.y + box.height / 2};
}"""


class Person:
    def __init__(self, page: Page, hands: Hands = "mouse") -> None:
        self.page = page
        self.hands = hands

    # what the page shows

    def wait_for_table(self) -> None:
        self.page.wait_for_selector(".table.sg", timeout=30_000)

    def mode(self) -> str:
        return self.page.locator(".table.sg").get_attribute("data-mode") or ""

    def wait_for_something_to_do(self, limit: float = 30_000) -> str:
        busy = ".table.sg[aria-busy=false]"
        self.page.wait_for_selector(
            ", ".join([*(f"{busy}[data-mode={m}]" for m in ("keep", "mark", "extra", "take", "over")), ".result"]),
            timeout=limit,
        )
        return self.mode()

    def words(self) -> str:
        return self.page.locator(".words").inner_text()

    def marked(self) -> int:
        return self.page.locator(".live .ink").count()

    # what hands do

    def press(self, selector: str) -> None:
        target = self.page.locator(selector).first
        if self.hands == "finger":
            target.tap()
        else:
            target.click()

    def choose_two(self) -> None:
        for _ in range(2):
            self.press("[data-keep][aria-pressed=false]")
        self.press(".btn.primary.main")

    def lay(self) -> None:
        """Lays the piece on a lit field."""
        field: dict[str, Any] = self.page.evaluate(FIELD)
        if self.hands == "finger":
            self.page.touchscreen.tap(field["x"], field["y"])
        else:
            self.page.mouse.click(field["x"], field["y"])
        self.page.wait_for_selector(".piece.pinned")

    def lay_by_keys(self) -> None:
        self.page.keyboard.press("b")
        self.page.keyboard.press("Enter")
        self.page.wait_for_selector(".piece.pinned")

    def mark(self) -> None:
        if self.hands == "keys":
            self.lay_by_keys()
            self.page.keyboard.press("Enter")
        else:
            self.lay()
            self.press(".btn.primary.main")
        self.settle()

    def settle(self) -> None:
        self.page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
        self.page.wait_for_selector(".table.sg[aria-busy=false], .result", timeout=20_000)

    def act(self) -> bool:
        """Does the next thing asked for; False when the game is over."""
        match self.wait_for_something_to_do():
            case "keep":
                self.choose_two()
            case "mark" | "extra":
                self.mark()
            case "take":
                self.press("[data-take]")
            case _:
                return False
        self.settle()
        return True
