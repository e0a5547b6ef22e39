"""What Tab completes. Completers know names and look into one folder; none of them loads the engine to play."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from .formats import READ, WRITTEN
from .games import NAMES

Completer = Callable[[str], list[str]]

SETTINGS = {
    "color": ("auto", "always", "never"),
    "palette": ("two", "four"),
    "suits": ("letters", "symbols"),
}
PLAYERS = ("thoughtful", "blind")
PAGES = ("patience", "patience-transcript", "patience-games")


def among(words: Iterable[str]) -> Completer:
    """A completer for a fixed choice of words."""
    known = tuple(words)
    return lambda incomplete: [word for word in known if word.startswith(incomplete)]


games = among(NAMES)
readable = among(READ)
writable = among(WRITTEN)


def of(setting: str) -> Completer:
    """A completer for the values of a setting of looks."""
    return among(SETTINGS[setting])
