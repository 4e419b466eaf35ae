"""MkDocs hooks: every rule of the ledgers gets its id as anchor, so that rules/eldorado.html#ED-MOVE-07 leads to it,
the pages of tutorials/ stand in the navigation after the page on environments, and search works from disk too."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from mkdocs.plugins import event_priority

RULE_HEAD = re.compile(r"<strong>((?:EC-)?(?:ED|SG)(?:-[A-Z0-9]+)?-\d+)</strong>")


FIRST_TUTORIALS = ("index", "notebook", "first-run", "maskable-ppo", "tianshou", "batch")


FROM_DISK = "javascripts/search-from-disk.js"


def on_config(config: Any) -> Any:
    config["extra"].setdefault("polyfills", []).append(FROM_DISK)
    folder = Path(config["docs_dir"]) / "tutorials"
    known = {page.stem for page in folder.glob("*.md")}
    order = [name for name in FIRST_TUTORIALS if name in known] + sorted(known.difference(FIRST_TUTORIALS))
    for section in config["nav"]:
        for pages in section.values():
            if isinstance(pages, list) and {"Environments": "environments.md"} in pages:
                at = pages.index({"Environments": "environments.md"}) + 1
                pages.insert(at, {"Tutorials": [f"tutorials/{name}.md" for name in order]})
    return config


@event_priority(-100)  # when the search has written its index
def on_post_build(config: Any) -> None:
    """A page opened from disk may load a script but not a JSON file."""
    folder = Path(config["site_dir"]) / "search"
    index = (folder / "search_index.json").read_text(encoding="utf-8")
    (folder / "search_index.js").write_text(f"var __index = {index}", encoding="utf-8")


def on_page_content(html: str, **_: Any) -> str:
    return RULE_HEAD.sub(r'<strong id="\1">\1</strong>', html)
