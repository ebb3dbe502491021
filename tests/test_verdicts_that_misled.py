"""Verdicts that were wrong while undefined terms left every average, each with the data on which it was."""

from pathlib import Path

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV

import steelyard as sy
from steelyard.integrations.sklearn import DecisionTuner, scorer

WINES = Path(__file__).parents[1] / "examples" / "wine_quality_red.csv"

ALWAYS_0 = [[966, 0], [34, 0]]
TRIES = [[930, 36], [10, 24]]


def models(**matrices):
    return sy.Confusion.of_models({name: sy.Confusion(m, [0, 1]) for name, m in matrices.items()})


def test_the_model_that_always_answers_0_is_not_ahead_by_aurpc():
    """It was, by (1 + .966)/2 = .983, as its other class had left."""
    stack = models(always=ALWAYS_0, tries=TRIES)
    values = sy.metrics.aurpc_ova(stack)
    assert values[0] == pytest.approx((1 + 0.966) / 2 / 2)  # the other class: (0 + 0)/2
    assert sy.metrics.aurpc_ova(stack, undefined="exclude")[0] == pytest.approx(0.983)
    assert values[1] == pytest.approx((930 / 966 + 930 / 940 + 24 / 34 + 24 / 60) / 4)
    assert values[1] > values[0]
    standing = sy.evaluate(stack, metrics="aurpc_ova", confidence=None).standings["aurpc_ova"]
    assert standing.disputed
    assert 0 not in standing.best
    assert sy.evaluate(stack, metrics="aurpc_ova", undefined="worst").standings["aurpc_ova"].best == {1}


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
    found = sy.robustness(stack, "macro_precision")
    extreme, share = found.pair("always", "tries")
    # precision: .966 and 0 against 930/940 and 24/60: at no weights is the first better.
    assert share.wins == 0
    assert "tries beats always under every weighting" in found.sentence
    assert sy.robustness(stack, "macro_precision", undefined="exclude").pair("always", "tries")[1].wins > 0.9
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
    found = sy.disagreements(stack, ["accuracy", "macro_precision"])
    (reversal,) = found.reversals
    by = {part.criterion.metric.id: part for part in (reversal.by, reversal.against)}["macro_precision"]
    sign = 1 if by.first == "always" else -1
    amounts = {term.label: sign * term.amount for term in by.classes}
    assert amounts[1] == pytest.approx(-24 / 60 / 2)
    assert amounts[0] == pytest.approx((0.966 - 930 / 940) / 2)


def test_a_tuner_does_not_stop_predicting_the_rare_class():
    """By mAURPC-OVA it did, since a class that is never predicted had left the average."""
    X, y = make_classification(2000, weights=[0.95], flip_y=0.02, class_sep=0.8, random_state=3)
    tuned = DecisionTuner(LogisticRegression(), "maurpc_ova", cv=3).fit(X, y)
    assert (tuned.predict(X) == 1).mean() > 0.01
    plain = LogisticRegression().fit(X, y).predict(X)
    assert sy.metrics.maurpc_ova(y, tuned.predict(X)) >= sy.metrics.maurpc_ova(y, plain) - 0.02
