"""What the symbols of a formula stand for: counts, weights, parameters, and other metrics down to the counts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from page_text import CASE_1, inline_math, plain

import steelyard as sy
from steelyard.counts.labels import amount
from steelyard.measuring.view import Floats, View


class Count(NamedTuple):
    """A symbol that all formulas share: how it is written with its index, what it is, its numbers in an example."""

    latex: str
    meaning: str
    numbers: Callable[[View], Floats]


COUNTS = {
    "m": Count("m_{ij}", "items of true class $`i`$ predicted as class $`j`$", lambda c: c.m),
    "t": Count("t_i", "items of class $`i`$, its support", lambda c: c.t),
    "p": Count("p_i", "items predicted as class $`i`$", lambda c: c.p),
    "tp": Count("tp_i", "hits: items of class $`i`$ predicted as $`i`$", lambda c: c.tp),
    "fn": Count("fn_i", "misses: items of class $`i`$ predicted as another", lambda c: c.fn),
    "fp": Count("fp_i", "false alarms: items of other classes predicted as $`i`$", lambda c: c.fp),
    "tn": Count("tn_i", "true negatives: items of other classes predicted as others", lambda c: c.tn),
    "n": Count("n", "all items", lambda c: c.n),
    "C": Count("C", "the number of classes", lambda c: c.n * 0 + c.C),
    "w": Count("w_i", "weight of class $`i`$; the weights sum to 1", lambda c: c.relevance / c.total(c.relevance)),
}

_LARGEST = "the two largest weights of the classes with items are $`w_{(1)}`$ and $`w_{(2)}`$"
_ENTROPY = r"entropy of shares: $`H(x) = -\sum_k x_k \ln x_k`$"
_COST = "cost of predicting $`j`$ for an item of class $`i`$"
ALONE = {
    ("adjusted_bac", "K"): "number of classes that have items and weight",
    ("cost_ratio", "c"): _COST,
    ("cramers_v", "R"): "number of classes that have items",
    ("cramers_v", "K"): "number of classes that are predicted",
    ("expected_cost", "c"): _COST,
    ("mcen", r"\alpha"): "1 for more than two classes, 0 for two",
    ("one_point_nauroc_ova", "w_{(1)}"): _LARGEST,
    ("one_point_nauroc_ova", "w_{(2)}"): _LARGEST,
    ("nmi", "H"): _ENTROPY,
    ("rci", "H"): _ENTROPY,
    ("recall_macro", "K"): "number of classes that have items or are predicted",
}
"""What the symbols of one metric stand for that its formula uses and does not define."""

WRITTEN = {("gwet_ac1", r"\mathrm{Acc}"): "accuracy", ("nmi", "I"): "mutual_information"}
"""Symbols that stand for another metric, though it is written in another way."""

_INDEX = re.compile(r"_\{(?:[ijk]{1,2}|\\cdot j)\}|_[ijk](?![a-z])|,i(?=\})")
_OPERATORS = r"(?:t?frac|sqrt|sum|prod|cdot|min|max|log|ln|ne|quad|[bB]ig[lr])"
"""Every other word of LaTeX is a letter, so that one which nobody thought of must be explained as well."""

_SYMBOL = re.compile(
    r"\\mathrm\{\w+\}(?:\^\{(?:\\phi|\*)\})?|\\rho_a|F_\{\\beta\}|w_\{\(\d\)\}|(?:p_e|H_[do])(?![a-z])"
    rf"|\\(?!{_OPERATORS}(?![a-zA-Z]))[a-zA-Z]+|(?<![\\a-zA-Z])[a-zA-Z]+"
)
_WORDS = re.compile(r"\\text\{[^}]*\}|\\begin\{\w+\}|\\end\{\w+\}")
_BREAK = re.compile(r"[,;]\\(?:quad|\s)")
_BOUND = {"i", "j", "k", "x"}
"""Indices of classes, and the variable of a function that a formula defines."""


def symbols(latex: str) -> list[str]:
    r"""Return the symbols of a formula without their indices, each once, in their order.

    >>> symbols(r"\frac{tp_i}{\max(t_i, p_i)}")
    ['tp', 't', 'p']
    """
    bare = _INDEX.sub("", _WORDS.sub(" ", latex))
    return [symbol for symbol in dict.fromkeys(_SYMBOL.findall(bare)) if symbol not in _BOUND]


def defined(latex: str) -> set[str]:
    r"""Return the symbols that a formula defines itself, after its first part.

    >>> defined(r"\frac{T}{T + fp_i + fn_i},\quad T = \sum_j tp_j")
    {'T'}
    """
    told = (part.partition("=") for part in _BREAK.split(latex)[1:])
    return {left[0] for before, equals, _ in told if equals and (left := symbols(before))}


@cache
def _written() -> dict[str, sy.Metric]:
    """Return our metrics by how formulas of others write them; of two that are written alike, the rate."""
    ours = sorted(
        (metric for metric in sy.metrics.values() if metric.builtin), key=lambda metric: metric.kind == "rate"
    )
    return {bare: metric for metric in ours if symbols(bare := _INDEX.sub("", metric.symbol)) == [bare]}


def explained(metric: sy.Metric) -> Iterator[tuple[str, str, str]]:
    """Yield (symbol, what it stands for, its numbers in case 1), the symbols of other metrics before their own.

    Raises
    ------
    KeyError
        If nothing says what a symbol stands for.
    """
    view = View(CASE_1.counts.astype(float), CASE_1.counts.sum(axis=1) * 0.0 + 1.0, "worst", whole_numbers=True)
    told, counted = {}, set()
    for user, symbol in _uses(metric):
        if symbol in COUNTS:
            counted.add(symbol)
            continue
        latex = "c_{ij}" if symbol == "c" else symbol
        if (user.id, symbol) in ALONE:
            meaning = ALONE[user.id, symbol]
        elif symbol.removeprefix("\\") in user.parameters:
            meaning = plain(user.parameters[symbol.removeprefix("\\")].meaning)
        else:
            other = _other(user, symbol)
            latex = f"{other.symbol} = {other.formula}"
            meaning = f"[{plain(other.title)}]({other.id}.md)"
        told[symbol] = (inline_math(latex), meaning, "")
    yield from told.values()
    for symbol in (symbol for symbol in COUNTS if symbol in counted):
        latex, meaning, numbers = COUNTS[symbol]
        yield inline_math(latex), meaning, "" if symbol == "m" else _numbers(numbers(view))


def _uses(metric: sy.Metric) -> Iterator[tuple[sy.Metric, str]]:
    """Yield the symbols that a formula does not define, and those of the metrics that it is built from."""
    for symbol in symbols(metric.formula):
        if symbol in defined(metric.formula):
            continue
        yield metric, symbol
        known = symbol in COUNTS or (metric.id, symbol) in ALONE or symbol.removeprefix("\\") in metric.parameters
        if not known:
            yield from _uses(_other(metric, symbol))


def _other(user: sy.Metric, symbol: str) -> sy.Metric:
    name = WRITTEN.get((user.id, symbol))
    return sy.metrics[name] if name else _written()[symbol]


def _numbers(values: Floats) -> str:
    return ", ".join(amount(value) if value == int(value) else f"{value:.3f}" for value in values.ravel().tolist())
