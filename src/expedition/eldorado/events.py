"""What happened, as data with text keys, told from the positions around an action."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from expedition.core.state import LATER, Event
from expedition.eldorado.board import Board
from expedition.eldorado.position import listed
from expedition.eldorado.rules.ending import place
from expedition.eldorado.state import ACTIVE_NONE, ARRIVED, PHASE_OVER, Position
from expedition.eldorado.tables import CARD_IDS, CARDS, CAVE_PILE, PAWNS, TOKEN_IDS

if TYPE_CHECKING:
    from expedition.eldorado import types


def happened(before: Position, after: Position, board: Board, seat: int, action: types.Action) -> list[Event]:
    """What an action did, told from the positions around it."""
    teller = _Teller(before, after, board, seat, action)
    if action["do"] == "resign":
        teller.add({"ply": LATER, "seat": seat, "key": "eldorado.resign"})
    else:
        teller.movement_that_ended_first()
        teller.action()
    teller.consequences()
    return [Event.of(told, seat, ("cards",)) if "cards" in told else Event.of(told) for told in teller.told]


class _Teller:
    def __init__(self, before: Position, after: Position, board: Board, seat: int, action: types.Action) -> None:
        self.before = before
        self.after = after
        self.board = board
        self.seat = seat
        self.said = action
        self.told: list[types.Event] = []

    def add(self, event: types.Event) -> None:
        self.told.append(event)

    def _hex(self, cell: int) -> types.Coord:
        return list(self.board.cells[cell].place)

    def movement_that_ended_first(self) -> None:
        """Any other play ends a movement, and its caves are explored before it (EC-ED-63)."""
        if self.before.active != ACTIVE_NONE and self.said["do"] != "step":
            self._explored()

    def action(self) -> None:
        said, seat = self.said, self.seat
        match said["do"]:
            case "step":
                self._moved(seat * PAWNS + self.before.active_pawn)
            case "play":
                self.add(_played(seat, said))
            case "enter":
                self.add(_entered(seat, said))
            case "give":
                removed = sum(self.after.removed) > sum(self.before.removed)
                self.add({"ply": LATER, "seat": seat, "key": "eldorado.give", "card": said["card"], "removed": removed})
                if not self.after.pending:
                    self._moved(seat * PAWNS + self.before.pending_pawn)
            case "use" if said.get("token") == "keep_item":
                self.add({"ply": LATER, "seat": seat, "key": "eldorado.keep_item", "card": self._kept_item()})
            case "use" | "pay":
                self.add(_laid_down(seat, said))
            case "stop":
                self.add({"ply": LATER, "seat": seat, "key": "eldorado.stop"})
            case "end":
                self.add({"ply": LATER, "seat": seat, "key": "eldorado.end"})
            case "buy":
                self.add({"ply": LATER, "seat": seat, "key": "eldorado.buy", "card": said["card"]})
            case "take":
                self.add({"ply": LATER, "seat": seat, "key": "eldorado.take", "card": said["card"]})
            case "remove":
                self.add({"ply": LATER, "seat": seat, "key": "eldorado.remove", "card": said["card"]})
            case "put":
                self.add({"ply": LATER, "seat": seat, "key": "eldorado.put", "card": said["card"]})
            case "discard":
                self.add({"ply": LATER, "seat": seat, "key": "eldorado.discard", "card": said["card"]})
        if self.after.bought > self.before.bought or said["do"] == "take":
            self._market_moved()

    def _kept_item(self) -> str:
        kept_now = Counter(self.after.played[: self.after.n_played])
        kept_now.subtract(self.before.played[: self.before.n_played])
        return CARD_IDS[next(card for card, n in kept_now.items() if n > 0)]

    def _market_moved(self) -> None:
        taken = self.said["do"] == "take"
        card = CARD_IDS.index(self.said["card"]) if taken else self.before.pending_card
        event: types.MarketEvent = {
            "ply": LATER,
            "seat": self.seat,
            "key": "eldorado.taken" if taken else "eldorado.bought",
            "card": CARD_IDS[card],
            "left": self.after.stock[card],
        }
        for slot, (was, now) in enumerate(zip(self.before.slot, self.after.slot, strict=True)):
            if was != now and now < 0:
                event["vacant"] = slot
            elif was != now:
                event["slot"] = slot
        self.add(event)

    def _moved(self, pawn: int) -> None:
        was, now = self.before.at[pawn], self.after.at[pawn]
        if was != now and now >= 0:
            self._stepped(pawn, was, self._hex(now))
        elif now == ARRIVED and was >= 0:
            self._stepped(pawn, was, self.said.get("to"))
        else:
            for one, two in zip(self.before.seam, self.after.seam, strict=True):
                if one != two:
                    self.add(
                        {
                            "ply": LATER,
                            "seat": self.seat,
                            "key": "eldorado.blockade",
                            "pawn": pawn % PAWNS,
                            "number": one,
                        }
                    )

    def _stepped(self, pawn: int, was: int, to: types.Coord | None) -> None:
        self.add(
            {
                "ply": LATER,
                "seat": self.seat,
                "key": "eldorado.step",
                "pawn": pawn % PAWNS,
                "from": self._hex(was),
                "to": to,
            }
        )

    def _explored(self) -> None:
        if any(event["key"] == "eldorado.explore" for event in self.told):
            return
        for cave, cell in enumerate(self.board.caves):
            if self.after.n_cave[cave] < self.before.n_cave[cave]:
                token = self.before.cave_pile[cave * CAVE_PILE + self.after.n_cave[cave]]
                event: types.ExploreEvent = {
                    "ply": LATER,
                    "seat": self.seat,
                    "key": "eldorado.explore",
                    "at": self._hex(cell),
                    "token": TOKEN_IDS[token],
                    "left": self.after.n_cave[cave],
                }
                self.add(event)

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
            self.add({"ply": LATER, "seat": self.seat, "key": "eldorado.shuffle"})
        self.add({"ply": LATER, "seat": self.seat, "key": "eldorado.draw", "count": len(cards), "cards": cards})

    def consequences(self) -> None:
        before, after = self.before, self.after
        self._explored()
        for pawn in range(self.seat * PAWNS, self.seat * PAWNS + after.pawns):
            if after.at[pawn] == ARRIVED and before.at[pawn] != ARRIVED:
                order = after.arrived[self.seat] or None
                self.add(
                    {
                        "ply": LATER,
                        "seat": self.seat,
                        "key": "eldorado.arrive",
                        "pawn": pawn % PAWNS,
                        "order": order,
                    }
                )
        self._drawn()
        if after.final_round and not before.final_round and after.phase != PHASE_OVER:
            self.add({"ply": LATER, "seat": self.seat, "key": "eldorado.final_round"})
        if after.phase == PHASE_OVER:
            ranking = [place(after, seat) for seat in range(after.players)]
            self.add({"ply": LATER, "seat": self.seat, "key": "eldorado.over", "ranking": ranking})
        elif (after.seat, after.round_no) != (before.seat, before.round_no):
            self.add({"ply": LATER, "seat": after.seat, "key": "eldorado.turn", "round": after.round_no})


def _played(seat: int, said: types.Action) -> types.PlayEvent:
    pawn = said["pawn"]
    if "token" in said:
        return {"ply": LATER, "seat": seat, "key": "eldorado.play", "token": said["token"], "pawn": pawn}
    card = said["card"]
    if "as" not in said:
        return {"ply": LATER, "seat": seat, "key": "eldorado.play", "card": card, "pawn": pawn}
    return {"ply": LATER, "seat": seat, "key": "eldorado.play", "card": card, "as": said["as"], "pawn": pawn}


def _entered(seat: int, said: types.Action) -> types.EnterEvent:
    pawn = said["pawn"]
    if "blockade" in said:
        return {"ply": LATER, "seat": seat, "key": "eldorado.enter", "pawn": pawn, "blockade": said["blockade"]}
    return {"ply": LATER, "seat": seat, "key": "eldorado.enter", "pawn": pawn, "to": said["to"]}


def _laid_down(seat: int, said: types.Action) -> types.PaidEvent:
    event: types.PaidEvent = {
        "ply": LATER,
        "seat": seat,
        "key": "eldorado.pay" if said["do"] == "pay" else "eldorado.use",
    }
    if "token" in said:
        event["token"] = said["token"]
    if "card" in said:
        event["card"] = said["card"]
    return event
