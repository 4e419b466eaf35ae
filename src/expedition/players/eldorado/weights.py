"""What the evaluation of an El Dorado turn depends on, as one vector of numbers tuned by self-play.

They stay as they are, because bots that others are measured by must not change. Lengths are in cards, four of which
make a turn.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

from expedition.eldorado.tables import CARD_IDS

W_JOKER = 0  # how sure it is that a joker is at hand when it fits best
W_ITEM = 1  # an item's share of a card that stays
W_HAND = 2  # a card drawn by a card
W_RUBBLE = 3  # every card given up after the first
W_CAMP = 4  # what a removed card saves on the way
W_EMPTY = 5  # a space nothing in the deck can enter
W_BUY = 6  # a shorter way by a purchase
W_DELAY = 7  # what counts of the cards drawn before a bought card comes to hand
W_THIN = 8  # a shorter way by a removal
W_KEEP = 9  # a kept card that moves better than a random one
W_HOLD = 10  # how much better it has to be
W_TOKEN = 11  # a cave token found
W_TOKEN_USE = 12  # a token spent
W_BLOCKADE = 13  # a blockade owned (the tie-break)
W_WALL = 14  # a standing blockade on the way
W_BALANCE = 15  # the longer way of two pawns
W_FADE = 16  # how fast the further worth of cards fades towards the end
W_COIN = 17  # buying power
W_ENOUGH = 18  # coins a hand that buy half of what a hand can
W_LOSS = 19  # an item that pays and leaves the game
W_CARD = 20  # + card: what a card is worth beside the shorter way and its coins

NAMES = [
    "joker", "item", "hand", "rubble", "camp", "empty", "buy", "delay", "thin", "keep", "hold", "token", "token_use",
    "blockade", "wall", "balance", "fade", "coin", "enough", "loss", *(f"card_{c}" for c in CARD_IDS),
]  # fmt: skip


@cache
def load_weights() -> dict[str, float]:
    text = (files("expedition.players.eldorado") / "weights.json").read_text(encoding="utf-8")
    data: dict[str, float] = json.loads(text)["weights"]
    return data


def weights() -> Any:
    """The tuned weights as an array."""
    import numpy as np

    return np.array([load_weights()[name] for name in NAMES], np.float64)
