"""The lists in the manual pages and in the README, written from the command tree, the declarations and the exit codes.

Prose is written by hand; what stands between two marks is written here, so that it cannot disagree with the program.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from patience_cli.errors import EXITS
from patience_cli.game import Game
from patience_cli.games import NAMES, load, values_in_words
from patience_cli.manual import deck_words, sections

# What the exit codes mean, by number: a name, and when.
EXIT_CODES: Mapping[int, tuple[str, str]] = {
    0: ("yes", "done; and where the command asks a question, the answer is yes: won, solved, sound, a move is there"),
    1: (
        "no",
        "the answer is no: not won, proven unwinnable, no move left, a file differs from what replaying it gives",
    ),
    2: ("usage", "an option or argument that is wrong, an unknown game, a file that cannot be read"),
    3: ("undecided", "a limit was reached before the answer"),
    4: ("illegal", "a move that the rules or the table refuse"),
    5: ("malformed", "an input in none of the formats, or unsound: a bad header, no move, 51 cards, not UTF-8"),
    70: ("bug", "a fault of the program; PATIENCE_DEBUG=1 shows where"),
    74: ("write error", "a full disk, a closed device, a file that changed or is in use"),
    130: ("interrupted", "Ctrl-C"),
    141: ("closed pipe", "the reader went away, as head does; nothing is said"),
}


def exit_rows() -> list[tuple[int, str, str]]:
    """Code, name and meaning of each exit, with the errors that lead to it."""
    rows = []
    for number, (name, words) in EXIT_CODES.items():
        errors = ", ".join(code for code, leads_to in EXITS.items() if leads_to == number)
        rows.append((number, name, f"{words} ({errors})" if errors not in ("", name, "write") else words))
    return rows


# -- pages -----------------------------------------------------------------------------------------------------------


def refilled(page: str, lists: Callable[[str], list[str]]) -> str:
    r"""A page with the lists between its marks written anew: from `.\" list: NAME` to `.\" end` (in Markdown comments).

    ValueError for a mark without its end.
    """
    lines: list[str] = []
    inside = ""
    for line in page.split("\n"):
        if match := re.fullmatch(r'(?:\.\\"|<!--) list: ([^>]+?)(?: -->)?', line):
            if inside:
                raise ValueError(f"the list {inside} has no end")
            lines += [line, *lists(match[1])]
            inside = match[1]
        elif line in ('.\\" end', "<!-- end -->"):
            lines.append(line)
            inside = ""
        elif not inside:
            lines.append(line)
    if inside:
        raise ValueError(f"the list {inside} has no end")
    return "\n".join(lines)


def markdown_list(name: str) -> list[str]:
    """A list of the README. KeyError for an unknown name."""
    return {"exit codes": _exit_table}[name]()


def _exit_table() -> list[str]:
    return [
        "| code | | when |",
        "|---|---|---|",
        *(f"| {code} | {name} | {words} |" for code, name, words in exit_rows()),
    ]


def man_list(name: str, tree: Any) -> list[str]:
    """A list of a manual page, in mdoc; `tree` is the program's command tree. KeyError for an unknown name."""
    kind, _, about = name.partition(" ")
    match kind:
        case "commands":
            return [
                line
                for command, body in tree.commands.items()
                for line in (f".It Ic {command}", *_text(body.short_help))
            ]
        case "usage":
            return _usage(tree.commands[about])
        case "command":
            return _command(tree.commands[about], _shared(tree))
        case "global-options":
            return [line for param in tree.params for line in _item(param)]
        case "shared-options":
            return [line for param in _shared(tree).values() for line in _item(param)]
        case "exits":
            return [line for code, called, words in exit_rows() for line in (f".It {code} Pq {called}", *_said(words))]
        case "games":
            return [f".It Ic {name} Ta {escaped(load(name).title)} Ta {load(name).deck_size}" for name in NAMES]
        case "rules":
            return _rules(load(about))
    raise KeyError(name)


# -- text in mdoc ----------------------------------------------------------------------------------------------------

ESCAPES = {"\\": "\\e", "'": "\\(aq", "^": "\\(ha", "~": "\\(ti", "`": "\\(ga"}


def escaped(text: str) -> str:
    """A line of text in mdoc, so that it is shown letter by letter."""
    text = "".join(ESCAPES.get(letter, letter) for letter in text)
    return f"\\&{text}" if text[:1] in (".", "'") else text


def unescaped(line: str) -> str:
    """The text that a line of mdoc shows."""
    letters = {escape: letter for letter, escape in ESCAPES.items()}
    return re.sub(r"\\(?:&|e|\([a-z]{2})", lambda match: letters.get(match[0], ""), line)


def _text(words: str) -> list[str]:
    """Sentences as mdoc wants them: each on a line of its own."""
    return [escaped(sentence) for sentence in re.split(r"(?<=[.?!]) (?=[A-Z])", words)]


def _said(words: str) -> list[str]:
    return _text(f"{words[:1].upper()}{words[1:]}.")


# -- commands and options --------------------------------------------------------------------------------------------


def _key(param: Any) -> tuple[str, str | None, str | None]:
    return (" ".join(param.opts), param.metavar, param.help)


def _shared(tree: Any) -> dict[tuple[str, str | None, str | None], Any]:
    """The options that several commands have, each told once, in alphabetical order."""
    found = [param for command in tree.commands.values() for param in command.params if is_option(param)]
    counts = Counter(map(_key, found))
    several = {_key(param): param for param in found if counts[_key(param)] > 1}
    return dict(sorted(several.items(), key=lambda item: item[1].opts[-1]))


def is_option(param: Any) -> bool:
    """Whether a parameter of a command is an option; else it is an argument."""
    return bool(param.param_type_name == "option")


def _usage(command: Any) -> list[str]:
    """How a command is called."""
    arguments = " ".join(_marked(param.metavar) for param in command.params if not is_option(param))
    return [f".D1 Ic patience {command.name} Oo Ar options Oc {arguments}".rstrip(), ".Pp"]


def _command(command: Any, shared: Mapping[tuple[str, str | None, str | None], Any]) -> list[str]:
    """The arguments and the options of a command; those it shares with others are only named."""
    own = [line for param in command.params if _key(param) not in shared for line in _item(param)]
    also = [f".Fl {param.opts[-1][1:]}" for param in command.params if _key(param) in shared]
    lines = [".Bl -tag -width Ds -compact", *own, ".El"] if own else []
    return [".Pp", *lines, "Also", *(f"{option} ," for option in also[:-1]), f"{also[-1]} ."]


def _item(param: Any) -> list[str]:
    """An argument or an option, and what it is about."""
    if not is_option(param):
        return [f".It {_marked(param.metavar)}", *_text(param.help)]
    value = f" Ar {param.metavar}" if param.metavar else ""
    return [f".It {' , '.join(f'Fl {name[1:]}' for name in param.opts)}{value}", *_text(param.help)]


def _marked(metavar: str) -> str:
    """A usage such as `[SEED]...` in mdoc."""
    words = {"[": "Oo", "]": "Oc", "...": "Ns No ...", "|": "|"}
    pieces: Sequence[str] = re.findall(r"\[|\]|\.\.\.|\||[^][|.\s]+", metavar)
    return " ".join(words.get(piece, f"Ar {piece}") for piece in pieces)


# -- games -----------------------------------------------------------------------------------------------------------


def _rules(game: Game) -> list[str]:
    """The rules of a game as a list, its options in a list of their own."""
    deck = deck_words(game)
    lines = [escaped(f"{game.title}: {deck[:1].lower()}{deck[1:]}"), ".Bl -tag -width Ds"]
    for head, sentences in sections(game):
        lines.append(f".It Sy {head}")
        for number, sentence in enumerate(sentences):
            lines += [".br"] * bool(number) + _text(sentence)
    if game.options:
        lines += [".It Sy Options", ".Bl -tag -width Ds -compact"]
        for option in game.options:
            lines += [f".It Cm {option.name}", *_said(f"{option.about} ({values_in_words(option.values)})")]
        lines.append(".El")
    return [*lines, ".El"]
