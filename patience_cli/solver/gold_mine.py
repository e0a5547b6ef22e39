"""Gold Mine: nineteen layers, most of them small.

What makes it easy: every column is built in runs from its base, so nothing is ever buried in one, and the game is won
as soon as stock and waste are empty.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..dealing import TurnToWaste
from ..game import Game
from ..moves import DEAL, Move, Transfer
from ..table import Table
from .codes import CARD, CODE, HOSTS, RED, coded
from .driver import Attempt, search
from .verdict import Meter, Verdict

# What a score counts: cards of the waste, waste cards above a lower one of their suit, empty columns, the first two of
# these once more, cards at home, kinds of column tops that could take a card.
WEIGHTS = (
    (12, 6, 14, 0, 4, 2),
    (20, 4, 10, 0, 6, 4),
    (10, 10, 20, 0, 2, 2),
    (16, 2, 24, 0, 8, 0),
    # Of a player who does not see the order of the stock: he keeps two columns empty when he can.
    (20, 2, 24, 28, 12, 6),
)

# What narrow attempts miss, others as narrow with other weights find, cheaper than a wide one does.
PLAN = (
    Attempt(0, 300, 100, 300),
    Attempt(1, 300, 100, 300),
    *(Attempt(weights, 600, 600, 600) for weights in (2, 1, 3, 0)),
    Attempt(2, 2000, 700, 2000),
    Attempt(1, 4000, 1500, 4000),
    Attempt(3, 8000, 3000, 8000),
    Attempt(2, 8000, 3000, 8000),
    Attempt(0, 16000, 6000, 16000),
    Attempt(0, None, None, None, exact=True),
)


class State(NamedTuple):
    """Columns, sorted, for it does not matter which is which; cards at home by suit; the waste."""

    columns: tuple[bytes, ...]
    home: tuple[int, ...]
    waste: bytes


# A step: the state it leads to, source and target (a column's number, or one of these), number of cards.
WASTE, HOME = -1, -2
Way = tuple[State, int, int, int]


class GoldMine:
    """The model. An exact one makes every move that the rules allow, and plays home by itself only what is proven
    never to harm (see `_forced`).

    The other one also forgets about moves that hardly ever help: part of a run moves only to bare a card that can go
    home, nothing of a column of runs to an empty one, and a card from home only onto another card.
    """

    def __init__(self, game: Game, table: Table, attempt: Attempt, *, force: bool = True) -> None:
        stock = game.stock
        assert isinstance(stock, TurnToWaste)
        self.game = game
        self.exact = attempt.exact
        self.weights = WEIGHTS[attempt.weights]
        self.turn = stock.cards
        self.returns = game.values["foundation-return"]
        self.any_tail = game.values["move-unit"] == "any"
        self._force = force
        self._packets: dict[bytes, dict[int, tuple[int, ...]]] = {}
        self._ends: dict[bytes, int] = {}
        self.begin(table)

    def begin(self, table: Table) -> None:
        """Take another table to start from; what is known of columns stays."""
        self.table = table
        self.stock = coded(table.piles["s"].cards)
        self.layers = -(-len(self.stock) // self.turn) + 1
        self.tidy = all(_run(column) == len(column) for column in self.read(table).columns)
        self.forced = [self._forced(layer) if self._force else (False, False) for layer in range(self.layers)]

    def _forced(self, layer: int) -> tuple[bool, bool]:
        """Whether safe cards (see `_safe`) of the columns, and of the waste, are played home at once.

        Proven for both where nothing comes back: no card will ever need a safe one to lie on, for those that could
        can go home themselves as soon as they could move there; so a win without that play is one with it. Proven for
        columns where cards may come back: a card of a run may go back to where it was, and the state after a card
        came back is left as it is, so nothing is out of reach. For the waste with cards coming back it is only likely.
        """
        if not self.exact:
            return True, True
        if not self.tidy:
            return False, False
        if self.returns == "never":
            return True, True
        return self._returns_now(layer), False

    def _returns_now(self, layer: int) -> bool:
        return self.returns == "always" or (self.returns == "stock-empty" and layer == self.layers - 1)

    # -- states and tables -----------------------------------------------------------------------------------------

    def read(self, table: Table) -> State:
        """The state of a table."""
        home = [0] * 4
        for name in self.game.foundations:
            if top := table.piles[name].top:
                home[CODE[top] & 3] = top.rank
        columns = sorted(coded(table.piles[name].cards) for name in self.game.columns)
        return State(tuple(columns), tuple(home), coded(table.piles["w"].cards))

    def start(self) -> State:
        columns, home, waste = self.read(self.table)
        return self._settled(list(columns), list(home), waste, 0)

    def deal(self, state: State, layer: int) -> State | None:
        columns, home, waste = state
        begin = self.turn * layer
        return self._settled(list(columns), list(home), waste + self.stock[begin : begin + self.turn], layer + 1)

    def lost(self, state: State, layer: int) -> bool:
        return False

    def won(self, state: State) -> bool:
        return not state.waste and (self.tidy or all(self._descends(column) for column in state.columns))

    @staticmethod
    def _descends(column: bytes) -> bool:
        ranks = [card >> 2 for card in column]
        return ranks == sorted(ranks, reverse=True)

    def _settled(self, columns: list[bytes], home: list[int], waste: bytes, layer: int) -> State:
        """The state once everything is home that is forced to go there."""
        from_columns, from_waste = self.forced[layer]
        again = from_columns or from_waste
        while again:
            again = False
            if from_columns:
                for number, column in enumerate(columns):
                    if column and home[column[-1] & 3] == column[-1] >> 2 and _safe(column[-1], home):
                        home[column[-1] & 3] += 1
                        columns[number] = column[:-1]
                        again = True
            if from_waste and waste and home[waste[-1] & 3] == waste[-1] >> 2 and _safe(waste[-1], home):
                home[waste[-1] & 3] += 1
                waste = waste[:-1]
                again = True
        columns.sort()
        return State(tuple(columns), tuple(home), waste)

    # -- the search ------------------------------------------------------------------------------------------------

    def score(self, state: State, layer: int) -> int:
        columns, home, waste = state
        per_waste, per_lid, per_gap, per_spare, per_home, per_top = self.weights
        lids = 0
        lowest = [13] * 4
        for card in waste:
            if lowest[card & 3] < card >> 2:
                lids += 1
            else:
                lowest[card & 3] = card >> 2
        gaps = columns.count(b"")
        value = 600 + per_waste * len(waste) + per_lid * lids - per_gap * gaps - per_home * sum(home)
        if per_spare:
            value -= per_spare * min(gaps, 2)
        if per_top:
            least = min(home)
            value -= per_top * len({HOSTS[c[-1]] for c in columns if c and c[-1] > 3 and c[-1] >> 2 > least})
        return value

    def moves(self, state: State, layer: int) -> Iterator[State]:
        for way in self.ways(state, layer):
            yield way[0]

    def ways(self, state: State, layer: int) -> Iterator[Way]:
        """The steps from a state."""
        columns, home, waste = state
        gap = columns[0] == b""
        for source, column in enumerate(columns):
            if not column:
                continue
            card = column[-1]
            size = len(column)
            if home[card & 3] == card >> 2:
                yield self._up(state, source, card, layer), source, HOME, 1
            packets = self._fitting(column)
            for target, other in enumerate(columns):
                if other and other[-1] in packets and target != source:
                    for count in packets[other[-1]]:
                        if count < size and not self.exact:
                            bared = column[-1 - count]
                            if home[bared & 3] != bared >> 2:
                                continue
                        after = self._carried(state, source, target, count, layer)
                        yield after, source, target, count
            if gap and (self.exact or not self.tidy):
                for count in range(1, min(self._loose(column) + 1, size)):
                    yield self._carried(state, source, 0, count, layer), source, 0, count
        if waste:
            card = waste[-1]
            if home[card & 3] == card >> 2:
                yield self._up(state, WASTE, card, layer), WASTE, HOME, 1
            for target, other in enumerate(columns):
                if (other[-1] in HOSTS[card]) if other else target == 0:
                    grown = list(columns)
                    grown[target] = other + waste[-1:]
                    yield self._settled(grown, list(home), waste[:-1], layer), WASTE, target, 1
        if self._returns_now(layer):
            yield from self._back(state)

    def _up(self, state: State, source: int, card: int, layer: int) -> State:
        columns = list(state.columns)
        home = list(state.home)
        home[card & 3] += 1
        if source == WASTE:
            return self._settled(columns, home, state.waste[:-1], layer)
        columns[source] = columns[source][:-1]
        return self._settled(columns, home, state.waste, layer)

    def _carried(self, state: State, source: int, target: int, count: int, layer: int) -> State:
        columns = list(state.columns)
        column = columns[source]
        columns[source] = column[:-count]
        columns[target] += column[-count:]
        return self._settled(columns, list(state.home), state.waste, layer)

    def _back(self, state: State) -> Iterator[Way]:
        """The cards that come back from home; nothing is played home after them."""
        for suit, rank in enumerate(state.home):
            if rank:
                card = 4 * (rank - 1) + suit
                for target, other in enumerate(state.columns):
                    if (other[-1] in HOSTS[card]) if other else self.exact and target == 0:
                        columns = list(state.columns)
                        columns[target] += bytes((card,))
                        columns.sort()
                        home = list(state.home)
                        home[suit] -= 1
                        yield State(tuple(columns), tuple(home), state.waste), HOME, target, suit

    def _loose(self, column: bytes) -> int:
        """How many cards from the top may move as one."""
        count = self._ends.get(column)
        if count is None:
            count = self._ends[column] = len(column) if self.any_tail else _run(column)
        return count

    def _fitting(self, column: bytes) -> dict[int, tuple[int, ...]]:
        """For each card that could take them: the numbers of cards that may move onto it."""
        packets = self._packets.get(column)
        if packets is None:
            packets = {}
            for count in range(1, self._loose(column) + 1):
                for host in HOSTS[column[-count]]:
                    packets[host] = (*packets.get(host, ()), count)
            self._packets[column] = packets
        return packets

    # -- the line --------------------------------------------------------------------------------------------------

    def line(self, table: Table, state: State, after: State, layer: int, *, deal: bool) -> Sequence[Move]:
        game = self.game
        moves: list[Move] = []
        if deal:
            moves.append(DEAL)
            table = game.moved(table, DEAL)
            layer += 1
        elif state != after:
            _, source, target, count = next(way for way in self.ways(state, layer) if way[0] == after)
            move = self._named(table, state, source, target, count)
            moves.append(move)
            table = game.moved(table, move)
            if source == HOME:
                return moves
        while self.read(table) != after:
            move = self._safe_play(table, layer)
            moves.append(move)
            table = game.moved(table, move)
        return moves

    def _named(self, table: Table, state: State, source: int, target: int, count: int) -> Transfer:
        """A step as the engine's move: columns are known by what lies in them."""
        names = {coded(table.piles[name].cards): name for name in self.game.columns}
        if source == HOME:
            card = CARD[4 * (state.home[count] - 1) + count]
            home = next(name for name in self.game.foundations if table.piles[name].top == card)
            return Transfer(home, names[state.columns[target]])
        name = "w" if source == WASTE else names[state.columns[source]]
        if target == HOME:
            return Transfer(name, self.game.takes_home(table, name, 1) or "f1")
        return Transfer(name, names[state.columns[target]], count)

    def _safe_play(self, table: Table, layer: int) -> Transfer:
        """A card that is forced home."""
        home = self.read(table).home
        from_columns, from_waste = self.forced[layer]
        names = (self.game.columns if from_columns else ()) + (("w",) if from_waste else ())
        for name in names:
            top = table.piles[name].top
            if top and _safe(CODE[top], home) and (target := self.game.takes_home(table, name, 1)):
                return Transfer(name, target)
        raise AssertionError("a state is settled that the table is not")


def _run(column: bytes) -> int:
    """How many cards from the top lie in build."""
    count = min(len(column), 1)
    while 0 < count < len(column) and column[-count - 1] in HOSTS[column[-count]]:
        count += 1
    return count


def _safe(card: int, home: Sequence[int]) -> bool:
    """Whether nothing is lost by playing home a card that can go there.

    Either both cards that could lie on it are home, or they can go there whenever they are free, and so can the card
    of the other suit of its colour that could lie on them.
    """
    rank = card >> 2
    others = min(home[0], home[3]) if RED[card] else min(home[1], home[2])
    return others >= rank or (others + 1 >= rank and home[3 - (card & 3)] + 2 >= rank)


def solve(game: Game, table: Table, meter: Meter) -> Verdict:
    """The plug-in's door: see `solver.solve`."""
    return search(game, table, PLAN, lambda attempt: GoldMine(game, table, attempt), meter)
