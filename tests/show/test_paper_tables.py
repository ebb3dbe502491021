"""Tables for texts: the same cells in Markdown and LaTeX, and no name that is read as anything but a name."""

import re

import numpy as np
import pytest

import steelyard as sy
from steelyard.show.paper_tables import table_of

NASTY = ["a|b", "$x_1$", "50 % & more", r"\alpha", "_it_", "<b>", "new\nline", "`c`"]

MODELS = sy.Confusion([[[8, 2], [1, 9]], [[5, 5], [5, 5]]], labels=["fraud", "ok"], axes={"model": ["tree", "coin"]})
METRICS = ["accuracy", "balanced_accuracy"]


def cells(markdown):
    """Return the cells of a Markdown table as a reader of GitHub's flavour splits them."""
    lines = [line for line in markdown.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]


def test_models_stand_side_by_side_and_the_best_is_bold():
    """17 of 20 right, and 10 of 20."""
    result = sy.evaluate(MODELS, metrics=METRICS, intervals="none")
    assert cells(result.to_markdown()) == [
        ["metric", "tree", "coin"],
        [":--", "--:", "--:"],
        ["accuracy°", "**0.850**", "0.500"],
        ["balanced_accuracy", "**0.850**", "0.500"],
    ]
    assert result.to_latex().splitlines()[-7:] == [
        r"\toprule",
        r"metric & tree & coin \\",
        r"\midrule",
        r"accuracy$^\circ$ & \textbf{0.850} & 0.500 \\",
        r"balanced\_accuracy & \textbf{0.850} & 0.500 \\",
        r"\bottomrule",
        r"\end{tabular}",
    ]


def test_intervals_stand_in_brackets():
    result = sy.evaluate(MODELS, metrics="accuracy")
    tree = result["accuracy"]["tree"]
    (*_, row) = cells(result.to_markdown())
    assert row[1] == f"**0.850 ({tree.low:.3f}–{tree.high:.3f})**"
    assert "In brackets, 95 % intervals." in result.to_markdown()


def test_classes_have_their_own_table():
    """Recall 8 of 10, precision 8 of 9, F1 16 of 19."""
    result = sy.evaluate(MODELS.slice(0), intervals="none", metrics="accuracy")
    assert cells(result.to_markdown("classes"))[2] == ["fraud", "0.500", "10", "0.800", "0.889", "0.842"]
    with pytest.raises(ValueError, match="the rows are those of"):
        result.to_latex("cells")


def test_a_difference_is_bold_if_it_is_beyond_chance():
    clear = sy.compare(["a", "b"] * 100, {"good": ["a", "b"] * 100, "bad": ["a"] * 200}, metrics="accuracy")
    assert cells(clear.to_markdown())[2][:4] == ["accuracy°", "good − bad", "1.000", "0.500"]
    assert cells(clear.to_markdown())[2][4].startswith("**+0.500 (")
    (_, _, row) = table_of(sy.compare(MODELS, metrics="accuracy")).rows[0][2:5]
    assert row.startswith("+0.350 (")
    scores = cells(clear.to_markdown("scores"))
    assert [row[1] for row in scores[2:]] == ["good", "bad"]


def test_names_stay_names_in_markdown():
    labels = [*NASTY, "ok"]
    matrix = [[int(i == j) for j in range(9)] for i in range(9)]
    result = sy.evaluate(sy.Confusion(matrix, labels), intervals="none", metrics="accuracy")
    rows = cells(result.to_markdown("classes"))
    assert [len(row) for row in rows] == [6] * 11
    unescaped = {re.sub(r"\\(.)", r"\1", row[0]) for row in rows[2:]}
    assert unescaped == {*(name.replace("\n", " ") for name in labels)}
    assert all(re.search(r"(?<!\\)[`$<>|]", row[0]) is None for row in rows)


def test_names_stay_names_in_latex():
    matrix = [[int(i == j) for j in range(8)] for i in range(8)]
    result = sy.evaluate(sy.Confusion(matrix, NASTY), intervals="none", metrics="accuracy")
    body = result.to_latex("classes").split(r"\midrule")[1].split(r"\bottomrule")[0]
    rows = [line for line in body.splitlines() if line]
    assert [len(re.split(r"(?<!\\)&", row)) for row in rows] == [6] * 8
    firsts = [re.split(r"(?<!\\)&", row)[0].strip() for row in rows]
    assert firsts[:5] == ["a|b", r"\$x\_1\$", r"50 \% \& more", r"\textbackslash{}alpha", r"\_it\_"]


def test_slices_are_rows_and_no_model_is_the_best_in_one():
    months = sy.Confusion(MODELS.counts[None], axes={"month": ["May"], "model": ["tree", "coin"]}, labels=["f", "ok"])
    found = cells(sy.evaluate(months, metrics="accuracy", intervals="none").to_markdown())
    assert found[0] == ["metric", "month", "tree", "coin"]
    assert found[2] == ["accuracy°", "May", "0.850", "0.500"]


def test_other_answers_are_tables_of_their_rows():
    table = table_of(MODELS.slice(0).imbalance)
    assert (table.headings, table.rows) == (["label", "support"], [["fraud", "10"], ["ok", "10"]])
    assert set(table.numeric) == {1}
    assert cells(sy.metrics.mcc.to_markdown())[0][0] == "id"


def test_a_matrix_is_a_matrix_and_a_stack_is_its_cells():
    assert cells(MODELS.slice(0).to_markdown())[2:] == [["fraud", "8", "2"], ["ok", "1", "9"]]
    assert r"truth $\downarrow$ prediction $\rightarrow$ & fraud & ok \\" in MODELS.slice(0).to_latex()
    assert len(cells(MODELS.to_markdown())) == 2 + len(MODELS.to_rows())


def test_a_comparison_says_by_what_its_verdict_is_and_what_p_is_corrected_for():
    """15 of 22 rows were bold above "p corrected by Holm. Bold: beyond chance.": p was corrected over nothing."""
    truth, models = ["a", "b"] * 100, {"good": ["a", "b"] * 90 + ["a"] * 20, "bad": ["a"] * 140 + ["b"] * 60}
    found = sy.compare(truth, models)
    table = table_of(found)
    assert table.rows[0][0] == "balanced_accuracy"
    assert len(table.rows) == len(found.scored)
    below = " ".join(table.notes)
    assert "The metric of the verdict, balanced_accuracy, stands first." in below
    assert f"p (Holm) is not corrected for looking at {len(table.rows)} metrics" in below
    assert "Bold: one model is better, as the interval leaves out 0 and p is below 0.05." in below
    assert below in found.to_markdown()
    by_name = {row[0].rstrip("°"): i for i, row in enumerate(table.rows)}
    assert {(by_name[d.metric.name], 4) for d in found.differences if d.better} == table.strong
    asked = " ".join(table_of(sy.compare(truth, models, metrics=["accuracy", "mcc"])).notes)
    assert "p (Holm) is corrected for the 2 metrics asked for." in asked
    assert "count the same" not in asked, "both go by items"
    alone = " ".join(table_of(sy.compare(truth, models, metrics="accuracy", rope=0.01)).notes)
    assert "stands first" not in alone
    assert "p (Holm) is of one test alone. Bold: one model is better, as the interval is beyond ±0.01" in alone


def test_what_decisions_cost_has_intervals_and_the_constants():
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, 200)
    scores = {"good": np.clip(0.4 * truth + 0.6 * rng.random(200), 0, 1), "bad": rng.random(200)}
    told = sy.scores.regret(truth, scores, positive=1)
    rows = cells(told.to_markdown())
    assert [row[0] for row in rows[:4]] == ["decides", ":--", "good", "bad"]
    assert {row[0] for row in rows[4:]} == {"always 0", "always 1"}
    good = told["good"]
    assert rows[2][1] == f"**{good.regret:.3f} ({good.low:.3f}–{good.high:.3f})**"
    assert told.verdict in told.to_markdown()
    assert "always 1 &" in told.to_latex()
    with pytest.raises(ValueError, match="there is one table"):
        told.to_markdown("classes")
