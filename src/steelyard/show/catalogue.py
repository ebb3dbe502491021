"""Metrics in the terminal and in a notebook with their formulas as plain text; the atlas, discrimination."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap

from rich.console import Console
from rich.text import Text

from steelyard.lab import atlas
from steelyard.lab.audits.properties import PROPERTIES
from steelyard.lab.audits.subject import Definition
from steelyard.lab.audits.verdict import Status
from steelyard.lab.discrimination.result import Discrimination
from steelyard.measuring.record import KINDS, Metric, kind_text
from steelyard.measuring.registry import Registry
from steelyard.scores.audits import audit as score_atlas
from steelyard.scores.audits.audit import PROPERTIES as OF_SCORES
from steelyard.show.answers import fields_sheet
from steelyard.show.audit import LEGEND, MARKS
from steelyard.show.html import html_of
from steelyard.show.numbers import minus
from steelyard.show.parts import EMPTY_LINE, Column, Fold, Part, Sentence, Sheet
from steelyard.show.printing import print_parts

CLOSING = Sentence("`steelyard metrics NAME` shows a metric's formula, aliases, undefined cases and source.")


def print_catalogue(metrics: Iterable[Metric], console: Console) -> None:
    """Print all metrics by kind, one line each."""
    print_parts(_catalogue_parts(metrics), console)


def registry_html(registry: Registry) -> str:
    """Return the catalogue as HTML for a notebook, a fold for each kind."""
    return html_of(part for part in _catalogue_parts(registry.values()) if part != CLOSING)


def _catalogue_parts(metrics: Iterable[Metric]) -> Iterator[Part]:
    """Yield the metrics of each kind."""
    listed = list(metrics)
    for kind in KINDS:
        of_kind = [metric for metric in listed if metric.kind == kind]
        sheet = Sheet(
            [
                Column("id", [metric.id for metric in of_kind], "words"),
                Column("title", [metric.title for metric in of_kind], "prose"),
                Column("range", [_range(metric) for metric in of_kind], "words", need=2),
                Column("better", [metric.direction for metric in of_kind], "words", need=1),
            ]
        )
        yield Fold(f"{kind}: {kind_text(kind)}", [sheet])
        yield EMPTY_LINE
    yield CLOSING


def print_metric(metric: Metric, console: Console) -> None:
    """Print everything the record says about one metric."""
    print_parts([_metric_sheet(metric)], console)


def metric_html(metric: Metric) -> str:
    """Return everything the record says about a metric as HTML for a notebook."""
    return html_of([_metric_sheet(metric)])


def _metric_sheet(metric: Metric) -> Sheet:
    shown = metric.to_dict()
    shown["kind"] = f"{metric.kind}: {kind_text(metric.kind)}"
    shown["range"] = _range(metric) + (" on the weights or parameters" if callable(metric.range) else "")
    shown["direction"] = f"{metric.direction} is better"
    shown["undefined"] = f"where {metric.undefined.text}"
    shown["aliases"] = ", ".join(metric.aliases)
    shown["symbol"], shown["formula"] = formula_text(metric.symbol), formula_text(metric.formula)
    shown["parameters"] = "; ".join(f"{name}: {meaning}" for name, meaning in shown["parameters"].items())
    return fields_sheet({name.replace("_", " "): value for name, value in shown.items() if value})


def _range(metric: Metric) -> str:
    if callable(metric.range):
        return "depends"
    low, high = metric.range
    return f"{minus(f'{low:g}')} to {high:g}".replace("inf", "∞")


# The atlas in the terminal: a metric in a line, a mark for every property.


def print_atlas(metrics: Sequence[str], classes: int, console: Console) -> None:
    """Print which of these metrics has which property."""
    statuses = {(m, each.id): atlas.verdict(m, each.id, classes).status for m in metrics for each in PROPERTIES}
    _print_marks(statuses, metrics, PROPERTIES, classes, console)


def print_score_atlas(names: Sequence[str], classes: int, console: Console) -> None:
    """Print which metric of scores, as counted or at stated shares, has which property."""
    statuses = {(name, of): one.status for (name, of, C), one in score_atlas.verdicts().items() if classes == C}
    _print_marks(statuses, names, OF_SCORES, classes, console)


def _print_marks(
    statuses: Mapping[tuple[str, str], Status],
    metrics: Sequence[str],
    properties: Sequence[Definition],
    classes: int,
    console: Console,
) -> None:
    widest = max(map(len, metrics))
    letters = [chr(ord("A") + i) for i in range(len(properties))]
    lines = [f"{classes} classes:", *wrap(LEGEND, console.width), ""]
    for letter, examined in zip(letters, properties, strict=True):
        lines += wrap(f"{letter} {examined.title} ({examined.id})", console.width, subsequent_indent="  ")
    at_once = max(1, (console.width - widest - 1) // 2)
    for start in range(0, len(properties), at_once):
        shown = properties[start : start + at_once]
        lines += ["", " " * widest + "  " + " ".join(letters[start : start + at_once])]
        for metric in metrics:
            marks = [MARKS[statuses[metric, examined.id]] for examined in shown]
            lines.append(f"{metric:{widest}}  {' '.join(marks)}")
    lines += ["", "steelyard audit METRIC --property PROPERTY shows the counterexample."]
    print_parts(map(Text, lines), console)


# How many distinct scores metrics give, as text and in a notebook.


def discrimination_text(result: Discrimination) -> str:
    """Return a line for each importance and metric."""
    scores = result.scores
    width = max((len(f"{s.metric} ({s.importance})") for s in scores), default=0)
    lines = [f"{result.problem}: {result.matrices:,} matrices"]
    for s in scores:
        name, least = f"{s.metric} ({s.importance})", "at least " if s.at_least else ""
        none = f", {s.undefined:,} matrices without one" if s.undefined else ""
        doubles = f", with {_doubles_listed(s.doubles)}" if s.doubles else ""
        share = f"{s.distinct:,} distinct scores ({100 * s.share:.3g} %)"
        lines.append(f"  {name:<{width}}  {least}{share}{none}{doubles}")
    return "\n".join(lines)


def discrimination_html(result: Discrimination) -> str:
    """Return a row for each importance and metric as HTML."""
    scores = result.scores
    without = any(score.undefined for score in scores)
    least = ["at least " if score.at_least else "" for score in scores]
    sheet = Sheet(
        [
            Column("metric", [score.metric for score in scores], "names", widest=40),
            Column("importance", [score.importance for score in scores], "words"),
            Column("distinct scores", [f"{more}{score.distinct:,}" for more, score in zip(least, scores, strict=True)]),
            Column("per matrix", [f"{100 * score.share:.3g} %" for score in scores]),
            Column("", [score.share for score in scores], "bars"),
            *([Column("matrices without one", [f"{score.undefined:,}" for score in scores])] if without else []),
            Column("how it is known", [score.evidence for score in scores], "prose"),
        ]
    )
    return html_of([Sentence(f"{result.problem}: {result.matrices:,} matrices", "strong"), sheet])


def _doubles_listed(doubles: tuple[float, ...]) -> str:
    if len(doubles) == 1:
        return f"{doubles[0]} taken as the double it is"
    more = f" and {len(doubles) - 3} more" if len(doubles) > 3 else ""
    return f"{', '.join(map(str, doubles[:3]))}{more} taken as the doubles they are"


# Formulas as plain text: `\frac{tp_i}{t_i}` becomes `tpᵢ / tᵢ`. What stands close together in the source stays close,
# so that `2n` is not `2 n`. A formula of a user's own may hold anything: where a command is not known, it is shown as
# it was written.


SIGNS = {
    "sum": "Σ",
    "prod": "Π",
    "cdot": "·",
    "ne": "≠",
    "in": "∈",
    "lVert": "‖",
    "rVert": "‖",
    "alpha": "α",
    "beta": "β",
    "kappa": "κ",
    "lambda": "λ",
    "mu": "μ",
    "phi": "φ",
    "pi": "π",
    "rho": "ρ",
    "max": "max",
    "min": "min",
    "ln": "ln",
    "log": "log",
    "quad": "  ",
    ",": " ",
    " ": " ",
}
"""What a command without arguments stands for."""

SIZES = ("bigl", "bigr", "Bigl", "Bigr", "textstyle")
"""Commands that change a size alone."""

ACCENTS = {"hat": "\u0302", "tilde": "\u0303"}
"""Marks above a letter, which follow it in Unicode."""

LOW = dict(zip("0123456789+-()aehijklmnoprstuvxβφρ", "₀₁₂₃₄₅₆₇₈₉₊₋₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵩᵨ", strict=True))
HIGH = dict(zip("0123456789+-()iknwφM", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁱᵏⁿʷᵠᴹ", strict=True))
"""Small letters below and above the line, as far as Unicode has them."""

OPEN, CLOSE = "(=+−,;", ")=+−,;"
"""What may stand before and after a fraction that needs no brackets around it."""


def formula_text(latex: str) -> str:
    r"""Return a formula as plain text; as it was written, if it holds what is not known.

    Examples
    --------
    >>> from steelyard.show.catalogue import formula_text
    >>> formula_text(r"\frac{\sum_{j \ne i} tp_j}{n - t_i}")
    '(Σ_(j≠i) tpⱼ) / (n − tᵢ)'
    >>> formula_text(r"\sqrt{\mathrm{recall}_i \cdot \mathrm{specificity}_i}")
    '√(recallᵢ · specificityᵢ)'
    >>> formula_text(r"\unknown{x}")
    '\\unknown{x}'
    """
    try:
        return " ".join(_Reader(latex).all().split())
    except _NotKnownError:
        return latex


class _NotKnownError(Exception):
    """A formula holds what is not known."""


@dataclass
class _Reader:
    """Reads a formula from left to right."""

    source: str
    place: int = 0

    def all(self) -> str:
        result = self.group()
        if self.place < len(self.source):
            raise _NotKnownError
        return result

    def group(self) -> str:
        """Read up to the end of the group."""
        told = ""
        while self.place < len(self.source) and self.source[self.place] != "}":
            told += self.one(told)
        return told

    def one(self, before: str) -> str:
        """Read the next thing; what stands before it says whether a fraction needs brackets."""
        character = self.source[self.place]
        self.place += 1
        if character == "\\":
            return self.command(before)
        if character == "{":
            return self.closed(self.group())
        if character in "_^":
            return _script(self.argument(), below=character == "_")
        return "−" if character == "-" else character

    def closed(self, inner: str) -> str:
        """Return what was read inside of braces."""
        if self.place >= len(self.source):
            raise _NotKnownError
        self.place += 1
        return inner

    def argument(self) -> str:
        """Read what belongs to a command or a script: a group, or the next thing."""
        while self.place < len(self.source) and self.source[self.place] == " ":
            self.place += 1
        if self.place >= len(self.source):
            raise _NotKnownError
        return self.one("")

    def command(self, before: str) -> str:
        result = re.compile(r"[A-Za-z]+|.").match(self.source, self.place)
        if result is None:
            raise _NotKnownError
        self.place, name = result.end(), result[0]
        if name in SIZES:
            return ""
        if name in ("mathrm", "text"):
            return self.argument()
        if name in ACCENTS:
            return self.argument() + ACCENTS[name]
        if name == "sqrt":
            inner = self.argument()
            return f"√{inner}" if inner.isalnum() else f"√({inner})"
        if name in ("frac", "tfrac"):
            whole = f"{_numerator(self.argument())} / {_denominator(self.argument())}"
            return whole if self.stands_alone(before) else f"({whole})"
        if name not in SIGNS:
            raise _NotKnownError
        return SIGNS[name]

    def stands_alone(self, before: str) -> bool:
        """Return whether nothing multiplies a fraction from the left or from the right."""
        rest = re.sub(r"^(?:\s|\\(?:[bB]igr|quad|[ ,]))+", "", self.source[self.place :]).replace("-", "−")
        return before.rstrip()[-1:] in {"", *OPEN} and rest[:1] in {"", "}", *CLOSE}


def _numerator(told: str) -> str:
    return f"({told})" if re.search("[+−/ΣΠ]", _outside(told)) else told


def _denominator(told: str) -> str:
    several = re.search(r"[ +−/·ΣΠ]|^\d+\D", _outside(told))
    return f"({told})" if several else told


def _outside(told: str) -> str:
    """Return what stands outside of all brackets and bars."""
    kept, depth, bars = "", 0, False
    for character in told:
        bars ^= character == "|"
        depth -= character == ")"
        kept += character if depth == 0 and not bars else ""
        depth += character == "("
    return kept


def _script(told: str, *, below: bool) -> str:
    """Return what stands below or above the line: in small letters where there are some."""
    small, plain = (LOW if below else HIGH), told.replace("−", "-")
    close = plain.replace(",", "").replace(" ", "") if below else plain.strip()
    if all(letter in small for letter in close):
        return "".join(small[letter] for letter in close)
    tight = re.sub(r"\s*([≠∈,])\s*", r"\1", told.strip())
    return f"{'_' if below else '^'}{tight if len(tight) == 1 or tight.isalpha() else f'({tight})'}"
