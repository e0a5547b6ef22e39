"""The text that Freecell Solver, PySolFC and KPat share: titled lines, then a line for each column, base first.

    Foundations: H-6 C-9 D-2 S-0
    Freecells: QS - 3S KD
    Talon: 4C 7H
    Waste: 9D TS
    : <8H> 3D
    : KS

Each title may be missing. A card may be `10H`; one that lies face down is `<8H>`; a dash is an empty cell. A foundation
is told by its suit and its highest rank: the first of the line is our first foundation, and so on. The talon is our
stock, next card first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..board import Board
from ..cards import CARDS, KING, RANKS, rank_name, read_card
from ..deals import Deal, Placed
from ..errors import PatienceError, Place
from ..game import Game
from ..rules import RESERVE
from ..table import Pile, Table
from .piles import Dealt, end_of, game_needed, laid, settle

_TITLE = re.compile(r"\s*(foundations|founds|freecells|fc|talon|waste)\s*:", re.IGNORECASE)
_SHORT = {"founds": "foundations", "fc": "freecells"}
_FOUNDATION = re.compile(r"([CDHS])-(0|10|[1-9ATJQK])", re.IGNORECASE)


class Text(NamedTuple):
    """The lines of one board: the titled ones by title, each from behind it on; the columns; where it ends."""

    titled: dict[str, Place]
    columns: list[Place]
    end: Place


class Word(NamedTuple):
    """A word and where it stands."""

    text: str
    place: Place


# -- reading -------------------------------------------------------------------------------------------------------


def read(lines: list[str], game: Game | None) -> Iterator[Deal | Board]:
    """The boards of a text, one after another; `#` lines are remarks."""
    game = game_needed(game, "a solver's text")
    _check(game)
    found = False
    for text in _texts(lines, game):
        found = True
        yield _settled(game, text)
    if not found:
        raise PatienceError("format", "no board in the text", "a line for each column", place=end_of(lines))


def _texts(lines: list[str], game: Game) -> Iterator[Text]:
    """The text cut into boards: a title behind columns begins another, and an empty line behind all columns ends one.

    An empty line between columns is an empty column.
    """
    text = Text({}, [], Place(1, 1, ""))
    for number, source in enumerate(lines, 1):
        whole = len(text.columns) == len(game.columns)
        begin = Place(number, 1, source)
        match = _TITLE.match(source)
        if source.lstrip().startswith("#"):
            continue
        if (match and text.columns) or (whole and not source.strip()):
            yield text
            text = Text({}, [], begin)
        elif whole:
            raise PatienceError("deck", f"too many columns: {game.title} has {len(game.columns)}", place=begin)
        if match:
            title = _SHORT.get(match[1].lower(), match[1].lower())
            if title in text.titled:
                raise PatienceError("deck", f"{title} stands twice", place=begin)
            text.titled[title] = begin._replace(col=match.end() + 1)
        elif source.strip():
            colon = source.lstrip().startswith(":")
            text.columns.append(begin._replace(col=source.index(":") + 2 if colon else 1))
        elif text.columns:
            text.columns.append(begin)
        text = text._replace(end=Place(number, len(source) + 1, source))
    if text.titled or text.columns:
        yield text


def _settled(game: Game, text: Text) -> Deal | Board:
    if len(text.columns) < len(game.columns):
        has = len(text.columns)
        raise PatienceError("deck", f"{has} columns: {game.title} has {len(game.columns)}", place=text.end)
    heads = dict(zip(game.columns, text.columns, strict=True))
    for title, name in (("talon", "s"), ("waste", "w")):
        if title in text.titled:
            if name not in game.names:
                raise PatienceError("deck", f"no {title} in {game.title}", place=text.titled[title])
            heads[name] = text.titled[title]
    piles = {name: [_card(word) for word in _words(place)] for name, place in heads.items()}
    for title, names in (("freecells", game.of_kind(RESERVE)), ("foundations", game.foundations)):
        words = _words(text.titled[title]) if title in text.titled else []
        if len(words) > len(names):
            place = words[len(names)].place
            raise PatienceError("deck", f"too many {title}: {game.title} has {len(names)}", place=place)
        for name, word in zip(names, words, strict=False):
            heads[name] = word.place
            piles[name] = _foundation(game, name, word) if title == "foundations" else _cell(word)
    return settle(game, piles, heads, text.end)


def _words(place: Place) -> list[Word]:
    found = re.finditer(r"\S+", place.source[place.col - 1 :])
    return [Word(match[0], place._replace(col=place.col + match.start())) for match in found]


def _card(word: Word) -> Dealt:
    text = word.text
    hidden = text[0] == "<" and text[-1] == ">"
    card = read_card(text[1:-1] if hidden else text)
    if card is None:
        raise PatienceError("deck", f"not a card: {text[:20]!r}", "a card, like 9H or <9H>", place=word.place)
    return Placed(card, word.place), hidden


def _cell(word: Word) -> list[Dealt]:
    return [] if word.text.strip("-") == "" else [_card(word)]


def _foundation(game: Game, name: str, word: Word) -> list[Dealt]:
    """The cards of a foundation from its suit and how high it is; a run lies king first."""
    match = _FOUNDATION.fullmatch(word.text)
    if match is None:
        raise PatienceError(
            "deck", f"not a foundation: {word.text[:20]!r}", "suit and rank, like H-6", place=word.place
        )
    suit, rank = match[1].upper(), match[2].upper().replace("10", "T").replace("1", "A")
    high = 0 if rank == "0" else RANKS.index(rank) + 1
    ranks = range(KING, KING - high, -1) if game.group_of[name].unit() == KING else range(1, high + 1)
    return [(Placed(CARDS[rank_name(rank) + suit], word.place), False) for rank in ranks]


# -- writing -------------------------------------------------------------------------------------------------------


def write(item: Deal | Board) -> list[str]:
    """The text of a deal or a board; titled lines without cards are left out."""
    game, table = laid(item, "the text for solvers")
    _check(game)
    lines = [
        *_titled("Foundations", _foundations(game, table)),
        *_titled("Freecells", _cells(game, table)),
        *_titled("Talon", list(table.piles["s"].cards) if "s" in game.names else []),
        *_titled("Waste", list(table.piles["w"].cards) if "w" in game.names else []),
    ]
    return lines + [f": {_cards(table.piles[name])}".rstrip() for name in game.columns]


def _check(game: Game) -> None:
    if not game.columns:
        raise PatienceError("usage", f"the text for solvers needs columns, and {game.title} has none")


def _titled(title: str, words: list[str]) -> list[str]:
    return [f"{title}: {' '.join(words)}"] if words else []


def _cards(pile: Pile) -> str:
    return " ".join([*(f"<{card}>" for card in pile.cards[: pile.down]), *pile.up])


def _foundations(game: Game, table: Table) -> list[str]:
    """The foundations up to the last that holds cards; one without stands as a suit that is not used otherwise."""
    piles = [table.piles[name].cards for name in game.foundations]
    while piles and not piles[-1]:
        piles.pop()
    spare = list(game.suits * game.packs)
    for cards in piles:
        if cards:
            spare.remove(cards[0].suit)
    return [f"{cards[0].suit}-{rank_name(len(cards))}" if cards else f"{spare.pop(0)}-0" for cards in piles]


def _cells(game: Game, table: Table) -> list[str]:
    """The cells, when any is in use; PatienceError `usage` for a pocket with several cards."""
    piles = [table.piles[name].cards for name in game.of_kind(RESERVE)]
    if any(len(cards) > 1 for cards in piles):
        raise PatienceError("usage", "the text for solvers cannot tell several cards in one cell")
    return [cards[0] if cards else "-" for cards in piles] if any(piles) else []
