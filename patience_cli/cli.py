"""The command line: arguments, help and exit codes. No rules, no layout, no format."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Annotated, Any

import typer
import typer.core

from . import __version__, words
from .arguments import (
    At,
    Color,
    Compact,
    Describe,
    File,
    Files,
    GameName,
    Json,
    NoColor,
    Nodes,
    Options,
    Palette,
    Quiet,
    Reopen,
    Seeds,
    Strict,
    Suits,
    To,
)
from .errors import PatienceError
from .guard import guarded, looks_matter
from .render import PLAIN, Style

app = typer.Typer(
    name="patience",
    epilog="Help of a command: patience COMMAND --help. All of it: man patience, or patience man.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Body = Callable[..., int | None]


class Command(typer.core.TyperCommand):
    """A command whose usage has no braces around an argument that is required."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        return [piece.strip("{}") for piece in super().collect_usage_pieces(ctx)]


def command(*examples: str) -> Callable[[Body], Body]:
    """Register a command under its examples. What its body returns is the exit code."""

    def register(body: Body) -> Body:
        @functools.wraps(body)
        def run(*args: Any, **kwargs: Any) -> None:
            raise typer.Exit(guarded(body, *args, **kwargs))

        shown = "\n".join(f"  {example}" for example in examples)
        app.command(
            body.__name__,
            cls=Command,
            short_help=(body.__doc__ or "").partition("\n")[0],
            help=f"\b\nExamples:\n{shown}\n\n{body.__doc__}",
        )(run)
        return body

    return register


def alone(name: str) -> None:
    """Leave out the other commands, all of which typer would build to run one; all stay when this is none."""
    app.registered_commands = [c for c in app.registered_commands if c.name == name] or app.registered_commands


def _style(color: str | None, no_color: bool, palette: str | None, suits: str | None, compact: bool | None) -> Style:
    """How tables look: plain unless something asks for more, or a person looks."""
    if not (color or no_color or palette or suits or compact) and not looks_matter():
        return PLAIN
    from .looks import Flags, chosen

    return chosen(Flags("never" if no_color else color, palette, suits, "yes" if compact else None))


@app.callback(invoke_without_command=False)
def patience(
    version: Annotated[bool, typer.Option("--version", help="Print the version and leave.")] = False,
) -> None:
    """\b
    Examples:
      patience play miss-milligan
      patience deal spiderette 7 | patience show

    Card patience (solitaire) in plain text: deal, play, record and replay, at the prompt or in a pipe.
    """
    if version:
        print(f"patience {__version__}")
        raise typer.Exit


@command(
    "patience games",
    "patience games --json | jq -r .name",
)
def games(quiet: Quiet = False, json: Json = False) -> int:
    """The games: name, title, packs, options."""
    from .commands import looking

    return looking.games(json=json)


@command(
    "patience rules quadrille",
    "patience rules spiderette -o discard=auto",
)
def rules(game: GameName, option: Options = None, json: Json = False, quiet: Quiet = False) -> int:
    """The rule page of a game, with the options in force."""
    from .commands import looking

    return looking.rules(game, option or (), json=json)


@command(
    "patience deal gold-mine 1 2 3",
    "patience deal gold-mine --seeds 1-1000 | wc -l",
)
def deal(
    game: GameName,
    seed: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[SEED]...", help="Numbers, words, daily, ms:617; none: a random one.", autocompletion=words.seeds
        ),
    ] = None,
    seeds: Seeds = None,
    number: Annotated[int | None, typer.Option("-n", "--number", metavar="N", help="So many random deals.")] = None,
    to: To = "line",
    winnable: Annotated[bool, typer.Option("--winnable", help="Only deals that the solver wins.")] = False,
    solution: Annotated[bool, typer.Option("--solution", help="The same, each as a transcript that wins it.")] = False,
    nodes: Nodes = None,
    option: Options = None,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Deal: one deal a line, the whole deck in it."""
    from .commands import dealing

    wanted = dealing.Wanted(seeds, number, to, winnable, solution, nodes, json)
    return dealing.deal(game, seed or (), option or (), wanted)


@command(
    "patience convert deal.json --game gold-mine",
    "patience deal freecell ms:617 | patience convert --to fc-solve",
)
def convert(
    file: Files = None,
    to: To = "line",
    from_: Annotated[
        str | None,
        typer.Option("--from", metavar="FORMAT", help="The format of what comes in.", autocompletion=words.readable),
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(
            "--game",
            metavar="GAME[,OPTION=VALUE]",
            help="The game, where the format does not name it.",
            autocompletion=words.games,
        ),
    ] = None,
    notation: Annotated[
        str | None,
        typer.Option(
            "--notation",
            metavar="NAME",
            help="keller: what comes in is a solution, of the game in --of.",
            autocompletion=words.notations,
        ),
    ] = None,
    of: Annotated[str | None, typer.Option("--of", metavar="FILE", help="The game that a solution belongs to.")] = None,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Any readable format to another; the format of what comes in is found out."""
    from .commands import converting

    if notation or of:
        return converting.solution(file or (), notation, of, to=to, json=json)
    return converting.convert(file or (), to=to, from_=from_, game=game, json=json)


@command(
    "patience play miss-milligan",
    "patience play gold-mine 5 < moves.txt",
)
def play(
    game: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAME [SEED] | FILE]", help="A new game, or a FILE to go on with.", autocompletion=words.to_play
        ),
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
    winnable: Annotated[bool, typer.Option("--winnable", help="A new game that the solver has won.")] = False,
    no_input: Annotated[bool, typer.Option("--no-input", help="Never prompt: play as in a pipe.")] = False,
    option: Options = None,
    color: Color = None,
    no_color: NoColor = False,
    palette: Palette = None,
    suits: Suits = None,
    compact: Compact = None,
    describe: Describe = False,
    quiet: Quiet = False,
    json: Json = False,
) -> int:
    """Play a game line by line; in a pipe, exit 0 when it is won."""
    from .commands import playing

    style = _style(color, no_color, palette, suits, compact)
    way = playing.Way(keep_going, strict, log_refused, reopen, no_input, style, describe, winnable)
    return playing.play(game or (), option or (), record=record, resume=resume, json=json, way=way)


@command(
    "patience move my.patience 67 54 d",
    "patience deal gold-mine 5 | patience move d w-2 d",
)
def move(
    moves: Annotated[list[str], typer.Argument(metavar="[FILE] MOVE...", help="Moves, and the FILE that is to grow.")],
    notation: Annotated[
        str | None,
        typer.Option(
            "--notation",
            metavar="NAME",
            help="keller: moves as Freecell Solver prints them.",
            autocompletion=words.notations,
        ),
    ] = None,
    strict: Strict = False,
    reopen: Reopen = False,
    color: Color = None,
    no_color: NoColor = False,
    palette: Palette = None,
    suits: Suits = None,
    compact: Compact = None,
    quiet: Quiet = False,
    json: Json = False,
) -> int:
    """Play moves onto a game, all or nothing: onto FILE, which grows, or from standard input to standard output."""
    from .commands import moving

    return moving.move(
        moves,
        strict=strict,
        reopen=reopen,
        json=json,
        notation=notation,
        style=_style(color, no_color, palette, suits, compact),
    )


@command(
    "patience show my.patience",
    "patience deal spiderette 7 | patience show",
)
def show(
    file: File = None,
    at: At = None,
    piles: Annotated[bool, typer.Option("--piles", help="A board: one pile a line, all cards.")] = False,
    hide: Annotated[bool, typer.Option("--hide", help="With --piles: only what a player may see.")] = False,
    describe: Describe = False,
    moves: Annotated[bool, typer.Option("--moves", help="The moves so far, ten a line.")] = False,
    json: Json = False,
    reveal: Annotated[bool, typer.Option("--reveal", help="With --json: hidden cards too.")] = False,
    color: Color = None,
    no_color: NoColor = False,
    palette: Palette = None,
    suits: Suits = None,
    compact: Compact = None,
    quiet: Quiet = False,
) -> int:
    """The position of each game that comes in, as a table."""
    from .commands import looking

    forms = {"piles": piles, "describe": describe, "moves": moves, "json": json}
    asked = [form for form, wanted in forms.items() if wanted]
    if len(asked) > 1:
        raise PatienceError("usage", f"--{asked[0]} and --{asked[1]} exclude each other")
    return looking.show(
        file,
        at,
        asked[0] if asked else "table",
        hide=hide,
        reveal=reveal,
        style=_style(color, no_color, palette, suits, compact),
    )


@command(
    "patience legal my.patience",
    "patience deal gold-mine 5 | patience move d | patience legal",
)
def legal(file: File = None, at: At = None, json: Json = False, quiet: Quiet = False) -> int:
    """The legal moves, one a line; exit 1 when there is none."""
    from .commands import looking

    return looking.legal(file, at, json=json)


@command(
    "patience replay my.patience --tables",
    "patience replay my.patience --step",
)
def replay(
    file: Files = None,
    tables: Annotated[bool, typer.Option("--tables", help="The table after each move.")] = False,
    step: Annotated[bool, typer.Option("--step", help="The tables, one for each Enter.")] = False,
    delay: Annotated[float, typer.Option("--delay", metavar="S", help="The tables, S seconds apart.")] = 0.0,
    upto: Annotated[
        int | None, typer.Option("--upto", metavar="N", help="Only the first N moves made; the table there.")
    ] = None,
    strict: Strict = False,
    color: Color = None,
    no_color: NoColor = False,
    palette: Palette = None,
    suits: Suits = None,
    compact: Compact = None,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Play transcripts again and print them anew."""
    from .commands import files

    pace = files.Pace(tables, step, delay, upto, _style(color, no_color, palette, suits, compact))
    return files.replay(file or (), pace=pace, strict=strict, json=json)


@command(
    "patience check *.patience",
    "patience check --update my.patience",
)
def check(
    file: Files = None,
    update: Annotated[bool, typer.Option("--update", help="Rewrite the files that differ.")] = False,
    verbose: Annotated[bool, typer.Option("-v", "--verbose", help="Name the sound files too.")] = False,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Replay each file and compare it with what replaying gives; exit 1 when one differs."""
    from .commands import files

    return files.check(file or (), update=update, verbose=verbose, json=json)


@command(
    "patience tidy my.patience",
    "patience tidy -i my.patience",
)
def tidy(
    file: File = None,
    in_place: Annotated[bool, typer.Option("-i", "--in-place", help="Rewrite FILE instead of printing.")] = False,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """The same game without the moves that were taken back."""
    from .commands import files

    return files.tidied(file, in_place=in_place, json=json)


@command(
    "patience deal gold-mine 5 | patience solve",
    "patience deal gold-mine --seeds 1-100 | patience solve --brief -j 2",
)
def solve(
    file: Files = None,
    nodes: Nodes = None,
    timeout: Annotated[
        float | None, typer.Option("--timeout", metavar="S", help="Stop each game after S seconds.")
    ] = None,
    jobs: Annotated[int, typer.Option("-j", "--jobs", metavar="N", min=1, help="So many processes.")] = 1,
    brief: Annotated[bool, typer.Option("--brief", help="One line a game.")] = False,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Can it be won? Exit 0 for yes, with a winning line; 1 for proven no; 3 for undecided."""
    from .commands import solving

    return solving.solve(file or (), nodes=nodes, seconds=timeout, jobs=jobs, brief=brief, json=json)


@command(
    "patience hint my.patience",
    "patience hint my.patience --peek",
)
def hint(
    file: File = None,
    peek: Annotated[bool, typer.Option("--peek", help="May look at hidden cards: a move of a winning line.")] = False,
    nodes: Nodes = None,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """A move worth making, and why; exit 1 when there is none."""
    from .commands import solving

    return solving.hint(file, peek=peek, nodes=nodes, json=json)


@command(
    "patience study gold-mine gold.study --seeds 1-1000 -j 2",
    "patience study quadrille --seeds 1-100 --player blind",
)
def study(
    game: GameName,
    file: Annotated[str | None, typer.Argument(metavar="[FILE]", help="A study to begin or to go on with.")] = None,
    seeds: Seeds = None,
    player: Annotated[
        str,
        typer.Option(
            "--player",
            metavar="WHO",
            help="thoughtful (a solver), or blind (never peeks).",
            autocompletion=words.players,
        ),
    ] = "thoughtful",
    nodes: Nodes = None,
    timeout: Annotated[
        float | None, typer.Option("--timeout", metavar="S", help="Stop each deal after S seconds.")
    ] = None,
    jobs: Annotated[int, typer.Option("-j", "--jobs", metavar="N", min=1, help="So many processes.")] = 1,
    scheduler: Annotated[
        str | None, typer.Option("--scheduler", metavar="ADDRESS", help="Work on a Dask cluster.")
    ] = None,
    option: Options = None,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Solve or play many deals: one JSON line each, and what they say in all."""
    from .commands import studying

    return studying.study(
        game,
        file,
        span=seeds,
        player=player,
        nodes=nodes,
        seconds=timeout,
        jobs=jobs,
        scheduler=scheduler,
        options=option or (),
        json=json,
    )


@command("patience stats", "patience stats gold-mine")
def stats(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="Only this game.", autocompletion=words.games)
    ] = None,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """The games finished at a terminal: played, won, streaks, best."""
    from .commands import looking

    return looking.stats(game, json=json)


@command("patience man", "patience man patience-transcript")
def man(
    page: Annotated[
        str,
        typer.Argument(
            metavar="[PAGE]",
            help="patience, patience-transcript, patience-games or patience-tried.",
            autocompletion=words.pages,
        ),
    ] = "patience",
    quiet: Quiet = False,
) -> int:
    """The manual page, where man patience does not find it."""
    from .commands import looking

    return looking.man(page)
