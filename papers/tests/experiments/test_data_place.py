"""Where the data of experiments are found, and what is said where they are not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from steelyard_papers.experiments.data_place import Package, Source, cache_home, digest, found

LOGS = Source("logs_2k", "the logs", "example.org/logs", ("a.log", "deep/b.log"))


@pytest.fixture(autouse=True)
def nowhere(monkeypatch, tmp_path):
    """No data of the user's are found by accident."""
    monkeypatch.delenv("STEELYARD_DATA", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def put(folder):
    (folder / "logs_2k" / "deep").mkdir(parents=True)
    (folder / "logs_2k" / "a.log").write_text("a", encoding="utf-8")
    (folder / "logs_2k" / "deep" / "b.log").write_text("b", encoding="utf-8")
    return folder / "logs_2k"


def test_the_named_folder_is_the_only_one(tmp_path, monkeypatch):
    there = put(tmp_path / "mine")
    assert found(LOGS, tmp_path / "mine") == there
    monkeypatch.setenv("STEELYARD_DATA", str(tmp_path / "mine"))
    with pytest.raises(ValueError, match=r"the logs is not in '.*other.logs_2k'"):
        found(LOGS, tmp_path / "other")


def test_else_the_variable_counts_then_the_cache(tmp_path, monkeypatch):
    cached = put(cache_home() / "data")
    assert found(LOGS) == cached
    named = put(tmp_path / "named")
    monkeypatch.setenv("STEELYARD_DATA", str(tmp_path / "named"))
    assert found(LOGS) == named


def test_one_sentence_says_what_is_missing_whence_and_where_to(tmp_path):
    with pytest.raises(
        ValueError, match=r"get it from example.org/logs and put it there \(as 'a.log' and 1 more\)"
    ) as refused:
        found(LOGS)
    assert str(cache_home() / "data" / "logs_2k") in str(refused.value)
    assert "--data or STEELYARD_DATA" in str(refused.value)
    put(tmp_path)
    (tmp_path / "logs_2k" / "deep" / "b.log").unlink()
    with pytest.raises(ValueError, match=r"lacks 'deep/b.log' of the logs; get it from example.org"):
        found(LOGS, tmp_path)


def test_many_missing_files_are_counted(tmp_path):
    (tmp_path / "logs_2k").mkdir()
    many = Source("logs_2k", "the logs", "example.org", tuple(f"{i}.log" for i in range(9)))
    with pytest.raises(ValueError, match=r"lacks '0.log', '1.log', '2.log' and 6 more of"):
        found(many, tmp_path)


@pytest.fixture
def packaged(tmp_path):
    """The logs, as a package installs them."""
    return replace(LOGS, package=Package("dataset-logs", put(tmp_path / "usr")))


def test_a_package_is_looked_at_last_and_also_where_the_named_folder_has_other_data(tmp_path, monkeypatch, packaged):
    (tmp_path / "mine" / "other_data").mkdir(parents=True)
    assert found(packaged) == found(packaged, tmp_path / "mine") == packaged.package.folder
    cached = put(cache_home() / "data")
    assert found(packaged) == cached
    assert found(packaged, tmp_path / "mine") == packaged.package.folder
    named = put(tmp_path / "named")
    monkeypatch.setenv("STEELYARD_DATA", str(tmp_path / "named"))
    assert found(packaged) == named
    assert found(packaged, tmp_path / "named") == named


def test_a_named_folder_that_is_not_there_is_told_although_a_package_has_the_files(tmp_path, packaged):
    with pytest.raises(ValueError, match=r"there is no data folder '.*misspelt'\."):
        found(packaged, tmp_path / "misspelt")


def test_files_that_the_named_folder_lacks_are_told_although_a_package_has_them(tmp_path, packaged):
    (put(tmp_path / "mine") / "a.log").unlink()
    with pytest.raises(ValueError, match=r"mine.logs_2k' lacks 'a.log' of the logs; get it from example.org"):
        found(packaged, tmp_path / "mine")


def test_a_package_that_is_not_there_or_not_whole_is_told(tmp_path, packaged):
    (packaged.package.folder / "a.log").unlink()
    with pytest.raises(ValueError, match=r"lacks 'a.log' of the logs; apt-get install --reinstall dataset-logs brings"):
        found(packaged)
    missing = replace(LOGS, package=Package("dataset-logs", tmp_path / "nowhere"))
    with pytest.raises(
        ValueError,
        match=r"; apt-get install dataset-logs on Debian and Ubuntu, or get it from example.org/logs and put",
    ):
        found(missing)


def test_a_digest_knows_contents_and_their_order(tmp_path):
    for name, content in {"a": b"x", "b": b"y", "c": b"x"}.items():
        (tmp_path / name).write_bytes(content)
    a, b, c = (tmp_path / name for name in "abc")
    assert digest([a, b]) == digest([c, b])
    assert digest([a, b]) != digest([b, a])
    assert digest([a]) != digest([b])
