"""Outputs without our characters, such as ASCII: what is shown means the same."""

import io
import re

import numpy as np
import pytest
from rich.console import Console
from rich.text import Text

import steelyard as sy
from steelyard.show.audit import print_audit
from steelyard.show.catalogue import print_metric
from steelyard.show.comparison import print_comparison
from steelyard.show.evaluation import print_evaluation
from steelyard.show.names import shortened, width
from steelyard.show.parts import WORDS, Column, Drawing, Fold, Item, Listing, Matrix, Sentence, Sheet, worded
from steelyard.show.printing import print_parts

QUICK = sy.intervals.bootstrap(draws=200)
TREE, SVM = sy.Confusion([[80, 20], [90, 810]], ["fraud", "ok"]), sy.Confusion([[50, 50], [10, 890]], ["fraud", "ok"])


def shown(show, encoding="ascii", columns=80, **settings):
    """Return what is printed to a terminal with an encoding."""
    file = io.TextIOWrapper(io.BytesIO(), encoding=encoding, errors="strict", newline="")
    settings = {"force_terminal": True, "color_system": None, "legacy_windows": False, "_environ": {}} | settings
    show(Console(file=file, width=columns, **settings))
    file.flush()
    return file.buffer.getvalue().decode(encoding)


def test_a_range_without_end_has_none():
    """It was "0 to 8"."""
    metric = next(one for one in sy.metrics.values() if not callable(one.range) and one.range[1] == np.inf)
    assert re.search(r"^range +0 to inf$", shown(lambda console: print_metric(metric, console)), re.MULTILINE)


def test_a_difference_that_does_not_matter_goes_both_ways():
    found = sy.compare({"svm": SVM, "tree": TREE}, metrics="accuracy", intervals=QUICK, rope=0.01)
    text = " ".join(shown(lambda console: print_comparison(found, console)).split())
    assert "Differences within +/-0.01 do not matter." in text
    assert "better by more than 0.01 with probability" in text
    assert "~" not in text, "a mark of its own in other tables"
    assert re.search(r"[+-]0\.\d{3} \.\.\. [+-]0\.\d{3}", text)


def test_one_matrix_leads_to_the_other():
    text = " ".join(shown(lambda console: print_audit(sy.audit("accuracy", classes=2), console)).split())
    assert re.search(r"The smallest such pair: \[\[.+?\]\]: .+? -> \[\[", text)


def test_every_character_of_ours_says_what_it_means():
    assert worded("√2 ≤ x ≥ −1, a → b, t·p, m², Σw, §3, ×10, 5–25 %", "ascii") == (
        "sqrt2 <= x >= -1, a -> b, t*p, m^2, sum w, section 3, x10, 5-25 %"
    )
    assert len({WORDS[one] for one in "…→≤≥±∞√²³Σ∩"}) == 11
    assert not set("~?") & set("".join(says for one, says in WORDS.items() if one != "�"))


def test_an_encoding_keeps_what_it_has():
    assert worded("± … ∞ é", "cp1252") == "± … inf é"
    assert worded("± … ∞ é", "cp437") == "± ... ∞ é"
    assert worded("שלום – ok", "ascii") == "???? - ok"
    assert worded("good ░▒▓█ ─", "ascii") == "good :+*# -"


def test_names_stay_different_and_fit():
    labels = ["šum", "čum", "🍷" * 40, "葡萄酒" * 9, *("a" * 30 + middle + "b" * 30 for middle in "12")]
    for widest in range(8, 30):
        names = shortened(labels, widest, "ascii")
        assert len(set(names)) == len(labels)
        assert all(name.isascii() and width(name) <= widest for name in names)
    assert shortened(labels, 24, "ascii")[:2] == ["?um #1", "?um #2"]
    assert shortened(labels, 24, "ascii")[-1] == "...aaaaaaaaa2bbbbbbbb..."


@pytest.mark.parametrize("columns", [40, 60, 80])
def test_tables_stay_in_line_whatever_the_names(columns):
    labels = ["naïve", "🍷" * 9, "葡萄酒" * 9, "a…b"]
    cm = sy.Confusion(np.random.default_rng(0).integers(1, 60, (4, 4)), labels)
    result = sy.evaluate(cm, metrics="cba", intervals="none")
    lines = shown(lambda console: print_evaluation(result, console), columns=columns).splitlines()
    assert max(map(len, lines)) <= columns
    start = next(i for i, line in enumerate(lines) if line.startswith("class"))
    table = lines[start : start + 6]
    assert len({len(line) for line in table}) == 1
    assert all(line.isascii() for line in lines)


def test_every_kind_of_part_is_written_before_it_is_laid_out():
    """Otherwise a cell of "±" would be wider than its column."""
    parts = [
        Sentence("± said", lead="±:"),
        Listing(["± one", "two"]),
        Item("± hanging", "–"),
        Drawing(["± drawn"]),
        Sheet(
            [
                Column("± name", ["±", "b"], "names", tails="↑↓"),
                Column("± value", ["±1", "2"], extras=["±x", "y"]),
                Column("± text", ["± told", ""], "prose"),
                Column("", [0.5, 1.0], "bars"),
            ],
            sections={1: "± below"},
        ),
        Matrix(["±", "b"], [[5, 0], [1, 2]]),
        Fold("± folded", [Sentence("± inside")]),
        Text("± text of rich"),
    ]
    text = shown(lambda console: print_parts(parts, console))
    assert "?" not in text
    assert text.count("+/-") == 18
    assert re.search(r"^- \+/- hanging$", text, re.MULTILINE)
    rows = [line for line in text.splitlines() if " | " in line]
    assert len({line.index(" | ") for line in rows}) == 1
