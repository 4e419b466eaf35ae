"""Small literal positions: a Given in one call, a When in one call, and what is offered as objects.

state = at((1, -2), hand=["scout", "traveler"], blockades={(0, 1): 5})
do(state, {"do": "play", "card": "scout", "as": "machete", "pawn": 0}, {"do": "step", "to": [2, -2]})
assert me(state)["pawns"][0]["at"] == [2, -2]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

import expedition
from expedition.core.errors import IllegalAction
from expedition.core.game import State
from expedition.eldorado.board import load_route

JSON = dict[str, Any]
Spot = tuple[int, int] | str  # a hex, or "arrived"
Pieces = tuple[str, int, int, int]  # tile, rotation, q, r

ON_BOARD = ("scout", "trailblazer", "photographer", "treasure_chest", "jack_of_all_trades", "transmitter")
ABOVE = (
    "pioneer",
    "giant_machete",
    "captain",
    "journalist",
    "millionaire",
    "adventurer",
    "prop_plane",
    "cartographer",
    "scientist",
    "travel_log",
    "compass",
    "native",
)
NO_MARKET: JSON = {"board": [], "above": []}


def market_without(cards: Sequence[str] = ()) -> JSON:
    """The market before the first purchase, less these cards. Where all three of a kind are gone its slot is vacant."""
    left = {card: 3 - list(cards).count(card) for card in ON_BOARD + ABOVE}
    return {
        "board": [{"card": card, "count": left[card]} if left[card] else None for card in ON_BOARD],
        "above": [{"card": card, "count": left[card]} for card in ABOVE if left[card]],
    }


def own_route(*pieces: Pieces) -> JSON:
    """A route object from (tile, rotation, q, r), the finishing tile last."""
    made = [dict(zip(("tile", "rotation", "q", "r"), piece, strict=True)) for piece in pieces]
    return {"tiles": made[:-1], "finish": made[-1]}


def at(
    pawn: Spot | Sequence[Spot] | None = None,
    hand: Sequence[str] = (),
    *,
    route: str | JSON = "first",
    players: int = 3,
    seat: int = 0,
    draw: Sequence[str] = (),
    discard: Sequence[str] = (),
    played: Sequence[str] = (),
    tokens: Sequence[str] = (),
    kept: Sequence[int] = (),
    near: Sequence[tuple[int, int]] = (),
    others: Mapping[int, JSON] | None = None,
    blockades: Mapping[tuple[int, int], int] | None = None,
    caves: Mapping[tuple[int, int], Sequence[str]] | bool = False,
    market: JSON | None = None,
    removed: Sequence[str] = (),
    spent: Sequence[str] = (),
    max_rounds: int | None = None,
    seed: int = 0,
    **turn: Any,
) -> State[Any]:
    """A position with `seat` on turn, everything unsaid empty or standard.

    The pawn (with two players a list of two) stands where said or on its start space, and so do the others, who
    hold nothing: `others={1: {"pawn": (5, -3), "hand": [...]}}` takes the words of the seat on turn.
    `blockades` are those still standing, by seam: `{(0, 1): 5}`. `caves` are their piles by hex, top first, or True
    for empty ones. The `market`, unless given, holds all cards that are nowhere else. Anything more goes into the
    position's `turn`: `bought=True`.
    """
    own = {
        "pawn": pawn,
        "hand": hand,
        "draw": draw,
        "discard": discard,
        "played": played,
        "tokens": tokens,
        "kept": kept,
        "near": near,
    }
    words = {**(others or {}), seat: own}
    options: JSON = {"players": players, "route": route, "caves": caves is not False}
    if max_rounds is not None:
        options["max_rounds"] = max_rounds
    piles = caves if isinstance(caves, Mapping) else {}
    seats = [_seat(who, players, route, words.get(who, {})) for who in range(players)]
    held = [card for entry in seats for pile in ("hand", "draw", "discard", "played") for card in entry[pile]]
    return expedition.make("eldorado", **options).restore(
        {
            "format": "expedition-position/1",
            "game": "eldorado",
            "setup": options,
            "turn": {"seat": seat, **turn},
            "seats": seats,
            "market": market_without([*held, *removed]) if market is None else market,
            "blockades": [{"number": n, "between": list(seam)} for seam, n in (blockades or {}).items()],
            "caves": [{"at": list(place), "pile": list(pile)} for place, pile in piles.items()],
            "removed": list(removed),
            "spent": list(spent),
        },
        seed,
    )


def _seat(seat: int, players: int, route: str | JSON, words: JSON) -> JSON:
    board = load_route(route)
    count = 2 if players == 2 else 1
    starts = [board.cells[board.starts[pawn * players + seat]].place for pawn in range(count)]
    spots = words.get("pawn") or starts
    if isinstance(spots, str) or isinstance(spots[0], int):
        spots = [spots]
    made: JSON = {
        "pawns": [{"at": spot if isinstance(spot, str) else list(spot)} for spot in spots],
        "blockades": list(words.get("kept", ())),
    }
    made["pawns"][0]["near"] = [list(cave) for cave in words.get("near", ())]
    for key in ("hand", "draw", "discard", "played", "tokens", "known"):
        made[key] = list(words.get(key, ()))
    for key in ("arrived", "resigned"):
        if key in words:
            made[key] = words[key]
    return made


def do(state: State[Any], *actions: JSON) -> State[Any]:
    """Carry the actions out one after another; every one of them must be legal. The state itself, changed."""
    for action in actions:
        state.apply(state.from_dict(action))
    return state


def by_version_1(state: State[Any]) -> State[Any]:
    """The same position by the first version of the rules: the last seat that has not resigned plays on."""
    return state.game.of_version(1).restore(state.snapshot())


def legal(state: State[Any]) -> list[JSON]:
    """All legal actions of the seat on turn as objects."""
    return [state.to_dict(action) for action in state.legal_actions()]


def offers(state: State[Any], wanted: JSON) -> list[JSON]:
    """The legal actions that have all the entries of `wanted`: `offers(state, {"do": "step"})`."""
    return [action for action in legal(state) if wanted.items() <= action.items()]


def refused(state: State[Any], action: JSON, seat: int | None = None) -> str:
    """The sentence with which the action is refused; nothing may have changed."""
    before = state.snapshot()
    with pytest.raises(IllegalAction) as caught:
        state.apply(state.from_dict(action), seat)
    assert state.snapshot() == before
    return str(caught.value)


def me(state: State[Any], seat: int = 0) -> JSON:
    """A seat of the position."""
    found: JSON = state.snapshot()["seats"][seat]
    return found


def turn(state: State[Any]) -> JSON:
    found: JSON = state.snapshot()["turn"]
    return found


def spot(state: State[Any], seat: int = 0, pawn: int = 0) -> Any:
    """Where a pawn stands: [q, r] or "arrived"."""
    return me(state, seat)["pawns"][pawn]["at"]


def play(card: str, symbol: str, pawn: int = 0) -> JSON:
    return {"do": "play", "card": card, "as": symbol, "pawn": pawn}


def step(q: int, r: int) -> JSON:
    return {"do": "step", "to": [q, r]}


def enter(q: int, r: int, pawn: int = 0) -> JSON:
    return {"do": "enter", "pawn": pawn, "to": [q, r]}


def give(card: str) -> JSON:
    return {"do": "give", "card": card}


END: JSON = {"do": "end"}
DONE: JSON = {"do": "done"}
STOP: JSON = {"do": "stop"}


def play_token(token: str, pawn: int = 0) -> JSON:
    return {"do": "play", "token": token, "pawn": pawn}


def native(pawn: int = 0) -> JSON:
    """The Native card; its one step follows."""
    return {"do": "play", "card": "native", "pawn": pawn}


def clear(number: int) -> JSON:
    """The step that clears a blockade."""
    return {"do": "step", "blockade": number}


def use(card: str) -> JSON:
    return {"do": "use", "card": card}


def use_token(token: str, **more: str) -> JSON:
    return {"do": "use", "token": token, **more}


def buy(card: str) -> JSON:
    return {"do": "buy", "card": card}


def pay(*cards: str) -> list[JSON]:
    return [{"do": "pay", "card": card} for card in cards]


def pay_token(token: str) -> JSON:
    return {"do": "pay", "token": token}


def take(card: str) -> JSON:
    return {"do": "take", "card": card}


def remove(card: str) -> JSON:
    return {"do": "remove", "card": card}


def put(card: str) -> JSON:
    return {"do": "put", "card": card}


def discard(card: str) -> JSON:
    return {"do": "discard", "card": card}


def on_sale(state: State[Any]) -> list[str]:
    """The cards that can be bought now."""
    return [action["card"] for action in offers(state, {"do": "buy"})]


def named(state: State[Any], do: str) -> list[str]:
    """The cards, then the tokens, of the legal actions of this name."""
    found = offers(state, {"do": do})
    return [a["card"] for a in found if "card" in a] + [a["token"] for a in found if "card" not in a and "token" in a]


def board_of(state: State[Any]) -> list[JSON | None]:
    """The slots of the market board."""
    found: list[JSON | None] = state.snapshot()["market"]["board"]
    return found


def left_of(state: State[Any], card: str) -> int:
    """How many cards of a kind the market still has."""
    market = state.snapshot()["market"]
    return sum(pile["count"] for pile in [*market["board"], *market["above"]] if pile and pile["card"] == card)


def everywhere(state: State[Any], seat: int = 0) -> list[str]:
    """Every card in any zone of a seat."""
    zones = me(state, seat)
    return [card for zone in ("hand", "draw", "discard", "played") for card in zones[zone]]


def one_vacant(held: Sequence[str] = (), slot: int = 0) -> JSON:
    """The market less the cards held, one slot of the board vacant: by default the Scouts', who are out of the game."""
    market = market_without(held)
    market["board"][slot] = None
    return market
