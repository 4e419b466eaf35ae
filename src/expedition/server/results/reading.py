"""Replays a finished game and says what each seat achieved. Runs in a worker process."""

from __future__ import annotations

from expedition.core import feats
from expedition.core.record import Record
from expedition.core.types import Json


def facts_of(data: Json) -> Json:
    """Facts per seat of a record whose every action and result the engine has verified; RecordError otherwise."""
    record = Record.parse(data)
    state = record.state
    game = state.game
    return {
        "game": game.name,
        "variant": feats.variant(game.name, game.setup),
        "players": game.players,
        "setup": game.setup,
        "facts": [feats.feats(state, seat) for seat in range(game.players)],
    }
