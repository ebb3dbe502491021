from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import steelyard as sy

stated = sy.importance.stated


def test_phi_of_table_4_of_branco_is_kept_as_given(cases):
    np.testing.assert_array_equal(stated([1, 0.9, 0.1]).relevance(cases.one), [1, 0.9, 0.1])
    np.testing.assert_allclose(stated([1, 0.9, 0.2, 0.1]).weights(cases.three), np.array([1, 0.9, 0.2, 0.1]) / 2.2)


def test_user_weights_of_gupta(amazon):
    # Seed 004, Table 2: "(1 − total weights specified)/(number of unspecified classes)" is 0 here.
    np.testing.assert_allclose(stated({1: 0.7, 5: 0.3}).weights(amazon), [0.7, 0, 0, 0, 0.3], atol=1e-15)


@pytest.mark.parametrize(
    ("rest", "expected"),
    [("even", [0.4, 0.3, 0.3]), ("rarity", [0.4, 0.4, 0.2]), ("none", [0.4, 0, 0])],
)
def test_the_rest_shares_what_is_missing_to_one(abc, rest, expected):
    np.testing.assert_allclose(stated({"a": 0.4}, rest=rest).relevance(abc), expected)


def test_names_may_come_in_any_order(abc):
    np.testing.assert_array_equal(stated({"c": 0.1, "a": 0.7, "b": 0.2}).relevance(abc), [0.7, 0.2, 0.1])


def test_rounding_above_one_is_no_excess(sized):
    cm = sized([1, 1, 1, 1], ["a", "b", "c", "d"])
    values = {"a": 0.7, "b": 0.1, "c": 0.2000000000000004}
    assert sum(values.values()) > 1
    np.testing.assert_allclose(stated(values).weights(cm), [0.7, 0.1, 0.2, 0], atol=1e-12)


def test_numbers_above_one_are_fine_if_nothing_is_left_to_share(abc):
    np.testing.assert_allclose(stated({"a": 5, "b": 3, "c": 2}).weights(abc), [0.5, 0.3, 0.2])
    np.testing.assert_allclose(stated({"a": 5, "b": 5}, rest="none").weights(abc), [0.5, 0.5, 0])


def test_labels_are_found_by_their_text(sized):
    cm = sized([1, 1, 1], [1, 2.5, None])
    np.testing.assert_allclose(stated({"1": 0.2, "2.5": 0.3, "(missing)": 0.5}).weights(cm), [0.2, 0.3, 0.5])
    read = sized([1, 1], ["ok", "(missing)"])  # labels that come from a file are texts
    np.testing.assert_allclose(stated({None: 0.9}).weights(read), [0.1, 0.9])


def test_every_kind_of_number(abc):
    importance = stated({"a": np.float32(0.5), "b": Fraction(1, 4), "c": Decimal("0.25")})
    np.testing.assert_array_equal(importance.weights(abc), [0.5, 0.25, 0.25])


@pytest.mark.parametrize("make", [list, tuple, np.array, iter, lambda values: (value for value in values)])
def test_every_kind_of_sequence(abc, make):
    importance = stated(make([0.5, 0.25, 0.25]))
    np.testing.assert_array_equal(importance.weights(abc), [0.5, 0.25, 0.25])
    np.testing.assert_array_equal(importance.weights(abc), [0.5, 0.25, 0.25])  # an iterator is read once, and kept


def test_a_series_is_read_by_its_index(abc):
    pd = pytest.importorskip("pandas")
    np.testing.assert_allclose(stated(pd.Series({"c": 0.7, "a": 0.1, "b": 0.2})).weights(abc), [0.1, 0.2, 0.7])


@pytest.mark.parametrize("values", [{"a": 0.5, "b": 0.25, "c": 0.25}, [0.5, 0.25, 0.25]])
def test_values_are_copied(abc, values):
    importance = stated(values)
    text = str(importance)
    values["a" if isinstance(values, dict) else 0] = 0.0
    assert str(importance) == text
    np.testing.assert_array_equal(importance.weights(abc), [0.5, 0.25, 0.25])


def test_an_array_is_copied(abc):
    values = np.array([0.5, 0.25, 0.25])
    importance = stated(values)
    values[:] = 1
    np.testing.assert_array_equal(importance.weights(abc), [0.5, 0.25, 0.25])


def test_huge_numbers_do_not_overflow(abc):
    np.testing.assert_array_equal(stated([1e308, 1e308, 0]).weights(abc), [0.5, 0.5, 0])
    np.testing.assert_array_equal(stated([5e-324, 0, 0]).weights(abc), [1, 0, 0])


@given(st.lists(st.floats(0, 1e300), min_size=1, max_size=6).filter(any))
def test_weights_sum_to_one_and_keep_the_proportions(values):
    weights = stated(values).weights(sy.Confusion(np.eye(len(values))))
    assert weights.sum() == pytest.approx(1)
    np.testing.assert_allclose(weights, np.array(values) / max(values) / sum(v / max(values) for v in values))


NUMBER = "an importance must be a finite number of at least 0, but "


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"a": -0.1}, NUMBER + r"class 'a' has -0\.1\."),
        ({"a": float("nan")}, NUMBER + r"class 'a' has nan\."),
        ({"a": float("inf")}, NUMBER + r"class 'a' has inf\."),
        ({"a": 10**400}, NUMBER + r"class 'a' has 1000.*\."),
        ({"a": "0.7"}, NUMBER + r"class 'a' has '0\.7'\."),
        ({"a": None}, NUMBER + r"class 'a' has None\."),
        ({"a": True}, NUMBER + r"class 'a' has True\."),
        ([np.bool_(True), 1], NUMBER + r"class number 1 has np\.True_\."),
        ({"a": 1j}, NUMBER + r"class 'a' has 1j\."),
        ({"a": [0.7]}, NUMBER + r"class 'a' has \[0\.7\]\."),
        ({"a": np.array([0.7])}, NUMBER + r"class 'a' has array\(\[0\.7\]\)\."),
        ([0.5, -0.5], NUMBER + r"class number 2 has -0\.5\."),
        (np.eye(2), NUMBER + r"class number 1 has array\(\[1\., 0\.\]\)\."),
        ({}, r"an importance must be given for at least one class, but none is named\."),
        ([], r"an importance must be given for at least one class, but none is named\."),
        ([0, 0], r"the stated importance gives every class 0; at least one class must matter\."),
        ("abc", r"an importance is given by class in a mapping, or as a sequence, not as 'abc'\."),
        ({0.7, 0.3}, r"an importance is given by class in a mapping, or as a sequence, not as \{0\.3, 0\.7\}\."),
        (None, r"an importance is given by class in a mapping, or as a sequence, not as None\."),
    ],
)
def test_bad_values_are_refused_at_once(values, message):
    with pytest.raises(ValueError, match=f"^{message}$"):
        stated(values)


def test_all_zero_with_nothing_for_the_rest():
    with pytest.raises(ValueError, match=r"^the stated importance gives every class 0; at least one class must"):
        stated({"a": 0, "b": 0}, rest="none")


def test_all_named_classes_zero_leaves_all_to_the_rest(abc):
    np.testing.assert_allclose(stated({"a": 0}).weights(abc), [0, 0.5, 0.5])
    with pytest.raises(ValueError, match=r"^the importance '\(a=0, b=0, c=0\)' gives every class 0; at least one"):
        stated({"a": 0, "b": 0, "c": 0}).weights(abc)


@pytest.mark.parametrize("rest", ["evn", "", -1, ["even"]])
def test_an_unknown_rest_is_refused(rest):
    with pytest.raises(
        ValueError,
        match=r"^rest must be one of even, rarity, none, or a number of at least 0 for each class, not .*\.$",
    ):
        stated({"a": 0.5}, rest=rest)


@pytest.mark.parametrize("rest", ["even", "rarity"])
def test_a_sum_above_one_leaves_nothing_for_the_rest(abc, rest):
    with pytest.raises(
        ValueError,
        match=r"^the stated importances sum to 1\.000001, above 1, so nothing is left for 'b', 'c'; say what "
        r"each of these counts, such as rest=1 \(in a text, \*=1\), or name them\.$",
    ):
        stated({"a": 1.000001}, rest=rest).weights(abc)


def test_the_rest_by_rarity_needs_items(sized):
    with pytest.raises(
        ValueError,
        match=r"^rest='rarity' needs items in every class, but there are none of 'c'; name it too, or choose",
    ):
        stated({"a": 0.5}, rest="rarity").weights(sized([0, 1, 0], ["a", "b", "c"]))


def test_an_unknown_class_is_refused_with_the_nearest_name(sized):
    with pytest.raises(
        ValueError, match=r"^there is no class 'fruad'; the classes are 'fraud', 'ok'\. Did you mean 'fraud'\?$"
    ):
        stated({"fruad": 0.5}).weights(sized([1, 1], ["fraud", "ok"]))


def test_a_class_named_twice_is_refused(sized):
    with pytest.raises(ValueError, match=r"^importance names class '1' twice\.$"):
        stated({"1": 0.5, 1: 0.5}).weights(sized([1, 1], [1, 2]))


def test_a_name_and_a_number_may_be_two_classes(sized):
    np.testing.assert_array_equal(stated({"1": 0.25, 1: 0.75}).weights(sized([1, 1], [1, "1"])), [0.75, 0.25])


def test_the_wrong_number_of_values_is_refused(abc):
    with pytest.raises(ValueError, match=r"^importance lists 2 values for 3 classes \('a', 'b', 'c'\)\.$"):
        stated([0.5, 0.5]).weights(abc)


def test_an_even_rest_is_the_same_weights_whether_said_or_not_but_only_said_it_is_written(abc):
    silent, said = stated({"a": 0.5}), stated({"a": 0.5}, rest="even")
    assert silent.weights(abc).tolist() == said.weights(abc).tolist() == [0.5, 0.25, 0.25]
    assert (str(silent), str(said)) == ("(a=0.5)", "(a=0.5, *=even)")
    assert silent != said


def test_each_class_that_is_not_named_can_have_a_number():
    three = sy.Confusion([[5, 0, 0], [0, 10, 0], [0, 300, 0]], labels=["a", "b", "c"])
    for said in ("a=20, *=1", "a=20, b=1, c=1"):
        np.testing.assert_allclose(sy.importance.parse(said).weights(three), [20 / 22, 1 / 22, 1 / 22])
    costs = sy.importance.parse("prevalence * (a=20, *=1)")
    np.testing.assert_allclose(costs.weights(three), np.array([100, 10, 300]) / 410)
    assert str(costs) == "prevalence * (a=20, *=1)"
    assert sy.importance.parse(str(costs)) == costs
    with pytest.raises(ValueError, match=r"such as rest=1 \(in a text, \*=1\), or name them"):
        sy.importance.parse("a=20").weights(three)
    for wrong in (-1, "all", float("nan"), True):
        with pytest.raises(ValueError, match="or a number of at least 0 for each class"):
            sy.importance.stated({"a": 20}, rest=wrong)
