"""Published rounds as Atom: what is public and nothing else, each once, with the moment of its publishing."""

from __future__ import annotations

import datetime
from xml.etree.ElementTree import Element

import pytest
import time_machine
from defusedxml import ElementTree
from django.test import Client

from tests.tools.casts.factories import Evening
from tournaments.models import Action, PublishedTable, RoundState

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]  # GROUP BY a key of JSON

ATOM = "{http://www.w3.org/2005/Atom}"


def feed(evening: Evening, rest: str = "tuesday", *, language: str = "en") -> Element:
    tournament = evening.tournament
    path = f"{tournament.club.slug}/{tournament.slug}" if rest == "tuesday" else tournament.club.slug
    answer = Client().get(f"/{language}/{path}/rounds.atom")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    assert answer["Access-Control-Allow-Origin"] == "*"
    found: Element = ElementTree.fromstring(answer.content)
    return found


def entries(found: Element) -> list[dict[str, str]]:
    return [
        {
            "title": entry.findtext(f"{ATOM}title") or "",
            "id": entry.findtext(f"{ATOM}id") or "",
            "link": next(iter(entry.iter(f"{ATOM}link"))).get("href", ""),
            "summary": entry.findtext(f"{ATOM}summary") or "",
            "published": entry.findtext(f"{ATOM}published") or "",
            "updated": entry.findtext(f"{ATOM}updated") or "",
        }
        for entry in found.iter(f"{ATOM}entry")
    ]


def test_before_the_first_round_it_is_empty() -> None:
    evening = Evening.of(4, name="Tuesday cup")
    evening.draft()

    found = feed(evening)

    assert entries(found) == []
    assert found.findtext(f"{ATOM}updated") == "1970-01-01T00:00:00+00:00"  # not now, which is another each time
    assert found.findtext(f"{ATOM}title") == f"Tuesday cup, {evening.tournament.club.name}"


@pytest.mark.parametrize("whose", ["tuesday", "club"])
def test_each_published_round_once_the_newest_first(whose: str) -> None:
    evening = Evening.of(4, name="Tuesday cup")
    with time_machine.travel(datetime.datetime(2026, 11, 2, 18, tzinfo=datetime.UTC), tick=False):
        evening.play()
    with time_machine.travel(datetime.datetime(2026, 11, 2, 21, tzinfo=datetime.UTC), tick=False):
        evening.finish()
    with time_machine.travel(datetime.datetime(2026, 11, 9, 18, tzinfo=datetime.UTC), tick=False):
        evening.draft()
        evening.publish()

    second, first = entries(feed(evening, whose))

    assert (first["title"], second["title"]) == ("Tuesday cup: round 1", "Tuesday cup: round 2")
    assert first["published"] == "2026-11-02T18:00:00+00:00"
    assert first["updated"] == "2026-11-02T21:00:00+00:00"
    assert first["summary"] == "2 boards. The results and the standings are up."
    assert second["summary"] == "2 boards. The pairing is up."
    assert second["link"].startswith("http://testserver/en/")
    assert Client().get(second["link"]).status_code == 200
    assert first["id"] == f"http://testserver/t/{evening.tournament.short_code}/1"


def test_a_draft_is_not_news() -> None:
    evening = Evening.of(4)
    evening.play()
    evening.finish()
    evening.draft()

    assert [entry["title"].rpartition(" ")[2] for entry in entries(feed(evening))] == ["1"]


def test_a_round_taken_back_is_gone_and_published_anew_it_has_its_new_moment() -> None:
    evening = Evening.of(4)
    evening.draft()
    evening.publish()
    (before,) = entries(feed(evening))
    Action.objects.filter(verb="round.publish").update(at=datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC))
    evening.take_back()
    assert entries(feed(evening)) == []
    evening.publish()
    (after,) = entries(feed(evening))
    assert after["published"] >= before["published"]


def test_an_imported_round_has_the_day_it_was_played_on_and_one_without_a_day_that_of_its_table() -> None:
    evening = Evening.of(4)
    evening.play()
    evening.finish()
    Action.objects.filter(verb="round.publish").delete()
    round = evening.tournament.rounds.get()
    round.date = datetime.date(2026, 11, 2)
    round.save()
    [dated] = entries(feed(evening))
    assert dated["published"].startswith("2026-11-02T")

    evening.tournament.rounds.update(date=None)
    type(evening.tournament).objects.filter(pk=evening.tournament.pk).update(public_revision=999)
    [of_table] = entries(feed(evening))
    table = PublishedTable.objects.get().published_at
    assert of_table["published"] == table.isoformat()
    assert round.state == RoundState.FINISHED
