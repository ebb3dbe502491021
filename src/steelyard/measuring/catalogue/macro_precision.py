"""Average precision over the classes."""

from __future__ import annotations

from steelyard.measuring.catalogue.precision import precision
from steelyard.measuring.define import average_of

macro_precision = average_of(
    precision,
    id="macro_precision",
    title="macro precision",
    symbol=r"\mathrm{Prec}^{\phi}",
    aliases=("prec_m", "mppv", "mppr", "wmppv", "wmppr", "prec_phi", "precision_macro"),
    reference="Branco et al. 2017, eq. 5; LMU lecture",
)
