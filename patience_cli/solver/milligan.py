"""The Miss Milligan games: a layer for each deal, and inside it plays with pocket, home and, where there is one, grace.

Two equal cards of two packs are one card here, and so are two equal piles at home. While a deal is to come it matters
which column is which; afterwards the columns are sorted.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..dealing import DealToTableau, Stuck
from ..game import Game
from ..moves import DEAL, Move
from ..privileges import Grace
from ..table import Table
from .codes import coded
from .driver import Attempt, search
from .milligan_grace import Apart, rearranged, to_mend
from .milligan_known import BACK, ENDED, HOME, POCKET, Columns, Homes, Weights, bared, misfits
from .milligan_plays import Parts, Play, State, Way, ordinary, plays
from .milligan_table import by_content, named, read
from .verdict import Meter, Verdict

# What a score counts: pairs out of build, cards on a lower one, cards on one that is needed soon; gaps, columns from
# a king, cards at home; a pocket in use, an open grace.
WEIGHTS = (
    Weights(12, 4, 1, 20, 6, 6, 10, 0),
    Weights(16, 2, 0, 10, 4, 8, 20, 0),
    Weights(6, 6, 3, 15, 10, 10, 5, 0),
    Weights(8, 8, 2, 30, 8, 4, 10, 0),
    # Of a player who does not see the order of the stock.
    Weights(9, 3, 3, 15, 15, 20, 20, 0),
)

# Many narrow attempts cost little and win most deals; what they leave needs width.
PLAN = tuple(
    Attempt(weights, *size)
    for size in (
        (150, 30, 2_000),
        (400, 60, 4_000),
        (2_000, 300, 20_000),
        (8_000, 1_000, 60_000),
        (20_000, 3_000, None),
    )
    for weights in range(4)
)
PROOF = Attempt(0, None, None, None, exact=True)

# What a pair that keeps a grace from ending adds to a score.
_UNSETTLED = 30


class Milligan:
    """The model. An exact one makes every single play that the rules allow, and plays home by itself only what is
    proven to cost nothing (see `Homes`).

    The other one plays home by itself whatever no card on the table can need any more, leaves out some ordinary plays
    (see `ordinary`), and in a grace makes the rearrangements of `milligan_grace`, unless it starts in a grace that
    could not end as it is: then every play, until it could.
    """

    def __init__(self, game: Game, table: Table, attempt: Attempt) -> None:
        stock, privilege = game.stock, game.privilege
        assert isinstance(stock, DealToTableau)
        self.game = game
        self.exact = attempt.exact
        self.width = len(game.columns)
        self.stuck = isinstance(stock.when, Stuck)
        self.grace = isinstance(privilege, Grace)
        self.strict = isinstance(privilege, Grace) and privilege.strict
        self.closed = isinstance(privilege, Grace) and privilege.closed
        self.pocket = game.values.get("pocket", "none")
        self.pocket_late = game.values.get("pocket-when") == "stock-empty"
        self.returns = game.values["foundation-return"]
        self.weights = WEIGHTS[attempt.weights]
        self.columns = Columns()
        self.apart = Apart()
        provable = self.returns == "never" and not self.stuck and not self.grace
        self.homes = Homes(self.weights, game.packs, forced=provable or not self.exact, proven=self.exact)
        self.begin(table)

    def begin(self, table: Table) -> None:
        """Take another table to start from; what is known of columns and of cards at home stays."""
        self.table = table
        self.stock = coded(table.piles["s"].cards)
        self.layers = -(-len(self.stock) // self.width) + 1

    # -- states ----------------------------------------------------------------------------------------------------

    def _state(self, parts: Parts, layer: int) -> State:
        """A state with its score, in canonical form: once no deal is to come gaps stand first, and last among them
        those of a grace; and accepted pairs are forgotten where every state to come has no others."""
        columns, home, pocket, gaps, accepted = parts
        record = self.homes[home]
        value = record.value + sum(map(record.scores.__getitem__, columns))
        if pocket:
            value += self.weights.pocket
        if gaps:
            value -= self.weights.grace
            if accepted is not None and not self.exact:
                mend = to_mend(columns, accepted)
                value += _UNSETTLED * mend
                accepted = accepted if mend else None
        else:
            accepted = None
        if layer == self.layers - 1:
            columns.sort()
            if gaps:
                gaps = (1 << columns.count(b"")) - (1 << columns.count(b"") - gaps.bit_count())
        return State(tuple(columns), home, pocket, gaps, value, accepted)

    def start(self) -> State:
        return self._settled(read(self.game, self.table), 0)[0]

    def deal(self, state: State, layer: int) -> State | None:
        if state.accepted is not None and to_mend(state.columns, state.accepted):
            return None
        if self.stuck and any(_counts(state, play) for play in ordinary(self, state, layer, full=True)):
            return None
        return self._dealt(state, layer)[0]

    def _dealt(self, state: State, layer: int) -> tuple[State, Way]:
        row = self.stock[self.width * layer : self.width * (layer + 1)]
        columns = [column + row[number : number + 1] for number, column in enumerate(state.columns)]
        return self._settled((columns, state.home, state.pocket, 0, None), layer + 1)

    def lost(self, state: State, layer: int) -> bool:
        return False

    def won(self, state: State) -> bool:
        """No card lies on a lower one, so that all can go home, one by one; unless a grace would be in the way."""
        if self.closed:
            return not any(state.columns)
        return all(known.descends for known in map(self.columns.__getitem__, state.columns))

    # -- the search ------------------------------------------------------------------------------------------------

    def score(self, state: State, layer: int) -> int:
        return state.value

    def moves(self, state: State, layer: int) -> list[State]:
        return [after for after, _ in self.ways(state, layer)]

    def ways(self, state: State, layer: int) -> list[tuple[State, Way]]:
        """The states one step away, each with the plays that lead there."""
        found: list[Way]
        if self.exact or state.accepted is not None:
            found = [(play,) for play in plays(self, state, layer)]
        else:
            found = [(play,) for play in ordinary(self, state, layer, full=False)]
            if state.gaps:
                found += rearranged(self, state)
                if self.closed:
                    found.append(((ENDED, ENDED, 0),))
        return [step for way in found if (step := self._made(state, way, layer)) is not None]

    def _made(self, state: State, way: Way, layer: int) -> tuple[State, Way] | None:
        """The state after some plays, and all that is forced home then; None when a grace may not end so."""
        home, pocket, gaps, accepted = state.home, state.pocket, state.gaps, state.accepted
        columns = list(state.columns)
        safe = self.homes[home].safe
        settled = True
        for source, target, count in way:
            if source < POCKET:
                cards = columns[source]
                packet = cards[-count:]
                rest = columns[source] = bared(cards[:-count])
                if rest:
                    settled = settled and rest[-1] not in safe
                elif self.grace and (target >= POCKET or columns[target] or gaps >> target & 1):
                    gaps |= 1 << source
            elif source == POCKET:
                packet = pocket[-count:]
                pocket = pocket[:-count]
            elif source == ENDED:
                gaps = 0
                settled = False
                break
            else:
                card, home = self.homes[home].back[source]
                packet = bytes((card,))
            if target < POCKET:
                if gaps and not columns[target]:
                    gaps &= ~(1 << target)
                columns[target] += packet
            elif target == POCKET:
                pocket = packet
            else:
                home = self.homes[home].up[packet[0]]
                settled = False
        if accepted is not None and not gaps and to_mend(columns, accepted):
            return None
        if self.exact and gaps and not state.gaps:
            accepted = tuple(sorted(misfits(columns)))
        if settled or source >= BACK:
            return self._state((columns, home, pocket, gaps, accepted), layer), way
        after, forced = self._settled((columns, home, pocket, gaps, accepted), layer)
        return after, way + forced

    def _settled(self, parts: Parts, layer: int) -> tuple[State, Way]:
        """The state once everything is home that is forced to go there, and the plays that did it.

        Where nothing goes home during a grace, none is opened by force.
        """
        columns, home, pocket, gaps, accepted = parts
        forced: list[Play] = []
        safe = self.homes[home].safe
        again = bool(safe) and not (gaps and self.closed)
        while again:
            again = False
            for number, cards in enumerate(columns):
                if cards and cards[-1] in safe:
                    if len(cards) == 1 and self.grace:
                        if self.closed:
                            continue
                        gaps |= 1 << number
                    columns[number] = bared(cards[:-1])
                    home = self.homes[home].up[cards[-1]]
                    safe = self.homes[home].safe
                    forced.append((number, HOME, 1))
                    again = True
            if pocket and pocket[-1] in safe:
                home = self.homes[home].up[pocket[-1]]
                safe = self.homes[home].safe
                pocket = pocket[:-1]
                forced.append((POCKET, HOME, 1))
                again = True
        return self._state((columns, home, pocket, gaps, accepted), layer), tuple(forced)

    # -- the line --------------------------------------------------------------------------------------------------

    def line(self, table: Table, state: State, after: State, layer: int, *, deal: bool) -> Sequence[Move]:
        last = layer == self.layers - 1
        names = by_content(self.game, table) if last else self.game.columns
        moves: list[Move] = []
        if deal:
            moves.append(DEAL)
            table = self.game.moved(table, DEAL)
            way = self._dealt(state, layer)[1]
        elif state == after:
            way = self._settled(read(self.game, table), layer)[1]
            names = self.game.columns
        else:
            way = next(way for reached, way in self.ways(state, layer) if reached == after)
        for play in way:
            move = named(self.game, table, names, play)
            moves.append(move)
            table = self.game.moved(table, move)
        return moves


def _counts(state: State, play: Play) -> bool:
    """Whether a play keeps a row from being dealt where one is dealt only when nothing can be played."""
    source, target, count = play
    if source >= BACK or target == POCKET:
        return False
    whole = source < POCKET and target < POCKET and count == len(state.columns[source])
    return not (whole and not state.columns[target])


def solve(game: Game, table: Table, meter: Meter) -> Verdict:
    """The plug-in's door: see `solver.solve`."""
    return search(game, table, (*PLAN, PROOF), lambda attempt: Milligan(game, table, attempt), meter)
