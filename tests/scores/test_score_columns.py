"""Scores in columns of files, frames and the like: the same numbers, whatever holds them and however they are named."""

import numpy as np
import pytest
from sklearn.metrics import log_loss, roc_auc_score

import steelyard as sy

ORDER = ["sick", "healthy", "dead"]
"""No sorted order: a column in a wrong place would show."""

RNG = np.random.default_rng(3)
TRUTH = RNG.choice(ORDER, 60)
WEIGHT = RNG.random(60).round(3)
RF = 0.4 * (TRUTH[:, None] == np.array(ORDER)) + 0.6 * RNG.dirichlet(np.ones(3), 60)
LR = 0.1 * (TRUTH[:, None] == np.array(ORDER)) + 0.9 * RNG.dirichlet(np.ones(3), 60)
DATA = {
    "id": [f"item {i}" for i in range(60)],
    "y": TRUTH.tolist(),
    "w": WEIGHT.tolist(),
    **{f"rf_{label}": RF[:, i].tolist() for i, label in enumerate(ORDER)},
    **{f"lr_{label}": LR[:, i].tolist() for i, label in enumerate(ORDER)},
    "is_sick": np.where(TRUTH == "sick", "yes", "no").tolist(),
    "p": RF[:, 0].tolist(),
    "q": LR[:, 0].tolist(),
}
SORTED = np.argsort(ORDER)


def _written(folder, name):
    frame = pytest.importorskip("pandas").DataFrame(DATA)
    if name == "parquet":
        frame.to_parquet(folder / "items.parquet")
        return folder / "items.parquet"
    if name == "json":
        frame.to_json(folder / "items.json", orient="records", lines=True, double_precision=15)
        return folder / "items.json"
    if name == "folder":
        frame[:20].to_csv(folder / "a.csv", index=False)
        frame[20:].to_csv(folder / "b.csv", index=False)
        return folder
    frame.to_csv(folder / "items.csv", index=False)
    return str(folder / "items.csv")


def _framed(name):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(DATA)
    if name == "pandas":
        return frame
    if name == "arrow":
        return pytest.importorskip("pyarrow").Table.from_pandas(frame)
    if name == "duckdb":
        return pytest.importorskip("duckdb").from_df(frame)
    polars = pytest.importorskip("polars")
    return polars.DataFrame(DATA) if name == "polars" else polars.LazyFrame(DATA)


IN_FILES = ["csv", "parquet", "json", "folder"]
IN_FRAMES = ["pandas", "arrow", "duckdb", "polars", "lazy"]


@pytest.fixture(params=[*IN_FILES, *IN_FRAMES, "columns", "rows"])
def data(request, tmp_path):
    if request.param in IN_FILES:
        return _written(tmp_path, request.param)
    if request.param in IN_FRAMES:
        return _framed(request.param)
    rows = zip(*DATA.values(), strict=True)
    return DATA if request.param == "columns" else [dict(zip(DATA, row, strict=True)) for row in rows]


@pytest.mark.parametrize("scores", ["rf_{class}", "rf_*", ["rf_dead", "rf_sick", "rf_healthy"], {"rf": "rf_*"}])
def test_one_model(data, scores):
    result = sy.scores.evaluate(data, truth="y", scores=scores, weight="w", metrics=["log_loss", "roc_auc"])
    expected = log_loss(TRUTH, RF[:, SORTED], labels=sorted(ORDER), sample_weight=WEIGHT)
    assert result["log_loss"].value == pytest.approx(expected, rel=1e-12)
    expected = roc_auc_score(TRUTH, RF[:, SORTED], multi_class="ovr", sample_weight=WEIGHT)
    assert result["roc_auc"].value == pytest.approx(expected, rel=1e-12)
    assert not result.sorted_columns


@pytest.mark.parametrize(
    "scores",
    [{"rf": "rf_{class}", "lr": "lr_*"}, "{model}_{class}", "{model}_*", ["rf_*", "lr_{class}"]],
)
def test_several_models(data, scores):
    result = sy.scores.evaluate(data, truth="y", scores=scores, metrics="log_loss")
    assert result.models == ("rf", "lr")
    for model, given in (("rf", RF), ("lr", LR)):
        expected = log_loss(TRUTH, given[:, SORTED], labels=sorted(ORDER))
        assert result["log_loss"][model].value == pytest.approx(expected, rel=1e-12)
    compared = sy.scores.compare(data, truth="y", scores=scores, metrics="log_loss")
    values = result["log_loss"]["rf"].value, result["log_loss"]["lr"].value
    assert compared["log_loss"].values == values
    assert compared["log_loss"].better == "rf"


@pytest.mark.parametrize("scores", [["p", "q"], {"p": "p", "q": "q"}])
def test_one_column_of_two_classes(data, scores):
    result = sy.scores.evaluate(data, truth="is_sick", scores=scores, positive="yes", metrics="log_loss")
    assert result.models == ("p", "q")
    for model in "pq":
        expected = log_loss(TRUTH == "sick", DATA[model])
        assert result["log_loss"][model].value == pytest.approx(expected, rel=1e-12)


def test_a_pattern_of_models_alone():
    columns = {"y": [0, 1, 1], "p(a)": [0.1, 0.7, 0.8], "p(b)": [0.2, 0.4, 0.9], "p": [9, 9, 9]}
    result = sy.scores.evaluate(columns, truth="y", scores="p({model})", positive=1, metrics="log_loss")
    assert result.models == ("a", "b")
    assert result["log_loss"]["b"].value == pytest.approx(-np.log([0.8, 0.4, 0.9]).mean())


def test_a_column_that_names_the_other_class_is_of_it():
    columns = {"y": ["ok", "fraud", "ok"], "p_ok": [0.9, 0.2, 0.7]}
    found = sy.scores.evaluate(columns, truth="y", scores="p_{class}", positive="fraud", metrics="log_loss")
    assert found["log_loss"].value == pytest.approx(-np.log([0.9, 0.8, 0.7]).mean())
    with pytest.raises(ValueError, match=r"seem to be of class 'ok', not of 'fraud'; .* scores='p_\{class\}'"):
        sy.scores.evaluate(columns, truth="y", scores="p_ok", positive="fraud")


def test_classes_and_models_with_the_separator_in_their_names():
    """ "big_rf" and "rf", "sick" and "very_sick": only one reading gives every model every class."""
    labels = ["very_sick", "sick", "ok"]
    truth = ["very_sick", "sick", "ok", "sick"]
    one, two = RNG.dirichlet(np.ones(3), 4), RNG.dirichlet(np.ones(3), 4)
    columns = {"y": truth, "n_a": [5, 5, 5, 5]}
    columns |= {f"rf_{label}": one[:, i] for i, label in enumerate(labels)}
    columns |= {f"big_rf_{label}": two[:, i] for i, label in enumerate(labels)}
    result = sy.scores.evaluate(columns, truth="y", scores="{model}_{class}", metrics="log_loss")
    assert result.models == ("rf", "big_rf")
    for model, given in (("rf", one), ("big_rf", two)):
        expected = -np.log([row[labels.index(label)] for row, label in zip(given, truth, strict=True)]).mean()
        assert result["log_loss"][model].value == pytest.approx(expected)
    turned = {
        "-".join(reversed(name.rsplit("rf_", 1))) + "rf" if "rf_" in name else name: v for name, v in columns.items()
    }
    result = sy.scores.evaluate(turned, truth="y", scores="{class}-{model}", metrics="log_loss")
    assert sorted(result.models) == ["big_rf", "rf"]


def test_a_class_without_items_has_its_column():
    columns = {"y": ["a", "b"], "p_a": [0.5, 0.2], "p_b": [0.3, 0.6], "p_c": [0.2, 0.2]}
    result = sy.scores.evaluate(columns, truth="y", scores="p_*", metrics="log_loss")
    assert result.labels == ("a", "b", "c")
    assert result["log_loss"].value == pytest.approx(-np.log([0.5, 0.6]).mean())


def test_labels_say_which_columns_are_meant_and_in_which_order():
    columns = {
        "y": ["low", "high", "mid"],
        "p_high": [0.1, 0.7, 0.2],
        "p_low": [0.6, 0.1, 0.2],
        "p_mid": [0.3, 0.2, 0.6],
    }
    columns["p_value"] = [3, 3, 3]
    order = ["low", "mid", "high"]
    result = sy.scores.evaluate(columns, truth="y", scores="p_*", labels=order, metrics=["rps", "log_loss"])
    assert result.labels == tuple(order)
    assert result["log_loss"].value == pytest.approx(-np.log([0.6, 0.7, 0.6]).mean())
    by_place = sy.scores.evaluate(
        {"y": columns["y"], "u": columns["p_mid"], "v": columns["p_low"], "x": columns["p_high"]},
        truth="y",
        scores=["u", "v", "x"],
        labels=["mid", "low", "high"],
        metrics="log_loss",
    )
    assert by_place["log_loss"].value == result["log_loss"].value


def test_numbers_are_classes_of_files(tmp_path):
    file = tmp_path / "items.csv"
    file.write_text("y,p0,p1\n1,0.2,0.8\n0,0.6,0.4\n")
    result = sy.scores.evaluate(file, truth="y", scores="p*", positive="1", metrics="log_loss")
    assert result.positive == 1
    assert result["log_loss"].value == pytest.approx(-np.log([0.8, 0.6]).mean())


SMALL = {"y": ["a", "b", "a"], "p_a": [0.9, 0.2, 0.6], "p_b": [0.1, 0.8, 0.4], "id": ["u", "v", "w"]}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"truth": "y"}, r"name the columns of scores, such as scores='p_\{class\}'; there are 'y', 'p_a'"),
        ({"scores": "p_*"}, "to evaluate columns of data, name them: truth="),
        ({}, "to evaluate columns of data, name them: truth="),
        ({"truth": "x", "scores": "p_*"}, "no column 'x'"),
        ({"truth": "y", "scores": "q_*"}, r"no column matches 'q_\*'; there are 'p_a', 'p_b', 'id'"),
        ({"truth": "y", "scores": "p_c"}, "no column 'p_c' of scores; .* Did you mean 'p_a' or 'p_b'"),
        ({"truth": "y", "scores": "{class}_{class}"}, "2 places for the name of a class"),
        ({"truth": "y", "scores": "{model}_{model}_*"}, r"name \{model\} once"),
        ({"truth": "y", "scores": "{model}-{class}"}, "no column matches .* with one of the classes 'a', 'b'"),
        ({"truth": "y", "scores": "{model}!"}, "no column matches"),
        ({"truth": "y", "scores": []}, "at least one column"),
        ({"truth": "y", "scores": {}}, "at least one model"),
        ({"truth": "y", "scores": ["p_a", "p_a"]}, "once, not 'p_a' several times"),
        ({"truth": "y", "scores": ["p_*", "p_{class}"]}, "name the models of .* apart"),
        ({"truth": "y", "scores": ["p_a", "id"]}, "must be numbers"),
        ({"truth": "y", "scores": {"m": [[0.5, 0.5]]}}, "give their names, not the columns themselves"),
        ({"truth": "y", "scores": {"m": "p_*", "n": "q_*"}}, r"no column matches 'q_\*' of 'n'"),
        ({"truth": "y", "scores": "p_*", "weights": [1, 1, 1]}, "weights= cannot be given beside"),
        ({"truth": "y", "scores": "p_*", "weight": "id"}, "must be numbers"),
        ({"truth": ["a", "b", "a"], "scores": "p_*"}, "truth= names a column"),
        ({"truth": "y", "scores": "p_*", "labels": ["a", "c"]}, "no column of scores for 'c'|outside"),
        ({"truth": "id", "scores": "p_*"}, "no column of scores for 'u', 'v', 'w'"),
        ({"truth": "y", "scores": "p_*", "positive": "A"}, "no class 'A'; .* Did you mean 'a'"),
    ],
)
def test_one_sentence(arguments, message):
    with pytest.raises(ValueError, match=message) as caught:
        sy.scores.evaluate(SMALL, **arguments)
    assert "\n" not in str(caught.value)


def test_a_weight_is_of_columns_and_weights_are_of_labels():
    with pytest.raises(ValueError, match="weight= cannot be given beside"):
        sy.scores.evaluate([0, 1], [[0.5, 0.5]] * 2, weight="w")
    with pytest.raises(ValueError, match="give the scores beside the true labels"):
        sy.scores.evaluate([0, 1])


def test_what_a_pattern_takes_for_a_class_and_is_none():
    columns = SMALL | {"p_value": [0.03, 0.04, 0.05]}
    with pytest.raises(
        ValueError, match="no item is of class 'value', and the other scores sum to 1 without column 'p_value'"
    ):
        sy.scores.evaluate(columns, truth="y", scores="p_*")
    numbers = {"y": [0, 1], "p_0": [0.5, 0.5], "p_1": [0.5, 0.5], "p_id": [7, 8]}
    with pytest.raises(ValueError, match=r"column 'p_id' would hold the scores of class 'id', .*; narrow 'p_\*'"):
        sy.scores.evaluate(numbers, truth="y", scores="p_*")


def test_two_columns_that_sum_to_one_are_no_two_models():
    columns = {"y": ["a", "b", "a"], "one": SMALL["p_a"], "two": SMALL["p_b"]}
    with pytest.raises(ValueError, match="columns 'one' and 'two' sum to 1 in every row: say with labels="):
        sy.scores.evaluate(columns, truth="y", scores=["one", "two"], positive="a")


def test_a_model_that_lacks_a_class():
    columns = {name: column for name, column in DATA.items() if name != "lr_dead"}
    with pytest.raises(ValueError, match="no column of scores of 'lr' for 'dead'"):
        sy.scores.evaluate(columns, truth="y", scores="{model}_{class}")
    with pytest.raises(ValueError, match=r"no column of scores for 'dead': 'lr_\*' matches the columns"):
        sy.scores.evaluate(columns, truth="y", scores="lr_*")


@pytest.mark.parametrize("bad", ["", "x", "nan", "inf", "1,5"])
def test_what_is_no_number_in_a_file(bad, tmp_path):
    file = tmp_path / "items.csv"
    file.write_text(f'y,p\na,0.5\nb,"{bad}"\n')
    with pytest.raises(
        ValueError, match=r"column 'p' of 'items\.csv' must hold a finite number in every row, but 1 row has"
    ):
        sy.scores.evaluate(file, truth="y", scores="p", positive="a")
