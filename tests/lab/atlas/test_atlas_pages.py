"""The pages of the atlas: a property's page says the weakest of what was found for several numbers of classes."""

import importlib
from pathlib import Path

import pytest

from steelyard.lab import atlas
from steelyard.lab.audits.properties import PROPERTIES
from steelyard.lab.audits.verdict import Verdict

HOOKS = Path(__file__).parents[3] / "docs" / "hooks"


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
def test_the_evidence_shown_is_that_of_the_weakest_verdict(monkeypatch, statuses, said):
    pytest.importorskip("mkdocs", reason="the site needs mkdocs: pip install --group docs")
    monkeypatch.syspath_prepend(str(HOOKS))
    atlas_pages = importlib.import_module("atlas_pages")

    def found(metric, examined):  # noqa: ARG001 - as atlas_pages.found
        pairs = zip(atlas.CLASSES, statuses, strict=True)
        return [Verdict(examined.id, classes, status, f"{status} for {classes}") for classes, status in pairs]

    monkeypatch.setattr(atlas_pages, "found", found)
    monkeypatch.setattr(atlas_pages, "metrics", lambda: ["accuracy"])
    assert f"| {said} |" in atlas_pages.property_page(PROPERTIES[0])
