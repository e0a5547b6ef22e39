"""Positions as text: written, read back, and refused with their place when they are not sound."""

from __future__ import annotations

from hashlib import sha256

import pytest
from bodies import script_of, transcript
from conftest import Walk, lay, told, walks
from hypothesis import given
from hypothesis import strategies as st

from patience_cli.board import Board, board_lines, digest, position_lines, read_board
from patience_cli.deals import read_spec, spec
from patience_cli.errors import PatienceError
from patience_cli.reading import read_script_bytes
from patience_cli.transcript import Replay, joined

# The board that the pages of the manual show: Spiderette, seed 3, after five moves.
SHOWN = """\
#patience-board 1
game: spiderette
seed: d1:3

1: 9D 5H
2: <TH> 2H QH
3: 8D AD
4: <QC> <TC> <KD> 8H 7C 6H 8C
5: <TD> <6C> <3C> 9S 8S 7H 3H
6: <2D> <2S> <QS> <4S> <AH> 4D 9C
7: <TS> <QD> <4C> <9H> <5D> 2C 7S
f1:
f2:
f3:
f4:
s: 3S KC KH JH 5S 7D JC KS JS 5C AC 6S 4H 6D AS JD 3D
"""

HIDDEN = """\
#patience-board 1
game: spiderette
seed: -

1: 9D 5H
2: ## 2H QH
3: 8D AD
4: ## ## ## 8H 7C 6H 8C
5: ## ## ## 9S 8S 7H 3H
6: ## ## ## ## ## 4D 9C
7: ## ## ## ## ## 2C 7S
f1:
f2:
f3:
f4:
s: 17
"""


def board_of(text: str) -> Board:
    """The board that a text holds."""
    return read_board(text.split("\n")[:-1])


def test_the_board_that_is_shown() -> None:
    record = Replay(script_of("spiderette", "3", "3-4 5-4 7-5 3-5 d")).play()
    board = Board(record.game, "d1:3", record.table)
    assert joined(board_lines(board)) == SHOWN
    assert joined(board_lines(board, hide=True)) == HIDDEN
    assert board_of(SHOWN) == board


def test_the_digest_is_that_of_the_position_text() -> None:
    board = board_of(SHOWN)
    position = SHOWN.partition("\n\n")[2]
    assert digest(board.game, board.table) == sha256(position.encode()).hexdigest()[:8] == "1037c166"


OTHERS: list[tuple[str, str]] = [
    ("quadrille", "pass: 1"),
    ("quadrille,passes=1", "pass: 1"),
    ("quadrille,passes=unlimited", "pass: 1"),
    ("klondike", "pass: 1"),
    ("gold-mine", "s:"),
    ("miss-milligan", "s:"),
    ("freecell", "p4:"),
    ("yukon", "f4:"),
]


@pytest.mark.parametrize(("name", "last"), OTHERS)
def test_piles_come_in_order_and_the_pass_where_a_waste_can_be_turned_over(name: str, last: str) -> None:
    game = read_spec(name)
    lines = position_lines(game, lay(game))
    assert lines[-1] == last
    assert [line.partition(":")[0] for line in lines] == [*game.names, *["pass"] * last.startswith("pass")]


def test_a_grace_stands_last() -> None:
    game = read_spec("milligan-grace")
    table = lay(game, "2: 8D 2S 8H", "3: 2C 7C", "grace: 5 1", "accepted: 8D2S 2S8H 2C7C")
    assert position_lines(game, table)[-2:] == ["grace: 1 5", "accepted: 2C7C 2S8H 8D2S"]
    assert position_lines(game, table, hide=True)[-1] == "grace: 1 5"
    assert position_lines(game, lay(game, "grace: 4"))[-2:] == ["grace: 4", "accepted:"]


# -- round trips -----------------------------------------------------------------------------------------------------


@given(walks(), st.sampled_from(["-", "d1:7", "pysol:33"]))
def test_a_board_is_read_as_it_was_written(walk: Walk, seed: str) -> None:
    """fault-46, 56: nothing is dealt, nothing lost, not even an open grace."""
    board = Board(walk.game, seed if walk.game.kind in ("1x52", "2x52") else "-", walk.tables[-1])
    lines = board_lines(board)
    assert read_board(lines) == board
    assert board_lines(read_board(lines)) == lines
    script = read_script_bytes(joined(lines).encode())
    assert (script.start, script.partial, script.deck) == (board.table, False, None)


@given(walks(), st.data())
def test_a_start_is_read_as_it_was_written(walk: Walk, data: st.DataObject) -> None:
    """In any order of its lines, with empty piles or without, and with cards left out."""
    game, table = walk.game, walk.tables[-1]
    lines = [f"{key}: {text}" for key, text in told(game, table).items() if not (key[0] == "f" and text)]
    last = [line for line in lines if line.startswith(("pass", "grace", "accepted"))]
    piles = data.draw(st.permutations([line for line in lines if line not in last]))
    text = transcript(spec(game), " | ".join([*piles, *last]))
    script = read_script_bytes(text.encode())
    without = {name: pile for name, pile in table.piles.items() if name[0] != "f"}
    assert {name: script.start.piles[name] for name in without} == without
    assert (script.start.redeals, script.start.phase) == (table.redeals, table.phase)
    assert script.partial == any(name[0] == "f" and pile.cards for name, pile in table.piles.items())
    once = joined(Replay(script).lines())
    assert joined(Replay(read_script_bytes(once.encode())).lines()) == once


@given(walks())
def test_a_hidden_board_tells_nothing_and_cannot_be_played(walk: Walk) -> None:
    game, table = walk.game, walk.tables[-1]
    lines = board_lines(Board(game, "d1:5", table), hide=True)
    shown = " ".join(lines)
    seen = {card for name in game.names for card in table.piles[name].up}
    unseen = {card for pile in table.piles.values() for card in pile.cards} - seen
    assert not any(card in shown for card in unseen)
    assert "<" not in shown
    assert "accepted" not in shown
    if "s" in game.names or any(pile.down for pile in table.piles.values()):
        with pytest.raises(PatienceError, match="hidden cards"):
            read_board(lines)


def test_a_board_that_leaves_cards_out_says_so() -> None:
    game = read_spec("spiderette")
    board = Board(game, "-", lay(game, "1: 9H"), partial=True)
    lines = board_lines(board)
    assert lines[3] == "partial: yes"
    assert read_board(lines) == board
    with pytest.raises(PatienceError, match="not a full 1x52 deck"):
        read_board([line for line in lines if line != "partial: yes"])
    with pytest.raises(PatienceError, match="partial is yes or no"):
        read_board([line.replace("yes", "maybe") for line in lines])


# -- fault-47: what is not sound, with its place ---------------------------------------------------------------------

# A change of the board above: what is replaced by what, then line, column, code and message.
BOARDS: dict[str, list[tuple[str, str, int, int, str, str]]] = {
    "head": [
        ("#patience-board 1", "#patience-board 2", 1, 17, "format", "version 2 is not known here"),
        ("#patience-board 1", "#patience-board", 1, 1, "format", "not a #patience-board file"),
        ("#patience-board 1", "#patience-board one", 1, 1, "format", "not a #patience-board file"),
        ("game: spiderette", "game: spider", 16, 54, "deck", "no line 8:"),
        ("game: spiderette", "game: spidrette", 2, 7, "header", "no game 'spidrette'"),
        ("game: spiderette", "gane: spiderette", 2, 1, "header", "no header 'gane'"),
        ("seed: d1:3", "seed: d1:", 3, 10, "header", "no seed: 'd1:'"),
        ("seed: d1:3", "seed: ms:99999999999", 3, 10, "header", "no seed: 'ms:99999999999' is out of range"),
        ("seed: d1:3", "seed: kpat:1:2", 3, 12, "header", "no seed: 'kpat:1:2' is out of range"),
        ("seed: d1:3", "deck: 9D", 3, 1, "header", "no header 'deck'"),
        ("seed: d1:3", "seed: d1:3\nx-note: kept", 0, 0, "", ""),
    ],
    "piles": [
        ("f4:", "f5:", 15, 1, "deck", "no pile f5 in Spiderette"),
        ("f4:", "f3:", 15, 1, "deck", "f3 stands twice"),
        ("f4:\n", "", 15, 54, "deck", "no line f4:"),
        ("f4:", "f4", 15, 1, "deck", "not a line of a position"),
        ("f4:", "w:", 15, 1, "deck", "no pile w in Spiderette"),
        ("f4:", "p:", 15, 1, "deck", "no pile p in Spiderette"),
        ("f4:", "8:", 15, 1, "deck", "no pile 8 in Spiderette"),
        ("f4:", "F4:", 0, 0, "", ""),
    ],
    "cards": [
        (" 3D\n", "\n", 16, 51, "deck", "not a full 1x52 deck"),
        (" 3D\n", " 3D 9D\n", 16, 55, "deck", "not a full 1x52 deck"),
        (" 3D\n", " AD\n", 16, 52, "deck", "not a full 1x52 deck"),
        ("2H QH", "2H QX", 6, 12, "deck", "not a card: 'QX'"),
        ("2H QH", "2H  1H", 6, 13, "deck", "not a card: '1H'"),
        ("2H QH", "2HQH", 6, 9, "deck", "not a card: '2HQH'"),
        ("2H QH", "2H qh", 0, 0, "", ""),
        ("<TH>", "<10h>", 0, 0, "", ""),
        ("<TH>", "<TX>", 6, 4, "deck", "not a card: '<TX>'"),
        ("<TH>", "<>", 6, 4, "deck", "not a card: '<>'"),
        ("<TH>", "##", 6, 4, "deck", "hidden cards: this board can be looked at, not played"),
        ("s: 3S KC", "s: 17 KC", 16, 4, "deck", "hidden cards: this board can be looked at, not played"),
    ],
    "faces": [
        ("2H QH", "<2H> QH", 0, 0, "", ""),
        ("2H QH", "2H <QH>", 6, 12, "deck", "a face-down card on a face-up one"),
        ("<TH> 2H QH", "<TH> <2H> <QH>", 6, 14, "deck", "the top card of 2 lies face down"),
        ("s: 3S", "s: <3S>", 16, 4, "deck", "a face-down card on s"),
    ],
    "what is left of a grace or a pass elsewhere": [
        (" 3D\n", " 3D\npass: 1\n", 17, 1, "deck", "no redeal in Spiderette"),
        (" 3D\n", " 3D\ngrace: 1\n", 17, 8, "deck", "no grace in Spiderette"),
        (" 3D\n", " 3D\naccepted: 9D5H\n", 17, 11, "deck", "no accepted in Spiderette"),
        (" 3D\n", " 3D\nhello\n", 17, 1, "deck", "not a line of a position"),
    ],
}


@pytest.mark.parametrize(
    ("old", "new", "line", "col", "code", "message"),
    [pytest.param(*row, id=f"{kind}-{row[1]!r}"[:50]) for kind, rows in BOARDS.items() for row in rows],
)
def test_a_board_is_checked_whole(old: str, new: str, line: int, col: int, code: str, message: str) -> None:
    assert SHOWN.count(old) == 1
    text = SHOWN.replace(old, new)
    if not code:
        assert board_of(text) == board_of(SHOWN) or "<2H>" in new
        return
    with pytest.raises(PatienceError) as raised:
        board_of(text)
    error = raised.value
    assert (error.code, error.message) == (code, message)
    assert error.place is not None
    assert error.place[:2] == (line, col)
    assert error.exit == 5


STARTS: list[tuple[str, str, int, int, str]] = [
    ("miss-milligan", "f1: AC 3C", 4, 10, "3C cannot lie on AC: not one rank higher"),
    ("miss-milligan", "f1: 2C", 4, 7, "2C cannot lie on f1: an empty foundation takes only A"),
    ("miss-milligan", "f1: AC 2D", 4, 10, "2D cannot lie on AC: another suit"),
    (
        "miss-milligan",
        "f1: AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC",
        4,
        46,
        "AC cannot lie on KC: not one rank higher",
    ),
    ("miss-milligan", "f1: <AC>", 4, 7, "a face-down card on f1"),
    ("miss-milligan", "p: 9H 8C", 4, 9, "2 cards on p"),
    ("miss-milligan", "p: <9H>", 4, 6, "a face-down card on p"),
    ("miss-milligan", "1: 9H | 2: 9H | 3: 9H", 6, 6, "9H stands more often than a 2x52 deck has it"),
    ("miss-milligan", "1: 9H | 1: 8H", 5, 3, "1 stands twice"),
    ("miss-milligan", "1: 9H | 9: 8H", 5, 3, "no pile 9 in Miss Milligan"),
    ("miss-milligan", "1: 9H | grace: 2", 5, 10, "no grace in Miss Milligan"),
    ("miss-milligan", "1: 9H | pass: 1", 5, 3, "no redeal in Miss Milligan"),
    ("miss-milligan,pocket=none", "p: 9H", 4, 3, "no pile p in Miss Milligan"),
    ("milligan-single", "1: 9H | 2: 9H", 5, 6, "9H stands more often than a 1x52 deck has it"),
    ("spider-one", "1: 9H", 4, 6, "9H stands more often than a 8x13s deck has it"),
    ("spiderette", "f1: KS QS", 4, 7, "KS cannot lie on f1: 13 cards at a time"),
    (
        "spiderette",
        "f1: AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS",
        4,
        7,
        "AS cannot lie on f1: 2S on AS is not one rank lower",
    ),
    ("quadrille", "f1: QD", 4, 7, "QD cannot lie on f1: f1 takes only C"),
    ("quadrille", "f1: QC KC", 4, 10, "KC cannot lie on QC: the foundation is full"),
    ("quadrille", "f5: 5C 4C 3C 2C AC KC QC", 4, 25, "QC cannot lie on KC: the foundation is full"),
    ("quadrille", "f9: 5C", 4, 7, "5C cannot lie on f9: an empty foundation takes only 6"),
    ("quadrille", "w: 9C | pass: 0", 5, 9, "not a pass: '0'"),
    ("quadrille", "w: 9C | pass: 4", 5, 9, "not a pass: '4'"),
    ("quadrille", "w: 9C | pass: -1", 5, 9, "not a pass: '-1'"),
    ("quadrille", "w: 9C | pass: two", 5, 9, "not a pass: 'two'"),
    ("quadrille", "w: 9C | pass:", 5, 9, "not a pass: ''"),
    ("quadrille,passes=unlimited", "w: 9C | pass: 9999999999", 5, 9, "not a pass: '9999999999'"),
    ("milligan-grace", "1: 9H | grace:", 5, 10, "a grace needs a gap"),
    ("milligan-grace", "1: 9H | grace: 1", 5, 10, "1 is no empty column"),
    ("milligan-grace", "1: 9H | grace: 9", 5, 10, "9 is no empty column"),
    ("milligan-grace", "1: 9H | grace: f1", 5, 10, "f1 is no empty column"),
    ("milligan-grace", "1: 9H | grace: 2 3 2", 5, 10, "2 stands there twice"),
    ("milligan-grace", "1: 9H | accepted: 9H5C", 5, 13, "accepted pairs without an open grace"),
    ("milligan-grace", "1: 9H | accepted: 9H5C | grace: 2", 5, 3, "accepted stands only after grace"),
    ("milligan-grace", "1: 9H | grace: 2 | accepted: 9H8C", 6, 13, "8C on 9H is in build"),
    ("milligan-grace", "1: 9H | grace: 2 | accepted: 9H8", 6, 13, "not two cards: 9H8"),
    ("milligan-grace", "1: 9H | grace: 2 | accepted: 9H 5C", 6, 13, "not two cards: 9H"),
    ("milligan-grace,grace=off", "1: 9H | grace: 2", 5, 10, "no grace in Miss Milligan with grace"),
    ("freecell", "p1: 9H 8H", 4, 10, "2 cards on p1"),
    ("freecell", "s: 9H", 4, 3, "no pile s in FreeCell"),
    ("gold-mine", "w: <9H>", 4, 6, "a face-down card on w"),
    ("gold-mine", "1: 9h  10S  8X", 4, 15, "not a card: '8X'"),
    ("gold-mine", "f1: ac 10C", 4, 10, "TC cannot lie on AC: not one rank higher"),
    ("gold-mine", "1 9H", 4, 3, "not a line of a position"),
]


@pytest.mark.parametrize(
    ("name", "start", "line", "col", "message"), STARTS, ids=[f"{r[0]}-{r[1]}"[:60] for r in STARTS]
)
def test_a_start_is_checked_whole(name: str, start: str, line: int, col: int, message: str) -> None:
    more = 1 if "," in name else 0
    text = transcript(name, start if ":" in start else f"{start} | 2: 9D")
    with pytest.raises(PatienceError) as raised:
        read_script_bytes(text.encode())
    error = raised.value
    assert (error.code, error.message) == ("deck", message)
    assert error.place is not None
    assert error.place[:2] == (line + more, col)
    assert error.place.source == text.split("\n")[line + more - 1]


def test_a_start_may_be_empty_and_its_lines_indented_further() -> None:
    script = read_script_bytes(b"#patience 1\ngame: spiderette\nstart:\n")
    assert (script.partial, script.start) == (True, lay(read_spec("spiderette")))
    script = read_script_bytes(b"#patience 1\ngame: Spiderette\nstart:\n     1:   9h   \n")
    assert script.start == lay(read_spec("spiderette"), "1: 9H")
    with pytest.raises(PatienceError) as raised:
        read_script_bytes(b"#patience 1\ngame: spiderette\nstart:\n     1:   9x\n")
    assert raised.value.place is not None
    assert raised.value.place[:2] == (4, 11)


def test_neither_a_win_nor_a_loss_where_cards_are_left_out() -> None:
    run = " ".join(f"{rank}C" for rank in "A23456789TJQK")
    record = Replay(script_of("gold-mine", f"f1: {run}", "")).play()
    assert record.status == "playing"
    assert Replay(script_of("gold-mine", "1: 9H", "")).play().status == "playing"


def test_a_board_of_quadrille_says_its_pass() -> None:
    game = read_spec("quadrille")
    lines = board_lines(Board(game, "-", lay(game, "w: ...", "pass: 3")))
    assert read_board(lines).table.redeals == 2
    with pytest.raises(PatienceError, match="no line pass:"):
        read_board(lines[:-1])


def test_a_board_of_a_grace_says_its_baseline() -> None:
    game = read_spec("milligan-single")
    lines = board_lines(Board(game, "-", lay(game, "1: 9H 5C ...", "grace: 2", "accepted: 9H5C")))
    assert read_board(lines).table.phase is not None
    with pytest.raises(PatienceError, match="no line accepted:"):
        read_board(lines[:-1])
