"""The parts: what they are called, what they depend on, what is kept of them."""

import json
import sys
from dataclasses import replace

import numpy as np
import pytest

from experiments.sentiment.made_up_reviews import SIZES, write_reviews
from steelyard_papers.experiments import experiment
from steelyard_papers.experiments.experiment import Request
from steelyard_papers.experiments.findings import Findings
from steelyard_papers.experiments.running import run
from steelyard_papers.experiments.sentiment import EXPERIMENT
from steelyard_papers.experiments.sentiment.__main__ import main
from steelyard_papers.experiments.sentiment.parts import QUICK, Recipe, needs, parts, work

TINY = {"epochs": 1, "width": 4, "hidden": 4, "most": 5, "batch": 256}


@pytest.fixture(scope="module")
def request_of(tmp_path_factory):
    home = tmp_path_factory.mktemp("sentiment")
    write_reviews(home / "data")
    return Request(cache=home / "cache", data=home / "data")


def test_it_is_found_by_its_name():
    assert experiment("gupta2020", "sentiment") is EXPERIMENT


def test_there_is_a_part_for_each_network_way_and_seed(request_of):
    found = parts(request_of)
    assert len(found) == len({part.key for part in found}) == 4 * 7 * 5
    assert found[0].key == "LSTM, plain, seed 0"
    assert len(parts(replace(request_of, quick=True))) == 4


def test_the_settings_are_those_of_the_paper_and_tell_data_and_vectors(request_of, tmp_path):
    settings = parts(request_of)[0].settings
    paper = {"epochs": 10, "batch": 64, "rate": 1e-3, "width": 300, "hidden": 256, "fewest": 3}
    assert paper.items() <= settings.items()
    assert settings["vectors"] == "trained"
    write_reviews(tmp_path, [(i, 1 + i % 5, "other words") for i in range(5000)])
    assert parts(replace(request_of, data=tmp_path))[0].settings["data"] != settings["data"]
    file = tmp_path / "glove.txt"
    file.write_text("worda 1 2\n", encoding="utf-8")
    asked = replace(request_of, options={"vectors": str(file)})
    assert parts(asked)[0].settings["vectors"] not in ("trained", settings["data"])


def test_bad_vectors_are_refused_before_anything_is_trained(request_of):
    with pytest.raises(ValueError, match=r"there is no file of word vectors 'nowhere\.txt'"):
        parts(replace(request_of, options={"vectors": "nowhere.txt"}))


def test_missing_reviews_are_told_in_one_sentence(tmp_path):
    with pytest.raises(ValueError, match=r"Amazon Fine Food Reviews is not in .*; get it from kaggle"):
        parts(Request(cache=tmp_path, data=tmp_path))


def test_a_part_gives_answers_to_the_tested_reviews_the_same_twice(request_of):
    pytest.importorskip("torch", reason="PyTorch is not installed")
    settings = {**parts(request_of)[0].settings, **TINY, "architecture": "RNN", "seed": 1}
    result = work(request_of, settings)
    assert json.loads(json.dumps(result)) == result
    assert len(result["answer"]) == len(result["truth"]) == len(set(result["item"])) == 1000
    np.testing.assert_array_equal(np.bincount(result["truth"])[1:], [5 * size for size in SIZES])
    assert result["sizes"] == [25 * size for size in SIZES]
    assert np.sum(result["training_counts"]) <= 4000
    if result["device"] == "cpu":
        assert work(request_of, settings) == result
    other = work(request_of, {**settings, "training": "user", "per": "class"})
    assert (other["item"], other["truth"]) == (result["item"], result["truth"])
    assert other["losses"] != result["losses"]


def test_words_that_only_tested_reviews_make_frequent_are_not_known(request_of):
    """All reviews together have 3,200 times "superb", once for each of 5 stars; no word is as frequent in training."""
    pytest.importorskip("torch", reason="PyTorch is not installed")
    settings = {**parts(request_of)[0].settings, **TINY, "architecture": "RNN", "fewest": 25 * SIZES[-1]}
    assert work(request_of, settings)["vocabulary"] == 0


def test_given_vectors_are_read(request_of, tmp_path):
    pytest.importorskip("torch", reason="PyTorch is not installed")
    file = tmp_path / "glove.txt"
    file.write_text("worda 1 2\nsuperb 3 4\nother 5 6\n", encoding="utf-8")
    asked = replace(request_of, options={"vectors": str(file)})
    result = work(asked, {**parts(asked)[0].settings, **TINY, "architecture": "RNN"})
    assert result["with_vectors"] == 2


def test_kept_parts_are_not_trained_again(request_of, monkeypatch, capsys):
    def never(*_):
        raise AssertionError

    quick = replace(request_of, quick=True)
    one = replace(EXPERIMENT, needs=lambda: None, conclude=lambda _, results, __: Findings({"kept": [results]}))
    first = run(replace(one, work=lambda _, settings: {"seed": settings["seed"]}), quick)
    assert run(replace(one, work=never), quick).tables == first.tables
    monkeypatch.setattr(
        "steelyard_papers.experiments.sentiment.__main__.EXPERIMENT", replace(one, work=lambda *_: {"a": 1})
    )
    main([str(request_of.cache), str(request_of.data), "1"])
    said = capsys.readouterr().out.splitlines()
    assert said[:2] == ["0 of 0: reading the reviews", "0 of 140: LSTM, plain, seed 0"]
    assert said[-1] == "140 parts are done, 0 failed."


def test_without_pytorch_one_sentence_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(ValueError, match="needs PyTorch; pip install torch"):
        needs()


def test_the_recipe_is_in_the_settings(request_of):
    assert set(Recipe.__slots__) < set(parts(request_of)[0].settings)
    assert QUICK.epochs < Recipe().epochs
