"""Average Jaccard index over the classes."""

from __future__ import annotations

from steelyard.measuring.catalogue.jaccard import jaccard
from steelyard.measuring.define import average_of

macro_jaccard = average_of(
    jaccard,
    id="macro_jaccard",
    title="macro Jaccard index",
    symbol=r"J^{\phi}",
    aliases=("jaccard_macro", "mean iou", "miou"),
    reference='usual; scikit-learn\'s jaccard_score(average="macro")',
    optional=True,
)
