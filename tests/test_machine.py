"""What programs read: the objects, their keys, and that they say no more than a person may see."""

from __future__ import annotations

import json

import pytest
from bodies import script_of
from conftest import Walk, walks
from hypothesis import given

from patience_cli import machine
from patience_cli.board import digest, position_lines
from patience_cli.errors import PatienceError
from patience_cli.games import NAMES, load
from patience_cli.record import Made, Record
from patience_cli.script import Script
from patience_cli.transcript import Replay

# All keys of each type of object, in their order.
KEYS = {
    "start": "type format version game options rules seed deck_id",
    "move": "type n move card cards turned input line col home auto",
    "state": "type game options seed n home total deals pass passes grace status digest stock piles",
    "legal": "type n moves",
    "error": "type code file line col n input message expected",
    "end": "type result n home undos",
    "done": "type line id ok",
    "game": "type name title aliases packs options",
}


def made(spec: str, origin: str, body: str) -> list[Made]:
    """What the lines of a body make."""
    return [one for _, one in Replay(script_of(spec, origin, body)).made()]


def test_an_object_is_one_compact_line_of_ascii() -> None:
    line = machine.encoded({"type": "game", "title": "Königin", "options": {}, "aliases": ["a", "b"], "packs": None})
    assert line == '{"type":"game","title":"K\\u00f6nigin","options":{},"aliases":["a","b"],"packs":null}'


def test_a_position_that_the_pages_show() -> None:
    script = script_of("spiderette", "3", "3-4 5-4 7-5 3-5 d")
    record = Replay(script).play()
    assert machine.encoded(machine.state(script, record)) == (
        '{"type":"state","game":"spiderette","options":{},"seed":"d1:3","n":5,"home":0,"total":52,"deals":3,'
        '"pass":null,"passes":null,"grace":null,"status":"playing","digest":"1037c166","stock":17,"piles":'
        '{"1":["9D","5H"],"2":["##","2H","QH"],"3":["8D","AD"],"4":["##","##","##","8H","7C","6H","8C"],'
        '"5":["##","##","##","9S","8S","7H","3H"],"6":["##","##","##","##","##","4D","9C"],'
        '"7":["##","##","##","##","##","2C","7S"],"f1":[],"f2":[],"f3":[],"f4":[]}}'
    )
    assert machine.encoded(machine.legal(record)) == '{"type":"legal","n":5,"moves":["4-6","7-4","d"]}'
    assert machine.encoded(machine.end(record)) == '{"type":"end","result":"playing","n":5,"home":0,"undos":0}'


def test_how_a_game_begins() -> None:
    script = script_of("spiderette,discard=auto", "3")
    assert machine.start(script) == {
        "type": "start",
        "format": "patience-jsonl",
        "version": 1,
        "game": "spiderette",
        "options": {"discard": "auto"},
        "rules": 1,
        "seed": "d1:3",
        "deck_id": "1d8a18f5a5",
    }
    assert list(machine.start(script, reveal=True)) == [*KEYS["start"].split(), "deck"]
    assert machine.start(script_of("spiderette", "1: 9H"))["deck_id"] is None


# Game, origin, typed, and of each move: its number, text, card, cards, what turned up, cards home, made by autoplay.
MOVES: list[tuple[str, str, str, list[tuple[int, str, str | None, int, list[str], int, bool]]]] = [
    ("miss-milligan", "10", "67", [(1, "6-7", "6D", 1, [], 0, False)]),
    (
        "miss-milligan",
        "10",
        "67 z y",
        [
            (1, "6-7", "6D", 1, [], 0, False),
            (0, "z", None, 0, [], 0, False),
            (1, "y", None, 0, [], 0, False),
        ],
    ),
    ("miss-milligan", "1: 9H 8C | 2: TS", "12", [(1, "1-2x2", "9H", 2, [], 0, False)]),
    ("miss-milligan", "1: AH | 2: AS", "finish", [(1, "1-f", "AH", 1, [], 1, True), (2, "2-f", "AS", 1, [], 2, True)]),
    ("miss-milligan", "1: AH", "1-f3", [(1, "1-f3", "AH", 1, [], 1, False)]),
    ("spiderette", "1: <2C> <3C> 9H 8H | 2: TS", "12", [(1, "1-2x2", "9H", 2, ["3C"], 0, False)]),
    ("miss-milligan", "s: 2C 3C", "d", [(1, "d", None, 2, ["2C", "3C"], 0, False)]),
    (
        "gold-mine",
        "s: 2C 3C 4C 5C",
        "dx2",
        [
            (1, "d", None, 3, ["2C", "3C", "4C"], 0, False),
            (2, "d", None, 1, ["5C"], 0, False),
        ],
    ),
    ("quadrille", "w: 9C TC", "r d", [(1, "r", None, 2, [], 0, False), (2, "d", None, 1, ["9C"], 0, False)]),
    ("milligan-grace", "1: 3H | 2: 4C", "12 g", [(1, "1-2", "3H", 1, [], 0, False), (2, "g", None, 0, [], 0, False)]),
    ("milligan-grace", "2: <9D> 9H 5C | 3: 4S | grace: 1", "2/3x2", [(1, "2/3x2", "9H", 2, ["9D"], 0, False)]),
    (
        "spiderette,discard=auto",
        "1: <2C> KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S | 2: AS",
        "21",
        [
            (1, "2-1", "AS", 1, ["2C"], 13, False),
        ],
    ),
]


@pytest.mark.parametrize(("spec", "origin", "typed", "wanted"), MOVES, ids=[f"{row[0]}-{row[2]}" for row in MOVES])
def test_a_move(
    spec: str, origin: str, typed: str, wanted: list[tuple[int, str, str | None, int, list[str], int, bool]]
) -> None:
    found = [machine.move(one, 5) for one in made(spec, origin, typed)]
    keys = ("n", "move", "card", "cards", "turned", "home", "auto")
    assert [tuple(value[key] for key in keys) for value in found] == wanted
    for value in found:
        assert list(value) == KEYS["move"].split()
        assert typed[value["col"] - 1 :].split(" ")[0] == value["input"]
        assert value["line"] == 5


def test_an_error_is_data() -> None:
    replay = Replay(script_of("miss-milligan", "10", "67 1-4"))
    with pytest.raises(PatienceError) as raised:
        replay.play()
    assert machine.error(raised.value, "-") == {
        "type": "error",
        "code": "illegal",
        "file": "-",
        "line": 5,
        "col": 4,
        "n": 2,
        "input": "1-4",
        "message": "3D cannot go on JH: not one rank lower",
        "expected": None,
    }
    bare = machine.error(PatienceError("usage", "no such thing", "another"), "file")
    assert [bare[key] for key in ("line", "col", "n", "input")] == [None] * 4
    assert list(bare) == KEYS["error"].split()


def test_an_error_inside_a_token_names_the_whole_token() -> None:
    replay = Replay(script_of("miss-milligan", "10", "  6-7=6C"))
    with pytest.raises(PatienceError) as raised:
        replay.play()
    told = machine.error(raised.value, "-")
    assert (told["col"], told["input"], told["expected"]) == (6, "6-7=6C", "=6D")


def test_an_answer_ends_with_done() -> None:
    assert machine.encoded(machine.done(3, 7, ok=True)) == '{"type":"done","line":3,"id":7,"ok":true}'
    assert machine.encoded(machine.done(3, None, ok=False)) == '{"type":"done","line":3,"id":null,"ok":false}'


@pytest.mark.parametrize("name", NAMES)
def test_a_game_tells_its_options_default_first(name: str) -> None:
    declared = load(name)
    told = machine.game(declared)
    assert list(told) == KEYS["game"].split()
    assert told["options"] == {option.name: list(option.values) for option in declared.options}
    assert all(values[0] == declared.values[key] for key, values in told["options"].items())


GRACES: list[tuple[str, str, object]] = [
    ("1: 3H | 2: 4C", "", None),
    ("1: 3H | 2: 4C", "12", {"gaps": ["1"], "mend": 0}),
    ("1: 3H | 2: 4C | 5: 2S | 6: KC", "12 5/6", {"gaps": ["1", "5"], "mend": 1}),
    ("1: 3H | 2: 4C", "12 g", None),
]


@pytest.mark.parametrize(("origin", "body", "grace"), GRACES)
def test_a_grace(origin: str, body: str, grace: object) -> None:
    script = script_of("milligan-grace", origin, body)
    assert machine.state(script, Replay(script).play())["grace"] == grace


PASSES: list[tuple[str, int | None, int | None, int | None]] = [
    ("quadrille", None, 1, 3),
    ("quadrille,passes=unlimited", None, 1, None),
    ("klondike", None, 1, None),
    ("klondike,draw=3,passes=2", 8, 1, 2),
    ("gold-mine", 18, None, None),
    ("miss-milligan", 12, None, None),
    ("yukon", None, None, None),
]


@pytest.mark.parametrize(("spec", "deals", "now", "of"), PASSES)
def test_deals_and_passes(spec: str, deals: int | None, now: int | None, of: int | None) -> None:
    script = script_of(spec, "7")
    state = machine.state(script, script.record())
    assert (state["deals"], state["pass"], state["passes"]) == (deals, now, of)


@given(walks())
def test_a_state_is_the_position_as_a_person_sees_it(walk: Walk) -> None:
    game, table = walk.game, walk.tables[-1]
    script = Script(game, "-", None, table)
    state = machine.state(script, Record(game, table))
    assert list(state) == KEYS["state"].split()
    assert json.loads(machine.encoded(state)) == state
    assert state["digest"] == digest(game, table)
    shown = dict(line.split(":") for line in position_lines(game, table, hide=True) if line.count(":") == 1)
    assert {name: " ".join(cards) for name, cards in state["piles"].items()} == {
        name: shown[name].strip() for name in game.names if name != "s"
    }
    assert state["stock"] == game.stock_cards(table)
    revealed = machine.state(script, Record(game, table), reveal=True)["piles"]
    told = dict(line.split(":") for line in position_lines(game, table) if line.count(":") == 1)
    assert {name: " ".join(cards) for name, cards in revealed.items()} == {
        name: told[name].strip() for name in game.names
    }


@given(walks())
def test_what_a_move_turns_up_was_not_to_be_seen_before_and_is_after(walk: Walk) -> None:
    game = walk.game
    record = Record(game, walk.tables[0])
    for before, move, after in zip(walk.tables, walk.moves, walk.tables[1:], strict=False):
        text = game.text(before, move)
        value = machine.move(Made(text, record.play(move, 1), record, move), 1)
        record = record.play(move, 1)
        turned = value["turned"]
        unseen = [str(card) for pile in before.piles.values() for card in pile.cards[: pile.down]]
        open_now = [str(card) for name in game.names for card in after.piles[name].up]
        assert all(turned.count(card) <= unseen.count(card) for card in turned)
        assert all(card in open_now for card in turned)
        hidden = [sum(table.piles[name].down for name in game.names) for table in (before, after)]
        if text != "r":
            assert len(turned) == hidden[0] - hidden[1]
