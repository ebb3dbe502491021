"""Notes: the small class is named, and plenty of data have none."""

import re

import numpy as np
import pytest

import steelyard as sy
from steelyard.intervals import bayes, bootstrap, delta
from steelyard.intervals.sample import SMALL_CLASS, Sample, effects_of_one_item
from steelyard.intervals.units import groups_of, items_of
from steelyard.measuring.registry import chosen

SMALL = [[4, 3, 0], [10, 300, 20], [2, 30, 500]]
LABELS = ["rare", "some", "many"]


def sample(counts, metrics, relevance=(1, 1, 1)):
    return Sample(items_of(sy.Confusion(counts, LABELS)), chosen(metrics), np.array(relevance, dtype=float), "exclude")


def notes(method, given):
    return [str(found[0].note) for found in method.of(given, 0.95)]


@pytest.mark.parametrize("method", [bootstrap(400), delta()], ids=repr)
def test_a_small_class_is_named_where_it_is_felt(method):
    balanced, accuracy = notes(method, sample(SMALL, ["balanced_accuracy", "accuracy"]))
    assert balanced == "class 'rare' has fewer than 10 items"
    assert accuracy == ""
    (without,) = notes(method, sample(SMALL, ["balanced_accuracy"], [0, 1, 1]))
    assert without == ""


@pytest.mark.parametrize("method", [bootstrap(400), delta()], ids=repr)
def test_plenty_of_data_have_no_note(method):
    given = sample(20 * np.array(SMALL), None)
    assert {note for note in notes(method, given) if note} == set()


def test_the_class_of_a_rate_is_named_for_itself_alone():
    (found,) = bootstrap(400).of(sample(SMALL, ["recall"]), 0.95)
    assert [str(each.note) for each in found[0]] == ["class 'rare' has fewer than 10 items", "", ""]


def test_a_class_is_small_below_ten():
    """A rate of nine items takes ten values; its percentile interval covers what it happens to."""
    for items, small in [(SMALL_CLASS - 1, True), (SMALL_CLASS, False)]:
        counts = [[items - 4, 4, 0], [10, 300, 20], [2, 30, 500]]
        assert sample(counts, ["recall"]).small_classes.tolist() == [small, False, False]


def test_groups_are_counted_as_groups():
    patients = np.zeros((30, 2, 2), dtype=int)
    patients[:, 1] = [2, 10]
    patients[:5, 0] = [10, 3]
    patients[2, 0] = [3, 10]
    units = groups_of(sy.Confusion(patients, ["a", "b"], axes={"patient": range(30)}), "patient")
    given = Sample(units, chosen("balanced_accuracy"), np.ones(2), "exclude")
    (note,) = notes(bootstrap(400), given)
    assert "class 'a' has fewer than 10 groups" in note


def test_a_class_that_is_often_missing_is_named():
    (note,) = notes(bootstrap(1000), sample([[1, 1, 0], [10, 300, 20], [2, 30, 500]], ["balanced_accuracy"]))
    assert "class 'rare' is undefined in 1" in note


def test_the_effect_of_one_item_is_that_of_telling_it_otherwise():
    given = sample(SMALL, ["balanced_accuracy", "accuracy", "mcc"])
    effects = effects_of_one_item(given.observed, given.tables, given.small_classes)
    other = np.array(SMALL)
    other[0] += [-1, 1, 0]
    for effect, metric in zip(effects, given.metrics, strict=True):
        before, after = (float(apply_one(metric, m)) for m in (SMALL, other))
        assert effect[0] == pytest.approx([abs(after - before), 0, 0], rel=1e-12)


def apply_one(metric, counts):
    return metric(sy.Confusion(counts))


def test_an_error_without_hits_becomes_one_and_sparse_cells_do_the_same(monkeypatch):
    counts = np.array([[0, 3, 1], [10, 300, 20], [2, 30, 500]])
    given = sample(counts, ["balanced_accuracy"])
    (effect,) = given.effects_of_one_item
    assert effect[0, 0] == pytest.approx(0.25 / 3)
    tables = given.tables.sparse()
    monkeypatch.setattr("steelyard.counts.cells.DENSE_CELLS", 4)
    (sparse,) = effects_of_one_item(given.observed, tables, given.small_classes)
    assert sparse == pytest.approx(effect)


def test_a_class_without_items_is_named_where_one_item_of_it_would_be_felt():
    """Accuracy does not mind one of 200 items; confusion entropy does, and balanced accuracy has left the class out."""
    units = items_of(sy.Confusion([[150, 50], [0, 0]], ["there", "nowhere"]))
    given = Sample(units, chosen(["accuracy", "cen", "balanced_accuracy"]), np.ones(2), "exclude")
    assert notes(bootstrap(400), given) == ["", "class 'nowhere' has no items", ""]
    assert given.effects_of_one_item[0][0] == pytest.approx([0, 150 / 200 - 150 / 201])


def test_one_class_has_no_other_to_be_told_as():
    given = Sample(items_of(sy.Confusion([[3]])), chosen("accuracy"), np.ones(1), "exclude")
    assert given.effects_of_one_item[0].tolist() == [[0]]


@pytest.mark.parametrize("method", [bootstrap(400), delta(), bayes(400)], ids=repr)
def test_a_rate_is_judged_by_what_is_in_its_denominator(method):
    """Of 'rare' there are 200 items of which 4 are predicted so; of 'some' 4, of which specificity takes none."""
    given = sample([[3, 97, 100], [1, 2, 1], [0, 40, 460]], ["recall", "precision", "specificity"])
    few = "few items decide, so the interval may be too narrow; intervals='bootstrap' follows their skew"
    recall, precision, specificity = (
        [str(each.note).replace(few, "") for each in found[0]] for found in method.of(given, 0.95)
    )
    assert recall == ["", "class 'some' has fewer than 10 items", ""]
    assert precision == ["the rate of class 'rare' rests on fewer than 10 items", "", ""]
    assert specificity == ["", "", ""]


def test_specificity_of_two_classes_rests_on_the_other_class():
    units = items_of(sy.Confusion([[90, 10], [1, 3]], ["a", "b"]))
    (found,) = bootstrap(400).of(Sample(units, chosen("specificity"), np.ones(2), "exclude"), 0.95)
    first, second = (str(each.note) for each in found[0])
    assert first.startswith("the rate of class 'a' rests on fewer than 10 items")
    assert second == ""


def test_the_posterior_names_small_classes_but_not_what_its_prior_allows_for():
    (note,) = notes(bayes(400), sample(SMALL, ["balanced_accuracy"]))
    assert note == "class 'rare' has fewer than 10 items"
    never = sample([[0, 12, 0], [5, 300, 20], [3, 30, 400]], ["balanced_accuracy"], [0.8, 0.1, 0.1])
    assert notes(bayes(400), never) == [""]
    for prior in ("haldane", 0.0):
        assert notes(bayes(400, prior=prior), never) == [
            "class 'rare' is never found, so the interval may be too narrow"
        ]


def few_errors(n):
    """Return recalls of .95 and .998 at a prevalence of .05, where the delta method covers 91 % (n = 2,000)."""
    prevalence, recalls = np.array([0.05, 0.95]), np.array([0.95, 0.998])
    hits = np.rint(n * prevalence * recalls).astype(int)
    errors = np.rint(n * prevalence * (1 - recalls)).astype(int)
    return items_of(sy.Confusion([[hits[0], errors[0]], [errors[1], hits[1]]]))


def test_few_items_that_decide_are_told_by_the_delta_method():
    given, plenty = (Sample(few_errors(n), chosen("balanced_accuracy"), np.ones(2), "exclude") for n in (2000, 20_000))
    (note,) = notes(delta(), given)
    assert note == "few items decide, so the interval may be too narrow; intervals='bootstrap' follows their skew"
    assert notes(bootstrap(400), given) == [""]
    assert notes(delta(), plenty) == [""]


@pytest.mark.parametrize("method", [bootstrap(400), delta(), bayes(400)], ids=repr)
def test_few_groups_are_told(method):
    def of(groups):
        patients = np.tile([[5, 2], [3, 9]], (groups, 1, 1)) + np.arange(groups)[:, None, None] % 3
        units = groups_of(sy.Confusion(patients, axes={"patient": range(groups)}), "patient")
        return Sample(units, chosen("accuracy"), np.ones(2), "exclude")

    (note,) = notes(method, of(12))
    assert note == "there are only 12 groups, so the interval may be too narrow"
    assert "only" not in notes(method, of(20))[0]


@pytest.mark.parametrize("method", [bootstrap(2000), bayes(2000)], ids=repr)
def test_draws_that_are_too_few_for_the_level_are_told(method):
    plenty = sample(20 * np.array(SMALL), ["accuracy"])
    for confidence, expected in [(0.9999, "2,000 draws are too few for an interval of 99.99 %"), (0.995, "")]:
        (found,) = method.of(plenty, confidence)
        assert str(found[0].note) == expected


def test_infinite_draws_are_told_as_such():
    ratio = sy.Metric("own", "", lambda c: np.divide(c.tp[..., :1], c.m[..., 0, 1:2]))
    with np.errstate(divide="ignore", invalid="ignore"):
        (found,) = bootstrap(400).of(sample([[40, 1, 0], [10, 300, 20], [2, 30, 500]], [ratio]), 0.95)
    assert re.search(r"the metric is undefined or infinite in 3\d% of the draws", str(found[0].note))  # 1/e are without


def test_the_bias_of_a_stratified_draw_is_seen_beside_its_own_influences(monkeypatch):
    """Accuracy at fixed class sizes does not feel how many items the classes have."""
    asked = []
    influences = Sample.influences
    monkeypatch.setattr(Sample, "influences", lambda self, *, stratified: (
        asked.append(stratified), influences(self, stratified=stratified))[1])  # fmt: skip
    notes(bootstrap(400, stratified=True), sample(SMALL, ["accuracy"]))
    assert asked
    assert all(asked)
