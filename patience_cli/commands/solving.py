"""Commands that search: solve, hint."""

from __future__ import annotations

import re
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import NamedTuple

from ..board import Board, board_lines, read_board
from ..deals import spec
from ..errors import PatienceError
from ..moves import Move
from ..record import Record
from ..resolve import with_card
from ..script import Script
from ..solver import NODES, UNDECIDED, UNWINNABLE, WINNABLE, Verdict
from ..solver import solve as solved
from ..transcript import Replay, joined, result_line
from .common import NO, all_scripts, note, one_script, say, say_objects, worst
from .pool import in_order, watched

CODES = {WINNABLE: 0, UNWINNABLE: NO, UNDECIDED: 3}


class Question(NamedTuple):
    """A position to be solved, as plain text that any process can read, and the budget."""

    board: tuple[str, ...]
    nodes: int
    seconds: float | None


def budget(text: str | None) -> int:
    """A number of positions, `300k` or `3M` too; PatienceError `usage` for anything else."""
    if text is None:
        return NODES
    match = re.fullmatch(r"([0-9]{1,12})([kM]?)", text)
    number = int(match[1]) * {"": 1, "k": 1000, "M": 1_000_000}[match[2]] if match else 0
    if number < 1:
        raise PatienceError("usage", f"no budget: {text[:40]!r}", "a number of positions, such as 300k or 3M")
    return number


def check_seconds(seconds: float | None) -> None:
    """PatienceError `usage` for a time that is none."""
    if seconds is not None and not 0 < seconds < 1e9:
        raise PatienceError("usage", f"no time: {seconds:g}", "seconds")


def answer(question: Question) -> Verdict:
    """Solve a position; run by a process of a pool too."""
    board = read_board(list(question.board))
    return solved(board.game, board.table, nodes=question.nodes, seconds=question.seconds)


def solve(files: Sequence[str], *, nodes: str | None, seconds: float | None, jobs: int, brief: bool, json: bool) -> int:
    """Whether each game that comes in can be won from where it stands."""
    limit = budget(nodes)
    check_seconds(seconds)
    codes: list[int] = []
    found = all_scripts(files or [None], codes)
    first = list(islice(found, 2))
    if len(first) == 1 and not brief and not json:
        codes.append(_one(first[0], limit, seconds))
    else:
        codes += _many(chain(first, found), limit, seconds, jobs, json)
    return worst(codes)


def _one(script: Script, nodes: int, seconds: float | None) -> int:
    replay = Replay(script)
    text = list(replay.lines())
    record = replay.record
    _check_playable(record)
    with watched("solving", nodes) as progress:
        verdict = solved(record.game, record.table, nodes=nodes, seconds=seconds, progress=progress)
    if verdict.result == WINNABLE:
        sys.stdout.write(joined([*text, *_line(record, verdict.moves)]))
    note(in_words(verdict, nodes, seconds))
    return CODES[verdict.result]


def _check_playable(record: Record) -> None:
    if record.resigned:
        raise PatienceError("illegal", "the game is over: it was given up")


def _line(record: Record, moves: Sequence[Move]) -> Iterator[str]:
    """The lines that the winning moves add to a transcript."""
    for move in moves:
        yield with_card(record.game, record.table, move)
        record = record.play(move, record.n)
    if moves and (end := result_line(record)):
        yield end


def won_line(script: Script, nodes: int) -> list[str] | None:
    """The lines that win a deal, None when no win was found."""
    record = script.record()
    verdict = solved(record.game, record.table, nodes=nodes)
    return list(_line(record, verdict.moves)) if verdict.result == WINNABLE else None


def trying_on(script: Script) -> None:
    """Tell a person who waits for a deal that can be won that this one is none."""
    if sys.stderr is not None and sys.stderr.isatty():
        note(f"{spec(script.game)} {script.seed} is not won; trying the next")


def in_words(verdict: Verdict, nodes: int, seconds: float | None) -> str:
    """A verdict with its figures."""
    seen = f"{verdict.positions} positions"
    if verdict.result == WINNABLE:
        return f"winnable in {len(verdict.moves)} moves ({seen} searched)"
    if verdict.result == UNWINNABLE:
        return f"unwinnable: a complete search ({seen})"
    if verdict.stopped:
        return f"undecided (stopped after {seconds:g} s, {seen} searched)"
    return f"undecided within {nodes} positions"


def _many(found: Iterator[Script], nodes: int, seconds: float | None, jobs: int, json: bool) -> Iterator[int]:
    asked: deque[tuple[Script, Record]] = deque()

    def questions() -> Iterator[Question]:
        for script in found:
            record = Replay(script).play()
            _check_playable(record)
            asked.append((script, record))
            board = Board(script.game, script.seed, record.table, script.partial)
            yield Question(tuple(board_lines(board)), nodes, seconds)

    for verdict in in_order(answer, questions(), jobs):
        script, record = asked.popleft()
        if json:
            say_objects([_object(script, record, verdict)])
        else:
            say([_brief(script, verdict)])
        sys.stdout.flush()
        yield CODES[verdict.result]


def _brief(script: Script, verdict: Verdict) -> str:
    moves = [str(len(verdict.moves))] if verdict.result == WINNABLE else []
    stopped = ["stopped"] if verdict.stopped else []
    return " ".join([spec(script.game), script.seed, verdict.result, str(verdict.positions), *moves, *stopped])


def _object(script: Script, record: Record, verdict: Verdict) -> dict[str, object]:
    line = [text.partition("=")[0] for text in _line(record, verdict.moves) if not text.startswith("end:")]
    return {
        "type": "verdict",
        "game": script.game.name,
        "options": dict(script.game.chosen),
        "seed": script.seed,
        "verdict": verdict.result,
        "positions": verdict.positions,
        "moves": len(verdict.moves) if verdict.result == WINNABLE else None,
        "stopped": verdict.stopped,
        "line": line if verdict.result == WINNABLE else None,
    }


def hint(file: str | None, *, peek: bool, nodes: str | None, json: bool) -> int:
    """A move worth making, and why; 1 when there is none."""
    script = one_script(file)
    record = Replay(script).play()
    move, why = _peeked(record, budget(nodes)) if peek else _honest(record)
    if json:
        say_objects([{"type": "hint", "n": record.n, "move": move, "why": why, "peek": peek}])
    elif move:
        say([f"{move}  {why}"])
    else:
        note(why)
    return 0 if move else NO


def _honest(record: Record) -> tuple[str | None, str]:
    from ..hint import advise

    if record.resigned:
        return None, "the game is over"
    advice = advise(record.game, record.table)
    return (record.game.text(record.table, advice.move) if advice.move else None), advice.why


def _peeked(record: Record, nodes: int) -> tuple[str | None, str]:
    game, table = record.game, record.table
    if record.resigned or game.status(table) != "playing":
        return None, "the game is over"
    verdict = solved(game, table, nodes=nodes)
    if verdict.result == WINNABLE:
        move = verdict.moves[0]
        return game.text(table, move), f"first of {len(verdict.moves)} moves to a win (looked at hidden cards)"
    words = {UNWINNABLE: "this cannot be won any more", UNDECIDED: f"no win found within {nodes} positions"}
    return None, f"{words[verdict.result]} (looked at hidden cards)"
