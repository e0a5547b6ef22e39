"""The whole session against a second model: the same list, position, figures and record after every line.

For the ten first games the model knows the rules too (`second_model`); for the others only what a session is: states
that are gone back to and come again, and a record that gives them all back. `PATIENCE_MODEL_ROUNDS=100` makes a long
run, and tells how many positions were compared.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from importlib.util import find_spec
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from second_model import GAMES, VALUES, History, Model, late

from patience_cli.board import digest, position_lines
from patience_cli.commands.books import save
from patience_cli.games import NAMES, load, options_of
from patience_cli.machine import state as as_object
from patience_cli.notation import read_token
from patience_cli.reading import read_script_bytes
from patience_cli.record import Made, Record, perform
from patience_cli.script import Script
from patience_cli.seeds import read_seed, shuffle
from patience_cli.session import Fault, Out, Recorded, Session
from patience_cli.transcript import Replay, head_lines, joined, legal_lines

ROUNDS = int(os.environ.get("PATIENCE_MODEL_ROUNDS", "1"))
COMPARED: Counter[str] = Counter()
SEEN: Counter[str] = Counter()


class Seen:
    """A state of a game whose rules the model does not know: what the program showed of it."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.home = record.game.home(record.table)
        self.status = record.status
        self._moves = legal_lines(record)
        self._position = position_lines(record.game, record.table)
        self.digest = digest(record.game, record.table)
        self.deals = record.game.stock.deals(record.game, record.table)

    def moves(self) -> list[str]:
        return self._moves

    def position(self) -> list[str]:
        return self._position

    def play(self, text: str) -> Seen:
        (made,) = _perform(self.record, text)
        return Seen(made.record)

    def play_home(self, everything: bool) -> str | None:
        made = next(iter(_perform(self.record, "finish" if everything else "a")), None)
        return made.text.partition("=")[0] if made else None


def _perform(record: Record, text: str) -> list[Made]:
    return list(perform(record, read_token(text, short=False), 0))


CHOICE = st.tuples(st.integers(0, 59), st.integers(0, 99))


def kind_of(text: str, position: list[str]) -> tuple[object, ...]:
    """What a move is apart from its piles: the kinds of them, whether it takes all of one, and whether one is empty."""
    match = re.fullmatch(r"([a-z]?)([0-9]*)([-/])([a-z]?)([0-9]*)(?:x([0-9]+))?", text)
    if match is None:
        return (text,)
    cards = {name: text.split() for name, _, text in (line.partition(":") for line in position)}
    source, target = match[1] + match[2], match[4] + match[5]
    whole = not match[1] and len(cards[source]) == int(match[6] or 1)
    return match[1], match[3], match[4], whole, not cards.get(target, "f")


def by_kind(state: Any) -> list[list[str]]:
    """The legal moves of a state, those of a kind together."""
    kinds: dict[tuple[object, ...], list[str]] = {}
    position = state.position()
    for text in state.moves():
        kinds.setdefault(kind_of(text, position), []).append(text)
    return list(kinds.values())


class Sitting(RuleBasedStateMachine):
    """One player's session with one game: lines are fed, the record grows, and may be torn and read again."""

    name = ""

    @initialize(data=st.data(), number=st.integers(0, 2**32), from_start=st.booleans())
    def sit_down(self, data: st.DataObject, number: int, from_start: bool) -> None:
        if self.name in GAMES:
            chosen = {name: data.draw(st.sampled_from(VALUES[name])) for name in GAMES[self.name]}
        else:
            chosen = {option.name: data.draw(st.sampled_from(option.values)) for option in options_of(self.name)}
        game = load(self.name, chosen)
        head = ["#patience 1", f"game: {self.name}"]
        if chosen:
            head.append("options: " + ", ".join(f"{name}={value}" for name, value in chosen.items()))
        state: Any = None
        if from_start or self.name not in GAMES:
            head.append(f"seed: {number % 100_000}")
            if self.name in GAMES:
                deck = [str(card) for card in shuffle(game.kind, read_seed(str(number % 100_000)))]
                state = Model(self.name, chosen, deck)
        else:
            state = late(self.name, chosen, Random(number))
            head += ["start:", *(f"  {line}" for line in state.position(sparse=True))]
        script = read_script_bytes(joined([*head, ""]).encode())
        self.values = dict(script.game.values) | chosen
        self.talk = Session(script, script.record(), log_refused=number % 4 == 0)
        self.history = History(state or Seen(self.talk.record))
        self.lines = head_lines(script)
        self.log: list[tuple[str, Any]] = []  # for each line of the record its text, and the state that a move made
        self.resigned = False

    # -- feeding a line, and what must come of it ------------------------------------------------------------------

    @property
    def now(self) -> Any:
        return self.history.now

    def feed(self, line: str, wanted: list[str], *, refused: bool = False) -> None:
        """Feed a line that must record these lines, and end in a refusal or not."""
        answers = list(self.talk.feed(line))
        recorded = [text for answer in answers if isinstance(answer, Recorded) for text in answer.lines]
        kept = [text for text in recorded if text[0] not in "?!"]
        assert [text.partition("=")[0].partition("  #")[0] for text in kept] == wanted
        assert [answer for answer in answers if isinstance(answer, Fault)] == answers[-1:] * refused
        assert len(kept) == len(recorded) or (refused and self.talk.log_refused)
        self.lines += recorded

    def play_tokens(self, line: str, tokens: list[str]) -> None:
        """A line of tokens, played by the model too; the first that it refuses ends the line."""
        number = self.talk.number + 1
        wanted: list[str] = []
        refused = False
        for token in tokens:
            done = None if self.resigned else self.played(token, -number)
            refused = done is None
            if done is None:
                break
            wanted += done
            if token.startswith("dx") and len(done) < int(token[2:]):
                refused = True
                break
        self.feed(line, wanted, refused=refused)

    def played(self, token: str, line: int) -> list[str] | None:
        """What a token makes of the model: the lines of its record, None when it is refused."""
        history = self.history
        if token[0] in "zy":
            undo = token[0] == "z"
            steps = int(token[2:] or 1)
            moves = history.back(steps, line) if undo else history.forth(steps, line)
            self.log += [(token[0], None)] * (moves or 0)
            return None if moves is None else [token[0]] * moves
        if token in ("a", "finish"):
            done = []
            while text := self.now.play_home(token == "finish"):
                self.make(text, line)
                done.append(text)
            return done
        wanted = ["d"] * int(token[2:]) if token.startswith("dx") else [token]
        done = []
        for text in wanted:
            if text not in self.now.moves():
                return done or None
            self.make(text, line)
            done.append(text)
        return done

    def make(self, text: str, line: int) -> None:
        state = self.now.play(text)
        self.history.play(state, line)
        self.log.append((text, state))

    # -- what a player does ----------------------------------------------------------------------------------------

    @rule(choices=st.lists(CHOICE, min_size=1, max_size=3), comment=st.booleans())
    def play(self, choices: list[tuple[int, int]], comment: bool) -> None:
        """One to three legal moves on a line."""
        if tokens := self.some_moves(choices):
            self.play_tokens(" ".join(tokens) + "  # as it was played" * comment, tokens)

    def some_moves(self, choices: list[tuple[int, int]]) -> list[str]:
        """Legal moves one after another: the kind is chosen first, so that rare kinds are played often."""
        tokens: list[str] = []
        state = self.now
        for kind, which in choices:
            if kinds := by_kind(state):
                texts = kinds[kind % len(kinds)]
                tokens.append(texts[which % len(texts)])
                state = state.play(tokens[-1])
        return tokens

    @rule(choice=st.integers(0, 99))
    def play_home(self, choice: int) -> None:
        """A move to a foundation, which gets on in a game."""
        if legal := [text for text in self.now.moves() if "-f" in text]:
            self.play_tokens(legal[choice % len(legal)], [legal[choice % len(legal)]])

    @rule(data=st.data(), number=st.integers(1, 14), free=st.sampled_from("--/"))
    def try_anything(self, data: st.DataObject, number: int, free: str) -> None:
        """A move between any two piles: played when the model has it in its list, else refused."""
        piles = [line.partition(":")[0] for line in self.now.position() if line[0] not in "age" and line[:4] != "pass"]
        source, target = data.draw(st.sampled_from(piles)), data.draw(st.sampled_from([*piles, "f", "f"]))
        target = "f" if target[0] == "f" else target
        count = f"x{number}" if number > 1 else ""
        self.play_tokens(f"{source}{free}{target}x{number}", [f"{source}{free}{target}{count}"])

    @rule(token=st.sampled_from(["d", "r", "g", "dx2", "dx3", "dx9"]))
    def command(self, token: str) -> None:
        self.play_tokens(token, [token])

    @rule(token=st.sampled_from(["a", "a", "finish"]))
    def autoplay(self, token: str) -> None:
        self.play_tokens(token, [token])

    @rule(token=st.sampled_from(["z", "z", "zx2", "zx3", "zx9", "y", "y", "yx2", "yx3"]))
    def history_turns(self, token: str) -> None:
        self.play_tokens(token, [token])

    @rule(
        choices=st.lists(CHOICE, min_size=1, max_size=3),
        more=st.lists(st.sampled_from(["z", "z", "y", "zx2", "d"]), min_size=1, max_size=4),
    )
    def mixed_line(self, choices: list[tuple[int, int]], more: list[str]) -> None:
        """A line that makes moves, and takes some of them back, and more."""
        tokens = [*self.some_moves(choices), *more]
        self.play_tokens(" ".join(tokens), tokens)

    @precondition(lambda self: not self.resigned and self.history.made)
    @rule(really=st.integers(0, 3))
    def restart(self, really: int) -> None:
        if not really:
            moves = len(self.history.made)
            while self.history.made:
                self.history.back(1, 0)
            self.log += [("z", None)] * moves
            self.feed("restart", ["z"] * moves)

    @rule(word=st.sampled_from(["show", "piles", "legal", "check", "describe", "help", "where KS", "# a remark", "?g"]))
    def look(self, word: str) -> None:
        """Words that only show; a remark is recorded, and so is a refusal that was asked for."""
        if word == "?g" and "g" in self.now.moves() and not self.resigned:
            return
        answers = list(self.talk.feed(word))
        assert not any(isinstance(answer, Fault) for answer in answers)
        self.lines += [text for answer in answers if isinstance(answer, Recorded) for text in answer.lines]
        if word == "legal":
            assert answers == [Out([] if self.resigned else self.now.moves())]

    @precondition(lambda self: find_spec("patience_cli.hint") and not self.resigned)
    @rule(really=st.integers(0, 5))
    def hint(self, really: int) -> None:
        """What is advised is legal, and asking changes nothing."""
        if not really:
            (answer,) = self.talk.feed("hint")
            assert isinstance(answer, Out)
            move = answer.lines[0].split("  ")[0]
            assert move in self.now.moves() or "  " not in answer.lines[0]

    # -- leaving and coming back -----------------------------------------------------------------------------------

    @rule()
    def resume(self) -> None:
        """The record is read again: every move is a step of its own now."""
        self.read_again(joined(self.lines).encode())

    @precondition(lambda self: self.log)
    @rule(cut=st.integers(1, 30))
    def torn(self, cut: int) -> None:
        """Killed in the middle of a line: that line is dropped with a word, and never taken for a move."""
        whole = joined(self.lines).encode()
        last = f"{self.lines[-1]}\n"
        script = self.read_again(whole[: -min(cut, len(last) - 1)], torn=True)
        assert len(script.warnings) == 1

    def read_again(self, data: bytes, *, torn: bool = False) -> Script:
        if torn:
            dropped = self.lines.pop()
            self.log[len(self.log) - (dropped[0] not in "#?!|" and not self.resigned) :] = []
            self.resigned = self.resigned and not dropped.startswith("end:")
        script = read_script_bytes(data)
        replay = Replay(script)
        if torn and dropped[0] == "!":
            self.lines.append(dropped)  # a reason is written anew
        assert list(replay.lines()) == self.lines, "what a session writes is what reading it gives"
        history = History(self.history.start)
        for line, (text, state) in enumerate(self.log, 1):
            if text in ("z", "y"):
                assert (history.back if text == "z" else history.forth)(1, 0)
            else:
                history.play(state, line)
        self.history = history
        self.talk = Session(script, replay.record, first_line=1000 * (len(self.log) + 1), log_refused=torn)
        return script

    @precondition(lambda self: not self.resigned)
    @rule()
    def save_a_copy(self) -> None:
        """A copy holds the game as it is now played, and nothing else."""
        with TemporaryDirectory() as folder:
            path = Path(folder) / "copy"
            save(self.talk, str(path))
            replay = Replay(read_script_bytes(path.read_bytes()))
        text = joined(replay.lines())
        assert text.count("\n") == len(head_lines(self.talk.script)) + len(self.history.made)
        assert position_lines(replay.record.game, replay.record.table) == self.now.position()
        assert (replay.record.n, replay.record.undos) == (len(self.history.made), 0)

    @precondition(lambda self: not self.resigned and self.now.status == "playing")
    @rule(really=st.integers(0, 30))
    def resign(self, really: int) -> None:
        if really == 7:
            answers = list(self.talk.feed("resign"))
            recorded = [text for answer in answers if isinstance(answer, Recorded) for text in answer.lines]
            n, home, undos = len(self.history.made), self.now.home, self.history.undos
            assert recorded == [f"end: resigned moves={n} home={home} undos={undos}"]
            self.lines += recorded
            self.resigned = True

    # -- what must be so after every line --------------------------------------------------------------------------

    @invariant()
    def agree(self) -> None:
        if not hasattr(self, "talk"):
            return
        record, state = self.talk.record, self.now
        game, table = record.game, record.table
        COMPARED[self.name] += 1
        legal = [] if self.resigned else state.moves()
        status = "resigned" if self.resigned else state.status
        SEEN[status] += 1
        assert dict(game.values) == self.values, "fault-50: an option is in force for good"
        assert position_lines(game, table) == state.position()
        assert legal_lines(record) == legal
        assert record.status == status
        assert (record.n, record.undos) == (len(self.history.made), self.history.undos)
        shown = as_object(self.talk.script, record)
        assert shown["status"] == status
        assert (shown["home"], shown["deals"], shown["digest"]) == (state.home, state.deals, state.digest)
        if isinstance(state, Model):
            grace = {"gaps": [str(gap + 1) for gap in sorted(state.gaps)], "mend": state.mend} if state.gaps else None
            SEEN["grace"] += grace is not None
            assert shown["grace"] == grace
            assert shown["pass"] == (state.turned if state.quadrille else None)
            assert (shown["total"], shown["stock"]) == (state.total, len(state.stock))
            if not self.resigned:
                self.agree_on_the_next(record, state)

    def agree_on_the_next(self, record: Record, state: Model) -> None:
        """What autoplay would begin with, and where moves of every kind would lead."""
        for token in ("a", "finish"):
            made = next(perform(record, read_token(token), 0), None)
            assert (made and made.text.partition("=")[0]) == state.play_home(token == "finish")
        for texts in by_kind(state):
            (made,) = perform(record, read_token(texts[-1], short=False), 0)
            assert position_lines(record.game, made.record.table) == state.play(texts[-1]).position()
            SEEN["after a move"] += 1


@pytest.mark.parametrize("name", NAMES)
def test_session(name: str) -> None:
    machine = type("Sitting", (Sitting,), {"name": name})
    examples = (8 if name in GAMES else 3) * ROUNDS
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=30,
            phases=[Phase.generate],  # to shrink a run takes longer than to read it
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_what_was_compared() -> None:
    """Each game was; this tells how often."""
    if ROUNDS > 1:
        print(f"\n{sum(COMPARED.values())} positions compared: {dict(COMPARED)}; {dict(SEEN)}")
    assert set(COMPARED) <= set(NAMES)
