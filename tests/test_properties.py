"""Identities that hold for all counts, searched for counterexamples."""

from functools import reduce
from operator import add

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import steelyard as sy
from averaged import averaged

M = sy.metrics
COUNTS = st.one_of(st.integers(0, 3), st.integers(0, 50), st.integers(0, 10**9))


def matrices(least=2, most=5, elements=COUNTS):
    return st.integers(least, most).flatmap(lambda C: arrays(np.int64, (C, C), elements=elements, fill=st.nothing()))


@st.composite
def present(draw, least=2, most=5):
    """Counts in which every class has items."""
    m = draw(matrices(least, most))
    m[np.arange(len(m)), draw(st.permutations(range(len(m))))] += 1
    return m


@st.composite
def weighted(draw):
    """Counts in which every class has items, and a weight for each class."""
    m = draw(present())
    w = np.array(draw(st.lists(st.floats(1e-3, 1), min_size=len(m), max_size=len(m))))
    return m, w / w.sum()


def close(a, b):
    np.testing.assert_allclose(a, b, rtol=1e-12, atol=1e-12, equal_nan=True)


# Shares.


@given(present())
def test_mprecision_is_precision_at_uniform_shares(m):
    close(M.mprecision(m), M.precision(sy.Confusion(m).at_shares("uniform")))


@given(weighted())
def test_maurpc_ova_is_aurpc_ova_at_uniform_shares(given_both):
    m, w = given_both
    close(M.one_point_maurpc_ova(m), M.one_point_aurpc_ova(sy.Confusion(m).at_shares("uniform")))
    close(
        M.one_point_maurpc_ova(m, importance=w),
        M.one_point_aurpc_ova(sy.Confusion(m).at_shares("uniform"), importance=w),
    )


@given(weighted())
def test_weighted_balanced_accuracy_is_accuracy_at_those_shares(given_both):
    m, w = given_both
    close(M.balanced_accuracy(m, importance=w), M.accuracy(sy.Confusion(m).at_shares(w)))
    close(M.balanced_accuracy(m, importance=w), M["accuracy at importance"](m, importance=w))


@given(matrices())
def test_importance_by_prevalence_gives_accuracy_back(m):
    assume(m.sum() > 0)
    close(M.balanced_accuracy(m, importance="prevalence"), M.accuracy(m))


@given(weighted())
def test_at_shares_gives_the_asked_shares_and_keeps_the_total_and_the_classifier(given_both):
    m, w = given_both
    cm = sy.Confusion(m)
    other = cm.at_shares(w)
    np.testing.assert_allclose(other.support / other.total, w, rtol=1e-12)
    np.testing.assert_allclose(other.total, cm.total, rtol=1e-12)
    close(M.recall(other), M.recall(cm))
    assert other.labels == cm.labels


@given(weighted())
def test_at_shares_twice_is_at_shares_once(given_both):
    m, w = given_both
    once = sy.Confusion(m).at_shares(w)
    np.testing.assert_allclose(once.at_shares(w).counts, once.counts, rtol=1e-12)
    np.testing.assert_allclose(once.at_shares("uniform").at_shares(w).counts, once.counts, rtol=1e-12)


@given(weighted(), st.data())
def test_what_mullick_et_al_call_condition_1(given_both, data):
    """Changing the class sizes while the classifier stays the same leaves these as they are (their Theorems 1 to 4)."""
    m, w = given_both
    scale = np.array(data.draw(st.lists(st.integers(1, 1000), min_size=len(m), max_size=len(m))))
    for name in (
        "recall",
        "mprecision",
        "one_point_maurpc",
        "balanced_accuracy",
        "g_mean",
        "one_point_auroc_ovo",
        "one_point_maurpc_ova",
    ):
        close(M[name](m * scale[:, None], importance=w), M[name](m, importance=w))


# Averages.


@given(present())
def test_auroc_ovo_is_linear_in_balanced_accuracy(m):
    C = len(m)
    close(
        M.one_point_auroc_ovo(m), C / (2 * (C - 1)) * M.balanced_accuracy(m) + (C - 2) / (2 * (C - 1))
    )  # Mullick et al., eq. 15


@given(present())
def test_normalising_the_two_aurocs(m):
    one = np.ones(len(m))
    close(M.one_point_auroc_ovo.normalised(M.one_point_auroc_ovo(m), one), M.balanced_accuracy(m))
    close(M.one_point_auroc_ova.normalised(M.one_point_auroc_ova(m), one), M.one_point_nauroc_ova(m))


@given(matrices())
def test_uniform_importance_is_the_macro_mean(m):
    for metric in M.values():
        if metric.kind == "average":
            rate = M[metric.average_of](m)
            known = rate[~np.isnan(rate)]
            close(metric(m, importance="uniform"), known.mean() if len(known) else np.nan)
            close(averaged(metric.average_of, m), metric(m))


@given(weighted())
def test_all_importance_on_one_class_is_the_rate_of_that_class(given_both):
    m, _ = given_both
    only = np.eye(len(m))
    for metric in M.values():
        if metric.kind == "average":
            close([metric(m, importance=w) for w in only], M[metric.average_of](m))


@given(weighted())
def test_the_two_ways_to_average_recall_and_specificity_agree(given_both):
    m, w = given_both  # every class has items, so no class leaves either average
    both = M.balanced_accuracy(m, importance=w) + M.macro_specificity(m, importance=w)
    close(M.one_point_auroc_ova(m, importance=w), both / 2)


def test_micro_averages_are_accuracy():
    for alias in ("micro_recall", "micro_precision", "micro_f", "Rec_mu", "Prec_mu", "F_1mu"):
        assert M[alias] is M.accuracy


@given(weighted())
def test_means_keep_their_order(given_both):
    m, w = given_both
    slack = 1e-12
    assert M.g_mean(m, importance=w) <= M.balanced_accuracy(m, importance=w) + slack
    assert M.cba(m, importance=w) <= M.balanced_accuracy(m, importance=w) + slack
    P, R = M.precision(m), M.recall(m)
    known = ~np.isnan(P)
    low, high = np.minimum(P, R)[known], np.maximum(P, R)[known]
    assert (low - slack <= M.f(m)[known]).all()
    assert (M.f(m)[known] <= M.g_score(m)[known] + slack).all()
    assert (M.g_score(m)[known] <= M.one_point_aurpc(m)[known] + slack).all()
    assert (M.one_point_aurpc(m)[known] <= high + slack).all()
    close(M.balance(m)[known], low)


# Relations between metrics.


@given(matrices())
def test_relations_between_rates(m):
    """Also of a class that was given up, of which both sides are the worst."""
    f = M.f(m)
    close(M.jaccard(m), f / (2 - f))
    close(M.informedness(m), 2 * M.one_point_auroc(m) - 1)
    close(M.one_point_aurpc(m) * 2, M.recall(m) + M.precision(m))
    close(M.expected_cost(m), 1 - M.accuracy(m))


@given(matrices())
def test_swapping_truth_and_prediction(m):
    for one, other in (("recall", "precision"), ("specificity", "npv"), ("informedness", "markedness")):
        close(M[one](m.T, undefined="nan"), M[other](m, undefined="nan"))  # whose doing it is, turns, too
    rates = "f g_score one_point_aurpc balance jaccard class_accuracy exact_class_accuracy"
    for name in f"{rates} accuracy kappa mcc cen mcen weighted_kappa".split():
        close(M[name](m.T, undefined="nan"), M[name](m, undefined="nan"))


@given(arrays(np.int64, (2, 2), elements=COUNTS, fill=st.nothing()))
def test_two_classes_give_the_textbook_indices(m):
    """The entry of the positive class is the binary index of the seeds (Mullick et al., eq. 2 to 9; LMU lecture)."""
    (tp, fn), (fp, tn) = m.tolist()
    assume(tp + fn and fp + tn and tp + fp and tn + fn)
    positive = {name: M[name](m)[0] for name in M if M[name].kind == "rate"}
    recall, specificity, precision = tp / (tp + fn), tn / (fp + tn), tp / (tp + fp)
    close(positive["recall"], recall)
    close(positive["specificity"], specificity)
    close(positive["rest_recall"], specificity)
    close(positive["precision"], precision)
    close(positive["npv"], tn / (tn + fn))
    close(positive["f"], 2 * tp / (2 * tp + fp + fn))
    close(positive["g_score"], (precision * recall) ** 0.5)
    close(positive["class_g_mean"], (recall * specificity) ** 0.5)
    close(positive["one_point_auroc"], (recall + specificity) / 2)
    close(positive["one_point_aurpc"], (recall + precision) / 2)
    rate, alarm = tp / (tp + fn), fp / (fp + tn)
    mprecision = rate / (rate + alarm) if rate + alarm else np.nan
    close(positive["mprecision"], mprecision)
    close(positive["one_point_maurpc"], (recall + mprecision) / 2)
    close(positive["class_accuracy"], (tp + tn) / (tp + fn + fp + tn))
    close(positive["jaccard"], tp / (tp + fp + fn))
    close(positive["balance"], tp / max(tp + fn, tp + fp))
    close(M.g_mean(m), (recall * specificity) ** 0.5)
    close(M.balanced_accuracy(m), (recall + specificity) / 2)
    close(M.weighted_kappa(m), M.kappa(m))
    spread = float((tp + fn) * (tp + fp) * (tn + fn) * (tn + fp)) ** 0.5
    close(M.mcc(m), (tp * tn - fp * fn) / spread)
    close(M.mcc(m) ** 2, positive["informedness"] * positive["markedness"])


# The counts.


@st.composite
def labelled(draw, size=None):
    """A matrix over some of the classes a to g, in some order."""
    labels = draw(st.lists(st.sampled_from("abcdefg"), min_size=size or 1, max_size=size or 4, unique=True))
    C = len(labels)
    return sy.Confusion(draw(arrays(np.int64, (C, C), elements=st.integers(0, 9), fill=st.nothing())), labels)


@given(labelled(), labelled())
def test_addition_commutes_up_to_the_order_of_labels(a, b):
    assert (b + a).reorder((a + b).labels) == a + b
    assert (a + b).total == a.total + b.total
    assert set((a + b).labels) == {*a.labels, *b.labels}


@given(labelled(), labelled(), labelled())
def test_addition_is_associative(a, b, c):
    assert (a + b) + c == a + (b + c)
    assert sum([a, b, c]) == reduce(add, [a, b, c])


@given(labelled())
def test_adding_nothing_changes_nothing(a):
    nothing = sy.Confusion(np.zeros_like(a.counts), a.labels)
    assert a + nothing == a
    assert a + 0 == a


@given(labelled(), st.data())
def test_collapse_keeps_items_and_adds_supports(cm, data):
    merged = data.draw(st.lists(st.sampled_from(cm.labels), unique=True, min_size=1))
    smaller = cm.collapse({"group": merged})
    assert smaller.total == cm.total
    assert len(smaller.labels) == len(cm.labels) - len(merged) + 1
    rows = [cm.labels.index(label) for label in merged]
    at = smaller.labels.index("group")
    assert smaller.support[at] == cm.support[rows].sum()
    assert smaller.predicted[at] == cm.predicted[rows].sum()
    assert smaller.counts[at, at] == cm.counts[np.ix_(rows, rows)].sum()
    for label in set(cm.labels) - set(merged):
        assert smaller.support[smaller.labels.index(label)] == cm.support[cm.labels.index(label)]


@given(labelled(), st.data())
def test_collapsing_never_loses_accuracy(cm, data):
    assume(cm.total > 0)
    merged = data.draw(st.lists(st.sampled_from(cm.labels), unique=True, min_size=1))
    assert M.accuracy(cm.collapse({"group": merged})) >= M.accuracy(cm)


@given(labelled(), st.data())
def test_reorder_and_back(cm, data):
    order = data.draw(st.permutations(cm.labels))
    other = cm.reorder(order)
    assert other.labels == tuple(order)
    assert other.reorder(cm.labels) == cm
    for label in cm.labels:
        assert other.support[other.labels.index(label)] == cm.support[cm.labels.index(label)]


@given(labelled())
def test_a_stored_matrix_comes_back(cm):
    assert sy.Confusion.from_dict(cm.to_dict()) == cm


@given(st.lists(arrays(np.int64, (3, 3), elements=st.integers(0, 99), fill=st.nothing()), min_size=1, max_size=4))
def test_a_stack_pools_to_the_sum_of_its_slices(parts):
    stack = sy.Confusion(np.array(parts))
    assert stack.pooled() == sum(stack) == sy.Confusion(sum(parts))


@pytest.mark.parametrize("importance", ["rarity", "complement", "prevalence", "0 < 1 < 2", {0: 0.7}])
@given(m=present(3, 3))
def test_importance_is_resolved_once_on_the_pooled_counts(importance, m):
    """Slices of one evaluation share one set of weights, so their scores compare."""
    stack = np.stack([m, m[::-1, ::-1] + 1])
    w = sy.importance.as_importance(importance).weights(sy.Confusion(stack).pooled())
    close(M.balanced_accuracy(stack, importance=importance), [M.balanced_accuracy(one, importance=w) for one in stack])
