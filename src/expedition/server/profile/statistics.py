"""What a history of games says: records, favourite cards, wins by seat, streaks. Pure, over rows of results."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from expedition.core import feats
from expedition.core.types import Json

Rows = Sequence[Mapping[str, Any]]


def statistics(rows: Rows) -> Json:
    """Of one person's results, the newest first."""
    return {
        "games": len(rows),
        "won": sum(row["place"] == 1 for row in rows),
        "streak": streak(rows),
        "longest": longest(rows),
        "variants": variants(rows),
        "seats": by_seat(rows),
        "cards": favourites(rows),
        "steps": ground(rows),
    }


def streak(rows: Rows) -> int:
    """Wins in a row up to the last game."""
    many = 0
    for row in rows:
        if row["place"] != 1:
            break
        many += 1
    return many


def longest(rows: Rows) -> int:
    best = many = 0
    for row in rows:
        many = many + 1 if row["place"] == 1 else 0
        best = max(best, many)
    return best


def variants(rows: Rows) -> list[Json]:
    """Per game and variant: games, wins and the best of the fact that matters."""
    groups: dict[tuple[str, str], list[Mapping[str, Any]]] = defaultdict(list)
    for row in rows:
        groups[row["game"], row["variant"]].append(row)
    found = []
    for (game, variant), own in groups.items():
        goal = feats.goal(game)
        known = [row for row in own if goal and row["facts"].get(goal[0][0]) is not None]
        best = min(known, key=lambda row: feats.better_first(goal, row["facts"]), default=None)
        found.append(
            {
                "game": game,
                "variant": variant,
                "games": len(own),
                "won": sum(row["place"] == 1 for row in own),
                "fact": goal[0][0] if goal else None,
                "best": None if best is None else best["facts"][goal[0][0]],
                "room": None if best is None else best["room"],
            }
        )
    return sorted(found, key=lambda line: (line["game"], -line["games"], line["variant"]))


def by_seat(rows: Rows) -> list[Json]:
    """Wins by the seat one sat in."""
    games: Counter[tuple[str, int]] = Counter((row["game"], row["seat"]) for row in rows)
    won: Counter[tuple[str, int]] = Counter((row["game"], row["seat"]) for row in rows if row["place"] == 1)
    return [
        {"game": game, "seat": seat, "games": many, "won": won[game, seat]}
        for (game, seat), many in sorted(games.items())
    ]


def favourites(rows: Rows) -> list[Json]:
    """The cards bought most often, and in how many won games they were there."""
    bought: Counter[tuple[str, str]] = Counter()
    for row in rows:
        for card, many in row["facts"].get("bought", {}).items():
            bought[row["game"], card] += many
    return [{"game": game, "card": card, "many": many} for (game, card), many in bought.most_common(5)]


def ground(rows: Rows) -> Json:
    """Steps by terrain."""
    steps: Counter[str] = Counter()
    for row in rows:
        steps.update(row["facts"].get("steps", {}))
    return dict(steps)
