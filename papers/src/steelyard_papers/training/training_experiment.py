"""Whether it helps to train with the importance by which a model is tested: the experiment of Gupta et al. 2020, 4.2.

The same learner is trained plainly and once with each criterion's weights, on the same items; all models are tested
under every criterion, on items that they never saw.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from numbers import Real
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from steelyard import Comparison, Confusion, Joint, compare
from steelyard import metrics as registry
from steelyard.importance import Importance, as_importance, rarity
from steelyard.integrations.sklearn import sample_weight
from steelyard.intervals import bootstrap, classwise
from steelyard_papers.checks import whole_number
from steelyard_papers.training.trainable import refuse_untrainable
from steelyard_papers.training.trained import PLAIN, Trained, TrainingExperiment
from steelyard_papers.type_names import Floats, Progress

if TYPE_CHECKING:
    from numpy.typing import NDArray

METRIC = "balanced_accuracy"
"""Under an importance, this is the weighted balanced accuracy, WBA."""

PER = ("class", "item")
"""What weighs as much as a class matters: all its items together, or each of them."""

ITEM, SEED = "item", "seed"


def training_experiment(
    learner: Any,
    X: Any,
    y: Any,
    importances: Any = (),
    *,
    features: Any = None,
    per: str = "class",
    folds: int = 5,
    test_share: float | None = None,
    seeds: int = 5,
    seed: int = 0,
    confidence: float = 0.95,
    draws: int | None = None,
    data: str = "",
    progress: Progress | None = None,
) -> TrainingExperiment:
    """Train with and without importance, and test under each criterion on items that training never saw.

    The criteria are the importances given, rarity, and the product of each with rarity.

    Parameters
    ----------
    learner
        A scikit-learn classifier whose `fit` takes `sample_weight`, also weights of 0 if a class does not matter.
    X, y
        The features, one row per item, and the true labels.
    importances
        One importance, as for `sy.evaluate`, or a list of them.
    features
        A scikit-learn transformer of `X`, fitted on the training items of each split; none if not given.
    per
        How importance becomes the weight of an item, as for `sample_weight` of `steelyard.integrations.sklearn`. By
        "class", the weighted loss follows the weighted balanced accuracy by which the model is tested; "item" is what
        Gupta et al. do.
    folds, test_share
        Stratified cross-validation, or if a share is given, that share of each class held out.
    seeds, seed
        How often that is repeated with another split and another state of the learner, and the first seed.
    confidence, draws
        The level of the intervals, which are made class by class; if a number of draws is given, by the bootstrap. All
        predictions of an item belong together.
    data
        What the data are called, for the record.
    progress
        Is told how far the training is.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.linear_model import LogisticRegression
    >>> rng = np.random.default_rng(0)
    >>> y = np.repeat(["ok", "ill"], [270, 30])
    >>> X = rng.normal(size=(300, 2)) + 1.2 * (y == "ill")[:, None]
    >>> found = training_experiment(LogisticRegression(), X, y, {"ill": 0.8, "ok": 0.2}, seeds=1)
    >>> found.test("user") < found.train_and_test("user")
    True
    """
    needs_scikit_learn()
    refuse_untrainable(learner)
    codes, sizes = _classes(X, y)
    plan = Plan(folds, test_share, seeds, seed)
    plan.check(sizes)
    if not (isinstance(confidence, Real) and 0 < confidence < 1):
        raise ValueError(f"confidence must lie between 0 and 1, such as 0.95, not at {confidence!r}.")
    if per not in PER:
        raise ValueError(f"per must be one of {', '.join(PER)}, not {per!r}.")
    criteria = criteria_of(importances, sizes)
    weights = {name: how.weights(sizes) for name, how in criteria.items()}
    predicted = _trained_and_tested(Training(learner, features, X, codes, sizes, per, set()), plan, weights, progress)
    compared = {
        name: _compared(predicted, sizes, w, confidence, draws, seed, together=seeds > 1) for name, w in weights.items()
    }
    by_seed = {name: _by_seed(predicted, w) for name, w in weights.items()}
    return TrainingExperiment(
        criteria=criteria,
        labels=sizes.labels,
        sizes=tuple(int(size) for size in sizes.support),
        weights={name: tuple(w.tolist()) for name, w in weights.items()},
        cells=tuple(_cells(compared, by_seed)),
        learner=type(learner).__name__,
        per=per,
        folds=None if test_share is not None else folds,
        test_share=test_share,
        seeds=seeds,
        seed=seed,
        confidence=confidence,
        draws=draws,
        tested=len(np.unique(predicted.item)),
        unfinished=predicted.unfinished,
        data=data,
    )


def needs_scikit_learn() -> None:
    """Say how to get scikit-learn, if it is not there."""
    try:
        import sklearn  # noqa: F401, PLC0415 - loaded when it is used
    except ImportError:
        raise ValueError("training needs scikit-learn; pip install scikit-learn.") from None


def criteria_of(importances: Any, sizes: Confusion) -> dict[str, Importance]:
    """Return the criteria by name: those given, rarity, and their products; without those that say the same again.

    Examples
    --------
    >>> named = criteria_of("a=0.7, b=0.3", Confusion([[1, 0], [0, 9]], labels=["a", "b"]))
    >>> list(named), str(named["user × rarity"])
    (['user', 'rarity', 'user × rarity'], '(a=0.7, b=0.3) * rarity')
    """
    given = [as_importance(each) for each in _listed(importances)]
    users = {"user" if len(given) == 1 else f"user {i}": how for i, how in enumerate(given, 1)}
    every = users | {"rarity": rarity()} | {f"{name} × rarity": how * rarity() for name, how in users.items()}
    result: dict[str, Importance] = {}
    for name, how in every.items():
        w = how.weights(sizes)  # here, before anything is trained, a class that is not there is refused
        if not any(np.allclose(w, other.weights(sizes), rtol=1e-9, atol=0) for other in result.values()):
            result[name] = how
    return result


def _listed(importances: Any) -> list[Any]:
    """Return one importance, or several, as a list."""
    if importances is None:
        return []
    if isinstance(importances, str | Importance | Mapping) or not isinstance(importances, Iterable):
        return [importances]
    listed = list(importances)
    return [listed] if listed and all(isinstance(each, Real) for each in listed) else listed


class Plan(NamedTuple):
    """How items are split into those to train on and those to test on, and how often."""

    folds: int
    test_share: float | None
    seeds: int
    seed: int

    def check(self, sizes: Confusion) -> None:
        """Refuse what cannot be split so that each class is among what is trained on and what is tested."""
        for name, number, least in (("folds", self.folds, 2), ("seeds", self.seeds, 1), ("seed", self.seed, 0)):
            whole_number(number, name, least)
        if self.test_share is not None and not (isinstance(self.test_share, Real) and 0 < self.test_share < 1):
            raise ValueError(f"the share to test on must be between 0 and 1, not {self.test_share!r}.")
        smallest = int(np.argmin(sizes.support))
        least, has = self._least, int(sizes.support[smallest])
        if has < least:
            split = f"{self.folds} folds" if self.test_share is None else f"a test share of {self.test_share:g}"
            raise ValueError(
                f"class {str(sizes.labels[smallest])!r} has {has} item{'s' if has > 1 else ''}, but with {split} each "
                f"class needs at least {least}; split otherwise, or merge the class or leave it out."
            )

    @property
    def _least(self) -> int:
        """How many items a class needs."""
        if self.test_share is None:
            return self.folds
        return next(n for n in count(2) if 1 <= round(n * self.test_share) < n)

    def splits(self, codes: NDArray[np.intp]) -> Iterator[tuple[int, NDArray[np.intp], NDArray[np.intp]]]:
        """Yield the seed, the items to train on and those to test on."""
        for seed in range(self.seed, self.seed + self.seeds):
            for tested in self._tested(codes, seed):
                yield seed, np.flatnonzero(~tested), np.flatnonzero(tested)

    def _tested(self, codes: NDArray[np.intp], seed: int) -> Iterator[NDArray[np.bool_]]:
        from sklearn.model_selection import StratifiedKFold  # noqa: PLC0415 - loaded when it is used

        if self.test_share is None:
            for _, test in StratifiedKFold(self.folds, shuffle=True, random_state=seed).split(codes, codes):
                yield np.isin(np.arange(len(codes)), test)
            return
        rng, tested = np.random.default_rng(seed), np.zeros(len(codes), dtype=bool)
        for code in np.unique(codes):  # by ourselves: scikit-learn may leave a small class without items to test
            members = rng.permutation(np.flatnonzero(codes == code))
            tested[members[: round(len(members) * self.test_share)]] = True
        yield tested


class Training(NamedTuple):
    """What is trained, on what."""

    learner: Any
    features: Any
    X: Any
    codes: NDArray[np.intp]
    sizes: Confusion
    per: str
    shown: set[tuple[str, int, str]]
    """Warnings that were passed on: what every model says is said once."""

    def seen(self, train: NDArray[np.intp], test: NDArray[np.intp]) -> tuple[Any, Any]:
        """Return the features of both parts, as the first of them teaches."""
        from sklearn.base import clone  # noqa: PLC0415 - loaded when it is used

        parts = _rows(self.X, train), _rows(self.X, test)
        if self.features is None:
            return parts
        made = clone(self.features).fit(parts[0])
        return made.transform(parts[0]), made.transform(parts[1])

    def fitted(self, X: Any, train: NDArray[np.intp], w: Floats | None, seed: int) -> tuple[Any, bool]:
        """Return the learner, trained on these items under weights of classes, and whether it has converged."""
        from sklearn.base import clone  # noqa: PLC0415 - loaded when it is used
        from sklearn.exceptions import ConvergenceWarning  # noqa: PLC0415

        model, codes = clone(self.learner), self.codes[train]
        if "random_state" in model.get_params():
            model.set_params(random_state=seed)
        weighed = {} if w is None else {"sample_weight": self._of_items(codes, w)}
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always", ConvergenceWarning)
            model.fit(X, codes, **weighed)
        others = [each for each in said if not issubclass(each.category, ConvergenceWarning)]
        for each in others:
            place = (each.filename, each.lineno, str(each.message))
            if place not in self.shown:
                self.shown.add(place)
                warnings.warn_explicit(each.message, each.category, each.filename, each.lineno)
        return model, len(others) == len(said)

    def _of_items(self, codes: NDArray[np.intp], w: Floats) -> Floats:
        """Return what each item of these classes weighs; that some weigh much more than others is asked for."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return sample_weight(w, codes, labels=self.sizes.labels, per=self.per)


def _rows(X: Any, places: NDArray[np.intp]) -> Any:
    """Return some rows of an array, a sparse matrix or a data frame."""
    if hasattr(X, "iloc"):
        return X.iloc[places]
    return X.tocsr()[places] if hasattr(X, "tocsr") else X[places]  # not every kind of sparse matrix has rows


class Predicted(NamedTuple):
    """What each model says of the items that it never saw, an entry per item and seed."""

    item: NDArray[np.intp]
    seed: NDArray[np.intp]
    truth: NDArray[np.intp]
    by_model: dict[str, NDArray[np.intp]]
    unfinished: int


def _trained_and_tested(
    training: Training, plan: Plan, weights: Mapping[str, Floats], progress: Progress | None
) -> Predicted:
    from threadpoolctl import threadpool_limits  # noqa: PLC0415 - which comes with scikit-learn

    ways: dict[str, Floats | None] = {PLAIN: None, **weights}
    parts: dict[str, list[Any]] = {name: [] for name in (ITEM, SEED, *ways)}
    every = plan.seeds * (plan.folds if plan.test_share is None else 1) * len(ways)
    done, unfinished = count(1), 0
    # One thread: sums are then in the same order, and so the same bits, however many cores there are.
    with threadpool_limits(1, user_api="blas"):
        for seed, train, test in plan.splits(training.codes):
            X_train, X_test = training.seen(train, test)
            parts[ITEM].append(test)
            parts[SEED].append(np.full(len(test), seed))
            for name, w in ways.items():
                model, finished = training.fitted(X_train, train, w, seed)
                unfinished += not finished
                parts[name].append(np.asarray(model.predict(X_test), dtype=np.intp))
                if progress is not None:
                    progress(next(done), every)
    joined = {name: np.concatenate(result) for name, result in parts.items()}
    item, seeds = joined.pop(ITEM), joined.pop(SEED)
    return Predicted(item, seeds, training.codes[item], joined, unfinished)


def _classes(X: Any, y: Any) -> tuple[NDArray[np.intp], Confusion]:
    """Return the class of each item as a number, and the classes with their sizes."""
    if not hasattr(X, "shape"):
        raise ValueError(f"the features must be an array or a data frame, a row per item, not a {type(X).__name__}.")
    items = X.shape[0]
    sizes = Confusion.from_labels(y, y, missing="drop")
    if sizes.dropped:
        raise ValueError("labels are missing (None or NaN); leave those items out first.")
    labels = int(sizes.total)
    if items != labels:
        raise ValueError(f"there are {items:,} rows of features but {labels:,} true labels.")
    if len(sizes.labels) < 2:
        raise ValueError(f"all items are of class {str(sizes.labels[0])!r}; training needs at least two classes.")
    one_by_one = Joint.from_labels(y, {"itself": y}, by={ITEM: np.arange(labels)})
    return one_by_one.codes[:, 0].astype(np.intp), sizes


def _compared(
    result: Predicted, sizes: Confusion, w: Floats, confidence: float, draws: int | None, seed: int, *, together: bool
) -> Comparison:
    """Return all models under one criterion; what is said of an item in several runs belongs together."""
    by = {ITEM: result.item} if together else None
    codes = Joint.from_labels(result.truth, result.by_model, range(len(w)), by=by)
    joint = Joint(codes.codes, codes.counts, sizes.labels, codes.models, axes=codes.axes or None, at=codes.at)
    return compare(
        joint,
        importance=w,
        metrics=METRIC,
        confidence=confidence,
        intervals=classwise(seed=seed) if draws is None else bootstrap(draws=draws, seed=seed),
        group=ITEM if together else None,
    )


def _by_seed(result: Predicted, w: Floats) -> dict[str, tuple[float, ...]]:
    """Return the value of each model in each run."""
    counts = Confusion.from_labels(result.truth, result.by_model, labels=range(len(w)), by={SEED: result.seed})
    values = registry[METRIC](counts, importance=w)
    return {name: tuple(row.tolist()) for name, row in zip(result.by_model, values, strict=True)}


def _cells(
    compared: Mapping[str, Comparison], by_seed: Mapping[str, Mapping[str, Sequence[float]]]
) -> Iterator[Trained]:
    for criterion, result in compared.items():
        score = result.score()
        for name, value, interval in zip(result.models, score.values, score.intervals, strict=True):
            against = None if name == PLAIN else result.pair(name, PLAIN)
            yield Trained(
                criterion=criterion,
                trained=str(name),
                value=float(value),
                low=interval.low,
                high=interval.high,
                # + 0.0: a pair that is turned round has −0 where nothing differs.
                difference=np.nan if against is None else against.value + 0.0,
                difference_low=np.nan if against is None else against.interval.low + 0.0,
                difference_high=np.nan if against is None else against.interval.high + 0.0,
                p_value=np.nan if against is None else against.p_value,
                by_seed=tuple(by_seed[criterion][str(name)]),
                note=str(interval.note if against is None else against.interval.note),
            )
