"""Store the intervals of confidenceinterval (delta method) and the posteriors of prob_conf_mat.

Run by hand, with the peers installed: `python tests/peers/make_intervals.py`. `test_interval_peers.py` reads the file;
it does not need the peers.
"""

import json
from importlib.metadata import version
from pathlib import Path

import confidenceinterval
import numpy as np
from prob_conf_mat import Study

SEED = 20261115
DRAWS = 200_000
REFERENCE = Path(__file__).parent / "intervals.json"

MATRICES = [
    [[83, 9, 4], [12, 61, 7], [3, 11, 40]],
    [[45, 5], [30, 20]],
    [[9, 1], [200, 790]],
    [[700, 20, 30, 1], [15, 240, 9, 3], [8, 12, 90, 2], [1, 3, 2, 20]],
]
PRIORS = [("jeffreys", 0.5), ("haldane", 0.0), ("ones", 1.0)]
METRICS = {"acc": "accuracy", "ba": "balanced_accuracy", "mcc": "mcc", "kappa": "kappa", "f1@macro": "mean_f"}


def analytic_cases():
    for counts in MATRICES:
        truth, predicted = np.nonzero(counts)
        times = np.asarray(counts)[truth, predicted]
        y_true, y_pred = np.repeat(truth, times), np.repeat(predicted, times)
        found = {"counts": counts}
        for name, function, average in [
            ("micro_f1", confidenceinterval.f1_score, "micro"),
            ("accuracy", confidenceinterval.precision_score, "micro"),
            ("macro_f1", confidenceinterval.f1_score, "macro"),
        ]:
            value, (low, high) = function(y_true, y_pred, average=average, confidence_level=0.95)
            found[name] = {"value": float(value), "low": float(low), "high": float(high)}
        yield found


def posterior_cases():
    for counts in MATRICES:
        for prior, added in PRIORS:
            study = Study(seed=SEED, num_samples=DRAWS, ci_probability=0.95)
            study.add_experiment("a", counts, prevalence_prior=added, confusion_prior=prior)
            found = {"counts": counts, "prior": added}
            for theirs, ours in METRICS.items():
                study.add_metric(theirs)
                values = study.get_metric_samples(theirs, "a", "posterior").values
                low, high = np.quantile(values, [0.025, 0.975])
                found[ours] = {"mean": float(values.mean()), "low": float(low), "high": float(high)}
            yield found


def main():
    made_by = {name: version(name) for name in ("confidenceinterval", "prob_conf_mat")}
    record = {"made_by": made_by, "analytic": list(analytic_cases()), "posterior": list(posterior_cases())}
    REFERENCE.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
