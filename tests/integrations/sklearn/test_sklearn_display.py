"""The display: scikit-learn's manners, our figures."""

import numpy as np
import pytest
from matplotlib.figure import Figure
from sklearn.cluster import AgglomerativeClustering
from sklearn.datasets import load_iris
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LinearRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

import steelyard as sy
from steelyard.integrations.sklearn import EvaluationDisplay


@pytest.fixture
def fitted():
    X, y = load_iris(return_X_y=True)
    X, y = X[40:], np.array(["rare", "second", "third"])[y[40:]]
    return make_pipeline(StandardScaler(), DecisionTreeClassifier(max_depth=1, random_state=0)).fit(X, y), X, y


def rows(display):
    return [name.get_text() for name in display.ax_.get_yticklabels()]


@pytest.mark.parametrize("kind", ["metrics", "classes", "confusion"])
def test_a_display_draws_what_our_plots_draw(fitted, kind):
    model, X, y = fitted
    display = EvaluationDisplay.from_estimator(model, X, y, importance="rarity", metrics=["cba", "mcc"], kind=kind)
    expected = sy.evaluate(y, model.predict(X), "rarity", ["cba", "mcc"])
    drawn = getattr(sy.plots, kind)(expected.confusion if kind == "confusion" else expected)
    assert rows(display) == [name.get_text() for name in drawn.get_yticklabels()]
    assert display.evaluation.to_dict() == expected.to_dict()
    assert display.figure_ is display.ax_.figure


def test_predictions_and_an_estimator_give_the_same(fitted):
    model, X, y = fitted
    weights = np.where(y == "rare", 3.0, 1.0)
    one = EvaluationDisplay.from_estimator(model, X, y, sample_weight=weights, confidence=None)
    other = EvaluationDisplay.from_predictions(y, model.predict(X), sample_weight=weights, confidence=None)
    assert one.evaluation.confusion == other.evaluation.confusion
    assert one.evaluation.confusion.support.tolist() == [30, 50, 50]


def test_it_draws_on_axes_that_are_given_and_can_draw_again(fitted):
    model, X, y = fitted
    figure = Figure()
    left, right = figure.subplots(1, 2)
    display = EvaluationDisplay.from_estimator(model, X, y, metrics=["cba"], ax=left)
    assert display.ax_ is left
    assert display.figure_ is figure
    assert display.plot("classes", ax=right, rate="precision", order="label") is display
    assert display.ax_ is right
    assert "precision of each class" in right.get_xlabel()
    assert rows(display) == ["rare", "second", "third"]


def test_several_models_are_drawn_beside_each_other(fitted):
    model, X, y = fitted
    display = EvaluationDisplay.from_predictions(y, {"tree": model.predict(X), "same": y}, metrics=["cba"])
    legend = display.ax_.get_legend() or display.figure_.legends[0]
    assert [text.get_text() for text in legend.get_texts()][:2] == ["tree", "same"]


def test_a_notebook_shows_the_figure(fitted):
    model, X, y = fitted
    display = EvaluationDisplay.from_estimator(model, X, y, metrics=["cba"])
    assert display._repr_png_().startswith(b"\x89PNG")
    assert EvaluationDisplay(display.evaluation)._repr_png_() is None


def test_what_is_no_classifier_is_refused_in_one_sentence(fitted):
    _, X, y = fitted
    numbers = np.arange(len(y)) % 2
    for model in (LinearRegression().fit(X, numbers), AgglomerativeClustering().fit(X)):
        with pytest.raises(
            ValueError, match=f"needs a classifier, whose predict gives labels, not {type(model).__name__}"
        ):
            EvaluationDisplay.from_estimator(model, X, numbers)
    with pytest.raises(NotFittedError):
        EvaluationDisplay.from_estimator(DecisionTreeClassifier(), X, y)


def test_bad_words_are_refused_before_anything_is_evaluated(fitted):
    model, X, y = fitted
    with pytest.raises(ValueError, match="kind must be one of metrics, classes, confusion, not 'roc'"):
        EvaluationDisplay.from_estimator(model, X, y, kind="roc")
    with pytest.raises(ValueError, match="there is no class 'x'"):
        EvaluationDisplay.from_estimator(model, X, y, importance={"x": 1})
    with pytest.raises(ValueError, match=r"needs what sy\.evaluate returned, not ndarray"):
        EvaluationDisplay(np.eye(2))
