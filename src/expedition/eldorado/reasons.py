"""Why something is not possible now, in one sentence. The rules are asked; what they say is only put into words."""

from __future__ import annotations

from collections.abc import Mapping
from heapq import heappop, heappush
from typing import Any

from expedition.core.errors import IllegalAction
from expedition.core.words import say
from expedition.eldorado import text
from expedition.eldorado.board import Board
from expedition.eldorado.components import SYMBOLS
from expedition.eldorado.rules.market import NO_CARD, most_payable, on_sale, vacant_slot
from expedition.eldorado.rules.movement import barred_by, occupied, way
from expedition.eldorado.rules.piles import playable, playable_cards
from expedition.eldorado.state import (
    ACTIVE_NONE,
    ARRIVED,
    PENDING_GIVE,
    PENDING_NONE,
    PENDING_PAY,
    PENDING_PUT,
    PENDING_REMOVE,
    PENDING_TAKE,
    Position,
)
from expedition.eldorado.tables import (
    BLOCKADE_POWER,
    BLOCKADE_TERRAIN,
    CAMP,
    CARD_IDS,
    CARDS,
    CHANGE_SYMBOL,
    DIRECTIONS,
    JOKER,
    MOUNTAIN,
    NATIVE,
    NO_SYMBOL,
    PAWNS,
    POWER,
    PRICE,
    RUBBLE,
    START,
    SYMBOL,
    TOKEN_IDS,
    TOKEN_POWER,
    TOKEN_SYMBOL,
    TOKENS,
    Ground,
)

_PENDING = {
    PENDING_GIVE: "give",
    PENDING_PAY: "pay",
    PENDING_TAKE: "take",
    PENDING_REMOVE: "remove",
    PENDING_PUT: "put",
}


def why_not(s: Position, board: Board, ground: Ground, question: Mapping[str, Any], lang: str) -> str | None:
    """A question names one of `at` (a space), `blockade`, `buy`, `end`, or only a `card` or `token`.

    With a space or a blockade a `card` or `token` says what was to be used.
    """
    return _Reasons(s, board, ground, lang).answer(question)


def _known(names: tuple[str, ...] | list[str], name: object) -> int:
    if name not in names:
        raise IllegalAction(f"{name!r} is not in this game.")
    return names.index(str(name))


class _Reasons:
    def __init__(self, s: Position, board: Board, ground: Ground, lang: str) -> None:
        self.s = s
        self.board = board
        self.ground = ground
        self.lang = lang

    def say(self, key: str, **values: Any) -> str:
        return say(f"eldorado.no.{key}", self.lang, **values)

    def count(self, symbol: int, n: int) -> str:
        """So many of a symbol: "2 machetes"."""
        return say(f"eldorado.count.{SYMBOLS[symbol]}", self.lang, count=n)

    def answer(self, question: Mapping[str, Any]) -> str | None:
        s = self.s
        if question.get("buy") is not None:
            return self.purchase(_known(CARD_IDS, question["buy"]))
        if question.get("end"):
            return self.ending()
        if s.pending != PENDING_NONE:
            return self.say(f"pending.{_PENDING[s.pending]}", count=max(1, s.pending_left))
        card = None if question.get("card") is None else _known(CARD_IDS, question["card"])
        token = None if question.get("token") is None else _known(TOKEN_IDS, question["token"])
        if question.get("blockade") is not None:
            return self.gate(question["blockade"], card, token)
        if question.get("at") is not None:
            return self.space(self._cell(question["at"]), card, token)
        return self.source(card, token)

    def _cell(self, at: object) -> int:
        try:
            q, r = (int(part) for part in str(at).split(","))
            return self.board.index[q, r]
        except (ValueError, KeyError):
            raise IllegalAction(f"{at!r} is no space of this route.") from None

    # -- the turn and the market -------------------------------------------------------------------------

    def ending(self) -> str | None:
        s = self.s
        if s.pending != PENDING_NONE:
            return self.say(f"pending.{_PENDING[s.pending]}", count=max(1, s.pending_left))
        if s.active != ACTIVE_NONE and s.stepped == 0:
            return self.say("step_first")
        return None

    def purchase(self, card: int) -> str | None:
        s = self.s
        name = text.card(CARD_IDS[card], self.lang)
        if s.stock[card] == 0:
            return self.say("buy.sold_out", card=name)
        if s.bought:
            return self.say("buy.bought")
        if s.pending != PENDING_NONE:
            return self.say(f"pending.{_PENDING[s.pending]}", count=max(1, s.pending_left))
        if s.active != ACTIVE_NONE and s.stepped == 0:
            return self.say("step_first")
        if not on_sale(s, card, vacant_slot(s)):
            return self.say("buy.closed")
        purse = most_payable(s, s.seat, NO_CARD, s.tokens[s.seat * TOKENS + CHANGE_SYMBOL])  # in half coins
        if purse < PRICE[card]:
            missing = (PRICE[card] - purse) / 2
            return self.say("buy.short", card=name, price=PRICE[card] / 2, purse=purse / 2, short=missing)
        return None

    # -- what a card or token does from here ----------------------------------------------------------------

    def source(self, card: int | None, token: int | None) -> str | None:
        if card is not None:
            name = text.card(CARD_IDS[card], self.lang)
            if self.s.hand[self.s.seat * CARDS + card] == 0:
                return self.say("card.not_held", card=name)
            if playable(self.s, self.s.seat, card) == 0:
                return self.say("card.gained", card=name)
            if card == NATIVE:
                return self.say("card.native")
            if POWER[card] == 0:
                return self.say("card.no_use", card=name)
        elif token is not None:
            name = text.token(TOKEN_IDS[token], self.lang)
            if TOKEN_POWER[token] == 0:
                return self.say("token.no_use", token=name)
        else:
            return None
        symbols, power = self._power(card, token)
        best = min(
            (self.ground.need[cell], symbol)
            for cell, symbol in [(c, t) for c in self._beside() for t in symbols if self.ground.terrain[c] == t]
            or [(-1, -1)]
        )
        if best[1] < 0:
            asked = " / ".join(text.symbol(SYMBOLS[symbol], self.lang) for symbol in symbols)
            return self.say("card.nowhere", name=name, symbol=asked)
        return self.say("card.weak", name=name, need=self.count(best[1], best[0]), power=power, short=best[0] - power)

    def _power(self, card: int | None, token: int | None) -> tuple[list[int], int]:
        """Which symbols it may show, and how many of them."""
        if card is not None:
            return (list(range(len(SYMBOLS))) if SYMBOL[card] == JOKER else [SYMBOL[card]]), POWER[card]
        if token is not None:
            return [TOKEN_SYMBOL[token]], TOKEN_POWER[token]
        s = self.s
        return ([s.active_symbol] if s.active_symbol != NO_SYMBOL else []), s.power

    def _pawns(self) -> list[int]:
        s = self.s
        return [s.at[p] for p in range(s.seat * PAWNS, s.seat * PAWNS + s.pawns) if s.at[p] != ARRIVED]

    def _beside(self) -> list[int]:
        """The spaces beside my pawns that are open to anybody with the power."""
        edges = [e for cell in self._pawns() for e in range(cell * DIRECTIONS, (cell + 1) * DIRECTIONS)]
        return [cell for cell in (way(self.s, self.ground, e) for e in edges) if cell >= 0]

    # -- spaces and blockades ----------------------------------------------------------------------------------

    def space(self, cell: int, card: int | None, token: int | None) -> str | None:
        s, b = self.s, self.ground
        terrain = b.terrain[cell]
        if terrain == MOUNTAIN:
            cave = s.caves and self.board.cells[cell].cave
            return self.say("space.cave" if cave else "space.mountain")
        if terrain == START:
            return self.say("space.start")
        if cell in self._pawns():
            return self.say("space.here")
        if occupied(s, cell) and not s.pass_occupied:
            return self.say("space.occupied")
        barred = self._barred(cell)
        beside = cell in self._beside()
        if barred and not beside:
            return self.say("space.blockade", number=barred, asks=self._asks(barred))
        if terrain in (RUBBLE, CAMP):
            return self._by_cards(terrain, b.need[cell], beside)
        if card is None and token is None and s.active == ACTIVE_NONE:
            return self.say("space.choose", asks=self.count(terrain, b.need[cell]))
        return self._by_power(cell, card, token, beside)

    def _barred(self, cell: int) -> int:
        """The blockade between one of my pawns and a space beside it, 0 if none."""
        for here in self._pawns():
            for edge in range(here * DIRECTIONS, (here + 1) * DIRECTIONS):
                if self.ground.neighbour[edge] == cell:
                    found = barred_by(self.s, self.ground, edge)
                    if found:
                        return found
        return 0

    def _asks(self, blockade: int) -> str:
        if BLOCKADE_TERRAIN[blockade] == RUBBLE:
            return say("eldorado.count.card", self.lang, count=BLOCKADE_POWER[blockade])
        return self.count(BLOCKADE_TERRAIN[blockade], BLOCKADE_POWER[blockade])

    def _by_cards(self, terrain: int, need: int, beside: bool) -> str | None:
        held = playable_cards(self.s, self.s.seat)
        cards = say("eldorado.count.card", self.lang, count=need)
        kind = "camp" if terrain == CAMP else "rubble"
        if not beside:
            return self.say(f"space.{kind}_far", cards=cards)
        return self.say(f"space.{kind}_short", cards=cards, held=held) if held < need else None

    def _by_power(self, cell: int, card: int | None, token: int | None, beside: bool) -> str | None:
        terrain, need = self.ground.terrain[cell], self.ground.need[cell]
        if card == NATIVE or (token is not None and TOKEN_POWER[token] == 0) or self._free_step(card, token):
            return None if beside else self.say("space.one_step")
        if card is not None and POWER[card] == 0:
            return self.say("space.action", card=self._name(card, token))
        symbols, power = self._power(card, token)
        asks = self.count(terrain, need)
        if terrain not in symbols:
            shows = " / ".join(text.symbol(SYMBOLS[symbol], self.lang) for symbol in symbols)
            said = self.say("space.symbol", asks=asks, name=self._name(card, token), symbol=shows)
            return self._with_helper(said, terrain, need, beside)
        if need > power:
            said = self.say("space.short", asks=asks, name=self._name(card, token), power=power, short=need - power)
            return self._with_helper(said, terrain, need, beside)
        cost = self._cost(cell, terrain)
        if cost is None:
            return self.say("space.no_way", symbol=text.symbol(SYMBOLS[terrain], self.lang))
        if cost > power:
            return self.say("space.far", way=self.count(terrain, cost), power=power, short=cost - power)
        return None

    def _free_step(self, card: int | None, token: int | None) -> bool:
        return card is None and token is None and self.s.active_symbol == NO_SYMBOL

    def _name(self, card: int | None, token: int | None) -> str:
        if card is not None:
            return text.card(CARD_IDS[card], self.lang)
        if token is not None:
            return text.token(TOKEN_IDS[token], self.lang)
        return self.say("leftover")

    def _with_helper(self, said: str, terrain: int, need: int, beside: bool) -> str:
        """What would do, where a card in hand would."""
        if not beside:
            return said
        s = self.s
        fitting = [
            card
            for card in range(CARDS)
            if playable(s, s.seat, card) and SYMBOL[card] in (terrain, JOKER) and POWER[card] >= need
        ]
        if not fitting:
            return said
        helper = text.card(CARD_IDS[min(fitting, key=lambda card: POWER[card])], self.lang)
        return f"{said} {self.say('space.helper', card=helper)}"

    def _cost(self, goal: int, terrain: int) -> int | None:
        """The least power that leads to a space over open spaces of its own landscape, None if no way does."""
        todo = [(0, cell) for cell in self._pawns()]
        best: dict[int, int] = {}
        while todo:
            cost, cell = heappop(todo)
            if cell in best:
                continue
            best[cell] = cost
            if cell == goal:
                return cost
            for edge in range(cell * DIRECTIONS, (cell + 1) * DIRECTIONS):
                following = way(self.s, self.ground, edge)
                if following >= 0 and self.ground.terrain[following] == terrain:
                    heappush(todo, (cost + self.ground.need[following], following))
        return None

    def gate(self, blockade: object, card: int | None, token: int | None) -> str | None:
        s = self.s
        if not isinstance(blockade, int) or blockade not in list(s.seam)[: self.ground.n_seams]:
            raise IllegalAction(f"Blockade {blockade!r} does not stand on this route.")
        asks = self._asks(blockade)
        edges = [e for cell in self._pawns() for e in range(cell * DIRECTIONS, (cell + 1) * DIRECTIONS)]
        if all(barred_by(s, self.ground, edge) != blockade for edge in edges):
            return self.say("gate.far", number=blockade, asks=asks)
        terrain, need = BLOCKADE_TERRAIN[blockade], BLOCKADE_POWER[blockade]
        if terrain == RUBBLE:
            held = playable_cards(s, s.seat)
            return self.say("gate.cards", number=blockade, cards=asks, held=held) if held < need else None
        if card is None and token is None and s.active == ACTIVE_NONE:
            return self.say("gate.choose", number=blockade, asks=asks)
        if card is not None and POWER[card] == 0 and card != NATIVE:
            return self.say("space.action", card=self._name(card, token))
        symbols, power = self._power(card, token)
        if card != NATIVE and symbols and terrain not in symbols:
            shows = " / ".join(text.symbol(SYMBOLS[symbol], self.lang) for symbol in symbols)
            said = self.say("gate.symbol", number=blockade, asks=asks, name=self._name(card, token), symbol=shows)
            return self._with_helper(said, terrain, need, True)
        if card != NATIVE and symbols and need > power:
            said = self.say(
                "gate.short", number=blockade, asks=asks, name=self._name(card, token), power=power, short=need - power
            )
            return self._with_helper(said, terrain, need, True)
        return None
