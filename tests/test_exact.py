"""Every metric against a second implementation in exact rationals and 60-digit logarithms and roots.

The formulas here are written from METRICS and the papers, item by item, without regard to rounding. They say how
exact the library's floats are: `ABSOLUTE` everywhere, `RELATIVE` where nothing is subtracted.
"""

from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest

import steelyard as sy

ABSOLUTE = 2e-14
RELATIVE = 2e-14
DIGITS = 60


# Numbers: a Fraction where possible, a Decimal where roots or logarithms come in.


def decimal(x):
    if isinstance(x, Decimal):
        return x
    x = Fraction(x)
    return Decimal(x.numerator) / Decimal(x.denominator)


def root(x):
    return decimal(x).sqrt()


def entropy(shares):
    return -sum((decimal(x) * decimal(x).ln() for x in shares if x > 0), Decimal(0))


# The rates; None where undefined.


class Counts:
    """Cells, supports, predictions and hits, as the papers write them."""

    def __init__(self, m):
        self.m = [[Fraction(x) for x in row] for row in m]
        self.C = len(self.m)
        self.t = [sum(row) for row in self.m]
        self.p = [sum(column) for column in zip(*self.m, strict=True)]
        self.n = sum(self.t)
        self.tp = [self.m[i][i] for i in range(self.C)]
        self.T = sum(self.tp)


def over(a, b):
    return None if b == 0 else a / b


def both(a, b, combine):
    return None if a is None or b is None else combine(a, b)


def recall(c, i):
    return over(c.tp[i], c.t[i])


def precision(c, i):
    return over(c.tp[i], c.p[i])


def specificity(c, i):
    return over(c.n - c.t[i] - c.p[i] + c.tp[i], c.n - c.t[i])


def npv(c, i):
    return over(c.n - c.t[i] - c.p[i] + c.tp[i], c.n - c.p[i])


def rest_recall(c, i):
    return over(c.T - c.tp[i], c.n - c.t[i])


def f(c, i, beta=1):
    beta = Fraction(beta)
    return over((1 + beta**2) * c.tp[i], beta**2 * c.t[i] + c.p[i])


def mean_of_two(a, b):
    return both(a, b, lambda x, y: (x + y) / 2)


def geometric(a, b):
    return both(a, b, lambda x, y: root(x * y))


def minus_1(a, b):
    return both(a, b, lambda x, y: x + y - 1)


def mprecision(c, i):
    if 0 in c.t:
        return None
    return over(c.tp[i] / c.t[i], sum(c.m[j][i] / c.t[j] for j in range(c.C)))


def exact_class_accuracy(c, i):
    return over(c.T, c.T + (c.p[i] - c.tp[i]) + (c.t[i] - c.tp[i]))


RATES = {
    "recall": recall,
    "precision": precision,
    "specificity": specificity,
    "npv": npv,
    "rest_recall": rest_recall,
    "f": f,
    "g_score": lambda c, i: geometric(precision(c, i), recall(c, i)),
    "class_g_mean": lambda c, i: geometric(recall(c, i), specificity(c, i)),
    "auroc": lambda c, i: mean_of_two(recall(c, i), specificity(c, i)),
    "aurpc": lambda c, i: mean_of_two(recall(c, i), precision(c, i)),
    "mprecision": mprecision,
    "maurpc": lambda c, i: mean_of_two(recall(c, i), mprecision(c, i)),
    "balance": lambda c, i: over(c.tp[i], max(c.t[i], c.p[i])),
    "class_accuracy": lambda c, i: over(c.n - c.t[i] - c.p[i] + 2 * c.tp[i], c.n),
    "exact_class_accuracy": exact_class_accuracy,
    "jaccard": lambda c, i: over(c.tp[i], c.t[i] + c.p[i] - c.tp[i]),
    "informedness": lambda c, i: minus_1(recall(c, i), specificity(c, i)),
    "markedness": lambda c, i: minus_1(precision(c, i), npv(c, i)),
}

SUBTRACTED = {"informedness", "markedness"}
"""Near 0 only the absolute error is small: 1 is taken away."""


# Averages and what is built from them: functions of the counts and the relevances.


def average(rate, c, phi, **parameters):
    values = [RATES[rate](c, i, **parameters) for i in range(c.C)]
    kept = [i for i in range(c.C) if values[i] is not None and phi[i] > 0]
    if not kept:
        return None
    if any(isinstance(values[i], Decimal) for i in kept):
        return sum(decimal(phi[i]) * decimal(values[i]) for i in kept) / decimal(sum(phi[i] for i in kept))
    return sum(phi[i] * values[i] for i in kept) / sum(phi[i] for i in kept)


def macro_f(c, phi, beta=1):
    beta, P, R = Fraction(beta), average("precision", c, phi), average("recall", c, phi)
    if P is None or R is None:
        return None
    return Fraction(0) if P == R == 0 else (1 + beta**2) * P * R / (beta**2 * P + R)


def g_mean(c, phi):
    kept = [i for i in range(c.C) if c.t[i] and phi[i]]
    if not kept:
        return None
    if any(c.tp[i] == 0 for i in kept):
        return Fraction(0)
    return (sum(decimal(phi[i]) * decimal(recall(c, i)).ln() for i in kept) / decimal(sum(phi[i] for i in kept))).exp()


def auroc_ovo(c, phi):
    if 0 in c.t or c.C == 1:
        return None
    terms = [
        (1 + recall(c, i) - sum(c.m[j][i] / ((c.C - 1) * c.t[j]) for j in range(c.C) if j != i)) / 2 for i in range(c.C)
    ]
    return sum(w * term for w, term in zip(phi, terms, strict=True)) / sum(phi)


def nauroc_ova(c, phi):
    value = average("auroc", c, phi)
    present = sum(t > 0 for t in c.t)
    least = Fraction(present - 2, 2 * present) if present else None
    return None if value is None else (value - least) / (1 - least)


AVERAGES = {
    "balanced_accuracy": lambda c, phi: average("recall", c, phi),
    "macro_precision": lambda c, phi: average("precision", c, phi),
    "macro_specificity": lambda c, phi: average("specificity", c, phi),
    "mean_f": lambda c, phi, beta=1: average("f", c, phi, beta=beta),
    "cba": lambda c, phi: average("balance", c, phi),
    "average_accuracy": lambda c, phi: average("exact_class_accuracy", c, phi),
    "auroc_ova": lambda c, phi: average("auroc", c, phi),
    "aurpc_ova": lambda c, phi: average("aurpc", c, phi),
    "maurpc_ova": lambda c, phi: average("maurpc", c, phi),
    "macro_f": macro_f,
    "macro_g_score": lambda c, phi: geometric(average("precision", c, phi), average("recall", c, phi)),
    "macro_balanced_accuracy": lambda c, phi: mean_of_two(average("recall", c, phi), average("specificity", c, phi)),
    "g_mean": g_mean,
    "auroc_ovo": auroc_ovo,
    "nauroc_ova": nauroc_ova,
}


# Of the whole matrix.


def mcc(c):
    spread = (c.n**2 - sum(p**2 for p in c.p)) * (c.n**2 - sum(t**2 for t in c.t))
    numerator = c.n * c.T - sum(t * p for t, p in zip(c.t, c.p, strict=True))
    return None if spread == 0 else decimal(numerator) / root(spread)


def kappa(c):
    if c.n == 0:
        return None
    observed = c.T / c.n
    expected = sum(t * p for t, p in zip(c.t, c.p, strict=True)) / c.n**2
    return over(observed - expected, 1 - expected)


def weighted_kappa(c, power=2):
    cells = [(i, j) for i in range(c.C) for j in range(c.C)]
    observed = sum(abs(i - j) ** power * c.m[i][j] for i, j in cells) * c.n
    expected = sum(abs(i - j) ** power * c.t[i] * c.p[j] for i, j in cells)
    return None if expected == 0 else 1 - observed / expected


def rci(c):
    if sum(t > 0 for t in c.t) < 2:
        return None
    before = entropy(t / c.n for t in c.t)
    columns = zip(c.p, zip(*c.m, strict=True), strict=True)
    after = sum((decimal(p / c.n) * entropy(x / p for x in column) for p, column in columns if p), Decimal(0))
    return (before - after) / before


def confusion_entropy(c, involved, total):
    """Σ_j P_j·CEN_j of Branco et al.'s Table 1, with P_j = involved_j/total and P^j_ij = m_ij/involved_j."""
    if c.n == 0 or c.C == 1:
        return None
    base = Decimal(2 * (c.C - 1)).ln()
    value = Decimal(0)
    for j in range(c.C):
        if involved[j]:
            others = [k for k in range(c.C) if k != j]
            shares = [c.m[j][k] / involved[j] for k in others] + [c.m[k][j] / involved[j] for k in others]
            value += decimal(involved[j] / total) * entropy(shares) / base
    return value


def cen(c):
    return confusion_entropy(c, [t + p for t, p in zip(c.t, c.p, strict=True)], 2 * c.n)


def mcen(c):
    alpha = 0 if c.C == 2 else 1
    involved = [t + p - tp for t, p, tp in zip(c.t, c.p, c.tp, strict=True)]
    return confusion_entropy(c, involved, 2 * c.n - alpha * c.T)


def cost(c, costs):
    return sum(Fraction(costs[i][j]) * c.m[i][j] for i in range(c.C) for j in range(c.C))


def expected_cost(c, costs=None):
    return over(cost(c, plain_costs(c) if costs is None else costs), c.n)


def cost_ratio(c, costs=None):
    costs = plain_costs(c) if costs is None else costs
    return over(cost(c, costs), min(sum(Fraction(costs[i][j]) * c.t[i] for i in range(c.C)) for j in range(c.C)))


def plain_costs(c):
    return [[int(i != j) for j in range(c.C)] for i in range(c.C)]


WHOLE = {
    "accuracy": lambda c: over(c.T, c.n),
    "mcc": mcc,
    "kappa": kappa,
    "weighted_kappa": weighted_kappa,
    "rci": rci,
    "cen": cen,
    "mcen": mcen,
    "expected_cost": expected_cost,
    "cost_ratio": cost_ratio,
}


def at_priors(m, phi):
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


def test_every_metric_is_implemented_a_second_time():
    assert {metric.id for metric in sy.metrics.values() if metric.builtin} == {*RATES, *AVERAGES, *WHOLE}


@pytest.fixture(autouse=True)
def digits():
    with localcontext() as context:
        context.prec = DIGITS
        yield


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("name", RATES)
def test_rates(name, source):
    for m in cases(source):
        c = Counts(m.tolist())
        for i, value in enumerate(sy.metrics[name](m)):
            absolute, relative = distance(value, RATES[name](c, i))
            assert absolute <= ABSOLUTE, m
            assert relative <= RELATIVE or name in SUBTRACTED, m


@pytest.mark.parametrize("beta", [0.5, 2, 3])
@pytest.mark.parametrize("source", SOURCES)
def test_f_with_other_betas(beta, source):
    for m in cases(source):
        c = Counts(m.tolist())
        for i, value in enumerate(sy.metrics.f(m, beta=beta)):
            assert distance(value, f(c, i, beta))[1] <= RELATIVE
        phi = [Fraction(1)] * c.C
        for name in ("mean_f", "macro_f"):
            assert distance(sy.metrics[name](m, beta=beta), AVERAGES[name](c, phi, beta=beta))[0] <= ABSOLUTE


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("name", AVERAGES)
def test_averages(name, source):
    rng = np.random.default_rng(7)
    for m in cases(source):
        c = Counts(m.tolist())
        for phi in (np.ones(c.C), rng.random(c.C), 10 ** rng.uniform(-6, 0, c.C), np.arange(c.C, dtype=float)):
            exact = AVERAGES[name](c, [Fraction(x) for x in phi.tolist()])
            assert distance(sy.metrics[name](m, importance=phi), exact)[0] <= ABSOLUTE, (m, phi)


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("name", WHOLE)
def test_metrics_of_the_whole(name, source):
    for m in cases(source):
        absolute, relative = distance(sy.metrics[name](m), WHOLE[name](Counts(m.tolist())))
        assert min(absolute, relative) <= ABSOLUTE, m  # relative where a cost ratio is large


@pytest.mark.parametrize("source", ["small", "large", "weights"])
@pytest.mark.parametrize("name", WHOLE)
def test_metrics_of_the_whole_at_other_class_shares(name, source):
    rng = np.random.default_rng(11)
    for m in cases(source):
        for phi in (np.ones(len(m)), rng.random(len(m)), 10 ** rng.uniform(-6, 0, len(m))):
            c = at_priors(m.tolist(), [Fraction(x) for x in phi.tolist()])
            exact = None if c is None else WHOLE[name](c)
            absolute, relative = distance(sy.metrics[name](m, importance=phi), exact)
            assert min(absolute, relative) <= ABSOLUTE, (m, phi)


@pytest.mark.parametrize("source", SOURCES)
def test_costs(source):
    rng = np.random.default_rng(13)
    for m in cases(source):
        costs = rng.integers(0, 9, m.shape) / 4
        for name in ("expected_cost", "cost_ratio"):
            absolute, relative = distance(
                sy.metrics[name](m, costs=costs), WHOLE[name](Counts(m.tolist()), costs.tolist())
            )
            assert min(absolute, relative) <= ABSOLUTE, (m, costs)


@pytest.mark.parametrize("source", SOURCES)
def test_linear_distance(source):
    for m in cases(source):
        exact = weighted_kappa(Counts(m.tolist()), power=1)
        assert distance(sy.metrics.weighted_kappa(m, distance="linear"), exact)[0] <= ABSOLUTE, m


def test_the_usual_formula_would_not_do():
    """n·Σtp − Σt·p in floats has lost all but four digits where ours is exact: why MCC and kappa sum tp·tn − fn·fp."""
    m = np.array([[10**12, 10**6], [10**6, 2]])
    t, p, n = m.sum(axis=1).astype(float), m.sum(axis=0).astype(float), float(m.sum())
    usual = (n * np.trace(m) - t @ p) / np.sqrt((n**2 - p @ p) * (n**2 - t @ t))
    exact = float(mcc(Counts(m.tolist())))
    assert abs(usual - exact) > 5e-11
    assert sy.metrics.mcc(m) == pytest.approx(exact, abs=ABSOLUTE)
