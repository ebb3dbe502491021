"""Variances by the delta method, against closed forms that were derived and written here once more."""

import numpy as np
import pytest
from scipy import stats

import steelyard as sy
from steelyard.intervals import influence as module
from steelyard.intervals.influence import cell_slopes
from steelyard.intervals.sample import Sample
from steelyard.intervals.units import groups_of, items_of
from steelyard.measuring.registry import chosen

COUNTS = np.array([[83, 9, 4], [12, 61, 7], [3, 11, 40]])


def variance(metric, counts=COUNTS, *, stratified=False, relevance=None):
    relevance = np.ones(len(counts)) if relevance is None else np.array(relevance)
    sample = Sample(items_of(sy.Confusion(counts)), chosen(metric), relevance, "exclude")
    return sample.influences(stratified=stratified)[0].variance[0]


def macro_f1_by_takahashi(counts):
    """Takahashi et al. 2022, section 3.2: of shares, with F_i = 2p_ii / d_i and d_i = p_i. + p_.i."""
    n = counts.sum()
    p = counts / n
    r = len(p)
    d = p.sum(axis=0) + p.sum(axis=1)
    f = 2 * np.diagonal(p) / d
    a = d - 2 * np.diagonal(p)
    alone = (f * a / d**2 * (f / 2 + a / d)).sum()
    pairs = sum(p[i, j] * f[i] * f[j] / (d[i] * d[j]) for i in range(r) for j in range(r) if i != j)
    return 2 * (alone + pairs) / r**2 / n


def f1_of_macro_averages(counts):
    """Takahashi et al. 2022, section 3.3: the F1 of macro precision P and macro recall R, by their derivatives."""
    n = counts.sum()
    p = counts / n
    row, column, hits, r = p.sum(axis=1), p.sum(axis=0), np.diagonal(p), len(p)
    by_precision = (np.diag(1 / column) - (hits / column**2)[None, :]) / r
    by_recall = (np.diag(1 / row) - (hits / row**2)[:, None]) / r
    P, R = (hits / column).mean(), (hits / row).mean()
    slopes = 2 * (R**2 * by_precision + P**2 * by_recall) / (P + R) ** 2
    return ((p * slopes**2).sum() - (p * slopes).sum() ** 2) / n


def kappa_by_fleiss(counts):
    """Fleiss, Cohen and Everitt 1969, eq. 13."""
    n = counts.sum()
    p = counts / n
    row, column = p.sum(axis=1), p.sum(axis=0)
    agree, chance = np.trace(p), row @ column
    hits = (np.diagonal(p) * ((1 - chance) - (row + column) * (1 - agree)) ** 2).sum()
    both = (p * (column[:, None] + row[None, :]) ** 2).sum() - (np.diagonal(p) * (row + column) ** 2).sum()
    return (hits + (1 - agree) ** 2 * both - (agree * chance - 2 * chance + agree) ** 2) / (n * (1 - chance) ** 4)


def phi_by_yule(counts):
    """The large-sample variance of the phi coefficient of a 2 × 2 table (Bishop, Fienberg and Holland 1975, 11.3)."""
    n = counts.sum()
    p = counts / n
    r1, r2, c1, c2 = *p.sum(axis=1), *p.sum(axis=0)
    phi = (p[0, 0] * p[1, 1] - p[0, 1] * p[1, 0]) / np.sqrt(r1 * r2 * c1 * c2)
    skew = (r1 - r2) * (c1 - c2) / np.sqrt(r1 * r2 * c1 * c2)
    ends = (r1 - r2) ** 2 / (r1 * r2) + (c1 - c2) ** 2 / (c1 * c2)
    return (1 - phi**2 + phi * (1 + phi**2 / 2) * skew - 0.75 * phi**2 * ends) / n


@pytest.mark.parametrize("counts", [COUNTS, [[5, 2], [1, 9]], 10**8 * COUNTS, [[9, 0, 1], [0, 4, 2], [3, 0, 6]]])
def test_closed_forms(counts):
    counts = np.array(counts)
    n, share = counts.sum(), np.trace(counts) / counts.sum()
    micro_f1 = share * (1 - share) / n  # Takahashi et al. 2022, section 3.1: micro F1 is accuracy
    assert variance("accuracy", counts) == pytest.approx(micro_f1, rel=1e-9, abs=0)
    assert variance("mean_f", counts) == pytest.approx(macro_f1_by_takahashi(counts), rel=1e-9, abs=0)
    assert variance("f_of_averages", counts) == pytest.approx(f1_of_macro_averages(counts), rel=1e-9, abs=0)
    assert variance("kappa", counts) == pytest.approx(kappa_by_fleiss(counts), rel=1e-8, abs=0)


@pytest.mark.parametrize("counts", [[[50, 10], [20, 120]], [[5, 2], [1, 90]], [[700, 300], [310, 690]]])
def test_mcc_of_two_classes_has_the_variance_of_phi(counts):
    assert variance("mcc", np.array(counts)) == pytest.approx(phi_by_yule(np.array(counts)), rel=1e-9)


@pytest.mark.parametrize("stratified", [True, False])
def test_balanced_accuracy_is_a_sum_of_binomials(stratified):
    """Σ w²·r(1 − r)/t; the class sizes do not matter to it, drawn or fixed."""
    weights, t = np.array([0.5, 0.2, 0.3]), COUNTS.sum(axis=1)
    r = np.diagonal(COUNTS) / t
    found = variance("balanced_accuracy", stratified=stratified, relevance=weights)
    assert found == pytest.approx((weights**2 * r * (1 - r) / t).sum(), rel=1e-12)


def test_fixed_class_sizes_vary_less():
    assert variance("accuracy", stratified=True) < variance("accuracy")


def test_a_rate_has_a_variance_per_class_and_none_where_undefined():
    counts = np.array([[8, 2, 0], [5, 15, 0], [0, 0, 0]])
    found = variance("recall", counts)
    assert found[:2] == pytest.approx([0.8 * 0.2 / 10, 0.75 * 0.25 / 20])
    assert np.isnan(found[2])


def test_groups_vary_as_their_sums_do(rng):
    """Accuracy over patients: Σ (hits − accuracy·items)² / n², the variance of a ratio."""
    patients = rng.poisson(COUNTS / 20, (30, 3, 3))
    units = groups_of(sy.Confusion(patients, axes={"patient": range(30)}), "patient")
    (found,) = Sample(units, chosen("accuracy"), np.ones(3), "exclude").influences(stratified=False)
    hits, items = np.trace(patients, axis1=1, axis2=2), patients.sum(axis=(1, 2))
    rest = hits - hits.sum() / items.sum() * items
    assert found.variance[0] == pytest.approx((rest**2).sum() / items.sum() ** 2, rel=1e-12)


def test_acceleration_is_a_sixth_of_the_skewness_of_the_jackknife():
    """Efron's estimate from leaving out each item, which nears the influences as items get many."""
    counts = 40 * COUNTS
    truth, predicted = np.nonzero(counts)
    left_out = []
    for i, j in zip(truth, predicted, strict=True):
        without = counts.copy()
        without[i, j] -= 1
        left_out += [float(sy.metrics.f_of_averages(without))] * counts[i, j]
    apart = np.mean(left_out) - np.array(left_out)
    jackknife = (apart**3).sum() / (6 * (apart**2).sum() ** 1.5)
    assert stats.skew(apart) / 6 / np.sqrt(len(apart)) == pytest.approx(jackknife)
    sample = Sample(items_of(sy.Confusion(counts)), chosen("f_of_averages"), np.ones(3), "exclude")
    assert sample.unstratified[0].acceleration[0] == pytest.approx(jackknife, rel=0.01)


def test_a_metric_of_the_users_own_is_recorded_or_moved_by_hand(own_metrics, monkeypatch):  # noqa: ARG001
    """The same formula, once as arithmetic and once with a Python loop, which cannot be recorded."""

    @sy.metric
    def own_share(c):
        return c.total(c.tp) / c.n

    @sy.metric
    def own_loop(c):
        return np.array([float(x) for x in (c.total(c.tp) / c.n).ravel()]).reshape(c.n.shape)

    @sy.metric(per_class=True)
    def own_rate(c):
        return np.array(list(c.tp / c.t))

    tables = sy.Confusion(COUNTS[None])
    expected = np.where(np.eye(3), 1.0, 0.0) / COUNTS.sum() - np.trace(COUNTS) / COUNTS.sum() ** 2
    for block in (1 << 20, 9):
        monkeypatch.setattr(module, "BLOCK", block)
        sample = Sample(items_of(sy.Confusion(COUNTS)), chosen([own_share, own_loop, own_rate]), np.ones(3), "exclude")
        by_recording, by_differences, of_rate = cell_slopes(sample.observed, tables)
        assert by_recording[0] == pytest.approx(expected, rel=1e-12)
        assert by_differences[0] == pytest.approx(expected, rel=1e-8)
        recall = Sample(sample.units, chosen("recall"), np.ones(3), "exclude")
        assert of_rate == pytest.approx(cell_slopes(recall.observed, tables)[0], rel=1e-7, abs=1e-12)


def test_only_what_cannot_be_recorded_is_moved_by_hand(monkeypatch):
    """An error in the derivatives must not hide behind differences, which are less exact and slow."""

    def broken(*_):
        raise ValueError("a mistake of ours")

    monkeypatch.setattr(module, "gradients", broken)
    sample = Sample(items_of(sy.Confusion(COUNTS)), chosen("accuracy"), np.ones(3), "exclude")
    with pytest.raises(ValueError, match="a mistake of ours"):
        cell_slopes(sample.observed, sample.tables)


def test_effective_units_are_few_where_few_carry_the_spread():
    """Of accuracy p, n·pq/(p³ + q³): that is about the number of errors, if they are few."""
    for hits, errors in [(50, 50), (190, 10), (9990, 10)]:
        units = items_of(sy.Confusion([[hits, errors], [0, 0]]))
        (found,) = Sample(units, chosen("accuracy"), np.ones(2), "exclude").influences(stratified=False)
        p, q = hits / (hits + errors), errors / (hits + errors)
        assert found.effective_units[0] == pytest.approx((hits + errors) * p * q / (p**3 + q**3), rel=1e-9)


def test_no_spread_has_no_few_units():
    sample = Sample(items_of(sy.Confusion(np.diag([5, 5]))), chosen("accuracy"), np.ones(2), "exclude")
    assert sample.influences(stratified=False)[0].effective_units.tolist() == [np.inf]


def test_too_many_classes_have_no_influences():
    cm = sy.Confusion.from_cells(range(1025), range(1025), np.ones(1025, dtype=int), range(1025))
    sample = Sample(items_of(cm), chosen("accuracy"), np.ones(1025), "exclude")
    assert sample.influences(stratified=False) is None
    with pytest.raises(ValueError, match=r"up to 1,024 classes .* there are 1,025; take intervals='percentile'"):
        cell_slopes(sample.observed, sample.tables)
    rates = Sample(items_of(sy.Confusion(np.eye(513, dtype=int))), chosen("recall"), np.ones(513), "exclude")
    assert rates.unstratified is None


def test_no_items_have_no_influence():
    sample = Sample(items_of(sy.Confusion(np.zeros((2, 2), dtype=int))), chosen("accuracy"), np.ones(2), "exclude")
    assert sample.influences(stratified=False)[0].variance.tolist() == [0]
