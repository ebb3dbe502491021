"""The main table: every network under every metric."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

from steelyard import Confusion, metrics
from steelyard_papers.experiments.sentiment.answered import Answered, Together, majority_share, tested
from steelyard_papers.experiments.sentiment.reviews import STARS
from steelyard_papers.type_names import Floats

MODEL = ("architecture", "training", "per")
"""The columns that tell one model from another."""


def measurements(answered: Answered) -> list[dict[str, Any]]:
    """Return the table `sentiment`: a row for each architecture, way to train and seed."""
    rows = []
    for (architecture, way), by_seed in answered.by_model.items():
        for seed, result in by_seed.items():
            cm = tested(result)
            seen = Confusion(result["training_counts"], labels=STARS)
            rows.append(
                {
                    "architecture": architecture,
                    "training": way.training,
                    "per": way.per,
                    "seed": seed,
                    "accuracy": float(metrics["accuracy"](cm)),
                    "balanced_accuracy": float(metrics["balanced_accuracy"](cm, undefined="exclude")),
                    **{
                        f"wba_{name}": float(metrics["wba"](cm, importance=weights, undefined="exclude"))
                        for name, weights in answered.weights.items()
                    },
                    **{
                        f"recall_{star}": float(recall)
                        for star, recall in zip(STARS, metrics["recall"](cm, undefined="exclude"), strict=True)
                    },
                    "answered_5": majority_share(result),
                    "training_accuracy": float(metrics["accuracy"](seen)),
                    "training_balanced_accuracy": float(metrics["balanced_accuracy"](seen, undefined="exclude")),
                    "last_loss": result["losses"][-1],
                }
            )
    return rows


def means(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the table `sentiment_means`: what `measurements` returned, averaged over seeds."""
    by_model: dict[tuple[str, ...], list[Mapping[str, Any]]] = {}
    for row in rows:
        by_model.setdefault(tuple(row[name] for name in MODEL), []).append(row)
    return [
        {
            **dict(zip(MODEL, model, strict=True)),
            "seeds": len(mine),
            **{name: fmean(row[name] for row in mine) for name in mine[0] if name not in (*MODEL, "seed")},
        }
        for model, mine in by_model.items()
    ]


def values_by_seed(models: Together, metric: str, weights: Any = None) -> dict[str, Floats]:
    """Return the value of each model in each seed."""
    counts = Confusion.from_labels(models.truth, dict(models.answers), labels=STARS, by={"seed": models.seed})
    values = metrics[metric](counts, undefined="exclude", **({} if weights is None else {"importance": weights}))
    return dict(zip(models.answers, values, strict=True))
