"""`python -m patience_cli`, and the entry point of `patience`."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; `--version` alone is answered here, at the cost of a bare interpreter."""
    if sys.argv[1:] == ["--version"]:
        from . import __version__

        print(f"patience {__version__}")
        return
    from .cli import app

    app(prog_name="patience")


if __name__ == "__main__":
    main()
