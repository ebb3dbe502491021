import os
import stat

import pytest

from steelyard.counts.answer import replace_content


def content(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_file_is_made_and_replaced(tmp_path):
    replace_content(tmp_path / "a", b"old")
    assert content(tmp_path) == {"a": b"old"}
    replace_content(tmp_path / "a", b"")
    assert content(tmp_path) == {"a": b""}


def test_a_new_file_has_the_usual_permissions_and_an_old_one_keeps_its_own(tmp_path):
    usual = tmp_path / "usual"
    usual.touch()
    file = tmp_path / "a"
    replace_content(file, b"")
    assert stat.S_IMODE(file.stat().st_mode) == stat.S_IMODE(usual.stat().st_mode)
    file.chmod(0o640)
    replace_content(file, b"new")
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


def test_a_link_stays_a_link(tmp_path):
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_bytes(b"old")
    link.symlink_to("real")
    replace_content(link, b"new")
    assert link.is_symlink()
    assert real.read_bytes() == b"new"


def test_the_content_is_on_the_disk_before_the_name_and_the_name_before_the_end(tmp_path, monkeypatch):
    """Else a machine that stops could leave the new name with nothing behind it."""
    happened = []
    fsync, replace = os.fsync, os.replace

    def synced(handle):
        happened.append("folder" if stat.S_ISDIR(os.fstat(handle).st_mode) else os.fstat(handle).st_size)
        fsync(handle)

    def replaced(old, new, **more):
        happened.append("name")
        replace(old, new, **more)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "replace", replaced)
    replace_content(tmp_path / "a", b"new")
    assert happened == [3, "name", "folder"]


@pytest.mark.parametrize("step", ["fsync", "replace"])
@pytest.mark.parametrize("failure", [OSError("disk full"), KeyboardInterrupt()], ids=repr)
def test_a_step_that_fails_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch, step, failure):
    replace_content(tmp_path / "a", b"old")

    def fail(*_, **__):
        raise failure

    monkeypatch.setattr(os, step, fail)
    with pytest.raises(type(failure)):
        replace_content(tmp_path / "a", b"new")
    assert content(tmp_path) == {"a": b"old"}


@pytest.mark.parametrize("name", ["a" * 255, "ä" * 127])
def test_a_name_may_be_as_long_as_the_system_allows(tmp_path, name):
    replace_content(tmp_path / name, b"new")
    assert content(tmp_path) == {name: b"new"}


def test_a_folder_that_cannot_be_written_is_an_error_of_the_system(tmp_path):
    with pytest.raises(FileNotFoundError):
        replace_content(tmp_path / "none" / "a", b"new")


def test_what_is_no_file_is_written_to_and_never_replaced(tmp_path):
    """A device such as /dev/null would be gone for everyone."""
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    try:
        replace_content(tmp_path / "pipe", b"new")
        assert os.read(reader, 10) == b"new"
    finally:
        os.close(reader)
    assert (tmp_path / "pipe").is_fifo()
