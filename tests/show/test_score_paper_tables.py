"""Tables of scores for texts: finished ones, as those of labels."""

import numpy as np
import pytest

import steelyard as sy

RNG = np.random.default_rng(3)
SICK = RNG.random(300) < 0.3
TRUTH = np.where(SICK, "sick", "ok")
GOOD = np.clip(0.3 + 0.4 * (SICK - 0.3) + RNG.normal(0, 0.1, 300), 0.01, 0.99)
SURE = np.where(RNG.random(300) < 0.9, SICK, ~SICK).astype(float)
METRICS = ["roc_auc", "log_loss", "brier", "f1"]


def evaluated():
    return sy.scores.evaluate(TRUTH, {"good": GOOD, "sure_one": SURE}, positive="sick", metrics=METRICS)


def compared():
    return sy.scores.compare(TRUTH, {"good": GOOD, "sure_one": SURE}, positive="sick", metrics=METRICS)


def cells(line):
    return [each.strip() for each in line.strip("|").split("|")]


def test_an_evaluation_has_a_value_with_its_interval_in_a_cell():
    result = evaluated()
    heading, _, *rows = (line for line in result.to_markdown().splitlines() if line.startswith("|"))
    assert cells(heading) == ["metric", "good", "sure_one"]
    assert [cells(row)[0] for row in rows] == ["roc_auc", "log_loss°", "brier°", "f1 of sick°"]
    auc = result["roc_auc"]["good"]
    assert cells(rows[0])[1].strip("*") == f"{auc.value:.3f} ({auc.low:.3f}–{auc.high:.3f})"
    assert cells(rows[1])[2] == "∞"
    assert cells(rows[1])[1].startswith("**")
    below = result.to_markdown().splitlines()[-1]
    for told in ("300 items, 2 classes; positive is 'sick'.", "In brackets, 95 % intervals.", "Bold: the best."):
        assert told in below
    assert "log_loss of sure_one: infinite" in below
    latex = result.to_latex()
    assert r"$\infty$" in latex
    assert r"sure\_one" in latex


def test_a_comparison_has_both_values_the_difference_and_one_p():
    result = compared()
    heading, _, *rows = (line for line in result.to_markdown().splitlines() if line.startswith("|"))
    assert cells(heading) == ["metric", "pair", "first", "second", "difference", "p"]
    assert cells(rows[1])[2:] == [f"{result['log_loss'].values[0]:.3f}", "∞", "–", "–"]
    for row, each in zip(rows, result.differences, strict=True):
        assert cells(row)[4].startswith("**") == (each.better is not None)
    assert any(each.better for each in result.differences)
    below = result.to_markdown().splitlines()[-1]
    assert below.startswith(result.verdict.replace("<", r"\<"))
    assert "p corrected by Holm for the 3 tests of this table. Bold: better beyond chance." in below
    assert "sure_one: infinite" in below
    assert r"\textbf{" in result.to_latex()


def test_frames_have_a_number_in_each_cell_and_nothing_internal():
    frame = compared().to_frame()
    assert list(frame.columns) == [
        "metric", "first", "second", "first_value", "second_value", "difference", "low", "high", "p_value",
        "p_adjusted", "better", "note",
    ]  # fmt: skip
    assert not any(isinstance(each, list) for row in compared().to_rows() for each in row.values())
    assert list(evaluated().to_frame().columns) == ["metric", "model", "value", "low", "high", "note"]
    binned = sy.scores.evaluate(TRUTH, GOOD, positive="sick", bins=100)
    assert list(binned.to_frame().columns) == ["metric", "model", "value", "low", "high", "binning", "note"]


@pytest.mark.parametrize("made", [evaluated, compared])
def test_there_is_one_table(made):
    with pytest.raises(ValueError, match="of scores there is one table, so leave out what='classes'"):
        made().to_markdown("classes")
