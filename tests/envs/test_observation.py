"""The rows learning programs see: they tell what the table shows a seat, and nothing that is hidden from it."""

import random
from collections import Counter

import pytest

import expedition
from expedition.core.testing import play_on

SETUPS = [
    pytest.param("eldorado", {"players": 2}, id="eldorado-2"),
    pytest.param("eldorado", {"players": 4, "caves": True, "route": "swamplands"}, id="eldorado-4-caves"),
    pytest.param("silvergold", {"players": 2}, id="silvergold-2"),
    pytest.param("silvergold", {"players": 4}, id="silvergold-4"),
]


def row_of(state, seat):
    row = [0] * sum(length for _, length, _ in state.game.observation_fields)
    state.game.rule_observe(state.s, state.game.tables(), seat, row)
    return row


def fields_of(state, seat):
    row, parts = row_of(state, seat), {}
    for name, length, _ in state.game.observation_fields:
        parts[name], row = row[:length], row[length:]
    return parts


def games(name, options, every=9, seeds=3, most=500):
    """Moments of random games."""
    for seed in range(seeds):
        state, dice = expedition.make(name, **options).new(seed), random.Random(seed)
        for _ in range(most // every):
            yield state
            if state.is_over:
                break
            play_on(state, dice, every)


def copies(names, all_names):
    counts = Counter(names)
    return [counts[name] for name in all_names]


@pytest.mark.parametrize(("name", "options"), SETUPS)
def test_a_row_is_the_same_for_every_deal_the_seat_cannot_tell_apart(name, options):
    """Given any moment, when everything hidden from a seat is dealt anew, then its row stays as it is."""
    changed = 0
    for state in games(name, options):
        for seat in range(state.game.players):
            other = state.game.redeal(state, seat, seed=state.ply)
            assert row_of(other, seat) == row_of(state, seat)
            changed += other.s != state.s
    assert changed > 10


@pytest.mark.parametrize(("name", "options"), SETUPS)
def test_every_number_lies_within_the_bounds_of_its_field(name, options):
    for state in games(name, options):
        for seat in range(state.game.players):
            row = row_of(state, seat)
            assert [i for i, (n, (low, high)) in enumerate(zip(row, state.game.observation_bounds, strict=True))
                    if not low <= n <= high] == []  # fmt: skip


@pytest.mark.parametrize(("name", "options"), SETUPS[:2])
def test_an_eldorado_row_says_what_the_table_shows(name, options):
    for state in games(name, options):
        board, seats = state.game.components(), state.game.players
        cards, tokens = [c["id"] for c in board["cards"]], [t["id"] for t in board["tokens"]]
        size = 7 + 3 * len(cards) + len(tokens) + 6
        for seat in range(seats):
            seen, view = fields_of(state, seat), state.view(seat)
            turn, market = view["turn"], view["market"]
            assert seen["players"] == [seats]
            assert seen["caves_variant"] == [int(state.game.setup["caves"])]
            assert seen["round"] == [turn["round"]]
            assert seen["bought"] == [turn["bought"]]
            assert seen["final_round"] == [turn["final_round"]]
            assert seen["gained"] == copies(turn["gained"], cards)
            piles = {pile["card"]: pile["count"] for pile in [*market["board"], *market["above"]] if pile}
            assert seen["stock"] == [piles.get(card, 0) for card in cards[3:]]
            assert seen["on_board"] == copies([pile["card"] for pile in market["board"] if pile], cards[3:])
            assert seen["vacancy"] == [None in market["board"]]
            standing = {tuple(b["between"]): b["number"] for b in view["blockades"]}
            wanted = [standing.get(tuple(seam["between"]), 0) for seam in board["board"]["seams"]]
            assert seen["seams"][: len(wanted)] == wanted
            assert seen["removed"] == copies(view["removed"], cards)
            assert seen["spent"] == copies(view["spent"], tokens)
            assert [n for n in seen["cave_tokens"] if n] == [cave["count"] for cave in view["caves"] if cave["count"]]
            if not view["over"]:
                assert seen["played"] == copies(view["seats"][turn["seat"]]["played"], cards)
            for k in range(seats):
                who = view["seats"][(seat + k) % seats]
                told = seen["seats"][k * size : (k + 1) * size]
                assert told[0] == 1
                assert told[4:7] == [who["hand_count"], who["draw_count"], len(who["discard"])]
                if k == 0:
                    assert told[7 : 7 + len(cards)] == copies(who["hand"], cards)
                discard = 7 + 2 * len(cards)
                assert told[discard : discard + len(cards)] == copies(who["discard"], cards)
                owned = discard + len(cards)
                assert told[owned : owned + len(tokens)] == copies(who["tokens"], tokens)
                assert told[owned + len(tokens) :] == copies(who["blockades"], range(1, 7))
            assert not any(seen["seats"][seats * size :])


@pytest.mark.rule("ED-TURN-01")
@pytest.mark.parametrize(("name", "options"), SETUPS[:2])
def test_an_eldorado_row_says_who_plays_first_in_a_round_and_what_is_hard_for_the_others(name, options):
    """Given any moment, then a seat sees where the starting player sits, which decides who still plays in the last
    round; and of the others' pawns what each of them sees of its own way."""
    far = 0
    for state in games(name, options):
        seats = state.game.players
        of = [fields_of(state, seat) for seat in range(seats)]
        for seat in range(seats):
            assert of[seat]["start"] == [int(k < seats and (seat + k) % seats == 0) for k in range(4)]
            for k in range(1, seats):
                lanes = of[(seat + k) % seats]["lanes"]
                own = [*lanes[:3], *lanes[len(lanes) // 2 :][:3]]
                assert of[seat]["hardest"][6 * (k - 1) : 6 * k] == own
                far += sum(own)
            assert not any(of[seat]["hardest"][6 * (seats - 1) :])
    assert far > 0


@pytest.mark.parametrize(("name", "options"), SETUPS[2:])
def test_a_silvergold_row_says_what_the_table_shows(name, options):
    for state in games(name, options):
        parts, seats = state.game.components(), state.game.players
        colours = [colour["id"] if isinstance(colour, dict) else colour for colour in parts["colours"]]
        patterns = [pattern["id"] for pattern in parts["patterns"]]
        maps = {card["id"]: card for card in parts["maps"]}
        head = 3 + 2 * len(colours)
        size, map_size, glance = 8 + 3 * len(colours), head + 64, head + 20
        for seat in range(seats):
            seen, view = fields_of(state, seat), state.view(seat)
            turn = view["turn"]
            assert seen["players"] == [seats]
            assert seen["round"] == [turn["round"]]
            assert seen["flip"] == [turn["flip"]]
            assert seen["start"] == [(turn["start"] - seat) % seats]
            assert seen["pattern"] == copies([turn["pattern"]], patterns)
            assert sum(seen["unseen"]) == turn["left_count"]
            assert seen["trophies"] == copies(view["trophies"], range(1, 7))
            assert seen["deck"] == [view["deck_count"]]
            palms = sum(row.count("P") for card in view["display"] for row in maps[card]["grid"])
            assert seen["display_palms"] == [palms]
            own = view["seats"][seat]["owed"]
            assert seen["owed"] == [own["pattern"], own["extra"], own["rows"], own["maps"]]
            for i, card in enumerate(view["display"]):
                told = seen["display"][i * map_size : (i + 1) * map_size]
                assert told[:2] == [1, maps[card]["points"]]
                assert told[2 : 2 + len(colours)] == copies([maps[card]["colour"]], colours)
            for k in range(seats):
                who = view["seats"][(seat + k) % seats]
                told = seen["seats"][k * size : (k + 1) * size]
                assert told[:3] == [1, who["resigned"], who["coins"]]
                assert told[3:5] == [len(who["trophies"]), sum(who["trophies"])]
                assert told[5] == len(who["palms"])
                for slot, shown in enumerate(who["maps"]):
                    if k == 0:
                        told = seen["maps"][slot * map_size : (slot + 1) * map_size]
                    else:
                        at = (2 * k - 2 + slot) * glance
                        told = seen["others_maps"][at : at + glance]
                    if not shown or shown["card"] not in maps:
                        assert not any(told)
                        continue
                    card, marked = maps[shown["card"]], {tuple(field) for field in shown["marked"]}
                    assert told[1] == card["points"]
                    fields = [0] * 64
                    for r, line in enumerate(card["grid"]):
                        for c, sign in enumerate(line):
                            if (r, c) not in marked and sign != ".":
                                fields[16 * "#XCP".index(sign) + 4 * r + c] = 1
                    by_sign = [fields[i : i + 16] for i in range(0, 64, 16)]
                    if k == 0:
                        assert told[head:] == fields
                    else:
                        assert told[head : head + 4] == [sum(one) for one in by_sign]
                        assert told[head + 4 :] == [sum(at) for at in zip(*by_sign, strict=True)]
            shown = [m["card"] for who in view["seats"] for m in who["maps"] if m]
            shown += [c for who in view["seats"] for c in [*who["completed"], *(who["dealt"] or [])]]
            hidden = {*maps} - {*shown} - {*view["display"]}
            assert seen["unseen_maps"] == [int(card in hidden) for card in maps]


@pytest.mark.parametrize("route", ["first", "serpentine"])
def test_an_eldorado_row_tells_the_ground_around_each_own_pawn(route):
    """Given a pawn on its way, then the rings name what every space two and three steps away asks for."""
    for state in games("eldorado", {"players": 2, "route": route}, every=40, seeds=2):
        board = state.game.components()["board"]
        ground = {(cell["q"], cell["r"]): cell for cell in board["hexes"]}
        for seat in range(2):
            seen, view = fields_of(state, seat), state.view(seat)
            for pawn, shown in enumerate(view["seats"][seat]["pawns"]):
                place = shown["at"]
                told = seen["beyond"][pawn * 180 : (pawn + 1) * 180]
                if not isinstance(place, list):
                    assert not any(told)
                    continue
                q, r = place
                east, corner = told[:6], told[12 * 6 : 13 * 6]  # due east in each ring
                for spaces, steps in ((east, 2), (corner, 3)):
                    cell = ground.get((q + steps, r))
                    if cell is None or cell["terrain"] in ("mountain", "start"):
                        assert not any(spaces)
                    else:
                        kinds = ["jungle", "river", "village", "rubble", "basecamp"]
                        asked = [cell["power"] * (cell["terrain"] == kind) for kind in kinds]
                        assert spaces[:5] == asked
                        assert spaces[5] > 0


def cheapest_by_hand(ground, cheap):
    """What it costs to reach the finish from every space, by relaxing all edges until nothing changes."""
    kinds = ["jungle", "river", "village"]

    def price(cell):
        return cell["power"] * (1 if cheap is None or cell["terrain"] == kinds[cheap] else 3)

    costs = {place: 0 if cell["finish"] else 10**6 for place, cell in ground.items() if cell["terrain"] != "mountain"}
    while True:
        before = dict(costs)
        for q, r in costs:
            if not ground[q, r]["finish"]:
                around = [(q + dq, r + dr) for dq, dr in SIDES]
                costs[q, r] = min([price(ground[at]) + costs[at] for at in around if at in costs] + [10**6])
        if costs == before:
            return costs, price


SIDES = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]  # E, NE, NW, W, SW, SE


@pytest.mark.parametrize("route", ["first", "witchs_cauldron"])
def test_an_eldorado_row_tells_how_dear_each_direction_is(route):
    """Given a pawn on its way, then each direction says what it makes the cheapest way dearer, by four price lists."""
    board = expedition.make("eldorado", players=2, route=route).components()["board"]
    ground = {(cell["q"], cell["r"]): cell for cell in board["hexes"]}
    lists = [cheapest_by_hand(ground, cheap) for cheap in (None, 0, 1, 2)]
    seen_by_list = [set() for _ in lists]
    for state in games("eldorado", {"players": 2, "route": route}, every=40, seeds=2):
        for seat in range(2):
            lanes, view = fields_of(state, seat)["lanes"], state.view(seat)
            for pawn, shown in enumerate(view["seats"][seat]["pawns"]):
                told = lanes[pawn * 48 : (pawn + 1) * 48]
                if not isinstance(shown["at"], list):
                    assert not any(told)
                    continue
                q, r = shown["at"]
                for k, (costs, price) in enumerate(lists):
                    directions = told[24 + 6 * k : 30 + 6 * k]
                    for (dq, dr), said in zip(SIDES, directions, strict=True):
                        cell = ground.get((q + dq, r + dr))
                        if cell is None or cell["terrain"] in ("mountain", "start"):
                            assert said == 0
                        else:
                            dearer = price(cell) + costs[q + dq, r + dr] - costs[q, r]
                            assert said == max(0, 9 - dearer)
                    seen_by_list[k].add(tuple(directions))
                    if k:  # what the way asks for adds up to its price
                        asked = told[12 + 4 * (k - 1) : 16 + 4 * (k - 1)]
                        assert asked[k - 1] + 3 * (sum(asked) - asked[k - 1]) == costs[q, r]
    assert len({frozenset(one) for one in seen_by_list}) == 4  # the lists differ on these boards
