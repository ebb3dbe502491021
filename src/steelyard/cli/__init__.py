"""The command line: one verb per question, the same words as in Python."""

from __future__ import annotations

import sys


def main(arguments: list[str] | None = None) -> None:
    """Run a command; bad input is one sentence on stderr and exit code 2, never a traceback."""
    from steelyard.cli.app import app  # noqa: PLC0415 - Typer is loaded when a command runs

    try:
        app(args=arguments, prog_name="steelyard")
    except ValueError as problem:
        sys.exit(_refuse(str(problem)))
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        sys.stderr.close()
        sys.exit(0)


def _refuse(sentence: str) -> int:
    sys.stderr.write(f"steelyard: {sentence}\n")
    return 2
