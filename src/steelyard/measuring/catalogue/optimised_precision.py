"""Accuracy of a class against the rest, less how far recall and specificity are apart."""

from __future__ import annotations

import numpy as np

from steelyard.measuring.catalogue.class_accuracy import class_accuracy
from steelyard.measuring.catalogue.recall import recall
from steelyard.measuring.catalogue.specificity import specificity
from steelyard.measuring.conditions import neither_hits_nor_true_negatives
from steelyard.measuring.define import rate
from steelyard.measuring.view import Floats, View


@rate(
    title="optimised precision",
    symbol=r"\mathrm{OP}_i",
    formula=r"\mathrm{Acc}_i - \frac{|S_i - R_i|}{S_i + R_i},\quad S = \mathrm{specificity},\ R = \mathrm{recall}",
    range=(-1.0, 1.0),
    aliases=("optimized precision", "op"),
    reference="Ranawana & Palade 2006",
    note="It approaches −1 where all of a tiny class and nothing else is recognised; undefined where nothing is.",
    undefined=recall.undefined | specificity.undefined | neither_hits_nor_true_negatives,
    optional=True,
)
def optimised_precision(c: View) -> Floats:
    R, S = recall.body(c), specificity.body(c)
    return class_accuracy.body(c) - np.abs(S - R) / (S + R)
