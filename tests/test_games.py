"""The registry is complete, every declaration is sound, and every game has as many moves as it had yesterday."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import FIXTURES, deck_of, fixture_files, lay
from syrupy.assertion import SnapshotAssertion

from patience_cli import games
from patience_cli.cards import fresh
from patience_cli.deals import read_spec
from patience_cli.errors import PatienceError
from patience_cli.game import Game, Option
from patience_cli.games import ALIASES, FILES, NAMES, is_game, load, options_of
from patience_cli.render import table_lines
from patience_cli.table import Table


def worth_trying(option: Option) -> tuple[str, ...]:
    """The values of an option but the default; of a long run of numbers the lowest will do."""
    numbers = sorted((value for value in option.values if value.isdigit()), key=int)
    others = numbers[1:] if len(numbers) > 3 else []
    return tuple(value for value in option.values[1:] if value not in others)


OPTIONS = {(name, option.name): worth_trying(option) for name in NAMES for option in options_of(name)}
CHOICES = [(name, option, value) for (name, option), values in OPTIONS.items() for value in values]

# -- the registry ----------------------------------------------------------------------------------------------------


def test_every_game_of_every_file_is_listed() -> None:
    folder = Path(str(games.__file__)).parent
    declared = []
    for file in sorted({path.stem for path in folder.glob("*.py")} - {"__init__"}):
        family = __import__(f"patience_cli.games.{file}", fromlist=["GAMES"]).GAMES
        declared += [(name, file) for name in family]
    assert dict(declared) == dict(FILES)
    assert len(declared) == len(FILES)


def test_names_and_aliases_are_unique() -> None:
    assert not set(ALIASES) & set(NAMES)
    assert set(ALIASES.values()) <= set(NAMES)
    titles = [load(name).title for name in NAMES]
    assert len(set(titles)) == len(NAMES)
    for name in NAMES:
        assert load(name).aliases == tuple(alias for alias, known in ALIASES.items() if known == name)
    for word in (*NAMES, *ALIASES):
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", word)
        assert is_game(word)
        assert load(word).name in (word, ALIASES.get(word))
    assert not is_game("la-francaise")


@pytest.mark.parametrize("name", NAMES)
def test_piles(name: str) -> None:
    """Every pile has a name of its own that a move can be written with, and a place on the table."""
    game = load(name)
    assert len(set(game.names)) == len(game.names) == sum(group.size for group in game.groups)
    assert all(re.fullmatch(r"[1-9][0-9]*|[b-z]([1-9][0-9]*)?", pile) for pile in game.names)
    assert not {pile[0] for pile in game.names if pile != "s"} & set("acdghqrsuxyz"), "letters with another meaning"
    places = " ".join(headings(game)).split()
    assert sorted(places) == sorted(game.names)


def headings(game: Game) -> Iterator[str]:
    """The lines that hold the names of piles: of a picture all, else the first of each block."""
    if game.picture:
        yield from game.picture
        return
    lines = table_lines(game, game.start(fresh(game.packs, game.suits)))
    yield from (line for above, line in zip(["", *lines], lines, strict=False) if not above)


@pytest.mark.parametrize("name", NAMES)
def test_a_deal_uses_the_whole_deck(name: str) -> None:
    game = load(name)
    deck = fresh(game.packs, game.suits)
    table = game.start(deck)
    assert len(deck) == game.deck_size
    assert tuple(table.piles) == game.names
    assert sorted(card for pile in table.piles.values() for card in pile.cards) == sorted(deck)
    assert (table.redeals, table.phase) == (0, None)


@pytest.mark.parametrize("name", NAMES)
def test_rules_have_sentences(name: str) -> None:
    """Each rule says itself, and says it as the others do: in one line, without a full stop."""
    game = load(name)
    said = [str(rule) for group in game.groups for rule in (*group.accepts, *group.gives)]
    for words in (*said, str(game.stock), *(option.about for option in game.options)):
        assert words.isprintable()
        assert not words.endswith(".")
        assert not re.match(r"[A-Z][A-Za-z]*\(", words), "a sentence, not a Python value"


# -- options ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_defaults_come_first(name: str) -> None:
    game = load(name)
    assert game.options == options_of(name)
    assert game.values == {option.name: option.values[0] for option in game.options}
    assert dict(game.chosen) == {}
    for option in game.options:
        assert len(set(option.values)) == len(option.values) > 1


@pytest.mark.parametrize(("name", "option", "value"), CHOICES)
def test_a_choice_is_kept(name: str, option: str, value: str) -> None:
    game = load(name, {option: value})
    assert dict(game.chosen) == {option: value}
    assert game.values == {**load(name).values, option: value}


SPADE_RUN = "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"
WITNESSES = {
    "deal-gaps": ["1: 2S | s: 3S", "1: 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS | s: AS"],
    "deal-when": ["1: 9H | 2: TS | s: 2C"],
    "discard": [f"1: {SPADE_RUN} | 2: AS"],
    "draw": ["s: 2C 3C 4C 5C"],
    "foundation-return": ["f1: AH 2H | 1: 3C | s: 2C", "f1: AH 2H | 1: 3C"],
    "gaps": ["1: 9H 8C"],
    "grace": ["1: 9H | 2: TS | 3: 7C 6H | 4: 2S"],
    "grace-plays": ["1: 9H | 2: TS | 3: AC"],
    "move-unit": ["1: 9S 5D 4C | 2: TH"],
    "passes": [f"w: 2C | pass: {number}" for number in range(1, 100)],
    "pocket": ["1: 9H 8C"],
    "pocket-when": ["1: 9H | s: 2C"],
    "sequence-move": [
        "1: 9H 8C | 2: TS | 3: 2C | 4: 2D | 5: 2H | 6: 2S | 7: KC | 8: KD | p1: KH | p2: KS | p3: QH | p4: QS"
    ],
}


def outlook(game: Game, table: Table, depth: int) -> list[Any]:
    """What a player would see of a table: all sequences of legal moves, and where each leads."""
    if depth == 0:
        return [table]
    return [(game.text(table, m), outlook(game, game.play(table, m), depth - 1)) for m in game.moves(table)]


@pytest.mark.parametrize(("name", "option", "value"), CHOICES)
def test_an_option_changes_something(name: str, option: str, value: str) -> None:
    """fault-52 each value that is not the default makes a difference, in the opening or at a position named above."""
    usual, other = load(name), load(name, {option: value})
    deck = fresh(usual.packs, usual.suits)
    if usual.start(deck) != other.start(deck):
        return
    for position in WITNESSES.get(option, ()):
        try:
            tables = [lay(game, *position.split(" | ")) for game in (usual, other)]
        except PatienceError:
            continue  # a position of a game with other piles, or of a pass that there is not
        for depth in (1, 2):
            if outlook(usual, tables[0], depth) != outlook(other, tables[1], depth):
                return
    pytest.fail(f"{option}={value} changes nothing in {name}: add a position to WITNESSES")


def test_no_witness_without_an_option() -> None:
    assert set(WITNESSES) <= {option for _, option in OPTIONS}


UNKNOWN: list[tuple[str, dict[str, str], str, str]] = [
    ("spiderrette", {}, "no game 'spiderrette'", "spiderette"),
    ("quadrile", {}, "no game 'quadrile'", "quadrille"),
    ("xyzzy", {}, "no game 'xyzzy'", ", ".join(NAMES)),
    ("quadrille", {"pases": "3"}, "quadrille has no option 'pases'", "passes"),
    ("captive-queens", {"xyzzy": "3"}, "quadrille has no option 'xyzzy'", "first-card, passes, predeal"),
    ("quadrille", {"passes": "0"}, "option passes has no value '0'", "3, or 1 to 99, or unlimited"),
    ("quadrille", {"passes": "100"}, "option passes has no value '100'", "3, or 1 to 99, or unlimited"),
    ("klondike", {"passes": "x"}, "option passes has no value 'x'", "unlimited, or 1 to 99"),
    ("milligan-improved", {"rows-down": "13"}, "option rows-down has no value '13'", "2, or 0 to 12"),
    ("spiderette", {"deal-gaps": "maybe"}, "option deal-gaps has no value 'maybe'", "no, if-short, yes"),
    ("klondike", {"draw": "2"}, "option draw has no value '2'", "1, 3"),
]


@pytest.mark.parametrize(("name", "options", "message", "expected"), UNKNOWN)
def test_unknown(name: str, options: dict[str, str], message: str, expected: str) -> None:
    """fault-45, 59: what is unknown is an error that tells the right ones."""
    with pytest.raises(PatienceError) as raised:
        load(name, options)
    assert (raised.value.code, raised.value.message) == ("header", message)
    assert expected in str(raised.value.expected)


# -- counts ----------------------------------------------------------------------------------------------------------


def counted(game: Game, table: Table, depth: int = 3) -> list[int]:
    """How many sequences of listed moves of length 1, 2, ... `depth` there are."""
    moves = game.moves(table)
    numbers = [len(moves)] + [0] * (depth - 1)
    if depth > 1:
        for move in moves:
            for i, number in enumerate(counted(game, game.moved(table, move), depth - 1), 1):
                numbers[i] += number
    return numbers


@pytest.mark.parametrize("file", fixture_files("counts", ".counts"))
def test_counts(file: Path, snapshot: SnapshotAssertion) -> None:
    """Lines `GAME[,options] SEED N1 N2 N3`: a change of any rule changes a number."""
    lines = []
    for line in file.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            spec, seed = line.split()[:2]
            game = read_spec(spec)
            line = " ".join([spec, seed, *map(str, counted(game, game.start(deck_of(game, seed))))])
        lines.append(line + "\n")
    assert "".join(lines) == snapshot


@pytest.mark.parametrize("name", NAMES)
def test_every_game_and_every_option_is_counted(name: str) -> None:
    file = FIXTURES / "counts" / f"{name}.counts"
    assert file.exists(), f"no fixtures/counts/{name}.counts"
    specs = [line.split()[0] for line in file.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]
    assert {spec.split(",")[0] for spec in specs} == {name}
    chosen = {option for spec in specs for option in spec.split(",")[1:]}
    wanted = {f"{option}={value}" for game, option, value in CHOICES if game == name}
    assert name in specs
    assert wanted <= chosen, f"not counted: {', '.join(sorted(wanted - chosen))}"
