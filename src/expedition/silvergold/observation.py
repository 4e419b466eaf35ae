"""What a seat may know as one flat row of small numbers, for learning programs.

The same knowledge as `state.information(seat)`, the same layout for all player counts. Seats are told from the own
one on; what others have chosen or marked in the open phase is not in it (EC-SG-27, EC-SG-28). `FIELDS` documents it.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from expedition.core.jit import rule
from expedition.silvergold.components import COLOURS, PATTERNS
from expedition.silvergold.rules.marking import palm_value
from expedition.silvergold.rules.scoring import (
    map_points,
    palm_points,
    score,
    seal_points,
    trophy_points,
)
from expedition.silvergold.shapes import SIDE
from expedition.silvergold.state import KEEP, MARK, OVER, Position
from expedition.silvergold.tables import DEALT, DISPLAY, N_MAPS, PALMS, SEATS, SLOTS, TROPHIES, Tables

MOST = 127
N_COLOURS = len(COLOURS)
N_PATTERNS = len(PATTERNS)
FRAME = SIDE * SIDE
SIGNS = 4  # plain, cross, coin, palm
HEAD = 2 + 2 * N_COLOURS + 1
MAP_ROW = HEAD + SIGNS * FRAME
GLANCE_ROW = HEAD + SIGNS + FRAME
SEAT_ROW = 8 + 3 * N_COLOURS

FIELDS: list[tuple[str, int, str]] = [
    ("players", 1, "number of players"),
    ("phase", 3, "one each: keeping two maps, marking, replacing completed maps"),
    ("round", 1, "round, 1 to 4"),
    ("flip", 1, "expedition cards revealed this round"),
    ("start", 1, "how many seats after the own one the starting player sits"),
    ("pattern", N_PATTERNS, "the pattern in force, one each"),
    ("unseen", N_PATTERNS, "expedition cards of each pattern not revealed this round"),
    ("trophies", TROPHIES, "1 where the trophy worth 1 to 6 is still open"),
    ("deck", 1, "maps in the deck"),
    (
        "unseen_maps",
        N_MAPS,
        "1 for each map in the order of the printed list that the own seat cannot see",
    ),
    ("display_palms", 1, "palms in the open display"),
    ("owed", 4, "what the own seat owes: the pattern, extra fields, coin rows and maps to settle"),
    (
        "seats",
        SEATS * SEAT_ROW,
        "for each seat from the own one on: present, resigned, coins, trophies, trophy points, palms, palm points, "
        "points of completed maps with seals (at most 127); completed maps by colour; seals on them by target colour; "
        "maps not completed by colour",
    ),
    (
        "maps",
        SLOTS * MAP_ROW,
        "for each own slot: present; points; colour, one each; colour of the seal, one each; points of the seal; then "
        "four times the 16 fields row by row, 1 where an open one is plain, has a cross, a coin, a palm",
    ),
    ("display", DISPLAY * MAP_ROW, "the open display, each map as above"),
    ("dealt", DEALT * MAP_ROW, "the own four maps at the start, each as above"),
    (
        "others_maps",
        (SEATS - 1) * SLOTS * GLANCE_ROW,
        "for each other seat and slot: present, points, colour, colour and points of the seal as above; open fields "
        "that are plain, have a cross, a coin, a palm; the 16 fields, 1 where open",
    ),
]
SIZE = sum(length for _, length, _ in FIELDS)


@rule
def observe(s: Position, b: Tables, seat: int, out: MutableSequence[int]) -> None:
    """Fill the row `out` (SIZE numbers) for a seat's eyes."""
    for i in range(SIZE):
        out[i] = 0
    n = observe_turn(s, b, seat, out)
    for k in range(SEATS):
        if k < s.players:
            observe_seat(s, b, (seat + k) % s.players, k == 0, out, n)
        n += SEAT_ROW
    for slot in range(SLOTS):
        observe_slot(s, b, seat * SLOTS + slot, out, n)
        n += MAP_ROW
    for i in range(DISPLAY):
        if i < s.n_display:
            observe_map(b, s.display[i], 0, out, n)
        n += MAP_ROW
    for i in range(DEALT):
        if i < s.n_dealt[seat]:
            observe_map(b, s.dealt[seat * DEALT + i], 0, out, n)
        n += MAP_ROW
    for k in range(1, SEATS):
        for slot in range(SLOTS):
            if k < s.players and s.phase != KEEP:
                glance_at(s, b, ((seat + k) % s.players) * SLOTS + slot, out, n)
            n += GLANCE_ROW


@rule
def observe_turn(s: Position, b: Tables, seat: int, out: MutableSequence[int]) -> int:
    out[0] = s.players
    if s.phase == KEEP:
        out[1] = 1
    elif s.phase == MARK:
        out[2] = 1
    else:
        out[3] = 1
    out[4] = s.round_no
    out[5] = s.flip
    out[6] = (s.start - seat + s.players) % s.players
    n = 7
    if s.pattern >= 0:
        out[n + s.pattern] = 1
    n += N_PATTERNS
    for i in range(s.n_revealed, s.n_pile):
        out[n + b.card_pattern[s.pile[i]]] += 1
    n += N_PATTERNS
    for points in range(1, TROPHIES + 1):
        out[n + points - 1] = (s.open_trophies >> points) & 1
    n += TROPHIES
    out[n] = s.n_deck
    n += 1
    for card in range(N_MAPS):
        out[n + card] = 1
    observe_seen(s, seat, out, n)
    n += N_MAPS
    out[n] = palm_value(s, b) - 1
    out[n + 1] = s.owed_pattern[seat]
    out[n + 2] = s.owed_extra[seat]
    out[n + 3] = s.owed_rows[seat]
    out[n + 4] = s.owed_maps[seat]
    return n + 5


@rule
def observe_seen(s: Position, seat: int, out: MutableSequence[int], n: int) -> None:
    """Take out the maps that lie where the seat can see them or has seen them."""
    for i in range(s.n_display):
        out[n + s.display[i]] = 0
    for i in range(s.n_dealt[seat]):
        out[n + s.dealt[seat * DEALT + i]] = 0
    for other in range(s.players):
        for i in range(other * N_MAPS, other * N_MAPS + s.n_completed[other]):
            out[n + s.completed[i]] = 0
        if s.phase != KEEP or other == seat:
            for at in range(other * SLOTS, (other + 1) * SLOTS):
                if s.maps[at] >= 0:
                    out[n + s.maps[at]] = 0


@rule
def observe_seat(s: Position, b: Tables, seat: int, own: bool, out: MutableSequence[int], n: int) -> None:
    covered = s.phase == MARK and not own
    out[n] = 1
    out[n + 1] = s.resigned[seat]
    out[n + 2] = s.shown_coins[seat] if covered else s.coins[seat]
    out[n + 3] = s.n_trophies[seat]
    out[n + 4] = trophy_points(s, seat)
    if covered:
        out[n + 5] = s.shown_palms[seat]
        for i in range(s.shown_palms[seat]):
            out[n + 6] += s.palms[seat * PALMS + i]
    else:
        out[n + 5] = s.n_palms[seat]
        out[n + 6] = palm_points(s, seat)
    out[n + 7] = min(map_points(s, b, seat) + seal_points(s, b, seat), MOST)
    n += 8
    for i in range(seat * N_MAPS, seat * N_MAPS + s.n_completed[seat]):
        card = s.completed[i]
        out[n + b.map_colour[card]] += 1
        if b.seal_colour[card] >= 0:
            out[n + N_COLOURS + b.seal_colour[card]] += b.seal_points[card]
    n += 2 * N_COLOURS
    if s.phase != KEEP or own:
        for at in range(seat * SLOTS, (seat + 1) * SLOTS):
            if s.maps[at] >= 0:
                out[n + b.map_colour[s.maps[at]]] += 1


@rule
def observe_slot(s: Position, b: Tables, at: int, out: MutableSequence[int], n: int) -> None:
    if s.maps[at] >= 0:
        observe_map(b, s.maps[at], s.marked[at], out, n)


@rule
def observe_head(b: Tables, card: int, out: MutableSequence[int], n: int) -> None:
    out[n] = 1
    out[n + 1] = b.map_points[card]
    out[n + 2 + b.map_colour[card]] = 1
    if b.seal_colour[card] >= 0:
        out[n + 2 + N_COLOURS + b.seal_colour[card]] = 1
        out[n + 2 + 2 * N_COLOURS] = b.seal_points[card]


@rule
def observe_map(b: Tables, card: int, marked: int, out: MutableSequence[int], n: int) -> None:
    observe_head(b, card, out, n)
    n += HEAD
    for field in range(FRAME):
        sign = b.map_field[card * FRAME + field]
        if sign > 0 and (marked >> field) & 1 == 0:
            out[n + (sign - 1) * FRAME + field] = 1


@rule
def glance_at(s: Position, b: Tables, at: int, out: MutableSequence[int], n: int) -> None:
    card = s.maps[at]
    if card < 0:
        return
    marked = s.shown_marked[at] if s.phase == MARK else s.marked[at]
    observe_head(b, card, out, n)
    n += HEAD
    for field in range(FRAME):
        sign = b.map_field[card * FRAME + field]
        if sign > 0 and (marked >> field) & 1 == 0:
            out[n + sign - 1] += 1
            out[n + SIGNS + field] = 1


@rule
def standing(s: Position, b: Tables, seat: int) -> int:
    """How far along a seat is, in quarter points: its score and, until the end, its share of maps it has begun."""
    points = 4 * score(s, b, seat)
    if s.phase != OVER:
        for at in range(seat * SLOTS, (seat + 1) * SLOTS):
            if s.maps[at] >= 0:
                points += (
                    4 * b.map_points[s.maps[at]] * count_fields(s.marked[at]) // count_fields(b.map_mask[s.maps[at]])
                )
    return points


@rule
def count_fields(mask: int) -> int:
    count = 0
    for field in range(FRAME):
        count += (mask >> field) & 1
    return count
