"""The pages of the atlas: marks, the weakest of what was found for several numbers of classes, and counterexamples."""

import re

import pytest

from steelyard.lab import atlas
from steelyard.lab.audits.properties import PROPERTIES
from steelyard.lab.audits.verdict import Finding, Verdict


@pytest.fixture
def atlas_pages(hook):
    return hook("atlas_pages")


@pytest.mark.parametrize(
    ("statuses", "said"),
    [
        (("tried", "proved", "proved"), "tried for 2"),
        (("untried", "proved", "tried"), "untried for 2"),
        (("proved", "tried", "refuted"), "refuted for 5"),
        (("proved", "tried", "proved"), "tried for 3"),
        (("tried", "tried", "tried"), "tried for 5"),
    ],
)
def test_the_evidence_shown_is_that_of_the_weakest_verdict(atlas_pages, monkeypatch, statuses, said):
    def found(metric, examined):  # noqa: ARG001 - as atlas_pages.found
        pairs = zip(atlas.CLASSES, statuses, strict=True)
        return [
            Verdict(examined.id, classes, status, (Finding("written", text=f"{status} for {classes}"),))
            for classes, status in pairs
        ]

    monkeypatch.setattr(atlas_pages, "found", found)
    monkeypatch.setattr(atlas_pages, "metrics", lambda: ["accuracy"])
    assert f"| {said} |" in atlas_pages.property_page(PROPERTIES[0])


def property_of(name):
    return next(examined for examined in PROPERTIES if examined.id == name)


def test_a_mark_has_a_colour_if_the_property_is_a_good_one(atlas_pages):
    """Sokolova and Lapalme's I2 tells what a metric looks at, and is neither good nor bad."""
    assert atlas_pages.mark("refuted", property_of("condition_1")) == '<span class="mark refuted">✗</span>'
    assert atlas_pages.mark("refuted", property_of("i2")) == '<span class="mark untried">✗</span>'


def test_marks_that_agree_are_one_and_lead_to_the_counterexample(atlas_pages):
    """Mullick et al. 2020: accuracy depends on class sizes; AUROC does for more than two classes (Theorem 3)."""
    assert atlas_pages.marks("accuracy", property_of("condition_1"), "../") == (
        '[<span class="mark refuted">✗</span>](../metrics/accuracy.md#condition_1)'
    )
    assert re.findall("[✓✗~–]", atlas_pages.marks("one_point_auroc", property_of("condition_1"))) == ["✓", "✗", "✗"]


def test_every_mark_leads_to_a_heading(atlas_pages):
    pages = atlas_pages.pages()
    links = re.findall(r"\]\((metrics/\w+\.md)#(\w+)\)", pages["atlas/index.md"])
    assert len(links) > 400
    for page, anchor in links:
        assert f"{{#{anchor}}}\n" in pages[f"atlas/{page}"]


def test_a_counterexample_stands_once_for_all_numbers_of_classes(atlas_pages):
    page = atlas_pages.metric_page("g_mean")
    section = page.partition("{#condition_3}")[2].partition("\n## ")[0]
    assert section.count("```text") == 1
    assert "Likewise with 3 and 5." in section


def test_metrics_of_scores_have_a_page_and_their_marks_lead_to_short_lists(atlas_pages):
    """Average precision depends on class sizes as counted, and not at stated shares."""
    pages = atlas_pages.pages()
    links = re.findall(r"\]\((metrics/score_\w+\.md)#(\w+)\)", pages["atlas/scores.md"])
    assert len(links) > 100
    for page, anchor in links:
        assert f"{{#{anchor}}}\n" in pages[f"atlas/{page}"]
    section = pages["atlas/metrics/score_average_precision.md"].partition("{#condition_1}")[2].partition("\n## ")[0]
    assert "class 1: 1  × 2" in section
    assert "= 2/3 = 0.667" in section
    assert "{#condition_1}" not in pages["atlas/metrics/score_average_precision_at_uniform_shares.md"]
