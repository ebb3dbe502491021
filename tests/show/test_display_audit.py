"""Audits on a screen of any width and in a notebook, whatever a user's function is called."""

import io
from dataclasses import replace
from fractions import Fraction

import pytest
from rich.console import Console

import steelyard as sy
from steelyard.lab.audits.verdict import Finding, Scene, Verdict, Witness
from steelyard.show.audit import audit_html, audit_text, drawing, full_lines, overview_lines, print_audit
from steelyard.show.names import width

WIDTHS = [60, 80, 120]
HOSTILE = [
    "two\nlines\tand\x1b[31m red",
    "[bold]markup[/bold] <script>alert('x')</script> & [/]",
    "n" * 200,
    "正確度" * 60,
    "",
]


@pytest.fixture(scope="module")
def found():
    return sy.audit("f1")


def printed(audit, columns, *, full=False):
    console = Console(file=io.StringIO(), width=columns, highlight=False)
    print_audit(audit, console, full=full)
    return console.file.getvalue()


def scene(caption, size, value=0.5, exact="1/2", cell=1, weights=None):
    return Scene(Finding("written", text=caption), tuple((cell,) * size for _ in range(size)), value, exact, weights)


@pytest.mark.parametrize("columns", WIDTHS)
def test_no_line_is_wider_than_the_screen(found, columns):
    for lines in (overview_lines(found, columns), full_lines(found, columns)):
        assert max(width(line) for line, _ in lines) <= columns
    for full in (False, True):
        # What is printed is what was laid out: the console had nothing to break.
        laid_out = full_lines(found, columns) if full else overview_lines(found, columns)
        assert printed(found, columns, full=full).splitlines() == [line for line, _ in laid_out]


def test_text_has_80_columns(found):
    assert max(map(width, audit_text(found).splitlines())) <= 80
    assert str(found) == audit_text(found)


@pytest.mark.parametrize("name", ["condition_1", "condition_2", "i6", "importance_sensitive", "triangle", "i2"])
@pytest.mark.parametrize("metric", ["f1", "accuracy", "cen"])
def test_a_single_property_is_shown(metric, name):
    audit = sy.audit(metric, classes=2, properties=name)
    assert name in audit_text(audit)
    assert name in printed(audit, 80, full=True)
    assert "<table>" in audit_html(audit)
    assert "of the 1 properties" not in audit_text(audit)


@pytest.mark.parametrize("columns", WIDTHS)
@pytest.mark.parametrize("many", [1, 2, 3, 4])
@pytest.mark.parametrize("size", [2, 3, 8])
def test_matrices_side_by_side_fit_the_screen(columns, many, size):
    words = "class 2 is a thousand times as relevant as all the other classes"
    weights = tuple(map(Fraction, range(1, size + 1)))
    for cell in (1, 10**12):
        scenes = tuple(scene(f"{words} {k}", size, cell=cell, weights=weights) for k in range(many))
        lines = drawing(Witness(scenes, ()), columns - 2)
        assert max(map(len, lines)) <= columns - 2
        assert " ".join(" ".join(lines).split()).count("= 1/2 = 0.500") == many
        assert sum(line.count(f"{cell:,}") for line in lines) >= many * size**2


def test_several_matrices_stand_side_by_side_where_there_is_room():
    three = Witness(tuple(scene(f"matrix {k}", 2) for k in range(3)), ())
    assert drawing(three, 78) == [
        "matrix 0             matrix 1             matrix 2",
        "1  1                 1  1                 1  1",
        "1  1                 1  1                 1  1",
        "= 1/2 = 0.500        = 1/2 = 0.500        = 1/2 = 0.500",
    ]
    assert drawing(three, 20)[:5] == ["matrix 0", "1  1", "1  1", "= 1/2 = 0.500", "matrix 1"]


def test_an_undefined_value_and_a_long_exact_one_are_shown():
    lines = drawing(Witness((scene("a", 2, None, None), scene("b", 2, 0.123456, "√2/3 + √3/5 + √5/7")), ()))
    assert lines[-1].split() == ["=", "undefined", "=", "0.1235"]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_does_no_harm(name):
    def function(c):
        return c.total(c.tp) / c.n

    function.__name__ = name
    function.__doc__ = name
    audit = sy.audit(function, classes=2, properties=["condition_1", "i6"])
    for columns in WIDTHS:
        for lines in (overview_lines(audit, columns), full_lines(audit, columns)):
            assert all(width(line) <= columns and line.isprintable() for line, _ in lines)
        shown = printed(audit, columns, full=True)
        assert "\x1b" not in shown
        assert ("[bold]markup[/bold]" in shown) == ("markup" in name)
    page = audit_html(audit)
    assert "<script>" not in page
    assert "\x1b" not in page


def test_what_a_user_s_function_says_when_it_fails_is_shown_on_one_line(found):
    findings = (Finding("written", text="With 3 classes it fails:\n\x1b[31m<b>no</b>"),)
    verdict = Verdict("condition_2", 2, "untried", findings)
    audit = replace(found, verdicts=(verdict,), findings=findings)
    for text in (audit_text(audit), printed(audit, 80, full=True)):
        assert "With 3 classes it fails: �[31m<b>no</b>" in text
    assert audit_html(audit).count("With 3 classes it fails: �[31m&lt;b&gt;no") == 2
    assert "<b>no" not in audit_html(audit)
    assert "\x1b" not in audit_html(audit)


def test_the_headline_says_where_the_direction_is_from():
    def misses(c):
        return c.total(c.fn) / c.n

    seen = sy.audit(misses, classes=2, properties="i6")
    assert audit_text(seen).startswith(
        "Audit of misses (misses), lower is better (as seen from a perfect matrix), with"
    )
    said = sy.audit(misses, classes=2, properties="i6", direction="lower")
    assert "as seen" not in audit_text(said)


def test_the_closing_line_is_a_command_that_works(found):
    assert "steelyard audit f --property condition_1 shows a property with its evidence." in audit_text(found)
    own = sy.audit(lambda c: c.total(c.tp) / c.n, classes=2, properties="i6")
    assert "steelyard audit FILE.py:NAME --property i6" in audit_text(own)
