"""The solver's idea of the Miss Milligan games is the engine's; its lines win; its proofs are proofs."""

from __future__ import annotations

import pytest
from conftest import Walk, deck_of, games, lay, walks
from hypothesis import given
from hypothesis import strategies as st

from patience_cli.game import Game
from patience_cli.games import NAMES, load
from patience_cli.moves import DEAL
from patience_cli.solver import UNDECIDED, UNWINNABLE, WINNABLE, solve
from patience_cli.solver.driver import Attempt
from patience_cli.solver.milligan import PROOF, Milligan
from patience_cli.solver.milligan_plays import State
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
    seen = model.read(table, layer)
    return seen[:4] == state[:4] and (state.accepted is None or seen.accepted == state.accepted)


@given(walks(names=FAMILY))
def test_the_exact_model_makes_every_move_of_the_engine_and_no_other(walk: Walk) -> None:
    game, table = walk.game, walk.tables[-1]
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


@given(games(FAMILY), st.integers(0, 9999), st.lists(st.integers(0, 999), max_size=60))
def test_every_step_of_the_search_is_played_by_the_engine(game: Game, seed: int, choices: list[int]) -> None:
    table = game.start(deck_of(game, str(seed)))
    model = Milligan(game, table, FIRST)
    layer, state = 0, model.start()
    table = replayed(model, table, state, state, layer)
    for choice in choices:
        ways = model.ways(state, layer)
        dealt = model.deal(state, layer) if layer < model.layers - 1 and (choice < 200 or not ways) else None
        if dealt is not None:
            table = replayed(model, table, state, dealt, layer, deal=True)
            layer, state = layer + 1, dealt
        elif ways:
            # Those of a grace come last.
            after = ways[-1 - choice % len(ways)][0]
            table = replayed(model, table, state, after, layer)
            state = after
        assert same(model, table, layer, state)
