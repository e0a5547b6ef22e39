"""A position as text: the position text, its digest, and the board block, written and read.

What is read is checked whole before any of it is believed: every card of the deck, every pile sound.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from .cards import CARDS, Card, fresh, read_card
from .deals import Placed, check_deck, check_seed, options_for, options_text, read_options, read_seed, read_spec
from .errors import PatienceError, Place
from .game import Game
from .games import load
from .rules import FOUNDATION, RESERVE, TABLEAU, Attempt
from .table import EMPTY, Pile, Table
from .textfile import Header, check_magic, read_headers, unique

MAGIC = "#patience-board 1"


class Board(NamedTuple):
    """A position of a game: where it came from (`-` when unknown), and whether it leaves cards out."""

    game: Game
    seed: str
    table: Table
    partial: bool = False


class Line(NamedTuple):
    """A line of a position text and where it stands: its line number from 1, its column offset, its source line."""

    text: str
    line: int
    indent: int
    source: str

    def error(self, message: str, col: int = 1, expected: str | None = None) -> PatienceError:
        """A `deck` error at a column (from 1) of this line."""
        place = Place(self.line, self.indent + col, self.source)
        return PatienceError("deck", message, expected, place=place)


# -- writing -------------------------------------------------------------------------------------------------------


def position_lines(game: Game, table: Table, *, hide: bool = False, sparse: bool = False) -> list[str]:
    """The position text, line by line. `hide` keeps what a person at the table may not see; `sparse` leaves out
    empty piles."""
    lines = []
    for name in game.names:
        pile = table.piles[name]
        if pile.cards or not sparse:
            lines.append(f"{name}: {_cards(pile, name == 's', hide)}".rstrip())
    if game.stock.passes != 0:
        lines.append(f"pass: {table.redeals + 1}")
    for key, text in game.privilege.lines(table):
        if not (hide and key == "accepted"):
            lines.append(f"{key}: {text}".rstrip())
    return lines


def _cards(pile: Pile, stock: bool, hide: bool) -> str:
    if stock:
        return str(len(pile.cards)) if hide else " ".join(pile.cards)
    hidden = [("##" if hide else f"<{card}>") for card in pile.cards[: pile.down]]
    return " ".join([*hidden, *pile.up])


def digest(game: Game, table: Table) -> str:
    """The first eight hex digits of SHA-256 over the position text."""
    from hashlib import sha256

    text = "".join(f"{line}\n" for line in position_lines(game, table))
    return sha256(text.encode("ascii")).hexdigest()[:8]


def board_lines(board: Board, *, hide: bool = False) -> list[str]:
    """The board block."""
    game = board.game
    head = [MAGIC, f"game: {game.name}"]
    if options := options_text(game):
        head.append(f"options: {options}")
    head.append(f"seed: {'-' if hide else board.seed}")
    if board.partial:
        head.append("partial: yes")
    return [*head, "", *position_lines(game, board.table, hide=hide)]


# -- reading -------------------------------------------------------------------------------------------------------


def read_board(lines: list[str]) -> Board:
    """The board that the lines of a text hold; PatienceError with its place when it is not sound."""
    check_magic(lines, "#patience-board", 1)
    listed, index = read_headers(lines, 1)
    headers = unique(listed, ("game", "options", "seed", "partial"), lines)
    game, seed = read_origin(headers, lines)
    partial = headers["partial"].single(lines).lower() if "partial" in headers else "no"
    if partial not in ("yes", "no"):
        error = PatienceError("header", f"partial is yes or no, not {partial[:20]!r}", "yes")
        raise headers["partial"].error(error, lines)
    body = [Line(text, i + 1, 0, text) for i, text in enumerate(lines) if i >= index and text]
    end = Line(lines[-1], len(lines), 0, lines[-1])
    table = read_position(game, body, end, partial=partial == "yes", sparse=False)
    return Board(game, seed, table, partial == "yes")


def read_origin(headers: Mapping[str, Header], lines: list[str], *, dealt: bool = False) -> tuple[Game, str]:
    """The game that headers name, with its options, and the seed they tell, `-` when none.

    `dealt`: the deck is to come from the seed, which may then set options too. PatienceError `header` with its place.
    """
    if "game" not in headers:
        raise PatienceError("header", "no game", "game: and its name", place=Place(1, 1, lines[0]))
    name = headers["game"].single(lines)
    options = headers["options"].single(lines) if "options" in headers else ""
    try:
        game = read_spec(f"{name},{options}" if options else name)
    except PatienceError as error:
        about = headers["game"] if error.offset <= len(name) or not options else headers["options"]
        error.offset -= len(name) + 1 if about.key == "options" else 0
        raise about.error(error, lines) from None
    if "seed" not in headers or headers["seed"].text == "-":
        return game, "-"
    try:
        seed = read_seed(headers["seed"].single(lines))
        check_seed(seed, game.kind)
    except PatienceError as error:
        raise headers["seed"].error(error, lines) from None
    if dealt:
        game = load(game.name, options_for(game.name, seed, read_options(options)))
    return game, str(seed)


def read_position(game: Game, lines: list[Line], end: Line, *, partial: bool, sparse: bool) -> Table:
    """The table that a position text tells.

    `end` is where to point at what is missing; `partial` allows cards to be left out, `sparse` empty piles and
    what is so at the start of a game. PatienceError `deck` for whatever is not sound.
    """
    piles: dict[str, Pile] = {}
    places: dict[str, list[Placed]] = {}
    rest: dict[str, Line] = {}
    for line in lines:
        key, colon, _ = line.text.partition(":")
        name = key.lower()
        if not colon:
            raise line.error("not a line of a position", expected="a pile, a colon and its cards")
        if name in piles or name in rest:
            raise line.error(f"{name} stands twice")
        if name in game.names:
            places[name] = []
            piles[name] = _read_pile(game, name, line, places[name])
        elif name == "grace" and "accepted" in rest:
            raise rest["accepted"].error("accepted stands only after grace")
        elif name in ("pass", "grace", "accepted"):
            rest[name] = line
        else:
            raise line.error(f"no pile {key[:20]} in {game.title}", expected=", ".join(game.names))
    if not sparse:
        _check_complete([*game.names, *["pass"] * (game.stock.passes != 0)], {**piles, **rest}, end)
    _count(game, [placed for name in places for placed in places[name]], end, partial)
    table = Table({name: piles.get(name, EMPTY) for name in game.names}, _read_pass(game, rest.pop("pass", None)))
    for name in piles:
        _check_pile(game, table, name, places[name])
    table = _recall(game, table, rest)
    if not sparse:
        _check_complete(["accepted"] * ("grace" in rest), rest, end)
    return table


def _check_complete(wanted: list[str], found: Mapping[str, object], end: Line) -> None:
    """A board names every pile, its pass where the waste can be turned over, and the baseline of an open grace."""
    if missing := [name for name in wanted if name not in found]:
        raise end.error(f"no line {missing[0]}:", len(end.text) + 1, "every line of a position, empty piles too")


def _read_pile(game: Game, name: str, line: Line, places: list[Placed]) -> Pile:
    """The cards of a pile; each is added to `places` too."""
    cards: list[Card] = []
    down = 0
    col = len(name) + 2
    for word in line.text[len(name) + 1 :].split(" "):
        if word.strip():
            text = word.strip()
            hidden = text[0] == "<" and text[-1] == ">"
            card = CARDS.get(text) or read_card(text[1:-1] if hidden else text)
            if card is None:
                if text == "##" or (name == "s" and text.isdigit()):
                    raise line.error("hidden cards: this board can be looked at, not played", col)
                raise line.error(f"not a card: {text[:20]!r}", col, "a card such as 9H, or <9H> face down")
            if hidden and game.group_of[name].kind != TABLEAU:
                raise line.error(f"a face-down card on {name}", col, "face-down cards lie at the bottom of columns")
            if hidden and down < len(cards):
                raise line.error("a face-down card on a face-up one", col)
            down += hidden
            cards.append(card)
            places.append(Placed(card, Place(line.line, line.indent + col, line.source)))
        col += len(word) + 1
    if down and down == len(cards):
        raise PatienceError("deck", f"the top card of {name} lies face down", "it face up", place=places[-1].place)
    return Pile(tuple(cards), len(cards) if name == "s" else down)


def _count(game: Game, placed: list[Placed], end: Line, partial: bool) -> None:
    """Every card as often as the deck has it; `partial`: no more often."""
    if not partial:
        check_deck(placed, game.kind, Place(end.line, end.indent + len(end.text) + 1, end.source))
    spare = Counter(fresh(game.packs, game.suits))
    for card, place in placed:
        if not spare[card]:
            raise PatienceError("deck", f"{card} stands more often than a {game.kind} deck has it", place=place)
        spare[card] -= 1


def _read_pass(game: Game, line: Line | None) -> int:
    """How often the waste was turned over, from the line of passes."""
    if line is None:
        return 0
    text = line.text.partition(":")[2].strip()
    limit = game.stock.passes
    if limit == 0:
        raise line.error(f"no redeal in {game.title}")
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else 0
    if number < 1 or (limit is not None and number > limit):
        raise line.error(f"not a pass: {text[:20]!r}", 7, f"1 to {limit}" if limit else "a number from 1 on")
    return number - 1


def _check_pile(game: Game, table: Table, name: str, places: list[Placed]) -> None:
    """A foundation is complete from its base card up in its own order; a reserve is not over its room."""
    group, pile = game.group_of[name], table.piles[name]
    if group.kind == RESERVE and (room := group.limit()) is not None and len(pile.cards) > room:
        words = f"{len(pile.cards)} cards on {name}"
        raise PatienceError("deck", words, f"room for {room}", place=places[room].place)
    if group.kind != FOUNDATION:
        return
    source = next(iter(game.sources))
    unit = group.unit()
    for i in range(0, len(pile.cards), unit):
        so_far = table.having({name: Pile(pile.cards[:i])})
        attempt = Attempt(game, so_far, source, name, pile.cards[i : i + unit])
        for rule in group.accepts:
            if phrase := rule.flaw(attempt):
                words = f"{pile.cards[i]} cannot lie on {attempt.onto or name}: {phrase}"
                raise PatienceError("deck", words, place=places[i].place)


def _recall(game: Game, table: Table, rest: dict[str, Line]) -> Table:
    try:
        return game.privilege.recall(
            game, table, {key: line.text.partition(":")[2].strip() for key, line in rest.items()}
        )
    except ValueError as error:
        key, words = error.args
        raise rest[key].error(words, len(key) + 3) from None
