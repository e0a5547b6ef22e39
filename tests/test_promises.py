"""What stays the same for ever: deals, transcripts, exit codes, the keys of JSON objects.

Everything here was written by hand, or by the first release, and is never rewritten: not by an update of snapshots, and
not to make a test pass. A change that breaks one of these breaks somebody's files or scripts.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from program import ALMOST_WON, ROOT, Ran, run

# -- deals -----------------------------------------------------------------------------------------------------------

DEALS = {
    "gold-mine d1:1": "2HJCJD7S8HJS2D3HAD5D2CTSQC9D7HQD6H4S9HTHQS9C5S7C"
    "8C7DKS3S4H6SKHACQH5C6C3C4C8S2S6D4D5HASTCJH9STDKDKCAH8D3D",
    "miss-milligan d1:10": "3D3SJSJHTC6D7CKDQSAH9S8D3CQDJSQD2SKC8D7S9H4C4SQC2D9D"
    "KS7HKH3SQH4H4D3C3D5D2HTC9STDTS4CAC5S4H5DJDAD8C8H3H5S"
    "THAD8H2HKSTH5H6C9C8C6HKH2D2CAH6S4D9DAS6DAC7C5CJHQHJC"
    "6CASJD5H9CTS9H6H3H2C7SQC7D7D5CJC8SKC4STD8S6SKD2S7HQS",
    "freecell ms:617": "7DAD5C3S5S8C2DAHTD7SQDAC6D8HASKHTHQC3H9D6S8D3DTCKD5H"
    "9S3C8S7H4DJS4CQS9C9H7C6H2C2S4STS2H5DJC6CJHQHJDKSKC4H",
}
SPIDERETTE = f"spiderette d1:1 {DEALS['gold-mine d1:1']}\n"


@pytest.mark.parametrize("deal", DEALS)
def test_a_seed_gives_the_same_deck(deal: str, tmp_path: Path) -> None:
    assert run("deal", *deal.split(), cwd=tmp_path) == Ran(0, f"{deal} {DEALS[deal]}\n", "")


# -- transcripts -----------------------------------------------------------------------------------------------------

# Written by the first release: kinds of lines, a grace with its free moves, an undo, an end.
TRANSCRIPT = """\
#patience 1
title: a promise
game: milligan-grace
options: foundation-return=always
rules: 1
seed: d1:116
deck-id: cda9138475
deck:
  8D QD 3C 3D 6S TD 5C 6C 2S 9H KH 4D KD 2C 7C 7S 8H 7S 5H 8C KC 7C AC AS 7D 7D
  4S 9S 8H TS 7H 2H 8D 6D 5S QC JS KC JH 6D 2H KS KH JC TD 2S 9C JD 2C 8S 9D TC
  5C QD 3C 4H QS 9C 6S AC AD 4C 7H AH AD KD 6H 8C TS JC QH TH 5D 5S AS 3H 8S 9H
  QC QS 2D 3H 6H 9S 2D 6C TC AH 4D 4H 9D JH 3S 4C 4S 3S TH KS 5H JD QH JS 3D 5D
x-from: anywhere

# two rows
d
d
7-f=AC  # an ace
8-f=AS
2-1=7S
4-2=8C
d
5-4=8H
2-6x3=9H
2-5=QD
6/1x2=8C
? g
! grace cannot end: 8C on 7D
! expected: move these before closing
6/4x3=7C
1/4x2=8C
6-f=2C
g
check
| move 15  home 3/104  digest c87c8341
d
z
end: resigned moves=15 home=3 undos=1
"""


def test_a_transcript_of_version_1_is_read_and_written_as_ever(tmp_path: Path) -> None:
    assert run("replay", stdin=TRANSCRIPT, cwd=tmp_path) == Ran(0, TRANSCRIPT, "")


def test_a_head_and_moves_are_enough(tmp_path: Path) -> None:
    """What is left out is filled in, and loose moves are written in full."""
    body = "d d 7f 8f # first\n2-1 4-2\nd 54\n26x3\n"
    done = run("replay", stdin=f"#patience 1\ngame: milligan-grace\nseed: d1:116\n\n{body}", cwd=tmp_path)
    assert (done.code, done.err) == (0, "")
    head = TRANSCRIPT[TRANSCRIPT.index("rules:") : TRANSCRIPT.index("x-from")]
    moves = ["d", "d", "7-f=AC", "8-f=AS  # first", "2-1=7S", "4-2=8C", "d", "5-4=8H", "2-6x3=9H"]
    assert done.out == f"#patience 1\ngame: milligan-grace\n{head}\n" + "".join(f"{move}\n" for move in moves)


# -- exit codes ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "stdin", "code"),
    [
        ("replay", TRANSCRIPT, 0),
        ("play spiderette 7", "", 1),
        ("check", TRANSCRIPT.replace("d1:116\n", "116\n"), 1),
        ("show nothing-there", "", 2),
        ("deal spiderrette", "", 2),
        ("solve --nodes 1", SPIDERETTE, 3),
        ("move 1-f", SPIDERETTE, 4),
        ("replay", TRANSCRIPT.replace("6/1x2", "6//1"), 5),
        ("solve", ALMOST_WON, 0),
    ],
)
def test_an_exit_code_means_what_it_meant(words: str, stdin: str, code: int, tmp_path: Path) -> None:
    assert run(*words.split(), stdin=stdin, cwd=tmp_path).code == code


# -- JSON ------------------------------------------------------------------------------------------------------------

DEAL = f"milligan-grace d1:10 {DEALS['miss-milligan d1:10']}\n"
KEYS = {
    "start": "format version game options rules seed deck_id",
    "move": "n move card cards turned input line col home auto",
    "state": "game options seed n home total deals pass passes grace status digest stock piles",
    "legal": "n moves",
    "hint": "n move why peek",
    "verdict": "game options seed verdict positions moves stopped line",
    "error": "code file line col n input message expected",
    "end": "result n home undos",
    "done": "line id ok",
    "game": "name title aliases packs options",
    "study": "game player seed verdict positions moves",
    "studied": "game player deals won lost undecided low high",
    "deal": "game options seed deck_id deck text",
    "rules": "game title options rules cards sections about",
    "check": "file result diff",
    "checked": "files sound differs rewritten broken",
    "stats": "game played won streak longest best home",
}
SOURCES = [
    ("games --json", ""),
    ("show --json", DEAL),
    ("legal --json", DEAL),
    ("hint --json", DEAL),
    ("move 9-9 --json", DEAL),
    ("replay --json", TRANSCRIPT),
    ("solve --json --nodes 10", DEAL),
    ("study quadrille --seeds 1-1 --json", ""),
    ("deal spiderette 7 --json", ""),
    ("convert --json", DEAL),
    ("convert --to board --json", DEAL),
    ("rules quadrille --json", ""),
    ("check --json", TRANSCRIPT),
    ("tidy --json", TRANSCRIPT),
    ("stats --json", ""),
    ("play milligan-grace 116 --json", 'd\nshow\nlegal\nhint\n{"id":1,"do":"9-9"}\n'),
]


def test_the_keys_are_there(tmp_path: Path) -> None:
    """Every object that is printed has the keys that were promised; more may come."""
    seen = set()
    (tmp_path / "state" / "patience").mkdir(parents=True)
    finished = '{"game":"gold-mine","seed":"d1:5","result":"won","moves":123,"home":52}\n'
    (tmp_path / "state" / "patience" / "stats.jsonl").write_text(finished)
    for words, stdin in SOURCES:
        for line in run(*words.split(), stdin=stdin, cwd=tmp_path).out.splitlines():
            value = json.loads(line)
            assert line.startswith('{"type":')
            assert line == json.dumps(value, separators=(",", ":"))
            assert set(KEYS[value["type"]].split()) <= set(value), line
            seen.add(value["type"])
    assert seen == set(KEYS)


def test_the_manual_names_the_keys() -> None:
    page = (ROOT / "man" / "patience-transcript.5").read_text(encoding="utf-8")
    section = page.partition(".Sh JSON LINES")[2].partition(".Ss As an engine")[0]
    told = re.findall(r"(?m)^\.It Ic (\w+)\n\.Li ([^;\n]+)", section)
    assert {name: keys.replace(",", "").split() for name, keys in told} == {k: v.split() for k, v in KEYS.items()}


def test_the_format_of_json_lines_has_its_version(tmp_path: Path) -> None:
    first = json.loads(run("play", "gold-mine", "5", "--json", cwd=tmp_path).out.splitlines()[0])
    assert (first["type"], first["format"], first["version"]) == ("start", "patience-jsonl", 1)
