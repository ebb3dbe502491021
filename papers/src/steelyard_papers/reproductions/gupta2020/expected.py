"""What Gupta et al. print in Figures 1b and 3a, Table 2 and section 4.2, and the errata."""

from __future__ import annotations

from steelyard_papers.reproductions.cells import Corrected, Explanation, Truncated

TITLE = "Class-Weighted Evaluation Metrics for Imbalanced Data Classification"
CITATION = "Gupta, Tatbul, Marcus, Zhou, Lee & Gottschlich 2020, arXiv:2010.05995v1"

FIGURE_1B = {"Accuracy": "0.65", "Balanced Accuracy": "0.38"}
FREQUENCIES = ("0.092", "0.052", "0.075", "0.142", "0.639")
SKEW = "2.140"
# A 0 has as many decimals as the numbers beside it.
USER_DECIMALS, RARITY_DECIMALS, COMPOSITE_DECIMALS = 1, 3, 2
USER_WEIGHTS = ("0.7", "0", "0", "0", "0.3")
RARITY_WEIGHTS = ("0.209", "0.368", "0.255", "0.136", "0.030")
COMPOSITE_WEIGHTS = ("0.62", "0", "0", "0", "0.38")
WBA_USER = {"LSTM": "0.37", "RNN": "0.31", "GRU": "0.36", "BiLSTM": "0.36"}

# What the printed inputs give where the authors had more digits.
_ROUNDED_INPUT = "From Table 2's frequencies, which are rounded"

EXPLANATIONS: dict[str, Explanation] = {
    "figure": Truncated("Cut off, not rounded: .386 stands as .38."),
    "skew": Truncated("Cut off, not rounded: 2.1409 stands as 2.140."),
    "skew of f": Corrected(f"{_ROUNDED_INPUT}, it is 2.139.", "2.139"),
    "rarity": Truncated(
        "Cut off, not rounded. A comment in the authors' training script has all digits, .20987…, .36800…, "
        ".25585…, .13612…, .03015…: those we get from the class sizes of their labels."
    ),
    "wba": Truncated("Cut off, not rounded: Table 2 gives .376, .316, .364, .368."),
}

RARITY_OF_FREQUENCIES = tuple(
    Corrected(f"{_ROUNDED_INPUT}, eq. 8 gives .209/.370/.256/.135/.030.", corrected)
    for corrected in ("0.209", "0.370", "0.256", "0.135", "0.030")
)

_EQ_9 = (
    "The printed composite does not follow from eq. 9, nor from the authors' evaluator, which computes eq. 9: both "
    "give .942 and .058."
)
COMPOSITE_BY_EQ_9 = tuple(Corrected(_EQ_9, corrected) for corrected in ("0.942", "0", "0", "0", "0.058"))

NOTES = (
    (
        "Composite weights: .62 and .38 come out of eq. 9 if LSTM's accuracies of Table 2, .19 and .81, stand where "
        "the user's .7 and .3 belong (column “rarity * LSTM”). That may be the slip; we found no other "
        "plausible reading of the paper or its code that gives them."
    ),
    "Table 2 rounds its frequencies; skew, rarity weights, Figure 1b and Figure 3a are cut off.",
    (
        "In Table 2 each model's accuracies of classes 1 and 5 sum to 1, as they do when predictions do not depend on "
        "the truth; the authors' files are in different orders and independent of the labels (χ²). We reproduce the "
        "arithmetic; the ranking only tells which model answers 1 more often."
    ),
    (
        "Figure 3a, observations (i) and (ii), follow from Table 2: the accuracies are .092 · .19 + .639 · .81 = "
        ".535 for LSTM, .617 for RNN, .551 for GRU and .546 for BiLSTM, so accuracy favours RNN; balanced accuracy "
        "is 1/5 = .200 for each, since classes 1 and 5 sum to 1 and the others are 0. So (ii) holds by arithmetic "
        "and is no finding about the models."
    ),
    (
        "The authors' file “lstm_train.pred” has the column GRU of Table 2, .16 and .84, not LSTM's "
        "(“steelyard reproduce gupta2020 sentiment”)."
    ),
    (
        "Section 4.1: Android's mean class frequency is 2000/166 = 12, not 16. “Infrequent” classes are said to have "
        "fewer messages than the average; 237, 101, 127 and 8 are below the average rounded down, 247, 102, 130 and 8 "
        "below the average (“steelyard reproduce gupta2020 log-parsing”)."
    ),
    (
        "Where the errors of Table 2 and Figure 1b went is not printed and does not matter: these metrics read only "
        "class sizes and hits."
    ),
    "Left out: the other bars of Figure 3, whose numbers our text of the paper garbles.",
)
