"""Every metric against a second implementation in exact rationals and 60-digit logarithms and roots.

It is `exact` in the metric's own test file, written from METRICS and the papers, item by item, without regard to
rounding. It says how exact the library's floats are: `ABSOLUTE` everywhere, `RELATIVE` where nothing is subtracted.
"""

from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest

import steelyard as sy
from second_opinion import Counts, decimal, rate_of, value_of

ABSOLUTE = 2e-14
RELATIVE = 2e-14
DIGITS = 60


METRICS = [metric for metric in sy.metrics.values() if metric.builtin]
RATES = [metric.id for metric in METRICS if metric.kind == "rate"]
AVERAGES = [metric.id for metric in METRICS if metric.weighted]
WHOLE = [metric.id for metric in METRICS if metric.kind == "whole"]

SUBTRACTED = {name for name in RATES if sy.metrics[name].bounds(np.ones(2))[0] < 0}
"""Near 0 only the absolute error is small: 1 is taken away."""


def at_shares(m, phi):
    """Return the cells with class shares φ/Σφ; None if a class should have a share but has no items."""
    c = Counts(m)
    if any(t == 0 and w > 0 for t, w in zip(c.t, phi, strict=True)):
        return None
    scale = [w / sum(phi) * c.n / t if t else 0 for w, t in zip(phi, c.t, strict=True)]
    return Counts([[x * s for x in row] for row, s in zip(c.m, scale, strict=True)])


# The matrices.


def small(rng):
    for C in (2, 2, 3, 3, 4, 6):
        for _ in range(6):
            yield rng.integers(0, 30, (C, C)) * (rng.random((C, C)) < rng.uniform(0.3, 1))


def large(rng):
    """Cells to 10⁹ over all orders of magnitude, and one support of 10¹²."""
    for C in (2, 2, 3, 3, 5):
        for _ in range(5):
            m = (10 ** rng.uniform(0, 9, (C, C))).astype(np.int64) * (rng.random((C, C)) < 0.9)
            if rng.random() < 0.5:
                i = rng.integers(C)
                m[i, rng.integers(C)] = 10**12
            yield m


def extreme(_):
    """Skews of 10¹² to 1, nearly constant predictions, nearly perfect and nearly independent ones."""
    big = 10**12
    yield from (
        np.array(m)
        for m in (
            [[big, 1], [1, 1]],
            [[big, 0], [1, 0]],
            [[big, 0], [0, 1]],
            [[big, 1], [1, 0]],
            [[big, big], [1, 1]],
            [[big, big], [1, 0]],
            [[big, 1], [0, 1]],
            [[big, 10**6], [10**6, 1]],
            [[big, 10**6], [10**6, 2]],
            [[0, big], [1, 0]],
            [[0, big], [big, 0]],
            [[10**9, 10**9], [10**9, 10**9 + 1]],
            [[big, 1, 0], [1, 1, 0], [0, 0, 1]],
            [[big, 0, 1], [0, 10**6, 0], [1, 0, 1]],
            [[1, 0, big], [0, 1, big], [0, 0, big]],
            [[1, big, 1], [1, big, 1], [1, big, 2]],
            [[2**60 + 1, 3], [5, 2**58 + 7]],  # not exact in a float
        )
    )


def weights(rng):
    """Sums of fractional weights, also where one class outweighs the others 10¹² times."""
    for C in (2, 2, 3, 4):
        for _ in range(5):
            yield rng.random((C, C)) * (rng.random((C, C)) < 0.8)
            yield 10 ** rng.uniform(-6, 6, (C, C))
    yield from (m * 0.1 for m in extreme(rng))
    yield from (m / 3 for m in extreme(rng))


SOURCES = {"small": small, "large": large, "extreme": extreme, "weights": weights}

SLOW = ("large", "weights")
"""Left to `make test-all`: small and extreme matrices find the same mistakes of a formula, and of its rounding."""


def each_of(*sources):
    """Return the sources of matrices as parameters of a test."""
    return pytest.mark.parametrize(
        "source", [pytest.param(name, marks=pytest.mark.slow) if name in SLOW else name for name in sources]
    )


def cases(source):
    return SOURCES[source](np.random.default_rng(20261115))


def distance(ours, exact):
    """Return the absolute and the relative error of a float."""
    if exact is None:
        assert np.isnan(ours)
        return 0.0, 0.0
    assert np.isfinite(ours)
    gap = abs(Decimal(float(ours)) - decimal(exact))
    return float(gap), float(gap / abs(decimal(exact))) if exact else (0.0 if gap == 0 else np.inf)


def test_every_metric_is_checked():
    assert sorted(metric.id for metric in METRICS) == sorted(RATES + AVERAGES + WHOLE)


@pytest.fixture(autouse=True)
def digits():
    with localcontext() as context:
        context.prec = DIGITS
        yield


@pytest.mark.parametrize("policy", ["worst", "exclude"])
@each_of(*SOURCES)
@pytest.mark.parametrize("name", RATES)
def test_rates(name, source, policy):
    for m in cases(source):
        c = Counts(m.tolist(), policy)
        for i, value in enumerate(sy.metrics[name](m, undefined=policy)):
            absolute, relative = distance(value, rate_of(name, c, i))
            assert min(absolute, relative) <= ABSOLUTE, m  # relative where odds are large
            assert relative <= RELATIVE or name in SUBTRACTED, m


@pytest.mark.parametrize("beta", [0.5, 2, 3])
@each_of(*SOURCES)
def test_f_with_other_betas(beta, source):
    for m in cases(source):
        c = Counts(m.tolist(), "worst")
        for i, value in enumerate(sy.metrics.f(m, beta=beta)):
            assert distance(value, value_of("f", c, i, beta=beta))[1] <= RELATIVE
        phi = [Fraction(1)] * c.C
        for name in ("mean_f", "f_of_averages"):
            assert distance(sy.metrics[name](m, beta=beta), value_of(name, c, phi, beta=beta))[0] <= ABSOLUTE


@pytest.mark.parametrize("policy", ["worst", "exclude"])
@each_of(*SOURCES)
@pytest.mark.parametrize("name", AVERAGES)
def test_averages(name, source, policy):
    rng = np.random.default_rng(7)
    for m in cases(source):
        c = Counts(m.tolist(), policy)
        for phi in (np.ones(c.C), rng.random(c.C), 10 ** rng.uniform(-6, 0, c.C), np.arange(c.C, dtype=float)):
            exact = value_of(name, c, [Fraction(x) for x in phi.tolist()])
            ours = sy.metrics[name](m, importance=phi, undefined=policy)
            assert distance(ours, exact)[0] <= ABSOLUTE, (m, phi)


@each_of(*SOURCES)
@pytest.mark.parametrize("name", WHOLE)
def test_metrics_of_the_whole(name, source):
    for m in cases(source):
        absolute, relative = distance(sy.metrics[name](m), value_of(name, Counts(m.tolist())))
        assert min(absolute, relative) <= ABSOLUTE, m  # relative where a cost ratio is large


@each_of("small", "large", "weights")
@pytest.mark.parametrize("name", WHOLE)
def test_metrics_of_the_whole_at_other_class_shares(name, source):
    rng = np.random.default_rng(11)
    for m in cases(source):
        for phi in (np.ones(len(m)), rng.random(len(m)), 10 ** rng.uniform(-6, 0, len(m))):
            c = at_shares(m.tolist(), [Fraction(x) for x in phi.tolist()])
            exact = None if c is None else value_of(name, c)
            absolute, relative = distance(sy.metrics[f"{name} at importance"](m, importance=phi), exact)
            assert min(absolute, relative) <= ABSOLUTE, (m, phi)


@each_of(*SOURCES)
def test_costs(source):
    rng = np.random.default_rng(13)
    for m in cases(source):
        costs = rng.integers(0, 9, m.shape) / 4
        for name in ("expected_cost", "cost_ratio"):
            absolute, relative = distance(
                sy.metrics[name](m, costs=costs), value_of(name, Counts(m.tolist()), costs=costs.tolist())
            )
            assert min(absolute, relative) <= ABSOLUTE, (m, costs)


@each_of(*SOURCES)
def test_linear_distance(source):
    for m in cases(source):
        exact = value_of("weighted_kappa", Counts(m.tolist()), distance="linear")
        assert distance(sy.metrics.weighted_kappa(m, distance="linear"), exact)[0] <= ABSOLUTE, m


def test_the_usual_formula_would_not_do():
    """n·Σtp − Σt·p in floats has lost all but four digits where ours is exact: why MCC and kappa sum tp·tn − fn·fp."""
    m = np.array([[10**12, 10**6], [10**6, 2]])
    t, p, n = m.sum(axis=1).astype(float), m.sum(axis=0).astype(float), float(m.sum())
    usual = (n * np.trace(m) - t @ p) / np.sqrt((n**2 - p @ p) * (n**2 - t @ t))
    exact = float(value_of("mcc", Counts(m.tolist())))
    assert abs(usual - exact) > 5e-11
    assert sy.metrics.mcc(m) == pytest.approx(exact, abs=ABSOLUTE)
