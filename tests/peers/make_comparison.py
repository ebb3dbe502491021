"""Store what statsmodels and baycomp say of pairs of models: McNemar, Stuart–Maxwell, Holm, correlated t, signed rank.

Run by hand, with the peers installed: `python tests/peers/make_comparison.py`. `test_comparison_peers.py` reads the
file; it does not need the peers.
"""

import json
import warnings
from importlib.metadata import version
from pathlib import Path

import baycomp
import numpy as np
from statsmodels.stats.contingency_tables import SquareTable, mcnemar
from statsmodels.stats.multitest import multipletests

SEED = 20261115
DRAWS = 50_000
REFERENCE = Path(__file__).parent / "comparison.json"


def mcnemar_cases():
    for only_a, only_b in [(0, 1), (0, 6), (3, 3), (5, 14), (40, 61), (1000, 1100), (123456, 124567), (500, 2000)]:
        found = mcnemar([[7, only_a], [only_b, 9]], exact=True)
        yield {"only_a": only_a, "only_b": only_b, "p_value": float(found.pvalue)}


def tables(rng):
    """Yield tables of two models' predictions; some lack a class, some fall into parts that never mix."""
    for C in (2, 3, 5, 8, 20):
        for _ in range(4):
            yield rng.poisson(np.exp(rng.normal(1.5, 1.2, (C, C)))) + 50 * np.eye(C, dtype=int)
    yield np.array([[5, 0, 3], [0, 0, 0], [8, 0, 9]])
    yield np.array([[5, 4, 0, 0], [1, 5, 0, 0], [0, 0, 6, 2], [0, 0, 9, 7]])


def homogeneity_cases(rng):
    for table in tables(rng):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of singular matrices, where it answers NaN
            found = SquareTable(table, shift_zeros=False).homogeneity()
        numbers = [None if np.isnan(value) else float(value) for value in (found.statistic, found.pvalue)]
        yield {"table": table.tolist(), "statistic": numbers[0], "p_value": numbers[1], "degrees": int(found.df)}


def holm_cases(rng):
    for size in (1, 2, 5, 30):
        p = rng.beta(0.3, 2, size)
        p[size // 2] = p[0]
        yield {"p_values": p.tolist(), "adjusted": multipletests(p, method="holm")[1].tolist()}


def correlated_t_cases(rng):
    for folds, runs, rope in [(10, 1, 0), (10, 1, 0.01), (100, 10, 0.01), (15, 3, 0.002), (2, 1, 0.05)]:
        a, b = rng.normal(0.81, 0.02, folds), rng.normal(0.8, 0.02, folds)
        yield correlated_t_case(a, b, rope, runs)
    for a_score, rope in [(0.75, 0), (0.75, 0.125), (0.75, 0.5), (0.5, 0), (0.5, 0.125)]:
        yield correlated_t_case(np.full(5, a_score), np.full(5, 0.5), rope, 1)


def correlated_t_case(a, b, rope, runs):
    """Baycomp takes the second less the first: what it calls left is that the first is better."""
    probabilities = [float(p) for p in baycomp.two_on_single(a, b, rope=rope, runs=runs)]
    return {"a": a.tolist(), "b": b.tolist(), "rope": rope, "runs": runs, "probabilities": probabilities}


def signed_rank_cases(rng):
    """Scores are multiples of 1/128, so that differences tie, and lie on the rope's edge, in binary numbers too."""
    for datasets, shift, rope in [(12, 1, 0), (12, 1, 1), (40, 0.3, 0.5), (7, 0, 2), (25, 0.3, 0), (3, 1, 0.5)]:
        a = np.round(rng.normal(100 + shift, 2, datasets)) / 128
        b = np.round(rng.normal(100, 2, datasets)) / 128
        rope /= 128  # noqa: PLW2901 - the same in units of the scores
        found = baycomp.two_on_multiple(a, b, rope=rope, nsamples=DRAWS, random_state=SEED)
        yield {"a": a.tolist(), "b": b.tolist(), "rope": rope, "probabilities": [float(p) for p in found]}


def main():
    rng = np.random.default_rng(SEED)
    record = {
        "versions": {"statsmodels": version("statsmodels"), "baycomp": version("baycomp")},
        "draws": DRAWS,
        "mcnemar": list(mcnemar_cases()),
        "stuart_maxwell": list(homogeneity_cases(rng)),
        "holm": list(holm_cases(rng)),
        "correlated_t": list(correlated_t_cases(rng)),
        "signed_rank": list(signed_rank_cases(rng)),
    }
    REFERENCE.write_text(json.dumps(record, indent=None) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
