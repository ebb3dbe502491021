"""Pages that commands write: --html and --open, also of stored counts."""

import json
import webbrowser
from pathlib import Path

import pytest

import steelyard as sy
from steelyard.cli import main

pytestmark = pytest.mark.slow

WINES = Path(__file__).parents[2] / "examples" / "wine_quality_red.csv"
COLUMNS = ["-t", "quality", "-p", "tree", "-p", "svm"]


@pytest.fixture
def run(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)

    def run(*arguments):
        try:
            main([str(argument) for argument in arguments])
            code = 0
        except SystemExit as left:
            code = left.code or 0
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


@pytest.fixture
def opened(monkeypatch):
    """What the browser was told to open."""
    seen = []
    monkeypatch.setattr(webbrowser, "open", lambda address: seen.append(address) or True)
    return seen


def content(page):
    start = '<script type="application/json" id="content">'
    return json.loads(page.split(start)[1].split("</script>")[0])


def test_evaluate_writes_a_page_beside_what_it_prints(run, tmp_path):
    plain = run("evaluate", WINES, *COLUMNS, "-i", "rarity")
    code, out, err = run("evaluate", WINES, *COLUMNS, "-i", "rarity", "--html", "report.html")
    assert (code, out) == plain[:2]
    assert err == "The page is in 'report.html'.\n"
    held = content((tmp_path / "report.html").read_text(encoding="utf-8"))
    assert (held["models"], held["importance"]) == (["tree", "svm"], "rarity")
    assert held["units"]["paired"], "models in one file are compared item by item"


def test_compare_writes_a_page_with_its_verdict(run, tmp_path):
    code, out, _ = run("compare", WINES, *COLUMNS, "-m", "accuracy", "--draws", 200, "--html", "c.html", "--json")
    assert code == 0
    held = content((tmp_path / "c.html").read_text(encoding="utf-8"))
    assert " ".join(held["verdict"]) in json.loads(out)["verdict"]


def test_stored_counts_are_rendered(run, tmp_path):
    cm = sy.Confusion.from_files(WINES, "quality", "tree")
    (tmp_path / "tree.json").write_text(json.dumps(cm.to_dict()), encoding="utf-8")
    code, out, err = run("evaluate", "--matrix", "tree.json", "--html", "report.html")
    assert (code, err) == (0, "The page is in 'report.html'.\n")
    assert out == run("evaluate", WINES, "-t", "quality", "-p", "tree")[1], "the same counts"
    held = content((tmp_path / "report.html").read_text(encoding="utf-8"))
    assert held["items"] == cm.total
    joint = sy.Joint.from_files(WINES, "quality", ["tree", "svm"])
    (tmp_path / "joint.json").write_text(json.dumps(joint.to_dict()), encoding="utf-8")
    assert run("evaluate", "--matrix", "joint.json", "--html", "joint.html")[0] == 0
    held = content((tmp_path / "joint.html").read_text(encoding="utf-8"))
    assert held["units"]["paired"]
    assert run("evaluate", "--matrix", "one=tree.json", "--matrix", "two=tree.json", "--html", "two.html")[0] == 0
    held = content((tmp_path / "two.html").read_text(encoding="utf-8"))
    assert (held["models"], held["units"]["paired"]) == (["one", "two"], False)


def test_a_model_is_named_before_its_file_wherever_that_is(run, tmp_path):
    (tmp_path / "m.json").write_text("[[5, 1], [2, 9]]", encoding="utf-8")
    assert run("evaluate", "--matrix", f"tree={tmp_path / 'm.json'}", "--html", "report.html")[0] == 0
    assert content((tmp_path / "report.html").read_text(encoding="utf-8"))["models"] == ["tree"]
    code, _, err = run("evaluate", "--matrix", "=m.json", "--html", "report.html")
    assert (code, err) == (2, "steelyard: '=m.json' has no name before '='; write NAME=FILE, or the file alone.\n")


def test_groups_of_stored_counts_are_drawn_whole(run, tmp_path):
    joint = sy.Joint.from_files(WINES, "quality", ["tree", "svm"], by="fold")
    (tmp_path / "joint.json").write_text(json.dumps(joint.to_dict()), encoding="utf-8")
    assert run("evaluate", "--matrix", "joint.json", "--group", "fold", "--html", "report.html")[0] == 0
    assert content((tmp_path / "report.html").read_text(encoding="utf-8"))["units"]["kind"] == "groups"
    code, _, err = run("evaluate", "--matrix", "joint.json", "--group", "patient", "--html", "report.html")
    assert code == 2
    assert "there is no axis 'patient'" in err


def test_the_page_is_opened(run, opened, tmp_path):
    assert run("evaluate", WINES, *COLUMNS, "--html", "r.html", "--open")[0] == 0
    assert opened == [(tmp_path / "r.html").as_uri()]
    code, _, err = run("evaluate", WINES, *COLUMNS, "--open")
    assert code == 0
    place = Path(err.split("'")[1])
    assert opened[1] == place.as_uri()
    assert place.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_without_a_browser_it_is_said_where_the_page_is(run, monkeypatch):
    monkeypatch.setattr(webbrowser, "open", lambda _: False)
    code, _, err = run("evaluate", WINES, *COLUMNS, "--html", "r.html", "--open")
    assert (code, err) == (0, "The page is in 'r.html'.\nNo browser could be started; open that file yourself.\n")


@pytest.mark.parametrize(
    ("place", "sentence"),
    [
        ("report.pdf", "a page is written as .html or .htm, by the ending of the file, not as 'report.pdf'."),
        ("none/report.html", "there is no folder 'none' to write the page to."),
        ("folder.html", "'folder.html' is a folder; name a file for the page."),
    ],
)
@pytest.mark.parametrize(
    "command", [["evaluate", WINES, *COLUMNS], ["compare", WINES, *COLUMNS], ["evaluate", "--matrix", "m.json"]]
)
def test_a_bad_place_is_refused_before_anything_is_computed(run, tmp_path, command, place, sentence):
    (tmp_path / "folder.html").mkdir()
    assert run(*command, "--html", place) == (2, "", f"steelyard: {sentence}\n")


def test_a_file_that_is_read_is_never_written_over(run, tmp_path):
    letters = "t,p,q\na,a,b\nb,b,b\na,b,a\n"
    stored = ",a,b\na,5,1\nb,2,3\n"
    (tmp_path / "data.csv").write_text(letters, encoding="utf-8")
    (tmp_path / "m.html").write_text(stored, encoding="utf-8")
    for link in ("page.html", "figure.svg"):
        (tmp_path / link).symlink_to("data.csv")
    (tmp_path / "lost.html").symlink_to(tmp_path / "nowhere" / "page.html")
    columns = ["-t", "t", "-p", "p"]
    for place, command in [
        ("page.html", ["evaluate", "data.csv", *columns]),
        ("page.html", ["compare", "d*.csv", *columns, "-p", "q"]),
        ("page.html", ["scores", ".", "-t", "t", "-s", "p"]),
        ("m.html", ["evaluate", "--matrix", "m.html"]),
        ("m.html", ["compare", "--matrix", "a=m.html", "--matrix", "b=m.html"]),
    ]:
        assert run(*command, "--html", place) == (
            2, "", f"steelyard: {place!r} is the file that is read; name another.\n"
        )  # fmt: skip
    code, _, told = run("advise", "data.csv", *columns, "--plot", "figure.svg")
    assert (code, told) == (2, "steelyard: 'figure.svg' is the file that is read; name another.\n")
    nowhere = f"steelyard: there is no folder {str(tmp_path / 'nowhere')!r} to write the page to.\n"
    assert run("evaluate", "data.csv", *columns, "--html", "lost.html") == (2, "", nowhere)
    assert (tmp_path / "data.csv").read_text("utf-8") == letters
    assert (tmp_path / "m.html").read_text("utf-8") == stored


@pytest.mark.parametrize(
    ("stored", "told"),
    [
        ("{", "it is not JSON"),
        ("[[1, 2], [3]]", "cannot read a matrix from 'm.json'"),
        ('{"codes": []}', "a stored joint table needs"),
        ("[[0, 0], [0, 0]]", "the counts are all 0"),
        ("[[1, -2], [0, 1]]", "m.json"),
    ],
)
def test_bad_counts_are_one_sentence(run, tmp_path, stored, told):
    (tmp_path / "m.json").write_text(stored, encoding="utf-8")
    code, out, err = run("evaluate", "--matrix", "m.json", "--html", "report.html")
    assert (code, out) == (2, "")
    assert told in err
    assert err.count("\n") == 1
    assert not (tmp_path / "report.html").exists()


def test_too_many_classes_for_a_page_are_refused(run, tmp_path):
    many = [[int(i == j) for j in range(501)] for i in range(501)]
    (tmp_path / "m.json").write_text(json.dumps(many), encoding="utf-8")
    code, _, err = run("evaluate", "--matrix", "m.json", "--html", "report.html")
    assert code == 2
    assert "501" in err
    assert "collapse" in err


def test_an_old_page_is_kept_if_the_new_one_cannot_be_written(run, tmp_path):
    (tmp_path / "report.html").write_text("old", encoding="utf-8")
    (tmp_path / "m.json").write_text("[[0, 0], [0, 0]]", encoding="utf-8")
    run("evaluate", "--matrix", "m.json", "--html", "report.html")
    assert (tmp_path / "report.html").read_text(encoding="utf-8") == "old"
