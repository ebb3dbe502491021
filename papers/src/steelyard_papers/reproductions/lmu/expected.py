"""What the lecture prints for its accuracy paradox example."""

from __future__ import annotations

from steelyard_papers.reproductions.cells import Corrected, Explanation

TITLE = "Imbalanced Learning: Performance Measures"
CITATION = "LMU Munich, slides of the lecture Advanced Machine Learning"

# (f1, f2), with three decimals or exact; None where the lecture prints nothing.
DECIMALS = 3
EXAMPLE: dict[str, tuple[str | None, str | None]] = {
    "TPR": ("0", "1"),
    "PPV": (None, "1/3"),
    "accuracy": ("0.976", "0.951"),
    "F1": ("0", "1/2"),
    "G score": ("0", "0.577"),
    "G mean": ("0", "0.975"),
    "BAC": ("0.5", "0.975"),
    "MCC": ("0", "0.563"),
}

# Of f2, on the slide's own draw.
DRAWN_COUNTS = {"TP": "25", "FP": "50"}
DRAWN = {row: f2 for row, (_, f2) in EXAMPLE.items() if f2 is not None}

# By (row, column).
CONVENTIONS: dict[tuple[str, str], Explanation] = {
    ("G score", "f1"): Corrected(
        "f1 never predicts +, so its precision is 0/0 and the G score undefined. The slide takes 0, as "
        "undefined='zero' does.",
        "n. def.",
    ),
    ("MCC", "f1"): Corrected(
        "0/0 for a constant classifier: we leave MCC undefined at every skew; the slide takes 0.",
        "n. def.",
    ),
}

NOTES = (
    "The lecture's matrices have predictions in rows and truth in columns; ours are transposed.",
    "It labels the macro average TPR “precision” and the macro average PPV “recall”; they are recall and precision.",
    (
        "Micro TPR: the sum of TPR_i/n should be that of TPR_i · n_i/n. For f2, 1 and .95 give .0019 by the slide; "
        "with n_i/n they give (25 · 1 + 1000 · .95)/1025 = .951, the accuracy, which the slide says it boils down to."
    ),
    (
        "“It tends more towards the higher of the two” (BAC): an arithmetic mean is as far from the one as from the "
        "other. Harmonic and geometric means, F1 and G, lie below it: of .2 and .8, .32 and .4 beside .5."
    ),
    (
        "With the example weights w_i = (n − n_i)/((g − 1)n) the weighted macro TNR is the accuracy, whatever the "
        "classifier: w_i · TNR_i is the sum of n(j, j) over the other classes, over (g − 1)n, and each n(j, j) comes "
        "g − 1 times. So it says nothing about small classes."
    ),
    (
        "(Weighted) macro F1 of the lecture is the F1 of the averages; what is mostly called macro F1, as by "
        "scikit-learn, is the average of the classes' F1 (“mean_f”). “mF1” and “wmF1” lead to the lecture's."
    ),
    "F1 of f1 is 0 by counts, 2·TP/(2·TP + FP + FN), although its precision is 0/0.",
    (
        "Gaussian data: 0.1 is taken as a variance, as the covariance matrix says. The slide's 25 hits of 25 are more "
        "than the expected 22.5: its rectangle looks like the bounding box of the positives it drew."
    ),
)
