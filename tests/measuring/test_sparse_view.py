"""Sparse matrices give the same answers as dense ones, for every metric, policy and importance."""

import numpy as np
import pytest

import steelyard as sy
from every_metric import EVERY
from steelyard.measuring import apply as measuring
from steelyard.measuring.apply import apply

METRICS = list(sy.metrics.values())
AS_ALWAYS = measuring.BLOCK_CELLS


@pytest.fixture(autouse=True, params=[1, AS_ALWAYS], ids=["sparse views", "dense blocks"])
def _both_ways(request, monkeypatch):
    """Small matrices of a sparse stack are measured densely in blocks, large ones as they are."""
    monkeypatch.setattr(measuring, "BLOCK_CELLS", request.param)


large = pytest.mark.parametrize("_both_ways", [AS_ALWAYS], indirect=True, ids=["large"])
"""For matrices so large that there is but one way."""


def at_once(function, *given, **options):
    """Call a function of dense counts, whatever is done to sparse ones; blocks of dense counts are in test_common."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(measuring, "BLOCK_CELLS", AS_ALWAYS)
        return function(*given, **options)


def assert_same(dense, sparse):
    for ours, theirs in zip(dense, sparse, strict=True):
        name = ours.metric.name
        np.testing.assert_array_equal(np.isnan(ours.value), np.isnan(theirs.value), err_msg=name)
        np.testing.assert_allclose(theirs.value, ours.value, rtol=1e-12, atol=1e-13, err_msg=name)
        if ours.undefined is None:
            assert theirs.undefined is None, name
        else:
            np.testing.assert_array_equal(ours.undefined, theirs.undefined, err_msg=name)


@pytest.mark.parametrize("weights", [False, True], ids=["counts", "weights"])
@pytest.mark.parametrize("policy", ["exclude", "zero", "nan"])
@pytest.mark.parametrize("importance", [None, "prevalence", "0=0.7, 1=0.2"])
@pytest.mark.parametrize("C", [3, *(pytest.param(C, marks=pytest.mark.slow) for C in (2, 8))])
def test_every_metric_is_the_same(C, importance, policy, weights, random_counts, rng):
    stack = random_counts(rng, C, 60)
    cm = sy.Confusion(stack * rng.random(stack.shape) if weights else stack)
    assert cm.sparse().is_sparse
    options = {"importance": importance, "undefined": policy}
    assert_same(at_once(apply, EVERY, cm, **options), apply(EVERY, cm.sparse(), **options))


def test_parameters_are_the_same(random_counts, rng):
    metrics = [
        sy.metrics["weighted_kappa(distance='linear')"],
        sy.metrics.expected_cost.at(costs={(0, 1): 5, (1, 0): 2}),
        sy.metrics.cost_ratio.at(costs={(0, 1): 5, (1, 0): 2}),
        sy.metrics.expected_cost.at(costs=rng.random((6, 6))),
        sy.metrics["mean_f(beta=2)"],
    ]
    cm = sy.Confusion(random_counts(rng, 6, 50))
    assert_same(at_once(apply, metrics, cm), apply(metrics, cm.sparse()))


@pytest.mark.slow
@pytest.mark.parametrize("skew", [1e6, 1e12, 1e100])
def test_weights_of_all_sizes_are_the_same(skew, rng):
    """A class that holds nearly everything: true negatives and column rests must not be what is left of rounding."""
    for _ in range(100):
        m = rng.random((4, 4))
        m[tuple(rng.integers(0, 4, 2))] *= skew
        m[tuple(rng.integers(0, 4, 2))] *= skew ** rng.random()
        cm = sy.Confusion(m)
        for ours, theirs in zip(apply(METRICS, cm), apply(METRICS, cm.sparse()), strict=True):
            np.testing.assert_allclose(theirs.value, ours.value, rtol=1e-9, atol=1e-12, err_msg=ours.metric.name)


def test_operations_are_the_same(random_counts, rng):
    cm = sy.Confusion(random_counts(rng, 5, 4), labels=list("abcde"), axes={"fold": range(4)})
    other = cm.sparse()
    assert other == cm
    assert cm == other
    for change in (
        lambda x: x.collapse({"ab": ["a", "b"]}),
        lambda x: x.reorder(list("edcba")),
        lambda x: x.declare(["z", *"abcde"]),
        lambda x: x + x,
        lambda x: x + cm,
        lambda x: cm + x,
        lambda x: x[2],
        lambda x: x.head("fold", 2),
        lambda x: x.pooled(),
        lambda x: x.pooled().at_shares({"a": 0.5, "b": 0.5, "c": 0, "d": 0, "e": 0}),
        lambda x: sy.Confusion.from_dict(x.to_dict()),
        lambda x: x.dense(),
    ):
        assert change(other) == change(cm)
    assert [one.total for one in other] == [one.total for one in cm]
    assert repr(other.pooled()) == repr(cm.pooled())
    assert other.imbalance.skew == cm.imbalance.skew


def test_stored_sparse_counts_come_back(random_counts, rng):
    cm = sy.Confusion(random_counts(rng, 4, 1)[0], labels=list("abcd")).sparse()
    record = cm.to_dict()
    assert set(record) == {"labels", "cells"}
    assert set(record["cells"]) == {"rows", "columns", "values"}
    back = sy.Confusion.from_dict(record)
    assert back.is_sparse
    assert back == cm
    for broken in ({"cells": record["cells"]}, {**record, "cells": {"rows": [0]}}, {**record, "cells": [1]}):
        with pytest.raises(ValueError, match='"cells" with "rows", "columns" and "values"'):
            sy.Confusion.from_dict(broken)


def told(counts, intervals):
    """Return the notes and the text of an evaluation, whose intervals are drawn when they are looked at."""
    found = sy.evaluate(counts, importance="prevalence", intervals=intervals)
    return [str(score.note) for score in found.scores], str(found)


@pytest.mark.slow
def test_the_evaluation_is_the_same(random_counts, rng):
    """Intervals are from few draws where each of them is measured by itself, and as nobody asked for them otherwise."""
    cm = sy.Confusion(random_counts(rng, 5, 3), labels=list("abcde"), axes={"fold": range(3)})
    few = sy.intervals.bootstrap(draws=100) if measuring.BLOCK_CELLS == 1 else None
    for dense, sparse in ((cm, cm.sparse()), (cm[0], cm.sparse()[0])):
        assert told(sparse, few) == at_once(told, dense, few)


def test_scipy_matrices_stay_sparse():
    scipy_sparse = pytest.importorskip("scipy.sparse", reason="SciPy is not installed")
    coo = scipy_sparse.coo_array(([1, 2, 3, 4], ([0, 0, 1, 1], [0, 0, 0, 1])), shape=(2, 2))
    cm = sy.Confusion(coo, labels=["a", "b"])
    assert cm.is_sparse
    assert cm.dense().counts.tolist() == [[3, 0], [3, 4]]
    with pytest.raises(ValueError, match=r"shape \(..., C, C\), not \(1, 2\)"):
        sy.Confusion(scipy_sparse.coo_array([[1, 2]]))
    with pytest.raises(ValueError, match="at least 0"):
        sy.Confusion(scipy_sparse.coo_array([[1, -2], [0, 0]]))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"rows": [0, 2]}, "rows must hold positions from 0 to 1, but there is 2"),
        ({"columns": [-1, 0]}, "columns must hold positions from 0 to 1, but there is -1"),
        ({"rows": [0]}, r"there are 2 cells, but rows has the shape \(1,\)"),
        ({"rows": [0.5, 1]}, "whole numbers, not float64"),
        ({"values": [1, -1]}, "at least 0"),
        ({"values": [[1, 2]]}, "list of numbers"),
        ({"values": [1, float("nan")]}, "at least 0"),
        ({"at": [0, 1]}, "at must hold positions from 0 to 0"),
        ({"dropped": -1}, "dropped must be a number"),
    ],
)
def test_bad_cells_are_refused(change, sentence):
    given = {"rows": [0, 1], "columns": [0, 1], "values": [1, 1], "labels": ["a", "b"]}
    with pytest.raises(ValueError, match=sentence):
        sy.Confusion.from_cells(**{**given, **change})


@pytest.mark.slow
@large
def test_a_million_classes_work():
    """Dense it would be 7 TB. Class i is right 3 times and once taken for its neighbour."""
    C = 10**6
    i = np.arange(C)
    cm = sy.Confusion.from_cells(np.tile(i, 2), np.concatenate([i, (i + 1) % C]), np.repeat([3, 1], C), range(C))
    assert cm.total == 4 * C
    values = sy.measure(cm, [metric for metric in METRICS if metric.kind != "rate"])
    assert values["accuracy"] == values["balanced_accuracy"] == values["macro_precision"] == 0.75
    assert values["kappa"] == pytest.approx(1 - 0.25 / (1 - 1 / C), rel=1e-12)
    assert values["mcc"] == pytest.approx(values["kappa"], rel=1e-12)
    assert values["g_mean"] == pytest.approx(0.75)
    entropy = -0.75 * np.log(0.75) - 0.25 * np.log(0.25)
    assert values["rci"] == pytest.approx(1 - entropy / np.log(C), rel=1e-9)
    assert sy.metrics.recall(cm, importance="rarity").shape == (C,)
    assert sy.evaluate(cm, importance="rarity", metrics=["cba"])["cba"].value == pytest.approx(0.75)


BODIES = {
    "its own maximum": lambda c: c.total(c.m.max(axis=-1)) / c.n,
    "cells of 0": lambda c: c.cell_sum(np.exp(-c.m)) / c.C**2,
    "one cell": lambda c: c.m[..., 0, 0] / c.n[..., 0],
}


@pytest.mark.usefixtures("own_metrics")
@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_own_metrics_that_look_at_cells_by_themselves_are_refused_where_they_would_be_wrong(body):
    body.__name__ = "own"
    metric = sy.metric(range=(0, 1))(body)
    i = np.arange(500)
    large = sy.Confusion.from_cells(i, i, i + 1, range(500), dense=False)
    with pytest.raises(ValueError, match="'own' does not mean the same on sparse counts"):
        metric(large)
    assert 0 <= metric(large.dense()) <= 1


@pytest.mark.usefixtures("own_metrics")
def test_own_metrics_that_use_the_view_work_on_sparse_counts():
    @sy.metric(range=(0, 1))
    def own(c):
        return c.total(c.row_sum(c.errors)) / c.n

    i = np.arange(500)
    assert own(sy.Confusion.from_cells(i, (i + 1) % 500, i + 1, range(500), dense=False)) == 1


@large
def test_a_small_dense_and_a_large_sparse_matrix_add_up():
    C = 200_000
    large = sy.Confusion.from_cells([0, C - 1], [1, C - 1], [3, 4], range(C))
    small = sy.Confusion([[5, 1], [0, 3]])
    for both in (small + large, large + small):
        assert both.is_sparse
        assert both.total == 16
        assert both.correct[:2].tolist() == [5, 3]
