"""What became of each claim of section 4.2, by our networks; computed, never written down.

A claim that sets some above others is reversed if they are all below them, beyond chance; if only some are, it is not
reproduced. That models are alike, or that something does not help, has no opposite: it is reproduced or not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from steelyard_papers.experiments.findings import Claim, Verdict
from steelyard_papers.experiments.sentiment.answered import Answered, majority_share
from steelyard_papers.experiments.sentiment.criteria import ARCHITECTURES, PLAIN, Way
from steelyard_papers.experiments.sentiment.differences import Apart, over_seeds
from steelyard_papers.experiments.sentiment.effect import Effect
from steelyard_papers.experiments.sentiment.ranking import Ranking
from steelyard_papers.experiments.sentiment.table2 import recalls
from steelyard_papers.reproductions.gupta2020.expected import SKEW
from steelyard_papers.type_names import Floats

THEIRS = Way("user", "item")
"""How the models of Figure 3a and Table 2 were trained."""

IN_TRAINING = ("LSTM", "RNN")
"""The models of Figure 3b."""

SKEW_ROUNDING = 0.05
"""By how much the skew of other reviews may differ and still be called the same."""

SIMILAR = 0.05
"""Balanced accuracies that are no further apart are called similar, if no two differ beyond chance."""

INDEPENDENT = 0.05
"""A p-value below this says that predictions depend on the labels."""


def claims(
    answered: Answered,
    rankings: Sequence[Ranking],
    effects: Sequence[Effect],
    authors: Sequence[Mapping[str, Any]],
) -> Iterator[Claim]:
    """Yield the claims that can be tested with what was trained."""
    yield _skew(answered)
    mine = {ranking.metric: ranking for ranking in rankings if ranking.way == THEIRS}
    if all(set(ARCHITECTURES) <= set(ranking.values) for ranking in mine.values()):
        yield from _about_models(mine)
    yield from _bias(answered)
    yield from _about_training({(e.architecture, e.criterion): e for e in effects if e.per == THEIRS.per})
    if len({each.architecture for each in effects}) == len(ARCHITECTURES):
        yield _hypothesis([each for each in effects if each.criterion != "rarity"])
    yield from _majority(answered)
    yield from _sums(answered)
    if authors:
        yield _authors(authors)


def _skew(answered: Answered) -> Claim:
    skew = answered.sizes.imbalance.skew
    same = abs(skew - float(SKEW)) <= SKEW_ROUNDING
    return Claim(
        "section 4.2, Dataset",
        f"The reviews are imbalanced, with a skew of {SKEW}.",
        "reproduced" if same else "not reproduced",
        f"Our reviews are others, of food; their skew is {skew:.3f}.",
    )


def _about_models(mine: Mapping[str, Ranking]) -> Iterator[Claim]:
    """Yield the claims of Figure 3a and Table 2, of models trained with the user's weights per item."""
    best = (
        ("accuracy", "RNN", "section 4.2 (i)", "Accuracy favours the RNN."),
        ("recall_5", "RNN", "Table 2", "The RNN is the best in the majority class, 5."),
        ("wba_user", "LSTM", "section 4.2 (ii)", "WBA(user) identifies the LSTM as the best model."),
        ("recall_1", "LSTM", "Table 2", "The LSTM is the best in the most important class, 1."),
    )
    for metric, model, source, claim in best:
        if metric in mine:
            ranking = mine[metric]
            leads = {other: ranking.pairs[model, other] for other in ranking.values if other != model}
            verdict = _all_above(lead.beyond_chance for lead in leads.values())
            yield Claim(source, claim, verdict, _ranked(ranking, leads, model))
    if "balanced_accuracy" in mine:
        ranking = mine["balanced_accuracy"]
        first, last = ranking.order[0], ranking.order[-1]
        widest = ranking.pairs[first, last]
        differ = [pair for pair, result in ranking.pairs.items() if result.beyond_chance > 0]
        yield Claim(
            "section 4.2 (ii)",
            "Balanced accuracy finds that all models perform similarly.",
            "reproduced" if not differ and widest.difference <= SIMILAR else "not reproduced",
            f"{_values(ranking)}; {first} less {last}: {_judged(widest)}; "
            f"{len(differ)} of {len(ranking.pairs) // 2} pairs differ beyond chance.",
        )


def _all_above(signs: Iterable[int]) -> Verdict:
    """Return the verdict on a claim of which each part is true (1), the opposite of true (−1), or open (0)."""
    result = set(signs)
    return "reproduced" if result == {1} else "reversed" if result == {-1} else "not reproduced"


def _ranked(ranking: Ranking, leads: Mapping[str, Apart], model: str) -> str:
    said = "; ".join(f"less {other}: {_judged(lead)}" for other, lead in leads.items())
    return f"{_values(ranking)}; {model} {said}."


def _values(ranking: Ranking) -> str:
    return ", ".join(f"{name} {ranking.values[name]:.3f}" for name in ranking.order)


def _about_training(per_item: Mapping[tuple[str, str], Effect]) -> Iterator[Claim]:
    """Yield the claims of Figure 3b, each for both of its models, trained with weights per item, as theirs."""
    for criterion, source, claim in (
        ("user", "section 4.2 (i), training", "Training with the user's weights improves WBA(user)"),
        ("rarity", "section 4.2 (i), training", "Training with rarity does not improve WBA(rarity)"),
        (
            "composite",
            "section 4.2 (iii), training",
            "Combined with the user's weights, rarity visibly improves WBA(composite)",
        ),
    ):
        for name in IN_TRAINING:
            if (name, criterion) in per_item:
                result = per_item[name, criterion].apart
                helps = _all_above([result.beyond_chance])
                verdict = _is_not(result.beyond_chance > 0) if criterion == "rarity" else helps
                yield Claim(
                    source,
                    f"{claim} of the {name}.",
                    verdict,
                    f"{result.second:.3f} to {result.first:.3f}, {_judged(result)}; "
                    f"better in {result.ahead} of {result.seeds} seeds.",
                )


def _is_not(refuted: bool) -> Verdict:
    return "not reproduced" if refuted else "reproduced"


def _hypothesis(effects: Sequence[Effect]) -> Claim:
    signs = {per: [e.apart.beyond_chance for e in effects if e.per == per] for per in ("item", "class")}
    said = (
        f"weighed per {per} it rises beyond chance in {result.count(1)} of {len(result)} cases and falls in "
        f"{result.count(-1)}"
        for per, result in signs.items()
    )
    return Claim(
        "section 4.2, training",
        "Except for rarity, a model that is trained aware of the importance performs better when tested against it.",
        _all_above(signs[THEIRS.per]),
        f"WBA of four models under user and composite: {'; '.join(said)}.",
    )


def _majority(answered: Answered) -> Iterator[Claim]:
    """Yield the claim that the plain models are far better in class 5 than in class 2, which rarity weighs most."""
    said, signs = [], []
    for name in IN_TRAINING:
        result = recalls(answered, name, Way(PLAIN, ""))
        if result is None:
            return
        signs.append(_beyond_chance(result[:, -1] - result[:, 1], answered))
        said.append(f"{name}: {result[:, -1].mean():.3f} in class 5, {result[:, 1].mean():.3f} in class 2")
    yield Claim(
        "section 4.2 (ii), training",
        "Without weights in training, LSTM and RNN are much better in class 5 than in class 2, the rarest.",
        _all_above(signs),
        f"{'; '.join(said)}.",
    )


def _bias(answered: Answered) -> Iterator[Claim]:
    """Yield the claim that the RNN is biased: by how often it answers 5, since a good model is right in class 5 too."""
    models = {name: answered.by_model.get((name, THEIRS), {}) for name in ARCHITECTURES}
    seeds = [seed for seed in answered.seeds if all(seed in by_seed for by_seed in models.values())]
    if not seeds:
        return
    shares = {name: np.array([majority_share(by_seed[seed]) for seed in seeds]) for name, by_seed in models.items()}
    signs = [_beyond_chance(shares["RNN"] - shares[name], answered) for name in shares if name != "RNN"]
    means = {name: float(share.mean()) for name, share in shares.items()}
    said = ", ".join(f"{name} {means[name]:.3f}" for name in sorted(means, key=lambda name: -means[name]))
    yield Claim(
        "section 4.2 (i)",
        "The RNN is the most biased to the majority class, 5.",
        _all_above(signs),
        f"The share of all reviews that get 5 stars: {said}; "
        f"{len(signs) - signs.count(0)} of the {len(signs)} differences from the RNN are beyond chance.",
    )


def _sums(answered: Answered) -> Iterator[Claim]:
    """Yield what Table 2 shows but does not say: accuracies of classes 1 and 5 sum to 1, as answers by lot give."""
    said, signs = [], []
    for name in answered.architectures:
        result = recalls(answered, name, THEIRS)
        if result is None:
            return
        above = result[:, 0] + result[:, -1] - 1
        signs.append(_beyond_chance(above, answered))
        said.append(f"{name} {1 + float(np.mean(above)):.3f}")
    yield Claim(
        "Table 2",
        "The accuracies of classes 1 and 5 sum to 1 in every model, as if answers did not depend on the review.",
        _is_not(any(signs)),
        f"The sums of ours: {', '.join(said)}.",
    )


def _beyond_chance(values: Floats, answered: Answered) -> int:
    """Return 1 if the mean over seeds is above 0 beyond chance, −1 if below, else 0; with one seed, its sign."""
    low, high = over_seeds(values, answered.any["test_share"]) or (float(values[0]), float(values[0]))
    return int(low > 0) - int(high < 0)


def _authors(rows: Sequence[Mapping[str, Any]]) -> Claim:
    depends = [row for row in rows if row["p_value"] < INDEPENDENT]
    said = "; ".join(
        f"{row['file']}: p = {row['p_value']:.2f}, agreement {row['agreement']:.3f}, "
        f"by lot {row['agreement_by_lot']:.3f}"
        for row in rows
    )
    return Claim(
        "the authors' files",
        "The published predictions of the LSTM belong to the published labels, so that they can be tested by them.",
        "reproduced" if len(depends) == len(rows) else "not reproduced",
        f"Whether they depend on the published labels (χ²): {said}.",
    )


def told(result: Apart) -> str:
    """Return a difference and the interval by which it is judged, in words."""
    # + 0.0: what rounds to −0 is 0.
    middle, low, high = (round(number, 3) + 0.0 for number in (result.difference, *result.ends))
    return f"{middle:+.3f} ({low:.3f} to {high:.3f})".replace("-", "−")


def _judged(result: Apart) -> str:
    """Return a difference, its interval and its p-value, in words."""
    return f"{told(result)}, p {'< 0.001' if result.p_value < 0.001 else f'= {result.p_value:.3f}'}"
