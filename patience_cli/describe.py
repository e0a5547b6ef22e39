"""The table in words: one short line a pile, nothing that depends on alignment. For screen readers and the curious."""

from __future__ import annotations

from .cards import Card
from .game import PLAYING, Game
from .record import Record
from .rules import FOUNDATION, STOCK, WASTE
from .table import Pile

RANK_WORDS = (
    "ace",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
)
SUIT_WORDS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


def card_words(card: Card) -> str:
    """`9H` is nine of hearts."""
    return f"{RANK_WORDS[card.rank - 1]} of {SUIT_WORDS[card.suit]}"


def described(record: Record, seed: str, spec: str) -> list[str]:
    """The state of a game and each pile, one line each."""
    game = record.game
    piles = [f"{game.noun(name)} {name}: {pile_words(game, name, record.table.piles[name])}" for name in game.names]
    return [state_words(record, seed, spec), *piles]


def state_words(record: Record, seed: str, spec: str) -> str:
    """The state line in words."""
    game, table = record.game, record.table
    said = [f"{spec}, seed {seed}, move {record.n}, {game.home(table)} of {game.total(table)} cards home"]
    deals, passes = game.stock.deals(game, table), game.stock.passes
    if deals is not None:
        said.append(f"{deals} {_many('deal', deals)} left")
    if passes is None:
        said.append(f"pass {table.redeals + 1}, redeals without limit")
    elif passes:
        left = passes - table.redeals - 1
        said.append(f"pass {table.redeals + 1} of {passes}, {left} {_many('redeal', left)} left")
    if state := game.privilege.state(game, table):
        said.append(state)
    if record.status != PLAYING:
        said.append(record.status)
    return ", ".join(said)


def pile_words(game: Game, name: str, pile: Pile) -> str:
    """What a person sees of a pile, in words; the card that could be taken comes last."""
    kind = game.group_of[name].kind
    number = len(pile.cards)
    if not number:
        return "empty"
    if kind == STOCK:
        return f"{number} {_many('card', number)} face down"
    if kind == FOUNDATION:
        assert pile.top is not None
        return f"{card_words(pile.top)} on top, {number} {_many('card', number)}"
    if kind == WASTE and number > 1:
        return f"{number} cards, on top {', '.join(card_words(card) for card in reversed(pile.cards[-3:]))}"
    hidden = [f"{pile.down} face down"] if pile.down else []
    return ", ".join([*hidden, *(card_words(card) for card in pile.up)])


def where(record: Record, card: Card) -> list[str]:
    """Where a card lies, as far as a person can see; one line a copy, and how many are out of sight."""
    game = record.game
    lines = []
    for name in game.names:
        pile = record.table.piles[name]
        if name == "s":
            continue
        for i, other in enumerate(pile.up, pile.down + 1):
            if other == card:
                lines.append(f"{card}: {_place(game, name, pile, i)}")
    total = [c for pile in record.table.piles.values() for c in pile.cards].count(card)
    unseen = total - len(lines)
    if unseen:
        lines.append(f"{card}: {unseen} not to be seen" if unseen > 1 or lines else f"{card}: not to be seen")
    return lines or [f"{card}: not in play"]


def _place(game: Game, name: str, pile: Pile, i: int) -> str:
    above = len(pile.cards) - i
    on = f", under {above} {_many('card', above)}" if above else ", on top" if len(pile.cards) > 1 else ""
    return f"{game.noun(name)} {name}{on}"


def _many(noun: str, number: int) -> str:
    return noun if number == 1 else f"{noun}s"
