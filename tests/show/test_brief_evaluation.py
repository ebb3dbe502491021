"""What `evaluate` shows first: little enough to take in, chosen by advice, three notes, no number twice."""

import io
import os
import re
import subprocess
import sys

import numpy as np
import pytest
from rich.console import Console

import steelyard as sy
from steelyard.advice.candidates import called_for
from steelyard.measuring.notes import GRAVEST
from steelyard.measuring.registry import chosen
from steelyard.show.brief_tables import same_numbers
from steelyard.show.evaluation import MOST_NOTES, print_evaluation, why_these
from steelyard.show.names import width
from steelyard.show.printing import aligned

FRAUD = sy.Confusion([[20, 30], [10, 940]], ["fraud", "ok"])
GAVE_UP = sy.Confusion([[30, 5, 0, 2], [9, 60, 0, 8], [2, 3, 0, 1], [0, 40, 0, 500]], ["a", "b", "c", "d"])


def shown(result, columns=80, **options):
    out = io.StringIO()
    print_evaluation(result, Console(file=out, width=columns, color_system=None), **options)
    return out.getvalue().splitlines()


def random_stack(models, classes, seed=0, names="model {}"):
    rng = np.random.default_rng(seed)
    counts = rng.integers(0, 9, (models, classes, classes)) + np.eye(classes, dtype=int) * rng.integers(0, 60, classes)
    return sy.Confusion(counts, axes={"model": [names.format(k) for k in range(models)]})


@pytest.mark.parametrize("classes", [2, 3, 6, 8, 9, 50])
@pytest.mark.parametrize("importance", [None, "rarity"])
def test_one_model_has_at_most_30_lines(classes, importance):
    for seed in range(4):
        cm = random_stack(1, classes, seed).slice(0)
        lines = shown(sy.evaluate(cm, importance=importance, intervals="delta"))
        assert len(lines) <= 30, "\n".join(lines)
        assert max(map(width, lines)) <= 80


@pytest.mark.parametrize("classes", [2, 6, 50])
@pytest.mark.parametrize("columns", [80, 120])
def test_eight_models_have_at_most_40_lines_and_are_rows(classes, columns):
    stack = random_stack(8, classes, names="a model with number {}")
    lines = shown(sy.evaluate(stack, intervals="delta"), columns)
    assert len(lines) <= 40, "\n".join(lines)
    assert max(map(width, lines)) <= columns
    rows = [line for line in lines if line.startswith("a model with number ")]
    assert len(rows) == 16, "one table of metrics, one of the recall of classes"


@pytest.mark.parametrize("columns", [80, 120])
def test_eight_models_of_two_classes_with_a_positive_one_have_at_most_40_lines(columns):
    """They had 43: recall of both classes stood in a table of its own, beside recall and specificity of the one."""
    stack = random_stack(8, 2, names="a model with number {}")
    stack = sy.Confusion(stack.counts, ["fraud", "ok"], axes=stack.axes)
    lines = shown(sy.evaluate(stack, intervals="delta", positive="fraud"), columns)
    assert len(lines) <= 40, "\n".join(lines)
    assert not any(line.startswith("Recall of each class") for line in lines)
    lines = shown(sy.evaluate(stack, metrics="f1", intervals="delta", positive="fraud"), columns)
    assert any(line.startswith("Recall of each class") for line in lines), "f1 says nothing of it"


def random_slices(models, slices, classes, names="a model with number {}"):
    rng = np.random.default_rng(0)
    right = np.eye(classes, dtype=int) * rng.integers(0, 60, (models, slices, 1, classes))
    counts = rng.integers(0, 9, (models, slices, classes, classes)) + right
    axes = {"model": [names.format(k) for k in range(models)], "region": [f"r{k}" for k in range(slices)]}
    labels = ["fraud", "ok"] if classes == 2 else [f"class {k}" for k in range(classes)]
    if models == 1:
        return sy.Confusion(counts[0], labels, axes={"region": axes["region"]})
    return sy.Confusion(counts, labels, axes=axes)


@pytest.mark.parametrize("classes", [2, pytest.param(30, marks=pytest.mark.slow)])
@pytest.mark.parametrize("slices", [3, 200])
@pytest.mark.parametrize("models", [1, 2, pytest.param(8, marks=pytest.mark.slow)])
@pytest.mark.parametrize("of_class", [False, True])
def test_slices_have_at_most_40_lines_and_what_is_left_out_is_counted(models, slices, classes, of_class):
    stack = random_slices(models, slices, classes)
    result = sy.evaluate(stack, intervals="delta", positive=stack.labels[0] if of_class else None)
    lines = shown(result)
    assert len(lines) <= 40, "\n".join(lines)
    assert max(map(width, lines)) <= 80, "\n".join(lines)
    rows = [line for line in lines if re.match(r"([▼▲] (ok|class \d+|\d+ classes) |[▼▲])?r\d+ +\d", line)]
    assert len(rows) in (slices, 2 * slices) or 6 <= len(rows) < slices  # a wide table is in two parts
    told = [line for line in lines if line.startswith("… and ") and "more classes" not in line]
    if len(rows) < slices:
        assert told[0].startswith(f"… and {slices - len(rows)} more slices")
        assert any(line.endswith(f"over region: the {len(rows)} gravest of 200") for line in lines) or models == 1
        assert any(line.startswith("Gravest") for line in lines)
    assert all(re.search(r"; --all\s+shows (it|them)\.$", line) for line in told)


def test_all_slices_are_shown_if_asked_for():
    lines = shown(sy.evaluate(random_slices(1, 60, 2), metrics="accuracy", intervals="none"), full=True)
    assert {line.split(" ")[0].lstrip("▼▲") for line in lines} >= {f"r{k}" for k in range(60)}


def test_the_gravest_slices_come_first_and_luck_of_few_items_does_not():
    """60 slices of recall 0.9; one of 2,000 items is at 0.6, one of 10 items at 0.5: 0.3 √2000 > 0.4 √10."""
    counts = np.tile([[90, 10], [10, 90]], (60, 1, 1))
    counts[41] = [[600, 400], [400, 600]]
    counts[7] = [[2, 3], [2, 3]]
    counts[23] = [[80, 20], [20, 80]]
    stack = sy.Confusion(counts, axes={"day": [f"d{k}" for k in range(60)]})
    lines = shown(sy.evaluate(stack, metrics="balanced_accuracy", intervals="none"))
    rows = [line.split()[0].lstrip("▼▲") for line in lines if re.match(r"[▼▲]?d\d+ ", line)]
    assert rows[:3] == ["d41", "d23", "d7"], "0.3 √2000 = 13.4, 0.1 √200 = 1.41, 0.4 √10 = 1.26"
    # Of a metric of which less is better, the gravest is the highest.
    lines = shown(sy.evaluate(stack, metrics="error_rate", intervals="none"))
    assert next(line for line in lines if re.match(r"[▼▲]?d\d+ ", line)).lstrip("▼▲").startswith("d41 ")


@pytest.mark.parametrize("models", [1, 2])
def test_no_metric_is_left_out_of_slices_in_silence(models):
    """Four were asked for and three fit over slices; `f_of_averages` went without a word."""
    asked = ["accuracy", "mcc", "cba", "f_of_averages"]
    lines = shown(sy.evaluate(random_slices(models, 3, 2, "m{}"), metrics=asked, intervals="delta"))
    titles = [line for line in lines if line.endswith("over region")]
    start = next(i for i, line in enumerate(lines) if line.lower().endswith("over region"))
    seen = len(titles) or sum(name in lines[start + 1] for name in asked)
    left = [line for line in lines if line.startswith("… and ")]
    assert 1 <= seen <= 4
    assert left == ([f"… and {4 - seen} more metric{'s' * (seen < 3)}; --all shows {'them' if seen < 3 else 'it'}."])


def test_heads_of_models_keep_their_spaces():
    """The head read "f1offraud°"."""
    result = sy.evaluate(
        sy.Confusion(random_stack(2, 2).counts, ["fraud", "ok"], axes={"model": ["a", "b"]}), positive="fraud"
    )
    lines = shown(result)
    assert any("f1 of fraud°" in line for line in lines)
    assert not any("offraud" in line for line in lines)


def test_a_table_has_one_minus_sign():
    cm = sy.Confusion(np.array([[[1, 9], [9, 1]], [[9, 1], [1, 9]]]), axes={"day": ["mo", "tu"]})
    text = "\n".join(shown(sy.evaluate(cm, metrics="mcc")))
    assert "−0.800" in text, "(1·1 − 9·9)/100"
    assert not re.search(r"-[.\d]", text)


def test_notes_are_three_at_most_the_gravest_first_and_each_once():
    names = [metric.name for metric in chosen(None)]
    counts = [[0, 3, 0, 0], [1, 2, 0, 0], [0, 400, 0, 0], [0, 0, 0, 0]]
    result = sy.evaluate(counts, metrics=names)
    found = result.notes
    assert len(found) > MOST_NOTES
    places = [GRAVEST.index(one.kind) if one.kind in GRAVEST else len(GRAVEST) for one in found]
    assert places == sorted(places)
    notes = [line for line in shown(result) if line.startswith("! ")]
    assert len(notes) == MOST_NOTES
    assert len(set(notes)) == MOST_NOTES
    every = [line for line in shown(result, notes=True) if line.startswith("! ")]
    assert len(every) == len(found) == len(result.notes)
    assert every[:MOST_NOTES] == notes


def test_a_note_says_what_is_wrong_and_what_to_do():
    cm = sy.Confusion([[5, 45], [6, 944]], ["fraud", "ok"])
    text = " ".join(" ".join(shown(sy.evaluate(cm, metrics=["accuracy", "balanced_accuracy"]))).split())
    assert "accuracy misleads: always answering 'ok' would get 0.950. Judge by balanced_accuracy." in text
    given_up = " ".join(" ".join(shown(sy.evaluate(GAVE_UP, metrics="macro_precision"))).split())
    assert "Class 'c' has items and is never predicted: this counts as the worst in macro_precision." in given_up


def test_a_note_about_one_of_several_models_names_it():
    better = GAVE_UP.counts.copy()
    better[2, 1:3] = 0, 3
    stack = sy.Confusion.of_models({"shy": GAVE_UP, "bold": sy.Confusion(better, GAVE_UP.labels)})
    (note, *_) = (one for one in sy.evaluate(stack, metrics="macro_precision").notes if one.kind == "given_up")
    assert note.models == ((("model", "shy"),),)
    assert "in macro_precision of shy." in note.sentence
    assert note.to_dict()["models"] == ["shy"]


def test_all_metrics_are_in_the_record_whatever_is_shown():
    """DESIGN: `Evaluation.to_dict()["metrics"]` has all default metrics."""
    result = sy.evaluate(FRAUD)
    assert [row["metric"] for row in result.to_dict()["metrics"]] == [metric.name for metric in chosen(None)]
    assert "macro_specificity" not in str(result)
    assert "macro_specificity" in result.full()


def test_what_is_shown_is_what_advise_recommends():
    """Of these: averages that hold at any class shares first, then those for the shares at hand."""
    cm = sy.Confusion([[8, 2, 3], [5, 60, 9], [30, 40, 700]])
    anywhere, here = (sy.advise(cm, shares_change=change).recommended for change in (True, False))
    called = called_for(cm, sy.importance.uniform(), chosen(None))
    assert [m.id for m in called.anywhere] == [entry.metric.id for entry in anywhere if entry.metric.kind != "rate"]
    assert {m.id for m in called.here} <= {entry.metric.id for entry in here}
    lines = shown(sy.evaluate(cm))
    start = next(i for i, line in enumerate(lines) if line.startswith("metric "))
    names = [line.split()[0].rstrip("°") for line in lines[start + 2 : start + 2 + len(called.metrics)]]
    assert names == [metric.name for metric in called.metrics]
    assert len(names) <= 5
    assert why_these(called) in lines, "in one line"


@pytest.mark.parametrize("importance", ["uniform", "rarity", "prevalence", "a=0.6, *=even"])
@pytest.mark.parametrize("sizes", [(5, 495), (50, 60), (10, 200, 900), (40, 50, 60), (3,) * 12])
def test_the_reason_is_one_line(importance, sizes):
    cm = sy.Confusion(np.diag(sizes) + 2, labels=["a", *range(1, len(sizes))])
    called = called_for(cm, sy.importance.parse(importance), chosen(None))
    assert 1 <= len(called.metrics) <= 5
    assert len(why_these(called)) <= 80


def test_metrics_of_ones_own_are_shown_too():
    @sy.metric(title="half of what is right", formula="x", range=(0, 0.5), undefined=None)
    def half_right(c):
        return c.total(c.tp) / c.n / 2

    try:
        assert "half_right" in str(sy.evaluate(FRAUD))
    finally:
        sy.metrics.remove("half_right")


def test_a_number_is_shown_once_with_two_classes():
    """Recall of one class is specificity of the other: seven averages are one number."""
    result = sy.evaluate(FRAUD)
    same = same_numbers(result, ["balanced_accuracy"])
    assert set(same["balanced_accuracy"]) == {
        "macro_rest_recall", "macro_specificity", "macro_balanced_accuracy", "one_point_auroc_ova",
        "one_point_auroc_ovo", "one_point_nauroc_ova",
    }  # fmt: skip
    text = result.full()
    rows = [line.split()[0].rstrip("°") for line in text.splitlines() if re.match(r"  \w+°? +[↑↓]", line)]
    assert sorted(rows) == sorted(same)
    assert "The same number as balanced_accuracy here: macro_rest_recall," in " ".join(text.split())
    asked = sy.evaluate(FRAUD, metrics=["balanced_accuracy", "one_point_auroc_ova"]).full()
    assert (
        len([line for line in asked.splitlines() if line.startswith(("  balanced_acc", "  one_point_auroc_ova"))]) == 2
    )


def test_numbers_align_on_the_decimal_point():
    assert aligned(["3,856.42", "7", "12.5"]) == ["3,856.42", "7   ", "12.5 "]
    assert aligned(["97.9 %", "90 %", "<0.1 %"]) == ["97.9 %", "90 %  ", "<0.1 %"]
    assert aligned(["–", "undefined", "0.5"]) == ["–", "undefined", "0.5"]
    weights = np.array([[655.57, 95.1], [3208, 170_163.62]])
    cm = sy.Confusion(weights, ["fraud", "ok"], squares=weights**2 / 4, rows=[[13, 4], [54, 2929]])
    fraud, ok = (line for line in shown(sy.evaluate(cm, metrics="mcc")) if line.startswith(("fraud", "ok ")))
    assert fraud.index("750") + len("750") == ok.index("173,372") + len("173,372"), "750.67 and 173,372"


def test_all_classes_count_the_same_instead_of_fifty_equal_weights():
    text = str(sy.evaluate(random_stack(1, 50).slice(0), intervals="none"))
    assert "All 50 classes count the same." in text
    assert "weight" not in text
    assert "Both classes count the same." in str(sy.evaluate(FRAUD))
    assert "What matters: rarity" in str(sy.evaluate(FRAUD, importance="rarity"))


TRIAGE = sy.Confusion([[16, 8, 4], [3, 270, 56], [4, 59, 780]], ["icu", "ward", "home"])


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (["recall", "balanced_accuracy", "accuracy"], "Look at the recall and the precision of each class."),
        (["recall", "balanced_accuracy", "accuracy", "mean_f"], "Judge by mean_f."),
        (["recall", "balanced_accuracy", "accuracy", "f1"], "Judge by f1 of icu."),
    ],
)
def test_nobody_is_told_to_judge_by_what_a_constant_answer_is_good_at(asked, told):
    """With 90 % of the weight on icu, always icu gets 0.9, and its recall 1 at any weights."""
    result = sy.evaluate(TRIAGE, importance={"icu": 0.9, "ward": 0.05, "home": 0.05}, metrics=asked, positive="icu")
    text = " ".join(str(result).split())
    assert re.findall(r"accuracy misleads: class 'home' is .*? would be 0\.\d+\. (.*?\.) ", text) == [told]
    weight = (
        "balanced_accuracy misleads: class 'icu' has 90 % of the weight, so always answering 'icu' would get 0.900. "
        "Look at precision and F1 of 'icu', too: they count its false alarms."
    )
    assert weight in text


def test_no_constant_answer_is_better_than_the_models_by_what_to_judge_by(rng, random_counts):
    for C in (2, 3):
        for m in random_counts(rng, C, 20):
            if not m.sum(axis=1).all():  # a class without items leaves averages: they are about fewer classes
                continue
            importance = rng.random(C) + 0.05
            result = sy.evaluate(m, importance=importance, confidence=None)
            assert result.trusted.isdisjoint(mark.metric.name for mark in result.misleading)
            for place in range(C):
                always = np.zeros((C, C), dtype=int)
                always[:, place] = m.sum(axis=1)
                constant = sy.evaluate(always, importance=importance, confidence=None)
                for name in result.trusted:
                    far = constant[name].normalised
                    assert np.isnan(far) or far <= result[name].normalised + 1e-9, name


COSTS = sy.metrics.expected_cost.at(costs={("fraud", "ok"): 10, ("ok", "fraud"): 1})


@pytest.mark.parametrize(
    ("cm", "options", "said"),
    [
        (FRAUD, {"metrics": ["accuracy", "cba"]}, True),
        (FRAUD, {"metrics": "accuracy"}, False),
        (FRAUD, {"metrics": COSTS}, False),
        (FRAUD, {"positive": "fraud"}, True),
        (FRAUD, {"positive": "fraud", "metrics": "f1"}, False),
        (GAVE_UP, {"positive": "a"}, False),
    ],
)
def test_that_classes_count_the_same_is_said_only_of_what_goes_by_classes(cm, options, said):
    """By costs 10 : 1 they do not, and the rates of one class do not ask."""
    assert ("classes count the same" in str(sy.evaluate(cm, **options))) is said
    models = {"a": cm, "b": sy.Confusion(cm.counts[::-1, ::-1], cm.labels)}
    assert ("classes count the same." in " ".join(str(sy.compare(models, **options)).split())) is said


def test_beside_costs_averages_are_told_apart_from_what_decides():
    assert "count the same" not in str(sy.evaluate(FRAUD, metrics=[COSTS, "cba"]))
    models = {"a": FRAUD, "b": sy.Confusion(FRAUD.counts[::-1, ::-1], FRAUD.labels)}
    by_costs = " ".join(str(sy.compare(models, metrics=[COSTS, "cba"])).split())
    assert "In averages, both classes count the same." in by_costs


@pytest.mark.parametrize(
    ("matrix", "said"),
    [
        ([[8, 2], [0, 90]], "98 of 100 items are right (98 %)."),
        ([[0, 10], [0, 90]], "90 of 100 items are right (90 %). Class 0 is never found."),
        ([[0, 1, 1], [0, 0, 2], [0, 0, 6]], "6 of 10 items are right (60 %). Classes 0 and 1 are never found."),
        ([[0, 1], [1, 0]], "0 of 2 items are right (0 %). No class is ever found."),
        ([[1, 0], [0, 0]], "1 of 1 item is right (100 %)."),
        ([[0.5, 0.5], [0, 1.5]], "80 % of the weight is right."),
    ],
)
def test_the_first_sentence_claims_what_the_counts_know(matrix, said):
    assert str(sy.evaluate(matrix)).splitlines()[0] == said


def test_of_several_models_the_first_sentence_names_no_winner():
    stack = sy.Confusion.of_models({"a": sy.Confusion([[8, 2], [1, 9]]), "b": sy.Confusion([[6, 4], [0, 10]])})
    text = " ".join(str(sy.evaluate(stack, metrics="accuracy")).split())
    assert text.startswith("Of 2 models, a has the highest accuracy (0.850). `compare` tells how sure that is.")
    same = sy.Confusion.of_models({"a": sy.Confusion([[8, 2], [1, 9]]), "b": sy.Confusion([[8, 2], [1, 9]])})
    assert str(sy.evaluate(same, metrics="accuracy")).startswith("2 models; none is the best by accuracy.")


@pytest.mark.parametrize(("columns", "wide"), [("120", True), ("80", False), ("", False)])
def test_a_pipe_obeys_columns(columns, wide):
    wines = "examples/wine_quality_red.csv"
    command = [
        "evaluate",
        wines,
        "-t",
        "quality",
        "-p",
        "tree",
        "-p",
        "svm",
        "-p",
        "naive_bayes",
        "--intervals",
        "delta",
    ]
    environment = (
        {**os.environ, "COLUMNS": columns} if columns else {k: v for k, v in os.environ.items() if k != "COLUMNS"}
    )
    run = subprocess.run(
        [sys.executable, "-c", "from steelyard.cli import main; main()", *command],
        capture_output=True, text=True, encoding="utf-8", check=True, env=environment | {"PYTHONIOENCODING": "utf-8"},
    )  # fmt: skip
    assert (max(map(len, run.stdout.splitlines())) > 80) is wide
