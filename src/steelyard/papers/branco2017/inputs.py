"""What Branco et al. start from: three confusion matrices, and what the user knows about the classes."""

from __future__ import annotations

# Table 2, top: rows are the true classes c1, c2, …
MATRICES = {
    "Case 1": [[5, 0, 0], [0, 10, 0], [0, 300, 0]],
    "Case 2": [[1, 0, 3], [0, 100, 0], [0, 0, 200]],
    # Our text of the paper lost the row of c4. Table 3's Rec_μ, .962 = (102 + 200)/(114 + 200), leaves 198 to 205 hits.
    "Case 3": [[1, 3, 0, 0], [9, 1, 0, 0], [0, 0, 100, 0], [0, 0, 0, 200]],
}

# Table 4, column "order": the partial order (PO) and the total order (TO).
PARTIAL_ORDERS = {
    "Case 1": "c3 < c1; c3 < c2",
    "Case 2": "c3 < c1; c2 < c1",
    "Case 3": "c3 < c1; c4 < c1; c4 < c2",
}
TOTAL_ORDERS = {
    "Case 1": "c3 < c2 < c1",
    "Case 2": "c3 < c2 < c1",
    "Case 3": "c4 < c3 < c2 < c1",
}

# Table 4, row φ: given by the user.
RELEVANCES = {
    "Case 1": [1, 0.9, 0.1],
    "Case 2": [1, 0.2, 0.1],
    "Case 3": [1, 0.9, 0.2, 0.1],
}
