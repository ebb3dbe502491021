"""What a metric's body looks at: one block of matrices, its sums, the class relevances, and how to average.

All quantities keep a class axis, of length 1 where they belong to the whole matrix, so that they combine without
indexing: `t`, `p`, `tp` have shape (..., C); `n` and `total(x)` have shape (..., 1).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, Protocol

import numpy as np

from steelyard.counts.class_shares import row_factors
from steelyard.type_names import Floats as Floats  # noqa: PLC0414 - what a metric's body is written with

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.measuring.parameters import PairValues


Policy = Literal["worst", "exclude", "zero", "nan", "raise"]
DEFAULT_POLICY: Policy = "worst"
"""What becomes of an undefined rate if nobody says: what the model did or failed to do counts as the worst, what the
data lack leaves (decision 0002)."""


def policy_of_rates(policy: Policy) -> Policy:
    """Return how a class's own rate is shown: undefined if it is, unless the model's failure counts as the worst."""
    return "worst" if policy == "worst" else "exclude"


class UndefinedWhere(Protocol):
    """When a rate is undefined, and whose doing that is: a `Condition`."""

    def where(self, c: View, values: Floats, /) -> NDArray[np.bool_]: ...
    def given_up(self, c: View, values: Floats, sign: int, /) -> NDArray[np.bool_]: ...


class Rate(Protocol):
    """What an average needs of the rate that it averages: of a `Metric`."""

    @property
    def body(self) -> Callable[..., Floats]: ...
    @property
    def undefined(self) -> UndefinedWhere: ...
    @property
    def sign(self) -> int: ...
    def worst(self, relevance: Floats, arguments: Mapping[str, Any], /) -> Any: ...


class View:
    """Counts as a metric's body sees them.

    Attributes
    ----------
    m
        The cells: items of true class i (second-last axis) predicted as class j (last axis).
    t, p, tp, n
        Support, predicted, hits, and all items.
    fn, fp, tn
        Misses, false alarms and true negatives of each class against the rest.
    C
        The number of classes.
    relevance
        φ of each class; `mean` weighs by it.
    left, given_up
        Classes whose rate is undefined in an average, relevant or not; and those of them that the model gave up, which
        take the worst value under "worst". Filled by `mean`.
    lost
        Which classes have a share but no items, after rescaling to other class shares.
    """

    shortcut = True
    """Whether averages may look if anything is undefined at all. A recorder of bodies, which has no data to look at,
    sets it to False; both ways give the same values."""

    def __init__(self, m: Floats, relevance: Floats, policy: Policy, *, whole_numbers: bool) -> None:
        self.m = m
        self.C: int = relevance.shape[-1]
        self.relevance = relevance
        self.policy = policy
        self.whole_numbers = whole_numbers
        self.left: NDArray[np.bool_] | None = None
        self.given_up: NDArray[np.bool_] | None = None
        self.lost: NDArray[np.bool_] | None = None
        self._at_stated: tuple[Floats, View] | None = None

    @property
    def stack(self) -> tuple[int, ...]:
        """The shape of the block; () for a single matrix. Many sets of relevances at once stretch it."""
        weightings = self.relevance.shape[:-1]
        return np.broadcast_shapes(self.m.shape[:-2], weightings) if weightings else self.m.shape[:-2]

    def at_scale(self, factors: Floats) -> View:
        """Return the block with each row multiplied by its factor."""
        return View(self.m * self.of_row(factors), self.relevance, self.policy, whole_numbers=False)

    @cached_property
    def at_importance(self) -> View:
        """The block with class shares equal to the weights; classes without items that should have some are lost."""
        return self._at(self.relevance / self.total(self.relevance))

    def at_shares(self, shares: Floats) -> View:
        """Return the block at class shares, made once for all metrics that are taken at the same ones."""
        if self._at_stated is None or self._at_stated[0] is not shares:
            self._at_stated = shares, self._at(shares)
        return self._at_stated[1]

    def _at(self, shares: Floats) -> View:
        rescaled = self.at_scale(row_factors(shares, self.t, self.n))
        rescaled.shortcut = self.shortcut
        lost = (self.t == 0) & (shares > 0)
        rescaled.lost = None if self.shortcut and not lost.any() else lost
        return rescaled

    # The sums, each computed once for all metrics.

    @cached_property
    def t(self) -> Floats:
        return self.row_sum(self.m)

    @cached_property
    def p(self) -> Floats:
        return self.column_sum(self.m)

    @cached_property
    def tp(self) -> Floats:
        return self.diagonal(self.m)

    @cached_property
    def n(self) -> Floats:
        return self.total(self.t)

    @cached_property
    def fn(self) -> Floats:
        return self.t - self.tp if self.whole_numbers else self.row_sum(self.errors)

    @cached_property
    def fp(self) -> Floats:
        return self.p - self.tp if self.whole_numbers else self.column_sum(self.errors)

    @cached_property
    def tn(self) -> Floats:
        if self.whole_numbers:
            return self.t_rest - self.fp
        return self.column_sum(self.off_diagonal(self.rest(self.m)))

    @cached_property
    def t_rest(self) -> Floats:
        """Items of all other classes: n − t."""
        return self.rest(self.t)

    @cached_property
    def p_rest(self) -> Floats:
        """Items predicted as another class: n − p."""
        return self.rest(self.p)

    @cached_property
    def errors(self) -> Floats:
        """The cells with the diagonal set to 0."""
        return self.off_diagonal(self.m)

    @cached_property
    def chance_corrected_hits(self) -> Floats:
        """n·Σtp − Σt·p, the numerator of MCC and kappa, as Σ(tp·tn − fn·fp).

        The second form has smaller terms: at n = 10⁹ the first loses all digits of a small difference.
        """
        return self.total(self.tp * self.tn - self.fn * self.fp)

    @cached_property
    def attracted(self) -> Floats:
        """Σ_i m_ij/t_i: what the predictions of a class would be if each class had one item."""
        return self.column_sum(self.m / self.of_row(self.t))

    @cached_property
    def attracted_wrongly(self) -> Floats:
        """The same of the other classes' items: Σ_{i≠j} m_ij/t_i."""
        return self.column_sum(self.errors / self.of_row(self.t))

    # Sums over classes and cells.

    def total(self, x: NDArray[Any]) -> Floats:
        """Sum over the classes."""
        return x.sum(axis=-1, keepdims=True)

    def least(self, x: NDArray[Any]) -> Floats:
        """The least over the classes."""
        return x.min(axis=-1, keepdims=True)

    def any(self, x: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Whether something holds for any class."""
        held: NDArray[np.bool_] = np.any(x, axis=-1, keepdims=True)
        return held

    def rest(self, x: Floats) -> Floats:
        """For each class, the sum over all other classes."""
        if self.whole_numbers:  # exact up to 2⁵³
            return self.total(x) - x
        # Weights: subtracting cancels only for a class that holds more than half; its rest is summed without it. (For
        # the same reason fn, fp and tn are sums.)
        total = self.total(x)
        most = x > total / 2
        return np.where(most, self.total(np.where(most, 0.0, x)), total - x)

    def only(self, x: Floats) -> NDArray[np.bool_]:
        """For each class, whether x is 0 for all other classes."""
        positive = x > 0
        return self.total(positive) - positive == 0

    def column_rest(self, cells: Floats) -> Floats:
        """For each cell, the sum of the other cells of its column."""
        return np.swapaxes(self.rest(np.swapaxes(cells, -1, -2)), -1, -2)

    def row_sum(self, cells: Floats) -> Floats:
        """Sum cells over the predictions: one value per true class."""
        return cells.sum(axis=-1)

    def column_sum(self, cells: Floats) -> Floats:
        """Sum cells over the truth: one value per predicted class."""
        return cells.sum(axis=-2)

    def of_empty_cells(self, x: Floats) -> Floats:
        """For each true class, the sum of a value per predicted class over its cells that are 0."""
        return self.row_sum(self.of_column(x) * (self.m == 0))

    def cell_sum(self, cells: Floats) -> Floats:
        """Sum over all cells."""
        return self.total(self.row_sum(cells))

    def diagonal(self, cells: Floats) -> Floats:
        """The cells where truth and prediction agree."""
        return np.einsum("...ii->...i", cells)

    def off_diagonal(self, cells: Floats) -> Floats:
        """The cells, with 0 where truth and prediction agree."""
        return cells * (1 - np.eye(self.C))

    def of_row(self, x: Floats) -> Floats:
        """Spread a value per true class over the cells of its row."""
        return x[..., :, None]

    def of_column(self, x: Floats) -> Floats:
        """Spread a value per predicted class over the cells of its column."""
        return x[..., None, :]

    def of_pairs(self, values: PairValues) -> Floats:
        """A value per (truth, prediction), over the cells."""
        return values.array

    def summed_pairs(self, x: Floats, values: PairValues) -> Floats:
        """For each predicted class j, the sum of x_i·v_ij over the true classes."""
        return x @ values.array

    # Averages.

    def mean(self, rate: Rate, **parameters: Any) -> Floats:
        """Average a rate over the classes, weighted by relevance; undefined classes as the policy says."""
        worst = rate.worst(self.relevance, parameters) if self.policy == "worst" else None
        return self.mean_of(rate.body(self, **parameters), rate.undefined, worst=worst, sign=rate.sign)

    def mean_of(
        self, values: Floats, undefined: UndefinedWhere, zero: float = 0.0, worst: Any = None, sign: int = 1
    ) -> Floats:
        """Average values, one per class, of which some may be undefined.

        `zero` is what stands for a rate of 0 where the values are not the rates themselves (log 0 for logarithms);
        `worst`, what stands for the worst rate, if that is not 0; `sign` is −1 if smaller rates are better.
        """
        relevant = self.relevance > 0
        out = undefined.where(self, values)
        if self.shortcut and relevant.all() and not out.any():
            return self.total(values * self.relevance) / self.total(self.relevance)
        self.left = _either(self.left, out)
        # One mask after the other: together they may lie in memory in another order than the values, and sums then add
        # in another order (decision 0008).
        kept = np.where(out, 0.0, values)
        if self.policy == "worst":
            given_up = out & undefined.given_up(self, values, sign)
            self.given_up = _either(self.given_up, given_up)
            values = np.where(relevant, np.where(given_up, zero if worst is None else worst, kept), 0.0)
            return self.total(values * self.relevance) / self.total(self.relevance * (~out | given_up))
        if self.policy == "zero":
            values = np.where(relevant, np.where(out, zero, kept), 0.0)
            return self.total(values * self.relevance) / self.total(self.relevance)
        values = np.where(relevant, kept, 0.0)  # 0 times log 0 must not be NaN
        average = self.total(values * self.relevance) / self.total(self.relevance * ~out)
        return average if self.policy == "exclude" else np.where(self.any(relevant & out), np.nan, average)


def _either(first: NDArray[np.bool_] | None, second: NDArray[np.bool_]) -> NDArray[np.bool_]:
    return second if first is None else first | second


# Three pieces of arithmetic that bodies share; plain NumPy, so that a body can be recorded and replayed.


def ratio(a: NDArray[Any], b: NDArray[Any]) -> NDArray[np.float64]:
    """Return a/b, and 0 where b is 0, for quotients whose numerator vanishes with the denominator."""
    quotient: NDArray[np.float64] = a / (b + (b == 0))
    return quotient


def harmonic(P: NDArray[Any], R: NDArray[Any], beta: float) -> NDArray[np.float64]:
    """Return the F_β mean of a precision and a recall; 0 if both are 0."""
    return ratio((1 + beta**2) * P * R, beta**2 * P + R)


def entropy_term(x: NDArray[Any], rest: NDArray[Any]) -> NDArray[np.float64]:
    """Return x·log((x + rest)/x), and 0 where x is 0.

    log1p keeps the relative precision when x is nearly everything: for x = 10¹² and rest = 1, log(x/(x+1)) loses
    twelve digits.
    """
    term: NDArray[np.float64] = x * np.log1p(rest / (x + (x == 0)))
    return term
