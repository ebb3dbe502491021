"""An evaluation for Hugging Face's hub: the `model-index` of a model card, and the card's section about it.

Nothing of the hub is needed to write them. What the hub expects:
https://github.com/huggingface/hub-docs/blob/main/modelcard.md
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from steelyard.counts.answer import number, plain_label
from steelyard.counts.labels import text
from steelyard.counts.matrix_input import MODEL
from steelyard.measuring.view import DEFAULT_POLICY

if TYPE_CHECKING:
    from steelyard.evaluation.evaluate import Evaluation
    from steelyard.evaluation.score import Score

ALWAYS = {"accuracy": "accuracy", "mcc": "matthews_correlation"}
"""What the hub calls metrics that no importance changes."""

IF_ALL_ALIKE = {"mean_f": "f1", "macro_precision": "precision", "balanced_accuracy": "balanced_accuracy"}
"""And those that are the usual averages if all classes count the same; else, they keep our names."""


def model_index(
    evaluation: Evaluation,
    dataset: str | Mapping[str, str],
    name: str | None = None,
    *,
    task: str = "text-classification",
) -> dict[str, Any]:
    """Return the `model-index` of an evaluation, as plain values.

    Parameters
    ----------
    evaluation
        What `sy.evaluate` returned; slices are taken together.
    dataset
        The data set on the hub, such as "amazon_polarity"; or what is known of it: "type" and "name", and "config",
        "split" or "revision".
    name
        What the model is called; several models have names of their own.
    task
        The hub's name of the task, such as "image-classification" or "tabular-classification".

    Examples
    --------
    >>> import steelyard as sy
    >>> result = sy.evaluate([[8, 2], [1, 9]], metrics=["accuracy", "mcc"], intervals="none")
    >>> index = model_index(result, "toxic_comments", "tree")
    >>> index["model-index"][0]["results"][0]["metrics"][0]
    {'type': 'accuracy', 'value': 0.85, 'name': 'accuracy'}
    """
    whole = evaluation.overall
    known = {"type": dataset, "name": dataset} if isinstance(dataset, str) else dict(dataset)
    if "type" not in known:
        raise ValueError('the data set needs a "type", its name on the hub.')
    about = {"task": {"type": task}, "dataset": {"name": known["type"], **known}}
    return {
        "model-index": [
            {"name": each, "results": [{**about, "metrics": [_metric(score, whole) for score in scores]}]}
            for each, scores in _models(whole, name)
        ]
    }


def model_card(
    evaluation: Evaluation,
    dataset: str | Mapping[str, str],
    name: str | None = None,
    *,
    task: str = "text-classification",
) -> str:
    """Return a model card: `model_index` as its YAML head, then metrics and classes as tables, with what to beware of.

    The parameters are those of `model_index`. Write it to README.md of the model, and add what else is to be said.

    Examples
    --------
    >>> import steelyard as sy
    >>> result = sy.evaluate([[8, 2], [1, 9]], metrics=["accuracy", "mcc"], intervals="none")
    >>> for line in model_card(result, "toxic_comments", "tree").splitlines()[:4]:
    ...     print(line)
    ---
    model-index:
    - name: "tree"
      results:
    """
    index, whole = model_index(evaluation, dataset, name, task=task), evaluation.overall
    cautions = dict.fromkeys(
        f"- {score.metric.name}{_of(score)}: {score.misleading}" for score in whole.scores if score.misleading
    )
    parts = [
        "---\n" + "\n".join(_yaml(index)) + "\n---\n",
        "## Evaluation\n",
        whole.to_markdown(),
        "### Classes\n",
        whole.to_markdown("classes"),
        *(["### Numbers that mislead here\n", "\n".join(cautions) + "\n"] if cautions else []),
        "Made with Steelyard.\n",
    ]
    return "\n".join(parts)


def _models(evaluation: Evaluation, name: str | None) -> Iterator[tuple[str, list[Score]]]:
    """Yield each model's name and scores."""
    axes = evaluation.confusion.slice_axes
    if axes:
        raise ValueError(f"a model card is about models, not about slices by {axes[0]!r}.")
    models = evaluation.confusion.axes.get(MODEL)
    if models is None and name is None:
        raise ValueError("say what the model is called: name=.")
    if models is not None and len(models) > 1 and name is not None:
        raise ValueError(f"the {len(models):,} models have names of their own; leave out name=.")
    for model in models or (None,):
        scores = [score for score in evaluation.scores if dict(score.slice).get(MODEL) == model]
        yield text(model) if name is None else name, scores


def _metric(score: Score, evaluation: Evaluation) -> dict[str, Any]:
    metric = score.metric
    alike = str(evaluation.importance) == "uniform" and evaluation.undefined == DEFAULT_POLICY
    known = ALWAYS | (IF_ALL_ALIKE if alike else {})
    result = {"type": known.get(metric.name, metric.name), "value": number(score.value), "name": metric.title}
    told: dict[str, Any] = {"importance": str(evaluation.importance)} if metric.weighted else {}
    if evaluation.stated_shares is not None:
        told["shares"] = evaluation.stated_shares
    if score.low is not None:
        told |= {"confidence": evaluation.confidence, "low": score.low, "high": score.high}
    return result | ({"args": told} if told else {})


def _of(score: Score) -> str:
    return "".join(f" of {text(key)}" for _, key in score.slice)


def _yaml(value: Any, indent: str = "") -> Iterator[str]:
    """Yield the lines of plain values as YAML: every text in quotes, as JSON has it, so that none is read otherwise."""
    if isinstance(value, Mapping):
        for key, each in value.items():
            yield from _under(f"{indent}{key}:", each, indent if isinstance(each, Sequence) else f"{indent}  ")
    else:
        for each in value:
            first, *others = _yaml(each, f"{indent}  ")
            yield f"{indent}- {first.removeprefix(indent + '  ')}"
            yield from others


def _under(head: str, value: Any, indent: str) -> Iterator[str]:
    if isinstance(value, Mapping | list):
        yield head
        yield from _yaml(value, indent)
    else:
        yield f"{head} {json.dumps(plain_label(value), ensure_ascii=False)}"
