"""The club that the phones visit: `python -m bench._phones_club` seeds it where the environment points, prints JSON."""

from __future__ import annotations

import json
import os

PLAYERS = 100


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "clubchess.settings"
    import django

    django.setup()
    from django.core.management import call_command

    from tests.tools.casts import evening_cast
    from tournaments.services.setup import entries, tournaments

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    cast = evening_cast.evening(PLAYERS)
    for _ in range(4):
        cast.play()
    cast.open()
    cast.check_in()
    cast.pair()
    other = tournaments.create_tournament(
        cast.club,
        season=cast.season,
        name="Fridays",
        system="keizer",
        options={},
        planned_rounds=None,
        actor=cast.director,
    )
    entries.enter_players(other, cast.players[:20], actor=cast.director)
    newest, standings = cast.url("public_tournament"), cast.url("public_standings")
    print(
        json.dumps(
            {
                "session": cast.client().cookies["sessionid"].value,
                "evening": cast.url("evening"),
                # Most look for their board; some for the table.
                "paths": [newest] * 7 + [standings] * 2 + [cast.url("public_crosstable")],
            }
        )
    )


if __name__ == "__main__":
    main()
