"""What can be trained with weights of items, checked before anything is trained."""

from __future__ import annotations

from typing import Any


def refuse_untrainable(learner: Any) -> None:
    """Refuse what is no classifier, and a classifier whose `fit` takes no weights.

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> refuse_untrainable(LogisticRegression())
    """
    from sklearn.base import is_regressor  # noqa: PLC0415 - loaded when it is used
    from sklearn.utils.validation import has_fit_parameter  # noqa: PLC0415

    if isinstance(learner, type):
        raise ValueError(f"the learner must be an instance, as in {learner.__name__}(), not the class itself.")
    # A number between two classes would be cut down to a class, so that a regressor would get some value.
    regressor = hasattr(learner, "__sklearn_tags__") and is_regressor(learner)
    if regressor or not all(hasattr(learner, method) for method in ("fit", "predict", "get_params")):
        raise ValueError(f"the learner must be a scikit-learn classifier, not {learner!r}.")
    if not has_fit_parameter(learner, "sample_weight"):
        raise ValueError(
            f"{type(learner).__name__} takes no sample_weight in fit, so that no importance can be trained with; of a "
            "pipeline, give the last step as the learner and the others as features=…."
        )
