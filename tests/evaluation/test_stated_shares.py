"""`sy.evaluate(…, shares=…)`: values of rescaled counts, intervals from the items that were counted."""

import json
import pickle

import numpy as np
import pytest

import steelyard as sy
from steelyard.intervals.rates import jeffreys
from steelyard.show.evaluation_sentences import headline

CM = sy.Confusion([[18, 6], [30, 946]], labels=["fraud", "ok"])
STATED = {"fraud": 0.001}
THREE = sy.Confusion([[17, 3, 1], [5, 60, 8], [2, 9, 240]], labels=["a", "b", "c"])
DRAWS = 200_000


def ends(result, name):
    score = result[name]
    return pytest.approx((score.low, score.high), rel=1e-9)


def assert_values(result, cm, importance=None):
    """Check values and rates of classes against metrics of other counts."""
    for score in result.scores:
        own = importance if score.metric.weighted else None
        assert score.value == pytest.approx(score.metric(cm, importance=own), rel=1e-12, nan_ok=True), score.metric.name
    for row in result.classes:
        for rate, value in row.rates.items():
            expected = sy.metrics[rate](cm, undefined="worst")[cm.labels.index(row.label)]
            assert value == pytest.approx(expected, rel=1e-12, nan_ok=True)


@pytest.mark.parametrize("shares", ["uniform", {"b": 0.001}, [0.2, 0.3, 0.5], sy.importance.rarity(), {"a": 0.0}])
@pytest.mark.parametrize("importance", [None, "rarity", {"a": 0.7, "b": 0.2, "c": 0.1}])
def test_values_are_those_of_rescaled_counts_and_so_are_weights(shares, importance):
    there = THREE.at_shares(shares)
    if importance == "rarity" and not there.support.all():
        with pytest.raises(ValueError, match="rarity needs items in every class"):
            sy.evaluate(THREE, importance=importance, shares=shares)
        return
    result = sy.evaluate(THREE, importance=importance, shares=shares, confidence=None)
    assert_values(result, there, importance)
    np.testing.assert_allclose(result.shares, there.support / there.total, rtol=1e-12)
    np.testing.assert_allclose(result.weights, sy.importance.as_importance(importance).weights(there), rtol=1e-12)
    assert [row.support for row in result.classes] == [
        THREE.support[THREE.labels.index(r.label)] for r in result.classes
    ]


def test_the_shares_of_the_items_change_no_value(random_counts, rng):
    for counts in random_counts(rng, 4, 30):
        cm = sy.Confusion(counts)
        plain = sy.evaluate(cm, confidence=None)
        stated = sy.evaluate(cm, shares=cm.support / cm.total, confidence=None)
        for one, other in zip(plain.scores, stated.scores, strict=True):
            assert other.value == pytest.approx(one.value, rel=1e-9, abs=1e-12, nan_ok=True), one.metric.name


@pytest.mark.parametrize("way", [None, sy.intervals.classwise(by_slopes=True), "delta", "bootstrap", "bayes"])
def test_at_equal_shares_accuracy_is_balanced_accuracy_and_as_sure(way):
    result = sy.evaluate(THREE, shares="uniform", intervals=way)
    accuracy, balanced = result["accuracy"], result["balanced_accuracy"]
    assert accuracy.value == pytest.approx(balanced.value)
    assert (accuracy.low, accuracy.high) == ends(result, "balanced_accuracy")


@pytest.mark.parametrize("by_slopes", [False, True])
def test_accuracy_is_as_sure_as_the_recalls_that_it_is_made_of(by_slopes):
    """Σ π_i recall_i, whatever the shares of the items are: balanced accuracy with weights π."""
    shares, way = {"a": 0.3, "b": 0.6, "c": 0.1}, sy.intervals.classwise(by_slopes=by_slopes)
    at = sy.evaluate(THREE, shares=shares, intervals=way)
    weighed = sy.evaluate(THREE, importance=shares, intervals=way)
    assert at["accuracy"].value == pytest.approx(weighed["balanced_accuracy"].value)
    assert (at["accuracy"].low, at["accuracy"].high) == ends(weighed, "balanced_accuracy")


def test_rates_are_those_of_drawn_recall_and_false_alarms():
    """Beta draws of both rows, put together by hand at shares that are known."""
    rng, share = np.random.default_rng(7), 0.001
    hits = rng.beta(18.5, 6.5, DRAWS)
    alarms = rng.beta(30.5, 946.5, DRAWS)
    precision = share * hits / (share * hits + (1 - share) * alarms)
    drawn = {"precision of fraud": precision, "f1 of fraud": 2 / (1 / precision + 1 / hits)}
    drawn["npv of fraud"] = (1 - share) * (1 - alarms) / ((1 - share) * (1 - alarms) + share * (1 - hits))
    result = sy.evaluate(CM, shares=STATED, positive="fraud")
    for name, values in drawn.items():
        score, off = result[name], np.array([np.mean(values < result[name].low), np.mean(values > result[name].high)])
        assert off == pytest.approx(0.025, abs=0.012), (name, score.low, score.high)
    counted = sy.evaluate(CM, positive="fraud")
    assert result["precision of fraud"].high < counted["precision of fraud"].low
    rates = result.classes["fraud"]
    assert (result["f1 of fraud"].low, result["f1 of fraud"].high) == (
        rates.intervals["f"].low,
        rates.intervals["f"].high,
    )


def test_the_total_of_a_row_is_known_so_that_draws_of_it_move_nothing():
    """All of a class answered alike but by the class that is looked at: no rate of rows moves accuracy at π = 1."""
    result = sy.evaluate(CM, shares={"ok": 1.0}, metrics=["accuracy"])
    low, high = jeffreys(946, 976, 0.95)
    assert (result["accuracy"].low, result["accuracy"].high) == pytest.approx((float(low), float(high)), abs=5e-4)


@pytest.mark.parametrize("shares", ["uniform", STATED, {"fraud": 0.5}])
def test_recall_stays_what_it_is(shares):
    result = sy.evaluate(CM, shares=shares, positive="fraud")
    for name, hits, items in (("recall of fraud", 18, 24), ("specificity of fraud", 946, 976)):
        assert (result[name].low, result[name].high) == pytest.approx(tuple(map(float, jeffreys(hits, items, 0.95))))


def test_four_numbers_of_each_class_are_drawn_as_its_whole_table_would_be(monkeypatch):
    asked = {"shares": {"b": 0.01, "a": 0.2}, "metrics": ["accuracy"]}
    quick = sy.evaluate(THREE, **asked).classes
    monkeypatch.setattr("steelyard.intervals.rates._knows_four_numbers", lambda *_: False)
    for one, other in zip(quick, sy.evaluate(THREE, **asked).classes, strict=True):
        for rate in ("precision", "f", "specificity"):
            first, second = one.intervals[rate], other.intervals[rate]
            assert (first.low, first.high) == pytest.approx((second.low, second.high), rel=1e-9), rate


def test_of_more_classes_specificity_follows_the_shares_of_the_others():
    few, many = (sy.evaluate(THREE, shares={"b": b}).classes["c"] for b in (0.01, 0.5))
    assert few.rates["specificity"] != pytest.approx(many.rates["specificity"])
    assert few.intervals["recall"] == many.intervals["recall"] == sy.evaluate(THREE).classes["c"].intervals["recall"]


@pytest.mark.parametrize(
    ("way", "setting"), [("bootstrap", "stratified"), ("delta", "stratified"), ("bca", "stratified")]
)
def test_other_ways_keep_the_size_of_each_class(way, setting):
    assert sy.evaluate(CM, shares=STATED, intervals=way).to_dict()["intervals"][setting] is True
    assert sy.evaluate(CM, intervals=way).to_dict()["intervals"][setting] is False
    assert sy.evaluate(CM, shares=STATED, intervals="bayes").to_dict()["intervals"]["prevalence"] == "fixed"


def test_the_delta_method_is_that_of_two_shares():
    """By hand: precision = π·r / (π·r + ρ·q) with the variances of r and q."""
    share, r, q = 0.001, 18 / 24, 30 / 976
    total = share * r + (1 - share) * q
    by_r, by_q = share * (1 - share) * q / total**2, -share * (1 - share) * r / total**2
    spread = np.sqrt(by_r**2 * r * (1 - r) / 24 + by_q**2 * q * (1 - q) / 976)
    result = sy.evaluate(CM, shares=STATED, positive="fraud", intervals="delta")
    assert result["precision of fraud"].interval.spread == pytest.approx(spread, rel=1e-9)


@pytest.mark.parametrize("way", ["bootstrap", "bayes", None])
def test_ways_agree_where_items_are_many(way):
    cm = sy.Confusion(100 * CM.counts, CM.labels)
    names = ["precision", "f1", "accuracy", "mcc", "macro_f1", "g_mean"]
    by_way, by_delta = (
        sy.evaluate(cm, shares=STATED, positive="fraud", metrics=names, intervals=each) for each in (way, "delta")
    )
    for one, other in zip(by_way.scores, by_delta.scores, strict=True):
        width = other.high - other.low
        assert (one.low, one.high) == pytest.approx((other.low, other.high), abs=0.08 * width), one.metric.name


def test_groups_are_drawn_whole_and_make_it_less_sure(rng):
    truth = np.repeat(np.array(["fraud", "ok"])[(rng.random(40) < 0.7).astype(int)], 10)
    wrong = np.repeat(rng.random(40) < 0.3, 10)
    answer = np.where(wrong, np.where(truth == "ok", "fraud", "ok"), truth)
    asked = {"shares": {"fraud": 0.01}, "positive": "fraud"}
    alone = sy.evaluate(truth, answer, **asked)
    for way in (None, "bootstrap", "delta", "bayes"):
        grouped = sy.evaluate(truth, answer, group=np.repeat(np.arange(40), 10), intervals=way, **asked)
        for one, other in zip(alone.scores, grouped.scores, strict=True):
            assert one.value == pytest.approx(other.value)
            assert other.high - other.low > one.high - one.low, (way, one.metric.name)


def test_weights_of_items_are_no_more_items():
    """Twice the weight of every item is the same at stated shares."""
    truth = ["fraud"] * 20 + ["ok"] * 80
    answer = ["fraud"] * 15 + ["ok"] * 5 + ["fraud"] * 4 + ["ok"] * 76
    one, two = (
        sy.evaluate(truth, answer, weights=[w] * 100, shares=STATED, metrics=["mcc", "accuracy"]) for w in (1.5, 3.0)
    )
    for first, second in zip(one.scores, two.scores, strict=True):
        assert (first.value, first.low, first.high) == pytest.approx((second.value, second.low, second.high))


def test_each_slice_is_measured_at_these_shares(rng):
    counts = rng.integers(3, 60, (2, 3, 3, 3))
    stack = sy.Confusion(counts, labels=list("abc"), axes={"model": ["m", "n"], "month": ["1", "2", "3"]})
    result = sy.evaluate(stack, shares={"a": 0.9}, metrics=["accuracy", "mcc", "macro_f1"])
    for score in result.scores:
        where = dict(score.slice)
        one = stack[where["model"]][where["month"]]
        alone = sy.evaluate(one, shares=result.shares, metrics=[score.metric.name])[score.metric.name]
        assert (score.value, score.low, score.high) == pytest.approx((alone.value, alone.low, alone.high), rel=1e-9)
        assert score.move.due_to_shares == pytest.approx(0, abs=1e-12)
    whole = sy.evaluate(stack.pooled("month"), shares={"a": 0.9}, metrics=["mcc"])
    assert result.overall["mcc"]["m"].value == pytest.approx(whole["mcc"]["m"].value)


def test_what_misleads_and_what_is_called_for_is_that_of_the_stated_shares():
    even = sy.Confusion([[40, 10], [1, 49]], labels=["fraud", "ok"])
    assert not sy.evaluate(even)["accuracy"].misleading
    assert "0.999" in str(sy.evaluate(even, shares=STATED)["accuracy"].misleading)


@pytest.mark.usefixtures("own_metrics")
def test_a_users_own_metric_that_cannot_be_recorded_is_taken_there_too():
    @sy.metric(averages=True)
    def sorted_hits(c):
        return np.asarray(np.sort(c.tp / c.n, axis=-1))[..., :1]

    for way in (None, "delta"):
        result = sy.evaluate(THREE, shares="uniform", metrics=["sorted_hits"], intervals=way)
        assert result["sorted_hits"].value == pytest.approx(min(THREE.correct / THREE.support) / 3)
        assert result["sorted_hits"].low < result["sorted_hits"].value < result["sorted_hits"].high


def test_a_class_without_items_cannot_have_a_share():
    cm = sy.Confusion([[5, 1, 0], [1, 5, 0], [0, 0, 0]], labels=["a", "b", "none"])
    with pytest.raises(ValueError, match="class 'none' has no items, so its row cannot be rescaled to a share above 0"):
        sy.evaluate(cm, shares="uniform")
    assert sy.evaluate(cm, shares={"a": 0.5, "b": 0.5}).to_dict()["shares"] == {"a": 0.5, "b": 0.5, "none": 0.0}


def test_a_draw_without_items_of_a_class_has_no_value():
    """Of groups, all that have a class may be left out; rescaled, it would look like a class that nobody has."""
    truth = np.array(["a"] * 4 + ["b"] * 36)
    answer = np.where(np.arange(40) % 5 == 0, "a", truth)
    grouped = sy.evaluate(
        truth, answer, group=np.arange(40) // 4, shares={"a": 0.5}, metrics=["macro_f1"], intervals="percentile"
    )
    assert grouped["macro_f1"].interval.undefined > 500  # (9/10)¹⁰ of 2000
    metric = sy.metrics.mean_f.at_shares(np.array([0.5, 0.5]))
    assert np.isnan(metric([[0, 0], [3, 4]]))


def test_metrics_keep_their_shares_when_they_are_sent():
    shares = np.array([0.1, 0.9])
    for metric in (
        sy.metrics.mcc,
        sy.metrics["f1 of fraud"],
        sy.metrics["mcc at importance"],
        sy.metrics.mean_f.at(beta=2),
    ):
        there = metric.at_shares(shares)
        again = pickle.loads(pickle.dumps(there))  # noqa: S301 - our own bytes
        assert there.name == again.name == metric.name
        assert again(CM) == there(CM) == pytest.approx(metric(CM.at_shares(shares)))
        assert there.at_shares(None) is metric


def test_it_says_at_which_shares():
    result = sy.evaluate(CM, shares=STATED)
    assert result.to_dict()["shares"] == {"fraud": 0.001, "ok": 0.999}
    assert sy.evaluate(CM).to_dict()["shares"] is None
    assert json.loads(result.to_json())["items"] == 1000
    assert headline(result, ["cba"]) == "At class shares 'fraud' 0.1 % and 'ok' 99.9 %. 97 % would be right."
    assert "10 items" not in str(result)
    assert "1,000 items in 2 classes (24 to 976 each)." in str(result)
    assert "At class shares 'fraud' 0.1 % and 'ok' 99.9 %." in result.to_markdown()
    two = sy.Confusion([CM.counts, CM.counts + 5], CM.labels, axes={"model": ["tree", "svm"]})
    said = headline(sy.evaluate(two, shares="uniform"), ["cba"])
    assert said.startswith("At equal class shares. Of 2 models, tree has the highest cba")
    many = sy.Confusion(np.eye(12, dtype=int) * 5, [f"c{i}" for i in range(12)])
    assert "class shares 'c9' 34 %, " in str(sy.evaluate(many, shares={"c9": 0.34})), (
        "the one that was stated comes first"
    )


def test_shares_that_make_no_sense_are_refused():
    with pytest.raises(ValueError, match='shares must be "uniform", numbers by class, or an importance'):
        sy.evaluate(CM, shares="even")
    with pytest.raises(TypeError):
        sy.compare(CM, shares="uniform")
