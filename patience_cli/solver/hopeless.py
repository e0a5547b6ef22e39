"""A proof, at a glance, that a Spiderette position is lost: not even one suit can be got together.

Cut every column where a card lies on one that is face down or not one rank higher. Between two cuts lies a *level*, its
lowest card is its *head*. Moves can never take a head and the card below it together, so the levels of a column come
free from the top down, each by a move of its head; what is below the head of the top level lies as it lay, and nothing
can be laid on it.

Every other card, but for the heads of the top levels, is loose: it lies on a card one rank higher that is not buried
either, or at the base of a column that has lost all its levels. So count *places*: for rank r, cards of rank r + 1 that
are not buried, less loose cards of rank r. A level that comes free offers one place, for the rank below its last card,
and to come free its head needs one, or an empty column. The places for a rank may fall below nothing only as far as
empty columns make up for it. Each position that can be reached meets these conditions, so do all on the way to it, and
a suit can leave only when none of its cards is buried. If no order of freeing levels that meets them unburies a suit,
no suit will ever leave.

A deal lays a level of one card on each column it reaches. We forget which loose cards it covers, except the head of
the top level; and should the card happen to fit where it falls, it has a place, so it may count as free.

The conditions forget where loose cards lie and, but for the last one, all suits: so a position that passes may well be
lost. One that fails is lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Level(NamedTuple):
    """A level: the rank of its head (1 to 13), the rank that it offers a place (0: none, it ends with an ace), the
    suits of the cards below the head in its column, a bit each, and the same with the head's."""

    head: int
    place: int
    below: int
    under: int


class Profile(NamedTuple):
    """What matters of a column: its levels, lowest first, and its suits, a bit each."""

    levels: tuple[Level, ...]
    suits: int


def profile(column: bytes) -> Profile:
    """The profile of a column, given as the number of its face-down cards and then its cards."""
    levels: list[Level] = []
    hidden, cards = column[0], column[1:]
    suits = 0
    for number, card in enumerate(cards):
        rank = (card >> 2) + 1
        below = suits
        suits |= 1 << (card & 3)
        if number > hidden and cards[number - 1] >> 2 == rank:
            levels[-1] = levels[-1]._replace(place=rank - 1)
        else:
            levels.append(Level(rank, rank - 1, below, suits))
    return Profile(tuple(levels), suits)


class _Order:
    """How far levels have come free, in some order.

    For each column the levels left, and a bit for each deal whose card lies on it; by rank the places, less than none
    where an empty column stands in, and the heads of all levels left or still to be dealt; the empty columns that are
    to spare; and the deals made.
    """

    __slots__ = ("deals", "dealt", "depths", "places", "spare", "waiting")

    def __init__(
        self, depths: list[int], dealt: list[int], places: list[int], waiting: list[int], spare: int, deals: int
    ) -> None:
        self.depths = depths
        self.dealt = dealt
        self.places = places
        self.waiting = waiting
        self.spare = spare
        self.deals = deals

    def copy(self) -> _Order:
        return _Order(self.depths[:], self.dealt[:], self.places[:], self.waiting[:], self.spare, self.deals)


class _Search:
    """The search for an order of freeing levels that unburies a suit."""

    def __init__(self, columns: Sequence[Profile], rows: Sequence[bytes]) -> None:
        self.levels = [column.levels for column in columns]
        self.rows = rows
        self.suits = 0
        self.start = _Order(
            [len(levels) for levels in self.levels],
            [0] * len(columns),
            [0] * 14,
            [0] * 14,
            sum(not levels for levels in self.levels),
            0,
        )
        for column in columns:
            self.suits |= column.suits
            if column.levels:
                self.start.places[column.levels[-1].place] += 1
            for level in column.levels:
                self.start.waiting[level.head] += 1
        # The suits of the cards that are still to be dealt, by the deals made.
        self.stock = [0] * (len(rows) + 1)
        for deal in range(len(rows) - 1, -1, -1):
            self.stock[deal] = self.stock[deal + 1]
            for card in rows[deal]:
                self.start.waiting[(card >> 2) + 1] += 1
                self.stock[deal] |= 1 << (card & 3)
        self.suits |= self.stock[0]

    def fails(self, patience: int) -> bool:
        """Whether there is no such order; False as well when more than `patience` steps have not told."""
        if not self.suits:
            return False
        seen: set[tuple[int, ...]] = set()
        orders = [self.start]
        while orders:
            order = orders.pop()
            self.free_what_is_safe(order)
            key = (order.deals, *order.depths, *order.dealt)
            if key in seen:
                continue
            seen.add(key)
            if self.suits & ~self.buried(order) or len(seen) > patience:
                return False
            if order.deals < len(self.rows):
                after = order.copy()
                self.deal(after)
                orders.append(after)
            for column in range(len(self.levels)):
                if (head := self.head(order, column)) and (order.places[head] > 0 or order.spare):
                    after = order.copy()
                    self.free(after, column)
                    orders.append(after)
        return True

    def head(self, order: _Order, column: int) -> int:
        """The rank of the head of a column's top level, 0 when it has none."""
        if dealt := order.dealt[column]:
            return (self.rows[dealt.bit_length() - 1][column] >> 2) + 1
        depth = order.depths[column]
        return self.levels[column][depth - 1].head if depth else 0

    def free(self, order: _Order, column: int) -> None:
        """The top level of a column comes free."""
        head = self.head(order, column)
        order.waiting[head] -= 1
        order.places[head] -= 1
        if order.places[head] < 0:
            order.spare -= 1
        if dealt := order.dealt[column]:
            order.dealt[column] = dealt ^ (1 << (dealt.bit_length() - 1))
            return
        order.depths[column] -= 1
        if depth := order.depths[column]:
            self.offer(order, self.levels[column][depth - 1].place)
        else:
            order.spare += 1

    @staticmethod
    def offer(order: _Order, place: int) -> None:
        """One place more for a rank."""
        if order.places[place] < 0:
            order.spare += 1
        order.places[place] += 1

    def free_what_is_safe(self, order: _Order) -> None:
        """Free levels as long as there are places for all that wait for the same rank: nothing is lost by that."""
        again = True
        while again:
            again = False
            for column in range(len(self.levels)):
                while (head := self.head(order, column)) and order.places[head] >= order.waiting[head]:
                    self.free(order, column)
                    again = True

    def deal(self, order: _Order) -> None:
        """The next row is dealt."""
        for column, card in enumerate(self.rows[order.deals]):
            order.dealt[column] |= 1 << order.deals
            self.offer(order, card >> 2)
        order.deals += 1

    def buried(self, order: _Order) -> int:
        """The suits that have cards buried, or to be dealt."""
        buried = self.stock[order.deals]
        for column, depth in enumerate(order.depths):
            if depth:
                level = self.levels[column][depth - 1]
                buried |= level.under if order.dealt[column] else level.below
        return buried


def hopeless(columns: Sequence[Profile], rows: Sequence[bytes] = (), *, patience: int = 1_000) -> bool:
    """Whether it is proven that no suit can leave, though there are suits left; `rows` are to be dealt.

    False also when a search for an order that would free a suit is given up, after so many steps.
    """
    return _Search(columns, rows).fails(patience)
