"""The map of a route: every hex, what it takes to enter it, who its neighbours are and where blockades lie.

A route is a list of pieces; everything else follows from it. `load_route` refuses a route that cannot be built or
played, with a sentence that names the fault. The rules never see this module, only the tables made from a `Board`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from expedition.core.errors import suggestion
from expedition.eldorado import components
from expedition.eldorado.components import TileHex
from expedition.eldorado.pieces import Piece, Place, RouteError, called, shown, tile_of
from expedition.eldorado.route_file import read_difficulty, read_id, read_names, read_pieces

if TYPE_CHECKING:
    from expedition.core.types import Json
    from expedition.eldorado.types import BoardInfo, SeamInfo, Terrain

DIRECTIONS: Final = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))  # E, NE, NW, W, SW, SE

# What the box allows at most, so that the tables of the engine can have a fixed size.
MAX_CELLS: Final = 7 * 37 + 2 * 16 + 3
MAX_SEAMS: Final = 6  # one for each blockade (ED-COMP-06)
MAX_CAVES: Final = 7  # one a tile at most, none on strips

Edge = tuple[Place, Place]


@dataclass(frozen=True, slots=True)
class Hex:
    q: int
    r: int
    terrain: Terrain
    power: int
    piece: int
    cave: bool
    start: int  # the printed number, 0 elsewhere
    finish: bool

    @property
    def place(self) -> Place:
        return self.q, self.r

    @property
    def passable(self) -> bool:
        return self.terrain != "mountain"


@dataclass(frozen=True, slots=True)
class Seam:
    """The junction of two consecutive pieces: each edge is a hex of the earlier and a hex of the later one."""

    between: tuple[int, int]
    edges: tuple[Edge, ...]

    def to_json(self) -> SeamInfo:
        return {"between": list(self.between), "edges": [[list(a), list(b)] for a, b in self.edges]}


@dataclass(frozen=True)
class Board:
    """A route laid out. Two boards are equal when they have the same names and pieces: the rest follows from those."""

    id: str | None
    names: tuple[tuple[str, str | None], ...]
    difficulty: str | None
    pieces: tuple[Piece, ...]  # in travel order; the finishing tile is the last
    cells: tuple[Hex, ...] = field(compare=False, repr=False)  # piece by piece, each row by row as it lies on the table
    index: Mapping[Place, int] = field(compare=False, repr=False)
    neighbours: tuple[tuple[int, ...], ...] = field(compare=False, repr=False)  # six a cell as DIRECTIONS, -1: none
    seams: tuple[Seam, ...] = field(compare=False, repr=False)  # those that carry a blockade
    open_seams: tuple[Seam, ...] = field(compare=False, repr=False)  # strip to tile: no blockade
    seam_of: tuple[tuple[int, ...], ...] = field(compare=False, repr=False)  # the seam a step crosses, -1: none
    caves: tuple[int, ...] = field(compare=False, repr=False)
    starts: tuple[int, ...] = field(compare=False, repr=False)  # start spaces 1 to 4
    finishes: tuple[int, ...] = field(compare=False, repr=False)
    steps_left: tuple[int, ...] = field(compare=False, repr=False)  # from each cell to the finish; -1: no way

    @property
    def shortest_steps(self) -> int:
        """From the start to the finish; -1 if it cannot be reached."""
        return min((self.steps_left[cell] for cell in self.starts if self.steps_left[cell] >= 0), default=-1)

    @property
    def tiles(self) -> tuple[Piece, ...]:
        """The pieces before the finishing tile."""
        return self.pieces[:-1]

    @property
    def finish(self) -> Piece:
        return self.pieces[-1]

    @property
    def corner(self) -> Place:
        """The hex of the last tile that the finishing spaces wrap around."""
        local = tile_of(self.finish).attach_corner
        assert local is not None
        return self.finish.place(*local)

    @property
    def city(self) -> tuple[Place, ...]:
        """Where the golden city is drawn: not spaces of the map."""
        return tuple(self.finish.place(q, r) for q, r in tile_of(self.finish).city)

    def route(self) -> Json:
        """The route object this board can be built from again."""
        route: Json = {}
        if self.id is not None:
            route["id"] = self.id
        if self.names:
            route["names"] = dict(self.names)
        if self.difficulty is not None:
            route["difficulty"] = self.difficulty
        route["tiles"] = [piece.to_json() for piece in self.tiles]
        route["finish"] = self.finish.to_json()
        return route

    def to_json(self) -> BoardInfo:
        """For programs that draw the map. A hex's `tile` is a place in `tiles`, of which the last is the finish."""
        return {
            "hexes": [
                {
                    "q": cell.q,
                    "r": cell.r,
                    "terrain": cell.terrain,
                    "power": cell.power,
                    "tile": cell.piece,
                    "cave": cell.cave,
                    "start": cell.start or None,
                    "finish": cell.finish,
                    "steps_left": steps if steps >= 0 else None,
                }
                for cell, steps in zip(self.cells, self.steps_left, strict=True)
            ],
            "tiles": [piece.to_json() for piece in self.pieces],
            "seams": [seam.to_json() for seam in self.seams],
            "open_seams": [seam.to_json() for seam in self.open_seams],
            "city": [list(place) for place in self.city],
            "difficulty": self.difficulty,
        }


def load_route(route: str | Mapping[str, Any]) -> Board:
    """The board of an official route by its id, or of any route object as in `routes.json`.

    Of a route object only `tiles` and `finish` are needed. What else it states must agree with what follows from them.
    """
    if isinstance(route, str):
        if route not in components.route_ids():
            known = ", ".join(components.route_ids())
            close = suggestion(route, components.route_ids())
            raise RouteError(f"There is no official route {shown(route)}; the official routes are {known}.{close}")
        return _official(route)
    if not isinstance(route, Mapping):
        raise RouteError(f"A route is an official id or an object with tiles and finish, not {shown(route)}.")
    pieces = read_pieces(route)
    _check_choice(pieces)
    board = assemble(pieces, read_id(route), read_names(route), read_difficulty(route))
    _check_layout(board)
    _check_agreement(board, route)
    return board


@cache
def _official(route: str) -> Board:
    return load_route(components.routes()[route])


def assemble(
    pieces: Sequence[Piece],
    id: str | None = None,
    names: tuple[tuple[str, str | None], ...] = (),
    difficulty: str | None = None,
) -> Board:
    """Lay the pieces out, the finishing tile last. Refuses only what cannot lie on a table: overlapping pieces."""
    cells = tuple(cell for number, piece in enumerate(pieces) for cell in _lay(number, piece))
    index = _index(cells, pieces)
    neighbours = tuple(tuple(index.get((cell.q + dq, cell.r + dr), -1) for dq, dr in DIRECTIONS) for cell in cells)
    seams, open_seams = _seams(cells, neighbours, pieces)
    finish = len(pieces) - 1
    starts = sorted((cell.start, number) for number, cell in enumerate(cells) if cell.start)
    finishes = tuple(index[pieces[finish].place(space.q, space.r)] for space in tile_of(pieces[finish]).hexes)
    return Board(
        id=id,
        names=names,
        difficulty=difficulty,
        pieces=tuple(pieces),
        cells=cells,
        index=index,
        neighbours=neighbours,
        seams=seams,
        open_seams=open_seams,
        seam_of=_seam_of(cells, neighbours, seams),
        caves=tuple(number for number, cell in enumerate(cells) if cell.cave),
        starts=tuple(number for _, number in starts),
        finishes=finishes,
        steps_left=_steps_left(cells, neighbours),
    )


def _lay(number: int, piece: Piece) -> list[Hex]:
    """The hexes of a piece where they come to lie, row by row."""

    def turned(space: TileHex) -> Hex:
        q, r = piece.place(space.q, space.r)
        return Hex(q, r, space.terrain, space.power, number, space.cave, space.start, space.finish)

    return sorted((turned(space) for space in tile_of(piece).hexes), key=lambda cell: (cell.r, cell.q))


def _index(cells: Sequence[Hex], pieces: Sequence[Piece]) -> dict[Place, int]:
    index: dict[Place, int] = {}
    for number, cell in enumerate(cells):
        other = index.setdefault(cell.place, number)
        if other != number:
            below, above = cells[other].piece, cell.piece
            raise RouteError(
                f"{called(pieces, below)} and {called(pieces, above)} overlap at {list(cell.place)}.",
                "overlap",
                (below, above),
                _common(cells, below, above),
            )
    return index


def _common(cells: Sequence[Hex], one: int, other: int) -> list[Place]:
    """Where two pieces lie on each other."""
    lying = {cell.place for cell in cells if cell.piece == one}
    return [cell.place for cell in cells if cell.piece == other and cell.place in lying]


def _contacts(
    cells: Sequence[Hex], neighbours: Sequence[Sequence[int]]
) -> dict[tuple[int, int], list[tuple[Hex, Hex]]]:
    """All pairs of adjacent hexes of different pieces, by the two pieces, the earlier first."""
    contacts: dict[tuple[int, int], list[tuple[Hex, Hex]]] = {}
    for cell, around in zip(cells, neighbours, strict=True):
        for number in around:
            if number >= 0 and cells[number].piece > cell.piece:
                contacts.setdefault((cell.piece, cells[number].piece), []).append((cell, cells[number]))
    return contacts


def _carries_blockade(earlier: Piece, later: Piece) -> bool:
    """One at every junction of two tiles; a strip has one only, where it is entered (ED-SETUP-04, -05, EC-ED-79)."""
    return tile_of(earlier).kind != "strip" or tile_of(later).kind == "strip"


def _seams(
    cells: Sequence[Hex], neighbours: Sequence[Sequence[int]], pieces: Sequence[Piece]
) -> tuple[tuple[Seam, ...], tuple[Seam, ...]]:
    """Seams with a blockade and open ones: between consecutive pieces only (EC-ED-65), not at the finish (EC-ED-66)."""
    blocked: list[Seam] = []
    free: list[Seam] = []
    contacts = _contacts(cells, neighbours)
    for earlier in range(len(pieces) - 2):
        pairs = contacts.get((earlier, earlier + 1), [])
        seam = Seam((earlier, earlier + 1), tuple(sorted((a.place, b.place) for a, b in pairs)))
        (blocked if _carries_blockade(pieces[earlier], pieces[earlier + 1]) else free).append(seam)
    return tuple(blocked), tuple(free)


def _seam_of(
    cells: Sequence[Hex], neighbours: Sequence[Sequence[int]], seams: Sequence[Seam]
) -> tuple[tuple[int, ...], ...]:
    crossing = {seam.between: number for number, seam in enumerate(seams)}

    def crossed(cell: Hex, neighbour: int) -> int:
        if neighbour < 0:
            return -1
        other = cells[neighbour].piece
        return crossing.get((min(cell.piece, other), max(cell.piece, other)), -1)

    return tuple(
        tuple(crossed(cell, neighbour) for neighbour in around) for cell, around in zip(cells, neighbours, strict=True)
    )


def _steps_left(cells: Sequence[Hex], neighbours: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Steps of the shortest walk to the finish around the mountains, blockades left aside; -1 where there is none."""
    left = [-1] * len(cells)
    front, steps = {number for number, cell in enumerate(cells) if cell.finish}, 0
    while front:
        for number in front:
            left[number] = steps
        steps += 1
        front = {n for number in front for n in neighbours[number] if n >= 0 and cells[n].passable and left[n] < 0}
    return tuple(left)


# Which pieces there are.


def _check_choice(pieces: Sequence[Piece]) -> None:
    tiles = pieces[:-1]
    _check_finishtile_of(pieces)
    _check_starttile_of(tiles)
    _check_one_side_each(tiles)
    count = sum(_carries_blockade(a, b) for a, b in pairwise(tiles))
    if count > MAX_SEAMS:
        raise RouteError(
            f"The route has {count} seams that need a blockade, but there are only {MAX_SEAMS} blockades.", "blockades"
        )


def _check_finishtile_of(pieces: Sequence[Piece]) -> None:
    for number, piece in enumerate(pieces[:-1]):
        if tile_of(piece).kind == "finish":
            raise RouteError(f"tiles[{number}] is the finishing tile; it belongs in 'finish' and ends the route.")
    if tile_of(pieces[-1]).kind != "finish":
        raise RouteError(f"The finish is tile {pieces[-1].tile}; it must be finish_jungle or finish_river.")


def _check_starttile_of(tiles: Sequence[Piece]) -> None:
    """A route begins with the start tile (ED-SETUP-01)."""
    starts = [number for number, piece in enumerate(tiles) if tile_of(piece).kind == "start"]
    if not starts:
        raise RouteError("The route has no start tile; it must begin with tile A or B.", "no_start")
    if len(starts) > 1:
        raise RouteError(
            f"The route has two start tiles, {called(tiles, starts[0])} and {called(tiles, starts[1])}; "
            "it must begin with one of A and B and have no other.",
            "two_starts",
            starts[:2],
        )
    if starts != [0]:
        raise RouteError(f"The start tile is {called(tiles, starts[0])}; it must come first.", "start_late", starts)


def _check_one_side_each(tiles: Sequence[Piece]) -> None:
    used: dict[str, int] = {}
    for number, piece in enumerate(tiles):
        first = used.setdefault(tile_of(piece).piece, number)
        if first != number:
            raise RouteError(
                f"{called(tiles, first)} and {called(tiles, number)} are the same piece "
                f"{tile_of(piece).piece}; every tile can be used only once, with one of its sides.",
                "twice",
                (first, number),
            )


# How they lie.


def _check_layout(board: Board) -> None:
    contacts = _contacts(board.cells, board.neighbours)
    _check_finish_place(board, contacts)
    _check_joins(board, contacts)
    _check_other_contacts(board, contacts)
    if board.shortest_steps < 0:
        raise RouteError("The finish cannot be reached from the start: mountains close every way.", "no_way")


def _check_finish_place(board: Board, contacts: Mapping[tuple[int, int], object]) -> None:
    """The three finishing spaces wrap a corner of the last tile and touch nothing else."""
    last = len(board.tiles) - 1
    corner = board.index.get(board.corner, -1)
    if corner < 0 or board.cells[corner].piece != last:
        raise RouteError(
            f"The finish must wrap a corner of the last tile, {called(board.pieces, last)}; "
            f"its corner hex {list(board.corner)} is not on that tile.",
            "finish_corner",
            (last,),
        )
    for earlier, later in contacts:
        if later == last + 1 and earlier != last:
            raise RouteError(
                f"The finishing tile touches {called(board.pieces, earlier)}; "
                f"it must touch only the last tile, {called(board.pieces, last)}.",
                "finish_touches",
                (earlier, last),
            )


def _check_joins(board: Board, contacts: Mapping[tuple[int, int], Sequence[tuple[Hex, Hex]]]) -> None:
    for earlier in range(len(board.tiles) - 1):
        pairs = contacts.get((earlier, earlier + 1), ())
        count = sum(a.passable and b.passable for a, b in pairs)
        if count < 2:
            how_many = ("no open edge", "only one open edge")[count]
            raise RouteError(
                f"{called(board.pieces, earlier)} and {called(board.pieces, earlier + 1)} touch in {how_many}; "
                "consecutive pieces must touch in at least two edges without a mountain.",
                "join",
                (earlier, earlier + 1),
                [cell.place for pair in pairs for cell in pair],
            )


def _check_other_contacts(board: Board, contacts: Mapping[tuple[int, int], Sequence[tuple[Hex, Hex]]]) -> None:
    for (earlier, later), pairs in contacts.items():
        if later - earlier > 1:
            a, b = pairs[0]
            raise RouteError(
                f"{called(board.pieces, earlier)} and {called(board.pieces, later)} touch at {list(a.place)} and "
                f"{list(b.place)}; pieces that do not follow each other must lie apart.",
                "touch",
                (earlier, later),
                [cell.place for pair in pairs for cell in pair],
            )


# What a route object states besides its pieces.


def _check_agreement(board: Board, route: Mapping[str, Any]) -> None:
    for key, derived in _derived(board):
        _agree(f"'{key}'", route, key, derived)
    finish = route["finish"]
    _agree("'finish.spaces'", finish, "spaces", [list(board.cells[number].place) for number in board.finishes])
    _agree("'finish.corner'", finish, "corner", list(board.corner))


def _derived(board: Board) -> Iterator[tuple[str, object]]:
    def label(seam: Seam) -> str:
        return "|".join(board.pieces[number].tile for number in seam.between)

    yield "blockade_count", len(board.seams)
    yield "cave_count", len(board.caves)
    yield "shortest_steps_start_to_finish", board.shortest_steps
    yield "caves", [list(board.cells[number].place) for number in board.caves]
    yield "blockades", [{"seam": label(seam), **seam.to_json()} for seam in board.seams]
    yield "open_seams", [{"between": list(seam.between), "seam": label(seam)} for seam in board.open_seams]


def _agree(called: str, stated: Mapping[str, Any], key: str, derived: object) -> None:
    if key in stated and not _same(stated[key], derived):
        expected = f"{derived}" if isinstance(derived, int) else "what the tiles give"
        raise RouteError(
            f"{called} does not agree with the tiles of the route: expected {expected}; it may be left out."
        )


def _same(stated: object, derived: object) -> bool:
    """Equality of JSON values: true is not 1, and 4.0 is not 4. Never deeper than `derived`, whatever is stated."""
    if isinstance(derived, list):
        return (
            isinstance(stated, (list, tuple))
            and len(stated) == len(derived)
            and all(_same(a, b) for a, b in zip(stated, derived, strict=True))
        )
    if isinstance(derived, dict):
        return (
            isinstance(stated, Mapping)
            and len(stated) == len(derived)
            and all(key in stated and _same(stated[key], value) for key, value in derived.items())
        )
    return type(stated) is type(derived) and stated == derived
