"""Commands that look: games, rules, show, legal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from ..board import Board, board_lines
from ..deals import spec
from ..errors import PatienceError
from ..games import NAMES, load
from ..record import Record
from ..render import PLAIN, Style
from ..script import Script
from ..transcript import Replay, legal_lines, show_lines
from .common import NO, copy, named_game, note, one_script, say, say_objects, scripts

MOVES_A_LINE = 10


def games(*, json: bool) -> int:
    """The games, one a line."""
    declared = [load(name) for name in NAMES]
    if json:
        from ..machine import game

        say_objects(map(game, declared))
        return 0
    rows = [
        (one.name, one.title, str(one.deck_size // 52), ", ".join(option.name for option in one.options))
        for one in declared
    ]
    widths = [max(len(row[i]) for row in rows) for i in range(3)]
    say(
        "  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[3]]).rstrip()
        for row in rows
    )
    return 0


def rules(name: str, options: Sequence[str], *, json: bool) -> int:
    """The rule page of a game."""
    game = named_game(name, options)
    if json:
        from ..machine import rules

        say_objects([rules(game)])
    else:
        from ..manual import rule_page

        say(rule_page(game))
    return 0


def position(script: Script, at: int | None) -> Record:
    """The game as it is at the end of a script, or after `at` moves of the line now played."""
    record = Replay(script).play()
    if at is None:
        return record
    if not 0 <= at <= record.n:
        raise PatienceError("usage", f"no move {at}", f"0 to {record.n}")
    return record.at(at)._replace(resigned=record.resigned and at == record.n)


def show(file: str | None, at: int | None, form: str, *, hide: bool, reveal: bool, style: Style = PLAIN) -> int:
    """The position of each game that comes in: as a table, or in the form asked for."""
    for number, script in enumerate(scripts(file)):
        if number and form != "json":
            say([""])
        say(_shown(script, position(script, at), form, hide=hide, reveal=reveal, style=style))
    return 0


def _shown(script: Script, record: Record, form: str, *, hide: bool, reveal: bool, style: Style) -> list[str]:
    game = record.game
    match form:
        case "json":
            from ..machine import encoded, state

            return [encoded(state(script, record, reveal=reveal))]
        case "piles":
            return board_lines(Board(game, script.seed, record.table, script.partial), hide=hide)
        case "describe":
            from ..describe import described

            return described(record, script.seed, spec(game))
        case "moves":
            return list(bare_moves(record))
    return show_lines(game, script.seed, record, style)


def bare_moves(record: Record) -> Iterator[str]:
    """The canonical moves of a game, ten a line, without cards."""
    before = record.start
    texts = []
    for step in record.steps():
        texts.append(record.game.text(before, step.move))
        before = step.table
    rows = iter(texts)
    while row := list(islice(rows, MOVES_A_LINE)):
        yield " ".join(row)


def legal(file: str | None, at: int | None, *, json: bool) -> int:
    """The list of legal moves."""
    record = position(one_script(file), at)
    if json:
        from ..machine import legal as as_object

        say_objects([as_object(record)])
    else:
        say(legal_lines(record))
    return 0 if legal_lines(record) else NO


def stats(name: str | None, *, json: bool) -> int:
    """The games finished at a terminal."""
    from .. import stats as kept

    wanted = named_game(name, ()).name if name else None
    try:
        text = kept.stats_file().read_text(encoding="utf-8", errors="replace")
    except (OSError, PatienceError):
        text = ""
    games, broken = kept.read(text)
    if broken:
        note(f"{kept.stats_file()}: {broken} line{'s' * (broken != 1)} of no finished game left out")
    counted = [one for one in games if wanted is None or one.game.partition(",")[0] == wanted]
    if json:
        found = kept.figures(counted)
        say_objects({"type": "stats", "game": game, **figures._asdict()} for game, figures in found.items())
    else:
        copy(kept.lines(counted))
    return 0


def man(page: str) -> int:
    """A manual page, through the pager of man where there is one."""
    from .pages import shown

    return shown(page)
