import datetime as dt
import re
import tracemalloc
import unicodedata
from collections import Counter

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import steelyard as sy
from searching import examples
from steelyard.counts import cells as gather
from steelyard.counts.cells import SparseCells
from steelyard.counts.read import count as counting
from steelyard.counts.read import tables
from steelyard.counts.read.amounts import GroupWeights

LABELS = {
    "small integers": st.integers(-3, 20),
    "any integers": st.integers(-(2**70), 2**70),
    "int64": st.one_of(st.integers(0, 5), st.integers(-(2**63), 2**63 - 1)),
    "truth values": st.booleans(),
    "numbers": st.one_of(st.integers(0, 3), st.booleans(), st.sampled_from([0.0, 1.0, 2.0])),
    "texts": st.text(max_size=3).map(lambda text: unicodedata.normalize("NFC", text.strip())),
    "bytes": st.binary(max_size=3),
    "tuples": st.tuples(st.integers(0, 1), st.sampled_from("ab")),
    "dates": st.dates(dt.date(2020, 1, 1), dt.date(2020, 1, 5)),
}
TEXT_CONTAINERS = [
    list,
    tuple,
    iter,
    lambda v: np.array(v, dtype=object),
    np.array,
    pd.Series,
    lambda v: pd.Series(v, dtype=object),
    lambda v: pd.Series(v, dtype="category"),
    pl.Series,
    pa.array,
    lambda v: pa.array(v).dictionary_encode(),
    lambda v: pa.chunked_array([pa.array(v[:2]), pa.array(v[2:], type=pa.string())]),
]
MISSING = [None, float("nan"), np.nan, pd.NA, pd.NaT]


def brute_force(truth, prediction, weights=None):
    """Count with dictionaries, as simply as possible."""
    pairs = Counter()
    for i, pair in enumerate(zip(truth, prediction, strict=True)):
        pairs[pair] += 1 if weights is None else weights[i]
    classes = list(dict.fromkeys([*truth, *prediction]))
    classes.sort(key=lambda label: (label is None, label if label is not None else 0))
    return classes, [[pairs[t, p] for p in classes] for t in classes]


def plain(column):
    return column if isinstance(column, list) else column.tolist()


def cells_of(found):
    """Return the cells of a matrix that are not 0, by their labels."""
    _, rows, columns_, values = found.cells.coordinates()
    places = zip(rows.tolist(), columns_.tolist(), strict=True)
    return {(found.labels[i], found.labels[j]): value for (i, j), value in zip(places, values.tolist(), strict=True)}


def counted_in_chunks(size, *arguments, **options):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tables, "CHUNK", size)
        return sy.Confusion.from_labels(*arguments, **options)


def columns(labels):
    return st.lists(st.tuples(labels, labels), min_size=1).map(
        lambda pairs: [list(c) for c in zip(*pairs, strict=True)]
    )


@pytest.mark.parametrize("labels", LABELS.values(), ids=LABELS)
@given(data=st.data())
def test_lists_of_labels_of_many_types(labels, data):
    truth, prediction = data.draw(columns(labels))
    found = counted_in_chunks(data.draw(st.integers(1, 5)), truth, prediction)
    classes, counts = brute_force(truth, prediction)
    assert list(found.labels) == classes
    assert found.counts.tolist() == counts
    assert found.counts.dtype == np.int64
    assert found.dropped == 0


@given(columns(LABELS["int64"]), st.integers(1, 5), st.sampled_from([np.array, pl.Series, pa.array, pd.Series]))
def test_columns_of_integers(pair, size, make):
    truth, prediction = pair
    found = counted_in_chunks(size, make(truth), make(prediction))
    classes, counts = brute_force(truth, prediction)
    assert (list(found.labels), found.counts.tolist()) == (classes, counts)


@given(
    columns(st.text(alphabet="abä\U0001f600", max_size=3)),
    st.integers(1, 5),
    st.sampled_from(TEXT_CONTAINERS),
    st.sampled_from(TEXT_CONTAINERS),
)
def test_columns_of_texts_in_two_containers(pair, size, one, other):
    truth, prediction = pair
    found = counted_in_chunks(size, one(truth), other(prediction))
    classes, counts = brute_force(truth, prediction)
    assert (list(found.labels), found.counts.tolist()) == (classes, counts)


@given(columns(st.one_of(st.sampled_from(MISSING), st.sampled_from("abc"))), st.integers(1, 5), st.booleans())
def test_missing_labels_are_dropped_or_kept(pair, size, weighed):
    weights = [i / 4 for i in range(len(pair[0]))] if weighed else None
    truth, prediction = ([label if isinstance(label, str) else None for label in column] for column in pair)
    kept = counted_in_chunks(size, *pair, missing="keep", weights=weights)
    classes, counts = brute_force(truth, prediction, weights)
    assert (list(kept.labels), kept.counts.tolist(), kept.dropped) == (classes, counts, 0)
    full = [i for i, both in enumerate(zip(truth, prediction, strict=True)) if None not in both]
    if full:
        left = counted_in_chunks(size, *pair, missing="drop", weights=weights)
        chosen = ([column[i] for i in full] for column in (truth, prediction, weights or [1] * len(truth)))
        classes, counts = brute_force(*chosen)
        assert (list(left.labels), left.counts.tolist()) == (classes, counts)
        assert left.dropped == len(truth) - len(full), "items, not their weight"
    if len(full) < len(truth):
        message = f"{len(truth) - len(full)} of {len(truth)} items have no true or no predicted label"
        with pytest.raises(ValueError, match=message):
            counted_in_chunks(size, *pair, weights=weights)


@pytest.mark.parametrize("kind", ["int64", "uint64", "object", "U", "S", "float64"])
@pytest.mark.parametrize("classes", [3, 300, 5000])
def test_many_chunks(rng, kind, classes):
    """More items than a chunk holds, with labels that turn up late and lie outside the first window."""
    truth = np.sort(rng.integers(0, classes, 100_000)) * 7
    prediction = np.where(rng.random(len(truth)) < 0.7, truth, rng.permutation(truth))
    truth[-1] = 10**6
    found = sy.Confusion.from_labels(truth.astype(kind), prediction.astype(kind))
    pairs = Counter(zip(truth.astype(kind).tolist(), prediction.astype(kind).tolist(), strict=True))
    assert cells_of(found) == pairs


SPARSE_COLUMNS = {
    "integers": (st.integers(-3, 20), [np.array, list, pl.Series, pa.array]),
    "far integers": (st.integers(-(2**63), 2**63 - 1), [np.array, list, pl.Series, pa.array]),
    "texts": (st.text(alphabet="abä", max_size=2), TEXT_CONTAINERS),
    "gaps": (st.one_of(st.none(), st.sampled_from("abc")), [list, pd.Series, pl.Series, pa.array]),
    "number gaps": (st.one_of(st.none(), st.integers(0, 9)), [list, pd.Series, pl.Series, pa.array]),
}


@pytest.mark.parametrize(("labels", "containers"), SPARSE_COLUMNS.values(), ids=SPARSE_COLUMNS)
@examples(3)
@given(data=st.data())
def test_sparse_counting_is_dense_counting(labels, containers, data):
    """With any weights, missing labels, declared labels and slices; tables and cells sparse from the first chunk on."""
    rows = data.draw(st.lists(st.tuples(labels, labels, st.integers(0, 2), st.integers(0, 9)), min_size=1, max_size=40))
    truth, prediction, keys, weights = (list(column) for column in zip(*rows, strict=True))
    make = data.draw(st.sampled_from(containers))
    options = {"missing": data.draw(st.sampled_from(["drop", "keep"]))}
    if data.draw(st.booleans()):
        options["weights"] = np.array(weights) / data.draw(st.sampled_from([1, 4])) if sum(weights) else weights
    if data.draw(st.booleans()):
        options["by"] = {"key": keys}
    known = dict.fromkeys([*truth, *prediction])
    if data.draw(st.booleans()) and any(label is not None for label in known):
        options["labels"] = [label for label in known if label is not None]
    if "labels" not in options and options["missing"] == "drop":
        assume(any(None not in item for item in zip(truth, prediction, prediction[::-1], strict=True)))

    def run():
        columns_ = make(truth), {"a": make(prediction), "b": make(prediction[::-1])}
        return counted_in_chunks(data.draw(st.sampled_from([1, 3, 100])), *columns_, **options)

    dense = run()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(counting, "SMALL", data.draw(st.sampled_from([0, 30])))
        patch.setattr(counting, "LARGEST", 30)
        patch.setattr(tables, "BUFFER", data.draw(st.sampled_from([1, 10, 10**6])))
        patch.setattr(tables, "UNMERGED", data.draw(st.sampled_from([0, 10])))
        for module in (counting, gather):
            patch.setattr(module, "DENSE_CELLS", 0)
        sparse = run()
    assert isinstance(sparse.cells, SparseCells)
    assert (sparse.labels, sparse.axes, sparse.dropped) == (dense.labels, dense.axes, dense.dropped)
    assert sparse.cells.array().dtype == dense.counts.dtype
    assert sparse.cells.array().tolist() == dense.counts.tolist()


@pytest.mark.slow
def test_thousands_of_random_matrices_are_counted_alike(rng, monkeypatch):
    """Integers in windows of any size, against a dictionary; every other one through the sparse table."""
    for case in range(2000):
        size, low, spread = int(rng.integers(1, 60)), int(rng.integers(-5, 5)), int(rng.choice([2, 9, 70, 5000, 10**9]))
        truth, prediction = rng.integers(low, low + spread, size), rng.integers(low, low + spread, size)
        monkeypatch.setattr(counting, "SMALL", 0 if case % 2 else 1 << 25)
        monkeypatch.setattr(counting, "LARGEST", 0 if case % 2 else 1 << 27)
        monkeypatch.setattr(tables, "CHUNK", int(rng.integers(1, 70)))
        found = sy.Confusion.from_labels(truth, prediction)
        assert cells_of(found) == Counter(zip(truth.tolist(), prediction.tolist(), strict=True))
        assert list(found.labels) == sorted({*truth.tolist(), *prediction.tolist()})


@pytest.mark.parametrize("spread", ["uniform", "skewed"])
def test_a_hundred_thousand_classes(rng, spread):
    size, classes = 300_000, 100_000
    truth = rng.integers(0, classes, size) if spread == "uniform" else np.minimum(rng.zipf(1.2, size), classes) - 1
    prediction = np.where(rng.random(size) < 0.5, truth, rng.permutation(truth))
    weights = rng.integers(0, 5, size)
    found = sy.Confusion.from_labels(truth, prediction, weights=weights)
    sums = Counter()
    for t, p, weight in zip(truth.tolist(), prediction.tolist(), weights.tolist(), strict=True):
        sums[t, p] += weight
    assert cells_of(found) == {pair: weight for pair, weight in sums.items() if weight}
    assert list(found.labels) == sorted({*truth.tolist(), *prediction.tolist()})
    assert found.cells.total() == weights.sum()


ORDERED = {
    "pandas": lambda v, order: pd.Series(pd.Categorical(v, categories=order, ordered=True)),
    "Polars": lambda v, order: pl.Series(v, dtype=pl.Enum(order)),
    "Arrow": lambda v, order: pa.array(pd.Categorical(v, categories=order, ordered=True)),
    "pandas Arrow": lambda v, order: pd.Series(
        pd.arrays.ArrowExtensionArray(pa.array(pd.Categorical(v, categories=order, ordered=True)))
    ),
}


@pytest.mark.parametrize("make", ORDERED.values(), ids=ORDERED)
def test_ordered_categories_are_the_order_of_the_classes(make):
    order = ["low", "mid", "high", "never"]
    truth, prediction = ["high", "low", "mid"], ["high", "high", None]
    found = sy.Confusion.from_labels(make(truth, order), make(prediction, order), missing="keep")
    assert found.labels == ("low", "mid", "high", None)
    assert cells_of(found) == {("high", "high"): 1, ("low", "high"): 1, ("mid", None): 1}
    assert sy.Confusion.from_labels(make(truth, order), truth).labels == ("low", "mid", "high")
    assert sy.Confusion.from_labels(truth, make(truth, order)).labels == ("low", "mid", "high")
    assert sy.Confusion.from_labels(make(truth, order), make(truth, order[::-1])).labels == ("high", "low", "mid")
    assert (
        sy.Confusion.from_labels(make(truth, order), make(truth, order), labels=["mid", "low", "high"]).labels[0]
        == "mid"
    )
    assert sy.Confusion.from_labels(truth, truth, by=make(truth, order)).axes == {"slice": ("low", "mid", "high")}


@pytest.mark.parametrize(
    "make",
    [
        lambda v: pd.Series(v, dtype="category"),
        lambda v: pl.Series(v, dtype=pl.Categorical),
        lambda v: pa.array(v).dictionary_encode(),
    ],
    ids=["pandas", "Polars", "Arrow"],
)
def test_categories_without_an_order_are_sorted(make):
    assert sy.Confusion.from_labels(make(["b", "c", "a"]), make(["c", "c", "b"])).labels == ("a", "b", "c")


def test_labels_as_declared():
    found = sy.Confusion.from_labels(["cat", "dog", "dog"], ["cat", "cat", "dog"], labels=["dog", "bird", "cat"])
    assert found.labels == ("dog", "bird", "cat")
    assert found.counts.tolist() == [[1, 0, 1], [0, 0, 0], [0, 0, 1]]


@pytest.mark.parametrize(
    ("truth", "prediction", "labels"),
    [
        ([0, 1], [1, 1], (0, 1)),
        ([False, True], np.array([1, 1]), (0, 1)),
        (np.array([False, True]), np.array([True, True]), (False, True)),
        (np.array([0.0, 1.0]), np.array([True, True]), (0, 1)),
        (np.array([0, 1], dtype=np.int8), [1.0, 1.0], (0, 1)),
        (pd.Series([0, 1], dtype="Int64"), np.array([1, 1], dtype=np.uint64), (0, 1)),
        (np.array(["0", "1"]), ["1", "1"], ("0", "1")),
    ],
)
def test_equal_labels_of_different_types_are_united(truth, prediction, labels):
    found = sy.Confusion.from_labels(truth, prediction)
    assert found.labels == labels
    assert [type(label) for label in found.labels] == [type(label) for label in labels]
    assert found.counts.tolist() == [[0, 1], [0, 1]]


def test_declared_labels_keep_the_type_they_were_given():
    found = sy.Confusion.from_labels(np.array([0, 1]), [1, 1], labels=[True, False])
    assert found.labels == (True, False)
    assert found.labels[0] is True
    assert found.counts.tolist() == [[1, 0], [1, 0]]


@given(columns(st.sampled_from("abc")), st.data())
def test_weights(pair, data):
    truth, prediction = pair
    weights = data.draw(st.lists(st.integers(0, 10**6), min_size=len(truth), max_size=len(truth)))
    classes, counts = brute_force(truth, prediction, weights)
    for divisor, dtype in ((None, np.int64), (8, np.float64)):
        given_ = weights if divisor is None else [weight / divisor for weight in weights]
        found = counted_in_chunks(3, truth, prediction, weights=given_)
        assert list(found.labels) == classes
        assert (found.counts * (divisor or 1)).tolist() == counts
        assert found.counts.dtype == dtype


def behind(cells):
    """Return dense cells of what stands behind weights."""
    return cells.array().tolist()


@given(columns(st.sampled_from("abc")), st.integers(1, 5), st.booleans(), st.data())
def test_the_squares_of_weights_are_summed_and_the_items_counted(pair, size, sparse, data):
    """In quarters, so that floats are exact; an item of weight 0 is none."""
    truth, prediction = pair
    weights = data.draw(st.lists(st.integers(0, 12), min_size=len(truth), max_size=len(truth)))
    classes, squares = brute_force(truth, prediction, [weight**2 / 16 for weight in weights])
    _, rows = brute_force(truth, prediction, [int(weight > 0) for weight in weights])
    with pytest.MonkeyPatch.context() as patch:
        if sparse:
            patch.setattr(counting, "SMALL", 0)
            patch.setattr(counting, "LARGEST", 0)
        found = counted_in_chunks(size, truth, prediction, weights=[weight / 4 for weight in weights])
    assert list(found.labels) == classes
    assert (behind(found.weighted_items.squares), behind(found.weighted_items.rows)) == (squares, rows)
    assert found.weighted_items.rows.kind == "i"


def test_weights_are_never_numbers_of_items():
    for weights in ([1, 1, 1], [250, 250, 250], [2**62, 5, 5], [True, True, True]):
        found = sy.Confusion.from_labels([0, 1, 1], [0, 1, 1], weights=weights)
        assert found.rows.tolist() == [[1, 0], [0, 2]]
    assert not sy.Confusion.from_labels([0, 1, 1], [0, 1, 1]).is_weighted


def test_counts_are_numbers_of_items():
    found = sy.Confusion.from_labels([0, 1, 1], [0, 1, 0], counts=[3, 0, 4.0])
    assert found.counts.tolist() == [[3, 0], [4, 0]]
    assert found.counts.dtype == np.int64
    assert not found.is_weighted
    assert sy.Confusion.from_labels([0, 1], [0, 1], counts=[2**61, 2**61]).counts.tolist() == [[2**61, 0], [0, 2**61]]


@pytest.mark.parametrize("make", [list, np.array])
def test_a_label_whose_items_weigh_nothing_is_still_a_class(make):
    found = sy.Confusion.from_labels(make([0, 1, 2]), make([0, 0, 5]), weights=[1, 2, 0])
    assert found.labels == (0, 1, 2, 5)
    assert found.counts.sum() == 3


def test_dropped_items_are_items_whatever_they_weigh():
    options = {"missing": "drop", "labels": ["a", "b"]}
    found = sy.Confusion.from_labels(["a", None, "b", None], ["a", "a", None, None], **options, weights=[0.5, 1, 2, 4])
    assert found.dropped == 3
    assert type(found.dropped) is int
    assert sy.Confusion.from_labels(["a", None, "b", None], ["a", "a", None, None], **options).dropped == 3
    assert (
        sy.Confusion.from_labels(["a", None, "b", None], ["a", "a", None, None], **options, counts=[2, 3, 4, 5]).dropped
        == 12
    )


def test_missing_labels_with_declared_ones():
    truth, prediction = ["a", None], ["b", "b"]
    assert sy.Confusion.from_labels(truth, prediction, labels=["b", "a"], missing="drop").counts.tolist() == [
        [0, 0],
        [1, 0],
    ]
    kept = sy.Confusion.from_labels(truth, prediction, labels=["b", "a"], missing="keep")
    assert kept.labels == ("b", "a", None)
    assert kept.counts.tolist() == [[0, 0, 0], [1, 0, 0], [1, 0, 0]]
    assert sy.Confusion.from_labels(truth, prediction, labels=[None, "a", "b"], missing="keep").labels == (
        None,
        "a",
        "b",
    )
    assert sy.Confusion.from_labels(["a"], ["b"], labels=["b", "a"], missing="keep").labels == ("b", "a")
    nothing = sy.Confusion.from_labels([None], ["b"], labels=["b", "a"], missing="drop")
    assert (nothing.counts.tolist(), nothing.dropped) == ([[0, 0], [0, 0]], 1)


def test_confusion_matrices_are_made_of_this():
    cm = sy.Confusion.from_labels([1, 2, None], [1, 1, 2], missing="drop")
    assert cm.labels == (1, 2)
    assert cm.dropped == 1
    assert cm.counts.tolist() == [[1, 0], [1, 0]]


@pytest.mark.parametrize(
    ("truth", "prediction", "options", "message"),
    [
        ([1, 2, 3], [1, 2], {}, "there are 3 true labels but 2 predicted labels."),
        ([], [], {}, "there are no items to count."),
        (np.array([]), [], {"labels": ["a"]}, "there are no items to count."),
        ("abc", ["a", "b", "c"], {}, "the true labels must be a list, an array or a Series"),
        ([1, 2], np.array([[0.1, 0.9], [0.8, 0.2]]), {}, "the predicted labels must be one label per item, but have"),
        (
            [1, 2],
            [[0.1, 0.9], [0.8, 0.2]],
            {},
            "the predicted labels must be one label per item, but there is [0.1, 0.9]",
        ),
        ([1, 0], [0.9, 0.2], {}, "the predicted labels contain 0.9, which looks like a probability or a score"),
        (
            [1, 0],
            np.array([0.9, 0.2]),
            {},
            "the predicted labels contain 0.9, which looks like a probability or a score",
        ),
        ([1, 0], [1, float("inf")], {}, "the predicted labels contain inf"),
        (
            [1, 0],
            ["1", "0"],
            {},
            "the true labels are numbers such as 1, but the predicted labels are texts such as '1'",
        ),
        (np.array([1, 0]), np.array(["1", "0"]), {}, "convert one of them"),
        (["a", 1], ["a", "a"], {}, "the true labels mix texts such as 'a' and numbers such as 1"),
        ([{}], [1], {}, "the true labels contain {}, which is not hashable"),
        (
            ["a", "x"],
            ["a", "a"],
            {"labels": ["a", "b"]},
            "the true labels have 1 value outside the declared labels: 'x'",
        ),
        (["a", "a"], ["a", "y"], {"labels": ["a", "b"]}, "the predicted labels have 1 value outside the declared"),
        ([1], [1], {"labels": ["1"]}, "the true labels are numbers such as 1, but the declared labels are texts"),
        (["a"], ["a"], {"labels": ["a", "a"]}, "each label may occur once, but 'a' occurs several times"),
        (["a"], ["a"], {"missing": "ignore"}, 'missing must be "refuse", "drop" or "keep", not \'ignore\'.'),
        (
            ["a", None],
            ["a", "a"],
            {},
            '1 of 2 items have no true or no predicted label (None or NaN); say missing="drop"',
        ),
        (["a", None], ["a", "a"], {"labels": ["a", None]}, "1 of 2 items have no true"),
        (["x", None], ["a", "a"], {"labels": ["a"]}, "1 of 2 items have no true"),
        ([None], ["a"], {"missing": "drop"}, "every item has a missing label"),
        (["a"], ["a"], {"weights": [1, 2]}, "there are 2 weights for 1 items."),
        (["a"], ["a"], {"weights": [-1]}, "weights must be finite and at least 0"),
        (["a"], ["a"], {"weights": [1e160]}, "weights must be at most 1e+150, so that their squares can be summed"),
        (["a"], ["a"], {"weights": [1e-160]}, "weights above 0 must be at least 1e-150, so that their squares can be"),
        (
            list("ab"),
            list("ab"),
            {"weights": [1, 5e-324]},
            "all items of one true and one predicted label together weigh 4.94066e-324",
        ),
        (["a"], ["a"], {"weights": [1], "counts": [1]}, "give one of them"),
        (["a"], ["a"], {"counts": [2.5]}, "counts must be whole numbers of items, but there is 2.5; weights of items"),
        (["a"], ["a"], {"counts": [-1]}, "counts must be finite and at least 0, but the count of item 0 is -1."),
        (["a"], ["a"], {"counts": [1e19]}, "whole counts must sum to less than 2⁶³"),
    ],
)
def test_bad_input(truth, prediction, options, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        sy.Confusion.from_labels(truth, prediction, **options)


@pytest.mark.parametrize(
    ("truth", "prediction", "message"),
    [
        ("a", "a ", "the labels 'a' and 'a ' differ only in spaces; write both in the same way."),
        ("é", " é", "the labels ' é' and 'é' differ only in spaces"),
        ("e\u0301", "\xe9", r"are one text in two forms of Unicode, 'e\u0301' and '\xe9'; write both in the same form"),
    ],
)
@pytest.mark.parametrize("kind", [list, np.array, pd.Series])
def test_labels_that_look_alike_are_refused_wherever_they_are(truth, prediction, message, kind, tmp_path):
    items = kind([truth, "b"]), kind([prediction, "b"])
    with pytest.raises(ValueError, match=re.escape(message)):
        sy.Confusion.from_labels(*items)
    with pytest.raises(ValueError, match=re.escape(message)):
        sy.Confusion.from_labels(*items, labels=[truth, "b"])
    pd.DataFrame({"t": items[0], "p": items[1]}).to_parquet(tmp_path / "items.parquet")
    with pytest.raises(ValueError, match=re.escape(message)):
        sy.count(tmp_path / "items.parquet", truth="t", prediction="p")
    assert set(sy.Confusion.from_labels(items[0], items[0]).labels) == {"b", truth}


def test_a_long_label_is_not_repeated_whole():
    long = "x" * 10_000
    for refused in (
        lambda: sy.Confusion.from_labels([long], ["a"], labels=["a", "b"]),
        lambda: sy.Confusion.from_labels([long], [3]),
        lambda: sy.Confusion.from_labels([long], [f"{long} "]),
        lambda: sy.Confusion([[1, 0], [0, 1]], labels=[long, "a"]).collapse({"all": ["c"]}),
    ):
        with pytest.raises(ValueError, match=r"x\.\.\.") as told:
            refused()
        assert len(str(told.value)) < 400


def test_messages_about_groups_count_their_items():
    groups = GroupWeights(np.array([1.5, 2]), np.array([0.5, 0.25]), np.array([45, 29]), np.array([45, 30]))
    with pytest.raises(ValueError, match="30 of 75 items have no true or no predicted label"):
        sy.Confusion.from_labels(["a", None], ["a", "a"], weights=groups)
    assert sy.Confusion.from_labels(["a", None], ["a", "a"], weights=groups, missing="drop").dropped == 30


@pytest.mark.parametrize(
    ("predictions", "message"),
    [
        ({}, "there are no predictions; name at least one model."),
        ({"x": [0, 1], "y": ["0", "1"]}, "the predicted labels of 'x' are numbers such as 0, but the predicted labels"),
        ({"x": [0, 1], "y": [0]}, "there are 2 true labels but 1 predicted labels of 'y'."),
        ({"x": [0, 1], "y": [0.5, 1]}, "the predicted labels of 'y' contain 0.5"),
    ],
)
def test_bad_predictions_of_several_models(predictions, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        sy.Confusion.from_labels([0, 1], predictions)


def test_zero_weight_does_not_hide_a_missing_label():
    with pytest.raises(ValueError, match="1 of 2 items have no true"):
        sy.Confusion.from_labels(["a", None], ["a", "a"], weights=[1, 0])


@pytest.mark.slow
@pytest.mark.parametrize("make", [np.array, list, lambda v: np.array(v).astype("U")], ids=["integers", "list", "texts"])
@pytest.mark.parametrize("factor", [1, 1_000_003])
def test_many_classes_take_memory_for_the_pairs_that_occur(make, factor):
    """The dense matrix of 60,000 classes would take 28.8 GB."""
    truth = make((np.arange(120_000) % 60_000 * factor).tolist())
    prediction = make((np.arange(120_000) // 7 % 60_000 * factor).tolist())
    sy.Confusion.from_labels(truth[:10], prediction[:10])
    tracemalloc.start()
    found = sy.Confusion.from_labels(truth, prediction)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert isinstance(found.cells, SparseCells)
    assert cells_of(found) == Counter(zip(plain(truth), plain(prediction), strict=True))
    assert list(found.labels) == sorted({*plain(truth), *plain(prediction)})
    assert peak < 100e6


def test_many_items_of_few_pairs_of_many_classes_do_not_pile_up():
    """4 million items, 20,000 pairs: the buffers, and not 32 MB per column of packed codes."""
    truth = np.tile(np.arange(20_000), 200)
    tracemalloc.start()
    found = sy.Confusion.from_labels(truth, truth[::-1])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert set(cells_of(found).values()) == {200}
    assert peak < 80e6


@pytest.mark.parametrize("make", [np.array, list, lambda v: np.array(v).astype("U")], ids=["integers", "list", "texts"])
def test_identifiers_among_declared_labels_are_refused(make):
    declared = make([0, 1])
    with pytest.raises(ValueError, match=r"the predicted labels have 59998 values outside the declared labels"):
        sy.Confusion.from_labels(make([0] * 60_000), make(list(range(60_000))), labels=list(declared))


def _texts(dtype):
    return lambda codes: np.array([f"class {i}" for i in range(50)])[codes].astype(dtype)


@pytest.mark.parametrize(
    ("make", "size"),
    [
        (lambda codes: codes, 4_000_000),
        (lambda codes: codes * 10**10, 4_000_000),
        (lambda codes: codes.astype(np.int32), 8_000_000),
        (lambda codes: codes.astype(np.float64), 4_000_000),
        (_texts(object), 2_000_000),
        (_texts("U20"), 500_000),
        (_texts("S40"), 1_000_000),
    ],
    ids=["int64", "large int64", "int32", "float64", "object", "U", "S"],
)
def test_no_copy_of_the_input_is_made(rng, make, size):
    """Each column takes 16 to 40 MB; counting takes a few MB, however long they are."""
    column = make(rng.integers(0, 50, size))
    sy.Confusion.from_labels(column[:10], column[:10])
    tracemalloc.start()
    sy.Confusion.from_labels(column, column[::-1])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert column.nbytes >= 16e6
    assert peak < 6e6
