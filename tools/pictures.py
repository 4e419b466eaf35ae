"""Draw the pictures of the README and the documentation anew, into docs/pictures.

Each is a moment of a real game, played by the simple bots of the command line from a fixed seed. The letters inside
are cut down to those that occur, so that the files stay small.
"""

from __future__ import annotations

import base64
import io
import os
import re
from pathlib import Path
from typing import Any

from fontTools import subset
from fontTools.ttLib import TTFont
from rich.console import Console

import expedition
from expedition.cli.bots import opponent
from expedition.cli.table import Seating, begin
from expedition.core.game import State
from expedition.eldorado import svg as eldorado
from expedition.silvergold import svg as silvergold

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "pictures"
NAMES = ["Ana", "Mira", "Tomás"]
FACE = re.compile(r"(url\(data:font/woff2;base64,)([^)]+)(\))")


def played(game: str, seed: int, plies: int, **setup: Any) -> State[Any]:
    """A game after so many actions, and then until a turn of seat 0 begins."""
    made = expedition.make(game, **setup)
    state = made.new(seed)
    seats = [opponent(made, "walker", seed + seat) for seat in range(made.players)]
    count = 0
    while count < plies or 0 not in state.actors or state.view(0)["seats"][0].get("played"):
        state.apply(seats[state.actor](state, state.actor), state.actor)
        count += 1
    return state


def small(drawn: str) -> str:
    """The picture with only the letters it needs."""
    letters = "".join(re.findall(r"<text[^>]*>([^<]*)</text>", drawn)) + "&<>"

    def cut(face: re.Match[str]) -> str:
        font = TTFont(io.BytesIO(base64.b64decode(face[2])))
        options = subset.Options(flavor="woff2", layout_features=["lnum", "tnum", "kern"], hinting=False)
        subsetter = subset.Subsetter(options)
        subsetter.populate(text=letters)
        subsetter.subset(font)
        font.flavor = "woff2"
        made = io.BytesIO()
        font.save(made)
        return f"{face[1]}{base64.b64encode(made.getvalue()).decode('ascii')}{face[3]}"

    return FACE.sub(cut, drawn)


def terminal(state: State[Any]) -> str:
    """What `expedition play` shows, without the fonts that rich would fetch from elsewhere."""
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        console = Console(record=True, width=122, force_terminal=True, color_system="truecolor", file=nowhere)
        sitting = begin(state.game, Seating(0, ["", "walker", "walker"]), console, "en", Path("unused"), 0, 0)
        sitting.state, sitting.told = state, max(0, state.ply - 6)
        moves = sorted(state.gestures(0), key=sitting.sight.order)
        sitting.show(moves)
        sitting.tell_news()
        sitting.list(moves, 10)
        drawn = console.export_svg(title="expedition play eldorado")
    drawn = re.sub(r"@font-face \{.*?\}\s*", "", drawn, flags=re.S)
    return re.sub(
        r"font-family: Fira Code, monospace", "font-family: 'Fira Code', 'DejaVu Sans Mono', Menlo, monospace", drawn
    )


def pictures() -> dict[str, str]:
    race = played("eldorado", 44, 170, players=3, caves=True)
    hunt = played("silvergold", 8, 74, players=3)
    board, maps = race.game.components(), hunt.game.components()
    cauldron = expedition.make("eldorado", route="witchs_cauldron").components()
    drawn = {
        "route": eldorado.board(cauldron, None, "light", "en", "witchs_cauldron"),
        "cards": eldorado.cards(board),
        "maps": silvergold.maps(maps),
        "terminal": terminal(race),
    }
    for theme, end in (("light", ""), ("dark", "-dark")):
        drawn[f"eldorado{end}"] = eldorado.table(board, race.view(0), theme, "en", NAMES)
        drawn[f"silvergold{end}"] = silvergold.table(maps, hunt.view(0), theme, "en", NAMES)
    return drawn


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, drawn in pictures().items():
        path = FOLDER / f"{name}.svg"
        path.write_text(small(drawn), encoding="utf-8")
        print(f"{path.name}  {path.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main()
