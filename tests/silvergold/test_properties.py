"""What holds in every game, however it is played."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest
from hypothesis import given as for_all
from hypothesis import settings
from hypothesis import strategies as st
from tests.silvergold.positions import given, seat
from tests.silvergold.recount import Recount

import expedition
from expedition.core.game import Json, State
from expedition.core.testing import play_on
from expedition.silvergold.tables import MAP_IDS

TABLES = st.tuples(st.sampled_from([2, 3, 4]), st.integers(0, 2**128 - 1), st.integers(0, 2**32))


def places_of_maps(whole: Json) -> list[str]:
    cards: list[str] = whole["display"] + whole["deck"]
    for one in whole["seats"]:
        cards += one["dealt"] + one["completed"] + [m["card"] for m in one["maps"] if m]
    return cards


@settings(max_examples=15)
@for_all(TABLES)
def test_given_random_play_when_maps_are_counted_then_all_47_are_there_once(table: tuple[int, int, int]) -> None:
    players, seed, dice_seed = table
    state, dice = expedition.make("silvergold", players=players).new(seed), random.Random(dice_seed)
    while not state.is_over:
        assert sorted(places_of_maps(state.snapshot())) == sorted(MAP_IDS)
        play_on(state, dice, 1)


@settings(max_examples=15)
@for_all(TABLES)
def test_given_random_play_when_a_field_is_marked_then_it_stays_marked_and_is_never_marked_again(
    table: tuple[int, int, int],
) -> None:
    players, seed, dice_seed = table
    state, dice = expedition.make("silvergold", players=players).new(seed), random.Random(dice_seed)
    while not state.is_over:
        who = dice.choice(state.actors)
        before = state.snapshot()["seats"][who]["maps"]
        action = dice.choice(state.legal_actions(who))
        said = state.to_dict(action, who)
        if said["do"] == "mark":
            assert not [cell for cell in said["cells"] if cell in before[said["map"]]["marked"]]
        state.apply(action, who)


@settings(max_examples=15)
@for_all(TABLES)
def test_given_random_play_when_trophies_are_handed_out_then_they_come_in_order(table: tuple[int, int, int]) -> None:
    players, seed, dice_seed = table
    state = expedition.make("silvergold", players=players).new(seed)
    play_on(state, random.Random(dice_seed))
    handed = [e["points"] for e in state.events() if e["key"] == "silvergold.trophy"]
    assert handed == [6, 5, 4, 3, 2, 1][: len(handed)]
    assert state.snapshot()["trophies"] == [6, 5, 4, 3, 2, 1][len(handed) :]


class Greedy(random.Random):
    """Dice that like big actions: later numbers are patterns, so maps get full and decks run low."""

    def choice(self, seq: Any) -> Any:
        return max(seq[int(self.random() * len(seq))] for _ in range(3))


@settings(max_examples=25)
@for_all(TABLES, st.booleans())
def test_given_a_record_when_its_score_is_worked_out_again_then_it_is_the_engines(
    table: tuple[int, int, int], greedy: bool
) -> None:
    players, seed, dice_seed = table
    state = expedition.make("silvergold", players=players).new(seed)
    play_on(state, Greedy(dice_seed) if greedy else random.Random(dice_seed))
    replayed = expedition.load(state.record().to_json()).state
    recount = Recount(state.game.components()["maps"], players)
    engine = [one["score"]["total"] for one in replayed.view(None)["seats"]]
    assert recount.read(replayed.events()) == engine


@pytest.mark.parametrize("seed", range(6))
def test_given_four_players_when_they_mark_in_every_order_then_the_position_is_the_same_bit_for_bit(seed: int) -> None:
    state = expedition.make("silvergold", players=4).new(seed)
    dice = random.Random(seed)
    play_on(state, dice, 40)
    while state.open or state.view(None)["turn"]["phase"] != "mark":
        play_on(state, dice, 1)
    marks: dict[int, list[int]] = {}
    for who in range(4):
        alone = state.copy()
        marks[who] = []
        while who in alone.actors and alone.ply == state.ply:
            marks[who].append(dice.choice(alone.legal_actions(who)))
            alone.apply(marks[who][-1], who)
    ends = set()
    for order in itertools.permutations(range(4)):
        end = state.copy()
        for who in order:
            for action in marks[who]:
                end.apply(action, who)
        ends.add((end.s.array().tobytes(), str(end.record(secret=True).data), str(end.events())))
    assert len(ends) == 1


# Counting move sequences. The small counts are also made by a brute force that knows nothing but the printed grids.


def perft(state: State[Any], who: int) -> int:
    """In how many ways the seat can carry out its whole action 2."""
    if who not in state.actors:
        return 1
    total = 0
    for action in state.legal_actions(who):
        after = state.copy()
        after.apply(action, who)
        total += perft(after, who)
    return total


Cell = tuple[int, int]


def congruent(a: list[Cell], b: list[Cell]) -> bool:
    """Whether one set of fields is the other one turned or mirrored."""

    def forms(cells: list[Cell]) -> set[tuple[Cell, ...]]:
        made = set()
        for flip, swap, turn in itertools.product((1, -1), (False, True), (1, -1)):
            moved = [(r * flip, c * turn) for r, c in cells]
            moved = [(c, r) for r, c in moved] if swap else moved
            top, left = min(r for r, _ in moved), min(c for _, c in moved)
            made.add(tuple(sorted((r - top, c - left) for r, c in moved)))
        return made

    return bool(forms(a) & forms(b))


def count(free: list[set[Cell]], grids: list[list[str]], pattern: list[Cell] | None, extra: int) -> int:
    """The same count from the printed grids."""
    if pattern is None and (extra == 0 or not any(free)):
        return 1
    total = 0
    for slot in (0, 1):
        sizes = {1} if pattern is None else {1, len(pattern)}
        for size in sizes:
            for cells in itertools.combinations(sorted(free[slot]), size):
                if size > 1 and not congruent(list(cells), pattern or []):
                    continue
                left = [free[0] - set(cells), free[1]] if slot == 0 else [free[0], free[1] - set(cells)]
                crosses = sum(grids[slot][r][c] == "X" for r, c in cells)
                total += count(left, grids, None, extra + crosses - (pattern is None))
    return total


SHAPES: dict[str, list[Cell]] = {
    "I2": [(0, 0), (0, 1)],
    "I3": [(0, 0), (0, 1), (0, 2)],
    "V3": [(0, 0), (1, 0), (1, 1)],
    "L4": [(0, 0), (1, 0), (2, 0), (2, 1)],
    "T4": [(0, 1), (1, 0), (1, 1), (1, 2)],
    "O4": [(0, 0), (0, 1), (1, 0), (1, 1)],
}


@pytest.mark.parametrize(
    ("maps", "pattern", "ways"),
    [
        (("grey-01", "grey-02"), "I2", 30),
        (("grey-01", "grey-02"), "O4", 16),
        (("purple-04", "grey-03"), "L4", 188),
        (("purple-04", "grey-04"), "V3", 353),
        (("green-04", "green-09"), "T4", 164),
        (("purple-01", "grey-01"), "I3", 570),
        (("green-11", "grey-09"), "V3", 715),
    ],
)
def test_given_two_maps_when_all_ways_to_mark_are_counted_then_brute_force_agrees(
    maps: tuple[str, str], pattern: str, ways: int
) -> None:
    state = given(seat(*maps), seat("grey-05", "grey-06"), pattern=pattern)
    grids = [next(m["grid"] for m in state.game.components()["maps"] if m["id"] == card) for card in maps]
    free = [{(r, c) for r, row in enumerate(g) for c, symbol in enumerate(row) if symbol != "."} for g in grids]
    assert perft(state, 0) == count(free, grids, SHAPES[pattern], 0) == ways


@pytest.mark.parametrize(("players", "counts"), [(2, [4, 12, 48, 144, 6408]), (4, [4, 12, 48, 144, 576])])
def test_given_a_fixed_deal_when_sequences_are_counted_then_the_numbers_stay(players: int, counts: list[int]) -> None:
    state = expedition.make("silvergold", players=players).new(1)

    def sequences(s: State[Any], depth: int) -> int:
        if depth == 0:
            return 1
        total = 0
        for action in s.legal_actions():
            after = s.copy()
            after.apply(action)
            total += sequences(after, depth - 1)
        return total

    assert [sequences(state, depth) for depth in range(1, 6)] == counts
