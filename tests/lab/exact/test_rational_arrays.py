"""Metrics over many matrices in 64-bit fractions, against the second opinions and against Python's fractions."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import steelyard as sy
from second_opinion import Counts, rate_of, value_of
from steelyard.lab.enumeration import matrices
from steelyard.lab.exact import rational_arrays, rational_replay
from steelyard.lab.exact.rational_arrays import (
    LIMIT,
    NotRational,
    Rationals,
    TooLarge,
    add,
    divide,
    from_fractions,
    measured,
    multiply,
    reduced,
)
from steelyard.lab.exact.rational_replay import rational_values
from steelyard.measuring.program import record

IRRATIONAL = {
    "g_mean", "macro_g_score", "g_score", "class_g_mean", "cen", "mcen", "mcc", "class_mcc", "rci", "agf", "agm",
    "cramers_v", "mutual_information", "nmi",
}  # fmt: skip
RATIONAL = [name for name, metric in sy.metrics.items() if metric.builtin and name not in IRRATIONAL]
PHI = [Fraction(1), Fraction(4, 5), Fraction(1, 10)]


def told(values):
    """Return values as Python's fractions, None where undefined."""
    flat = zip(
        values.numerator.ravel().tolist(), values.denominator.ravel().tolist(), values.undefined.ravel(), strict=True
    )
    found = [None if undefined else Fraction(a, b) for a, b, undefined in flat]
    assert all(
        x is None or (x.numerator, x.denominator) == (a, b)
        for x, a, b in zip(found, values.numerator.ravel().tolist(), values.denominator.ravel().tolist(), strict=True)
    ), "not in lowest terms"
    return found


def expected(name, m, phi):
    metric = sy.metrics[name]
    c = Counts(m.tolist(), "worst")
    if metric.kind == "rate":
        return [rate_of(name, c, i) for i in range(c.C)]
    return [value_of(name, c, phi) if metric.weighted else value_of(name, c)]


@pytest.mark.slow
@pytest.mark.parametrize("supports", [[2, 2, 3], [1, 2, 4], [0, 2, 3], [3, 0, 0]])
@pytest.mark.parametrize("name", RATIONAL)
def test_all_matrices_of_small_problems_as_the_second_opinion_has_them(name, supports):
    stack = matrices(supports)
    found = told(rational_values(record(name, classes=3), stack, PHI)[name])
    assert found == [value for m in stack for value in expected(name, m, PHI)]


@pytest.mark.parametrize("name", sorted(IRRATIONAL))
def test_roots_and_logarithms_are_refused_by_name(name):
    with pytest.raises(NotRational, match=f"'{name}' takes (log|log1p|sqrt)"):
        rational_values(record(name, classes=3), matrices([1, 1, 1]), PHI)


@pytest.mark.parametrize("name", ["f_of_averages", "one_point_maurpc_ova", "kappa", "weighted_kappa"])
def test_large_counts_go_on_in_python_integers(name, rng):
    stack = rng.integers(0, 10**9, (5, 3, 3))
    values = rational_values(record(name, classes=3), stack, PHI)[name]
    assert told(values) == [value for m in stack for value in expected(name, m, PHI)]
    assert values.numerator.dtype == object


def test_counts_to_a_thousand_fit_64_bits(rng):
    stack = rng.integers(1, 1000, (50, 3, 3))
    values = rational_values(record("mean_f", classes=3), stack, PHI)["mean_f"]
    assert values.numerator.dtype == np.int64
    assert told(values) == [value for m in stack for value in expected("mean_f", m, PHI)]


def test_metrics_of_the_whole_matrix_at_class_shares():
    """At shares w, accuracy is the average of the recalls with weights w."""
    stack = matrices([2, 4, 3])[::11]
    name = "accuracy at importance"
    accuracy = rational_values(record(name, classes=3), stack, PHI)[name]
    recall = rational_values(record("balanced_accuracy", classes=3), stack, PHI)["balanced_accuracy"]
    assert told(accuracy) == told(recall)


@pytest.mark.parametrize("policy", ["exclude", "zero", "nan"])
def test_policies_for_undefined_terms_as_measured_in_doubles(policy):
    stack = matrices([2, 1, 3])
    values = rational_values(record("macro_precision", classes=3, policy=policy), stack, [1, 1, 1])["macro_precision"]
    doubles = sy.measure(stack, ["macro_precision"], undefined=policy)["macro_precision"]
    assert np.array_equal(values.undefined, np.isnan(doubles))
    assert np.allclose(
        (values.numerator / values.denominator)[~values.undefined], doubles[~values.undefined], atol=1e-14
    )
    assert values.undefined.any() == (policy == "nan")


def test_a_stack_of_any_shape_and_a_single_matrix():
    stack = matrices([2, 1, 3])[:12]
    program = record(["recall", "cba"], classes=3)
    flat, shaped = (rational_values(program, m, PHI) for m in (stack, stack.reshape(3, 4, 3, 3)))
    assert shaped["cba"].numerator.shape == (3, 4)
    assert shaped["recall"].numerator.shape == (3, 4, 3)
    assert told(shaped["recall"]) == told(flat["recall"])
    assert told(rational_values(program, stack[5], PHI)["cba"]) == told(flat["cba"])[5:6]


@pytest.mark.usefixtures("own_metrics")
def test_a_typed_third_is_a_third():
    @sy.metric(id="a_third", title="a third of recall", per_class=True)
    def body(c):
        return (1 / 3) * c.tp / c.t + 0.1

    values = rational_values(record("a_third", classes=2), np.array([[1, 1], [2, 5]]), [1, 1])["a_third"]
    assert told(values) == [Fraction(1, 6) + Fraction(1, 10), Fraction(5, 21) + Fraction(1, 10)]


@pytest.mark.usefixtures("own_metrics")
def test_other_operations_of_programs_as_numpy_has_them(rng):
    @sy.metric(id="many_operations", title="everything")
    def body(c):
        x = c.m / c.of_row(c.t) - 1 / (1 + c.m)
        y = np.minimum(np.abs(x), x**2).max(axis=-1) * (-x).min(axis=-1) + x.prod(axis=-2)
        z = np.reciprocal(1 + c.tp) @ np.array([[1.0, 2.0, 0.5], [0.25, 3.0, 1.0], [1.0, 1.0, 1.0]])
        return c.total(np.where(y > z, y, z ** (-2)) + np.isfinite(y))

    stack = rng.integers(1, 9, (30, 3, 3))
    values = rational_values(record("many_operations", classes=3), stack, PHI)["many_operations"]
    doubles = sy.measure(stack, ["many_operations"])["many_operations"]
    assert np.allclose((values.numerator / values.denominator).astype(float), doubles, rtol=1e-12)


numbers = st.fractions(max_denominator=10**4).filter(lambda x: abs(x) < 10**6)


@given(st.lists(st.tuples(numbers, numbers), min_size=1, max_size=6), st.sampled_from([add, multiply, divide]))
def test_arithmetic_is_that_of_fractions(pairs, operation):
    x, y = (from_fractions([pair[side] for pair in pairs]) for side in (0, 1))
    plain = {add: lambda a, b: a + b, multiply: lambda a, b: a * b, divide: lambda a, b: a / b if b else None}
    try:
        found = told(operation(x, y).values())
    except TooLarge:
        found = told(operation(x.unlimited(), y.unlimited()).values())
    assert found == [plain[operation](a, b) for a, b in pairs]


def test_bounds_are_kept_and_met():
    """No operation is done whose result could leave 62 bits, and all bounds hold."""
    seen = []

    def watched(node, operands, inputs):
        value = rational_replay.computed(node, operands, inputs)
        if isinstance(value, Rationals) and not value.unlimited_already:
            seen.append((measured(value).most, value.most))
        return value

    program = record(["f_of_averages", "kappa", "one_point_maurpc_ova"], classes=3)
    stack = np.random.default_rng(0).integers(0, 50, (100, 3, 3))
    list(rational_replay.Replay(program, stack, watched).each([PHI]))
    assert seen
    assert all(most[0] <= bound[0] < LIMIT and most[1] <= bound[1] < LIMIT for most, bound in seen)


def test_what_would_leave_62_bits_is_reduced_first_and_refused_if_that_is_not_enough():
    half = Rationals(np.array([2**40]), np.array([2**41]), Fraction(1), (2**40, 2**41))
    assert told(multiply(half, half).values()) == [Fraction(1, 4)]
    odd = Rationals(np.array([3**25]), np.array([2**41]), Fraction(1), (3**25, 2**41))
    with pytest.raises(TooLarge):
        multiply(odd, odd)
    assert told(multiply(odd.unlimited(), odd).values()) == [Fraction(3**50, 2**82)]


def test_common_factors_of_whole_numbers_move_into_the_scale():
    found = reduced(from_fractions([Fraction(6, 5), Fraction(9, 5)]))
    assert found.numerator.tolist() == [2, 3]
    assert found.scale == Fraction(3, 5)


def over(above, below):
    return Rationals(np.array(above), np.array(below), Fraction(1), (9, 9))


def test_where_there_is_no_number_there_is_no_quotient_although_denominators_cancel():
    shared = np.array([0, 2])
    x, y = (Rationals(np.array(a), shared, Fraction(1), (9, 9)) for a in ([1, 3], [2, 5]))
    assert told(divide(x, y).values()) == [None, Fraction(3, 5)]


@pytest.mark.parametrize("operation", ["equal", "less_equal", "greater_equal", "less", "greater", "not_equal"])
def test_nothing_compares_with_nan_and_infinities_do(operation):
    x, y = over([0, 1, -1, 0], [0, 0, 0, 0]), over([1, 1, 1, 0], [2, 2, 2, 0])
    compared = rational_arrays.compared(operation, x, y)
    doubles = getattr(np, operation)(np.array([np.nan, np.inf, -np.inf, np.nan]), np.array([0.5, 0.5, 0.5, np.nan]))
    assert compared.tolist() == doubles.tolist()


@pytest.mark.parametrize("operation", ["maximum", "minimum"])
def test_an_extreme_with_nan_is_nan(operation):
    x, y = over([0, 1, 1], [0, 2, 2]), over([1, 0, 2], [3, 0, 3])
    for a, b in ((x, y), (y, x)):
        extreme = Fraction(2, 3) if operation == "maximum" else Fraction(1, 2)
        assert told(rational_arrays.extreme(operation, a, b).values()) == [None, None, extreme]


INFINITIES = [np.inf, -np.inf]


@pytest.mark.parametrize(
    "operation", ["equal", "less_equal", "greater_equal", "less", "greater", "not_equal", "maximum", "minimum"]
)
def test_infinities_differ_by_their_sign(operation):
    pairs = [(a, b) for a in INFINITIES for b in INFINITIES]
    x, y = (over([int(np.sign(pair[side])) * (side + 1) for pair in pairs], [0] * 4) for side in (0, 1))
    doubles = getattr(np, operation)(*np.array(pairs).T)
    if operation in ("maximum", "minimum"):
        found = rational_arrays.extreme(operation, x, y)
        assert np.sign(found.numerator).tolist() == np.sign(doubles).tolist()
    else:
        assert rational_arrays.compared(operation, x, y).tolist() == doubles.tolist()


def test_no_fractions_at_any_scale_are_none():
    none = np.array([], dtype=np.int64)
    assert told(Rationals(none, none, Fraction(1, 10**30), (0, 1)).values()) == []


def test_objects_without_axes_stay_arrays():
    large = from_fractions(7).unlimited()
    found = multiply(large, large)
    assert found.numerator.shape == ()
    assert found.scale * found.numerator.item() == 49
