"""Scores in columns of a frame or of files: which column is of which class, and the columns as scores."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from steelyard.counts import labels as naming
from steelyard.counts.data import column_names, column_values
from steelyard.counts.labels import Label, nearest, some
from steelyard.counts.read.chosen_columns import named_columns
from steelyard.counts.read.classes import declared_labels
from steelyard.counts.read.columns.containers import as_column
from steelyard.counts.read.label import label_named
from steelyard.measuring.probabilities import as_numbers
from steelyard.scores.table import ONE_MODEL, ScoreForm, Scores
from steelyard.type_names import Floats

CLASS = "{class}"
"""Where the name of a class stands in a pattern such as "p_{class}"; "p_*" says the same."""


@dataclass(frozen=True)
class ScoreColumns:
    """The columns of one model.

    Attributes
    ----------
    given
        What was said of them.
    columns
        Their names, in the order in which they stand or were listed.
    texts
        What a pattern took for the name of each class; None if they were named without a pattern.
    whose
        For messages: of which of several models they are.
    """

    given: Any
    columns: tuple[Any, ...]
    texts: tuple[str, ...] | None = None
    whose: str = ""

    @property
    def is_single(self) -> bool:
        """Whether it is one column by its name, for two classes."""
        return self.texts is None and isinstance(self.given, Hashable) and not isinstance(self.given, tuple)

    def by_class(self, seen: Sequence[Label], declared: Sequence[Label] | None) -> dict[Label, Any]:
        """Return the column of each class; `seen` are the labels of the truth."""
        if self.texts is None and declared is not None:
            if len(declared) != len(self.columns):
                raise ValueError(
                    f"labels= names {len(declared)} classes, but there are {len(self.columns)} columns of "
                    f"scores{self.whose}: {some(self.columns)}."
                )
            return dict(zip(declared, self.columns, strict=True))
        texts = self.texts if self.texts is not None else self._parts_that_differ(declared or seen)
        known = declared or seen
        named: dict[Label, Any] = {}
        for text, column in zip(texts, self.columns, strict=True):
            label = label_named(text, known)
            if label is None:
                raise ValueError(
                    f"column {column!r} would hold the scores{self.whose} of class {text!r}, but classes are numbers "
                    f"such as {known[0]!r}; narrow {self.given!r}, or list the columns."
                )
            if declared is None or label in declared:
                named[label] = column
        return named

    def _parts_that_differ(self, labels: Sequence[Label]) -> tuple[str, ...]:
        """Return which class each listed column names, from what comes before and after a class in all of them."""
        names = [str(column) for column in self.columns]
        first = naming.text(labels[0])
        wanted = {naming.text(label) for label in labels}
        ways = {}
        for name in names:
            for match in re.finditer(f"(?={re.escape(first)})", name):
                before, after = name[: match.start()], name[match.start() + len(first) :]
                parts = [_between(other, before, after) for other in names]
                if None not in parts and wanted <= set(parts):
                    ways[tuple(map(str, parts))] = None
        if len(ways) != 1:
            raise ValueError(
                f"which class is each of the columns {some(self.columns)} of? Say it with labels=, in their order."
            )
        return next(iter(ways))


def _between(name: str, before: str, after: str) -> str | None:
    inside = name[len(before) : len(name) - len(after)]
    return inside if inside and name == before + inside + after else None


def chosen_columns(given: Any, names: Sequence[Hashable], taken: Iterable[Any] = (), whose: str = "") -> ScoreColumns:
    """Return which columns are meant by a pattern, a name or a list of names.

    Parameters
    ----------
    given
        A pattern with one {class} or *, the name of one column, or a list of names.
    names
        All columns of the data.
    taken
        Those that are something else: the truth, the weights.
    whose
        For messages.

    Examples
    --------
    >>> chosen_columns("p_*", ["y", "p_a", "p_b"], ["y"]).texts
    ('a', 'b')
    """
    if isinstance(given, str) and given not in names and (CLASS in given or "*" in given):
        if given.count(CLASS) + given.count("*") != 1:
            raise ValueError(
                f"the pattern {given!r} has {given.count(CLASS) + given.count('*')} places for the name of a class; "
                f'write one, such as "p_{CLASS}" or "p_*".'
            )
        before, after = re.split(r"\{class\}|\*", given)
        parts = {name: _between(str(name), before, after) for name in names if name not in set(taken)}
        chosen = {name: part for name, part in parts.items() if part is not None}
        if not chosen:
            near = nearest(before + after, map(str, names))
            raise ValueError(f"no column matches {given!r}{whose}; the columns are {some(names)}.{near}")
        return ScoreColumns(given, tuple(chosen), tuple(chosen.values()), whose)
    listed = (given,) if isinstance(given, str) or not isinstance(given, Iterable) else tuple(given)
    if not listed:
        raise ValueError(f"name at least one column of scores{whose}.")
    for name in listed:
        if name not in names:
            hint = nearest(str(name), map(str, names))
            raise ValueError(f"there is no column {name!r} of scores{whose}; the columns are {some(names)}.{hint}")
    return ScoreColumns(given, listed, None, whose)


def scores_of_columns(
    data: Any,
    truth: Any,
    scores: Any,
    *,
    labels: Iterable[Any] | None = None,
    positive: Any = None,
    weight: Any = None,
    form: ScoreForm = "probabilities",
) -> Scores:
    """Take scores from the columns of data of any kind; the arguments are those of `Scores.of_columns`."""
    if scores is None:
        raise ValueError('name the columns of scores, such as scores="p_{class}".')
    names = column_names(data)
    models = dict(scores) if isinstance(scores, Mapping) else {ONE_MODEL: scores}
    taken = [truth] if weight is None else [truth, weight]
    chosen = {
        str(model): chosen_columns(given, names, taken, f" of {str(model)!r}" if len(models) > 1 else "")
        for model, given in models.items()
    }
    if not chosen:
        raise ValueError("there are no scores: give those of at least one model.")
    every = list(dict.fromkeys(column for each in chosen.values() for column in each.columns))
    values = column_values(data, named_columns(truth, every, weight))
    numbers = {
        name: as_numbers(column, f"scores in column {name!r}")
        for name, column in zip(every, values.predictions, strict=True)
    }
    seen = _seen(values.truth)
    declared = None if labels is None else declared_labels(labels)
    classes, by_model = _classes(chosen, seen, declared)
    which = None if positive is None else classes[naming.find(positive, classes)]
    matrices = {
        model: _matrix(chosen[model], by_class, classes, numbers, which) for model, by_class in by_model.items()
    }
    single = which if which is not None else next(iter(next(iter(by_model.values()))), None)
    given = matrices if isinstance(scores, Mapping) else matrices[ONE_MODEL]
    return Scores.of(values.truth, given, labels=classes, positive=single, weights=values.weight, form=form)


def _seen(truth: Any) -> tuple[Label, ...]:
    column = as_column(truth, "true labels")
    labels = set(column.labels_of(np.unique(column.codes(0, column.size)))) - {naming.MISSING}
    if not labels:
        raise ValueError("there are no true labels.")
    return naming.sort(labels)


def _classes(
    chosen: Mapping[str, ScoreColumns], seen: Sequence[Label], declared: tuple[Label, ...] | None
) -> tuple[tuple[Label, ...], dict[str, dict[Label, Any]]]:
    """Return all classes, and for each model the column of each; none for a single column without a class."""
    by_model: dict[str, dict[Label, Any]] = {
        model: {} if each.is_single else each.by_class(seen, declared) for model, each in chosen.items()
    }
    classes = declared or naming.sort({*seen, *(label for each in by_model.values() for label in each)})
    for model, each in chosen.items():
        own = by_model[model]
        lacking = [label for label in classes if label not in own]
        if lacking and len(each.columns) > 1 or lacking and len(classes) != 2 and not each.is_single:
            which = "class" if len(lacking) == 1 else "classes"
            raise ValueError(
                f"there is no column of scores{each.whose} for {which} {some(lacking)}; {each.given!r} means the "
                f"columns {some(each.columns)}."
            )
    return classes, by_model


def _matrix(
    chosen: ScoreColumns, by_class: Mapping[Label, Any], classes: Sequence[Label], numbers: Mapping[Any, Floats], which: Any
) -> Floats:
    """Return a column for each class, or the one column that there is for two classes, as of the positive one."""
    if len(chosen.columns) > 1 or len(classes) == 1:
        return np.column_stack([numbers[by_class[label]] for label in classes])
    return numbers[chosen.columns[0]]
