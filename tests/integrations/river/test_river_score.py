"""river's `Score`: what evaluate says of the items so far, at any time, in all that river does with a metric."""

import math
import pickle
import sys
from datetime import datetime, timedelta

import pytest

import steelyard as sy
from every_metric import under

pytest.importorskip("river", reason="river is not installed: uv sync --group test")

from river import datasets, dummy, evaluate, forest, linear_model, metrics, preprocessing, utils

from steelyard.integrations.river import Score

ONE_NUMBER = [m.id for m in sy.metrics.values() if m.kind != "rate" and not m.optional]


@pytest.fixture
def stream(rng):
    """200 pairs of labels, one class of which comes late."""
    truth = rng.choice(["ok", "ok", "ok", "ill"], 200).tolist()
    truth[120::9] = ["odd"] * len(truth[120::9])
    prediction = [label if right else "ok" for label, right in zip(truth, rng.random(200) < 0.7, strict=True)]
    return list(zip(truth, prediction, strict=True))


def fed(score, pairs):
    for truth, prediction in pairs:
        score.update(truth, prediction)
    return score


# What it says


@pytest.mark.parametrize("importance", [None, "complement", "prevalence", "uniform"])
@pytest.mark.parametrize("name", ONE_NUMBER)
def test_it_says_what_evaluate_says_of_the_items_so_far(name, importance, stream):
    asked = under(name, importance)
    score = Score(asked, importance)
    for number, (truth, prediction) in enumerate(stream, start=1):
        score.update(truth, prediction)
        if number in (1, 2, 30, 121, 200):
            cm = sy.Confusion.from_labels(*zip(*stream[:number], strict=True))
            if importance == "complement" and len(cm.labels) == 1:  # it gives the only class 0
                assert math.isnan(score.get())
                continue
            wanted = sy.evaluate(cm, importance=importance, metrics=asked, confidence=None)[asked].value
            assert score.get() == wanted or (math.isnan(wanted) and math.isnan(score.get()))


def test_it_agrees_with_river_where_definitions_do(stream):
    """river's own values are 0 where there is none, so this looks at the end."""
    pairs = {
        "balanced_accuracy": metrics.BalancedAccuracy(),
        "accuracy": metrics.Accuracy(),
        "mean_f": metrics.MacroF1(),
    }
    pairs |= {"kappa": metrics.CohenKappa(), "mcc": metrics.MCC()}
    binary = [(truth == "ok", prediction == "ok") for truth, prediction in stream]  # river's MCC knows two classes
    for name, theirs in pairs.items():
        assert fed(Score(name), binary).get() == pytest.approx(fed(theirs, binary).get(), rel=1e-12), name


def test_sizes_from_elsewhere_fix_the_weights(stream):
    sizes = {"odd": 5, "ill": 20, "ok": 75}
    score = fed(Score("cba", "rarity", counts=sizes), stream)
    cm = sy.Confusion.from_labels(*zip(*stream, strict=True))
    assert score.get() == pytest.approx(sy.metrics.cba(cm, importance=sy.importance.rarity(sizes)), rel=1e-14)


def test_parameters_belong_to_the_name_and_labels_to_the_importance(stream):
    score = fed(Score("mean_f(beta=2)", "ill=0.6, *=even", labels=["ill", "odd", "ok"]), stream)
    cm = sy.Confusion.from_labels(*zip(*stream, strict=True))
    assert score.get() == sy.metrics.mean_f(cm, beta=2, importance="ill=0.6, *=even")


def test_weights_of_items_count(stream):
    score = Score("cba")
    for place, (truth, prediction) in enumerate(stream):
        score.update(truth, prediction, w=0.5 + place % 3)
    cm = sy.Confusion.from_labels(*zip(*stream, strict=True), weights=[0.5 + place % 3 for place in range(200)])
    assert score.get() == pytest.approx(sy.metrics.cba(cm), rel=1e-14)


@pytest.mark.parametrize("labels", [(True, False), (1, 0), ("yes", "no"), (("a", 2), ("a", 1))])
def test_labels_are_of_any_kind(labels):
    yes, no = labels
    score = fed(Score("accuracy"), [(yes, yes), (no, yes), (no, no), (no, no)])
    assert score.get() == 0.75
    assert score.confusion.labels == tuple(sorted(labels))


# Where there is no value


def test_before_the_first_item_it_is_nan():
    for score in (Score("cba"), Score("cba", "rarity", labels=["a", "b"]), Score("cba", labels=["a", "b"])):
        assert math.isnan(score.get())


def test_rarity_is_nan_until_every_class_has_come():
    """And then it is a number: 'b' was predicted before it was true."""
    score = Score("cba", "rarity")
    score.update("a", "b")
    assert math.isnan(score.get())
    score.update("b", "b")
    score.update("a", "a")
    assert score.get() == sy.metrics.cba([[1, 1], [0, 1]], importance="rarity")
    declared = fed(Score("cba", "rarity", labels=["a", "b", "c"]), [("a", "a"), ("b", "a")])
    assert math.isnan(declared.get())
    declared.update("c", "c")
    assert not math.isnan(declared.get())


def test_a_number_is_better_than_none():
    empty, good, bad = Score("accuracy"), fed(Score("accuracy"), [(1, 1)]), fed(Score("accuracy"), [(1, 0)])
    assert good.is_better_than(empty)
    assert bad.is_better_than(empty)
    assert not empty.is_better_than(bad)
    assert good > bad
    assert not bad > good
    assert not good.is_better_than(good)


def test_where_lower_is_better_lower_is_better():
    low, high = fed(Score("cen"), [(0, 0), (1, 1)]), fed(Score("cen"), [(0, 1), (1, 0), (1, 1)])
    assert not low.bigger_is_better
    assert Score("cba").bigger_is_better
    assert low.get() < high.get()
    assert low.is_better_than(high)
    assert not high.is_better_than(low)


# What river does with it


def test_items_are_taken_back_without_a_trace(stream):
    score = fed(Score("cba"), stream[:100])
    before = score.get()
    for number, (truth, prediction) in enumerate(stream[100:]):
        score.update(truth, prediction, w=0.1 * number)
    for number, (truth, prediction) in enumerate(stream[100:]):
        score.revert(truth, prediction, w=0.1 * number)
    assert score.get() == before
    assert score.confusion == sy.Confusion.from_labels(*zip(*stream[:100], strict=True))


def test_it_rolls(stream):
    rolling = utils.Rolling(Score, window_size=50, metric="cba", importance="complement")
    for truth, prediction in stream:
        rolling.update(truth, prediction)
    last = sy.Confusion.from_labels(*zip(*stream[-50:], strict=True))
    assert rolling.get() == sy.metrics.cba(last, importance="complement")
    by_time = utils.TimeRolling(Score, period=timedelta(seconds=50), metric="cba", importance="complement")
    for second, (truth, prediction) in enumerate(stream):
        by_time.update(truth, prediction, t=datetime(2026, 11, 15) + timedelta(seconds=second))  # noqa: DTZ001 - a clock
    assert by_time.get() == rolling.get()


def test_progressive_validation_gives_the_value_of_all_items():
    def model():
        return preprocessing.StandardScaler() | linear_model.LogisticRegression()

    score = evaluate.progressive_val_score(datasets.Phishing().take(300), model(), Score("cba", "rarity"))
    learner, truth, prediction = model(), [], []
    for x, y in datasets.Phishing().take(300):
        truth.append(y)
        prediction.append(learner.predict_one(x))
        learner.learn_one(x, y)
    wanted = sy.evaluate(truth, prediction, importance="rarity", confidence=None)["cba"].value
    assert score.get() == wanted
    assert str(score) == f"cba under rarity: {wanted:.2%}"


def test_it_stands_beside_other_metrics(stream):
    both = Score("cba") + metrics.Accuracy()
    assert metrics.Accuracy() + Score("cba")
    for truth, prediction in stream:
        both.update(truth, prediction)
    cm = sy.Confusion.from_labels(*zip(*stream, strict=True))
    assert both.get() == [sy.metrics.cba(cm), pytest.approx(sy.metrics.accuracy(cm))]
    assert both.works_with(dummy.NoChangeClassifier())


def test_it_weighs_the_trees_of_a_forest():
    """A tree that has learnt nothing predicts None, which is no prediction, and is not counted."""
    model = forest.ARFClassifier(n_models=3, seed=1, metric=Score("cba", "complement"))
    score = evaluate.progressive_val_score(datasets.ImageSegments().take(150), model, Score("cba"))
    assert 0.2 < score.get() < 1


def test_a_missing_prediction_is_left_out_and_taken_back():
    score = Score("accuracy")
    score.update("a", None)
    assert math.isnan(score.get())
    score.update("a", "a")
    score.revert("a", None)
    assert score.get() == 1.0


def test_clones_begin_anew_and_pickles_go_on(stream):
    score = fed(Score("cba", "ill=0.6, *=even", labels=["ill", "odd", "ok"], undefined="zero"), stream)
    again = pickle.loads(pickle.dumps(score))  # noqa: S301 - our own bytes
    whole = score.clone(include_attributes=True)
    fresh = score.clone()
    assert again.get() == whole.get() == score.get()
    assert math.isnan(fresh.get())
    assert fed(fresh, stream).get() == score.get()
    again.update("ill", "ok")
    whole.update("ill", "ok")
    assert again.get() == whole.get() != score.get()


def test_it_works_with_classifiers_alone():
    assert Score().works_with(linear_model.LogisticRegression())
    assert not Score().works_with(linear_model.LinearRegression())
    assert Score().works_with_weights
    assert Score().requires_labels


def test_a_value_costs_the_same_for_any_number_of_items(stream):
    """Nothing is kept of the items but the pairs."""
    score = fed(Score("cba"), stream)
    size = score._raw_memory_usage  # noqa: SLF001 - river's own way to ask
    for _ in range(20):
        fed(score, stream)
    assert score._raw_memory_usage < size + 2000  # noqa: SLF001 - larger numbers in the same cells


def test_it_shows_itself_in_its_own_unit():
    assert repr(fed(Score("accuracy"), [(0, 0), (1, 0)])) == "accuracy: 50.00%"
    shown = repr(fed(Score("kappa at importance", "uniform"), [(0, 0), (1, 1)]))
    assert shown == "kappa at importance under uniform: 1"
    assert repr(Score()) == "balanced_accuracy: nan%"


def test_evaluate_takes_the_score_itself(stream):
    score = fed(Score("cba"), stream)
    assert sy.evaluate(score, confidence=None)["cba"].value == score.get()


# What it refuses


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"metric": "recall"}, "'recall' gives one value per class"),
        ({"metric": "acuracy"}, "Did you mean 'accuracy'"),
        ({"importance": {"ill": 0.9, "ok": 0.1}}, r"speaks of certain classes, .* name the classes with labels="),
        ({"importance": [0.9, 0.1]}, "speaks of certain classes"),
        ({"importance": [0.5, 0.3, 0.2]}, "speaks of certain classes"),
        ({"importance": "ill < ok"}, r"the importance '\(ill < ok\)' speaks of certain classes"),
        ({"importance": {"fraud": 1}, "labels": ["ill", "ok"]}, "there is no class 'fraud'; the classes are 'ill'"),
        ({"counts": {"ill": 1}, "labels": ["ill", "ok"]}, "class sizes must name every class; 'ok' has none"),
        ({"undefined": "skip"}, "undefined must be one of"),
    ],
)  # fmt: skip
def test_what_cannot_be_measured_is_refused_before_the_first_item(arguments, sentence):
    with pytest.raises(ValueError, match=sentence):
        Score(**arguments)


def test_items_that_cannot_be_counted_are_refused_and_change_nothing():
    score = fed(Score("accuracy", labels=["a", "b"]), [("a", "a"), ("b", "a")])
    for item, sentence in [
        (("c", "a"), "outside the declared labels: 'c'"),
        ((None, "a"), "an item needs a true label, but y_true is None"),
        (("a", "a", -1.0), "weights"),
        (("a", "a", math.nan), "weights"),
    ]:
        with pytest.raises(ValueError, match=sentence):
            score.update(*item)
    with pytest.raises(ValueError, match="cannot be taken back, because only 0 are counted"):
        score.revert("b", "b")
    assert score.get() == 0.5


def test_without_river_one_sentence_says_what_to_install(monkeypatch):
    import steelyard.integrations.river as ours

    monkeypatch.delattr(ours, "Score", raising=False)
    monkeypatch.delitem(sys.modules, "steelyard.integrations.river.score")
    for name in [name for name in sys.modules if name.split(".")[0] == "river"]:
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(ImportError, match=r"^Score needs river; pip install river\.$"):
        ours.Score  # noqa: B018 - the access is the test
