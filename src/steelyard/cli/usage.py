"""What is wrong with a command as it was written, in one sentence: Typer would print four lines."""

from __future__ import annotations

import re
import shlex
from typing import Any

import typer

UsageError: type[Exception] = typer.BadParameter.__mro__[1]
"""What Typer raises for options and values that cannot be read; Typer exports only what is derived from it."""

LEAD, TAIL = "Value error, ", ", unable to parse"
"""What Typer says before that a value is none of a list, and after what it should be: nothing to who typed it."""


def is_help(problem: Exception) -> bool:
    """Return whether a problem is that nothing was asked for, to which the answer is all that could be."""
    return type(problem).__name__ == "NoArgsIsHelpError"  # Typer does not export it


def sentence(problem: Any) -> str:
    """Return what is wrong, and where to see what would be right."""
    command = "steelyard" if problem.ctx is None else problem.ctx.command_path
    if hasattr(problem, "possibilities"):  # an option that there is not
        return _unknown(problem.option_name, problem.possibilities or [], command)
    param = getattr(problem, "param", None)
    if isinstance(problem, typer.BadParameter) and param is not None and problem.message:
        told = problem.message.removeprefix(LEAD).partition(TAIL)[0].rstrip(".")
        return f"cannot read {_named(param)}: {told[:1].lower()}{told[1:]}."
    told = problem.format_message().rstrip(".")
    end = "" if told.endswith("?") else ";"
    return f"{told[:1].lower()}{told[1:]}{end} `{command} -h` says what there is."


def _unknown(option: str, near: list[str], command: str) -> str:
    meant = f" Did you mean {' or '.join(sorted(near))}?" if near else f" `{command} -h` lists all."
    return f"there is no option {option}.{meant}"


def _named(param: Any) -> str:
    """Return an option as it is written in full, or the name of an argument."""
    return str(max(param.opts, key=len)) if param.param_type_name == "option" else str(param.human_readable_name)


# Sentences of the library as the command line spells them: `intervals='none'` is `--intervals none` there.


OPTIONS = {
    "across": "--across",
    "between": "--between",
    "bins": "--bins",
    "by": "--by",
    "confidence": "--confidence",
    "counts": "--counts",
    "form": "--form",
    "group": "--group",
    "importance": "--importance",
    "intervals": "--intervals",
    "labels": "--labels",
    "metrics": "--metric",
    "missing": "--missing",
    "positive": "--positive",
    "prediction": "--prediction",
    "rope": "--rope",
    "runs": "--runs",
    "scores": "--scores",
    "shares": "--shares",
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
    >>> from steelyard.cli.usage import on_command_line
    >>> on_command_line("take intervals='percentile', or leave out group=.")
    'take --intervals percentile, or leave out --group.'
    >>> on_command_line("say what each counts, such as rest=1 (in a text, *=1).")
    'say what each counts, such as *=1.'
    >>> on_command_line("there is no class 'by='.")
    "there is no class 'by='."
    """
    sentence = sentence.replace("`sy.scores.evaluate`", "`steelyard scores`")
    lines = sentence.split("\n", 1)  # below the first, a user's own text may be shown
    return "\n".join([ARGUMENT.sub(_option, IN_A_TEXT.sub(r"\g<text>", lines[0])), *lines[1:]])


def _option(argument: re.Match[str]) -> str:
    value = argument["value"]
    return OPTIONS[argument["name"]] + ("" if value is None else f" {shlex.quote(value)}")
