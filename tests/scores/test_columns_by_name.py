"""Which class a column of scores is of: its name tells it, or nobody does, which is then said."""

import numpy as np
import pytest

import steelyard as sy

TRUTH = np.array(["healthy", "sick", "dead", "sick", "healthy", "dead", "healthy", "sick"])
ORDER = ["sick", "dead", "healthy"]
RNG = np.random.default_rng(4)
GIVEN = 0.4 * (TRUTH[:, None] == np.array(ORDER)) + 0.6 * RNG.dirichlet(np.ones(3), len(TRUTH))
"""The columns are in no sorted order, and no two are alike."""

LOG_LOSS = float(-np.log([row[ORDER.index(label)] for row, label in zip(GIVEN, TRUTH, strict=True)]).mean())


def _pandas(names, numbers):
    return pytest.importorskip("pandas").DataFrame(numbers, columns=names)


def _polars(names, numbers):
    return pytest.importorskip("polars").DataFrame(numbers, schema=names)


def _arrow(names, numbers):
    return pytest.importorskip("pyarrow").table(dict(zip(names, numbers.T, strict=True)))


def _mapping(names, numbers):
    return dict(zip(names, numbers.T, strict=True))


FRAMES = [_pandas, _polars, _arrow, _mapping]


def _loss(scores, **arguments):
    return sy.scores.evaluate(TRUTH, scores, metrics="log_loss", **arguments)["log_loss"]


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("name", ["{}", "rf_{}", "{}_score", "p({})", "sick_{}"])
def test_names_tell_the_class(frame, name):
    given = frame([name.format(label) for label in ORDER], GIVEN)
    assert _loss({"rf": given}).value == pytest.approx(LOG_LOSS, abs=1e-14)
    assert not sy.scores.evaluate(TRUTH, {"rf": given}).sorted_columns


@pytest.mark.parametrize("frame", FRAMES)
def test_each_model_has_its_own_order(frame):
    turned = frame([f"lr_{ORDER[i]}" for i in (2, 0, 1)], GIVEN[:, [2, 0, 1]])
    both = _loss({"rf": frame(ORDER, GIVEN), "lr": turned})
    assert both["rf"].value == both["lr"].value == pytest.approx(LOG_LOSS, abs=1e-14)


def test_declared_labels_do_not_outdo_the_names():
    pandas = pytest.importorskip("pandas")
    given = pandas.DataFrame(GIVEN, columns=ORDER)
    assert _loss(given, labels=sorted(ORDER)).value == pytest.approx(LOG_LOSS, abs=1e-14)
    given.columns = ["x", "y", "z"]
    assert _loss(given, labels=ORDER).value == pytest.approx(LOG_LOSS, abs=1e-14)


def test_numbers_are_found_by_their_text():
    pandas = pytest.importorskip("pandas")
    scores = np.array([[0.9, 0.1], [0.2, 0.8], [0.3, 0.7]])
    for names in (["1", "0"], ["p1", "p0"], [1, 0]):
        result = sy.scores.evaluate([1, 0, 0], pandas.DataFrame(scores, columns=names), metrics="log_loss")
        assert result["log_loss"].value == pytest.approx(-np.log([0.9, 0.8, 0.7]).mean(), abs=1e-14)


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (["x", "y", "z"], "does not tell their classes, 'dead', 'healthy', 'sick'"),
        (["a_sick", "b_dead", "c_healthy"], "name them after the classes, or list the class of each with labels="),
        (["Sick", "Dead", "Healthy"], "does not tell"),
        (["sick", "sick", "dead"], "several columns of scores are called 'sick'"),
    ],
)
def test_names_that_tell_nothing_are_refused(names, message):
    with pytest.raises(ValueError, match=message):
        sy.scores.evaluate(TRUTH, _pandas(names, GIVEN))


def test_a_class_without_a_column():
    with pytest.raises(ValueError, match="scores of 'lr' have no column for 'healthy'"):
        sy.scores.evaluate(TRUTH, {"rf": _pandas(ORDER, GIVEN), "lr": _pandas(ORDER[:2], GIVEN[:, :2])})


def test_columns_that_nobody_named_are_said_to_be_sorted():
    in_order = GIVEN[:, [1, 2, 0]]
    for given in (in_order, _pandas(None, in_order), _polars(None, in_order)):
        result = sy.scores.evaluate(TRUTH, given)
        assert result["log_loss"].value == pytest.approx(LOG_LOSS, abs=1e-14)
        assert repr(result).count("read as 'dead', 'healthy' and 'sick'") == 1
        assert result.to_dict()["sorted_columns"]
    compared = sy.scores.compare(TRUTH, {"a": in_order, "b": _pandas(ORDER, GIVEN)}, metrics="log_loss")
    assert "read as 'dead', 'healthy' and 'sick'" in repr(compared)
    assert compared["log_loss"].difference == 0
    assert "read as" not in repr(sy.scores.evaluate(TRUTH, GIVEN, labels=ORDER))
    numbers = np.searchsorted(sorted(ORDER), TRUTH)
    assert "read as" not in repr(sy.scores.evaluate(numbers, in_order)), "column 2 is that of class 2"


def test_a_single_column_is_of_the_class_that_it_is_called():
    pandas = pytest.importorskip("pandas")
    truth = ["ok", "fraud", "ok", "fraud"]
    scores = [0.9, 0.2, 0.6, 0.7]  # of "ok"
    by_hand = sy.scores.evaluate(truth, scores, positive="ok", metrics="log_loss")["log_loss"].value
    named = sy.scores.evaluate(truth, pandas.DataFrame({"ok": scores}), positive="fraud", metrics="log_loss")
    assert named["log_loss"].value == by_hand == pytest.approx(-np.log([0.9, 0.8, 0.6, 0.3]).mean())
    with pytest.raises(ValueError, match="column 'p_ok' seem to be of class 'ok', not of 'fraud'"):
        sy.scores.evaluate(truth, pandas.DataFrame({"p_ok": scores}), positive="fraud")
    other = sy.scores.evaluate(truth, pandas.DataFrame({"rf": scores}), positive="ok", metrics="log_loss")
    assert other["log_loss"].value == by_hand
    assert sy.scores.evaluate(truth, np.array(scores)[:, None], positive="ok", metrics="log_loss") == other


def test_a_frame_that_is_elsewhere():
    polars = pytest.importorskip("polars")
    with pytest.raises(ValueError, match="must lie in memory, not in a LazyFrame; name the columns"):
        sy.scores.evaluate(TRUTH, polars.DataFrame(GIVEN, schema=ORDER).lazy())


def test_a_thousand_classes_are_a_moment():
    names = [f"p_{i}" for i in range(1000)]
    truth = np.arange(1000)
    columns = dict(zip(names, np.eye(1000), strict=True))
    assert sy.scores.evaluate(truth, {"m": columns}, metrics="log_loss")["log_loss"].value == 0


def test_a_class_that_no_item_has_is_not_left_out_in_silence():
    """Without its column the others do not sum to 1; declared, it takes part."""
    rows = np.array([[0.5, 0.3, 0.2], [0.2, 0.7, 0.1], [0.6, 0.3, 0.1], [0.1, 0.6, 0.3]])
    columns = {"y": ["a", "b", "a", "b"], **{f"m_{c}": rows[:, k].tolist() for k, c in enumerate("abc")}}
    asked = {"truth": "y", "scores": "{model}_{class}", "metrics": "brier"}
    with pytest.raises(ValueError, match=r"^scores.* do not sum to 1 without column 'm_c'; .* with labels=\.$"):
        sy.scores.evaluate(columns, **asked)
    wanted = ((rows - np.eye(3)[[0, 1, 0, 1]]) ** 2).sum(axis=1).mean()
    assert sy.scores.evaluate(columns, labels=["a", "b", "c"], **asked)["brier"].value == pytest.approx(wanted)
    # A pattern of one model takes every column for a class.
    one = {"truth": "y", "scores": "m_{class}", "metrics": "brier"}
    assert sy.scores.evaluate(columns, **one)["brier"].value == pytest.approx(wanted)
