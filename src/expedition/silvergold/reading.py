"""Positions out of JSON: every fault is a sentence that names its field."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from expedition.core.errors import PositionError
from expedition.core.game import Json
from expedition.core.reading import Part, check_setup, read_head, short
from expedition.core.rng import chance_from_dict, seed_chance, seed_words
from expedition.silvergold.position import PHASE_NAMES, open_trophies
from expedition.silvergold.rules.marking import can_mark
from expedition.silvergold.rules.turn import NOTHING, advance, is_alone
from expedition.silvergold.shapes import SIDE, mask_of
from expedition.silvergold.state import KEEP, MARK, OVER, REPLACE, Position
from expedition.silvergold.tables import (
    CARD_PATTERN,
    COINS,
    DEALT,
    DISPLAY,
    EXPEDITION_IDS,
    EXPEDITION_NUMBER,
    FLIPS,
    MAP_IDS,
    MAP_NUMBER,
    N_CARDS,
    N_MAPS,
    PALMS,
    PATTERN_NUMBER,
    ROUNDS,
    ROWS,
    SLOTS,
    TROPHIES,
    Tables,
)

_PHASES: dict[str, int] = {name: phase for phase, name in PHASE_NAMES.items()}
_MOST_PALM = 1 + DISPLAY  # at most one palm on a map


def read_position(snapshot: Mapping[str, Any], setup: Json, b: Tables, seed: int, plays_on: bool = False) -> Position:
    """The position of a snapshot, run on to the next decision; PositionError names the field at fault."""
    whole = read_head(snapshot, "silvergold")
    check_setup(whole, setup)
    s = Position()
    s.players = setup["players"]
    _read_turn(s, whole.part("turn"))
    _read_table(s, whole)
    for seat, part in enumerate(whole.parts("seats", s.players)):
        _read_seat(s, b, part, seat)
    _check_once(s)
    s.plays_on = int(plays_on or (is_alone(s) and s.phase != OVER))  # whoever is left alone in it plays on
    if whole.has("rng"):
        chance_from_dict(s, whole.value("rng"))
    else:
        seed_chance(s, *seed_words(seed))
    whole.done()
    while advance(s, b) != NOTHING:
        pass
    return s


def _read_turn(s: Position, turn: Part) -> None:
    s.phase = turn.word("phase", _PHASES)
    s.round_no = turn.number("round", 1, ROUNDS, 1)
    s.start = turn.number("start", 0, s.players - 1, 0)
    s.flip = turn.number("flip", 0, FLIPS, 0 if s.phase == KEEP else 1)
    revealed = turn.words("revealed", EXPEDITION_NUMBER, FLIPS)
    left = turn.words("left", EXPEDITION_NUMBER, N_CARDS)
    if len(set(revealed + left)) < len(revealed + left):
        raise turn.wrong("left", "an expedition card is there twice.")
    s.n_revealed, s.n_pile = len(revealed), len(revealed + left)
    s.pile[: s.n_pile] = revealed + left
    if s.phase == KEEP:
        _check_before_first_flip(s, turn)
    elif s.phase == OVER and not turn.has("pattern"):
        s.pattern = -1  # all but one have resigned before the first card
    else:
        _read_pattern(s, turn, revealed)
    turn.done()


def _check_before_first_flip(s: Position, turn: Part) -> None:
    s.pattern = -1
    if s.round_no != 1:
        raise turn.wrong("round", "maps are chosen in round 1 only.")
    if s.flip != 0 or s.n_revealed != 0:
        raise turn.wrong("flip", "no expedition card is revealed while maps are chosen.")
    if turn.has("pattern"):
        raise turn.wrong("pattern", "there is no pattern while maps are chosen.")
    if s.n_pile == 0:
        raise turn.wrong("left", "an expedition card is needed for the first turn.")


def _read_pattern(s: Position, turn: Part, revealed: list[int]) -> None:
    if s.flip == 0:
        raise turn.wrong("flip", "the first card is revealed as soon as maps are chosen: 1 to 7 was expected.")
    s.pattern = turn.word("pattern", PATTERN_NUMBER)
    if revealed and CARD_PATTERN[revealed[-1]] != s.pattern:
        raise turn.wrong("pattern", f"the card revealed last, {EXPEDITION_IDS[revealed[-1]]}, shows another pattern.")


def _read_table(s: Position, whole: Part) -> None:
    display = whole.words("display", MAP_NUMBER, DISPLAY)
    s.n_display = len(display)
    s.display[: s.n_display] = display
    deck = whole.words("deck", MAP_NUMBER, N_MAPS)
    s.n_deck = len(deck)
    s.deck[: s.n_deck] = deck[::-1]
    trophies = whole.numbers("trophies", 1, TROPHIES, TROPHIES)
    if len(set(trophies)) < len(trophies):
        raise whole.wrong("trophies", "a trophy is there twice.")
    s.open_trophies = sum(1 << points for points in trophies)


def _read_seat(s: Position, b: Tables, part: Part, seat: int) -> None:
    _read_maps(s, b, part, seat)
    dealt = part.words("dealt", MAP_NUMBER, DEALT)
    s.n_dealt[seat] = len(dealt)
    s.dealt[seat * DEALT : seat * DEALT + len(dealt)] = dealt
    if dealt and s.phase not in (KEEP, OVER):
        raise part.wrong("dealt", "maps are chosen only in the phase 'keep'.")
    done = part.words("completed", MAP_NUMBER, N_MAPS)
    s.n_completed[seat] = len(done)
    s.completed[seat * N_MAPS : seat * N_MAPS + len(done)] = done
    s.coins[seat] = part.number("coins", 0, COINS, 0)
    trophies = part.numbers("trophies", 1, TROPHIES, ROWS)
    s.n_trophies[seat] = len(trophies)
    s.trophies[seat * ROWS : seat * ROWS + len(trophies)] = trophies
    palms = part.numbers("palms", 1, _MOST_PALM, PALMS)
    s.n_palms[seat] = len(palms)
    s.palms[seat * PALMS : seat * PALMS + len(palms)] = palms
    s.resigned[seat] = int(part.flag("resigned", False))
    _read_owed(s, b, part, seat)
    _read_shown(s, part, seat)
    part.done()


def _read_maps(s: Position, b: Tables, part: Part, seat: int) -> None:
    maps = part.list("maps", SLOTS)
    for slot in range(SLOTS):
        at = seat * SLOTS + slot
        s.maps[at] = -1
        if slot < len(maps) and maps[slot] is not None:
            name = f"maps[{slot}]"
            one = Part(maps[slot], part.at(name))
            s.maps[at] = one.word("card", MAP_NUMBER)
            s.marked[at] = _cells(one, "marked", b.map_mask[s.maps[at]])
            if s.phase == KEEP and s.marked[at]:
                raise one.wrong("marked", "nothing is marked while maps are chosen.")
            one.done()


def _cells(part: Part, name: str, land: int) -> int:
    """A list of fields of a map as a mask."""
    mask = 0
    for i, cell in enumerate(part.list(name, SIDE * SIDE)):
        where = f"{name}[{i}]"
        if not isinstance(cell, list) or len(cell) != 2 or not all(type(n) is int and 0 <= n < SIDE for n in cell):
            raise part.wrong(where, f"a field is [row, column] from 0 to {SIDE - 1}, not {short(cell)}.")
        bit = mask_of([(cell[0], cell[1])])
        if not bit & land:
            raise part.wrong(where, f"the map has no field at {cell}.")
        if bit & mask:
            raise part.wrong(where, f"the field {cell} is there twice.")
        mask |= bit
    return mask


def _full(s: Position, b: Tables, seat: int) -> int:
    """How many maps in the seat's slots are completely marked."""
    slots = range(seat * SLOTS, seat * SLOTS + SLOTS)
    return sum(s.maps[at] >= 0 and s.marked[at] == b.map_mask[s.maps[at]] for at in slots)


def _read_owed(s: Position, b: Tables, part: Part, seat: int) -> None:
    """What is due, by default what the phase asks for."""
    due = part.part("owed", {})
    full, free = 0 if s.phase == OVER else _full(s, b, seat), can_mark(s, b, seat)
    s.owed_pattern[seat] = int(due.flag("pattern", s.phase == MARK and free))
    s.owed_extra[seat] = due.number("extra", 0, SIDE * SIDE, 0)
    s.owed_rows[seat] = due.number("rows", 0, ROWS, 0)
    s.owed_maps[seat] = due.number("maps", 0, SLOTS, full)
    due.done()
    marks = s.owed_pattern[seat] or s.owed_extra[seat]
    if marks and (s.phase != MARK or not free):
        raise part.wrong("owed", "marks are owed in the phase 'mark' by a seat with a free field.")
    if (s.owed_rows[seat] or s.owed_maps[seat] or full) and s.phase not in (MARK, REPLACE):
        raise part.wrong("owed", f"there is nothing to settle in the phase {PHASE_NAMES[s.phase]!r}.")
    empty = sum(s.maps[at] < 0 for at in range(seat * SLOTS, seat * SLOTS + SLOTS))
    if not full <= s.owed_maps[seat] <= full + (empty if s.phase == REPLACE else 0):
        raise part.wrong("owed.maps", f"{full} maps are completely marked, so {s.owed_maps[seat]} cannot be due.")


def _read_shown(s: Position, part: Part, seat: int) -> None:
    """What the others have been shown; by default everything."""
    slots = slice(seat * SLOTS, seat * SLOTS + SLOTS)
    s.shown_marked[slots] = s.marked[slots]
    s.shown_coins[seat], s.shown_palms[seat] = s.coins[seat], s.n_palms[seat]
    if not part.has("shown"):
        return
    shown = part.part("shown")
    if s.phase != MARK:
        raise part.wrong("shown", "marks are covered in the phase 'mark' only.")
    masks = shown.list("marked", SLOTS)
    for slot in range(len(masks)):
        at = seat * SLOTS + slot
        s.shown_marked[at] = _cells(Part({"marked": masks[slot]}, shown.at(f"marked[{slot}]")), "marked", s.marked[at])
    s.shown_coins[seat] = shown.number("coins", 0, s.coins[seat], s.coins[seat])
    s.shown_palms[seat] = shown.number("palms", 0, s.n_palms[seat], s.n_palms[seat])
    shown.done()


def _check_once(s: Position) -> None:
    """There is one of each map and one of each trophy."""
    cards = s.display[: s.n_display] + s.deck[: s.n_deck] + [card for card in s.maps[: s.players * SLOTS] if card >= 0]
    trophies = open_trophies(s)
    for seat in range(s.players):
        cards += s.dealt[seat * DEALT : seat * DEALT + s.n_dealt[seat]]
        cards += s.completed[seat * N_MAPS : seat * N_MAPS + s.n_completed[seat]]
        trophies += s.trophies[seat * ROWS : seat * ROWS + s.n_trophies[seat]]
    for card, count in Counter(cards).items():
        if count > 1:
            raise PositionError(f"the map {MAP_IDS[card]} is there {count} times.", "position")
    for points, count in Counter(trophies).items():
        if count > 1:
            raise PositionError(f"the trophy {points} is there {count} times.", "trophies")
