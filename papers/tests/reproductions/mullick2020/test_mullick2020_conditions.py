"""The library's atlas, beside what Mullick et al. say of their three conditions."""

import pytest

from steelyard.lab import atlas
from steelyard_papers.reproductions.mullick2020.expected import CONDITIONS


@pytest.mark.parametrize("classes", CONDITIONS)
def test_the_atlas_holds_figure_6_and_the_theorems(classes):
    for metric, conditions in CONDITIONS[classes].items():
        for number, holds in enumerate(conditions, 1):
            if holds is not None:
                verdict = atlas.verdict(metric, f"condition_{number}", classes)
                assert verdict.holds is holds, (metric, number)
                assert verdict.status == ("proved" if holds else "refuted"), (metric, number)
