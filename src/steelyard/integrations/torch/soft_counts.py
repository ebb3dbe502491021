"""The soft confusion matrix: each item in the row of its true class, spread over the columns by its probabilities."""

from __future__ import annotations

import torch
from torch import Tensor


def soft_counts(probabilities: Tensor, target: Tensor, weights: Tensor | None = None) -> Tensor:
    """Return M_ij = Σ [y = i]·p_j over the items, in float64: counts of which gradients flow back.

    Parameters
    ----------
    probabilities
        One row per item, one column per class.
    target
        The number of each item's true class; C, one more than the last, for an item to leave out.
    weights
        One weight per item.

    Notes
    -----
    Rows are added, which costs N·C and not N·C² as a product with one-hot targets would. On CUDA they are added in no
    fixed order, so that the last bits of float64 may differ from run to run, unless
    `torch.use_deterministic_algorithms(True)`.

    Examples
    --------
    >>> import torch
    >>> soft_counts(torch.tensor([[0.5, 0.5], [0.25, 0.75], [0.0, 1.0]]), torch.tensor([0, 1, 1]))
    tensor([[0.5000, 0.5000],
            [0.2500, 1.7500]], dtype=torch.float64)
    """
    classes = probabilities.shape[1]
    rows = probabilities.to(torch.float64)
    if weights is not None:
        rows = rows * weights.to(torch.float64)[:, None]
    return rows.new_zeros(classes + 1, classes).index_add(0, target.long(), rows)[:classes]
