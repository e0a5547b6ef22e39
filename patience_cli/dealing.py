"""Openings (how the table is laid) and stocks (what a deal or a redeal does, and when it may be done)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from .cards import Card
from .game import Game, Refusal
from .moves import DEAL, Command, Transfer
from .rules import FOUNDATION, RESERVE, STAYS, TABLEAU
from .table import EMPTY, Pile, Table

# -- openings ------------------------------------------------------------------------------------------------------


class Lay(NamedTuple):
    """Cards dealt one by one: each step is the pile it goes to and whether it lies face up. The rest is the stock."""

    steps: tuple[tuple[str, bool], ...] = ()

    def lay(self, game: Game, deck: tuple[Card, ...]) -> dict[str, Pile]:
        """The piles after the opening deal."""
        return lay_on(dict.fromkeys(game.names, EMPTY), self.steps, deck)


def lay_on(piles: dict[str, Pile], steps: tuple[tuple[str, bool], ...], deck: tuple[Card, ...]) -> dict[str, Pile]:
    """`piles` with the steps dealt on them from the front of `deck`; the rest of the deck is the stock."""
    cards: dict[str, list[Card]] = {}
    hidden: dict[str, int] = {}
    for (name, face_up), card in zip(steps, deck, strict=False):
        cards.setdefault(name, []).append(card)
        hidden[name] = hidden.get(name, 0) + (not face_up)
    piles.update({name: Pile(tuple(dealt), hidden[name]) for name, dealt in cards.items()})
    rest = deck[len(steps) :]
    if "s" in piles:
        piles["s"] = Pile(rest, len(rest))
    return piles


def rows(names: tuple[str, ...], *, down: int = 0, up: int = 1) -> Lay:
    """Rows from left to right, the first `down` of them face down, then `up` face up."""
    return Lay(tuple((name, row >= down) for row in range(down + up) for name in names))


def triangle(names: tuple[str, ...]) -> Lay:
    """Row by row, each one column shorter than the one before, its first card face up and the others face down."""
    return Lay(tuple((names[c], c == row) for row in range(len(names)) for c in range(row, len(names))))


def to_waste(count: int) -> Lay:
    """The first cards turned to the waste."""
    return Lay((("w", True),) * count)


# -- when a row may be dealt ---------------------------------------------------------------------------------------


class When(Protocol):
    """A condition on dealing."""

    def flaw(self, game: Game, table: Table) -> Refusal | None:
        """Why no row may be dealt now, or None."""


class Always(NamedTuple):
    """At any time."""

    def flaw(self, game: Game, table: Table) -> Refusal | None:
        return None

    def __str__(self) -> str:
        return "at any time, even when moves remain"


class Stuck(NamedTuple):
    """Only when nothing can be played onto a column or a foundation.

    It looks at transfers alone: a condition that asked for the whole list of moves would ask itself.
    """

    def flaw(self, game: Game, table: Table) -> Refusal | None:
        for move in game.transfers(table):
            if self.counts(game, table, move):
                return Refusal(f"{game.text(table, move)} can still be played")
        return None

    @staticmethod
    def counts(game: Game, table: Table, move: Transfer) -> bool:
        """A play from a column or the pocket to a column or a foundation that is more than a change of places."""
        return (
            not move.free
            and game.group_of[move.source].kind in (TABLEAU, RESERVE)
            and game.group_of[move.target].kind in (TABLEAU, FOUNDATION)
            and not game.whole_to_gap(table, move)
        )

    def __str__(self) -> str:
        return (
            "only while nothing can be played onto a column or a foundation (beware: "
            "a card that can go to and fro between two columns for ever blocks every deal)"
        )


class NoGaps(NamedTuple):
    """Only while no column is empty; `if_short`: unless the columns hold too few cards to fill it."""

    if_short: bool = False

    def flaw(self, game: Game, table: Table) -> Refusal | None:
        gaps = [name for name in game.columns if not table.piles[name].cards]
        if not gaps or (self.if_short and self._short(game, table)):
            return None
        several = len(gaps) > 1
        names = f"columns {', '.join(gaps[:-1])} and {gaps[-1]} are" if several else f"column {gaps[0]} is"
        them = "them" if several else "it"
        stuck = self.never_again(game, table)
        advice = f"undo: too few cards are left to fill {them}" if stuck else f"fill {them} first"
        return Refusal(f"{names} empty: no deal onto a gap", advice)

    @staticmethod
    def _short(game: Game, table: Table) -> bool:
        return sum(len(table.piles[name].cards) for name in game.columns) < len(game.columns)

    def never_again(self, game: Game, table: Table) -> bool:
        """With fewer cards than columns a gap stays for good, where what is on the foundations stays there."""
        stays = all(game.group_of[name].gives == STAYS for name in game.foundations)
        return not self.if_short and stays and self._short(game, table)

    def __str__(self) -> str:
        short = ", unless the columns hold fewer cards than there are columns" if self.if_short else ""
        return f"only while no column is empty{short}"


ONTO_GAPS: Mapping[str, When] = {"no": NoGaps(), "if-short": NoGaps(if_short=True), "yes": Always()}


# -- stocks --------------------------------------------------------------------------------------------------------


def _no_redeal(game: Game) -> str:
    return f"no redeal in {game.title}"


class NoStock(NamedTuple):
    """All cards are on the table from the start."""

    @property
    def passes(self) -> int | None:
        return 0

    def flaw(self, game: Game, table: Table, move: Command) -> Refusal | None:
        return Refusal(f"no stock in {game.title}")

    def turn(self, game: Game, table: Table, move: Command) -> Table:
        raise ValueError(f"no stock in {game.title}")

    def deals(self, game: Game, table: Table) -> int | None:
        return None

    def warning(self, game: Game, table: Table) -> str | None:
        return None

    def __str__(self) -> str:
        return "there is none"


NO_STOCK = NoStock()


class DealToTableau(NamedTuple):
    """A deal puts one face-up card on each column, left to right, whatever lies there; a short one fills the first."""

    when: When = Always()

    @property
    def passes(self) -> int | None:
        return 0

    def flaw(self, game: Game, table: Table, move: Command) -> Refusal | None:
        if move is not DEAL:
            return Refusal(_no_redeal(game))
        if not table.piles["s"].cards:
            return Refusal(f"the stock is empty: {_no_redeal(game)}")
        return self.when.flaw(game, table)

    def turn(self, game: Game, table: Table, move: Command) -> Table:
        stock = table.piles["s"].cards
        changed = {name: table.piles[name].plus((card,)) for name, card in zip(game.columns, stock, strict=False)}
        rest = stock[len(changed) :]
        changed["s"] = Pile(rest, len(rest))
        return table.having(changed)

    def deals(self, game: Game, table: Table) -> int | None:
        return -(-len(table.piles["s"].cards) // len(game.columns))

    def warning(self, game: Game, table: Table) -> str | None:
        if table.piles["s"].cards and isinstance(self.when, NoGaps) and self.when.never_again(game, table):
            return "fewer cards than columns are left, so no deal can ever come again; undo is the way out"
        return None

    def __str__(self) -> str:
        return (
            f"a deal puts one card face up on each column, left to right; a short last one fills the first; {self.when}"
        )


class Passes(NamedTuple):
    """How often the stock may be gone through in all, None for any number."""

    limit: int | None = None


class TurnToWaste(NamedTuple):
    """A deal turns `cards` cards to the waste, one after another; with `through`, the waste can be turned over."""

    cards: int = 1
    through: Passes | None = None

    @property
    def passes(self) -> int | None:
        return 0 if self.through is None else self.through.limit

    def flaw(self, game: Game, table: Table, move: Command) -> Refusal | None:
        stock = table.piles["s"].cards
        if move is DEAL:
            if stock:
                return None
            if self.through is None:
                return Refusal(f"the stock is empty: {_no_redeal(game)}")
            if flaw := self._redeal_flaw(table):
                return Refusal(f"the stock is empty, and {flaw}")
            return Refusal("the stock is empty", "r turns the waste over")
        if self.through is None:
            return Refusal(_no_redeal(game))
        if stock:
            return Refusal(f"the stock still holds {len(stock)} card{'s' if len(stock) > 1 else ''}", "d deals")
        flaw = self._redeal_flaw(table)
        return Refusal(flaw) if flaw else None

    def _redeal_flaw(self, table: Table) -> str | None:
        if not table.piles["w"].cards:
            return "the waste is empty"
        if self.passes is not None and table.redeals + 1 >= self.passes:
            return f"this is pass {table.redeals + 1} of {self.passes}"
        return None

    def turn(self, game: Game, table: Table, move: Command) -> Table:
        stock, waste = table.piles["s"].cards, table.piles["w"]
        if move is DEAL:
            dealt, rest = stock[: self.cards], stock[self.cards :]
            return table.having({"w": waste.plus(dealt), "s": Pile(rest, len(rest))})
        turned = table.having({"w": EMPTY, "s": Pile(waste.cards, len(waste.cards))})
        return turned._replace(redeals=table.redeals + 1)

    def deals(self, game: Game, table: Table) -> int | None:
        return -(-len(table.piles["s"].cards) // self.cards) if self.cards > 1 else None

    def warning(self, game: Game, table: Table) -> str | None:
        return None

    def __str__(self) -> str:
        number = {1: "one card", 3: "three cards"}.get(self.cards, f"{self.cards} cards")
        if self.through is None:
            again = "no redeal"
        elif self.passes is None:
            again = "when the stock is empty, a redeal turns the waste over, as often as you like"
        elif self.passes == 1:
            again = "one pass, no redeal"
        else:
            again = f"when the stock is empty, a redeal turns the waste over; {self.passes} passes in all"
        order = ", one after another" if self.cards > 1 else ""
        return f"a deal turns {number} to the waste{order}; {again}"
