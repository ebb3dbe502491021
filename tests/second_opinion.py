"""A second opinion on every metric: what it is, in exact fractions, and where it is undefined.

A metric's own test file holds it, as `exact` and `undefined`, written from METRICS and the papers and not from the
record; an average needs none, since both follow from its rate. A rate that a model can give up, as it gives up the
precision of a class that it never predicts, also says where, as `given_up`, and its `WORST` value if that is not 0.
Here is what they are written with, and who reads them.
"""

import importlib.util
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import steelyard as sy

CATALOGUE = Path(__file__).parent / "measuring" / "catalogue"

ASKED = {
    ("exact", "rate"): "def exact(c, i), its value for class i of the Counts c, None where undefined",
    ("exact", "combined"): "def exact(c, phi), its value for the Counts c and relevances phi, None where undefined",
    ("exact", "whole"): "def exact(c), its value for the Counts c, None where undefined",
    ("undefined", "rate"): "def undefined(m), for which classes of the matrix m it is undefined",
    ("undefined", "combined"): "def undefined(m), which classes of the matrix m leave it, a row per average if several",
    ("undefined", "whole"): "def undefined(m), whether it is undefined for the matrix m",
}


# What the test files say.


@cache
def said(name):
    """Return the metric's test file as a module, None without one."""
    path = CATALOGUE / f"test_{name}.py"
    if not path.exists():
        return None
    spec = importlib.util.spec_from_file_location(f"said_of_{name}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def asked(name, what):
    """Return `exact` or `undefined` of a metric's test file; fail if it is not there."""
    found = getattr(said(name), what, None)
    if found is None:
        missing, place = ASKED[what, sy.metrics[name].kind], f"tests/measuring/catalogue/test_{name}.py"
        pytest.fail(f"{place} needs a second opinion on {name}: {missing}.", pytrace=False)
    return found


def value_of(name, c, *of, **parameters):
    """Return a metric's exact value: of class i for a rate, at the relevances for what is built from averages."""
    rate = sy.metrics[name].average_of
    return average(rate, c, *of, **parameters) if rate else asked(name, "exact")(c, *of, **parameters)


def undefined_in(name, m):
    """Return where a metric is undefined: of each class, or a row of that per average, or of the whole."""
    return asked(sy.metrics[name].average_of or name, "undefined")(m)


# Numbers: a Fraction where possible, a Decimal where roots or logarithms come in, None where undefined.


def decimal(x):
    if isinstance(x, Decimal):
        return x
    x = Fraction(x)
    return Decimal(x.numerator) / Decimal(x.denominator)


def root(x):
    return decimal(x).sqrt()


def entropy(shares):
    return -sum((decimal(x) * decimal(x).ln() for x in shares if x > 0), Decimal(0))


def over(a, b):
    return None if b == 0 else a / b


def both(a, b, combine):
    return None if a is None or b is None else combine(a, b)


def mean_of_two(a, b):
    return both(a, b, lambda x, y: (x + y) / 2)


def geometric(a, b):
    return both(a, b, lambda x, y: root(x * y))


class Counts:
    """Cells, supports, predictions and hits, as the papers write them; and what becomes of undefined rates."""

    def __init__(self, m, policy="exclude"):
        self.policy = policy
        self.m = [[Fraction(x) for x in row] for row in m]
        self.C = len(self.m)
        self.t = [sum(row) for row in self.m]
        self.p = [sum(column) for column in zip(*self.m, strict=True)]
        self.n = sum(self.t)
        self.tp = [self.m[i][i] for i in range(self.C)]
        self.T = sum(self.tp)


def rate_of(name, c, i, **parameters):
    """Return a rate of class i as it counts: the worst, if the model gave the class up and the policy says so."""
    value = value_of(name, c, i, **parameters)
    if value is None and c.policy == "worst" and given_up_in(name, np.array(c.m))[i]:
        worst = getattr(said(name), "WORST", 0)
        return None if np.isnan(worst) else Fraction(worst)  # NaN: the worst has no bound
    return value


def given_up_in(name, m):
    """Return the classes of the matrix m whose rate is undefined through the model's doing."""
    found = getattr(said(name), "given_up", None)
    return per_class(m, condition=False) if found is None else found(m)


def average(rate, c, phi, **parameters):
    values = [rate_of(rate, c, i, **parameters) for i in range(c.C)]
    kept = [i for i in range(c.C) if values[i] is not None and phi[i] > 0]
    if not kept:
        return None
    if any(isinstance(values[i], Decimal) for i in kept):
        return sum(decimal(phi[i]) * decimal(values[i]) for i in kept) / decimal(sum(phi[i] for i in kept))
    return sum(phi[i] * values[i] for i in kept) / sum(phi[i] for i in kept)


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


def cost(c, costs):
    return sum(Fraction(costs[i][j]) * c.m[i][j] for i in range(c.C) for j in range(c.C))


def plain_costs(c):
    return [[int(i != j) for j in range(c.C)] for i in range(c.C)]


# Classes for which something is undefined, decided from which counts of the array m are zero.


def absent(m):
    return m.sum(axis=1) == 0


def unpredicted(m):
    return m.sum(axis=0) == 0


def never_although_there(m):
    """It has items and is never predicted."""
    return unpredicted(m) & ~absent(m)


def alone(m):
    """No other class has items."""
    t = m.sum(axis=1)
    return np.array([not np.delete(t, i).any() for i in range(len(t))])


def always(m):
    """No other class is predicted."""
    return alone(m.T)


def per_class(m, condition):
    return np.full(len(m), bool(condition))
