"""The demo: two stories in which the winner changes with what matters, and a page of the first to play with."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.text import Text

import steelyard as sy

HERE = Path(__file__).parent
STARS = "5 < 4 < 3 < 2 < 1"
"""The worse the review, the more it matters."""
COSTS = "prevalence * (bad=5, good=1)"
"""What errors cost, as the documentation of the data says: a bad risk taken for good five times as much."""


def reviews() -> sy.Joint:
    """Return how many stars reviews have, and what three learners made of them."""
    return sy.Joint.from_files(HERE / "reviews.csv", "stars", ["bayes", "svm", "even"])


def credit() -> sy.Joint:
    """Return which loans were bad risks, and what two learners took for one."""
    return sy.Joint.from_files(HERE / "credit.csv", "risk", ["forest", "careful"])


def winners() -> dict[str, sy.Comparison]:
    """Return the comparisons of both stories: as counted, and in the light of what matters."""
    return {
        "every review counts the same": sy.compare(reviews(), importance="prevalence", metrics="balanced_accuracy"),
        "the unhappy matter more": sy.compare(reviews(), importance=STARS, metrics="balanced_accuracy"),
        "every loan counts the same": sy.compare(credit(), importance="prevalence", metrics="balanced_accuracy"),
        "a bad risk costs five times as much": sy.compare(credit(), importance=COSTS, metrics="balanced_accuracy"),
    }


def main() -> None:
    """Tell both stories, and write the page."""
    console = Console(highlight=False)
    first, second, third, fourth = winners().items()
    console.rule(Text("1. Three programs guess the stars of 4,984 food reviews"))
    tell(console, reviews(), first, second)
    console.rule(Text("2. Two programs look for bad risks among 1,000 loans"))
    tell(console, credit(), third, fourth)
    page = Path("report.html")
    sy.evaluate(reviews()).to_html(page)
    console.print("More about them:")
    for command in (
        "evaluate examples/reviews.csv -t stars -p svm",
        f'compare examples/reviews.csv -t stars -p svm -p even -i "{STARS}"',
        "advise examples/credit.csv -t risk -p forest --worse misses",
    ):
        console.print(f"  .venv/bin/steelyard {command}", soft_wrap=True)
    console.print(
        f"\nThe report is in {page.resolve().as_uri()}: open it, and raise the importance of 5.", soft_wrap=True
    )


def tell(console: Console, counted: sy.Joint, *told: tuple[str, sy.Comparison]) -> None:
    """Print what each model finds of each class, and who is better in each light."""
    console.print("Of each class, so much is found (recall):")
    result = sy.evaluate(counted, metrics="accuracy", intervals="none")
    labels = sorted(result.confusion.labels, key=str)
    console.print(f"  {'':10}" + "".join(f"{label!s:>8}" for label in labels) + "   accuracy")
    for model in counted.models:
        recall = {row["label"]: row["recall"] for row in result.to_rows("classes") if row["model"] == model}
        found = "".join(f"{100 * recall[label]:6.0f} %" for label in labels)
        console.print(f"  {model:10}{found}{result['accuracy'][model].value:11.3f}")
    for meaning, compared in told:
        console.print(Text(f"\nIf {meaning}:", style="bold"))
        console.print(Text(compared.verdict))
    console.print()


if __name__ == "__main__":
    main()
