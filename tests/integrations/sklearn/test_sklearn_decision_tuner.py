"""The tuner: scikit-learn's manners, gains that are right, gains that last on unseen data, refusals before training."""

import os
import pickle
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import sklearn
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_array
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.datasets import load_breast_cancer, load_digits, load_iris
from sklearn.exceptions import NotFittedError
from sklearn.frozen import FrozenEstimator
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import (
    GridSearchCV,
    GroupKFold,
    KFold,
    LeaveOneOut,
    RepeatedStratifiedKFold,
    StratifiedKFold,
    cross_val_predict,
    train_test_split,
)
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC
from sklearn.utils import get_tags

import steelyard as sy
from every_metric import under
from scikit_learn_checks import scikit_learn_checks
from steelyard.decisions import decide, tune
from steelyard.importance.mechanisms import sizes_of
from steelyard.integrations.sklearn import DecisionTuner
from steelyard.integrations.sklearn.folds import held_out_folds

DATA = Path(os.environ.get("STEELYARD_DATA", Path(__file__).parents[4] / "shared" / "data"))
WINES = DATA / "branco16" / "csv" / "13_wineQualityRed.csv"
NAMES = np.array(["setosa", "versicolor", "virginica"])


pytestmark = pytest.mark.usefixtures("one_thread")


@pytest.fixture
def skewed():
    """Flowers that overlap, 50, 30 and 12 of them, without their most telling features."""
    X, y = load_iris(return_X_y=True)
    keep = np.concatenate([np.arange(50), np.arange(50, 80), np.arange(100, 112)])
    return X[keep][:, :2], NAMES[y[keep]]


def digits(seed):
    """The digits made rare one after the other, 170 noughts to 12 nines, behind noise, in two halves."""
    X, y = load_digits(return_X_y=True)
    rng = np.random.default_rng(seed)
    chosen = [rng.permutation(np.flatnonzero(y == d))[: int(170 * 0.75**d)] for d in range(10)]
    keep = np.concatenate(chosen)
    return train_test_split(X[keep] + rng.normal(0, 6, (len(keep), 64)), y[keep], stratify=y[keep], random_state=seed,
                            test_size=0.5)  # fmt: skip


class Untrainable(ClassifierMixin, BaseEstimator):
    """Fails the test if anything is trained: refusals must come before."""

    def fit(self, X, y, sample_weight=None):  # noqa: ARG002
        pytest.fail("it was trained")

    def predict_proba(self, X):  # noqa: ARG002
        pytest.fail("it was asked")


class Answers(ClassifierMixin, BaseEstimator):
    """Answers fixed rows for all items, its classes in a stated order."""

    def __init__(self, row=(0.5, 0.5), classes=None):
        self.row = row
        self.classes = classes

    def fit(self, X, y):  # noqa: ARG002
        self.classes_ = np.unique(y) if self.classes is None else np.asarray(self.classes)
        return self

    def predict_proba(self, X):
        return np.tile(self.row, (len(X), 1))


class Backwards(ClassifierMixin, BaseEstimator):
    """A naive Bayes whose classes, and columns, are the other way round."""

    def fit(self, X, y):
        self.model_ = GaussianNB().fit(X, y)
        self.classes_ = self.model_.classes_[::-1]
        return self

    def predict_proba(self, X):
        return self.model_.predict_proba(X)[:, ::-1]


def checks():
    """Scikit-learn's checks of two tuners."""
    model = LogisticRegression(C=0.1)
    recalibrated = DecisionTuner(model, cv=3, method="closed_form", recalibrate="auto")
    tuners = DecisionTuner(model, cv=3), DecisionTuner(model, "mean_f", "rarity", cv=3, restarts=1), recalibrated
    for tuner in tuners:
        for check in scikit_learn_checks(tuner, f"{tuner.metric}-" if tuner.recalibrate is None else "recalibrated-"):
            # It wants the most probable class, which a tuned rule does not always answer. Scikit-learn excuses its
            # own TunedThresholdClassifierCV of it; the gains for balanced accuracy on balanced data pass.
            if check.id != "mean_f-check_classifiers_train":
                yield check


@pytest.mark.slow
@pytest.mark.parametrize(("estimator", "check"), list(checks()))
def test_scikit_learns_own_checks(estimator, check):
    check(estimator)


def test_gains_are_importance_over_share_for_balanced_accuracy(skewed):
    X, y = skewed
    w = {"setosa": 0.2, "versicolor": 0.3, "virginica": 0.5}
    tuner = DecisionTuner(GaussianNB(), importance=w, method="closed_form").fit(X, y)
    expected = np.array([0.2, 0.3, 0.5]) / np.array([50, 30, 12])
    assert tuner.rule_.method == "closed_form"
    np.testing.assert_allclose(tuner.gains_, expected / expected.max(), rtol=1e-12)
    np.testing.assert_allclose(tuner.weights_, [0.2, 0.3, 0.5])
    np.testing.assert_array_equal(
        tuner.predict(X), NAMES[np.argmax(tuner.estimator_.predict_proba(X) * expected, axis=1)]
    )


def test_the_rule_is_the_one_that_tune_finds_on_out_of_fold_probabilities(skewed):
    X, y = skewed
    tuner = DecisionTuner(GaussianNB(), "mean_f", "rarity", parameters={"beta": 2}).fit(X, y)
    p = cross_val_predict(GaussianNB(), X, y, cv=StratifiedKFold(5), method="predict_proba")
    rule = tune(y, p, "mean_f", "rarity", beta=2)
    np.testing.assert_allclose(tuner.gains_, rule.gains, rtol=1e-12)
    assert tuner.score_ == pytest.approx(rule.score)
    predicted = NAMES[decide(p, tuner.gains_)]
    cm = sy.Confusion.from_labels(y, predicted)
    assert tuner.score_ == pytest.approx(sy.metrics.mean_f(cm, importance="rarity", beta=2))
    untuned = sy.Confusion.from_labels(y, NAMES[p.argmax(axis=1)])
    assert tuner.untuned_score_ == pytest.approx(sy.metrics.mean_f(untuned, importance="rarity", beta=2))


@pytest.mark.parametrize("importance", [None, "rarity"])
def test_no_metric_is_worse_tuned_than_untuned(skewed, importance):
    X, y = skewed
    for metric in ("accuracy", "balanced_accuracy", "mean_f", "cba", "g_mean", "mcc", "kappa", "cen", "expected_cost"):
        tuner = DecisionTuner(GaussianNB(), under(metric, importance), importance, cv=3, restarts=1).fit(X, y)
        gain = sy.metrics[metric].sign * (tuner.score_ - tuner.untuned_score_)
        assert gain >= 0, metric


def lasting_gain(metric, split):
    """Return what tuning gains on average over six splits, on the half that the tuner never saw."""
    gains = []
    for seed in range(6):
        X, unseen, y, truth = split(seed)
        model = make_pipeline(StandardScaler(), LogisticRegression(C=0.1))
        tuner = DecisionTuner(model, metric, "rarity", restarts=2).fit(X, y)
        of = tuner.rule_.goal.of_labels
        gains.append(of(truth, tuner.predict(unseen)) - of(truth, tuner.estimator_.predict(unseen)))
    return np.mean(gains)


@pytest.mark.slow
def test_what_is_gained_lasts_on_unseen_digits():
    # 0.16 ± 0.01 when this was written. Not of mean_f: its search has six nines to go by, and gains 0.02 ± 0.02.
    assert lasting_gain("balanced_accuracy", digits) > 0.1


@pytest.mark.slow
@pytest.mark.skipif(not WINES.exists(), reason="needs branco16/ (UCI wine quality); set STEELYARD_DATA")
@pytest.mark.parametrize(("metric", "least"), [("balanced_accuracy", 0.5), ("mean_f", 0.05)])
def test_what_is_gained_lasts_on_unseen_wines(metric, least):
    # 0.62 ± 0.02 and 0.11 ± 0.01 when this was written.
    table = np.loadtxt(WINES, delimiter=",", skiprows=1, quotechar='"')
    table = table[(table[:, 0] > 3) & (table[:, 0] < 8)]  # qualities 3 and 8 have 10 and 18 wines

    def split(seed):
        y = table[:, 0].astype(int)
        return train_test_split(table[:, 1:], y, stratify=y, random_state=seed, test_size=0.5)

    assert lasting_gain(metric, split) > least


def test_costs_decide_by_the_expected_cost(skewed):
    X, y = skewed
    costs = {("virginica", "setosa"): 9, ("virginica", "versicolor"): 5, ("setosa", "virginica"): 1,
             ("setosa", "versicolor"): 1, ("versicolor", "setosa"): 1, ("versicolor", "virginica"): 1}  # fmt: skip
    matrix = [[0, 1, 1], [1, 0, 1], [9, 5, 0]]
    tuner = DecisionTuner(GaussianNB(), costs=costs).fit(X, y)
    expected = tuner.predict_proba(X) @ np.array(matrix)
    np.testing.assert_array_equal(tuner.predict(X), NAMES[expected.argmin(axis=1)])
    assert tuner.score_ < tuner.untuned_score_
    by_matrix = DecisionTuner(GaussianNB(), "expected_cost", costs=matrix).fit(X, y)
    np.testing.assert_array_equal(by_matrix.gains_, tuner.gains_)
    assert by_matrix.gains_.shape == (3, 3)


def test_columns_are_found_by_class_not_by_place(skewed):
    X, y = skewed
    one, other = (DecisionTuner(model, "mean_f", "rarity").fit(X, y) for model in (GaussianNB(), Backwards()))
    assert list(other.estimator_.classes_) == list(NAMES[::-1])
    assert list(other.classes_) == list(NAMES)
    np.testing.assert_allclose(other.gains_, one.gains_)
    np.testing.assert_allclose(other.predict_proba(X), one.predict_proba(X))
    np.testing.assert_array_equal(other.predict(X), one.predict(X))


@pytest.mark.slow
def test_two_jobs_give_the_same_as_one(skewed):
    X, y = skewed
    one, two = (DecisionTuner(GaussianNB(), "cba", "rarity", n_jobs=jobs).fit(X, y) for jobs in (1, 2))
    np.testing.assert_array_equal(one.gains_, two.gains_)
    assert one.score_ == two.score_


def test_it_pickles_clones_and_prints(skewed):
    X, y = skewed
    tuner = DecisionTuner(GaussianNB(), "mean_f", "rarity").fit(X, y)
    copy = pickle.loads(pickle.dumps(tuner))  # noqa: S301 - our own
    np.testing.assert_array_equal(copy.predict(X), tuner.predict(X))
    assert clone(tuner).get_params()["metric"] == "mean_f"
    assert not hasattr(clone(tuner), "rule_")
    assert clone(DecisionTuner(GaussianNB(), sy.metrics.cba, sy.importance.rarity())).fit(X, y).score_ > 0
    assert tuner.set_params(estimator__var_smoothing=1e-3).estimator.var_smoothing == 1e-3
    assert "mean_f" in str(tuner)
    assert "GaussianNB" in tuner._repr_html_()


def test_what_the_estimator_cannot_do_the_tuner_cannot_either():
    class OfTwo(Answers):
        def __sklearn_tags__(self):
            tags = super().__sklearn_tags__()
            tags.classifier_tags.multi_class = False
            tags.input_tags.sparse = True
            return tags

    for inside, several in ((OfTwo(), False), (Answers(), True)):
        tags = get_tags(DecisionTuner(inside))
        assert tags.classifier_tags.multi_class is several
        assert tags.input_tags.sparse is not several


def test_it_works_in_pipelines_and_searches(skewed):
    X, y = skewed
    tuner = DecisionTuner(LogisticRegression(), importance="rarity", cv=3)
    search = GridSearchCV(tuner, {"estimator__C": [0.1, 10.0]}, cv=2, scoring="balanced_accuracy").fit(X, y)
    assert search.best_params_["estimator__C"] == search.best_estimator_.estimator_.C
    pipeline = make_pipeline(StandardScaler(), tuner).fit(X, y)
    inside = DecisionTuner(make_pipeline(StandardScaler(), LogisticRegression()), importance="rarity", cv=3).fit(X, y)
    assert set(pipeline.predict(X)) <= set(NAMES)
    np.testing.assert_allclose(inside.gains_, pipeline[-1].gains_)


def test_frames_sparse_matrices_and_label_types_are_taken(skewed):
    X, y = skewed
    plain = DecisionTuner(LogisticRegression(), "cba", "rarity", cv=3).fit(X, y)
    frame = pd.DataFrame(X, columns=["length", "width"])
    named = clone(plain).fit(frame, pd.Series(y, index=np.arange(len(y)) + 7))
    assert list(named.feature_names_in_) == ["length", "width"]
    assert named.n_features_in_ == 2
    np.testing.assert_array_equal(named.predict(frame), plain.predict(X))
    np.testing.assert_array_equal(clone(plain).fit(csr_array(X), y).predict(csr_array(X)), plain.predict(X))
    for numbers in (np.array([3, 7, -1]), np.array([0.0, 1.0, 2.0]), np.array(["x", "yy", "z"], dtype=object)):
        place = np.searchsorted(NAMES, y)
        relabelled = clone(plain).fit(X, numbers[place]).predict(X)
        assert relabelled.dtype == numbers.dtype
    assert clone(plain).fit(X, y == "virginica").predict(X).dtype == bool


def test_a_weight_is_a_repetition(skewed):
    X, y = skewed
    rng = np.random.default_rng(5)
    weights = rng.integers(1, 4, len(y))
    one, two = [(np.arange(0, len(y), 2), np.arange(1, len(y), 2)), (np.arange(1, len(y), 2), np.arange(0, len(y), 2))]
    starts = np.repeat(np.arange(len(y)), weights)
    repeated = [tuple(np.flatnonzero(np.isin(starts, part)) for part in fold) for fold in (one, two)]
    tuner = DecisionTuner(GaussianNB(), "mean_f", "rarity", cv=[one, two]).fit(X, y, sample_weight=weights)
    other = DecisionTuner(GaussianNB(), "mean_f", "rarity", cv=repeated).fit(X[starts], y[starts])
    np.testing.assert_allclose(tuner.weights_, other.weights_)
    np.testing.assert_allclose(tuner.gains_, other.gains_)
    assert tuner.score_ == pytest.approx(other.score_)
    assert tuner.score_ != clone(tuner).fit(X, y).score_


def test_metadata_is_routed_where_it_was_asked_for(skewed):
    X, y = skewed
    weights = np.where(y == "virginica", 3.0, 1.0)
    groups = np.arange(len(y)) % 4
    direct = DecisionTuner(GaussianNB(), "cba", cv=list(GroupKFold(2).split(X, y, groups)))
    both = direct.fit(X, y, sample_weight=weights)
    with sklearn.config_context(enable_metadata_routing=True):
        trained = GaussianNB().set_fit_request(sample_weight=True)
        routed = DecisionTuner(trained, "cba", cv=GroupKFold(2)).fit(X, y, sample_weight=weights, groups=groups)
        assert routed.score_ == both.score_
        alone = GaussianNB().set_fit_request(sample_weight=False)
        untrained = DecisionTuner(alone, "cba", cv=GroupKFold(2)).fit(X, y, sample_weight=weights, groups=groups)
        np.testing.assert_array_equal(untrained.estimator_.class_prior_, GaussianNB().fit(X, y).class_prior_)
        scaler = StandardScaler().set_fit_request(sample_weight=False)
        inside = make_pipeline(scaler, DecisionTuner(trained, cv=2).set_fit_request(sample_weight=True))
        assert inside.fit(X, y, sample_weight=weights)[-1].estimator_.class_prior_[2] > 0.25


def test_groups_reach_the_splitter_without_routing_too(skewed):
    X, y = skewed
    groups = np.arange(len(y)) % 4
    given_splits = DecisionTuner(GaussianNB(), "cba", cv=list(GroupKFold(2).split(X, y, groups))).fit(X, y)
    by_groups = DecisionTuner(GaussianNB(), "cba", cv=GroupKFold(2)).fit(X, y, groups=groups)
    assert by_groups.score_ == given_splits.score_
    np.testing.assert_array_equal(by_groups.gains_, given_splits.gains_)


def test_weights_of_a_pipelines_step_are_split_with_the_folds(skewed):
    X, y = skewed
    model = make_pipeline(StandardScaler(), GaussianNB())
    weights = np.where(y == "virginica", 3.0, 1.0)
    with pytest.raises(ValueError, match="Pipeline takes no sample_weight in fit; for a pipeline, name the step too"):
        DecisionTuner(model).fit(X, y, sample_weight=weights)
    tuner = DecisionTuner(model).fit(X, y, sample_weight=weights, gaussiannb__sample_weight=weights)
    direct = DecisionTuner(GaussianNB()).fit(StandardScaler().fit_transform(X), y, sample_weight=weights)
    np.testing.assert_allclose(tuner.estimator_[-1].class_prior_, direct.estimator_.class_prior_)


def test_a_fitted_model_is_tuned_as_it_is(skewed):
    X, y = skewed
    train, validate = np.arange(0, len(y), 2), np.arange(1, len(y), 2)
    model = GaussianNB().fit(X[train], y[train])
    prefit = DecisionTuner(model, "cba", "rarity", cv="prefit").fit(X[validate], y[validate])
    frozen = DecisionTuner(FrozenEstimator(model), "cba", "rarity").fit(X[validate], y[validate])
    rule = tune(y[validate], model.predict_proba(X[validate]), "cba", "rarity")
    assert prefit.estimator_ is model
    assert prefit.score_ == frozen.score_ == rule.score
    np.testing.assert_array_equal(prefit.gains_, rule.gains)
    with pytest.raises(ValueError, match="not trained again, so fit has no use for 'gamma'"):
        DecisionTuner(model, cv="prefit").fit(X, y, gamma=2)
    with pytest.raises(NotFittedError):
        DecisionTuner(GaussianNB(), cv="prefit").fit(X, y)
    with pytest.raises(ValueError, match="y has 'iris', but the fitted estimator knows only 'setosa'"):
        DecisionTuner(model, cv="prefit").fit(X[:3], ["setosa", "iris", "virginica"])
    with pytest.raises(ValueError, match="there are no items to validate on of class 'versicolor'"):
        DecisionTuner(model, cv="prefit").fit(X[:2], ["setosa", "virginica"])


def test_with_fewer_items_of_a_class_than_folds_there_are_fewer_folds(skewed):
    """Issue 18: it used to refuse."""
    X, y = skewed
    few = np.r_[np.arange(80), 80, 81, 82]
    with pytest.warns(UserWarning, match="class 'virginica' has 3 items, so there are 3 folds instead of 5.") as told:
        tuner = DecisionTuner(GaussianNB(), "mean_f").fit(X[few], y[few])
    assert told[0].filename == __file__
    asked = DecisionTuner(GaussianNB(), "mean_f", cv=3).fit(X[few], y[few])
    np.testing.assert_array_equal(tuner.gains_, asked.gains_)
    for cv in (5, 0.3):
        with pytest.raises(ValueError, match="class 'virginica' has fewer than 2 items, and one is needed to train on"):
            DecisionTuner(Untrainable(), cv=cv).fit(X[:81], y[:81])


def test_the_unseen_score_is_by_rules_of_the_other_folds(skewed):
    X, y = skewed
    splits = list(StratifiedKFold(4).split(X, y))
    tuner = DecisionTuner(GaussianNB(), "mean_f", method="search", restarts=0, cv=splits).fit(X, y)
    p = np.empty((len(y), 3))
    for train, validate in splits:
        p[validate] = GaussianNB().fit(X[train], y[train]).predict_proba(X[validate])
    answers = np.empty_like(y)
    for others, fold in splits:
        answers[fold] = tune(y[others], p[others], "mean_f", method="search", restarts=0).decide(p[fold])
    assert tuner.unseen_score_ == pytest.approx(sy.metrics.mean_f(sy.Confusion.from_labels(y, answers)))
    assert tuner.unseen_score_ < tuner.score_
    assert f"{tuner.unseen_score_:.3f}, which is what to expect on new ones" in " ".join(str(tuner.rule_).split())


def test_no_item_of_a_repeated_validation_judges_a_rule_that_saw_it(skewed):
    X, y = skewed
    cv = RepeatedStratifiedKFold(n_splits=2, n_repeats=3, random_state=0)
    parts = held_out_folds(list(cv.split(X, y)))
    items = np.concatenate([validate for _, validate in cv.split(X, y)])
    assert len(parts) == 6
    for find, judge in parts:
        assert not set(items[find]) & set(items[judge])
        assert len(judge) == 46
    assert held_out_folds([(np.arange(3), np.arange(3, 5))]) is None


def test_many_folds_are_held_out_together(skewed):
    """A search for each of 92 items that are left out one by one would take long and say little."""
    X, y = skewed
    parts = held_out_folds(list(LeaveOneOut().split(X)))
    assert len(parts) == 10
    assert sorted(np.concatenate([judge for _, judge in parts])) == list(range(92))
    for find, judge in parts:
        assert sorted([*find, *judge]) == list(range(92))
    repeated = RepeatedStratifiedKFold(n_splits=4, n_repeats=5, random_state=0)
    assert [len(judge) for _, judge in held_out_folds(list(repeated.split(X, y)))] == [23] * 10


def test_a_model_whose_classes_weigh_alike_is_not_corrected_twice():
    """Issue 18: 0.680 by the closed form, 0.739 by the search. Two normals, 19 : 1, what is found judged on others."""
    rng = np.random.default_rng(0)
    y = np.repeat([0, 1], [1900, 100])
    X, unseen = (rng.normal(np.outer(y, [1.0, 1.0])) for _ in range(2))
    model, importance = LogisticRegression(class_weight="balanced"), {0: 0.2, 1: 0.8}
    truly = {}
    for method in ("auto", "closed_form"):
        tuner = DecisionTuner(model, importance=importance, method=method).fit(X, y)
        truly[method] = sy.metrics.balanced_accuracy(y, tuner.predict(unseen), importance=importance)
    assert truly["auto"] > truly["closed_form"] + 0.02


@pytest.mark.parametrize("shares", [(570, 30), (540, 40, 20)])
def test_where_a_class_given_up_counts_it_is_not_given_up(shares):
    """Issue 18: without its terms, the rare class is worth more unanswered."""
    rng = np.random.default_rng(0)
    y = np.repeat(np.arange(len(shares)), shares)
    X = rng.normal(np.outer(y, [0.8, 0.8]))
    tuner = DecisionTuner(LogisticRegression(), "one_point_maurpc_ova", undefined="zero").fit(X, y)
    assert set(tuner.predict(X)) == set(range(len(shares)))
    left_out = DecisionTuner(LogisticRegression(), "one_point_maurpc_ova", undefined="exclude").fit(X, y)
    assert tuner.gains_[-1] > left_out.gains_[-1] or len(set(left_out.predict(X))) < len(shares)


@pytest.mark.parametrize("seed", [0, 1, 4, 8])
def test_by_default_the_rare_of_three_classes_is_not_given_up(seed):
    """Issue 18, on random problems of about 600, 80 and 15 items: undefined terms left out, the tuner stops with it."""
    rng = np.random.default_rng(seed)
    y = np.repeat(np.arange(3), [rng.integers(400, 700), rng.integers(20, 120), rng.integers(8, 20)])
    X = rng.normal(rng.normal(0, 0.8, (3, 2))[y])
    tuner = DecisionTuner(LogisticRegression(), "one_point_maurpc_ova").fit(X, y)
    assert set(tuner.predict(X)) == {0, 1, 2}
    left_out = DecisionTuner(LogisticRegression(), "one_point_maurpc_ova", undefined="exclude").fit(X, y)
    assert 2 not in left_out.predict(X)


FOLDS = {
    "five by default": (None, 92),
    "a share": (0.3, 28),
    "a splitter": (KFold(3, shuffle=True, random_state=0), 92),
    "repeated": (RepeatedStratifiedKFold(n_splits=2, n_repeats=2, random_state=0), 184),
    "masks": ([(np.arange(92) % 2 == 0, np.arange(92) % 2 == 1)], 46),
}


@pytest.mark.parametrize("way", FOLDS)
def test_folds_come_in_many_ways(skewed, way):
    cv, validated = FOLDS[way]
    tuner = DecisionTuner(GaussianNB(), "cba", cv=cv).fit(*skewed)
    assert tuner.rule_.items == validated
    assert tuner.score_ == clone(tuner).fit(*skewed).score_


BAD = {
    "unknown metric": ({"metric": "balanced_acuracy"}, "Did you mean 'balanced_accuracy'"),
    "a rate": ({"metric": "recall"}, "gives one value per class"),
    "unknown class": ({"importance": {"setosa": 1, "rose": 2}}, "there is no class 'rose'; the classes are 'setosa'"),
    "too few numbers": ({"importance": [1, 2]}, "2 values for 3 classes"),
    "unknown policy": ({"undefined": "ignore"}, "undefined must be one of"),
    "unknown method": (
        {"method": "guess"},
        "method must be one of auto, closed_form, search, linearised, not 'guess'",
    ),
    "no closed form": ({"metric": "mcc", "method": "closed_form"}, "mcc has no closed form"),
    "unknown parameter": ({"metric": "mean_f", "parameters": {"bta": 2}}, "no parameter 'bta'"),
    "another's argument": ({"parameters": {"importance": "rarity"}}, "balanced_accuracy has no parameter 'importance'"),
    "numbers as names": ({"parameters": {1: 2}}, "parameters must be given by name"),
    "no names": ({"parameters": [2]}, "parameters must be given by name"),
    "costs' shape": ({"costs": [[0, 1], [1, 0]]}, r"costs must have the shape \(3, 3\)"),
    "costs' class": ({"costs": {("setosa", "rose"): 1}}, "there is no class 'rose'"),
    "costs below 0": ({"costs": -np.ones((3, 3))}, "costs must be finite and at least 0"),
    "costs elsewhere": ({"metric": "mcc", "costs": np.ones((3, 3))}, "mcc has no parameter 'costs'"),
    "one fold": ({"cv": 1}, "cv must be a whole number of folds of at least 2.*, not 1"),
    "a word": ({"cv": "fit"}, "cv must be .*, not 'fit'"),
    "a whole share": ({"cv": 1.0}, "cv must be .*, not 1.0"),
    "no splitter": ({"cv": object()}, "cv must be .*, not <object"),
    "no folds": ({"cv": []}, "cv has no folds"),
    "folds used up": ({"cv": iter([])}, "a generator it gives them only once"),
    "no pairs": ({"cv": [3, 4]}, "cv must give pairs of the items to train on and those to validate on"),
    "no places": ({"cv": [([0.5], [1])]}, "cv must give pairs of the items to train on and those to validate on"),
    "no such item": ({"cv": [(range(92), [99])]}, "cv must give pairs of the items to train on and those to validate"),
    "nothing to validate on": ({"cv": [(range(92), range(92)), (range(92), [])]}, "fold 2 has no items to validate on"),
    "nothing to train on": ({"cv": [([], range(92))]}, "training items of fold 1 have none of class 'setosa', 'versi"),
    "sorted folds": (
        {"cv": [(np.arange(50, 92), np.arange(50))]},
        "the training items of fold 1 have none of class 'setosa'",
    ),
    "restarts": ({"restarts": -1}, "restarts must be a whole number of at least 0, not -1"),
    "no seed": ({"random_state": None}, "random_state must be a whole number of at least 0, not None"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_settings_are_refused_before_training(skewed, case):
    X, y = skewed
    settings, sentence = BAD[case]
    with pytest.raises(ValueError, match=sentence) as refused:
        DecisionTuner(Untrainable(), **settings).fit(X, y)
    assert "\n" not in str(refused.value)


def test_bad_data_is_refused_before_training(skewed):
    X, y = skewed
    tuner = DecisionTuner(Untrainable())
    with pytest.raises(ValueError, match="y has one class only: 'setosa'"):
        tuner.fit(X[:9], y[:9])
    with pytest.raises(ValueError, match="there are no items"):
        tuner.fit(X[:0], y[:0])
    with pytest.raises(ValueError, match="y should be a 1d array"):  # several labels per item
        tuner.fit(X, np.eye(3, dtype=int)[np.searchsorted(NAMES, y)])
    for odd, kinds in ((7, "'int', 'str'"), (None, "'NoneType', 'str'")):
        with pytest.raises(ValueError, match=f"the labels must be of one kind, .* not of {kinds}"):
            tuner.fit(X, np.where(y == "setosa", odd, y.astype(object)))
    with pytest.raises(ValueError, match="Unknown label type: continuous"):
        tuner.fit(X, X[:, 0] + 0.01)
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        tuner.fit(X, y[1:])
    with pytest.raises(ValueError, match="there are 3 weights for 92 items"):
        tuner.fit(X, y, sample_weight=[1, 2, 3])
    with pytest.raises(ValueError, match="weights must be finite and at least 0, but the weight of item 1 is nan"):
        tuner.fit(X, y, sample_weight=np.where(np.arange(len(y)) == 1, np.nan, 1.0))
    with pytest.raises(ValueError, match="sample_weight of every item is zero"):
        tuner.fit(X, y, sample_weight=np.zeros(len(y)))
    with pytest.raises(ValueError, match="there are no items to validate on of class 'virginica'"):
        tuner.fit(X, y, sample_weight=np.where(y == "virginica", 0.0, 1.0))
    unseen = [(np.arange(len(y)), np.flatnonzero(y != "versicolor"))]
    with pytest.raises(ValueError, match="there are no items to validate on of class 'versicolor'"):
        clone(tuner).set_params(cv=unseen).fit(X, y)


def test_unfit_estimators_are_refused_before_training(skewed):
    X, y = skewed
    with pytest.raises(ValueError, match="LinearSVC has no predict_proba"):
        DecisionTuner(LinearSVC()).fit(X, y)
    with pytest.raises(ValueError, match=r"an instance, as in GaussianNB\(\), not the class itself"):
        DecisionTuner(GaussianNB).fit(X, y)
    with pytest.raises(ValueError, match="must be a scikit-learn classifier, not 'bayes'"):
        DecisionTuner("bayes").fit(X, y)
    with pytest.raises(ValueError, match="KNeighborsClassifier takes no sample_weight in fit"):
        DecisionTuner(KNeighborsClassifier()).fit(X, y, sample_weight=np.ones(len(y)))
    with pytest.raises(NotFittedError):
        DecisionTuner(GaussianNB()).predict(X)


def test_other_classes_than_asked_for_are_refused(skewed):
    X, y = skewed
    with pytest.raises(ValueError, match="Answers was trained on other classes than asked for; they differ in 'rose'"):
        DecisionTuner(Answers((0.5, 0.3, 0.2), ["rose", "setosa", "virginica"])).fit(X, y)


@pytest.mark.usefixtures("own_metrics")
def test_a_metric_without_a_derivative_is_refused_before_training(skewed):
    @sy.metric(title="counted by hand")
    def by_hand(c):
        return float(np.asarray(c.tp).sum())

    with pytest.raises(ValueError, match='"linearised" needs the derivative of the metric'):
        DecisionTuner(Untrainable(), "by_hand", method="linearised").fit(*skewed)


@settings(max_examples=30)
@given(st.lists(st.one_of(st.floats(-0.5, 1.5), st.just(float("nan")), st.just(float("inf"))), min_size=1, max_size=4))
def test_broken_probabilities_are_refused_in_one_sentence(row):
    X, y = np.zeros((8, 1)), np.tile(["a", "b"], 4)
    valid = len(row) == 2 and np.isfinite(row).all() and min(row) >= 0 and abs(sum(row) - 1) <= 1e-6
    if valid:
        return
    with pytest.raises(ValueError, match="probabilities must") as refused:
        DecisionTuner(Answers(tuple(row)), cv=2).fit(X, y)
    assert str(refused.value).count("\n") == 0


def test_importance_is_resolved_on_all_items_whatever_the_folds(skewed):
    X, y = skewed
    tuner = DecisionTuner(GaussianNB(), "cba", "rarity", cv=0.3).fit(X, y)
    np.testing.assert_allclose(tuner.weights_, sy.importance.rarity().weights(sizes_of(y)))


def test_two_classes_beat_all_thresholds():
    X, y = load_breast_cancer(return_X_y=True)
    tuner = DecisionTuner(GaussianNB(), "g_mean", "rarity", cv=3).fit(X, y)
    p = cross_val_predict(GaussianNB(), X, y, cv=StratifiedKFold(3), method="predict_proba")
    of = tuner.rule_.goal.of_labels
    best = max(of(y, (p[:, 1] >= threshold).astype(int)) for threshold in [*np.unique(p[:, 1])[::4], 0.5])
    assert tuner.score_ >= best


# Probabilities recalibrated before deciding.


def tuned_on(skewed, **given):
    return DecisionTuner(GaussianNB(), importance="rarity", cv=3, restarts=1, **given).fit(*skewed)


@pytest.mark.parametrize("way", ["temperature", "vector", "isotonic", "auto"])
def test_recalibrated_probabilities_are_those_that_are_decided_on(skewed, way):
    X, _ = skewed
    tuner = tuned_on(skewed, recalibrate=way, method="closed_form")
    own = tuner.estimator_.predict_proba(X)
    if tuner.recalibration_ is None:  # 12 irises are too few to choose by
        assert way == "auto"
        np.testing.assert_array_equal(tuner.predict_proba(X), own)
    else:
        assert tuner.recalibration_.way == tuner.calibration_gain_.way == way
        np.testing.assert_allclose(tuner.predict_proba(X), tuner.recalibration_.recalibrated(own))
        assert not np.allclose(tuner.predict_proba(X), own)
    np.testing.assert_array_equal(tuner.predict(X), NAMES[decide(tuner.predict_proba(X), tuner.gains_)])
    np.testing.assert_array_equal(tuner.rule_.decide(own), tuner.predict(X))
    assert tuner.calibration_gain_.score_after == tuner.unseen_score_
    np.testing.assert_allclose(tuner.predict_proba(X).sum(axis=1), 1)
    again = pickle.loads(pickle.dumps(tuner))  # noqa: S301 - our own
    np.testing.assert_array_equal(again.predict(X), tuner.predict(X))
    assert not isinstance(tuner.rule_.to_dict()["calibration_gain"], str)
    assert clone(tuner).recalibrate == way


def test_nothing_is_recalibrated_unless_asked_for(skewed):
    tuner = tuned_on(skewed)
    assert tuner.recalibrate is None
    assert tuner.recalibration_ is None
    assert tuner.calibration_gain_ is None
    np.testing.assert_array_equal(tuner.predict_proba(skewed[0]), tuner.estimator_.predict_proba(skewed[0]))


@pytest.mark.parametrize("weighed", [False, True])
def test_isotonic_recalibration_is_scikit_learns(skewed, weighed):
    X, y = skewed
    weights = np.random.default_rng(0).integers(1, 4, len(y)).astype(float) if weighed else None
    tuner = DecisionTuner(GaussianNB(), cv=StratifiedKFold(3), recalibrate="isotonic").fit(X, y, sample_weight=weights)
    theirs = CalibratedClassifierCV(GaussianNB(), method="isotonic", cv=StratifiedKFold(3), ensemble=False)
    theirs.fit(X, y, sample_weight=weights)
    np.testing.assert_allclose(tuner.predict_proba(X), theirs.predict_proba(X), atol=1e-9)


def test_a_recalibration_follows_classes_not_columns(skewed):
    X, y = skewed
    for way in ("vector", "isotonic"):
        one, other = (
            DecisionTuner(model, cv=3, recalibrate=way, method="closed_form").fit(X, y)
            for model in (GaussianNB(), Backwards())
        )
        np.testing.assert_allclose(other.predict_proba(X), one.predict_proba(X), atol=1e-9)


def test_a_fitted_estimator_is_recalibrated_on_what_fit_is_given(skewed):
    X, y = skewed
    model = GaussianNB().fit(X[::2], y[::2])
    tuner = DecisionTuner(FrozenEstimator(model), recalibrate="vector").fit(X[1::2], y[1::2])
    by_hand = sy.decisions.recalibrate(y[1::2], model.predict_proba(X[1::2]), "vector")
    np.testing.assert_allclose(tuner.recalibration_.weights, by_hand.weights)
    np.testing.assert_allclose(tuner.recalibration_.biases, by_hand.biases)


@pytest.mark.parametrize("bad", ["platt", "", 3, True])
def test_an_unknown_recalibration_is_refused_before_training(skewed, bad):
    message = "recalibrate must be None, 'auto', 'temperature', 'vector' or 'isotonic', not "
    with pytest.raises(ValueError, match=message):
        DecisionTuner(Untrainable(), recalibrate=bad).fit(*skewed)


def test_groups_stay_together_while_the_way_is_chosen():
    """Of items that come in copies, no copy of what is held out has a part in its map, nor in the choice of it."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 120)
    X = rng.normal(y[:, None], 1.0, (120, 2))
    X, y, groups = np.repeat(X, 5, axis=0), np.repeat(y, 5), np.repeat(np.arange(120), 5)
    tuner = DecisionTuner(GaussianNB(), cv=GroupKFold(4), recalibrate="auto").fit(X, y, groups=groups)
    once = DecisionTuner(GaussianNB(), cv=list(GroupKFold(4).split(X, y, groups)), recalibrate="auto").fit(X, y)
    assert tuner.calibration_gain_.to_dict() == once.calibration_gain_.to_dict()
    assert tuner.calibration_gain_.log_loss_after < tuner.calibration_gain_.log_loss_before + 0.05
