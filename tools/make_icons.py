"""Draw the app's PNG icons from web/public/icon.svg: `python tools/make_icons.py`.

The PNG files are committed, so this runs only when the drawing changes. A maskable icon keeps the drawing inside the
inner four fifths, because phones cut it to their own shape.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

import find_browser

PUBLIC = Path(__file__).resolve().parent.parent / "web" / "public"
GREEN = "#123527"


def draw(page: Page, size: int, maskable: bool) -> bytes:
    """One square picture; round icons have transparent corners, maskable ones are green to the edge."""
    svg = (PUBLIC / "icon.svg").read_text(encoding="utf-8")
    inner = round(size * 0.8) if maskable else size
    ground = GREEN if maskable else "transparent"
    page.set_viewport_size({"width": size, "height": size})
    page.set_content(
        f"<style>html,body{{margin:0;background:{ground}}}svg{{position:absolute;left:{(size - inner) / 2}px;"
        f"top:{(size - inner) / 2}px;width:{inner}px;height:{inner}px}}</style>{svg}"
    )
    return page.screenshot(omit_background=not maskable)


def main() -> int:
    argparse.ArgumentParser(description="Draw the app's PNG icons from web/public/icon.svg.").parse_args()
    browser_path = find_browser.browser()
    if browser_path is None:
        print("Chromium is missing; run: make setup", file=sys.stderr)
        return 1
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
        page = browser.new_page()
        for name, size, maskable in (
            ("icon-192.png", 192, False),
            ("icon-512.png", 512, False),
            ("icon-maskable-512.png", 512, True),
            ("apple-touch-icon.png", 180, True),
        ):
            (PUBLIC / name).write_bytes(draw(page, size, maskable))
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
