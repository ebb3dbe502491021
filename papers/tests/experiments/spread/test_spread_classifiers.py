"""The four classifiers: what they are, and that they standardise on what they are trained on."""

import numpy as np
import pytest
from sklearn.preprocessing import StandardScaler

import steelyard_papers.classifiers as ours
from steelyard_papers.classifiers import RUSBoost, SmoteMLP
from steelyard_papers.experiments.spread.classifiers import CLASSIFIERS, PARAMETERS, classifier, in_words

NAMES = ["Dual-LexiBoost", "NBSVM", "RUSBoost", "MLP + SMOTE"]


def test_they_are_the_papers_four_and_say_their_settings():
    assert list(CLASSIFIERS) == list(PARAMETERS) == NAMES
    for name in CLASSIFIERS:
        words = in_words(name)
        assert all(f"{parameter}={value!r}" in words for parameter, value in PARAMETERS[name].items())
        assert words.endswith("standardised on the training items.")
        assert "(), on features" in in_words(name, defaults=True)


@pytest.mark.parametrize("name", NAMES)
def test_by_default_they_are_as_the_estimator_has_it(name):
    model = classifier(name, 17, defaults=True)[-1]
    plain = type(model)().get_params()
    assert {key: value for key, value in model.get_params().items() if key != "random_state"} == {
        key: value for key, value in plain.items() if key != "random_state"
    }
    assert plain.get("random_state") is None
    assert model.get_params().get("random_state", 17) == 17


@pytest.mark.parametrize(("name", "kind"), [("RUSBoost", RUSBoost), ("MLP + SMOTE", SmoteMLP)])
def test_those_that_draw_at_random_get_the_seed(name, kind):
    scaler, model = (step for _, step in classifier(name, 17).steps)
    assert type(scaler) is StandardScaler
    assert type(model) is kind
    assert PARAMETERS[name].items() <= model.get_params().items()
    assert model.random_state == 17


@pytest.mark.parametrize(("name", "home"), [("Dual-LexiBoost", "DualLexiBoost"), ("NBSVM", "NearBayesianSVM")])
def test_those_written_here_get_their_settings(name, home):
    model = classifier(name, 17)[-1]
    assert type(model) is getattr(ours, home)
    assert PARAMETERS[name].items() <= model.get_params().items()


@pytest.mark.filterwarnings("ignore:Stochastic Optimizer")  # the number of epochs is a setting
@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_gives_the_same_answers_to_features_of_any_scale(name):
    rng = np.random.default_rng(0)
    y = np.repeat([0, 1, 2], [12, 30, 60])
    X = np.eye(3)[y] * 3 + rng.normal(size=(len(y), 3))
    first = classifier(name, 3).fit(X, y).predict(X)
    np.testing.assert_array_equal(classifier(name, 3).fit(X, y).predict(X), first)
    scale = np.array([2.0**10, 1.0, 2.0**-10])  # powers of two, so that nothing is rounded otherwise
    np.testing.assert_array_equal(classifier(name, 3).fit(X * scale, y).predict(X * scale), first)
    assert np.mean([np.mean(first[y == k] == k) for k in range(3)]) > 0.8


def test_an_unknown_name_is_told_which_there_are():
    with pytest.raises(ValueError, match="no classifier 'SVM'; there are Dual-LexiBoost, NBSVM, RUSBoost, MLP"):
        classifier("SVM", 0)
