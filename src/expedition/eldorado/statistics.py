"""What an El Dorado game counts over its whole length: steps to go, what each card did, coins, blockades, waits."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence

from expedition.core.game import Json
from expedition.core.insight import Course
from expedition.eldorado.board import Board
from expedition.eldorado.rules.ending import blockades_kept
from expedition.eldorado.rules.market import card_pays
from expedition.eldorado.state import Position
from expedition.eldorado.tables import (
    CARD_IDS,
    CARD_NUMBER,
    CARDS,
    PAWNS,
    PILE,
    PRICE,
    TOKEN_NUMBER,
    TOKEN_POWER,
)

StepsToGo = Callable[[Position, int], int]  # (position, seat)


def statistics(board: Board, steps_to_go: StepsToGo, courses: Sequence[Course], final: Position) -> Json:
    seats = [_Seat(board, steps_to_go, seat) for seat in range(final.players)]
    for course in courses:
        seats[course.seat].follow(course)
    return {"seats": [seat.to_json(final) for seat in seats]}


class _Seat:
    """One seat's counts."""

    def __init__(self, board: Board, steps_to_go: StepsToGo, seat: int) -> None:
        self.board = board
        self.steps_to_go = steps_to_go
        self.seat = seat
        self.steps: dict[int, int] = {}
        self.cards: dict[str, Counter[str]] = defaultdict(Counter)
        self.spent = self.wasted = 0.0
        self.waits: Counter[tuple[int, int]] = Counter()
        self.round = 0
        self.stood: list[int] = []
        self.moving = ""  # the card that moves a playing piece; a turn that brings something to light goes on with it

    def follow(self, course: Course) -> None:
        s = course.before
        if s.round_no != self.round:
            self._begin(s)
        paid = 0.0
        for was, action, events in zip(course.positions, course.actions, course.events, strict=False):
            do, card = action["do"], action.get("card", "")
            if do == "play" and card:
                self.cards[card]["moved"] += 1
                self.moving = card
            elif do in ("use", "give", "remove", "put") and card:
                self.cards[card]["used" if do == "use" else "given"] += 1
            elif do == "pay" and card:
                worth = card_pays(was, CARD_NUMBER[card])
                self.cards[card]["paid"] += 1
                self.cards[card]["half_coins"] += worth
                paid += worth / 2
            elif do == "pay":
                paid += TOKEN_POWER[TOKEN_NUMBER[action["token"]]]
            elif do == "discard":
                self.cards[card]["idle"] += 1
            if do == "play" and not card:
                self.moving = ""
            for event in events:
                if event["key"] == "eldorado.step" and self.moving and do == "step":
                    self.cards[self.moving]["steps"] += 1
                elif event["key"] == "eldorado.draw":
                    for drawn in event["cards"]:
                        self.cards[drawn]["drawn"] += 1
                elif event["key"] == "eldorado.bought":
                    price = PRICE[CARD_NUMBER[event["card"]]] / 2
                    self.spent += price
                    self.wasted += max(0.0, paid - price)
                    paid = 0.0
            if do == "end":
                self._end(was)
                self.moving = ""
        self.steps[s.round_no] = self.steps_to_go(course.after, self.seat)

    def _begin(self, s: Position) -> None:
        if self.round == 0:
            for number in range(CARDS):
                self.cards[CARD_IDS[number]]["drawn"] += s.hand[self.seat * CARDS + number]
            self.steps[0] = self.steps_to_go(s, self.seat)
        self.round = s.round_no
        self.stood = list(s.at[self.seat * PAWNS : self.seat * PAWNS + s.pawns])

    def _end(self, s: Position) -> None:
        """Playing pieces that stand where they stood before the turn have waited."""
        for pawn, cell in enumerate(self.stood):
            if cell >= 0 and s.at[self.seat * PAWNS + pawn] == cell:
                self.waits[(cell, pawn)] += 1

    def to_json(self, final: Position) -> Json:
        deck = owned(final, self.seat)
        names = [name for name in CARD_IDS if self.cards[name]["drawn"] or deck[CARD_IDS.index(name)]]
        cells = self.board.cells
        return {
            "steps": [self.steps[number] for number in sorted(self.steps)],
            "cards": [_card(name, deck[CARD_IDS.index(name)], self.cards[name]) for name in names],
            "spent": self.spent,
            "wasted": self.wasted,
            "blockades": blockades_kept(final, self.seat),
            "waits": [
                {"at": list(cells[cell].place), "pawn": pawn, "turns": turns}
                for (cell, pawn), turns in self.waits.most_common(6)
            ],
        }


def owned(s: Position, seat: int) -> list[int]:
    """Copies of each card a seat owns, wherever they lie."""
    made = list(s.hand[seat * CARDS : (seat + 1) * CARDS])
    base = seat * PILE
    for i in [*range(base, base + s.n_draw[seat]), *range(base + PILE - s.n_discard[seat], base + PILE)]:
        made[s.cards[i]] += 1
    if s.seat == seat:
        for card in s.played[: s.n_played]:
            made[card] += 1
    return made


def _card(name: str, owned: int, counts: Counter[str]) -> Json:
    """What all copies of a card did: times drawn, and of these moved, paid, used, given up, idle."""
    return {
        "card": name,
        "owned": owned,
        "drawn": counts["drawn"],
        "moved": counts["moved"],
        "steps": counts["steps"],
        "paid": counts["paid"],
        "coins": counts["half_coins"] / 2,
        "used": counts["used"],
        "given": counts["given"],
        "idle": counts["idle"],
    }
