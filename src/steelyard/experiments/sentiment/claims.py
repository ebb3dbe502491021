"""What became of each claim of section 4.2, by our networks; computed, never written down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from steelyard.experiments.findings import Claim, Verdict
from steelyard.experiments.sentiment.answered import Answered
from steelyard.experiments.sentiment.criteria import ARCHITECTURES, PLAIN, Way
from steelyard.experiments.sentiment.differences import Apart, over_seeds
from steelyard.experiments.sentiment.effect import Effect
from steelyard.experiments.sentiment.ranking import Ranking
from steelyard.experiments.sentiment.table2 import recalls
from steelyard.papers.gupta2020.expected import SKEW

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
    yield from _about_training({(e.architecture, e.criterion): e for e in effects if e.per == THEIRS.per})
    if len({each.architecture for each in effects}) == len(ARCHITECTURES):
        yield _hypothesis(effects)
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
        ("recall_5", "RNN", "section 4.2 (i)", "The RNN is the most biased to the majority class, 5."),
        ("wba_user", "LSTM", "section 4.2 (ii)", "WBA(user) identifies the LSTM as the best model."),
        ("recall_1", "LSTM", "Table 2", "The LSTM is the best in the most important class, 1."),
    )
    for metric, model, source, claim in best:
        if metric in mine:
            ranking = mine[metric]
            leads = {other: ranking.pairs[model, other] for other in ranking.values if other != model}
            yield Claim(source, claim, _is_best(leads.values()), _ranked(ranking, leads, model))
    if "balanced_accuracy" in mine:
        ranking = mine["balanced_accuracy"]
        first, last = ranking.order[0], ranking.order[-1]
        widest = ranking.pairs[first, last]
        differ = [pair for pair, found in ranking.pairs.items() if found.beyond_chance > 0]
        yield Claim(
            "section 4.2 (ii)",
            "Balanced accuracy finds that all models perform similarly.",
            "reversed" if differ else "reproduced" if widest.difference <= SIMILAR else "not reproduced",
            f"{_values(ranking)}; {first} less {last}: {told(widest)}; "
            f"{len(differ)} of {len(ranking.pairs) // 2} pairs differ beyond chance.",
        )


def _is_best(leads: Iterable[Apart]) -> Verdict:
    """Return whether a model leads each other beyond chance; reversed, if another one leads it so."""
    signs = [lead.beyond_chance for lead in leads]
    if all(sign > 0 for sign in signs):
        return "reproduced"
    return "reversed" if any(sign < 0 for sign in signs) else "not reproduced"


def _ranked(ranking: Ranking, leads: Mapping[str, Apart], model: str) -> str:
    said = "; ".join(f"less {other}: {told(lead)}" for other, lead in leads.items())
    return f"{_values(ranking)}; {model} {said}."


def _values(ranking: Ranking) -> str:
    return ", ".join(f"{name} {ranking.values[name]:.3f}" for name in ranking.order)


def _about_training(per_item: Mapping[tuple[str, str], Effect]) -> Iterator[Claim]:
    """Yield the claims of Figure 3b, of models trained with weights per item, as theirs."""
    for criterion, source, claim in (
        ("user", "section 4.2 (i), training", "Training with the user's weights improves WBA(user), LSTM and RNN."),
        ("rarity", "section 4.2 (i), training", "Training with rarity does not improve WBA(rarity), LSTM or RNN."),
        (
            "composite",
            "section 4.2 (iii), training",
            "Combined with the user's weights, rarity visibly improves WBA(composite), LSTM and RNN.",
        ),
    ):
        found = [per_item[name, criterion] for name in IN_TRAINING if (name, criterion) in per_item]
        if len(found) == len(IN_TRAINING):
            signs = [each.apart.beyond_chance for each in found]
            verdict = _does_not_help(signs) if criterion == "rarity" else _helps(signs)
            yield Claim(source, claim, verdict, f"{_effects(found)}.")


def _helps(signs: Sequence[int]) -> Verdict:
    if all(sign > 0 for sign in signs):
        return "reproduced"
    return "reversed" if all(sign < 0 for sign in signs) else "not reproduced"


def _does_not_help(signs: Sequence[int]) -> Verdict:
    if all(sign <= 0 for sign in signs):
        return "reproduced"
    return "reversed" if all(sign > 0 for sign in signs) else "not reproduced"


def _hypothesis(effects: Sequence[Effect]) -> Claim:
    signs = {per: [e.apart.beyond_chance for e in effects if e.per == per] for per in ("item", "class")}
    counted = {per: (found.count(1), len(found), found.count(-1)) for per, found in signs.items()}
    better, every, worse = counted[THEIRS.per]
    verdict: Verdict = "reproduced" if better == every else "reversed" if worse > better else "not reproduced"
    said = (
        f"weighed per {per} it rises beyond chance in {up} of {of} and falls in {down}"
        for per, (up, of, down) in counted.items()
    )
    return Claim(
        "section 4.2, training",
        "A model that is trained aware of the importance performs well when tested against the same criterion.",
        verdict,
        f"WBA of four models under three criteria: {'; '.join(said)}.",
    )


def _effects(found: Iterable[Effect]) -> str:
    return "; ".join(
        f"{each.architecture}: {each.apart.second:.3f} to {each.apart.first:.3f}, {told(each.apart)}" for each in found
    )


def _majority(answered: Answered) -> Iterator[Claim]:
    """Yield the claim that the plain models are far better in class 5 than in class 2, which rarity weighs most."""
    said, signs = [], []
    for name in IN_TRAINING:
        found = recalls(answered, name, Way(PLAIN, ""))
        if found is None:
            return
        leads = found[:, -1] - found[:, 1]
        low, high = over_seeds(leads, answered.any["test_share"]) or (float(leads[0]), float(leads[0]))
        signs.append(int(low > 0) - int(high < 0))
        said.append(f"{name}: {found[:, -1].mean():.3f} in class 5, {found[:, 1].mean():.3f} in class 2")
    yield Claim(
        "section 4.2 (ii), training",
        "Without weights in training, LSTM and RNN are much better in class 5 than in class 2, the rarest.",
        _helps(signs),
        f"{'; '.join(said)}.",
    )


def _sums(answered: Answered) -> Iterator[Claim]:
    """Yield what Table 2 shows but does not say: accuracies of classes 1 and 5 sum to 1, as answers by lot give."""
    said, signs = [], []
    for name in answered.architectures:
        found = recalls(answered, name, THEIRS)
        if found is None:
            return
        above = found[:, 0] + found[:, -1] - 1
        low, high = over_seeds(above, answered.any["test_share"]) or (float(above[0]), float(above[0]))
        signs.append(int(low > 0) - int(high < 0))
        said.append(f"{name} {1 + float(np.mean(above)):.3f}")
    yield Claim(
        "Table 2",
        "The accuracies of classes 1 and 5 sum to 1 in every model, as if answers did not depend on the review.",
        "reproduced" if not any(signs) else "reversed" if all(sign > 0 for sign in signs) else "not reproduced",
        f"The sums of ours: {', '.join(said)}.",
    )


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


def told(found: Apart) -> str:
    """Return a difference and the interval by which it is judged, in words."""
    # + 0.0: what rounds to −0 is 0.
    middle, low, high = (round(number, 3) + 0.0 for number in (found.difference, *found.ends))
    return f"{middle:+.3f} ({low:.3f} to {high:.3f})".replace("-", "−")
