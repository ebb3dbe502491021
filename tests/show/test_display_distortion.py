"""Distortions in a terminal and in a notebook."""

from __future__ import annotations

import io

import pytest
from rich.cells import cell_len
from rich.console import Console

import steelyard as sy
from steelyard.shares.distort import distortions
from steelyard.show.printing import print_parts
from steelyard.show.shares import distortions_parts

CM = sy.Confusion([[30, 10, 5], [8, 60, 20], [3, 9, 200]], ["a <class> of a very long name", "x", "y"])


def test_the_text_fits_80_columns_and_says_it_all():
    shown = str(distortions(CM))
    assert max(map(cell_len, shown.splitlines())) <= 80
    assert shown.startswith("If a class had 2, 5 or 10 times as many items, or 1/2, 1/5 or 1/10 of them; or")
    assert "Not changed by class shares: " in shown
    assert "Not changed by added classes: balanced_accuracy." in shown
    rows = shown.splitlines()
    for metric in distortions(CM).metrics:
        assert any(row.startswith(metric.metric.name) for row in rows)
    assert repr(distortions(CM)) == shown


def test_a_row_has_the_extremes_and_the_added_classes():
    found = distortions(CM, ["accuracy"])
    one = found["accuracy"]
    (row,) = [line for line in str(found).splitlines() if line.startswith("accuracy")]
    for value in (one.present, one.fall.value, one.rise.value, one.classes[-1].value):
        assert f"{value:.3f}" in row


@pytest.mark.parametrize("width", [60, 80, 120])
def test_names_take_the_room_there_is(width):
    out = io.StringIO()
    print_parts(
        distortions_parts(distortions(CM, ["accuracy", "cba"], "rarity"), width), Console(file=out, width=width)
    )
    assert max(map(cell_len, out.getvalue().splitlines())) <= width
    assert ("a <class> of a very long" in out.getvalue() or "…" in out.getvalue()) or width == 60


def test_without_added_classes_there_is_no_column_for_them():
    shown = str(distortions(CM, ["accuracy"], added=()))
    assert "class as good" not in shown
    assert "added classes" not in shown
    assert "+3" not in shown


def test_notes_are_shown():
    costs = sy.metrics.expected_cost.at(costs=[[0, 9, 1], [1, 0, 1], [1, 1, 0]])
    assert "those of added classes are not known" in " ".join(str(distortions(CM, [costs])).split())


def test_undefined_values_are_said_to_be():
    shown = str(distortions([[0, 10], [0, 90]], ["mcc", "accuracy"]))
    (row,) = [line for line in shown.splitlines() if line.startswith("mcc")]
    assert "undefined" in row
    assert "–" not in row


def test_the_table_of_a_notebook_escapes_names():
    shown = distortions(CM, importance="rarity")._repr_html_()
    assert "a &lt;class&gt;" in shown
    assert "<class>" not in shown
    assert shown.count("<tr>") == 1 + len(distortions(CM).metrics)
