"""Spiderette: Spider with one pack and a triangle of seven columns."""

from __future__ import annotations

from collections.abc import Mapping

from ..cards import KING
from ..dealing import Always, DealToTableau, NoGaps, When, triangle
from ..game import NO_PRIVILEGE, Game, Option
from ..privileges import DiscardsRuns
from ..rules import ANY, SAME, STOCK_PILE, Builds, Room, Runs, Size, Starts, down, foundations, tableau

IN_SUIT = down(SAME)
COLUMNS = tableau(7, Builds(down(ANY)), gives=Runs(IN_SUIT))
WHEN: Mapping[str, When] = {"no": NoGaps(), "if-short": NoGaps(if_short=True), "yes": Always()}

OPTIONS = (
    Option(
        "deal-gaps",
        ("no", "if-short", "yes"),
        "whether a row may be dealt onto a gap: no, only when there are fewer cards than columns, or yes",
    ),
    Option("discard", ("manual", "auto"), "whether a complete run leaves when you say so, or by itself"),
)


def spiderette(values: Mapping[str, str]) -> Game:
    """Spiderette; the foundations take whole runs, king to ace, and the last deal has three cards."""
    return Game(
        name="spiderette",
        title="Spiderette",
        groups=(
            STOCK_PILE,
            foundations(4, Size(13), Runs(IN_SUIT), Starts(KING), Room(13)),
            COLUMNS,
        ),
        opening=triangle(COLUMNS.names),
        stock=DealToTableau(WHEN[values["deal-gaps"]]),
        privilege=DiscardsRuns() if values["discard"] == "auto" else NO_PRIVILEGE,
        options=OPTIONS,
        values=values,
        safe_always=True,
    )


GAMES = {"spiderette": (OPTIONS, spiderette)}
