"""Transcripts from a few lines, for the tests: what a person might type, and what becomes of it."""

from __future__ import annotations

from collections.abc import Sequence

from patience_cli.reading import read_script_bytes
from patience_cli.record import Record
from patience_cli.script import Script
from patience_cli.transcript import Replay, joined


def transcript(spec: str, origin: str, body: Sequence[str] | str = ()) -> str:
    """The text of a transcript: a game with its options, a seed or pile lines parted by ` | `, the lines of a body."""
    name, _, options = spec.partition(",")
    lines = ["#patience 1", f"game: {name}", *([f"options: {options}"] if options else [])]
    lines += ["start:", *(f"  {line}" for line in origin.split(" | "))] if ":" in origin else [f"seed: {origin}"]
    return joined([*lines, "", *(body.split(" | ") if isinstance(body, str) else body)])


def script_of(spec: str, origin: str, body: Sequence[str] | str = ()) -> Script:
    """The same, read."""
    return read_script_bytes(transcript(spec, origin, body).encode())


def played(spec: str, origin: str, body: Sequence[str] | str = ()) -> tuple[list[str], Record]:
    """The regenerated lines of the body, and the game at its end."""
    replay = Replay(script_of(spec, origin, body))
    return list(replay.body()), replay.record
