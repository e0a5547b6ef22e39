"""FreeCell: all cards open, and a few cells to put one aside."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ..cards import ACE
from ..dealing import NO_STOCK, Lay, rows
from ..game import Game, Option
from ..rules import (
    ALTERNATING,
    RESERVE,
    RETURNS,
    SAME,
    SINGLE,
    Attempt,
    Builds,
    Runs,
    Starts,
    cells,
    down,
    foundations,
    tableau,
    up,
)

DOWN = down(ALTERNATING)
OPTIONS = (
    Option("cells", ("4", *(str(n) for n in range(1, 9) if n != 4)), "how many cells there are"),
    Option("foundation-return", ("never", "always"), "whether the top card of a foundation may come back"),
    Option(
        "sequence-move",
        ("limited", "unlimited"),
        "how many cards of a sequence move as one: as many as could move one by one, or any number",
    ),
)


class Portable(NamedTuple):
    """No more cards at once than could go one by one over free cells and gaps.

    With c free cells and g gaps besides the target that is (c + 1) * 2^g: each gap can hold what went before.
    """

    def flaw(self, attempt: Attempt) -> str | None:
        game, piles = attempt.game, attempt.table.piles
        free = sum(not piles[name].cards for name in game.of_kind(RESERVE))
        gaps = sum(not piles[name].cards for name in game.columns if name != attempt.target)
        most = (free + 1) << gaps
        if len(attempt.packet) <= most:
            return None
        return f"only {most} card{'s' if most > 1 else ''} can be carried there now"

    def __str__(self) -> str:
        return "at most one card more at once than there are free cells, doubled for each other gap"


def freecell(values: Mapping[str, str]) -> Game:
    """FreeCell; any card starts a column, and there is no stock."""
    carried = (Portable(),) if values["sequence-move"] == "limited" else ()
    columns = tableau(8, Builds(DOWN), *carried, gives=Runs(DOWN))
    return Game(
        name="freecell",
        title="FreeCell",
        groups=(
            cells(int(values["cells"])),
            foundations(4, SINGLE, Starts(ACE), Builds(up(SAME)), gives=RETURNS[values["foundation-return"]]),
            columns,
        ),
        opening=Lay(rows(columns.names, up=7).steps[:52]),
        stock=NO_STOCK,
        options=OPTIONS,
        values=values,
    )


GAMES = {"freecell": (OPTIONS, freecell)}
