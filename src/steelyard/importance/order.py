"""Importance that leaves weights open: an order of classes, or any statement that is not exact."""

from __future__ import annotations

import reprlib
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from steelyard.counts.labels import Label, by_label, positions, text
from steelyard.importance.base import Importance, name, summing_to_one
from steelyard.importance.mechanisms import ROUNDING
from steelyard.importance.ranks import METHODS, Poset
from steelyard.importance.region import Region, checked_range, tightened, written_range
from steelyard.type_names import Floats, Range


@dataclass(frozen=True, eq=False, repr=False)
class vague(Importance):
    """An order of the classes and ranges of their weights, or ranges alone. All else is open.

    Where one set of weights is needed, classes between two ends are in the middle, and the others have the weights of
    the order alone, or even ones, scaled to what is left; of the weights that agree, the nearest to these (in the
    Euclidean sense) are taken.

    Parameters
    ----------
    ranges
        By label, the least and the greatest weight, (low, high), of which either may be None; or a plain number.
        Weights are shares of 1.
    relation
        An order, as for `order`: a text such as "c3 < c2 < c1", or pairs (less, more).

    Examples
    --------
    >>> import steelyard as sy
    >>> cm = sy.Confusion([[5, 0, 0], [0, 10, 0], [0, 300, 0]], labels=["ok", "minor", "fatal"])
    >>> known = sy.importance.vague({"fatal": (0.6, 0.8)}, "ok < minor < fatal")
    >>> known
    <importance: (ok < minor < fatal; fatal=0.6..0.8)>
    >>> known.weights(cm).round(4)
    array([0.1, 0.2, 0.7])
    """

    ranges: Mapping[Label, Any]
    relation: Any = ()

    formula = r"\phi \in W, \quad \lVert \phi - w_0 \rVert_2 = \min_{w \in W} \lVert w - w_0 \rVert_2"
    reference = "Lawson and Hanson 1974, chapter 23 (least-distance programming)"

    def __post_init__(self) -> None:
        if not hasattr(self.ranges, "keys"):
            raise ValueError(f"ranges are given by class, as in {{'c1': (0.2, 0.4)}}, not as {self.ranges!r}.")
        checked = {label: checked_range(label, self.ranges[label]) for label in self.ranges.keys()}  # noqa: SIM118 - iterating a Series gives values
        object.__setattr__(self, "ranges", checked)
        pairs = () if isinstance(self.relation, tuple | list) and not self.relation else order(self.relation).pairs
        object.__setattr__(self, "relation", pairs)
        if not checked:
            raise ValueError("no range is given; an order alone is an importance of its own, 'order'.")
        if not pairs and all(low == high for low, high in checked.values()):
            raise ValueError("no range is given; numbers alone are an importance of their own, 'stated'.")
        named = list(dict.fromkeys([*(label for pair in pairs for label in pair), *checked]))
        at = {label: i for i, label in enumerate(named)}
        poset = Poset.of(named, ((at[less], at[more]) for less, more in pairs))
        tightened(named, poset, {at[label]: ends for label, ends in checked.items()}, complete=False)

    @property
    def pairs(self) -> tuple[OrderedPair, ...]:
        """The stated comparisons, (less important, more important)."""
        return self.relation

    @property
    def words(self) -> str:
        """How a sentence names what was said."""
        plain = all(low == high for low, high in self.ranges.values())
        return ("your order and " if self.pairs else "your ") + ("weights" if plain else "ranges")

    def region(self, labels: Sequence[Label]) -> Region:
        """Return all weights of these classes that agree."""
        at = iter(positions((label for pair in self.pairs for label in pair), labels))
        ranges: dict[int, Range] = by_label(self.ranges, labels, "importance")
        return Region.of(labels, zip(at, at, strict=True), ranges, self.words)

    def phi(self, labels: Sequence[Label], support: Floats) -> Floats:
        ranked = order(self.pairs).phi(labels, support) if self.pairs else np.ones(len(labels))
        region = self.region(labels)
        middle = self._middle(labels, region, summing_to_one(ranked))
        return middle if region.contains(middle) else region.nearest(middle)

    def _middle(self, labels: Sequence[Label], region: Region, ranked: Floats) -> Floats:
        """Return weights inside the ranges: classes between two ends in the middle, the others as ranked in the rest.

        Where the middles leave nothing for the others, all classes go the same part of the way from their low to their
        high end that makes the sum 1.
        """
        given: dict[int, Range] = by_label(self.ranges, labels, "importance")
        between = [i for i, (low, high) in given.items() if low > 0 and high < 1]
        others = [i for i in range(len(labels)) if i not in between]
        target = ranked.copy()
        target[between] = (region.low[between] + region.high[between]) / 2
        left = 1 - target[between].sum()
        if not between:
            return ranked
        if left > ROUNDING and ranked[others].sum() > 0:
            target[others] *= left / ranked[others].sum()
            return target
        room = region.high - region.low
        return region.low + room * (1 - region.low.sum()) / room.sum() if room.sum() > 0 else region.low.copy()

    def meaning(self) -> Hashable:
        ranges = frozenset((text(label), ends) for label, ends in self.ranges.items())
        return ("vague", ranges, order(self.pairs).meaning() if self.pairs else None)

    @property
    def alone(self) -> str:
        ranges = ", ".join(f"{name(label)}={written_range(ends)}" for label, ends in self.ranges.items())
        return f"{order(self.pairs).alone}; {ranges}" if self.pairs else ranges

    def __str__(self) -> str:
        return f"({self.alone})"


# Only an order is known: which classes matter more than which.


OrderedPair = tuple[Label, Label]


class Falling(tuple[Label, Label]):
    """A pair (less, more) that was written "more > less", and is shown so."""

    __slots__ = ()


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

    relation: str | Iterable[OrderedPair]
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
    def pairs(self) -> tuple[OrderedPair, ...]:
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
        chains: list[tuple[str, list[Label]]] = []
        for pair in self.pairs:
            sign, (left, right) = (" > ", pair[::-1]) if isinstance(pair, Falling) else (" < ", pair)
            if chains and chains[-1][0] == sign and chains[-1][1][-1] == left:
                chains[-1][1].append(right)
            else:
                chains.append((sign, [left, right]))
        return "; ".join(sign.join(name(label) for label in chain) for sign, chain in chains)


def _pairs(relation: Any) -> tuple[OrderedPair, ...]:
    if isinstance(relation, str):
        from steelyard.importance.grammar import parse_order  # noqa: PLC0415 - the grammar builds orders

        return parse_order(relation)
    pairs: dict[OrderedPair, None] = {}
    try:
        for pair in relation:
            less, more = [] if isinstance(pair, str) else pair  # "ab" is no pair
            pairs[pair if isinstance(pair, Falling) else (less, more)] = None
    except (TypeError, ValueError):
        raise ValueError(
            "an order is a text such as 'c2 < c1' or pairs (less important, more important), "
            f"not {reprlib.repr(relation)}."
        ) from None
    return tuple(pairs)


def _poset(pairs: Iterable[OrderedPair], labels: Sequence[Label]) -> Poset:
    at = iter(positions((label for pair in pairs for label in pair), labels))
    return Poset.of(labels, zip(at, at, strict=True))
