"""What a missing rate means, as decision 0002 has it: beside scikit-learn, case by case, and everywhere the same."""

import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import f1_score, jaccard_score, precision_score, recall_score

import steelyard as sy
from averaged import averaged
from steelyard.lab.exact import exact_values
from steelyard.measuring.lead import standings
from steelyard.measuring.program import record, replay

SKEWS = {"50/50": (50, 50), "90/10": (90, 10), "99/1": (99, 1)}
LIKE_SCIKIT_LEARN = {"macro_precision": precision_score, "mean_f": f1_score, "jaccard": jaccard_score}


def ours(name, cm):
    return averaged(name, cm) if name == "jaccard" else sy.metrics[name](cm)


def theirs(score, truth, predicted, **options):
    """Return scikit-learn's macro average over the labels that are true or predicted."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of classes that were never predicted
        return score(truth, predicted, average="macro", **options)


def labels_of(m):
    m = np.asarray(m)
    truth, predicted = np.nonzero(m)
    return np.repeat(truth, m[truth, predicted]), np.repeat(predicted, m[truth, predicted])


# Beside scikit-learn.


@pytest.mark.parametrize("name", LIKE_SCIKIT_LEARN)
@pytest.mark.parametrize("sizes", SKEWS.values(), ids=SKEWS)
@pytest.mark.parametrize(
    "answers",
    ["only the large", "only the small", "a third, never true", "the large or the third"],
)
def test_precision_f1_and_jaccard_are_scikit_learns(name, sizes, answers):
    large, small = sizes
    m = {
        "only the large": [[large, 0, 0], [small, 0, 0], [0, 0, 0]],
        "only the small": [[0, large, 0], [0, small, 0], [0, 0, 0]],
        "a third, never true": [[large - 5, 0, 5], [0, small, 0], [0, 0, 0]],
        "the large or the third": [[large - 5, 0, 5], [small, 0, 0], [0, 0, 0]],
    }[answers]
    assert ours(name, m) == pytest.approx(theirs(LIKE_SCIKIT_LEARN[name], *labels_of(m)), abs=1e-15)


@pytest.mark.parametrize("sizes", SKEWS.values(), ids=SKEWS)
def test_recall_is_scikit_learns_without_the_classes_that_have_no_items(sizes):
    """By default scikit-learn's macro recall has a 0 for a class without items; its balanced accuracy leaves it out."""
    large, small = sizes
    m = [[large - 5, 0, 5], [small, 0, 0], [0, 0, 0]]
    found = sy.metrics.balanced_accuracy(m)
    assert found == pytest.approx((1 - 5 / large) / 2)
    assert found == pytest.approx(theirs(recall_score, *labels_of(m), zero_division=np.nan))


matrices = st.integers(2, 5).flatmap(
    lambda C: st.lists(
        st.lists(st.sampled_from([0, 0, 0, 1, 2, 7, 300]), min_size=C, max_size=C), min_size=C, max_size=C
    )
)


@given(matrices.filter(lambda m: np.sum(m) > 0))
def test_any_matrix_is_scikit_learns(m):
    truth, predicted = labels_of(m)
    for name, score in LIKE_SCIKIT_LEARN.items():
        assert ours(name, m) == pytest.approx(theirs(score, truth, predicted), abs=1e-12)
    recalls = theirs(recall_score, truth, predicted, zero_division=np.nan)
    assert sy.metrics.balanced_accuracy(m) == pytest.approx(recalls, abs=1e-12)


def test_a_declared_class_with_neither_items_nor_predictions_leaves():
    """Torchmetrics #1664: macro F1 must not fall as the number of declared classes rises on the same data."""
    few, more = [[8, 0], [1, 1]], [[8, 0, 0], [1, 1, 0], [0, 0, 0]]
    for name in ("macro_precision", "mean_f", "balanced_accuracy", "cba", "one_point_aurpc_ova"):
        assert sy.metrics[name](few) == sy.metrics[name](more)


# Case by case: the table of the decision.

GIVEN_UP = [[0, 10], [0, 90]]
"""Class 0 has items and is never predicted; class 1 is always predicted."""
PREDICTED_ONLY = [[8, 0, 2], [0, 90, 0], [0, 0, 0]]
NEITHER = [[8, 2, 0], [0, 90, 0], [0, 0, 0]]
ONE_CLASS_HAS_ALL = [[7, 3], [0, 0]]


@pytest.mark.parametrize(
    ("rate", "m", "expected"),
    [
        ("precision", GIVEN_UP, [0, 0.9]),
        ("recall", GIVEN_UP, [0, 1]),
        ("f", GIVEN_UP, [0, 18 / 19]),
        ("npv", GIVEN_UP, [0.9, 0]),
        ("markedness", GIVEN_UP, [-1, -1]),
        ("one_point_aurpc", GIVEN_UP, [0, 0.95]),
        ("g_score", GIVEN_UP, [0, np.sqrt(0.9)]),
        ("mprecision", GIVEN_UP, [0, 0.5]),
        ("precision", PREDICTED_ONLY, [1, 1, 0]),
        ("recall", PREDICTED_ONLY, [0.8, 1, np.nan]),
        ("f", PREDICTED_ONLY, [16 / 18, 1, 0]),
        ("one_point_aurpc", PREDICTED_ONLY, [0.9, 1, np.nan]),
        ("precision", NEITHER, [1, 90 / 92, np.nan]),
        ("f", NEITHER, [16 / 18, 180 / 182, np.nan]),
        ("specificity", ONE_CLASS_HAS_ALL, [np.nan, 0.7]),
        ("npv", [[10, 0], [0, 0]], [np.nan, 1]),
    ],
)
def test_the_cases_of_the_decision(rate, m, expected):
    np.testing.assert_allclose(sy.metrics[rate](m), expected, rtol=1e-15)


@pytest.mark.parametrize("name", ["mcc", "rci"])
def test_a_metric_of_the_whole_stays_undefined(name):
    m = GIVEN_UP if name == "mcc" else ONE_CLASS_HAS_ALL
    assert np.isnan(sy.metrics[name](m))


@pytest.mark.parametrize("policy", ["worst", "exclude", "zero", "nan"])
def test_policies_of_the_averages(policy):
    """Class 0 was given up, class 2 has neither items nor predictions."""
    m = [[0, 10, 0], [0, 90, 0], [0, 0, 0]]
    expected = {"worst": 0.45, "exclude": 0.9, "zero": 0.3, "nan": np.nan}
    np.testing.assert_allclose(sy.metrics.macro_precision(m, undefined=policy), expected[policy], rtol=1e-15)


def test_raise_names_the_classes():
    with pytest.raises(ValueError, match=r"for class 0, 2: the class is never predicted"):
        sy.metrics.macro_precision([[0, 10, 0], [0, 90, 0], [0, 0, 0]], undefined="raise")


# A user's own rates.


@pytest.mark.usefixtures("own_metrics")
def test_an_undeclared_rate_takes_the_worst_of_its_range_where_there_are_items():
    m = [[0, 10, 0], [0, 90, 0], [0, 0, 0]]
    rate = sy.metric(per_class=True, id="own", direction="lower")(lambda c: c.fp / c.p)
    np.testing.assert_array_equal(rate(m), [1, 0.1, np.nan])
    assert averaged(rate, m) == pytest.approx(1.1 / 2)


@pytest.mark.usefixtures("own_metrics")
def test_a_range_may_be_a_function_of_the_weights():
    rate = sy.metric(per_class=True, id="own", range=lambda w: (-w.max(axis=-1), 1.0))(lambda c: c.tp / c.p)
    assert averaged(rate, GIVEN_UP, importance=[3, 1]) == pytest.approx((3 * -0.75 + 0.9) / 4)
    (found,) = replay(record([rate], classes=2), np.array(GIVEN_UP, dtype=float), np.ones(2)).values()
    np.testing.assert_allclose(found.value, [-0.5, 0.9])


INFINITY = float("inf")


@pytest.mark.usefixtures("own_metrics")
@pytest.mark.parametrize("ends", [(0, INFINITY), lambda w: (0.0, w.max(axis=-1) * INFINITY)])
def test_without_a_worst_value_the_average_is_undefined(ends):
    rate = sy.metric(per_class=True, id="own", range=ends, direction="lower")(lambda c: c.fp / c.tp)
    assert np.isnan(averaged(rate, GIVEN_UP))
    np.testing.assert_allclose(rate(GIVEN_UP), [np.nan, 1 / 9])
    (found,) = replay(record([rate], classes=2), np.array(GIVEN_UP, dtype=float), np.ones(2)).values()
    np.testing.assert_allclose(found.value, [np.nan, 1 / 9])


@pytest.mark.usefixtures("own_metrics")
def test_who_gives_up_a_class_does_not_win_by_a_worst_value_without_bound():
    """Misses per hit of 10, 10, 10 items: never finding class 2 is worse than finding 2 of it, but has no number."""
    rate = sy.metric(per_class=True, id="own", range=(0, INFINITY), direction="lower")(lambda c: c.fn / c.tp)
    sy.metric(averages=True, id="mean_own", range=(0, INFINITY), direction="lower")(lambda c: c.mean(rate))
    gave_up, tries = [[5, 3, 2], [4, 6, 0], [7, 3, 0]], [[5, 3, 2], [4, 6, 0], [5, 3, 2]]
    stack = sy.Confusion(np.stack([gave_up, tries]), axes={"model": ["gave up", "tries"]})
    (found,) = standings(sy.evaluate(stack, metrics="mean_own").measured, stack, chosen=False)
    np.testing.assert_allclose(found.values["worst"], [np.nan, (1 + 2 / 3 + 4) / 3])
    assert not found.best


@pytest.mark.usefixtures("own_metrics")
@pytest.mark.parametrize(("sign", "direction", "ends"), [(1, "higher", (0, INFINITY)), (-1, "lower", (-INFINITY, 0))])
def test_infinitely_good_is_no_failure_and_leaves(sign, direction, ends):
    """Hits per false alarm: classes 0 and 2 have no false alarms, class 1 has 5 hits and 1 false alarm."""
    m = [[5, 0, 0], [0, 5, 0], [0, 1, 8]]
    rate = sy.metric(per_class=True, id="own", range=ends, direction=direction)(lambda c: sign * c.tp / c.fp)
    sy.metric(averages=True, id="mean_own", range=ends, direction=direction)(lambda c: c.mean(rate))
    np.testing.assert_array_equal(rate(m), [np.nan, sign * 5, np.nan])
    assert averaged(rate, m) == sign * 5
    score = sy.evaluate(m, metrics=["mean_own"])["mean_own"]
    assert score.undefined == (0, 2)
    assert str(score.note) == (
        "classes 0 and 2 (67 % of the weight) are left out of one of the averages: its formula gives no finite number"
    )
    exact = [None if value is None else float(value) for value in exact_values(rate, m)]
    assert exact == [None, sign * 5, None]


# Everywhere the same.


@pytest.mark.parametrize("policy", ["worst", "exclude", "zero", "nan"])
@pytest.mark.parametrize(
    "name", ["precision", "npv", "markedness", "macro_precision", "f_of_averages", "one_point_aurpc_ova", "g_mean"]
)
def test_recorded_and_exact_values_follow(name, policy):
    for m in (GIVEN_UP, PREDICTED_ONLY, NEITHER, ONE_CLASS_HAS_ALL):
        C = len(m)
        expected = np.atleast_1d(sy.metrics[name](m, undefined=policy))
        program = record([name], classes=C, policy=policy)
        (found,) = replay(program, np.array(m, dtype=float), np.ones(C)).values()
        np.testing.assert_allclose(np.ravel(found.value), expected, rtol=1e-15)
        exact = [np.nan if value is None else float(value) for value in exact_values(name, m, policy=policy)]
        np.testing.assert_allclose(exact, expected, rtol=1e-15)


def test_large_sparse_matrices_follow():
    C = 500
    few = np.arange(C) % 3 > 0
    truth = np.repeat(np.arange(C), 4)
    predicted = np.where(few[truth], truth, (truth + 1) % C)
    cm = sy.Confusion.from_labels(truth, predicted, labels=range(C))
    assert cm.is_sparse or len(cm.labels) == C
    assert sy.metrics.macro_precision(cm) == pytest.approx(theirs(precision_score, truth, predicted))


def test_the_score_says_which_class_was_given_up():
    cm = sy.Confusion([[0, 10, 0], [0, 90, 0], [0, 0, 0]], labels=["ill", "well", "other"])
    score = sy.evaluate(cm, metrics=["macro_precision"])["macro_precision"]
    assert score.undefined == ("ill", "other")
    assert str(score.note) == (
        "class 'ill' (33 % of the weight) has items and is never predicted: its precision counts as 0; "
        "class 'other' (33 % of the weight) is left out: the class has neither items nor predictions (t = p = 0)"
    )


def test_several_classes_and_what_is_built_from_averages():
    cm = sy.Confusion([[0, 0, 5], [0, 0, 5], [0, 0, 90]], labels=["a", "b", "c"])
    found = sy.evaluate(cm, metrics=["macro_precision", "f_of_averages"])
    assert str(found["macro_precision"].note) == (
        "classes 'a' and 'b' (67 % of the weight) have items and are never predicted: their precision counts as 0"
    )
    assert str(found["f_of_averages"].note) == (
        "classes 'a' and 'b' (67 % of the weight) have items and are never predicted: this counts as the worst"
    )
