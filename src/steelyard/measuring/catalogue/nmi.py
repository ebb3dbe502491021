"""Mutual information over the mean entropy of truth and predictions."""

from __future__ import annotations

from steelyard.measuring.catalogue.mutual_information import told
from steelyard.measuring.conditions import one_prediction, one_truth
from steelyard.measuring.define import whole
from steelyard.measuring.view import Floats, View, entropy_term


@whole(
    title="normalised mutual information",
    symbol=r"\mathrm{NMI}",
    formula=r"\frac{2 I}{H(t/n) + H(p/n)}",
    aliases=("normalised mutual information", "normalized mutual information", "normalized_mutual_info_score"),
    reference="Strehl & Ghosh 2002; scikit-learn's arithmetic mean",
    note="Whether labels are right does not matter, only whether they tell.",
    undefined=one_truth & one_prediction,
    optional=True,
)
def nmi(c: View) -> Floats:
    entropies = c.total(entropy_term(c.t, c.t_rest) + entropy_term(c.p, c.p_rest))
    return 2 * told(c) / entropies
