"""Paths: a file, or a sentence."""

import os

import pytest

from steelyard.counting.files.paths import existing_file


def test_a_file_a_folder_and_neither(tmp_path):
    (tmp_path / "wines.csv").write_text("y", encoding="utf-8")
    assert existing_file(str(tmp_path / "wines.csv")) == tmp_path / "wines.csv"
    with pytest.raises(ValueError, match="is a folder; name a file"):
        existing_file(tmp_path)
    with pytest.raises(ValueError, match=r"there is no file .*wine\.csv'\. Did you mean 'wines\.csv'\?"):
        existing_file(tmp_path / "wine.csv")
    with pytest.raises(ValueError, match=r"there is no file 'nowhere/at/all\.csv'\.$"):
        existing_file("nowhere/at/all.csv")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_refused_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "a.csv")
    with pytest.raises(ValueError, match="is a pipe or a device"):
        existing_file(tmp_path / "a.csv")
