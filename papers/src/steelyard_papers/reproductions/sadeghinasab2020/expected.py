"""What the slides print of their own, and notes on what they show of Branco et al."""

from __future__ import annotations

TITLE = "Relevance-based Evaluation Metrics for Multi-class Imbalanced Domains: a talk on the paper (in Persian)"
CITATION = "Alireza Sadeghinasab, slides of 1399/9/12 (2 December 2020), on Branco, Torgo & Ribeiro 2017"

ITEMS = "165"
PREDICTED = {"NO": "55", "YES": "110"}
RANK_E = "4.5"

NOTES = (
    (
        "The slides show Tables 3, 4 and 5 of Branco et al. again, digit for digit, so their cells are not compared "
        "twice: “steelyard reproduce branco2017”."
    ),
    (
        "They print the row of c4 in Case 3 of Table 2, 0 0 0 200, which our text of the paper lost. The paper's "
        "numbers of Case 3 leave 200 to 204 items of c4 that are all found."
    ),
    (
        "They print MCC right, X/(YZ) where the paper's Table 1 has X/√(YZ). They keep three errata: RCI divides by "
        "C, CBA with relevance is not divided by Σφ, and Table 4 has the row PREV of Case 3 that does not follow "
        "from eq. 9."
    ),
    "The example with 165 items has no metric beside it: its accuracy is 150/165 = .909, its balanced accuracy .893.",
)
