"""A player who does not peek: he knows the open cards, and which cards are unseen, but not how these lie.

He imagines the unseen cards in an order of his own, looks round from there as a solver does, and carries out what
leads to the best-looking table that can be reached before something new is seen: a row, a card turned up. Then he
thinks again. The true order cannot matter to him, for all that he looks at is a table that he has imagined; and that
depends on the unseen cards only by which they are. Once nothing is hidden he knows as much as the solver, and asks it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from random import Random
from typing import NamedTuple, TypeVar

from ..game import PLAYING, Game
from ..moves import DEAL, REDEAL, Move
from ..rules import TABLEAU
from ..table import Pile, Table
from . import solve
from .driver import Attempt, Layer, Model, homeward, spread
from .gold_mine import GoldMine
from .milligan import Milligan
from .spiderette import Spiderette
from .verdict import Meter

S = TypeVar("S", bound=Hashable)

# Positions that are looked at before something new is seen, and once nothing is hidden.
WIDTH = 600
OPEN_NODES = 20_000


class Played(NamedTuple):
    """How a game went: whether it was won, and the moves."""

    won: bool
    moves: tuple[Move, ...]


def play_blind(game: Game, table: Table) -> Played:
    """Play a table to its end without peeking; the same table is always played the same way."""
    moves: list[Move] = []
    while plan := planned(game, table):
        for move in plan:
            table = game.play(table, move)
        moves += plan
    return Played(game.won(table), tuple(moves))
