"""Seeds, shuffles, decks, options and deal lines: the promised decks, round trips, and every fault with its place."""

from __future__ import annotations

import hashlib
import re
from datetime import date

import pytest
from conftest import games, told
from hypothesis import given
from hypothesis import strategies as st
from pysol_cards.cards import CardRenderer, createCards
from pysol_cards.deal_game import Game as TheirGame
from pysol_cards.random import shuffle as their_shuffle
from pysol_cards.random_base import RandomBase

from patience_cli.cards import fresh
from patience_cli.deals import (
    Deal,
    Seed,
    check_seed,
    deal_line,
    deck_for,
    deck_id,
    deck_of,
    deck_text,
    options_for,
    options_text,
    random_seed,
    read_deal_line,
    read_deck,
    read_options,
    read_seed,
    read_spec,
    seed_agrees,
    shuffle,
    spec,
)
from patience_cli.errors import PatienceError, Place
from patience_cli.game import Game
from patience_cli.games import NAMES, load

KINDS = sorted({load(name).kind for name in NAMES})

# -- seeds ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "seed"),
    [
        ("42", "d1:42"),
        ("0", "d1:0"),
        ("d1:42", "d1:42"),
        ("a-word-9", "d1:a-word-9"),
        ("d1:daily-2025-11-29", "d1:daily-2025-11-29"),
        ("9" * 64, f"d1:{'9' * 64}"),
        ("ms", "d1:ms"),
        ("A-Word", "d1:a-word"),
        ("MS:5", "ms:5"),
        ("ms:1", "ms:1"),
        (f"ms:{2**33 - 1}", "ms:8589934591"),
        (f"kpat:{2**31 - 1}", "kpat:2147483647"),
        (f"pysol:{10**20}", f"pysol:{10**20}"),
    ],
)
def test_a_seed_is_written_with_its_prefix(text: str, seed: str) -> None:
    assert str(read_seed(text)) == seed
    assert read_seed(seed) == read_seed(text)


def test_the_days_own_seed_is_written_out() -> None:
    days = {date.today()}
    seed = str(read_seed("daily"))
    days.add(date.today())
    assert seed in {f"d1:daily-{day.isoformat()}" for day in days}


@pytest.mark.parametrize(
    ("text", "words", "offset"),
    [
        ("", "no seed: ''", 0),
        ("042", "no seed: '042'", 0),
        ("-1", "no seed: '-1'", 0),
        ("wörd", "no seed: 'wörd'", 0),
        ("１２", "no seed: '１２'", 0),
        ("d1:", "no seed: 'd1:'", 3),
        ("9" * 65, f"no seed: '{'9' * 37}...'", 0),
        ("a" * 65, f"no seed: '{'a' * 37}...'", 0),
        ("a\x1b", "no seed: 'a\\\\x1b'", 0),
        ("ms:0", "no seed: 'ms:0' is out of range", 3),
        ("ms:8589934592", "no seed: 'ms:8589934592' is out of range", 3),
        ("ms:-5", "no seed: 'ms:-5' is out of range", 3),
        ("ms:+5", "no seed: 'ms:+5' is out of range", 3),
        ("ms:word", "no seed: 'ms:word' is out of range", 3),
        ("kpat:2147483648", "no seed: 'kpat:2147483648' is out of range", 5),
        ("pysol:100000000000000000001", "no seed: 'pysol:100000000000000000001' is out of range", 6),
        ("d2:5", "no seed: 'd2:5' has an unknown prefix", 0),
    ],
)
def test_what_is_no_seed(text: str, words: str, offset: int) -> None:
    with pytest.raises(PatienceError) as caught:
        read_seed(text)
    assert (caught.value.code, caught.value.message, caught.value.offset) == ("header", words, offset)
    assert caught.value.expected


def test_a_seed_of_a_million_digits_is_refused_before_it_is_a_number() -> None:
    for prefix in ("", "ms:", "pysol:"):
        with pytest.raises(PatienceError, match="no seed"):
            read_seed(prefix + "9" * 1_000_000)


def test_random_seeds_differ_and_can_be_read() -> None:
    seeds = {random_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert all(read_seed(str(seed)) == seed and int(seed.id) < 2**53 for seed in seeds)
    assert max(int(seed.id) for seed in seeds) > 2**48


# -- our own shuffle -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "name", "first", "last", "name_of_deck"),
    [
        ("1x52", "1", "2H JC JD 7S 8H JS 2D 3H AD 5D", "KC AH 8D 3D", "30802983a5"),
        ("1x52", "42", "4C 4H 7D 5H 6C 3D 6H 9C 9D AD", "2C 3C JS JD", "1dc2454c71"),
        ("2x52", "1", "3S 3C 6C KH 9H 4C TS 4S 2D QD", "KS 2H AS AC", "79a140883e"),
        ("2x52", "42", "QS 4S AH 7H 4H TS 4D 3C 8H 4C", "9S TC 8S 4S", "1ac7f1b004"),
        ("1x52", "daily-2025-11-29", "TC AH 5C 5S 2D 3D 7C KD 2S 7D", "3H 6C KS 3C", "6c13650c5c"),
    ],
)
def test_the_promised_decks(kind: str, name: str, first: str, last: str, name_of_deck: str) -> None:
    deck = shuffle(kind, Seed("d1", name))
    assert " ".join(deck[:10]) == first
    assert " ".join(deck[-4:]) == last
    assert deck_id(deck) == name_of_deck


def test_the_first_words_of_the_shuffle() -> None:
    block = hashlib.sha256(b"d1/1x52/1/0").digest()
    first, second = int.from_bytes(block[:4], "big"), int.from_bytes(block[4:8], "big")
    assert (first, second) == (975226423, 1995962846)
    box = fresh(1)
    last = box[first % 52]
    box[first % 52] = box[51]
    assert shuffle("1x52", Seed("d1", "1"))[-2:] == (box[second % 51], last)


def test_a_word_that_would_favour_some_cards_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    """4294967295 is no word for 52 cards, of which 4294967296 is no multiple: the deck is that of the next words."""

    class Block:
        def __init__(self, text: bytes) -> None:
            self.text = text

        def digest(self) -> bytes:
            number = int(self.text.rsplit(b"/", 1)[1])
            words = [0xFFFFFFFF, *range(7)] if number == 0 else range(8 * number - 1, 8 * number + 7)
            return b"".join(word.to_bytes(4, "big") for word in words)

    monkeypatch.setattr(hashlib, "sha256", Block)
    expected = fresh(1)
    for word, i in enumerate(range(51, 0, -1)):
        j = word % (i + 1)
        expected[i], expected[j] = expected[j], expected[i]
    assert shuffle("1x52", Seed("d1", "1")) == tuple(expected)


@given(kind=st.sampled_from(KINDS), number=st.integers(0, 10**9))
def test_a_shuffle_is_a_whole_deck_and_always_the_same(kind: str, number: int) -> None:
    seed = Seed("d1", str(number))
    game = next(load(name) for name in NAMES if load(name).kind == kind)
    assert sorted(shuffle(kind, seed)) == sorted(fresh(game.packs, game.suits))
    assert shuffle(kind, seed) == shuffle(kind, seed) != shuffle(kind, Seed("d1", str(number + 1)))


def test_a_thousand_decks_are_pinned() -> None:
    """Any change to the shuffle, on any Python, shows here."""
    digest = hashlib.sha256()
    for number in range(1000):
        digest.update(deck_text(shuffle("2x52", Seed("d1", str(number)))).encode())
    assert digest.hexdigest() == "7cebe12826d10902cce9cb7a9622b936b4c763aaa72e54c181dad8efd5a506c0"


# -- other programs' numbers ---------------------------------------------------------------------------------------


def theirs(packs: int, number: int, which: str) -> list[str]:
    """The deck of the library pysol-cards in dealing order."""
    cards = their_shuffle(createCards(packs, 13), number, which)
    render = CardRenderer(True)
    return [render.to_s(card) for card in reversed(cards)]


@pytest.mark.parametrize("number", [*range(1, 60), 11982, 31999, *range(32000, 32040), 10**6, 2**31 - 1])
def test_the_numbers_of_microsoft_and_kpat(number: int) -> None:
    deck = theirs(1, number, RandomBase.DEALS_MS)
    assert list(shuffle("1x52", Seed("ms", str(number)))) == deck
    assert list(shuffle("1x52", Seed("kpat", str(number)))) == deck


@pytest.mark.parametrize("number", [2**31, 2**31 + 5, 2**32 - 1, 2**32, 2**32 + 1, 6 * 10**9, 2**33 - 1])
def test_the_large_numbers_of_freecell_pro(number: int) -> None:
    assert list(shuffle("1x52", Seed("ms", str(number)))) == theirs(1, number, RandomBase.DEALS_MS)


@pytest.mark.parametrize("packs", [1, 2])
@pytest.mark.parametrize("number", [*range(1, 40), 617, 31999, *range(32001, 32040), 65536, 2**31, 2**33 - 1, 10**20])
def test_the_numbers_of_pysolfc(packs: int, number: int) -> None:
    assert list(shuffle(f"{packs}x52", Seed("pysol", str(number)))) == theirs(packs, number, RandomBase.DEALS_PYSOLFC)


def test_pysolfc_takes_32000_for_the_new_generator() -> None:
    """The library takes it for the last of the old ones; the game itself does not, and the game is followed."""
    deck = (
        "KH9HTD6D3D9CTHJSJS6C3CKD4HAC7STH7S9DQD4C7CJDKD7CKC4C5CTSTC2H7HQC4DAHAS8DKCAS7DJH5HJD4S8C3S5S2CAC5C5S3HQS9S3D"
    )
    assert deck_text(shuffle("2x52", Seed("pysol", "32000"))).startswith(deck)
    assert theirs(2, 32000, RandomBase.DEALS_PYSOLFC)[:2] != ["KH", "9H"]


def test_small_numbers_name_the_same_deck_everywhere() -> None:
    decks = {shuffle("1x52", read_seed(text)) for text in ("ms:617", "kpat:617", "pysol:617")}
    assert len(decks) == 1


@pytest.mark.parametrize(
    ("seed", "kind"), [("ms:1", "2x52"), ("ms:1", "8x13s"), ("pysol:1", "8x13s"), ("kpat:1", "4x26hs")]
)
def test_a_number_of_another_kind_of_deal(seed: str, kind: str) -> None:
    for ask in (check_seed, lambda number, kind: shuffle(kind, number)):
        with pytest.raises(PatienceError, match=f"not of {kind}") as caught:
            ask(read_seed(seed), kind)
        assert caught.value.code == "header"


# What the library deals of PySolFC's games: its game, ours, and how many columns lie before other lines.
THEIR_GAMES = {"klondike": "klondike", "gypsy": "gypsy", "yukon": "yukon", "freecell": "freecell"}


@pytest.mark.parametrize("game_id", THEIR_GAMES)
@pytest.mark.parametrize("number", [1, 2, 617, 31999, 32001, 10**9, 12345678901234567890])
def test_a_number_of_pysolfc_puts_every_card_where_pysolfc_has_it(game_id: str, number: int) -> None:
    lines = TheirGame(game_id, number, RandomBase.DEALS_PYSOLFC).calc_layout_string(CardRenderer(True)).splitlines()
    seed = Seed("pysol", str(number))
    game = load(THEIR_GAMES[game_id], options_for(THEIR_GAMES[game_id], seed, {}))
    piles = told(game, game.start(deck_for(game, seed)))
    if lines[0].startswith("Talon:"):
        talon = lines.pop(0).removeprefix("Talon: ")
        assert " ".join(filter(None, (piles.get("w", ""), piles["s"]))) == talon
    assert [piles[name] for name in game.columns] == lines
    assert piles.get("w") is None or len(piles["w"].split()) == 1


def test_a_number_of_pysolfc_turns_the_first_cards_unless_told_otherwise() -> None:
    seed = read_seed("pysol:1")
    assert options_for("gold-mine", seed, {}) == {"first-draw": "yes"}
    assert options_for("gold-mine", seed, {"first-draw": "no"}) == {"first-draw": "no"}
    assert options_for("gold-mine", read_seed("ms:1"), {"move-unit": "any"}) == {"move-unit": "any"}
    assert options_for("captive-queens", seed, {}) == {}
    game = load("klondike", {"draw": "3", **options_for("klondike", seed, {})})
    assert len(game.start(deck_for(game, seed)).piles["w"].cards) == 3


def test_spider_of_pysolfc_has_its_long_columns_apart() -> None:
    seed = read_seed("pysol:5")
    game = load("spider", options_for("spider", seed, {}))
    start = game.start(deck_for(game, seed))
    assert [len(start.piles[name].cards) for name in game.columns] == [6, 5, 5, 6, 5, 5, 6, 5, 5, 6]
    deck = shuffle("2x52", seed)
    assert start.piles["1"].cards == (*deck[:40:10], deck[40], deck[44])
    assert start.piles["2"].cards == (*deck[1:40:10], deck[45])


def test_any_deck_is_found_again_from_its_start() -> None:
    for name in NAMES:
        game = load(name)
        deck = shuffle(game.kind, Seed("d1", "7"))
        assert deck_of(game, game.start(deck)) == deck


def test_a_table_that_is_no_start_has_no_deck() -> None:
    game = load("spiderette")
    start = game.start(shuffle("1x52", Seed("d1", "7")))
    turned = start.having({"7": start.piles["7"]._replace(down=0)})
    moved = game.play(start, game.moves(start)[0])
    assert deck_of(game, turned) is None
    assert deck_of(game, moved) is None


# -- decks ---------------------------------------------------------------------------------------------------------


def deck_fault(*lines: str, kind: str = "1x52", col: int = 1) -> PatienceError:
    with pytest.raises(PatienceError) as caught:
        read_deck([Place(number, col, line) for number, line in enumerate(lines, 3)], kind)
    assert caught.value.code == "deck"
    return caught.value


BOX = "".join(fresh(1))


@pytest.mark.parametrize(
    "lines",
    [
        (BOX,),
        (BOX.lower(),),
        (" ".join(fresh(1)),),
        (", ".join(fresh(1)), ""),
        (BOX[:52], BOX[52:]),
        (BOX.replace("T", "10"),),
        (BOX.replace("C", "♣").replace("D", "♦").replace("H", "♥️").replace("S", "♤"),),
    ],
)
def test_a_deck_is_read_however_it_is_set_out(lines: tuple[str, ...]) -> None:
    assert read_deck([Place(i, 1, line) for i, line in enumerate(lines)], "1x52") == tuple(fresh(1))


def test_extra_and_missing_cards_are_named_with_their_places() -> None:
    error = deck_fault(BOX.replace("9D", "9H", 1))
    assert error.render("deck.txt") == (
        "deck.txt:3:69: deck: not a full 1x52 deck\n"
        f"  {BOX.replace('9D', '9H', 1)[30:]}\n" + " " * 40 + "^\n  extra:   9H (again at 3:69)\n  missing: 9D"
    )


@pytest.mark.parametrize(
    ("lines", "kind", "place", "details"),
    [
        ((BOX[:-2],), "1x52", (3, 103), ("missing: KS",)),
        ((BOX + "9H",), "1x52", (3, 105), ("extra:   9H (again at 3:105)",)),
        ((BOX, "9HTC"), "1x52", (4, 1), ("extra:   9H (again at 4:1), TC (again at 4:3)",)),
        ((BOX.replace("9D", "9H"), BOX), "2x52", (4, 69), ("extra:   9H (again at 4:69)", "missing: 9D")),
        (("9H" + "AS" * 8,), "8x13s", (3, 1), None),
        ((), "1x52", (1, 1), None),
        (("",), "1x52", (3, 1), ("missing: AC, 2C, 3C, 4C, 5C, 6C, 7C, 8C, 9C, TC, JC, QC and 40 more",)),
    ],
)
def test_a_deck_that_is_not_whole(
    lines: tuple[str, ...], kind: str, place: tuple[int, int], details: tuple[str, ...] | None
) -> None:
    error = deck_fault(*lines, kind=kind)
    assert error.place is not None
    assert (error.place.line, error.place.col) == place
    assert details is None or error.details == details


def test_a_card_that_the_kind_does_not_have() -> None:
    assert deck_fault("9H" + "".join(fresh(8, "S")), kind="8x13s").details == ("extra:   9H (at 3:1)",)


@pytest.mark.parametrize(
    ("line", "word", "col"),
    [
        ("9H XX 9C", "XX", 4),
        ("9HX", "X", 3),
        ("1H", "1H", 1),
        ("9H,,1", "1", 5),
        ("9H\x00", "\x00", 3),
        ("9H" * 60 + "?", "?", 121),
    ],
)
def test_what_is_no_card(line: str, word: str, col: int) -> None:
    error = deck_fault(line)
    assert error.message == f"not a card: {word!r}"
    assert error.place == Place(3, col, line)


# -- options and deal lines ----------------------------------------------------------------------------------------


@given(game=games())
def test_a_game_with_its_options_is_read_back(game: Game) -> None:
    assert read_spec(spec(game)) is game
    assert read_spec(spec(game).replace(",", " , ").replace("=", " = ")) is game
    assert options_text(load(game.name)) == ""


def test_options_stand_in_order_and_only_where_they_differ() -> None:
    game = load("spiderette", {"discard": "auto", "deal-gaps": "if-short"})
    assert spec(game) == "spiderette,deal-gaps=if-short,discard=auto"
    assert spec(load("spiderette", {"discard": "manual"})) == "spiderette"
    assert read_options(" a=b ,c-d = 1-x") == {"a": "b", "c-d": "1-x"}
    assert read_options("A=B") == {"a": "b"}
    assert read_options("") == {}


@pytest.mark.parametrize(
    ("text", "words", "offset"),
    [
        ("a", "not an option: 'a'", 0),
        ("a=b, c", "not an option: 'c'", 5),
        ("a=b,", "not an option: ''", 4),
        ("a=", "not an option: 'a='", 0),
        ("-a=b", "not an option: '-a=b'", 0),
        ("a=b=c", "not an option: 'a=b=c'", 0),
        ("a=b,  a=c", "option a stands there twice", 6),
    ],
)
def test_what_are_no_options(text: str, words: str, offset: int) -> None:
    with pytest.raises(PatienceError) as caught:
        read_options(text)
    assert (caught.value.code, caught.value.message, caught.value.offset) == ("header", words, offset)


@given(game=games(), number=st.integers(0, 10**6), known=st.booleans())
def test_a_deal_line_is_read_back(game: Game, number: int, known: bool) -> None:
    seed = Seed("d1", str(number))
    deal = Deal(game, seed if known else None, deck_for(game, seed))
    line = deal_line(deal)
    assert re.fullmatch(r"[a-z0-9=,-]+ (-|d1:[0-9]+) ([A2-9TJQK][CDHS])+", line)
    assert read_deal_line(line, 1) == deal
    assert seed_agrees(deal)


def test_a_deal_line_of_today() -> None:
    line = "spiderette d1:1 " + (
        "2HJCJD7S8HJS2D3HAD5D2CTSQC9D7HQD6H4S9HTHQS9C5S7C8C7DKS3S4H6SKHACQH5C6C3C4C8S2S6D4D5HASTCJH9STDKDKCAH8D3D"
    )
    game = load("spiderette")
    assert deal_line(Deal(game, read_seed("1"), deck_for(game, read_seed("1")))) == line
    assert read_deal_line(f"  {line}  ", 1) == read_deal_line(line, 1)


def test_the_deck_decides_and_the_seed_explains() -> None:
    deal = read_deal_line(f"spiderette d1:1 {BOX}", 1)
    assert "".join(deal.deck) == BOX
    assert not seed_agrees(deal)
    assert seed_agrees(deal._replace(seed=None))


@pytest.mark.parametrize(
    ("line", "code", "words", "col"),
    [
        ("giant", "syntax", "a deal line has three fields", 6),
        ("giant d1:1", "syntax", "a deal line has three fields", 11),
        (f"spiderette d1:1 {BOX} more", "syntax", "a deal line has three fields", 122),
        (",giant d1:1 9H", "syntax", "a deal line has three fields", 15),
        (f" gaint - {BOX}", "header", "no game 'gaint'", 2),
        (f"spiderette,discard=maybe - {BOX}", "header", "option discard has no value 'maybe'", 20),
        (f"spiderette, diskard=auto - {BOX}", "header", "spiderette has no option 'diskard'", 13),
        (f"spiderette,discard - {BOX}", "header", "not an option: 'discard'", 12),
        (f"spiderette,discard=auto,discard=auto - {BOX}", "header", "option discard stands there twice", 25),
        (f"spiderette d9:1 {BOX}", "header", "no seed: 'd9:1' has an unknown prefix", 12),
        (f"spiderette ms:0 {BOX}", "header", "no seed: 'ms:0' is out of range", 15),
        (f"giant ms:1 {BOX}{BOX}", "header", "ms:1 names a deal of one pack, not of 2x52", 7),
        (f"spiderette - {BOX[:-2]}", "deck", "not a full 1x52 deck", 116),
        (f"giant - {BOX}", "deck", "not a full 2x52 deck", 113),
        (f"spiderette - {BOX}Z", "deck", "not a card: 'Z'", 118),
    ],
)
def test_a_fault_of_a_deal_line(line: str, code: str, words: str, col: int) -> None:
    with pytest.raises(PatienceError) as caught:
        read_deal_line(line, 7)
    error = caught.value
    assert error.place == Place(7, col, line)
    assert (error.code, error.message, error.exit) == (code, words, 5)


@given(st.text(max_size=60))
def test_any_line_is_a_deal_or_a_fault(text: str) -> None:
    with pytest.raises(PatienceError) as caught:
        read_deal_line(text, 1)
    assert caught.value.render("x")
