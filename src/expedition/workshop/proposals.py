"""Laying random routes on a grid, thousands a second: rule functions, so that they run plain and compiled.

A proposal is a row of whole numbers: how many pieces, its steps, then side, turn and place of each piece, and last
those of the finishing tile. The same key and number give the same proposal, however many others are made.
"""

from __future__ import annotations

from typing import Any

from expedition.core.drivers.random_play import roll
from expedition.core.jit import rule
from expedition.core.rng import MASK
from expedition.eldorado.tables import MOUNTAIN, START
from expedition.workshop.kit import (
    BLOCKADES,
    CITY,
    COUNT,
    FINISH_CITY,
    FINISH_CORNER,
    FINISH_SHIFT,
    FINISH_TERRAIN,
    IS_STRIP,
    JOIN,
    JOIN_COUNT,
    JOIN_FIRST,
    LARGEST,
    MIDDLE,
    NEAR,
    POWER,
    POWERS,
    SHIFT,
    SOUND,
    STARTS,
    STRIP_SIDES,
    TERRAIN,
    TILE_SIDES,
    TURNS,
    WIDTH,
)

MOST_PIECES = 9
ROW = 2 + 3 * (MOST_PIECES + 1)
GRID = WIDTH * WIDTH
NOBODY = -1
FINISH_NUMBER = MOST_PIECES
ATTEMPTS = 400  # layouts begun for one proposal before giving up
TRIES = 16  # places tried for one piece


@rule
def mix(x: int) -> int:
    """Stir 32 bits, so that neighbouring seeds have nothing in common."""
    x = (x ^ (x >> 16)) * 0x45D9F3B & MASK
    x = (x ^ (x >> 16)) * 0x45D9F3B & MASK
    return x ^ (x >> 16)


@rule
def open_edges(owner: Any, ground: Any, side: int, turn: int, place: int, previous: int) -> int:
    """Edges without a mountain that a piece would share with the previous one; -1 where it may not lie.

    It may lie where nothing lies yet and where it touches no other piece than the previous one; never beside the
    start spaces, or the route would begin behind them.
    """
    row = (side * TURNS + turn) * LARGEST
    edges = 0
    for i in range(COUNT[side]):
        cell = place + SHIFT[row + i]
        if owner[cell] != NOBODY:
            return -1
        for shift in NEAR:
            other = owner[cell + shift]
            if other == NOBODY:
                continue
            if other != previous or ground[cell + shift] // POWERS == START:
                return -1
            if TERRAIN[side * LARGEST + i] != MOUNTAIN and ground[cell + shift] // POWERS != MOUNTAIN:
                edges += 1
    return edges


@rule
def lay(owner: Any, ground: Any, side: int, turn: int, place: int, number: int) -> None:
    row = (side * TURNS + turn) * LARGEST
    for i in range(COUNT[side]):
        cell = place + SHIFT[row + i]
        owner[cell] = number
        ground[cell] = TERRAIN[side * LARGEST + i] * POWERS + POWER[side * LARGEST + i]


@rule
def take_back(owner: Any, side: int, turn: int, place: int) -> None:
    row = (side * TURNS + turn) * LARGEST
    for i in range(COUNT[side]):
        owner[place + SHIFT[row + i]] = NOBODY


@rule
def finish_fits(owner: Any, turn: int, place: int, last: int) -> bool:
    """Whether the finishing tile can lie here: its corner on the last piece, its spaces beside no other piece, and
    nothing under the golden city."""
    if owner[place + FINISH_CORNER[turn]] != last:
        return False
    for i in range(3):
        cell = place + FINISH_SHIFT[turn * 3 + i]
        if owner[cell] != NOBODY:
            return False
        for shift in NEAR:
            other = owner[cell + shift]
            if other != NOBODY and other != last:
                return False
    for i in range(CITY):
        if owner[place + FINISH_CITY[turn * CITY + i]] != NOBODY:
            return False
    return True


@rule
def walk(owner: Any, ground: Any, row: Any, sound: bool, reached: Any, queue: Any) -> int:
    """Steps of the shortest way from the start spaces to the finish, -1 if there is none.

    `sound`: only over spaces that every player can count on entering, and from each of the start spaces.
    """
    pieces = row[0]
    turn, place = row[2 + 3 * pieces + 1], row[2 + 3 * pieces + 2]
    for i in range(GRID):
        reached[i] = -1
    last = 0
    for i in range(3):
        cell = place + FINISH_SHIFT[turn * 3 + i]
        reached[cell] = 0
        queue[last] = cell
        last += 1
    starts = 0
    steps = -1
    first = 0
    while first < last:
        cell = queue[first]
        first += 1
        for shift in NEAR:
            other = cell + shift
            if owner[other] == NOBODY or reached[other] >= 0 or owner[other] == FINISH_NUMBER:
                continue
            terrain = ground[other] // POWERS
            if terrain == MOUNTAIN:
                continue
            if terrain == START:
                starts += 1
                reached[other] = reached[cell] + 1
                if steps < 0:
                    steps = reached[other]
                continue
            if sound and SOUND[ground[other]] == 0:
                continue
            reached[other] = reached[cell] + 1
            queue[last] = other
            last += 1
    if sound and starts < 4:
        return -1
    return steps


@rule
def choose_pieces(dice: Any, tiles: int, strips: int, row: Any) -> None:
    """A start tile, so many other tiles and strips in any order: every piece once, with either side up.

    A strip lies between two tiles, and no two strips in a row: their joins would take more blockades than there are.
    """
    row[0] = 1 + tiles + strips
    row[2] = STARTS[roll(dice, 2)]
    used = 0
    for i in range(tiles):
        while True:
            piece = roll(dice, len(TILE_SIDES) // 2)
            if (used >> piece) & 1 == 0:
                break
        used |= 1 << piece
        row[2 + 3 * (1 + i)] = TILE_SIDES[piece * 2 + roll(dice, 2)]
    count = 1 + tiles
    first_strip = roll(dice, 2)
    for i in range(strips):
        while True:
            where = 1 + roll(dice, count - 1)
            if IS_STRIP[row[2 + 3 * where]] == 0 and IS_STRIP[row[2 + 3 * (where - 1)]] == 0:
                break
        for j in range(count, where, -1):
            row[2 + 3 * j] = row[2 + 3 * (j - 1)]
        row[2 + 3 * where] = STRIP_SIDES[((first_strip + i) % 2) * 2 + roll(dice, 2)]
        count += 1


@rule
def join_kind(before: int, before_turn: int, side: int, turn: int) -> int:
    """Which list of full joins two pieces have."""
    if IS_STRIP[side]:
        return 1 + turn
    if IS_STRIP[before]:
        return 1 + TURNS + before_turn
    return 0


@rule
def lay_out(dice: Any, row: Any, owner: Any, ground: Any) -> int:
    """Lay the chosen pieces one after another; returns how many found a place."""
    row[3] = roll(dice, TURNS)
    row[4] = MIDDLE
    lay(owner, ground, row[2], row[3], MIDDLE, 0)
    for number in range(1, row[0]):
        k = 2 + 3 * number
        found = False
        for _ in range(TRIES):
            turn = roll(dice, TURNS)
            kind = join_kind(row[k - 3], row[k - 2], row[k], turn)
            place = row[k - 1] + JOIN[JOIN_FIRST[kind] + roll(dice, JOIN_COUNT[kind])]
            if open_edges(owner, ground, row[k], turn, place, number - 1) >= 2:
                row[k + 1] = turn
                row[k + 2] = place
                lay(owner, ground, row[k], turn, place, number)
                found = True
                break
        if not found:
            return number
    return row[0]  # type: ignore[no-any-return]


@rule
def put_finish(dice: Any, row: Any, owner: Any) -> bool:
    """The finishing tile, either side up, at one of the free corners of the last tile."""
    last = row[0] - 1
    k = 2 + 3 * last
    shapes = (row[k] * TURNS + row[k + 1]) * LARGEST
    fits = 0
    for i in range(COUNT[row[k]]):
        for turn in range(TURNS):
            place = row[k + 2] + SHIFT[shapes + i] - FINISH_CORNER[turn]
            if finish_fits(owner, turn, place, last):
                fits += 1
                if roll(dice, fits) == 0:
                    row[k + 4] = turn
                    row[k + 5] = place
    row[k + 3] = roll(dice, 2)
    return fits > 0


@rule
def blockades_needed(row: Any) -> int:
    """One at every join, but none where a strip is left for a tile."""
    count = 0
    for number in range(1, row[0]):
        if IS_STRIP[row[2 + 3 * (number - 1)]] == 0 or IS_STRIP[row[2 + 3 * number]] == 1:
            count += 1
    return count


@rule
def propose(
    key: int, number: int, tiles: Any, strips: Any, steps: Any, row: Any, owner: Any, ground: Any, reached: Any,
    queue: Any, dice: Any,
) -> bool:  # fmt: skip
    """One route within the wished numbers of tiles, strips and steps (two entries each: least and most).

    False if none was found; the grid is empty again in either case.
    """
    dice[0] = mix(key ^ mix(number + 1)) | 1
    for _ in range(8):
        roll(dice, 2)
    done = False
    for _ in range(ATTEMPTS):
        for i in range(ROW):
            row[i] = 0
        wanted = tiles[0] + roll(dice, tiles[1] - tiles[0] + 1)
        choose_pieces(dice, wanted, min(strips[0] + roll(dice, strips[1] - strips[0] + 1), wanted), row)
        laid = lay_out(dice, row, owner, ground)
        if laid == row[0] and blockades_needed(row) <= BLOCKADES and put_finish(dice, row, owner):
            k = 2 + 3 * row[0]
            for i in range(3):
                cell = row[k + 2] + FINISH_SHIFT[row[k + 1] * 3 + i]
                owner[cell] = FINISH_NUMBER
                ground[cell] = FINISH_TERRAIN[row[k]] * POWERS + 1
            row[1] = walk(owner, ground, row, False, reached, queue)
            done = steps[0] <= row[1] <= steps[1] and walk(owner, ground, row, True, reached, queue) >= 0
            for i in range(3):
                owner[row[k + 2] + FINISH_SHIFT[row[k + 1] * 3 + i]] = NOBODY
        for i in range(laid):
            take_back(owner, row[2 + 3 * i], row[3 + 3 * i], row[4 + 3 * i])
        if done:
            break
    return done


@rule
def propose_many(
    key: int, first: int, tiles: Any, strips: Any, steps: Any, rows: Any, found: Any, owner: Any, ground: Any,
    reached: Any, queue: Any, dice: Any,
) -> None:  # fmt: skip
    for i in range(len(found)):
        found[i] = propose(key, first + i, tiles, strips, steps, rows[i], owner, ground, reached, queue, dice)
