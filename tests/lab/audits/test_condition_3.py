"""Condition 3: one ruined class does not drag the value to its worst (Mullick et al. 2020, Theorem 5)."""

from fractions import Fraction

import numpy as np
import pytest

import second_opinion
import steelyard as sy
from steelyard.lab.audits.asked import asked
from steelyard.lab.audits.proofs import proof
from steelyard.lab.audits.properties.condition_1 import Condition1
from steelyard.lab.audits.properties.condition_2 import Condition2
from steelyard.lab.audits.properties.condition_3 import FEW, Condition3, paths
from steelyard.lab.audits.subject import Effort, Subject, over_all_sizes
from steelyard.measuring.record import Metric

FALL = {
    "g_mean", "recall", "f", "jaccard", "balance", "g_score", "class_g_mean", "agf", "class_mae",
    "false_negative_rate", "iba",
}  # fmt: skip
"""Metrics that one ruined class drags to their worst, with any number of classes."""

NO_VALUE_AT_0 = {"g_score", "cramers_v"}
"""Undefined if the ruined class is never predicted, so that only the limit is known."""

FALL_WITH_TWO = {
    "specificity", "rest_recall", "rci", "agm", "false_positive_rate", "cramers_v", "mutual_information", "nmi",
}  # fmt: skip
"""With two classes only: then the other class alone makes the value."""


def made(body, **record):
    return Metric(id=body.__name__, title="", body=body, **record)


def examined(metric, classes, seed=0):
    of = sy.metrics[metric] if isinstance(metric, str) else metric
    return Condition3().examine(Subject(of), classes, Effort(seed=seed))


def second(name, matrix):
    c = second_opinion.Counts(matrix)
    of = {"rate": (0,), "whole": ()}.get(sy.metrics[name].kind, ([1] * c.C,))
    return second_opinion.value_of(name, c, *of)


@pytest.mark.slow
@pytest.mark.parametrize("name", list(sy.metrics))
def test_exactly_these_metrics_fall_to_their_worst(name):
    for classes in (2, 3, 5):
        falls = name in FALL or (classes == 2 and name in FALL_WITH_TWO)
        assert examined(name, classes).holds != falls, classes


@pytest.mark.parametrize("name", sorted(FALL | FALL_WITH_TWO))
def test_a_witness_shows_one_class_ruined_beside_another_worst_matrix(name):
    for classes in (2, 3):
        verdict = examined(name, classes)
        if verdict.holds:
            continue
        ruined, worst = verdict.witness.scenes
        assert verdict.witness.confirmed == (name not in NO_VALUE_AT_0)
        assert ruined.matrix != worst.matrix
        hits = [row[i] / sum(row) for i, row in enumerate(ruined.matrix)]
        assert min(hits) <= 1e-3
        assert sorted(hits)[1:] == [1.0] * (classes - 1)
        for scene in (ruined, worst):
            assert scene.value == pytest.approx(float(second(name, scene.matrix)), abs=1e-12)
        assert worst.value == verdict.figures["low" if sy.metrics[name].direction == "higher" else "high"]


def test_g_mean_falls_however_slowly():
    """ε^(1/C): with twenty classes it is still 0.25 at ε = 10⁻¹²."""
    for classes in (2, 5, 8, 20):
        verdict = examined("g_mean", classes)
        assert verdict.status == "refuted"
        assert verdict.figures == {"limit_at_equal_sizes": pytest.approx(0, abs=1e-6), "low": 0.0}
        assert "At ε = 0 it is exactly the worst value; that the limit is the same" in verdict.evidence
    small = examined("g_mean", 2).witness
    assert small.matrices == (((0, 1), (0, 1)), ((0, 1), (1, 0)))
    assert [scene.exact for scene in small.scenes] == ["0", "0"]


@pytest.mark.parametrize("classes", [2, 3, 5, 8])
def test_equation_27_limit_of_the_mean_recall(classes):
    verdict = examined("balanced_accuracy", classes)
    assert verdict.figures["limit_at_equal_sizes"] == float(Fraction(classes - 1, classes))
    assert verdict.figures["low"] == 0


@pytest.mark.parametrize("classes", [2, 3, 4, 5, 8])
def test_equation_28_is_a_bound_of_the_least_limit_of_maurpc_and_not_tight(classes):
    least = Fraction(2 * classes**2 - 3 * classes + 2, 2 * classes**2)
    verdict = examined("one_point_maurpc_ova", classes)
    assert verdict.figures["limit_at_equal_sizes"] == pytest.approx(float(least), abs=1e-9)
    assert str(least) in verdict.evidence
    assert least > Fraction(3 * (classes - 1), 4 * classes)


def test_no_other_path_brings_maurpc_lower():
    generator = np.random.default_rng(11)
    few = 10**9
    for classes in (2, 3, 5):
        lowest = Fraction(2 * classes**2 - 3 * classes + 2, 2 * classes**2)
        goes = generator.dirichlet([0.5] * (classes - 1), 500)
        errors = generator.random((500, classes - 1, 1)) * generator.dirichlet(
            [0.5] * (classes - 1), (500, classes - 1)
        )
        stack = np.zeros((500, classes, classes))
        stack[:, 0, 0] = 1
        stack[:, 0, 1:] = goes * (few - 1)
        for i in range(1, classes):
            others = [j for j in range(classes) if j != i]
            stack[:, i, others] = errors[:, i - 1]
            stack[:, i, i] = few - errors[:, i - 1].sum(axis=-1)
        assert sy.metrics.one_point_maurpc_ova(stack).min() >= float(lowest) - 1e-6


def test_recall_of_a_class_falls_when_that_class_is_ruined_and_not_when_another_is():
    verdict = examined("recall", 3)
    assert verdict.witness.matrices[0] == ((0, 1, 0), (0, 1, 0), (0, 0, 1))
    assert "class 1 " in verdict.evidence


def test_a_value_undefined_at_ruin_itself_is_shown_near_it():
    """The G score of a class that is never predicted is undefined."""
    verdict = examined("g_score", 2)
    assert verdict.witness.matrices[0] == ((1, 999), (0, 1000))
    assert "tends to 0" in verdict.witness.sentence
    assert not verdict.witness.confirmed
    assert "The limit is extrapolated from exact values at ε = 1/1,000 to" in verdict.evidence


def test_a_cost_rises_to_its_worst():
    def worst_miss(c):
        return 1 - c.least(c.tp / c.t)

    metric = made(worst_miss, direction="lower")
    verdict = examined(metric, 3)
    assert verdict.status == "refuted"
    assert verdict.figures == {"limit_at_equal_sizes": 1.0, "high": 1.0}
    assert examined("expected_cost", 3).holds


def test_the_planted_least_recall_breaks_only_this_condition():
    def least_recall(c):
        return c.least(c.tp / c.t)

    metric = made(least_recall)
    verdict = examined(metric, 3)
    assert not verdict.holds
    assert not verdict.witness.confirmed  # that nothing is below the worst value found is not known of a user's metric
    assert "exactly the worst value found" in verdict.evidence
    for other in (Condition1(), Condition2()):
        assert other.examine(Subject(metric), 3, Effort()).holds


def test_a_fall_on_one_path_alone_is_caught():
    """Only if the first class is taken for the last one."""

    def gullible(c):
        recalls = c.tp / c.t
        taken = np.zeros((c.C, c.C))
        taken[0, -1] = 1.0
        return c.total(recalls) / c.C * (1 - c.cell_sum(c.m / c.of_row(c.t) * taken))

    for classes in (3, 5):
        verdict = examined(made(gullible), classes)
        assert verdict.status == "refuted"
        assert f"class 1 (as large as the others) taken for class {classes}," in verdict.evidence


def test_a_fall_to_just_above_the_worst_is_none():
    def floor(c):
        return 0.01 * c.total(c.tp / c.t) / c.C + 0.99 * c.least(c.tp / c.t)

    verdict = examined(made(floor), 2)
    assert verdict.holds
    assert verdict.figures["limit_at_equal_sizes"] == pytest.approx(0.005)


def test_the_worst_value_is_that_of_all_class_sizes():
    """For any class sizes ruin gives the worst value that there is with them, but with others there is a worse one."""

    def with_evenness(c):
        return c.least(c.tp / c.t) + c.least(c.t) / c.n

    for classes in (2, 3):
        verdict = examined(made(with_evenness), classes)
        assert verdict.status == "tried"
        assert verdict.figures["low"] == pytest.approx(0, abs=1e-6)
        assert verdict.figures["limit_at_equal_sizes"] == pytest.approx(1 / classes)


def test_the_limit_that_is_told_is_that_of_classes_of_the_same_size():
    """With a ruined class ten times as large, accuracy tends to 1/11, and with other ratios to anything."""
    verdict = examined("accuracy", 2)
    assert verdict.figures == {"limit_at_equal_sizes": 0.5, "low": 0.0}
    assert "1/11" not in verdict.evidence


PROVED = [name for name in sy.metrics if proof(sy.metrics[name], "condition_3", 3)]


@pytest.mark.slow
@pytest.mark.parametrize("classes", [2, 3, 5])
def test_no_random_path_brings_a_metric_with_a_proof_to_its_worst(classes):
    """Class sizes up to 10 : 1, the ruined class's items and the others' errors spread at random, ε = 10⁻⁸."""
    generator = np.random.default_rng(12)
    number, few = 400, 1e8
    ruined = generator.integers(0, classes, number)
    sizes = generator.integers(1, 11, (number, classes))
    errors = generator.dirichlet([0.3] * (classes - 1), (number, classes))
    wrong = generator.choice([0, 1, 1], (number, classes)) * generator.random((number, classes)) / few
    wrong[np.arange(number), ruined] = 1 - 1 / few
    shares = np.stack([np.insert(errors[:, i] * wrong[:, i, None], i, 1 - wrong[:, i], axis=1) for i in range(classes)])
    stack = np.moveaxis(shares, 0, 1) * sizes[:, :, None] * few
    for name in PROVED:
        metric = sy.metrics[name]
        if proof(metric, "condition_3", classes) is None or name == "cost_ratio":
            continue
        values = np.asarray(metric(stack)).reshape(number, -1)[:, 0]
        worst = over_all_sizes(Subject(metric), classes)[metric.sign < 0].value
        assert np.nanmin(metric.sign * (values - worst)) > 0.005, name


def test_paths_have_the_recalls_of_the_definition():
    for classes in (2, 3, 5):
        for path in paths(classes):
            for few in FEW:
                m = path.matrix(few)
                recalls = [Fraction(row[i], sum(row)) for i, row in enumerate(m)]
                assert recalls[path.ruined] == Fraction(1, few)
                assert all(recall >= 1 - Fraction(1, few) for i, recall in enumerate(recalls) if i != path.ruined)
            sizes = [sum(row) for row in path.ruin()]
            assert all(a * path.sizes[0] == sizes[0] * b for a, b in zip(sizes, path.sizes, strict=True))
            assert path.ruin()[path.ruined][path.ruined] == 0


def test_a_metric_that_is_undefined_on_all_paths_is_not_tried():
    def nothing(c):
        return c.total(c.tp) / (c.n - c.n)

    assert examined(made(nothing, undefined=sy.metrics.accuracy.undefined), 2).status == "untried"


def test_no_verdict_depends_on_the_seed():
    assert examined("g_mean", 3, seed=0) == examined("g_mean", 3, seed=5)


def test_a_function_of_labels_is_never_given_more_than_a_few_of_them():
    largest = []

    def worst_class(y_true, y_pred):
        largest.append(len(y_true))
        return min(float((y_pred[y_true == label] == label).mean()) for label in set(y_true.tolist()))

    def mean_class(y_true, y_pred):
        largest.append(len(y_true))
        return float(np.mean([(y_pred[y_true == label] == label).mean() for label in np.unique(y_true)]))

    for function, falls in ((worst_class, True), (mean_class, False)):
        for classes in (2, 3):
            subject = Subject(asked(function))
            assert Condition3().examine(subject, classes, Effort()).holds != falls
            assert Condition2().examine(subject, classes, Effort()).holds
    assert max(largest) <= 100_000


def test_a_function_of_labels_whose_bounds_move_is_caught():
    def offset(y_true, y_pred):
        return float((y_true == y_pred).mean()) + 0.01 * len(set(y_true.tolist()))

    verdict = Condition2().examine(Subject(asked(offset)), 2, Effort())
    assert verdict.status == "refuted"
    assert not verdict.witness.confirmed
