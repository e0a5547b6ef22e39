"""Spiderette: few layers, some of them huge.

A column is known by a number, given when it is first seen, and a state is seven of these. Everything that can be said
of a column alone is worked out once: its share of the score, and how it can be cut.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..cards import KING
from ..dealing import DealToTableau, NoGaps
from ..game import Game
from ..moves import DEAL, Move, Transfer
from ..privileges import DiscardsRuns
from ..table import Pile, Table
from .codes import coded
from .driver import Attempt, search
from .hopeless import hopeless
from .spiderette_columns import Columns
from .verdict import Meter, Verdict


class Weights(NamedTuple):
    """What a column adds to a score: points for each card face down, each card on one that it does not fit, each on
    one of another suit that it does, a base that is no king, each card above a lower one, each face-up run of a column
    with cards face down, each card at all (for complete runs that are out); `gap` points less for an empty column."""

    hidden: int
    misfit: int
    off_suit: int
    base: int
    lid: int
    burden: int
    card: int
    gap: int


# Found by trying: a join out of suit is worse than a card that fits nowhere, which can leave again.
WEIGHTS = (
    Weights(4, 2, 8, 2, 0, 2, 6, 7),
    Weights(6, 3, 8, 1, 0, 2, 5, 9),
    Weights(10, 6, 3, 3, 1, 0, 2, 12),
    Weights(14, 5, 2, 2, 2, 0, 2, 8),
    Weights(5, 2, 8, 0, 0, 5, 6, 7),
    Weights(4, 2, 13, 2, 0, 0, 6, 3),
    Weights(17, 2, 7, 7, 3, 0, 0, 13),
    Weights(4, 10, 7, 7, 1, 0, 5, 20),
    # Of a player who does not see what lies face down.
    Weights(90, 4, 8, 13, 0, 1, 4, 6),
)

# Narrow first: widening wins more than trying again.
PLAN = (
    *(Attempt(weights, 300, 60, 3_000) for weights in (0, 1)),
    *(Attempt(weights, 2_000, 200, 20_000) for weights in (0, 1, 2, 3)),
    Attempt(0, 5_000, None, 5_000, exact=True),
    *(Attempt(weights, 20_000, 4_000, 150_000) for weights in (0, 6, 2, 1)),
    Attempt(0, 100_000, None, 300_000, exact=True),
    *(Attempt(weights, 60_000, 12_000, 500_000) for weights in (0, 2, 4, 5, 6, 7)),
)

State = tuple[int, ...]


class Shares(dict[int, int]):
    """What columns, by number, add to a score."""

    def __init__(self, columns: Columns, weights: Weights) -> None:
        super().__init__()
        self.columns = columns
        self.weights = weights

    def __missing__(self, number: int) -> int:
        share = self[number] = self._share(self.columns.cards[number])
        return share

    def _share(self, column: bytes) -> int:
        weights = self.weights
        if len(column) == 1:
            return -weights.gap
        below = lowest = 4 * KING
        runs = 0
        share = weights.hidden * column[0] + weights.card * (len(column) - 1)
        for place, card in enumerate(column[1:]):
            if below >> 2 != (card >> 2) + 1:
                share += weights.misfit if place else weights.base
                runs += place > column[0]
            elif place and (below ^ card) & 3:
                share += weights.off_suit
                runs += place > column[0]
            if card >> 2 > lowest >> 2:
                share += weights.lid
            else:
                lowest = card
            below = card
        return share + weights.burden * (runs + 1) * (column[0] > 0)


class Spiderette:
    """The model: a state is the numbers of the columns; 0 is the empty one.

    Once the stock is out it does not matter which column is which; before that it does not matter for those that
    no deal will reach any more. These are kept sorted. An exact model makes every move that the rules allow. The
    other one uses only the first of several gaps, and moves no whole column to one.
    """

    def __init__(self, game: Game, table: Table, attempt: Attempt, columns: Columns | None = None) -> None:
        stock = game.stock
        assert isinstance(stock, DealToTableau)
        self.game = game
        self.exact = attempt.exact
        self.width = len(game.columns)
        self.when = stock.when
        self.auto = isinstance(game.privilege, DiscardsRuns)
        self.columns = columns or Columns()
        self.shares = Shares(self.columns, WEIGHTS[attempt.weights])
        # How hard states are looked at that may be lost.
        self.patience = 400 if self.exact else 40
        self.begin(table)

    def begin(self, table: Table) -> None:
        """Take another table to start from; what is known of columns stays."""
        self.table = table
        cards = coded(table.piles["s"].cards)
        self.rows = [cards[begin : begin + self.width] for begin in range(0, len(cards), self.width)]
        self.layers = len(self.rows) + 1
        # How many columns, from the left, a later deal can reach, by layer.
        self.labelled = [max((len(row) for row in self.rows[layer:]), default=0) for layer in range(self.layers)]
        # From which layer on states are watched for those that are lost.
        self.watched = self.layers - (2 if self.exact else 1)
        self._lost: dict[tuple[int, ...], bool] = {}

    # -- states and tables -----------------------------------------------------------------------------------------

    def read(self, table: Table, layer: int) -> State:
        """The state of a table."""
        return self._state([self._seen(table.piles[name]) for name in self.game.columns], layer)

    def _seen(self, pile: Pile) -> int:
        return self.columns.number(bytes((pile.down,)) + coded(pile.cards))

    def _state(self, numbers: list[int], layer: int) -> State:
        labelled = self.labelled[layer]
        if labelled < self.width:
            numbers[labelled:] = sorted(numbers[labelled:])
        return tuple(numbers)

    def hidden(self, number: int) -> int:
        """How many cards of a column lie face down."""
        return self.columns.cards[number][0]

    def start(self) -> State:
        return self.read(self.table, 0)

    def deal(self, state: State, layer: int) -> State | None:
        if isinstance(self.when, NoGaps) and 0 in state and not (self.when.if_short and self._short(state)):
            return None
        number, cards = self.columns.number, self.columns.cards
        numbers = list(state)
        for place, card in enumerate(self.rows[layer]):
            numbers[place] = number(cards[state[place]] + bytes((card,)))
        if self.auto:
            numbers = [self.columns.cleared(number) for number in numbers]
        return self._state(numbers, layer + 1)

    def _short(self, state: State) -> bool:
        return sum(len(self.columns.cards[number]) - 1 for number in state) < self.width

    def lost(self, state: Sequence[int], layer: int) -> bool:
        if layer < self.watched:
            return False
        kinds = [self.columns.kind(number) for number in state]
        labelled = self.labelled[layer]
        kinds[labelled:] = sorted(kinds[labelled:])
        key = (layer, *kinds)
        known = self._lost.get(key)
        if known is None:
            profiles = [self.columns.profiles[kind] for kind in kinds]
            known = self._lost[key] = hopeless(profiles, self.rows[layer:], patience=self.patience)
        return known

    def won(self, state: State) -> bool:
        return not any(state)

    # -- the search ------------------------------------------------------------------------------------------------

    def score(self, state: State, layer: int) -> int:
        return 200 + sum(map(self.shares.__getitem__, state))

    def moves(self, state: State, layer: int) -> list[State]:
        return [after for after, _, _, _ in self.ways(state, layer)]

    def ways(self, state: State, layer: int) -> list[tuple[State, int, int, int]]:
        """The steps from a state: where it leads to, source, target (-1: the foundations), number of cards."""
        ways = []
        labelled, width, columns = self.labelled[layer], self.width, self.columns
        tops, cards = columns.tops, columns.cards
        hosts: dict[int, list[int]] = {}
        for place, number in enumerate(state):
            hosts.setdefault(tops[number], []).append(place)
        gaps = hosts.get(-1, [])
        for source, number in enumerate(state):
            for host, rest, packet, size, final in columns.known_cuts[number] or columns.cuts(number):
                targets = hosts.get(host, [])
                if gaps and (rest or self.exact):
                    targets = targets + (gaps if self.exact else gaps[:1])
                if size == KING:
                    targets = [*targets, -1]
                for target in targets:
                    after = list(state)
                    after[source] = rest
                    if target >= 0:
                        after[target] = columns.number(cards[state[target]] + packet)
                    if self.auto:
                        after = [columns.cleared(number) for number in after]
                    if labelled < width:
                        after[labelled:] = sorted(after[labelled:])
                    if final and self.exact and self.lost(after, layer):
                        continue
                    ways.append((tuple(after), source, target, size))
        return ways

    # -- the line --------------------------------------------------------------------------------------------------

    def line(self, table: Table, state: State, after: State, layer: int, *, deal: bool) -> Sequence[Move]:
        if deal:
            return [DEAL]
        if state == after:
            return []
        _, source, target, size = next(way for way in self.ways(state, layer) if way[0] == after)
        names = self.game.columns
        labelled = self.labelled[layer]
        seen = [self._seen(table.piles[name]) for name in names]

        def name(place: int) -> str:
            return names[place if place < labelled else seen.index(state[place], labelled)]

        if target < 0:
            home = self.game.takes_home(table, name(source), KING)
            return [Transfer(name(source), home or self.game.foundations[0], KING)]
        return [Transfer(name(source), name(target), size)]


def solve(game: Game, table: Table, meter: Meter) -> Verdict:
    """The plug-in's door: see `solver.solve`."""
    columns = Columns()
    return search(game, table, PLAN, lambda attempt: Spiderette(game, table, attempt, columns), meter)
