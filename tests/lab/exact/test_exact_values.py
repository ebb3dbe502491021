"""Exact values of metrics against the second opinion, the floats, and equalities that are theorems."""

from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest

import steelyard as sy
from second_opinion import Counts, decimal, rate_of, value_of
from steelyard.lab.exact import Expression, Undecided, compare, exact_values
from steelyard.lab.exact.exact_values import _computed, _plan
from steelyard.measuring.apply import apply
from steelyard.measuring.program import Node
from steelyard.measuring.program.program import NotRecordable

METRICS = [metric for metric in sy.metrics.values() if metric.builtin]
DIGITS = 60


def matrices(C, size, seed=1):
    """Return small matrices with empty cells, rows and columns."""
    rng = np.random.default_rng(seed)
    for _ in range(size):
        m = rng.integers(0, 12, (C, C)) * (rng.random((C, C)) < rng.uniform(0.3, 1))
        m *= (rng.random((C, 1)) > 0.1) & (rng.random((1, C)) > 0.1)
        yield m.tolist()


def relevances(C, seed=2):
    rng = np.random.default_rng(seed)
    yield [1] * C
    yield [Fraction(int(a), int(b)) for a, b in zip(rng.integers(1, 9, C), rng.integers(1, 9, C), strict=True)]
    yield [0, *range(1, C)]


def agree(found, opinion):
    """Whether an exact number is what the second opinion says, to its 60 digits, or to the last if it is a fraction."""
    if opinion is None or found is None:
        return found is None and opinion is None
    if not isinstance(opinion, Decimal) and not isinstance(found, Expression):
        return found == opinion
    if isinstance(found, Expression):
        low, high = found.enclosure(100)
    else:
        low = high = decimal(found)
    with localcontext() as context:
        context.prec = 100
        return low - Decimal("1e-50") <= decimal(opinion) <= high + Decimal("1e-50")


@pytest.fixture(autouse=True)
def digits():
    with localcontext() as context:
        context.prec = DIGITS
        yield


@pytest.mark.parametrize("C", [2, 3, 5])
@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.id)
def test_every_metric_is_what_the_second_opinion_says(metric, C):
    for m in matrices(C, 6):
        c = Counts(m, "worst")
        if metric.kind == "rate":
            opinions = [(None, [rate_of(metric.id, c, i) for i in range(C)])]
        elif metric.kind == "whole":
            opinions = [(None, [value_of(metric.id, c)])]
        else:
            opinions = [(phi, [value_of(metric.id, c, [Fraction(x) for x in phi])]) for phi in relevances(C)]
        for phi, opinion in opinions:
            found = exact_values(metric, m, relevance=phi)
            assert len(found) == len(opinion)
            assert all(map(agree, found, opinion)), (m, phi, found, opinion)


@pytest.mark.slow
@pytest.mark.parametrize("C", [2, 3, 5])
@pytest.mark.parametrize("metric", [metric for metric in METRICS if metric.kind == "whole"], ids=lambda m: m.id)
def test_metrics_of_the_whole_at_other_class_shares(metric, C):
    for m in matrices(C, 6):
        for phi in relevances(C):
            t = [sum(row) for row in m]
            lost = any(not support and w for support, w in zip(t, phi, strict=True))
            share = [
                Fraction(w) / sum(phi) * sum(t) / support if support else 0 for w, support in zip(phi, t, strict=True)
            ]
            rescaled = Counts([[x * s for x in row] for row, s in zip(m, share, strict=True)])
            opinion = None if lost else value_of(metric.id, rescaled)
            (found,) = exact_values(metric.at_importance(), m, relevance=phi)
            assert agree(found, opinion), (m, phi, found, opinion)


@pytest.mark.slow
@pytest.mark.parametrize("policy", ["worst", "exclude", "zero", "nan"])
@pytest.mark.parametrize("C", [2, 3, 5])
def test_floats_of_all_metrics_are_those_of_measuring(C, policy):
    for m in matrices(C, 6, seed=3):
        for phi in relevances(C):
            weights = np.array([float(x) for x in phi])
            measured = apply(METRICS, sy.Confusion(m), importance=weights, undefined=policy)
            for metric, result in zip(METRICS, measured, strict=True):
                found = exact_values(metric, m, relevance=phi, policy=policy)
                floats = [np.nan if x is None else float(x) for x in found]
                assert floats == pytest.approx(np.atleast_1d(result.value).tolist(), abs=1e-12, nan_ok=True), (
                    metric.id, m, phi,
                )  # fmt: skip


# Equalities and differences that floats would not see.


def only(metric, m, **keywords):
    (value,) = exact_values(metric, m, **keywords)
    return value


def test_g_means_with_the_same_product_of_recalls_are_equal():
    a, b = only("g_mean", [[1, 2], [1, 5]]), only("g_mean", [[5, 4], [1, 1]])
    assert isinstance(a, Expression)
    assert compare(a, b) == 0
    assert compare(a, only("g_mean", [[1, 2], [1, 6]])) == -1


def test_a_root_times_itself_is_whole_again():
    assert only("mcc", [[0, 1], [1, 0]]) == Fraction(-1)
    assert only("mcc", [[3, 0, 0], [0, 4, 0], [0, 0, 7]]) == 1
    assert only("mcc", [[1, 1], [2, 2]]) == 0


def test_rci_of_a_permuted_diagonal_is_1():
    assert only("rci", [[0, 3, 0], [0, 0, 4], [5, 0, 0]]) == 1
    assert only("rci", [[0, 7], [2, 0]]) == 1
    assert only("rci", [[1, 2, 3], [2, 4, 6], [3, 6, 9]]) == 0


@pytest.mark.parametrize("C", [3, 4, 5, 6])
def test_cen_of_evenly_spread_errors_is_1(C):
    even = [[int(i != j) for j in range(C)] for i in range(C)]
    assert only("cen", even) == 1
    assert only("mcen", even) == 1
    even[0][1] = 2
    assert compare(only("cen", even), 1) == -1


def test_relabelled_classes_give_the_same_logarithms():
    m = [[7, 2, 5], [1, 11, 3], [6, 4, 9]]
    turned = [[m[(i + 1) % 3][(j + 1) % 3] for j in range(3)] for i in range(3)]
    for name in ("rci", "cen", "mcen", "mcc", "g_mean"):
        assert compare(only(name, m), only(name, turned)) == 0, name
        assert compare(only(name, m), only(name, [[3 * x for x in row] for row in m])) == 0, name
        assert isinstance(only(name, m), Expression)


def test_values_that_differ_by_less_than_a_float_can_hold_are_told_apart():
    big = 10**15
    for name in ("mcc", "rci", "g_mean", "accuracy", "cen"):
        a, b = only(name, [[big**2, 7], [5, big**2]]), only(name, [[big**2 + 1, 7], [5, big**2]])
        assert compare(a, b) in (-1, 1), name
        assert compare(a, b) == -compare(b, a)
        assert abs(float(a) - float(b)) < 1e-29


def test_numbers_compare_with_fractions_floats_and_infinities():
    half = only("g_mean", [[1, 1], [1, 1]])
    assert half == Fraction(1, 2)
    assert compare(half, 0.5) == 0
    assert compare(only("g_mean", [[1, 1], [0, 1]]), 0.7071067811865476) == -1
    assert compare(half, float("inf")) == -1
    assert compare(float("-inf"), float("-inf")) == 0
    assert compare(half, float("nan")) is None


@pytest.mark.usefixtures("own_metrics")
def test_what_cannot_be_decided_is_not_guessed():
    @sy.metric
    def nested(c):
        return np.sqrt(3 + 2 * np.sqrt(2 * c.n / c.n))

    @sy.metric
    def same(c):
        return 1 + np.sqrt(2 * c.n / c.n)

    @sy.metric
    def branching(c):
        inner = np.sqrt(2 * c.n / c.n)
        return np.where(np.sqrt(3 + 2 * inner) == 1 + inner, 1.0, 0.0)

    m = [[1, 2], [3, 4]]
    assert compare(only("nested", m), only("same", m)) is None
    assert float(only("nested", m)) == pytest.approx(1 + 2**0.5, rel=1e-15)
    with pytest.raises(Undecided, match="cannot be decided"):
        exact_values("branching", m)


# A user's own metrics.


@pytest.mark.usefixtures("own_metrics")
def test_a_metric_of_ones_own_is_exact_with_its_constants():
    @sy.metric
    def third(c):
        return c.total(c.tp) / c.n * (1 / 3)

    @sy.metric
    def evenness(c):
        share = c.t / c.n
        return -c.total(np.where(share > 0, share * np.log2(share), 0.0)) / np.log2(c.C)

    @sy.metric
    def far(c):
        return 1 - np.sqrt((c.fn / c.t).sum(axis=-1) ** 2 / 2) / np.sqrt(2)

    assert only("third", [[1, 0], [0, 2]]) == Fraction(1, 3)
    assert only("evenness", [[1, 1, 1], [0, 3, 0], [2, 0, 1]]) == 1
    assert only("far", [[0, 1], [1, 0]]) == 0
    assert str(only("evenness", [[1, 0], [0, 2]])) == "0.9182958340…"


@pytest.mark.usefixtures("own_metrics")
def test_every_kind_of_operation_is_replayed():
    costs = np.array([[0.0, 1.5], [2.5, 0.0]])

    @sy.metric
    def many(c):
        spent = (c.t @ costs).max(axis=-1, keepdims=True)
        ranks = (c.t >= c.of_column(c.t).min(axis=-1)).astype(np.int64).prod(axis=-1, keepdims=True)
        lone = np.all(c.t > 0, axis=-1, keepdims=True) & np.isfinite(spent)
        first = c.m[..., 0, 1:] + np.swapaxes(c.m, -1, -2)[..., 0, 1:] + np.ones_like(c.n) * 4
        half = (first / 2).astype(np.int64)
        return np.where(lone, spent * ranks + half + half.astype(bool) + np.power(first, 2.5) - np.abs(-first), np.nan)

    m = [[3, 1], [2, 5]]
    value = only("many", m)
    assert isinstance(value, Expression)
    assert float(value) == pytest.approx(float(sy.metrics.many(np.array(m))), rel=1e-14)
    assert only("many", [[0, 0], [1, 2]]) is None


def test_products_of_vectors_and_matrices_are_numpys():
    rng = np.random.default_rng(4)
    node = Node("matmul", (0, 1), (), "float64", stacked=False)
    for left, right in (((3,), (3,)), ((3,), (3, 2)), ((4, 3), (3,)), ((4, 3), (3, 2)), ((5, 4, 3), (3, 2))):
        x, y = (rng.integers(0, 9, shape) for shape in (left, right))
        found = _computed(node, [x.astype(object), y.astype(object)], {})
        assert found.shape == (x @ y).shape
        assert found.tolist() == (x @ y).tolist()


@pytest.mark.usefixtures("own_metrics")
def test_an_infinite_value_is_one():
    from steelyard.measuring.conditions import empty

    @sy.metric(undefined=empty)
    def odds(c):
        return c.total(c.tp) / c.total(c.fn)

    assert only("odds", [[1, 0], [0, 1]]) == float("inf")
    assert only("odds", [[1, 1], [0, 1]]) == 2


@pytest.mark.usefixtures("own_metrics")
def test_a_metric_that_cannot_be_recorded_is_refused():
    @sy.metric
    def looking(c):
        return 1.0 if c.n > 3 else 0.0

    with pytest.raises(NotRecordable, match="looking"):
        exact_values("looking", [[1, 0], [0, 1]])


# What is given.


def test_fractions_floats_and_numpy_numbers_are_taken_as_they_are():
    assert only("accuracy", [[Fraction(1, 3), 0], [Fraction(2, 3), 1]]) == Fraction(2, 3)
    assert only("accuracy", np.array([[1, 1], [0, 2]])) == Fraction(3, 4)
    assert only("accuracy", [[0.1, 0], [0.1, 0]]) == Fraction(1, 2)
    assert only("balanced_accuracy", [[1, 1], [0, 2]], relevance=[0.5, 1]) == Fraction(5, 6)


def test_undefined_is_none_or_refused():
    m = [[1, 2], [0, 0]]
    assert exact_values("recall", m) == (Fraction(1, 3), None)
    assert exact_values("recall", m, policy="zero") == (Fraction(1, 3), 0)
    assert exact_values("balanced_accuracy", m) == (Fraction(1, 3),)
    assert exact_values("balanced_accuracy", m, policy="nan") == (None,)
    assert exact_values("g_mean", m, policy="zero") == (0,)
    with pytest.raises(ValueError, match="balanced_accuracy is undefined for the matrix"):
        exact_values("balanced_accuracy", m, policy="raise")
    assert exact_values("accuracy", m, policy="raise") == (Fraction(1, 3),)


@pytest.mark.parametrize(
    ("m", "keywords", "message"),
    [
        (5, {}, "by its rows"),
        ([], {}, "as many columns as rows"),
        ([[1, 2, 3], [4, 5, 6]], {}, "as many columns as rows"),
        ([[1, -2], [3, 4]], {}, r"at least 0, not \[1, -2\]"),
        ([[1, float("nan")], [3, 4]], {}, "must be whole numbers or fractions"),
        ([[1, None], [3, 4]], {}, "must be whole numbers or fractions"),
        ([1, 2], {}, "must be whole numbers or fractions"),
        ([[1, 2], [3, 4]], {"relevance": [1]}, "one number per class"),
        ([[1, 2], [3, 4]], {"relevance": [0, 0]}, "not all of them 0"),
        ([[1, 2], [3, 4]], {"policy": "none"}, "must be one of"),
    ],
)
def test_what_is_no_matrix_is_refused(m, keywords, message):
    with pytest.raises(ValueError, match=message):
        exact_values("accuracy", m, **keywords)


def test_texts_are_not_compared():
    with pytest.raises(ValueError, match="not with 'much'"):
        compare(1, "much")


def test_a_program_is_recorded_once():
    _plan.cache_clear()
    for m in matrices(3, 5):
        exact_values("cba", m)
    assert _plan.cache_info().misses == 1
