import pytest

pytest.importorskip("sklearn", reason="scikit-learn is not installed")

from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from steelyard_papers.training.trainable import refuse_untrainable


@pytest.mark.parametrize(
    ("learner", "told"),
    [
        (LogisticRegression, r"must be an instance, as in LogisticRegression\(\), not the class itself"),
        ("logistic", "must be a scikit-learn classifier, not 'logistic'"),
        (StandardScaler(), r"must be a scikit-learn classifier, not StandardScaler\(\)"),
        (LinearRegression(), r"must be a scikit-learn classifier, not LinearRegression\(\)"),
        (KNeighborsClassifier(), "KNeighborsClassifier takes no sample_weight in fit"),
        (
            make_pipeline(StandardScaler(), LogisticRegression()),
            "Pipeline takes no .* give the last step as the learner",
        ),
    ],
)
def test_what_cannot_be_trained_with_weights_is_refused_in_one_sentence(learner, told):
    with pytest.raises(ValueError, match=told):
        refuse_untrainable(learner)


def test_a_learner_without_tags_is_taken_by_its_methods():
    class Own:
        fit = LogisticRegression.fit
        predict = LogisticRegression.predict
        get_params = LogisticRegression.get_params

    refuse_untrainable(Own())
