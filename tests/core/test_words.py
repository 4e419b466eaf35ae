"""Four languages, one catalogue each: complete, translated, and true to what the rulebooks print."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import expedition
from expedition.core import words
from expedition.core.game import State
from expedition.core.words import Choice, WordsError, catalogue, languages, names, ours, parse, say
from expedition.eldorado import components as eldorado_box
from expedition.eldorado import text as eldorado
from expedition.silvergold import text as silvergold
from expedition.silvergold.components import MAPS as SILVERGOLD_MAPS

HERE = Path(__file__).parents[1]
SOURCE = Path(expedition.__file__).parent
MESSAGES = json.loads((HERE / "words" / "messages.json").read_text(encoding="utf-8"))
PRINTED = json.loads((HERE / "words" / "printed_terms.json").read_text(encoding="utf-8"))
OTHERS = [lang for lang in languages() if lang != "en"]

# Written the same as in English, and rightly so.
SAME = {
    "pt": {"game.eldorado", "silvergold.score.total", "eldorado.reason.token"},
    "it": {"eldorado.symbol.machete", "eldorado.words.round", "review.round", "review.round_of_cards"}
    | {f"eldorado.token.machete_{power}" for power in (1, 2, 3)},
    "fr": {
        "eldorado.symbol.joker",
        "eldorado.terrain.jungle",
        "eldorado.terrain.village",
        "level.guide",
        "silvergold.colour.orange",
        "silvergold.score.total",
        "silvergold.words.points",
        "game.points",
        "game.decided.points",
        "terminal.journal",
    },
}
NAMES_OF_THEIR_OWN = {"game.silvergold", "game.eldorado.short", *(f"language.{lang}" for lang in languages())}


# The format.


@pytest.mark.parametrize("case", MESSAGES, ids=lambda case: f"{case['lang']} {case['text'][:30]}")
def test_a_message_is_filled_in_as_the_web_table_does_it(case: dict[str, Any]) -> None:
    assert "".join(words._filled(parse(case["text"]), "key", case["lang"], case["data"], "")) == case["said"]


@pytest.mark.parametrize(
    "text",
    [
        "{who",
        "who}",
        "{}",
        "{n, plural, one {x}}",
        "{n, plural, one {x} other {y}",
        "{n, number}",
        "{n, plural}",
        "{a b}",
    ],
)
def test_a_message_that_is_not_well_formed_is_refused(text: str) -> None:
    with pytest.raises(WordsError, match=re.escape(text[:10])):
        parse(text)


def test_a_missing_key_language_or_value_is_named() -> None:
    with pytest.raises(WordsError, match=r"'eldorado\.card\.dragon'"):
        say("eldorado.card.dragon")
    with pytest.raises(WordsError, match="'xx'; there are en, pt, it, fr"):
        say("game.you", "xx")
    with pytest.raises(WordsError, match="a value for 'number'"):
        say("game.seat")


def test_a_regional_tag_finds_its_language() -> None:
    assert say("game.you", "pt-BR") == say("game.you", "pt_PT") == "Você"


# The catalogues.


@pytest.mark.parametrize("lang", OTHERS)
def test_every_language_has_the_same_keys(lang: str) -> None:
    assert set(catalogue(lang)) == set(catalogue("en"))


@pytest.mark.parametrize("lang", OTHERS)
def test_nothing_is_left_untranslated(lang: str) -> None:
    same = {key for key, text in catalogue(lang).items() if text == catalogue("en")[key]}
    assert same == SAME[lang] | (NAMES_OF_THEIR_OWN)


@pytest.mark.parametrize("lang", OTHERS)
def test_every_translation_uses_the_same_values(lang: str) -> None:
    for key, text in catalogue(lang).items():
        assert names(parse(text)) == names(parse(catalogue("en")[key])), key


@pytest.mark.parametrize("lang", languages())
def test_every_choice_knows_its_options(lang: str) -> None:
    def check(message: words.Message, key: str) -> None:
        for part in message:
            if isinstance(part, Choice):
                wanted = {"one", "other"} if part.kind == "plural" else {"yes", "other"}
                assert {name for name, _ in part.options} == wanted, key
                for _, option in part.options:
                    check(option, key)

    for key, text in catalogue(lang).items():
        check(parse(text), key)


@pytest.mark.parametrize("lang", languages())
def test_no_text_has_stray_spaces(lang: str) -> None:
    for key, text in catalogue(lang).items():
        assert text == text.strip(), key
        assert "  " not in text, key


def test_french_keeps_colons_and_semicolons_at_their_word() -> None:
    for key, text in catalogue("fr").items():
        assert not re.search(r" [:;?!%»]|« ", text), key


@pytest.mark.parametrize("lang", languages())
def test_apostrophes_are_those_of_print(lang: str) -> None:
    assert [key for key, text in catalogue(lang).items() if "'" in text] == []


@pytest.mark.parametrize("lang", languages())
def test_a_catalogue_says_nothing_twice(lang: str) -> None:
    pairs = json.loads((SOURCE / "locale" / f"{lang}.json").read_text(encoding="utf-8"), object_pairs_hook=list)
    assert len(pairs) == len(dict(pairs))


PLACES = re.compile(r"\(-?\d+, -?\d+\)|\b[A-D][1-9]\b")


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("name", expedition.games())
def test_a_caption_speaks_of_landscape_and_cards_never_of_coordinates(name: str, lang: str) -> None:
    state = expedition.make(name).new(seed=3)
    for ply in range(150):
        seat = state.actor
        actions = state.legal_actions(seat)
        captions = [state.caption(action, lang, seat) for action in actions]
        assert [said for said in captions if PLACES.search(said) or not said.strip()] == []
        state.apply(actions[ply * 7 % len(actions)], seat)
        if state.is_over:
            break


def test_a_caption_says_what_a_space_asks_and_what_a_map_gives() -> None:
    board = expedition.make("eldorado").board
    jungle = next(cell for cell in board.cells if (cell.terrain, cell.power, cell.finish) == ("jungle", 2, False))
    camp = next(cell for cell in board.cells if cell.terrain == "basecamp")
    step = {"do": "step", "to": list(jungle.place)}
    assert [eldorado.caption(step, lang, jungle) for lang in languages()] == [
        "Step into the jungle, 2 machetes",
        "Entrar na selva: 2 facões",
        "Entrare nella giungla: 2 machete",
        "Entrer dans la jungle\u00a0: 2 machettes",
    ]
    assert eldorado.caption(step, "en", jungle, by_symbol=False) == "Step into the jungle"
    enter = {"do": "enter", "pawn": 1, "to": list(camp.place)}
    assert eldorado.caption(enter, "en", camp).startswith("Enter the base camp: 1 card out of the game (second")
    purple = next(m for m in SILVERGOLD_MAPS if m["id"] == "purple-01")
    mark = {"do": "mark", "seat": 0, "map": 0, "cells": [[0, 0], [0, 1], [1, 1]]}
    assert silvergold.caption(mark, purple) == "Mark 3 fields on the purple map no. 1: 1 cross"
    assert silvergold.caption({**mark, "cells": [[0, 1]]}, purple, "fr") == "Marquer 1 case sur la carte violette nº 1"


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("key", PRINTED)
def test_a_printed_term_is_used_as_printed_and_our_own_are_marked(key: str, lang: str) -> None:
    term = PRINTED[key][lang]
    if term is None:
        assert key in ours(lang), f"{key} is nowhere printed in {lang}, so it is ours"
    else:
        assert key not in ours(lang)
        assert catalogue(lang)[key].lower() == term.lower().replace("'", "’")


def test_everything_in_the_box_has_a_name_and_says_what_it_does() -> None:
    for card in eldorado_box.cards():
        assert words.knows(f"eldorado.card.{card.id}")
        assert words.knows(f"eldorado.effect.{card.id}")
    for token in eldorado_box.tokens():
        assert words.knows(f"eldorado.token.{token.id}")
        assert words.knows(f"eldorado.effect.token.{token.id}")
    for route in eldorado_box.route_ids():
        assert words.knows(f"eldorado.route.{route}")


@pytest.mark.parametrize("game", expedition.games())
def test_every_setup_option_has_a_name_and_an_explanation(game: str) -> None:
    for option in expedition.make(game).schema()["properties"]:
        assert words.knows(f"{game}.setup.{option}")
        assert words.knows(f"{game}.setup.{option}.help")


def test_a_setup_option_explains_itself_in_the_schema() -> None:
    caves = expedition.make("eldorado").schema("fr")["properties"]["caves"]
    assert (caves["title"], caves["default"]) == ("Grottes", False)
    assert expedition.make("silvergold").schema()["properties"]["players"]["title"] == "Players"


# Actions.

ELDORADO_ACTIONS = {
    '{"do":"play","card":"scout","as":"machete","pawn":0}': "Scout as machete",
    '{"do":"play","card":"scout","as":"coin","pawn":1}': "Scout as coin (second playing piece)",
    '{"do":"play","token":"machete_2","pawn":0}': "Cave token: Machete 2",
    '{"do":"play","token":"native","pawn":0}': "Cave token: Native’s help",
    '{"do":"play","card":"native","pawn":0}': "Native: one step",
    '{"do":"step","to":[5,-3]}': "Step to (5, -3)",
    '{"do":"step","blockade":5}': "Clear blockade 5",
    '{"do":"stop"}': "Stop here, the rest is lost",
    '{"do":"enter","pawn":0,"to":[4,-2]}': "Enter (4, -2) by giving cards",
    '{"do":"enter","pawn":0,"blockade":6}': "Clear blockade 6 by giving cards",
    '{"do":"give","card":"traveler"}': "Give Traveler",
    '{"do":"buy","card":"pioneer"}': "Buy Pioneer",
    '{"do":"pay","card":"photographer"}': "Pay with Photographer",
    '{"do":"pay","token":"coin_1"}': "Pay with the cave token Coin 1",
    '{"do":"use","card":"cartographer"}': "Use Cartographer",
    '{"do":"use","token":"draw_1"}': "Use the cave token: Draw a card",
    '{"do":"use","token":"keep_item","card":"compass"}': "Use the cave token: Keep the item, for Compass",
    '{"do":"take","card":"native"}': "Take Native from the market",
    '{"do":"remove","card":"traveler"}': "Remove Traveler from the game",
    '{"do":"put","card":"traveler"}': "Lay down Traveler",
    '{"do":"discard","card":"sailor"}': "Discard Sailor",
    '{"do":"done"}': "Done",
    '{"do":"end"}': "End the turn",
    '{"do":"resign","seat":2}': "Give up the game",
}
SILVERGOLD_ACTIONS = {
    '{"do":"keep","seat":0,"card":"purple-04"}': "Keep the purple map no. 4",
    '{"do":"mark","seat":1,"map":0,"cells":[[1,0],[1,1],[2,1]]}': "Mark 3 fields (A2 B2 B3) on map 1",
    '{"do":"mark","seat":1,"map":1,"cells":[[0,2]]}': "Mark field C1 on map 2",
    '{"do":"take","card":"green-07"}': "Take the green map no. 7",
    '{"do":"take","card":"deck"}': "Take the top map of the deck",
    '{"do":"resign","seat":0}': "Give up the game",
}


@pytest.mark.parametrize(("action", "said"), ELDORADO_ACTIONS.items())
def test_an_el_dorado_action_in_words(action: str, said: str) -> None:
    assert eldorado.describe(json.loads(action)) == said
    assert all(eldorado.describe(json.loads(action), lang) for lang in OTHERS)


@pytest.mark.parametrize(("action", "said"), SILVERGOLD_ACTIONS.items())
def test_a_silver_and_gold_action_in_words(action: str, said: str) -> None:
    assert silvergold.describe(json.loads(action)) == said
    assert all(silvergold.describe(json.loads(action), lang) for lang in OTHERS)


def test_a_card_is_called_as_its_rulebook_calls_it() -> None:
    action = {"do": "play", "card": "explorer", "as": "machete", "pawn": 0}
    assert [eldorado.describe(action, lang) for lang in languages()] == [
        "Explorer as machete",
        "Explorador como facão",
        "Esploratore come machete",
        "Savant comme machette",
    ]


@pytest.mark.parametrize("describe", [eldorado.describe, silvergold.describe])
def test_an_action_that_does_not_exist_has_no_words(describe: Any) -> None:
    with pytest.raises(expedition.IllegalAction, match="dance"):
        describe({"do": "dance"})


def test_a_state_describes_what_may_be_done() -> None:
    state = expedition.make("eldorado", players=2).new(seed=7)
    assert "Explorer as machete" in [state.describe(action) for action in state.legal_actions()]
    assert "Fim" not in state.describe(state.legal_actions()[-1], "pt")
    assert state.describe(state.legal_actions()[-1], "pt") == "Encerrar o turno"


# Events.


def told(key: str, lang: str = "en", seat: int = 1, you: int | None = None, **data: Any) -> str:
    words_of = eldorado if key.startswith("eldorado") else silvergold
    return words_of.tell({"ply": 3, "seat": seat, "key": key, **data}, lang, ["Ana", "Mira", "Tomás"], you)


def test_a_reader_is_spoken_to_and_others_are_named() -> None:
    event = {"card": "scout", "slot": 2}
    assert told("eldorado.bought", card="scout") == "Mira bought Scout."
    assert told("eldorado.bought", you=1, card="scout") == "You bought Scout."
    assert told("eldorado.bought", "it", you=1, card="scout") == "Hai acquistato Ricognitore."
    assert told("eldorado.bought", "fr", card="scout") == "Mira a acheté Éclaireur."
    assert told("eldorado.bought", **event) == "Mira bought Scout; its pile moved down to the market board."


def test_an_owner_reads_the_cards_drawn_and_others_their_number() -> None:
    assert told("eldorado.draw", count=1) == "Mira drew 1 card."
    assert told("eldorado.draw", count=2, cards=["scout", "native"], you=1) == "You drew Scout, Native."


def test_what_leaves_the_game_is_said() -> None:
    assert told("eldorado.give", card="sailor", removed=False) == "Mira gave Sailor."
    assert told("eldorado.give", card="sailor", removed=True) == "Mira gave Sailor, which leaves the game."


def test_a_race_nobody_finished_has_no_winner() -> None:
    assert told("eldorado.over", ranking=[2, 1, 3]) == "The game is over. Mira won."
    assert told("eldorado.over", ranking=[1, 1, 1]) == "The game is over. Nobody reached El Dorado."


def test_a_victory_in_silver_and_gold_may_be_shared() -> None:
    assert told("silvergold.over", ranking=[2, 1, 3], scores=[60, 70, 50]) == "The game is over. Mira won."
    shared = told("silvergold.over", ranking=[1, 1, 3], scores=[70, 70, 50])
    assert shared == "The game is over. Ana and Mira share the victory."


def test_the_first_of_two_pawns_in_el_dorado_is_one_of_two() -> None:
    assert told("eldorado.arrive", pawn=1, order=None) == "One of the two playing pieces of Mira reached El Dorado."
    assert told("eldorado.arrive", you=1, pawn=0, order=None) == "One of your two playing pieces reached El Dorado."
    assert told("eldorado.arrive", pawn=1, order=1) == "Mira reached El Dorado as number 1."


def test_a_walk_of_the_second_pawn_says_so() -> None:
    said = told("eldorado.step", pawn=1, **{"from": [0, 1], "to": [1, 1]})
    assert said == "Second playing piece: Mira moved from (0, 1) to (1, 1)."


@pytest.mark.parametrize("game", ["eldorado", "silvergold"])
def test_every_event_of_the_engine_has_words(game: str) -> None:
    """mypy sees to it that an event has one of the keys its types declare."""
    source = (SOURCE / game / "types.py").read_text(encoding="utf-8")
    emitted = set(re.findall(rf'"{game}\.(\w+)"', source))
    assert len(emitted) > 5
    for name in emitted:
        known = [key for key in catalogue("en") if re.fullmatch(rf"{game}\.event\.{name}(\.\w+)?", key)]
        assert known, f"no words for the event {game}.{name}"


@cache
def walked(game: str) -> State[Any]:
    """A whole game of two who walk."""
    from expedition.cli.bots import opponent

    made = expedition.make(game, players=2, **({"caves": True, "max_rounds": 30} if game == "eldorado" else {}))
    state = made.new(seed=3)
    seats = [opponent(made, "walker", seat) for seat in range(2)]
    while not state.is_over:
        state.apply(seats[state.actor](state, state.actor), state.actor)
    return state


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("game", expedition.games())
def test_a_whole_journal_can_be_read_in_every_language(game: str, lang: str) -> None:
    state = walked(game)
    lines = [line.text for line in state.game.journal(state.events(0, 0), lang, ["Ana", "Mira"], 0)]
    assert len(lines) > 60
    assert not [line for line in lines if "{" in line or "eldorado." in line or "silvergold." in line]
