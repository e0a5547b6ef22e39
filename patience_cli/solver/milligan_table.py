"""Between the tables of the engine and the states of the Miss Milligan models."""

from __future__ import annotations

from collections.abc import Sequence

from ..cards import CARDS, KING, SUITS
from ..game import Game
from ..moves import STOP, Move, Transfer
from ..privileges import Open
from ..table import Pile, Table
from .codes import CARD, coded
from .milligan_known import BACK, DOWN, ENDED, HOME, POCKET
from .milligan_plays import Parts, Play


def read(game: Game, table: Table) -> Parts:
    """What a state is made of, as the table has it."""
    columns = [_codes(table.piles[name]) for name in game.columns]
    pocket = coded(table.piles["p"].cards) if "p" in table.piles else b""
    if not isinstance(table.phase, Open):
        return columns, _heights(game, table), pocket, 0, None
    gaps = sum(1 << game.columns.index(name) for name in table.phase.gaps)
    accepted = sorted(coded((CARDS[pair[:2]], CARDS[pair[2:]])) for pair in table.phase.accepted)
    return columns, _heights(game, table), pocket, gaps, tuple(accepted)


def _codes(pile: Pile) -> bytes:
    """A column as bytes, hidden cards marked."""
    return bytes([code | DOWN if place < pile.down else code for place, code in enumerate(coded(pile.cards))])


def _heights(game: Game, table: Table) -> bytes:
    """The higher and the lower pile at home of each suit; with one pack the higher one counts as full."""
    heights = {suit: [KING] * (2 - game.packs) for suit in SUITS}
    for name in game.foundations:
        if cards := table.piles[name].cards:
            heights[cards[0].suit].append(len(cards))
    return bytes(height for suit in SUITS for height in sorted([*heights[suit], 0, 0], reverse=True)[:2])


def by_content(game: Game, table: Table) -> list[str]:
    """The columns in the order in which a state has them when their places do not matter."""
    gaps = table.phase.gaps if isinstance(table.phase, Open) else ()
    return sorted(game.columns, key=lambda name: (_codes(table.piles[name]), name in gaps))


def named(game: Game, table: Table, names: Sequence[str], play: Play) -> Move:
    """A play as the engine's move, given the names of the state's columns; a free one where no ordinary one will do."""
    source, target, count = play
    if source == ENDED:
        return STOP
    if source >= BACK:
        suit = (source - BACK) // 2
        card = CARD[4 * (_heights(game, table)[source - BACK] - 1) + suit]
        return Transfer(next(name for name in game.foundations if table.piles[name].top == card), names[target])
    name = "p" if source == POCKET else names[source]
    if target == HOME:
        return Transfer(name, game.takes_home(table, name, 1) or game.foundations[0])
    move = Transfer(name, "p" if target == POCKET else names[target], count)
    return move if game.why_not(table, move) is None else move._replace(free=True)
