"""A model card that the hub can read: its own library reads back what we wrote."""

import pytest

import steelyard as sy
from steelyard.integrations.huggingface import model_card, model_index

MODELS = sy.Confusion(
    [[[8, 2], [1, 9]], [[5, 5], [5, 5]]], labels=["fraud", "ok"], axes={"model": ["tree: new", "coin"]}
)
METRICS = ["accuracy", "mcc", "mean_f", "macro_precision", "balanced_accuracy"]
DATASET = {"type": "user/reviews", "name": "Reviews, with: colons", "split": "test"}


def metrics_of(index, model=0):
    return index["model-index"][model]["results"][0]["metrics"]


def test_the_numbers_are_those_of_the_evaluation():
    """17 of 20 right; MCC (8 · 9 − 2 · 1) / √(9 · 10 · 10 · 11)."""
    index = model_index(sy.evaluate(MODELS, metrics=METRICS, intervals="none"), DATASET)
    assert [each["name"] for each in index["model-index"]] == ["tree: new", "coin"]
    values = {each["type"]: each["value"] for each in metrics_of(index)}
    assert values["accuracy"] == 0.85
    assert values["matthews_correlation"] == pytest.approx(70 / 9900**0.5)
    assert metrics_of(index, 1)[0]["value"] == 0.5


def test_a_name_of_the_hub_means_what_the_hub_means():
    """Macro F1 is "f1" if all classes count the same, but not under another importance."""
    alike = model_index(sy.evaluate(MODELS, metrics=METRICS), DATASET)
    weighed = model_index(sy.evaluate(MODELS, metrics=METRICS, importance={"fraud": 0.9, "ok": 0.1}), DATASET)
    assert [each["type"] for each in metrics_of(alike)][2:] == ["f1", "precision", "balanced_accuracy"]
    assert [each["type"] for each in metrics_of(weighed)][2:] == METRICS[2:]
    assert metrics_of(weighed)[2]["args"]["importance"] == "(fraud=0.9, ok=0.1)"
    score = sy.evaluate(MODELS, metrics=METRICS)["accuracy"]["tree: new"]
    assert metrics_of(alike)[0]["args"] == {"confidence": 0.95, "low": score.low, "high": score.high}


def test_the_hubs_own_library_reads_the_card():
    hub = pytest.importorskip("huggingface_hub", reason="needs huggingface_hub, which transformers brings")
    result = sy.evaluate(MODELS.slice(0), metrics=METRICS)
    card = hub.ModelCard(model_card(result, DATASET, 'tree "new": 1', task="tabular-classification"))
    assert card.data.model_name == 'tree "new": 1'
    assert [(each.metric_type, each.metric_value) for each in card.data.eval_results] == [
        (each["type"], each["value"]) for each in metrics_of(model_index(result, DATASET, "tree"))
    ]
    first = card.data.eval_results[0]
    assert (first.task_type, first.dataset_name, first.dataset_split) == (
        "tabular-classification",
        *list(DATASET.values())[1:],
    )
    assert "| accuracy° |" in card.text


def test_the_card_warns_of_numbers_that_mislead():
    skewed = sy.evaluate([[1, 9], [1, 989]], metrics="accuracy")
    assert "## Numbers that mislead here" in model_card(skewed, "fraud", "careless")
    assert "mislead" not in model_card(sy.evaluate([[9, 1], [1, 9]], metrics="accuracy"), "fraud", "careful")


def test_what_is_missing_is_asked_for():
    result = sy.evaluate(MODELS.slice(0), metrics="accuracy")
    with pytest.raises(ValueError, match="say what the model is called: name="):
        model_index(result, "reviews")
    with pytest.raises(ValueError, match='needs a "type"'):
        model_index(result, {"name": "Reviews"}, "tree")
    with pytest.raises(ValueError, match="the 2 models have names of their own"):
        model_index(sy.evaluate(MODELS, metrics="accuracy"), "reviews", "both")
