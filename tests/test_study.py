"""Studies: what many deals say in all, the file they grow in, and where they are worked out."""

from __future__ import annotations

import json
import os
import re
import resource
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from program import PATIENCE, environment, run

from patience_cli.commands.dealing import read_span
from patience_cli.study import (
    BLIND,
    THOUGHTFUL,
    Interval,
    Result,
    Summary,
    Task,
    clopper_pearson,
    histogram,
    summary_lines,
    summed,
    wilson,
)

TASK = Task("spiderette", THOUGHTFUL, 1000)


def rounded(interval: Interval) -> tuple[float, float]:
    return round(interval.low, 4), round(interval.high, 4)


# -- figures -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("successes", "trials", "bounds"),
    [(83, 100, (0.7445, 0.8911)), (1, 10, (0.0179, 0.4042)), (5, 10, (0.2366, 0.7634)), (0, 0, (0.0, 1.0))],
)
def test_wilson(successes: int, trials: int, bounds: tuple[float, float]) -> None:
    assert rounded(wilson(successes, trials)) == bounds


@pytest.mark.parametrize(
    ("successes", "trials", "bounds"), [(0, 10, (0.0, 0.3085)), (10, 10, (0.6915, 1.0)), (1000, 1000, (0.9963, 1.0))]
)
def test_clopper_pearson(successes: int, trials: int, bounds: tuple[float, float]) -> None:
    assert rounded(clopper_pearson(successes, trials)) == bounds


def test_undecided_deals_widen_the_interval_both_ways() -> None:
    figures = Summary(won=50, lost=30, undecided=20)
    assert figures.deals == 100
    assert figures.interval == Interval(wilson(50, 100).low, wilson(70, 100).high)
    assert rounded(Summary(won=10, lost=0, undecided=0).interval) == (0.6915, 1.0)
    assert rounded(Summary(won=0, lost=0, undecided=10).interval) == (0.0, 1.0)


def test_what_a_study_says() -> None:
    verdicts = ["winnable"] * 5 + ["unwinnable"] * 2 + ["undecided"] * 3
    results = {f"d1:{n}": Result(f"d1:{n}", verdict, 7, 9) for n, verdict in enumerate(verdicts)}
    results["d1:9"] = results["d1:9"]._replace(stopped=True)
    assert summed(results.values()) == Summary(5, 2, 3, stopped=1)
    assert summary_lines(TASK, summed(results.values())) == [
        "spiderette, 10 deals, at most 1000 positions each",
        "winnable   5  (50.0 %; with the undecided 50.0 to 80.0 %, 95 % interval 23.7-94.3 %)",
        "unwinnable 2",
        "undecided  3  (1 stopped by the clock)",
    ]
    played = {"d1:1": Result("d1:1", "won", 0, 90), "d1:2": Result("d1:2", "not won", 0, 80)}
    assert summary_lines(Task("gold-mine", BLIND, 1000), summed(played.values())) == [
        "gold-mine, 2 deals, played without peeking",
        "won        1  (50.0 %, 95 % interval 9.5-90.5 %)",
        "not won    1",
    ]
    assert summary_lines(TASK, Summary()) == ["spiderette: no deals"]


def test_a_histogram() -> None:
    assert histogram("moves", [101, 102, 119, 131, 131, 131], width=6) == [
        "moves",
        "      100      2 ####",
        "      105      0",
        "      110      0",
        "      115      1 ##",
        "      120      0",
        "      125      0",
        "      130      3 ######",
    ]
    assert histogram("moves", [5]) == ["moves", f"        5      1 {'#' * 50}"]
    assert histogram("moves", []) == []


# -- the file ------------------------------------------------------------------------------------------------------


def study(folder: Path, *args: str, game: str = "quadrille") -> tuple[int, str, str]:
    return tuple(run("study", game, *args, cwd=folder))  # type: ignore[return-value]


def test_a_study_goes_on_where_it_stopped(tmp_path: Path) -> None:
    assert study(tmp_path, "file", "--seeds", "1-5")[0] == 0
    first = (tmp_path / "file").read_text()
    assert [json.loads(line)["seed"] for line in first.splitlines()] == [f"d1:{n}" for n in range(1, 6)]
    code, out, err = study(tmp_path, "file", "--seeds", "3-8")
    whole = (tmp_path / "file").read_text()
    assert (code, err) == (0, "")
    assert whole.startswith(first)
    assert [json.loads(line)["seed"] for line in whole[len(first) :].splitlines()] == ["d1:6", "d1:7", "d1:8"]
    assert out.startswith("quadrille, 8 deals, ")
    # Nothing is left to do: it only says what it says.
    assert study(tmp_path, "file") == study(tmp_path, "file", "--seeds", "1-8") == (0, out, "")
    assert (tmp_path / "file").read_text() == whole
    assert study(tmp_path, "--seeds", "1-8") == (0, whole, "")


@pytest.mark.parametrize("tear", [1, 30, 100])
def test_a_last_line_that_is_cut_off_is_done_again(tear: int, tmp_path: Path) -> None:
    study(tmp_path, "file", "--seeds", "1-3")
    whole = (tmp_path / "file").read_text()
    (tmp_path / "file").write_text(whole[:-tear])
    code, _, err = study(tmp_path, "file", "--seeds", "1-3")
    assert (code, err) == (0, "patience: file: line 3 has no line end: dropped\n")
    assert (tmp_path / "file").read_text() == whole


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["spiderette", "file"], "file:1:1: format: a study of game quadrille, not spiderette"),
        (
            ["quadrille", "file", "-o", "passes=5"],
            "file:1:1: format: a study of game quadrille, not quadrille,passes=5",
        ),
        (["quadrille", "file", "--nodes", "5"], "file:1:1: format: a study of nodes 300000, not 5"),
        (
            ["quadrille", "file", "--player", "blind"],
            "file:1:1: format: a study of player thoughtful, not blind",
        ),
    ],
)
def test_a_file_of_another_study_is_left_alone(args: list[str], said: str, tmp_path: Path) -> None:
    study(tmp_path, "file", "--seeds", "1-3")
    before = (tmp_path / "file").read_bytes()
    ran = run("study", *args, "--seeds", "4-6", cwd=tmp_path)
    assert (ran.code, ran.out, ran.err.splitlines()[0]) == (5, "", said)
    assert (tmp_path / "file").read_bytes() == before


def test_ctrl_c_leaves_what_was_done(tmp_path: Path) -> None:
    """Every line that was written is whole, and the study goes on from there."""
    args = [*PATIENCE, "study", "spiderette", "file", "--seeds", "1-100000", "--nodes", "50"]
    process = subprocess.Popen(args, cwd=tmp_path, env=environment(tmp_path), stderr=subprocess.PIPE)
    file = tmp_path / "file"
    while not file.exists() or file.read_bytes().count(b"\n") < 5:
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, b"")
    seeds = [json.loads(line)["seed"] for line in file.read_text().splitlines()]
    assert seeds == [f"d1:{n}" for n in range(1, len(seeds) + 1)]
    assert run("study", "spiderette", "file", "--nodes", "50", cwd=tmp_path).out.startswith(
        f"spiderette, {len(seeds)} deals"
    )


@pytest.mark.parametrize("where", [[], ["file"], ["-j", "2"]], ids=["printed", "in a file", "two processes"])
def test_any_number_of_deals_can_be_named(where: list[str], tmp_path: Path) -> None:
    """They are taken one by one: the first are done at once, in little memory."""
    args = [*PATIENCE, "study", "quadrille", *where, "--seeds", "1-10000000000"]
    process = subprocess.Popen(
        args,
        cwd=tmp_path,
        env=environment(tmp_path),
        stdout=subprocess.PIPE,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (2**29, 2**29)),
    )
    try:
        assert process.stdout
        if "file" in where:
            while not (tmp_path / "file").exists() or (tmp_path / "file").read_bytes().count(b"\n") < 3:
                assert process.poll() is None
        else:
            seeds = [json.loads(process.stdout.readline())["seed"] for _ in range(3)]
            assert seeds == ["d1:1", "d1:2", "d1:3"]
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
    assert process.returncode == 130


def test_the_deals_that_are_missing() -> None:
    known = ["d1:1", "d1:5", "d1:9", "d1:10", "ms:6", "d1:word", f"d1:{10**30}", "d1:²"]
    assert read_span("5-9").missing(known) == 3
    assert read_span("ms:1-8589934591").missing(known) == 8589934590


# -- where it is worked out ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("player", ["thoughtful", "blind"])
def test_processes_change_nothing(player: str, tmp_path: Path) -> None:
    args = ["--seeds", "1-4", "--nodes", "300", "--player", player]
    alone = study(tmp_path, *args, game="will-o-the-wisp" if player == "thoughtful" else "quadrille")
    several = study(tmp_path, *args, "-j", "2", game="will-o-the-wisp" if player == "thoughtful" else "quadrille")
    assert alone == several
    assert alone[0] == 0
    assert alone[1].count("\n") == 4


@pytest.fixture
def cluster() -> Iterator[Any]:
    """A Dask cluster of one process on this machine."""
    from distributed import LocalCluster

    with LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster:  # type: ignore[no-untyped-call]
        yield cluster


def test_a_cluster_changes_nothing(cluster: Any, tmp_path: Path) -> None:
    alone = study(tmp_path, "--seeds", "1-50")
    args = [*PATIENCE, "study", "quadrille", "--seeds", "1-50", "--scheduler", cluster.scheduler_address]
    spread = subprocess.run(args, cwd=tmp_path, env=environment(tmp_path), capture_output=True, text=True, check=False)
    assert (spread.returncode, spread.stdout, spread.stderr) == alone


def test_a_cluster_that_goes_away_takes_nothing_along(cluster: Any, tmp_path: Path) -> None:
    """What was written before stays; one error, and no word of the library's."""
    address = cluster.scheduler_address
    args = [*PATIENCE, "study", "spiderette", "file", "--seeds", "1-4000", "--nodes", "1k", "--scheduler", address]
    process = subprocess.Popen(args, cwd=tmp_path, env=environment(tmp_path), stderr=subprocess.PIPE, text=True)
    file = tmp_path / "file"
    while not file.exists() or file.read_bytes().count(b"\n") < 20:
        assert process.poll() is None
    cluster.close()
    _, err = process.communicate(timeout=100)
    assert process.returncode == 74
    assert re.fullmatch(rf"patience: the cluster at {address} was lost \(\w+\); what was done before is kept\n", err)
    done = len(file.read_text().splitlines())
    assert run("study", "spiderette", "file", "--nodes", "1k", cwd=tmp_path).out.startswith(f"spiderette, {done} deals")


def test_nobody_at_an_address_is_an_error_of_usage(tmp_path: Path) -> None:
    args = [*PATIENCE, "study", "quadrille", "--seeds", "1-50", "--scheduler", "tcp://127.0.0.1:1"]
    done = subprocess.run(args, cwd=tmp_path, env=environment(tmp_path), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("patience: no scheduler at tcp://127.0.0.1:1: ")
    assert os.linesep not in done.stderr.rstrip("\n")
