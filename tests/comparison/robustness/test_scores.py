"""Values as functions of the weights: the same as measuring at each weights, for every weighted metric."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.comparison.robustness.scores import MOST_CLASSES, Scores
from steelyard.importance.region import Region
from steelyard.measuring.view import View

WEIGHTED = [metric.id for metric in sy.metrics.values() if metric.weighted]


def scored(stack, metric, undefined="exclude"):
    return Scores.of(stack, metric, undefined, Region.of(stack.labels))


@pytest.fixture
def own(own_metrics):  # noqa: ARG001 - it forgets the metric afterwards
    @sy.metric(averages=True, direction="lower")
    def distance(c):
        return np.sqrt((1 - c.mean(sy.metrics.recall)) ** 2 + (1 - c.mean(sy.metrics.precision)) ** 2)

    return "distance"


@pytest.mark.parametrize("undefined", ["worst", "exclude", "zero"])
@pytest.mark.parametrize("metric", [*WEIGHTED, "mean_f(beta=2)", "own"])
def test_many_weights_at_once_equal_a_loop(metric, undefined, random_counts, stack_of, rng, own):
    name = own if metric == "own" else metric
    compared = 0
    for C, full in ((2, 0), (3, 0), (4, 0), (6, 0), (4, 1)):
        stack = stack_of(random_counts(rng, C, 3) + full * np.eye(C, dtype=int))
        weights = rng.dirichlet(np.ones(C), size=7)
        weights[0] = np.eye(C)[0]
        try:
            values = scored(stack, name, undefined).at(weights)
        except ValueError as error:
            assert "undefined whatever the weights" in str(error)  # noqa: PT017 - some of these matrices are so
            continue
        for row, w in zip(values, weights, strict=True):
            expected = sy.metrics[name](stack, importance=w, undefined=undefined)
            np.testing.assert_allclose(row, expected, rtol=1e-12, atol=1e-14)
            compared += np.isfinite(expected).sum()
    assert compared


@pytest.mark.parametrize("metric", WEIGHTED)
def test_a_view_takes_many_relevances(metric, rng):
    m = rng.integers(1, 30, (5, 5)).astype(float)
    relevance = rng.dirichlet(np.ones(5), size=6)
    found = sy.metrics[metric]
    arguments = found.arguments(range(5))
    together = found.body(View(m[None], relevance, "exclude", whole_numbers=True), **arguments)
    assert View(m[None], relevance, "exclude", whole_numbers=True).stack == (6,)
    alone = [found.body(View(m, w, "exclude", whole_numbers=True), **arguments) for w in relevance]
    np.testing.assert_allclose(together, alone, rtol=1e-14)


def test_rates_of_an_average_are_its_values_at_each_class(logs):
    scores = scored(logs, "balanced_accuracy")
    np.testing.assert_allclose(scores.rates, sy.metrics.recall(logs), rtol=1e-15)
    assert scores.counted.all()


def test_an_undefined_class_does_not_count(stack_of):
    stack = stack_of([[[5, 1, 0], [0, 4, 0], [0, 0, 0]], [[5, 0, 1], [1, 3, 0], [0, 0, 0]]])
    scores = scored(stack, "balanced_accuracy")
    assert scores.counted.tolist() == [[True, True, False]] * 2
    assert scores.alike(0, 1)
    assert scored(stack, "balanced_accuracy", "zero").counted.all()
    precise = scored(stack, "macro_precision")
    assert precise.counted.tolist() == [[True, True, False], [True, True, True]]
    assert not precise.alike(0, 1)
    with pytest.raises(ValueError, match="only averages over the same classes"):
        precise.slopes(0, 1)


def test_lower_may_be_better(logs, own):
    scores = scored(logs, own)
    values = scores.at(np.full((1, 3), 1 / 3))
    assert scores.ahead(values, 0, 1) == values[0, 1] - values[0, 0]


def test_weights_of_items_of_any_size(logs):
    tiny = sy.Confusion(logs.counts * 1e-200, logs.labels, axes=logs.axes)
    w = np.full((1, 3), 1 / 3)
    for metric in ("balanced_accuracy", "f_of_averages"):
        np.testing.assert_allclose(scored(tiny, metric).at(w), scored(logs, metric).at(w), rtol=1e-12)


@pytest.mark.parametrize(
    ("counts", "metric", "undefined", "message"),
    [
        ([[[5, 1], [0, 4]]] * 2, "mcc", "exclude", r"^'mcc' counts items, not classes, so weights of the classes"),
        ([[[5, 1], [0, 4]]] * 2, "recall", "exclude", r"^'recall' gives one value per class, not one"),
        ([[[5, 1], [0, 4]]] * 2, "recall of 0", "exclude", r"^'recall of 0' is of one class, so weights of the"),
        ([[[5, 1], [0, 4]]] * 2, "cba", "drop", r"^undefined must be one of worst, exclude, zero, nan, raise, not"),
        ([[[5, 1], [0, 4]]], "cba", "exclude", r"^there is only one model, 'm0'; it takes two to compare\.$"),
        ([[[5, 1], [0, 4]], [[0, 0], [0, 0]]], "cba", "exclude", r"^there is nothing to compare: the counts of a"),
        ([[[5, 1], [0, 0]]] * 2, "balanced_accuracy", "raise",
         r"^balanced_accuracy of 'm0' is undefined for class 1, so that undefined='raise' leaves no weights"),
        ([[[5, 1], [0, 0]]] * 2, "f_of_averages", "nan", r"^f_of_averages of 'm0' is undefined for class 1, so that"),
        ([[[5, 1], [0, 0]]] * 2, "one_point_auroc_ova", "exclude",
        r"^one_point_auroc_ova of 'm0' is undefined whatever the weights"),
    ],
)  # fmt: skip
def test_what_cannot_be_compared_is_refused(stack_of, counts, metric, undefined, message):
    with pytest.raises(ValueError, match=message):
        scored(stack_of(counts), metric, undefined)


def test_other_axes_are_refused(logs):
    with pytest.raises(
        ValueError, match=r"^the models are compared as a stack along 'model' alone.* the axes are none"
    ):
        scored(logs["Spell"], "cba")
    folds = sy.Confusion([[[[5, 1], [0, 4]]] * 2] * 2, axes={"model": ["a", "b"], "fold": [1, 2]})
    with pytest.raises(ValueError, match=r"but the axes are 'model', 'fold'\.$"):
        scored(folds, "cba")


def test_too_many_classes_are_refused():
    C = MOST_CLASSES + 1
    at = np.arange(C)
    many = sy.Confusion.from_cells(
        [*at, *at], [*at, *at], np.ones(2 * C), range(C), at=[0] * C + [1] * C, axes={"model": ["a", "b"]}, dense=False
    )
    with pytest.raises(ValueError, match=r"^all weights of up to 2,000 classes can be looked at, not of 2,001; merge"):
        scored(many, "cba")


def test_a_metric_of_the_users_own_must_take_many_weights(logs, own_metrics):  # noqa: ARG001
    @sy.metric(averages=True)
    def heedless(c):
        return c.total(c.tp) / c.n

    @sy.metric(averages=True)
    def indexing(c):
        return c.tp[..., :1] / c.t[..., :1] * c.relevance[0]

    for name in ("heedless", "indexing"):
        with pytest.raises(ValueError, match=rf"^'{name}' cannot be looked at over many weights at once: its function"):
            scored(logs, name)
