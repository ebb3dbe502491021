"""Tests of two models on the same items: McNemar's, whether they are right equally often.

Stuart and Maxwell's, whether they predict each class equally often.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from steelyard.counts import labels as naming
from steelyard.counts.answer import Answer, plain_label
from steelyard.counts.combinations import combined
from steelyard.counts.joint import Joint
from steelyard.intervals.units import are_weights, example_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.counts.cells import Numbers
    from steelyard.counts.labels import Label


class ModelPair(NamedTuple):
    """The names of two models, and the columns of the joint table's codes that hold their predictions."""

    a: Label
    b: Label
    columns: tuple[int, int]


def checked_pair(joint: Joint, a: Hashable, b: Hashable) -> ModelPair:
    """Return two different models of a joint table, each given by its name or its position."""
    if not isinstance(joint, Joint):
        raise ValueError(f"two models are compared on the joint table of their predictions, not on {joint!r}.")
    first, second = _position(joint, a), _position(joint, b)
    if first == second:
        raise ValueError(
            f"a model is compared with another one, but both are {joint.models[first]!r}; "
            f"the models are {naming.some(joint.models)}."
        )
    return ModelPair(joint.models[first], joint.models[second], (1 + first, 1 + second))


def checked_whole(joint: Joint, test: str) -> Numbers:
    """Return the counts of a joint table, which must be numbers of items for a test that counts them."""
    if joint.is_weighted or are_weights(joint.counts):
        raise ValueError(
            f"{test} counts items, but the combinations have weights, such as {example_of(joint.counts):g} (a float); "
            "count each item once, without weights, or give integers if they are counts."
        )
    return joint.counts


def _position(joint: Joint, model: Hashable) -> int:
    if model in joint.models:
        return joint.models.index(model)
    if isinstance(model, int | np.integer) and -len(joint) <= model < len(joint):
        return range(len(joint))[model]
    raise ValueError(f"there is no model {model!r}; the models are {naming.some(joint.models)}.")


# McNemar's test: whether two models are right equally often on the same items.


@dataclass(frozen=True, slots=True)
class McNemar(Answer):
    """What McNemar's exact test says of two models.

    Attributes
    ----------
    a, b
        The names of the models.
    only_a, only_b
        Items that only one of them has right: all that the test looks at.
    total
        All items.
    p_value
        Exact, two-sided: twice the probability of at most min(only_a, only_b) heads in only_a + only_b throws of a
        fair coin, and at most 1. It is 1 where no item tells the models apart.
    mid_p_value
        The same with outcomes as uneven as this one counted half. Its false alarms come closer to the stated level,
        which the exact one stays well below; it may exceed it by little (Fagerland, Lydersen and Laake 2013).
    """

    a: Label
    b: Label
    only_a: int
    only_b: int
    total: int
    p_value: float
    mid_p_value: float

    @property
    def difference(self) -> float:
        """The accuracy of `a` less that of `b`; NaN without items."""
        return (self.only_a - self.only_b) / self.total if self.total else float("nan")

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; the difference of no items is None."""
        return {
            "test": "mcnemar",
            "a": plain_label(self.a),
            "b": plain_label(self.b),
            "only_a": self.only_a,
            "only_b": self.only_b,
            "total": self.total,
            "difference": self.difference if self.total else None,
            "p_value": self.p_value,
            "mid_p_value": self.mid_p_value,
        }


def mcnemar(joint: Joint, a: Hashable, b: Hashable) -> McNemar:
    """Test whether two models are right equally often on the same items, exactly.

    Parameters
    ----------
    joint
        The joint table of the truth and the models' predictions, without fractional weights. Slices of a stack are
        counted together.
    a, b
        Two models, by name or position.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.comparison.item_tests import mcnemar
    >>> joint = sy.Joint.from_files("examples/wine_quality_red.csv", "quality", ["tree", "svm"])
    >>> test = mcnemar(joint, "tree", "svm")
    >>> test.only_a, test.only_b, round(test.p_value, 4)
    (216, 259, 0.0539)
    """
    pair = checked_pair(joint, a, b)
    counts = checked_whole(joint, "McNemar's test")
    truth = joint.codes[:, 0]
    right_a, right_b = (joint.codes[:, column] == truth for column in pair.columns)
    only_a, only_b = int(counts[right_a & ~right_b].sum()), int(counts[right_b & ~right_a].sum())
    return McNemar(pair.a, pair.b, only_a, only_b, int(counts.sum()), *_p_values(only_a, only_b))


def _p_values(only_a: int, only_b: int) -> tuple[float, float]:
    """Return the exact p-value and the mid-p."""
    fewer, throws = min(only_a, only_b), only_a + only_b
    if not throws:
        return 1.0, 1.0
    at_most, below = _heads(fewer, throws), _heads(fewer - 1, throws)
    if only_a == only_b:  # one outcome is as uneven as this one, not two
        return 1.0, 1 - (at_most - below) / 2
    return min(1.0, 2 * at_most), min(1.0, at_most + below)  # at_most may be half a unit of rounding above ½


def _heads(most: int, throws: int) -> float:
    """Return the probability of at most so many heads: an incomplete beta integral, as quick for 10⁹ throws as for 10.

    SciPy's `bdtr` should say the same, but is wrong there: 0.16 for at most 499,999,999 of 10⁹ (SciPy 1.17).
    """
    from scipy.special import betainc  # noqa: PLC0415 - SciPy loads when it is used

    if most < 0:
        return 0.0
    return float(betainc(throws - most, most + 1, 0.5))


# The Stuart–Maxwell test: whether two models predict each class equally often.


DENSE = 2_000
"""Up to so many classes are solved as a full matrix (32 MB), more as a sparse one."""
ITERATIONS = 1_000
"""So often conjugate gradients try a sparse matrix. They need 40 to 310 for 20,000 classes joined at random, whose
factors fill up; they fail where classes hang together in long chains, whose factors do not."""


@dataclass(frozen=True, slots=True)
class StuartMaxwell(Answer):
    """What the Stuart–Maxwell test says of two models.

    Attributes
    ----------
    a, b
        The names of the models.
    statistic
        Stuart's (1955) χ²: dᵀV⁺d, d the numbers of predictions by `a` less those by `b`, V their covariance if the
        models predict alike.
    degrees
        Its degrees of freedom, the rank of V: the classes less the groups of classes between which the models never
        disagree. With one group, as is usual, that is one less than the classes; statsmodels always takes that and
        gives NaN where there are more groups.
    p_value
        The probability of such a χ² or a larger one. For few disagreements it is rough. It is 1 where there are none.
    disagreements, total
        Items on which the models disagree, and all items.
    never_predicted
        Classes that neither model predicts, which are left out.
    """

    a: Label
    b: Label
    statistic: float
    degrees: int
    p_value: float
    disagreements: int
    total: int
    never_predicted: tuple[Label, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "test": "stuart_maxwell",
            "a": plain_label(self.a),
            "b": plain_label(self.b),
            "statistic": self.statistic,
            "degrees": self.degrees,
            "p_value": self.p_value,
            "disagreements": self.disagreements,
            "total": self.total,
            "never_predicted": [plain_label(label) for label in self.never_predicted],
        }


def stuart_maxwell(joint: Joint, a: Hashable, b: Hashable) -> StuartMaxwell:
    """Test whether two models predict each class equally often, whatever the truth.

    Parameters
    ----------
    joint
        The joint table of the truth and the models' predictions, without fractional weights. Slices of a stack are
        counted together.
    a, b
        Two models, by name or position.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.comparison.item_tests import stuart_maxwell
    >>> joint = sy.Joint.from_files("examples/wine_quality_red.csv", "quality", ["tree", "svm"])
    >>> test = stuart_maxwell(joint, "tree", "svm")
    >>> test.degrees, round(test.statistic, 2)
    (5, 104.47)
    """
    pair = checked_pair(joint, a, b)
    counts = checked_whole(joint, "the Stuart–Maxwell test")
    (by_a, by_b), sums = combined([joint.codes[:, column] for column in pair.columns], counts)
    apart = by_a != by_b
    statistic, degrees = _chi_square(by_a[apart], by_b[apart], sums[apart].astype(np.float64), len(joint.labels))
    predicted = np.isin(np.arange(len(joint.labels)), np.concatenate([by_a, by_b]))
    return StuartMaxwell(
        pair.a,
        pair.b,
        statistic,
        degrees,
        _upper_tail(statistic, degrees),
        int(sums[apart].sum()),
        int(sums.sum()),
        tuple(label for label, there in zip(joint.labels, predicted, strict=True) if not there),
    )


def _chi_square(
    by_a: NDArray[np.intp], by_b: NDArray[np.intp], items: NDArray[np.float64], classes: int
) -> tuple[float, int]:
    """Return the statistic and the rank of the covariance, from the cells in which the predictions differ.

    The covariance V is the Laplacian of a graph: classes are joined where a model says one and the other model the
    other, by the number of such items. So its rank is known from the graph, without a threshold for what counts as 0,
    and within a connected group the differences sum to 0: with any one class of it left out, V can be solved.
    """
    from scipy.sparse import coo_array  # noqa: PLC0415 - SciPy loads when it is used
    from scipy.sparse.csgraph import connected_components  # noqa: PLC0415

    moved = coo_array((items, (by_a, by_b)), shape=(classes, classes)).tocsr()
    differences = moved.sum(axis=1) - moved.sum(axis=0)
    joined = (moved + moved.T).tocsr()
    groups, group = connected_components(joined, directed=False)
    largest = np.argsort(-joined.sum(axis=1), kind="stable")
    _, first = np.unique(group[largest], return_index=True)
    kept = np.setdiff1d(np.arange(classes), largest[first])
    return _solved(joined, kept, differences[kept]), classes - int(groups)


def _solved(joined: Any, kept: NDArray[np.intp], differences: NDArray[np.float64]) -> float:
    """Return dᵀV⁻¹d over the classes kept: of each group, all but the one with most disagreements."""
    from scipy.sparse import diags_array  # noqa: PLC0415
    from scipy.sparse.linalg import cg, spsolve  # noqa: PLC0415

    if not differences.any():
        return 0.0
    covariance = (diags_array(joined.sum(axis=1)) - joined).tocsc()[kept][:, kept].tocsc()
    if len(kept) <= DENSE:
        return float(differences @ np.linalg.solve(covariance.toarray(), differences))
    scale = diags_array(1 / np.sqrt(covariance.diagonal()))
    scaled, right = (scale @ covariance @ scale).tocsc(), scale @ differences
    solution, unfinished = cg(scaled, right, rtol=1e-12, maxiter=ITERATIONS)
    return float(right @ (spsolve(scaled, right) if unfinished else solution))


def _upper_tail(statistic: float, degrees: int) -> float:
    from scipy.special import chdtrc  # noqa: PLC0415

    return float(chdtrc(degrees, statistic)) if degrees else 1.0
