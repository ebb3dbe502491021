"""What Branco et al. print in Tables 2 to 5 and Figure 1, the errata of single cells, and notes on the rest."""

from __future__ import annotations

from steelyard_papers.reproductions.cells import Corrected, Explanation, Halfway, Truncated

TITLE = "Relevance-based Evaluation Metrics for Multi-class Imbalanced Domains"
CITATION = "Branco, Torgo & Ribeiro, PAKDD 2017, LNAI 10234, doi:10.1007/978-3-319-57454-7_54"

CASES = ("Case 1", "Case 2", "Case 3")

# At least two decimals; zeros at the end are left out.
TABLE_2_DECIMALS = 2
TABLE_2_COLUMNS = ("rec", "prec", "F1")
TABLE_2 = {
    "Case 1": {"c1": ("1", "1", "1"), "c2": ("1", "0.032", "0.063"), "c3": ("0", "n. def.", "n. def.")},
    "Case 2": {"c1": ("0.25", "1", "0.4"), "c2": ("1", "1", "1"), "c3": ("1", "0.985", "0.993")},
    "Case 3": {
        "c1": ("0.25", "0.1", "0.14"),
        "c2": ("0.1", "0.25", "0.14"),
        "c3": ("1", "1", "1"),
        "c4": ("1", "1", "1"),
    },
}

# (N.Val. in %, Value) of each case.
TABLE_3 = {
    "AvAcc": (("36.5", "0.365"), ("99.3", "0.993"), ("98.1", "0.981")),
    "MAvG": (("0.0", "0.000"), ("63.0", "0.630"), ("39.8", "0.398")),
    "Rec_M": (("66.7", "0.667"), ("75.0", "0.750"), ("58.8", "0.588")),
    "Prec_M": (("not defined", "not defined"), ("99.5", "0.995"), ("58.8", "0.588")),
    "Rec_μ": (("4.8", "0.048"), ("99.0", "0.990"), ("96.2", "0.962")),
    "Prec_μ": (("4.8", "0.048"), ("99.0", "0.990"), ("96.2", "0.962")),
    "F_1M": (("not defined", "not defined"), ("85.5", "0.855"), ("58.8", "0.588")),
    "F_1μ": (("4.8", "0.048"), ("99.0", "0.990"), ("96.2", "0.962")),
    "AvF_1": (("not defined", "not defined"), ("79.8", "0.798"), ("57.1", "0.571")),
    "CBA": (("34.4", "0.344"), ("74.5", "0.745"), ("55.0", "0.550")),
    "MCC": (("65.1", "0.301"), ("98.9", "0.978"), ("96.2", "0.923")),
    "RCI": (("36.8", "0.368"), ("92.6", "0.926"), ("97.9", "0.979")),
    "CEN": (("97.8", "0.022"), ("98.1", "0.019"), ("98.5", "0.015")),
}

# φ of c1, c2, … in each case. Two decimals; zeros at the end are left out.
TABLE_4_DECIMALS = 2
TABLE_4 = {
    "PREV": (("0.66", "0.33", "0.01"), ("0.94", "0.04", "0.02"), ("0.64", "0.32", "0.03", "0.02")),
    "PO": (("1", "1", "0.4"), ("1", "0.5", "0.5"), ("1", "0.86", "0.57", "0.42")),
    "TO": (("1", "0.67", "0.33"), ("1", "0.67", "0.33"), ("1", "0.75", "0.5", "0.25")),
    "φ": (("1", "0.9", "0.1"), ("1", "0.2", "0.1"), ("1", "0.9", "0.2", "0.1")),
}

# Normalised values in %, of Cases 1, 2, 3. One decimal; zeros at the end are left out.
TABLE_5_DECIMALS = 1
TABLE_5_EXISTING = {
    "AvAcc": ("36.5", "99.3", "98.1"),
    "MAvG": ("0", "63", "39.8"),
    "Rec_M": ("66.7", "75", "58.8"),
    "Prec_M": ("34.4", "99.5", "58.8"),
    "Rec_μ": ("4.8", "99", "96.2"),
    "Prec_μ": ("4.8", "99", "96.2"),
    "F_1M": ("45.4", "85.5", "58.8"),
    "F_1μ": ("4.8", "99", "96.2"),
    "AvF_1": ("35.4", "79.8", "57.1"),
    "CBA": ("34.4", "74.5", "55"),
    "MCC": ("65.1", "98.9", "96.2"),
    "RCI": ("36.8", "92.6", "97.9"),
    "CEN": ("97.8", "98.1", "98.5"),
}
TABLE_5_RELEVANCE = {
    "PREV": {
        "Rec": ("98.9", "29.2", "24"),
        "Prec": ("67.7", "100", "17.8"),
        "F_1": ("80.4", "45.3", "20.4"),
        "AvF_1": ("68", "43.4", "17.8"),
        "CBA": ("67", "29.2", "13.7"),
    },
    "PO": {
        "Rec": ("83.3", "62.5", "46.7"),
        "Prec": ("51.6", "99.6", "46"),
        "F_1": ("63.7", "76.8", "46.4"),
        "AvF_1": ("44.3", "69.8", "44.3"),
        "CBA": ("43", "62.1", "41.5"),
    },
    "TO": {
        "Rec": ("83.3", "62.5", "43"),
        "Prec": ("61.3", "99.8", "41.5"),
        "F_1": ("70.6", "76.9", "42.2"),
        "AvF_1": ("52.1", "69.9", "40"),
        "CBA": ("51.1", "62.3", "37"),
    },
    "φ": {
        "Rec": ("95", "42.3", "29.1"),
        "Prec": ("54.2", "99.9", "28.4"),
        "F_1": ("69", "59.4", "28.7"),
        "AvF_1": ("52.8", "53.8", "26"),
        "CBA": ("51.5", "42.2", "22.3"),
    },
}

# Section 4.2 and Figure 1.
RANK_E = "4.5"
OTHER_RANKS: dict[str, Explanation] = {
    "middle expression": Corrected(
        "The middle expression of the equation, ((|S| + 1) + (|P| + 1) + |U|)/2, is not the right one: |S| + |P| + |U| "
        "is C − 1, so it is (C + 1)/2 for every class of every order, 4 here. 4.5 is |S| + 1 + |U|/2.",
        "4",
    ),
    "LPOM": Corrected(
        "The local partial order model of Brüggemann et al. 2004, which the paper cites (“lpom” in the R package "
        "netrankr), has (|S| + 1)(C + 1)/(C + 1 − |U|) = 3 · 8/5 = 4.8; the paper's rank approximates it.",
        "4.8",
    ),
}

_BY_COUNTS = (
    "Undefined by eq. 3, through the precision of a class that is never predicted. By counts, eq. 7, F_1 is "
    "2·0/(300 + 0) = 0"
)
_PREV = (
    "The printed row does not follow from eq. 9, which gives .685/.274/.027/.014 for 4, 10, 100 and 200 items; "
    "Table 5 uses these."
)

# By (table, row, column).
ERRATA: dict[tuple[str, str, str], Explanation] = {
    ("Table 2", "Case 1 c3", "F1"): Corrected(f"{_BY_COUNTS}; that is our F.", "0"),
    ("Table 3, N.Val.", "AvF_1", "Case 1"): Corrected(f"{_BY_COUNTS}, and AvF_1 is 35.4 %, as in Table 5.", "35.4"),
    ("Table 3, Value", "AvF_1", "Case 1"): Corrected(f"{_BY_COUNTS}, and AvF_1 is .354, as in Table 5.", "0.354"),
    ("Table 4, Case 3", "PREV", "φ(c1)"): Corrected(_PREV, "0.685"),
    ("Table 4, Case 3", "PREV", "φ(c2)"): Corrected(_PREV, "0.274"),
    ("Table 4, Case 3", "PREV", "φ(c3)"): Corrected(_PREV, "0.027"),
    ("Table 4, Case 3", "PREV", "φ(c4)"): Corrected(_PREV, "0.014"),
    ("Table 4, Case 3", "PO", "φ(c4)"): Truncated("Cut off: Rank 1.5 of at most 3.5 is 3/7 = .4286, rounded .43."),
    ("Table 5, relevance", "Rec^PO", "Case 3"): Halfway(
        "Halfway: ranks 7 : 6 : 4 : 3 weigh the recalls to (7/4 + 6/10 + 4 + 3)/20 = .4675 exactly, rounded 46.8; the "
        "sum in doubles is a little less."
    ),
}

NOTES = (
    (
        "Section 4.2: “c1 < c2” is read “c1 precedes c2” and means that c1 matters less. By these words the successors "
        "S of a class matter more than it does, and Rank = |S| + 1 + |U|/2 would turn Table 4 around: in Case 1, c3 < "
        "c1 and c3 < c2, c3 would get 1 and c1 and c2 .5 each. Table 4 has .4 and 1: S are the classes that "
        "matter less."
    ),
    (
        "PREV, “using classes prevalence”, is inversely proportional to it (eq. 9): rarity here. The importance "
        "“prevalence” is the opposite."
    ),
    "Eq. 8 (CBA with relevance) lacks the division by Σφ; Table 5 has it, and so have we.",
    "Table 1, RCI: H_d and H_o divide by C; they must divide by the number of items n. Table 3 does.",
    (
        "Table 1, MCC: X/√(YZ) with roots already in Y and Z takes a root too many; X/(YZ) gives Table 3, and the "
        "slides on the paper print that (“steelyard reproduce 003”)."
    ),
    (
        "Table 3's “not defined” is undefined='nan'. Table 5's footnote a (Prec_M, F_1M, AvF_1 of Case 1) says that "
        "undefined classes are excluded (§4.3), but its Prec_M and F_1M still divide by C: undefined='zero'. The "
        "relevance-based precisions do exclude: undefined='exclude'."
    ),
    (
        "Left out: the column Ac. of Table 3 and the bold type of Table 5. They are the authors' judgement of what "
        "accords with the user, not numbers."
    ),
)
