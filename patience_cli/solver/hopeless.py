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

# No rank: what an empty column offers instead of a place.
GAP = 14


class Profile(NamedTuple):
    """What matters of a column, by the number of levels it has left (index 0 stands for none).

    `heads` has the rank of the top level's head (1 to 13), `opens` the rank for which there is a place once that level
    is free (0: none; GAP: the column is empty), `below` the suits of the cards below that head, a bit each, `under`
    the same with the head's own; `end` is the rank that the top level offers a place now, `suits` are all suits.
    """

    heads: tuple[int, ...]
    opens: tuple[int, ...]
    below: tuple[int, ...]
    under: tuple[int, ...]
    end: int
    suits: int


def profile(column: bytes) -> Profile:
    """The profile of a column, given as the number of its face-down cards and then its cards."""
    heads, opens, below, under = [0], [0], [0], [0]
    hidden, cards = column[0], column[1:]
    suits, end = 0, GAP
    for number, card in enumerate(cards):
        rank = (card >> 2) + 1
        if number <= hidden or cards[number - 1] >> 2 != rank:
            heads.append(rank)
            opens.append(end)
            below.append(suits)
            under.append(suits | 1 << (card & 3))
        suits |= 1 << (card & 3)
        end = rank - 1
    return Profile(tuple(heads), tuple(opens), tuple(below), tuple(under), end, suits)


class _Column(NamedTuple):
    """The same for a search, by how far the column is: the levels it has left, and 16 for the card of the first deal
    if it lies there, 32 for that of the second, and so on; `after` is how far it is when the top level is free."""

    heads: Sequence[int]
    opens: Sequence[int]
    below: Sequence[int]
    after: Sequence[int]


def _prepared(seen: Profile, cards: Sequence[int | None]) -> _Column:
    """A column, with the cards that the deals will lay on it, None for a deal that does not reach it."""
    depths = len(seen.heads)
    if not cards:
        return _Column(seen.heads, seen.opens, seen.below, range(-1, depths - 1))
    heads, opens, below = list(seen.heads), list(seen.opens), list(seen.below)
    after = list(range(-1, depths - 1))
    for deal, card in enumerate(cards):
        size = 16 << deal
        for table in (heads, opens, below, after):
            table += [0] * (size - len(table))
        heads += [0 if card is None else (card >> 2) + 1] * size
        opens += [0] * size
        below += [seen.under[depth & 15] if depth & 15 < depths else 0 for depth in range(size)]
        after += range(size)
    return _Column(heads, opens, below, after)


def hopeless(columns: Sequence[Profile], rows: Sequence[bytes] = (), *, patience: int = 1_000) -> bool:
    """Whether it is proven that no suit can leave, though there are suits left; `rows` are to be dealt.

    False also when the search for an order that unburies a suit is given up, after `patience` steps, and for columns
    of more than 15 levels.
    """
    if any(len(column.heads) > 16 for column in columns):
        return False  # no deal leads to so many levels, and four bits hold no more
    heads, opens, below, after = zip(
        *(_prepared(seen, [row[n] if n < len(row) else None for row in rows]) for n, seen in enumerate(columns)),
        strict=True,
    )
    places, waiting = [0] * 15, [0] * 15
    suits = spare = 0
    for column in columns:
        suits |= column.suits
        if column.suits:
            places[column.end] += 1
        else:
            spare += 1
        for head in column.heads[1:]:
            waiting[head] += 1
    # The suits of the cards that are still to be dealt, by the deals made.
    stock = [0] * (len(rows) + 1)
    for deal in range(len(rows) - 1, -1, -1):
        stock[deal] = stock[deal + 1]
        for card in rows[deal]:
            waiting[(card >> 2) + 1] += 1
            stock[deal] |= 1 << (card & 3)
    suits |= stock[0]
    if not suits:
        return False
    numbers = range(len(columns))
    seen_before: set[tuple[int, ...]] = set()
    todo = [([len(column.heads) - 1 for column in columns], places, waiting, spare, 0)]
    while todo:
        depths, places, waiting, spare, deals = todo.pop()
        # As long as there are places for all that wait for the same rank, nothing is lost by taking one.
        again = True
        while again:
            again = False
            for number in numbers:
                depth = depths[number]
                if depth and places[head := heads[number][depth]] >= waiting[head]:
                    spare += _free(head, opens[number][depth], places, waiting)
                    depths[number] = after[number][depth]
                    again = True
        key = (deals, *depths)
        if key in seen_before:
            continue
        seen_before.add(key)
        buried = stock[deals]
        for number in numbers:
            buried |= below[number][depths[number]]
        if suits & ~buried or len(seen_before) > patience:
            return False
        for number in numbers:
            depth = depths[number]
            if depth and (places[head := heads[number][depth]] > 0 or spare):
                less = depths[:]
                less[number] = after[number][depth]
                others = (places[:], waiting[:])
                gained = _free(head, opens[number][depth], *others)
                todo.append((less, *others, spare + gained, deals))
        if deals < len(rows):
            for number, card in enumerate(rows[deals]):
                depths[number] += 16 << deals
                spare += places[card >> 2] < 0
                places[card >> 2] += 1
            todo.append((depths, places, waiting, spare, deals + 1))
    return True


def _free(head: int, opens: int, places: list[int], waiting: list[int]) -> int:
    """A level comes free: what that changes in the empty columns to spare."""
    waiting[head] -= 1
    places[head] -= 1
    gained = -1 if places[head] < 0 else 0
    if opens == GAP:
        return gained + 1
    if places[opens] < 0:
        gained += 1
    places[opens] += 1
    return gained
