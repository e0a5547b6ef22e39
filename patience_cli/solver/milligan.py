"""The Miss Milligan games: a layer for each deal, and inside it plays with pocket, home and, where there is one, grace.

Two equal cards of two packs are one card here, and so are two foundations of a suit that are equally high. While a
deal is to come it matters which column is which; afterwards the columns are sorted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from ..cards import KING, SUITS
from ..dealing import DealToTableau, Stuck
from ..game import Game
from ..moves import DEAL, STOP, Move, Transfer
from ..privileges import Grace, Open
from ..table import Table
from .codes import coded
from .driver import Attempt, search
from .milligan_grace import Apart, rearranged
from .milligan_plays import BACK, DOWN, ENDED, HOME, POCKET, Columns, Homes, Play, State, Way, ordinary
from .verdict import Meter, Verdict

# What a score counts: pairs out of build, cards on a lower one, empty columns, cards at home, cards on one that is
# needed soon, columns from a king, a pocket in use, an open grace.
WEIGHTS = (
    (12, 4, 20, 6, 1, 6, 10, 0),
    (8, 8, 30, 4, 2, 8, 10, 0),
    (16, 2, 10, 8, 0, 4, 20, 0),
    (6, 6, 15, 10, 3, 10, 5, 0),
)

PLAN = (
    *(Attempt(weights, 400, 60, 4_000) for weights in range(4)),
    *(Attempt(weights, 2_000, 300, 20_000) for weights in range(4)),
    *(Attempt(weights, 8_000, 1_000, 60_000) for weights in range(4)),
    *(Attempt(weights, 20_000, 3_000, 200_000) for weights in range(4)),
)


class Milligan:
    """The model. An exact one makes every move that the rules allow, and plays home by itself only what is proven
    never to harm (see `Homes`).

    The other one plays home by itself whatever no card on the table can need any more, fills the first gap it finds,
    and leaves out whole columns that change places with a gap, aces and kings that come back from home, and in a
    grace all but the rearrangements of `milligan_grace`.
    """

    def __init__(self, game: Game, table: Table, attempt: Attempt) -> None:
        stock, privilege = game.stock, game.privilege
        assert isinstance(stock, DealToTableau)
        self.game = game
        self.table = table
        self.exact = attempt.exact
        self.stock = coded(table.piles["s"].cards)
        self.width = len(game.columns)
        self.layers = -(-len(self.stock) // self.width) + 1
        self.stuck = isinstance(stock.when, Stuck)
        self.grace = isinstance(privilege, Grace)
        self.strict = isinstance(privilege, Grace) and privilege.strict
        self.closed = isinstance(privilege, Grace) and privilege.closed
        self.pocket = game.values.get("pocket", "none")
        self.pocket_late = game.values.get("pocket-when") == "stock-empty"
        self.returns = game.values["foundation-return"]
        self.weights = WEIGHTS[attempt.weights]
        proven = self.returns == "never" and not self.stuck and not self.grace
        self.columns = Columns()
        self.apart = Apart()
        self.homes = Homes(self.weights, game.packs, exact=self.exact, forced=proven or not self.exact)

    # -- states and tables -----------------------------------------------------------------------------------------

    def read(self, table: Table, layer: int) -> State:
        """The state of a table, as it is."""
        columns = [
            bytes([code | DOWN if number < pile.down else code for number, code in enumerate(coded(pile.cards))])
            for pile in map(table.piles.__getitem__, self.game.columns)
        ]
        heights: list[list[int]] = [[] for _ in SUITS]
        for name in self.game.foundations:
            if cards := table.piles[name].cards:
                heights[SUITS.index(cards[0].suit)].append(len(cards))
        full = [KING] * (2 - self.game.packs)
        home = bytes(chain.from_iterable(sorted([*up, *full, 0, 0], reverse=True)[:2] for up in heights))
        pocket = coded(table.piles["p"].cards) if "p" in table.piles else b""
        gaps = 0
        if isinstance(table.phase, Open):
            gaps = sum(1 << self.game.columns.index(name) for name in table.phase.gaps)
        return self._state(columns, home, pocket, gaps, layer)

    def _state(self, columns: list[bytes], home: bytes, pocket: bytes, gaps: int, layer: int) -> State:
        """A state with its score, in canonical form: once no deal is to come, gaps come first, and last among them
        those that are part of a grace."""
        record = self.homes[home]
        value = record.value + sum(map(record.scores.__getitem__, columns))
        if pocket:
            value += self.weights[6]
        if layer == self.layers - 1:
            columns.sort()
            if gaps:
                gaps = (1 << columns.count(b"")) - (1 << columns.count(b"") - gaps.bit_count())
        if gaps:
            value -= self.weights[7]
        return State(tuple(columns), home, pocket, gaps, value)

    def start(self) -> State:
        return self._settled(*self._unpacked(self.read(self.table, 0)), 0)[0]

    @staticmethod
    def _unpacked(state: State) -> tuple[list[bytes], bytes, bytes, int]:
        return list(state.columns), state.home, state.pocket, state.gaps

    def deal(self, state: State, layer: int) -> State | None:
        if self.stuck and any(self._counts(state, play) for play in ordinary(self, state, layer, full=True)):
            return None
        return self._dealt(state, layer)[0]

    def _dealt(self, state: State, layer: int) -> tuple[State, Way]:
        row = self.stock[self.width * layer : self.width * (layer + 1)]
        columns = [column + row[i : i + 1] for i, column in enumerate(state.columns)]
        return self._settled(columns, state.home, state.pocket, 0, layer + 1)

    @staticmethod
    def _counts(state: State, play: Play) -> bool:
        """Whether a play keeps a row from being dealt where one is dealt only when nothing can be played."""
        source, target, count = play
        if source >= BACK or source == ENDED or target == POCKET:
            return False
        whole = source < POCKET and count == len(state.columns[source])
        return not (whole and target < POCKET and not state.columns[target])

    def won(self, state: State) -> bool:
        """No card lies on a lower one, so that all can go home, one by one."""
        if self.closed:
            return not any(state.columns)
        return all(map(self.columns.descends, state.columns))

    # -- the search ------------------------------------------------------------------------------------------------

    def score(self, state: State, layer: int) -> int:
        return state.value

    def moves(self, state: State, layer: int) -> Iterable[State]:
        return [after for after, _ in self.ways(state, layer)]

    def ways(self, state: State, layer: int) -> list[tuple[State, Way]]:
        """The states one step away, each with the plays that lead there."""
        steps = [self._made(state, (play,), layer) for play in ordinary(self, state, layer, full=self.exact)]
        if state.gaps:
            steps += [self._made(state, way, layer) for way in rearranged(self, state)]
        return steps

    def _made(self, state: State, way: Way, layer: int) -> tuple[State, Way]:
        """The state after some plays, and after all that is forced home then."""
        columns, home, pocket, gaps = self._unpacked(state)
        for source, target, count in way:
            if source < POCKET:
                column = columns[source]
                packet = column[-count:]
                rest = column[:-count]
                if rest and rest[-1] >= DOWN:
                    rest = rest[:-1] + bytes((rest[-1] & ~DOWN,))
                columns[source] = rest
                if not rest and self.grace:
                    gaps = self._gaps_after(gaps, source, target, columns)
            elif source == POCKET:
                packet = pocket[-count:]
                pocket = pocket[:-count]
            elif source == ENDED:
                gaps = 0
                continue
            else:
                card, home = self.homes[home].back[source]
                packet = bytes((card,))
            if target < POCKET:
                if not columns[target]:
                    gaps &= ~(1 << target)
                columns[target] += packet
            elif target == POCKET:
                pocket = packet
            else:
                home = self.homes[home].up[packet[0]]
        if source >= BACK or (home == state.home and source != ENDED and not self._bared(columns, home, way)):
            return self._state(columns, home, pocket, gaps, layer), way
        after, forced = self._settled(columns, home, pocket, gaps, layer)
        return after, way + forced

    def _bared(self, columns: Sequence[bytes], home: bytes, way: Way) -> bool:
        """Whether some plays have bared a card that is forced home."""
        safe = self.homes[home].safe
        for source, _, _ in way:
            if source < POCKET and (column := columns[source]) and column[-1] in safe:
                return True
        return False

    def _gaps_after(self, gaps: int, source: int, target: int, columns: Sequence[bytes]) -> int:
        """The gaps of the grace once a play has emptied `source`; the target is still as it was."""
        if target < POCKET and not columns[target]:
            return gaps | 1 << source if gaps & 1 << target else gaps
        return gaps | 1 << source

    def _settled(self, columns: list[bytes], home: bytes, pocket: bytes, gaps: int, layer: int) -> tuple[State, Way]:
        """The state once everything is home that is forced to go there, and the plays that did it."""
        forced: list[Play] = []
        safe = self.homes[home].safe
        again = bool(safe)
        while again and not (gaps and self.closed):
            again = False
            for number, column in enumerate(columns):
                if column and column[-1] in safe:
                    rest = column[:-1]
                    if not rest and self.grace:
                        if self.closed:
                            continue
                        gaps |= 1 << number
                    if rest and rest[-1] >= DOWN:
                        rest = rest[:-1] + bytes((rest[-1] & ~DOWN,))
                    columns[number] = rest
                    home = self.homes[home].up[column[-1]]
                    safe = self.homes[home].safe
                    forced.append((number, HOME, 1))
                    again = True
            if pocket and pocket[-1] in safe:
                home = self.homes[home].up[pocket[-1]]
                safe = self.homes[home].safe
                pocket = pocket[:-1]
                forced.append((POCKET, HOME, 1))
                again = True
        return self._state(columns, home, pocket, gaps, layer), tuple(forced)

    # -- the line --------------------------------------------------------------------------------------------------

    def line(self, table: Table, state: State, after: State, layer: int, *, deal: bool) -> Sequence[Move]:
        names: Sequence[str] = self.game.columns
        moves: list[Move] = []
        if deal:
            moves.append(DEAL)
            table = self.game.moved(table, DEAL)
            way = self._dealt(state, layer)[1]
        elif state == after:
            way = self._settled(*self._unpacked(self.read(table, 0)), 0)[1]
        else:
            way = next(way for reached, way in self.ways(state, layer) if reached == after)
        if layer == self.layers - 1 and not deal:
            names = self._names(table, state)
        for play in way:
            move = self._named(table, names, play)
            moves.append(move)
            table = self.game.moved(table, move)
        return moves

    def _names(self, table: Table, state: State) -> list[str]:
        """The columns of a table in the order of a state whose columns are sorted."""
        open_gaps = table.phase.gaps if isinstance(table.phase, Open) else ()

        def place(name: str) -> tuple[bytes, bool]:
            pile = table.piles[name]
            codes = coded(pile.cards)
            return bytes([c | DOWN if i < pile.down else c for i, c in enumerate(codes)]), name in open_gaps

        return sorted(self.game.columns, key=place)

    def _named(self, table: Table, names: Sequence[str], play: Play) -> Move:
        """A play as the engine's move, a free one where no ordinary one will do."""
        source, target, count = play
        if source == ENDED:
            return STOP
        if source >= BACK:
            suit, low = divmod(source - BACK, 2)
            piles = [
                name for name in self.game.foundations if (top := table.piles[name].top) and top.suit == SUITS[suit]
            ]
            piles.sort(key=lambda name: len(table.piles[name].cards), reverse=True)
            return Transfer(piles[low if self.game.packs == 2 else 0], names[target])
        name = "p" if source == POCKET else names[source]
        if target == HOME:
            return Transfer(name, self.game.takes_home(table, name, 1) or "f1")
        if target == POCKET:
            return Transfer(name, "p", count)
        move = Transfer(name, names[target], count)
        return move if self.game.why_not(table, move) is None else move._replace(free=True)


def solve(game: Game, table: Table, meter: Meter) -> Verdict:
    """The plug-in's door: see `solver.solve`."""
    return search(game, table, PLAN, lambda attempt: Milligan(game, table, attempt), meter)
