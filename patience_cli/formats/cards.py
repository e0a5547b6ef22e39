"""A bare list of cards in the order in which they are dealt, with blanks, commas or line ends between them."""

from __future__ import annotations

from collections.abc import Iterator

from ..board import Board
from ..deals import Deal, Placed, check_deck, read_cards
from ..game import Game
from .piles import dealt, end_of, game_needed, places


def read(lines: list[str], game: Game | None) -> Iterator[Deal]:
    """The deal of the whole list, or several where each deck ends with a line; `#` lines are remarks."""
    game = game_needed(game, "a list of cards")
    by_line = [read_cards([place]) for place in places(lines) if not place.source.lstrip().startswith("#")]
    decks: list[list[Placed]] = [[]]
    for cards in by_line:
        if len(decks[-1]) == game.deck_size:
            decks.append([])
        decks[-1] += cards
    if not decks[-1]:
        decks = decks[:-1] or decks
    if any(len(deck) != game.deck_size for deck in decks):
        decks = [[card for cards in by_line for card in cards]]
    for deck in decks:
        end = deck[-1].place if deck is not decks[-1] else end_of(lines)
        check_deck(deck, game.kind, end)
        yield Deal(game, None, tuple(card for card, _ in deck))


def write(item: Deal | Board) -> list[str]:
    """The deck on one line."""
    return [" ".join(dealt(item, "a list of cards"))]
