"""Score metrics beside scikit-learn, definitions in exact fractions, and identities."""

from fractions import Fraction
from functools import partial
from itertools import product

import numpy as np
import pytest
from scipy.stats import kurtosis
from sklearn import metrics as peer

import steelyard as sy
from steelyard.scores.certainty import Sample, normal_items
from steelyard.scores.measured import measured
from steelyard.scores.slopes import Ranking, area_under_pr, area_under_roc, average_precision, partial_area_under_roc

CLOSE = 1e-12


def problem(seed):
    """Return truth, probabilities and perhaps weights: 2 to 6 classes, skewed, with many or few ties."""
    rng = np.random.default_rng(seed)
    classes, n = int(rng.integers(2, 7)), int(rng.integers(30, 300))
    shares = rng.dirichlet(np.full(classes, 0.7))
    truth = np.concatenate([np.arange(classes), rng.choice(classes, n, p=shares)])  # each class has an item
    given = rng.dirichlet(np.ones(classes), len(truth)) + 0.3 * rng.random() * np.eye(classes)[truth]
    if seed % 3 == 0:  # ties
        given = np.ceil(given * 4)
    given = given / given.sum(axis=1, keepdims=True)
    weights = rng.integers(1, 5, len(truth)).astype(float) if seed % 2 else None
    return truth, given, weights


SEEDS = [pytest.param(seed, marks=pytest.mark.slow) if seed >= 100 else seed for seed in range(300)]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_same_as_scikit_learn(seed):
    truth, given, weights = problem(seed)
    classes = given.shape[1]
    one_hot = np.eye(classes)[truth]
    names = ["roc_auc", "average_precision", "log_loss", "brier"]
    result = sy.scores.evaluate(truth, given, metrics=names, weights=weights)
    by_class = [peer.roc_auc_score(one_hot[:, k], given[:, k], sample_weight=weights) for k in range(classes)]
    assert result["roc_auc"].value == pytest.approx(np.mean(by_class), abs=CLOSE)
    assert [row.value for row in result["roc_auc"].classes] == pytest.approx(by_class, abs=CLOSE)
    if classes > 2:
        ovr = peer.roc_auc_score(truth, given, multi_class="ovr", sample_weight=weights)
        assert result["roc_auc"].value == pytest.approx(ovr, abs=CLOSE)
        by_size = sy.scores.evaluate(truth, given, "prevalence", "roc_auc", weights=weights)["roc_auc"].value
        ovr = peer.roc_auc_score(truth, given, multi_class="ovr", average="weighted", sample_weight=weights)
        assert by_size == pytest.approx(ovr, abs=CLOSE)
    precision = peer.average_precision_score(one_hot, given, sample_weight=weights)
    assert result["average_precision"].value == pytest.approx(precision, abs=CLOSE)
    assert result["log_loss"].value == pytest.approx(peer.log_loss(truth, given, sample_weight=weights), abs=CLOSE)
    brier = peer.brier_score_loss(truth, given, sample_weight=weights, labels=range(classes))  # halved of two classes
    assert result["brier"].value == pytest.approx(brier, abs=CLOSE)


@pytest.mark.parametrize("seed", SEEDS)
def test_pairs_as_scikit_learn_has_them(seed):
    truth, given, _ = problem(seed)
    if given.shape[1] == 2:
        return
    ours = sy.scores.evaluate(truth, given, metrics="roc_auc_ovo")["roc_auc_ovo"].value
    assert ours == pytest.approx(peer.roc_auc_score(truth, given, multi_class="ovo"), abs=CLOSE)


@pytest.mark.parametrize("seed", range(1, 300, 3))  # without ties, which scikit-learn gives to the later class
def test_top_k_as_scikit_learn_has_it(seed):
    truth, given, weights = problem(seed)
    if given.shape[1] < 4:
        return
    ours = sy.scores.evaluate(truth, given, metrics="top_3_recall", weights=weights)["top_3_recall"].value
    assert ours == pytest.approx(peer.top_k_accuracy_score(truth, given, k=3, sample_weight=weights), abs=CLOSE)


def test_equal_scores_are_among_the_highest_by_chance():
    ours = sy.scores.evaluate([0, 1, 2, 3], np.full((4, 4), 0.25), metrics="top_2_recall")["top_2_recall"].value
    assert ours == 0.5


def test_two_classes_with_one_column():
    rng = np.random.default_rng(5)
    truth = rng.random(200) < 0.2
    p = np.clip(0.3 * truth + rng.random(200) * 0.7, 0, 1)
    words = np.where(truth, "fraud", "ok")
    result = sy.scores.evaluate(words, p, positive="fraud")
    assert result["roc_auc"].value == pytest.approx(peer.roc_auc_score(truth, p), abs=CLOSE)
    assert result["average_precision"].value == pytest.approx(peer.average_precision_score(truth, p), abs=CLOSE)
    assert result["log_loss"].value == pytest.approx(peer.log_loss(truth, p), abs=CLOSE)
    assert result["brier"].value == pytest.approx(peer.brier_score_loss(truth, p), abs=CLOSE)


def exact_delong(scores, positive):
    """Return the area and DeLong's variance by their definitions, over all pairs, in fractions."""
    mine, others = ([s for s, p in zip(scores, positive, strict=True) if p == side] for side in (True, False))
    beats = {(x, y): Fraction((x > y) * 2 + (x == y), 2) for x, y in product(mine, others)}
    area = sum(beats[x, y] for x in mine for y in others) / Fraction(len(mine) * len(others))
    ten = [sum(beats[x, y] for y in others) / len(others) for x in mine]
    one = [sum(beats[x, y] for x in mine) / len(mine) for y in others]
    variances = [sum((v - area) ** 2 for v in vs) / (len(vs) - 1) / len(vs) for vs in (ten, one)]
    return area, sum(variances)


@pytest.mark.parametrize("seed", range(20))
def test_delong_by_its_definition_in_fractions(seed):
    rng = np.random.default_rng(seed)
    scores, positive = rng.integers(0, 8, 40), np.arange(40) < rng.integers(3, 37)
    sloped = area_under_roc(Ranking(scores.astype(float), positive, np.ones(40)))
    sample = Sample(positive.astype(np.intp), np.ones(40), np.bincount(positive.astype(int)))
    area, variance = exact_delong(scores.tolist(), positive.tolist())
    assert sloped.value == pytest.approx(float(area), abs=1e-15)
    assert sample.covariance(sloped.slopes, sloped.slopes).sum() == pytest.approx(float(variance), rel=1e-12)


@pytest.mark.parametrize(
    "kernel", [area_under_roc, average_precision, area_under_pr, partial(partial_area_under_roc, max_fpr=0.37)]
)
def test_slopes_are_derivatives(kernel):
    """By the weight of each item: the central difference of the value itself."""
    rng = np.random.default_rng(1)
    scores, positive, weights = rng.integers(0, 9, 30).astype(float), rng.random(30) < 0.3, rng.random(30) + 0.5
    slopes = kernel(Ranking(scores, positive, weights)).slopes
    for i in range(30):
        step = np.where(np.arange(30) == i, 1e-6, 0)
        up, down = (kernel(Ranking(scores, positive, weights + sign * step)).value for sign in (1, -1))
        assert slopes[i] == pytest.approx((up - down) / 2e-6, abs=1e-7)


def test_average_precision_follows_class_shares_and_the_area_does_not():
    """Mullick et al.'s Condition 1 for scores: shown, not said."""
    rng = np.random.default_rng(2)
    truth = np.repeat([0, 1], [900, 100])
    p = 1 / (1 + np.exp(-(rng.normal(0, 1, 1000) + 1.5 * truth)))
    twice = np.concatenate([np.arange(1000), np.arange(900)])  # each item of class 0 once more
    names = ["roc_auc", "average_precision"]
    counted = [sy.scores.evaluate(truth[at], p[at], positive=1, metrics=names) for at in (np.arange(1000), twice)]
    stated = [
        sy.scores.evaluate(truth[at], p[at], positive=1, metrics=names, shares="uniform")
        for at in (np.arange(1000), twice)
    ]
    assert counted[0]["roc_auc"].value == pytest.approx(counted[1]["roc_auc"].value, abs=CLOSE)
    assert counted[0]["average_precision"].value > counted[1]["average_precision"].value + 0.05
    assert stated[0]["average_precision"].value == pytest.approx(stated[1]["average_precision"].value, abs=CLOSE)


def test_stated_shares_are_weights_of_items():
    rng = np.random.default_rng(3)
    truth, given, _ = problem(4)
    shares = rng.dirichlet(np.ones(given.shape[1]))
    weights = (shares / np.bincount(truth))[truth]
    names = ["roc_auc", "average_precision", "log_loss", "brier"]
    ours = sy.scores.evaluate(truth, given, metrics=names, shares=shares)
    theirs = sy.scores.evaluate(truth, given, metrics=names, weights=weights)
    for name in names:
        assert ours[name].value == pytest.approx(theirs[name].value, abs=CLOSE)


def test_slopes_at_stated_shares_leave_class_sizes_out():
    truth, given, _ = problem(4)
    scores = sy.scores.Scores.of(truth, given)
    classes = given.shape[1]
    shares = np.full(classes, 1 / classes)
    for name in sy.scores.metrics:
        result = measured(sy.scores.metrics[name], scores, "model", shares, shares)
        by_class = np.bincount(truth, weights=result.slopes)
        assert by_class == pytest.approx(np.zeros(classes), abs=1e-12), name


def test_importance_weighs_classes_and_pairs():
    truth, given, _ = problem(4)
    weights = np.arange(1.0, given.shape[1] + 1)
    names = ["roc_auc", "log_loss at importance", "log_loss"]
    result = sy.scores.evaluate(truth, given, importance=weights, metrics=names)
    rows = [row.value for row in result["roc_auc"].classes]
    assert result["roc_auc"].value == pytest.approx(np.average(rows, weights=weights), abs=CLOSE)
    expected = sy.decisions.log_loss(truth, given, labels=range(given.shape[1]), importance=weights)
    assert result["log_loss at importance"].value == pytest.approx(expected, abs=CLOSE)
    assert result["log_loss"].value == pytest.approx(peer.log_loss(truth, given), abs=CLOSE)


def test_the_ranked_probability_score_by_hand():
    """(0.5 − 1)² and (0.8 − 1)², over two thresholds; classes in their order."""
    result = sy.scores.evaluate([0], [[0.5, 0.3, 0.2]], labels=[0, 1, 2], metrics="rps")
    assert result["rps"].value == pytest.approx((0.25 + 0.04) / 2)


BEST = {  # where a perfect model does not reach an end of the range: Σ over classes of 5, 20 and 50 of 75 items, / 3
    "lift_at_share": (10 + 75 / 20 + 75 / 50) / 3,  # all items of the class among the highest tenth, or all of these
    "brier_discrimination": 0.16,  # (70 · 5 + 55 · 20 + 25 · 50) / 75² / 3
    "brier_uncertainty": 0.16,
}


@pytest.mark.parametrize("name", sy.scores.metrics)
def test_a_perfect_model_has_the_best_value_and_an_interval_with_width(name):
    truth = np.repeat([0, 1, 2], [5, 20, 50])
    metric = sy.scores.metrics[name]
    at = metric.at(k=1) if name == "top_k_recall" else metric  # all three classes are among three
    best = sy.scores.evaluate(truth, np.eye(3)[truth], metrics=at)[at.name]
    worse = sy.scores.evaluate(truth, np.full((75, 3), 1 / 3), metrics=at)[at.name]
    assert best.value == pytest.approx(BEST.get(name, metric.range[metric.direction == "higher"]), abs=CLOSE)
    if name != "brier_uncertainty":  # of the items, whatever the model
        assert (best.value > worse.value) == (metric.direction == "higher")
    if metric.direction == "higher" and metric.sure:
        assert best.low < best.value <= best.high <= metric.range[1]
    else:
        assert np.isnan(best.low)  # a loss of 0: how far it may be off, items do not tell


def test_two_models_as_delong_tests_them():
    """p of the difference by the definition: its variance is that of the differences of placements."""
    rng = np.random.default_rng(7)
    truth = np.repeat([0, 1], [60, 30])
    a, b = rng.normal(truth, 1), rng.normal(0.3 * truth, 1)
    result = sy.scores.compare(truth, {"a": a, "b": b}, positive=1, metrics="roc_auc", form="ranks")["roc_auc"]
    mine, others = truth == 1, truth == 0
    beats = [(x[mine][:, None] > x[others]).astype(float) for x in (a, b)]
    difference = beats[0] - beats[1]
    rows, columns = difference.mean(axis=1), difference.mean(axis=0)
    variance = rows.var(ddof=1) / 30 + columns.var(ddof=1) / 60
    assert result.difference == pytest.approx(difference.mean(), abs=CLOSE)
    assert (result.high - result.low) / 2 == pytest.approx(1.96 * np.sqrt(variance), rel=0.05)
    assert result.better == "a"


@pytest.mark.parametrize("draw", ["normal", "exponential", "uniform"])
def test_as_many_normal_items_tell_a_variance_as_its_fourth_moment_says(draw):
    """2n / (kurtosis − 1): normal items as many as there are, skewed ones fewer, bounded ones more."""
    moved = getattr(np.random.default_rng(0), draw)(size=100_000)
    moved -= moved.mean()
    sample = Sample(np.zeros(len(moved), dtype=int), np.ones(len(moved)), np.array([len(moved)]))
    known = 2 * len(moved) / (kurtosis(moved, fisher=False) - 1)
    assert sample.normal_items(moved) == pytest.approx(known)
    assert sample.normal_items(moved) / len(moved) == pytest.approx(
        {"normal": 1, "exponential": 1 / 4, "uniform": 2.5}[draw], rel=0.1
    )


def test_items_that_all_move_alike_tell_their_variance_for_sure():
    assert normal_items(4.0, 4.0, 4) == np.inf
    assert normal_items(0.0, 0.0, 4) == np.inf


def test_an_interval_is_wider_where_one_item_makes_most_of_a_loss():
    truth = [0] * 50 + [1] * 50
    sure = np.where(np.array(truth) == 1, 0.99, 0.01)
    mistaken, doubtful = sure.copy(), np.where(np.array(truth) == 1, 0.95, 0.05)
    mistaken[0] = 1 - 0.95**100 / 0.99**99  # the same loss, most of it of one item
    values = [sy.scores.evaluate(truth, p, positive=1, metrics="log_loss")["log_loss"] for p in (mistaken, doubtful)]
    assert values[0].value == pytest.approx(values[1].value)
    assert values[0].high > 5 * values[0].value  # Student's t of hardly more than two items
