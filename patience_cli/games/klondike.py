"""Klondike: a triangle of seven columns, and a stock that is gone through again and again."""

from __future__ import annotations

from collections.abc import Mapping

from ..cards import ACE, KING
from ..dealing import Lay, Passes, TurnToWaste, to_waste, triangle
from ..game import Game, Option
from ..rules import (
    ALTERNATING,
    RETURNS,
    SAME,
    SINGLE,
    STOCK_PILE,
    Builds,
    Runs,
    Starts,
    down,
    foundations,
    tableau,
    up,
    waste,
)

DOWN = down(ALTERNATING)
COLUMNS = tableau(7, Starts(KING), Builds(DOWN), gives=Runs(DOWN))

OPTIONS = (
    Option("draw", ("1", "3"), "how many cards a deal turns to the waste"),
    Option("first-draw", ("no", "yes"), "whether the first deal is made at the start"),
    Option("foundation-return", ("always", "never"), "whether the top card of a foundation may come back to a column"),
    Option(
        "passes",
        ("unlimited", *(str(n) for n in range(1, 100))),
        "how often the stock may be gone through in all",
    ),
)


def klondike(values: Mapping[str, str]) -> Game:
    """Klondike; a king, or a run from a king, starts a column."""
    draw = int(values["draw"])
    turned = to_waste(draw if values["first-draw"] == "yes" else 0)
    return Game(
        name="klondike",
        title="Klondike",
        groups=(
            STOCK_PILE,
            waste(),
            foundations(4, SINGLE, Starts(ACE), Builds(up(SAME)), gives=RETURNS[values["foundation-return"]]),
            COLUMNS,
        ),
        opening=Lay(triangle(COLUMNS.names).steps + turned.steps),
        stock=TurnToWaste(draw, Passes(None if values["passes"] == "unlimited" else int(values["passes"]))),
        options=OPTIONS,
        values=values,
    )


GAMES = {"klondike": (OPTIONS, klondike)}
