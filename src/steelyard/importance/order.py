"""Only an order is known: which classes matter more than which."""

from __future__ import annotations

import reprlib
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from steelyard.counts.labels import Label, positions, text
from steelyard.importance.base import Importance, name
from steelyard.importance.ranks import METHODS, Poset
from steelyard.type_names import Floats

Pair = tuple[Label, Label]


@dataclass(frozen=True, eq=False, repr=False)
class order(Importance):
    """Only an order is known, partial or total: φ = rank / largest rank.

    Parameters
    ----------
    relation
        A text such as "c3 < c2 < c1" or "c3 < c1; c4 < c1" (the left one matters less), or pairs (less, more).
    ranks
        "us": below + 1 + incomparable/2, the approximation that Branco et al. use. "exact": the average rank over all
        total orders that agree with the relation; refused where that would take more than seconds.

    Examples
    --------
    >>> import steelyard as sy
    >>> cm = sy.Confusion([[1, 3, 0, 0], [9, 1, 0, 0], [0, 0, 100, 0], [0, 0, 0, 200]], labels=["c1", "c2", "c3", "c4"])
    >>> sy.importance.order("c3 < c1; c4 < c1; c4 < c2").relevance(cm).round(3)
    array([1.   , 0.857, 0.571, 0.429])
    >>> sy.importance.order("c3 < c1; c4 < c1; c4 < c2", ranks="exact").relevance(cm).round(3)
    array([1.   , 0.889, 0.5  , 0.389])
    """

    relation: str | Iterable[Pair]
    ranks: str = "us"

    formula = r"\phi_i = \frac{\mathrm{Rank}_i}{\max_j \mathrm{Rank}_j}"
    reference = "Branco et al. 2017, eq. 10 (PO and TO)"

    def __post_init__(self) -> None:
        if self.ranks not in tuple(METHODS):
            raise ValueError(f"ranks must be one of {', '.join(METHODS)}, not {self.ranks!r}.")
        object.__setattr__(self, "relation", _pairs(self.relation))
        if not self.pairs:
            raise ValueError("an order must compare at least two classes, as in 'c2 < c1'.")
        _poset(self.pairs, list(dict.fromkeys(label for pair in self.pairs for label in pair)))

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """The stated comparisons, (less important, more important)."""
        return self.relation  # type: ignore[return-value]  # since __post_init__

    def phi(self, labels: Sequence[Label], support: Floats) -> Floats:  # noqa: ARG002
        rank = np.array(METHODS[self.ranks](_poset(self.pairs, labels)), dtype=np.float64)
        return rank / rank.max()

    def meaning(self) -> Hashable:
        names = sorted({text(label) for pair in self.pairs for label in pair})
        pairs = [(text(less), text(more)) for less, more in self.pairs]
        return ("order", self.ranks, tuple(names), _poset(pairs, names))

    @property
    def alone(self) -> str:
        return self._chains if self.ranks == "us" else str(self)

    def __str__(self) -> str:
        return f"({self._chains})" if self.ranks == "us" else f"{self.ranks}({self._chains})"

    @property
    def _chains(self) -> str:
        chains: list[list[Label]] = []
        for less, more in self.pairs:
            if chains and chains[-1][-1] == less:
                chains[-1].append(more)
            else:
                chains.append([less, more])
        return "; ".join(" < ".join(name(label) for label in chain) for chain in chains)


def _pairs(relation: Any) -> tuple[Pair, ...]:
    if isinstance(relation, str):
        from steelyard.importance.grammar import parse_order  # noqa: PLC0415 - the grammar builds orders

        return parse_order(relation)
    pairs: dict[Pair, None] = {}
    try:
        for pair in relation:
            less, more = [] if isinstance(pair, str) else pair  # "ab" is no pair
            pairs[less, more] = None
    except (TypeError, ValueError):
        raise ValueError(
            "an order is a text such as 'c2 < c1' or pairs (less important, more important), "
            f"not {reprlib.repr(relation)}."
        ) from None
    return tuple(pairs)


def _poset(pairs: Iterable[Pair], labels: Sequence[Label]) -> Poset:
    at = iter(positions((label for pair in pairs for label in pair), labels))
    return Poset.of(labels, zip(at, at, strict=True))
