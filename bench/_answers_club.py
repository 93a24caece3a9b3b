"""The club whose members answer: `python -m bench._answers_club` seeds it where the environment points, prints JSON."""

from __future__ import annotations

import datetime
import json
import os

MEMBERS = 300


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "clubchess.settings"
    import django

    django.setup()
    from django.core.management import call_command
    from django.urls import reverse
    from django.utils import timezone

    from tests.tools.casts import evening_cast
    from tournaments.services.calendar import dates
    from tournaments.services.players import card_keys

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    cast = evening_cast.evening(MEMBERS)
    today = timezone.localdate()
    dates.plan_dates(
        cast.tournament,
        dates=[today + datetime.timedelta(weeks=week) for week in range(4)],
        starts_at=datetime.time(19),
        rounds_an_evening=1,
        seen=dates.version_of(cast.tournament),
        **cast.by,
    )
    cast.open()
    tokens = card_keys.make_keys(cast.club, cast.players, **cast.by)
    print(
        json.dumps(
            {
                "session": cast.client().cookies["sessionid"].value,
                "evening": cast.url("evening"),
                "cards": [reverse("open_card", args=[token]) for token in tokens.values()],
            }
        )
    )


if __name__ == "__main__":
    main()
