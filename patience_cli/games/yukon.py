"""Yukon: Klondike without a stock, in which cards move with whatever lies on them."""

from __future__ import annotations

from collections.abc import Mapping

from ..cards import ACE, KING
from ..dealing import NO_STOCK, Lay, rows, triangle
from ..game import Game, Option
from ..rules import ALTERNATING, RETURNS, SAME, SINGLE, Builds, Starts, Tails, down, foundations, tableau, up

COLUMNS = tableau(7, Starts(KING), Builds(down(ALTERNATING)), gives=Tails())
OPTIONS = (
    Option("foundation-return", ("never", "always"), "whether the top card of a foundation may come back to a column"),
)


def yukon(values: Mapping[str, str]) -> Game:
    """Yukon; the triangle of Klondike, and four rows face up on all columns but the first."""
    return Game(
        name="yukon",
        title="Yukon",
        groups=(
            foundations(4, SINGLE, Starts(ACE), Builds(up(SAME)), gives=RETURNS[values["foundation-return"]]),
            COLUMNS,
        ),
        opening=Lay(triangle(COLUMNS.names).steps + rows(COLUMNS.names[1:], up=4).steps),
        stock=NO_STOCK,
        options=OPTIONS,
        values=values,
    )


GAMES = {"yukon": (OPTIONS, yukon)}
