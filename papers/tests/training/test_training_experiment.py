"""Training with and without importance: against scikit-learn's own tools, closed forms, and learners that spy."""

import csv
import io
import json
import math
import warnings
from statistics import NormalDist

import numpy as np
import pandas as pd
import pytest

pytest.importorskip("sklearn", reason="scikit-learn is not installed")

from scipy.sparse import coo_matrix, csr_array
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.metrics import recall_score
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from threadpoolctl import threadpool_limits

import steelyard as sy
from steelyard_papers.training.trained import PLAIN, Trained, TrainingExperiment
from steelyard_papers.training.training_experiment import criteria_of, training_experiment

SIZES = {"a": 20, "b": 60, "c": 160}
USER = {"a": 0.7, "c": 0.3, "b": 0.0}
QUICK = {"seeds": 1, "draws": 100}


def some_data(seed=0, sizes=SIZES, dimensions=3):
    rng = np.random.default_rng(seed)
    y = np.repeat(list(sizes), list(sizes.values()))
    X = rng.normal(size=(len(y), dimensions)) + 1.1 * np.unique(y, return_inverse=True)[1][:, None]
    order = rng.permutation(len(y))
    return X[order], y[order]


@pytest.fixture(autouse=True, scope="module")
def _one_thread():
    """Models as small as these take longer on several."""
    with threadpool_limits(1, user_api="blas"):
        yield


@pytest.fixture(scope="module")
def data():
    return some_data()


@pytest.fixture(scope="module")
def found(data):
    return training_experiment(LogisticRegression(), *data, USER, seeds=2, draws=200)


class Spy(ClassifierMixin, BaseEstimator):
    """Tells what it was given; the first feature is the number of the item, the second what it will answer."""

    def __init__(self, told=None):
        self.told = told

    def __sklearn_clone__(self):
        return Spy(self.told)

    def fit(self, X, y, sample_weight=None):
        self.told.append({"trained": X[:, 0].astype(int), "y": np.asarray(y), "weights": sample_weight})
        return self

    def predict(self, X):
        self.told[-1]["tested"] = X[:, 0].astype(int)
        return X[:, 1].astype(int)


def spied(y, answers=None, importances=USER, **settings):
    told = []
    X = np.column_stack([np.arange(len(y)), np.zeros(len(y)) if answers is None else answers])
    return training_experiment(Spy(told), X, y, importances, **{**QUICK, **settings}), told


# What is computed.


@pytest.mark.parametrize("per", ["class", "item"])
def test_values_are_those_of_scikit_learns_own_tools(data, per):
    X, y = data
    found = training_experiment(LogisticRegression(), X, y, USER, per=per, **QUICK)
    rarity = {name: 1 / size for name, size in SIZES.items()}
    criteria = {"user": USER, "rarity": rarity, "user × rarity": {k: USER[k] * rarity[k] for k in SIZES}}
    split = StratifiedKFold(5, shuffle=True, random_state=0)
    for trained in (PLAIN, *criteria):
        weigh = None
        if trained != PLAIN:
            weigh = {k: v / SIZES[k] if per == "class" else v for k, v in criteria[trained].items()}
            scale = len(y) / sum(weigh[k] * SIZES[k] for k in SIZES)
            weigh = {k: v * scale for k, v in weigh.items()}
        # The folds are alike in their class sizes, so that one set of weights does for all.
        model = LogisticRegression(class_weight=weigh)
        recall = recall_score(y, cross_val_predict(model, X, y, cv=split), average=None)
        for name, w in criteria.items():
            expected = sum(w[k] * r for k, r in zip(SIZES, recall, strict=True)) / sum(w.values())
            assert found.cell(name, trained).value == pytest.approx(expected, abs=1e-12)


def test_repetitions_are_averaged(data):
    X, y = data
    both = training_experiment(LogisticRegression(), X, y, USER, seeds=2, seed=3, draws=100)
    alone = [training_experiment(LogisticRegression(), X, y, USER, seed=seed, **QUICK) for seed in (3, 4)]
    for cell in both.cells:
        each = [one.cell(cell.criterion, cell.trained).value for one in alone]
        assert cell.by_seed == pytest.approx(each, abs=1e-12)
        assert cell.value == pytest.approx(np.mean(each), abs=1e-12)
    assert alone[0].cells != alone[1].cells


def test_differences_and_intervals_are_those_of_a_comparison_on_the_same_items(data):
    X, y = data
    found = training_experiment(LogisticRegression(), X, y, "a=0.5, b=0.3, c=0.2", seeds=1, draws=300)
    split = StratifiedKFold(5, shuffle=True, random_state=0)
    weigh = {k: w * len(y) / SIZES[k] for k, w in zip("abc", (0.5, 0.3, 0.2), strict=True)}
    models = {"plain": LogisticRegression(), "user": LogisticRegression(class_weight=weigh)}
    predicted = {name: cross_val_predict(model, X, y, cv=split) for name, model in models.items()}
    expected = sy.compare(
        y,
        predicted,
        importance=[0.5, 0.3, 0.2],
        metrics="balanced_accuracy",
        intervals=sy.intervals.bootstrap(draws=300, seed=0),
    ).pair("user", "plain")
    cell = found.cell("user", "user")
    assert cell.difference == pytest.approx(expected.value, abs=1e-12)
    assert cell.difference_low == pytest.approx(expected.interval.low, abs=0.02)
    assert cell.difference_high == pytest.approx(expected.interval.high, abs=0.02)


def test_repeating_does_not_make_the_items_more():
    """Ten repetitions that say the same are no ten times as many items."""
    y = np.repeat(["a", "b"], [60, 90])
    answers = np.where(np.arange(150) % 5 == 0, 1, y == "b")
    once, often = (spied(y, answers, "a=0.5, b=0.5", seeds=seeds, draws=1000)[0] for seeds in (1, 6))
    widths = [each.cell("user", PLAIN).high - each.cell("user", PLAIN).low for each in (once, often)]
    assert widths[1] == pytest.approx(widths[0], rel=0.15)
    assert often.test("user") == pytest.approx(once.test("user"), abs=1e-12)


def test_two_normal_classes_reach_the_best_that_any_rule_can():
    """Of N(0, 1) and N(d, 1), the best threshold under weights w is d/2 + log(w₀/w₁)/d."""
    rng, d, w = np.random.default_rng(1), 1.5, {"ok": 0.25, "ill": 0.75}
    y = np.repeat(["ok", "ill"], [6000, 600])
    X = (rng.normal(size=len(y)) + d * (y == "ill"))[:, None]
    found = training_experiment(LogisticRegression(), X, y, w, **QUICK)
    normal, best = NormalDist(), d / 2 + math.log(w["ok"] / w["ill"]) / d
    reached = w["ok"] * normal.cdf(best) + w["ill"] * (1 - normal.cdf(best - d))
    cell = found.cell("user", "user")
    assert cell.low <= reached <= cell.high
    assert cell.helps
    by_item = training_experiment(LogisticRegression(), X, y, w, per="item", **QUICK)
    assert found.test("user") < by_item.train_and_test("user") < cell.value


# What training sees.


def test_what_is_tested_was_never_seen_and_all_is_tested_once():
    y = np.repeat(list(SIZES), list(SIZES.values()))
    _, told = spied(y, seeds=2)
    assert len(told) == 2 * 5 * 4
    for each in told:
        assert not set(each["trained"]) & set(each["tested"])
    for run in (told[:20], told[20:]):
        for model in range(4):
            tested = np.concatenate([each["tested"] for each in run[model::4]])
            assert sorted(tested) == list(range(len(y)))


@pytest.mark.parametrize("kind", [pd.DataFrame, csr_array, coo_matrix])
def test_frames_and_sparse_matrices_give_what_arrays_give(data, kind):
    X, y = data
    settings = {"folds": 2, **QUICK}
    learner = LogisticRegression(solver="newton-cholesky")
    given, plain = (training_experiment(learner, each, y, **settings) for each in (kind(X), X))
    assert given.test("rarity") == plain.test("rarity")


def test_features_are_learned_from_training_items_alone(data):
    seen = []

    class Watching(StandardScaler):
        def fit(self, X, y=None, sample_weight=None):
            seen.append(len(X))
            return super().fit(X, y, sample_weight)

    X, y = data
    with_features = training_experiment(LogisticRegression(), X, y, USER, features=Watching(), **QUICK)
    assert seen == [len(y) * 4 // 5] * 5
    piped = make_pipeline(StandardScaler(), LogisticRegression())
    split = StratifiedKFold(5, shuffle=True, random_state=0)
    recall = recall_score(y, cross_val_predict(piped, X, y, cv=split), average=None)
    assert with_features.test("user") == pytest.approx(0.7 * recall[0] + 0.3 * recall[2], abs=1e-12)


def test_weights_of_items_follow_the_criterion_by_class_or_by_item():
    y = np.repeat(list(SIZES), list(SIZES.values()))
    w = {"a": 0.5, "b": 0.3, "c": 0.2}
    for per, share in (("class", lambda k: w[k]), ("item", lambda k: w[k] * SIZES[k])):
        _, told = spied(y, importances=w, per=per)
        plain, user = told[0], told[1]
        assert plain["weights"] is None
        totals = [user["weights"][user["y"] == code].sum() for code in range(3)]
        expected = np.array([share(k) for k in SIZES])
        assert totals / sum(totals) == pytest.approx(expected / expected.sum(), abs=1e-12)
        assert user["weights"].mean() == pytest.approx(1, abs=1e-12)


def test_rarity_per_item_is_what_scikit_learn_calls_balanced():
    y = np.repeat(list(SIZES), list(SIZES.values()))
    _, told = spied(y, importances=[], per="item")
    rarity = told[1]
    assert [rarity["weights"][rarity["y"] == code].sum() for code in range(3)] == pytest.approx([64, 64, 64])


def test_rarity_times_user_per_item_is_user_per_class():
    """What Gupta et al. call the composite gives each item w·(1/t), which is the user's importance of the class."""
    y = np.repeat(list(SIZES), list(SIZES.values()))
    by_item, by_class = (spied(y, importances={"a": 0.5, "b": 0.3, "c": 0.2}, per=per)[1] for per in ("item", "class"))
    assert by_item[3]["weights"] == pytest.approx(by_class[1]["weights"], rel=1e-12)


def test_classes_that_do_not_matter_weigh_0():
    y = np.repeat(list(SIZES), list(SIZES.values()))
    _, told = spied(y)
    assert [set(each["y"]) for each in told[:4]] == [{0, 1, 2}] * 4
    assert set(told[1]["weights"][told[1]["y"] == 1]) == {0}


def test_if_one_class_alone_matters_it_is_the_only_answer(data):
    found = training_experiment(LogisticRegression(), *data, {"b": 1, "a": 0, "c": 0}, **QUICK)
    assert found.train_and_test("user") == 1
    assert found.cell("rarity", "user").value == pytest.approx((1 / 60) / (1 / 20 + 1 / 60 + 1 / 160))


def test_the_learner_given_is_left_as_it_was_and_gets_each_seed(data):
    seen = []

    class Seeded(LogisticRegression):
        def fit(self, X, y, sample_weight=None):
            seen.append(self.random_state)
            return super().fit(X, y, sample_weight)

    learner = Seeded(random_state=99)
    training_experiment(learner, *data, USER, folds=2, seeds=2, seed=5, draws=100)
    assert seen == [5] * 8 + [6] * 8
    assert learner.random_state == 99
    assert not hasattr(learner, "coef_")


def test_a_share_is_held_out_of_each_class():
    y = np.repeat(list(SIZES), list(SIZES.values()))
    found, told = spied(y, test_share=0.25, seeds=2)
    assert len(told) == 2 * 4
    for each in told:
        assert not set(each["trained"]) & set(each["tested"])
        assert [int((y[each["tested"]] == k).sum()) for k in SIZES] == [5, 15, 40]
    assert set(told[0]["tested"]) != set(told[4]["tested"])
    assert (found.folds, found.test_share) == (None, 0.25)
    items = len({item for each in told for item in each["tested"]})
    assert 60 < items < 120
    assert found.tested == items
    assert f"bootstrap of {items} items" in " ".join(str(found).split())


def test_the_same_seed_gives_the_same_bits(data, found):
    again = training_experiment(LogisticRegression(), *data, USER, seeds=2, draws=200)
    assert again.to_json() == found.to_json()


def test_models_that_do_not_converge_are_counted_not_shouted_about(data):
    found = training_experiment(LogisticRegression(max_iter=1), *data, USER, **QUICK)
    assert found.unfinished == 20
    assert "20 of the trained models had not converged" in str(found)


def test_other_warnings_are_passed_on(data):
    class Moonstruck(LogisticRegression):
        def fit(self, X, y, sample_weight=None):
            warnings.warn("the moon is full", UserWarning, stacklevel=1)
            return super().fit(X, y, sample_weight)

    with pytest.warns(UserWarning, match="the moon is full"):
        found = training_experiment(Moonstruck(), *data, [], folds=2, **QUICK)
    assert found.unfinished == 0
    with warnings.catch_warnings(record=True) as shown:
        warnings.simplefilter("always")
        training_experiment(Moonstruck(), *data, [], folds=2, **QUICK)
    assert len(shown) == 1  # of four models


# Criteria.


def class_sizes(sizes):
    return sy.Confusion(np.diag(list(sizes.values())), labels=list(sizes))


def test_the_criteria_are_the_users_rarity_and_the_products():
    sizes = class_sizes(SIZES)
    assert list(criteria_of(USER, sizes)) == ["user", "rarity", "user × rarity"]
    assert list(criteria_of(["a=1, *=none", "uniform"], sizes)) == ["user 1", "user 2", "rarity"]
    assert list(criteria_of([USER, "a < b < c"], sizes)) == [
        "user 1",
        "user 2",
        "rarity",
        "user 1 × rarity",
        "user 2 × rarity",
    ]
    assert list(criteria_of([], sizes)) == list(criteria_of(None, sizes)) == ["rarity"]
    for weights in ([0.7, 0, 0.3], np.array([0.7, 0, 0.3])):  # one importance, as sy.evaluate takes it
        assert criteria_of(weights, sizes)["user"].weights(sizes) == pytest.approx([0.7, 0, 0.3])
    assert list(criteria_of("rarity", sizes)) == ["user", "user × rarity"]


def test_section_42s_weights_come_out_for_004s_classes():
    """Equation 9 from the authors' class sizes: .942 and .058, not the printed .62 and .38 (our errata)."""
    sizes = class_sizes({1: 33_400, 2: 19_048, 3: 27_397, 4: 51_496, 5: 232_469})
    weights = {name: how.weights(sizes) for name, how in criteria_of("1=0.7, 5=0.3, *=none", sizes).items()}
    assert weights["rarity"] == pytest.approx([0.20987, 0.36800, 0.25585, 0.13612, 0.03015], abs=6e-6)
    assert weights["user × rarity"] == pytest.approx([0.942, 0, 0, 0, 0.058], abs=5e-4)


# Bad input, before anything is trained.


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"importances": "a=0.7, q=0.3"}, "there is no class 'q'; the classes are 'a', 'b', 'c'"),
        ({"y": ["a"] * 240}, "all items are of class 'a'; training needs at least two classes"),
        ({"y": ["a"] * 3 + ["b"] * 237}, "class 'a' has 3 items, but with 5 folds each class needs at least 5"),
        ({"y": ["a"] + ["b"] * 239, "test_share": 0.1}, "class 'a' has 1 item, but with a test share of 0.1 .* 6"),
        ({"y": ["a", "b"]}, "240 rows of features but 2 true labels"),
        ({"X": [[1]]}, "the features must be an array or a data frame, .* not a list"),
        ({"per": "row"}, "per must be one of class, item, not 'row'"),
        ({"importances": 5}, "an importance is an Importance, a text, a mapping or a sequence, not 5"),
        ({"folds": 3.0}, "folds must be a whole number of at least 2, not 3.0"),
        ({"folds": "5"}, "folds must be a whole number of at least 2, not '5'"),
        ({"folds": math.nan}, "folds must be a whole number of at least 2, not nan"),
        ({"test_share": "0.2"}, "the share to test on must be between 0 and 1, not '0.2'"),
        ({"folds": 1}, "folds must be a whole number of at least 2, not 1"),
        ({"seeds": 0}, "seeds must be a whole number of at least 1, not 0"),
        ({"seed": -1}, "seed must be a whole number of at least 0, not -1"),
        ({"test_share": 1.0}, "the share to test on must be between 0 and 1, not 1.0"),
        ({"confidence": 95}, "confidence must lie between 0 and 1"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence_before_training(change, sentence):
    told = []
    X, y = some_data()
    settings = {"X": X, "y": y, "importances": USER, **QUICK, **change}
    with pytest.raises(ValueError, match=sentence):
        training_experiment(Spy(told), settings.pop("X"), settings.pop("y"), settings.pop("importances"), **settings)
    assert told == []


def test_a_regressor_is_refused_before_training(data):
    """Its numbers between two classes would be cut down to the lower one."""
    with pytest.raises(ValueError, match=r"the learner must be a scikit-learn classifier, not LinearRegression\(\)"):
        training_experiment(LinearRegression(), *data, USER, **QUICK)


# How it shows itself.


def made(*differences, reached=(0.8, 0.75, 0.85), note=""):
    """Return a record with these differences (value, low, high) by criterion, and with this value of each model."""
    names = ["user", "rarity", "user × rarity"][: len(differences)]
    cells = []
    for name, (value, low, high) in zip(names, differences, strict=True):
        for trained in (PLAIN, *names):
            gap = (math.nan,) * 3 if trained == PLAIN else (value, low, high)
            cells.append(Trained(name, trained, *reached, *gap, math.nan, (0.5,), note))
    criteria = criteria_of(USER, class_sizes(SIZES))
    return TrainingExperiment(
        criteria={name: criteria[name] for name in names},
        labels=tuple(SIZES),
        sizes=tuple(SIZES.values()),
        weights=dict.fromkeys(names, (0.7, 0.0, 0.3)),
        cells=tuple(cells),
        learner="Spy",
        per="class",
        folds=5,
        test_share=None,
        seeds=1,
        seed=0,
        confidence=0.95,
        draws=100,
        tested=240,
    )


UP, DOWN, UNTOLD = (0.12, 0.09, 0.15), (-0.05, -0.07, -0.03), (0.01, -0.02, 0.04)
UNTOLD_RARITY = "cannot be told to change it for rarity (+0.010, −0.020 to +0.040)."


@pytest.mark.parametrize(
    ("differences", "sentence"),
    [
        (
            [UP, UNTOLD, UP],
            "raises WBA under it for user by 0.120 (0.090 to 0.150) and user × rarity by 0.120 (0.090 to 0.150); "
            + UNTOLD_RARITY,
        ),
        (
            [DOWN, UNTOLD],
            "lowers WBA under it for user (−0.050, −0.070 to −0.030); " + UNTOLD_RARITY,
        ),
        (
            [UNTOLD],
            "cannot be told to change WBA under it for user (+0.010, −0.020 to +0.040).",
        ),
    ],
)
def test_the_sentence_answers_the_question(differences, sentence):
    assert made(*differences).sentence == f"Training with the importance {sentence}"


def test_the_sentence_names_the_constant_answer_where_it_may_be_as_good():
    """The class a weighs 0.7: always answering it gets that, which the interval of the trained model holds."""
    sentence = made(UP, DOWN, reached=(0.72, 0.66, 0.78)).sentence
    assert sentence.endswith(
        "But that is not shown to be more than one answer for all gets: under user, always 'a' gets 0.700, the trained "
        "model 0.720 (0.660 to 0.780)."
    ), "training lowers the other criterion, so that nothing is claimed of it"


def test_notes_say_which_model_they_are_about():
    shown = " ".join(str(made(UP, note="only 2 items of class 'a'")).split())
    assert "user, plain: only 2 items of class 'a'" in shown
    assert "user, user: only 2 items of class 'a'" in shown


def test_intervals_know_what_was_not_seen():
    """The plain model finds none of 12 items, the other all: no draw differs, but 12 of 12 leave room (Jeffreys)."""
    y = np.repeat(["rare", "often"], [12, 188])
    X = np.linspace(-1, 1, 200)[:, None] * 0 + (y == "rare")[:, None] * 0.05
    found = training_experiment(LogisticRegression(C=0.01), X, y, {"rare": 0.5, "often": 0.5}, seeds=1)
    cell = found.cell("user", "user")
    low = sy.evaluate([[12, 0], [0, 188]], metrics="balanced_accuracy")["balanced_accuracy"].low
    assert (cell.value, found.test("user")) == (1.0, 0.5)
    assert cell.low == pytest.approx(low, abs=0.005)
    assert cell.difference_low < 0.48
    assert "class by class" in str(found)


def test_where_nothing_differs_the_difference_is_0_and_not_minus_0():
    found, _ = spied(np.repeat(list(SIZES), list(SIZES.values())))
    assert "0 to" in found.sentence
    assert "-0" not in found.sentence
    assert "-0," not in found.to_csv()


def test_it_prints_figure_3bs_form_in_80_columns(found):
    lines = str(found).splitlines()
    assert max(map(len, lines)) <= 80
    heading = next(i for i, line in enumerate(lines) if "Train+Test" in line and "criterion " in line)
    row = next(line for line in lines[heading:] if line.startswith("user "))
    cell = found.cell("user", "user")
    shown = [f"{found.test('user'):.3f}", f"{cell.value:.3f}", f"{cell.difference:+.3f}", "2 of 2"]
    assert [part for part in shown if part in row] == shown
    assert " ".join(lines).startswith(found.sentence)


def test_it_says_what_is_reached_without_learning_anything(found, data):
    y = data[1]
    always = sy.Confusion.from_labels(y, ["a"] * len(y), labels=list(SIZES))
    for name in found.criteria:
        value = sy.metrics.balanced_accuracy(always, importance=found.weights[name])
        assert found.constant(name) == pytest.approx(value)
    assert "most important class gets: user 0.700, rarity 0.686" in " ".join(str(found).split())


def test_a_notebook_shows_the_same(found):
    page = found._repr_html_()
    assert "<table>" in page
    assert f"{found.train_and_test('user'):.3f}" in page


def test_records_hold_every_cell(found):
    record = json.loads(found.to_json())
    assert record["weights"]["user"] == {"a": 0.7, "b": 0.0, "c": 0.3}
    assert [(c["criterion"], c["trained"]) for c in record["cells"]] == [
        (criterion, trained) for criterion in found.criteria for trained in (PLAIN, *found.criteria)
    ]
    rows = list(csv.DictReader(io.StringIO(found.to_csv())))
    assert [float(row["value"]) for row in rows] == pytest.approx([cell.value for cell in found.cells])
    assert {row["items"] for row in rows} == {"240"}
    assert rows[0]["difference"] == ""
    assert rows[0]["steelyard"] == sy.__version__


def test_a_cell_that_is_not_there_is_named(found):
    with pytest.raises(KeyError, match="there is no 'cost' trained with 'plain'"):
        found.cell("cost", PLAIN)
