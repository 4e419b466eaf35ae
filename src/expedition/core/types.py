"""Types that all of the house shares."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]
