"""The posterior, against Betas that are known in closed form or by numerical integration."""

import numpy as np
import pytest
from scipy import stats

import steelyard as sy
from steelyard.intervals import bayes
from steelyard.intervals.interval import generator
from steelyard.intervals.posterior import MatrixPosterior, pseudo_counts
from steelyard.intervals.sample import Sample
from steelyard.intervals.units import items_of
from steelyard.measuring.registry import chosen


def interval(method, counts, metric, confidence=0.95):
    C = len(counts)
    (found,) = method.of(Sample(items_of(sy.Confusion(counts)), chosen(metric), np.ones(C), "exclude"), confidence)
    return found[0]


def mean_of_betas(first, second):
    """Return the grid and the density of the mean of two Betas: their convolution, by the trapezoidal rule."""
    x = np.linspace(0, 1, 2001)
    densities = [stats.beta(*each).pdf(x) for each in (first, second)]
    density = np.convolve(*densities) * (x[1] - x[0])
    return np.linspace(0, 1, 4001), density * 2


@pytest.mark.parametrize("counts", [[[45, 5], [30, 20]], [[9, 1], [200, 790]], [[5, 0], [3, 2]]])
def test_balanced_accuracy_has_the_posterior_of_brodersen(counts):
    """Brodersen et al. 2010: the mean of Beta(tp + 1, fn + 1) and Beta(tn + 1, fp + 1)."""
    (tp, fn), (fp, tn) = counts
    x, density = mean_of_betas((tp + 1, fn + 1), (tn + 1, fp + 1))
    below = np.cumsum(density) * (x[1] - x[0])
    found = interval(bayes(draws=40_000, prior="uniform"), counts, "balanced_accuracy")
    low, high = np.interp([0.025, 0.975], below, x)
    assert [found.low, found.high] == pytest.approx([low, high], abs=0.004)
    observed = (tp / (tp + fn) + tn / (tn + fp)) / 2
    assert observed + found.bias == pytest.approx(np.interp(0.5, below, x), abs=0.002)


def test_accuracy_without_a_prior_is_a_beta():
    found = interval(bayes(draws=40_000, prior="haldane"), [[70, 10], [5, 15]], "accuracy")
    assert [found.low, found.high] == pytest.approx(stats.beta(85, 15).interval(0.95), abs=0.003)


@pytest.mark.parametrize(("prior", "a"), [("jeffreys", 0.5), ("uniform", 1.0), ("haldane", 0.0)])
@pytest.mark.parametrize("C", [2, 5])
def test_the_recall_of_a_class_is_beta_under_each_named_prior(prior, a, C):
    """Also of many classes: the errors share the other a."""
    counts = np.full((C, C), 3) + 9 * np.eye(C, dtype=int)
    sample = Sample(items_of(sy.Confusion(counts)), chosen("recall"), np.ones(C), "exclude")
    (found,) = bayes(draws=40_000, prior=prior).of(sample, 0.9)
    expected = stats.beta(12 + a, 3 * (C - 1) + a).interval(0.9)
    assert [found[0, 0].low, found[0, 0].high] == pytest.approx(expected, abs=0.006)


def test_class_shares_are_fixed_or_drawn_with_their_prior():
    cm = sy.Confusion([[8, 2], [5, 85]])
    assert MatrixPosterior.of(cm, prevalence="fixed").tables(generator(1), 40).support[:, 0] == pytest.approx(
        np.tile([10, 90], (40, 1))
    )
    shares = MatrixPosterior.of(cm, prevalence_prior=2).tables(generator(1), 40_000).support[:, 0, 0] / 100
    assert stats.kstest(shares[:5000], stats.beta(12, 92).cdf).pvalue > 0.01
    fixed, modelled = (interval(bayes(prevalence=p), cm.counts, "accuracy") for p in ("fixed", "modelled"))
    assert fixed.spread < modelled.spread


def test_a_class_without_items_stays_without():
    cm = sy.Confusion([[8, 2, 0], [0, 0, 0], [1, 0, 9]])
    tables = MatrixPosterior.of(cm, "uniform", prevalence_prior=1).tables(generator(0), 200)
    assert (tables.support[:, 0, 1] == 0).all()
    assert tables.total.ravel() == pytest.approx(np.full(200, 20))


def test_a_prior_cell_by_cell_is_added_to_the_counts():
    added = np.array([[3.0, 1.0], [0.0, 2.0]])
    counts = np.array([[5, 2], [4, 9]])
    tables = MatrixPosterior.of(sy.Confusion(counts), added, "fixed").tables(generator(0), 40_000).counts[:, 0]
    expected = (counts + added) / (counts + added).sum(axis=1, keepdims=True)
    assert (tables / tables.sum(axis=-1, keepdims=True)).mean(axis=0) == pytest.approx(expected, abs=0.003)


def test_named_priors_add_the_same_to_each_class():
    assert pseudo_counts("uniform", 5).sum(axis=1) == pytest.approx(np.full(5, 2.0))
    assert pseudo_counts("jeffreys", 1).tolist() == [[0.5]]
    assert (pseudo_counts(0.25, 3) == 0.25).all()


@pytest.mark.parametrize("prior", ["flat", -1, np.nan, [[1, 2], [3, -4]], None, [["a"]], {"a": 1}])
def test_what_is_no_prior_is_refused_when_it_is_given(prior):
    with pytest.raises(ValueError, match="prior"):
        bayes(prior=prior)


def test_a_prior_of_another_shape_is_refused_at_the_matrix():
    with pytest.raises(ValueError, match=r"one number or 2 × 2 of them, not of shape \(3,\)"):
        interval(bayes(prior=[1, 2, 3]), [[5, 2], [4, 9]], "accuracy")


@pytest.mark.parametrize("options", [{"prevalence": "drawn"}, {"prevalence": ["fixed"]}])
def test_an_unknown_word_for_class_shares_is_refused(options):
    with pytest.raises(ValueError, match='prevalence is "modelled" or "fixed"'):
        bayes(**options)


@pytest.mark.parametrize("prior", [-0.5, np.inf, np.nan, "one", None, True, [1, 2]])
def test_a_bad_pseudo_count_of_classes_is_refused(prior):
    with pytest.raises(ValueError, match="pseudo-count of each class must be a number from 0 to"):
        bayes(prevalence_prior=prior)
