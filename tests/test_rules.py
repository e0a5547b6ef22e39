"""The table of reasons: what each game allows, and in which words it refuses the rest.

Rows first. A row names a game with its options, a position as pile lines (`lay` in conftest reads them), what is done,
and what must come of it. Headings say the rule in a sentence; `fault-NN` marks a fault that people reported of other
programs of this kind.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from conftest import deck_of, lay, move_of, told

from patience_cli.cards import fresh
from patience_cli.deals import read_spec
from patience_cli.errors import PatienceError
from patience_cli.game import IllegalMoveError
from patience_cli.moves import DEAL, parse_move

LEGAL = None
MM, MG, MS, MI = "miss-milligan", "milligan-grace", "milligan-spanish", "milligan-improved"
M1, MT, MW = "milligan-single", "milligan-strict", "milligan-weave"
QU, GM, SP = "quadrille", "gold-mine", "spiderette"

CLUBS, DIAMONDS, HEARTS, SPADES = (" ".join(rank + suit for rank in "A23456789TJQK") for suit in "CDHS")
CLUB_RUN, DIAMOND_RUN, HEART_RUN, SPADE_RUN = (" ".join(rank + suit for rank in "KQJT98765432A") for suit in "CDHS")
STAR = " | ".join(
    f"f{first + i}: " + " ".join(rank + suit for rank in ranks)
    for first, ranks in ((1, "Q"), (5, "5432AK"), (9, "6789TJ"))
    for i, suit in enumerate("CDHS")
)
HOME = f"f1: {CLUBS} | f2: {DIAMONDS} | f3: {HEARTS} | f4: {SPADES}"
SEVEN = "1: 2C | 2: 2D | 3: 2H | 4: 2S | 5: KC | 6: KD | 7: KH"

# -- which moves are legal, and why the others are not: game, position, move, words ----------------------------------

REASONS: dict[str, list[tuple[str, str, str, str | None]]] = {
    "a foundation starts with an ace and goes up in suit, one card at a time": [
        (MM, "1: AC", "1-f1", LEGAL),
        (MM, "1: AC", "1-f8", LEGAL),
        (MM, "1: 2C", "1-f1", "2C cannot go on f1: an empty foundation takes only A"),
        (MM, "1: KC", "1-f1", "KC cannot go on f1: an empty foundation takes only A"),
        (MM, "1: 2C | f1: AC", "1-f1", LEGAL),
        (MM, "1: 2S | f1: AC", "1-f1", "2S cannot go on AC: another suit"),
        (MM, "1: 3C | f1: AC", "1-f1", "3C cannot go on AC: not one rank higher"),
        (MM, "1: AC | f1: AC 2C", "1-f1", "AC cannot go on 2C: not one rank higher"),
        (MM, f"1: AC | f1: {CLUBS}", "1-f1", "AC cannot go on KC: not one rank higher"),
        (MM, "1: 9H 8C", "1-f1x2", "9H cannot go on f1: one card at a time"),
        (GM, "1: AC", "1-f4", LEGAL),
        (GM, "1: 2D | f1: AC", "1-f1", "2D cannot go on AC: another suit"),
        (M1, "1: 2C | f1: AC", "1-f", LEGAL),
    ],
    "with two packs a suit has two foundations": [
        (MM, "1: AC | f1: AC", "1-f1", "AC cannot go on AC: not one rank higher"),
        (MM, "1: AC | f1: AC", "1-f2", LEGAL),
        (MG, "1: 2C | f1: AC | f2: AC", "1-f2", LEGAL),
    ],
    "columns of the Milligans and of Gold Mine go down in alternating colours": [
        (MM, "1: 9H | 2: TS", "1-2", LEGAL),
        (MM, "1: 9C | 2: TD", "1-2", LEGAL),
        (MM, "1: 9H | 2: TD", "1-2", "9H cannot go on TD: same colour"),
        (MM, "1: 9S | 2: TC", "1-2", "9S cannot go on TC: same colour"),
        (MM, "1: 9H | 2: TH", "1-2", "9H cannot go on TH: same colour"),
        (MM, "1: 9H | 2: JS", "1-2", "9H cannot go on JS: not one rank lower"),
        (MM, "1: 9H | 2: 9S", "1-2", "9H cannot go on 9S: not one rank lower"),
        (MM, "1: TS | 2: 9H", "1-2", "TS cannot go on 9H: not one rank lower"),
        (MM, "1: KH | 2: AS", "1-2", "KH cannot go on AS: not one rank lower"),
        (MS, "1: QS | 2: TC", "1-2", "QS cannot go on TC: not one rank lower"),
        (GM, "1: 9H | 2: TD", "1-2", "9H cannot go on TD: same colour"),
        (GM, "1: 9H | 2: TS", "1-2", LEGAL),
    ],
    "a run moves whole or in its upper part": [
        (MM, "1: 9H 8C 7D | 2: TS", "1-2x3", LEGAL),
        (MM, "1: 9H 8C 7D | 2: 9D", "1-2x2", LEGAL),
        (MM, "1: 9H 8C 7D | 2: 8S", "1-2", LEGAL),
        (MM, "1: 9H 8C 7D | 2: TS", "1-2x2", "8C cannot go on TS: not one rank lower"),
        (MM, "1: 9H 7C | 2: TS", "1-2x2", "9H cannot leave 1: 7C on 9H is not one rank lower"),
        (MM, "1: 9H 8D | 2: TS", "1-2x2", "9H cannot leave 1: 8D on 9H is of the same colour"),
        (MM, "1: 9H 8C 7S | 2: TS", "1-2x3", "9H cannot leave 1: 7S on 8C is of the same colour"),
    ],
    "the cards must be there, open, and go somewhere else": [
        (MM, "1: 9H", "4-1", "4 is empty"),
        (MM, "1: 9H", "p-1", "p is empty"),
        (GM, "1: 9H", "w-1", "w is empty"),
        (GM, "1: 9H", "f2-1", "f2 is empty"),
        (MM, "1: 9H", "1-1", "9H lies on 1 already"),
        (MM, "1: 9H | 2: TS", "1-2x2", "1 has only 1 card"),
        (MM, "1: 9H 8C | 2: TS", "1-2x3", "1 has only 2 cards"),
        (MI, "1: <5D> 9H | 2: TS", "1-2x2", "1 shows only 1 card"),
        (SP, "1: <5D> 9H 8H | 2: TS", "1-2x3", "1 shows only 2 cards"),
        (SP, "1: <5D> 9H 8H | 2: TS", "1-2x2", LEGAL),
    ],
    "a move names piles of the game, and never the stock": [
        (MM, "1: 9H", "1-9", "no pile 9 (expected: 1 to 8, f1 to f8, p)"),
        (MM, "1: 9H", "9-1", "no pile 9 (expected: 1 to 8, f1 to f8, p)"),
        (MM, "1: 9H", "1-f9", "no pile f9 (expected: 1 to 8, f1 to f8, p)"),
        (MM, "1: 9H", "1-w", "no pile w (expected: 1 to 8, f1 to f8, p)"),
        (MG, "1: 9H | grace: 2", "1/9", "no pile 9 (expected: 1 to 8, f1 to f8)"),
        (MG, "1: 9H", "1-p", "no pile p (expected: 1 to 8, f1 to f8)"),
        (QU, "w: 9H", "w-1", "no pile 1 (expected: w, f1 to f4, f5 to f8, f9 to f12)"),
        (GM, "1: TS | s: 9H", "s-1", "no pile s (expected: w, f1 to f4, 1 to 7)"),
        (GM, "1: TS | s: 9H", "1-s", "no pile s (expected: w, f1 to f4, 1 to 7)"),
        (MG, "1: TS | s: 9H | grace: 2", "s/1", "no pile s (expected: 1 to 8, f1 to f8)"),
    ],
    "an empty column of the Milligans takes a king or a run from a king": [
        (MM, "1: 9S KH", "1-2", LEGAL),
        (MM, "1: 9S KH QC", "1-2x2", LEGAL),
        (MM, "1: KH QC", "1-8x2", LEGAL),
        (MM, "1: KH QC", "1-2", "QC cannot go on 2: an empty column takes only K"),
        (MM, "1: AC", "1-2", "AC cannot go on 2: an empty column takes only K"),
        (MM, f"f1: {HEARTS}", "f1-8", LEGAL),
        (MM, "f1: AH 2H", "f1-8", "2H cannot go on 8: an empty column takes only K"),
    ],
    "fault-20 no empty column is an exception, the first and the last least of all": [
        (MM, "2: 5H", "2-1", "5H cannot go on 1: an empty column takes only K"),
        (MM, "2: 5H", "2-8", "5H cannot go on 8: an empty column takes only K"),
        (MM, "8: 9H | 1: TS", "8-1", LEGAL),
        (M1, "1: KH QC", "1-4x2", LEGAL),
        (SP, "7: 9H", "7-1", LEGAL),
        (QU, "w: 6S", "w-f12", LEGAL),
    ],
    "the pocket takes one card, from a column, while it is empty": [
        (MM, "1: 9H", "1-p", LEGAL),
        (MM, "1: 9H | s: 2C", "1-p", LEGAL),
        (MM, "1: 9H 8C", "1-px2", "9H cannot go on p: one card at a time"),
        (MM, "p: 8C", "p-p", "8C lies on p already"),
    ],
    "fault-58 the pocket's corners": [
        (MM, "1: 9H | p: 8C", "1-p", "9H cannot go on p: the pocket is full"),
        (MM, "1: 7D | p: 8C", "1-p", "7D cannot go on p: the pocket is full"),
        (MM, "f1: AH", "f1-p", "AH cannot go on p: only cards from the tableau"),
        (MM, "p: KH | 1: 2C", "p-2", LEGAL),
        (MM, "p: QH | 1: 2C", "p-2", "QH cannot go on 2: an empty column takes only K"),
        (MM, "p: 2H | f1: AH", "p-f", LEGAL),
        (MM, "p: 3H | f1: AH", "p-f1", "3H cannot go on AH: not one rank higher"),
        (MM, "p: 9H | 1: TS", "p-1", LEGAL),
        (MM, "p: 9H | 1: TH", "p-1", "9H cannot go on TH: same colour"),
        (MM, "p: 9H | s: 2C", "d", LEGAL),
    ],
    "pocket-when=stock-empty: cards enter the pocket only at the end": [
        (MM + ",pocket-when=stock-empty", "1: 9H | s: 2C", "1-p", "9H cannot go on p: only once the stock is empty"),
        (MM + ",pocket-when=stock-empty", "1: 9H", "1-p", LEGAL),
        (MM + ",pocket-when=stock-empty", "p: 9H | 1: TS | s: 2C", "p-1", LEGAL),
        (MW, "1: 9H | s: 2C", "1-p", "9H cannot go on p: only once the stock is empty"),
        (MW, "1: 9H", "1-p", LEGAL),
        (MW + ",pocket-when=any", "1: 9H | s: 2C", "1-p", LEGAL),
    ],
    "pocket=run: a run, whole or in its upper part, while the pocket is empty; out by the rule of a column": [
        (MW, "1: 9H 8C", "1-px2", LEGAL),
        (MW, "1: 9H 8C 7D", "1-px2", LEGAL),
        (MW, "1: 9H 7C", "1-px2", "9H cannot leave 1: 7C on 9H is not one rank lower"),
        (MW, "1: 8C | p: 9H", "1-p", "8C cannot go on p: the pocket is full"),
        (MW, "1: 8C 7D | p: 9H", "1-px2", "8C cannot go on p: the pocket is full"),
        (MW, "f1: AH", "f1-p", "AH cannot leave f1: cards stay there"),
        (MW + ",foundation-return=always", "f1: AH", "f1-p", "AH cannot go on p: only cards from the tableau"),
        (MW, "p: 9H 8C | 1: TS", "p-1x2", LEGAL),
        (MW, "p: 9H 8C | 1: 9D", "p-1", LEGAL),
        (MW, "p: 9H 8C | 1: TS", "p-1", "8C cannot go on TS: not one rank lower"),
        (MW, "p: 3H 2C | f1: AC", "p-f", LEGAL),
        (MW, "p: 3H 2C | f1: AC", "p-f1x2", "3H cannot go on AC: one card at a time"),
        (MW, "p: KH QC", "p-1x2", LEGAL),
        (MW, "p: 9H 8C | 1: TS | s: 2C", "p-1x2", LEGAL),
        (MM + ",pocket=run", "1: 9H 8C | s: 2C", "1-px2", LEGAL),
        (MW + ",pocket=card", "1: 9H 8C", "1-px2", "9H cannot go on p: one card at a time"),
    ],
    "pocket=none: there is no such pile": [
        (MM + ",pocket=none", "1: 9H", "1-p", "no pile p (expected: 1 to 8, f1 to f8)"),
        (MW + ",pocket=none", "1: 9H", "p-1", "no pile p (expected: 1 to 8, f1 to f8)"),
    ],
    "foundation-return=always: the top card of a foundation may go back, one a move": [
        (MM, "f1: AH 2H | 1: 3C", "f1-1", LEGAL),
        (MM, "f1: AH 2H | 1: 3D", "f1-1", "2H cannot go on 3D: same colour"),
        (MM, "f1: AH 2H | 1: 3C", "f1-1x2", "AH cannot leave f1: one card at a time"),
        (MG + ",foundation-return=always", "f1: AH 2H | 1: 3C", "f1-1", LEGAL),
        (GM, "f1: AH 2H | 1: 3C", "f1-1", LEGAL),
        (GM, "f1: AH 2H", "f1-1", LEGAL),
        (GM, "f1: AH 2H", "f1-1x2", "AH cannot leave f1: one card at a time"),
    ],
    "foundation-return=never: what is home stays home": [
        (MG, "f1: AH 2H | 1: 3C", "f1-1", "2H cannot leave f1: cards stay there"),
        (MS, "f1: AH 2H | 1: 3C", "f1-1", "2H cannot leave f1: cards stay there"),
        (MI, "f1: AH 2H | 1: 3C", "f1-1", "2H cannot leave f1: cards stay there"),
        (M1, "f1: AH 2H | 1: 3C", "f1-1", "2H cannot leave f1: cards stay there"),
        (MT, "f1: AH 2H | 1: 3C", "f1-1", "2H cannot leave f1: cards stay there"),
        (MW, "f1: AH 2H | 1: 3C", "f1-1", "2H cannot leave f1: cards stay there"),
        (MM + ",foundation-return=never", "f1: AH 2H | 1: 3C", "f1-1", "2H cannot leave f1: cards stay there"),
        (GM + ",foundation-return=never", "f1: AH 2H", "f1-1", "2H cannot leave f1: cards stay there"),
        (QU, "f5: 5C", "f5-f9", "5C cannot leave f5: cards stay there"),
        (QU, "f1: QC | w: KC", "f1-w", "QC cannot leave f1: cards stay there"),
    ],
    "foundation-return=stock-empty: only at the end": [
        (
            MM + ",foundation-return=stock-empty",
            "f1: AH 2H | 1: 3C | s: 2C",
            "f1-1",
            "2H cannot leave f1: only once the stock is empty",
        ),
        (MM + ",foundation-return=stock-empty", "f1: AH 2H | 1: 3C", "f1-1", LEGAL),
        (
            MM + ",foundation-return=stock-empty",
            "f1: AH 2H | 1: 3C",
            "f1-1x2",
            "AH cannot leave f1: one card at a time",
        ),
        (
            GM + ",foundation-return=stock-empty",
            "f1: AH 2H | s: 2C",
            "f1-1",
            "2H cannot leave f1: only once the stock is empty",
        ),
        (MG + ",foundation-return=stock-empty", "f1: AH 2H | 1: 3C", "f1-1", LEGAL),
    ],
    "no card goes from one foundation to another": [
        (MM, "f1: AH", "f1-f2", "AH cannot go on f2: no card from another foundation"),
        (MM, "f1: AH 2H | f2: AH", "f1-f2", "2H cannot go on AH: no card from another foundation"),
        (GM, "f1: AH", "f1-f2", "AH cannot go on f2: no card from another foundation"),
    ],
    "a row is dealt at any time, even when moves remain": [
        (MM, "s: 2C", "d", LEGAL),
        (MM, "1: 9H | 2: TS | s: 2C", "d", LEGAL),
        (MG, "1: AC | s: 2C", "d", LEGAL),
        (MM, "1: 9H", "d", "the stock is empty: no redeal in Miss Milligan"),
        (MM, "s: 2C", "r", "no redeal in Miss Milligan"),
        (MM, "1: 9H", "r", "no redeal in Miss Milligan"),
    ],
    "deal-when=stuck: no deal while a card can be played onto a column or a foundation": [
        (MM + ",deal-when=stuck", "1: 9H | 2: TS | s: 2C", "d", "1-2 can still be played"),
        (MM + ",deal-when=stuck", "1: JS 9H 8C | 2: TS | s: 2C", "d", "1-2x2 can still be played"),
        (MM + ",deal-when=stuck", "1: AC | s: 2C", "d", "1-f can still be played"),
        (MM + ",deal-when=stuck", "p: 9H | 1: TS | s: 2C", "d", "p-1 can still be played"),
        (MM + ",deal-when=stuck", "p: 2H | f1: AH | s: 2C", "d", "p-f can still be played"),
        (MM + ",deal-when=stuck", "p: KH | 1: 9H | s: 2C", "d", "p-2 can still be played"),
        (MM + ",deal-when=stuck", "1: 9S KH | s: 2C", "d", "1-2 can still be played"),
        (MM + ",deal-when=stuck", "1: 9H | 2: JS | s: 2C", "d", LEGAL),
        (MM + ",deal-when=stuck", "1: 9H", "d", "the stock is empty: no redeal in Miss Milligan"),
        (MS + ",deal-when=stuck", "1: 9H | 2: TS | s: 2C", "d", "1-2 can still be played"),
        (MW + ",deal-when=stuck", "1: 9H | 2: TS | s: 2C", "d", "1-2 can still be played"),
    ],
    "deal-when=stuck: into the pocket, back from a foundation, and a change of places do not count": [
        (MM + ",deal-when=stuck", "1: 9H | s: 2C", "d", LEGAL),
        (MM + ",deal-when=stuck", "f1: AH 2H | 1: 3C | s: 2C", "d", LEGAL),
        (MM + ",deal-when=stuck", "1: KH QC | s: 2C", "d", LEGAL),
    ],
    "deal-when=stuck: two black nines and a red eight never end": [
        (MM + ",deal-when=stuck", "1: 9S 8H | 2: 9C | s: 2C", "d", "1-2 can still be played"),
        (MM + ",deal-when=stuck", "1: 9S | 2: 9C 8H | s: 2C", "d", "2-1 can still be played"),
    ],
    "deal-when=stuck in a grace: free moves do not count, nor does what the end of grace forbids": [
        (MG + ",deal-when=stuck", "1: 9H 5C | 2: JS | s: 2C | grace: 3 | accepted: 9H5C", "d", LEGAL),
        (M1 + ",deal-when=stuck", "1: 9S KH | 2: 2S | 4: 2C | s: 2H | grace: 3", "d", "1-3 can still be played"),
        (
            M1 + ",deal-when=stuck",
            "1: 9S KH | 2: 9D 4S | 4: 2C | s: 2H | grace: 3 | accepted: 9SKH",
            "d",
            "grace cannot end: 4S on 9D (expected: move these before closing)",
        ),
    ],
    "without an open grace there is no free move and nothing to end": [
        (MG, "1: 9H | 2: JS", "1/2", "no grace is open"),
        (MG, "1: 9H", "g", "no grace is open"),
        (MM, "1: 9H | 2: JS", "1/2", "there are no free moves in Miss Milligan"),
        (MM, "1: 9H", "g", "there is nothing to end in Miss Milligan"),
        (MS, "1: 9H | 2: JS", "1/2", "there are no free moves in Spanish Patience (Milligan)"),
        (SP + ",discard=auto", "1: 9H", "g", "there is nothing to end in Spiderette"),
        (MG + ",grace=off", "1: 9H | 2: JS", "1/2", "there are no free moves in Miss Milligan with grace"),
        (MG + ",grace=off", "1: 9H", "g", "there is nothing to end in Miss Milligan with grace"),
    ],
    "a free move takes any open end of a column to any other column that holds a card": [
        (MG, "1: 9H | 2: JS | grace: 3", "1/2", LEGAL),
        (MG, "1: 9H 5C 5D | 2: 2S | grace: 3", "1/2x2", LEGAL),
        (MG, "1: 9H 5C 5D | 2: 2S | grace: 3", "1/2x3", LEGAL),
        (MG, "1: 9H | 2: TS | grace: 3", "1/2", LEGAL),
        (MI, "1: <9H> 5C | 2: 2S | grace: 3", "1/2", LEGAL),
        (MI, "1: <9H> 5C | 2: 2S | grace: 3", "1/2x2", "1 shows only 1 card"),
        (MG, "1: 9H | 2: 2S | grace: 3", "3/1", "3 is empty"),
        (MG, "1: 9H | 2: 2S | grace: 3", "1/1", "9H lies on 1 already"),
        (MG, "1: 9H | 2: 2S | grace: 3", "1/2x2", "1 has only 1 card"),
    ],
    "a free move never goes to a gap or a foundation, nor comes from one": [
        (
            MG,
            "1: 2S KH | grace: 3",
            "1/3",
            "3 is empty: a free move needs a card to lie on (expected: only a sequence from K fills a gap)",
        ),
        (MG, "1: AH | grace: 3", "1/f1", "a free move goes from column to column"),
        (
            MG + ",foundation-return=always",
            "1: 2S | f1: AH | grace: 3",
            "f1/1",
            "a free move goes from column to column",
        ),
    ],
    "an ordinary move stays ordinary in a grace; a slip is told how to be free": [
        (MG, "1: 9H | 2: TS | grace: 3", "1-2", LEGAL),
        (
            MG,
            "1: 9H | 2: JS | grace: 3",
            "1-2",
            "9H cannot go on JS: not one rank lower (expected: write 1/2 for a free move)",
        ),
        (
            MG,
            "1: 9H 7C | 2: TS | grace: 3",
            "1-2x2",
            "9H cannot leave 1: 7C on 9H is not one rank lower (expected: write 1/2x2 for a free move)",
        ),
        (MG, "1: 9H | grace: 3", "1-3", "9H cannot go on 3: an empty column takes only K"),
        (MG, "1: 2H | f1: AH | grace: 3", "1-f", LEGAL),
        (MG, "1: 3H | f1: AH | grace: 3", "1-f1", "3H cannot go on AH: not one rank higher"),
        (MG, "1: 9H | grace: 3", "2-1", "2 is empty"),
    ],
    "a grace ends with g only when no pair is out of build that was not so before": [
        (MG, "1: 9H | grace: 3", "g", LEGAL),
        (MG, "1: 9H 8C | grace: 3", "g", LEGAL),
        (MG, "1: 9H 5C | grace: 3 | accepted: 9H5C", "g", LEGAL),
        (MG, "1: 9H 5C | grace: 3", "g", "grace cannot end: 5C on 9H (expected: move these before closing)"),
        (MG, "1: 9H 8D | grace: 3", "g", "grace cannot end: 8D on 9H (expected: move these before closing)"),
        (
            MG,
            "1: 9H 5C 2D | 2: AS 3C | grace: 3 | accepted: 5C2D",
            "g",
            "grace cannot end: 5C on 9H, 3C on AS (expected: move these before closing)",
        ),
        (MI, "1: <9H> <5C> 4D | grace: 3 | accepted: 9H5C", "g", LEGAL),
    ],
    "pairs are compared by face, and each counts as often as it lies there": [
        (MG, "1: 2S | 2: 9H 5C | grace: 3 | accepted: 9H5C", "g", LEGAL),
        (MG, "1: 9H 5C | 2: 9H 5C | grace: 3 | accepted: 9H5C 9H5C", "g", LEGAL),
        (
            MG,
            "1: 9H 5C | 2: 9H 5C | grace: 3 | accepted: 9H5C",
            "g",
            "grace cannot end: 5C on 9H (expected: move these before closing)",
        ),
    ],
    "a deal ends a grace, so it must pass as well": [
        (MG, "1: 9H 5C | s: 2C | grace: 3 | accepted: 9H5C", "d", LEGAL),
        (MG, "1: 9H 5C | s: 2C | grace: 3", "d", "grace cannot end: 5C on 9H (expected: move these before closing)"),
        (MG, "1: 9H 5C | grace: 3", "d", "the stock is empty: no redeal in Miss Milligan with grace"),
        (MG, "1: 9H | s: 2C | grace: 3", "r", "no redeal in Miss Milligan with grace"),
    ],
    "a king in the last gap ends a grace, so the table after it must pass": [
        (MG, "1: 9S KH | grace: 3 | accepted: 9SKH", "1-3", LEGAL),
        (MG, "1: 9S KH | grace: 3", "1-3", LEGAL),
        (
            MG,
            "1: 9S KH | 2: 9H 5C | grace: 3",
            "1-3",
            "grace cannot end: 5C on 9H (expected: move these before closing)",
        ),
        (MG, "1: 9S QH | grace: 3", "1-3", "QH cannot go on 3: an empty column takes only K"),
        (MG + ",foundation-return=always", f"f1: {HEARTS} | grace: 3", "f1-3", LEGAL),
        (
            MG + ",foundation-return=always",
            f"f1: {HEARTS} | 2: 9H 5C | grace: 3",
            "f1-3",
            "grace cannot end: 5C on 9H (expected: move these before closing)",
        ),
    ],
    "a king elsewhere, or a whole column that changes places with a gap, ends nothing": [
        (MG, "1: 9S KH | 2: 9H 5C | grace: 3 4", "1-3", LEGAL),
        (MG, "1: 9S KH | 2: 9H 5C | grace: 3", "1-4", LEGAL),
        (MG, "1: KH | 2: 9H 5C | grace: 3", "1-3", LEGAL),
        (MG, "1: KH QS | 2: 9H 5C | grace: 3", "1-3x2", LEGAL),
    ],
    "grace-plays=close-first: nothing goes home while a grace is open": [
        (MG, "1: AH | grace: 3", "1-f", LEGAL),
        (MG + ",grace-plays=close-first", "1: AH", "1-f", LEGAL),
        (
            MG + ",grace-plays=close-first",
            "1: AH | grace: 3",
            "1-f",
            "no card goes to a foundation while a grace is open (expected: g ends it)",
        ),
        (
            MG + ",grace-plays=close-first",
            "1: 3H | grace: 3",
            "1-f1",
            "3H cannot go on f1: an empty foundation takes only A",
        ),
        (MG + ",grace-plays=close-first", "1: 9H | 2: TS | grace: 3", "1-2", LEGAL),
    ],
    "fault-57 grace=strict: a free move may not part two open cards in build, an ordinary one may": [
        (MT, "1: 7C 6H | 2: 2S | grace: 3", "1/2", "that would break up the sequence on 1"),
        (MT, "1: 7C 6H | 2: 7S | grace: 3", "1/2", "that would break up the sequence on 1"),
        (MT, "1: 7C 6H | 2: 7S | grace: 3", "1-2", LEGAL),
        (MT, "1: 7C 6H | 2: 2S | grace: 3", "1/2x2", LEGAL),
        (MT, "1: 9S 7C 6H | 2: 2S | grace: 3", "1/2x2", LEGAL),
        (MT, "1: 7C 6C | 2: 2S | grace: 3", "1/2", LEGAL),
        (MT, "1: 7C 6H | 2: 2S | grace: 3", "1-2", "6H cannot go on 2S: not one rank lower"),
        (MI + ",grace=strict", "1: <7C> 6H | 2: 2S | grace: 3", "1/2", LEGAL),
        (MI + ",grace=strict", "1: <2D> 7C 6H | 2: 2S | grace: 3", "1/2", "that would break up the sequence on 1"),
        (M1 + ",grace=strict", "1: 7C 6H | 2: 2S | grace: 3", "1/2", "that would break up the sequence on 1"),
        (MT + ",grace=free", "1: 7C 6H | 2: 2S | grace: 3", "1/2", LEGAL),
    ],
    "Quadrille: only the top of the waste moves, to the place of its suit": [
        (QU, "w: 5C", "w-f5", LEGAL),
        (QU, "w: 5D", "w-f6", LEGAL),
        (QU, "w: 6H", "w-f11", LEGAL),
        (QU, "w: 5D", "w-f5", "5D cannot go on f5: f5 takes only C"),
        (QU, "w: 5H | f6: 5D", "w-f6", "5H cannot go on 5D: f6 takes only D"),
        (QU, "w: 5S", "w-f7", "5S cannot go on f7: f7 takes only H"),
        (QU, "w: 6C", "w-f12", "6C cannot go on f12: f12 takes only S"),
        (QU, "w: QC 2D", "w-f1", "2D cannot go on f1: f1 takes only C"),
        (QU, "w: 6C 5C", "w-f5x2", "6C cannot leave w: one card at a time"),
        (QU, "w: 2D", "w-w", "2D lies on w already"),
    ],
    "Quadrille: a queen is played at any time, and lies alone": [
        (QU, "w: QC", "w-f", LEGAL),
        (QU, "w: KC", "w-f1", "KC cannot go on f1: an empty foundation takes only Q"),
        (QU, "w: KC | f1: QC", "w-f1", "KC cannot go on QC: the foundation is full"),
    ],
    "Quadrille: from five down to the king, which lies on the ace": [
        (QU, "w: 4C | f5: 5C", "w-f5", LEGAL),
        (QU, "w: KC | f5: 5C 4C 3C 2C AC", "w-f5", LEGAL),
        (QU, "w: 4C", "w-f5", "4C cannot go on f5: an empty foundation takes only 5"),
        (QU, "w: 6C | f5: 5C", "w-f5", "6C cannot go on 5C: not one rank lower"),
        (QU, "w: KC | f5: 5C 4C 3C 2C", "w-f5", "KC cannot go on 2C: not one rank lower"),
        (QU, "w: QC | f5: 5C 4C 3C 2C AC KC", "w-f5", "QC cannot go on KC: the foundation is full"),
    ],
    "Quadrille: from six up to the jack": [
        (QU, "w: 7C | f9: 6C", "w-f9", LEGAL),
        (QU, "w: JC | f9: 6C 7C 8C 9C TC", "w-f9", LEGAL),
        (QU, "w: 7C", "w-f9", "7C cannot go on f9: an empty foundation takes only 6"),
        (QU, "w: 5C | f9: 6C", "w-f9", "5C cannot go on 6C: not one rank higher"),
        (QU, "w: QC | f9: 6C 7C 8C 9C TC JC", "w-f9", "QC cannot go on JC: the foundation is full"),
    ],
    "Quadrille: one card a deal; only an empty stock is refilled, from a waste that has cards": [
        (QU, "s: 2C", "d", LEGAL),
        (QU, "w: 2C", "d", "the stock is empty (expected: r turns the waste over)"),
        (QU, "w: 2C | s: 3C", "r", "the stock still holds 1 card (expected: d deals)"),
        (QU, "w: 2C | s: 3C 4C", "r", "the stock still holds 2 cards (expected: d deals)"),
        (QU, "w: 2C", "r", LEGAL),
    ],
    "fault-08 nothing to turn over": [
        (QU, "f1: QC", "r", "the waste is empty"),
        (QU, "f1: QC", "d", "the stock is empty, and the waste is empty"),
        (QU, STAR, "r", "the game is over: it is won"),
    ],
    "fault-10 three passes are two redeals": [
        (QU, "w: 2C | pass: 2", "r", LEGAL),
        (QU, "w: 2C | pass: 3", "r", "this is pass 3 of 3"),
        (QU, "w: 2C | pass: 3", "d", "the stock is empty, and this is pass 3 of 3"),
    ],
    "passes=N: so many passes and no more; unlimited has no last one": [
        (QU + ",passes=1", "w: 2C", "r", "this is pass 1 of 1"),
        (QU + ",passes=2", "w: 2C", "r", LEGAL),
        (QU + ",passes=2", "w: 2C | pass: 2", "r", "this is pass 2 of 2"),
        (QU + ",passes=5", "w: 2C | pass: 4", "r", LEGAL),
        (QU + ",passes=5", "w: 2C | pass: 5", "r", "this is pass 5 of 5"),
        (QU + ",passes=99", "w: 2C | pass: 98", "r", LEGAL),
        (QU + ",passes=99", "w: 2C | pass: 99", "r", "this is pass 99 of 99"),
        (QU + ",passes=unlimited", "w: 2C | pass: 999", "r", LEGAL),
    ],
    "Gold Mine: the top of the waste goes to a column or a foundation, and nothing comes back to it": [
        (GM, "w: 9H | 1: TS", "w-1", LEGAL),
        (GM, "w: 9H | 1: TH", "w-1", "9H cannot go on TH: same colour"),
        (GM, "w: AH", "w-f", LEGAL),
        (GM, "w: TS 9H | 1: JH", "w-1x2", "TS cannot leave w: one card at a time"),
        (GM, "1: 5H | w: 6S", "1-w", "5H cannot go on w: only the stock fills it"),
    ],
    "Gold Mine: an empty column takes any card and any run": [
        (GM, "1: 5H 4C", "1-7", LEGAL),
        (GM, "1: 5H 4C", "1-7x2", LEGAL),
        (GM, "1: 5H 3C", "1-7x2", "5H cannot leave 1: 3C on 5H is not one rank lower"),
        (GM, "w: 9H", "w-1", LEGAL),
        (GM, "f1: AH", "f1-1", LEGAL),
    ],
    "fault-15 in Gold Mine a run moves, not any heap": [
        (GM, "1: 9S 5D 4C | 2: TH", "1-2x3", "9S cannot leave 1: 5D on 9S is not one rank lower"),
        (GM, "1: 9S 5D 4C | 2: 6S", "1-2x2", LEGAL),
    ],
    "move-unit=any: a card moves with all that lies on it, and alone decides where": [
        (GM + ",move-unit=any", "1: 9S 5D 4C | 2: TH", "1-2x3", LEGAL),
        (GM + ",move-unit=any", "1: 9S 5D 4C | 2: TC", "1-2x3", "9S cannot go on TC: same colour"),
        (GM + ",move-unit=any", "1: 2C AD | 2: TC", "1-f1x2", "2C cannot go on f1: one card at a time"),
    ],
    "fault-13 no redeal, and it is said": [
        (GM, "w: 2C", "d", "the stock is empty: no redeal in Gold Mine"),
        (GM, "w: 2C", "r", "no redeal in Gold Mine"),
        (GM, "w: 2C | s: 3C", "r", "no redeal in Gold Mine"),
        (GM, "w: 2C | s: 3C", "d", LEGAL),
    ],
    "Spiderette: columns go down regardless of suit": [
        (SP, "1: 9H | 2: TH", "1-2", LEGAL),
        (SP, "1: 9H | 2: TC", "1-2", LEGAL),
        (SP, "1: 9H | 2: TD", "1-2", LEGAL),
        (SP, "1: 9H | 2: JH", "1-2", "9H cannot go on JH: not one rank lower"),
        (SP, "1: KH | 2: AS", "1-2", "KH cannot go on AS: not one rank lower"),
        (SP, "1: 9H 8H | 2: TC", "1-2x2", LEGAL),
        (SP, "1: 9H 8C | 2: TS", "1-2x2", "9H cannot leave 1: 8C on 9H is of another suit"),
        (SP, "1: 9H 8D | 2: TS", "1-2x2", "9H cannot leave 1: 8D on 9H is of another suit"),
        (SP, "1: 9H 7H | 2: TS", "1-2x2", "9H cannot leave 1: 7H on 9H is not one rank lower"),
        (SP, "1: 9H 8C | 2: 9S", "1-2", LEGAL),
    ],
    "Spiderette: an empty column takes any card and any run in suit": [
        (SP, "1: 9H 8H", "1-2", LEGAL),
        (SP, "1: 9H 8H", "1-2x2", LEGAL),
        (SP, "1: 5C KH", "1-7", LEGAL),
        (SP, "1: 9H 8C", "1-2x2", "9H cannot leave 1: 8C on 9H is of another suit"),
    ],
    "fault-14 in Spiderette only a run in suit is lifted": [
        (SP, "1: 6S 5H 4H | 2: 7H", "1-2x3", "6S cannot leave 1: 5H on 6S is of another suit"),
        (SP, "1: 6S 5H 4H | 2: 7C", "1-2x3", "6S cannot leave 1: 5H on 6S is of another suit"),
        (SP, "1: 6S 5H 4H | 2: 6C", "1-2x2", LEGAL),
    ],
    "Spiderette: a whole run in suit is discarded, whatever lies under its king, nothing on its ace": [
        (SP, f"1: {SPADE_RUN}", "1-fx13", LEGAL),
        (SP, f"1: {SPADE_RUN}", "1-f4x13", LEGAL),
        (SP, f"1: <2C> 9D {SPADE_RUN}", "1-fx13", LEGAL),
        (SP, f"1: {SPADE_RUN} 5D", "1-f1x13", "QS cannot leave 1: 5D on AS is not one rank lower"),
        (SP, f"1: {SPADE_RUN}", "1-f1x12", "QS cannot go on f1: 13 cards at a time"),
        (SP, "1: AS", "1-f1", "AS cannot go on f1: 13 cards at a time"),
        (SP, "1: KC", "1-f1", "KC cannot go on f1: 13 cards at a time"),
        (SP, f"1: {SPADE_RUN} | f1: {HEART_RUN}", "1-f1x13", "KS cannot go on AH: the foundation is full"),
        (SP, f"1: {SPADE_RUN} | f1: {HEART_RUN}", "1-f2x13", LEGAL),
    ],
    "fault-17 a run of mixed suits, or none at all, is not discarded": [
        (
            SP,
            f"1: {SPADE_RUN.replace('9S', '9H')}",
            "1-f1x13",
            "KS cannot leave 1: 9H on TS is of another suit",
        ),
        (SP, "1: KS", "4-f1x13", "4 is empty"),
        (SP, "1: KS QS", "1-f1x13", "1 has only 2 cards"),
    ],
    "fault-23 what is discarded is out of play": [
        (SP, f"f1: {SPADE_RUN} | 1: 2H", "f1-1", "AS cannot leave f1: cards stay there"),
        (SP, f"f1: {SPADE_RUN} | 1: 2H", "f1-2x13", "KS cannot leave f1: cards stay there"),
        (SP, f"f1: {SPADE_RUN} | 1: 2H", "f1-f2x13", "KS cannot leave f1: cards stay there"),
    ],
    "fault-04 no deal onto a gap, and the gap is named": [
        (SP, SEVEN + " | s: 3C", "d", LEGAL),
        (
            SP,
            "1: 2C | 2: 2D | 4: 2S 3S 4S | 5: KC | 6: KD | 7: KH | s: 3C",
            "d",
            "column 3 is empty: no deal onto a gap (expected: fill it first)",
        ),
        (
            SP,
            "1: 2C | 2: 2D | 4: 2S 4S 6S | 6: KD | 7: KH | s: 3C",
            "d",
            "columns 3 and 5 are empty: no deal onto a gap (expected: fill them first)",
        ),
        (
            SP,
            "2: 2D | 4: 2S | 5: 2H | 6: KD JD TD 8D | s: 3C",
            "d",
            "columns 1, 3 and 7 are empty: no deal onto a gap (expected: fill them first)",
        ),
        (
            SP,
            "2: 2D | 4: 2S | 5: 2H | 6: KD JD TD | s: 3C",
            "d",
            "columns 1, 3 and 7 are empty: no deal onto a gap (expected: undo: too few cards are left to fill them)",
        ),
        (SP, SEVEN, "d", "the stock is empty: no redeal in Spiderette"),
        (SP, SEVEN + " | s: 3C", "r", "no redeal in Spiderette"),
    ],
    "the last three cards of Spiderette need seven columns too": [
        (
            SP,
            "1: 2C | 2: 2D | 3: 2H | 4: 2S | 5: KC | 6: KD JD | s: 3C 4C 5C",
            "d",
            "column 7 is empty: no deal onto a gap (expected: fill it first)",
        ),
        (
            SP,
            "1: 2C | 2: 2D | 3: 2H | 4: 2S | 5: KC | 6: KD | s: 3C 4C 5C",
            "d",
            "column 7 is empty: no deal onto a gap (expected: undo: too few cards are left to fill it)",
        ),
    ],
    "deal-gaps=if-short: a gap is no hindrance once the columns cannot fill it; yes: never": [
        (SP + ",deal-gaps=if-short", "1: 2C 3C 4C 5C 6C 8C | s: 3H", "d", LEGAL),
        (
            SP + ",deal-gaps=if-short",
            "1: 2C 3C 4C 5C 6C 8C 9C | 2: 2D | 3: 2H | 4: 2S | 5: 3S | 6: 4S | s: 3H",
            "d",
            "column 7 is empty: no deal onto a gap (expected: fill it first)",
        ),
        (
            SP + ",deal-gaps=if-short",
            "1: 2C 3C | 2: 4C | 3: 5C | 4: 6C | 5: 8C | 6: 9C | s: 3H",
            "d",
            "column 7 is empty: no deal onto a gap (expected: fill it first)",
        ),
        (SP + ",deal-gaps=if-short", SEVEN + " | s: 3C", "d", LEGAL),
        (SP + ",deal-gaps=yes", "1: 2C 3C 4C 5C 6C 8C 9C | s: 3H", "d", LEGAL),
        (SP + ",deal-gaps=yes", "1: 2C | s: 3H", "d", LEGAL),
        (SP + ",deal-gaps=yes", "1: 2C", "d", "the stock is empty: no redeal in Spiderette"),
    ],
    "fault-21 only the last card goes to a foundation, alone": [
        (MM, "1: 4H 3S | f1: AH 2H 3H", "1-f1x2", "4H cannot go on 3H: one card at a time"),
        (MM, "1: 4H 3S | f1: AH 2H 3H", "1-f1", "3S cannot go on 3H: not one rank higher"),
        (GM, "1: 4H 3S | f1: AH 2H 3H", "1-f1x2", "4H cannot go on 3H: one card at a time"),
        (SP, f"1: {SPADE_RUN}", "1-f1x2", "2S cannot go on f1: 13 cards at a time"),
    ],
    "a game that is won is over": [
        (M1, HOME, "f1-1", "the game is over: it is won"),
        (M1, HOME, "d", "the game is over: it is won"),
        (M1, HOME, "g", "the game is over: it is won"),
        (GM, HOME, "f1-1", "the game is over: it is won"),
        (GM, HOME, "1-9", "the game is over: it is won"),
    ],
}


def by_heading(table: Mapping[str, Sequence[Any]]) -> list[Any]:
    """The rows of a table as parameters, each named by its heading and what is done."""
    return [pytest.param(*row, id=f"{head}: {row[0]} {row[2]}") for head, rows in table.items() for row in rows]


def piles(spec: str, position: str) -> tuple[Any, Any]:
    game = read_spec(spec)
    return game, lay(game, *filter(None, position.split(" | ")))


@pytest.mark.parametrize(("spec", "position", "move", "words"), by_heading(REASONS))
def test_reasons(spec: str, position: str, move: str, words: str | None) -> None:
    game, table = piles(spec, position)
    refusal = game.why_not(table, move_of(game, table, move))
    if refusal is not None and refusal.expected is not None:
        assert words == f"{refusal.why} (expected: {refusal.expected})"
    else:
        assert words == (refusal and refusal.why)


# -- what moves do: game, position, moves (`!` before one that is refused), the lines that have changed --------------

PLAYED: dict[str, list[tuple[str, str, str, str]]] = {
    "a packet keeps its order, and the card that was under it turns up": [
        (MM, "1: 2C 9H 8C | 2: TS", "1-2x2", "1: 2C | 2: TS 9H 8C"),
        (SP, "1: <5D> <3C> 9H 8H | 2: TS", "1-2x2", "1: <5D> 3C | 2: TS 9H 8H"),
        (SP, "1: <5D> <3C> 9H 8H | 2: 9S", "1-2", "1: <5D> <3C> 9H | 2: 9S 8H"),
        (SP, "1: 9H | 2: TS", "1-2", "1: | 2: TS 9H"),
        (MI, "1: <5D> 9H | 2: TS", "1-2", "1: 5D | 2: TS 9H"),
    ],
    "fault-18 the card under a discarded run turns up": [
        (SP, f"1: <7D> <2C> {SPADE_RUN}", "1-fx13", f"1: <7D> 2C | f1: {SPADE_RUN}"),
        (SP, f"1: {SPADE_RUN} | f1: {HEART_RUN}", "1-fx13", f"1: | f2: {SPADE_RUN}"),
    ],
    "a deal puts one open card on every column, on an empty one too; a short one fills the first": [
        (M1, "1: KH | 2: <3D> 9H | s: 2C 3C 4C 5C 6C", "d", "1: KH 2C | 2: <3D> 9H 3C | 3: 4C | 4: 5C | s: 6C"),
        (M1, "1: KH | s: 2C 3C 4C 5C", "d !d", "1: KH 2C | 2: 3C | 3: 4C | 4: 5C | s:"),
        (M1, "1: KH | s: 2C 3C", "d", "1: KH 2C | 2: 3C | s:"),
    ],
    "fault-01 the last deal of Spiderette has three cards": [
        (SP, SEVEN + " | s: 3C 4C 5C", "d !d", "1: 2C 3C | 2: 2D 4C | 3: 2H 5C | s:"),
    ],
    "fault-04 a deal that is refused changes nothing": [
        (SP, SEVEN.replace("2H", "") + " | s: 3C 4C 5C", "!d", ""),
    ],
    "fault-06 a row lands whole, aces and all": [
        (M1, "1: 9H | s: AC 2C AD 3C", "d", "1: 9H AC | 2: 2C | 3: AD | 4: 3C | s:"),
        (M1, "1: 9H | s: AC 2C AD 3C", "d 1-f 3-f", "2: 2C | 4: 3C | s: | f1: AC | f2: AD | grace: 3 | accepted:"),
    ],
    "Gold Mine turns three cards one after another, and at last what is left": [
        (GM, "w: 2C | s: 3C 4C 5C 6C", "d", "w: 2C 3C 4C 5C | s: 6C"),
        (GM, "s: 3C 4C", "d !d", "w: 3C 4C | s:"),
    ],
    "fault-02 the last card of the stock": [
        (GM, "w: 2C | s: 3C", "d !d w-1", "1: 3C | s:"),
    ],
    "Quadrille turns one card; a redeal turns the waste over as it was dealt, and deals nothing": [
        (QU, "w: 2C | s: 3C 4C", "d", "w: 2C 3C | s: 4C"),
        (QU, "w: 2C 3C 4C", "r", "w: | s: 2C 3C 4C | pass: 2"),
        (QU, "w: 2C 3C 4C", "r d d", "w: 2C 3C | s: 4C | pass: 2"),
    ],
    "fault-10 the count of passes goes one, two, three": [
        (QU, "w: 2C", "r d r d !r !d", "pass: 3"),
    ],
    "fault-50 an option holds to the end of the game": [
        (QU + ",passes=5", "w: 2C", "r d r d r d r d !r", "pass: 5"),
        (
            SP + ",discard=auto",
            f"1: {SPADE_RUN[:-3]} | 2: {HEART_RUN[:-3]} | 3: AS | 4: 9C AH",
            "3-1 4-2",
            f"1: | 2: | 3: | 4: 9C | f1: {SPADE_RUN} | f2: {HEART_RUN}",
        ),
    ],
    "discard=auto: a complete run leaves as part of the move that completed it": [
        (SP + ",discard=auto", f"1: <2C> {SPADE_RUN[:-3]} | 2: AS", "2-1", f"1: 2C | 2: | f1: {SPADE_RUN}"),
        (
            SP + ",discard=auto",
            f"1: {SPADE_RUN[:-3]} | 2: AS | f1: {HEART_RUN}",
            "2-1",
            f"1: | 2: | f2: {SPADE_RUN}",
        ),
        (SP, f"1: <2C> {SPADE_RUN[:-3]} | 2: AS", "2-1", f"1: <2C> {SPADE_RUN} | 2:"),
    ],
    "discard=auto: after a deal the leftmost leaves first; what lay ready leaves with the first move": [
        (
            SP + ",discard=auto",
            f"1: 2C | 2: {SPADE_RUN[:-3]} | 3: {HEART_RUN[:-3]} | 4: 3C | 5: 4C | 6: 5C | 7: 6C | s: 9C AS AH",
            "d",
            f"1: 2C 9C | 2: | 3: | s: | f1: {SPADE_RUN} | f2: {HEART_RUN}",
        ),
        (
            SP + ",discard=auto",
            f"1: {SPADE_RUN} | 2: 9C | 3: TC | 4: 5D {HEART_RUN}",
            "2-3",
            f"1: | 2: | 3: TC 9C | 4: 5D | f1: {SPADE_RUN} | f2: {HEART_RUN}",
        ),
        (
            SP + ",discard=auto",
            f"1: {SPADE_RUN} {HEART_RUN} | 2: 9C | 3: TC",
            "2-3",
            f"1: | 2: | 3: TC 9C | f1: {HEART_RUN} | f2: {SPADE_RUN}",
        ),
    ],
    "a play that empties a column opens a grace, and the pairs out of build are recorded": [
        (MG, "1: 9H | 2: TS", "1-2", "1: | 2: TS 9H | grace: 1 | accepted:"),
        (MG, "1: AH | 2: 9H 5C", "1-f", "1: | f1: AH | grace: 1 | accepted: 9H5C"),
        (MG, "1: 9H 8C | 2: TS", "1-2x2", "1: | 2: TS 9H 8C | grace: 1 | accepted:"),
        (
            MG,
            "1: 9H | 2: 3D TS | 3: 8D 2S 8H | 4: 3D TS",
            "1-2",
            "1: | 2: 3D TS 9H | grace: 1 | accepted: 2S8H 3DTS 3DTS 8D2S",
        ),
        (MI, "1: 9H | 2: <JD> <5C> TS", "1-2", "1: | 2: <JD> <5C> TS 9H | grace: 1 | accepted: 5CTS JD5C"),
        (MG, "1: 2C 9H | 2: TS", "1-2", "1: 2C | 2: TS 9H"),
        (MG + ",foundation-return=always", "1: 2S | f1: AH", "f1-1", "1: 2S AH | f1:"),
        (MS, "1: 9H | 2: TS", "1-2", "1: | 2: TS 9H"),
        (MG + ",grace=off", "1: 9H | 2: TS", "1-2", "1: | 2: TS 9H"),
    ],
    "a whole column that goes to an empty one opens no grace": [
        (MG, "1: KH QS | 2: 9H 5C", "1-3x2", "1: | 3: KH QS"),
        (MG, "1: 2S KH", "1-2", "1: 2S | 2: KH"),
    ],
    "a column emptied in a grace is a further gap, and what was recorded stands": [
        (MG, "1: 9H | 2: TS | grace: 5", "1-2", "1: | 2: TS 9H | grace: 1 5"),
        (MG, "1: AH | grace: 5", "1-f", "1: | f1: AH | grace: 1 5"),
        (MG, "8: AH | grace: 5", "8-f", "8: | f1: AH | grace: 5 8"),
        (MG, "1: 9H | 2: JS | grace: 5 | accepted: 2D8C", "1/2 !g", "1: | 2: JS 9H | grace: 1 5"),
    ],
    "a lifted base cannot come back: its column takes only a king now": [
        (MG, "1: 9H | 2: JS | grace: 5", "1/2 !2/1 !2-1", "1: | 2: JS 9H | grace: 1 5"),
    ],
    "a king closes its gap, and the last one the grace": [
        (MG, "1: 9S KH | grace: 3", "1-3", "1: 9S | 3: KH | grace: - | accepted: -"),
        (MG, "1: 9S KH QC | grace: 3 | accepted: 9SKH", "1-3x2", "1: 9S | 3: KH QC | grace: - | accepted: -"),
        (MG, "1: 9S KH | grace: 3 4", "1-3", "1: 9S | 3: KH | grace: 4"),
        (MG, "1: 9S KH | grace: 3 4", "1-4", "1: 9S | 4: KH | grace: 3"),
        (MG, "1: 9S KH | grace: 3", "1-4", "1: 9S | 4: KH"),
    ],
    "in a grace, a column left takes the part of the one filled": [
        (MG, "1: KH | 2: 9H 5C | grace: 3", "1-3", "1: | 3: KH | grace: 1"),
        (MG, "1: KH | 2: 9H 5C | grace: 3 5", "1-5", "1: | 5: KH | grace: 1 3"),
        (MG, "1: KH | 2: 9H 5C | grace: 3", "1-4", "1: | 4: KH"),
    ],
    "g ends a grace; the column stays empty, and only another one emptied opens the next": [
        (MG, "1: 9H | 2: 2C | grace: 3", "g !g !1/2 !1-3", "grace: - | accepted: -"),
        (MG, "1: 9H | 2: TS | grace: 3 4", "g 1-2", "1: | 2: TS 9H | grace: 1"),
    ],
    "a deal ends a grace": [
        (
            M1,
            "1: 9H 5C | s: 2C 3C 4C 6C | grace: 3 | accepted: 9H5C",
            "d !1/2",
            "1: 9H 5C 2C | 2: 3C | 3: 4C | 4: 6C | s: | grace: - | accepted: -",
        ),
    ],
    "an ordinary move ends no grace": [
        (MG, "1: 2C 9H | 2: TS | grace: 3", "1-2 1/2", "1: | 2: TS 9H 2C | grace: 1 3"),
        (MG, "1: 2C AH | grace: 3", "1-f", "1: 2C | f1: AH"),
    ],
    "a card turns up in a grace as ever": [
        (MI, "1: <9H> 5C | 2: 2S | grace: 3", "1/2", "1: 9H | 2: 2S 5C"),
    ],
    "fault-54 a grace swaps two tails by way of a third column": [
        (
            M1,
            "1: AH | 2: KS 9H 4S | 3: KC 5D 8C | 4: 2D",
            "1-f",
            "1: | f1: AH | grace: 1 | accepted: 5D8C 9H4S KC5D KS9H",
        ),
        (
            M1,
            "1: AH | 2: KS 9H 4S | 3: KC 5D 8C | 4: 2D",
            "1-f g",
            "1: | f1: AH",
        ),
        (
            M1,
            "1: AH | 2: KS 9H 4S | 3: KC 5D 8C | 4: 2D",
            "1-f 2/4 !g 3/2 !g 4/3 g",
            "1: | 2: KS 9H 8C | 3: KC 5D 4S | f1: AH",
        ),
    ],
    "fault-54 an ace is dug out, and leaves before what covered it can go back": [
        (
            M1,
            "1: AH | 2: KD TC AS 9H 2C | 3: JD | 4: QC",
            "1-f 2/3 2/4 !g 2-f 4-2 !g 3/2 g",
            "1: | 2: KD TC 9H 2C | f1: AH | f2: AS",
        ),
        (
            M1 + ",grace-plays=close-first",
            "1: AH | 2: KD TC AS 9H 2C | 3: JD | 4: QC",
            "1-f 2/3 2/4 !2-f !g",
            "1: | 2: KD TC AS | 3: JD 2C | 4: QC 9H | f1: AH | grace: 1 | accepted: 9H2C AS9H KDTC TCAS",
        ),
    ],
}


@pytest.mark.parametrize(("spec", "position", "moves", "changed"), by_heading(PLAYED))
def test_played(spec: str, position: str, moves: str, changed: str) -> None:
    game, table = piles(spec, position)
    before = told(game, table)
    for text in moves.split():
        move = move_of(game, table, text.removeprefix("!"))
        if text.startswith("!"):
            with pytest.raises(IllegalMoveError) as raised:
                game.play(table, move)
            assert raised.value.refusal == game.why_not(table, move)
            assert str(raised.value) == raised.value.refusal.why
        else:
            table = game.play(table, move)
    lines = dict(line.split(":") for line in filter(None, changed.split(" | ")))
    expected = before | {name: text.strip() for name, text in lines.items()}
    assert told(game, table) == {name: text for name, text in expected.items() if text != "-"}


def test_the_words_in_the_middle_of_a_swap() -> None:
    """fault-54 what still offends is named, at each stage."""
    game, table = piles(M1, "1: AH | 2: KS 9H 4S | 3: KC 5D 8C | 4: 2D")
    said = []
    for text in ("1-f", "2/4", "3/2", "4/3"):
        table = game.play(table, move_of(game, table, text))
        refusal = game.why_not(table, move_of(game, table, "g"))
        said.append((refusal and refusal.why, game.privilege.state(game, table)))
    assert said == [
        (None, "grace (gap 1; 0 to mend)"),
        ("grace cannot end: 4S on 2D", "grace (gap 1; 1 to mend)"),
        ("grace cannot end: 4S on 2D", "grace (gap 1; 1 to mend)"),
        (None, "grace (gap 1; 0 to mend)"),
    ]


# -- the list of legal moves: game, position, the whole list ---------------------------------------------------------

LISTED: dict[str, list[tuple[str, str, str]]] = {
    "by source, then target (columns, foundation, pocket), then d": [
        (MM, "1: 9H | 2: TS | 3: TC | s: 2C", "1-2 1-3 1-p 2-p 3-p d"),
        (MM, "1: AC | 2: 3S | 3: 2S | p: 2H | f1: AH", "1-f p-2 p-f f1-3"),
    ],
    "each number of cards; one foundation stands for all that would do": [
        (
            GM,
            "1: TS 9D | 2: KH | 3: KC | 4: KD | 5: KS | 6: QS | w: 9H | f1: AC 2C | s: 4C",
            "1-7 1-7x2 2-7 3-7 4-7 5-7 6-2 6-4 6-7 w-7 f1-7 d",
        ),
        (GM, "1: KH | 2: KC | 3: KD | 4: KS | 5: 9S | 6: 9C | 7: AC", "7-f"),
        (GM, "1: KH | 2: KC | 3: KD | 4: KS | 5: 9S | 6: 9C | 7: 9D AD | f1: AC", "7-f"),
    ],
    "in a grace, the ordinary move stands before the free one": [
        (MG, "1: 9H 5C | 2: TS | grace: 3 | accepted: 9H5C", "1/2 1/2x2 2/1 g"),
        (MG, "1: 9H 8C | 2: TS | grace: 3", "1-2x2 1/2 1/2x2 2/1 g"),
        (
            MT,
            "1: 9H 8C | 2: TS | 3: 9D | grace: 4",
            "1-2x2 1/2x2 1-3 1/3x2 2/1 2/3 3/1 3-2 3/2 g",
        ),
    ],
    "redeals": [
        (QU, "w: QC | s: 2D", "w-f d"),
        (QU, "w: QC", "w-f r"),
        (QU, "w: QC | pass: 3", "w-f"),
    ],
    "fault-40 a run that can be discarded is found": [
        (
            SP,
            f"1: {SPADE_RUN} | 2: 2H | 3: 3C | 4: 9H | 5: 9D | 6: 9C | 7: 2C | s: 4H",
            "1-2 1-3x2 1-4x8 1-5x8 1-6x8 1-7 1-fx13 2-3 7-3 d",
        ),
    ],
    "fault-40 a gap without a king to fill it is not offered": [
        (MS, "1: 9H | 2: QS", ""),
        (MS, "1: 9H | 2: 3S KH", "2-3 2-4 2-5 2-6 2-7 2-8"),
    ],
    "a game that is won has none": [
        (GM, HOME, ""),
        (M1, HOME, ""),
    ],
}


@pytest.mark.parametrize(
    ("spec", "position", "moves"),
    [pytest.param(*r, id=f"{head}: {r[0]}") for head, rows in LISTED.items() for r in rows],
)
def test_listed(spec: str, position: str, moves: str) -> None:
    game, table = piles(spec, position)
    assert " ".join(game.text(table, move) for move in game.moves(table)) == moves


NUMBERS = [
    (MM, "1: 9H 8C 7D | 2: TS", "1-2", [3]),
    (MM, "1: 9H 8C 7D | 2: TH", "1-2", []),
    (SP, "1: 9H 8H 7H", "1-2", [1, 2, 3]),
    (SP, f"1: {SPADE_RUN}", "1-f1", [13]),
    (MW, "p: KH QC", "p-1", [2]),
    (MT, "1: 7C 6H | 2: 2S | grace: 3", "1/2", [2]),
    (MG, "1: 7C 6H | 2: 2S | grace: 3", "1/2", [1, 2]),
    (MG, "1: 7C 6H | 2: 2S | grace: 3", "1/3", []),
    (MG, "1: 7C 6H | 2: 2S", "1/2", []),
]


@pytest.mark.parametrize(("spec", "position", "pair", "numbers"), NUMBERS)
def test_numbers(spec: str, position: str, pair: str, numbers: list[int]) -> None:
    """How many cards can go from one pile to another, as one ordinary or one free move."""
    game, table = piles(spec, position)
    source, target = pair.replace("/", "-").split("-")
    assert game.counts(table, source, target, free="/" in pair) == numbers


TEXTS = [
    (MM, "1: AC", "1-f1", "1-f"),
    (MM, "1: AC", "1-f3", "1-f3"),
    (MM, "1: AD | f1: AC | f2: AC", "1-f3", "1-f"),
    (MM, "1: 9H 8C 7D | 2: TS", "1-2x3", "1-2x3"),
    (SP, f"1: {SPADE_RUN}", "1-f2x13", "1-f2x13"),
    (SP, f"1: {SPADE_RUN} | f1: {HEART_RUN}", "1-f2x13", "1-fx13"),
    (QU, "w: 6S", "w-f12", "w-f"),
    (MM, "s: AC", "d", "d"),
]


@pytest.mark.parametrize(("spec", "position", "move", "text"), TEXTS)
def test_canonical_text(spec: str, position: str, move: str, text: str) -> None:
    """A foundation is named only where it is not the one that `f` would mean."""
    game, table = piles(spec, position)
    assert game.text(table, parse_move(move)) == text


HOMEWARD = [
    (MM, "1: AC | 2: AD 3H | p: 2H | f1: AH", "1-f p-f"),
    (SP, f"1: {SPADE_RUN} | 2: 9H", "1-fx13"),
    (QU, "w: QC", "w-f"),
    (GM, "1: 2C | 2: 2D | w: 2H | f1: AC | f2: AD", "1-f 2-f"),
    (MG + ",grace-plays=close-first", "1: AC | grace: 3", ""),
]


@pytest.mark.parametrize(("spec", "position", "plays"), HOMEWARD)
def test_homeward(spec: str, position: str, plays: str) -> None:
    """The plays to a foundation, in the order of the list."""
    game, table = piles(spec, position)
    assert " ".join(game.text(table, move) for move in game.homeward(table)) == plays


# -- how games end: game, position, moves, status, warning -----------------------------------------------------------

DEAD_END = "fewer cards than columns are left, so no deal can ever come again; undo is the way out"
NO_END = "the grace cannot end and no move is left; undo is the way out"
THREE_OUT = f"f1: {CLUB_RUN} | f2: {DIAMOND_RUN} | f3: {HEART_RUN}"

ENDS: dict[str, list[tuple[str, str, str, str, str | None]]] = {
    "all cards home is a win": [
        (M1, HOME, "", "won", None),
        (GM, HOME, "", "won", None),
        (QU, STAR, "", "won", None),
        (
            MM,
            " | ".join(f"f{i}: {suit}" for i, suit in enumerate([CLUBS, DIAMONDS, HEARTS, SPADES] * 2, 1)),
            "",
            "won",
            None,
        ),
        (SP, f"{THREE_OUT} | f4: {SPADE_RUN}", "", "won", None),
    ],
    "fault-35 the last discard wins, by hand and by itself; four runs on the table do not": [
        (SP, f"{THREE_OUT} | 1: {SPADE_RUN}", "", "playing", None),
        (SP, f"{THREE_OUT} | 1: {SPADE_RUN}", "1-fx13", "won", None),
        (SP + ",discard=auto", f"{THREE_OUT} | 1: {SPADE_RUN[:-3]} | 2: AS", "2-1", "won", None),
    ],
    "fault-36 a last move that also uses up the last resource is a win": [
        (QU, STAR.replace(" JS", "") + " | w: JS | pass: 3", "w-f", "won", None),
        (GM, HOME.replace(" KS", "") + " | s: KS", "d w-f", "won", None),
        (M1, HOME.replace(" KS", "") + " | 1: KS | grace: 2", "1-f", "won", None),
    ],
    "Quadrille is lost when nothing fits and no pass is left": [
        (QU, "w: ... 2C | pass: 3", "", "lost", None),
        (QU, "w: ... 2C | pass: 2", "", "playing", None),
        (QU, "w: ... QC | pass: 3", "", "playing", None),
        (QU, "w: ... 2C | s: 3C | pass: 3", "", "playing", None),
        (QU, "w: ... 2C | s: 3C | pass: 3", "d", "lost", None),
    ],
    "Gold Mine is lost when the stock is out and nothing moves": [
        (GM, f"{SEVEN} | w: ... KS", "", "lost", None),
        (GM, f"{SEVEN} | w: ... KS | s: 9S", "", "playing", None),
        (GM, f"{SEVEN} | w: ... KS | s: 9S", "d", "lost", None),
        (GM, f"{SEVEN.replace('7: KH', '7: 3H')} | w: ... KS", "", "playing", None),
        (GM, f"{SEVEN.replace(' | 7: KH', '')} | w: ... KS", "", "playing", None),
    ],
    "a Milligan is lost when nothing moves; a pocket to use is a move": [
        (MS, "1: ... 2C | 2: 2S | 3: 2D | 4: 2H", "", "lost", None),
        (MS, "1: ... 2C | 2: 2S | 3: 2D | 4: 2H | s: 3C", "", "playing", None),
        (MM, "1: ... 2C | 2: 2S | 3: 2D | 4: 2H | p: 9H", "", "lost", None),
        (MM, "1: ... 2C | 2: 2S | 3: 2D | 4: 2H", "", "playing", None),
        (MM, "1: ... 2C | 2: 2S | 3: 2D | 4: 2H", "1-p", "playing", None),
        (MW, "1: ... 2C | 2: 2S | 3: 2D | 4: 2H | p: 9H", "", "lost", None),
        (MG, "1: ... 2C | 2: 2S | 3: 2D | 4: 2H", "", "lost", None),
    ],
    "a game with an open grace is not lost": [
        (MG, "1: ... 2C | 2: 2S | 3: 2D | 4: 2H | grace: 5", "", "playing", None),
        (MT, "1: ... 2C | grace: 5", "", "playing", NO_END),
        (MG, "1: ... 2C | grace: 5", "", "playing", NO_END),
    ],
    "fault-39 moves without progress are moves": [
        (MS, "1: 9S 8H | 2: 9C | 3: ... 9D", "", "playing", None),
        (MS, "1: 9S 8H | 2: 9C | 3: ... 9D", "1-2 2-1 1-2", "playing", None),
        (MS, "1: 9S | 2: 9C | 3: ... 9D", "", "lost", None),
        (SP, "1: 2C | 2: ... 2D", "", "playing", None),
    ],
    "Spiderette is lost when nothing moves": [
        (SP, f"{SEVEN.replace('7: KH', '7: ... KH')}", "", "lost", None),
        (SP, f"{SEVEN.replace('7: KH', '7: ... KH')} | s: 9H", "", "playing", None),
    ],
    "fewer cards than columns and a stock: a dead end, not a loss": [
        (SP, f"{THREE_OUT} | 1: 2S | 2: 5S | 3: 9S | s: ...", "", "playing", DEAD_END),
        (SP + ",deal-gaps=if-short", f"{THREE_OUT} | 1: 2S | 2: 5S | 3: 9S | s: ...", "", "playing", None),
        (SP + ",deal-gaps=yes", f"{THREE_OUT} | 1: 2S | 2: 5S | 3: 9S | s: ...", "", "playing", None),
        (SP, f"{THREE_OUT} | 1: 2S | 2: 5S | 3: ... 9S", "", "playing", None),
        (SP, f"{THREE_OUT} | 1: 2S 3S 4S 5S 6S 7S 9S | s: ...", "", "playing", None),
        (SP, f"{THREE_OUT} | 1: 2S 3S 4S 5S 6S 9S | s: ...", "", "playing", DEAD_END),
        ("easthaven,deal-gaps=no", "1: 2S | f1: AC | s: 3C", "", "playing", None),
        ("easthaven,deal-gaps=no,foundation-return=never", "1: 2S | f1: AC | s: 3C", "", "playing", DEAD_END),
    ],
    "a table that leaves cards out is neither won nor lost": [
        (SP, "1: 2C", "", "playing", None),
        (GM, HOME.replace(" KS", ""), "", "playing", None),
        (QU, "w: 2C | pass: 3", "", "playing", None),
    ],
}


@pytest.mark.parametrize(
    ("spec", "position", "moves", "status", "warning"),
    [pytest.param(*r, id=f"{head}: {r[0]} {i}") for head, rows in ENDS.items() for i, r in enumerate(rows)],
)
def test_ends(spec: str, position: str, moves: str, status: str, warning: str | None) -> None:
    game, table = piles(spec, position)
    for text in moves.split():
        table = game.play(table, move_of(game, table, text))
    assert game.status(table) == status
    assert game.warnings(table) == ([warning] if warning else [])


def test_score_is_what_lies_on_the_foundations() -> None:
    """fault-43 up, back and up again is one card, not two."""
    game, table = piles(GM, "1: AH | 2: 2C")
    scores = [game.home(table)]
    for text in ("1-f", "f1-3", "3-f"):
        table = game.play(table, move_of(game, table, text))
        scores.append(game.home(table))
    assert scores == [0, 1, 0, 1]
    game, table = piles(SP, f"{THREE_OUT} | 1: {SPADE_RUN}")
    assert game.home(table) == 39
    assert game.total(table) == 52


# -- openings: game, a deck in its box (suit after suit, ace to king), the table -------------------------------------

OPENINGS: list[tuple[str, str]] = [
    (MM, "1: AC | 2: 2C | 3: 3C | 4: 4C | 5: 5C | 6: 6C | 7: 7C | 8: 8C"),
    (MI + ",rows-down=0", "1: AC | 2: 2C | 3: 3C | 4: 4C | 5: 5C | 6: 6C | 7: 7C | 8: 8C"),
    (
        MI,
        "1: <AC> <9C> 4D | 2: <2C> <TC> 5D | 3: <3C> <JC> 6D | 4: <4C> <QC> 7D "
        "| 5: <5C> <KC> 8D | 6: <6C> <AD> 9D | 7: <7C> <2D> TD | 8: <8C> <3D> JD",
    ),
    (M1, "1: AC | 2: 2C | 3: 3C | 4: 4C"),
    (QU, "w: AC"),
    (QU + ",first-card=manual", ""),
    (QU + ",predeal=queens", "f1: QC | f2: QD | f3: QH | f4: QS | w: AC"),
    (
        QU + ",predeal=queens-5-6,first-card=manual",
        "f1: QC | f2: QD | f3: QH | f4: QS | f5: 5C | f6: 5D | f7: 5H | f8: 5S | f9: 6C | f10: 6D | f11: 6H | f12: 6S",
    ),
    (GM, ""),
    (GM + ",first-draw=yes", "w: AC 2C 3C"),
    (
        SP,
        "1: AC | 2: <2C> 8C | 3: <3C> <9C> AD | 4: <4C> <TC> <2D> 6D | 5: <5C> <JC> <3D> <7D> TD "
        "| 6: <6C> <QC> <4D> <8D> <JD> KD | 7: <7C> <KC> <5D> <9D> <QD> <AH> 2H",
    ),
]


@pytest.mark.parametrize(("spec", "position"), OPENINGS, ids=[spec for spec, _ in OPENINGS])
def test_opening(spec: str, position: str) -> None:
    """fault-07 the first card of the deck is dealt first; the stock is what is left, in the order of the deck."""
    game, expected = piles(spec, position)
    deck = fresh(game.packs)
    table = game.start(deck)
    laid = [card for name in game.names if name != "s" for card in table.piles[name].cards]
    for card in laid:
        deck.remove(card)
    assert table.piles["s"].cards == tuple(deck)
    assert told(game, table) == told(game, expected) | {"s": " ".join(deck)}


# -- the arithmetic of the deal: game, cards, laid out, the deals that follow ----------------------------------------

DEALS: list[tuple[str, int, int, list[int]]] = [
    (MM, 104, 8, [8] * 12),
    (MG, 104, 8, [8] * 12),
    (MS, 104, 8, [8] * 12),
    (MT, 104, 8, [8] * 12),
    (MW, 104, 8, [8] * 12),
    (MI, 104, 24, [8] * 10),
    (MI + ",rows-down=0", 104, 8, [8] * 12),
    (MI + ",rows-down=12", 104, 104, []),
    (M1, 52, 4, [4] * 12),
    (QU, 52, 1, [1] * 51),
    (QU + ",first-card=manual", 52, 0, [1] * 52),
    (QU + ",predeal=queens", 52, 5, [1] * 47),
    (QU + ",predeal=queens-5-6", 52, 13, [1] * 39),
    (GM, 52, 0, [3] * 17 + [1]),
    (GM + ",first-draw=yes", 52, 3, [3] * 16 + [1]),
    (SP, 52, 28, [7] * 3 + [3]),
]


PASSES = [(MM, 0), (SP, 0), (GM, 0), ("freecell", 0), (QU, 3), (QU + ",passes=1", 1), (QU + ",passes=unlimited", None)]


@pytest.mark.parametrize(("spec", "passes"), PASSES)
def test_passes(spec: str, passes: int | None) -> None:
    """How often the stock may be gone through; 0 where it can never be refilled, None for any number."""
    assert read_spec(spec).stock.passes == passes


@pytest.mark.parametrize(("spec", "cards", "laid", "deals"), DEALS, ids=[row[0] for row in DEALS])
def test_deals(spec: str, cards: int, laid: int, deals: list[int]) -> None:
    game = read_spec(spec)
    table = game.start(deck_of(game, "1"))
    assert (game.total(table), game.stock_cards(table)) == (cards, cards - laid)
    dealt = []
    while game.stock_cards(table):
        left = game.stock.deals(game, table)
        assert left == (None if game.name == QU else len(deals) - len(dealt))
        after = game.play(table, DEAL)
        dealt.append(game.stock_cards(table) - game.stock_cards(after))
        table = after
    assert dealt == deals
    assert game.stock.deals(game, table) == (None if game.name == QU else 0)
    assert game.why_not(table, DEAL)


# -- what a grace remembers ------------------------------------------------------------------------------------------

STATES = [
    (MG, "1: 9H 5C", None),
    (MM, "1: 9H 5C", None),
    (MG, "1: 9H 5C | grace: 3", "grace (gap 3; 1 to mend)"),
    (MG, "1: 9H 5C 2D | 2: 9H 5C | grace: 5 3 | accepted: 9H5C", "grace (gap 3 5; 2 to mend)"),
    (MG, "1: 9H 5C | grace: 3 | accepted: 9H5C 2D8C", "grace (gap 3; 0 to mend)"),
]


@pytest.mark.parametrize(("spec", "position", "state"), STATES)
def test_state(spec: str, position: str, state: str | None) -> None:
    game, table = piles(spec, position)
    assert game.privilege.state(game, table) == state


UNSOUND = [
    (MG, "1: 9H | grace: 1", "1 is no empty column"),
    (MG, "1: 9H | grace: 3 3", "3 stands there twice"),
    (MG, "1: 9H | grace: f1", "f1 is no empty column"),
    (MG, "1: 9H | grace: 9", "9 is no empty column"),
    (MG, "1: 9H | grace:", "a grace needs a gap"),
    (MG, "1: 9H | accepted: 9H5C", "accepted pairs without an open grace"),
    (MG, "1: 9H | grace: 3 | accepted: 9H8C", "8C on 9H is in build"),
    (MG, "1: 9H | grace: 3 | accepted: 9H1C", "not two cards: 9H1C"),
    (MG, "1: 9H | grace: 3 | accepted: 1C9H", "not two cards: 1C9H"),
    (MG, "1: 9H | grace: 3 | accepted: 9H", "not two cards: 9H"),
    (MS, "1: 9H | grace: 3", "no grace in Spanish Patience (Milligan)"),
    (SP, "1: 9H | accepted: 9H5C", "no accepted in Spiderette"),
]


@pytest.mark.parametrize(("spec", "position", "words"), UNSOUND)
def test_unsound_memory(spec: str, position: str, words: str) -> None:
    """fault-47 what a position says of a grace is checked before it is believed."""
    with pytest.raises(PatienceError) as raised:
        piles(spec, position)
    assert (raised.value.code, raised.value.message) == ("deck", words)


# -- what the rules say of themselves --------------------------------------------------------------------------------

ROW = "a deal puts one card face up on each column, left to right; a short last one fills the first; "
SENTENCES = [
    (MM, "build down in alternating colours"),
    (MM, "build up in suit"),
    (MM, "a sequence that runs down in alternating colours moves as one"),
    (MM, "an empty one takes only K"),
    (MM, "one card at a time"),
    (MM, "no card from another foundation"),
    (MM, "only cards from the tableau"),
    (MM, "room for 1 card"),
    (MM, ROW + "at any time, even when moves remain"),
    (
        MM + ",deal-when=stuck",
        ROW + "only while nothing can be played onto a column or a foundation (beware: a card that can go to and fro "
        "between two columns for ever blocks every deal)",
    ),
    (MW, "only once the stock is empty"),
    (MW, "only while it is empty"),
    (MG, "cards stay there"),
    (MT, "A free move may not part two cards that lie in build."),
    (MG + ",grace-plays=close-first", "While a grace is open, no card goes to a foundation."),
    (QU, "build down in suit, with a king after an ace"),
    (QU, "one pile a suit, in the order C D H S"),
    (QU, "only the stock fills it"),
    (QU, "room for 6 cards"),
    (QU, "a deal turns one card to the waste; when the stock is empty, a redeal turns the waste over; 3 passes in all"),
    (QU + ",passes=1", "a deal turns one card to the waste; one pass, no redeal"),
    (
        QU + ",passes=unlimited",
        "a deal turns one card to the waste; "
        "when the stock is empty, a redeal turns the waste over, as often as you like",
    ),
    (GM, "a deal turns three cards to the waste, one after another; no redeal"),
    (GM + ",move-unit=any", "a face-up card moves with all that lies on it"),
    (SP, "build down regardless of suit"),
    (SP, "a sequence that runs down in suit moves as one"),
    (SP, "13 cards at a time"),
    (SP, ROW + "only while no column is empty"),
    (
        SP + ",deal-gaps=if-short",
        ROW + "only while no column is empty, unless the columns hold fewer cards than there are columns",
    ),
    (SP + ",discard=auto", "A complete run leaves by itself as soon as it lies at the end of a column."),
]


def said(spec: str) -> list[str]:
    game = read_spec(spec)
    rules = [str(rule) for group in game.groups for rule in (*group.accepts, *group.gives)]
    return [*rules, str(game.stock), *game.privilege.sentences()]


@pytest.mark.parametrize(("spec", "sentence"), SENTENCES)
def test_sentences(spec: str, sentence: str) -> None:
    """fault-52 a rule page is made of what the engine uses, so each option is seen in it."""
    assert sentence in said(spec)


def test_the_grace_in_words() -> None:
    first, second = read_spec(MG).privilege.sentences()
    assert first.startswith("When a play empties a column, a grace opens")
    assert "6/1x2" in first
    assert second.startswith("Only a king, or a sequence from a king, fills the gap.")
    assert read_spec(MS).privilege.sentences() == []
    assert len(read_spec(MT + ",grace-plays=close-first").privilege.sentences()) == 4


LIMITS = [
    (MM, "1", None, 1),
    (MM, "f1", None, 1),
    (MM, "p", 1, 1),
    (MW, "p", None, 1),
    (QU, "f1", 1, 1),
    (QU, "f5", 6, 1),
    (SP, "f1", 13, 13),
]


@pytest.mark.parametrize(("spec", "pile", "limit", "unit"), LIMITS)
def test_limits(spec: str, pile: str, limit: int | None, unit: int) -> None:
    """How many cards a pile holds, and how many it takes at a time."""
    group = read_spec(spec).group_of[pile]
    assert (group.limit(), group.unit()) == (limit, unit)
