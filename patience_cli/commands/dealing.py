"""Commands that deal: deal, convert."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from ..deals import Deal, Seed, deal_line, deck_for, options_for, random_seed, read_seed
from ..errors import PatienceError
from ..game import Game
from ..games import load
from ..script import Script, of_deal, read_body
from .common import NO, named_game, say, usage


class Span(NamedTuple):
    """The seeds of a shuffle whose number is from `first` to `last`: any number of them, so they are no list."""

    alg: str
    first: int
    last: int

    def seeds(self) -> Iterator[Seed]:
        """All of them, in order."""
        return (Seed(self.alg, str(number)) for number in range(self.first, self.last + 1))

    def missing(self, known: Iterable[str]) -> int:
        """How many there are beside those that are known, by name."""
        return self.last - self.first + 1 - sum(map(self._holds, known))

    def _holds(self, name: str) -> bool:
        alg, _, number = name.partition(":")
        return alg == self.alg and number.isdecimal() and len(number) <= 20 and self.first <= int(number) <= self.last


class Wanted(NamedTuple):
    """Which deals are wanted: a range of seeds, so many random ones, only those a solver has won, and how to print."""

    span: str | None = None
    number: int | None = None
    form: str = "line"
    winnable: bool = False
    solution: bool = False
    nodes: str | None = None
    json: bool = False


def deal(name: str, seeds: Sequence[str], options: Sequence[str], wanted: Wanted) -> int:
    """Deal lines, or deals in another format, one for each seed; 1 when a deal that was named cannot be won."""
    game = named_game(name, options)
    if wanted.winnable or wanted.solution:
        return _winnable(game, seeds, wanted)
    form = wanted.form
    if form == "line" and not wanted.json:
        write = sys.stdout.write
        for seed in _seeds(seeds, wanted.span, wanted.number):
            write(f"{deal_line(dealt(game, seed))}\n")
        return 0
    from .converting import check_format, parted

    check_format(form, wanted.json)
    found = (of_deal(dealt(game, seed)) for seed in _seeds(seeds, wanted.span, wanted.number))
    for lines in parted(found, form, wanted.json):
        say(lines)
    return 0


def dealt(game: Game, seed: Seed) -> Deal:
    """The deal of a seed; PatienceError `usage` when the seed's program has none of this kind."""
    try:
        declared = game if seed.alg == "d1" else load(game.name, options_for(game.name, seed, game.chosen))
        return Deal(declared, seed, deck_for(declared, seed))
    except PatienceError as error:
        raise usage(error) from None


def _winnable(game: Game, seeds: Sequence[str], wanted: Wanted) -> int:
    """Only deals that the solver has won: of those named the ones that are, else random ones until there are enough."""
    from .converting import check_format, parted
    from .solving import budget, trying_on, won_line

    if wanted.solution and wanted.form not in ("line", "transcript"):
        raise PatienceError("usage", f"--solution and --to {wanted.form[:40]} exclude each other", "--to transcript")
    form = "transcript" if wanted.solution else wanted.form
    check_format(form, wanted.json)
    nodes = budget(wanted.nodes)
    named = bool(seeds) or wanted.span is not None
    number = 1 if wanted.number is None else wanted.number
    some = _seeds(seeds, wanted.span, None) if named else iter(random_seed, None)
    lost = 0

    def found() -> Iterator[Script]:
        nonlocal lost
        for seed in some:
            script = of_deal(dealt(game, seed))
            line = won_line(script, nodes)
            if line is None:
                lost += named
                trying_on(script)
            else:
                yield script._replace(body=read_body(line, 0, short=False)) if wanted.solution else script

    for lines in parted(found() if named else islice(found(), number), form, wanted.json):
        say(lines)
        sys.stdout.flush()
    return NO if lost else 0


def _seeds(seeds: Sequence[str], span: str | None, number: int | None) -> Iterator[Seed]:
    """The seeds asked for: those named, a range of numbers, so many random ones; one random one when none."""
    try:
        yield from [read_seed(seed) for seed in seeds]
    except PatienceError as error:
        raise usage(error) from None
    if span is not None:
        yield from read_span(span).seeds()
    if number is not None and number < 0:
        raise PatienceError("usage", f"-n {number}", "a number from 0 on")
    for _ in range(number if number is not None else 0 if seeds or span is not None else 1):
        yield random_seed()


def read_span(span: str) -> Span:
    """All seeds from A to B, written `A-B` or `ms:A-B`; PatienceError `usage` for anything else."""
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
    return Span(alg, first, last)
