"""Print what a result is made of, part by part, without the spaces that rich pads tables with."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console, RenderableType


def print_parts(parts: Iterable[RenderableType], console: Console) -> None:
    """Print parts to a console of any width."""
    for part in parts:
        with console.capture() as printed:
            console.print(part, highlight=False)
        lines = (line.rstrip() for line in printed.get().splitlines())
        console.file.write("".join(f"{line}\n" for line in lines))


def one_line(sentence: str) -> str:
    r"""Return a sentence without line breaks and control characters, which names of models and classes may have.

    Examples
    --------
    >>> one_line("a\nb is ahead of \x1b[31mc.")
    'a b is ahead of �[31mc.'
    """
    return "".join(character if character.isprintable() else "�" for character in " ".join(sentence.split()))
