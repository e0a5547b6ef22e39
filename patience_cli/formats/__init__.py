"""The formats of other programs by name: found out from a text, read and written. A module is loaded when it is used.

Each module reads a text as deals, or as boards where the text is no start of a game, and writes either.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..board import Board
    from ..deals import Deal
    from ..game import Game

OWN = ("line", "transcript", "board")
MODULES = {
    "cards": "cards",
    "fc-solve": "fc_solve",
    "solvitaire": "solvitaire",
    "solvitaire-rules": "solvitaire_rules",
    "klondike-solver": "klondike_solver",
    "minimal-klondike": "klondike_solver",
}
WRITTEN = (*OWN, *MODULES)
READ = tuple(name for name in WRITTEN if name != "solvitaire-rules")

# Formats whose texts have several lines, so that two of them stand apart by an empty one.
PARTED = ("transcript", "board", "fc-solve")

_TITLES = ("foundations:", "founds:", "freecells:", "fc:", "talon:", "waste:", ":")


def detect(lines: list[str], game: Game | None = None) -> str:
    """The format of a text, told by its first line that is neither empty nor a remark: a name of `READ`.

    With a game, bare columns of its start are told from a list of cards. PatienceError `format` for XML, which is
    not read.
    """
    heads = (line.strip() for line in lines)
    head = next((line for line in heads if line and (line[0] != "#" or line.startswith("#patience"))), "")
    if head.startswith("#"):
        return "board" if head.startswith("#patience-board") else "transcript"
    if head.startswith("{"):
        return "solvitaire"
    if head.startswith("<") and not _is_card(head[1:3]):
        from ..errors import PatienceError

        raise PatienceError("format", "XML is not read", "the deal's number, kpat:N, or the text for solvers")
    if head.isdigit():
        return "klondike-solver"
    if head.lower().startswith(_TITLES):
        return "fc-solve"
    if _is_deal_line(head):
        return "line"
    return "fc-solve" if game is not None and _are_columns(lines, game) else "cards"


def read(name: str, lines: list[str], game: Game | None = None) -> Iterator[Deal | Board]:
    """The deals and boards that a text in a foreign format holds, one by one, at least one.

    PatienceError with its place for whatever is not sound; `usage` for a format that is not read, or when the format
    does not name the game and `game` does not either.
    """
    yield from _module(name, READ).read(lines, game)


def write(name: str, item: Deal | Board) -> list[str]:
    """A deal or a board in a foreign format, line by line; PatienceError `usage` when it does not fit in there."""
    lines: list[str] = _module(name, WRITTEN).write(item)
    return lines


def _module(name: str, known: tuple[str, ...]) -> Any:
    from importlib import import_module

    if name not in MODULES or name not in known:
        from ..errors import PatienceError

        raise PatienceError("usage", f"no format {name!r}", ", ".join(known))
    return import_module(f".{MODULES[name]}", __package__)


def _is_card(text: str) -> bool:
    from ..cards import read_card

    return text == "10" or read_card(text) is not None


def _is_deal_line(line: str) -> bool:
    from ..games import is_game

    fields = line.split(maxsplit=3)
    if len(fields) == 3 and not _is_card(fields[0][:2]) and _is_card(fields[2][:2]):
        return True
    return bool(fields) and is_game(fields[0].partition(",")[0])


def _are_columns(lines: list[str], game: Game) -> bool:
    """Whether the lines are as long as the columns with which the game starts, which has all its cards there."""
    from ..cards import fresh

    start = game.start(fresh(game.packs, game.suits))
    heights = [len(start.piles[name].cards) for name in game.columns]
    return sum(heights) == game.deck_size and [len(line.split()) for line in lines if line.strip()] == heights
