"""Clubs of a federation with a round that is about to be published: `python -m bench._federation_halls 40` drafts it in
each, where the environment points, and prints JSON with what a load must know of each."""

from __future__ import annotations

import json
import os
import sys
from typing import Any

from bench._federation_club import TO_CHECK_IN


def main(halls: int) -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "clubchess.settings"
    import django

    django.setup()
    from django.core.management import call_command

    from tournaments.models import Round, RoundState

    call_command("collectstatic", interactive=False, verbosity=0)
    waiting = Round.objects.filter(tournament__name=TO_CHECK_IN, state=RoundState.OPEN).order_by("tournament__club")
    print(json.dumps([_drafted(each) for each in waiting.select_related("tournament__club")[:halls]]))


def _drafted(opened: Any) -> dict[str, Any]:
    from django.conf import settings
    from django.test import Client
    from django.urls import reverse

    from tournaments.models import Role, User
    from tournaments.services import rounds
    from tournaments.services.evening import attendance

    tournament = opened.tournament
    where = [tournament.club.slug, tournament.slug]
    admin = User.objects.get(memberships__club=tournament.club, memberships__role=Role.ADMIN)
    attendance.mark_expected(opened, actor=admin)
    opened.refresh_from_db()
    rounds.pair_round(opened, seen_revision=opened.revision, actor=admin)
    client = Client()
    client.force_login(admin, backend="tournaments.log_in.EmailOrUsernameBackend")
    newest, standings, crosstable = (
        reverse(name, args=where) for name in ("public_tournament", "public_standings", "public_crosstable")
    )
    return {
        "session": client.cookies[settings.SESSION_COOKIE_NAME].value,
        "evening": reverse("evening", args=where),
        "paths": [newest] * 7 + [standings] * 2 + [crosstable],
    }


if __name__ == "__main__":
    main(int(sys.argv[1]))
