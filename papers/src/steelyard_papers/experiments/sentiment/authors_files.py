"""Show that the predictions which Gupta et al. published for the Amazon reviews do not depend on the true ratings.

Their folder URLClassification belongs to an experiment that the paper does not have; it is left out.
"""

from __future__ import annotations

import gzip
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard import Confusion, evaluate, importance, metrics
from steelyard_papers.experiments.sentiment.reviews import STARS
from steelyard_papers.reproductions.gupta2020.inputs import ACCURACIES, USER

if TYPE_CHECKING:
    from numpy.typing import NDArray

FOLDER, TRUTH, PREDICTIONS = "Amazon", "amazonlstm.real", ("amazonlstm.pred", "lstm_train.pred")
CONFIDENCE = 0.95


def independence(home: Path) -> list[dict[str, Any]]:
    """Return the table `sentiment_authors`: for each file of predictions, how it depends on the true ratings.

    The χ² test, Cramér's V and Cohen's κ say whether it does. If it does not, agreement, recalls and WBA are those of
    answers drawn by lot, but for chance: Σ p_k·q_k, q_k and Σ w_k·q_k, with the shares p of the true and q of the
    predicted ratings and the user's weights w.

    Parameters
    ----------
    home
        The folder `wba_authors`.
    """
    true = stars(home / FOLDER / TRUTH)
    rows = []
    for name in PREDICTIONS:
        predicted = stars(home / FOLDER / name)
        if len(predicted) != len(true):
            raise ValueError(
                f"{name} has {len(predicted)} ratings and {TRUTH} {len(true)}; each review needs one prediction."
            )
        rows.append({"file": name, "items": len(true)} | dependence(Confusion.from_labels(true, predicted, STARS)))
    return rows


def dependence(cm: Confusion) -> dict[str, Any]:
    """Return how predicted ratings depend on the true ones, beside what would be if they did not."""
    user = importance.stated(USER)
    result = evaluate(
        cm, importance=user, metrics=["accuracy", "kappa", "wba"], undefined="exclude", confidence=CONFIDENCE
    )
    share, recalls = cm.predicted / cm.total, metrics["recall"](cm, undefined="exclude")
    return {
        **chi_squared(cm.counts),
        **_with_interval("agreement", result["accuracy"]),
        "agreement_by_lot": float(cm.support / cm.total @ share),
        **_with_interval("kappa", result["kappa"]),
        **_with_interval("wba_user", result["balanced_accuracy"]),
        "wba_user_by_lot": float(user.weights(cm) @ share),
        **{f"recall_{star}": float(recall) for star, recall in zip(STARS, recalls, strict=True)},
        **{f"predicted_{star}": float(each) for star, each in zip(STARS, share, strict=True)},
        "recalls_in_table_2": " and ".join(
            model for model, printed in ACCURACIES.items() if np.array_equal(np.round(recalls, 2), printed)
        ),
    }


def chi_squared(counts: NDArray[Any]) -> dict[str, float]:
    """Return Pearson's test of independence, and Cramér's V beside its size by lot, where χ² averages its degrees.

    Parameters
    ----------
    counts
        A table of counts; rows and columns without any are left out.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard_papers.experiments.sentiment.authors_files import chi_squared
    >>> found = chi_squared(np.array([[30, 10, 0], [20, 40, 0]]))
    >>> round(found["chi_squared"], 4), found["degrees_of_freedom"], round(found["cramers_v"], 4)
    (16.6667, 1, 0.4082)
    """
    from scipy.stats import chi2_contingency  # noqa: PLC0415 - loaded when it is used

    table = counts[np.ix_(counts.any(axis=1), counts.any(axis=0))]
    if min(table.shape) < 2:
        raise ValueError(
            f"a table of shape {table.shape} shows no dependence; it needs two rows and two columns with items."
        )
    test = chi2_contingency(table, correction=False)
    most = table.sum() * (min(table.shape) - 1)
    return {
        "chi_squared": float(test.statistic),
        "degrees_of_freedom": int(test.dof),
        "p_value": float(test.pvalue),
        "cramers_v": float(np.sqrt(test.statistic / most)),
        "cramers_v_by_lot": float(np.sqrt(test.dof / most)),
    }


def stars(file: Path) -> NDArray[np.int64]:
    """Read one rating per line from a file, or from the compressed file beside which it would be.

    Parameters
    ----------
    file
        Its name without ".gz".
    """
    packed = file.with_name(f"{file.name}.gz")
    if not (packed.is_file() or file.is_file()):
        raise ValueError(f"neither {str(packed)!r} nor {file.name!r} is there; it has one rating per line.")
    try:
        content = gzip.decompress(packed.read_bytes()) if packed.is_file() else file.read_bytes()
    except (OSError, EOFError, zlib.error):
        raise ValueError(f"{str(packed)!r} cannot be unpacked; get it again.") from None
    lines = [line.strip() for line in content.splitlines()]
    known = {str(star).encode(): star for star in STARS}
    for number, line in enumerate(lines, 1):
        if line not in known:
            said = line.decode(errors="replace")
            raise ValueError(f"line {number} of {file.name!r} must be a rating from 1 to 5, not {said!r}.")
    return np.array([known[line] for line in lines], dtype=np.int64)


def _with_interval(name: str, score: Any) -> dict[str, float]:
    return {name: score.value, f"{name}_low": score.low, f"{name}_high": score.high}
