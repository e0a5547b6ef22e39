"""What Tab completes. Completers know names and look into a folder; only the options of a game load that game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, MutableMapping
from typing import Any

from .formats import READ, WRITTEN
from .games import NAMES

Completer = Callable[[str], list[str]]

SETTINGS = {
    "color": ("auto", "always", "never"),
    "palette": ("two", "four"),
    "suits": ("letters", "symbols"),
}
PLAYERS = ("thoughtful", "blind")
NOTATIONS = ("keller",)
PAGES = ("patience", "patience-transcript", "patience-games", "patience-tried")
SEEDS = ("daily",)

# What bash has cut off before the word that is being completed.
_before = ""


def among(words: Iterable[str]) -> Completer:
    """A completer for a fixed choice of words."""
    known = tuple(words)
    return lambda incomplete: [word for word in known if word.startswith(incomplete)]


games = among(NAMES)
readable = among(READ)
writable = among(WRITTEN)
players = among(PLAYERS)
notations = among(NOTATIONS)
pages = among(PAGES)
seeds = among(SEEDS)


def of(setting: str) -> Completer:
    """A completer for the values of a setting of looks."""
    return among(SETTINGS[setting])


def options(ctx: Any, incomplete: str) -> list[str]:
    """The options of the game that is named on the line, `NAME=VALUE` each."""
    from .errors import PatienceError
    from .games import options_of

    # Behind an option without its value the parser gives up, and leaves the arguments before it as they are.
    named = ctx.params.get("game") or ctx.args or [""]
    try:
        known = options_of((named if isinstance(named, str) else named[0]).partition(",")[0])
    except PatienceError:
        return []
    said = [f"{option.name}={value}" for option in known for value in option.values]
    return [words[len(_before) :] for words in said if words.startswith(_before + incomplete)]


def to_play(ctx: Any, incomplete: str) -> list[str]:
    """What can be played: games and the transcripts here, then a seed; with --resume the games that are kept."""
    if ctx.params.get("game"):
        return seeds(incomplete)
    if ctx.params.get("resume"):
        return among(kept())(incomplete)
    return [*games(incomplete), *among(transcripts())(incomplete)]


def transcripts() -> list[str]:
    """The transcripts in the current folder."""
    from os import scandir

    try:
        with scandir() as entries:
            return sorted(entry.name for entry in entries if entry.name.endswith(".patience"))
    except OSError:
        return []


def kept() -> list[str]:
    """The games that have kept files in the state directory."""
    from .saves import kept_games

    files = [path.name for path in kept_games()]
    names = {max((name for name in NAMES if file.startswith(f"{name}-")), key=len, default="") for file in files}
    return [name for name in NAMES if name in names]


def rejoin(environ: MutableMapping[str, str]) -> None:
    """Put together what bash has cut at `=`, in the words that it hands over: `discard`, `=`, `au` is one word to us.

    Bash replaces only what stands behind the sign, so that is what is completed.
    """
    global _before
    words = environ.get("COMP_WORDS", "").split("\n")
    joined: list[str] = []
    for word in words[: int(environ.get("COMP_CWORD", "0")) + 1]:
        if joined and (word == "=" or joined[-1].endswith("=")):
            joined[-1] += word
        else:
            joined.append(word)
    name, sign, begun = joined[-1].partition("=")
    if sign:
        is_option = name.startswith("-")
        _before = "" if is_option else f"{name}="
        joined[-1:] = [name, begun] if is_option else [begun]
    environ["COMP_WORDS"] = "\n".join(joined)
    environ["COMP_CWORD"] = str(len(joined) - 1)
