"""Read a column back through its codes, a few items at a time."""

import numpy as np
import pytest


@pytest.fixture(scope="session")
def read_back():
    """What the codes of a column stand for, item by item."""

    def read(column, step=3):
        parts = [column.codes(start, min(start + step, column.size)) for start in range(0, column.size, step)]
        codes = np.concatenate([np.empty(0, dtype=np.intp), *parts])
        assert codes.max(initial=-1) < column.known
        occurring = np.unique(codes)
        labels = column.labels_of(occurring)
        assert len(set(labels)) == len(occurring)
        if None in labels:
            assert occurring[labels.index(None)] == column.missing
        return column.labels_of(codes)

    return read
