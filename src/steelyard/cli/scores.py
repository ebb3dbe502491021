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
    from steelyard.scores.regrets import Regret


class FormChoice(StrEnum):
    """What scores are."""

    PROBABILITIES = "probabilities"
    LOGITS = "logits"
    RANKS = "ranks"


class MissingChoice(StrEnum):
    """What to do with items without a label or a score."""

    REFUSE = "refuse"
    DROP = "drop"


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
    shares: opt.Shares = None,
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
    missing: Annotated[
        MissingChoice, typer.Option("--missing", help="Items without a label or a score.")
    ] = MissingChoice.REFUSE,
    confidence: opt.Confidence = 0.95,
    page: pages.Page,
    as_json: opt.AsJson = False,
    as_csv: opt.AsCsv = False,
) -> None:
    """Measure probabilities and other scores; of several models, say which are better, and how sure that is."""
    import steelyard as sy  # noqa: PLC0415 - loaded when the command runs
    from steelyard.cli import reading  # noqa: PLC0415
    from steelyard.scores.binning import scores_or_bins  # noqa: PLC0415
    from steelyard.scores.given import GivenScores  # noqa: PLC0415

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
    given = GivenScores(
        place,
        _models(scores or []),
        truth=truth,
        weight=weight,
        positive=positive,
        labels=None if labels is None else reading.listed(labels),
        form=form.value,
        missing=missing.value,
    )
    read = scores_or_bins(
        given, metric or None, bins, None if between is None else reading.listed(between, "--between")
    )
    result = sy.scores.evaluate(read, **asked)
    compared = sy.scores.compare(read, **asked) if len(result.models) > 1 and bins is None else None
    decided = None if importance is None or as_csv else _decided(read, asked)
    with page.written(result):
        _show(result, compared, decided, as_json=as_json, as_csv=as_csv)


def _decided(read: Any, asked: dict[str, Any]) -> Regret | ValueError:
    """Return what the importance makes of decisions, or why it makes nothing of them."""
    from steelyard.scores.regrets import regret, takes_long  # noqa: PLC0415 - loaded when the command runs

    if takes_long(read, asked["importance"]):
        return ValueError(
            f"over all importance that you allow, {read.items:,} items of {len(read.labels)} classes take minutes; "
            "`sy.scores.regret` is for that"
        )
    try:
        return regret(read, **{name: value for name, value in asked.items() if name != "metrics"})
    except ValueError as problem:
        return problem


def _show(
    result: ScoreEvaluation,
    compared: ScoreComparison | None,
    decided: Regret | ValueError | None,
    *,
    as_json: bool,
    as_csv: bool,
) -> None:
    beside: dict[str, Any] = {} if compared is None else {"comparison": compared}
    if decided is not None:
        beside |= {"decisions": None if isinstance(decided, ValueError) else decided}
    if as_json and beside:
        from steelyard.counts.answer import json_text  # noqa: PLC0415

        typer.echo(json_text(result.to_dict() | beside))
        return
    if pages.for_programs(result, as_json=as_json, as_csv=as_csv):
        return
    from steelyard.show.scores import print_scores  # noqa: PLC0415

    print_scores(result, compared, console(), decided)


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
