"""The command `scores`: how good are probabilities and other scores, and which model's are better."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from steelyard.cli import options as opt
from steelyard.cli import pages
from steelyard.cli.pages import console

if TYPE_CHECKING:
    from steelyard.scores.comparison import ScoreComparison
    from steelyard.scores.evaluation import ScoreEvaluation


class FormChoice(StrEnum):
    """What scores are."""

    PROBABILITIES = "probabilities"
    LOGITS = "logits"
    RANKS = "ranks"


@opt.with_records
def scores(
    file: opt.Files = None,
    *,
    truth: opt.Truth = None,
    scores: Annotated[
        list[str] | None,
        typer.Option(
            "--scores",
            "-s",
            metavar="[NAME=]COLUMNS",
            help='The columns with scores, e.g. "p_*" or "p_{class}", of several models "{model}_{class}"; of two '
            "classes, one column, with --positive. Repeat it for several models, NAME=COLUMNS.",
        ),
    ] = None,
    weight: opt.Weight = None,
    importance: opt.What = None,
    metric: Annotated[
        list[str] | None,
        typer.Option(
            "--metric",
            "-m",
            help="A metric of scores, e.g. roc_auc, or of labels, e.g. balanced_accuracy: of the most probable class. "
            "May be repeated.",
        ),
    ] = None,
    positive: Annotated[
        str | None,
        typer.Option("--positive", metavar="CLASS", help="The class to rank, and that of a single column."),
    ] = None,
    shares: Annotated[
        str | None, typer.Option("--shares", help='Class shares to measure at, e.g. "fraud=0.005", or "uniform".')
    ] = None,
    form: Annotated[FormChoice, typer.Option("--form", help="What the scores are.")] = FormChoice.PROBABILITIES,
    labels: opt.Labels = None,
    bins: Annotated[
        int | None,
        typer.Option(
            "--bins",
            help="Count scores into so many bins where they lie, for files of any size; models are then not compared.",
        ),
    ] = None,
    between: Annotated[
        str | None, typer.Option("--between", metavar="LOW,HIGH", help="Where bins of --form ranks reach.")
    ] = None,
    confidence: opt.Confidence = 0.95,
    page: pages.Page,
    as_json: opt.AsJson = False,
    as_csv: opt.AsCsv = False,
) -> None:
    """Measure probabilities and other scores; of several models, say which are better, and how sure that is."""
    import steelyard as sy  # noqa: PLC0415 - loaded when the command runs
    from steelyard.cli import reading  # noqa: PLC0415
    from steelyard.scores.binning import scores_or_bins  # noqa: PLC0415

    pages.one_form(as_json=as_json, as_csv=as_csv)
    page.check(lambda: reading.files_at(file))
    place = reading.place_of_scores(file, truth, scores)
    asked: dict[str, Any] = {
        "importance": importance,
        "metrics": metric or None,
        "confidence": confidence,
        "positive": positive,
        "shares": None if shares is None else reading.class_shares(shares),
    }
    read = scores_or_bins(
        place,
        _models(scores or []),
        metrics=metric or None,
        bins=bins,
        between=None if between is None else tuple(reading.listed(between)),
        truth=truth,
        weight=weight,
        positive=positive,
        labels=None if labels is None else reading.listed(labels),
        form=form.value,
    )
    result = sy.scores.evaluate(read, **asked)
    compared = sy.scores.compare(read, **asked) if len(result.models) > 1 and bins is None else None
    with page.written(result):
        _show(result, compared, as_json=as_json, as_csv=as_csv)


def _show(result: ScoreEvaluation, compared: ScoreComparison | None, *, as_json: bool, as_csv: bool) -> None:
    if as_json and compared is not None:
        from steelyard.counts.answer import json_text  # noqa: PLC0415

        typer.echo(json_text(result.to_dict() | {"comparison": compared}))
        return
    if pages.for_programs(result, as_json=as_json, as_csv=as_csv):
        return
    from steelyard.show.scores import print_scores  # noqa: PLC0415

    print_scores(result, compared, console())


def _models(given: list[str]) -> Any:
    """Return columns of scores as `sy.scores.evaluate` takes them: one text, a list of them, or models by name."""
    from steelyard.scores.score_columns import is_pattern, model_of  # noqa: PLC0415 - loaded when the command runs

    if not any("=" in each for each in given):
        return given[0] if len(given) == 1 else given
    models: dict[str, str] = {}
    for each in given:
        name, is_named, columns = each.partition("=")
        if not is_named:
            name, columns = model_of(each) if is_pattern(each) else each, each
        if not name or not columns:
            raise ValueError(f"cannot read --scores {each!r}; write NAME=COLUMNS, or the columns alone.")
        if name in models:
            raise ValueError(f"two models are called {name!r}; name them apart, NAME=COLUMNS.")
        models[name] = columns
    return models
