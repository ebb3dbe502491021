"""What a row may be in the long run: moments of gamma variables, Beta posteriors, and what stands there beforehand."""

import numpy as np
import pytest
from scipy import stats

import steelyard as sy
from steelyard.intervals.rows import Rows
from steelyard.intervals.units import items_of

DRAWS = 40_000
COUNTS = np.array([[7, 3, 0], [2, 40, 8], [0, 0, 0]])
TABLE = sy.Confusion(COUNTS, labels=["rare", "many", "none"])


def of_one(cm):
    return Rows(items_of(cm, weighted=True), (0,))


def of_two(truth, a, b, weights=None, labels=None):
    joint = sy.Joint.from_labels(truth, {"a": a, "b": b}, weights=weights, labels=labels)
    return Rows(items_of(joint, weighted=True), (0, 1))


@pytest.mark.parametrize("c", [0, 1, 2])
def test_recall_of_drawn_rows_has_jeffreys_posterior(c, rng):
    row = of_one(TABLE).of_class(c)
    drawn = row.of_models(row.drawn(rng, DRAWS), 3)[:, 0]
    recall = drawn[:, c] / drawn.sum(axis=1)
    hits, items = COUNTS[c, c], COUNTS[c].sum()
    assert stats.kstest(recall, stats.beta(hits + 0.5, items - hits + 0.5).cdf).pvalue > 0.001


def test_half_an_item_of_hits_and_half_of_errors_stand_there_beforehand():
    for c, row in enumerate(of_one(TABLE)):
        np.testing.assert_array_equal(row.predictions, [[0, 1, 2]])
        np.testing.assert_allclose(row.shapes - row.amounts, [0.5 if j == c else 0.25 for j in range(3)])
        np.testing.assert_array_equal(row.amounts, COUNTS[c])
        assert row.seen == (c != 2)
    assert sum(row.shapes.sum() - row.amounts.sum() for row in of_one(TABLE)) == pytest.approx(3), "one item a class"


def outcomes(row, c):
    """Shapes summed over both right, each alone, both wrong."""
    a, b = row.predictions
    return [
        row.shapes[which].sum()
        for which in ((a == c) & (b == c), (a == c) & (b != c), (a != c) & (b == c), (a != c) & (b != c))
    ]


@pytest.mark.parametrize("classes", [2, 3, 7])
def test_of_two_models_each_of_four_outcomes_has_half_an_item_beforehand(classes):
    truth = np.arange(classes).repeat(3)
    for c, row in enumerate(of_two(truth, truth, truth)):
        assert outcomes(row, c) == pytest.approx([3.5, 0.5, 0.5, 0.5])
        wrong = row.predictions[:, (row.predictions != c).all(axis=0)]
        assert (wrong[0] == wrong[1]).all(), "wrong in the same way"


def test_items_count_where_they_were_seen():
    rows = of_two([0, 0, 0, 0, 1, 1], [0, 0, 0, 1, 1, 1], [0, 1, 2, 2, 1, 0], labels=[0, 1, 2])
    assert outcomes(rows.of_class(0), 0) == pytest.approx([1.5, 2.5, 0.5, 1.5])
    assert outcomes(rows.of_class(1), 1) == pytest.approx([1.5, 1.5, 0.5, 0.5])
    row = rows.of_class(0)
    at = ((row.predictions == [[1], [2]]).all(axis=0)).nonzero()[0]
    assert row.amounts[at].tolist() == [1], "both wrong, each in its way, is a kind of its own"
    tables = np.stack([r.of_models(r.amounts, 3) for r in rows], axis=-2)
    np.testing.assert_array_equal(tables[0], [[3, 1, 0], [0, 2, 0], [0, 0, 0]])
    np.testing.assert_array_equal(tables[1], [[1, 1, 2], [1, 1, 0], [0, 0, 0]])


def test_weights_give_the_bayesian_bootstrap_of_the_items_of_a_class(rng):
    """The sum of w·E over the items, E exponential: mean Σw and variance Σw², beside what stands there beforehand."""
    weights = np.array([0.5, 2.0, 7.0, 1.0])
    cm = sy.Confusion.from_labels([0, 0, 0, 0], [0, 0, 0, 1], weights=weights, labels=[0, 1])
    row = of_one(cm).of_class(0)
    scale = (weights**2).sum() / weights.sum()
    assert row.scale == pytest.approx(scale)
    assert row.means == pytest.approx([9.5 + 0.5 * scale, 1.0 + 0.5 * scale]), "what may come is as heavy as what came"
    drawn = row.drawn_anew(rng, DRAWS).sum(axis=1)
    own = (rng.exponential(1, (DRAWS, 4)) * weights).sum(axis=1)
    for one in (drawn, own):
        assert one.mean() == pytest.approx(weights.sum(), rel=0.03)
        assert one.var() == pytest.approx((weights**2).sum(), rel=0.05)


def test_one_heavy_item_that_was_right_leaves_the_next_open():
    """Six items of a class, one of them a hundred times as heavy: its recall and the average of two are as open."""
    truth, predicted = [1] * 6 + [0] * 60, [1] * 6 + [0] * 60
    found = sy.evaluate(truth, predicted, weights=[100.0, 1, 1, 1, 1, 1] + [1.0] * 60, metrics=["balanced_accuracy"])
    recall = next(row for row in found.classes if row.label == 1).intervals["recall"]
    assert found["balanced_accuracy"].low == pytest.approx((1 + recall.low) / 2, abs=0.03)


@pytest.mark.parametrize("unit", [1e-6, 1e6])
def test_the_unit_of_the_weights_is_nothing_also_beside_a_class_without_items(unit):
    truth, predicted = [0] * 30 + [1] * 30, [0] * 25 + [1] * 35
    low, high = [
        sy.evaluate(truth, predicted, weights=[w] * 60, labels=[0, 1, 2], metrics=["mcc"])["mcc"].low for w in (1, unit)
    ]
    assert low == pytest.approx(high, rel=1e-9)


def test_errors_beforehand_fall_on_classes_that_are_there():
    rows = of_one(sy.Confusion([[4, 0, 0, 0], [1, 3, 0, 2], [0, 0, 0, 0], [0, 0, 0, 0]]))
    row = rows.of_class(0)
    assert row.predictions.tolist() == [[0, 1, 3]], "nobody is or was taken for 2"
    assert row.shapes.tolist() == [4.5, 0.25, 0.25]
    only = of_one(sy.Confusion([[4, 0, 0], [0, 0, 0], [0, 0, 0]])).of_class(0)
    assert only.predictions.tolist() == [[0, 1, 2]], "an error must be somewhere"


@pytest.mark.parametrize("labels", [3, 12, 30])
def test_labels_that_nobody_has_or_names_change_no_average_of_precision(labels, rng):
    truth = rng.integers(0, 3, 300)
    predicted = np.where(rng.random(300) < 0.9, truth, rng.integers(0, 3, 300))
    few, many = (
        sy.evaluate(truth, predicted, labels=range(n), metrics=["macro_precision"])["macro_precision"]
        for n in (3, labels)
    )
    assert (many.low, many.high) == pytest.approx((few.low, few.high), abs=0.03)


def test_equal_weights_are_items():
    truth, predicted = [0] * 5 + [1] * 4, [0, 0, 0, 1, 1, 1, 1, 1, 0]
    plain, heavy = (
        of_one(sy.Confusion.from_labels(truth, predicted, weights=weights)) for weights in (None, [3.0] * 9)
    )
    for one, other in zip(plain, heavy, strict=True):
        np.testing.assert_allclose(other.shapes, one.shapes)
        assert other.scale == pytest.approx(3)
        np.testing.assert_allclose(
            other.drawn(np.random.default_rng(1), 20), 3 * one.drawn(np.random.default_rng(1), 20)
        )


def test_the_only_class_there_is_has_no_errors(rng):
    row = of_one(sy.Confusion([[4]])).of_class(0)
    assert row.predictions.tolist() == [[0]]
    assert row.shapes.tolist() == [4.5]
    assert row.drawn(rng, 3).shape == (3, 1)


def test_rows_of_a_sparse_table_are_those_of_the_cells():
    sparse = sy.Confusion.from_labels([5, 5, 199], [5, 9, 199], labels=range(200)).sparse()
    row = Rows(items_of(sparse), (0,)).of_class(5)
    assert row.amounts.sum() == 2
    assert row.shapes.sum() == pytest.approx(3)
    assert row.amounts[row.predictions[0] == 9] == 1
