"""Only an order is known: which classes matter more than which."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from steelyard.importance.base import Floats, Importance
from steelyard.importance.ranks import METHODS
from steelyard.importance.writing import name
from steelyard.labels import Label, find, text

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
        total orders that agree with the relation.

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
        if self.ranks not in METHODS:
            raise ValueError(f"ranks must be one of {', '.join(METHODS)}, not {self.ranks!r}.")
        pairs = _pairs(self.relation)
        if not pairs:
            raise ValueError("an order must compare at least two classes, as in 'c2 < c1'.")
        object.__setattr__(self, "relation", pairs)
        _refuse_cycle(pairs)

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """The stated comparisons, (less important, more important)."""
        return tuple(self.relation)  # type: ignore[arg-type]

    def phi(self, labels: Sequence[Label], support: Floats) -> Floats:  # noqa: ARG002
        below: list[set[int]] = [set() for _ in labels]
        for less, more in self.pairs:
            below[find(more, labels)].add(find(less, labels))
        rank = np.array(METHODS[self.ranks](_closed(below)), dtype=np.float64)
        return rank / rank.max()

    def __str__(self) -> str:
        chains = "; ".join(f"{name(less)} < {name(more)}" for less, more in self.pairs)
        return f"({chains})" if self.ranks == "us" else f"{self.ranks}({chains})"


def _pairs(relation: str | Iterable[Pair]) -> tuple[Pair, ...]:
    if isinstance(relation, str):
        from steelyard.importance.grammar import parse_order  # noqa: PLC0415 - the grammar builds orders

        return parse_order(relation)
    pairs = []
    for pair in relation:
        if isinstance(pair, str) or len(pair) != 2:
            raise ValueError(f"an order is a text or pairs (less important, more important), not {pair!r}.")
        pairs.append((pair[0], pair[1]))
    return tuple(dict.fromkeys(pairs))


def _refuse_cycle(pairs: Iterable[Pair]) -> None:
    above: dict[Label, list[Label]] = {}
    for less, more in pairs:
        above.setdefault(less, []).append(more)
    finished: set[Label] = set()
    for start in above:
        path: list[Label] = []
        branches = [iter([start])]
        while branches:
            node = next(branches[-1], None)
            if node is None:
                branches.pop()
                if path:
                    finished.add(path.pop())
            elif node in path:
                cycle = [*path[path.index(node) :], node]
                raise ValueError(f"the order contains a cycle: {' < '.join(text(label) for label in cycle)}.")
            elif node not in finished:
                path.append(node)
                branches.append(iter(above.get(node, [])))


def _closed(below: list[set[int]]) -> list[set[int]]:
    """Return the transitive closure: for each class, all classes below it."""
    closed: dict[int, set[int]] = {}

    def under(i: int) -> set[int]:
        if i not in closed:
            closed[i] = set(below[i]).union(*(under(j) for j in below[i]))
        return closed[i]

    return [under(i) for i in range(len(below))]
