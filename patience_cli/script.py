"""A transcript as a value: its headers, its origin, its body line by line. Syntax only; nothing is played here."""

from __future__ import annotations

import re
from typing import NamedTuple

from .board import Line, read_origin, read_position
from .cards import Card
from .deals import Deal, deck_for, deck_id, read_deck, read_seed
from .errors import PatienceError, Place
from .game import Game
from .notation import LONGEST, Do, Token, read_token, split
from .record import Record
from .table import Table
from .textfile import Header, check_magic, read_headers, unique

MAGIC = "#patience 1"
KNOWN = ("title", "game", "options", "rules", "seed", "deck-id", "deck", "start")
DIRECTIVES = ("show", "piles", "legal", "check")
RESULTS = ("won", "lost", "resigned")

_WORD = re.compile(r"[^ \t]+")
_FIGURES = r"(?ia)moves=[0-9]+[ \t]+home=[0-9]+[ \t]+undos=[0-9]+[ \t]*"


class Typed(NamedTuple):
    """A token, the column it stands at (from 1), and its text."""

    col: int
    text: str
    token: Token


class Item(NamedTuple):
    """A line of a body. `kind`: blank, comment, moves, show (any directive), refusal or end.

    `word`: the directive, the token that must be refused, or the result; `col` its column; `comment`: what stands
    behind `#`, None without one; `line` counts from 1, `source` is the line's text.
    """

    kind: str
    line: int
    source: str
    tokens: tuple[Typed, ...] = ()
    word: str = ""
    comment: str | None = None
    col: int = 1

    @property
    def ends(self) -> bool:
        """Whether this is the last line of its game: the line that says so, or one that gives up."""
        return self.kind == "end" or any(isinstance(t.token, Do) and t.token.verb == "resign" for t in self.tokens)


class Script(NamedTuple):
    """A game as a text holds it: where it starts, and the lines of its body.

    `seed` is `-` when unknown; `deck` is None where a position (`start`) stands instead, which may leave cards out
    (`partial`); `extra` are the `x-` headers; `warnings` what a user should be told.
    """

    game: Game
    seed: str
    deck: tuple[Card, ...] | None
    start: Table
    partial: bool = False
    title: tuple[str, ...] = ()
    extra: tuple[Header, ...] = ()
    body: tuple[Item, ...] = ()
    warnings: tuple[str, ...] = ()

    def record(self) -> Record:
        """The game before its first move."""
        return Record(self.game, self.start)

    @property
    def end(self) -> Item | None:
        """The line that says the game is over, if there is one."""
        return next((item for item in self.body if item.kind == "end"), None)


def of_deal(deal: Deal) -> Script:
    """A transcript without moves."""
    return Script(deal.game, str(deal.seed or "-"), deal.deck, deal.game.start(deal.deck))


def read_script(lines: list[str], first: int = 1) -> Script:
    """The transcript that the lines of a text hold; PatienceError with its place for whatever is not sound.

    The whole text is checked before anything of it is played: headers, deck, and the syntax of every line.
    """
    check_magic(lines, "#patience", 1)
    listed, index = read_headers(lines, 1)
    headers = unique(listed, KNOWN, lines)
    body = headers.get("deck"), headers.get("start")
    if all(body):
        raise headers["start"].error(PatienceError("header", "deck and start exclude each other"), lines)
    game, seed = read_origin(headers, lines, dealt=not any(body))
    if "rules" in headers:
        _check_rules(headers["rules"], game, lines)
    title = headers.get("title")
    script = Script(
        game=game,
        seed=seed,
        deck=None,
        start=game.start(()),
        title=(title.text, *title.more) if title else (),
        extra=tuple(header for header in listed if header.key.startswith("x-")),
    )
    start = headers.get("start")
    script = _started(script, start, headers, lines) if start else _dealt(script, headers, lines)
    return script._replace(body=read_body(lines, index, short=len(game.columns) <= 9))


def _check_rules(header: Header, game: Game, lines: list[str]) -> None:
    text = header.single(lines)
    if not (text.isascii() and text.isdigit() and int(text[:9]) > 0 and len(text) < 9):
        raise header.error(PatienceError("header", f"not a revision: {text[:20]!r}", f"rules: {game.rules}"), lines)
    if int(text) > game.rules:
        words = f"rules revision {text} of {game.name} is newer than this program"
        raise header.error(PatienceError("format", words, f"{game.rules} or lower"), lines)


def _started(script: Script, header: Header, headers: dict[str, Header], lines: list[str]) -> Script:
    if "deck-id" in headers:
        raise headers["deck-id"].error(PatienceError("header", "no deck-id beside start"), lines)
    if header.text:
        raise header.error(PatienceError("header", "start has its piles on the lines below it"), lines)
    found = []
    for number, text in enumerate(header.more, header.line + 1):
        source = lines[number - 1]
        found.append(Line(text.lstrip(), number, len(source) - len(text.lstrip()), source))
    end = Line(lines[header.line - 1], header.line, 0, lines[header.line - 1])
    table = read_position(script.game, found, end, partial=True, sparse=True)
    partial = script.game.total(table) < script.game.deck_size
    return script._replace(start=table, partial=partial)


def _dealt(script: Script, headers: dict[str, Header], lines: list[str]) -> Script:
    game, seed = script.game, script.seed
    warnings: list[str] = []
    if header := headers.get("deck"):
        first = Place(header.line, len(lines[header.line - 1]) - len(header.text) + 1, lines[header.line - 1])
        more = [Place(header.line + i, 1, lines[header.line + i - 1]) for i in range(1, len(header.more) + 1)]
        deck = read_deck([first, *more] if header.text else more or [first], game.kind)
        if seed != "-" and deck_for(game, read_seed(seed)) != deck:
            warnings.append(f"seed {seed} does not give this deck; the deck counts")
    elif seed == "-":
        last = max(header.line for header in headers.values())
        place = Place(last, len(lines[last - 1]) + 1, lines[last - 1])
        raise PatienceError("header", "no deck, no start and no seed", "one of the three", place=place)
    else:
        deck = deck_for(game, read_seed(seed))
    if (header := headers.get("deck-id")) and header.single(lines).lower() != deck_id(deck):
        warnings.append(f"deck-id {header.text} is not that of this deck; the deck counts")
    return script._replace(deck=deck, start=game.start(deck), warnings=tuple(warnings))


# -- the body ------------------------------------------------------------------------------------------------------


def read_body(lines: list[str], index: int, *, short: bool) -> tuple[Item, ...]:
    """The body from line index `index` on; output lines are left out, for they are written anew.

    PatienceError `syntax` with its place; `format` for more than `LONGEST` moves and directives.
    """
    items: list[Item] = []
    over = False
    room = LONGEST
    for number, source in enumerate(lines[index:], index + 1):
        item = read_line(source, number, short=short)
        if over and (item is None or item.kind not in ("blank", "comment")):
            raise PatienceError("syntax", "the game has ended", "nothing but comments", place=Place(number, 1, source))
        if item is not None:
            over = over or item.ends
            room -= len(item.tokens) + (item.kind == "show")
            if room < 0:
                words = f"more than {LONGEST} moves and directives"
                raise PatienceError("format", words, place=Place(number, 1, source))
            if item.kind != "blank" or not (items and items[-1].kind == "blank"):
                items.append(item)
    return tuple(items)


def read_line(source: str, number: int, *, short: bool) -> Item | None:
    """What a line of a body is, None for a line of output; PatienceError `syntax` with its place."""
    source = source.replace("\t", " ")
    text = source.strip(" ")
    if not text:
        return Item("blank", number, source)
    head = text[0]
    if head == "#":
        return Item("comment", number, source, comment=text[1:])
    if head in "|!":
        return None
    try:
        words, comment = split(source)
    except PatienceError as error:
        raise error.at(number, 1, source) from None
    if head == "?":
        return _read_refusal(source, number, words, comment)
    if text[:4].lower() == "end:":
        return _read_end(source, number)
    if (word := words[0][1].lower()) in DIRECTIVES:
        if len(words) > 1:
            raise _syntax(f"{word} stands alone on its line", number, words[1][0], source)
        return Item("show", number, source, word=word, comment=comment)
    tokens = []
    for col, word in words:
        try:
            tokens.append(Typed(col, word, read_token(word, short)))
        except PatienceError as error:
            raise error.at(number, col, source) from None
    return Item("moves", number, source, tuple(tokens), comment=comment)


def _syntax(words: str, number: int, col: int, source: str, expected: str | None = None) -> PatienceError:
    return PatienceError("syntax", words, expected, place=Place(number, col, source))


def _read_refusal(source: str, number: int, words: list[tuple[int, str]], comment: str | None) -> Item:
    col, first = words[0]
    if first != "?":
        words = [(col + 1, first[1:]), *words[1:]]
    else:
        words = words[1:]
    if len(words) != 1:
        where = words[1][0] if len(words) > 1 else len(source) + 1
        raise _syntax("a refusal is one token", number, where, source, "? and the move that must be refused")
    return Item("refusal", number, source, word=words[0][1], comment=comment, col=words[0][0])


def _read_end(source: str, number: int) -> Item:
    col = source.index(":") + 1
    words = list(_WORD.finditer(source, col))
    if not words or words[0][0].lower() not in RESULTS:
        where = words[0].start() if words else len(source)
        raise _syntax("no result", number, where + 1, source, " or ".join(RESULTS))
    if len(words) > 1 and not re.fullmatch(_FIGURES, source[words[1].start() :]):
        raise _syntax("not the figures of an end", number, words[1].start() + 1, source, "moves=N home=N undos=N")
    return Item("end", number, source, word=words[0][0].lower(), col=words[0].start() + 1)
