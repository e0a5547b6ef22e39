"""What the formats have in common: from piles that were read to a deal or a board, and back to a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..board import Board, Line, position_lines, read_position
from ..cards import Card
from ..deals import Deal, Placed, check_deck, deck_of
from ..errors import PatienceError, Place
from ..game import Game
from ..rules import TABLEAU
from ..table import Pile, Table

Dealt = tuple[Placed, bool]  # a card with its place, and whether it lies face down


def game_needed(game: Game | None, name: str) -> Game:
    """The game; PatienceError `usage` when none was named."""
    if game is None:
        raise PatienceError("usage", f"{name} does not say which game it is", "--game GAME")
    return game


def settle(game: Game, piles: Mapping[str, list[Dealt]], heads: Mapping[str, Place], end: Place) -> Deal | Board:
    """The deal that starts with these piles, or the board they are, none left out.

    `heads` tells where a pile begins, `end` where the text ends. PatienceError `deck` unless it is a whole deck on
    sound piles.
    """
    check_deck([placed for name in game.names for placed, _ in piles.get(name, [])], game.kind, end)
    table = Table({name: _pile(game, name, piles.get(name, [])) for name in game.names})
    lines = [Line(text, i, 0, text) for i, text in enumerate(position_lines(game, table))]
    try:
        table = read_position(game, lines, Line("", 0, 0, ""), partial=False, sparse=False)
    except PatienceError as error:
        fault = error.place.line if error.place else 0
        error.place = heads.get(lines[fault].text.partition(":")[0], end)
        raise
    deck = deck_of(game, table)
    return Board(game, "-", table) if deck is None else Deal(game, None, deck)


def _pile(game: Game, name: str, dealt: list[Dealt]) -> Pile:
    """A pile of its cards; a face-down card lies in the stock, or at the base of a column."""
    down = 0
    for i, (placed, hidden) in enumerate(dealt):
        if hidden and name != "s" and (game.group_of[name].kind != TABLEAU or i > down):
            where = f"on {name}" if i == down else "on a face-up one"
            raise PatienceError("deck", f"{placed.card} lies face down {where}", place=placed.place)
        down += hidden
    return Pile(tuple(placed.card for placed, _ in dealt), len(dealt) if name == "s" else down)


def laid(item: Deal | Board, name: str) -> tuple[Game, Table]:
    """The game and the table of a deal or a board; PatienceError `usage` for what no foreign format can tell."""
    if isinstance(item, Deal):
        return item.game, item.game.start(item.deck)
    game, _, table, partial = item
    if partial:
        raise PatienceError("usage", f"{name} cannot tell that cards are left out")
    if table.phase is not None:
        raise PatienceError("usage", f"{name} cannot tell {game.privilege.state(game, table)}")
    if table.redeals and game.stock.passes is not None:
        raise PatienceError("usage", f"{name} cannot tell that this is pass {table.redeals + 1} of {game.stock.passes}")
    return game, table


def dealt(item: Deal | Board, name: str) -> tuple[Card, ...]:
    """The deck of a deal, or of a board that is a start; PatienceError `usage` for a position further on."""
    deck = item.deck if isinstance(item, Deal) else deck_of(*laid(item, name))
    if deck is None:
        raise PatienceError("usage", f"{name} holds a deal, not a position further on")
    return deck


def places(lines: Iterable[str]) -> list[Place]:
    """The lines of a text as places to read from, each from its first column on."""
    return [Place(number, 1, line) for number, line in enumerate(lines, 1)]


def end_of(lines: list[str]) -> Place:
    """Where a text ends."""
    return Place(max(len(lines), 1), len(lines[-1]) + 1 if lines else 1, lines[-1] if lines else "")
