"""The conformance suite notices what it is there for: each fault below is put into a real game on purpose."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

import pytest

import expedition
from expedition.core import testing
from expedition.core.game import Json, State
from expedition.silvergold.game import SilverGold
from expedition.silvergold.state import Position


class Leaking(SilverGold):
    def view(self, state: State[Position], seat: int | None) -> Json:
        return {**super().view(state, seat), "next": state.s.deck[state.s.n_deck - 1]}


class LeakingToSpectators(SilverGold):
    def view(self, state: State[Position], seat: int | None) -> Json:
        return {**super().view(state, seat), "hands": state.s.dealt[:4] if seat is None else None}


class LeakingMemory(SilverGold):
    def information(self, state: State[Position], seat: int) -> Json:
        return {**super().information(state, seat), "left": state.s.pile[-1]}


class Hurried(SilverGold):
    """Shows marks before all have marked."""

    def view(self, state: State[Position], seat: int | None) -> Json:
        return {**super().view(state, seat), "marked": list(state.s.marked)}


class Idle(SilverGold):
    """Deals nothing anew."""

    def redealt(self, s: Position, seat: int, seed: int) -> Position:
        return s.copy()


class Remembering(SilverGold):
    """Leaves the pile as it is."""

    def redealt(self, s: Position, seat: int, seed: int) -> Position:
        made = super().redealt(s, seat, seed)
        made.pile = s.pile[:]
        return made


class Forgetful(SilverGold):
    """Redeals the display, which everybody sees."""

    def redealt(self, s: Position, seat: int, seed: int) -> Position:
        made = super().redealt(s, seat, seed)
        made.display.reverse()
        return made


class Unsorted(SilverGold):
    def legal(self, s: Position, seat: int) -> list[int]:
        return super().legal(s, seat)[::-1]


class Stuck(SilverGold):
    def legal(self, s: Position, seat: int) -> list[int]:
        return [] if s.flip == 3 else super().legal(s, seat)


class SameDeal(SilverGold):
    def start(self, seed: int) -> Position:
        return super().start(1)


class Restless(SilverGold):
    """Rolls other dice in every game."""

    games = 0

    def start(self, seed: int) -> Position:
        Restless.games += 1
        return super().start(seed + Restless.games)


class Floorless(SilverGold):
    def floor(self, s: Position) -> int:
        return 0


class Wordless(SilverGold):
    def describe(self, s: Position, seat: int, action: int, lang: str) -> str:
        return ""


class Ambiguous(SilverGold):
    def action_to_dict(self, s: Position, seat: int, action: int) -> Json:
        return {**super().action_to_dict(s, seat, action), "cells": [[0, 0]]}


class Careless(SilverGold):
    def action_from_dict(self, s: Position, action: Mapping[str, Any]) -> int:
        return super().action_from_dict(s, {**action, "do": action["do"], "card": action.get("card")})


class Sparing(SilverGold):
    def gestures(self, s: Position, seat: int) -> list[Json]:
        return super().gestures(s, seat)[1:]


class Boasting(SilverGold):
    def gestures(self, s: Position, seat: int) -> list[Json]:
        found = copy.deepcopy(super().gestures(s, seat))
        found[0]["actions"] *= 2
        return found


class Chanceless(SilverGold):
    def snapshot(self, s: Position) -> Json:
        return {name: value for name, value in super().snapshot(s).items() if name != "rng"}


class Crashing(SilverGold):
    def position(self, snapshot: Mapping[str, Any], seed: int) -> Position:
        _ = snapshot["turn"]["start"] + 1
        return super().position(snapshot, seed)


class Ordered(SilverGold):
    """Who comes first matters."""

    def play(self, s: Position, seat: int, action: int) -> None:
        s.rng_key[0] = (s.rng_key[0] * 3 + seat) % 1000
        super().play(s, seat, action)


class Unranked(SilverGold):
    def ranking(self, s: Position) -> list[int]:
        return [2] * s.players


class Lenient(SilverGold):
    """Does not mind that a seat resigned."""

    def ranking(self, s: Position) -> list[int]:
        clean = s.copy()
        clean.resigned = [0] * 4
        return super().ranking(clean)


class Shared(SilverGold):
    """Keeps something outside the state."""

    def play(self, s: Position, seat: int, action: int) -> None:
        self.last = action
        super().play(s, seat, action)

    def information(self, state: State[Position], seat: int) -> Json:
        return {**super().information(state, seat), "last": getattr(self, "last", None)}


FAULTS = [
    (Leaking, testing.check_secrets),
    (LeakingToSpectators, testing.check_secrets),
    (LeakingMemory, testing.check_secrets),
    (Hurried, testing.check_secrets),
    (Idle, testing.check_redeal),
    (Remembering, testing.check_redeal),
    (Forgetful, testing.check_redeal),
    (Unsorted, testing.check_legal_actions),
    (SameDeal, testing.check_determinism),
    (Restless, testing.check_determinism),
    (Floorless, testing.check_floor),
    (Wordless, testing.check_vocabulary),
    (Ambiguous, testing.check_vocabulary),
    (Sparing, testing.check_gestures),
    (Boasting, testing.check_gestures),
    (Chanceless, testing.check_snapshots),
    (Ordered, testing.check_simultaneous),
    (Unranked, testing.check_end),
    (Lenient, testing.check_resignation),
    (Shared, testing.check_copies),
]


@pytest.mark.parametrize(("fault", "check"), FAULTS, ids=lambda item: item.__name__)
def test_given_a_game_with_a_fault_when_it_is_checked_then_the_suite_says_so(
    fault: type[SilverGold], check: testing.Check
) -> None:
    with pytest.raises((AssertionError, expedition.ExpeditionError)):
        check(fault(players=3), 1)


@pytest.mark.parametrize(
    ("fault", "check"),
    [(Careless, testing.check_vocabulary), (Crashing, testing.check_damaged_positions), (Stuck, testing.check_end)],
    ids=lambda item: item.__name__,
)
def test_given_a_game_that_crashes_when_it_is_checked_then_the_crash_comes_through(
    fault: type[SilverGold], check: testing.Check
) -> None:
    with pytest.raises((KeyError, TypeError, IndexError)):
        check(fault(), 1)


def test_given_a_sound_game_when_conformance_runs_then_it_passes_and_every_gesture_is_shown_to_the_promise() -> None:
    seen: list[Json] = []
    game = expedition.make("silvergold")
    testing.conformance(game, [3], lambda before, after, seat, gesture: seen.append(gesture))
    assert {gesture["kind"] for gesture in seen} >= {"keep", "mark"}


def test_given_a_promise_that_is_not_kept_when_gestures_are_checked_then_the_suite_says_so() -> None:
    def promise(before: State[Any], after: State[Any], seat: int, gesture: Json) -> None:
        assert after.view(seat)["seats"][seat]["coins"] == 12

    with pytest.raises(AssertionError):
        testing.check_gestures(expedition.make("silvergold"), 1, promise)
