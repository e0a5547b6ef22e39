"""Every transcript below `fixtures/transcripts` is a fixed point: playing it again gives its own text.

A new one is a file with a head and moves; `pytest --snapshot-update` completes it. Then read it with a rule book beside
it: what came out must be right.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from conftest import FIXTURES, fixture_files
from syrupy.assertion import SnapshotAssertion

from patience_cli.cards import RANKS, SUITS
from patience_cli.dealing import DealToTableau, NoGaps
from patience_cli.errors import PatienceError
from patience_cli.game import PLAYING, WON, Game
from patience_cli.games import FILES as FILES_OF_GAMES
from patience_cli.games import NAMES, load
from patience_cli.games.freecell import Portable
from patience_cli.games.milligan import Empty
from patience_cli.privileges import Grace
from patience_cli.reading import read_script_bytes
from patience_cli.record import Record
from patience_cli.rules import (
    FOUNDATION,
    RESERVE,
    STAYS,
    STOCK,
    WASTE,
    Builds,
    From,
    Group,
    NotFrom,
    OwnSuit,
    Room,
    Rule,
    Runs,
    Starts,
    Tails,
)
from patience_cli.script import Script
from patience_cli.transcript import Replay, joined, tidy

FOLDER = FIXTURES / "transcripts"
FILES = fixture_files("transcripts", ".patience")
LONGEST = 300
SOLVED = ("miss-milligan", "quadrille", "gold-mine", "spiderette")

each_file = pytest.mark.parametrize("file", FILES)
each_game = pytest.mark.parametrize("name", NAMES)


class Again(NamedTuple):
    """A transcript that was played again: what was read, the regenerated text, and the game at its end."""

    script: Script
    text: str
    record: Record


def again(data: bytes) -> Again:
    """Play the bytes of a transcript again."""
    script = read_script_bytes(data)
    replay = Replay(script)
    return Again(script, joined(replay.lines()), replay.record)


@cache
def played(file: Path) -> Again:
    """A fixture, played again."""
    try:
        return again(file.read_bytes())
    except PatienceError as error:
        pytest.fail(error.render(file.name), pytrace=False)


def of_game(name: str, pattern: str = "*") -> list[Path]:
    """The transcripts of a game."""
    return sorted((FOLDER / name).glob(f"{pattern}.patience"))


# -- fixed points --------------------------------------------------------------------------------------------------


@each_file
def test_playing_it_again_gives_its_own_text(file: Path, snapshot: SnapshotAssertion) -> None:
    assert played(file).text == snapshot


@each_file
def test_playing_it_twice_is_stable(file: Path) -> None:
    once = played(file)
    twice = again(once.text.encode())
    assert twice.text == once.text
    assert twice.record.table == once.record.table
    assert not once.script.warnings


def bare(text: str) -> str:
    """A transcript as somebody would type it: what a program can fill in is left out, and so are all answers."""
    head, _, body = text.partition("\n\n")
    if "\nseed: -" not in head and "\nstart:" not in head:
        head = re.sub(r"\ndeck-id:.*(\n  [2-9TJQKA].*|\ndeck:)*", "", head)
    head = head.replace("\nrules: 1", "")
    body = re.sub(r"(?m)^[|!].*\n", "", body)
    body = re.sub(r"(?m)^([^#?\s]\S*?)=[2-9TJQKA][CDHS](?=\s|$)", r"\1", body)
    body = re.sub(r"(?m)^(end: \w+) .*", r"\1", body)
    return f"{head}\n\n{body}"


@each_file
def test_head_and_moves_are_enough(file: Path) -> None:
    text = played(file).text
    short = bare(text)
    assert "=" not in re.sub(r"(?m)^(#.*|.*  #.*|\?.*|title:.*|options:.*)$", "", short)
    assert again(short.encode()).text == text


@each_file
@pytest.mark.parametrize("end", ["\r\n", "\r"], ids=["crlf", "cr"])
def test_other_line_ends_a_byte_order_mark_and_stray_blanks_change_nothing(file: Path, end: str) -> None:
    text = played(file).text
    lines = [f"{line} \t" if line else "  " for line in text.splitlines()]
    lines[0] = lines[0].rstrip()
    dirty = "\ufeff" + end.join([*lines, "", "", ""])
    assert again(dirty.encode()).text == text


@each_file
def test_case_carries_no_meaning(file: Path) -> None:
    text = played(file).text
    loud = re.sub(r"(?m)^([^#\n].*?)(?=  #|$)", lambda line: line[0] if _is_text(line[0]) else line[0].upper(), text)
    assert again(loud.encode()).text == text


def _is_text(line: str) -> bool:
    return line.startswith(("title:", "? ", "seed:"))


@each_file
def test_tidying_keeps_the_position_and_drops_what_was_taken_back(file: Path) -> None:
    before = played(file)
    after = again(joined(Replay(tidy(before.script)).lines()).encode())
    assert after.record.table == before.record.table
    assert (after.record.n, after.record.status) == (before.record.n, before.record.status)
    assert after.record.undos == 0
    assert not re.search(r"(?m)^[zy]\b", after.text)
    if not before.record.undos:
        assert after.text == before.text


# -- the folder ----------------------------------------------------------------------------------------------------


@each_file
def test_it_lies_in_the_folder_of_its_game_is_short_and_has_a_title(file: Path) -> None:
    data = file.read_bytes()
    assert b"\r" not in data
    assert data.count(b"\n") <= LONGEST
    script = played(file).script
    assert (file.parent.name, file.parent.parent) == (script.game.name, FOLDER)
    assert script.title


@each_game
def test_every_game_has_an_opening_its_refusals_and_a_game_to_the_end(name: str) -> None:
    assert of_game(name), f"no transcript of {name}"
    assert of_game(name, "opening"), f"no opening of {name}"
    assert of_game(name, "refusals"), f"no catalogue of refusals of {name}"
    ends = [played(file).record.status for file in of_game(name) if played(file).script.deck]
    assert any(status != PLAYING for status in ends), f"no game of {name} from its deal to its end"


@pytest.mark.parametrize("name", SOLVED)
def test_a_complete_game_is_won(name: str) -> None:
    won = played(FOLDER / name / "won.patience")
    assert won.script.deck is not None
    assert won.record.status == WON
    assert won.text.splitlines()[-1].startswith("end: won ")


@pytest.mark.parametrize("family", sorted(set(FILES_OF_GAMES.values())))
def test_every_option_of_a_family_is_in_force_in_a_transcript(family: str) -> None:
    names = [name for name in NAMES if FILES_OF_GAMES[name] == family]
    chosen = {option for name in names for file in of_game(name) for option in played(file).script.game.chosen}
    assert chosen == {option.name for name in names for option in load(name).options}


# -- the catalogues: whatever a game can object is objected in one of its transcripts -------------------------------

CARD = f"[A2-9TJQK][{SUITS}]"

EVERYWHERE = (
    "no pile ",
    "which [fp][?]$",
    "^[0-9wfp]+ is empty$",
    " already$",
    " (has|shows) only [0-9]+ cards?$",
    f"^the card there is {CARD}, not {CARD}$",
    " lies nowhere open to play$",
    " lies on top of no pile$",
    "^nothing to take back$",
    "^nothing to bring back$",
    "^no (redeal|stock) in |^the stock still holds |^this is pass ",
    "^the stock is empty|^no stock in ",
)
NO_GRACE = ("^there is nothing to end in ", "^there are no free moves in ")
GRACE = (
    "^no grace is open$",
    "^a free move goes from column to column$",
    " is empty: a free move needs a card to lie on$",
    f"^grace cannot end: {CARD} on {CARD}$",
)
STRICT = "^that would break up the sequence on "
GAPS = "^columns? .* empty: no deal onto a gap$"
WON_ALREADY = "^the game is over: it is won$"


def reachable(game: Game) -> Iterator[tuple[Group, Rule]]:
    """The rules of a game that can be the first to object, with their groups.

    What stays on a foundation comes to no other pile, a reserve holds nothing that may not leave it, and whatever
    moves in Spider as thirteen cards is a whole sequence.
    """
    stays = all(game.group_of[name].gives == STAYS for name in game.foundations)
    for group in game.groups:
        if group.kind == STOCK:
            continue
        accepts = group.accepts
        if group.kind == FOUNDATION and group.unit() > 1:
            accepts = tuple(rule for rule in accepts if not isinstance(rule, Runs | Starts))
        if stays:
            accepts = tuple(rule for rule in accepts if not isinstance(rule, NotFrom | From))
        if group.kind == WASTE and not game.columns:
            accepts = ()
        yield from ((group, rule) for rule in accepts)
        if group.kind != RESERVE:
            yield from ((group, rule) for rule in group.gives if not isinstance(rule, Tails))


def objections(group: Group, rule: Rule) -> list[str]:
    """What a rule can object, as patterns."""
    match rule:
        case Builds(build):
            found = ["not one rank lower" if build.step < 0 else "not one rank higher"]
            found += {"any": [], "alternating": ["same colour"], "same": ["another suit"]}[build.suits]
            if any(isinstance(other, OwnSuit) for other in group.accepts):
                found = found[:1]
            return [f" cannot go on {CARD}: {words}$" for words in found]
        case Runs():
            return [f" cannot leave [0-9]+: {CARD} on {CARD} is "]
        case Starts(rank):
            return [f" an empty {group.noun} takes only {RANKS[rank - 1]}$"]
        case Room() | Empty():
            return [f": the {group.noun} is full$"]
        case OwnSuit():
            return [f": {group.letter}[0-9]+ takes only [{SUITS}]$"]
        case Portable():
            return [": only [0-9]+ cards? can be carried there now$"]
    return [f": {re.escape(str(rule))}$"]


@each_game
def test_every_refusal_of_a_game_stands_in_a_transcript(name: str) -> None:
    game = load(name)
    told = [line[2:] for file in of_game(name) for line in played(file).text.splitlines() if line.startswith("! ")]
    wanted = [*EVERYWHERE]
    wanted += [words for group, rule in reachable(game) for words in objections(group, rule)]
    wanted += GRACE if isinstance(game.privilege, Grace) else NO_GRACE
    wanted += [STRICT] if isinstance(game.privilege, Grace) and game.privilege.strict else []
    wanted += [GAPS] if isinstance(game.stock, DealToTableau) and isinstance(game.stock.when, NoGaps) else []
    wanted += [WON_ALREADY] if of_game(name, "won") else []
    missing = [words for words in dict.fromkeys(wanted) if not any(re.search(words, line) for line in told)]
    assert not missing
