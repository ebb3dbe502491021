"""Pages of metrics: their sections, their pitfalls from the atlas, and when to use them from the advice."""

import re

import pytest

import steelyard as sy
from steelyard.lab.audits.properties import PROPERTIES

SECTIONS = ["When to use it", "Pitfalls", "Worked example", "Record", "All properties"]


@pytest.fixture
def metric_pages(hook):
    return hook("metric_pages")


@pytest.fixture
def section(metric_pages):
    """Return a section of the page of a metric."""

    def read(name, heading):
        page = metric_pages.metric_page(sy.metrics[name])
        return page.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]

    return read


def otherwise(name):
    """Return what is so where a property does not hold, as a sentence begins."""
    text = next(examined.otherwise for examined in PROPERTIES if examined.id == name)
    return text[0].upper() + text[1:].rstrip(".")


def test_pages_have_their_sections_and_explain_the_formula_first(metric_pages):
    for path, page in metric_pages.pages().items():
        if path not in {"metrics/index.md", "metrics/which.md"}:
            assert re.findall("^## (.*)$", page, re.MULTILINE) == SECTIONS, path
            assert "\n| symbol | what it stands for |" in page.partition("\n## ")[0], path


def test_pitfalls_are_what_the_atlas_refutes(section):
    """Mullick et al. 2020: accuracy depends on class sizes, mean recall does not, AUROC from three classes on."""
    told = otherwise("condition_1")
    assert f"- **{told}**." in section("accuracy", "Pitfalls")
    assert "(../atlas/metrics/accuracy.md#condition_1)" in section("accuracy", "Pitfalls")
    assert f"- **{told}** (3 and 5 classes)." in section("one_point_auroc", "Pitfalls")
    assert told not in section("balanced_accuracy", "Pitfalls")


def test_pitfalls_say_what_a_metric_does_not_see(section):
    """Recall has no false positives in it: Sokolova and Lapalme 2009, I5."""
    assert "- **False positives do not matter**." in section("recall", "Pitfalls")
    assert "do not matter**" not in section("accuracy", "Pitfalls")


def test_a_note_stands_with_the_pitfalls(section):
    assert "Micro recall" in sy.metrics.accuracy.note
    assert sy.metrics.accuracy.note in section("accuracy", "Pitfalls")


def test_the_worked_example_has_the_numbers_of_the_paper(section):
    """Case 1 of Branco et al. 2017: 15 of 315 items, and 2 of 3 classes, are right."""
    assert f"| by items | {15 / 315:.4f} | {15 / 315:.4f} | none |" in section("accuracy", "Worked example")
    assert f"| uniform | {2 / 3:.4f} | {2 / 3:.4f} | none |" in section("balanced_accuracy", "Worked example")
    assert f"| `c2` | {10 / 310:.4f} | {10 / 310:.4f} |" in section("precision", "Worked example")


def test_when_to_use_is_what_is_advised(section, hook):
    when = section("g_mean", "When to use it")
    assert re.search(r"^- \*\*Use\*\* with .*every class must work", when, re.MULTILINE)
    assert re.search(r"^- \*\*Avoid\*\* with .*shares may change", section("accuracy", "When to use it"), re.MULTILINE)
    assert "not among the metrics" in section("class_mcc", "When to use it")
    situations = hook("when_to_use").situations()
    rows = [line for line in hook("when_to_use").page().splitlines() if re.match(r"\| (?!you know|---)", line)]
    assert len(rows) == len(situations) == 20
    for one, row in zip(situations, rows, strict=True):
        told = [re.findall(r"\[`(\w+)`\]", cell) for cell in row.split(" | ")[1:]]
        advised = (one.advice.recommended, one.advice.with_care, one.advice.avoid)
        assert told == [[entry.metric.id for entry in entries] for entries in advised]
