"""What a solver says, what it may spend, and how it reports on the way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import NamedTuple

from ..moves import Move

WINNABLE, UNWINNABLE, UNDECIDED = "winnable", "unwinnable", "undecided"

# How many positions are expanded between two looks at the clock.
_PAUSE = 500
# How many positions may be kept in memory at a time with a small budget: some 500 MB.
ROOM = 450_000


class Verdict(NamedTuple):
    """The answer to "can this be won?".

    `winnable` comes with a line that the engine has played to its win, `unwinnable` from a complete search alone,
    `undecided` when the budget ended first; `stopped` says that it was the clock that ended it, so that another run
    may see more. `positions` were expanded, in `attempts` searches. The line has `length` moves, which is known also
    where it was not asked for.
    """

    result: str
    positions: int = 0
    moves: tuple[Move, ...] = ()
    attempts: int = 0
    stopped: bool = False
    length: int = 0


class Progress(NamedTuple):
    """How far a search is: positions expanded of the budget, the attempt (from 1), the layer (from 1) of so many."""

    positions: int
    nodes: int
    attempt: int
    layer: int
    layers: int


class OutOfTimeError(Exception):
    """The clock has ended the search. Never leaves the package."""


@dataclass
class Meter:
    """The budget of one solve: `nodes` expanded positions over all attempts, and perhaps `seconds` by the clock.

    The clock decides nothing but the end: a run that it does not end is the same on every machine. Without `lines`, a
    game that is decided without a search need not write down how it is won.
    """

    nodes: int
    seconds: float | None = None
    progress: Callable[[Progress], None] | None = None
    lines: bool = True
    spent: int = 0
    attempt: int = 0
    _began: float = field(default_factory=monotonic)

    @property
    def left(self) -> int:
        """The positions that may still be expanded."""
        return self.nodes - self.spent

    @property
    def room(self) -> int:
        """How many positions an attempt may keep in memory, expanded or not: a part more than the budget."""
        return max(ROOM, self.nodes * 3 // 2)

    def pause(self) -> int:
        """How many positions may be expanded before the next `tell`."""
        return min(_PAUSE, self.left)

    def tell(self, expanded: int, layer: int, layers: int) -> None:
        """Book expanded positions and report; OutOfTimeError when the time is up."""
        self.spent += expanded
        if self.progress is not None:
            self.progress(Progress(self.spent, self.nodes, self.attempt, layer + 1, layers))
        if self.seconds is not None and monotonic() - self._began > self.seconds:
            raise OutOfTimeError
