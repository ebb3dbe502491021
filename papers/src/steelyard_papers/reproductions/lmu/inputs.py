"""What the lecture starts from: two Gaussian classes and two classifiers."""

from __future__ import annotations

POSITIVES = 25
NEGATIVES = 1000

# p(x | +1) = N₂((0, −2), 0.1·I) and p(x | −1) = N₂((0, 0), I). The second argument is a covariance matrix, so 0.1 is a
# variance. The rectangle agrees: 1.13 × 1.62 is 3.6 × 5.1 standard deviations of √0.1, about the range of 25 draws
# (3.9 expected); with a standard deviation of 0.1 it would be 11 × 16.
POSITIVE_MEAN = (0.0, -2.0)
POSITIVE_VARIANCE = 0.1
NEGATIVE_MEAN = (0.0, 0.0)
NEGATIVE_VARIANCE = 1.0

# f₁ ≡ −1; f₂ = +1 inside [−0.66, 0.47] × [−2.74, −1.12].
RECTANGLE = ((-0.66, 0.47), (-2.74, -1.12))

# "TP = 25, FN = 0 and FP = 50". The lecture has predictions in rows; here rows are the truth, + first.
F1_COUNTS = [[0, POSITIVES], [0, NEGATIVES]]
F2_COUNTS = [[25, 0], [50, NEGATIVES - 50]]

SEED = 0
"""Of our draw; the lecture does not name one."""
