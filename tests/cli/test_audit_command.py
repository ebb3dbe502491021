"""`steelyard audit` and `steelyard atlas`: one screen that shows why, and one sentence for bad input."""

import json

import pytest

import steelyard as sy
from steelyard.cli import main

pytestmark = pytest.mark.usefixtures("own_metrics")

OWN = """
import steelyard as sy

@sy.metric(range=(0, 1))
def first_recall(c):
    "Recall of the first class."
    return c.tp[..., 0] / c.t[..., 0]

def hits(y_true, y_pred):
    return (y_true == y_pred).mean()

def raises(y_true, y_pred):
    raise RuntimeError("no luck")

def infinite(c):
    return c.total(c.tp) / c.total(c.fn)

def predicted(c):
    return c.p[..., 0] / c.n[..., 0]

def leaves(c):
    raise SystemExit(3)

threshold = 0.5
"""


@pytest.fixture
def own(tmp_path):
    path = tmp_path / "my_module.py"
    path.write_text(OWN, encoding="utf-8")
    return path


@pytest.fixture
def run(capsys):
    def run(*arguments, code=0):
        with pytest.raises(SystemExit) as left:
            main([str(argument) for argument in arguments])
        printed = capsys.readouterr()
        assert (left.value.code or 0) == code, printed
        if code:
            assert printed.out == ""
            assert printed.err.startswith("steelyard: ")
            assert printed.err.count("\n") == 1
            return printed.err
        return printed.out

    return run


def test_a_newcomer_sees_a_pair_of_matrices_on_one_screen(run):
    """The issue's own test: why F1 is not to be compared across months with different class shares."""
    screen = run("audit", "f1").splitlines()
    assert len(screen) <= 48
    assert max(map(len, screen)) <= 80
    text = "\n".join(screen)
    assert "same classifier scores\ndifferently on test sets with other class shares" in text
    assert "900  100" in text
    assert "= 6/7 = 0.857" in text
    assert "= 6/19 = 0.316" in text
    assert "[[1, 0], [1, 0]]: 2/3 → [[1, 0], [2, 0]]: 1/2" in text


def test_it_says_in_json_what_python_says(run):
    shown = json.loads(run("audit", "cba", "-c", 2, "--json"))
    assert shown == sy.audit("cba", classes=2).to_dict()


def test_one_property_comes_with_definition_evidence_and_matrices(run):
    text = run("audit", "g_mean", "--property", "condition_3", "-c", 3)
    assert "Mullick et al. 2020, Condition 3" in " ".join(text.split())
    for part in ("3 classes: refuted", "0  1  0", "Rows are truth"):
        assert part in text
    assert "triangle" not in text
    everything = run("audit", "g_mean", "--full", "-c", 2)
    assert "triangle inequality" in everything
    assert max(map(len, everything.splitlines())) <= 80


def test_the_properties_are_listed(run):
    text = run("audit", "--list")
    assert "condition_1: class sizes do not matter" in text
    assert "Sokolova & Lapalme 2009, I7" in " ".join(text.split())
    listed = json.loads(run("audit", "--list", "--json"))
    assert listed[0].keys() == {"property", "metrics_of", "title", "definition", "matters", "source", "expected"}
    assert next(row["property"] for row in listed if row["metrics_of"] == "labels") == "condition_1"
    assert {row["metrics_of"] for row in listed} == {"labels", "scores"}
    assert run("audit", "--list", "--csv").count("condition_1,labels,class sizes do not matter,") == 1


def test_metrics_of_a_file_that_the_user_names_are_audited(run, own):
    text = run("audit", f"{own}:first_recall", "-c", 2)
    assert "Recall of the first class (first_recall)" in text
    shown = json.loads(run("audit", f"{own}:hits", "-c", 2, "--property", "condition_1", "--json"))
    assert shown["properties"][0]["holds"] is False
    text = run("audit", f"{own}:infinite", "-c", 2, "--property", "i6")
    assert "It is infinite on [[" in text


def test_what_a_function_prints_is_not_in_the_answer_but_beside_it(tmp_path, capsys):
    place = tmp_path / "talking.py"
    place.write_text(
        "print('hello from the file')\n"
        "def prints(y_true, y_pred):\n"
        "    print('hello from the function')\n"
        "    return (y_true == y_pred).mean()\n",
        encoding="utf-8",
    )
    with pytest.raises(SystemExit):
        main(["audit", f"{place}:prints", "-c", "2", "--property", "i6", "--json"])
    printed = capsys.readouterr()
    assert json.loads(printed.out)["properties"][0]["holds"]
    assert "hello from the file" in printed.err
    assert "hello from the function" in printed.err


def test_the_direction_of_a_function_may_be_said(run, own):
    assert "say direction 'higher' or 'lower'" in run("audit", f"{own}:predicted", "-c", 2, code=2)
    shown = json.loads(run("audit", f"{own}:predicted", "-c", 2, "--property", "i6", "--direction", "lower", "--json"))
    assert (shown["direction"], shown["direction_seen"]) == ("lower", False)
    assert "not 'up'" in run("audit", f"{own}:hits", "--direction", "up", code=2)
    assert "'cen' is declared" in run("audit", "cen", "--direction", "higher", code=2)
    text = run("audit", f"{own}:hits", "-c", 2, "--property", "i6")
    assert "higher is better (as seen from a perfect matrix)" in " ".join(text.split())


def test_a_function_that_leaves_python_is_told(run, own):
    assert "'leaves' fails on the matrix [[3, 0], [0, 2]]: SystemExit: 3." in run("audit", f"{own}:leaves", code=2)


def test_a_figure_is_drawn(run, tmp_path):
    run("audit", "f1", "-c", 2, "--property", "i6", "--plot", tmp_path / "f1.svg")
    assert "RRT" in (tmp_path / "f1.svg").read_text(encoding="utf-8")


def test_bad_input_gets_one_sentence(run, own, tmp_path):
    assert "name a metric to audit" in run("audit", code=2)
    assert "there is no metric 'f7'" in run("audit", "f7", code=2)
    assert "there is no property 'condition_9'" in run("audit", "f1", "--property", "condition_9", code=2)
    assert "an audit tries 2 to 8 classes, not 1" in run("audit", "f1", "-c", 1, code=2)
    assert "there is no file" in run("audit", f"{tmp_path}/none.py:f", code=2)
    assert "has no 'f'; it has" in run("audit", f"{own}:f", code=2)
    assert "not 0.5" in run("audit", f"{own}:threshold", code=2)
    assert "fails on the matrix [[" in run("audit", f"{own}:raises", code=2)
    assert "RuntimeError: no luck" in run("audit", f"{own}:raises", code=2)
    assert ".png or .svg" in run("audit", "f1", "--plot", tmp_path / "f1.docx", code=2)
    broken = tmp_path / "broken.py"
    broken.write_text("def f(:\n", encoding="utf-8")
    assert "fails when run: SyntaxError" in run("audit", f"{broken}:f", code=2)


def test_no_file_is_run_unless_it_is_named(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cba.py").write_text("raise SystemExit('it was run')\n", encoding="utf-8")
    run("audit", "cba", "-c", 2, "--property", "i6")


def test_a_file_that_leaves_python_is_told(run, tmp_path):
    leaving = tmp_path / "leaving.py"
    leaving.write_text("raise SystemExit('it leaves')\n", encoding="utf-8")
    assert "fails when run: SystemExit: it leaves" in run("audit", f"{leaving}:f", code=2)


def test_the_atlas_is_shown(run):
    text = run("atlas", "-c", 3)
    assert max(map(len, text.splitlines())) <= 80
    (line,) = [line for line in text.splitlines() if line.startswith("one_point_maurpc_ova ")]
    assert line.split()[1:4] == ["✓", "✓", "✓"]
    shown = json.loads(run("atlas", "-c", 2, "-m", "precision", "--json"))
    assert {row["metric"] for row in shown} == {"precision"}
    assert "the atlas holds 2, 3, 5 classes, not 4" in run("atlas", "-c", 4, code=2)
    assert "there is no folder" in run("atlas", "--make", "no/such/atlas.csv", code=2)
    assert "'.' is a folder; name a file for the verdicts." in run("atlas", "--make", ".", code=2)


def test_metrics_of_scores_are_audited_by_the_same_verb(run):
    shown = json.loads(run("audit", "ap", "-c", 2, "--shares", "uniform", "--property", "condition_1", "--json"))
    assert shown == sy.audit("ap", classes=2, shares="uniform", properties="condition_1").to_dict()
    assert [one["status"] for one in shown["properties"]] == ["proved"]
    text = run("audit", "average_precision", "-c", 2, "--shares", "0.2,0.8", "--property", "constant_scores")
    assert "average_precision at shares 1/5 : 4/5" in text
    assert "order_only: only the order of scores matters" in run("audit", "--list")
    assert "--plot draws metrics of labels; 'roc_auc' is a metric of scores" in run(
        "audit", "roc_auc", "-c", 2, "--property", "constant_scores", "--plot", "a.png", code=2
    )
    assert 'shares of an audit are "uniform"' in run("audit", "roc_auc", "--shares", "even", code=2)


def test_the_atlas_of_scores_is_shown(run):
    text = run("atlas", "--scores", "-c", 2)
    assert "average_precision at uniform shares" in text
    shown = json.loads(run("atlas", "--scores", "-c", 2, "-m", "ap", "--json"))
    assert {row["metric"] for row in shown} == {"average_precision", "average_precision at uniform shares"}
    assert "2 and 3 classes for metrics of scores, not 5" in run("atlas", "--scores", "-c", 5, code=2)
