"""A game: what is declared, and the one judge of what is legal.

`Game` holds all of the rules and none of the play. `why_not` is the only place where legality lives; the list of
legal moves is every conceivable move to which it has no objection.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, Protocol

from .cards import SUITS, Card, kind
from .moves import DEAL, REDEAL, STOP, Command, Move, Transfer
from .rules import FOUNDATION, RESERVE, STOCK, TABLEAU, WASTE, Attempt, Group
from .table import EMPTY, Pile, Table


class Refusal(NamedTuple):
    """Why a move is not legal, in a player's words, and what was to be expected instead, if that can be said."""

    why: str
    expected: str | None = None


class IllegalMoveError(ValueError):
    """`play` was given a move that the rules refuse; `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.why)
        self.refusal = refusal


class Option(NamedTuple):
    """A named choice of a game: its values as text, the default first, and what it is about."""

    name: str
    values: tuple[str, ...]
    about: str


class Opening(Protocol):
    """How the table is laid before the first move."""

    def lay(self, game: Game, deck: tuple[Card, ...]) -> dict[str, Pile]:
        """All piles of the game, the rest of the deck in its stock."""


class Stock(Protocol):
    """What `d` and `r` do."""

    @property
    def passes(self) -> int | None:
        """How many passes through the stock a game that can redeal allows; 0 when it cannot, None for any number."""

    def flaw(self, game: Game, table: Table, move: Command) -> Refusal | None:
        """Why no deal, or no redeal, now; None when it is allowed."""

    def turn(self, game: Game, table: Table, move: Command) -> Table:
        """The table after a deal or redeal that is allowed."""

    def deals(self, game: Game, table: Table) -> int | None:
        """How many deals the stock holds, a short last one counted; None where a deal turns only one card."""

    def warning(self, game: Game, table: Table) -> str | None:
        """What a player should be told about a stock that can never be dealt again, or None."""


class Privilege:
    """A licence to break rules for a while. This one gives none, and stands where a game has none.

    It gets the last word on each move, and owns `Table.phase`: nobody else looks inside.
    """

    def verdict(self, game: Game, table: Table, move: Move, reason: Refusal | None) -> Refusal | None:
        """The final objection to a move, given the rules' own `reason`."""
        if move is STOP:
            return Refusal(f"there is nothing to end in {game.title}")
        if isinstance(move, Transfer) and move.free:
            return Refusal(f"there are no free moves in {game.title}")
        return reason

    def moves(self, game: Game, table: Table) -> Iterable[Transfer]:
        """The transfers that only this licence makes conceivable, in the order of the list of legal moves."""
        return ()

    def after(self, game: Game, before: Table, move: Move, table: Table) -> Table:
        """What follows by rule from a move that led from `before` to `table`."""
        return table

    def state(self, game: Game, table: Table) -> str | None:
        """Its field of the state line, or None."""
        return None

    def lines(self, table: Table) -> list[tuple[str, str]]:
        """Its memory as lines of a position text, `key` and text."""
        return []

    def recall(self, game: Game, table: Table, lines: Mapping[str, str]) -> Table:
        """The table with the memory that `lines` tell by key; ValueError(key, words) when it is unsound."""
        for key in lines:
            raise ValueError(key, f"no {key} in {game.title}")
        return table

    def warning(self, game: Game, table: Table) -> str | None:
        """What a player should be told about a licence that can be given up no more, or None."""
        return None

    def sentences(self) -> list[str]:
        """Its part of the rule page."""
        return []


NO_PRIVILEGE = Privilege()
PLAYING, WON, LOST = "playing", "won", "lost"


@dataclass(frozen=True)
class Game:
    """The declaration of a game with its options in force: all of the rules, none of the play."""

    name: str
    title: str
    groups: tuple[Group, ...]
    opening: Opening
    stock: Stock
    packs: int = 1
    suits: str = SUITS
    aliases: tuple[str, ...] = ()
    privilege: Privilege = NO_PRIVILEGE
    picture: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    values: Mapping[str, str] = field(default_factory=dict)
    safe_always: bool = False
    rules: int = 1

    # -- what follows from the declaration -------------------------------------------------------------------------

    @cached_property
    def kind(self) -> str:
        """The make-up of its deck, `1x52`."""
        return kind(self.packs, self.suits)

    @cached_property
    def deck_size(self) -> int:
        """How many cards it is played with."""
        return 13 * len(self.suits) * self.packs

    def of_kind(self, kind: str) -> tuple[str, ...]:
        """The names of all piles of a kind, in order."""
        return tuple(name for group in self.groups if group.kind == kind for name in group.names)

    @cached_property
    def columns(self) -> tuple[str, ...]:
        return self.of_kind(TABLEAU)

    @cached_property
    def foundations(self) -> tuple[str, ...]:
        return self.of_kind(FOUNDATION)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """All piles, in the order of a position text: columns, foundations, waste, reserve, stock."""
        return tuple(name for kind in (TABLEAU, FOUNDATION, WASTE, RESERVE, STOCK) for name in self.of_kind(kind))

    @cached_property
    def group_of(self) -> Mapping[str, Group]:
        return {name: group for group in self.groups for name in group.names}

    @cached_property
    def sources(self) -> tuple[str, ...]:
        return tuple(name for kind in (TABLEAU, WASTE, RESERVE, FOUNDATION) for name in self.of_kind(kind))

    @cached_property
    def _targets(self) -> tuple[str, ...]:
        return self.columns + self.foundations + self.of_kind(RESERVE)

    @cached_property
    def _in_play(self) -> tuple[str, ...]:
        """All piles but the foundations; the first that holds a card tells that a game is not won."""
        return tuple(name for name in self.names if name not in self.foundations)

    @cached_property
    def chosen(self) -> Mapping[str, str]:
        """The options that differ from their defaults, names in alphabetical order."""
        defaults = {option.name: option.values[0] for option in self.options}
        return {name: self.values[name] for name in sorted(self.values) if self.values[name] != defaults[name]}

    def noun(self, name: str) -> str:
        """What a pile is called in a sentence."""
        return self.group_of[name].noun

    def stock_cards(self, table: Table) -> int:
        """How many cards the stock holds, 0 where there is none."""
        return len(table.piles.get("s", EMPTY).cards)

    # -- a game under way ------------------------------------------------------------------------------------------

    def start(self, deck: Iterable[Card]) -> Table:
        """The table after the opening deal of a whole deck, card 0 dealt first."""
        return Table(self.opening.lay(self, tuple(deck)))

    def home(self, table: Table) -> int:
        """The cards on the foundations: the score, where a game has one."""
        piles = table.piles
        return sum([len(piles[name].cards) for name in self.foundations])

    def total(self, table: Table) -> int:
        """All cards in play."""
        return sum([len(pile.cards) for pile in table.piles.values()])

    def won(self, table: Table) -> bool:
        """Every card of the deck is home. A table that leaves cards out is never won."""
        return not any(table.piles[name].cards for name in self._in_play) and self.home(table) == self.deck_size

    def status(self, table: Table) -> str:
        """`won`, `lost` (a whole deck, no privilege under way, nothing legal left) or `playing`."""
        if self.won(table):
            return WON
        if table.phase is None and self.total(table) == self.deck_size and next(self.legal(table), None) is None:
            return LOST
        return PLAYING

    def warnings(self, table: Table) -> list[str]:
        """Dead ends that are not a loss, because undo is a way out."""
        if self.won(table):
            return []
        both = (self.stock.warning(self, table), self.privilege.warning(self, table))
        return [words for words in both if words]

    def why_not(self, table: Table, move: Move) -> Refusal | None:
        """The objection to a move, None when it is legal. Never raises, not even for a pile that does not exist."""
        if self.won(table):
            return Refusal("the game is over: it is won")
        reason: Refusal | None = None
        if isinstance(move, Transfer):
            for name in (move.source, move.target):
                if name not in self.group_of or name == "s":  # the stock is no place to move from or to
                    return Refusal(f"no pile {name}", self.piles_expected())
            if not move.free:
                reason = self._transfer_flaw(table, move)
        elif move is not STOP:
            reason = self.stock.flaw(self, table, move)
        return self.privilege.verdict(self, table, move, reason)

    def piles_expected(self) -> str:
        """Which piles a move can name."""
        groups = [group for group in self.groups if group.kind != STOCK]
        return ", ".join(g.names[0] if len(g.names) == 1 else f"{g.names[0]} to {g.names[-1]}" for g in groups)

    def _transfer_flaw(self, table: Table, move: Transfer) -> Refusal | None:
        source, target, count, _ = move
        if refusal := self.held(table, source, target, count):
            return refusal
        packet = table.piles[source].cards[-count:]
        attempt = Attempt(self, table, source, target, packet)
        for rule in self.group_of[source].gives:
            if phrase := rule.flaw(attempt):
                return Refusal(f"{packet[0]} cannot leave {source}: {phrase}")
        group = self.group_of[target]
        for rule in group.accepts:
            if phrase := rule.flaw(attempt):
                built_on = attempt.onto if group.kind in (TABLEAU, FOUNDATION) else None
                return Refusal(f"{packet[0]} cannot go on {built_on or target}: {phrase}")
        return None

    def held(self, table: Table, source: str, target: str, count: int) -> Refusal | None:
        """What no licence can waive: the cards are there, face up, and go somewhere else."""
        pile = table.piles[source]
        if not pile.cards:
            return Refusal(f"{source} is empty")
        if source == target:
            return Refusal(f"{pile.top} lies on {source} already")
        open_cards = len(pile.cards) - pile.down
        if count > open_cards:
            has = "has only" if pile.down == 0 else "shows only"
            return Refusal(f"{source} {has} {open_cards} card{'' if open_cards == 1 else 's'}")
        return None

    def play(self, table: Table, move: Move) -> Table:
        """The table after a move; IllegalMoveError with the judge's words when it is refused."""
        if refusal := self.why_not(table, move):
            raise IllegalMoveError(refusal)
        return self.moved(table, move)

    def moved(self, table: Table, move: Move) -> Table:
        """The table after a move that was judged legal."""
        if isinstance(move, Transfer):
            after = self.carried(table, move)
        elif move is STOP:
            after = table
        else:
            after = self.stock.turn(self, table, move)
        return self.privilege.after(self, table, move, after)

    def carried(self, table: Table, move: Transfer) -> Table:
        """The table with the packet carried over, and nothing that follows from it."""
        source, target = table.piles[move.source], table.piles[move.target]
        packet = source.cards[-move.number :]
        return table.having({move.source: source.minus(move.number), move.target: target.plus(packet)})

    # -- what is possible ------------------------------------------------------------------------------------------

    def moves(self, table: Table) -> list[Move]:
        """All legal moves, in their order: by source, target, ordinary before free, number; then d, r, g."""
        return list(self.legal(table))

    def legal(self, table: Table) -> Iterator[Move]:
        """The same, one by one."""
        if self.won(table):
            return
        yield from self.transfers(table)
        for command in (DEAL, REDEAL, STOP):
            if self.why_not(table, command) is None:
                yield command

    def transfers(self, table: Table) -> Iterator[Transfer]:
        """All legal transfers, in order; one foundation stands for all that would take the same cards."""
        free: dict[tuple[str, str], list[Transfer]] = {}
        for move in self.privilege.moves(self, table):
            if self.why_not(table, move) is None:
                free.setdefault((move.source, move.target), []).append(move)
        for source in self.sources:
            counts = self._counts(table, source)
            home: set[int] = set()
            for target in self._targets:
                is_home = self.group_of[target].kind == FOUNDATION
                for count in counts:
                    if count in home and is_home:
                        continue
                    move = Transfer(source, target, count)
                    if self.why_not(table, move) is None:
                        if is_home:
                            home.add(count)
                        yield move
                yield from free.get((source, target), ())

    def _counts(self, table: Table, source: str) -> list[int]:
        """How many cards may leave a pile, wherever to: counted up to the first packet that holds together no more."""
        pile = table.piles[source]
        gives = self.group_of[source].gives
        counts = []
        for count in range(1, len(pile.cards) - pile.down + 1):
            attempt = Attempt(self, table, source, source, pile.cards[-count:])
            if any(rule.flaw(attempt) for rule in gives):
                break
            counts.append(count)
        return counts

    def counts(self, table: Table, source: str, target: str, *, free: bool = False) -> list[int]:
        """The legal numbers of cards for a pair of piles, smallest first."""
        conceivable: Iterable[int]
        if free:
            conceivable = (m.number for m in self.privilege.moves(self, table) if m[:2] == (source, target))
        else:
            conceivable = self._counts(table, source)
        return [n for n in conceivable if self.why_not(table, Transfer(source, target, n, free)) is None]

    def takes_home(self, table: Table, source: str, count: int) -> str | None:
        """The lowest foundation that takes the last `count` cards of `source`, or None."""
        for name in self.foundations:
            if self.why_not(table, Transfer(source, name, count)) is None:
                return name
        return None

    def homeward(self, table: Table) -> Iterator[Transfer]:
        """The legal plays to a foundation, in the order of the list of legal moves."""
        for source in self.sources:
            for number in self._counts(table, source):
                if home := self.takes_home(table, source, number):
                    yield Transfer(source, home, number)

    def text(self, table: Table, move: Move) -> str:
        """A legal move in its canonical form: `f` stands for the lowest foundation that takes the cards."""
        if isinstance(move, Transfer) and move.target in self.foundations:
            lower = self.foundations[: self.foundations.index(move.target)]
            if all(self.why_not(table, move._replace(target=name)) for name in lower):
                return str(move._replace(target="f"))
        return str(move)

    def whole_to_gap(self, table: Table, move: Move) -> bool:
        """A whole column that moves to an empty column: it only changes places with it."""
        return (
            isinstance(move, Transfer)
            and move.source in self.columns
            and move.target in self.columns
            and not table.piles[move.target].cards
            and move.number == len(table.piles[move.source].cards)
        )
