"""An exit code for whatever can happen in a command: its own answer, an error of ours, a signal, a bug."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any

from .errors import PatienceError
from .streams import ending, let_go


def guarded(body: Callable[..., int | None], *args: Any, **kwargs: Any) -> int:
    """Run the body of a command and give its exit code, whatever happens in it."""
    try:
        if kwargs.pop("quiet", False):
            from .commands.common import be_quiet

            be_quiet()
        if kwargs.get("json"):
            from .commands.common import errors_as_data

            errors_as_data()
        try:
            code = body(*args, **kwargs) or 0
        except PatienceError as error:
            from .commands.common import tell

            file = kwargs.get("file")
            code = tell(error, file if isinstance(file, str) else "-")
        sys.stdout.flush()
    except (Exception, KeyboardInterrupt) as error:
        code = ending(error)
        let_go()
    return code


def looks_matter() -> bool:
    """Whether a person looks at standard output, or the environment asks for colour all the same."""
    asked = os.environ.get("FORCE_COLOR") or os.environ.get("CLICOLOR_FORCE", "0") != "0"
    return bool(asked) or (sys.stdout is not None and sys.stdout.isatty())
