"""One class is positive: the same numbers, intervals and questions whichever way in. Issue 20, part 2."""

import json
from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import beta

import steelyard as sy
from loops_interpreter import stacked
from steelyard.show.page.content import content_of
from steelyard.show.page.units_of import unpacked

TP, FN, FP, TN = 18, 7, 13, 362
CM = sy.Confusion([[TP, FN], [FP, TN]], ["fraud", "ok"])
OTHER = sy.Confusion([[9, 16], [30, 345]], ["fraud", "ok"])
MODELS = sy.Confusion.of_models({"a": CM, "b": OTHER})
RATES = {
    "f1 of fraud": Fraction(2 * TP, 2 * TP + FN + FP),
    "precision of fraud": Fraction(TP, TP + FP),
    "recall of fraud": Fraction(TP, TP + FN),
    "specificity of fraud": Fraction(TN, TN + FP),
    "npv of fraud": Fraction(TN, TN + FN),
}
BALANCED = (Fraction(TP, TP + FN) + Fraction(TN, TN + FP)) / 2
MCC = (TP * TN - FP * FN) / ((TP + FN) * (TP + FP) * (TN + FP) * (TN + FN)) ** 0.5
WANTED = {
    name: pytest.approx(float(value), rel=1e-12)
    for name, value in {**RATES, "mcc": MCC, "balanced_accuracy": BALANCED}.items()
}
THREE = sy.Confusion([[18, 2, 5], [9, 70, 11], [4, 16, 265]], labels=["fraud", "late", "ok"])


def labels_of(cm):
    """Return true and predicted labels with these counts."""
    pairs = [(i, j) for i, row in enumerate(cm.counts.tolist()) for j, number in enumerate(row) for _ in range(number)]
    return tuple(np.array([cm.labels[pair[k]] for pair in pairs]) for k in (0, 1))


# The same numbers.


def test_evaluate_shows_what_tells_most_of_it():
    result = sy.evaluate(*labels_of(CM), positive="fraud")
    assert {score.metric.name: score.value for score in result.scores} == WANTED
    assert result.positive == "fraud"
    assert result["f1"].value == result["F1 of fraud"].value == WANTED["f1 of fraud"]
    assert result["npv"].value == WANTED["npv of fraud"]


def test_json_says_which_class_is_positive():
    record = json.loads(sy.evaluate(CM, positive="fraud").to_json())
    assert record["positive"] == "fraud"
    assert {row["metric"]: row["value"] for row in record["metrics"]} == WANTED
    assert json.loads(sy.evaluate(CM, metrics="mcc").to_json())["positive"] is None
    assert json.loads(sy.compare(MODELS, positive="ok").to_json())["positive"] == "ok"


def test_compare_and_a_models_value_in_it():
    found = sy.compare(MODELS, positive="fraud")
    assert {score.metric.name: score.values[0] for score in found.scored} == WANTED
    assert found["f1"]["a"].value == WANTED["f1 of fraud"]
    assert found.main == "f1 of fraud"


def test_measure_takes_the_names():
    assert sy.measure(CM, list(WANTED)) == WANTED


@pytest.mark.parametrize("device", [False, True], ids=["numpy", "torch"])
def test_on_a_device_too(device):
    torch = pytest.importorskip("torch", reason="PyTorch is not installed: make devices")
    counts = torch.tensor(CM.counts.tolist()) if device else CM
    names = [name.replace("fraud", "0") for name in RATES] if device else list(RATES)
    found = [float(value) for value in sy.measure(counts, names).values()]
    assert found == [WANTED[name] for name in RATES]


def test_the_page_computes_it():
    content = content_of(sy.evaluate(CM, positive="fraud"))
    counts = np.array([unpacked(each) for each in content["counts"]], dtype=float).reshape(-1, 2, 2)
    found = stacked(content["program"], counts, np.array(content["weights"]))
    assert {name: found[name].item() for name in WANTED} == WANTED
    assert content["metrics"][content["main"]]["name"] == "f1 of fraud"
    assert content["positive"] == "Positive is 'fraud', against 'ok'."
    assert content_of(sy.evaluate(CM, metrics="mcc"))["positive"] == ""
    assert all(metric["live"] for metric in content["metrics"])
    assert "of one class, against all others" in content["metrics"][0]["meaning"]


def test_a_scorer_has_it():
    pytest.importorskip("sklearn", reason="scikit-learn is not installed")
    from sklearn.base import BaseEstimator, ClassifierMixin
    from sklearn.dummy import DummyClassifier

    from steelyard.integrations.sklearn import scorer

    class Echo(ClassifierMixin, BaseEstimator):
        """A model whose predictions are its features."""

        classes_ = np.array(CM.labels)

        def predict(self, X):
            return X

    truth, guess = labels_of(CM)
    of_fraud = scorer("f1", positive="fraud", y=truth)
    assert of_fraud(Echo(), guess, truth) == WANTED["f1 of fraud"]
    constant = DummyClassifier(strategy="constant", constant="ok").fit(truth[:, None], truth)
    assert scorer("precision", positive="fraud", y=truth)(constant, truth[:, None], truth) == 0
    with pytest.raises(ValueError, match="'f1' is of one class; say which is positive, positive='fraud' or"):
        scorer("f1", y=truth)
    with pytest.raises(ValueError, match="'f1 of ok' is of one class, so an importance has no part in it"):
        scorer("f1", "rarity", positive="ok", y=truth)


def test_what_is_asked_of_two_classes_is_the_same_from_either_side():
    """The recall of one is the specificity of the other, its precision the other's NPV, with the same certainty."""
    fraud, ok = (sy.evaluate(CM, positive=label) for label in ("fraud", "ok"))
    for one, other in (("recall", "specificity"), ("precision", "npv"), ("specificity", "recall")):
        assert fraud[one].value == ok[other].value
        assert (fraud[one].low, fraud[one].high) == pytest.approx((ok[other].low, ok[other].high), rel=1e-12)


# How sure it is.


@pytest.mark.parametrize(
    ("name", "hits", "items"),
    [("precision", TP, TP + FP), ("recall", TP, TP + FN), ("specificity", TN, TN + FP), ("npv", TN, TN + FN)],
)
def test_a_share_has_jeffreys_interval(name, hits, items):
    score = sy.evaluate(CM, metrics=name, positive="fraud")[name]
    assert (score.low, score.high) == pytest.approx(beta(hits + 0.5, items - hits + 0.5).ppf([0.025, 0.975]))


@pytest.mark.parametrize("cm", [CM, THREE], ids=["two", "three"])
@pytest.mark.parametrize("way", [None, "percentile", "delta", "bayes"])
def test_its_interval_is_that_of_the_table_of_classes(cm, way):
    result = sy.evaluate(cm, positive="fraud", intervals=way)
    (row,) = (row for row in result.classes if row.label == "fraud")
    for rate, interval in row.intervals.items():
        score = result["f1" if rate == "f" else rate]
        assert (score.low, score.high) == pytest.approx((interval.low, interval.high), rel=1e-12)


def test_precision_without_any_prediction_may_be_anything():
    """It counts as 0, and nothing was measured."""
    score = sy.evaluate(sy.Confusion([[0, 10], [0, 90]], ["ill", "well"]), positive="ill")["precision"]
    assert (score.value, score.low, score.high) == (0, 0, 1)
    assert str(score.note) == "class 'ill' has items and is never predicted: its precision counts as 0"


def test_items_with_weights_have_it_too():
    """Every item weighs 2.5, so that nothing but the sums changes."""
    truth, guess = labels_of(CM)
    plain, weighed = (sy.evaluate(truth, guess, positive="fraud", weights=w) for w in (None, np.full(len(truth), 2.5)))
    for name in RATES:
        one, other = plain[name], weighed[name]
        assert (one.value, one.low, one.high) == pytest.approx((other.value, other.low, other.high), rel=1e-9)


# Which is better.


@pytest.mark.parametrize("together", [True, False], ids=["paired", "unpaired"])
def test_a_verdict_is_the_one_of_an_importance_that_knows_no_other_class(together, rng):
    """The average of a rate in which one class alone matters is another way to the same number."""
    truth = rng.choice(THREE.labels, 300, p=[0.1, 0.3, 0.6])
    answers = {
        name: np.where(rng.random(300) < share, truth, rng.choice(THREE.labels, 300))
        for name, share in {"a": 0.8, "b": 0.6}.items()
    }
    given = (truth, answers) if together else (sy.Joint.from_labels(truth, answers).confusion(),)
    of_class = sy.compare(*given, metrics=["recall", "precision", "f1"], positive="fraud")
    alone = sy.compare(*given, metrics=["balanced_accuracy", "macro_precision", "mean_f"], importance={"fraud": 1})
    for one, other in zip(of_class.differences, alone.differences, strict=True):
        assert one.value == pytest.approx(other.value, abs=1e-12)
        assert (one.interval.low, one.interval.high) == pytest.approx((other.interval.low, other.interval.high))
        # On items of their own, the false alarms of all classes speak for precision, not the hits of one alone.
        if together or one.metric.id == "recall":
            assert one.p_value == pytest.approx(other.p_value)
    assert of_class.verdict.startswith("By recall of fraud, ")


def test_few_items_of_the_class_prove_nothing_whatever_the_others_say():
    """All of 3 items speak for a: by chance once in 2³, two-sided in 4, although a is right on 300 others, too."""
    truth = np.array(["fraud"] * 3 + ["ok"] * 300)
    a, b = truth.copy(), np.full(303, "fraud")
    b[:3] = "ok"
    found = sy.compare(truth, {"a": a, "b": b}, metrics=["recall", "precision"], positive="fraud")
    assert found["recall"].p_value >= 2 / 2**3 - 1e-12
    assert not found.is_better(found["recall"])
    assert found.is_better(found["precision"])


def test_on_items_of_their_own_the_recall_of_a_class_rests_on_its_items_alone():
    """3 of 3 against 0 of 3: as far apart by chance in 1 of 20, whatever was said about the other class (Fisher)."""
    models = {"a": sy.Confusion([[3, 0], [5, 295]], CM.labels), "b": sy.Confusion([[0, 3], [150, 150]], CM.labels)}
    found = sy.compare(models, metrics=["recall", "specificity"], positive="fraud")
    assert found["recall"].by_chance == pytest.approx(1 / 20)
    assert found["recall"].p_value == pytest.approx(2 / 20)
    assert found["specificity"].by_chance < 1e-9


def test_folds_that_lack_the_class_are_named():
    truth = np.array(["fraud"] * 4 + ["ok"] * 96)
    fold = np.r_[[0, 0, 1, 1], np.arange(96) % 4]
    answers = {"a": truth, "b": np.where(np.arange(100) % 3, truth, "fraud")}
    found = sy.compare(truth, answers, metrics=["f1", "mcc"], positive="fraud", by=fold, across="folds")
    (note,) = found.note
    assert (note.kind, note.labels, note.amount, note.beside) == ("missing_in_slices", ("fraud",), 2, (4,))
    assert str(note) == "2 of 4 slices have no items of class 'fraud', which f1 of fraud is about"


def test_a_model_that_never_says_it_does_not_win_by_precision():
    truth = np.array(["fraud"] * 30 + ["ok"] * 300)
    tries = truth.copy()
    tries[:10], tries[30:60] = "ok", "fraud"
    found = sy.compare(truth, {"silent": np.full(330, "ok"), "tries": tries}, positive="fraud")
    assert found.score("precision").values.tolist() == [0, 0.4]
    assert found["f1"].better == "tries"
    assert found.is_better(found["f1"])


def test_where_lower_is_better_counting_undefined_as_0_names_no_winner():
    """The false discovery rate of a model that never says "fraud" is its worst, 1; as 0 it would be the best."""
    stack = sy.Confusion.of_models(
        {"silent": sy.Confusion([[0, 30], [0, 300]]), "tries": sy.Confusion([[20, 10], [30, 270]])}
    )
    standing = sy.evaluate(stack, metrics="false_discovery_rate", positive=0).standings["false_discovery_rate of 0"]
    assert standing.values["worst"].tolist() == [1, 0.6]
    assert standing.disputed


# Slices, what misleads, pictures.


def test_slices_have_it_and_a_slice_without_the_class_has_none():
    truth, guess = labels_of(CM)
    month = np.where(truth == "fraud", "jan", np.where(np.arange(400) % 2, "jan", "feb"))
    result = sy.evaluate(truth, guess, positive="fraud", by={"month": month})
    assert result["recall"]["jan"].value == pytest.approx(TP / (TP + FN))
    assert np.isnan(result["recall"]["feb"].value)
    assert result["precision"]["feb"].value == 0  # false alarms alone
    assert result.overall["recall"].value == pytest.approx(TP / (TP + FN))
    assert str(result).count("f1 of fraud") == 2, "among the metrics, and over the slices"


def test_recall_does_not_mislead_by_what_it_is_but_npv_may_by_class_sizes():
    """Who always answers "ill" has the recall 1 at any class sizes; an NPV of 0.9 is the share of the healthy."""
    cm = sy.Confusion([[4, 36], [1, 359]], ["ill", "well"])
    result = sy.evaluate(cm, positive="ill")
    assert not result["recall"].misleading
    assert not result["specificity"].misleading
    silent = sy.evaluate(sy.Confusion([[0, 40], [0, 360]], ["ill", "well"]), positive="ill")
    assert [note.kind for note in silent["npv"].misleading] == ["constant_answer"]


def test_a_class_at_0_is_the_answer_of_its_own_metric():
    cm = sy.Confusion([[0, 5, 5], [1, 80, 9], [0, 3, 97]], ["a", "b", "c"])
    result = sy.evaluate(cm, metrics=["f1", "g_mean"], positive="a")
    assert not result["f1"].misleading
    assert [note.kind for note in result["g_mean"].misleading] == ["one_class_at_zero"]


def test_more_than_two_classes_are_one_against_the_rest_and_it_is_said():
    result = sy.evaluate(THREE, positive="late")
    assert "Positive is 'late', against the other 2 classes together." in " ".join(str(result).split())
    assert result["mcc"].metric.name == "mcc of late"
    assert "Positive is 'fraud', against 'ok'." in " ".join(str(sy.compare(MODELS, positive="fraud")).split())


@pytest.mark.parametrize("cm", [CM, THREE], ids=["two classes", "three"])
def test_with_an_importance_what_follows_it_leads_and_what_is_of_the_class_stays(cm):
    """balanced accuracy of all classes by the weights; the numbers of the class are those without an importance."""
    alone, weighed = (sy.evaluate(cm, positive="fraud", importance=what) for what in (None, {"fraud": 0.6, "ok": 0.3}))
    first, *others = weighed.scores
    assert first.value == sy.evaluate(cm, importance={"fraud": 0.6, "ok": 0.3})["balanced_accuracy"].value
    assert first.metric.name == "balanced_accuracy"
    assert not any(score.metric.weighted for score in others)
    expected = {score.metric.name: score.value for score in alone.scores if not score.metric.weighted}
    assert {score.metric.name: score.value for score in others} == expected
    models = {"a": cm, "b": sy.Confusion(cm.counts[::-1, ::-1], cm.labels)}
    found = sy.compare(models, positive="fraud", importance={"fraud": 0.6, "ok": 0.3})
    assert found.main.startswith("balanced_accuracy")


def test_one_screen_is_enough():
    """80 columns, and no more lines than a person can take in."""
    lines = str(sy.evaluate(CM, positive="fraud")).splitlines()
    assert len(lines) <= 30
    assert max(map(len, lines)) <= 80


def test_a_plot_finds_it_by_its_usual_name():
    pytest.importorskip("matplotlib", reason="Matplotlib is not installed")
    figure = sy.plots.metrics(sy.evaluate(MODELS, positive="fraud"), metrics=["f1", "mcc"])
    assert figure is not None


# Bad input.


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"metrics": "f1"}, "'f1' is of one class; say which is positive, positive='fraud' or positive='ok'"),
        ({"positive": "froud"}, "there is no class 'froud'.* Did you mean 'fraud'"),
        (
            {"positive": "fraud", "metrics": "f1", "importance": "rarity"},
            "is of one class, so an importance has no part",
        ),
    ],
)
@pytest.mark.parametrize("ask", [lambda **a: sy.evaluate(CM, **a), lambda **a: sy.compare(MODELS, **a)])
def test_one_sentence(ask, arguments, told):
    with pytest.raises(ValueError, match=told):
        ask(**arguments)


def test_a_class_without_items_cannot_be_positive():
    with pytest.raises(ValueError, match="the positive class 'gone' has no items"):
        sy.evaluate(["a", "b"], ["a", "b"], labels=["a", "b", "gone"], positive="gone")
