"""Quadrille: one replay decides it, for playing whatever can be played is never wrong.

Claim: a greedy player, who always plays what he can, and who turns a card when another player does, has a subset of
the other's cards left. So if anyone wins, he does, and in no more passes.

Proof, by induction over the turns and plays of the other. Both wastes, and after a redeal both stocks, keep the
order of the deck, and each card has exactly one place to go, when its forerunner is there. A turn: the card that the
other turns is either home with the greedy player, or is turned by him too and lies on top. A redeal: both turn over
what they have. A play of the top card y of the other's waste: if y is home with the greedy player, nothing is to be
shown. Else y lies in his waste, and on top of it, because a card above it would, being a part of the other's cards,
lie above y in the other's waste too. The forerunner of y is home with the other, so with him: he has played y.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..cards import ACE, CARDS, FIVE, KING, QUEEN, RANKS, SIX, SUITS, Card
from ..dealing import TurnToWaste
from ..game import Game
from ..moves import DEAL, REDEAL, Move
from ..table import Table
from .driver import DriftError, homeward
from .verdict import UNWINNABLE, WINNABLE, Meter, Verdict

_CHAINS = ((QUEEN,), (FIVE, 4, 3, 2, ACE, KING), (SIX, 7, 8, 9, 10, 11))
# What each pile of the star holds in the end, bottom first, and for each card the one that follows it there.
FULL: tuple[tuple[Card, ...], ...] = tuple(
    tuple(CARDS[RANKS[rank - 1] + suit] for rank in chain) for chain in _CHAINS for suit in SUITS
)
FOLLOWS: Mapping[Card, Card | None] = {
    card: after for pile in FULL for card, after in zip(pile, (*pile[1:], None), strict=True)
}


def wins(game: Game, table: Table) -> int | None:
    """In how many moves playing whatever can be played wins, None when it does not. Tens of microseconds."""
    stock = game.stock
    assert isinstance(stock, TurnToWaste)
    ready: dict[Card | None, bool] = dict.fromkeys(FOLLOWS, False)
    for name, full in zip(game.foundations, FULL, strict=True):
        if (size := len(table.piles[name].cards)) < len(full):
            ready[full[size]] = True
    waste = list(table.piles["w"].cards)
    hand: Sequence[Card] = table.piles["s"].cards
    passes = None if stock.passes is None else stock.passes - table.redeals
    moves = len(waste) + len(hand)  # for every card that is left goes home once
    while True:
        before = len(waste) + len(hand)
        moves += len(hand)
        while waste and ready[waste[-1]]:
            ready[FOLLOWS[waste.pop()]] = True
        for card in hand:
            if ready[card]:
                ready[FOLLOWS[card]] = True
                while waste and ready[waste[-1]]:
                    ready[FOLLOWS[waste.pop()]] = True
            else:
                waste.append(card)
        if not waste:
            return moves
        if passes is not None:
            passes -= 1
            if passes <= 0:
                return None
        elif len(waste) == before:
            return None
        hand, waste = waste, []
        moves += 1


def solve(game: Game, table: Table, meter: Meter) -> Verdict:
    """The plug-in's door: see `solver.solve`. One replay counts as one position."""
    moves = wins(game, table)
    if moves is None:
        return Verdict(UNWINNABLE, 1, (), 1)
    line: list[Move] = []
    while meter.lines and not game.won(table):
        move = homeward(game, table) or next((m for m in (DEAL, REDEAL) if game.why_not(table, m) is None), None)
        if move is None:
            raise DriftError("quadrille: the engine does not win what the replay does")
        table = game.play(table, move)
        line.append(move)
    return Verdict(WINNABLE, 1, tuple(line), 1, length=moves)
