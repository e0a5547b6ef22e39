"""Quadrille: a star of queens, with fives that go down and sixes that go up around them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ..cards import FIVE, QUEEN, SIX, SUITS, Card
from ..dealing import Passes, TurnToWaste, lay_on, to_waste
from ..game import Game, Option
from ..rules import SAME, SINGLE, STOCK_PILE, Builds, OwnSuit, Room, Starts, down, foundations, up, waste
from ..table import EMPTY, Pile

OPTIONS = (
    Option("first-card", ("auto", "manual"), "whether the first card lies on the waste at the start"),
    Option(
        "passes",
        ("3", *(str(n) for n in range(1, 100) if n != 3), "unlimited"),
        "how often the stock may be gone through in all",
    ),
    Option("predeal", ("none", "queens", "queens-5-6"), "which cards lie on their foundations at the start"),
)

# The first of the four foundations that a rank starts.
FIRST = {QUEEN: 1, FIVE: 5, SIX: 9}
PREDEAL = {"none": (), "queens": (QUEEN,), "queens-5-6": (QUEEN, FIVE, SIX)}

# A name stands where it is printed, its card behind it; the stock and the waste have theirs below.
STAR = (
    "                       f5",
    "          f12                      f9             s",
    "                       f1",
    "  f8          f4                f2          f6",
    "                       f3                         w",
    "          f11                     f10",
    "                       f7",
)


class Predealt(NamedTuple):
    """Some ranks leave the deck, which keeps its order, for their foundations; then the waste gets its first card."""

    ranks: tuple[int, ...]
    to_waste: int

    def lay(self, game: Game, deck: tuple[Card, ...]) -> dict[str, Pile]:
        piles = dict.fromkeys(game.names, EMPTY)
        for card in deck:
            if card.rank in self.ranks:
                piles[f"f{FIRST[card.rank] + SUITS.index(card.suit)}"] = Pile((card,))
        rest = tuple(card for card in deck if card.rank not in self.ranks)
        return lay_on(piles, to_waste(self.to_waste).steps, rest)


def quadrille(values: Mapping[str, str]) -> Game:
    """Quadrille; only the top of the waste moves, each card has one place, and playing it never harms."""
    passes = None if values["passes"] == "unlimited" else int(values["passes"])
    own = (SINGLE, OwnSuit())
    return Game(
        name="quadrille",
        title="Quadrille",
        aliases=("captive-queens",),
        groups=(
            STOCK_PILE,
            waste(),
            foundations(4, *own, Starts(QUEEN), Room(1)),
            foundations(4, *own, Starts(FIVE), Builds(down(SAME, wraps=True)), Room(6), first=5),
            foundations(4, *own, Starts(SIX), Builds(up(SAME)), Room(6), first=9),
        ),
        opening=Predealt(PREDEAL[values["predeal"]], 1 if values["first-card"] == "auto" else 0),
        stock=TurnToWaste(1, Passes(passes)),
        picture=STAR,
        options=OPTIONS,
        values=values,
        safe_always=True,
    )


GAMES = {"quadrille": (OPTIONS, quadrille)}
