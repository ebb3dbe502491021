"""Agreement beyond that of guessing all classes alike."""

from __future__ import annotations

from steelyard.measuring.conditions import empty, one_class
from steelyard.measuring.define import whole
from steelyard.measuring.view import Floats, View


def least_beyond_guessing(C: int) -> float:
    """Return (0 − 1/C)/(1 − 1/C), what all wrong is beyond guessing; with one class there is nothing to guess."""
    return -1 / (max(C, 2) - 1)


@whole(
    title="Bennett's S",
    symbol=r"S",
    formula=r"1 - \frac{C}{C - 1} \cdot \frac{\sum_i fn_i}{n}",
    range=lambda w: (least_beyond_guessing(w.shape[-1]), 1.0),
    aliases=("bennett's s", "brennan-prediger kappa"),
    reference="Bennett et al. 1954",
    undefined=empty | one_class,
    optional=True,
)
def bennett_s(c: View) -> Floats:
    return 1 - c.C * c.total(c.fn) / c.n / (c.C - 1)
