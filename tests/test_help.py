"""Help that can be relied on: examples that run, near misses that are named, and every error message shown once."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import typer.main
from conftest import FIXTURES
from program import FIRST, ROOT, run
from shell import lacks_a_peer, shell_environment

from patience_cli import formats, saves
from patience_cli.cards import fresh
from patience_cli.cli import app
from patience_cli.commands import pages, studying
from patience_cli.errors import PatienceError
from patience_cli.games import load
from patience_cli.notation import Do
from patience_cli.record import Record, perform
from patience_cli.saves import growing
from patience_cli.solver import solve
from patience_cli.study import Task

COMMANDS: dict[str, Any] = typer.main.get_command(app).commands  # type: ignore[attr-defined]

# -- examples --------------------------------------------------------------------------------------------------------


def examples(name: str) -> list[str]:
    """The examples with which the help of a command begins."""
    head, *lines = str(COMMANDS[name].help).removeprefix("\b\n").split("\n")
    assert head == "Examples:"
    return [line.strip() for line in lines[: lines.index("")]]


EXAMPLES = [(name, example) for name in COMMANDS for example in examples(name)]


@pytest.mark.parametrize("name", COMMANDS)
def test_help_begins_with_two_examples(name: str, tmp_path: Path) -> None:
    shown = run(name, "--help", cwd=tmp_path)
    assert (shown.code, shown.err) == (0, "")
    assert shown == run(name, "-h", cwd=tmp_path)
    usage, _, first, *lines = shown.out.splitlines()
    assert usage.startswith(f"Usage: patience {name} ")
    assert first == "  Examples:"
    assert [line.strip() for line in lines[:2]] == examples(name)
    assert lines[2] == ""
    assert all(re.search(rf"\bpatience {name}\b", example) for example in examples(name))
    assert max(map(len, shown.out.splitlines())) <= 80


@pytest.mark.parametrize(("name", "example"), EXAMPLES, ids=[example for _, example in EXAMPLES])
def test_an_example_runs(name: str, example: str, tmp_path: Path) -> None:
    """With fewer deals than it names; 1 and 3 are answers, not failures."""
    if lacks_a_peer(example, tmp_path):
        pytest.skip("a program that it uses is not installed")
    (tmp_path / "my.patience").write_text(FIRST)
    (tmp_path / "moves.txt").write_text("d\nw-1\n")
    (tmp_path / "deal.json").write_text(run("deal", "gold-mine", "1", "--to", "solvitaire", cwd=tmp_path).out)
    command = re.sub(r"\b1-10+\b", "1-2", example)
    if "my.patience 67 54" in command:
        (tmp_path / "my.patience").write_text(run("deal", "miss-milligan", "10", cwd=tmp_path).out)
    done = subprocess.run(
        ["sh", "-c", command],
        capture_output=True,
        text=True,
        input="",
        cwd=tmp_path,
        env=shell_environment(tmp_path),
        timeout=120,
        check=False,
    )
    assert done.returncode in (0, 1, 3), done.stderr
    assert not re.search(r"usage|Usage|Error|expected", done.stderr)
    assert done.stdout or name in ("hint", "play", "tidy")


def test_the_help_of_the_program_names_every_command(tmp_path: Path) -> None:
    shown = run("--help", cwd=tmp_path)
    assert shown.code == 0
    assert re.findall(r"(?m)^  ([a-z]+)  ", shown.out.partition("Commands:")[2]) == list(COMMANDS)


# -- near misses -----------------------------------------------------------------------------------------------------

NEAR = [
    (["rules", "quadrile"], 2, "no game 'quadrile' (expected: quadrille)"),
    (["play", "goldmine"], 2, "no game and no file 'goldmine' (expected: gold-mine)"),
    (["play", "goldmine", "5"], 2, "no game 'goldmine' (expected: gold-mine)"),
    (["stats", "spiderete"], 2, "expected: spiderette"),
    (["rules", "spiderette", "-o", "discrad=auto"], 2, "has no option 'discrad' (expected: discard)"),
    (["rules", "spiderette", "-o", "discard=automatic"], 2, "no value 'automatic' (expected: manual, auto)"),
    (["deal", "gold-mine", "--to", "fcsolve"], 2, "no format 'fcsolve'"),
    (["man", "transcripts"], 2, "no page 'transcripts' (expected: patience-transcript)"),
    (["shwo"], 2, "No such command 'shwo'. Did you mean"),
    (["show", "--pile"], 2, "No such option: --pile"),
    (["show", "--pile"], 2, "--piles"),
]


@pytest.mark.parametrize(("words", "code", "said"), NEAR, ids=[" ".join(words) for words, _, _ in NEAR])
def test_a_near_miss_is_named(words: list[str], code: int, said: str, tmp_path: Path) -> None:
    ran = run(*words, cwd=tmp_path)
    assert (ran.code, ran.out) == (code, "")
    assert said in " ".join(ran.err.split())


def test_a_near_miss_of_a_header_is_named(tmp_path: Path) -> None:
    ran = run("replay", stdin=FIRST.replace("game:", "gmae:"), cwd=tmp_path)
    assert (ran.code, ran.out) == (5, "")
    assert "no header 'gmae'" in ran.err
    assert "expected: game" in ran.err


# -- the catalogue ---------------------------------------------------------------------------------------------------


def messages() -> Iterator[tuple[str, str]]:
    """Every message of an error in the program's text: where it stands, and a pattern for what it says."""
    for file in sorted((ROOT / "patience_cli").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and (pattern := _pattern(_message(node))):
                yield f"{file.relative_to(ROOT)}:{node.lineno}", pattern


def _message(call: ast.Call) -> ast.expr | None:
    """The message of a call that makes an error, None for another call."""
    name = getattr(call.func, "id", getattr(call.func, "attr", ""))
    place = {"PatienceError": 1, "_syntax": 0, "Refusal": 0, "error": 0, "_fault": 1}.get(name)
    return call.args[place] if place is not None and len(call.args) > place else None


def _pattern(message: ast.expr | None) -> str:
    """The text of a message as a pattern, what is put into it as anything; empty for what is no text."""
    if isinstance(message, ast.Constant) and isinstance(message.value, str):
        return re.escape(message.value)
    if isinstance(message, ast.JoinedStr):
        return "".join(re.escape(part.value) if isinstance(part, ast.Constant) else ".*" for part in message.values)
    return ""


def shown() -> str:
    """All that the fixtures show: sessions and transcripts."""
    folders = ("sessions", "transcripts")
    return "\n".join(path.read_text() for folder in folders for path in sorted((FIXTURES / folder).rglob("*.*")))


def full_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with growing(str(folder / "mine")) as file:
        monkeypatch.setattr(file, "_limit", 10)
        file.append(["d" * 10])


def changed_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with growing(str(folder / "mine")) as file:
        (folder / "mine").write_text("longer than before")
        file.append(["d"])


def replaced_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with growing(str(folder / "mine")) as file:
        file.replace("new", b"not what was there")


def homeless(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platformdirs.user_state_path", lambda *_, **__: Path("~"))
    saves.state_directory()


def no_cluster(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    list(studying._on_cluster(Task("gold-mine", "blind", 1), ["d1:1"], "nowhere"))


def no_scheduler(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError("nobody there")

    monkeypatch.setitem(sys.modules, "distributed", SimpleNamespace(Client=refuse))
    list(studying._on_cluster(Task("gold-mine", "blind", 1), ["d1:1"], "nowhere"))


def full_record(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("patience_cli.record.LONGEST", 2)
    game = load("quadrille")
    list(perform(Record(game, game.start(fresh(1))), Do("dx3", "d", 3), 1))


def no_page(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(pages.PAGES, "patience-nothing", 6)
    pages.shown("nothing")


def no_object(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    list(formats.read("solvitaire", [""], load("gold-mine")))


def no_budget(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("quadrille")
    solve(game, game.start(fresh(1)), nodes=0)


# What no shell session can bring about everywhere, and how it comes about.
ELSEWHERE: dict[str, Callable[[Path, pytest.MonkeyPatch], None]] = {
    "mine is full: it would be larger than 10 bytes": full_file,
    "mine changed while it was being played; nothing was written": changed_file,
    "mine changed meanwhile; nothing was written": replaced_file,
    "there is no home directory": homeless,
    "--scheduler needs patience-cli[cluster] to be installed": no_cluster,
    "no scheduler at nowhere: nobody there": no_scheduler,
    "2 moves were made and taken back; there is no room for more": full_record,
    "the page patience-nothing.6 is not installed": no_page,
    "no JSON object in the text": no_object,
    "a budget is more than nothing": no_budget,
}
# Only ever replaced by the refusal of a move.
NEVER = ("patience_cli/formats/keller.py", "too many readings")


def test_every_message_is_shown_by_a_fixture() -> None:
    """All messages stand in a session or a transcript that provokes them, or are provoked below."""
    text = "\n".join([shown(), *ELSEWHERE])
    found = list(messages())
    assert len(found) > 150
    missing = [(where.partition(":")[0], pattern) for where, pattern in found if not re.search(pattern, text)]
    assert missing == [(NEVER[0], re.escape(NEVER[1]))]


@pytest.mark.parametrize("message", ELSEWHERE)
def test_a_message_of_rare_occasions(message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine").write_text("")
    with pytest.raises(PatienceError) as raised:
        ELSEWHERE[message](tmp_path, monkeypatch)
    assert raised.value.message.endswith(message)
