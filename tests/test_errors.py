"""The catalogue of errors: `fixtures/sessions/errors.session` provokes every message that the program's text holds."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest
from conftest import FIXTURES

from patience_cli.errors import EXITS

ROOT = Path(__file__).parent.parent
CATALOGUE = (FIXTURES / "sessions" / "errors.session").read_text(encoding="utf-8")

# -- what the program can say ----------------------------------------------------------------------------------------

# Where the words of an error are among the arguments of the calls that make one; where its code is, if it has one.
MAKERS: Mapping[str, tuple[int, int | None]] = {
    "PatienceError": (1, 0),
    "Refusal": (0, None),
    "Closed": (0, None),
    "ValueError": (1, None),  # a privilege's, told as an error of the line that it names
    "error": (0, None),  # of a line
    "_fault": (1, None),
    "_not_text": (3, None),
    "_refused": (1, None),
    "_say": (0, None),
    "_syntax": (0, None),
}

# Functions that give the words of an objection.
OBJECTIONS = ("flaw", "clash", "_redeal_flaw", "_no_redeal")

# Messages that are nothing but what is put into them, and one of each.
BARE = {
    "' or '.join((with_card(game, table, move) for move in moves))": "3-1=8S or 3-2=8S",
    "f'-n {number}'": "-n -1",
    "f'{name}: {error.strerror or error}'": "nowhere: No such file or directory",
    "f'{path}: {error.strerror}'": "longer: File too large",
    "f'{path}: {error}'": "config/patience/config.toml: Invalid value",
    "f'{self.path}: {error.strerror}'": "long: File too large",
    "f'{directory}: {error.strerror}'": "deal/patience/games: Not a directory",
    "f'{len(pile.cards)} cards on {name}'": "2 cards on p1",
}


class Message(NamedTuple):
    """Words of the program's text: where they stand, a pattern for them, and the code where one is told."""

    where: str
    pattern: str
    code: str | None


def messages() -> Iterator[Message]:
    """All words that an error can have."""
    for file in sorted((ROOT / "patience_cli").rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for top in ast.walk(tree):
            if isinstance(top, ast.ClassDef | ast.FunctionDef | ast.Module):
                for words, code in _said(top):
                    where = f"{file.relative_to(ROOT)}:{words.lineno}"
                    yield from (Message(where, pattern, code) for pattern in _patterns(words, top, tree))


def _said(scope: ast.AST) -> Iterator[tuple[ast.expr, str | None]]:
    """The words of the errors and objections that a function, or the rest of a class or file, makes."""
    for node in _own(scope):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            at, code_at = MAKERS.get(name, (len(node.args), None))
            if len(node.args) > at:
                code = node.args[code_at] if code_at is not None else None
                yield node.args[at], str(code.value) if isinstance(code, ast.Constant) else None
        elif isinstance(node, ast.Return) and node.value and getattr(scope, "name", "") in OBJECTIONS:
            yield node.value, None


def _own(scope: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a scope without those of the functions and classes in it."""
    for node in ast.iter_child_nodes(scope):
        if not isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node
            yield from _own(node)


def _patterns(words: ast.expr, scope: ast.AST, tree: ast.Module) -> list[str]:
    """Some words as patterns, one for each way they can come out; none for words that stand elsewhere.

    What is put into them is anything. A name is what the scope gives it; `str(self)` the sentence of its rule.
    """
    match words:
        case ast.Constant(value=str(text)):
            return [re.escape(text)]
        case ast.JoinedStr(values=values) if ast.unparse(words) not in BARE:
            parts = [_patterns(value, scope, tree) or [".*"] for value in values]
            return ["".join(ways) for ways in product(*parts)]
        case ast.IfExp(body=body, orelse=other):
            return _patterns(body, scope, tree) + _patterns(other, scope, tree)
        case ast.Name(id=name):
            given = [
                node.value
                for node in _own(scope)
                if isinstance(node, ast.Assign) and any(getattr(t, "id", "") == name for t in node.targets)
            ]
            return [pattern for value in given for pattern in _patterns(value, scope, tree)]
        case ast.Call(func=ast.Name(id="str"), args=[ast.Name(id="self")]):
            return _sentence(scope, tree)
    return [re.escape(BARE[ast.unparse(words)])] if ast.unparse(words) in BARE else []


def _sentence(scope: ast.AST, tree: ast.Module) -> list[str]:
    """What the rule whose method this is says of itself."""
    (rule,) = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef) and scope in node.body]
    (says,) = [node for node in rule.body if isinstance(node, ast.FunctionDef) and node.name == "__str__"]
    returned = [node.value for node in _own(says) if isinstance(node, ast.Return) and node.value]
    return [pattern for value in returned for pattern in _patterns(value, says, tree)]


# -- what the catalogue shows ----------------------------------------------------------------------------------------


class Shown(NamedTuple):
    """An error as the program told it: its code, None where that is not told, and its message."""

    code: str | None
    message: str


def shown() -> list[Shown]:
    """All errors that stand in the catalogue."""
    found = []
    for line in CATALOGUE.splitlines():
        if line[:2] not in ("$ ", "# ", "< "):
            text = line.removeprefix("2| ")
            place = re.match(rf"[^ ]+: ({'|'.join(EXITS)}): (.*)", text)
            if text.startswith('{"type":"error"'):
                value = json.loads(text)
                found.append(Shown(value["code"], value["message"]))
            else:
                found.append(Shown(place[1], place[2]) if place else Shown(None, text))
    return found


SHOWN = shown()
MESSAGES = list(messages())


@pytest.mark.parametrize("message", MESSAGES, ids=[f"{where} {pattern[:40]}" for where, pattern, _ in MESSAGES])
def test_a_message_stands_in_the_catalogue(message: Message) -> None:
    """Whole, or behind what it is about; what was expected, or became of it, may follow."""
    pattern = re.compile(rf"(?:^|: ){message.pattern}(?=$| \(|;)")
    found = [one for one in SHOWN if pattern.search(one.message) and one.code in (message.code or one.code, None)]
    assert found, f"{message.where}: no error like {message.pattern!r} in fixtures/sessions/errors.session"


def test_messages_are_found() -> None:
    """All kinds of them, in all parts of the program, and each says something."""
    assert len(MESSAGES) > 200
    assert len({message.where.partition(":")[0] for message in MESSAGES}) > 40
    assert {message.code for message in MESSAGES} - {None} == set(EXITS)
    assert [message for message in MESSAGES if not re.search(r"\w", message.pattern)] == []


def test_every_code_has_its_part() -> None:
    heads = re.findall(r"(?m)^# ([a-z]+): ", CATALOGUE)
    assert list(dict.fromkeys(heads)) == [
        "usage", "syntax", "pile", "illegal", "ambiguous", "mismatch", "differs",
        "deck", "header", "format", "encoding", "write",
    ]  # fmt: skip
    assert set(heads) == set(EXITS)
