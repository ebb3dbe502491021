"""What Gupta et al. start from: class sizes, weights, and accuracies per class."""

from __future__ import annotations

# Figure 1b: supports and hits of classes A, B, C.
FIGURE_1B_SUPPORT = {"A": 10, "B": 20, "C": 70}
FIGURE_1B_CORRECT = {"A": 1, "B": 4, "C": 60}

# Reviews by stars in the authors' published labels (Evaluator/examples/Amazon/amazonlstm.real of
# github.com/2023-07-03/weighted-balanced-accuracy): their shares round to Table 2's frequencies.
REVIEWS = {1: 33_400, 2: 19_048, 3: 27_397, 4: 51_496, 5: 232_469}

# Table 2, column f, and u: the weights the user states; the others get what is left, 0.
FREQUENCIES = {1: 0.092, 2: 0.052, 3: 0.075, 4: 0.142, 5: 0.639}
USER = {1: 0.7, 5: 0.3}

# Table 2: Accuracy_i of each model.
ACCURACIES = {
    "LSTM": (0.19, 0, 0, 0, 0.81),
    "RNN": (0.04, 0, 0, 0, 0.96),
    "GRU": (0.16, 0, 0, 0, 0.84),
    "BiLSTM": (0.17, 0, 0, 0, 0.83),
}
