"""Licences to break the rules of a game for a while, and things that follow from a move by rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple

from .cards import KING, Card, read_card
from .game import Game, Privilege, Refusal
from .moves import STOP, Move, Transfer
from .rules import FOUNDATION, Build
from .table import Pile, Table


class Open(NamedTuple):
    """What `Table.phase` holds while a grace is open: its gaps in column order, and its baseline.

    The baseline is the pairs of neighbours that were no build when it opened, each as four letters, lower card first
    (`8D2S`), as often as it counts, sorted as text.
    """

    gaps: tuple[str, ...]
    accepted: tuple[str, ...]


class Grace(Privilege):
    """The Gnadenfrist of Miss Milligan.

    It opens when a play empties a column, allows free moves between columns, and may end only when no pair of
    neighbours is out of build that was not so when it opened. `strict` forbids a free move to cut a build;
    `closed` forbids plays to a foundation while it is open.
    """

    def __init__(self, build: Build, *, strict: bool = False, closed: bool = False) -> None:
        self.build = build
        self.strict = strict
        self.closed = closed

    def verdict(self, game: Game, table: Table, move: Move, reason: Refusal | None) -> Refusal | None:
        phase = table.phase
        if not isinstance(phase, Open):
            if move is STOP or (isinstance(move, Transfer) and move.free):
                return Refusal("no grace is open")
            return reason
        if not isinstance(move, Transfer):
            return reason or self._unsettled(game, phase, table)
        if move.free:
            return self._free_flaw(game, table, move)
        if reason is not None:
            return self._or_free(game, table, move, reason)
        if self.closed and game.group_of[move.target].kind == FOUNDATION:
            return Refusal("no card goes to a foundation while a grace is open", "g ends it")
        after = game.carried(table, move)
        if not self._gaps_after(game, phase.gaps, table, move, after):
            return self._unsettled(game, phase, after)
        return None

    def _free_flaw(self, game: Game, table: Table, move: Transfer) -> Refusal | None:
        source, target, count, _ = move
        if source not in game.columns or target not in game.columns:
            return Refusal("a free move goes from column to column")
        if refusal := game.held(table, source, target, count):
            return refusal
        if not table.piles[target].cards:
            return Refusal(
                f"{target} is empty: a free move needs a card to lie on", "only a sequence from K fills a gap"
            )
        if self.strict and self._cuts(table.piles[source], count):
            return Refusal(f"that would break up the sequence on {source}")
        return None

    def _cuts(self, pile: Pile, count: int) -> bool:
        """Whether lifting `count` cards parts two face-up cards that lie in build."""
        cut = len(pile.cards) - count
        return cut > pile.down and self.build.clash(pile.cards[cut - 1], pile.cards[cut]) is None

    def _or_free(self, game: Game, table: Table, move: Transfer, reason: Refusal) -> Refusal:
        """The rules' own refusal, with the free move that would be possible."""
        claim = move._replace(free=True)
        return reason if self._free_flaw(game, table, claim) else Refusal(reason.why, f"write {claim} for a free move")

    def moves(self, game: Game, table: Table) -> Iterable[Transfer]:
        if not isinstance(table.phase, Open):
            return
        for source in game.columns:
            pile = table.piles[source]
            for target in game.columns:
                if target != source and table.piles[target].cards:
                    for count in range(1, len(pile.cards) - pile.down + 1):
                        yield Transfer(source, target, count, free=True)

    def after(self, game: Game, before: Table, move: Move, table: Table) -> Table:
        phase = before.phase
        if not isinstance(move, Transfer):
            return table._replace(phase=None)  # a deal ends it as g does
        if isinstance(phase, Open):
            gaps = self._gaps_after(game, phase.gaps, before, move, table)
            return table._replace(phase=Open(gaps, phase.accepted) if gaps else None)
        if self._emptied(game, move, table) and not game.whole_to_gap(before, move):
            return table._replace(phase=Open((move.source,), tuple(sorted(self._misfits(game, table)))))
        return table

    @staticmethod
    def _emptied(game: Game, move: Transfer, after: Table) -> bool:
        return move.source in game.columns and not after.piles[move.source].cards

    def _gaps_after(
        self, game: Game, gaps: tuple[str, ...], before: Table, move: Transfer, after: Table
    ) -> tuple[str, ...]:
        """The gaps once `move` was made: one filled, one new, or a whole column that changed places with one."""
        if game.whole_to_gap(before, move):
            gaps = tuple(move.source if gap == move.target else gap for gap in gaps)
        else:
            gaps = tuple(gap for gap in gaps if gap != move.target)
            if self._emptied(game, move, after):
                gaps += (move.source,)
        return tuple(sorted(gaps, key=game.columns.index))

    def _misfits(self, game: Game, table: Table) -> Iterator[str]:
        """All pairs of neighbours that are no build, column by column, from the base up, face-down cards included."""
        for name in game.columns:
            cards = table.piles[name].cards
            for below, above in pairwise(cards):
                if self.build.clash(below, above):
                    yield below + above

    def _too_many(self, game: Game, phase: Open, table: Table) -> list[str]:
        """The pairs that keep the grace from ending, each as often as it is too many."""
        spare = Counter(phase.accepted)
        offending = []
        for pair in self._misfits(game, table):
            if spare[pair]:
                spare[pair] -= 1
            else:
                offending.append(pair)
        return offending

    def _unsettled(self, game: Game, phase: Open, table: Table) -> Refusal | None:
        pairs = self._too_many(game, phase, table)
        if not pairs:
            return None
        named = ", ".join(f"{pair[2:]} on {pair[:2]}" for pair in pairs)
        return Refusal(f"grace cannot end: {named}", "move these before closing")

    def opened(self, game: Game, table: Table) -> tuple[tuple[str, ...], int] | None:
        """The gaps of an open grace and how many pairs are to be mended; None while none is open."""
        if not isinstance(table.phase, Open):
            return None
        return table.phase.gaps, len(self._too_many(game, table.phase, table))

    def state(self, game: Game, table: Table) -> str | None:
        opened = self.opened(game, table)
        return f"grace (gap {' '.join(opened[0])}; {opened[1]} to mend)" if opened else None

    def lines(self, table: Table) -> list[tuple[str, str]]:
        if not isinstance(table.phase, Open):
            return []
        return [("grace", " ".join(table.phase.gaps)), ("accepted", " ".join(table.phase.accepted))]

    def recall(self, game: Game, table: Table, lines: Mapping[str, str]) -> Table:
        if "grace" not in lines:
            if "accepted" in lines:
                raise ValueError("accepted", "accepted pairs without an open grace")
            return table
        gaps = tuple(lines["grace"].split())
        if not gaps:
            raise ValueError("grace", "a grace needs a gap")
        for gap in gaps:
            if gap not in game.columns or table.piles[gap].cards:
                raise ValueError("grace", f"{gap} is no empty column")
            if gaps.count(gap) > 1:
                raise ValueError("grace", f"{gap} stands there twice")
        pairs = lines.get("accepted", "").split()
        for pair in pairs:
            below, above = self._pair(pair)
            if self.build.clash(below, above) is None:
                raise ValueError("accepted", f"{above} on {below} is in build")
        order = tuple(sorted(gaps, key=game.columns.index))
        return table._replace(phase=Open(order, tuple(sorted(pair.upper() for pair in pairs))))

    @staticmethod
    def _pair(text: str) -> tuple[Card, Card]:
        below, above = read_card(text[:2]), read_card(text[2:])
        if below is None or above is None:
            raise ValueError("accepted", f"not two cards: {text}")
        return below, above

    def warning(self, game: Game, table: Table) -> str | None:
        if isinstance(table.phase, Open) and next(game.legal(table), None) is None:
            return "the grace cannot end and no move is left; undo is the way out"
        return None

    def sentences(self) -> list[str]:
        said = [
            "When a play empties a column, a grace opens: until it ends, the face-up end of a column, of any length, "
            "may be laid on any other column that holds a card, whatever its rank and colour. Such a free move is "
            "written with a slash, 6/1x2.",
            "Only a king, or a sequence from a king, fills the gap. The grace ends when its last gap is filled, "
            "with g, or with a deal; it may end only when no card lies out of build on a card on which it did "
            "not lie when the grace opened.",
        ]
        if self.strict:
            said.append("A free move may not part two cards that lie in build.")
        if self.closed:
            said.append("While a grace is open, no card goes to a foundation.")
        return said


class DiscardsRuns(Privilege):
    """Complete runs leave by themselves: after a move or a deal, leftmost column first, to the lowest foundation.

    It is part of the move that brought it about (`discard=auto` of Spiderette).
    """

    def after(self, game: Game, before: Table, move: Move, table: Table) -> Table:
        for name in game.columns:
            while home := game.takes_home(table, name, KING):
                table = game.carried(table, Transfer(name, home, KING))
        return table

    def sentences(self) -> list[str]:
        return ["A complete run leaves by itself as soon as it lies at the end of a column."]
