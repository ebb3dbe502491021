"""What packages that add to Steelyard use: answers that say what they show, and everything loaded when it is used."""

import subprocess
import sys
from dataclasses import dataclass

import pytest

import steelyard as sy
from steelyard.extending import Answer, Column, Item, Listing, Sentence, Sheet, console, print_parts


@dataclass(frozen=True, repr=False)
class Rule(Answer):
    """An answer of another package, by a name that an answer of ours has, too."""

    label: str
    recall: float

    def to_parts(self):
        yield Sentence(f"{self.label} is found least often.", "strong")
        yield Sheet([Column("class", [self.label], "names"), Column("recall", [f"{self.recall:.3f}"])])
        yield Listing(["fraud 0.7", "ok 0.3"])
        yield Item("few items")


@dataclass(frozen=True, repr=False)
class Difference(Answer):
    """One that says nothing about how it looks."""

    a: float


def test_an_answer_shows_its_parts_in_a_terminal_and_in_a_notebook():
    found = Rule("fraud", 0.5)
    assert repr(found).splitlines() == [
        "fraud is found least often.",
        "class   recall",
        "──────────────",
        "fraud    0.500",
        "  fraud 0.7, ok 0.3",
        "· few items",
    ]
    shown = found._repr_html_()
    assert shown.startswith("<p><b>fraud is found least often.</b></p><table>")
    assert "<li>few items</li>" in shown


def test_its_fields_are_its_record():
    found = Rule("fraud", float("nan"))
    assert found.to_dict() == {"label": "fraud", "recall": None}
    assert found.to_csv() == "label,recall\nfraud,\n"


def test_without_parts_an_answer_shows_its_fields_whatever_it_is_called():
    assert repr(Difference(0.25)).split() == ["a", "0.25"]
    assert "0.25" in Difference(0.25)._repr_html_()


def test_parts_are_printed_to_the_console(capsys):
    print_parts(Rule("fraud", 0.5).to_parts(), console())
    assert capsys.readouterr().out.splitlines() == repr(Rule("fraud", 0.5)).splitlines()


@pytest.mark.parametrize("library", ["duckdb", "rich", "typer", "scipy", "matplotlib"])
def test_nothing_is_loaded_before_it_is_used(library):
    script = f"import sys, steelyard.extending; steelyard.extending.Answer; print({library!r} in sys.modules)"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60)
    assert run.stdout == "False\n"


def test_there_are_few_names():
    assert len(sy.extending.__all__) <= 20
