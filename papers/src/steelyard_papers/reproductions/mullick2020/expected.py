"""What Mullick et al. print in Example 1, prove in Theorems 1 to 5 and Lemmas 2 and 3, and the errata."""

from __future__ import annotations

from steelyard_papers.reproductions.cells import Corrected, Explanation

Verdicts = dict[str, tuple[bool | None, ...]]

TITLE = "Appropriateness of Performance Indices for Imbalanced Data Classification: An Analysis"
CITATION = "Mullick, Datta, Dhekane & Das 2020, Pattern Recognition 102"

# Precision at the boundary x = 4, by RRT.
PRINTED_BOUNDARY = 4.0
PRECISION = {1: "0.93", 10: "0.59"}

# AUROC-OVA with 60 % of each class correct, by the number of classes.
PRINTED_SHARE = 0.6
AUROC_OVA = {3: "0.70", 6: "0.77"}

MISPRINT: dict[int, Explanation] = {
    6: Corrected("Eq. 15, which AUROC-OVA follows for classes of one size, gives C/(2(C−1))·0.6 + (C−2)/(2(C−1)) "
                 "= 0.76 for C = 6.", "0.76"),
}  # fmt: skip

# Eq. 15 at an ACSA of 3/5, by hand.
EQUATION_15 = {3: "7/10", 4: "11/15", 5: "3/4", 6: "19/25"}

# Theorems 1 to 5 and Figure 6: whether an index satisfies Conditions 1, 2 and 3; None where the paper says nothing.
TWO_CLASSES: Verdicts = {
    "class_g_mean": (True, None, None),
    "one_point_auroc": (True, None, None),
    "precision": (False, None, None),
    "one_point_aurpc": (False, None, None),
    "mprecision": (True, None, None),
    "one_point_maurpc": (True, None, None),
}
SEVERAL_CLASSES: Verdicts = {
    "g_mean": (True, True, False),
    "balanced_accuracy": (True, True, True),
    "one_point_auroc_ovo": (True, False, None),
    "one_point_auroc_ova": (False, False, None),
    "one_point_nauroc_ova": (False, True, None),
    "one_point_aurpc_ova": (False, True, None),
    "one_point_maurpc_ova": (True, True, True),
}
CONDITIONS = {2: TWO_CLASSES, 3: SEVERAL_CLASSES, 5: SEVERAL_CLASSES}
"""By the number of classes at which it is looked up."""

# Lemma 2 and eqs 22 and 23: the least AUROC-OVO, (C − 2)/(2(C − 1)), by the number of classes.
LEAST_AUROC_OVO = {2: "0/1", 3: "1/4", 4: "1/3", 5: "3/8", 10: "4/9", 20: "9/19"}

# Section 4: the weak lower limit of AUROC-OVA over all class sizes, λ = (C − 2)/(2C).
LEAST_AUROC_OVA = {2: "0/1", 3: "1/6", 4: "1/4", 5: "3/10", 10: "2/5", 20: "9/20"}

# Lemma 3, eqs 19 to 21 and 24: the least AUROC-OVA for given class sizes, (C − 1 − n_C/(n − n_{C−1}))/(2C), by hand.
LEAST_AUROC_OVA_OF_SIZES = {(2, 3, 5): "3/14", (5, 20, 300): "31/183", (1, 1, 1, 1): "1/3", (10, 20, 30, 40): "17/56"}

# Eq. 27: what ACSA tends to as one class is ruined, (C − 1)/C.
RUINED_ACSA = {2: "1/2", 3: "2/3", 5: "4/5"}

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
    (
        "Normalised AUROC-OVA fails Condition 1. Table 2 (“Remedial normalization of AUROC-OVA to satisfy Condition "
        "1”) and section 1.4(3), by which it is immune to both distortions, say that it holds; section 6 (“despite "
        "their violation of Condition 1”) and we deny it. Of the matrix 1 1 0 / 0 2 0 / 0 0 2 it is 17/20; with ten "
        "times the items of the third class, which are all right, it is 49/55."
    ),
    (
        "Definition 2 names majority and minority by the training set, so that RRT can be below 1, as the 0.5 of "
        "section 5.2; “max” over all pairs of several classes would never be. “imbalance.rrt(training)” takes each "
        "pair as the training set has it."
    ),
    (
        "Proof of Theorem 2, last line: (TP/n₁)/(TP/2n₁ + FP/2n₂) should be (TP/n₁)/(2TP/n₁ + 2FP/n₂), as in the line "
        "before; as printed, mAURPC of a perfect classifier would be 1/2 + 2 = 5/2. The theorem holds."
    ),
    (
        "The proof of Theorem 4 says that the sum of m_ji/n_j over j is at most 1; it can reach C. The ratio "
        "that it bounds is at most 1 all the same, and the theorem holds. Eq. 7 drops a factor of 1/2."
    ),
    (
        "The proof of Theorem 5 does not treat mAURPC-OVA: in place of eq. 25's sum of m_ji/n_j over the other classes "
        "it has (k_i − m_jj)/(n − n_j), where k_i should be k_j, too. An index made that way fails Condition 1: of the "
        "matrix 1 1 0 / 0 2 0 / 0 0 2 its precisions sum to 1 + 4/5 + 1, with ten times the items of the third class "
        "to 1 + 22/23 + 1. The theorem holds for eq. 25."
    ),
    (
        "Eq. 28 is a bound, not the limit: as a class is ruined, mAURPC-OVA tends to (2C² − 3C + 2)/(2C²) at the "
        "least, whatever the class sizes (11/18 for C = 3), which is above 3(C − 1)/(4C) (1/2). The least is reached "
        "if the ruined class goes evenly to the others, and each of these loses ε to it."
    ),
    (
        "References: “as per (10)” for ACSA means (11), in the proofs of Theorems 3 and 5; “as per (7)” for mAURPC-OVA "
        "means (25), in that of Theorem 5. The sentence before Theorem 5 and section 1.4(4) write AURPC-OVA for "
        "mAURPC-OVA, section 5.3 mAUROC for mAURPC."
    ),
    (
        "Left out: Figures 3 to 5, which have no numbers in our text. The experiment behind them is run: “steelyard "
        "reproduce mullick2020 spread”."
    ),
)
