"""Groups of rows of files, and how they become items to be counted."""

from dataclasses import replace

import numpy as np
import pytest

from steelyard.counts.read.amounts import Counts
from steelyard.counts.read.chosen_columns import named_columns
from steelyard.counts.read.files.groups import (
    Coded,
    FileGroups,
    GroupedFiles,
    GroupLabels,
    coded,
    joined,
    settled,
    with_gaps,
)


def test_values_are_coded_and_come_back():
    column = coded(["a", None, "b", "a"])
    assert column.items().tolist() == ["a", None, "b", "a"]
    assert joined([column, coded([3, "a"])]).items().tolist() == ["a", None, "b", "a", 3, "a"]
    assert column.map(str.upper).items().tolist() == ["A", None, "B", "A"]


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([1, -5], "int64"),
        ([1, None], "object"),
        ([1, 2**63], "object"),
        ([True, False], "object"),
        ([(1, 2), (3, 4)], "object"),
    ],
)
def test_only_whole_numbers_become_numbers(values, kind):
    items = coded(values).items()
    assert items.dtype == kind
    assert items.tolist() == values


def test_what_is_lost_is_none_and_its_values_are_forgotten():
    column = Coded(np.array([0, 1, 2, 0]), ["a", "b", "c"]).without(np.array([False, True, False, True]))
    assert column.items().tolist() == ["a", None, "c", None]
    assert set(column.values) == {"a", "c", None}


def part(columns, model=None, lost=None):
    """Groups of two rows each."""
    rows = np.full(len(columns["truth"]), 2)
    coded_columns = {role: coded(values) for role, values in columns.items()}
    return FileGroups(coded_columns, np.array(lost or [0] * len(rows)), rows, Counts(rows), model)


def never():
    pytest.fail("there is no need to read the files again")


def plain(group):
    return {role: column.items().tolist() for role, column in group.columns.items()}, group.lost.tolist(), group.model


ONE, TWO = named_columns("y", "p", None, "k"), named_columns("y", ["p", "q"], None, "k")


def dropping(columns):
    return replace(columns, missing="drop")


def test_of_one_model_the_groups_tell_all():
    texts = {"truth": ["1", "nan", "2"], "prediction_0": ["1.0", "1.0", "NaN"], "by_0": ["NaN", "x", "y"]}
    found = with_gaps(GroupedFiles([part(texts, "prediction_0")], True, frozenset()), ONE, never)
    expected = {"truth": ["1", None, "2"], "prediction_0": ["1.0", "1.0", None], "by_0": ["NaN", "x", "y"]}
    assert [plain(group) for group in found.groups] == [(expected, [0, 2, 2], "prediction_0")]


def test_of_several_models_those_of_all_together_do():
    models = [
        part({"truth": ["1", "2"], "prediction_0": ["1", "2"], "by_0": ["a", "a"]}, "prediction_0"),
        part({"truth": ["1", "2"], "prediction_1": ["1", "NaN"], "by_0": ["a", "a"]}, "prediction_1"),
    ]
    both = part({"truth": ["1", "2"], "prediction_0": ["1", "2"], "prediction_1": ["1", "NaN"], "by_0": ["a", "a"]})
    together = GroupedFiles([both], True, frozenset())
    found = with_gaps(together._replace(groups=models), dropping(TWO), lambda: together)
    assert [plain(group) for group in found.groups] == [
        ({"truth": ["1", "2"], "prediction_0": ["1", "2"], "by_0": ["a", "a"]}, [0, 2], "prediction_0"),
        ({"truth": ["1", "2"], "prediction_1": ["1", None], "by_0": ["a", "a"]}, [0, 2], "prediction_1"),
    ]


def test_labels_of_rows_that_are_dropped_have_no_say():
    texts = {"truth": ["1", "x", "2"], "prediction_0": ["1", None, "NaN"]}
    found = GroupedFiles([part(texts, "prediction_0", [0, 2, 0])], True, frozenset())
    assert with_gaps(found, dropping(ONE), never).groups[0].lost.tolist() == [0, 2, 2]


def test_in_formats_with_gaps_of_their_own_nan_is_a_label():
    found = GroupedFiles([part({"truth": ["1", "nan"], "prediction_0": ["x", "1"]})], False, frozenset())
    assert with_gaps(found, ONE, never) is found


def groups(truth, guess, lost=None, by=None, model="prediction_0"):
    size = np.ones(len(truth), dtype=np.int64)
    columns = {"truth": coded(truth), model: coded(guess)} | ({} if by is None else {"by_0": coded(by)})
    return FileGroups(columns, np.array(lost or [0] * len(truth)), size, Counts(size * 2), model)


def test_items_are_counted_once_however_many_models_there_are():
    parts = [groups(["a", None], ["a", "b"], [0, 1]), groups(["a", None], ["b", "b"], [0, 1], model="prediction_1")]
    with pytest.raises(ValueError, match="1 of 2 rows of 'x' have no true or no predicted label"):
        settled(parts, "refuse", "x")
    kept, dropped = settled(parts, "drop", "x")
    assert dropped == 2  # the items of one row
    assert [part.columns["truth"].items().tolist() for part in kept] == [["a", None]] * 2
    assert kept[0].columns["prediction_0"].items().tolist() == ["a", None]
    assert settled(parts, "keep", "x") == (parts, 0)


def test_no_rows_and_no_labels_are_sentences():
    with pytest.raises(ValueError, match="'x' has no rows"):
        settled([groups([], [])], "drop", "x")
    with pytest.raises(ValueError, match="every row of 'x' has a missing label"):
        settled([groups([None], ["a"], [1])], "drop", "x")


@pytest.mark.parametrize(
    ("keys", "order"),
    [
        (["10", "9", None, "1"], ("1", "9", "10", None)),
        (["10", "09"], ("09", "10")),
        (["b", "10", "9"], ("10", "9", "b")),
        (["-1", "3", "-10"], ("-10", "-1", "3")),
    ],
)
def test_keys_of_folders_are_in_the_order_of_numbers_if_all_are(keys, order):
    found = GroupedFiles([groups(["a"] * len(keys), ["a"] * len(keys), by=keys)], texts=False, keys=frozenset(["k"]))
    slices = GroupLabels(found, named_columns("y", "p", None, "k")).by()["by_0"]
    assert slices.keys == order
    assert [slices.keys[code] for code in slices.codes] == keys


def test_nan_is_no_key_beside_numbers():
    parts = [groups(["a"] * 3, ["a"] * 3, by=["1.0", "NaN", "2.5"]), groups(["a"], ["a"], by=["2.5"])]
    labels = GroupLabels(GroupedFiles(parts, texts=True, keys=frozenset()), named_columns("y", "p", None, "k"))
    assert labels.by()["by_0"].tolist() == ["1.0", None, "2.5", "2.5"]


def test_texts_become_numbers_over_all_parts_at_once():
    parts = [groups(["1"], ["2"], by=["1"]), groups(["x"], ["2"], by=["10"])]
    labels = GroupLabels(GroupedFiles(parts, texts=True, keys=frozenset()), named_columns("y", "p", None, "k"))
    assert labels.of("truth").tolist() == ["1", "x"]
    assert labels.by()["by_0"].tolist() == [1, 10]
    assert GroupLabels(GroupedFiles(parts[:1], texts=True, keys=frozenset()), named_columns("y", "p", None, "k")).of(
        None
    ).tolist() == [2]
