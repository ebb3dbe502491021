"""Which variants are run, and what each asks for."""

import pytest

from steelyard_papers.experiments.experiment import Request
from steelyard_papers.experiments.spread import variants as module
from steelyard_papers.experiments.spread.variants import DEFAULTS, MAIN, PCA, variants


@pytest.mark.parametrize(
    ("options", "torch", "names"),
    [
        ({}, True, ["main", "pca", "defaults"]),
        ({}, False, ["main", "defaults"]),
        ({"features": "pca"}, True, ["main", "defaults"]),
        ({"features": "network"}, True, ["main", "pca", "defaults"]),
        ({"features": "mine.npz"}, True, ["main", "defaults"]),
    ],
)
def test_components_are_a_variant_beside_the_network_only(monkeypatch, tmp_path, options, torch, names):
    monkeypatch.setattr(module, "way", lambda named: named or ("network" if torch else "pca"))
    assert [variant.name for variant in variants(Request(cache=tmp_path, options=options))] == names
    assert variants(Request(cache=tmp_path, options=options, quick=True)) == (MAIN,)


def test_a_variant_asks_for_its_own_features_only(tmp_path):
    asked = Request(cache=tmp_path, options={"features": "network", "other": 1})
    assert MAIN.request(asked) == DEFAULTS.request(asked) == asked
    assert PCA.request(asked).options == {"features": "pca", "other": 1}
