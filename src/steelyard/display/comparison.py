"""A comparison in the terminal and in a notebook: the verdict first, then the metrics, the pairs and the ranks."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Sequence
from html import escape
from itertools import combinations

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from steelyard.comparison.comparison import Comparison
from steelyard.comparison.correlated_t import CorrelatedT
from steelyard.comparison.difference import Difference
from steelyard.comparison.ranking import letters
from steelyard.comparison.scored import Scored
from steelyard.comparison.verdict import digits_of, percent
from steelyard.display import numbers
from steelyard.display.footnotes import Footnotes
from steelyard.display.how_sure import SEVERAL, WAYS, level
from steelyard.display.html_table import html_table
from steelyard.display.limits import TEXT_WIDTH
from steelyard.display.metric_names import ARROWS
from steelyard.display.names import shortened, width
from steelyard.display.printing import one_line, print_parts
from steelyard.display.tables import AS_COUNTED, plain_table
from steelyard.display.what_matters import what_matters
from steelyard.intervals import bayes
from steelyard.labels import Label, text

MOST_MODELS = 8
"""Models in the tables of metrics and ranks; all are in `to_dict`."""

MOST_RANKS = 5
MOST_PAIRS = 15
MOST_NOTES = 4
MOST_METRICS = 3
"""Of each: so many are shown, and the rest is counted."""

METRIC_NAME, NAME, PAIRED_NAME, SHORT_NAME = 24, 12, 11, 7
"""Columns of a metric's name, of a model's, and of a model's where two of them stand in a row or share a heading."""

BETWEEN = 3
"""Columns between two columns of a table."""


def print_comparison(found: Comparison, console: Console) -> None:
    """Print a comparison to a console of any width."""
    print_parts(_parts(found, console.width), console)


def comparison_text(found: Comparison) -> str:
    """Return a comparison as plain text of 80 columns."""
    out = io.StringIO()
    print_comparison(found, Console(file=out, width=TEXT_WIDTH, color_system=None, legacy_windows=False))
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines())


def _parts(found: Comparison, columns: int) -> Iterator[RenderableType]:
    yield Text(one_line(found.verdict), style="bold")
    yield Text()
    yield Text(heading(found))
    yield from what_matters(found.importance, found.tables.labels, found.weights)
    yield Text()
    if len(found.models) == 2:
        yield from _two_models(found, columns)
    else:
        yield from _several_models(found, columns)
    yield from _folds(found)
    yield from _disagreements(found)
    yield Text()
    yield Text(how_sure(found), style="dim")


def heading(found: Comparison) -> str:
    """Return what was compared."""
    items = numbers.items(found.items)
    where = "on the same items" if found.paired else "each on items of its own (unpaired)"
    classes = "1 class" if len(found.tables.labels) == 1 else f"{len(found.tables.labels):,} classes"
    return f"{items[0].upper()}{items[1:]}, {classes}, {len(found.models)} models {where}."


def how_sure(found: Comparison) -> str:
    """Return how intervals and probabilities were made."""
    method = found.method
    way = f"{WAYS[method.name]} {'groups' if found.grouped else 'items'}"
    if isinstance(method, bayes) and not (found.paired or found.grouped):
        way = f"Bayesian, prior {method.prior}" if isinstance(method.prior, str) else "Bayesian, prior as given"
    fixed = getattr(method, "stratified", False) or getattr(method, "prevalence", "") == "fixed"
    within = " within each class" if fixed else ""
    rope = f" Differences within ±{found.rope:g} do not matter." if found.rope else ""
    return f"{level(found.confidence)} intervals: {way}{within}, {method.draws:,} draws, seed {method.seed}.{rope}"


def _metric_names(found: Comparison) -> list[str]:
    names = shortened([each.metric.name for each in found.scored], METRIC_NAME)
    marked = [
        f"{name}{'' if each.metric.weighted else AS_COUNTED}" for name, each in zip(names, found.scored, strict=True)
    ]
    widest = max(map(width, marked))
    return [
        f"{name}{' ' * (widest - width(name))} {ARROWS[each.metric.direction]}"
        for name, each in zip(marked, found.scored, strict=True)
    ]


def _two_models(found: Comparison, columns: int) -> Iterator[RenderableType]:
    a, b = shortened(found.models, SHORT_NAME)
    rows = [["metric", a, b, f"{a} − {b}", f"P({a})", "Holm"]]
    for name, each, difference in zip(_metric_names(found), found.scored, found.differences, strict=True):
        values = (_value(each, k) for k in range(2))
        ends, chance = _ends(difference.interval.low, difference.interval.high), _short_percent(difference.a_better)
        rows.append([name, *values, ends, chance, _p(difference.p_adjusted)])
    of_two_lines = [[*rows[0][:3], f"{a} −\n{b}", f"P of\n{a}", "Holm"], *rows[1:]]
    if _wide(rows) <= columns:
        yield _table(rows)
    elif _wide(of_two_lines) <= columns:  # long names
        yield _table(of_two_lines)
    else:  # many decimals: two tables, one below the other
        yield _table([row[:3] for row in rows])
        yield Text()
        yield _table([[row[0], *row[3:]] for row in rows])
    rope = f" by more than {found.rope:g}" if found.rope else ""
    yield Text(
        f"* better. {a} − {b}: interval of the difference. P({a}): probability that {a} is better{rope}. Holm: p-value "
        f"of no difference, corrected over all metrics.{_as_counted(found)}",
        style="dim",
    )
    yield from _notes(found)


def _wide(rows: Sequence[Sequence[str]]) -> int:
    """Return how many columns a table takes, of which the first row holds the headings."""
    cells = [max(width(line) for cell in column for line in cell.split("\n")) for column in zip(*rows, strict=True)]
    return sum(cells) + BETWEEN * (len(cells) - 1)


def _table(rows: Sequence[Sequence[str]]) -> Table:
    table = plain_table(*rows[0])
    table.columns[0].no_wrap = True
    for row in rows[1:]:
        _add(table, *row)
    return table


def _several_models(found: Comparison, columns: int) -> Iterator[RenderableType]:
    order = found.score().best_first[:MOST_MODELS]
    names, metrics = shortened(found.models, NAME), _metric_names(found)
    marks = [letters(each.groups, len(found.models)) for each in found.scored]
    cells = {
        k: [
            f"{_value(each, k)} {mine[k]:<{max(map(len, mine))}}"
            for each, mine in zip(found.scored, marks, strict=True)
        ]
        for k in order
    }
    widest = max(max(map(width, [names[k], *cells[k]])) for k in order) + BETWEEN
    at_once = max(1, (columns - max(map(width, metrics))) // widest)
    for start in range(0, len(order), at_once):
        shown = order[start : start + at_once]
        table = plain_table("metric", *(names[k] for k in shown))
        table.columns[0].no_wrap = True
        for row, metric in enumerate(metrics):
            _add(table, metric, *(cells[k][row] for k in shown))
        yield table
        yield Text()
    yield from _left_out(len(found.models) - len(order), "models")
    yield Text(
        f"The models stand in the order of {found.main}. * best. Models that share a letter cannot be told apart (p of "
        f"{1 - found.confidence:.2g} or more, Holm over the pairs of a metric).{_as_counted(found)}",
        style="dim",
    )
    yield from _notes(found)
    yield Text()
    yield from _pairs(found)
    yield Text()
    yield from _ranks(found, names)


def _add(table: Table, *cells: str) -> None:
    """Add a row of plain text: what looks like markup, in a name, is none."""
    table.add_row(*map(Text, cells))


def _as_counted(found: Comparison) -> str:
    some = any(not each.metric.weighted for each in found.scored)
    return f" {AS_COUNTED} as counted, without importance." if some else ""


def _left_out(count: int, what: str) -> Iterator[RenderableType]:
    if count > 0:
        yield Text(
            f"… and {count} more {what if count > 1 else what[:-1]}; to_dict() and --json have all.", style="dim"
        )


def _notes(found: Comparison) -> Iterator[RenderableType]:
    """Yield why intervals may not be trusted: each reason once, with the model and the metrics it is about."""
    notes, about = Footnotes(), dict[str, list[str]]()
    for each in found.scored:
        for reason in _doubts_of(found, each):
            metrics = about.setdefault(notes.mark([reason]), [])
            metrics += [] if each.metric.name in metrics else [each.metric.name]
    for line in notes.lines()[:MOST_NOTES]:
        mark, _, reason = line.partition(" ")
        metrics, more = about[mark][:MOST_METRICS], len(about[mark]) - MOST_METRICS
        named = ", ".join(metrics) + (f" and {more} more" if more > 0 else "")
        yield Text(one_line(f"Beware, {reason} ({named})."))
    yield from _left_out(len(about) - MOST_NOTES, "notes")


def _doubts_of(found: Comparison, each: Scored) -> Iterator[str]:
    """Yield the doubts about one metric: about values, by the models if not of all, then about differences alone."""
    about: dict[str, list[str]] = {}
    for name, interval in zip(shortened(found.models), each.intervals, strict=True):
        for reason in filter(None, SEVERAL.split(interval.note)):
            about.setdefault(reason, []).append(name)
    for reason, names in about.items():
        yield f"all models: {reason}" if len(names) == len(found.models) else f"{', '.join(names)}: {reason}"
    notes = dict(zip(found.models, (interval.note for interval in each.intervals), strict=True))
    for d in found.differences:
        if d.metric.name == each.metric.name and d.interval.note and not (notes[d.a] or notes[d.b]):
            yield f"{' and '.join(shortened([d.a, d.b]))}: {d.interval.note}"


def _best_first(found: Comparison) -> list[tuple[Label, Label, Difference]]:
    """Return the pairs by the main metric, the better model first, and those of the best model before the others."""
    pairs = combinations((found.models[i] for i in found.score().best_first), 2)
    return [(first, second, found.pair(first, second)) for first, second in pairs]


def _pairs(found: Comparison) -> Iterator[RenderableType]:
    pairs = _best_first(found)
    yield Text(f"Pairs by {found.main}", style="bold")
    table = plain_table("pair", "lead", "interval", "P(better)", "p", "Holm")
    for first, second, d in pairs[:MOST_PAIRS]:
        lead = d.lead_of(first)
        ends, chance = _ends(lead.low, lead.high), _short_percent(lead.better)
        _add(table, _before(first, second), _signed(lead.value), ends, chance, _p(d.p_value), _p(d.p_adjusted))
    yield table
    yield from _left_out(len(pairs) - MOST_PAIRS, "pairs")
    more = f" by more than {found.rope:g}" if found.rope else ""
    chance = f"P(better): probability that the first is better{more}."
    yield Text(f"{chance} Holm: p of no difference at all, over all pairs and metrics.", style="dim")


def _before(first: Label, second: Label) -> str:
    return " > ".join(shortened([first, second], PAIRED_NAME))


def _ranks(found: Comparison, names: Sequence[str]) -> Iterator[RenderableType]:
    main = found.score()
    shown = min(len(names), MOST_RANKS)
    table = plain_table("probability of rank", *(str(rank + 1) for rank in range(shown)))
    for k in main.best_first[:MOST_MODELS]:
        _add(table, names[k], *(_short_percent(float(p)) if p else "–" for p in main.ranks[k][:shown]))
    yield table


def _folds(found: Comparison) -> Iterator[RenderableType]:
    if found.across is None:
        return
    test = "correlated t of Nadeau and Bengio" if found.across == "folds" else "signed ranks of Wilcoxon"
    yield Text()
    slices = "folds" if found.across == "folds" else "data sets"
    table = plain_table(f"over the {slices}", "mean lead", "P(better)", "p", "Holm")
    pairs = _best_first(found)
    for first, second, d in pairs[:MOST_PAIRS]:
        _add(table, _before(first, second), *_over_folds(d))
    yield table
    yield from _left_out(len(pairs) - MOST_PAIRS, "pairs")
    yield Text(f"By {found.main}: {test}. Holm: p over all pairs and metrics.", style="dim")


def _over_folds(d: Difference) -> list[str]:
    if d.folds is None:
        return ["–"] * 4
    lead = _signed(d.folds.mean) if isinstance(d.folds, CorrelatedT) else "–"
    return [lead, _short_percent(d.folds.posterior.a_better), _p(d.folds.p_value), _p(d.folds_adjusted)]


def _disagreements(found: Comparison) -> Iterator[RenderableType]:
    reversals = found.reversals[:2]
    if not reversals:
        return
    yield Text()
    yield Text("Where metrics disagree", style="bold")
    for reversal in reversals:
        yield Padding(Text(one_line(reversal.sentence)), (0, 0, 0, 2))


def _value(each: Scored, k: int) -> str:
    return f"{'*' if each.is_best(k) else ''}{numbers.value(float(each.values[k]))}"


def _signed(value: float, digits: int = 3) -> str:
    """Return a number with its sign, also where all its digits are 0: on which side of 0 it is must be seen."""
    return "–" if math.isnan(value) else f"{value + 0.0:+.{digits}f}".replace("-", "−")


def _ends(low: float, high: float) -> str:
    if math.isnan(low) or math.isnan(high):
        return "–"
    digits = digits_of(high - low)
    return f"{_signed(low, digits)} … {_signed(high, digits)}"


def _short_percent(share: float) -> str:
    return percent(share).replace("below ", "<").replace("above ", ">").replace("unknown", "–")


def _p(value: float) -> str:
    if math.isnan(value):
        return "–"
    return "<0.001" if value < 0.001 else f"{value:.3f}" if value < 0.9995 else "1"


def comparison_html(found: Comparison) -> str:
    """Return the verdict and the tables as plain HTML."""
    names = [text(name) for name in found.models]
    metrics = _metric_names(found)
    scores = [
        [metric, *(f"{_value(each, k)} ({_interval(each, k)})" for k in range(len(names)))]
        for metric, each in zip(metrics, found.scored, strict=True)
    ]
    headings = ["metric", "a", "b", "a − b", "interval", "P(a better)", "p", "Holm", "note"]
    return (
        f"<p><strong>{escape(found.verdict)}</strong></p>"
        f"<p>{escape(heading(found))} What matters: {escape(str(found.importance))}</p>"
        + html_table("Values and intervals", ["metric", *names], scores)
        + html_table("Pairs", headings, map(_html_pair, found.differences))
        + f"<p>{escape(how_sure(found))}</p>"
    )


def _html_pair(d: Difference) -> list[str]:
    ends = _ends(d.interval.low, d.interval.high)
    tests = [percent(d.a_better), _p(d.p_value), _p(d.p_adjusted)]
    return [d.metric.name, text(d.a), text(d.b), _signed(d.value), ends, *tests, d.interval.note]


def _interval(each: Scored, k: int) -> str:
    found = each.intervals[k]
    return numbers.between(found.low, found.high) if found.known else "no interval"
