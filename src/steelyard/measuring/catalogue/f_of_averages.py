"""F score of the average precision and the average recall."""

from __future__ import annotations

from steelyard.measuring.catalogue.balanced_accuracy import balanced_accuracy
from steelyard.measuring.catalogue.macro_precision import macro_precision
from steelyard.measuring.define import combined
from steelyard.measuring.parameters import BETA
from steelyard.measuring.view import Floats, View, harmonic


@combined(
    title="F of averages",
    symbol=r"F_{\beta}^{\phi}",
    formula=r"\frac{(1 + \beta^2)\,P\,R}{\beta^2 P + R},\quad P = \mathrm{Prec}^{\phi},\ R = \mathrm{Rec}^{\phi}",
    aliases=("f_m", "f_1m", "f_beta_m", "f_phi", "f_1_phi", "f_beta_phi", "mf1", "wmf1", "weighted macro f1"),
    undefined=macro_precision.undefined | balanced_accuracy.undefined,
    reference="Branco et al. 2017, eq. 6; LMU lecture, (weighted) macro F1",
    parameters={"beta": BETA},
    note=(
        "F_βM and F_β^φ of Branco et al., and what the LMU lecture calls (weighted) macro F1. Here, as in "
        "scikit-learn, macro F1 is the mean of the classes' F1 (mean_f). 0 if both averages are 0."
    ),
)
def f_of_averages(c: View, beta: float) -> Floats:
    return harmonic(macro_precision.body(c), balanced_accuracy.body(c), beta)
