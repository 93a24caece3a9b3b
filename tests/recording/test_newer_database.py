"""A newer version has migrated the database beside this one, which goes on, and takes nothing out of it for good."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from tests.tools.casts.evening_cast import evening
from tests.tools.guards.whole_database import dump
from tournaments.models import Answer, InboxItem, Membership, Role
from tournaments.services.activity.inbox_answers import answer_inbox_item
from tournaments.services.cards.own_settings import ask_to_be_erased
from tournaments.services.common.refusal import Refused

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]  # migrations
NEWER = "0999_from_another_version"


@pytest.fixture
def newer_database() -> None:
    MigrationRecorder.Migration.objects.create(app="tournaments", name=NEWER)


@pytest.mark.usefixtures("newer_database")
def test_the_older_process_says_so_and_goes_on(client: Client) -> None:
    answer = client.get("/readyz")

    assert answer.status_code == 200
    assert answer.content.decode() == f"ok, and a newer version has migrated the database: {NEWER}"


@pytest.mark.usefixtures("newer_database")
def test_nothing_goes_for_good_by_a_version_that_does_not_know_all_of_it(tmp_path: Path) -> None:
    slug = evening(2).club.slug
    before = dump()

    for command in (
        ("export_club", slug, tmp_path / "club.zip"),
        ("erase_club", slug, "--yes", slug),
        ("empty_trash", "--older-than", "0"),
    ):
        with pytest.raises(CommandError, match="Use the newer version for this"):
            call_command(*command)
    assert dump() == before
    assert not list(tmp_path.iterdir())


@pytest.mark.usefixtures("newer_database")
def test_nobody_is_erased_by_a_version_that_does_not_know_all_that_is_kept_of_them() -> None:
    cast = evening(1)
    Membership.objects.update(role=Role.ADMIN)
    ask_to_be_erased(cast.players[0])
    wish = InboxItem.objects.get()
    before = dump()

    with pytest.raises(Refused, match="being updated"):
        answer_inbox_item(wish, Answer.YES, seen=wish.asked_at.isoformat(), actor=cast.director)
    assert dump() == before
