"""The generous input notation: a line is cut into tokens, a token is read without knowing any table.

Tokens are cut at blanks and matched whole, in the order word, card form, hyphen or slash form, two-character form,
command. The sets are disjoint, so nothing is tried twice.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from .cards import Card, read_card
from .errors import PatienceError

MOST = -1  # a bare `x`: as many cards as legal

# So many moves may be made, taken back and brought back in a game, and so many a text may have. Games take some
# hundreds; the bound keeps a stranger's file from filling the memory.
LONGEST = 100_000


class Order(NamedTuple):
    """A transfer as typed. `number`: None when not given, `MOST` for a bare x; `card`: what `=CARD` claims.

    `target_at` and `card_at` are the columns of the target and of the `=` inside the token, from 0.
    """

    text: str
    source: str
    target: str
    number: int | None = None
    card: Card | None = None
    free: bool = False
    target_at: int = 0
    card_at: int = 0


class ByCard(NamedTuple):
    """A move that names its card, and perhaps a pile (`target`) or the card it goes on (`onto`)."""

    text: str
    card: Card
    target: str | None = None
    onto: Card | None = None


class Do(NamedTuple):
    """A command: `verb` is d, r, g, z, y, a, finish or resign; `times` how often."""

    text: str
    verb: str
    times: int = 1


Token = Order | ByCard | Do

EXPECTED = "a move such as 3-5, 7-4x2, w-2, 6-f, d or z"
WORDS = {"undo": "z", "redo": "y", "auto": "a", "finish": "finish", "resign": "resign"}
_COMMANDS = {".": "d", "u": "z"}

_PILE = r"[0-9]{1,9}|[befijklmnoptvw][0-9]{0,9}"
# A pattern is compiled when it is first used, which `re` remembers: most runs of the program need few of them.
_HYPHEN = re.compile(rf"({_PILE})([-/])({_PILE})(x[0-9]*)?(=.*)?", re.IGNORECASE | re.ASCII)
_SHORT = r"(?ia)([1-9wp])([0-9fp])(x[0-9]*)?"
_COMMAND = r"(?ia)([drzyu.])(x[0-9]+)?|([ag])"
_TOKEN = re.compile(r"[^ \t]+")


def split(line: str) -> tuple[list[tuple[int, str]], str | None]:
    """The tokens of a line with their columns (from 1), and its comment: the text behind `#`, None without one.

    PatienceError `format` when there are more than `LONGEST`.
    """
    tokens: list[tuple[int, str]] = []
    for match in _TOKEN.finditer(line):
        if match[0][0] == "#":
            return tokens, line[match.start() + 1 :].rstrip(" \t")
        if len(tokens) == LONGEST:
            raise PatienceError("format", f"more than {LONGEST} moves on a line")
        tokens.append((match.start() + 1, match[0]))
    return tokens, None


@lru_cache(maxsize=4096)
def read_token(text: str, short: bool = True) -> Token:
    """What a token says; `short` is whether two-character forms may be used (games with at most nine columns).

    PatienceError `syntax` when it is no move.
    """
    if len(text) >= 3 and text.isalpha() and text.isascii():
        if word := WORDS.get(text.lower()):
            return Do(text, word)
        raise _not_a_move(text)
    head, hyphen, tail = text.partition("-")
    if card := read_card(head):
        return _by_card(text, card, tail if hyphen else None)
    if match := _HYPHEN.fullmatch(text):
        source, separator, target, number, claim = match.groups()
        card_at = match.start(5)
        claimed = _claim(claim, card_at) if claim else None
        return Order(
            text,
            source.lower(),
            target.lower(),
            _number(text, number),
            claimed,
            separator == "/",
            match.start(3),
            card_at,
        )
    if match := re.fullmatch(_SHORT, text):
        if not short:
            raise PatienceError("syntax", f"not a move in a game with ten columns: {text!r}", "a hyphen, as in 3-5")
        source, target, number = match.groups()
        return Order(text, source.lower(), "f" if target == "0" else target.lower(), _number(text, number), target_at=1)
    if match := re.fullmatch(_COMMAND, text):
        verb = (match[1] or match[3]).lower()
        return Do(text, _COMMANDS.get(verb, verb), _number(text, match[2]) or 1)
    raise _not_a_move(text)


def _by_card(text: str, card: Card, tail: str | None) -> ByCard:
    if tail is None:
        return ByCard(text, card)
    if onto := read_card(tail):
        return ByCard(text, card, onto=onto)
    if re.fullmatch(_PILE, tail, re.IGNORECASE | re.ASCII):
        return ByCard(text, card, target=tail.lower())
    raise _not_a_move(text)


def _claim(claim: str, at: int) -> Card:
    card = read_card(claim[1:])
    if card is None:
        raise PatienceError("syntax", f"not a card: {claim[1:41]!r}", "a card such as 9H", offset=at + 1)
    return card


def _number(text: str, number: str | None) -> int | None:
    """The count behind `x`; None without one, `MOST` for a bare x."""
    if number is None:
        return None
    if len(number) == 1:
        return MOST
    if len(number) > 10 or int(number[1:]) == 0:
        words = "at least one card" if len(number) <= 10 else "a smaller number"
        raise PatienceError("syntax", f"not a count: {number[:20]!r}", words, offset=text.lower().index("x"))
    return int(number[1:])


def _not_a_move(text: str) -> PatienceError:
    shown = text if len(text) <= 40 else text[:40] + "..."
    return PatienceError("syntax", f"not a move: {shown!r}", EXPECTED)
