"""What runs in the folder that one clicks on (`make bundle`): the program, or one of its children."""

from __future__ import annotations

import os

from clubchess.child_processes import run_if_asked


def main() -> None:
    _give_back_library_path()
    if not run_if_asked():
        from clubchess.command_line import installed  # nothing of it in the children

        installed()


def _give_back_library_path() -> None:
    """The folder's own libraries are not for the browser that this process begins."""
    for name in ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"):
        if (before := os.environ.pop(f"{name}_ORIG", None)) is not None:
            os.environ[name] = before
        elif name in os.environ:
            del os.environ[name]


if __name__ == "__main__":
    main()
