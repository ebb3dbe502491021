"""Score metrics by their definitions, item by item, in fractions; nothing of the library's is used but names."""

import math
from fractions import Fraction
from itertools import pairwise, permutations, product

from scipy.integrate import quad

HALF = Fraction(1, 2)


def rows_of(items, classes, shares):
    """Return (truth, scores, weight) for each single item."""
    rows = [(i.truth, i.scores) for i in items for _ in range(i.times)]
    sizes = [sum(truth == k for truth, _ in rows) for k in range(classes)]
    return [(t, p, Fraction(1) if shares is None else shares[t] / sizes[t]) for t, p in rows]


def value_of(metric, items, classes, shares=None, *, mean=False):
    """Return the value: a fraction where it is one, else a float."""
    rows = rows_of(items, classes, shares)
    parameters = {name: Fraction(str(value)) for name, value in metric.parameters.items()}
    if metric.id in PER_ITEM:
        losses = [(w, PER_ITEM[metric.id](t, p, **parameters)) for t, p, w in rows]
        if any(loss == math.inf for _, loss in losses):
            return math.inf
        return sum(w * loss for w, loss in losses) / sum(w for w, _ in losses)
    body = OF_CLASS[metric.id]
    if metric.id == "expected_calibration_error":
        return body([(max(p), p.index(max(p)) == t, w) for t, p, w in rows], **parameters)
    if metric.id == "roc_auc_ovo":
        values = [
            body([(p[k], t == k, Fraction(1)) for t, p, _ in rows if t in (i, j)])
            for i, j in product(range(classes), repeat=2)
            if i < j
            for k in (i, j)
        ]
        return sum(values) / len(values)
    counted = range(classes) if mean or classes > 2 else [0]
    values = [body([(p[k], t == k, w) for t, p, w in rows], **parameters) for k in counted]
    return sum(values) / len(values)


# Of one item.


def log_loss(truth, p):
    return -math.log(p[truth]) if p[truth] else math.inf


def brier(truth, p):
    """Of two classes the distance of one of them, as most people know it; of more, the sum over all."""
    return sum((x - (k == truth)) ** 2 for k, x in enumerate(p if len(p) > 2 else p[:1]))


def ranked_probability_score(truth, p):
    return sum((sum(p[: k + 1]) - (truth <= k)) ** 2 for k in range(len(p) - 1)) / Fraction(len(p) - 1)


def top_k_recall(truth, p, k):
    """Over all orders in which equal scores can stand."""
    orders = [sorted(places, key=lambda c: -p[c]) for places in permutations(range(len(p)))]
    return Fraction(sum(truth in order[: int(k)] for order in orders), len(orders))


PER_ITEM = {
    "log_loss": log_loss,
    "brier": brier,
    "ranked_probability_score": ranked_probability_score,
    "top_k_recall": top_k_recall,
}

# Of one class: rows are (score, whether of the class, weight).


def roc_auc(rows):
    pairs = [(w * v, x, y) for x, a, w in rows for y, b, v in rows if a and not b]
    return sum(w * (Fraction(x > y) + HALF * (x == y)) for w, x, y in pairs) / sum(w for w, _, _ in pairs)


def points(rows):
    """Return the corners of the ROC curve."""
    positives, others = (sum(w for _, a, w in rows if a is side) for side in (True, False))
    corners = [(Fraction(0), Fraction(0))]
    for level in sorted({x for x, _, _ in rows}, reverse=True):
        found, false = (sum(w for x, a, w in rows if a is side and x >= level) for side in (True, False))
        corners.append((false / others, found / positives))
    return corners


def partial_roc_auc(rows, max_fpr):
    area = Fraction(0)
    corners = points(rows)
    for (x, y), (u, v) in pairwise(corners):
        right = min(u, max_fpr)
        if right > x:
            top = y + (v - y) * (right - x) / (u - x)
            area += (right - x) * (y + top) / 2
    least, most = max_fpr**2 / 2, max_fpr
    return HALF * (1 + (area - least) / (most - least))


def average_precision(rows):
    """Return the mean over items of the class of the share of it among what scores no less."""
    precisions = [
        (w, sum(v for y, b, v in rows if b and y >= x) / sum(v for y, _, v in rows if y >= x)) for x, a, w in rows if a
    ]
    return sum(w * p for w, p in precisions) / sum(w for w, _ in precisions)


def pr_auc(rows):
    """Integrate precision over recall, both along straight lines of the ROC curve, by quadrature."""
    share = float(sum(w for _, a, w in rows if a) / sum(w for _, _, w in rows))
    corners = [(float(x), float(y)) for x, y in points(rows)]
    area = 0.0
    for (x, y), (u, v) in pairwise(corners):
        if v > y:

            def precision(recall, x=x, y=y, u=u, v=v):
                false = x + (u - x) * (recall - y) / (v - y)
                found = share * recall
                return found / (found + (1 - share) * false) if found else share * v / (share * v + (1 - share) * u)

            area += quad(precision, y, v, epsabs=1e-13, epsrel=1e-13)[0]
    return area


def lift_at_share(rows, share):
    room = share * sum(w for _, _, w in rows)
    found = Fraction(0)
    for x, a, w in rows:
        above = sum(v for y, _, v in rows if y > x)
        alike = sum(v for y, _, v in rows if y == x)
        found += w * a * min(max((room - above) / alike, Fraction(0)), Fraction(1))
    return found / (share * sum(w for _, a, w in rows if a))


def isotonic(rows):
    """Return the fit at each score by the formula of the greatest least mean."""
    levels = sorted({x for x, _, _ in rows})

    def mean(low, high):
        inside = [(a, w) for x, a, w in rows if low <= x <= high]
        return sum(w for a, w in inside if a) / sum(w for _, w in inside)

    return {x: max(min(mean(a, b) for b in levels if b >= x) for a in levels if a <= x) for x in levels}


def squared(rows, guess):
    return sum(w * (guess(x) - a) ** 2 for x, a, w in rows) / sum(w for _, _, w in rows)


def miscalibration(rows):
    fit = isotonic(rows)
    return squared(rows, lambda x: x) - squared(rows, fit.get)


def uncertainty(rows):
    share = sum(w for _, a, w in rows if a) / sum(w for _, _, w in rows)
    return squared(rows, lambda _: share)


def discrimination(rows):
    return uncertainty(rows) - squared(rows, isotonic(rows).get)


def calibration_error(rows, bins):
    total = Fraction(0)
    for k in range(int(bins)):
        low, high = Fraction(k) / bins, Fraction(k + 1) / bins
        inside = [(x, a, w) for x, a, w in rows if low < x <= high or (k == 0 and x == 0)]
        total += abs(sum((w * (x - a) for x, a, w in inside), Fraction(0)))
    return total / sum(w for _, _, w in rows)


def rms_calibration_error(rows, bins):
    whole = sum(w for _, _, w in rows)
    binned = {}
    for row in rows:
        above = sum(w for x, _, w in rows if x > row[0])
        alike = sum(w for x, _, w in rows if x == row[0])
        binned.setdefault(min(int((above + alike / 2) / whole * bins), int(bins) - 1), []).append(row)
    total = Fraction(0)
    for inside in binned.values():
        weight = sum(w for _, _, w in inside)
        right = sum(w for _, a, w in inside if a) / weight
        distance = sum(w * x for x, _, w in inside) / weight - right
        items = weight**2 / sum(w**2 for _, _, w in inside)
        total += weight / whole * (distance**2 - right * (1 - right) / max(items - 1, 1))
    return math.sqrt(max(total, 0))


OF_CLASS = {
    "roc_auc": roc_auc,
    "roc_auc_ovo": roc_auc,
    "partial_roc_auc": partial_roc_auc,
    "average_precision": average_precision,
    "pr_auc": pr_auc,
    "lift_at_share": lift_at_share,
    "brier_miscalibration": miscalibration,
    "brier_discrimination": discrimination,
    "brier_uncertainty": uncertainty,
    "expected_calibration_error": calibration_error,
    "classwise_calibration_error": calibration_error,
    "rms_calibration_error": rms_calibration_error,
}
