"""Any declared game, slowly: the engine's own moves, one after another, in one layer.

For games that have no model of their own. It knows only what is declared, so its score is a guess; but it makes every
move, so when it runs out of positions the game cannot be won.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from ..dealing import TurnToWaste
from ..game import NO_PRIVILEGE, Game
from ..moves import Move
from ..rules import RESERVE, STOCK, WASTE, Builds, OwnSuit, Starts
from ..table import Pile, Table
from .driver import Attempt, search
from .verdict import Meter, Verdict

# Points for a card that is not home, one face down, one still in the stock, the waste or a reserve, one on a card that
# it does not fit, one above a lower one of its suit, and for a gap (counts against).
WEIGHTS = ((20, 10, 2, 6, 4, 8), (20, 4, 0, 10, 10, 20), (40, 20, 4, 2, 2, 0))

PLAN = (Attempt(0, None, None, 2_000), Attempt(1, None, None, 10_000), Attempt(2, None, None, 10_000))
PROOF = Attempt(0, None, None, None, exact=True)


class State:
    """A table, equal to any other whose columns differ only in their order, where that does not matter."""

    __slots__ = ("_hash", "key", "table")

    def __init__(self, table: Table, key: Hashable) -> None:
        self.table = table
        self.key = key
        self._hash = hash(key)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.key == other.key


class Generic:
    """The model: its states are tables, its moves are the engine's, deals included."""

    layers = 1

    def __init__(self, game: Game, table: Table, attempt: Attempt) -> None:
        self.game = game
        self.table = table
        self.weights = WEIGHTS[attempt.weights]
        groups = [game.group_of[name] for name in game.columns]
        rules = groups[0].accepts + groups[0].gives if groups else ()
        self._builds = [rule.build for rule in rules if isinstance(rule, Builds)]
        self._bases = [rule.rank for rule in rules if isinstance(rule, Starts)]
        # Columns are alike unless something can tell them apart: a rule, a licence that remembers them, or a row dealt.
        self._alike = (
            all(group is groups[0] for group in groups)
            and not any(isinstance(rule, OwnSuit) for rule in rules)
            and game.privilege is NO_PRIVILEGE
        )
        self._to_waste = isinstance(game.stock, TurnToWaste)
        self._others = tuple(name for name in game.names if name not in game.columns)
        self._aside = tuple(name for kind in (STOCK, WASTE, RESERVE) for name in game.of_kind(kind))

    def state(self, table: Table) -> State:
        """The state of a table."""
        piles = table.piles
        columns = [piles[name] for name in self.game.columns]
        if self._alike and (self._to_waste or not self.game.stock_cards(table)):
            columns.sort()
        others = tuple(piles[name] for name in self._others)
        return State(table, (tuple(columns), others, table.redeals, table.phase))

    def start(self) -> State:
        return self.state(self.table)

    def deal(self, state: State, layer: int) -> None:
        return None

    def lost(self, state: State, layer: int) -> bool:
        return False

    def won(self, state: State) -> bool:
        return self.game.won(state.table)

    def moves(self, state: State, layer: int) -> Iterator[State]:
        for move in self.game.legal(state.table):
            yield self.state(self.game.moved(state.table, move))

    def score(self, state: State, layer: int) -> int:
        piles = state.table.piles
        away, _, aside, _, _, gap = self.weights
        value = away * (self.game.deck_size - self.game.home(state.table))
        value += aside * sum(len(piles[name].cards) for name in self._aside)
        for name in self.game.columns:
            value += self._share(piles[name]) if piles[name].cards else -gap
        return max(1, value)

    def _share(self, pile: Pile) -> int:
        """What a column adds to the score."""
        _, hidden, _, misfit, lid, _ = self.weights
        share = hidden * pile.down
        lowest: dict[str, int] = {}
        below = None
        for card in pile.cards:
            if below is None:
                share += misfit * (bool(self._bases) and card.rank not in self._bases)
            elif any(build.clash(below, card) for build in self._builds):
                share += misfit
            if lowest.setdefault(card.suit, card.rank) < card.rank:
                share += lid
            else:
                lowest[card.suit] = card.rank
            below = card
        return share

    def line(self, table: Table, state: State, after: State, layer: int, *, deal: bool) -> Sequence[Move]:
        if state is after:
            return []
        return [next(move for move in self.game.legal(table) if self.game.moved(table, move) == after.table)]


def solve(game: Game, table: Table, meter: Meter) -> Verdict:
    """The plug-in's door: see `solver.solve`."""
    return search(game, table, (*PLAN, PROOF), lambda attempt: Generic(game, table, attempt), meter)
