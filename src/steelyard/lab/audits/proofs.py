"""Why a property holds for a metric of the catalogue: the arguments, each with all it proves.

Every argument is about matrices in which each class has items, with the same weight for all classes and undefined terms
excluded, as audits have it; where a value is undefined, nothing is claimed. Of a rate, the value of the first class is
meant. The searches run all the same: a refuted property with a proof would be a bug, which a test looks for.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from steelyard.lab.audits.verdict import MULLICK, Finding
from steelyard.measuring.record import Metric

BY_FORMULA = "by the formula"


@dataclass(frozen=True, slots=True)
class Argument:
    """One reason, the metrics to which it applies, and what follows from it.

    Attributes
    ----------
    because
        The reason, as the beginning of a sentence.
    so
        How the sentence goes on, by property.
    metrics
        Ids.
    classes
        The numbers of classes for which it is right: "any", "two" or "more" (than two).
    whatever
        Parameters whose value does not matter; the others have their default.
    sources
        Where it can be read, by (metric, property); else it is by the formula.
    """

    because: str
    so: Mapping[str, str]
    metrics: Collection[str]
    classes: str = "any"
    whatever: Collection[str] = ("beta", "distance")
    sources: Mapping[tuple[str, str], str] = field(default_factory=dict)

    def proves(self, metric: Metric, property_id: str, classes: int) -> bool:
        """Return whether it proves a property of a metric for a number of classes."""
        right = {"any": classes >= 2, "two": classes == 2, "more": classes > 2}[self.classes]
        return right and property_id in self.so and metric.id in self.metrics and _changed(metric) <= {*self.whatever}

    def of(self, metric: Metric, property_id: str) -> Finding:
        """Return what it says of one property of a metric, with its source."""
        source = self.sources.get((metric.id, property_id), BY_FORMULA)
        return Finding("argument", because=self.because, so=self.so[property_id], source=source)


def proof(metric: Metric, property_id: str, classes: int) -> Finding | None:
    """Return the argument why a built-in metric has a property for so many classes; None if there is none here.

    Examples
    --------
    >>> import steelyard as sy
    >>> print(proof(sy.metrics.accuracy, "triangle", 3))
    1 − accuracy is the share of items with different labels, the Hamming distance over n, a metric (by the formula).
    >>> proof(sy.metrics.f, "triangle", 3) is None
    True
    """
    if not metric.builtin:
        return None
    for argument in ARGUMENTS:
        if argument.proves(metric, property_id, classes):
            return argument.of(metric, property_id)
    return None


def _changed(metric: Metric) -> set[str]:
    """Return the parameters that do not have their default value."""
    return {name for name, value in metric.fixed.items() if not _same(value, metric.parameters[name].default)}


def _same(value: Any, default: Any) -> bool:
    return value is default or (isinstance(value, int | float | str) and value == default)


def _named(*lists: str) -> frozenset[str]:
    return frozenset(name for names in lists for name in names.split())


def _each(properties: str, words: str) -> dict[str, str]:
    return dict.fromkeys(properties.split(), words)


def _cited(metrics: str, property_id: str, where: str) -> dict[tuple[str, str], str]:
    return {(name, property_id): f"{MULLICK}, {where}" for name in metrics.split()}


# Metrics by their form.

RATES = (
    "recall precision specificity rest_recall npv f g_score class_g_mean one_point_auroc one_point_aurpc mprecision "
    "one_point_maurpc balance "
    "class_accuracy exact_class_accuracy jaccard informedness markedness"
)
AVERAGES = (
    "balanced_accuracy macro_precision macro_specificity macro_rest_recall mean_f cba average_accuracy "
    "one_point_auroc_ova "
    "one_point_aurpc_ova one_point_maurpc_ova"
)
COMBINED = "f_of_averages macro_g_score macro_balanced_accuracy g_mean one_point_auroc_ovo one_point_nauroc_ova"
WHOLE = "accuracy mcc rci cen mcen kappa weighted_kappa expected_cost cost_ratio"
ORDERED = frozenset({"weighted_kappa"})

OF_SHARES = "recall mprecision one_point_maurpc balanced_accuracy g_mean one_point_auroc_ovo one_point_maurpc_ova"
"""Made of m_ij/t_i alone."""

OF_SPECIFICITY = (
    "specificity class_g_mean one_point_auroc informedness macro_specificity one_point_auroc_ova one_point_nauroc_ova"
)
"""Made of specificities, most with recalls."""

NO_HIT_IS_ZERO = (
    "accuracy balanced_accuracy mean_f cba macro_precision average_accuracy f_of_averages macro_g_score "
    "one_point_aurpc_ova "
    "one_point_maurpc_ova exact_class_accuracy macro_rest_recall macro_balanced_accuracy"
)
"""0 if there is no hit, and only then."""

COSTS = "expected_cost cost_ratio"
"""With their default costs: every error costs 1."""

ALL_MONOTONE = "monotone monotone_hits monotone_errors"


# Class sizes, baselines.

SHARES = (
    Argument(
        "It is made of the shares m_ij/t_i of each class's items alone",
        {
            "condition_1": "which stay if rows are rescaled",
            "constant_baseline": "which are 0 and 1 for constant predictions, whatever the class sizes",
            "chance_baseline": "which are the shares p_j/n of the predictions if these do not depend on the truth",
        },
        _named(OF_SHARES),
        sources=_cited("balanced_accuracy g_mean one_point_auroc_ovo", "condition_1", "Theorem 3")
        | _cited("one_point_maurpc_ova", "condition_1", "Theorem 4")
        | _cited("mprecision one_point_maurpc", "condition_1", "Theorem 2, which says it for two classes, and eq. 25"),
    ),
    Argument(
        "With two classes, the specificity of one is the recall of the other, so it is made of the two recalls alone",
        {
            "condition_1": "which stay if rows are rescaled",
            "constant_baseline": "which are 0 and 1 for constant predictions, whatever the class sizes",
            "chance_baseline": "which are the shares p_j/n of the predictions if these do not depend on the truth",
        },
        _named(OF_SPECIFICITY, "rest_recall macro_rest_recall macro_balanced_accuracy"),
        "two",
        sources=_cited("class_g_mean one_point_auroc", "condition_1", "Theorem 1"),
    ),
    Argument(
        "If predictions do not depend on the truth, recalls are p_i/n and specificities 1 − p_i/n",
        _each("constant_baseline chance_baseline", "and it is made of these alone"),
        _named(OF_SPECIFICITY),
    ),
    Argument(
        "If predictions do not depend on the truth, m_ij = t_i·p_j/n",
        _each("constant_baseline chance_baseline", "the observed agreement is the expected one, and the value is 0"),
        _named("kappa weighted_kappa"),
    ),
    Argument(
        "If predictions do not depend on the truth, tp_i = t_i·p_i/n",
        {"chance_baseline": "the numerator n·Σtp_i − Σt_i·p_i is 0, and so is the value"},
        _named("mcc"),
    ),
    Argument(
        "If predictions do not depend on the truth, precision is t_1/n and NPV is 1 − t_1/n",
        {"chance_baseline": "which makes 0"},
        _named("markedness"),
    ),
    Argument(
        "If predictions do not depend on the truth, they remove none of its uncertainty",
        _each("constant_baseline chance_baseline", "so that the value is 0"),
        _named("rci"),
    ),
    Argument(
        "If predictions do not depend on the truth and name both of two classes, the precisions are t_1/n and t_2/n "
        "and the recalls p_1/n and p_2/n",
        {"chance_baseline": "so that both averages, and the value, are 1/2"},
        _named("macro_precision f_of_averages macro_g_score one_point_aurpc_ova"),
        "two",
    ),
)

# Symmetries and invariances.

SYMMETRIES = (
    Argument(
        "All classes enter the formula in the same way and with the same weight",
        {"class_symmetric": "so that other names for them permute the values of the classes"},
        _named(RATES),
    ),
    Argument(
        "All classes enter its sums in the same way and with the same weight",
        _each("class_symmetric i1", "so that it does not matter which is which"),
        _named(AVERAGES, COMBINED, WHOLE) - ORDERED,
    ),
    Argument(
        "With two classes, both errors have the same distance",
        _each("class_symmetric i1", "so that it does not matter which class is which"),
        ORDERED,
        "two",
    ),
    Argument(
        "With two classes, tp and tn as well as fp and fn enter the formula in the same way",
        {"i1": "so that it does not matter which class is the first"},
        _named("class_accuracy class_g_mean one_point_auroc informedness markedness exact_class_accuracy"),
        "two",
    ),
    Argument(
        "Its formula treats t and p, and the cells ij and ji, in the same way",
        {"truth_prediction_symmetric": "so that truth and prediction can be exchanged"},
        _named(
            "f g_score jaccard balance class_accuracy exact_class_accuracy one_point_aurpc mean_f cba "
            "average_accuracy one_point_aurpc_ova "
            "f_of_averages macro_g_score accuracy mcc kappa weighted_kappa cen mcen expected_cost"
        ),
        whatever=("distance",),
    ),
    Argument(
        "It is made of tp, fn and fp of the first class alone",
        {"i2": "and none of these counts items of other classes predicted as other classes"},
        _named("recall precision f g_score one_point_aurpc balance jaccard"),
    ),
    Argument(
        "The cell of the first class's hits is in no sum of the formula",
        {"i3": "so that it may change"},
        _named("specificity rest_recall npv"),
    ),
    Argument(
        "The misses of the first class are in no sum of the formula",
        {"i4": "so that they may change"},
        _named("precision specificity rest_recall"),
    ),
    Argument(
        "The false alarms of the first class are in no sum of the formula",
        {"i5": "so that they may change"},
        _named("recall npv"),
    ),
    Argument(
        "Its formula is a function of the shares m_ij/n",
        {"i6": "which stay if all cells become larger by the same factor"},
        _named(RATES, AVERAGES, COMBINED, WHOLE),
        whatever=("beta", "distance", "costs"),
    ),
    Argument(
        "It is made of the shares m_ij/p_j of each class's predictions alone",
        {"i7": "which stay if columns are rescaled"},
        _named("precision macro_precision"),
    ),
    Argument(
        "With two classes, NPV is the precision of the other class, so it is made of the shares m_ij/p_j alone",
        {"i7": "which stay if columns are rescaled"},
        _named("npv markedness"),
        "two",
    ),
)

# Monotonicity.

MONOTONICITY = (
    Argument(
        "It is a nondecreasing function of the recalls tp_i/t_i",
        _each(ALL_MONOTONE, "none of which falls"),
        _named("recall balanced_accuracy g_mean one_point_auroc_ovo"),
        sources={("one_point_auroc_ovo", name): f"{MULLICK}, eq. 15" for name in ALL_MONOTONE.split()},
    ),
    Argument(
        "With two classes, it is a nondecreasing function of the two recalls",
        _each(ALL_MONOTONE, "none of which falls"),
        _named(OF_SPECIFICITY, "mprecision one_point_maurpc"),
        "two",
    ),
    Argument(
        "It is h/(h + e), or 1 minus that for a cost, where h is a number of hits that never falls",
        _each(ALL_MONOTONE, "and e a number of errors that never grows"),
        _named("accuracy rest_recall precision jaccard f exact_class_accuracy expected_cost"),
    ),
    Argument(
        "With two classes, it is h/(h + e), or a sum of two such, where h is a number of hits that never falls",
        _each(ALL_MONOTONE, "and e a number of errors that never grows"),
        _named("npv markedness class_accuracy"),
        "two",
    ),
    Argument(
        "It is a mean, a product or the smaller of terms h/(h + e), always of the same classes",
        _each(ALL_MONOTONE, "where the hits h never fall and the errors e never grow"),
        _named("g_score one_point_aurpc balance mean_f cba average_accuracy macro_rest_recall macro_balanced_accuracy"),
    ),
    Argument(
        "It is h/(h + e) or made of such terms with plus or times, where h (tp, tn, or tp/t) never falls",
        _each("monotone monotone_hits", "and e (fn, fp, or Σ m_ji/t_j over the other classes) never grows"),
        _named(OF_SPECIFICITY, "npv class_accuracy mprecision one_point_maurpc markedness"),
    ),
    Argument(
        "No recall falls, nor does any precision; a class that is predicted for the first time has the precision 1, "
        "and one that is no longer predicted had the precision 0",
        _each(ALL_MONOTONE, "so that neither average falls"),
        _named("macro_precision f_of_averages macro_g_score"),
    ),
    Argument(
        "With an error less, neither a recall nor a precision falls",
        {"monotone_errors": "and a class that is no longer predicted had both 0"},
        _named("one_point_aurpc_ova"),
    ),
    Argument(
        "With two classes and an error less, no recall falls, nor any of its terms, which grow with both recalls",
        {"monotone_errors": "and a class that is no longer predicted had the value 0"},
        _named("one_point_maurpc_ova"),
        "two",
    ),
    Argument(
        "Kappa is 1 − n·E/D with E errors and D = Σt_k(n − p_k), and one more hit of class i adds 2n − t_i − p_i to D",
        {"monotone_hits": "at least D/n, since D ≤ n(n − t_i) + n(n − p_i)"},
        _named("kappa"),
    ),
    Argument(
        "With two classes, it is 1 − n·E/D with E errors and D = t_1·p_2 + t_2·p_1",
        {
            "monotone": "and if an error of class i becomes a hit, E falls by 1 and D by t_i − t_j < D/E, since "
            "t_i·m_ji ≤ t_i·t_j",
            "monotone_hits": "and one more hit of class i adds 2n − t_i − p_i ≥ D/n to D",
        },
        _named("kappa weighted_kappa"),
        "two",
    ),
    Argument(
        "With two classes, MCC grows with each hit and falls with each error: |tp·tn − fp·fn| is at most tp·tn if it "
        "is above 0 and fp·fn if below",
        _each(ALL_MONOTONE, "so that its derivative by a cell has the sign of the numerator's"),
        _named("mcc"),
        "two",
    ),
    Argument(
        "It is E/(n − max t) with E errors",
        {
            "monotone": "and if an error becomes a hit, E falls while the class sizes stay",
            "monotone_hits": "and with one more hit, n − max t does not fall",
        },
        _named("cost_ratio"),
    ),
)

# Best and worst.

ENDS = (
    Argument(
        "No rate is above 1, and an error m_ij is a miss of class i and a false alarm of class j, so that a rate of "
        "one of them is below 1",
        {"best_only_perfect": "and with it the value below that of a perfect matrix"},
        _named(
            "balanced_accuracy g_mean mean_f cba average_accuracy macro_precision f_of_averages macro_g_score "
            "macro_specificity macro_rest_recall one_point_auroc_ova macro_balanced_accuracy one_point_nauroc_ova "
            "one_point_auroc_ovo one_point_aurpc_ova "
            "one_point_maurpc_ova"
        ),
    ),
    Argument(
        "It has its best value only if the errors, or their sum weighted by numbers above 0, are 0",
        {"best_only_perfect": "which is so only for a perfect matrix"},
        _named("accuracy kappa weighted_kappa", COSTS),
    ),
    Argument(
        "With two classes, every error is a miss or a false alarm of the first class",
        {"best_only_perfect": "and either takes it below its best"},
        _named(
            "f jaccard balance g_score one_point_aurpc one_point_maurpc class_g_mean one_point_auroc informedness "
            "markedness class_accuracy "
            "exact_class_accuracy"
        ),
        "two",
    ),
    Argument(
        "A correlation is 1 only if the predictions, as indicators, are a rising linear function of the truth",
        {"best_only_perfect": "and with indicators and items of every class, that is the truth itself"},
        _named("mcc"),
    ),
    Argument(
        "Every error m_jk adds m·log(s_j·s_k/m²) to a sum that is 0 without errors",
        {"best_only_perfect": "which is above 0, since m ≤ s_j and m < s_k, class k having items"},
        _named("cen mcen"),
    ),
    Argument(
        "It is 0 if there is no hit",
        {"worst_only_all_wrong": "and above 0 with any hit"},
        _named(NO_HIT_IS_ZERO),
    ),
    Argument(
        "For given class sizes, it grows with the number of errors",
        {"worst_only_all_wrong": "which is largest if there is no hit"},
        _named(COSTS),
    ),
    Argument(
        "Turning a hit into an error makes a recall or a specificity smaller and none larger",
        {"worst_only_all_wrong": "so that a matrix with a hit is not the worst"},
        _named("one_point_auroc_ovo macro_specificity one_point_auroc_ova one_point_nauroc_ova"),
    ),
    Argument(
        "It is at its worst only if tp and tn of the first class are both 0",
        {"worst_only_all_wrong": "and every hit is in one of them"},
        _named("class_accuracy one_point_auroc informedness markedness"),
    ),
    Argument(
        "It is 1 − n·E/D with E errors and D = Σt_k(n − p_k), and falls if a hit of class i becomes an error into a "
        "class j with E(t_i − t_j) < D: into one that is no smaller, or, if only the largest class i has hits, into "
        "the second largest, because then D − E(t_i − t_j) ≥ (n − t_i)(n − t_i + t_j)",
        {"worst_only_all_wrong": "so that a matrix with a hit is not the worst"},
        _named("kappa"),
    ),
    Argument(
        "With two classes it is kappa, 1 − n·E/D with E errors and D = t_1·p_2 + t_2·p_1, and falls if a hit becomes "
        "an error",
        {"worst_only_all_wrong": "so that a matrix with a hit is not the worst"},
        _named("weighted_kappa"),
        "two",
    ),
    Argument(
        "A correlation of two indicators is −1 only if one is the opposite of the other",
        {"worst_only_all_wrong": "which is all wrong"},
        _named("mcc"),
        "two",
    ),
)

# Bounds, and one ruined class.

CONDITIONS = (
    Argument(
        "It lies between 0 and 1, and for every number of classes a perfect matrix has the best of the two, and one in "
        "which class 1 is taken for class 2 and all others for class 1",
        {"condition_2": "the worst"},
        _named(NO_HIT_IS_ZERO, "g_mean expected_cost", RATES) - {"informedness", "markedness"},
        sources=_cited("g_mean balanced_accuracy one_point_aurpc_ova", "condition_2", "Theorem 3")
        | _cited("one_point_maurpc_ova", "condition_2", "Theorem 4"),
    ),
    Argument(
        "It lies between −1 and 1, and for every number of classes a perfect matrix has 1, and one in which class 1 is "
        "taken for class 2 and all others for class 1",
        {"condition_2": "−1"},
        _named("informedness markedness"),
    ),
    Argument(
        "It is the share of an entropy that is removed, for every number of classes 1 for a perfect matrix",
        {"condition_2": "0 for constant predictions, and never outside, since information is not negative"},
        _named("rci"),
    ),
    Argument(
        "It is a correlation, between −1 and 1; for every number of classes a perfect matrix has 1, and matrices in "
        "which two large classes of the same size are exchanged and the others have an item each",
        {"condition_2": "come as near to −1 as one likes, or have it"},
        _named("mcc"),
    ),
    Argument(
        "It is at most 1, which a perfect matrix has, and at least −1, since t_k + p_k ≤ n + tp_k makes Σt_k·p_k at "
        "most n(n + Σtp_k)/2; matrices in which two large classes of the same size are exchanged and the others have "
        "an item each",
        {"condition_2": "come as near to −1 as one likes, or have it, for every number of classes"},
        _named("kappa"),
    ),
    Argument(
        "With squared distances it is 2·cov/(var t + var p + (difference of means)²) of the places of the classes, "
        "between −1 and 1; for every number of classes a perfect matrix has 1, and matrices in which the first and the "
        "last class, large and of the same size, are exchanged and the others have an item each",
        {"condition_2": "come as near to −1 as one likes, or have it"},
        _named("weighted_kappa"),
        whatever=(),
    ),
    Argument(
        "AUROC-OVA is at most 1 and comes as near to λ = (C − 2)/(2C) as one likes, but not below",
        {"condition_2": "so that nAUROC-OVA has the bounds 0 and 1 for every number of classes"},
        _named("one_point_nauroc_ova"),
        sources=_cited("one_point_nauroc_ova", "condition_2", "section 4, eqs. 22 to 24"),
    ),
    Argument(
        "For every number of classes it is 0 for a perfect matrix",
        {"condition_2": "and has no upper bound, as n/(n − max t) of all-wrong matrices has none"},
        _named("cost_ratio"),
    ),
    Argument(
        "With one class ruined, the hits of the others are a share of all items that does not vanish with ε",
        {"condition_3": "and keep it away from its worst value over all matrices, that of matrices without hits"},
        _named(NO_HIT_IS_ZERO, "expected_cost"),
        sources=_cited("balanced_accuracy one_point_maurpc_ova", "condition_3", "Theorem 5"),
    ),
    Argument(
        "For class sizes in fixed proportions it is at most n/(n − max t)",
        {"condition_3": "and over all matrices it has no upper bound"},
        _named("cost_ratio"),
    ),
    Argument(
        "With one class ruined, turning the hits of the others into errors would still lower it by an amount that does "
        "not vanish with ε",
        {"condition_3": "so that the worst value over all matrices is lower by that at least"},
        _named("one_point_auroc_ovo macro_specificity one_point_auroc_ova one_point_nauroc_ova"),
    ),
    Argument(
        "If the first class is ruined, tn is at least (1 − ε)(n − t_1), and if another is, tp is at least (1 − ε)t_1",
        {"condition_3": "and either keeps it above its worst value over all matrices, which has both 0"},
        _named("class_accuracy one_point_auroc informedness markedness"),
    ),
    Argument(
        "With more than two classes and one ruined, some class other than the first keeps its hits",
        {"condition_3": "which keep it away from 0, its worst value over all matrices"},
        _named("specificity rest_recall npv"),
        "more",
    ),
    Argument(
        "With two classes, it is the precision of the other class: of its predictions, ε·t_2 are right and at most "
        "ε·t_1 wrong if it is ruined, and at least (1 − ε)t_2 are right if the first one is",
        {"condition_3": "so that it is at least (1 − ε)t_2/n, and the worst value is 0"},
        _named("npv"),
        "two",
    ),
    Argument(
        "If the first class is ruined, it has ε·t_1 hits and, the other recalls being at least 1 − ε with the same ε, "
        "at most ε(n − t_1) false alarms; if another is, it has at least (1 − ε)t_1 hits",
        {"condition_3": "so that its precision is at least (1 − ε)t_1/n, and the worst value is 0"},
        _named("precision one_point_aurpc"),
    ),
    Argument(
        "If the first class is ruined, its recall is ε and the rates of false alarms are at most ε each, with the same "
        "ε; if another is, its recall is at least 1 − ε",
        {"condition_3": "so that mPrecision is at least (1 − ε)/C, and the worst value is 0"},
        _named("mprecision one_point_maurpc"),
    ),
    Argument(
        "As ε tends to 0, the ruined class i is no longer predicted, and the others, k, are predicted p_k ≤ t_k + t_i "
        "≤ n times with t_k hits, so that Σt_k·p_k ≤ n·Σtp_k",
        {"condition_3": "and the limit is not below 0, while the worst value is −1"},
        _named("kappa"),
    ),
    Argument(
        "With two classes it is kappa, of which the limit is not below 0",
        {"condition_3": "while the worst value is −1"},
        _named("weighted_kappa"),
        "two",
    ),
    Argument(
        "With two classes, it has the sign of the recalls' sum less 1, which is at least ε + (1 − ε) − 1 = 0",
        {"condition_3": "while the worst value is −1"},
        _named("mcc"),
        "two",
    ),
    Argument(
        "As ε tends to 0, the ruined class i is no longer predicted, and the others, k, are predicted p_k ≤ t_k + t_i "
        "≤ n times with t_k hits, so that Σt_k·p_k ≤ n·Σtp_k; as there are two of them, predictions differ",
        {"condition_3": "and the limit is not below 0, while the worst value is −1"},
        _named("mcc"),
        "more",
    ),
    Argument(
        "With squared distances it is −1 only if the predicted places mirror the true ones",
        {"condition_3": "which they do not, if two or more classes are taken for themselves as ε tends to 0"},
        _named("weighted_kappa"),
        "more",
        whatever=(),
    ),
    Argument(
        "With more than two classes and one ruined, two others are told from each other as ε tends to 0",
        {"condition_3": "so that predictions remove some uncertainty, and the worst value is to remove none"},
        _named("rci"),
        "more",
    ),
)

# Distances, and classes that vanish.

DISTANCES = (
    Argument(
        "1 − accuracy is the share of items with different labels",
        {"triangle": "the Hamming distance over n, a metric"},
        _named("accuracy"),
    ),
    Argument(
        "It is the share of items with different labels",
        {"triangle": "the Hamming distance over n, a metric"},
        _named("expected_cost"),
    ),
    Argument(
        "1 minus it is the share of items that only one labelling puts into the first class",
        {"triangle": "the Hamming distance over n, a metric"},
        _named("class_accuracy"),
    ),
    Argument(
        "With two classes, it is the accuracy",
        {
            "triangle": "and 1 − accuracy is the Hamming distance over n, a metric",
            "continuous_at_absence": "a continuous function of the shares m_ij/n",
        },
        _named("exact_class_accuracy average_accuracy"),
        "two",
    ),
    Argument(
        "1 minus it is the Jaccard distance of the two sets of items of the first class",
        {"triangle": "which is a metric"},
        _named("jaccard"),
        sources={("jaccard", "triangle"): "Lipkus 1999"},
    ),
    Argument(
        "1 minus it is d = 1 − |A∩B|/max(|A|, |B|) of the sets of items of a class, or the mean of it over the "
        "classes; with |A| ≥ |C|, d(A, C) = |A∖C|/|A| is at most (|A∖B| + |B∖C|)/|A| ≤ d(A, B) + d(B, C) if |B| ≤ |A|",
        {"triangle": "and if |B| > |A|, d(A, B) + d(B, C) ≥ 1 − |A∩B∩C|/|B| ≥ d(A, C)"},
        _named("balance cba"),
    ),
    Argument(
        "Where it is defined, it is a continuous function of the shares m_ij/n",
        {"continuous_at_absence": "which tend to those without the class"},
        _named(RATES, WHOLE) - {"mprecision", "one_point_maurpc"},
        whatever=("beta", "distance", "costs"),
    ),
    Argument(
        "With more than two classes, the rate of every class is defined with and without the items of one",
        {"continuous_at_absence": "and continuous in the shares m_ij/n"},
        _named("macro_specificity macro_rest_recall"),
        "more",
    ),
    Argument(
        "With two classes, if the vanishing one has false alarms, its precision tends to 0, which it is without its "
        "items; the other's tends to 1 or, if the other is never right, is 0 or undefined, and the value tends to 0",
        {"continuous_at_absence": "and if it has none, the other is always right, and all precisions tend to 1"},
        _named("macro_precision"),
        "two",
    ),
)


def _every(*groups: Iterable[Argument]) -> tuple[Argument, ...]:
    return tuple(argument for group in groups for argument in group)


ARGUMENTS = _every(SHARES, SYMMETRIES, MONOTONICITY, ENDS, CONDITIONS, DISTANCES)
