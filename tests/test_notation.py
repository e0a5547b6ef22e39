"""The notation as it is typed, without a table: what is a move, what it says, and what is none."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import Walk, walks
from hypothesis import given
from hypothesis import strategies as st

from patience_cli.cards import CARDS
from patience_cli.errors import PatienceError
from patience_cli.moves import Transfer
from patience_cli.notation import LONGEST, MOST, ByCard, Do, Order, read_token, split


def order(source: str, target: str, number: int | None = None, card: str | None = None, free: bool = False) -> Order:
    """An order as it must be read, but for its text and its columns."""
    return Order("", source, target, number, CARDS[card] if card else None, free)


def by_card(card: str, target: str | None = None, onto: str | None = None) -> ByCard:
    """A move named by its card, but for its text."""
    return ByCard("", CARDS[card], target, CARDS[onto] if onto else None)


def do(verb: str, times: int = 1) -> Do:
    """A command, but for its text."""
    return Do("", verb, times)


# The columns of the table of actions in the manual, and what else each form takes.
READ: list[tuple[str, Order | ByCard | Do]] = [
    # hyphen form
    ("3-5", order("3", "5")),
    ("7-4x2", order("7", "4", 2)),
    ("7-4x1", order("7", "4", 1)),
    ("7-4x", order("7", "4", MOST)),
    ("10-3x4", order("10", "3", 4)),
    ("3-12", order("3", "12")),
    ("w-2", order("w", "2")),
    ("w-f", order("w", "f")),
    ("3-p", order("3", "p")),
    ("3-p2", order("3", "p2")),
    ("p-8", order("p", "8")),
    ("p4-8", order("p4", "8")),
    ("6-f", order("6", "f")),
    ("6-f2", order("6", "f2")),
    ("4-fx13", order("4", "f", 13)),
    ("f3-5", order("f3", "5")),
    ("f-5", order("f", "5")),
    ("f3-f4", order("f3", "f4")),
    ("3-0", order("3", "0")),
    ("b-m7", order("b", "m7")),
    # slash form
    ("6/1", order("6", "1", free=True)),
    ("6/1x2", order("6", "1", 2, free=True)),
    ("6/1x", order("6", "1", MOST, free=True)),
    ("6/f", order("6", "f", free=True)),
    # the card as a check
    ("7-4x2=7C", order("7", "4", 2, "7C")),
    ("7-4x=7C", order("7", "4", MOST, "7C")),
    ("6/1x2=8C", order("6", "1", 2, "8C", free=True)),
    ("3-5=10h", order("3", "5", card="TH")),
    ("3-5=t♥", order("3", "5", card="TH")),
    # two characters
    ("35", order("3", "5")),
    ("74x", order("7", "4", MOST)),
    ("74x2", order("7", "4", 2)),
    ("w2", order("w", "2")),
    ("wf", order("w", "f")),
    ("6f", order("6", "f")),
    ("60", order("6", "f")),
    ("60x", order("6", "f", MOST)),
    ("3p", order("3", "p")),
    ("p8", order("p", "8")),
    ("p0", order("p", "f")),
    ("wp", order("w", "p")),
    ("11", order("1", "1")),
    # cards
    ("9H", by_card("9H")),
    ("9h", by_card("9H")),
    ("10h", by_card("TH")),
    ("♥".join(("9", "")), by_card("9H")),
    ("10♤", by_card("TS")),
    ("9♥\ufe0f", by_card("9H")),
    ("9H-5", by_card("9H", target="5")),
    ("9H-10", by_card("9H", target="10")),
    ("AS-f", by_card("AS", target="f")),
    ("as-F3", by_card("AS", target="f3")),
    ("9H-TC", by_card("9H", onto="TC")),
    ("9h-10c", by_card("9H", onto="TC")),
    ("4d", by_card("4D")),
    ("9s", by_card("9S")),
    ("as", by_card("AS")),
    ("ac", by_card("AC")),
    ("th", by_card("TH")),
    ("jd", by_card("JD")),
    ("qs", by_card("QS")),
    ("kc", by_card("KC")),
    # commands and words
    ("d", do("d")),
    ("D", do("d")),
    (".", do("d")),
    ("dx3", do("d", 3)),
    (".x3", do("d", 3)),
    ("r", do("r")),
    ("rx2", do("r", 2)),
    ("z", do("z")),
    ("u", do("z")),
    ("zx3", do("z", 3)),
    ("ux3", do("z", 3)),
    ("undo", do("z")),
    ("Undo", do("z")),
    ("y", do("y")),
    ("yx2", do("y", 2)),
    ("redo", do("y")),
    ("a", do("a")),
    ("auto", do("a")),
    ("finish", do("finish")),
    ("FINISH", do("finish")),
    ("g", do("g")),
    ("resign", do("resign")),
    ("dx999999999", do("d", 999_999_999)),
]


@pytest.mark.parametrize(("text", "token"), READ, ids=[row[0] for row in READ])
def test_a_token(text: str, token: Any) -> None:
    read = read_token(text)
    assert read.text == text
    plain = {"text": ""} | ({"target_at": 0, "card_at": 0} if isinstance(read, Order) else {})
    assert read._replace(**plain) == token
    assert type(read) is type(token)


@pytest.mark.parametrize(
    ("text", "target_at", "card_at"),
    [("8-9", 2, None), ("10-3x4=9H", 3, 6), ("6/12=9H", 2, 4), ("89", 1, None), ("f3-10", 3, None), ("w-f=AS", 2, 3)],
)
def test_an_order_knows_where_its_parts_stand(text: str, target_at: int, card_at: int | None) -> None:
    read = read_token(text)
    assert isinstance(read, Order)
    assert read.target_at == target_at
    assert read.card is None or read.card_at == card_at


MOVE = "a move such as 3-5, 7-4x2, w-2, 6-f, d or z"
NO_MOVES: list[tuple[str, str, str, int]] = [
    *(
        (text, f"not a move: {text!r}", MOVE, 0)
        for text in (
            "3--5",
            "3-",
            "-5",
            "3",
            "7",
            "3-5-7",
            "35x2x",
            "353",
            "3/",
            "s-1",
            "1-s",
            "s",
            "1-c",
            "c2",
            "x",
            "xx",
            "dx",
            "gx2",
            "ax",
            "ax2",
            "f3",
            "w",
            "f",
            "p",
            "0-x",
            "3-5x-1",
            "3_5",
            "9H/4",
            "9H-",
            "9H-TX",
            "9H-s",
            "9H=TC",
            "9H-5x2",
            "hint",
            "show",
            "ddd",
            "aaa",
            "undo3",
            "3–5",
            "３-５",
            "35\u00a0",
            "?",
            "!",
            "|",
            "end:",
            "1H",
            "11h",
            "1-2=",
            "z3",
            "y 2",
            "d3",
            "=9H",
            "3-5=9Hx2",
            "0123456789-1",
            "f0123456789-1",
        )
        if text not in ("1-2=", "3-5=9Hx2")
    ),
    ("1-2=", "not a card: ''", "a card such as 9H", 4),
    ("3-5=9Hx2", "not a card: '9Hx2'", "a card such as 9H", 4),
    ("3-5=1H", "not a card: '1H'", "a card such as 9H", 4),
    ("10-3x2=QQ", "not a card: 'QQ'", "a card such as 9H", 7),
    ("3-5x0", "not a count: 'x0'", "at least one card", 3),
    ("74x00", "not a count: 'x00'", "at least one card", 2),
    ("dx0", "not a count: 'x0'", "at least one card", 1),
    ("3-5x1234567890", "not a count: 'x1234567890'", "a smaller number", 3),
    ("zx" + "9" * 5000, "not a count: 'x9999999999999999999'", "a smaller number", 1),
    ("a" * 5000, f"not a move: {'a' * 40 + '...'!r}", MOVE, 0),
]


@pytest.mark.parametrize(("text", "message", "expected", "offset"), NO_MOVES, ids=[row[0][:20] for row in NO_MOVES])
def test_no_move(text: str, message: str, expected: str, offset: int) -> None:
    with pytest.raises(PatienceError) as raised:
        read_token(text)
    error = raised.value
    assert (error.code, error.message, error.expected, error.offset) == ("syntax", message, expected, offset)


@pytest.mark.parametrize("text", ["35", "74x", "w2", "60", "p8"])
def test_ten_columns_need_the_hyphen(text: str) -> None:
    with pytest.raises(PatienceError, match="not a move in a game with ten columns") as raised:
        read_token(text, short=False)
    assert raised.value.code == "syntax"
    assert raised.value.expected == "a hyphen, as in 3-5"


@pytest.mark.parametrize("text", ["3-5", "9h", "4d", "d", ".", "zx2", "undo", "10-3", "g"])
def test_other_forms_do_not(text: str) -> None:
    assert read_token(text, short=False) == read_token(text)


# -- lines ----------------------------------------------------------------------------------------------------------

LINES: list[tuple[str, list[tuple[int, str]], str | None]] = [
    ("", [], None),
    ("   ", [], None),
    ("67 54 d", [(1, "67"), (4, "54"), (7, "d")], None),
    ("  67\t54  ", [(3, "67"), (6, "54")], None),
    ("2f # first ace", [(1, "2f")], " first ace"),
    ("2f #first  # second ", [(1, "2f")], "first  # second"),
    ("# all of it", [], " all of it"),
    ("#", [], ""),
    ("2f #", [(1, "2f")], ""),
    ("2f#3", [(1, "2f#3")], None),
]


@pytest.mark.parametrize(("line", "tokens", "comment"), LINES)
def test_a_line_is_cut_at_blanks(line: str, tokens: list[tuple[int, str]], comment: str | None) -> None:
    assert split(line) == (tokens, comment)


def test_a_line_has_an_end() -> None:
    assert len(split("d " * LONGEST)[0]) == LONGEST
    with pytest.raises(PatienceError, match="moves on a line"):
        split("d " * (LONGEST + 1))


# -- laws -----------------------------------------------------------------------------------------------------------


@given(walks())
def test_the_canonical_text_of_a_move_is_read_as_that_move(walk: Walk) -> None:
    game, table = walk.game, walk.tables[-1]
    for move in game.moves(table):
        text = game.text(table, move)
        read = read_token(text, len(game.columns) <= 9)
        if isinstance(move, Transfer):
            assert isinstance(read, Order)
            assert read[1:3] == (move.source, "f" if text.partition("x")[0].endswith("-f") else move.target)
            assert (read.number or 1, read.free, read.card) == (move.number, move.free, None)
        else:
            assert read == Do(text, text)


@given(st.text(st.sampled_from("0129AKTchdsSHxX-/=fwpzyrag.♥#? "), max_size=8) | st.text(max_size=6))
def test_whatever_is_typed_is_a_move_or_a_fault(text: str) -> None:
    for _, word in split(text)[0]:
        error = fault(word)
        if error is None:
            assert read_token(word).text == word
        else:
            assert error.code == "syntax"
            assert error.expected
            assert 0 <= error.offset <= len(word)


def fault(word: str) -> PatienceError | None:
    """What is wrong with a token, None when nothing is."""
    try:
        read_token(word)
    except PatienceError as error:
        return error
    return None


@given(st.sampled_from([row[0] for row in READ]))
def test_case_carries_no_meaning(text: str) -> None:
    assert read_token(text.upper())[1:] == read_token(text.lower())[1:] == read_token(text)[1:]
