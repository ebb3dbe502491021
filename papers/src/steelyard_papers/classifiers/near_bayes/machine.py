"""A support vector machine whose two sides have margins of their own, by scikit-learn's, whose margins are 1."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import SVC

from steelyard_papers.classifiers.near_bayes.sides import Sides

if TYPE_CHECKING:
    from numpy.typing import NDArray

NEARLY = 1e-9
"""An α that is so near to a bound, as a share of it, is at the bound: what is left is rounding."""


class Machine(NamedTuple):
    """A trained machine: scikit-learn's, and b of the decision value Σ y_i·α_i·k(x_i, x) + b."""

    svc: Any
    offset: float

    @property
    def steps(self) -> int:
        """Return how many pairs of items were moved in training."""
        return int(self.svc.n_iter_[0])

    @property
    def finished(self) -> bool:
        """Return whether training came to its end within the steps it may take."""
        return int(self.svc.fit_status_) == 0

    def signed(self, items: int) -> NDArray[np.float64]:
        """Return y_i·α_i of each of so many items."""
        return _signed(self.svc, items)

    def values(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the decision values of items."""
        return _without_offset(self.svc, X) + self.offset


def machine(
    X: NDArray[np.float64],
    given: Sides,
    *,
    gamma: float | None = None,
    tolerance: float,
    most: int = -1,
    megabytes: float = 200,
) -> Machine:
    """Minimise ½‖w‖² + Σ a_i·ξ_i with y_i·(w·φ(x_i) + b) ≥ P_i − ξ_i, where the margins P of the two sides sum to 1.

    In the dual, Σ P_i·α_i is to be large. As Σ y_i·α_i = 0 and the margins sum to 1, that is ½·Σ α_i: the dual of
    margins of ½, which is scikit-learn's with α and a twice as large. So w is half of that, and where scikit-learn's
    free items are at ±1, ½·g(x) is at ±½ and must be at P and P − 1: b has P − ½ more, P being that of the side of +1.
    Where no item is free, as with a small C, every b between two ends is as good, and the middle is taken.

    Parameters
    ----------
    X
        The items.
    given
        y_i, P_i and a_i of each.
    gamma
        γ of exp(−γ‖x − z‖²); without it the kernel is linear.
    tolerance
        By how much margins of free support vectors may be off.
    most
        How many steps there may be; −1: as many as it takes.
    megabytes
        How much memory kernel values may take.

    Examples
    --------
    Items at 1 and −1, margins ¾ and ¼: the line through both is x/2 + ¼.

    >>> given = Sides(np.array([1.0, -1.0]), np.array([0.75, 0.25]), np.array([9.0, 9.0]))
    >>> found = machine(np.array([[1.0], [-1.0]]), given, tolerance=1e-6)
    >>> found.values(np.array([[1.0], [-1.0], [3.0]])).round(4)
    array([ 0.75, -0.25,  1.75])
    """
    kernel = {"kernel": "linear"} if gamma is None else {"kernel": "rbf", "gamma": gamma}
    # Decision values of scikit-learn are twice as large, and so is what they may be off.
    svc = SVC(C=1.0, tol=2 * tolerance, max_iter=most, cache_size=megabytes, **kernel)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # `finished` says so
        svc.fit(X, given.signs, sample_weight=2 * given.penalties)
    return Machine(svc, _offset(svc, X, given))


def _signed(svc: Any, items: int) -> NDArray[np.float64]:
    result = np.zeros(items)
    result[svc.support_] = svc.dual_coef_[0] / 2
    return result


def _without_offset(svc: Any, X: NDArray[np.float64]) -> NDArray[np.float64]:
    decided: NDArray[np.float64] = svc.decision_function(X)
    return (decided - svc.intercept_[0]) / 2


def _offset(svc: Any, X: NDArray[np.float64], given: Sides) -> float:
    """Return b: what free items lack to their margins or, without any, the middle of what is optimal.

    Scikit-learn's own b is not taken: it would come from an item that rounding alone leaves beside its bound.
    """
    alpha = given.signs * _signed(svc, len(X))
    above = alpha > NEARLY * np.minimum(given.penalties, alpha.max())  # beside a large a, all α look like nothing
    below = given.penalties - alpha > NEARLY * given.penalties
    lacking = given.signs * given.margins - _without_offset(svc, X)
    if (above & below).any():
        return float(lacking[above & below].mean())
    plus = given.signs > 0
    can_rise, can_fall = np.where(plus, below, above), np.where(plus, above, below)
    return float((lacking[can_rise].max() + lacking[can_fall].min()) / 2)
