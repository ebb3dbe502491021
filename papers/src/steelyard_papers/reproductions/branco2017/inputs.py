"""What Branco et al. start from: three confusion matrices, and what the user knows about the classes."""

from __future__ import annotations

# Table 2, top: rows are the true classes c1, c2, …
MATRICES = {
    "Case 1": [[5, 0, 0], [0, 10, 0], [0, 300, 0]],
    "Case 2": [[1, 0, 3], [0, 100, 0], [0, 0, 200]],
    # Our text of the paper lost the row of c4; slides on the paper print it, 0 0 0 200 (`sadeghinasab2020`). The
    # paper's own numbers of Case 3 leave 200 to 204 items of c4.
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

# Section 5.2: class sizes of all problems, by scenario.
PROBLEMS: dict[str, list[tuple[int, ...]]] = {
    "multi-minority": [(i, j, k) for i in (2, 3) for j in (4, 5) for k in (15, 16)],
    "multi-majority": [(i, k, m) for i in (2, 3) for k in (15, 16) for m in (17, 18)],
    "complete": [(2, 3, 9, 10), (2, 3, 9, 11)],
}

# What is known about the classes there. The paper does not print it; it is in the authors' code (discriminationTests.R
# of the repository that the paper names). The relevances differ from those of Table 4, the orders are the same.
PROBLEM_CASES = {"multi-minority": "Case 1", "multi-majority": "Case 2", "complete": "Case 3"}
PROBLEM_RELEVANCES = {
    "multi-minority": [1, 0.8, 0.1],
    "multi-majority": [1, 0.2, 0.1],
    "complete": [1, 0.9, 0.4, 0.2],
}
