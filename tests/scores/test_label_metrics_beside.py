"""Label metrics beside score metrics: the very numbers of `sy.compare` on the decided labels, under one Holm family."""

import numpy as np
import pytest
from sklearn.metrics import balanced_accuracy_score, f1_score

import steelyard as sy
from steelyard.comparison.p_values import holm
from steelyard.scores.catalogue import metrics as of_scores

LABELS = ("ok", "odd", "fraud")


def drawn(seed, classes=3, items=400):
    """Return a truth of skewed classes, and the probabilities of two models, one of them worse."""
    rng = np.random.default_rng(seed)
    places = rng.choice(classes, items, p=np.array([0.7, 0.2, 0.1, 0.3])[:classes] if classes == 3 else [0.8, 0.2])
    models = {}
    for name, signal in (("a", 1.6), ("b", 0.8)):
        logits = rng.normal(0, 1, (items, classes))
        logits[np.arange(items), places] += signal
        models[name] = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    return np.array(LABELS)[places], models


def answers(models):
    return {name: np.array(LABELS)[p.argmax(axis=1)] for name, p in models.items()}


@pytest.mark.parametrize("importance", [None, "rarity", "ok < odd < fraud"])
def test_a_label_metric_has_the_numbers_of_sy_compare_and_sy_evaluate(importance):
    truth, models = drawn(1)
    metrics = ["roc_auc", "balanced_accuracy", "f1 of fraud", "mcc"]
    beside = sy.scores.compare(truth, models, importance, metrics, labels=LABELS)
    alone = sy.compare(truth, answers(models), importance, metrics[1:], labels=LABELS)
    values = sy.scores.evaluate(truth, models, importance, metrics, labels=LABELS)
    by_labels = sy.evaluate(truth, answers(models), importance, metrics[1:], labels=LABELS)
    for name in metrics[1:]:
        ours, theirs = beside[name], alone[name]
        assert (ours.difference, ours.low, ours.high, ours.p_value) == (
            theirs.value, theirs.interval.low, theirs.interval.high, theirs.p_value,
        )  # fmt: skip
        assert ours.of_decisions
        for model in models:
            one, score = values[name][model], by_labels[name][model]
            assert (one.value, one.low, one.high) == (score.value, score.low, score.high)
    assert not beside["roc_auc"].of_decisions
    assert (
        beside["roc_auc"].p_value
        == sy.scores.compare(truth, models, importance, "roc_auc", labels=LABELS)["roc_auc"].p_value
    )


def test_one_holm_correction_covers_both_kinds():
    truth, models = drawn(2)
    result = sy.scores.compare(truth, models, metrics=["balanced_accuracy", "roc_auc", "accuracy"], labels=LABELS)
    assert [each.metric for each in result.differences] == ["balanced_accuracy", "roc_auc", "accuracy"]  # as asked
    np.testing.assert_array_equal(
        [each.p_adjusted for each in result.differences], holm([each.p_value for each in result.differences])
    )


def test_values_are_those_of_scikit_learn_at_one_half():
    truth, models = drawn(3, classes=2)
    one = {name: p[:, 1] for name, p in models.items()}
    result = sy.scores.evaluate(truth, one, positive="odd", metrics=["balanced_accuracy", "f1"])
    for name, p in one.items():
        said = np.where(p >= 0.5, "odd", "ok")
        assert result["balanced_accuracy"][name].value == pytest.approx(balanced_accuracy_score(truth, said), abs=1e-12)
        assert result["f1"][name].value == pytest.approx(f1_score(truth, said, pos_label="odd"), abs=1e-12)
    assert "most probable class of each item: 'odd' from a probability of 0.5 on." in " ".join(str(result).split())


def test_weights_of_items_count():
    truth, models = drawn(4, items=300)
    weights = np.random.default_rng(0).integers(1, 4, len(truth))
    ours = sy.scores.compare(truth, models, metrics="balanced_accuracy", labels=LABELS, weights=weights)
    theirs = sy.compare(truth, answers(models), metrics="balanced_accuracy", labels=LABELS, weights=weights)
    assert ours["balanced_accuracy"].p_value == theirs["balanced_accuracy"].p_value
    assert ours["balanced_accuracy"].difference == theirs["balanced_accuracy"].value


def test_the_verdict_tells_of_what_it_is():
    truth, models = drawn(5)
    result = sy.scores.compare(truth, models, "rarity", ["balanced_accuracy", "log_loss"], labels=LABELS)
    assert result.verdict.startswith("By balanced_accuracy if rare classes count more, a (")
    assert "balanced_accuracy is of the most probable class of each item." in str(result)
    of_one = sy.scores.compare(truth, models, metrics="f1 of fraud", labels=LABELS)
    assert of_one.verdict.startswith("By f1 of fraud, a (")
    assert result["balanced_accuracy"].better == "a"
    assert sy.scores.compare(truth, models, metrics="error_rate", labels=LABELS)["error_rate"].better == "a"  # lower


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"metrics": "roc_acu"}, "no metric 'roc_acu', of scores or of labels. Did you mean 'roc_auc'?"),
        ({"metrics": "balanced_acuracy"}, "Did you mean 'balanced_accuracy'?"),
        ({"metrics": "f1"}, "take 'macro_f1', its average over them|is of one class, and there are 3"),
        ({"metrics": "f1 of frod"}, "there is no class 'frod'"),
        ({"metrics": "mcc", "shares": "uniform"}, "'mcc' is of decisions, which are measured as they were counted"),
        ({"metrics": "mcc", "form": "ranks"}, "scores that only rank decide for no class"),
    ],
)
def test_what_cannot_be_is_refused(arguments, message):
    truth, models = drawn(6, items=60)
    with pytest.raises(ValueError, match=message.replace("?", r"\?")):
        sy.scores.compare(truth, models, labels=LABELS, **arguments)


def test_labels_beside_scores_are_refused_with_what_can_be_done():
    truth, models = drawn(7, items=60)
    by_label = {"a": answers(models)["a"], "b": models["b"]}
    with pytest.raises(
        ValueError,
        match=r"scores of 'a' must be numbers, not texts .* compared with scores by label metrics alone",
    ):
        sy.scores.compare(truth, by_label, labels=LABELS)
    columns = {"y": list(truth), "said": list(answers(models)["a"])}
    with pytest.raises(ValueError, match="scores in column 'said' must be numbers, not texts"):
        sy.scores.evaluate(columns, truth="y", scores="said", positive="fraud")


def test_a_name_of_both_kinds_means_the_scores():
    assert of_scores.find("auroc").id == "roc_auc"
    assert sy.metrics["auroc"].id == "one_point_auroc"
    truth, models = drawn(8, items=60)
    result = sy.scores.evaluate(truth, models["a"], metrics="auroc", labels=LABELS)
    assert result["auroc"].metric == "roc_auc"
