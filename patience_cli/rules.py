"""The vocabulary of declarations: builds, rules and groups of piles.

A rule is a small value with two faces: `str(rule)` is its sentence on the rule page, `rule.flaw(attempt)` says what is
wrong with an attempt, or None. A group of piles is two short tuples of rules, what it accepts and what it gives;
their order is the order in which they object.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from .cards import KING, SUITS, Card, rank_name
from .table import Table

if TYPE_CHECKING:
    from .game import Game

STOCK, WASTE, TABLEAU, FOUNDATION, RESERVE = "stock", "waste", "tableau", "foundation", "reserve"

ANY, SAME, ALTERNATING = "any", "same", "alternating"
_SUITS = {ANY: "regardless of suit", SAME: "in suit", ALTERNATING: "in alternating colours"}
_OF = {"same colour": "of the same colour", "another suit": "of another suit"}


class Build(NamedTuple):
    """The relation of a card to the one it lies on: `step` ranks up (+1) or down (-1), and which suits go together."""

    step: int
    suits: str
    wraps: bool = False

    def clash(self, below: Card, above: Card) -> str | None:
        """What is wrong with `above` lying on `below`, or None."""
        step = above.rank - below.rank
        if step != self.step and not (self.wraps and (step - self.step) % KING == 0):
            return "not one rank lower" if self.step < 0 else "not one rank higher"
        if self.suits == ALTERNATING:
            return "same colour" if above.red == below.red else None
        return "another suit" if self.suits == SAME and above.suit != below.suit else None

    def flaw(self, packet: tuple[Card, ...]) -> str | None:
        """The first clash inside a packet, named by its two cards, or None."""
        below = packet[0]
        for above in packet[1:]:
            if clash := self.clash(below, above):
                return f"{above} on {below} is {_OF.get(clash, clash)}"
            below = above
        return None

    def __str__(self) -> str:
        turn = ", with a king after an ace" if self.wraps and self.step < 0 else ""
        return f"{'up' if self.step > 0 else 'down'} {_SUITS[self.suits]}{turn}"


def down(suits: str, *, wraps: bool = False) -> Build:
    """Build down by one rank."""
    return Build(-1, suits, wraps)


def up(suits: str) -> Build:
    """Build up by one rank."""
    return Build(+1, suits)


class Attempt(NamedTuple):
    """What a rule is shown: the packet that would leave `source` and land on `target`, and everything around it."""

    game: Game
    table: Table
    source: str
    target: str
    packet: tuple[Card, ...]

    @property
    def onto(self) -> Card | None:
        """The card the packet would land on, None on an empty pile."""
        return self.table.piles[self.target].top


class Rule(Protocol):
    """A rule: no state, a sentence (`str`), and an objection."""

    def flaw(self, attempt: Attempt) -> str | None:
        """What is wrong with the attempt, as a phrase without a full stop; None when this rule has no objection."""


class Closed(NamedTuple):
    """Nothing passes here, whatever it is."""

    phrase: str

    def flaw(self, attempt: Attempt) -> str | None:
        return self.phrase

    def __str__(self) -> str:
        return self.phrase


class Size(NamedTuple):
    """Exactly so many cards at a time."""

    cards: int

    def flaw(self, attempt: Attempt) -> str | None:
        return None if len(attempt.packet) == self.cards else str(self)

    def __str__(self) -> str:
        return "one card at a time" if self.cards == 1 else f"{self.cards} cards at a time"


class Room(NamedTuple):
    """A pile holds no more than so many cards; a rule of size stands before it."""

    cards: int

    def flaw(self, attempt: Attempt) -> str | None:
        held = len(attempt.table.piles[attempt.target].cards)
        if held + len(attempt.packet) <= self.cards:
            return None
        assert held, "a rule of size stands before this one, so no packet is too large for an empty pile"
        return f"the {attempt.game.noun(attempt.target)} is full"

    def __str__(self) -> str:
        return f"room for {self.cards} card{'s' if self.cards > 1 else ''}"


class From(NamedTuple):
    """Only cards from piles of these kinds."""

    kinds: tuple[str, ...]

    def flaw(self, attempt: Attempt) -> str | None:
        return None if attempt.game.group_of[attempt.source].kind in self.kinds else str(self)

    def __str__(self) -> str:
        return f"only cards from the {' or the '.join(self.kinds)}"


class NotFrom(NamedTuple):
    """No cards from piles of this kind."""

    kind: str

    def flaw(self, attempt: Attempt) -> str | None:
        return str(self) if attempt.game.group_of[attempt.source].kind == self.kind else None

    def __str__(self) -> str:
        return f"no card from another {self.kind}"


class Starts(NamedTuple):
    """An empty pile takes only a packet whose base card has this rank."""

    rank: int

    def flaw(self, attempt: Attempt) -> str | None:
        if attempt.table.piles[attempt.target].cards or attempt.packet[0].rank == self.rank:
            return None
        return f"an empty {attempt.game.noun(attempt.target)} takes only {rank_name(self.rank)}"

    def __str__(self) -> str:
        return f"an empty one takes only {rank_name(self.rank)}"


class Builds(NamedTuple):
    """On a card, the packet's base card must continue the build."""

    build: Build

    def flaw(self, attempt: Attempt) -> str | None:
        onto = attempt.onto
        return None if onto is None else self.build.clash(onto, attempt.packet[0])

    def __str__(self) -> str:
        return f"build {self.build}"


class Runs(NamedTuple):
    """The cards of the packet must lie in this build."""

    build: Build

    def flaw(self, attempt: Attempt) -> str | None:
        return self.build.flaw(attempt.packet) if len(attempt.packet) > 1 else None

    def __str__(self) -> str:
        return f"a sequence that runs {self.build} moves as one"


class Tails(NamedTuple):
    """Any face-up cards that lie on each other move as one."""

    def flaw(self, attempt: Attempt) -> str | None:
        return None

    def __str__(self) -> str:
        return "a face-up card moves with all that lies on it"


class OwnSuit(NamedTuple):
    """The piles of a group of four belong to clubs, diamonds, hearts and spades, in this order."""

    def flaw(self, attempt: Attempt) -> str | None:
        suit = SUITS[(int(attempt.target[1:]) - 1) % len(SUITS)]
        return None if attempt.packet[0].suit == suit else f"{attempt.target} takes only {suit}"

    def __str__(self) -> str:
        return "one pile a suit, in the order C D H S"


class StockEmpty(NamedTuple):
    """Only once the stock is empty."""

    def flaw(self, attempt: Attempt) -> str | None:
        return str(self) if attempt.game.stock_cards(attempt.table) else None

    def __str__(self) -> str:
        return "only once the stock is empty"


SINGLE = Size(1)
STAYS: tuple[Rule, ...] = (Closed("cards stay there"),)
RETURNS: dict[str, tuple[Rule, ...]] = {
    "always": (SINGLE,),
    "never": STAYS,
    "stock-empty": (SINGLE, StockEmpty()),
}


class Group(NamedTuple):
    """Piles of one kind: `size` of them, named `letter` and a number from `first` on (a lone one: the letter)."""

    kind: str
    letter: str
    size: int
    accepts: tuple[Rule, ...]
    gives: tuple[Rule, ...]
    noun: str
    first: int = 1
    lone: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its piles, as moves use them."""
        if self.lone:
            return (self.letter,)
        return tuple(f"{self.letter}{i}" for i in range(self.first, self.first + self.size))

    def limit(self) -> int | None:
        """How many cards one of its piles may hold, None when any number."""
        return next((rule.cards for rule in self.accepts if isinstance(rule, Room)), None)

    def unit(self) -> int:
        """How many cards it takes at a time, 1 unless a rule of size says more."""
        return next((rule.cards for rule in self.accepts if isinstance(rule, Size)), 1)


def tableau(count: int, *accepts: Rule, gives: Rule) -> Group:
    """Columns `1` to `count`."""
    return Group(TABLEAU, "", count, accepts, (gives,), "column")


def foundations(count: int, *accepts: Rule, gives: tuple[Rule, ...] = STAYS, first: int = 1) -> Group:
    """Foundations `f1` and so on; cards stay there unless `gives` says otherwise, and never change foundations."""
    return Group(FOUNDATION, "f", count, (NotFrom(FOUNDATION), *accepts), gives, "foundation", first)


def waste() -> Group:
    """The waste `w`: the stock alone fills it, its top card may be played."""
    return Group(WASTE, "w", 1, (Closed("only the stock fills it"),), (SINGLE,), "waste", lone=True)


def pocket(*accepts: Rule, gives: Rule = SINGLE) -> Group:
    """A reserve of one pile, the pocket `p`."""
    return Group(RESERVE, "p", 1, accepts, (gives,), "pocket", lone=True)


def cells(count: int) -> Group:
    """A reserve of cells `p1` and so on, one card each."""
    return Group(RESERVE, "p", count, (SINGLE, Room(1)), (SINGLE,), "cell")


# No move names the stock, so no rule has to guard it; what `d` and `r` do is declared as the game's `stock`.
STOCK_PILE = Group(STOCK, "s", 1, (), (), "stock", lone=True)
