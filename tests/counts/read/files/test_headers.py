"""Headers and separators of CSV files."""

import csv
import gzip
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.counts.read.files.formats import LONGEST, Header, header_of, read_header, separator_of


@pytest.mark.parametrize(
    ("text", "separator"),
    [("a,b\n1;2;3", ","), ("\n \na;b,c;d", ";"), ("\ta\na\t5", "\t"), ('"a,b,c"|d', "|"), ("a", None), ("", None)],
)
def test_the_first_line_decides(text, separator):
    assert separator_of(text) == separator


@pytest.mark.parametrize(
    ("text", "header"),
    [
        ("y,p\n", Header(("y", "p"), ",", 0)),
        ("y\tp\r\na\tb\r\n", Header(("y", "p"), "\t", 0)),
        ('"a,b";c\n', Header(("a,b", "c"), ";", 0, quotes=2)),
        ("\n  \ny|p\n", Header(("y", "p"), "|", 2)),
        ('"two\nlines",p\nx,y\n', Header(("two\nlines", "p"), ",", 0, quotes=2)),
        ('y, "p"\n', Header(("y", "p"), ",", 0, quotes=2)),
        ("y,y,\n", Header(("y", "y", ""), ",", 0)),
        ("alone", Header(("alone",), ",", 0)),
        ("a\rb\r", Header(("a",), ",", 0, end="\r")),
    ],
)
def test_separator_names_and_blank_lines(tmp_path, text, header):
    assert header_of(io.StringIO(text, newline="")) == header
    for name, content in (("a.csv", text.encode()), ("b.csv", b"\xef\xbb\xbf" + text.encode())):
        (tmp_path / name).write_bytes(content)
        assert read_header(str(tmp_path / name), gzipped=False) == header
        (tmp_path / "packed").write_bytes(gzip.compress(content, mtime=0))
        assert read_header(str(tmp_path / "packed"), gzipped=True) == header


NAMES = st.text(st.sampled_from("aé,;|\t\"' \n"), min_size=1, max_size=5).filter(lambda name: name == name.strip())


@given(st.lists(NAMES, min_size=2, max_size=5))
def test_any_names_come_back_as_the_csv_module_wrote_them(names):
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_ALL).writerows([names, ["x"] * len(names)])
    assert header_of(io.StringIO(text.getvalue(), newline="")).names == tuple(names)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "it has no header"),
        (b"\n \n", "it has no header"),
        (b",,\n", "it has no header"),
        (b"caf\xe9,p\n", "it is not UTF-8 text"),
        ("y,p\n".encode("utf-16"), "it is not UTF-8 text"),
        ("y,p\n".encode("utf-16-le"), "it is not UTF-8 text"),
        (b"x" * (LONGEST + 5), "more than 1,048,576 characters"),
        (b"y," + b"x" * 200_000 + b"\n", "its header is not CSV"),
    ],
)
def test_what_is_no_header_is_a_sentence(tmp_path, content, sentence):
    (tmp_path / "a.csv").write_bytes(content)
    with pytest.raises(ValueError, match=sentence):
        read_header(str(tmp_path / "a.csv"), gzipped=False)


@pytest.mark.parametrize("content", [b"y,p\n", gzip.compress(b"y,p\n" * 99, mtime=0)[:12], b"\x1f\x8b"])
def test_what_is_no_gzip_is_a_sentence(tmp_path, content):
    (tmp_path / "a.gz").write_bytes(content)
    with pytest.raises(ValueError, match="it is cut off, or is not compressed"):
        read_header(str(tmp_path / "a.gz"), gzipped=True)


def test_a_file_that_is_gone_is_a_sentence(tmp_path):
    with pytest.raises(ValueError, match="No such file"):
        read_header(str(tmp_path / "gone.csv"), gzipped=False)
