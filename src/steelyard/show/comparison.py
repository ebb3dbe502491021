"""A comparison in the terminal and in a notebook: the verdict first, then the metrics, the pairs and the ranks."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations

from rich.console import Console

from steelyard.advice.candidates import CalledFor, called_for
from steelyard.comparison.comparison import Comparison
from steelyard.comparison.conclusion import conclusion_of
from steelyard.comparison.correlated_t import CorrelatedT
from steelyard.comparison.difference import Difference, Scored, letters
from steelyard.counts.labels import Label
from steelyard.intervals import bayes, classwise
from steelyard.measuring.notes import Note
from steelyard.show import numbers
from steelyard.show.brief_tables import explained
from steelyard.show.evaluation_sentences import dispute, left_out, positive_sentence, what_matters, why_these
from steelyard.show.how_sure import Footnotes, Remark, level
from steelyard.show.html import html_of
from steelyard.show.names import BY_ITEMS, listed, metric_column, metric_headings, padded, shortened
from steelyard.show.note_sentences import WAYS
from steelyard.show.numbers import TEXT_WIDTH, digits_of, signed
from steelyard.show.parts import EMPTY_LINE, Column, Fold, Item, Part, Sentence, Sheet
from steelyard.show.printing import print_parts, sheet_width, text_of
from steelyard.show.verdict import correction

MOST_MODELS = 8
"""Models in the tables of metrics and ranks; all are in `to_dict`."""

MOST_RANKS = 5
MOST_PAIRS, FEW_PAIRS = 15, 3
MOST_NOTES = 3
MOST_METRICS = 3
MOST_REVERSALS = 2
"""Of each: so many are shown, and the rest is counted."""

STAR = "* best value, unless it misleads"

METRIC_NAME, NAME, PAIRED_NAME, SHORT_NAME = 24, 12, 11, 7
"""Columns of a metric's name, of a model's, and of a model's where two of them stand in a row or share a heading."""


def print_comparison(result: Comparison, console: Console, *, full: bool = False) -> None:
    """Print a comparison to a console of any width, with the metrics that the situation calls for or with all."""
    print_parts([*comparison_parts(result, console.width, full=full), *_more(result, full, "--all")], console)


def comparison_text(result: Comparison, *, full: bool = False) -> str:
    """Return a comparison as plain text of 80 columns."""
    return text_of([*comparison_parts(result, full=full), *_more(result, full, "print(result.full())")])


def _more(result: Comparison, full: bool, how: str) -> Iterator[Part]:
    if not full and (len(_shown(result)) < len(result.scored) or len(result.models) > 2):
        yield Sentence(f"{how} shows all metrics, pairs and ranks.", "dim")


def comparison_html(result: Comparison) -> str:
    """Return a comparison as HTML for a notebook: the same, and all metrics, pairs and ranks folded away."""
    every = list(result.scored)
    two = len(result.models) == 2
    tables = _two_models(result, every, TEXT_WIDTH) if two else _several_models(result, every, TEXT_WIDTH, full=True)
    return html_of([*comparison_parts(result), Fold("All metrics, pairs and ranks", list(tables))])


def comparison_parts(result: Comparison, columns: int = TEXT_WIDTH, *, full: bool = False) -> Iterator[Part]:
    """Yield what a comparison shows: the metrics that the situation calls for, or all of them."""
    scored = list(result.scored) if full else _shown(result)
    yield Sentence(result.verdict, "strong")
    yield EMPTY_LINE
    about = heading(result)
    if result.positive is not None:
        about = f"{about} {positive_sentence(result.positive, result.tables.labels)}"
    metrics = [each.metric for each in scored]
    by_classes = result.score().metric.weighted
    yield from what_matters(about, result.importance, result.tables.labels, result.weights, metrics, of_all=by_classes)
    yield EMPTY_LINE
    if len(result.models) == 2:
        yield from _two_models(result, scored, columns)
    else:
        yield from _several_models(result, scored, columns, full=full)
    yield from _folds(result)
    yield from _disagreements(result, MOST_REVERSALS if full else 1)
    yield EMPTY_LINE
    yield Sentence(how_sure(result), "dim")


def heading(result: Comparison) -> str:
    """Return what was compared."""
    items = numbers.items(result.items)
    where = "on the same items" if result.paired else "each on items of its own (unpaired)"
    classes = numbers.classes(len(result.tables.imbalance.labels))
    dropped = left_out(result.tables.dropped)
    return f"{items[0].upper()}{items[1:]}, {classes}, {len(result.models)} models {where}.{dropped}"


def how_sure(result: Comparison) -> str:
    """Return how intervals and probabilities were made."""
    method = result.method
    if isinstance(method, classwise):
        rope = f" Differences within ±{result.rope:g} do not matter." if result.rope else ""
        units = "groups of items" if result.grouped else "items"
        return (
            f"{level(result.confidence)} intervals, probabilities and p-values: {WAYS[method.name]} the {units} of "
            f"each class, seed {method.seed}.{rope}"
        )
    way = f"{WAYS[method.name]} {'groups' if result.grouped else 'items'}"
    if isinstance(method, bayes) and not (result.paired or result.grouped):
        way = f"Bayesian, prior {method.prior}" if isinstance(method.prior, str) else "Bayesian, prior as given"
    fixed = getattr(method, "stratified", False) or getattr(method, "prevalence", "") == "fixed"
    within = " within each class" if fixed else ""
    rope = f" Differences within ±{result.rope:g} do not matter." if result.rope else ""
    return f"{level(result.confidence)} intervals: {way}{within}, {method.draws:,} draws, seed {method.seed}.{rope}"


def _called(result: Comparison) -> CalledFor | None:
    """Return what the situation calls for; None if someone chose the metrics."""
    if result.asked or result.positive is not None:
        return None
    misled = {mark.metric.name for mark in result.misleading}
    return called_for(result.tables, result.importance, [each.metric for each in result.scored], misled)


def shown_metrics(result: Comparison) -> Iterator[str]:
    """Yield the names of the metrics that are shown where nobody asks for all."""
    yield from (each.metric.name for each in _shown(result))


def _shown(result: Comparison) -> list[Scored]:
    """Return the main metric and those that the situation calls for; all, if someone chose the metrics."""
    called = _called(result)
    if called is None:
        return list(result.scored)
    by_name = {each.metric.name: each for each in result.scored}
    names = dict.fromkeys((result.score().metric.name, *(metric.name for metric in called.metrics)))
    return [by_name[name] for name in names]


def _chosen(result: Comparison, scored: Sequence[Scored]) -> Iterator[Part]:
    """Yield what the metrics are that nobody chose, and which of them `advise` takes with care."""
    called = _called(result)
    if called is None or len(scored) == len(result.scored):
        return
    yield Sentence(explained([each.metric for each in scored], [each.metric.name for each in scored]), "dim")
    if result.score().metric in called.anywhere or not called.anywhere:
        yield Sentence(why_these(called), "dim")


def _metrics(scored: Sequence[Scored]) -> Column:
    return metric_column([each.metric for each in scored], widest=METRIC_NAME + 1)


def _two_models(result: Comparison, scored: Sequence[Scored], columns: int) -> Iterator[Part]:
    """Yield both models side by side, that which is ahead in the verdict first: what it says, the table says, too."""
    order = result.score().best_first
    names = shortened(result.models, SHORT_NAME)
    a, b = (names[k] for k in order)
    values = [Column(names[k], [_value(result, each, k) for each in scored]) for k in order]
    first, second = (result.models[k] for k in order)
    differences = [result.pair(first, second, each.metric.name) for each in scored]
    ends = [_ends(each.interval.low, each.interval.high) for each in differences]
    chances = [numbers.short_chance(each.a_better) for each in differences]
    tests = [_p(each.p_adjusted) for each in differences]
    certain, of_two_lines = (
        [Column(f"{a} −{between}{b}", ends), Column(f"P of{between}{a}", chances), Column("Holm", tests)]
        for between in (" ", "\n")
    )
    sheets = [Sheet([_metrics(scored), *values, *more]) for more in (certain, of_two_lines)]
    fitting = [sheet for sheet in sheets if sheet_width(sheet) <= columns]
    if fitting:  # in two lines, if names are long
        yield fitting[0]
    else:  # many decimals, or a narrow terminal: one below the other
        yield Sheet([_metrics(scored), *values])
        yield EMPTY_LINE
        yield Sheet([_metrics(scored), *certain])
    rope = f" by more than {result.rope:g}" if result.rope else ""
    yield from _chosen(result, scored)
    yield Sentence(
        f"{STAR}. {a} − {b}: interval of the difference. P of {a}: probability that {a} is better{rope}. "
        f"{_holm(result, len(scored))}{_by_items(scored)}",
        "dim",
    )
    yield from _notes(result, scored)


def _several_models(result: Comparison, scored: Sequence[Scored], columns: int, *, full: bool) -> Iterator[Part]:
    """Yield the models as rows, the best first, with the letters of those that are not told apart."""
    order = result.score().best_first[:MOST_MODELS]
    names = shortened(result.models, NAME)
    called, cells = Column("model", [names[k] for k in order], "words"), []
    for each in scored:
        marks = letters(each.groups, len(result.models))
        cells.append([f"{_value(result, each, k)} {padded(marks[k], max(map(len, marks)))}" for k in order])
    headings = [metric_headings([each.metric for each in scored], broken=broken) for broken in (False, True)]
    sheets = [Sheet([called, *map(Column, heading, cells)]) for heading in headings]
    yield next((sheet for sheet in sheets if sheet_width(sheet) <= columns), sheets[-1])
    yield EMPTY_LINE
    yield from _left_out(len(result.models) - len(order), "models")
    yield from _chosen(result, scored)
    yield Sentence(
        f"The models stand in the order of {result.main}. {STAR}. Models that share a letter are not "
        f"{f'shown to differ by more than {result.rope:g}' if result.rope else 'told apart'} by these items."
        f"{_by_items(scored)}",
        "dim",
    )
    yield from _notes(result, scored)
    yield EMPTY_LINE
    yield from _pairs(result, MOST_PAIRS if full else max(FEW_PAIRS, len(result.models) - 1))
    if full:
        yield EMPTY_LINE
        yield _ranks(result, names)


def _holm(result: Comparison, metrics: int = 1) -> str:
    """Return what p-values are corrected for, in a table of so many metrics."""
    return f"Holm: p-value, {correction(result, metrics)}."


def _by_items(scored: Sequence[Scored]) -> str:
    some = any(not each.metric.weighted for each in scored)
    return f" {BY_ITEMS}" if some else ""


def _left_out(count: int, what: str) -> Iterator[Part]:
    if count > 0:
        yield Sentence(f"… and {count} more {what if count > 1 else what[:-1]}; to_dict() and --json have all.", "dim")


def _notes(result: Comparison, scored: Sequence[Scored]) -> Iterator[Part]:
    """Yield where undefined terms decide who is best, and why intervals may not be trusted: three, each once."""
    disputes = list(_disputes(result, scored))
    yield from disputes
    notes, about = Footnotes(), dict[str, list[str]]()
    for each in scored:
        for doubt in _doubts_of(result, each):
            metrics = about.setdefault(notes.mark([doubt]), [])
            metrics += [] if each.metric.name in metrics else [each.metric.name]
    most = MOST_NOTES - len(disputes)
    for mark, reason in [*notes.told().items()][:most]:
        metrics, more = about[mark][:MOST_METRICS], len(about[mark]) - MOST_METRICS
        named = ", ".join(metrics) + (f" and {more} more" if more > 0 else "")
        yield Item(f"{reason} ({named}).", "!")
    yield from _left_out(len(about) - most, "notes")


def _disputes(result: Comparison, scored: Sequence[Scored]) -> Iterator[Part]:
    """Yield by which metrics no model is the best: in full of one, else that it depends."""
    concluded = result.score().metric.name if conclusion_of(result).known else None
    named = [each.metric.name for each in scored]
    disputed = {
        name: stand
        for name, stand in result.standings.items()
        if stand.disputed and name in named and name != concluded  # which the verdict tells
    }
    if len(disputed) == 1:
        ((name, stand),) = disputed.items()
        yield Item(f"By {name}, {dispute(stand, shortened(result.models))}.", "!")
    elif disputed:
        yield Item(f"By {listed([*disputed])} no model is the best: it depends on what undefined terms count.", "!")


def _doubts_of(result: Comparison, each: Scored) -> Iterator[Remark]:
    """Yield the doubts about one metric: about values, by the models if not of all, then about differences alone."""
    about: dict[Note, list[str]] = {}
    for name, interval in zip(shortened(result.models), each.intervals, strict=True):
        for reason in interval.note:
            about.setdefault(reason, []).append(name)
    for reason, names in about.items():
        yield Remark((reason,), about="all models" if len(names) == len(result.models) else ", ".join(names))
    notes = dict(zip(result.models, (interval.note for interval in each.intervals), strict=True))
    for d in result.differences:
        if d.metric.name == each.metric.name and d.interval.note and not (notes[d.a] or notes[d.b]):
            yield Remark(d.interval.note, about=" and ".join(shortened([d.a, d.b])))


def _best_first(result: Comparison) -> list[tuple[Label, Label, Difference]]:
    """Return the pairs by the main metric, the better model first, and those of the best model before the others."""
    pairs = combinations((result.models[i] for i in result.score().best_first), 2)
    return [(first, second, result.pair(first, second)) for first, second in pairs]


def _pairs(result: Comparison, most: int) -> Iterator[Part]:
    pairs = _best_first(result)
    shown = pairs[: min(most, MOST_PAIRS)]
    leads = [d.lead_of(first) for first, _, d in shown]
    yield Sentence(f"Pairs by {result.main}", "strong")
    yield Sheet(
        [
            _named("pair", shown),
            Column("lead", [signed(lead.value) for lead in leads]),
            Column("interval", [_ends(lead.low, lead.high) for lead in leads]),
            Column("P(better)", [numbers.short_chance(lead.better) for lead in leads]),
            Column("p", [_p(d.p_value) for *_, d in shown], need=1),
            Column("Holm", [_p(d.p_adjusted) for *_, d in shown]),
        ]
    )
    yield from _left_out(len(pairs) - len(shown), "pairs")
    more = f" by more than {result.rope:g}" if result.rope else ""
    chance = f"P(better): probability that the first is better{more}."
    yield Sentence(f"{chance} {_holm(result)}", "dim")


def _named(heading: str, pairs: Sequence[tuple[Label, Label, Difference]]) -> Column:
    """Return the column with the names of the two models of each pair, the better first."""
    return Column(heading, [" > ".join(shortened(pair[:2], PAIRED_NAME)) for pair in pairs], "words")


def _ranks(result: Comparison, names: Sequence[str]) -> Sheet:
    main = result.score()
    models = main.best_first[:MOST_MODELS]
    ranks = [
        Column(
            str(rank + 1), [numbers.short_chance(float(p)) if p else "–" for p in (main.ranks[k][rank] for k in models)]
        )
        for rank in range(min(len(names), MOST_RANKS))
    ]
    return Sheet([Column("probability of rank", [names[k] for k in models], "words"), *ranks])


def _folds(result: Comparison) -> Iterator[Part]:
    if result.across is None:
        return
    test = "correlated t of Nadeau and Bengio" if result.across == "folds" else "signed ranks of Wilcoxon"
    slices = "folds" if result.across == "folds" else "data sets"
    pairs = _best_first(result)
    shown = pairs[:MOST_PAIRS]
    cells = zip(*(_over_folds(d) for *_, d in shown), strict=True)
    headings = ("mean lead", "P(better)", "p", "Holm")
    columns = [Column(heading, column) for heading, column in zip(headings, cells, strict=True)]
    yield EMPTY_LINE
    yield Sheet([_named(f"over the {slices}", shown), *columns])
    yield from _left_out(len(pairs) - MOST_PAIRS, "pairs")
    yield Sentence(f"By {result.main}: {test}. {_holm(result)}", "dim")


def _over_folds(d: Difference) -> list[str]:
    if d.folds is None:
        return ["–"] * 4
    lead = signed(d.folds.mean) if isinstance(d.folds, CorrelatedT) else "–"
    return [lead, numbers.short_chance(d.folds.posterior.a_better), _p(d.folds.p_value), _p(d.folds_adjusted)]


def _disagreements(result: Comparison, most: int) -> Iterator[Part]:
    """Yield why metrics disagree."""
    reversals = result.reversals[:most]
    if reversals:
        yield EMPTY_LINE
        yield Sentence("Where metrics disagree", "strong")
    for reversal in reversals:
        yield Sentence(reversal.sentence, indent=2)


def _value(result: Comparison, each: Scored, k: int) -> str:
    star = "*" if k in result.standings[each.metric.name].starred else ""
    return f"{star}{numbers.value(float(each.values[k]))}"


def _ends(low: float, high: float) -> str:
    if math.isnan(low) or math.isnan(high):
        return "–"
    digits = digits_of(high - low)
    return f"{signed(low, digits)} … {signed(high, digits)}"


def _p(value: float) -> str:
    if math.isnan(value):
        return "–"
    return "<0.001" if value < 0.001 else f"{value:.3f}" if value < 0.9995 else "1"
