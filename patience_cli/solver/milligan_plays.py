"""The states of the Miss Milligan games, and the plays by the rules of columns, pocket and home."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from ..cards import KING
from .milligan_known import DOWN, ENDED, FITS, HOME, NOTHING, POCKET, REACH

if TYPE_CHECKING:
    from .milligan import Milligan


class State(NamedTuple):
    """Columns from the base up; at home the higher and the lower pile of each suit (with one pack the higher one
    counts as full); the pocket; the gaps of an open grace as bits; its score.

    Last the pairs that a grace may end with, sorted. They are kept only where they can matter, and are None otherwise:
    every pair out of build is one of them.
    """

    columns: tuple[bytes, ...]
    home: bytes
    pocket: bytes
    gaps: int
    value: int
    accepted: tuple[bytes, ...] | None = None


# What a state is made of: columns, home, pocket, gaps, accepted.
Parts = tuple[list[bytes], bytes, bytes, int, tuple[bytes, ...] | None]
# Source, target and number of cards.
Play = tuple[int, int, int]
Way = tuple[Play, ...]


def ordinary(model: Milligan, state: State, layer: int, *, full: bool) -> Iterator[Play]:
    """The plays by the ordinary rules.

    Not `full`: without whole columns that change places with a gap, and aces and kings that come back from home; and
    one gap stands for all. Full or not, one of two equal piles at home does.
    """
    columns, home, pocket, gaps, _, _ = state
    last = layer == model.layers - 1
    known = [model.columns[column] for column in columns]
    targets = [(number, column.top) for number, column in enumerate(known) if column.size]
    empty = [(number, NOTHING) for number, column in enumerate(known) if not column.size]
    if full:
        targets += empty
    elif empty:
        # One that is no part of the grace, if there is one, so that the grace goes on.
        targets.append(min(empty, key=lambda gap: gaps >> gap[0] & 1))
    record = model.homes[home]
    up = {} if gaps and model.closed else record.up
    into_pocket = model.pocket != "none" and not pocket and (last or not model.pocket_late)
    for source, (top, run, size, _) in enumerate(known):
        if not size:
            continue
        if top in up:
            yield source, HOME, 1
        if into_pocket:
            for count in range(1, run + 1 if model.pocket == "run" else 2):
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
            if card > 3 or full:
                for target, onto in targets:
                    if fits[onto] or (full and onto == NOTHING and card >> 2 == KING - 1):
                        yield pile, target, 1


def free(model: Milligan, state: State) -> Iterator[Play]:
    """Every free move of an open grace."""
    columns = state.columns
    for source, cards in enumerate(columns):
        known = model.apart[cards]
        for place, card in enumerate(cards):
            if card < DOWN and not (model.strict and place in known.held):
                for target, onto in enumerate(columns):
                    if onto and target != source:
                        yield source, target, len(cards) - place


def plays(model: Milligan, state: State, layer: int) -> Iterator[Play]:
    """Every play that leads from a state, a grace and its end included, but a deal: none is left out, and each makes
    one move of the engine."""
    yield from ordinary(model, state, layer, full=True)
    if state.gaps:
        yield from free(model, state)
        yield ENDED, ENDED, 0
