"""What Mullick et al. print in Example 1, what eq. 15 gives there, and the errata."""

from __future__ import annotations

from steelyard.papers.cells import Corrected, Explanation

TITLE = "Appropriateness of Performance Indices for Imbalanced Data Classification: An Analysis"
CITATION = "Mullick, Datta, Dhekane & Das 2020, Pattern Recognition 102"

# Precision at the boundary x = 4, by RRT.
PRECISION = {1: "0.93", 10: "0.59"}

# AUROC-OVA with 60 % of each class correct, by the number of classes.
AUROC_OVA = {3: "0.70", 6: "0.77"}

MISPRINT: dict[int, Explanation] = {
    6: Corrected("Eq. 15, which AUROC-OVA follows for classes of one size, gives C/(2(C−1))·0.6 + (C−2)/(2(C−1)) "
                 "= 0.76 for C = 6.", "0.76"),
}  # fmt: skip

# Eq. 15 at an ACSA of 3/5, by hand.
EQUATION_15 = {3: "7/10", 4: "11/15", 5: "3/4", 6: "19/25"}

NOTES = (
    (
        "The supplement with the parameters of Example 1 is not at hand. The two printed precisions leave FPR/TPR "
        "between .0695 and .0709 at x = 4; we take normal classes of variance 1 with means 2.525 and 10.475, which "
        "have .0701. So the cells of Type 1 agree because the left mean was chosen for it: they show that one "
        "FPR/TPR gives both printed numbers, not that the paper's data are ours."
    ),
    (
        "Example 1 says that the worst boundary “only perfectly classifies the majority”. With normal classes of equal "
        "variance precision gets worse, and its fall with RRT larger, only as the boundary moves into the left class, "
        "which is the majority once the right one is sub-sampled; so ours moves there, and the worst one gets only "
        "the right class right."
    ),
    (
        "AUROC-OVA of classes of one size depends on the share of correct predictions alone, not on where the errors "
        "go; so the drawn ensembles lie exactly on the line of eq. 15."
    ),
)
