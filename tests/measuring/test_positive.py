"""The rate of one class as one number, and the question which class is positive."""

import pickle
import re
from fractions import Fraction

import numpy as np
import pytest

import steelyard as sy
from every_metric import EVERY
from second_opinion import Counts, given_up_in, value_of
from steelyard.lab.exact import exact_values
from steelyard.measuring.apply import apply
from steelyard.measuring.notes import undefined_note
from steelyard.measuring.program import gradients, record, replay
from steelyard.measuring.registry import called, numbers_of, positive_class

TWO = sy.Confusion([[13, 4], [54, 2929]], labels=["fraud", "ok"])
THREE = sy.Confusion([[18, 2, 5], [9, 70, 11], [4, 16, 265]], labels=["fraud", "late", "ok"])
RATES = [metric for metric in EVERY if metric.kind == "rate"]

each_rate = pytest.mark.parametrize("rate", RATES, ids=lambda rate: rate.name)


# The value.


@each_rate
def test_it_is_the_value_that_the_rate_has_there(rate):
    of_each = rate(THREE)
    for place, label in enumerate(THREE.labels):
        assert rate.of_class(label)(THREE) == pytest.approx(of_each[place], nan_ok=True, rel=0)


@pytest.mark.parametrize("name", ["precision", "recall", "f", "specificity", "npv", "jaccard"])
@pytest.mark.parametrize("place", range(3))
def test_in_exact_fractions(name, place):
    wanted = value_of(name, Counts(THREE.counts.tolist()), place)
    assert sy.metrics[name].of_class(THREE.labels[place])(THREE) == pytest.approx(float(wanted), rel=1e-14)


def test_exact_numbers_of_one_class():
    assert exact_values("precision of 0", TWO.counts.tolist()) == (Fraction(13, 67),)


def test_a_stack_has_a_value_for_each_matrix():
    stack = sy.Confusion.of_models({"a": THREE, "b": sy.Confusion([[5, 0, 20], [0, 90, 0], [1, 1, 283]], THREE.labels)})
    assert sy.metrics["recall of late"](stack) == pytest.approx([70 / 90, 1])


def test_of_sparse_counts_it_is_the_same():
    sparse = sy.Confusion.from_labels(*np.random.default_rng(0).integers(0, 9000, (2, 5000)), labels=range(9000))
    assert sparse.is_sparse
    assert sy.metrics["specificity of 7"](sparse) == sy.metrics.specificity(sparse)[7]


@each_rate
def test_a_recorded_one_replays_to_the_same(rate):
    m, of_class = np.array(THREE.counts, dtype=np.float64), rate.of_class("ok")
    program = record([of_class], classes=3, labels=THREE.labels)
    found = replay(program, m, np.ones(3))[of_class.name]
    assert found.value == pytest.approx(of_class(THREE), nan_ok=True, rel=1e-15)


def test_its_slopes_are_those_of_its_formula():
    """Of tp/p: (p − tp)/p² by a hit, −tp/p² by a false alarm, nothing by all else."""
    program = record(["precision of fraud"], classes=2, labels=TWO.labels, whole_numbers=False)
    slopes = gradients(program, np.array(TWO.counts, dtype=np.float64)[None], np.ones(2))["precision of fraud"].by_cell
    assert slopes.reshape(2, 2) == pytest.approx(np.array([[54 / 67**2, 0], [-13 / 67**2, 0]]), rel=1e-12)


def test_a_rate_of_a_user_has_it_too():
    @sy.metric(per_class=True, range=(0, 1))
    def doubled(c):
        "Half of the share of the class."
        return c.t / c.n / 2

    try:
        assert sy.metrics["doubled of ok"](TWO) == pytest.approx(2983 / 6000)
        assert sy.evaluate(TWO, metrics="doubled", positive="ok")["doubled"].value == pytest.approx(2983 / 6000)
    finally:
        sy.metrics.remove("doubled")


# Undefined terms: decision 0002.


@each_rate
def test_a_class_that_the_model_gave_up_has_the_worst_value(rate):
    """What never happened counts as the rate's worst, NaN where that has no bound; never as something good."""
    m = [[0, 3, 2], [0, 8, 1], [0, 1, 9]]
    (found,) = apply([rate.of_class(0)], sy.Confusion(m))
    given_up = bool(given_up_in(rate.id, np.array(m))[0]) if rate.builtin else False
    assert found.worst(())[0] == given_up
    if given_up:
        assert found.value == pytest.approx(rate.worst(np.ones(3), rate.arguments(range(3))), nan_ok=True)
    assert not found.out(())[1:].any()


@pytest.mark.parametrize(("policy", "value"), [("worst", 0.0), ("zero", 0.0), ("exclude", np.nan), ("nan", np.nan)])
def test_the_policies_of_a_precision_that_is_not_there(policy, value):
    found = sy.metrics["precision of ill"](sy.Confusion([[0, 10], [0, 90]], ["ill", "well"]), undefined=policy)
    assert found == pytest.approx(value, nan_ok=True)


def test_raise_names_the_class():
    with pytest.raises(ValueError, match="precision is undefined for class 'ill': the class is never predicted"):
        sy.metrics["precision of ill"](sy.Confusion([[0, 10], [0, 90]], ["ill", "well"]), undefined="raise")


def test_other_classes_that_are_undefined_have_no_part_in_it():
    cm = sy.Confusion([[3, 0, 0], [1, 0, 0], [0, 0, 5]], ["a", "gone", "b"])
    (found,) = apply([sy.metrics["precision of a"]], cm, undefined="raise")
    assert found.value == pytest.approx(3 / 4)


def test_the_note_says_what_counts_and_nothing_of_weights():
    cm = sy.Confusion([[0, 10], [0, 90]], ["ill", "well"])
    (found,) = apply([sy.metrics["precision of ill"]], cm)
    (note,) = undefined_note(found, cm, (), np.array([0.5, 0.5]))
    assert (note.kind, note.labels, note.amount, note.metric, note.beside) == (
        "given_up",
        ("ill",),
        None,
        "precision",
        (0,),
    )
    assert str(note) == "class 'ill' has items and is never predicted: its precision counts as 0"


# The record.


def test_what_it_says_of_itself():
    metric = sy.metrics.f.at(beta=2).of_class("very bad")
    assert (metric.name, metric.title) == ("f(beta=2) of very bad", "F score of 'very bad'")
    assert (metric.kind, metric.weighted, metric.direction) == ("class", False, "higher")
    assert sy.metrics[metric.name].name == metric.name
    assert sy.metrics["f1 of bad"].title == "F1 of 'bad'"
    assert sy.metrics["one_point_auroc of bad"].title == "balanced accuracy of 'bad'"
    assert metric.at(beta=3).name == "f(beta=3) of very bad"


def test_it_pickles():
    again = pickle.loads(pickle.dumps(sy.metrics["f(beta=2) of fraud"]))  # noqa: S301 - our own bytes
    assert again.name == "f(beta=2) of fraud"
    assert again(TWO) == sy.metrics["f(beta=2) of fraud"](TWO)


def test_a_range_that_depends_on_the_classes_stays_that_of_the_rate():
    metric = sy.metrics["class_mae of ok"]
    assert metric.bounds(np.ones(3), metric.arguments(THREE.labels)) == (0, 2)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("recall of fraud at importance", "'recall of fraud' is the rate of one class; \"at importance\" is said of"),
        ("mcc", "'mcc' is no rate of a class, so it has no value of class 'fraud' alone"),
    ],
)
def test_what_it_cannot_be(name, why):
    with pytest.raises(ValueError, match=why):
        sy.metrics[name].of_class("fraud")


def test_an_importance_has_no_part_in_it():
    with pytest.raises(ValueError, match="'recall of fraud' is of one class, so an importance has no part in it"):
        sy.metrics["recall of fraud"](TWO, importance="rarity")


# Which class is positive.


def test_rates_are_of_the_positive_class_and_all_else_stays():
    found = numbers_of(["f1", "mcc", "recall", "mean_f(beta=2)"], "fraud", TWO)
    assert [metric.name for metric in found] == ["f1 of fraud", "mcc", "recall of fraud", "mean_f(beta=2)"]


def test_each_is_told_once_and_any_list_will_do():
    found = numbers_of((name for name in ("f1", "f", "f1 of fraud", "mcc")), "fraud", TWO)
    assert [metric.name for metric in found] == ["f1 of fraud", "mcc"]
    assert [metric.name for metric in numbers_of(iter(["mcc", "mcc"]), None, TWO)] == ["mcc"]
    with pytest.raises(ValueError, match="'npv' is of one class"):
        numbers_of(iter(["mcc", "npv"]), None, TWO)
    with pytest.raises(ValueError, match=r"metrics are given by name, as in \['cba', 'mcc'\], not as 3"):
        numbers_of(3, None, TWO)


def test_of_two_classes_and_of_more_the_same_is_shown():
    of_two = [metric.name for metric in numbers_of(None, "ok", TWO)]
    rates = ["f1 of ok", "precision of ok", "recall of ok", "specificity of ok", "npv of ok"]
    assert of_two == [*rates, "mcc", "balanced_accuracy"]
    assert [metric.name for metric in numbers_of(None, "ok", THREE)] == [
        *rates, "mcc of ok", "balanced_accuracy of ok",
    ]  # fmt: skip


def test_against_the_rest_is_what_merging_the_rest_gives():
    merged = THREE.collapse({"rest": ["late", "ok"]})
    for metric in numbers_of(None, "fraud", THREE):
        two = metric.name if metric.id in ("precision", "recall", "f", "specificity", "npv") else metric.called
        assert metric(THREE) == pytest.approx(sy.metrics[two](merged), rel=1e-12)


@pytest.mark.parametrize("positive", [1, "1", np.int64(1), 1.0])
def test_a_class_is_found_by_itself_or_by_its_text(positive):
    assert positive_class(positive, sy.Confusion([[1, 2], [3, 4]], labels=[0, 1])) == 1


@pytest.mark.parametrize(
    ("metrics", "positive", "cm", "told"),
    [
        ("f1", None, TWO, "'f1' is of one class; say which is positive, positive='fraud' or positive='ok'."),
        (["mcc", "npv"], None, TWO, "'npv' is of one class; say which is positive, positive='fraud' or positive='ok'."),
        (
            "f1",
            None,
            THREE,
            (
                "'f1' is of one class, and there are 3: take 'macro_f1', its average over them, or one class against "
                "all others, positive='fraud', positive='late' or positive='ok'; the table of classes shows it of each."
            ),
        ),
        (
            "npv",
            None,
            THREE,
            (
                "'npv' is of one class, and there are 3: take one class against all others, positive='fraud', "
                "positive='late' or positive='ok'."
            ),
        ),
        ("f1", "froud", TWO, "there is no class 'froud'; the classes are 'fraud', 'ok'. Did you mean 'fraud'?"),
        (
            "f1",
            "gone",
            sy.Confusion([[3, 1, 0], [0, 2, 4], [0, 0, 0]], ["a", "b", "gone"]),
            (
                "the positive class 'gone' has no items, so nothing tells how well it is found; the classes with items "
                "are 'a', 'b'."
            ),
        ),
        ("nothing", "ok", TWO, "there is no metric 'nothing'. `steelyard metrics` lists them."),
    ],
)
def test_what_is_asked_and_refused(metrics, positive, cm, told):
    with pytest.raises(ValueError, match=f"^{re.escape(told)}$"):
        numbers_of(metrics, positive, cm)


def test_an_answer_that_is_missing_is_no_third_class():
    cm = sy.Confusion.from_labels(["a", "b", "b"], ["a", "b", None], missing="keep")
    with pytest.raises(ValueError, match="say which is positive, positive='a' or positive='b'"):
        numbers_of("f1", None, cm)


def test_names_lead_to_what_was_measured():
    metrics = [sy.metrics[name] for name in ("f1 of ok", "mcc of ok", "balanced_accuracy")]
    assert [called(name, metrics) for name in ("F1", "f", "mcc", "ba", "f1 of ok", "npv", "?")] == [
        "f1 of ok", "f1 of ok", "mcc of ok", "balanced_accuracy", "f1 of ok", "npv", "?",
    ]  # fmt: skip


def test_of_many_classes_five_are_named():
    many = sy.Confusion(np.eye(9) + 1, labels=list("abcdefghi"))
    with pytest.raises(ValueError, match=r"positive='a', .*, positive='e' or one of 4 more"):
        numbers_of("npv", None, many)
