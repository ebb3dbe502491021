"""The command `atlas`: the stored verdicts of all metrics, or the table made anew."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from steelyard.cli import options as opt


def atlas(
    classes: Annotated[int, typer.Option("--classes", "-c", help="The number of classes: 2, 3 or 5.")] = 3,
    metric: opt.Metrics = None,
    make: Annotated[
        Path | None,
        typer.Option("--make", help="Audit all metrics anew and write the table there, as CSV.", metavar="FILE"),
    ] = None,
    as_json: opt.AsJson = False,
) -> None:
    """Show which metric has which property, as far as is known."""
    from steelyard.counts.answer import json_text  # noqa: PLC0415
    from steelyard.lab import atlas as stored  # noqa: PLC0415 - loaded when the command runs
    from steelyard.measuring.registry import metrics as registry  # noqa: PLC0415

    if make is not None:
        _make(make)
        return
    if classes not in stored.CLASSES:
        raise ValueError(f"the atlas holds {', '.join(map(str, stored.CLASSES))} classes, not {classes}.")
    wanted = [registry[name].id for name in metric or []] or list(dict.fromkeys(key[0] for key in stored.verdicts()))
    if as_json:
        rows = [
            {"metric": key[0], **one.to_dict()}
            for key, one in stored.verdicts().items()
            if key[0] in wanted and key[2] == classes
        ]
        typer.echo(json_text(rows))
        return
    from steelyard.cli.app import console  # noqa: PLC0415 - which imports this command
    from steelyard.show.atlas import print_atlas  # noqa: PLC0415

    print_atlas(wanted, classes, console())


def _make(place: Path) -> None:
    from steelyard.lab.atlas.making import make  # noqa: PLC0415
    from steelyard.lab.atlas.stored import write  # noqa: PLC0415
    from steelyard.show.progress import bar  # noqa: PLC0415

    if not place.parent.is_dir():
        raise ValueError(f"there is no folder {str(place.parent)!r}.")
    with bar("Auditing") as tell:
        found = make(progress=None if tell is None else lambda done, every, last: tell(done / every, last))
    write(place, found)
    typer.echo(f"{len(found):,} verdicts are in {str(place)!r}.")
