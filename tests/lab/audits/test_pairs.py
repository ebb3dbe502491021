"""The search for pairs: it finds flaws that show late, makes them small, and is never fooled by rounding."""

from itertools import product

import numpy as np
import pytest

import steelyard as sy
from lab.audits.planted import planted
from steelyard.lab.audits import matrices
from steelyard.lab.audits.asked import asked
from steelyard.lab.audits.properties.condition_1 import Condition1
from steelyard.lab.audits.properties.ends import BestOnlyPerfect, WorstOnlyAllWrong
from steelyard.lab.audits.properties.invariances import I6, ClassSymmetric
from steelyard.lab.audits.properties.responses import Monotone, MonotoneErrors, MonotoneHits
from steelyard.lab.audits.subject import POLICY, Effort, Subject
from steelyard.show.audit_sentences import times, told_apart


def balanced(c):
    return c.total(c.tp / c.t) / c.C


def accuracy(c):
    return c.total(c.tp) / c.n


def skew(c):
    return -c.least(-c.t) / c.least(c.t)


def falls_after_60_items(c):
    return accuracy(c) - 0.5 * (c.n > 60)


def counts_hits_against_after_60_items(c):
    return accuracy(c) * (1 - 2 * (c.n > 60))


def forgives_an_error_after_60_items(c):
    return np.where((c.n > 60) & (c.cell_sum(c.errors) == 1), 1.0, accuracy(c))


def punishes_some_hits_after_60_items(c):
    return np.where((c.n > 60) & (c.total(c.tp) == 1), 0.0, accuracy(c))


def changes_at_great_skew(c):
    return balanced(c) - 0.1 * (skew(c) > 500)


def prefers_the_first_class_at_great_skew(c):
    return balanced(c) + 0.1 * (skew(c) > 500) * c.total(c.tp * (np.arange(c.C) == 0) / c.t)


def examined(examined, body, classes=2, seed=0, **record):
    return examined().examine(Subject(planted(body, **record)), classes, Effort(seed))


# Flaws that show late are found, and shrunk as far as they go.


@pytest.mark.parametrize("classes", [2, 3, 5])
@pytest.mark.parametrize(
    ("of", "body", "items"),
    [
        (MonotoneHits, falls_after_60_items, 60 + 61),
        (Monotone, counts_hits_against_after_60_items, 61 + 61),
        (MonotoneErrors, counts_hits_against_after_60_items, 62 + 61),
        (BestOnlyPerfect, forgives_an_error_after_60_items, 61 + 61),
    ],
)
def test_flaws_at_large_counts_are_found_and_shrunk(of, body, classes, items):
    verdict = examined(of, body, classes)
    assert verdict.status == "refuted"
    assert verdict.witness.confirmed
    assert verdict.witness.items == items


@pytest.mark.parametrize("classes", [2, 3])
def test_the_worst_value_at_large_counts(classes):
    verdict = examined(WorstOnlyAllWrong, punishes_some_hits_after_60_items, classes)
    assert verdict.status == "refuted"
    assert verdict.witness.items == 61 + 61
    assert verdict.witness.values == (0, 0)


@pytest.mark.parametrize("classes", [2, 3])
def test_flaws_at_great_skew_are_found_and_shrunk(classes):
    """Ten times the largest class, from 51 to 510 items beside single ones, is the smallest step across 500."""
    verdict = examined(Condition1, changes_at_great_skew, classes)
    assert verdict.witness.items == (51 + classes - 1) + (510 + classes - 1)
    verdict = examined(ClassSymmetric, prefers_the_first_class_at_great_skew, classes)
    assert verdict.witness.items == 2 * (501 + classes - 1)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_no_verdict_and_no_witness_depends_on_the_seed(seed):
    for of, name, C in ((Monotone, "kappa", 3), (Monotone, "mcc", 3), (MonotoneHits, "mcc", 3), (Condition1, "mcc", 2)):
        first, other = (of().examine(Subject(sy.metrics[name]), C, Effort(s)) for s in (0, seed))
        assert first.status == "refuted"
        assert first.witness == other.witness
    for of, body in ((MonotoneHits, falls_after_60_items), (Condition1, changes_at_great_skew)):
        assert examined(of, body, 3).witness == examined(of, body, 3, seed).witness


@pytest.mark.slow
def test_what_is_wrong_with_three_classes_is_found_with_more():
    for classes in (3, 4, 6, 8):
        assert Monotone().examine(Subject(sy.metrics.kappa), classes, Effort()).status == "refuted"


def test_shrinking_moves_items_where_taking_them_away_does_not_help():
    """By taking items away alone, kappa's pair of four classes ends at 52 items."""
    assert Monotone().examine(Subject(sy.metrics.kappa), 4, Effort()).witness.items <= 44


# The smallest pair is the smallest.


def all_matrices(items):
    for a, b, c in product(range(items + 1), repeat=3):
        d = items - a - b - c
        if d >= 0 and a + b and c + d:
            yield a, b, c, d


def rescaled(m, other):
    """Whether the rows of the one are multiples of those of the other."""
    return m[0] * other[1] == m[1] * other[0] and m[2] * other[3] == m[3] * other[2]


def hit_added(m, other):
    return other in ((m[0] + 1, *m[1:]), (*m[:3], m[3] + 1))


def error_corrected(m, other):
    return other in ((m[0] + 1, m[1] - 1, *m[2:]), (*m[:2], m[2] - 1, m[3] + 1))


def error_left_out(m, other):
    return other in ((m[0], m[1] - 1, *m[2:]), (*m[:2], m[2] - 1, m[3]))


def smallest(name, related, broken, most):
    """Return the size of the smallest pair, found by looking at all pairs of 2 × 2 matrices."""
    sizes = range(2, most)
    stacks = {n: list(all_matrices(n)) for n in sizes}
    values = {}
    for n in sizes:
        stack = np.array(stacks[n]).reshape(-1, 2, 2)
        found = np.asarray(sy.metrics[name](stack, undefined=POLICY)).reshape(len(stack), -1)[:, 0]
        values |= dict(zip(stacks[n], found * sy.metrics[name].sign, strict=True))
    for total in range(4, most + 2):
        for n in range(max(2, total - most + 1), min(most, total - 1)):
            for m, other in product(stacks[n], stacks.get(total - n, [])):
                if related(m, other) and broken(values[m], values[other]):
                    return total
    return None


def differs(a, b):
    return abs(a - b) > 1e-9


def falls(a, b):
    return a - b > 1e-9


@pytest.mark.parametrize(
    ("of", "related", "broken", "names"),
    [
        (Condition1, rescaled, differs, ["f", "accuracy", "mcc", "markedness", "rci"]),
        (Monotone, error_corrected, falls, ["one_point_maurpc_ova", "cen", "mcen", "rci"]),
        (MonotoneHits, hit_added, falls, ["one_point_maurpc_ova", "one_point_aurpc_ova", "cen", "rci"]),
        (MonotoneErrors, error_left_out, falls, ["kappa", "cost_ratio", "cen"]),
    ],
)
def test_no_smaller_pair_exists(of, related, broken, names):
    for name in names:
        witness = of().examine(Subject(sy.metrics[name]), 2, Effort()).witness
        assert witness.items == smallest(name, related, broken, 7), name


def test_a_larger_matrix_may_begin_a_smaller_pair():
    """Of two items, only ten times a class shows it (2 + 11); of three, twice or three times a class does (3 + 5)."""
    assert examined(Condition1, lambda c: balanced(c) + 0.1 * ((c.n == 5) | (c.n == 11))).witness.items == 8


# What is said.


def test_a_verdict_says_what_was_tried():
    verdict = Monotone().examine(Subject(sy.metrics.accuracy), 2, Effort())
    largest = matrices.small_sizes(2)[-1]
    assert verdict.status == "tried"
    assert verdict.evidence == (
        f"No counterexample among {verdict.tried:,} pairs: all matrices of up to {largest} items, then extreme, "
        "climbing and random ones."
    )


def test_what_is_to_stay_the_same_is_not_climbed_and_nobody_says_so():
    verdict = ClassSymmetric().examine(Subject(sy.metrics.accuracy), 2, Effort())
    assert verdict.evidence.endswith("items, then extreme and random ones.")


def test_two_times_is_twice():
    assert (times(2), times(3)) == ("twice", "3 times")
    assert "Class 2 is twice as large" in Condition1().examine(Subject(sy.metrics.f), 2, Effort()).witness.sentence


def test_pairs_with_undefined_values_are_left_out_and_counted():
    verdict = Monotone().examine(Subject(sy.metrics.mcc), 2, Effort())
    assert verdict.status == "tried"
    assert "more were left out, a value being undefined." in verdict.evidence


def test_a_metric_without_any_value_is_untried():
    verdict = examined(Monotone, lambda c: np.nan * c.n)
    assert (verdict.status, verdict.holds, verdict.tried) == ("untried", None, 0)


def test_rounding_is_no_counterexample():
    """In floats, (0.1 + 0.2)·k/n is not the same for all k and n of one ratio; exactly, it is."""
    verdict = examined(I6, lambda c: (0.1 * c.total(c.tp) + 0.2 * c.total(c.tp)) / c.n)
    assert verdict.status == "tried"
    for of in (BestOnlyPerfect, WorstOnlyAllWrong):  # all values are the same but for what may be rounding
        assert examined(of, lambda c: accuracy(c) * 1e-12).status == "tried"


def unrecorded(of_matrix):
    """Return a body that looks at numbers one by one, which cannot be recorded."""

    def body(c):
        values = [of_matrix(m) for m in np.asarray(c.m).reshape(-1, c.C, c.C)]
        return np.array(values, dtype=float).reshape(*c.m.shape[:-2], 1)

    return body


def test_large_values_round_too_and_are_no_counterexample():
    body = unrecorded(lambda m: 1e9 * float(np.sqrt(np.trace(m) / 3 / m.sum())))
    assert examined(I6, body).status == "tried"


def test_without_exact_values_a_witness_says_so():
    verdict = examined(ClassSymmetric, unrecorded(lambda m: float(m[0, 0] > 0)))
    assert verdict.status == "refuted"
    assert not verdict.witness.confirmed
    assert "in floating point" in verdict.evidence


def test_lower_is_better_turns_the_relation():
    worse = {"direction": "lower"}
    assert examined(Monotone, accuracy, **worse).status == "refuted"
    assert examined(BestOnlyPerfect, accuracy, **worse).status == "refuted"
    assert Monotone().examine(Subject(sy.metrics.expected_cost), 2, Effort()).status == "tried"


def test_values_are_told_with_digits_enough():
    assert told_apart(0.5, 0.25) == ("0.5", "0.25")
    assert told_apart(0.500001, 0.500002) == ("0.500001", "0.500002")
    assert told_apart(1.0, 1.0) == ("1", "1")
    assert told_apart(None, 1.0) == ("undefined", "1")


def test_a_function_of_labels_is_tried_on_less():
    subject = Subject(asked(lambda y_true, y_pred: (y_true == y_pred).mean()))
    assert subject.labelled
    assert Condition1().examine(subject, 2, Effort()).status == "refuted"
    held = Monotone()
    less, all_of_it = (held.examine(one, 2, Effort()).tried for one in (subject, Subject(sy.metrics.accuracy)))
    assert 100 < less < all_of_it / 5
