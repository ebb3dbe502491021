"""Weights for training: what scikit-learn computes where it has a word for it, and what its learners take."""

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris
from sklearn.linear_model import LogisticRegression, Perceptron, SGDClassifier
from sklearn.preprocessing import StandardScaler, scale
from sklearn.svm import SVC, LinearSVC, NuSVC
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils.class_weight import compute_class_weight, compute_sample_weight

import steelyard as sy
from steelyard.integrations.sklearn import class_weight, sample_weight

LABELS = {
    "texts": np.repeat(["a", "b", "c"], [60, 25, 15]),
    "whole numbers": np.repeat([7, -2, 3], [60, 25, 15]).astype(np.int32),
    "truth values": np.repeat([True, False], [60, 40]),
    "floats": np.repeat([0.0, 1.0, 2.0], [60, 25, 15]),
    "objects": np.repeat(np.array(["a", "b", "c"], dtype=object), [60, 25, 15]),
    "a series": pd.Series(np.repeat(["a", "b", "c"], [60, 25, 15])),
    "a categorical": pd.Series(np.repeat(["low", "mid", "high"], [60, 25, 15])).astype(
        pd.CategoricalDtype(["low", "mid", "high", "top"], ordered=True)
    ),
    "a list": ["b"] * 60 + ["a"] * 40,
}


@pytest.mark.parametrize("y", LABELS.values(), ids=LABELS)
def test_uniform_importance_is_what_scikit_learn_calls_balanced(y):
    classes = np.unique(np.asarray(y))
    expected = dict(
        zip(classes.tolist(), compute_class_weight("balanced", classes=classes, y=np.asarray(y)), strict=True)
    )
    assert class_weight("uniform", y) == pytest.approx(expected, rel=1e-15)
    assert sample_weight("uniform", y) == pytest.approx(compute_sample_weight("balanced", np.asarray(y)), rel=1e-15)


@pytest.mark.parametrize("y", LABELS.values(), ids=LABELS)
def test_scikit_learn_takes_the_weights_as_they_are(y):
    found = class_weight("rarity", y)
    assert compute_sample_weight(found, np.asarray(y)) == pytest.approx(sample_weight("rarity", y), rel=1e-15)
    assert all(type(label) in (str, int, bool, float) and type(weight) is float for label, weight in found.items())


def test_prevalence_weighs_every_item_alike():
    assert class_weight("prevalence", LABELS["texts"]) == pytest.approx({"a": 1, "b": 1, "c": 1}, rel=1e-15)


def test_all_items_of_a_class_weigh_what_it_matters():
    y, importance = LABELS["texts"], {"a": 0.2, "b": 0.3, "c": 0.5}
    weights = sample_weight(importance, y)
    assert [weights[y == label].sum() / 100 for label in "abc"] == pytest.approx([0.2, 0.3, 0.5])
    each = sample_weight(importance, y, per="item")
    assert each.sum() == pytest.approx(100)
    assert each / each.max() == pytest.approx(np.repeat([0.4, 0.6, 1.0], [60, 25, 15]))


def test_weights_that_items_have_already_are_multiplied(rng):
    y, given = LABELS["texts"], rng.random(100)
    weights = sample_weight({"a": 0.2, "b": 0.3, "c": 0.5}, y, weights=given)
    assert [weights[y == label].sum() / given.sum() for label in "abc"] == pytest.approx([0.2, 0.3, 0.5])
    of_a = weights[y == "a"] / given[y == "a"]
    assert of_a == pytest.approx(of_a[0])


def test_items_that_weigh_nothing_stay_so():
    y, given = ["a", "a", "b", "c"], [1, 2, 1, 0]
    assert sample_weight({"a": 0.5, "b": 0.5}, y, weights=given).tolist() == pytest.approx([2 / 3, 4 / 3, 2, 0])
    with pytest.raises(ValueError, match="class 'c' matters but has no items"):
        sample_weight("uniform", y, weights=given)


def test_the_weighted_accuracy_of_training_is_the_weighted_balanced_accuracy(rng):
    """Why the weights are those: a loss that sums over items then sums over classes by importance."""
    y = LABELS["texts"]
    guess = rng.permutation(y)
    importance = sy.importance.parse("rarity * (a=0.5, *=even)")
    weights = sample_weight(importance, y)
    expected = sy.evaluate(y, guess, importance, confidence=None)["balanced_accuracy"].value
    assert np.average(y == guess, weights=weights) == pytest.approx(expected, rel=1e-13)


@pytest.mark.parametrize("names", [np.array([0, 1, 2]), np.array(["x", "y", "z"])], ids=["numbers", "texts"])
def test_class_weights_and_sample_weights_fit_the_same_model(names):
    X, y = load_iris(return_X_y=True)
    X, y = StandardScaler().fit_transform(X)[40:], names[y[40:]]
    importance = {names[0].item(): 0.7}
    by_class = LogisticRegression(class_weight=class_weight(importance, y), max_iter=500).fit(X, y)
    by_item = LogisticRegression(max_iter=500).fit(X, y, sample_weight=sample_weight(importance, y))
    assert by_class.coef_ == pytest.approx(by_item.coef_, rel=1e-6)
    plain = LogisticRegression(max_iter=500).fit(X, y)
    assert by_class.coef_ != pytest.approx(plain.coef_, rel=1e-2)


def test_a_class_that_does_not_matter_is_never_predicted():
    X, y = load_iris(return_X_y=True)
    importance = sy.importance.stated({0: 0.5, 1: 0.5}, rest="none")
    weights = class_weight(importance, y)
    assert weights[2] == 0
    for learner in (
        LogisticRegression(class_weight=weights, max_iter=500),
        DecisionTreeClassifier(class_weight=weights),
    ):
        assert 2 not in learner.fit(X, y).predict(X)


@pytest.mark.parametrize("learner", [NuSVC(), LinearSVC(), Perceptron(), SGDClassifier()])
def test_some_learners_predict_a_class_of_no_weight_all_the_same(learner, capfd):
    """As the docstring says; if this fails, they have learned not to."""
    X, y = load_iris(return_X_y=True)
    weights = class_weight(sy.importance.stated({0: 0.5, 1: 0.5}, rest="none"), y)
    learner.set_params(class_weight=weights, random_state=1)
    assert 2 in learner.fit(scale(X), y).predict(scale(X))
    capfd.readouterr()  # the library below NuSVC prints


def test_a_support_vector_machine_takes_no_weight_of_0_but_by_the_item():
    X, y = load_iris(return_X_y=True)
    importance = sy.importance.stated({0: 0.5, 1: 0.5}, rest="none")
    with pytest.raises(ValueError, match="not finite"):
        SVC(class_weight=class_weight(importance, y)).fit(X, y)
    assert 2 not in SVC().fit(X, y, sample_weight=sample_weight(importance, y)).predict(X)


def test_labels_set_the_order():
    assert list(class_weight("uniform", ["b", "a"], labels=["b", "a"])) == ["b", "a"]


@pytest.mark.parametrize("of", [class_weight, sample_weight])
@pytest.mark.parametrize(
    ("importance", "y", "arguments", "told"),
    [
        ({"x": 0.5}, ["a", "b"], {}, "there is no class 'x'; the classes are 'a', 'b'"),
        ("uniform", [0.5, 1.5], {}, "looks like a probability or a score rather than a label"),
        ("uniform", ["a", "b"], {"per": "fold"}, "per must be one of class, item, not 'fold'"),
        ("uniform", ["a", None], {}, "label"),
        ("uniform", [], {}, "there are no items to count"),
    ],
)
def test_bad_input_is_refused_in_one_sentence(of, importance, y, arguments, told):
    with pytest.raises(ValueError, match=told):
        of(importance, y, **arguments)


def test_a_class_that_matters_but_has_no_items_is_refused():
    with pytest.raises(ValueError, match="class 'c' matters but has no items"):
        class_weight("uniform", ["a", "b"], labels=["a", "b", "c"])


@pytest.mark.parametrize("weigh", [class_weight, sample_weight])
def test_weights_that_hang_on_few_items_are_told_of_where_they_were_asked_for(weigh):
    """Issue 18: weights that span more than 1 : 1000."""
    with pytest.warns(UserWarning, match="of 'ill' weighs 9,801 times as much as one of 'ok'") as told:
        weigh("rarity", ["ok"] * 990 + ["ill"] * 10)
    assert told[0].filename == __file__
