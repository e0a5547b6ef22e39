"""A game played line by line: what each line prints, records, notes, and refuses."""

from __future__ import annotations

from random import Random

import pytest
from bodies import script_of
from conftest import deck_of, games
from hypothesis import given
from hypothesis import strategies as st

from patience_cli.deals import Deal, read_seed
from patience_cli.game import Game
from patience_cli.reading import read_script_bytes
from patience_cli.record import Record
from patience_cli.script import Script, of_deal
from patience_cli.session import HELP, Ask, Fault, Note, Out, Recorded, Session
from patience_cli.transcript import Replay, head_lines, joined, legal_lines, regenerated

MM, MG, QU, SP = "miss-milligan", "milligan-grace", "quadrille", "spiderette"
RUNS = [" ".join(f"{rank}{suit}" for rank in "KQJT98765432A") for suit in "CDHS"]
ALMOST = " | ".join([f"1: {RUNS[3]}", *(f"f{i}: {run}" for i, run in enumerate(RUNS[:3], 1))])


def session_of(spec: str, origin: str, body: str = "", **options: bool) -> Session:
    """A session that goes on with a transcript; its origin and body as in `bodies`."""
    script = script_of(spec, origin, body)
    return Session(script, Replay(script).play(), **options)  # type: ignore[arg-type]


def answers(session: Session, lines: str) -> list[str]:
    """What the lines bring about, parted by ` | `: each answer as a letter and its words."""
    found = []
    for line in lines.split(" | "):
        for answer in session.feed(line):
            match answer:
                case Out(text):
                    found.append("O " + " / ".join(text))
                case Recorded(text):
                    found.append("R " + " / ".join(text))
                case Note(text):
                    found.append(f"N {text}")
                case Fault(error):
                    assert error.place is not None
                    found.append(f"F {error.place.line}:{error.place.col} {error.code}: {error.words()}")
                case Ask(what, text):
                    found.append(f"A {what} {text}".rstrip())
    return found


# -- lines of a transcript: game, origin, typed, what follows --------------------------------------------------------

LINES: list[tuple[str, str, str, list[str]]] = [
    (MM, "10", "67 54", ["R 6-7=6D", "R 5-4=TC"]),
    (MM, "10", "67 54 # two", ["R 6-7=6D", "R 5-4=TC  # two"]),
    (MM, "10", "# said", ["R # said"]),
    (MM, "10", "#\tsaid \t", ["R # said"]),
    (MM, "10", "d # trailing  ", ["R d  # trailing"]),
    (MM, "10", "  |  \t | | old", []),
    (MM, "10", "! no", []),
    (MM, "10", "a", []),
    (MM, "10", "a # nothing", ["R # nothing"]),
    (MM, "10", "67 54 | z | y", ["R 6-7=6D", "R 5-4=TC", "R z", "R z", "R y", "R y"]),
    (MM, "10", "? 1-4", ["O ! 3D cannot go on JH: not one rank lower"]),
    (MM, "10", "? 1-9", ["O ! no pile 9 / ! expected: 1 to 8, f1 to f8, p"]),
    (MM, "10", "? show", ["O ! not a move: 'show' / ! expected: a move such as 3-5, 7-4x2, w-2, 6-f, d or z"]),
    (MM, "10", "? d", ["F 1:3 differs: move 1 d: this move is allowed"]),
    (MM, "10", "67 1-4 54", ["R 6-7=6D", "F 1:4 illegal: move 2 1-4: 3D cannot go on JH: not one rank lower"]),
    (MM, "10", "d | 3--5", ["R d", "F 2:1 syntax: not a move: '3--5'"]),
    (MM, "10", "67 3--5", ["F 1:4 syntax: not a move: '3--5'"]),
    (MM, "10", "hello", ["F 1:1 syntax: not a move: 'hello'"]),
    (MM, "10", "z", ["F 1:1 illegal: z: nothing to take back"]),
    (MM, "10", "check", ["O move 0  home 0/104  digest dbaa56c3"]),
    (MM, "10", "check # so", ["O move 0  home 0/104  digest dbaa56c3"]),
    (MM, "10", "check d", ["F 1:7 syntax: check stands alone on its line"]),
    (QU, "30", "legal", ["O d"]),
    (QU, "30", "LEGAL", ["O d"]),
    (QU, "w: QC", "Legal", ["O w-f / r"]),
    # the end of a game
    (SP, ALMOST, "1f", ["R 1-fx13=KS", "N the game is won"]),
    (SP, ALMOST, "1f | z | y", ["R 1-fx13=KS", "N the game is won", "R z", "R y", "N the game is won"]),
    (
        SP,
        ALMOST,
        "1f | 1-2",
        ["R 1-fx13=KS", "N the game is won", "F 2:1 illegal: move 2 1-2: the game is over: it is won"],
    ),
    (SP, ALMOST, "1f | end: won moves=9 home=9 undos=9 | # so", ["R 1-fx13=KS", "N the game is won", "R # so"]),
    (SP, ALMOST, "end: won", ["F 1:6 differs: end: won, but the game is playing"]),
    (
        SP,
        ALMOST,
        "1f | end: lost",
        ["R 1-fx13=KS", "N the game is won", "F 2:6 differs: end: lost, but the game is won"],
    ),
    (SP, ALMOST, "end: tied", ["F 1:6 syntax: no result"]),
    (MM, "10", "resign", ["R end: resigned moves=0 home=0 undos=0", "N the game is given up"]),
    (MM, "10", "d resign # so", ["R d", "R end: resigned moves=1 home=0 undos=0 / # so", "N the game is given up"]),
    (MM, "10", "d | end: resigned", ["R d", "R end: resigned moves=1 home=0 undos=0", "N the game is given up"]),
    (
        MM,
        "10",
        "resign | d | z | a | restart | # so",
        [
            "R end: resigned moves=0 home=0 undos=0",
            "N the game is given up",
            "F 2:1 illegal: move 1 d: the game is over: it was given up",
            "F 3:1 illegal: z: the game is over: it was given up",
            "F 5:1 illegal: the game is over",
            "R # so",
        ],
    ),
    # dead ends, of which undo is the way out
    (
        "milligan-single",
        "1: KS JS | 2: QS | grace: 3 | accepted: KSJS",
        "2/1 | z | y",
        [
            "R 2/1=QS",
            "N the grace cannot end and no move is left; undo is the way out",
            "R z",
            "R y",
            "N the grace cannot end and no move is left; undo is the way out",
        ],
    ),
    (
        SP,
        "1: KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS | 2: 9D | 3: 9C | s: 9H",
        "1f | 23",
        [
            "R 1-fx13=KS",
            "N fewer cards than columns are left, so no deal can ever come again; undo is the way out",
            "F 2:1 illegal: move 2 23: 9D cannot go on 9C: not one rank lower",
        ],
    ),
]


@pytest.mark.parametrize(("spec", "origin", "typed", "wanted"), LINES, ids=[f"{row[0]}-{row[2]}"[:60] for row in LINES])
def test_a_line(spec: str, origin: str, typed: str, wanted: list[str]) -> None:
    assert answers(session_of(spec, origin), typed) == wanted


def test_a_dead_end_is_told_once() -> None:
    session = session_of(SP, "1: KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS | 2: 9D | 3: 9C | s: 9H")
    note = "N fewer cards than columns are left, so no deal can ever come again; undo is the way out"
    assert answers(session, "1f | 2-1 | 1-2 | zx2 | z | y") == [
        *["R 1-fx13=KS", note, "R 2-1=9D", "R 1-2=9D", "R z", "R z", "R z", "R y", note]
    ]


def test_what_is_recorded_comes_with_the_move_that_was_made() -> None:
    """But for remarks, and for giving up, which is no move."""
    session = session_of(MM, "10")
    for line, texts in (("67 54", ["6-7=6D", "5-4=TC"]), ("z # so", ["z", "z"]), ("# so", []), ("resign", [])):
        made = [answer.made for answer in session.feed(line) if isinstance(answer, Recorded)]
        assert [one.text for one in made if one] == texts


# -- words -----------------------------------------------------------------------------------------------------------

WORDS: list[tuple[str, list[str]]] = [
    ("quit", ["A quit"]),
    ("q", ["A quit"]),
    ("Q", ["A quit"]),
    ("new", ["A new"]),
    ("new spiderette 7", ["A new spiderette 7"]),
    ("save my game.patience", ["A save my game.patience"]),
    ("where 9D", ["O 9D: column 2, on top", "O 9D: 1 not to be seen"]),
    ("where 10♥", ["O TH: 2 not to be seen"]),
    ("where", ["F 1:1 syntax: not a card: ''"]),
    ("where 9X", ["F 1:1 syntax: not a card: '9X'"]),
    ("restart", ["R z", "R z"]),
    ("restart | z", ["R z", "R z", "F 2:1 illegal: z: nothing to take back"]),
    ("restart | y y y", ["R z", "R z", "R y", "R y", "F 2:5 illegal: y: nothing to bring back"]),
    ("restart | restart", ["R z", "R z", "N nothing to take back"]),
]


@pytest.mark.parametrize(("typed", "wanted"), WORDS, ids=[row[0] for row in WORDS])
def test_a_word(typed: str, wanted: list[str]) -> None:
    """A word with an argument takes its whole line."""
    session = session_of(MM, "10", "67 54")
    session.record = Replay(script_of(MM, "10", "d dx2")).play()
    if typed.startswith("restart"):
        session = session_of(MM, "10", "d | d")
    found = [one for answer in answers(session, typed) for one in _split(answer)]
    assert found == wanted


def _split(answer: str) -> list[str]:
    return [f"O {line}" for line in answer[2:].split(" / ")] if answer.startswith("O ") else [answer]


def test_words_that_print() -> None:
    session = session_of(MM, "10")
    assert (
        answers(session, "help")
        == answers(session, "?")
        == answers(session, "HELP")
        == ["O " + " / ".join(HELP.splitlines())]
    )
    assert answers(session, "show")[0].startswith("O miss-milligan  d1:10  move 0  home 0/104  deals 12 /   f1")
    assert answers(session, "describe")[0].startswith("O miss-milligan, seed d1:10, move 0, 0 of 104 cards home")
    assert answers(session, "rules")[0].startswith("O Miss Milligan (miss-milligan)")
    assert answers(session, "piles")[0].startswith("O 1: 3D / 2: 3S /")
    assert answers(session, "piles")[0].endswith("/ p: / s: 96"), "what a player may not see is hidden"
    assert answers(session, "hint")[0].startswith("O ")
    assert session.record.n == 0


# -- going on with a game that was read ------------------------------------------------------------------------------


def test_the_moves_of_a_file_are_steps_of_their_own() -> None:
    """Whatever the number of the line that is typed, and whatever that of the line in the file."""
    for number in range(1, 12):
        session = session_of(MM, "10", "6-7 | 5-4 | d | d")
        for _ in range(number - 1):
            assert answers(session, "") == []
        assert answers(session, "d d") == ["R d", "R d"]
        assert answers(session, "z") == ["R z", "R z"]
        assert answers(session, "z") == ["R z"]
        assert answers(session, "yx2") == ["R y", "R y", "R y"]
        assert answers(session, "z z z") == ["R z", "R z", "R z", "R z"]


ENDED = [
    "F 1:1 illegal: the game is over: line 6 ends it",
    "F 2:1 illegal: the game is over: line 6 ends it",
    "F 3:1 illegal: the game is over",
    "R # so",
]


def test_a_game_that_has_ended_is_over() -> None:
    session = session_of(MM, "10", "d | end: resigned")
    assert session.over
    assert answers(session, "d | z | restart | # so") == ENDED
    script = script_of(SP, ALMOST, "1f | end: won")
    session = Session(script, Replay(script).play())
    assert [answer[:18] for answer in answers(session, "z | y")] == ["F 1:1 illegal: the", "F 2:1 illegal: the"]


# -- strict, and refusals on record ----------------------------------------------------------------------------------


def test_strict() -> None:
    session = session_of(MM, "10", strict=True)
    assert answers(session, "6-7 | 54 | 5-4=TC | D | d") == [
        "R 6-7=6D",
        "F 2:1 syntax: not in canonical form: '54'",
        "R 5-4=TC",
        "F 4:1 syntax: not in canonical form: 'D'",
        "R d",
    ]


LOGGED: list[tuple[str, list[str]]] = [
    ("67 1-4 d", ["R 6-7=6D", "R ? 1-4 / ! 3D cannot go on JH: not one rank lower"]),
    ("6-7=6C", ["R ? 6-7=6C / ! the card there is 6D, not 6C / ! expected: =6D"]),
    ("8-9", ["R ? 8-9 / ! no pile 9 / ! expected: 1 to 8, f1 to f8, p"]),
    ("r", ["R ? r / ! no redeal in Miss Milligan"]),
    ("z", ["R ? z / ! nothing to take back"]),
    (
        "? 1-4 # so",
        ["R ? 1-4 / ! 3D cannot go on JH: not one rank lower", "O ! 3D cannot go on JH: not one rank lower"],
    ),
    ("d d | zx2", ["R d", "R d"]),  # in the record the two moves are two steps, so there this is no refusal
    ("resign | d", ["R end: resigned moves=0 home=0 undos=0"]),
]


@pytest.mark.parametrize(("typed", "wanted"), LOGGED, ids=[row[0] for row in LOGGED])
def test_refusals_on_record(typed: str, wanted: list[str]) -> None:
    session = session_of(MM, "10", log_refused=True)
    assert [answer for answer in answers(session, typed) if answer[0] in "RO"] == wanted


# -- laws ------------------------------------------------------------------------------------------------------------


WORD = st.sampled_from(
    ["d", "r", "z", "y", "a", "finish", "g", "zx2", "9H", "AS-f", "w-f", "1-2", "hello", "resign", *["move"] * 14]
)
OTHER = st.sampled_from(["", "# said", "show", "check", "legal", "restart", "? d", "| x", "end: resigned", "help"])


@st.composite
def evenings(draw: st.DrawFn) -> tuple[Game, str, list[str]]:
    """A game, a seed, and lines that a person may type, sensible or not; `move` stands for a legal one."""
    lines = st.lists(st.lists(WORD, min_size=1, max_size=3).map(" ".join) | OTHER, max_size=15)
    return draw(games()), str(draw(st.integers(0, 9999))), draw(lines)


@given(evenings(), st.booleans(), st.randoms(use_true_random=False))
def test_what_a_session_records_is_what_replaying_gives(
    evening: tuple[Game, str, list[str]], log: bool, random: Random
) -> None:
    """The file of a session is a fixed point, and its replay the game that was played."""
    game, seed, lines = evening
    script = of_deal(Deal(game, read_seed(seed), deck_of(game, seed)))
    session = Session(script, Record(game, script.start), log_refused=log)
    written = head_lines(script)
    for line in lines:
        moves = legal_lines(session.record) or ["d"]
        words = [random.choice(moves) if word == "move" else word for word in line.split(" ")]
        for answer in session.feed(" ".join(words)):
            if isinstance(answer, Recorded):
                written += answer.lines
            if isinstance(answer, Fault):
                assert answer.error.place is not None
    read = read_script_bytes(joined(written).encode())
    assert regenerated(read) == joined(written)
    record = Replay(read).play()
    assert (record.table, record.n, record.undos) == (session.record.table, session.record.n, session.record.undos)
    assert record.status == session.record.status


def test_a_script_is_not_changed_by_what_is_played() -> None:
    session = session_of(MM, "10")
    before: Script = session.script
    answers(session, "d | d | z")
    assert session.script is before
