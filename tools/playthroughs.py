"""Readable records of whole games: written once, compared on every test run.

    python tools/playthroughs.py          rewrites tests/playthroughs/*.txt
    python tools/playthroughs.py --check  only says which would change

A change of these files is a change of behaviour: read the difference before committing it.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import expedition
from expedition.core.game import State

FOLDER = Path(__file__).parent.parent / "tests" / "playthroughs"
GAMES: dict[str, tuple[str, dict[str, Any], int]] = {
    "eldorado_2_players_caves_swamplands": ("eldorado", {"players": 2, "route": "swamplands", "caves": True}, 1),
    "eldorado_3_players_first": ("eldorado", {"players": 3, "route": "first"}, 2),
    "eldorado_4_players_caves_home_stretch": ("eldorado", {"players": 4, "route": "home_stretch", "caves": True}, 3),
    "silvergold_2_players": ("silvergold", {"players": 2}, 1),
    "silvergold_3_players": ("silvergold", {"players": 3}, 2),
    "silvergold_4_players": ("silvergold", {"players": 4}, 3),
}
ROUNDS = 8  # of El Dorado: random play seldom arrives


def playthrough(name: str) -> str:
    """A whole game of random choices as text."""
    game_name, options, seed = GAMES[name]
    limit = {"max_rounds": ROUNDS} if game_name == "eldorado" else {}
    game = expedition.make(game_name, **options, **limit)
    return "\n".join(_lines(game.new(seed), random.Random(seed))) + "\n"


def _lines(state: State[Any], dice: random.Random) -> Iterator[str]:
    yield f"{state.game!r}.new(seed={state.seed})"
    shown: dict[str, str] = {}
    told = 0
    yield from _changes(state, shown)
    while not state.is_over:
        seat, legal = state.actor, state.legal_actions()
        action = dice.choice(legal)
        said = state.to_dict(action)
        yield f"seat {seat}, legal {' '.join(map(str, legal))}"
        yield f"  {action}: {state.describe(action)}   {_compact(said)}"
        state.apply(action)
        new = state.events(since=told)
        told = state.ply
        for event in new:
            yield "    " + _compact({key: value for key, value in event.items() if key != "ply"})
        if state.is_over or (seat, said["do"]) != (state.actor, "mark"):
            yield from _changes(state, shown)
    yield f"ranking {state.ranking()} after {state.ply} plies"


def _changes(state: State[Any], shown: dict[str, str]) -> Iterator[str]:
    """The parts of the position that are not as they were shown last; the generator's words are left out."""
    position = state.snapshot()
    left_out = ("format", "game", "setup", "rng", "seats", "turn")
    parts = {key: value for key, value in position.items() if key not in left_out}
    for name, part in [("turn", position["turn"]), *((f"seat {n}", seat) for n, seat in enumerate(position["seats"]))]:
        parts |= {f"{name} {key}": value for key, value in part.items()}
    for key, value in parts.items():
        text = _compact(value)
        if shown.get(key) != text:
            shown[key] = text
            yield f"| {key} {text}"


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="change nothing")
    options = parser.parse_args(arguments)
    changed = 0
    for name in GAMES:
        path = FOLDER / f"{name}.txt"
        text = playthrough(name)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            changed += 1
            sys.stdout.write(f"{path.name} {'would change' if options.check else 'written'}\n")
            if not options.check:
                path.write_text(text, encoding="utf-8")
    return int(options.check and changed > 0)


if __name__ == "__main__":
    sys.exit(main())
