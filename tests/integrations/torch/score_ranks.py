"""What each of two processes does for test_torch_score: it counts its own share of the items, and asks for the value.

The tests are the first process; run as a script, this file is the second, and prints what it found as JSON.
"""

import json
import sys
from datetime import timedelta

import torch
from torch import distributed

from steelyard.measuring import on_device  # noqa: F401 - loaded first, to see what it loads

TORCHMETRICS_BY_MEASURE = "torchmetrics" in sys.modules

from steelyard.integrations.torch import Score  # noqa: E402 - it loads torchmetrics

CLASSES = 4
SHARES = slice(0, 173), slice(173, 240)
"""Which items each process has: not the same number."""


def items():
    """Return true labels, logits and weights, the same in every process; the second share lacks class 3."""
    generator = torch.Generator().manual_seed(7)
    truth = torch.multinomial(torch.tensor([0.6, 0.25, 0.1, 0.05]), 240, replacement=True, generator=generator)
    truth[SHARES[1]] %= 3
    logits = torch.randn(240, CLASSES, generator=generator, dtype=torch.float64)
    logits[torch.arange(240), truth] += 1.0
    return truth, logits, torch.rand(240, generator=generator, dtype=torch.float64)


def join(rank, store):
    """Make this process one of two."""
    distributed.init_process_group(
        "gloo", init_method=f"file://{store}", rank=rank, world_size=2, timeout=timedelta(seconds=120)
    )


def found(rank):
    """Return what the score says in this process, in the cases that the tests look at."""
    truth, logits, weights = (part[SHARES[rank]] for part in items())
    score = Score(["cba", "mcc"], "rarity", classes=CLASSES)
    score.update(logits[:50], truth[:50])
    early = {name: value.item() for name, value in score.compute().items()}
    score.update(logits[50:], truth[50:])
    weighed = Score("f_of_averages", classes=CLASSES, weighted=True)
    weighed.update(logits, truth, weights)
    lonely = Score("accuracy", classes=CLASSES)
    if rank == 0:
        lonely.update(logits, truth)
    lonely._update_count = 1  # noqa: SLF001 - without it torchmetrics warns that this process has no items, on purpose
    wrong = Score("accuracy", classes=CLASSES)
    wrong.update(truth + 2 * rank, truth)  # of class 2, the second process says 4
    try:
        refused = str(wrong.compute())
    except ValueError as error:
        refused = str(error)
    return {
        "early": early,
        "all": {name: value.item() for name, value in score.compute().items()},
        "confusion": score.confusion().counts.tolist(),
        "own": score.counted.tolist(),
        "weighed": weighed.compute().item(),
        "lonely": lonely.compute().item(),
        "refused": refused,
    }


def in_lightning(rank):
    """Return the value that Lightning logs, with this process as one of the two of its strategy."""
    from lightning.pytorch import LightningModule, Trainer
    from torch.utils.data import DataLoader, TensorDataset

    class Model(LightningModule):
        def __init__(self):
            super().__init__()
            self.score = Score("cba", "rarity", classes=CLASSES)

        def validation_step(self, batch, _):
            logits, truth = batch
            self.score.update(logits, truth)
            self.log("score", self.score)

    truth, logits, _ = (part[SHARES[rank]] for part in items())
    trainer = Trainer(
        accelerator="cpu", strategy="ddp", devices=2, use_distributed_sampler=False, logger=False,
        enable_checkpointing=False, enable_progress_bar=False, enable_model_summary=False,
    )  # fmt: skip
    (logged,) = trainer.validate(Model(), DataLoader(TensorDataset(logits, truth), batch_size=64), verbose=False)
    return logged["score"]


if __name__ == "__main__":
    import os

    join(1, sys.argv[1])
    results = {**found(1), "torchmetrics_by_measure": TORCHMETRICS_BY_MEASURE}
    if "lightning" in sys.argv:
        results["lightning"] = in_lightning(1)
    distributed.destroy_process_group()
    sys.stdout.write(json.dumps(results))
    sys.stdout.flush()
    os._exit(0)  # Gloo's threads may outlive the interpreter
