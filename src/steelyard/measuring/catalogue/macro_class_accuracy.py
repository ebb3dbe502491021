"""Average over the classes of the accuracy of one against the rest."""

from __future__ import annotations

from steelyard.measuring.catalogue.class_accuracy import class_accuracy
from steelyard.measuring.catalogue.macro_specificity import least_specificity
from steelyard.measuring.define import average_of

macro_class_accuracy = average_of(
    class_accuracy,
    id="macro_class_accuracy",
    title="macro accuracy, one against the rest",
    symbol=r"\mathrm{Acc}^{M}",
    # An error m_ij takes (w_i + w_j)/n away: the same end as that of specificity, here with one pair of classes.
    range=lambda w: (least_specificity(w)[..., 0], 1.0),
    aliases=("acc_macro",),
    reference="usual; PyCM's ACC Macro",
    note="Branco et al.'s average accuracy counts other true negatives: average_accuracy.",
    optional=True,
)
