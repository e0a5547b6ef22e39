"""Moves in the standard notation of FreeCell (Keller's), and solutions as Freecell Solver prints them.

Two characters a move, from and to: columns are digits, cells letters from `a` on, `h` is home: `35 4a a8 6h`. A move
onto an empty column may end in `v` and the number of cards in hexadecimal, `35v4`. Freecell Solver writes that number
whenever it is more than one with `-snx`, and never with `-sn`; others mean as many cards as can go. So a move without
it is taken for one card, and for more when the moves behind it ask for that.

Without `-m` Freecell Solver prints the positions instead; then the moves are those that lead from each to the next.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice, takewhile
from typing import NamedTuple

from ..cards import RANKS, read_card
from ..errors import PatienceError, Place
from ..game import Game
from ..moves import Transfer
from ..notation import LONGEST
from ..rules import RESERVE
from ..table import Table

_MOVE = re.compile(r"([1-9a-gk])([1-9a-gkh])(?:v([1-9a-f]))?")
_CELLS = "abcdefgk"
TRIES = 20_000  # how often a reading may be taken back
_NOT_SOLVED = ("I could not solve", "Iterations count exceeded")
_REMARKS = ("-=-", "====", "This game is solveable", "Total number of states", "This scan generated")


class Step(NamedTuple):
    """A move as written: where from and to in our pile names, how many cards if that is told, and where it stands."""

    source: str
    target: str
    number: int | None
    text: str
    place: Place


def moves_of(lines: list[str], game: Game, table: Table) -> list[Transfer]:
    """The moves that a text tells, each legal in its turn from `table` on.

    PatienceError `syntax` for what is no such text, `format` when the solver found no solution, `illegal` or `pile`
    for a move that is refused, with its place.
    """
    for number, line in enumerate(lines, 1):
        if line.startswith(_NOT_SOLVED):
            raise PatienceError("format", "the solver found no solution", place=Place(number, 1, line))
    if any(line.lstrip().startswith("--- ") for line in lines):
        return _between(lines, game, table)
    steps = list(islice(_steps(lines, game), LONGEST + 1))
    if len(steps) > LONGEST:
        raise PatienceError("format", f"more than {LONGEST} moves", place=steps[-1].place)
    return _played(game, table, steps)


# -- moves ---------------------------------------------------------------------------------------------------------


def _steps(lines: list[str], game: Game) -> Iterator[Step]:
    cells = dict(zip(_CELLS, game.of_kind(RESERVE), strict=False))
    for number, line in enumerate(lines, 1):
        if line.startswith(_REMARKS) or line.lstrip().startswith("#"):
            continue
        for found in re.finditer(r"\S+", line):
            place = Place(number, found.start() + 1, line)
            match = _MOVE.fullmatch(found[0].lower())
            if match is None:
                raise PatienceError("syntax", f"not a move: {found[0][:20]!r}", "35, 4a, a8, 6h or 35v2", place=place)
            names = [cells.get(letter, letter) for letter in match.groups()[:2]]
            for name in names:
                if name != "h" and name not in game.names:
                    what = "column" if name.isdigit() else "cell"
                    raise PatienceError("pile", f"no {what} {name}", game.piles_expected(), place=place)
            yield Step(names[0], names[1], int(match[3], 16) if match[3] else None, found[0], place)


def _played(game: Game, table: Table, steps: list[Step]) -> list[Transfer]:
    """The steps as legal moves; PatienceError with the refusal that is met furthest on when they cannot be so read.

    When a step is refused, the step before it is taken in its next reading, and so on back to the first.
    """
    path: list[tuple[Transfer, Table]] = []
    readings: list[Iterator[Transfer]] = []
    furthest, fault = -1, None
    for _ in range(len(steps) + TRIES):
        if len(path) == len(steps):
            break
        step, now = steps[len(path)], path[-1][1] if path else table
        if len(readings) == len(path):
            readings.append(_readings(game, now, step))
        move = next(readings[-1], None)
        if move is None:
            readings.pop()
            if not path:
                break
            path.pop()
        elif refusal := game.why_not(now, move):
            if len(path) > furthest:
                furthest = len(path)
                fault = PatienceError("illegal", refusal.why, refusal.expected, place=step.place).on(step.text)
        else:
            path.append((move, game.moved(now, move)))
    if len(path) < len(steps):
        assert fault is not None, "no step is taken in another reading unless one was refused"
        raise fault
    return [move for move, _ in path]


def _readings(game: Game, table: Table, step: Step) -> Iterator[Transfer]:
    """What a step may mean on a table, likeliest first: without a number any that is legal, one card before more."""
    if step.target == "h":
        home = game.takes_home(table, step.source, 1)
        yield Transfer(step.source, home or game.foundations[0])
    elif step.number:
        yield Transfer(step.source, step.target, step.number)
    else:
        numbers = game.counts(table, step.source, step.target) or [1]
        for number in (numbers[0], *numbers[:0:-1]):
            yield Transfer(step.source, step.target, number)


# -- positions -----------------------------------------------------------------------------------------------------


class Seen(NamedTuple):
    """A position as printed: the cards of the columns and cells, and how high each suit is."""

    columns: tuple[tuple[str, ...], ...]
    cells: tuple[str, ...]
    homes: frozenset[tuple[str, int]]


def _between(lines: list[str], game: Game, table: Table) -> list[Transfer]:
    """The moves from each printed position to the next, the first of them being `table`."""
    moves: list[Transfer] = []
    for place, shown in _positions(lines, game):
        if shown == _seen(game, table):
            continue
        steps = [move for move in game.transfers(table) if _seen(game, game.carried(table, move)) == shown]
        if not steps:
            words = "no legal move leads here" if moves else "neither the position that is played nor one move from it"
            raise PatienceError("illegal", words, place=place)
        moves.append(steps[0])
        table = game.moved(table, steps[0])
    return moves


def _seen(game: Game, table: Table) -> Seen:
    homes = [table.piles[name].cards for name in game.foundations]
    return Seen(
        tuple(table.piles[name].cards for name in game.columns),
        tuple("".join(table.piles[name].cards) for name in game.of_kind(RESERVE)),
        frozenset((cards[0].suit, len(cards)) for cards in homes if cards),
    )


def _positions(lines: list[str], game: Game) -> Iterator[tuple[Place, Seen]]:
    """The printed positions: cells and foundations above a rule, the columns below it, in fields of four letters.

    Of more cells or columns than the game has, one too many is read.
    """
    most_cells, most_columns = len(game.of_kind(RESERVE)) + 1, len(game.columns) + 1
    for i, rule in enumerate(lines):
        if not rule.lstrip().startswith("--- "):
            continue
        head = lines[i - 1] if i else ""
        cells = tuple(_field(head, cell, i) for cell in range(min(rule.count("---"), most_cells)))
        homes = re.findall(r"([CDHS])-(10|[1-9ATJQK])", head)
        top = next((n for n in range(i + 1, len(lines)) if lines[n].lstrip().startswith("--")), len(lines) - 1)
        rows = list(enumerate(takewhile(str.strip, (lines[n] for n in range(top + 1, len(lines)))), top + 2))
        columns = tuple(
            tuple(card for number, row in rows if (card := _field(row, column, number)))
            for column in range(min(lines[top].count("--"), most_columns))
        )
        yield Place(i + 1, 1, rule), Seen(columns, cells, frozenset((suit, _rank(rank)) for suit, rank in homes))


def _field(line: str, field: int, number: int) -> str:
    """The card in a field of a line, empty when there is none."""
    text = line[4 * field : 4 * field + 4].strip()
    card = read_card(text) if text else None
    if text and card is None:
        raise PatienceError("syntax", f"not a card: {text!r}", "9H", place=Place(number, 4 * field + 1, line))
    return card or ""


def _rank(text: str) -> int:
    return RANKS.index("T" if text == "10" else text) + 1
