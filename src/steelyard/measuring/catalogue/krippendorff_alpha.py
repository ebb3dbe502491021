"""Agreement of truth and prediction as of two coders, beyond chance, for a finite number of items."""

from __future__ import annotations

from steelyard.measuring.catalogue.scott_pi import pooled_disagreement
from steelyard.measuring.conditions import all_one_class, under_one_item
from steelyard.measuring.define import whole
from steelyard.measuring.view import Floats, View


@whole(
    title="Krippendorff's α",
    symbol=r"\alpha",
    formula=r"1 - \frac{2n - 1}{2n} \cdot \frac{\sum_i fn_i / n}{1 - \sum_i \pi_i^2},\ \pi_i = \frac{t_i + p_i}{2n}",
    range=(-1.0, 1.0),
    aliases=("krippendorff's alpha",),
    reference="Krippendorff 1970, nominal, two coders",
    note="1 − α is (2n − 1)/2n of 1 − π (Scott's), so that the number of items matters; if weighted, their weight.",
    undefined=all_one_class | under_one_item,
    optional=True,
)
def krippendorff_alpha(c: View) -> Floats:
    few = (2 * c.n - 1) / (2 * c.n)
    return 1 - few * (c.total(c.fn) / c.n) / pooled_disagreement(c)
