"""Can this be won? Solvers for the games, from any position, behind one function.

Every game has a module here with `solve(game, table, meter)`, most of them a small model for the one search of
`driver`. A line is played through the engine before it is returned; "unwinnable" comes from a complete search only.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from ..errors import PatienceError
from ..game import Game
from ..moves import Move
from ..table import Table
from .verdict import UNDECIDED, UNWINNABLE, WINNABLE, Meter, Progress, Verdict

__all__ = ["NODES", "UNDECIDED", "UNWINNABLE", "WINNABLE", "Meter", "Progress", "Verdict", "peek", "solve"]

# The default budget, in expanded positions.
NODES = 300_000

_MODULES = {
    "gold-mine": "gold_mine",
    "spiderette": "spiderette",
    "quadrille": "quadrille",
    "miss-milligan": "milligan",
    "milligan-grace": "milligan",
    "milligan-spanish": "milligan",
    "milligan-improved": "milligan",
    "milligan-single": "milligan",
    "milligan-strict": "milligan",
    "milligan-weave": "milligan",
}


def solve(
    game: Game,
    table: Table,
    *,
    nodes: int = NODES,
    seconds: float | None = None,
    progress: Callable[[Progress], None] | None = None,
    line: bool = True,
) -> Verdict:
    """Whether `table` can be won, knowing where every card lies.

    At most `nodes` positions are expanded over all attempts together: the same budget gives the same verdict, count
    and line, always. `seconds` is an outer stop that makes the verdict `undecided` and `stopped`. `progress` is called
    every few hundred positions. Without `line`, a game that is decided without a search (Quadrille) does not write
    down how it is won, which takes most of its time. PatienceError `deck` for a table that leaves cards out: it
    can never be won.
    """
    if nodes < 1 or (seconds is not None and seconds <= 0):
        raise ValueError("a budget is more than nothing")
    if (cards := game.total(table)) != game.deck_size:
        raise PatienceError("deck", f"a table with {cards} of {game.deck_size} cards can never be won")
    if game.won(table):
        return Verdict(WINNABLE)
    module = import_module(f".{_MODULES.get(game.name, 'generic')}", __package__)
    verdict = module.solve(game, table, Meter(nodes, seconds, progress, line))
    assert isinstance(verdict, Verdict)
    return verdict


def peek(game: Game, table: Table, *, nodes: int = NODES) -> Move | None:
    """The first move of a line to the win, if one is found: a hint that has looked at every hidden card."""
    moves = solve(game, table, nodes=nodes).moves
    return moves[0] if moves else None
