"""From what was typed to one legal move: counts, foundations, cards as checks and as names, and what is wrong else."""

from __future__ import annotations

import pytest
from conftest import Walk, lay, walks
from hypothesis import given
from hypothesis import strategies as st

from patience_cli.cards import CARDS
from patience_cli.deals import read_spec
from patience_cli.errors import PatienceError
from patience_cli.game import Game
from patience_cli.moves import Command, Transfer
from patience_cli.notation import ByCard, Order, read_token
from patience_cli.resolve import permitted, resolve, with_card
from patience_cli.table import Table

MM, MG, MT, QU, GM, SP = "miss-milligan", "milligan-grace", "milligan-strict", "quadrille", "gold-mine", "spiderette"
FC, SPIDER = "freecell", "spider"


def typed(game: Game, table: Table, text: str) -> str:
    """What a transcript holds of a move that was typed."""
    token = read_token(text, len(game.columns) <= 9)
    assert isinstance(token, Order | ByCard)
    return with_card(game, table, resolve(game, table, token))


# -- what is accepted, and what it is recorded as: game, position, typed, recorded ------------------------------------

RUN = "1: 9H 8C 7D | 2: TS | 3: 8S | 4: 9D"

ACCEPTED: dict[str, list[tuple[str, str, str, str]]] = {
    "no count means one card where that is legal": [
        (MM, RUN, "1-3", "1-3=7D"),
        (MM, RUN, "13", "1-3=7D"),
        (MM, RUN, "1-3x1", "1-3=7D"),
        (MM, RUN, "1-3=7D", "1-3=7D"),
        (SP, "1: 6S 5S 4S | 2: 5H", "1-3", "1-3=4S"),
        (SP, "1: 6S 5S 4S | 2: 5H", "12", "1-2=4S"),
    ],
    "else the only number that is legal": [
        (MM, RUN, "1-2", "1-2x3=9H"),
        (MM, RUN, "12", "1-2x3=9H"),
        (MM, RUN, "1-4", "1-4x2=8C"),
        (MM, RUN, "14", "1-4x2=8C"),
        (MM, "1: 2C KH QC JH", "1-2", "1-2x3=KH"),
        (MG, "1: 9H 8C | 2: TS | grace: 3", "1-2", "1-2x2=9H"),
        (SP, "1: KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS", "1-f", "1-fx13=KS"),
        (SP, "1: KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS", "1f", "1-fx13=KS"),
    ],
    "a bare x means as many as are legal": [
        (GM, "1: 9H 8C 7D", "1-2x", "1-2x3=9H"),
        (GM, "1: 9H 8C 7D", "12x", "1-2x3=9H"),
        (MM, RUN, "13x", "1-3=7D"),
        (MM, RUN, "1-2x", "1-2x3=9H"),
        (SP, "1: <2C> 6S 5S 4S", "1-2x", "1-2x3=6S"),
        (MG, "1: 9H 8C 7D | 2: 2S | grace: 3", "1/2x", "1/2x3=9H"),
        (MG, "1: 9H 8C 7D | 2: 2S | grace: 3", "1/2", "1/2=7D"),
        (MT, "1: 9H 8C 7D | 2: 2S | grace: 3", "1/2", "1/2x3=9H"),
    ],
    "f is the lowest foundation that takes the card; another is named": [
        (MM, "1: AH | 2: AH", "1-f", "1-f=AH"),
        (MM, "1: AH | 2: AH", "10", "1-f=AH"),
        (MM, "1: AH", "1-f1", "1-f=AH"),
        (MM, "1: AH", "1-f8", "1-f8=AH"),
        (MM, "1: 2H | f2: AH | f5: AH", "1f", "1-f=2H"),
        (MM, "1: 2H | f2: AH | f5: AH", "1-f2", "1-f=2H"),
        (MM, "1: 2H | f2: AH | f5: AH", "1-f5", "1-f5=2H"),
        (QU, "w: 6S", "w-f", "w-f=6S"),
        (QU, "w: 6S", "wf", "w-f=6S"),
        (QU, "w: 6S", "w-f12", "w-f=6S"),
        (SP, "1: KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS", "1-f3", "1-f3x13=KS"),
    ],
    "a letter without a number is any cell that takes the card": [
        (FC, "1: 9H", "1-p", "1-p1=9H"),
        (FC, "1: 9H | p1: 2C", "1p", "1-p2=9H"),
        (FC, "1: 9H | p1: 2C", "1-p4", "1-p4=9H"),
        (MM, "1: 9H", "1p", "1-p=9H"),
        (MM, "1: TS | p: 9H", "p1", "p-1=9H"),
    ],
    "a card behind = is a check": [
        (MM, RUN, "1-2=9H", "1-2x3=9H"),
        (MM, RUN, "1-2x3=9h", "1-2x3=9H"),
        (MG, RUN + " | grace: 5", "1/3x2=8C", "1/3x2=8C"),
    ],
    "a card named moves with whatever lies on it": [
        (MM, RUN, "9H-2", "1-2x3=9H"),
        (MM, RUN, "8C-4", "1-4x2=8C"),
        (MM, RUN, "7D-3", "1-3=7D"),
        (MM, RUN, "7D-p", "1-p=7D"),
        (GM, "w: 2C 9H | 1: TS", "9H-1", "w-1=9H"),
        (MM, "f1: AH 2H | 1: 3C", "2H-1", "f1-1=2H"),
        (MM, "1: AS", "AS-f", "1-f=AS"),
        (MM, "1: AS", "AS-f4", "1-f4=AS"),
    ],
    "onto a card: on the pile whose top it is": [
        (MM, RUN, "9H-TS", "1-2x3=9H"),
        (MM, RUN, "8C-9D", "1-4x2=8C"),
        (MM, "f1: AH | 1: 2H", "2H-AH", "1-f=2H"),
        (MM, "1: 9H | 2: 9H 8C | 3: TS 3D | 4: TS", "8C-9H", "2-1=8C"),
    ],
    "alone: its foundation play, else its only move": [
        (MM, "1: AS | 2: 2H", "AS", "1-f=AS"),
        (MM + ",pocket=none", "1: 9H 8C 7D | 2: TS", "9H", "1-2x3=9H"),
        (MM, "1: 9H | 2: TS | p: 2C", "9H", "1-2=9H"),
        (GM, "w: 2C AS", "AS", "w-f=AS"),
        (QU, "w: 6S", "6s", "w-f=6S"),
        (SPIDER, "1: 9H | 10: TS | 2: KC | 3: KC | 4: KD | 5: KD | 6: KH | 7: KH | 8: KS | 9: KS", "9H", "1-10=9H"),
    ],
    "piles from ten on have two digits": [
        (SPIDER, "10: 9H | 1: TS", "10-1", "10-1=9H"),
        (SPIDER, "10: TS | 1: 9H", "1-10", "1-10=9H"),
    ],
}


@pytest.mark.parametrize(
    ("spec", "position", "text", "recorded"),
    [pytest.param(*row, id=f"{law[:24]}-{row[2]}") for law, rows in ACCEPTED.items() for row in rows],
)
def test_accepted(spec: str, position: str, text: str, recorded: str) -> None:
    game = read_spec(spec)
    table = lay(game, *position.split(" | "))
    assert typed(game, table, text) == recorded
    assert typed(game, table, recorded) == recorded, "what is recorded means the same"


# -- what is not: game, position, typed, code, message, expected, column in the token ---------------------------------

REFUSED: list[tuple[str, str, str, str, str, str | None, int]] = [
    # piles
    (MM, RUN, "8-9", "pile", "no pile 9", "1 to 8, f1 to f8, p", 2),
    (MM, RUN, "9-8", "pile", "no pile 9", "1 to 8, f1 to f8, p", 0),
    (MM, RUN, "10-11", "pile", "no pile 10", "1 to 8, f1 to f8, p", 0),
    (MM, RUN, "1-b", "pile", "no pile b", "1 to 8, f1 to f8, p", 2),
    (MM, RUN, "1-f9", "pile", "no pile f9", "1 to 8, f1 to f8, p", 2),
    (MM, RUN, "w-1", "pile", "no pile w", "1 to 8, f1 to f8, p", 0),
    (MM, RUN, "19", "pile", "no pile 9", "1 to 8, f1 to f8, p", 1),
    (MM, RUN, "9H-9", "pile", "no pile 9", "1 to 8, f1 to f8, p", 3),
    (MM, RUN, "10H-9", "illegal", "TH lies nowhere open to play", None, 0),
    (MM, RUN, "f-1", "pile", "which f?", "f1 to f8", 0),
    (MG, RUN, "p-1", "pile", "no pile p", "1 to 8, f1 to f8", 0),
    (FC, "1: 9H", "p-1", "pile", "which p?", "p1 to p4", 0),
    (MG, "1: 9H | grace: 2", "1/9", "pile", "no pile 9", "1 to 8, f1 to f8", 2),
    # the card there is another; the count is settled first, and never by the card
    (MM, RUN, "1-2=7D", "mismatch", "the card there is 9H, not 7D", "=9H", 3),
    (MM, RUN, "1-3=9H", "mismatch", "the card there is 7D, not 9H", "=7D", 3),
    (MM, RUN, "1-2x3=8C", "mismatch", "the card there is 9H, not 8C", "=9H", 5),
    (MM, RUN, "1-8=8C", "mismatch", "the card there is 7D, not 8C", "=7D", 3),
    (MM, RUN, "1-f=8C", "mismatch", "the card there is 7D, not 8C", "=7D", 3),
    (GM, "1: 9H 8C", "1-2x=8C", "mismatch", "the card there is 9H, not 8C", "=9H", 4),
    (MG, "1: 9H 8C | 2: 2S | grace: 3", "1/2=9H", "mismatch", "the card there is 8C, not 9H", "=8C", 3),
    # but of cards that are not there, or not to be seen, nothing is told
    (MM, RUN, "8-1=9H", "illegal", "8 is empty", None, 0),
    (MM, RUN, "1-2x4=9H", "illegal", "1 has only 3 cards", None, 0),
    (SP, "1: <5D> 9H | 2: TS", "1-2x2=KD", "illegal", "1 shows only 1 card", None, 0),
    # where no number is legal the reason is that for one card
    (MM, RUN, "2-1", "illegal", "TS cannot go on 7D: not one rank lower", None, 0),
    (MM, RUN, "1-8", "illegal", "7D cannot go on 8: an empty column takes only K", None, 0),
    (MM, "1: 9H 8C 7D | 2: JS", "1-2x", "illegal", "7D cannot go on JS: not one rank lower", None, 0),
    (SP, "1: 6S 5S 4S", "1-f", "illegal", "4S cannot go on f1: 13 cards at a time", None, 0),
    (MM, RUN, "3-2x1", "illegal", "8S cannot go on TS: not one rank lower", None, 0),
    # several numbers, none of them one
    (MT, "1: 9S 7H 6C | 2: TD | grace: 3", "1/2", "ambiguous", "1/2x2=7H or 1/2x3=9S", None, 0),
    (MT, "1: 9S 7H 6C | 2: TD | grace: 3", "1/2=7H", "ambiguous", "1/2x2=7H or 1/2x3=9S", None, 0),
    # which foundation's reason: the one for its suit, with room, nearest in rank
    (MM, "1: 3H | f1: AC 2C | f2: AH | f3: AD", "1-f", "illegal", "3H cannot go on AH: not one rank higher", None, 0),
    (MM, "1: 3H | f1: AC 2C", "1-f", "illegal", "3H cannot go on f2: an empty foundation takes only A", None, 0),
    (QU, "w: 8S | f12: 6S", "w-f", "illegal", "8S cannot go on 6S: not one rank higher", None, 0),
    (QU, "w: 8S", "w-f", "illegal", "8S cannot go on f12: an empty foundation takes only 6", None, 0),
    (QU, "w: 3S", "w-f", "illegal", "3S cannot go on f8: an empty foundation takes only 5", None, 0),
    (
        QU,
        "w: KC | f1: QC | f5: 5C 4C | f9: 6C 7C 8C 9C TC JC",
        "w-f",
        "illegal",
        "KC cannot go on 4C: not one rank lower",
        None,
        0,
    ),
    # cards by name
    (MM, RUN, "KD", "illegal", "KD lies nowhere open to play", None, 0),
    (SP, "1: <KD> 9H", "KD", "illegal", "KD lies nowhere open to play", None, 0),
    (SP, "1: 9H | s: KD", "KD-2", "illegal", "KD lies nowhere open to play", None, 0),
    (MM, RUN, "9H-KD", "illegal", "KD lies on top of no pile", None, 0),
    (MM, RUN, "9H-8C", "illegal", "8C lies on top of no pile", None, 0),
    (MM, RUN, "7D-9D", "illegal", "7D cannot go on 9D: not one rank lower", None, 0),
    (MM, RUN, "7D-1", "illegal", "7D lies on 1 already", None, 0),
    (MM, "1: 9H 7C | 2: TS", "9H-2", "illegal", "9H cannot leave 1: 7C on 9H is not one rank lower", None, 0),
    (MM, "1: 9H | 2: 2H", "9H-f", "illegal", "9H cannot go on f1: an empty foundation takes only A", None, 0),
    # fault-51 two fit: the error lists the forms to paste, a free move never among them
    (MM, "3: 9H | 7: 9H | 5: TC", "9H-TC", "ambiguous", "3-5=9H or 7-5=9H", None, 0),
    (MM, "3: 9H | 7: 9H 8S | 5: TC", "9H-5", "ambiguous", "3-5=9H or 7-5x2=9H", None, 0),
    (MM, "1: AH | 2: AH", "AH", "ambiguous", "1-f=AH or 2-f=AH", None, 0),
    (MM, "1: 9H | 2: TC | 3: TC | p: 2C", "9H-TC", "ambiguous", "1-2=9H or 1-3=9H", None, 0),
    (MM, "1: 9H | 2: TC", "9H", "ambiguous", "1-2=9H or 1-p=9H", None, 0),
    (
        MG,
        "1: 9H | 2: TC | 3: 4S | grace: 4",
        "9H-3",
        "illegal",
        "9H cannot go on 4S: not one rank lower",
        "write 1/3 for a free move",
        0,
    ),
    # a slip inside a grace stays one
    (
        MG,
        "1: 9H | 2: 4S | grace: 3",
        "1-2",
        "illegal",
        "9H cannot go on 4S: not one rank lower",
        "write 1/2 for a free move",
        0,
    ),
    (MG, "1: 9H | 2: 4S | grace: 3", "1-3", "illegal", "9H cannot go on 3: an empty column takes only K", None, 0),
]


@pytest.mark.parametrize(
    ("spec", "position", "text", "code", "message", "expected", "offset"),
    [pytest.param(*row, id=f"{row[3]}-{row[2]}-{number}") for number, row in enumerate(REFUSED)],
)
def test_refused(
    spec: str, position: str, text: str, code: str, message: str, expected: str | None, offset: int
) -> None:
    game = read_spec(spec)
    table = lay(game, *position.split(" | "))
    with pytest.raises(PatienceError) as raised:
        typed(game, table, text)
    error = raised.value
    assert (error.code, error.message, error.expected) == (code, message, expected)
    assert error.offset == offset


def test_commands_are_judged_by_the_rules() -> None:
    game = read_spec(SP)
    table = lay(game, "1: 9H 7H 5H 3H KH JH TH", "s: 2C")
    with pytest.raises(PatienceError, match="columns 2, 3, 4, 5, 6 and 7 are empty") as raised:
        permitted(game, table, Command("d"))
    assert (raised.value.code, raised.value.expected) == ("illegal", "fill them first")
    assert permitted(read_spec(MM), lay(read_spec(MM), "s: 2C"), Command("d")) is Command("d")


# -- laws -----------------------------------------------------------------------------------------------------------


def transfers(walk: Walk) -> list[Transfer]:
    """The legal transfers at the end of a walk."""
    return list(walk.game.transfers(walk.tables[-1]))


@given(walks())
def test_the_canonical_form_means_the_move(walk: Walk) -> None:
    """With its card or without, and in strict grace with several numbers too."""
    game, table = walk.game, walk.tables[-1]
    for move in transfers(walk):
        text = game.text(table, move)
        assert typed(game, table, text) == with_card(game, table, move)
        assert typed(game, table, with_card(game, table, move)) == with_card(game, table, move)


@given(walks(), st.sampled_from(sorted(CARDS)))
def test_a_card_that_is_not_there_is_a_mismatch(walk: Walk, claim: str) -> None:
    game, table = walk.game, walk.tables[-1]
    for move in transfers(walk):
        text, card = with_card(game, table, move).split("=")
        if card != claim:
            with pytest.raises(PatienceError) as raised:
                typed(game, table, f"{text}={claim}")
            assert raised.value.code == "mismatch"
            assert raised.value.message == f"the card there is {card}, not {claim}"


@given(walks())
def test_short_forms_mean_one_card_or_the_only_number(walk: Walk) -> None:
    game, table = walk.game, walk.tables[-1]
    for move in transfers(walk):
        numbers = game.counts(table, move.source, move.target, free=move.free)
        bare = f"{move.source}{'/' if move.free else '-'}{move.target}"
        short = [bare] if len(bare) > 3 or move.free or len(game.columns) > 9 else [bare, bare.replace("-", "")]
        for text in short:
            if text[0] == "f" and "-" not in text:
                continue
            most = game.text(table, move._replace(number=numbers[-1]))
            assert typed(game, table, f"{text}x").split("=")[0] == most
            if 1 in numbers or len(numbers) == 1:
                meant = game.text(table, move._replace(number=1 if 1 in numbers else numbers[0]))
                assert typed(game, table, text).split("=")[0] == meant
            else:
                with pytest.raises(PatienceError) as raised:
                    typed(game, table, text)
                assert raised.value.code == "ambiguous"
                assert raised.value.message.count(" or ") == len(numbers) - 1


@given(walks())
def test_a_card_by_name_means_the_move_or_the_choice_is_listed(walk: Walk) -> None:
    game, table = walk.game, walk.tables[-1]
    for move in transfers(walk):
        if move.free:
            continue
        recorded = with_card(game, table, move)
        for text in (f"{recorded.split('=')[1]}-{move.target}", recorded.split("=")[1]):
            try:
                found = {typed(game, table, text)}
            except PatienceError as error:
                found = set(error.message.split(" or ")) if error.code == "ambiguous" else set()
            if "-" in text or any("-f" not in one for one in found):
                assert recorded in found
            else:
                assert recorded in found or all("-f" in one for one in found), "a play home comes first"
