"""Experiments in general: parts are kept, resumed and independent of one another's failure."""

from __future__ import annotations

import gzip
import json
import math
import multiprocessing
import time
from pathlib import Path

import pytest

from experiments.odd_parts import LONG, odd
from squares_experiment import calls, squares
from steelyard_papers.experiments.experiment import Part, Request
from steelyard_papers.experiments.findings import Claim, Failure, Findings
from steelyard_papers.experiments.kept import Kept
from steelyard_papers.experiments.running import home, run


@pytest.fixture
def request_(tmp_path):
    return Request(cache=tmp_path / "cache", data=tmp_path)


def found(findings):
    return [row["square"] for row in findings.tables["squares"]]


def test_what_is_kept_is_not_done_again(request_):
    assert found(run(squares([1, 2]), request_)) == [1, 4]
    assert found(run(squares([1, 2, 5]), request_)) == [1, 4, 25]
    assert calls(request_) == [1, 2, 5]


def test_fresh_does_it_again(request_):
    run(squares([1, 2]), request_)
    run(squares([1, 2]), request_, fresh=True)
    assert calls(request_) == [1, 1, 2, 2]


def test_other_settings_are_another_part(request_):
    run(squares([1], version="1.0"), request_)
    run(squares([1], version="2.0"), request_)
    assert calls(request_) == [1, 1]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_part_that_fails_does_not_lose_the_others(request_, jobs):
    findings = run(squares([1, 3, 4, 5]), request_, jobs=jobs)
    assert found(findings) == [1, 25]
    assert findings.failures == (
        Failure("number 3", "three is not worked on."),
        Failure("number 4", "OSError: the disk is full"),
    )
    assert findings.notes == ("three is not worked on.", "OSError: the disk is full")
    run(squares([1, 3, 5]), request_)
    assert calls(request_) == [1, 3, 3, 4, 5], "what failed is tried again, and nothing else"


def test_nothing_done_at_all_is_refused_in_one_sentence(request_):
    with pytest.raises(ValueError, match=r"no part of squares of numbers could be done; the first: three is not"):
        run(squares([3]), request_)


def test_what_was_finished_before_an_interrupt_is_kept(request_):
    with pytest.raises(KeyboardInterrupt):
        run(squares([1, 2, 5], interrupt=5), request_)
    kept = Kept(home(squares([]), request_.cache))
    assert kept.get(Part("number 2", {"number": 2, "interrupt": 5})) == {"square": 4}
    with pytest.raises(KeyboardInterrupt):
        run(squares([1, 2, 5], interrupt=5), request_)
    assert calls(request_) == [1, 2, 5, 5]


@pytest.fixture
def none_left():
    """Return whether all processes that a test begins end soon; others' may live on."""
    before = set(multiprocessing.active_children())

    def none_left():
        until = time.monotonic() + LONG / 2
        while set(multiprocessing.active_children()) - before and time.monotonic() < until:
            time.sleep(0.05)
        return not set(multiprocessing.active_children()) - before

    return none_left


def test_an_interrupt_ends_the_parts_that_other_processes_began(request_, none_left):
    with pytest.raises(KeyboardInterrupt):
        run(odd("sleep", "interrupt"), request_, jobs=2)
    assert none_left()


def test_what_goes_wrong_between_parts_ends_other_processes_too(request_, none_left):
    def refuse(done, _of, _which):
        if done:
            raise OSError("the disk is full")

    with pytest.raises(OSError, match="full") as refused:
        run(odd("sleep", "quickly"), request_, jobs=2, progress=refuse)
    assert none_left(), "also while whoever looks at the error keeps what led to it alive"
    del refused


def test_a_process_that_dies_is_a_failure(request_):
    run(odd("quickly"), request_)
    findings = run(odd("quickly", "die", "also quickly"), request_, jobs=2)
    why = {failure.key: failure.why for failure in findings.failures}
    assert "ended without an answer" in why["die"]
    assert len(findings.tables["odd"]) + len(why) == 3


def test_a_run_concludes_from_what_a_resumed_one_will_read(request_):
    first, second = (run(odd("quickly"), request_).tables for _ in range(2))
    assert first == second == {"odd": [{"pair": [1, 2], "sizes": {"3": 4}}]}


@pytest.mark.parametrize("inside", [".", "deeper"])
def test_a_cache_that_keeps_nothing_is_refused_before_any_work(request_, tmp_path, inside):
    (tmp_path / "file").write_text("x", encoding="utf-8")
    with pytest.raises(ValueError, match=r"cannot be kept in '.*' \(.*\); name another folder with --cache\."):
        run(squares([1]), Request(cache=tmp_path / "file" / inside, data=tmp_path))
    assert calls(request_) == []


def test_settings_that_cannot_be_kept_are_refused_before_any_work(request_):
    with pytest.raises(TypeError, match=r"settings of the part 'number 1' must be plain values: .* is not JSON"):
        run(squares([1], folder=Path("x")), request_)
    assert calls(request_) == []


def test_progress_is_told_from_what_is_kept_on(request_):
    run(squares([1]), request_)
    told = []
    run(squares([1, 2, 3]), request_, progress=lambda *now: told.append(now))
    assert told == [
        (0, 0, "reading the data"),
        (1, 3, "number 2"),
        (2, 3, "number 2"),
        (3, 3, "number 3"),
        (3, 3, "concluding"),
    ]


class TestKept:
    PART = Part("Mac, Drain", {"depth": 6, "regex": [r"\d+"]})

    def test_gives_back_what_was_put(self, tmp_path):
        kept = Kept(tmp_path / "new" / "folder")
        assert kept.get(self.PART) is None
        kept.put(self.PART, {"labels": [1, None, "x"], "rate": 0.1})
        assert kept.get(self.PART) == {"labels": [1, None, "x"], "rate": 0.1}

    @pytest.mark.parametrize(
        "content", [b"", b"no gzip", gzip.compress(b"{"), gzip.compress(b"[]"), gzip.compress(b"{}")]
    )
    def test_a_damaged_file_counts_as_none(self, tmp_path, content):
        kept = Kept(tmp_path)
        kept.put(self.PART, {"labels": [1]})
        kept.file(self.PART).write_bytes(content)
        assert kept.get(self.PART) is None

    def test_a_file_cut_off_counts_as_none(self, tmp_path):
        kept = Kept(tmp_path)
        kept.put(self.PART, {"labels": list(range(1000))})
        file = kept.file(self.PART)
        file.write_bytes(file.read_bytes()[:-20])
        assert kept.get(self.PART) is None

    def test_a_file_damaged_inside_counts_as_none(self, tmp_path):
        kept = Kept(tmp_path)
        kept.put(self.PART, {"labels": list(range(1000))})
        file = kept.file(self.PART)
        content = bytearray(file.read_bytes())
        content[20:40] = bytes(255 for _ in range(20))
        file.write_bytes(content)
        assert kept.get(self.PART) is None

    def test_names_of_files_are_harmless(self, tmp_path):
        names = [Kept(tmp_path).file(Part(key, {})) for key in ("../../x", "a/b", "a b", "ü" * 300)]
        assert all(file.parent == tmp_path and len(file.name.encode()) < 255 for file in names)
        assert len(set(names)) == len(names)


def test_findings_become_plain_values():
    findings = Findings(
        {"t": [{"a": 1}]},
        claims=(Claim("section 1", "A > B.", "reversed", "0.1 < 0.2."),),
        failures=(Failure("x", "y"),),
    )
    assert findings.to_dict() == {
        "tables": {"t": [{"a": 1}]},
        "claims": [{"source": "section 1", "claim": "A > B.", "verdict": "reversed", "evidence": "0.1 < 0.2."}],
        "notes": [],
        "run": {},
        "failures": [{"key": "x", "why": "y"}],
    }


def test_findings_are_ready_for_json_where_something_is_undefined():
    found = Findings({"t": [{"a": math.nan, "b": 0.5, "c": None}]}).to_dict()
    assert json.loads(json.dumps(found, allow_nan=False))["tables"] == {"t": [{"a": None, "b": 0.5, "c": None}]}


def test_the_cache_is_where_the_request_says(tmp_path):
    assert home(squares([]), Path(tmp_path)) == tmp_path / "someone1999" / "squares"
