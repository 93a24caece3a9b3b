"""A real club's season, all 37 evenings through the services: `python -m soak.season`."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path

from bench._size import sized


def main() -> int:
    data = tempfile.mkdtemp(prefix="clubchess-soak-")
    os.environ |= {"CLUBCHESS_DATA": data, "DJANGO_SETTINGS_MODULE": "clubchess.settings"}
    os.environ.setdefault("SECRET_KEY", "for the soak only, " + "x" * 50)
    try:
        return _play(Path(data))
    finally:
        shutil.rmtree(data, ignore_errors=True)


def _play(folder: Path) -> int:
    import django

    django.setup()
    from django.db import connection

    from tests.tools.evenings.season import Replay

    name = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    try:
        replay = Replay(folder)
        evenings = [played.number for played in replay.file.snapshot.rounds][: sized(None, 1)]
        for number in evenings:
            replay.hold(number)
        replay.look_back(evenings)
    finally:
        connection.creation.destroy_test_db(name, verbosity=0)
    print(f"season: {len(evenings)} evenings, and page, command and hand computation agree after each")
    return 0


if __name__ == "__main__":
    sys.exit(main())
