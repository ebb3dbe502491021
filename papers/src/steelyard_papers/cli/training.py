"""The command `training`: whether it helps to train with the importance by which a model is tested."""

from __future__ import annotations

from enum import StrEnum
from pathlib import PurePath
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from steelyard_papers.training.trained import TrainingExperiment


class Learner(StrEnum):
    """What is trained."""

    LOGISTIC = "logistic"
    FOREST = "forest"
    SVM = "svm"


class Per(StrEnum):
    """How importance becomes the weight of an item."""

    CLASS = "class"
    ITEM = "item"


def training(
    file: Annotated[
        list[str] | None,
        typer.Argument(
            help="CSV, Parquet or JSON with one row per item: files, patterns or folders.", show_default=False
        ),
    ] = None,
    truth: Annotated[str | None, typer.Option("--truth", "-t", help="The column with the true labels.")] = None,
    feature: Annotated[
        list[str] | None,
        typer.Option(
            "--feature", "-f", help="A column to learn from; may be repeated; all but the truth if not given."
        ),
    ] = None,
    text: Annotated[
        list[str] | None, typer.Option("--text", help="A column of running text to learn from; may be repeated.")
    ] = None,
    importance: Annotated[
        list[str] | None,
        typer.Option("--importance", "-i", help='What matters, e.g. "1=0.7, 5=0.3, *=none"; may be repeated.'),
    ] = None,
    learner: Annotated[Learner, typer.Option(help="What is trained.")] = Learner.LOGISTIC,
    per: Annotated[
        Per, typer.Option(help="What weighs as much as a class matters: all its items together, or each of them.")
    ] = Per.CLASS,
    folds: Annotated[int | None, typer.Option(help="Folds of the cross-validation; 5 if not given.")] = None,
    test_share: Annotated[
        float | None, typer.Option(help="The share of each class to hold out, instead of cross-validation.")
    ] = None,
    seed: Annotated[int, typer.Option(help="The first seed of the splits, and that of the draws.")] = 0,
    seeds: Annotated[int, typer.Option(help="How often it is repeated with another split.")] = 5,
    confidence: Annotated[float, typer.Option(help="The level of the intervals.")] = 0.95,
    draws: Annotated[
        int | None, typer.Option(help="How often items are drawn anew; if not given, intervals are class by class.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print a row per way to train and criterion as CSV.")] = False,
) -> None:
    """Train with and without importance, and test each under every importance, on items never seen."""
    from steelyard.extending import progress_bar  # noqa: PLC0415 - loaded when the command runs
    from steelyard_papers.training.learners import learner_named  # noqa: PLC0415
    from steelyard_papers.training.table_features import table_features  # noqa: PLC0415
    from steelyard_papers.training.training_experiment import needs_scikit_learn, training_experiment  # noqa: PLC0415

    if as_json and as_csv:
        raise ValueError("choose --json or --csv, not both.")
    if folds is not None and test_share is not None:
        raise ValueError("choose --folds or --test-share, not both.")
    needs_scikit_learn()
    y, columns = _read(file or [], truth, feature or [], text or [])
    made = table_features(columns, text or [])
    with progress_bar("Training") as tell:
        result = training_experiment(
            learner_named(learner.value),
            made.X,
            y,
            importance or [],
            features=made.transformer,
            per=per.value,
            folds=5 if folds is None else folds,
            test_share=test_share,
            seeds=seeds,
            seed=seed,
            confidence=confidence,
            draws=draws,
            data=PurePath((file or [""])[0]).name.split(".")[0],
            progress=None if tell is None else lambda done, every: tell(done / every, f"{done:,} of {every:,} models"),
        )
    _show(result, as_json=as_json, as_csv=as_csv)


def _read(
    files: list[str], truth: str | None, features: list[str], texts: list[str]
) -> tuple[list[Any], dict[str, list[str | None]]]:
    """Return the true labels and the columns to learn from; if only text is named, that alone."""
    from steelyard.extending import read_items  # noqa: PLC0415

    if not files:
        raise ValueError("name a file with one row per item.")
    named = list(dict.fromkeys((*features, *texts)))
    if truth in named:
        raise ValueError(f"column {truth!r} is the truth, so that nothing can be learned from it.")
    return read_items(files, truth, named)


def _show(result: TrainingExperiment, *, as_json: bool, as_csv: bool) -> None:
    if as_json:
        typer.echo(result.to_json())
    elif as_csv:
        typer.echo(result.to_csv(), nl=False)
    else:
        from steelyard.extending import console, print_parts  # noqa: PLC0415 - loaded when the command runs

        print_parts(result.to_parts(), console())
