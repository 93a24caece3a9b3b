"""Check-in of a plan: which of tonight's games can be played, and which postponed ones."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.tools.casts.factories import Evening
from tests.tools.played.all_play_all import all_play_all, publish_next
from tournaments.models import Presence, Tournament
from tournaments.pages.evening import evening_page
from tournaments.pages.evening.tonights_games import TonightsGames
from tournaments.pairing.types.snapshot import Result
from tournaments.services import rounds
from tournaments.services.rounds import results
from tournaments.services.setup import entries

pytestmark = pytest.mark.django_db


def games(evening: Evening) -> TonightsGames | None:
    tournament = Tournament.objects.select_related("club", "season").get(pk=evening.tournament.pk)
    page = evening_page(tournament)
    assert page.round is not None
    return page.round.tonights_games


def said(evening: Evening) -> tuple[list[str], list[str]]:
    found = games(evening)
    assert found is not None
    of_round, postponed = (
        [f"{each.white}-{each.black}: {each.words}" for each in some] for some in (found.of_round, found.postponed)
    )
    return of_round, postponed


@pytest.fixture
def evening() -> Evening:
    """Of four, 1-4 of round 1 is postponed. Round 2 is 4-3 and 1-2, and people are checking in."""
    evening = all_play_all(4)
    publish_next(evening, away={4})
    evening.enter(2, Result.DRAW)
    evening.open()
    return evening


def test_it_says_of_each_game_what_it_waits_for(evening: Evening) -> None:
    assert said(evening) == (["No4-No3: waits for both", "No1-No2: waits for both"], [])
    evening.mark(1, Presence.PRESENT)
    evening.mark(3, Presence.PRESENT)
    evening.mark(4, Presence.EXCUSED)
    assert said(evening)[0] == ["No4-No3: No4 is away: to be played another day", "No1-No2: waits for No2"]
    evening.mark(2, Presence.PRESENT)
    assert said(evening)[0][1] == "No1-No2: both are here"
    found = games(evening)
    assert found is not None
    assert found.ready == 1


def test_a_postponed_game_whose_two_are_here_and_free_is_played_now(evening: Evening) -> None:
    evening.mark(1, Presence.PRESENT)
    assert said(evening)[1] == []
    evening.mark(4, Presence.PRESENT)
    assert said(evening)[1] == ["No1-No4: both are here and free: play it now"]
    evening.mark(2, Presence.PRESENT)
    assert said(evening)[1] == ["No1-No4: both are here, but play in this round first"]
    evening.mark(2, Presence.EXCUSED)
    assert said(evening)[1] == ["No1-No4: both are here and free: play it now"]
    evening.enter(1, Result.DRAW, in_round=1)
    assert said(evening)[1] == [], "it is played"


def test_while_the_round_is_played_the_postponed_ones_stay_in_sight(evening: Evening) -> None:
    evening.check_in(1, 3, 4)
    evening.mark(2, Presence.EXCUSED)
    evening.pair()
    evening.publish()

    assert said(evening) == ([], ["No1-No4: both are here, but play in this round first"])
    evening.enter(1, Result.DRAW)
    assert said(evening)[1] == ["No1-No4: both are here and free: play it now"]


def test_whoever_has_left_is_waited_for_by_nobody(evening: Evening) -> None:
    evening.mark(1, Presence.PRESENT)
    entries.withdraw_entry(evening.entry(4), actor=None)

    assert said(evening) == (["No1-No2: waits for No2"], [])


def test_another_system_says_nothing_of_it() -> None:
    evening = Evening.of(4)
    evening.open()

    assert games(evening) is None


def test_a_tap_brings_it_along(evening: Evening) -> None:
    client = evening.client()
    slugs = [evening.tournament.club.slug, evening.tournament.slug]
    assert "0 of 2 games can be played" in " ".join(client.get(reverse("evening", args=slugs)).content.decode().split())
    evening.mark(1, Presence.PRESENT)

    answer = client.post(
        reverse("mark_attendance", args=[*slugs, 2, evening.entry(2).pk]),
        {"presence": "present", "seen": "unmarked", "screen": "open"},
        headers={"HX-Request": "true"},
    )

    html = " ".join(answer.content.decode().split())
    assert 'id="tonights-games"' in html
    assert "1 of 2 games can be played" in html


def test_of_a_plan_published_whole_whoever_plays_tonight_is_here() -> None:
    evening = all_play_all(4)
    rounds.publish_schedule(evening.tournament, seen_number=1, actor=evening.director)
    results.postpone_game(evening.game(1), seen="*", actor=None)
    evening.enter(2, Result.DRAW)
    assert evening.boards() == [(4, 3), (1, 2)], "round 1 has ended with it"
    rounds.open_next_round(evening.tournament, seen_number=2, actor=evening.director)

    assert said(evening)[1] == ["No1-No4: both are here, but play in this round first"]
    evening.enter(1, Result.DRAW)
    evening.enter(2, Result.BLACK_WINS_BY_FORFEIT)
    assert said(evening)[1] == [], "number 1 did not come"
    evening.enter(2, Result.DRAW)
    assert said(evening)[1] == ["No1-No4: both are here and free: play it now"]
