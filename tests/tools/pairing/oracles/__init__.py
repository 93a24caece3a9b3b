"""The rulebook's pages once more, slow and from the text alone: a file per system, found by being here.

Each holds an `Oracle(snapshot, options)` whose `pair(pinned)` gives the round or None, and `OPTIONS`: what of the
system's options changes the pairing, drawn by Hypothesis.
"""

import pkgutil
from importlib import import_module
from types import ModuleType

ORACLES: dict[str, ModuleType] = {
    found.name: import_module(f"{__name__}.{found.name}") for found in pkgutil.iter_modules(__path__)
}
