"""Every reader as a function of some bytes, what must hold of it, and where to begin; and a script to fuzz them.

The tests run the readers on generated input. As a script this file runs one reader under Atheris, which grows its
corpus by the coverage it reaches:

    pip install atheris
    python tests/fuzz_atheris.py transcript --seconds 300
    python tests/fuzz_atheris.py all --seconds 300 --corpus DIRECTORY

The second runs all readers, one after another, and tells how many inputs each was given.

What breaks a reader is told and kept in the corpus's directory `found`, once for each place that raised; the run goes
on. A finding belongs, made small, in `fixtures/faults`.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import io
import pkgutil
import re
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random

try:
    import atheris
except ImportError:  # the tests need only the readers
    atheris = None

sys.path.insert(0, str(Path(__file__).parent.parent))

with atheris.instrument_imports(include=["patience_cli"]) if atheris else contextlib.nullcontext():
    import patience_cli
    from patience_cli import formats, looks, stats, study
    from patience_cli.board import Line, board_lines, position_lines, read_board, read_position
    from patience_cli.cards import fresh
    from patience_cli.commands.converting import board as board_of
    from patience_cli.commands.converting import written
    from patience_cli.commands.engine import Request
    from patience_cli.deals import Deal, deal_line, deck_for, read_deal_line, read_options, read_seed, read_spec, spec
    from patience_cli.errors import EXITS, PatienceError, printable
    from patience_cli.formats import keller
    from patience_cli.game import Game
    from patience_cli.games import NAMES, load, options_of
    from patience_cli.notation import read_token, split
    from patience_cli.reading import Asked, read_all, read_script_bytes, read_stream
    from patience_cli.record import Record, perform
    from patience_cli.script import Script, of_deal
    from patience_cli.seeds import shuffle
    from patience_cli.session import Fault, Note, Out, Recorded, Session
    from patience_cli.textfile import decode
    from patience_cli.transcript import Replay, joined, regenerated, tidy

    if atheris:  # what the program loads when it is needed has to be loaded here to be watched
        for module in pkgutil.walk_packages(patience_cli.__path__, "patience_cli."):
            if not module.name.startswith(("patience_cli.__main__", "patience_cli.solver")):
                importlib.import_module(module.name)

FIXTURES = Path(__file__).parent.parent / "fixtures"
FOREIGN = tuple(name for name in formats.READ if name not in formats.OWN)


def sound(error: PatienceError) -> str:
    """An error as it is printed, after a look whether it may be: a known code, and nothing that moves a terminal."""
    assert error.code in EXITS
    assert error.exit == EXITS[error.code]
    text = error.render("file\x1b[31m")
    for line in text.split("\n"):
        assert line.isprintable(), line
    return text


def chosen(data: bytes, names: tuple[str, ...] = NAMES) -> tuple[str, bytes]:
    """One of some names by the first byte, and the other bytes."""
    return (names[data[0] % len(names)], data[1:]) if data else (names[0], b"")


def text_of(data: bytes) -> str:
    """The bytes as text, whatever they are, lone surrogates too."""
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode("utf-8", "surrogateescape")


def lines_of(data: bytes) -> list[str]:
    """The bytes as the lines of a file; PatienceError as for any file."""
    return decode(data).lines


# -- our own files -------------------------------------------------------------------------------------------------


def transcript(data: bytes) -> None:
    """A file that is one game: replayed it is a fixed point, tidied it ends in the same position."""
    script = read_script_bytes(data)
    replay = Replay(script)
    text = joined(replay.lines())
    again = read_script_bytes(text.encode())
    assert regenerated(again) == text
    tidied = Replay(tidy(script)).play()
    assert tidied.table == replay.record.table
    assert tidied.n == replay.record.n
    assert tidied.status == replay.record.status


def scripts(data: bytes) -> None:
    """Whatever may come in, from a file and from a stream: the same games, or the same fault."""
    whole, streamed = outcome(lambda: list(read_all(data))), outcome(lambda: list(read_stream(io.BytesIO(data))))
    if isinstance(whole, PatienceError) or isinstance(streamed, PatienceError):
        for fault in (whole, streamed):
            if isinstance(fault, PatienceError):
                sound(fault)
        return
    assert [written_as_line(script) for script in whole] == [written_as_line(script) for script in streamed]


def written_as_line(script: Script) -> list[str]:
    """A script's position, for comparing."""
    return position_lines(script.game, script.start)


def outcome(read: Callable[[], list[Script]]) -> list[Script] | PatienceError:
    """What is read, or the error that comes of it."""
    try:
        return read()
    except PatienceError as error:
        return error


def board(data: bytes) -> None:
    """A board: written anew it is read as the same."""
    found = read_board(lines_of(data))
    lines = board_lines(found)
    again = read_board(lines)
    assert again == found
    assert board_lines(again) == lines


def position(data: bytes) -> None:
    """The lines below `start:`, which may leave cards and piles out."""
    name, rest = chosen(data)
    game = load(name)
    lines = [Line(text, number, 2, f"  {text}") for number, text in enumerate(lines_of(rest), 1) if text]
    end = Line("start:", 1, 0, "start:")
    table = read_position(game, lines, end, partial=True, sparse=True)
    written_lines = [Line(text, 1, 0, text) for text in position_lines(game, table)]
    assert read_position(game, written_lines, end, partial=True, sparse=False) == table
    assert game.status(table) in ("playing", "won", "lost")
    for move in game.moves(table)[:20]:
        game.play(table, move)


def deal(data: bytes) -> None:
    """A deal line: written anew it is read as the same."""
    found = read_deal_line(text_of(data), 1)
    assert read_deal_line(deal_line(found), 1) == found


def options(data: bytes) -> None:
    """A game with its options, and options alone."""
    text = text_of(data)
    try:
        found = read_options(text)
        assert read_options(",".join(f"{name}={value}" for name, value in found.items())) == found
    except PatienceError as error:
        sound(error)
    game = read_spec(text)
    assert read_spec(spec(game)) is not None
    assert read_spec(spec(game)).values == game.values


def seed(data: bytes) -> None:
    """A seed, and the deck it gives to every kind of deck it can."""
    found = read_seed(text_of(data))
    if found.id != "daily":
        assert read_seed(str(found)) == found
    for kind in ("1x52", "2x52", "8x13s"):
        try:
            assert len(shuffle(kind, found)) in (52, 104)
        except PatienceError as error:
            sound(error)


# -- other programs' files -------------------------------------------------------------------------------------------


def foreign(data: bytes) -> None:
    """A text in a foreign format: written in that format and read again it is the same position."""
    form, rest = chosen(data, FOREIGN)
    name, rest = chosen(rest)
    asked = Asked(form, load(name))
    for script in read_all(rest, asked):
        text = joined(written(script, form))
        again = next(read_all(text.encode(), asked))
        assert position_lines(again.game, again.start) == position_lines(script.game, script.start)


def guessed(data: bytes) -> None:
    """A text of which only the game is known; each game in it may be written in every format."""
    name, rest = chosen(data)
    for script in read_all(rest, Asked(None, load(name))):
        for form in formats.WRITTEN:
            try:
                joined(written(script, form)).encode()
            except PatienceError as error:
                sound(error)


def solution(data: bytes) -> None:
    """A solution as Freecell Solver prints it: all its moves are legal."""
    first, rest = data[:1] or b"\0", data[1:]
    game = load("freecell")
    table = game.start(deck_for(game, read_seed(f"ms:{first[0] + 1}")))
    for move in keller.moves_of(lines_of(rest), game, table):
        table = game.play(table, move)


# -- what is typed -------------------------------------------------------------------------------------------------


def moves(data: bytes) -> None:
    """Tokens played onto a game that is under way; what was made reads as what it was."""
    name, rest = chosen(data)
    game, record = begun(name)
    tokens, _ = split(text_of(rest))
    for _, text in tokens:
        try:
            for made in perform(record, read_token(text, len(game.columns) <= 9), 1):
                before, record = record, made.record
                if made.move is not None:
                    (again,) = perform(before, read_token(made.text, len(game.columns) <= 9), 1)
                    assert again.record.table == record.table
        except PatienceError as error:
            sound(error)


@cache
def begun(name: str) -> tuple[Game, Record]:
    """A game some moves after its deal."""
    game = load(name)
    record = Record(game, game.start(shuffle(game.kind, read_seed("10"))))
    for number in range(8):
        legal = game.moves(record.table)
        if legal:
            record = record.play(legal[-1 if number % 2 else 0], number)
    return game, record


def session(data: bytes) -> None:
    """Lines given to a session: its answers may be printed, and what it records is the game it holds."""
    name, rest = chosen(data)
    script = of_deal(read_deal_line(deal_line_of(name), 1))
    talk = Session(script, script.record(), log_refused=True)
    recorded: list[str] = []
    for line in lines_of(rest)[:200]:
        if line.strip().lower().startswith("hint"):
            continue  # a search, not a reader
        for answer in talk.feed(line):
            match answer:
                case Out(lines):
                    for shown in lines:
                        assert shown.isprintable(), shown
                case Recorded(lines):
                    recorded += lines
                case Note(text):
                    assert text.isprintable(), text
                case Fault(error):
                    sound(error)
        if talk.over:
            break
    text = "\n".join([*Replay(script).lines(), *recorded, ""])
    again = Replay(read_script_bytes(text.encode()))
    assert joined(again.lines()) == text or any(not line.strip(" \t") for line in recorded)
    assert again.record.table == talk.record.table


@cache
def deal_line_of(name: str) -> str:
    """A deal line of a game."""
    game, seed = load(name), read_seed("10")
    return deal_line(Deal(game, seed, deck_for(game, seed)))


def request(data: bytes) -> None:
    """A line for the engine."""
    found = Request(text_of(data), 1)
    assert found.ident is None or isinstance(found.ident, str | int)
    assert "\n" not in found.line


# -- files beside the games ------------------------------------------------------------------------------------------


def results(data: bytes) -> None:
    """A study's file: each result written anew is read as the same."""
    task = study.Task("spiderette", study.THOUGHTFUL, 1000)
    found = study.read_lines(task, lines_of(data))
    lines = [study.as_line(task, result) for result in found.values()]
    assert study.read_lines(task, lines) == found
    for line in study.summary_lines(task, study.summed(found.values())):
        assert line.isprintable()
    study.histogram("moves", [result.moves for result in found.values()])


def counted(data: bytes) -> None:
    """The statistics' file: a broken line is counted, never told."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return
    games, broken = stats.read(text)
    assert len(games) + broken <= len(text.split("\n"))
    for line in stats.lines(games):
        assert printable(line) == line


def settings(data: bytes) -> None:
    """The configuration: only known settings with known values."""
    with tempfile.NamedTemporaryFile(suffix=".toml") as file:
        file.write(data)
        file.flush()
        found = looks._from_file(Path(file.name))
    for name, value in found.items():
        looks.check_setting(name, value, name)


READERS: dict[str, Callable[[bytes], None]] = {
    "transcript": transcript,
    "scripts": scripts,
    "board": board,
    "position": position,
    "deal": deal,
    "options": options,
    "seed": seed,
    "foreign": foreign,
    "guessed": guessed,
    "solution": solution,
    "moves": moves,
    "session": session,
    "request": request,
    "results": results,
    "counted": counted,
    "settings": settings,
}


def tried(reader: str, data: bytes) -> PatienceError | None:
    """Run a reader: its error, when it is one of ours and fit to be printed. Anything else is a fault."""
    try:
        READERS[reader](data)
    except PatienceError as error:
        sound(error)
        return error
    return None


# -- where to begin --------------------------------------------------------------------------------------------------


def beginnings(reader: str) -> list[bytes]:
    """Sound input of a reader, from the fixtures and from the program itself."""
    transcripts = [path.read_bytes() for path in sorted((FIXTURES / "transcripts").rglob("*.patience"))]
    deals = [deal_line_of(name) for name in NAMES]
    match reader:
        case "transcript":
            return transcripts + [of_game(name, "transcript").encode() for name in NAMES]
        case "scripts":
            own = [of_game(name, form).encode() for name in NAMES[::4] for form in formats.OWN]
            return transcripts[::5] + own + ["\n".join(deals).encode()]
        case "board":
            return [of_game(name, "board").encode() for name in NAMES] + [GRACE_BOARD]
        case "position":
            boards = [of_game(name, "board").partition("\n\n")[2].encode() for name in NAMES]
            return [bytes([i]) + text for i, text in enumerate(boards)]
        case "deal":
            return [line.encode() for line in deals]
        case "options":
            return [
                f"{name},{option.name}={option.values[-1]}".encode() for name in NAMES for option in options_of(name)
            ]
        case "seed":
            return [b"1", b"d1:42", b"ms:617", b"pysol:32000", b"kpat:7", b"daily-2025-11-29", b"daily", b"a-word"]
        case "foreign" | "guessed":
            return foreign_texts(named=reader == "foreign")
        case "solution":
            return [b"\x01" + text for text in SOLUTIONS]
        case "moves":
            return [bytes([i]) + text for i in range(len(NAMES)) for text in MOVES]
        case "session":
            return [bytes([i]) + text.replace(b" ", b"\n") for i in range(len(NAMES)) for text in (*MOVES, WORDS)]
        case "request":
            return [b'{"id":7,"do":"3-5"}', b'{"id":"a","do":"67 54"}', b"3-5", b'{"do":"z"}']
        case "results":
            return [
                b'{"type":"study","game":"spiderette","player":"thoughtful","nodes":1000,"seed":"d1:1",'
                b'"verdict":"winnable","positions":12,"moves":90,"stopped":true}\n'
            ]
        case "counted":
            return [b'{"game":"gold-mine","seed":"d1:1","result":"won","moves":120,"home":52}\n' * 3]
        case "settings":
            return [b'suits = "symbols"\ncolor = "never"\npalette = "four"\ncompact = true\ngame = "gold-mine"\n']
    raise KeyError(reader)


SOLUTIONS = (
    b"26 76 72 72 5a 27 57 67 1b 61 41 4h 4h 41 45 34 3c 6d 5b\n",
    b"2a v5 35v2 a5 9h -=-=-\n# a remark\n1k 8a a8 hh\n",
    b"--- --- --- ---  H-0 C-0 D-0 S-0\n\n-- -- -- -- -- -- -- --\n2S  9H 10C\n",
    b"I could not solve this game.\n",
)
MOVES = (
    b"3-5 7-4x2 w-2 6-f f3-5 4-fx13 6/1x2 d r z y a g 3-p p-8",
    b"35 74x 6f 60 w2 p8 3p AS 9H-TC 9h-5 8D-4=8D 3-5=9H dx3 zx2 yx9",
    b"dx999999999 zx999999999 finish auto undo redo u .",
    b"d d d finish z z y 1-2 2-1 2/1 10-3x4 resign",
)
WORDS = b"help ? show piles legal check describe where restart rules quit save new #comment |out !out ?9-9 end:"
GRACE_BOARD = b""


def of_game(name: str, form: str) -> str:
    """A game some moves after its deal, in a format."""
    _, record = begun(name)
    script = of_deal(read_deal_line(deal_line_of(name), 1))
    if form == "board":
        return joined(board_lines(board_of(script, record)))
    moved = [str(step.move) for step in record.steps()]
    longer = read_script_bytes((joined(Replay(script).lines()) + joined(moved)).encode())
    return joined(written(longer, form))


def foreign_texts(*, named: bool) -> list[bytes]:
    """Deals and positions of all games in all foreign formats that can say them."""
    found = []
    for i, form in enumerate(FOREIGN):
        for j, name in enumerate(NAMES):
            for text in (deal_line_of(name), of_game(name, "board")):
                script = next(read_all(text.encode()))
                try:
                    foreign_text = joined(written(script, form)).encode()
                except PatienceError:
                    continue
                found.append((bytes([i, j]) if named else bytes([j])) + foreign_text)
    return found


def vocabulary() -> list[str]:
    """Words that a fuzzer would take long to find."""
    cards = [str(card) for card in fresh(1)]
    headers = [
        "game: ",
        "options: ",
        "seed: ",
        "deck:",
        "deck-id: ",
        "start:",
        "rules: 1",
        "title: ",
        "partial: yes",
        "x-",
    ]
    piles = [
        "1: ",
        "7: ",
        "f1: ",
        "w: ",
        "p: ",
        "s: ",
        "pass: ",
        "grace: ",
        "accepted: ",
        "Talon: ",
        "FC: ",
        "Founds: ",
    ]
    body = ["end: won moves=", " home=", " undos=", "show", "? ", "resign", "finish", "undo", "redo", "-f", "x13", "dx"]
    json = ["tableau piles", "foundations", "stock", "waste", "cells", "type", "study", "moves", "do", "id"]
    return [*NAMES, *cards, *(f"<{card}>" for card in cards[::5]), *headers, *piles, *body, *json]


def rearranged(data: bytes, random: Random) -> bytes:
    """The input with two words or two lines changed for each other, a line twice or not at all, or a huge number."""
    kind = random.choice((rb"[^\s<>,]+", rb"[^\s<>,]+", rb"[^\n]*\n", rb"[0-9]+"))
    found = list(re.finditer(kind, data))
    if len(found) < 2:
        return data
    one, other = sorted(random.sample(found, 2), key=lambda match: match.start())
    middle = data[one.end() : other.start()]
    if kind == rb"[0-9]+":
        middle, number = data[one.end() :], random.choice((b"999999999", b"9" * 40, b"0", b"-1", b"9" * 4400))
        return data[: one.start()] + number + middle
    first, second = random.choice(((other[0], one[0]), (other[0], one[0]), (one[0] * 2, other[0]), (b"", other[0])))
    return data[: one.start()] + first + middle + second + data[other.end() :]


# -- the script ------------------------------------------------------------------------------------------------------


class Found:
    """The faults seen so far, one for each place in the program that raised."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.seen: set[str] = set()
        self.count = 0

    def __call__(self, reader: str, data: bytes, error: Exception) -> None:
        """Keep a fault that is not known yet."""
        frames = traceback.extract_tb(error.__traceback__)
        places = [f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames if frame.filename != __file__]
        own = [str(frame.lineno) for frame in frames if frame.filename == __file__]
        where = " ".join([type(error).__name__, *places[-2:], own[-1] if own else ""])
        if where in self.seen:
            return
        self.seen.add(where)
        self.directory.mkdir(parents=True, exist_ok=True)
        path = self.directory / f"{reader}-{sha256(where.encode()).hexdigest()[:8]}"
        path.write_bytes(data)
        path.with_suffix(".txt").write_text("".join(traceback.format_exception(error)), errors="backslashreplace")
        print(f"FOUND {reader} {where}: {path.name}", file=sys.stderr, flush=True)


def mutated(data: bytes, most: int, seed_number: int) -> bytes:
    """Input for the next run: changed byte by byte, or in larger pieces."""
    random = Random(seed_number)
    if random.random() < 0.5:
        return bytes(atheris.Mutate(data, most))
    return rearranged(data, random)[:most]


def fuzz_all(seconds: int, corpus: Path) -> None:
    """Fuzz every reader, each in a process of its own, for so many seconds."""
    total = 0
    for reader in READERS:
        command = [sys.executable, __file__, reader, "--seconds", str(seconds), "--corpus", str(corpus)]
        told = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False).stderr
        inputs = int((re.findall(r"stat::number_of_executed_units:\s+(\d+)", told) or ["0"])[-1])
        total += inputs
        faults = told.count("FOUND ") + len(re.findall(r"ERROR: libFuzzer", told))
        print(f"{reader:20}{inputs:12,} inputs{faults:5} faults", flush=True)
    print(f"{'in all':20}{total:12,} inputs of {len(READERS)} readers")


def main() -> None:
    """Fuzz one reader for some seconds, or all of them."""
    parser = argparse.ArgumentParser(description="Coverage-guided fuzzing of one reader.")
    parser.add_argument("reader", choices=[*READERS, "all"])
    parser.add_argument("--seconds", type=int, default=300)
    corpora = Path("build") / "corpus"
    parser.add_argument("--corpus", type=Path, default=corpora, help="where the corpora of all readers grow")
    wanted = parser.parse_args()
    if wanted.reader == "all":
        fuzz_all(wanted.seconds, wanted.corpus)
        return
    corpus = wanted.corpus / wanted.reader
    corpus.mkdir(parents=True, exist_ok=True)
    for data in beginnings(wanted.reader):
        (corpus / sha256(data).hexdigest()[:16]).write_bytes(data)
    found = Found(wanted.corpus / "found")

    def once(data: bytes) -> None:
        found.count += 1
        try:
            tried(wanted.reader, data)
        except Exception as error:
            found(wanted.reader, data, error)

    words = wanted.corpus / "words"
    words.write_text("".join(f'"{word}"\n' for word in vocabulary()))
    limits = [
        f"-max_total_time={wanted.seconds}",
        "-timeout=20",
        "-rss_limit_mb=1500",
        "-max_len=4096",
        "-len_control=0",
    ]
    places = [f"-dict={words}", f"-artifact_prefix={corpus.parent}/", str(corpus)]
    atheris.Setup([sys.argv[0], *limits, "-print_final_stats=1", *places], once, custom_mutator=mutated)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
