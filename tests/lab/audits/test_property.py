"""What is tried at random comes last, and no verdict depends on its seed."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.lab.atlas import verdict
from steelyard.lab.audits import matrices
from steelyard.lab.audits.properties import PROPERTIES, baselines, triangle
from steelyard.lab.audits.subject import Effort, Subject

pytestmark = pytest.mark.slow

NOTHING_RANDOM = {"condition_2", "condition_3", "worst_only_all_wrong"}

EXAMINED = [examined for examined in PROPERTIES if examined.id not in NOTHING_RANDOM]

SEEDS = (1, 2, 3)


def settled(name, examined):
    """Whether it was refuted or shown, with two classes: then nothing that is random may be needed for it."""
    return verdict(name, examined.id, 2).status in ("refuted", "shown")


@pytest.fixture
def without_random(monkeypatch):
    nothing = np.zeros((0, 2, 2), dtype=np.int64)
    monkeypatch.setattr(matrices, "random", lambda *_: nothing)
    monkeypatch.setattr(baselines, "random_sizes", lambda *_: nothing[:, 0])
    monkeypatch.setattr(triangle, "_random", lambda *_: np.zeros((0, 2, 2, 2), dtype=np.int64))


@pytest.fixture
def with_little_else(monkeypatch):
    """What is not random is the same for all seeds: little of it will do."""
    small, extreme = next(matrices.small(2)), matrices.extreme(2)[:5]
    monkeypatch.setattr(matrices, "small", lambda *_, **__: iter([small]))
    monkeypatch.setattr(matrices, "extreme", lambda *_, **__: extreme)
    monkeypatch.setattr(baselines, "LARGEST_SUM_OF_SIZES", {2: 3})
    monkeypatch.setattr(triangle, "MOST_ITEMS", {2: 3})


@pytest.mark.parametrize("name", list(sy.metrics))
@pytest.mark.usefixtures("without_random")
def test_no_counterexample_needs_chance(name):
    subject = Subject(sy.metrics[name])
    for examined in EXAMINED:
        if settled(name, examined):
            found = examined.examine(subject, 2, Effort())
            assert found.status == verdict(name, examined.id, 2).status, examined.id


@pytest.mark.parametrize("name", list(sy.metrics))
@pytest.mark.usefixtures("with_little_else")
def test_no_seed_finds_a_counterexample_where_others_find_none(name):
    subject = Subject(sy.metrics[name])
    for examined in EXAMINED:
        if not settled(name, examined):
            found = {examined.examine(subject, 2, Effort(seed)).status for seed in SEEDS}
            assert found <= {"tried", "untried"}, examined.id
            assert len(found) == 1
