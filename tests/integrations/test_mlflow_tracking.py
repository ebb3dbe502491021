"""Evaluations and comparisons in a real tracking server with SQLite, read back through its own client."""

import importlib.util
import json
import math
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import numpy as np
import pytest

import steelyard as sy
from steelyard.counts.read.files.matrix_file import read_matrix
from steelyard.integrations.mlflow import extra_metrics, log_comparison, log_evaluation, metric

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(importlib.util.find_spec("mlflow") is None, reason="MLflow is not installed"),
    pytest.mark.xdist_group("mlflow"),  # one server for all
    pytest.mark.filterwarnings(
        "ignore:.*Any type hint is inferred as AnyType",  # MLflow warns of its own type hints when it is imported
        "ignore:Starting with pandas version 4.0",  # MLflow hashes data in a way that pandas will change
        "ignore:The inplace keyword in DataFrame.drop",  # likewise
    ),
]

QUIET = {"MLFLOW_DISABLE_TELEMETRY": "true", "MLFLOW_SERVER_ENABLE_JOB_EXECUTION": "false", "DO_NOT_TRACK": "true"}
"""Nothing is sent anywhere, and no jobs are waited for."""

PATIENCE = 120
"""Seconds for the server to start on a busy machine; alone it takes ten."""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """Start a tracking server, and end it by its id."""
    place = tmp_path_factory.mktemp("mlflow")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "mlflow", "server", "--host", "127.0.0.1", "--port", str(port), "--workers", "1"]
    command += ["--backend-store-uri", f"sqlite:///{place / 'runs.db'}"]
    command += ["--artifacts-destination", (place / "artifacts").as_uri()]
    with (place / "server.log").open("w") as log:
        process = subprocess.Popen(
            command, cwd=place, env=os.environ | QUIET, stdout=log, stderr=log, start_new_session=True
        )
    try:
        _wait_for(address, process, place / "server.log")
        yield address
    finally:
        os.killpg(process.pid, signal.SIGTERM)  # the group is the process and its workers, since it began a session
        process.wait(timeout=30)


def _wait_for(address, process, log):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.poll() is None:
        try:
            with urllib.request.urlopen(f"{address}/health", timeout=5):  # noqa: S310 - our own server
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
    pytest.fail(f"the tracking server did not start:\n{log.read_text()}")


@pytest.fixture
def mlflow(server, monkeypatch):
    """MLflow, talking to that server, and without a run that a failed test left open."""
    for name, value in QUIET.items():
        monkeypatch.setenv(name, value)
    import mlflow

    mlflow.set_tracking_uri(server)
    mlflow.set_experiment("steelyard")
    yield mlflow
    mlflow.end_run()


@pytest.fixture
def predictions(rng):
    y = rng.choice(["ok", "ill"], 400, p=[0.9, 0.1])
    tree = np.where(rng.random(400) < 0.85, y, "ok")
    svm = np.where(rng.random(400) < 0.7, y, "ill")
    return y, tree, svm


def logged(mlflow, run):
    return mlflow.MlflowClient().get_run(run.info.run_id).data


def downloaded(mlflow, run, path, folder):
    at = mlflow.artifacts.download_artifacts(run_id=run.info.run_id, artifact_path=path, dst_path=str(folder))
    return {file.name: file for file in Path(at).iterdir()}


def test_an_evaluation_comes_back_with_its_intervals_settings_counts_and_page(mlflow, predictions, tmp_path):
    y, tree, _ = predictions
    result = sy.evaluate(y, tree, importance="rarity", metrics=["cba", "mcc", "mean_f(beta=2)"])
    with mlflow.start_run() as run:
        log_evaluation(result, prefix="test/")
    data = logged(mlflow, run)
    expected = {}
    for name, key in [("cba", "cba"), ("mcc", "mcc"), ("mean_f(beta=2)", "mean_f_beta_2")]:
        score = result[name]
        expected |= {f"test/{key}": score.value, f"test/{key}.low": score.low, f"test/{key}.high": score.high}
    assert data.metrics == expected
    assert data.params == {
        "test/importance": "rarity", "test/undefined": "worst", "test/confidence": "0.95",
        "test/intervals": "classwise",
    }  # fmt: skip
    assert data.tags["test/items"] == "400"
    files = downloaded(mlflow, run, "steelyard/test", tmp_path)
    assert set(files) == {"counts.json", "evaluation.json", "report.html"}
    assert read_matrix(files["counts.json"]) == result.confusion
    again = sy.evaluate(read_matrix(files["counts.json"]), importance=data.params["test/importance"])
    assert again["cba"].value == data.metrics["test/cba"]
    assert json.loads(files["evaluation.json"].read_text("utf-8")) == result.to_dict()
    assert files["report.html"].read_text("utf-8") == result.to_html()


def test_what_is_undefined_comes_back_as_nan_and_steps_as_steps(mlflow):
    result = sy.evaluate(["a", "a"], ["a", "a"], metrics=["mcc", "accuracy"], confidence=None)
    with mlflow.start_run() as run:
        for step in (1, 2):
            log_evaluation(result, report=False, step=step)
    data = logged(mlflow, run)
    assert math.isnan(data.metrics["mcc"])
    assert data.metrics["accuracy"] == 1
    assert set(data.metrics) == {"mcc", "accuracy"}
    history = mlflow.MlflowClient().get_metric_history(run.info.run_id, "accuracy")
    assert [each.step for each in history] == [1, 2]
    files = mlflow.MlflowClient().list_artifacts(run.info.run_id, "steelyard")
    assert [file.path for file in files] == ["steelyard/counts.json", "steelyard/evaluation.json"]


def test_another_importance_in_the_same_run_needs_another_prefix(mlflow):
    with mlflow.start_run() as run:
        for importance, prefix in [("rarity", ""), ("uniform", "uniform ")]:
            log_evaluation(
                sy.evaluate([0, 0, 1], [0, 1, 1], importance=importance, metrics="cba"), prefix=prefix, report=False
            )
        with pytest.raises(mlflow.MlflowException, match="Changing param values is not allowed"):
            log_evaluation(sy.evaluate([0, 0, 1], [0, 1, 1], metrics="accuracy"), report=False)
    data = logged(mlflow, run)
    assert data.params["uniform importance"] == "uniform"
    assert "accuracy" not in data.metrics


def test_a_comparison_comes_back_with_its_verdict_and_joint_table(mlflow, predictions, tmp_path):
    y, tree, svm = predictions
    joint = sy.Joint.from_labels(y, {"tree": tree, "svm": svm})
    result = sy.compare(joint, importance="rarity", metrics=["cba", "accuracy"])
    with mlflow.start_run() as run:
        log_comparison(result)
    data = logged(mlflow, run)
    difference = result.pair("tree", "svm", "cba")
    assert data.metrics["model.tree/cba"] - data.metrics["model.svm/cba"] == pytest.approx(difference.value)
    assert data.metrics["tree-svm/cba"] == difference.value
    assert data.metrics["tree-svm/cba.low"] == difference.interval.low
    assert data.metrics["tree-svm/cba.high"] == difference.interval.high
    assert data.metrics["tree-svm/cba.p_value"] == difference.p_value
    assert "tree-svm/accuracy" not in data.metrics
    assert data.metrics["model.svm/accuracy.high"] == result.score("accuracy").intervals[1].high
    assert data.tags["verdict"] == result.verdict
    assert data.params["metric"] == "cba"
    files = downloaded(mlflow, run, "steelyard", tmp_path)
    stored = sy.Joint.from_dict(json.loads(files["counts.json"].read_text("utf-8")))
    assert stored.to_dict() == joint.to_dict()
    assert json.loads(files["comparison.json"].read_text("utf-8"))["verdict"] == result.verdict
    assert files["report.html"].read_text("utf-8").startswith("<!doctype html>")


def test_models_slices_and_all_slices_together_have_names_of_their_own(mlflow, predictions):
    y, tree, svm = predictions
    months = np.where(np.arange(len(y)) % 2, "2024-01", "2024/02")
    result = sy.evaluate(y, {"tree 1": tree, "tree:1": svm}, by={"month": months}, metrics="cba", confidence=None)
    with mlflow.start_run() as run:
        log_evaluation(result, report=False)
    found = logged(mlflow, run).metrics
    expected = {}
    for model, key in [("tree 1", "tree_1"), ("tree:1", "tree_1_2")]:
        expected[f"model.{key}/cba"] = sy.metrics.cba(result.overall.confusion[model])
        for month, name in [("2024-01", "2024-01"), ("2024/02", "2024_02")]:
            expected[f"model.{key}/month.{name}/cba"] = sy.metrics.cba(result.confusion[model][month])
    assert found == pytest.approx(expected)
    assert len(set(found.values())) == 6


def test_our_metrics_are_measured_by_mlflows_own_evaluation(mlflow, rng):
    pd = pytest.importorskip("pandas", reason="MLflow evaluates data frames")
    from sklearn.linear_model import LogisticRegression

    y = rng.choice(["ok", "ill"], 300, p=[0.9, 0.1])
    X = pd.DataFrame(rng.normal(size=(300, 2)), columns=["a", "b"])
    X["a"] += 2 * (y == "ill")
    model = LogisticRegression().fit(X[:150], y[:150])
    measures = [
        *extra_metrics(["wba", "mean_f(beta=2)", "mcc at importance", "mcc"], "rarity", y=y[:150]),
        metric("expected_cost", costs={("ill", "ok"): 9, ("ok", "ill"): 1}, labels=["ok", "ill"], name="cost"),
    ]
    with mlflow.start_run() as run:
        mlflow.models.evaluate(
            model.predict, X[150:].assign(label=y[150:]), targets="label", model_type="classifier",
            extra_metrics=measures, evaluator_config={"log_model_explainability": False},
        )  # fmt: skip
    found = logged(mlflow, run).metrics
    cm = sy.Confusion.from_labels(y[150:], model.predict(X[150:]))
    weights = sy.importance.rarity().weights(sy.Confusion.from_labels(y[:150], y[:150]))
    for name, key in [
        ("wba", "balanced_accuracy_under_rarity"),
        ("mean_f(beta=2)", "mean_f_beta_2_under_rarity"),
        ("mcc at importance", "mcc_at_importance_under_rarity"),
    ]:
        expected = sy.metrics[name](cm, importance=dict(zip(cm.labels, weights, strict=True)))
        assert found[key] == pytest.approx(expected)
    assert found["mcc"] == pytest.approx(sy.metrics.mcc(cm))
    (ill_ill, ill_ok), (ok_ill, ok_ok) = cm.counts
    assert found["cost"] == pytest.approx((9 * ill_ok + ok_ill) / (ill_ill + ill_ok + ok_ill + ok_ok))
    assert found["accuracy_score"] == pytest.approx(sy.metrics.accuracy(cm))
