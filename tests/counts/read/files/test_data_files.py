"""What people mean by a path."""

import glob
import os
import re
import subprocess

import pyarrow as pa
import pytest

from steelyard.counts.read.files.data_files import existing_file, find_files
from steelyard.counts.read.files.formats import Format


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


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A function that makes files of these names, in the current folder."""
    monkeypatch.chdir(tmp_path)

    def make(*names, content="y,p\na,b\n"):
        for name in names:
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8")
        return tmp_path

    return make


def shown(where):
    return [file.shown for file in find_files(where).files]


def test_a_file_a_pattern_a_folder_and_a_list(folder):
    folder("d/b.csv", "d/a.csv", "d/sub/c.csv", "d/x.md", "e.csv")
    assert shown("d/a.csv") == ["d/a.csv"]
    assert shown("d/*.csv") == ["d/a.csv", "d/b.csv"]
    assert shown("d/**/*.csv") == ["d/a.csv", "d/b.csv", "d/sub/c.csv"]
    assert shown("d") == ["d/a.csv", "d/b.csv", "d/sub/c.csv"]
    assert shown("d/") == ["d/a.csv", "d/b.csv", "d/sub/c.csv"]
    assert shown(["e.csv", "d/s*"]) == ["e.csv", "d/sub/c.csv"]
    assert shown(iter(["e.csv"])) == ["e.csv"]


def test_absolute_paths_paths_and_file_addresses_are_alike(folder):
    root = folder("d/a.csv")
    for where in (root / "d" / "a.csv", str(root / "d" / "*.csv"), f"file://{root}/d/a.csv", root / "d"):
        (file,) = find_files(where).files
        assert file.place == str(root / "d" / "a.csv")
        assert file.size == 8


def test_what_engines_leave_beside_their_data_is_skipped(folder):
    folder("t/_SUCCESS", "t/_delta_log/0.json", "t/.part-0.csv.crc", "t/.hidden/a.csv", "t/part-0.csv", "t/_tmp/b.csv")
    assert shown("t") == shown("t/**/*.csv") == shown("t/**") == shown("t/p*") == ["t/part-0.csv"]
    assert shown("t/_tmp/*.csv") == ["t/_tmp/b.csv"]
    assert shown("t/_tmp") == ["t/_tmp/b.csv"]
    assert shown("t/.hidden/a.csv") == ["t/.hidden/a.csv"]


@pytest.mark.parametrize("pattern", ["us/*.csv", "us/_*", "us/.*.csv", "us/?x1.csv", "*/*.csv", "us/x*", "us/*/*.csv"])
def test_a_quoted_pattern_means_what_it_means_to_the_shell(folder, pattern):
    folder("us/_x1.csv", "us/x2.csv", "us/.x3.csv", "us/_old/a.csv", "us/.git/b.csv")
    expanded = subprocess.run(
        ["/bin/sh", "-c", f"printf '%s\\n' {pattern}"], capture_output=True, text=True, check=True
    )
    assert sorted(shown(pattern)) == sorted(find.shown for find in find_files(expanded.stdout.splitlines()).files)


def test_what_is_skipped_is_not_proposed(folder):
    folder("us/_x1.csv", "us/.x2.csv")
    for pattern in ("us/x*.csv", "us/**/y.csv"):
        with pytest.raises(ValueError, match=rf"no file matches '{re.escape(pattern)}'\.$"):
            find_files(pattern)
    with pytest.raises(ValueError, match=r"Did you mean '_x1\.csv'\?"):
        find_files("us/x1.csv")


def test_links_to_folders_are_followed_and_each_folder_is_counted_once(folder):
    root = folder("real/b.csv", "real/k=1/c.csv", "sld/a.csv")
    (root / "sld" / "link").symlink_to("../real")
    expected = ["sld/a.csv", "sld/link/b.csv", "sld/link/k=1/c.csv"]
    assert shown("sld") == shown("sld/**/*.csv") == shown("sld/**") == expected
    (root / "real" / "a_link").symlink_to("k=1")  # before k=1 in the order of names, but not its name
    assert shown("sld") == shown("sld/**/*.csv") == expected


def test_links_that_lead_in_a_circle_end(folder, monkeypatch):
    root = folder("sl/a.csv", "b.csv")
    (root / "sl" / "up").symlink_to("..")
    (root / "sl" / "self").symlink_to("../sl")
    assert shown("sl") == shown("sl/**/*.csv") == ["sl/a.csv", "sl/up/b.csv"]
    assert shown("**/*.csv") == ["b.csv", "sl/a.csv"]
    assert shown(str(root / "**" / "*.csv")) == [str(root / "b.csv"), str(root / "sl" / "a.csv")]
    monkeypatch.chdir(root / "sl")
    assert shown("**/**/a.csv") == ["a.csv"]


def test_a_pattern_may_have_several_parts_for_any_folders(folder):
    folder("d/a/x.csv", "d/a/b/x.csv", "d/a/b/c/y.csv", "d/[1]/x.csv", "e/x.csv")
    for pattern in ("d/**/b/**/*.csv", "d/**/**/b/*/*.csv", "**/b/**/?.csv", "d/a**/b/*.csv", "[d]/**/a/**/x.csv"):
        assert shown(pattern) == sorted(set(glob.glob(pattern, recursive=True)))  # noqa: PTH207
    assert shown("d/**/x.csv") == ["d/[1]/x.csv", "d/a/b/x.csv", "d/a/x.csv"]


def test_a_name_that_exists_is_no_pattern(folder):
    folder("a[1].csv", "a1.csv", "b*.csv", "bb.csv", "in[1]/x.csv")
    assert shown("a[1].csv") == ["a[1].csv"]
    assert shown("b*.csv") == ["b*.csv"]
    assert shown("in[1]") == ["in[1]/x.csv"]
    assert shown("a[0-9].csv") == ["a1.csv"]


def test_addresses_are_handed_on_untouched():
    for address in ("s3://bucket/x/*.parquet", "https://host/a.parquet?sig=a/b", "gs://b/year=2024/a.parquet"):
        files = find_files(address)
        assert [file.place for file in files.files] == [address]
        assert files.format == Format.PARQUET
        assert files.size is None
    assert find_files("gs://b/year=2024/a.parquet").files[0].keys == {"year": "2024"}
    assert [file.is_pattern for file in find_files(["s3://b/*.csv", "https://h/a.csv?b", "s3://b/a.csv"]).files] == [
        True,
        False,
        False,
    ]


@pytest.mark.parametrize(
    ("where", "sentence"),
    [
        ("d/*.parqet", "no file matches 'd/*.parqet'. Did you mean 'a.parquet'?"),
        ("dd/*.parquet", "no file matches 'dd/*.parquet'. Did you mean 'd'?"),
        ("nowhere/at/all/*.csv", "no file matches 'nowhere/at/all/*.csv'."),
        ("d/b.parquet", "there is no file 'd/b.parquet'. Did you mean 'a.parquet'?"),
        ("empty", "the folder 'empty' has no data files: names that end in .csv, .tsv, "),
        ("d/readme.md", "cannot tell the format of 'd/readme.md'; it should end in .csv"),
        ("s3://bucket/folder/", "cannot tell the format of 's3://bucket/folder/'"),
        (["d/a.parquet", "d/*"], "'d/a.parquet' is meant twice"),
        (["s3://b/a.csv", "s3://b/a.csv"], "'s3://b/a.csv' is meant twice"),
        (["d/a.parquet", "c.csv"], "several formats, Parquet such as 'd/a.parquet' and CSV such as 'c.csv'"),
        ("zero.csv", "'zero.csv' is empty."),
        ("*.csv", "'zero.csv' is empty."),
        ("b.parquet.gz", "cannot read 'b.parquet.gz': a Parquet file is compressed inside"),
        ([], "the list of files is empty"),
        (7, "files are named by a path, a pattern, a folder or a list of them, not 7"),
        (["c.csv", 7], "a list of files must name paths, not 7"),
        ("", "the name of a file is empty"),
    ],
)
def test_what_cannot_be_meant_is_a_sentence(folder, where, sentence):
    folder("d/a.parquet", "c.csv", "b.parquet.gz", "empty/x.md")
    folder("zero.csv", content="")
    if where == "d/readme.md":
        folder("d/readme.md")
    with pytest.raises(ValueError, match=re.escape(sentence)):
        find_files(where)


def test_the_same_file_by_another_name_is_meant_twice(folder):
    root = folder("d/2024.csv")
    (root / "d" / "latest.csv").symlink_to("2024.csv")
    with pytest.raises(ValueError, match=r"'d/latest.csv', which is 'd/2024.csv', is meant twice"):
        find_files("d")


def test_links_to_files_are_followed_and_broken_ones_named(folder):
    root = folder("far/a.csv", "d/b.csv")
    (root / "d" / "a.csv").symlink_to(root / "far" / "a.csv")
    assert shown("d") == ["d/a.csv", "d/b.csv"]
    (root / "d" / "c.csv").symlink_to(root / "far" / "gone.csv")
    for where in ("d", "d/*.csv"):
        with pytest.raises((ValueError, OSError), match=r"d/c\.csv"):
            find_files(where)


def test_a_zstd_file_that_is_cut_off_is_refused(folder):
    root = folder("d/a.csv")
    whole = pa.Codec("zstd").compress(b"y,p\na,b\n" * 999, asbytes=True)
    (root / "d" / "b.csv.zst").write_bytes(whole)
    assert shown("d") == ["d/a.csv", "d/b.csv.zst"]
    (root / "d" / "b.csv.zst").write_bytes(whole[:-3])
    with pytest.raises(ValueError, match=r"cannot read 'd/b\.csv\.zst': it is cut off, or is no zstd file"):
        find_files("d")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_among_files_is_refused_not_waited_for(folder):
    root = folder("d/a.csv")
    os.mkfifo(root / "d" / "b.csv")
    for where in ("d", "d/*.csv"):
        with pytest.raises(ValueError, match="is a pipe or a device"):
            find_files(where)
