"""Read a column back through its codes, a few items at a time."""

import pytest


@pytest.fixture(scope="session")
def read_back():
    """What the codes of a column stand for, item by item."""

    def read(column, step=3):
        codes = []
        for start in range(0, column.size, step):
            codes += column.codes(start, min(start + step, column.size)).tolist()
        assert column.known == len(column.labels) == len(set(column.labels))
        return [column.labels[code] for code in codes]

    return read
