"""From groups to labels; most of it is tested through files."""

import numpy as np
import pytest

from steelyard.counts.read.amounts import Counts
from steelyard.counts.read.files.groups import FileGroups, Found, coded
from steelyard.counts.read.files.labels import Labels, settled
from steelyard.counts.read.frames.columns import asked


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
    found = Found([groups(["a"] * len(keys), ["a"] * len(keys), by=keys)], texts=False, keys=frozenset(["k"]))
    slices = Labels(found, asked("y", "p", None, "k")).by()["k"]
    assert slices.keys == order
    assert [slices.keys[code] for code in slices.codes] == keys


def test_nan_is_no_key_beside_numbers():
    parts = [groups(["a"] * 3, ["a"] * 3, by=["1.0", "NaN", "2.5"]), groups(["a"], ["a"], by=["2.5"])]
    labels = Labels(Found(parts, texts=True, keys=frozenset()), asked("y", "p", None, "k"))
    assert labels.by()["k"].tolist() == ["1.0", None, "2.5", "2.5"]


def test_texts_become_numbers_over_all_parts_at_once():
    parts = [groups(["1"], ["2"], by=["1"]), groups(["x"], ["2"], by=["10"])]
    labels = Labels(Found(parts, texts=True, keys=frozenset()), asked("y", "p", None, "k"))
    assert labels.of("truth").tolist() == ["1", "x"]
    assert labels.by()["k"].tolist() == [1, 10]
    assert Labels(Found(parts[:1], texts=True, keys=frozenset()), asked("y", "p", None, "k")).of(None).tolist() == [2]
