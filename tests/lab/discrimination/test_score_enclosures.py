"""Enclosures hold the exact values, known to 60 digits from the second opinions, and are narrow."""

from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest

import steelyard as sy
from second_opinion import Counts, value_of
from steelyard.lab.discrimination import enclosures
from steelyard.lab.enumeration import matrices
from steelyard.lab.exact.rational_arrays import NotRational, Rationals
from steelyard.lab.exact.rational_replay import Replay
from steelyard.measuring.program import record

PHI = [Fraction(1), Fraction(4, 5), Fraction(1, 10)]


def enclosed(name, stack, phi=PHI):
    program = record(name, classes=stack.shape[-1])
    (values,) = Replay(program, stack, enclosures.computed).each([phi])
    found = enclosures.enclosed(values[program.outputs[0].value])
    return np.broadcast_to(found.low, (len(stack), 1))[:, 0], np.broadcast_to(found.high, (len(stack), 1))[:, 0]


@pytest.mark.parametrize("name", ["g_mean", "cen", "mcen", "rci", "mcc", "macro_g_score", "cba"])
@pytest.mark.parametrize("supports", [[2, 2, 3], [0, 2, 2]])
def test_the_exact_value_is_inside(name, supports):
    stack = matrices(supports)
    low, high = enclosed(name, stack)
    with localcontext() as context:
        context.prec = 60
        for m, below, above in zip(stack, low.tolist(), high.tolist(), strict=True):
            c = Counts(m.tolist(), "worst")
            exact = value_of(name, c, PHI) if sy.metrics[name].weighted else value_of(name, c)
            if exact is None:
                assert np.isnan(below)
                continue
            if isinstance(exact, Fraction):
                assert Fraction(below) <= exact <= Fraction(above)
            else:
                assert Decimal(below) - Decimal("1e-50") <= exact <= Decimal(above) + Decimal("1e-50")
            assert above - below <= 2e-14


def test_exact_zeros_stay_exact():
    low, high = enclosed("g_mean", np.array([[[0, 1, 0], [0, 2, 0], [0, 0, 3]]]))
    assert (low, high) == (0, 0)
    low, high = enclosed("cen", np.array([[[1, 0, 0], [0, 2, 0], [0, 0, 3]]]))
    assert (low, high) == (0, 0)


@pytest.mark.usefixtures("own_metrics")
def test_other_operations_enclose(rng):
    @sy.metric(id="irrational", title="many operations")
    def irrational(c):
        x = np.sqrt(c.m) - np.log2(1 + c.m) ** 2
        y = np.maximum(np.abs(x).max(axis=-1), np.expm1(-c.tp)) / np.log10(2 + c.t) - np.minimum(x, 1).min(axis=-1)
        return c.total(y + np.exp(-c.tp).prod(axis=-1, keepdims=True) + (1 + c.tp) ** 0.3)

    stack = rng.integers(0, 9, (50, 3, 3))
    low, high = enclosed("irrational", stack)
    values = sy.measure(stack, ["irrational"])["irrational"]
    assert ((low <= values) & (values <= high) & (high - low < 1e-12)).all()


@pytest.mark.usefixtures("own_metrics")
def test_what_rounding_might_decide_is_refused():
    @sy.metric(id="decides", title="decides by a root")
    def decides(c):
        return np.where(np.sqrt(c.n) > 2, 1.0, 0.0)

    @sy.metric(id="divides", title="divides by what may be 0")
    def divides(c):
        return 1 / (np.sqrt(c.n) - np.sqrt(c.n))

    for name in ("decides", "divides"):
        with pytest.raises(NotRational, match="not followed"):
            enclosed(name, matrices([2, 2]), PHI[:2])


@pytest.mark.parametrize("name", ["sqrt", "log", "log1p", "log2", "log10", "exp", "expm1"])
def test_one_operation_on_a_double_is_enclosed_strictly(name):
    """The exact result is no double, so that it lies strictly between the ends."""
    x = np.arange(2, 400)[(np.sqrt(np.arange(2, 400)) % 1 > 0)] / 7.0
    found = enclosures._OPERATIONS[name](enclosures.Enclosed(x, x))  # noqa: SLF001
    with localcontext() as context:
        context.prec = 60
        for double, low, high in zip(x.tolist(), found.low.tolist(), found.high.tolist(), strict=True):
            d = Decimal(double)
            exact = {
                "sqrt": d.sqrt,
                "log": d.ln,
                "log1p": (1 + d).ln,
                "log2": lambda d=d: d.ln() / Decimal(2).ln(),
                "log10": d.log10,
                "exp": d.exp,
                "expm1": lambda d=d: d.exp() - 1,
            }[name]()
            assert Decimal(low) < exact < Decimal(high) or exact == exact.to_integral_value()


def test_sums_products_and_quotients_of_doubles_are_enclosed(rng):
    x, y = rng.normal(size=(2, 300))
    for name, operate in {
        "add": lambda a, b: a + b,
        "subtract": lambda a, b: a - b,
        "multiply": lambda a, b: a * b,
        "divide": lambda a, b: a / b,
    }.items():
        found = enclosures._OPERATIONS[name](enclosures.Enclosed(x, x), enclosures.Enclosed(y, y))  # noqa: SLF001
        for a, b, low, high in zip(x.tolist(), y.tolist(), found.low.tolist(), found.high.tolist(), strict=True):
            assert Fraction(low) < operate(Fraction(a), Fraction(b)) < Fraction(high)


@pytest.mark.usefixtures("own_metrics")
def test_to_the_power_of_0_everything_is_1():
    @sy.metric(id="power_of_hits", title="hits to the power of hits")
    def power_of_hits(c):
        return c.tp[..., :1] ** c.tp[..., 1:]

    stack = matrices([2, 3])
    low, high = enclosed("power_of_hits", stack, PHI[:2])
    exact = np.array([float(m[0, 0]) ** float(m[1, 1]) for m in stack])
    assert ((low <= exact) & (exact <= high) & (high - low < 1e-12)).all()
    assert (low[stack[:, 1, 1] == 0] == 1).all()


def fractions(above, below, scale):
    return Rationals(np.array(above, dtype=object), np.array(below, dtype=object), Fraction(scale), (1, 1))


def test_fractions_beyond_the_doubles_are_enclosed_if_their_quotient_is_a_double():
    found = enclosures.enclosed(fractions([10**400, -(10**400), 0], [3 * 10**400, 10**401, 7], Fraction(1)))
    for exact, low, high in zip((Fraction(1, 3), Fraction(-1, 10), 0), found.low, found.high, strict=True):
        assert Fraction(low) <= exact <= Fraction(high)
    found = enclosures.enclosed(fractions([10**400, 1, 0], [1, 0, 0], Fraction(1, 10**400)))
    assert found.low[0] <= 1 <= found.high[0]
    assert found.low[1] == np.inf
    assert np.isnan(found.low[2])


@pytest.mark.parametrize("scale", [Fraction(10**400), Fraction(1, 10**400)])
def test_what_no_double_holds_is_refused(scale):
    with pytest.raises(NotRational, match="too large or too small"):
        enclosures.enclosed(fractions([1], [1], scale))
    with pytest.raises(NotRational, match="too large or too small"):
        enclosures.enclosed(Rationals(np.array([1]), None, scale, (1, 1)))
