"""Scores in columns of data of any kind: which column is of which model and class, and the columns as scores."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from steelyard.counts import labels as naming
from steelyard.counts.data import LISTED_WEIGHTS, column_names, column_values, refuse_beside
from steelyard.counts.labels import Label, nearest, some
from steelyard.counts.read.bins import SUM_ROUNDING
from steelyard.counts.read.chosen_columns import Columns, check_names, is_one, named_columns
from steelyard.counts.read.column import names_of
from steelyard.counts.read.label import declared_labels, label_named
from steelyard.scores.arrays import device_scores, from_device
from steelyard.scores.given import GivenScores, between, classes_named
from steelyard.scores.table import ONE_MODEL, Scores, labels_among, numbers_in
from steelyard.type_names import Floats

CLASS, ANY, MODEL = "{class}", "*", "{model}"
"""What stands in a pattern for the name of a class, in either way, and for that of a model."""

COMPLETE = "`Scores` are complete"

NOT_NAMES = "scores= names columns of the data; give their names, not the columns themselves."
HOW = "truth='…' and scores='p_{class}'"


@dataclass(frozen=True)
class ModelColumns:
    """The columns of one model.

    Attributes
    ----------
    given
        What was said of them: a pattern, a name or a list of names.
    columns
        Their names.
    texts
        What a pattern took for the name of each class; None if they were named without one.
    whose
        For messages: of which of several models they are.
    more
        Other columns of the pattern, which may be of classes that no item has, or of no class at all.
    """

    given: Any
    columns: tuple[Any, ...]
    texts: tuple[str, ...] | None = None
    whose: str = ""
    more: tuple[Any, ...] = ()

    def by_class(self, known: Sequence[Label], *, are_declared: bool) -> dict[Label, Any] | None:
        """Return the column of each class; None for a single column by its name, for two classes."""
        if self.texts is not None:
            return self._by_pattern(known, are_declared=are_declared)
        if len(self.columns) == 1:
            return None
        classes = classes_named(self.columns, known)
        if classes is None and are_declared:
            if len(known) != len(self.columns):
                raise ValueError(
                    f"labels= names {len(known)} classes, but there are {len(self.columns)} columns of "
                    f"scores{self.whose}: {some(self.columns)}."
                )
            classes = tuple(known)
        if classes is None:
            raise ValueError(
                f"which of the classes {some(known)} is each of the columns {some(self.columns)} of? List them with "
                f"labels=, in the order of the columns."
            )
        return dict(zip(classes, self.columns, strict=True))

    def _by_pattern(self, known: Sequence[Label], *, are_declared: bool) -> dict[Label, Any]:
        named: dict[Label, Any] = {}
        for text, column in zip(self.texts or (), self.columns, strict=True):
            label = label_named(text, known)
            if label is None:
                raise ValueError(
                    f"column {column!r} would hold the scores{self.whose} of class {text!r}, but the classes are "
                    f"{some(known)}; narrow {self.given!r}, or list the columns."
                )
            if label in known or not are_declared:
                named[label] = column
        lacking = [label for label in known if label not in named]
        if lacking and not (len(known) == 2 and len(named) == 1):
            raise ValueError(
                f"there is no column of scores{self.whose} for {some(lacking)}: {self.given!r} matches the columns "
                f"{some(self.columns)}."
            )
        return named


def is_pattern(given: Any, names: Iterable[Any] = ()) -> bool:
    """Whether a text stands for several columns, and is not the name of one."""
    return isinstance(given, str) and given not in names and any(place in given for place in (CLASS, ANY, MODEL))


def model_of(pattern: str) -> str:
    """Return what a model is called whose columns a pattern names: the pattern without the class.

    Examples
    --------
    >>> model_of("rf_{class}"), model_of("{class} (rf)"), model_of("*")
    ('rf', 'rf', 'model')
    """
    return pattern.replace(CLASS, "").replace(ANY, "").strip(" _-.:/()[]") or ONE_MODEL


def _ends(pattern: str) -> tuple[str, str]:
    """Return what stands before and after the class in a pattern."""
    places = pattern.count(CLASS) + pattern.count(ANY)
    if places != 1:
        raise ValueError(
            f"the pattern {pattern!r} has {places} places for the name of a class; write one, 'p_{CLASS}' or 'p_*'."
        )
    before, _, after = pattern.replace(CLASS, ANY).partition(ANY)
    return before, after


def _matching(pattern: str, names: Sequence[Any], whose: str) -> ModelColumns:
    """Return the columns that match a pattern, and the text that each has in the place of the class."""
    ends = _ends(pattern)
    parts = {name: part for name in names if (part := between(str(name), *ends)) is not None}
    if not parts:
        raise ValueError(f"no column matches {pattern!r}{whose}; there are {some(names)}.{_near(pattern, names)}")
    return ModelColumns(pattern, tuple(parts), tuple(parts.values()), whose)


def _near(name: str, names: Iterable[Any]) -> str:
    return nearest(name, map(str, names))


def _models_matching(pattern: str, names: Sequence[Any], known: Sequence[Label]) -> dict[str, ModelColumns]:
    """Return the models that a pattern with {model} finds: those with a column for each class that is known.

    A model that lacks one is refused; but a single column, such as "is_sick", is no model of three classes or more.
    """
    if pattern.count(MODEL) != 1:
        raise ValueError(f"the pattern {pattern!r} must name {MODEL} once.")
    if CLASS not in pattern and ANY not in pattern:
        before, _, after = pattern.partition(MODEL)
        singles = {
            part: ModelColumns(pattern, (name,)) for name in names if (part := between(str(name), before, after))
        }
        if not singles:
            raise ValueError(f"no column matches {pattern!r}; there are {some(names)}.{_near(pattern, names)}")
        return singles
    found: dict[str, dict[str, Any]] = {}
    more: dict[str, list[Any]] = {}
    texts = {naming.text(label): label for label in known}
    for name in names:
        for model, text in _splits(str(name), pattern):
            if text in texts:
                found.setdefault(model, {})[text] = name
            else:
                more.setdefault(model, []).append(name)
    complete = {model: own for model, own in found.items() if len(own) == len(known)}
    used = {name for own in complete.values() for name in own.values()}
    least = 2 if complete and len(known) > 2 else 1
    rest = {model: own for model, own in found.items() if used.isdisjoint(own.values()) and len(own) >= least}
    for model, own in rest.items():
        if len(known) != 2:
            lacking = [label for text, label in texts.items() if text not in own]
            raise ValueError(
                f"there is no column of scores of {model!r} for {some(lacking)}: {pattern!r} matches the columns "
                f"{some(own.values())} of this model."
            )
    if not found:
        raise ValueError(
            f"no column matches {pattern!r} with one of the classes {some(known)}; there are {some(names)}."
        )
    return {
        model: ModelColumns(
            pattern,
            tuple(own.values()),
            tuple(own),
            more=tuple(name for name in more.get(model, ()) if name not in used),
        )
        for model, own in found.items()
        if model in complete or model in rest
    }


def _splits(name: str, pattern: str) -> Iterator[tuple[str, str]]:
    """Yield all (model, class) that a name may be of."""
    before, after = _ends(pattern)
    first = MODEL in before
    outer, middle = before.split(MODEL) if first else after.split(MODEL)[::-1]
    inside = between(name, outer, after) if first else between(name, before, outer)
    place = -1 if inside is None else inside.find(middle, 1)
    while inside is not None and 0 < place < len(inside) - len(middle):
        parts = inside[:place], inside[place + len(middle) :]
        yield parts if first else (parts[1], parts[0])
        place = inside.find(middle, place + 1)


# Columns of data, and what was said of them, become scores.


def given_scores(given: GivenScores) -> Scores:
    """Take scores beside true labels, or, if `truth` is named, from columns of data; as `sy.scores.evaluate` says."""
    data, scores = given.data, given.scores
    if isinstance(data, Scores):
        given.refuse_beside(COMPLETE)
        return data
    if given.truth is not None:
        given.check_weight()
        return _of_columns(given)
    names_scores = isinstance(scores, str) or (
        isinstance(scores, Mapping) and bool(scores) and all(isinstance(each, str) for each in scores.values())
    )
    if names_scores or isinstance(data, str | Path) or names_of(data) is not None:
        raise ValueError(f"to evaluate columns of data, name them: {HOW}.")
    if scores is None:
        raise ValueError(f"give the scores beside the true labels, or name columns of data: {HOW}.")
    refuse_beside(LISTED_WEIGHTS, weight=given.weight)
    there = device_scores(given)
    if there is not None:
        return there
    return _in_memory(from_device(data), from_device(scores), from_device(given.weights), given)


def _in_memory(truth: Any, scores: Any, weights: Any, given: GivenScores, labels: Any = None) -> Scores:
    """Return scores whose values are there, with what else was said of them."""
    return Scores.of(
        truth,
        scores,
        labels=given.labels if labels is None else labels,
        positive=given.positive,
        weights=weights,
        form=given.form,
        missing=given.missing,
    )


def _of_columns(given: GivenScores) -> Scores:
    data, truth, scores, weight = given.data, given.truth, given.scores, given.weight
    check_names(truth=truth, weight=weight)
    names = column_names(data)
    if scores is None:
        raise ValueError(f"name the columns of scores, such as scores='p_{CLASS}'; there are {some(names)}.")
    if names_of(scores) is not None and not isinstance(scores, Mapping):
        raise ValueError(NOT_NAMES)
    declared = None if given.labels is None else declared_labels(given.labels)
    # The texts of labels do here, as the truth is not read yet.
    free = [name for name in names if name not in (truth, weight)]
    chosen = _chosen(scores, free, lambda: declared or _truth_labels(data, truth))
    every = list(dict.fromkeys(column for each in chosen.values() for column in each.columns))
    values = column_values(data, named_columns(truth, every, weight, missing=given.missing))
    numbers = {
        name: numbers_in(column, f"scores in column {name!r}")
        for name, column in zip(every, values.predictions, strict=True)
    }
    seen = labels_among(values.truth)
    declared = declared and tuple(like_seen(label, seen) for label in declared)
    known = declared or seen
    chosen = _one_by_one(chosen, known, numbers, given.positive) if declared is None else chosen
    models = {}
    for model, each in chosen.items():
        by_class = each.by_class(known, are_declared=declared is not None)
        if by_class is not None and given.form == "probabilities":
            _refuse_what_is_no_class(each, by_class, known, numbers)
            if declared is None and len(by_class) > 1:
                _refuse_without_some(each, [numbers[column] for column in by_class.values()])
        # A column whose class is unknown goes by its own name.
        columns = {each.columns[0]: each.columns[0]} if by_class is None else by_class
        models[model] = {label: numbers[column] for label, column in columns.items()}
    return _in_memory(values.truth, models, values.weight, given, declared)


def like_seen(label: Label, seen: Sequence[Label]) -> Label:
    """Return a label that was declared as a text as the data has it: "1" is 1 where classes are numbers."""
    named = label_named(label, seen) if isinstance(label, str) and label not in seen else None
    return label if named is None else named


def _truth_labels(data: Any, truth: Any) -> tuple[Label, ...]:
    return labels_among(column_values(data, Columns(truth, ())).truth)


def _chosen(scores: Any, names: Sequence[Any], known: Any) -> dict[str, ModelColumns]:
    """Return the columns of each model; `known` asks for the classes, which may have to be read."""
    if is_pattern(scores, names) and MODEL in scores:
        return _with_owners(_models_matching(scores, names, known()))
    if isinstance(scores, Mapping):
        models = dict(scores)
    elif not is_one(scores) and any(is_pattern(each, names) for each in scores):
        models = {model_of(each) if is_pattern(each, names) else each: each for each in scores}
        if len(models) != len(tuple(scores)):
            raise ValueError(f"name the models of {some(scores)} apart, scores={{'a': …, 'b': …}}.")
    else:
        models = {ONE_MODEL: scores}
    if not models:
        raise ValueError("there are no scores: give those of at least one model.")
    return {
        str(model): _columns_of(given, names, f" of {model!r}" if len(models) > 1 else "")
        for model, given in models.items()
    }


def chosen_columns(
    scores: Any, names: Sequence[Any], known: tuple[Label, ...], positive: Any, *, declared: bool
) -> dict[str, ModelColumns]:
    """Return the columns of each model, of data that nobody reads into memory."""
    if names_of(scores) is not None and not isinstance(scores, Mapping):
        raise ValueError(NOT_NAMES)
    chosen = _chosen(scores, names, lambda: known)
    return chosen if declared else _one_by_one(chosen, known, None, positive)


def _with_owners(models: dict[str, ModelColumns]) -> dict[str, ModelColumns]:
    """Let messages tell the models apart, if there are several."""
    if len(models) == 1:
        return models
    return {model: replace(each, whose=f" of {model!r}") for model, each in models.items()}


def _columns_of(given: Any, names: Sequence[Any], whose: str) -> ModelColumns:
    if is_pattern(given, names):
        return _matching(given, names, whose)
    listed = (given,) if is_one(given) or (isinstance(given, tuple) and given in names) else tuple(given)
    if not listed:
        raise ValueError(f"name at least one column of scores{whose}.")
    for name in listed:
        if not isinstance(name, Hashable):
            raise ValueError(NOT_NAMES)
        if name not in names:
            raise ValueError(
                f"there is no column {name!r} of scores{whose}; there are {some(names)}.{_near(str(name), names)}"
            )
    repeated = [name for name in dict.fromkeys(listed) if listed.count(name) > 1]
    if repeated:
        raise ValueError(f"name each column of scores{whose} once, not {some(repeated)} several times.")
    return ModelColumns(given, listed, None, whose)


def _one_by_one(
    chosen: dict[str, ModelColumns], known: Sequence[Label], numbers: Mapping[Any, Floats] | None, positive: Any
) -> dict[str, ModelColumns]:
    """Take a list of columns that name no classes as models with one column each, if one class of two is asked for.

    Two columns may as well be of the two classes, which the numbers tell; where nobody looks at these, it must be said.
    """
    if list(chosen) != [ONE_MODEL] or len(known) != 2 or positive is None:
        return chosen
    (each,) = chosen.values()
    if each.texts is not None or len(each.columns) == 1 or classes_named(each.columns, known) is not None:
        return chosen
    if numbers is None and len(each.columns) == 2:
        one, other = each.columns
        raise ValueError(
            f"columns {one!r} and {other!r} may be two models or two classes: say scores={{{one!r}: {one!r}, "
            f"{other!r}: {other!r}}}, or list the class of each with labels=."
        )
    if len(each.columns) == 2 and numbers is not None and _sum_to_1([numbers[column] for column in each.columns]):
        raise ValueError(
            f"columns {each.columns[0]!r} and {each.columns[1]!r} sum to 1 in every row: say with labels= which class "
            f"each is of."
        )
    return _with_owners({str(column): ModelColumns(column, (column,)) for column in each.columns})


def _sum_to_1(columns: Sequence[Floats]) -> bool:
    """Whether columns sum to 1 in every row that has a number in each of them."""
    off = np.abs(np.sum(columns, axis=0) - 1)
    return bool(off[~np.isnan(off)].max(initial=0) <= SUM_ROUNDING)


def _refuse_without_some(each: ModelColumns, of_known: Sequence[Floats]) -> None:
    """Refuse to leave out columns of a pattern, maybe of classes that no item has, if the others do not sum to 1."""
    if each.more and not _sum_to_1(of_known):
        raise ValueError(
            f"scores{each.whose} do not sum to 1 without column {some(each.more)}; if a class has no items, list all "
            "classes with labels=."
        )


def _refuse_what_is_no_class(
    each: ModelColumns, by_class: Mapping[Label, Any], known: Sequence[Label], numbers: Mapping[Any, Floats]
) -> None:
    """Refuse columns of no known class beside which the others sum to 1 already, as "p_value" matches "p_*"."""
    more = [label for label in by_class if label not in known]
    if not more:
        return
    rest = [numbers[column] for label, column in by_class.items() if label in known]
    if _sum_to_1(rest) and any(numbers[by_class[label]].any() for label in more):
        raise ValueError(
            f"no item is of class {some(more)}, and the other scores{each.whose} sum to 1 without column "
            f"{some(by_class[label] for label in more)}; narrow {each.given!r}, or list the columns."
        )
