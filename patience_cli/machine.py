"""What programs read: one JSON object a line, compact, ASCII, `type` first."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from .board import digest
from .deals import Deal, deal_line, deck_id
from .errors import PatienceError
from .game import Game
from .moves import DEAL, Transfer
from .privileges import Grace
from .record import Made, Record
from .script import Script
from .table import Pile, Table
from .transcript import Replay, legal_lines

Value = Mapping[str, object]


def encoded(value: Value) -> str:
    """An object as a line, without the line end."""
    return json.dumps(value, separators=(",", ":"))


def start(script: Script, *, reveal: bool = False) -> Value:
    """How a game begins."""
    game, deck = script.game, script.deck
    shown: dict[str, object] = {
        "type": "start",
        "format": "patience-jsonl",
        "version": 1,
        "game": game.name,
        "options": dict(game.chosen),
        "rules": game.rules,
        "seed": script.seed,
        "deck_id": deck_id(deck) if deck else None,
    }
    if reveal and deck:
        shown["deck"] = list(deck)
    return shown


def deal(dealt: Deal) -> Value:
    """A deal: what a deal line says."""
    return {
        "type": "deal",
        "game": dealt.game.name,
        "options": dict(dealt.game.chosen),
        "seed": str(dealt.seed or "-"),
        "deck_id": deck_id(dealt.deck),
        "deck": list(dealt.deck),
        "text": deal_line(dealt),
    }


def replayed(replay: Replay) -> Iterator[Value]:
    """A game played again: how it begins, its moves as they are made, how it ends."""
    yield start(replay.script)
    for line, made in replay.made():
        if not made.ends:
            yield move(made, line)
    yield end(replay.record)


def move(made: Made, line: int) -> Value:
    """A move that was made by what was typed on a line."""
    before, after = made.before.table, made.record.table
    return {
        "type": "move",
        "n": made.record.n,
        "move": made.text.partition("=")[0],
        "card": made.card,
        "cards": _moved(made, before),
        "turned": _turned(before, after, _moved(made, before) if made.move is DEAL else 0) if made.move else [],
        "input": made.typed,
        "line": line,
        "col": made.col,
        "home": made.record.game.home(after),
        "auto": made.auto,
    }


def _moved(made: Made, before: Table) -> int:
    """How many cards were moved or dealt."""
    if isinstance(made.move, Transfer):
        return made.move.number
    after = made.record.table
    return abs(len(before.piles["s"].cards) - len(after.piles["s"].cards)) if "s" in before.piles and made.move else 0


def _turned(before: Table, after: Table, dealt: int) -> list[str]:
    """The cards that became visible: those dealt from the stock, and face-down ones turned up, in pile order."""
    turned: list[str] = list(before.piles["s"].cards[:dealt]) if dealt else []
    for name, pile in after.piles.items():
        old = before.piles[name]
        if name != "s" and pile.down < old.down:
            turned += [str(card) for card in old.cards[pile.down : old.down]]
    return turned


def state(script: Script, record: Record, *, reveal: bool = False) -> Value:
    """A position as a person may see it; `reveal` tells the face-down cards and the stock too."""
    game, table = record.game, record.table
    deals, passes = game.stock.deals(game, table), game.stock.passes
    piles = {name: _pile(table.piles[name], reveal) for name in game.names if name != "s"}
    if reveal and "s" in game.names:
        piles["s"] = list(table.piles["s"].cards)
    return {
        "type": "state",
        "game": game.name,
        "options": dict(game.chosen),
        "seed": script.seed,
        "n": record.n,
        "home": game.home(table),
        "total": game.total(table),
        "deals": deals,
        "pass": table.redeals + 1 if passes != 0 else None,
        "passes": passes or None,
        "grace": _grace(game, table),
        "status": record.status,
        "digest": digest(game, table),
        "stock": game.stock_cards(table),
        "piles": piles,
    }


def _pile(pile: Pile, reveal: bool) -> list[str]:
    hidden = [f"<{card}>" if reveal else "##" for card in pile.cards[: pile.down]]
    return [*hidden, *(str(card) for card in pile.up)]


def _grace(game: Game, table: Table) -> Value | None:
    privilege = game.privilege
    opened = privilege.opened(game, table) if isinstance(privilege, Grace) else None
    return None if opened is None else {"gaps": list(opened[0]), "mend": opened[1]}


def legal(record: Record) -> Value:
    """The list of legal moves."""
    return {"type": "legal", "n": record.n, "moves": legal_lines(record)}


def hint(record: Record) -> Value:
    """A move worth making."""
    from .hint import advise

    move, why, _ = advise(record.game, record.table)
    text = record.game.text(record.table, move) if move else None
    return {"type": "hint", "n": record.n, "move": text, "why": why, "peek": False}


def error(fault: PatienceError, file: str) -> Value:
    """A fault as data; `n` is the number a refused move would have had, `input` the word that was refused."""
    place = fault.place
    typed = place.source[max(place.col - 1 - fault.offset, 0) :].split() if place else []
    about = fault.about.split()
    return {
        "type": "error",
        "code": fault.code,
        "file": fault.file or file,
        "line": place.line if place else None,
        "col": place.col if place else None,
        "n": int(about[1]) if about[:1] == ["move"] else None,
        "input": typed[0] if typed else None,
        "message": fault.message,
        "expected": fault.expected,
    }


def end(record: Record) -> Value:
    """How a game ended, or where it stands."""
    home = record.game.home(record.table)
    return {"type": "end", "result": record.status, "n": record.n, "home": home, "undos": record.undos}


def done(line: int, ident: object, ok: bool) -> Value:
    """The answer that ends the answers to a request."""
    return {"type": "done", "line": line, "id": ident, "ok": ok}


def game(declared: Game) -> Value:
    """A game of the program."""
    return {
        "type": "game",
        "name": declared.name,
        "title": declared.title,
        "aliases": list(declared.aliases),
        "packs": declared.deck_size // 52,
        "options": {option.name: list(option.values) for option in declared.options},
    }


def rules(declared: Game) -> Value:
    """The rule page of a game."""
    from .manual import deck_words, sections

    return {
        "type": "rules",
        "game": declared.name,
        "title": declared.title,
        "options": dict(declared.chosen),
        "rules": declared.rules,
        "cards": deck_words(declared),
        "sections": {section.head: section.sentences for section in sections(declared)},
        "about": {option.name: option.about for option in declared.options},
    }
