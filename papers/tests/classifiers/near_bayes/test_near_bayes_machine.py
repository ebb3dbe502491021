"""The machine with margins of its own: what another solver found, and closed forms."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.datasets import load_breast_cancer, load_digits, load_wine
from sklearn.preprocessing import StandardScaler

from steelyard_papers.classifiers import NearBayesianSVM
from steelyard_papers.classifiers.near_bayes.machine import machine
from steelyard_papers.classifiers.near_bayes.sides import Sides

LOADED = {"breast cancer": load_breast_cancer, "digits": load_digits, "wine": load_wine}
MOST = np.array([30, 200, 60, 100])
"""How many of each class are trained on; the others are predicted."""

OF_OWN_SOLVER = json.loads((Path(__file__).parent / "own_solver.json").read_text(encoding="utf-8"))
"""What sequential minimal optimisation with a margin for each item gave, at a tolerance of 1e-8: written for this
problem and in double precision, it was here until scikit-learn's took its place. Labels of the items not trained on,
and some of their decision values."""


def skewed(name):
    """Return items to train on, their labels, and the others."""
    X, y = LOADED[name](return_X_y=True)
    X, y = X[y < 4], y[y < 4]
    X = StandardScaler().fit_transform(X)
    seen = np.array([(y[:i] == y[i]).sum() for i in range(len(y))])
    kept = seen < MOST[y]
    return X[kept], y[kept], X[~kept]


@pytest.mark.parametrize(
    "stored", OF_OWN_SOLVER, ids=lambda s: f"{s['data']}, {s['kernel']}, {s['C']:g}, costs: {bool(s['costs'])}"
)
def test_decisions_are_those_of_the_solver_written_for_this_problem(stored):
    X, y, others = skewed(stored["data"])
    costs = None if stored["costs"] is None else {int(label): cost for label, cost in stored["costs"].items()}
    model = NearBayesianSVM(stored["C"], kernel=stored["kernel"], costs=costs, tol=1e-5).fit(X, y)
    assert "".join(map(str, model.predict(others))) == stored["predicted"]
    values = model.decision_function(others).ravel()
    some = values[:: max(1, len(values) // 12)][:12]
    np.testing.assert_allclose(some, stored["values"], atol=5e-5)


@settings(max_examples=50)
@given(st.floats(0.1, 10), st.floats(0.01, 0.99), st.floats(0.01, 100), st.floats(0.01, 100))
def test_two_items_have_a_closed_form(apart, margin, most_first, most_second):
    """Both margins are kept by a slope of 1/apart, unless a bound allows less: α ≤ a, and w = α·apart."""
    given = Sides(np.array([1.0, -1.0]), np.array([margin, 1 - margin]), np.array([most_first, most_second]))
    found = machine(np.array([[apart], [0.0]]), given, tolerance=1e-7)
    alpha = min(1 / apart**2, most_first, most_second)
    np.testing.assert_allclose(found.signed(2), [alpha, -alpha], rtol=1e-5)
    first, second = found.values(np.array([[apart], [0.0]]))
    assert first - second == pytest.approx(alpha * apart**2, rel=1e-5)
    if alpha == 1 / apart**2:
        assert (first, second) == pytest.approx((margin, margin - 1), abs=1e-5)
