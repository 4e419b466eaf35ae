"""Ways over a board: the shortest, the easiest, those of a deck of one kind, and the spaces no way can avoid.

These are measures for people who design routes. They leave pawns and blockades aside and never say what is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from heapq import heappop, heappush

from expedition.eldorado.board import Board, Hex
from expedition.eldorado.components import SYMBOL_OF, SYMBOLS

Way = tuple[int, ...]  # cells from a start space to a finishing space
Cost = Callable[[Hex], tuple[int, int]]

OTHER_SYMBOL = 3  # a card of another kind is so much dearer for a deck that leans to one symbol


def effort(cell: Hex) -> int:
    """How hard a space is to enter: its power squared, for a two takes a card that must be bought first."""
    return cell.power**2


def hardness(cell: Hex) -> int:
    """What is hard about a space: nothing where any card of its kind will do, 3 for a two, 8 for a three."""
    return max(0, effort(cell) - 1)


def by_steps(cell: Hex) -> tuple[int, int]:
    return 1, effort(cell)


def by_effort(cell: Hex) -> tuple[int, int]:
    return effort(cell), 1


def by_hardness(cell: Hex) -> tuple[int, int]:
    return hardness(cell), 1


def leaning_to(symbol: str) -> Cost:
    """The cost for a deck full of one symbol: other symbols are three times as dear, given-up cards are plain."""

    def cost(cell: Hex) -> tuple[int, int]:
        own = SYMBOL_OF.get(cell.terrain)
        return cell.power * (1 if own in (symbol, None) else OTHER_SYMBOL), 1

    return cost


def open_cell(cell: Hex) -> bool:
    return cell.passable and not cell.start


def way(
    board: Board,
    cost: Cost,
    sources: Iterable[int] | None = None,
    targets: Collection[int] | None = None,
    within: Collection[int] | None = None,
) -> Way:
    """The cheapest way by a cost of two parts, the second deciding among equals; empty if there is none.

    The first space counts as entered unless it is a start space. `within` keeps the way on these cells.
    """
    goal = set(board.finishes if targets is None else targets)
    came: dict[int, int] = {}
    queue: list[tuple[int, int, int, int]] = []
    for cell in board.starts if sources is None else sources:
        first, second = cost(board.cells[cell]) if not board.cells[cell].start else (0, 0)
        heappush(queue, (first, second, cell, -1))
    while queue:
        first, second, cell, before = heappop(queue)
        if cell in came:
            continue
        came[cell] = before
        if cell in goal:
            return _back(came, cell)
        for other in board.neighbours[cell]:
            if other < 0 or other in came or not open_cell(board.cells[other]):
                continue
            if within is not None and other not in within:
                continue
            if board.cells[other].finish and other not in goal:
                continue
            more, even = cost(board.cells[other])
            heappush(queue, (first + more, second + even, other, cell))
    return ()


def _back(came: dict[int, int], cell: int) -> Way:
    cells = [cell]
    while came[cells[-1]] >= 0:
        cells.append(came[cells[-1]])
    return tuple(reversed(cells))


def shortest(board: Board) -> Way:
    return way(board, by_steps)


def easiest(board: Board) -> Way:
    return way(board, by_effort)


def lanes(board: Board) -> dict[str, Way]:
    """The way of a deck of machetes, of paddles and of coins."""
    return {symbol: way(board, leaning_to(symbol)) for symbol in SYMBOLS}


def hard_steps(board: Board, cells: Iterable[int]) -> int:
    """How much power a way takes beyond one for each space."""
    return sum(max(0, board.cells[cell].power - 1) for cell in cells)


def shared(a: Sequence[int], b: Sequence[int]) -> float:
    """How much two ways have in common: shared spaces of all spaces of both."""
    return len(set(a) & set(b)) / max(1, len(set(a) | set(b)))


def bottlenecks(board: Board) -> list[tuple[int, ...]]:
    """Passages one space wide: spaces that every way must enter, neighbours together, in travel order."""
    on_the_way = shortest(board)
    narrow = [cell for cell in on_the_way if open_cell(board.cells[cell]) and not board.cells[cell].finish]
    forced = [cell for cell in narrow if not _passes_without(board, cell)]
    passages: list[list[int]] = []
    for cell in forced:
        if passages and passages[-1][-1] in board.neighbours[cell]:
            passages[-1].append(cell)
        else:
            passages.append([cell])
    return [tuple(cells) for cells in passages]


def _passes_without(board: Board, closed: int) -> bool:
    reached, front = set(board.starts), list(board.starts)
    while front:
        cell = front.pop()
        if board.cells[cell].finish:
            return True
        for other in board.neighbours[cell]:
            if other >= 0 and other != closed and other not in reached and open_cell(board.cells[other]):
                reached.add(other)
                front.append(other)
    return False
