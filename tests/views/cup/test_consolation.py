"""Those who are out of a cup, entered from the evening of the cup or of the tournament of the evening."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.services.cup.test_consolation import Two, losers, two
from tests.services.cup.test_shared_games import link
from tests.tools.casts.factories import Evening
from tests.tools.pages.page_forms import every_form, form_for
from tests.views.cup.test_last_dates import page
from tournaments.models import Directorship
from tournaments.services.clubs.trash import trash_tournament

pytestmark = pytest.mark.django_db


def tap_of(both: Two) -> str:
    there = both.other.tournament
    return reverse("play_on", args=[there.club.slug, there.slug, both.cup.tournament.pk])


@pytest.mark.parametrize("where", ["cup", "other"])
def test_one_tap_enters_one_of_them_and_leads_to_the_evening_where_it_can_be_taken_back(where: str) -> None:
    both = two()
    both.cup.play()
    evening = both.cup if where == "cup" else both.other
    client, at = both.cup.client(), evening.url("evening")
    shown = page(evening, "evening")
    assert "Knocked out of Spring cup, but not in Club evening yet" in shown
    assert shown.count("lost in round 1") == 4
    first, *others = losers(both.cup)

    answer = client.post(tap_of(both), form_for(at, shown, tap_of(both)))

    assert answer["Location"] == both.other.url("evening")
    assert both.there(first) is not None
    assert both.proposed() == others
    after = client.get(answer["Location"]).content.decode()
    assert f"Knocked out of Spring cup and entered here: No{first}" in after
    [undo] = [to for to, _body in every_form(answer["Location"], after) if "/undo/" in to]
    client.post(undo, form_for(answer["Location"], after, undo))
    assert both.there(first) is None


def test_all_of_them_are_entered_with_one_tap() -> None:
    both = two()
    both.cup.play()
    client, at = both.cup.client(), both.cup.url("evening")
    bodies = [body for to, body in every_form(at, page(both.cup, "evening")) if to == tap_of(both)]
    assert [len(body["player"]) for body in bodies] == [1, 1, 1, 1, 4]

    client.post(tap_of(both), bodies[-1])

    assert both.proposed() == []
    assert "Knocked out of Spring cup, but not" not in page(both.cup, "evening")
    again = client.post(tap_of(both), bodies[0])
    assert again.status_code == 302, "who is in already is left alone"


def test_who_did_not_play_on_after_an_earlier_round_is_folded_away_and_can_be_entered_all_the_same() -> None:
    both = two()
    both.cup.play()
    early = losers(both.cup)
    both.cup.play()
    late = losers(both.cup)
    at, shown = both.cup.url("evening"), page(both.cup, "evening")
    assert "Knocked out in earlier rounds" in shown
    bodies = [body["player"] for to, body in every_form(at, shown) if to == tap_of(both)]
    keys = {number: str(both.player(number).pk) for number in (*early, *late)}
    assert bodies == [[keys[late[0]]], [keys[late[1]]], [keys[each] for each in late], *([keys[n]] for n in early)]
    both.enter(*late)
    shown = page(both.cup, "evening")
    assert "Knocked out of Spring cup, but not in Club evening yet" in shown
    assert [body["player"] for to, body in every_form(at, shown) if to == tap_of(both)] == [[keys[n]] for n in early]
    both.enter(*early)
    assert "Knocked out of Spring cup, but not" not in page(both.cup, "evening")


def test_before_a_round_of_it_and_while_people_check_in_it_stands_above_the_list() -> None:
    both = two()
    both.cup.play()
    both.other.open()
    shown = page(both.other, "evening")
    assert shown.index("Knocked out of Spring cup") < shown.index('aria-label="Check-in"')


def test_nonsense_is_refused_and_changes_nothing() -> None:
    both = two()
    both.cup.play()
    client = both.cup.client()
    winner = both.cup.boards()[0][0]
    for players in ([], ["x"], ["1" * 30], [both.player(winner).pk], [0]):
        answer = client.post(tap_of(both), {"player": players})
        assert answer.status_code in {409, 422}, players
    assert both.other.tournament.entries.count() == 4
    link(both.cup, None)
    answer = client.post(tap_of(both), {"player": [both.player(losers(both.cup)[0]).pk]})
    assert answer.status_code == 409
    assert "no longer join this tournament" in answer.content.decode()


def test_the_public_and_whoever_directs_one_of_them_alone_are_offered_nothing() -> None:
    both = two()
    both.cup.play()
    assert "Knocked out of Spring cup" not in page(both.cup, "public_tree")
    kari = both.cup.second_director()
    client = Evening(tournament=both.cup.tournament, director=kari).client()
    assert "Knocked out of Spring cup" not in client.get(both.cup.url("evening")).content.decode()
    assert client.post(tap_of(both), {"player": ["1"]}).status_code in {302, 403, 404}
    Directorship.objects.create(tournament=both.other.tournament, user=kari)
    Directorship.objects.filter(tournament=both.cup.tournament, user=kari).delete()
    assert client.post(tap_of(both), {"player": [both.player(losers(both.cup)[0]).pk]}).status_code == 403


def test_the_set_up_says_which_tournament_it_is_or_asks_for_one() -> None:
    both = two()
    assert "Players knocked out are suggested for Club evening on the evening." in page(both.cup, "setup")
    assert "Players knocked out of the cup are suggested for it." in page(both.cup, "edit_tournament")
    link(both.cup, None)
    assert "go into the tournament of the evening: choose it under “Name, season and rounds”" in page(both.cup, "setup")
    trash_tournament(both.fresh(both.other), actor=both.cup.director)
    assert "the season has none that pairs round by round" in page(both.cup, "setup")
    usual = two(consolation="none")
    assert "is proposed" not in page(usual.cup, "setup") + page(usual.cup, "edit_tournament")
