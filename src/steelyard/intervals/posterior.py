"""The Bayesian way: for each true class, what its row of predictions may be in the long run, given what was seen.

Each row has a Dirichlet prior, so its posterior is the Dirichlet of counts plus pseudo-counts. How common the classes
are is either fixed as counted or drawn as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np

from steelyard.counts.confusion import Confusion
from steelyard.intervals.units import Units, refuse_weighted, whole_counts
from steelyard.type_names import Floats

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

Prevalence = Literal["modelled", "fixed"]

HITS = {"jeffreys": 0.5, "uniform": 1.0, "haldane": 0.0}
"""Named priors, by the a of Beta(a, a), the prior of each class's recall."""

MOST_CLASSES_OF_POSTERIOR = 4096
"""A prior fills all C² cells of each draw, here 128 MiB; beyond, counts are sparse and so must draws be."""

MOST_PSEUDO_COUNT = 1e15
"""Beyond, a float has no room for single items beside it."""


def of_one_matrix(units: Units) -> bool:
    """Whether units are the items of one matrix, to which a prior can be added; not groups, nor several models."""
    return units.kind is None and units.models == 1


def has_posterior(units: Units) -> bool:
    """Whether units have a posterior with a prior."""
    return of_one_matrix(units) and len(units.labels) <= MOST_CLASSES_OF_POSTERIOR


def checked_prior(prior: Any) -> Any:
    """Refuse what no matrix could have as its prior; return the pseudo-counts, or the name."""
    if isinstance(prior, str):
        if prior not in HITS:
            raise ValueError(f"a prior is one of {', '.join(HITS)}, or pseudo-counts, not {prior!r}.")
        return prior
    try:
        added = np.asarray(prior, dtype=np.float64)
    except (TypeError, ValueError):
        raise ValueError(f"a prior is one of {', '.join(HITS)}, a number, or C × C of them, not {prior!r}.") from None
    if not ((added <= MOST_PSEUDO_COUNT) & (added >= 0)).all():
        raise ValueError(f"the pseudo-counts of a prior must be from 0 to {MOST_PSEUDO_COUNT:g}, not {prior!r}.")
    return added


def pseudo_counts(prior: str | ArrayLike, classes: int) -> Floats:
    """Return what a prior adds to each cell.

    "jeffreys" and "uniform": the recall of each class is Beta(½, ½) or Beta(1, 1), as in Brodersen et al. 2010, and its
    errors share the other half evenly, so that a class is not pulled towards chance as the classes get many. "haldane":
    nothing. A number: that for every cell alike. An array: cell by cell.
    """
    given = checked_prior(prior)
    if isinstance(given, str):
        a = HITS[given]
        errors = a / max(classes - 1, 1)
        return np.where(np.eye(classes, dtype=np.bool_), a, errors)
    if given.shape not in ((), (classes, classes)):
        raise ValueError(
            f"the pseudo-counts of a prior are one number or {classes} × {classes} of them, not of shape {given.shape}."
        )
    return np.broadcast_to(given, (classes, classes))


def checked_prevalence(prevalence: Any, prior: Any) -> None:
    """Refuse a word for the class shares, or a pseudo-count of each class, that is none."""
    if prevalence not in get_args(Prevalence):
        raise ValueError(f'prevalence is "modelled" or "fixed", not {prevalence!r}.')
    number = isinstance(prior, float | int | np.number) and not isinstance(prior, bool)
    if not (number and 0 <= prior <= MOST_PSEUDO_COUNT):
        raise ValueError(
            f"the pseudo-count of each class must be a number from 0 to {MOST_PSEUDO_COUNT:g}, not {prior!r}."
        )


@dataclass(frozen=True, eq=False)
class MatrixPosterior:
    """Draws from the posterior of one matrix.

    A class without items stays so: there is nothing to learn its row from.
    """

    counts: NDArray[Any]
    labels: tuple[Any, ...]
    added: Floats
    prevalence: Prevalence = "modelled"
    added_to_classes: float = 0.0
    """Pseudo-count of each class, if prevalence is modelled."""

    @classmethod
    def of(
        cls,
        cm: Confusion,
        prior: str | ArrayLike = "jeffreys",
        prevalence: Prevalence = "modelled",
        prevalence_prior: float = 0.0,
    ) -> MatrixPosterior:
        """Return the posterior of a matrix of counts."""
        checked_prevalence(prevalence, prevalence_prior)
        if len(cm.labels) > MOST_CLASSES_OF_POSTERIOR:
            raise ValueError(
                f"the posterior of every cell is known up to {MOST_CLASSES_OF_POSTERIOR:,} classes, and there are "
                f"{len(cm.labels):,}; take intervals='percentile'."
            )
        refuse_weighted(cm)
        counts = whole_counts(cm.dense().counts)
        return cls(counts, cm.labels, pseudo_counts(prior, len(cm.labels)), prevalence, prevalence_prior)

    @property
    def proper(self) -> bool:
        """Whether the prior adds something to every cell, so that what was not seen is not ruled out."""
        return bool((self.added > 0).all())

    @property
    def numbers(self) -> int:
        return 2 * self.counts.size

    def tables(self, rng: np.random.Generator, draws: int) -> Confusion:
        support = self.counts.sum(axis=-1)
        present = support > 0
        cells = rng.standard_gamma(
            np.where(present[:, None], self.counts + self.added, 0.0), (draws, *self.added.shape)
        )
        sizes = np.broadcast_to(support.astype(np.float64), (draws, len(support)))
        if self.prevalence == "modelled":
            shares = rng.standard_gamma(np.where(present, support + self.added_to_classes, 0.0), sizes.shape)
            sizes = _scaled_to(shares, support.sum())
        cells = _scaled_to(cells, sizes[..., None])
        cells[cells < TINY * support.sum()] = 0.0  # a gamma of shape near 0 may be as small as 1e-300
        return Confusion(cells[:, None], self.labels)


TINY = 1e-18
"""Shares of an item below this are nothing: they would only overflow where a metric divides by them."""


@dataclass(frozen=True, eq=False)
class Reweighed:
    """Rubin's Bayesian bootstrap of units: the posterior of the joint table without any pseudo-counts."""

    units: Units
    stratified: bool = False

    def __post_init__(self) -> None:
        self.units.together(stratified=self.stratified)  # refuses what cannot be

    @property
    def numbers(self) -> int:
        return self.units.numbers

    def tables(self, rng: np.random.Generator, draws: int) -> Confusion:
        sizes = self.units.sizes
        weights = rng.standard_gamma(sizes, (draws, len(sizes)))
        for inside in self.units.together(stratified=self.stratified):
            weights[:, inside] = _scaled_to(weights[:, inside], sizes[inside].sum())
        return self.units.tables(self.units.spread(weights))


def _scaled_to(parts: Floats, total: Any) -> Floats:
    """Return parts of the same proportions that sum to a total along the last axis; nothing stays nothing."""
    sums = parts.sum(axis=-1, keepdims=True)
    return parts * (total / np.where(sums > 0, sums, 1.0))
