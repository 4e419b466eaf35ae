"""How far it still is: the cards that will be drawn before the finish, on this route with this deck.

A pawn travelling alone draws one card after the other at random from its deck and makes the best of each: the longest
way it opens, or nothing. The expected number of draws from every cell is the cost-to-go. Terrain that alternates,
power left over at its edge, spaces only few cards can enter and jokers all count as they do in play.
"""

from __future__ import annotations

from typing import Any

from expedition.core.jit import rule
from expedition.eldorado.state import Position
from expedition.eldorado.tables import (
    ACTION,
    BLOCKADE_POWER,
    BLOCKADE_TERRAIN,
    CAMP,
    CARDS,
    DIRECTIONS,
    DRAWS,
    ITEM,
    JOKER,
    MAX_CELLS,
    MOUNTAIN,
    NATIVE,
    PILE,
    POWER,
    RUBBLE,
    START,
    SYMBOL,
    Ground,
)
from expedition.players.eldorado.desk import POWERS, Desk
from expedition.players.eldorado.weights import W_CAMP, W_EMPTY, W_HAND, W_ITEM, W_JOKER, W_RUBBLE, W_WALL

FAR = 1e9
ROUNDS_OF_FIT = 3


@rule
def count_deck(s: Position, seat: int, deck: Any) -> int:
    """All cards the seat owns, wherever they are: it knows them, though not their order. Returns how many."""
    for card in range(CARDS):
        deck[card] = s.hand[seat * CARDS + card]
    base = seat * PILE
    for i in range(s.n_draw[seat]):
        deck[s.cards[base + i]] += 1
    for i in range(PILE - s.n_discard[seat], PILE):
        deck[s.cards[base + i]] += 1
    if seat == s.seat:
        for i in range(s.n_played):
            deck[s.played[i]] += 1
    return s.n_hand[seat] + s.n_draw[seat] + s.n_discard[seat] + (s.n_played if seat == s.seat else 0)


@rule
def order_cells(b: Ground, desk: Desk) -> None:
    """desk.order: cells by their number of steps to the finish; desk.ahead: the seams on such a way."""
    count = 0
    for cell in range(b.n_cells):
        desk.left[cell] = 0
        desk.ahead[cell] = 0
        if b.finish[cell]:
            desk.order[count] = cell
            desk.left[cell] = 1
            count += 1
    i = 0
    while i < count:
        cell = desk.order[i]
        i += 1
        if b.terrain[cell] == START:
            continue
        for edge in range(cell * DIRECTIONS, (cell + 1) * DIRECTIONS):
            other = b.neighbour[edge]
            if other >= 0 and b.terrain[other] != MOUNTAIN and desk.left[other] == 0:
                desk.left[other] = 1
                desk.ahead[other] = desk.ahead[cell]
                if b.seam_at[edge] >= 0:
                    desk.ahead[other] |= 1 << b.seam_at[edge]
                desk.order[count] = other
                count += 1
    for cell in range(b.n_cells):
        desk.left[cell] = 0
    desk.n_order[0] = count


@rule
def list_kinds(desk: Desk, w: Any) -> None:
    """Write down what the deck is made of: kinds that move, their weights, and what a draw costs on average."""
    count = 0
    spent = 0.0
    for symbol in range(3):
        desk.reach[symbol] = 0
    for card in range(CARDS):
        copies = desk.deck[card]
        if copies == 0:
            continue
        weight = copies * w[W_ITEM] if ITEM[card] else float(copies)
        spent += weight * (1.0 - w[W_HAND] * DRAWS[card])
        if DRAWS[card] > 0:
            continue
        for symbol in range(3):
            if SYMBOL[card] == symbol or SYMBOL[card] == JOKER:
                desk.reach[symbol] = max(desk.reach[symbol], POWER[card])
        desk.kind[count] = card
        desk.weight[count] = weight * w[W_JOKER] if SYMBOL[card] == JOKER else weight
        count += 1
    desk.n_kinds[0] = count
    desk.draw_cost[0] = max(spent, 1.0)


@rule
def chart(b: Ground, desk: Desk, w: Any) -> None:
    """Fill desk.way with the draws from every cell to the finish, for the deck in desk.deck, blockades aside."""
    for cell in range(b.n_cells):
        desk.way[cell] = 0.0 if b.finish[cell] else FAR
        for layer in range(3 * POWERS):
            desk.best[layer * MAX_CELLS + cell] = desk.way[cell]
    list_kinds(desk, w)
    sweep(b, desk, w)
    sweep(b, desk, w)


@rule
def chart_again(b: Ground, desk: Desk, w: Any) -> None:
    """The same for a deck that differs by a card from the one charted before."""
    list_kinds(desk, w)
    sweep(b, desk, w)


@rule
def sweep(b: Ground, desk: Desk, w: Any) -> None:
    """Go over all cells once, the nearest first."""
    for i in range(desk.n_order[0]):
        cell = desk.order[i]
        if not b.finish[cell]:
            look_around(b, cell, desk, w)


@rule
def look_around(b: Ground, cell: int, desk: Desk, w: Any) -> None:
    """The draws from one cell, given those from the cells around it."""
    any_card = FAR  # the best space that any card opens
    native = FAR
    for symbol in range(3):
        for power in range(1, desk.reach[symbol] + 1):
            desk.best[(symbol * POWERS + power) * MAX_CELLS + cell] = FAR
    for edge in range(cell * DIRECTIONS, (cell + 1) * DIRECTIONS):
        other = b.neighbour[edge]
        if other < 0 or desk.way[other] >= FAR:
            continue
        terrain = b.terrain[other]
        if terrain == MOUNTAIN or terrain == START:
            continue
        need = b.need[other]
        way = desk.way[other]
        native = min(native, way)
        if terrain == RUBBLE:
            any_card = min(any_card, way + w[W_RUBBLE] * (need - 1))
        elif terrain == CAMP:
            any_card = min(any_card, way + w[W_RUBBLE] * (need - 1) - w[W_CAMP] * need)
        else:
            for power in range(need, desk.reach[terrain] + 1):
                k = (terrain * POWERS + power) * MAX_CELLS + cell
                beyond = way if power == need else desk.best[k - need * MAX_CELLS - cell + other]
                if beyond < desk.best[k]:
                    desk.best[k] = beyond
    way = draws_from(cell, any_card, native, desk, w)
    desk.way[cell] = way
    for symbol in range(3):
        for power in range(1, desk.reach[symbol] + 1):
            k = (symbol * POWERS + power) * MAX_CELLS + cell
            if desk.best[k] > way:
                desk.best[k] = way


@rule
def move_of(card: int, cell: int, any_card: float, native: float, desk: Desk) -> float:
    """The best cell's way that one card leads to from here."""
    symbol = SYMBOL[card]
    if card == NATIVE:
        return min(any_card, native)
    if symbol == ACTION:
        return any_card
    if symbol == JOKER:
        to = any_card
        for one in range(3):
            to = min(to, desk.best[(one * POWERS + POWER[card]) * MAX_CELLS + cell])
        return to
    return min(any_card, desk.best[(symbol * POWERS + POWER[card]) * MAX_CELLS + cell])


@rule
def draws_from(cell: int, any_card: float, native: float, desk: Desk, w: Any) -> float:
    """Draws until a card helps, and then those from where it leads; a card helps if that is less than going on."""
    way = FAR
    count = desk.n_kinds[0]
    for i in range(count):
        desk.to[i] = move_of(desk.kind[i], cell, any_card, native, desk)
    for _ in range(ROUNDS_OF_FIT):
        helped = 0.0
        onward = 0.0
        for i in range(count):
            if desk.to[i] < way:
                helped += desk.weight[i]
                onward += desk.weight[i] * desk.to[i]
        if helped <= 0.0:
            break
        way = (desk.draw_cost[0] + onward) / helped
    return min(way, min(native, any_card) + w[W_EMPTY])


@rule
def wall_cost(number: int, deck: Any, w: Any) -> float:
    """Draws until a card comes that clears this blockade."""
    if number == 0:
        return 0.0
    if BLOCKADE_TERRAIN[number] == RUBBLE:
        return w[W_WALL] * BLOCKADE_POWER[number]
    cards = 0.0
    fit = 0.0
    for card in range(CARDS):
        cards += deck[card]
        if card == NATIVE or (
            POWER[card] >= BLOCKADE_POWER[number]
            and (SYMBOL[card] == BLOCKADE_TERRAIN[number] or SYMBOL[card] == JOKER)
        ):
            fit += deck[card]
    return w[W_WALL] * min(cards / max(fit, 0.1), w[W_EMPTY])
