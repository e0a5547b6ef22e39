"""What the Miss Milligan models know of a column and of the cards at home, each found out when first asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from ..cards import KING, SUITS
from .codes import HOSTS, RED

# A card that lies face down carries this bit; an empty column has this top.
DOWN = 64
NOTHING = 127
# The sources and targets of plays that are no columns; from `BACK` on the piles at home as sources, two a suit, the
# higher one first.
POCKET, HOME, ENDED, BACK = 8, 9, 10, 16


def _reach(card: int, onto: int) -> int:
    if onto == NOTHING:
        return KING - (card >> 2)
    if onto >= len(HOSTS):
        return 0
    count = (onto >> 2) - (card >> 2)
    return count if count > 0 and (RED[onto] == RED[card]) == (count % 2 == 0) else 0


# FITS[above][below]: whether one card may lie on another, which may be a hidden one, and then it may not.
FITS: tuple[bytes, ...] = tuple(bytes(below in hosts for below in range(NOTHING + 1)) for hosts in HOSTS)
# REACH[card][onto]: how many cards of a run that ends with `card` go onto a top, were the run long enough; 0: none.
REACH: tuple[bytes, ...] = tuple(bytes(_reach(card, onto) for onto in range(NOTHING + 1)) for card in range(len(HOSTS)))


def bared(cards: bytes) -> bytes:
    """A column with its top turned up."""
    return cards[:-1] + bytes((cards[-1] & ~DOWN,)) if cards and cards[-1] >= DOWN else cards


def misfits(columns: Sequence[bytes]) -> Iterator[bytes]:
    """All pairs of neighbours out of build, hidden ones included, the lower card first."""
    for cards in columns:
        for below, above in pairwise(cards):
            if not FITS[above & ~DOWN][below & ~DOWN]:
                yield bytes((below & ~DOWN, above & ~DOWN))


class Column(NamedTuple):
    """The top card, how many cards up to it are in build, how many there are, and whether none lies on a lower one."""

    top: int
    run: int
    size: int
    descends: bool


class Columns(dict[bytes, Column]):
    """What is known of columns."""

    def __missing__(self, cards: bytes) -> Column:
        size = len(cards)
        run = min(size, 1)
        while run < size and FITS[cards[-run]][cards[-run - 1]]:
            run += 1
        ranks = [(card & ~DOWN) >> 2 for card in cards]
        descends = ranks == sorted(ranks, reverse=True)
        column = self[cards] = Column(cards[-1] if cards else NOTHING, run, size, descends)
        return column


class Weights(NamedTuple):
    """What a score counts: a pair out of build, a card on a lower one, a card on one that is needed soon; and what it
    takes off: a gap, a column from a king, a card at home, an open grace. A pocket in use counts too."""

    misfit: int
    lid: int
    soon: int
    gap: int
    king: int
    home: int
    pocket: int
    grace: int


class Scores(dict[bytes, int]):
    """The share of a column in the score, given the lower of the piles at home of each suit."""

    def __init__(self, weights: Weights, lower: bytes) -> None:
        super().__init__()
        self._weights = weights
        self._lower = lower

    def __missing__(self, cards: bytes) -> int:
        weights, lower = self._weights, self._lower
        value = 0 if cards else -weights.gap
        lowest = KING
        below = NOTHING
        for above, card in enumerate(cards, 1 - len(cards)):
            card &= ~DOWN
            rank = card >> 2
            if below != NOTHING and not FITS[card][below]:
                value += weights.misfit
            if rank > lowest:
                value += weights.lid
            else:
                lowest = rank
            if rank <= lower[card & 3] + 1:
                value -= weights.soon * above
            below = card
        if cards and (cards[0] & ~DOWN) >> 2 == KING - 1:
            value -= weights.king
        self[cards] = value
        return value


class Home(NamedTuple):
    """What can be done with cards at home: the cards that can go there, with what is there then; those that are forced
    to go; the piles that a card can leave, with the card and what is there then; the share in the score; and the
    scores of columns."""

    up: dict[int, bytes]
    safe: frozenset[int]
    back: dict[int, tuple[int, bytes]]
    value: int
    scores: Scores


class Homes(dict[bytes, Home]):
    """What is known of cards at home, by the heights of the higher and the lower pile of each suit.

    A card is safe at home when all lower cards of the other colour are there: no card will ever need it to lie on.
    `proven` is for games in which cards do not come back, a row may be dealt at any time, and no grace opens; then
    only those cards are forced that are sure to cost nothing. These are the safe ones of which both piles have come
    as far: leave out of a win whatever it does with the card, and it is a win from the table without that card, for
    what comes to lie on it is dealt there, and can do without it. Where one pile is behind, two equal cards may
    compete for one place, and it may matter which of them goes.
    """

    def __init__(self, weights: Weights, packs: int, *, forced: bool, proven: bool) -> None:
        super().__init__()
        self._weights = weights
        self._packs = packs
        self._forced = forced
        self._proven = proven
        self._scores: dict[bytes, Scores] = {}

    def __missing__(self, home: bytes) -> Home:
        lower = home[1::2]
        up: dict[int, bytes] = {}
        for suit in range(len(SUITS)):
            for height in home[2 * suit : 2 * suit + 2]:
                if height < KING:
                    up[4 * height + suit] = _with(home, suit, height, height + 1)
        safe = frozenset(card for card in up if self._forced and self._safe(card, lower))
        if lower not in self._scores:
            self._scores[lower] = Scores(self._weights, lower)
        value = 1500 - self._weights.home * sum(home)
        record = self[home] = Home(up, safe, dict(self._backs(home)), value, self._scores[lower])
        return record

    def _safe(self, card: int, lower: bytes) -> bool:
        rank = card >> 2
        others = min(lower[0], lower[3]) if RED[card] else min(lower[1], lower[2])
        return others >= rank and not (self._proven and lower[card & 3] < rank)

    def _backs(self, home: bytes) -> Iterator[tuple[int, tuple[int, bytes]]]:
        """The piles that a card can leave: with one pack the higher is none, of two equal ones the first will do."""
        for pile, height in enumerate(home):
            suit, low = divmod(pile, 2)
            real = low or self._packs == 2
            twin = low and self._packs == 2 and height == home[pile - 1]
            if height and real and not twin:
                yield BACK + pile, (4 * (height - 1) + suit, _with(home, suit, height, height - 1))


def _with(home: bytes, suit: int, height: int, instead: int) -> bytes:
    """The heights with one of a suit changed."""
    pair = list(home[2 * suit : 2 * suit + 2])
    pair[pair.index(height)] = instead
    return home[: 2 * suit] + bytes(sorted(pair, reverse=True)) + home[2 * suit + 2 :]
