"""Seeds, the shuffles they name (our own, `d1`, and the numbered deals of other programs), and the decks of games.

Each shuffle is a promise: the same seed gives the same deck for ever. One that has to change gets a new prefix.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from .cards import CARDS, RANKS, SUITS, Card, fresh
from .errors import PatienceError, printable
from .games import ALIASES

if TYPE_CHECKING:
    from .game import Game
    from .table import Table


class Seed(NamedTuple):
    """The name of a shuffle: which one (`d1`, `ms`, `pysol`, `kpat`), and the number or word it starts from."""

    alg: str
    id: str

    def __str__(self) -> str:
        return f"{self.alg}:{self.id}"


class Range(NamedTuple):
    """Which numbers a program gives its deals, and for how many packs."""

    first: int
    last: int
    packs: tuple[int, ...]


FOREIGN = {
    "ms": Range(1, 2**33 - 1, (1,)),
    "pysol": Range(1, 10**20, (1, 2)),
    "kpat": Range(1, 2**31 - 1, (1, 2)),
}
PREFIXES = "d1, ms, pysol or kpat"

# A bound on the digits keeps a seed of a million of them from being turned into a number, which takes seconds.
_NUMBER = re.compile(r"0|[1-9][0-9]{0,63}")
_WORD = r"[a-z][a-z0-9-]{0,63}"


def read_seed(text: str) -> Seed:
    """The seed written `text`: `42`, `d1:42`, `ms:617`, a word, or `daily` for the day's own.

    PatienceError `header` for an unknown prefix, a number out of range, and what is neither number nor word.
    """
    alg, colon, name = text.lower().partition(":")
    if not colon:
        alg, name = "d1", text.lower()
        if name == "daily":
            from datetime import date

            name = f"daily-{date.today().isoformat()}"
    shown = printable(text if len(text) <= 40 else text[:37] + "...")
    if alg == "d1":
        if not (_NUMBER.fullmatch(name) or re.fullmatch(_WORD, name)):
            raise PatienceError(
                "header",
                f"no seed: {shown!r}",
                "a number without leading zeros, or a word of a-z, 0-9 and -, up to 64 long",
                offset=len(text) - len(name),
            )
        return Seed(alg, name)
    if alg not in FOREIGN:
        raise PatienceError("header", f"no seed: {shown!r} has an unknown prefix", PREFIXES)
    first, last, _ = FOREIGN[alg]
    if not _NUMBER.fullmatch(name) or not first <= int(name) <= last:
        raise PatienceError(
            "header", f"no seed: {shown!r} is out of range", f"{alg}:{first} to {alg}:{last}", offset=len(alg) + 1
        )
    return Seed(alg, name)


def random_seed() -> Seed:
    """A seed of 53 random bits."""
    from os import urandom

    return Seed("d1", str(int.from_bytes(urandom(7), "big") >> 3))


def check_seed(seed: Seed, kind: str) -> None:
    """PatienceError `header` when the program whose number it is has no deal of this kind."""
    if seed.alg == "d1" or kind in [f"{packs}x52" for packs in FOREIGN[seed.alg].packs]:
        return
    packs = "one pack" if FOREIGN[seed.alg].packs == (1,) else "one or two packs"
    raise PatienceError("header", f"{seed} names a deal of {packs}, not of {kind}", "a seed of d1")


def shuffle(kind: str, seed: Seed) -> tuple[Card, ...]:
    """The deck of a kind (`2x52`) that a seed names, first card dealt first; PatienceError as `check_seed`."""
    check_seed(seed, kind)
    packs, _ = _make_up(kind)
    if seed.alg == "d1":
        return _d1(kind, seed.id)
    number = int(seed.id)
    if seed.alg == "pysol" and (packs == 2 or number >= 32000):
        deck = [CARDS[rank + suit] for suit in "CSHD" for rank in RANKS] * packs
    else:
        deck = [CARDS[rank + suit] for rank in RANKS for suit in "CDHS"] * packs
    if seed.alg == "pysol" and number >= 32000:
        from random import Random

        draw = Random(number).random
        return _dealt_from_the_end(deck, lambda n: int(draw() * n))
    words = _microsoft(number)
    return _dealt_from_the_end(deck, lambda n: next(words) % n)


# -- our own -------------------------------------------------------------------------------------------------------


@cache
def _make_up(kind: str) -> tuple[int, str]:
    """The packs and the suits of a kind."""
    packs, _, rest = kind.partition("x")
    return int(packs), rest.lstrip("0123456789").upper() or SUITS


@cache
def fresh_of(kind: str) -> tuple[Card, ...]:
    """The deck of a kind in its box."""
    return tuple(fresh(*_make_up(kind)))


@cache
def _limits(size: int) -> tuple[tuple[int, int, int], ...]:
    """The steps of the shuffle: the card to swap, how many may be drawn, the first word to drop."""
    return tuple((n - 1, n, 2**32 // n * n) for n in range(size, 1, -1))


def _d1(kind: str, name: str) -> tuple[Card, ...]:
    """Fisher and Yates from the end, with words of 32 bits: SHA-256 of `d1/KIND/NAME/0`, `/1` and so on."""
    from hashlib import sha256
    from struct import unpack

    deck = list(fresh_of(kind))
    head = f"d1/{kind}/{name}/"
    words: list[int] = []
    block = 0
    for i, n, limit in _limits(len(deck)):
        while True:
            if not words:
                words.extend(reversed(unpack(">8I", sha256(f"{head}{block}".encode("ascii")).digest())))
                block += 1
            word = words.pop()
            if word < limit:
                break
        j = word % n
        deck[i], deck[j] = deck[j], deck[i]
    return tuple(deck)


# -- other programs' -----------------------------------------------------------------------------------------------


def _dealt_from_the_end(deck: list[Card], below: Callable[[int], int]) -> tuple[Card, ...]:
    """The shuffle these programs share; they deal the last card first."""
    for n in range(len(deck), 1, -1):
        j = below(n)
        deck[j], deck[n - 1] = deck[n - 1], deck[j]
    return tuple(reversed(deck))


def _microsoft(number: int) -> Iterator[int]:
    """The words of Microsoft's C library from a seed; numbers from 2^31 on are read as FreeCell Pro reads them."""
    beyond = number >= 2**32
    x = number - 2**32 if beyond else number
    high_bit = 0x8000 if number >= 2**31 else 0
    while True:
        x = (x * 214013 + 2531011) & 0xFFFFFFFF
        yield (x >> 16) + 1 if beyond else (x >> 16 & 0x7FFF) | high_bit


# -- the deck of a game --------------------------------------------------------------------------------------------


def _shrinking(columns: tuple[str, ...]) -> list[str]:
    """The hidden rows of a triangle: each a column shorter, the first without the first column."""
    return [name for i in range(1, len(columns)) for name in columns[i:]]


# The games that PySolFC deals to the columns in another order than we do, and that order, card by card: it deals the
# hidden rows first and the open cards last, in Klondike from right to left.
_PYSOL_ORDER: Mapping[str, Callable[[tuple[str, ...]], list[str]]] = {
    "klondike": lambda c: [name for i in range(1, len(c)) for name in c[: i - 1 : -1]] + list(c[::-1]),
    "spiderette": lambda c: _shrinking(c) + list(c),
    "yukon": lambda c: _shrinking(c) + list(c[1:]) * 4 + list(c),
}

# What PySolFC does at the start of a game and we leave to an option.
_PYSOL_OPTIONS: Mapping[str, Mapping[str, str]] = {
    "gold-mine": {"first-draw": "yes"},
    "klondike": {"first-draw": "yes"},
    "spider": {"long-columns": "spread"},
}


def options_for(name: str, seed: Seed, options: Mapping[str, str]) -> dict[str, str]:
    """The options of a game whose deck comes from a seed: those given, and what the seed's own program does besides.

    Not for a game that brings its deck: there the deck and the options alone count.
    """
    implied = _PYSOL_OPTIONS.get(ALIASES.get(name.lower(), name.lower()), {}) if seed.alg == "pysol" else {}
    return {**implied, **options}


def deck_for(game: Game, seed: Seed) -> tuple[Card, ...]:
    """The deck a seed gives for a game; PatienceError `header` when the seed's program has no deal of this kind.

    The deck of a `pysol` seed is arranged so that our opening puts every card where PySolFC has it.
    """
    deck = shuffle(game.kind, seed)
    order = _PYSOL_ORDER.get(game.name) if seed.alg == "pysol" else None
    if order is None:
        return deck
    columns: dict[str, tuple[Card, ...]] = dict.fromkeys(game.columns, ())
    for name, card in zip(order(game.columns), deck, strict=False):
        columns[name] += (card,)
    ours = game.start(deck)
    theirs = ours.having({name: ours.piles[name]._replace(cards=cards) for name, cards in columns.items()})
    arranged = deck_of(game, theirs)
    if arranged is None:
        raise AssertionError(f"the columns of {game.name} have another shape in PySolFC")
    return arranged


def deck_of(game: Game, table: Table) -> tuple[Card, ...] | None:
    """The deck from which a game starts with this table, or None when it never does."""
    places: dict[int, tuple[str, int]] = {}
    distinct = [Card(card) for card in fresh(game.packs, game.suits)]
    for name, pile in game.start(distinct).piles.items():
        places.update((id(card), (name, i)) for i, card in enumerate(pile.cards))
    try:
        deck = tuple(table.piles[name].cards[i] for name, i in (places[id(card)] for card in distinct))
    except IndexError:
        return None
    return deck if game.start(deck) == table else None
