"""Solvitaire's JSON of a deal or a position: one object, its piles as arrays of cards.

`tableau piles` holds the columns, base first, a face-down card with its suit in lower case; `stock` has its next card
last; `waste` its top card last; `foundations` all cards that are home, one after another. Solvitaire reads no cells
from a text, so none are written; `cells` is read because its successor writes it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate
from typing import Any

from ..board import Board
from ..cards import ACE, KING, Card, fresh, read_card
from ..deals import Deal, Placed
from ..errors import PatienceError, Place
from ..game import Game
from ..rules import RESERVE
from ..table import Pile
from .piles import Dealt, end_of, game_needed, laid, settle

COLUMNS, HOMES, CELLS, STOCK, WASTE = "tableau piles", "foundations", "cells", "stock", "waste"
_STRING = re.compile(r'("(?:[^"\\]|\\.)*")(\s*:)?')
_BLANKS = re.compile(r"\s*")
_NUMBERS = {"1": "A", "11": "J", "12": "Q", "13": "K"}

# -- reading -------------------------------------------------------------------------------------------------------


def read(lines: list[str], game: Game | None) -> Iterator[Deal | Board]:
    """The objects of a text, one after another. A fault tells its path in the object, and its place in the text."""
    game = game_needed(game, "Solvitaire's JSON")
    _check(game)
    source = _Source(lines)
    at = source.blanks(0)
    if at == len(source.text):
        raise PatienceError("format", "no JSON object in the text", place=end_of(lines))
    while at < len(source.text):
        value, end = _parsed(source, at)
        yield _Object(game, value, source, at, end).settled()
        at = source.blanks(end)


class _Source:
    """The text of all objects, and the places in it."""

    def __init__(self, lines: list[str]) -> None:
        self.text = "\n".join(lines)
        self._lines = lines or [""]
        self._starts = [0, *accumulate(len(line) + 1 for line in lines)][: len(self._lines)]

    def place(self, offset: int) -> Place:
        """The place of an offset in the text."""
        line = bisect_right(self._starts, offset) - 1
        return Place(line + 1, offset - self._starts[line] + 1, self._lines[line])

    def blanks(self, at: int) -> int:
        """Where the blanks that begin at an offset end."""
        match = _BLANKS.match(self.text, at)
        return match.end() if match else at


def _parsed(source: _Source, at: int) -> tuple[dict[str, Any], int]:
    """The object that begins at an offset, and where it ends."""
    from json import JSONDecodeError, JSONDecoder

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(pairs)) < len(pairs):
            raise PatienceError("format", "a key stands twice in an object", place=source.place(at))
        return dict(pairs)

    try:
        value, end = JSONDecoder(object_pairs_hook=unique).raw_decode(source.text, at)
    except JSONDecodeError as error:
        raise PatienceError("format", f"not JSON: {error.msg}", place=source.place(error.pos)) from None
    except (RecursionError, ValueError):
        raise PatienceError("format", "not the JSON of a deal", place=source.place(at)) from None
    if not isinstance(value, dict):
        raise PatienceError("format", "not a JSON object", f"an object with {COLUMNS!r}", place=source.place(at))
    return value, end


class _Object:
    """One object, and where its strings stand: those that are no keys in the order in which they are asked for."""

    def __init__(self, game: Game, value: dict[str, Any], source: _Source, start: int, end: int) -> None:
        strings = list(_STRING.finditer(source.text, start, end))
        self.game = game
        self.value = value
        self.end = source.place(end)
        self._keys = {match[1]: source.place(match.start()) for match in strings if match[2]}
        self._strings = iter([source.place(match.start()) for match in strings if not match[2]])
        self._hides = any(pile.down for pile in _start(game))

    def settled(self) -> Deal | Board:
        """The deal or board it tells."""
        game = self.game
        known = {COLUMNS: self._columns, HOMES: self._homes}
        known |= {CELLS: self._cells} if game.of_kind(RESERVE) else {}
        known |= {STOCK: self._stock} if "s" in game.names else {}
        known |= {WASTE: self._waste} if "w" in game.names else {}
        if COLUMNS not in self.value:
            raise PatienceError("format", f"no key {COLUMNS!r}", place=self.end)
        piles: dict[str, list[Dealt]] = {}
        heads: dict[str, Place] = {}
        for key, content in self.value.items():
            if key not in known:
                raise self._fault("format", f"no key {key[:20]!r} for {game.title}", key, ", ".join(known))
            found = known[key](self._array(key, key, content))
            piles |= found
            heads |= dict.fromkeys(found, self._place(key))
        return settle(game, piles, heads, self.end)

    def _columns(self, arrays: list[Any]) -> dict[str, list[Dealt]]:
        if len(arrays) != len(self.game.columns):
            words = f"{COLUMNS}: {len(arrays)} columns: {self.game.title} has {len(self.game.columns)}"
            raise self._fault("deck", words, COLUMNS)
        piles = {}
        for i, (name, array) in enumerate(zip(self.game.columns, arrays, strict=True)):
            path = f"{COLUMNS}[{i}]"
            cards = self._array(COLUMNS, path, array)
            piles[name] = [self._card(COLUMNS, f"{path}[{j}]", text) for j, text in enumerate(cards)]
        return piles

    def _homes(self, array: list[Any]) -> dict[str, list[Dealt]]:
        """Each card goes on the foundation of the card before it, or else on the first that takes it."""
        piles: dict[str, list[Dealt]] = {name: [] for name in self.game.foundations}
        names = list(self.game.foundations)
        for i, text in enumerate(array):
            placed, _ = self._card(HOMES, f"{HOMES}[{i}]", text)
            home = next((name for name in names if _goes_on(self.game, name, piles[name], placed.card)), None)
            if home is None:
                raise PatienceError("deck", f"{HOMES}[{i}]: no foundation takes {placed.card}", place=placed.place)
            piles[home].append((placed, False))
            names.sort(key=lambda name: (name != home, self.game.foundations.index(name)))
        return piles

    def _cells(self, array: list[Any]) -> dict[str, list[Dealt]]:
        cells = self.game.of_kind(RESERVE)
        if len(array) > len(cells):
            raise self._fault("deck", f"{CELLS}: {len(array)}: {self.game.title} has {len(cells)}", CELLS)
        piles: dict[str, list[Dealt]] = {}
        for i, (name, text) in enumerate(zip(cells, array, strict=False)):
            if text == "":
                next(self._strings)
            piles[name] = [self._card(CELLS, f"{CELLS}[{i}]", text)] if text else []
        return piles

    def _stock(self, array: list[Any]) -> dict[str, list[Dealt]]:
        return {"s": [self._card(STOCK, f"{STOCK}[{i}]", text) for i, text in enumerate(array)][::-1]}

    def _waste(self, array: list[Any]) -> dict[str, list[Dealt]]:
        return {"w": [self._card(WASTE, f"{WASTE}[{i}]", text) for i, text in enumerate(array)]}

    def _card(self, key: str, path: str, text: Any) -> Dealt:
        card = read_card(_NUMBERS.get(text[:-1], text[:-1]) + text[-1]) if isinstance(text, str) and text else None
        if card is None:
            shown = repr(text[:20]) if isinstance(text, str) else type(text).__name__
            raise self._fault("deck", f"{path}: not a card: {shown}", key, "a card, like 9H or 9h")
        hidden = key == COLUMNS and self._hides and text[-1].islower()
        return Placed(card, next(self._strings)), hidden

    def _array(self, key: str, path: str, content: Any) -> list[Any]:
        if not isinstance(content, list):
            raise self._fault("format", f"{path}: not an array", key)
        return content

    def _place(self, key: str) -> Place:
        return self._keys.get(f'"{key}"', self.end)

    def _fault(self, code: str, words: str, key: str, expected: str | None = None) -> PatienceError:
        return PatienceError(code, words, expected, place=self._place(key))


def _start(game: Game) -> list[Pile]:
    """The columns with which a game starts."""
    table = game.start(fresh(game.packs, game.suits))
    return [table.piles[name] for name in game.columns]


def _goes_on(game: Game, name: str, pile: list[Dealt], card: Card) -> bool:
    """Whether a foundation holds a card on those: up in suit from the ace, or a run from the king."""
    runs = game.group_of[name].unit() == KING
    if not pile:
        return card.rank == (KING if runs else ACE)
    top = pile[-1][0].card
    return card.suit == top.suit and card.rank == top.rank + (-1 if runs else 1)


# -- writing -------------------------------------------------------------------------------------------------------


def write(item: Deal | Board) -> list[str]:
    """The object of a deal or a board on one line; keys without cards are left out, but for the columns."""
    from json import dumps

    game, table = laid(item, "Solvitaire")
    _check(game)
    if any(table.piles[name].cards for name in game.of_kind(RESERVE)):
        raise PatienceError("usage", "Solvitaire reads no cards in cells")
    homes = [card for name in game.foundations for card in table.piles[name].cards]
    value: dict[str, Any] = {COLUMNS: [_written(table.piles[name]) for name in game.columns]}
    value |= {HOMES: [_long(card) for card in homes]} if homes else {}
    for key, name in ((STOCK, "s"), (WASTE, "w")):
        cards = [_long(card) for card in table.piles[name].cards] if name in game.names else []
        value |= {key: cards[::-1] if key == STOCK else cards} if cards else {}
    return [dumps(value, separators=(",", ":"))]


def _check(game: Game) -> None:
    if not game.columns:
        raise PatienceError("usage", f"Solvitaire needs columns, and {game.title} has none")


def _written(pile: Pile) -> list[str]:
    cards = [_long(card) for card in pile.cards]
    return [card[:-1] + card[-1].lower() if i < pile.down else card for i, card in enumerate(cards)]


def _long(card: Card) -> str:
    """A card whose ten has two digits."""
    return card.replace("T", "10")
