"""Action numbers and the open vocabulary: the same decision as an int inside and a small object outside."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, cast

from expedition.core.checks import whole
from expedition.core.errors import IllegalAction
from expedition.eldorado.board import Board
from expedition.eldorado.components import SYMBOLS
from expedition.eldorado.numbering import (
    A_BUY,
    A_CLEAR,
    A_DISCARD,
    A_DONE,
    A_END,
    A_ENTER,
    A_GIVE,
    A_KEEP,
    A_NATIVE,
    A_NATIVE_TOKEN,
    A_PAY,
    A_PAY_TOKEN,
    A_PLAY,
    A_PUT,
    A_REMOVE,
    A_STEP,
    A_STOP,
    A_TAKE,
    A_TOKEN,
    A_USE,
    A_USE_TOKEN,
    ENTERS,
    ITEM_CARD,
    MOVE_CARD,
    MOVE_PLACE,
    USE_CARD,
    USE_TOKEN,
)
from expedition.eldorado.state import Position
from expedition.eldorado.tables import (
    BLOCKADES,
    CARD_IDS,
    CARD_NUMBER,
    COIN_1,
    COIN_2,
    DIRECTIONS,
    FIRST_MARKET_CARD,
    KEEP_ITEM,
    MOVE_TOKENS,
    NATIVE,
    NATIVE_TOKEN,
    PAWNS,
    SYMBOL_NUMBER,
    TOKEN_IDS,
    TOKEN_NUMBER,
)

if TYPE_CHECKING:
    from expedition.eldorado.types import Action, Coord


def to_dict(s: Position, board: Board, action: int) -> Action:
    """The object of an action. Steps and entrances are named by the hex they lead to from the position."""
    if action < A_STOP:
        return _step(s, board, action)
    if action == A_STOP:
        return {"do": "stop"}
    if action < A_PLAY:
        return _enter(s, board, action - A_ENTER)
    if action < A_USE:
        return _play(action)
    if action < A_BUY:
        return _use(s, action)
    if action < A_GIVE:
        return _trade(action)
    return _drop(action)


def _step(s: Position, board: Board, action: int) -> Action:
    if action >= A_CLEAR:
        return {"do": "step", "blockade": action - A_CLEAR + 1}
    return {"do": "step", "to": _beside(board, s.at[s.seat * PAWNS + s.active_pawn], action)}


def _enter(s: Position, board: Board, place: int) -> Action:
    pawn, place = divmod(place, ENTERS)
    if place >= DIRECTIONS:
        return {"do": "enter", "pawn": pawn, "blockade": place - DIRECTIONS + 1}
    return {"do": "enter", "pawn": pawn, "to": _beside(board, s.at[s.seat * PAWNS + pawn], place)}


def _beside(board: Board, cell: int, direction: int) -> Coord:
    """The hex in a direction; None where the board ends or no pawn stands: such an action is never legal."""
    other = board.neighbours[cell][direction] if cell >= 0 else -1
    return list(board.cells[other].place) if other >= 0 else cast("Coord", None)


def _play(action: int) -> Action:
    if action < A_NATIVE:
        place, pawn = divmod(action - A_PLAY, PAWNS)
        place, symbol = divmod(place, 3)
        return {"do": "play", "card": CARD_IDS[MOVE_CARD[place]], "as": SYMBOLS[symbol], "pawn": pawn}
    if action < A_TOKEN:
        return {"do": "play", "card": CARD_IDS[NATIVE], "pawn": action - A_NATIVE}
    if action < A_NATIVE_TOKEN:
        token, pawn = divmod(action - A_TOKEN, PAWNS)
        return {"do": "play", "token": TOKEN_IDS[token], "pawn": pawn}
    return {"do": "play", "token": TOKEN_IDS[NATIVE_TOKEN], "pawn": action - A_NATIVE_TOKEN}


def _use(s: Position, action: int) -> Action:
    if action < A_USE_TOKEN:
        return {"do": "use", "card": CARD_IDS[USE_CARD[action - A_USE]]}
    if action < A_KEEP:
        return {"do": "use", "token": TOKEN_IDS[USE_TOKEN[action - A_USE_TOKEN]]}
    said: Action = {"do": "use", "token": TOKEN_IDS[KEEP_ITEM]}
    item = ITEM_CARD[action - A_KEEP]
    if set(s.keepable[: s.n_keepable]) != {item}:
        said["card"] = CARD_IDS[item]
    return said


def _trade(action: int) -> Action:
    if action < A_PAY:
        return {"do": "buy", "card": CARD_IDS[action - A_BUY + FIRST_MARKET_CARD]}
    if action < A_PAY_TOKEN:
        return {"do": "pay", "card": CARD_IDS[action - A_PAY]}
    if action < A_TAKE:
        return {"do": "pay", "token": TOKEN_IDS[action - A_PAY_TOKEN + COIN_1]}
    return {"do": "take", "card": CARD_IDS[action - A_TAKE + FIRST_MARKET_CARD]}


def _drop(action: int) -> Action:
    if action == A_END:
        return {"do": "end"}
    if action == A_DONE:
        return {"do": "done"}
    if action >= A_DISCARD:
        return {"do": "discard", "card": CARD_IDS[action - A_DISCARD]}
    if action >= A_PUT:
        return {"do": "put", "card": CARD_IDS[action - A_PUT]}
    if action >= A_REMOVE:
        return {"do": "remove", "card": CARD_IDS[action - A_REMOVE]}
    return {"do": "give", "card": CARD_IDS[action - A_GIVE]}


# -- reading ---------------------------------------------------------------------------------------------


def from_dict(s: Position, board: Board, said: Mapping[str, Any]) -> int:
    """The number of an action object; IllegalAction says what there is no such thing as."""
    do = said.get("do")
    reader = _READERS.get(do) if isinstance(do, str) else None
    if reader is None:
        raise IllegalAction(f"There is nothing to do called {do!r}; there are {', '.join(_READERS)} and resign.")
    return reader(s, board, said)


def _keys(said: Mapping[str, Any], *allowed: str) -> None:
    for key in said:
        if key not in ("do", *allowed):
            raise IllegalAction(f"{said['do']!r} takes no {key!r}.")


def _card(said: Mapping[str, Any], allowed: Callable[[int], bool] = lambda _: True) -> int:
    name = said.get("card")
    number = CARD_NUMBER.get(name, -1) if isinstance(name, str) else -1
    if number < 0 or not allowed(number):
        raise IllegalAction(f"{said['do']!r} takes a card it can be done with, not {name!r}.")
    return number


def _token(said: Mapping[str, Any], allowed: Callable[[int], bool]) -> int:
    name = said.get("token")
    number = TOKEN_NUMBER.get(name, -1) if isinstance(name, str) else -1
    if number < 0 or not allowed(number):
        raise IllegalAction(f"{said['do']!r} takes a token it can be done with, not {name!r}.")
    return number


def _pawn(said: Mapping[str, Any]) -> int:
    pawn = whole(said.get("pawn"))
    if pawn is None or not 0 <= pawn < PAWNS:
        raise IllegalAction(f"A pawn is 0 or 1, not {said.get('pawn')!r}.")
    return pawn


def _blockade(said: Mapping[str, Any]) -> int:
    number = whole(said.get("blockade"))
    if number is None or not 1 <= number <= BLOCKADES:
        raise IllegalAction(f"A blockade is a number from 1 to {BLOCKADES}, not {said.get('blockade')!r}.")
    return number


def _direction(board: Board, cell: int, said: Mapping[str, Any]) -> int:
    to = said.get("to")
    if not isinstance(to, list | tuple) or len(to) != 2 or any(whole(x) is None for x in to):
        raise IllegalAction(f"A hex is written [q, r], not {to!r}.")
    target = board.index.get((int(to[0]), int(to[1])), -1)
    if cell < 0 or target < 0 or target not in board.neighbours[cell]:
        raise IllegalAction(f"The hex {list(to)} is not next to the pawn.")
    return board.neighbours[cell].index(target)


def _read_step(s: Position, board: Board, said: Mapping[str, Any]) -> int:
    if "blockade" in said:
        _keys(said, "blockade")
        return A_CLEAR + _blockade(said) - 1
    _keys(said, "to")
    if not s.active:
        raise IllegalAction("No card is being moved with, so there is no step to make.")
    return A_STEP + _direction(board, s.at[s.seat * PAWNS + s.active_pawn], said)


def _read_enter(s: Position, board: Board, said: Mapping[str, Any]) -> int:
    _keys(said, "pawn", "blockade" if "blockade" in said else "to")
    pawn = _pawn(said)
    first = A_ENTER + pawn * ENTERS
    if "blockade" in said:
        return first + DIRECTIONS + _blockade(said) - 1
    return first + _direction(board, s.at[s.seat * PAWNS + pawn], said)


def _read_play(s: Position, board: Board, said: Mapping[str, Any]) -> int:
    if "token" in said:
        _keys(said, "token", "pawn")
        token = _token(said, lambda t: t < MOVE_TOKENS or t == NATIVE_TOKEN)
        return (A_NATIVE_TOKEN if token == NATIVE_TOKEN else A_TOKEN + token * PAWNS) + _pawn(said)
    card = _card(said, lambda c: MOVE_PLACE[c] >= 0 or c == NATIVE)
    if card == NATIVE:
        _keys(said, "card", "pawn")
        return A_NATIVE + _pawn(said)
    _keys(said, "card", "as", "pawn")
    symbol = said.get("as")
    if not isinstance(symbol, str) or symbol not in SYMBOL_NUMBER:
        raise IllegalAction(f"A card is played as {', '.join(SYMBOLS[:2])} or {SYMBOLS[2]}, not as {symbol!r}.")
    return A_PLAY + (MOVE_PLACE[card] * 3 + SYMBOL_NUMBER[symbol]) * PAWNS + _pawn(said)


def _read_use(s: Position, board: Board, said: Mapping[str, Any]) -> int:
    if "token" not in said:
        _keys(said, "card")
        return A_USE + USE_CARD.index(_card(said, lambda c: c in USE_CARD))
    token = _token(said, lambda t: t in USE_TOKEN or t == KEEP_ITEM)
    if token != KEEP_ITEM:
        _keys(said, "token")
        return A_USE_TOKEN + USE_TOKEN.index(token)
    _keys(said, "token", "card")
    kinds = set(s.keepable[: s.n_keepable])
    if "card" in said:
        return A_KEEP + ITEM_CARD.index(_card(said, lambda c: c in ITEM_CARD))
    if len(kinds) != 1:
        raise IllegalAction("Say which item is kept." if kinds else "No item was used just now.")
    return A_KEEP + ITEM_CARD.index(kinds.pop())


def _read_pay(s: Position, board: Board, said: Mapping[str, Any]) -> int:
    if "token" in said:
        _keys(said, "token")
        return A_PAY_TOKEN + _token(said, lambda t: t in (COIN_1, COIN_2)) - COIN_1
    _keys(said, "card")
    return A_PAY + _card(said)


def _of_card(first: int, market_only: bool = False) -> Callable[[Position, Board, Mapping[str, Any]], int]:
    def read(s: Position, board: Board, said: Mapping[str, Any]) -> int:
        _keys(said, "card")
        least = FIRST_MARKET_CARD if market_only else 0
        return first - least + _card(said, lambda c: c >= least)

    return read


def _bare(action: int) -> Callable[[Position, Board, Mapping[str, Any]], int]:
    def read(s: Position, board: Board, said: Mapping[str, Any]) -> int:
        _keys(said)
        return action

    return read


_READERS: dict[str, Callable[[Position, Board, Mapping[str, Any]], int]] = {
    "play": _read_play,
    "step": _read_step,
    "stop": _bare(A_STOP),
    "enter": _read_enter,
    "give": _of_card(A_GIVE),
    "buy": _of_card(A_BUY, market_only=True),
    "pay": _read_pay,
    "use": _read_use,
    "take": _of_card(A_TAKE, market_only=True),
    "remove": _of_card(A_REMOVE),
    "put": _of_card(A_PUT),
    "end": _bare(A_END),
    "discard": _of_card(A_DISCARD),
    "done": _bare(A_DONE),
}
