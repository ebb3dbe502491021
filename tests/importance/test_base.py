from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

import steelyard as sy
from steelyard.importance import (
    Importance,
    as_importance,
    complement,
    order,
    parse,
    prevalence,
    rarity,
    stated,
    uniform,
)

EVERY_KIND = [
    uniform(),
    prevalence(),
    rarity(),
    rarity({"a": 1, "b": 2, "c": 3}),
    rarity([1, 2, 3]),
    complement(),
    stated({"a": 0.7}),
    stated({"a": 0.7}, rest="rarity"),
    stated({"a": 0.7}, rest="none"),
    stated([0.2, 0.3, 0.5]),
    order("a < b"),
    order("a < b", ranks="exact"),
    rarity() * complement(),
    rarity() + complement(),
    0.3 * rarity() + 0.7 * stated({"a": 0.5}),
    (rarity() + uniform()) * prevalence(),
]

EQUAL = [
    (stated({"a": 0.7, "b": 0.3}), stated({"b": 0.3, "a": 0.7})),
    (stated({"1": 0.7}), stated({1: 0.7})),
    (stated([1, 2]), stated(np.array([1.0, 2.0]))),
    (stated([1, 2], rest="none"), stated([1, 2])),
    (stated({"a": 0.0}), stated({"a": -0.0})),
    (rarity({"a": 1, "b": 2}), rarity({"b": 2, "a": 1})),
    (order("a < b < c"), order("b < c; a < b; a < c")),
    (order("a < b"), order([("a", "b")])),
    (rarity() * uniform(), uniform() * rarity()),
    (rarity() + 2 * uniform(), uniform() * 2 + rarity()),
    (parse("rarity"), rarity()),
]

DIFFERENT = [
    (stated({"a": 0.7}), stated({"a": 0.7}, rest="none")),
    (stated({"a": 0.7}), stated({"a": 0.8})),
    (stated({"a": 0.7, "b": 0.3}), stated([0.7, 0.3])),
    (stated([1, 2]), stated([2, 1])),
    (rarity({"a": 1, "b": 2}), stated({"a": 1, "b": 2})),
    (rarity(), rarity([1, 2])),
    (order("a < b"), order("b < a")),
    (order("a < b < c"), order("a < b; a < c")),
    (order("a < b"), order("a < b", ranks="exact")),
    (rarity() * uniform(), rarity() + uniform()),
    (rarity() + uniform(), rarity() + rarity() + uniform()),
    (rarity() + 2 * uniform(), 2 * rarity() + uniform()),
    (uniform(), "uniform"),
]


@pytest.fixture(scope="module")
def stack():
    """Two slices whose sizes differ: 1, 9, 90 and 9, 1, 10 make 10, 10, 100 together."""
    return sy.Confusion(np.stack([np.diag([1, 9, 90]), np.diag([9, 1, 10])]), labels=["a", "b", "c"])


@pytest.mark.parametrize("importance", EVERY_KIND, ids=str)
def test_weights_sum_to_one_and_are_the_relevance_in_proportion(importance, stack):
    relevance, weights = importance.relevance(stack), importance.weights(stack)
    assert relevance.shape == weights.shape == (3,)
    assert weights.sum() == pytest.approx(1)
    assert (weights >= 0).all()
    np.testing.assert_allclose(weights * relevance.sum(), relevance)


@pytest.mark.parametrize("importance", EVERY_KIND, ids=str)
def test_a_stack_is_pooled(importance, stack):
    np.testing.assert_array_equal(importance.weights(stack), importance.weights(stack.pooled()))


def test_pooling_is_over_all_axes(stack):
    twice = sy.Confusion(np.stack([stack.counts, stack.counts]), labels=stack.labels)
    np.testing.assert_allclose(rarity().weights(twice), [10 / 21, 10 / 21, 1 / 21])


@pytest.mark.parametrize("importance", EVERY_KIND, ids=str)
def test_classes_may_be_reordered(importance, stack):
    if not any(isinstance(values, tuple) for values in vars(importance).values()) or isinstance(importance, order):
        turned = stack.reorder(["c", "a", "b"])
        np.testing.assert_allclose(importance.weights(turned), importance.weights(stack)[[2, 0, 1]])


@pytest.mark.parametrize("importance", EVERY_KIND, ids=str)
def test_pickles_and_copies_are_equal(importance, stack):
    for twin in (pickle.loads(pickle.dumps(importance)), copy.copy(importance), copy.deepcopy(importance)):  # noqa: S301
        assert twin == importance
        assert hash(twin) == hash(importance)
        assert str(twin) == str(importance)
        np.testing.assert_array_equal(twin.weights(stack), importance.weights(stack))


def test_no_two_kinds_are_equal():
    assert len(set(EVERY_KIND)) == len(EVERY_KIND)


@pytest.mark.parametrize(("one", "other"), EQUAL)
def test_equal_by_meaning(one, other):
    assert one == other
    assert hash(one) == hash(other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_different_by_meaning(one, other):
    assert one != other


def test_importances_cannot_be_changed():
    with pytest.raises(AttributeError):
        stated({"a": 1}).rest = "none"  # type: ignore[misc]


def test_the_representation_shows_the_text():
    assert repr(rarity() * stated({"c1": 0.7})) == "<importance: rarity * (c1=0.7)>"


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (None, uniform()),
        ("rarity", rarity()),
        ({"a": 0.7}, stated({"a": 0.7})),
        ([0.2, 0.8], stated([0.2, 0.8])),
        ((0.2, 0.8), stated([0.2, 0.8])),
        (np.array([0.2, 0.8]), stated([0.2, 0.8])),
        (rarity(), rarity()),
    ],
    ids=repr,
)
def test_what_may_be_given_for_an_importance(given, expected):
    assert as_importance(given) == expected
    assert isinstance(as_importance(given), Importance)


def test_a_series_for_an_importance_is_read_by_its_index():
    pd = pytest.importorskip("pandas")
    assert as_importance(pd.Series({"b": 0.3, "a": 0.7})) == stated({"a": 0.7, "b": 0.3})


@pytest.mark.parametrize("given", [5, 0.5, object(), True, b"rarity", {0.2, 0.8}, [], {}, ["rarity"], ""])
def test_anything_else_is_refused(given):
    with pytest.raises(ValueError, match=r"."):
        as_importance(given)


def test_counts_are_no_importance():
    sentence = "an importance is an Importance, a text, a mapping or a sequence, not counts."
    for given in (sy.Confusion([[1, 0], [0, 1]]), sy.Confusion([[[1, 0], [0, 1]]], axes={"model": ["a"]})):
        with pytest.raises(ValueError, match=sentence):
            sy.evaluate([[1, 0], [0, 1]], importance=given)


def test_every_mechanism_says_what_it_is():
    for mechanism in (uniform, prevalence, rarity, complement, stated, order):
        assert mechanism.formula
        assert mechanism.reference
        assert mechanism.__doc__


class TestAMissingAnswer:
    """Kept as a column of its own, it is an error of the true class, but no class that could matter."""

    LABELS = ("a", "b", "c", None)
    SIZES = np.array([2.0, 2.0, 1.0, 0.0])

    @pytest.mark.parametrize(
        ("how", "expected"),
        [
            (uniform(), [1 / 3, 1 / 3, 1 / 3, 0]),
            (rarity(), [0.25, 0.25, 0.5, 0]),
            (rarity({"a": 1, "b": 2, "c": 2}), [0.5, 0.25, 0.25, 0]),
            (stated({"a": 0.7}), [0.7, 0.15, 0.15, 0]),
            (stated({"a": 0.7}, rest="rarity"), [0.7, 0.1, 0.2, 0]),
            (stated([1, 1, 2]), [0.25, 0.25, 0.5, 0]),
            (rarity() * stated({"a": 0.5, "c": 0.5}), [1 / 3, 0, 2 / 3, 0]),
            (uniform() + rarity(), [7 / 24, 7 / 24, 10 / 24, 0]),
            (complement(), [0.3, 0.3, 0.4, 0]),
        ],
        ids=str,
    )
    def test_has_no_weight(self, how, expected):
        cm = sy.Confusion(np.diag(self.SIZES), labels=self.LABELS)
        np.testing.assert_allclose(how.weights(cm), expected)

    def test_has_the_weight_that_is_stated(self):
        cm = sy.Confusion(np.diag(self.SIZES), labels=self.LABELS)
        np.testing.assert_allclose(stated([1, 1, 1, 1]).weights(cm), [0.25] * 4)
        np.testing.assert_allclose((stated([1, 1, 1, 1]) * rarity()).weights(cm), [0.25, 0.25, 0.5, 0])
        np.testing.assert_allclose(stated({"a": 1, None: 1}, rest="none").weights(cm), [0.5, 0, 0, 0.5])

    def test_is_a_class_where_the_truth_is_missing_too(self):
        cm = sy.Confusion(np.diag([2.0, 2.0, 1.0, 1.0]), labels=self.LABELS)
        np.testing.assert_allclose(rarity().weights(cm), [1 / 6, 1 / 6, 1 / 3, 1 / 3])

    def test_counts_as_an_error_of_the_true_class(self):
        cm = sy.Confusion.from_labels(["a", "a", "b", "c", "b"], ["a", None, "b", None, "b"], missing="keep")
        assert sy.metrics.balanced_accuracy(cm) == pytest.approx((0.5 + 1 + 0) / 3)
        assert sy.metrics.wba(cm, importance="rarity") == pytest.approx(0.25 * 0.5 + 0.25)

    def test_is_not_counted_among_the_classes(self):
        cm = sy.Confusion(np.diag([2, 2, 1, 0]), labels=self.LABELS)
        assert cm.imbalance.labels == ("a", "b", "c")
        assert cm.imbalance.ratio == 2
        assert "3 classes" in str(sy.evaluate(cm))
        assert "3 classes" in str(sy.compare({"one": cm, "other": cm}))


@pytest.mark.parametrize(
    ("text", "alone"),
    [
        ("(c < b < a)", "c < b < a"),
        ('("c)" < "b;(")', '"c)" < "b;("'),
        ("(a=2, b=1)", "a=2, b=1"),
        ("(c < a; a=0.2..0.5)", "c < a; a=0.2..0.5"),
        ("rarity", "rarity"),
        ("(a=2, b=1) * rarity", "(a=2, b=1) * rarity"),
        ("(b < a) + (c < a)", "(b < a) + (c < a)"),
    ],
)
def test_alone_it_needs_no_brackets(text, alone):
    found = as_importance(text)
    assert found.alone == alone
    assert as_importance(found.alone) == found
