"""Which reviews are tested."""

import numpy as np

from experiments.sentiment.made_up_reviews import SIZES, made_up
from steelyard_papers.experiments.sentiment.splitting import split


def test_a_fifth_of_each_class_is_tested():
    _, stars = made_up()
    train, test = split(stars.tolist(), range(len(stars)), 0.2, seed=3)
    assert sorted([*train, *test]) == list(range(len(stars)))
    np.testing.assert_array_equal(np.bincount(stars[test])[1:], [round(size / 5) for size in SIZES])


def test_the_seed_decides_and_nothing_else():
    _, stars = made_up()
    first, again, other = (split(stars.tolist(), range(len(stars)), 0.2, seed)[1].tolist() for seed in (1, 1, 2))
    assert first == again != other


def test_what_a_tested_review_says_is_not_trained_on():
    stars, texts = [5] * 10, list("abcdeabcde")
    train, test = split(stars, texts, 0.3, seed=0)
    assert len(test) == 3
    assert not {texts[i] for i in train} & {texts[i] for i in test}
    assert {texts[i] for i in train} | {texts[i] for i in test} == set(texts)
