"""Paths: a file, or a sentence."""

import os

import pytest

from steelyard.counts.read.files.paths import existing_file


def test_a_file_a_folder_and_neither(tmp_path):
    (tmp_path / "wines.csv").write_text("y", encoding="utf-8")
    assert existing_file(str(tmp_path / "wines.csv")) == tmp_path / "wines.csv"
    with pytest.raises(ValueError, match="is a folder; name a file"):
        existing_file(tmp_path)
    with pytest.raises(ValueError, match=r"there is no file .*wine\.csv'\. Did you mean 'wines\.csv'\?"):
        existing_file(tmp_path / "wine.csv")
    with pytest.raises(ValueError, match=r"there is no file 'nowhere/at/all\.csv'\.$"):
        existing_file("nowhere/at/all.csv")


def test_a_link_that_leads_nowhere_is_said_to_be_one(tmp_path):
    (tmp_path / "gone.csv").symlink_to("nothing.csv")
    (tmp_path / "loop1").symlink_to("loop2")
    (tmp_path / "loop2").symlink_to("loop1")
    for name in ("gone.csv", "loop1"):
        with pytest.raises(ValueError, match=rf"{name}' is a link that leads nowhere\.$"):
            existing_file(tmp_path / name)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_refused_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "a.csv")
    with pytest.raises(ValueError, match="is a pipe or a device"):
        existing_file(tmp_path / "a.csv")
