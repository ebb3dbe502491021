"""Reading the sixteen sets: their shape is checked, and glass comes without its Id."""

import os
import re
from collections import Counter
from pathlib import Path

import pytest

from experiments.sixteen_sets.made_up import write_data
from steelyard_papers.experiments.sixteen_sets.data_sets import DATA_SETS, QUICK, WITH_ID
from steelyard_papers.experiments.sixteen_sets.reading import read_items

DATA = Path(os.environ.get("STEELYARD_DATA", Path(__file__).parents[5] / "shared" / "data"))
REAL = pytest.mark.skipif(not (DATA / "branco16").exists(), reason="needs branco16/ (the 16 sets); set STEELYARD_DATA")


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    return write_data(tmp_path_factory.mktemp("data"))


@pytest.mark.parametrize("name", QUICK)
def test_a_set_has_its_rows_and_classes(home, name):
    items = read_items(name, home)
    assert len(items.truth) == DATA_SETS[name].rows
    assert set(items.truth) == set(DATA_SETS[name].classes)


def test_glass_has_its_id_only_if_asked_for_by_name(home):
    assert "Id" not in read_items("glass", home).features
    assert "Id" in read_items(WITH_ID, home).features


def test_data_that_are_not_there_are_asked_for_in_one_sentence(tmp_path):
    with pytest.raises(ValueError, match=r"16 data sets.*get it from github\.com/paobranco.*--data"):
        read_items("zoo", tmp_path)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda lines: lines[:-1], "100 items instead of 101: lines are missing"),
        (lambda lines: [*lines, lines[-1]], "102 items instead of 101: lines are too many"),
        (lambda lines: ["kind" + lines[0][4:], *lines[1:]], "must have 17 columns .* 'type', but has 17"),
        (lambda lines: [lines[0].replace("x3", "x4"), *lines[1:]], "17 columns with different names"),
        (lambda lines: [lines[0] + ",extra", *[line + ",1" for line in lines[1:]]], "but has 18"),
        (lambda lines: [lines[0], lines[1] + ",1", *lines[2:]], "line 2 of .* has 18 values instead of 17"),
        (lambda lines: [*lines[:-1], "9" + lines[-1][1:]], "must have the classes 1, 2, .*, 7, but has '9';"),
        (lambda lines: [re.sub("^5,", "4,", line) for line in lines], "7, but lacks '5';"),
        (lambda lines: [*lines[:-1], lines[-1][: lines[-1].rindex(",") + 1] + "?"], "lacks a value in line 102"),
        (lambda lines: [*lines[:-1], lines[-1][: lines[-1].rindex(",") + 1] + "nan"], "but words are in 'x15';"),
        (lambda lines: [*lines[:-1], lines[-1][: lines[-1].rindex(",") + 1] + "many"], "of numbers beside 'type'"),
        (lambda _: [], "is empty; get it again"),
    ],
)
def test_a_file_that_is_not_as_it_should_be_is_refused(tmp_path, change, words):
    file = write_data(tmp_path, ["zoo"]) / "branco16" / DATA_SETS["zoo"].file
    file.write_text("\n".join(change(file.read_text().splitlines())), encoding="utf-8")
    with pytest.raises(ValueError, match=words):
        read_items("zoo", tmp_path)


@pytest.mark.parametrize("content", [b"\xff\xfe", b'"' + b"1," * 100_000])
def test_a_file_that_is_no_csv_is_named(tmp_path, content):
    file = write_data(tmp_path, ["zoo"]) / "branco16" / DATA_SETS["zoo"].file
    file.write_bytes(content)
    with pytest.raises(ValueError, match=r"16_zoo.csv' is no CSV file in UTF-8 \(.*\); get it again"):
        read_items("zoo", tmp_path)


def test_glass_whose_id_has_another_name_is_refused(tmp_path):
    file = write_data(tmp_path, ["glass"]) / "branco16" / DATA_SETS["glass"].file
    file.write_text(file.read_text().replace("Id", "Number", 1), encoding="utf-8")
    with pytest.raises(ValueError, match="among them 'TypeOfGlass', 'Id', but has 11"):
        read_items("glass", tmp_path)


def test_repeated_items_are_counted(tmp_path):
    file = write_data(tmp_path, ["zoo"]) / "branco16" / DATA_SETS["zoo"].file
    assert read_items("zoo", tmp_path).repeated() == 0
    lines = file.read_text().splitlines()
    lines[2] = lines[1]
    file.write_text("\n".join(lines), encoding="utf-8")
    assert read_items("zoo", tmp_path).repeated() == 1


@REAL
@pytest.mark.parametrize("name", DATA_SETS)
def test_the_real_sets_are_as_the_authors_list_them(name):
    from steelyard_papers.experiments.sixteen_sets.learners import Encoded

    items = read_items(WITH_ID if name == "glass" else name, DATA)
    encoded = Encoded(items.features)
    assert (len(encoded.words), len(encoded.numbers)) == (DATA_SETS[name].nominal, DATA_SETS[name].numeric)


@REAL
def test_the_classes_of_glass_are_those_of_uci():
    assert Counter(read_items("glass", DATA).truth) == {"1": 70, "2": 76, "3": 17, "5": 13, "6": 9, "7": 29}
