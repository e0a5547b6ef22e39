"""The manual pages are what the program is: their lists come from the code, their examples are run."""

from __future__ import annotations

import re
import subprocess
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import typer.main
from pages import EXIT_CODES, is_option, man_list, refilled, unescaped
from shell import MDOC, rerun_page, tool
from syrupy.assertion import SnapshotAssertion

from patience_cli import streams
from patience_cli.cards import fresh
from patience_cli.cli import app
from patience_cli.commands import studying
from patience_cli.commands.common import NO, UNDECIDED
from patience_cli.commands.dealing import read_span
from patience_cli.commands.pages import PAGES, plain
from patience_cli.commands.solving import budget
from patience_cli.commands.terminal import HISTORY
from patience_cli.deals import LISTED, Deal, deck_id, deck_text, read_seed
from patience_cli.errors import EXITS, PatienceError
from patience_cli.formats import WRITTEN, keller
from patience_cli.games import NAMES, load, options_of
from patience_cli.looks import SETTINGS
from patience_cli.notation import LONGEST, WORDS, read_token
from patience_cli.record import Record
from patience_cli.saves import GrowingFile
from patience_cli.script import KNOWN, of_deal
from patience_cli.seeds import Seed, shuffle
from patience_cli.session import HELP, Session
from patience_cli.solver.verdict import Meter
from patience_cli.stats import DEFINITIONS
from patience_cli.textfile import LIMIT

ROOT = Path(__file__).parent.parent
MAN = ROOT / "man"
TREE: Any = typer.main.get_command(app)
FILES = sorted(MAN.iterdir())
pages = pytest.mark.parametrize("file", FILES, ids=[file.name for file in FILES])


@pages
def test_page(file: Path, snapshot: SnapshotAssertion, tmp_path: Path) -> None:
    """A page is its own snapshot: lists and examples are written anew, prose stays as it is."""
    page = refilled(file.read_text(encoding="utf-8"), lambda name: man_list(name, TREE))
    assert rerun_page(page, MDOC, tmp_path) == snapshot


def words(name: str) -> str:
    """The source of a page."""
    return (MAN / name).read_text(encoding="utf-8")


def items(name: str, section: str) -> list[str]:
    """The tags of the lists in a section of a page, without markup."""
    text = re.split(r"^\.Sh (.+)$", words(name), flags=re.MULTILINE)
    body = dict(zip(text[1::2], text[2::2], strict=True))[section]
    return [
        unescaped(re.sub(r"\b(Ic|Ar|Fl|Cm|Pa|Ev|Sy|Ns|No|Oo|Oc) ?", "", line))
        for line in re.findall(r"(?m)^\.It (.+)$", body)
    ]


def test_pages_are_those_that_the_program_shows() -> None:
    assert [file.name for file in FILES] == sorted(f"{name}.{section}" for name, section in PAGES.items())


def test_pages_come_with_the_wheel() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    shared = project["tool"]["hatch"]["build"]["targets"]["wheel"]["shared-data"]
    for name, section in PAGES.items():
        assert shared[f"man/{name}.{section}"] == f"share/man/man{section}/{name}.{section}"


def test_every_command_has_its_place() -> None:
    page = words("patience.6")
    subsections = re.findall(r"(?m)^\.Ss (\S+)$", page)
    assert subsections == list(TREE.commands)
    assert re.findall(r'(?m)^\.\\" list: command (\S+)$', page) == list(TREE.commands)


def test_every_option_is_told() -> None:
    """Each option of each command stands under its command, or among the shared ones and named under its command."""
    page = words("patience.6")
    for name, command in TREE.commands.items():
        block = re.search(rf'(?ms)^\.\\" list: command {name}$(.*?)^\.\\" end$', page)
        assert block
        for param in command.params:
            if is_option(param):
                assert re.search(rf"(?m)^(\.It )?(\.?Fl \S+ , )*\.?Fl {param.opts[-1][1:]}\b", block[1]), param.opts
        for told in re.findall(r"Fl (-\S+)", block[1]):
            assert any(f"-{told}" in param.opts for param in command.params), told


def test_every_command_has_the_options_for_help() -> None:
    assert TREE.context_settings["help_option_names"] == ["-h", "--help"]
    assert all(not command.context_settings and command.add_help_option for command in TREE.commands.values())


def test_every_exit_code_is_told() -> None:
    known = {0, NO, UNDECIDED, *EXITS.values(), streams.BUG, streams.WRITE_ERROR}
    assert set(EXIT_CODES) == known | {streams.INTERRUPTED, streams.CLOSED_PIPE}
    assert [int(item.split()[0]) for item in items("patience.6", "EXIT STATUS")] == list(EXIT_CODES)


def test_every_game_has_its_rules() -> None:
    page = words("patience-games.6")
    assert re.findall(r"(?m)^\.Ss (\S+)$", page) == list(NAMES)
    assert re.findall(r'(?m)^\.\\" list: rules (\S+)$', page) == list(NAMES)
    for name in NAMES:
        block = re.search(rf'(?ms)^\.\\" list: rules {name}$(.*?)^\.\\" end$', page)
        assert block
        assert re.findall(r"(?m)^\.It Cm (\S+)$", block[1]) == [option.name for option in options_of(name)]


def session_words() -> set[str]:
    """The words that a game under way knows, moves apart."""
    game = load("gold-mine")
    deck = tuple(fresh(1))
    return set(Session(of_deal(Deal(game, None, deck)), Record(game, game.start(deck)))._words)


def test_every_word_of_play_is_told() -> None:
    """All that can be typed at the prompt, and each option of looks that can be set."""
    told = set(re.findall(r"[a-z]+", " ".join(items("patience.6", "PLAYING"))))
    assert {*session_words(), *WORDS, *"drzyag"} <= told
    page = words("patience.6")
    assert all(f"PATIENCE_{name.upper()}" in page and f".Ql {name}" in page for name in SETTINGS)
    assert all(f".Ql {name}" in page for name in WRITTEN)


def test_help_at_the_prompt_fits_a_terminal() -> None:
    """It names all words but those that other words stand for."""
    assert max(map(len, [*HELP.splitlines(), *DEFINITIONS])) < 80
    assert {*session_words(), "finish", "resign"} - {"help", "q"} <= set(re.findall(r"[a-z]+", HELP))


def test_every_error_and_every_header_is_told() -> None:
    assert items("patience-transcript.5", "ERROR MESSAGES") == [
        "syntax", "pile", "illegal", "ambiguous", "mismatch", "differs",
        "deck", "header", "format", "encoding", "usage", "write",
    ]  # fmt: skip
    assert set(items("patience-transcript.5", "ERROR MESSAGES")) == set(EXITS)
    assert items("patience-transcript.5", "TRANSCRIPTS")[: len(KNOWN)] == list(KNOWN)


def test_the_limits_are_those_of_the_program(tmp_path: Path) -> None:
    """Each stands in the page as it is in the code, or as what is just allowed while one more is not."""
    text = re.split(r"(?m)^\.It (.+)$", words("patience-transcript.5").partition(".Sh LIMITS")[2].partition("\n.El")[0])
    limits = {unescaped(tag): [int(n) for n in re.findall(r"[0-9]+", body)] for tag, body in pairs(text[1:])}
    assert limits.pop("a number in a move") == []
    (tmp_path / "new").touch()
    assert limits == {
        "a text, a line": [LIMIT // 2**20],
        "tokens on a line": [LONGEST],
        "moves of a game": [LONGEST],
        "a file that is played": [GrowingFile(str(tmp_path / "new"))._limit // 2**20],
        "a file of a study": [studying.LIMIT // 2**20],
        "a seed": [64, 20],
        "a solver's budget": [12],
        "positions that a solver keeps in mind": [Meter(1).room],
        "a solution in another notation": [LONGEST, keller.TRIES],
        "cards listed as too many or missing": [LISTED],
        "the history of the prompt": [HISTORY],
    }


@pytest.mark.parametrize(
    ("read", "most"),
    [
        (lambda text: read_seed(text), "9" * 64),
        (lambda text: read_seed(text), "a" * 64),
        (lambda text: read_span(f"{text}-{text}"), "9" * 20),
        (lambda text: read_token(f"1-2x{text}"), "9" * 9),
        (lambda text: read_token(f"1-{text}"), "9" * 9),
        (lambda text: budget(text), "9" * 12),
    ],
    ids=["a seed", "a word", "a range", "a count", "a column", "a budget"],
)
def test_a_limit_is_just_allowed(read: Callable[[str], object], most: str) -> None:
    read(most)
    with pytest.raises(PatienceError):
        read(most + most[0])


def pairs(items: list[str]) -> Iterator[tuple[str, str]]:
    """Neighbours two by two."""
    return zip(items[::2], items[1::2], strict=True)


def test_what_was_tried_can_be_tried_again() -> None:
    """Each figure has a command: its file is there, and asks for each variable and option."""
    page = words("patience-tried.7")
    commands = [unescaped(line.replace("\\-", "-")) for line in re.findall(r"(?m)^\.Dl (.+)$", page)]
    assert commands.pop(0) == "pip install -e .[dev]"
    assert len(commands) > 10
    for command in commands:
        match = re.fullmatch(r"((?:[A-Z_]+=\d+ )*)(?:pytest(?: -s)?|python)((?: tests/\w+\.py)+)(.*)", command)
        assert match, command
        files = [(ROOT / name).read_text(encoding="utf-8") for name in match[2].split()]
        for asked in re.findall(r"[A-Z_]{2,}|--[a-z]+", match[1] + match[3]):
            assert any(asked in text for text in files), command
    figures = re.split(r"(?m)^\.It (?=\S)", page.partition(".Sh SPEED")[0])[1:]
    assert [figure for figure in figures if "\n.Dl " not in figure] == []


def test_the_decks_are_those_of_the_program() -> None:
    """The table of test vectors: kind and id, the first ten cards, the last four, and the name of the deck."""
    rows = re.findall(
        r"(?m)^([0-9]x[0-9]+) (\S+) +([2-9TJQKACDHS]{20})  ([2-9TJQKACDHS]{8})  ([0-9a-f]{10})$",
        words("patience-transcript.5"),
    )
    assert len(rows) == 5
    for kind, name, first, last, name_of_deck in rows:
        deck = shuffle(kind, Seed("d1", name))
        assert (deck_text(deck[:10]), deck_text(deck[-4:]), deck_id(deck)) == (first, last, name_of_deck)


# -- formatters ------------------------------------------------------------------------------------------------------


@pages
@pytest.mark.parametrize("command", ["mandoc -T lint -W warning", "groff -ww -z -mdoc -Tutf8"], ids=["mandoc", "groff"])
def test_formatters_have_nothing_to_say(file: Path, command: str) -> None:
    name, *options = command.split()
    done = subprocess.run([tool(name), *options, str(file)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def bare_words(text: str) -> list[str]:
    """The words of a formatted page, without marks and markup."""
    return re.findall(r"[A-Za-z0-9]+", re.sub(".\b", "", text))


@pages
def test_without_a_formatter_the_words_are_the_same(file: Path) -> None:
    page = "\n".join(plain(file.read_text(encoding="utf-8")))
    done = subprocess.run([tool("mandoc"), "-T", "ascii", str(file)], capture_output=True, text=True, check=True)
    _, *lines, _ = done.stdout.rstrip("\n").split("\n")
    assert bare_words(page) == bare_words("\n".join(lines))
