"""The options that several commands have, each defined once; and what is wrong with a command, in one sentence.

Options that belong together are a record. A command takes the record; `with_records` shows Typer its fields one by one.
"""

from __future__ import annotations

import inspect
import re
import shlex
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from enum import StrEnum
from functools import wraps
from typing import Annotated, Any, get_type_hints

import typer


class Missing(StrEnum):
    """What to do with items without a label."""

    REFUSE = "refuse"
    DROP = "drop"
    KEEP = "keep"


class Undefined(StrEnum):
    """What to do with classes whose rate is undefined."""

    WORST = "worst"
    EXCLUDE = "exclude"
    ZERO = "zero"
    NAN = "nan"
    RAISE = "raise"


class IntervalWay(StrEnum):
    """How intervals are made."""

    CLASSWISE = "classwise"
    BOOTSTRAP = "bootstrap"
    PERCENTILE = "percentile"
    BCA = "bca"
    DELTA = "delta"
    BAYES = "bayes"
    NONE = "none"


Files = Annotated[
    list[str] | None,
    typer.Argument(
        help="CSV, Parquet or JSON with one row per item: files, patterns, folders or addresses such as s3://…",
        show_default=False,
    ),
]
Truth = Annotated[str | None, typer.Option("--truth", "-t", help="The column with the true labels.")]
Predictions = Annotated[
    list[str] | None,
    typer.Option("--prediction", "-p", help="A column with a model's predictions; may be repeated."),
]
Weight = Annotated[str | None, typer.Option("--weight", help="The column with item weights.")]
Counts = Annotated[
    str | None, typer.Option("--counts", help="The column that says how many equal items a row stands for.")
]
By = Annotated[
    list[str] | None,
    typer.Option("--by", help="A column, or a folder such as month=01, to slice by; may be repeated."),
]
Group = Annotated[
    str | None, typer.Option("--group", help="A column whose items belong together, such as a patient's rows.")
]
What = Annotated[
    str | None,
    typer.Option("--importance", "-i", help='What matters, e.g. "rarity", "a=0.7, b=0.3", "ok < minor < fatal".'),
]
Metrics = Annotated[
    list[str] | None,
    typer.Option(
        "--metric", "-m", help='A metric, e.g. cba, "mean_f(beta=2)" or "mcc at importance"; may be repeated.'
    ),
]
Shares = Annotated[
    str | None, typer.Option("--shares", help='Class shares to measure at, e.g. "fraud=0.005", or "uniform".')
]
Positive = Annotated[
    str | None,
    typer.Option("--positive", metavar="CLASS", help="The class of which f1, precision, recall and other rates are."),
]
Labels = Annotated[
    str | None,
    typer.Option("--labels", help='All classes in their order, separated by commas (a label with one: "a, b").'),
]
OfMissing = Annotated[Missing, typer.Option("--missing", help="Items without a label.")]
OfUndefined = Annotated[
    Undefined | None,
    typer.Option(
        "--undefined",
        help="Classes whose rate is undefined; if not given, worst, and no winner where exclude or zero name another.",
    ),
]
Confidence = Annotated[float, typer.Option("--confidence", help="The level of the intervals.")]
Intervals = Annotated[
    IntervalWay | None,
    typer.Option("--intervals", help="How intervals are made; if not given, class by class."),
]
Draws = Annotated[
    int | None,
    typer.Option("--draws", help="How often the bootstrap draws data anew; if not given, 2,000, to compare 10,000."),
]
Seed = Annotated[int | None, typer.Option("--seed", help="The same seed gives the same draws; 0 if not given.")]
Stratified = Annotated[
    bool, typer.Option("--stratified", help="Keep the size of each true class, for data collected so.")
]
Prior = Annotated[
    str | None,
    typer.Option("--prior", help="Of --intervals bayes: jeffreys, uniform, haldane, or a pseudo-count for every cell."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print everything as JSON.")]
AsCsv = Annotated[bool, typer.Option("--csv", help="Print a table as CSV.")]
AsMarkdown = Annotated[bool, typer.Option("--markdown", help="Print a table as Markdown, for a report.")]

Matrices = Annotated[
    list[str] | None,
    typer.Option(
        "--matrix",
        metavar="[NAME=]FILE",
        help="Stored counts instead of a file: a matrix, rows are truth, class names on both edges (CSV or JSON); "
        "repeat it for several models. Or one JSON file with a stack of models or a joint table.",
    ),
]


# What belongs together, as records.


@dataclass(frozen=True)
class Data:
    """What a command is about: columns of files, or stored counts. The words are those of `sy.evaluate`."""

    file: Files = None
    truth: Truth = None
    prediction: Predictions = None
    weight: Weight = None
    counts: Counts = None
    matrix: Matrices = None
    labels: Labels = None
    missing: OfMissing = Missing.REFUSE


@dataclass(frozen=True)
class WeighingOptions:
    """What matters, and by which metrics."""

    importance: What = None
    metric: Metrics = None
    positive: Positive = None
    undefined: OfUndefined = None
    confidence: Confidence = 0.95

    def arguments(self) -> dict[str, Any]:
        """Return the same as arguments of `sy.evaluate` and `sy.compare`."""
        return {
            "importance": self.importance,
            "metrics": self.metric or None,
            "positive": self.positive,
            "undefined": None if self.undefined is None else self.undefined.value,
            "confidence": self.confidence,
        }


@dataclass(frozen=True)
class Certainty:
    """Settings of the ways to tell how sure a number is."""

    draws: Draws = None
    seed: Seed = None
    stratified: Stratified = False

    def method(self, kind: IntervalWay | None, prior: str | None = None, usual_draws: int | None = None) -> Any:
        """Return the way that the options ask for; None if they leave it to the default.

        Draws, and sizes of classes that are kept, are of the bootstrap; `usual_draws` is how many there are if none
        are said and the way's own number is not meant.
        """
        from steelyard.intervals import NAMED, as_method  # noqa: PLC0415 - loaded when a command runs

        asked = {"draws": self.draws, "seed": self.seed, "stratified": self.stratified or None, "prior": _prior(prior)}
        given = {name: value for name, value in asked.items() if value is not None}
        if not given:
            return None if kind is None else kind.value
        takers = {name: {setting.name for setting in fields(way)} for name, (way, _) in NAMED.items()}
        drawn = self.draws is not None or self.stratified
        name = kind.value if kind is not None else "bootstrap" if drawn else "classwise"
        for option in given:
            if option not in takers.get(name, ()):
                takes = ", ".join(other for other, settings in takers.items() if option in settings)
                raise ValueError(f"--{option} goes with --intervals {takes}, not with {name}.")
        usual = {} if usual_draws is None else {"draws": usual_draws}
        return as_method(name, **usual | given)


def _prior(text: str | None) -> Any:
    """Return a prior by its name, or the pseudo-count for every cell."""
    try:
        return text if text is None else float(text)
    except ValueError:
        return text


# Typer reads the options of a command from its signature, one parameter each.


ANY_WAY = inspect.Parameter.POSITIONAL_OR_KEYWORD


def with_records(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command that takes the fields of its records, which have defaults, as parameters of its own."""
    taken = inspect.signature(command, eval_str=True).parameters
    records: dict[str, Any] = {name: each.annotation for name, each in taken.items() if is_dataclass(each.annotation)}
    parameters = [
        parameter
        for name, each in taken.items()
        for parameter in (_parameters(records[name]) if name in records else [each.replace(kind=ANY_WAY)])
    ]
    signature = inspect.Signature(parameters)

    @wraps(command)
    def called(*arguments: Any, **options: Any) -> None:
        given = signature.bind(*arguments, **options)
        given.apply_defaults()
        values = given.arguments
        made = {
            name: record(**{field.name: values.pop(field.name) for field in fields(record)})
            for name, record in records.items()
        }
        command(**made, **values)

    called.__signature__ = signature  # type: ignore[attr-defined]
    return called


def _parameters(record: Any) -> list[inspect.Parameter]:
    hints = get_type_hints(record, include_extras=True)
    return [
        inspect.Parameter(field.name, ANY_WAY, default=field.default, annotation=hints[field.name])
        for field in fields(record)
    ]


# What is wrong with a command, in one sentence.


UsageError: type[Exception] = typer.BadParameter.__mro__[1]
"""What Typer raises for options and values that cannot be read; Typer exports only what is derived from it."""

LEAD, TAIL = "Value error, ", ", unable to parse"
"""What Typer says before that a value is none of a list, and after what it should be: nothing to who typed it."""


def is_help(problem: Exception) -> bool:
    """Return whether a problem is that nothing was asked for, to which the answer is all that could be."""
    return type(problem).__name__ == "NoArgsIsHelpError"  # Typer does not export it


def usage_sentence(problem: Any) -> str:
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
    >>> from steelyard.cli.options import on_command_line
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
