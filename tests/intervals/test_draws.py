"""Drawing cells is drawing rows: exactly, by enumeration, and beside loops over real rows."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

import steelyard as sy
from steelyard.intervals import draws as module
from steelyard.intervals.draws import Redraw, multinomial
from steelyard.intervals.interval import generator
from steelyard.intervals.posterior import Reweighed
from steelyard.intervals.units import groups_of, items_of

COUNTS = np.array([[30, 6, 2], [4, 12, 3], [1, 2, 9]])
METRICS = ["accuracy", "balanced_accuracy", "mcc", "f_of_averages", "kappa"]


def values(stack):
    return sy.measure(sy.Confusion(stack), METRICS)


def rows_of(counts):
    truth, predicted = np.nonzero(counts)
    times = np.asarray(counts)[truth, predicted]
    return np.repeat(truth, times), np.repeat(predicted, times)


def counted(truth, predicted, C=3):
    return np.bincount(truth * C + predicted, minlength=C * C).reshape(C, C)


def same_distribution(ours, theirs):
    for metric in METRICS:
        a, b = ours[metric].ravel(), theirs[metric].ravel()
        a, b = a[np.isfinite(a)], b[np.isfinite(b)]
        assert stats.ks_2samp(a, b).pvalue > 0.01, metric
        assert np.quantile(a, [0.025, 0.975]) == pytest.approx(np.quantile(b, [0.025, 0.975]), abs=0.02), metric


@pytest.mark.parametrize("few", [1, 3, 100])
def test_every_outcome_comes_as_often_as_it_must(few, monkeypatch):
    """All multinomial outcomes of 5 units of 3 kinds, with their exact chances."""
    monkeypatch.setattr(module, "FEW", few)
    sizes, n, draws = np.array([1, 2, 2]), 5, 40_000
    found = multinomial(generator(7), sizes, draws)
    outcomes = [o for o in itertools.product(range(n + 1), repeat=3) if sum(o) == n]
    chances = [
        math.factorial(n)
        * math.prod(Fraction(int(s), n) ** k / math.factorial(k) for s, k in zip(sizes, o, strict=True))
        for o in outcomes
    ]
    assert sum(chances) == 1
    seen = [(found == o).all(axis=1).sum() for o in outcomes]
    assert sum(seen) == draws
    assert stats.chisquare(seen, [float(c * draws) for c in chances]).pvalue > 0.01


@pytest.mark.parametrize("scale", [1, 10**9, 10**12, 10**17])
def test_draws_have_the_mean_and_the_covariance_of_a_multinomial(scale):
    sizes = np.array([20, 3, 1, 6]) * scale
    total = int(sizes.sum())
    found = multinomial(generator(3), sizes, 20_000)
    assert (found.sum(axis=1) == total).all()
    p = sizes / total
    spread = np.sqrt(total * p * (1 - p))
    assert np.abs((found - sizes).mean(axis=0) / spread).max() < 0.03
    expected = (np.diag(p) - np.outer(p, p)) / np.sqrt(np.outer(p * (1 - p), p * (1 - p)))
    assert np.cov(((found - sizes) / spread).T) == pytest.approx(expected, abs=0.03)


def test_a_few_units_beside_very_many_are_drawn_as_often_as_they_must():
    """A kind of 30 units among 10¹⁷ has about Poisson(30) of them, and one of 2 about Poisson(2)."""
    found = multinomial(generator(9), np.array([10**17, 30, 2]), 4000)
    assert found[:, 1:].mean(axis=0) == pytest.approx([30, 2], rel=0.05)
    assert found[:, 1:].var(axis=0) == pytest.approx([30, 2], rel=0.1)


def test_cells_are_drawn_as_rows_would_be(rng):
    truth, predicted = rows_of(COUNTS)
    picked = rng.integers(0, len(truth), (4000, len(truth)))
    by_rows = np.stack([counted(truth[i], predicted[i]) for i in picked])
    by_cells = Redraw(items_of(sy.Confusion(COUNTS))).tables(generator(1), 4000).counts[:, 0]
    same_distribution(values(by_cells), values(by_rows))


def test_stratified_cells_are_drawn_as_rows_of_each_class(rng):
    truth, predicted = rows_of(COUNTS)
    parts = [np.flatnonzero(truth == c) for c in range(3)]
    picked = np.concatenate([rng.choice(part, (4000, len(part))) for part in parts], axis=1)
    by_rows = np.stack([counted(truth[i], predicted[i]) for i in picked])
    tables = Redraw(items_of(sy.Confusion(COUNTS)), stratified=True).tables(generator(2), 4000)
    assert (tables.support == COUNTS.sum(axis=1)).all()
    same_distribution(values(tables.counts[:, 0]), values(by_rows))


def test_groups_are_drawn_as_a_loop_over_patients_would(rng):
    patients = rng.poisson(COUNTS / 6, (25, 3, 3))
    picked = rng.integers(0, 25, (4000, 25))
    by_patients = patients[picked].sum(axis=1)
    units = groups_of(sy.Confusion(patients, axes={"patient": range(25)}), "patient")
    same_distribution(values(Redraw(units).tables(generator(3), 4000).counts[:, 0]), values(by_patients))


def test_the_bayesian_bootstrap_weighs_rows_by_a_flat_dirichlet(rng):
    truth, predicted = rows_of(COUNTS)
    weights = rng.dirichlet(np.ones(len(truth)), 4000) * len(truth)
    by_rows = np.zeros((4000, 9))
    for row, place in enumerate(truth * 3 + predicted):
        by_rows[:, place] += weights[:, row]
    units = items_of(sy.Confusion(COUNTS))
    same_distribution(
        values(Reweighed(units).tables(generator(4), 4000).counts[:, 0]), values(by_rows.reshape(-1, 3, 3))
    )
    kept = Reweighed(units, stratified=True).tables(generator(4), 50)
    assert kept.support[:, 0] == pytest.approx(np.tile(COUNTS.sum(axis=1), (50, 1)))


def test_nothing_to_draw_from_is_drawn_as_nothing():
    units = items_of(sy.Confusion(np.zeros((2, 2), dtype=int)))
    for drawing in (Redraw(units), Redraw(units, stratified=True), Reweighed(units)):
        assert (drawing.tables(generator(0), 3).counts == 0).all()


def test_a_single_item_is_drawn_again_and_again():
    tables = Redraw(items_of(sy.Confusion([[0, 1], [0, 0]]))).tables(generator(0), 5)
    assert (tables.counts == [[0, 1], [0, 0]]).all()


def test_groups_cannot_be_stratified():
    units = groups_of(sy.Confusion([COUNTS, COUNTS], axes={"patient": [1, 2]}), "patient")
    for drawing in (Redraw, Reweighed):
        with pytest.raises(ValueError, match="leave out the groups"):
            drawing(units, stratified=True)
