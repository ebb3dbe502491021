"""Draws of several models together: what was not seen has half an item for each outcome."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.intervals.completed import Completed
from steelyard.intervals.units import items_of


def hits_and_size(found, model, c):
    return found.counts[:, model, c, c], found.counts[:, model, c].sum(axis=1)


@pytest.mark.parametrize("classes", [2, 5])
def test_the_recall_of_one_model_has_jeffreys_posterior(classes):
    """Beta(hits + ½, errors + ½), whatever the number of classes."""
    counts = np.eye(classes, dtype=int) * 9
    counts[0, 1] = 3
    drawn = Completed(items_of(sy.Confusion(counts))).tables(np.random.default_rng(0), 20_000)
    hits, size = hits_and_size(drawn, 0, 0)
    a, b = 9.5, 3.5
    recall = hits / size
    assert recall.mean() == pytest.approx(a / (a + b), abs=0.004)
    assert recall.var() == pytest.approx(a * b / ((a + b) ** 2 * (a + b + 1)), rel=0.05)


@pytest.mark.parametrize("classes", [2, 4])
def test_two_models_that_agreed_may_differ(classes):
    """Each of the four outcomes has half an item: on 12 items of agreement, the difference of recalls is 0 ± 0.069."""
    joint = sy.Joint.from_labels(
        [0] * 12 + [1] * 50, {"a": [0] * 9 + [1] * 53, "b": [0] * 9 + [1] * 53}, range(classes)
    )
    drawn = Completed(items_of(joint)).tables(np.random.default_rng(0), 20_000)
    (first, size), (second, _) = (hits_and_size(drawn, model, 0) for model in (0, 1))
    apart = (first - second) / size
    assert apart.mean() == pytest.approx(0, abs=0.003)
    # Dirichlet of 14 items, two of the outcomes with ½: Var(x − y) = (½ + ½)/(14·15).
    assert apart.var() == pytest.approx(1 / (14 * 15), rel=0.08)


def test_errors_not_seen_fall_on_all_other_classes_alike():
    drawn = Completed(items_of(sy.Confusion(np.eye(4, dtype=int) * 5))).tables(np.random.default_rng(1), 20_000)
    mean = drawn.counts[:, 0].mean(axis=0)
    np.testing.assert_allclose(mean[~np.eye(4, dtype=bool)], 0.5 / 3, rtol=0.1)
    np.testing.assert_allclose(np.diag(mean), 5.5, rtol=0.02)


def test_a_class_without_items_stays_without():
    drawn = Completed(items_of(sy.Confusion([[5, 1], [0, 0]]))).tables(np.random.default_rng(1), 50)
    assert (drawn.counts[:, 0, 1] == 0).all()


def test_one_class_alone_has_no_errors():
    drawn = Completed(items_of(sy.Confusion([[5]]))).tables(np.random.default_rng(1), 50)
    assert (drawn.counts > 0).all()


def test_what_was_not_seen_weighs_as_what_was():
    """Sixty items of weight 250 are sixty items: the recall is as unsure as theirs."""
    truth, answers = [0] * 60 + [1] * 60, [0] * 48 + [1] * 12 + [1] * 60
    heavy = sy.Confusion.from_labels(truth, answers, weights=[250.0] * 120)
    plain = sy.Confusion.from_labels(truth, answers)
    recalls = []
    for cm in (heavy, plain):
        hits, size = hits_and_size(Completed(items_of(cm, weighted=True)).tables(np.random.default_rng(0), 5_000), 0, 0)
        recalls.append(hits / size)
    np.testing.assert_allclose(recalls[0], recalls[1], rtol=1e-9)
