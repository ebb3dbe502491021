"""What follows the importance: averages do, rates and what goes by items do not, and planted deafness is found."""

from fractions import Fraction

import numpy as np
import pytest

import steelyard as sy
from every_metric import EVERY
from second_opinion import Counts, value_of
from steelyard.lab.audits.asked import asked
from steelyard.lab.audits.properties.baselines import ChanceBaseline, ConstantBaseline
from steelyard.lab.audits.properties.continuous_at_absence import ContinuousAtAbsence
from steelyard.lab.audits.properties.responses import ImportanceSensitive
from steelyard.lab.audits.properties.triangle import Triangle
from steelyard.lab.audits.subject import Effort, Subject
from steelyard.measuring.conditions import undeclared
from steelyard.measuring.record import Metric

SAME_FOR_BOTH_CLASSES = {
    "one_point_auroc_ova",
    "macro_balanced_accuracy",
    "one_point_nauroc_ova",
    "one_point_auroc_ovo",
    "average_accuracy",
    "macro_class_accuracy",
}
"""With two classes, both have the same value of the rate, so that weights do not matter."""


def examined(metric, classes, seed=0):
    given = sy.metrics[metric] if isinstance(metric, str) else metric
    return ImportanceSensitive().examine(Subject(given), classes, Effort(seed))


def planted(body, **record):
    return Metric(id="planted", title="planted", body=body, undefined=undeclared, **record)


def second_opinion_of(metric, scene):
    """Return the value at the weights of a scene: in averages, or as shares of the classes."""
    if metric.kind == "rate":
        return value_of(metric.id, Counts(scene.matrix), 0)
    if metric.kind != "whole":
        return value_of(metric.id, Counts(scene.matrix), list(scene.weights))
    if not metric.weighted:
        return value_of(metric.id, Counts(scene.matrix))
    each = Fraction(sum(map(sum, scene.matrix))) / sum(scene.weights)  # as many items as there are
    rows = [[each * x * w / sum(row) for x in row] for row, w in zip(scene.matrix, scene.weights, strict=True)]
    return value_of(metric.as_counted.id, Counts(rows))


@pytest.mark.slow
@pytest.mark.parametrize("metric", EVERY, ids=lambda metric: metric.name)
def test_averages_and_what_is_at_importance_follow_and_others_do_not(metric):
    for classes in (2, 3):
        verdict = examined(metric, classes)
        deaf = not metric.weighted or (classes == 2 and metric.id in SAME_FOR_BOTH_CLASSES)
        deaf |= metric.name == "recall_macro at importance"  # which is at other class shares; recalls do not move
        assert verdict.status == ("refuted" if deaf else "shown")
        assert verdict.witness.confirmed
        assert ("goes by items" in verdict.evidence) == (metric.kind == "whole" and not metric.weighted)
        for scene in verdict.witness.scenes:
            assert scene.value == pytest.approx(float(second_opinion_of(metric, scene)))


@pytest.mark.parametrize("name", ["balanced_accuracy", "cba", "accuracy at importance", "mcc at importance"])
def test_every_class_is_shown_to_matter(name):
    scenes = examined(name, 3).witness.scenes
    for k in range(3):
        raised = [scene for scene in scenes if scene.caption.startswith(f"class {k + 1} is")]
        assert len(raised) == 1
        alike = [scene for scene in scenes if scene.matrix == raised[0].matrix and len(set(scene.weights)) == 1]
        assert len(alike) == 1
        assert abs(alike[0].value - raised[0].value) > 1e-9


def test_the_witness_of_balanced_accuracy_is_the_smallest_there_is():
    witness = examined("balanced_accuracy", 2).witness
    assert witness.matrices[0] == ((0, 1), (0, 1))
    assert [scene.exact for scene in witness.scenes] == ["1/2", "1/3", "2/3"]


def test_a_metric_that_hears_of_all_classes_but_the_last_is_caught():
    def deaf(c):
        heard = c.relevance * (np.arange(c.C) < c.C - 1)
        return c.total(heard * c.tp / c.t) / c.total(heard)

    verdict = examined(planted(deaf, kind="combined"), 3)
    assert verdict.status == "refuted"
    assert "class 3 becomes" in verdict.evidence
    first, second = verdict.witness.scenes
    assert first.matrix == second.matrix
    assert first.weights != second.weights
    assert first.exact == second.exact


def test_a_planted_deafness_breaks_this_property_alone():
    def same(c):
        return c.n / c.n / 2

    for classes in (2, 3):
        assert examined(planted(same), classes).status == "refuted"
        for other in (ConstantBaseline(), ChanceBaseline(), ContinuousAtAbsence(), Triangle()):
            assert other.examine(Subject(planted(same)), classes, Effort()).holds, other.id


def test_a_metric_without_flaw_passes_with_all_the_others():
    def weights_alone(c):
        return c.total(c.relevance * np.arange(c.C) ** 2) / c.total(c.relevance) + 0 * c.n

    for classes in (2, 3):
        assert examined(planted(weights_alone, kind="combined"), classes).status == "shown"
        for other in (ConstantBaseline(), ChanceBaseline(), ContinuousAtAbsence(), Triangle()):
            subject = Subject(planted(weights_alone, kind="combined"))
            assert other.examine(subject, classes, Effort()).holds, other.id


def test_an_ear_for_large_differences_only_is_found():
    def hard_of_hearing(c):
        share = c.relevance / c.total(c.relevance)
        return c.total(c.tp) / c.n + c.total(share > 0.8) * 0.1

    assert examined(planted(hard_of_hearing, kind="combined"), 2).status == "shown"


def test_a_function_of_labels_is_told_of_no_importance():
    def hits(y_true, y_pred):
        return (y_true == y_pred).mean()

    for classes in (2, 3):
        verdict = examined(asked(hits), classes)
        assert verdict.status == "refuted"
        assert not verdict.witness.confirmed
        for scene in verdict.witness.scenes:
            assert scene.value == pytest.approx(float(second_opinion_of(sy.metrics.accuracy, scene)))


def test_the_verdict_does_not_depend_on_the_seed():
    for name in ("recall", "cba", "kappa", "kappa at importance"):
        assert examined(name, 3, seed=1).status == examined(name, 3, seed=2).status
