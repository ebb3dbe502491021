"""How sure differences are: reviews are drawn with all answers to them, and pairs are corrected for one another."""

import numpy as np
import pytest

from experiments.sentiment.made_up_reviews import answers
from steelyard_papers.experiments.sentiment import differences
from steelyard_papers.experiments.sentiment.answered import Answered, Together
from steelyard_papers.experiments.sentiment.criteria import Way
from steelyard_papers.experiments.sentiment.differences import apart, compared
from steelyard_papers.experiments.sentiment.measured import values_by_seed
from steelyard_papers.experiments.sentiment.ranking import rankings

USER = Way("user", "item")


@pytest.fixture(autouse=True)
def few_draws(monkeypatch):
    monkeypatch.setattr(differences, "DRAWS", 300)


def test_reviews_that_return_in_other_seeds_make_nothing_surer():
    part, other = (answers("LSTM", USER, 0, right=right) for right in (0.8, 0.5))
    reach = []
    for seeds in (1, 4):
        models = Together(
            truth=np.tile(part["truth"], seeds),
            item=np.tile(part["item"], seeds),
            seed=np.repeat(np.arange(seeds), len(part["truth"])),
            answers={"a": np.tile(part["answer"], seeds), "b": np.tile(other["answer"], seeds)},
            test_share=0.2,
        )
        found = apart(compared(models, "accuracy"), "a", "b", values_by_seed(models, "accuracy"))
        reach.append(found.items_high - found.items_low)
    assert reach[1] == pytest.approx(reach[0], rel=0.2)  # drawn one by one, they would halve it


def test_p_values_of_pairs_are_corrected_by_holm():
    """Nadeau and Bengio's t by its formula, then Holm's steps: the smallest of three times 3, the next times 2."""
    stats = pytest.importorskip("scipy.stats", reason="needs SciPy")
    rights = {"LSTM": 0.8, "RNN": 0.5, "GRU": 0.45}
    found = Answered.of(answers(name, USER, seed, right=right) for name, right in rights.items() for seed in range(4))
    ranking = next(each for each in rankings(found) if each.metric == "accuracy")
    alone = {}
    for a, b in (("LSTM", "RNN"), ("LSTM", "GRU"), ("RNN", "GRU")):
        by_seed = [
            [np.mean(np.equal(part["truth"], part["answer"])) for part in found.by_model[name, USER].values()]
            for name in (a, b)
        ]
        leads = np.subtract(*by_seed)
        t = leads.mean() / (leads.std(ddof=1) * np.sqrt(1 / 4 + 0.2 / 0.8))
        alone[a, b] = 2 * stats.t.sf(abs(t), 3)
    highest = 0.0
    for step, pair in enumerate(sorted(alone, key=alone.get)):
        highest = max(highest, min(1.0, (3 - step) * alone[pair]))
        assert ranking.pairs[pair].p_value == pytest.approx(highest)
        assert ranking.pairs[pair[::-1]].p_value == pytest.approx(highest)
