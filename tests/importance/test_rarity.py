from __future__ import annotations

import numpy as np
import pytest

import steelyard as sy

rarity = sy.importance.rarity


@pytest.mark.parametrize(
    ("case", "printed"),
    [
        ("one", [0.66, 0.33, 0.01]),
        ("two", [0.94, 0.04, 0.02]),
        ("three", [0.685, 0.274, 0.027, 0.014]),  # an erratum: Table 4 prints .64, .32, .03, .02, Table 5 uses these
    ],
)
def test_prev_of_table_4_of_branco(cases, case, printed):
    decimals = 3 if case == "three" else 2
    np.testing.assert_array_equal(rarity().relevance(getattr(cases, case)).round(decimals), printed)


def test_amazon_reviews_of_gupta(amazon, sized):
    # Printed: .209, .368, .255, .136, .030, from unrounded frequencies. Ours come from the printed frequencies, and
    # what was rounded away from those explains the difference.
    printed = np.array([0.209, 0.368, 0.255, 0.136, 0.030])
    np.testing.assert_array_equal(rarity().weights(amazon).round(3), [0.209, 0.370, 0.256, 0.135, 0.030])
    f = amazon.support
    for i in range(5):
        rarer = np.where(np.arange(5) == i, -0.0005, 0.0005)
        most, least = (rarity().weights(sized(f + sign * rarer))[i] for sign in (1, -1))
        assert least - 0.0005 <= printed[i] <= most + 0.0005


def test_only_ratios_of_sizes_matter(sized):
    np.testing.assert_allclose(rarity().weights(sized([2, 6])), rarity().weights(sized([0.001, 0.003])))


def test_huge_and_tiny_sizes(sized):
    np.testing.assert_allclose(rarity().weights(sized([1, 10**12])), [1, 1e-12], rtol=1e-11)
    np.testing.assert_array_equal(rarity().weights(sized([1e-310, 1e300])), [1, 0])


def test_a_class_without_items_is_refused_and_says_what_to_do(sized):
    with pytest.raises(
        ValueError,
        match=r"^rarity needs items in every class, but there are none of 'b'; give .* or take 'complement', .*\.$",
    ):
        rarity().weights(sized([5, 0, 2], ["a", "b", "c"]))


def test_sizes_from_elsewhere_serve_a_class_without_items(sized):
    cm = sized([5, 0], ["a", "b"])
    np.testing.assert_allclose(rarity({"b": 10, "a": 90}).weights(cm), [0.1, 0.9])
    np.testing.assert_allclose(rarity([90, 10]).weights(cm), [0.1, 0.9])
    np.testing.assert_allclose(rarity(np.array([90, 10])).weights(cm), [0.1, 0.9])


def test_value_counts_are_read_by_name(sized):
    # pandas sorts value_counts by frequency, so reading them by position would turn the importance upside down.
    pd = pytest.importorskip("pandas")
    counts = pd.Series(["a"] + ["b"] * 9).value_counts()
    assert list(counts.index) == ["b", "a"]
    np.testing.assert_allclose(rarity(counts).weights(sized([1, 9], ["a", "b"])), [0.9, 0.1])


@pytest.mark.parametrize(
    ("counts", "message"),
    [
        ({"a": 0, "b": 3}, r"a class size for rarity must be a finite number above 0, but class 'a' has 0\."),
        ({"a": -1, "b": 3}, r"a class size for rarity must be a finite number above 0, but class 'a' has -1\."),
        ([1, float("nan")], r"a class size for rarity must be a finite number above 0, but class number 2 has nan\."),
        ({"a": "9", "b": 3}, r"a class size for rarity must be a finite number above 0, but class 'a' has '9'\."),
        ({}, r"a class size for rarity must be given for at least one class, but none is named\."),
        (7, r"a class size for rarity is given by class in a mapping, or as a sequence, not as 7\."),
    ],
)
def test_bad_sizes_are_refused_at_once(counts, message):
    with pytest.raises(ValueError, match=f"^{message}$"):
        rarity(counts)


def test_sizes_must_name_every_class(sized):
    with pytest.raises(ValueError, match=r"^rarity's counts must name every class; 'b' has none\.$"):
        rarity({"a": 2}).weights(sized([5, 1], ["a", "b"]))


def test_sizes_for_another_number_of_classes(sized):
    with pytest.raises(ValueError, match=r"^rarity's counts lists 3 values for 2 classes \('a', 'b'\)\.$"):
        rarity([1, 2, 3]).weights(sized([5, 1], ["a", "b"]))


def test_sizes_are_copied(sized):
    counts = {"a": 1, "b": 9}
    importance = rarity(counts)
    counts["a"] = 9
    np.testing.assert_allclose(importance.weights(sized([5, 5], ["a", "b"])), [0.9, 0.1])
