"""The solver's idea of the Miss Milligan games is the engine's; its lines win; its proofs are proofs."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from conftest import Walk, deck_of, walks
from hypothesis import given

from patience_cli.game import Game
from patience_cli.games import NAMES, load, options_of
from patience_cli.moves import DEAL
from patience_cli.solver.driver import Attempt
from patience_cli.solver.milligan import PROOF, Milligan
from patience_cli.solver.milligan_plays import State
from patience_cli.solver.milligan_table import read
from patience_cli.table import Table

FAMILY = tuple(name for name in NAMES if "milligan" in name)
FIRST = Attempt(0, 400, 60, 4_000)


def replayed(model: Milligan, table: Table, state: State, after: State, layer: int, *, deal: bool = False) -> Table:
    """The table after a step of the model, every move of it played by the engine."""
    for move in model.line(table, state, after, layer, deal=deal):
        table = model.game.play(table, move)
    return table


def same(model: Milligan, table: Table, layer: int, state: State) -> bool:
    """Whether a table looks like a state, but for what a state may forget."""
    seen = model._state(read(model.game, table), layer)
    return seen[:4] == state[:4] and (state.accepted is None or seen.accepted == state.accepted)


def agree(game: Game, table: Table) -> None:
    """The exact model makes every move that the engine allows here, and no other, and each comes to the same."""
    model = Milligan(game, table, PROOF)
    state = model.start()
    table = replayed(model, table, state, state, 0)
    assert same(model, table, 0, state)
    seen = {after for after, _ in model.ways(state, 0)}
    for after in seen:
        assert same(model, replayed(model, table, state, after, 0), 0, after)
    engine = [game.moved(table, move) for move in game.moves(table) if move is not DEAL]
    assert seen == {Milligan(game, moved, PROOF).start() for moved in engine}
    dealt = model.deal(state, 0) if model.stock else None
    assert (dealt is not None) == (game.why_not(table, DEAL) is None)
    if dealt is not None:
        assert same(model, replayed(model, table, state, dealt, 0, deal=True), 1, dealt)


@given(walks(names=FAMILY))
def test_the_model_and_the_engine_agree_anywhere(walk: Walk) -> None:
    agree(walk.game, walk.tables[-1])


def every_option(name: str) -> list[Game]:
    """A game with all combinations of its options, but for numbers of rows."""
    options = [option for option in options_of(name) if option.name != "rows-down"]
    return [
        load(name, dict(zip([option.name for option in options], values, strict=True)))
        for values in product(*(option.values for option in options))
    ]


@pytest.mark.parametrize("name", FAMILY)
def test_the_model_and_the_engine_agree_on_the_way_to_a_win(name: str) -> None:
    """A player who likes good positions gets where a game is decided: gaps, graces, many cards at home."""
    for number, game in enumerate(every_option(name)):
        random = Random(number)
        table = game.start(deck_of(game, str(number + 1)))
        model = Milligan(game, table, FIRST)
        layer, state = 0, model.start()
        table = replayed(model, table, state, state, layer)
        seen = {state}
        for _ in range(150):
            fresh = [after for after in model.moves(state, layer) if after not in seen]
            good = sorted(fresh, key=lambda after: (after.value, after))[:4]
            row = layer < model.layers - 1 and (not good or random.randrange(8) == 0)
            dealt = model.deal(state, layer) if row else None
            if not good and dealt is None:
                break
            after = dealt or random.choice(good)
            table = replayed(model, table, state, after, layer, deal=dealt is not None)
            layer, state = layer + (dealt is not None), after
            assert same(model, table, layer, state)
            seen.add(state)
            if random.randrange(25) == 0:
                agree(game, table)
