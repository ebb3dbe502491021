"""The same words give the same number, whichever way in: a second opinion in exact fractions, and all that measures.

Issue 18, part 9: `sy.measure` said 0.466 of MCC under an importance where `sy.evaluate` said 0.538.
"""

import json
from fractions import Fraction

import numpy as np
import pytest
from typer.testing import CliRunner

import steelyard as sy
from every_metric import EVERY
from loops_interpreter import stacked
from second_opinion import Counts, value_of
from steelyard.cli.app import app
from steelyard.comparison.robustness.scores import Scores
from steelyard.decisions import tune
from steelyard.importance.region_of import region_of
from steelyard.measuring.goal import goals
from steelyard.show.page.content import content_of
from steelyard.show.page.units_of import unpacked

COUNTS = [[18, 2, 5], [9, 70, 11], [4, 16, 265]]
OTHER = [[12, 8, 5], [3, 80, 7], [1, 4, 280]]
LABELS = ["fraud", "late", "ok"]
CM = sy.Confusion(COUNTS, LABELS)
MODELS = sy.Confusion.of_models({"a": CM, "b": sy.Confusion(OTHER, LABELS)})

IMPORTANCES = {
    None: [1, 1, 1],
    "rarity": [Fraction(1, 25), Fraction(1, 90), Fraction(1, 285)],
    "fraud=0.7, late=0.2, ok=0.1": [7, 2, 1],
}
"""What is said, and what it means: the weights, up to a factor."""

METRICS = [metric for metric in EVERY if metric.kind != "rate"]
NAMES = [metric.name for metric in METRICS]

under_each = pytest.mark.parametrize("importance", IMPORTANCES)


def labels_of(counts):
    """Return true and predicted labels with these counts."""
    pairs = [(i, j) for i, row in enumerate(counts) for j, number in enumerate(row) for _ in range(number)]
    return [LABELS[i] for i, _ in pairs], [LABELS[j] for _, j in pairs]


def exact(metric, weights):
    """Return what the words mean, by other code in exact fractions."""
    if metric.weighted and metric.kind == "whole":
        each = Fraction(sum(map(sum, COUNTS))) / sum(weights)  # as many items as there are
        rows = [[each * w * x / sum(row) for x in row] for row, w in zip(COUNTS, weights, strict=True)]
        return value_of(metric.as_counted.id, Counts(rows))
    return value_of(metric.id, Counts(COUNTS), *([] if metric.kind == "whole" else [list(weights)]))


def expected(importance):
    return {metric.name: pytest.approx(float(exact(metric, IMPORTANCES[importance])), rel=1e-12) for metric in METRICS}


def test_the_words_of_the_issue_differ():
    """MCC as counted and at importance are two numbers here, so that a mix-up would be seen."""
    for metric in (metric for metric in METRICS if metric.as_counted is not None):
        if metric.as_counted.id == "recall_macro":  # which class shares do not move
            continue
        one, other = exact(metric.as_counted, [7, 2, 1]), exact(metric, [7, 2, 1])
        assert abs(float(one) - float(other)) > 0.01, metric.name


@under_each
def test_evaluate_measure_and_compare(importance):
    wanted = expected(importance)
    result = sy.evaluate(CM, importance=importance, metrics=NAMES, confidence=None)
    assert {name: result[name].value for name in NAMES} == wanted
    assert sy.measure(CM, NAMES, importance=importance) == wanted
    compared = sy.compare(MODELS, importance=importance, metrics=NAMES, intervals=sy.intervals.bootstrap(draws=100))
    assert {score.metric.name: score.values[0] for score in compared.scored} == wanted
    moved = sy.evaluate(MODELS, importance=IMPORTANCES[importance], metrics=NAMES, confidence=None)
    assert {name: moved[name][0].value for name in NAMES} == wanted


@under_each
def test_a_metrics_own_call_gives_it_or_refuses_the_importance(importance):
    wanted = expected(importance)
    for metric in METRICS:
        if importance is None or metric.weighted:
            assert metric(CM, importance=importance) == wanted[metric.name]
            assert sy.metrics[metric.name](CM, importance=importance) == wanted[metric.name]
        else:
            with pytest.raises(
                ValueError, match=f"'{metric.name}' counts items, not classes.*'{metric.name} at importance'"
            ):
                metric(CM, importance=importance)


@under_each
def test_goals(importance):
    found = {goal.metric.name: goal.of_counts(CM) for goal in goals(NAMES, importance)}
    assert found == expected(importance)


@pytest.mark.slow
@under_each
def test_the_page(importance):
    content = content_of(sy.evaluate(CM, importance=importance, metrics=NAMES))
    counts = np.array([unpacked(each) for each in content["counts"]], dtype=float).reshape(-1, 3, 3)
    found = stacked(content["program"], counts, np.array(content["weights"]))
    assert {name: found[name].item() for name in NAMES} == expected(importance)
    for moved_to, weights in IMPORTANCES.items():  # the sliders
        found = stacked(content["program"], counts, np.array(weights, dtype=float))
        assert {name: found[name].item() for name in NAMES} == expected(moved_to)
    tagged = {metric["name"] for metric in content["metrics"] if not metric["weighted"]}
    assert tagged == {metric.name for metric in METRICS if metric.kind == "whole" and metric.as_counted is None}


@under_each
def test_the_command_line(importance, tmp_path):
    stored = tmp_path / "counts.json"
    stored.write_text(json.dumps(CM.to_dict()))
    asked = [word for name in NAMES for word in ("--metric", name)]
    said = [] if importance is None else ["--importance", importance]
    printed = CliRunner().invoke(app, ["evaluate", "--matrix", str(stored), "--json", *said, *asked])
    assert printed.exit_code == 0, printed.output
    assert {row["metric"]: row["value"] for row in json.loads(printed.stdout)["metrics"]} == expected(importance)


@under_each
def test_robustness_starts_from_the_same_numbers(importance):
    weights = sy.importance.as_importance(importance).weights(CM)
    anything = region_of(None, CM)
    for metric in METRICS:
        if metric.weighted:
            scores = Scores.of(MODELS, metric, "exclude", anything)
            assert scores.at(weights[None])[0, 0] == expected(importance)[metric.name]


@under_each
def test_scikit_learns_scorer(importance):
    pytest.importorskip("sklearn", reason="scikit-learn is not installed")
    from sklearn.base import BaseEstimator, ClassifierMixin

    from steelyard.integrations.sklearn import scorer

    class Echo(ClassifierMixin, BaseEstimator):
        """A model whose predictions are its features."""

        classes_ = np.array(LABELS)

        def predict(self, X):
            return X

    truth, prediction = map(np.array, labels_of(COUNTS))
    wanted = expected(importance)
    for metric in METRICS:
        if importance is None or metric.weighted:
            scored = scorer(metric.name, importance, y=truth)(Echo(), prediction, truth)
            assert metric.sign * scored == wanted[metric.name]
        else:
            with pytest.raises(ValueError, match="counts items, not classes"):
                scorer(metric.name, importance, y=truth)


@under_each
def test_pytorch(importance):
    torch = pytest.importorskip("torch", reason="PyTorch is not installed: make devices")
    pytest.importorskip("torchmetrics", reason="torchmetrics is not installed: make devices")
    from steelyard.integrations.torch import MetricLoss, Score

    wanted = expected(importance)
    truth, prediction = (torch.tensor([LABELS.index(label) for label in labels]) for labels in labels_of(COUNTS))
    score = Score(NAMES, importance, labels=LABELS)
    score.update(prediction, truth)
    assert {name: value.item() for name, value in score.compute().items()} == wanted
    found = sy.measure(torch.tensor(COUNTS), NAMES, [float(w) for w in IMPORTANCES[importance]])
    assert {name: value.item() for name, value in found.items()} == wanted
    sure = torch.nn.functional.one_hot(prediction, 3).double()
    for metric in METRICS:
        bounded = np.isfinite(metric.bounds(np.ones(3), metric.arguments(range(3)))).all()
        if bounded and (importance is None or metric.weighted):
            loss = MetricLoss(metric.name, importance, labels=LABELS, counts=CM.support.tolist(), from_logits=False)
            assert loss.best - metric.sign * loss(sure, truth).item() == wanted[metric.name]


@pytest.mark.parametrize("name", ["mcc", "kappa", "accuracy"])
def test_a_rule_is_tuned_for_the_same_number(name):
    rng = np.random.default_rng(0)
    truth, _ = labels_of(COUNTS)
    chances = rng.dirichlet(np.ones(3), len(truth)) + np.eye(3)[[LABELS.index(label) for label in truth]]
    rule = tune(truth, chances / 2, f"{name} at importance", "rarity", labels=LABELS)
    answered = sy.evaluate(truth, rule.decide(chances / 2), "rarity", metrics=f"{name} at importance", confidence=None)
    assert rule.score == pytest.approx(answered.scores[0].value, rel=1e-14)
    with pytest.raises(ValueError, match=f"'{name}' counts items, not classes"):
        tune(truth, chances / 2, name, "rarity", labels=LABELS)
