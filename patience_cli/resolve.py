"""From what was typed to one legal move, knowing the table. The judge's words are the error's words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .cards import Card
from .errors import PatienceError
from .game import Game, Refusal
from .moves import Command, Move, Transfer
from .notation import MOST, ByCard, Order
from .rules import STOCK, Attempt, OwnSuit, Starts
from .table import Table


def resolve(game: Game, table: Table, token: Order | ByCard) -> Transfer:
    """The one legal transfer that a token means on this table.

    PatienceError `pile`, `mismatch`, `ambiguous` or `illegal` when there is none.
    """
    return _order(game, table, token) if isinstance(token, Order) else _by_card(game, table, token)


def permitted(game: Game, table: Table, command: Command) -> Command:
    """A deal, redeal or stop that is legal now; PatienceError `illegal` with the judge's words otherwise."""
    if refusal := game.why_not(table, command):
        raise _illegal(refusal)
    return command


def with_card(game: Game, table: Table, move: Move) -> str:
    """A legal move in its canonical form, with the card that lands: what the body of a transcript holds."""
    text = game.text(table, move)
    return f"{text}={table.piles[move.source].cards[-move.number]}" if isinstance(move, Transfer) else text


def _illegal(refusal: Refusal) -> PatienceError:
    return PatienceError("illegal", refusal.why, refusal.expected)


def _pile(game: Game, name: str, at: int) -> tuple[str, ...]:
    """The piles a name stands for: itself, or for the bare letter of a group all its piles, lowest first."""
    group = game.group_of.get(name)
    if group is not None and group.kind != STOCK:
        return (name,)
    piles = tuple(n for n in game.names if name.isalpha() and n[:1] == name and n != "s")
    if not piles:
        raise PatienceError("pile", f"no pile {name}", game.piles_expected(), offset=at)
    return piles


def _order(game: Game, table: Table, order: Order) -> Transfer:
    sources = _pile(game, order.source, 0)
    if len(sources) > 1:
        raise PatienceError("pile", f"which {order.source}?", f"{sources[0]} to {sources[-1]}")
    source = sources[0]
    targets = _pile(game, order.target, order.target_at)
    number = order.number
    if number is None and (one := _first(game, table, [Transfer(source, t, 1, order.free) for t in targets])):
        _check_claim(table, source, 1, order)
        return one
    if number is None or number == MOST:
        number = _settled(game, table, order, source, targets)
    _check_claim(table, source, number, order)
    return _legal(game, table, [Transfer(source, target, number, order.free) for target in targets])


def _settled(game: Game, table: Table, order: Order, source: str, targets: tuple[str, ...]) -> int:
    """The number of cards that is meant where one alone is not legal, or as many as legal: the only legal number."""
    numbers = sorted({n for t in targets for n in game.counts(table, source, t, free=order.free)})
    if not numbers:
        return 1
    if order.number == MOST or len(numbers) == 1:
        return numbers[-1]
    choices = [_legal(game, table, [Transfer(source, t, n, order.free) for t in targets]) for n in numbers]
    raise _ambiguous(game, table, choices)


def _check_claim(table: Table, source: str, number: int, order: Order) -> None:
    """The card nearest the base of the moved ones must be the one claimed. A face-down card is not told."""
    pile = table.piles[source]
    if order.card is None or number > len(pile.cards) - pile.down:
        return
    card = pile.cards[-number]
    if card != order.card:
        words = f"the card there is {card}, not {order.card}"
        raise PatienceError("mismatch", words, f"={card}", offset=order.card_at)


def _first(game: Game, table: Table, moves: Iterable[Transfer]) -> Transfer | None:
    """The first of some moves that is legal, None when none is."""
    return next((move for move in moves if game.why_not(table, move) is None), None)


def _legal(game: Game, table: Table, moves: list[Transfer]) -> Transfer:
    """The first of the moves (to one pile, or to each pile of a letter) that is legal."""
    refusals: list[tuple[Transfer, Refusal]] = []
    for move in moves:
        refusal = game.why_not(table, move)
        if refusal is None:
            return move
        refusals.append((move, refusal))
    raise _illegal(_most_telling(game, table, refusals))


def _most_telling(game: Game, table: Table, refusals: list[tuple[Transfer, Refusal]]) -> Refusal:
    """Which of many foundations' refusals to tell: of one with room, for the card's suit, the nearest in rank."""
    source, number = refusals[0][0].source, refusals[0][0].number
    cards = table.piles[source].cards
    if len(refusals) == 1 or number > len(cards):
        return refusals[0][1]
    card = cards[-number]

    def telling(item: tuple[Transfer, Refusal]) -> tuple[bool, bool, int, bool]:
        group, pile = game.group_of[item[0].target], table.piles[item[0].target]
        attempt = Attempt(game, table, source, item[0].target, cards[-number:])
        room = group.limit() is None or len(pile.cards) < (group.limit() or 0)
        owned = not any(isinstance(rule, OwnSuit) and rule.flaw(attempt) for rule in group.accepts)
        suits = owned and (pile.top is None or pile.top.suit == card.suit)
        starts = next((rule.rank for rule in group.accepts if isinstance(rule, Starts)), card.rank)
        near = -abs((pile.top.rank if pile.top else starts) - card.rank)
        return room, suits, near, pile.top is not None

    return max(refusals, key=telling)[1]


def _ambiguous(game: Game, table: Table, moves: Iterable[Transfer]) -> PatienceError:
    return PatienceError("ambiguous", " or ".join(with_card(game, table, move) for move in moves))


# -- naming by card ------------------------------------------------------------------------------------------------


def _by_card(game: Game, table: Table, token: ByCard) -> Transfer:
    places = list(_places(game, table, token.card))
    if not places:
        raise PatienceError("illegal", f"{token.card} lies nowhere open to play")
    if token.target is not None:
        targets = _pile(game, token.target, token.text.index("-") + 1)
        moves = [[Transfer(source, t, n) for t in targets] for source, n in places]
    elif token.onto is not None:
        tops = [name for name in game.names if name != "s" and table.piles[name].top == token.onto]
        if not tops:
            raise PatienceError("illegal", f"{token.onto} lies on top of no pile")
        moves = [[Transfer(source, top, n)] for source, n in places for top in tops]
    else:
        moves = [[Transfer(source, home, n) for home in game.foundations] for source, n in places]
        others = [[Transfer(source, t, n)] for source, n in places for t in game.names if t != "s"]
        return _only(game, table, moves) or _only(game, table, others) or _legal(game, table, moves[0])
    return _only(game, table, moves) or _legal(game, table, moves[0])


def _places(game: Game, table: Table, card: Card) -> Iterator[tuple[str, int]]:
    """Where a card lies face up, and how many cards would move with it, itself counted."""
    for name in game.sources:
        pile = table.piles[name]
        for number, other in enumerate(reversed(pile.up), 1):
            if other == card:
                yield name, number


def _only(game: Game, table: Table, ways: list[list[Transfer]]) -> Transfer | None:
    """The only legal one of several ways (each the piles of one letter, lowest first), None when none is legal."""
    legal = []
    for moves in ways:
        move = _first(game, table, moves)
        if move is not None:
            legal.append(move)
    if len(legal) > 1:
        raise _ambiguous(game, table, legal)
    return legal[0] if legal else None
