"""Where columns are, and which files can be read together."""

import re

import pytest

from steelyard.counts.read.files.data_files import DataFile, DataFiles
from steelyard.counts.read.files.formats import Format
from steelyard.counts.read.files.layouts import (
    KEY,
    NOTHING,
    TEXT,
    FileColumn,
    Layout,
    column_in,
    family,
    is_nested,
    parted,
)

ONE, OTHER = DataFile("d/a.parquet", "/d/k=1/a.parquet", 5), DataFile("d/b.parquet", "/d/b.parquet", 5)
FILES = DataFiles("d", (ONE, OTHER), Format.PARQUET)


def layout(file, **kinds):
    return Layout((file,), {name: FileColumn(kind) for name, kind in kinds.items()})


def test_a_column_is_inside_a_file_or_else_in_the_names_of_its_folders():
    assert column_in(FILES, ONE, "p", ["y", "p"], TEXT) == FileColumn(TEXT, 1)
    assert column_in(FILES, ONE, "y", {"y": "BIGINT"}) == FileColumn("BIGINT", 0)
    assert column_in(FILES, ONE, "k", {"y": "BIGINT"}) == FileColumn(KEY)
    assert column_in(FILES, ONE, "k", {"k": "DATE"}) == FileColumn("DATE", 0)


@pytest.mark.parametrize(
    ("file", "name", "inside", "sentence"),
    [
        (OTHER, "k", ["y"], "'d/b.parquet' has no column 'k'; its columns are 'y'."),
        (ONE, "yy", ["y"], "'d/a.parquet' has no column 'yy'; its columns are 'y', 'k'. Did you mean 'y'?"),
        (ONE, "y", ["y", "y"], "the header of 'd/a.parquet' names column 'y' twice"),
        (ONE, "y", {"y": "INTEGER[]"}, "column 'y' of 'd/a.parquet' holds nested values (INTEGER[])"),
    ],
)
def test_a_column_that_cannot_be_read_is_a_sentence_with_the_file(file, name, inside, sentence):
    with pytest.raises(ValueError, match=re.escape(sentence)):
        column_in(FILES, file, name, inside)


def test_columns_of_the_same_kinds_are_read_together_and_others_apart():
    same = [layout(ONE, y="BIGINT", w="DOUBLE"), layout(OTHER, y="BIGINT", w="DOUBLE")]
    assert parted(FILES, same, ["y"]) == [same]
    for kind in ("INTEGER", "DOUBLE", "DECIMAL(5,1)", "BOOLEAN", NOTHING):
        other = [layout(ONE, y="BIGINT"), layout(OTHER, y=kind)]
        assert parted(FILES, other, ["y"]) == [[other[0]], [other[1]]]
    weights = [layout(ONE, y="BIGINT", w="DOUBLE"), layout(OTHER, y="BIGINT", w="VARCHAR")]
    assert len(parted(FILES, weights, ["y"])) == 2


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("BIGINT", "VARCHAR"),
        ("VARCHAR", "DATE"),
        ("DATE", "TIMESTAMP"),
        ("TIMESTAMP", "TIMESTAMP WITH TIME ZONE"),
        ("BLOB", "UUID"),
    ],
)
def test_values_that_cannot_be_compared_are_refused_with_both_files(one, other):
    sentence = f"column 'y' is of type {one} in 'd/a.parquet', but {other} in 'd/b.parquet'"
    with pytest.raises(ValueError, match=re.escape(sentence)):
        parted(FILES, [layout(ONE, y=one), layout(OTHER, y=other)], ["y"])


def test_families_and_nested_types():
    assert family("TIMESTAMP_NS") == family("TIMESTAMP_S") == family("TIMESTAMP")
    assert family("ENUM('a', 'b')") == family("VARCHAR") == family(TEXT) == family(KEY)
    for kind in ("STRUCT(a INTEGER)", "INTEGER[3]", "MAP(VARCHAR, INTEGER)", "VARIANT"):
        assert is_nested(kind)
    assert not is_nested("DECIMAL(5,1)")
