"""Last dates of a cup over HTTP: planned, shown on the tree and in the list of games, in calendars, and carried out."""

from __future__ import annotations

import datetime

import pytest
from django.test import Client
from django.utils.html import escape

from tests.services.cup.test_last_dates import DAY, a_cup, ties
from tests.tools.casts.factories import Evening
from tests.tools.pages.page_forms import Body, form_for
from tests.tools.pages.todays_date import today
from tournaments.models import Season, Tournament
from tournaments.pages.cards.own_calendar import own_calendar
from tournaments.pages.rounds.schedule import games_to_play

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("by_day")]


def page(evening: Evening, name: str) -> str:
    return evening.client().get(evening.url(name)).content.decode()


def asked_for(evening: Evening) -> Body:
    at = evening.url("plan_dates")
    return form_for(at, page(evening, "plan_dates"), at, press="")


def test_a_date_for_each_round_is_asked_for_and_stands_on_the_tree() -> None:
    evening = a_cup(4, last=3)
    client = evening.client()
    asked = asked_for(evening)
    later = today() + 8 * DAY
    sent = asked | {"last_0": [(today() + 4 * DAY).isoformat()], "last_1": [later.isoformat()]}

    answer = client.post(evening.url("plan_dates"), sent)

    assert answer.status_code == 302
    told = f"to be played by {later.day}"
    for name in ("staff_tree", "public_tree"):
        assert page(evening, name).count("to be played by") == 2
        assert told in page(evening, name)
    assert "Round 2: to be played by" in page(evening, "setup")


def test_dates_in_the_wrong_order_are_refused_and_nothing_typed_is_lost() -> None:
    evening = a_cup(4, last=3)
    client = evening.client()
    asked = asked_for(evening)
    typed = {f"last_{place}": [(today() + days * DAY).isoformat()] for place, days in enumerate((9, 8))}
    answer = client.post(evening.url("plan_dates"), asked | typed)
    assert answer.status_code == 409
    text = answer.content.decode()
    assert "a later day than the one before" in text
    assert all(f'value="{each}"' in text for [each] in typed.values())


def test_no_other_tournament_asks_for_them() -> None:
    assert "last_0" not in page(Evening.of(4), "plan_dates")


def test_the_proposal_has_its_reason_and_is_carried_out_with_one_tap() -> None:
    evening = a_cup(1, 4, absent="lot")
    client = evening.client()
    text = page(evening, "open_games")
    assert "Both were away, and no other day is agreed: by lot " in text
    assert ties(evening)[1] == (None, True), "nothing is done unasked"
    game = evening.game(1)
    answer = client.post(evening.url("decide_games"), {"decided": f"{game.pk}:lot:{game.seen}"})
    assert answer.status_code == 302
    assert not ties(evening)[1][1]
    assert "lots were drawn for who goes through" in page(evening, "open_games")


def test_the_tree_leads_the_director_to_the_games_still_to_play() -> None:
    evening = a_cup(4, absent="other_advances")
    assert evening.url("open_games") in page(evening, "staff_tree")
    assert evening.url("open_games") not in page(evening, "public_tree")


def test_a_player_reads_their_tie_and_its_last_day() -> None:
    evening = a_cup(4, last=3)
    tournament = Tournament.objects.select_related("club", "season").get(pk=evening.tournament.pk)
    found = games_to_play(tournament, 1)
    assert found is not None
    [line] = found.games
    assert (line.opponent, line.when) == ("No4", "postponed")
    assert line.by.startswith("to be played by")
    assert found.schedule_url.endswith("/tree/")


def test_calendars_have_the_last_day() -> None:
    evening = a_cup(4, last=3)
    Season.objects.update(is_open=True)
    last = today() + 3 * DAY
    answer = Client().get(evening.url("public_calendar")).content.decode()
    assert "last day for its ties" in answer.replace("\r\n ", "")
    assert f"DTSTART;VALUE=DATE:{last:%Y%m%d}" in answer
    own = own_calendar(evening.entry(1).player, "https://example.org")
    [event] = [each for each in own.events if "last day" in each.summary]
    assert (event.date, event.starts_at) == (last, None)
    assert event.summary.endswith("round 1: last day for your game against No4")
    assert not [each for each in own.events if each.date > today() + datetime.timedelta(days=9)]
    assert escape("No4") not in answer
