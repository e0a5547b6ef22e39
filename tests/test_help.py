"""Help that can be relied on: examples that run, and near misses that are named."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import typer.main
from program import FIRST, run
from shell import lacks_a_peer, shell_environment

from patience_cli.cli import app

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
