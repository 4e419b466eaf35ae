"""Positions in one line and games as text: exact both ways, and a mistake is a sentence that says where."""

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.examples import examples

import expedition
from expedition import GameText, Note, PositionError, RecordError
from expedition.core.game_text import MARKS
from expedition.core.notation import NotationError, read_fields, read_value, write_fields, write_value
from expedition.core.position_line import read_line, write_line

numbers = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
words = st.sampled_from(["traveler", "E5", "purple-04", "yes", "no", "-", "", "1", "a b", "x=y", '"', "né\n", "*3"])
scalars = st.none() | st.booleans() | numbers | words | st.text()
values = st.recursive(scalars, lambda inner: st.lists(inner) | st.dictionaries(words | st.text(), inner), max_leaves=20)

SETUPS = [
    {"game": "eldorado", "players": 2, "route": "first", "caves": True},
    {"game": "eldorado", "players": 4, "route": "swamplands"},
    {"game": "silvergold", "players": 3},
]


def after(setup: dict, seed: int, choices: list[int]) -> expedition.State:
    options = dict(setup)
    state = expedition.make(options.pop("game"), **options).new(seed)
    for choice in choices:
        if not state.is_over:
            legal = state.legal_actions()
            state.apply(legal[choice % len(legal)])
    return state


states = st.builds(
    after, st.sampled_from(SETUPS), st.integers(0, 2**128 - 1), st.lists(st.integers(0, 99), max_size=60)
)
notes = st.builds(Note, st.sampled_from(["", *MARKS]), st.text(max_size=40)).filter(lambda n: n.mark or n.comment)


# Values.


@given(values)
def test_a_value_is_read_as_it_was_written(value) -> None:
    text = write_value(value)
    assert "\n" not in text
    assert json.dumps(read_value(text)) == json.dumps(value)  # 1 is not 1.0, and True not 1


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (["traveler", "traveler", "traveler", "sailor"], "[traveler*3 sailor]"),
        ([0, 0], "[0 0]"),
        ({"at": [1, -2], "near": [], "arrived": None}, "(at=[1 -2] near=[] arrived=-)"),
        ({"caves": True, "name": "Ana Maria", "seed": "07"}, '(caves=yes name="Ana Maria" seed="07")'),
    ],
)
def test_how_values_read(value, text) -> None:
    assert write_value(value) == text
    assert read_value(text) == value


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a=1 a=2", "Column 5: 'a' stands here twice."),
        ("a=", "Column 3: expected a value, found 'the end'."),
        ("a=[1 2", "expected a value, found 'the end'"),
        ("a=(b)", "expected '=', found ')'"),
        ("a=[x*1]", "a value repeats 2 times or more, not 1"),
        ("a=[x*9999999999]", "a value repeats"),
        ("a=1e999", "is no text or number"),
        ("a=" + "[" * 99, "too many brackets"),
        ("a=§", "Column 3: '§' cannot be read."),
        ("=3", "expected a name"),
    ],
)
def test_a_line_that_cannot_be_read_says_where(text, sentence) -> None:
    with pytest.raises(NotationError) as caught:
        read_fields(text)
    assert sentence in str(caught.value)


# Positions.


@examples(40)
@given(states)
def test_a_position_is_the_same_from_its_line(state) -> None:
    line = state.to_line()
    assert "\n" not in line
    again = expedition.from_line(line)
    assert again.snapshot() == state.snapshot()
    assert again.to_line() == line
    assert again.legal_actions() == state.legal_actions()


def test_a_game_goes_on_from_its_line_as_it_would_have() -> None:
    state = after(SETUPS[0], 5, [3] * 30)
    again = expedition.from_line(state.to_line())
    for choice in range(40):
        legal = state.legal_actions()
        assert again.legal_actions() == legal
        state.apply(legal[choice % len(legal)])
        again.apply(legal[choice % len(legal)])
    assert again.snapshot() == state.snapshot()


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("", "begins with its game"),
        ("chess e4", "A position begins with its game, eldorado or silvergold, not with 'chess'."),
        ("eldorado setup=(players=2", "column"),
        ("eldorado turn=()", "setup: is missing"),
        ("silvergold setup=(players=2)\nsecond", "one line"),
        ("silvergold setup=(players=9)", "players"),
    ],
)
def test_a_line_that_is_no_position_says_why(line, sentence) -> None:
    with pytest.raises((PositionError, expedition.SetupError)) as caught:
        expedition.from_line(line)
    assert sentence in str(caught.value)


def test_only_a_snapshot_has_a_line() -> None:
    with pytest.raises(PositionError, match="expedition-position/1"):
        write_line({"format": "something/2", "game": "eldorado"})


# Games.


@examples(40)
@given(states, st.data())
def test_a_game_is_the_same_from_its_text_with_its_notes(state, data) -> None:
    record = state.record(secret=True).with_seats([{"name": "Ana; née B", "kind": "person"}, {}])
    plies = st.integers(-1, len(record.actions) - 1)
    said = data.draw(st.dictionaries(plies, notes, max_size=5))
    if -1 in said:
        said[-1] = Note("", said[-1].comment or "before")
    text = GameText(record, said).to_text()
    again = GameText.parse(text)
    assert again.record == record
    assert again.notes == said
    assert again.to_text() == text
    assert expedition.load(text).state.snapshot() == record.state.snapshot()


def test_how_a_game_reads() -> None:
    state = after(SETUPS[0], 7, [0, 0])
    record = state.record(secret=True).with_seats([{"name": "Ana", "kind": "person"}])
    text = GameText(record, {0: Note("!?", "bold,\nperhaps too bold")}).to_text()
    commitment = record.data["commitment"]
    assert (
        text
        == f"""expedition-game/1 eldorado
rules_version: {state.game.rules_version}
setup: players=2 route=first caves=yes
seed: 00000000000000000000000000000007
commitment: {commitment}
seat: name=Ana kind=person

-- round 1, seat 0
play card=explorer as=machete pawn=0 !?
; bold,
; perhaps too bold
step to=[-2 0]
"""
    )


def test_a_record_without_its_seed_has_a_text_too() -> None:
    record = after(SETUPS[1], 7, [0, 0]).record()
    assert GameText.parse(record.to_text()).record == record
    assert "--" not in record.to_text()


def test_a_record_from_a_position_carries_its_line() -> None:
    middle = after(SETUPS[2], 9, [1] * 20)
    state = middle.game.restore(middle.snapshot(), 4)
    state.apply(state.legal_actions()[0])
    text = state.record(secret=True).to_text()
    assert f"\nfrom: {middle.to_line()}\n" in text
    assert expedition.load(text) == state.record(secret=True)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("expedition-game/1 eldorado", "expedition-game/1"), "begins with `expedition-game/1` and the name"),
        (("setup: ", "setup "), "Line 3: expected `name: value`"),
        (("setup: ", "setup: players=2\nsetup: "), "Line 4: 'setup' stands here twice."),
        (("setup: players=2", "setup: players=("), "Line 3: Column"),
        (("play card", "play card card"), "expected '='"),
        (("pawn=0", "pawn=0 ?????"), "cannot be read"),
        (("card=explorer", "card=native"), "Ply 0: "),
        (("setup:", "weather: fine\nsetup:"), "no field 'weather'"),
    ],
)
def test_a_text_at_fault_says_where(change, sentence) -> None:
    text = after(SETUPS[0], 7, [0, 0]).record(secret=True).to_text()
    assert change[0] in text
    with pytest.raises(RecordError) as caught:
        expedition.load(text.replace(*change, 1))
    assert sentence in str(caught.value)


@given(st.text() | st.text().map(lambda t: "expedition-game/1 eldorado\nsetup: players=2\nseed: 7\n\n" + t))
def test_any_text_is_a_game_or_a_sentence(text) -> None:
    with contextlib.suppress(RecordError):
        GameText.parse(text)


@given(st.text().map(lambda t: "silvergold " + t))
def test_any_line_is_a_snapshot_or_a_sentence(line) -> None:
    with contextlib.suppress(PositionError):
        read_line(line)


def test_a_mark_nobody_knows_and_a_note_on_nothing_are_refused() -> None:
    with pytest.raises(RecordError, match="review mark"):
        Note("!!!")
    with pytest.raises(RecordError, match="note on ply 9"):
        GameText(after(SETUPS[2], 1, []).record(), {9: Note("!")}).to_text()
    assert write_fields({}) == ""
