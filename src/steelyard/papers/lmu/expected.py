"""What the lecture prints for its accuracy paradox example."""

from __future__ import annotations

from steelyard.papers.cells import Corrected, Explanation

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
    "F1 of f1 is 0 by counts, 2·TP/(2·TP + FP + FN), although its precision is 0/0.",
    (
        "Gaussian data: 0.1 is taken as a variance, as the covariance matrix says. The slide's 25 hits of 25 are more "
        "than the expected 22.5: its rectangle looks like the bounding box of the positives it drew."
    ),
)
