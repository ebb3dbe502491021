"""Scorers: the same numbers as `evaluate`, everywhere scikit-learn asks for a score."""

import copy
import pickle
import subprocess
import sys
import warnings

import numpy as np
import pytest
import sklearn
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.cluster import AgglomerativeClustering
from sklearn.datasets import load_iris
from sklearn.exceptions import UndefinedMetricWarning
from sklearn.experimental import enable_halving_search_cv  # noqa: F401 - its import is the switch
from sklearn.feature_selection import RFECV
from sklearn.linear_model import LinearRegression
from sklearn.metrics import get_scorer, make_scorer
from sklearn.model_selection import (
    GridSearchCV,
    HalvingGridSearchCV,
    KFold,
    StratifiedKFold,
    cross_val_score,
    cross_validate,
)
from sklearn.tree import DecisionTreeClassifier

import steelyard as sy
from every_metric import under
from steelyard.importance.mechanisms import sizes_of
from steelyard.integrations.sklearn import scorer
from steelyard.measuring.goal import goal

IMPORTANCES = ["uniform", "rarity", "prevalence", {"b": 0.7}, "b > a > c", "rarity * (c=0.8, *=even)"]
AVERAGES = [m.id for m in sy.metrics.values() if m.kind in ("average", "combined") and not m.optional]
WHOLES = [m.id for m in sy.metrics.values() if m.kind == "whole" and not m.optional]


class Stored(ClassifierMixin, BaseEstimator):
    """Answers what it was given, so that only the score is looked at."""

    def __init__(self, answers=None):
        self.answers = answers

    def fit(self, X, y):  # noqa: ARG002 - scikit-learn's signature
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return self.answers[: len(X)]


@pytest.fixture
def skewed(rng):
    """Training labels, and other labels with predictions of them and weights of the items."""
    train = np.repeat(["a", "b", "c"], [120, 30, 9])
    truth = rng.choice(["a", "b", "c"], 200, p=[0.7, 0.2, 0.1])
    guess = np.where(rng.random(200) < 0.7, truth, rng.choice(["a", "b", "c"], 200))
    return train, truth, guess, rng.integers(1, 5, 200) / 2


@pytest.fixture
def flowers():
    """Iris with 10 flowers of the first kind instead of 50, shuffled."""
    X, y = load_iris(return_X_y=True)
    order = np.random.default_rng(1).permutation(np.arange(40, 150))
    return X[order], np.array(["rare", "second", "third"])[y[order]]


def stump(depth=2):
    return DecisionTreeClassifier(max_depth=depth, random_state=0)


def scored(made, truth, guess, **metadata):
    return made(Stored(guess).fit(None, truth), np.zeros((len(truth), 1)), truth, **metadata)


@pytest.mark.parametrize("weighed", [False, True], ids=["plain", "sample weights"])
@pytest.mark.parametrize("importance", IMPORTANCES, ids=str)
def test_averages_are_those_of_evaluate_with_the_weights_of_the_training_labels(skewed, importance, weighed):
    train, truth, guess, items = skewed
    items = items if weighed else None
    fixed = sy.importance.as_importance(importance).weights(sy.Confusion.from_labels(train, train))
    expected = sy.evaluate(truth, guess, fixed, AVERAGES, confidence=None, weights=items)
    for name in AVERAGES:
        made = scorer(name, importance, y=train)
        found = scored(made, truth, guess) if items is None else scored(made, truth, guess, sample_weight=items)
        assert found == sy.metrics[name].sign * expected[name].value


@pytest.mark.parametrize("importance", IMPORTANCES, ids=str)
def test_metrics_of_the_whole_matrix_are_those_of_their_own_call(skewed, importance):
    train, truth, guess, items = skewed
    fixed = sy.importance.as_importance(importance).weights(sy.Confusion.from_labels(train, train))
    cm = sy.Confusion.from_labels(truth, guess, weights=items)
    for name in WHOLES:
        asked = under(name, importance)
        found = scored(scorer(asked, importance, y=train), truth, guess, sample_weight=items)
        assert found == sy.metrics[name].sign * sy.metrics[asked](cm, importance=fixed)
        with pytest.raises(ValueError, match=f"'{name}' counts items, not classes.*'{name} at importance'"):
            scorer(name, importance, y=train)


@pytest.mark.parametrize("name", [*AVERAGES, *WHOLES])
def test_without_training_labels_the_score_is_that_of_the_labels_alone(skewed, name):
    _, truth, guess, _ = skewed
    for importance in (None, "rarity"):
        asked = under(name, importance)
        expected = sy.metrics[asked](sy.Confusion.from_labels(truth, guess), importance=importance)
        assert scored(scorer(asked, importance), truth, guess) == sy.metrics[name].sign * expected


def test_where_lower_is_better_the_score_is_the_negative(skewed):
    _, truth, guess, _ = skewed
    assert sy.metrics.cen.direction == "lower"
    assert scored(scorer("cen"), truth, guess) == -sy.metrics.cen(truth, guess) < 0


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (scorer("balanced_accuracy"), "balanced_accuracy"),
        (scorer("mcc"), "matthews_corrcoef"),
        (scorer("accuracy"), "accuracy"),
        (scorer("mean_f"), "f1_macro"),
        (scorer("macro_precision", "prevalence"), "precision_weighted"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_scorers_that_scikit_learn_has_too_agree(skewed, ours, theirs):
    _, truth, guess, items = skewed
    peer = get_scorer(theirs)
    assert scored(ours, truth, guess) == pytest.approx(scored(peer, truth, guess), rel=1e-12)
    weighed = scored(ours, truth, guess, sample_weight=items)
    assert weighed == pytest.approx(scored(peer, truth, guess, sample_weight=items), rel=1e-12)


def test_parameters_of_a_metric_and_class_sizes_by_name_are_taken(skewed):
    _, truth, guess, _ = skewed
    sizes = {"a": 120, "b": 30, "c": 9}
    made = scorer("mean_f", "rarity", counts=sizes, beta=2)
    expected = sy.metrics.mean_f(truth, guess, importance="rarity(a=120, b=30, c=9)", beta=2)
    assert scored(made, truth, guess) == pytest.approx(expected, rel=1e-14)
    assert scored(scorer("mean_f(beta=2)", "rarity", counts=sizes), truth, guess) == scored(made, truth, guess)
    ordered = scorer("mean_f", "rarity", counts=[9, 30, 120], labels=["c", "b", "a"], beta=2)
    assert scored(ordered, truth, guess) == pytest.approx(expected, rel=1e-14)


def test_the_order_of_the_labels_does_not_change_the_score(skewed):
    train, truth, guess, _ = skewed
    for name in ("cba", "mcc at importance"):
        turned = scorer(name, "rarity", y=train, labels=["c", "a", "b"])
        assert scored(turned, truth, guess) == pytest.approx(scored(scorer(name, "rarity", y=train), truth, guess))


def test_folds_of_cross_validation_share_the_weights_of_the_training_labels(flowers):
    X, y = flowers
    cv = KFold(5)
    found = cross_val_score(stump(), X, y, scoring=scorer("cba", "rarity", y=y), cv=cv)
    weights = sy.importance.rarity().weights(sy.Confusion.from_labels(y, y))
    labels = ["rare", "second", "third"]
    for score, (train, test) in zip(found, cv.split(X, y), strict=True):
        guess = stump().fit(X[train], y[train]).predict(X[test])
        cm = sy.Confusion.from_labels(y[test], guess, labels=labels)
        assert score == sy.evaluate(cm, importance=weights, confidence=None)["cba"].value


def test_several_scorers_at_once_give_what_each_gives_alone(flowers):
    X, y = flowers
    several = {"cba": scorer("cba", "rarity", y=y), "mcc": scorer("mcc"), "theirs": "f1_macro"}
    together = cross_validate(stump(), X, y, scoring=several, cv=3)
    for name, each in several.items():
        assert together[f"test_{name}"].tolist() == cross_val_score(stump(), X, y, scoring=each, cv=3).tolist()


@pytest.mark.slow
def test_two_processes_give_the_numbers_of_one(flowers):
    X, y = flowers
    several = {"cba": scorer("cba", "rarity", y=y), "mcc": scorer("mcc at importance", {"rare": 0.6}, y=y)}
    one = cross_validate(stump(), X, y, scoring=several, cv=4, n_jobs=1)
    two = cross_validate(stump(), X, y, scoring=several, cv=4, n_jobs=2)
    assert all(one[f"test_{name}"].tolist() == two[f"test_{name}"].tolist() for name in several)


@pytest.mark.slow
@pytest.mark.usefixtures("own_metrics")
def test_a_metric_of_the_users_own_works_in_two_processes(flowers):
    @sy.metric(direction="lower")
    def missed(c, power=1):
        """Share of items that were missed."""
        return (c.total(c.fn) / c.n) ** power

    X, y = flowers
    for made in (scorer("missed", power=2), scorer(missed, power=2)):
        one = cross_val_score(stump(1), X, y, scoring=made, cv=3)
        two = cross_val_score(stump(1), X, y, scoring=made, cv=3, n_jobs=2)
        accuracy = cross_val_score(stump(1), X, y, scoring="accuracy", cv=3)
        assert one.tolist() == two.tolist()
        assert one == pytest.approx(-((1 - accuracy) ** 2))


def test_a_search_chooses_by_the_importance(flowers):
    X, y = flowers
    grid = {"max_depth": [1, 2], "class_weight": [None, {"rare": 0.01}]}
    search = GridSearchCV(stump(), grid, scoring=scorer("balanced_accuracy", {"rare": 0.98}, y=y), cv=3)
    by_rare = clone(search).fit(X, y)
    by_all = GridSearchCV(stump(), grid, scoring="accuracy", cv=3).fit(X, y)
    recall = make_scorer(lambda t, p: sy.metrics.recall(t, p)[0])
    assert recall(by_rare.best_estimator_, X, y) >= recall(by_all.best_estimator_, X, y)
    assert by_rare.best_params_["class_weight"] is None
    assert by_rare.score(X, y) == scorer("balanced_accuracy", {"rare": 0.98}, y=y)(by_rare.best_estimator_, X, y)


def test_halving_search_and_feature_elimination_take_a_scorer(flowers):
    X, y = flowers
    made = scorer("cba", "rarity", y=y)
    halving = HalvingGridSearchCV(stump(), {"max_depth": [1, 2, 3]}, scoring=made, cv=3, random_state=0)
    assert 0 < halving.fit(X, y).best_score_ <= 1
    chosen = RFECV(stump(3), scoring=made, cv=3).fit(X, y)
    assert chosen.cv_results_["mean_test_score"].shape == (4,)
    assert 0 < chosen.score(X, y) <= 1


def pickled(made):
    return pickle.loads(pickle.dumps(made))  # noqa: S301 - our own bytes


@pytest.mark.parametrize("again", [pickled, copy.deepcopy, lambda made: clone(made, safe=False)])
def test_scorers_pickle_and_copy(skewed, again):
    train, truth, guess, _ = skewed
    for made in (
        scorer("cba", "rarity * (b=0.7, *=even)", y=train),
        scorer("mean_f", "rarity", beta=2),
        scorer("cen at importance", {"a": 1}),
    ):
        assert repr(again(made)) == repr(made)
        assert scored(again(made), truth, guess) == scored(made, truth, guess)


def test_a_fitted_search_pickles(flowers):
    X, y = flowers
    search = GridSearchCV(stump(), {"max_depth": [1, 2]}, scoring=scorer("cba", "rarity", y=y), cv=3).fit(X, y)
    assert pickled(search).score(X, y) == search.score(X, y)


def test_sample_weights_are_routed_where_they_are_requested(flowers):
    X, y = flowers
    weights = np.where(y == "third", 5.0, 1.0)
    cv = StratifiedKFold(3)
    splits = list(cv.split(X, y))
    with sklearn.config_context(enable_metadata_routing=True):
        asked = scorer("accuracy").set_score_request(sample_weight=True)
        not_asked = scorer("accuracy").set_score_request(sample_weight=False)
        tree = stump(1).set_fit_request(sample_weight=False)
        given = {"params": {"sample_weight": weights}, "cv": cv}
        found = cross_validate(tree, X, y, scoring={"weighed": asked, "plain": not_asked}, **given)
        search = GridSearchCV(tree, {"max_depth": [1]}, scoring=asked, cv=cv).fit(X, y, sample_weight=weights)
    models = [stump(1).fit(X[train], y[train]) for train, _ in splits]
    tests = [test for _, test in splits]
    weighed = [m.score(X[t], y[t], sample_weight=weights[t]) for m, t in zip(models, tests, strict=True)]
    plain = [m.score(X[t], y[t]) for m, t in zip(models, tests, strict=True)]
    assert weighed != pytest.approx(plain)
    assert found["test_weighed"] == pytest.approx(weighed)
    assert found["test_plain"] == pytest.approx(plain)
    assert search.best_score_ == pytest.approx(np.mean(weighed))


# What the scorer says of itself.


@pytest.mark.parametrize(
    ("made", "shown"),
    [
        (scorer("cba", "rarity", y=["ok"] * 9 + ["ill"]), "cba under rarity (ill: 0.9, ok: 0.1)"),
        (scorer("cba", "rarity"), "cba under rarity (classes and weights from the labels of each call)"),
        (scorer("cba"), "cba (classes from the labels of each call)"),
        (scorer("cba", y=[0, 1]), "cba (0, 1)"),
        (scorer("cba", "rarity", labels=[0, 1]), "cba under rarity (0, 1; weights from the labels of each call)"),
        (scorer("cba", "uniform", labels=list("abcdefgh")), "cba under uniform (a: 0.125, b: 0.125, "),
        (scorer("mcc", y=range(100)), "mcc (0, 1, 2, 3, 4 and 95 more)"),
        (scorer("mean_f", beta=2), "mean_f(beta=2) (classes from"),
    ],
)  # fmt: skip
def test_the_repr_says_what_is_fixed(made, shown):
    assert repr(made).startswith(f"make_scorer({shown}")
    assert repr(made).endswith("response_method='predict')")


def test_the_repr_says_that_lower_is_better():
    assert "greater_is_better=False" in repr(scorer("cen"))


# A fold that lacks a class.


def test_a_class_that_a_fold_lacks_is_known_from_the_training_labels():
    truth, guess = ["a", "a", "b", "b"], ["a", "b", "b", "b"]
    train = ["a", "b", "c"]
    by_policy = {
        p: scored(scorer("balanced_accuracy", y=train, undefined=p), truth, guess) for p in ("exclude", "zero")
    }
    assert by_policy == {"exclude": 0.75, "zero": 0.5}
    assert np.isnan(scored(scorer("balanced_accuracy", y=train, undefined="nan"), truth, guess))
    with pytest.raises(ValueError, match="balanced_accuracy is undefined for class 'c': the class has no items"):
        scored(scorer("balanced_accuracy", y=train, undefined="raise"), truth, guess)


def test_without_training_labels_the_sentence_says_to_give_them():
    truth, guess = ["a", "a", "b", "b"], ["a", "b", "b", "c"]
    told = r"give the scorer the training labels, y=…, so that .* same classes and weights: rarity needs .* none of 'c'"
    with pytest.raises(ValueError, match=told):
        scored(scorer("cba", "rarity"), truth, guess)
    with pytest.raises(ValueError, match=r"give the scorer the training labels, y=….* there is no class 'd'"):
        scored(scorer("cba", {"d": 0.5}), truth, guess)
    with pytest.raises(ValueError, match=r"^cba is undefined for class 'c'"):  # nothing that y= would change
        scored(scorer("cba", "complement", undefined="raise", labels=["a", "b", "c"]), truth, ["a", "b", "b", "b"])


@pytest.mark.parametrize("several", [False, True])
def test_the_sentence_survives_cross_validation(flowers, several):
    X, y = flowers
    one = scorer("cba", {"unheard": 0.5})
    with pytest.warns(UserWarning, match=r"ValueError: the importance '\(unheard=0.5\)' needs more than the labels of"):
        found = cross_validate(stump(), X, y, scoring={"x": one} if several else one, cv=2)
    assert np.isnan(found["test_x" if several else "test_score"]).all()
    with pytest.raises(ValueError, match="give the scorer the training labels"):
        cross_validate(stump(), X, y, scoring=one, cv=2, error_score="raise")


def test_an_undefined_score_is_nan_and_a_warning_says_why():
    truth, guess = ["a", "a", "b", "b"], ["a", "a", "b", "b"]
    made = scorer("mcc at importance", "uniform", y=["a", "b", "c"])
    told = r"^mcc at importance is undefined for class 'c': .* share\. The score is NaN\.$"
    with pytest.warns(UndefinedMetricWarning, match=told):
        assert np.isnan(scored(made, truth, guess))
    with pytest.warns(UndefinedMetricWarning, match="mcc is undefined: all predictions are of one class"):
        assert np.isnan(scored(scorer("mcc"), truth, ["a"] * 4))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert np.isnan(scored(scorer("mcc at importance", y=["a", "b", "c"], undefined="nan"), truth, guess))


# Bad input: one sentence, where it is known before anything is trained, then.


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: scorer("acuracy"), "there is no metric 'acuracy'. Did you mean 'accuracy'?"),
        (lambda: scorer("recall"), "'recall' gives one value per class, not one number"),
        (lambda: scorer(None), "a metric is found by its name, not by None"),
        (lambda: scorer("cba", {"x": 0.5}, y=["a", "b"]), "there is no class 'x'; the classes are 'a', 'b'"),
        (lambda: scorer("cba", {"x": 0.5}, labels=["a", "b"]), "there is no class 'x'; the classes are 'a', 'b'"),
        (lambda: scorer("cba", "rarity", y=["a", "b"], labels=["a", "b", "c"]), "there are none of 'c'"),
        (lambda: scorer("cba", "a >", y=["a", "b"]), "cannot|must|expected|ends|missing"),
        (lambda: scorer("cba", beta=2), "cba has no parameter 'beta'"),
        (
            lambda: scorer("cba", undefined="skip"),
            "undefined must be one of worst, exclude, zero, nan, raise, not 'skip'",
        ),
        (lambda: scorer("cba", y=[0, 1], counts=[1, 1]), "not both"),
        (lambda: scorer("cba", y=[0.25, 1.5]), "0.25, which looks like a probability or a score"),
        (lambda: scorer("cba", y=np.zeros((3, 2), dtype=int)), "one label per item, but have the shape"),
        (lambda: scorer("cba", y=[]), "there are no items to count"),
        (lambda: scorer("cba", y=["a", None]), "label"),
        (lambda: scorer("cba", y="abc"), "must be a list, an array or a Series"),
        (lambda: scorer("expected_cost", costs=np.ones((2, 2)), y=["a", "b", "c"]), "3|three|classes"),
    ],
)
def test_what_cannot_be_scored_is_refused_before_training(make, told):
    with pytest.raises(ValueError, match=told):
        make()


@pytest.mark.parametrize(
    ("made", "truth", "guess", "told"),
    [
        (scorer("cba", y=[0, 1]), ["0", "1"], ["0", "1"], "texts such as '0', but the declared labels are numbers"),
        (
            scorer("cba"),
            [0, 1],
            ["0", "1"],
            "the true labels are numbers such as 0, but the predicted labels are texts",
        ),
        (scorer("cba", y=[0, 1]), [0, 1], [0, 2], "1 value outside the declared labels: 2; declared are 0, 1"),
        (scorer("cba"), [0.5, 1.2], [0.4, 1.0], "looks like a probability or a score rather than a label"),
        (scorer("cba"), [0, 1], [0.4, 1.0], "predicted labels contain 0.4, which looks like a probability"),
        (scorer("cba"), [0, 1], [0], "there are 2 true labels but 1 predicted labels"),
    ],
)
def test_labels_that_do_not_fit_are_refused_in_one_sentence(made, truth, guess, told):
    with pytest.raises(ValueError, match=told):
        scored(made, np.array(truth), np.array(guess))


def test_weights_that_do_not_fit_are_refused(skewed):
    _, truth, guess, items = skewed
    with pytest.raises(ValueError, match="there are 199 weights for 200 items"):
        scored(scorer("cba"), truth, guess, sample_weight=items[1:])


def test_a_regressor_and_what_cannot_predict_are_refused(flowers):
    X, _ = flowers
    y = np.arange(len(X)) % 2
    with pytest.raises(ValueError, match="looks like a probability or a score rather than a label"):
        scorer("cba", y=y)(LinearRegression().fit(X, y), X, y)
    with pytest.raises(AttributeError, match="AgglomerativeClustering has none of the following attributes: predict"):
        scorer("cba")(AgglomerativeClustering().fit(X), X, y)


def test_the_scorer_holds_a_goal_as_all_integrations_do(skewed):
    train, truth, guess, items = skewed
    aim = goal("cba", "rarity", sizes=sizes_of(train))
    assert scored(scorer("cba", "rarity", y=train), truth, guess, sample_weight=items) == aim.of_labels(
        truth, guess, items
    )


# Where scikit-learn is missing.


def test_a_missing_scikit_learn_is_told_in_one_sentence_and_weights_do_without():
    script = (
        "import sys; sys.modules['sklearn'] = None\n"
        "from steelyard.integrations.sklearn import class_weight\n"
        "print(class_weight('uniform', [0, 0, 0, 1]))\n"
        "from steelyard.integrations.sklearn import scorer"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=60)
    assert run.stdout == "{0: 0.6666666666666666, 1: 2.0}\n"
    assert run.stderr.endswith("ImportError: scorer needs scikit-learn; pip install scikit-learn.\n")
    assert run.stderr.count("Traceback") == 1
