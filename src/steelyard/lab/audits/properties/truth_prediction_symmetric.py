"""Symmetry of truth and prediction: who is right and who is checked does not matter."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from steelyard.lab.audits.pairs import PairProperty, Pairs
from steelyard.type_names import Integers


class TruthPredictionSymmetric(PairProperty):
    """Exchanging truth and prediction changes nothing."""

    id = "truth_prediction_symmetric"
    title = "truth and prediction may be exchanged"
    definition = "If the predictions were the truth and the truth the predictions, the value would be the same."
    matters = "It must hold for agreement of two equals, such as annotators; a score of predictions may do without."
    source = "Gösgens et al. 2021, symmetry"
    expected = False
    relation = "same"

    def pairs(self, block: Integers) -> Iterator[Pairs]:
        at = np.flatnonzero(block.sum(axis=1).min(axis=-1) > 0)  # each class has items in both roles
        yield Pairs(at, block[at].swapaxes(1, 2), "truth and prediction are exchanged")
