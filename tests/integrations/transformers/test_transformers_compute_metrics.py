"""`compute_metrics`: what evaluate says, in the Trainer of Hugging Face."""

import pickle
import subprocess
import sys
from types import SimpleNamespace

import numpy as np
import pytest

import steelyard as sy
from every_metric import EVERY
from steelyard.integrations.transformers import compute_metrics

NAMES = ["ill", "unsure", "ok"]


def told(predictions, label_ids):
    """What the Trainer gives: an `EvalPrediction` has these two."""
    return SimpleNamespace(predictions=predictions, label_ids=label_ids)


@pytest.fixture
def sentences(rng):
    """Logits and labels of 300 items of three classes."""
    truth = rng.choice(3, 300, p=[0.1, 0.3, 0.6])
    logits = rng.normal(size=(300, 3)).astype(np.float32)
    logits[np.arange(300), truth] += 1
    return logits, truth


@pytest.mark.parametrize("importance", [None, "rarity", [0.5, 0.2, 0.3], "ill=0.7, *=even"])
def test_it_says_what_evaluate_says(importance, sentences):
    logits, truth = sentences
    every = [metric.name for metric in EVERY if metric.kind != "rate" and not metric.optional]
    found = compute_metrics(every, importance, labels=NAMES)(told(logits, truth))
    names = np.array(NAMES)
    cm = sy.Confusion.from_labels(names[truth], names[logits.argmax(axis=1)], labels=NAMES)
    evaluation = sy.evaluate(cm, importance=importance, metrics=every, confidence=None)
    assert list(found) == every
    for name, value in found.items():
        assert value == evaluation[name].value
        assert type(value) is float


def test_classes_are_numbers_where_they_have_no_names(sentences):
    logits, truth = sentences
    cm = sy.Confusion.from_labels(truth, logits.argmax(axis=1))
    assert compute_metrics("cba", {0: 0.8, 1: 0.1, 2: 0.1})(told(logits, truth)) == {
        "cba": sy.metrics.cba(cm, importance=[0.8, 0.1, 0.1])
    }
    assert compute_metrics()(told(logits, truth)) == {"balanced_accuracy": sy.metrics.balanced_accuracy(cm)}


def test_a_class_that_nobody_has_or_predicts_keeps_its_place(sentences):
    logits, truth = sentences
    wider = np.concatenate([logits, np.full((300, 1), -9.0, dtype=np.float32)], axis=1)
    found = compute_metrics("balanced_accuracy", [1, 1, 1, 5], undefined="zero")(told(wider, truth))
    recalls = sy.metrics.recall(sy.Confusion.from_labels(truth, logits.argmax(axis=1)))
    assert found["balanced_accuracy"] == pytest.approx(recalls.sum() / 8)


def test_sizes_of_the_training_data_fix_the_weights(sentences):
    logits, truth = sentences
    cm = sy.Confusion.from_labels(truth, logits.argmax(axis=1))
    wanted = sy.metrics.cba(cm, importance=sy.importance.rarity([10, 20, 70]))
    for given in ({"counts": [10, 20, 70]}, {"counts": {"ok": 70, "ill": 10, "unsure": 20}, "labels": NAMES}):
        assert compute_metrics("cba", "rarity", **given)(told(logits, truth))["cba"] == pytest.approx(wanted, rel=1e-14)


def test_the_first_of_several_outputs_are_the_logits(sentences):
    logits, truth = sentences
    hidden = np.zeros((300, 7))
    assert compute_metrics("mcc")(told((logits, hidden), truth)) == compute_metrics("mcc")(told(logits, truth))


def test_tokens_labelled_minus_100_are_left_out(sentences):
    logits, truth = sentences
    padded = truth.reshape(30, 10).copy()
    padded[:, 7:] = -100
    tokens = logits.reshape(30, 10, 3).copy()
    tokens[:, 7:] = -100.0  # as the Trainer pads them
    kept = (padded != -100).ravel()
    assert compute_metrics("cba")(told(tokens, padded)) == compute_metrics("cba")(told(logits[kept], truth[kept]))


def test_predictions_may_be_labels(sentences):
    logits, truth = sentences
    score = compute_metrics("cba", labels=NAMES)
    assert score(told(logits.argmax(axis=1), truth)) == score(told(logits, truth))
    with pytest.raises(ValueError, match="labels must name the classes where predictions are labels and not logits"):
        compute_metrics("cba")(told(logits.argmax(axis=1), truth))


def test_batches_are_added_up(sentences):
    logits, truth = sentences
    score, plain = compute_metrics(["cba", "mcc"], "rarity"), compute_metrics(["cba", "mcc"], "rarity")
    for size in (300, 150):  # the second time, nothing is left of the first
        assert score(told(logits[:100], truth[:100]), compute_result=False) == {}
        assert score(told(logits[:10], np.full(10, -100)), compute_result=False) == {}
        assert score(told(logits[:40], truth[:40])) == plain(told(logits[:40], truth[:40]))  # a whole set in between
        found = score(told(logits[100:size], truth[100:size]), compute_result=True)
        assert found == plain(told(logits[:size], truth[:size]))


def test_it_pickles_and_shows_itself(sentences):
    logits, truth = sentences
    score = compute_metrics(["cba", "mcc"], "rarity", labels=NAMES)
    again = pickle.loads(pickle.dumps(score))  # noqa: S301 - our own bytes
    assert again(told(logits, truth)) == score(told(logits, truth))
    assert repr(score) == "compute_metrics(cba under rarity, mcc)"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"metrics": "recall"}, "'recall' gives one value per class"),
        ({"metrics": []}, "needs at least one metric"),
        ({"metrics": "acuracy"}, "Did you mean 'accuracy'"),
        ({"importance": {"fraud": 1}, "labels": NAMES}, "there is no class 'fraud'; the classes are 'ill'"),
        ({"counts": [1, 2], "labels": NAMES}, "lists 2 values for 3 classes"),
        ({"labels": dict(enumerate(NAMES))}, r"not a mapping; .* give list\(id2label.values\(\)\)"),
        ({"undefined": "skip"}, "undefined must be one of"),
    ],
)
def test_what_cannot_be_measured_is_refused_before_training(arguments, sentence):
    with pytest.raises(ValueError, match=sentence):
        compute_metrics(**arguments)


@pytest.mark.parametrize(
    ("predictions", "label_ids", "sentence"),
    [
        (np.zeros((4, 5)), np.zeros(4, int), "the model has logits of 5 classes, but there are 3 labels"),
        (np.zeros((4, 3)), np.array([0, 1, 2, 3]), "true labels have 1 value outside the declared labels: 3"),
        (np.zeros((4, 3)), np.zeros((4, 3)), "labels must be whole numbers, one class per item, not float64"),
        (np.zeros((4, 1, 3)), np.zeros(4, int), "not float64 of the shape"),
        (np.zeros(4), np.zeros(4, int), "predictions must be logits of the shape"),
        (np.array([[0, np.nan, 1]] * 2), np.zeros(2, int), "2 of 2 items have logits that are NaN"),
        (np.zeros((4, 3)), (np.zeros(4), np.zeros(4)), "there are 2 kinds of labels, but a classifier has one"),
    ],
)
def test_other_predictions_are_refused_in_one_sentence(predictions, label_ids, sentence):
    with pytest.raises(ValueError, match=sentence):
        compute_metrics("cba", labels=NAMES)(told(predictions, label_ids))


def test_an_evaluation_that_lacks_a_class_asks_for_the_sizes_of_the_training_data(sentences):
    logits, truth = sentences
    with pytest.raises(ValueError, match="there are no items of 'ill'; give counts=, the class sizes of the training"):
        compute_metrics("cba", "rarity", labels=NAMES)(told(logits[truth > 0], truth[truth > 0]))


def test_it_loads_neither_transformers_nor_torch():
    script = "import sys; from steelyard.integrations.transformers import compute_metrics as f; f('cba', 'rarity'); "
    script += "print([name for name in ('torch', 'transformers') if name in sys.modules])"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=120)
    assert run.stdout.strip() == "[]"


# In a Trainer


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """Three epochs of a small model on a skewed set, without a network; and again with batches added up."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HF_HUB_OFFLINE", "1")
        torch = pytest.importorskip("torch", reason="PyTorch is not installed: make devices")
        transformers = pytest.importorskip("transformers", reason="transformers is not installed: make devices")
        pytest.importorskip("accelerate", reason="accelerate is not installed: make devices")
        yield _trained(torch, transformers, tmp_path_factory.mktemp("trainer"))


def _trained(torch, transformers, folder):
    class Tiny(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.layer = torch.nn.Linear(2, 3)

        def forward(self, x, labels=None):
            logits = self.layer(x)
            return {"loss": torch.nn.functional.cross_entropy(logits, labels), "logits": logits}

    rng = np.random.default_rng(5)
    truth = rng.choice(3, 200, p=[0.1, 0.3, 0.6])
    centres = np.array([[2.0, 0.0], [0.0, 2.0], [-1.0, -1.0]])
    features = (centres[truth] + rng.normal(size=(200, 2))).astype(np.float32)
    rows = [{"x": x, "labels": int(y)} for x, y in zip(features, truth, strict=True)]
    trainers = []
    for together in (False, True):
        torch.manual_seed(0)
        arguments = transformers.TrainingArguments(
            output_dir=str(folder / str(together)), num_train_epochs=3, learning_rate=0.3, eval_strategy="epoch",
            save_strategy="epoch", load_best_model_at_end=True, metric_for_best_model="balanced_accuracy",
            report_to=[], use_cpu=True, disable_tqdm=True, seed=1, per_device_eval_batch_size=64,
            batch_eval_metrics=together, dataloader_pin_memory=False,
        )  # fmt: skip
        trainer = transformers.Trainer(
            Tiny(), arguments, train_dataset=rows, eval_dataset=rows,
            compute_metrics=compute_metrics(["balanced_accuracy", "mcc"], "rarity", labels=NAMES),
        )  # fmt: skip
        trainer.train()
        trainers.append(trainer)
    return features, truth, trainers


@pytest.mark.slow
def test_the_trainer_tells_the_metrics_of_every_epoch(trained):
    _, _, (trainer, _) = trained
    told_at = [entry for entry in trainer.state.log_history if "eval_balanced_accuracy" in entry]
    assert len(told_at) == 3
    assert all(0 <= entry["eval_balanced_accuracy"] <= 1 and "eval_mcc" in entry for entry in told_at)


def test_the_best_model_is_the_best_by_the_metric(trained):
    features, truth, (trainer, _) = trained
    told_at = [entry["eval_balanced_accuracy"] for entry in trainer.state.log_history if "eval_mcc" in entry]
    assert trainer.state.best_metric == max(told_at)
    weights, bias = (part.detach().numpy() for part in trainer.model.layer.parameters())
    cm = sy.Confusion.from_labels(truth, (features @ weights.T + bias).argmax(axis=1), labels=range(3))
    assert trainer.state.best_metric == pytest.approx(sy.metrics.balanced_accuracy(cm, importance="rarity"), abs=1e-12)


def test_the_trainer_may_add_up_batches(trained):
    _, _, (trainer, by_batch) = trained
    for one, other in zip(trainer.state.log_history, by_batch.state.log_history, strict=True):
        for name in ("eval_balanced_accuracy", "eval_mcc"):
            assert one.get(name) == other.get(name)
