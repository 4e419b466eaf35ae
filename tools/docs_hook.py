"""MkDocs hook: every rule of the ledgers gets its id as anchor, so that rules/eldorado.html#ED-MOVE-07 leads to it."""

from __future__ import annotations

import re
from typing import Any

RULE_HEAD = re.compile(r"<strong>((?:EC-)?(?:ED|SG)(?:-[A-Z0-9]+)?-\d+)</strong>")


def on_page_content(html: str, **_: Any) -> str:
    return RULE_HEAD.sub(r'<strong id="\1">\1</strong>', html)
