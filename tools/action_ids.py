"""Write docs/action-ids.md: what every action number means, as the environments of version 0 promise it."""

from __future__ import annotations

import json
import sys
from itertools import groupby
from pathlib import Path

from expedition.core.registry import game_class, make
from expedition.eldorado import numbering
from expedition.silvergold import numbering as marks
from expedition.silvergold.shapes import N_PLACEMENTS, PLACEMENTS, cells_of
from expedition.silvergold.tables import SLOTS

PAGE = Path(__file__).resolve().parent.parent / "docs" / "action-ids.md"
DIRECTIONS = ("E", "NE", "NW", "W", "SW", "SE")
HEAD = """# Action ids

Every decision is one whole number, the same for all routes, player counts and variants of a game: in `State`, in every
environment and in data sets. `state.to_dict(number)` says what it means in a position.

**The promise:** the numbers below belong to version 0 of the environments (`eldorado_v0`, `expedition/ElDorado-v0`,
`silvergold_v0`, …). They never change within a version: an action that is added, dropped or moved makes a version 1,
and version 0 stays. A test compares every number with the list that was released.

Made by `python tools/action_ids.py`.
"""


def eldorado() -> list[str]:
    """What each number of El Dorado means; steps are named by their direction."""
    meanings = []
    state = make("eldorado").new(seed=0)
    for action in range(numbering.ACTIONS):
        if action < numbering.A_CLEAR:
            meanings.append(f"step {DIRECTIONS[action]}")
        elif action < numbering.A_STOP:
            meanings.append(f"step blockade={action - numbering.A_CLEAR + 1}")
        elif numbering.A_ENTER <= action < numbering.A_PLAY:
            pawn, place = divmod(action - numbering.A_ENTER, numbering.ENTERS)
            to = DIRECTIONS[place] if place < len(DIRECTIONS) else f"blockade={place - len(DIRECTIONS) + 1}"
            meanings.append(f"enter {to} pawn={pawn}")
        else:
            meanings.append(_written(state.to_dict(action)))
    return meanings


def silvergold() -> list[str]:
    """What each number of Silver & Gold means."""
    first = [f"keep the map dealt at place {place}" for place in range(marks.TAKE_FIRST - marks.KEEP_FIRST)]
    first += [f"take the map at place {place} of the display" for place in range(marks.TAKE_DECK - marks.TAKE_FIRST)]
    first.append("take card=deck")
    return first + [
        f"mark map={slot} cells={json.dumps(cells_of(PLACEMENTS[place]), separators=(',', ':'))}"
        for slot in range(SLOTS)
        for place in range(N_PLACEMENTS)
    ]


def _written(action: dict[str, object]) -> str:
    return " ".join([str(action["do"]), *(f"{key}={value}" for key, value in action.items() if key != "do")])


MEANINGS = {"eldorado": eldorado, "silvergold": silvergold}


def page() -> str:
    parts = [HEAD]
    for name, meanings in MEANINGS.items():
        known = list(enumerate(meanings()))
        parts.append(f"\n## {game_class(name).title()}: {len(known)} actions\n")
        parts.append("| ids | what | each |\n|---|---|---|")
        for do, group in groupby(known, key=lambda pair: pair[1].split(" ")[0]):
            some = list(group)
            ids = f"{some[0][0]}" if len(some) == 1 else f"{some[0][0]} to {some[-1][0]}"
            each = " · ".join(f"{number} {meaning.partition(' ')[2]}".strip() for number, meaning in some)
            parts.append(f"| {ids} | `{do}` | {each} |")
    return "\n".join(parts) + "\n"


def main() -> int:
    PAGE.write_text(page(), encoding="utf-8")
    print(f"{PAGE.name} written.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
