"""The club of `bench.log_ins`: `python -m bench._log_ins_club` seeds it where the environment points, prints JSON."""

from __future__ import annotations

import json
import os


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "clubchess.settings"
    import django

    django.setup()
    from django.core.management import call_command
    from django.test import Client

    from tests.tools.casts.real_season import real_season

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    cast = real_season(9)
    client = Client()
    client.force_login(cast.director, backend="tournaments.log_in.EmailOrUsernameBackend")
    print(
        json.dumps(
            {
                "session": client.cookies["sessionid"].value,
                "evening": cast.url("evening"),
                "page": cast.url("public_standings"),
                "taps": [cast.url("mark_attendance", cast.round.number, row.entry_id) for row in cast.rows],
            }
        )
    )


if __name__ == "__main__":
    main()
