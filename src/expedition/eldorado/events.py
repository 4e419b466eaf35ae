"""What happened, as data with text keys, told from the positions around an action."""

from __future__ import annotations

from collections import Counter
from typing import Any

from expedition.core.state import Event
from expedition.core.types import Json
from expedition.eldorado.board import Board
from expedition.eldorado.position import listed
from expedition.eldorado.rules.ending import place
from expedition.eldorado.state import ACTIVE_NONE, ARRIVED, PHASE_OVER, Position
from expedition.eldorado.tables import CARD_IDS, CARDS, CAVE_PILE, PAWNS, TOKEN_IDS


def happened(before: Position, after: Position, board: Board, seat: int, action: Json) -> list[Event]:
    """What an action did, told from the positions around it."""
    told = _Teller(before, after, board, seat, action)
    if action["do"] == "resign":
        told.add("resign")
    else:
        told.movement_that_ended_first()
        told.action()
    told.consequences()
    return told.events


class _Teller:
    def __init__(self, before: Position, after: Position, board: Board, seat: int, action: Json) -> None:
        self.before = before
        self.after = after
        self.board = board
        self.seat = seat
        self.said = action
        self.events: list[Event] = []

    def add(self, key: str, **data: Any) -> None:
        self.events.append(Event(f"eldorado.{key}", self.seat, data))

    def _hex(self, cell: int) -> list[int]:
        return list(self.board.cells[cell].place)

    def movement_that_ended_first(self) -> None:
        """Any other play ends a movement, and its caves are explored before it (EC-ED-63)."""
        if self.before.active != ACTIVE_NONE and self.said["do"] != "step":
            self._explored()

    def action(self) -> None:
        do = self.said["do"]
        data = {key: value for key, value in self.said.items() if key != "do"}
        if do == "step":
            self._moved(self.seat * PAWNS + self.before.active_pawn)
        elif do == "use" and data.get("token") == "keep_item":
            kept_now = Counter(self.after.played[: self.after.n_played])
            kept_now.subtract(self.before.played[: self.before.n_played])
            self.add("keep_item", card=CARD_IDS[next(c for c, n in kept_now.items() if n > 0)])
        elif do == "give":
            removed = sum(self.after.removed) > sum(self.before.removed)
            self.add("give", card=data["card"], removed=removed)
            if not self.after.pending:
                self._moved(self.seat * PAWNS + self.before.pending_pawn)
        elif do != "done":
            self.add(do, **data)
        if self.after.bought > self.before.bought or (do == "take"):
            self._market_moved()

    def _market_moved(self) -> None:
        card = CARD_IDS.index(self.said["card"]) if self.said["do"] == "take" else self.before.pending_card
        data: Json = {"card": CARD_IDS[card], "left": self.after.stock[card]}
        for slot, (was, now) in enumerate(zip(self.before.slot, self.after.slot, strict=True)):
            if was != now:
                data["vacant" if now < 0 else "slot"] = slot
        self.add("taken" if self.said["do"] == "take" else "bought", **data)

    def _moved(self, pawn: int) -> None:
        was, now = self.before.at[pawn], self.after.at[pawn]
        if was != now and now >= 0:
            self.add("step", pawn=pawn % PAWNS, **{"from": self._hex(was), "to": self._hex(now)})
        elif now == ARRIVED and was >= 0:
            to = self.said.get("to")
            self.add("step", pawn=pawn % PAWNS, **{"from": self._hex(was), "to": to})
        else:
            for one, two in zip(self.before.seam, self.after.seam, strict=True):
                if one != two:
                    self.add("blockade", pawn=pawn % PAWNS, number=one)

    def _explored(self) -> None:
        if any(e.key == "eldorado.explore" for e in self.events):
            return
        for cave, cell in enumerate(self.board.caves):
            if self.after.n_cave[cave] < self.before.n_cave[cave]:
                token = self.before.cave_pile[cave * CAVE_PILE + self.after.n_cave[cave]]
                self.add("explore", at=self._hex(cell), token=TOKEN_IDS[token], left=self.after.n_cave[cave])

    def _drawn(self) -> None:
        first = self.seat * CARDS
        drawn = [self.after.hand[first + c] - self.before.hand[first + c] for c in range(CARDS)]
        left_hand = self.said["do"] in ("play", "give", "pay", "use", "remove", "put", "discard")
        kept_item = self.said["do"] == "use" and self.said.get("token")
        if left_hand and "card" in self.said and not kept_item:
            drawn[CARD_IDS.index(self.said["card"])] += 1
        cards = listed(drawn, CARD_IDS)
        if not cards:
            return
        if self.after.n_draw[self.seat] != self.before.n_draw[self.seat] - len(cards):
            self.add("shuffle")
        self.events.append(Event("eldorado.draw", self.seat, {"count": len(cards)}, self.seat, {"cards": cards}))

    def consequences(self) -> None:
        before, after = self.before, self.after
        self._explored()
        for pawn in range(self.seat * PAWNS, self.seat * PAWNS + after.pawns):
            if after.at[pawn] == ARRIVED and before.at[pawn] != ARRIVED:
                self.add("arrive", pawn=pawn % PAWNS, order=after.arrived[self.seat] or None)
        self._drawn()
        if after.final_round and not before.final_round and after.phase != PHASE_OVER:
            self.add("final_round")
        if after.phase == PHASE_OVER:
            self.add("over", ranking=[place(after, seat) for seat in range(after.players)])
        elif (after.seat, after.round_no) != (before.seat, before.round_no):
            self.events.append(Event("eldorado.turn", after.seat, {"round": after.round_no}))
