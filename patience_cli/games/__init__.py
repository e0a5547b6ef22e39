"""The games by name: where each is declared. Imports none of them; loads one when it is asked for.

A game's file holds `GAMES`: for each name the options it has, and a function from option values to a `Game`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from ..errors import PatienceError, nearest

if TYPE_CHECKING:
    from ..game import Game, Option

    Family = Mapping[str, tuple[tuple[Option, ...], Callable[[Mapping[str, str]], Game]]]

FILES = {
    "miss-milligan": "milligan",
    "milligan-grace": "milligan",
    "milligan-spanish": "milligan",
    "milligan-improved": "milligan",
    "milligan-single": "milligan",
    "milligan-strict": "milligan",
    "milligan-weave": "milligan",
    "imperial-guards": "milligan",
    "giant": "milligan",
    "gypsy": "gypsy",
    "easthaven": "gypsy",
    "quadrille": "quadrille",
    "gold-mine": "gold_mine",
    "klondike": "klondike",
    "yukon": "yukon",
    "freecell": "freecell",
    "spiderette": "spider",
    "will-o-the-wisp": "spider",
    "spider": "spider",
    "spider-two": "spider",
    "spider-one": "spider",
}
NAMES = tuple(FILES)
ALIASES = {"captive-queens": "quadrille"}

_loaded: dict[tuple[str, tuple[tuple[str, str], ...]], Game] = {}


def is_game(word: str) -> bool:
    """Whether a word is the name or the alias of a game."""
    return word.lower() in FILES or word.lower() in ALIASES


def load(name: str, options: Mapping[str, str] | None = None) -> Game:
    """The declaration of a game with some options in force; the same choices give the same object.

    PatienceError `header` for an unknown game, option or value, with the right ones.
    """
    known = ALIASES.get(name.lower(), name.lower())
    key = (known, tuple(sorted((options or {}).items())))
    if key not in _loaded:
        game = _declare(known, dict(key[1]))
        _loaded[key] = _loaded.setdefault((known, tuple(game.chosen.items())), game)
    return _loaded[key]


def options_of(name: str) -> tuple[Option, ...]:
    """The options of a game, as declared."""
    return load(name).options


def _declare(name: str, chosen: dict[str, str]) -> Game:
    from importlib import import_module

    if name not in FILES:
        raise PatienceError("header", f"no game {name!r}", nearest(name, list(NAMES)))
    family: Family = import_module(f".{FILES[name]}", __package__).GAMES
    options, declare = family[name]
    for option, value in chosen.items():
        right = next((o for o in options if o.name == option), None)
        if right is None:
            known = [o.name for o in options]
            raise PatienceError("header", f"{name} has no option {option!r}", nearest(option, known) or "no options")
        if value not in right.values:
            raise PatienceError("header", f"option {option} has no value {value!r}", values_in_words(right.values))
    return declare({option.name: chosen.get(option.name, option.values[0]) for option in options})


def values_in_words(values: tuple[str, ...]) -> str:
    """The values of an option, default first, a long run of numbers as its ends."""
    numbers = [int(value) for value in values if value.isdigit()]
    if len(numbers) < 4:
        return ", ".join(values)
    words = [value for value in values if not value.isdigit()]
    span = f"{min(numbers)} to {max(numbers)}"
    return ", or ".join([values[0], span, *words]) if values[0].isdigit() else ", or ".join([*words, span])
