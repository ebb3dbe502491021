"""The atlas in the terminal: a metric in a line, a mark for every property."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from rich.console import Console
from rich.text import Text

from steelyard.lab import atlas
from steelyard.lab.audits.properties import PROPERTIES
from steelyard.show.audit import LEGEND, MARKS
from steelyard.show.printing import print_parts


def print_atlas(metrics: Sequence[str], classes: int, console: Console) -> None:
    """Print which of these metrics has which property."""
    widest = max(map(len, metrics))
    letters = [chr(ord("A") + i) for i in range(len(PROPERTIES))]
    lines = [f"{classes} classes:", *wrap(LEGEND, console.width), ""]
    for letter, examined in zip(letters, PROPERTIES, strict=True):
        lines += wrap(f"{letter} {examined.title} ({examined.id})", console.width, subsequent_indent="  ")
    at_once = max(1, (console.width - widest - 1) // 2)
    for start in range(0, len(PROPERTIES), at_once):
        shown = PROPERTIES[start : start + at_once]
        lines += ["", " " * widest + "  " + " ".join(letters[start : start + at_once])]
        for metric in metrics:
            marks = [MARKS[atlas.verdict(metric, examined.id, classes).status] for examined in shown]
            lines.append(f"{metric:{widest}}  {' '.join(marks)}")
    lines += ["", "steelyard audit METRIC --property PROPERTY shows the counterexample."]
    print_parts(map(Text, lines), console)
