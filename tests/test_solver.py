"""The solvers: their moves are the engine's, their lines win, their proofs are proofs, and they repeat exactly."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from random import Random

import pytest
from conftest import deck_of, lay

from patience_cli.errors import PatienceError
from patience_cli.game import Game
from patience_cli.games import load, options_of
from patience_cli.moves import DEAL, Transfer
from patience_cli.solver import UNDECIDED, UNWINNABLE, WINNABLE, Progress, generic, peek, solve
from patience_cli.solver.driver import Attempt
from patience_cli.solver.gold_mine import GoldMine
from patience_cli.solver.hopeless import hopeless, profile
from patience_cli.solver.quadrille import FOLLOWS, FULL, wins
from patience_cli.solver.spiderette import Spiderette
from patience_cli.solver.verdict import Meter, Verdict
from patience_cli.table import Table

EXACT = Attempt(0, None, None, None, exact=True)
QUICK = Attempt(0, 100, 10, 100)


def choices(name: str) -> list[dict[str, str]]:
    """The defaults of a game, and each other value of each option alone."""
    return [{}, *({option.name: value} for option in options_of(name) for value in option.values[1:])]


def positions(game: Game, deals: int, longest: int) -> Iterator[Table]:
    """Tables on the way of games played at random, each with its own liking for deals."""
    for seed in range(1, deals + 1):
        chance = Random(seed)
        table = game.start(deck_of(game, str(seed)))
        deal_often = chance.choice((0.1, 0.3, 0.8))
        for _ in range(longest):
            yield table
            legal = game.moves(table)
            if not legal:
                break
            plays = [move for move in legal if move is not DEAL]
            table = game.play(table, chance.choice(plays) if plays and chance.random() > deal_often else legal[-1])


# -- one set of rules ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", choices("gold-mine"), ids=str)
def test_gold_mine_has_the_moves_of_the_engine(options: dict[str, str]) -> None:
    game = load("gold-mine", options)
    for table in positions(game, 6, 40):
        model = GoldMine(game, table, EXACT, force=False)
        here = model.start()
        assert here == model.read(table)
        nexts = {model.read(game.moved(table, move)) for move in game.moves(table) if move is not DEAL}
        assert set(model.moves(here, 0)) - {here} == nexts - {here}
        if table.piles["s"].cards:
            assert model.deal(here, 0) == model.read(game.moved(table, DEAL))


@pytest.mark.parametrize("options", choices("spiderette"), ids=str)
def test_spiderette_has_the_moves_of_the_engine(options: dict[str, str]) -> None:
    game = load("spiderette", options)
    for table in positions(game, 8, 40):
        model = Spiderette(game, table, EXACT)
        model.watched = model.layers  # no state is left out for being lost
        here = model.start()
        nexts = {model.read(game.moved(table, move), 0) for move in game.moves(table) if move is not DEAL}
        assert set(model.moves(here, 0)) - {here} == nexts - {here}
        if table.piles["s"].cards:
            may = game.why_not(table, DEAL) is None
            assert model.deal(here, 0) == (model.read(game.moved(table, DEAL), 1) if may else None)


@pytest.mark.parametrize("attempt", [EXACT, QUICK], ids=["exact", "quick"])
@pytest.mark.parametrize("name", ["gold-mine", "spiderette"])
def test_every_step_is_a_line_of_legal_moves(name: str, attempt: Attempt) -> None:
    game = load(name)
    for table in positions(game, 4, 25):
        model = GoldMine(game, table, attempt) if name == "gold-mine" else Spiderette(game, table, attempt)
        here = model.start()
        for move in model.line(table, here, here, 0, deal=False):
            table = game.play(table, move)
        for after in model.moves(here, 0):
            then = table
            for move in model.line(table, here, after, 0, deal=False):
                then = game.play(then, move)
            again = GoldMine(game, then, EXACT, force=False) if name == "gold-mine" else model
            assert (again.start() if name == "gold-mine" else model.read(then, 0)) == after


def test_the_chains_of_quadrille_are_what_its_foundations_take() -> None:
    game = load("quadrille")
    for name, full in zip(game.foundations, FULL, strict=True):
        pile = Table({**game.start(()).piles, "w": game.start(()).piles["w"].plus(tuple(reversed(full)))})
        for card in full:
            assert pile.piles["w"].top == card
            pile = game.play(pile, Transfer("w", name))
        assert FOLLOWS[full[-1]] is None


# -- lines ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "options", "seed"),
    [
        ("gold-mine", {}, "1"),
        ("gold-mine", {"first-draw": "yes"}, "2"),
        ("gold-mine", {"foundation-return": "never"}, "5"),
        ("gold-mine", {"foundation-return": "stock-empty", "move-unit": "any"}, "4"),
        ("spiderette", {}, "3"),
        ("spiderette", {"discard": "auto"}, "7"),
        ("spiderette", {"deal-gaps": "yes"}, "9"),
        ("spiderette", {"deal-gaps": "if-short", "discard": "auto"}, "3"),
        ("quadrille", {}, "3"),
        ("quadrille", {"predeal": "queens-5-6", "first-card": "manual"}, "1"),
    ],
)
def test_a_line_wins_from_the_deal_and_from_the_middle(name: str, options: dict[str, str], seed: str) -> None:
    game = load(name, options)
    table = game.start(deck_of(game, seed))
    verdict = solve(game, table)
    assert verdict.result == WINNABLE
    assert not verdict.stopped
    for number, move in enumerate(verdict.moves):
        if number == len(verdict.moves) // 2:
            assert solve(game, table).result == WINNABLE
        table = game.play(table, move)
    assert game.won(table)


def test_a_won_game_needs_no_moves() -> None:
    game = load("gold-mine")
    homes = [f"f{i}: " + " ".join(rank + suit for rank in "A23456789TJQK") for i, suit in enumerate("CDHS", 1)]
    assert solve(game, lay(game, *homes)) == Verdict(WINNABLE)


def test_peek_is_the_first_move_of_a_line() -> None:
    game = load("gold-mine")
    table = game.start(deck_of(game, "1"))
    assert peek(game, table) == solve(game, table).moves[0] == DEAL
    assert peek(game, lay(game, *STUCK)) is None


# -- proofs --------------------------------------------------------------------------------------------------------

# Eight cards that fit nowhere on top of the waste, and seven columns: the eighth buries the rest.
STUCK = ("w: ... 3C 3D 3H 3S 5C 5D 5H 5S",)

# The five of hearts must come back to take the four of spades, under which the three lies.
FIVES = (
    "f1: AC 2C 3C 4C 5C",
    "f2: AD 2D 3D 4D 5D",
    "f3: AH 2H 3H 4H 5H",
    "f4: AS 2S",
    "1: 6S",
    "2: 5S",
    "3: TC 9C 8C 7C 6C KC",
    "4: QD JD TD 9D 8D 7D 6D KD",
    "5: QH JH TH 9H 8H 7H 6H KH",
    "7: QC JC",
    "w: 3S 4S",
)
SPADES = "QS JS TS 9S 8S 7S"

# Only the eight of clubs with the five of hearts on it could move, onto the nine of diamonds.
TAIL = (
    "f1: AD 2D 3D 4D",
    "f2: AH 2H 3H",
    "f3: AS 2S 3S 4S",
    "1: 4H AC 8C 5H",
    "2: QD JD TD 8D 7D 6D 5D 9D",
    "3: KC",
    "4: KD",
    "5: QH JH TH 9H 8H 7H 6H KH",
    "6: QS JS TS 9S 8S 7S 6S 5S KS",
    "7: QC JC TC 9C 7C 6C 5C 4C 3C 2C",
)


@pytest.mark.parametrize(
    ("lines", "option", "results"),
    [
        (STUCK, "foundation-return", {"always": UNWINNABLE, "never": UNWINNABLE, "stock-empty": UNWINNABLE}),
        (
            (*FIVES, f"6: {SPADES} KS"),
            "foundation-return",
            {"always": WINNABLE, "never": UNWINNABLE, "stock-empty": WINNABLE},
        ),
        (
            (*FIVES, f"6: {SPADES}", "s: KS"),
            "foundation-return",
            {"always": WINNABLE, "never": UNWINNABLE, "stock-empty": UNWINNABLE},
        ),
        (TAIL, "move-unit", {"run": UNWINNABLE, "any": WINNABLE}),
    ],
)
def test_gold_mine_is_decided_by_its_options(lines: tuple[str, ...], option: str, results: dict[str, str]) -> None:
    for value, result in results.items():
        game = load("gold-mine", {option: value})
        verdict = solve(game, lay(game, *lines))
        assert (value, verdict.result) == (value, result)
        assert generic.solve(game, lay(game, *lines), Meter(3_000)).result in (result, UNDECIDED)


OUT = [f"f{i}: " + " ".join(rank + suit for rank in "KQJT98765432A") for i, suit in enumerate("CDH", 1)]
SHORT = (*OUT, "1: KS", "2: QS", "3: JS", "s: TS 9S 8S 7S 6S 5S 4S 3S 2S AS")


def test_spiderette_with_too_few_cards_for_a_deal() -> None:
    for value, result in {"no": UNWINNABLE, "if-short": WINNABLE, "yes": WINNABLE}.items():
        game = load("spiderette", {"deal-gaps": value})
        assert solve(game, lay(game, *SHORT)).result == result


def test_spiderette_without_a_gap_is_proven_lost() -> None:
    """Four kings cannot move; a ten may go on a jack and a three on a four, and that is all."""
    game = load("spiderette")
    table = lay(game, "1: ... KC", "2: KD", "3: KH", "4: KS", "5: JC", "6: 4C TD", "7: 8D 3S")
    verdict = solve(game, table)
    assert verdict.result == UNWINNABLE
    assert verdict.positions >= 1
    assert generic.solve(game, table, Meter(10_000)).result == UNWINNABLE


@pytest.mark.parametrize("seed", ["1", "2", "9", "14"])
def test_no_table_on_the_way_to_a_win_is_called_lost(seed: str) -> None:
    """What is told at a glance to be lost must be so: from each of these tables the game was won."""
    game = load("spiderette")
    table = game.start(deck_of(game, seed))
    verdict = solve(game, table, nodes=60_000)
    assert verdict.result in (WINNABLE, UNDECIDED)
    for move in verdict.moves:
        model = Spiderette(game, table, EXACT)
        model.watched = 0
        assert not model.lost(model.start(), 0)
        table = game.play(table, move)


def test_columns_with_more_levels_than_a_deal_can_have_prove_nothing() -> None:
    """A hand-made column of seventeen cards that do not fit on each other is beyond what the proof counts."""
    column = bytes([0, *(4 * rank for rank in (12, 2, 9, 4, 11, 1, 8, 3, 10, 0, 7, 5, 12, 6, 2, 9, 4))])
    kings = [profile(bytes([0, 4 * 12]))] * 6
    assert len(profile(column).heads) > 16 > len(profile(column[:14]).heads)
    assert hopeless([profile(column), *kings], patience=10**6) is False
    assert hopeless([profile(column), *kings], [bytes([1])], patience=10**6) is False
    assert hopeless([profile(column[:14]), *kings], patience=10**6) is True


def test_quadrille_by_replay_agrees_with_every_way_to_play_it() -> None:
    """The end of lost and won games, where a search over all plays, declining included, is small enough."""
    compared = []
    for passes in ("1", "2", "3"):
        game = load("quadrille", {"passes": passes})
        for seed in range(1, 13):
            table = game.start(deck_of(game, str(seed)))
            while game.stock_cards(table) + len(table.piles["w"].cards) > 14 or table.redeals + 1 < int(passes):
                legal = game.moves(table)
                if not legal:
                    break
                table = game.play(table, legal[0])
            every = generic.solve(game, table, Meter(20_000)).result
            assert every == (UNWINNABLE if wins(game, table) is None else WINNABLE)
            compared.append(every)
    assert {WINNABLE, UNWINNABLE} <= set(compared)


@pytest.mark.parametrize("options", [{}, {"passes": "unlimited"}, {"predeal": "queens"}, {"first-card": "manual"}])
def test_quadrille_with_and_without_its_line(options: dict[str, str]) -> None:
    game = load("quadrille", options)
    for seed in range(1, 30):
        table = game.start(deck_of(game, str(seed)))
        verdict = solve(game, table)
        assert verdict._replace(moves=()) == solve(game, table, line=False)
        assert verdict.length == len(verdict.moves)
        assert (verdict.result == WINNABLE) == bool(verdict.moves)
        for move in verdict.moves:
            table = game.play(table, move)
        assert game.won(table) == (verdict.result == WINNABLE)


# -- budgets -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("nodes", [1, 7, 345])
@pytest.mark.parametrize("name", ["gold-mine", "spiderette"])
def test_no_more_positions_than_the_budget(name: str, nodes: int) -> None:
    game = load(name)
    seen: list[Progress] = []
    verdict = solve(game, game.start(deck_of(game, "1")), nodes=nodes, progress=seen.append)
    assert verdict.result == UNDECIDED
    assert not verdict.stopped
    assert verdict.positions == nodes == seen[-1].positions == seen[-1].nodes
    assert [progress.positions for progress in seen] == sorted(progress.positions for progress in seen)
    assert all(1 <= progress.layer <= progress.layers for progress in seen)


def test_a_search_without_room_for_more_is_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory is bounded: what was not kept was not looked at, so a lost position stays undecided."""
    game = load("gold-mine")
    lost = lay(game, *STUCK)
    assert solve(game, lost).result == UNWINNABLE
    monkeypatch.setattr("patience_cli.solver.verdict.Meter.room", 3)
    assert solve(game, lost).result == UNDECIDED


@pytest.mark.parametrize("name", ["gold-mine", "spiderette"])
def test_the_clock_stops_a_search_and_says_so(name: str) -> None:
    game = load(name)
    verdict = solve(game, game.start(deck_of(game, "1")), seconds=1e-9)
    assert (verdict.result, verdict.stopped) == (UNDECIDED, True)
    assert verdict.positions < 10_000


@pytest.mark.parametrize("budget", [{"nodes": 0}, {"nodes": -5}, {"seconds": 0.0}, {"seconds": -1.0}])
def test_a_budget_of_nothing_is_refused(budget: dict[str, float]) -> None:
    game = load("gold-mine")
    with pytest.raises(ValueError, match="budget"):
        solve(game, game.start(deck_of(game, "1")), **budget)  # type: ignore[arg-type]


def test_a_table_that_leaves_cards_out_is_refused() -> None:
    game = load("spiderette")
    with pytest.raises(PatienceError, match="13 of 52") as caught:
        solve(game, lay(game, "1: KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS"))
    assert caught.value.code == "deck"


# -- the same again ------------------------------------------------------------------------------------------------

AGAIN = """
from patience_cli.games import load
from patience_cli.seeds import read_seed, shuffle
from patience_cli.solver import solve
for name, seed in [("gold-mine", "1"), ("gold-mine", "7"), ("spiderette", "3"), ("freecell", "2"), ("quadrille", "3")]:
    game = load(name)
    verdict = solve(game, game.start(shuffle(game.kind, read_seed(seed))), nodes=25_000 if name != "freecell" else 50)
    print(name, verdict.result, verdict.positions, *verdict.moves)
"""


def test_a_search_repeats_whatever_the_hashes() -> None:
    runs = [
        subprocess.run(
            [sys.executable, "-c", AGAIN],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "4242")
    ]
    assert runs[0] == runs[1] == runs[2]
    assert runs[0].count(WINNABLE) >= 3
