"""Every reader on whatever comes: bytes, text, sound input that was spoilt. Only our own errors may come out.

`fuzz_atheris` holds the readers and what must be so of what they read; here they get generated input, the rows that
are hostile on purpose, and the small inputs in `fixtures/faults` that broke something once.
"""

from __future__ import annotations

import io
import re
import tracemalloc
from ast import literal_eval
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from conftest import FIXTURES, fixture_files
from fuzz_atheris import READERS, beginnings, chosen, sound, tried, vocabulary
from hypothesis import given, settings
from hypothesis import strategies as st
from program import run

from patience_cli import looks, stats, study
from patience_cli.errors import PatienceError
from patience_cli.formats import keller
from patience_cli.games import NAMES, load
from patience_cli.notation import LONGEST, read_token
from patience_cli.reading import Asked, read_all, read_script_bytes, read_stream
from patience_cli.record import Record, perform
from patience_cli.seeds import read_seed, shuffle
from patience_cli.textfile import LIMIT, decode
from patience_cli.transcript import Replay, regenerated

HUGE = ("999999999", "99999999999999999999", "9" * 5000, "1" + "0" * 70, "0", "-1", "1e999", "٣", "²")

# How many examples a reader gets: those that play games are slow.
EXAMPLES = {"transcript": 25, "session": 20, "moves": 30, "scripts": 50, "foreign": 80, "guessed": 60, "settings": 60}


@cache
def sound_inputs(reader: str) -> list[bytes]:
    return beginnings(reader)


@cache
def grown(reader: str) -> list[bytes]:
    """What the coverage-guided fuzzer found to be worth keeping: for each complaint of a reader its shortest input.

    `fixtures/corpus/readers.rows` has a reader and the bytes, as Python writes them, on each line.
    """
    rows = (line.split(" ", 1) for line in (FIXTURES / "corpus" / "readers.rows").read_text().splitlines())
    return [literal_eval(data) for name, data in rows if name == reader]


@st.composite
def spoilt(draw: st.DrawFn, reader: str) -> bytes:
    """A sound input of a reader after some accidents."""
    data = draw(st.sampled_from(sound_inputs(reader)) | st.sampled_from(grown(reader)))
    for _ in range(draw(st.integers(1, 4))):
        data = draw(st.sampled_from(ACCIDENTS))(draw, data)
    return data


def _cut(draw: st.DrawFn, data: bytes) -> tuple[int, int]:
    return tuple(sorted((draw(st.integers(0, len(data))), draw(st.integers(0, len(data))))))  # type: ignore[return-value]


def insert(draw: st.DrawFn, data: bytes) -> bytes:
    at = draw(st.integers(0, len(data)))
    return data[:at] + draw(st.sampled_from(vocabulary()) | st.text(max_size=8)).encode("utf-8", "replace") + data[at:]


def delete(draw: st.DrawFn, data: bytes) -> bytes:
    start, end = _cut(draw, data)
    return data[:start] + data[min(end, start + 40) :]


def swap(draw: st.DrawFn, data: bytes) -> bytes:
    start, end = _cut(draw, data)
    return data[:start] + data[end:] + data[start:end]


def truncate(draw: st.DrawFn, data: bytes) -> bytes:
    return data[: draw(st.integers(0, len(data)))]


def change_lines(draw: st.DrawFn, data: bytes) -> bytes:
    lines = data.split(b"\n")
    i, j = draw(st.integers(0, len(lines) - 1)), draw(st.integers(0, len(lines) - 1))
    if draw(st.booleans()):
        return b"\n".join([*lines[:i], lines[j], *lines[i:]])
    lines[i], lines[j] = lines[j], lines[i]
    return b"\n".join(lines)


def enlarge(draw: st.DrawFn, data: bytes) -> bytes:
    numbers = list(re.finditer(rb"[0-9]+", data))
    if not numbers:
        return data
    number = draw(st.sampled_from(numbers))
    return data[: number.start()] + draw(st.sampled_from(HUGE)).encode() + data[number.end() :]


def one_byte(draw: st.DrawFn, data: bytes) -> bytes:
    if not data:
        return data
    at = draw(st.integers(0, len(data) - 1))
    byte = draw(st.sampled_from((b"\x1b", b"\x9b", b"\xc2\x9b", b"\0", b"\r", b"\xff", b"\t")))
    return data[:at] + byte + data[at + 1 :]


ACCIDENTS = (insert, delete, swap, truncate, change_lines, enlarge, one_byte)


@pytest.mark.parametrize("reader", READERS)
def test_only_our_own_errors_come_out(reader: str) -> None:
    """`tried` lets nothing pass but our errors, and those only when they are fit to be printed."""

    @settings(max_examples=EXAMPLES.get(reader, 120))
    @given(spoilt(reader) | spoilt(reader) | st.binary(max_size=200) | st.text(max_size=80).map(_encoded))
    def some(data: bytes) -> None:
        tried(reader, data)

    for data in sound_inputs(reader)[:: 1 if reader not in EXAMPLES else 7]:
        tried(reader, data)
    for data in grown(reader):
        error = tried(reader, data)
        assert error is None or error.exit in (2, 5) or reader == "solution"
    some()


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


# -- what broke once -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", fixture_files("faults", ".fault"))
def test_what_broke_once(file: Path) -> None:
    """`fixtures/faults/READER/NAME.fault`: the reader says of it what stands in `FAULTS`, None where it is sound."""
    error = tried(file.parent.name, file.read_bytes())
    said = None if error is None else f"{error.code}: {error.words()}"
    wanted = FAULTS[f"{file.parent.name}/{file.stem}"]
    assert said is wanted or (said and wanted and re.sub(r"\S+[.]toml: ", "", said).startswith(wanted))


FAULTS: dict[str, str | None] = {
    "counted/colour": None,
    "results/huge-figure": None,
    "session/steps-of-a-line": None,
    "settings/deep-array": "usage: maximum recursion depth exceeded",
    "settings/long-number": "usage: Exceeds the limit (4300 digits) for integer string conversion",
}


def test_each_fault_has_its_file() -> None:
    assert {f"{p.values[0].parent.name}/{p.values[0].stem}" for p in fixture_files("faults", ".fault")} == set(FAULTS)


def complaint(act: Callable[[], object]) -> str | None:
    """What an error of ours says that comes of something; None when nothing does."""
    try:
        act()
    except PatienceError as error:
        sound(error)
        return f"{error.code}: {error.words()}"
    return None


# -- hostile on purpose ------------------------------------------------------------------------------------------------

HEAD = b"#patience 1\ngame: spiderette\nseed: d1:7\n\n"
QUADRILLE = b"#patience 1\ngame: quadrille\noptions: passes=unlimited\nseed: d1:7\n\n"
BOARD = beginnings("board")[NAMES.index("quadrille")]
NINES = b"9" * 5000

# A text, and the code and words of what is wrong with it; None where it is sound.
TEXTS = {
    "count": (HEAD + b"4-6x999999999\n", "illegal: move 1 4-6x999999999: 4 shows only 1 card"),
    "count too long": (HEAD + b"4-6x" + NINES + b"\n", "syntax: not a count: 'x9999999999999999999'"),
    "count none": (HEAD + b"4-6x0\n", "syntax: not a count: 'x0'"),
    "deals": (HEAD + b"dx999999999\n", "illegal: move 5 dx999999999: the stock is empty"),
    "undos": (HEAD + b"d\nzx999999999\n", "illegal: zx999999999: nothing to take back"),
    "redos": (HEAD + b"d\nz\nyx999999999\n", "illegal: yx999999999: nothing to bring back"),
    "redeals": (QUADRILLE + b"dx999999999\n", "illegal: move 52 dx999999999: the stock is empty"),
    "pile": (HEAD + b"999999999-1\n", "pile: move 1 999999999-1: no pile 999999999"),
    "pile too long": (HEAD + NINES + b"-1\n", "syntax: not a move: '" + "9" * 40 + "...'"),
    "seed": (HEAD.replace(b"d1:7", b"d1:" + NINES * 200), "header: no seed: 'd1:" + "9" * 34 + "...'"),
    "seed of ms": (HEAD.replace(b"d1:7", b"ms:" + NINES), "header: no seed: 'ms:" + "9" * 34 + "...' is out of range"),
    "rules": (HEAD.replace(b"seed", b"rules: " + NINES + b"\nseed"), "header: not a revision: '" + "9" * 20 + "'"),
    "version": (b"#patience " + NINES + b"\n", "format: version " + "9" * 20 + " is not known here"),
    "end": (HEAD + b"end: resigned moves=1" + b"0" * 5000 + b" home=0 undos=0\n", None),
    "pass": (BOARD.replace(b"pass: 1", b"pass: 999999999999"), "deck: not a pass: '999999999999'"),
    "pass too long": (BOARD.replace(b"pass: 1", b"pass: " + NINES), "deck: not a pass: '" + "9" * 20 + "'"),
    "option": (HEAD.replace(b"seed", b"options: " + b"a" * 5000 + b"=1\nseed"), "header: spiderette has no option "),
    "json": (b'{"tableau piles":' + b"[" * 100_000, "format: not the JSON of a deal"),
    "json number": (b'{"stock":[' + NINES + b"]}", "format: not the JSON of a deal"),
    "one card too many": (b"9H " * 60_000, "deck: not a full 1x52 deck"),
    "xml": (b"<" * 50_000, "format: XML is not read"),
    "bytes": (b"\x7fELF\x02\x01\x01\0" + bytes(range(256)), "encoding: not UTF-8 (byte 0x80)"),
    "empty": (b"", "format: nothing to read: no game, no deal, no board"),
    "blank": (b"\n" * 1000, "format: nothing to read: no game, no deal, no board"),
    "too large": (b"#" * (LIMIT + 1), f"format: larger than {LIMIT} bytes"),
    "too many moves": (HEAD + b"z\n" * (LONGEST + 1), f"format: more than {LONGEST} moves and directives"),
    "too many shows": (HEAD + b"show\n" * (LONGEST + 1), f"format: more than {LONGEST} moves and directives"),
    "too many on a line": (HEAD + b"z " * (LONGEST + 1) + b"\n", f"format: more than {LONGEST} moves on a line"),
}


@pytest.mark.parametrize("name", TEXTS)
def test_texts(name: str) -> None:
    data, wanted = TEXTS[name]
    said = complaint(lambda: regenerated(read_script_bytes(data)))
    if said == "usage: a list of cards does not say which game it is" or name == "json" or name == "json number":
        said = complaint(lambda: list(read_all(data, Asked(None, load("spiderette")))))
    assert said is wanted or (said is not None and wanted is not None and said.startswith(wanted))


WON_CLUBS = "f1: KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C AC"
START = b"#patience 1\ngame: spiderette\nstart:\n"
GOLD = b"#patience-board 1\ngame: gold-mine\nseed: d1:3\n\n"
DECK = " ".join(shuffle("1x52", read_seed("d1:3"))).encode()
EMPTY = b"".join(f"{name}:\n".encode() for name in load("gold-mine").names if name != "s")

# fault-47: saves that are no such thing, each with its place, its code and its words.
MALFORMED = {
    "cut off in the deck": (HEAD[:29] + b"deck:\n  4D 7S JC\n", "4:11: deck: not a full 1x52 deck"),
    "cut off in the head": (b"#patience 1\ngame: spid", "1:1: header: no game"),
    "53 cards": (HEAD[:-1] + b"deck: " + DECK + b" 9H\n", "4:163: deck: not a full 1x52 deck"),
    "a card twice": (HEAD[:-1] + b"deck: " + DECK.replace(b"9H", b"9D") + b"\n", "deck: not a full 1x52 deck"),
    "no card": (HEAD[:-1] + b"deck: " + DECK.replace(b"9H", b"1H") + b"\n", "deck: not a card: '1H'"),
    "14 on a foundation": (START + f"  {WON_CLUBS} KH\n".encode(), "4:46: deck: KH cannot lie on AC: "),
    "a foundation out of order": (START + b"  f1: KC JC QC\n", "4:7: deck: KC cannot lie on f1: "),
    "a foundation from the middle": (GOLD + EMPTY.replace(b"f1:", b"f1: 2C") + b"s: AC\n", "deck: "),
    "a pile too many": (START + b"  8: 9H\n", "4:3: deck: no pile 8 in Spiderette"),
    "a pile twice": (START + b"  1: 9H\n  1: 8H\n", "5:3: deck: 1 stands twice"),
    "a pile too few": (GOLD + b"s: " + DECK + b"\n", "5:159: deck: no line 1:"),
    "face down on face up": (START + b"  1: 9H <8H> 7H\n", "4:9: deck: a face-down card on a face-up one"),
    "the top face down": (START + b"  1: 9H\n  2: <8H>\n", "deck: the top card of 2 lies face down"),
    "a pass that is none": (BOARD.replace(b"pass: 1", b"pass: -1"), "deck: not a pass: '-1'"),
    "a pass of another type": (BOARD.replace(b"pass: 1", b"pass: one"), "deck: not a pass: 'one'"),
    "a pass over the limit": (BOARD.replace(b"pass: 1", b"pass: 4"), "deck: not a pass: '4'"),
    "another version": (b"#patience 2\ngame: spiderette\n", "1:11: format: version 2 is not known here"),
    "a version that is none": (b"#patience one\n", "1:1: format: not a #patience file"),
    "an empty file": (b"", "format: nothing to read"),
    "junk in the head": (b"#patience 1\ngame: \x80\xff\n", "2:7: encoding: not UTF-8 (byte 0x80)"),
    "junk in start": (START + b"  1: 9\xffH\n", "4:7: encoding: not UTF-8 (byte 0xff)"),
    "a NUL in start": (START + b"  1: 9\0H\n", "4:7: encoding: a NUL byte: not a text (byte 0x00)"),
    "junk in a board": (GOLD + b"\x1b[31m: 9H\n", "5:1: deck: no pile \\x1b[31m in Gold Mine"),
    "a board in a transcript": (HEAD + b"#patience-board 1\n1: 9H\n", "6:1: syntax: not a move: '1:'"),
    "hidden cards": (GOLD + EMPTY + b"s: 52\n", "deck: hidden cards: this board can be looked at, not played"),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_malformed_saves(name: str, tmp_path: Path) -> None:
    """fault-47: one error with its place and code 5, before anything is played; the file stays as it was."""
    data, wanted = MALFORMED[name]
    with pytest.raises(PatienceError) as caught:
        read_script_bytes(data)
    assert caught.value.exit == 5
    said = sound(caught.value).split("\n")[0]
    assert said.startswith("file\\x1b[31m:")
    assert (said.partition(":")[2] if wanted[0].isdigit() else said.partition(": ")[2]).startswith(wanted)
    (tmp_path / "save").write_bytes(data)
    for args in (["move", "save", "d"], ["play", "save"], ["tidy", "-i", "save"], ["check", "--update", "save"]):
        ran = run(*args, stdin="d\n", cwd=tmp_path)
        assert (ran.code, ran.out) == (5, "1 file: 0 sound, 0 differ, 1 broken\n" if args[0] == "check" else "")
        assert (tmp_path / "save").read_bytes() == data


def test_a_record_has_an_end() -> None:
    """However a line multiplies what it says, no more than so many moves are made, taken back and brought back."""
    game = load("quadrille", {"passes": "unlimited"})
    record = Record(game, game.start(shuffle(game.kind, read_seed("7"))))
    record = record._replace(undos=LONGEST // 2 - 9)

    def play(text: str) -> None:
        nonlocal record
        for made in perform(record, read_token(text), 1):
            record = made.record

    assert [complaint(lambda text=text: play(text)) for text in ("dx9", "zx2")] == [None, None]
    full = f"{LONGEST} moves were made and taken back; there is no room for more"
    assert complaint(lambda: play("dx9")) == f"illegal: move 15 dx9: {full}"
    assert record.n + 2 * record.undos == LONGEST
    assert complaint(lambda: play("zx2")) == f"illegal: zx2: {full}"
    assert complaint(lambda: play("finish")) is None, "nothing goes home"


def test_a_stream_without_end() -> None:
    """Remarks and empty lines before a game are read up to the limit, whatever stands behind them."""

    class Endless(io.RawIOBase):
        """A remark for ever."""

        given = 0

        def readline(self, size: int | None = -1, /) -> bytes:
            self.given += 2
            return b"#\n"

        def read(self, size: int = -1, /) -> bytes:
            return b"#\n" * (size // 2)

    stream = Endless()
    with pytest.raises(PatienceError, match="larger than"):
        list(read_stream(stream))  # type: ignore[arg-type]
    assert stream.given <= LIMIT + 2


# Shapes that ask for more memory than they take room: a head, and what is repeated behind it.
SPIDERETTE = b"#patience 1\ngame: spiderette\n"
SHAPES = {
    "lines": (HEAD, b"z\n"),
    "comments": (HEAD, b"#\n"),
    "empty lines": (HEAD, b"\n"),
    "refusals": (HEAD, b"?g\n"),
    "tokens": (HEAD, b"z "),
    "moves": (b"#patience 1\ngame: gold-mine\nseed: d1:1\n\nd\nw-1\n", b"1-2\n2-1\n"),
    "deals": (QUADRILLE, b"dx51\nr\n"),
    "title": (SPIDERETTE + b"title: a\n", b"  a\n"),
    "headers": (SPIDERETTE, b"x-a: 1\n"),
    "deck": (SPIDERETTE + b"deck:\n", b"  9H\n"),
    "deck on a line": (SPIDERETTE + b"deck: ", b"9H"),
    "start": (SPIDERETTE + b"start:\n", b"  1:\n"),
    "board": (b"#patience-board 1\ngame: spiderette\nseed: -\n\n1: ", b"9H "),
    "accepted": (b"#patience-board 1\ngame: milligan-grace\nseed: -\n\ngrace: 1\naccepted: ", b"9H9C "),
    "cards": (b"9H ", b"9H"),
    "json": (b'{"tableau piles":[["9H"', b',"9H"'),
    "brackets": (b'{"tableau piles":', b"["),
    "objects": (b"", b'{"tableau piles":[]}\n'),
    "digits": (b"", b"011"),
    "solver": (b": ", b"9H "),
    "columns": (b": 9H\n", b": 9H\n\n"),
    "titles": (b"Talon: ", b"9H "),
    "deal line": (b"spiderette d1:1 ", b"9H"),
    "options": (b"spiderette,", b"a=b,"),
    "blanks": (b"spiderette ", b" "),
}


@pytest.mark.parametrize("name", SHAPES)
def test_memory_is_bounded_by_the_length_of_a_text(name: str) -> None:
    """At most 400 bytes for each byte read; twenty times that where five bytes make fifty moves, up to `LONGEST`."""
    head, unit = SHAPES[name]
    data = head + unit * ((20_000 if name in ("moves", "deals") else 40_000) // len(unit))
    asked = Asked(None, load("spiderette"))
    _played(head + unit, asked)
    tracemalloc.start()
    try:
        _played(data, asked)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 400 * len(data) * (20 if name == "deals" else 1)


def _played(data: bytes, asked: Asked) -> list[int]:
    """The games of a text as far as they can be read and played: how many moves were made in each."""
    made = []
    try:
        for script in read_all(data, asked):
            replay = Replay(script)
            for _ in replay.lines():
                continue
            made.append(replay.record.n)
    except PatienceError:
        pass
    return made


def test_a_line_of_megabytes_is_no_list_of_words() -> None:
    """Finding out what a text is looks at its head only."""
    data = b"a " * (LIMIT // 2)
    tracemalloc.start()
    try:
        with pytest.raises(PatienceError, match="not a card"):
            list(read_stream(io.BytesIO(data), Asked(None, load("spiderette"))))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 12 * LIMIT


def test_a_printed_table_of_any_width() -> None:
    """A solver's position of more columns than the game has is refused, not read column by column."""
    game = load("freecell")
    table = game.start(shuffle(game.kind, read_seed("ms:1")))
    wide = ["9H", "--- " * 9, "-- " * 4000, *["9H"] * 4000]
    words = "illegal: neither the position that is played nor one move from it"
    assert complaint(lambda: keller.moves_of(wide, game, table)) == words
    many = ["2a a2 " * (LONGEST // 2) + "2a"]
    assert complaint(lambda: keller.moves_of(many, game, table)) == f"format: more than {LONGEST} moves"


# -- files beside the games --------------------------------------------------------------------------------------------

STUDY = '{"type":"study","game":%s,"seed":"d1:1","verdict":"winnable","positions":%s,"moves":%s}'


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        (STUDY % ('"spiderette"', "12", "1" + "0" * 4000), None),
        (STUDY % ('"spiderette"', "12", "1" + "0" * 5000), "not a line of JSON"),
        (STUDY % ('"spiderette"', "1e9", "1"), "not a result"),
        (STUDY % ('"spiderette"', "true", "1"), "not a result"),
        (STUDY % ("[" * 900 + "]" * 900, "12", "1"), "a study of game of another kind, not spiderette"),
        (STUDY % ('"' + "x" * 90 + '"', "12", "1"), "a study of game " + "x" * 40 + ", not spiderette"),
        ("[" * 100_000, "not a line of JSON"),
        ("{}", "not a line of a study"),
    ],
)
def test_lines_of_a_study(line: str, wanted: str | None) -> None:
    task = study.Task("spiderette", study.THOUGHTFUL, 1000)
    assert complaint(lambda: study.read_lines(task, [line])) == (wanted and f"format: {wanted}")


def test_a_histogram_of_any_numbers() -> None:
    lines = study.histogram("positions", [1, 10**400, 10**400 // 2])
    assert len(lines) <= 13
    assert [line.split()[1] for line in lines[1:] if line.split()[1] != "0"] == ["1", "1", "1"]


@pytest.mark.parametrize(
    "text",
    ["a = " + "[" * 5000, "compact = " + "9" * 5000, 'suits = "\\u001b[31m"', '"\\u001b[31m" = 1', "suits = {a = [1]}"],
)
def test_settings_out_of_reason(text: str, tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text(text)
    with pytest.raises(PatienceError) as caught:
        looks._from_file(path)
    assert caught.value.code in ("usage", "header")
    assert "\x1b" not in caught.value.render("-")


def test_statistics_out_of_reason() -> None:
    line = '{"game":"\\u001b[31mred","seed":"d1:1","result":"won","moves":%s,"home":2}'
    games, broken = stats.read(
        "\n".join([line % 7, line % ("9" * 5000), line % "7.5", "[" * 100_000, "{", "7", "null"])
    )
    assert (len(games), broken) == (1, 6)
    assert stats.lines(games)[1].split()[:2] == ["\\x1b[31mred", "1"]


def test_the_readers_take_their_name_from_the_first_byte() -> None:
    assert chosen(b"\x05abc") == (NAMES[5], b"abc")
    assert chosen(b"") == (NAMES[0], b"")
    assert decode(b"\xef\xbb\xbfa").lines == ["a"]
