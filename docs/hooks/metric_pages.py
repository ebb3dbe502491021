"""One page per metric and an index, made from the records while the site is built; none is stored."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

import atlas_pages
import numpy as np
import when_to_use
from mkdocs.structure.files import File
from page_text import CASE_1, CASE_1_COUNTS, inline_math, number, plain, table, unsearched
from symbols import COUNTS, explained

import steelyard as sy
from steelyard.lab.audits.properties import PROPERTIES
from steelyard.lab.audits.verdict import Verdict
from steelyard.measuring.record import KINDS, kind_text
from steelyard.show.audit import LEGEND

FOLDER = "metrics"
BOUNDS_AT = (2, 3, 5, 10)
PERSPECTIVES = {
    "recall": "recall: is it found?",
    "precision": "precision: is it true?",
    "general": "general: both",
}
SECTIONS = {
    "rate": "Rates of one class",
    "average": "Averages of a rate",
    "combined": "Built from averages",
    "whole": "Of the whole matrix",
}
LETTERS = "; ".join(f"{inline_math(count.latex)} {count.meaning}" for count in COUNTS.values()) + "."
BLIND = ("i3", "i4", "i5")
"""Properties that nobody asks for, but whose presence a reader must know: what the metric does not see."""


def catalogue() -> list[sy.Metric]:
    """Return our own metrics; a user's are not documented here."""
    return [metric for metric in sy.metrics.values() if metric.builtin]


def summary(metric: sy.Metric) -> str:
    """Return what a metric is, in one sentence: the first line of its file."""
    return str(import_module(f"steelyard.measuring.catalogue.{metric.id}").__doc__).splitlines()[0]


def shown_range(metric: sy.Metric) -> str:
    """Return the least and the greatest value, or that they depend."""
    return "depends" if callable(metric.range) else _interval(*metric.range)


def _interval(low: float, high: float) -> str:
    return f"{low:.4g} to {high:.4g}".replace("-", "−").replace("inf", "∞")


def _title(metric: sy.Metric) -> str:
    name = metric.title
    return name[:1].upper() + name[1:] if name[1:2].islower() else name  # mPrecision keeps its m


def index_page() -> str:
    """Write the table of all metrics, by kind."""
    introduction = (
        f"{len(catalogue())} metrics, each a small function of the counts and a record. These pages are made "
        "from the records. `steelyard metrics` prints the same list, `steelyard metrics NAME` one record.\n"
    )
    which = "Which to use when: [Which metric?](which.md)\n"
    parts = ["# Metrics\n", introduction, which, f"In the formulas: {LETTERS}\n"]
    for kind in KINDS:
        meaning = kind_text(kind)
        rows = [
            [
                f"[`{metric.id}`]({metric.id}.md)",
                plain(metric.title),
                shown_range(metric),
                metric.direction,
                plain(metric.reference),
            ]
            for metric in catalogue()
            if metric.kind == kind
        ]
        parts += [f"## {SECTIONS[kind]}\n", f"{meaning[0].upper()}{meaning[1:]}.\n"]
        parts.append(table(["id", "title", "range", "better", "reference"], rows))
    return "\n".join(parts)


def metric_page(metric: sy.Metric) -> str:
    """Write the page of one metric."""
    equation = f"{metric.symbol} = {metric.formula}" if metric.symbol else metric.formula
    return "\n".join(
        [
            f"# {plain(_title(metric))}\n",
            f"{plain(summary(metric))}\n",
            f"{inline_math(equation)}\n",
            table(["symbol", "what it stands for", "in the example below"], explained(metric)),
            "## When to use it\n",
            *when_to_use.of_metric(metric),
            "## Pitfalls\n",
            *_pitfalls(metric),
            "## Worked example\n",
            *_example(metric),
            "## Record\n",
            table(["", ""], _record(metric)),
            *_bounds(metric),
            "## All properties\n",
            *_properties(metric),
        ]
    )


def _record(metric: sy.Metric) -> Iterator[list[str]]:
    yield ["id", f"`{metric.id}`"]
    yield ["symbol", inline_math(metric.symbol)]
    yield ["kind", f"{metric.kind}: {kind_text(metric.kind)}"]
    yield ["perspective", PERSPECTIVES[metric.perspective]]
    if metric.average_of:
        yield ["average of", f"[`{metric.average_of}`]({metric.average_of}.md)"]
    averages = [other.id for other in catalogue() if other.average_of == metric.id]
    if averages:
        yield ["averaged by", ", ".join(f"[`{name}`]({name}.md)" for name in averages)]
    yield ["range", "depends, see below" if callable(metric.range) else shown_range(metric)]
    yield ["direction", f"{metric.direction} is better"]
    for name, parameter in metric.parameters.items():
        yield [f"parameter `{name}`", f"{plain(parameter.meaning)} (default `{parameter.default!r}`)"]
    yield ["undefined where", plain(metric.undefined.text)]
    if metric.aliases:
        yield ["aliases", ", ".join(f"`{alias}`" for alias in metric.aliases)]
    yield ["reference", plain(metric.reference)]


def _bounds(metric: sy.Metric) -> Iterator[str]:
    if not callable(metric.range):
        return
    yield "Range for C classes that matter alike" + (", default parameters:\n" if metric.parameters else ":\n")
    rows = [[str(C), _interval(*metric.bounds(np.ones(C), metric.arguments(range(C))))] for C in BOUNDS_AT]
    yield table(["C", "range"], rows)


def _example(metric: sy.Metric) -> Iterator[str]:
    yield "Case 1 of Branco et al. 2017: `c1` and `c2` are recognised, all of `c3` is taken for `c2`.\n"
    call = f"sy.metrics.{metric.id}(cm)"
    weighed = f'sy.metrics["{metric.id} at importance"]' if metric.kind == "whole" else f"sy.metrics.{metric.id}"
    calls = [call] if metric.kind == "rate" else [call, f'{weighed}(cm, importance="rarity")']
    lines = [
        ">>> import steelyard as sy",
        f">>> counts = {CASE_1_COUNTS}",
        '>>> cm = sy.Confusion(counts, labels=["c1", "c2", "c3"])',
        ">>> print(cm)",
        str(CASE_1),
    ]
    for code in calls:
        lines += [f">>> {code}", repr(eval(code, {"sy": sy, "cm": CASE_1}))]  # noqa: S307 - our own two calls
    yield "\n".join(["```python", *lines, "```\n"])
    yield _class_values(metric) if metric.kind == "rate" else _values(metric)


def _pitfalls(metric: sy.Metric) -> Iterator[str]:
    """Yield what the atlas refutes of the properties that a metric should have, and what the metric does not see."""
    home = f"../{atlas_pages.FOLDER}/"
    told = []
    for examined in PROPERTIES:
        verdicts = atlas_pages.found(metric.id, examined)
        refuted = [verdict for verdict in verdicts if verdict.holds is False]
        if examined.expected and refuted:
            said = examined.otherwise[0].upper() + examined.otherwise[1:]
            shown = refuted[0].illustration or refuted[0].witness
            example = f" {plain(shown.sentence)}" if shown else ""
            link = f" [Counterexample]({home}{atlas_pages.path_of(metric.id)}#{examined.id})" if shown else ""
            only = "" if len(refuted) == len(verdicts) else f" ({_numbers(refuted)} classes)"
            told.append(f"- **{plain(said.rstrip('.'))}**{only}.{example}{link}")
        elif examined.id in BLIND and not refuted and any(verdict.holds for verdict in verdicts):
            told.append(f"- **{plain(examined.title[0].upper() + examined.title[1:])}**. {plain(examined.matters)}")
    yield "\n".join(told) + "\n" if told else "The atlas refutes none of the properties that a metric should have.\n"
    if metric.note:
        yield f"{plain(metric.note)}\n"


def _numbers(verdicts: list[Verdict]) -> str:
    return " and ".join(str(verdict.classes) for verdict in verdicts)


def _properties(metric: sy.Metric) -> Iterator[str]:
    home = f"../{atlas_pages.FOLDER}/"
    yield f"From the [atlas]({home}index.md); marks lead to counterexamples. {LEGEND}; for 2, 3 and 5 classes.\n"
    rows = [
        [f"[{plain(examined.title)}]({home}{examined.id}.md)", atlas_pages.marks(metric.id, examined, home)]
        for examined in PROPERTIES
    ]
    yield unsearched(table(["property", ""], rows))


def _class_values(metric: sy.Metric) -> str:
    values = metric(CASE_1)
    scaled = metric.normalised(values, np.ones(3), metric.arguments(CASE_1.labels))
    return table(
        ["class", "value", "normalised"],
        [[f"`{c}`", number(v), number(s)] for c, v, s in zip(CASE_1.labels, values, scaled, strict=True)],
    )


def _values(metric: sy.Metric) -> str:
    whole = metric.kind == "whole"
    plainly, *weighed = (metric, metric.at_importance()) if whole else (metric, metric)
    (score,) = sy.evaluate(CASE_1, metrics=[plainly]).scores
    (under,) = sy.evaluate(CASE_1, metrics=weighed, importance="rarity").scores
    rows = [
        ["by items" if whole else "uniform", *_row(score)],
        ["at importance, `rarity`" if whole else "`rarity`", *_row(under)],
    ]
    return table(["importance", "value", "normalised", "undefined classes"], rows)


def _row(score: Any) -> list[str]:
    return [number(score.value), number(score.normalised), plain(str(score.note)) or "none"]


def pages() -> dict[str, str]:
    """Return all pages, by their path in the site's source."""
    made = {f"{FOLDER}/{metric.id}.md": metric_page(metric) for metric in catalogue()}
    return {f"{FOLDER}/index.md": index_page(), f"{FOLDER}/which.md": when_to_use.page(), **made}


def on_config(config: Any) -> Any:
    """List the pages in the menu, by kind."""
    menu = next(section["Metrics"] for section in config.nav if "Metrics" in section)
    menu.append(f"{FOLDER}/which.md")
    for kind, heading in SECTIONS.items():
        menu.append({heading: [{m.id: f"{FOLDER}/{m.id}.md"} for m in catalogue() if m.kind == kind]})
    return config


def on_files(files: Any, config: Any) -> Any:
    """Add the pages to the site."""
    for path, content in pages().items():
        files.append(File.generated(config, path, content=content))
    return files
