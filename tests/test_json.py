"""What commands print for programs agrees with what they print for people."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from program import COMMANDS, Ran, run, sample_files

from patience_cli.deals import read_spec
from patience_cli.games import NAMES
from patience_cli.manual import rule_page


@pytest.fixture
def files(tmp_path: Path) -> Path:
    sample_files(tmp_path)
    return tmp_path


def objects(ran: Ran) -> list[Any]:
    """The objects that a command printed, and nothing else."""
    assert ran.err == ""
    return [json.loads(line) for line in ran.out.splitlines()]


@pytest.mark.parametrize("command", sorted(set(COMMANDS) - {"man"}))
def test_every_command_that_prints_has_objects(command: str, files: Path) -> None:
    """With the exit code that it has without; a manual page is for people."""
    plain = run(command, *COMMANDS[command], cwd=files)
    asked = run(
        command, *(word for word in COMMANDS[command] if word not in ("--to", "transcript")), "--json", cwd=files
    )
    found = objects(asked)
    assert all(next(iter(one)) == "type" for one in found)
    assert bool(found) == (command != "stats")
    if command != "move":  # which made its move the first time
        assert asked.code == plain.code


@pytest.mark.parametrize("game", ["gold-mine", "spiderette,discard=auto", "spider-one"])
def test_a_deal_in_objects_is_the_deal(game: str, tmp_path: Path) -> None:
    name, _, option = game.partition(",")
    args = ["deal", name, *(["-o", option] if option else []), "--seeds", "1-3"]
    found = objects(run(*args, "--json", cwd=tmp_path))
    lines = run(*args, cwd=tmp_path).out
    assert "".join(f"{one['text']}\n" for one in found) == lines
    assert ["".join(one["deck"]) for one in found] == [line.split()[2] for line in lines.splitlines()]
    assert [one["seed"] for one in found] == ["d1:1", "d1:2", "d1:3"]
    assert objects(run("convert", "--json", stdin=lines, cwd=tmp_path)) == found


def test_the_other_formats_of_ours_have_objects_too(files: Path) -> None:
    replayed = run("replay", "sound", "--json", cwd=files)
    assert run("convert", "sound", "--to", "transcript", "--json", cwd=files) == replayed
    board = objects(run("convert", "sound", "--to", "board", "--json", cwd=files))
    assert board == objects(run("show", "sound", "--json", "--reveal", cwd=files))


def test_a_won_deal_in_objects_is_a_game_replayed(tmp_path: Path) -> None:
    won = run("deal", "gold-mine", "1", "--solution", cwd=tmp_path)
    told = objects(run("deal", "gold-mine", "1", "--solution", "--json", cwd=tmp_path))
    again = objects(run("replay", "--json", stdin=won.out, cwd=tmp_path))
    assert [{**one, "line": 0} for one in told] == [{**one, "line": 0} for one in again]
    assert (told[0]["type"], told[-1]["result"]) == ("start", "won")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["deal", "gold-mine", "1", "--to", "cards"], "--json and --to cards exclude each other"),
        (["convert", "sound", "--to", "solvitaire"], "--json and --to solvitaire exclude each other"),
        (["tidy", "-i", "sound"], "-i and --json exclude each other"),
    ],
)
def test_two_forms_at_once_are_refused(args: list[str], said: str, files: Path) -> None:
    before = (files / "sound").read_bytes()
    ran = run(*args, "--json", cwd=files)
    (error,) = objects(ran)
    assert (ran.code, error["code"], error["message"]) == (2, "usage", said)
    assert (files / "sound").read_bytes() == before


@pytest.mark.parametrize("name", NAMES)
def test_rules_in_objects_say_what_the_page_says(name: str, tmp_path: Path) -> None:
    (told,) = objects(run("rules", name, "--json", cwd=tmp_path))
    page = " ".join(" ".join(rule_page(read_spec(name))).split())
    said = [told["title"], told["cards"], *told["sections"], *told["about"].values()]
    for sentence in (*said, *(sentence for part in told["sections"].values() for sentence in part)):
        assert sentence in page
    assert list(told["about"]) == [option.name for option in read_spec(name).options]


def test_check_in_objects_says_of_each_file_what_it_is(files: Path) -> None:
    text = (files / "sound").read_text()
    (files / "other").write_text(text.replace("d1:", ""))
    (files / "broken").write_text(text + "hello\n")
    plain = run("check", "sound", "other", "broken", cwd=files)
    ran = run("check", "sound", "other", "broken", "--json", cwd=files)
    sound, other, broken, sums = objects(ran)
    assert ran.code == plain.code == 5
    assert sound == {"type": "check", "file": "sound", "result": "sound", "diff": []}
    assert (other["file"], other["result"]) == ("other", "differs")
    assert plain.out.startswith("\n".join(other["diff"]) + "\n")
    assert (broken["type"], broken["code"], broken["file"]) == ("error", "syntax", "broken")
    assert sums == {"type": "checked", "files": 3, "sound": 1, "differs": 1, "rewritten": 0, "broken": 1}
    rewritten, sums = objects(run("check", "--update", "other", "--json", cwd=files))
    assert (rewritten["result"], sums["rewritten"]) == ("rewritten", 1)
    assert (files / "other").read_text() == text


def test_tidy_in_objects_is_the_tidy_game_replayed(files: Path) -> None:
    tidied = run("tidy", "sound", cwd=files)
    assert objects(run("tidy", "sound", "--json", cwd=files)) == objects(
        run("replay", "--json", stdin=tidied.out, cwd=files)
    )


def test_stats_in_objects_are_the_figures(tmp_path: Path) -> None:
    kept = tmp_path / "state" / "patience"
    kept.mkdir(parents=True)
    finished = [("gold-mine", "won", 120, 52), ("gold-mine", "won", 110, 52), ("gold-mine", "lost", 60, 20)]
    finished += [("spiderette", "resigned", 9, 0)]
    kept.joinpath("stats.jsonl").write_text(
        "".join(
            json.dumps({"game": game, "seed": "d1:1", "result": result, "moves": moves, "home": home}) + "\n"
            for game, result, moves, home in finished
        )
    )
    gold = {"type": "stats", "game": "gold-mine", "played": 3, "won": 2, "streak": 0, "longest": 2}
    gold |= {"best": 110, "home": 52}
    spiderette = {"type": "stats", "game": "spiderette", "played": 1, "won": 0, "streak": 0, "longest": 0}
    spiderette |= {"best": None, "home": 0}
    assert objects(run("stats", "--json", cwd=tmp_path)) == [gold, spiderette]
    assert objects(run("stats", "gold-mine", "--json", cwd=tmp_path)) == [gold]


def test_a_study_ends_with_what_it_found(tmp_path: Path) -> None:
    args = ["study", "quadrille", "--seeds", "1-30", "--json"]
    *lines, sums = objects(run(*args, cwd=tmp_path))
    won = sum(line["verdict"] == "winnable" for line in lines)
    assert (sums["deals"], sums["won"], sums["lost"], sums["undecided"]) == (30, won, 30 - won, 0)
    assert 0 < sums["low"] < won / 30 < sums["high"] < 1
    # Kept in a file, it is a study to go on with.
    (tmp_path / "file").write_text(run(*args, cwd=tmp_path).out)
    assert objects(run("study", "quadrille", "file", "--json", cwd=tmp_path)) == [sums]
