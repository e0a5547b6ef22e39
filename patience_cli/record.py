"""A game under way: moves made, taken back and brought back, as an immutable value; and one token played onto it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .cards import Card
from .errors import PatienceError
from .game import LOST, PLAYING, WON, Game
from .moves import Command, Move, Transfer
from .notation import LONGEST, Do, Token
from .resolve import permitted, resolve
from .table import Table

RESIGNED = "resigned"


class Step(NamedTuple):
    """A move that was made: the table after it, the steps before it, and a number for the input line it came from."""

    move: Move
    table: Table
    line: int
    before: Step | None


class Undone(NamedTuple):
    """A move that was taken back, and those taken back before it."""

    step: Step
    rest: Undone | None


class Record(NamedTuple):
    """A game under way. Undo is the previous table: each step holds the one before it.

    `n` is the number of moves made on the line now played, `undone` the steps that redo would bring back, `undos` how
    many moves were ever taken back, `resigned` whether the player gave up.
    """

    game: Game
    start: Table
    last: Step | None = None
    n: int = 0
    undone: Undone | None = None
    undos: int = 0
    resigned: bool = False

    @property
    def table(self) -> Table:
        """The table now."""
        return self.last.table if self.last else self.start

    @property
    def status(self) -> str:
        """playing, won, lost or resigned."""
        return RESIGNED if self.resigned else self.game.status(self.table)

    def play(self, move: Move, line: int) -> Record:
        """The record after a move that was judged legal."""
        step = Step(move, self.game.moved(self.table, move), line, self.last)
        return Record(self.game, self.start, step, self.n + 1, None, self.undos, self.resigned)

    def undo(self) -> Record:
        """The record with the last move taken back."""
        assert self.last is not None
        return self._replace(
            last=self.last.before, n=self.n - 1, undone=Undone(self.last, self.undone), undos=self.undos + 1
        )

    def redo(self) -> Record:
        """The record with the move last taken back made again."""
        assert self.undone is not None
        step, rest = self.undone
        return self._replace(last=step, n=self.n + 1, undone=rest)

    def steps(self) -> list[Step]:
        """The moves on the line now played, first first."""
        steps = []
        step = self.last
        while step:
            steps.append(step)
            step = step.before
        return steps[::-1]

    def at(self, n: int) -> Record:
        """The record as it was after the first `n` moves of the line now played."""
        step = self.last
        for _ in range(self.n - n):
            step = step.before if step else None
        return self._replace(last=step, n=n, undone=None)


class Made(NamedTuple):
    """One line of the record: what a token did. `text` is how a transcript writes it; `card` is the one that landed.

    `move` is None for `z` and `y`, and for giving up, which `ends`; `before` is the record before, `auto` whether
    autoplay made it; `typed` the token it came from, and `col` its column.
    """

    text: str
    record: Record
    before: Record
    move: Move | None = None
    card: Card | None = None
    auto: bool = False
    typed: str = ""
    col: int = 1

    @property
    def ends(self) -> bool:
        """Whether this is the line that gives up."""
        return self.record.resigned


def perform(record: Record, token: Token, line: int) -> Iterator[Made]:
    """Play one token onto a record: what it made, move by move. `line` is a number for the input line it stands on.

    PatienceError with the move's number and the judge's words when it is refused, and when the record would be longer
    than `LONGEST`; what was made before stands.
    """
    for made in _performed(record, token, line):
        if made.record.n + 2 * made.record.undos > LONGEST:
            about = f"move {made.before.n + 1} " if made.move else ""
            error = PatienceError("illegal", f"{LONGEST} moves were made and taken back; there is no room for more")
            raise error.on(about + token.text[:40])
        yield made


def _performed(record: Record, token: Token, line: int) -> Iterator[Made]:
    if not isinstance(token, Do):
        yield _transfer(record, token, line)
    elif token.verb in ("z", "y"):
        yield from _history(record, token, line)
    elif token.verb in ("a", "finish"):
        yield from _autoplay(record, line, everything=token.verb == "finish")
    elif token.verb == "resign":
        yield _resign(record, token)
    else:
        for _ in range(token.times):
            made = _command(record, token, line)
            record = made.record
            yield made


def _about(record: Record, token: Token) -> str:
    return f"move {record.n + 1} {token.text[:40]}"


def _playing(record: Record) -> None:
    if record.resigned:
        raise PatienceError("illegal", "the game is over: it was given up")


def _transfer(record: Record, token: Token, line: int) -> Made:
    game, table = record.game, record.table
    assert not isinstance(token, Do)
    try:
        _playing(record)
        move = resolve(game, table, token)
    except PatienceError as error:
        raise error.on(_about(record, token)) from None
    return _made(record, move, line)


def _command(record: Record, token: Do, line: int) -> Made:
    try:
        _playing(record)
        move = permitted(record.game, record.table, Command(token.verb))
    except PatienceError as error:
        raise error.on(_about(record, token)) from None
    return _made(record, move, line)


def _made(record: Record, move: Move, line: int, *, auto: bool = False) -> Made:
    game, table = record.game, record.table
    after = record.play(move, line)
    if not isinstance(move, Transfer):
        return Made(str(move), after, record, move, auto=auto)
    card = table.piles[move.source].cards[-move.number]
    return Made(f"{game.text(table, move)}={card}", after, record, move, card, auto)


def _history(record: Record, token: Do, line: int) -> Iterator[Made]:
    """Undo or redo by steps: a step is the moves of one input line, but on a line's own moves it is one move."""
    undo = token.verb == "z"
    try:
        _playing(record)
        plan: list[Record] = []
        for _ in range(token.times):
            now = plan[-1] if plan else record
            plan += _step_back(now, line) if undo else _step_forward(now, line)
    except PatienceError as error:
        raise error.on(token.text[:40]) from None
    for after in plan:
        yield Made(token.verb, after, record)
        record = after


def _step_back(record: Record, line: int) -> list[Record]:
    if record.last is None:
        raise PatienceError("illegal", "nothing to take back")
    of_line = record.last.line
    back = [record.undo()]
    while of_line != line and (last := back[-1].last) and last.line == of_line:
        back.append(back[-1].undo())
    return back


def _step_forward(record: Record, line: int) -> list[Record]:
    if record.undone is None:
        raise PatienceError("illegal", "nothing to bring back")
    of_line = record.undone.step.line
    forward = [record.redo()]
    while of_line != line and (undone := forward[-1].undone) and undone.step.line == of_line:
        forward.append(forward[-1].redo())
    return forward


def _resign(record: Record, token: Do) -> Made:
    if record.resigned or record.status != PLAYING:
        raise PatienceError("illegal", "the game is over already").on(_about(record, token))
    after = record._replace(resigned=True)
    return Made(end_line(after, RESIGNED), after, record)


def end_line(record: Record, result: str) -> str:
    """The line that ends a transcript."""
    return f"end: {result} moves={record.n} home={record.game.home(record.table)} undos={record.undos}"


# -- autoplay ------------------------------------------------------------------------------------------------------


def _autoplay(record: Record, line: int, *, everything: bool) -> Iterator[Made]:
    """As long as there is one, the first play home in the order of the list of moves: safe ones, or all of them."""
    while not record.resigned and (move := _play_home(record, everything)):
        made = _made(record, move, line, auto=True)
        record = made.record
        yield made


def _play_home(record: Record, everything: bool) -> Transfer | None:
    game, table = record.game, record.table
    for move in game.homeward(table):
        if everything or is_safe(game, table, move):
            return move
    return None


def is_safe(game: Game, table: Table, move: Transfer) -> bool:
    """Whether a play home can never be regretted: an ace or a two, or no card in play could still lie on this one."""
    if game.safe_always:
        return True
    card = table.piles[move.source].cards[-move.number]
    if card.rank <= 2:
        return True
    return not any(
        other.rank == card.rank - 1 and other.red != card.red
        for name, pile in table.piles.items()
        if name not in game.foundations
        for other in pile.cards
    )


# -- what to tell --------------------------------------------------------------------------------------------------

_ENDS = {WON: "the game is won", LOST: "the game is lost: nothing is left to do", RESIGNED: "the game is given up"}


def news(before: Record, after: Record) -> list[str]:
    """What a player should be told about what moves brought about: the end of the game, or else a dead end."""
    if after.status != before.status and after.status in _ENDS:
        return [_ENDS[after.status]]
    old = after.game.warnings(before.table)
    return [warning for warning in after.game.warnings(after.table) if warning not in old]
