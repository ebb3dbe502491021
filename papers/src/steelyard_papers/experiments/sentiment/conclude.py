"""From what the networks answered to tables, verdicts and figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from steelyard_papers.experiments.data_place import places
from steelyard_papers.experiments.experiment import Request, Result, Row
from steelyard_papers.experiments.findings import Failure, Findings
from steelyard_papers.experiments.gupta_authors import AUTHORS
from steelyard_papers.experiments.sentiment.answered import Answered
from steelyard_papers.experiments.sentiment.authors_files import FOLDER, independence
from steelyard_papers.experiments.sentiment.claims import claims
from steelyard_papers.experiments.sentiment.criteria import CRITERIA
from steelyard_papers.experiments.sentiment.differences import DRAWS, SEED
from steelyard_papers.experiments.sentiment.effect import effects
from steelyard_papers.experiments.sentiment.measured import means, measurements
from steelyard_papers.experiments.sentiment.parts import QUICK, Recipe
from steelyard_papers.experiments.sentiment.ranking import rankings
from steelyard_papers.experiments.sentiment.table2 import table_2
from steelyard_papers.experiments.sentiment.views import views
from steelyard_papers.experiments.versions import versions


def conclude(request: Request, results: Mapping[str, Result], _: Sequence[Failure]) -> Findings:
    """Draw tables and verdicts from what was trained."""
    answered = Answered.of(results.values())
    ranked, trained = list(rankings(answered)), list(effects(answered))
    measured, second, authors = measurements(answered), table_2(answered), _authors(request)
    tables: dict[str, Sequence[Mapping[str, Any]]] = {
        "sentiment": measured,
        "sentiment_means": means(measured),
        "sentiment_effect": [each.row() for each in trained],
        "sentiment_table2": second,
        "sentiment_models": [row for ranking in ranked for row in ranking.rows()],
        "sentiment_pairs": [row for ranking in ranked for row in ranking.pair_rows()],
        "sentiment_authors": authors,
    }
    return Findings(
        tables={name: rows for name, rows in tables.items() if rows},
        views=tuple(views(ranked, trained, second)),
        claims=tuple(claims(answered, ranked, trained, authors)),
        notes=tuple(_notes(request, answered, authors)),
        run=_run(request, answered),
    )


def draw(tables: Mapping[str, Sequence[Row]]) -> Iterator[tuple[str, Any]]:
    """Yield Figures 3a and 3b."""
    from steelyard_papers.plots.sentiment import figure_3a_plot, figure_3b_plot  # noqa: PLC0415 - drawing loads Matplotlib

    yield "figure3a", figure_3a_plot(tables["sentiment"], tables["sentiment_table2"])
    if "sentiment_effect" in tables:
        yield "figure3b", figure_3b_plot(tables["sentiment"], tables["sentiment_effect"])


def _authors(request: Request) -> list[dict[str, Any]]:
    """Return what the authors' own files say, if they are there."""
    homes = [place / AUTHORS.folder for place in places(request.data)]
    home = next((home for home in homes if (home / FOLDER).is_dir()), None)
    return [] if home is None else independence(home)


def _notes(request: Request, answered: Answered, authors: Sequence[Any]) -> Iterator[str]:
    if request.quick:
        yield (
            f"Quick: {QUICK.epochs} epochs on the first {QUICK.most} words and one seed; such networks have learned "
            "little, and what becomes of the claims here says little."
        )
    yield (
        "Test: trained plainly; Train+Test: trained with the criterion. Per item, each review weighs what its class "
        "matters, as in the paper; per class, all reviews of a class together do, as in WBA."
    )
    yield (
        "Beyond chance: p below 0.05 over seeds (corrected t; among pairs of networks by Holm), and the interval over "
        f"reviews ({DRAWS:,} draws, seed {SEED}) leaves 0 out."
    )
    if answered.any["with_vectors"] is None:
        yield "The word vectors are trained with the networks; the paper's are GloVe's, which --vectors takes."
    if not authors:
        yield f"The authors' own files ({AUTHORS.folder}) are not among the data, so they are not looked at."


def _run(request: Request, answered: Answered) -> dict[str, str]:
    recipe = QUICK if request.quick else Recipe()
    made = [result for by_seed in answered.by_model.values() for result in by_seed.values()]
    return {
        **versions(("numpy", "scipy")),
        "torch": ", ".join(sorted({result["torch"] for result in made})),
        "device": ", ".join(sorted({result["device"] for result in made})),
        "seeds": ", ".join(map(str, answered.seeds)),
        "parts": str(len(made)),
        "reviews": str(int(answered.sizes.total)),
        "tested": str(len(answered.any["item"])),
        **{name: f"{getattr(recipe, name):g}" for name in Recipe.__slots__},
        "reviews_read_whole": f"{answered.any['whole']:.4f}",
        "vocabulary": f"{min(_words(made))} to {max(_words(made))}",
        "vectors": "trained" if answered.any["with_vectors"] is None else "from a file",
        "skew": f"{answered.sizes.imbalance.skew:.4f}",
        **{f"weights_{name}": ", ".join(f"{weight:.4f}" for weight in answered.weights[name]) for name in CRITERIA},
        "draws": str(DRAWS),
    }


def _words(results: Sequence[Result]) -> list[int]:
    return [int(result["vocabulary"]) for result in results]
