"""Where the order tips: against straight lines, algebra, and curves made by hand."""

import itertools
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import steelyard as sy
from steelyard.shares.what_if_curves import what_if
from steelyard.shares.what_if_result import orders


def pair_order(a, b, metric, label=0, **arguments):
    stack = sy.Confusion([a, b], axes={"model": ["a", "b"]})
    (found,) = what_if(stack, label, metric, **arguments)[metric].pairs
    return found


def by_hand(difference, *, metric="accuracy", points=201, value=0.0, present=0.1, robust=True):
    """Return the order of two models of which the first is ahead by a function of the share."""
    odds = np.linspace(-13.8, 13.8, points)
    shares = np.union1d(1 / (1 + np.exp(-odds)), present)

    def measure(metrics, at):
        return np.array([np.stack([value + difference(at), np.full(at.shape, value)], axis=-1)] * len(metrics))

    metrics = [sy.metrics[metric]]
    ((found,),) = orders(metrics, measure(metrics, shares), shares, present, ["a", "b"], "rare", measure, [robust])
    return found


sizes = st.integers(1, 50)


@given(a=st.tuples(sizes, sizes), b=st.tuples(sizes, sizes))
def test_accuracy_of_two_models_tips_where_two_straight_lines_cross(a, b):
    """accuracy = s·r₀ + (1 − s)·r₁, so they cross at s = d₁/(d₁ − d₀) with d = a − b."""
    t0, t1 = 50, 50
    d0, d1 = Fraction(a[0] - b[0], t0), Fraction(a[1] - b[1], t1)
    matrices = [[[x, t0 - x], [t1 - y, y]] for x, y in (a, b)]
    found = pair_order(*matrices, "accuracy", points=41)
    if d0 * d1 < 0:
        (flip,) = found.flips
        assert flip.share == pytest.approx(float(d1 / (d1 - d0)), rel=1e-9)
        assert flip.high - flip.low <= 1e-9 * flip.share
        assert (flip.below, flip.above) == (("a", "b") if d1 > 0 else ("b", "a"))
        assert found.leader is None
    else:
        assert found.flips == ()
        assert found.leader == (None if d0 == d1 == 0 else "a" if d0 + d1 > 0 else "b")


def test_precision_tips_where_algebra_says():
    """The precision of class 0 alone is s·r/(s·r + (1−s)·q), with r recall and q false alarms: order never moves.

    So weigh both: macro precision of two classes, whose crossing is a root of a polynomial in s.
    """
    a, b = [[60, 40], [10, 90]], [[90, 10], [30, 70]]
    found = pair_order(a, b, "macro_precision")
    s = np.polynomial.Polynomial([0, 1])

    def halves(m):
        (tp, fn), (fp, tn) = (np.array(row) / 100 for row in m)
        return (s * tp, s * tp + (1 - s) * fp), ((1 - s) * tn, (1 - s) * tn + s * fn)

    (n1, d1), (n2, d2) = halves(a)
    (n3, d3), (n4, d4) = halves(b)
    crossing = (n1 * d2 + n2 * d1) * d3 * d4 - (n3 * d4 + n4 * d3) * d1 * d2
    roots = crossing.roots()
    inner = sorted(r.real for r in roots if abs(r.imag) < 1e-9 and 1e-6 < r.real < 1 - 1e-6)
    assert len(inner) == 1
    assert [flip.share for flip in found.flips] == pytest.approx(inner, rel=1e-7)


def test_lower_is_better_turns_the_order_around():
    crossing = by_hand(lambda s: s - 0.25)
    turned = by_hand(lambda s: s - 0.25, metric="cen")
    assert crossing.flips[0].share == pytest.approx(0.25, rel=1e-9)
    assert turned.flips[0].share == pytest.approx(0.25, rel=1e-9)
    assert (crossing.flips[0].below, crossing.ahead) == ("b", "b")
    assert (turned.flips[0].below, turned.ahead) == ("a", "a")


def test_all_flips_are_found_in_order():
    found = by_hand(lambda s: (s - 0.001) * (s - 0.2) * (s - 0.9995), value=0.5)
    assert [flip.share for flip in found.flips] == pytest.approx([0.001, 0.2, 0.9995], rel=1e-9)
    assert [flip.below for flip in found.flips] == ["b", "a", "b"]
    assert found.sentence == (
        "b is ahead of a while class 'rare' "
        "has a share below 0.10 %; a from 0.10 % to 20.0 %, b from 20.0 % to 99.950 %; "
        "above that, a."
    )


def test_touching_is_a_tie_and_no_flip():
    found = by_hand(lambda s: (s - 0.1) ** 2, present=0.1)
    assert found.flips == ()
    assert found.ties == ((0.1, 0.1),)
    assert found.ahead is None
    assert found.leader == "a"
    assert found.sentence == "a is ahead of b at every share of class 'rare', or equal."


def test_a_stretch_of_ties_between_two_orders_is_one_flip_with_two_ends():
    found = by_hand(lambda s: np.where(s < 0.1, s - 0.1, np.where(s > 0.3, s - 0.3, 0.0)), present=0.2)
    (flip,) = found.flips
    assert (flip.low, flip.high) == pytest.approx((0.1, 0.3), rel=1e-9)
    assert found.ties == ()
    assert found.sentence == "b is ahead of a while class 'rare' has a share below 10.0 %; above 30.0 %, a is ahead."


def test_a_stretch_of_ties_at_an_end_is_told():
    found = by_hand(lambda s: np.maximum(s - 0.3, 0))
    assert found.flips == ()
    assert found.leader == "a"
    assert found.ties[0][0] < 1e-5
    assert found.ties[0][1] < 0.3


def test_equal_but_for_rounding_is_tied_everywhere():
    found = by_hand(lambda s: 1e-17 * np.sign(s - 0.2), value=0.5)
    assert found.flips == ()
    assert found.leader is None
    assert found.sentence == "a and b are equal at every share of class 'rare'."


def test_a_model_without_a_value_cannot_be_compared():
    found = pair_order([[0, 5], [0, 5]], [[4, 1], [1, 4]], "mcc")
    assert found.undefined == ("a",)
    assert found.flips == ()
    assert found.sentence == "a and b cannot be compared: undefined for a."


def test_every_flip_of_a_random_pair_is_a_change_of_order(random_counts, rng):
    for counts in random_counts(rng, 3, 20).reshape(10, 2, 3, 3):
        stack = sy.Confusion(counts + 1, axes={"model": ["a", "b"]})
        found = what_if(stack, 0, points=61)
        for curve in found.curves:
            (pair,) = curve.pairs
            sides = [pair.flips[0].below, *(flip.above for flip in pair.flips)] if pair.flips else []
            assert all(one != other for one, other in itertools.pairwise(sides))
            for flip in pair.flips:
                for share, ahead in ((flip.low * (1 - 1e-4), flip.below), (flip.high * (1 + 1e-4), flip.above)):
                    if not 0 < share < 1:
                        continue
                    at = stack.at_shares({0: share})
                    (values,) = sy.measure(at, curve.metric, found.weights if curve.metric.weighted else None).values()
                    better = values[0] > values[1] if curve.metric.direction == "higher" else values[0] < values[1]
                    assert ahead == ("a" if better else "b")


def test_a_sentence_does_not_go_beyond_the_shares_that_were_looked_at():
    found = by_hand(lambda s: s + 0.1, robust=False)
    assert found.sentence == "a is ahead of b at every share of class 'rare' from 0.0001 % to 99.9999 %."
    assert found.to_dict()["between"] == pytest.approx([1e-6, 1 - 1e-6], rel=0.02)
    assert by_hand(lambda s: s + 0.1).sentence == "a is ahead of b at every share of class 'rare'."


def test_shares_that_someone_chose_are_told_as_they_are():
    """10 % was told as "10. %"."""
    found = replace(by_hand(lambda s: s + 0.1, robust=False), between=(0.1, 0.999))
    assert found.sentence == "a is ahead of b at every share of class 'rare' from 10 % to 99.9 %."


def test_ties_are_told_beside_a_flip():
    found = by_hand(lambda s: np.where(s > 0.6, np.maximum(s - 0.8, 0.0), s - 0.25))
    assert found.ties
    assert len(found.flips) == 1
    assert found.sentence.endswith("; above that, a is ahead, or equal.")


def test_correlations_of_models_that_guess_do_not_flip():
    """Their values are 0 but for rounding: 74 flips were told of them."""
    guessing = pair_order([[1, 9], [10, 90]], [[3, 7], [27, 63]], "mcc")
    assert guessing.flips == ()
    assert guessing.leader is None
