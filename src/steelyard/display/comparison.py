"""A comparison in the terminal and in a notebook: the verdict first, then the metrics, the pairs and the ranks."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Sequence
from html import escape

import numpy as np
from rich.console import Console, RenderableType
from rich.text import Text

from steelyard.comparison.comparison import Comparison, Scored
from steelyard.comparison.correlated_t import CorrelatedT
from steelyard.comparison.difference import Difference
from steelyard.comparison.ranking import letters
from steelyard.comparison.verdict import percent
from steelyard.display import numbers
from steelyard.display.html_table import html_table
from steelyard.display.limits import TEXT_WIDTH
from steelyard.display.names import shortened
from steelyard.display.printing import print_parts
from steelyard.display.tables import AS_COUNTED, plain_table
from steelyard.display.evaluation import ARROWS
from steelyard.display.what_matters import what_matters
from steelyard.labels import text

MOST_MODELS = 8
"""Models in one table of metrics; pairs and ranks of more are left to `to_dict`."""

MOST_PAIRS = 15
MOST_NOTES = 4
NAME, SHORT_NAME = 12, 7
"""Columns of a model's name at the head of a table, and where two models leave little room."""


def print_comparison(found: Comparison, console: Console) -> None:
    """Print a comparison to a console of any width."""
    print_parts(_parts(found), console)


def comparison_text(found: Comparison) -> str:
    """Return a comparison as plain text of 80 columns."""
    out = io.StringIO()
    print_comparison(found, Console(file=out, width=TEXT_WIDTH, color_system=None, legacy_windows=False))
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines())


def _parts(found: Comparison) -> Iterator[RenderableType]:
    yield Text(heading(found), style="bold")
    yield from what_matters(found.importance, found.tables.labels, found.weights)
    yield Text()
    yield Text(found.verdict)
    yield Text()
    yield from _two_models(found) if len(found.models) == 2 else _several_models(found)
    yield from _folds(found)
    yield from _disagreements(found)
    yield Text()
    yield Text(how_sure(found), style="dim")


def heading(found: Comparison) -> str:
    """Return what was compared."""
    items = numbers.items(found.tables.each_item_once().total if found.paired else found.tables.pooled().total)
    where = "on the same items" if found.paired else "each on items of its own (unpaired)"
    return f"{items[0].upper()}{items[1:]}, {len(found.tables.labels):,} classes, {len(found.models)} models {where}."


def how_sure(found: Comparison) -> str:
    """Return how intervals and probabilities were made."""
    level = f"{100 * found.confidence:g} %"
    drawn = "groups" if found.grouped else "items"
    how = "posterior" if found.method.name == "bayes" else f"{found.method.name} of {drawn}"
    rope = f" Differences within ±{found.rope:g} do not matter." if found.rope else ""
    return f"{level} intervals: {how}, {found.method.draws:,} draws, seed {found.method.seed}.{rope}"


def _name(each: Scored) -> str:
    return f"{each.metric.name}{'' if each.metric.weighted else AS_COUNTED} {ARROWS[each.metric.direction]}"


def _two_models(found: Comparison) -> Iterator[RenderableType]:
    a, b = shortened(found.models, SHORT_NAME)
    table = plain_table("metric", a, b, f"{a} − {b}", f"P({a})", "Holm")
    table.columns[0].no_wrap = True
    for each, difference in zip(found.scored, found.differences, strict=True):
        values = (_value(each, k) for k in range(2))
        ends, chance = _ends(difference), _short_percent(difference.a_better)
        table.add_row(_name(each), *values, ends, chance, _p(difference.p_adjusted))
    yield table
    rope = f" by more than {found.rope:g}" if found.rope else ""
    yield Text(
        f"* better. {a} − {b}: interval of the difference. P({a}): probability that {a} is better{rope}. Holm: p of no "
        f"difference, corrected over all metrics. {AS_COUNTED} as counted, without importance.",
        style="dim",
    )
    yield from _notes(found)


def _notes(found: Comparison) -> Iterator[RenderableType]:
    """Yield why intervals may not be trusted: each reason once, with the metrics it is about."""
    about: dict[tuple[str, str], list[str]] = {}
    for each in found.scored:
        for name, interval in zip(found.models, each.intervals, strict=True):
            if interval.note:
                about.setdefault((text(name), interval.note), []).append(each.metric.name)
    for number, ((model, note), metrics) in enumerate(about.items()):
        if number == MOST_NOTES:
            yield Text(f"… and {len(about) - MOST_NOTES} more notes; to_dict() and --json have all.", style="dim")
            return
        named = ", ".join(metrics[:3]) + (f" and {len(metrics) - 3} more" if len(metrics) > 3 else "")
        yield Text(f"Beware, {model}: {note} ({named}).")


def _several_models(found: Comparison) -> Iterator[RenderableType]:
    names = shortened(found.models, NAME)
    shown = range(min(len(names), MOST_MODELS))
    table = plain_table("metric", *(names[k] for k in shown))
    for each in found.scored:
        marks = letters(each.groups, len(names))
        widest = max(map(len, marks))
        table.add_row(_name(each), *(f"{_value(each, k)} {marks[k]:<{widest}}" for k in shown))
    yield table
    more = len(names) - MOST_MODELS
    if more > 0:
        yield Text(f"… and {more} more models; to_dict() and --json have all.")
    yield Text(
        f"* best. Models that share a letter cannot be told apart (p of {1 - found.confidence:.2g} or more, Holm over "
        f"the pairs of a metric). {AS_COUNTED} as counted, without importance.",
        style="dim",
    )
    yield from _notes(found)
    yield Text()
    yield from _pairs_of_main(found)
    yield Text()
    yield from _ranks(found)


def _pairs_of_main(found: Comparison) -> Iterator[RenderableType]:
    pairs = sorted(
        (d for d in found.differences if d.metric.name == found.main), key=lambda d: -abs(np.nan_to_num(d.value))
    )
    table = plain_table(f"by {found.main}", "lead", "interval", "P(better)", "p", "Holm")
    for d in pairs[:MOST_PAIRS]:
        flip = d.better == d.b
        first, second = shortened([d.b, d.a] if flip else [d.a, d.b], NAME)
        lead = -d.value if flip else d.value
        chance = d.b_better if flip else d.a_better
        table.add_row(
            f"{first} − {second}",
            _signed(lead),
            _ends(d, flip=flip),
            _short_percent(chance),
            _p(d.p_value),
            _p(d.p_adjusted),
        )
    yield table
    if len(pairs) > MOST_PAIRS:
        yield Text(f"… and {len(pairs) - MOST_PAIRS} more pairs.")
    yield Text("Holm: p corrected over all pairs and metrics.", style="dim")


def _ranks(found: Comparison) -> Iterator[RenderableType]:
    main = found.score()
    names = shortened(found.models, NAME)
    shown = min(len(names), MOST_MODELS)
    table = plain_table("probability of rank", *(str(rank + 1) for rank in range(shown)))
    for k in np.argsort(-main.leads, kind="stable")[:MOST_MODELS]:
        table.add_row(names[k], *(_short_percent(float(p)) if p else "–" for p in main.ranks[k][:shown]))
    yield table


def _folds(found: Comparison) -> Iterator[RenderableType]:
    mine = [d for d in found.differences if d.metric.name == found.main and d.folds is not None]
    if not mine:
        return
    test = "correlated t (Nadeau–Bengio)" if found.across == "folds" else "signed ranks (Wilcoxon)"
    yield Text()
    table = plain_table(f"{found.main}, {test}", "mean", "P(better)", "p", "Holm")
    for d in mine:
        assert d.folds is not None  # noqa: S101 - filtered above
        names = shortened([d.a, d.b], NAME)
        mean = _signed(d.folds.mean) if isinstance(d.folds, CorrelatedT) else ""
        chance = _short_percent(d.folds.posterior.a_better)
        table.add_row(f"{names[0]} − {names[1]}", mean, chance, _p(d.folds.p_value), _p(d.folds_adjusted))
    yield table


def _disagreements(found: Comparison) -> Iterator[RenderableType]:
    reversals = found.disagreement.reversals[:2]
    if not reversals:
        return
    yield Text()
    yield Text("Where metrics disagree", style="bold")
    for reversal in reversals:
        yield Text(f"  {reversal.sentence}")


def _value(each: Scored, k: int) -> str:
    best = np.nanmax(each.leads) if np.isfinite(each.leads).any() else math.nan
    mark = "*" if each.leads[k] == best else ""
    return f"{mark}{numbers.value(float(each.values[k]))}"


def _signed(value: float) -> str:
    return "–" if math.isnan(value) else f"{value + 0.0:+.3f}".replace("-", "−")


def _ends(difference: Difference, *, flip: bool = False) -> str:
    low, high = difference.interval.low, difference.interval.high
    if math.isnan(low) or math.isnan(high):
        return "–"
    ends = (-high, -low) if flip else (low, high)
    return f"{_signed(ends[0])} … {_signed(ends[1])}"


def _short_percent(share: float) -> str:
    return percent(share).replace("below ", "<").replace("above ", ">").replace("unknown", "–")


def _p(value: float) -> str:
    if math.isnan(value):
        return "–"
    return "<0.001" if value < 0.001 else f"{value:.3f}" if value < 0.995 else "1"


def comparison_html(found: Comparison) -> str:
    """Return the verdict and the tables as plain HTML."""
    names = [text(name) for name in found.models]
    scores = [
        [_name(each), *(f"{_value(each, k)} ({_interval(each, k)})" for k in range(len(names)))]
        for each in found.scored
    ]
    pairs = [
        [
            d.metric.name, text(d.a), text(d.b), _signed(d.value), _ends(d), percent(d.a_better), _p(d.p_value),
            _p(d.p_adjusted), d.interval.note,
        ]
        for d in found.differences
    ]  # fmt: skip
    headings: Sequence[str] = ["metric", "a", "b", "a − b", "interval", "P(a better)", "p", "Holm", "note"]
    return (
        f"<p>{escape(heading(found))} What matters: {escape(str(found.importance))}</p>"
        f"<p><strong>{escape(found.verdict)}</strong></p>"
        + html_table("Values and intervals", ["metric", *names], scores)
        + html_table("Pairs", headings, pairs)
        + f"<p>{escape(how_sure(found))}</p>"
    )


def _interval(each: Scored, k: int) -> str:
    found = each.intervals[k]
    return f"{numbers.value(found.low)} to {numbers.value(found.high)}" if found.known else "no interval"
