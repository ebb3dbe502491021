"""The demo: three classifiers of red wines, weighed twice, compared, and shown on a page that can be played with."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.text import Text

import steelyard as sy
from steelyard.show.evaluation import print_evaluation

WINES = Path(__file__).parent / "wine_quality_red.csv"
MODELS = ["tree", "svm", "naive_bayes"]
METRICS = ["balanced_accuracy", "cba", "mean_f", "accuracy"]
IMPORTANCES = {"every quality matters alike": "uniform", "the rare qualities matter most": "rarity"}

ORDER = "5 < 3; 6 < 8"
"""A spoilt wine matters more than an average one, a great one more than a good one."""


def main() -> None:
    """Evaluate under two importances, say how the ranking changes, and whether it survives vague importance."""
    console = Console(width=80, highlight=False) if not Console().is_terminal else Console(highlight=False)
    cm = sy.Confusion.from_files(WINES, "quality", MODELS)
    rankings = {}
    for meaning, importance in IMPORTANCES.items():
        result = sy.evaluate(cm, importance=importance, metrics=METRICS)
        console.rule(Text(f"If {meaning}"))
        print_evaluation(result, console)
        best = sorted(result["balanced_accuracy"], key=lambda score: -score.value)
        rankings[meaning] = [f"{dict(score.slice)['model']} {score.value:.3f}" for score in best]
    console.rule(Text("The ranking by balanced accuracy changes"))
    for meaning, ranking in rankings.items():
        console.print(f"If {meaning}:\n  {' > '.join(ranking)}")
    console.rule(Text("Is it better, or luck? And if only an order is known?"))
    joint = sy.Joint.from_files(WINES, "quality", ["tree", "svm"])
    console.print(Text(sy.compare(joint, importance=ORDER, metrics="balanced_accuracy").verdict))
    page = Path("report.html")
    sy.evaluate(sy.Joint.from_files(WINES, "quality", MODELS)).to_html(page)
    console.print("\nMore about them:")
    console.print("  .venv/bin/steelyard evaluate examples/wine_quality_red.csv -t quality -p tree")
    console.print(
        "  .venv/bin/steelyard compare examples/wine_quality_red.csv -t quality -p tree -p svm", soft_wrap=True
    )
    console.print(
        f"\nThe report is in {page.resolve().as_uri()}: open it, and raise the importance of 8.", soft_wrap=True
    )


if __name__ == "__main__":
    main()
