"""The code of the page gives its counts again, whatever they and the names are."""

import json

import numpy as np
import pytest

import steelyard as sy
from steelyard.show.page.content import content_of
from steelyard.show.page.presets import MOST_CLASSES, asking, opening


def run(code, folder=None, monkeypatch=None):
    if folder is not None:
        monkeypatch.chdir(folder)
    names = {}
    exec(compile(code, "pasted.py", "exec"), names)  # noqa: S102 - it is what people do with it
    return names["cm"], names["metrics"]


@pytest.mark.parametrize(
    "labels", [["a", "b"], [1, "1"], ["it's", 'a "b"'], ["\n", "\\"], [(1, "x"), None], [2.5, True]]
)
def test_one_matrix_is_given_again(labels):
    cm = sy.Confusion([[8, 2], [10, 80]], labels)
    content = content_of(sy.evaluate(cm, metrics=["mean_f(beta=2)", "kappa"]))
    assert run(opening(content)) == (cm, ["mean_f(beta=2)", "kappa"])


def test_several_models_are_given_again():
    rng = np.random.default_rng(1)
    cm = sy.Confusion(rng.integers(0, 50, (3, 4, 4)), list("abcd"), axes={"model": ["x", 2, "'); import os #"]})
    found, metrics = run(opening(content_of(sy.evaluate(cm))))
    assert found == cm
    assert metrics == [result.metric.name for result in sy.evaluate(cm).measured]


def test_weights_and_large_counts_are_given_again_to_the_last_bit():
    cm = sy.Confusion([[1 / 3, 1e-9], [2**52 + 1, 0.1 + 0.2]], ["a", "b"])
    assert run(opening(content_of(sy.evaluate(cm, metrics="cba"))))[0] == cm


def test_counts_of_many_classes_are_read_from_the_file_that_the_page_saves(tmp_path, monkeypatch):
    rng = np.random.default_rng(2)
    C = MOST_CLASSES + 1
    labels = [None, float("inf"), (1, 2), 10**30, *range(C - 4)]
    cm = sy.Confusion(rng.integers(0, 9, (2, C, C)), labels, axes={"model": ["a", "b"]}, dropped=4)
    content = content_of(sy.evaluate(cm, metrics="cba"))
    text = f'{content["stored"][:-1]}, "counts": {json.dumps(cm.counts.tolist())}}}'
    (tmp_path / "counts.json").write_text(text, encoding="utf-8")
    found, _ = run(opening(content), tmp_path, monkeypatch)
    assert found == cm
    assert found.dropped == 4


def test_it_says_what_the_counts_do_not_hold():
    patients, truth = np.repeat(np.arange(20), 5), np.tile([0, 1, 1, 0, 1], 20)
    grouped = content_of(sy.evaluate(truth, truth[::-1], group=patients, metrics="cba"))
    assert "intervals of whole groups" in opening(grouped)
    assert "groups" not in opening(content_of(sy.evaluate(truth, truth[::-1], metrics="cba")))
    assert "registered" not in opening(grouped)


def test_intervals_are_asked_for_where_there_are_any():
    assert asking(None) == "confidence=None"
    assert asking(0.9) == "confidence=0.9"
    asked = asking(0.9, sy.intervals.classwise(by_slopes=True))
    assert asked == "confidence=0.9, intervals=sy.intervals.classwise(seed=0, by_slopes=True)"
    assert content_of(sy.evaluate([[2.5, 1], [0, 3]], metrics="cba"))["how"] == "confidence=None"
