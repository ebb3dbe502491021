"""The command `training`: from a file to Figure 3b's table; bad input is one sentence and exit code 2."""

import csv
import io
import json
import sys
from pathlib import Path

import pytest

pytest.importorskip("sklearn", reason="scikit-learn is not installed")

from steelyard.cli import main
from steelyard_papers.cli.training import Learner, Per
from steelyard_papers.training.learners import LEARNERS
from steelyard_papers.training.training_experiment import PER

MACHINES = Path(__file__).parents[3] / "examples" / "machines.csv"
USER = "failing=0.6, worn=0.2, ok=0.2"
QUICK = ("--seeds", 1, "--draws", 100)
MISSING = "column 'x' has 1 missing value among 21 items; fill in what is missing, leave out such rows, or name"
ROWS = "y,x\n" + "a,1\nb,2\n" * 10


@pytest.fixture
def run(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)

    def run(*arguments):
        try:
            main(["training", *map(str, arguments)])
            code = 0
        except SystemExit as left:
            code = left.code or 0
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


@pytest.fixture(scope="module")
def machines():
    """The columns of the shipped example."""
    with MACHINES.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_it_answers_first_and_shows_figure_3bs_table(run):
    code, out, err = run(MACHINES, "-t", "state", "-i", USER, *QUICK)
    assert (code, err) == (0, "")
    assert " ".join(out.split()).startswith("Training with the importance raises WBA under it for user by 0.")
    assert "Train+Test" in out
    assert max(map(len, out.splitlines())) <= 80


def test_numbers_are_standardised_and_words_one_hot(run, machines):
    """Against a design matrix made by hand."""
    import numpy as np
    from sklearn.linear_model import LogisticRegression
    from sklearn.metrics import recall_score
    from sklearn.model_selection import StratifiedKFold

    record = json.loads(run(MACHINES, "-t", "state", "-i", USER, *QUICK, "--json")[1])
    y = np.array([row["state"] for row in machines])
    values = np.array([[float(v) for k, v in row.items() if k not in ("state", "site")] for row in machines])
    sites = np.array([[row["site"] == site for site in ("north", "quay", "south")] for row in machines], dtype=float)
    predicted = np.empty_like(y)
    for train, test in StratifiedKFold(5, shuffle=True, random_state=0).split(values, y):
        scaled = (values - values[train].mean(axis=0)) / values[train].std(axis=0)
        X = np.hstack([scaled, sites])
        predicted[test] = LogisticRegression(max_iter=1000).fit(X[train], y[train]).predict(X[test])
    failing, ok, worn = recall_score(y, predicted, average=None)
    plain = next(cell for cell in record["cells"] if (cell["criterion"], cell["trained"]) == ("user", "plain"))
    assert plain["value"] == pytest.approx(0.6 * failing + 0.2 * worn + 0.2 * ok, abs=1e-9)


def test_csv_has_a_row_per_way_to_train_and_criterion(run):
    code, out, _ = run(
        MACHINES, "-t", "state", "-f", "vibration", "--test-share", 0.3, *QUICK, "--per", "item", "--csv"
    )
    assert code == 0
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [(row["criterion"], row["trained"]) for row in rows] == [("rarity", "plain"), ("rarity", "rarity")]
    assert {(row["data"], row["per"], row["test_share"], row["folds"]) for row in rows} == {
        ("machines", "item", "0.3", "")
    }


def test_running_text_is_learned_from(run, tmp_path):
    reviews = [
        ("1", "awful stale taste"),
        ("5", "lovely fresh taste"),
        ("5", "fresh, so good"),
        ("1", "stale, return it"),
    ]
    lines = [f'{i},{stars},"{said} number {i}"' for i, (stars, said) in enumerate(reviews * 8)]
    (tmp_path / "reviews.csv").write_text("\n".join(["id,stars,review", *lines]), encoding="utf-8")
    code, out, _ = run("reviews.csv", "-t", "stars", "--text", "review", "-i", "1=0.7, 5=0.3", *QUICK, "--json")
    assert code == 0
    record = json.loads(out)
    assert record["classes"] == {"1": 16, "5": 16}
    assert all(cell["value"] == 1 for cell in record["cells"])


@pytest.mark.parametrize("learner", Learner)
def test_every_learner_runs(run, learner):
    code, out, _ = run(MACHINES, "-t", "state", "--learner", learner.value, "--folds", 2, *QUICK, "--json")
    assert code == 0
    assert all(0 <= cell["value"] <= 1 for cell in json.loads(out)["cells"])


def test_options_offer_what_the_library_has():
    assert [each.value for each in Learner] == list(LEARNERS)
    assert {each.value for each in Per} == set(PER)


@pytest.mark.parametrize(
    ("content", "options", "sentence"),
    [
        (ROWS, ["-t", "z"], "'d.csv' has no column 'z'; its columns are 'y', 'x'."),
        (ROWS, ["-t", "y", "-f", "w"], "'d.csv' has no column 'w'; its columns are 'y', 'x'."),
        (ROWS, [], "say with --truth which column holds the true labels; 'd.csv' has the columns 'y', 'x'."),
        (ROWS, ["-t", "y", "-f", "y"], "column 'y' is the truth, so that nothing can be learned from it."),
        ("", ["-t", "y"], "'d.csv' is empty."),
        ("y,x\n", ["-t", "y"], "'d.csv' has no rows."),
        ("y\na\nb\n", ["-t", "y"], "there is no column to learn from; name features, or a column of running text."),
        (ROWS.replace("b,", "a,"), ["-t", "y"], "all items are of class 'a'; training needs at least two classes."),
        (
            ROWS + "c,3\n",
            ["-t", "y"],
            "class 'c' has 1 item, but with 5 folds each class needs at least 5; split otherwise, or merge the class",
        ),
        (ROWS, ["-t", "y", "-i", "a=0.7, q=0.3"], "there is no class 'q'; the classes are 'a', 'b'."),
        (
            ROWS + "a,\n",
            ["-t", "y"],
            MISSING,
        ),
        (
            ROWS + "a,NaN\n",
            ["-t", "y"],
            MISSING,
        ),
        (ROWS + "a,inf\n", ["-t", "y"], "column 'x' has values that are infinite; features must be finite numbers"),
        (ROWS + ",3\n", ["-t", "y"], "1 of 21 items have no true label in 'y'; leave out these rows."),
        (
            "y,x\n" + "".join(f"{'ab'[i % 2]},say {i}\n" for i in range(30)),
            ["-t", "y"],
            "column 'x' holds no numbers, but 30 different texts among 30 items, such as 'say 0'; name it as running",
        ),
        (ROWS, ["-t", "y", "--json", "--csv"], "choose --json or --csv, not both."),
        (ROWS, ["-t", "y", "--folds", 3, "--test-share", 0.2], "choose --folds or --test-share, not both."),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(run, tmp_path, content, options, sentence):
    (tmp_path / "d.csv").write_text(content, encoding="utf-8")
    code, out, err = run("d.csv", *options)
    assert (code, out) == (2, "")
    assert err.startswith(f"steelyard: {sentence}")
    assert err.count("\n") == 1


def test_without_a_file_it_says_so(run):
    assert run("-t", "y") == (2, "", "steelyard: name a file with one row per item.\n")


def test_without_scikit_learn_it_says_what_to_install(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "sklearn", None)
    expected = "steelyard: training needs scikit-learn; pip install scikit-learn.\n"
    assert run(MACHINES, "-t", "state") == (2, "", expected)


def test_a_word_that_is_no_learner_is_told(run):
    code, out, err = run("--learner", "foo")
    assert (code, out) == (2, "")
    assert err == "steelyard: cannot read --learner: 'foo' is not one of 'logistic', 'forest', 'svm'.\n"
