"""Records of options: Typer sees their fields, the command gets the records."""

import inspect
from dataclasses import dataclass
from typing import Annotated

import typer
from typer.testing import CliRunner

from steelyard.cli import options as opt


@dataclass(frozen=True)
class Place:
    city: Annotated[str, typer.Argument(help="Where.")] = "here"
    street: Annotated[str | None, typer.Option("--street", "-s", help="Which street.")] = None


seen = []


@opt.with_records
def go(place: Place, *, times: Annotated[int, typer.Option(help="How often.")] = 1, other: opt.Certainty) -> None:
    """Go there."""
    seen.append((place, times, other))


def test_a_command_takes_the_fields_and_gets_the_records():
    app = typer.Typer()
    app.command()(go)
    seen.clear()
    assert CliRunner().invoke(app, ["Rome", "-s", "Appia", "--times", "3", "--seed", "7"]).exit_code == 0
    go("Oslo", times=2)
    assert seen == [(Place("Rome", "Appia"), 3, opt.Certainty(seed=7)), (Place("Oslo"), 2, opt.Certainty())]
    assert "Go there." in CliRunner().invoke(app, ["--help"]).stdout


def test_the_fields_stand_where_the_record_did():
    assert list(inspect.signature(go).parameters) == ["city", "street", "times", "draws", "seed", "stratified"]
