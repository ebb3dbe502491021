"""What became of each statement of section 4.1 and Figure 2 of Gupta et al. about the logs and the parsers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from steelyard_papers.experiments.findings import Claim, Verdict
from steelyard_papers.experiments.log_parsing.authors_orders import SIMILAR, STATED, Agreeing, Ranked, order
from steelyard_papers.experiments.log_parsing.benchmark import DATASETS, shown
from steelyard_papers.experiments.log_parsing.runs import SHORT, Run
from steelyard_papers.experiments.log_parsing.spread import values_of

TEXT, CAPTION = "section 4.1", "Figure 2"

LEVEL = 0.05
"""A difference whose p-value, corrected for the pairs of a metric, is below this is beyond chance."""

Rows = Sequence[Mapping[str, Any]]


def claims(runs: Sequence[Run], facts: Rows, pairs: Rows, details: Rows) -> list[Claim]:
    """Return every claim that the runs can judge; those about a parser that has no run are left out."""
    result = [*_of_sizes(facts), *_of_skew(facts)]
    for stated in stated_orders():
        claim = _of_order(stated, runs, pairs)
        result += [claim] if claim else []
    return [*result, *_of_all_orders(runs), *_of_infrequent(runs, details)]


def stated_orders() -> list[Ranked | Agreeing]:
    """Return the orders and agreements that the paper states: by accuracy also of F1, since it says that they agree."""
    result: list[Ranked | Agreeing] = []
    for stated in STATED:
        result.append(stated)
        if isinstance(stated, Ranked) and stated.metric == "accuracy":
            result.append(replace(stated, metric="f1"))
        if isinstance(stated, Agreeing) and "accuracy" in stated.metrics:
            result.append(replace(stated, metrics=("f1", "wba_rarity")))
    result += [Agreeing(dataset, ("f1", "accuracy"), alike=True) for dataset in DATASETS]
    return [*result, Ranked("Mac", "wba_rarity", (("Drain",), ("Spell", "MoLFI")))]


def _of_order(stated: Ranked | Agreeing, runs: Sequence[Run], pairs: Rows) -> Claim | None:
    scores = values_of(runs, stated.dataset)
    named = (stated.metric,) if isinstance(stated, Ranked) else stated.metrics
    if any(None in scores[metric].values() for metric in named):
        return None
    verdict, by_seed = stated.verdict(scores), _by_seed(stated, runs)
    evidence = "; ".join(f"{SHORT[metric]} {_numbers(scores[metric])}" for metric in named)
    told = [f"{evidence}.", _seeds(by_seed), _without_similar(stated, scores, holds=verdict == "yes")]
    if isinstance(stated, Ranked):
        told.append(_other_lines(stated, pairs))
        source, what = TEXT, f"by {SHORT[stated.metric]}: {stated.text}"
    else:
        source = f"{TEXT}, {CAPTION}"
        what = f"{' and '.join(SHORT[metric] for metric in named)} {'agree' if stated.alike else 'disagree'}"
    result: Verdict = "reproduced" if verdict == "yes" else "not reproduced"
    # The paper ranks the parsers on these very lines, where the only chance is MoLFI's.
    if {verdict, *by_seed} == {"reversed"}:
        result = "reversed"
    return Claim(source, f"{shown(stated.dataset)}, {what}.", result, " ".join(filter(None, told)))


def _numbers(scores: Mapping[str, float | None]) -> str:
    ranked = sorted(scores, key=lambda parser: -(scores[parser] or 0.0))
    return f"{order(scores)} ({', '.join(f'{parser} {scores[parser]:.4f}' for parser in ranked)})"


def _by_seed(stated: Ranked | Agreeing, runs: Sequence[Run]) -> list[str]:
    """Return what is said of the statement with each of MoLFI's seeds."""
    of = [run for run in runs if run.dataset == stated.dataset]
    others = [run for run in of if run.parser != "MoLFI"]
    seeds = [run for run in of if run.parser == "MoLFI"]
    return [stated.verdict(values_of([*others, seed], stated.dataset)) for seed in seeds]


def _seeds(by_seed: Sequence[str]) -> str:
    told = f"It holds with {by_seed.count('yes')} of {len(by_seed)} seeds of MoLFI"
    opposite = by_seed.count("reversed")
    return f"{told}, and is the other way round with {opposite}." if opposite else f"{told}."


def _without_similar(
    stated: Ranked | Agreeing, scores: Mapping[str, Mapping[str, float | None]], *, holds: bool
) -> str:
    """Say if the verdict hangs on differences that are too small to count."""
    if isinstance(stated, Ranked) and not stated.opposed:  # what is said to be similar need not be equal
        return ""
    bare = stated.verdict(scores, similar=0.0) == "yes"
    return "" if bare == holds else f"If differences up to {SIMILAR} counted, it would {'' if bare else 'not '}hold."


def _other_lines(stated: Ranked, pairs: Rows) -> str:
    """Say which differences may be chance if the lines are drawn anew; nothing of a metric without p-values, as F1."""
    of = [row for row in pairs if (row["dataset"], row["metric"]) == (stated.dataset, stated.metric)]
    if not of or not stated.opposed:
        return ""
    sure = {frozenset((row["first"], row["second"])) for row in of if row["p_holm"] < LEVEL}
    unsure = [f"{above} and {below}" for above, below in stated.opposed if frozenset((above, below)) not in sure]
    seed = next(row["molfi_seed"] for row in of if row["molfi_seed"] is not None)
    told = f"these may be chance: {'; '.join(unsure)}" if unsure else "all differences are beyond chance"
    return f"Drawing the lines anew (MoLFI: seed {seed}), {told}."


def _of_sizes(facts: Rows) -> list[Claim]:
    """Compare the counts that the paper prints with ours."""
    result = []
    for row in facts:
        printed = {
            "classes": (row["classes_paper"], row["classes"], f"{row['classes']} classes"),
            "infrequent classes": (
                row["infrequent_paper"],
                row["infrequent_below_whole_mean"],
                (
                    f"{row['infrequent_below_whole_mean']} classes are below the mean rounded down, "
                    f"{row['infrequent_below_mean']} below the mean"
                ),
            ),
            "messages per class on average": (
                row["mean_size_paper"],
                int(row["mean_size"]),
                f"{row['mean_size']:.2f} messages per class",
            ),
        }
        for what, (theirs, ours, evidence) in printed.items():
            verdict: Verdict = "reproduced" if theirs == ours else "not reproduced"
            result.append(Claim(TEXT, f"{shown(row['dataset'])} has {theirs} {what}.", verdict, f"{evidence}."))
    return result


def _of_skew(facts: Rows) -> list[Claim]:
    skew = {row["dataset"]: row["skew"] for row in facts}
    if set(skew) != set(DATASETS):
        return []
    evidence = f"Skew {', '.join(f'{shown(dataset)} {skew[dataset]:.2f}' for dataset in DATASETS)}."
    others = [skew[dataset] for dataset in DATASETS if dataset != "HDFS"]
    highest = min(skew["Mac"], skew["BGL"]) > max(skew["Android"], skew["HDFS"])
    return [
        Claim(TEXT, "HDFS is much less skewed than the other three.", _is(2 * skew["HDFS"] < min(others)), evidence),
        Claim(TEXT, "The skew is highest in macOS and BGL, lower in Android and HDFS.", _is(highest), evidence),
    ]


def _is(holds: bool) -> Verdict:
    return "reproduced" if holds else "not reproduced"


def _of_all_orders(runs: Sequence[Run]) -> list[Claim]:
    """WBA is said to rank the parsers differently on each data set."""
    scores = {dataset: values_of(runs, dataset)["wba_rarity"] for dataset in DATASETS}
    if any(None in each.values() for each in scores.values()):
        return []
    orders = {dataset: order(each) for dataset, each in scores.items()}
    evidence = "; ".join(f"{shown(dataset)} {text}" for dataset, text in orders.items())
    different = len(set(orders.values())) == len(orders)
    return [Claim(TEXT, "WBA ranks the parsers differently on each data set.", _is(different), f"{evidence}.")]


def _of_infrequent(runs: Sequence[Run], details: Rows) -> list[Claim]:
    """Infrequent classes are said to be why BA and WBA have different best parsers on macOS."""
    shares = {
        row["parser"]: (row["right_infrequent_events"], row["right_frequent_events"])
        for row in details
        if row["dataset"] == "Mac" and row["parser"] in ("Drain", "Spell")
    }
    scores = values_of(runs, "Mac")
    missing = any(None in scores[metric].values() for metric in ("balanced_accuracy", "wba_rarity"))
    if missing or len(shares) < 2 or any(None in both for both in shares.values()):
        return []
    by_ba, by_wba = _best(scores["balanced_accuracy"]), _best(scores["wba_rarity"])
    rare, frequent = (shares["Drain"][i] - shares["Spell"][i] for i in (0, 1))
    text = "; ".join(
        f"{parser} {of[0]:.3f} of the infrequent classes and {of[1]:.3f} of the others" for parser, of in shares.items()
    )
    claim = "macOS, BA and WBA have different best parsers since Drain and Spell differ in the infrequent classes."
    holds = by_ba != by_wba and abs(rare) > abs(frequent)
    return [Claim(TEXT, claim, _is(holds), f"The best by BA is {by_ba}, by WBA {by_wba}. Right: {text}.")]


def _best(scores: Mapping[str, float | None]) -> str:
    return max(scores, key=lambda parser: scores[parser] or 0.0)
