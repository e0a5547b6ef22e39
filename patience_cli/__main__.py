"""`python -m patience_cli`, and the entry point of `patience`."""

from __future__ import annotations

import os
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
    import gc

    gc.set_threshold(50_000)  # few of our values are cyclic: to look for them with every 700 new ones costs a start-up
    from .cli import alone, app

    alone(sys.argv[1] if len(sys.argv) > 1 else "")
    if "_PATIENCE_COMPLETE" in os.environ:
        from .words import rejoin

        rejoin(os.environ)
    app(prog_name="patience")


if __name__ == "__main__":
    main()
