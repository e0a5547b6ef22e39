"""What the tests share: fixtures that are their own snapshots, tables from a few lines, and games half played."""

from __future__ import annotations

import os
import re
import signal
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion
from syrupy.data import SnapshotCollection, SnapshotCollections
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode
from syrupy.location import PyTestLocation

from patience_cli.board import Line, position_lines, read_position
from patience_cli.cards import Card, fresh
from patience_cli.deals import read_seed, shuffle
from patience_cli.game import Game
from patience_cli.games import NAMES, load, options_of
from patience_cli.moves import DEAL, REDEAL, Move, Transfer, parse_move
from patience_cli.table import Table

FIXTURES = Path(__file__).parent.parent / "fixtures"

# -- a text file that is its own snapshot --------------------------------------------------------------------------


class TextFile(SingleFileSnapshotExtension):
    """The file that a test is about, named by its parameter `file`, is also what the test's text must equal.

    Syrupy compares and, asked to update, rewrites it. It never looks for other snapshots, so it finds none unused and
    deletes none: a fixture is a source file, and a test that was skipped has no say in its life.
    """

    _write_mode = WriteMode.TEXT

    @staticmethod
    def _file(test_location: PyTestLocation) -> Path | None:
        """The test's own file; None for a test that has none, which syrupy asks about as well."""
        spec = getattr(test_location.item, "callspec", None)
        return spec.params.get("file") if spec else None

    def serialize(self, data: Any, **_: Any) -> str:
        if not isinstance(data, str) or "\r" in data or not data.endswith("\n"):
            raise ValueError("a fixture is text with line feeds, the last line too")
        return data

    @classmethod
    def dirname(cls, *, test_location: PyTestLocation) -> str:
        return str((cls._file(test_location) or FIXTURES / "none").parent)

    @classmethod
    def get_file_basename(cls, *, test_location: PyTestLocation, index: int | str) -> str:
        return Path(cls.get_location(test_location=test_location, index=index)).stem

    @classmethod
    def get_location(cls, *, test_location: PyTestLocation, index: int | str) -> str:
        file = cls._file(test_location)
        if file is None or index != 0:
            raise ValueError("a snapshot needs a test with the parameter `file`, and is asserted once")
        return str(file)

    @classmethod
    def matches_test_location(cls, *, test_location: PyTestLocation, snapshot_location: str) -> bool:
        return cls._file(test_location) == Path(snapshot_location)

    def discover_snapshots(self, **_: Any) -> SnapshotCollections:
        return SnapshotCollections()

    def delete_snapshots(self, **_: Any) -> None:
        raise RuntimeError("fixtures are source files")

    def read_snapshot_data_from_location(self, *, snapshot_location: str, **_: Any) -> str | None:
        """The file as it is: a carriage return in it is a difference to be seen."""
        try:
            with open(snapshot_location, encoding="utf-8", newline="") as file:
                return file.read()
        except FileNotFoundError:
            return None

    @classmethod
    def write_snapshot_collection(cls, *, snapshot_collection: SnapshotCollection, **_: Any) -> None:
        """The same bytes on every system."""
        text = next(iter(snapshot_collection)).data
        with open(snapshot_collection.location, "w", encoding="utf-8", newline="\n") as file:
            file.write(str(text))


@pytest.fixture
def snapshot(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    """Equal to the test's own file when the text is; `pytest --snapshot-update` rewrites the file."""
    return snapshot.use_extension(TextFile)


def fixture_files(folder: str, suffix: str) -> list[Any]:
    """All files of a folder of fixtures as parameters; nothing else may lie there, and there must be some."""
    found = sorted(path for path in (FIXTURES / folder).rglob("*") if path.is_file())
    strangers = [path.name for path in found if path.suffix != suffix]
    if strangers or not found:
        raise ValueError(f"fixtures/{folder}: " + (f"not {suffix}: {', '.join(strangers)}" if strangers else "empty"))
    return [pytest.param(path, id=path.relative_to(FIXTURES).with_suffix("").as_posix()) for path in found]


# -- games and tables from a few lines -----------------------------------------------------------------------------


def deck_of(game: Game, seed: str) -> tuple[Card, ...]:
    """The deck of a seed, first card dealt first."""
    return shuffle(game.kind, read_seed(seed))


def lay(game: Game, *lines: str) -> Table:
    """The table that lines such as `1: 9H 8C`, `2: <5D> TS`, `pass: 2` or `grace: 3` describe.

    They are lines of a position text; piles left out are empty. `...` stands for all cards of the deck that no line
    names, so that the table holds a whole deck.
    """
    named = Counter(re.findall(r"\b[A2-9TJQK][CDHS]\b", " ".join(line for line in lines if line[:9] != "accepted:")))
    rest = " ".join((Counter(fresh(game.packs, game.suits)) - named).elements())
    whole = [line.strip().replace("...", rest) for line in lines]
    read = [Line(text, number, 0, text) for number, text in enumerate(whole, 1)]
    return read_position(game, read, Line("", len(lines), 0, ""), partial=True, sparse=True)


def told(game: Game, table: Table) -> dict[str, str]:
    """A table as position lines, key and text."""
    return dict(line.split(": ") if ": " in line else (line[:-1], "") for line in position_lines(game, table))


def move_of(game: Game, table: Table, text: str) -> Move:
    """A move in its canonical form; `f` is the foundation that takes the cards, the first when none does."""
    move = parse_move(text)
    if isinstance(move, Transfer) and move.target == "f":
        home = game.takes_home(table, move.source, move.number)
        return move._replace(target=home or game.foundations[0])
    return move


# -- games half played ---------------------------------------------------------------------------------------------

# A process started from a background job ignores Ctrl-C, and so would all that it starts.
signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile(
    "patience", max_examples=50, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("ci", settings.get_profile("patience"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "patience")


class Walk(NamedTuple):
    """A game some moves after its deal: `tables[0]` is the deal, and `moves[i]` leads from `tables[i]` to the next."""

    game: Game
    tables: list[Table]
    moves: list[Move]

    def go(self, move: Move) -> None:
        """One legal move more."""
        self.tables.append(self.game.play(self.tables[-1], move))
        self.moves.append(move)


GRACES = tuple(name for name in NAMES if "grace" in [option.name for option in options_of(name)])


@st.composite
def games(draw: st.DrawFn, names: tuple[str, ...] = NAMES + 4 * GRACES) -> Game:
    """A game with any options. Of all games, those with a grace come up more often: they have the most rules."""
    name = draw(st.sampled_from(names))
    return load(name, {option.name: draw(st.sampled_from(option.values)) for option in options_of(name)})


@st.composite
def walks(draw: st.DrawFn, names: tuple[str, ...] = NAMES + 4 * GRACES, longest: int = 30) -> Walk:
    """A game and a seed, a number of deals and redeals to begin with, then a number for each move that chooses one.

    One choice in four is the last of the list of legal moves, so that deals go on between the plays. `longest` is the
    most moves after the first deals; 0 leaves the table as it was dealt.
    """
    game = draw(games(names))
    walk = Walk(game, [game.start(deck_of(game, str(draw(st.integers(0, 9999)))))], [])
    for _ in range(draw(st.just(0) | st.integers(0, min(4, longest)) | st.integers(0, 4 * longest))):
        dealt = [move for move in (DEAL, REDEAL) if game.why_not(walk.tables[-1], move) is None]
        if not dealt:
            break
        walk.go(dealt[0])
    length = draw(st.integers(0, longest))
    for choice in draw(st.lists(st.integers(0, 399), min_size=length, max_size=length)):
        legal = game.moves(walk.tables[-1])
        if not legal:
            break
        walk.go(legal[-1] if choice < 100 else legal[choice % len(legal)])
    return walk
