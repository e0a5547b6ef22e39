"""What holds in every game, with any options, at every table: laws, tried on games half played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from conftest import Walk, lay, move_of, told, walks
from hypothesis import given
from hypothesis import strategies as st

from patience_cli.cards import fresh
from patience_cli.game import LOST, NO_PRIVILEGE, PLAYING, WON, Game, IllegalMoveError
from patience_cli.moves import DEAL, Command, Move, Transfer, parse_move
from patience_cli.privileges import DiscardsRuns
from patience_cli.rules import FOUNDATION, RESERVE, STOCK, TABLEAU, WASTE
from patience_cli.table import Pile, Table

PILE = st.builds("{}{}".format, st.sampled_from(["", *"fpw"]), st.integers(0, 99)) | st.sampled_from("fpsw")
TRANSFER = st.builds(Transfer, PILE, PILE, st.integers(1, 999_999_999), st.booleans())


def conceivable(game: Game, table: Table) -> Iterator[Move]:
    """Every move that can be written about the piles of a game: all pairs, all numbers of cards and one too many."""
    for source in game.names:
        for number in range(1, len(table.piles[source].cards) + 2):
            for target in game.names:
                yield Transfer(source, target, number)
                yield Transfer(source, target, number, free=True)
    yield from Command


def place(game: Game, move: Move) -> tuple[int, int, int, bool, int]:
    """Where a move stands in the list: by source, target, ordinary before free, number; commands last."""
    if isinstance(move, Command):
        return (1, "drg".index(str(move)), 0, False, 0)
    sources = [name for kind in (TABLEAU, WASTE, RESERVE, FOUNDATION) for name in game.of_kind(kind)]
    targets = [name for kind in (TABLEAU, FOUNDATION, RESERVE) for name in game.of_kind(kind)]
    return (0, sources.index(move.source), targets.index(move.target), move.free, move.number)


# -- moves as text ---------------------------------------------------------------------------------------------------


@given(TRANSFER | st.sampled_from(Command))
def test_a_move_is_its_text(move: Move) -> None:
    assert parse_move(str(move)) == move


@given(st.text(st.sampled_from("0123459abcdfgprswx-/= "), max_size=9))
def test_text_is_one_move_or_none(text: str) -> None:
    """What is accepted at all is in the one form in which it would be printed."""
    try:
        move = parse_move(text)
    except ValueError:
        return
    assert str(move) == text


# -- tables ----------------------------------------------------------------------------------------------------------


@given(walks())
def test_tables(walk: Walk) -> None:
    game = walk.game
    for table in walk.tables:
        cards = Counter(card for pile in table.piles.values() for card in pile.cards)
        assert cards == Counter(fresh(game.packs, game.suits)), "fault-21 no card is lost, none comes twice"
        assert tuple(table.piles) == game.names, "no pile comes or goes"
        for name, pile in table.piles.items():
            check_faces(game, name, pile)
        home = sum(len(table.piles[name].cards) for name in game.foundations)
        assert game.home(table) == home <= game.total(table) == game.deck_size, "fault-43"
        if game.privilege is NO_PRIVILEGE or isinstance(game.privilege, DiscardsRuns):
            assert table.phase is None, "a game that remembers nothing has nothing to remember"
        assert lay(game, *map(": ".join, told(game, table).items())) == table, "fault-56 a position is all there is"


def check_faces(game: Game, name: str, pile: Pile) -> None:
    """Face-down cards lie in the stock and at the bottom of columns; the top of a column is always up."""
    kind = game.group_of[name].kind
    if kind == STOCK:
        assert pile.down == len(pile.cards)
    elif kind == TABLEAU and pile.cards:
        assert 0 <= pile.down < len(pile.cards)
    else:
        assert pile.down == 0


@given(walks())
def test_statuses(walk: Walk) -> None:
    game, table = walk.game, walk.tables[-1]
    status, moves = game.status(table), game.moves(table)
    assert (status == WON) == (game.home(table) == game.deck_size)
    if status == PLAYING:
        assert moves or (table.phase is not None and game.warnings(table))
    else:
        assert not moves
        assert status != LOST or game.why_not(table, DEAL)


@given(walks())
def test_a_move_leaves_the_table_before_it_alone(walk: Walk) -> None:
    """fault-25, 26, 28, 29: undo is the table before, byte for byte; redo is the same move again."""
    game = walk.game
    before = [told(game, table) for table in walk.tables]
    for table, move, after in zip(walk.tables, walk.moves, walk.tables[1:], strict=False):
        assert game.play(table, move) == after
        assert after != table, "a move changes something"
    for move in game.moves(walk.tables[-1]):
        game.play(walk.tables[-1], move)
    assert [told(game, table) for table in walk.tables] == before


# -- what is legal ---------------------------------------------------------------------------------------------------


@given(walks())
def test_listed_if_and_only_if_allowed(walk: Walk) -> None:
    """fault-22: list and judge agree; of several foundations that take the same cards the first one is listed."""
    game, table = walk.game, walk.tables[-1]
    allowed, homes = set(), set()
    for move in conceivable(game, table):
        if game.why_not(table, move) is None:
            if isinstance(move, Transfer) and game.group_of[move.target].kind == FOUNDATION:
                if (move.source, move.number) in homes:
                    continue
                homes.add((move.source, move.number))
            allowed.add(move)
    listed = game.moves(table)
    assert set(listed) == allowed
    assert listed == sorted(allowed, key=lambda move: place(game, move))


@given(walks())
def test_ways_to_ask_agree(walk: Walk) -> None:
    game, table = walk.game, walk.tables[-1]
    transfers = list(game.transfers(table))
    numbers: dict[tuple[str, str, bool], list[int]] = {}
    for move in transfers:
        numbers.setdefault((move.source, move.target, move.free), []).append(move.number)
        assert move_of(game, table, game.text(table, move)) == move, "the canonical text means the move"
    for (source, target, free), listed in numbers.items():
        assert game.counts(table, source, target, free=free) == listed
    home = [move for move in transfers if move.target in game.foundations]
    assert list(game.homeward(table)) == home
    for move in home:
        assert game.takes_home(table, move.source, move.number) == move.target
        assert game.text(table, move) == str(move._replace(target="f"))


@given(walks(), st.data())
def test_a_refusal_has_words_and_changes_nothing(walk: Walk, data: st.DataObject) -> None:
    """fault-34: neither the table nor anything else; and the words are fit to be printed."""
    game, table = walk.game, walk.tables[-1]
    before = told(game, table)
    pile = st.sampled_from(game.names) | PILE
    move = data.draw(st.builds(Transfer, pile, pile, st.integers(1, 20), st.booleans()) | st.sampled_from(Command))
    refusal = game.why_not(table, move)
    if refusal is None:
        game.play(table, move)
    else:
        for words in filter(None, refusal):
            assert words == words.strip()
            assert words.isprintable()
            assert not words.endswith(".")
        with pytest.raises(IllegalMoveError) as raised:
            game.play(table, move)
        assert raised.value.refusal == refusal
        hidden = {card for name in game.names for card in table.piles[name].cards[: table.piles[name].down]}
        seen = {card for name in game.names for card in table.piles[name].up}
        assert not any(card in refusal.why for card in hidden - seen), "what lies face down is not told"
    assert told(game, table) == before
