"""A game under way: what tokens make of it, undo and redo by steps, autoplay, giving up, and what is refused."""

from __future__ import annotations

import pytest
from bodies import played, script_of, transcript
from conftest import Walk, deck_of, games, walks
from hypothesis import given
from hypothesis import strategies as st

from patience_cli import record as record_module
from patience_cli.cards import fresh
from patience_cli.deals import spec
from patience_cli.errors import PatienceError
from patience_cli.game import PLAYING, WON
from patience_cli.games import load
from patience_cli.moves import Transfer
from patience_cli.notation import read_token
from patience_cli.reading import read_script_bytes
from patience_cli.record import Record, is_safe, news, perform
from patience_cli.resolve import with_card
from patience_cli.transcript import Replay, joined, regenerated, tidy

MM, MG, QU, GM, SP = "miss-milligan", "milligan-grace", "quadrille", "gold-mine", "spiderette"
FC, KL = "freecell", "klondike"
SPADES = "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS"
HEARTS = "KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H AH"

# -- what is recorded: game, origin, the lines typed, the lines recorded ---------------------------------------------

RECORDED: dict[str, list[tuple[str, str, str, str]]] = {
    "one move a line, a comment with the last": [
        (MM, "10", "67 54 d", "6-7=6D | 5-4=TC | d"),
        (MM, "10", "67\t54\td\t#\tso", "6-7=6D | 5-4=TC | d  # so"),
        (MM, "10", "67 54 d  #  three moves", "6-7=6D | 5-4=TC | d  #  three moves"),
        (
            MM,
            "10",
            "67 54 d | 2f # first ace | 78 74x 4-3x3",
            "6-7=6D | 5-4=TC | d | 2-f=AH  # first ace | 7-8=JS | 7-4x2=7C | 4-3x3=8D",
        ),
        (MM, "10", "dx3", "d | d | d"),
        (QU, "w: 9C | s: 8C", "d rx1 .", "d | r | d"),
    ],
    "fault-06 a row lands whole before its aces go home": [
        (MM, "1: 5H | s: AS 9C AD 4C 8D TC JH QC", "d a", "d | 1-f=AS | 3-f=AD"),
    ],
    "a line is one step: z takes back its moves, y brings them back": [
        (MM, "10", "67 54 d | z", "6-7=6D | 5-4=TC | d | z | z | z"),
        (MM, "10", "67 54 d | z | y", "6-7=6D | 5-4=TC | d | z | z | z | y | y | y"),
        (MM, "10", "67 | 54 d | z", "6-7=6D | 5-4=TC | d | z | z"),
        (MM, "10", "67 | 54 d | zx2", "6-7=6D | 5-4=TC | d | z | z | z"),
        (MM, "10", "67 | 54 d | z z", "6-7=6D | 5-4=TC | d | z | z | z"),
        (MM, "10", "67 | 54 d | zx2 | yx2", "6-7=6D | 5-4=TC | d | z | z | z | y | y | y"),
        (MM, "10", "67 | 54 d | undo | redo | u", "6-7=6D | 5-4=TC | d | z | z | y | y | z | z"),
        (MM, "1: 5H | s: AS 9C AD 4C 8D TC JH QC", "d a | z", "d | 1-f=AS | 3-f=AD | z | z | z"),
        (QU, "w: 9C | s: 8C", "d r | z", "d | r | z | z"),
        (MG, "1: 3H | 2: 4C | 3: KS | s: 5D", "12 g | z | y", "1-2=3H | g | z | z | y | y"),
        (SP + ",discard=auto", f"1: {SPADES[:-3]} | 2: AS", "21 | z", "2-1=AS | z"),
    ],
    "on a line that has made moves they take back, and bring back, one of those": [
        (MM, "10", "67 54 z", "6-7=6D | 5-4=TC | z"),
        (MM, "10", "67 54 z z y", "6-7=6D | 5-4=TC | z | z | y"),
        (MM, "10", "67 54 z z y | y", "6-7=6D | 5-4=TC | z | z | y | y"),
        (MM, "10", "67 54 zx2 yx2", "6-7=6D | 5-4=TC | z | z | y | y"),
        (MM, "10", "67 54 z d | z", "6-7=6D | 5-4=TC | z | d | z | z"),
        (MM, "10", "67 54 | d z z", "6-7=6D | 5-4=TC | d | z | z | z"),
        (MM, "10", "67 | d zx2", "6-7=6D | d | z | z"),
    ],
    "the moves of a record are steps of their own": [
        (MM, "10", "6-7=6D | 5-4=TC | d | z", "6-7=6D | 5-4=TC | d | z"),
        (MM, "10", "6-7 | 5-4 | z | z | y | y", "6-7=6D | 5-4=TC | z | z | y | y"),
    ],
    "autoplay: what is safe, in the order of the list of moves; finish: whatever goes home": [
        (MM, "1: AH | 2: AS | 3: 2H", "a", "1-f=AH | 2-f=AS | 3-f=2H"),
        (MM, "1: 3H | f1: AH 2H", "auto", "1-f=3H"),
        (MM, "1: 2H | 2: AC KC | f1: AH", "a", "1-f=2H"),
        (MM, "1: 3H | 2: 2C KC | f1: AH 2H", "a", ""),
        (MM, "1: 3H | 2: 2C KC | f1: AH 2H", "finish", "1-f=3H"),
        (MM, "1: 3H | p: 2S | f1: AH 2H", "a", ""),
        (MM, "1: 3H | f1: AH 2H | s: 2S", "a", ""),
        (MM, "1: 3H | 2: 2D KC | f1: AH 2H", "a", "1-f=3H"),
        (MM, "1: 3H | 2: 4C 3S | f1: AH 2H | f2: AS 2S", "a", "1-f=3H | 2-f=3S"),
        (MM, "1: 3H | 2: 4C 3S | 3: 2D | f1: AH 2H | f2: AS 2S", "a", "1-f=3H"),
        (KL, "1: <2S> 3H | f1: AH 2H", "a", ""),
        (FC, "1: 3H | p1: 2S | f1: AH 2H", "a", ""),
        (FC, "1: 3H | p1: 2S | f1: AH 2H | f2: AS", "a", "p1-f=2S | 1-f=3H"),
        (QU, "w: 7S 4C QD 6S", "a", "w-f=6S | w-f=QD"),
        (SP, f"1: {SPADES} | 2: {HEARTS} | 3: AD", "a", "1-fx13=KS | 2-fx13=KH"),
        (SP, f"1: {SPADES} | 2: {HEARTS}", "finish # all", "1-fx13=KS | 2-fx13=KH  # all"),
        (MM, "1: 9H", "a", ""),
        (MM, "1: 9H", "a # in vain", "# in vain"),
        (MG, "1: 3H | 2: 4C | 3: TC AS", "12 a g", "1-2=3H | 3-f=AS | g"),
        (MG + ",grace-plays=close-first", "1: 3H | 2: 4C | 3: TC AS", "12 a g a", "1-2=3H | g | 3-f=AS"),
    ],
    "a comment on giving up has a line of its own": [
        (MM, "10", "d resign", "d | end: resigned moves=1 home=0 undos=0"),
        (MM, "10", "d z resign # enough", "d | z | end: resigned moves=0 home=0 undos=1 | # enough"),
        (MM, "10", "d | resign | # enough", "d | end: resigned moves=1 home=0 undos=0 | # enough"),
    ],
    "blank lines: one between, none at the ends": [
        (MM, "10", " |  | d |  |  | d |  | ", "d |  | d"),
        (MM, "1: 9H | s: 2C 3C 4C 5C 6C 7C 8C 9C TC JC", "d |  | a |  | d", "d |  | d"),
        (MM, "10", "  # indented", "# indented"),
    ],
}


@pytest.mark.parametrize(
    ("spec", "origin", "typed", "recorded"),
    [pytest.param(*row, id=f"{law[:20]}-{row[2]}") for law, rows in RECORDED.items() for row in rows],
)
def test_recorded(spec: str, origin: str, typed: str, recorded: str) -> None:
    wanted = recorded.split(" | ") if recorded else []
    lines, record = played(spec, origin, typed)
    assert lines == wanted
    again, same = played(spec, origin, recorded)
    assert again == wanted, "what is recorded means the same"
    assert (same.table, same.n, same.undos) == (record.table, record.n, record.undos)


# -- what is refused: game, origin, the lines typed, place, the words of the error -----------------------------------

REFUSED: list[tuple[str, str, str, tuple[int, int], str, str]] = [
    # move N: the number that the refused move would have had
    (MM, "10", "67 54 d 3-9", (1, 11), "pile", "move 4 3-9: no pile 9"),
    (MM, "10", "67 | 1-4", (2, 1), "illegal", "move 2 1-4: 3D cannot go on JH: not one rank lower"),
    (MM, "10", "67 | z | 1-4", (3, 1), "illegal", "move 1 1-4: 3D cannot go on JH: not one rank lower"),
    (MM, "10", "67 | z | y | 1-4", (4, 1), "illegal", "move 2 1-4: 3D cannot go on JH: not one rank lower"),
    (MM, "10", "  6-7=6C", (1, 6), "mismatch", "move 1 6-7=6C: the card there is 6D, not 6C"),
    (MM, "10", "dx13", (1, 1), "illegal", "move 13 dx13: the stock is empty: no redeal in Miss Milligan"),
    (MM, "10", "r", (1, 1), "illegal", "move 1 r: no redeal in Miss Milligan"),
    (MG, "10", "d g", (1, 3), "illegal", "move 2 g: no grace is open"),
    (MM, "3: 9H | 7: 9H | 5: TC", "9H-TC", (1, 1), "ambiguous", "move 1 9H-TC: 3-5=9H or 7-5=9H"),
    # those about z and y carry none; with fewer steps there they are refused as a whole
    (MM, "10", "z", (1, 1), "illegal", "z: nothing to take back"),
    (MM, "10", "y", (1, 1), "illegal", "y: nothing to bring back"),
    (MM, "10", "67 54 | zx2", (2, 1), "illegal", "zx2: nothing to take back"),
    (MM, "10", "67 | d | z | yx2", (4, 1), "illegal", "yx2: nothing to bring back"),
    (MM, "10", "67 | z | 54 | y", (4, 1), "illegal", "y: nothing to bring back"),
    (MM, "10", "zx999999999", (1, 1), "illegal", "zx999999999: nothing to take back"),
    (MM, "10", "undo", (1, 1), "illegal", "undo: nothing to take back"),
    # a game that is over
    (MM, "10", "resign d", (1, 8), "illegal", "move 1 d: the game is over: it was given up"),
    (MM, "10", "resign z", (1, 8), "illegal", "z: the game is over: it was given up"),
    (MM, "10", "resign resign", (1, 8), "illegal", "move 1 resign: the game is over already"),
    (SP, "won", "resign", (1, 1), "illegal", "move 1 resign: the game is over already"),
    (SP, "won", "1-2", (1, 1), "illegal", "move 1 1-2: the game is over: it is won"),
    # a ? line must be refused, an end must be so
    (MM, "10", "? d", (1, 3), "differs", "move 1 d: this move is allowed"),
    (MM, "10", "? a", (1, 3), "differs", "move 1 a: this move is allowed"),
    (MM, "10", "? resign", (1, 3), "differs", "move 1 resign: this move is allowed"),
    (MM, "10", "d | ? z", (2, 3), "differs", "move 2 z: this move is allowed"),
    (MM, "10", "end: won", (1, 6), "differs", "end: won, but the game is playing"),
    (MM, "10", "end: lost", (1, 6), "differs", "end: lost, but the game is playing"),
    (SP, "won", "end: lost", (1, 6), "differs", "end: lost, but the game is won"),
    (SP, "won", "end: resigned", (1, 6), "differs", "end: resigned, but the game is won"),
]

WHOLE = " | ".join(
    f"f{i}: " + " ".join(f"{rank}{suit}" for rank in "KQJT98765432A") for i, suit in enumerate("CDHS", 1)
)


@pytest.mark.parametrize(
    ("spec", "origin", "typed", "place", "code", "words"),
    [pytest.param(*row, id=f"{row[0]}-{row[2]}") for row in REFUSED],
)
def test_refused(spec: str, origin: str, typed: str, place: tuple[int, int], code: str, words: str) -> None:
    script = script_of(spec, WHOLE if origin == "won" else origin, typed)
    head = script.body[0].line - 1
    with pytest.raises(PatienceError) as raised:
        Replay(script).play()
    error = raised.value
    assert (error.code, error.words()) == (code, words)
    assert error.place is not None
    assert (error.place.line - head, error.place.col) == place
    assert error.place.source == typed.split(" | ")[place[0] - 1]


def test_what_was_good_comes_before_the_error() -> None:
    replay = Replay(script_of(MM, "10", "67 | check | 1-4 | d"))
    assert good(replay) == (["6-7=6D", "check", "| move 1  home 0/104  digest 79655968"], "illegal")
    assert replay.record.n == 1


def good(replay: Replay) -> tuple[list[str], str | None]:
    """What a replay gives until an error, and the code of that error."""
    lines = []
    found = replay.body()
    while True:
        try:
            lines.append(next(found))
        except StopIteration:
            return lines, None
        except PatienceError as error:
            return lines, error.code


def test_a_line_is_left_where_it_was_refused() -> None:
    """What the tokens before the refused one made stands; later ones are not tried."""
    replay = Replay(script_of(MM, "10", "67 1-4 d"))
    with pytest.raises(PatienceError):
        replay.play()
    assert (replay.record.n, replay.record.table.piles["7"].top) == (1, "6D")


# -- refusals that are expected --------------------------------------------------------------------------------------

EXPECTED: list[tuple[str, str]] = [
    ("? 1-4  # a slip", "? 1-4  # a slip | ! 3D cannot go on JH: not one rank lower"),
    ("?1-4", "? 1-4 | ! 3D cannot go on JH: not one rank lower"),
    ("? 3-9", "? 3-9 | ! no pile 9 | ! expected: 1 to 8, f1 to f8, p"),
    ("? 6-7=6C", "? 6-7=6C | ! the card there is 6D, not 6C | ! expected: =6D"),
    ("? z", "? z | ! nothing to take back"),
    ("? dx13", "? dx13 | ! the stock is empty: no redeal in Miss Milligan"),
    ("? show", "? show | ! not a move: 'show' | ! expected: a move such as 3-5, 7-4x2, w-2, 6-f, d or z"),
    ("? end:", "? end: | ! not a move: 'end:' | ! expected: a move such as 3-5, 7-4x2, w-2, 6-f, d or z"),
    ("? ?", "? ? | ! not a move: '?' | ! expected: a move such as 3-5, 7-4x2, w-2, 6-f, d or z"),
    ("? 3-5x0", "? 3-5x0 | ! not a count: 'x0' | ! expected: at least one card"),
    ("d | ? zx2", "d | ? zx2 | ! nothing to take back"),
]


@pytest.mark.parametrize(("typed", "recorded"), EXPECTED)
def test_an_expected_refusal_changes_nothing(typed: str, recorded: str) -> None:
    """fault-34: not the history either."""
    lines, record = played(MM, "10", typed)
    assert lines == recorded.split(" | ")
    without, same = played(MM, "10", [line for line in typed.split(" | ") if line[0] != "?"])
    assert without == [line for line in lines if line[0] not in "?!"]
    assert record._replace(last=None) == same._replace(last=None)


# -- tidy ------------------------------------------------------------------------------------------------------------

TIDY: list[tuple[str, str]] = [
    ("d | d", "d | d"),
    ("d | d | z", "d"),
    ("d | d | z | z", ""),
    ("d d z", "d"),
    ("67 54 | z", ""),
    ("67 54 | z | y", "6-7=6D | 5-4=TC"),
    ("67 | 54 | z | d", "6-7=6D | d"),
    ("67 54 z d", "6-7=6D | d"),
    # comments go with what they are about, all other lines stay
    ("# first | d # one | d # two | z # back | # last", "# first | d  # one | # last"),
    ("d # one | z # back | y", "d  # one"),
    ("d | z | y # again", "d  # again"),
    ("d # one | z | y # again", "d  # one | # again"),
    ("d # one | z d # other", "d  # other"),
    ("d | | z | | d", "d"),
    # what stood between a move and its undo goes too
    ("d | # between | ? r | check | z | d # so", "d  # so"),
    ("? r | d | # between | z", "? r | ! no redeal in Miss Milligan"),
    # autoplay and giving up
    ("a # nothing", "# nothing"),
    ("d a # ace | z", ""),
    ("d | d z | resign # enough", "d | end: resigned moves=1 home=0 undos=0 | # enough"),
    ("d | z | end: resigned moves=0 home=0 undos=1", "end: resigned moves=0 home=0 undos=0"),
]


@pytest.mark.parametrize(("typed", "wanted"), TIDY, ids=[row[0] for row in TIDY])
def test_tidy(typed: str, wanted: str) -> None:
    replay = Replay(tidy(script_of(MM, "10", typed)))
    assert list(replay.body()) == [line.strip() for line in wanted.split(" | ") if line]


# -- strict ----------------------------------------------------------------------------------------------------------

STRICT: list[tuple[str, str | None]] = [
    ("6-7", None),
    ("6-7=6D", None),
    ("6-7 5-4 d z y", None),
    ("resign", None),
    ("? 14", None),
    ("67", "6-7=6D"),
    ("6D-7", "6-7=6D"),
    ("TC-4", "5-4=TC"),
    ("6-7x1", "6-7=6D"),
    ("6-7x", "6-7=6D"),
    ("6-7=6d", "6-7=6D"),
    ("D", "d"),
    (".", "d"),
    ("dx2", "d"),
    ("d | u", "z"),
    ("d | undo", "z"),
    ("d | zx1", "z"),
    ("d | z | redo", "y"),
    ("a", None),
    ("finish", None),
]


@pytest.mark.parametrize(("typed", "right"), STRICT, ids=[row[0] for row in STRICT])
def test_strict_takes_canonical_moves_only(typed: str, right: str | None) -> None:
    script = script_of(MM, "10", typed)
    if right is None and typed not in ("a", "finish"):
        Replay(script, strict=True).play()
        return
    replay = Replay(script, strict=True)
    with pytest.raises(PatienceError) as raised:
        replay.play()
    assert (raised.value.code, raised.value.expected) == ("syntax", right)
    assert raised.value.message.startswith("not in canonical form: ")
    assert replay.record.n == typed.count("|") - typed.count("z |") * 2


# -- safe plays ------------------------------------------------------------------------------------------------------


def test_a_play_is_safe_when_nothing_in_play_could_still_lie_on_the_card() -> None:
    """Said again in other words: every legal play home, at tables of a game that was played on."""
    record = Replay(script_of(MM, "10", "67 54 d 2f 78 74x 4-3x3 d d d d d d d")).play()
    for move in record.game.homeward(record.table):
        card = record.table.piles[move.source].cards[-1]
        away = [c for name in record.game.names if name[0] != "f" for c in record.table.piles[name].cards]
        needs = [c for c in away if c.rank == card.rank - 1 and c.red != card.red]
        assert is_safe(record.game, record.table, move) == (card.rank <= 2 or not needs)


def test_finish_wins_a_game_that_plays_itself() -> None:
    lines, record = played(QU, "w: QC", ["finish"])
    assert lines == ["w-f=QC"]
    suits = " | ".join(
        f"{i}: " + " ".join(f"{rank}{suit}" for rank in "KQJT98765432A") for i, suit in enumerate("CDHS", 1)
    )
    lines, record = played(KL, suits, ["a"])
    assert record.status == WON
    assert len(lines) == 52


# -- laws ------------------------------------------------------------------------------------------------------------


def walked(walk: Walk) -> Record:
    """The record of a walk, three moves a line."""
    record = Record(walk.game, walk.tables[0])
    for number, move in enumerate(walk.moves):
        record = record.play(move, number // 3 + 1)
    return record


@given(walks())
def test_undo_and_redo_are_each_others_inverse(walk: Walk) -> None:
    """fault-26, 27: back to the deal and forward again, table by table."""
    record = walked(walk)
    assert record.table == walk.tables[-1]
    back = record
    for table in walk.tables[-2::-1]:
        back = back.undo()
        assert back.table == table
    assert (back.n, back.last, back.undos) == (0, None, len(walk.moves))
    for table in walk.tables[1:]:
        back = back.redo()
        assert back.table == table
    assert back._replace(undos=0) == record


@given(walks(), st.integers(1, 8))
def test_steps_are_lines(walk: Walk, times: int) -> None:
    record = walked(walk)
    lines = -(-len(walk.moves) // 3)
    token = read_token(f"zx{times}")
    if times > lines:
        with pytest.raises(PatienceError):
            list(perform(record, token, 99))
        return
    made = list(perform(record, token, 99))
    assert {one.text for one in made} == {"z"}
    after = made[-1].record
    assert after.n == 3 * (lines - times)
    assert after.table == walk.tables[after.n]
    again = list(perform(after, read_token(f"yx{times}"), 100))
    assert again[-1].record._replace(undos=0) == record


@given(walks())
def test_autoplay_makes_plays_home_only_and_stops(walk: Walk) -> None:
    record = walked(walk)
    safe, everything = (list(perform(record, read_token(word), 99)) for word in ("a", "finish"))
    for made in safe:
        assert made.auto
        assert isinstance(made.move, Transfer)
        assert is_safe(record.game, made.before.table, made.move)
    for made in safe + everything:
        assert isinstance(made.move, Transfer)
        assert made.move == next(m for m in record.game.homeward(made.before.table) if m == made.move)
        assert made.text == with_card(record.game, made.before.table, made.move)
    end = everything[-1].record if everything else record
    assert next(record.game.homeward(end.table), None) is None
    assert len(everything) >= len(safe) or record.game.safe_always


@st.composite
def transcripts(draw: st.DrawFn) -> str:
    """A transcript of any game, as a person types it: moves in all forms, undo, redo, autoplay, words and remarks."""
    game = draw(games())
    seed = str(draw(st.integers(0, 9999)))
    record = Record(game, game.start(deck_of(game, seed)))
    lines: list[str] = []
    for number, choice in enumerate(draw(st.lists(st.integers(0, 9999), max_size=25)), 1):
        words = []
        for kind, pick in ((choice % 13 + i, choice // 13 + i) for i in range(choice % 3 + 1)):
            word = chosen(record, kind, pick)
            *_, last = [record, *(made.record for made in perform(record, read_token(word), number))]
            record = last
            words.append(word)
        remark = ["", "  # so", " #", "\t"][choice % 4]
        lines += [" ".join(words) + remark, *["", "# said", "check", " ", "piles"][choice % 7 : choice % 7 + 1]]
    ends = [[], ["finish"], ["resign # enough"]] if record.status == PLAYING else [[], ["finish"]]
    lines += draw(st.sampled_from(ends))
    return transcript(spec(game), seed, lines).replace("\n\n", "\nX-Note: kept\n\n", 1)


def chosen(record: Record, kind: int, pick: int) -> str:
    """Something that may be typed now."""
    game, table = record.game, record.table
    moves = game.moves(table)
    if kind == 0 and record.n:
        return "z"
    if kind == 1 and record.undone:
        return "y"
    if kind == 2 or not moves:
        return ["a", "auto", "finish"][pick % 3]
    move = moves[-1] if kind < 6 else moves[pick % len(moves)]
    text = with_card(game, table, move)
    return [text, text.lower(), text.partition("=")[0]][pick % 3]


@given(transcripts())
def test_a_replayed_transcript_is_a_fixed_point(text: str) -> None:
    """Whatever was typed: what it is recorded as is recorded as itself, and tells the same game."""
    replay = Replay(read_script_bytes(text.encode()))
    lines = list(replay.lines())
    once = joined(lines)
    again = Replay(read_script_bytes(once.encode()))
    assert joined(again.lines()) == once
    assert again.record._replace(last=None, undone=None) == replay.record._replace(last=None, undone=None)
    assert again.record.table == replay.record.table
    assert all(line == line.rstrip() and "\t" not in line for line in lines)
    assert "x-note: kept" in lines


@given(transcripts())
def test_a_tidy_game_is_the_game_now_played(text: str) -> None:
    script = read_script_bytes(text.encode())
    before = Replay(script).play()
    once = regenerated(tidy(script))
    after = Replay(read_script_bytes(once.encode())).play()
    assert [step.move for step in after.steps()] == [step.move for step in before.steps()]
    assert (after.table, after.status, after.undos) == (before.table, before.status, 0)
    assert regenerated(tidy(read_script_bytes(once.encode()))) == once


def test_a_record_holds_no_more_than_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_module, "LONGEST", 5)
    with pytest.raises(PatienceError, match="5 moves were made and taken back"):
        played(MM, "10", "d d d d d d")
    with pytest.raises(PatienceError, match="5 moves were made and taken back"):
        played(MM, "10", "d | z | y | z | y | z | y")


def test_news_are_an_end_that_was_not_there_before() -> None:
    """A game that is taken up again after its end is no news."""
    game = load("quadrille")
    start = Record(game, game.start(fresh(1)))
    resigned = start._replace(resigned=True)
    assert news(start, resigned) == ["the game is given up"]
    assert news(resigned, resigned) == news(resigned, start) == news(start, start) == []
