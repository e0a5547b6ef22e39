"""Arguments and options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

from . import words

File = Annotated[
    str | None, typer.Argument(metavar="[FILE]", help="A transcript, deal or board; - or nothing: standard input.")
]
Files = Annotated[
    list[str] | None,
    typer.Argument(metavar="[FILE]...", help="Transcripts, deals or boards; - or nothing: standard input."),
]
GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="A game, as patience games lists them.", autocompletion=words.games)
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "-o",
        "--option",
        metavar="NAME=VALUE",
        help="An option of the game, as its rule page lists them; may be repeated.",
        autocompletion=words.options,
    ),
]
Nodes = Annotated[
    str | None, typer.Option("--nodes", metavar="N", help="A solver's budget: at most N positions a game, 300k or 3M.")
]
Seeds = Annotated[str | None, typer.Option("--seeds", metavar="A-B", help="All seeds from A to B, or ms:A-B.")]
To = Annotated[str, typer.Option("--to", metavar="FORMAT", help="The format to write.", autocompletion=words.writable)]
Quiet = Annotated[
    bool, typer.Option("-q", "--quiet", help="Print nothing but errors of usage and writing; the exit code answers.")
]
Json = Annotated[bool, typer.Option("--json", help="One JSON object a line.")]
At = Annotated[int | None, typer.Option("--at", metavar="N", help="After N moves instead of now.")]
Strict = Annotated[bool, typer.Option("--strict", help="Accept moves in their canonical form only.")]
Color = Annotated[
    str | None,
    typer.Option("--color", metavar="WHEN", help="Colour: auto, always or never.", autocompletion=words.of("color")),
]
NoColor = Annotated[bool, typer.Option("--no-color", help="As --color=never.")]
Palette = Annotated[
    str | None,
    typer.Option(
        "--palette", metavar="N", help="Colours: two, or four, one a suit.", autocompletion=words.of("palette")
    ),
]
Suits = Annotated[
    str | None,
    typer.Option("--suits", metavar="HOW", help="At a terminal: letters or symbols.", autocompletion=words.of("suits")),
]
Compact = Annotated[
    bool | None, typer.Option("--compact", help="At a terminal: a table of forty columns.", show_default=False)
]
Describe = Annotated[bool, typer.Option("--describe", help="The table in words, one pile a line.")]
Reopen = Annotated[bool, typer.Option("--reopen", help="Go on with a game that has ended: its last line is dropped.")]
