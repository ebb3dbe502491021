"""Which of the arguments of `fit` go to the estimator inside, and which to the splitter of folds."""

from __future__ import annotations

from typing import Any

import sklearn
from sklearn.utils.metadata_routing import process_routing
from sklearn.utils.validation import has_fit_parameter


def fit_and_split_arguments(
    owner: Any, sample_weight: Any, arguments: dict[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the arguments of `owner.estimator.fit` and of the splitter's `split`.

    With scikit-learn's metadata routing each goes where it was requested; without it, all go to the estimator but
    `groups`, which go to the splitter, as in scikit-learn's own searches.
    """
    if sklearn.get_config()["enable_metadata_routing"]:
        routed = process_routing(owner, "fit", sample_weight=sample_weight, **arguments)
        return dict(routed.estimator.fit), dict(routed.splitter.split) if "splitter" in routed else {}
    of_splitter = ("groups",) if hasattr(owner, "cv") else ()
    to_split = {name: value for name, value in arguments.items() if name in of_splitter}
    to_fit = {name: value for name, value in arguments.items() if name not in of_splitter}
    if sample_weight is None:
        return to_fit, to_split
    if has_fit_parameter(owner.estimator, "sample_weight"):
        return {"sample_weight": sample_weight, **to_fit}, to_split
    # A pipeline's steps take their own weights, as in logisticregression__sample_weight.
    if not any(name.endswith("__sample_weight") for name in to_fit):
        raise ValueError(
            f"{type(owner.estimator).__name__} takes no sample_weight in fit; for a pipeline, name the step too, as in "
            "logisticregression__sample_weight=…, or enable scikit-learn's metadata routing."
        )
    return to_fit, to_split
