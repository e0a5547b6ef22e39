"""Gypsy, with two packs, and Easthaven, with one: rows dealt onto columns that start with two cards face down."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from ..cards import ACE, KING
from ..dealing import ONTO_GAPS, DealToTableau, rows
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
)

DOWN = down(ALTERNATING)
OPTIONS = (
    Option(
        "deal-gaps",
        ("yes", "no", "if-short"),
        "whether a row may be dealt onto a gap: yes, no, or only when there are fewer cards than columns",
    ),
    Option("foundation-return", ("always", "never"), "whether the top card of a foundation may come back to a column"),
    Option("gaps", ("any", "king"), "what starts a column: any card or run, or only one from a king"),
)


def gypsy(values: Mapping[str, str], *, name: str, title: str, packs: int, columns: int) -> Game:
    """Either game."""
    starts = (Starts(KING),) if values["gaps"] == "king" else ()
    piles = tableau(columns, *starts, Builds(DOWN), gives=Runs(DOWN))
    return Game(
        name=name,
        title=title,
        packs=packs,
        groups=(
            piles,
            foundations(4 * packs, SINGLE, Starts(ACE), Builds(up(SAME)), gives=RETURNS[values["foundation-return"]]),
            STOCK_PILE,
        ),
        opening=rows(piles.names, down=2),
        stock=DealToTableau(ONTO_GAPS[values["deal-gaps"]]),
        options=OPTIONS,
        values=values,
    )


GAMES = {
    "gypsy": (OPTIONS, partial(gypsy, name="gypsy", title="Gypsy", packs=2, columns=8)),
    "easthaven": (OPTIONS, partial(gypsy, name="easthaven", title="Easthaven", packs=1, columns=7)),
}
