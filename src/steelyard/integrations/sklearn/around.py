"""A classifier around another: what scikit-learn asks about it, the one inside answers."""

from __future__ import annotations

from typing import Any

from sklearn.base import BaseEstimator, ClassifierMixin, MetaEstimatorMixin
from sklearn.utils import get_tags
from sklearn.utils.metadata_routing import MetadataRouter, MethodMapping


class AroundClassifier(ClassifierMixin, MetaEstimatorMixin, BaseEstimator):
    """What meta-estimators share that keep one classifier, `estimator`, and its trained form, `estimator_`."""

    def get_metadata_routing(self) -> MetadataRouter:
        """Return where scikit-learn sends the arguments of `fit`."""
        return (
            MetadataRouter(owner=self)
            .add_self_request(self)
            .add(estimator=self.estimator, method_mapping=MethodMapping().add(caller="fit", callee="fit"))
        )

    def _note_features(self) -> None:
        """Take over what the trained estimator knows of the features, and nothing of an earlier training."""
        for name in ("n_features_in_", "feature_names_in_"):
            self.__dict__.pop(name, None)
            if hasattr(self.estimator_, name):
                setattr(self, name, getattr(self.estimator_, name))

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        inner = get_tags(self.estimator)
        tags.input_tags = inner.input_tags
        tags.classifier_tags.multi_class = inner.classifier_tags.multi_class
        return tags
