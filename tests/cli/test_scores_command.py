"""`steelyard scores`: the same as in Python, one sentence and exit code 2 for bad input."""

import csv
import io
import json

import numpy as np
import pytest

import steelyard as sy

RNG = np.random.default_rng(5)
FRAUD = RNG.random(80) < 0.3
GOOD, BAD = RNG.beta(1 + 3 * FRAUD, 3), RNG.random(80)
ROWS = [
    f"{'fraud' if y else 'ok'},{a!r},{1 - a!r},{b!r},{1 - b!r},{w}"
    for y, a, b, w in zip(FRAUD, GOOD.tolist(), BAD.tolist(), RNG.integers(1, 4, 80), strict=True)
]


@pytest.fixture
def run(in_process, tmp_path):
    (tmp_path / "items.csv").write_text("\n".join(["y,rf_fraud,rf_ok,lr_fraud,lr_ok,w", *ROWS, ""]))

    def run(*arguments):
        return in_process("scores", "items.csv", "--truth", "y", *arguments, cwd=tmp_path)

    run.file = tmp_path / "items.csv"
    return run


def test_it_prints_what_python_prints(run):
    told = run("--scores", "rf_*", "--weight", "w", "-i", "rarity", "-m", "log_loss", "-m", "roc_auc")
    expected = sy.scores.evaluate(
        run.file, truth="y", scores="rf_*", weight="w", importance="rarity", metrics=["log_loss", "roc_auc"]
    )
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.startswith(f"{expected!r}\n\nDecisions: ")


COSTS = "prevalence * (fraud=10, ok=1)"


def test_costs_are_answered_by_what_decisions_cost(run):
    """From which probability to act, and which model decides better: the sentences of `sy.scores.regret`."""
    arguments = ["-s", "{model}_{class}", "--positive", "fraud", "--shares", "fraud=0.2"]
    told, without = run(*arguments, "-i", COSTS), run(*arguments)
    regret = sy.scores.regret(
        run.file, truth="y", scores="{model}_{class}", importance=COSTS, positive="fraud", shares={"fraud": 0.2}
    )
    assert (told.returncode, told.stderr) == (0, "")
    assert " ".join(told.stdout.split()).endswith(" ".join(f"Decisions: {regret}".split()))
    assert f"acting on 'fraud' from a probability of {regret.threshold:.3f}" in " ".join(told.stdout.split())
    assert "Decisions" not in without.stdout
    assert "the importance has no part in these metrics" in " ".join(told.stdout.split())
    assert json.loads(run(*arguments, "-i", COSTS, "--json").stdout)["decisions"] == json.loads(regret.to_json())
    assert "decisions" not in json.loads(run(*arguments, "--json").stdout)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--bins", "50"], "decisions need the scores of each item, and these are counted into bins; give the items."),
        (["--form", "ranks"], "decisions need probabilities, but the scores are of --form ranks."),
    ],
)
def test_where_decisions_have_no_cost_one_line_says_why(run, arguments, why):
    told = run("-s", "{model}_{class}", "--positive", "fraud", "-i", COSTS, *arguments)
    assert (told.returncode, told.stderr) == (0, "")
    assert " ".join(told.stdout.split()).endswith(f"What decisions by these scores cost is left out: {why}")
    told = run("-s", "{model}_{class}", "--positive", "fraud", "-i", COSTS, *arguments, "--json")
    assert json.loads(told.stdout)["decisions"] is None


def test_many_items_at_open_weights_of_many_classes_are_left_to_python(in_process, tmp_path, monkeypatch):
    monkeypatch.setattr("steelyard.scores.regrets.MOST_DRAWN", 17)
    rows = [f"{'abc'[k % 3]},0.5,0.3,0.2" for k in range(6)]
    (tmp_path / "three.csv").write_text("\n".join(["y,p_a,p_b,p_c", *rows, ""]))
    arguments = ["three.csv", "-t", "y", "-s", "p_{class}", "-m", "log_loss", "-i"]
    told = in_process("scores", *arguments, "a < b < c", cwd=tmp_path)
    assert "cost is left out: over all importance that you allow, 6 items of 3 classes take minutes" in " ".join(
        told.stdout.split()
    )
    assert "Decisions: With your importance" in in_process("scores", *arguments, "a=1, b=2, c=3", cwd=tmp_path).stdout


@pytest.mark.parametrize(
    "scores",
    [
        ["-s", "{model}_{class}"],
        ["-s", "rf=rf_*", "-s", "lr=lr_{class}"],
        ["-s", "rf_*", "-s", "lr_*"],
        ["-s", "rf_*", "-s", "lr=lr_*"],
    ],
)
def test_several_models_are_compared(run, scores):
    told = run(*scores, "--positive", "fraud", "--confidence", "0.9", "--shares", "fraud=0.005")
    arguments = {"truth": "y", "scores": "{model}_{class}", "positive": "fraud", "confidence": 0.9}
    arguments["shares"] = {"fraud": 0.005}
    both = sy.scores.evaluate(run.file, **arguments), sy.scores.compare(run.file, **arguments)
    assert told.stderr == ""
    already_said = "\n° by items, not classes."  # above, in the evaluation
    assert str(both[1]).endswith(already_said)
    assert told.stdout.rstrip() == f"{both[0]}\n\n{str(both[1]).removesuffix(already_said)}"


def test_one_column_and_models_by_column(run):
    told = run("-s", "rf_fraud", "-s", "lr_fraud", "--positive", "fraud", "--json")
    assert json.loads(told.stdout)["models"] == ["rf_fraud", "lr_fraud"]


def test_a_page_is_written_beside_what_is_printed(run, tmp_path):
    told = run("-s", "{model}_{class}", "--positive", "fraud", "-m", "brier", "--html", "page.html")
    result = sy.scores.evaluate(run.file, truth="y", scores="{model}_{class}", positive="fraud", metrics="brier")
    assert told.returncode == 0
    assert told.stderr == "The page is in 'page.html'.\n"
    assert told.stdout.startswith(str(result))
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == result.to_html()
    refused = run("-s", "{model}_{class}", "--html", "page.pdf")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "a page is written as .html or .htm" in refused.stderr


def test_for_programs(run):
    expected = sy.scores.evaluate(run.file, truth="y", scores="{model}_{class}")
    compared = sy.scores.compare(run.file, truth="y", scores="{model}_{class}")
    told = json.loads(run("-s", "{model}_{class}", "--json").stdout)
    assert told.pop("comparison") == json.loads(compared.to_json())
    assert told == json.loads(expected.to_json())
    rows = list(csv.DictReader(io.StringIO(run("-s", "{model}_{class}", "--csv").stdout)))
    assert [(row["metric"], row["model"]) for row in rows] == [(each.metric, each.model) for each in expected.values]
    one = json.loads(run("-s", "rf_*", "--json", "--labels", "ok, fraud").stdout)
    assert list(one["weights"]) == ["ok", "fraud"]


def test_classes_that_are_numbers(in_process, tmp_path):
    (tmp_path / "items.csv").write_text("y,a,b\n0,0.9,0.1\n1,0.3,0.7\n1,0.6,0.4\n")
    arguments = ["items.csv", "-t", "y", "-s", "a", "-s", "b", "--labels", "0,1", "--positive", "1", "--json"]
    told = in_process("scores", *arguments, "--shares", "1=0.5", cwd=tmp_path)
    assert told.stderr == ""
    assert json.loads(told.stdout)["positive"] == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], 'say which columns to take: --truth NAME --scores "p_*"'),
        (["-s", "xx_*"], "no column matches 'xx_*'; there are 'rf_fraud'"),
        (["-s", "rf_fraud"], "say with --positive which class the scores are of: 'fraud' or 'ok'"),
        (
            ["-s", "rf_*", "--positive", "froud"],
            "there is no class 'froud'; the classes are 'fraud', 'ok'. Did you mean",
        ),
        (["-s", "rf_*", "--shares", "fraud"], "cannot read --shares 'fraud'"),
        (["-s", "rf_*", "--shares", "fraud=2"], "cannot read --shares 'fraud=2'"),
        (["-s", "rf_*", "--shares", "froud=0.5"], "there is no class 'froud'"),
        (["-s", "=rf_*"], "cannot read --scores '=rf_*'"),
        (["-s", "a=rf_*", "-s", "a=lr_*"], "two models are called 'a'"),
        (["-s", "rf_*", "--weight", "y"], "column 'y' of 'items.csv' must hold a finite number"),
        (["-s", "rf_*", "-m", "auk"], "there is no metric 'auk', of scores or of labels"),
        (["-s", "rf_*", "-m", "net_benefit"], "'net_benefit' is not one number: see `sy.scores.curve(…, kind="),
        (["-s", "rf_*", "-m", "Decision curve"], "and for costs `sy.scores.regret`, which `steelyard scores --impo"),
        (["-s", "rf_*", "-m", "cost"], "'cost' is not one number: see `sy.scores.regret`"),
        (["-s", "rf_*", "-m", "calibration"], "a number of it is the metric 'expected_calibration_error'"),
        (["-s", "w", "--positive", "fraud"], "if they are logits, say --form logits"),
        (["-s", "rf_*", "--json", "--csv"], "choose --json or --csv, not both"),
        (["-s", "rf_*", "--form", "logit"], "cannot read --form"),
    ],
)
def test_one_sentence(run, arguments, sentence):
    told = run(*arguments)
    assert told.returncode == 2
    assert told.stdout == ""
    assert sentence in told.stderr
    assert told.stderr.count("\n") == 1


def test_without_a_file(in_process, tmp_path):
    told = in_process("scores", "--truth", "y", cwd=tmp_path)
    assert (told.returncode, told.stderr) == (2, "steelyard: name a file with labels and scores.\n")


def test_a_label_metric_beside_a_score_metric(run):
    told = run("-s", "{model}_{class}", "-m", "roc_auc", "-m", "balanced_accuracy", "--positive", "fraud")
    arguments = {"truth": "y", "scores": "{model}_{class}", "positive": "fraud"}
    found = sy.scores.compare(run.file, **arguments, metrics=["roc_auc", "balanced_accuracy"])
    assert told.stderr == ""
    assert found.verdict in " ".join(told.stdout.split())
    assert told.stdout.count("most probable class") == 1
    refused = run("-s", "{model}_{class}", "-m", "balanced_acuracy")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "Did you mean 'balanced_accuracy'?" in refused.stderr


def test_what_is_printed_names_options(in_process, tmp_path):
    """Notes beside results, as well as errors, speak of --positive, not of positive=."""
    rows = [f"{'n' if i % 3 else 's'},{0.1 + 0.8 * (i % 3 > 0)}" for i in range(60)]
    (tmp_path / "s.csv").write_text("y,p\n" + "\n".join(rows) + "\n", encoding="utf-8")
    done = in_process("scores", "s.csv", "-t", "y", "-s", "p", "--positive", "s", cwd=tmp_path)
    told = " ".join(done.stdout.split())
    assert "check --positive, or that the columns" in told
    assert "positive=" not in told


def test_items_without_a_score_may_be_left_out(in_process, tmp_path):
    (tmp_path / "s.csv").write_text("y,p\ns,0.8\nn,0.1\nn,\n,0.4\ns,0.3\n", encoding="utf-8")
    how = ["scores", "s.csv", "-t", "y", "-s", "p", "--positive", "s"]
    done = in_process(*how, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "1 row has an empty cell; say --missing drop to leave them out." in done.stderr
    assert "3 items, 2 classes" in in_process(*how, "--missing", "drop", cwd=tmp_path).stdout
