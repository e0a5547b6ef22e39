"""Gold Mine: Klondike with nothing on the table, one pass, three cards at a time."""

from __future__ import annotations

from collections.abc import Mapping

from ..cards import ACE
from ..dealing import TurnToWaste, to_waste
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
    Tails,
    down,
    foundations,
    tableau,
    up,
    waste,
)

DOWN = down(ALTERNATING)
OPTIONS = (
    Option("first-draw", ("no", "yes"), "whether three cards lie on the waste at the start"),
    Option(
        "foundation-return",
        ("always", "never", "stock-empty"),
        "whether the top card of a foundation may come back to a column",
    ),
    Option("move-unit", ("run", "any"), "what moves as one: a run, or a card with all that lies on it"),
)


def gold_mine(values: Mapping[str, str]) -> Game:
    """Gold Mine; any card, and any run, starts a column."""
    return Game(
        name="gold-mine",
        title="Gold Mine",
        groups=(
            STOCK_PILE,
            waste(),
            foundations(4, SINGLE, Starts(ACE), Builds(up(SAME)), gives=RETURNS[values["foundation-return"]]),
            tableau(7, Builds(DOWN), gives=Tails() if values["move-unit"] == "any" else Runs(DOWN)),
        ),
        opening=to_waste(3 if values["first-draw"] == "yes" else 0),
        stock=TurnToWaste(3),
        options=OPTIONS,
        values=values,
    )


GAMES = {"gold-mine": (OPTIONS, gold_mine)}
