"""The coach: half an answer first, then the whole turn with its reason; and a warning before a costly turn is sealed.

Everything is asked of what the seat knows: the position is dealt anew before anybody looks at it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from expedition.analysis.compare import Effort
from expedition.analysis.decisions import Decision, decisions_of
from expedition.analysis.evaluator import Evaluator
from expedition.analysis.positions import Positions
from expedition.analysis.reasons import ENOUGH, Reason, percent, reason_for, tell_reason
from expedition.analysis.search import Answer, answer
from expedition.analysis.weighing import Question
from expedition.analysis.words import advised
from expedition.core.errors import IllegalAction
from expedition.core.game import Json, State
from expedition.core.insight import course_of, insight_of
from expedition.core.record import Record
from expedition.core.words import say

COSTLY = 0.08  # of win chance: what the coach asks about before it is sealed


def seen_by(data: Json, seat: int, own: Sequence[Json] = ()) -> tuple[State[Any], Decision | None]:
    """A running game as one seat sees it, and the decision the seat is in the middle of.

    `data` is the game's record with its seed; `own` are the seat's actions in a phase that is still open.
    """
    record = Record.parse(data)
    state = record.at(len(record.actions))
    state.game.check_seat(seat)
    made = decisions_of(record)
    last = made[-1] if made and made[-1].seat == seat else None
    phase = state.game.phase(state.s)
    begun = state.s.copy()
    actions: list[int] = []
    for action in own:
        number = state.from_dict(action)
        state.apply(number, seat)
        actions.append(number)
    if phase >= 0:
        return state, Decision(seat, state.ply, begun, state.game.rounds(begun), phase, frozenset(), actions)
    if last is None or state.actor != seat or state.game.floor(state.s) != state.game.floor(last.position):
        return state, None
    return state, last if state.game.rounds(state.s) == last.round else None


def advise(
    data: Json, seat: int, own: Sequence[Json] = (), lang: str = "en", evaluator: Evaluator | None = None
) -> Json:
    """What the strongest play is from here: a hint, the rest of the turn, why, and the chances it leads to."""
    state, _ = seen_by(data, seat, own)
    if seat not in state.actors:
        raise IllegalAction("It is not this seat's turn.")
    found = ask(state, seat, (), evaluator)
    return told_turn(state, seat, found, lang)


def check(
    data: Json, seat: int, own: Sequence[Json], next_actions: Sequence[Json], lang: str = "en",
    evaluator: Evaluator | None = None,
) -> Json:  # fmt: skip
    """What a turn costs that is about to be sealed by `next_actions`, against the best one from its beginning."""
    state, decision = seen_by(data, seat, own)
    start = decision.position if decision is not None else state.s.copy()
    played = list(decision.actions) if decision is not None else []
    floor, turn = state.game.floor(state.s), state.game.rounds(state.s)
    sealed = False
    for action in next_actions:
        number = state.from_dict(action)
        if number >= state.game.num_actions:
            raise IllegalAction("Giving up is not a turn.")
        state.apply(number, seat)
        played.append(number)
        sealed = seat not in state.actors or state.game.floor(state.s) != floor or state.game.rounds(state.s) != turn
        if sealed:
            break  # what comes after it is another turn
    if not sealed:
        return {"loss": 0.0, "costly": False}  # it can still be taken back
    beginning = State(state.game, start, None)
    found = ask(beginning, seat, tuple(played), evaluator)
    assert found.played is not None
    loss = max(0.0, float(found.best.chances[seat] - found.played.chances[seat]))
    costly = loss > COSTLY
    return {"loss": round(loss, 4), "costly": costly, **(told_turn(beginning, seat, found, lang) if costly else {})}


def ask(state: State[Any], seat: int, played: tuple[int, ...], evaluator: Evaluator | None = None) -> Answer:
    """The search's answer for one seat of one state."""
    game = state.game
    if evaluator is None:
        from expedition.analysis.network import network_evaluator

        evaluator = network_evaluator(game.name)
    resigned = frozenset(k for k in range(game.players) if game.resigned(state.s, k))
    question = Question(state.s, seat, played, game.phase(state.s) >= 0, resigned)
    return answer(Positions(game, evaluator), [question], Effort())[0]


def _compared(found: Answer, seat: int, lang: str) -> str:
    """Where no single thing decides: how far ahead the turn is."""
    best = float(found.best.chances[seat])
    others = [float(turn.chances[seat]) for turn in found.turns if turn is not found.best]
    if not others:
        return say("review.reason.only", lang)
    data = {"turns": len(found.turns), "best": percent(best), "next": percent(max(others))}
    return say("review.reason.close" if best - max(others) >= ENOUGH else "review.reason.even", lang, **data)


def told_turn(state: State[Any], seat: int, found: Answer, lang: str) -> Json:
    """The best turn of an answer in words and as actions."""
    insight = insight_of(state.game)
    course = course_of(state.game, state.s, seat, found.best.actions)
    facts = insight.facts(course)
    reason: Reason | None = reason_for(state.game, insight, state.s, seat, found)
    return {
        "hint": insight.hint(facts, lang),
        "text": advised(insight, facts, insight.is_open(course), lang),
        "why": tell_reason(insight, reason.to_json(), lang) if reason else _compared(found, seat, lang),
        "reason": reason.to_json() if reason else None,
        "facts": facts,
        "actions": course.actions,
        "chance": round(float(found.best.chances[seat]), 4),
        "turns": found.choices,
    }
