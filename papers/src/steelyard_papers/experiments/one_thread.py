"""Let PyTorch compute on one core."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def one_thread() -> Iterator[None]:
    """Compute on one core: sums are then in the same order, and several parts may run side by side."""
    import torch  # noqa: PLC0415 - loaded when it is used

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)
