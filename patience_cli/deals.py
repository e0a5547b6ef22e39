"""Deals: decks, options and the deal line, `GAME SEED DECK`, read and written."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from .cards import CARDS, Card, read_card
from .errors import PatienceError, Place
from .games import load
from .seeds import Seed, check_seed, deck_for, deck_of, fresh_of, options_for, random_seed, read_seed, shuffle

if TYPE_CHECKING:
    from .game import Game

__all__ = [
    "Deal",
    "Seed",
    "check_deck",
    "check_seed",
    "deal_line",
    "deck_for",
    "deck_id",
    "deck_of",
    "deck_text",
    "options_for",
    "options_text",
    "random_seed",
    "read_cards",
    "read_deal_line",
    "read_deck",
    "read_options",
    "read_seed",
    "read_spec",
    "seed_agrees",
    "shuffle",
    "spec",
]


class Deal(NamedTuple):
    """A game to be dealt: its rules, the seed its deck came from (None: not known), and the whole deck."""

    game: Game
    seed: Seed | None
    deck: tuple[Card, ...]


# -- decks ---------------------------------------------------------------------------------------------------------


def deck_text(deck: Iterable[Card]) -> str:
    """A deck as one unbroken string, next card first."""
    return "".join(deck)


def deck_id(deck: Iterable[Card]) -> str:
    """The name of a deck: ten hexadecimal digits of its SHA-256."""
    from hashlib import sha256

    return sha256(deck_text(deck).encode("ascii")).hexdigest()[:10]


class Placed(NamedTuple):
    """A card that was read, and where it stood."""

    card: Card
    place: Place


# So many extra or missing cards are told one by one.
LISTED = 12

# Between cards, and the two marks that choose how a symbol is drawn.
_BLANK = " \t,\ufe0e\ufe0f"


def read_cards(lines: Iterable[Place]) -> list[Placed]:
    """The cards of some lines, each from its column on, with or without blanks and commas between them.

    PatienceError `deck` for what is no card.
    """
    cards = []
    for line, col, source in lines:
        i = col - 1
        while i < len(source):
            card, width = CARDS.get(source[i : i + 2]), 2
            if card is None:
                if source[i] in _BLANK:
                    i += 1
                    continue
                width = 3 if source[i] == "1" else 2
                card = read_card(source[i : i + width])
            if card is None:
                word = re.split(f"[{_BLANK}]", source[i : i + 12])[0]
                raise PatienceError(
                    "deck", f"not a card: {word!r}", "a card, like 9H", place=Place(line, i + 1, source)
                )
            cards.append(Placed(card, Place(line, i + 1, source)))
            i += width
    return cards


def read_deck(lines: Iterable[Place], kind: str) -> tuple[Card, ...]:
    """A whole deck of a kind, written on some lines, next card first; PatienceError `deck` as `check_deck`."""
    lines = list(lines)
    cards = read_cards(lines)
    last = lines[-1] if lines else Place(1, 1, "")
    check_deck(cards, kind, last._replace(col=len(last.source.rstrip()) + 1))
    return tuple(card for card, _ in cards)


def check_deck(cards: Iterable[Placed], kind: str, end: Place) -> None:
    """PatienceError `deck` unless the cards are those of a whole deck: the extra ones with their places, the missing.

    It stands at the first extra card, or at `end` when there is none.
    """
    wanted = Counter(fresh_of(kind))
    extra = []
    extras = 0
    seen = set()
    for card, place in cards:
        if wanted[card]:
            wanted[card] -= 1
        else:
            extras += 1
            if extras <= LISTED:
                extra.append((f"{card} ({'again at' if card in seen else 'at'} {place.line}:{place.col})", place))
        seen.add(card)
    missing = [str(card) for card in wanted.elements()]
    if not extra and not missing:
        return
    error = PatienceError("deck", f"not a full {kind} deck", place=extra[0][1] if extra else end)
    error.details = (
        *([f"extra:   {_listed([words for words, _ in extra], extras)}"] if extra else []),
        *([f"missing: {_listed(missing, len(missing))}"] if missing else []),
    )
    raise error


def _listed(words: list[str], number: int) -> str:
    """A list of so many words that stays short."""
    return ", ".join(words[:LISTED]) + (f" and {number - LISTED} more" if number > LISTED else "")


# -- options -------------------------------------------------------------------------------------------------------

_OPTION = r"\s*([a-z][a-z0-9-]*)\s*=\s*([a-z0-9-]+)\s*"


def read_options(text: str) -> dict[str, str]:
    """Options written `name=value,name=value`; PatienceError `header` for another form, or a name twice."""
    options: dict[str, str] = {}
    offset = 0
    for part in text.split(",") if text.strip() else []:
        match = re.fullmatch(_OPTION, part.lower())
        begin = offset + len(part) - len(part.lstrip())
        if match is None:
            shown = part.strip()[:40]
            raise PatienceError("header", f"not an option: {shown!r}", "name=value", offset=begin)
        if match[1] in options:
            raise PatienceError("header", f"option {match[1]} stands there twice", offset=begin)
        options[match[1]] = match[2]
        offset += len(part) + 1
    return options


def options_text(game: Game) -> str:
    """The options that differ from the game's defaults, `a=b,c=d`, names in alphabetical order."""
    return ",".join([f"{name}={value}" for name, value in game.chosen.items()])


def spec(game: Game) -> str:
    """A game with its options, `spiderette,discard=auto`."""
    return f"{game.name},{options_text(game)}" if game.chosen else game.name


def read_spec(text: str) -> Game:
    """The game written `name,option=value`; PatienceError `header` as `read_options` and `games.load`."""
    name, comma, rest = text.partition(",")
    game = load(name.strip()[:80])
    if not comma:
        return game
    try:
        options = read_options(rest)
        if not options:
            raise PatienceError("header", "no option after the comma", "name=value", offset=len(rest))
    except PatienceError as error:
        error.offset += len(name) + 1
        raise
    for option, value in options.items():
        try:
            load(game.name, {option: value})
        except PatienceError as error:
            match = re.search(rf"[\s,]({option})\s*=\s*", text, re.IGNORECASE)
            assert match is not None
            error.offset = match.end() if option in [known.name for known in game.options] else match.start(1)
            raise
    return load(game.name, options)


# -- one deal a line -----------------------------------------------------------------------------------------------

_LINE = r"\s*([^\s,]+(?:\s*,\s*[^\s,]+)*)(?:\s+(\S+)(?:\s+(\S+)(?:\s+(\S+).*)?)?)?\s*"


def deal_line(deal: Deal) -> str:
    """A deal on one line, without the line's end."""
    game, seed, deck = deal
    return f"{spec(game)} {seed or '-'} {deck_text(deck)}"


def read_deal_line(text: str, line_number: int) -> Deal:
    """The deal written on a line; PatienceError with its place.

    The deck decides: whether the seed would have given it is for `seed_agrees` to say.
    """
    match = re.fullmatch(_LINE, text)
    if match is None or match[3] is None or match[4] is not None:
        col = match.start(4) + 1 if match and match[4] else len(text.rstrip()) + 1
        error = PatienceError("syntax", "a deal line has three fields", "GAME SEED DECK, or GAME - DECK")
        raise error.at(line_number, col, text)
    start = match.start(1)
    try:
        game = read_spec(match[1])
        start = match.start(2)
        seed = None if match[2] == "-" else read_seed(match[2])
        if seed is not None:
            check_seed(seed, game.kind)
    except PatienceError as error:
        raise error.at(line_number, start + 1, text) from None
    deck = read_deck([Place(line_number, match.start(3) + 1, text)], game.kind)
    return Deal(game, seed, deck)


def seed_agrees(deal: Deal) -> bool:
    """Whether the seed, where there is one, gives this deck."""
    return deal.seed is None or deck_for(deal.game, deal.seed) == deal.deck
