"""What a player does while a grace is open: rearrangements that leave no new pair out of build.

A grace allows any free move, and asks only that nothing lies out of build at its end that did not at its start. Single
free moves would drown a search, so it makes whole ones, each of which could be the last: what is lifted ends on a card
it fits on, or on the card it lay on. They are

- a *transfer*: the end of a column, whatever it is, goes onto a card on which its first card fits;
- a *splice*: what lies between a card and one that fits on it goes elsewhere or home, and the two come together;
- an *insertion*: the end of a column goes under what lies out of build on another, and that on top of it;
- an *exchange*: what lies out of build on a column changes places with the end of another column.

In all but the first, some cards wait on a third column meanwhile.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from .codes import HOSTS
from .milligan_known import DOWN, FITS, HOME, misfits
from .milligan_plays import Play, State, Way

if TYPE_CHECKING:
    from .milligan import Milligan


class Loose(NamedTuple):
    """Where a column comes apart; places are those of cards that are open, counted from the base, from 0.

    For each card, the places of those that fit on it; the places `(first, after)` of what lies between a card and one
    that fits on it; the places of cards out of build on the card below; of cards in build on an open card; and where
    the run at the top begins.
    """

    guests: dict[int, tuple[int, ...]]
    splices: tuple[tuple[int, int], ...]
    seams: tuple[int, ...]
    held: frozenset[int]
    run: int


class Apart(dict[bytes, Loose]):
    """Where columns come apart, found out when it is first asked for."""

    def __missing__(self, cards: bytes) -> Loose:
        hidden = sum(card >= DOWN for card in cards)
        faces = bytes(card & ~DOWN for card in cards)
        size = len(faces)
        guests: dict[int, tuple[int, ...]] = {}
        for place in range(hidden, size):
            for host in HOSTS[faces[place]]:
                guests[host] = (*guests.get(host, ()), place)
        pairs = range(max(1, hidden), size)
        splices = [(place, after) for place in pairs for after in guests.get(faces[place - 1], ()) if after > place]
        fitting = {place for place in pairs if FITS[faces[place]][faces[place - 1]]}
        run = max(0, size - 1)
        while run > hidden and run in fitting:
            run -= 1
        seams = tuple(place for place in pairs if place not in fitting)
        found = self[cards] = Loose(guests, tuple(splices), seams, frozenset(fitting - {hidden}), run)
        return found


def to_mend(columns: Sequence[bytes], accepted: tuple[bytes, ...]) -> int:
    """How many pairs keep a grace from ending."""
    return (Counter(misfits(columns)) - Counter(accepted)).total()


def rearranged(model: Milligan, state: State) -> Iterator[Way]:
    """The rearrangements that are possible in a state with an open grace, each as its plays."""
    columns = state.columns
    tops = [(number, cards[-1]) for number, cards in enumerate(columns) if cards]
    for source, _ in tops:
        cards = columns[source]
        apart = model.apart[cards]
        for target, top in tops:
            if target != source:
                for place in apart.guests.get(top, ()):
                    # The ends of a run are moved by ordinary plays.
                    if place < apart.run and not (model.strict and place in apart.held):
                        yield ((source, target, len(cards) - place),)
                yield from _swaps(model, columns, tops, source, target)
        for first, after in apart.splices:
            if not (model.strict and after in apart.held):
                yield from _splices(model, state, tops, source, first, after)


def _splices(
    model: Milligan, state: State, tops: list[tuple[int, int]], source: int, first: int, after: int
) -> Iterator[Way]:
    cards = state.columns[source]
    held = model.apart[cards].held
    rest = len(cards) - after
    fits = FITS[cards[first]]
    if not model.strict or first not in held or all(place in held for place in range(first, after)):
        for target, top in tops:
            if fits[top] and target != source:
                wait = _wait(model, tops, source, target, cards[after])
                if wait is not None:
                    yield (source, wait, rest), (source, target, after - first), (wait, source, rest)
    if model.closed:
        return
    home = state.home
    for card in reversed(cards[first:after]):
        up = model.homes[home].up
        if card not in up:
            return
        home = up[card]
    wait = _wait(model, tops, source, source, cards[after])
    if wait is not None:
        plays: list[Play] = [(source, HOME, 1)] * (after - first)
        yield (source, wait, rest), *plays, (wait, source, rest)


def _swaps(
    model: Milligan, columns: tuple[bytes, ...], tops: list[tuple[int, int]], source: int, target: int
) -> Iterator[Way]:
    """Insertions and exchanges that bring the end of `source` under, or in the place of, an end of `target`."""
    cards, others = columns[source], columns[target]
    apart = model.apart[cards]
    for seam in model.apart[others].seams:
        for place in apart.guests.get(others[seam - 1] & ~DOWN, ()):
            if model.strict and place in apart.held and place < apart.run:
                continue
            fits = FITS[others[seam]]
            inside = fits[cards[-1]]
            instead = place > 0 and fits[cards[place - 1] & ~DOWN]
            if inside or instead:
                wait = _wait(model, tops, source, target, others[seam])
                if wait is None:
                    continue
                lifted = len(others) - seam
                moved = len(cards) - place
                if inside:
                    yield (target, wait, lifted), (source, target, moved), (wait, target, lifted)
                if instead:
                    yield (target, wait, lifted), (source, target, moved), (wait, source, lifted)


def _wait(model: Milligan, tops: list[tuple[int, int]], one: int, two: int, first: int) -> int | None:
    """A third column on which cards may wait whose first one this is: under a strict grace not one that it fits on,
    for they could not be lifted again."""
    for number, top in tops:
        if number not in (one, two) and not (model.strict and FITS[first][top]):
            return number
    return None
