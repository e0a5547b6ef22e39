"""The player who does not peek: what he decides does not depend on how the unseen cards lie."""

from __future__ import annotations

import pytest
from conftest import deck_of
from test_hint import reshuffled

from patience_cli.games import load
from patience_cli.moves import DEAL
from patience_cli.solver.blind import STYLES, imagined, planned, play_blind
from patience_cli.solver.driver import Attempt

TEN = (
    "miss-milligan",
    "milligan-weave",
    "milligan-spanish",
    "milligan-grace",
    "milligan-improved",
    "milligan-single",
    "milligan-strict",
    "quadrille",
    "gold-mine",
    "spiderette",
)


@pytest.mark.parametrize("name", TEN)
def test_the_next_decision_is_the_same_however_the_hidden_cards_lie(name: str) -> None:
    game = load(name)
    table = game.start(deck_of(game, "3"))
    for number in range(3):
        plan = planned(game, table)
        other = reshuffled(game, table, number)
        if other != table and game.stock_cards(table):
            assert planned(game, other) == plan
            assert imagined(game, other) == imagined(game, table)
        for move in plan:
            table = game.play(table, move)
        if not plan:
            break


@pytest.mark.parametrize("name", ["miss-milligan", "milligan-grace", "quadrille"])
def test_a_game_is_played_by_the_rules_and_always_alike(name: str) -> None:
    game = load(name)
    start = game.start(deck_of(game, "1"))
    played = play_blind(game, start)
    table = start
    for move in played.moves:
        table = game.play(table, move)
    assert game.won(table) == played.won
    assert play_blind(game, start) == played


@pytest.mark.parametrize("name", STYLES)
def test_what_a_model_knows_from_other_tables_changes_nothing(name: str) -> None:
    game = load(name)
    one, other = (game.start(deck_of(game, seed)) for seed in "12")
    for _ in range(2):
        one, other = (game.play(table, DEAL) if table.piles["s"].cards else table for table in (one, other))
    model, attempt = STYLES[name].model, Attempt(STYLES[name].weights, None, None, None)
    used, fresh = model(game, other, attempt), model(game, one, attempt)
    for after in used.moves(used.start(), 0):
        used.score(after, 0)
    used.begin(one)
    here, start = used.start(), fresh.start()
    assert used.layers == fresh.layers
    assert [(used.score(after, 0), used.line(one, here, after, 0, deal=False)) for after in used.moves(here, 0)] == [
        (fresh.score(after, 0), fresh.line(one, start, after, 0, deal=False)) for after in fresh.moves(start, 0)
    ]
