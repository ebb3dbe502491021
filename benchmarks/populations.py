"""Known classifiers to draw data from, and metrics of many tables at once, written apart from the library.

Everything is a tensor, so that thousands of data sets with hundreds of draws each fit one call on a GPU. The metrics
are written from their definitions, not taken from the catalogue: `coverage.py --check` compares both.
"""

from __future__ import annotations

import math

import numpy as np
import torch

DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")
NUMBERS = {"dtype": torch.float64, "device": DEVICE}

TUNING = (
    *("usual", "good", "shy", "mixed", "perfect"),
    *("dominant", "uneven", "wide", "flawless", "given up", "overused"),
)
"""Kinds of classifiers on which the way was chosen: the first five, and those on which a first choice was judged."""
JUDGING = ("neighbours", "two levels", "in pairs", "to the largest", "weak", "half lost")
"""Kinds that nobody looked at before the way was fixed."""
KINDS = (*TUNING, *JUDGING)

FOUND = {
    "usual": (0.5, 0.95),
    "good": (0.95, 0.999),
    "shy": (0.5, 0.95),
    "mixed": (0.2, 0.99),
    "dominant": (0.6, 0.97),
    "uneven": (0.4, 0.98),
    "wide": (0.3, 0.99),
    "perfect": (0.99, 0.9999),
    "given up": (0.5, 0.95),
    "overused": (0.5, 0.95),
    "flawless": (0.985, 0.9997),
    "neighbours": (0.5, 0.97),
    "two levels": (0.6, 0.99),
    "in pairs": (0.7, 0.995),
    "to the largest": (0.97, 0.999),
    "weak": (0.15, 0.7),
    "half lost": (0.8, 0.995),
}
"""Between which shares the classes are found."""


def population(kind, classes, skew, seed):
    """Return the shares of all cells of a classifier."""
    rng = np.random.default_rng([seed, classes, skew, KINDS.index(kind)])
    shares = _class_shares(kind, classes, skew, rng)
    result = rng.uniform(*FOUND[kind], classes)
    errors = rng.dirichlet(np.full(classes, 0.4 if kind == "wide" else 1.0), classes) + 1e-9
    if kind in ("shy", "given up"):  # the rarest class, and of several the middle one, are hardly ever predicted
        rarely = [classes - 1, *([classes // 2] if classes >= 5 else [])]
        result[rarely] = rng.uniform(0.02, 0.15, len(rarely)) if kind == "shy" else rng.uniform(0.0, 0.05, len(rarely))
        errors[:, rarely] *= 0.03
    if kind == "overused":  # most errors go to the rarest class
        errors[:, -1] += 3.0
    if kind == "to the largest":
        errors[:, 0] += 5.0
    if kind == "neighbours":  # classes have an order, and near ones are confused
        errors *= 0.2 ** np.abs(np.subtract.outer(np.arange(classes), np.arange(classes)))
    if kind == "in pairs":
        errors[np.arange(classes), (np.arange(classes) ^ 1) % classes] += 4.0
    if kind == "half lost":  # every second class is found half as often
        result[1::2] /= 2
    np.fill_diagonal(errors, 0)
    rows = errors / errors.sum(axis=1, keepdims=True) * (1 - result)[:, None]
    if kind in ("shy", "given up") and classes == 2:
        rows[0] *= 0.03
    np.fill_diagonal(rows, 0)
    np.fill_diagonal(rows, 1 - rows.sum(axis=1))
    return shares[:, None] * rows


def _class_shares(kind, classes, skew, rng):
    """Return class sizes: geometric; one large class; or uneven at random. The ratio of the extremes is the skew."""
    if kind in ("dominant", "flawless"):
        shares = np.append(float(skew), np.ones(classes - 1))
    elif kind == "two levels":
        shares = np.where(np.arange(classes) < (classes + 1) // 2, float(skew), 1.0)
    elif kind == "uneven":
        inside = np.sort(rng.uniform(0, np.log(skew), max(classes - 2, 0)))[::-1]
        shares = np.exp(np.concatenate([[np.log(skew)], inside, [0.0]]))
    else:
        shares = np.geomspace(1, 1 / skew, classes)
    return shares / shares.sum()


def tables_of(cells, n, count, seed):
    """Return the counts of so many data sets of n items."""
    rng = np.random.default_rng([seed, n, len(cells)])
    drawn = rng.multinomial(n, cells.ravel(), size=count).reshape(count, *cells.shape)
    return torch.tensor(drawn, **NUMBERS)


def over(a, b):
    """Return a quotient, 0 where there is nothing to divide by: the worst that a share can be."""
    there = b > 0
    return torch.where(there, a / torch.where(there, b, 1.0), 0.0)


def classes_of(m):
    """Return which classes have items, and which have items or were predicted, (data sets, C) each."""
    there = m.sum(-1) > 0
    return there.to(m.dtype), (there | (m.sum(-2) > 0)).to(m.dtype)


def metrics_of(m, weights, there, named):
    """Return metrics of tables (..., C, C), by weights (C).

    Recall is averaged over the classes that have items (`there`), what false alarms count in over those that were
    predicted, too (`named`): a class without items that is predicted has a precision of 0.
    """
    t, p, tp = m.sum(-1), m.sum(-2), torch.diagonal(m, dim1=-2, dim2=-1)
    n, classes = t.sum(-1, keepdim=True), m.shape[-1]
    recall, precision, f = over(tp, t), over(tp, p), over(2 * tp, t + p)
    specificity = over(n - t - p + tp, n - t)
    by, over_named = (weights * some / (weights * some).sum(-1, keepdim=True) for some in (there, named))
    result = {"balanced_accuracy": (by * recall).sum(-1), "macro_precision": (over_named * precision).sum(-1)}
    both = result["balanced_accuracy"], result["macro_precision"]
    at_even_shares = over(m, t[..., None])
    mprecision = over(torch.diagonal(at_even_shares, dim1=-2, dim2=-1), at_even_shares.sum(-2))
    logs = torch.where(by > 0, by * torch.log(recall.clamp_min(1e-300)), 0.0).sum(-1)
    lost = ((by > 0) & (recall <= 0)).any(-1)
    N, hits, chance = n[..., 0], tp.sum(-1), (t * p).sum(-1)
    spread = (N**2 - (p**2).sum(-1)) * (N**2 - (t**2).sum(-1))
    result |= {
        "mean_f": (over_named * f).sum(-1),
        "f_of_averages": over(2 * both[0] * both[1], both[0] + both[1]),
        "g_mean": torch.where(lost, 0.0, torch.exp(logs)),
        "cba": (over_named * over(tp, torch.maximum(t, p))).sum(-1),
        "one_point_auroc_ova": (by * (recall + specificity) / 2).sum(-1),
        "one_point_aurpc_ova": (by * (recall + precision) / 2).sum(-1),
        "one_point_maurpc_ova": (by * (recall + mprecision) / 2).sum(-1),
        "accuracy": hits / N,
        "mcc": (N * hits - chance) / torch.sqrt(spread.clamp_min(1e-300)),
        "kappa": (N * hits - chance) / (N**2 - chance).clamp_min(1e-300),
        "rci": _rci(t / n, p / n, m / n[..., None]),
        "cen": _cen(m, t + p, N, classes),
        "recall of the rarest": recall[..., -1],
        "precision of the rarest": precision[..., -1],
        "f of the rarest": f[..., -1],
        "recall of the largest": recall[..., 0],
        "precision of the largest": precision[..., 0],
    }
    return result


def has_value(name, m):
    """Return of which tables (data sets, C, C) a metric has a value of its own, as in the library."""
    t, p, N = m.sum(-1), m.sum(-2), m.sum((-1, -2))
    classes, answers = (t > 0).sum(-1), (p > 0).sum(-1)
    if name == "mcc":
        return (classes > 1) & (answers > 1)
    if name == "kappa":
        return (t * p).sum(-1) < N**2
    if name in ("rci", "one_point_auroc_ova"):
        return classes > 1
    if name == "one_point_maurpc_ova":  # at even shares, which a class without items cannot have
        return classes == m.shape[-1]
    if name in RATES:
        place = -1 if name.endswith("rarest") else 0
        return {"recall": t, "precision": p, "f": t + p}[name.split()[0]][:, place] > 0
    return classes > 0


CURVED = {"g_mean": 1.0, "cba": 2.0, "rci": 2.0, "cen": 2.0}
"""Metrics with a bias, and how many times what draws show of it is allowed for."""
RATES = (
    "recall of the rarest",
    "precision of the rarest",
    "f of the rarest",
    "recall of the largest",
    "precision of the largest",
)
LEAST = {"mcc": -1.0, "kappa": -1.0}
"""Where a metric can be below 0."""


def _entropy(shares, dims):
    return -(shares * torch.log(shares.clamp_min(1e-300))).sum(dims)


def _rci(truth, predicted, cells):
    before = _entropy(truth, -1)
    after = _entropy(cells, (-1, -2)) - _entropy(predicted, -1)
    return (before - after) / before.clamp_min(1e-300)


def _cen(m, involved, total, classes):
    errors = m * (1 - torch.eye(classes, **NUMBERS))
    part = [errors / involved[..., :, None].clamp_min(1e-300), errors / involved[..., None, :].clamp_min(1e-300)]
    logs = [-(each * torch.log(each.clamp_min(1e-300))) for each in part]
    by_class = logs[0].sum(-1) + logs[1].sum(-2)
    return (involved * by_class).sum(-1) / (2 * total * math.log(2 * (classes - 1)))


def gamma(shapes, draws):
    """Return gamma variables of some shapes, (data sets, draws, ...); of those of shape 0, which is nothing, 0."""
    wide = shapes.clamp_min(1e-9)[:, None].expand(-1, draws, *shapes.shape[1:]).contiguous()
    result = torch._standard_gamma(wide)  # noqa: SLF001 - what torch.distributions.Gamma draws with
    return torch.where(result < 1e-12, 0.0, result) * (shapes > 0)[:, None]


def errors_beforehand(named):
    """Return how half an item of errors of each class is spread over the others there or named, (..., C, C)."""
    apart = 1 - torch.eye(named.shape[-1], **NUMBERS)
    others = named[..., None, :] * apart
    others = torch.where(others.sum(-1, keepdim=True) > 0, others, apart)
    return 0.5 * others / others.sum(-1, keepdim=True)


def beforehand(m):
    """Return what each cell has beforehand: half an item for the hits of a class, half for its errors."""
    return 0.5 * torch.eye(m.shape[-1], **NUMBERS) + errors_beforehand(classes_of(m)[1])


def one_class_drawn(base, rows, c):
    """Return tables (data sets, draws, C, C) that are the base but for the drawn rows of one class."""
    tables = base[:, None].expand(-1, rows.shape[1], -1, -1).clone()
    tables[:, :, c] = rows[:, :, c]
    return tables


def percentile(values, level):
    """Return a percentile of the draws (data sets, draws)."""
    return torch.quantile(values, level, dim=1)
