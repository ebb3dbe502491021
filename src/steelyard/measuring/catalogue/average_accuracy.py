"""Average accuracy over the classes, as Branco et al. count true negatives."""

from __future__ import annotations

from steelyard.measuring.catalogue.exact_class_accuracy import exact_class_accuracy
from steelyard.measuring.define import average_of

average_accuracy = average_of(
    exact_class_accuracy,
    id="average_accuracy",
    title="average accuracy",
    symbol=r"\mathrm{AvAcc}",
    aliases=("avacc",),
    reference="Branco et al. 2017, Table 1",
    note=(
        "True negatives are only items that got exactly their own label. PyCM's ACC Macro counts those of one class "
        "against the rest: macro_class_accuracy, which is never lower."
    ),
)
