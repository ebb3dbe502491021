"""Verdicts that were wrong while undefined terms left every average, each with the data on which it was."""

from pathlib import Path

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV

import steelyard as sy
from steelyard.comparison.disagreement import disagreements
from steelyard.comparison.robustness import robustness
from steelyard.integrations.sklearn import DecisionTuner, scorer

WINES = Path(__file__).parents[1] / "examples" / "wine_quality_red.csv"

ALWAYS_0 = [[966, 0], [34, 0]]
TRIES = [[930, 36], [10, 24]]


def models(**matrices):
    return sy.Confusion.of_models({name: sy.Confusion(m, [0, 1]) for name, m in matrices.items()})


def test_the_model_that_always_answers_0_is_not_ahead_by_aurpc():
    """It was, by (1 + .966)/2 = .983, as its other class had left."""
    stack = models(always=ALWAYS_0, tries=TRIES)
    values = sy.metrics.one_point_aurpc_ova(stack)
    assert values[0] == pytest.approx((1 + 0.966) / 2 / 2)  # the other class: (0 + 0)/2
    assert sy.metrics.one_point_aurpc_ova(stack, undefined="exclude")[0] == pytest.approx(0.983)
    assert values[1] == pytest.approx((930 / 966 + 930 / 940 + 24 / 34 + 24 / 60) / 4)
    assert values[1] > values[0]
    standing = sy.evaluate(stack, metrics="one_point_aurpc_ova", confidence=None).standings["one_point_aurpc_ova"]
    assert standing.disputed
    assert 0 not in standing.best
    assert sy.evaluate(stack, metrics="one_point_aurpc_ova", undefined="worst").standings[
        "one_point_aurpc_ova"
    ].best == {1}


def test_the_svm_that_gives_up_three_wines_has_no_lead_of_a_third():
    """It led the tree by .310 in macro precision: .619 over three classes, against .309 over six."""
    wines = sy.Joint.from_files(WINES, "quality", ["tree", "svm"])
    found = sy.evaluate(wines, metrics=["macro_precision", "mean_f"], confidence=None)
    tree, svm = (score.value for score in found["macro_precision"])
    precisions = [525 / 777, 416 / 723, 60 / 99]  # of 5, 6 and 7; 3, 4 and 8 are never predicted
    assert svm == pytest.approx(sum(precisions) / 6)
    assert abs(svm - tree) < 0.002
    assert found["macro_precision"][1].undefined == (3, 4, 8)
    lost = sy.metrics.macro_precision(wines.confusion(), undefined="exclude")
    assert lost[1] - lost[0] == pytest.approx(0.310, abs=5e-4)


def test_the_more_the_lost_class_matters_the_worse_the_model_that_gave_it_up():
    """Robustness said: the better. Class 1's weight w: always has (1 − w)·.966, and tries more for most w."""
    stack = models(always=ALWAYS_0, tries=TRIES)
    w = np.linspace(0, 1, 11)
    for k, given_up in ((0, True), (1, False)):
        values = [sy.metrics.macro_precision(stack.slice(k), importance=[1 - x, x]) for x in w]
        assert not given_up or values == pytest.approx((1 - w) * 0.966)
    found = robustness(stack, "macro_precision", undefined="worst")
    extreme, share = found.pair("always", "tries")
    # precision: .966 and 0 against 930/940 and 24/60: at no weights is the first better.
    assert share.wins == 0
    assert "At the observed rates, tries scores better than always at all weights" in found.sentence
    assert robustness(stack, "macro_precision", undefined="exclude").pair("always", "tries")[1].wins > 0.9
    assert extreme is not None


class Answers(ClassifierMixin, BaseEstimator):
    """Answers by a threshold of the first feature, or never 0."""

    def __init__(self, never_0=False):
        self.never_0 = never_0

    def fit(self, X, y):  # noqa: ARG002 - as scikit-learn calls it
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return np.ones(len(X), dtype=int) if self.never_0 else (X[:, 0] > 0).astype(int)


def test_a_search_by_macro_precision_does_not_choose_the_model_that_never_predicts_class_0():
    """9 items of class 0 in 100, found with 6 of 15 claims right; never claimed, the other class is .91 alone."""
    rng = np.random.default_rng(1)
    y = np.repeat([0, 1], [60, 540])
    X = np.where(y == 0, np.where(rng.random(600) < 0.7, -1, 1), np.where(rng.random(600) < 0.15, -1, 1))[:, None]
    chosen = {
        policy: GridSearchCV(
            Answers(), {"never_0": [False, True]}, scoring=scorer("macro_precision", y=y, **asked), cv=5
        ).fit(X, y).best_params_["never_0"]
        for policy, asked in {"default": {}, "exclude": {"undefined": "exclude"}}.items()
    }  # fmt: skip
    assert chosen == {"default": False, "exclude": True}


def test_the_lost_class_does_not_speak_for_the_model_that_lost_it():
    """By disagreements' contributions to macro precision, class 1 did, as it "left" its average."""
    stack = models(always=ALWAYS_0, tries=TRIES)
    found = disagreements(stack, ["accuracy", "macro_precision"], undefined="worst")
    (reversal,) = found.reversals
    by = {part.criterion.metric.id: part for part in (reversal.by, reversal.against)}["macro_precision"]
    sign = 1 if by.first == "always" else -1
    amounts = {term.label: sign * term.amount for term in by.classes}
    assert amounts[1] == pytest.approx(-24 / 60 / 2)
    assert amounts[0] == pytest.approx((0.966 - 930 / 940) / 2)


def test_a_tuner_does_not_stop_predicting_the_rare_class():
    """By mAURPC-OVA it did, since a class that is never predicted had left the average."""
    X, y = make_classification(2000, weights=[0.95], flip_y=0.02, class_sep=0.8, random_state=3)
    tuned = DecisionTuner(LogisticRegression(), "one_point_maurpc_ova", cv=3).fit(X, y)
    assert (tuned.predict(X) == 1).mean() > 0.01
    plain = LogisticRegression().fit(X, y).predict(X)
    assert sy.metrics.one_point_maurpc_ova(y, tuned.predict(X)) >= sy.metrics.one_point_maurpc_ova(y, plain) - 0.02


# Few items, answers mostly alike, and weights that multiplied them.

RARE = [1] * 12 + [0] * 1188
FEW_ALARMS = [1] * 9 + [0] * 3 + [1] * 20 + [0] * 1168
MANY_ALARMS = [1] * 9 + [0] * 3 + [1] * 60 + [0] * 1128


def test_no_rare_item_tells_the_models_apart_so_nothing_is_decided():
    """It was "ahead by 0.017 (0.012 to 0.022)", above 99.9 %, p = 1.6e-10; the rule of three allows ± 3/12/2."""
    found = sy.compare(RARE, {"a": FEW_ALARMS, "b": MANY_ALARMS})
    d = found["balanced_accuracy"]
    assert found.verdict.startswith(
        "By balanced_accuracy, a (0.867) and b (0.850) are not told apart by these items; most of the uncertainty "
        "comes from class 1 (12 items). "
    )
    assert d.value == pytest.approx((60 - 20) / 1188 / 2)
    assert d.limited_by == 1
    assert d.p_value > 0.1
    assert d.value - 3 / 12 / 2 - 0.02 < d.interval.low < -0.03
    assert "is better than" in sy.compare(RARE, {"a": FEW_ALARMS, "b": MANY_ALARMS}, metrics="accuracy").verdict


@pytest.mark.parametrize(
    ("truth", "a", "b"),
    [([0, 1], [0, 1], [1, 0]), ([0, 1], [0, 1], [0, 0]), ([0, 0], [0, 0], [1, 1]), ([0, 0, 1], [0, 0, 1], [1, 1, 1])],
)
def test_two_items_prove_nothing(truth, a, b):
    found = sy.compare(truth, {"a": a, "b": b}, labels=[0, 1], metrics="balanced_accuracy")
    d = found["balanced_accuracy"]
    assert "are not told apart by these items. " in found.verdict, "no class is to blame: the largest has no more"
    assert d.interval.low < 0 < d.interval.high
    assert d.p_value > 0.05


@pytest.mark.parametrize("metrics", [None, "mcc", "cen", ["accuracy", "cba"]])
def test_identical_models_gave_the_same_answers(metrics):
    answers = [0, 1, 1, 0, 1, 0] * 10
    found = sy.compare([0, 1, 0, 0, 1, 1] * 10, {"a": answers, "b": answers}, metrics=metrics)
    assert found.verdict.startswith("a and b gave the same answers to all 60 items.")
    assert "better" not in found.verdict
    assert found.differences[0].p_value == 1


@pytest.mark.parametrize("metrics", [None, "mcc", "cen"])
def test_perfect_models_show_no_errors(metrics):
    truth = [0, 1, 2] * 8
    found = sy.compare(truth, {"a": truth, "b": truth}, metrics=metrics)
    assert found.verdict.startswith("No errors were seen: a and b are right on all 24 items")
    assert found.differences[0].interval.low < 0 < found.differences[0].interval.high


def test_one_table_does_not_contradict_itself():
    """It said recall 0.63 to 1.00 of class 0, and balanced accuracy 0.982 to 0.995, half of which that recall is."""
    found = sy.evaluate([[5, 0], [10, 485]], metrics=["balanced_accuracy", "g_mean", "mean_f"])
    recall = {row.label: row.intervals["recall"] for row in found.classes}
    average = found["balanced_accuracy"]
    assert (round(recall[0].low, 2), recall[0].high) == (0.62, 1)
    assert average.low <= (recall[0].low + 485 / 495) / 2 + 0.01, "the rare class alone may be as low"
    assert average.low >= (recall[0].low + recall[1].low) / 2 - 0.01, "no lower than if both were"
    assert average.high <= (recall[0].high + recall[1].high) / 2 + 0.002


def test_weights_of_250_do_not_make_60_items_15000():
    """Accuracy was 0.810 to 0.822 instead of 0.70 to 0.90, and p = 1.5e-314 in compare."""
    truth = np.repeat([0, 1], 30)
    a, b = truth.copy(), truth.copy()
    a[[*range(5), *range(30, 36)]] ^= 1
    b[[*range(10), *range(30, 40)]] ^= 1
    score = sy.evaluate(truth, a, weights=[250] * 60, metrics=["accuracy"])["accuracy"]
    assert (score.low, score.high) == (pytest.approx(0.70, abs=0.01), pytest.approx(0.89, abs=0.015))
    heavy, plain = (
        sy.compare(truth, {"a": a, "b": b}, metrics="accuracy", weights=weights)["accuracy"]
        for weights in ([250] * 60, None)
    )
    assert heavy.p_value == pytest.approx(plain.p_value, rel=1e-6)
    assert 1e-6 < heavy.p_value < 0.05, "nine items, all for a"
    counted = sy.compare(truth, {"a": a, "b": b}, metrics="accuracy", counts=[250] * 60)["accuracy"]
    assert counted.p_value < 1e-9, "counts are counts"
    assert sy.evaluate(truth, a, weights=[250] * 60, metrics=["accuracy"]).to_dict()["items"] == 60


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_nobody_is_ahead_and_nobody_better_by_less_than_975_in_a_thousand(seed):
    """It said "ahead … with probability 47 %"."""
    rng = np.random.default_rng(seed)
    truth = rng.choice(2, 60, p=[0.8, 0.2])
    guesses = {name: np.where(rng.random(60) < 0.6 + seed / 20 * k, truth, 0) for k, name in enumerate("abc")}
    found = sy.compare(truth, guesses, importance="0 < 1")
    assert "ahead" not in found.verdict.lower()
    assert "ahead" not in str(found).lower()
    best, second = (found.models[i] for i in found.score().best_first[:2])
    d = found.pair(best, second)
    if "is better than" in found.verdict:
        assert max(d.a_better, d.b_better) >= 0.975
        assert d.interval.low > 0 or d.interval.high < 0
