"""From a script to its text again: playing it, and writing every line as it should be.

One direction: text, script, tables, text. What a script gives is a fixed point: reading it again and writing it
again changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .board import digest, position_lines
from .deals import deck_id, options_text, spec
from .errors import PatienceError
from .game import LOST, PLAYING, WON, Game
from .notation import read_token
from .record import RESIGNED, Made, Record, end_line, perform
from .render import state_line, table_lines
from .script import MAGIC, Item, Script, Typed

PER_LINE = 26


def head_lines(script: Script) -> list[str]:
    """The head of a transcript: magic line, headers in their order, and the empty line that ends them."""
    game = script.game
    lines = [MAGIC]
    if script.title:
        lines += [f"title: {script.title[0]}".rstrip(), *(f"  {more}".rstrip() for more in script.title[1:])]
    lines.append(f"game: {game.name}")
    if options := options_text(game):
        lines.append(f"options: {options}")
    lines += [f"rules: {game.rules}", f"seed: {script.seed}"]
    if script.deck is None:
        lines += ["start:", *(f"  {line}" for line in position_lines(game, script.start, sparse=True))]
    else:
        deck = script.deck
        rows = (deck[i : i + PER_LINE] for i in range(0, len(deck), PER_LINE))
        lines += [f"deck-id: {deck_id(deck)}", "deck:", *(f"  {' '.join(row)}" for row in rows)]
    for header in script.extra:
        lines += [f"{header.key}: {header.text}".rstrip(), *(f"  {more}".rstrip() for more in header.more)]
    return [*lines, ""]


class Replay:
    """A script under way: iterating `lines()` plays it and yields its text; `record` is the game so far.

    PatienceError with its place at the first line that is refused; what was good has been yielded by then.
    """

    def __init__(self, script: Script) -> None:
        self.script = script
        self.record = script.record()

    def lines(self) -> Iterator[str]:
        """The regenerated text, line by line, without line ends."""
        yield from head_lines(self.script)
        yield from self.body()

    def body(self) -> Iterator[str]:
        """The regenerated lines of the body."""
        blank = False
        started = False
        for item in self.script.body:
            if item.kind == "blank":
                blank = started
                continue
            for line in self._item(item):
                if blank:
                    yield ""
                    blank = False
                started = True
                yield line

    def play(self) -> Record:
        """Play it to its end and give the game."""
        for _ in self.body():
            continue
        return self.record

    def made(self) -> Iterator[tuple[int, Made]]:
        """Play it to its end, giving what was made, move by move, each with the line it came from."""
        for item in self.script.body:
            if item.kind == "moves":
                for made in self._moves(item):
                    yield item.line, made
            else:
                for _ in self._item(item):
                    continue

    def _item(self, item: Item) -> Iterator[str]:
        if item.kind == "moves":
            texts = [made.text for made in self._moves(item)]
            comment = "" if item.comment is None else f"#{item.comment}"
            if texts and comment:
                texts[-1] += f"  {comment}"
            yield from texts or [comment] * bool(comment)
        elif item.kind == "comment":
            yield f"#{item.comment}"
        elif item.kind == "show":
            yield item.word + _behind(item.comment)
            yield from (f"| {line}".rstrip() for line in directive(self.script, self.record, item.word))
        elif item.kind == "refusal":
            yield f"? {item.word}" + _behind(item.comment)
            yield from self._refused(item)
        else:
            yield self._ended(item)

    def _moves(self, item: Item) -> Iterator[Made]:
        for made in played(self.record, item):
            self.record = made.record
            yield made

    def _refused(self, item: Item) -> list[str]:
        record = self.record
        try:
            token = read_token(item.word, len(record.game.columns) <= 9)
            for made in perform(record, token, item.line):
                record = made.record
        except PatienceError as error:
            expected = [f"! expected: {error.expected}"] if error.expected else []
            return [f"! {error.message}", *expected]
        words = f"move {self.record.n + 1} {item.word}: this move is allowed"
        raise PatienceError("differs", words, "a refusal").at(item.line, item.col, item.source)

    def _ended(self, item: Item) -> str:
        status = self.record.status
        true = status == PLAYING if item.word == RESIGNED else status == item.word
        if not true:
            error = PatienceError("differs", f"end: {item.word}, but the game is {status}", f"end: {status}")
            raise error.at(item.line, item.col, item.source)
        self.record = self.record._replace(resigned=item.word == RESIGNED)
        return end_line(self.record, item.word)


def played(record: Record, item: Item, *, strict: bool = False) -> Iterator[Made]:
    """What the tokens of a line make of a record, move by move; `strict` lets only canonical forms pass.

    PatienceError with its place at the first token that is refused; what was made before stands.
    """
    for typed in item.tokens:
        try:
            for made in perform(record, typed.token, item.line):
                if strict:
                    _check_canonical(typed, made)
                yield made._replace(typed=typed.text, col=typed.col)
                record = made.record
        except PatienceError as error:
            raise error.at(item.line, typed.col, item.source) from None


def _check_canonical(typed: Typed, made: Made) -> None:
    canonical = made.text.partition("=")[0]
    if typed.text not in (canonical, made.text):
        raise PatienceError("syntax", f"not in canonical form: {typed.text[:40]!r}", made.text)


def _behind(comment: str | None) -> str:
    return "" if comment is None else f"  #{comment}"


def show_lines(game: Game, seed: str, record: Record) -> list[str]:
    """The state line and the table, as files and pipes have them."""
    head = state_line(game, spec(game), seed, record.table, record.n, record.status)
    return [head, *table_lines(game, record.table)]


def directive(script: Script, record: Record, word: str) -> list[str]:
    """What `show`, `piles`, `legal` and `check` print."""
    game, table = record.game, record.table
    if word == "show":
        return show_lines(game, script.seed, record)
    if word == "piles":
        return position_lines(game, table)
    if word == "legal":
        return legal_lines(record)
    home = f"{game.home(table)}/{game.total(table)}"
    return [f"move {record.n}  home {home}  digest {digest(game, table)}"]


def legal_lines(record: Record) -> list[str]:
    """The list of legal moves in canonical form; a game that is over has none."""
    if record.resigned:
        return []
    return [record.game.text(record.table, move) for move in record.game.moves(record.table)]


def result_line(record: Record) -> str | None:
    """The line that ends a game that is over by its rules; None while it is not."""
    status = record.status
    return end_line(record, status) if status in (WON, LOST) else None


def regenerated(script: Script) -> str:
    """The whole text of a script, played and written anew."""
    return joined(Replay(script).lines())


def joined(lines: Iterable[str]) -> str:
    """Lines as a text, each with its line end."""
    return "".join(f"{line}\n" for line in lines)


def tidy(script: Script) -> Script:
    """The same game as it is now played: moves taken back, their `z`, and whatever stood between, are gone."""
    replay = Replay(script)
    kept: list[Item] = []
    played: list[int] = []  # for each move on the line now played, where its item stands in `kept`
    undone: list[Item] = []
    for item in script.body:
        if item.kind != "moves":
            for _ in replay._item(item):
                continue
            kept.append(item)
            continue
        last = len(kept) - 1
        for made in replay._moves(item):
            if made.text == "z":
                at = played.pop()
                undone.append(kept[at])
                del kept[at:]
            elif made.text == "y":
                played.append(len(kept))
                kept.append(undone.pop())
            else:
                undone.clear()
                if made.move is not None:
                    played.append(len(kept))
                kept.append(_single(item, made))
        if item.comment is not None and len(kept) - 1 > last:
            kept[-1] = kept[-1]._replace(comment=item.comment)
    return script._replace(body=tuple(kept))


def _single(item: Item, made: Made) -> Item:
    """The line of one move that was made; giving up is the line that ends the game."""
    if made.move is None:
        return Item("end", item.line, made.text, word=RESIGNED)
    typed = Typed(1, made.text, read_token(made.text, short=False))
    return Item("moves", item.line, made.text, (typed,))
