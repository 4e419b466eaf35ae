"""The sentence at the top of a review, as a key of the catalogue and its data."""

from __future__ import annotations

from typing import Any

from expedition.analysis.grades import whole_percent
from expedition.core.game import Json

BETTER = 0.02  # of win chance: by less nobody "played better"
NOTABLE = 0.05  # luck of a single draw worth naming
TELLING = 0.06  # a turn worth naming
CLEAN = 0.15  # all turns together gave away so little that it is worth saying


def headline(review: Json, seat: int | None = None) -> Json:
    """What decided the game, told to a seat; where nobody is told who looks on, of the winner."""
    who = "one" if seat is None else "won"
    seat = review["ranking"].index(1) if seat is None else seat
    won = review["ranking"][seat] == 1
    mine = review["accounts"][seat]
    winner = review["ranking"].index(1)
    draws = sorted(
        ((round_luck, number) for number, round_luck in luck_by_round(review, seat).items()), key=lambda one: one[0]
    )
    bad = [(luck, number) for luck, number in draws if luck <= -NOTABLE][:2]
    good = [(luck, number) for luck, number in reversed(draws) if luck >= NOTABLE][:2]
    costly = max((t for t in review["turns"] if t["seat"] == seat), key=lambda t: t["loss"], default=None)
    data: Json = {"seat": seat, "winner": winner}
    cards = "_card" if any(turn["turn"].get("card") for turn in review["turns"]) else ""  # what a round is made of
    if won:
        if mine["luck"] > NOTABLE and good:
            return {"key": f"review.head.{who}{cards}_luck", **data, **_rounds(good)}
        if costly is None or -mine["own_skill"] < CLEAN:
            lost = points(mine["own_skill"])
            return {"key": f"review.head.{who}_{'skill' if lost else 'clean'}", **data, "lost": lost}
        key = f"review.head.{who}_{_kind(costly)}"
        return {"key": key, **data, **costly["turn"], "cost": whole_percent(costly["loss"])}
    better = mine["own_skill"] > review["accounts"][winner]["own_skill"] + BETTER
    if better and bad:
        return {"key": f"review.head.better_unlucky{cards}", **data, **_rounds(bad)}
    if costly is not None and costly["loss"] >= TELLING:
        return {"key": f"review.head.{_kind(costly)}", **data, **costly["turn"], "cost": whole_percent(costly["loss"])}
    if bad:
        return {"key": f"review.head.unlucky{cards}", **data, **_rounds(bad)}
    return {"key": "review.head.close", **data, "lost": points(mine["own_skill"])}


def _kind(turn: Json) -> str:
    """What a turn is called: the maps are chosen before the first card."""
    card = turn["turn"].get("card")
    return "turn" if card is None else "card" if card else "choice"


def first_person(review: Json) -> int | None:
    """The first person's seat at the table."""
    seats = review["seats"][: len(review["ranking"])]
    return next((i for i, seat in enumerate(seats) if seat.get("kind") == "person"), None)


def luck_by_round(review: Json, seat: int) -> dict[int, float]:
    """What chance did to a seat before and in its own turns, round by round."""
    found: dict[int, float] = {}
    for turn in review["turns"]:
        if turn["seat"] == seat:
            number = turn["turn"]["round"]
            found[number] = found.get(number, 0.0) + sum(luck["chances"][seat] for luck in turn["luck"])
    return found


def points(chance: float) -> int:
    """Whole percent without a sign."""
    return round(100 * abs(chance))


def _rounds(some: list[tuple[float, int]]) -> Json:
    numbers: list[Any] = sorted(number for _, number in some)
    return {"rounds": numbers, "cost": points(sum(luck for luck, _ in some))}
