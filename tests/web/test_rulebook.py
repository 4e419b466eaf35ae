"""The short rules of the web page: every rule of the ledgers is told once, in four languages, briefly."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from expedition.core.registry import games, make

ROOT = Path(__file__).resolve().parents[2]
GAMES = ROOT / "web/src/games"
LANGUAGES = ("en", "pt", "it", "fr")
LEDGER = re.compile(r"^\*\*((?:ED|SG)-[A-Z0-9]+-\d+)\*\*", re.MULTILINE)


def sections(game: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((GAMES / f"{game}/learn/rules.json").read_text())
    return found


def told(game: str) -> list[str]:
    ids = []
    for section in sections(game):
        for part in section["rules"]:
            first, _, last = part.partition("..")
            group, number = first.rsplit("-", 1)
            ids += [f"{group}-{n:02d}" for n in range(int(number), int(last or number) + 1)]
    return ids


@pytest.mark.parametrize("game", games())
def test_given_the_ledger_then_the_page_tells_every_rule_once_and_no_other(game: str) -> None:
    ledger = LEDGER.findall((ROOT / f"docs/rules/{game}.md").read_text())
    assert sorted(told(game)) == sorted(ledger)
    assert len(sections(game)) <= 40


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", games())
def test_given_a_language_then_every_section_has_a_title_and_a_short_text(game: str, lang: str) -> None:
    words = json.loads((GAMES / f"{game}/learn/locale/{lang}.json").read_text())
    for section in sections(game):
        base = f"rules.{game}.{section['id']}"
        assert 3 <= len(words[f"{base}.title"]) <= 45, base
        assert 40 <= len(words[f"{base}.text"]) <= 340, base
    wanted = {f"rules.{game}.{s['id']}.{part}" for s in sections(game) for part in ("title", "text")}
    assert {key for key in words if key.startswith(f"rules.{game}.")} == wanted


@pytest.mark.parametrize("game", games())
def test_given_the_pictures_then_everything_they_show_is_in_the_box(game: str) -> None:
    parts = make(game).components()
    shown = [section["picture"] for section in sections(game) if "picture" in section]
    known = {
        "cards": [card["id"] for card in parts.get("cards", [])],
        "tokens": [token["id"] for token in parts.get("tokens", [])],
        "blockades": [blockade["number"] for blockade in parts.get("blockades", [])],
        "patterns": [pattern["id"] for pattern in parts.get("patterns", [])],
        "maps": [card["id"] for card in parts.get("maps", [])],
    }
    assert len(shown) >= 8
    for picture in shown:
        for kind, names in known.items():
            ids = [entry[0] if isinstance(entry, list) else entry for entry in picture.get(kind, [])]
            assert set(ids) <= set(names), picture


@pytest.mark.rule("ED-SPEC-06")
@pytest.mark.parametrize(("lang", "lean"), [("en", "deck lean"), ("pt", "baralho"), ("it", "mazzo"), ("fr", "paquet")])
def test_given_the_help_on_base_camps_then_it_says_that_removed_cards_keep_the_deck_small(lang: str, lean: str) -> None:
    camps = next(section for section in sections("eldorado") if section["id"] == "camps")
    assert "ED-SPEC-05..06" in camps["rules"]
    words = json.loads((GAMES / f"eldorado/learn/locale/{lang}.json").read_text())
    assert lean in words["rules.eldorado.camps.text"]
