"""The ten first games a second time, as simply as can be: lists of lists, brute force, and nothing of the program.

It is there to disagree. A column is a list of `[card, face up]`, base first; every other pile a list of cards; the
stock has its next card first. `moves` tries everything that can be written.
"""

from __future__ import annotations

from collections import Counter
from copy import copy
from hashlib import sha256
from itertools import pairwise
from random import Random
from typing import Any

RANKS = "A23456789TJQK"
MILLIGAN = {"deal-when": "any", "foundation-return": "never"}
GRACE = {**MILLIGAN, "grace": "free", "grace-plays": "inside"}
POCKET = {**MILLIGAN, "foundation-return": "always", "pocket": "card", "pocket-when": "any"}

# The values of every option, and what each game has when nothing is said.
VALUES = {
    "deal-gaps": ("no", "if-short", "yes"),
    "deal-when": ("any", "stuck"),
    "discard": ("manual", "auto"),
    "first-card": ("auto", "manual"),
    "first-draw": ("no", "yes"),
    "foundation-return": ("always", "never", "stock-empty"),
    "grace": ("free", "strict", "off"),
    "grace-plays": ("inside", "close-first"),
    "move-unit": ("run", "any"),
    "passes": ("3", *(str(n) for n in range(1, 100) if n != 3), "unlimited"),
    "pocket": ("card", "run", "none"),
    "pocket-when": ("any", "stock-empty"),
    "predeal": ("none", "queens", "queens-5-6"),
    "rows-down": tuple(str(n) for n in range(13)),
}
GAMES = {
    "miss-milligan": POCKET,
    "milligan-grace": GRACE,
    "milligan-spanish": MILLIGAN,
    "milligan-improved": {**GRACE, "rows-down": "2"},
    "milligan-single": GRACE,
    "milligan-strict": {**GRACE, "grace": "strict"},
    "milligan-weave": {**POCKET, "foundation-return": "never", "pocket": "run", "pocket-when": "stock-empty"},
    "quadrille": {"first-card": "auto", "passes": "3", "predeal": "none"},
    "gold-mine": {"first-draw": "no", "foundation-return": "always", "move-unit": "run"},
    "spiderette": {"deal-gaps": "no", "discard": "manual"},
}


def rank(card: str) -> int:
    return RANKS.index(card[0]) + 1


def alternates(lower: str, upper: str) -> bool:
    """Whether `upper` is one rank below `lower` and of the other colour."""
    return rank(upper) == rank(lower) - 1 and (lower[1] in "DH") != (upper[1] in "DH")


def in_suit(lower: str, upper: str) -> bool:
    return rank(upper) == rank(lower) - 1 and lower[1] == upper[1]


def all_pairs(cards: list[str], fits: Any) -> bool:
    return all(fits(lower, upper) for lower, upper in pairwise(cards))


class Model:
    """A game and where its cards lie; `options` are those that were chosen."""

    def __init__(self, game: str, options: dict[str, str], deck: list[str]) -> None:
        self.game = game
        self.options = {**GAMES[game], **options}
        self.spider = game == "spiderette"
        self.milligan = game.startswith("mi")
        self.quadrille = game == "quadrille"
        self.packs = len(deck) // 52
        width = {"milligan-single": 4, "quadrille": 0, "gold-mine": 7, "spiderette": 7}.get(game, 8)
        self.columns: list[list[list[Any]]] = [[] for _ in range(width)]
        self.homes: list[list[str]] = [[] for _ in range(12 if self.quadrille else 4 * self.packs)]
        self.waste: list[str] | None = [] if game in ("quadrille", "gold-mine") else None
        self.pocket: list[str] | None = [] if self.options.get("pocket", "none") != "none" else None
        self.stock = list(deck)
        self.turned = 1  # the pass through the stock
        self.gaps: list[int] | None = None  # while a grace is open
        self.accepted: Counter[str] = Counter()
        self.column_names = [str(i) for i in range(1, width + 1)]
        self.home_names = [f"f{i}" for i in range(1, len(self.homes) + 1)]
        self.lay()

    def copy(self) -> Model:
        other = copy(self)
        other.columns = [[list(card) for card in column] for column in self.columns]
        other.homes = [list(home) for home in self.homes]
        other.waste = None if self.waste is None else list(self.waste)
        other.pocket = None if self.pocket is None else list(self.pocket)
        other.stock = list(self.stock)
        other.gaps = None if self.gaps is None else list(self.gaps)
        other.accepted = Counter(self.accepted)
        return other

    def lay(self) -> None:
        if self.milligan:
            for row in range(self.rows_down + 1):
                for column in self.columns:
                    column.append([self.stock.pop(0), row == self.rows_down])
        elif self.spider:
            for row in range(7):
                for number in range(row, 7):
                    self.columns[number].append([self.stock.pop(0), number == row])
        elif self.quadrille:
            out = {"none": "", "queens": "Q", "queens-5-6": "Q56"}[self.options["predeal"]]
            for card in [card for card in self.stock if card[0] in out]:
                self.stock.remove(card)
                self.homes[self.quadrille_home(card)].append(card)
            if self.options["first-card"] == "auto":
                self.waste = [self.stock.pop(0)]
        elif self.options["first-draw"] == "yes":
            self.waste, self.stock = self.stock[:3], self.stock[3:]

    @property
    def rows_down(self) -> int:
        return int(self.options.get("rows-down", "0"))

    # -- what is so ------------------------------------------------------------------------------------------------

    @property
    def home(self) -> int:
        return sum(map(len, self.homes))

    @property
    def total(self) -> int:
        return 52 * self.packs

    @property
    def status(self) -> str:
        if self.home == self.total:
            return "won"
        return "playing" if self.gaps is not None or self.can_deal() or self.moves() else "lost"

    @property
    def deals(self) -> int | None:
        """How many deals the stock holds."""
        at_once = 3 if self.game == "gold-mine" else len(self.columns)
        return -(-len(self.stock) // at_once) if at_once else None

    @property
    def mend(self) -> int:
        """How many pairs are too many to end the grace."""
        return sum((self.misfits() - self.accepted).values())

    def misfits(self) -> Counter[str]:
        """The pairs in the columns that are no build, face-down cards among them."""
        return Counter(
            lower[0] + upper[0]
            for column in self.columns
            for lower, upper in pairwise(column)
            if not alternates(lower[0], upper[0])
        )

    def position(self, *, sparse: bool = False) -> list[str]:
        """The lines of the position; `sparse` without those of empty piles."""
        piles = [(str(i), [c if up else f"<{c}>" for c, up in column]) for i, column in enumerate(self.columns, 1)]
        piles += [(f"f{i}", home) for i, home in enumerate(self.homes, 1)]
        piles += [("w", self.waste)] if self.waste is not None else []
        piles += [("p", self.pocket)] if self.pocket is not None else []
        piles += [("s", self.stock)]
        lines = [f"{name}: {' '.join(cards)}".rstrip() for name, cards in piles if cards or not sparse]
        lines += [f"pass: {self.turned}"] if self.quadrille else []
        if self.gaps is not None:
            lines.append("grace: " + " ".join(str(gap + 1) for gap in sorted(self.gaps)))
            lines.append(("accepted: " + " ".join(sorted(self.accepted.elements()))).rstrip())
        return lines

    @property
    def digest(self) -> str:
        return sha256("".join(f"{line}\n" for line in self.position()).encode()).hexdigest()[:8]

    # -- what is legal ---------------------------------------------------------------------------------------------

    def face_up(self, name: str) -> list[str]:
        """The cards of a pile that lie face up."""
        if name[0] == "f":
            return self.homes[int(name[1:]) - 1]
        other = {"w": self.waste, "p": self.pocket}.get(name)
        if other is not None:
            return other
        return [card for card, up in self.columns[int(name) - 1] if up]

    def packet(self, source: str, number: int) -> list[str] | None:
        """The last cards of a pile, when they may leave it together."""
        cards = self.face_up(source)
        if number < 1 or number > len(cards):
            return None
        packet = cards[-number:]
        if source == "w":
            return packet if number == 1 else None
        if source[0] == "f":
            back = self.options.get("foundation-return", "never")
            allowed = back == "always" or (back == "stock-empty" and not self.stock)
            return packet if number == 1 and allowed else None
        if self.options.get("move-unit") == "any":
            return packet
        return packet if all_pairs(packet, in_suit if self.spider else alternates) else None

    def home_takes(self, home: int, packet: list[str]) -> bool:
        pile = self.homes[home]
        if self.spider:
            return not pile and len(packet) == 13 and rank(packet[0]) == 13
        if len(packet) != 1:
            return False
        card = packet[0]
        if self.quadrille:
            return self.quadrille_home(card) == home and self.quadrille_next(home) == card
        if not pile:
            return rank(card) == 1
        return pile[-1][1] == card[1] and rank(card) == rank(pile[-1]) + 1

    @staticmethod
    def quadrille_home(card: str) -> int:
        """Queens lie on the first four, five down to the king on the next, six up to the jack on the last."""
        group = 0 if card[0] == "Q" else 4 if card[0] in "5432AK" else 8
        return group + "CDHS".index(card[1])

    def quadrille_next(self, home: int) -> str:
        order = ("Q", "5432AK", "6789TJ")[home // 4]
        laid = len(self.homes[home])
        return order[laid] + "CDHS"[home % 4] if laid < len(order) else ""

    def column_takes(self, column: int, base: str) -> bool:
        pile = self.columns[column]
        if not pile:
            return rank(base) == 13 if self.milligan else True
        top = pile[-1][0]
        return rank(base) == rank(top) - 1 if self.spider else alternates(top, base)

    def pocket_takes(self, source: str, packet: list[str]) -> bool:
        if not source.isdigit() or self.pocket or (self.options["pocket-when"] == "stock-empty" and self.stock):
            return False
        return len(packet) == 1 or self.options["pocket"] == "run"

    def can(self, source: str, target: str, number: int, free: bool = False) -> bool:
        """Whether the last cards of one pile may go to another."""
        if self.home == self.total or source == target:
            return False
        if free:
            return self.can_freely(source, target, number)
        packet = self.packet(source, number)
        if packet is None:
            return False
        if target[0] == "f":
            if self.gaps is not None and self.options["grace-plays"] == "close-first":
                return False
            return source[0] != "f" and self.home_takes(int(target[1:]) - 1, packet)
        if target == "p":
            return self.pocket_takes(source, packet)
        if not target.isdigit() or not self.column_takes(int(target) - 1, packet[0]):
            return False
        if self.gaps is None or self.columns[int(target) - 1]:
            return True
        after = self.copy()
        after.carry(source, target, number)
        return after.gaps is not None or not (after.misfits() - self.accepted)

    def can_freely(self, source: str, target: str, number: int) -> bool:
        if self.gaps is None or not source.isdigit() or not target.isdigit() or not self.columns[int(target) - 1]:
            return False
        cards = self.face_up(source)
        if number < 1 or number > len(cards):
            return False
        if self.options["grace"] == "strict" and number < len(cards):
            return not alternates(cards[-number - 1], cards[-number])
        return True

    def can_deal(self) -> bool:
        if not self.stock or self.home == self.total:
            return False
        if self.gaps is not None and self.mend:
            return False
        if self.spider and not all(self.columns):
            short = sum(map(len, self.columns)) < 7
            return self.options["deal-gaps"] == "yes" or (self.options["deal-gaps"] == "if-short" and short)
        if self.options.get("deal-when") == "stuck":
            return not any(self.counts_as_a_move(*move) for move in self.transfers())
        return True

    def counts_as_a_move(self, source: str, target: str, number: int, free: bool) -> bool:
        """Whether it keeps a player from being stuck: an ordinary move onto a column or a foundation."""
        if free or target == "p" or source[0] == "f":
            return False
        to_gap = target.isdigit() and not self.columns[int(target) - 1]
        return not (to_gap and source.isdigit() and number == len(self.columns[int(source) - 1]))

    def can_redeal(self) -> bool:
        if not self.quadrille or self.stock or not self.waste:
            return False
        passes = self.options["passes"]
        return passes == "unlimited" or self.turned < int(passes)

    def transfers(self) -> list[tuple[str, str, int, bool]]:
        """All that can be done with piles; of the foundations that take a packet only the first."""
        columns, homes = self.column_names, self.home_names
        others = [name for name, pile in (("w", self.waste), ("p", self.pocket)) if pile is not None]
        found = []
        for source in columns + others + homes:
            most = len(self.face_up(source))
            for target in columns:
                for free in (False, True):
                    found += [
                        (source, target, n, free) for n in range(1, most + 1) if self.can(source, target, n, free)
                    ]
            for n in range(1, most + 1):
                found += [(source, home, n, False) for home in homes if self.can(source, home, n)][:1]
            if "p" in others:
                found += [(source, "p", n, False) for n in range(1, most + 1) if self.can(source, "p", n)]
        return found

    def moves(self) -> list[str]:
        """The list of legal moves as text."""
        found = [self.text(*move) for move in self.transfers()]
        found += ["d"] if self.can_deal() else []
        found += ["r"] if self.can_redeal() else []
        found += ["g"] if self.gaps is not None and not self.mend and self.home < self.total else []
        return found

    def text(self, source: str, target: str, number: int, free: bool = False) -> str:
        homes = self.home_names
        lowest = next((home for home in homes if target in homes and self.can(source, home, number)), None)
        shown = "f" if target == lowest else target
        return f"{source}{'/' if free else '-'}{shown}" + (f"x{number}" if number > 1 else "")

    # -- what follows ----------------------------------------------------------------------------------------------

    def play(self, text: str) -> Model:
        """The game after one of its legal moves."""
        after = self.copy()
        if text == "d":
            after.deal()
        elif text == "r":
            after.stock, after.waste = after.waste or [], []
            after.turned += 1
        elif text == "g":
            after.gaps, after.accepted = None, Counter()
        else:
            free = "/" in text
            source, _, rest = text.partition("/" if free else "-")
            target, _, count = rest.partition("x")
            number = int(count or 1)
            if target == "f":
                target = next(home for home in self.home_names if self.can(source, home, number))
            after.carry(source, target, number)
        if self.options.get("discard") == "auto":
            after.discard()
        return after

    def deal(self) -> None:
        self.gaps, self.accepted = None, Counter()
        if self.waste is not None:
            number = 3 if self.game == "gold-mine" else 1
            self.waste += self.stock[:number]
            self.stock = self.stock[number:]
            return
        for column in self.columns:
            if self.stock:
                column.append([self.stock.pop(0), True])

    def take(self, source: str, number: int) -> list[str]:
        """Take the last cards off a pile; a face-down card that comes to light is turned up."""
        if source.isdigit():
            column = self.columns[int(source) - 1]
            cards = [card for card, _ in column[-number:]]
            del column[-number:]
            if column:
                column[-1][1] = True
            return cards
        pile = self.face_up(source)
        cards = pile[-number:]
        del pile[-number:]
        return cards

    def carry(self, source: str, target: str, number: int) -> None:
        """Move cards, and let a grace open, gain and lose gaps, and end."""
        whole = source.isdigit() and number == len(self.columns[int(source) - 1])
        to_gap = target.isdigit() and not self.columns[int(target) - 1]
        cards = self.take(source, number)
        if target.isdigit():
            self.columns[int(target) - 1] += [[card, True] for card in cards]
        else:
            self.face_up(target).extend(cards)
        if self.options.get("grace", "off") == "off":
            return
        left = int(source) - 1 if whole else None
        filled = int(target) - 1 if to_gap else None
        if self.gaps is None:
            if left is not None and filled is None:
                self.gaps, self.accepted = [left], self.misfits()
        elif filled is None:
            self.gaps += [left] if left is not None else []
        elif filled in self.gaps:
            self.gaps.remove(filled)
            self.gaps += [left] if left is not None else []
            if not self.gaps:
                self.gaps = None
        if self.gaps is None:
            self.accepted = Counter()

    def discard(self) -> None:
        """Runs from king to ace leave, leftmost first."""
        for number in [str(i) for i in range(1, 8)] * 4:
            cards = self.face_up(number)[-13:]
            empty = [home for home in self.homes if not home]
            if len(cards) == 13 and rank(cards[0]) == 13 and all_pairs(cards, in_suit) and empty:
                empty[0] += self.take(number, 13)

    # -- positions made up -----------------------------------------------------------------------------------------

    def lay_homes(self, random: Random, suits: list[str]) -> list[str]:
        """Cards on the foundations; gives all others, shuffled."""
        random.shuffle(suits)
        cards = [rank + suit for suit in suits for rank in RANKS]
        for home, pile in enumerate(self.homes):
            if self.quadrille:
                order = ("Q", "5432AK", "6789TJ")[home // 4]
                pile += [rank + "CDHS"[home % 4] for rank in order[: random.randint(0, len(order))]]
            elif self.spider:
                pile += [rank + suits[home] for rank in RANKS[::-1]] if random.random() < 0.4 else []
            else:
                most = random.choice((0, 1, 12, 13, random.randint(0, 13)))
                pile += [rank + suits[home] for rank in RANKS[:most]]
            for card in pile:
                cards.remove(card)
        random.shuffle(cards)
        return cards

    def lay_columns(self, random: Random, cards: list[str]) -> None:
        """Cards on the columns, often where they fit, and sometimes face down at the base."""
        used = random.sample(self.columns, random.randint(1, len(self.columns)))
        hidden = random.choice((0, 0, 0.2, 0.8))
        fits = in_suit if self.spider else alternates
        for card in sorted(cards, key=rank, reverse=True) if random.random() < 0.8 else cards:
            fitting = [column for column in used if (fits(column[-1][0], card) if column else rank(card) == 13)]
            column = fitting[0] if fitting and random.random() < 0.9 else random.choice(used)
            column.append([card, True])
        for column in used:
            for card in column[: random.randrange(len(column))] if column and random.random() < hidden else []:
                card[1] = False

    # -- autoplay --------------------------------------------------------------------------------------------------

    def play_home(self, everything: bool) -> str | None:
        """The first play to a foundation, among the safe ones or all."""
        for source, target, number, free in self.transfers():
            card = self.face_up(source)[-1]
            if target[0] == "f" and (everything or self.spider or self.quadrille or self.is_safe(card)):
                return self.text(source, target, number, free)
        return None

    def is_safe(self, card: str) -> bool:
        below = [c for home in self.homes for c in home if alternates(card, c)]
        return rank(card) <= 2 or len(below) == 2 * self.packs


# -- positions late in a game ----------------------------------------------------------------------------------------


def late(game: str, options: dict[str, str], random: Random) -> Model:
    """A position that play might reach after long: much is home, the rest lies in sequences here and there."""
    suits = "CDHS" * (1 if game in ("milligan-single", "quadrille", "gold-mine", "spiderette") else 2)
    model = Model(game, options, [rank + suit for suit in suits for rank in RANKS])
    empty = model.copy()
    for column in empty.columns:
        column.clear()
    empty.homes = [[] for _ in empty.homes]
    empty.stock, empty.waste = [], None if empty.waste is None else []
    rest = empty.lay_homes(random, list(suits))
    if empty.waste is not None:
        empty.waste = [rest.pop() for _ in range(random.randrange(len(rest) + 1) if empty.quadrille else 0)]
    if empty.quadrille:
        empty.stock = rest
        passes = empty.options["passes"]
        empty.turned = random.randint(1, 9 if passes == "unlimited" else int(passes))
        return empty
    if random.random() < 0.6:
        empty.stock = [rest.pop() for _ in range(random.randrange(len(rest) + 1))]
    if empty.pocket is not None and rest and random.random() < 0.4:
        empty.pocket = [rest.pop()]
    if empty.waste is not None:
        empty.waste = [rest.pop() for _ in range(random.randrange(len(rest) // 2 + 1))]
    empty.lay_columns(random, rest)
    gaps = [i for i, column in enumerate(empty.columns) if not column]
    if gaps and empty.options.get("grace", "off") != "off" and random.random() < 0.6:
        empty.gaps = random.sample(gaps, random.randint(1, len(gaps)))
        empty.accepted = empty.misfits()
        for pair in random.sample(sorted(empty.accepted), min(len(empty.accepted), random.randrange(3))):
            del empty.accepted[pair]
    return empty


# -- a session -----------------------------------------------------------------------------------------------------


class History:
    """What was made, taken back and brought back: pairs of a state and the number of the line it came from."""

    def __init__(self, start: Any) -> None:
        self.start = start
        self.made: list[tuple[Any, int]] = []
        self.undone: list[tuple[Any, int]] = []
        self.undos = 0

    @property
    def now(self) -> Any:
        return self.made[-1][0] if self.made else self.start

    def play(self, state: Any, line: int) -> None:
        self.made.append((state, line))
        self.undone.clear()

    def back(self, steps: int, line: int) -> int | None:
        """Take back steps: how many moves that is; None, and nothing done, where there are not so many."""
        return self._turn(self.made, self.undone, steps, line, 1)

    def forth(self, steps: int, line: int) -> int | None:
        """Bring back steps, in the same way."""
        return self._turn(self.undone, self.made, steps, line, 0)

    def _turn(self, giver: list[Any], taker: list[Any], steps: int, line: int, undos: int) -> int | None:
        left, moves = list(giver), 0
        for _ in range(steps):
            if not left:
                return None
            of_line = left.pop()[1]
            moves += 1
            while left and of_line != line and left[-1][1] == of_line:
                left.pop()
                moves += 1
        taker += [giver.pop() for _ in range(moves)]
        self.undos += undos * moves
        return moves
