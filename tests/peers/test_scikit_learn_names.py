"""The names that scikit-learn's users know give the number that scikit-learn gives, on many random problems.

Issue 20, part 2. Classes may be large or small, never predicted, or predicted without items; what is 0/0 counts as 0
there (`zero_division=0`). Of a constant, its MCC is 0 and ours undefined: a number that was not measured wins nothing.
"""

import math
from functools import partial

import numpy as np
import pytest
from sklearn import metrics as skl

import steelyard as sy

PROBLEMS = 60


def zeroed(function, **settings):
    return partial(function, zero_division=0, **settings)


OF_ALL_CLASSES = {
    "accuracy": skl.accuracy_score,
    "f1_macro": zeroed(skl.f1_score, average="macro"),
    "macro_f1": zeroed(skl.f1_score, average="macro"),
    "f1_micro": zeroed(skl.f1_score, average="micro"),
    "f1_weighted": zeroed(skl.f1_score, average="weighted"),
    "precision_macro": zeroed(skl.precision_score, average="macro"),
    "precision_micro": zeroed(skl.precision_score, average="micro"),
    "precision_weighted": zeroed(skl.precision_score, average="weighted"),
    "recall_macro": zeroed(skl.recall_score, average="macro"),
    "recall_micro": zeroed(skl.recall_score, average="micro"),
    "recall_weighted": zeroed(skl.recall_score, average="weighted"),
    "jaccard_macro": zeroed(skl.jaccard_score, average="macro"),
    "jaccard_micro": zeroed(skl.jaccard_score, average="micro"),
    "jaccard_weighted": zeroed(skl.jaccard_score, average="weighted"),
    "balanced_accuracy": skl.balanced_accuracy_score,
    "matthews_corrcoef": skl.matthews_corrcoef,
}

OF_SCORES = {
    "roc_auc_ovr": partial(skl.roc_auc_score, multi_class="ovr"),
    "roc_auc_ovo": partial(skl.roc_auc_score, multi_class="ovo"),
    "log_loss": skl.log_loss,
    "brier_score_loss": skl.brier_score_loss,
    "top_k_accuracy": skl.top_k_accuracy_score,
    "top_k_accuracy(k=3)": partial(skl.top_k_accuracy_score, k=3),
}

OF_POSITIVE_SCORES = {
    "roc_auc": skl.roc_auc_score,
    "roc_auc_ovr": skl.roc_auc_score,
    "roc_auc_ovo": skl.roc_auc_score,
    "roc_auc to fpr 0.2": partial(skl.roc_auc_score, max_fpr=0.2),
    "average_precision": skl.average_precision_score,
    "log_loss": skl.log_loss,
    "brier_score_loss": skl.brier_score_loss,
}

OF_THE_POSITIVE = {
    "f1": zeroed(skl.f1_score),
    "f(beta=2)": zeroed(skl.fbeta_score, beta=2),
    "precision": zeroed(skl.precision_score),
    "recall": zeroed(skl.recall_score),
    "jaccard": zeroed(skl.jaccard_score),
    "mcc": skl.matthews_corrcoef,
    "balanced_accuracy": skl.balanced_accuracy_score,
}


def problem(seed, classes):
    """Draw labels of classes of very different sizes, and predictions that know more or less of them."""
    rng = np.random.default_rng([seed, classes])
    sizes = rng.integers(0, 4, classes) ** rng.integers(1, 5)
    sizes[rng.integers(classes)] += 1
    truth = np.repeat(np.arange(classes), sizes)
    guess = rng.choice(rng.permutation(classes)[: rng.integers(1, classes + 1)], len(truth))
    return truth, np.where(rng.random(len(truth)) < rng.uniform(0, 1), truth, guess)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", OF_ALL_CLASSES)
def test_a_name_of_scikit_learn_gives_its_number(name):
    different = 0
    for seed in range(PROBLEMS):
        truth, guess = problem(seed, 2 + seed % 4)
        ours, theirs = sy.metrics[name](truth, guess), OF_ALL_CLASSES[name](truth, guess)
        if math.isnan(ours):
            assert (name, theirs) == ("matthews_corrcoef", 0)
        else:
            assert ours == pytest.approx(theirs, abs=1e-12), (truth, guess)
        different += 0 < theirs < 1
    assert different > PROBLEMS // 2


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", OF_THE_POSITIVE)
def test_of_two_classes_it_is_the_number_of_the_positive_one(name):
    seen = 0
    for seed in range(2 * PROBLEMS):
        truth, guess = problem(seed, 2)
        if not (truth == 1).any():
            continue
        seen += 1
        score = sy.evaluate(truth, guess, metrics=name, positive=1, labels=[0, 1], confidence=None)[name]
        theirs = OF_THE_POSITIVE[name](truth, guess)
        if math.isnan(score.value):
            assert (name, theirs) == ("mcc", 0)
        else:
            assert score.value == pytest.approx(theirs, abs=1e-12), (truth, guess)
    assert seen > PROBLEMS // 2


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", OF_THE_POSITIVE)
def test_of_more_classes_it_is_that_of_one_against_the_rest(name):
    """scikit-learn gives it where the labels say "positive" or "rest"."""
    for seed in range(PROBLEMS):
        truth, guess = problem(seed, 4)
        if not 0 < (truth == 2).sum() < len(truth):
            continue
        one = sy.metrics[f"{name} of 2"](sy.Confusion.from_labels(truth, guess, labels=range(4)))
        theirs = OF_THE_POSITIVE[name](truth == 2, guess == 2)
        if name == "mcc" and theirs == 0:  # of a class that is never or always predicted, scikit-learn's is made up
            continue
        assert one == pytest.approx(theirs, abs=1e-12), (truth, guess)


def scored(seed, classes):
    """Draw labels of all classes, and probabilities of all sizes that know more or less of them, some items weighed."""
    rng = np.random.default_rng([seed, classes])
    truth = np.append(np.arange(classes), rng.choice(classes, 80, p=rng.dirichlet(np.ones(classes))))
    given = rng.dirichlet(np.ones(classes), len(truth)) + rng.uniform(0, 2) * np.eye(classes)[truth]
    return truth, given / given.sum(axis=1, keepdims=True), rng.random(len(truth)) if seed % 2 else None


@pytest.mark.parametrize("name", OF_SCORES)
def test_a_name_of_scores_gives_its_number(name):
    for seed in range(PROBLEMS // 3):
        truth, given, weights = scored(seed, 4 + seed % 3)
        weights = None if name == "roc_auc_ovo" else weights  # which scikit-learn refuses there
        ours = sy.scores.evaluate(truth, given, weights=weights, metrics=name, intervals="none").values[0].value
        assert ours == pytest.approx(OF_SCORES[name](truth, given, sample_weight=weights), abs=1e-12), seed


@pytest.mark.parametrize("name", OF_POSITIVE_SCORES)
def test_of_two_classes_of_scores_it_is_the_number_of_the_positive_one(name):
    for seed in range(PROBLEMS // 3):
        truth, given, weights = scored(seed, 2)
        theirs = OF_POSITIVE_SCORES[name](truth, given[:, 1], sample_weight=weights)
        for scores in (given, given[:, 1]):
            how = {"weights": weights, "positive": 1, "metrics": name, "intervals": "none"}
            assert sy.scores.evaluate(truth, scores, **how).values[0].value == pytest.approx(theirs, abs=1e-12), seed


def test_names_that_say_the_sign_are_not_there():
    """scikit-learn's scorers of losses are negative, so that higher is better; here the name has no sign."""
    for name in ("neg_log_loss", "neg_brier_score"):
        with pytest.raises(ValueError, match="there is no metric of scores"):
            sy.scores.metrics[name]
