"""How each unit of the data moves metrics and their differences: against the delta method and the variance of draws."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.comparison.by_class import Field
from steelyard.comparison.contestants import contestants


@pytest.fixture
def joint(rng):
    truth = rng.choice(3, 500, p=[0.5, 0.4, 0.1])
    return sy.Joint.from_labels(
        truth, {name: np.where(rng.random(500) < 0.6, truth, rng.integers(0, 3, 500)) for name in "ab"}
    )


def field(joint, paired=None):
    metrics = [sy.metrics["balanced_accuracy"], sy.metrics["accuracy"]]
    return Field.of(contestants(joint, paired=paired), metrics, None, "exclude")


def test_the_influence_on_a_difference_of_accuracies_is_known(joint):
    found = field(joint)
    influence = found.of_pair(found.influences(stratified=False), 1, 0, 1)
    right = joint.codes[:, [1, 2]] == joint.codes[:, [0]]
    lead = right[:, 0].astype(float) - right[:, 1]
    mean = (lead * joint.counts).sum() / 500
    np.testing.assert_allclose(influence.by_kind, (lead - mean) / 500, atol=1e-12)
    assert influence.variance == pytest.approx(((lead - mean) ** 2 * joint.counts).sum() / 500**2)


def test_models_apart_have_the_sum_of_their_variances(joint):
    found = field(joint, paired=False)
    known = found.influences(stratified=False)
    apart = found.of_pair(known, 0, 0, 1).variance
    assert apart == pytest.approx(sum(found.of_model(known, 0, model).variance for model in range(2)))
    drawn = sy.compare(joint, metrics="balanced_accuracy", paired=False)["balanced_accuracy"].interval.spread
    assert np.sqrt(apart) == pytest.approx(drawn, rel=0.05)


def test_what_skews_one_model_up_skews_the_difference_down_for_the_other(joint):
    found = field(joint, paired=False)
    known = found.influences(stratified=False)
    first, second = (found.of_model(known, 0, model) for model in range(2))
    third = sum(sign * (each.by_kind**3 * each.sizes).sum() for sign, each in ((1, first), (-1, second)))
    by_hand = third / 6 / (first.variance + second.variance) ** 1.5
    assert found.of_pair(known, 0, 0, 1).acceleration == pytest.approx(by_hand)
    assert found.of_pair(known, 0, 1, 0).acceleration == pytest.approx(-by_hand)


def test_the_variance_of_a_paired_difference_is_that_of_the_draws(joint):
    found = field(joint)
    together = found.of_pair(found.influences(stratified=False), 0, 0, 1).variance
    drawn = sy.compare(joint, metrics="balanced_accuracy")["balanced_accuracy"].interval.spread
    assert np.sqrt(together) == pytest.approx(drawn, rel=0.05)


def test_every_model_has_its_place(joint):
    assert [field(joint).place_of(model) for model in range(2)] == [(0, 0), (0, 1)]
    assert [field(joint, paired=False).place_of(model) for model in range(2)] == [(0, 0), (1, 0)]


def test_the_smallest_class_that_has_items_is_counted():
    cms = {"a": [[5, 0, 0], [1, 2, 0], [0, 0, 0]], "b": [[3, 4, 0], [0, 9, 0], [0, 0, 0]]}
    stack = sy.Confusion.of_models({name: sy.Confusion(cm) for name, cm in cms.items()})
    found = Field.of(contestants(stack), [sy.metrics["accuracy"]], None, "exclude")
    assert (found.fewest(0), found.fewest(1), found.fewest(0, 1)) == (3, 7, 3)
