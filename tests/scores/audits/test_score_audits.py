"""Audits of score metrics: every value by a second opinion and by the library's own floats, every witness checked."""

import math
import sys
from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
import pytest

import steelyard as sy
from steelyard.lab.audits.verdict import ScoredItem
from steelyard.scores.audits import audit as stored
from steelyard.scores.audits.audit import PROPERTIES, named_at
from steelyard.scores.audits.exact import exact_value
from steelyard.scores.audits.lists import far, short
from steelyard.scores.audits.pairs import ScorePair
from steelyard.scores.audits.proofs import proof
from steelyard.scores.audits.subject import Lists, ScoreSubject, ends

sys.path.insert(0, str(Path(__file__).parents[1]))
from score_second_opinion import value_of

CLOSE = 1e-12
METRICS = {metric.name: metric for metric in stored.audited()}
EACH = pytest.mark.parametrize("name", METRICS)
HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)


def even(classes):
    return (Fraction(1, classes),) * classes


def measured(metric, items, classes, shares, *, mean=False):
    """Return what `sy.scores.evaluate` says of the same items."""
    times = [item.times for item in items]
    truth = np.repeat([item.truth for item in items], times)
    columns = np.repeat([[float(score) for score in item.scores] for item in items], times, axis=0)
    positive = 0 if metric.kind == "rate" and classes == 2 and not mean else None
    at = None if shares is None else [float(share) for share in shares]
    result = sy.scores.evaluate(
        truth, columns, metrics=metric, labels=range(classes), positive=positive, shares=at, confidence=0.95
    )
    return result[metric.name].value


def alike(a, b):
    return (math.isinf(a) and math.isinf(b)) or abs(float(a) - float(b)) < CLOSE


def some_lists(classes):
    """Return lists of all sizes, every so many of them."""
    every = [items for of_size in short(classes) for items in of_size]
    return [*every[:: len(every) // 10], *[items for items in far(classes) if sum(i.times for i in items) < 13][::4]]


@EACH
@pytest.mark.parametrize("classes", [2, 3])
def test_three_ways_to_the_same_value(name, classes):
    """In fractions by the audit, in fractions by definitions of the test's own, and in floats as people get it."""
    metric = METRICS[name]
    for items in some_lists(classes):
        for shares in (
            None,
            even(classes),
            (HALF, QUARTER, QUARTER)[:classes] if classes == 3 else (QUARTER, 1 - QUARTER),
        ):
            exact = exact_value(metric, items, classes, shares)
            opinion = value_of(metric, items, classes, shares)
            assert exact == opinion if isinstance(opinion, Fraction) else alike(exact, opinion), (items, shares)
            assert alike(exact, measured(metric, items, classes, shares)), (items, shares)


def scenes_of(name):
    for shares in stored.AT:
        for (metric, examined, classes), verdict in stored.verdicts().items():
            if metric == named_at(name, shares) and verdict.witness:
                for scene in verdict.witness.scenes:
                    yield shares, examined, classes, scene


@EACH
def test_every_value_of_a_stored_witness_is_that_of_the_second_opinion(name):
    looked_at = 0
    for shares, examined, classes, scene in scenes_of(name):
        of = len(scene.items[0].scores)
        mean = examined == "condition_2"
        stated = None if shares is None else even(of)
        opinion = value_of(METRICS[name], scene.items, of, stated, mean=mean)
        if opinion == math.inf:
            assert (scene.value, scene.exact) == (None, "∞")
            continue
        assert alike(scene.value, opinion), (examined, classes, scene)
        assert alike(scene.value, measured(METRICS[name], scene.items, of, stated, mean=mean))
        if isinstance(opinion, Fraction):
            assert Fraction(scene.exact) == opinion
        looked_at += 1
    assert looked_at > 3


def test_it_holds_every_metric_property_and_number_of_classes():
    keys = {(name, examined.id, C) for name in stored.names() for examined in PROPERTIES for C in (2, 3)}
    assert set(stored.verdicts()) == keys
    assert all(one.witness for one in stored.verdicts().values() if one.status == "refuted")
    assert all(one.evidence for one in stored.verdicts().values())


@pytest.mark.slow
@EACH
@pytest.mark.parametrize("shares", stored.AT)
def test_audits_find_what_is_stored(name, shares):
    """`steelyard atlas --scores --make` makes it anew."""
    for verdict in sy.audit(METRICS[name], shares=shares).verdicts:
        known = stored.verdicts()[named_at(name, shares), verdict.property, verdict.classes]
        assert to_twelve_digits(verdict.to_dict()) == to_twelve_digits(known.to_dict())


def to_twelve_digits(plain):
    """Return plain values without the last digits of floats, which the order of sums decides; exact ones are texts."""
    if isinstance(plain, dict):
        return {key: to_twelve_digits(value) for key, value in plain.items()}
    if isinstance(plain, list):
        return [to_twelve_digits(value) for value in plain]
    return float(f"{plain:.12g}") if isinstance(plain, float) else plain


def test_nothing_is_refuted_that_is_proved():
    for name, shares, examined, C in product(METRICS, stored.AT, PROPERTIES, (2, 3)):
        verdict = stored.verdicts()[named_at(name, shares), examined.id, C]
        subject = ScoreSubject(METRICS[name], C, None if shares is None else even(C))
        assert verdict.status != "refuted" or proof(subject, examined.id) is None, (name, shares, examined.id)


# What the verdicts say.


def holds(metric, property, classes, shares=None):  # noqa: A002 - the word of the audit
    return stored.verdict(metric, property, classes, shares).holds


def test_average_precision_fails_condition_1_and_passes_at_stated_shares():
    """Mullick et al. 2020 leave scores open (footnote 3): one item of each class, tied; then one of them twice."""
    found = sy.audit("average_precision", classes=2, properties="condition_1")["condition_1"]
    before, after = found.witness.lists
    assert [(item.truth, item.scores[0], item.times) for item in before] == [(0, 1, 1), (1, 1, 1)]
    assert [(item.truth, item.scores[0], item.times) for item in after] == [(0, 1, 2), (1, 1, 1)]
    assert [scene.exact for scene in found.witness.scenes] == ["1/2", "2/3"]
    at = sy.audit("average_precision", classes=2, shares="uniform", properties="condition_1")["condition_1"]
    assert at.status == "proved"
    for shares in ("uniform", {"a": 0.1, "b": 0.9}):
        asked = {"positive": "a", "shares": shares, "metrics": "ap"}
        once, twice = (
            sy.scores.evaluate(y, [1.0] * len(y), **asked)["ap"].value for y in (["a", "b"], ["a", "a", "b"])
        )
        assert once == pytest.approx(twice, abs=CLOSE)


def test_areas_under_the_roc_curve_of_two_classes_pass_and_one_against_the_rest_of_three_fails():
    assert stored.verdict("roc_auc", "condition_1", 2).status == "proved"
    assert holds("roc_auc", "condition_1", 3) is False
    assert holds("roc_auc", "condition_1", 3, "uniform") is True
    assert holds("roc_auc_ovo", "condition_1", 3) is True


def test_which_metrics_are_proper():
    """Gneiting & Raftery 2007: scoring rules; not at other class shares than those of the probabilities."""
    strictly = {name for name in METRICS if holds(METRICS[name].id, "strictly_proper", 2)}
    assert strictly == {"log_loss", "brier", "ranked_probability_score"}
    assert not any(holds(METRICS[name].id, "proper", 2, "uniform") for name in strictly)
    assert holds("average_precision", "proper", 2) is False  # it rewards what tells equal probabilities apart
    assert holds("roc_auc_ovo", "proper", 3) is False


def test_one_class_with_the_probability_0_sets_log_loss_to_its_worst():
    assert holds("log_loss", "condition_3", 3) is False
    assert holds("brier", "condition_3", 3) is True


def refuted(property, classes, shares=None):  # noqa: A002 - the word of the audit
    return {metric.id for metric in METRICS.values() if holds(metric.id, property, classes, shares) is False}


ERRORS = {"expected_calibration_error", "classwise_calibration_error", "rms_calibration_error"}
PARTS = {"brier_miscalibration", "brier_discrimination", "brier_uncertainty"}
RULES = {"log_loss", "brier", "ranked_probability_score"}
EVERY = {metric.id for metric in METRICS.values()}


def test_what_the_guide_says_of_them():
    """docs/can_it_be_trusted.md, the table of what audits of scores found."""
    assert EVERY - refuted("condition_1", 2) == {"roc_auc", "roc_auc_ovo", "partial_roc_auc"}
    assert EVERY - refuted("condition_1", 3) == {"roc_auc_ovo"}
    assert refuted("condition_1", 2, "uniform") == refuted("condition_1", 3, "uniform") == {"rms_calibration_error"}
    assert refuted("monotone", 2) == {"average_precision", "brier_miscalibration", *ERRORS}
    assert refuted("proper", 2) | refuted("proper", 3) == {"average_precision", "roc_auc_ovo"}
    stated = {"average_precision", "brier_miscalibration", "top_k_recall", *RULES, *ERRORS}
    assert refuted("proper", 2, "uniform") == stated
    assert refuted("condition_3", 2) == {"log_loss"}
    assert refuted("condition_3", 3) == {"log_loss", "partial_roc_auc", "lift_at_share", "brier_uncertainty"}
    seen = {"roc_auc", "roc_auc_ovo", "partial_roc_auc", "brier_uncertainty"}
    assert EVERY - refuted("rare_ruin_shows", 2) == seen
    assert refuted("rare_ruin_shows", 2, "uniform") | refuted("rare_ruin_shows", 3, "uniform") == set()
    moving = {"average_precision", "pr_auc", "lift_at_share", "classwise_calibration_error", "rms_calibration_error"}
    assert refuted("condition_2", 3) == moving | PARTS | {"brier"}


# Witnesses are what they say.


def expanded(items):
    return sorted((item.truth, item.scores) for item in items for _ in range(item.times))


def test_better_scores_are_of_one_item():
    for (_, examined, _), verdict in stored.verdicts().items():
        if examined == "monotone" and verdict.witness:
            before, after = (Counter(expanded(items)) for items in verdict.witness.lists)
            ((truth, old),), ((same, new),) = (before - after).elements(), (after - before).elements()
            assert truth == same
            assert new[truth] > old[truth]
            assert all(y <= x for k, (x, y) in enumerate(zip(old, new, strict=True)) if k != truth)


def test_the_same_order_is_the_same_for_every_pair_of_items():
    def signs(items):
        rows = [(i.truth, i.scores) for i in items for _ in range(i.times)]
        ranks = [sorted({p[k] for _, p in rows}) for k in range(len(rows[0][1]))]
        return sorted((t, *(ranks[k].index(x) for k, x in enumerate(p))) for t, p in rows)

    for (_, examined, _), verdict in stored.verdicts().items():
        if examined == "order_only" and verdict.witness:
            before, after = verdict.witness.lists
            assert signs(before) == signs(after)


def test_true_probabilities_are_the_shares_among_items_with_the_same_scores():
    for (_, examined, classes), verdict in stored.verdicts().items():
        if examined in ("proper", "strictly_proper") and verdict.witness:
            true, other = verdict.witness.lists
            rows = expanded(true)
            for scores in {p for _, p in rows}:
                group = [t for t, p in rows if p == scores]
                assert scores == tuple(Fraction(group.count(k), len(group)) for k in range(classes))
            assert sorted(t for t, _ in expanded(other)) == sorted(t for t, _ in rows)


# How far values go.


@EACH
@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("stated", [False, True])
def test_no_list_goes_beyond_the_ends_and_known_ones_come_near(name, classes, stated):
    metric = METRICS[name]
    shares = even(classes) if stated else None
    first = metric.kind == "rate" and classes == 2
    possible = ends(metric, Lists(classes, first, shares))
    lists = [*some_lists(classes), *far(classes)]
    values = [float(exact_value(metric, items, classes, shares)) for items in lists]
    assert min(values) >= float(possible.least.value) - CLOSE
    assert max(values) <= float(possible.greatest.value) + CLOSE
    assert not possible.least.known or min(values) < float(possible.least.value) + 0.06
    assert not possible.greatest.known or max(values) > float(possible.greatest.value) - 0.06 or math.isinf(max(values))


def test_a_class_that_ranks_last_by_hand():
    """pr_auc of two items, the one of the class second: ∫ x/(1 + x) from 0 to 1 = 1 − log 2."""
    items = (ScoredItem(0, (QUARTER, 1 - QUARTER)), ScoredItem(1, (HALF, HALF)))
    assert float(exact_value(METRICS["pr_auc"], items, 2)) == pytest.approx(1 - math.log(2), abs=CLOSE)


# A planted metric that breaks a property is found.


def test_planted_metrics_are_found():
    """An area of which less is said to be better."""
    plain = sy.scores.metrics["roc_auc"]
    assert sy.audit(plain, classes=2, properties="monotone")["monotone"].holds
    turned = sy.scores.ScoreMetric("roc_auc", "turned area", "rate", plain.body, direction="lower")
    found = sy.audit(turned, classes=2, properties=["monotone", "ruin_lowers", "proper"])
    assert found["ruin_lowers"].holds is False
    assert found["monotone"].holds is False


# The door.


def test_what_an_audit_of_scores_refuses():
    for asked, said in (
        ({"metric": "roc_auc", "classes": 4}, "tries 2 or 3 classes, not 4"),
        ({"metric": "roc_auc", "classes": []}, "tries 2 or 3 classes"),
        ({"metric": "roc_auc", "properties": "i6"}, "there is no property 'i6' of score metrics; they are condition_1"),
        ({"metric": "roc_auc", "properties": []}, "needs a property to examine"),
        ({"metric": "roc_auc", "direction": "lower"}, "declared so that higher values are better, not lower"),
        ({"metric": "roc_auc", "shares": "even"}, "\"uniform\" or one number per class, not 'even'"),
        ({"metric": "roc_auc", "shares": [0.5, 0.5]}, "there are 2 shares, but the audit is of 2 and 3 classes"),
        ({"metric": "roc_auc", "shares": [0, 1], "classes": 2}, "one number above 0 per class"),
        ({"metric": "f1", "shares": "uniform"}, "are stated for metrics of scores, such as average_precision, alone"),
        ({"metric": "top_k_recall(k=0)"}, "k must be a whole number of at least 1"),
        ({"metric": "no_such_metric"}, "no_such_metric"),
    ):
        with pytest.raises(ValueError, match=said.replace("(", r"\(")):
            sy.audit(**asked)


def test_shares_of_classes_are_told_and_importance_is_even_shares():
    found = sy.audit("ap", classes=2, shares=[1, 3], properties="ruin_lowers")
    assert found.name == "average_precision at shares 1/4 : 3/4"
    assert found.to_dict()["shares"] == ["1/4", "3/4"]
    assert sy.audit("log_loss at importance", classes=2, properties="condition_1")["condition_1"].holds


def test_a_verdict_is_rebuilt_from_its_record():
    verdict = stored.verdict("ap", "condition_1", 2)
    assert type(verdict).from_dict(verdict.to_dict()).to_dict() == verdict.to_dict()
    assert verdict.witness.items == 5
    assert verdict.witness.matrices == ()


def test_pairs_are_named():
    assert {examined.id for examined in PROPERTIES if isinstance(examined, ScorePair)} == {
        "condition_1", "monotone", "constant_scores", "order_only", "class_symmetric"
    }  # fmt: skip
