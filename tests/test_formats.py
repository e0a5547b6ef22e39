"""Formats of other programs: round trips as laws, known texts, faults, and a solver that solves our deals."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from contextlib import suppress

import pytest
from conftest import Walk, deck_of, lay, told, walks
from hypothesis import assume, given
from hypothesis import strategies as st

from patience_cli import deals, formats
from patience_cli.board import Board
from patience_cli.deals import Deal, deck_for, read_seed, read_spec
from patience_cli.errors import PatienceError
from patience_cli.formats.keller import moves_of
from patience_cli.formats.solvitaire_rules import rules
from patience_cli.game import WON, Game
from patience_cli.games import NAMES, load
from patience_cli.moves import parse_move
from patience_cli.table import Table

WITH_COLUMNS = tuple(name for name in NAMES if load(name).columns)
FOREIGN = tuple(name for name in formats.READ if name not in formats.OWN)


def deal(spec: str, seed: str) -> Deal:
    """A deal of a game with its options."""
    game = read_spec(spec)
    return Deal(game, None, deck_of(game, seed))


def table_of(item: Deal | Board) -> Table:
    return item.table if isinstance(item, Board) else item.game.start(item.deck)


def read_one(name: str, text: str | list[str], game: Game | None) -> Deal | Board:
    (item,) = formats.read(name, text.splitlines() if isinstance(text, str) else text, game)
    return item


def fault(name: str, text: str, spec: str | None) -> PatienceError:
    """The error that reading a text gives."""
    with pytest.raises(PatienceError) as caught:
        list(formats.read(name, text.splitlines(), read_spec(spec) if spec else None))
    return caught.value


def where(error: PatienceError) -> tuple[int, int] | None:
    return error.place and (error.place.line, error.place.col)


# -- round trips ---------------------------------------------------------------------------------------------------


def alike(game: Game, table: Table) -> dict[str, str]:
    """A table but for the order of its foundations and cells, which are interchangeable, and the number of the pass."""
    lines = told(game, table)
    lines.pop("pass", None)
    for names in (game.foundations, game.of_kind("reserve")):
        lines |= dict(zip(names, sorted(lines[name] for name in names), strict=True))
    return lines


@pytest.mark.parametrize("name", FOREIGN)
@given(data=st.data(), seed=st.integers(0, 10**6))
def test_a_deal_comes_back(name: str, data: st.DataObject, seed: int) -> None:
    klondike = name in ("klondike-solver", "minimal-klondike")
    fitting = ("klondike",) if klondike else NAMES if name == "cards" else WITH_COLUMNS
    walk = data.draw(walks(fitting, longest=0))
    ours = Deal(walk.game, None, deck_of(walk.game, str(seed)))
    text = formats.write(name, ours)
    assert formats.detect(text, walk.game) == ("klondike-solver" if klondike else name)
    assert read_one(name, text, walk.game) == ours


@pytest.mark.parametrize("name", ["fc-solve", "solvitaire"])
@given(walk=walks(WITH_COLUMNS))
def test_a_position_comes_back(name: str, walk: Walk) -> None:
    game, table = walk.game, walk.tables[-1]
    try:
        text = formats.write(name, Board(game, "-", table))
    except PatienceError:
        assume(False)
    item = read_one(name, text, game)
    assert alike(game, table_of(item)) == alike(game, table)
    assert formats.write(name, item) == text
    # Single cards can change places by way of the pocket: then it is the start of another deal.
    assert isinstance(item, Deal) == (deals.deck_of(game, table._replace(redeals=0)) is not None)


@given(walk=walks(WITH_COLUMNS))
def test_the_solvers_text_keeps_every_pile_in_its_place(walk: Walk) -> None:
    game, table = walk.game, walk.tables[-1]
    try:
        text = formats.write("fc-solve", Board(game, "-", table))
    except PatienceError:
        assume(False)
    assert table_of(read_one("fc-solve", text, game)) == table._replace(redeals=0)


# -- texts as the other programs have them -------------------------------------------------------------------------

SPIDERETTE = """\
Talon: 3S KC KH JH 5S 7D JC KS JS 5C AC 6S 4H 6D AS JD 3D
: 9D 5H
: <TH> 2H QH
: 8D AD
: <QC> <TC> <KD> 8H 7C 6H 8C
: <TD> <6C> <3C> 9S 8S 7H 3H
: <2D> <2S> <QS> <4S> <AH> 4D 9C
: <TS> <QD> <4C> <9H> <5D> 2C 7S
"""

# Microsoft's deal 24, as the makers of FreeCell boards print it.
MICROSOFT_24 = """\
4C 2C 9C 8C QS 4S 2H
5H QH 3C AC 3H 4H QD
QC 9S 6H 9H 3S KS 3D
5D 2S JC 5C JH 6D AS
2D KD 10H 10C 10D 8D
7H JS KH 10S KC 7C
AH 5S 6S AD 8H JD
7S 6C 7D 4D 8S 9D
"""

# A deal of MinimalKlondike, and the rows it shows for it.
DIGITS = (
    "072103023042094134111092051034044074114052123011083122012131091082124064014093033112"
    "071104132053133102084041013073063031061043081054113062024021101022032121"
)
ROWS = "7D TH 2H 4D 9S KS JC 9D 5C 3S 4S 7S JS 5D QH AC 8H QD AD KC 9C 8D QS 6S AS 9H 3H JD"
STOCK = "7C TS KD 5H KH TD 8S 4C AH 7H 6H 3C 6C 4H 8C 5S JH 6D 2S 2C TC 2D 3D QC"


def played(spec: str, seed: str, *moves: str) -> Board:
    """A position of a game, some moves after its deal."""
    game = read_spec(spec)
    table = game.start(deck_of(game, seed))
    for text in moves:
        table = game.play(table, parse_move(text))
    return Board(game, "-", table)


def test_the_solvers_text_of_a_position() -> None:
    board = played("spiderette", "3", "3-4", "5-4", "7-5", "3-5", "d")
    assert formats.write("fc-solve", board) == SPIDERETTE.splitlines()
    assert read_one("fc-solve", SPIDERETTE, board.game) == board


def test_solvitaires_object_of_a_position() -> None:
    board = played("spiderette", "3", "3-4", "5-4", "7-5", "3-5", "d")
    (line,) = formats.write("solvitaire", board)
    value = json.loads(line)
    assert list(value) == ["tableau piles", "stock"]
    assert value["tableau piles"][:3] == [["9D", "5H"], ["10h", "2H", "QH"], ["8D", "AD"]]
    assert " ".join(value["stock"]) == "3D JD AS 6D 4H 6S AC 5C JS KS JC 7D 5S JH KH KC 3S"
    assert read_one("solvitaire", line, board.game) == board


@pytest.mark.parametrize(
    "text", [MICROSOFT_24, MICROSOFT_24.replace("10", "T"), "\n: ".join(["", *MICROSOFT_24.split("\n")[:8]])]
)
def test_a_board_of_microsofts_number_is_its_deal(text: str) -> None:
    game = load("freecell")
    assert formats.detect(text.splitlines(), game) == "fc-solve"
    assert read_one("fc-solve", text, game) == Deal(game, None, deck_for(game, read_seed("ms:24")))


def test_a_board_with_all_its_titles() -> None:
    text = """\
Founds: h-6 C-9 d-2
FC: QS 3S - KD
8H 3D 2S
KS QD JC
AS 8D TD 7D JH TS 9D
7S 6D
5S 4D

KH QC JD TC 9H 8S 7H 6S 5D 4S
KC QH JS TH 9S
"""
    game = load("freecell")
    item = read_one("fc-solve", text, game)
    homes = {"f1": "AH 2H 3H 4H 5H 6H", "f2": "AC 2C 3C 4C 5C 6C 7C 8C 9C", "f3": "AD 2D", "f4": ""}
    assert {name: text for name, text in told(game, table_of(item)).items() if name[0] in "fp"} == {
        **homes,
        "p1": "QS",
        "p2": "3S",
        "p3": "",
        "p4": "KD",
    }
    assert told(game, table_of(item))["6"] == ""
    assert formats.write("fc-solve", item)[:2] == ["Foundations: H-6 C-9 D-2", "Freecells: QS 3S - KD"]


def test_many_boards_in_one_text() -> None:
    game = load("easthaven")
    deals = [Deal(game, None, deck_of(game, seed)) for seed in "123"]
    for name in ("fc-solve", "solvitaire", "cards"):
        gap = [""] if name in formats.PARTED else []
        lines = [line for item in deals for line in [*formats.write(name, item), *gap]]
        assert list(formats.read(name, lines, game)) == deals
    board = played("easthaven", "4", "d")
    lines = [*formats.write("fc-solve", board), *formats.write("fc-solve", deals[0])]
    assert list(formats.read("fc-solve", lines, game)) == [board, deals[0]]


def test_the_digits_of_a_klondike_deal() -> None:
    item = read_one("klondike-solver", DIGITS, None)
    assert isinstance(item, Deal)
    assert item.game is load("klondike")
    assert " ".join(item.deck) == f"{ROWS} {STOCK}"
    assert told(item.game, table_of(item))["2"] == "<TH> 9D"
    assert formats.write("minimal-klondike", item) == [DIGITS]
    assert list(formats.read("klondike-solver", ["# two", DIGITS, "", DIGITS], None)) == [item, item]


def test_solvitaires_cells_and_foundations() -> None:
    game = load("freecell")
    start = json.loads(formats.write("solvitaire", deal("freecell", "1"))[0])
    columns = start["tableau piles"]
    assert columns[6] == ["2D", "7H", "5S", "KH", "2S", "10D"]
    text = {**start, "cells": ["", "10D", "", ""], "tableau piles": [*columns[:6], columns[6][:-1], columns[7]]}
    item = read_one("solvitaire", json.dumps({**text, "foundations": []}, indent=1), game)
    assert told(game, table_of(item))["p2"] == "TD"
    with pytest.raises(PatienceError, match="no cards in cells"):
        formats.write("solvitaire", item)


def test_where_no_card_is_hidden_small_letters_hide_none() -> None:
    ours = deal("freecell", "1")
    assert read_one("solvitaire", formats.write("solvitaire", ours)[0].lower(), ours.game) == ours


def test_solvitaires_foundations_go_on_where_the_card_before_lies() -> None:
    game = load("giant")
    table = lay(game, "f1: AS", "f2: AS 2S", "f3: AH", "1: ...")
    value = json.loads(formats.write("solvitaire", Board(game, "-", table))[0])
    assert value["foundations"] == ["AS", "AS", "2S", "AH"]
    assert table_of(read_one("solvitaire", json.dumps(value), game)) == table
    value["foundations"] = ["AS", "AH", "2S", "AS"]
    piles = told(game, table_of(read_one("solvitaire", json.dumps(value), game)))
    assert [piles[name] for name in ("f1", "f2", "f3")] == ["AS 2S", "AH", "AS"]
    value["foundations"] = ["AS", "AH", "2S", "2S"]
    assert fault("solvitaire", json.dumps(value), "giant").message == "foundations[3]: no foundation takes 2S"


def test_empty_cells_do_not_shift_the_places() -> None:
    text = formats.write("solvitaire", deal("freecell", "1"))[0].replace('"2H"', '"2D"')
    text = text.replace("{", '{"cells":["","","",""],')
    second = text.rindex('"2D"')
    assert text[second - 1] == "["
    assert where(fault("solvitaire", text, "freecell")) == (1, second + 1)


# -- found out from the text ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("#patience-board 1\ngame: giant\n", "board"),
        ("#patience 1\ngame: giant\n", "transcript"),
        ('{"tableau piles": []}', "solvitaire"),
        ("\n  # one\n{}", "solvitaire"),
        (DIGITS, "klondike-solver"),
        (DIGITS[:-1], "klondike-solver"),
        ("Foundations: H-0", "fc-solve"),
        ("Founds: H-0", "fc-solve"),
        ("Talon: 9H", "fc-solve"),
        ("FC: 9H", "fc-solve"),
        ("Freecells:", "fc-solve"),
        (": 9H", "fc-solve"),
        ("giant d1:1 2HJC", "line"),
        ("giant,pocket=card - 2H", "line"),
        ("gaint d1:1 10H9C", "line"),
        ("giant d1:1", "line"),
        ("# deals\n\ngiant - 2H", "line"),
        ("2H JC JD", "cards"),
        ("<2H> JC", "cards"),
        ("10♥, JC", "cards"),
        (MICROSOFT_24, "cards"),
        ("", "cards"),
    ],
)
def test_a_format_is_found_out_from_the_text(text: str, name: str) -> None:
    assert formats.detect(text.splitlines()) == name


def test_columns_of_a_start_are_told_from_a_list() -> None:
    freecell = load("freecell")
    assert formats.detect(MICROSOFT_24.splitlines(), freecell) == "fc-solve"
    assert formats.detect(MICROSOFT_24.splitlines()[1:], freecell) == "cards"
    assert formats.detect(MICROSOFT_24.splitlines(), load("klondike")) == "cards"
    assert formats.detect([], load("quadrille")) == "cards"


def test_xml_is_not_read() -> None:
    with pytest.raises(PatienceError, match="XML is not read"):
        formats.detect(["<?xml version='1.0'?>", "<kpat-game/>"])


# -- faults --------------------------------------------------------------------------------------------------------

FREECELL_1 = formats.write("fc-solve", deal("freecell", "1"))
KLONDIKE_1 = formats.write("solvitaire", deal("klondike", "1"))[0]
CARDS_1 = formats.write("cards", deal("freecell", "1"))[0]


@pytest.mark.parametrize(
    ("name", "text", "spec", "words", "place"),
    [
        ("cards", "", "giant", "not a full 2x52 deck", (1, 1)),
        ("cards", "9H XX", "giant", "not a card: 'XX'", (1, 4)),
        ("cards", CARDS_1.replace("9H", "9D"), "freecell", "not a full 1x52 deck", (1, 55)),
        ("cards", CARDS_1 + "\n9H", "freecell", "not a full 1x52 deck", (2, 1)),
        ("cards", CARDS_1[:-3], "freecell", "not a full 1x52 deck", (1, 153)),
        ("cards", CARDS_1, None, "a list of cards does not say which game it is", None),
        ("fc-solve", "", "freecell", "no board in the text", (1, 1)),
        ("fc-solve", "Talon: 9H", "quadrille", "the text for solvers needs columns, and Quadrille has none", None),
        ("fc-solve", "\n".join(FREECELL_1[:5]), "freecell", "5 columns: FreeCell has 8", (5, 20)),
        ("fc-solve", "\n".join([*FREECELL_1, ": 9H"]), "freecell", "too many columns: FreeCell has 8", (9, 1)),
        ("fc-solve", "\n".join([*FREECELL_1[:7], FREECELL_1[7][:-3]]), "freecell", "not a full 1x52 deck", (8, 17)),
        ("fc-solve", "\n".join(["FC: 9H", *FREECELL_1]), "freecell", "not a full 1x52 deck", (1, 5)),
        (
            "fc-solve",
            "\n".join(["FC: - - - - -", *FREECELL_1]),
            "freecell",
            "too many freecells: FreeCell has 4",
            (1, 13),
        ),
        ("fc-solve", "\n".join(["Talon: 9H", *FREECELL_1]), "freecell", "no talon in FreeCell", (1, 7)),
        ("fc-solve", "\n".join(["FC: -", "Freecells: -", *FREECELL_1]), "freecell", "freecells stands twice", (2, 1)),
        ("fc-solve", "\n".join(["Founds: H-X", *FREECELL_1]), "freecell", "not a foundation: 'H-X'", (1, 9)),
        ("fc-solve", "\n".join(["Founds: S-A S-A", *FREECELL_1]), "freecell", "not a full 1x52 deck", (1, 9)),
        ("fc-solve", "\n".join(FREECELL_1).replace("KC", "K?"), "freecell", "not a card: 'K?'", (1, 21)),
        (
            "fc-solve",
            "\n".join(FREECELL_1).replace("KC", "<KC>"),
            "freecell",
            "KC lies face down on a face-up one",
            (1, 21),
        ),
        (
            "fc-solve",
            "\n".join(FREECELL_1).replace("6H", "<6H>"),
            "freecell",
            "6H lies face down on a face-up one",
            (1, 9),
        ),
        (
            "fc-solve",
            SPIDERETTE.replace("9D 5H", "<9D> <5H>"),
            "spiderette",
            "the top card of 1 lies face down",
            (2, 2),
        ),
        ("klondike-solver", "", None, "no deal in the text", None),
        ("klondike-solver", DIGITS, "giant", "Klondike-Solver plays no Giant", None),
        ("klondike-solver", DIGITS[:-2], None, "not a card: '1'", (1, 154)),
        ("klondike-solver", DIGITS[:-3], None, "not a full 1x52 deck", (1, 154)),
        ("klondike-solver", f" {DIGITS[:3]}145{DIGITS[6:]}", None, "not a card: '145'", (1, 5)),
        ("klondike-solver", DIGITS[:3] * 2 + DIGITS[6:], None, "not a full 1x52 deck", (1, 4)),
        ("solvitaire", "", "klondike", "no JSON object in the text", (1, 1)),
        ("solvitaire", "[]", "klondike", "not a JSON object", (1, 1)),
        ("solvitaire", "\n {]", "klondike", "not JSON: Expecting property name enclosed in double quotes", (2, 3)),
        ("solvitaire", KLONDIKE_1[:200], "klondike", "not JSON: ", (1, 200)),
        ("solvitaire", "[" * 100_000, "klondike", "not the JSON of a deal", (1, 1)),
        ("solvitaire", '{"stock": ' + "9" * 5000 + "}", "klondike", "not the JSON of a deal", (1, 1)),
        ("solvitaire", '{"stock": []}', "klondike", "no key 'tableau piles'", (1, 14)),
        ("solvitaire", '{"stock": [], "stock": []}', "klondike", "a key stands twice in an object", (1, 1)),
        ("solvitaire", KLONDIKE_1.replace("stock", "hole"), "klondike", "no key 'hole' for Klondike", (1, 176)),
        ("solvitaire", KLONDIKE_1, "yukon", "no key 'stock' for Yukon", (1, 176)),
        ("solvitaire", '{"tableau piles": {}}', "klondike", "tableau piles: not an array", (1, 2)),
        ("solvitaire", '{"tableau piles": [[]]}', "klondike", "tableau piles: 1 columns: Klondike has 7", (1, 2)),
        (
            "solvitaire",
            '{"tableau piles": [[],[],[],[],1,[],[]]}',
            "klondike",
            "tableau piles[4]: not an array",
            (1, 2),
        ),
        ("solvitaire", KLONDIKE_1.replace("2H", "2X"), "klondike", "tableau piles[0][0]: not a card: '2X'", (1, 2)),
        ("solvitaire", KLONDIKE_1.replace('"2H"', "7"), "klondike", "tableau piles[0][0]: not a card: int", (1, 2)),
        ("solvitaire", KLONDIKE_1.replace('"2H"', '"2D"'), "klondike", "not a full 1x52 deck", (1, 139)),
        ("solvitaire", KLONDIKE_1.replace('"2H"', '"2h"'), "klondike", "the top card of 1 lies face down", (1, 2)),
        ("solvitaire", KLONDIKE_1, "quadrille", "Solvitaire needs columns, and Quadrille has none", None),
        ("solvitaire", KLONDIKE_1, None, "Solvitaire's JSON does not say which game it is", None),
    ],
)
def test_a_fault_is_told_with_its_place(
    name: str, text: str, spec: str | None, words: str, place: tuple[int, int] | None
) -> None:
    error = fault(name, text, spec)
    assert error.message.startswith(words)
    assert where(error) == place
    assert error.exit == (2 if place is None and words != "no deal in the text" else 5)


SOUND = [
    pytest.param(name, "\n".join(formats.write(name, item)), item.game, id=f"{name}-{item.game.name}")
    for name, item in (
        ("cards", deal("giant", "5")),
        ("fc-solve", deal("freecell", "5")),
        ("fc-solve", played("klondike", "5", "d", "d")),
        ("solvitaire", deal("gypsy", "5")),
        ("solvitaire", played("gold-mine", "5", "d", "w-1", "d")),
        ("klondike-solver", deal("klondike", "5")),
    )
]


@pytest.mark.parametrize(("name", "text", "game"), SOUND)
@given(data=st.data())
def test_a_text_cut_off_is_one_fault_with_its_place(name: str, text: str, game: Game, data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(text) - 1))
    with pytest.raises(PatienceError) as caught:
        list(formats.read(name, text[:cut].splitlines(), game))
    assert caught.value.exit == 5
    assert cut == 0 or caught.value.place is not None


@pytest.mark.parametrize(("name", "text", "game"), SOUND)
@given(data=st.data())
def test_a_damaged_text_is_sound_or_a_fault(name: str, text: str, game: Game, data: st.DataObject) -> None:
    """Whatever is done to a text, what is read is a whole deck, or one error says what is wrong."""
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        width = data.draw(st.integers(0, 3))
        put = data.draw(st.text(alphabet='AKT10hs<>-: \n,[]{}"\\x\ud7ff', max_size=3))
        text = text[:at] + put + text[at + width :]
    items: list[Deal | Board] = []
    with suppress(PatienceError):
        items = list(formats.read(name, text.splitlines(), game))
    for item in items:
        assert game.total(table_of(item)) == game.deck_size


@pytest.mark.parametrize(
    ("name", "item", "words"),
    [
        ("cards", played("easthaven", "1", "d"), "a list of cards holds a deal, not a position further on"),
        ("klondike-solver", played("klondike", "1", "d"), "the digits of Klondike-Solver holds a deal"),
        ("klondike-solver", deal("giant", "1"), "Klondike-Solver plays no Giant"),
        ("fc-solve", deal("quadrille", "1"), "needs columns, and Quadrille has none"),
        ("solvitaire", deal("quadrille", "1"), "needs columns, and Quadrille has none"),
        (
            "fc-solve",
            played("milligan-grace", "116", *["d", "d", "7-f1", "8-f2", "2-1", "4-2", "d", "5-4", "2-6x3", "2-5"]),
            "cannot tell grace",
        ),
        ("fc-solve", played("klondike,draw=3,passes=2", "1", *"dddddddd", "r"), "cannot tell that this is pass 2 of 2"),
        ("solvitaire", played("freecell", "1", "1-p1"), "reads no cards in cells"),
    ],
)
def test_what_does_not_fit_is_refused(name: str, item: Deal | Board, words: str) -> None:
    with pytest.raises(PatienceError, match=words) as caught:
        formats.write(name, item)
    assert caught.value.exit == 2


def test_several_cards_in_a_pocket_do_not_fit() -> None:
    game = load("milligan-weave")
    board = Board(game, "-", lay(game, "p: 9H 8C", "1: ..."))
    with pytest.raises(PatienceError, match="several cards in one cell"):
        formats.write("fc-solve", board)


def test_cards_left_out_do_not_fit() -> None:
    game = load("giant")
    with pytest.raises(PatienceError, match="cards are left out"):
        formats.write("fc-solve", Board(game, "-", lay(game, "1: 9H"), partial=True))


@pytest.mark.parametrize("name", ["solvitaire-rules", "line", "kpat"])
def test_a_format_that_is_not_read_is_no_format(name: str) -> None:
    with pytest.raises(PatienceError, match=f"no format '{name}'") as caught:
        list(formats.read(name, ["9H"], load("giant")))
    assert caught.value.exit == 2


# -- Solvitaire's rules --------------------------------------------------------------------------------------------

SPIDERS = {
    "build policy": "any-suit",
    "move built group": "yes",
    "move built group policy": "same-suit",
    "face up cards": "top",
}
KLONDIKE = {
    "count": 7,
    "build policy": "red-black",
    "spaces policy": "kings",
    "move built group": "yes",
    "diagonal deal": True,
    "face up cards": "top",
}
RUNS = {"only complete pile moves": True}


# For these Solvitaire has its own files; but for the number of FreeCell's columns, its default, they say the same.
@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("freecell", {"tableau piles": {"count": 8, "build policy": "red-black"}, "cells": {"count": 4}}),
        ("freecell,cells=2", {"tableau piles": {"count": 8, "build policy": "red-black"}, "cells": {"count": 2}}),
        (
            "klondike",
            {
                "tableau piles": KLONDIKE,
                "foundations": {"removable": True},
                "stock": {"size": 24, "deal count": 1, "redeal": True},
            },
        ),
        (
            "klondike,draw=3",
            {
                "tableau piles": KLONDIKE,
                "foundations": {"removable": True},
                "stock": {"size": 24, "deal count": 3, "redeal": True},
            },
        ),
        (
            "easthaven",
            {
                "tableau piles": {
                    "count": 7,
                    "build policy": "red-black",
                    "move built group": "yes",
                    "face up cards": "top",
                },
                "foundations": {"removable": True},
                "stock": {"size": 31, "deal type": "tableau piles"},
            },
        ),
        (
            "spider,deal-gaps=yes",
            {
                "tableau piles": {"count": 10, **SPIDERS},
                "foundations": RUNS,
                "stock": {"size": 50, "deal type": "tableau piles"},
                "two decks": True,
            },
        ),
        (
            "spiderette,deal-gaps=yes",
            {
                "tableau piles": {"count": 7, "diagonal deal": True, **SPIDERS},
                "foundations": RUNS,
                "stock": {"size": 24, "deal type": "tableau piles"},
            },
        ),
    ],
)
def test_solvitaires_own_rules(spec: str, said: dict[str, object]) -> None:
    assert rules(read_spec(spec)) == said
    assert json.loads("\n".join(formats.write("solvitaire-rules", deal(spec, "1")))) == said


def test_rules_that_solvitaire_has_no_file_for() -> None:
    assert rules(load("gold-mine")) == {
        "tableau piles": {"count": 7, "build policy": "red-black", "move built group": "yes"},
        "foundations": {"removable": True},
        "stock": {"size": 52, "deal count": 3, "redeal": False},
    }
    assert rules(read_spec("milligan-weave,pocket=card,pocket-when=any")) == {
        "tableau piles": {"count": 8, "build policy": "red-black", "spaces policy": "kings", "move built group": "yes"},
        "stock": {"size": 96, "deal type": "tableau piles"},
        "cells": {"count": 1},
        "two decks": True,
    }
    assert rules(load("freecell", {"sequence-move": "unlimited"}))["tableau piles"]["move built group"] == "yes"
    assert "spaces policy" not in rules(load("gypsy"))["tableau piles"]
    assert rules(read_spec("klondike,passes=1"))["stock"]["redeal"] is False


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("quadrille", "a game without columns"),
        ("yukon", "a face-up card moves with all that lies on it"),
        ("gold-mine,move-unit=any", "a face-up card moves with all that lies on it"),
        ("miss-milligan", "a pocket: only cards from the tableau"),
        ("milligan-weave", "a pocket: only cards from the tableau|a pocket: only once the stock is empty"),
        ("milligan-grace", "a grace opens"),
        ("milligan-spanish,deal-when=stuck", "only while nothing can be played"),
        ("giant", "a foundation: one card at a time, only once the stock is empty"),
        ("spiderette", "only while no column is empty"),
        ("spiderette,discard=auto,deal-gaps=yes", "A complete run leaves by itself"),
        ("spider-one,deal-gaps=yes", "a 8x13s deck"),
        ("klondike,passes=3", "3 passes in all"),
    ],
)
def test_rules_that_solvitaire_cannot_say_are_refused(spec: str, words: str) -> None:
    with pytest.raises(PatienceError, match=words) as caught:
        rules(read_spec(spec))
    assert caught.value.exit == 2


# -- Keller's notation, and a solver -------------------------------------------------------------------------------

OPEN = (
    "1: KS QH JS", "2: KH QS JD", "3: KC", "4: KD", "5: QC", "7: TH 9C", "f1: AH 2H 3H 4H 5H 6H 7H 8H 9H",
    "f2: AC 2C 3C 4C 5C 6C 7C 8C", "f3: AD 2D 3D 4D 5D 6D 7D 8D 9D TD", "f4: AS 2S 3S 4S 5S 6S 7S 8S 9S TS",
    "p1: TC", "p2: JC", "p3: QD", "p4: JH",
)  # fmt: skip


def keller(text: str, *lines: str) -> list[str]:
    """The moves a text means on a table of FreeCell."""
    game = load("freecell")
    table = lay(game, *(lines or OPEN))
    return [str(move) for move in moves_of(text.splitlines(), game, table)]


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("", []),
        ("7h", ["7-f2"]),
        ("7H AH\n 7h", ["7-f2", "p1-f2", "7-f1"]),
        ("76 6h", ["7-6", "6-f2"]),
        ("# a remark\n76v2", ["7-6x2"]),
        ("76 57", ["7-6x2", "5-7"]),
        ("d5 ca 5c", None),
        ("7h ah ca", ["7-f2", "p1-f2", "p3-p1"]),
        ("-=-=-=-\n\n7h ah \n\nThis game is solveable.\nTotal number of states checked is 9.\n", ["7-f2", "p1-f2"]),
    ],
)
def test_kellers_notation(text: str, moves: list[str] | None) -> None:
    if moves is not None:
        assert keller(text) == moves
    else:
        with pytest.raises(PatienceError, match="QD cannot go on p1: the cell is full"):
            keller(text)


@pytest.mark.parametrize(
    ("text", "code", "words", "place"),
    [
        ("7h 1x", "syntax", "not a move: '1x'", (1, 4)),
        ("7h\nMove a card", "syntax", "not a move: 'Move'", (2, 1)),
        ("71v0", "syntax", "not a move: '71v0'", (1, 1)),
        ("9h", "pile", "no column 9", (1, 1)),
        ("1e", "pile", "no cell e", (1, 1)),
        ("ab", "illegal", "TC cannot go on p2: the cell is full", (1, 1)),
        ("7h 7h 7h", "illegal", "7 is empty", (1, 7)),
        ("76 63 7h", "illegal", "9C cannot go on KC: not one rank lower", (1, 4)),
        ("76 6h 63", "illegal", "6 is empty", (1, 7)),
        ("16v3", "illegal", "KS cannot go on 6: only 2 cards can be carried there now", (1, 1)),
        ("\nI could not solve this game.\n", "format", "the solver found no solution", (2, 1)),
        ("Iterations count exceeded.", "format", "the solver found no solution", (1, 1)),
    ],
)
def test_a_fault_of_kellers_notation(text: str, code: str, words: str, place: tuple[int, int]) -> None:
    with pytest.raises(PatienceError) as caught:
        keller(text)
    assert (caught.value.code, caught.value.message, where(caught.value)) == (code, words, place)


def test_eight_cells_have_letters() -> None:
    game = load("freecell", {"cells": "8"})
    table = lay(game, "1: 2C AC", "p7: 9H", "p8: 8C")
    assert [str(move) for move in moves_of(["gd kg"], game, table)] == ["p7-p4", "p8-p7"]


def test_printed_positions_are_moves() -> None:
    text = """\
 10C  JC  QD  JH        H-9 C-8 D-10 S-10
--- --- --- ---


 --  --  --  --  --  --  --  --
 KS  KH  KC  KD  QC     10H
 QH  QS                  9C
 JS  JD


====================

 10C  JC  QD  JH        H-9 C-9 D-10 S-10
--- --- --- ---


 --  --  --  --  --  --  --  --
 KS  KH  KC  KD  QC     10H
 QH  QS
 JS  JD

"""
    assert keller(text.replace(" 10C  JC", "10C  JC")) == ["7-f2"]
    cut = text.replace(" 10C  JC", "10C  JC").replace("H-9 C-9", "H-J C-9")
    with pytest.raises(PatienceError, match="neither the position that is played nor one move from it") as caught:
        keller(cut)
    assert where(caught.value) == (14, 1)
    with pytest.raises(PatienceError, match="not a card: '9X'") as caught:
        keller(text.replace("9C", "9X"))
    assert where(caught.value) == (7, 25)


# Microsoft's deals that are solved: those that are odd in some way, and PATIENCE_SOLVED more for a longer run.
NUMBERS = [1, 24, 164, 617, 7058, 31465, 1000000, 2**31 + 1, 2**32 + 1]
NUMBERS += range(2000, 2000 + int(os.environ.get("PATIENCE_SOLVED", "0")))

SOLVER = shutil.which("fc-solve")
MAKER = shutil.which("make-microsoft-freecell-board")
needs_solver = pytest.mark.skipif(SOLVER is None, reason="fc-solve is not installed (Debian: freecell-solver-bin)")
needs_maker = pytest.mark.skipif(MAKER is None, reason="no make-microsoft-freecell-board (Debian: freecell-solver-bin)")


def output(command: list[str], text: str = "") -> list[str]:
    """What a program prints for a text."""
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=120, check=True)
    return [line.rstrip() for line in done.stdout.splitlines()]


@needs_solver
@pytest.mark.parametrize("notation", [["-m", "-snx"], ["-c"], ["-m", "-sn"], ["-t"], []], ids=" ".join)
@pytest.mark.parametrize("number", NUMBERS)
def test_a_solver_wins_microsofts_deals(number: int, notation: list[str]) -> None:
    """Our deal goes to the solver, and its solution, however it prints it, is played to a win."""
    game = load("freecell")
    item = Deal(game, read_seed(f"ms:{number}"), deck_for(game, read_seed(f"ms:{number}")))
    text = "\n".join(formats.write("fc-solve", item)) + "\n"
    table = table_of(item)
    for move in moves_of(output(["fc-solve", "-l", "lg", *notation, "-"], text), game, table):
        table = game.play(table, move)
    assert game.status(table) == WON


@needs_solver
def test_a_solver_goes_on_from_a_position() -> None:
    game = load("freecell")
    item = Deal(game, None, deck_of(game, "ms:617"))
    begin = table_of(item)
    solution = moves_of(
        output(["fc-solve", "-l", "lg", "-m", "-snx", "-"], "\n".join(formats.write("fc-solve", item)) + "\n"),
        game,
        begin,
    )
    for move in solution[:30]:
        begin = game.play(begin, move)
    text = "\n".join(formats.write("fc-solve", Board(game, "-", begin))) + "\n"
    for move in moves_of(output(["fc-solve", "-l", "lg", "-m", "-snx", "-"], text), game, begin):
        begin = game.play(begin, move)
    assert game.won(begin)


@needs_solver
def test_a_deal_without_solution_is_told() -> None:
    game = load("freecell", {"cells": "1"})
    item = Deal(game, None, deck_of(game, "ms:11982"))
    text = "\n".join(formats.write("fc-solve", item)) + "\n"
    lines = output(["fc-solve", "--freecells-num", "1", "-m", "-snx", "-"], text)
    with pytest.raises(PatienceError, match="the solver found no solution"):
        moves_of(lines, game, table_of(item))


@needs_maker
@pytest.mark.parametrize(
    "number", [1, 2, 617, 11982, 31999, 32000, 1000000, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**33 - 1]
)
def test_a_board_of_the_maker_is_the_deal_of_its_number(number: int) -> None:
    game = load("freecell")
    lines = output(["make-microsoft-freecell-board", str(number)])
    assert read_one("fc-solve", lines, game) == Deal(game, None, deck_for(game, read_seed(f"ms:{number}")))
