"""The lessons of the web page, played through the engine: each step can be done, each wrong turn is a real one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from expedition.core.game import State
from expedition.core.registry import games, make

WEB = Path(__file__).resolve().parents[2] / "web/src"
LANGUAGES = ("en", "pt", "it", "fr")
Json = dict[str, Any]


def lessons(game: str) -> Json:
    found: Json = json.loads((WEB / f"games/{game}/learn/lesson.json").read_text())
    return found


CHAPTERS = [
    pytest.param(game, chapter, id=f"{game}-{chapter['id']}")
    for game in games()
    for chapter in lessons(game)["chapters"]
]
CATALOGUES = ("learn", *(f"games/{game}/learn" for game in games()))
WORDS: dict[str, dict[str, str]] = {
    lang: {
        key: text
        for folder in CATALOGUES
        for key, text in json.loads((WEB / f"{folder}/locale/{lang}.json").read_text()).items()
    }
    for lang in LANGUAGES
}


def fits(pattern: Json, thing: Json) -> bool:
    return all(thing.get(name) == value for name, value in pattern.items())


def play(state: State[Any], seat: int, actions: list[Json]) -> None:
    for action in actions:
        state.apply(state.from_dict(action), seat)


def steps(game: str, chapter: Json) -> Iterator[tuple[State[Any], Json]]:
    """Each step with the table as it is when the step begins."""
    state = make(game, **chapter["position"]["setup"]).restore(chapter["position"], 5)
    for step in chapter["steps"]:
        yield state.copy(), step
        if step["kind"] == "do":
            play(state, 0, step["solution"])
        elif step["kind"] == "others":
            for turn in step["turns"]:
                play(state, turn["seat"], turn["actions"])


def judged(step: Json, actions: list[Json]) -> str | None:
    """As the page judges: None for what is on the way, otherwise which explanation is given."""
    strange = [action for action in actions if not any(fits(pattern, action) for pattern in step["allow"])]
    if not strange:
        return None
    return next((entry["say"] for entry in step["instead"] if any(fits(entry["when"], a) for a in strange)), "other")


@pytest.mark.parametrize(("game", "chapter"), CHAPTERS)
def test_given_a_chapter_when_its_solutions_are_played_then_each_step_is_done_exactly_at_its_end(
    game: str, chapter: Json
) -> None:
    done = 0
    for state, step in steps(game, chapter):
        if step["kind"] != "do":
            continue
        assert judged(step, step["solution"]) is None
        before = state.ply
        for number, action in enumerate(step["solution"], start=1):
            assert not any(fits(step["done"], event) for event in state.events(before, 0)), (step["id"], number)
            play(state, 0, [action])
        assert any(fits(step["done"], event) for event in state.events(before, 0)), step["id"]
        done += 1
    assert done >= 2, "one learns by doing"


@pytest.mark.parametrize(("game", "chapter"), CHAPTERS)
def test_given_a_step_when_another_legal_move_is_made_then_its_own_explanation_is_given(
    game: str, chapter: Json
) -> None:
    for state, step in steps(game, chapter):
        for entry in step.get("instead", []):
            trying = state.copy()
            play(trying, 0, entry["try"])
            assert judged(step, entry["try"]) == entry["say"], (step["id"], entry["say"])


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("game", "chapter"), CHAPTERS)
def test_given_a_chapter_then_every_language_has_its_sentences_and_they_are_short(
    game: str, chapter: Json, lang: str
) -> None:
    base = f"lesson.{game}.{chapter['id']}"
    words = WORDS[lang]
    wanted = [f"{base}.title", f"{base}.about", *(f"{base}.{step['id']}" for step in chapter["steps"])]
    assert [key for key in wanted if key not in words] == []
    said = [
        (f"{base}.{step['id']}.{e['say']}", f"lesson.say.{e['say']}")
        for step in chapter["steps"]
        for e in step.get("instead", [])
    ]
    assert [own for own, shared in said if own not in words and shared not in words] == []
    assert [key for key in words if key.startswith(base) and len(words[key]) > 220] == []


def test_given_the_words_then_none_is_for_a_step_that_is_gone() -> None:
    known = {"title", "about"}
    for game in games():
        for chapter in lessons(game)["chapters"]:
            base = f"lesson.{game}.{chapter['id']}"
            told = {step["id"]: {"done", *(e["say"] for e in step.get("instead", []))} for step in chapter["steps"]}
            for key in (key for key in WORDS["en"] if key.startswith(f"{base}.")):
                step, *rest = key.removeprefix(f"{base}.").split(".")
                assert step in known or (step in told and set(rest) <= told[step]), key
