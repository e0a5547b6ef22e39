"""A player who does not peek: he knows the open cards, and which cards are unseen, but not how these lie.

He imagines the unseen cards in an order of his own, looks round from there as a solver does, and so finds the
best-looking tables that can be reached before something new is seen: a row, a card turned up. Between these he chooses
by trying: he imagines several more orders, looks in each how good a table can be reached from there, and adds up. Then
he does what he has chosen, and thinks again. To play every imagined game to its end tells less, for much more work:
whether it is won depends more on chance, and on how well it is played in haste, than on the choice.

The true order cannot matter to him, for all that he looks at is tables that he has imagined, and these depend on the
unseen cards only by which they are. Once nothing is hidden he knows as much as the solver, and asks it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import islice
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

from ..game import PLAYING, Game
from ..moves import DEAL, REDEAL, Move
from ..table import Pile, Table
from . import WINNABLE, solve
from .driver import Attempt, Model, homeward, spread
from .gold_mine import GoldMine
from .milligan import Milligan
from .milligan_known import DOWN
from .spiderette import Spiderette
from .verdict import Meter

S = TypeVar("S", bound=Hashable)

# The solver's budget once nothing is hidden.
OPEN_NODES = 20_000


class Style(NamedTuple):
    """How a game is played: its model with what makes a table look good (an index of the model's weights); a function
    that tells how many cards of the columns lie face down in a state; how many positions are looked at before a
    choice; how many of the best-looking tables are tried, in how many orders, looking at how many positions each."""

    model: Callable[[Game, Table, Attempt], Any]
    weights: int
    hidden: Callable[[Any, Any], int]
    width: int
    choices: int
    orders: int
    haste: int


MILLIGAN = Style(Milligan, 4, lambda model, state: sum(c >= DOWN for c in b"".join(state.columns)), 300, 5, 4, 60)
STYLES = {
    "gold-mine": Style(GoldMine, 4, lambda model, state: 0, 150, 3, 10, 20),
    "spiderette": Style(Spiderette, 8, lambda model, state: sum(map(model.hidden, state)), 1500, 6, 8, 100),
    **dict.fromkeys(
        (
            "miss-milligan",
            "milligan-grace",
            "milligan-spanish",
            "milligan-improved",
            "milligan-single",
            "milligan-strict",
            "milligan-weave",
        ),
        MILLIGAN,
    ),
}

# How many positions are looked at in search of the win, as a multiple of the usual, when the last row is open.
LAST = 10
# Points of a score for a win, and against being stuck without one.
WIN = 2_000


class Played(NamedTuple):
    """How a game went: whether it was won, and the moves."""

    won: bool
    moves: tuple[Move, ...]


def play_blind(game: Game, table: Table) -> Played:
    """Play a table to its end without peeking; the same table is always played the same way."""
    if not game.columns:
        # Nobody can do better than to play what he can, and that is what the solver does, without peeking.
        verdict = solve(game, table)
        return Played(verdict.result == WINNABLE, verdict.moves)
    moves: list[Move] = []
    player = Player(game, table)
    while plan := player.planned(table):
        for move in plan:
            table = game.play(table, move)
        moves += plan
    return Played(game.won(table), tuple(moves))


def planned(game: Game, table: Table) -> tuple[Move, ...]:
    """What the player does until something new is seen, or until he has won; nothing when he gives up."""
    return Player(game, table).planned(table) if game.columns else _turning(game, table)


def _turning(game: Game, table: Table) -> tuple[Move, ...]:
    """A game of stock, waste and foundations: play what can be played, else go on as long as that may help."""
    if move := homeward(game, table):
        return (move,)
    if game.why_not(table, DEAL) is None:
        return (DEAL,)
    if game.why_not(table, REDEAL) is None:
        # The order of the waste is known, for it was turned card by card.
        after = game.moved(table, REDEAL)
        while then := homeward(game, after) or (DEAL if game.stock_cards(after) else None):
            after = game.moved(after, then)
        if game.home(after) > game.home(table):
            return (REDEAL,)
    return ()


# -- what is unseen ------------------------------------------------------------------------------------------------


def _face_down(game: Game, table: Table) -> int:
    return sum(table.piles[name].down for name in game.columns)


def imagined(game: Game, table: Table, order: int = 0) -> Table:
    """The table with its unseen cards, those of the stock and those face down, in an imagined order, one of many."""
    piles = table.piles
    names = [name for name in game.columns if piles[name].down]
    unseen = [card for name in names for card in piles[name].cards[: piles[name].down]]
    stock = len(piles["s"].cards)
    unseen += piles["s"].cards
    chance = Random(order)
    keyed = sorted((chance.random(), number) for number in range(len(unseen)))
    cards = sorted(unseen)
    rest = iter([cards[number] for _, number in keyed])
    changed = {name: piles[name]._replace(cards=(*islice(rest, piles[name].down), *piles[name].up)) for name in names}
    changed["s"] = Pile(tuple(rest), stock)
    return table.having(changed)


class Veiled(Generic[S]):
    """A model up to the point where something new is seen: it goes no further than a card turned up."""

    def __init__(self, style: Style, model: Model[S], state: S) -> None:
        self.layers = model.layers
        self.start = model.start
        self.score = model.score
        self.deal = model.deal
        self.lost = model.lost
        self.line = model.line
        self._moves = model.moves
        self._hidden: Callable[[S], int] = lambda state: int(style.hidden(model, state))
        self._down = self._hidden(state)

    def turned(self, state: S) -> bool:
        """Whether a state shows a card that was hidden at first."""
        return self._down > 0 and self._hidden(state) < self._down

    def moves(self, state: S, layer: int) -> Iterable[S]:
        return () if self.turned(state) else self._moves(state, layer)

    def won(self, state: S) -> bool:
        return False


# -- what can be done ----------------------------------------------------------------------------------------------


class Player:
    """One who plays a game with columns, and keeps in mind what he has found out about these."""

    def __init__(self, game: Game, table: Table) -> None:
        self.game = game
        self.style = STYLES[game.name]
        self.model = self.style.model(game, imagined(game, table), Attempt(self.style.weights, None, None, None))

    def planned(self, table: Table) -> tuple[Move, ...]:
        """What he does until something new is seen, or until he has won; nothing when he gives up."""
        game = self.game
        if game.status(table) != PLAYING:
            return ()
        if not game.stock_cards(table) and not _face_down(game, table):
            return solve(game, table, nodes=OPEN_NODES).moves
        plans = list(islice(self._plans(imagined(game, table)), self.style.choices))
        if len(plans) < 2:
            return plans[0] if plans else ()
        values = [0] * len(plans)
        for order in range(1, self.style.orders + 1):
            other = imagined(game, table, order)
            for number, plan in enumerate(plans):
                values[number] += self._worth(other, plan)
        return plans[values.index(max(values))]

    def _plans(self, table: Table) -> Iterator[tuple[Move, ...]]:
        """The ways to something new on an imagined table, the one to the best-looking table first."""
        game, model = self.game, self.model
        model.begin(table)
        start = model.start()
        view: Veiled[Any] = Veiled(self.style, model, start)
        came = spread(view, [start], 0, self.style.width, Meter(self.style.width)).came
        for state in sorted(came, key=lambda state: view.score(state, 0)):
            deal = not view.turned(state)
            if deal and (view.layers == 1 or view.deal(state, 0) is None):
                continue
            steps = [state]
            while came[steps[-1]] != steps[-1]:
                steps.append(came[steps[-1]])
            moves: list[Move] = []
            now = table
            for before, after in zip([start, *steps[::-1]], steps[::-1], strict=False):
                for move in view.line(now, before, after, 0, deal=False):
                    if _face_down(game, now) == _face_down(game, table):
                        moves.append(move)
                        now = game.moved(now, move)
            yield (*moves, DEAL) if deal else tuple(moves)

    def _worth(self, table: Table, plan: tuple[Move, ...]) -> int:
        """What comes of a plan on an imagined table: the more, the better the best table looks that can be reached
        after it before something else is seen."""
        game, style, model = self.game, self.style, self.model
        for move in plan:
            table = game.moved(table, move)
        if game.won(table):
            return WIN
        model.begin(table)
        state = model.start()
        end = model.layers == 1
        open_end = end and not style.hidden(model, state)
        width = LAST * style.haste if open_end else style.haste
        view: Any = model if open_end else Veiled(style, model, state)
        came, won, _ = spread(view, [state], 0, width, Meter(width))
        if won is not None:
            return WIN
        scored = sorted((view.score(state, 0), number, state) for number, state in enumerate(came))
        for score, _, after in scored:
            if not open_end and (view.turned(after) or (not end and model.deal(after, 0) is not None)):
                return -int(score)
        return -WIN - int(scored[0][0])
