"""What a review says of small games, and what it refuses."""

from __future__ import annotations

import io
import json
import random
import re
import sys
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from tests.analysis.judges import Whimsical
from tests.eldorado.positions import at

import expedition
from expedition import analysis
from expedition.analysis.chart import chart
from expedition.analysis.decisions import Decision, decisions_of
from expedition.analysis.export import html
from expedition.analysis.game_review import answer_some, resignation
from expedition.analysis.grades import grade, whole_percent
from expedition.analysis.positions import Positions
from expedition.analysis.search import propose
from expedition.analysis.weighing import Question
from expedition.analysis.words import names
from expedition.cli.app import run
from expedition.core.record import Record
from expedition.core.words import languages, say
from expedition.silvergold.statistics import _missed, _trophies

QUICK = analysis.Effort(width=4, candidates=6, first=2, finalists=3, second=2, final=4)
SETUPS = {"eldorado": {"players": 3, "max_rounds": 5}, "silvergold": {"players": 2}}


def played(game: str, seed: int = 1) -> Record:
    state = expedition.make(game, **SETUPS[game]).new(seed)
    dice = random.Random(seed)
    while not state.is_over:
        seat = state.actor
        state.apply(dice.choice(state.legal_actions(seat)), seat)
    return state.record().with_seats([{"name": "Ada", "kind": "person"}, {"name": "Guide", "kind": "bot"}])


@pytest.fixture(scope="module", params=list(SETUPS))
def reviewed(request: pytest.FixtureRequest) -> dict[str, Any]:
    return analysis.review(played(request.param), Whimsical(), QUICK)


@pytest.mark.parametrize(
    ("loss", "choices", "said"),
    [(0.0, 1, "forced"), (0.5, 1, "forced"), (0.0, 2, "best"), (0.004, 9, "best"), (0.01, 9, "good"),
     (0.02, 9, "detour"), (0.059, 9, "detour"), (0.06, 9, "wrong"), (1.0, 2, "wrong")],
)  # fmt: skip
def test_a_grade_is_what_was_given_away(loss: float, choices: int, said: str) -> None:
    assert grade(loss, choices) == said


@pytest.mark.compiled
def test_every_turn_is_there_with_its_grade_and_a_better_one_where_there_was_one(reviewed: dict[str, Any]) -> None:
    assert {turn["seat"] for turn in reviewed["turns"]} == set(range(len(reviewed["ranking"])))
    for turn in reviewed["turns"]:
        assert turn["grade"] == grade(turn["loss"], turn["choices"])
        better = turn["better"]
        assert (better is not None) == (turn["grade"] in ("good", "detour", "wrong"))
        if better is not None:
            assert better["chance"] > better["instead"]
            assert better["actions"] != turn["actions"]


@pytest.mark.compiled
def test_the_better_turn_can_be_played_where_it_is_shown(reviewed: dict[str, Any]) -> None:
    record = played(reviewed["game"])
    for turn in [turn for turn in reviewed["turns"] if turn["better"]][:10]:
        state = record.at(turn["better"]["ply"])
        for action in turn["better"]["actions"]:
            number = state.from_dict(action)
            if number not in state.legal_actions(turn["seat"]):
                pytest.fail(f"{action} is not legal")
            state.apply(number, turn["seat"])


@pytest.mark.compiled
def test_given_a_part_of_a_turn_then_it_begins_after_the_seats_own_actions_whoever_acts_in_between(
    reviewed: dict[str, Any],
) -> None:
    acts = [{"seat": -1, **act} for act in played(reviewed["game"]).actions]
    for turn in [turn for turn in reviewed["turns"] if turn["better"]]:
        rest = turn["actions"][turn["better"]["done"] :]
        assert rest
        own = [act for act in acts[turn["better"]["ply"] :] if act["seat"] in (-1, turn["seat"])]
        assert [{**act, "seat": 0} for act in own[: len(rest)]] == [{**act, "seat": 0} for act in rest]


@pytest.mark.compiled
def test_given_a_game_of_the_judge_itself_then_with_the_same_cards_it_has_the_same_points() -> None:
    state = expedition.make("silvergold", players=3).new(4)
    size = sum(length for _, length, _ in state.game.observation_fields)
    while not state.is_over:
        row = np.zeros((1, size), np.int8)
        mask = np.zeros((1, state.game.num_actions), np.int8)
        state.game.rule_observe(state.s, state.game.tables(), state.actor, row[0])
        mask[0, state.legal_actions(state.actor)] = 1
        state.apply(int(Whimsical().judge(state.game, row, mask)[0].argmax()), state.actor)
    same = analysis.review(state.record(), Whimsical(), QUICK)["same_deal"]
    assert same["played"] == same["judge"]
    other = analysis.review(played("silvergold"), Whimsical(), QUICK)["same_deal"]
    assert other["played"] != other["judge"]


@pytest.mark.compiled
def test_a_turn_is_judged_by_what_its_seat_knew() -> None:
    """Two games whose first hidden cards differ get the same judgement of the first turn."""
    record = played("eldorado")
    first = analysis.review(record, Whimsical(), QUICK)["turns"][0]
    state = record.at(0)
    other = record.game.redeal(state, first["seat"], 99)
    assert other.s != state.s
    snapshot = other.snapshot()
    again = record.game.restore(snapshot, 5)
    dice = random.Random(3)
    for action in first["actions"]:
        again.apply(again.from_dict(action))
    while not again.is_over:
        again.apply(dice.choice(again.legal_actions()))
    judged = analysis.review(again.record(), Whimsical(), QUICK)["turns"][0]
    assert (judged["best"], judged["loss"]) == (first["best"], first["loss"])


@pytest.mark.parametrize(
    ("loss", "told"),
    [(0.004, 0), (0.0099, 0), (0.0101, 1), (0.0199, 1), (0.0301, 3), (0.0599, 5), (0.0601, 6), (0.379, 38)],
)
def test_a_loss_in_whole_percent_does_not_look_like_the_next_grade(loss: float, told: int) -> None:
    assert whole_percent(loss) == told
    assert grade(max(told / 100, loss), 2) == grade(loss, 2)


@pytest.mark.compiled
def test_giving_up_is_judged_by_what_its_seat_knew() -> None:
    """Whatever the seat on turn holds, its neighbour gives up the same."""
    told = []
    for hand, draw in (("explorer", "sailor"), ("sailor", "explorer")):
        state = at((1, -2), [hand] * 4, draw=[draw] * 4)
        before = state.s.copy()
        number = state.game.num_actions + 1
        state.apply(number, 1)
        decision = Decision(1, 0, before, 1, -1, frozenset(), [number], True, state.s)
        found = resignation(Positions(state.game, Whimsical()), decision, QUICK)
        told.append(found.best.chances.tolist())
    assert told[0] == told[1]


@pytest.mark.compiled
@pytest.mark.parametrize("lang", languages())
def test_it_has_words_in_every_language(reviewed: dict[str, Any], lang: str) -> None:
    told = analysis.told(reviewed, lang)
    assert told["headline"]["text"].strip()
    for turn in told["turns"]:
        assert turn["text"].strip()
        if turn["better"]:
            assert turn["better"]["text"].strip()
            assert turn["better"]["why"].strip()


@pytest.mark.compiled
def test_an_export_needs_nothing_beside_it(reviewed: dict[str, Any]) -> None:
    told = analysis.told(reviewed)
    for text in (html(told), chart(told, theme="dark")):
        assert not re.search(r'(src|href)="(?!#|data:)', text)
        assert "url(http" not in text
        assert "var(--" not in chart(told)
    assert html(told).count("<tr>") >= len(told["turns"])


@pytest.mark.compiled
@pytest.mark.parametrize("lang", languages())
def test_an_export_names_things_as_its_page_does(reviewed: dict[str, Any], lang: str) -> None:
    page = html(analysis.told(reviewed, lang), lang)
    cards = reviewed["game"] == "silvergold"
    choosing = {"en": "Choosing maps", "pt": "Escolha dos mapas", "it": "Scelta delle mappe", "fr": "Choix des cartes"}
    assert page.count(f"<td colspan=2>{choosing[lang]}</td>") == (2 if cards else 0)
    if lang == "fr":
        assert f">{'Manche' if cards else 'Tour'}</th>" in page
        assert not re.search(r"[^\s\u00a0][:;!?%](?!\w)", re.sub(r"(?s)<style>.*?</style>|<[^>]*>|&\w+;", "", page))
    for figure in ("cost", "luck"):
        assert f'data-of="{say(f"review.{figure}", lang)}"' in page, "a phone shows no head above the figures"


@pytest.mark.compiled
def test_luck_is_told_of_rounds_as_each_game_calls_them(reviewed: dict[str, Any]) -> None:
    seat = reviewed["ranking"].index(1)
    lucky = {"chances": [1.0 if k == seat else 0.0 for k in range(len(reviewed["ranking"]))]}
    turns = [{**turn, "luck": [lucky] if turn["seat"] == seat else []} for turn in reviewed["turns"]]
    accounts = [{**account, "luck": 0.5} for account in reviewed["accounts"]]
    head = analysis.told({**reviewed, "turns": turns, "accounts": accounts}, "fr", seat)["headline"]
    assert head["key"].endswith("_luck")
    assert ("manche" in head["text"]) == (reviewed["game"] == "silvergold")


def test_computers_have_their_names_in_the_readers_language() -> None:
    seats = [{"name": "Guide", "kind": "person"}, {"name": "Veteran", "kind": "bot"}, {"name": "Mine", "kind": "bot"}]
    review = {"seats": seats, "ranking": [1, 2, 3, 4]}
    assert names(review, "it") == ["Guide", "Veterano", "Mine", "Giocatore 4"]


@pytest.mark.compiled
def test_a_seat_reads_its_own_headline(reviewed: dict[str, Any]) -> None:
    seats = range(len(reviewed["ranking"]))
    keys = {analysis.told(reviewed, seat=seat)["headline"]["key"] for seat in seats}
    winner = reviewed["ranking"].index(1)
    assert analysis.told(reviewed, seat=winner)["headline"]["key"].startswith("review.head.won")
    assert len(keys) > 1


@pytest.mark.compiled
def test_given_more_names_than_players_then_those_beyond_the_table_are_nobody() -> None:
    seats = [{"name": f"Bot {n}", "kind": "bot"} for n in range(2)] + [{"name": "Ana", "kind": "person"}]
    told = analysis.told(analysis.review(played("silvergold").with_seats(seats), Whimsical(), QUICK))
    assert len(told["seats"]) == 2
    assert "Ana" not in told["headline"]["text"]


def test_bad_input_gets_a_sentence(
    tmp_path: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def said(text: str) -> str:
        path = tmp_path / "game.json"
        path.write_text(text, encoding="utf-8")
        assert run(["review", str(path)]) == 2
        return capsys.readouterr().err

    record = played("silvergold").data
    assert "not JSON" in said("hello")
    assert "no game record" in said("{}")
    running = {key: value for key, value in record.items() if key != "result"} | {"actions": record["actions"][:-1]}
    assert "not over" in said(json.dumps(running))
    tampered = json.loads(json.dumps(record))
    tampered["result"]["ranking"].reverse()
    assert "the result is" in said(json.dumps(tampered))
    assert "at most 200 characters" in said(json.dumps({**record, "seats": [{"name": "A" * 201}]}))
    assert "at most 200 characters" in said(json.dumps({**record, "seats": [{"name": ["A"]}]}))
    foreign = {**record, "game": "chess"}
    assert "chess" in said(json.dumps(foreign))
    assert said("") == "The record is empty.\n"
    assert run(["review", str(tmp_path / "none.json")]) == 2
    assert capsys.readouterr().err == f"There is no file {tmp_path / 'none.json'}.\n"
    (tmp_path / "picture.json").write_bytes(b"\xff\xd8")
    assert run(["review", str(tmp_path / "picture.json")]) == 2
    assert capsys.readouterr().err.endswith("picture.json is not text.\n")
    monkeypatch.setattr(sys, "stdin", io.StringIO(json.dumps(running)))
    assert run(["review", "-"]) == 2
    assert "not over" in capsys.readouterr().err


@pytest.mark.compiled
def test_a_review_is_written_as_html_or_svg_as_json_and_as_tables(
    tmp_path: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.json"
    played("silvergold").save(path)
    assert run(["review", str(path), "-o", str(tmp_path / "review.pdf")]) == 2
    assert ".html or .svg" in capsys.readouterr().err
    quick = analysis.review(played("silvergold"), Whimsical(), QUICK)
    monkeypatch.setattr(analysis, "review", lambda record, **_: quick)
    for name, begins in (("review.html", "<!doctype html>"), ("review.svg", "<svg")):
        assert run(["review", str(path), "-o", str(tmp_path / name)]) == 0
        text = (tmp_path / name).read_text(encoding="utf-8")
        assert text.lower().startswith(begins)
        assert "http" not in text.replace("http://www.w3.org/", ""), "it needs nothing beside it"
    capsys.readouterr()
    assert run(["review", str(path), "--json", "--lang", "pt"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [sum(grades.values()) for grades in told["grades"]] == [
        sum(turn["seat"] == seat for turn in told["turns"]) for seat in range(len(told["grades"]))
    ]
    assert run(["review", str(path)]) == 0
    assert told["headline"]["text"]
    assert "Round" in capsys.readouterr().out


@pytest.mark.compiled
def test_given_names_that_look_like_markup_then_the_terminal_prints_them_as_they_are(
    tmp_path: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    record = played("silvergold")
    quick = analysis.review(record, Whimsical(), QUICK)
    names = [{"name": name} for name in ("Ana [/x]", "Bo [red]")]
    quick = {**quick, "seats": names[: len(quick["seats"])] + quick["seats"][2:]}
    monkeypatch.setattr(analysis, "review", lambda record, **_: quick)
    path = tmp_path / "game.json"
    record.save(path)
    assert run(["review", str(path)]) == 0
    printed = capsys.readouterr().out
    assert "[/x]" in printed
    assert "[red]" in printed


@pytest.mark.compiled
def test_given_a_decided_game_then_a_turn_with_a_choice_is_not_forced() -> None:
    """On the last card every turn of a lost game loses it; there was a choice all the same."""
    record = played("silvergold")
    positions = Positions(record.game, Whimsical())
    last = decisions_of(record)[-2:]
    questions = [Question(one.position, one.seat, tuple(one.actions), one.phase >= 0) for one in last]
    turns = [len(some) for some in propose(positions, questions, QUICK)]
    assert max(turns) > 1
    found = answer_some(positions, last, QUICK)
    assert [one.choices > 1 for one in found] == [some > 1 for some in turns]


class Counting(Whimsical):
    """How many rows it was asked about."""

    rows = 0

    def judge(self, game: Any, rows: Any, masks: Any) -> tuple[Any, Any]:
        self.rows += len(rows)
        return super().judge(game, rows, masks)


@pytest.mark.compiled
def test_given_deals_that_look_alike_then_each_look_is_judged_once_and_comes_to_the_same() -> None:
    game = expedition.make("silvergold", players=4)
    judge = Counting()
    positions = Positions(game, judge)
    start, zeros = positions.of([game.new(3).s]), np.zeros(64, np.int64)
    dealt = positions.redealt(start, zeros, zeros, np.arange(64), 0)
    _, each = positions.judge(dealt, zeros)
    assert judge.rows == 64
    assert (positions.chances(dealt, zeros) == each).all()
    assert judge.rows == 65  # a seat sees the same four maps whatever the others hold
    assert (positions.chances(dealt, zeros) == each).all()
    assert judge.rows == 65
    positions.judged_once.forget()
    positions.chances(dealt, zeros)
    assert judge.rows == 66


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("chance", "instead", "loss", "said"),
    [(0.151, 0.149, 0.002, "As a whole this turn is better by less than 1%."),
     (0.3, 0.2, 0.1, "No single thing decides: as a whole this turn comes to 30%, the one played to 20%."),
     (0.3, 0.2, 0.25, "No single thing decides: as a whole this turn comes to 30%, the one played to 20%. Something new"
      " came to light during this turn, so it was decided more than once: this part cost 10 of the 25%.")],
)  # fmt: skip
def test_given_no_reason_then_no_figure_is_told_twice_and_a_part_is_told_from_the_whole(
    reviewed: dict[str, Any], chance: float, instead: float, loss: float, said: str
) -> None:
    turn = next(one for one in reviewed["turns"] if one["better"])
    better = {**turn["better"], "reason": None, "chance": chance, "instead": instead}
    told = analysis.told({**reviewed, "turns": [{**turn, "loss": loss, "better": better}]})
    assert told["turns"][0]["better"]["why"] == said


@pytest.mark.compiled
def test_given_figures_that_round_apart_then_those_told_differ_by_the_loss_that_is_told(
    reviewed: dict[str, Any],
) -> None:
    turn = next(one for one in reviewed["turns"] if one["better"] and one["better"]["reason"])
    better = {**turn["better"], "chance": 0.3492, "instead": 0.2048}

    def told(without: float) -> Any:
        reason = {**better["reason"], "best": 0.3492, "without": without}
        some = {**turn, "loss": 0.1444, "grade": "wrong", "better": {**better, "reason": reason}}
        made = analysis.told({**reviewed, "turns": [some]}, seat=turn["seat"])["turns"][0]["better"]
        assert made["percent"] == {"chance": 35, "instead": 21}
        return made["why"]

    assert "35%" in told(0.2048)
    assert "21%" in told(0.2048)  # the best turn without it is the one played
    assert "30%" in told(0.3)


@pytest.mark.compiled
def test_given_a_better_turn_of_the_same_words_then_it_is_said_to_be_another(reviewed: dict[str, Any]) -> None:
    turn = next(one for one in reviewed["turns"] if one["better"] and one["better"]["facts"] != one["better"]["played"])
    alike = {**turn, "better": {**turn["better"], "facts": turn["better"]["played"]}}
    first, second = (one["better"]["text"] for one in analysis.told({**reviewed, "turns": [turn, alike]})["turns"])
    assert second.endswith(", in another way")
    assert first != second


@pytest.mark.compiled
def test_given_the_choice_of_maps_or_no_loss_then_the_headline_says_so(reviewed: dict[str, Any]) -> None:
    winner, loser = 0, 1
    ranking = [1 + (seat > 0) for seat in range(len(reviewed["ranking"]))]
    turn = {**reviewed["turns"][0], "seat": loser, "loss": 0.14, "luck": [], "better": None}
    none = [{**account, "luck": 0.0, "own_skill": 0.0} for account in reviewed["accounts"]]

    def head(seat: int, turn: dict[str, Any], accounts: list[Any]) -> Any:
        made = {**reviewed, "ranking": ranking, "turns": [turn], "accounts": accounts}
        return analysis.told(made, seat=seat)["headline"]["text"]

    chosen = {**turn, "turn": {"round": 1, "card": 0}}
    assert head(loser, chosen, none).endswith("Choosing your maps cost you 14%.")
    assert head(winner, turn, none) == "You won, and your turns gave away next to nothing."


def test_given_a_trophy_taken_on_the_last_card_of_a_round_then_whoever_fills_a_row_on_the_next_card_missed_it() -> None:
    def before(round_no: int, flip: int, *trophies: int) -> Any:
        return SimpleNamespace(round_no=round_no, flip=flip, n_trophies=trophies, players=2)

    some = [before(1, 7, 0, 0), before(2, 1, 1, 0), before(2, 1, 1, 0), before(2, 2, 1, 1), before(2, 3, 1, 1)]
    courses: Any = [SimpleNamespace(before=one) for one in some]
    assert _trophies(courses, some[-1]) == [(0, 0), (1, 1)]
    assert [_missed(courses, some[-1], seat) for seat in (0, 1)] == [0, 1]
