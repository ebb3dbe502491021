"""Agreement beyond that of chance with the shares of truth and predictions pooled."""

from __future__ import annotations

from steelyard.measuring.conditions import all_one_class
from steelyard.measuring.define import whole
from steelyard.measuring.view import Floats, View


def pooled_disagreement(c: View) -> Floats:
    """Return how often two labels drawn from truth and predictions together differ: 1 − Σ((t + p)/2n)²."""
    share, rest = (c.t + c.p) / (2 * c.n), (c.t_rest + c.p_rest) / (2 * c.n)
    return c.total(share * rest)


@whole(
    title="Scott's π",
    symbol=r"\pi",
    formula=r"1 - \frac{\sum_i fn_i / n}{1 - \sum_i \pi_i^2},\quad \pi_i = \frac{t_i + p_i}{2n}",
    range=(-1.0, 1.0),
    aliases=("scott's pi",),
    reference="Scott 1955",
    undefined=all_one_class,
    optional=True,
)
def scott_pi(c: View) -> Floats:
    return 1 - c.total(c.fn) / c.n / pooled_disagreement(c)
