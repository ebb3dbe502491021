"""The command line: one verb per question, the same words as in Python."""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress
from typing import TextIO


def main(arguments: list[str] | None = None) -> None:
    """Run a command; bad input is one sentence on stderr and exit code 2, never a traceback."""
    _open_closed_streams()
    from steelyard.cli import options  # noqa: PLC0415 - Typer is loaded when a command runs
    from steelyard.cli.app import app  # noqa: PLC0415

    if isinstance(sys.stdout, io.TextIOWrapper):  # a terminal without our characters gets question marks
        sys.stdout.reconfigure(errors="replace")
    try:
        code = app(args=arguments, prog_name="steelyard", standalone_mode=False)
        sys.stdout.flush()
        sys.exit(code)
    except options.UsageError as problem:
        if options.is_help(problem):
            sys.stderr.write(f"{problem}\n")
            sys.exit(2)
        sys.exit(_refuse(options.usage_sentence(problem)))
    except SystemExit as left:
        # Typer leaves with 1 where the reader, such as `head`, has seen enough, and has silenced the streams.
        sys.exit(0 if isinstance(left.__context__, BrokenPipeError) else left.code)
    except ValueError as problem:
        sys.exit(_refuse(options.on_command_line(str(problem))))
    except RecursionError:
        sys.exit(_refuse("the input is nested too deeply."))
    except MemoryError:
        sys.exit(_refuse("there is not enough memory for this."))
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:  # the same, when the last lines are written
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # else Python tries again as it ends
        sys.exit(0)
    except OSError as problem:
        place = f" {problem.filename!r}" if problem.filename is not None else ""
        sys.exit(_refuse(f"cannot use the file{place}: {problem.strerror or problem}."))


def _refuse(sentence: str) -> int:
    with suppress(OSError):  # who does not listen gets the exit code alone
        sys.stderr.write(f"steelyard: {sentence}\n")
    return 2


def _open_closed_streams() -> None:
    """Open what a shell closed with `>&-`, to nowhere, before a file of ours could get its number."""
    if sys.stdout is None:
        sys.stdout = _nowhere()
    if sys.stderr is None:
        sys.stderr = _nowhere()


def _nowhere() -> TextIO:
    return open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123 - it stays open as long as we run
