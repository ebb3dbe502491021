"""`Score`: what evaluate says of all items, from counts that grow batch by batch, in one process and in two."""

import copy
import json
import os
import pickle
import runpy
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import steelyard as sy
from every_metric import EVERY

torch = pytest.importorskip("torch", reason="PyTorch is not installed: make devices")
torchmetrics = pytest.importorskip("torchmetrics", reason="torchmetrics is not installed: make devices")

from steelyard.integrations.torch import Score  # noqa: E402 - it loads PyTorch

RANKS = Path(__file__).with_name("score_ranks.py")
ONE_NUMBER = [metric.name for metric in EVERY if metric.kind != "rate" and not metric.optional]
IMPORTANCES = [None, "rarity", [0.1, 0.2, 0.3, 0.4], "c0 < c1; c2 < c3"]
NAMES = ["c0", "c1", "c2", "c3"]


@pytest.fixture
def items():
    """True labels, predictions and logits of 500 items, the classes of unequal size."""
    generator = torch.Generator().manual_seed(3)
    truth = torch.multinomial(torch.tensor([0.5, 0.3, 0.15, 0.05]), 500, replacement=True, generator=generator)
    logits = torch.randn(500, 4, generator=generator)
    logits[torch.arange(500), truth] += 1.5
    return truth, logits.argmax(dim=1), logits


def named(codes):
    return [NAMES[code] for code in codes.tolist()]


def counted(truth, prediction, **arguments):
    return sy.Confusion.from_labels(truth.numpy(), prediction.numpy(), labels=range(4), **arguments)


# What it says


@pytest.mark.parametrize("importance", IMPORTANCES)
def test_it_says_what_evaluate_says_of_all_items(importance, items):
    truth, prediction, logits = items
    score = Score(ONE_NUMBER, importance, labels=NAMES)
    for start in range(0, 500, 64):
        score.update(logits[start : start + 64], truth[start : start + 64])
    found = score.compute()
    evaluation = sy.evaluate(named(truth), named(prediction), importance, ONE_NUMBER, confidence=None)
    for name in ONE_NUMBER:
        assert found[name].item() == evaluation[name].value, name
        assert found[name].shape == ()
        assert found[name].dtype == torch.float64


def test_one_metric_gives_one_tensor(items):
    truth, prediction, _ = items
    score = Score("mean_f", "rarity", classes=4, beta=2)
    score.update(prediction, truth)
    wanted = sy.metrics.mean_f(counted(truth, prediction), importance="rarity", beta=2)
    assert score.compute().item() == wanted
    by_name = Score(["mean_f(beta=2)"], "rarity", classes=4)
    by_name.update(prediction, truth)
    assert {name: value.item() for name, value in by_name.compute().items()} == {"mean_f(beta=2)": wanted}


@pytest.mark.usefixtures("own_metrics")
def test_a_metric_of_your_own(items):
    truth, prediction, _ = items

    @sy.metric(range=(0, 1))
    def share_of_the_first(c):
        return c.t[..., 0] / c.n

    score = Score(share_of_the_first, classes=4)
    score.update(prediction, truth)
    assert score.compute().item() == pytest.approx((truth == 0).float().mean().item(), abs=1e-7)


def test_it_agrees_with_torchmetrics_where_definitions_do(items):
    from torchmetrics.classification import (
        MulticlassAccuracy,
        MulticlassCohenKappa,
        MulticlassF1Score,
        MulticlassMatthewsCorrCoef,
    )

    truth, _, logits = items
    score = Score(["mean_f", "balanced_accuracy", "kappa", "mcc"], classes=4)
    score.update(logits, truth)
    theirs = [
        MulticlassF1Score(4, average="macro"),
        MulticlassAccuracy(4, average="macro"),
        MulticlassCohenKappa(4),
        MulticlassMatthewsCorrCoef(4),
    ]
    for value, other in zip(score.compute().values(), theirs, strict=True):
        assert value.item() == pytest.approx(other(logits, truth).item(), abs=2e-7)


def test_class_sizes_of_the_training_data_fix_the_weights(items):
    truth, prediction, _ = items
    sizes = [400, 50, 40, 10]
    weights = sy.importance.rarity(sizes).weights(counted(truth, prediction))
    for counts in (sizes, torch.tensor(sizes), np.array(sizes), {3: 10, 2: 40, 1: 50, 0: 400}):
        score = Score("cba", "rarity", counts=counts)
        score.update(prediction, truth)
        assert score.compute().item() == sy.metrics.cba(counted(truth, prediction), importance=weights)
    of_names = Score("cba", "rarity", labels=NAMES, counts=dict(zip(reversed(NAMES), reversed(sizes), strict=True)))
    of_names.update(prediction, truth)
    assert of_names.compute().item() == sy.metrics.cba(counted(truth, prediction), importance=weights)


def test_undefined_terms_follow_the_policy():
    truth, prediction = torch.tensor([0, 0, 1]), torch.tensor([0, 1, 1])
    values = {}
    for policy in ("worst", "exclude", "zero", "nan", "raise"):
        score = Score("balanced_accuracy", classes=3, undefined=policy)
        score.update(prediction, truth)
        if policy == "raise":
            with pytest.raises(ValueError, match="undefined for class 2"):
                score.compute()
        else:
            values[policy] = score.compute().item()
    assert values["exclude"] == 0.75
    assert values["zero"] == 0.5
    assert np.isnan(values["nan"])


def test_evaluate_takes_the_score_itself(items):
    truth, prediction, _ = items
    score = Score("cba", labels=NAMES)
    score.update(prediction, truth)
    assert score.confusion() == sy.Confusion.from_labels(named(truth), named(prediction))
    assert sy.evaluate(score, confidence=None)["cba"].value == score.compute().item()


@pytest.mark.parametrize(
    ("metric", "higher"), [("cba", True), ("cen", False), (["cba", "mcc"], True), (["cba", "cen"], None)]
)
def test_it_knows_whether_higher_is_better(metric, higher):
    score = Score(metric, classes=3)
    assert score.higher_is_better is higher
    assert pickle.loads(pickle.dumps(score)).higher_is_better is higher  # noqa: S301 - our own bytes
    assert score.is_differentiable is False


# What it counts


def test_labels_logits_and_probabilities_are_counted_alike(items):
    truth, prediction, logits = items
    wanted = counted(truth, prediction).counts
    for preds in (prediction, prediction.to(torch.uint8), logits, logits.softmax(dim=1), logits.half().double()):
        score = Score(classes=4)
        score.update(preds, truth.to(torch.int16))
        found = score.confusion().counts
        np.testing.assert_array_equal(found.sum(axis=1), wanted.sum(axis=1))
        if preds.dtype != torch.float64:  # rounding to half may change a few of them
            np.testing.assert_array_equal(found, wanted)
            assert found.dtype == np.int64


def test_items_may_have_further_axes(items):
    truth, prediction, logits = items
    wanted = counted(truth, prediction).counts
    images = logits.reshape(5, 10, 10, 4).movedim(-1, 1)  # (N, C, height, width)
    for preds in (images, prediction.reshape(5, 10, 10)):
        score = Score(classes=4)
        score.update(preds, truth.reshape(5, 10, 10))
        np.testing.assert_array_equal(score.confusion().counts, wanted)


def test_two_classes_may_be_true_and_false():
    score = Score("accuracy", labels=[False, True])
    score.update(torch.tensor([True, False, True]), torch.tensor([True, True, True]))
    assert score.compute().item() == pytest.approx(2 / 3)


@pytest.mark.parametrize("ignored", [-100, 2])
def test_items_of_the_ignored_label_are_left_out(ignored, items):
    truth, prediction, logits = items
    truth = truth.clone()
    truth[::7] = ignored
    kept = truth != ignored
    logits = logits.clone()
    logits[::7] = torch.nan  # what stands where nothing is to be counted does not matter
    prediction = torch.where(kept, prediction, -5)
    for preds in (logits, prediction):
        score = Score(classes=4, ignore_index=ignored)
        score.update(preds, truth)
        np.testing.assert_array_equal(score.confusion().counts, counted(truth[kept], logits[kept].argmax(dim=1)).counts)


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32, torch.int64])
def test_weights_are_summed_in_float64(dtype, items):
    truth, prediction, logits = items
    weights = (torch.arange(500) % 7 + (0 if dtype == torch.int64 else 0.1)).to(dtype)
    score = Score(["cba", "mcc at importance"], "rarity", classes=4, weighted=True)
    score.update(logits[:200], truth[:200], weights[:200].requires_grad_(dtype != torch.int64))
    score.update(logits[200:], truth[200:], weights=weights[200:])
    cm = counted(truth, prediction, weights=weights.detach().double().numpy())
    np.testing.assert_allclose(score.confusion().counts, cm.counts, rtol=1e-13)
    assert not score.counted.requires_grad
    for name, value in score.compute().items():
        assert value.item() == pytest.approx(sy.metrics[name](cm, importance="rarity"), rel=1e-12)


def test_weights_of_ignored_items_do_not_matter():
    score = Score("accuracy", classes=2, weighted=True, ignore_index=-1)
    score.update(torch.tensor([0, 1, 1]), torch.tensor([0, -1, -1]), torch.tensor([2.0, 5.0, torch.nan]))
    assert score.confusion().counts.tolist() == [[2.0, 0.0], [0.0, 0.0]]


def test_a_batch_without_items_changes_nothing(items):
    truth, prediction, _ = items
    score = Score(classes=4)
    score.update(prediction, truth)
    before = score.counted.clone()
    score.update(torch.zeros(0, 4), truth[:0])
    assert torch.equal(score.counted, before)


def test_update_never_looks_at_a_value(items):
    """Tensors of the meta device have none, so that whoever waits for one fails; on a GPU it would wait."""
    truth, prediction, logits = (part.to("meta") for part in items)
    for weighted in (False, True):
        score = Score(classes=4, ignore_index=-100, weighted=weighted).to("meta")
        for preds in (prediction, logits):
            score.update(preds, truth, *([truth.float()] if weighted else []))
        assert score.counted.device.type == "meta"
        with pytest.raises((RuntimeError, NotImplementedError)):
            score.compute()


# What torchmetrics does with it


def test_called_it_gives_the_value_of_the_batch_and_goes_on(items):
    truth, prediction, logits = items
    score = Score("cba", classes=4)
    for start in range(0, 500, 100):
        part = slice(start, start + 100)
        value = score(logits[part].requires_grad_(), truth[part])
        assert value.item() == sy.metrics.cba(counted(truth[part], prediction[part]))
    assert score.compute().item() == sy.metrics.cba(counted(truth, prediction))
    weighed = Score("accuracy", classes=4, weighted=True)
    assert weighed(prediction, prediction, torch.ones(500, requires_grad=True)) == 1.0


def test_merged_scores_have_counted_both(items):
    truth, prediction, _ = items
    first, second = Score("cba", classes=4), Score("cba", classes=4)
    first.update(prediction[:100], truth[:100])
    second.update(prediction[100:], truth[100:])
    first.compute()
    first.merge_state(second)
    assert first.compute().item() == sy.metrics.cba(counted(truth, prediction))
    with pytest.raises(ValueError, match="only scores of the same classes can be merged"):
        first.merge_state(Score("cba", labels=NAMES))


def test_copies_go_their_own_way(items):
    truth, prediction, _ = items
    score = Score("cba", "rarity", labels=NAMES)
    score.update(prediction[:300], truth[:300])
    before = score.compute().item()
    copies = [score.clone(), copy.deepcopy(score), pickle.loads(pickle.dumps(score))]  # noqa: S301 - our own bytes
    for each in copies:
        assert each.compute().item() == before
        each.update(prediction[300:], truth[300:])
        assert each.compute().item() == sy.metrics.cba(counted(truth, prediction), importance="rarity")
    assert score.compute().item() == before
    assert score.confusion().total == 300
    score.reset()
    assert score.confusion().total == 0


def test_the_counts_are_saved_with_a_model_if_asked_for(items):
    truth, prediction, _ = items
    score, other = Score("cba", classes=4), Score("cba", classes=4)
    score.update(prediction, truth)
    assert score.state_dict() == {}
    score.persistent(mode=True)
    other.persistent(mode=True)
    other.load_state_dict(score.state_dict())
    assert other.confusion() == score.confusion()


def test_in_a_collection_scores_share_their_counts(items):
    truth, _, logits = items
    every = torchmetrics.MetricCollection(
        {"a": Score("cba", "rarity", classes=4), "b": Score("mcc", classes=4), "c": Score(["kappa", "rci"], classes=4)}
    )
    for start in range(0, 500, 100):
        every.update(logits[start : start + 100], truth[start : start + 100])
    assert [*every.compute_groups.values()] == [["a", "b", "c"]]
    cm = counted(truth, logits.argmax(dim=1))
    wanted = {"a": sy.metrics.cba(cm, importance="rarity"), "b": sy.metrics.mcc(cm)}
    wanted |= {"kappa": sy.metrics.kappa(cm), "rci": sy.metrics.rci(cm)}
    assert {name: value.item() for name, value in every.compute().items()} == wanted


def test_torchmetrics_may_wrap_it(items):
    from torchmetrics.wrappers import MetricTracker, MinMaxMetric, Running

    truth, prediction, _ = items
    parts = [slice(start, start + 100) for start in range(0, 500, 100)]
    values = [sy.metrics.cen(counted(truth[part], prediction[part])) for part in parts]
    tracker = MetricTracker(Score("cen", classes=4), maximize=None)  # it asks the score which end is better
    running, extremes = Running(Score("cen", classes=4), window=2), MinMaxMetric(Score("cen", classes=4))
    difference = Score("accuracy", classes=4) - Score("balanced_accuracy", classes=4)
    for part in parts:
        tracker.increment()
        for wrapped in (tracker, running, difference):
            wrapped.update(prediction[part], truth[part])
        extremes(prediction[part], truth[part])
    assert tracker.best_metric(return_step=True) == (min(values), int(np.argmin(values)))
    assert running.compute().item() == sy.metrics.cen(counted(truth[300:], prediction[300:]))
    assert extremes(prediction[:100], truth[:100])["min"].item() == min(values)
    cm = counted(truth, prediction)
    assert difference.compute().item() == sy.metrics.accuracy(cm) - sy.metrics.balanced_accuracy(cm)


@pytest.mark.parametrize("weighted", [False, True])
def test_a_model_in_half_precision_does_not_round_the_counts(weighted):
    holder = torch.nn.Module()
    holder.score = Score("accuracy", classes=2, weighted=weighted)
    many = torch.zeros(70_001, dtype=torch.int64)  # more than the largest half
    weights = [torch.ones(70_001)] if weighted else []
    holder.score.update(many, many, *weights)
    holder.half()
    holder.to(torch.bfloat16)
    holder.score.set_dtype(torch.float16)
    assert holder.score.confusion().total == 70_001
    holder.score.reset()
    holder.score.update(many, many, *weights)
    assert holder.score.confusion().total == 70_001


def test_counting_goes_on_after_inference_mode(items):
    truth, prediction, _ = items
    score = Score("accuracy", classes=4)
    with torch.inference_mode():
        score.update(prediction, truth)
        score.compute()
        score.reset()  # as Lightning does at the end of a validation
    score.update(prediction[:100], truth[:100])
    assert score.confusion().total == 100


def test_it_can_be_drawn(items):
    pytest.importorskip("matplotlib", reason="Matplotlib is not installed")
    import matplotlib as mpl

    mpl.use("Agg")
    truth, prediction, _ = items
    score = Score("cba", classes=4)
    values = [score(prediction[:250], truth[:250]), score(prediction[250:], truth[250:])]
    figure, axes = score.plot(values)
    assert axes.lines
    mpl.pyplot.close(figure)


def test_it_shows_what_it_measures():
    assert repr(Score("cba", "rarity", classes=4)) == "Score(cba under rarity; 4 classes)"


# What it refuses


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({}, "the classes must be known: give classes=, how many"),
        ({"classes": 3, "labels": ["a", "b"]}, "classes is 3, but labels name 2"),
        ({"classes": 3, "metric": "recall"}, "'recall' gives one value per class, not one number"),
        ({"classes": 3, "metric": "acuracy"}, "Did you mean 'accuracy'"),
        ({"classes": 3, "metric": []}, "a score needs at least one metric"),
        ({"classes": 3, "metric": ["mean_f", "cba"], "beta": 2}, "write it into the name, as in 'mean_f\\(beta=2\\)'"),
        ({"classes": 3, "metric": "mean_f", "betta": 2}, "mean_f has no parameter 'betta'"),
        ({"classes": 3, "importance": {"fraud": 1}}, "there is no class 'fraud'; the classes are 0, 1, 2"),
        ({"classes": 3, "undefined": "skip"}, "undefined must be one of"),
        ({"classes": 3, "ignore_index": 0.5}, "ignore_index must be a whole number, not 0.5"),
    ],
)  # fmt: skip
def test_what_cannot_be_measured_is_refused_before_training(arguments, sentence):
    with pytest.raises(ValueError, match=sentence):
        Score(**arguments)


LABELS = torch.tensor([0, 1, 2])


@pytest.mark.parametrize(
    ("batch", "sentence"),
    [
        (([0, 1, 2], LABELS), "preds must be a tensor, not list"),
        ((LABELS, LABELS.float()), "target must be whole numbers, the classes' places, not torch.float32"),
        ((LABELS.float(), LABELS), "must be whole numbers, not torch.float32; logits or probabilities have the shape"),
        ((torch.zeros(3, 4), LABELS), r"the same shape, or \(3, 3\) as logits or probabilities, not \(3, 4\)"),
        ((torch.zeros(3, 3, dtype=torch.int64), LABELS), "logits or probabilities must be floating-point numbers"),
        ((LABELS[:2], LABELS), r"for true labels of the shape \(3,\), predictions must have the same shape"),
        ((torch.zeros(3), torch.tensor(1)), "predictions must have the same shape"),
        ((LABELS, LABELS, torch.ones(3)), "make it with weighted=True"),
        ((LABELS.to("meta"), LABELS), r"preds is on meta, but the score counts on cpu; move it with score.to\("),
    ],
)  # fmt: skip
def test_a_batch_of_the_wrong_kind_is_refused_at_once(batch, sentence):
    with pytest.raises(ValueError, match=sentence):
        Score(classes=3).update(*batch)


def test_weights_are_given_always_or_never():
    score = Score(classes=3, weighted=True)
    with pytest.raises(ValueError, match="was made with weighted=True, so that update needs weights"):
        score.update(LABELS, LABELS)
    with pytest.raises(ValueError, match=r"weights must have the shape of target, \(3,\), not \(2,\)"):
        score.update(LABELS, LABELS, torch.ones(2))


@pytest.mark.parametrize(
    ("batch", "sentence"),
    [
        ((LABELS, LABELS + 1), "1 of the true labels are outside 0…2; leave out those of no class with ignore_index"),
        ((LABELS - 2, LABELS), "2 of the predictions are outside 0…2, or come from logits that are NaN"),
        ((torch.tensor([[0.0, 1, torch.nan]] * 3), LABELS), "3 of the predictions are outside"),
        ((LABELS, LABELS, torch.tensor([1.0, -1.0, torch.inf])), "2 of the weights are below 0 or not finite"),
    ],
)
def test_values_that_cannot_be_counted_are_told_in_the_end(batch, sentence):
    score = Score("accuracy", classes=3, weighted=len(batch) == 3)
    score.update(*batch)
    for ask in (score.compute, score.confusion):
        with pytest.raises(ValueError, match=sentence):
            ask()
    score.reset()
    score.update(LABELS, LABELS, *([torch.ones(3)] if score.weighted else []))
    assert score.compute().item() == 1.0


def test_a_batch_that_lacks_a_class_asks_for_the_sizes_of_the_training_data():
    """As in the few batches that Lightning tries before the training."""
    score = Score("cba", "rarity", labels=["a", "b", "c"])
    sentence = "the importance 'rarity' depends on class sizes, but there are no items of 'c'; give counts="
    with pytest.raises(ValueError, match=sentence):
        score(LABELS[:2], LABELS[:2])
    assert Score("cba", "rarity", counts=[7, 2, 1])(LABELS[:2], LABELS[:2]) == 1.0


def test_without_torchmetrics_one_sentence_says_what_to_install(monkeypatch):
    import steelyard.integrations.torch as ours

    monkeypatch.delattr(ours, "Score", raising=False)
    monkeypatch.delitem(sys.modules, "steelyard.integrations.torch.score")
    monkeypatch.setitem(sys.modules, "torchmetrics", None)
    with pytest.raises(ImportError, match=r"^Score needs torchmetrics; pip install torchmetrics\.$"):
        ours.Score  # noqa: B018 - the access is the test


# In Lightning, and in two processes

lightning = pytest.mark.filterwarnings(
    "ignore:.*isinstance.treespec, LeafSpec.*:FutureWarning",  # Lightning's own use of PyTorch
    "ignore:.*does not have many workers",  # advice on a faster loader, given where there are many cores
)


@lightning
def test_lightning_logs_the_value_of_the_epoch(items):
    pl = pytest.importorskip("lightning.pytorch", reason="Lightning is not installed: make devices")
    from torch.utils.data import DataLoader, TensorDataset

    truth, _, features = items

    class Model(pl.LightningModule):
        def __init__(self):
            super().__init__()
            self.layer = torch.nn.Linear(4, 4)
            self.training_score = Score("balanced_accuracy", classes=4)
            self.score = Score("cba", "rarity", counts=[250, 150, 75, 25])
            self.several = Score(["cba", "mcc"], classes=4)
            self.seen = []

        def training_step(self, batch, _):
            x, y = batch
            logits = self.layer(x)
            self.log("batch", self.training_score(logits, y), on_step=True)
            return torch.nn.functional.cross_entropy(logits, y)

        def validation_step(self, batch, _):
            x, y = batch
            logits = self.layer(x)
            self.seen.append((y, logits.argmax(dim=1)))
            self.score.update(logits, y)
            self.several.update(logits, y)
            self.log("score", self.score, on_epoch=True)

        def on_validation_epoch_end(self):
            y, prediction = (torch.cat(parts) for parts in zip(*self.seen, strict=True))
            self.seen.clear()
            weights = sy.importance.rarity([250, 150, 75, 25])
            self.wanted = sy.evaluate(counted(y, prediction), importance=weights, confidence=None)["cba"].value
            self.wanted_mcc = sy.metrics.mcc(counted(y, prediction))
            self.log_dict(self.several.compute())
            self.several.reset()

        def configure_optimizers(self):
            return torch.optim.SGD(self.parameters(), lr=0.5)

    torch.manual_seed(0)
    model = Model()
    trainer = pl.Trainer(
        accelerator="cpu", max_epochs=2, num_sanity_val_steps=1, logger=False, enable_checkpointing=False,
        enable_progress_bar=False, enable_model_summary=False,
    )  # fmt: skip
    data = TensorDataset(features, truth)
    trainer.fit(model, DataLoader(data, batch_size=125), DataLoader(data, batch_size=64))
    assert trainer.callback_metrics["score"].item() == pytest.approx(model.wanted, abs=1e-7)  # Lightning keeps float32
    assert trainer.callback_metrics["mcc"].item() == pytest.approx(model.wanted_mcc, abs=1e-7)
    assert 0 <= trainer.callback_metrics["batch"] <= 1
    assert model.training_score.confusion().total == 1000  # two epochs; as a value, Lightning does not reset it


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    """What two processes found that share the items, this one and another; also under Lightning's DDP."""
    has_lightning = _installed("lightning")
    store = tmp_path_factory.mktemp("gloo") / "store"
    around = {"LOCAL_RANK": "0", "NODE_RANK": "0", "WORLD_SIZE": "2", "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": "0"}
    around |= {"GLOO_SOCKET_IFNAME": "lo"} if sys.platform == "linux" else {}
    ranks = runpy.run_path(str(RANKS))
    other = subprocess.Popen(
        [sys.executable, str(RANKS), str(store), *(["lightning"] if has_lightning else [])],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ | around | {"LOCAL_RANK": "1"},
    )  # fmt: skip
    with pytest.MonkeyPatch.context() as patch:
        for name, value in around.items():
            patch.setenv(name, value)
        try:
            ranks["join"](0, store)
            own = ranks["found"](0)
            if has_lightning:
                own["lightning"] = ranks["in_lightning"](0)
        finally:
            if torch.distributed.is_initialized():
                torch.distributed.destroy_process_group()
            try:
                out, errors = other.communicate(timeout=120)
            finally:
                other.kill()
    assert other.returncode == 0, errors
    return ranks["items"](), own, json.loads(out)


def _installed(name):
    from importlib.util import find_spec

    return find_spec(name) is not None


@pytest.mark.slow
@lightning
def test_two_processes_say_what_one_says(both):
    (truth, logits, weights), own, others = both
    cm = counted(truth, logits.argmax(dim=1))
    assert {name for name in own if own[name] != others[name]} == {"own"}
    assert own["all"] == sy.measure(cm, ["cba", "mcc"], importance="rarity")
    assert own["confusion"] == cm.counts.tolist()
    weighed = sy.Confusion.from_labels(truth.numpy(), logits.argmax(dim=1).numpy(), weights=weights.numpy())
    assert own["weighed"] == pytest.approx(sy.metrics.f_of_averages(weighed), rel=1e-12)


@lightning
def test_each_process_keeps_its_own_counts_and_goes_on(both):
    (truth, logits, _), own, others = both
    assert (np.array(own["own"]) + np.array(others["own"])).tolist() == own["confusion"]
    assert sum(map(sum, own["own"])) == 173
    early = torch.cat([torch.arange(50), 173 + torch.arange(50)])
    cm = counted(truth[early], logits[early].argmax(dim=1))
    assert own["early"] == sy.measure(cm, ["cba", "mcc"], importance="rarity")


@lightning
def test_a_process_without_items_has_the_value_of_the_others(both):
    (truth, logits, _), _, others = both
    assert others["lonely"] == sy.metrics.accuracy(counted(truth[:173], logits[:173].argmax(dim=1)))


@lightning
def test_what_one_process_cannot_count_all_of_them_tell(both):
    (truth, _, _), own, others = both
    number = int((truth[173:] == 2).sum())
    assert own["refused"] == others["refused"]
    assert own["refused"].startswith(f"{number} of the predictions are outside 0…3")


@lightning
def test_lightning_logs_the_same_under_ddp(both):
    pytest.importorskip("lightning.pytorch", reason="Lightning is not installed: make devices")
    (truth, logits, _), own, _ = both
    wanted = sy.metrics.cba(counted(truth, logits.argmax(dim=1)), importance="rarity")
    assert own["lightning"] == pytest.approx(wanted, abs=1e-7)


@lightning
def test_measuring_on_a_device_loads_no_torchmetrics(both):
    _, _, others = both
    assert others["torchmetrics_by_measure"] is False


@pytest.mark.parametrize("copies", [1, 7])
def test_copies_of_the_matrix_count_the_same(copies):
    """On a GPU, neighbouring items of a large batch count into copies, which are then added."""
    from steelyard.integrations.torch import score

    cell = torch.randint(9, (1000,), generator=torch.Generator().manual_seed(0))
    counted = torch.ones(3, 3, dtype=torch.int64)
    vars(score)["_count"](counted, cell, torch.ones(1000, dtype=torch.int64), copies)
    assert torch.equal(counted.view(-1), 1 + torch.bincount(cell, minlength=9))


def test_only_many_items_of_few_classes_are_spread_and_not_on_a_cpu():
    from steelyard.integrations.torch import score

    copies = vars(score)["_copies"]
    many = torch.empty(score.MANY_ITEMS + 1, device="meta")
    assert copies(many, 100) == score.MOST_COPIED // 100
    assert copies(many, 10**6) == copies(many[:100], 100) == copies(torch.empty(len(many)), 100) == 1


def test_torchmetrics_own_word_for_the_number_of_classes_is_taken():
    assert Score("mean_f", num_classes=3, beta=2).labels == Score("mean_f", classes=3).labels == (0, 1, 2)
