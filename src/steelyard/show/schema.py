"""The shape of every result as JSON: what `to_dict` and `--json` hold, as a JSON Schema that others can check.

`python -m steelyard.show.schema > docs/results.schema.json` writes what the docs publish.
"""

from __future__ import annotations

import json
import re
from typing import Any

DIALECT = "https://json-schema.org/draft/2020-12/schema"

ATOMS: dict[str, dict[str, Any]] = {
    "text": {"type": "string"},
    "number": {"type": "number"},
    "whole": {"type": "integer"},
    "flag": {"type": "boolean"},
    "label": {"type": ["string", "number", "boolean", "null"]},
    "any": {},
}
"""What has no parts. A label is a class, a model or a slice."""

SHAPES = """
Advice: situation Situation, recommended [Entry], with_care [Entry], avoid [Entry], asked [Entry], suggestions
    [Reason], scores [ScoreEntry]
Attribution: metric text, importance text?, first label, second label, values [number?], difference number?, classes
    [ClassTerm], cells [CellTerm], ends [any], exact flag, residual number?
Audit: metric text, direction text, direction_seen flag, classes [whole], remarks [text], properties
    [Verdict], shares? any
Baseline: name text, x [number], y [number]
BinnedScores: labels [any], bins whole, low number?, high number?, form text, items whole, sizes [whole],
    support [number], sorted_columns flag, models [text], columns [any], losses any
Bounds: metric text, classes whole, supports [number], weights [number], least End, greatest End, declared [number?]
CalibrationGain: way text?, metric text, log_loss_before number?, log_loss_after number?, score_before number?,
    score_after number?
Caution: sentence text, kind text, misleading flag, metrics [text], models [text]
CellTerm: truth label, prediction label, amount number, first number, second number
Chances: best [number], told_best [number], pairs [PairChances], draws whole, weights whole, confidence number, rope
    number
ClassRow: label label, weight number, support number, predicted number, correct number, recall number?, recall_low
    number?, recall_high number?, precision number?, precision_low number?, precision_high number?, f number?, f_low
    number?, f_high number?, specificity number?, specificity_low number?, specificity_high number?, undefined [text],
    interval_note text, * label
ClassValue: label label, value number?, low number?, high number?, items whole
ClassTerm: label label, amount number, why text
Comparison: verdict text, positive label, models [label], items number, dropped number, paired flag, note text,
    grouped flag, across text?, importance text, weights {number}, undefined text, confidence number, rope number,
    intervals text, draws whole?, seed whole, metric text, scores [ModelScore], differences [Difference],
    misleading [Mark], marginals [StuartMaxwell], robustness Robustness?, disagreement Disagreement, what_if?
    WhatIf
Change: label label, model label, worse flag, slices [[label]], found whole, items whole, found_elsewhere whole,
    items_elsewhere whole, p_value number
Changes: shown [Change], p_value number?, why_untested text
Confusion: labels [any], counts? [any], squares? [any], rows? [any], cells? {[any]}, axes? {[any]}, dropped? number
CorrelatedT: test text, mean number, error number, degrees number, p_value number?, low number?, high number?,
    confidence number, posterior Posterior, folds whole, left_out whole, constant flag
Criterion: metric text, importance text?
Curves: metric text, along text, by text, lines [number], x [[number]], values [[number?]]
Difference: metric text, a label, b label, difference number?, low number?, high number?, better label, a_better
    number?, b_better number?, equivalent number?, p_value number?, p_error number?, p_pairs number?, p_adjusted
    number?, p_swaps number?, p_bootstrap number?, test text, limited_by label, undefined_draws whole, note text, folds?
    CorrelatedT|SignedRank?, folds_p_adjusted? number?
Disagreement: models [label], undefined text, criteria [RankedModel], distances [[number?]], pairs [SplitPair],
    disputed [any], reversals [Reversal], sentence text
Discriminated: metric text, importance text?, matrices whole, distinct whole, undefined whole, at_least flag, doubles
    [any], evidence text, exact flag, share number
Discrimination: problem text, supports [whole], matrices whole, undefined text, scores [Discriminated]
Distortions: importance text, weights {number}, shares {number}, undefined text, factors [number], added [whole],
    robust_to_shares [text], robust_to_classes [text], metrics [MetricDistortion]
End: value number?, attained flag, known flag, exact text?, matrix [[number]], at_matrix number?, how text, tried
    whole, converged flag
Entry: metric text, title text, standing text, class label, value number?, values [ValueOfSlice], reasons [Reason]
Evaluation: importance text, positive label, shares {number}?, weights {number}, undefined text, items number, dropped
    number, confidence number?, intervals IntervalSettings, changes? Changes, metrics [Score], classes [ClassRow]
Extremes: first label, second label, worst number?, worst_weights [number], best number?, best_weights [number], how
    text, tried whole, outer any
Flip: share number, low number, high number, below label, above label
Imbalance: sizes {number}, mean number, ratio number?, infrequent whole, skew number?, scenario text
Interval: low number?, high number?, confidence number, method text, spread number?, bias number?, draws whole,
    undefined whole, partial whole, note [text]
IntervalSettings: method text?, * any
IsotonicByClass: way text, labels [any], items number, before number?, after number?, stated [any], found [any]
Joint: models [label], labels [any], codes [[whole]], counts [number], squares? [number], rows? [number], axes?
    {[any]}, at? [[whole]], dropped? number
Lead: value number?, low number?, high number?, better number?
LogScaling: way text, labels [any], items number, before number?, after number?, weights [number], biases [number],
    floor number
Mark: metric text, rule text, sentence text, * label
ListScene: caption text, items [ScoredItem], value number?, exact text?
McNemar: test text, a label, b label, only_a number, only_b number, total number, difference number, p_value number,
    mid_p_value number
Metric: id text, title text, kind text, perspective text, range [number?], direction text, average_of text?, undefined
    text, parameters {any}, aliases [text], symbol text, formula text, reference text, note text
MetricCurve: metric text, direction text, robust flag, present {number?}, values {[number?]}, pairs [PairOrder],
    sentence text
MetricDifferences: differences [Difference]
MetricDistortion: metric text, present number?, part_of_range number?, robust_to_shares flag, robust_to_classes flag,
    fall Shift?, rise Shift?, shares [Shift], classes [Shift], note text, sentence text
MetricScores: scores [Score]
ModelCurve: model text, x [number], y [number], low [number], high [number], best [number], area number?, area_low
    number?, area_high number?, worth [Stretch]
ModelValue: metric text, model text, value number?, low number?, high number?, undefined [label], note text,
    of_decisions flag, binning number, classes [ClassValue]
ModelScore: model label, metric text, value number?, low number?, high number?, undefined_draws whole, note text,
    ranks [number], groups [whole]
ModelRegret: model text, regret number?, low number?, high number?, note text
Move: typical number?, due_to_classifier number?, due_to_shares number?, explained flag
PairChances: first label, second label, first_better number, second_better number, first_told_better number,
    second_told_better number
PairOrder: first label, second label, ahead label, leader label, flips [Flip], ties [any], undefined [any], between
    [number?], sentence text
PairOverWeights: first label, second label, worst number?, worst_weights {number}, best number?, best_weights
    {number}, extremes text, tried whole, outer any, wins number?, loses number?, ties number?, shares text, error
    number?
Posterior: a_better number, equivalent number, b_better number, rope number
RankedModel: metric text, importance text?, model label, value number?, rank number?, undefined flag
Reason: sentence text, detail text, source text, against flag, witness Reference?
Recalibration: way text, labels [any], items number, before number?, after number?, * any
Reference: metric text, property text, classes whole
Regret: verdict text, positive label, importance text?, along text, low number?, high number?, threshold number?, beta
    [number], shares {number}, items whole, confidence number, samples whole, models [ModelRegret], constant {number},
    differences [RegretDifference]
RegretDifference: first text, second text, difference number?, low number?, high number?, p_value number?, p_adjusted
    number?, better text?, everywhere text?, alike flag, first_shown number, second_shown number, stretches
    [Stretch]
Reversal: first label, second label, by Attribution, against Attribution, beyond_chance [flag], sentence
    text
Robustness: metric text, models [label], said text, weights {number}, values [number?], sentence text, pairs
    [PairOverWeights], ranks [[number?]], ranks_error [[number?]], central_weights [any], turning any, sampling text,
    samples whole, note text, dispute text, chances Chances?
Rule: metric text, importance text?, labels [any], weights [number], gains [any], score number?, unseen number?,
    untuned number?, method text, positive label, threshold number?, items number, recalibration Recalibration?,
    calibration_gain CalibrationGain?
Scene: caption text, matrix [[number]], value number?, exact text?, weights [any]
Score: metric text, value number?, normalised number?, low number?, high number?, undefined [label], perspective text,
    direction text, weighting text, note text, interval text?, undefined_draws whole?, interval_note text, misleading
    text?, typical? number?, due_to_classifier? number?, due_to_shares? number?, explained_by_shares? flag, * label
Scored: metric text, models [ModelScore]
ScoreCurves: verdict text, kind text, positive label, share number, stated flag, items whole, confidence number, models
    [ModelCurve], baselines [Baseline]
ScoreComparison: verdict text, models [text], items whole, importance text, confidence number, positive label, labels
    [label], sorted_columns flag, differences [ScoreDifference]
ScoreDifference: metric text, first text, second text, values [number?], difference number?, low number?, high number?,
    p_value number?, p_adjusted number?, better text?, note text, of_decisions flag
ScoreEvaluation: importance text, positive label, weights {number}, shares any, models [text], items whole, confidence
    number, sorted_columns flag, bins whole?, metrics [ModelValue]
ScoreMetric: id text, title text, kind text, direction text, range [number?], formula text, reference text, aliases
    [text], probabilities flag, at_importance flag, parameters {number}, called text, area_to number, sure flag,
    halved flag
ScoreAudit: metric text, direction text, direction_seen flag, classes [whole], remarks [text], properties
    [ScoreVerdict], shares any
ScoreEntry: metric text, standing text, shares text?, reasons [Reason]
ScoredItem: truth whole, scores [text], times whole
ScoreReference: metric text, property text, classes whole
ScoreVerdict: property text, classes whole, status text, holds flag, evidence text, witness Witness?, tried whole,
    figures {any}, illustration Witness?
Share: first label, second label, wins number?, loses number?, ties number?, error number?, how text
Shift: class label, factor number?, share number?, added whole, value number?, change number?
SignedRank: test text, ranks_a number, ranks_b number, p_value number?, exact flag, zeros whole, posterior Posterior,
    error number?, datasets whole, left_out whole
Situation: classes whole, sizes {number}, scenario text, importance text?, weights {number}, shares_change flag,
    classes_change flag, worse text?, every_class flag, positive label, sentence text
SplitPair: first label, second label, for_first [Vote], for_second [Vote], level whole, telling number, sentence text
Standing: metric text, policy text, values {[number?]}, best [whole], starred [whole], misleading [whole], disputed
    flag
Stretch: better text, low number, high number
StuartMaxwell: test text, a label, b label, statistic number?, degrees whole, p_value number?, disagreements number,
    total number, never_predicted [label]
Turn: class label, now number, at number, side text, winner label, agrees flag, how text
Turning: winner label, nearest [number], distance number?, new_winner label, how text, classes [Turn]
ValueOfSlice: value number?, * label
Verdict: property text, classes whole, status text, holds flag, evidence text, witness Witness?, tried whole, figures
    {any}, illustration Witness?
Vote: metric text, importance text?, lead number?
WhatIf: label label, present number, importance text, weights {number}, undefined text, shares [number], metrics
    [MetricCurve]
Witness: sentence text, confirmed flag, scenes [Scene|ListScene]
"""
"""What each type holds, a paragraph for each: its names, and behind each an atom, another type, or types between bars.

[…] is a list, which is null where a question does not apply, {…} holds one thing under any names. A question mark
behind a type says that it may be null, behind a name that it may be missing; * is what all other names hold.
"""

PARAGRAPH = re.compile(r"^(\w+): (.*(?:\n    .*)*)", re.MULTILINE)


def results_schema() -> dict[str, Any]:
    """Return the JSON Schema of all results: a definition for each type, by its name.

    Examples
    --------
    >>> results_schema()["$defs"]["Vote"]["required"]
    ['metric', 'importance', 'lead']
    """
    return {
        "$schema": DIALECT,
        "title": "Results of Steelyard",
        "description": "What to_dict() and --json hold, by the type of the result; null is undefined or unknown.",
        "$defs": {result[1]: _of_names(result[2].split(",")) for result in PARAGRAPH.finditer(SHAPES)},
    }


def _of_names(held: list[str]) -> dict[str, Any]:
    """Return the schema of an object."""
    pairs = [pair.split() for pair in held]
    return {
        "type": "object",
        "properties": {name.removesuffix("?"): _of_type(held) for name, held in pairs if name != "*"},
        "required": [name for name, _ in pairs if name != "*" and not name.endswith("?")],
        "additionalProperties": next((_of_type(held) for name, held in pairs if name == "*"), False),
    }


def _of_type(written: str) -> dict[str, Any]:
    """Return the schema of a list, of a mapping, or of one of several types."""
    if written.startswith("["):
        return {"type": ["array", "null"], "items": _of_type(written[1:-1])}
    if written.startswith("{"):
        mapping: Any = ["object", "null"] if written.endswith("?") else "object"
        return {"type": mapping, "additionalProperties": _of_type(written.removesuffix("?")[1:-1])}
    types = [ATOMS.get(name, {"$ref": f"#/$defs/{name}"}) for name in written.removesuffix("?").split("|")]
    either = [*types, {"type": "null"}] if written.endswith("?") else types
    return either[0] if len(either) == 1 else {"anyOf": either}


if __name__ == "__main__":
    print(json.dumps(results_schema(), indent=1))  # noqa: T201 - that is what it is run for
