"""Cards as small numbers, for models: `4 * (rank - 1) + suit`, suits as C D H S; a column is their `bytes`."""

from __future__ import annotations

from collections.abc import Iterable

from ..cards import CARDS, SUITS, Card

# The number of a card, and the card of a number.
CODE: dict[Card, int] = {card: 4 * (card.rank - 1) + SUITS.index(card.suit) for card in CARDS.values()}
CARD: tuple[Card, ...] = tuple(sorted(CODE, key=CODE.__getitem__))

RED = tuple(card.red for card in CARD)
# The cards a card may lie on, one rank higher and of the other colour: none for a king.
HOSTS: tuple[tuple[int, ...], ...] = tuple(
    tuple(CODE[below] for below in CARD if below.rank == above.rank + 1 and below.red != above.red) for above in CARD
)


def coded(cards: Iterable[Card]) -> bytes:
    """Cards as the bytes of their numbers."""
    return bytes([CODE[card] for card in cards])
