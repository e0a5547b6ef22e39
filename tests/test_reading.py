"""Whatever comes in: found out by its first line, read whole or deal by deal, and refused with its place."""

from __future__ import annotations

from io import BytesIO

import pytest
from bodies import transcript
from conftest import deck_of, games
from hypothesis import given
from hypothesis import strategies as st

from patience_cli import textfile
from patience_cli.board import Board, board_lines
from patience_cli.deals import Deal, deal_line, deck_text, read_seed, read_spec
from patience_cli.errors import PatienceError
from patience_cli.reading import read_all, read_script_bytes, read_stream
from patience_cli.script import of_deal
from patience_cli.textfile import decode
from patience_cli.transcript import Replay, head_lines, joined

GAME = read_spec("gold-mine")
DECK = deck_of(GAME, "5")
LINE = deal_line(Deal(GAME, read_seed("5"), DECK))
BOARD = joined(board_lines(Board(GAME, "d1:5", GAME.start(DECK))))
HEAD = joined(head_lines(of_deal(Deal(GAME, read_seed("5"), DECK))))

# -- bytes and lines ---------------------------------------------------------------------------------------------------

TEXTS: list[tuple[bytes, list[str], bool]] = [
    (b"", [], False),
    (b"\n", [""], False),
    (b"a", ["a"], True),
    (b"a\n", ["a"], False),
    (b"a\nb", ["a", "b"], True),
    (b"a\r\nb\r\n", ["a", "b"], False),
    (b"a\rb\r", ["a", "b"], False),
    (b"a\r\n\rb", ["a", "", "b"], True),
    (b"a \t\n\tb\tc\n\t\n", ["a", " b c", ""], False),
    (b"a\n  ", ["a", ""], True),
    (b"\xef\xbb\xbfa\n", ["a"], False),
    ("9♥\n".encode(), ["9♥"], False),
]


@pytest.mark.parametrize(("data", "lines", "torn"), TEXTS)
def test_bytes_are_lines(data: bytes, lines: list[str], torn: bool) -> None:
    assert decode(data) == (lines, torn)


NO_TEXTS: list[tuple[bytes, int, int, str]] = [
    (b"\xff", 1, 1, "not UTF-8 (byte 0xff)"),
    (b"abc\n\nde\xe9\n", 3, 3, "not UTF-8 (byte 0xe9)"),
    (b"abc\r\nde\xe9\n", 2, 3, "not UTF-8 (byte 0xe9)"),
    (b"abc\rde\xe9\n", 2, 3, "not UTF-8 (byte 0xe9)"),
    ("9♥\n♥".encode() + b"\xc3", 2, 4, "not UTF-8 (byte 0xc3)"),
    (b"abc\nd\0\n", 2, 2, "a NUL byte: not a text (byte 0x00)"),
]


@pytest.mark.parametrize(("data", "line", "col", "message"), NO_TEXTS)
def test_bytes_that_are_no_text(data: bytes, line: int, col: int, message: str) -> None:
    with pytest.raises(PatienceError) as raised:
        decode(data)
    error = raised.value
    assert (error.code, error.message, error.exit) == ("encoding", message, 5)
    assert error.place is not None
    assert error.place[:2] == (line, col)
    assert error.render("-") == f"-:{line}:{col}: encoding: {message}", "no line is shown that is no text"


def test_a_text_may_be_too_large() -> None:
    with pytest.raises(PatienceError, match="larger than 3 bytes") as raised:
        decode(b"abcd", limit=3)
    assert raised.value.code == "format"
    assert textfile.LIMIT >= 2**20


# -- what came in ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        LINE,
        LINE + "\n",
        "# remark\n\n" + LINE + "\n\n# another\n",
        "\ufeff" + LINE + "\r\n",
        "\ufeff# remark\r\n" + LINE + "\r\n",
        LINE.replace("d1:5", "5"),
        LINE.lower(),
        "  " + LINE.replace(" ", "  ") + " ",
        HEAD,
        "\ufeff" + HEAD.replace("\n", "\r\n"),
        "#patience 1\ngame: gold-mine\nseed: 5\n",
        BOARD,
        BOARD.replace("\n", "\r"),
    ],
)
def test_a_game_is_found_whatever_it_is_written_in(text: str) -> None:
    for scripts in (read_all(text.encode()), read_stream(BytesIO(text.encode()))):
        (script,) = scripts
        assert (script.game, script.seed, script.start) == (GAME, "d1:5", GAME.start(DECK))
        assert (script.body, script.warnings) == ((), ())
    assert read_script_bytes(text.encode()) == script


@pytest.mark.parametrize("text", ["", "\n", "\n \n\t\n"])
def test_nothing_is_no_game(text: str) -> None:
    assert list(read_all(text.encode())) == []
    assert list(read_stream(BytesIO(text.encode()))) == []
    with pytest.raises(PatienceError, match="nothing to read") as raised:
        read_script_bytes(text.encode())
    assert (raised.value.code, raised.value.exit) == ("format", 5)


def test_several_deals_come_in_their_order() -> None:
    lines = [deal_line(Deal(GAME, read_seed(str(n)), deck_of(GAME, str(n)))) for n in range(1, 5)]
    text = joined(["# all", "", lines[0], lines[1], " # more", *lines[2:]])
    for scripts in (list(read_all(text.encode())), list(read_stream(BytesIO(text.encode())))):
        assert [script.seed for script in scripts] == ["d1:1", "d1:2", "d1:3", "d1:4"]
    with pytest.raises(PatienceError, match="more than one game"):
        read_script_bytes(text.encode())


def test_deals_of_a_stream_are_read_one_by_one() -> None:
    """So that any number of them can pass; what is wrong further down comes when it is reached."""
    stream = BytesIO(f"{LINE}\n{LINE}\nnonsense\n".encode() + b"\xff\n")
    scripts = read_stream(stream)
    assert next(scripts).seed == "d1:5"
    assert stream.tell() <= 2 * len(LINE) + 2
    assert next(scripts).seed == "d1:5"
    with pytest.raises(PatienceError, match="three fields") as raised:
        next(scripts)
    assert raised.value.place is not None
    assert raised.value.place[:2] == (3, 9)


def test_places_in_a_stream_count_all_of_its_lines() -> None:
    with pytest.raises(PatienceError, match="not UTF-8") as raised:
        list(read_stream(BytesIO(f"# one\n\n{LINE}\n".encode() + b"spiderette \xff\n")))
    assert raised.value.place is not None
    assert raised.value.place[:2] == (4, 12)


def test_a_seed_that_does_not_give_the_deck_is_told() -> None:
    (script,) = read_all(LINE.replace("d1:5", "d1:6").encode())
    assert script.warnings == ("seed d1:6 does not give this deck; the deck counts",)
    assert script.start == GAME.start(DECK)
    (script,) = read_all(LINE.replace("d1:5", "-").encode())
    assert (script.seed, script.warnings) == ("-", ())


# -- a last line that was torn -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("half", ["d", "w-", "w-1=2", "# half a rem", "end: res", "end: resigned", "|", "nonsense"])
def test_a_torn_line_is_dropped_and_never_taken_for_a_move(half: str) -> None:
    script = read_script_bytes(f"{HEAD}d\n{half}".encode())
    assert script.warnings == (f"line {HEAD.count(chr(10)) + 2} has no line end: dropped",)
    record = Replay(script).play()
    assert (record.n, record.status) == (1, "playing")


def test_a_torn_head_is_no_game() -> None:
    for cut in range(1, len(HEAD) - 1):
        text = HEAD[:cut]
        if "seed: d1:5\n" in text and "deck:\n" not in text:
            continue  # a seed is enough
        with pytest.raises(PatienceError) as raised:
            read_script_bytes(text.encode())
        assert raised.value.exit == 5 or raised.value.code == "usage"


def test_a_torn_head_with_a_seed_is_a_game() -> None:
    """What is dropped of the deck is made anew."""
    script = read_script_bytes(HEAD[: HEAD.index("deck-id") + 5].encode())
    assert script.start == GAME.start(DECK)
    assert len(script.warnings) == 1


def test_something_before_the_magic_line() -> None:
    with pytest.raises(PatienceError, match="the magic line is the first") as raised:
        read_script_bytes(b"\n" + HEAD.encode())
    assert raised.value.code == "format"
    with pytest.raises(PatienceError, match="the magic line is the first"):
        read_script_bytes(b"\n" + BOARD.encode())


def test_a_game_that_starts_somewhere_has_no_deck() -> None:
    (script,) = read_all(transcript("gold-mine", "1: 9H", ["1-2"]).encode())
    assert (script.deck, script.partial) == (None, True)
    (script,) = read_all(BOARD.encode())
    assert (script.deck, script.partial) == (None, False)


@given(games(), st.integers(0, 9999), st.sampled_from(["line", "transcript", "board"]))
def test_a_deal_comes_back_from_each_of_our_formats(game: object, number: int, form: str) -> None:
    deal = Deal(game, read_seed(str(number)), deck_of(game, str(number)))  # type: ignore[arg-type]
    text = {
        "line": f"{deal_line(deal)}\n",
        "transcript": joined(head_lines(of_deal(deal))),
        "board": joined(board_lines(Board(deal.game, str(deal.seed), deal.game.start(deal.deck)))),
    }[form]
    script = read_script_bytes(text.encode())
    assert (script.game, script.seed, script.start) == (deal.game, f"d1:{number}", deal.game.start(deal.deck))
    assert form == "board" or deck_text(script.deck or ()) == deck_text(deal.deck)
