"""The relatives: how they are laid and dealt, what they allow and refuse, what each option changes, how they end.

Rows in the manner of the table of reasons. Numbers of cards come from the rule books of these games; where programs
differ, a row of `OPTIONS` shows both readings.
"""

from __future__ import annotations

import pytest
from conftest import deck_of, lay, move_of, told

from patience_cli.cards import fresh
from patience_cli.deals import read_spec
from patience_cli.game import LOST, PLAYING, WON, Game
from patience_cli.moves import DEAL, REDEAL
from patience_cli.table import Table

LEGAL = None
GI, IG, GY, EH, KL, YU, FC = "giant", "imperial-guards", "gypsy", "easthaven", "klondike", "yukon", "freecell"
WW, SP, S2, S1 = "will-o-the-wisp", "spider", "spider-two", "spider-one"
CLUBS, DIAMONDS, HEARTS, SPADES = (" ".join(rank + suit for rank in "A23456789TJQK") for suit in "CDHS")
BUSY, FULL = "p1: AC | p2: AD | p3: AH | p4: AS", "3: KC | 4: KD | 5: KH | 6: KS | 7: QC"
RUN = "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS"


def piles(spec: str, position: str) -> tuple[Game, Table]:
    """A game with its options and a table from pile lines parted by bars."""
    game = read_spec(spec)
    return game, lay(game, *filter(None, position.split(" | ")))


# -- how they are laid and dealt: cards, cards face down and up in each column, waste, and the size of each deal ----

TRIANGLE = [(i, 1) for i in range(7)]
LAYOUTS: list[tuple[str, int, list[tuple[int, int]], int | None, list[int]]] = [
    (GI, 104, [(0, 1)] * 8, None, [8] * 12),
    (IG, 104, [(0, 1)] * 8, None, [8] * 12),
    (GY, 104, [(2, 1)] * 8, None, [8] * 10),
    (EH, 52, [(2, 1)] * 7, None, [7, 7, 7, 7, 3]),
    (KL, 52, TRIANGLE, 0, [1] * 24),
    (f"{KL},draw=3", 52, TRIANGLE, 0, [3] * 8),
    (f"{KL},draw=3,first-draw=yes", 52, TRIANGLE, 3, [3] * 7),
    (f"{KL},first-draw=yes", 52, TRIANGLE, 1, [1] * 23),
    (YU, 52, [(0, 1), *((i, 5) for i in range(1, 7))], None, []),
    (FC, 52, [(0, 7)] * 4 + [(0, 6)] * 4, None, []),
    (WW, 52, [(2, 1)] * 7, None, [7, 7, 7, 7, 3]),
    (SP, 104, [(5, 1)] * 4 + [(4, 1)] * 6, None, [10] * 5),
    (f"{SP},long-columns=spread", 104, [(5, 1), (4, 1), (4, 1)] * 3 + [(5, 1)], None, [10] * 5),
    (S2, 104, [(5, 1)] * 4 + [(4, 1)] * 6, None, [10] * 5),
    (S1, 104, [(5, 1)] * 4 + [(4, 1)] * 6, None, [10] * 5),
]


@pytest.mark.parametrize(("spec", "cards", "columns", "waste", "deals"), LAYOUTS, ids=[row[0] for row in LAYOUTS])
def test_layout(spec: str, cards: int, columns: list[tuple[int, int]], waste: int | None, deals: list[int]) -> None:
    game = read_spec(spec)
    table = game.start(deck_of(game, "1"))
    assert game.total(table) == game.deck_size == cards
    assert [(table.piles[name].down, len(table.piles[name].up)) for name in game.columns] == columns
    assert ("w" in game.names, len(table.piles["w"].cards) if "w" in game.names else None) == (waste is not None, waste)
    assert all(not table.piles[name].cards for name in (*game.foundations, *game.of_kind("reserve")))
    dealt = []
    while game.stock_cards(table):
        after = game.play(table, DEAL)
        dealt.append(game.stock_cards(table) - game.stock_cards(after))
        table = after
    assert dealt == deals


ORDERS = [
    (EH, "1: <AC> <8C> 2D | 2: <2C> <9C> 3D | 7: <7C> <AD> 8D"),
    (GY, "1: <AC> <9C> 4D | 8: <8C> <3D> JD"),
    (KL, "1: AC | 2: <2C> 8C | 3: <3C> <9C> AD | 7: <7C> <KC> <5D> <9D> <QD> <AH> 2H"),
    (YU, "1: AC | 2: <2C> 8C 3H 9H 2S 8S | 7: <7C> <KC> <5D> <9D> <QD> <AH> 2H 8H AS 7S KS"),
    (FC, "1: AC 9C 4D QD 7H 2S TS | 4: 4C QC 7D 2H TH 5S KS | 5: 5C KC 8D 3H JH 6S | 8: 8C 3D JD 6H AS 9S"),
    (
        SP,
        "1: <AC> <JC> <8D> <5H> <2S> 6S | 4: <4C> <AD> <JD> <8H> <5S> 9S | "
        "5: <5C> <2D> <QD> <9H> TS | 10: <TC> <7D> <4H> <AS> 2C",
    ),
    (
        f"{SP},long-columns=spread",
        "1: <AC> <JC> <8D> <5H> <2S> 6S | 2: <2C> <QC> <9D> <6H> 7S | 4: <4C> <AD> <JD> <8H> <3S> 9S",
    ),
]


@pytest.mark.parametrize(("spec", "expected"), ORDERS)
def test_order_of_dealing(spec: str, expected: str) -> None:
    """The deck in its box, dealt row by row from left to right."""
    game = read_spec(spec)
    table = told(game, game.start(fresh(game.packs, game.suits)))
    for line in expected.split(" | "):
        name, cards = line.split(": ")
        assert table[name] == cards


# -- what is legal, and why the rest is not --------------------------------------------------------------------------

REASONS: dict[str, list[tuple[str, str, str, str | None]]] = {
    "where any card starts a column": [
        (GI, "1: 9H 8C", "1-2x2", LEGAL),
        (GI, "1: 9H 8C", "1-2", LEGAL),
        (IG, "1: 9H 8C", "1-2x2", LEGAL),
        (GY, "1: 2H", "1-2", LEGAL),
        (EH, "1: 2H", "1-2", LEGAL),
        (FC, "1: 2H", "1-2", LEGAL),
        (WW, "1: 2H AH", "1-2x2", LEGAL),
        (SP, "1: 2H AC", "1-10x2", "2H cannot leave 1: AC on 2H is of another suit"),
    ],
    "where a king starts one": [
        (KL, "1: QH", "1-2", "QH cannot go on 2: an empty column takes only K"),
        (KL, "1: KH QC", "1-2x2", LEGAL),
        (KL, "w: KH", "w-2", LEGAL),
        (KL, "w: QH", "w-2", "QH cannot go on 2: an empty column takes only K"),
        (YU, "1: QH", "1-2", "QH cannot go on 2: an empty column takes only K"),
        (YU, "1: 5C KH 3D", "1-2x2", LEGAL),
    ],
    "columns go down in alternating colours": [
        *((game, "1: 9H | 2: 8C", "2-1", LEGAL) for game in (GI, IG, GY, EH, KL, YU, FC)),
        *((game, "1: 9H | 2: 8D", "2-1", "8D cannot go on 9H: same colour") for game in (GI, IG, GY, EH, KL, YU, FC)),
        *((game, "1: 9H | 2: 7C", "2-1", "7C cannot go on 9H: not one rank lower") for game in (GI, GY, KL, YU, FC)),
    ],
    "runs move as one": [
        *((game, "1: TS | 2: 9H 8C", "2-1x2", LEGAL) for game in (GI, IG, GY, EH, KL, YU, FC)),
        *(
            (game, "1: TS | 2: 9H 7C", "2-1x2", "9H cannot leave 2: 7C on 9H is not one rank lower")
            for game in (GI, IG, GY, EH, KL, FC)
        ),
    ],
    "in Yukon whatever lies on a card goes with it": [
        (YU, "1: TS | 2: 9H 7C 2C", "2-1x3", LEGAL),
        (YU, "1: TS | 2: <9H> 7C 2C", "2-1x3", "2 shows only 2 cards"),
        (YU, "1: AC 2C", "1-f2x2", "AC cannot go on f2: one card at a time"),
    ],
    "Spider builds regardless of suit and moves in suit": [
        *((game, "1: 9S | 2: 8S 7S", "2-1x2", LEGAL) for game in (WW, SP, S2, S1)),
        *((game, "1: 9H | 2: 8S 7S", "2-1x2", LEGAL) for game in (WW, SP, S2)),
        *(
            (game, "1: 9S | 2: 8H 7S", "2-1x2", "8H cannot leave 2: 7S on 8H is of another suit")
            for game in (WW, SP, S2)
        ),
        (S1, "1: 9S | 2: 7S", "2-1", "7S cannot go on 9S: not one rank lower"),
    ],
    "Spider's foundations take whole runs": [
        *((game, f"1: 2S {RUN}", "1-f8x13", LEGAL) for game in (SP, S2, S1)),
        (WW, f"1: 2H {RUN}", "1-f4x13", LEGAL),
        (S1, f"1: 2S {RUN}", "1-f1", "AS cannot go on f1: 13 cards at a time"),
        (S1, f"1: {RUN} | f1: {RUN}", "1-f1x13", "KS cannot go on AS: the foundation is full"),
    ],
    "the other foundations go up in suit from the ace": [
        *((game, "1: AS", "1-f1", LEGAL) for game in (GI, IG, GY, EH, KL, YU, FC)),
        *((game, "1: 3S | f2: AS 2S", "1-f2", LEGAL) for game in (GI, IG, GY, EH, KL, YU, FC)),
        *(
            (game, "1: 2H | f2: AS", "1-f2", "2H cannot go on AS: another suit")
            for game in (GI, IG, GY, EH, KL, YU, FC)
        ),
        (GI, "1: 2S | f7: AS", "1-f7", LEGAL),
        (KL, "w: AS", "w-f1", LEGAL),
        (FC, "p3: AS", "p3-f1", LEGAL),
    ],
    "no card goes from one foundation to another": [
        (GY, "f1: AS | 1: 2H", "f1-f2", "AS cannot go on f2: no card from another foundation"),
        (KL, "f1: AS | 1: 2H", "f1-f2", "AS cannot go on f2: no card from another foundation"),
    ],
    "whether foundations give cards back": [
        (GY, "f1: AS 2S | 1: 3H", "f1-1", LEGAL),
        (EH, "f1: AS 2S | 1: 3H", "f1-1", LEGAL),
        (EH, "f1: AS 2S | 1: 3H", "f1-2", LEGAL),
        (KL, "f1: AS 2S | 1: 3H", "f1-1", LEGAL),
        (KL, "f1: AS 2S | 1: 3H", "f1-2", "2S cannot go on 2: an empty column takes only K"),
        (IG, "f1: AS 2S | 1: 3H", "f1-1", "2S cannot leave f1: cards stay there"),
        (YU, "f1: AS 2S | 1: 3H", "f1-1", "2S cannot leave f1: cards stay there"),
        (FC, "f1: AS 2S | 1: 3H", "f1-1", "2S cannot leave f1: cards stay there"),
        (GI, "f1: AS 2S | 1: 3H | s: 9H", "f1-1", "2S cannot leave f1: only once the stock is empty"),
        (GI, "f1: AS 2S | 1: 3H", "f1-1", LEGAL),
        (S1, f"f1: {RUN}", "f1-1x13", "KS cannot leave f1: cards stay there"),
    ],
    "the waste": [
        (KL, "w: 9H 8C | 1: 9D", "w-1", LEGAL),
        (KL, "w: 9H 8C | 1: TS", "w-1x2", "9H cannot leave w: one card at a time"),
        (KL, "w: 9H | 1: 8C", "1-w", "8C cannot go on w: only the stock fills it"),
        (YU, "1: 9H", "d", "no stock in Yukon"),
        (FC, "1: 9H", "r", "no stock in FreeCell"),
        (EH, "1: 9H", "r", "no redeal in Easthaven"),
        (GI, "1: 9H", "d", "the stock is empty: no redeal in Giant"),
    ],
    "redeals": [
        (KL, "w: 9H | 1: 8C", "r", LEGAL),
        (KL, "w: 9H | 1: 8C | pass: 77", "r", LEGAL),
        (KL, "w: 9H | s: 8C", "r", "the stock still holds 1 card"),
        (KL, "1: 9H", "r", "the waste is empty"),
    ],
    "the pocket of Imperial Guards takes a run once the stock is out": [
        (IG, "1: 9H 8C | s: 2H", "1-px2", "9H cannot go on p: only once the stock is empty"),
        (IG, "1: 9H 8C", "1-px2", LEGAL),
        (IG, "1: 9H 8C | p: 2H", "1-p", "8C cannot go on p: the pocket is full"),
        (IG, "p: 9H 8C", "p-1x2", LEGAL),
        (GI, "1: 9H", "1-p", "no pile p"),
    ],
    "cells": [
        (FC, "1: 9H", "1-p1", LEGAL),
        (FC, "1: 9H", "1-p4", LEGAL),
        (FC, "1: 9H | p1: 8C", "1-p1", "9H cannot go on p1: the cell is full"),
        (FC, "1: 9H 8C", "1-p1x2", "9H cannot go on p1: one card at a time"),
        (FC, "p1: 8C", "p1-p2", LEGAL),
        (FC, "p1: 8C | 1: 9H", "p1-1", LEGAL),
        (FC, "p1: 8C", "p1-1", LEGAL),
        (FC, "1: 9H", "1-p5", "no pile p5"),
    ],
    "how many cards FreeCell carries": [
        (FC, f"1: TS | 2: 9H 8C 7D 6S 5H | {FULL} | 8: QD", "2-1x5", LEGAL),
        (
            FC,
            f"1: JH | 2: TS 9H 8C 7D 6S 5H | {FULL} | 8: QD",
            "2-1x6",
            "TS cannot go on JH: only 5 cards can be carried there now",
        ),
        (FC, f"1: JH | 2: TS 9H 8C 7D 6S 5H | {FULL}", "2-1x6", LEGAL),
        (FC, f"1: 9C | 2: TS 9H 8C 7D 6S 5H | {FULL}", "2-8x5", LEGAL),
        (
            FC,
            f"1: 9C | 2: TS 9H 8C 7D 6S 5H | {FULL}",
            "2-8x6",
            "TS cannot go on 8: only 5 cards can be carried there now",
        ),
        (
            FC,
            f"1: TS | 2: 9H 8C | {BUSY} | {FULL} | 8: QD",
            "2-1x2",
            "9H cannot go on TS: only 1 card can be carried there now",
        ),
        (FC, f"1: TS | 2: 9H 8C | {BUSY} | {FULL}", "2-1x2", LEGAL),
        (
            FC,
            f"1: TS | 2: 9H 8C 7D 6S 5H | {BUSY} | {FULL[:-8]}",
            "2-1x5",
            "9H cannot go on TS: only 4 cards can be carried there now",
        ),
    ],
    "deals onto gaps": [
        (GI, "1: 9H | s: 2C", "d", LEGAL),
        (GY, "1: 9H | s: 2C", "d", LEGAL),
        (EH, "1: 9H | s: 2C", "d", LEGAL),
        (WW, "2: 9H | s: 2C", "d", "columns 1, 3, 4, 5, 6 and 7 are empty: no deal onto a gap"),
        (
            SP,
            "1: 9H | 2: 9H | 3: 2C | 4: 2D | 5: 2H | 6: 2S | 7: 3C | 8: 3D | 9: 3H | s: 2C",
            "d",
            "column 10 is empty: no deal onto a gap",
        ),
    ],
}


@pytest.mark.parametrize(
    ("spec", "position", "move", "words"),
    [pytest.param(*row, id=f"{head}: {row[0]} {i}") for head, rows in REASONS.items() for i, row in enumerate(rows)],
)
def test_reasons(spec: str, position: str, move: str, words: str | None) -> None:
    game, table = piles(spec, position)
    refusal = game.why_not(table, move_of(game, table, move))
    assert (refusal and refusal.why) == words


# -- options: a position and a move, with the words of the default and of each other value ---------------------------

GAPS_7 = "columns 2, 3, 4, 5, 6 and 7 are empty: no deal onto a gap"
GAPS_8 = "columns 2, 3, 4, 5, 6, 7 and 8 are empty: no deal onto a gap"

ONTO_GAPS: dict[str, str | None] = {"if-short": LEGAL, "yes": LEGAL}
OPTIONS: list[tuple[str, str, str, str, dict[str, str | None]]] = [
    (GI, "deal-when", "1: 9H | 2: 8C | s: 2C", "d", {"any": LEGAL, "stuck": "2-1 can still be played"}),
    (
        GI,
        "foundation-return",
        "f1: AS | 1: 2H | s: 3C",
        "f1-1",
        {
            "stock-empty": "AS cannot leave f1: only once the stock is empty",
            "always": LEGAL,
            "never": "AS cannot leave f1: cards stay there",
        },
    ),
    (GI, "pocket", "1: 9H", "1-p", {"none": "no pile p", "card": LEGAL}),
    (
        IG,
        "pocket",
        "1: 9H 8C",
        "1-px2",
        {"run": LEGAL, "card": "9H cannot go on p: one card at a time", "none": "no pile p"},
    ),
    (
        IG,
        "pocket-when",
        "1: 9H | s: 2C",
        "1-p",
        {"stock-empty": "9H cannot go on p: only once the stock is empty", "any": LEGAL},
    ),
    (
        IG,
        "foundation-return",
        "f1: AS | 1: 2H",
        "f1-1",
        {"never": "AS cannot leave f1: cards stay there", "always": LEGAL, "stock-empty": LEGAL},
    ),
    (IG, "deal-when", "1: 9H | 2: 8C | s: 2C", "d", {"any": LEGAL, "stuck": "2-1 can still be played"}),
    (GY, "deal-gaps", "1: 9H | s: 2C", "d", {"yes": LEGAL, "no": GAPS_8, "if-short": LEGAL}),
    (
        GY,
        "foundation-return",
        "f1: AS | 1: 2H",
        "f1-1",
        {"always": LEGAL, "never": "AS cannot leave f1: cards stay there"},
    ),
    (GY, "gaps", "1: 9H", "1-2", {"any": LEGAL, "king": "9H cannot go on 2: an empty column takes only K"}),
    (EH, "deal-gaps", "1: 9H 8C 7H 6C 5H 4C 3H | s: 2C", "d", {"yes": LEGAL, "no": GAPS_7, "if-short": GAPS_7}),
    (
        EH,
        "foundation-return",
        "f1: AS | 1: 2H",
        "f1-1",
        {"always": LEGAL, "never": "AS cannot leave f1: cards stay there"},
    ),
    (EH, "gaps", "1: 9H", "1-2", {"any": LEGAL, "king": "9H cannot go on 2: an empty column takes only K"}),
    (
        KL,
        "foundation-return",
        "f1: AS | 1: 2H",
        "f1-1",
        {"always": LEGAL, "never": "AS cannot leave f1: cards stay there"},
    ),
    (KL, "passes", "w: 9H", "r", {"unlimited": LEGAL, "1": "this is pass 1 of 1", "2": LEGAL}),
    (
        YU,
        "foundation-return",
        "f1: AS | 1: 2H",
        "f1-1",
        {"never": "AS cannot leave f1: cards stay there", "always": LEGAL},
    ),
    (FC, "cells", "1: 9H", "1-p3", {"4": LEGAL, "3": LEGAL, "2": "no pile p3", "8": LEGAL}),
    (FC, "cells", "1: 9H", "1-p8", {"4": "no pile p8", "8": LEGAL}),
    (
        FC,
        "foundation-return",
        "f1: AS | 1: 2H",
        "f1-1",
        {"never": "AS cannot leave f1: cards stay there", "always": LEGAL},
    ),
    (
        FC,
        "sequence-move",
        f"1: TS | 2: 9H 8C | {BUSY} | {FULL} | 8: QD",
        "2-1x2",
        {"limited": "9H cannot go on TS: only 1 card can be carried there now", "unlimited": LEGAL},
    ),
    *((game, "deal-gaps", "1: 9S 8S 7S | s: 2S", "d", ONTO_GAPS) for game in (WW, SP, S2, S1)),
]


@pytest.mark.parametrize(
    ("name", "option", "value", "position", "move", "words"),
    [
        pytest.param(name, option, value, position, move, words, id=f"{name} {option}={value} {move}")
        for name, option, position, move, readings in OPTIONS
        for value, words in readings.items()
    ],
)
def test_option(name: str, option: str, value: str, position: str, move: str, words: str | None) -> None:
    game, table = piles(f"{name},{option}={value}", position)
    refusal = game.why_not(table, move_of(game, table, move))
    assert (refusal and refusal.why) == words


@pytest.mark.parametrize("name", [WW, SP, S2, S1])
def test_discard_by_itself(name: str) -> None:
    position = "1: KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S | 2: AS"
    for value, home in (("manual", 0), ("auto", 13)):
        game, table = piles(f"{name},discard={value}", position)
        assert game.home(game.play(table, move_of(game, table, "2-1"))) == home


# -- how they end ----------------------------------------------------------------------------------------------------

HOME = f"f1: {CLUBS} | f2: {DIAMONDS} | f3: {HEARTS}"
LAST = f"{SPADES[:-3]}"
ENDS = [
    *((game, f"{HOME} | f4: {LAST} | 1: KS", "1-f4", WON) for game in (EH, KL, YU, FC)),
    (KL, f"{HOME} | f4: {LAST} | s: KS", "d w-f4", WON),
    (FC, f"{HOME} | f4: {LAST} | p2: KS", "p2-f4", WON),
    (FC, f"{HOME} | f4: {LAST[:-3]} | 1: KS QS", "", PLAYING),
    (S1, " | ".join(f"f{i}: {RUN}" for i in range(1, 8)) + f" | 10: {RUN}", "10-f8x13", WON),
    (
        f"{KL},passes=1,foundation-return=never",
        f"f1: {CLUBS[:-9]} | f2: {DIAMONDS} | f3: {HEARTS} | f4: {SPADES} | w: KC JC QC",
        "",
        LOST,
    ),
    (
        f"{KL},passes=2,foundation-return=never",
        f"f1: {CLUBS[:-9]} | f2: {DIAMONDS} | f3: {HEARTS} | f4: {SPADES} | w: KC JC QC",
        "r d w-1 d w-f1 d w-f1 1-f1",
        WON,
    ),
]


@pytest.mark.parametrize(("spec", "position", "moves", "status"), ENDS)
def test_ends(spec: str, position: str, moves: str, status: str) -> None:
    game, table = piles(spec, position)
    for text in moves.split():
        table = game.play(table, {"d": DEAL, "r": REDEAL}.get(text) or move_of(game, table, text))
    assert game.status(table) == status
