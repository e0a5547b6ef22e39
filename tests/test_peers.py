"""What AisleRiot and PySolFC allow is what we allow, position by position; and PySolFC's numbers deal its tables.

A line of `fixtures/peers/*.jsonl` holds a position: `transfers` is all that the other program lets one move there
(`f`: to some foundation), `deal` whether it would deal or redeal. `home_to_home` lists what AisleRiot also allows in
Gold Mine and we do not: a card from one foundation to another. `pysol-openings.jsonl` holds tables that PySolFC's
numbers give, `pysol-decks.txt` decks of its numbers and of Microsoft's.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from conftest import FIXTURES, lay, move_of, told

from patience_cli.deals import deck_for, options_for, read_seed, shuffle
from patience_cli.games import load
from patience_cli.moves import DEAL, REDEAL, Transfer

PEERS = FIXTURES / "peers"
POSITIONS = {
    "aisleriot-gold-mine": 110,
    "aisleriot-spiderette": 112,
    "pysol-gold-mine": 100,
    "pysol-milligan-weave": 100,
    "pysol-quadrille": 50,
    "pysol-spiderette": 100,
}


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (PEERS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


def position(told: dict[str, Any]) -> Iterator[str]:
    yield from (f"{name}: {cards}" for name, cards in told["piles"].items())
    if "pass" in told:
        yield f"pass: {told['pass']}"


def test_nothing_else_lies_there() -> None:
    found = {path.name for path in PEERS.iterdir()}
    assert found == {f"{name}.jsonl" for name in POSITIONS} | {"pysol-openings.jsonl", "pysol-decks.txt"}


@pytest.mark.parametrize("name", POSITIONS)
def test_the_same_moves(name: str) -> None:
    positions = lines(name)
    assert len(positions) == POSITIONS[name]
    for number, peer in enumerate(positions, 1):
        game = load(peer["game"])
        table = lay(game, *position(peer))
        moves = game.moves(table)
        transfers = sorted(game.text(table, move) for move in moves if isinstance(move, Transfer))
        assert transfers == peer["transfers"], f"line {number}"
        assert (DEAL in moves or REDEAL in moves) == peer["deal"], f"line {number}"
        for text in peer.get("home_to_home", ()):
            assert game.why_not(table, move_of(game, table, text)), f"line {number}"


def test_the_same_decks() -> None:
    decks = [line.split() for line in (PEERS / "pysol-decks.txt").read_text(encoding="utf-8").splitlines()]
    assert len(decks) == 19
    for seed, kind, deck in decks:
        assert "".join(shuffle(kind, read_seed(seed))) == deck, seed


def test_the_same_openings() -> None:
    openings = lines("pysol-openings")
    assert len(openings) == 16
    for peer in openings:
        seed = read_seed(peer["number"])
        game = load(peer["game"], options_for(peer["game"], seed, {}))
        assert told(game, game.start(deck_for(game, seed))) == told(game, lay(game, *position(peer))), peer["number"]
