"""Rule pages, written from the declarations, so that they cannot disagree with the engine."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from .cards import fresh
from .deals import spec
from .game import Game
from .games import values_in_words
from .privileges import Grace
from .rules import FOUNDATION, RESERVE, SINGLE, STAYS, STOCK, TABLEAU, WASTE, Builds, Group, Rule, Starts

WIDTH = 78
PACKS = {1: "One pack", 2: "Two packs"}


class Section(NamedTuple):
    """A part of a rule page: its head, and its sentences."""

    head: str
    sentences: list[str]


def rule_page(game: Game) -> list[str]:
    """The rule page of a game with the options in force, at most 78 columns wide."""
    lines = [f"{game.title} ({spec(game)})", "", *_wrapped(deck_words(game), "")]
    for head, sentences in sections(game):
        lines += ["", head, *(line for sentence in sentences for line in _wrapped(sentence))]
    if game.options:
        lines += ["", "Options (-o NAME=VALUE)"]
        for option in game.options:
            words = f"{option.name}={game.values[option.name]}: {option.about} ({values_in_words(option.values)})."
            lines += _wrapped(words)
    return lines


def _wrapped(text: str, indent: str = "    ") -> list[str]:
    """Text in lines, further lines two blanks deeper, never broken at a hyphen."""
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=indent,
        subsequent_indent=indent + "  " * bool(indent),
        break_on_hyphens=False,
        break_long_words=False,
    )


def sections(game: Game) -> list[Section]:
    """The rules of a game, part by part: the deal, the piles, the stock, what is special, the moves, the end."""
    parts = [Section("Deal", [_sentence(_opening(game))])]
    for kind in (TABLEAU, FOUNDATION, WASTE, RESERVE):
        parts += [_group(group) for group in game.groups if group.kind == kind]
    if game.of_kind(STOCK):
        parts.append(Section("Stock (s)", [_sentence(str(game.stock))]))
    if said := game.privilege.sentences():
        parts.append(Section("And", said))
    parts.append(Section("Moves", [f"{move}." for move in _moves(game)]))
    end = f"Won when all {game.deck_size} cards lie on the foundations. Lost when nothing at all can be done any more."
    return [*parts, Section("End", [end])]


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def deck_words(game: Game) -> str:
    """The cards a game is played with."""
    if len(game.suits) == 4:
        return f"{PACKS[game.packs]}, {game.deck_size} cards."
    return f"{game.deck_size} cards of {'two suits' if len(game.suits) == 2 else 'one suit'}, {game.packs} of each."


def _opening(game: Game) -> str:
    """What lies where after the opening deal: counted, not told."""
    table = game.start(fresh(game.packs, game.suits))
    heights = [(name, len(table.piles[name].cards), table.piles[name].down) for name in game.names if name != "s"]
    laid = [(i, name, number, down) for i, (name, number, down) in enumerate(heights) if number]

    def alike(item: tuple[int, str, int, int]) -> tuple[str, int, int, bool]:
        """Neighbours go together when they are as high and as hidden, or each a hidden card higher than the last."""
        i, name, number, down = item
        stairs = any((i + step, number + step, down + step) in around for step in (1, -1))
        return (game.noun(name), number - down, number - i if stairs else number, stairs)

    around = {(i, number, down) for i, _, number, down in laid}
    said = [_row(game, [item[1:] for item in items]) for _, items in groupby(laid, alike)]
    if rest := game.stock_cards(table):
        said.append(f"{rest} cards are the stock" if said else f"all {rest} cards are the stock")
    return "; ".join(said)


def _row(game: Game, piles: Sequence[tuple[str, int, int]]) -> str:
    """What some piles beside each other get: all the same, or each a hidden card more than the one before."""
    (first, number, down), (last, most, _) = piles[0], piles[-1]
    noun = game.noun(first)
    shown = number - down
    if len(piles) == 1:
        name = f"the {noun}" if first.isalpha() else f"{noun} {first}"
        return f"{name} gets {_cards(number)}" + (f", {down} of them face down" if down else "")
    if number != most:
        which = "the last" if shown == 1 else f"the last {shown}"
        return f"{noun}s {first} to {last} get {number} to {most} cards, {which} of each face up"
    return f"{noun}s {first} to {last} get {_cards(number)} each" + (f", {down} of them face down" if down else "")


def _cards(number: int) -> str:
    return f"{number} card{'' if number == 1 else 's'}"


def _group(group: Group) -> Section:
    """A group of piles: its names, what it takes and what it gives."""
    first, last = group.names[0], group.names[-1]
    head = group.noun.capitalize() if len(group.names) == 1 else f"{group.noun.capitalize()}s"
    names = first if first == last else f"{first} to {last}"
    takes = "; ".join(str(rule) for rule in sorted(group.accepts, key=_weight))
    gives = "; ".join(str(rule) for rule in group.gives)
    return Section(f"{head} ({names})", [f"Take: {takes}.", f"Give: {gives}."])


def _weight(rule: Rule) -> int:
    """What a reader wants to know first: the build, then what starts a pile, then the rest in their order."""
    return 0 if isinstance(rule, Builds) else 1 if isinstance(rule, Starts) else 2


def _moves(game: Game) -> Iterator[str]:
    """What can be typed in this game, by example."""
    homes = next(group for group in game.groups if group.kind == FOUNDATION)
    if game.columns:
        several = any(group.kind == TABLEAU and group.gives != (SINGLE,) for group in game.groups)
        yield "1-2: from column to column" + ("; 1-2x3: three cards" if several else "")
        back = "; f1-2: back from it" if homes.gives != STAYS else ""
        yield f"1-f{'' if homes.unit() == 1 else f'x{homes.unit()}'}: to a foundation{back}"
    if game.of_kind(WASTE):
        yield "w-2, w-f: from the waste" if game.columns else "w-f: from the waste to a foundation"
    if reserve := game.of_kind(RESERVE):
        article = "the" if len(reserve) == 1 else "a"
        yield f"3-p: into {article} {game.noun(reserve[0])}; {reserve[0]}-4: out of it"
    if isinstance(game.privilege, Grace):
        yield "6/1x2: a free move in a grace; g: its end"
    deal = ["d: a deal"] if game.of_kind(STOCK) else []
    redeal = ["r: a redeal"] if game.stock.passes != 0 else []
    yield "; ".join([*deal, *redeal, "z: takes a move back"])
