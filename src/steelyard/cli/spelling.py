"""Sentences of the library as the command line spells them: `intervals='none'` is `--intervals none` there."""

from __future__ import annotations

import re
import shlex

OPTIONS = {
    "across": "--across",
    "by": "--by",
    "confidence": "--confidence",
    "counts": "--counts",
    "group": "--group",
    "importance": "--importance",
    "intervals": "--intervals",
    "labels": "--labels",
    "metrics": "--metric",
    "missing": "--missing",
    "prediction": "--prediction",
    "rope": "--rope",
    "runs": "--runs",
    "test_share": "--test-share",
    "truth": "--truth",
    "undefined": "--undefined",
    "weight": "--weight",
    "weights": "--weight",
}
"""What Python calls an argument, and the option that says the same."""

ARGUMENT = re.compile(
    rf"(?<![\w'\"(])(?P<name>{'|'.join(OPTIONS)})=(?:(?P<quote>['\"])(?P<value>.*?)(?P=quote))?(?=[\s,.;)]|$)"
)
"""An argument with its value or without: nothing that stands in quotes or in brackets, as what a user wrote does."""

IN_A_TEXT = re.compile(r"\S+ \(in a text, (?P<text>[^)]+)\)")


def on_command_line(sentence: str) -> str:
    """Return a sentence with options for arguments, and what is written in a text instead of Python's own.

    Examples
    --------
    >>> from steelyard.cli.spelling import on_command_line
    >>> on_command_line("take intervals='percentile', or leave out group=.")
    'take --intervals percentile, or leave out --group.'
    >>> on_command_line("leave the others out with rest='none' (in a text, *=none).")
    'leave the others out with *=none.'
    >>> on_command_line("there is no class 'by='.")
    "there is no class 'by='."
    """
    lines = sentence.split("\n", 1)  # below the first, a user's own text may be shown
    return "\n".join([ARGUMENT.sub(_option, IN_A_TEXT.sub(r"\g<text>", lines[0])), *lines[1:]])


def _option(argument: re.Match[str]) -> str:
    value = argument["value"]
    return OPTIONS[argument["name"]] + ("" if value is None else f" {shlex.quote(value)}")
