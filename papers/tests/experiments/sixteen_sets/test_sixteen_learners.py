"""The learners: the tree is pruned as brute force would, naive Bayes as by hand, and all are deterministic."""

import math

import numpy as np
import pytest

from steelyard_papers.experiments.sixteen_sets.learners import LEARNERS, Encoded
from steelyard_papers.experiments.sixteen_sets.naive_bayes import NaiveBayes
from steelyard_papers.experiments.sixteen_sets.pruned_tree import PrunedTree, kept_splits


def random_tree(rng, splits):
    """Return the children of a tree, a parent before its children."""
    left, right = [-1], [-1]
    for _ in range(splits):
        node = int(rng.choice([i for i in range(len(left)) if left[i] == -1]))
        left[node], right[node] = len(left), len(left) + 1
        left += [-1, -1]
        right += [-1, -1]
    return np.array(left), np.array(right)


def prunings(node, left, right):
    """Yield the splits of every subtree with the same root."""
    yield frozenset()
    if left[node] != -1:
        for one in prunings(left[node], left, right):
            for other in prunings(right[node], left, right):
                yield frozenset({int(node)}) | one | other


def cost(kept, left, right, errors, price):
    leaves = [0] if not kept else [c for node in kept for c in (left[node], right[node]) if c not in kept]
    return sum(errors[leaf] for leaf in leaves) + price * len(kept)


@pytest.mark.parametrize("seed", range(20))
def test_pruning_finds_the_smallest_of_the_cheapest_subtrees(seed):
    rng = np.random.default_rng(seed)
    left, right = random_tree(rng, int(rng.integers(1, 7)))
    errors, price = rng.integers(0, 20, len(left)).astype(float), float(rng.integers(0, 4))
    every = {kept: cost(kept, left, right, errors, price) for kept in prunings(0, left, right)}
    cheapest = [kept for kept, paid in every.items() if paid == min(every.values())]
    split = kept_splits(left, right, errors, price)
    reached, found = [0], set()
    while reached:
        node = reached.pop()
        if split[node]:
            found.add(node)
            reached += [left[node], right[node]]
    assert frozenset(found) == min(cheapest, key=len)


def test_a_tree_without_a_price_errs_as_often_as_scikit_learns():
    from sklearn.tree import DecisionTreeClassifier

    rng = np.random.default_rng(3)
    X = rng.normal(size=(300, 4))
    y = (X[:, 0] + rng.normal(size=300) > 0).astype(int) + (X[:, 1] > 1)
    whole = DecisionTreeClassifier(min_samples_split=20, min_samples_leaf=7, random_state=0).fit(X, y)
    ours = PrunedTree(20, 7, 0.0, 0).fit(X, y)
    assert (ours.predict(X) != y).sum() == (whole.predict(X) != y).sum()


def test_a_tree_whose_splits_never_pay_gives_the_largest_class():
    X, y = np.arange(40.0)[:, None], np.repeat([0, 1], [25, 15])
    assert set(PrunedTree(20, 7, 0.01, 0).fit(X, y).predict(X)) == {0, 1}
    assert set(PrunedTree(20, 7, 1.0, 0).fit(X, y).predict(X)) == {0}


def density(x, mean, deviation):
    return math.exp(-(((x - mean) / deviation) ** 2) / 2) / (deviation * math.sqrt(2 * math.pi))


def test_naive_bayes_by_hand():
    X = np.array([[1.0, "a"], [2.0, "a"], [3.0, "b"], [2.0, "c"], [6.0, "c"]], dtype=object)
    y = np.array([0, 0, 0, 1, 1])
    model = NaiveBayes([0], [1]).fit(X, y)
    for x, word in ((1.5, "a"), (3.2, "b"), (3.2, "c"), (3.9, "never seen"), (2.4, "c"), (9.0, "a")):
        # R divides the variance by n − 1; a word that a class lacks has the probability 0.001.
        first = 3 / 5 * density(x, 2, 1) * {"a": 2 / 3, "b": 1 / 3}.get(word, 0.001)
        second = 2 / 5 * density(x, 4, math.sqrt(8)) * {"c": 1}.get(word, 0.001)
        assert model.predict(np.array([[x, word]], dtype=object))[0] == int(second > first), (x, word)


def test_the_variance_of_naive_bayes_is_divided_by_one_less():
    # Between 1/n and 1/(n − 1), the nearer boundary moves from 2.155 to 1.899.
    X, y = np.array([[-1.0], [1.0], [2.0], [8.0]], dtype=object), np.array([0, 0, 1, 1])
    wide, narrow = (density(2.0, 5, s) / density(2.0, 0, t) for s, t in ((math.sqrt(18), math.sqrt(2)), (3, 1)))
    assert wide < 1 < narrow  # so that the two rules differ at 2
    assert NaiveBayes([0], []).fit(X, y).predict(np.array([[2.0]], dtype=object))[0] == 0


def test_a_number_that_never_changes_in_a_class_has_a_small_spread():
    X = np.array([[5.0], [5.0], [5.0], [4.0], [6.0]], dtype=object)
    model = NaiveBayes([0], []).fit(X, np.array([0, 0, 0, 1, 1]))
    assert model.predict(np.array([[5.0], [5.002], [5.01]], dtype=object)).tolist() == [0, 0, 1]


def test_a_density_that_is_too_small_for_a_double_is_that_of_e1071():
    # 40 is 40 spreads from the first class, whose density is 0 in doubles, and becomes 0.001; it is 20 from the second.
    X = np.array([[-1.0], [0.0], [1.0], [-2.0], [0.0], [2.0]], dtype=object)
    model = NaiveBayes([0], []).fit(X, np.array([0, 0, 0, 1, 1, 1]))
    assert density(40, 0, 1) == 0 < density(40, 0, 2) < 0.001 < density(5, 0, 2)
    assert model.predict(np.array([[5.0], [30.0], [40.0]], dtype=object)).tolist() == [1, 1, 0]


def test_a_class_with_one_item_is_never_predicted_from_numbers():
    X = np.array([[0.0, "a"], [1.0, "a"], [9.0, "b"]], dtype=object)
    y = np.array([0, 0, 1])
    assert NaiveBayes([0], [1]).fit(X, y).predict(X).tolist() == [0, 0, 0]
    assert NaiveBayes([], [1]).fit(X, y).predict(X).tolist() == [0, 0, 1]


@pytest.mark.parametrize("learner", LEARNERS)
def test_a_learner_gives_the_same_answers_twice_and_takes_words_it_never_saw(learner):
    rng = np.random.default_rng(1)
    y = rng.integers(0, 3, 90)
    features = {"number": (y + rng.normal(size=90)).round(3).astype(str).tolist(), "word": ["a", "b", "c"] * 30}
    features["word"][89] = "new"
    train, test = np.arange(60), np.arange(60, 90)
    first, second = (Encoded(features).predicted(learner, y, train, test) for _ in range(2))
    assert first.tolist() == second.tolist()
    assert (first == y[test]).mean() > 0.4


def test_the_svm_sees_standardised_numbers_and_words_apart_and_its_width_is_one_over_the_columns():
    from sklearn.svm import SVC

    rng = np.random.default_rng(2)
    X, words = rng.normal(size=(300, 2)) * [1, 50], np.array(["a", "b", "c"] * 100)
    y = (X[:, 0] + X[:, 1] / 50 + (words == "b") + rng.normal(size=300) > 0.3).astype(int)
    train, test = np.arange(150), np.arange(150, 300)
    features = {"x0": X[:, 0].astype(str).tolist(), "x1": X[:, 1].astype(str).tolist(), "word": words.tolist()}
    numbers = (X - X[train].mean(axis=0)) / X[train].std(axis=0)
    columns = np.column_stack([numbers, *(words == word for word in "abc")])
    by_width = {
        gamma: SVC(gamma=gamma).fit(columns[train], y[train]).predict(columns[test]).tolist()
        for gamma in (1 / 5, "scale")
    }
    assert Encoded(features).predicted("svm", y, train, test).tolist() == by_width[1 / 5] != by_width["scale"]


def test_an_unknown_learner_is_refused():
    with pytest.raises(ValueError, match="there is no learner 'forest'; there are tree, svm, bayes"):
        Encoded({"x": ["1", "2"]}).predicted("forest", np.array([0, 1]), np.array([0, 1]), np.array([0]))
