"""Use case 1 of Gupta et al. 2020: three log parsers on four logs, and whether rarity changes which is best."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from steelyard_papers.experiments.experiment import Experiment, Part, Request, Row
from steelyard_papers.experiments.log_parsing.conclusions import NAME, conclude
from steelyard_papers.experiments.log_parsing.parsing import parts, prepare, work
from steelyard_papers.experiments.running import home


def draw(tables: Mapping[str, Sequence[Row]]) -> Iterator[tuple[str, Any]]:
    """Yield Figure 2 redrawn, and the share of weightings at which each parser wins."""
    from steelyard_papers.plots.log_parsing import figure2_plot, shares_plot  # noqa: PLC0415 - loads when something is drawn

    yield "figure2", figure2_plot(tables[NAME])
    yield "shares", shares_plot(tables[f"{NAME}_shares"])


def _needs() -> None:
    """Nothing that Steelyard itself does not have: the parsers live in an environment of their own."""


def _parts(request: Request) -> Sequence[Part]:
    named = parts(request)
    prepare(request, home(EXPERIMENT, request.cache), named)
    return named


EXPERIMENT = Experiment(
    paper="gupta2020",
    name=NAME,
    title="learned log parsing (use case 1, section 4.1)",
    takes="15 to 30 minutes on one core, nearly all of it MoLFI's ten seeds",
    needs=_needs,
    parts=_parts,
    work=work,
    conclude=conclude,
    draw=draw,
    prepares="reading the logs and, once, setting up the parsers",
    options=frozenset({"parsers_python"}),
)
