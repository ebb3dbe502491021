"""Which classes are close, against distances taken one by one."""

import numpy as np

from steelyard_papers.experiments.spread.closeness import close_pairs, mistaken
from steelyard_papers.experiments.spread.features import Features


def features(X, y, classes=3):
    return Features(np.asarray(X, dtype=np.float32), np.asarray(y), tuple("abcdef"[:classes]), "made up", "")


def test_the_share_of_items_nearer_to_another_mean_is_that_of_all_distances_compared(rng):
    y = rng.integers(0, 4, 80)
    X = rng.normal(size=(80, 3)).astype(np.float32) + y[:, None] * 0.7
    found = mistaken(features(X, y, classes=4))
    means = [X[y == place].mean(axis=0) for place in range(4)]
    for a in range(4):
        for b in range(4):
            nearer = [np.linalg.norm(x - means[b]) < np.linalg.norm(x - means[a]) for x in X[y == a]]
            assert found[a, b] == np.mean(nearer) if a != b else found[a, b] == 0


def test_classes_that_overlap_come_first():
    X = [[0], [10], [100], [110], [6], [16]]
    assert close_pairs(features(X, [0, 0, 1, 1, 2, 2]))[0] == (0, 2)
