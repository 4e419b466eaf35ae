"""What of El Dorado the command line draws beside a table: routes and cards."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from expedition.core.commandline import read_file
from expedition.core.offers import Picture
from expedition.core.registry import game_of
from expedition.eldorado import svg, terminal, text


def read_route(name: str) -> Any:
    """A route by name, or the object in a file."""
    return read_file("route", name) if name.endswith(".json") or Path(name).is_file() else name


def _components(route: str = "first") -> Any:
    return game_of("eldorado", {"route": read_route(route)}).components()


def _route_svg(route: str, theme: str, lang: str) -> str:
    made = game_of("eldorado", {"route": read_route(route)})
    return svg.board(made.components(), None, theme, lang, made.setup["route"])


def _route_terminal(route: str, lang: str, width: int) -> list[Any]:
    made = game_of("eldorado", {"route": read_route(route)})
    title = f"[bold]{text.route(made.setup['route'], lang)}[/]"
    return [title, terminal.board(made.components(), None, {}, width), terminal.legend(lang)]


PICTURES = (
    Picture(
        "route",
        "Draw a route of El Dorado, an own one too.",
        "expedition show route witchs_cauldron -o cauldron.svg --theme dark",
        data=lambda route: _components(route)["board"],
        svg=_route_svg,
        terminal=_route_terminal,
        argument="ROUTE",
        argument_help="A route by name, or a JSON file with an own route.",
    ),
    Picture(
        "cards",
        "Draw the expedition cards of El Dorado.",
        "expedition show cards -o cards.svg --lang fr",
        data=lambda _: _components()["cards"],
        svg=lambda _, theme, lang: svg.cards(_components(), theme, lang),
        terminal=lambda _, lang, width: [terminal.card_list(_components(), lang)],
    ),
)
