"""Class balance accuracy: the average over classes of the smaller of precision and recall."""

from __future__ import annotations

from steelyard.measuring.catalogue.balance import balance
from steelyard.measuring.define import average_of

cba = average_of(
    balance,
    id="cba",
    title="class balance accuracy",
    symbol=r"\mathrm{CBA}^{\phi}",
    aliases=("class balance accuracy", "cba_phi"),
    curved=2.0,
    reference="Mosley 2013; Branco et al. 2017, eq. 8 (which lacks the division by Σφ)",
)
