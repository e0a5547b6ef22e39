"""Where cards lie: piles and the table. Immutable values; no rules, no text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from .cards import Card


class Pile(NamedTuple):
    """Cards from the bottom to the one you could take (the stock: next card first); the lowest `down` lie face down.

    A face-down card on a face-up one cannot be written.
    """

    cards: tuple[Card, ...] = ()
    down: int = 0

    @property
    def up(self) -> tuple[Card, ...]:
        """The cards that lie face up, bottom first."""
        return self.cards[self.down :]

    @property
    def top(self) -> Card | None:
        """The last card, or None when the pile is empty."""
        return self.cards[-1] if self.cards else None

    def plus(self, packet: tuple[Card, ...]) -> Pile:
        """This pile with a packet laid on it, face up."""
        return Pile(self.cards + packet, self.down)

    def minus(self, count: int) -> Pile:
        """This pile without its last `count` cards; a face-down card that becomes the top is turned up."""
        left = len(self.cards) - count
        return Pile(self.cards[:left], self.down if self.down < left else max(0, left - 1))


EMPTY = Pile()


class Table(NamedTuple):
    """All piles by name, how often the waste was turned over, and a memory that belongs to the game's privilege."""

    piles: Mapping[str, Pile]
    redeals: int = 0
    phase: object = None

    def having(self, changed: Mapping[str, Pile]) -> Table:
        """The table with some piles changed."""
        return Table({**self.piles, **changed}, self.redeals, self.phase)
