"""What a position at the end of a turn is worth to a seat, in cards saved on the way (see journey.py)."""

from __future__ import annotations

from typing import Any

from expedition.core.jit import rule
from expedition.eldorado.rules.ending import blockades_kept
from expedition.eldorado.rules.market import on_sale, vacant_slot
from expedition.eldorado.rules.piles import playable
from expedition.eldorado.state import ARRIVED, Position
from expedition.eldorado.tables import (
    ACTION,
    AHEAD,
    BLOCKADE_POWER,
    BLOCKADE_TERRAIN,
    CARDS,
    COIN,
    COIN_1,
    DIRECTIONS,
    DRAWS,
    FIRST_MARKET_CARD,
    FULL_HAND,
    ITEM,
    JOKER,
    MAX_CELLS,
    MAX_SEAMS,
    MOUNTAIN,
    NATIVE,
    PAWNS,
    POWER,
    PRICE,
    START,
    SYMBOL,
    TOKENS,
    WORTH,
    Ground,
)
from expedition.players.eldorado.desk import POWERS, Desk
from expedition.players.eldorado.journey import chart, chart_again, count_deck, wall_cost
from expedition.players.eldorado.weights import (
    W_BALANCE,
    W_BLOCKADE,
    W_BUY,
    W_CARD,
    W_COIN,
    W_DELAY,
    W_ENOUGH,
    W_FADE,
    W_HAND,
    W_HOLD,
    W_ITEM,
    W_KEEP,
    W_LOSS,
    W_THIN,
    W_TOKEN_USE,
)

NOTHING = -1
HOME = 4000.0  # arriving ends the seat's journey: nothing outweighs it
ONE_HOME = 4.0  # the first of two pawns
FULL_LENGTH = 100.0  # cards to go where the further worth of cards begins to fade
UNKNOWN = -1e6
MOST_KEPT = 0.8
GRUDGE = 0.2  # what a card less costs a small deck at least; at most twice that
SMALLEST_DECK = 7  # below this a hand holds most of the deck, and thinning it brings nothing more
LEAST_DECK = 3  # what a seat keeps in any case
FODDER = 0.6  # what any card is worth to a small deck: camps and rubble want to be fed


@rule
def prepare(s: Position, b: Ground, seat: int, desk: Desk, w: Any) -> None:
    """Everything about this deck on this route that the turn's positions share."""
    size = count_deck(s, seat, desk.deck)
    desk.size_now[0] = size
    desk.size_now[1] = min(SMALLEST_DECK, LEAST_DECK + wanted_ahead(s, b, seat))
    desk.lag[0] = s.n_draw[seat] + 0.5 * size  # the rest of the draw pile, then half of the next one
    for i in range(2 * CARDS):
        desk.shorter[i] = UNKNOWN
        desk.further[i] = UNKNOWN
    if not charted(s, desk):
        chart(b, desk, w)
        for seam in range(MAX_SEAMS):
            desk.wall[seam] = wall_cost(s.seam[seam], desk.deck, w) if seam < b.n_seams else 0.0
        for i in range(b.n_cells * 3 * POWERS):
            desk.gain[i] = -1.0
    for pawn in range(PAWNS):
        cell = s.at[seat * PAWNS + pawn]
        desk.stand[pawn] = cell
        desk.root[pawn] = desk.way[cell] if cell >= 0 else 0.0


@rule
def charted(s: Position, desk: Desk) -> bool:
    """Whether the desk's map was made for this deck and these blockades; from now on it is."""
    same = desk.charted[CARDS + MAX_SEAMS] == 1
    desk.charted[CARDS + MAX_SEAMS] = 1
    for card in range(CARDS):
        same = same and desk.charted[card] == desk.deck[card]
        desk.charted[card] = desk.deck[card]
    for seam in range(MAX_SEAMS):
        same = same and desk.charted[CARDS + seam] == s.seam[seam]
        desk.charted[CARDS + seam] = s.seam[seam]
    return same


@rule
def wall_from(s: Position, cell: int, desk: Desk) -> float:
    """Cards to go for the blockades that stand on the way from a cell."""
    cost = 0.0
    for seam in range(MAX_SEAMS):
        if s.seam[seam] > 0 and (desk.ahead[cell] >> seam) & 1:
            cost += desk.wall[seam]
    return cost


@rule
def way_from(s: Position, cell: int, desk: Desk) -> float:
    return desk.way[cell] + wall_from(s, cell, desk)


@rule
def reach_gain(s: Position, b: Ground, start: int, symbol: int, power: int, desk: Desk) -> float:
    """Cards a pawn on this cell saves by playing one card of this symbol and power."""
    k = (start * 3 + symbol) * POWERS + power
    if desk.gain[k] >= 0.0:
        return desk.gain[k]
    before = way_from(s, start, desk)
    best = 0.0
    count = 1
    desk.queue[0] = start
    desk.left[start] = power + 1
    i = 0
    while i < count:
        here = desk.queue[i]
        i += 1
        left = desk.left[here] - 1
        for edge in range(here * DIRECTIONS, (here + 1) * DIRECTIONS):
            other = b.neighbour[edge]
            if other < 0:
                continue
            rest = left
            seam = b.seam_at[edge]
            if seam >= 0 and s.seam[seam] > 0:
                if BLOCKADE_TERRAIN[s.seam[seam]] != symbol or BLOCKADE_POWER[s.seam[seam]] > left:
                    continue
                rest -= BLOCKADE_POWER[s.seam[seam]]
                best = max(best, before - way_from(s, here, desk) + desk.wall[seam])
            if b.terrain[other] != symbol or b.need[other] > rest:
                continue
            rest += 1 - b.need[other]
            if desk.left[other] >= rest:
                continue
            if count < MAX_CELLS:  # a cell reached again with more power is looked at again
                desk.queue[count] = other
                count += 1
            desk.left[other] = rest
            best = max(best, before - way_from(s, other, desk))
    for j in range(count):
        desk.left[desk.queue[j]] = 0
    desk.gain[k] = best
    return best


@rule
def open_gain(s: Position, b: Ground, cell: int, desk: Desk) -> float:
    """Cards saved by the Native's best step."""
    best = 0.0
    for edge in range(cell * DIRECTIONS, (cell + 1) * DIRECTIONS):
        other = b.neighbour[edge]
        if other < 0:
            continue
        seam = b.seam_at[edge]
        if seam >= 0 and s.seam[seam] > 0:
            best = max(best, desk.wall[seam])
        elif b.terrain[other] != MOUNTAIN and b.terrain[other] != START:
            best = max(best, way_from(s, cell, desk) - way_from(s, other, desk))
    return best


@rule
def gain_at(s: Position, b: Ground, cell: int, card: int, desk: Desk, w: Any) -> float:
    """Cards that one card of a kind saves from a cell."""
    if card == NATIVE:
        return open_gain(s, b, cell, desk)
    if SYMBOL[card] == ACTION:
        return w[W_HAND] * DRAWS[card]
    if SYMBOL[card] == JOKER:
        best = 0.0
        for symbol in range(3):
            best = max(best, reach_gain(s, b, cell, symbol, POWER[card], desk))
        return best
    return reach_gain(s, b, cell, SYMBOL[card], POWER[card], desk)


@rule
def card_gain(s: Position, b: Ground, seat: int, card: int, desk: Desk, w: Any) -> float:
    """Cards that one card of a kind saves from where the pawns stand."""
    best = 0.0
    for pawn in range(seat * PAWNS, seat * PAWNS + s.pawns):
        if s.at[pawn] >= 0:
            best = max(best, gain_at(s, b, s.at[pawn], card, desk, w))
    return best


@rule
def way_left(s: Position, seat: int, desk: Desk, w: Any) -> float:
    """Cards to go for all pawns of the seat."""
    total = 0.0
    longest = 0.0
    for pawn in range(seat * PAWNS, seat * PAWNS + s.pawns):
        if s.at[pawn] >= 0:
            way = way_from(s, s.at[pawn], desk)
            total += way
            longest = max(longest, way)
    return total + (w[W_BALANCE] * longest if s.pawns > 1 else 0.0)


@rule
def whole_way(s: Position, b: Ground, desk: Desk, w: Any) -> float:
    """Cards to go from before the turn with the deck now in desk.deck, blockades included."""
    total = 0.0
    for pawn in range(PAWNS):
        cell = desk.stand[pawn]
        if cell >= 0:
            total += desk.way[cell]
            for seam in range(b.n_seams):
                if s.seam[seam] > 0 and (desk.ahead[cell] >> seam) & 1:
                    total += wall_cost(s.seam[seam], desk.deck, w)
    return total


@rule
def shorter_by(s: Position, b: Ground, card: int, step: int, desk: Desk, w: Any) -> float:
    """The share of the way that one card more (step 1) or less (-1) of a kind saves, seen from before the turn."""
    k = card if step > 0 else CARDS + card
    if desk.shorter[k] > UNKNOWN:
        return desk.shorter[k]
    before = whole_way(s, b, desk, w)
    for cell in range(b.n_cells):
        desk.kept[cell] = desk.way[cell]
    desk.deck[card] += step
    chart_again(b, desk, w)
    after = whole_way(s, b, desk, w)
    desk.deck[card] -= step
    for cell in range(b.n_cells):
        desk.way[cell] = desk.kept[cell]
    desk.shorter[k] = (before - after) / max(before, 1.0)
    return desk.shorter[k]


@rule
def market_power(desk: Desk, card: int, step: int, w: Any) -> float:
    """What a hand of this deck buys, with `step` cards more or less of a kind. The first coins count most: there is
    one purchase a turn."""
    coins = 0.0
    cards = 0.0
    for one in range(CARDS):
        copies = desk.deck[one] + (step if one == card else 0)
        if copies > 0:
            weight = copies * w[W_ITEM] if ITEM[one] else float(copies)
            coins += weight * WORTH[one] / 2.0
            cards += weight
    hand = FULL_HAND * coins / max(cards, 1.0)
    return hand / (hand + w[W_ENOUGH])


@rule
def further_worth(card: int, step: int, desk: Desk, w: Any) -> float:
    """What a card more or less is worth beside the way: buying power, and what else the card does."""
    k = card if step > 0 else CARDS + card
    if desk.further[k] == UNKNOWN:
        bought = market_power(desk, card, step, w) - market_power(desk, card, 0, w)
        desk.further[k] = w[W_COIN] * bought + step * w[W_CARD + card]
    return desk.further[k]


@rule
def lasting(way: float, w: Any) -> float:
    """The share of a card's further worth that is left so far before the end."""
    return min(1.0, way / FULL_LENGTH) ** w[W_FADE]


@rule
def changed_worth(s: Position, b: Ground, card: int, step: int, way: float, weight: float, desk: Desk, w: Any) -> float:
    """What one card more or less of a kind saves so far before the end."""
    return weight * way * shorter_by(s, b, card, step, desk, w) + further_worth(card, step, desk, w) * lasting(way, w)


@rule
def bought_worth(s: Position, b: Ground, card: int, way: float, desk: Desk, w: Any) -> float:
    """What buying a card is worth; it does not come to hand at once."""
    waits = w[W_DELAY] * desk.lag[0] / max(way, 0.1)
    fodder = FODDER if desk.size_now[0] <= desk.size_now[1] else 0.0
    return fodder + max(0.0, 1.0 - waits) * changed_worth(s, b, card, 1, way, w[W_BUY], desk, w)


@rule
def strands(b: Ground, card: int, deck: Any) -> bool:
    """Whether without one card of this kind nothing that stays in the deck could enter the finish."""
    for cell in range(b.n_cells):
        if b.finish[cell]:
            for other in range(CARDS):
                copies = deck[other] - 1 if other == card else deck[other]
                fits = SYMBOL[other] == b.terrain[cell] or SYMBOL[other] == JOKER
                if copies > 0 and not ITEM[other] and (other == NATIVE or (fits and POWER[other] >= b.need[cell])):
                    return False
    return True


@rule
def wanted_ahead(s: Position, b: Ground, seat: int) -> int:
    """Cards the way still asks to give up."""
    wanted = 0
    for pawn in range(seat * PAWNS, seat * PAWNS + s.pawns):
        if s.at[pawn] >= 0:
            wanted += b.ahead[s.at[pawn] * AHEAD + AHEAD - 1]
    return wanted


@rule
def removed_worth(s: Position, b: Ground, seat: int, card: int, desk: Desk, w: Any) -> float:
    """What one card less of a kind is worth; never the last one that can enter the finish.

    A turn may remove several, so what is left is counted in this position, not at the start of the turn.
    """
    size = count_deck(s, seat, desk.owned)
    if size <= LEAST_DECK or strands(b, card, desk.owned):
        return -HOME
    value = changed_worth(s, b, card, -1, way_left(s, seat, desk, w), w[W_THIN], desk, w)
    if size <= max(SMALLEST_DECK, LEAST_DECK + wanted_ahead(s, b, seat)):
        # never gladly, but a camp on the only way must not hold a pawn for ever
        return max(min(value, 0.0) - GRUDGE, -2.0 * GRUDGE)
    return value


@rule
def token_stock(s: Position, seat: int) -> int:
    held = 0
    for token in range(TOKENS):
        held += s.tokens[seat * TOKENS + token]
    return held


@rule
def standing_worth(s: Position, seat: int, desk: Desk, w: Any) -> float:
    """The value of where the pawns stand and what the seat holds, the hand aside."""
    value = -way_left(s, seat, desk, w) + w[W_BLOCKADE] * blockades_kept(s, seat)
    if s.caves:
        value += w[W_TOKEN_USE] * token_stock(s, seat)
    for pawn in range(seat * PAWNS, seat * PAWNS + s.pawns):
        if s.at[pawn] == ARRIVED:
            value += ONE_HOME
    return value


@rule
def kept_worth(s: Position, b: Ground, seat: int, desk: Desk, w: Any) -> float:
    """The card kept that moves best next turn; always less than playing it now would bring."""
    best = 0.0
    for card in range(CARDS):
        if s.hand[seat * CARDS + card] > 0:
            best = max(best, card_gain(s, b, seat, card, desk, w) - w[W_HOLD])
    return min(w[W_KEEP], MOST_KEPT) * best


@rule
def pay_loss(card: int, w: Any) -> float:
    """What is lost by paying with a card: an item that pays its power leaves the game (EC-ED-09)."""
    return w[W_LOSS] if ITEM[card] and (SYMBOL[card] == COIN or SYMBOL[card] == JOKER) else 0.0


@rule
def free_coins(s: Position, seat: int) -> int:
    """Half coins the hand pays without losing an item."""
    total = 0
    for card in range(CARDS):
        if s.hand[seat * CARDS + card] > 0 and not (ITEM[card] and WORTH[card] > 1):
            total += playable(s, seat, card) * WORTH[card]
    return total


@rule
def lost_for(s: Position, seat: int, due: int, w: Any) -> float:
    """What tokens and items must be given to raise so many more half coins; out of the question if they cannot."""
    loss = 0.0
    for token in range(2):
        for _ in range(s.tokens[seat * TOKENS + COIN_1 + token]):
            if due > 0:
                due -= 2 * (token + 1)
                loss += w[W_TOKEN_USE]
    for card in range(CARDS):
        if ITEM[card] and WORTH[card] > 1:
            for _ in range(s.hand[seat * CARDS + card]):
                if due > 0:
                    due -= WORTH[card]
                    loss += w[W_LOSS]
    return loss if due <= 0 else HOME


@rule
def purchase(s: Position, b: Ground, seat: int, desk: Desk, w: Any) -> tuple[int, float]:
    """The best card this hand can buy and what it is worth; NOTHING and 0 if none is worth having."""
    best = NOTHING
    gain = 0.0
    if s.bought or (s.n_hand[seat] == 0 and (s.caves == 0 or token_stock(s, seat) == 0)):
        return best, gain
    way = way_left(s, seat, desk, w)
    free = free_coins(s, seat)
    vacancy = vacant_slot(s)
    for card in range(FIRST_MARKET_CARD, CARDS):
        if not on_sale(s, card, vacancy):
            continue
        loss = 0.0
        if PRICE[card] > free:
            loss = lost_for(s, seat, PRICE[card] - free, w)
            if loss >= HOME:
                continue
        value = bought_worth(s, b, card, way, desk, w) - loss
        if value > gain:
            best = card
            gain = value
    return best, gain


@rule
def end_worth(s: Position, b: Ground, seat: int, desk: Desk, w: Any) -> tuple[float, int]:
    """The value of ending the turn here, and the purchase that belongs to it."""
    if s.arrived[seat] > 0:
        return HOME, NOTHING
    value = standing_worth(s, seat, desk, w)
    card, gain = purchase(s, b, seat, desk, w)
    kept = kept_worth(s, b, seat, desk, w)
    if gain > kept:
        return value + gain, card
    return value + kept, NOTHING
