"""A game as a rules file of Solvitaire, read off its declaration: written, never read.

Solvitaire's language is smaller than ours. What it cannot say is refused with its reason. One difference is let pass:
it discards a complete run only when nothing else lies in the column, so with Spider and its kin it may call a deal
lost that can be won, never the other way round.
"""

from __future__ import annotations

from typing import Any

from ..board import Board
from ..cards import ACE, KING, SUITS, fresh
from ..dealing import Always, DealToTableau, NoStock, TurnToWaste
from ..deals import Deal
from ..errors import PatienceError
from ..game import NO_PRIVILEGE, Game
from ..games.freecell import Portable
from ..rules import (
    ALTERNATING,
    ANY,
    FOUNDATION,
    RESERVE,
    RETURNS,
    SAME,
    SINGLE,
    STAYS,
    TABLEAU,
    Builds,
    From,
    Group,
    Room,
    Runs,
    Size,
    Starts,
)

POLICIES = {ANY: "any-suit", SAME: "same-suit", ALTERNATING: "red-black"}


def write(item: Deal | Board) -> list[str]:
    """The rules of the game as one JSON object; PatienceError `usage` when Solvitaire cannot say them."""
    from json import dumps

    return dumps(rules(item.game), indent=2).split("\n")


def rules(game: Game) -> dict[str, Any]:
    """The object: the number of columns, and what differs from Solvitaire's defaults."""
    groups = {group.kind: group for group in game.groups}
    if game.privilege is not NO_PRIVILEGE:
        raise _refused(game, game.privilege.sentences()[0])
    if game.suits != SUITS or game.packs > 2:
        raise _refused(game, f"a {game.kind} deck")
    if TABLEAU not in groups:
        raise _refused(game, "a game without columns")
    said: dict[str, Any] = {
        "tableau piles": _columns(game, groups[TABLEAU]),
        "foundations": _foundations(game, groups[FOUNDATION]),
        "stock": _stock(game),
        "cells": _cells(game, groups[RESERVE]) if RESERVE in groups else {},
        "two decks": game.packs == 2,
    }
    return {key: content for key, content in said.items() if content}


def _refused(game: Game, sentence: str) -> PatienceError:
    return PatienceError("usage", f"Solvitaire's rules cannot say of {game.title}: {sentence}")


def _columns(game: Game, group: Group) -> dict[str, Any]:
    piles = [game.start(fresh(game.packs, game.suits)).piles[name] for name in game.columns]
    (gives,) = group.gives
    if not isinstance(gives, Runs):
        raise _refused(game, str(gives))
    said: dict[str, Any] = {"count": group.size}
    moves_runs = True
    for rule in group.accepts:
        if isinstance(rule, Builds):
            said["build policy"] = POLICIES[rule.build.suits]
        elif rule == Starts(KING):
            said["spaces policy"] = "kings"
        elif isinstance(rule, Portable):
            moves_runs = False  # there a run is a short way to write moves of single cards
        else:
            raise AssertionError(f"a rule of columns that no game had: {rule}")
    if moves_runs:
        said["move built group"] = "yes"
        policy = POLICIES[gives.build.suits]
        said |= {} if policy == said["build policy"] else {"move built group policy": policy}
    if [len(pile.cards) for pile in piles] == list(range(1, len(piles) + 1)):
        said["diagonal deal"] = True
    if any(pile.down for pile in piles):
        said["face up cards"] = "top"
    return said


def _foundations(game: Game, group: Group) -> dict[str, Any]:
    said: dict[str, Any] = {}
    if Size(KING) in group.accepts:
        said["only complete pile moves"] = True
    else:
        assert Starts(ACE) in group.accepts, "no game with columns had foundations that start with another card"
    if group.gives == RETURNS["always"]:
        said["removable"] = True
    elif group.gives != STAYS:
        raise _refused(game, f"a foundation: {', '.join(map(str, group.gives))}")
    return said


def _stock(game: Game) -> dict[str, Any]:
    start = game.start(fresh(game.packs, game.suits)).piles
    size = game.deck_size - sum(len(start[name].cards) for name in game.columns)
    match game.stock:
        case NoStock():
            return {}
        case DealToTableau(when=Always()):
            return {"size": size, "deal type": "tableau piles"}
        case TurnToWaste(cards=cards, through=through) if through is None or through.limit in (None, 1):
            return {"size": size, "deal count": cards, "redeal": through is not None and through.limit is None}
    raise _refused(game, str(game.stock))


def _cells(game: Game, group: Group) -> dict[str, Any]:
    """Cells take any single card at any time. Where foundations keep theirs, only columns have cards to give."""
    for rule in group.accepts:
        from_columns = rule == From((TABLEAU,)) and game.group_of["f1"].gives == STAYS
        if rule not in (SINGLE, Room(1)) and not from_columns:
            raise _refused(game, f"a {group.noun}: {rule}")
    return {"count": group.size}
