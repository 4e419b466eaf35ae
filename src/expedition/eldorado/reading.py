"""Positions out of JSON: every fault is a sentence that names its field. What is nowhere is out of the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from expedition.core.errors import PositionError
from expedition.core.game import Json, whole
from expedition.core.reading import POSITION, a_flag, a_list, a_number, an_object
from expedition.core.rng import chance_from_dict, seed_chance, seed_words
from expedition.eldorado.board import Board
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
PENDING_FIELDS = {
    "give": ("pawn", "to", "blockade", "left"),
    "pay": ("card", "due"),
    "take": (),
    "remove": ("left", "may"),
    "put": ("count",),
}


def read_position(data: Mapping[str, Any], board: Board, ground: Ground, setup: Json, seed: int) -> Position:
    """The position of a snapshot; PositionError names the first field that is wrong."""
    return _Reader(board, ground, setup).read(data, seed)


class _Reader:
    def __init__(self, board: Board, ground: Ground, setup: Json) -> None:
        self.board = board
        self.ground = ground
        self.setup = setup
        self.cards: Counter[int] = Counter()
        self.tokens: Counter[int] = Counter()
        self.numbers: set[int] = set()

    def read(self, data: object, seed: int) -> Position:
        top = an_object(
            data,
            "position",
            {"format", "game", "setup", "turn", "seats", "market", "blockades", "caves", "removed", "spent", "rng"},
        )
        if top.get("format") != POSITION:
            raise PositionError(f"must be {POSITION!r}, not {top.get('format')!r}.", "format")
        if top.get("game") != "eldorado":
            raise PositionError(f"must be 'eldorado', not {top.get('game')!r}.", "game")
        self._check_setup(top.get("setup", {}))
        s = Position()
        clear_position(s)
        seed_chance(s, *seed_words(seed))
        s.players = self.setup["players"]
        s.pawns = 2 if s.players == 2 else 1
        s.caves = int(self.setup["caves"])
        s.max_rounds = self.setup.get("max_rounds") or 0
        self._read_market(s, top.get("market", {}))
        s.seat = a_number(an_object(top.get("turn"), "turn").get("seat", 0), "turn.seat", 0, s.players - 1)
        self._read_seats(s, top.get("seats"))
        self._read_blockades(s, a_list(top.get("blockades", []), "blockades"))
        self._read_caves(s, a_list(top.get("caves", []), "caves"))
        for card in self._cards(top.get("removed", []), "removed"):
            s.removed[card] += 1
        for token in self._tokens(top.get("spent", []), "spent"):
            s.spent[token] += 1
        self._read_turn(s, top["turn"])
        self._check_counts()
        if "rng" in top:
            chance_from_dict(s, top["rng"])
        if s.phase != PHASE_OVER and legal(s, self.ground, s.seat, [0] * ACTIONS) == 0:
            raise PositionError("leaves the seat on turn nothing it could do.", "turn")
        return s

    def _check_setup(self, given: object) -> None:
        setup = an_object(given, "setup")
        for key, value in setup.items():
            if key not in self.setup and value is None:
                continue
            if key == "blockades":  # how they were laid at the start; where they stand now is said below
                self._check_laid(value)
                continue
            if self.setup.get(key) != value and not (key == "route" and _same_route(value, self.board)):
                raise PositionError(
                    f"is {value!r}, but the game was made with {self.setup.get(key)!r}.", f"setup.{key}"
                )

    def _check_laid(self, value: object) -> None:
        if value is None or value == "random":
            return
        where = "setup.blockades"
        laid = [a_number(n, f"{where}[{i}]", 1, BLOCKADES) for i, n in enumerate(a_list(value, where))]
        if len(laid) != len(self.board.seams) or len(set(laid)) != len(laid):
            raise PositionError(f"lists a different number for each of {len(self.board.seams)} seams.", where)

    # -- names -------------------------------------------------------------------------------------------

    def _cards(self, value: object, where: str) -> list[int]:
        found = []
        for i, name in enumerate(a_list(value, where)):
            number = CARD_NUMBER.get(name, -1) if isinstance(name, str) else -1
            if number < 0:
                raise PositionError(f"there is no card {name!r}.", f"{where}[{i}]")
            found.append(number)
        self.cards.update(found)
        return found

    def _card(self, value: object, where: str) -> int:
        if not isinstance(value, str) or value not in CARD_NUMBER:
            raise PositionError(f"there is no card {value!r}.", where)
        return CARD_NUMBER[value]

    def _tokens(self, value: object, where: str) -> list[int]:
        found = []
        for i, name in enumerate(a_list(value, where)):
            number = TOKEN_NUMBER.get(name, -1) if isinstance(name, str) else -1
            if number < 0:
                raise PositionError(f"there is no token {name!r}.", f"{where}[{i}]")
            found.append(number)
        self.tokens.update(found)
        return found

    def _hex(self, value: object, where: str) -> int:
        if not isinstance(value, list | tuple) or len(value) != 2 or any(whole(x) is None for x in value):
            raise PositionError(f"a hex is written [q, r], not {value!r}.", where)
        cell = self.board.index.get((int(value[0]), int(value[1])), -1)
        if cell < 0:
            raise PositionError(f"the route has no hex {list(value)}.", where)
        return cell

    def _cave(self, value: object, where: str) -> int:
        cell = self._hex(value, where)
        if cell not in self.board.caves:
            raise PositionError(f"there is no cave at {value!r}.", where)
        return self.board.caves.index(cell)

    def _number(self, value: object, where: str) -> int:
        number = a_number(value, where, 1, BLOCKADES)
        if number in self.numbers:
            raise PositionError(f"blockade {number} is there twice.", where)
        self.numbers.add(number)
        return number

    # -- parts -------------------------------------------------------------------------------------------

    def _read_market(self, s: Position, value: object) -> None:
        parts = an_object(value, "market", {"board", "above"})
        s.slot = [-1] * SLOTS
        s.stock = [0] * CARDS
        s.on_board = [0] * CARDS
        slots = a_list(parts.get("board", []), "market.board")
        if len(slots) > SLOTS:
            raise PositionError(f"has {SLOTS} slots, not {len(slots)}.", "market.board")
        for i, pile in enumerate(slots):
            if pile is not None:
                card = self._pile(s, pile, f"market.board[{i}]")
                s.slot[i], s.on_board[card] = card, 1
        for i, pile in enumerate(a_list(parts.get("above", []), "market.above")):
            self._pile(s, pile, f"market.above[{i}]")

    def _pile(self, s: Position, value: object, where: str) -> int:
        pile = an_object(value, where, {"card", "count"})
        card = self._card(pile.get("card"), f"{where}.card")
        if card < FIRST_MARKET_CARD:
            raise PositionError(f"{CARD_IDS[card]} is never on the market.", f"{where}.card")
        if s.stock[card]:
            raise PositionError(f"there are two piles of {CARD_IDS[card]}.", where)
        s.stock[card] = a_number(pile.get("count"), f"{where}.count", 1, COPIES[card])
        self.cards[card] += s.stock[card]
        return card

    def _read_seats(self, s: Position, value: object) -> None:
        seats = a_list(value, "seats")
        if len(seats) != s.players:
            raise PositionError(f"must list {s.players} seats, not {len(seats)}.", "seats")
        for seat, entry in enumerate(seats):
            where = f"seats[{seat}]"
            known = {
                "pawns",
                "hand",
                "draw",
                "discard",
                "played",
                "blockades",
                "tokens",
                "arrived",
                "resigned",
                "known",
            }
            self._read_seat(s, seat, an_object(entry, where, known), where)
        orders = sorted(a for a in s.arrived if a)
        if orders != list(range(1, len(orders) + 1)):
            raise PositionError("the orders of arrival must be 1, 2, 3 … without gaps.", "seats")

    def _read_seat(self, s: Position, seat: int, entry: Mapping[str, Any], where: str) -> None:
        self._read_pawns(s, seat, a_list(entry.get("pawns"), f"{where}.pawns"), f"{where}.pawns")
        piles = {
            name: self._cards(entry.get(name, []), f"{where}.{name}") for name in ("hand", "draw", "discard", "played")
        }
        if piles["played"] and seat != s.seat:
            raise PositionError("only the seat on turn has cards in its play area.", f"{where}.played")
        for card in piles["hand"]:
            s.hand[seat * CARDS + card] += 1
        s.n_hand[seat] = len(piles["hand"])
        s.n_draw[seat], s.n_discard[seat] = len(piles["draw"]), len(piles["discard"])
        start, end = seat * PILE, (seat + 1) * PILE
        s.cards[start : start + s.n_draw[seat]] = reversed(piles["draw"])
        s.cards[end - s.n_discard[seat] : end] = reversed(piles["discard"])
        if seat == s.seat:
            s.n_played = len(piles["played"])
            s.played[: s.n_played] = piles["played"]
        for i, number in enumerate(a_list(entry.get("blockades", []), f"{where}.blockades")):
            s.owned[seat] |= 1 << self._number(number, f"{where}.blockades[{i}]")
        for token in self._tokens(entry.get("tokens", []), f"{where}.tokens"):
            s.tokens[seat * TOKENS + token] += 1
        home = all(at == ARRIVED for at in s.at[seat * PAWNS : seat * PAWNS + s.pawns])
        if (entry.get("arrived") is not None) != home:
            raise PositionError("is a number exactly when all pawns of the seat have arrived.", f"{where}.arrived")
        s.arrived[seat] = a_number(entry["arrived"], f"{where}.arrived", 1, s.players) if home else 0
        s.resigned |= a_flag(entry.get("resigned", False), f"{where}.resigned") << seat
        self._read_known(s, seat, entry.get("known", []), f"{where}.known")

    def _read_known(self, s: Position, seat: int, value: object, where: str) -> None:
        for i, name in enumerate(a_list(value, where)):
            card = seat * CARDS + self._card(name, f"{where}[{i}]")
            s.known[card] += 1
            if s.known[card] > s.hand[card]:
                raise PositionError("names a card the hand does not hold.", f"{where}[{i}]")

    def _read_pawns(self, s: Position, seat: int, entries: list[Any], where: str) -> None:
        if len(entries) != s.pawns:
            raise PositionError(f"must list {s.pawns}, not {len(entries)}.", where)
        for i, value in enumerate(entries):
            pawn = an_object(value, f"{where}[{i}]", {"at", "near"})
            index = seat * PAWNS + i
            near = a_list(pawn.get("near", []), f"{where}[{i}].near")
            if pawn.get("at") == "arrived":
                if near:
                    raise PositionError("a pawn that has arrived is near no cave.", f"{where}[{i}].near")
                s.at[index] = ARRIVED
                continue
            cell = self._hex(pawn.get("at"), f"{where}[{i}].at")
            space = self.board.cells[cell]
            if not space.passable or space.finish:
                raise PositionError(f"no pawn can stand at {pawn.get('at')!r}.", f"{where}[{i}].at")
            s.at[index] = cell
            for j, cave in enumerate(near):
                s.near[index] |= 1 << self._cave(cave, f"{where}[{i}].near[{j}]")

    def _read_blockades(self, s: Position, entries: list[Any]) -> None:
        s.seam = [0] * len(s.seam)
        places = [list(seam.between) for seam in self.board.seams]
        for i, value in enumerate(entries):
            entry = an_object(value, f"blockades[{i}]", {"number", "between"})
            between = entry.get("between")
            between = list(between) if isinstance(between, list | tuple) else between
            if between not in places or s.seam[places.index(between)]:
                raise PositionError(f"no blockade can lie between {between!r}.", f"blockades[{i}].between")
            s.seam[places.index(between)] = self._number(entry.get("number"), f"blockades[{i}].number")

    def _read_caves(self, s: Position, entries: list[Any]) -> None:
        if entries and not s.caves:
            raise PositionError("the game is played without caves.", "caves")
        seen = set()
        for i, value in enumerate(entries):
            entry = an_object(value, f"caves[{i}]", {"at", "pile"})
            cave = self._cave(entry.get("at"), f"caves[{i}].at")
            if cave in seen:
                raise PositionError(f"the cave at {entry.get('at')!r} is there twice.", f"caves[{i}].at")
            seen.add(cave)
            pile = self._tokens(entry.get("pile", []), f"caves[{i}].pile")
            if len(pile) > CAVE_PILE:
                raise PositionError(f"holds at most {CAVE_PILE} tokens.", f"caves[{i}].pile")
            s.n_cave[cave] = len(pile)
            s.cave_pile[cave * CAVE_PILE : cave * CAVE_PILE + len(pile)] = reversed(pile)

    # -- the turn ------------------------------------------------------------------------------------------

    def _read_turn(self, s: Position, value: object) -> None:
        known = {"seat", "round", "phase", "bought", "active", "gained", "pending", "pass_occupied"}
        entry = an_object(value, "turn", known | {"change_symbol", "keepable", "final_round"})
        s.round_no = a_number(entry.get("round", 1), "turn.round", 1, LAST_ROUND)
        names = {name: number for number, name in PHASES.items()}
        phase = entry.get("phase", "play")
        if not isinstance(phase, str) or phase not in names:
            raise PositionError(f"is play, discard or over, not {phase!r}.", "turn.phase")
        s.phase = names[phase]
        for name in ("bought", "pass_occupied", "change_symbol", "final_round"):
            setattr(s, name, a_flag(entry.get(name, False), f"turn.{name}"))
        gained = a_list(entry.get("gained", []), "turn.gained")
        keepable = a_list(entry.get("keepable", []), "turn.keepable")
        s.n_gained = self._short(s.gained, gained, "turn.gained", MOST_GAINED, lambda c: c >= FIRST_MARKET_CARD)
        s.n_keepable = self._short(s.keepable, keepable, "turn.keepable", MOST_KEEPABLE, lambda c: ITEM[c] == 1)
        for card in set(s.keepable[: s.n_keepable]):
            if s.keepable[: s.n_keepable].count(card) > s.removed[card]:
                raise PositionError(f"{CARD_IDS[card]} is not among the removed cards.", "turn.keepable")
        if entry.get("active") is not None:
            self._read_active(s, entry["active"])
        if entry.get("pending") is not None:
            self._read_pending(s, entry["pending"])
        if s.phase != PHASE_PLAY and (s.active or s.pending or s.n_keepable or s.change_symbol):
            raise PositionError("nothing is active or pending outside phase 1.", "turn")
        if s.phase != PHASE_PLAY and s.n_played:
            raise PositionError("the play area is empty outside phase 1.", f"seats[{s.seat}].played")
        if s.phase != PHASE_OVER and (s.resigned >> s.seat) & 1:
            raise PositionError("a seat that has resigned is not on turn.", "turn.seat")
        if s.phase != PHASE_OVER and s.arrived[s.seat]:
            raise PositionError("a seat that has arrived is not on turn.", "turn.seat")
        if s.change_symbol and (s.active or s.pending not in (PENDING_NONE, PENDING_PAY)):
            raise PositionError("is followed by its card at once.", "turn.change_symbol")

    def _short(self, field: list[int], names: list[Any], where: str, most: int, allowed: Callable[[int], bool]) -> int:
        if len(names) > most:
            raise PositionError(f"lists at most {most} cards.", where)
        for i, name in enumerate(names):
            field[i] = self._card(name, f"{where}[{i}]")
            if not allowed(field[i]):
                raise PositionError(f"{name!r} cannot be there.", f"{where}[{i}]")
        return len(names)

    def _pawn(self, s: Position, value: object, where: str) -> int:
        pawn = a_number(value, where, 0, s.pawns - 1)
        if s.at[s.seat * PAWNS + pawn] == ARRIVED:
            raise PositionError("this pawn has arrived.", where)
        return pawn

    def _read_active(self, s: Position, value: object) -> None:
        where = "turn.active"
        entry = an_object(value, where, {"card", "token", "as", "pawn", "left", "stepped"})
        if ("card" in entry) == ("token" in entry):
            raise PositionError("names either a card or a token.", where)
        if "card" in entry:
            s.active, s.active_id = ACTIVE_CARD, self._card(entry["card"], f"{where}.card")
            symbol, power, native = SYMBOL[s.active_id], POWER[s.active_id], s.active_id == NATIVE
        else:
            name = entry["token"]
            s.active, s.active_id = ACTIVE_TOKEN, TOKEN_NUMBER.get(name, -1) if isinstance(name, str) else -1
            if s.active_id < 0:
                raise PositionError(f"there is no token {name!r}.", f"{where}.token")
            symbol, power = TOKEN_SYMBOL[s.active_id], TOKEN_POWER[s.active_id]
            native = s.active_id == NATIVE_TOKEN
            if s.active_id >= MOVE_TOKENS and not native:
                raise PositionError(f"{name!r} does not move a pawn.", f"{where}.token")
        s.active_pawn = self._pawn(s, entry.get("pawn", 0), f"{where}.pawn")
        s.stepped = a_flag(entry.get("stepped", True), f"{where}.stepped")
        if native:
            if entry.get("as") is not None or entry.get("left") is not None or s.stepped:
                raise PositionError("the Native makes one step; as and left are null, stepped false.", where)
            s.active_symbol, s.power = NO_SYMBOL, 1
            return
        if symbol == ACTION:
            raise PositionError(f"{entry['card']!r} does not move a pawn.", f"{where}.card")
        said = entry.get("as", SYMBOLS[symbol] if symbol < len(SYMBOLS) else None)
        if not isinstance(said, str) or said not in SYMBOL_NUMBER:
            raise PositionError(f"is a symbol, not {said!r}.", f"{where}.as")
        if s.active == ACTIVE_TOKEN and SYMBOL_NUMBER[said] != symbol:
            raise PositionError("a token keeps its symbol.", f"{where}.as")
        s.active_symbol = SYMBOL_NUMBER[said]
        s.power = a_number(entry.get("left"), f"{where}.left", 0 if s.stepped else power, power)

    def _read_pending(self, s: Position, value: object) -> None:
        where = "turn.pending"
        kind = an_object(value, where).get("kind")
        if not isinstance(kind, str) or kind not in PENDING_FIELDS:
            raise PositionError(f"is one of {', '.join(PENDING_FIELDS)}, not {kind!r}.", f"{where}.kind")
        entry = an_object(value, where, {"kind", *PENDING_FIELDS[kind]})
        if s.active:
            raise PositionError("nothing is active while something is pending.", where)
        if kind == "give":
            self._read_give(s, entry, where)
        elif kind == "pay":
            s.pending, s.pending_card = PENDING_PAY, self._card(entry.get("card"), f"{where}.card")
            if s.bought or not on_sale(s, s.pending_card, vacant_slot(s)):
                raise PositionError("this card cannot be bought now.", f"{where}.card")
            s.due = _halves(entry.get("due"), f"{where}.due", PRICE[s.pending_card])
            if s.due > most_payable(s, s.seat, NO_CARD, s.tokens[s.seat * TOKENS + CHANGE_SYMBOL] + s.change_symbol):
                raise PositionError("is more than this seat can pay.", f"{where}.due")
        elif kind == "take":
            s.pending = PENDING_TAKE
        elif kind == "remove":
            s.pending = PENDING_REMOVE
            s.pending_left = a_number(entry.get("left", 1), f"{where}.left", 1, 2)
            s.pending_may = a_flag(entry.get("may", True), f"{where}.may")
        else:
            s.pending = PENDING_PUT
            s.pending_left = a_number(entry.get("count", 0), f"{where}.count", 0, 3)

    def _read_give(self, s: Position, entry: Mapping[str, Any], where: str) -> None:
        s.pending = PENDING_GIVE
        s.pending_pawn = self._pawn(s, entry.get("pawn", 0), f"{where}.pawn")
        at = s.at[s.seat * PAWNS + s.pending_pawn]
        if "blockade" in entry and "to" in entry:
            raise PositionError("names either a space or a blockade.", where)
        if "blockade" in entry:
            number = a_number(entry["blockade"], f"{where}.blockade", 1, BLOCKADES)
            near = {seam for seam in self.board.seam_of[at] if seam >= 0}
            if BLOCKADE_TERRAIN[number] != RUBBLE or not any(s.seam[seam] == number for seam in near):
                raise PositionError("no such rubble blockade is beside the pawn.", f"{where}.blockade")
            s.pending_blockade, most = number, BLOCKADE_POWER[number]
        else:
            cell = self._hex(entry.get("to"), f"{where}.to")
            ways = [way(s, self.ground, edge) for edge in range(at * DIRECTIONS, (at + 1) * DIRECTIONS)]
            if cell not in ways or cards_to_enter(self.ground, cell) == 0:
                raise PositionError("is no rubble or base camp that the pawn could enter.", f"{where}.to")
            s.pending_cell, most = cell, cards_to_enter(self.ground, cell)
        s.pending_left = a_number(entry.get("left", most), f"{where}.left", 1, most)
        if s.bought:
            raise PositionError("no hand card moves a pawn after the purchase.", where)
        if s.pending_left > playable_cards(s, s.seat):
            raise PositionError("is more than this seat has cards for.", f"{where}.left")

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
    from expedition.core.errors import SetupError
    from expedition.eldorado.board import load_route

    if not isinstance(value, str | Mapping):
        return False
    try:
        return load_route(value).pieces == board.pieces
    except SetupError:
        return False


def _halves(value: object, where: str, most: int) -> int:
    """Coins, to the half, as half coins."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 1 <= 2 * value <= most or 2 * value % 1:
        raise PositionError(f"is a number of half coins up to {most / 2:g}, not {value!r:.80}.", where)
    return int(2 * value)
