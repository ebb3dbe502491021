"""The near-Bayesian support vector machine as a scikit-learn classifier."""

from __future__ import annotations

import math
import warnings
from numbers import Real
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted

from steelyard_papers.checks import whole_number
from steelyard_papers.classifiers.finite import new_items, training_items
from steelyard_papers.classifiers.near_bayes.machine import Machine, machine
from steelyard_papers.classifiers.near_bayes.sides import relative_costs, sides
from steelyard_papers.classifiers.targets import targets

if TYPE_CHECKING:
    from numpy.typing import NDArray


SQUARABLE = (1e-150, 1e150)
"""Numbers whose squares, and sums of squares, are neither 0 nor infinite."""


class NearBayesianSVM(ClassifierMixin, BaseEstimator):
    """The near-Bayesian support vector machine of Datta & Das 2015, for classes of unequal size and cost.

    Each item must keep a margin as large as its class's share P of the items, so that the boundary moves towards the
    rare class, as Bayes' rule has it; what is missing to the margin is penalised by C/P, so that all items of a class
    together weigh what those of another do:

        minimise ½‖w‖² + C·Σ ξ_i/P_i  subject to  y_i·(w·φ(x_i) + b) ≥ P_i − ξ_i,  ξ_i ≥ 0.

    Several classes are taken one against the rest, P being the share of the class and of the rest; the largest
    decision value decides.

    Parameters
    ----------
    C
        The penalty: the larger, the closer the boundary follows the training items.
    kernel
        "rbf", exp(−γ‖x − z‖²), or "linear".
    gamma
        γ of "rbf": a number above 0; "scale", 1 / (features × variance of X); or "auto", 1 / features.
    costs
        What it costs to miss an item of each class, as {class: cost} that names every class; None: all alike. Only
        their ratios matter. A dearer class is missed less; see the notes.
    tol
        When training stops: the margins of the support vectors that are not at their bounds are as far from P at most.
        The margins of two sides sum to 1. Kernel values have single precision: less than 1e-6 may not be reached.
    max_iter
        How many steps training may take, for each class against the rest; a `ConvergenceWarning` says if they were not
        enough.
    cache_size
        How many megabytes of kernel values to keep in memory.

    Attributes
    ----------
    classes_
        The classes.
    margins_
        The margin P of each class: its share of the items or, with costs, of all their costs. That of the rest, or of
        the other class, is 1 − P.
    support_, support_vectors_
        The places of the support vectors among the training items, in ascending order, and these items.
    dual_coef_
        y_i·α_i of the support vectors: one row for two classes, else one per class.
    intercept_
        b, likewise.
    coef_
        w, likewise; for the linear kernel only.
    gamma_
        The γ used; None for the linear kernel.
    n_iter_
        How many steps training took, likewise.
    n_features_in_, feature_names_in_
        As scikit-learn has them.

    Notes
    -----
    *Costs.* The margins are P_j ∝ cost_j·n_j, and the penalty of an item is C · its cost / the share of its side, with
    costs scaled to 1 on average over the items. With equal costs that is C/P, the definition itself. The definition
    taken to the letter would have C/P_j with costs too, ∝ 1/(cost_j·n_j): where classes overlap, the penalties decide
    more than the margins, and the dearer class would be predicted *less*. The authors' program leaves the costs out of
    the penalties, so that a dear class gains by its margin only. Here it gains by both, which may go further than
    Bayes' rule would: take costs as a direction, and try several. The penalties make classes count alike, however
    rare, and the costs count on top of that: a cost that already says how rare a class is would say it twice.

    *Kinship.* As Σ y_i·α_i = 0 and the two margins sum to 1, Σ P_i·α_i = ½·Σ α_i: with equal costs, the decision value
    of two classes is ½·g(x) + P − ½, where P is the margin of the second class and g the decision value of
    scikit-learn's `SVC(C=4 * C, class_weight="balanced")`. The shift P − ½ is what makes it near-Bayesian. With costs,
    g is that of `SVC(C=1)` with the weight of each item twice its penalty, and this is how it is trained.

    *Name.* The authors write NBSVM, by which most people mean another classifier: naive Bayes features in a support
    vector machine for texts (Wang & Manning 2012).

    Training compares the distances of items, so features should have like scales (`StandardScaler`).

    References
    ----------
    S. Datta and S. Das, Near-Bayesian support vector machines for imbalanced data classification with equal or unequal
    misclassification costs, Neural Networks 70 (2015) 39–52.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> from sklearn.pipeline import make_pipeline
    >>> from sklearn.preprocessing import StandardScaler
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> X = X[:, :10]  # the means; class 0 is malignant
    >>> model = make_pipeline(StandardScaler(), NearBayesianSVM()).fit(X[:400], y[:400])
    >>> model[-1].margins_
    array([0.4325, 0.5675])
    >>> missed = (y[400:] == 0) & (model.predict(X[400:]) == 1)
    >>> int(missed.sum())
    1
    >>> model.set_params(nearbayesiansvm__costs={0: 2, 1: 1}).fit(X[:400], y[:400])[-1].margins_.round(4)
    array([0.6038, 0.3962])
    >>> missed = (y[400:] == 0) & (model.predict(X[400:]) == 1)
    >>> int(missed.sum())
    0
    """

    def __init__(
        self,
        C: float = 1.0,
        *,
        kernel: str = "rbf",
        gamma: Any = "scale",
        costs: Any = None,
        tol: float = 1e-4,
        max_iter: int = 10_000_000,
        cache_size: float = 200,
    ) -> None:
        self.C = C
        self.kernel = kernel
        self.gamma = gamma
        self.costs = costs
        self.tol = tol
        self.max_iter = max_iter
        self.cache_size = cache_size

    def fit(self, X: Any, y: Any) -> Self:
        """Train on items and their labels."""
        self._refuse_odd_settings()
        X, y = training_items(self, X, y)
        _refuse_not_squarable(X, SQUARABLE[0])
        given = targets(y)
        # Neither kernel's solution changes when all items move together; near 0 their differences are not rounded off.
        self._centre = X.mean(axis=0)
        self.gamma_ = self._gamma_for(X)
        sizes = np.bincount(given.positions)
        costs = relative_costs(self.costs, given.classes, sizes)
        self._machines = self._trained(X - self._centre, given.positions, costs)
        signed = np.array([each.signed(len(X)) for each in self._machines])
        self.classes_ = given.classes
        self.margins_ = costs * sizes / len(X)
        self.support_ = np.flatnonzero(signed.any(axis=0))
        self.support_vectors_ = X[self.support_]
        self.dual_coef_ = signed[:, self.support_]
        self.intercept_ = np.array([each.offset for each in self._machines])
        self.n_iter_ = np.array([each.steps for each in self._machines])
        self.__dict__.pop("coef_", None)  # of an earlier fit, perhaps with the other kernel
        if self.gamma_ is None:
            self.coef_ = self.dual_coef_ @ (self.support_vectors_ - self._centre)
            self.intercept_ -= self.coef_ @ self._centre
        return self

    def decision_function(self, X: Any) -> NDArray[np.float64]:
        """Return w·φ(x) + b of each item: of two classes above 0 for the second one, of more one value per class."""
        check_is_fitted(self)
        X = new_items(self, X)
        _refuse_not_squarable(X)
        if self.gamma_ is None:
            values = X @ self.coef_.T + self.intercept_
        else:
            values = np.column_stack([each.values(X - self._centre) for each in self._machines])
        return values[:, 0] if len(self.classes_) == 2 else values

    def predict(self, X: Any) -> NDArray[Any]:
        """Return the class of each item."""
        values = self.decision_function(X)
        return self.classes_[(values > 0).astype(np.intp) if values.ndim == 1 else values.argmax(axis=1)]

    def _trained(
        self, X: NDArray[np.float64], positions: NDArray[np.intp], costs: NDArray[np.float64]
    ) -> list[Machine]:
        """Return the machine of each class against the rest; of two classes, of the second one only."""
        result = [
            machine(
                X,
                sides(positions == place, costs[positions], float(self.C)),
                gamma=self.gamma_,
                tolerance=float(self.tol),
                most=int(self.max_iter),
                megabytes=float(self.cache_size),
            )
            for place in (range(len(costs)) if len(costs) > 2 else [1])
        ]
        if not all(each.finished for each in result):
            warnings.warn(
                f"NearBayesianSVM stopped after max_iter = {self.max_iter} steps, before the margins were right to "
                f"tol = {self.tol:g}; scale the features, or raise max_iter or tol.",
                ConvergenceWarning,
                stacklevel=3,
            )
        return result

    def _gamma_for(self, X: NDArray[np.float64]) -> float | None:
        """Return γ as scikit-learn has it; None for the linear kernel."""
        if self.kernel == "linear":
            return None
        if not isinstance(self.gamma, str):
            return float(self.gamma)
        variance = X.var() if self.gamma == "scale" else 1.0
        return float(1 / (X.shape[1] * variance)) if variance > 0 else 1.0

    def _refuse_odd_settings(self) -> None:
        for name in ("C", "tol", "cache_size"):
            _refuse_not_above_zero(name, getattr(self, name), "a finite number above 0")
        whole_number(self.max_iter, "max_iter", 1)
        if not (isinstance(self.kernel, str) and self.kernel in {"linear", "rbf"}):
            raise ValueError(f'kernel must be "rbf" or "linear", not {self.kernel!r}.')
        if not (isinstance(self.gamma, str) and self.gamma in {"scale", "auto"}):
            _refuse_not_above_zero("gamma", self.gamma, 'a finite number above 0, "scale" or "auto"')


def _refuse_not_above_zero(name: str, number: Any, accepted: str) -> None:
    try:
        size = float(number) if isinstance(number, Real) and not isinstance(number, bool) else math.nan
    except OverflowError:
        size = math.inf
    if not 0 < size < math.inf:
        raise ValueError(f"{name} must be {accepted}, not {number!r}.")


def _refuse_not_squarable(X: NDArray[np.float64], least: float = 0.0) -> None:
    largest = float(np.abs(X).max())
    if largest > SQUARABLE[1] or 0 < largest < least:
        raise ValueError(
            f"the largest number of X is {largest:.3g} in size, and its square beyond what a computer's numbers "
            "hold; scale the features."
        )
