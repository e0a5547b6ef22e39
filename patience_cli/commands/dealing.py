"""Commands that deal: deal, convert."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence

from ..deals import Deal, Seed, deal_line, deck_for, options_for, random_seed, read_seed
from ..errors import PatienceError
from ..games import load
from .common import named_game, usage


def deal(
    name: str, seeds: Sequence[str], span: str | None, number: int | None, form: str, options: Sequence[str]
) -> int:
    """Deal lines, or deals in another format, one for each seed."""
    game = named_game(name, options)
    write = sys.stdout.write
    for seed in _seeds(seeds, span, number):
        try:
            declared = load(game.name, options_for(game.name, seed, game.chosen)) if seed.alg != "d1" else game
            dealt = Deal(declared, seed, deck_for(declared, seed))
        except PatienceError as error:
            raise usage(error) from None
        if form == "line":
            write(f"{deal_line(dealt)}\n")
        else:
            from .converting import written

            write(written(dealt, form))
    return 0


def _seeds(seeds: Sequence[str], span: str | None, number: int | None) -> Iterator[Seed]:
    """The seeds asked for: those named, a range of numbers, so many random ones; one random one when none."""
    try:
        yield from [read_seed(seed) for seed in seeds]
    except PatienceError as error:
        raise usage(error) from None
    if span is not None:
        yield from _range(span)
    if number is not None and number < 0:
        raise PatienceError("usage", f"-n {number}", "a number from 0 on")
    for _ in range(number if number is not None else 0 if seeds or span is not None else 1):
        yield random_seed()


def _range(span: str) -> Iterator[Seed]:
    match = re.fullmatch(r"(?:(d1|ms|pysol|kpat):)?([0-9]{1,20})-([0-9]{1,20})", span)
    if match is None or int(match[2]) > int(match[3]):
        raise PatienceError("usage", f"no range of seeds: {span[:40]!r}", "A-B, such as 1-1000")
    first, last = int(match[2]), int(match[3])
    alg = match[1] or "d1"
    try:
        read_seed(f"{alg}:{first}")
        read_seed(f"{alg}:{last}")
    except PatienceError as error:
        raise usage(error) from None
    for number in range(first, last + 1):
        yield Seed(alg, str(number))
