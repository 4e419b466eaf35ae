"""What the server refuses is said in four languages, from one catalogue."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import Any

import pytest

import expedition.server
from expedition.core.words import languages, say
from expedition.server.refusals import Refusal

SERVER = Path(expedition.server.__file__).parent
SOURCES = [path.read_text(encoding="utf-8") for path in SERVER.rglob("*.py")]
WRITTEN = sorted({key for text in SOURCES for key in re.findall(r'"(refusal\.\w+)"', text)})
VALUES: dict[str, Any] = {"days": 7, "most": 9, "fewest": 3, "name": "Ana", "room": "ABCDEF", "ply": 9, "seconds": 3}


@pytest.mark.parametrize("key", WRITTEN)
def test_given_a_key_of_the_server_then_every_language_has_its_own_sentence(key: str) -> None:
    said = [say(key, lang, **VALUES) for lang in languages()]
    assert len(set(said)) == len(said), said
    assert all(one.endswith(".") and "{" not in one for one in said), said


def test_given_a_refusal_in_the_words_of_the_catalogue_then_it_tells_code_sentence_key_and_values() -> None:
    assert Refusal.localized("taken", "refusal.name_taken", name="Ana").to_dict() == {
        "code": "taken",
        "message": "The name Ana is taken; choose another.",
        "key": "refusal.name_taken",
        "values": {"name": "Ana"},
    }
    assert Refusal("bad_setup", "There are 3 seats, not 2.").to_dict() == {
        "code": "bad_setup",
        "message": "There are 3 seats, not 2.",
        "key": None,
        "values": {},
    }


def test_given_the_catalogue_then_no_refusal_is_kept_that_nobody_makes() -> None:

    kept = json.loads((Path(expedition.__file__).parent / "locale/en.json").read_text(encoding="utf-8"))
    assert [key for key in kept if key.startswith("refusal.") and key not in WRITTEN] == []


def test_given_the_server_then_every_refusal_it_makes_names_its_words() -> None:
    bare = [
        ast.unparse(call)
        for path in SERVER.rglob("*.py")
        if path.name != "operators.py"  # speaks to machines
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id == "Refusal"
        and len(call.args) < 3
    ]
    assert bare == []
