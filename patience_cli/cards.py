"""Cards: two letters that know their rank, suit and colour; and the packs they come in."""

from __future__ import annotations

import re

RANKS = "A23456789TJQK"
SUITS = "CDHS"
ACE, FIVE, SIX, QUEEN, KING = 1, 5, 6, 12, 13


class Card(str):
    """A card is its two-letter name, `9H`; it also knows `rank` (1 to 13), `suit` (a letter) and `red`.

    Being text, two equal cards of two packs are the same value, and a deck is `"".join(cards)`.
    """

    __slots__ = ("rank", "red", "suit")
    rank: int
    suit: str
    red: bool

    def __new__(cls, name: str) -> Card:
        """The card called `name`; ValueError when there is none."""
        if len(name) != 2 or name[0] not in RANKS or name[1] not in SUITS:
            raise ValueError(f"no card: {name!r}")
        card = super().__new__(cls, name)
        card.rank = RANKS.index(name[0]) + 1
        card.suit = name[1]
        card.red = card.suit in "DH"
        return card

    def __reduce__(self) -> tuple[type[Card], tuple[str]]:
        return Card, (str(self),)


CARDS: dict[str, Card] = {rank + suit: Card(rank + suit) for suit in SUITS for rank in RANKS}

# A pattern is compiled when it is first used, which `re` remembers: most runs of the program need few of them.
_GENEROUS = r"(10|[2-9ATJQKatjqk])([CDHScdhs♣♦♥♠♧♢♡♤])[\ufe0e\ufe0f]?"
_SYMBOLS = dict(zip("♣♦♥♠♧♢♡♤", SUITS + SUITS, strict=True))


def read_card(text: str) -> Card | None:
    """The card a person meant by `text` (`9h`, `10♥`, `TS`), or None when that is no card."""
    card = CARDS.get(text)
    if card is None and (match := re.fullmatch(_GENEROUS, text)):
        rank, suit = match.groups()
        card = CARDS[("T" if rank == "10" else rank.upper()) + _SYMBOLS.get(suit, suit.upper())]
    return card


def rank_name(rank: int) -> str:
    """The letter of a rank: 1 is A, 13 is K."""
    return RANKS[rank - 1]


def kind(packs: int, suits: str = SUITS) -> str:
    """The name of a deck's make-up, `1x52`, `2x52`, `8x13s`: copies, cards in a copy, its suits when not all four."""
    return f"{packs}x{13 * len(suits)}" + ("" if suits == SUITS else suits.lower())


def fresh(packs: int, suits: str = SUITS) -> list[Card]:
    """A deck in its box: copy after copy, suits in the order C D H S, ace to king."""
    return [CARDS[rank + suit] for suit in suits for rank in RANKS] * packs
