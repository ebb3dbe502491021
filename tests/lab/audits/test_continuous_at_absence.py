"""Vanishing classes: averages over classes jump, metrics of the whole matrix do not."""

import numpy as np
import pytest

import steelyard as sy
from second_opinion import Counts, value_of
from steelyard.lab.audits.asked import asked
from steelyard.lab.audits.properties.baselines import ChanceBaseline, ConstantBaseline
from steelyard.lab.audits.properties.continuous_at_absence import ContinuousAtAbsence
from steelyard.lab.audits.properties.responses import ImportanceSensitive
from steelyard.lab.audits.properties.triangle import Triangle
from steelyard.lab.audits.subject import Effort, Subject
from steelyard.measuring.conditions import undeclared
from steelyard.measuring.record import Metric


def examined(metric, classes, seed=0):
    given = sy.metrics[metric] if isinstance(metric, str) else metric
    return ContinuousAtAbsence().examine(Subject(given), classes, Effort(seed))


def planted(body, **record):
    return Metric(id="planted", title="planted", body=body, undefined=undeclared, **record)


@pytest.mark.slow
@pytest.mark.parametrize("name", list(sy.metrics))
def test_witnesses_are_true_and_the_gap_is_there_at_any_size(name):
    of = {"rate": (0,), "whole": ()}.get(sy.metrics[name].kind)
    for classes in (2, 3):
        verdict = examined(name, classes)
        if verdict.status != "refuted":
            continue
        near, gone = verdict.witness.scenes
        parameters = ([1] * classes,) if of is None else of
        rows = np.array(near.matrix)
        k = int((np.array(gone.matrix).sum(axis=1) == 0).argmax())
        assert verdict.witness.confirmed
        assert rows[k].sum() > 0
        gaps = []
        for factor in (1, 1_000, 10**6):
            larger = rows * np.where(np.arange(classes) == k, 1, factor)[:, None]
            value = value_of(name, Counts(larger.tolist()), *parameters)
            gaps.append(abs(float(value) - float(value_of(name, Counts(gone.matrix), *parameters))))
        assert min(gaps) > 0.99 * max(gaps) > 1e-6
        assert near.value == pytest.approx(float(value_of(name, Counts(near.matrix), *parameters)))


@pytest.mark.slow
def test_metrics_of_the_whole_matrix_and_rates_are_continuous():
    for name in sy.metrics:
        if name in ("cramers_v", "recall_macro"):  # divided by the number of classes that are there
            assert not examined(name, 3).holds
        elif sy.metrics[name].kind in ("rate", "whole"):
            for classes in (2, 3):
                assert examined(name, classes).holds in (True, None), name


@pytest.mark.parametrize(
    "name",
    ["balanced_accuracy", "g_mean", "mean_f", "cba", "f_of_averages", "one_point_auroc_ova", "one_point_aurpc_ova"],
)
def test_a_class_with_one_item_counts_as_much_as_any_in_averages(name):
    assert examined(name, 3).status == "refuted"


def test_the_witness_of_balanced_accuracy_has_one_item_of_the_vanishing_class():
    witness = examined("balanced_accuracy", 2).witness
    assert witness.matrices == (((0, 1), (0, 1_000_000)), ((0, 0), (0, 1_000_000)))
    assert [scene.exact for scene in witness.scenes] == ["1/2", "1"]
    assert "while class 1 has 1 item of 1,000,001, and 1 if it has none" in witness.sentence


def test_undefined_without_the_class_is_said():
    for name in ("mcc", "one_point_auroc_ovo", "one_point_maurpc_ova"):
        verdict = examined(name, 2)
        assert verdict.status == "untried"
        assert "undefined if a class has no items" in verdict.evidence


def test_each_value_is_compared_with_that_of_the_same_test_set():
    """The value of a small test set without the class, smoothed to 2/3, is not what a large one tends to."""

    def smoothed(c):
        return (c.total(c.tp) + 1) / (c.n + 2)

    for classes in (2, 3):
        assert examined(planted(smoothed), classes).holds


def test_slow_approaches_are_no_jumps():
    def root(c):
        return np.sqrt(c.least(c.t) / c.n)

    def logarithm(c):
        share = c.least(c.t) / c.n
        return np.where(share > 0, 1 / (1 - np.log(share + (share == 0))), 0.0)

    for slow in (root, logarithm):
        for classes in (2, 3):
            assert examined(planted(slow), classes).holds, slow.__name__


def test_a_planted_jump_breaks_this_property_alone():
    def jump(c):
        weights = c.total(c.relevance * np.arange(c.C) ** 2) / c.total(c.relevance)
        return weights + 0.1 * c.total(c.t > 0)

    flawed = planted(jump, kind="combined")
    for classes in (2, 3):
        assert examined(flawed, classes).status == "refuted"
        for other in (ConstantBaseline(), ChanceBaseline(), Triangle(), ImportanceSensitive()):
            assert other.examine(Subject(flawed), classes, Effort()).holds, other.id


def test_a_jump_that_needs_many_items_is_found_and_made_small():
    def large(c):
        return c.total(c.tp) / c.n + 0.1 * c.total(c.t > 0) * (c.total(c.tp * (c.t < 10_000)) > 40)

    witness = examined(planted(large), 2).witness
    near = np.array(witness.matrices[0])
    assert near.sum(axis=1).min() == 41


def test_a_function_of_labels_is_not_given_millions_of_them():
    most = []

    def average_recall(y_true, y_pred):
        most.append(len(y_true))
        return np.mean([(y_pred[y_true == k] == k).mean() for k in np.unique(y_true)])

    def hits(y_true, y_pred):
        most.append(len(y_true))
        return (y_true == y_pred).mean()

    for classes in (2, 3):
        assert examined(asked(average_recall), classes).status == "refuted"
        assert examined(asked(hits), classes).holds
    assert max(most) < 100_000


def test_the_verdict_does_not_depend_on_the_seed():
    for name in ("kappa", "cba", "mcc"):
        assert examined(name, 3, seed=1).status == examined(name, 3, seed=2).status
