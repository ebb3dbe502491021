"""The conclusion in words: what is said, and what is not said."""

import re
from dataclasses import replace

import numpy as np
import pytest

import steelyard as sy
from steelyard.show.numbers import chance, p_value, with_minus
from steelyard.show.verdict import some_of

NUMBERS = re.compile(
    r"b \((?P<b>[\d.]+)\) is better than a \((?P<a>[\d.]+)\) by [\d.]+ "
    r"\(95 % interval (?P<low>[\d.]+) to (?P<high>[\d.]+); better with probability above 99.9 %; p < 0.001\)"
)
FOLDS = "The folds answer another question, whether training again would change the order"
DATA_SETS = "The data sets answer another question, whether the order holds on other data sets"
FRAUD = [1] * 12 + [0] * 1188
CALM, BOLD = ([1] * 9 + [0] * 3 + [1] * alarms + [0] * (1188 - alarms) for alarms in (20, 60))
QUICK = sy.intervals.bootstrap(draws=500)
TREE, SVM = sy.Confusion([[80, 20], [90, 810]], ["fraud", "ok"]), sy.Confusion([[50, 50], [10, 890]], ["fraud", "ok"])


@pytest.fixture
def labels(rng):
    truth = rng.integers(0, 3, 300)
    return truth, {
        name: np.where(rng.random(300) < right, truth, rng.integers(0, 3, 300))
        for name, right in {"weak": 0.3, "good": 0.8, "fair": 0.75}.items()
    }


def test_the_winner_comes_first_with_value_lead_interval_probability_and_p():
    found = sy.compare({"svm": SVM, "tree": TREE}, importance="ok < fraud", metrics="balanced_accuracy")
    d = found["balanced_accuracy"]
    assert found.verdict.startswith(
        "By balanced_accuracy with importance ok < fraud, tree (0.833) is better than svm (0.663) by "
        "0.170 (95 % interval "
        f"{with_minus(-d.interval.high)} to {with_minus(-d.interval.low)}; better with probability above 99.9 %; "
        "p < 0.001). "
    )
    assert found.robust.sentence in found.verdict
    assert found.verdict.endswith(
        "Each model was taken to have items of its own. On the same items, the interval would be narrower if the "
        "models make the same errors."
    )


def test_an_interval_of_a_lead_is_positive_where_smaller_is_better():
    found = sy.compare({"svm": SVM, "tree": TREE}, metrics="cen", intervals=QUICK)
    d = found["cen"]
    assert d.better == "svm"
    low, high = with_minus(-d.interval.high), with_minus(-d.interval.low)
    assert f"svm ({d.value + found.score().values[1]:.3f}) is better than tree" in found.verdict
    assert f"by {abs(d.value):.3f} (95 % interval {low} to {high}; " in found.verdict
    assert "−" not in low


def test_what_cannot_be_told_apart_is_named(labels):
    truth, models = labels
    models = {**models, "other": np.where(np.arange(300) % 40 == 0, 0, models["good"])}
    found = sy.compare(truth, models, metrics="balanced_accuracy")
    order = [found.models[i] for i in found.score().best_first]
    assert order[3] == "weak"
    assert re.match(
        rf"By balanced_accuracy, {order[0]} \(.+\) and {order[1]} \(.+\) are not told apart by these items\. ",
        found.verdict,
    )
    assert f"{order[0]} is not told apart from {order[2]} either." in found.verdict
    assert "weak" not in found.verdict.split("at all weights")[0].split("either.")[0]


def test_the_same_answers_are_no_difference(labels):
    truth, models = labels
    found = sy.compare(truth, {"a": models["good"], "b": models["good"]}, metrics="mcc")
    assert found.verdict == "a and b gave the same answers to all 300 items."


@pytest.mark.slow
@pytest.mark.parametrize("twins", [["a", "b"], ["a", "b", "d"]])
def test_of_models_with_the_same_answers_the_next_is_told_too(labels, twins):
    truth, models = labels
    alike = dict.fromkeys(twins, models["good"])
    found = sy.compare(truth, {"weak": models["weak"], **alike}, metrics="balanced_accuracy")
    same = f"{some_of(twins, range(len(twins)))} gave the same answers to all 300 items. "
    assert re.match(re.escape(same) + r"By balanced_accuracy, a \(.+\) is better than weak \(", found.verdict)
    near = np.where(np.arange(300) % 40 == 0, 0, models["good"])
    undecided = sy.compare(truth, {**alike, "near": near, "weak": models["weak"]}, metrics="balanced_accuracy").verdict
    assert re.match(re.escape(same) + r"By balanced_accuracy, a \(.+\) and near \(.+\) are not told apart", undecided)
    assert "either" not in undecided


def test_of_models_without_errors_the_next_is_told_too(labels):
    truth, models = labels
    found = sy.compare(truth, {"a": truth, "weak": models["weak"], "b": truth}, metrics="balanced_accuracy")
    assert re.match(
        r"No errors were seen: a and b are right on all 300 items, so these items do not show which is better\. "
        r"By balanced_accuracy, a \(1\.000\) is better than weak \(",
        found.verdict,
    )


def test_items_of_unpaired_models_are_those_of_each():
    """Of 10 frauds svm finds 5, of 3,000 others tree finds 2,200: the 10 are too few, and not 3,010."""
    right = {"p": sy.Confusion([[12, 0], [0, 100]]), "q": sy.Confusion([[5, 0], [0, 40]])}
    assert sy.compare(right, metrics="mcc").verdict.startswith(
        "No errors were seen (p has 112 items, q has 45 items), so these items do not show which is better."
    )
    few = {
        "svm": sy.Confusion([[5, 5], [100, 9900]], ["fraud", "ok"]),
        "tree": sy.Confusion([[2200, 800], [900, 9100]], ["fraud", "ok"]),
    }
    found = sy.compare(
        {**few, "weak": sy.Confusion([[1, 6], [900, 100]], ["fraud", "ok"])}, metrics="balanced_accuracy"
    )
    assert (
        "are not told apart by these items; most of the uncertainty comes from class 'fraud' (10 items)."
        in found.verdict
    )


def test_equal_values_by_other_answers_are_not_told_apart():
    truth = np.repeat([0, 1], 20)
    a, b = truth.copy(), truth.copy()
    a[[0, 20]] ^= 1
    b[[1, 21]] ^= 1
    found = sy.compare(truth, {"a": a, "b": b}, metrics="accuracy")
    assert found.verdict.startswith(
        "By accuracy, a (0.950) and b (0.950) are not told apart by these items. They differ by 0.000 ("
    )
    assert "; p = 1)" in found.verdict


def test_models_without_errors_tell_nothing():
    truth = [0, 1] * 10
    found = sy.compare(truth, {"a": truth, "b": truth}, metrics="mcc")
    assert found.verdict == (
        "No errors were seen: a and b are right on all 20 items, so these items do not show which is better."
    )


def test_p_is_corrected_for_the_metrics_that_were_asked_for(labels):
    truth, models = labels
    two = {"weak": models["weak"], "good": models["good"]}
    several = sy.compare(truth, two, metrics=["accuracy", "mcc"])
    alone = sy.compare(truth, two, metrics="accuracy")
    assert "corrected" not in alone.verdict
    assert alone["accuracy"].p_adjusted == alone["accuracy"].p_value
    few = sy.compare(truth, {"fair": models["fair"], "good": models["good"]}, metrics=["accuracy", "mcc"])
    d = few["accuracy"]
    assert d.p_adjusted > d.p_value
    assert f"p = {d.p_value:.2g}; corrected for the 2 metrics asked for p = {d.p_adjusted:.2g})" in few.verdict
    assert several["accuracy"].p_adjusted >= several["accuracy"].p_value


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_better_stands_only_where_interval_probability_and_p_agree(seed):
    """One rule: better with at least 97.5 % and 0 outside, or not told apart; nobody is ahead."""
    rng = np.random.default_rng(seed)
    truth = rng.choice(3, 150, p=[0.7, 0.25, 0.05])
    models = {
        name: np.where(rng.random(150) < right, truth, rng.integers(0, 3, 150))
        for name, right in {"a": 0.6, "b": 0.6 + seed / 40}.items()
    }
    for metrics in ("balanced_accuracy", "cen", ["accuracy", "mcc", "mean_f"]):
        found = sy.compare(truth, models, metrics=metrics)
        d = found.pair("a", "b")
        better = "is better than" in found.verdict
        assert better != ("are not told apart" in found.verdict)
        assert "ahead" not in found.verdict
        assert better == (not d.interval.low <= 0 <= d.interval.high and d.p_adjusted < 0.05)
        assert ("better with probability" in found.verdict) == better, "smaller probabilities claim too much"
        if better:
            assert max(d.a_better, d.b_better) >= 0.975


def test_doubts_about_the_pair_are_said_once():
    truth = np.repeat([0, 1, 2], [100, 60, 4])
    worse = truth.copy()
    worse[[0, 1, 2, 3, 120, 121, 161]] = 1
    found = sy.compare(truth, {"a": truth, "b": worse}, metrics="balanced_accuracy", intervals=QUICK)
    beware = found.verdict.partition("Caution: ")[2]
    assert beware.count("class 2 has fewer than 10 items") == 1
    assert "a: all draws are alike, so the interval may be too narrow" in beware
    assert "this is the Bayesian interval" not in beware, "that of a is, that of the difference is not"
    assert "Caution: " not in sy.compare({"svm": SVM, "tree": TREE}, metrics="accuracy", intervals=QUICK).verdict


def test_classes_that_only_one_model_has_are_said_and_in_json():
    more = sy.Confusion([[80, 20, 0], [90, 810, 0], [2, 2, 40]], ["fraud", "ok", "odd"])
    found = sy.compare({"svm": SVM, "tree": more}, metrics="accuracy", intervals=QUICK)
    note = "class 'odd' has items for some models only"
    assert str(found.note) == note
    assert f"Caution: {note}" in found.verdict
    assert found.to_dict()["note"] == note
    assert sy.compare({"svm": SVM, "tree": TREE}, metrics="accuracy", intervals=QUICK).to_dict()["note"] == ""


@pytest.mark.parametrize(("across", "question"), [("folds", FOLDS), ("datasets", DATA_SETS)])
def test_folds_and_data_sets_answer_another_question(labels, across, question):
    truth, models = labels
    two = {"weak": models["weak"], "good": models["good"]}
    found = sy.compare(truth, two, metrics="cba", by=np.arange(300) % 10, across=across, intervals=QUICK)
    folds = found["cba"].folds
    better, p = chance(folds.posterior.b_better), p_value(folds.p_value)
    assert f"{question}: by them, good is better (probability {better}; p {p})." in found.verdict
    assert "another question" not in sy.compare(truth, two, metrics="cba", intervals=QUICK).verdict
    near = {"fair": models["fair"], "good": models["good"]}
    found = sy.compare(truth, near, metrics="cba", by=np.arange(300) % 10, across=across, intervals=QUICK)
    assert found["cba"].folds.p_value > 0.05
    p = p_value(found["cba"].folds.p_value)
    assert f"{question}: by them, neither model is shown to be better (p {p})." in found.verdict


def test_folds_do_not_contradict_the_verdict():
    """Review of issue 18: "not told apart", and then "over the folds, a is better with probability 99.9 %"."""
    found = sy.compare(FRAUD, {"a": CALM, "b": BOLD}, by={"fold": np.arange(1200) % 3}, metrics="balanced_accuracy")
    assert "are not told apart" in found.verdict
    assert not re.search(r"[Oo]ver the folds, \w+ is better", found.verdict)
    assert f"{FOLDS}: by them, a is better (probability" in found.verdict


def test_numbers_of_billions_of_items_have_the_digits_that_tell_them_apart():
    codes, counts = [[0, 0, 0], [0, 0, 1], [1, 1, 1], [1, 0, 1], [0, 1, 0]], [4 * 10**9, 2 * 10**5, 10**9, 10**5, 10**5]
    huge = sy.Joint(codes, counts, ["x", "y"], ["a", "b"])
    found = sy.compare(huge, metrics="balanced_accuracy", intervals=QUICK)
    low, high, a, b = map(float, NUMBERS.search(found.verdict).group("low", "high", "a", "b"))
    assert 0 < low < high
    assert b != a
    assert b - a == pytest.approx(-found["balanced_accuracy"].value, abs=2e-7)


def test_with_a_rope_the_verdict_says_what_does_not_matter(labels):
    truth, models = labels
    two = {"weak": models["weak"], "good": models["good"]}
    values = {name: (predicted == truth).mean() for name, predicted in two.items()}
    lead = values["good"] - values["weak"]
    within = sy.compare(truth, two, metrics="accuracy", rope=lead + 0.2)
    assert f"differ by no more than {lead + 0.2:g} (" in within.verdict
    assert "probability" not in within.verdict
    inside = sy.compare(truth, two, metrics="accuracy", rope=lead)
    d = inside["accuracy"]
    assert (
        f"good ({values['good']:.3f}) and weak ({values['weak']:.3f}) differ by {lead:.3f}, but perhaps by no more "
        f"than {lead:g} (95 % interval {with_minus(-d.interval.high)} to {with_minus(-d.interval.low)}; p < 0.001)."
    ) in inside.verdict
    around = sy.compare(truth, {"good": models["good"], "fair": models["fair"]}, metrics="accuracy", rope=0.01)
    assert "are not told apart" in around.verdict, "0 is inside"
    beyond = sy.compare(truth, two, metrics="accuracy", rope=lead / 10)
    assert "good (" in beyond.verdict
    assert "is better than weak" in beyond.verdict
    assert beyond["accuracy"].b_better > 0.975
    assert beyond["accuracy"].equivalent == pytest.approx(1 - beyond["accuracy"].b_better, abs=1e-6)


def test_importance_is_named_only_where_it_was_stated_and_counts(labels):
    assert "under" not in sy.compare(*labels, metrics="mcc", importance="rarity", intervals=QUICK).verdict
    assert sy.compare(*labels, metrics="cba", intervals=QUICK).verdict.startswith("By cba, fair")
    assert sy.compare(*labels, metrics="cba", importance="rarity", intervals=QUICK).verdict.startswith(
        "By cba if rare classes count more, fair"
    )


def test_a_long_importance_is_not_repeated(rng):
    truth = rng.integers(0, 30, 300)
    models = {name: np.where(rng.random(300) < 0.6, truth, rng.integers(0, 30, 300)) for name in "ab"}
    stated = dict.fromkeys(range(30), 1 / 30)
    found = sy.compare(truth, models, metrics="cba", importance=stated, intervals=QUICK)
    assert found.verdict.startswith("By cba with your importance, ")


def test_names_are_listed_as_people_do():
    assert some_of(["a", "b", "c"], [2]) == "c"
    assert some_of(["a", "b", "c"], [2, 0]) == "c and a"
    assert some_of(["a", "b", "c"], [1], but=True) == "a and c"


def test_a_verdict_by_a_value_that_misleads_carries_the_caution_of_evaluate():
    truth = ["rare"] * 6 + ["many"] * 994
    models = {"never": ["many"] * 1000, "tries": ["rare"] * 40 + ["many"] * 960}
    found = sy.compare(truth, models, metrics="accuracy")
    (mark,) = (each for each in sy.evaluate(truth, models["never"], metrics="accuracy").misleading)
    assert mark.sentence == "always answering 'many' would get 0.994 (accuracy)"
    assert "never (0.994) is better than tries" in found.verdict
    assert f" Caution, the values of never and tries mislead: {mark.sentence}." in found.verdict
    assert [each["sentence"] for each in found.to_dict()["misleading"]] == [mark.sentence] * 2
    assert "*" not in str(found).split("* best value")[0], "a value that misleads has no star"
    assert "mislead" not in sy.compare(truth, models, metrics="balanced_accuracy").verdict


def test_the_class_that_makes_it_unsure_is_told_with_the_number_of_its_items():
    found = sy.compare(FRAUD, {"a": CALM, "b": BOLD}, metrics="balanced_accuracy")
    assert "are not told apart by these items; most of the uncertainty comes from class 1 (12 items)." in found.verdict


def test_of_models_on_items_of_their_own_the_fewer_items_are_told():
    a, b = sy.Confusion([[1168, 20], [3, 9]]), sy.Confusion([[10600, 1280], [800, 3200]])
    for models in ({"a": a, "b": b}, {"b": b, "a": a}):
        found = sy.compare(models, metrics="balanced_accuracy")
        assert (
            "are not told apart by these items; most of the uncertainty comes from class 1 (12 items)." in found.verdict
        )


def test_rows_are_told_whatever_they_weigh():
    weights = [0.5] * 6 + [3.0] * 6 + [1.0] * 1188
    found = sy.compare(FRAUD, {"a": CALM, "b": BOLD}, metrics="balanced_accuracy", weights=weights)
    assert "are not told apart by these items; most of the uncertainty comes from class 1 (12 items)." in found.verdict


def test_the_largest_class_is_not_told_to_make_it_unsure():
    """Review of issue 18: "too few items of class 'ok' (966)" of 1,000 items."""
    truth = [0] * 966 + [1] * 34
    a, b = [1] * 8 + [0] * 958 + [1] * 34, [0] * 8 + [1] * 3 + [0] * 955 + [1] * 34
    found = sy.compare(truth, {"a": a, "b": b}, metrics="accuracy")
    assert "are not told apart by these items. " in found.verdict
    assert found["accuracy"].limited_by is None


def test_more_classes_than_can_be_told_say_so_and_nothing_of_which_is_better():
    truth = np.arange(1100)
    models = {"a": np.where(truth < 50, 0, truth), "b": np.where(truth < 90, 0, truth)}
    found = sy.compare(truth, models, metrics="accuracy")
    assert found.verdict == (
        "By accuracy, a (0.955) and b (0.919) differ by 0.036; there is no interval, so nothing is said about which is "
        "better. Caution: there are too many classes for intervals class by class; take intervals='percentile'."
    )


def test_a_dispute_is_one_sentence_and_printed_once():
    truth, never, tries = [0] * 966 + [1] * 34, [0] * 1000, [0] * 930 + [1] * 36 + [0] * 10 + [1] * 24
    found = sy.compare(truth, {"never": never, "tries": tries}, metrics=["macro_precision", "accuracy"])
    # Precision: never 966/1000 and none; tries 930/940 and 24/60.
    assert found.verdict == (
        "By macro_precision, no model is the best: tries leads if undefined terms count as the worst (0.695 against "
        "0.483), never if they are left out (0.966 against 0.695)."
    )
    shown = " ".join(str(found).split())
    assert shown.count("tries leads if undefined terms") == 1
    assert shown.count("no model is the best") == 1
    assert "Where metrics disagree" not in shown, "a disputed metric speaks for nobody"
    assert found.reversals == ()


def test_folds_tell_only_what_holds_when_it_is_corrected(labels):
    truth, models = labels
    two = {"weak": models["weak"], "good": models["good"]}
    found = sy.compare(truth, two, metrics=["cba", "mcc"], by={"cv_fold": np.arange(300) % 10}, intervals=QUICK)
    d, other = found.differences
    p = p_value(d.folds.p_value)
    doubtful = replace(found, differences=(replace(d, folds_adjusted=0.06), other))
    assert (
        f"{FOLDS}: by them, neither model is shown to be better "
        f"(p {p}; corrected for the 2 metrics asked for p = 0.06)."
    ) in doubtful.verdict


def test_an_interval_without_0_beside_not_told_apart_is_explained():
    """A report of a newcomer: "not told apart", and an interval from 0.0005 to 0.0480, without a word on why."""
    truth = np.array([1] * 40 + [0] * 60)
    good, poor = truth.copy(), truth.copy()
    good[:1], poor[1:8], poor[50:51] = 0, 0, 1
    two = {"good": good, "poor": poor}
    alone = sy.compare(truth, two, metrics="accuracy")
    p = alone["accuracy"].p_value
    assert 0.05 / 4 < p < 0.05
    assert "is better than" in alone.verdict
    asked = sy.compare(truth, two, metrics=["accuracy", "mcc", "macro_precision", "cen"])
    assert asked["accuracy"].p_adjusted > 0.05
    assert asked["accuracy"].interval.low > 0
    assert "; corrected for the 4 metrics asked for p = " in asked.verdict
    assert "Asked for alone, this metric would tell them apart; of several, one may do so by chance." in asked.verdict
    doubtful = sy.compare(truth, {"poor": poor, "good": np.where(np.arange(100) == 1, 0, poor)}, metrics="accuracy")
    assert "Asked for alone" not in doubtful.verdict


def test_who_looks_at_many_metrics_is_told_that_p_is_of_each_alone(labels):
    truth, models = labels
    two = {name: models[name] for name in ("weak", "good")}
    shown = " ".join(str(sy.compare(truth, two)).split())
    assert re.search(r"not corrected for looking at \d metrics: the verdict is by balanced_accuracy alone\.", shown)
    three = " ".join(str(sy.compare(truth, models)).split())
    assert "Holm: p-value, corrected for the 3 pairs of models." in three, "below the pairs, by one metric"
    assert "of one test alone." in " ".join(str(sy.compare(truth, two, metrics="accuracy")).split())


@pytest.mark.usefixtures("own_metrics")
def test_a_metric_that_cannot_be_looked_at_over_many_weights_has_a_verdict_all_the_same():
    """Printing such a comparison ended in an error about weights that nobody asked for."""

    @sy.metric(averages=True)
    def sorting(c):
        return np.asarray(np.sort(c.tp / c.t, axis=-1))[..., :1]

    found = sy.compare({"tree": TREE, "svm": SVM}, metrics=["sorting", "cba"])
    assert found.robust is None
    assert found.verdict.startswith("By sorting, tree (0.800) is better than svm (0.500)")
    assert "tree" in str(found)
    with pytest.raises(ValueError, match="'sorting' cannot be looked at over many weights at once"):
        found.robustness()
