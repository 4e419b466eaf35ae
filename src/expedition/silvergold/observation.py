"""What a seat may know as one flat row of small numbers, for learning programs.

The same knowledge as `state.information(seat)`, the same layout for all player counts. Seats are told from the own
one on; what others have chosen or marked in the open phase is not in it (EC-SG-27, EC-SG-28). `FIELDS` documents it.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from expedition.core.jit import rule
from expedition.silvergold.components import COLOURS, PATTERNS
from expedition.silvergold.rules.marking import count_fields
from expedition.silvergold.rules.scoring import score
from expedition.silvergold.rules.settling import clockwise
from expedition.silvergold.shapes import SIDE
from expedition.silvergold.state import KEEP, MARK, OVER, Position
from expedition.silvergold.tables import (
    DEALT,
    DISPLAY,
    GLANCE_ROW,
    HEAD,
    MAP_ROW,
    N_MAPS,
    PALMS,
    ROWS,
    SEATS,
    SIGNS,
    SLOTS,
    TROPHIES,
    Tables,
)

MOST = 127
N_COLOURS = len(COLOURS)
N_PATTERNS = len(PATTERNS)
FRAME = SIDE * SIDE
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

# Places of a row and maps are never negative. `place & PLACES` says so to the compiler, which then copies many numbers
# at a time instead of looking at the sign of each place.
PLACES = 2047
CARDS = 63
PALMS_AT = HEAD + SIGNS - 1  # of a glance at a map
EVERY_16 = 0x0001000100010001


@rule
def observe(s: Position, b: Tables, seat: int, out: MutableSequence[int]) -> None:
    """Fill the row `out` (SIZE numbers) for a seat's eyes."""
    for i in range(SIZE):
        out[i] = 0
    n = observe_turn(s, b, seat, out)
    for k in range(SEATS):
        if k < s.players:
            observe_seat(s, b, clockwise(s, seat, k), k == 0, out, n)
        n += SEAT_ROW
    for slot in range(SLOTS):
        observe_slot(s, b, seat * SLOTS + slot, out, n)
        n += MAP_ROW
    for i in range(DISPLAY):
        if i < s.n_display:
            observe_map(b, s.display[i], out, n)
        n += MAP_ROW
    for i in range(DEALT):
        if i < s.n_dealt[seat]:
            observe_map(b, s.dealt[seat * DEALT + i], out, n)
        n += MAP_ROW
    for k in range(1, SEATS):
        for slot in range(SLOTS):
            if k < s.players and s.phase != KEEP:
                glance_at(s, b, clockwise(s, seat, k) * SLOTS + slot, out, n)
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
    out[6] = s.start - seat if s.start >= seat else s.start - seat + s.players
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
    for i in range(s.n_display):
        out[n] += b.map_glance[s.display[i] * GLANCE_ROW + PALMS_AT]
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
    n &= PLACES
    covered = s.phase == MARK and not own
    out[n] = 1
    out[n + 1] = s.resigned[seat]
    out[n + 2] = s.shown_coins[seat] if covered else s.coins[seat]
    out[n + 3] = s.n_trophies[seat]
    out[n + 4] = sum_of_first(s.trophies, seat * ROWS, ROWS, s.n_trophies[seat])
    palms = s.shown_palms[seat] if covered else s.n_palms[seat]
    out[n + 5] = palms
    out[n + 6] = sum_of_first(s.palms, seat * PALMS, PALMS, palms)
    points, tally = 0, 0
    for i in range(seat * N_MAPS, seat * N_MAPS + s.n_completed[seat]):
        points += b.map_points[s.completed[i]]
        tally += b.map_tally[s.completed[i]]
    n += 8
    for colour in range(N_COLOURS):  # every seal counts the completed maps of its colour (SG-SCORE-05)
        maps, seals = (tally >> 8 * colour) & MOST, (tally >> 8 * (N_COLOURS + colour)) & MOST
        out[n + colour] = maps
        out[n + N_COLOURS + colour] = seals
        points += maps * seals
    out[n - 1] = min(points, MOST)
    if s.phase != KEEP or own:
        tally = 0
        for at in range(seat * SLOTS, (seat + 1) * SLOTS):
            if s.maps[at] >= 0:
                tally += b.map_tally[s.maps[at]]
        for colour in range(N_COLOURS):
            out[n + 2 * N_COLOURS + colour] = (tally >> 8 * colour) & MOST


@rule
def sum_of_first(numbers: MutableSequence[int], first: int, length: int, count: int) -> int:
    """The sum of `count` of `length` numbers; all are looked at, for how many count is hard to foretell."""
    total = 0
    for i in range(length):
        total += numbers[first + i] * (i < count)
    return total


@rule
def observe_slot(s: Position, b: Tables, at: int, out: MutableSequence[int], n: int) -> None:
    if s.maps[at] >= 0:
        observe_map(b, s.maps[at], out, n)
        if s.marked[at] != 0:
            take_marks_off(b, s.maps[at], s.marked[at], out, n + HEAD)


@rule
def observe_map(b: Tables, card: int, out: MutableSequence[int], n: int) -> None:
    """A map without marks."""
    n &= PLACES
    first = (card & CARDS) * MAP_ROW
    for i in range(MAP_ROW):
        out[n + i] = b.map_row[first + i]


@rule
def take_marks_off(b: Tables, card: int, marked: int, out: MutableSequence[int], n: int) -> None:
    """Show the fields of a map that are still open."""
    show_fields(plain_fields(b, card) & ~marked, out, n)
    show_fields(b.map_cross[card] & ~marked, out, n + FRAME)
    show_fields(b.map_coin[card] & ~marked, out, n + 2 * FRAME)
    show_fields(b.map_palm[card] & ~marked, out, n + 3 * FRAME)


@rule
def plain_fields(b: Tables, card: int) -> int:
    """The fields of a map without a sign."""
    return b.map_mask[card] & ~(b.map_cross[card] | b.map_coin[card] | b.map_palm[card])


@rule
def show_fields(mask: int, out: MutableSequence[int], n: int) -> None:
    n &= PLACES
    for field in range(FRAME):
        out[n + field] = (mask >> field) & 1


@rule
def glance_at(s: Position, b: Tables, at: int, out: MutableSequence[int], n: int) -> None:
    card = s.maps[at]
    if card < 0:
        return
    n &= PLACES
    first = (card & CARDS) * GLANCE_ROW
    for i in range(FRAME):  # twice 16 numbers, one of them in both: what a processor copies in one go
        out[n + i] = b.map_glance[first + i]
    for i in range(GLANCE_ROW - FRAME, GLANCE_ROW):
        out[n + i] = b.map_glance[first + i]
    marked = s.shown_marked[at] if s.phase == MARK else s.marked[at]
    if marked != 0:
        n += HEAD
        counts = count_each(b.map_signs[card] & ~(marked * EVERY_16))
        out[n] = (counts >> 32) & 31
        out[n + 1] = counts & 31
        out[n + 2] = (counts >> 16) & 31
        out[n + 3] = counts >> 48
        show_fields(b.map_mask[card] & ~marked, out, n + SIGNS)


@rule
def count_each(masks: int) -> int:
    """`count_fields` of four masks of 16 fields each at a time."""
    masks -= (masks >> 1) & (0x5555 * EVERY_16)
    masks = (masks & (0x3333 * EVERY_16)) + ((masks >> 2) & (0x3333 * EVERY_16))
    masks = (masks + (masks >> 4)) & (0x0F0F * EVERY_16)
    return (masks + (masks >> 8)) & (0x1F * EVERY_16)


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
