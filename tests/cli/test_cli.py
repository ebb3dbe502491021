"""The command line as a person uses it: its output, its exit code, and that of real processes."""

import json
import os
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import get_args

import pytest

import steelyard as sy
from steelyard.cli import main
from steelyard.cli.options import Missing, Undefined
from steelyard.counts.read.label import MISSING_WORDS
from steelyard.measuring.view import Policy

ROOT = Path(__file__).parents[2]
WINES = ROOT / "examples" / "wine_quality_red.csv"
ROD = WINES.with_name("wine_quality_rod.csv")


def process(*arguments, encoding="utf-8"):
    """Run a command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", "from steelyard.cli import main; main()", *map(str, arguments)],
        capture_output=True, encoding=encoding, errors="replace", check=False, cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": encoding, "PYTHONWARNINGS": "error"},
    )  # fmt: skip


@pytest.fixture
def steelyard(in_process):
    return partial(in_process, cwd=ROOT)


def refusal_of(run):
    assert run.returncode == 2, run.stdout
    assert run.stdout == ""
    assert "Traceback" not in run.stderr
    assert run.stderr.startswith("steelyard: ")
    return run.stderr


@pytest.fixture
def refused(steelyard):
    return lambda *arguments: refusal_of(steelyard(*arguments))


def test_one_model_is_evaluated_at_80_columns_without_colour_in_a_pipe():
    run = process("evaluate", WINES, "-t", "quality", "-p", "tree", "-i", "rarity")
    assert run.returncode == 0, run.stderr
    assert "1,599 items in 6 classes" in run.stdout
    assert "What matters: rarity" in run.stdout
    assert "\x1b" not in run.stdout
    assert max(map(len, run.stdout.splitlines())) <= 80


def test_a_process_that_refuses_says_one_sentence_and_leaves_with_2():
    assert "Did you mean 'quality'" in refusal_of(process("evaluate", WINES, "-t", "qualty", "-p", "tree"))
    assert "there is no option --nonsense" in refusal_of(process("evaluate", "--nonsense"))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["evaluate", "--intervals", "foo"], "cannot read --intervals: 'foo' is not one of 'classwise', "),
        (["evaluate", "--undefined", "foo"], "cannot read --undefined: 'foo' is not one of 'worst', "),
        (["evaluate", "--missing", "foo"], "cannot read --missing: 'foo' is not one of 'refuse', 'drop', 'keep'.\n"),
        (["evaluate", "--engine", "polars"], "there is no option --engine."),
        (["evaluate", "--confidence", "foo"], "cannot read --confidence: "),
        (["advise", "--worse", "foo"], "cannot read --worse: 'foo' is not one of 'misses', 'false-alarms'.\n"),
        (["evaluate", "--foo"], "there is no option --foo. `steelyard evaluate -h` lists all.\n"),
        (["evaluate", "--interval", "none"], "there is no option --interval. Did you mean --intervals?\n"),
        (["evalute"], "no such command 'evalute'"),
        (
            ["report", "m.json"],
            "`report` is gone; `evaluate --matrix FILE --html PAGE` writes a page of stored counts.\n",
        ),
    ],
)
def test_a_command_that_cannot_be_read_gets_one_sentence(refused, arguments, sentence):
    told = refused(*arguments)
    assert told.count("\n") == 1, "docs/command_line.md: bad input gets one sentence"
    assert told.startswith(f"steelyard: {sentence}")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--test-share", "2"], "--test-share is a share, which lies between 0 and 1, not at 2.0.\n"),
        (["--test-share", "0.5"], "--test-share is about slices that there are none of; name them, --by.\n"),
        (["--rope", "3"], "--rope is the largest difference that does not matter, but values of "),
        (["-i", "7=2"], "; say what each of these counts, such as *=1, or name them.\n"),
        (["--counts", "weight"], "; a column of weights is --weight.\n"),
        (["--weight", "weight", "--intervals", "bootstrap"], "leave out --intervals, or name groups.\n"),
        (["-m", "recall"], "say which is positive, --positive 7 or --positive 8.\n"),
    ],
)
def test_sentences_spell_options_not_arguments(refused, tmp_path, arguments, sentence):
    items = tmp_path / "items.csv"
    items.write_text("y,a,b,weight\n7,7,8,1.5\n8,8,8,2\n7,8,7,0.25\n", encoding="utf-8")
    assert sentence in refused("compare", items, "-t", "y", "-p", "a", "-p", "b", *arguments)


def test_without_a_command_the_help_is_shown(steelyard):
    run = steelyard()
    assert run.returncode == 2
    assert "Usage: steelyard" in run.stdout + run.stderr


def test_json_equals_python(steelyard):
    run = steelyard("evaluate", WINES, "--truth", "quality", "--prediction", "svm", "--importance", "3 < 4", "--json")
    cm = sy.Confusion.from_files(WINES, "quality", "svm")
    assert json.loads(run.stdout) == sy.evaluate(cm, importance="3 < 4").to_dict() | {
        "weights": {str(label): w for label, w in sy.evaluate(cm, importance="3 < 4").to_dict()["weights"].items()}
    }


def test_several_models_in_one_call_and_chosen_metrics_as_csv(steelyard):
    run = steelyard(
        "evaluate", WINES, "-t", "quality", "-p", "tree", "-p", "svm", "-m", "cba", "-m", "mean_f(beta=2)", "--csv"
    )
    lines = run.stdout.splitlines()
    assert lines[0].startswith("model,metric,value")
    assert [line.split(",")[:2] for line in lines[1:]] == [
        ["tree", "cba"], ["svm", "cba"], ["tree", "mean_f(beta=2)"], ["svm", "mean_f(beta=2)"],
    ]  # fmt: skip


def test_a_stored_matrix_is_evaluated(tmp_path, steelyard):
    stored = tmp_path / "matrix.csv"
    stored.write_text("truth,c1,c2,c3\nc1,5,0,0\nc2,0,10,0\nc3,0,300,0\n", encoding="utf-8")
    record = json.loads(steelyard("evaluate", "--matrix", stored, "-i", "rarity", "--json").stdout)
    value = next(row["value"] for row in record["metrics"] if row["metric"] == "cba")
    assert value == pytest.approx(0.670, abs=5e-4)  # Branco et al., Table 5, CBA^PREV


def test_labels_declare_order_and_absent_classes(steelyard):
    record = json.loads(
        steelyard("evaluate", WINES, "-t", "quality", "-p", "svm", "--labels", "9,8,7,6,5,4,3", "--json").stdout
    )
    assert list(record["weights"]) == ["9", "8", "7", "6", "5", "4", "3"]


def test_the_catalogue_and_one_metric(steelyard):
    assert "balanced_accuracy" in steelyard("metrics").stdout
    shown = steelyard("metrics", "WBA").stdout
    assert "balanced_accuracy" in shown
    assert "Gupta" in shown
    assert {row["id"] for row in json.loads(steelyard("metrics", "--json").stdout)} == set(sy.metrics)
    assert json.loads(steelyard("metrics", "cost_ratio", "--json").stdout)["range"] == [0.0, "inf"]


def test_version_and_help():
    assert process("--version").stdout == f"steelyard {sy.__version__}\n"
    assert "evaluate" in process("--help").stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["evaluate"], "name a file with labels, or stored counts"),
        (["evaluate", "nowhere.csv", "-t", "a", "-p", "b"], "there is no file 'nowhere.csv'"),
        (["evaluate", ROD, "-t", "a", "-p", "b"], "Did you mean 'wine_quality_red.csv'"),
        (["evaluate", WINES], "say which columns to compare"),
        (["evaluate", WINES, "-t", "qualty", "-p", "tree"], "Did you mean 'quality'"),
        (["evaluate", WINES, "-t", "quality", "-p", "tree", "-p", "tree"], "may be named once"),
        (["evaluate", WINES, "-t", "quality", "-p", "tree", "-i", "rarity * (3=)"], "at character 13"),
        (["evaluate", WINES, "-t", "quality", "-p", "tree", "-i", "12=1"], "there is no class '12'"),
        (["evaluate", WINES, "-t", "quality", "-p", "tree", "-i", "3 < 4 < 3"], "cycle: 3 < 4 < 3"),
        (["evaluate", WINES, "-t", "quality", "-p", "tree", "-m", "f1_mikro"], "there is no metric 'f1_mikro'"),
        (["evaluate", WINES, "-t", "quality", "-p", "tree", "-m", "mean_f(beta=-1)"], "beta must be a number above 0"),
        (["evaluate", WINES, "-t", "quality", "-p", "tree", "-m", "mean_f(gamma=1)"], "has no parameter 'gamma'"),
        (["evaluate", WINES, "-t", "quality", "-p", "tree", "--json", "--csv"], "choose --json or --csv"),
        (["evaluate", WINES, "-t", "quality", "-p", "tree", "--labels", "5,6"], "classes 3, 4, 7, 8 are counted"),
        (["evaluate", WINES, "-t", "quality", "-p", "tree", "--labels", "5,six"], "--labels lists 'six'"),
        (["evaluate", WINES, "-t", "quality", "-p", "tree", "--labels", '"5,6'], "cannot read --labels"),
        (["evaluate", WINES, "-t", "quality", "-p", "tree", "--labels", ""], "--labels '' lists an empty label"),
        (["evaluate", WINES, "-t", "quality", "-p", "tree", "--labels", "3,,4"], "lists an empty label"),
        (["evaluate", WINES, "-t", "quality", "-p", "quality"], "is named as the truth and as a prediction"),
        (["evaluate", "x" * 5000 + ".csv", "-t", "a", "-p", "b"], "File name too long"),
        (["evaluate", "--matrix", "x" * 5000 + ".csv"], "File name too long"),
        (["evaluate", WINES, "--matrix", WINES], "--matrix holds all counts"),
        (["evaluate", "--matrix", "nowhere.csv"], "there is no file 'nowhere.csv'"),
        (["evaluate", "--matrix", ""], "the name of a file is empty."),
        (["evaluate", WINES, "-t", "quality", "-p", "tree", "--labels", "5\n,6"], "--labels is one line, labels sep"),
        (["evaluate", ROOT / "src" / "steelyard" / "cli", "-t", "a", "-p", "b"], "has no data files"),
        (["evaluate", ROOT / "Makefile", "-t", "a", "-p", "b"], "cannot tell the format"),
        (["metrics", "zzz"], "there is no metric 'zzz'"),
    ],
)  # fmt: skip
def test_bad_input_is_one_sentence_and_exit_code_2(arguments, sentence, refused):
    assert sentence in refused(*arguments)


@pytest.mark.parametrize(
    "arguments", [["evaluate", "--nonsense"], ["evalute"], ["evaluate", "x", "--missing", "perhaps"]]
)
def test_a_wrong_option_is_exit_code_2_without_a_traceback(arguments, steelyard):
    run = steelyard(*arguments)
    assert run.returncode == 2
    assert "Traceback" not in run.stderr


def test_a_label_with_a_comma_and_one_that_is_missing_can_be_declared(tmp_path, steelyard, refused):
    path = tmp_path / "a.csv"
    path.write_text('y,p\n"a, b",c\nc,c\nc,\n', encoding="utf-8")
    assert "1 of 3 rows" in refused("evaluate", path, "-t", "y", "-p", "p")
    assert "--missing drop" in refused("evaluate", path, "-t", "y", "-p", "p")
    run = steelyard("evaluate", path, "-t", "y", "-p", "p", "--missing", "keep", "--labels", 'd,c, "a, b"', "--json")
    assert list(json.loads(run.stdout)["weights"])[:3] == ["d", "c", "a, b"]
    path.write_text("y,p\n1,2\n2,2\n2,\n", encoding="utf-8")
    run = steelyard("evaluate", path, "-t", "y", "-p", "p", "--missing", "keep", "--labels", "3,2,1", "--json")
    assert list(json.loads(run.stdout)["weights"])[:3] == ["3", "2", "1"]


def test_the_choices_are_those_of_the_library():
    assert tuple(Missing) == MISSING_WORDS
    assert tuple(Undefined) == get_args(Policy)


def test_help_loads_no_numpy():
    code = "import atexit, sys; from steelyard.cli import main; "
    code += "atexit.register(lambda: print('numpy' in sys.modules)); main(['evaluate', '--help'])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=ROOT)
    assert run.stdout.splitlines()[-1] == "False"


ENCODINGS = pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])


@pytest.fixture
def letters(tmp_path):
    """The arguments that evaluate labels in Cyrillic and Greek."""
    path = tmp_path / "a.csv"
    path.write_text("y,p\nй,й\nй,λ\n", encoding="utf-8")
    return ["evaluate", path, "-t", "y", "-p", "p"]


@ENCODINGS
def test_a_screen_without_our_characters_gets_all_lines(letters, steelyard, encoding):
    for arguments in (letters, [*letters, "--csv"], [*letters, "--json"], ["metrics"], ["metrics", "cba"]):
        run = steelyard(*arguments, encoding=encoding)
        assert (run.returncode, run.stderr) == (0, "")


@pytest.mark.slow
@ENCODINGS
def test_the_screen_of_a_process_without_our_characters_gets_all_lines(letters, steelyard, encoding):
    for arguments in (letters, [*letters, "--csv"]):
        run = process(*arguments, encoding=encoding)
        assert (run.returncode, run.stderr) == (0, "")
        assert run.stdout == steelyard(*arguments, encoding=encoding).stdout


@pytest.mark.parametrize(
    ("problem", "sentence"),
    [
        (PermissionError(13, "Permission denied", "a.csv"), "cannot use the file 'a.csv': Permission denied."),
        (OSError("broken"), "cannot use the file: broken."),
        (RecursionError("maximum recursion depth exceeded"), "the input is nested too deeply."),
        (MemoryError(), "there is not enough memory for this."),
    ],
)
def test_what_the_machine_refuses_is_a_sentence(monkeypatch, capsys, problem, sentence):
    def stop(**_):
        raise problem

    monkeypatch.setattr("steelyard.cli.app.app", stop)
    with pytest.raises(SystemExit) as stopped:
        main([])
    assert stopped.value.code == 2
    assert capsys.readouterr().err == f"steelyard: {sentence}\n"


def test_a_bug_is_not_hidden(monkeypatch):
    def stop(**_):
        raise KeyError("a bug")

    monkeypatch.setattr("steelyard.cli.app.app", stop)
    with pytest.raises(KeyError):
        main([])


def left_early(*arguments, after):
    """Run a command whose reader leaves after some bytes; return its exit code and what it says."""
    code = "from steelyard.cli import main; main()"
    process = subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
    )
    process.stdout.read(after)
    process.stdout.close()
    errors = process.stderr.read()
    process.stderr.close()
    return process.wait(timeout=60), errors


@pytest.mark.parametrize("closed", [[1], [2], [1, 2]])
@pytest.mark.parametrize(("arguments", "code"), [(["--version"], 0), (["evaluate", "no.csv", "-t", "a", "-p", "b"], 2)])
def test_closed_streams_change_no_exit_code(closed, arguments, code, tmp_path):
    """As `>&-` and `2>&-` of a shell close them; what is left open has no traceback."""
    said = tmp_path / "said"
    with said.open("wb") as out:
        run = subprocess.run(
            [sys.executable, "-c", "from steelyard.cli import main; main()", *arguments],
            stdout=out, stderr=out, check=False, cwd=ROOT, preexec_fn=lambda: [os.close(each) for each in closed],
        )  # fmt: skip
    assert run.returncode == code
    assert b"Traceback" not in said.read_bytes()


def test_a_refusal_that_nobody_can_read_leaves_with_2():
    read, write = os.pipe()
    os.close(read)
    code = "from steelyard.cli import main; main()"
    run = subprocess.run([sys.executable, "-c", code, "evaluate", "no.csv"], stderr=write, check=False, cwd=ROOT)
    os.close(write)
    assert run.returncode == 2


def test_columns_that_are_no_number_are_ignored(steelyard, monkeypatch):
    monkeypatch.setenv("COLUMNS", "²")
    run = steelyard("metrics", "cba")
    assert (run.returncode, run.stderr) == (0, "")
    assert "class balance accuracy" in run.stdout


def test_a_reader_that_stops_early_is_no_error():
    assert left_early("metrics", "--json", after=10) == (0, b"")
    assert left_early("metrics", "cba", after=0) == (0, b""), "all of it is written at the end"


@pytest.mark.slow
@pytest.mark.parametrize("verb", ["compare", "evaluate"])
def test_a_page_is_written_whoever_stops_reading(tmp_path, verb):
    page = tmp_path / "page.html"
    models = ["-p", "tree", "-p", "svm"]
    code, told = left_early(verb, WINES, "-t", "quality", *models, "-m", "cba", "--html", page, after=0)
    assert (code, told.count(b"\n")) == (0, 1)
    assert b"The page is in" in told
    assert page.stat().st_size > 10_000


def test_a_matrix_without_names_can_be_named(tmp_path, steelyard):
    stored = tmp_path / "m.csv"
    stored.write_text("5,1\n2,30\n", encoding="utf-8")
    record = json.loads(steelyard("evaluate", "--matrix", stored, "--labels", "fraud,ok", "--json").stdout)
    assert list(record["weights"]) == ["fraud", "ok"]


def test_metrics_in_one_text_are_told_apart(refused):
    assert "Name one metric at a time" in refused(
        "evaluate", WINES, "-t", "quality", "-p", "tree", "-m", "accuracy,mcc"
    )
    assert "take 'macro_f1', its average over them" in refused(
        "evaluate", WINES, "-t", "quality", "-p", "tree", "-m", "f1"
    )
