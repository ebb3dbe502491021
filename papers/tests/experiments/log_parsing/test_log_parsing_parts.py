"""The parts of the experiment: every parser on every log, twice or with several seeds."""

import json

import pytest

from experiments.log_parsing.made_up_logs import write_log, write_logs
from steelyard_papers.experiments.experiment import Request
from steelyard_papers.experiments.kept import Kept
from steelyard_papers.experiments.log_parsing import parsing
from steelyard_papers.experiments.log_parsing.benchmark import DATASETS, PARSERS, arguments
from steelyard_papers.experiments.log_parsing.parsing import SEEDS, parts, prepare, work


@pytest.fixture
def request_of(tmp_path):
    write_logs(tmp_path)
    return lambda **more: Request(cache=tmp_path / "cache", data=tmp_path, **more)


def test_two_runs_of_those_that_do_not_search_and_all_seeds_of_the_one_that_does(request_of):
    named = parts(request_of())
    assert len({part.key for part in named}) == len(named) == 4 * (2 + 2 + SEEDS)
    assert [part.key for part in named[16:20]] == [f"{dataset}, MoLFI, seed 0" for dataset in DATASETS]
    assert {(part.settings["dataset"], part.settings["parser"]) for part in named} == {
        (dataset, parser) for dataset in DATASETS for parser in PARSERS
    }
    assert json.loads(json.dumps([dict(part.settings) for part in named]))


def test_quick_runs_molfi_where_it_takes_seconds(request_of):
    searched = [part.key for part in parts(request_of(quick=True)) if "MoLFI" in part.key]
    assert searched == [f"HDFS, MoLFI, seed {seed}" for seed in range(3)]


def test_another_log_is_another_part(request_of, tmp_path):
    before = {part.key: part.settings for part in parts(request_of())}
    write_log(tmp_path, "BGL", lines=2000)
    log = tmp_path / "loghub_2k/BGL/BGL_2k.log"
    log.write_text(f"other {log.read_text(encoding='utf-8')}", encoding="utf-8")
    after = {part.key: part.settings for part in parts(request_of())}
    assert {key.split(",")[0] for key in before if before[key] != after[key]} == {"BGL"}


def test_data_that_are_not_there(tmp_path):
    with pytest.raises(ValueError, match=r"Loghub.*github\.com/logpai/loghub.*--data"):
        parts(Request(cache=tmp_path, data=tmp_path))


def test_the_environment_is_set_up_only_if_a_part_is_to_be_done(request_of, tmp_path, monkeypatch):
    asked = []
    monkeypatch.setattr(parsing, "parsers_python", lambda *_: asked.append(1))
    named = parts(request_of(quick=True))
    for part in named:
        Kept(tmp_path / "kept").put(part, {})
    prepare(request_of(), tmp_path / "kept", named)
    assert not asked
    prepare(request_of(), tmp_path / "kept", parts(request_of()))
    assert asked


def test_a_result_numbers_the_groups_and_keeps_lost_lines(request_of, monkeypatch):
    monkeypatch.setattr(parsing, "parsers_python", lambda *_: "python")
    jobs = []
    monkeypatch.setattr(parsing, "answer_of", lambda _, job: jobs.append(job) or ["x", None, "y", "x"])
    part = next(part for part in parts(request_of()) if part.key == "HDFS, MoLFI, seed 3")
    found = work(request_of(), part.settings)
    assert found == {"dataset": "HDFS", "parser": "MoLFI", "seed": 3, "groups": [0, None, 1, 0]}
    assert jobs[0]["settings"] == arguments("MoLFI", "HDFS")
    assert jobs[0]["seed"] == 3
