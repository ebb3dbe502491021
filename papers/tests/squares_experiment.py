"""A small experiment, for tests of how experiments are run: in a module that other processes can import."""

from __future__ import annotations

from steelyard_papers.experiments.experiment import Experiment, Part
from steelyard_papers.experiments.findings import Findings


def work(request, settings):
    """Count its calls in a file, so that other processes' calls count too."""
    with (request.data / "calls").open("a", encoding="utf-8") as file:
        file.write(f"{settings['number']}\n")
    if settings["number"] == settings.get("interrupt"):
        raise KeyboardInterrupt
    if settings["number"] == 3:
        raise ValueError("three is not worked on.")
    if settings["number"] == 4:
        raise OSError("the disk\n is full")
    return {"square": settings["number"] ** 2}


def calls(request):
    file = request.data / "calls"
    return sorted(map(int, file.read_text(encoding="utf-8").split())) if file.exists() else []


def conclude(request, results, failures):
    del request
    rows = [{"part": key, "square": result["square"]} for key, result in results.items()]
    return Findings({"squares": rows}, notes=tuple(failure.why for failure in failures))


def squares(numbers, **settings):
    return Experiment(
        paper="someone1999",
        name="squares",
        title="squares of numbers",
        takes="no time",
        needs=lambda: None,
        parts=lambda _: [Part(f"number {number}", {"number": number, **settings}) for number in numbers],
        work=work,
        conclude=conclude,
        draw=lambda _: iter(()),
    )
