"""The digits of Klondike-Solver and MinimalKlondike: three a card, rank 01 to 13 and suit 1 to 4, a deal a line.

The cards stand as they lie: row by row of the triangle, then the stock, next card first. That is our order of dealing.
The suits are clubs, diamonds, hearts and spades.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..board import Board
from ..cards import CARDS, SUITS, rank_name
from ..deals import Deal, Placed, check_deck
from ..errors import PatienceError, Place
from ..game import Game
from ..games import load
from .piles import dealt

KLONDIKE = "klondike"


def read(lines: list[str], game: Game | None) -> Iterator[Deal]:
    """The deal of each line; empty lines and `#` lines are passed over."""
    game = game or load(KLONDIKE)
    _check(game)
    found = False
    for number, source in enumerate(lines, 1):
        if source.strip() and not source.lstrip().startswith("#"):
            found = True
            yield _deal(game, Place(number, len(source) - len(source.lstrip()) + 1, source))
    if not found:
        raise PatienceError("format", "no deal in the text", "156 digits, three for each card")


def write(item: Deal | Board) -> list[str]:
    """The digits of a deal."""
    _check(item.game)
    deck = dealt(item, "the digits of Klondike-Solver")
    return ["".join(f"{card.rank:02}{SUITS.index(card.suit) + 1}" for card in deck)]


def _check(game: Game) -> None:
    if game.name != KLONDIKE:
        raise PatienceError("usage", f"Klondike-Solver plays no {game.title}", KLONDIKE)


def _deal(game: Game, begin: Place) -> Deal:
    line, col, source = begin
    digits = source.strip()
    cards = []
    for i in range(0, len(digits), 3):
        text, place = digits[i : i + 3], Place(line, col + i, source)
        if not (
            len(text) == 3 and text.isascii() and text.isdigit() and 1 <= int(text[:2]) <= 13 and text[2] in "1234"
        ):
            raise PatienceError("deck", f"not a card: {text!r}", "rank 01 to 13 and suit 1 to 4", place=place)
        cards.append(Placed(CARDS[rank_name(int(text[:2])) + SUITS[int(text[2]) - 1]], place))
    check_deck(cards, game.kind, Place(line, col + len(digits), source))
    return Deal(game, None, tuple(card for card, _ in cards))
