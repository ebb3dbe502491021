"""Sentences of the library on the command line."""

import re
from pathlib import Path

import pytest

from steelyard.cli.options import OPTIONS, on_command_line

SOURCE = Path(__file__).parents[2] / "src" / "steelyard"


@pytest.mark.parametrize(
    ("in_python", "in_a_shell"),
    [
        ("leave out intervals=, or name groups.", "leave out --intervals, or name groups."),
        ("not text; a column of weights is weight=.", "not text; a column of weights is --weight."),
        ('say missing="drop" to leave them out', "say --missing drop to leave them out"),
        ("name them, by=.", "name them, --by."),
        ("so leave out bins=.", "so leave out --bins."),
        ("so between= has no part in it", "so --between has no part in it"),
        ("test_share= is about slices", "--test-share is about slices"),
        ("with importance='a=1'.", "with --importance a=1."),
        ("with importance='\"not ok\"=1'.", "with --importance '\"not ok\"=1'."),
        ("say what each counts, such as rest=1 (in a text, *=1).", "say what each counts, such as *=1."),
        ("there is no class 'weight='.", "there is no class 'weight='."),
        ("cannot read it.\n  rarity * (weight=0.3)", "cannot read it.\n  rarity * (weight=0.3)"),
    ],
)
def test_arguments_are_spelled_as_options(in_python, in_a_shell):
    assert on_command_line(in_python) == in_a_shell


def test_every_option_is_one():
    """Each is declared by some command, by its own name or by that of its parameter."""
    texts = "".join(
        path.read_text(encoding="utf-8") for path in (SOURCE / "cli").glob("*.py") if path.stem != "spelling"
    )
    for option in OPTIONS.values():
        assert f'"{option}"' in texts or re.search(rf"^    {option[2:].replace('-', '_')}: ", texts, re.MULTILINE), (
            option
        )
