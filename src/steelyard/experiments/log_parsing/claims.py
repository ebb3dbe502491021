"""What became of each statement of section 4.1 and Figure 2 of Gupta et al. about the logs and the parsers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from steelyard.experiments.findings import Claim, Verdict
from steelyard.experiments.log_parsing.authors_orders import SIMILAR, STATED, Agreeing, Ranked, order
from steelyard.experiments.log_parsing.benchmark import DATASETS, shown
from steelyard.experiments.log_parsing.runs import SHORT, Run
from steelyard.experiments.log_parsing.spread import values_of

TEXT, CAPTION = "section 4.1", "Figure 2"

LEVEL = 0.05
"""Below which a p-value, corrected for the pairs of a metric, is more than chance."""

Rows = Sequence[Mapping[str, Any]]


def claims(runs: Sequence[Run], facts: Rows, pairs: Rows, details: Rows) -> list[Claim]:
    """Return every claim that the runs can judge; those about a parser that has no run are left out."""
    found = [*_of_sizes(facts), *_of_skew(facts)]
    for stated in stated_orders():
        claim = _of_order(stated, runs, pairs)
        found += [claim] if claim else []
    return [*found, *_of_all_orders(runs), *_of_infrequent(details)]


def stated_orders() -> list[Ranked | Agreeing]:
    """Return the orders and agreements that the paper states: by accuracy also of F1, since it says that they agree."""
    found: list[Ranked | Agreeing] = []
    for stated in STATED:
        found.append(stated)
        if isinstance(stated, Ranked) and stated.metric == "accuracy":
            found.append(replace(stated, metric="f1"))
        if isinstance(stated, Agreeing) and "accuracy" in stated.metrics:
            found.append(replace(stated, metrics=("f1", "wba_rarity")))
    found += [Agreeing(dataset, ("f1", "accuracy"), alike=True) for dataset in DATASETS]
    return [*found, Ranked("Mac", "wba_rarity", (("Drain",), ("Spell", "MoLFI")))]


def _of_order(stated: Ranked | Agreeing, runs: Sequence[Run], pairs: Rows) -> Claim | None:
    scores = values_of(runs, stated.dataset)
    named = (stated.metric,) if isinstance(stated, Ranked) else stated.metrics
    if any(None in scores[metric].values() for metric in named):
        return None
    verdict = stated.verdict(scores)
    evidence = "; ".join(f"{SHORT[metric]} {_numbers(scores[metric])}" for metric in named)
    told = [f"{evidence}.", _seeds(stated, runs), _without_similar(stated, scores, holds=verdict == "yes")]
    if isinstance(stated, Ranked):
        told.append(_chance(stated, pairs))
        source, what = TEXT, f"by {SHORT[stated.metric]}: {stated.text}"
    else:
        source = f"{TEXT}, {CAPTION}"
        what = f"{' and '.join(SHORT[metric] for metric in named)} {'agree' if stated.alike else 'disagree'}"
    result: Verdict = "reproduced" if verdict == "yes" else "not reproduced"
    if verdict == "reversed" and isinstance(stated, Ranked) and not _unsure(stated, pairs):
        result = "reversed"
    return Claim(source, f"{shown(stated.dataset)}, {what}.", result, " ".join(filter(None, told)))


def _numbers(scores: Mapping[str, float | None]) -> str:
    ranked = sorted(scores, key=lambda parser: -(scores[parser] or 0.0))
    return f"{order(scores)} ({', '.join(f'{parser} {scores[parser]:.4f}' for parser in ranked)})"


def _seeds(stated: Ranked | Agreeing, runs: Sequence[Run]) -> str:
    """Say with how many of MoLFI's seeds the statement holds."""
    of = [run for run in runs if run.dataset == stated.dataset]
    seeds = [run for run in of if run.parser == "MoLFI"]
    others = [run for run in of if run.parser != "MoLFI"]
    holds = sum(stated.verdict(values_of([*others, seed], stated.dataset)) == "yes" for seed in seeds)
    return f"It holds with {holds} of {len(seeds)} seeds of MoLFI."


def _without_similar(
    stated: Ranked | Agreeing, scores: Mapping[str, Mapping[str, float | None]], *, holds: bool
) -> str:
    """Say if the verdict hangs on differences that are too small to count."""
    if isinstance(stated, Agreeing):
        one, other = (_bare(scores[metric]) for metric in stated.metrics)
        bare = (one == other) == stated.alike
    elif len(stated.tiers) > 1:
        of = scores[stated.metric]
        bare = all((of[above] or 0.0) > (of[below] or 0.0) for above, below in _opposed(stated))
    else:
        return ""
    if bare == holds:
        return ""
    return f"If differences below {SIMILAR} counted, it would {'' if bare else 'not '}hold."


def _bare(scores: Mapping[str, float | None]) -> list[tuple[str, str]]:
    """Return every pair of parsers of which the first has the larger value."""
    return [(a, b) for a in scores for b in scores if (scores[a] or 0.0) > (scores[b] or 0.0)]


def _opposed(stated: Ranked) -> list[tuple[str, str]]:
    """Return the pairs of parsers that the statement puts one above the other."""
    return [
        (above, below)
        for i, tier in enumerate(stated.tiers)
        for above in tier
        for later in stated.tiers[i + 1 :]
        for below in later
    ]


def _unsure(stated: Ranked, pairs: Rows) -> list[str]:
    """Return the pairs whose difference may be chance, or about which nothing is known, as for F1."""
    sure = {
        frozenset((row["first"], row["second"]))
        for row in pairs
        if (row["dataset"], row["metric"]) == (stated.dataset, stated.metric) and row["p_holm"] < LEVEL
    }
    return [f"{above} and {below}" for above, below in _opposed(stated) if frozenset((above, below)) not in sure]


def _chance(stated: Ranked, pairs: Rows) -> str:
    if stated.metric == "f1" or not _opposed(stated):
        return ""
    unsure = _unsure(stated, pairs)
    return f"May be chance: {'; '.join(unsure)}." if unsure else "All differences are beyond chance."


def _of_sizes(facts: Rows) -> list[Claim]:
    """Compare the counts that the paper prints with ours."""
    found = []
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
            found.append(Claim(TEXT, f"{shown(row['dataset'])} has {theirs} {what}.", verdict, f"{evidence}."))
    return found


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


def _of_infrequent(details: Rows) -> list[Claim]:
    """Drain's and Spell's ability to classify infrequent classes is said to explain their order by BA and by WBA."""
    shares = {
        row["parser"]: (row["right_infrequent_events"], row["right_frequent_events"])
        for row in details
        if row["dataset"] == "Mac" and row["parser"] in ("Drain", "Spell")
    }
    if len(shares) < 2 or any(None in both for both in shares.values()):
        return []
    text = "; ".join(
        f"{parser} {rare:.3f} of the infrequent classes and {frequent:.3f} of the others"
        for parser, (rare, frequent) in shares.items()
    )
    differ = abs(shares["Drain"][0] - shares["Spell"][0]) >= SIMILAR
    claim = "macOS, Drain and Spell differ in how many infrequent classes they get right."
    return [Claim(TEXT, claim, _is(differ), f"Right: {text}.")]
