"""Which absence it was stands on no public page: only in the sum behind a number, and in the file to check it by."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from tests.tools.casts.factories import Evening
from tests.tools.pages.public_pages import addresses_of, first_and_last, texts_of
from tournaments.models import Attendance, Presence
from tournaments.pages.standings import rank_history, round_context, table_cache
from tournaments.pairing.history.attendance import rule_of_absence
from tournaments.pairing.types.snapshot import AbsenceKind, Result
from tournaments.views.common import page_cache

pytestmark = pytest.mark.django_db
AWAY = [kind for kind in Presence if not kind.is_here and kind.requested_bye is None]
SUM_OR_FILE = ("/players/7/", "/file/", "/story/")


def pages(evening: Evening) -> dict[str, str]:
    """All but the file and their own card, whose sums name the kind, and the story, which knows how it was paired. Of
    what there are several of, such as players, the first and the last, who is the one away: the others played alike."""
    addresses = addresses_of(evening.tournament.club, choose=first_and_last)
    found = texts_of(Client(), [each for each in addresses if not any(part in each for part in SUM_OR_FILE)])
    headers = re.compile(r"^(X-Request-ID|Server-Timing):.*\n", re.MULTILINE)
    return {address: headers.sub("", text) for address, text in found.items()}


def story(evening: Evening) -> Mapping[str, str]:
    tournament = evening.tournament
    address = reverse("public_story", args=[tournament.club.slug, tournament.slug, 1])
    return {address: Client().get(address).content.decode()}


def one_is_away(kind: Presence = Presence.EXCUSED) -> Evening:
    evening = Evening.of(7)
    evening.open()
    evening.check_in(1, 2, 3, 4, 5, 6)
    evening.mark(7, kind)
    evening.pair()
    evening.publish()
    return evening


def becomes(kind: str) -> None:
    Attendance.objects.filter(entry__number=7).update(presence=kind)
    for kept in (table_cache, round_context, rank_history, page_cache):
        kept.forget_all()


@pytest.fixture
def invented(monkeypatch: pytest.MonkeyPatch) -> Presence:
    """An absence that only this test knows, as somebody may add one tomorrow and think of no page."""
    member = str.__new__(Presence, "hospital")
    for name, value in {"_value_": "hospital", "_name_": "HOSPITAL", "_label_": "away, in hospital"}.items():
        setattr(member, name, value)
    monkeypatch.setitem(Presence._value2member_map_, member.value, member)
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA ignore_check_constraints = ON")
        else:
            cursor.execute("ALTER TABLE tournaments_attendance DROP CONSTRAINT attendance_presence")
    yield member
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA ignore_check_constraints = OFF")


def test_all_kinds_look_the_same_on_every_public_page(invented: Presence) -> None:
    """Here they give the same too, so nothing but the kind differs."""
    evening = one_is_away()
    before = pages(evening)
    assert len(before) > 10
    assert any("Away" in text for text in before.values())

    differ = {}
    for kind in [*AWAY, invented]:
        becomes(kind)
        differ[kind] = {address for address, text in pages(evening).items() if text != before[address]}
    assert differ == {kind: set() for kind in differ}


def test_all_kinds_are_away_in_the_story_where_no_sentence_was_kept(invented: Presence) -> None:
    """So it is with rounds that came in a file."""
    evening = one_is_away()
    Attendance.objects.filter(entry__number=7).update(reasons=[])
    told = {}
    for kind in [*AWAY, invented]:
        becomes(kind)
        told |= {kind: re.findall(r"No7[^.<]*", " ".join(story(evening).values()))}
    assert any("away" in words for words in told[Presence.EXCUSED])
    assert [kind for kind in told if told[kind] != told[Presence.EXCUSED]] == []


@pytest.mark.parametrize("kind", [kind for kind in AWAY if kind not in (Presence.UNMARKED, Presence.OWN_KIND)])
def test_the_story_of_a_round_does_not_tell_it_either(kind: Presence) -> None:
    [text] = story(one_is_away(kind)).values()

    assert "No7" in text
    assert re.findall(rf"No7[^.<]*(?:excused|club duty|{kind.label})", text) == []


def test_what_a_club_calls_an_absence_stands_on_no_public_page() -> None:
    """Not even in the sum behind a number: there it is away. In the file, by which it is checked, it is named."""
    kinds = [{"code": "abroad", "name": "Kuraufenthalt", "share": "1/4"}]
    evening = Evening.of(7, system="keizer", options={"absence_kinds": kinds})
    evening.open()
    evening.check_in(1, 2, 3, 4, 5, 6)
    evening.mark(7, Presence.OWN_KIND, kind="abroad")
    evening.pair()
    evening.publish()
    for board in (1, 2, 3):
        evening.enter(board, Result.DRAW)
    evening.open()
    asked = addresses_of(evening.tournament.club, choose=first_and_last)
    found = texts_of(Client(), [each for each in asked if "/file/" not in each])

    assert len(found) > 10
    settings = [address for address, text in found.items() if "Kuraufenthalt" in text and "rules" not in address]
    told = {address: text for address, text in found.items() if address in settings}
    assert not [text for text in told.values() if re.search(r"No7[^.<]*Kuraufenthalt|Away \(Kuraufenthalt", text)]
    (own_card,) = [text for address, text in found.items() if address.endswith("/players/7/")]
    assert "Away in round 1" in own_card


def test_who_is_not_here_is_away_to_everybody(invented: Presence) -> None:
    """Also of a kind that stands in no table."""
    assert {str(kind.in_public) for kind in [*Presence, invented] if not kind.is_here} == {"away"}


def test_every_sentence_about_an_absence_is_private() -> None:
    assert [kind for kind in AbsenceKind if not rule_of_absence(kind).is_private] == []
