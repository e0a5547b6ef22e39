"""A line-oriented game: lines in, answers out. It reads no file, writes none and asks no terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from .board import position_lines
from .cards import read_card
from .deals import spec
from .errors import PatienceError
from .notation import Do
from .record import Made, Record, end_line, news, perform
from .render import PLAIN, Style
from .script import DIRECTIVES, Item, Script, read_line
from .transcript import commented, directive, ended, legal_lines, played, refusal_lines, refused, show_lines


class Out(NamedTuple):
    """Lines for standard output."""

    lines: list[str]


class Recorded(NamedTuple):
    """Lines for the transcript, and what was made when they are moves."""

    lines: list[str]
    made: Made | None = None


class Note(NamedTuple):
    """Something a player should be told beside the game."""

    text: str


class Fault(NamedTuple):
    """A line, or the rest of it, was refused; nothing of the refused part was played."""

    error: PatienceError
    n: int


class Ask(NamedTuple):
    """Something only the outside can do: quit, new, save; `text` is its argument."""

    what: str
    text: str = ""


Answer = Out | Recorded | Note | Fault | Ask

HELP = """\
35         from column 3 to column 5: one card, or the sequence that fits
74x2  74x  two cards; as many as go
6f  w2     to a foundation; from the waste
3p  p8     into the pocket or a cell; out of it
9H-TC  9H  the same by card: onto a ten; wherever it can go
d  r       deal; redeal (turn the waste over)
z  y       undo; redo: as often as you like
a  finish  play home what is safe; all that goes
6/1x2  g   a free move while a grace is open; end the grace
show  piles  describe  where CARD  legal  hint  check  rules
restart  new [GAME [SEED]]  save FILE  resign  quit"""


class Session:
    """A game under way at the prompt or in a pipe. `feed` takes a line and yields what it brings about."""

    def __init__(
        self,
        script: Script,
        record: Record,
        *,
        first_line: int = 1,
        strict: bool = False,
        log_refused: bool = False,
        style: Style = PLAIN,
        words: bool = False,
    ) -> None:
        self.script = script
        self.record = record
        self.number = first_line - 1
        self.strict = strict
        self.log_refused = log_refused
        self.style = style
        self.words = words
        self._words: dict[str, Callable[[str], Iterator[Answer]]] = {
            "help": self._help,
            "show": lambda _: self._out(self.table()),
            "piles": lambda _: self._out(position_lines(self.record.game, self.record.table, hide=True)),
            "legal": lambda _: self._out(legal_lines(self.record)),
            "check": lambda _: self._out(directive(self.script, self.record, "check")),
            "hint": self._hint,
            "rules": self._rules,
            "describe": self._describe,
            "where": self._where,
            "restart": self._restart,
            "new": lambda rest: iter([Ask("new", rest)]),
            "save": lambda rest: iter([Ask("save", rest)]),
            "quit": lambda rest: iter([Ask("quit", rest)]),
            "q": lambda rest: iter([Ask("quit", rest)]),
        }

    @property
    def over(self) -> bool:
        """Whether a line says that the game is over, so that nothing more can happen in it."""
        return self.record.resigned or self.script.end is not None

    def table(self) -> list[str]:
        """The state line and the table, as they look here."""
        if self.words:
            from .describe import described

            return described(self.record, self.script.seed, spec(self.record.game))
        return show_lines(self.record.game, self.script.seed, self.record, self.style)

    def feed(self, source: str) -> Iterator[Answer]:
        """What one input line brings about. A refused line ends in a `Fault`; what it made before that stands."""
        self.number += 1
        text = source.strip(" \t")
        word, _, rest = text.partition(" ")
        word = word.lower()
        try:
            if text == "?":
                yield from self._help("")
            elif word in self._words and (not rest or rest.lstrip().startswith("#") or word not in DIRECTIVES):
                yield from self._words[word](rest.strip())
            else:
                yield from self._body(source)
        except PatienceError as error:
            place = len(source) - len(source.lstrip(" \t")) + 1
            yield Fault(error.at(self.number, place, source), self.record.n + 1)

    def _body(self, source: str) -> Iterator[Answer]:
        item = read_line(source, self.number, short=len(self.record.game.columns) <= 9)
        if item is None or item.kind == "blank":
            return
        if item.kind == "comment":
            yield Recorded([f"#{item.comment}"])
        elif item.kind == "moves":
            yield from self._moves(item)
        elif item.kind == "refusal":
            yield from self._refusal(item)
        else:
            yield from self._end(item)

    def _going_on(self) -> None:
        """PatienceError `illegal` when the transcript says that its game is over."""
        if end := self.script.end:
            raise PatienceError(
                "illegal", f"the game is over: line {end.line} ends it", "--reopen, which drops that line"
            )

    def _moves(self, item: Item) -> Iterator[Answer]:
        before = self.record
        waiting: Made | None = None
        try:
            self._going_on()
            # The numbers below nought keep the steps of this session apart from those of a file that was read.
            for made in played(self.record, item, strict=self.strict, step=-item.line):
                if waiting:
                    yield Recorded([waiting.text], waiting)
                self.record = made.record
                waiting = made
        except PatienceError as error:
            if waiting:
                yield Recorded([waiting.text], waiting)
            yield from self._told(before)
            if error.place:
                token = error.place.source[error.place.col - 1 - error.offset :].split()[0]
                yield from self._logged(token, refusal_lines(error))
            yield Fault(error.at(item.line, item.tokens[0].col, item.source), self.record.n + 1)
            return
        if lines := commented([waiting.text] if waiting else [], item.comment):
            yield Recorded(lines, None if waiting and waiting.ends else waiting)
        yield from self._told(before)

    def _refusal(self, item: Item) -> Iterator[Answer]:
        """A `?` line: its move must be refused; the reason is told, and recorded only where refusals are."""
        lines = refused(self.record, item)
        yield from self._logged(item.word, lines)
        yield Out(lines)

    def _logged(self, token: str, reason: list[str]) -> Iterator[Answer]:
        """A refusal for the record, where it is asked for. Not that of many steps back: a file's steps are others."""
        if self.log_refused and not self.over and token[:2].lower() not in ("zx", "ux", "yx"):
            yield Recorded([f"? {token}", *reason])

    def _end(self, item: Item) -> Iterator[Answer]:
        """The last line of a transcript's body: it must be true. One that gives up does so."""
        before = self.record
        self.record = ended(before, item)
        if self.record.resigned and not before.resigned:
            yield Recorded([end_line(self.record, item.word)])
        yield from self._told(before)

    def _told(self, before: Record) -> Iterator[Answer]:
        """Notes about what a line brought about."""
        yield from map(Note, news(before, self.record))

    # -- words -----------------------------------------------------------------------------------------------------

    @staticmethod
    def _out(lines: list[str]) -> Iterator[Answer]:
        yield Out(lines)

    def _help(self, _: str) -> Iterator[Answer]:
        yield Out(HELP.splitlines())

    def _rules(self, _: str) -> Iterator[Answer]:
        from .manual import rule_page

        yield Out(rule_page(self.record.game))

    def _describe(self, _: str) -> Iterator[Answer]:
        from .describe import described

        yield Out(described(self.record, self.script.seed, spec(self.record.game)))

    def _where(self, rest: str) -> Iterator[Answer]:
        from .describe import where

        card = read_card(rest)
        if card is None:
            raise PatienceError("syntax", f"not a card: {rest[:20]!r}", "where and a card, such as where 9H")
        yield Out(where(self.record, card))

    def _hint(self, _: str) -> Iterator[Answer]:
        from .hint import advise

        move, why, _ = advise(self.record.game, self.record.table)
        yield Out([f"{self.record.game.text(self.record.table, move)}  {why}" if move else why])

    def _restart(self, _: str) -> Iterator[Answer]:
        if self.over:
            raise PatienceError("illegal", "the game is over")
        if not self.record.n:
            yield Note("nothing to take back")
            return
        before = self.record
        while self.record.n:
            for made in perform(self.record, Do("restart", "z"), -self.number):
                self.record = made.record
                yield Recorded([made.text], made)
        yield from self._told(before)
