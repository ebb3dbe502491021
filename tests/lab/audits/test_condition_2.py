"""Condition 2: bounds do not depend on the number of classes (Mullick et al. 2020, Theorems 3 and 4)."""

import math
from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

import second_opinion
import steelyard as sy
from steelyard.lab.audits.properties.condition_1 import Condition1
from steelyard.lab.audits.properties.condition_2 import Condition2
from steelyard.lab.audits.properties.condition_3 import Condition3
from steelyard.lab.audits.subject import Effort, MetricFault, Subject
from steelyard.measuring.record import Metric

HIGHER = {"cen", "class_mae", "macro_mae", "mutual_information"}
"""Whose greatest value depends on the number of classes."""

BOUNDS_MOVE = {
    "one_point_auroc_ova", "one_point_auroc_ovo", "macro_specificity", "cen", "class_mae", "macro_mae",
    "macro_class_accuracy",
    "adjusted_bac", "bennett_s", "gwet_ac1", "mutual_information",
}  # fmt: skip


def made(body, **record):
    return Metric(id=body.__name__, title="", body=body, **record)


def examined(metric, classes, seed=0):
    of = sy.metrics[metric] if isinstance(metric, str) else metric
    return Condition2().examine(Subject(of), classes, Effort(seed=seed))


def second(name, matrix):
    c = second_opinion.Counts(matrix)
    of = {"rate": (0,), "whole": ()}.get(sy.metrics[name].kind, ([1] * c.C,))
    return second_opinion.value_of(name, c, *of)


def mean_recall(c):
    return c.total(c.tp / c.t) / c.C


@pytest.mark.slow
@pytest.mark.parametrize("name", list(sy.metrics))
def test_the_bounds_of_exactly_these_metrics_move(name):
    subject = Subject(sy.metrics[name])
    for classes in (2, 3):
        verdict = Condition2().examine(subject, classes, Effort())
        assert verdict.holds == (name not in BOUNDS_MOVE), classes
        assert verdict.tried > 1_000
        assert f"low_{classes + 1}" in verdict.figures


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(BOUNDS_MOVE))
def test_a_witness_lies_beyond_what_the_other_number_of_classes_allows(name):
    for classes in (2, 3, 5):
        verdict = examined(name, classes)
        beyond, bound = verdict.witness.scenes
        assert verdict.witness.confirmed
        for scene in (beyond, bound):
            assert scene.value == pytest.approx(float(second(name, scene.matrix)), abs=1e-12)
        other = len(bound.matrix)
        if name in HIGHER:
            assert beyond.value > verdict.figures[f"high_{other}"] + 1e-3
            assert (len(beyond.matrix), other) == ((2, 3) if name == "cen" else (classes + 1, classes))
        else:
            assert beyond.value < verdict.figures[f"low_{other}"] - 1e-3
            assert (len(beyond.matrix), other) == (classes, classes + 1)


def test_the_witness_against_auroc_ova_is_small():
    verdict = examined("one_point_auroc_ova", 2)
    assert verdict.witness.matrices[0] == ((0, 1), (1, 0))
    assert verdict.witness.scenes[0].exact == "0"
    assert verdict.witness.sentence == (
        "With 2 classes the value falls to 0; with 3 classes none is below 0.1667 (1/6), which matrices only approach."
    )
    assert "approaches 0.1667 (1/6) with 3" in verdict.evidence


def test_figures_are_the_bounds_of_every_number_of_classes():
    figures = examined("one_point_auroc_ovo", 4).figures
    for classes in range(2, 6):
        assert figures[f"low_{classes}"] == float(Fraction(classes - 2, 2 * (classes - 1)))
        assert figures[f"high_{classes}"] == 1
    assert len(figures) == 8


def test_a_bound_that_is_only_approached_is_the_same_bound():
    """MCC is −1 for two classes, and as near to −1 as one likes for three."""
    verdict = examined("mcc", 3)
    assert verdict.status == "tried"
    assert "−1 with 2, approaches −1 with 3" in verdict.evidence


def test_a_metric_without_upper_bound_says_so():
    verdict = examined("cost_ratio", 2)
    assert verdict.holds
    assert "unbounded for every number of classes" in verdict.evidence
    assert not any(name.startswith("high") for name in verdict.figures)
    assert all(math.isfinite(value) for value in verdict.figures.values())


def test_a_planted_offset_is_caught_and_breaks_nothing_else():
    def offset(c):
        return mean_recall(c) + 0.001 * c.C

    metric = made(offset)
    verdict = examined(metric, 3)
    assert verdict.status == "refuted"
    assert verdict.figures["low_4"] - verdict.figures["low_3"] == pytest.approx(0.001)
    first, second_scene = verdict.witness.scenes
    assert first.value != second_scene.value
    for other in (Condition1(), Condition3()):
        assert other.examine(Subject(metric), 3, Effort()).holds


def test_a_bound_that_moves_only_above_or_only_for_some_numbers_is_caught():
    def capped(c):
        return mean_recall(c) * (0.9 if c.C == 4 else 1.0)

    metric = made(capped)
    assert examined(metric, 2).holds
    assert not examined(metric, 3).holds
    assert not examined(metric, 6).holds
    assert examined(metric, 3).witness.values[0] > 0.9


@pytest.mark.slow
@pytest.mark.parametrize(("place", "width"), [(0.37, 0.004), (0.375, 1e-5), (0.4, 1e-4)])
def test_a_search_that_fails_for_one_number_of_classes_refutes_nothing(place, width):
    """Some are seen with eight items of two classes, or five of three; carried over, they are seen with others too."""

    def needle(c):
        return np.exp(-(((c.total(c.tp) / c.n - place) / width) ** 2))

    for classes in (2, 3, 4):
        verdict = examined(made(needle), classes)
        assert verdict.status == "tried"
        assert verdict.figures[f"high_{classes + 1}"] == pytest.approx(1, abs=1e-6)


def test_a_searched_bound_confirms_nothing():
    def offset(c):
        return mean_recall(c) + 0.001 * c.C

    verdict = examined(made(offset), 2)
    assert not verdict.witness.confirmed
    assert "none was found below" in verdict.witness.sentence
    assert "The least value found over all class sizes" in verdict.evidence
    assert "does not show that no matrix goes beyond" in verdict.evidence
    known = examined("one_point_auroc_ova", 2)
    assert known.witness.confirmed
    assert "The ranges that the metric declares end there, too." in known.evidence


@cache
def for_two_and_three(metric):
    """The verdicts for two and for three classes; what is searched for both of them is searched once."""
    subject = Subject(metric)
    return [Condition2().examine(subject, classes, Effort()) for classes in (2, 3)]


@pytest.mark.slow
@pytest.mark.parametrize("factor", [1e-10, 2e-9, 1e10])
def test_the_scale_of_a_metric_changes_no_verdict(factor):
    for name in ("accuracy", "one_point_auroc_ova", "cen", "mcc", "cost_ratio"):

        def scaled(c, body=sy.metrics[name].body, **arguments):
            return factor * body(c, **arguments)

        metric = replace(sy.metrics[name], id="scaled", body=scaled, builtin=False)
        for one, other in zip(for_two_and_three(sy.metrics[name]), for_two_and_three(metric), strict=True):
            assert one.status.replace("proved", "tried") == other.status
            if one.witness is not None:
                assert other.witness.matrices == one.witness.matrices


def test_limits_that_lie_near_each_other_are_told_apart_by_a_matrix():
    def capped(c):
        first = np.zeros(c.C)
        first[0] = 1.0
        return c.total(c.t * first) / c.n * (1.0 if c.C == 2 else 0.9995)

    verdict = examined(made(capped), 2)
    assert verdict.status == "refuted"
    assert verdict.witness.values[0] > 0.9995


def test_a_flawless_metric_passes_all_three_conditions():
    metric = made(mean_recall)
    for condition in (Condition1(), Condition2(), Condition3()):
        for classes in (2, 3, 5):
            assert condition.examine(Subject(metric), classes, Effort()).holds


def test_a_metric_that_is_undefined_everywhere_is_not_tried():
    def nothing(c):
        return c.total(c.tp) / (c.n - c.n)

    verdict = examined(made(nothing, undefined=sy.metrics.accuracy.undefined), 2)
    assert verdict.status == "untried"
    assert "undefined" in verdict.evidence


def test_a_metric_that_fails_is_told_with_the_matrix():
    def picky(c):
        if np.any(np.asarray(c.p) == 0):
            raise RuntimeError("no predictions")
        return c.total(c.tp) / c.n

    with pytest.raises(MetricFault, match=r"picky.*matrix \[\["):
        examined(made(picky), 2)


def test_no_verdict_depends_on_the_seed():
    for name in ("one_point_auroc_ova", "mcc"):
        assert examined(name, 2, seed=0) == examined(name, 2, seed=99)


@pytest.mark.parametrize(
    ("name", "holds"),
    [
        ("g_mean", (True, True, False)),  # Theorems 3.1 and 5
        ("balanced_accuracy", (True, True, True)),  # 3.2 and 5
        ("one_point_auroc_ovo", (True, False, None)),  # 3.3
        ("one_point_auroc_ova", (False, False, None)),  # 3.4
        ("one_point_aurpc_ova", (False, True, None)),  # 3.5
        ("one_point_maurpc_ova", (True, True, True)),  # 4 and 5
        ("one_point_nauroc_ova", (False, True, None)),  # Figure 6
    ],
)
def test_theorems_3_to_5(name, holds):
    subject = Subject(sy.metrics[name])
    for condition, expected in zip((Condition1(), Condition2(), Condition3()), holds, strict=True):
        if expected is not None:
            assert condition.examine(subject, 3, Effort()).holds == expected, condition.id
