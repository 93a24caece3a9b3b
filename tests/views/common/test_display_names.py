"""Two of one name are told apart on every page of the staff and of the public, whoever opens it."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tools.casts.factories import (
    ClubFactory,
    EntryFactory,
    Evening,
    PlayerFactory,
    SeasonFactory,
    TournamentFactory,
)
from tests.tools.pages.public_pages import addresses_of
from tests.tools.pages.walked import walked
from tests.tools.played.kept import as_outside_a_transaction
from tournaments.models import Directorship, Membership, Player, PlayerContact, Presence, Role, ShownAs, Tournament
from tournaments.names import folded_name
from tournaments.services.evening import attendance
from tournaments.services.setup import entries

pytestmark = pytest.mark.django_db

WITHOUT_A_MARK = "{name}(?!\\s*(?:</?[a-z][^>]*>\\s*)?\\()"
"""In the source of a page, so that labels for those who hear it and choices count too."""


def add(tournament: Tournament, number: int, given: str, family: str, **values: object) -> Player:
    player = PlayerFactory(
        club=tournament.club, given_name=given, family_name=family, folded_name=folded_name(given, family), **values
    )
    EntryFactory(tournament=tournament, player=player, number=number, rating=player.rating)
    return player


@pytest.fixture
def evening() -> Evening:
    """Two Per Lundin told apart by their ratings, two Ida Ek by their years of birth or numbers, two pupils whom the
    public knows as Per L., and one whose name nobody shares."""
    club = ClubFactory(slug="rockaden")
    tournament = TournamentFactory(club=club, season=SeasonFactory(club=club), slug="cup", planned_rounds=9)
    add(tournament, 1, "Per", "Lundin", rating=1650)
    add(tournament, 2, "Per", "Lundin", rating=1210)
    for number, year in ((3, 1950), (4, 2011)):
        player = add(tournament, number, "Ida", "Ek", rating=1100)
        PlayerContact.objects.create(player=player, birth_date=datetime.date(year, 3, 10))
    add(tournament, 5, "Per", "Lind", rating=900, shown_as=ShownAs.INITIAL)
    add(tournament, 6, "Per", "Lang", rating=900, shown_as=ShownAs.INITIAL)
    add(tournament, 7, "Zoë", "Ask", rating=800)
    evening = Evening(tournament=tournament)
    Membership.objects.create(club=club, user=evening.director, role=Role.ADMIN)
    Directorship.objects.create(tournament=tournament, user=evening.director)
    return evening


def unmarked(texts: Mapping[str, str], name: str) -> list[str]:
    """The pages where the name stands without what tells it apart, with what stands there."""
    pattern = re.compile(WITHOUT_A_MARK.format(name=re.escape(name)))
    return [
        f"{address}: …{text[max(found.start() - 60, 0) : found.end() + 40]}…"
        for address, text in texts.items()
        for found in pattern.finditer(text)
    ]


def staff_pages(client: Client, evening: Evening) -> Mapping[str, str]:
    client.force_login(evening.director, backend="tournaments.log_in.EmailOrUsernameBackend")
    within = f"/en/{evening.tournament.club.slug}/staff/"
    return walked(
        client, reverse("evening", args=["rockaden", "cup"]), reverse("door", args=["rockaden"]), within=within
    )


def states(evening: Evening) -> None:
    """Everything that can be seen at once: published rounds with absentees, and one to come."""
    entries.forbid_pair(evening.tournament, evening.entry(1), evening.entry(3), actor=evening.director)
    evening.play(1, 3, 4, 5, 7)
    evening.finish()


@pytest.mark.slow
@pytest.mark.parametrize("state", ["not begun", "check-in", "draft", "published", "finished"])
def test_no_page_of_the_staff_names_either_without_its_mark(client: Client, evening: Evening, state: str) -> None:
    if state != "not begun":
        states(evening)
    if state in {"check-in", "draft", "published"}:
        evening.open()
        attendance.mark_attendance(
            evening.round, evening.entry(1), Presence.EXCUSED, seen=Presence.UNMARKED, actor=evening.director
        )
        evening.check_in(2, 3, 4, 6, 7)
    if state in {"draft", "published"}:
        evening.pair()
    if state == "published":
        evening.publish()
    texts = staff_pages(client, evening)

    assert len(texts) > 20
    assert unmarked(texts, "Per Lundin") == []
    assert unmarked(texts, "Ida Ek") == []
    assert not re.search(r"Zoë Ask\s*(<[^>]*>\s*)?\(", " ".join(texts.values()))
    assert "Per Lundin" in " ".join(texts.values())


def test_no_page_of_the_public_names_either_without_its_mark(client: Client, evening: Evening) -> None:
    states(evening)
    evening.draft(2, 3, 4, 6, 7)
    evening.publish()
    pages = [address for address in addresses_of(evening.tournament.club) if "file" not in address]
    with as_outside_a_transaction():
        answers = {address: client.get(address) for address in pages}
    texts = {
        address: answer.content.decode()
        for address, answer in answers.items()
        if answer.get("Content-Type", "") != "image/png"  # pictures of links name nobody that could be read here
    }
    whole = " ".join(text for address, text in texts.items() if "/players/" not in address)

    in_tournament = {address: text for address, text in texts.items() if not re.search(r"rockaden/players/", address)}
    for name in ("Per Lundin", "Ida Ek", "Per L."):
        assert unmarked(in_tournament, name) == []
        assert name in whole
    assert not re.search(r"\b(1950|2011)\b", whole)


def test_the_papers_tell_nobodys_year_of_birth(client: Client, evening: Evening) -> None:
    states(evening)
    texts = staff_pages(client, evening)
    papers = {address: text for address, text in texts.items() if "/papers/" in address and "poster" not in address}

    assert any("Ida Ek" in text for text in papers.values())
    assert [address for address, text in papers.items() if re.search(r"\b(1950|2011)\b", text)] == []


def test_a_hundred_of_one_name_cost_no_more_queries(client: Client, evening: Evening) -> None:
    evening.open()
    client.force_login(evening.director, backend="tournaments.log_in.EmailOrUsernameBackend")
    counts = []
    for numbers in ((), range(8, 108)):
        for number in numbers:
            add(evening.tournament, number, "Per", "Lundin", rating=None)
        client.get(reverse("evening", args=["rockaden", "cup"]))
        with CaptureQueriesContext(connection) as queries:
            client.get(reverse("evening", args=["rockaden", "cup"]))
        counts.append(len(queries))
    assert counts[1] == counts[0]
