"""Make the shipped example for training: sensor readings of machines, of which few are worn and fewer fail.

The numbers are drawn, with a seed; nothing is measured.

    python examples/make_machines.py
"""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np

SEED = 7
TARGET = Path(__file__).parent / "machines.csv"
SIZES = {"ok": 1030, "worn": 130, "failing": 40}
SITES = ("north", "south", "quay")

# Means of temperature (°C), vibration (mm/s), pressure (bar) and thousands of hours in use; the spread is common.
MEANS = {
    "ok": (61.0, 2.0, 6.1, 4.0),
    "worn": (64.0, 2.7, 5.9, 6.5),
    "failing": (67.5, 3.2, 5.6, 6.8),
}
SPREAD = (4.0, 0.7, 0.4, 2.0)
AT_THE_QUAY = {"ok": 0.2, "worn": 0.3, "failing": 0.45}


def main() -> None:
    """Draw the machines, shuffle them, and write them."""
    rng = np.random.default_rng(SEED)
    rows = [row for state, size in SIZES.items() for row in drawn(rng, state, size)]
    with TARGET.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["state", "temperature", "vibration", "pressure", "hours", "site"])
        writer.writerows(rows[i] for i in rng.permutation(len(rows)))


def drawn(rng: np.random.Generator, state: str, size: int) -> list[list[str]]:
    """Return the readings of machines in one state."""
    readings = np.abs(rng.normal(MEANS[state], SPREAD, (size, len(SPREAD))))
    quay = AT_THE_QUAY[state]
    sites = rng.choice(SITES, size, p=[(1 - quay) / 2, (1 - quay) / 2, quay])
    return [
        [state, f"{heat:.1f}", f"{shake:.2f}", f"{press:.2f}", f"{1000 * hours:.0f}", str(site)]
        for (heat, shake, press, hours), site in zip(readings, sites, strict=True)
    ]


if __name__ == "__main__":
    main()
