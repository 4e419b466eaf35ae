"""The engine against the referee, ply by ply: what is offered, what an action makes of the position, who is where.

Games from the deal, played at random and played towards the finish, and games from strange positions: full hands, many
tokens, thin decks, half a market, pawns beside caves, seams and the gate. There the rare rules are everyday ones, and
`Diary` counts them, so that a run which no longer meets them fails.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import islice, product
from typing import Any

import pytest
from tests.eldorado import referee
from tests.eldorado.referee import CARDS, JSON, TOKENS, Board, Hex, board_of, written

import expedition
from expedition.core.game import State

ROUTES = [route["id"] for route in referee.data("routes")["routes"]]
VARIANTS = list(product(ROUTES, (2, 3, 4), (False, True)))
# On no suggested route does a cave touch a seam; on this one two do, on both sides (ED-CAVE-11 to 13)
CAVES_AT_THE_SEAMS: JSON = {
    "tiles": [
        {"tile": "A", "rotation": 0, "q": 0, "r": 0},
        {"tile": "M", "rotation": 1, "q": -3, "r": -4},
        {"tile": "F", "rotation": 3, "q": 1, "r": -11},
    ],
    "finish": {"tile": "finish_jungle", "rotation": 0, "q": 5, "r": -15},
}
# Two strips in a row: a blockade before each, none behind (EC-ED-79)
TWO_STRIPS: JSON = {
    "tiles": [
        {"tile": "A", "rotation": 0, "q": 0, "r": 0},
        {"tile": "R", "rotation": 1, "q": 5, "r": -2},
        {"tile": "P", "rotation": 1, "q": 8, "r": -4},
        {"tile": "D", "rotation": 2, "q": 13, "r": -7},
    ],
    "finish": {"tile": "finish_river", "rotation": 1, "q": 17, "r": -7},
}
Choice = Callable[[random.Random, JSON, Board, list[JSON]], JSON]


@dataclass
class Diary:
    """What was met, to know that a run proves something."""

    met: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)

    def note(self, before: JSON, action: JSON, after: JSON) -> None:
        turn, me = before["turn"], referee.mine(before)
        self.met[action["do"]] += 1
        if "token" in action:
            self.met[f"{action['do']} {action['token']}"] += 1
        if action["do"] == "use" and "token" not in action:
            self.met[f"use {action['card']}"] += 1
        self.met["power left given up"] += bool(turn["active"] and action["do"] not in ("step", "stop"))
        self.met["token found"] += len(after["spent"]) + held(after) > len(before["spent"]) + held(before)
        self.met["changed symbol moves"] += bool(turn["change_symbol"] and action["do"] == "play")
        self.met["changed symbol pays"] += bool(turn["change_symbol"] and action["do"] == "pay")
        self.met["one of several items kept"] += action.get("token") == "keep_item" and "card" in action
        self.met["gained card in hand"] += any(card in me["hand"] for card in turn["gained"])
        self.met["space shared"] += shared(after) > shared(before)
        self.met["vacancy"] += None in before["market"]["board"] and action["do"] == "buy"
        self.met["reshuffle"] += any(
            len(new["draw"]) > len(old["draw"]) for old, new in zip(before["seats"], after["seats"], strict=True)
        )
        self.met["one pawn home, turn goes on"] += (
            action["do"] == "step" and at_home(after) > at_home(before) and turn["seat"] == after["turn"]["seat"]
        )
        self.met["blockade cleared"] += len(after["blockades"]) < len(before["blockades"])
        seen = {seat for seat, _ in opened_for(before, after)} if action["do"] in ("step", "give") else set()
        self.met["opened for a bystander"] += bool(seen - {turn["seat"]})
        self.met["opened for one's own other pawn"] += turn["seat"] in seen

    def close(self, position: JSON) -> None:
        arrived = sum(seat["arrived"] is not None for seat in position["seats"])
        self.endings[f"{arrived} home"] += 1


def held(position: JSON) -> int:
    return sum(len(seat["tokens"]) for seat in position["seats"])


def at_home(position: JSON) -> int:
    return sum(pawn["at"] == "arrived" for seat in position["seats"] for pawn in seat["pawns"])


def shared(position: JSON) -> int:
    return len([p for s in position["seats"] for p in s["pawns"] if p["at"] != "arrived"]) - len(
        referee.occupied(position)
    )


def opened_for(before: JSON, after: JSON) -> list[tuple[int, int]]:
    """Pawns, by seat and number, beside more caves than before although they did not act."""
    acting = before["turn"]["active"] or before["turn"]["pending"] or {}
    return [
        (seat, number)
        for seat, (was, now) in enumerate(zip(before["seats"], after["seats"], strict=True))
        for number, (old, new) in enumerate(zip(was["pawns"], now["pawns"], strict=True))
        if len(new["near"]) > len(old["near"]) and (seat, number) != (before["turn"]["seat"], acting.get("pawn"))
    ]


def offered(state: State[Any]) -> dict[str, int]:
    found = [(written(state.to_dict(action)), action) for action in state.legal_actions()] if not state.is_over else []
    assert len(dict(found)) == len(found), "two actions of one position read alike"
    return dict(found)


def check_offer(state: State[Any], position: JSON, board: Board) -> dict[str, int]:
    engine = offered(state)
    mine = {written(action) for action in referee.legal(position, board)}
    assert set(engine) == mine, (
        f"the engine alone offers {sorted(set(engine) - mine)}, the referee alone {sorted(mine - set(engine))} "
        f"in {json.dumps(position)}"
    )
    return engine


def check_change(before: JSON, action: JSON, board: Board, now: JSON) -> None:
    expected = referee.settled(referee.after(before, action, board, now))
    got = referee.settled(now)
    for part in expected:
        assert got[part] == expected[part], (
            f"after {written(action)} the engine's {part} are {json.dumps(got[part])}, "
            f"the referee's {json.dumps(expected[part])}, from {json.dumps(before)}"
        )


def check_refusal(state: State[Any], position: JSON, action: JSON) -> None:
    """What is not offered is refused, and nothing has happened."""
    if action.get("token") == "keep_item" and "card" in action:
        offered = {**action}
        del offered["card"]  # where one kind is left to keep, its name may be said and need not
        if offered in state.legal_dicts(state.actor) and state.from_dict(action) == state.from_dict(offered):
            return
    with pytest.raises(expedition.IllegalAction):
        state.apply(state.from_dict(action))
    assert state.snapshot() == position


def accompany(state: State[Any], choose: Choice, dice: random.Random, diary: Diary, plies: int | None = None) -> None:
    """Play on, comparing everything after every action, until the game is over or so many plies have gone."""
    position = state.snapshot()
    board = board_of(position["setup"]["route"])
    before = ""
    while plies is None or plies > 0:
        engine = check_offer(state, position, board)
        if before and before not in engine:
            check_refusal(state, position, json.loads(before))
        if not engine:
            break
        before = dice.choice(sorted(engine))
        action = choose(dice, position, board, [json.loads(text) for text in sorted(engine)])
        number = engine[written(action)] if written(action) in engine else state.from_dict(action)
        assert state.from_dict(action) == number
        state.apply(number)
        now = state.snapshot()
        check_change(position, action, board, now)
        diary.note(position, action, now)
        position = now
        plies = None if plies is None else plies - 1
    if state.is_over:
        assert list(state.ranking() or []) == referee.ranking(position)
        diary.close(position)


# Ways to play


def anyhow(dice: random.Random, position: JSON, board: Board, actions: list[JSON]) -> JSON:
    return dice.choice(actions)


EAGER = {"step": 30, "play": 12, "use": 6, "enter": 6, "take": 4, "stop": 40, "buy": 2, "end": 0.6, "discard": 0.5}


def onward(dice: random.Random, position: JSON, board: Board, actions: list[JSON]) -> JSON:
    """Mostly towards the finish, with every card and token there is."""
    return dice.choices(actions, [EAGER.get(action["do"], 1) * zeal(position, board, action) for action in actions])[0]


def zeal(position: JSON, board: Board, action: JSON) -> float:
    if "to" not in action:
        return 5 if action.get("token") == "keep_item" or "blockade" in action else 1
    active = position["turn"]["active"]
    pawn = referee.mine(position)["pawns"][active["pawn"] if action["do"] == "step" else action["pawn"]]
    way = way_to_go(board)
    gain = way[(pawn["at"][0], pawn["at"][1])] - way[(action["to"][0], action["to"][1])]
    return 8 if gain > 0 else 1 if gain == 0 else 0.05


WAYS: dict[int, dict[Hex, int]] = {}


def way_to_go(board: Board) -> dict[Hex, int]:
    """Steps to the nearest finishing space, blockades and prices aside."""
    if id(board) not in WAYS:
        line = [spot for spot, space in board.spaces.items() if space.get("finish")]
        way = dict.fromkeys(line, 0)
        for spot in line:
            for there in board.around(spot):
                if there not in way and board.spaces[there]["terrain"] != "mountain":
                    way[there] = way[spot] + 1
                    line.append(there)
        WAYS[id(board)] = way
    return WAYS[id(board)]


def quitter(seat_after: int) -> Choice:
    """Onward, but now and then a seat resigns."""

    def choose(dice: random.Random, position: JSON, board: Board, actions: list[JSON]) -> JSON:
        if dice.randrange(seat_after) == 0:
            left = [index for index, seat in enumerate(position["seats"]) if not seat["resigned"]]
            return {"do": "resign", "seat": dice.choice(left)}
        return onward(dice, position, board, actions)

    return choose


# Strange positions


def strange(dice: random.Random, route: str | JSON, players: int, caves: bool) -> JSON:
    """Everything in the box thrown on the table: legal to restore, unlikely to be reached."""
    board = board_of(route)
    seats: list[JSON] = [
        {"hand": [], "draw": [], "discard": [], "played": [], "blockades": [], "tokens": [], "arrived": None}
        for _ in range(players)
    ]
    turn: JSON = {"seat": dice.randrange(players), "round": dice.randint(1, 20), "phase": "play", "bought": False}
    turn |= {"active": None, "gained": [], "pending": None, "change_symbol": False, "keepable": []}
    turn |= {"pass_occupied": dice.random() < 0.15, "final_round": False}
    position: JSON = {"format": "expedition-position/1", "game": "eldorado", "turn": turn, "seats": seats}
    position["setup"] = {"players": players, "route": route, "caves": caves, "max_rounds": 40}
    position["removed"], position["spent"] = [], []
    scatter_cards(dice, position)
    scatter_pieces(dice, position, board)
    scatter_pawns(dice, position, board)
    scatter_gains(dice, position)
    return position


def starters(seat: JSON) -> Counter[str]:
    cards = seat["hand"] + seat["draw"] + seat["discard"] + seat["played"]
    return Counter(card for card in cards if CARDS[card]["cost"] is None)


def scatter_cards(dice: random.Random, position: JSON) -> None:
    seats = position["seats"]
    piles: Counter[str] = Counter()
    thin = dice.random() < 0.5
    for card, facts in CARDS.items():
        copies = facts["copies"] if facts["cost"] is not None else facts["per_player"] * len(seats)
        for _ in range(copies):
            fate = dice.random()
            if facts["cost"] is not None and fate < 0.35:
                piles[card] += 1
            elif fate < (0.7 if thin else 0.45):
                position["removed"].append(card)
            else:
                whose = position["turn"]["seat"] if dice.random() < 0.6 else dice.randrange(len(seats))
                if facts["cost"] is None and sum(starters(seats[whose]).values()) == 8:
                    continue  # nobody has more than one starting deck
                lying = whose == position["turn"]["seat"]  # only the seat on turn has a play area
                zone = dice.choices(["hand", "draw", "discard", "played"], [5, 1 if thin else 4, 2, lying])[0]
                seats[whose][zone].append(card)
    for seat in seats:
        for zone in ("hand", "draw", "discard", "played"):
            dice.shuffle(seat[zone])
        seat["draw"] += seat["hand"][8:]
        seat["hand"] = sorted(seat["hand"][:8])
    kinds = sorted(piles)
    dice.shuffle(kinds)
    slots: list[JSON | None] = [{"card": card, "count": piles[card]} for card in kinds[: dice.randint(3, 6)]]
    above = [{"card": card, "count": piles[card]} for card in kinds[len(slots) :]]
    slots += [None] * (6 - len(slots))
    dice.shuffle(slots)
    position["market"] = {"board": slots, "above": above}


def scatter_pieces(dice: random.Random, position: JSON, board: Board) -> None:
    seats = position["seats"]
    numbers = list(referee.BLOCKADES)
    dice.shuffle(numbers)
    position["blockades"] = []
    for seam, number in zip(sorted(board.seams), numbers, strict=False):
        if dice.random() < 0.7:
            position["blockades"].append({"number": number, "between": list(seam)})
        else:
            dice.choice(seats)["blockades"].append(number)
    position["caves"] = []
    if not position["setup"]["caves"]:
        return
    tokens = [token for token, facts in TOKENS.items() for _ in range(facts["count"])]
    dice.shuffle(tokens)
    for index, seat in enumerate(seats):
        many = dice.randint(3, 8) if index == position["turn"]["seat"] else dice.randint(0, 3)
        seat["tokens"] = sorted(tokens.pop() for _ in range(many))
    for cave in sorted(board.caves):
        pile = [tokens.pop() for _ in range(min(dice.choice((0, 1, 2, 4)), len(tokens)))]
        position["caves"].append({"at": list(cave), "pile": pile})


def scatter_pawns(dice: random.Random, position: JSON, board: Board) -> None:
    """Together in one corner of the board: the gate, a seam, a cave, anywhere."""
    way = way_to_go(board)
    ground = [
        spot
        for spot, space in board.spaces.items()
        if space["terrain"] not in ("mountain", "start") and not space.get("finish")
    ]
    seam = {spot for edges in board.seams.values() for edge in edges for spot in edge}
    beside = {spot for cave in board.caves for spot in board.around(cave)}
    gate = [spot for spot in ground if way[spot] <= 3]
    watch = [s for s in ground if s in seam and s in beside] or ground
    corner = dice.choice([ground, gate, watch, [s for s in ground if s in seam], [s for s in ground if s in beside]])
    heart = dice.choice(corner)
    close = [s for s in corner if abs(s[0] - heart[0]) + abs(s[1] - heart[1]) <= 4]
    dice.shuffle(close)
    pawns = 2 if len(position["seats"]) == 2 else 1
    for index, seat in enumerate(position["seats"]):
        seat["pawns"] = []
        for _ in range(pawns):
            spot = dice.choice(ground) if not close else close[0] if dice.random() < 0.1 else close.pop()
            seat["pawns"].append({"at": list(spot), "near": []})
        if pawns == 2 and dice.random() < 0.2:
            seat["pawns"][dice.randrange(2)] = {"at": "arrived", "near": []}
        for pawn in seat["pawns"]:
            spot_now = referee.spot_of(pawn)
            if spot_now is not None:
                caves = referee.caves_beside(position, board, spot_now)
                pawn["near"] = [list(cave) for cave in caves if dice.random() < 0.4]
        if pawns == 1 and index < position["turn"]["seat"] and dice.random() < 0.15:
            seat["pawns"] = [{"at": "arrived", "near": []}]
            seat["arrived"] = 1 + sum(other["arrived"] is not None for other in position["seats"])
            position["turn"]["final_round"] = True


def scatter_gains(dice: random.Random, position: JSON) -> None:
    """Some of the cards may be new this turn, some of the removed items just used."""
    me, turn = referee.mine(position), position["turn"]
    bought = [card for card in me["hand"] + me["draw"] + me["discard"] if CARDS[card]["cost"] is not None]
    if bought and dice.random() < 0.4:
        turn["gained"] = dice.sample(bought, min(len(bought), dice.randint(1, 3)))
    items = [card for card in position["removed"] if CARDS[card]["single_use"]]
    if items and dice.random() < 0.3:
        turn["keepable"] = dice.sample(items, min(len(items), dice.randint(1, 2)))
        if position["setup"]["caves"] and not any("keep_item" in seat["tokens"] for seat in position["seats"]):
            for cave in position["caves"]:
                cave["pile"] = [token for token in cave["pile"] if token != "keep_item"]
            me["tokens"] += ["keep_item"] * dice.randint(1, 2)


def play_strange(seed: int, diary: Diary, plies: int) -> None:
    dice = random.Random(seed)
    where: list[str | JSON] = [*ROUTES, TWO_STRIPS, *[CAVES_AT_THE_SEAMS] * 4]
    route, players, caves = dice.choice(where), dice.choice((2, 3, 4)), dice.random() < 0.85
    position = strange(dice, route, players, caves)
    game = expedition.make("eldorado", **position["setup"])
    state = game.restore(position, seed=seed)
    assert referee.settled(state.snapshot()) == referee.settled(position)
    accompany(state, dice.choice((anyhow, onward)), dice, diary, plies)


def play_whole(seed: int, variant: tuple[str, int, bool], choose: Choice, diary: Diary, rounds: int = 100) -> None:
    route, players, caves = variant
    game = expedition.make("eldorado", route=route, players=players, caves=caves, max_rounds=rounds)
    state = game.new(seed=seed)
    referee.check_deal(state.snapshot(), board_of(route))
    accompany(state, choose, random.Random(seed), diary)


@pytest.mark.parametrize("route", ROUTES)
def test_given_a_suggested_route_when_its_tiles_are_laid_then_seams_and_caves_are_the_stored_ones(route: str) -> None:
    board, stored = board_of(route), referee.suggested(route)
    assert board.caves == {(q, r) for q, r in stored["caves"]}
    assert {seam: {frozenset(edge) for edge in edges} for seam, edges in board.seams.items()} == {
        tuple(seam["between"]): {frozenset((a, b) for a, b in edge) for edge in seam["edges"]}
        for seam in stored["blockades"]
    }


def test_given_every_variant_when_it_is_played_at_random_then_engine_and_referee_agree() -> None:
    diary = Diary()
    for seed, variant in enumerate(VARIANTS):
        play_whole(seed, variant, anyhow, diary, rounds=6)
    assert diary.met["buy"] > 100
    assert diary.met["step"] > 200
    assert diary.endings.total() == len(VARIANTS)


@pytest.mark.slow
def test_given_every_route_when_it_is_played_to_the_finish_then_engine_and_referee_agree() -> None:
    diary = Diary()
    for seed, (route, players) in enumerate(product(ROUTES, (2, 4))):
        play_whole(seed, (route, players, seed % 3 > 0), onward, diary, rounds=60)
    assert diary.endings["1 home"] + diary.endings["2 home"] >= 5
    assert diary.met["blockade cleared"] > 30
    assert diary.met["token found"] > 10


RARE = (
    *(f"use {card}" for card in (*referee.DRAWS, "transmitter")),
    *(f"play {token}" for token, facts in TOKENS.items() if facts["kind"] == "movement" or token == "native"),
    *(f"use {token}" for token, facts in TOKENS.items() if facts["kind"] == "action" and token != "native"),
    *("pay coin_1", "pay coin_2", "stop", "power left given up", "token found", "changed symbol moves"),
    *("changed symbol pays", "one of several items kept", "gained card in hand", "space shared", "vacancy"),
    *("reshuffle", "one pawn home, turn goes on", "blockade cleared", "opened for a bystander"),
    "opened for one's own other pawn",
)


@pytest.mark.parametrize("seed", range(120))
def test_given_a_strange_position_when_some_actions_follow_then_engine_and_referee_agree(seed: int) -> None:
    play_strange(5000 + seed, Diary(), 20)


@pytest.mark.slow
def test_given_strange_positions_when_they_are_played_on_then_engine_and_referee_agree_on_the_rare_rules() -> None:
    diary = Diary()
    for seed in range(400):
        play_strange(seed, diary, plies=40)
    assert [event for event in RARE if diary.met[event] < 2] == []
    assert diary.endings["1 home"] > 10
    assert diary.endings["2 home"] > 1


def test_given_seats_that_resign_when_the_others_play_on_then_engine_and_referee_agree() -> None:
    diary = Diary()
    for seed, variant in islice(enumerate(VARIANTS), 0, None, 5):
        play_whole(seed, variant, quitter(60), diary, rounds=12)
    assert diary.met["resign"] > 10


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("part", range(32))
def test_given_thousands_of_games_when_they_are_played_then_engine_and_referee_agree(part: int) -> None:
    diary = Diary()
    for number in range(15):
        variant = VARIANTS[(part * 15 + number) % len(VARIANTS)]
        choose = (onward, anyhow, onward, quitter(200))[number % 4]
        play_whole(1_000_000 + part * 1000 + number, variant, choose, diary)
    for number in range(2000):  # at least 500, and as many as it takes to meet everything that is rare
        if number >= 500 and all(diary.met[event] for event in RARE):
            break
        play_strange(2_000_000 + part * 10_000 + number, diary, plies=60)
    assert [event for event in RARE if not diary.met[event]] == []
