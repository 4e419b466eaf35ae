"""Positions out of JSON: every fault is a sentence that names its field. What is nowhere is out of the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from expedition.core.checks import whole as integer
from expedition.core.errors import PositionError, SetupError
from expedition.core.reading import Part, read_head, short
from expedition.core.rng import chance_from_dict, seed_chance, seed_words
from expedition.core.types import Json
from expedition.eldorado.board import Board, load_route
from expedition.eldorado.components import SYMBOLS
from expedition.eldorado.numbering import ACTIONS
from expedition.eldorado.position import PHASES
from expedition.eldorado.rules.choices import legal
from expedition.eldorado.rules.market import NO_CARD, most_payable, on_sale, vacant_slot
from expedition.eldorado.rules.movement import cards_to_enter, way
from expedition.eldorado.rules.piles import playable_cards
from expedition.eldorado.rules.setup import clear_position
from expedition.eldorado.state import (
    ACTIVE_CARD,
    ACTIVE_TOKEN,
    ARRIVED,
    PENDING_GIVE,
    PENDING_NONE,
    PENDING_PAY,
    PENDING_PUT,
    PENDING_REMOVE,
    PENDING_TAKE,
    PHASE_OVER,
    PHASE_PLAY,
    Position,
)
from expedition.eldorado.tables import (
    ACTION,
    BLOCKADE_POWER,
    BLOCKADE_TERRAIN,
    BLOCKADES,
    CARD_IDS,
    CARD_NUMBER,
    CARDS,
    CAVE_PILE,
    CHANGE_SYMBOL,
    COPIES,
    DIRECTIONS,
    FIRST_MARKET_CARD,
    ITEM,
    MAX_CAVES,
    MAX_SEAMS,
    MOVE_TOKENS,
    NATIVE,
    NATIVE_TOKEN,
    NO_SYMBOL,
    PAWNS,
    PILE,
    POWER,
    PRICE,
    RUBBLE,
    SLOTS,
    SYMBOL,
    SYMBOL_NUMBER,
    TOKEN_COUNT,
    TOKEN_IDS,
    TOKEN_NUMBER,
    TOKEN_POWER,
    TOKEN_SYMBOL,
    TOKENS,
    Ground,
)

LAST_ROUND = 32_000  # what the field holds
MOST_GAINED = 4  # one purchase and three Transmitters
MOST_KEEPABLE = 2  # items that can pay for one card
PHASE_NUMBER: dict[str, int] = {name: number for number, name in PHASES.items()}
PENDING_NUMBER = {
    "give": PENDING_GIVE,
    "pay": PENDING_PAY,
    "take": PENDING_TAKE,
    "remove": PENDING_REMOVE,
    "put": PENDING_PUT,
}


def read_position(snapshot: Mapping[str, Any], board: Board, ground: Ground, setup: Json, seed: int) -> Position:
    """The position of a snapshot; PositionError names the field at fault."""
    return _Reader(board, ground, setup).read(snapshot, seed)


class _Reader:
    """One reading; it counts what it has met, so that nothing is there more often than in the box."""

    def __init__(self, board: Board, ground: Ground, setup: Json) -> None:
        self.board = board
        self.ground = ground
        self.setup = setup
        self.cards: Counter[int] = Counter()
        self.tokens: Counter[int] = Counter()
        self.numbers: set[int] = set()

    def read(self, snapshot: object, seed: int) -> Position:
        whole = read_head(snapshot, "eldorado")
        self._check_setup(whole.part("setup", {}))
        s = Position()
        clear_position(s)
        s.players = self.setup["players"]
        s.pawns = 2 if s.players == 2 else 1
        s.caves = int(self.setup["caves"])
        s.max_rounds = self.setup.get("max_rounds") or 0
        self._read_market(s, whole.part("market", {}))
        turn = whole.part("turn")
        s.seat = turn.number("seat", 0, s.players - 1, 0)
        for seat, part in enumerate(whole.parts("seats", s.players)):
            self._read_seat(s, seat, part)
        orders = sorted(order for order in s.arrived if order)
        if orders != list(range(1, len(orders) + 1)):
            raise whole.wrong("seats", "the orders of arrival must be 1, 2, 3 … without gaps.")
        self._read_blockades(s, whole.some("blockades", MAX_SEAMS))
        self._read_caves(s, whole)
        for card in self._cards(whole, "removed"):
            s.removed[card] += 1
        for token in self._tokens(whole, "spent"):
            s.spent[token] += 1
        self._read_turn(s, turn)
        self._check_counts()
        if whole.has("rng"):
            chance_from_dict(s, whole.value("rng"))
        else:
            seed_chance(s, *seed_words(seed))
        whole.done()
        if s.phase != PHASE_OVER and legal(s, self.ground, s.seat, [0] * ACTIONS) == 0:
            raise whole.wrong("turn", "leaves the seat on turn nothing it could do.")
        return s

    def _check_setup(self, given: Part) -> None:
        for key, value in given.data.items():
            if key not in self.setup and value is None:
                continue
            if key == "blockades":  # how they were laid at the start; where they stand now is said below
                self._check_laid(given)
            elif self.setup.get(key) != value and not (key == "route" and _same_route(value, self.board)):
                raise given.wrong(key, f"is {short(value)}, but the game was made with {self.setup.get(key)!r}.")

    def _check_laid(self, given: Part) -> None:
        if given.value("blockades") in (None, "random"):
            return
        laid = given.numbers("blockades", 1, BLOCKADES, MAX_SEAMS)
        if len(laid) != len(self.board.seams) or len(set(laid)) != len(laid):
            raise given.wrong("blockades", f"lists a different number for each of {len(self.board.seams)} seams.")

    # -- names -------------------------------------------------------------------------------------------

    def _cards(self, part: Part, name: str) -> list[int]:
        found = part.words(name, CARD_NUMBER, PILE)
        self.cards.update(found)
        return found

    def _tokens(self, part: Part, name: str, most: int = sum(TOKEN_COUNT)) -> list[int]:
        found = part.words(name, TOKEN_NUMBER, most)
        self.tokens.update(found)
        return found

    def _cell(self, part: Part, name: str, value: object) -> int:
        """The space at [q, r]."""
        if not isinstance(value, list | tuple) or len(value) != 2 or any(integer(x) is None for x in value):
            raise part.wrong(name, f"a hex is written [q, r], not {short(value)}.")
        cell = self.board.index.get((int(value[0]), int(value[1])), -1)
        if cell < 0:
            raise part.wrong(name, f"the route has no hex {list(value)}.")
        return cell

    def _cave(self, part: Part, name: str, value: object) -> int:
        cell = self._cell(part, name, value)
        if cell not in self.board.caves:
            raise part.wrong(name, f"there is no cave at {value!r}.")
        return self.board.caves.index(cell)

    def _once(self, part: Part, name: str, number: int) -> int:
        """The number of a blockade, which is in one place only."""
        if number in self.numbers:
            raise part.wrong(name, f"blockade {number} is there twice.")
        self.numbers.add(number)
        return number

    # -- parts -------------------------------------------------------------------------------------------

    def _read_market(self, s: Position, market: Part) -> None:
        s.slot = [-1] * SLOTS
        s.stock = [0] * CARDS
        s.on_board = [0] * CARDS
        for i, pile in enumerate(market.list("board", SLOTS)):
            if pile is not None:
                card = self._read_pile(s, Part(pile, market.at(f"board[{i}]")))
                s.slot[i], s.on_board[card] = card, 1
        for pile in market.some("above", CARDS):
            self._read_pile(s, pile)
        market.done()

    def _read_pile(self, s: Position, pile: Part) -> int:
        card = pile.word("card", CARD_NUMBER)
        if card < FIRST_MARKET_CARD:
            raise pile.wrong("card", f"{CARD_IDS[card]} is never on the market.")
        if s.stock[card]:
            raise PositionError(f"there are two piles of {CARD_IDS[card]}.", pile.path)
        s.stock[card] = pile.number("count", 1, COPIES[card])
        self.cards[card] += s.stock[card]
        pile.done()
        return card

    def _read_seat(self, s: Position, seat: int, part: Part) -> None:
        for i, pawn in enumerate(part.parts("pawns", s.pawns)):
            self._read_pawn(s, seat * PAWNS + i, pawn)
        self._read_piles(s, seat, part)
        for i, number in enumerate(part.numbers("blockades", 1, BLOCKADES, BLOCKADES)):
            s.owned[seat] |= 1 << self._once(part, f"blockades[{i}]", number)
        for token in self._tokens(part, "tokens"):
            s.tokens[seat * TOKENS + token] += 1
        home = all(at == ARRIVED for at in s.at[seat * PAWNS : seat * PAWNS + s.pawns])
        if part.has("arrived") != home:
            raise part.wrong("arrived", "is a number exactly when all pawns of the seat have arrived.")
        s.arrived[seat] = part.number("arrived", 1, s.players) if home else 0
        s.resigned |= part.flag("resigned", False) << seat
        for i, card in enumerate(part.words("known", CARD_NUMBER, PILE)):
            s.known[seat * CARDS + card] += 1
            if s.known[seat * CARDS + card] > s.hand[seat * CARDS + card]:
                raise part.wrong(f"known[{i}]", "names a card the hand does not hold.")
        part.done()

    def _read_piles(self, s: Position, seat: int, part: Part) -> None:
        hand, draw, discard, played = (self._cards(part, name) for name in ("hand", "draw", "discard", "played"))
        if played and seat != s.seat:
            raise part.wrong("played", "only the seat on turn has cards in its play area.")
        for card in hand:
            s.hand[seat * CARDS + card] += 1
        s.n_hand[seat], s.n_draw[seat], s.n_discard[seat] = len(hand), len(draw), len(discard)
        if len(draw) + len(discard) > PILE:
            raise part.wrong("discard", f"there are {PILE} cards in the box.")
        start, end = seat * PILE, (seat + 1) * PILE
        s.cards[start : start + len(draw)] = reversed(draw)
        s.cards[end - len(discard) : end] = reversed(discard)
        if seat == s.seat:
            s.n_played = len(played)
            s.played[: s.n_played] = played

    def _read_pawn(self, s: Position, index: int, pawn: Part) -> None:
        at, near = pawn.value("at"), pawn.list("near", MAX_CAVES)
        if at == "arrived":
            if near:
                raise pawn.wrong("near", "a pawn that has arrived is near no cave.")
            s.at[index] = ARRIVED
        else:
            s.at[index] = self._cell(pawn, "at", at)
            space = self.board.cells[s.at[index]]
            if not space.passable or space.finish:
                raise pawn.wrong("at", f"no pawn can stand at {at!r}.")
            for i, cave in enumerate(near):
                s.near[index] |= 1 << self._cave(pawn, f"near[{i}]", cave)
        pawn.done()

    def _read_blockades(self, s: Position, entries: Sequence[Part]) -> None:
        s.seam = [0] * len(s.seam)
        places = [list(seam.between) for seam in self.board.seams]
        for entry in entries:
            between = entry.list("between", 2)
            if between not in places or s.seam[places.index(between)]:
                raise entry.wrong("between", f"no blockade can lie between {between!r}.")
            number = self._once(entry, "number", entry.number("number", 1, BLOCKADES))
            s.seam[places.index(between)] = number
            entry.done()

    def _read_caves(self, s: Position, whole: Part) -> None:
        entries = whole.some("caves", MAX_CAVES)
        if entries and not s.caves:
            raise whole.wrong("caves", "the game is played without caves.")
        seen = set()
        for entry in entries:
            cave = self._cave(entry, "at", entry.value("at"))
            if cave in seen:
                raise entry.wrong("at", f"the cave at {entry.value('at')!r} is there twice.")
            seen.add(cave)
            pile = self._tokens(entry, "pile", CAVE_PILE)
            s.n_cave[cave] = len(pile)
            s.cave_pile[cave * CAVE_PILE : cave * CAVE_PILE + len(pile)] = reversed(pile)
            entry.done()

    # -- the turn ------------------------------------------------------------------------------------------

    def _read_turn(self, s: Position, turn: Part) -> None:
        s.round_no = turn.number("round", 1, LAST_ROUND, 1)
        s.phase = turn.word("phase", PHASE_NUMBER, "play")
        s.bought = int(turn.flag("bought", False))
        s.pass_occupied = int(turn.flag("pass_occupied", False))
        s.change_symbol = int(turn.flag("change_symbol", False))
        s.final_round = int(turn.flag("final_round", False))
        s.n_gained = self._read_short(s.gained, turn, "gained", MOST_GAINED, lambda c: c >= FIRST_MARKET_CARD)
        s.n_keepable = self._read_short(s.keepable, turn, "keepable", MOST_KEEPABLE, lambda c: ITEM[c] == 1)
        for card, count in Counter(s.keepable[: s.n_keepable]).items():
            if count > s.removed[card]:
                raise turn.wrong("keepable", f"{CARD_IDS[card]} is not among the removed cards.")
        if turn.has("active"):
            self._read_active(s, turn.part("active"))
        if turn.has("pending"):
            self._read_pending(s, turn.part("pending"))
        turn.done()
        self._check_turn(s, turn)

    def _check_turn(self, s: Position, turn: Part) -> None:
        if s.phase != PHASE_PLAY and (s.active or s.pending or s.n_keepable or s.change_symbol):
            raise PositionError("nothing is active or pending outside phase 1.", "turn")
        if s.phase != PHASE_PLAY and s.n_played:
            raise PositionError("the play area is empty outside phase 1.", f"seats[{s.seat}].played")
        if s.phase != PHASE_OVER and (s.resigned >> s.seat) & 1:
            raise turn.wrong("seat", "a seat that has resigned is not on turn.")
        if s.phase != PHASE_OVER and s.arrived[s.seat]:
            raise turn.wrong("seat", "a seat that has arrived is not on turn.")
        if s.change_symbol and (s.active or s.pending not in (PENDING_NONE, PENDING_PAY)):
            raise turn.wrong("change_symbol", "is followed by its card at once.")

    def _read_short(self, field: list[int], turn: Part, name: str, most: int, allowed: Callable[[int], bool]) -> int:
        found = turn.words(name, CARD_NUMBER, most)
        for i, card in enumerate(found):
            if not allowed(card):
                raise turn.wrong(f"{name}[{i}]", f"{CARD_IDS[card]!r} cannot be there.")
        field[: len(found)] = found
        return len(found)

    def _pawn(self, s: Position, part: Part) -> int:
        pawn = part.number("pawn", 0, s.pawns - 1, 0)
        if s.at[s.seat * PAWNS + pawn] == ARRIVED:
            raise part.wrong("pawn", "this pawn has arrived.")
        return pawn

    def _read_active(self, s: Position, active: Part) -> None:
        if active.has("card") == active.has("token"):
            raise PositionError("names either a card or a token.", active.path)
        if active.has("card"):
            s.active, s.active_id = ACTIVE_CARD, active.word("card", CARD_NUMBER)
            symbol, power, native = SYMBOL[s.active_id], POWER[s.active_id], s.active_id == NATIVE
            moves, name = native or symbol != ACTION, "card"
        else:
            s.active, s.active_id = ACTIVE_TOKEN, active.word("token", TOKEN_NUMBER)
            symbol, power = TOKEN_SYMBOL[s.active_id], TOKEN_POWER[s.active_id]
            native = s.active_id == NATIVE_TOKEN
            moves, name = native or s.active_id < MOVE_TOKENS, "token"
        if not moves:
            raise active.wrong(name, f"{active.value(name)!r} does not move a pawn.")
        s.active_pawn = self._pawn(s, active)
        s.stepped = int(active.flag("stepped", True))
        if native:
            if active.has("as") or active.has("left") or s.stepped:
                raise PositionError("the Native makes one step; as and left are null, stepped false.", active.path)
            s.active_symbol, s.power = NO_SYMBOL, 1
        else:
            printed: Any = SYMBOLS[symbol] if symbol < len(SYMBOLS) else None  # a joker's has to be said
            s.active_symbol = active.word("as", SYMBOL_NUMBER, printed)
            if s.active == ACTIVE_TOKEN and s.active_symbol != symbol:
                raise active.wrong("as", "a token keeps its symbol.")
            s.power = active.number("left", 0 if s.stepped else power, power)
        active.done()

    def _read_pending(self, s: Position, pending: Part) -> None:
        kind = pending.word("kind", PENDING_NUMBER)
        if s.active:
            raise PositionError("nothing is active while something is pending.", pending.path)
        s.pending = kind
        if kind == PENDING_GIVE:
            self._read_give(s, pending)
        elif kind == PENDING_PAY:
            self._read_pay(s, pending)
        elif kind == PENDING_REMOVE:
            s.pending_left = pending.number("left", 1, 2, 1)
            s.pending_may = int(pending.flag("may", True))
        elif kind == PENDING_PUT:
            s.pending_left = pending.number("count", 0, 3, 0)
        pending.done()

    def _read_pay(self, s: Position, pending: Part) -> None:
        s.pending_card = pending.word("card", CARD_NUMBER)
        if s.bought or not on_sale(s, s.pending_card, vacant_slot(s)):
            raise pending.wrong("card", "this card cannot be bought now.")
        s.due = _halves(pending, "due", PRICE[s.pending_card])
        if s.due > most_payable(s, s.seat, NO_CARD, s.tokens[s.seat * TOKENS + CHANGE_SYMBOL] + s.change_symbol):
            raise pending.wrong("due", "is more than this seat can pay.")

    def _read_give(self, s: Position, pending: Part) -> None:
        s.pending_pawn = self._pawn(s, pending)
        at = s.at[s.seat * PAWNS + s.pending_pawn]
        if pending.has("blockade") and pending.has("to"):
            raise PositionError("names either a space or a blockade.", pending.path)
        if pending.has("blockade"):
            number = pending.number("blockade", 1, BLOCKADES)
            near = {seam for seam in self.board.seam_of[at] if seam >= 0}
            if BLOCKADE_TERRAIN[number] != RUBBLE or not any(s.seam[seam] == number for seam in near):
                raise pending.wrong("blockade", "no such rubble blockade is beside the pawn.")
            s.pending_blockade, most = number, BLOCKADE_POWER[number]
        else:
            cell = self._cell(pending, "to", pending.value("to"))
            ways = [way(s, self.ground, edge) for edge in range(at * DIRECTIONS, (at + 1) * DIRECTIONS)]
            if cell not in ways or cards_to_enter(self.ground, cell) == 0:
                raise pending.wrong("to", "is no rubble or base camp that the pawn could enter.")
            s.pending_cell, most = cell, cards_to_enter(self.ground, cell)
        s.pending_left = pending.number("left", 1, most, most)
        if s.bought:
            raise PositionError("no hand card moves a pawn after the purchase.", pending.path)
        if s.pending_left > playable_cards(s, s.seat):
            raise pending.wrong("left", "is more than this seat has cards for.")

    def _check_counts(self) -> None:
        for card, count in self.cards.items():
            if count > COPIES[card]:
                raise PositionError(f"there are {COPIES[card]} {CARD_IDS[card]} in the box, not {count}.", "position")
        for token, count in self.tokens.items():
            if count > TOKEN_COUNT[token]:
                raise PositionError(
                    f"there are {TOKEN_COUNT[token]} {TOKEN_IDS[token]} in the box, not {count}.", "position"
                )


def _same_route(value: object, board: Board) -> bool:
    if not isinstance(value, str | Mapping):
        return False
    try:
        return load_route(value).pieces == board.pieces
    except SetupError:
        return False


def _halves(part: Part, name: str, most: int) -> int:
    """Coins, to the half, as half coins."""
    value = part.value(name)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 1 <= 2 * value <= most or 2 * value % 1:
        raise part.wrong(name, f"is a number of half coins up to {most / 2:g}, not {short(value)}.")
    return int(2 * value)
