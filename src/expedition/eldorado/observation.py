"""What a seat may know as one flat row of small numbers, for learning programs.

The same knowledge as `state.information(seat)`, laid out the same for all routes, player counts and variants.
Seats are told from the own one on: seat 0 of the row is the one who looks. `FIELDS` documents the row.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from expedition.core.jit import rule
from expedition.eldorado.numbering import ITEM_PLACE
from expedition.eldorado.rules.caves import caves_beside
from expedition.eldorado.rules.market import vacant_slot
from expedition.eldorado.rules.movement import barred_by, occupied
from expedition.eldorado.state import ACTIVE_NONE, ARRIVED, PENDING_NONE, PENDING_PAY, Position
from expedition.eldorado.tables import (
    AHEAD,
    BEYOND,
    BLOCKADE_POWER,
    BLOCKADE_TERRAIN,
    BLOCKADES,
    CAMP,
    CARDS,
    DIRECTIONS,
    FIRST_MARKET_CARD,
    LANE_ROW,
    MAX_CAVES,
    MAX_SEAMS,
    MOUNTAIN,
    NO_SYMBOL,
    PAWNS,
    PILE,
    SEATS,
    SPACE_ROW,
    START,
    SYMBOLS_ASKED,
    TOKENS,
    Ground,
)

MOST = 127
ITEMS = 6
MARKET = CARDS - FIRST_MARKET_CARD
SEAT_ROW = 7 + 3 * CARDS + TOKENS + BLOCKADES
PAWN_ROW = 2 + 5 * AHEAD
SIDE_ROW = 10
OTHER_PAWNS = (SEATS - 1) * PAWNS

FIELDS: list[tuple[str, int, str]] = [
    ("players", 1, "number of players"),
    ("caves_variant", 1, "1 when played with caves"),
    ("round", 1, "round, at most 127"),
    ("final_round", 1, "1 when somebody has arrived"),
    ("phase", 2, "one each: playing cards; choosing what to discard"),
    ("bought", 1, "1 when this turn's purchase is made"),
    ("pass_occupied", 1, "1 while the pass token is in force"),
    ("change_symbol", 1, "1 when a symbol token waits for its card"),
    ("active_symbol", 4, "one each: machete, paddle, coin, Native; all 0 when nothing is active"),
    ("active_power", 1, "power left on the active card or token"),
    ("active_stepped", 1, "1 after its first step"),
    ("active_pawn", 1, "which pawn it moves"),
    ("pending", 5, "one each: give, pay, take, remove, put"),
    ("pending_left", 1, "cards still to give or remove, or laid down for the replace token"),
    ("pending_may", 1, "1 when removing is optional"),
    ("due", 1, "half coins still to pay"),
    ("buying", MARKET, "the market card being paid for, one each"),
    ("stock", MARKET, "cards left in each market pile"),
    ("on_board", MARKET, "1 where the pile lies on the market board"),
    ("vacancy", 1, "1 when a slot of the board is vacant"),
    ("seams", MAX_SEAMS, "number of the blockade standing on each seam, 0 if none"),
    ("cave_tokens", MAX_CAVES, "tokens left in each cave in route order"),
    ("played", CARDS, "play area of the seat on turn, copies of each card"),
    ("removed", CARDS, "cards out of the game"),
    ("spent", TOKENS, "tokens out of the game"),
    ("gained", CARDS, "cards bought or taken this turn"),
    ("keepable", ITEMS, "items the keep token could save, copies of each"),
    (
        "seats",
        SEATS * SEAT_ROW,
        "for each seat from the own one on: present, on turn, resigned, order of arrival, cards in hand, in the draw "
        "pile, in the discard pile; hand (own, or what is known of it); rest of hand and draw pile together (own: draw "
        "pile); discard pile; tokens; blockades 1 to 6",
    ),
    (
        "pawns",
        SEATS * PAWNS * PAWN_ROW,
        "for each pawn of each seat: 0 absent, 1 on the map, 2 arrived; shortest way to the finish in steps; machetes, "
        "paddles, coins and cards to give up on the cheapest way; the same four for its next 4 spaces, for its next 8, "
        "for the next blockade that stands on it, for all that stand on it",
    ),
    (
        "around",
        PAWNS * DIRECTIONS * SIDE_ROW,
        "for each own pawn and direction E, NE, NW, W, SW, SE: machetes, paddles, coins, cards to discard, cards to "
        "remove that the space asks for; occupied; blockade in between; steps gained by going there plus 2 (0: "
        "closed); finishing space; 1 if a cave with tokens that is new to the pawn lies there",
    ),
    (
        "beyond",
        PAWNS * BEYOND * SPACE_ROW,
        "for each own pawn the 12 spaces two steps away and the 18 three steps away, each ring from due E on by way of "
        "NE: machetes, paddles, coins, cards to discard, cards to remove that the space asks for; steps gained by "
        "being there plus 4 (0: no space to stand on)",
    ),
    (
        "lanes",
        PAWNS * LANE_ROW,
        "for each own pawn the cheapest ways by four price lists: all alike, and everything three times as dear but "
        "machetes, but paddles, but coins. By each list the hardest jungle, river and village space of the way; by "
        "each of the last three machetes, paddles, coins and cards to give up on it; by each list for each direction "
        "9 less what going there makes the way dearer (0: closed, or dearer by more)",
    ),
    ("start", SEATS, "one each: how many seats after the own one the starting player sits"),
    (
        "hardest",
        OTHER_PAWNS * SYMBOLS_ASKED,
        "for each pawn of each other seat: the hardest jungle, river and village space of its cheapest way",
    ),
]
SIZE = sum(length for _, length, _ in FIELDS)
BEGINS = {name: sum(length for _, length, _ in FIELDS[:k]) for k, (name, _, _) in enumerate(FIELDS)}
STOCK_AT, SEAMS_AT, SEATS_AT, PAWNS_AT = BEGINS["stock"], BEGINS["seams"], BEGINS["seats"], BEGINS["pawns"]
AROUND_AT, BEYOND_AT, LANES_AT = BEGINS["around"], BEGINS["beyond"], BEGINS["lanes"]
START_AT, HARDEST_AT = BEGINS["start"], BEGINS["hardest"]
RIVALS = slice(PAWNS_AT + PAWNS * PAWN_ROW, AROUND_AT)  # the others' pawns

# Places of a row, spaces and seats are never negative. `place & PLACES` says so to the compiler, which then copies many
# numbers at a time instead of looking at the sign of each place.
PLACES = 2047
SPACES = 511


@rule
def observe(s: Position, b: Ground, seat: int, out: MutableSequence[int]) -> None:
    """Fill the row `out` (SIZE numbers) for a seat's eyes."""
    for i in range(SIZE):
        out[i] = 0
    observe_own(s, b, seat, out)
    for k in range(1, SEATS):
        if k < s.players:
            other = clockwise(s, seat, k)
            observe_seat(s, other, False, out, SEATS_AT + k * SEAT_ROW)
            for pawn in range(PAWNS):
                observe_pawn(s, b, other * PAWNS + pawn, out, PAWNS_AT + (k * PAWNS + pawn) * PAWN_ROW)
                observe_hardest(s, b, other * PAWNS + pawn, out, (k - 1) * PAWNS + pawn)


@rule
def refresh(s: Position, b: Ground, seat: int, out: MutableSequence[int]) -> None:
    """The same where `out` is this seat's row of this game and nobody else has acted since it was written.

    A seat changes nothing of the others but, by taking a blockade, what lies on the ways of their pawns.
    """
    cleared = 0
    for seam in range(MAX_SEAMS):
        cleared |= out[SEAMS_AT + seam] ^ s.seam[seam]
    if cleared != 0:
        observe(s, b, seat, out)
        return
    for i in range(SEATS_AT + SEAT_ROW):
        out[i] = 0
    for i in range(PAWNS * PAWN_ROW):
        out[PAWNS_AT + i] = 0
    for i in range(HARDEST_AT - AROUND_AT):
        out[AROUND_AT + i] = 0
    observe_own(s, b, seat, out)


@rule
def observe_own(s: Position, b: Ground, seat: int, out: MutableSequence[int]) -> None:
    """All but the other seats, into a row that has 0 there."""
    observe_turn(s, out)
    observe_table(s, out)
    observe_seat(s, seat, True, out, SEATS_AT)
    out[START_AT + clockwise(s, 0, s.players - seat)] = 1
    for pawn in range(PAWNS):
        cell = s.at[seat * PAWNS + pawn]
        observe_pawn(s, b, seat * PAWNS + pawn, out, PAWNS_AT + pawn * PAWN_ROW)
        if cell >= 0:
            observe_around(s, b, seat * PAWNS + pawn, out, AROUND_AT + pawn * DIRECTIONS * SIDE_ROW)
            observe_beyond(b, cell, out, BEYOND_AT + pawn * BEYOND * SPACE_ROW)
            observe_lanes(b, cell, out, LANES_AT + pawn * LANE_ROW)


@rule
def clockwise(s: Position, seat: int, places: int) -> int:
    """The seat so many places after this one; a division takes longer."""
    after = seat + places
    return after - s.players if after >= s.players else after


@rule
def observe_turn(s: Position, out: MutableSequence[int]) -> None:
    out[0] = s.players
    out[1] = s.caves
    out[2] = min(s.round_no, MOST)
    out[3] = s.final_round
    if s.phase < 2:
        out[4 + s.phase] = 1
    out[6] = s.bought
    out[7] = s.pass_occupied
    out[8] = s.change_symbol
    if s.active != ACTIVE_NONE:
        out[12 if s.active_symbol == NO_SYMBOL else 9 + s.active_symbol] = 1
        out[13] = s.power
        out[14] = s.stepped
        out[15] = s.active_pawn
    if s.pending != PENDING_NONE:
        out[15 + s.pending] = 1
        out[21] = s.pending_left
        out[22] = s.pending_may
        out[23] = s.due
        if s.pending == PENDING_PAY:
            out[24 + s.pending_card - FIRST_MARKET_CARD] = 1


@rule
def observe_table(s: Position, out: MutableSequence[int]) -> None:
    n = STOCK_AT
    for i in range(MARKET):
        out[n + i] = s.stock[FIRST_MARKET_CARD + i]
    n += MARKET
    for i in range(MARKET):
        out[n + i] = s.on_board[FIRST_MARKET_CARD + i]
    n += MARKET
    if vacant_slot(s) >= 0:
        out[n] = 1
    n += 1
    for i in range(MAX_SEAMS):
        out[n + i] = s.seam[i]
    n += MAX_SEAMS
    for i in range(MAX_CAVES):
        out[n + i] = s.n_cave[i]
    n += MAX_CAVES
    for i in range(s.n_played):
        out[n + s.played[i]] += 1
    n += CARDS
    for i in range(CARDS):
        out[n + i] = s.removed[i]
    n += CARDS
    for i in range(TOKENS):
        out[n + i] = s.spent[i]
    n += TOKENS
    for i in range(s.n_gained):
        out[n + s.gained[i]] += 1
    n += CARDS
    for i in range(s.n_keepable):
        out[n + ITEM_PLACE[s.keepable[i]]] += 1


@rule
def observe_seat(s: Position, seat: int, own: bool, out: MutableSequence[int], n: int) -> None:
    n &= PLACES
    seat &= SEATS - 1
    out[n] = 1
    if s.seat == seat:
        out[n + 1] = 1
    out[n + 2] = (s.resigned >> seat) & 1
    out[n + 3] = s.arrived[seat]
    out[n + 4] = s.n_hand[seat]
    out[n + 5] = s.n_draw[seat]
    out[n + 6] = s.n_discard[seat]
    n += 7
    base = seat * PILE
    for i in range(s.n_draw[seat]):
        out[n + CARDS + s.cards[base + i]] += 1
    for i in range(PILE - s.n_discard[seat], PILE):
        out[n + 2 * CARDS + s.cards[base + i]] += 1
    base = seat * CARDS
    if own:
        for card in range(CARDS):
            out[n + card] = s.hand[base + card]
    else:
        for card in range(CARDS):
            out[n + card] = s.known[base + card]
            out[n + CARDS + card] += s.hand[base + card] - s.known[base + card]
    n += 3 * CARDS
    for token in range(TOKENS):
        out[n + token] = s.tokens[seat * TOKENS + token]
    n += TOKENS
    for number in range(1, BLOCKADES + 1):
        out[n + number - 1] = (s.owned[seat] >> number) & 1


@rule
def observe_pawn(s: Position, b: Ground, pawn: int, out: MutableSequence[int], n: int) -> None:
    cell = s.at[pawn]
    n &= PLACES
    if cell >= 0:
        cell &= SPACES
        out[n] = 1
        out[n + 1] = b.steps_left[cell]
        for i in range(AHEAD):
            out[n + 2 + i] = b.ahead[cell * AHEAD + i]
        for i in range(2 * AHEAD):
            out[n + 2 + AHEAD + i] = b.soon[cell * 2 * AHEAD + i]
        n += 2 + 3 * AHEAD
        met = False
        for seam in range(b.n_seams - b.seams_ahead[cell], b.n_seams):
            number = s.seam[seam]
            if number > 0:
                out[n + AHEAD + BLOCKADE_TERRAIN[number]] += BLOCKADE_POWER[number]
                if not met:
                    out[n + BLOCKADE_TERRAIN[number]] = BLOCKADE_POWER[number]
                    met = True
    elif cell == ARRIVED:
        out[n] = 2


@rule
def observe_around(s: Position, b: Ground, pawn: int, out: MutableSequence[int], n: int) -> None:
    cell = s.at[pawn] & SPACES
    n &= PLACES
    fresh = caves_beside(s, b, cell) & ~s.near[pawn] if s.caves else 0
    for direction in range(DIRECTIONS):
        edge = cell * DIRECTIONS + direction
        other = b.neighbour[edge]
        if other >= 0:
            terrain = b.terrain[other]
            out[n + 6] = barred_by(s, b, edge)
            if terrain == MOUNTAIN:
                cave = b.cave[other]
                if cave >= 0 and (fresh >> cave) & 1 and s.n_cave[cave] > 0:
                    out[n + 9] = 1
            elif terrain != START:
                if terrain <= CAMP:
                    out[n + terrain] = b.need[other]
                if occupied(s, other):
                    out[n + 5] = 1
                out[n + 7] = b.steps_left[cell] - b.steps_left[other] + 2
                out[n + 8] = b.finish[other]
        n += SIDE_ROW


@rule
def observe_beyond(b: Ground, cell: int, out: MutableSequence[int], n: int) -> None:
    n &= PLACES
    first = (cell & SPACES) * BEYOND * SPACE_ROW
    for i in range(BEYOND * SPACE_ROW):
        out[n + i] = b.beyond[first + i]


@rule
def observe_lanes(b: Ground, cell: int, out: MutableSequence[int], n: int) -> None:
    n &= PLACES
    first = (cell & SPACES) * LANE_ROW
    for i in range(LANE_ROW):
        out[n + i] = b.lanes[first + i]


@rule
def observe_hardest(s: Position, b: Ground, pawn: int, out: MutableSequence[int], place: int) -> None:
    """What the first of a space's lanes begins with, of a pawn on the map."""
    cell = s.at[pawn]
    if cell >= 0:
        n = (HARDEST_AT + place * SYMBOLS_ASKED) & PLACES
        first = (cell & SPACES) * LANE_ROW
        for i in range(SYMBOLS_ASKED):
            out[n + i] = b.lanes[first + i]


@rule
def standing(s: Position, b: Ground, seat: int) -> int:
    """How far along a seat is: minus the steps its pawns have left, told as if each seat had two."""
    left = 0
    for pawn in range(seat * PAWNS, seat * PAWNS + s.pawns):
        if s.at[pawn] >= 0:
            left += b.steps_left[s.at[pawn]]
    return -left * PAWNS // s.pawns
