"""Cards, packs, and where cards lie."""

from __future__ import annotations

import copy
import pickle

import pytest

from patience_cli.cards import CARDS, Card, fresh, kind, rank_name, read_card
from patience_cli.table import EMPTY, Pile, Table

READ = [
    ("9H", "9H"),
    ("TS", "TS"),
    ("AC", "AC"),
    ("9h", "9H"),
    ("tS", "TS"),
    ("qd", "QD"),
    ("10H", "TH"),
    ("10c", "TC"),
    ("9♥", "9H"),
    ("10♠", "TS"),
    ("K♣", "KC"),
    ("a♦", "AD"),
    ("J♤", "JS"),
    ("J♧", "JC"),
    ("J♡", "JH"),
    ("J♢", "JD"),
    ("9♥\ufe0e", "9H"),
    ("9♥\ufe0f", "9H"),
]
NO_CARDS = [
    "",
    "9",
    "H",
    "1H",
    "0H",
    "11H",
    "9X",
    "XH",
    "9HH",
    "9H ",
    " 9H",
    "H9",
    "9H\ufe0e\ufe0f",
    "109H",
    "９H",
    "<9H>",
]


@pytest.mark.parametrize(("text", "card"), READ)
def test_a_card_is_read_generously(text: str, card: str) -> None:
    assert read_card(text) is CARDS[card]


@pytest.mark.parametrize("text", NO_CARDS)
def test_anything_else_is_no_card(text: str) -> None:
    assert read_card(text) is None


@pytest.mark.parametrize("text", ["9h", "10H", "9♥", "9", "9HX", "XH", "9X", ""])
def test_a_name_is_strict(text: str) -> None:
    with pytest.raises(ValueError, match=r"^no card: "):
        Card(text)


def test_a_card_knows_itself() -> None:
    ace, ten, king = Card("AS"), Card("TD"), Card("KH")
    assert [(card.rank, card.suit, card.red) for card in (ace, ten, king)] == [
        (1, "S", False),
        (10, "D", True),
        (13, "H", True),
    ]
    assert not Card("2C").red
    assert [rank_name(card.rank) for card in (ace, ten, king)] == ["A", "T", "K"]
    assert ace == "AS"
    assert Card("AS") == ace
    assert {ace: 1}[Card("AS")] == 1


def test_a_card_survives_copying() -> None:
    for twin in (copy.deepcopy(CARDS["TD"]), pickle.loads(pickle.dumps(CARDS["TD"]))):
        assert twin == "TD"
        assert (twin.rank, twin.suit, twin.red) == (10, "D", True)


def test_fresh_decks() -> None:
    """Copy after copy, suits C D H S, ace to king."""
    deck = fresh(1)
    assert "".join(deck[:14]) == "AC2C3C4C5C6C7C8C9CTCJCQCKCAD"
    assert "".join(deck[-2:]) == "QSKS"
    assert (len(deck), len(set(deck)), len(CARDS)) == (52, 52, 52)
    assert fresh(2) == deck + deck
    assert fresh(8, "S") == [card for card in deck if card.suit == "S"] * 8
    assert "".join(fresh(1, "HS")[::13]) == "AHAS"


def test_kinds() -> None:
    assert [kind(1), kind(2), kind(8, "S"), kind(4, "HS")] == ["1x52", "2x52", "8x13s", "4x26hs"]


def test_piles() -> None:
    three, nine, ten = Card("3C"), Card("9H"), Card("TS")
    pile = Pile((three, ten, nine), 1)
    assert (pile.up, pile.top) == ((ten, nine), nine)
    assert pile.plus((three, three)) == Pile((three, ten, nine, three, three), 1)
    assert pile.minus(1) == Pile((three, ten), 1)
    assert pile.minus(2) == Pile((three,), 0), "the hidden card turns up"
    assert pile.minus(3) == EMPTY
    assert Pile((three, ten, nine), 2).minus(1) == Pile((three, ten), 1), "only one card turns up"
    assert (EMPTY.top, EMPTY.up) == (None, ())


def test_a_table_changes_into_another() -> None:
    table = Table({"1": EMPTY, "2": EMPTY}, 2, "memory")
    other = table.having({"2": Pile((Card("9H"),))})
    assert other == Table({"1": EMPTY, "2": Pile((Card("9H"),))}, 2, "memory")
    assert table.piles["2"] is EMPTY
    assert list(other.piles) == ["1", "2"]
