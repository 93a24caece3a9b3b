"""How the house stands, in numbers: `python -m tools.rooms`. What a newcomer meets, before and after a move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import median

import grimp

from tools.files import files_in

ROOT = Path(__file__).parents[1]
APP = ROOT / "tournaments"
FLOORS = ("services", "pages", "forms", "views")
ROOMS = (
    *("common", "accounts", "calendar", "standings", "players", "rounds", "setup"),
    *("files", "events", "evening", "cup", "teams", "activity", "clubs", "cards", "installation"),
)
"""In the order in which they stand: a room imports itself and what stands left of it."""


def files_by_folder() -> Mapping[str, int]:
    """Modules of each folder of the app, but for migrations."""
    found = Counter(str(file.parent.relative_to(APP)) for file in modules())
    return {folder: count for folder, count in found.items() if not folder.startswith("migrations")}


def modules() -> Iterator[Path]:
    yield from (file for file in files_in(APP, "**/*.py") if file.name != "__init__.py")


def names_on_one_floor() -> tuple[int, int]:
    """How many names of modules stand on one floor only, of how many."""
    floors: dict[str, set[str]] = {}
    for file in modules():
        floor = file.relative_to(APP).parts[0]
        if floor in FLOORS:
            floors.setdefault(file.stem, set()).add(floor)
    return sum(len(there) == 1 for there in floors.values()), len(floors)


def with_one_importer(graph: grimp.ImportGraph) -> int:
    return sum(len(graph.find_modules_that_directly_import(each)) == 1 for each in graph.modules)


def arrows_back(graph: grimp.ImportGraph) -> list[str]:
    """Imports of a room that stands right of one's own, on the same floor."""
    found = []
    for module in graph.modules:
        for other in graph.find_modules_directly_imported_by(module):
            mine, theirs = module.split("."), other.split(".")
            if mine[1:2] == theirs[1:2] and mine[1:2] and mine[1] in FLOORS and {*mine[2:3], *theirs[2:3]} <= {*ROOMS}:
                places = [ROOMS.index(path[2]) for path in (mine, theirs) if len(path) > 2]
                if len(places) == 2 and places[0] < places[1]:
                    found.append(f"{module} -> {other}")
    return sorted(found)


def circles(graph: grimp.ImportGraph) -> int:
    """Modules that lead back to themselves."""
    return sum(
        any(
            graph.chain_exists(importer=other, imported=each) for other in graph.find_modules_directly_imported_by(each)
        )
        for each in graph.modules
    )


def main() -> None:
    graph = grimp.build_graph("tournaments", cache_dir=None)
    folders, (alone, names) = files_by_folder(), names_on_one_floor()
    largest = max(folders, key=lambda folder: folders[folder])
    lines = sum(len(file.read_text(encoding="utf-8").splitlines()) for file in modules())
    for text in (
        f"{len(folders)} folders of {median(folders.values()):g} modules (median), {folders[largest]} in {largest}",
        f"{alone} of {names} names of modules on one floor only",
        f"{with_one_importer(graph)} of {len(graph.modules)} modules with one importer",
        f"{lines:,} lines",
        f"{len(arrows_back(graph))} arrows that run back, {circles(graph)} modules in circles",
    ):
        print(text)  # noqa: T201  # a command's output


if __name__ == "__main__":
    main()
