"""The players who were there before they had keys in their addresses get theirs by the migration."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tests.tools.processes.races import database_of_its_own
from tournaments.models import Player
from tournaments.services.installation.backups.migrations import migrate_to

BEFORE = ("tournaments", "0014_user_links_made")


@pytest.mark.slow
@pytest.mark.postgresql  # a migration of rows
@pytest.mark.django_db(transaction=True)
def test_everybody_gets_a_key_of_their_own(tmp_path: Path) -> None:
    with database_of_its_own(tmp_path, called="keyless", migrated=False):
        migrate_to([BEFORE])
        apps = MigrationExecutor(connection).loader.project_state(BEFORE).apps
        club = apps.get_model("tournaments", "Club").objects.create(name="SK Rockaden", slug="rockaden")
        earlier = apps.get_model("tournaments", "Player")
        earlier.objects.bulk_create(
            earlier(club=club, given_name=f"P{number}", folded_name=f"p{number}") for number in range(1200)
        )
        call_command("migrate", verbosity=0)

        keys = list(Player.objects.values_list("public_key", flat=True))
        assert len(set(keys)) == 1200
        assert {len(key) for key in keys} == {8}
