"""Rates of one class: against Beta quantiles, closed forms, and items with weights that are one item each."""

import numpy as np
import pytest
from scipy import stats

import steelyard as sy
from steelyard.intervals import classwise
from steelyard.intervals.rates import DRAWS, FourNumbers, jeffreys
from steelyard.intervals.rows import Rows
from steelyard.intervals.sample import Sample
from steelyard.intervals.units import items_of

TABLE = sy.Confusion([[7, 3, 0], [2, 40, 8], [1, 0, 139]], labels=["rare", "some", "many"])
TAIL = 0.025
LEEWAY = 5 * np.sqrt(TAIL * (1 - TAIL) / DRAWS)
"""Five standard errors of the share of draws beyond an end."""


def four_numbers(cm, place):
    """Hits, misses and false alarms of a class, and the other items, by their definition."""
    counts = np.asarray(cm.counts)
    tp = counts[place, place]
    misses, alarms = counts[place].sum() - tp, counts[:, place].sum() - tp
    return tp, misses, alarms, counts.sum() - tp - misses - alarms


def intervals_of(cm, rate, policy="exclude", confidence=0.95, **arguments):
    """The intervals of a rate, one for each class."""
    metric = sy.metrics[rate](**arguments) if arguments else sy.metrics[rate]
    sample = Sample(items_of(cm, weighted=True), [metric], np.ones(len(cm.labels)) / len(cm.labels), policy)
    return classwise().of(sample, confidence)[0][0]


def assert_quantiles(interval, posterior):
    """Check that each end has the share of a posterior beyond it that it should have."""
    assert posterior.cdf(interval.low) == pytest.approx(TAIL, abs=LEEWAY)
    assert posterior.sf(interval.high) == pytest.approx(TAIL, abs=LEEWAY)


@pytest.mark.parametrize(("hits", "items"), [(0, 5), (1, 5), (5, 5), (3, 10), (999, 1000), (0, 1), (1, 1)])
@pytest.mark.parametrize("confidence", [0.8, 0.95, 0.99])
def test_jeffreys_interval_is_that_of_the_beta_posterior(hits, items, confidence):
    """Brown, Cai and DasGupta 2001: where all or none are hits, the end is 1 or 0, as coverage would fail there."""
    low, high = jeffreys(hits, items, confidence)
    posterior = stats.beta(hits + 0.5, items - hits + 0.5)
    tail = (1 - confidence) / 2
    assert low == pytest.approx(0 if hits == 0 else posterior.ppf(tail), rel=1e-9)
    assert high == pytest.approx(1 if hits == items else posterior.ppf(1 - tail), rel=1e-9)


def test_five_of_five_leave_a_recall_of_0_621():
    low, high = jeffreys([5], [5], 0.95)
    assert (round(low[0], 3), high[0]) == (0.621, 1)


def test_of_no_items_nothing_is_known():
    assert [float(end) for end in jeffreys(0, 0, 0.95)] == [0, 1]


@pytest.mark.parametrize(
    ("rate", "hits", "others"),
    [
        ("recall", (0,), (1,)),
        ("precision", (0,), (2,)),
        ("specificity", (3,), (2,)),
        ("npv", (3,), (1,)),
        ("class_accuracy", (0, 3), (1, 2)),
        ("jaccard", (0,), (1, 2)),
    ],
)
def test_a_share_of_items_has_jeffreys_interval(rate, hits, others):
    for place, interval in enumerate(intervals_of(TABLE, rate)):
        numbers = four_numbers(TABLE, place)
        x, y = (sum(numbers[i] for i in which) for which in (hits, others))
        posterior = stats.beta(x + 0.5, y + 0.5)
        assert interval.low == pytest.approx(posterior.ppf(TAIL) if x else 0, rel=1e-6), (rate, place)
        assert interval.high == pytest.approx(posterior.ppf(1 - TAIL) if y else 1, rel=1e-6), (rate, place)


@pytest.mark.parametrize("place", [0, 1, 2])
def test_f1_is_drawn_from_its_own_closed_form(place):
    """F1 = 2J / (1 + J), and J of half an item beforehand for each of three numbers is Beta(TP + ½, FN + FP + 1)."""
    tp, misses, alarms, _ = four_numbers(TABLE, place)
    interval = intervals_of(TABLE, "f")[place]

    class OfF1:
        share = stats.beta(tp + 0.5, misses + alarms + 1)

        def cdf(self, f):
            return self.share.cdf(f / (2 - f))

        def sf(self, f):
            return self.share.sf(f / (2 - f))

    assert_quantiles(interval, OfF1())


def test_informedness_is_drawn_from_two_shares(rng):
    """Recall and specificity of a class are two independent Betas; their sum less 1 by draws of our own."""
    tp, misses, alarms, rest = four_numbers(TABLE, 1)
    own = rng.beta(tp + 0.5, misses + 0.5, 200_000) + rng.beta(rest + 0.5, alarms + 0.5, 200_000) - 1
    interval = intervals_of(TABLE, "informedness")[1]
    assert (own < interval.low).mean() == pytest.approx(TAIL, abs=LEEWAY)
    assert (own > interval.high).mean() == pytest.approx(TAIL, abs=LEEWAY)


def test_the_mean_of_the_errors_needs_the_whole_table(rng):
    """mprecision of a class knows from which classes the false alarms come, so its four numbers do not suffice."""
    counts = np.asarray(TABLE.counts)
    beforehand = np.full((3, 3), 0.25) + 0.25 * np.eye(3)
    drawn = rng.gamma(counts + beforehand, size=(100_000, 3, 3))
    shares = drawn / drawn.sum(axis=-1, keepdims=True)
    own = shares[:, 0, 0] / shares[:, :, 0].sum(axis=-1)
    interval = intervals_of(TABLE, "mprecision")[0]
    assert (own < interval.low).mean() == pytest.approx(TAIL, abs=LEEWAY)
    assert (own > interval.high).mean() == pytest.approx(TAIL, abs=LEEWAY)


@pytest.mark.parametrize("rate", [name for name in sy.metrics if sy.metrics[name].kind == "rate"])
def test_every_rate_has_an_interval_around_its_value_wherever_it_is_defined(rate, rng, random_counts):
    for counts in random_counts(rng, 3, 6):
        cm = sy.Confusion(counts)
        values = sy.measure(cm, [rate], undefined="exclude")
        for value, interval in zip(np.ravel(values[rate]), intervals_of(cm, rate), strict=True):
            if np.isfinite(value):
                assert interval.low - 1e-12 <= value <= interval.high + 1e-12
                assert interval.low < interval.high
            else:
                assert str(interval.note) == "the value is undefined"


def test_a_rate_that_is_1_for_all_classes_is_not_taken_for_one_of_four_numbers(rng):
    """Where nothing is wrong, mprecision equals precision; but five items may hide far more than all do."""
    cm = sy.Confusion(np.diag([1000, 1000, 5]))
    errors = rng.beta(0.25, 1000.75, 100_000) + rng.beta(0.25, 5.75, 100_000)
    own = 1 / (1 + errors)  # recall is 1, but for a thousandth
    interval = intervals_of(cm, "mprecision")[0]
    assert interval.low == pytest.approx(np.quantile(own, TAIL), abs=0.02)
    assert interval.low < 0.9


def test_weights_that_are_all_alike_change_no_rate():
    truth, predicted = np.repeat([0, 0, 1, 1, 2], [9, 3, 2, 30, 6]), np.repeat([0, 1, 0, 1, 2], [9, 3, 2, 30, 6])
    plain, heavy = (sy.Confusion.from_labels(truth, predicted, weights=weights) for weights in (None, np.full(50, 7.5)))
    for rate in ("recall", "precision", "f", "mprecision"):
        for a, b in zip(intervals_of(plain, rate), intervals_of(heavy, rate), strict=True):
            assert (a.low, a.high) == pytest.approx((b.low, b.high), abs=1e-9), rate


def test_items_of_several_weights_tell_as_much_as_kish_says():
    """(Σw)²/Σw² items of one weight: ten items of weight 1 and one of weight 10 are 400/110 items."""
    truth, predicted = np.zeros(11, dtype=int), np.array([0] * 10 + [1])
    cm = sy.Confusion.from_labels(truth, predicted, weights=np.array([1.0] * 10 + [10.0]), labels=[0, 1])
    items = 20**2 / (10 * 1 + 100)
    posterior = stats.beta(items / 2 + 0.5, items / 2 + 0.5)
    interval = intervals_of(cm, "recall")[0]
    assert (interval.low, interval.high) == pytest.approx((posterior.ppf(TAIL), posterior.ppf(1 - TAIL)), rel=1e-6)


def test_four_numbers_are_those_of_each_class_against_the_rest():
    found = FourNumbers.of(Rows(items_of(TABLE), (0,)))
    for place in range(3):
        np.testing.assert_array_equal(found.amounts[place].ravel(), four_numbers(TABLE, place))
    np.testing.assert_array_equal(found.scales, 1)


@pytest.mark.parametrize("seed", [0, 1, 2, 35])
def test_weights_with_a_fraction_leave_no_rounding_where_there_are_no_items(seed):
    """Review of issue 18: what n − t − p + tp left of 0 was 1e-16, without squares, and draws of it were refused."""
    truth, predicted = [0] * 8 + [1] * 4, [0] * 5 + [1] * 3 + [0] * 4
    weights = np.random.default_rng(seed).random(12)
    cm = sy.Confusion.from_labels(truth, predicted, weights=weights)
    found = FourNumbers.of(Rows(items_of(cm, weighted=True), (0,)))
    assert found.amounts[0, 1, 1] == found.amounts[1, 0, 0] == 0, "no item of class 1 is found"
    assert found.amounts[0].ravel() == pytest.approx(found.amounts[1].ravel()[::-1], rel=1e-12), "of two, the other"
    assert sy.evaluate(truth, predicted, weights=weights, metrics="accuracy").to_dict()["classes"]
    for rate in ("recall", "precision", "f", "class_mcc"):
        for interval in intervals_of(cm, rate):
            assert not interval.known or interval.low <= interval.high


def test_the_rest_of_a_class_that_has_nearly_all_weight_is_summed_not_what_a_difference_leaves():
    truth, predicted, weights = [0, 1, 2, 2], [0, 1, 2, 1], [1e17, 3.0, 2.0, 1.0]
    cm = sy.Confusion.from_labels(truth, predicted, weights=np.array(weights))
    found = FourNumbers.of(Rows(items_of(cm, weighted=True), (0,)))
    assert found.amounts[0, 1, 1] == 6
    assert found.scales[0, 1, 1] == pytest.approx((9 + 4 + 1) / 6)
