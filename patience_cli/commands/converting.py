"""The command convert: any readable format to any other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ..board import Board, board_lines
from ..deals import Deal, deal_line, deck_of, read_seed
from ..errors import PatienceError
from ..formats import PARTED, READ, WRITTEN
from ..formats import write as write_foreign
from ..reading import Asked
from ..record import Record
from ..resolve import with_card
from ..script import Script, read_body
from ..textfile import decode
from ..transcript import Replay, result_line
from .common import all_scripts, copy, file_bytes, named_game, one_script, worst

# Formats of ours that have objects too.
OBJECTS = ("line", "transcript", "board")


def convert(files: Sequence[str], *, to: str, from_: str | None, game: str | None, json: bool) -> int:
    """Every game that comes in, in another format; the error of one file is told and the next is read."""
    check_format(to, json)
    if from_ is not None and from_ not in READ:
        raise PatienceError("usage", f"no format {from_[:40]!r} can be read", ", ".join(READ))
    asked = Asked(from_, named_game(game, ()) if game else None)
    codes: list[int] = []
    for lines in parted(all_scripts(files or [None], codes, asked), to, json):
        copy(lines)
    return worst(codes)


def parted(found: Iterable[Script], form: str, json: bool) -> Iterator[list[str]]:
    """Games in a format, those of several lines with an empty one between them; or as objects."""
    for number, script in enumerate(found):
        gap = [""] * bool(number and form in PARTED and not json)
        yield gap + list(objects(script, form) if json else written(script, form))


def solution(files: Sequence[str], notation: str | None, of: str | None, *, to: str, json: bool) -> int:
    """A solution that another program printed, as moves of the game in `of`; a whole transcript unless asked else."""
    from ..formats.keller import moves_of

    if notation != "keller" or of is None:
        raise PatienceError("usage", "a solution needs its notation and its game", "--notation keller --of FILE")
    if len(files) > 1:
        raise PatienceError("usage", "one solution at a time", "one FILE, or standard input")
    form = "transcript" if to == "line" else to
    check_format(form, json)
    script = one_script(of)
    record = Replay(script).play()
    lines = decode(file_bytes(files[0] if files else None)).lines
    played = []
    for move in moves_of(lines, script.game, record.table):
        played.append(with_card(script.game, record.table, move))
        record = record.play(move, record.n)
    end = result_line(record)
    body = read_body([*played, *([end] if end else [])], 0, short=False)
    longer = script._replace(body=(*script.body, *body))
    copy(objects(longer, form) if json else written(longer, form))
    return 0


def check_format(name: str, json: bool) -> None:
    """PatienceError `usage` when a format cannot be written."""
    if name not in WRITTEN:
        raise PatienceError("usage", f"no format {name[:40]!r}", ", ".join(WRITTEN))
    if json and name not in OBJECTS:
        raise PatienceError("usage", f"--json and --to {name} exclude each other", ", ".join(OBJECTS))


def written(script: Script, form: str) -> Iterator[str]:
    """A game in a format, line by line: a transcript whole, a deal line its deal, all else the position it is in."""
    if form == "transcript":
        yield from Replay(script).lines()
        return
    record = Replay(script).play()
    if form == "line":
        yield deal_line(dealt(script))
    elif form == "board":
        yield from board_lines(board(script, record))
    elif record.n or script.deck is None:
        yield from write_foreign(form, board(script, record))
    else:
        yield from write_foreign(form, dealt(script))


def objects(script: Script, form: str) -> Iterator[str]:
    """The same as JSON, an object a line: a deal, a game played again, or a position with all that is in it."""
    from .. import machine

    match form:
        case "transcript":
            yield from map(machine.encoded, machine.replayed(Replay(script)))
        case "board":
            yield machine.encoded(machine.state(script, Replay(script).play(), reveal=True))
        case _:
            yield machine.encoded(machine.deal(dealt(script)))


def board(script: Script, record: Record) -> Board:
    """The position a game is in."""
    return Board(script.game, script.seed, record.table, script.partial)


def dealt(script: Script) -> Deal:
    """The deal a game began with; PatienceError `usage` for a position that no deal gives."""
    deck = script.deck or deck_of(script.game, script.start)
    if deck is None:
        raise PatienceError("usage", "a position in the middle of a game is no deal", "--to board")
    seed = None if script.seed == "-" or script.deck is None else read_seed(script.seed)
    return Deal(script.game, seed, deck)
