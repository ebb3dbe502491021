"""Names: of classes, models and slices on one line of bounded width, in sentences, and of metrics as headings."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Hashable, Mapping, Sequence
from datetime import datetime, time
from itertools import groupby, takewhile
from typing import TYPE_CHECKING

from steelyard.counts.labels import MISSING, Label, text
from steelyard.show.parts import Column, worded

if TYPE_CHECKING:
    from steelyard.measuring.record import Metric

WIDEST = 24

CUT = "…"
"""Where a part of a name was taken out."""

WORDS = re.compile(r"\w+|\W")
"""Of which a name consists: words, and each sign between them."""

NAMELESS = "''"
"""A name without a character that could be seen."""


def width(shown: str) -> int:
    """Return how many columns a text takes: East Asian characters and emoji take two, combining marks none."""
    return sum(
        0 if unicodedata.combining(character) else 2 if unicodedata.east_asian_width(character) in "WF" else 1
        for character in shown
    )


def padded(shown: str, columns: int, *, right: bool = False) -> str:
    """Fill a text with spaces to a number of columns."""
    space = " " * (columns - width(shown))
    return space + shown if right else shown + space


def shortened(labels: Sequence[Hashable], widest: int = WIDEST, encoding: str = "utf-8") -> list[str]:
    """Return labels that stand side by side, each on one line: different ones stay different.

    A long label loses its middle. Those that would then look alike show the part where they begin to differ instead, or
    all words in which they differ, and have numbers if that is not enough. Characters that an encoding cannot write are
    replaced before.

    Parameters
    ----------
    labels
        Labels of any kind.
    widest
        Columns of a terminal that each may take.
    encoding
        What they are written in.

    Examples
    --------
    >>> import steelyard as sy
    >>> sy.extending.shortened(["boosted-trees-depth-4-all-features", "boosted-trees-depth-8-all-features"])
    ['…rees-depth-4-all-featu…', '…rees-depth-8-all-featu…']
    """
    lines = [worded(_line(label), encoding) for label in _without_midnight(labels)]
    cut = worded(CUT, encoding)
    shown = [_cut(line, widest, cut) for line in lines]
    for alike in _collisions(shown):
        lead = _common([lines[i] for i in alike])
        for i in alike:
            if width(lines[i]) > widest and lead < len(lines[i]):
                shown[i] = _around(lines[i], lead, widest, cut)
        parts = _different_parts([lines[i] for i in alike], widest, cut)
        if parts and len({shown[i] for i in alike}) < len(alike):
            for i, part in zip(alike, parts, strict=True):
                shown[i] = part
    for alike in _collisions(shown):
        for number, i in enumerate(alike, 1):
            shown[i] = _numbered(shown[i], number, widest, shown, cut)
    return shown


def repeated(labels: Sequence[Hashable], widest: int = WIDEST, encoding: str = "utf-8") -> list[str]:
    """Return labels that stand one below the other, of which some come more than once: the same ones look the same.

    Examples
    --------
    >>> from steelyard.show.names import repeated
    >>> repeated(["ok", "ok", "a rather long name of a class"], 12)
    ['ok', 'ok', 'a rat… class']
    """
    distinct = list(dict.fromkeys(labels))
    shown = dict(zip(distinct, shortened(distinct, widest, encoding), strict=True))
    return [shown[label] for label in labels]


def _without_midnight(labels: Sequence[Hashable]) -> Sequence[Hashable]:
    """Return dates instead of moments if each of them is a midnight, as the first moments of months are."""
    moments = [label for label in labels if label is not MISSING]
    if not all(isinstance(moment, datetime) and moment.time() == time.min for moment in moments):
        return labels
    return [label.date() if isinstance(label, datetime) else label for label in labels]


def _line(label: Hashable) -> str:
    line = " ".join(text(label).split())
    return "".join(character if character.isprintable() else "�" for character in line) or NAMELESS


def _cut(line: str, widest: int, cut: str) -> str:
    """Take out the middle, so that the beginning and the end tell a name apart."""
    if width(line) <= widest:
        return line
    mark = _narrow(cut, widest)
    left = widest - len(mark)
    return f"{_head(line, left // 2)}{mark}{_tail(line, left - left // 2)}"


def _around(line: str, place: int, widest: int, cut: str) -> str:
    """Take out the beginning and the end, so that a place in the middle of a name is seen."""
    mark = _narrow(cut, widest)
    before = f"{mark}{_tail(line[:place], widest // 2 - len(mark))}"
    after, room = line[place:], widest - width(before)
    return before + (after if width(after) <= room else f"{_head(after, room - len(mark))}{mark}")


def _different_parts(lines: Sequence[str], widest: int, cut: str) -> list[str]:
    """Return what is left of names of the same build without the words that all of them have; [] if that is no help."""
    words = [WORDS.findall(line) for line in lines]
    if len({len(each) for each in words}) > 1:
        return []
    kept = [len(set(column)) > 1 for column in zip(*words, strict=True)]
    shown = []
    for each in words:
        runs = groupby(zip(each, kept, strict=True), key=lambda pair: pair[1])
        parts = ("".join(word for word, _ in run) if differ else cut for differ, run in runs)
        shown.append("".join(parts))
    return shown if len(set(shown)) == len(lines) and max(map(width, shown)) <= widest else []


def _narrow(cut: str, widest: int) -> str:
    """Return the mark of a cut, which takes no more than a quarter of a narrow name."""
    return cut[: max(1, widest // 4)]


def _common(lines: Sequence[str]) -> int:
    """Return how many characters texts have in common from their beginning on."""
    return sum(1 for _ in takewhile(lambda characters: len({*characters}) == 1, zip(*lines, strict=False)))


def _head(line: str, widest: int) -> str:
    head = line[:widest]
    while width(head) > widest:
        head = head[:-1]
    return head


def _tail(line: str, widest: int) -> str:
    return _head(line[::-1], widest)[::-1]


def _collisions(shown: Sequence[str]) -> list[list[int]]:
    """Return the positions of names that look alike."""
    places: dict[str, list[int]] = {}
    for i, name in enumerate(shown):
        places.setdefault(name, []).append(i)
    return [alike for alike in places.values() if len(alike) > 1]


def _numbered(name: str, number: int, widest: int, taken: Collection[str], cut: str) -> str:
    """Put a number behind a name; a higher one if another name looks like that."""
    while True:
        mark = f" #{number}"
        numbered = _cut(name, widest - len(mark), cut) + mark
        if numbered not in taken:
            return numbered
        number += 1


# Names in sentences.


WIDEST_IN_SENTENCES = 40
"""Columns of a name in a sentence."""

MOST = 5
"""Names in a sentence; the rest is counted."""


def quoted(labels: Sequence[Label]) -> list[str]:
    """Return labels as a sentence names them.

    Examples
    --------
    >>> quoted(["fraud", 3])
    ["'fraud'", '3']
    """
    names = zip(labels, shortened(labels, WIDEST_IN_SENTENCES), strict=True)
    return [f"'{name}'" if isinstance(label, str) and name != NAMELESS else name for label, name in names]


def listed(words: Sequence[str], most: int = MOST) -> str:
    """Return words in a row, with "and" before the last; of many, how many more there are.

    Examples
    --------
    >>> listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"]), listed(list("abcdefgh"))
    ('a', 'a and b', 'a, b and c', 'a, b, c, d, e and 3 more')
    """
    if len(words) > most + 1:
        return f"{', '.join(words[:most])} and {len(words) - most:,} more"
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last


def named(labels: Sequence[Label], most: int = MOST) -> str:
    """Return classes by their names.

    Examples
    --------
    >>> named(["fraud"]), named([3, 8])
    ("class 'fraud'", 'classes 3 and 8')
    """
    every = quoted(labels[: most + 1]) + [""] * max(0, len(labels) - most - 1)
    return f"{'class' if len(labels) == 1 else 'classes'} {listed(every, most)}"


def verb(things: Sequence[object], one: str, several: str) -> str:
    """Return the word for one thing, or for several."""
    return one if len(things) == 1 else several


def capital(words: str) -> str:
    """Return words with a capital at their beginning."""
    return f"{words[:1].upper()}{words[1:]}"


# Names of metrics, beside and above their values, and what the marks behind them mean.


ARROWS = {"higher": "↑", "lower": "↓"}

AS_COUNTED = "°"
"""Marks metrics of the whole matrix, which go by items."""

BY_ITEMS = f"{AS_COUNTED} by items, not classes."
BEST = "* best value."
LOWER = f"{ARROWS['lower']} lower is better."
"""What the marks mean."""

WIDEST_HEADING = 12
"""Columns of one line of a metric's name over a column."""

MOST_HEADING_LINES = 3
"""Lines of a name over a column."""

WIDEST_METRIC = 40
"""Columns of a name with its parameters."""


def marked(metric: Metric) -> str:
    """Return a metric's name, marked if it does not follow the importance."""
    return f"{metric.name}{'' if metric.weighted else AS_COUNTED}"


def metric_column(metrics: Sequence[Metric], *, widest: int = WIDEST_METRIC, indent: int = 0) -> Column:
    """Return the column with the names of metrics."""
    arrows = [ARROWS[metric.direction] for metric in metrics]
    return Column("metric", _metric_names(metrics, widest), "names", tails=arrows, widest=widest, indent=indent)


def _metric_names(metrics: Sequence[Metric], widest: int) -> list[str]:
    """Return marked names; of a long one with parameters, such as costs, the parameters are left out if it stays clear.

    Examples
    --------
    >>> import steelyard as sy
    >>> _metric_names([sy.metrics["expected_cost"].at(costs=[[0, 30.125], [1, 0]]), sy.metrics["mean_f(beta=2)"]], 20)
    ['expected_cost(…)°', 'mean_f(beta=2)']
    """
    names = [marked(metric) for metric in metrics]
    bases = [metric.name.partition("(")[0] for metric in metrics]
    return [
        marked(metric).replace(metric.name, f"{base}(…)")
        if metric.fixed and width(name) > widest and metric.of_rate is None and bases.count(base) == 1
        else name
        for metric, name, base in zip(metrics, names, bases, strict=True)
    ]


HEADING_WORDS = re.compile(r"[^_\s]*_+|[^_\s]+\s*")
"""What a heading is broken between: words, and parts of names that end in an underscore."""


def metric_headings(metrics: Sequence[Metric], *, broken: bool) -> list[str]:
    r"""Return the names of metrics over columns; if so asked, in lines that are short, broken between words.

    The class that a rate is of is then one word, shortened so that different classes stay different.

    Examples
    --------
    >>> import steelyard as sy
    >>> wanted = [sy.metrics["precision of bad"], sy.metrics["balanced_accuracy"], sy.metrics["f1 of bad"]]
    >>> metric_headings(wanted, broken=True)
    ['precision of\nbad°', 'balanced_\naccuracy', 'f1 of bad°']
    """
    of_classes = {text(metric.positive): None for metric in metrics if metric.of_rate is not None}
    classes = dict(zip(of_classes, shortened(list(of_classes), WIDEST_HEADING), strict=True))
    headed = _metric_names(metrics, 2 * WIDEST_HEADING)
    return [
        _broken(metric, name, classes) if broken else f"{name}{_down(metric)}"
        for metric, name in zip(metrics, headed, strict=True)
    ]


def heading_of(name: Hashable, widest: int) -> str:
    r"""Return a name over a column that is so wide: in lines, if it has words; shortened if one of them is longer.

    Examples
    --------
    >>> heading_of("month", 8), heading_of("patient_month", 8), heading_of("patientmonth", 8)
    ('month', 'patient_\nmonth', 'pat…onth')
    """
    (whole,) = shortened([name], WIDEST)
    lines = _in_lines(HEADING_WORDS.findall(whole), widest)
    fits = len(lines) <= MOST_HEADING_LINES and max(map(width, lines)) <= widest
    return "\n".join(lines) if fits else shortened([name], widest)[0]


def _broken(metric: Metric, name: str, classes: Mapping[str, str]) -> str:
    last = ""
    if metric.of_rate is not None:
        of = text(metric.positive)
        name, last = metric.name.removesuffix(of), f"{classes[of]}{marked(metric).removeprefix(metric.name)}"
    return "\n".join(_in_lines([*HEADING_WORDS.findall(name), last], WIDEST_HEADING)) + _down(metric)


def _down(metric: Metric) -> str:
    return "" if metric.direction == "higher" else f" {ARROWS['lower']}"


def _in_lines(words: Sequence[str], widest: int) -> list[str]:
    """Return words in lines that are no wider than that, unless a word is."""
    lines = [""]
    for word in filter(None, words):
        if lines[-1] and width(f"{lines[-1]}{word}".rstrip()) > widest:
            lines.append("")
        lines[-1] += word
    return [line.rstrip() for line in lines]
