"""McNemar's test: whether two models are right equally often on the same items."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from steelyard.comparison.pair import checked_pair, checked_whole
from steelyard.counts.answer import Answer, plain
from steelyard.counts.joint import Joint

if TYPE_CHECKING:
    from steelyard.counts.labels import Label


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
            "a": plain(self.a),
            "b": plain(self.b),
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
    >>> from steelyard.comparison.mcnemar import mcnemar
    >>> joint = sy.Joint.from_files("examples/wine_quality_red.csv", "quality", ["tree", "svm"])
    >>> found = mcnemar(joint, "tree", "svm")
    >>> found.only_a, found.only_b, round(found.p_value, 4)
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
