"""Tab completes commands, games, options and the rest, in each shell, and costs the start of the program nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pexpect
import pytest
import typer.main
from program import FIRST, ROOT, run
from shell import shell_environment, tool

from patience_cli import looks, words
from patience_cli.cli import app
from patience_cli.commands.pages import PAGES
from patience_cli.formats import READ, WRITTEN
from patience_cli.games import NAMES
from patience_cli.study import PLAYERS

SCRIPTS = ROOT / "patience_cli" / "completions"
BASH, ZSH, FISH = SCRIPTS / "patience.bash", SCRIPTS / "_patience", SCRIPTS / "patience.fish"
COMMANDS = list(typer.main.get_command(app).commands)  # type: ignore[attr-defined]


# -- the scripts -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("shell", "file"), [("bash", BASH), ("zsh", ZSH), ("fish", FISH)])
def test_the_scripts_are_those_of_the_program(shell: str, file: Path, tmp_path: Path) -> None:
    """Each is what the program itself gives out; that of zsh also completes when it is loaded by the first Tab."""
    env = {**shell_environment(tmp_path), "_PATIENCE_COMPLETE": f"source_{shell}"}
    own = run(cwd=tmp_path, env=env).out.strip()
    script = file.read_text(encoding="utf-8")
    assert script.startswith(f"{own}\n")
    rest = script.removeprefix(f"{own}\n")
    assert ("loadautofunc" in rest) == bool(rest) == (shell == "zsh")


# -- what is completed -----------------------------------------------------------------------------------------------


def completions(folder: Path, *typed: str) -> list[str]:
    """What a real bash is offered for a line cut into words as bash cuts it; the last is being completed."""
    script = 'source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 )); _patience_completion patience; '
    done = subprocess.run(
        [tool("bash"), "-c", script + 'printf "%s\\n" "${COMPREPLY[@]}"', str(BASH), "patience", *typed],
        capture_output=True,
        text=True,
        cwd=folder,
        env=shell_environment(folder),
        check=True,
    )
    assert done.stderr == ""
    return done.stdout.split()


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        (("",), COMMANDS),
        (("so",), ["solve"]),
        (("rules", ""), list(NAMES)),
        (("rules", "milligan-s"), ["milligan-spanish", "milligan-single", "milligan-strict"]),
        (("deal", "gold-mine", ""), ["daily"]),
        (("deal", "gold-mine", "--to", ""), list(WRITTEN)),
        (("deal", "gold-mine", "--to", "=", "fc"), ["fc-solve"]),
        (("convert", "--from", ""), list(READ)),
        (("convert", "--game", "yu"), ["yukon"]),
        (("convert", "--notation", ""), ["keller"]),
        (("play", "qua"), ["quadrille"]),
        (("play", "quadrille", ""), ["daily"]),
        (("show", "--color", "a"), ["auto", "always"]),
        (("show", "--palette", ""), ["two", "four"]),
        (("show", "--suits", ""), ["letters", "symbols"]),
        (("study", "gold-mine", "--player", ""), list(PLAYERS)),
        (("stats", "spider-"), ["spider-two", "spider-one"]),
        (("man", ""), list(PAGES)),
        (("show", ""), []),
        (("tidy", "--"), ["--in-place", "--json", "--quiet", "--help"]),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_offered(typed: tuple[str, ...], offered: list[str], tmp_path: Path) -> None:
    assert completions(tmp_path, *typed) == offered


@pytest.mark.parametrize("command", ["rules", "deal", "play"])
def test_options_of_the_game_on_the_line(command: str, tmp_path: Path) -> None:
    known = ["deal-gaps=no", "deal-gaps=if-short", "deal-gaps=yes", "discard=manual", "discard=auto"]
    assert completions(tmp_path, command, "spiderette", "-o", "") == known
    assert completions(tmp_path, command, "spiderette", "-o", "disc") == known[3:]
    assert completions(tmp_path, command, "spiderette", "-o", "discard", "=") == ["manual", "auto"]
    assert completions(tmp_path, command, "spiderette", "-o", "discard", "=", "a") == ["auto"]
    assert completions(tmp_path, command, "spiderette", "-o", "discard", "=", "auto", "--option", "deal") == known[:3]
    assert completions(tmp_path, command, "captive-queens", "-o", "first") == ["first-card=auto", "first-card=manual"]
    assert completions(tmp_path, command, "nothing", "-o", "") == []
    assert completions(tmp_path, command, "-o", "") == []


def test_transcripts_here_and_games_that_are_kept(tmp_path: Path) -> None:
    (tmp_path / "mine.patience").write_text(FIRST)
    (tmp_path / "notes.txt").write_text("")
    assert completions(tmp_path, "play", "m")[-1] == "mine.patience"
    assert completions(tmp_path, "play", "--resume", "") == []
    games = tmp_path / "home" / ".local" / "state" / "patience" / "games"
    games.mkdir(parents=True)
    for name in ("spider-two-d1-3", "spiderette-d1-7", "spiderette-d1-7-2", "unknown-d1-1", "x"):
        (games / f"{name}.patience").write_text(FIRST)
    assert completions(tmp_path, "play", "--resume", "") == ["spiderette", "spider-two"]
    assert completions(tmp_path, "play", "--resume", "spider-") == ["spider-two"]


def test_words_are_those_of_the_program() -> None:
    assert set(words.PAGES) == set(PAGES)
    assert words.PLAYERS == PLAYERS
    assert words.SETTINGS.items() <= looks.SETTINGS.items()


# -- pressing Tab ----------------------------------------------------------------------------------------------------


LINES = {
    "patience so": "patience solve",
    "patience rules spiderette -o discard=a": "patience rules spiderette -o discard=auto",
    "patience man patience-tra": "patience man patience-transcript",
    "patience show mi": "patience show mine.patience",
}


def pressed(shell: list[str], setup: str, folder: Path) -> dict[str, str]:
    """What becomes of the lines in a shell at a terminal when Tab is pressed at their ends."""
    (folder / "mine.patience").write_text(FIRST)
    env = shell_environment(folder)
    child = pexpect.spawn(
        tool(shell[0]), shell[1:], cwd=str(folder), env=env, encoding="utf-8", dimensions=(24, 120), timeout=60
    )
    child.sendline(f"{setup}; PS1='; '; echo rea''dy")
    child.expect("ready\r\n")
    found = {}
    for line in LINES:
        child.expect_exact("; ")
        child.send(f"{line}\t")
        child.expect_exact(LINES[line].removeprefix(line) + " ")
        child.send("\x01echo \r")
        child.expect(r"\n(patience [^\r]*?) *\r\n")
        found[line] = child.match[1]
    child.sendeof()
    child.close(force=True)
    return found


def test_tab_in_bash(tmp_path: Path) -> None:
    setup = f"bind 'set enable-bracketed-paste off'; source {BASH}"
    assert pressed(["bash", "--norc", "--noprofile", "-i"], setup, tmp_path) == LINES


def test_tab_in_zsh(tmp_path: Path) -> None:
    """The script is found by its name on the path of functions, as it is when it was installed."""
    setup = (
        f"fpath=({SCRIPTS} $fpath); autoload -Uz compinit; compinit -u -d {tmp_path}/dump; unset zle_bracketed_paste"
    )
    assert pressed(["zsh", "-f", "-i"], setup, tmp_path) == LINES


def test_tab_in_fish(tmp_path: Path) -> None:
    (tmp_path / "mine.patience").write_text(FIRST)
    env = shell_environment(tmp_path)
    for line, whole in LINES.items():
        command = [tool("fish"), "-c", f"source {FISH}; complete -C '{line}'"]
        done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=env, check=True)
        assert [words.split("\t")[0] for words in done.stdout.splitlines()] == [whole.split()[-1]]


# -- what it costs ---------------------------------------------------------------------------------------------------


def test_words_load_nothing_heavy() -> None:
    """Names alone: no game, no engine, no directory."""
    code = "import sys, patience_cli.words; print(*sorted(m for m in sys.modules if m.startswith('patience_cli')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    names = ["patience_cli", *(f"patience_cli.{name}" for name in ("errors", "formats", "games", "words"))]
    assert done.stdout.split() == names
