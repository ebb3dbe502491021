"""Class shares without labels, and probabilities corrected to them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.decisions import at_class_shares, class_shares, decide
from steelyard.decisions.shares_shift import growths

MEANS = np.array([0.0, 2.0, 4.0])
TRAINED = np.array([0.6, 0.3, 0.1])


def densities(x):
    return np.exp(-((x[:, None] - MEANS) ** 2) / 2)


def posterior(x, shares):
    """Return the exact probabilities of three normals of unit variance."""
    joint = densities(x) * shares
    return joint / joint.sum(axis=1, keepdims=True)


def drawn(shares, n, seed=0):
    rng = np.random.default_rng(seed)
    y = rng.choice(3, n, p=shares)
    return y, rng.normal(MEANS[y], 1)


@pytest.mark.parametrize("shares", [(0.6, 0.3, 0.1), (0.1, 0.2, 0.7), (0.5, 0.0, 0.5)])
def test_shares_are_recovered_within_sampling_error(shares):
    _, x = drawn(np.array(shares), 20_000)
    found = class_shares(posterior(x, TRAINED), TRAINED)
    assert found.sum() == pytest.approx(1, abs=1e-12)
    assert found == pytest.approx(shares, abs=0.02)


def test_the_likelihood_never_falls_and_ends_at_its_maximum():
    _, x = drawn(np.array([0.2, 0.2, 0.6]), 2_000)
    ratios = posterior(x, TRAINED) / TRAINED
    shares, before = TRAINED, -np.inf
    for _ in range(60):
        now = np.log(ratios @ shares).mean()
        assert now >= before - 1e-14
        shares, before = shares * growths(ratios, shares), now
    best = class_shares(posterior(x, TRAINED), TRAINED, tolerance=1e-9)
    top = np.log(ratios @ best).mean()
    for other in np.random.default_rng(0).dirichlet(np.ones(3), 500):
        assert np.log(ratios @ other).mean() <= top + 1e-9


def test_two_sure_answers_have_a_closed_form():
    """A share a of rows (.9, .1), else (.1, .9), trained at one half: the maximum is at (a − .1)/.8."""
    for a in (0.3, 0.5, 0.85):
        p = np.array([[0.9, 0.1]] * round(1000 * a) + [[0.1, 0.9]] * round(1000 * (1 - a)))
        assert class_shares(p, [0.5, 0.5], tolerance=1e-12)[0] == pytest.approx((a - 0.1) / 0.8, abs=1e-5)


def test_corrected_probabilities_are_those_of_the_other_shares():
    _, x = drawn(TRAINED, 200)
    other = np.array([0.1, 0.1, 0.8])
    corrected = at_class_shares(posterior(x, TRAINED), TRAINED, other)
    assert corrected == pytest.approx(posterior(x, other), rel=1e-9)
    assert corrected.sum(axis=1) == pytest.approx(np.ones(200), abs=1e-12)


positive = st.floats(0.05, 1)


@given(st.tuples(positive, positive, positive), st.tuples(positive, positive, positive))
def test_the_gains_of_a_weighted_recall_decide_alike_before_and_after(shares, weights):
    """w/π' on the corrected probabilities is w/π on the original ones, so a rule for it needs no correction."""
    new, w = np.array(shares) / sum(shares), np.array(weights)
    _, x = drawn(TRAINED, 100)
    p = posterior(x, TRAINED)
    assert decide(p, w / TRAINED).tolist() == decide(at_class_shares(p, TRAINED, new), w / new).tolist()


def test_a_class_never_seen_and_never_likely_stays_without_share():
    p = np.array([[0.9, 0.1, 0.0], [0.3, 0.7, 0.0]])
    assert class_shares(p, [0.5, 0.5, 0.0])[2] == 0


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda p: class_shares(p, [1.0, 0.0]), "class 1 has the share 0 in training"),
        (lambda p: class_shares(p, [0.5, 0.6]), "sum to 1"),
        (lambda p: class_shares(p, "uniform"), "trained must be numbers"),
        (lambda p: class_shares(p, [0.5, 0.5], tolerance="low"), "tolerance must be a number above 0, not 'low'"),
        (lambda p: class_shares(p, [0.5, 0.3, 0.2]), "one share per column"),
        (lambda p: class_shares(p * 2, [0.5, 0.5]), "sum to 1"),
        (lambda p: class_shares(p[:0], [0.5, 0.5]), "no items"),
        (lambda p: class_shares(p, [0.5, 0.5], most=0), "most must be a whole number"),
        (lambda p: class_shares(p, [0.5, 0.5], tolerance=np.nan), "tolerance must be a number above 0, not nan"),
        (lambda p: class_shares(p, [0.5, 0.5], most=1), "not settled after 1 steps"),
        (
            lambda p: at_class_shares(p[:1] * 0 + [0, 1], [0.5, 0.5], [1.0, 0.0]),
            "row 0 .* only for classes whose new share is 0",
        ),
        (lambda p: at_class_shares(p, [0.5, 0.5], [0.5, np.nan]), "shares must be shares"),
    ],
)
def test_bad_input_gets_one_sentence(call, said):
    with pytest.raises(ValueError, match=said):
        call(np.array([[0.9, 0.1], [0.8, 0.2]]))
