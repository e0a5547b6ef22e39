"""The command line: arguments, help and exit codes. No rules, no layout, no format."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable
from typing import Annotated, Any

import typer

from . import __version__
from .errors import PatienceError

app = typer.Typer(
    name="patience",
    help="Card patience (solitaire) in plain text: deal, play, record and replay, at the prompt or in a pipe.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Body = Callable[..., int | None]

BUG, WRITE_ERROR, INTERRUPTED, CLOSED_PIPE = 70, 74, 130, 141


def command(body: Body) -> Body:
    """Register a command. What its body returns is the exit code; what it raises becomes one line and a code."""

    @functools.wraps(body)
    def run(*args: Any, **kwargs: Any) -> None:
        raise typer.Exit(guarded(body, *args, **kwargs))

    app.command(body.__name__.rstrip("_"))(run)
    return body


def guarded(body: Body, *args: Any, **kwargs: Any) -> int:
    """Run a body and give its exit code, whatever happens in it."""
    try:
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
        if kwargs.pop("quiet", False):
            from .commands.common import be_quiet

            be_quiet()
        code = body(*args, **kwargs) or 0
        if sys.stdout is not None:
            sys.stdout.flush()
    except PatienceError as error:
        return _told(error, kwargs.get("file"))
    except BrokenPipeError:
        return _closed_pipe()
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        print(f"patience: write error: {error.strerror}", file=sys.stderr)
        sys.stderr.flush()
        os._exit(WRITE_ERROR)  # a second flush at exit would fail again
    except (typer.Exit, typer.Abort, typer.BadParameter):
        raise
    except Exception as error:
        if os.environ.get("PATIENCE_DEBUG"):
            raise
        print(f"patience: bug: {error!r}; PATIENCE_DEBUG=1 shows where", file=sys.stderr)
        return BUG
    return code


def _told(error: PatienceError, file: object) -> int:
    """An error's exit code once it was printed, if anybody still reads."""
    from .commands.common import tell

    try:
        return tell(error, error.file or (file if isinstance(file, str) else "-"))
    except BrokenPipeError:
        return _closed_pipe()


def _closed_pipe() -> int:
    """The reader went away: be silent, also when Python closes its streams."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return CLOSED_PIPE


# -- arguments and options that several commands share -------------------------------------------------------------

File = Annotated[
    str | None, typer.Argument(metavar="[FILE]", help="A transcript, deal or board; - or nothing: standard input.")
]
Files = Annotated[
    list[str] | None, typer.Argument(metavar="[FILE]...", help="Transcripts; - or nothing: standard input.")
]
GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game; patience games lists them.")]
Options = Annotated[
    list[str] | None,
    typer.Option("-o", "--option", metavar="NAME=VALUE", help="An option of the game; may be repeated."),
]
Quiet = Annotated[
    bool, typer.Option("-q", "--quiet", help="Print nothing but errors of usage and writing; the exit code answers.")
]
Json = Annotated[bool, typer.Option("--json", help="One JSON object a line.")]
At = Annotated[int | None, typer.Option("--at", metavar="N", help="After N moves instead of now.")]
Strict = Annotated[bool, typer.Option("--strict", help="Accept moves in their canonical form only.")]
Reopen = Annotated[bool, typer.Option("--reopen", help="Go on with a game that has ended: its last line is dropped.")]


@app.callback(invoke_without_command=False)
def patience(
    version: Annotated[bool, typer.Option("--version", help="Print the version and leave.")] = False,
) -> None:
    """Card patience (solitaire) in plain text: deal, play, record and replay, at the prompt or in a pipe."""
    if version:
        print(f"patience {__version__}")
        raise typer.Exit


@command
def games(quiet: Quiet = False, json: Json = False) -> int:
    """The games: name, title, packs, options."""
    from .commands import looking

    return looking.games(json=json)


@command
def rules(game: GameName, option: Options = None, quiet: Quiet = False) -> int:
    """The rule page of a game, with the options in force."""
    from .commands import looking

    return looking.rules(game, option or ())


@command
def deal(
    game: GameName,
    seed: Annotated[list[str] | None, typer.Argument(metavar="[SEED]...", help="Seeds; none: a random one.")] = None,
    seeds: Annotated[str | None, typer.Option("--seeds", metavar="A-B", help="All seeds from A to B.")] = None,
    number: Annotated[int | None, typer.Option("-n", "--number", metavar="N", help="So many random deals.")] = None,
    to: Annotated[str, typer.Option("--to", metavar="FORMAT", help="Another format than one deal a line.")] = "line",
    option: Options = None,
    quiet: Quiet = False,
) -> int:
    """Deal: one deal a line, the whole deck in it."""
    from .commands import dealing

    return dealing.deal(game, seed or (), seeds, number, to, option or ())


@command
def play(
    game: Annotated[
        list[str] | None,
        typer.Argument(metavar="[GAME [SEED] | FILE]", help="A new game, or a FILE to go on with."),
    ] = None,
    record: Annotated[
        str | None,
        typer.Option("--record", metavar="FILE", help="Write the transcript to a new FILE; - for standard output."),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the unfinished game last played (of GAME).")
    ] = False,
    keep_going: Annotated[bool, typer.Option("--keep-going", help="In a pipe: go on after a refused line.")] = False,
    log_refused: Annotated[
        bool, typer.Option("--log-refused", help="Record refused moves too, as ? and ! lines.")
    ] = False,
    strict: Strict = False,
    reopen: Reopen = False,
    option: Options = None,
    quiet: Quiet = False,
    json: Json = False,
) -> int:
    """Play a game line by line; in a pipe, exit 0 when it is won."""
    from .commands import playing

    way = playing.Way(keep_going=keep_going, strict=strict, log_refused=log_refused, reopen=reopen)
    return playing.play(game or (), option or (), record=record, resume=resume, json=json, way=way)


@command
def move(
    moves: Annotated[list[str], typer.Argument(metavar="[FILE] MOVE...", help="Moves, and the FILE that is to grow.")],
    strict: Strict = False,
    reopen: Reopen = False,
    quiet: Quiet = False,
    json: Json = False,
) -> int:
    """Play moves onto a game, all or nothing: onto FILE, which grows, or from standard input to standard output."""
    from .commands import moving

    return moving.move(moves, strict=strict, reopen=reopen, json=json)


@command
def show(
    file: File = None,
    at: At = None,
    piles: Annotated[bool, typer.Option("--piles", help="A board: one pile a line, all cards.")] = False,
    hide: Annotated[bool, typer.Option("--hide", help="With --piles: only what a player may see.")] = False,
    describe: Annotated[bool, typer.Option("--describe", help="In words, one pile a line.")] = False,
    moves: Annotated[bool, typer.Option("--moves", help="The moves so far, ten a line.")] = False,
    json: Json = False,
    reveal: Annotated[bool, typer.Option("--reveal", help="With --json: hidden cards too.")] = False,
    quiet: Quiet = False,
) -> int:
    """The position of each game that comes in, as a table."""
    from .commands import looking

    forms = {"piles": piles, "describe": describe, "moves": moves, "json": json}
    asked = [form for form, wanted in forms.items() if wanted]
    if len(asked) > 1:
        raise PatienceError("usage", f"--{asked[0]} and --{asked[1]} exclude each other")
    return looking.show(file, at, asked[0] if asked else "table", hide=hide, reveal=reveal)


@command
def legal(file: File = None, at: At = None, json: Json = False, quiet: Quiet = False) -> int:
    """The legal moves, one a line; exit 1 when there is none."""
    from .commands import looking

    return looking.legal(file, at, json=json)


@command
def replay(
    file: Files = None,
    tables: Annotated[bool, typer.Option("--tables", help="The table after each move.")] = False,
    step: Annotated[bool, typer.Option("--step", help="The tables, one for each Enter.")] = False,
    delay: Annotated[float, typer.Option("--delay", metavar="S", help="The tables, S seconds apart.")] = 0.0,
    upto: Annotated[
        int | None, typer.Option("--upto", metavar="N", help="Only the first N moves made; the table there.")
    ] = None,
    strict: Strict = False,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Play transcripts again and print them anew."""
    from .commands import files

    return files.replay(file or (), tables=tables, step=step, delay=delay, upto=upto, strict=strict, json=json)


@command
def check(
    file: Files = None,
    update: Annotated[bool, typer.Option("--update", help="Rewrite the files that differ.")] = False,
    verbose: Annotated[bool, typer.Option("-v", "--verbose", help="Name the sound files too.")] = False,
    quiet: Quiet = False,
) -> int:
    """Replay each file and compare it with what replaying gives; exit 1 when one differs."""
    from .commands import files

    return files.check(file or (), update=update, verbose=verbose)


@command
def tidy(
    file: File = None,
    in_place: Annotated[bool, typer.Option("-i", "--in-place", help="Rewrite FILE instead of printing.")] = False,
    quiet: Quiet = False,
) -> int:
    """The same game without the moves that were taken back."""
    from .commands import files

    return files.tidied(file, in_place=in_place)
