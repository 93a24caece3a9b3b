"""Dates and times in the interface's English: "22 Nov 2026" and 24 hours, on every page and in every form."""

from __future__ import annotations

import datetime
import re

import pytest
from django import forms
from django.test import Client
from django.urls import reverse
from django.utils.formats import date_format, time_format

from tests.tools.casts.factories import Evening
from tests.tools.pages.public_pages import addresses_of, texts_of
from tests.tools.pages.staff_pages import staff_answers, two_evenings

MONTHS = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"
AMERICAN = re.compile(
    rf"\b(?:{MONTHS})[a-z]*\.? \d{{1,2}}\b(?!:)|\b\d{{1,2}}/\d{{1,2}}/\d{{4}}|\b[ap]\.?m\.(?!\w)|\b\d [AP]M\b"
)
DAY = datetime.datetime(2026, 8, 15, 18, 30, tzinfo=datetime.UTC)
WAYS = ("DATE_FORMAT", "SHORT_DATE_FORMAT", "DATETIME_FORMAT", "SHORT_DATETIME_FORMAT", "MONTH_DAY_FORMAT", "N j, Y")


def test_this_test_knows_an_american_date() -> None:
    for shown in ("Aug. 15, 2026", "August 15", "Sept. 3, 2026", "03/10/1950", "6:30 p.m."):
        assert AMERICAN.search(shown), shown
    for shown in ("15 Aug 2026", "15 Aug 18:30", "2026-08-15", "round 3", "mayor 3", "15 Aug 06:24"):
        assert not AMERICAN.search(shown), shown


def test_each_format_has_the_day_first_and_24_hours() -> None:
    shown = [date_format(DAY, way) for way in WAYS[:-1]]

    assert shown == ["15 Aug 2026", "15 Aug 2026", "15 Aug 2026 18:30", "15 Aug 2026 18:30", "15 Aug"]
    assert time_format(DAY, "TIME_FORMAT") == "18:30"
    assert AMERICAN.search(date_format(DAY, WAYS[-1]))


@pytest.mark.parametrize("typed", ["2026-10-03", "3 Oct 2026", "3 October 2026", "3.10.2026", "03/10/2026"])
def test_what_is_shown_can_be_typed_and_the_day_comes_first(typed: str) -> None:
    assert forms.DateField().clean(typed) == datetime.date(2026, 10, 3)


@pytest.mark.django_db
def test_a_staffs_page_has_the_day_first() -> None:
    evening = Evening.of(4)
    client = evening.client()
    home = reverse("club_home", args=[evening.tournament.club.slug])

    assert re.search(
        rf"\b\d{{1,2}} (?:{MONTHS}) \d{{4}} – \d{{1,2}} (?:{MONTHS}) \d{{4}}", texts_of(client, [home])[home]
    )


@pytest.mark.slow
@pytest.mark.django_db
def test_no_page_has_an_american_date() -> None:
    published, opened, admin = two_evenings()
    texts = {address: answer.content.decode() for address, answer in staff_answers(published, opened, admin).items()}
    texts |= texts_of(Client(), addresses_of(published.tournament.club))
    assert len(texts) > 80

    found = {address: AMERICAN.findall(text) for address, text in texts.items()}

    assert {address: dates for address, dates in found.items() if dates} == {}
