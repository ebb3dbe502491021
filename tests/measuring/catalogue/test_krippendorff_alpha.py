import pytest

import steelyard as sy

DOCS = [[3, 0, 0], [0, 1, 2], [2, 1, 3]]  # the example of PyCM's README
NUMBER_OF_ITEMS = True


def exact(c):
    """From the coincidences of Krippendorff: each item gives two pairs of values, and of 2n values n_k are k."""
    values = [t + p for t, p in zip(c.t, c.p, strict=True)]
    if c.n < 1 or sum(v > 0 for v in values) < 2:
        return None
    differing = 2 * (c.n - c.T)
    expected = sum(v * (2 * c.n - v) for v in values) / (2 * c.n - 1)
    return 1 - differing / expected if 2 * c.n > 1 else None


def undefined(m):
    return ((m.sum(axis=0) + m.sum(axis=1)) > 0).sum() < 2 or m.sum() < 1


def test_pycm_readme():
    assert round(sy.metrics.krippendorff_alpha(DOCS), 5) == 0.37158  # Krippendorff Alpha


def test_krippendorffs_own_example():
    """Krippendorff 2011, "Computing Krippendorff's alpha-reliability", A: two observers, ten articles, α = 0.095."""
    counts = [[5, 1], [3, 1]]
    assert round(sy.metrics.krippendorff_alpha(counts), 3) == 0.095


def test_the_number_of_items_matters():
    few, many = (sy.metrics.krippendorff_alpha([[5 * k, k], [3 * k, k]]) for k in (1, 1000))
    assert few > many
    assert many == pytest.approx(sy.metrics.scott_pi([[5, 1], [3, 1]]), abs=1e-4)


def test_weights_of_less_than_an_item_say_nothing():
    assert str(sy.metrics.krippendorff_alpha([[0.3, 0.1], [0.1, 0.3]])) == "nan"
