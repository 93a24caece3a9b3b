"""Every test that touches a database, on PostgreSQL: `python -m soak.postgresql`, where DATABASE_URL is of one."""

from __future__ import annotations

import os
import subprocess
import sys


def main() -> int:
    if not os.environ.get("DATABASE_URL", "").startswith("postgres"):
        print("DATABASE_URL is not of PostgreSQL: nothing to do")
        return 0
    return subprocess.run(["tools/run_tests", "all"], env=os.environ | {"EVERYTHING": "1"}).returncode  # noqa: S607


if __name__ == "__main__":
    sys.exit(main())
