"""What a command loads: start-up is most of its time, so nothing heavy and nothing that is not needed comes in."""

from __future__ import annotations

from pathlib import Path

import pytest
from program import environment, sample_files, spawn

from patience_cli.games import FILES

# Prints at its very end what was loaded; an import system that is asked by name does not show up in `-X importtime`.
LOADED = """
import atexit, sys
sys.argv[0] = "patience"
atexit.register(lambda: print(*sys.modules, file=sys.stderr))
from patience_cli.__main__ import main
main()
"""

HEAVY = {
    "asyncio",
    "concurrent.futures",
    "ctypes",
    "decimal",
    "email",
    "http",
    "importlib.metadata",
    "importlib.resources",
    "logging",
    "multiprocessing",
    "pydantic",
    "readline",
    "rich",
    "shlex",
    "socket",
    "sqlite3",
    "ssl",
    "statistics",
    "tempfile",
    "tomllib",
    "unittest",
    "xml",
}
UNUSED = {"csv", "fractions", "json", "pickle", "platformdirs", "random"}
OTHER_ROOMS = {
    "patience_cli.commands.converting",
    "patience_cli.commands.engine",
    "patience_cli.commands.solving",
    "patience_cli.commands.studying",
    "patience_cli.commands.terminal",
    "patience_cli.describe",
    "patience_cli.hint",
    "patience_cli.looks",
    "patience_cli.machine",
    "patience_cli.manual",
    "patience_cli.stats",
    "patience_cli.study",
}
COMMANDS = [
    ["deal", "spiderette", "7"],
    ["show", "sound"],
    ["legal", "sound"],
    ["replay", "sound"],
    ["check", "sound"],
    ["move", "sound", "d"],
    ["play", "spiderette", "7"],
]


def loaded(folder: Path, *args: str) -> set[str]:
    """The modules that are there when a command has done its work."""
    ran = spawn(*args, cwd=folder, env=environment(folder), program=["-c", LOADED])
    assert ran.code in (0, 1), ran
    return set(ran.err.split())


@pytest.mark.parametrize("args", COMMANDS, ids=" ".join)
def test_a_command_loads_what_it_needs(args: list[str], tmp_path: Path) -> None:
    modules = loaded(sample_files(tmp_path), *args)
    assert not modules & HEAVY
    assert not modules & UNUSED
    assert not modules & OTHER_ROOMS
    games = {name for name in modules if name.startswith("patience_cli.games.")}
    assert games == {f"patience_cli.games.{FILES['spiderette']}"}, "the file of one game"
    for package in ("formats", "solver"):
        assert not {name for name in modules if name.startswith(f"patience_cli.{package}.")}


def test_the_version_costs_a_bare_interpreter(tmp_path: Path) -> None:
    modules = loaded(tmp_path, "--version")
    ours = {name for name in modules if name.startswith("patience_cli")}
    assert ours == {"patience_cli", "patience_cli.__main__", "patience_cli.streams"}
    assert not modules & {"typer", "re", "typing", "enum", "dataclasses", "pathlib", "collections"}


@pytest.mark.parametrize("args", [["--help"], ["games", "-q"], ["rules", "spiderette", "-q"], ["show", "--help"]])
def test_typer_brings_nothing_heavy(args: list[str], tmp_path: Path) -> None:
    """A newer typer that loads pydantic for every option, or rich for help, is to be seen here."""
    assert (
        not loaded(
            tmp_path,
            *args,
        )
        & HEAVY
    )
