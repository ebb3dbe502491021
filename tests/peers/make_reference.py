"""Store what scikit-learn, imbalanced-learn and PyCM say about a few hundred confusion matrices.

Run by hand, with the peers installed: `python tests/peers/make_reference.py`. `test_peers.py` reads the file; it does
not need the peers.
"""

import gzip
import json
import sys
import warnings
from itertools import product
from pathlib import Path

import imblearn
import numpy as np
import pycm
import sklearn
from imblearn import metrics as imb
from sklearn import metrics as skl

SEED = 20261115
REPEATS = 4
CLASSES = range(2, 9)
REFERENCE = Path(__file__).parent / "reference.json.gz"

PYCM_CLASS = (
    "TNR", "NPV", "ACC", "BM", "MK", "G", "J", "AUC", "GM",
    "FPR", "FNR", "FDR", "FOR", "MCC", "PLR", "NLR", "DOR", "LS", "AGF", "AGM", "OP", "IBA",
)  # fmt: skip
PYCM_OVERALL = (
    "Overall ACC", "Kappa", "Overall MCC", "Overall CEN", "Overall MCEN", "RCI", "CBA",
    "Scott PI", "Krippendorff Alpha", "Bennett S", "Gwet AC1", "Mutual Information", "Cramer V", "Hamming Loss",
    "ACC Macro",
)  # fmt: skip


def supports(rng, C):
    """Draw class sizes whose ratio often exceeds a hundred."""
    return rng.permutation(np.ceil(np.exp(rng.normal(3, 1.6, C))).astype(np.int64))


def predictions(rng, t, skill):
    """Draw the predictions of a classifier that recognises about a share `skill` of each class."""
    C = len(t)
    rows = []
    for i, size in enumerate(t):
        share = rng.dirichlet(np.full(C, 0.5)) * (1 - skill)
        share[i] += skill
        rows.append(rng.multinomial(size, share))
    return np.array(rows)


def skewed(rng, C):
    return predictions(rng, supports(rng, C), rng.uniform(0, 0.9))


def even(rng, C):
    return predictions(rng, np.full(C, 40), rng.uniform(0.3, 0.9))


def absent(rng, C):
    t = supports(rng, C)
    t[rng.integers(C)] = 0
    return predictions(rng, t, rng.uniform(0, 0.8))


def never_predicted(rng, C):
    m = predictions(rng, supports(rng, C), rng.uniform(0, 0.8))
    lost, taker = rng.choice(C, 2, replace=False)
    m[:, taker] += m[:, lost]
    m[:, lost] = 0
    return m


def unused(rng, C):
    """One class has neither items nor predictions."""
    m = skewed(rng, C)
    i = rng.integers(C)
    m[i] = 0
    m[:, i] = 0
    return m if m.sum() else m + np.diag(np.arange(C) != i).astype(np.int64)


def constant(rng, C):
    m = np.zeros((C, C), dtype=np.int64)
    m[:, rng.integers(C)] = supports(rng, C)
    return m


def one_truth(rng, C):
    return constant(rng, C).T


def perfect(rng, C):
    return np.diag(supports(rng, C))


def all_wrong(rng, C):
    m = skewed(rng, C)
    np.fill_diagonal(m, 0)
    return m if m.sum() else np.roll(perfect(rng, C), 1, axis=1)


def large(rng, C):
    return predictions(rng, supports(rng, C) * 100_003, rng.uniform(0.2, 0.99))


KINDS = (skewed, skewed, even, absent, never_predicted, unused, constant, one_truth, perfect, all_wrong, large)


def label_vectors(m):
    """Return one item per label pair, or one weighted item per cell where the items are too many to write down."""
    C = len(m)
    truth, prediction = np.divmod(np.arange(C * C), C)
    counts = m.ravel()
    if m.sum() <= 1_000_000:
        return np.repeat(truth, counts), np.repeat(prediction, counts), None
    used = counts > 0
    return truth[used], prediction[used], counts[used].astype(np.float64)


def scikit_learn(m):
    y, z, w = label_vectors(m)
    labels = np.arange(len(m))
    kept = {"labels": labels, "sample_weight": w}
    undefined = {"zero_division": np.nan, **kept}
    values = {
        "accuracy": skl.accuracy_score(y, z, sample_weight=w),
        "balanced_accuracy": skl.balanced_accuracy_score(y, z, sample_weight=w),
        "mcc": skl.matthews_corrcoef(y, z, sample_weight=w),
        "kappa": skl.cohen_kappa_score(y, z, **kept),
        "kappa_linear": skl.cohen_kappa_score(y, z, weights="linear", **kept),
        "kappa_quadratic": skl.cohen_kappa_score(y, z, weights="quadratic", **kept),
    }
    values |= {
        "balanced_accuracy_adjusted": skl.balanced_accuracy_score(y, z, sample_weight=w, adjusted=True),
        "zero_one_loss": skl.zero_one_loss(y, z, sample_weight=w),
        "hamming_loss": skl.hamming_loss(y, z, sample_weight=w),
        "jaccard_micro": skl.jaccard_score(y, z, average="micro", **kept),
    }
    if w is None:  # they take no weights
        values["mutual_info"] = skl.mutual_info_score(y, z)
        values["normalized_mutual_info"] = skl.normalized_mutual_info_score(y, z)
    if len(m) == 2:
        ratios = skl.class_likelihood_ratios(1 - y, 1 - z, labels=[0, 1], sample_weight=w, replace_undefined_by=np.nan)
        values["likelihood_ratios"] = list(ratios)  # of the first class
    for name, score, more in (
        ("recall", skl.recall_score, {}),
        ("precision", skl.precision_score, {}),
        ("f1", skl.f1_score, {}),
        ("f2", skl.fbeta_score, {"beta": 2}),
        ("f0.5", skl.fbeta_score, {"beta": 0.5}),
    ):
        values[name] = score(y, z, average=None, **more, **undefined)
        values[f"{name}_macro"] = score(y, z, average="macro", **more, **undefined)
        values[f"{name}_macro_zero"] = score(y, z, average="macro", zero_division=0, **more, **kept)
    values["jaccard"] = skl.jaccard_score(y, z, average=None, zero_division=0, **kept)  # it has no NaN
    values["jaccard_macro_zero"] = skl.jaccard_score(y, z, average="macro", zero_division=0, **kept)
    return values


def imbalanced_learn(m):
    y, z, w = label_vectors(m)
    kept = {"labels": np.arange(len(m)), "sample_weight": w}
    values = {
        "specificity": imb.specificity_score(y, z, average=None, **kept),
        "specificity_macro": imb.specificity_score(y, z, average="macro", **kept),
        "class_g_mean": imb.geometric_mean_score(y, z, average=None, **kept),
        "g_mean": imb.geometric_mean_score(y, z, average="multiclass", **kept),
        "g_mean_macro": imb.geometric_mean_score(y, z, average="macro", **kept),
        "iba": imb.make_index_balanced_accuracy()(imb.geometric_mean_score)(y, z, average=None, **kept),
    }
    if set(z) <= set(y):  # it fails if a class is predicted that has no items
        values["macro_mae"] = imb.macro_averaged_mean_absolute_error(y, z, sample_weight=w)
    return values


def py_cm(m, weights):
    C = len(m)
    stats = pycm.ConfusionMatrix(matrix={i: {j: int(m[i, j]) for j in range(C)} for i in range(C)})
    by_class = dict(enumerate(weights))
    distance = {i: {j: (i - j) ** 2 for j in range(C)} for i in range(C)}  # PyCM ignores fractions
    values = {name: [stats.class_stat[name][i] for i in range(C)] for name in PYCM_CLASS}
    values |= {name: stats.overall_stat[name] for name in PYCM_OVERALL}
    values["weighted_kappa"] = stats.weighted_kappa(distance)
    for rate in ("TPR", "PPV", "F1"):
        values[f"{rate}_weighted"] = stats.weighted_average(rate, weight=by_class)
        values[f"{rate}_weighted_omit"] = stats.weighted_average(rate, weight=by_class, none_omit=True)
    return values


def plain(value):
    """Return JSON's numbers; null where the peer says NaN or the text "None"."""
    if isinstance(value, list | np.ndarray):
        return [plain(one) for one in value]
    if isinstance(value, str):
        return None
    value = float(value)
    return value if np.isfinite(value) else None


def main():
    rng = np.random.default_rng(SEED)
    cases = []
    for C, kind, _ in product(CLASSES, KINDS, range(REPEATS)):
        m = kind(rng, C)
        weights = rng.integers(1, 10, C).tolist()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the peers warn where they invent a number; the test says so instead
            peers = {
                "scikit-learn": scikit_learn(m),
                "imbalanced-learn": imbalanced_learn(m),
                "pycm": py_cm(m, weights),
            }
        values = {peer: {name: plain(value) for name, value in found.items()} for peer, found in peers.items()}
        cases.append({"kind": kind.__name__, "counts": m.tolist(), "weights": weights, "values": values})
    versions = {"scikit-learn": sklearn.__version__, "imbalanced-learn": imblearn.__version__, "pycm": pycm.__version__}
    record = {"versions": versions, "seed": SEED, "cases": cases}
    text = json.dumps(record, separators=(",", ":"))
    REFERENCE.write_bytes(gzip.compress(text.encode(), mtime=0))
    sys.stdout.write(f"{len(cases)} matrices, {REFERENCE.stat().st_size / 1000:.0f} kB: {REFERENCE}\n")


if __name__ == "__main__":
    main()
