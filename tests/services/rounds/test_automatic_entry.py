"""A cup in which every member is who does not say no."""

from __future__ import annotations

import pytest

from tests.tools.casts.factories import Evening, PlayerFactory
from tests.tools.guards.whole_database import nothing_changes
from tournaments.models import Action, Player, RatingFrom, Tournament
from tournaments.services.activity.undo import undo_action
from tournaments.services.common.refusal import Refused
from tournaments.services.setup import entries, tournaments
from tournaments.services.setup.entries import draw_numbers, enter_players, remove_entry
from tournaments.services.setup.tournaments import change_options, create_tournament

pytestmark = pytest.mark.django_db


def a_club() -> Evening:
    """A tournament of four, and two more members, one of whom is none any more."""
    evening = Evening.of(4)
    PlayerFactory(club=evening.tournament.club, is_active=True)
    PlayerFactory(club=evening.tournament.club, is_active=False)
    return evening


def a_cup(evening: Evening, **options: object) -> Tournament:
    return create_tournament(
        evening.tournament.club,
        season=evening.tournament.season,
        name="Cup",
        system="cup",
        options=options,
        actor=evening.director,
    )


def who(tournament: Tournament) -> set[int]:
    return set(tournament.entries.values_list("player", flat=True))


def members(tournament: Tournament) -> set[int]:
    return set(Player.objects.filter(club=tournament.club, is_active=True).values_list("pk", flat=True))


def switch_on(tournament: Tournament, evening: Evening) -> None:
    change_options(
        tournament,
        options={"auto_enter": True},
        tie_breaks=None,
        seen=tournaments.version_of(tournament),
        actor=evening.director,
    )


def test_all_active_members_are_in_from_the_start() -> None:
    evening = a_club()
    cup = a_cup(evening, auto_enter=True)
    assert who(cup) == members(cup)
    assert len(who(cup)) == 5


def test_chosen_later_they_come_in_with_it_and_go_with_its_undo() -> None:
    evening = a_club()
    cup = a_cup(evening)
    assert who(cup) == set()
    switch_on(cup, evening)
    assert who(cup) == members(cup)
    action = Action.objects.get(verb="tournament.change_options")
    assert action.facts["what"] == "entered"
    undo_action(action, actor=evening.director)
    cup.refresh_from_db()
    assert (who(cup), cup.options) == (set(), {})


def test_who_said_no_stays_out_and_new_members_come_in_with_the_first_check_in() -> None:
    evening = a_club()
    cup = a_cup(evening, auto_enter=True)
    said_no = cup.entries.order_by("pk")[0]
    remove_entry(said_no, actor=evening.director)
    draw_numbers(cup, actor=evening.director)
    new = PlayerFactory(club=cup.club, is_active=True)
    there = Evening(tournament=cup, director=evening.director)

    there.open()

    assert who(cup) == members(cup) - {said_no.player_id}
    assert new.pk in who(cup)
    action = Action.objects.get(verb="round.open", tournament=cup)
    assert action.facts["players"] == [new.pk]
    undo_action(action, actor=evening.director)
    assert new.pk not in who(cup)
    enter_players(cup, [said_no.player], actor=evening.director)
    assert said_no.player_id in who(cup), "the director may enter them all the same"


def test_once_the_first_round_is_open_nobody_comes_in_unasked() -> None:
    evening = a_club()
    cup = a_cup(evening)
    enter_players(cup, Player.objects.filter(club=cup.club, is_active=True)[:4], actor=evening.director)
    draw_numbers(cup, actor=evening.director)
    there = Evening(tournament=cup, director=evening.director)
    there.open()
    switch_on(cup, evening)
    assert len(who(cup)) == 4
    there.check_in()
    there.pair()
    there.publish()
    with nothing_changes(Refused, match="nobody can come in any more"):
        entries.enter_players(cup, Player.objects.filter(club=cup.club), actor=evening.director)


def test_they_come_with_the_rating_that_the_tournament_goes_by() -> None:
    evening = a_club()
    quick = PlayerFactory(club=evening.tournament.club, is_active=True, rating=1500, rapid_rating=1720)
    cup = a_cup(evening)
    Tournament.objects.filter(pk=cup.pk).update(rating_from=RatingFrom.RAPID)
    cup.refresh_from_db()

    switch_on(cup, evening)

    assert cup.entries.get(player=quick).rating == 1720
