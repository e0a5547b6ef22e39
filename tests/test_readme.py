"""What README.md says is so: its commands are run, its files used, its lists written from the code."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import demo
import pytest
from pages import markdown_list, refilled
from program import ROOT
from shell import MARKDOWN, blocks, output, rerun_page, shell_environment
from syrupy.assertion import SnapshotAssertion

from patience_cli.notation import read_token

README = ROOT / "README.md"
TEXT = README.read_text(encoding="utf-8")
REGISTRY = Path("patience_cli") / "games" / "__init__.py"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty folder but for the package, with the line that the page has us add to it."""
    shutil.copytree(ROOT / "patience_cli", tmp_path / "patience_cli", ignore=shutil.ignore_patterns("__pycache__"))
    registry = (tmp_path / REGISTRY).read_text(encoding="utf-8")
    line = re.search(r"add `(.+)` \(name and file\) to `FILES`", TEXT)
    assert line
    assert "FILES = {\n" in registry
    (tmp_path / REGISTRY).write_text(registry.replace("FILES = {\n", f"FILES = {{\n    {line[1]}\n"))
    return tmp_path


@pytest.mark.parametrize("file", [README], ids=["README"])
def test_page(file: Path, snapshot: SnapshotAssertion, folder: Path) -> None:
    """The page is its own snapshot: lists are written and commands are run anew, prose stays as it is."""
    assert rerun_page(refilled(TEXT, markdown_list), MARKDOWN, folder) == snapshot


def test_the_game_that_is_added_replays_its_opening(folder: Path) -> None:
    for block in blocks(TEXT, MARKDOWN):
        if block.file and "westcliff" in block.file:
            (folder / block.file).parent.mkdir(parents=True, exist_ok=True)
            (folder / block.file).write_text("".join(f"{line}\n" for line in block.lines))
    replay = "python3 -m patience_cli replay fixtures/transcripts/westcliff/opening.patience"
    lines = output(replay, folder, shell_environment(folder)).splitlines()
    assert lines[:3] == ["#patience 1", "title: a move and a deal", "game: westcliff"]
    assert lines[-2] == "? 1-f"
    assert lines[-1].startswith("! ")


def test_every_block_is_looked_at() -> None:
    """A block shows commands, is a file that they use, a table with labels, or one of the three that only tell."""
    known = [block.file or "run" if block.lines[0].startswith("$ ") else block.file for block in blocks(TEXT, MARKDOWN)]
    assert known.count(None) == len([*labelled()]) + 2
    assert "run" in known


def labelled() -> Iterator[tuple[str, list[str]]]:
    """The pictures with labels: the command that draws the table, and the lines."""
    lines = TEXT.split("\n")
    for block in blocks(TEXT, MARKDOWN):
        if match := re.fullmatch(r"<!-- labelled: (.+) -->", lines[block.start - 2]):
            yield match[1], block.lines


def test_the_labelled_table_is_a_real_one(tmp_path: Path) -> None:
    """Without its labels a picture is what the command prints; they stand to the right, where nothing is printed."""
    for command, lines in labelled():
        table = output(command, tmp_path, shell_environment(tmp_path)).splitlines()
        width = max(map(len, table))
        assert [line[:width].rstrip() for line in lines] == table
        assert all(line[width : width + 2].strip() == "" for line in lines)


def test_the_notation_is_that_of_the_program() -> None:
    """Every move in the block of the notation is read as one, without its blanks and words."""
    block = next(block for block in blocks(TEXT, MARKDOWN) if block.lines[0].startswith("3-5 "))
    text = "\n".join(block.lines)
    moves = re.findall(r"(?<!\S)(?:[0-9wpf]\d?[-/][0-9pf]\d?(?:x\d)?|[0-9wp][0-9fp]x?|9H(?:-TC)?)(?![^ ,;\n])", text)
    moves += [line.split()[0] for line in block.lines]
    assert len(moves) > 20
    for move in moves:
        read_token(move)


@pytest.mark.parametrize("file", [demo.FILE], ids=["demo"])
def test_the_picture_is_drawn_from_real_output(file: Path, snapshot: SnapshotAssertion) -> None:
    text = demo.picture(demo.screen())
    assert text == snapshot


def test_links_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)]+)\)", TEXT)
    assert links
    assert all((ROOT / link).is_file() for link in links)
