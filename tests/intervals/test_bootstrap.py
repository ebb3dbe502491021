"""Bootstrap intervals from end to end, and where data give little."""

from dataclasses import replace

import numpy as np
import pytest

import steelyard as sy
from steelyard.intervals import as_method, bayes, bootstrap, classwise, delta
from steelyard.intervals import bootstrap as way
from steelyard.intervals.sample import Sample
from steelyard.intervals.trust import NEVER_DEFINED, UNDEFINED
from steelyard.intervals.units import groups_of, items_of
from steelyard.measuring.registry import chosen

COUNTS = [[83, 9, 4], [12, 61, 7], [3, 11, 40]]
WAYS = [bootstrap(draws=400), bootstrap(400, ends="percentile"), bootstrap(400, ends="bca"), delta(), bayes(draws=400)]


def sample(counts, metrics=None, policy="exclude", relevance=None):
    cm = sy.Confusion(counts)
    relevance = np.ones(len(cm.labels)) if relevance is None else np.array(relevance)
    return Sample(items_of(cm), chosen(metrics), relevance, policy)


def one(method, counts, metric, **options):
    (found,) = method.of(sample(counts, metric, **options), 0.95)
    return found[0]


@pytest.mark.parametrize("method", WAYS, ids=repr)
def test_every_metric_has_an_interval_around_its_value(method):
    given = sample(COUNTS)
    for metric, observed, found in zip(given.metrics, given.observed, method.of(given, 0.95), strict=True):
        assert found[0].known, metric.name
        assert found[0].low <= observed.value[0] <= found[0].high, metric.name
        assert 0 < found[0].spread < 1.5, metric.name
        assert found[0].method == method.name
        low, high = metric.bounds(np.ones(3), metric.arguments(range(3)))
        assert low - 1e-9 <= found[0].low, metric.name
        assert found[0].high <= high + 1e-9, metric.name


@pytest.mark.parametrize("method", WAYS, ids=repr)
@pytest.mark.parametrize("metric", ["accuracy", "balanced_accuracy", "mcc", "kappa", "mean_f"])
def test_all_ways_agree_where_items_are_many(method, metric):
    """At a million items, all are normal with the same standard error."""
    counts = 3000 * np.array(COUNTS)
    exact = one(delta(), counts, metric)
    found = one(method if method == delta() else replace(method, draws=4000), counts, metric)
    assert found.spread == pytest.approx(exact.spread, rel=0.04)
    assert [found.low, found.high] == pytest.approx([exact.low, exact.high], abs=0.15 * exact.spread)
    assert str(found.note) == ""


@pytest.mark.parametrize("method", WAYS, ids=repr)
@pytest.mark.parametrize("scale", [10**7, 10**10])
def test_a_trillion_items_take_what_a_thousand_do(method, scale):
    found = one(method, scale * np.array(COUNTS), "accuracy")
    share = np.trace(COUNTS) / np.sum(COUNTS)
    assert found.spread == pytest.approx(np.sqrt(share * (1 - share) / (scale * np.sum(COUNTS))), rel=0.1)


@pytest.mark.slow
@pytest.mark.parametrize("method", WAYS, ids=repr)
@pytest.mark.parametrize("policy", ["exclude", "zero", "nan"])
@pytest.mark.parametrize(
    "counts",
    [
        np.zeros((2, 2), dtype=int), [[1, 0], [0, 0]], [[0, 1], [0, 0]], [[7]], [[5, 0], [0, 5]], [[0, 5], [5, 0]],
        [[1, 0, 0], [0, 300, 0], [0, 2, 0]], [[0, 0, 0], [4, 4, 0], [1, 9, 0]],
    ],
    ids=["nothing", "one hit", "one error", "one class", "perfect", "all wrong", "rare", "an empty class"],
)  # fmt: skip
def test_poor_data_are_told_without_a_warning(method, policy, counts):
    """Warnings are errors here. Where a value is undefined there is no interval, and a note says so."""
    with np.errstate(all="raise", under="ignore"):
        given = sample(counts, [*chosen(None), sy.metrics.recall, sy.metrics.precision], policy)
        intervals = method.of(given, 0.95)
    for observed, found in zip(given.observed, intervals, strict=True):
        for at in np.ndindex(found.shape):
            if np.isnan(observed.value[at]):
                assert not found[at].known
                assert found[at].note == UNDEFINED
            else:
                assert found[at].known or found[at].note, (observed.metric.name, found[at])


def test_policy_raise_refuses_the_data_but_not_the_draws():
    with pytest.raises(ValueError, match="is undefined"):
        bootstrap().of(sample([[0, 0], [3, 4]], "balanced_accuracy", "raise"), 0.95)
    found = one(bootstrap(), [[1, 1], [9, 90]], "balanced_accuracy", policy="raise")
    assert found.known
    assert found.undefined > 100
    assert "undefined in" in str(found.note)


def test_policy_nan_leaves_draws_without_a_class_out_and_counts_them():
    n = 101
    found = one(bootstrap(draws=4000), [[1, 1], [9, 90]], "balanced_accuracy", policy="nan")
    assert found.undefined / 4000 == pytest.approx((1 - 2 / n) ** n, abs=0.02)
    excluded = one(bootstrap(draws=4000), [[1, 1], [9, 90]], "balanced_accuracy", policy="exclude")
    assert excluded.undefined == 0
    assert excluded.partial == found.undefined


@pytest.mark.parametrize("method", [w for w in WAYS if w != delta()], ids=repr)
def test_a_metric_that_no_draw_defines_has_no_interval(method):
    only_here = sy.Metric("own", "", lambda c: np.where((c.m == COUNTS).all(axis=(-1, -2))[..., None], 0.5, np.nan))
    found = one(method, COUNTS, only_here)
    assert found.undefined == found.draws == 400
    assert np.isnan([found.low, found.high]).all()
    assert found.note == NEVER_DEFINED


def test_a_metric_that_few_draws_define_says_so():
    rarely = sy.Metric("own", "", lambda c: np.where(c.tp[..., :1] == 83, 0.5, np.nan))
    found = one(bootstrap(400), COUNTS, rarely)
    assert 300 < found.undefined < 400
    assert (found.low, found.high) == (0.5, 0.5)


def test_where_nothing_varies_the_interval_is_the_bayesian_one():
    found = one(bootstrap(), [[5, 0], [0, 5]], "balanced_accuracy")
    small = "classes 0 and 1 have fewer than 10 items"
    assert str(found.note) == f"nothing varies in the data, so this is the Bayesian interval; {small}"
    assert found.method == "bayes"
    expected = one(bayes(), [[5, 0], [0, 5]], "balanced_accuracy")
    assert (found.low, found.high) == (expected.low, 1.0)
    assert found.low < 0.8


def test_rates_have_an_interval_per_class():
    given = sample([[8, 2, 0], [5, 15, 0], [0, 0, 0]], ["recall", "accuracy"])
    for method in WAYS:
        recall, accuracy = method.of(given, 0.95)
        assert recall.shape == (1, 3)
        assert accuracy.shape == (1,)
        assert recall[0, 0].low < 0.8 < recall[0, 0].high
        assert recall[0, 1].spread < recall[0, 0].spread
        assert not recall[0, 2].known
        assert recall[0, 0].partial == 0


def test_stratified_draws_vary_as_fixed_classes_do():
    drawn = one(bootstrap(draws=4000, stratified=True), COUNTS, "accuracy")
    assert drawn.spread == pytest.approx(one(delta(stratified=True), COUNTS, "accuracy").spread, rel=0.05)


def test_groups_vary_more_than_items_if_they_differ(rng):
    """Patients whose items are all right or all wrong: as if there were as many items as patients."""
    right = rng.random(40) < 0.7
    patients = np.where(right[:, None, None], np.diag([10, 10]), np.array([[0, 10], [10, 0]]))
    units = groups_of(sy.Confusion(patients, axes={"patient": range(40)}), "patient")
    given = Sample(units, chosen("accuracy"), np.ones(2), "exclude")
    share = right.mean()
    for method in (bootstrap(4000), delta(), bayes(4000)):
        (found,) = method.of(given, 0.95)
        assert found[0].spread == pytest.approx(np.sqrt(share * (1 - share) / 40), rel=0.05)
    for method in (bootstrap(stratified=True), delta(stratified=True), bayes(prevalence="fixed")):
        with pytest.raises(ValueError, match="groups of items do not keep the size of each class"):
            method.of(given, 0.95)


@pytest.mark.slow
def test_many_classes_are_drawn_sparsely(rng):
    C = 6000
    rows = np.repeat(np.arange(C), 3)
    columns = np.where(rng.random(len(rows)) < 0.7, rows, rng.integers(0, C, len(rows)))
    cm = sy.Confusion.from_cells(rows, columns, rng.integers(1, 9, len(rows)), range(C))
    given = Sample(items_of(cm), chosen(["accuracy", "balanced_accuracy"]), np.ones(C), "exclude")
    accuracy, balanced = bootstrap(draws=100, ends="percentile").of(given, 0.95)
    assert accuracy[0].low < float(given.observed[0].value[0]) < accuracy[0].high
    assert balanced[0].known
    with pytest.raises(ValueError, match=r"6,000 classes have too many; take intervals='percentile'"):
        delta().of(given, 0.95)
    with pytest.raises(ValueError, match=r"up to 4,096 classes, and there are 6,000"):
        bayes().of(given, 0.95)


def test_several_models_have_an_interval_each():
    truth = [0] * 40 + [1] * 60
    joint = sy.Joint.from_labels(truth, {"a": [0] * 30 + [1] * 70, "b": [0] * 50 + [1] * 50})
    given = Sample(items_of(joint), chosen("accuracy"), np.ones(2), "exclude")
    for method in WAYS:
        (found,) = method.of(given, 0.95)
        for interval, share in zip(found, [0.9, 0.9], strict=True):
            assert interval.spread == pytest.approx(np.sqrt(share * (1 - share) / 100), rel=0.12)


def test_unknown_ends_are_refused():
    with pytest.raises(ValueError, match="shifted, percentile, bca, not 'studentised'"):
        bootstrap(ends="studentised")


@pytest.mark.parametrize(("given", "expected"), [
    (None, classwise()), ("classwise", classwise()), ("bootstrap", bootstrap()),
    ("percentile", bootstrap(ends="percentile")),
    ("bca", bootstrap(ends="bca")), ("delta", delta()), ("bayes", bayes()), ("none", None), (False, None),
    (delta(stratified=True), delta(stratified=True)),
])  # fmt: skip
def test_ways_go_by_their_names(given, expected):
    assert as_method(given) == expected


def test_options_reach_the_ways_that_know_them():
    assert as_method("bca", draws=500, seed=3) == way(500, 3, "bca")
    assert as_method("delta", draws=500, seed=3) == delta()


@pytest.mark.parametrize("given", ["jackknife", 3, ["bca"], np.array([1, 2])])
def test_an_unknown_way_is_refused(given):
    with pytest.raises(
        ValueError, match="intervals are one of classwise, bootstrap, percentile, bca, delta, bayes, none"
    ):
        as_method(given)


def test_a_class_that_is_never_found_is_named_even_if_it_has_more_than_a_few_items():
    """0 of 12 right with most of the weight: no draw can tell how far the truth may be from 0."""
    counts = [[0, 12, 0], [5, 300, 20], [3, 30, 400]]
    found = one(bootstrap(), counts, "balanced_accuracy", relevance=[0.8, 0.1, 0.1])
    assert str(found.note) == "class 0 is never found, so the interval may be too narrow"
    assert str(one(bootstrap(), counts, "accuracy").note) == ""
    always = [[12, 0, 0], [5, 300, 20], [3, 30, 400]]
    found = one(bootstrap(), always, "balanced_accuracy", relevance=[0.8, 0.1, 0.1])
    assert str(found.note) == "class 0 is always found, so the interval may be too narrow"


def test_the_interval_holds_the_value_also_where_draws_lose_a_class():
    """Branco et al.'s case 1: draws that lose a class lie far off; their mean would move all others past the value."""
    counts = [[5, 0, 0], [0, 10, 0], [0, 300, 0]]
    given = sample(counts, relevance=[20, 10, 1 / 3])
    for ends in ("shifted", "percentile", "bca"):
        for observed, found in zip(given.observed, bootstrap(ends=ends).of(given, 0.95), strict=True):
            if found[0].known:
                assert found[0].low <= observed.value[0] <= found[0].high, observed.metric.name


@pytest.mark.parametrize("ends", ["shifted", "percentile", "bca"])
@pytest.mark.parametrize("counts", [np.diag([50, 33, 77]), np.diag([7, 11, 13, 170]), np.diag([30, 30])], ids=str)
def test_every_metric_of_a_perfect_matrix_has_some_width(ends, counts):
    """MCC of a perfect matrix varies in its last digit: 0.9999999999999998 to 1."""
    given = sample(counts)
    for observed, found in zip(given.observed, bootstrap(400, ends=ends).of(given, 0.95), strict=True):
        if found[0].known:
            assert found[0].high - found[0].low > 1e-6 or "no width" in str(found[0].note), observed.metric.name
        if observed.metric.name in ("accuracy", "mcc", "balanced_accuracy", "kappa", "mean_f"):
            assert found[0].method == "bayes", observed.metric.name


def test_draws_that_lose_a_class_now_and_then_are_no_width():
    """The matrix of DESIGN: 1 % of the draws lose a class, and all others are alike."""
    found = one(bootstrap(), [[5, 0, 0], [0, 10, 0], [0, 300, 0]], "balanced_accuracy")
    assert str(found.note).startswith(
        "almost nothing varies in the draws, so this is the Bayesian interval; class 0 has"
    )
    assert found.low < 0.6
    assert found.high >= 2 / 3


@pytest.mark.parametrize("counts", [[[12, 0], [33, 0]], [[0, 12], [0, 33]]])
def test_rounding_around_zero_is_no_width_by_the_delta_method(counts):
    """Relative classifier information of a constant classifier is 0, give or take 1e-17."""
    assert str(one(delta(), counts, "rci").note).startswith("nothing varies")


def test_what_no_prior_could_give_width_is_not_said_to_be_bayesian():
    for method in WAYS:
        assert str(one(method, [[7]], "accuracy").note) == "nothing varies in the data, so the interval has no width"


def test_the_advice_where_nothing_varies_is_true():
    perfect = [[20, 0], [0, 20]]
    still = "nothing varies in the data, so the interval has no width"
    assert str(one(delta(), perfect, "accuracy").note) == f"{still}; intervals='bayes' gives one"
    haldane = one(bayes(400, prior="haldane"), perfect, "accuracy")
    assert str(haldane.note) == f"{still}; another prior, such as 'jeffreys', gives one"
    groups = groups_of(sy.Confusion([perfect] * 30, axes={"patient": range(30)}), "patient")
    for method in WAYS:
        (found,) = method.of(Sample(groups, chosen("accuracy"), np.ones(2), "exclude"), 0.95)
        assert str(found[0].note) == still


def test_where_nothing_varies_a_stratified_draw_keeps_the_class_sizes():
    """Accuracy of 20 + 180 items that are all right: with their shares drawn as well, the posterior is wider."""
    counts = [[5, 0], [0, 500]]
    found = one(bootstrap(stratified=True), counts, "accuracy")
    expected = one(bayes(prevalence="fixed"), counts, "accuracy")
    assert found.low == expected.low != one(bootstrap(), counts, "accuracy").low


@pytest.mark.parametrize("method", WAYS, ids=repr)
def test_a_metric_of_no_stated_range_is_not_cut(method, own_metrics):  # noqa: ARG001
    """Of 0 to 2, and just below 1, which the record says by default."""

    @sy.metric
    def own_double(c):
        return 2 * c.total(c.tp) / c.n

    counts = [[22, 28], [27, 23]]
    found = one(method, counts, own_double)
    assert found.high == pytest.approx(2 * one(method, counts, "accuracy").high)
    assert found.high > 1.05


@pytest.mark.parametrize("method", [bootstrap(400), delta()], ids=repr)
def test_a_stated_range_is_kept_unless_the_value_is_beyond_it(method, own_metrics):  # noqa: ARG001
    @sy.metric(range=(0, 1))
    def own_share(c):
        return c.total(c.tp) / c.n

    @sy.metric(range=(0.0, 1.0))
    def own_sum(c):
        return 2 * c.total(c.tp) / c.n

    counts = [[30, 1], [1, 9]]
    assert one(method, counts, own_share).high == 1
    assert one(method, counts, own_sum).high > 2 * 39 / 41 + 0.05


def test_bca_of_too_many_classes_is_refused():
    C = 1025
    cm = sy.Confusion.from_cells(range(C), range(C), np.ones(C, dtype=int), range(C))
    given = Sample(items_of(cm), chosen("accuracy"), np.ones(C), "exclude")
    with pytest.raises(ValueError, match=r"^bca takes the derivative by every cell, and 1,025 classes have too many"):
        bootstrap(100, ends="bca").of(given, 0.95)
    with pytest.raises(ValueError, match=r"^the delta method takes the derivative"):
        delta().of(given, 0.95)
