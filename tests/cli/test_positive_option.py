"""`--positive`: the same as in Python, and one sentence where it is missing or wrong."""

import json

import pytest

import steelyard as sy

ROWS = [("yes", "yes", "yes"), ("yes", "no", "yes"), ("no", "no", "yes"), ("no", "yes", "no"), ("no", "no", "no")] * 8


@pytest.fixture
def files(tmp_path):
    """Texts, whole numbers for the same, and three classes."""
    header = "y,a,b\n"
    texts = header + "".join(",".join(row) + "\n" for row in ROWS)
    (tmp_path / "texts.csv").write_text(texts, encoding="utf-8")
    (tmp_path / "numbers.csv").write_text(texts.replace("yes", "1").replace("no", "0"), encoding="utf-8")
    (tmp_path / "three.csv").write_text(texts + "perhaps,no,perhaps\n" * 3, encoding="utf-8")
    return tmp_path


def columns(file):
    return [file, "-t", "y", "-p", "a", "-p", "b"]


@pytest.mark.parametrize(("file", "positive"), [("texts.csv", "yes"), ("numbers.csv", "1")])
def test_evaluate_and_compare_say_what_python_says(in_process, files, file, positive):
    """8 of 16 are found, and 8 of 16 answers are right."""
    truth = [row[0] for row in ROWS]
    result = sy.evaluate(truth, [row[1] for row in ROWS], positive="yes")
    run = in_process("evaluate", file, "-t", "y", "-p", "a", "--positive", positive, "--json", cwd=files)
    record = json.loads(run.stdout)
    assert str(record["positive"]) == positive
    values = {row["metric"].removesuffix(f" of {positive}"): row["value"] for row in record["metrics"]}
    assert values == {score.metric.name.removesuffix(" of yes"): pytest.approx(score.value) for score in result.scores}
    assert values["f1"] == values["recall"] == 0.5
    run = in_process("compare", *columns(file), "--positive", positive, "-m", "f1", cwd=files)
    assert run.returncode == 0, run.stderr
    assert f"By f1 of {positive}, b (0.8" in " ".join(run.stdout.split())


@pytest.mark.parametrize("verb", ["evaluate", "compare"])
@pytest.mark.parametrize(
    ("file", "options", "told"),
    [
        ("texts.csv", ["-m", "f1"], "'f1' is of one class; say which is positive, --positive no or --positive yes."),
        ("numbers.csv", ["-m", "npv"], "'npv' is of one class; say which is positive, --positive 0 or --positive 1."),
        (
            "three.csv",
            ["-m", "recall"],
            (
                "'recall' is of one class, and there are 3: take 'macro_recall', its average over them, or one class "
                "against all others, --positive no, --positive perhaps or --positive yes; the table of classes shows "
                "it of each."
            ),
        ),
        (
            "texts.csv",
            ["--positive", "yse"],
            "there is no class 'yse'; the classes are 'no', 'yes'. Did you mean 'yes'?",
        ),
        ("numbers.csv", ["--positive", "2"], "there is no class '2'; the classes are 0, 1."),
        (
            "texts.csv",
            ["--positive", "maybe", "--labels", "no, yes, maybe"],
            (
                "the positive class 'maybe' has no items, so nothing tells how well it is found; the classes with "
                "items are 'no', 'yes'."
            ),
        ),
        (
            "texts.csv",
            ["--positive", "yes", "-m", "recall", "-i", "rarity"],
            (
                "'recall of yes' is of one class, so an importance has no part in it; 'balanced_accuracy', its average "
                "over the classes, follows one."
            ),
        ),
    ],
)
def test_bad_input_is_one_sentence(in_process, files, verb, file, options, told):
    run = in_process(verb, *columns(file), *options, cwd=files)
    assert (run.returncode, run.stdout, run.stderr) == (2, "", f"steelyard: {told}\n")


def test_a_what_if_is_of_the_metrics_that_were_asked_for(in_process, files):
    run = in_process("compare", *columns("texts.csv"), "--positive", "yes", "-m", "f1", "--what-if", "yes", cwd=files)
    assert run.returncode == 0, run.stderr
    assert "f1 of yes: b is ahead of a at every share of class 'yes'" in " ".join(run.stdout.split())


def test_a_page_has_it(in_process, files):
    run = in_process("evaluate", *columns("three.csv"), "--positive", "yes", "--html", "page.html", cwd=files)
    assert run.returncode == 0, run.stderr
    assert "f1 of yes" in (files / "page.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("verb", ["evaluate", "compare"])
def test_columns_with_a_comma_between_them_are_told_apart(in_process, files, verb):
    run = in_process(verb, "texts.csv", "-t", "y", "-p", "a, b", cwd=files)
    told = "--prediction 'a, b' names several columns: repeat --prediction for each, --prediction a --prediction b."
    assert (run.returncode, run.stderr) == (2, f"steelyard: {told}\n")


def test_a_column_may_have_a_comma_in_its_name(in_process, tmp_path):
    (tmp_path / "comma.csv").write_text('y,a,b,"a,b"\nno,no,no,yes\nyes,yes,yes,yes\n', encoding="utf-8")
    run = in_process("evaluate", "comma.csv", "-t", "y", "-p", "a,b", "-m", "accuracy", "--csv", cwd=tmp_path)
    assert (run.returncode, run.stderr) == (0, "")


def test_a_word_of_a_columns_name_finds_it(in_process, tmp_path):
    (tmp_path / "months.csv").write_text("patient_month,y,a\n1,no,no\n2,yes,yes\n", encoding="utf-8")
    run = in_process("evaluate", "months.csv", "-t", "y", "-p", "a", "--by", "month", cwd=tmp_path)
    assert run.stderr.endswith("Did you mean 'patient_month'?\n")


def test_evaluate_measures_at_stated_shares(in_process, files):
    """16 of 32 wrong in each class: accuracy stays, precision follows the share."""
    asked = columns("texts.csv")[:-2]
    run = in_process("evaluate", *asked, "--positive", "yes", "--shares", "yes=0.1", "--json", cwd=files)
    record = json.loads(run.stdout)
    expected = sy.evaluate([r[0] for r in ROWS], [r[1] for r in ROWS], positive="yes", shares={"yes": 0.1})
    assert record["shares"] == pytest.approx({"no": 0.9, "yes": 0.1})
    assert record["metrics"][1]["value"] == pytest.approx(expected["precision"].value)
    said = in_process("evaluate", *asked, "--shares", "yes=0.1", cwd=files)
    assert said.stdout.startswith("At class shares 'no' 90 % and 'yes' 10 %. 65 % would be right.")
    wrong = in_process("evaluate", *asked, "--shares", "yes=2", cwd=files)
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "cannot read --shares 'yes=2'" in wrong.stderr
