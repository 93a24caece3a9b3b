"""The page of the design's parts: for developers alone."""

import re
from typing import Any

import pytest
from django.conf import settings as installed
from django.test import Client


@pytest.mark.django_db
def test_nobody_sees_it_where_others_could(client: Client) -> None:
    assert client.get("/styles/", follow=True).status_code == 404


@pytest.mark.django_db
def test_it_shows_every_part_of_the_sheet(client: Client, settings: Any) -> None:
    settings.DEBUG = True
    page = client.get("/styles/?accent=plum").content.decode()
    folder = installed.BASE_DIR / "static" / "css" / "parts"
    sheet = "".join((folder / f"{name}.css").read_text() for name in SHEETS_OF_PARTS)
    parts = set(re.findall(r"^\.([a-z0-9-]+)", sheet, flags=re.MULTILINE)) - IN_PICTURES
    assert {part for part in parts if not re.search(rf'class="[^"]*\b{part}\b', page)} == set()
    assert '<html lang="en" class="accent-plum">' in page


SHEETS_OF_PARTS = ("signs", "parts", "illustrations", "figures", "duels", "season_calendar", "score_groups")
IN_PICTURES = {"picture", "masthead", "crest", "pawn", "edge-of-the-board", "medal-2", "medal-3"}
"""Drawn from a tournament's tables, or the club's own: seen on its pages."""


@pytest.mark.django_db
def test_an_accent_that_is_none_is_not_written_into_the_page(client: Client, settings: Any) -> None:
    settings.DEBUG = True
    assert "accent-pine" in client.get('/styles/?accent="><b>').content.decode().split("<body")[0]
