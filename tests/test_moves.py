"""Moves and their strict text."""

from __future__ import annotations

import pytest

from patience_cli.moves import DEAL, REDEAL, STOP, Move, Transfer, parse_move

MOVES = [
    ("3-5", Transfer("3", "5")),
    ("7-4x2", Transfer("7", "4", 2)),
    ("4-fx13", Transfer("4", "f", 13)),
    ("10-3x4", Transfer("10", "3", 4)),
    ("w-2", Transfer("w", "2")),
    ("p-8", Transfer("p", "8")),
    ("p3-8", Transfer("p3", "8")),
    ("f3-5", Transfer("f3", "5")),
    ("6-f", Transfer("6", "f")),
    ("6-f12", Transfer("6", "f12")),
    ("6/1", Transfer("6", "1", 1, free=True)),
    ("6/1x2", Transfer("6", "1", 2, free=True)),
    ("1-2x999999999", Transfer("1", "2", 999_999_999)),
    ("d", DEAL),
    ("r", REDEAL),
    ("g", STOP),
]
NO_MOVES = [
    "",
    "3",
    "35",
    "3-",
    "-5",
    "3--5",
    "3-5-7",
    "3-5x",
    "3-5x0",
    "3-5x1",
    "3-5x02",
    "3-5x-2",
    "3-5x1000000000",
    "3-5x2x2",
    "3-5=9H",
    "3-5 ",
    " 3-5",
    "3 -5",
    "3-5\n",
    "3_5",
    "3\\5",
    "3-ff",
    "F3-5",
    "3-5X2",
    "٣-٥",
    "D",
    "dd",
    "dx2",
    "z",
    "y",
    "a",
    "9H-TC",
    "undo",
]


@pytest.mark.parametrize(("text", "move"), MOVES)
def test_text_and_move(text: str, move: Move) -> None:
    assert parse_move(text) == move
    assert str(move) == text


@pytest.mark.parametrize("text", NO_MOVES)
def test_no_move(text: str) -> None:
    with pytest.raises(ValueError, match=r"^not a move: ") as raised:
        parse_move(text)
    assert str(raised.value) == f"not a move: {text!r}"


def test_a_move_is_a_value() -> None:
    assert len({Transfer("1", "2"), Transfer("1", "2", 1), Transfer("1", "2", free=True), DEAL, parse_move("d")}) == 3
