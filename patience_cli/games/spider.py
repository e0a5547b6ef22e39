"""Spider with two packs, and Spiderette and Will o' the Wisp with one: built regardless of suit, moved in suit."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from ..cards import KING, SUITS
from ..dealing import ONTO_GAPS, DealToTableau, Lay, rows, triangle
from ..game import NO_PRIVILEGE, Game, Option
from ..privileges import DiscardsRuns
from ..rules import ANY, SAME, STOCK_PILE, Builds, Group, Room, Runs, Size, Starts, down, foundations, tableau

IN_SUIT = down(SAME)


def columns(count: int) -> Group:
    """Columns that build regardless of suit and give runs in suit."""
    return tableau(count, Builds(down(ANY)), gives=Runs(IN_SUIT))


SEVEN, TEN = columns(7), columns(10)
LONG = {"first": ("1", "2", "3", "4"), "spread": ("1", "4", "7", "10")}

OPTIONS = (
    Option(
        "deal-gaps",
        ("no", "if-short", "yes"),
        "whether a row may be dealt onto a gap: no, only when there are fewer cards than columns, or yes",
    ),
    Option("discard", ("manual", "auto"), "whether a complete run leaves when you say so, or by itself"),
)
SPIDER_OPTIONS = (
    *OPTIONS,
    Option("long-columns", tuple(LONG), "which columns start with six cards: the first four, or 1, 4, 7 and 10"),
)


def spider(
    values: Mapping[str, str],
    *,
    name: str,
    title: str,
    packs: int = 1,
    suits: str = SUITS,
    opening: Lay | None = None,
    options: tuple[Option, ...] = OPTIONS,
) -> Game:
    """Any game of the family; the foundations take whole runs, king to ace. Without an opening it is Spider's."""
    return Game(
        name=name,
        title=title,
        packs=packs,
        suits=suits,
        groups=(
            STOCK_PILE,
            foundations(packs * len(suits), Size(13), Runs(IN_SUIT), Starts(KING), Room(13)),
            SEVEN if opening else TEN,
        ),
        opening=opening or six_or_five(LONG[values["long-columns"]]),
        stock=DealToTableau(ONTO_GAPS[values["deal-gaps"]]),
        privilege=DiscardsRuns() if values["discard"] == "auto" else NO_PRIVILEGE,
        options=options,
        values=values,
        safe_always=True,
    )


def six_or_five(long: tuple[str, ...]) -> Lay:
    """Ten columns of five, the long ones of six, the last row face up."""
    below = rows(TEN.names, down=4, up=0).steps + rows(long, down=1, up=0).steps
    return Lay(below + rows(TEN.names).steps)


VARIANTS = (
    partial(spider, name="spiderette", title="Spiderette", opening=triangle(SEVEN.names)),
    partial(spider, name="will-o-the-wisp", title="Will o' the Wisp", opening=rows(SEVEN.names, down=2)),
    partial(spider, name="spider", title="Spider", packs=2, options=SPIDER_OPTIONS),
    partial(spider, name="spider-two", title="Spider in two suits", packs=4, suits="HS", options=SPIDER_OPTIONS),
    partial(spider, name="spider-one", title="Spider in one suit", packs=8, suits="S", options=SPIDER_OPTIONS),
)

GAMES = {variant.keywords["name"]: (variant.keywords.get("options", OPTIONS), variant) for variant in VARIANTS}
