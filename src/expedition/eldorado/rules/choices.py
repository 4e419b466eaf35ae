"""Which actions are legal. Only what can be completed is offered; symmetric choices appear once."""

from __future__ import annotations

from collections.abc import MutableSequence

from expedition.core.jit import rule
from expedition.eldorado.numbering import (
    A_BUY,
    A_CHANGE,
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
    USE_CARD,
)
from expedition.eldorado.rules.caves import stopping_explores
from expedition.eldorado.rules.market import NO_CARD, change_helps_pay, change_pays, most_payable, on_sale, vacant_slot
from expedition.eldorado.rules.movement import OUT_OF_REACH, barred_by, leads_on, survey
from expedition.eldorado.rules.piles import playable, playable_cards
from expedition.eldorado.state import (
    ACTIVE_NONE,
    PENDING_GIVE,
    PENDING_NONE,
    PENDING_PAY,
    PENDING_REMOVE,
    PENDING_TAKE,
    PHASE_DISCARD,
    PHASE_OVER,
    Position,
)
from expedition.eldorado.tables import (
    BLOCKADES,
    CARDS,
    CHANGE_SYMBOL,
    COIN_1,
    DIRECTIONS,
    DRAW_1,
    FIRST_MARKET_CARD,
    JOKER,
    KEEP_ITEM,
    MOVE_TOKENS,
    NATIVE,
    NATIVE_TOKEN,
    PASS_OCCUPIED,
    PAWNS,
    POWER,
    PRICE,
    REMOVE_CARD,
    REPLACE_HAND,
    SYMBOL,
    TOKEN_POWER,
    TOKEN_SYMBOL,
    TOKENS,
    TRANSMITTER,
    WORTH,
    Ground,
)


@rule
def actor(s: Position) -> int:
    """The seat on turn, -1 when the game is over."""
    return -1 if s.phase == PHASE_OVER else s.seat


@rule
def quick(s: Position) -> bool:
    """Whether an answer or a first step is due rather than a new play."""
    return s.phase == PHASE_DISCARD or s.pending != PENDING_NONE or (s.active != ACTIVE_NONE and s.stepped == 0)


@rule
def legal(s: Position, b: Ground, seat: int, acts: MutableSequence[int]) -> int:
    """Write the legal actions of a seat into `acts`, ascending, and return how many there are."""
    if s.phase == PHASE_OVER or seat != s.seat:
        return 0
    if s.phase == PHASE_DISCARD:  # ED-DISC-04
        return end_list(acts, each_in_hand(s, seat, A_DISCARD, acts))
    if s.pending != PENDING_NONE:
        return answers(s, seat, acts)
    if s.active != ACTIVE_NONE and s.stepped == 0:  # a card is played in order to move (EC-ED-69)
        return steps(s, b, acts, 0)
    return plays(s, b, seat, acts)


@rule
def end_list(acts: MutableSequence[int], n: int) -> int:
    acts[n] = A_DONE
    return n + 1


@rule
def each_in_hand(s: Position, seat: int, first: int, acts: MutableSequence[int]) -> int:
    n = 0
    for card in range(CARDS):
        if s.hand[seat * CARDS + card] > 0:
            acts[n] = first + card
            n += 1
    return n


@rule
def answers(s: Position, seat: int, acts: MutableSequence[int]) -> int:
    """While something is pending only its own answers are offered."""
    n = 0
    if s.pending == PENDING_GIVE:
        for card in range(CARDS):
            if playable(s, seat, card) > 0:
                acts[n] = A_GIVE + card
                n += 1
        return n
    if s.pending == PENDING_PAY:
        return payments(s, seat, acts)
    if s.pending == PENDING_TAKE:  # EC-ED-71
        for card in range(FIRST_MARKET_CARD, CARDS):
            if s.stock[card] > 0:
                acts[n] = A_TAKE + card - FIRST_MARKET_CARD
                n += 1
        return n
    if s.pending == PENDING_REMOVE:
        n = each_in_hand(s, seat, A_REMOVE, acts)
        return end_list(acts, n) if s.pending_may else n
    n = each_in_hand(s, seat, A_PUT, acts)  # EC-ED-43
    return end_list(acts, n) if s.pending_left > 0 else n


@rule
def payments(s: Position, seat: int, acts: MutableSequence[int]) -> int:
    """Cards and coin tokens after which the price can still be met."""
    n = 0
    held = s.tokens[seat * TOKENS + CHANGE_SYMBOL]
    if s.change_symbol:
        for card in range(CARDS):
            if change_pays(s, seat, card, held):
                acts[n] = A_PAY + card
                n += 1
        return n
    if change_helps_pay(s, seat):
        acts[n] = A_CHANGE
        n += 1
    for card in range(CARDS):
        if playable(s, seat, card) > 0 and still_payable(s, seat, card, held):
            acts[n] = A_PAY + card
            n += 1
    for i in range(2):
        if s.tokens[seat * TOKENS + COIN_1 + i] > 0:
            acts[n] = A_PAY_TOKEN + i
            n += 1
    return n


@rule
def still_payable(s: Position, seat: int, card: int, symbol_tokens: int) -> bool:
    """Whether the price can be met after this card has paid its ordinary worth."""
    if symbol_tokens == 0:
        return True  # everything that pays, pays what it was counted for
    return s.due <= most_payable(s, seat, NO_CARD, 0) or s.due - WORTH[card] <= most_payable(
        s, seat, card, symbol_tokens
    )


@rule
def steps(s: Position, b: Ground, acts: MutableSequence[int], n: int) -> int:
    """Where the active power leads (ED-MOVE-06 to 09), and blockades it clears (ED-BLOCK-07)."""
    cell = s.at[s.seat * PAWNS + s.active_pawn]
    clears = 0
    for direction in range(DIRECTIONS):
        edge = cell * DIRECTIONS + direction
        if leads_on(s, b, edge):
            number = barred_by(s, b, edge)
            if number > 0:
                clears |= 1 << number
            else:
                acts[n] = A_STEP + direction
                n += 1
    if clears:
        for number in range(1, BLOCKADES + 1):
            if (clears >> number) & 1:
                acts[n] = A_CLEAR + number - 1
                n += 1
    return n


@rule
def plays(s: Position, b: Ground, seat: int, acts: MutableSequence[int]) -> int:
    """Phase 1 with nothing pending: go on, enter, play, use, buy or end."""
    n = 0
    pawns = seat * PAWNS
    first_m = first_p = first_c = second_m = second_p = second_c = OUT_OF_REACH
    first_native = second_native = first_places = second_places = 0
    cards = playable_cards(s, seat) if s.bought == 0 else 0  # no hand card moves after the purchase (EC-ED-01)
    if s.at[pawns] >= 0:
        first_m, first_p, first_c, first_native, first_places = survey(s, b, pawns, cards)
    if s.at[pawns + 1] >= 0:
        second_m, second_p, second_c, second_native, second_places = survey(s, b, pawns + 1, cards)

    if s.change_symbol == 0:
        if s.active != ACTIVE_NONE:
            n = steps(s, b, acts, n)
            if stopping_explores(s, b, pawns + s.active_pawn):
                acts[n] = A_STOP
                n += 1
        n = enters(first_places, A_ENTER, acts, n)
        n = enters(second_places, A_ENTER + ENTERS, acts, n)

    changes = False
    if s.bought == 0:
        holds_change = s.tokens[seat * TOKENS + CHANGE_SYMBOL] > 0
        for place in range(len(MOVE_CARD)):
            card = MOVE_CARD[place]
            if s.hand[seat * CARDS + card] == 0 or playable(s, seat, card) == 0:
                continue
            own = SYMBOL[card]
            power = POWER[card]
            for symbol in range(3):
                least = first_m if symbol == 0 else first_p if symbol == 1 else first_c
                other = second_m if symbol == 0 else second_p if symbol == 1 else second_c
                if least > power and other > power:
                    continue
                if own == JOKER or own != symbol:
                    changes = changes or holds_change
                if s.change_symbol and own == symbol:  # the token must change something
                    continue
                if s.change_symbol == 0 and own != JOKER and own != symbol:
                    continue
                action = A_PLAY + (place * 3 + symbol) * PAWNS
                if least <= power:
                    acts[n] = action
                    n += 1
                if other <= power:
                    acts[n] = action + 1
                    n += 1
    if s.change_symbol:
        return n

    if first_native or second_native:
        if playable(s, seat, NATIVE) > 0:
            n = for_pawns(first_native, second_native, A_NATIVE, acts, n)
        for token in range(MOVE_TOKENS):
            if s.tokens[seat * TOKENS + token] == 0:
                continue
            power = TOKEN_POWER[token]
            symbol = TOKEN_SYMBOL[token]
            least = first_m if symbol == 0 else first_p if symbol == 1 else first_c
            other = second_m if symbol == 0 else second_p if symbol == 1 else second_c
            n = for_pawns(int(least <= power), int(other <= power), A_TOKEN + token * PAWNS, acts, n)
        if s.tokens[seat * TOKENS + NATIVE_TOKEN] > 0:
            n = for_pawns(first_native, second_native, A_NATIVE_TOKEN, acts, n)
    n = uses(s, seat, changes, acts, n)
    if s.bought == 0:
        n = purchases(s, seat, acts, n)
    acts[n] = A_END
    return n + 1


@rule
def enters(places: int, first: int, acts: MutableSequence[int], n: int) -> int:
    if places:
        for place in range(ENTERS):
            if (places >> place) & 1:
                acts[n] = first + place
                n += 1
    return n


@rule
def for_pawns(first: int, second: int, action: int, acts: MutableSequence[int], n: int) -> int:
    if first:
        acts[n] = action
        n += 1
    if second:
        acts[n] = action + 1
        n += 1
    return n


@rule
def uses(s: Position, seat: int, changes: bool, acts: MutableSequence[int], n: int) -> int:
    """Action cards and action tokens; they stay playable after the purchase (EC-ED-01)."""
    for i in range(len(USE_CARD)):
        card = USE_CARD[i]
        if s.hand[seat * CARDS + card] > 0 and playable(s, seat, card) > 0:
            if card != TRANSMITTER or market_has_cards(s):  # EC-ED-54
                acts[n] = A_USE + i
                n += 1
    base = seat * TOKENS
    if s.tokens[base + DRAW_1] > 0:
        acts[n] = A_USE_TOKEN
        n += 1
    if s.n_hand[seat] > 0:  # EC-ED-42, EC-ED-43
        if s.tokens[base + REMOVE_CARD] > 0:
            acts[n] = A_USE_TOKEN + 1
            n += 1
        if s.tokens[base + REPLACE_HAND] > 0:
            acts[n] = A_USE_TOKEN + 2
            n += 1
    if s.tokens[base + PASS_OCCUPIED] > 0:
        acts[n] = A_USE_TOKEN + 3
        n += 1
    if changes:
        acts[n] = A_CHANGE
        n += 1
    if s.n_keepable > 0 and s.tokens[base + KEEP_ITEM] > 0:
        for i in range(len(ITEM_CARD)):
            if is_keepable(s, ITEM_CARD[i]):
                acts[n] = A_KEEP + i
                n += 1
    return n


@rule
def is_keepable(s: Position, card: int) -> bool:
    for i in range(s.n_keepable):
        if s.keepable[i] == card:
            return True
    return False


@rule
def market_has_cards(s: Position) -> bool:
    for card in range(FIRST_MARKET_CARD, CARDS):
        if s.stock[card] > 0:
            return True
    return False


@rule
def purchases(s: Position, seat: int, acts: MutableSequence[int], n: int) -> int:
    """Every card on sale that this seat can pay (ED-BUY-07); no card costs nothing (EC-ED-10)."""
    most = most_payable(s, seat, NO_CARD, s.tokens[seat * TOKENS + CHANGE_SYMBOL])
    if most == 0:
        return n
    vacancy = vacant_slot(s)
    for card in range(FIRST_MARKET_CARD, CARDS):
        if PRICE[card] <= most and on_sale(s, card, vacancy):
            acts[n] = A_BUY + card - FIRST_MARKET_CARD
            n += 1
    return n
