"""The table in words: every pile, every card and every empty place of `show --json` is said, one line a pile."""

from __future__ import annotations

import pytest
from conftest import deck_of, lay

from patience_cli.cards import CARDS, read_card
from patience_cli.describe import card_words, described, where
from patience_cli.game import Game
from patience_cli.games import NAMES, load
from patience_cli.machine import state
from patience_cli.record import Record
from patience_cli.rules import FOUNDATION, WASTE
from patience_cli.script import Script
from patience_cli.session import Out, Session


def script_of(name: str) -> Script:
    game = load(name)
    deck = deck_of(game, "7")
    return Script(game, "d1:7", deck, game.start(deck))


def lines_of(game: Game, record: Record) -> dict[str, str]:
    """What is said of each pile, by its name."""
    said = [line.partition(": ") for line in described(record, "d1:7", game.name)[1:]]
    return {head.split()[-1]: words for head, _, words in said}


@pytest.mark.parametrize("name", NAMES)
def test_words_say_what_the_json_says(name: str) -> None:
    script = script_of(name)
    game, record = script.game, script.record()
    for _ in range(12):
        said = lines_of(game, record)
        seen = state(script, record)
        piles = seen["piles"]
        assert isinstance(piles, dict)
        assert set(said) == {*piles, *(("s",) if "s" in game.names else ())}
        for pile, cards in piles.items():
            if not cards:
                assert said[pile] == "empty"
                continue
            hidden = cards.count("##")
            assert (f"{hidden} face down" in said[pile]) == (hidden > 0)
            shown = [CARDS[card] for card in cards if card != "##"]
            kind = game.group_of[pile].kind
            told = shown[-1:] if kind == FOUNDATION else shown[-3:] if kind == WASTE else shown
            places = [said[pile].index(card_words(card)) for card in told]
            assert places == sorted(places, reverse=kind == WASTE) or len(set(told)) < len(told)
            if kind in (FOUNDATION, WASTE) and len(cards) > 1:
                assert f"{len(cards)} card" in said[pile]
        if "s" in game.names and seen["stock"]:
            assert said["s"].startswith(f"{seen['stock']} card")
        assert all("  " not in words and words.isascii() for words in said.values())
        legal = game.moves(record.table)
        if not legal:
            break
        record = record.play(legal[-1], 1)


def test_what_there_is_to_know_of_the_game_is_said() -> None:
    game = load("quadrille")
    table = lay(game, "w: 9H", "s: KC", "pass: 2")
    assert described(Record(game, table), "-", "quadrille")[0] == (
        "quadrille, seed -, move 0, 0 of 2 cards home, pass 2 of 3, 1 redeal left"
    )
    grace = load("milligan-grace")
    opened = lay(grace, "1:", "2: 2C 9H", "grace: 1", "accepted: 2C9H", "s: KC")
    assert "1 deal left, grace (gap 1; 0 to mend)" in described(Record(grace, opened), "-", "milligan-grace")[0]


@pytest.mark.parametrize(
    ("card", "lines"),
    [
        ("9H", ["9H: column 1, under 1 card"]),
        ("2C", ["2C: waste w"]),
        ("8C", ["8C: column 1, on top"]),
        ("KD", ["KD: not to be seen"]),
        ("QS", ["QS: not in play"]),
    ],
)
def test_where_a_card_lies(card: str, lines: list[str]) -> None:
    game = load("klondike")
    table = lay(game, "1: <KD> 9H 8C", "w: 2C")
    wanted = read_card(card)
    assert wanted is not None
    assert where(Record(game, table), wanted) == lines


def test_a_game_can_be_played_in_words() -> None:
    script = script_of("spiderette")
    session = Session(script, script.record(), words=True)
    assert session.table() == described(script.record(), "d1:7", "spiderette")
    assert list(session.feed("show")) == [Out(session.table())]
