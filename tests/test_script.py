"""A transcript as text: its head in any order and in its own, the lines of its body, and every fault with its place."""

from __future__ import annotations

import pytest
from bodies import transcript
from hypothesis import given
from hypothesis import strategies as st

from patience_cli import script as script_module
from patience_cli.deals import deck_id, deck_text
from patience_cli.errors import PatienceError
from patience_cli.reading import read_script_bytes
from patience_cli.script import Script, read_script
from patience_cli.transcript import Replay, head_lines, joined, regenerated

DECK = """\
  4D 7S JC QD TS TH KS 9C 9D AC 8D TC QS JH 7C AH 2S 5S 2D AS 8C KD 8H 6S JS 3H
  4C 3D TD 4S 2H 3S 9H 8S 4H 5H 6D 7D KH 3C AD 7H 2C 9S 5C 5D 6C QH QC 6H JD KC
"""

# All headers of a game, in the order in which they are written.
WHOLE = f"""\
#patience 1
title: the sixth row; a note
  and more of it
game: spiderette
options: deal-gaps=if-short,discard=auto
rules: 1
seed: d1:7
deck-id: 5a1b5ee9e3
deck:
{DECK}x-author: somebody
x-empty:
x-long: one
  two

4-6=2D
"""


def read(text: str) -> Script:
    """The transcript that a text holds."""
    return read_script_bytes(text.encode())


def fault(text: str) -> tuple[str, int, int, str, str | None]:
    """What is wrong with a text: code, line, column, message, and what was expected."""
    with pytest.raises(PatienceError) as raised:
        read(text)
    error = raised.value
    assert error.place is not None
    lines = text.split("\n")
    assert error.place.source == lines[error.place.line - 1].rstrip().replace("\t", " ")
    return error.code, error.place.line, error.place.col, error.message, error.expected


# -- the head --------------------------------------------------------------------------------------------------------


def test_a_whole_head_is_its_own_text() -> None:
    script = read(WHOLE)
    text = WHOLE.replace("5a1b5ee9e3", deck_id(script.deck or ()))
    assert regenerated(read(text)) == text
    assert script.title == ("the sixth row; a note", "and more of it")
    assert [header.key for header in script.extra] == ["x-author", "x-empty", "x-long"]
    assert script.deck is not None
    assert deck_text(script.deck) == DECK.replace(" ", "").replace("\n", "")
    assert dict(script.game.chosen) == {"deal-gaps": "if-short", "discard": "auto"}


BLOCKS = [
    ["title: the sixth row; a note", "  and more of it"],
    ["game: spiderette"],
    ["options:  discard=auto , deal-gaps=if-short"],
    ["RULES: 1"],
    ["seed: d1:7"],
    ["deck:", *DECK.splitlines()],
    ["X-Note: Kept As It Is"],
]


@given(st.permutations(BLOCKS))
def test_headers_are_read_in_any_order_and_written_in_their_own(blocks: list[list[str]]) -> None:
    script = read(joined(["#patience 1", *(line for block in blocks for line in block)]))
    keys = [line.partition(":")[0] for line in head_lines(script)[1:-1] if line[0] != " "]
    assert keys == ["title", "game", "options", "rules", "seed", "deck-id", "deck", "x-note"]
    assert head_lines(script)[-2] == "x-note: Kept As It Is"
    assert not script.warnings


SPELLED: list[tuple[str, str]] = [
    ("deck: " + DECK.replace("\n", " ").strip(), "on one line"),
    ("deck:\n  " + DECK.replace(" ", "").replace("\n", "").lower(), "without blanks, in small letters"),
    ("deck: 4D,7S\n  JC\n  QD " + DECK.replace("\n", "\n  ")[14:].strip(), "in any lines"),
    ("deck:\n" + DECK.replace("T", "10").replace("H", "♥"), "with tens and symbols"),
]


@pytest.mark.parametrize("deck", [row[0] for row in SPELLED], ids=[row[1] for row in SPELLED])
def test_a_deck_is_read_however_it_is_spelled(deck: str) -> None:
    script = read(f"#patience 1\ngame: spiderette\n{deck}\n")
    assert joined(head_lines(script)) == (
        f"#patience 1\ngame: spiderette\nrules: 1\nseed: -\ndeck-id: {deck_id(script.deck or ())}\ndeck:\n{DECK}\n"
    )


def test_the_least_that_is_a_transcript() -> None:
    least = read("#patience 1\ngame: spiderette\nseed: 7\n")
    assert joined(head_lines(least)) == (
        f"#patience 1\ngame: spiderette\nrules: 1\nseed: d1:7\ndeck-id: {deck_id(least.deck or ())}\ndeck:\n{DECK}\n"
    )
    assert read("#patience 1\ngame: Captive-Queens\nseed: 7\n").game.name == "quadrille"
    assert read("#patience 1\ngame: gold-mine\noptions:\nseed: 7\n").game.chosen == {}
    assert read("#patience 1\ngame: gold-mine\noptions: first-draw=no\nseed: 7\n").game.chosen == {}


def test_the_deck_decides_and_the_seed_explains() -> None:
    text = f"#patience 1\ngame: spiderette\nseed: d1:8\ndeck-id: 0123456789\ndeck:\n{DECK}"
    script = read(text)
    assert script.warnings == (
        "seed d1:8 does not give this deck; the deck counts",
        "deck-id 0123456789 is not that of this deck; the deck counts",
    )
    assert deck_text(script.deck or ())[:4] == "4D7S"
    again = head_lines(script)
    assert again[3:5] == ["seed: d1:8", f"deck-id: {deck_id(script.deck or ())}"]
    assert read(text.replace("d1:8", "-").replace("0123456789", deck_id(script.deck or ()).upper())).warnings == ()


def test_a_seed_beside_a_start_only_says_where_it_comes_from() -> None:
    script = read("#patience 1\ngame: spiderette\nseed: pysol:5\nstart:\n  1: 9H\n")
    assert (script.seed, script.deck, script.warnings) == ("pysol:5", None, ())
    assert head_lines(script)[3:6] == ["seed: pysol:5", "start:", "  1: 9H"]


@pytest.mark.parametrize("spec", ["quadrille,passes=5", "spiderette,discard=auto", "milligan-improved,rows-down=0"])
def test_options_are_saved_with_the_game(spec: str) -> None:
    """fault-44: whatever the defaults are."""
    script = read(transcript(spec, "7", ["d"]))
    name, _, options = spec.partition(",")
    assert head_lines(script)[1:3] == [f"game: {name}", f"options: {options}"]
    assert read(regenerated(script)).game is script.game
    bare = read(transcript(name, "7", ["d"]))
    assert "options" not in " ".join(head_lines(bare))
    assert bare.game.values != script.game.values


def test_options_that_a_seed_brings_stand_where_the_deck_comes_from_it() -> None:
    """And where a deck stands the deck and the options alone count."""
    assert head_lines(read("#patience 1\ngame: gold-mine\nseed: pysol:5\n"))[2] == "options: first-draw=yes"
    given_no = read("#patience 1\ngame: gold-mine\noptions: first-draw=no\nseed: pysol:5\n")
    assert given_no.game.chosen == {}
    deck = deck_text(given_no.deck or ())
    beside = read(f"#patience 1\ngame: gold-mine\nseed: pysol:5\ndeck: {deck}\n")
    assert (beside.game.chosen, beside.warnings) == ({}, ())


HEADS: list[tuple[str, tuple[str, int, int, str, str | None]]] = [
    ("#patience", ("format", 1, 1, "not a #patience file", "#patience 1")),
    ("#patience one", ("format", 1, 1, "not a #patience file", "#patience 1")),
    ("#patience 1 2", ("format", 1, 1, "not a #patience file", "#patience 1")),
    ("#patience-deck 1", ("format", 1, 1, "not a #patience file", "#patience 1")),
    ("#patience 2", ("format", 1, 11, "version 2 is not known here", "version 1")),
    ("#patience 0", ("format", 1, 11, "version 0 is not known here", "version 1")),
    (
        "#patience 99999999999999999999999",
        ("format", 1, 11, "version 99999999999999999999 is not known here", "version 1"),
    ),
    ("seed: 7", ("header", 1, 1, "no game", "game: and its name")),
    ("game: spiderette", ("header", 2, 17, "no deck, no start and no seed", "one of the three")),
    ("game: spiderette | seed: -", ("header", 3, 8, "no deck, no start and no seed", "one of the three")),
    ("game: spidrette", ("header", 2, 7, "no game 'spidrette'", "spiderette or spider")),
    ("game: freecel", ("header", 2, 7, "no game 'freecel'", "freecell")),
    ("game: x", ("header", 2, 7, "no game 'x'", None)),
    ("gamm: spiderette", ("header", 2, 1, "no header 'gamm'", "game")),
    ("sead: 7", ("header", 2, 1, "no header 'sead'", "seed")),
    ("author: me", ("header", 2, 1, "no header 'author'", None)),
    ("game: spiderette | Game: spiderette", ("header", 3, 1, "header 'game' stands twice", None)),
    ("game: spiderette | x-a: 1 | x-a: 2", ("header", 4, 1, "header 'x-a' stands twice", None)),
    ("game: spiderette | words", ("header", 3, 1, "not a header: 'words'", "key: value, or an empty line")),
    ("game: spiderette | : 7", ("header", 3, 1, "not a header: ': 7'", "key: value, or an empty line")),
    ("  more", ("header", 2, 1, "not a header: '  more'", "key: value, or an empty line")),
    ("game: spiderette |   gold-mine", ("header", 3, 1, "header 'game' has only one line", None)),
    ("game: spiderette | seed: 7 |   8", ("header", 4, 1, "header 'seed' has only one line", None)),
    (
        "game: spiderette | options: discrad=auto | seed: 7",
        ("header", 3, 10, "spiderette has no option 'discrad'", "discard"),
    ),
    (
        "game: spiderette | options: deal-gaps=no,discard=atuo | seed: 7",
        ("header", 3, 31, "option discard has no value 'atuo'", "manual, auto"),
    ),
    ("game: spiderette | options: discard | seed: 7", ("header", 3, 10, "not an option: 'discard'", "name=value")),
    (
        "game: spiderette | options: discard=auto,discard=auto | seed: 7",
        ("header", 3, 23, "option discard stands there twice", None),
    ),
    (
        "game: yukon | options: discard=auto | seed: 7",
        ("header", 3, 10, "yukon has no option 'discard'", "foundation-return"),
    ),
    (
        "game: quadrille | options: passes=0 | seed: 7",
        ("header", 3, 17, "option passes has no value '0'", "3, or 1 to 99, or unlimited"),
    ),
    (
        "game: spiderette | rules: 2 | seed: 7",
        ("format", 3, 8, "rules revision 2 of spiderette is newer than this program", "1 or lower"),
    ),
    ("game: spiderette | rules: 0 | seed: 7", ("header", 3, 8, "not a revision: '0'", "rules: 1")),
    ("game: spiderette | rules: -1 | seed: 7", ("header", 3, 8, "not a revision: '-1'", "rules: 1")),
    ("game: spiderette | rules: | seed: 7", ("header", 3, 7, "not a revision: ''", "rules: 1")),
    ("game: spiderette | seed: ms:0", ("header", 3, 10, "no seed: 'ms:0' is out of range", "ms:1 to ms:8589934591")),
    ("game: spiderette | seed:", ("header", 3, 6, "no seed: ''", None)),
    (
        "game: miss-milligan | seed: ms:1",
        ("header", 3, 7, "ms:1 names a deal of one pack, not of 2x52", "a seed of d1"),
    ),
    (
        "game: spiderette | seed: ms:1 | start: |   1: 9H | start: |   1: 9H",
        ("header", 6, 1, "header 'start' stands twice", None),
    ),
    ("game: spiderette | deck: 9H | start: |   1: 9H", ("header", 4, 7, "deck and start exclude each other", None)),
    ("game: spiderette | deck-id: 0123456789 | start: |   1: 9H", ("header", 3, 10, "no deck-id beside start", None)),
    ("game: spiderette | start: 1: 9H", ("header", 3, 8, "start has its piles on the lines below it", None)),
    ("game: spiderette | deck:", ("deck", 3, 6, "not a full 1x52 deck", None)),
    ("game: spiderette | deck: |   9H 9X", ("deck", 4, 6, "not a card: '9X'", "a card, like 9H")),
]


@pytest.mark.parametrize(("head", "wanted"), HEADS, ids=[row[0][:60] for row in HEADS])
def test_a_fault_of_a_head(head: str, wanted: tuple[str, int, int, str, str | None]) -> None:
    """fault-45, 47, 48, 59: one error with its place; a version that is not ours is refused by its number."""
    lines = head.split(" | ")
    text = joined(lines if head.startswith("#") else ["#patience 1", *lines])
    found = fault(text)
    assert found[:4] == wanted[:4]
    assert wanted[4] is None or found[4] == wanted[4]


def test_no_line_is_no_transcript() -> None:
    with pytest.raises(PatienceError, match="not a #patience file") as raised:
        read_script([])
    assert raised.value.code == "format"


def test_a_deck_that_is_not_whole_is_told_card_by_card() -> None:
    text = f"#patience 1\ngame: spiderette\ndeck:\n{DECK.replace('KC', '4D')}"
    with pytest.raises(PatienceError) as raised:
        read(text)
    told = raised.value.render("deal.txt").split("\n")
    assert told[0] == "deal.txt:5:78: deck: not a full 1x52 deck"
    assert told[-2:] == ["  extra:   4D (again at 5:78)", "  missing: KC"]


# -- the body --------------------------------------------------------------------------------------------------------

BODIES: list[tuple[str, tuple[int, int, str, str | None]]] = [
    ("3--5", (1, 1, "not a move: '3--5'", "a move such as 3-5, 7-4x2, w-2, 6-f, d or z")),
    ("d  3-5x0 d", (1, 7, "not a count: 'x0'", "at least one card")),
    ("d | \t3-5=1H", (2, 6, "not a card: '1H'", "a card such as 9H")),
    ("d # fine | d hint", (2, 3, "not a move: 'hint'", "a move such as 3-5, 7-4x2, w-2, 6-f, d or z")),
    ("save file", (1, 1, "not a move: 'save'", "a move such as 3-5, 7-4x2, w-2, 6-f, d or z")),
    ("show 3", (1, 6, "show stands alone on its line", None)),
    ("check d", (1, 7, "check stands alone on its line", None)),
    ("d show", (1, 3, "not a move: 'show'", "a move such as 3-5, 7-4x2, w-2, 6-f, d or z")),
    ("?", (1, 2, "a refusal is one token", "? and the move that must be refused")),
    ("? # nothing", (1, 12, "a refusal is one token", "? and the move that must be refused")),
    ("? d d", (1, 5, "a refusal is one token", "? and the move that must be refused")),
    ("d ? d", (1, 3, "not a move: '?'", "a move such as 3-5, 7-4x2, w-2, 6-f, d or z")),
    ("end:", (1, 5, "no result", "won or lost or resigned")),
    ("end: playing", (1, 6, "no result", "won or lost or resigned")),
    ("end:  tied moves=1", (1, 7, "no result", "won or lost or resigned")),
    ("end: won moves=1", (1, 10, "not the figures of an end", "moves=N home=N undos=N")),
    ("end: won home=1 moves=1 undos=1", (1, 10, "not the figures of an end", "moves=N home=N undos=N")),
    ("end: won moves=1 home=1 undos=x", (1, 10, "not the figures of an end", "moves=N home=N undos=N")),
    ("end: won moves=1 home=1 undos=1 # so", (1, 10, "not the figures of an end", "moves=N home=N undos=N")),
    ("end: won # so", (1, 10, "not the figures of an end", "moves=N home=N undos=N")),
    ("end: resigned | d", (2, 1, "the game has ended", "nothing but comments")),
    ("end: resigned | # so |  | z", (4, 1, "the game has ended", "nothing but comments")),
    ("end: resigned | show", (2, 1, "the game has ended", "nothing but comments")),
    ("end: resigned | ? d", (2, 1, "the game has ended", "nothing but comments")),
    ("end: resigned | | output", (2, 1, "the game has ended", "nothing but comments")),
    ("end: resigned | ! words", (2, 1, "the game has ended", "nothing but comments")),
    ("end: resigned | end: resigned", (2, 1, "the game has ended", "nothing but comments")),
    ("resign | d", (2, 1, "the game has ended", "nothing but comments")),
    ("d resign | show", (2, 1, "the game has ended", "nothing but comments")),
]


@pytest.mark.parametrize(("body", "wanted"), BODIES, ids=[row[0][:60] for row in BODIES])
def test_a_fault_of_a_body(body: str, wanted: tuple[int, int, str, str | None]) -> None:
    """It is found before anything is played, and after whatever is wrong with the head."""
    lines = body.replace(" | | ", " | \x00 ").split(" | ")
    text = transcript("miss-milligan", "10", [line.replace("\x00", "|") for line in lines])
    code, line, col, message, expected = fault(text)
    assert (code, line - 4, col, message, expected) == ("syntax", *wanted)
    assert fault(text.replace("seed: 10", "seed: -"))[0] == "header"


def test_lines_that_are_answers_are_passed_over() -> None:
    text = transcript("miss-milligan", "10", ["d", "| anything", "|", "! at all", "|x", "  | indented", "?1-3", "! no"])
    assert [item.kind for item in read(text).body] == ["moves", "refusal"]


def test_a_line_knows_its_tokens_their_columns_and_its_comment() -> None:
    script = read(transcript("miss-milligan", "10", ["  67  9H-TC\t# two", "Show  # it", "? 3-9  # no", "END: Won"]))
    moves, show, refusal, end = script.body
    assert [(typed.col, typed.text) for typed in moves.tokens] == [(3, "67"), (7, "9H-TC")]
    assert (moves.comment, moves.line, moves.source) == (" two", 5, "  67  9H-TC # two")
    assert (show.kind, show.word, show.comment) == ("show", "show", " it")
    assert (refusal.kind, refusal.word, refusal.col, refusal.comment) == ("refusal", "3-9", 3, " no")
    assert (end.kind, end.word, end.col) == ("end", "won", 6)
    assert script.end is end


def test_a_text_holds_no_more_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(script_module, "LONGEST", 3)
    assert read(transcript("miss-milligan", "10", ["d d", "show"])).body
    code, line, col, message, _ = fault(transcript("miss-milligan", "10", ["d d", "show", "", "", "d"]))
    assert (code, line, col, message) == ("format", 9, 1, "more than 3 moves and directives")


def test_a_game_to_be_gone_on_with() -> None:
    text = regenerated(read(transcript("miss-milligan", "10", ["67 54 d", "z"])))
    record = Replay(read(text)).play()
    assert (record.n, record.status) == (0, "playing")
    assert Replay(read(text + "y\n")).play().n == 1
    assert Replay(read(text + "yx3\n")).play().n == 3
