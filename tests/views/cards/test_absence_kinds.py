"""A club's own kinds of absence on a member's card: what is offered, what each gives, and who reads their names."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator

import pytest
from django.test import Client

from tests.tools.casts.factories import EntryFactory, Evening, TournamentFactory
from tests.tools.pages.answer_text import text
from tests.tools.pages.card_client import holding
from tests.tools.pages.public_pages import addresses_of, texts_of
from tests.views.cards.test_own_availability import anna, page_of, settle, tap
from tournaments import clock
from tournaments.models import Availability, Presence, Tournament
from tournaments.pairing.types.snapshot import Result

pytestmark = pytest.mark.django_db

FIRST, SECOND, THIRD = (datetime.date(2025, 3, day) for day in (4, 11, 18))
NOON = datetime.datetime(2025, 3, 10, 12, tzinfo=datetime.UTC)
PAST_CLOSING = datetime.datetime(2025, 3, 11, 17, 30, tzinfo=datetime.UTC)
ABROAD = {"code": "abroad", "name": "Kuraufenthalt", "share": "1/4", "paid": 10, "asked": "card"}
STUDY = {"code": "study", "name": "Studies", "share": "1/3"}
BOARD = {"code": "board", "name": "On the board", "share": "1", "asked": "staff"}


@pytest.fixture
def cast() -> Evening:
    """Round 1 is played: number 1 was away as *abroad*."""
    cast = Evening.of(6, system="keizer", options={"absence_kinds": [ABROAD, STUDY, BOARD], "own_value": 0})
    days = [day.isoformat() for day in (FIRST, SECOND, THIRD)]
    settle(cast, round_dates=days, starts_at=datetime.time(19), closing_days=0, closing_time=datetime.time(18))
    with clock.at(datetime.datetime(2025, 3, 4, 19, tzinfo=datetime.UTC)):
        cast.open()
        cast.check_in(2, 3, 4, 5)
        cast.mark(1, Presence.OWN_KIND, kind="abroad")
        cast.pair()
        cast.publish()
        for board in (1, 2):
            cast.enter(board, Result.DRAW)
        cast.end_evening()
    return cast


@pytest.fixture(autouse=True)
def _the_day_before() -> Iterator[None]:
    with clock.at(NOON):
        yield


def button(page: str, name: str) -> str:
    """What stands on it, in words."""
    [found] = re.findall(rf"<button class=\"answer[^>]*> ?<b>{name}</b>.*?</button>", page)
    return " ".join(re.sub(r"<[^>]*>", " ", found).split())


def test_each_kind_is_offered_by_its_name_with_what_it_gives_and_what_is_left(cast: Evening) -> None:
    page = page_of(holding(anna(cast)), cast)

    assert re.fullmatch(
        r"Kuraufenthalt \d+\.\d+ points?\. 1 of 10 paid absences of this kind are used\.", button(page, "Kuraufenthalt")
    )
    assert re.fullmatch(
        r"Studies \d+(\.\d+)? points\. Counts once the director confirms it; until then you are away\.",
        button(page, "Studies"),
    )
    assert "On the board" not in page


def test_a_tap_says_it_and_the_card_says_that_it_stands(cast: Evening) -> None:
    client = holding(anna(cast))
    assert tap(client, cast, "own_kind:abroad").status_code == 302

    plan = Availability.objects.get()
    assert (plan.said, plan.kind, plan.is_confirmed) == ("own_kind", "abroad", True)
    assert button(page_of(client, cast), "Kuraufenthalt").startswith("Kuraufenthalt (your answer)")
    tap(client, cast, "nothing")
    assert not Availability.objects.exists()


def test_of_a_later_evening_it_is_told_in_words(cast: Evening) -> None:
    entry = cast.entry(1)
    kind = {"said": "own_kind", "kind": "abroad", "said_by": "telephone", "said_at": NOON, "is_confirmed": True}
    Availability.objects.create(entry=entry, date=THIRD, noted_by=cast.director, **kind)
    assert "away (Kuraufenthalt)" in page_of(holding(anna(cast)), cast)
    assert "away (Kuraufenthalt)" not in page_of(holding(anna(cast, 2)), cast)


@pytest.mark.parametrize(
    ("code", "status"), [("hospital", 409), ("board", 409), ("", 422), ("<b>", 422), ("excused", 409), ("x" * 99, 422)]
)
def test_a_forged_code_says_nothing(cast: Evening, code: str, status: int) -> None:
    client = holding(anna(cast))
    page = page_of(client, cast)
    answer = tap(client, cast, "away", page=page, answer=f"own_kind:{code}")
    assert answer.status_code == status
    assert tap(client, cast, "away", page=page, answer="away:abroad").status_code == 422
    assert not Availability.objects.exists()


def test_what_stands_is_shown_though_it_is_offered_no_more(cast: Evening) -> None:
    client = holding(anna(cast))
    tap(client, cast, "own_kind:abroad")
    settle(cast, options={"absence_kinds": [ABROAD | {"asked": "staff"}, STUDY]})
    page = page_of(client, cast)
    assert "Kuraufenthalt (your answer)" in button(page, "Kuraufenthalt")
    assert "The director says whether it is “Kuraufenthalt”: tell them, please." in text(
        tap(client, cast, "own_kind:abroad", page=page)
    )

    settle(cast, options={"absence_kinds": [STUDY]})
    page = page_of(client, cast)
    assert "Kuraufenthalt" not in page
    assert button(page, "I can’t come").startswith("I can’t come (your answer)")


def test_one_answer_for_two_tournaments_offers_what_both_have(cast: Evening) -> None:
    other = TournamentFactory(
        club=cast.tournament.club, season=cast.tournament.season, name="Blitz", round_dates=[SECOND.isoformat()]
    )
    EntryFactory(tournament=other, player=anna(cast), number=1)
    client = holding(anna(cast))
    assert "Kuraufenthalt" not in page_of(client, cast)
    assert "Kuraufenthalt" in page_of(client, cast, "?split")

    same = {"system": "keizer", "options": {"absence_kinds": [ABROAD, STUDY | {"name": "Exams"}]}}
    Tournament.objects.filter(pk=other.pk).update(**same)
    page = page_of(client, cast)
    assert "Kuraufenthalt" in page
    assert "Studies" not in page


def test_late_the_card_says_what_it_counts_as(cast: Evening) -> None:
    settle(cast, late_counts_as="study")
    client = holding(anna(cast))
    with clock.at(PAST_CLOSING):
        page = page_of(client, cast)
        assert "It is past 18:00. Tell us anyway: being away now counts as “Studies”." in page
        assert tap(client, cast, "away", page=page).status_code == 302


def test_nobody_else_reads_what_it_was(cast: Evening) -> None:
    """Said, on the evening and in the table after it: the name stands on their own card alone. What a kind earns is one
    of the rules, and names nobody; the file is what the table is checked by."""
    tap(holding(anna(cast)), cast, "own_kind:abroad")
    with clock.at(PAST_CLOSING):
        cast.open()
        cast.check_in(2, 3, 4, 5)
        tournament = cast.tournament
        json = f"/api/v1/clubs/{tournament.club.slug}/tournaments/{tournament.slug}/"
        asked = [json, *(json + each for each in ("rounds/1/", "standings/", "crosstable/"))]
        found = texts_of(Client(), [*addresses_of(tournament.club), *asked])
        others = page_of(holding(anna(cast, 2)), cast)
        cast.pair()
        cast.publish()
        found |= {f"{address} then": page for address, page in texts_of(Client(), found).items()}
    rules = re.compile(r"An absence of the kind “Kuraufenthalt” earns [^.]*|Most times that “Kuraufenthalt” is paid")

    assert len(found) > 40
    named = {address: rules.sub("", page) for address, page in found.items() if "/file/" not in address}
    assert [address for address, page in named.items() if "Kuraufenthalt" in page] == []
    assert button(others, "Kuraufenthalt").startswith("Kuraufenthalt")  # as an answer of their own
    assert others.count("Kuraufenthalt") == 1


def test_in_a_monrad_they_are_names_that_the_card_offers_too() -> None:
    abroad = {"code": "abroad", "name": "Auslandsjahr", "asked": "card"}
    cast = Evening.of(6, system="norwegian_monrad", options={"absence_kinds": [abroad], "max_meetings": 2})
    settle(cast, round_dates=[SECOND.isoformat()], starts_at=datetime.time(19), closing_days=0, planned_rounds=5)
    assert "Auslandsjahr" in page_of(holding(anna(cast)), cast)
