"""All chance: ChaCha8 on every target, uniform numbers, and a generator that goes on where a snapshot left it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from expedition.core.errors import PositionError
from expedition.core.jit import compiled
from expedition.core.rng import (
    Chance,
    below,
    chance_from_dict,
    chance_to_dict,
    next_word,
    seed_chance,
    seed_words,
    shuffle,
)

# the published first block of ChaCha8 with a 128-bit key, all key and nonce bits 0
ZERO_KEY = (
    "e28a5fa4a67f8c5defed3e6fb7303486aa8427d31419a729572d777953491120"
    "b64ab8e72b8deb85cd6aea7cb6089a101824beeb08814a428aab1fa2c816081b"
)


def seeded(seed: int) -> Chance:
    s = Chance()
    seed_chance(s, *seed_words(seed))
    return s


def test_given_the_zero_key_when_words_are_drawn_then_they_are_the_published_stream() -> None:
    s = seeded(0)
    assert b"".join(next_word(s).to_bytes(4, "little") for _ in range(16)).hex() == ZERO_KEY


def test_given_a_word_was_drawn_when_the_record_is_searched_then_it_is_no_longer_there() -> None:
    s = seeded(5)
    drawn = [next_word(s) for _ in range(10)]
    assert s.rng_word[:10] == [0] * 10
    assert not {w & 0xFFFFFFFF for w in s.rng_word} & set(drawn)


@pytest.mark.parametrize("n", [1, 2, 3, 6, 47])
def test_given_many_draws_when_they_are_counted_then_each_number_is_about_as_frequent(n: int) -> None:
    s = seeded(n)
    found = Counter(below(s, n) for _ in range(200 * n))
    assert set(found) == set(range(n))
    assert all(120 < count < 290 for count in found.values())


def test_given_a_pile_when_part_of_it_is_shuffled_then_the_rest_stays() -> None:
    pile = list(range(20))
    shuffle(seeded(3), pile, 5, 10)
    assert pile[:5] + pile[15:] == [0, 1, 2, 3, 4, 15, 16, 17, 18, 19]
    assert sorted(pile[5:15]) == list(range(5, 15)) != pile[5:15]


@pytest.mark.slow
@pytest.mark.compiled
def test_given_the_same_seed_when_compiled_and_interpreted_draw_then_they_draw_the_same() -> None:
    plain, record = seeded(2**127 + 9), seeded(2**127 + 9).array()
    draw = compiled(below)
    for n in range(1, 200):
        assert draw(record[0], n) == below(plain, n)
    assert Chance.load(record[0]) == plain


@given(st.integers(0, 2**128 - 1), st.integers(0, 70))
def test_given_a_generator_when_it_goes_through_json_then_it_goes_on_identically(seed: int, drawn: int) -> None:
    s, again = seeded(seed), Chance()
    for _ in range(drawn):
        next_word(s)
    chance_from_dict(again, chance_to_dict(s))
    assert again == s
    assert [next_word(again) for _ in range(20)] == [next_word(s) for _ in range(20)]


@pytest.mark.parametrize(
    ("data", "field"),
    [
        (None, "rng"),
        ({"key": 5, "count": 0, "used": 16}, "rng.key"),
        ({"key": "G" * 32, "count": 0, "used": 16}, "rng.key"),
        ({"key": "0" * 32, "count": True, "used": 16}, "rng.count"),
        ({"key": "0" * 32, "count": 2**32, "used": 16}, "rng.count"),
        ({"key": "0" * 32, "count": 1, "used": None}, "rng.used"),
        ({"key": "0" * 32, "count": 0, "used": 0}, "rng.used"),
    ],
)
def test_given_a_damaged_generator_when_it_is_read_then_the_field_is_named(data: Any, field: str) -> None:
    with pytest.raises(PositionError) as refusal:
        chance_from_dict(Chance(), data)
    assert refusal.value.field == field
