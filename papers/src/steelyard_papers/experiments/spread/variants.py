"""The variants of the experiment: other features and other settings, which its verdicts should survive."""

from __future__ import annotations

from dataclasses import dataclass, replace

from steelyard_papers.experiments.experiment import Request
from steelyard_papers.experiments.spread.description import way
from steelyard_papers.experiments.spread.features import own_file


@dataclass(frozen=True, slots=True)
class Variant:
    """How one variant differs from what was asked for.

    Attributes
    ----------
    name, what
        What it is called, and what it is.
    features
        Who describes the images, if that is another.
    defaults
        Whether the classifiers have their own defaults instead of the settings that were chosen for them.
    """

    name: str
    what: str
    features: str | None = None
    defaults: bool = False

    def request(self, asked: Request) -> Request:
        """Return what is asked for in this variant."""
        if self.features is None:
            return asked
        return replace(asked, options={**asked.options, "features": self.features})


MAIN = Variant("main", "the features and settings of all other tables")
PCA = Variant("pca", "principal components of the pixels instead of the network's features", features="pca")
DEFAULTS = Variant("defaults", "each classifier with its own defaults instead of the chosen settings", defaults=True)

VARIANTS = {variant.name: variant for variant in (MAIN, PCA, DEFAULTS)}


def variants(request: Request) -> tuple[Variant, ...]:
    """Return the variants that are run: in a quick version one, and components only beside the network's features."""
    if request.quick:
        return (MAIN,)
    by_network = own_file(request) is None and way(request.options.get("features")) == "network"
    return (MAIN, PCA, DEFAULTS) if by_network else (MAIN, DEFAULTS)
