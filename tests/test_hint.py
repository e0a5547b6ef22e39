"""Honest hints: legal, blind to what is hidden, with a reason, and never in a circle."""

from __future__ import annotations

from random import Random

import pytest
from conftest import deck_of, lay

from patience_cli.game import PLAYING, Game
from patience_cli.games import NAMES, load
from patience_cli.hint import FORCED, NONE, POSSIBLE, USEFUL, advise
from patience_cli.table import Pile, Table

RUN = "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS"

# Game, piles, the move as it is printed (None: no hint), how good it is, and some of the words.
ROWS = [
    ("gold-mine", ["1: AC", "2: 9H"], "1-f", FORCED, "home for good"),
    ("gold-mine", ["1: 9H 3C", "2: 4D", "f1: AH 2H"], "1-2", USEFUL, "joins what belongs together, and frees 9H"),
    ("gold-mine", ["1: 9S", "2: 9C", "3: 8D", "s:"], "3-1", USEFUL, "empties a column"),
    ("gold-mine", ["w: 2H", "s: 3H"], "w-1", USEFUL, "takes one of several gaps"),
    ("miss-milligan", ["1: 5H", "s: 2C"], "d", USEFUL, "more cards"),
    ("milligan-improved", ["1: <2H> 8C", "2: 9H", "s: KC"], "1-2", USEFUL, "turns a face-down card up"),
    ("miss-milligan", ["1: 9H", "2: 4C", "p: 8C", "s: KC"], "p-1", USEFUL, "back to the table"),
    ("miss-milligan", ["1: 3D 9C", "f1: AD 2D", "s: KC"], "1-p", USEFUL, "makes way: 3D can be played then"),
    # fault 39: two black nines and a red eight, nothing else; a legal move is left, but no progress
    ("milligan-spanish", ["1: 9S 8H", "2: 9C"], None, NONE, "no progress is possible"),
    # fault 40: a complete run first; in a gap without a movable king no king is named
    ("spiderette", [f"1: 3H {RUN}", "2: 9H", "3: TC"], "1-fx13", FORCED, "home for good"),
    ("milligan-spanish", ["1: 9S 5H", "2: TC", "s: 2C"], "d", FORCED, "the only legal move"),
    ("quadrille", ["w: 5H", "s: KC"], "w-f", FORCED, "home for good"),
    ("quadrille", ["w: 9H KC 6C", "pass: 1", "f9: "], "w-f", FORCED, "home for good"),
    ("quadrille", ["w: 5H KC", "pass: 1"], "r", FORCED, "the only legal move"),
    ("quadrille", ["w: 9H KC", "pass: 1"], None, NONE, "no progress is possible"),
    # inside a grace: what lies on a card that can go home, and would lie in build elsewhere
    (
        "milligan-grace",
        ["1:", "2: 2C 9H 8H", "3: TC", "4: 9C", "f1: AC", "grace: 1", "accepted: 2C9H 9H8H"],
        "2/3x2",
        USEFUL,
        "frees 2C",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("name", "piles", "move", "kind", "words"), ROWS)
def test_advice(name: str, piles: list[str], move: str | None, kind: str, words: str) -> None:
    game = load(name)
    table = lay(game, *piles)
    advice = advise(game, table)
    assert (game.text(table, advice.move) if advice.move else None, advice.kind) == (move, kind)
    assert words in advice.why


def test_a_free_move_is_hinted_where_it_ends_in_build() -> None:
    """The shallowest card that can go home is dug out when all above it finds a place."""
    game = load("milligan-grace")
    table = lay(game, "1:", "2: 5D 2C 9H 3S", "3: TC", "4: KD", "f1: AC", "grace: 1", "accepted: 2C9H 5D2C 9H3S")
    advice = advise(game, table)
    assert str(advice.move) == "2/3x2"
    assert advice.why == "a free move that ends in build, and frees 2C"


def test_a_game_that_is_over_has_no_hint() -> None:
    game = load("quadrille")
    full = [f"f{i + 1}: Q{suit}" for i, suit in enumerate("CDHS")]
    full += [f"f{i + 5}: 5{suit} 4{suit} 3{suit} 2{suit} A{suit} K{suit}" for i, suit in enumerate("CDHS")]
    full += [f"f{i + 9}: 6{suit} 7{suit} 8{suit} 9{suit} T{suit} J{suit}" for i, suit in enumerate("CDHS")]
    assert advise(game, lay(game, *full)) == (None, "the game is won", NONE)


def reshuffled(game: Game, table: Table, seed: int) -> Table:
    """The same table to the eye: its unseen cards lie in another order."""
    piles = table.piles
    hidden = [card for name in game.columns for card in piles[name].cards[: piles[name].down]]
    hidden += piles["s"].cards if "s" in piles else ()
    Random(seed).shuffle(hidden)
    rest = iter(hidden)
    changed = {
        name: Pile((*(next(rest) for _ in range(piles[name].down)), *piles[name].up), piles[name].down)
        for name in game.columns
    }
    if "s" in piles:
        changed["s"] = Pile(tuple(rest), piles["s"].down)
    return table.having(changed)


@pytest.mark.parametrize("name", NAMES)
def test_hints_are_legal_blind_and_come_to_an_end(name: str) -> None:
    """Faults 22 and 41: what is hinted is accepted. Following hints from a deal ends; no table comes twice."""
    game = load(name)
    for seed in ("1", "2"):
        table = game.start(deck_of(game, seed))
        seen: set[str] = set()
        kinds = set()
        for number in range(1000):
            advice = advise(game, table)
            assert advice == advise(game, reshuffled(game, table, number)) if number % 7 == 0 else True
            if advice.move is None:
                break
            assert game.why_not(table, advice.move) is None
            kinds.add(advice.kind)
            table = game.moved(table, advice.move)
            key = repr(table)
            assert key not in seen
            seen.add(key)
        else:
            pytest.fail(f"{name} {seed}: hints without end")
        assert kinds <= {FORCED, USEFUL, POSSIBLE}
        assert advice.why
        assert advice.kind == NONE
        assert game.status(table) != PLAYING or "progress" in advice.why or "undo" in advice.why
