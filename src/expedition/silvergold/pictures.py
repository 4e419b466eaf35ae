"""What of Silver & Gold the command line draws beside a table: treasure maps and patterns."""

from __future__ import annotations

from typing import Any

from expedition.core.offers import Picture
from expedition.core.registry import game_of
from expedition.silvergold import svg, terminal


def _components() -> Any:
    return game_of("silvergold", {}).components()


PICTURES = (
    Picture(
        "maps",
        "Draw the treasure maps and patterns of Silver & Gold.",
        "expedition show maps -o maps.svg",
        data=lambda _: {name: _components()[name] for name in ("maps", "patterns")},
        svg=lambda _, theme, lang: svg.maps(_components(), theme, lang),
        terminal=lambda _, lang, width: [terminal.map_list(_components(), lang)],
    ),
)
