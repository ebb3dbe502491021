import math
import sys

import numpy as np
import pytest

import steelyard as sy
from steelyard.integrations.mlflow import (
    RunRecord,
    evaluation_record,
    extra_metrics,
    log_comparison,
    log_evaluation,
    metric,
    needs_mlflow,
    with_interval,
)


def test_an_infinite_or_missing_number_is_nan_and_has_no_ends():
    for value in (math.inf, math.nan, None):
        (found,) = with_interval("x", value, None, math.nan).values()
        assert math.isnan(found)


def test_a_prefix_goes_before_every_name_and_into_our_folder():
    record = RunRecord({"cba": 1.0}, {"importance": "rarity"}, {"items": 3}, {"counts.json": "{}"}).under("a/b ")
    assert record == RunRecord(
        {"a/b cba": 1.0}, {"a/b importance": "rarity"}, {"a/b items": 3}, {"steelyard/a/b counts.json": "{}"}
    )


@pytest.mark.parametrize("prefix", ["a:", "../", "/a", "a//", "./", "é?", "a/../../", None, 1])
def test_a_prefix_that_mlflow_refuses_is_refused_in_one_sentence(prefix):
    with pytest.raises(ValueError, match="a prefix") as raised:
        RunRecord({}, {}, {}, {}).under(prefix)
    assert repr(prefix) in str(raised.value)


def test_models_that_would_share_a_name_are_numbered():
    cm = sy.Confusion.of_models({"a+b": [[8, 2], [1, 9]], "a*b": [[5, 5], [0, 10]]})
    record = evaluation_record(sy.evaluate(cm, metrics="accuracy", confidence=None), report=False)
    assert record.metrics == {"model.a_b/accuracy": 0.85, "model.a_b_2/accuracy": 0.75}
    assert record.tags == {"items": 20}
    assert set(record.artifacts) == {"counts.json", "evaluation.json"}


def test_dropped_items_are_told():
    result = sy.evaluate(["a", "b", None], ["a", "b", "a"], missing="drop", metrics="accuracy", confidence=None)
    assert evaluation_record(result, report=False).tags == {"items": 2, "dropped": 1}


def test_what_is_no_result_is_refused():
    with pytest.raises(ValueError, match=r"log_evaluation takes what sy.evaluate returned, not dict\."):
        log_evaluation({"cba": 1})
    with pytest.raises(ValueError, match=r"log_comparison takes what sy.compare returned, not Evaluation\."):
        log_comparison(sy.evaluate([0, 1], [0, 1], metrics="accuracy"))


@pytest.mark.parametrize("of", [lambda: metric("cba"), lambda: extra_metrics("cba"), needs_mlflow])
def test_without_mlflow_one_sentence_says_how_to_get_it(monkeypatch, of):
    monkeypatch.setitem(sys.modules, "mlflow", None)
    with pytest.raises(ValueError, match=r"needs MLflow; pip install mlflow"):
        of()


@pytest.mark.parametrize(
    ("arguments", "more", "message"),
    [
        (("cba", "rarity"), {}, "first row alone, which cannot tell the weights of 'rarity'; give the training labels"),
        (("cba", "rarity"), {"labels": ["a", "b"]}, "cannot tell the weights of 'rarity'"),
        (("cba",), {"undefined": "raise"}, "undefined must be worst, exclude, zero or nan, not 'raise'"),
        (("recall",), {}, "'recall' gives one value per class"),
        (("cba", "c=0.9"), {"y": ["a", "b"]}, "there is no class 'c'"),
        (("cba", "rarity"), {"y": [0, 1], "counts": [1, 1]}, "not from both"),
        (("mean_f",), {"gamma": 2}, "mean_f has no parameter 'gamma'"),
    ],
)
def test_a_metric_that_cannot_be_measured_is_refused_before_the_evaluation(arguments, more, message):
    with pytest.raises(ValueError, match=message):
        metric(*arguments, **more)


def test_the_record_needs_no_run(rng):
    y = rng.choice(3, 60)
    result = sy.evaluate(y, np.roll(y, 1), importance="rarity")
    record = evaluation_record(result, report=True)
    for score in result.scores:
        (key,) = [name for name in record.metrics if name == score.metric.name] or [None]
        assert key is not None
        np.testing.assert_equal(record.metrics[key], score.value if math.isfinite(score.value) else math.nan)
    assert record.artifacts["report.html"].startswith("<!doctype html>")
