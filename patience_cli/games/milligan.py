"""Miss Milligan: with the pocket, with the grace rule, and their variants and near relatives."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

from ..cards import ACE, KING
from ..dealing import Always, DealToTableau, Stuck, rows
from ..game import NO_PRIVILEGE, Game, Option
from ..privileges import Grace
from ..rules import (
    ALTERNATING,
    RETURNS,
    SAME,
    SINGLE,
    STOCK_PILE,
    TABLEAU,
    Attempt,
    Builds,
    From,
    Group,
    Room,
    Rule,
    Runs,
    Starts,
    StockEmpty,
    down,
    foundations,
    pocket,
    tableau,
    up,
)

DOWN = down(ALTERNATING)
UP = up(SAME)


def milligan(
    values: Mapping[str, str],
    *,
    name: str,
    title: str,
    options: tuple[Option, ...],
    packs: int = 2,
    starts: tuple[Rule, ...] = (Starts(KING),),
) -> Game:
    """Any game of the family, from the values of its options; without `starts` any card starts a column."""
    columns = tableau(4 * packs, *starts, Builds(DOWN), gives=Runs(DOWN))
    homes = foundations(4 * packs, SINGLE, Starts(ACE), Builds(UP), gives=RETURNS[values["foundation-return"]])
    grace = values.get("grace", "off")
    return Game(
        name=name,
        title=title,
        packs=packs,
        groups=(columns, homes, *_pocket(values), STOCK_PILE),
        opening=rows(columns.names, down=int(values.get("rows-down", "0"))),
        stock=DealToTableau(Stuck() if values["deal-when"] == "stuck" else Always()),
        privilege=NO_PRIVILEGE
        if grace == "off"
        else Grace(DOWN, strict=grace == "strict", closed=values["grace-plays"] == "close-first"),
        options=options,
        values=values,
    )


def _pocket(values: Mapping[str, str]) -> tuple[Group, ...]:
    """The pocket: from the columns alone, and only while it is empty; none at all with `pocket=none`."""
    when = (StockEmpty(),) if values.get("pocket-when") == "stock-empty" else ()
    match values.get("pocket", "none"):
        case "card":
            return (pocket(From((TABLEAU,)), *when, SINGLE, Room(1)),)
        case "run":
            return (pocket(From((TABLEAU,)), *when, Empty(), gives=Runs(DOWN)),)
    return ()


class Empty(NamedTuple):
    """A pocket for runs takes one only while it is empty."""

    def flaw(self, attempt: Attempt) -> str | None:
        return f"the {attempt.game.noun(attempt.target)} is full" if attempt.onto else None

    def __str__(self) -> str:
        return "only while it is empty"


def choice(name: str, *values: str) -> Option:
    """An option of the family; its default is the value named first."""
    return Option(name, values, ABOUT[name])


ABOUT = {
    "deal-when": "when a row may be dealt: at any time, or only when stuck",
    "foundation-return": "whether the top card of a foundation may come back to a column",
    "grace": "what a free move may do: anything, not part a build (strict), or nothing at all (off)",
    "grace-plays": "whether cards may go to a foundation while a grace is open",
    "pocket": "what the pocket takes: one card, a run, or there is none",
    "pocket-when": "when cards may enter the pocket",
    "rows-down": "how many rows are dealt face down before the open one",
}

DEAL_WHEN = choice("deal-when", "any", "stuck")
RETURN_ALWAYS = choice("foundation-return", "always", "never", "stock-empty")
RETURN_NEVER = choice("foundation-return", "never", "always", "stock-empty")
GRACE = (choice("grace", "free", "strict", "off"), choice("grace-plays", "inside", "close-first"))
STRICT = (choice("grace", "strict", "free", "off"), GRACE[1])
WEAVE = (choice("pocket", "run", "card", "none"), choice("pocket-when", "stock-empty", "any"))
ROWS_DOWN = choice("rows-down", "2", *(str(n) for n in range(13) if n != 2))

VARIANTS = (
    partial(
        milligan,
        name="miss-milligan",
        title="Miss Milligan",
        options=(
            DEAL_WHEN,
            RETURN_ALWAYS,
            choice("pocket", "card", "run", "none"),
            choice("pocket-when", "any", "stock-empty"),
        ),
    ),
    partial(
        milligan,
        name="milligan-grace",
        title="Miss Milligan with grace",
        options=(DEAL_WHEN, RETURN_NEVER, *GRACE),
    ),
    partial(
        milligan,
        name="milligan-spanish",
        title="Spanish Patience (Milligan)",
        options=(DEAL_WHEN, RETURN_NEVER),
    ),
    partial(
        milligan,
        name="milligan-improved",
        title="Improved Miss Milligan",
        options=(DEAL_WHEN, RETURN_NEVER, *GRACE, ROWS_DOWN),
    ),
    partial(
        milligan,
        name="milligan-single",
        title="Single-deck Milligan",
        options=(DEAL_WHEN, RETURN_NEVER, *GRACE),
        packs=1,
    ),
    partial(
        milligan,
        name="milligan-strict",
        title="Strict Milligan",
        options=(DEAL_WHEN, RETURN_NEVER, *STRICT),
    ),
    partial(
        milligan,
        name="milligan-weave",
        title="Miss Milligan with weaving",
        options=(DEAL_WHEN, RETURN_NEVER, *WEAVE),
    ),
    partial(
        milligan,
        name="imperial-guards",
        title="Imperial Guards",
        options=(DEAL_WHEN, RETURN_NEVER, *WEAVE),
        starts=(),
    ),
    partial(
        milligan,
        name="giant",
        title="Giant",
        options=(
            DEAL_WHEN,
            choice("foundation-return", "stock-empty", "always", "never"),
            choice("pocket", "none", "card"),
        ),
        starts=(),
    ),
)

GAMES = {variant.keywords["name"]: (variant.keywords["options"], variant) for variant in VARIANTS}
