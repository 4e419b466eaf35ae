"""A reason is true: its figures are those of the turns compared, its fact is one of the position."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import numpy as np
import pytest
from tests.analysis.judges import Whimsical
from tests.eldorado.positions import at
from tests.silvergold.positions import but, fields, given, seat

import expedition
from expedition.analysis import puzzles
from expedition.analysis.coach import ask, told_turn
from expedition.analysis.reasons import ENOUGH, Reason, reason_for, tell_reason
from expedition.analysis.search import Answer, Turn
from expedition.core.game import State
from expedition.core.insight import course_of, insight_of
from expedition.core.words import catalogue, languages
from expedition.eldorado.tables import CARD_NUMBER

ALL = list(puzzles.all_puzzles().values())
POWER = {
    "machete": {"explorer": 1, "scout": 2, "trailblazer": 3, "pioneer": 5, "giant_machete": 6},
    "paddle": {"sailor": 1, "captain": 3},
    "coin": {"traveler": 1, "photographer": 2, "treasure_chest": 4, "journalist": 3, "millionaire": 4},
}
CARDS_OF_MAPS = expedition.make("silvergold").components()["maps"]
DRAWN = {"compass": 3, "cartographer": 2, "scientist": 1, "travel_log": 2}
Act = dict[str, Any]
END: Act = {"do": "end"}
DONE: Act = {"do": "done"}


def compared(state: State[Any], *turns: tuple[float, list[Act]], played: int | None = None) -> Answer:
    """What a search would have found: these turns of seat 0 with their chances, the best one first."""
    made = []
    for chance, acts in turns:
        s, numbers = state.s.copy(), []
        for act in acts:
            numbers.append(state.game.action_from_dict(s, act))
            state.game.play(s, 0, numbers[-1])
        made.append(Turn(tuple(numbers), 0.0, np.array([chance, 1 - chance]), 1))
    return Answer(made, made[0], None if played is None else made[played], len(made))


def reason(state: State[Any], *turns: tuple[float, list[Act]], played: int | None = None) -> Reason | None:
    return reason_for(state.game, insight_of(state.game), state.s, 0, compared(state, *turns, played=played))


def why(state: State[Any], *turns: tuple[float, list[Act]], played: int | None = None) -> str:
    return str(told_turn(state, 0, compared(state, *turns, played=played), "en")["why"])


def move(card: str, symbol: str, *spaces: tuple[int, int]) -> list[Act]:
    return [{"do": "play", "card": card, "as": symbol, "pawn": 0}, *({"do": "step", "to": list(at)} for at in spaces)]


def on_the_way(*hand: str) -> State[Any]:
    """In the jungle near the start, with more jungle ahead and a village beside it."""
    return at((1, -2), hand, draw=["traveler"] * 3 + ["sailor"])


WEST, NORTH, SOUTH, ON = (1, -3), (2, -3), (2, -2), (3, -2)


def test_given_a_turn_that_uses_every_card_then_nothing_is_said_of_what_is_left_over() -> None:
    state = on_the_way("explorer", "scout")
    both = [*move("explorer", "machete", SOUTH), *move("scout", "machete", ON, (4, -2)), END]
    said = why(state, (0.6, both), (0.5, [*move("explorer", "machete", SOUTH), END, DONE]), (0.4, [END, DONE]))
    assert said.startswith("What counts is coming 3 steps closer: with it the chance is 60%, the best turn without it")
    assert "comes to 50%" in said


def test_given_a_purchase_and_a_leftover_then_the_purchase_is_the_reason() -> None:
    state = on_the_way("explorer", "traveler", "traveler")
    buy: list[Act] = [{"do": "buy", "card": "photographer"}, {"do": "pay", "card": "traveler"}]
    buy.append({"do": "pay", "card": "traveler"})
    told = reason(
        state, (0.5, [*buy, END, {"do": "discard", "card": "explorer"}, DONE]), (0.45, [END, DONE]),
        (0.44, [*move("explorer", "machete", SOUTH), END, DONE]),
    )  # fmt: skip
    assert told is not None
    assert (told.name, told.value) == ("bought", "photographer")


def test_given_two_purchases_as_good_then_that_something_is_bought_is_the_reason() -> None:
    state = on_the_way("explorer", "traveler", "traveler")
    pay: list[Act] = [{"do": "pay", "card": "traveler"}] * 2
    some = [[{"do": "buy", "card": card}, *pay, END, DONE] for card in ("photographer", "jack_of_all_trades")]
    told = reason(state, (0.5, some[0]), (0.498, some[1]), (0.45, [END, DONE]))
    assert told is not None
    assert (told.name, told.value, told.without) == ("buys", True, 0.45)


def test_given_a_free_card_and_a_purchase_then_both_are_told_and_each_can_be_the_reason() -> None:
    state = on_the_way("transmitter", "traveler", "traveler")
    pay: list[Act] = [{"do": "pay", "card": "traveler"}] * 2
    free = [[{"do": "use", "card": "transmitter"}, {"do": "take", "card": card}] for card in ("pioneer", "captain")]
    both, other = ([*some, {"do": "buy", "card": "photographer"}, *pay, END, DONE] for some in free)
    alone = [*free[0], END, DONE]
    insight = insight_of(state.game)
    facts = insight.facts(course_of(state.game, state.s, 0, compared(state, (0.5, both)).best.actions))
    assert insight.tell(facts, "en") == "Used Transmitter, took Pioneer free, bought Photographer"
    assert why(state, (0.5, both), (0.4, other), (0.49, alone)).startswith("What counts is taking Pioneer free:")
    assert why(state, (0.5, both), (0.4, alone), (0.49, other)).startswith("What counts is buying the Photographer:")


def test_given_a_turn_that_comes_closer_than_the_best_then_that_is_not_what_it_costs() -> None:
    state = on_the_way("explorer", "traveler", "traveler")
    far, still = [*move("explorer", "machete", SOUTH), END, DONE], [END, DONE]
    assert (
        reason(state, (0.5, still), (0.4, far), (0.495, [*move("explorer", "machete", NORTH), END, DONE]), played=1)
        is None
    )


def test_given_two_ways_as_long_then_the_space_is_the_reason_and_of_a_shorter_one_how_far() -> None:
    state = on_the_way("explorer", "traveler")
    west, north, south = ([*move("explorer", "machete", to), END, DONE] for to in (WEST, NORTH, SOUTH))
    said = why(state, (0.5, north), (0.4, west), (0.3, [END, DONE]))
    assert said.startswith("What counts is stopping on this jungle space: with it the chance is 50%")
    told = reason(state, (0.5, south), (0.4, north), (0.3, [END, DONE]), played=2)
    assert told is not None
    assert (told.name, told.value, told.without) == ("steps", 1, 0.4)  # going north comes no closer either


def test_given_a_card_of_worth_kept_on_purpose_then_that_is_told_and_what_it_is_good_for() -> None:
    state = on_the_way("compass", "explorer")
    walk = [*move("explorer", "machete", SOUTH), END]
    said = why(state, (0.5, [*walk, DONE]), (0.4, [*walk, {"do": "discard", "card": "compass"}]))
    assert said.startswith("What counts is keeping Compass in hand: with it the chance is 50%")
    assert said.endswith("The Compass draws 3 cards of the 4 that are not in hand.")


def test_given_nothing_to_play_then_the_hint_says_whether_the_cards_are_kept() -> None:
    state = on_the_way("traveler", "explorer")
    away: list[Act] = [{"do": "discard", "card": card} for card in ("explorer", "traveler")]
    for acts, said in (([END, DONE], "Hold your cards this time."), ([END, *away], "Play nothing this time.")):
        assert told_turn(state, 0, compared(state, (0.5, acts)), "en")["hint"] == said


def test_given_a_turn_that_is_ended_already_then_advice_is_about_the_cards_in_hand() -> None:
    state = on_the_way("traveler", "explorer", "explorer")
    state.apply(state.from_dict(END))
    away: list[Act] = [{"do": "discard", "card": card} for card in ("explorer", "explorer")]
    for acts, said in (([*away, DONE], "Discard Explorer ×2"), ([DONE], "Keep all cards in hand")):
        told = told_turn(state, 0, compared(state, (0.5, acts)), "en")
        assert (told["text"], told["hint"]) == (said, "See which cards you need next.")


def test_given_a_turn_that_is_not_over_then_it_is_no_turn_that_buys_nothing() -> None:
    state = on_the_way("compass", "traveler", "explorer")
    use: list[Act] = [{"do": "use", "card": "compass"}]
    told = reason(state, (0.5, use), (0.4, [END, DONE]))
    assert told is not None
    assert (told.name, told.value) == ("used", ["compass"])
    told = reason(state, (0.5, [*move("explorer", "machete", SOUTH), END, DONE]), (0.4, use), played=1)
    assert told is not None  # it may still come closer afterwards; what it has not done is keep the Compass
    assert (told.name, told.value) == ("kept", ["compass"])


def test_given_a_best_turn_that_only_leaves_something_undone_then_what_was_done_is_told_as_the_cost() -> None:
    state = on_the_way("compass", "explorer", "traveler")
    walk = [*move("explorer", "machete", SOUTH), END, {"do": "discard", "card": "compass"}, DONE]
    turns = [(0.5, walk), (0.498, [END, DONE]), (0.4, [{"do": "use", "card": "compass"}])]
    told = reason(state, *turns, played=2)
    assert told is not None
    assert (told.name, told.value, told.without) == ("not", ["used", ["compass"]], 0.4)
    assert tell_reason(insight_of(state.game), told.to_json(), "en") == (
        "What costs is using the Compass: the best turn with it comes to 40%, this one without it to 50%."
    )
    assert reason(state, *turns, played=1) is None  # the turn played is as good
    away: list[Act] = [{"do": "discard", "card": card} for card in ("compass", "traveler")]
    told = reason(state, (0.5, [*walk[:-2], *away]), (0.498, [END, {"do": "discard", "card": "explorer"}, *away]),
                  (0.42, [END, away[1], DONE]), (0.4, walk), played=3)  # fmt: skip
    assert told is not None
    assert (told.name, told.value, told.without) == ("not", ["kept", ["traveler"]], 0.4)
    assert reason(state, *turns) is None  # nothing was played


def test_given_turns_as_good_then_no_figure_is_told_twice() -> None:
    state = on_the_way("explorer", "traveler")
    walk = [*move("explorer", "machete", SOUTH), END, DONE]
    assert why(state, (0.5, walk), (0.493, [END, DONE])) == (
        "The best of 2 turns compared; the next one is less than 1% behind."
    )
    assert why(state, (0.5, walk)) == "There is nothing else to do."


@pytest.mark.parametrize("lang", languages())
def test_given_anybodys_turn_then_its_reason_speaks_of_no_you(lang: str) -> None:
    """A review is read by everybody, of everybody's turns; hints are for whoever is on turn."""
    you = {
        "en": r"\byou(r|rs)?\b", "pt": r"\b(você|seus?|suas?)\b", "it": r"\b(tu|tuo|tua|tuoi|tue|hai|sei|tieni)\b",
        "fr": r"\b(vous|votre|vos)\b",
    }  # fmt: skip
    told = {
        key: text for key, text in catalogue(lang).items() if re.match(r"(eldorado|silvergold)\.(why|reason)\.", key)
    }
    allowed = {"eldorado.reason.spaces.none"} if lang == "en" else set()  # "where you are": whoever it is
    assert {key for key, text in told.items() if re.search(you[lang], text, re.IGNORECASE)} == allowed
    assert len(told) > 50


def test_given_italian_then_no_article_stands_before_a_figure_that_may_ask_for_another() -> None:
    """Dell’85%, but del 74%: no catalogue can tell."""
    of_reviews = {key: text for key, text in catalogue("it").items() if re.match(r"(review|puzzle)\.", key)}
    figure = r"\{(best|without|instead|here|whole|cost|lost|chance|next)\}"
    assert [key for key, text in of_reviews.items() if re.search(rf"\b(il|l|la|del|al|dal|col) ?{figure}", text)] == []


@pytest.mark.parametrize("lang", languages())
def test_given_one_or_several_then_the_words_agree(lang: str) -> None:
    """What a reason names is something to do, so the sentence around it needs no plural."""
    insight = insight_of(puzzles.beginning(next(one for one in ALL if one["game"] == "silvergold")).game)
    several = {name: insight.tell_reason(name, 2, lang) for name in ("coins", "extra", "fields")}
    first = {"en": "marking 2 coins", "pt": "marcar 2 moedas", "it": "segnare 2 monete", "fr": "marquer 2 pièces"}
    assert several["coins"] == first[lang]
    assert all(
        re.match({"en": r"\w+ing\b", "fr": r"\w+[er]r?\b"}.get(lang, r"\w+r[e]?\b"), one) for one in several.values()
    )
    maps = insight.tell_reason("maps", ["green-07", "grey-02"], lang)
    assert (
        maps
        == {
            "en": "marking the green map no. 7 and the grey map no. 2",
            "pt": "marcar o mapa verde nº 7 e o mapa cinza nº 2",
            "it": "segnare la mappa verde n. 7 e la mappa grigia n. 2",
            "fr": "marquer la carte verte nº 7 et la carte grise nº 2",
        }[lang]
    )


@pytest.mark.parametrize(
    ("first", "said"),
    [
        (0, ["none of them from the start", "nenhuma delas inicial", "nessuna iniziale", "dont aucune de départ"]),
        (1, ["1 of them from the start", "sendo 1 inicial", "di cui 1 iniziale", "dont 1 de départ"]),
        (6, ["6 of them from the start", "sendo 6 iniciais", "di cui 6 iniziali", "dont 6 de départ"]),
    ],
)
def test_given_cards_of_the_start_then_they_are_counted_as_one_says_it(first: int, said: list[str]) -> None:
    insight = insight_of(on_the_way().game)
    support = {"key": "eldorado.why.deck", "cards": 7, "first": first}
    told = [insight.tell_support(support, lang) for lang in languages()]
    assert [words in one for words, one in zip(said, told, strict=True)] == [True] * 4


def test_given_a_symbol_then_its_power_is_counted_in_words() -> None:
    insight = insight_of(on_the_way().game)
    support = {"key": "eldorado.why.symbol", "symbol": "paddle", "have": 4, "need": 9}
    assert insight.tell_support(support, "en") == "The deck holds 4 paddles; the cheapest way still asks for 9."
    assert insight.tell_support({**support, "have": 0}, "fr").startswith("Le paquet ne contient aucune pagaie\u00a0;")


FREE = [[0, 1], [0, 2], [1, 1], [1, 2], [1, 3]]  # of orange-09: .##. / X### / #C#X / .##.


def mark(*cells: list[int], which: int = 0) -> Act:
    return {"do": "mark", "map": which, "cells": [list(cell) for cell in cells]}


def test_given_more_fields_then_so_many_are_the_reason_and_what_the_map_lacks() -> None:
    state = given(seat(but("orange-09", *FREE), "grey-01"), seat("green-01", "green-02"), pattern="I3")
    three, one = mark([1, 1], [1, 2], [1, 3]), mark([0, 1])
    said = why(state, (0.5, [three]), (0.3, [one]))
    assert said.startswith("What counts is marking 3 fields: with it the chance is 50%, the best turn without it")
    assert said.endswith("The orange map no. 9 then lacks 2 fields.")


def test_given_a_coin_then_it_is_the_reason_before_where_the_fields_are() -> None:
    coin = fields("orange-09", "C")
    state = given(seat(but("orange-09", *coin, *FREE), "grey-01"), seat("green-01", "green-02"), pattern="I3")
    told = reason(state, (0.5, [mark(*coin)]), (0.4, [mark([0, 1])]))
    assert told is not None
    assert (told.name, told.value) == ("coins", 1)
    told = reason(state, (0.5, [mark([0, 1])]), (0.4, [mark(*coin)]))
    assert told is not None
    assert (told.name, told.value) == ("coins", 0)


@pytest.mark.compiled
@pytest.mark.parametrize("one", ALL[::29], ids=lambda one: str(one["id"]))
def test_given_any_judge_then_a_reason_is_what_the_search_compared(one: dict[str, Any]) -> None:
    state, seat = puzzles.beginning(one), one["seat"]
    insight = insight_of(state.game)
    found = ask(state, seat, (), Whimsical())
    worst = found.turns[-1]
    for answer in (found, Answer(found.turns, found.best, worst, found.choices)):
        facts = [insight.facts(course_of(state.game, state.s, seat, turn.actions)) for turn in found.turns]
        told = reason_for(state.game, insight, state.s, seat, answer)
        if told is None:
            continue
        if told.name == "not":
            does = [insight.does(*told.value, one) for one in facts]
            assert (does[0], does[-1]) == (False, True)
            doing = [float(t.chances[seat]) for t, d in zip(found.turns, does, strict=True) if d]
            assert told.without == max(doing) <= told.best - ENOUGH
            assert all("{" not in tell_reason(insight, told.to_json(), lang) for lang in languages())
            continue
        assert (told.name, told.value) in [claim for claims in insight.claims(facts[0]) for claim in claims]
        does = [insight.does(told.name, told.value, one) for one in facts]
        assert does[0] is True
        assert answer.played is None or does[-1] is False
        without = [float(t.chances[seat]) for t, d in zip(found.turns, does, strict=True) if d is False]
        assert told.without == max(without) <= told.best - ENOUGH
        assert told.best == float(found.best.chances[seat])
        for lang in languages():
            assert "{" not in tell_reason(insight, told.to_json(), lang)


@pytest.mark.parametrize("one", ALL[::7], ids=lambda one: str(one["id"]))
def test_given_what_a_turn_claims_then_the_turn_does_it_and_it_has_words(one: dict[str, Any]) -> None:
    insight = insight_of(puzzles.beginning(one).game)
    for name, value in [claim for claims in insight.claims(one["facts"]) for claim in claims]:
        assert insight.does(name, value, one["facts"]) is True
        assert value or name in ("bought", "spaces", "completes", "palms", "extra", "coins")
        told = {insight.tell_reason(name, value, lang) for lang in languages()}
        assert len(told) > 1
        assert not any("reason." in words for words in told)


def with_reason(game: str, *keys: str) -> list[Any]:
    """The puzzles whose reason comes with one of these facts."""
    told = [(one, (one["reason"]["support"] or {"key": ""})["key"]) for one in ALL if one["game"] == game]
    found = [pytest.param(one, id=one["id"]) for one, key in told if key.removeprefix(f"{game}.why.") in keys]
    assert {key for _, key in told} >= {f"{game}.why.{key}" for key in keys}
    return found


@pytest.mark.parametrize("one", with_reason("eldorado", "symbol", "deck", "thin", "draws"))
def test_given_a_reason_of_cards_then_they_can_be_counted_on_the_position(one: dict[str, Any]) -> None:
    support, seat = one["reason"]["support"], one["position"]["seats"][one["seat"]]
    deck = Counter(seat["hand"] + seat["draw"] + seat["discard"] + seat["played"])
    match support["key"].removeprefix("eldorado.why."):
        case "symbol":
            powers = POWER[support["symbol"]]
            assert support["have"] == sum(powers.get(card, 0) * n for card, n in deck.items())
        case "deck":
            assert support["cards"] == deck.total()
        case "thin":
            assert support["cards"] == deck.total() - len(one["facts"]["removed"])
        case "draws":
            assert support["piles"] == len(seat["draw"]) + len(seat["discard"])
            assert (
                support["draw"] == {"compass": 3, "cartographer": 2, "scientist": 1, "travel_log": 2}[support["card"]]
            )


@pytest.mark.parametrize("one", with_reason("eldorado", "ahead", "behind", "level", "next")[::3])
def test_given_a_reason_of_the_race_then_the_steps_can_be_counted_on_the_map(one: dict[str, Any]) -> None:
    support, state = one["reason"]["support"], puzzles.beginning(one)
    for action in one["solution"]:
        state.apply(state.from_dict(action))
    hexes = {(h["q"], h["r"]): h["steps_left"] for h in state.game.components()["board"]["hexes"]}
    left = [
        sum(hexes[tuple(pawn["at"])] for pawn in told["pawns"] if isinstance(pawn["at"], list))
        for told in state.snapshot()["seats"]
    ]
    own = left.pop(one["seat"])
    match support["key"].removeprefix("eldorado.why."):
        case "next":
            assert (own, support["steps"]) == (0, min(left))
        case "level":
            assert own == support["steps"] == min(left)
        case "ahead":
            assert (own, min(left) - own) == (support["steps"], support["lead"])
        case "behind":
            assert (own, own - min(left)) == (support["steps"], support["lead"])


def test_given_a_card_played_and_another_one_like_it_in_hand_then_that_one_may_still_be_kept() -> None:
    state = on_the_way("compass", "compass", "explorer")
    insight = insight_of(state.game)

    def after(*acts: Act) -> Any:
        s, numbers = state.s.copy(), []
        for act in acts:
            numbers.append(state.game.action_from_dict(s, act))
            state.game.play(s, 0, numbers[-1])
        return insight.facts(course_of(state.game, state.s, 0, numbers))

    compass = {"do": "use", "card": "compass"}
    assert insight.does("kept", ["compass"], after(compass)) is None
    assert insight.does("kept", ["compass"], after(compass, compass)) is False
    assert insight.does("kept", ["compass", "compass"], after(compass)) is False


def test_given_a_card_already_played_then_it_cannot_be_drawn() -> None:
    state = on_the_way("compass", "explorer")
    numbers, s = [], state.s.copy()
    for act in move("explorer", "machete", (2, -3))[:1]:
        numbers.append(state.game.action_from_dict(s, act))
        state.game.play(s, 0, numbers[-1])
    told = insight_of(state.game)._for_use(s, 0, CARD_NUMBER["compass"])  # type: ignore[attr-defined]
    assert (told["draw"], told["piles"]) == (3, len(state.snapshot()["seats"][0]["draw"]))


@pytest.mark.parametrize("one", with_reason("silvergold", "row", "coins", "palms", "left"))
def test_given_a_silver_and_gold_reason_then_its_fact_can_be_counted_on_the_position(one: dict[str, Any]) -> None:
    support, seat = one["reason"]["support"], one["position"]["seats"][one["seat"]]
    coins = seat["coins"] + one["facts"]["coins"]
    match support["key"].removeprefix("silvergold.why."):
        case "row":
            assert support["coins"] == coins
            assert coins % 4 == 0
        case "coins":
            assert support["missing"] == 4 - min(12, coins) % 4
        case "palms":
            assert support["points"] == one["facts"]["palms"]
        case "left":
            grid = next(told["grid"] for told in CARDS_OF_MAPS if told["id"] == support["map"])
            before = next(told["marked"] for told in seat["maps"] if told and told["card"] == support["map"])
            now = [cell for card, _, cells in one["facts"]["marks"] if card == support["map"] for cell in cells]
            fields = sum(sign != "." for row in grid for sign in row)
            assert support["fields"] == fields - len({tuple(cell) for cell in [*before, *now]})
