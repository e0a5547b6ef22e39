"""The table as text: the state line, and the piles in cells of four characters or where a picture puts them.

Nothing here asks for a terminal, a locale or a width. How a card looks (symbols, colour) is one function from its
letters to what is printed; widths are those of the letters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from .game import PLAYING, Game
from .rules import FOUNDATION, RESERVE, TABLEAU, WASTE
from .table import Pile, Table

NONE, HIDDEN = "--", "##"
FAN = 3  # how many cards of the waste are shown
BESIDE_WASTE = 18  # from a waste to a reserve beside it
WIDTH, NARROW = 80, 40  # columns that a table keeps to, and a compact one

Look = Callable[[str], str]
Piece = tuple[int, str]  # column from 0, text

_WORD = re.compile(r"\S+")


def plain(word: str) -> str:
    """The look of files and pipes: letters as they are."""
    return word


class Style(NamedTuple):
    """How a table is shown: how a card looks, and whether it is squeezed into forty columns."""

    look: Look = plain
    compact: bool = False

    @property
    def cell(self) -> int:
        """The width of a cell."""
        return 3 if self.compact else 4

    @property
    def margin(self) -> int:
        """The column of the first cell, from 0."""
        return 1 if self.compact else 2


PLAIN = Style()


def state_line(game: Game, spec: str, seed: str, table: Table, n: int, status: str) -> str:
    """Game, seed, moves made, cards home, and what else there is to know; fields parted by two blanks."""
    fields = [spec, seed, f"move {n}", f"home {game.home(table)}/{game.total(table)}"]
    deals = game.stock.deals(game, table)
    if deals is not None:
        fields.append(f"deals {deals}")
    if game.stock.passes is None:
        fields.append(f"pass {table.redeals + 1}")
    elif game.stock.passes:
        fields.append(f"pass {table.redeals + 1}/{game.stock.passes}")
    if state := game.privilege.state(game, table):
        fields.append(state)
    if status != PLAYING:
        fields.append(status)
    return "  ".join(fields)


def head_lines(line: str, style: Style = PLAIN) -> list[str]:
    """The state line, in a compact table broken between its fields."""
    if not style.compact:
        return [line]
    lines = [""]
    for field in line.split("  "):
        joined = f"{lines[-1]}  {field}".strip()
        if len(joined) > NARROW and lines[-1]:
            lines.append(field)
        else:
            lines[-1] = joined
    return lines


def table_lines(game: Game, table: Table, style: Style = PLAIN) -> list[str]:
    """The piles, without the state line: blocks parted by an empty line, no trailing blanks."""
    if style.compact:
        blocks = _squeezed(game, table, style)
    elif game.picture:
        blocks = [_picture(game, table)]
    else:
        blocks = [_upper(game, table, style)]
    if game.columns:
        blocks.append(_columns(game, table, style))
    lines: list[str] = []
    for block in blocks:
        lines += [""] * bool(lines) + [_composed(pieces, style.look) for pieces in block]
    return lines


def shown(pile: Pile, kind: str) -> str:
    """What a squared pile shows: its top card, the last cards of a waste with its number, the number of a stock."""
    if kind == FOUNDATION:
        return pile.top or NONE
    if kind == RESERVE:
        return " ".join(pile.cards) or NONE
    if kind == WASTE:
        number = f"  ({len(pile.cards)})" if len(pile.cards) > FAN else ""
        return (" ".join(pile.cards[-FAN:]) or NONE) + number
    return str(len(pile.cards))


def _composed(pieces: Iterable[Piece], look: Look) -> str:
    """A line with each piece at its column; padding counts letters, so a look may add what has no width."""
    line = ""
    at = 0
    for column, text in sorted(pieces):
        line += " " * (column - at) + _WORD.sub(lambda word: look(word[0]), text)
        at = column + len(text)
    return line.rstrip()


def _upper(game: Game, table: Table, style: Style) -> list[list[Piece]]:
    """Foundations in cells, a cell left empty, the stock, and the waste or the reserve beside it."""
    places = [(name, style.margin + style.cell * i) for i, name in enumerate(game.foundations)]
    return _in_places(game, table, [*places, *_beside(game, style, style.margin + style.cell * (len(places) + 1))])


def _beside(game: Game, style: Style, column: int) -> list[tuple[str, int]]:
    """Where the stock, the waste and the reserve stand, from a column on."""
    places = []
    if "s" in game.names:
        places.append(("s", column))
        column += style.cell + 2
    for name in game.of_kind(WASTE):
        places.append((name, column))
        column += BESIDE_WASTE
    return places + [(name, column + style.cell * i) for i, name in enumerate(game.of_kind(RESERVE))]


def _in_places(game: Game, table: Table, places: list[tuple[str, int]]) -> list[list[Piece]]:
    """Names, and what the piles show below them; what would go beyond `WIDTH` goes on in a further row."""
    names: list[Piece] = [(column, name) for name, column in places]
    cards, more = [], []
    for name, column in places:
        text = shown(table.piles[name], game.group_of[name].kind)
        if column + len(text) > WIDTH:
            cut = text.rindex(" ", 0, WIDTH - column + 1)
            more.append((column, text[cut + 1 :]))
            text = text[:cut]
        cards.append((column, text))
    return [names, cards, *([more] if more else [])]


def _squeezed(game: Game, table: Table, style: Style) -> list[list[list[Piece]]]:
    """The foundations in rows of eight, then stock, waste and reserve in a row of their own."""
    homes = game.foundations
    rows = [homes[i : i + 8] for i in range(0, len(homes), 8)]
    blocks = [
        _in_places(game, table, [(name, style.margin + (style.cell + 1) * i) for i, name in enumerate(row)])
        for row in rows
    ]
    beside = _beside(game, style, style.margin)
    return [*blocks, _in_places(game, table, beside)] if beside else blocks


def _columns(game: Game, table: Table, style: Style) -> list[list[Piece]]:
    """The columns side by side, base first."""
    places = [(name, style.margin + style.cell * i) for i, name in enumerate(game.columns)]
    height = max(1, *(len(table.piles[name].cards) for name in game.columns))
    names: list[Piece] = [(column, name) for name, column in places]
    cards = [
        [(column, word) for name, column in places if (word := _card(table.piles[name], row))] for row in range(height)
    ]
    return [names, *cards]


def _card(pile: Pile, row: int) -> str:
    """What stands in a row of a column, empty below its end."""
    if row < len(pile.cards):
        return HIDDEN if row < pile.down else pile.cards[row]
    return NONE if row == 0 else ""


def _picture(game: Game, table: Table) -> list[list[Piece]]:
    """The declared picture: behind each foundation its card, below the stock and the waste what they show."""
    lines: list[list[Piece]] = [[] for _ in game.picture]
    for row, drawn in enumerate(game.picture):
        for match in _WORD.finditer(drawn):
            name, column = match[0], match.start()
            kind = game.group_of[name].kind
            words = shown(table.piles[name], kind)
            if kind in (FOUNDATION, TABLEAU):
                lines[row].append((column, f"{name} {words}"))
            else:
                lines[row].append((column, name))
                lines[row + 1].append((column, words))
    return lines
