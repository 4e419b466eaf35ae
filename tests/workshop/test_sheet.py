"""The print sheet: what a person with the box reads must be what the route says."""

from __future__ import annotations

from pathlib import Path

import pytest

from expedition.core.errors import SetupError
from expedition.core.words import languages
from expedition.eldorado.board import load_route
from expedition.eldorado.components import route_ids
from expedition.eldorado.pieces import Piece
from expedition.workshop.sheet import clock_of, joined, sheet, write_sheet


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("route", route_ids())
def test_given_a_route_then_the_sheet_names_every_piece_its_turn_and_its_back(route: str, lang: str) -> None:
    board = load_route(route)
    words = [mark[2] for kind, mark in sheet(board, lang=lang).marks if kind == "text"]
    for piece in board.tiles:
        assert piece.tile in words
        assert any(word.startswith(f"{piece.tile}, ") for word in words)
    assert all(0 <= mark[0] <= 2100 and 0 <= mark[1] <= 2970 for kind, mark in sheet(board).marks if kind == "text")


def test_given_turns_then_the_printed_letter_points_to_the_hour() -> None:
    assert [clock_of(Piece("C", turn, 0, 0)) for turn in range(6)] == [12, 2, 4, 6, 8, 10]


def test_given_two_pieces_then_the_later_one_lies_where_the_words_say() -> None:
    assert joined(Piece("B", 1, 0, 0), Piece("C", 0, 4, -7), "en") == "At 12 o’clock of B, a little clockwise."
    assert joined(Piece("B", 1, 0, 0), Piece("C", 0, 3, -7), "en") == "At 12 o’clock of B, a little anticlockwise."
    assert joined(Piece("B", 1, 0, 0), Piece("C", 0, -7, 3), "en") == "At 8 o’clock of B, a little clockwise."


def test_given_a_route_then_the_map_shows_every_space_once_in_its_colour() -> None:
    board = load_route("hills_of_gold")
    drawn = sheet(board)
    grounds = [mark[1] for kind, mark in drawn.marks if kind == "area"]
    jungles = sum(cell.terrain == "jungle" and cell.power == 1 and not cell.finish for cell in board.cells)
    finishes = sum(cell.terrain == "jungle" and cell.finish for cell in board.cells)
    assert grounds.count("--jungle-1") == 2 * jungles + finishes  # on the map and on the small picture of its tile


def test_given_a_file_name_then_the_sheet_is_one_page_of_pdf_or_svg(tmp_path: Path) -> None:
    board = load_route("swamplands")
    write_sheet(board, tmp_path / "s.pdf")
    pdf = (tmp_path / "s.pdf").read_bytes()
    assert pdf.startswith(b"%PDF-")
    assert b"/Count 1" in pdf
    write_sheet(board, tmp_path / "s.svg", name="Swamps & reeds")
    assert "Swamps &amp; reeds" in (tmp_path / "s.svg").read_text()
    with pytest.raises(SetupError, match=r"as \.pdf or \.svg, not as 's\.docx'"):
        write_sheet(board, tmp_path / "s.docx")
