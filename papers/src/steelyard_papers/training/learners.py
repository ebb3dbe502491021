"""Learners by a plain name, as the command line takes them: each takes weights of items, and sparse features."""

from __future__ import annotations

from typing import Any

LEARNERS = {"logistic": "logistic regression", "forest": "random forest", "svm": "linear support vector machine"}
"""The names, and what they stand for."""

ROUNDS = 1000
"""Iterations in which logistic regression and the support vector machine have to converge."""


def learner_named(name: str) -> Any:
    """Return a scikit-learn classifier, with its usual settings but for those named here.

    Examples
    --------
    >>> learner_named("logistic")
    LogisticRegression(max_iter=1000)
    """
    from sklearn.ensemble import RandomForestClassifier  # noqa: PLC0415 - loaded when it is used
    from sklearn.linear_model import LogisticRegression  # noqa: PLC0415
    from sklearn.svm import LinearSVC  # noqa: PLC0415

    if name not in LEARNERS:
        raise ValueError(f"there is no learner {name!r}; there are {', '.join(LEARNERS)}.")
    return {
        "logistic": LogisticRegression(max_iter=ROUNDS),
        # A leaf of one item answers with the class of that item, whatever it weighs.
        "forest": RandomForestClassifier(min_samples_leaf=2),
        "svm": LinearSVC(max_iter=ROUNDS),
    }[name]
