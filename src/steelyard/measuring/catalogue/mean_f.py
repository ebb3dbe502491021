"""Average F score over the classes."""

from __future__ import annotations

from steelyard.measuring.catalogue.f import f
from steelyard.measuring.define import average_of

mean_f = average_of(
    f,
    id="mean_f",
    title="mean F",
    symbol=r"\mathrm{AvF}_{\beta}^{\phi}",
    aliases=(
        "avf",
        "avf_1",
        "avf_beta",
        "avf_phi",
        "avf_1_phi",
        "avf_beta_phi",
        "macro averaged f",
        "f1_macro",
        "macro_f1",
    ),
    reference='Branco et al. 2017, eq. 7; scikit-learn\'s f1_score(average="macro")',
    note="Macro F1 of scikit-learn. The LMU lecture's (weighted) macro F1 is the F of the averages (f_of_averages).",
)
