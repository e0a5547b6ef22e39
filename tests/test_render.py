"""The table as text: the state line, cells and columns, the star, and what every table keeps to."""

from __future__ import annotations

from itertools import pairwise

import pytest
from bodies import script_of
from conftest import Walk, lay, walks
from hypothesis import given

from patience_cli.deals import read_spec, spec
from patience_cli.record import Record
from patience_cli.render import WIDTH, Style, state_line, table_lines
from patience_cli.rules import FOUNDATION, RESERVE, STOCK, TABLEAU, WASTE
from patience_cli.transcript import Replay, show_lines

# Game and options, position, and the table.
TABLES: dict[str, tuple[str, str, str]] = {
    "eight foundations, the stock, a pocket; columns base first": (
        "miss-milligan",
        "1: KH TC 9H | 2: KS | 3: KD QS 9D 8C 6S 5H 2S | 4: 8S 6D 6D | 5: KC | 6: 3S | 7: 4C 3D 6H 5S TS 9H "
        "| 8: KS QD JS TD 9S 8D 7H | f1: AH 2H 3H | f2: AD | f3: AC 2C 3C | f4: AS 2S 3S | f5: AH "
        "| s: 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC",
        """\
  f1  f2  f3  f4  f5  f6  f7  f8      s     p
  3H  AD  3C  3S  AH  --  --  --      12    --

  1   2   3   4   5   6   7   8
  KH  KS  KD  8S  KC  3S  4C  KS
  TC      QS  6D          3D  QD
  9H      9D  6D          6H  JS
          8C              5S  TD
          6S              TS  9S
          5H              9H  8D
          2S                  7H""",
    ),
    "the pocket shows all its cards": (
        "milligan-weave",
        "1: KH | p: 9H 8S 7D",
        """\
  f1  f2  f3  f4  f5  f6  f7  f8      s     p
  --  --  --  --  --  --  --  --      0     9H 8S 7D

  1   2   3   4   5   6   7   8
  KH  --  --  --  --  --  --  --""",
    ),
    "but no table is wider than eighty columns": (
        "milligan-weave",
        "p: KH QS JH TS 9H 8S 7H 6S 5H 4S 3H 2S AH",
        """\
  f1  f2  f3  f4  f5  f6  f7  f8      s     p
  --  --  --  --  --  --  --  --      0     KH QS JH TS 9H 8S 7H 6S 5H 4S 3H 2S
                                            AH

  1   2   3   4   5   6   7   8
  --  --  --  --  --  --  --  --""",
    ),
    "without a pocket there is no place for it": (
        "milligan-grace",
        "1: 8D 2S | 3: 3C | grace: 2",
        """\
  f1  f2  f3  f4  f5  f6  f7  f8      s
  --  --  --  --  --  --  --  --      0

  1   2   3   4   5   6   7   8
  8D  --  3C  --  --  --  --  --
  2S""",
    ),
    "the waste shows its last three, the playable card rightmost, and its number when there are more": (
        "gold-mine",
        "1: KS QD JC TD 9C | 2: 7C 6D | w: 2C 3C AD 8D 9S | f1: AH | f2: AS | s: 4C 5C",
        """\
  f1  f2  f3  f4      s     w
  AH  AS  --  --      2     AD 8D 9S  (5)

  1   2   3   4   5   6   7
  KS  7C  --  --  --  --  --
  QD  6D
  JC
  TD
  9C""",
    ),
    "three cards on the waste need no number": (
        "gold-mine",
        "w: AD 8D 9S",
        """\
  f1  f2  f3  f4      s     w
  --  --  --  --      0     AD 8D 9S

  1   2   3   4   5   6   7
  --  --  --  --  --  --  --""",
    ),
    "face-down cards are told by nothing but their place": (
        "spiderette",
        "1: 9D 5H | 2: <TH> 2H QH | 3: 8D AD | 4: <QC> <TC> <KD> 8H 7C 6H 8C | s: 3S KC KH",
        """\
  f1  f2  f3  f4      s
  --  --  --  --      3

  1   2   3   4   5   6   7
  9D  ##  8D  ##  --  --  --
  5H  2H  AD  ##
      QH      ##
              8H
              7C
              6H
              8C""",
    ),
    "cells stand where the stock would be": (
        "freecell",
        "1: KC 9H | 8: 2C | p2: 4H | f1: AH",
        """\
  f1  f2  f3  f4      p1  p2  p3  p4
  AH  --  --  --      --  4H  --  --

  1   2   3   4   5   6   7   8
  KC  --  --  --  --  --  --  2C
  9H""",
    ),
    "a tenth column is one digit wider": (
        "spider",
        "1: 9H | 10: 8H 7H",
        """\
  f1  f2  f3  f4  f5  f6  f7  f8      s
  --  --  --  --  --  --  --  --      0

  1   2   3   4   5   6   7   8   9   10
  9H  --  --  --  --  --  --  --  --  8H
                                      7H""",
    ),
    "the star: queens inside, fives at the compass points, sixes between": (
        "quadrille",
        "f1: QC | f2: QD | f3: QH | f4: QS | f5: 5C 4C | f6: 5D 4D | f7: 5H | f9: 6C 7C 8C | f10: 6D 7D 8D "
        "| f11: 6H | f12: 6S 7S | w: 9C TC 2D 3H 4H | s: 9S TS JS KS",
        """\
                       f5 4C
          f12 7S                   f9 8C          s
                       f1 QC                      4
  f8 --       f4 QS             f2 QD       f6 4D
                       f3 QH                      w
          f11 6H                  f10 8D          2D 3H 4H  (5)
                       f7 5H""",
    ),
}


@pytest.mark.parametrize("law", TABLES)
def test_a_table(law: str) -> None:
    name, position, wanted = TABLES[law]
    game = read_spec(name)
    assert "\n".join(table_lines(game, lay(game, *position.split(" | ")))) == wanted


STATES: list[tuple[str, str, str, str]] = [
    ("miss-milligan", "10", "d z d", "miss-milligan  d1:10  move 1  home 0/104  deals 11"),
    (
        "spiderette,discard=auto,deal-gaps=yes",
        "3",
        "",
        "spiderette,deal-gaps=yes,discard=auto  d1:3  move 0  home 0/52  deals 4",
    ),
    ("spiderette", "1: 9H | s: 2C", "", "spiderette  -  move 0  home 0/2  deals 1"),
    ("gold-mine", "23", "dx18", "gold-mine  d1:23  move 18  home 0/52  deals 0"),
    ("gold-mine", "s: 2C 3C 4C 5C", "", "gold-mine  -  move 0  home 0/4  deals 2"),
    ("quadrille", "30", "", "quadrille  d1:30  move 0  home 0/52  pass 1/3"),
    ("quadrille", "w: 9C | pass: 3", "", "quadrille  -  move 0  home 0/1  pass 3/3"),
    ("quadrille,passes=unlimited", "w: 9C", "r d r", "quadrille,passes=unlimited  -  move 3  home 0/1  pass 3"),
    ("klondike", "7", "d", "klondike  d1:7  move 1  home 0/52  pass 1"),
    ("klondike,draw=3,passes=3", "7", "d", "klondike,draw=3,passes=3  d1:7  move 1  home 0/52  deals 7  pass 1/3"),
    ("freecell", "7", "", "freecell  d1:7  move 0  home 0/52"),
    (
        "milligan-grace",
        "1: 3H | 2: 4C | 5: 2S | 6: KC",
        "12 5/6",
        "milligan-grace  -  move 2  home 0/4  deals 0  grace (gap 1 5; 1 to mend)",
    ),
    ("milligan-grace", "1: 3H | 2: 4C", "12 g", "milligan-grace  -  move 2  home 0/2  deals 0"),
    ("miss-milligan", "10", "resign", "miss-milligan  d1:10  move 0  home 0/104  deals 12  resigned"),
]


@pytest.mark.parametrize(("name", "origin", "body", "wanted"), STATES, ids=[row[3][:70] for row in STATES])
def test_a_state_line(name: str, origin: str, body: str, wanted: str) -> None:
    """fault-12, 29, 31: all of it follows from the position, so undo restores it; no mark needs to be explained."""
    script = script_of(name, origin, body)
    assert show_lines(script.game, script.seed, Replay(script).play())[0] == wanted


@pytest.mark.parametrize(("accepted", "mend"), [("", 2), ("9H5C", 1), ("9H5C 9H5C", 0)])
def test_a_pair_is_to_be_mended_as_often_as_it_is_too_many(accepted: str, mend: int) -> None:
    game = read_spec("milligan-grace")
    table = lay(game, "2: 9H 5C", "3: 9H 5C 4D", "grace: 1", f"accepted: {accepted}")
    assert game.privilege.state(game, table) == f"grace (gap 1; {mend} to mend)"


def test_won_and_lost_stand_at_the_end() -> None:
    game = read_spec("gold-mine")
    table = lay(game)
    for status in ("won", "lost"):
        assert state_line(game, "gold-mine", "-", table, 3, status).endswith(f"  deals 0  {status}")


@given(walks())
def test_what_every_table_keeps_to(walk: Walk) -> None:
    game, table = walk.game, walk.tables[-1]
    lines = table_lines(game, table)
    for line in lines:
        assert len(line) <= WIDTH
        assert line == line.rstrip()
        assert line.isascii()
    assert lines[0]
    assert lines[-1]
    assert "" not in map("".join, pairwise(lines)), "one blank line between blocks"
    words = " ".join(lines).split()
    for name in game.names:
        assert name in words
    hidden = sum(table.piles[name].down for name in game.columns)
    assert words.count("##") == hidden
    told = [word for word in words if word in {card for pile in table.piles.values() for card in pile.cards}]
    assert len(told) == sum(seen(walk, name) for name in game.names)


def seen(walk: Walk, name: str) -> int:
    """How many cards of a pile a table shows."""
    pile = walk.tables[-1].piles[name]
    kind = walk.game.group_of[name].kind
    shown = {STOCK: 0, FOUNDATION: 1, WASTE: 3, RESERVE: len(pile.cards), TABLEAU: len(pile.up)}[kind]
    return min(shown, len(pile.cards))


@given(walks())
def test_the_table_depends_on_nothing_else(walk: Walk) -> None:
    game, table = walk.game, walk.tables[-1]
    loud = Style(look=lambda word: f"<{word}>")
    plain = [line.replace("<", "").replace(">", "") for line in table_lines(game, table, loud)]
    assert plain == table_lines(game, table), "a look adds to what is there, and moves nothing"
    record = Record(game, table)
    assert show_lines(game, "-", record)[0].startswith(f"{spec(game)}  -  move 0  home ")
