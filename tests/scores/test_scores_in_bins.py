"""Scores in bins: never farther from the exact value than they say, and the same table wherever the scores lie."""

import numpy as np
import pytest

import steelyard as sy
from counts.read.engines import CLUSTERS, ENGINES
from steelyard.counts.read.bins import Bins

pytest_plugins = ["counts.read.engines"]

METRICS = [
    *("roc_auc", "roc_auc_ovo", "roc_auc to fpr 0.1", "roc_auc to fpr 0.5", "average_precision", "pr_auc"),
    *("lift at 10 %", "log_loss", "brier", "log_loss at importance"),
]
LOSSES = ("log_loss", "brier", "log_loss at importance")


def problem(rng):
    """Return truth, scores and weights of a random problem: few or many items, with ties, rare and absent classes."""
    items, classes = int(rng.integers(12, 400)), int(rng.integers(2, 5))
    share = rng.dirichlet(np.full(classes, rng.choice([0.3, 5.0])))
    truth = rng.choice(classes, items, p=share)
    truth[:classes] = range(classes)
    if classes > 2 and rng.random() < 0.2:
        truth[truth == 0] = 1  # a class without items
    logits = rng.normal(0, rng.choice([0.3, 1, 4]), (items, classes))
    logits[np.arange(items), truth] += rng.choice([0, 1, 3])
    scores = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    if rng.random() < 0.5:
        scores = np.maximum(scores.round(2), 0.001)
        scores /= scores.sum(axis=1, keepdims=True)
    kind = rng.integers(3)
    weights = None if kind == 0 else rng.random(items) if kind == 1 else rng.integers(0, 4, items) + (truth == 1)
    return truth, scores, weights, range(classes)


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("bins", [2, 7, 60, 10_000])
def test_a_value_is_no_farther_from_the_exact_one_than_it_says(seed, bins):
    """The sums of losses hold all of their variance, how few items make most of it, and what probabilities imply."""
    truth, scores, weights, labels = problem(np.random.default_rng(seed))
    given = {"weights": weights, "labels": labels, "metrics": METRICS}
    if seed % 3 == 0:
        present = np.bincount(truth, weights=weights, minlength=len(labels)) > 0
        given["shares"] = dict(zip(labels, present / present.sum(), strict=True))
    exact = sy.scores.evaluate(truth, scores, **given)
    binned = sy.scores.evaluate(truth, scores, bins=bins, **given)
    assert binned.bins == bins
    for told, known in zip(binned.values, exact.values, strict=True):
        assert told.undefined == known.undefined
        assert abs(told.value - known.value) <= told.binning + 1e-12, told.metric
        if told.metric in LOSSES:
            assert told.binning == 0
            ends = (told.low, told.high), (known.low, known.high)
            np.testing.assert_allclose(*ends, rtol=1e-8)


@pytest.mark.parametrize("weights", [None, "whole"])
def test_rankings_whose_bins_hide_nothing_are_as_sure_as_of_items(weights):
    rng = np.random.default_rng(3)
    truth, scores = (rng.random(300) < 0.1).astype(int), rng.permutation(300) / 300
    given = {"positive": 1, "metrics": ["roc_auc", "average_precision"]}
    if weights:
        given["weights"] = np.where(scores > 0.5, 2, 1)
    exact = sy.scores.evaluate(truth, scores, **given)
    binned = sy.scores.evaluate(truth, scores, bins=100_000, **given)
    for told, known in zip(binned.values, exact.values, strict=True):
        assert told.binning == 0
        assert (told.low, told.high) == (pytest.approx(known.low), pytest.approx(known.high))


def test_the_bound_of_an_area_is_half_of_the_pairs_in_one_bin():
    rng = np.random.default_rng(5)
    truth, scores = rng.integers(0, 2, 300), rng.random(300)
    places = Bins(20).places(scores)
    own, other = (np.bincount(places[truth == k], minlength=20) / (truth == k).sum() for k in (1, 0))
    result = sy.scores.evaluate(truth, scores, positive=1, metrics="roc_auc", bins=20)["roc_auc"]
    assert result.binning == pytest.approx(own @ other / 2, rel=1e-12)


def test_the_bounds_are_reached():
    """The items of the class highest within each bin, and lowest."""
    truth = np.array([0, 0, 0, 1, 1, 0, 0, 1, 1, 1])
    coarse = np.repeat([0.05, 0.45, 0.8], [3, 3, 4])
    for sign in (1, -1):
        scores = coarse + sign * np.where(truth == 1, 0.004, 0.0) + np.arange(10) * 1e-5
        for metric in ("roc_auc", "average_precision", "pr_auc", "roc_auc to fpr 0.4"):
            exact = sy.scores.evaluate(truth, scores, positive=1, metrics=metric)[metric]
            told = sy.scores.evaluate(truth, scores, positive=1, metrics=metric, bins=5)[metric]
            assert len(set(Bins(5).places(scores))) == 3
            assert abs(exact.value - told.value) <= told.binning + 1e-12
            if metric == "roc_auc":
                assert abs(exact.value - told.value) == pytest.approx(told.binning, rel=1e-9)


def test_with_an_item_in_each_bin_nothing_is_hidden():
    rng = np.random.default_rng(2)
    scores = (np.arange(50) + 0.5) / 50
    truth = (rng.random(50) < scores).astype(int)
    result = sy.scores.evaluate(truth, scores, positive=1, bins=10_000, metrics=["roc_auc", "average_precision"])
    exact = sy.scores.evaluate(truth, scores, positive=1, metrics=["roc_auc", "average_precision"])
    for told, known in zip(result.values, exact.values, strict=True):
        assert told.binning == pytest.approx(0, abs=1e-15)
        np.testing.assert_allclose([told.value, told.low, told.high], [known.value, known.low, known.high], rtol=1e-9)


def test_the_interval_of_two_classes_is_that_of_delong_with_ties():
    """Of scores that are equal in a bin already, binning changes nothing, also not how sure it is."""
    rng = np.random.default_rng(3)
    truth = rng.integers(0, 2, 400)
    scores = Bins(30).edges()[rng.integers(0, 30, 400)] + 1e-6
    for weights in (None, rng.random(400)):
        given = {"positive": 1, "metrics": ["roc_auc", "average_precision", "lift at 20 %"], "weights": weights}
        known = sy.scores.evaluate(truth, scores, **given)
        told = sy.scores.count(truth, scores, positive=1, bins=30, weights=weights)
        told = sy.scores.evaluate(told, **{**given, "weights": None})
        for a, b in zip(told.values, known.values, strict=True):
            assert a.value == pytest.approx(b.value, rel=1e-12)
            assert a.low <= b.low + 1e-12
            assert b.high <= a.high + 1e-12


def test_bins_grow_with_the_distance_from_0_and_1_and_hold_what_they_say():
    for bins in (Bins(1000), Bins(50, -3.0, 5.0)):
        edges = bins.edges()
        middle = (edges[1:] + edges[:-1]) / 2
        assert bins.places(middle).tolist() == list(range(bins.number))
        assert edges[0] == (bins.low or 0)
        assert edges[-1] == (bins.high or 1)
    widths = np.diff(Bins(1000).edges())
    np.testing.assert_allclose(widths, widths[::-1], rtol=1e-6)
    assert (np.diff(widths[:500]) > 0).all()
    assert Bins(10).places(np.array([np.nan, -0.1, 1.1, 1 + 1e-7, 1.0])).tolist() == [-1, -1, -1, 9, 9]


def test_shards_add_up_to_the_whole():
    for seed in range(20):
        rng = np.random.default_rng(seed)
        truth, scores, weights, labels = problem(rng)
        shard = rng.integers(0, 3, len(truth))
        parts = [
            sy.scores.count(
                truth[shard == i], scores[shard == i], labels=labels, bins=100,
                weights=None if weights is None else weights[shard == i],
            )
            for i in range(3)
        ]  # fmt: skip
        whole = sy.scores.count(truth, scores, labels=labels, bins=100, weights=weights)
        total = parts[0] + parts[1] + parts[2]
        same(total, whole)
        np.testing.assert_allclose(total.losses["model"], whole.losses["model"], rtol=1e-10, atol=1e-12)
        assert repr(total) == repr(whole)


def same(one, other, rtol=1e-12):
    assert (one.labels, list(one.columns)) == (other.labels, list(other.columns))
    np.testing.assert_array_equal(one.sizes, other.sizes)
    np.testing.assert_allclose(one.support, other.support, rtol=rtol)
    for model in one.columns:
        for place in range(len(one.labels)):
            a, b = one.column(model, place), other.column(model, place)
            np.testing.assert_allclose(a.sizes, b.sizes, rtol=rtol, atol=1e-12)
            np.testing.assert_allclose(a.of_items, b.of_items, rtol=rtol, atol=1e-12)


def test_one_column_and_both_columns_add_up():
    truth, scores = [0, 1, 1, 0, 1], np.array([0.2, 0.7, 0.4, 0.1, 0.9])
    both = sy.scores.count(truth, np.stack([0.3 * np.ones(5), 0.7 * np.ones(5)], axis=1), bins=10)
    one = sy.scores.count({"y": truth, "p": scores}, truth="y", scores="p", positive=1, bins=10)
    mixed = np.stack([1 - scores - 1e-8, scores], axis=1)
    apart = sy.scores.count(truth, mixed, bins=10)
    assert (one.single["model"], apart.single["model"]) == (1, None)
    for total in (one + apart, apart + one):
        assert total.column("model", 1).sizes.sum() == 10
        assert sy.scores.evaluate(total, positive=1, metrics="roc_auc")["roc_auc"].value == pytest.approx(1.0)
    assert (both + one).items == 10


# The same table, wherever the scores lie.

RNG = np.random.default_rng(11)
ITEMS = 400
LABELS = ["sick", "healthy", "dead"]
TRUTH = RNG.choice(LABELS, ITEMS, p=[0.2, 0.7, 0.1])
P = 0.3 * (TRUTH[:, None] == np.array(LABELS)) + 0.7 * RNG.dirichlet(np.ones(3), ITEMS)
WEIGHT = (RNG.random(ITEMS) * (RNG.random(ITEMS) < 0.9)).round(3)
DATA = {
    "y": TRUTH.tolist(),
    "w": WEIGHT.tolist(),
    "number": np.where(TRUTH == "sick", 1, 0).tolist(),
    **{f"p_{label}": P[:, i].tolist() for i, label in enumerate(LABELS)},
    **{f"z_{label}": np.log(P[:, i]).tolist() for i, label in enumerate(LABELS)},
    "z": (np.log(P[:, 0]) - np.log1p(-P[:, 0])).tolist(),
}


def _folder(frame, folder):
    frame[:150].to_csv(folder / "a.csv", index=False)
    frame[150:].to_csv(folder / "b.csv", index=False)
    return folder


def _file(name, **options):
    def write(frame, folder):
        getattr(frame, f"to_{name}")(folder / f"items.{name}", **options)
        return folder / f"items.{name}"

    return write


WRITTEN = {
    "csv": _file("csv", index=False),
    "parquet": _file("parquet"),
    "json": _file("json", orient="records", lines=True, double_precision=15),
    "folder": _folder,
}


@pytest.fixture
def data(request, tmp_path, frame_of):
    frame = pytest.importorskip("pandas").DataFrame(DATA)
    if request.param in WRITTEN:
        return WRITTEN[request.param](frame, tmp_path)
    return frame_of(request.param, pytest.importorskip("pyarrow").Table.from_pandas(frame))


QUESTIONS = {
    "several columns": {"truth": "y", "scores": "p_*"},
    "weights": {"truth": "y", "scores": {"a": "p_{class}"}, "weight": "w"},
    "logits": {"truth": "y", "scores": "z_*", "form": "logits"},
    "one column": {"truth": "number", "scores": "p_sick", "positive": 1},
    "one column with weights": {"truth": "number", "scores": "p_sick", "positive": 1, "weight": "w"},
    "logits of one column": {"truth": "number", "scores": "z", "positive": 1, "form": "logits"},
    "ranks": {"truth": "number", "scores": "z", "positive": 1, "form": "ranks", "between": (-3, 2)},
}


FEW = ("weights", "one column", "ranks")
"""What engines that take long to start are asked."""

CASES = [(place, question) for place in [*WRITTEN, *ENGINES, "Polars scan"] for question in QUESTIONS]


def case(place, question):
    marks = [pytest.mark.slow] if place in {*CLUSTERS, "Ibis"} else []
    marks += [pytest.mark.xdist_group(CLUSTERS[place])] if place in CLUSTERS else []
    return pytest.param(place, question, marks=marks)


@pytest.mark.parametrize(
    ("data", "question"),
    [case(*each) for each in CASES if each[0] not in CLUSTERS or each[1] in FEW],
    indirect=["data"],
)
def test_each_engine_makes_the_same_table(data, question):
    asked = QUESTIONS[question] | {"bins": 50}
    labels = sorted(LABELS) if asked["truth"] == "y" else [0, 1]
    known = sy.scores.count(DATA, **asked, labels=labels)
    told = sy.scores.count(data, **asked, labels=labels)
    if "form" in asked and asked["form"] == "logits":  # exp is not rounded alike everywhere
        return near(told, known)
    same(told, known)
    if known.losses is not None:
        for model, sums in known.losses.items():
            np.testing.assert_allclose(told.losses[model], sums, rtol=1e-10, atol=1e-12)
    return None


def near(told, known):
    """Check tables of scores that may differ in the last digit, so that one on an edge may change its bin."""
    for model in known.columns:
        for place in range(len(known.labels)):
            a, b = told.column(model, place).sizes, known.column(model, place).sizes
            assert np.abs(a - b).sum() <= 2
            assert a.sum() == b.sum()
        np.testing.assert_allclose(told.losses[model], known.losses[model], rtol=1e-9, atol=1e-11)


def test_a_probability_of_zero_is_counted_in_files(tmp_path):
    (tmp_path / "x.csv").write_text("y,p\na,0.0\nb,0.0\nb,0.5\na,0.1\n", encoding="utf-8")
    result = sy.scores.evaluate(tmp_path / "x.csv", truth="y", scores="p", positive="b", bins=10, metrics="log_loss")
    assert np.isinf(result["log_loss"].value)
    assert "1 item has a true class" in str(result["log_loss"].note)


def test_metrics_of_rankings_alone_need_no_losses():
    given = {"truth": "number", "scores": "p_sick", "positive": 1, "bins": 10}
    result = sy.scores.evaluate(DATA, **given, metrics=["roc_auc"])
    assert result["roc_auc"].value > 0.5
    table = sy.scores.count(DATA, **given, losses=False)
    assert table.losses is None
    assert [each.metric for each in sy.scores.evaluate(table, positive=1).values] == ["roc_auc", "average_precision"]
    with pytest.raises(ValueError, match="losses=False"):
        sy.scores.evaluate(table, positive=1, metrics="brier")


@pytest.mark.parametrize("kind", ["roc", "precision_recall"])
def test_the_points_of_a_curve_are_on_the_exact_one(kind):
    rng = np.random.default_rng(0)
    truth = (rng.random(2000) < 0.1).astype(int)
    scores = 1 / (1 + np.exp(-rng.normal(2 * truth - 2, 1)))
    table = sy.scores.count(truth, scores, positive=1, bins=40)
    curve = sy.scores.curve(table, kind=kind, positive=1)
    edges = Bins(40).edges()
    points = set()
    for edge in edges:
        taken = scores >= edge
        right, wrong = (taken & (truth == 1)).sum(), (taken & (truth == 0)).sum()
        recall = right / truth.sum()
        if kind == "roc":
            points.add((round(wrong / (truth == 0).sum(), 9), round(recall, 9)))
        elif right + wrong:
            points.add((round(recall, 9), round(right / (right + wrong), 9)))
    assert {(round(x, 9), round(y, 9)) for x, y in zip(curve["model"].x, curve["model"].y, strict=True)} - {
        (0.0, round(curve["model"].y[0], 9)), (0.0, 0.0)
    } <= points  # fmt: skip
    exact = sy.scores.curve(truth, scores, kind, positive=1)["model"]
    assert abs(curve["model"].area - exact.area) < 0.03
    assert curve["model"].area_low <= exact.area_low


def test_each_class_has_what_the_two_sides_say():
    """Of two classes with one column, the other class has the mirrored table."""
    truth, scores = np.array([0, 1, 1, 0, 1]), np.array([0.2, 0.7, 0.15, 0.1, 0.9])
    table = sy.scores.count(truth, scores, positive=1, bins=100)
    for positive in (0, 1):
        told = sy.scores.evaluate(table, positive=positive, metrics=["roc_auc", "average_precision"])
        both = np.stack([1 - scores, scores], axis=1)
        known = sy.scores.evaluate(truth, both, positive=positive, metrics=["roc_auc", "average_precision"])
        for a, b in zip(told.values, known.values, strict=True):
            assert a.value == pytest.approx(b.value, rel=1e-12)


# Bad input.

TABLE = sy.scores.count(DATA, truth="number", scores="p_sick", positive=1, bins=10)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: sy.scores.count(DATA, truth="y", scores="p_*", bins=1), "bins must be a whole number from 2"),
        (lambda: sy.scores.count(DATA, truth="y", scores="p_*", bins=2.5), "not 2.5"),
        (lambda: sy.scores.count(DATA, truth="y", scores="p_*", between=(0, 1)), "between= has no part in it"),
        (lambda: sy.scores.count(DATA, truth="y", scores="z_*", form="ranks"), r"between=, \(low, high\)"),
        (lambda: sy.scores.count(DATA, truth="y", scores="z_*", form="ranks", between=(2, 1)), r"not \(2, 1\)"),
        (lambda: sy.scores.evaluate(DATA, truth="y", scores="p_*", between=(0, 1)), "nobody asked for bins"),
        (lambda: sy.scores.count(TABLE), "counted already"),
        (lambda: sy.scores.compare(TABLE), "cannot be compared; compare the items themselves"),
        (lambda: sy.scores.evaluate(TABLE, truth="y"), "scores in bins are complete"),
        (lambda: sy.scores.evaluate(TABLE, positive=1, metrics="ece"), "expected_calibration_error cannot be told"),
        (lambda: sy.scores.curve(TABLE, kind="decision", positive=1), "curve 'decision' needs the items"),
        (lambda: sy.scores.curve(TABLE, kind="roc", positive=1, thresholds=0.1), "thresholds= is for"),
        (
            lambda: TABLE + sy.scores.count([0, 1], [0.1, 0.9], positive=1, bins=20),
            "bins are alike, not 10 bins and 20",
        ),
        (lambda: TABLE + sy.scores.count(["a", "b"], [0.1, 0.9], positive="b", bins=10), "their classes are alike"),
        (lambda: TABLE + sy.scores.count([0, 1], {"b": [0.1, 0.9]}, positive=1, bins=10), "models are alike"),
        (
            lambda: TABLE + sy.scores.count([0, 1], [0.1, 0.9], positive=1, bins=10, losses=False),
            "losses were counted",
        ),
        (lambda: sy.scores.count([*range(200)], np.eye(200), bins=10_000), "more cells than .* say bins=2,500"),
        (lambda: sy.scores.evaluate([0, 1], [0.1, 0.9], positive=1, intervals="bca"), 'must be "none"'),
    ],
)
def test_one_sentence_says_what_is_wrong(call, said):
    with pytest.raises(ValueError, match=said):
        call()


BAD = {
    "y,p\na,0.1\nb,1.7\n": "column 'p' must lie between 0 and 1, but there is 1.7",
    "y,p\na,0.1\nb,\n": "column 'p' must hold a finite number in every row, but 1 row has none",
    "y,p\na,0.1\n,0.2\nb,0.3\n": "1 of 3 items have no true label",
    "y,p\na,0.1\nb,0.2\nc,0.3\n": "one column of scores is enough for two classes, but there are 3",
    "y,q\na,0.1\nb,0.2\n": "no column 'p'",
}


@pytest.mark.parametrize("text", BAD)
@pytest.mark.parametrize("engine", ["csv", "polars"])
def test_what_is_wrong_in_data_is_said_by_each_edge(tmp_path, text, engine):
    path = tmp_path / "x.csv"
    path.write_text(text, encoding="utf-8")
    where = path if engine == "csv" else pytest.importorskip("polars").scan_csv(path)
    with pytest.raises(ValueError, match=BAD[text]):
        sy.scores.count(where, truth="y", scores="p", positive="b", bins=10)


@pytest.mark.parametrize("engine", ["csv", "polars"])
def test_what_is_wrong_in_several_columns_is_said_by_each_edge(tmp_path, engine):
    path = tmp_path / "x.csv"
    path.write_text("y,p_a,p_b,w,q\na,0.9,0.1,1,0.9\nb,0.5,0.6,1,0.4\nb,0.2,0.8,-2,0.2\n", encoding="utf-8")
    where = path if engine == "csv" else pytest.importorskip("polars").scan_csv(path)
    with pytest.raises(ValueError, match=r"must sum to 1, but one is 0\.1 away"):
        sy.scores.count(where, truth="y", scores="p_*", bins=10)
    with pytest.raises(ValueError, match="'w' has a weight that is no finite number of at least 0"):
        sy.scores.count(where, truth="y", scores="p_*", weight="w", bins=10)
    with pytest.raises(ValueError, match="may be two models or two classes"):
        sy.scores.count(where, truth="y", scores=["p_a", "w"], positive="b", bins=10)
    with pytest.raises(ValueError, match="the truth has 'b', but the classes are 'a', 'c'"):
        sy.scores.count(where, truth="y", scores=["q", "p_b"], labels=["a", "c"], bins=10)


def test_tables_hand_on_what_they_hold():
    table = sy.scores.count([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], positive=1, bins=4, weights=[1, 2, 1, 3])
    told = table.to_dict()
    assert (told["labels"], told["bins"], told["items"], told["support"]) == ([0, 1], 4, 4, [3.0, 4.0])
    (column,) = told["columns"]  # of two classes, one tells the other
    assert (column["class"], column["squares"]) == (1, [1.0, 4.0, 1.0, 9.0])
    rows = table.to_rows()
    assert [(row["truth"], row["low"], row["high"], row["weight"]) for row in rows] == [
        (0, 0.0, 0.125, 1.0), (0, 0.125, 0.5, 2.0), (1, 0.125, 0.5, 1.0), (1, 0.5, 0.875, 3.0),
    ]  # fmt: skip
    assert sum(row["weight"] for row in rows) == table.support.sum()
    assert "<td" in table._repr_html_()
    assert str(table) == "BinnedScores(4 items, classes 0, 1, model 'model', 4 bins)"
