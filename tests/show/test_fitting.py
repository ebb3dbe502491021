"""Tables in a terminal of any width: nothing is wider, and no number is cut."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from steelyard.show.names import width
from steelyard.show.numbers import TEXT_WIDTH
from steelyard.show.parts import Column, Sheet
from steelyard.show.printing import GAP, NARROW, fitted, print_parts, text_of

NAMES = st.text(st.characters(codec="utf-8", categories=["L", "N", "So", "Zs"]), min_size=1, max_size=60)


@st.composite
def sheets(draw):
    rows = draw(st.integers(1, 4))
    names = draw(st.lists(NAMES, min_size=rows, max_size=rows, unique=True))
    numbers = st.lists(st.integers(0, 10**9).map("{:,}".format), min_size=rows, max_size=rows)
    columns = draw(st.lists(st.tuples(numbers, numbers, st.booleans()), min_size=1, max_size=6))
    arrows = ["↑"] * rows if draw(st.booleans()) else ()
    narrowest = draw(st.sampled_from([None, 8]))
    key = Column("metric", names, "names", tails=arrows, narrowest=narrowest, indent=draw(st.sampled_from([0, 2])))
    made = [
        Column(f"m{place}", cells, extras=extras if has_extras else ())
        for place, (cells, extras, has_extras) in enumerate(columns)
    ]
    sections = {0: "A section: of it"} if draw(st.booleans()) else {}
    return Sheet([key, *made], sections=sections)


def printed(sheet, columns):
    out = io.StringIO()
    print_parts([sheet], Console(file=out, width=columns, color_system=None, legacy_windows=False))
    return out.getvalue()


@given(sheets(), st.sampled_from([36, 40, 60, 80, 120]))
def test_any_table_fits_and_keeps_its_numbers(sheet, columns):
    text = printed(sheet, columns)
    assert max(map(width, text.splitlines())) <= columns
    words = text.split()
    for column in sheet.columns[1:]:
        assert {*column.cells, *column.extras} <= set(words)


@given(sheets(), st.sampled_from([36, 40, 60, 80, 120]))
def test_each_part_of_a_table_has_the_keys_and_each_column_comes_once(sheet, columns):
    parts = list(fitted(sheet, columns))
    assert all(part.sheet.columns[0].cells == sheet.columns[0].cells for part in parts)
    shown = [column.heading for part in parts for column in part.sheet.columns[1:]]
    assert shown == [column.heading for column in sheet.columns[1:]]
    whole = len(parts) == 1 and columns < TEXT_WIDTH  # a table stands tight rather than broken
    assert all(part.gap == GAP for part in parts) or columns < NARROW or whole


def test_what_stands_beside_its_cells_stays_there_where_a_table_is_broken():
    columns = [Column(f"m{i}", ["0.500", "~0.250"], extras=[".400–.600", ".2–.3?"]) for i in range(6)]
    sheet = Sheet([Column("day", ["a", "b"], "words"), *columns], beside=True)
    text = printed(sheet, 40)
    assert max(map(width, text.splitlines())) <= 40
    assert text.count("0.500 .400–.600") == text.count("~0.250 .2–.3?") == 6
    assert len(list(fitted(sheet, 40))) == 3
    assert len(list(fitted(sheet, 120))) == 1


def test_names_that_are_shortened_stay_different():
    names = ["a" * 30 + middle + "b" * 30 for middle in "123"]
    sheet = Sheet([Column("class", names, "names", narrowest=8), Column("items", ["1" * 12] * 3)])
    rows = printed(sheet, 30).splitlines()[2:]
    assert len({row.split()[0] for row in rows}) == 3


def test_the_same_name_twice_looks_the_same():
    sheet = Sheet([Column("truth", ["x" * 50, "x" * 50, "y"], "names"), Column("items", ["1", "2", "3"])])
    names = [line.rsplit(maxsplit=1)[0].rstrip() for line in printed(sheet, 40).splitlines()[2:]]
    assert names == ["xxxxxxxxxxx…xxxxxxxxxxxx"] * 2 + ["y"]


@pytest.mark.parametrize(("columns", "headings"), [(80, "metric a b c"), (14, "metric a c"), (11, "metric a")])
def test_columns_go_in_the_order_of_their_need(columns, headings):
    sheet = Sheet(
        [
            Column("metric", ["m"], "words"),
            Column("a", ["1"]),
            Column("b", ["222"], need=2),
            Column("c", ["3"], need=1),
        ]
    )
    (part,) = fitted(sheet, columns if columns == 80 else columns - 2)
    assert " ".join(column.heading for column in part.sheet.columns) == headings


def test_columns_stand_closer_before_one_goes():
    """Four columns of 16 take 73 with gaps of 3, 70 with gaps of 2."""
    sheet = Sheet([Column(str(place) * 16, ["1"], need=place) for place in range(4)])
    shown = {room: printed(sheet, room) for room in (73, 72, 70, 69)}
    assert [text.splitlines()[0].count(" ") for text in shown.values()] == [9, 6, 6, 6]
    assert ["No room for: 3333333333333333." in text for text in shown.values()] == [False, False, False, True]
    assert [width(text.splitlines()[1]) for text in shown.values()] == [73, 70, 70, 54]


def test_intervals_stand_beside_their_values_or_below():
    sheet = Sheet([Column("metric", ["cba"], "words"), Column("tree", ["0.310"], extras=[".292–.330"])])
    assert printed(sheet, 40).splitlines()[2] == "cba      0.310 .292–.330"
    assert [line.split() for line in printed(sheet, 20).splitlines()[2:]] == [["cba", "0.310"], [".292–.330"]]


def test_a_table_without_headings_has_none_and_wraps_its_prose():
    sheet = Sheet([Column("", ["id"], "words"), Column("", ["so many words " * 12], "prose")], headed=False)
    first, second, *_ = text_of([sheet]).splitlines()
    assert first.startswith("id  so many words")
    assert second.startswith("    ")
