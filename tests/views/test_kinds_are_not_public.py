"""Which absence it was stands on no public page: only in the sum behind a number, and in the file to check it by."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.tools.factories import Evening
from tests.tools.public_pages import addresses_of, texts_of
from tournaments.models import Attendance, Presence
from tournaments.pages import past, places, tables
from tournaments.views import page_cache

pytestmark = pytest.mark.django_db
KINDS = (Presence.EXCUSED, Presence.UNEXCUSED, Presence.CLUB, Presence.LATE, Presence.NO_SHOW)
SUM_OR_FILE = ("/players/7/", "/file/", "/story/")


def pages(evening: Evening) -> dict[str, str]:
    """All but the file and their own card, whose sums name the kind, and the story, which knows how it was paired."""
    found = texts_of(
        Client(),
        [each for each in addresses_of(evening.tournament.club) if not any(part in each for part in SUM_OR_FILE)],
    )
    headers = re.compile(r"^(X-Request-ID|Server-Timing):.*\n", re.MULTILINE)
    return {address: headers.sub("", text) for address, text in found.items()}


def test_all_kinds_look_the_same_on_every_public_page() -> None:
    """Here they give the same too, so nothing but the kind differs."""
    evening = Evening.of(7)
    evening.open()
    evening.check_in(1, 2, 3, 4, 5, 6)
    evening.mark(7, Presence.EXCUSED)
    evening.pair()
    evening.publish()
    before = pages(evening)
    assert len(before) > 10
    assert any("Away" in text for text in before.values())

    for kind in KINDS[1:]:
        Attendance.objects.filter(entry__number=7).update(presence=kind)
        for kept in (tables, past, places, page_cache):
            kept.forget_all()
        assert {address for address, text in pages(evening).items() if text != before[address]} == set(), kind


@pytest.mark.parametrize("kind", [Presence.EXCUSED, Presence.UNEXCUSED, Presence.CLUB])
def test_the_story_of_a_round_does_not_tell_it_either(kind: Presence) -> None:
    evening = Evening.of(5)
    evening.open()
    evening.check_in(1, 2, 3, 4)
    evening.mark(5, kind)
    evening.pair()
    evening.publish()
    tournament = evening.tournament
    story = Client().get(reverse("public_story", args=[tournament.club.slug, tournament.slug, 1])).content.decode()
    assert "No5" in story
    assert re.search(r"No5[^.<]*(excused|club duty)", story) is None
