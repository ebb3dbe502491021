import steelyard as sy

DOCS = [[3, 0, 0], [0, 1, 2], [2, 1, 3]]  # the example of PyCM's README


def exact(c):
    if not c.n:
        return None
    by_chance = sum(((t + p) / (2 * c.n)) ** 2 for t, p in zip(c.t, c.p, strict=True))
    return None if by_chance == 1 else (c.T / c.n - by_chance) / (1 - by_chance)


def undefined(m):
    return ((m.sum(axis=0) + m.sum(axis=1)) > 0).sum() < 2


def test_pycm_readme():
    assert round(sy.metrics.scott_pi(DOCS), 5) == 0.34426  # Scott PI
