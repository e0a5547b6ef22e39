"""The columns of Spiderette by number, with everything that can be said of one alone, worked out once."""

from __future__ import annotations

from typing import NamedTuple

from ..cards import KING
from .hopeless import Profile, profile


class Cut(NamedTuple):
    """A way to part a column: the rank a card must have to take the upper part (13: none has), the number of the
    column that is left, the upper part, its number of cards, and whether there is no way back: it would not fit.

    Ranks count from 0 here, as in the codes of cards.
    """

    host: int
    rest: int
    packet: bytes
    size: int
    final: bool


class Columns:
    """All columns seen so far. A column is the number of its face-down cards and then its cards, base first; it is
    given a number when it is first seen, 0 is the empty one."""

    def __init__(self) -> None:
        self.cards: list[bytes] = []
        # The rank of the top card, -1 for the empty column.
        self.tops: list[int] = []
        self.known_cuts: list[list[Cut] | None] = []
        self._numbers: dict[bytes, int] = {}
        # Equal profiles have equal numbers too.
        self.profiles: list[Profile] = []
        self._kinds: dict[Profile, int] = {}
        self._kind_of: list[int] = []
        self.number(b"\0")

    def number(self, column: bytes) -> int:
        """The number of a column."""
        number = self._numbers.get(column)
        if number is None:
            number = self._numbers[column] = len(self.cards)
            self.cards.append(column)
            self.tops.append(column[-1] >> 2 if len(column) > 1 else -1)
            self.known_cuts.append(None)
        return number

    def cuts(self, number: int) -> list[Cut]:
        """The ways to part a column, the smallest packet first."""
        cuts = self.known_cuts[number]
        if cuts is None:
            column = self.cards[number]
            cuts = self.known_cuts[number] = []
            for start in range(len(column) - 1, column[0], -1):
                if start < len(column) - 1 and column[start] != column[start + 1] + 4:
                    break
                size = len(column) - start
                host = (column[start] >> 2) + 1
                final = start > 1 and (start - 1 <= column[0] or column[start - 1] >> 2 != host)
                cuts.append(Cut(host, self._without(column, size), column[start:], size, final))
        return cuts

    def _without(self, column: bytes, size: int) -> int:
        """The column without its last cards, the one below turned up."""
        rest = column[:-size]
        return self.number(bytes((min(rest[0], max(0, len(rest) - 2)),)) + rest[1:])

    def cleared(self, number: int) -> int:
        """The column without its complete runs."""
        while len(cuts := self.cuts(number)) == KING:
            number = cuts[-1].rest
        return number

    def kind(self, number: int) -> int:
        """The number of a column's profile."""
        while len(self._kind_of) <= number:
            seen = profile(self.cards[len(self._kind_of)])
            kind = self._kinds.setdefault(seen, len(self.profiles))
            if kind == len(self.profiles):
                self.profiles.append(seen)
            self._kind_of.append(kind)
        return self._kind_of[number]
