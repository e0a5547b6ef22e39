"""An honest hint: a legal move worth making and why, from what a person at the table can see.

No face-down card is read, nor the order of the stock. What a move is worth is told by what it does to the open cards,
so it is the same however the hidden cards lie.

**Hints never loop.** To every table belongs a measure of six numbers: cards not yet on the table (stock and waste),
cards not home, cards face down, faults of the columns (a card on one it was not built on counts two, one built but
not moving as one with it counts one), columns in use, and cards in a reserve. Every transfer that is hinted makes
the measure smaller, compared from left to right, and so does a deal to the tableau. A deal to the waste shortens the
stock. Only a redeal makes it longer; it is hinted only while a card that the next round will bring to the top can be
played with gain, and that play makes the measure smaller. A measure of whole numbers cannot fall for ever. Ending a
grace makes it not smaller, but a grace opens only by a transfer.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from .cards import Card
from .game import LOST, WON, Game
from .moves import DEAL, REDEAL, STOP, Move, Transfer
from .record import is_safe
from .rules import FOUNDATION, RESERVE, TABLEAU, WASTE, Attempt, Builds, Runs
from .table import Pile, Table

FORCED, USEFUL, POSSIBLE, NONE = "forced", "useful", "possible", "none"

SPARE = 2  # gaps that a card from the waste does not take without need

Measure = tuple[int, int, int, int, int, int]


class Advice(NamedTuple):
    """A move worth making, None when there is none; why, in a player's words; and how good it is.

    `kind`: forced (it can never be regretted, or nothing else is legal), useful (it makes progress), possible (it
    harms nothing that can be seen, and nothing better is there), none.
    """

    move: Move | None
    why: str
    kind: str


def advise(game: Game, table: Table) -> Advice:
    """The best move that can be told from the open cards."""
    status = game.status(table)
    if status in (WON, LOST):
        return Advice(None, "the game is won" if status == WON else "the game is lost: nothing is left to do", NONE)
    moves = game.moves(table)
    for kind, move, why in _worthwhile(game, table, moves):
        return Advice(move, "the only legal move", FORCED) if len(moves) == 1 else Advice(move, why, kind)
    return Advice(None, _stuck(game, table), NONE)


def _worthwhile(game: Game, table: Table, moves: list[Move]) -> Iterator[tuple[str, Move, str]]:
    """The moves worth making, best first, each with how good it is and why."""
    transfers = [move for move in moves if isinstance(move, Transfer) and _lowers(game, table, move)]
    for move in transfers:
        if game.group_of[move.target].kind == FOUNDATION and is_safe(game, table, move):
            yield FORCED, move, "home for good: nothing that is left could need it"
    ranked = sorted(((*_gain(game, table, move), move) for move in transfers), key=lambda gain: -gain[0])
    yield from ((USEFUL, move, why) for gain, why, move in ranked if gain)
    if STOP in moves:
        yield USEFUL, STOP, "the free moves that help are made, and nothing is left to mend"
    if DEAL in moves:
        yield USEFUL, DEAL, "nothing better is to be seen: more cards"
    if REDEAL in moves and _brings(game, table):
        yield USEFUL, REDEAL, "a card of the waste can be played when it comes up again"
    yield from ((POSSIBLE, move, why) for gain, why, move in ranked if not gain)


# -- what can be seen of a table -----------------------------------------------------------------------------------


def _measure(game: Game, table: Table) -> Measure:
    piles = table.piles
    away = sum(len(piles[name].cards) for name in ("s", *game.of_kind(WASTE)) if name in piles)
    reserve = sum(len(piles[name].cards) for name in game.of_kind(RESERVE))
    faults = sum(_faults(game, name, piles[name]) for name in game.columns)
    used = sum(bool(piles[name].cards) for name in game.columns)
    hidden = sum(piles[name].down for name in game.columns)
    return away, game.total(table) - game.home(table), hidden, faults, used, reserve


def _faults(game: Game, name: str, pile: Pile) -> int:
    """What is out of order among the open cards of a column."""
    return sum(_fault(game, name, below, above) for below, above in pairwise(pile.up)) + 2 * bool(pile.down)


def _fault(game: Game, name: str, below: Card, above: Card) -> int:
    """Two for a card on one it was not built on, one for a card built there that does not move as one with it."""
    group = game.group_of[name]
    built = Attempt(game, Table({name: Pile((below,))}), name, name, (above,))
    if any(isinstance(rule, Builds) and rule.flaw(built) for rule in group.accepts):
        return 2
    together = built._replace(packet=(below, above))
    return int(any(isinstance(rule, Runs) and rule.flaw(together) for rule in group.gives))


def _lowers(game: Game, table: Table, move: Transfer) -> bool:
    """Whether a transfer makes the measure smaller; a free one only counts where it lands in build.

    A card back from a foundation never does.
    """
    if move.free and _fault(game, move.target, *_meeting(table, move)):
        return False
    return _measure(game, game.moved(table, move)) < _measure(game, table)


def _meeting(table: Table, move: Transfer) -> tuple[Card, Card]:
    """The two cards that come together: the top of the target and the base of what is carried."""
    return table.piles[move.target].cards[-1], table.piles[move.source].cards[-move.number]


def _gain(game: Game, table: Table, move: Transfer) -> tuple[int, str]:
    """How much a transfer gains, as a number to compare by, and why in words; 0 for one that is merely possible."""
    source, target, number, free = move
    pile, kind, to = table.piles[source], game.group_of[source].kind, game.group_of[target].kind
    left = len(pile.cards) - number
    if to == FOUNDATION:
        return (90, "a complete run leaves") if number > 1 else (60, _and_frees("one more card home", pile, left))
    aside = to == RESERVE or not table.piles[target].cards
    if aside and (freed := _freed(game, table, move)):
        return 35, f"makes way: {freed} can be played then"
    if to == RESERVE:
        return 0, _and_frees("put aside for a while", pile, left)
    if kind == TABLEAU and pile.down and left == pile.down:
        return 80, "turns a face-down card up"
    if free:
        return (75 if _goes_home(game, table, move) else 44), _and_frees("a free move that ends in build", pile, left)
    if kind == RESERVE:
        return 70, "back to the table, in build"
    if kind == TABLEAU and not left:
        return 50, "empties a column"
    if kind == WASTE:
        if table.piles[target].cards:
            return 40, "from the waste onto a fitting card"
        gaps = sum(not table.piles[name].cards for name in game.columns)
        return (10 if gaps > SPARE else 0), "takes one of several gaps" if gaps > SPARE else "takes a gap"
    if not table.piles[target].cards:
        return 30, _and_frees("fills the gap with what belongs together", pile, left)
    return 45, _and_frees("joins what belongs together", pile, left)


def _freed(game: Game, table: Table, move: Transfer) -> Card | None:
    """The card that lies open once this one is put aside, if it could then be played at once, with gain.

    None for a card that lay face down: nobody knows it before.
    """
    pile = table.piles[move.source]
    if len(pile.cards) - move.number <= pile.down:
        return None
    after = game.moved(table, move)
    for then in game.transfers(after):
        to = after.piles[then.target]
        if then.source == move.source and (to.cards or then.target in game.foundations) and _lowers(game, after, then):
            return after.piles[then.source].cards[-then.number]
    return None


def _goes_home(game: Game, table: Table, move: Transfer) -> bool:
    """Whether the open card that a move frees could go to a foundation then."""
    pile = table.piles[move.source]
    if len(pile.cards) - move.number <= pile.down:
        return False
    return game.takes_home(game.moved(table, move), move.source, 1) is not None


def _and_frees(words: str, pile: Pile, left: int) -> str:
    return f"{words}, and frees {pile.cards[left - 1]}" if left > pile.down else words


def _brings(game: Game, table: Table) -> bool:
    """Whether the next round will bring a card of the waste to the top that could be played with gain now."""
    waste = game.of_kind(WASTE)[0]
    after = game.moved(table, REDEAL)
    while game.stock_cards(after):
        after = game.moved(after, DEAL)
        top = table.having({waste: Pile(after.piles[waste].cards)})
        for move in game.transfers(top):
            if move.source == waste and _lowers(game, top, move) and _gain(game, top, move)[0]:
                return True
    return False


def _stuck(game: Game, table: Table) -> str:
    """Why there is no hint although the game is not over."""
    warnings = game.warnings(table)
    if warnings:
        return warnings[0]
    return "no progress is possible: what is left to do only goes to and fro"
