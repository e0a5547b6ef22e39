"""Real games, killed at any moment: nothing that was acknowledged is ever lost.

PATIENCE_KILLS sets how many are killed (40 unless it is given); PATIENCE_KILL_SEED where the dice start. By hand:
`PATIENCE_KILLS=400 pytest -s tests/test_kill.py` prints what was met.
"""

from __future__ import annotations

import os
import random
import subprocess
import time
from collections import Counter
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest
from program import HEAD, PATIENCE, environment, run

from patience_cli.reading import read_script_bytes
from patience_cli.textfile import decode
from patience_cli.transcript import Replay

KILLS = int(os.environ.get("PATIENCE_KILLS", "40"))
SEED = int(os.environ.get("PATIENCE_KILL_SEED", "1"))
DEAL = "spiderette d1:7 " + "".join(HEAD.partition("deck:")[2].split()) + "\n"

# What is typed, over and over: moves, undo and redo, comments, several moves on a line.
TYPED = ("46", "52 # a comment", "z", "y", "z z", "46 52", "d", "z", "# nothing but a remark", "zx2")


def moves_of(path: Path) -> list[str]:
    """The lines of the body that the file holds, without a torn last one; it must be sound."""
    data = path.read_bytes()
    Replay(read_script_bytes(data)).play()
    text = decode(data)
    lines = text.lines[:-1] if text.torn else text.lines
    return lines[len(HEAD.splitlines()) :]


@cache
def time_of(*args: str | Path) -> float:
    """How long a command takes here and now, in seconds."""
    start = time.perf_counter()
    subprocess.run([*PATIENCE, *args], env=environment(Path.cwd()), capture_output=True, check=False)
    return time.perf_counter() - start


@cache
def expected() -> list[list[str]]:
    """The lines that a typed line adds, by playing the same in a process that nobody kills."""
    from patience_cli.session import Recorded, Session

    script = read_script_bytes(HEAD.encode())
    session = Session(script, script.record())
    return [
        [line for answer in session.feed(text) if isinstance(answer, Recorded) for line in answer.lines]
        for text in TYPED
    ]


def killed_while_playing(path: Path, dice: random.Random) -> str:
    """Kill `play --record` after a random time; what was met."""
    acknowledged = 0
    process = subprocess.Popen(
        [*PATIENCE, "play", "--json", "spiderette", "7", "--record", str(path)],
        env=environment(path.parent),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert process.stdin
    assert process.stdout
    try:
        if dice.random() < 0.2:  # somewhere in the start
            time.sleep(dice.uniform(0, 0.4))
        else:
            process.stdout.readline()
            process.stdin.write("\n".join(TYPED).encode() + b"\n")
            process.stdin.flush()
            wanted = dice.randrange(len(TYPED) + 1)
            while acknowledged < wanted and (line := process.stdout.readline()):
                acknowledged += b'"type":"done"' in line
            time.sleep(dice.choice((0, 0, dice.uniform(0, 0.003))))
    finally:
        process.kill()
        rest, _ = process.communicate()
    acknowledged += rest.count(b'"type":"done"')
    if not path.exists() or path.stat().st_size == 0:
        assert acknowledged == 0
        return "nothing written yet"
    lines = moves_of(path)
    all_lines = expected()
    flat = [line for some in all_lines for line in some]
    assert lines == flat[: len(lines)], "the file holds what was played, in order"
    assert len(lines) >= sum(len(some) for some in all_lines[:acknowledged]), "and all that was acknowledged"
    if path.read_bytes()[-1:] != b"\n":
        return "a torn line"
    return "more than was acknowledged" if len(lines) > sum(map(len, all_lines[:acknowledged])) else "what was told"


def state_of(folder: Path) -> set[tuple[str, int, int]]:
    """What stands in a folder: names, sizes, and which file it is."""
    found = set()
    for entry in os.scandir(folder):
        with suppress(FileNotFoundError):
            found.add((entry.name, entry.stat().st_size, entry.stat().st_ino))
    return found


def killed(args: list[str], folder: Path, dice: random.Random) -> tuple[bool, bytes]:
    """Kill a command after a random time, or as soon as it has begun to write; whether it ended, and its output."""
    usual = time_of("show", "--help")
    before = state_of(folder)
    process = subprocess.Popen(
        [*PATIENCE, *args], env=environment(folder), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    if dice.random() < 0.5:
        time.sleep(usual * dice.choice((dice.uniform(0, 1), dice.uniform(0.8, 2))))
    else:
        while process.poll() is None and state_of(folder) == before:
            continue
        time.sleep(dice.choice((0, 0, dice.uniform(0, 0.002))))
    process.kill()
    out, _ = process.communicate()
    return process.returncode == 0, out


def killed_while_rewriting(path: Path, dice: random.Random) -> str:
    """Kill `check --update` after a random time; what was met."""
    game = HEAD + "4-6=2D\nz\n" * 200
    old = game.replace("4-6=2D", "46").encode()
    path.write_bytes(old)
    whole, out = killed(["check", "--update", str(path)], path.parent, dice)
    if path.read_bytes() == game.encode():
        return "what was told" if out or whole else "more than was acknowledged"
    if len(state_of(path.parent)) > 1:
        assert path.read_bytes() == old, "the new content is not in its place before it is whole"
        return "a new content half written"
    assert path.read_bytes() == old, "the old content or the new, and nothing between"
    assert not out
    assert not whole
    return "nothing written yet"


def killed_while_moving(path: Path, dice: random.Random) -> str:
    """Kill a row of `move FILE` commands after a random time each; what was met."""
    path.write_text(dice.choice((HEAD, DEAL, HEAD + "4-6=2D\nz\n", HEAD + "4-6=2D\nz\n7-")))
    before = path.read_bytes()
    whole, out = killed(["move", str(path), "46", "52", "z", "# said"], path.parent, dice)
    after = path.read_bytes()
    added = ["4-6=2D", "5-2=8H", "z", "# said"]
    if out or whole:
        assert moves_of(path)[-4:] == added, "the table was seen: the moves are there"
        return "what was told"
    if after == before:
        return "nothing written yet"
    begun = [line for line in ("4-6=2D", "z") if f"\n{line}\n".encode() in before]
    assert moves_of(path) in (begun, begun + added), "all of the moves, or none"
    return "more than was acknowledged" if moves_of(path) != begun else "a torn line cut off"


@pytest.mark.parametrize(
    "kill", [killed_while_playing, killed_while_moving, killed_while_rewriting], ids=lambda kill: kill.__name__
)
def test_nothing_acknowledged_is_lost(kill: object, tmp_path: Path) -> None:
    assert callable(kill)
    dice = random.Random(SEED)
    met: Counter[str] = Counter()
    for number in range(KILLS // 3 + 1):
        path = tmp_path / str(number) / "game"
        path.parent.mkdir()
        met[kill(path, dice)] += 1
        if path.exists() and path.stat().st_size and number % 10 == 0 and kill is not killed_while_rewriting:
            assert run("move", path, "# gone on with", cwd=tmp_path).code == 0
            assert moves_of(path)[-1] == "# gone on with"
            assert path.read_bytes().endswith(b"\n")
    print(f"\n{kill.__name__}: {dict(met)}")
    assert sum(met.values()) == KILLS // 3 + 1
