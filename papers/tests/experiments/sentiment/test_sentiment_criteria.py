"""The paper's criteria, and the weights they give to reviews."""

import numpy as np
import pytest

from steelyard.integrations.sklearn import class_weight
from steelyard_papers.experiments.sentiment.criteria import CRITERIA, WAYS, Way, class_sizes
from steelyard_papers.reproductions.gupta2020.expected import COMPOSITE_BY_EQ_9, RARITY_WEIGHTS
from steelyard_papers.reproductions.gupta2020.inputs import REVIEWS

SIZES = class_sizes(list(REVIEWS.values()))
STARS = np.repeat(list(REVIEWS), list(REVIEWS.values()))


def of_items(way):
    """Return what an item of each class weighs in training."""
    importance, per = way.importance
    return list(class_weight(importance, STARS, per=per).values())


def test_the_weights_are_those_of_the_paper_at_its_class_sizes():
    cut = np.floor(1000 * CRITERIA["rarity"].weights(SIZES)) / 1000
    np.testing.assert_allclose(cut, [float(weight) for weight in RARITY_WEIGHTS])
    np.testing.assert_allclose(CRITERIA["user"].weights(SIZES), [0.7, 0, 0, 0, 0.3])
    corrected = [float(each.corrected) for each in COMPOSITE_BY_EQ_9]
    np.testing.assert_allclose(CRITERIA["composite"].weights(SIZES), corrected, atol=5e-4)


@pytest.mark.parametrize(
    ("way", "expected"),
    [
        (Way("plain", ""), [1, 1, 1, 1, 1]),
        # Each review of 1 star weighs 7/3 of one of 5 stars; 1 on average over the reviews.
        (Way("user", "item"), np.array([0.7, 0, 0, 0, 0.3]) * 363_810 / (0.7 * 33_400 + 0.3 * 232_469)),
        (Way("user", "class"), [0.7 * 363_810 / 33_400, 0, 0, 0, 0.3 * 363_810 / 232_469]),
        (Way("rarity", "item"), 363_810 / 5 / np.array(list(REVIEWS.values()))),
    ],
)
def test_a_way_to_train_weighs_the_reviews_by_closed_forms(way, expected):
    np.testing.assert_allclose(of_items(way), expected, rtol=1e-12)


def test_the_composite_per_item_trains_as_the_user_per_class():
    both = (Way("composite", "item"), Way("user", "class"))
    first, second = map(of_items, both)
    np.testing.assert_allclose(first, second, rtol=1e-12)


def test_there_are_seven_ways_with_names_of_their_own():
    assert len({str(way) for way in WAYS}) == 7
    assert str(WAYS[0]) == "plain"
    assert str(Way("user", "item")) == "user per item"
