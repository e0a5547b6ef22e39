"""Rule pages, written from the declarations, so that they cannot disagree with the engine."""

from __future__ import annotations

import textwrap

from .cards import fresh
from .deals import spec
from .game import Game
from .games import values_in_words
from .rules import FOUNDATION, RESERVE, STOCK, TABLEAU, WASTE, Group

WIDTH = 78
HEADS = {TABLEAU: "Columns", FOUNDATION: "Foundations", WASTE: "Waste", RESERVE: "Reserve", STOCK: "Stock"}
PACKS = {1: "One pack", 2: "Two packs"}


def rule_page(game: Game) -> list[str]:
    """The rule page of a game with the options in force, at most 78 columns wide."""
    lines = [f"{game.title} ({spec(game)})", ""]
    lines += _paragraph(_deck(game), "")
    lines += ["", "Deal"]
    lines += _paragraph(_opening(game))
    for kind in (TABLEAU, FOUNDATION, WASTE, RESERVE):
        for group in game.groups:
            if group.kind == kind:
                lines += ["", *_group(group)]
    if game.of_kind(STOCK):
        lines += ["", "Stock (s)"]
        lines += _paragraph(f"{game.stock}.")
    if sentences := game.privilege.sentences():
        lines += ["", "And"]
        for sentence in sentences:
            lines += _paragraph(sentence)
    lines += ["", "End"]
    lines += _paragraph(
        f"Won when all {game.deck_size} cards lie on the foundations. Lost when nothing at all can be done any more."
    )
    if game.options:
        lines += ["", "Options (-o NAME=VALUE)"]
        for option in game.options:
            words = f"{option.name}={game.values[option.name]}"
            lines += _paragraph(f"{words}: {option.about} ({values_in_words(option.values)}).")
    return lines


def _paragraph(text: str, indent: str = "    ") -> list[str]:
    """Wrapped text, further lines two blanks deeper, never broken at a hyphen."""
    deeper = indent + "  " * bool(indent)
    return textwrap.wrap(
        text[:1].upper() + text[1:] if not text[:8].count("=") and "-" not in text.split(":")[0] else text,
        WIDTH,
        initial_indent=indent,
        subsequent_indent=deeper,
        break_on_hyphens=False,
        break_long_words=False,
    )


def _deck(game: Game) -> str:
    suits = {4: "", 2: " of two suits", 1: " of one suit"}[len(game.suits)]
    if len(game.suits) == 4:
        return f"{PACKS[game.packs]}, {game.deck_size} cards."
    return f"{game.deck_size} cards{suits}, {game.packs} of each."


def _opening(game: Game) -> str:
    """What lies where after the opening deal: counted, not told."""
    table = game.start(fresh(game.packs, game.suits))
    said = []
    runs: list[tuple[str, str, str]] = []
    for name in game.names:
        pile = table.piles[name]
        if name == "s" or not pile.cards:
            continue
        number, hidden = len(pile.cards), pile.down
        words = f"{number} card{'s' if number > 1 else ''}" + (f", {hidden} of them face down" if hidden else "")
        noun = game.noun(name)
        if runs and runs[-1][2] == f"{noun}:{words}":
            runs[-1] = (runs[-1][0], name, runs[-1][2])
        else:
            runs.append((name, name, f"{noun}:{words}"))
    for first, last, key in runs:
        noun, _, words = key.partition(":")
        if first == last:
            said.append(f"{noun} {first} gets {words}" if noun != first else f"{noun} gets {words}")
        else:
            said.append(f"{noun}s {first} to {last} get {words} each")
    rest = game.stock_cards(table)
    if rest:
        said.append(f"{'all ' if not said else ''}{rest} cards are the stock")
    return "; ".join(said) + "."


def _group(group: Group) -> list[str]:
    """A group of piles: its names, what it takes and what it gives."""
    first, last = group.names[0], group.names[-1]
    head = group.noun.capitalize() if len(group.names) == 1 else f"{group.noun.capitalize()}s"
    lines = [f"{head} ({first})" if first == last else f"{head} ({first} to {last})"]
    for verb, rules in (("Take", group.accepts), ("Give", group.gives)):
        lines += _paragraph(f"{verb}: {'; '.join(str(rule) for rule in rules)}.")
    return lines
