"""The command line: one verb per question, the same words as in Python."""

from __future__ import annotations

import io
import sys


def main(arguments: list[str] | None = None) -> None:
    """Run a command; bad input is one sentence on stderr and exit code 2, never a traceback."""
    from steelyard.cli.app import app  # noqa: PLC0415 - Typer is loaded when a command runs

    if isinstance(sys.stdout, io.TextIOWrapper):  # a terminal without our characters gets question marks
        sys.stdout.reconfigure(errors="replace")
    try:
        app(args=arguments, prog_name="steelyard")
    except ValueError as problem:
        sys.exit(_refuse(str(problem)))
    except RecursionError:
        sys.exit(_refuse("the input is nested too deeply."))
    except MemoryError:
        sys.exit(_refuse("there is not enough memory for this."))
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        sys.stderr.close()
        sys.exit(0)
    except OSError as problem:
        place = f" {problem.filename!r}" if problem.filename is not None else ""
        sys.exit(_refuse(f"cannot use the file{place}: {problem.strerror or problem}."))


def _refuse(sentence: str) -> int:
    sys.stderr.write(f"steelyard: {sentence}\n")
    return 2
