"""Print what an experiment found: its tables, its claims, its notes."""

from __future__ import annotations

from rich import box
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from steelyard_papers.experiments.experiment import Experiment
from steelyard_papers.experiments.findings import MEANING, Findings, View, by_verdict, counted

STYLES = {"reproduced": "green", "not reproduced": "yellow", "reversed": "bold red"}


QUICK = (
    "A small version, to see that everything runs: its numbers and verdicts are not those of the experiment, which "
    "runs without --quick."
)


def show(experiment: Experiment, findings: Findings, console: Console, *, quick: bool = False) -> None:
    """Print the views, what became of the claims, and the notes."""
    console.rule(Text(f"{experiment.paper}: {experiment.title}", style="bold"), characters="=")
    if quick:
        console.print(Text(QUICK, style="yellow"))
    for view in findings.views:
        _view(view, console)
    if findings.claims:
        console.print()
        console.print(Text("What became of the claims", style="bold"))
        console.print(Text(f"{counted(findings.claims)} {MEANING}"))
        for claim in by_verdict(findings.claims):
            said = f": {claim.claim} ({claim.source}) {claim.evidence}"
            console.print(Text.assemble((claim.verdict, STYLES[claim.verdict]), said))
    if findings.notes:
        console.print()
        console.print(Text("Notes", style="bold"))
        for note in findings.notes:
            console.print(Text(f"- {note}"))


def _view(view: View, console: Console) -> None:
    grid = Grid(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="bold")
    for i, column in enumerate(view.columns):
        grid.add_column(Text(column), justify="left" if i == 0 else "right")
    for row in view.rows:
        grid.add_row(*(Text(cell) for cell in row))
    console.print()
    console.print(Text(view.title, style="bold"))
    console.print(grid)
    for note in view.notes:
        console.print(Text(note))
