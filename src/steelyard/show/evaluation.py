"""What an evaluation shows: a sentence, the classes, the few averages that the situation calls for, three notes.

All that it holds is in `every_metric.py`, which `full()` and `--all` show.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from rich.console import Console

from steelyard.advice.candidates import CalledFor, called_for
from steelyard.evaluation.score import Caution
from steelyard.measuring.registry import metrics
from steelyard.show.brief_tables import (
    averages_sheet,
    classes_parts,
    explained,
    models_sheets,
    recall_parts,
    same_numbers,
    told_once,
)
from steelyard.show.change_sentences import change_sentences
from steelyard.show.evaluation_sentences import (
    headline,
    positive_sentence,
    situation_sentence,
    what_matters,
    why_these,
)
from steelyard.show.every_metric import MOST_PICTURES, every_part
from steelyard.show.how_sure import how_made
from steelyard.show.html import html_of
from steelyard.show.names import BEST, BY_ITEMS, LOWER
from steelyard.show.note_sentences import caution_sentence
from steelyard.show.numbers import ALL_ROWS, MOST_SLICES, TEXT_WIDTH
from steelyard.show.parts import EMPTY_LINE, Fold, Item, Part, Sentence
from steelyard.show.printing import line_count, print_parts, text_of
from steelyard.show.slices import brief_slices, head, how_many_slices

if TYPE_CHECKING:
    from steelyard.evaluation.evaluate import Evaluation

MOST_NOTES = 3
"""Notes that are shown; the others are asked for."""

MOST_LINES = 40
"""Lines of an evaluation of slices, whatever their number."""

LEAST_SLICES = 6
"""So many are shown before anything else is; of fewer, all."""


class Plan(NamedTuple):
    """What stands around a table of slices: the classes, so many metrics of all slices together (None: all), notes."""

    classes: bool
    metrics: int | None
    notes: int


PLANS = (
    Plan(True, None, MOST_NOTES),
    Plan(False, None, MOST_NOTES),
    Plan(False, None, 1),
    Plan(False, 4, 1),
    Plan(False, 0, 0),
)
"""From all to little: the first that leaves room for slices is taken."""

NOTEBOOK_WIDTH = 120
"""Columns of a notebook: all intervals have room."""


def print_evaluation(
    evaluation: Evaluation,
    console: Console,
    *,
    full: bool = False,
    notes: bool = False,
    pictures: bool | None = None,
) -> None:
    """Print an evaluation to a console of any width: what the situation calls for, or in full; or with all notes.

    In full, there are pictures for eyes, which are bars of the classes' recall and the confusions as heat maps: if not
    said otherwise, a terminal shows them and a pipe does not.
    """
    drawn = console.is_terminal if pictures is None else pictures
    shown = Shown(evaluation, console.width, command_line=True)
    print_parts(shown.full(pictures=drawn) if full else shown.brief(every_note=notes), console)


def evaluation_text(evaluation: Evaluation, *, full: bool = False) -> str:
    """Return an evaluation as plain text of 80 columns."""
    shown = Shown(evaluation, TEXT_WIDTH)
    return text_of(shown.full() if full else shown.brief())


def evaluation_html(evaluation: Evaluation) -> str:
    """Return an evaluation as HTML for a notebook: the same, and all that it holds folded away."""
    shown = Shown(evaluation, NOTEBOOK_WIDTH, closed=True)
    every = every_part(evaluation, TEXT_WIDTH, pictures=True, models=MOST_PICTURES)
    folds = [Fold("All metrics, classes and confusions", list(every)), Fold("All notes", list(shown.all_notes()))]
    return html_of([*shown.brief(), *folds])


@dataclass(frozen=True)
class Shown:
    """An evaluation as it is shown at a width.

    Attributes
    ----------
    command_line
        Whether options are named, such as --all, or what Python calls the same.
    closed
        Whether all that is left out follows anyhow, so that nothing is said of it.
    """

    evaluation: Evaluation
    width: int
    command_line: bool = False
    closed: bool = False

    @cached_property
    def called(self) -> CalledFor | None:
        """What the situation calls for; None if someone chose the metrics."""
        overall = self.evaluation.overall
        if self.evaluation.asked:
            return None
        metrics = [result.metric for result in overall.measured]
        return called_for(overall.at_shares, overall.importance, metrics, overall.models_misled)

    @cached_property
    def _wanted(self) -> list[str]:
        if self.called is None:
            return [result.metric.name for result in self.evaluation.measured]
        return [metric.name for metric in self.called.metrics]

    @cached_property
    def overall(self) -> Evaluation:
        """All slices together, with the metrics that are shown, of as many models as there is room for."""
        overall = self.evaluation.overall.of_metrics(self._wanted)
        return head(overall, MOST_SLICES) if overall.confusion.shape else overall

    @cached_property
    def same(self) -> dict[str, list[str]]:
        """The metrics that are shown, each with those that are the same number; all, if someone chose them."""
        if self.called is None:
            return {name: [] for name in self._wanted}
        self.overall.uncertainty.look(np.ndindex(self.overall.confusion.shape))
        result = same_numbers(self.overall, self._wanted)
        return {name: result[name] for name in self._wanted if name in result}

    @property
    def names(self) -> list[str]:
        """The metrics that are shown."""
        return list(self.same)

    @property
    def models(self) -> bool:
        """Whether there are several models."""
        return int(np.prod(self.overall.confusion.shape)) > 1

    def opening(self) -> Iterator[Part]:
        """Yield what it is about."""
        evaluation = self.evaluation
        yield Sentence(headline(self.evaluation.overall, self.names), "strong")
        if self.evaluation.confusion.slice_axes:
            yield from (Sentence(sentence, "strong") for sentence in change_sentences(self.evaluation))
        cm = evaluation.confusion
        about = situation_sentence(cm)
        if evaluation.positive is not None:
            about = f"{about} {positive_sentence(evaluation.positive, cm.labels)}"
        metrics = [result.metric for result in self.overall.measured]
        of_all = evaluation.positive is None
        yield from what_matters(about, evaluation.importance, cm.labels, evaluation.weights, metrics, of_all=of_all)

    def full(self, *, pictures: bool = False) -> Iterator[Part]:
        """Yield all that it holds."""
        yield from self.opening()
        yield from every_part(self.evaluation, self.width, called=self.names, pictures=pictures, slices=ALL_ROWS)

    def brief(self, *, every_note: bool = False) -> Iterator[Part]:
        """Yield what a person can take in."""
        self.overall.uncertainty.look(np.ndindex(self.overall.confusion.shape))
        if self.evaluation.confusion.slice_axes:
            yield from self._with_slices(every_note=every_note)
            return
        yield from self._above(PLANS[0])
        yield from self._below(PLANS[0], every_note=every_note)

    def _above(self, plan: Plan) -> Iterator[Part]:
        """Yield what it is about, the averages and the classes."""
        names = self.names[: plan.metrics]
        yield from self.opening()
        if names:
            yield EMPTY_LINE
            yield from self._several_models(names) if self.models else self._one_model(names, classes=plan.classes)
        yield from self._below_the_averages(short=len(names) < len(self.names))
        if self.models and plan.classes and not self._recalls_are_shown:
            yield EMPTY_LINE
            yield from recall_parts(self.overall, self.width)

    @property
    def _recalls_are_shown(self) -> bool:
        """Whether the averages have the recall of both classes: specificity is that of the other one."""
        label = self.overall.positive
        if label is None or len(self.overall.confusion.labels) > 2:
            return False
        return {metrics[rate].of_class(label).name for rate in ("recall", "specificity")} <= set(self.names)

    def _below(self, plan: Plan, *, every_note: bool) -> Iterator[Part]:
        yield from self._notes(plan.notes, every_note=every_note)
        if not self.closed:
            yield Sentence(self._more(len(self.names[: plan.metrics])), "dim")

    def _with_slices(self, *, every_note: bool) -> Iterator[Part]:
        """Yield what is shown with slices: 40 lines at most, so many of the gravest slices, and less of the rest."""
        every = how_many_slices(self.evaluation.confusion)
        for plan in PLANS:
            above, below = list(self._above(plan)), list(self._below(plan, every_note=every_note))
            counted = [*above, EMPTY_LINE, *(self._below(plan, every_note=False) if every_note else below)]
            left = MOST_LINES - line_count(counted, self.width)
            rows, over = min(every, max(left, 1)), 1
            while over > 0 and rows > 0:
                slices = self._slices(rows, plan)
                over = line_count(slices, self.width) - left
                rows -= max(over, 0)
            if over <= 0 and rows >= min(every, LEAST_SLICES):
                break
        # Metrics that someone chose have tables as long as there is room; others stand in one for several models.
        for tables in range(2, len(self.names) + 1 if self.models and self.evaluation.asked else 0):
            more = self._slices(rows, plan, tables)
            if line_count(more, self.width) > left:
                break
            slices = more
        yield from (*above, EMPTY_LINE, *slices, *below)

    def _slices(self, rows: int, plan: Plan, tables: int = 1) -> list[Part]:
        how, notes = "--all" if self.command_line else "result.full()", max(1, plan.notes)
        return list(brief_slices(self.evaluation, self.names, rows, self.width, how, notes=notes, tables=tables))

    def _one_model(self, names: Sequence[str], *, classes: bool) -> Iterator[Part]:
        if classes:
            yield from classes_parts(self.overall)
            yield EMPTY_LINE
        yield averages_sheet(self.overall, names)

    def _several_models(self, names: Sequence[str]) -> Iterator[Part]:
        standings = {name: self.evaluation.standings[name] for name in names}
        yield models_sheets(self.overall, names, standings, self.width)
        more = int(np.prod(self.evaluation.overall.confusion.shape) - np.prod(self.overall.confusion.shape))
        if more > 0:
            yield Sentence(f"… and {more:,} more models; to_dict(), --json and --csv have all.", "dim")

    def _below_the_averages(self, *, short: bool) -> Iterator[Part]:
        """Yield why these, unless only some are shown, and what the marks mean."""
        if self.called is not None and not short:
            if self.models:
                yield Sentence(explained([result.metric for result in self.overall.measured], self.names), "dim")
            yield Sentence(why_these(self.called), "dim")
        if not short:
            yield from told_once(self.same)
        legend = []
        if any(not score.metric.weighted for score in self.overall.scores):
            legend.append(BY_ITEMS)
        if any(score.metric.direction == "lower" for score in self.overall.scores):
            legend.append(LOWER)
        if self.models:
            legend.append(BEST)
        made = how_made(self.overall.uncertainty)
        if legend or made:
            yield Sentence(" ".join([*legend, made]).strip(), "dim")

    def _notes(self, most: int, *, every_note: bool) -> Iterator[Part]:
        if every_note:
            yield from self.all_notes()
            return
        result = self.overall.notes
        if result[:most]:
            yield EMPTY_LINE
        yield from (self._note(caution) for caution in result[:most])

    def all_notes(self) -> Iterator[Part]:
        """Yield all notes, about metrics that are not shown, too."""
        yield EMPTY_LINE
        yield from (self._note(caution) for caution in self.evaluation.notes)
        if not self.evaluation.notes:
            yield Sentence("There are no notes.")

    def _note(self, caution: Caution) -> Part:
        instead = [name for name in self.names if name in self.overall.trusted]
        return Item(caution_sentence(caution, sorted(instead, key=lambda name: name not in self._steady)), "!")

    @cached_property
    def _steady(self) -> frozenset[str]:
        """What `advise` recommends whatever the class shares: judge by these before others."""
        overall = self.overall
        metrics = [result.metric for result in overall.measured]
        anywhere = called_for(overall.at_shares, overall.importance, metrics, overall.models_misled).anywhere
        return frozenset(metric.name for metric in anywhere)

    def _more(self, shown: int) -> str:
        every = len(self.evaluation.measured)
        metrics = f"all {every} metrics" if every > shown else "more columns and the confusions"
        if self.command_line:
            return f"--all shows {metrics}, --notes all notes."
        return f"print(result.full()) shows {metrics}; result.notes has all notes."
