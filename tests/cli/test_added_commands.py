"""Commands that other packages add by entry points, and what is said where they are not installed."""

from importlib.metadata import EntryPoint

import pytest
import typer

from steelyard.cli import app, main


@pytest.fixture
def run(capsys, monkeypatch):
    """Run a command where only these entry points are installed."""

    def run(*arguments, points=()):
        monkeypatch.setattr(app, "entry_points", lambda group: [each for each in points if each.group == group])
        with pytest.raises(SystemExit) as left:
            main(list(arguments))
        printed = capsys.readouterr()
        return left.value.code or 0, printed.out, printed.err

    return run


def greet(name: str, loud: bool = False):
    """Say good day."""
    if name == "nobody":
        raise ValueError("there is nobody.")
    typer.echo(name.upper() if loud else name)


def point(name, group=app.GROUP):
    return EntryPoint(name, f"{__name__}:greet", group)


@pytest.fixture(autouse=True)
def _greeting(monkeypatch):
    """Test files are imported by path, so that an entry point cannot name what is in them."""
    monkeypatch.setattr(EntryPoint, "load", lambda _: greet)


@pytest.mark.parametrize("verb", ["reproduce", "training"])
@pytest.mark.parametrize("more", [[], ["-h"], ["--nonsense", "x"]], ids=["alone", "help", "options"])
def test_without_the_papers_their_verbs_say_how_to_get_them(verb, more, run):
    code, out, err = run(verb, *more)
    assert (code, out) == (2, "")
    assert err == (
        f"steelyard: `{verb}` comes with the package steelyard-papers; in a clone, `pip install ./papers` adds it.\n"
    )
    assert verb not in run("--help")[1]


def test_an_added_command_is_one_of_ours(run):
    points = [point("greet")]
    assert run("greet", "Ann", "--loud", points=points) == (0, "ANN\n", "")
    assert run("greet", "nobody", points=points) == (2, "", "steelyard: there is nobody.\n")
    assert run("greet", points=points)[0] == 2
    assert run("greet", "-h", points=points)[1].startswith("Usage: steelyard greet ")
    assert "Say good day." in run("--help", points=points)[1]


def test_our_own_commands_cannot_be_replaced(run):
    code, out, _ = run("metrics", "f1", points=[point("metrics")])
    assert (code, "F score" in out) == (0, True)


def test_other_groups_of_entry_points_add_nothing(run):
    code, _, err = run("greet", "Ann", points=[point("greet", group="console_scripts")])
    assert (code, err.startswith("steelyard: no such command 'greet'")) == (2, True)


def test_a_command_that_cannot_be_loaded_is_one_sentence(run, monkeypatch):
    def broken(_):
        raise ImportError("No module named 'gone'")

    monkeypatch.setattr(EntryPoint, "load", broken)
    sentence = "steelyard: `greet`, which a package adds, cannot be loaded: No module named 'gone'.\n"
    assert run("greet", "Ann", points=[point("greet")]) == (2, "", sentence)
