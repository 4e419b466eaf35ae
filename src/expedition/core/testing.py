"""What every game has to keep to.

`conformance(game)` runs all checks; each one also stands alone, for test suites:

    @pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
    def test_conformance(check):
        check(game, seed=1)

A check plays random games of its own and raises AssertionError with a sentence. A game without a natural end needs a
setup that limits it.
"""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar, cast

from expedition.core.errors import ExpeditionError, IllegalAction, PositionError, RecordError
from expedition.core.game import Game, Json, State
from expedition.core.layout import Fields
from expedition.core.record import Record, load
from expedition.core.words import languages

Check = Callable[[Game[Any], int], None]
Promise = Callable[[State[Any], State[Any], int, Json], None]

F = TypeVar("F", bound=Fields)

STOPS = 8
LONGEST = 50_000
NO_NUMBERS: tuple[Any, ...] = (None, "0", 1.5, True, b"0", [], {}, float("nan"))
NO_OBJECTS: tuple[Any, ...] = (None, 3, "end", [], {}, {"do": None}, {"do": ["step"]}, {"do": "nothing"})
JUNK: tuple[Any, ...] = (None, True, -1, 10**9, 1.5, "", "nothing", [], [None], [[9, 9]], {}, {"do": "nothing"})


def conformance(game: Game[Any], seeds: Iterable[int] = (0, 1), promise: Promise | None = None) -> None:
    """Every check with every seed. `promise` verifies what one gesture of this game says it brings."""
    for seed in seeds:
        for check in CHECKS:
            check(game, seed)
        if promise is not None:
            check_gestures(game, seed, promise)


def rubbish(record: type[F]) -> F:
    """A record that held anything at all before."""
    made = record()
    for name in made.scalars:
        setattr(made, name, 77)
    for name, array in made.arrays.items():
        setattr(made, name, [77] * array.length)
    return made


# Random play. The dice are the check's own.


def random_move(state: State[Any], dice: random.Random) -> tuple[int, int]:
    seat = dice.choice(state.actors)
    return seat, dice.choice(state.legal_actions(seat))


def play_on(state: State[Any], dice: random.Random, moves: int = LONGEST) -> list[tuple[int, int]]:
    """Random moves until the game is over or so many are made; returns them."""
    made: list[tuple[int, int]] = []
    while not state.is_over and len(made) < moves:
        seat, action = random_move(state, dice)
        state.apply(action, seat)
        made.append((seat, action))
    return made


def walk(game: Game[Any], seed: int, stops: int = STOPS) -> Iterator[State[Any]]:
    """A random game, stopping at its start, its end and some places between. Checks work on copies."""
    moves = play_on(game.new(seed), random.Random(seed))
    chosen = set(random.Random(seed).sample(range(len(moves)), min(stops, len(moves)))) | {0, len(moves)}
    state = game.new(seed)
    for number in range(len(moves) + 1):
        if number in chosen:
            yield state
        if number < len(moves):
            seat, action = moves[number]
            state.apply(action, seat)


def running(game: Game[Any], seed: int) -> Iterator[State[Any]]:
    return (state for state in walk(game, seed) if not state.is_over)


def history(state: State[Any]) -> tuple[list[Json], dict[int, list[Json]]]:
    return [e.action for e in state.log], {k: [e.action for e in v] for k, v in state.open.items() if v}


def unchanged(state: State[Any], before: State[Any]) -> bool:
    return bool(state.s == before.s) and history(state) == history(before)


def through_json(data: Any) -> Any:
    return json.loads(json.dumps(data))


def refuses(kind: type[ExpeditionError], what: str, call: Callable[..., object], *values: Any) -> None:
    """The call raises this error with a sentence."""
    answer, sentence = attempt(kind, call, *values)
    assert sentence is not None, f"{what} was accepted, with {answer!r}; {kind.__name__} was expected."


def attempt(kind: type[ExpeditionError], call: Callable[..., Any], *values: Any) -> tuple[Any, str | None]:
    """The call's answer, or the sentence with which it raised this error; any other error is the game's fault."""
    sentence = None
    try:
        return call(*values), None
    except kind as error:
        sentence = str(error)
    assert len(sentence) > 10, f"{kind.__name__} was raised without a sentence: {sentence!r}"
    return None, sentence


# The checks.


def check_determinism(game: Game[Any], seed: int) -> None:
    """The same seed and the same actions give the same game; another seed another one."""
    first, second, other = game.new(seed), game.new(seed), game.new(seed + 1)
    assert first.s == second.s, "The same seed dealt two different positions."
    assert first.s != other.s, "Two seeds dealt the same position."
    for seat, action in play_on(first, random.Random(seed)):
        second.apply(action, seat)
    assert unchanged(first, second), "The same actions led to two different positions."
    assert [first.view(k) for k in range(game.players)] == [second.view(k) for k in range(game.players)]


def check_copies(game: Game[Any], seed: int) -> None:
    """A copy and its original know nothing of each other."""
    for state in walk(game, seed):
        copy, kept = state.copy(), state.copy()
        views = through_json([state.information(k) for k in range(game.players)])
        play_on(copy, random.Random(seed), 20)
        assert unchanged(state, kept), f"Playing on a copy changed the original at ply {state.ply}."
        assert views == [state.information(k) for k in range(game.players)], "Playing on a copy changed information."


def check_legal_actions(game: Game[Any], seed: int) -> None:
    """`apply` accepts exactly the legal actions, and what it refuses leaves no trace."""
    for state in walk(game, seed):
        before = state.copy()
        assert (state.actor in state.actors) == (not state.is_over), "The actor is not among the actors."
        for seat in range(game.players):
            legal = state.legal_actions(seat)
            assert legal == sorted(set(legal)), f"Seat {seat}'s legal actions are not ascending, each once: {legal}"
            assert bool(legal) == (seat in state.actors), f"Seat {seat} has to act and cannot, or the other way round."
            for action in (-1, *range(game.num_actions), game.num_actions + game.players):
                if action in legal:
                    state.copy().apply(action, seat)
                else:
                    refuses(IllegalAction, f"Action {action}", state.apply, action, seat)
        assert state.legal_actions() == (state.legal_actions(state.actor) if not state.is_over else [])
        for wrong in NO_NUMBERS:
            refuses(IllegalAction, f"The action {wrong!r}", state.apply, wrong)
            if wrong is not None:
                refuses(IllegalAction, f"The seat {wrong!r}", state.legal_actions, wrong)
        for seat in (-1, game.players):
            refuses(IllegalAction, f"The seat {seat}", state.legal_actions, seat)
            refuses(IllegalAction, f"The seat {seat}", state.apply, 0, seat)
        assert unchanged(state, before), f"A refused action changed the state at ply {state.ply}."


def check_vocabulary(game: Game[Any], seed: int) -> None:
    """Each legal action has one object and words; objects that name nothing are refused."""
    dice = random.Random(seed)
    for state in running(game, seed):
        before = state.copy()
        for seat in state.actors:
            objects = [state.to_dict(action, seat) for action in state.legal_actions(seat)]
            for action, described in zip(state.legal_actions(seat), objects, strict=True):
                again = state.from_dict(through_json(described))
                assert seat != state.actor or again == action, f"{described} is action {action}, read as {again}."
                for lang in languages():
                    assert state.describe(action, lang, seat), f"There are no words for {described} in {lang!r}."
            texts = [json.dumps(d, sort_keys=True) for d in objects]
            assert len(set(texts)) == len(texts), f"Two legal actions of seat {seat} share one object."
            _check_wrong_objects(state, dice.sample(objects, min(4, len(objects))))
        assert unchanged(state, before), "Translating actions changed the state."


def _check_wrong_objects(state: State[Any], objects: list[Json]) -> None:
    for wrong in NO_OBJECTS:
        refuses(IllegalAction, f"The object {wrong!r}", state.from_dict, wrong)
    for described in objects:
        for name, junk in itertools.product(described, JUNK):
            attempt(IllegalAction, state.from_dict, {**described, name: junk})


def check_secrets(game: Game[Any], seed: int) -> None:
    """What a seat is shown does not depend on what it cannot know: dealing that anew changes nothing it sees."""
    for state in walk(game, seed):
        spectator = through_json(state.view(None))
        for seat in range(game.players):
            shown, known = state.view(seat), state.information(seat)
            assert through_json(shown) == shown, f"Seat {seat}'s view is not plain JSON."
            assert through_json(known) == known, f"Seat {seat}'s information is not plain JSON."
            for shift in range(3):
                other = game.redeal(state, seat, seed + shift)
                where = f"seat {seat} at ply {state.ply}"
                assert other.view(seat) == shown, f"The view of {where} tells hidden things."
                assert other.information(seat) == known, f"The information of {where} tells hidden things."
                assert other.events(0, seat) == state.events(0, seat), f"The events of {where} tell hidden things."
                assert other.view(None) == spectator, f"The spectators' view tells what {where} cannot know."
                assert other.events(0) == state.events(0), f"The spectators' events tell what {where} cannot know."


def check_redeal(game: Game[Any], seed: int) -> None:
    """A redeal keeps exactly what the seat knows: all of it, and nothing else."""
    changed = 0
    for state in walk(game, seed):
        before = state.copy()
        for seat in range(game.players):
            other = game.redeal(state, seat, seed)
            assert other.information(seat) == state.information(seat), f"Seat {seat} could tell at ply {state.ply}."
            assert other.legal_actions(seat) == state.legal_actions(seat)
            assert other.gestures(seat) == state.gestures(seat)
            here, there = _without_chance(state.snapshot()), _without_chance(other.snapshot())
            assert _count_words(here) == _count_words(there), f"Redealing at ply {state.ply} lost or added something."
            assert game.redeal(state, seat, seed).s == other.s, "The same seed redealt two different positions."
            changed += here != there
            _check_dealt_anew(state, seat)
            play_on(other, random.Random(seed))
            assert other.is_over, "A redealt game does not end."
        assert unchanged(state, before), "Redealing changed the state."
    assert changed, "Redealing never dealt anything anew."


def _check_dealt_anew(state: State[Any], seat: int) -> None:
    """A pile that the seat was never shown in this order changes sooner or later."""
    known = json.dumps(state.information(seat))
    hidden = {place: pile for place, pile in _piles(state.snapshot()) if json.dumps(pile)[1:-1] not in known}
    for seed in range(12):
        there = dict(_piles(state.game.redeal(state, seat, seed).snapshot()))
        hidden = {place: pile for place, pile in hidden.items() if there.get(place) == pile}
    assert not hidden, f"Redealing for seat {seat} at ply {state.ply} always keeps {', '.join(hidden)}."


def _piles(data: Any, place: str = "") -> Iterator[tuple[str, list[str]]]:
    """The lists of at least five different words in a snapshot; shorter ones may be known by reasoning alone."""
    if isinstance(data, list) and len({w for w in data if isinstance(w, str)}) >= 5:
        yield place, data
    elif isinstance(data, (list, dict)):
        for key, value in enumerate(data) if isinstance(data, list) else data.items():
            yield from _piles(value, f"{place}.{key}" if place else str(key))


def _without_chance(snapshot: Json) -> Json:
    return {name: value for name, value in snapshot.items() if name != "rng"}


def _count_words(data: Any) -> int:
    """How many words a position has: cards, tokens and the like. Which ones may be hidden, how many never is."""
    if isinstance(data, dict):
        return sum(map(_count_words, data.values()))
    return sum(map(_count_words, data)) if isinstance(data, list) else int(isinstance(data, str))


def check_gestures(game: Game[Any], seed: int, promise: Promise | None = None) -> None:
    """Every gesture expands to legal actions, every legal action begins one, and what they promise happens."""
    for state in walk(game, seed):
        before = state.copy()
        for seat in range(game.players):
            gestures = through_json(state.gestures(seat))
            assert bool(gestures) == (seat in state.actors), f"Seat {seat} has gestures only when it may act."
            begun = {state.from_dict(g["actions"][0]) for g in gestures} if seat == state.actor else set()
            if seat == state.actor:
                assert sorted(begun) == state.legal_actions(seat), "Gestures and legal actions begin differently."
            for gesture in gestures:
                after = _carried_out(state, seat, gesture)
                if promise is not None:
                    promise(state, after, seat, gesture)
        assert unchanged(state, before), "Listing gestures changed the state."


def _carried_out(state: State[Any], seat: int, gesture: Json) -> State[Any]:
    assert isinstance(gesture["kind"], str)
    after = state.copy()
    for described in gesture["actions"]:
        action = after.from_dict(described)
        assert action in after.legal_actions(seat), f"{described} is not legal within the gesture {gesture}."
        after.apply(action, seat)
    return after


def check_floor(game: Game[Any], seed: int) -> None:
    """Between the floor and now a seat's own actions told it nothing: it may take them back."""
    last = 0
    for state in walk(game, seed, STOPS * 3):
        floor = state.floor
        assert last <= floor <= state.ply, f"The floor {floor} is not between {last}, the last one, and {state.ply}."
        last = floor
        for seat in range(game.players):
            own = [e.action for e in state.open.get(seat, ())]
            if own:
                _check_nothing_learned(state, seat, state.ply, own, seed)
            elif state.ply > floor and not state.open:
                actions = _latest_of(state, seat, floor)
                _check_nothing_learned(state, seat, state.ply - len(actions), actions, seed)


def _latest_of(state: State[Any], seat: int, floor: int) -> list[Json]:
    """The seat's actions since the floor after which nobody else acted."""
    own = itertools.takewhile(lambda entry: entry.seat == seat, reversed(state.log[floor:]))
    return [entry.action for entry in own][::-1]


def _check_nothing_learned(state: State[Any], seat: int, ply: int, actions: list[Json], seed: int) -> None:
    past = state.record(secret=True).at(ply)
    for shift in range(3):
        other = state.game.redeal(past, seat, seed + shift)
        for described in actions:
            other.apply(other.from_dict(described), described.get("seat", seat))
        assert other.view(seat) == state.view(seat), (
            f"Seat {seat} learned something between ply {ply} and {state.ply}, yet the floor is {state.floor}."
        )


def check_snapshots(game: Game[Any], seed: int) -> None:
    """A position goes through JSON and back, and the game goes on identically."""
    for state in walk(game, seed):
        snapshot = through_json(state.snapshot())
        assert snapshot == state.snapshot(), "The snapshot is not plain JSON."
        again = game.restore(snapshot)
        assert again.snapshot() == snapshot, f"The position of ply {state.ply} changed on its way through JSON."
        assert again.actors == state.actors
        for seat in range(game.players):
            assert again.legal_actions(seat) == state.legal_actions(seat)
            assert _timeless(again.view(seat)) == _timeless(state.view(seat))
        here = state.copy()
        for seat, action in play_on(here, random.Random(seed)):
            again.apply(action, seat)
        assert again.snapshot() == here.snapshot(), f"The game of ply {state.ply} goes on differently."


def _timeless(view: Json) -> Json:
    return {name: value for name, value in view.items() if name not in ("ply", "floor")}


def check_damaged_positions(game: Game[Any], seed: int) -> None:
    """A damaged position is refused with PositionError, or it is a position that can be played."""
    dice = random.Random(seed)
    for junk in JUNK:
        refuses(PositionError, f"The position {junk!r}", game.restore, junk)
    for state in running(game, seed):
        snapshot = through_json(state.snapshot())
        for _ in range(60):
            made, _ = attempt(PositionError, game.restore, _damaged(snapshot, dice), 1)
            if made is not None:
                play_on(made, random.Random(seed), 30)


def _damaged(data: Any, dice: random.Random) -> Any:
    """The data with one value, somewhere, replaced, dropped, doubled or taken from elsewhere."""
    copy = through_json(data)
    places: list[tuple[Any, Any]] = []

    def visit(node: Any) -> None:
        for key in list(node) if isinstance(node, dict) else range(len(node)):
            places.append((node, key))
            if isinstance(node[key], (dict, list)):
                visit(node[key])

    visit(copy)
    node, key = dice.choice(places)
    match dice.randrange(4):
        case 0:
            node[key] = dice.choice(JUNK)
        case 1:
            del node[key]
        case 2 if isinstance(node, list):
            node.append(node[key])
        case _:
            other, name = dice.choice(places)
            node[key] = through_json(other[name]) if name in other or isinstance(other, list) else None
    return copy


def check_records(game: Game[Any], seed: int) -> None:
    """A record replays to the same game at every ply; an altered one is refused."""
    for state in walk(game, seed):
        record = state.record()
        assert ("seed" in record.data) == state.is_over, "The seed of a running game is secret."
        again = state.record(secret=True).at(state.ply)
        assert history(again)[0] == history(state)[0]
        if not state.open:
            assert again.s == state.s, f"The record of ply {state.ply} replays to another position."
    record = state.record()
    assert state.is_over
    assert load(record.to_json()) == record
    for number in random.Random(seed).sample(range(len(record.actions)), min(5, len(record.actions))):
        _refused({**record.data, "actions": record.actions[:number]}, "A result without the end of the game")
        twice = [*record.actions, record.actions[number]]
        _refused({**record.data, "actions": twice}, "An action after the end")
    places = [place + 1 for place in state.ranking()]
    _refused({**record.data, "result": {**record.data["result"], "ranking": places}}, "A wrong result")
    _refused({**record.data, "seed": f"{seed + 1:032x}"}, "A seed that was not committed to")
    _refused({**record.data, "rules_version": 0}, "A record of other rules")


def _refused(data: Json, what: str) -> None:
    refuses(RecordError, what, load, json.dumps(data))


def check_damaged_records(game: Game[Any], seed: int) -> None:
    """Loading damaged text raises RecordError and nothing else."""
    dice = random.Random(seed)
    state = game.new(seed)
    play_on(state, dice)
    record = state.record()
    text = record.to_json()
    for _ in range(20):
        loaded, _ = attempt(RecordError, load, json.dumps(_damaged(record.data, dice)))
        assert loaded is None or isinstance(loaded, Record)
    for _ in range(5):
        refuses(RecordError, "Half a record", load, text[: 1 + dice.randrange(len(text) - 3)])


def check_end(game: Game[Any], seed: int) -> None:
    """A game ends, with places that can be read out, and stays ended."""
    state = game.new(seed)
    refuses(IllegalAction, "A ranking before the end", state.ranking)
    play_on(state, random.Random(seed))
    assert state.is_over, f"The game is not over after {LONGEST} moves."
    most = game.setup.get("max_rounds")
    assert most is None or game.rounds(state.s) <= most, f"The game went beyond round {most}."
    places = state.ranking()
    assert len(places) == game.players
    for place in places:
        assert place == 1 + sum(other < place for other in places), f"The places {places} do not follow each other."
    assert state.actor == -1
    assert state.actors == []
    assert state.legal_actions() == []
    assert state.gestures() == []
    for action in range(game.num_actions + game.players):
        refuses(IllegalAction, "An action after the end", state.apply, action)


def check_simultaneous(game: Game[Any], seed: int) -> None:
    """In a simultaneous phase every order of the seats leads to the same position and the same record."""
    dice = random.Random(seed)
    for state in walk(game, seed, STOPS * 2):
        assert game.phase(state.s) == game.rule_phase(state.s), "phase() is what the rule rule_phase says."
        if game.phase(state.s) < 0:
            continue
        opened = state.record(secret=True).at(state.ply)
        moves = {seat: _moves_of(opened.copy(), seat, dice) for seat in opened.actors}
        ends = []
        for order in itertools.permutations(moves):
            ends.append(_played(opened, [(seat, a) for seat in order for a in moves[seat]]))
        for _ in range(4):
            turns = [seat for seat in moves for _ in moves[seat]]
            dice.shuffle(turns)
            queues = {seat: iter(actions) for seat, actions in moves.items()}
            ends.append(_played(opened, [(seat, next(queues[seat])) for seat in turns]))
        for end in ends:
            assert unchanged(end, ends[0]), f"The order of the seats mattered in the phase of ply {state.ply}."
            assert end.events() == ends[0].events(), f"The order of the seats shows in the events of ply {state.ply}."


def _moves_of(state: State[Any], seat: int, dice: random.Random) -> list[int]:
    """What this seat does in the open phase, chosen at random."""
    made: list[int] = []
    phase = state.game.phase(state.s)
    while seat in state.actors and state.game.phase(state.s) == phase:
        made.append(dice.choice(state.legal_actions(seat)))
        state.apply(made[-1], seat)
    return made


def _played(state: State[Any], moves: list[tuple[int, int]]) -> State[Any]:
    made = state.copy()
    for seat, action in moves:
        made.apply(action, seat)
    return made


def check_resignation(game: Game[Any], seed: int) -> None:
    """Anybody may resign at any time; the game goes on to its end and ranks that seat below all others."""
    for state in running(game, seed):
        for seat in range(game.players):
            after = state.copy()
            number = game.num_actions + seat
            refuses(IllegalAction, "Resigning for another", state.apply, number, (seat + 1) % game.players)
            assert after.from_dict({"do": "resign", "seat": seat}) == number
            after.apply(number, seat)
            if not after.is_over:
                refuses(IllegalAction, "Resigning twice", after.apply, number)
                assert seat not in after.actors, f"Seat {seat} resigned and is still asked to act."
                play_on(after, random.Random(seed))
            assert after.is_over
            places = after.ranking()
            assert all(places[k] < places[seat] for k in range(game.players) if k != seat), places
            assert load(after.record().to_json()).state.s == after.s, "A game with a resignation does not replay."
        _check_left_alone(state, seed)


def _check_left_alone(state: State[Any], seed: int) -> None:
    """With at most one seat that has not resigned the game is over, and that seat has won."""
    after, game = state.copy(), state.game
    stays = seed % game.players
    for seat in range(game.players):
        if seat != stays:
            assert not after.is_over, "A game of several seats is over after a resignation."
            after.apply(game.num_actions + seat, seat)
    assert after.is_over, "All but one have resigned, and the game goes on."
    assert (after.ranking()[stays], game.winners(after.s)) == (1, [stays]), "Whoever is left alone has not won."
    assert load(after.record().to_json()).state.s == after.s, "A game that resignations ended does not replay."
    again = game.restore(after.snapshot())
    assert again.is_over, "A game that resignations ended goes on when it is restored."


CHECKS: tuple[Check, ...] = (
    check_determinism,
    check_copies,
    check_legal_actions,
    check_vocabulary,
    check_secrets,
    check_redeal,
    check_gestures,
    check_floor,
    check_snapshots,
    check_damaged_positions,
    check_records,
    check_damaged_records,
    check_end,
    check_simultaneous,
    check_resignation,
)


def check_targets(game: Game[Any], seeds: Iterable[int], limit: int = LONGEST) -> int:
    """Interpreted and compiled rules play the same games to the last bit; returns the steps compared."""
    import numpy as np

    from expedition.core.drivers.open_rules import rules_of
    from expedition.core.drivers.random_play import random_game, seed_dice
    from expedition.core.jit import compiled, interpreted

    rules = rules_of(game)
    plain, fast = interpreted(random_game, **rules), compiled(random_game, **rules)
    tables = game.tables()
    packed = tables.array()
    steps = 0
    for seed in seeds:
        s, dice = game.start(seed), [0]
        record, fast_dice = s.array(), cast("list[int]", np.zeros(1, np.int64))
        seed_dice(dice, seed)
        seed_dice(fast_dice, seed)
        made = plain(s, tables, [0] * game.num_actions, dice, limit)
        acts = cast("list[int]", np.zeros(game.num_actions, np.int64))
        assert fast(record[0], packed[0], acts, fast_dice, limit) == made
        assert game.position_type.load(record[0]) == s, f"Compiled and interpreted rules differ in game {seed}."
        steps += made
    return steps
