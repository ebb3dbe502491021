"""Logs and their true events: files that do not fit together are refused in one sentence."""

import os
from pathlib import Path

import pytest

from experiments.log_parsing.made_up_logs import EVENTS, write_log
from steelyard_papers.experiments.log_parsing.benchmark import DATASETS
from steelyard_papers.experiments.log_parsing.reading import log_name, read, truth_name

DATA = Path(os.environ.get("STEELYARD_DATA", Path(__file__).parents[5] / "shared" / "data")) / "loghub_2k"


def test_a_log_and_its_events(tmp_path):
    found = read(write_log(tmp_path), "Mac")
    assert found.events == tuple(EVENTS)
    assert found.file.name == "Mac_2k.log"


@pytest.mark.parametrize(("lines", "said"), [(1997, "3 missing"), (2001, "1 extra")])
def test_a_log_with_missing_or_extra_lines(tmp_path, lines, said):
    home = write_log(tmp_path, lines=lines)
    with pytest.raises(ValueError, match=rf"Mac_2k\.log' has {lines:,} lines where the benchmark has 2,000 \({said}\)"):
        read(home, "Mac")


@pytest.mark.parametrize(("events", "said"), [(EVENTS[:-2], "2 missing"), ([*EVENTS, "E1"], "1 extra")])
def test_a_truth_with_missing_or_extra_lines(tmp_path, events, said):
    home = write_log(tmp_path, events=events, lines=2000)
    with pytest.raises(ValueError, match=rf"structured\.csv' has {len(events):,} lines .*\({said}\)"):
        read(home, "Mac")


def test_a_truth_without_events(tmp_path):
    home = write_log(tmp_path)
    file = home / truth_name("Mac")
    file.write_text(file.read_text(encoding="utf-8").replace("EventId", "Event"), encoding="utf-8")
    with pytest.raises(ValueError, match=r"structured\.csv' has no column 'EventId'; its columns are"):
        read(home, "Mac")


def test_an_empty_truth(tmp_path):
    home = write_log(tmp_path)
    (home / truth_name("Mac")).write_text("", encoding="utf-8")
    with pytest.raises(ValueError, match=r"structured\.csv' has no column 'LineId'; it is empty\.$"):
        read(home, "Mac")


@pytest.mark.parametrize("name", [log_name, truth_name])
def test_a_file_that_is_no_text(tmp_path, name):
    home = write_log(tmp_path)
    (home / name("Mac")).write_bytes(b"\xff\xfe message")
    with pytest.raises(ValueError, match=r"Mac_2k\.log.*' is not a text file in UTF-8; get it anew"):
        read(home, "Mac")


def test_a_truth_that_is_no_table(tmp_path):
    home = write_log(tmp_path)
    file = home / truth_name("Mac")
    file.write_text(file.read_text(encoding="utf-8") + "x" * 200_000, encoding="utf-8")
    with pytest.raises(ValueError, match=r"structured\.csv' cannot be read as a table: field larger"):
        read(home, "Mac")


def test_a_log_of_as_many_lines_that_are_others(tmp_path):
    home = write_log(tmp_path)
    file = home / log_name("Mac")
    first, *lines = file.read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join([first, *lines[1:], "message 2000"]), encoding="utf-8")
    with pytest.raises(ValueError, match=r"line 2 of '.*Mac_2k\.log' is not the message that 'Mac_2k.*' has there"):
        read(home, "Mac")


def test_a_line_ends_where_it_ends_for_the_parsers(tmp_path):
    home = write_log(tmp_path)
    file = home / log_name("Mac")
    file.write_text(file.read_text(encoding="utf-8").replace("message 7\n", "a\x0cb message 7\n"), encoding="utf-8")
    assert read(home, "Mac").events == tuple(EVENTS)


def test_a_line_whose_event_is_not_said(tmp_path):
    home = write_log(tmp_path, events=["", *EVENTS[1:]])
    with pytest.raises(ValueError, match="does not say which event line 1 is"):
        read(home, "Mac")


def test_lines_in_another_order(tmp_path):
    home = write_log(tmp_path)
    file = home / truth_name("Mac")
    first, *rows = file.read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join([first, *reversed(rows)]), encoding="utf-8")
    with pytest.raises(ValueError, match="has line '2000' where line 1 should stand"):
        read(home, "Mac")


@pytest.mark.skipif(not DATA.exists(), reason="needs loghub_2k/ (Loghub's system logs); set STEELYARD_DATA")
@pytest.mark.parametrize(("dataset", "classes"), list(zip(DATASETS, (341, 120, 166, 14), strict=True)))
def test_the_real_logs_have_the_classes_that_the_paper_counts(dataset, classes):
    assert len(set(read(DATA, dataset).events)) == classes
