"""Average recall over the classes."""

from __future__ import annotations

from steelyard.measuring.catalogue.recall import recall
from steelyard.measuring.define import average_of

balanced_accuracy = average_of(
    recall,
    id="balanced_accuracy",
    title="balanced accuracy",
    symbol=r"\mathrm{Rec}^{\phi}",
    aliases=(
        "rec_m",
        "acsa",
        "macro recall",
        "mtpr",
        "ba",
        "balancedaccuracy",
        "wba",
        "weightedbalancedaccuracy",
        "weighted balanced accuracy",
        "wmtpr",
        "rec_phi",
    ),
    reference="Branco et al. 2017, eq. 4; Mullick et al. 2020, eq. 11; Gupta et al. 2020, eq. 5 and 6",
)
