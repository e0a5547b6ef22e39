"""`python -m patience_cli`, and the entry point of `patience`."""

from __future__ import annotations

import sys

from .streams import CLOSED_PIPE, ending, let_go, prepare


def main() -> None:
    """Run the command line: whatever happens, it ends in an exit code, and no traceback is seen."""
    prepare()
    code: object = 0
    try:
        try:
            _run()
        except SystemExit as leaving:
            # typer answers a reader that went away (of its help, say) with 1
            code = CLOSED_PIPE if isinstance(leaving.__context__, BrokenPipeError) else leaving.code
        sys.stdout.flush()
    except (Exception, KeyboardInterrupt) as error:
        code = ending(error)
    let_go()
    sys.exit(code)  # type: ignore[arg-type]


def _run() -> None:
    """The command line; `--version` alone is answered here, at the cost of a bare interpreter."""
    if sys.argv[1:] == ["--version"]:
        from . import __version__

        print(f"patience {__version__}")
        return
    from .cli import app

    app(prog_name="patience")


if __name__ == "__main__":
    main()
