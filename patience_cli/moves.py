"""Moves as small values that know no table, and their strict text: `str(move)` and `parse_move` are inverses."""

from __future__ import annotations

import re
from enum import Enum
from typing import NamedTuple


class Command(Enum):
    """The moves without piles: deal (or draw), redeal, and the end of a privilege."""

    DEAL = "d"
    REDEAL = "r"
    STOP = "g"

    def __str__(self) -> str:
        return str(self.value)


class Transfer(NamedTuple):
    """The last `number` cards of `source` go to `target`; a free one claims the privilege to ignore the build."""

    source: str
    target: str
    number: int = 1
    free: bool = False

    def __str__(self) -> str:
        many = f"x{self.number}" if self.number > 1 else ""
        return f"{self.source}{'/' if self.free else '-'}{self.target}{many}"


Move = Transfer | Command

DEAL, REDEAL, STOP = Command.DEAL, Command.REDEAL, Command.STOP

# A pattern is compiled when it is first used, which `re` remembers: most runs of the program need few of them.
_TRANSFER = r"([0-9]+|[a-z][0-9]*)([-/])([0-9]+|[a-z][0-9]*)(?:x([1-9][0-9]{0,8}))?"


def parse_move(text: str) -> Move:
    """The move written `text` in its one strict form; ValueError when that is none."""
    if text in ("d", "r", "g"):
        return Command(text)
    match = re.fullmatch(_TRANSFER, text)
    if match is None or match[4] == "1":
        raise ValueError(f"not a move: {text!r}")
    return Transfer(match[1], match[3], int(match[4] or 1), match[2] == "/")
