"""Moving pawns: landscape, leftover power, blockades, rubble and base camps, the Native."""

from __future__ import annotations

from expedition.core.jit import rule
from expedition.eldorado.rules.caves import end_movement, explore, seam_opened
from expedition.eldorado.rules.ending import arrive
from expedition.eldorado.rules.piles import leave_hand, to_played
from expedition.eldorado.rules.setup import clear_pending
from expedition.eldorado.state import ACTIVE_CARD, ACTIVE_TOKEN, PENDING_GIVE, Position
from expedition.eldorado.tables import (
    BLOCKADE_POWER,
    BLOCKADE_TERRAIN,
    CAMP,
    COIN,
    DIRECTIONS,
    ITEM,
    MACHETE,
    MOUNTAIN,
    NO_SYMBOL,
    PADDLE,
    PAWNS,
    POWER,
    RUBBLE,
    SEATS,
    START,
    TOKEN_POWER,
    TOKEN_SYMBOL,
    TOKENS,
    Ground,
)

OUT_OF_REACH = 99


@rule
def occupied(s: Position, cell: int) -> bool:
    """Another pawn stands there, one's own second one included (ED-OCC-02, ED-OCC-03)."""
    found = False
    for pawn in range(SEATS * PAWNS):  # all of them: compiled code looks at the eight in one go
        if s.at[pawn] == cell:
            found = True
    return found


@rule
def barred_by(s: Position, b: Ground, edge: int) -> int:
    """The number of the blockade standing across an edge, 0 if none (ED-BLOCK-01, EC-ED-03)."""
    seam = b.seam_at[edge]
    return s.seam[seam] if seam >= 0 else 0


@rule
def beyond(s: Position, b: Ground, edge: int) -> int:
    """The space beyond an edge without a blockade if a pawn may go there at all, else -1.

    Never a mountain (ED-OCC-01, ED-TOK-10), never a start space again (EC-ED-26), and not where another pawn
    stands unless the pass token is in force (ED-TOK-09, EC-ED-38, EC-ED-41).
    """
    cell = b.neighbour[edge]
    if cell < 0:
        return -1
    terrain = b.terrain[cell]
    if terrain == MOUNTAIN or terrain == START:
        return -1
    if s.pass_occupied == 0 and occupied(s, cell):
        return -1
    return cell


@rule
def way(s: Position, b: Ground, edge: int) -> int:
    """The same for any edge: never past a blockade."""
    return -1 if barred_by(s, b, edge) > 0 else beyond(s, b, edge)


@rule
def enough(s: Position, terrain: int, need: int) -> bool:
    """Whether the active power meets a requirement: matching symbol and number (ED-MOVE-04, ED-MOVE-05)."""
    if s.active_symbol == NO_SYMBOL:
        return s.power > 0
    return terrain == s.active_symbol and need <= s.power


@rule
def leads_on(s: Position, b: Ground, edge: int) -> bool:
    """Whether the active power takes a pawn across an edge or clears the blockade there: a pawn beside a seam,
    a mountain behind it included, may pay for it (EC-ED-03, EC-ED-64)."""
    number = barred_by(s, b, edge)
    if number > 0:
        return enough(s, BLOCKADE_TERRAIN[number], BLOCKADE_POWER[number])
    cell = beyond(s, b, edge)
    return cell >= 0 and enough(s, b.terrain[cell], b.need[cell])


@rule
def can_go_on(s: Position, b: Ground) -> bool:
    """Whether the active power allows a further step (ED-MOVE-07)."""
    if s.power == 0:
        return False
    cell = s.at[s.seat * PAWNS + s.active_pawn]
    for edge in range(cell * DIRECTIONS, (cell + 1) * DIRECTIONS):
        if leads_on(s, b, edge):
            return True
    return False


@rule
def begin_play(s: Position, b: Ground) -> None:
    """Any other play ends the movement first (EC-ED-63), and the chance to keep an item (ED-TOK-07)."""
    end_movement(s, b)
    s.n_keepable = 0


@rule
def use_item(s: Position, card: int) -> None:
    """An item leaves the game the moment its function is used (ED-ITEM-02, ED-ITEM-05)."""
    s.removed[card] += 1
    s.keepable[s.n_keepable] = card
    s.n_keepable += 1


@rule
def lay_down(s: Position, card: int) -> None:
    """A card used for its function goes to the play area, an item out of the game."""
    leave_hand(s, s.seat, card)
    if ITEM[card]:
        use_item(s, card)
    else:
        to_played(s, card)


@rule
def set_active(s: Position, kind: int, number: int, symbol: int, power: int, pawn: int) -> None:
    s.active = kind
    s.active_id = number
    s.active_symbol = symbol
    s.power = power
    s.active_pawn = pawn
    s.stepped = 0


@rule
def play_card(s: Position, b: Ground, card: int, symbol: int, pawn: int) -> None:
    """One card for movement, its symbol chosen if it is a joker (ED-MOVE-03, ED-MOVE-14, ED-P2-04)."""
    begin_play(s, b)
    lay_down(s, card)
    s.change_symbol = 0
    set_active(s, ACTIVE_CARD, card, symbol, POWER[card], pawn)


@rule
def play_native(s: Position, b: Ground, card: int, pawn: int) -> None:
    """One step whatever the space asks (ED-ACT-17)."""
    begin_play(s, b)
    lay_down(s, card)
    set_active(s, ACTIVE_CARD, card, NO_SYMBOL, 1, pawn)


@rule
def spend_token(s: Position, token: int) -> None:
    """A played token leaves the game (ED-CAVE-10)."""
    s.tokens[s.seat * TOKENS + token] -= 1
    s.spent[token] += 1


@rule
def play_token(s: Position, b: Ground, token: int, pawn: int) -> None:
    """A movement token works like a card (ED-TOK-01, EC-ED-44), the native token like the Native (ED-TOK-11)."""
    begin_play(s, b)
    spend_token(s, token)
    if TOKEN_POWER[token] > 0:
        set_active(s, ACTIVE_TOKEN, token, TOKEN_SYMBOL[token], TOKEN_POWER[token], pawn)
    else:
        set_active(s, ACTIVE_TOKEN, token, NO_SYMBOL, 1, pawn)


@rule
def spend_power(s: Position, need: int) -> None:
    s.stepped = 1
    if s.active_symbol == NO_SYMBOL:
        s.power = 0
    else:
        s.power -= need


@rule
def settle_step(s: Position, b: Ground) -> None:
    """If no further step is possible the movement is over."""
    if not can_go_on(s, b):
        end_movement(s, b)


@rule
def step(s: Position, b: Ground, direction: int) -> None:
    """One space with the active power (ED-MOVE-06, ED-MOVE-12)."""
    pawn = s.seat * PAWNS + s.active_pawn
    cell = b.neighbour[s.at[pawn] * DIRECTIONS + direction]
    spend_power(s, b.need[cell])
    s.at[pawn] = cell
    if b.finish[cell]:
        arrive(s, pawn)
    else:
        settle_step(s, b)


@rule
def take_blockade(s: Position, b: Ground, number: int, pawn: int) -> None:
    """The blockade comes off the map as a whole and is kept; the pawn stays (ED-BLOCK-04, EC-ED-03)."""
    for seam in range(b.n_seams):
        if s.seam[seam] == number:
            s.seam[seam] = 0
            seam_opened(s, b, seam, pawn)
    s.owned[pawn // PAWNS] |= 1 << number


@rule
def clear(s: Position, b: Ground, number: int) -> None:
    """Pay a blockade like a space with the active power (ED-BLOCK-03, ED-BLOCK-07, ED-ACT-18)."""
    spend_power(s, BLOCKADE_POWER[number])
    take_blockade(s, b, number, s.seat * PAWNS + s.active_pawn)
    settle_step(s, b)


@rule
def stop(s: Position, b: Ground) -> None:
    """The player may stop at any moment (ED-MOVE-09)."""
    end_movement(s, b)


@rule
def cards_asked(terrain: int, need: int) -> int:
    """Rubble and base camps ask for cards instead of power (ED-SPEC-01, ED-SPEC-02); nothing else does."""
    if terrain == RUBBLE or terrain == CAMP:
        return need
    return 0


@rule
def cards_to_enter(b: Ground, cell: int) -> int:
    """How many cards are given up to enter a space."""
    return cards_asked(b.terrain[cell], b.need[cell])


@rule
def enter(s: Position, b: Ground, pawn: int, place: int) -> None:
    """Rubble, a base camp or a rubble blockade: cards are given up one by one (ED-SPEC-01, ED-SPEC-02)."""
    begin_play(s, b)
    s.pending = PENDING_GIVE
    s.pending_pawn = pawn
    if place < DIRECTIONS:
        s.pending_cell = b.neighbour[s.at[s.seat * PAWNS + pawn] * DIRECTIONS + place]
        s.pending_left = cards_to_enter(b, s.pending_cell)
    else:
        s.pending_blockade = place - DIRECTIONS + 1
        s.pending_left = BLOCKADE_POWER[s.pending_blockade]


@rule
def give(s: Position, b: Ground, card: int) -> None:
    """What the card is does not matter (ED-SPEC-03). Rubble: into the play area (ED-SPEC-04);
    base camp: out of the game (ED-SPEC-05), items too (EC-ED-06)."""
    leave_hand(s, s.seat, card)
    if s.pending_cell >= 0 and b.terrain[s.pending_cell] == CAMP:
        s.removed[card] += 1
    else:
        to_played(s, card)
    s.pending_left -= 1
    if s.pending_left == 0:
        pawn = s.seat * PAWNS + s.pending_pawn
        if s.pending_cell >= 0:
            s.at[pawn] = s.pending_cell
        else:
            take_blockade(s, b, s.pending_blockade, pawn)
        clear_pending(s)
        explore(s, b, pawn)


@rule
def survey(s: Position, b: Ground, pawn: int, cards: int) -> tuple[int, int, int, int, int]:
    """What a pawn can do from where it stands.

    The least power of each symbol with which a first step is possible (a space or a blockade), whether the
    Native has a step, and the rubble, camps and rubble blockades that so many cards open, one bit per place
    of A_ENTER.
    """
    machete = OUT_OF_REACH
    paddle = OUT_OF_REACH
    coin = OUT_OF_REACH
    native = 0
    places = 0
    cell = s.at[pawn]
    for direction in range(DIRECTIONS):
        edge = cell * DIRECTIONS + direction
        number = barred_by(s, b, edge)
        if number > 0:
            terrain = BLOCKADE_TERRAIN[number]
            need = BLOCKADE_POWER[number]
            place = DIRECTIONS + number - 1
        else:
            other = beyond(s, b, edge)
            if other < 0:
                continue
            terrain = b.terrain[other]
            need = b.need[other]
            place = direction
        native = 1
        if terrain == MACHETE:
            machete = min(machete, need)
        elif terrain == PADDLE:
            paddle = min(paddle, need)
        elif terrain == COIN:
            coin = min(coin, need)
        elif cards_asked(terrain, need) <= cards:
            places |= 1 << place
    return machete, paddle, coin, native, places
