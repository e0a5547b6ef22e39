"""The states of the Miss Milligan games, what is known of a column and of the cards at home, and the ordinary plays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..cards import KING, SUITS
from .codes import HOSTS, RED

if TYPE_CHECKING:
    from .milligan import Milligan

# A card that lies face down carries this bit; an empty column has this top.
DOWN = 64
NOTHING = 127


class State(NamedTuple):
    """Columns from the base up; at home the higher and the lower pile of each suit; the pocket; the gaps of an open
    grace as bits; the score.

    With one pack the higher pile of each suit counts as full.
    """

    columns: tuple[bytes, ...]
    home: bytes
    pocket: bytes
    gaps: int
    value: int


# Source, target and number of cards: columns by number, the pocket, home, the end of a grace; from `BACK` on the
# piles at home as sources, two a suit, the higher one first.
Play = tuple[int, int, int]
Way = tuple[Play, ...]
POCKET, HOME, ENDED, BACK = 8, 9, 10, 16


def _flags(codes: Sequence[int]) -> bytes:
    return bytes(code in codes for code in range(NOTHING + 1))


def _reach(card: int, onto: int) -> int:
    """How many cards of a run that ends with `card` go on `onto`, were the run long enough; 0 for none."""
    if onto == NOTHING:
        return KING - (card >> 2)
    count = (onto >> 2) - (card >> 2)
    return count if count > 0 and (RED[onto] == RED[card]) == (count % 2 == 0) else 0


# FITS[above][below], for cards below that may lie face down; and for a top card, how long a run it has to end.
FITS: tuple[bytes, ...] = tuple(_flags(hosts) for hosts in HOSTS)
REACH: tuple[bytes, ...] = tuple(
    bytes(_reach(card, onto) if onto < len(HOSTS) or onto == NOTHING else 0 for onto in range(NOTHING + 1))
    for card in range(len(HOSTS))
)


class Column(NamedTuple):
    """The top card, how many cards up to it are in build, and how many there are."""

    top: int
    run: int
    size: int


class Columns(dict[bytes, Column]):
    """What is known of columns, found out when it is first asked for."""

    def __init__(self) -> None:
        super().__init__()
        self._descends: dict[bytes, bool] = {}

    def __missing__(self, cards: bytes) -> Column:
        size = len(cards)
        run = min(size, 1)
        while run < size and FITS[cards[-run]][cards[-run - 1]]:
            run += 1
        column = self[cards] = Column(cards[-1] if cards else NOTHING, run, size)
        return column

    def descends(self, cards: bytes) -> bool:
        """Whether no card lies on a lower one."""
        known = self._descends.get(cards)
        if known is None:
            ranks = [(card & ~DOWN) >> 2 for card in cards]
            known = self._descends[cards] = ranks == sorted(ranks, reverse=True)
        return known


class Scores(dict[bytes, int]):
    """The share of a column in the score, given the lower of the piles of each suit."""

    def __init__(self, weights: Sequence[int], lower: bytes) -> None:
        super().__init__()
        self.weights = weights
        self.lower = lower

    def __missing__(self, cards: bytes) -> int:
        misfit, lid, gap, _, soon, king, *_ = self.weights
        if not cards:
            self[cards] = -gap
            return -gap
        value = 0
        lowest = KING
        above = len(cards) - 1
        below = NOTHING
        for card in cards:
            card &= ~DOWN
            rank = card >> 2
            if below != NOTHING and not FITS[card][below]:
                value += misfit
            if rank > lowest:
                value += lid
            else:
                lowest = rank
            if rank <= self.lower[card & 3] + 1:
                value += soon * above
            above -= 1
            below = card
        if cards[0] >> 2 == KING - 1:
            value -= king
        self[cards] = value
        return value


class Home(NamedTuple):
    """What can be done with cards at home: the cards that can go there and what is there then; those that are forced
    to; the piles that a card can leave, with the card and what is there then; the share in the score; the scores of
    columns."""

    up: dict[int, bytes]
    safe: frozenset[int]
    back: dict[int, tuple[int, bytes]]
    value: int
    scores: Scores


class Homes(dict[bytes, Home]):
    """What is known of cards at home, found out when it is first asked for.

    A card is safe at home when all lower cards of the other colour are there: no card will ever need it to lie on.
    That is proven where cards do not come back, a row may be dealt at any time and no grace opens, and when both
    piles of the suit have come as far: take a win without that play; leaving out whatever it does with the card, it
    is a win with it, as only cards dealt can come to lie on it, which then lie deeper by none. Where one pile is
    behind, two equal cards may compete for one place, and it matters which of them goes.
    """

    def __init__(self, weights: Sequence[int], packs: int, *, exact: bool, forced: bool) -> None:
        super().__init__()
        self._weights = weights
        self._packs = packs
        self._exact = exact
        self._forced = forced
        self._scores: dict[bytes, Scores] = {}

    def __missing__(self, home: bytes) -> Home:
        lower = home[1::2]
        up: dict[int, bytes] = {}
        for suit in range(len(SUITS)):
            for height in home[2 * suit : 2 * suit + 2]:
                if height < KING:
                    up[4 * height + suit] = self._with(home, suit, height, height + 1)
        safe = frozenset(card for card in up if self._forced and self._safe(card, home, lower))
        if lower not in self._scores:
            self._scores[lower] = Scores(self._weights, lower)
        value = 1500 - self._weights[3] * (sum(home) - (2 - self._packs) * KING * len(SUITS))
        record = self[home] = Home(up, safe, dict(self._backs(home)), value, self._scores[lower])
        return record

    def _safe(self, card: int, home: bytes, lower: bytes) -> bool:
        rank, suit = card >> 2, card & 3
        others = min(lower[0], lower[3]) if RED[card] else min(lower[1], lower[2])
        return others >= rank and (not self._exact or lower[suit] == rank)

    def _backs(self, home: bytes) -> Iterator[tuple[int, tuple[int, bytes]]]:
        for pile, height in enumerate(home):
            suit, low = divmod(pile, 2)
            if height and (self._packs == 2 or low) and not (low and self._packs == 2 and height == home[pile - 1]):
                yield BACK + pile, (4 * (height - 1) + suit, self._with(home, suit, height, height - 1))

    @staticmethod
    def _with(home: bytes, suit: int, height: int, instead: int) -> bytes:
        """The heights with one of a suit changed."""
        pair = list(home[2 * suit : 2 * suit + 2])
        pair[pair.index(height)] = instead
        return home[: 2 * suit] + bytes(sorted(pair, reverse=True)) + home[2 * suit + 2 :]


def ordinary(model: Milligan, state: State, layer: int, *, full: bool) -> Iterator[Play]:
    """The plays by the rules of the columns, the pocket and home, and the end of a grace; `full`: every one of them.

    Full or not, one of two piles at home that would do is enough.
    """
    columns, home, pocket, gaps, _ = state
    last = layer == model.layers - 1
    record = model.homes[home]
    known = [model.columns[column] for column in columns]
    up = record.up if not (gaps and model.closed) else {}
    # A gap that is no part of the grace comes first, so that the grace goes on.
    empty = [number for number, column in enumerate(known) if not column.size]
    empty.sort(key=lambda number: gaps >> number & 1)
    targets = [(number, column.top) for number, column in enumerate(known) if column.size]
    targets += [(number, NOTHING) for number in (empty if full else empty[:1])]
    into_pocket = model.pocket != "none" and not pocket and (last or not model.pocket_late)
    for source, (top, run, size) in enumerate(known):
        if not size:
            continue
        if top in up:
            yield source, HOME, 1
        if into_pocket:
            yield source, POCKET, 1
            if model.pocket == "run":
                for count in range(2, run + 1):
                    yield source, POCKET, count
        reach = REACH[top]
        for target, onto in targets:
            count = reach[onto]
            if 0 < count <= run and (full or count < size or onto != NOTHING):
                yield source, target, count
    if pocket:
        if pocket[-1] in up:
            yield POCKET, HOME, 1
        reach = REACH[pocket[-1]]
        for target, onto in targets:
            if 0 < reach[onto] <= len(pocket):
                yield POCKET, target, reach[onto]
    if model.returns == "always" or (last and model.returns == "stock-empty"):
        for pile, (card, _) in record.back.items():
            fits = FITS[card]
            for target, onto in targets:
                if (fits[onto] and (full or card > 3)) or (full and onto == NOTHING and card >> 2 == KING - 1):
                    yield pile, target, 1
    if gaps and (full or model.closed):
        yield ENDED, ENDED, 0
