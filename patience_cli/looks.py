"""How a table looks to a person: suit symbols, colours, a squeezed table. Only ever at a terminal.

What is set counts in this order: the command line, the environment (`PATIENCE_SUITS` and so on), the configuration
file, the default. Colour only adds to letters that are there already.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple, TextIO

from . import words
from .cards import CARDS
from .errors import PatienceError, Place, nearest
from .games import NAMES, is_game
from .render import PLAIN, Look, Style

RESET = "\x1b[0m"
PALETTES: Mapping[str, Mapping[str, str]] = {
    "two": {"D": "\x1b[31m", "H": "\x1b[31m"},
    "four": {"C": "\x1b[32m", "D": "\x1b[34m", "H": "\x1b[31m", "S": ""},
}
SYMBOLS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
HIDDEN = "░░"

# What can be set, and to what; None: the name of a game.
SETTINGS: Mapping[str, tuple[str, ...] | None] = {
    **words.SETTINGS,
    "compact": ("auto", "no", "yes"),
    "game": None,
}


class Flags(NamedTuple):
    """What the command line says about looks; None where it says nothing."""

    color: str | None = None
    palette: str | None = None
    suits: str | None = None
    compact: str | None = None


def chosen(flags: Flags, stream: TextIO | None = None) -> Style:
    """The style for a stream (standard output unless given); the plain one where nothing else is wanted.

    PatienceError `usage` for a setting of no known value, `header` with its place for a fault of the configuration.
    """
    stream = stream or sys.stdout
    at_terminal = stream is not None and stream.isatty()
    for name, value in zip(Flags._fields, flags, strict=True):
        if value is not None:
            check_setting(name, value, f"--{name}")
    settings = {**(_configured() if at_terminal else {}), **{k: v for k, v in flags._asdict().items() if v is not None}}
    compact = at_terminal and _compact(settings.get("compact", "auto"))
    symbols = settings.get("suits") == "symbols" and at_terminal and _can_print(stream)
    colours = PALETTES[settings.get("palette", "two")] if _colour(flags, settings, at_terminal) else {}
    if not (symbols or colours):
        return PLAIN._replace(compact=compact)
    return Style(_look(symbols, colours), compact)


def _compact(wish: str) -> bool:
    """Whether tables are compact: as wished, or where the window is too narrow for others."""
    from shutil import get_terminal_size

    from .render import NARROW

    return wish == "yes" or (wish == "auto" and get_terminal_size().columns < NARROW + 12)


def _look(symbols: bool, colours: Mapping[str, str]) -> Look:
    def look(word: str) -> str:
        card = CARDS.get(word)
        if card is None:
            return HIDDEN if symbols and word == "##" else word
        shown = word[0] + SYMBOLS[card.suit] if symbols else word
        colour = colours.get(card.suit)
        return f"{colour}{shown}{RESET}" if colour else shown

    return look


def _can_print(stream: TextIO) -> bool:
    try:
        "♣♦♥♠░".encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _colour(flags: Flags, settings: Mapping[str, str], at_terminal: bool) -> bool:
    """Whether to colour; the first that speaks: the flag, NO_COLOR, FORCE_COLOR, TERM=dumb, what is set, the stream."""
    if flags.color in ("always", "never"):
        return flags.color == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR") or os.environ.get("CLICOLOR_FORCE", "0") != "0":
        return True
    if os.environ.get("TERM") == "dumb":
        return False
    if settings.get("color", "auto") != "auto":
        return settings["color"] == "always" and at_terminal
    return at_terminal


def check_setting(name: str, value: str, said: str) -> None:
    """PatienceError `usage` when a setting cannot have this value; `said` is how it was given."""
    values = SETTINGS[name]
    if values is None and not is_game(value):
        raise PatienceError("usage", f"{said}: no game {value[:40]!r}", nearest(value, list(NAMES)))
    if values is not None and value not in values:
        raise PatienceError("usage", f"{said}: not {value[:40]!r}", " or ".join(values))


# -- environment and configuration file ----------------------------------------------------------------------------


def setting(name: str) -> str | None:
    """What the environment or the configuration file say about a setting."""
    return _configured().get(name)


def config_file() -> Path:
    """Where the configuration is."""
    from platformdirs import user_config_path

    return user_config_path("patience", appauthor=False) / "config.toml"


def _configured() -> dict[str, str]:
    try:
        settings = _from_file(config_file())
    except RuntimeError:  # no home is known
        settings = {}
    for name in SETTINGS:
        variable = f"PATIENCE_{name.upper()}"
        if value := os.environ.get(variable):
            check_setting(name, value, variable)
            settings[name] = value
    return settings


def _from_file(path: Path) -> dict[str, str]:
    """The settings of a configuration file; none where there is no file."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise PatienceError("usage", f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise PatienceError("usage", f"{path}: not UTF-8") from None
    import tomllib

    try:
        found = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # numbers too long and arrays too deep among them
        raise PatienceError("usage", f"{path}: {error}") from None
    settings = {}
    for name, value in found.items():
        place = _place(text, name)
        if name not in SETTINGS:
            raise _fault(path, f"no setting {name!r}", nearest(name, list(SETTINGS)), place)
        word = ("no", "yes")[value] if isinstance(value, bool) else value
        try:
            check_setting(name, str(word), name)
        except PatienceError as error:
            raise _fault(path, error.message, error.expected, place) from None
        settings[name] = str(word)
    return settings


def _place(text: str, name: str) -> Place:
    for number, line in enumerate(text.split("\n"), 1):
        if re.match(rf'\s*"?{re.escape(name)}"?\s*=', line):
            return Place(number, len(line) - len(line.lstrip()) + 1, line)
    return Place(1, 1, "")


def _fault(path: Path, words: str, expected: str | None, place: Place) -> PatienceError:
    error = PatienceError("header", words, expected, place=place)
    error.file = str(path)
    return error
