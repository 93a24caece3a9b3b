"""The database was set back by its server: what is kept by a version is not taken for what has that version now."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.test import Client

from tests.tools.casts.factories import Evening
from tournaments.models import Club, Tournament
from tournaments.pairing.types.snapshot import Result

pytestmark = pytest.mark.django_db


def test_a_page_of_a_later_moment_is_not_the_newest_any_more(client: Client) -> None:
    evening = Evening.of(4)
    evening.draft()
    evening.publish()
    tournament = evening.tournament
    page = f"/en/{tournament.club.slug}/{tournament.slug}/"
    before = Tournament.objects.values("public_revision", "past_revision").get()
    evening.enter(1, Result.WHITE_WINS)
    later = client.get(page)
    news = f"{page}live/?v={tournament.pk}-{Tournament.objects.get().public_revision}"
    assert client.get(news).status_code == 204

    Tournament.objects.update(**before)  # as PostgreSQL does it
    tournament.rounds.get().games.filter(board=1).update(result=Result.DRAW.value)
    revision = Club.objects.get().public_revision
    call_command("outdate_pages")

    assert client.get(news).status_code == 200
    assert client.get(page).content != later.content
    assert Club.objects.get().public_revision > revision
    assert Tournament.objects.get().past_revision > before["past_revision"]
