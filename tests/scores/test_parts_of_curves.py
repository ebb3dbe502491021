"""Parts of curves: partial areas beside scikit-learn, the area under interpolated precision and recall, lift, top k."""

import numpy as np
import pytest
from scipy.integrate import quad
from sklearn import metrics as peer

import steelyard as sy
from steelyard.scores.certainty import Sample
from steelyard.scores.slopes import Ranking, area_under_pr, lift_at_share

CLOSE = 1e-12


def problem(seed, n=200):
    """Return which items are of the class, scores with or without ties, and weights or none."""
    rng = np.random.default_rng([seed, 5])
    positive = np.arange(n) < rng.integers(5, n // 2)
    scores = rng.normal(positive * rng.random() * 2, 1.0)
    if seed % 2:
        scores = np.round(scores * 2)
    return positive, scores, rng.integers(1, 5, n).astype(float) if seed % 3 == 0 else None


def value(positive, scores, weights, metric, **how):
    result = sy.scores.evaluate(positive, scores, positive=True, form="ranks", metrics=metric, weights=weights, **how)
    return result[metric]


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("max_fpr", [0.01, 0.1, 0.37, 1.0])
def test_partial_areas_as_scikit_learn_has_them(seed, max_fpr):
    positive, scores, weights = problem(seed)
    ours = value(positive, scores, weights, f"roc_auc to fpr {max_fpr}")
    theirs = peer.roc_auc_score(positive, scores, max_fpr=max_fpr, sample_weight=weights)
    assert ours.value == pytest.approx(theirs, abs=CLOSE)
    assert ours.low <= ours.value <= ours.high <= 1


def test_the_whole_area_is_a_part_of_itself():
    positive, scores, _ = problem(2)
    whole, part = (value(positive, scores, None, name) for name in ("roc_auc", "partial_auc(max_fpr=1)"))
    assert (part.value, part.low, part.high) == pytest.approx((whole.value, whole.low, whole.high), abs=1e-9)


def interpolated(positive, scores, weights):
    """Return the area by Davis & Goadrich's interpolation, each piece integrated numerically."""
    weights = np.ones(len(scores)) if weights is None else weights
    area = right = wrong = 0.0
    for level in sorted(set(scores.tolist()), reverse=True):
        here = scores == level
        hits, alarms = weights[here & positive].sum(), weights[here & ~positive].sum()

        def precision(more, right=right, wrong=wrong, slope=alarms / hits if hits else 0.0):
            taken = right + wrong + more * (1 + slope)
            return (right + more) / taken if taken else 1 / (1 + slope)

        area += quad(precision, 0, hits, epsabs=1e-13)[0] if hits else 0.0
        right, wrong = right + hits, wrong + alarms
    return area / right


@pytest.mark.parametrize("seed", range(12))
def test_the_area_under_precision_and_recall_by_numerical_integration(seed):
    positive, scores, weights = problem(seed)
    ours = value(positive, scores, weights, "auprc")
    assert ours.metric == "pr_auc"
    assert ours.value == pytest.approx(interpolated(positive, scores, weights), abs=1e-9)


def test_the_example_of_davis_and_goadrich():
    """Their figure 6: 20 positive items; (TP, FP) = (5, 5) and then (10, 30), between which FP grows by 5 for each."""
    positive = np.repeat([True, False, True, False, True, False], [5, 5, 5, 25, 10, 1950])
    scores = np.repeat([3.0, 2.0, 1.0], [10, 30, 1960])
    start = 5 / 20 * 0.5
    middle = sum(quad(lambda x: (5 + x) / (10 + 6 * x), i, i + 1)[0] for i in range(5)) / 20
    slope = 195
    end = quad(lambda x: (10 + x) / (40 + (1 + slope) * x), 0, 10)[0] / 20
    # their points between: precision 6/16, 7/22, 8/28 and 9/34 at recall .30 to .45
    assert [(5 + x) / (10 + 6 * x) for x in range(1, 5)] == [6 / 16, 7 / 22, 8 / 28, 9 / 34]
    ours = area_under_pr(Ranking(scores, positive, np.ones(2000))).value
    assert ours == pytest.approx(start + middle + end, abs=1e-9)


def test_lift_by_counting():
    positive, scores, _ = problem(4)
    top = np.argsort(scores)[::-1][:20]
    ours = value(positive, scores, None, "lift at 10 %")
    assert ours.value == pytest.approx(positive[top].mean() / positive.mean(), abs=CLOSE)
    assert ours.metric == "lift at 10 %"


def test_lift_of_ties_is_what_chance_gives():
    """Four equal scores for two places, one of them of the class: half an item is found."""
    positive, scores = np.array([1, 0, 0, 0, 1, 0, 0, 0]) > 0, np.array([2.0] * 4 + [1.0] * 4)
    assert value(positive, scores, None, "lift at 25 %").value == pytest.approx((0.5 / 2) / (2 / 8))


def test_lift_at_other_class_shares():
    """Twice the weight for items of the class is the same as each of them twice."""
    positive, scores, _ = problem(4)
    twice = np.concatenate([np.arange(200), np.flatnonzero(positive)])
    share = positive[twice].mean()
    stated = value(positive, scores, None, "lift at 10 %", shares={True: share})
    assert stated.value == pytest.approx(value(positive[twice], scores[twice], None, "lift at 10 %").value, abs=CLOSE)


@pytest.mark.parametrize("share", [0.05, 0.2])
def test_the_slopes_of_lift_have_the_spread_of_a_bootstrap(share):
    rng = np.random.default_rng(8)
    positive = np.arange(4000) < 400
    scores = rng.normal(1.2 * positive, 1.0)
    sloped = lift_at_share(Ranking(scores, positive, np.ones(4000)), share)
    sample = Sample(positive.astype(np.intp), np.ones(4000), np.bincount(positive))
    ours = np.sqrt(sample.covariance(sloped.slopes, sloped.slopes).sum())
    drawn = [
        positive[at][np.argsort(-scores[at], kind="stable")[: int(4000 * share)]].mean() / positive[at].mean()
        for at in (rng.integers(0, 4000, 4000) for _ in range(1000))
    ]
    assert ours == pytest.approx(np.std(drawn), rel=0.12)


@pytest.mark.parametrize("k", [1, 2, 4, 7])
def test_any_k(k):
    rng = np.random.default_rng(k)
    truth = np.concatenate([np.arange(9), rng.integers(0, 9, 300)])
    given = rng.dirichlet(np.ones(9), len(truth))
    ours = sy.scores.evaluate(truth, given, metrics=f"top_{k}_recall")[f"top_{k}_accuracy"]
    assert ours.value == pytest.approx(peer.top_k_accuracy_score(truth, given, k=k), abs=CLOSE)
    assert ours.metric == f"top_{k}_recall"


def test_equal_scores_are_among_any_k_by_chance():
    for k in (1, 3, 4, 6):
        name = f"top_{k}_recall"
        assert sy.scores.evaluate([0, 1, 2, 3], np.full((4, 4), 0.25), metrics=name)[name].value == min(k / 4, 1)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("top_0_recall", "k must be a whole number of at least 1, not 0"),
        ("top_k_recall(k=1.5)", "not 1.5"),
        ("top_k_recall(k=1e400)", "not inf"),
        ("top_k_recall(k=two)", "cannot read the number"),
        ("top_k_recall(n=2)", "has no parameter 'n'; its parameters are: k"),
        ("roc_auc(k=2)", "its parameters are: none"),
        ("roc_auc to fpr 0", "max_fpr must be a share above 0 and at most 1, not 0"),
        ("lift at 200 %", "share must be a share above 0 and at most 1, not 2"),
        ("expected_calibration_error(bins=0)", "bins must be a whole number"),
    ],
)
def test_bad_parameters(name, message):
    with pytest.raises(ValueError, match=message.replace("(", r"\(")):
        sy.scores.metrics[name]


@pytest.mark.parametrize("name", [metric.at(**metric.parameters).name for metric in sy.scores.metrics.values()])
def test_a_name_that_is_printed_is_understood(name):
    assert sy.scores.metrics[name].name == name
