"""NaN in CSV files; the counts of files with it are tested with every engine."""

import numpy as np
import pytest

from steelyard.counts.read.amounts import Counts
from steelyard.counts.read.files.groups import FileGroups, Found, coded
from steelyard.counts.read.files.written_gaps import with_gaps
from steelyard.counts.read.frames.columns import asked


def part(columns, model=None, lost=None):
    """Groups of two rows each."""
    rows = np.full(len(columns["truth"]), 2)
    coded_columns = {role: coded(values) for role, values in columns.items()}
    return FileGroups(coded_columns, np.array(lost or [0] * len(rows)), rows, Counts(rows), model)


def never():
    pytest.fail("there is no need to read the files again")


def plain(group):
    return {role: column.items().tolist() for role, column in group.columns.items()}, group.lost.tolist(), group.model


ONE, TWO = asked("y", "p", None, "k"), asked("y", ["p", "q"], None, "k")


def test_of_one_model_the_groups_tell_all():
    texts = {"truth": ["1", "nan", "2"], "prediction_0": ["1.0", "1.0", "NaN"], "by_0": ["NaN", "x", "y"]}
    found = with_gaps(Found([part(texts, "prediction_0")], True, frozenset()), ONE, never, drop=False)
    expected = {"truth": ["1", None, "2"], "prediction_0": ["1.0", "1.0", None], "by_0": ["NaN", "x", "y"]}
    assert [plain(group) for group in found.groups] == [(expected, [0, 2, 2], "prediction_0")]


def test_of_several_models_those_of_all_together_do():
    models = [
        part({"truth": ["1", "2"], "prediction_0": ["1", "2"], "by_0": ["a", "a"]}, "prediction_0"),
        part({"truth": ["1", "2"], "prediction_1": ["1", "NaN"], "by_0": ["a", "a"]}, "prediction_1"),
    ]
    both = part({"truth": ["1", "2"], "prediction_0": ["1", "2"], "prediction_1": ["1", "NaN"], "by_0": ["a", "a"]})
    together = Found([both], True, frozenset())
    found = with_gaps(together._replace(groups=models), TWO, lambda: together, drop=True)
    assert [plain(group) for group in found.groups] == [
        ({"truth": ["1", "2"], "prediction_0": ["1", "2"], "by_0": ["a", "a"]}, [0, 2], "prediction_0"),
        ({"truth": ["1", "2"], "prediction_1": ["1", None], "by_0": ["a", "a"]}, [0, 2], "prediction_1"),
    ]


def test_labels_of_rows_that_are_dropped_have_no_say():
    texts = {"truth": ["1", "x", "2"], "prediction_0": ["1", None, "NaN"]}
    found = Found([part(texts, "prediction_0", [0, 2, 0])], True, frozenset())
    assert with_gaps(found, ONE, never, drop=False) is found
    assert with_gaps(found, ONE, never, drop=True).groups[0].lost.tolist() == [0, 2, 2]


@pytest.mark.parametrize(("texts", "other"), [(True, "x"), (False, "2")])
def test_among_texts_and_in_other_formats_nan_is_a_label(texts, other):
    found = Found([part({"truth": ["1", "nan"], "prediction_0": [other, "1"]})], texts, frozenset())
    assert with_gaps(found, ONE, never, drop=False) is found
