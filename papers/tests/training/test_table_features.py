"""Columns of a table as features: which are numbers, which are words, and what is refused."""

import numpy as np
import pytest

pytest.importorskip("sklearn", reason="scikit-learn is not installed")

from steelyard_papers.training.table_features import table_features


def dense(found):
    made = found.transformer.fit_transform(found.X)
    return made.toarray() if hasattr(made, "toarray") else made


def test_numbers_are_standardised_and_words_one_hot():
    found = table_features({"x": ["1", "2.5", "-1e1"], "site": ["b", "a", "b"], "n": ["007", "8", "9"]})
    x, n = np.array([1, 2.5, -10]), np.array([7, 8, 9])
    expected = np.column_stack([(x - x.mean()) / x.std(), (n - n.mean()) / n.std(), [0, 1, 0], [1, 0, 1]])
    assert dense(found) == pytest.approx(expected)


def test_one_text_among_numbers_makes_words():
    assert dense(table_features({"doors": ["2", "3", "5more"]})).tolist() == np.eye(3).tolist()


def test_a_code_with_an_underscore_is_no_number():
    assert dense(table_features({"code": ["1_0", "2_0"]})).tolist() == np.eye(2).tolist()


def test_words_that_were_never_seen_are_none_of_the_known():
    found = table_features({"site": ["a", "b", "c"]})
    made = found.transformer.fit(found.X[:2]).transform(found.X[2:])
    assert np.asarray(made.todense() if hasattr(made, "todense") else made).tolist() == [[0, 0]]


def test_running_text_is_weighed_word_by_word():
    found = table_features({"x": ["1", "3"], "said": ["good good", "bad"]}, ["said"])
    assert dense(found) == pytest.approx(np.array([[-1, 0, 1], [1, 1, 0]]))


def test_numbers_named_as_text_are_text():
    assert dense(table_features({"x": ["10", "20"]}, ["x"])).tolist() == np.eye(2).tolist()


def test_text_without_words_is_refused():
    with pytest.raises(ValueError, match="column 'x' is no running text: none of its values has a word of two letters"):
        table_features({"x": ["a", "b", "?"]}, ["x"])


@pytest.mark.parametrize(
    ("columns", "sentence"),
    [
        ({}, "there is no column to learn from"),
        ({"x": ["1", None, None]}, "column 'x' has 2 missing values among 3 items; fill in what is missing"),
        ({"x": ["1", "nan"]}, "column 'x' has 1 missing value among 2 items"),
        ({"x": ["1", "-inf"]}, "column 'x' has values that are infinite"),
        ({"x": [f"no. {i}" for i in range(30)]}, "column 'x' holds no numbers, but 30 different texts among 30 items"),
    ],
)
def test_what_is_no_feature_is_refused(columns, sentence):
    with pytest.raises(ValueError, match=sentence):
        table_features(columns)
