"""What Example 1 of Mullick et al. starts from: the parts it prints, and those we had to choose."""

from __future__ import annotations

# Printed: 5,000 points of each of two normal classes; the right class sub-sampled to these ratios; a boundary at x = 4.
POINTS = 5000
RRT = (1, 2, 4, 6, 8, 10)
PRINTED_BOUNDARY = 4.0

# The means and variances are in a supplement that we do not have. Precision of the right class at RRT r is
# 1/(1 + r·FPR/TPR), so the two printed values say what FPR/TPR is at x = 4: .93 (.925 to .935) leaves .0695 to .0811,
# .59 (.585 to .595) leaves .0681 to .0709; together .0695 to .0709. The simplest normals that have it: variance 1, and
# the right class so far off that TPR is 1 at x = 4. Then FPR = 1 − Φ(4 − mean), and a left mean of 2.521 to 2.530
# meets both numbers. The right mean mirrors the left one about x = 6.5, where each class has 0.2 errors in 5,000.
LEFT_MEAN = 2.525
RIGHT_MEAN = 10.475
BEST_BOUNDARY, WORST_BOUNDARY = 6.5, -1.5
BOUNDARIES = 81
"""Positions of the boundary, 0.1 apart; x = 4 is one of them."""

# Printed: classes at three to six adjacent vertices of a regular hexagon, anticlockwise; an ensemble from random to
# perfect; 60 % correct. Ours: normals of variance 1 at a distance of 10 from the centre and from their neighbours.
CLASSES = (3, 4, 5, 6)
PRINTED_SHARE = 0.6
RADIUS = 10.0
POINTS_PER_CLASS = 500
QUALITIES = 41
"""Ensembles from random to perfect; an odd number, so that the printed share is in the middle."""

SEED = 0
"""Of our draws; the paper does not name one."""
