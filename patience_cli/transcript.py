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
from .notation import Do, read_token
from .record import RESIGNED, Made, Record, end_line, perform
from .render import PLAIN, Style, state_line, table_lines
from .render import head_lines as head_lines_of
from .script import MAGIC, Item, Script, Typed

PER_LINE = 26


def head_lines(script: Script) -> list[str]:
    """The head of a transcript: magic line, headers in their order, and the empty line that ends them."""
    game = script.game
    lines = [MAGIC]
    if script.title:
        lines += [f"title: {script.title[0]}".rstrip(" "), *(f"  {more}".rstrip(" ") for more in script.title[1:])]
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
        lines += [f"{header.key}: {header.text}".rstrip(" "), *(f"  {more}".rstrip(" ") for more in header.more)]
    return [*lines, ""]


class Replay:
    """A script under way: iterating `lines()` plays it and yields its text; `record` is the game so far.

    `strict` lets only moves in canonical form pass. PatienceError with its place at the first line that is refused;
    what was good has been yielded by then.
    """

    def __init__(self, script: Script, *, strict: bool = False) -> None:
        self.script = script
        self.strict = strict
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
            for line in self.item(item):
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
                for made in self.moves(item):
                    yield item.line, made
            else:
                for _ in self.item(item):
                    continue

    def item(self, item: Item) -> Iterator[str]:
        """Play one line of the body and give its regenerated lines; none for a blank one."""
        if item.kind == "moves":
            yield from commented([made.text for made in self.moves(item)], item.comment)
        elif item.kind == "comment":
            yield f"#{item.comment}"
        elif item.kind == "show":
            yield item.word + _behind(item.comment)
            yield from (f"| {line}".rstrip() for line in directive(self.script, self.record, item.word))
        elif item.kind == "refusal":
            yield f"? {item.word}" + _behind(item.comment)
            yield from refused(self.record, item)
        elif item.kind == "end":
            self.record = ended(self.record, item)
            yield end_line(self.record, item.word)

    def moves(self, item: Item) -> Iterator[Made]:
        """Play one line of moves and give what it made, move by move."""
        for made in played(self.record, item, strict=self.strict):
            self.record = made.record
            yield made


def played(record: Record, item: Item, *, strict: bool = False, step: int | None = None) -> Iterator[Made]:
    """What the tokens of a line make of a record, move by move; `strict` lets only canonical forms pass.

    The moves of a line are one step of undo: `step` is the number that they share, the line's own unless it is given.
    PatienceError with its place at the first token that is refused; what was made before stands.
    """
    for typed in item.tokens:
        try:
            if strict:
                _check_canonical(typed)
            for made in perform(record, typed.token, item.line if step is None else step):
                if strict and not made.ends:
                    _check_canonical(typed, made.text)
                yield made._replace(typed=typed.text, col=typed.col)
                record = made.record
        except PatienceError as error:
            raise error.at(item.line, typed.col, item.source) from None


def _check_canonical(typed: Typed, right: str | None = None) -> None:
    """What was typed is `right`, with or without its card; without a `right` one, it is at least no autoplay."""
    if right is None:
        wrong = isinstance(typed.token, Do) and typed.token.verb in ("a", "finish")
    else:
        wrong = typed.text not in (right, right.partition("=")[0])
    if wrong:
        raise PatienceError("syntax", f"not in canonical form: {typed.text[:40]!r}", right)


def refused(record: Record, item: Item) -> list[str]:
    """The lines under a move that must be refused; PatienceError `differs` when it is not."""
    try:
        for _ in perform(record, read_token(item.word, len(record.game.columns) <= 9), item.line):
            continue
    except PatienceError as error:
        return refusal_lines(error)
    words = f"move {record.n + 1} {item.word}: this move is allowed"
    raise PatienceError("differs", words, "a refusal").at(item.line, item.col, item.source)


def refusal_lines(error: PatienceError) -> list[str]:
    """A refusal as the lines that stand under its move."""
    return [f"! {error.message}"] + ([f"! expected: {error.expected}"] if error.expected else [])


def ended(record: Record, item: Item) -> Record:
    """The record at the line that says how the game ended; PatienceError `differs` when that is not so."""
    status = record.status
    if status != (PLAYING if item.word == RESIGNED else item.word):
        right = "no such line" if status == PLAYING else f"end: {status}"
        error = PatienceError("differs", f"end: {item.word}, but the game is {status}", right)
        raise error.at(item.line, item.col, item.source)
    return record._replace(resigned=item.word == RESIGNED)


def commented(texts: list[str], comment: str | None) -> list[str]:
    """The lines of some moves with the comment of their line: behind the last, or alone where nothing can stand."""
    if comment is None:
        return texts
    if not texts or texts[-1].startswith("end:"):
        return [*texts, f"#{comment}"]
    return [*texts[:-1], f"{texts[-1]}  #{comment}"]


def _behind(comment: str | None) -> str:
    return "" if comment is None else f"  #{comment}"


def show_lines(game: Game, seed: str, record: Record, style: Style = PLAIN) -> list[str]:
    """The state line and the table, as files and pipes have them unless a style says more."""
    head = state_line(game, spec(game), seed, record.table, record.n, record.status)
    return [*head_lines_of(head, style), *table_lines(game, record.table, style)]


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
            for _ in replay.item(item):
                continue
            kept.append(item)
            continue
        made = None
        for made in replay.moves(item):
            if made.text == "z":
                at = played.pop()
                undone.append(kept[at])
                del kept[at:]
            elif made.text == "y":
                played.append(len(kept))
                kept.append(undone.pop())
            else:
                if made.move is not None:
                    played.append(len(kept))
                kept.append(_single(item, made))
        if item.comment is not None:
            if made is None or made.ends or (made.text == "y" and kept[-1].comment is not None):
                kept.append(Item("comment", item.line, item.source, comment=item.comment))
            elif made.text != "z":
                kept[-1] = kept[-1]._replace(comment=item.comment)
    return script._replace(body=tuple(kept))


def _single(item: Item, made: Made) -> Item:
    """The line of one move that was made; giving up is the line that ends the game."""
    if made.ends:
        return Item("end", item.line, made.text, word=RESIGNED)
    typed = Typed(1, made.text, read_token(made.text, short=False))
    return Item("moves", item.line, made.text, (typed,))
