"""Probabilities of items by models that were not trained on them, and isotonic recalibration, class by class."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.base import clone
from sklearn.isotonic import IsotonicRegression
from sklearn.model_selection import StratifiedShuffleSplit, check_cv
from sklearn.utils import _safe_indexing
from sklearn.utils.parallel import Parallel, delayed
from sklearn.utils.validation import _check_method_params

from steelyard.counts.labels import some
from steelyard.decisions.recalibration import IsotonicByClass
from steelyard.decisions.validation import Validation, loss_of, through
from steelyard.integrations.sklearn.around import Targets, class_probabilities

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.decisions.tuning import Part


Fold = tuple["NDArray[np.intp]", "NDArray[np.intp]"]
"""The places of the items to train on, and of those to validate on."""

MOST_PARTS = 10
"""So many times at most a rule is found without some of the items, to say what it is worth on these."""


def folds(cv: Any, X: Any, given: Targets, seed: int, arguments: dict[str, Any]) -> list[Fold]:
    """Return the folds of a cross-validation, refusing those whose training items lack a class."""
    splits = _splitter(cv, given, seed).split(X, given.y, **arguments)
    try:
        pairs = [(_places(train, len(given.y)), _places(validate, len(given.y))) for train, validate in splits]
    except (TypeError, IndexError) as problem:
        wanted = "pairs of the items to train on and those to validate on"
        raise ValueError(f"cv must give {wanted}, by their places: {problem}.") from None
    if not pairs:
        raise ValueError("cv has no folds; if it is a generator it gives them only once, a list of them stays.")
    for number, (train, validate) in enumerate(pairs, 1):
        if not len(validate):
            raise ValueError(f"fold {number} has no items to validate on.")
        seen = np.bincount(given.positions[train], minlength=len(given.classes)) > 0
        if not seen.all():
            raise ValueError(
                f"the training items of fold {number} have none of class {some(given.classes[~seen].tolist())}; "
                "every fold must train on all classes."
            )
    return pairs


def _places(items: Any, count: int) -> NDArray[np.intp]:
    """Return the places of items that are given by place or as a mask."""
    chosen = np.asarray(items)
    return np.arange(count)[chosen if chosen.size else chosen.astype(np.intp)]


def _splitter(cv: Any, given: Targets, seed: int) -> Any:
    wanted = 'a whole number of folds of at least 2, a share between 0 and 1, a splitter, splits or "prefit"'
    if isinstance(cv, str | bool):
        raise ValueError(f"cv must be {wanted}, not {cv!r}.")
    if isinstance(cv, Real) and not isinstance(cv, Integral):
        if not 0 < float(cv) < 1:
            raise ValueError(f"cv must be {wanted}, not {cv!r}.")
        _refuse_small_classes(given)
        return StratifiedShuffleSplit(n_splits=1, test_size=cv, random_state=seed)
    if cv is None or isinstance(cv, Integral):
        count = 5 if cv is None else int(cv)
        if count < 2:
            raise ValueError(f"cv must be {wanted}, not {cv!r}.")
        return check_cv(_folds_for(count, given), given.y, classifier=True)
    if not (hasattr(cv, "split") or isinstance(cv, Iterable)):
        raise ValueError(f"cv must be {wanted}, not {cv!r}.")
    return check_cv(cv, given.y, classifier=True)


def _folds_for(count: int, given: Targets) -> int:
    """Return the number of folds, or with a warning as many as the smallest class has items."""
    _refuse_small_classes(given)
    sizes = np.bincount(given.positions)
    smallest = int(sizes.min())
    if smallest >= count:
        return count
    rarest = some([given.classes.tolist()[int(sizes.argmin())]])
    warnings.warn(
        f"class {rarest} has {smallest} items, so there are {smallest} folds instead of {count}.",
        UserWarning,
        stacklevel=5,  # where fit was called
    )
    return smallest


def _refuse_small_classes(given: Targets) -> None:
    sizes = np.bincount(given.positions, minlength=len(given.classes))
    small = given.classes[sizes < 2].tolist()
    if small:
        raise ValueError(
            f"class {some(small)} has fewer than 2 items, and one is needed to train on and another to validate "
            "on; give it more items, or leave it out."
        )


def out_of_fold(
    estimator: Any, X: Any, given: Targets, among: list[Fold], *, arguments: dict[str, Any], n_jobs: int | None
) -> NDArray[np.float64]:
    """Return the probabilities of the items to validate on, fold after fold, each by a model trained on the others."""
    rows = Parallel(n_jobs=n_jobs)(
        delayed(_fold)(clone(estimator), X, given, train, validate, arguments) for train, validate in among
    )
    return np.concatenate(rows)


def _fold(
    model: Any,
    X: Any,
    given: Targets,
    train: NDArray[np.intp],
    validate: NDArray[np.intp],
    arguments: dict[str, Any],
) -> NDArray[np.float64]:
    of_train = _check_method_params(X, arguments, indices=train)
    model.fit(_safe_indexing(X, train), given.y[train], **of_train)
    return class_probabilities(model, _safe_indexing(X, validate), given.classes)


def held_out_folds(among: list[Fold]) -> list[Part] | None:
    """Return the folds as items to hold out, by their rows in `out_of_fold`; None of fewer than two folds.

    A rule is found meanwhile on the rows of all items that are not held out: an item may be in several folds, as in a
    repeated cross-validation. A rule is searched for each part, so of many folds that share no items, as when each item
    is one, several are held out together, and of many others the first are enough.
    """
    if len(among) < 2:
        return None
    item = np.concatenate([validate for _, validate in among])
    fold = np.repeat(np.arange(len(among)), [len(validate) for _, validate in among])
    if len(np.unique(item)) == len(item):
        fold %= MOST_PARTS
    held = [np.flatnonzero(fold == part) for part in range(min(MOST_PARTS, len(among)))]
    return [(np.flatnonzero(~np.isin(item, item[rows])), rows) for rows in held]


# Isotonic recalibration, class by class, as scikit-learn fits it; the record does without scikit-learn.


def isotonic(items: Validation) -> IsotonicByClass:
    """Fit the map on validation items."""
    bends = []
    for k in range(items.C):
        fitted = IsotonicRegression(y_min=0.0, y_max=1.0, out_of_bounds="clip")
        fitted.fit(items.columns[k], items.truth == k, sample_weight=items.weights)
        bends.append((fitted.X_thresholds_, fitted.y_thresholds_))
    stated, found = zip(*bends, strict=True)
    size = float(items.t.sum())
    before = loss_of(items) / size
    result = IsotonicByClass("isotonic", items.labels, size, before, before, stated, found)
    return IsotonicByClass(
        "isotonic", items.labels, size, before, loss_of(through(items, result)) / size, stated, found
    )
