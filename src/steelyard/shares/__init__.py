"""What if the classes had other shares, the classifier the same: `sy.shares`.

`what_if` moves the share of one class and says where the order of models tips; `distortions` says which metrics move
with shares and with added classes. The counts at other shares are `Confusion.at_shares`. Without data of one's own,
`two_normals` and `hexagon` are made-up problems on which a metric is seen to move, or not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steelyard.lazy_names import loaded

if TYPE_CHECKING:  # the one table of the names, which load when they are first used: lazy_names.py
    from steelyard.shares import hexagon as hexagon
    from steelyard.shares import two_normals as two_normals
    from steelyard.shares.curves import Curves as Curves
    from steelyard.shares.distort import distortions as distortions
    from steelyard.shares.distort_result import Distortions as Distortions
    from steelyard.shares.what_if_curves import what_if as what_if
    from steelyard.shares.what_if_result import WhatIf as WhatIf


def __getattr__(name: str) -> Any:
    return globals().setdefault(name, loaded(__name__, name))


def __dir__() -> list[str]:
    return list(__getattr__("__all__"))
