"""The one search: best first inside a layer, the best positions of a layer dealt on to the next.

The games with choices fall into layers, one for each deal of the stock that is left, and a layer never comes back. So
a search need not look at the whole game at once: it spreads out inside a layer, always from the best-scored position
it knows, deals on the best positions it has seen, and goes on from there. An attempt is narrow or wide; a solver
makes narrow ones first, with different weights, then wider ones. An attempt that leaves nothing out, with a model
that leaves nothing out, is a proof.

A game comes in as a `Model`: its positions as small hashable values ("states"). The driver knows nothing of cards; it
keeps for each state the one it came from, and when it has won it lets the model say, state by state, which moves of
the engine lead along, and plays every one of them. So a model can only ever be wrong aloud.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from heapq import nsmallest
from operator import itemgetter
from typing import Generic, NamedTuple, Protocol, TypeVar

from ..game import Game, IllegalMoveError
from ..moves import Move, Transfer
from ..table import Table
from .verdict import UNDECIDED, UNWINNABLE, WINNABLE, Meter, OutOfTimeError, Verdict

S = TypeVar("S", bound=Hashable)

# For each state to be dealt on, how many are looked at in search of one that is not lost.
_LOOKS = 4


class Model(Protocol[S]):
    """A game as the search sees it, from one table on: the plug-in.

    A state is an immutable, hashable value, complete but for the stock: what is left of the stock follows from
    `layer`, the deals made since the start (0 in the first layer). States that are equal are one position, so a model
    may sort columns whose place does not matter any more, and may play cards home by itself where that never harms.
    Nothing may depend on the clock, on chance or on the order of a set.
    """

    @property
    def layers(self) -> int:
        """How many layers there are: the deals that are left, and one. Only in the last one can the game be won."""

    def start(self) -> S:
        """The state of the table it was made from."""

    def moves(self, state: S, layer: int) -> Iterable[S]:
        """The states one step away, without a deal; a step may be several moves of the engine."""

    def deal(self, state: S, layer: int) -> S | None:
        """The state after a deal, which belongs to `layer + 1`; None when no deal is allowed."""

    def score(self, state: S, layer: int) -> int:
        """How far from won a state looks: the smaller, the sooner it is looked at; below 0 counts as 0."""

    def lost(self, state: S, layer: int) -> bool:
        """Whether a state is proven to be lost at a glance: such ones are not dealt on. False is never wrong."""

    def won(self, state: S) -> bool:
        """Whether a state of the last layer wins by playing home whatever goes, if it is not won already."""

    def line(self, table: Table, state: S, after: S, layer: int, *, deal: bool) -> Sequence[Move]:
        """The engine's moves from `table`, which looks like `state`, to one that looks like `after`.

        `after` is one of `moves(state, layer)`, or with `deal` what `deal(state, layer)` gave; then the line begins
        with the deal. A start that plays cards home is asked for by `state` and `after` both the start.
        """


class Attempt(NamedTuple):
    """One search: the weights of the score (an index of the model's own), positions to expand in a layer, positions
    dealt on from it, positions to expand in the last layer; None: all. An `exact` one asks for the model without any
    pruning that is not proven; it is a proof when nothing was cut, and ends where something would be."""

    weights: int
    width: int | None
    keep: int | None
    last: int | None
    exact: bool = False


class Layer(NamedTuple, Generic[S]):
    """What was seen of a layer: for each state the one it came from (itself, if it was there at the start), in the
    order in which they were found; a won state or None; and whether every state was expanded."""

    came: dict[S, S]
    won: S | None
    complete: bool


class DriftError(RuntimeError):
    """The engine refuses a move of a model's line: the two have different rules, which is a fault of the program."""


def spread(model: Model[S], front: Iterable[S], layer: int, width: int | None, meter: Meter, kept: int = 0) -> Layer[S]:
    """Expand up to `width` states of a layer, best score first, among equals the newest first.

    It ends early when, with the `kept` states of other layers, there is no room in memory for more.
    """
    last = layer == model.layers - 1
    came: dict[S, S] = {}
    queue: dict[int, list[S]] = {}
    low = waiting = 0
    for state in front:
        if state not in came:
            came[state] = state
            queue.setdefault(max(0, model.score(state, layer)), []).append(state)
            waiting += 1
    left = meter.left if width is None else min(width, meter.left)
    pause = meter.pause()
    expanded = 0
    room = meter.room - kept
    moves, score, won = model.moves, model.score, model.won
    while waiting and left and len(came) < room:
        while not (states := queue.get(low)):
            low += 1
        state = states.pop()
        if last and won(state):
            meter.tell(expanded, layer, model.layers)
            return Layer(came, state, False)
        waiting -= 1
        left -= 1
        expanded += 1
        for after in moves(state, layer):
            if after not in came:
                came[after] = state
                value = score(after, layer)
                if value < low:
                    low = value = max(0, value)
                if (states := queue.get(value)) is None:
                    queue[value] = [after]
                else:
                    states.append(after)
                waiting += 1
        if expanded >= pause:
            meter.tell(expanded, layer, model.layers)
            expanded = 0
            pause = meter.pause()
    meter.tell(expanded, layer, model.layers)
    return Layer(came, None, not waiting)


def dealt(model: Model[S], came: Iterable[S], layer: int, keep: int | None) -> tuple[dict[S, S], bool]:
    """The states after a deal that may be won, each with the one it was dealt on, and whether these are all.

    The `keep` best-scored ones, best first, among equals the oldest first. Of a multitude that is proven to be lost,
    only so many are looked at.
    """
    pairs: dict[S, S] = {}
    for state in came:
        after = model.deal(state, layer)
        if after is not None and after not in pairs:
            pairs[after] = state
    if keep is None:
        return {after: state for after, state in pairs.items() if not model.lost(after, layer + 1)}, True
    scored = [(model.score(after, layer + 1), number, after) for number, after in enumerate(pairs)]
    kept: dict[S, S] = {}
    best = nsmallest(_LOOKS * keep, scored, key=itemgetter(0, 1))
    for _, _, after in best:
        if len(kept) == keep:
            return kept, False
        if not model.lost(after, layer + 1):
            kept[after] = pairs[after]
    return kept, len(best) == len(pairs)


class Step(NamedTuple, Generic[S]):
    """From one state to the next, by a deal or without."""

    state: S
    after: S
    layer: int
    deal: bool


def attempted(model: Model[S], attempt: Attempt, meter: Meter) -> tuple[list[Step[S]] | None, bool]:
    """One attempt: the steps to a win, or None, and whether it left nothing out."""
    front: dict[S, S] = {model.start(): model.start()}
    seen: list[tuple[dict[S, S], dict[S, S]]] = []
    complete = True
    kept = 0
    for layer in range(model.layers):
        last = layer == model.layers - 1
        found = spread(model, front, layer, attempt.last if last else attempt.width, meter, kept)
        kept += len(found.came)
        seen.append((front, found.came))
        if found.won is not None:
            return _steps(seen, found.won), False
        complete = complete and found.complete
        if last or meter.left <= 0 or (attempt.exact and not complete):
            return None, complete and last
        front, every = dealt(model, found.came, layer, attempt.keep)
        complete = complete and every
        if not front:
            break
    return None, complete


def _steps(seen: list[tuple[dict[S, S], dict[S, S]]], state: S) -> list[Step[S]]:
    """The way to a state of the last layer seen, from the first."""
    steps: list[Step[S]] = []
    for layer in range(len(seen) - 1, -1, -1):
        front, came = seen[layer]
        while (before := came[state]) != state:
            steps.append(Step(before, state, layer, False))
            state = before
        if layer:
            steps.append(Step(front[state], state, layer - 1, True))
            state = front[state]
    steps.append(Step(state, state, 0, False))
    return steps[::-1]


def played(game: Game, table: Table, model: Model[S], steps: Iterable[Step[S]]) -> tuple[Move, ...]:
    """The engine's moves along the steps and home, every one played; DriftError when the engine does not agree."""
    line: list[Move] = []
    for step in steps:
        for move in model.line(table, step.state, step.after, step.layer, deal=step.deal):
            table = _play(game, table, move)
            line.append(move)
    while not game.won(table):
        last = homeward(game, table)
        if last is None:
            raise DriftError(f"{game.name}: a position is not won that the solver says is")
        table = _play(game, table, last)
        line.append(last)
    return tuple(line)


def _play(game: Game, table: Table, move: Move) -> Table:
    try:
        return game.play(table, move)
    except IllegalMoveError as error:
        raise DriftError(f"{game.name}: the solver plays {move}, but {error}") from error


def homeward(game: Game, table: Table) -> Transfer | None:
    """The first move that takes something home, columns first; None when there is none."""
    sizes = sorted({game.group_of[name].unit() for name in game.foundations})
    for source in game.names:
        if source not in game.foundations:
            for size in sizes:
                if target := game.takes_home(table, source, size):
                    return Transfer(source, target, size)
    return None


def search(
    game: Game, table: Table, attempts: Iterable[Attempt], model: Callable[[Attempt], Model[S]], meter: Meter
) -> Verdict:
    """Attempt after attempt, until one wins or proves, the attempts are over, or the budget is.

    Once an attempt that is not exact has left nothing out of its model, only exact ones can tell more: the others are
    skipped from then on.
    """
    exhausted = False
    try:
        for attempt in attempts:
            if meter.left <= 0:
                break
            if exhausted and not attempt.exact:
                continue
            meter.attempt += 1
            view = model(attempt)
            steps, complete = attempted(view, attempt, meter)
            if steps is not None:
                line = played(game, table, view, steps)
                return Verdict(WINNABLE, meter.spent, line, meter.attempt, length=len(line))
            if complete and attempt.exact:
                return Verdict(UNWINNABLE, meter.spent, (), meter.attempt)
            exhausted = exhausted or complete
    except OutOfTimeError:
        return Verdict(UNDECIDED, meter.spent, (), meter.attempt, stopped=True)
    return Verdict(UNDECIDED, meter.spent, (), meter.attempt)
