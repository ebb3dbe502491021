"""`compare`: its doors, what it refuses, and the record it returns."""

import json
import math
from dataclasses import replace

import numpy as np
import pytest

import steelyard as sy
from steelyard.comparison.disagreement import disagreements
from steelyard.comparison.item_tests import stuart_maxwell
from steelyard.comparison.robustness import robustness
from steelyard.show.answers import shown_metrics

WINES = "examples/wine_quality_red.csv"
QUICK = sy.intervals.bootstrap(draws=200)
FRAUD = [1] * 12 + [0] * 1188
CALM, BOLD = ([1] * 9 + [0] * 3 + [1] * alarms + [0] * (1188 - alarms) for alarms in (20, 60))


@pytest.fixture(scope="module")
def wines():
    return sy.Joint.from_files(WINES, "quality", ["tree", "svm", "naive_bayes"])


@pytest.fixture
def few(rng):
    truth = rng.integers(0, 3, 60)
    return truth, {name: np.where(rng.random(60) < 0.6, truth, rng.integers(0, 3, 60)) for name in "ab"}


def test_all_doors_lead_to_the_same_comparison(wines):
    import pandas as pd

    frame = pd.read_csv(WINES)
    columns = {"truth": "quality", "prediction": ["tree", "svm", "naive_bayes"]}
    expected = sy.compare(wines, metrics=["cba", "accuracy"], intervals=QUICK).to_rows()
    assert sy.compare(WINES, **columns, metrics=["cba", "accuracy"], intervals=QUICK).to_rows() == expected
    assert sy.compare(frame, **columns, metrics=["cba", "accuracy"], intervals=QUICK).to_rows() == expected
    assert (
        sy.compare(
            {name: frame[name] for name in frame}, **columns, metrics=["cba", "accuracy"], intervals=QUICK
        ).to_rows()
        == expected
    )
    predictions = {name: frame[name] for name in wines.models}
    assert sy.compare(frame["quality"], predictions, metrics=["cba", "accuracy"], intervals=QUICK).to_rows() == expected


def test_matrices_by_name_and_a_stack_of_them_are_the_same(wines):
    by_name = {name: wines[name] for name in wines.models}
    expected = sy.compare(wines, metrics=["cba", "accuracy"], intervals=QUICK, paired=False).to_rows()
    assert sy.compare(by_name, metrics=["cba", "accuracy"], intervals=QUICK).to_rows() == expected
    assert sy.compare(wines.confusion(), metrics=["cba", "accuracy"], intervals=QUICK).to_rows() == expected
    assert (
        sy.compare(
            {name: cm.counts.tolist() for name, cm in by_name.items()}, metrics=["cba", "accuracy"], intervals=QUICK
        ).items
        == 3 * 1599
    )


def test_values_are_those_of_evaluate(wines):
    found = sy.compare(wines, importance="rarity", intervals=QUICK)
    evaluated = sy.evaluate(wines.confusion(), importance="rarity", confidence=None)
    np.testing.assert_allclose(found.weights, evaluated.weights)
    for each in found.scored:
        of_models = [score.value for score in evaluated.scores if score.metric.name == each.metric.name]
        np.testing.assert_allclose(each.values, of_models, equal_nan=True)


def test_the_verdict_is_by_balanced_accuracy_or_by_the_first_metric_asked_for(wines):
    assert sy.compare(wines, intervals=QUICK).main == "balanced_accuracy"
    assert sy.compare(wines, metrics=["cen", "balanced_accuracy"], intervals=QUICK).main == "cen"


def test_a_metric_is_found_by_its_names(wines):
    found = sy.compare(wines, metrics=["mean_f(beta=2)", "mean_f"], intervals=QUICK)
    assert [d.metric.name for d in found["mean_f"]] == ["mean_f"] * 3
    assert found["mean_f(beta=2)"][0].metric.name == "mean_f(beta=2)"
    assert found.pair("tree", "svm", "mean_f") == found["mean_f"][0]
    with pytest.raises(KeyError, match=r"'mcc' was not compared; there are mean_f\(beta=2\), mean_f"):
        found["mcc"]
    with pytest.raises(KeyError, match="there is no pair 'tree' and 'bush'; the models are 'tree', 'svm'"):
        found.pair("tree", "bush")


@pytest.mark.parametrize("across", ["folds", "datasets"])
def test_a_pair_is_the_first_less_the_second(few, across):
    found = sy.compare(*few, metrics=["cba", "cen"], by=np.arange(60) % 4, across=across, intervals=QUICK)
    for metric in ("cba", "cen"):
        one, other = found.pair("a", "b", metric), found.pair("b", "a", metric)
        assert (other.a, other.b, other.value) == ("b", "a", -one.value)
        assert (other.interval.low, other.interval.high) == (-one.interval.high, -one.interval.low)
        assert (other.a_better, other.b_better, other.p_value) == (one.b_better, one.a_better, one.p_value)
        assert other.lead_of("a") == one.lead_of("a")
        assert other.better == one.better
        assert other.folds.posterior.a_better == one.folds.posterior.b_better
        assert other.folds.p_value == one.folds.p_value
        assert other.of("a", "b").to_dict() == one.to_dict()


@pytest.mark.usefixtures("own_metrics")
def test_a_users_own_metric_is_compared(few):
    @sy.metric(range=(0, 1), direction="lower")
    def miss_rate(c):
        """Share of items that were missed."""
        return c.total(c.fn) / c.n

    found = sy.compare(*few, metrics=["miss_rate", "accuracy"], intervals=QUICK)
    assert found["miss_rate"].value == pytest.approx(-found["accuracy"].value)
    assert found["miss_rate"].a_better == pytest.approx(found["accuracy"].a_better)


def test_marginals_are_the_tests_of_stuart_and_maxwell(wines):
    found = sy.compare(wines, metrics="cba", intervals=QUICK)
    assert found.marginals[0] == stuart_maxwell(wines, "tree", "svm")
    assert len(found.marginals) == 3
    assert sy.compare(wines.confusion(), metrics="cba", intervals=QUICK).marginals == ()


def test_who_waits_is_told_how_many_draws_are_done(few):
    seen = []
    sy.compare(*few, metrics="cba", intervals=QUICK, progress=lambda done, of: seen.append((done, of)))
    assert seen[-1] == (200, 200)
    seen.clear()
    sy.compare(*few, metrics="cba", intervals=QUICK, paired=False, progress=lambda done, of: seen.append((done, of)))
    assert seen[-1] == (400, 400)


def test_json_holds_everything_and_no_nan(few):
    record = json.loads(sy.compare(*few, intervals=QUICK, by={"fold": np.arange(60) % 3}, rope=0.01).to_json())
    assert record["models"] == ["a", "b"]
    assert (record["paired"], record["across"], record["items"], record["draws"]) == (True, "folds", 60, 200)
    assert {row["model"] for row in record["scores"]} == {"a", "b"}
    assert record["differences"][0]["folds"]["test"] == "correlated_t"
    assert record["robustness"]["metric"] == "balanced_accuracy"
    rows = sy.compare(*few, intervals=QUICK).to_rows()
    assert [row["metric"] for row in rows][:2] == ["average_accuracy", "balanced_accuracy"]


def test_what_is_undefined_everywhere_is_said_and_does_not_crash(few):
    truth, models = few
    found = sy.compare(
        truth, models, undefined="nan", labels=[0, 1, 2, 3], intervals=QUICK, by={"fold": np.arange(60) % 3}
    )
    assert found.verdict == "No model has a balanced_accuracy: it is undefined for all of them."
    d = found["balanced_accuracy"]
    assert all(map(math.isnan, (d.value, d.a_better, d.p_value, d.p_adjusted, d.interval.low)))
    assert d.better is None
    assert str(d.interval.note) == "one of the values is undefined"
    assert np.isnan(found.score().ranks).all()
    record = json.loads(found.to_json())
    assert record["differences"][3]["p_value"] is None
    assert "undefined" in str(found)
    assert "undefined" in found._repr_html_()


def test_one_undefined_model_does_not_hide_the_others(few):
    truth, models = few
    models["never 2"] = np.where(models["a"] == 2, 0, models["a"])
    found = sy.compare(truth, models, metrics="macro_precision", undefined="nan", intervals=QUICK)
    assert found.verdict.startswith("By macro_precision, ")
    assert all(2 not in group for group in found.score().groups)
    assert np.isnan(found.score().ranks[2]).all()
    assert found.score().ranks[:2].sum(axis=1) == pytest.approx([1, 1])
    assert found.pair("a", "b").p_value > 0
    only = sy.compare(
        truth, {"a": models["a"], "n": models["never 2"]}, metrics="macro_precision", undefined="nan", intervals=QUICK
    )
    assert only.verdict == "Only a has a macro_precision; that of n is undefined."
    str(found), str(only), found.to_json(), only.to_json()


@pytest.mark.slow
@pytest.mark.parametrize("classes", [1, 2, 200])
def test_any_number_of_classes(rng, classes, monkeypatch):
    monkeypatch.setattr("steelyard.comparison.p_values.SWAPS", 200)
    monkeypatch.setattr("steelyard.comparison.p_values.FEWEST", 200)
    truth = rng.integers(0, classes, 400)
    models = {name: np.where(rng.random(400) < 0.5, truth, rng.integers(0, classes, 400)) for name in "ab"}
    found = sy.compare(truth, models, metrics=["balanced_accuracy", "cba", "mcc", "cen"], intervals=QUICK)
    assert found.verdict
    json.loads(found.to_json())
    assert max(map(len, str(found).splitlines())) <= 80


def test_counts_in_the_billions_take_no_longer():
    huge = sy.Joint([[0, 0, 0], [0, 0, 1], [1, 1, 1], [1, 0, 1]], [10**9, 10**5, 10**8, 10**5], ["x", "y"], ["a", "b"])
    found = sy.compare(huge, intervals=QUICK)
    assert found.items == 1_100_200_000
    assert found["accuracy"].value == 0


BAD = [
    ({"data": sy.Joint.from_labels([0, 1], {"a": [0, 1]})}, "at least two models, but there is only 'a'."),
    ({"data": [0, 1, 1], "prediction": {"a": [0, 1, 1], "b": [0, 1]}}, "but 2 predicted labels of 'b'"),
    ({"data": {"a": [[1, 2], [3, 4]], "b": [[1, 2], [3, 5]]}, "paired": True}, "7 of class '1' and 'b' has 8"),
    ({"data": {"a": [[1, 2], [3, 4]], "b": [[2, 1], [4, 3]]}, "paired": True}, "give the joint table, sy.Joint"),
    ({"data": sy.Confusion([[1, 2], [3, 4]])}, "a comparison needs several models, but there is one matrix"),
    ({"data": [[1, 2], [3, 4]]}, "or a confusion matrix per model, not list."),
    ({"data": {}}, "there are no models to stack."),
    ({"data": {"a": [[0, 0], [0, 0]], "b": [[0, 0], [0, 0]]}}, "nothing to compare: the counts are all 0."),
    ({"data": sy.Joint(np.empty((0, 3), int), [], [0, 1], ["a", "b"])}, "the counts are all 0."),
    ({"data": {"a": [[0, 0], [0, 0]], "b": [[3, 1], [1, 4]]}}, "the model 'a' has no items"),
    ({"weights": [0.5, 1, 1, 2] * 15, "intervals": "bootstrap"}, "items with weights are compared class by class"),
    ({"importance": "0 < 1, 0=0.7, 1=0.1"}, "the order puts '0' below '1', but '0' weighs 0.7 and '1' 0.1"),
    ({"importance": "0 < 1 < 0"}, "the order contains a cycle"),
    ({"intervals": "delta"}, "are classwise, bootstrap, percentile, bca or bayes, not 'delta'"),
    ({"intervals": "none"}, "intervals of a comparison are .* not 'none'"),
    ({"intervals": False}, "intervals of a comparison are .* not False"),
    ({"intervals": sy.intervals.delta()}, "intervals of a comparison are"),
    ({"intervals": "jackknife"}, "not 'jackknife'"),
    ({"rope": -0.1}, "rope, the largest difference that does not matter, must be .* at least 0, not -0.1"),
    ({"rope": math.nan}, "not nan"),
    ({"rope": 1, "metrics": "accuracy"}, "values of 'accuracy' lie between 0 and 1, so that none would matter with 1"),
    ({"rope": 2.5, "metrics": ["mcc"]}, "values of 'mcc' lie between -1 and 1, so that none would matter with 2.5"),
    ({"rope": "0.1"}, "not '0.1'"),
    ({"metrics": "foo"}, "there is no metric 'foo'"),
    ({"metrics": []}, "no metric was asked for; name at least one"),
    ({"metrics": "recall"}, "'recall' is of one class, and there are 3: take 'macro_recall', its average over"),
    ({"metrics": "f1", "positive": 7}, "there is no class 7"),
    ({"metrics": "f1", "positive": 1, "importance": "rarity"}, "'f1 of 1' is of one class, so an importance has no"),
    ({"undefined": "maybe"}, "undefined must be one of .* not 'maybe'"),
    ({"across": "years"}, "across is one of folds, datasets, not 'years'."),
    ({"by": {"fold": np.arange(60) % 2, "year": np.arange(60) % 3}}, "one axis, but there are 'fold', 'year'; pool"),
    ({"by": {"fold": np.zeros(60, int)}}, "at least 2 folds along 'fold', but there is 0."),
    ({"by": {"town": ["x"] * 60}, "across": "datasets"}, "at least 2 datasets along 'town', but there is 'x'."),
    ({"test_share": 2}, "test_share= is a share, which lies between 0 and 1, not at 2"),
    ({"test_share": 0.2}, "test_share= is about slices that there are none of; name them, by=."),
    ({"by": np.arange(60) % 3, "across": "datasets", "test_share": 0.2}, "test_share= is about folds of one data set"),
    ({"by": np.arange(60) % 3, "across": "datasets", "runs": 3}, "runs= is about folds of one data set"),
    ({"runs": 2}, "runs= is about slices that there are none of"),
    ({"across": "datasets"}, "across= is about slices that there are none of; name them, by=."),
    ({"by": np.arange(60) % 6, "runs": 2}, "items occur in several of them, .* name what says which item each row is"),
    ({"by": np.arange(60) % 6, "test_share": 0.2}, "items occur in several of them"),
    ({"by": np.arange(60) % 6, "runs": 4, "group": np.arange(60) // 2}, "6 folds cannot come from 4 runs"),
    ({"data": {"a": [[5, 1], [0, 0]], "b": [[0, 0], [2, 7]]}}, "'a' and 'b' have no class in common"),
    ({"by": np.arange(60) % 3, "test_share": 1.2, "group": np.arange(60) // 2}, "test_share= is a share"),
    ({"by": [1, 2]}, "there are 2 keys of 'slice' for 60 items."),
    ({"group": "patient"}, "beside labels, give the groups themselves"),
    ({"group": np.zeros(60, int)}, "at least two of them must have items"),
    ({"labels": [0, 1, 2, 2]}, "each label may occur once, but 2 occurs several times."),
    ({"weight": "w"}, "so weight= cannot be given beside"),
    ({"counts": "n"}, "beside labels, counts= holds the numbers of items themselves"),
    ({"group": np.arange(60), "intervals": sy.intervals.bootstrap(stratified=True)}, "do not keep the size"),
]  # fmt: skip


@pytest.mark.parametrize(("given", "sentence"), BAD)
def test_bad_input_is_refused_in_a_sentence(few, given, sentence):
    labels = {} if "data" in given else {"data": few[0], "prediction": few[1]}
    with pytest.raises(ValueError, match=sentence) as refused:
        sy.compare(**(labels | given))
    assert "\n" not in str(refused.value).split("\n  ")[0]


def test_items_may_repeat_over_folds_if_groups_say_which_they_are(rng):
    """Two runs of cross-validation in three folds each: every item is there twice, and counts as one unit."""
    truth = np.tile(rng.integers(0, 3, 60), 2)
    models = {name: np.where(rng.random(120) < 0.6, truth, rng.integers(0, 3, 120)) for name in "ab"}
    item, fold = np.tile(np.arange(60), 2), np.concatenate([np.arange(60) % 3, 3 + np.arange(60) // 20])
    given = {"metrics": "cba", "by": {"fold": fold}, "group": item, "intervals": QUICK}
    folds, shares = (
        sy.compare(truth, models, **given, **how)["cba"].folds for how in ({"runs": 2}, {"test_share": 1 / 3})
    )
    assert folds.folds == 6
    assert folds.error == pytest.approx(shares.error), "a run of three folds tests on a third"
    once = sy.compare(truth, models, **given)["cba"].folds
    assert folds.error / once.error == pytest.approx(math.sqrt((1 / 6 + 1 / 2) / (1 / 6 + 1 / 5)))
    thirds = sy.compare(
        truth[:60], {k: v[:60] for k, v in models.items()}, metrics="cba", by=fold[:60], test_share=1 / 3
    )
    assert thirds["cba"].folds is not None, "shares that add up to 1 but for rounding repeat nothing"


def test_the_order_of_the_axes_changes_nothing(rng):
    counts = rng.integers(1, 30, (3, 3, 2, 2))
    names, folds = ["a", "b", "c"], [1, 2, 3]
    first = sy.Confusion(counts, ["x", "y"], axes={"model": names, "fold": folds})
    last = sy.Confusion(counts.swapaxes(0, 1), ["x", "y"], axes={"fold": folds, "model": names})
    one, other = (sy.compare(stack, metrics=["cba", "cen"], intervals=QUICK) for stack in (first, last))
    assert one.to_dict() == other.to_dict()
    by_hand = [
        sy.metrics["cba"](sy.Confusion(counts[0, f])) - sy.metrics["cba"](sy.Confusion(counts[1, f])) for f in range(3)
    ]
    assert one["cba"][0].folds.mean == pytest.approx(np.mean(by_hand))


@pytest.mark.parametrize("confidence", [0, 1, -0.5, 95, math.nan, "high", None, True])
def test_confidence_must_lie_between_0_and_1(few, confidence):
    with pytest.raises(ValueError, match="confidence must lie between 0 and 1, such as"):
        sy.compare(*few, confidence=confidence)


@pytest.mark.parametrize("draws", [0, -1, 99, 1000.5])
def test_too_few_draws_are_refused(draws):
    with pytest.raises(ValueError, match=f"at least 100 draws, not {draws}"):
        sy.intervals.bootstrap(draws=draws)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"group": "patient"}, "there is no axis 'patient' of groups"),
        ({"labels": [3, 4]}, "counts are complete, so labels= cannot be given beside."),
        ({"by": "fold"}, "counts are complete, so by= cannot be given beside."),
        ({"missing": "drop"}, "counts are complete, so missing= cannot be given beside."),
    ],
)
def test_nothing_stands_beside_counts(wines, given, sentence):
    with pytest.raises(ValueError, match=sentence):
        sy.compare(wines, **given)


def test_columns_must_be_named_as_they_are(few):
    truth, models = few
    data = {"y": truth, **models}
    for given in ({"truth": "y"}, {"prediction": ["a", "b"]}, {"truth": "y", "prediction": "a"}):
        with pytest.raises(ValueError, match="at least two of them"):
            sy.compare(data, **given)
    with pytest.raises(ValueError, match="at least two models, but there is only 'a'"):
        sy.compare(data, truth="y", prediction=["a"])
    with pytest.raises(ValueError, match="there is no column 'c'"):
        sy.compare(data, truth="y", prediction=["a", "c"])
    with pytest.raises(ValueError, match="'fold' slices the items, so it cannot group them"):
        sy.compare(data | {"fold": truth}, truth="y", prediction=["a", "b"], by="fold", group="fold")


def test_fractional_weights_are_compared_when_groups_are_named(few):
    truth, models = few
    weights = np.linspace(0.1, 2.25, 60)
    found = sy.compare(truth, models, weights=weights, group=np.arange(60), metrics="accuracy", intervals=QUICK)
    by_hand = np.average(models["a"] == truth, weights=weights) - np.average(models["b"] == truth, weights=weights)
    assert found["accuracy"].value == pytest.approx(by_hand)
    assert found["accuracy"].interval.known
    assert found.items == 60, "however much they weigh"
    assert "60 items" in str(found)


def test_predictions_of_other_classes_are_named_in_the_verdict():
    """Another column, or another spelling: all is wrong, and nothing would be said of it."""
    truth = ["OK", "FRAUD"] * 20
    found = sy.compare(truth, {"a": truth, "b": [name.lower() for name in truth]}, metrics="accuracy")
    assert str(found.note) == "no prediction of 'b' is a true class ('fraud', 'ok'; the classes are 'FRAUD', 'OK')"
    assert f"Caution: {found.note}" in found.verdict


def test_disagreements_are_with_the_metric_of_the_verdict(wines):
    found = sy.compare(wines, importance="5 < 3; 6 < 8", metrics=["balanced_accuracy", "mcc", "accuracy", "cba"])
    assert found.reversals
    for each in found.reversals:
        metrics = [part.criterion.metric.name for part in (each.by, each.against)]
        assert "balanced_accuracy" in metrics
        assert "accuracy" in metrics, "accuracy first, if it disagrees"


def test_a_difference_shows_itself_in_a_line(wines):
    shown = repr(sy.compare(wines, metrics="accuracy", intervals=sy.intervals.bootstrap(draws=200)).differences[0])
    assert shown.startswith("<accuracy: tree − svm = −0.027 (")
    assert len(shown) < 90


def test_one_model_alone_is_told_how_several_are_given():
    with pytest.raises(ValueError, match="at least two models by name"):
        sy.compare([0, 1], [0, 1])


@pytest.mark.parametrize("names", [["tree", "svm"], ["tree", "svm", "knn"]])
def test_a_metric_has_the_values_of_the_models_by_name(names):
    """`result["accuracy"]["svm"]` is the same number, whoever is asked, and a difference is one less the other."""
    counts = np.array([[[40, 10], [5, 45]], [[30, 20], [2, 48]], [[35, 15], [9, 41]]])[: len(names)]
    stack = sy.Confusion(counts, axes={"model": names})
    found, plainly = sy.compare(stack, metrics=["accuracy", "cba"]), sy.evaluate(stack)
    assert (found["accuracy"]["svm"].value, found["accuracy"]["tree"].value) == (0.78, 0.85)
    for name in names:
        assert found["cba"][name].value == plainly["cba"][name].value
        assert found["cba"][name].low == found.score("cba").intervals[names.index(name)].low
    pair = found.pair("svm", "tree", "accuracy")
    assert pair.value == pytest.approx(pair["svm"].value - pair["tree"].value)
    for asked in (found["accuracy"], pair):
        with pytest.raises(KeyError, match="there is no model 'swm'"):
            asked["swm"]
    with pytest.raises(KeyError, match="the comparison knows the values"):
        found.differences[0]["svm"]


def test_differences_of_many_models_are_a_list():
    counts = np.array([[[40, 10], [5, 45]], [[30, 20], [2, 48]], [[35, 15], [9, 41]]])
    found = sy.compare(sy.Confusion(counts, axes={"model": ["tree", "svm", "knn"]}), metrics="accuracy")["accuracy"]
    assert [(each.a, each.b) for each in found] == [("tree", "svm"), ("tree", "knn"), ("svm", "knn")]
    assert (found[0].a, len(found), found[1:][0].b) == ("tree", 3, "knn")
    assert [row["a"] for row in found.to_rows()] == ["tree", "tree", "svm"]


def test_the_rows_are_differences_or_scores():
    counts = [[[40, 10], [5, 45]], [[30, 20], [2, 48]]]
    found = sy.compare(sy.Confusion(counts, axes={"model": ["tree", "svm"]}), metrics="accuracy")
    assert [(row["model"], row["value"]) for row in found.to_rows("scores")] == [("tree", 0.85), ("svm", 0.78)]
    assert found.to_frame("scores")["model"].tolist() == ["tree", "svm"]
    assert found.to_csv("scores").startswith("model,metric,value,")
    with pytest.raises(ValueError, match="not 'models'"):
        found.to_rows("models")


@pytest.mark.parametrize("importance", [None, "0 < 2", "rarity"])
def test_robustness_under_another_importance_forgets_that_of_the_comparison(rng, importance):
    """As if nothing had been compared: what was decided at the weights of the comparison says nothing of others."""
    options = {"samples": 2_000, "seed": 3}
    truth = np.repeat([0, 1, 2], 40)
    recalls = {"a": np.array([0.9, 0.6, 0.3]), "b": np.array([0.5, 0.6, 0.7])}
    right = {name: rng.random(120) < recall[truth] for name, recall in recalls.items()}
    table = sy.Joint.from_labels(truth, {name: np.where(hit, truth, (truth + 1) % 3) for name, hit in right.items()})
    for given in (table, table.confusion()):
        found = sy.compare(given, importance=[0.8, 0.1, 0.1], metrics=["accuracy", "balanced_accuracy"])
        other = found.robustness("balanced_accuracy", importance, **options)
        assert other.to_dict() == robustness(given, importance=importance, **options).to_dict()
        assert found.robustness("balanced_accuracy", **options).to_dict() != other.to_dict()


def test_disagreements_are_those_of_the_metrics_compared_under_any_importances(few):
    table = sy.Joint.from_labels(*few)
    found = sy.compare(table, metrics=["accuracy", "balanced_accuracy", "mcc"], importance="rarity")
    assert [one.metric.id for one in found.disagreements().criteria] == ["accuracy", "balanced_accuracy", "mcc"]
    assert found.disagreements() is found.disagreements()
    several = found.disagreements(["uniform", "prevalence"], explain=0)
    wanted = disagreements(table, ["accuracy", "balanced_accuracy", "mcc"], ["uniform", "prevalence"], explain=0)
    assert several.to_dict() == wanted.to_dict()
    assert found.disagreements(explain=0).reversals == ()


def test_better_names_a_model_only_where_the_verdict_would():
    """A newcomer's report: better = model_b in the CSV beside p = 0.52, and "not told apart" in the verdict."""
    models = {"a": CALM, "b": BOLD}
    found = sy.compare(FRAUD, models)
    rows = {row["metric"]: row for row in found.to_rows()}
    assert {row["better"] for row in rows.values()} == {"a", None}
    for d in found.differences:
        told = found.is_better(d) and not found.standings[d.metric.name].disputed
        assert (d.better is not None) == told == (rows[d.metric.name]["better"] is not None)
        assert found.pair("b", "a", d.metric.name).better == d.better
    balanced = found["balanced_accuracy"]
    assert (balanced.better, balanced.ahead, rows["balanced_accuracy"]["better"]) == (None, "a", None)
    assert (found["accuracy"].better, found["accuracy"].ahead) == ("a", "a")
    assert ",a,b,0.0168" in found.to_csv().splitlines()[2]
    assert found.to_dict()["differences"][1]["better"] is None


def test_nobody_is_better_where_undefined_terms_decide():
    """By McNemar's p and the bootstrap, both would be beyond chance: each by another policy."""
    truth, never, tries = [0] * 966 + [1] * 34, [0] * 1000, [0] * 930 + [1] * 36 + [0] * 10 + [1] * 24
    settings = {"metrics": "macro_precision", "intervals": QUICK}
    found = sy.compare(truth, {"never": never, "tries": tries}, **settings)
    assert found.is_better(found["macro_precision"])
    assert found["macro_precision"].better is None
    chosen = sy.compare(truth, {"never": never, "tries": tries}, undefined="worst", **settings)
    assert chosen["macro_precision"].better == "tries"


class TestReversals:
    """Accuracy was told, which the table does not show, and not macro precision, which it does, beyond chance."""

    @pytest.fixture
    def found(self):
        home = [[930, 20, 10], [15, 140, 15], [2, 10, 16]]
        away = [[880, 30, 50], [25, 115, 30], [1, 6, 21]]
        stack = sy.Confusion([home, away], ["home", "ward", "icu"], axes={"model": ["a", "b"]})
        return sy.compare(stack, importance="home < ward < icu")

    def test_metrics_that_the_table_shows_come_first_and_then_those_beyond_chance(self, found):
        (told,) = found.reversals
        shown = shown_metrics(found)
        assert (told.first, told.by.criterion.metric.name) == ("b", "balanced_accuracy")
        against = told.against.criterion.metric.name
        assert against in shown
        assert "accuracy" not in shown
        assert found["accuracy"].ahead == "a"
        assert found[against].better == "a"
        assert told.beyond_chance == (False, True)
        assert told.sentence.endswith(f" The lead by balanced_accuracy may be chance, that by {against} is beyond it.")

    def test_of_those_that_the_table_shows_one_beyond_chance_is_told(self, found):
        metrics = ["balanced_accuracy", "macro_precision", "accuracy", "mcc"]
        asked = sy.compare(found.tables, importance="home < ward < icu", metrics=metrics)
        opposed = [name for name in metrics if asked[name].ahead == "a"]
        assert len(opposed) > 1
        for name in opposed:
            told = [replace(d, better="a" if d.metric.name == name else None) for d in asked.differences]
            (one,) = replace(asked, differences=tuple(told)).reversals
            assert one.against.criterion.metric.name == name
            assert one.beyond_chance == (False, True)

    def test_all_that_are_told_are_the_same(self, found):
        (told,) = found.reversals
        assert found.to_dict()["disagreement"]["sentence"].endswith(told.sentence)
        assert told.sentence in " ".join(str(found).split())
        assert found.disagreements().reversals == found.reversals
        assert found.disagreements(explain=1).sentence == found.disagreements().sentence
        assert found.to_dict()["disagreement"]["reversals"][0]["beyond_chance"] == [False, True]
