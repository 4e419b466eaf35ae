"""A second reading of The Quest for El Dorado, to check the engine against.

Written from the rule ledger and the open vocabulary alone, over the position JSON and nothing else: no number of the
engine's, none of its tables, no board of its making. It is slow and plain on purpose. `legal` lists what a position
offers, `after` says what an action makes of it, `ranking` who is where at the end.

Two things a position leaves open: the order a reshuffle brings (`after` takes it from the position the engine reports
and checks that it is a shuffle of the right cards) and the order of cards where order means nothing (`settled` sorts).
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

JSON = dict[str, Any]
Hex = tuple[int, int]

NEIGHBOURS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
SYMBOL_OF = {"jungle": "machete", "river": "paddle", "village": "coin"}
PRICE_IN_CARDS = ("rubble", "basecamp")
SYMBOLS = ("machete", "paddle", "coin")
HAND = 4


def data(name: str) -> JSON:
    return dict(json.loads((files("expedition.eldorado") / "data" / f"{name}.json").read_text(encoding="utf-8")))


CARDS: dict[str, JSON] = {card["id"]: card for card in data("cards")["cards"]}
TOKENS: dict[str, JSON] = {token["id"]: token for token in data("cave_tokens")["tokens"]}
BLOCKADES: dict[int, JSON] = {piece["number"]: piece for piece in data("blockades")["blockades"]}
DRAWS = {name: card["effect"]["draw"] for name, card in CARDS.items() if card["effect"] and "draw" in card["effect"]}
REMOVES = {"scientist": 1, "travel_log": 2}


class FoulError(AssertionError):
    """The engine did something the rules do not know."""


@dataclass(frozen=True)
class Board:
    """A route as the data files draw it."""

    spaces: dict[Hex, JSON]
    caves: frozenset[Hex]
    seams: dict[tuple[int, int], frozenset[frozenset[Hex]]]

    def around(self, spot: Hex) -> list[Hex]:
        return [(spot[0] + q, spot[1] + r) for q, r in NEIGHBOURS if (spot[0] + q, spot[1] + r) in self.spaces]

    def start(self, number: int) -> Hex:
        return next(spot for spot, space in self.spaces.items() if space.get("start") == number)


def turned(spot: Hex, steps: int) -> Hex:
    q, r = spot
    for _ in range(steps):
        q, r = -r, q + r
    return q, r


def board_of(route: str | JSON) -> Board:
    """The board of a suggested route or of a route object (ED-ROUTE-03)."""
    if isinstance(route, str):
        return laid_out(json.dumps(suggested(route)))
    return laid_out(json.dumps(route))


def suggested(route_id: str) -> JSON:
    found: JSON = next(route for route in data("routes")["routes"] if route["id"] == route_id)
    return found


@cache
def laid_out(route_text: str) -> Board:
    """Lay the tiles; a blockade lies across every join but the exit of a strip and the gate (ED-SETUP-05, EC-ED-66)."""
    route = json.loads(route_text)
    tiles = data("tiles")["tiles"]
    spaces: dict[Hex, JSON] = {}
    pieces: list[set[Hex]] = []
    for placed in [*route["tiles"], route["finish"]]:
        pieces.append(set())
        for row in tiles[placed["tile"]]["rows"]:
            for printed in row:
                q, r = turned((printed["q"], printed["r"]), placed["rotation"])
                spot = (q + placed["q"], r + placed["r"])
                assert spot not in spaces
                spaces[spot] = printed
                pieces[-1].add(spot)
    seams: dict[tuple[int, int], frozenset[frozenset[Hex]]] = {}
    for index, placed in enumerate(route["tiles"][:-1]):
        following = route["tiles"][index + 1]
        strip, next_strip = (tiles[piece["tile"]]["kind"] == "strip" for piece in (placed, following))
        if next_strip or not strip:
            seams[(index, index + 1)] = touching(pieces[index], pieces[index + 1])
    return Board(spaces, frozenset(spot for spot, space in spaces.items() if space.get("cave")), seams)


def touching(one: set[Hex], other: set[Hex]) -> frozenset[frozenset[Hex]]:
    return frozenset(
        frozenset((spot, (spot[0] + q, spot[1] + r)))
        for spot in one
        for q, r in NEIGHBOURS
        if (spot[0] + q, spot[1] + r) in other
    )


# What a position says


def same(position: JSON) -> JSON:
    copy: JSON = json.loads(json.dumps(position))
    return copy


def mine(position: JSON) -> JSON:
    me: JSON = position["seats"][position["turn"]["seat"]]
    return me


def spot_of(pawn: JSON) -> Hex | None:
    return None if pawn["at"] == "arrived" else (pawn["at"][0], pawn["at"][1])


def occupied(position: JSON) -> set[Hex]:
    found = {spot_of(pawn) for seat in position["seats"] for pawn in seat["pawns"]}
    return {spot for spot in found if spot is not None}


def closed(position: JSON, board: Board, a: Hex, b: Hex) -> bool:
    """A standing blockade closes every pair of adjacent spaces across its seam (EC-ED-03)."""
    standing = [tuple(blockade["between"]) for blockade in position["blockades"]]
    return any(frozenset((a, b)) in board.seams[seam] for seam in standing)


def blockades_beside(position: JSON, board: Board, spot: Hex) -> list[int]:
    """Those with any neighbour of the pawn behind them, a mountain included."""
    return [
        blockade["number"]
        for blockade in position["blockades"]
        if any(spot in edge for edge in board.seams[tuple(blockade["between"])])
    ]


def caves_beside(position: JSON, board: Board, spot: Hex) -> list[Hex]:
    """Caves next to this space with no standing blockade between (ED-CAVE-11)."""
    if not position["setup"].get("caves"):
        return []
    return [cave for cave in board.around(spot) if cave in board.caves and not closed(position, board, spot, cave)]


def open_spaces(position: JSON, board: Board, spot: Hex) -> list[Hex]:
    """Neighbours a pawn could stand on, whatever they ask (ED-OCC, EC-ED-26)."""
    taken = set() if position["turn"]["pass_occupied"] else occupied(position)
    return [
        there
        for there in board.around(spot)
        if board.spaces[there]["terrain"] not in ("mountain", "start")
        and there not in taken
        and not closed(position, board, spot, there)
    ]


def steps(position: JSON, board: Board, pawn: int, symbol: str | None, power: int | None) -> list[JSON]:
    """What this pawn can do with that much of a symbol; with neither it is the Native, who asks for nothing."""
    spot = spot_of(mine(position)["pawns"][pawn])
    if spot is None:
        return []
    found: list[JSON] = []
    for there in open_spaces(position, board, spot):
        space = board.spaces[there]
        if power is None or (SYMBOL_OF.get(space["terrain"]) == symbol and space["power"] <= power):
            found.append({"do": "step", "to": list(there)})
    for number in blockades_beside(position, board, spot):
        piece = BLOCKADES[number]
        if power is None or (piece["symbol"] == symbol and piece["power"] <= power):
            found.append({"do": "step", "blockade": number})
    return found


def usable(position: JSON) -> Counter[str]:
    """Hand cards that may be played, given up, paid or used: no more of a kind than older copies exist (EC-ED-61)."""
    me = mine(position)
    all_copies = Counter(me["hand"] + me["draw"] + me["discard"])
    gained = Counter(position["turn"]["gained"])
    found: Counter[str] = Counter()
    in_hand: Counter[str] = Counter(me["hand"])
    for card, count in in_hand.items():
        found[card] = min(count, max(0, all_copies[card] - gained[card]))
    return +found


def market_cards(position: JSON) -> set[str]:
    piles = [*position["market"]["board"], *position["market"]["above"]]
    return {pile["card"] for pile in piles if pile is not None and pile["count"] > 0}


def for_sale(position: JSON) -> set[str]:
    """The board, and with a vacancy everything (ED-MKT-01 to 03)."""
    if None in position["market"]["board"]:
        return market_cards(position)
    return {pile["card"] for pile in position["market"]["board"]}


# What things are worth


def worth(card: str, changed: bool) -> float:
    """Coins and jokers their power, all else one half (ED-BUY-03 to 05); under change_symbol the power (ED-TOK-14)."""
    if CARDS[card]["power"] is not None and (changed or "coin" in CARDS[card]["symbols"]):
        return float(CARDS[card]["power"])
    return 0.5


def purse(cards: Counter[str], tokens: list[str]) -> float:
    """The most these can pay: every card, every coin token, every symbol token on the card it lifts most."""
    coins = sum(float(TOKENS[token]["value"]) for token in tokens if TOKENS[token].get("symbol") == "coin")
    plain = sum(worth(card, changed=False) for card in cards.elements())
    lifts = sorted((worth(card, True) - worth(card, False) for card in cards.elements()), reverse=True)
    return coins + plain + sum(lifts[: tokens.count("change_symbol")])


def pays(position: JSON, due: float, tokens: list[str], changed: bool) -> list[JSON]:
    """Payments after which the price can still be met. By a symbol token any card with power pays it, coin cards and
    jokers to no purpose (EC-ED-39)."""
    cards = usable(position)
    found: list[JSON] = []
    for card in cards:
        if changed and CARDS[card]["power"] is None:
            continue
        if due - worth(card, changed) <= purse(cards - Counter([card]), tokens):
            found.append({"do": "pay", "card": card})
    if changed:
        return found
    for token in set(tokens):
        if TOKENS[token].get("symbol") != "coin":
            continue
        rest = list(tokens)
        rest.remove(token)
        if due - TOKENS[token]["value"] <= purse(cards, rest):
            found.append({"do": "pay", "token": token})
    return found


# What is offered


def legal(position: JSON, board: Board) -> list[JSON]:
    turn = position["turn"]
    if turn["phase"] == "over":
        return []
    if turn["phase"] == "discard":
        return [{"do": "discard", "card": card} for card in set(mine(position)["hand"])] + [{"do": "done"}]
    if turn["pending"] is not None:
        return answers(position)
    if turn["change_symbol"]:
        return changed_plays(position, board)
    active = turn["active"]
    if active is None:
        return free_plays(position, board)
    onward = steps(position, board, active["pawn"], active["as"], active["left"])
    if not active["stepped"]:
        return onward
    found = onward + free_plays(position, board)
    if fresh_caves(position, board, active["pawn"]):
        found.append({"do": "stop"})
    return found


def answers(position: JSON) -> list[JSON]:
    """While something is pending only its own answers are offered."""
    me, turn = mine(position), position["turn"]
    pending = turn["pending"]
    hand = set(me["hand"])
    if pending["kind"] == "give":
        return [{"do": "give", "card": card} for card in usable(position)]
    if pending["kind"] == "take":
        return [{"do": "take", "card": card} for card in market_cards(position)]
    if pending["kind"] == "remove":
        found: list[JSON] = [{"do": "remove", "card": card} for card in hand]
        return found + ([{"do": "done"}] if pending["may"] else [])
    if pending["kind"] == "put":
        found = [{"do": "put", "card": card} for card in hand]
        return found + ([{"do": "done"}] if pending["count"] >= 1 else [])
    assert pending["kind"] == "pay"
    found = pays(position, pending["due"], me["tokens"], turn["change_symbol"])
    if not turn["change_symbol"] and "change_symbol" in me["tokens"]:
        rest = list(me["tokens"])
        rest.remove("change_symbol")
        if pays(position, pending["due"], rest, changed=True):
            found.append({"do": "use", "token": "change_symbol"})
    return found


def pawns_in_play(position: JSON) -> list[int]:
    return [index for index, pawn in enumerate(mine(position)["pawns"]) if pawn["at"] != "arrived"]


def changed_plays(position: JSON, board: Board) -> list[JSON]:
    """Under change_symbol: a card with power, as a symbol other than its own, a joker as any (EC-ED-39)."""
    if position["turn"]["bought"]:
        return []
    found: list[JSON] = []
    for card in usable(position):
        if CARDS[card]["power"] is None:
            continue
        own = CARDS[card]["symbols"]
        symbols = SYMBOLS if len(own) > 1 else [symbol for symbol in SYMBOLS if symbol not in own]
        found += card_plays(position, board, card, list(symbols))
    return found


def card_plays(position: JSON, board: Board, card: str, symbols: list[str]) -> list[JSON]:
    return [
        {"do": "play", "card": card, "as": symbol, "pawn": pawn}
        for pawn in pawns_in_play(position)
        for symbol in symbols
        if steps(position, board, pawn, symbol, CARDS[card]["power"])
    ]


def free_plays(position: JSON, board: Board) -> list[JSON]:
    """Everything that can be started in phase 1."""
    found: list[JSON] = [{"do": "end"}]
    if not position["turn"]["bought"]:  # EC-ED-01: hand cards move only before the purchase
        for card in usable(position):
            if CARDS[card]["power"] is not None:
                found += card_plays(position, board, card, CARDS[card]["symbols"])
        found += entries(position, board)
        found += purchases(position)
    found += natives(position, board)
    found += action_cards(position)
    found += token_plays(position, board)
    found += action_tokens(position, board)
    return found


def entries(position: JSON, board: Board) -> list[JSON]:
    """Rubble, base camps and rubble blockades, for as many cards as they show (ED-SPEC, EC-ED-05)."""
    cards = usable(position).total()
    found: list[JSON] = []
    for index in pawns_in_play(position):
        spot = spot_of(mine(position)["pawns"][index])
        assert spot is not None
        for there in open_spaces(position, board, spot):
            space = board.spaces[there]
            if space["terrain"] in PRICE_IN_CARDS and space["power"] <= cards:
                found.append({"do": "enter", "pawn": index, "to": list(there)})
        for number in blockades_beside(position, board, spot):
            if BLOCKADES[number]["terrain"] == "rubble" and BLOCKADES[number]["power"] <= cards:
                found.append({"do": "enter", "pawn": index, "blockade": number})
    return found


def purchases(position: JSON) -> list[JSON]:
    most = purse(usable(position), mine(position)["tokens"])
    return [{"do": "buy", "card": card} for card in for_sale(position) if CARDS[card]["cost"] <= most]


def natives(position: JSON, board: Board) -> list[JSON]:
    found: list[JSON] = []
    for pawn in pawns_in_play(position):
        if not steps(position, board, pawn, None, None):
            continue
        if usable(position)["native"]:
            found.append({"do": "play", "card": "native", "pawn": pawn})
        if "native" in mine(position)["tokens"]:
            found.append({"do": "play", "token": "native", "pawn": pawn})
    return found


def action_cards(position: JSON) -> list[JSON]:
    cards = usable(position)
    found: list[JSON] = [{"do": "use", "card": card} for card in DRAWS if cards[card]]
    if cards["transmitter"] and market_cards(position):  # EC-ED-54
        found.append({"do": "use", "card": "transmitter"})
    return found


def token_plays(position: JSON, board: Board) -> list[JSON]:
    return [
        {"do": "play", "token": token, "pawn": pawn}
        for token in set(mine(position)["tokens"])
        if TOKENS[token]["kind"] == "movement"
        for pawn in pawns_in_play(position)
        if steps(position, board, pawn, TOKENS[token]["symbol"], TOKENS[token]["value"])
    ]


def action_tokens(position: JSON, board: Board) -> list[JSON]:
    me, turn = mine(position), position["turn"]
    held = set(me["tokens"])
    found: list[JSON] = [{"do": "use", "token": token} for token in ("draw_1", "pass_occupied") if token in held]
    found += [
        {"do": "use", "token": token} for token in ("remove_card", "replace_hand") if token in held and me["hand"]
    ]
    if "change_symbol" in held and changed_plays(position, board):
        found.append({"do": "use", "token": "change_symbol"})
    items = set(turn["keepable"])
    if "keep_item" in held and len(items) == 1:
        found.append({"do": "use", "token": "keep_item"})
    if "keep_item" in held and len(items) > 1:
        found += [{"do": "use", "token": "keep_item", "card": item} for item in items]
    return found


# What an action does


def fresh_caves(position: JSON, board: Board, index: int) -> list[Hex]:
    """Caves a stop here would explore: with tokens, and not beside the pawn's last stop (EC-ED-29, EC-ED-34)."""
    pawn = mine(position)["pawns"][index]
    spot = spot_of(pawn)
    if spot is None:
        return []
    full = {tuple(cave["at"]) for cave in position["caves"] if cave["pile"]}
    return [c for c in caves_beside(position, board, spot) if c in full and list(c) not in pawn["near"]]


def come_to_a_stop(position: JSON, board: Board, index: int) -> None:
    """The end of a movement: explore what is new, remember what is near."""
    pawn = mine(position)["pawns"][index]
    spot = spot_of(pawn)
    position["turn"]["active"] = None
    if spot is None:
        return
    fresh = fresh_caves(position, board, index)
    for cave in position["caves"]:
        if tuple(cave["at"]) in fresh:
            mine(position)["tokens"].append(cave["pile"].pop(0))
    pawn["near"] = [list(cave) for cave in caves_beside(position, board, spot)]


def break_off(position: JSON, board: Board) -> None:
    """Any other play ends the movement with the power left (EC-ED-63)."""
    if position["turn"]["active"] is not None:
        come_to_a_stop(position, board, position["turn"]["active"]["pawn"])


def clear(position: JSON, board: Board, index: int, number: int) -> None:
    """The blockade is taken whole; for pawns that merely stood by, what it opens counts as explored (EC-ED-46)."""
    before = same(position)
    position["blockades"] = [piece for piece in position["blockades"] if piece["number"] != number]
    mine(position)["blockades"].append(number)
    clearing = mine(position)["pawns"][index]
    for seat in position["seats"]:
        for pawn in seat["pawns"]:
            spot = spot_of(pawn)
            if pawn is clearing or spot is None:
                continue
            behind = set(caves_beside(position, board, spot)) - set(caves_beside(before, board, spot))
            pawn["near"] += [list(cave) for cave in behind if list(cave) not in pawn["near"]]


def arrive(position: JSON, index: int, seen: JSON | None) -> None:
    me, turn = mine(position), position["turn"]
    me["pawns"][index] = {"at": "arrived", "near": []}
    turn["active"] = None
    if any(pawn["at"] != "arrived" for pawn in me["pawns"]):
        return
    me["arrived"] = 1 + sum(seat["arrived"] is not None for seat in position["seats"])
    turn["final_round"] = True
    me["discard"] += me["played"]
    me["played"] = []
    pass_the_turn(position, seen)


def pass_the_turn(position: JSON, seen: JSON | None) -> None:
    turn = position["turn"]
    last = turn["seat"] == len(position["seats"]) - 1
    limit = position["setup"].get("max_rounds")
    nobody = all(seat.get("resigned") for seat in position["seats"])
    if nobody or (last and (turn["final_round"] or turn["round"] == limit)):
        turn["phase"] = "over"
        return
    turn.update(seat=0 if last else turn["seat"] + 1, round=turn["round"] + last, phase="play", bought=False, gained=[])
    turn.update(active=None, pending=None, pass_occupied=False, change_symbol=False, keepable=[])
    if mine(position).get("resigned"):
        draw_up(position, seen)


def draw(position: JSON, count: int, seen: JSON | None) -> None:
    """Draw that many; a reshuffle brings the order the engine reports, which has to be one of the discard pile."""
    me = mine(position)
    take = me["draw"][:count]
    me["draw"] = me["draw"][count:]
    me["hand"] += take
    missing = count - len(take)
    if not missing or not me["discard"]:
        return
    if seen is None:
        raise FoulError("a reshuffle was needed, but no position to read its outcome from")
    after = seen["seats"][position["turn"]["seat"]]
    drawn = Counter(after["hand"]) - Counter(me["hand"])
    if drawn + Counter(after["draw"]) != Counter(me["discard"]):
        raise FoulError(f"reshuffled {sorted(me['discard'])} into {sorted(drawn.elements())} and {after['draw']}")
    if drawn.total() != min(missing, len(me["discard"])):
        raise FoulError(f"drew {drawn.total()} cards instead of {min(missing, len(me['discard']))} after a reshuffle")
    me["hand"] += list(drawn.elements())
    me["draw"] = list(after["draw"])
    me["discard"] = []


def draw_up(position: JSON, seen: JSON | None) -> None:
    """Phase 3, and on to the next seat."""
    draw(position, max(0, HAND - len(mine(position)["hand"])), seen)
    pass_the_turn(position, seen)


def use_up(position: JSON, card: str) -> None:
    """A hand card used for its function: items leave the game and may yet be kept."""
    mine(position)["hand"].remove(card)
    if CARDS[card]["single_use"]:
        position["removed"].append(card)
        position["turn"]["keepable"].append(card)
    else:
        mine(position)["played"].append(card)


def spend(position: JSON, token: str) -> None:
    mine(position)["tokens"].remove(token)
    position["spent"].append(token)


def after(position: JSON, action: JSON, board: Board, seen: JSON | None = None) -> JSON:
    """The position this legal action leads to. `seen`: the engine's, read only for the outcome of a reshuffle."""
    new = same(position)
    turn = new["turn"]
    do = action["do"]
    if do == "resign":
        resign(new, action["seat"], board, seen)
        return new
    starts = turn["phase"] == "play" and turn["pending"] is None and do not in ("step", "stop")
    if starts:
        break_off(new, board)
        if action.get("token") != "keep_item":
            turn["keepable"] = []
    if do == "play":
        play(new, action)
    elif do == "step":
        step(new, action, board, seen)
    elif do == "stop":
        come_to_a_stop(new, board, turn["active"]["pawn"])
    elif do == "enter":
        enter(new, action, board)
    elif do == "give":
        give(new, action["card"], board)
    elif do == "buy":
        turn["pending"] = {"kind": "pay", "card": action["card"], "due": CARDS[action["card"]]["cost"]}
    elif do == "pay":
        pay(new, action)
    elif do == "use" and action.get("token") is None:
        use_card(new, action["card"], seen)
    elif do == "use":
        use_token(new, action, seen)
    elif do == "take":
        take(new, action["card"])
        turn["pending"] = None
    elif do == "remove":
        remove(new, action["card"])
    elif do == "put":
        put(new, action["card"], seen)
    elif do == "end":
        end(new, seen)
    elif do == "discard":
        mine(new)["hand"].remove(action["card"])
        mine(new)["discard"].append(action["card"])
        if not mine(new)["hand"]:
            draw_up(new, seen)
    elif do == "done":
        done(new, seen)
    else:
        raise FoulError(f"no such action: {action}")
    return new


def play(position: JSON, action: JSON) -> None:
    turn = position["turn"]
    active: JSON = {"pawn": action["pawn"], "stepped": False}
    if "token" in action:
        token = TOKENS[action["token"]]
        spend(position, action["token"])
        power = token["value"] if token["kind"] == "movement" else None
        active |= {"token": action["token"], "as": token.get("symbol"), "left": power}
    else:
        use_up(position, action["card"])
        active |= {"card": action["card"], "as": action.get("as"), "left": CARDS[action["card"]]["power"]}
    turn["active"] = active
    turn["change_symbol"] = False


def step(position: JSON, action: JSON, board: Board, seen: JSON | None) -> None:
    active = position["turn"]["active"]
    index = active["pawn"]
    if "blockade" in action:
        clear(position, board, index, action["blockade"])
        cost = BLOCKADES[action["blockade"]]["power"]
    else:
        there = (action["to"][0], action["to"][1])
        cost = board.spaces[there]["power"]
        if board.spaces[there].get("finish"):
            arrive(position, index, seen)
            return
        mine(position)["pawns"][index]["at"] = list(there)
    active["stepped"] = True
    if active["left"] is None:
        come_to_a_stop(position, board, index)
        return
    active["left"] -= cost
    if not steps(position, board, index, active["as"], active["left"]):
        come_to_a_stop(position, board, index)


def enter(position: JSON, action: JSON, board: Board) -> None:
    pending: JSON = {"kind": "give", "pawn": action["pawn"]}
    if "blockade" in action:
        pending |= {"blockade": action["blockade"], "left": BLOCKADES[action["blockade"]]["power"]}
    else:
        pending |= {"to": action["to"], "left": board.spaces[(action["to"][0], action["to"][1])]["power"]}
    position["turn"]["pending"] = pending


def give(position: JSON, card: str, board: Board) -> None:
    """To the play area for rubble, out of the game for a base camp (ED-SPEC-04, ED-SPEC-05)."""
    pending = position["turn"]["pending"]
    camp = "to" in pending and board.spaces[(pending["to"][0], pending["to"][1])]["terrain"] == "basecamp"
    mine(position)["hand"].remove(card)
    (position["removed"] if camp else mine(position)["played"]).append(card)
    pending["left"] -= 1
    if pending["left"]:
        return
    position["turn"]["pending"] = None
    if "blockade" in pending:
        clear(position, board, pending["pawn"], pending["blockade"])
    else:
        mine(position)["pawns"][pending["pawn"]]["at"] = pending["to"]
    come_to_a_stop(position, board, pending["pawn"])


def pay(position: JSON, action: JSON) -> None:
    turn = position["turn"]
    if "token" in action:
        spend(position, action["token"])
        value = float(TOKENS[action["token"]]["value"])
    else:
        card = action["card"]
        value = worth(card, turn["change_symbol"])
        if turn["change_symbol"] or "coin" in CARDS[card]["symbols"]:
            use_up(position, card)
        else:  # as half a coin an item is not used for its function (ED-ITEM-04)
            mine(position)["hand"].remove(card)
            mine(position)["played"].append(card)
        turn["change_symbol"] = False
    turn["pending"]["due"] -= value
    if turn["pending"]["due"] <= 0:
        buy(position, turn["pending"]["card"])
        turn["pending"] = None
        turn["bought"] = True


def buy(position: JSON, card: str) -> None:
    """A pile from above moves into the leftmost vacant slot, if anything of it is left (ED-MKT-04, EC-ED-15, 16)."""
    slots, above = position["market"]["board"], position["market"]["above"]
    from_above = [pile for pile in above if pile["card"] == card]
    take(position, card)
    if from_above and from_above[0]["count"]:
        slots[slots.index(None)] = from_above[0]
        above.remove(from_above[0])


def take(position: JSON, card: str) -> None:
    slots, above = position["market"]["board"], position["market"]["above"]
    for pile in [*slots, *above]:
        if pile is not None and pile["card"] == card:
            pile["count"] -= 1
    position["market"]["board"][:] = [None if pile is None or not pile["count"] else pile for pile in slots]
    position["market"]["above"][:] = [pile for pile in above if pile["count"]]
    mine(position)["discard"].append(card)
    position["turn"]["gained"].append(card)


def use_card(position: JSON, card: str, seen: JSON | None) -> None:
    use_up(position, card)
    if card == "transmitter":
        position["turn"]["pending"] = {"kind": "take"}
        return
    draw(position, DRAWS[card], seen)
    if card in REMOVES and mine(position)["hand"]:
        position["turn"]["pending"] = {"kind": "remove", "left": REMOVES[card], "may": True}


def use_token(position: JSON, action: JSON, seen: JSON | None) -> None:
    turn, token = position["turn"], action["token"]
    spend(position, token)
    if token == "draw_1":
        draw(position, 1, seen)
    elif token == "remove_card":
        turn["pending"] = {"kind": "remove", "left": 1, "may": False}
    elif token == "replace_hand":
        turn["pending"] = {"kind": "put", "count": 0}
    elif token == "keep_item":
        item = action.get("card", turn["keepable"][0])
        turn["keepable"].remove(item)
        position["removed"].remove(item)
        mine(position)["played"].append(item)
    else:
        turn[token] = True  # pass_occupied and change_symbol


def remove(position: JSON, card: str) -> None:
    turn = position["turn"]
    mine(position)["hand"].remove(card)
    position["removed"].append(card)
    turn["pending"]["left"] -= 1
    if not turn["pending"]["left"] or not mine(position)["hand"]:
        turn["pending"] = None


def put(position: JSON, card: str, seen: JSON | None) -> None:
    pending = position["turn"]["pending"]
    mine(position)["hand"].remove(card)
    mine(position)["played"].append(card)
    pending["count"] += 1
    if pending["count"] == 4 or not mine(position)["hand"]:
        done(position, seen)


def end(position: JSON, seen: JSON | None) -> None:
    me = mine(position)
    me["discard"] += me["played"]
    me["played"] = []
    position["turn"]["phase"] = "discard"
    if not me["hand"]:
        draw_up(position, seen)


def done(position: JSON, seen: JSON | None) -> None:
    turn = position["turn"]
    if turn["phase"] == "discard":
        draw_up(position, seen)
        return
    pending = turn["pending"]
    turn["pending"] = None
    if pending["kind"] == "put":
        draw(position, pending["count"], seen)


def resign(position: JSON, seat: int, board: Board, seen: JSON | None) -> None:
    """That seat's turns end at once from now on, this one included; with one seat left the game is over."""
    position["seats"][seat]["resigned"] = True
    if sum(not one.get("resigned") for one in position["seats"]) <= 1:
        mine(position)["discard"] += mine(position)["played"]
        mine(position)["played"] = []
        position["turn"].update(phase="over", bought=False, gained=[], active=None, pending=None)
        position["turn"].update(pass_occupied=False, change_symbol=False, keepable=[])
    elif position["turn"]["seat"] == seat:
        break_off(position, board)
        mine(position)["discard"] += mine(position)["played"]
        mine(position)["played"] = []
        draw_up(position, seen)


# The end, and the beginning


def ranking(position: JSON) -> list[int]:
    """Most blockades, then the highest number, then who came first; all others share the next place (EC-ED-49)."""
    seats = position["seats"]
    stayed = [index for index, seat in enumerate(seats) if not seat.get("resigned")]
    home = [index for index in stayed if seats[index]["arrived"] is not None]
    home.sort(key=lambda i: (-len(seats[i]["blockades"]), -max(seats[i]["blockades"], default=0), seats[i]["arrived"]))
    places = {index: place for place, index in enumerate(home, 1)}
    return [places.get(index, len(home) + 1 if index in stayed else len(stayed) + 1) for index in range(len(seats))]


def check_deal(position: JSON, board: Board) -> None:
    """ED-SETUP-04 to 16 and ED-CAVE-03, on a position just dealt."""
    players = len(position["seats"])
    numbers = (1, 3), (2, 4)
    for index, seat in enumerate(position["seats"]):
        starts = numbers[index] if players == 2 else (index + 1,)
        assert seat["pawns"] == [{"at": list(board.start(number)), "near": []} for number in starts]
        assert Counter(seat["hand"] + seat["draw"]) == Counter(explorer=3, traveler=4, sailor=1)
        assert len(seat["hand"]) == HAND
        assert [seat[zone] for zone in ("discard", "played", "blockades", "tokens")] == [[], [], [], []]
        assert seat["arrived"] is None
    for part in ("board", "above"):
        piles = position["market"][part]
        assert {pile["card"] for pile in piles} == {name for name, card in CARDS.items() if card["market"] == part}
        assert all(pile["count"] == 3 for pile in piles)
    dealt = [piece["number"] for piece in position["blockades"]]
    assert len(set(dealt)) == len(dealt)
    assert set(dealt) <= set(BLOCKADES)
    assert [tuple(piece["between"]) for piece in position["blockades"]] == sorted(board.seams)
    piles = [cave["pile"] for cave in position["caves"]]
    assert {tuple(cave["at"]) for cave in position["caves"]} == (board.caves if position["setup"]["caves"] else set())
    assert all(len(pile) == 4 for pile in piles)
    supply = Counter({name: token["count"] for name, token in TOKENS.items()})
    assert Counter(token for pile in piles for token in pile) <= supply
    assert position["removed"] == position["spent"] == []


# Comparing


def written(action: JSON) -> str:
    return json.dumps(action, sort_keys=True)


def settled(position: JSON) -> JSON:
    """A position with only what the contract fixes, in one order wherever order means nothing."""
    turn, market = position["turn"], position["market"]
    names = ("seat", "round", "phase", "bought", "active", "pending", "pass_occupied", "change_symbol", "final_round")
    told: JSON = {"turn": {name: turn[name] for name in names}}
    told["turn"]["gained"] = sorted(turn["gained"])
    told["turn"]["keepable"] = sorted(turn["keepable"])
    told["seats"] = [
        {
            "pawns": [{"at": pawn["at"], "near": sorted(pawn["near"])} for pawn in seat["pawns"]],
            "hand": sorted(seat["hand"]),
            "draw": list(seat["draw"]),
            "discard": list(seat["discard"]),
            "played": sorted(seat["played"]),
            "blockades": sorted(seat["blockades"]),
            "tokens": sorted(seat["tokens"]),
            "arrived": seat["arrived"],
            "resigned": bool(seat.get("resigned")),
        }
        for seat in position["seats"]
    ]
    told["market"] = {"board": market["board"], "above": sorted(market["above"], key=lambda pile: str(pile["card"]))}
    told["blockades"] = sorted(position["blockades"], key=lambda piece: int(piece["number"]))
    told["caves"] = sorted(position["caves"], key=lambda cave: list(cave["at"]))
    told["removed"] = sorted(position["removed"])
    told["spent"] = sorted(position["spent"])
    if turn["phase"] == "over":
        told["turn"] = {"phase": "over", "final_round": turn["final_round"]}
    return told
