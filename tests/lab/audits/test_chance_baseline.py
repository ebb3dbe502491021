"""Predictions by lot: known answers (Gösgens et al. 2021), planted flaws, smallest witnesses."""

from math import gcd

import numpy as np
import pytest

import steelyard as sy
from second_opinion import Counts, value_of
from steelyard.lab.audits.properties.baselines import ChanceBaseline, ConstantBaseline
from steelyard.lab.audits.properties.continuous_at_absence import ContinuousAtAbsence
from steelyard.lab.audits.properties.responses import ImportanceSensitive
from steelyard.lab.audits.subject import Effort, Subject
from steelyard.measuring.conditions import undeclared
from steelyard.measuring.record import Metric


def examined(metric, classes, seed=0):
    given = sy.metrics[metric] if isinstance(metric, str) else metric
    return ChanceBaseline().examine(Subject(given), classes, Effort(seed))


def planted(body, **record):
    return Metric(id="planted", title="planted", body=body, undefined=undeclared, **record)


@pytest.mark.parametrize("classes", [2, 3, 5])
@pytest.mark.parametrize("name", ["kappa", "mcc", "rci", "informedness", "markedness", "weighted_kappa"])
def test_what_is_corrected_for_chance_is_0_for_chance(name, classes):
    verdict = examined(name, classes)
    assert verdict.status == "tried"
    assert verdict.figures == {"value": 0.0}
    assert "It is one constant, whatever is predicted" in verdict.evidence


@pytest.mark.parametrize("classes", [2, 3, 5])
def test_balanced_accuracy_of_chance_is_one_over_the_number_of_classes(classes):
    verdict = examined("balanced_accuracy", classes)
    assert verdict.figures["value"] == pytest.approx(1 / classes)
    assert f"the value is 1/{classes} in all" in verdict.evidence


@pytest.mark.parametrize("name", ["f", "jaccard", "accuracy", "precision", "mean_f", "cba", "cen"])
def test_values_of_chance_that_depend_on_class_shares_are_refuted(name):
    for classes in (2, 3):
        verdict = examined(name, classes)
        assert verdict.status == "refuted"
        assert verdict.figures["least"] < verdict.figures["greatest"]


@pytest.mark.parametrize("classes", [2, 3, 5])
def test_a_value_that_depends_on_the_predictions_alone_is_told_so(classes):
    for name in ("recall", "g_mean"):
        verdict = examined(name, classes)
        assert verdict.status == "tried"
        assert "It is not one constant, as it depends on what is predicted" in verdict.evidence
        assert "value" not in verdict.figures


def test_every_case_is_a_matrix_of_chance_in_whole_numbers_that_names_two_classes():
    for classes in (2, 3, 5):
        guesses = ChanceBaseline().guesses(classes)
        assert len(np.unique(guesses, axis=0)) == len(guesses)
        assert ((guesses > 0).sum(axis=1) >= 2).all()
        assert all(gcd(*guess.tolist()) == 1 for guess in guesses)
        assert (guesses.min(axis=1) > 0).any()
    m = np.array(examined("f", 3).witness.matrices[1])
    t, p, n = m.sum(axis=1), m.sum(axis=0), m.sum()
    assert (m * n == t[:, None] * p).all()


@pytest.mark.parametrize("name", list(sy.metrics))
def test_witnesses_are_true_and_smallest_by_brute_force(name):
    kind = sy.metrics[name].kind
    of = {"rate": (0,), "whole": ()}.get(kind, ([1, 1],))
    verdict = examined(name, 2)
    smallest = None
    for guess in [(1, 1), (1, 2), (2, 1)]:
        values = {}
        for a in [(1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 3)]:
            value = value_of(name, Counts([[x * q for q in guess] for x in a]), *of)
            if value is not None:
                values[sum(a) * sum(guess), a] = float(value)
        for (items, _), value in values.items():
            for (more, _), other in values.items():
                if abs(value - other) > 1e-12 and (smallest is None or items + more < smallest):
                    smallest = items + more
    assert (verdict.status == "refuted") == (smallest is not None)
    if smallest is not None:
        assert verdict.witness.items == smallest
        assert verdict.witness.confirmed
        for scene in verdict.witness.scenes:
            assert scene.value == pytest.approx(float(value_of(name, Counts(scene.matrix), *of)))


def test_a_planted_flaw_breaks_this_property_alone():
    def flawed(c):  # 0 for constant predictions, continuous, but it grows with the skew of the truth
        spread = 1 - c.total(c.p * c.p) / c.n**2
        return sy.metrics.kappa.body(c) + 0.1 * spread * c.total(c.t * c.t) / c.n**2

    for classes in (2, 3):
        assert examined(planted(flawed), classes).status == "refuted"
        for other in (ConstantBaseline(), ContinuousAtAbsence()):
            assert other.examine(Subject(planted(flawed)), classes, Effort()).holds, other.id
        # As counted, no metric of the whole matrix follows an importance; at importance, this one does.
        assert ImportanceSensitive().examine(Subject(planted(flawed)), classes, Effort()).status == "refuted"
        assert ImportanceSensitive().examine(Subject(planted(flawed).at_importance()), classes, Effort()).holds


def test_a_flaw_that_shows_only_if_all_of_five_classes_are_predicted_is_found():
    def flawed(c):
        return c.total(c.t * c.t) / c.n**2 * (c.total(c.p > 0) == c.C)

    assert examined(planted(flawed), 5).status == "refuted"


def test_the_verdict_does_not_depend_on_the_seed():
    for name in ("kappa", "f", "recall"):
        assert examined(name, 3, seed=1).status == examined(name, 3, seed=2).status


def test_the_title_claims_no_more_than_is_examined():
    """Recall of a lottery does not depend on class shares, but it is no constant, as Gösgens et al. ask for."""
    assert ChanceBaseline.title == "chance does not depend on class shares"
    assert ChanceBaseline.source.startswith("cf. Gösgens et al. 2021")
    assert examined("recall", 2).holds
