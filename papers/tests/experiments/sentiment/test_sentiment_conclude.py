"""From made-up answers to tables, verdicts and figures."""

from importlib import import_module
from math import comb

import numpy as np
import pytest

from experiments.sentiment.made_up_reviews import SIZES, answers
from steelyard_papers.experiments.experiment import Request
from steelyard_papers.experiments.sentiment import EXPERIMENT, differences
from steelyard_papers.experiments.sentiment.answered import Answered
from steelyard_papers.experiments.sentiment.conclude import conclude, draw
from steelyard_papers.experiments.sentiment.criteria import Way
from steelyard_papers.experiments.sentiment.effect import effects
from steelyard_papers.experiments.written import read_table, write_findings

PLAIN, USER = Way("plain", ""), Way("user", "item")
ARCHITECTURES, SEEDS = ("LSTM", "RNN"), (0, 1, 2)


def made(seeds=SEEDS):
    return {
        f"{name}, {way}, seed {seed}": answers(name, way, seed, right=0.7 if name == "LSTM" else 0.3)
        for name in ARCHITECTURES
        for way in (PLAIN, USER)
        for seed in seeds
    }


@pytest.fixture(scope="module")
def few_draws():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(differences, "DRAWS", 200)
        yield


@pytest.fixture(scope="module")
def findings(few_draws, tmp_path_factory):
    del few_draws
    return conclude(Request(cache=tmp_path_factory.mktemp("none"), data=tmp_path_factory.mktemp("empty")), made(), [])


def test_each_row_is_counted_from_its_answers(findings):
    rows = findings.tables["sentiment"]
    assert len(rows) == 12
    row = next(row for row in rows if (row["architecture"], row["training"], row["seed"]) == ("RNN", "user", 2))
    part = answers("RNN", USER, 2, right=0.3)
    truth, said = np.array(part["truth"]), np.array(part["answer"])
    recalls = [float((said[truth == star] == star).mean()) for star in (1, 2, 3, 4, 5)]
    rarity = np.array([1 / size for size in SIZES]) / sum(1 / size for size in SIZES)
    both = rarity * [0.7, 0, 0, 0, 0.3]
    assert [row[f"recall_{star}"] for star in (1, 2, 3, 4, 5)] == pytest.approx(recalls)
    assert row["accuracy"] == pytest.approx((truth == said).mean())
    assert row["balanced_accuracy"] == pytest.approx(np.mean(recalls))
    assert row["wba_user"] == pytest.approx(0.7 * recalls[0] + 0.3 * recalls[4])
    assert row["wba_rarity"] == pytest.approx(rarity @ recalls)
    assert row["wba_composite"] == pytest.approx(both @ recalls / both.sum())
    assert row["answered_5"] == pytest.approx((said == 5).mean())
    counts = np.array(part["training_counts"])
    assert row["training_accuracy"] == pytest.approx(np.trace(counts) / counts.sum())


def test_means_are_over_seeds(findings):
    rows = [r for r in findings.tables["sentiment"] if (r["architecture"], r["training"]) == ("LSTM", "plain")]
    mean = findings.tables["sentiment_means"][0]
    assert (mean["architecture"], mean["training"], mean["seeds"]) == ("LSTM", "plain", 3)
    assert mean["wba_user"] == pytest.approx(np.mean([row["wba_user"] for row in rows]))


def test_the_effect_is_the_mean_difference_with_the_corrected_t(findings):
    """Nadeau and Bengio's interval by its formula: variance times 1/k + test/train; t of 2 degrees at 97.5 %: 4.303."""
    by_way = {
        way: np.array(
            [r["wba_user"] for r in findings.tables["sentiment"] if (r["architecture"], r["training"]) == ("LSTM", way)]
        )
        for way in ("plain", "user")
    }
    leads = by_way["user"] - by_way["plain"]
    row = findings.tables["sentiment_effect"][0]
    assert (row["architecture"], row["criterion"], row["per"]) == ("LSTM", "user", "item")
    assert row["difference"] == pytest.approx(leads.mean())
    assert row["train_test"] - row["test"] == pytest.approx(leads.mean())
    reach = 4.302652729911275 * leads.std(ddof=1) * np.sqrt(1 / 3 + 0.2 / 0.8)
    assert (row["low"], row["high"]) == pytest.approx((leads.mean() - reach, leads.mean() + reach))
    assert row["items_low"] < row["difference"] < row["items_high"]
    assert row["constant"] == 0.7
    assert (row["seeds_better"], row["seeds"]) == (int((leads > 0).sum()), 3)


def test_models_are_ranked_by_each_metric(findings):
    rows = [row for row in findings.tables["sentiment_models"] if row["training"] == "user"]
    assert [row["metric"] for row in rows[::2]] == ["accuracy", "balanced_accuracy", "wba_user", "recall_1", "recall_5"]
    for best, second in zip(rows[::2], rows[1::2], strict=True):
        assert (best["rank"], second["rank"]) == (1, 2)
        assert best["difference"] is None
        assert second["difference"] == pytest.approx(second["value"] - best["value"])
    pairs = findings.tables["sentiment_pairs"]
    assert len(pairs) == 2 * 5 * comb(2, 2)
    assert all(row["difference"] >= 0 for row in pairs)


def test_table_2_sets_ours_beside_the_papers(findings):
    rows = findings.tables["sentiment_table2"]
    assert [(row["class"], row["paper"], row["weight"]) for row in rows[:5]] == [
        (1, 0.19, 0.7), (2, 0, 0), (3, 0, 0), (4, 0, 0), (5, 0.81, 0.3),
    ]  # fmt: skip
    assert rows[0]["ours_lowest"] <= rows[0]["ours"] <= rows[0]["ours_highest"]
    assert rows[0]["ours_per_class"] is None
    assert sum(row["frequency"] for row in rows[:5]) == pytest.approx(1)


def test_only_claims_that_can_be_tested_are_judged(findings):
    said = [claim.claim for claim in findings.claims]
    assert any("user's weights improves" in claim for claim in said)
    assert not any("rarity" in claim or "Accuracy favours" in claim for claim in said)
    assert any("wba_authors" in note for note in findings.notes)


def test_the_tables_can_be_written_and_drawn(findings, tmp_path):
    files = write_findings(tmp_path, EXPERIMENT, findings)
    assert {"sentiment", "sentiment_claims", "sentiment_run"} < {file.stem for file in files}
    figures = dict(draw({file.stem: read_table(file) for file in files}))
    assert list(figures) == ["figure3a", "figure3b"]


def test_the_run_tells_versions_seeds_and_weights(findings):
    assert findings.run["seeds"] == "0, 1, 2"
    assert findings.run["torch"] == "2.13.0"
    assert findings.run["weights_user"] == "0.7000, 0.0000, 0.0000, 0.0000, 0.3000"


def test_models_of_the_same_value_are_not_ranked_in_the_view(few_draws, tmp_path):
    del few_draws
    alike = {key: {**part, "answer": part["truth"]} for key, part in made(seeds=(0,)).items()}
    (rows,) = (
        view.rows for view in conclude(Request(tmp_path, tmp_path), alike, []).views if "Figure 3a" in view.title
    )
    assert rows[0] == ("accuracy", "LSTM 1.000 = RNN 1.000")


def test_one_seed_has_intervals_over_reviews_alone(few_draws, tmp_path):
    del few_draws
    found = conclude(Request(cache=tmp_path, data=tmp_path, quick=True), made(seeds=(0,)), [])
    row = found.tables["sentiment_effect"][0]
    assert row["low"] is None
    assert row["items_low"] < row["items_high"]
    assert found.notes[0].startswith("Quick")


def test_a_seed_that_only_one_model_has_is_left_out_of_their_comparison(few_draws):
    del few_draws
    parts = made()
    del parts["LSTM, user per item, seed 1"]
    (lstm, rnn) = effects(Answered.of(parts.values()))
    assert (lstm.apart.seeds, rnn.apart.seeds) == (2, 3)


def test_the_authors_files_are_looked_at_if_they_are_there(monkeypatch, tmp_path):
    (tmp_path / "wba_authors" / "Amazon").mkdir(parents=True)
    row = {"file": "a.pred", "p_value": 0.6, "agreement": 0.45, "agreement_by_lot": 0.45}
    module = import_module("steelyard_papers.experiments.sentiment.conclude")  # the package has a function of that name
    monkeypatch.setattr(module, "independence", lambda home: [{**row, "home": home.name}])
    monkeypatch.setattr(differences, "DRAWS", 200)
    found = conclude(Request(cache=tmp_path, data=tmp_path), made(seeds=(0,)), [])
    assert found.tables["sentiment_authors"][0]["home"] == "wba_authors"
    assert (found.claims[-1].source, found.claims[-1].verdict) == ("the authors' files", "not reproduced")
