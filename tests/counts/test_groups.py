"""Items that belong together, by a column, by values or by an axis; and what cannot group them."""

import numpy as np
import pytest

import steelyard as sy
from steelyard import intervals

DATA = {"y": list("aabb"), "m": list("abbb"), "who": ["p", "p", "q", "q"], "day": [1, 2, 1, 2]}
COLUMNS = {"truth": "y", "prediction": "m"}
STACK = sy.Confusion(np.ones((2, 2, 2), dtype=int), axes={"model": ["a", "b"]})


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"data": DATA, **COLUMNS, "group": "whom"}, "there is no column 'whom'"),
        ({"data": DATA, **COLUMNS, "group": ["who"]}, "group= names one column of the data"),
        ({"data": DATA, **COLUMNS, "group": "day", "by": ["day"]}, "'day' slices the items, so it cannot group them"),
        ({"data": DATA | {"who": ["p", None, "q", "q"]}, **COLUMNS, "group": "who"}, "some items have no 'who'"),
        ({"data": DATA["y"], "prediction": DATA["m"], "group": "who"}, "beside labels, give the groups themselves"),
        ({"data": DATA["y"], "prediction": DATA["m"], "group": [1, 2]}, "there are 2 keys of 'group' for 4 items"),
        (
            {"data": DATA["y"], "prediction": DATA["m"], "group": {"u": [1] * 4, "v": [1] * 4}},
            "one value per item, not",
        ),
        ({"data": DATA["y"], "prediction": DATA["m"], "group": {"u": [1] * 4}, "by": {"u": [1] * 4}}, "'u' slices"),
        ({"data": STACK, "group": "modell"}, "there is no axis 'modell' of groups; .* Did you mean 'model'"),
        ({"data": STACK, "group": "model"}, "along 'model' stand models"),
        ({"data": STACK, "group": [1, 2]}, "beside counts, group= names an axis"),
        ({"data": [[1, 2], [3, 4]], "group": "who"}, "there is a single matrix"),
        (
            {"data": DATA, **COLUMNS, "group": "who", "intervals": intervals.bootstrap(stratified=True)},
            "leave out the groups",
        ),
        (
            {"data": DATA, **COLUMNS, "group": "who", "intervals": intervals.delta(stratified=True)},
            "leave out the groups",
        ),
        (
            {"data": DATA, **COLUMNS, "group": "who", "intervals": intervals.bayes(prevalence="fixed")},
            "leave out the groups",
        ),
    ],
)
def test_bad_groups_are_one_sentence(arguments, sentence):
    with pytest.raises(ValueError, match=sentence):
        sy.evaluate(**arguments)


def test_columns_rows_frames_and_labels_group_alike():
    import pandas as pd

    rows = [dict(zip(DATA, row, strict=True)) for row in zip(*DATA.values(), strict=True)]
    found = [
        sy.evaluate(data, **COLUMNS, group="who", metrics="accuracy")["accuracy"].interval
        for data in (DATA, rows, pd.DataFrame(DATA))
    ]
    found.append(sy.evaluate(DATA["y"], DATA["m"], group=DATA["who"], metrics="accuracy")["accuracy"].interval)
    series = pd.Series(DATA["who"], name="who")
    found.append(sy.evaluate(DATA["y"], DATA["m"], group=series, metrics="accuracy")["accuracy"].interval)
    assert len(set(found)) == 1


def test_values_beside_labels_are_called_group_unless_they_have_a_name():
    assert sy.evaluate(DATA["y"], DATA["m"], group=DATA["who"]).uncertainty.group == "group"
    assert sy.evaluate(DATA["y"], DATA["m"], group={"who": DATA["who"]}).uncertainty.group == "who"
    both = sy.evaluate(DATA["y"], DATA["m"], group=DATA["who"], by=DATA["day"])
    assert (both.uncertainty.group, list(both.confusion.axes)) == ("group", ["slice"])


def test_a_joint_table_is_grouped_by_its_axis():
    joint = sy.Joint.from_labels(DATA["y"], {"m": DATA["m"], "n": DATA["y"]}, by={"who": DATA["who"]})
    result = sy.evaluate(joint, group="who", metrics="accuracy")
    assert list(result.confusion.axes) == ["model"]
    assert result["accuracy"][0].interval.known
