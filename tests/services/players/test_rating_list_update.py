"""Members get what a list says: by number, else proposed by name and year; confirmed, one undo."""

from __future__ import annotations

import datetime
import io
import uuid
from dataclasses import replace

import pytest

from tests.tools.casts.club_cast import Cast
from tests.tools.pages import rating_lists as made
from tests.tools.pages.rating_lists import BERG, CARLSEN, DAHL
from tournaments.models import Action, Player, PlayerContact, RatingList
from tournaments.recording import AlreadyDone, Stale
from tournaments.services.activity.undo import undo_action
from tournaments.services.common.refusal import Refused
from tournaments.services.players import rating_list_update, rating_lists
from tournaments.services.players.rating_list_update import FoundMember

pytestmark = pytest.mark.django_db
OCTOBER = datetime.date(2026, 10, 1)


def a_list(cast: Cast, *people: made.Made) -> RatingList:
    return rating_lists.load(io.BytesIO(made.fide(people)), name="list.txt", club=cast.club, month=OCTOBER)


def take_all(cast: Cast, row: RatingList, **more: object) -> list[Player]:
    plan = rating_list_update.preview_update(cast.club, row)
    keys = {each.player.pk for each in plan.rows}
    return rating_list_update.update_members(
        cast.club,
        row,
        keys,
        seen=plan.fingerprint,
        actor=cast.kari,
        **more,  # type: ignore[arg-type]
    )


def test_whoever_has_the_number_is_brought_up_to_date_whatever_the_name(cast: Cast) -> None:
    player = cast.add_player("Magnus", "Øen", fide_id=1503014, rating=2800, blitz_rating=2860)
    cast.add_player("Anna", "Berg", fide_id=1, rating=1612)
    row = a_list(cast, CARLSEN, BERG)

    (update,) = rating_list_update.preview_update(cast.club, row).rows
    assert (update.player, update.match) == (player, FoundMember.NUMBER)
    assert update.values == {
        "rating": 2823,
        "rating_date": OCTOBER,
        "fide_rating": 2823,
        "rapid_rating": 2801,
        "rapid_date": OCTOBER,
        "blitz_date": OCTOBER,
        "title": "GM",
        "federation": "NOR",
    }
    take_all(cast, row)
    player.refresh_from_db()
    assert (player.rating, player.rating_date, player.title, player.family_name) == (2823, OCTOBER, "GM", "Øen")


def test_one_undo_takes_all_of_it_back(cast: Cast) -> None:
    for nth, rating in enumerate((1500, 1600)):
        cast.add_player(f"P{nth}", fide_id=10 + nth, rating=rating)
    before = list(Player.objects.order_by("pk").values())
    row = a_list(cast, *(replace(BERG, fide_id=10 + nth, rating=1700 + nth) for nth in range(2)))

    assert len(take_all(cast, row)) == 2
    assert list(Player.objects.order_by("pk").values_list("rating", flat=True)) == [1700, 1701]
    undo_action(Action.objects.get(verb="player.update_ratings"), actor=cast.kari)
    assert list(Player.objects.order_by("pk").values()) == before


def test_without_a_number_they_are_proposed_by_name_and_year(cast: Cast) -> None:
    anna = cast.add_player("Anna", "Berg")
    PlayerContact.objects.create(player=anna, birth_year=1988)
    row = a_list(cast, BERG, replace(BERG, fide_id=5, year=1950))

    (update,) = rating_list_update.preview_update(cast.club, row).rows
    assert (update.match, update.listed and update.listed.fide_id, update.values["fide_id"]) == (
        FoundMember.NAME,
        1500001,
        1500001,
    )


def test_of_two_who_may_be_meant_nobody_is_proposed(cast: Cast) -> None:
    cast.add_player("Anna", "Berg")
    row = a_list(cast, BERG, replace(BERG, fide_id=5, year=1950))

    plan = rating_list_update.preview_update(cast.club, row)
    assert (plan.rows, plan.not_found) == ((), 1)


def test_two_people_with_one_number_are_a_question(cast: Cast) -> None:
    cast.add_player("Anna", "Berg", fide_id=1500001)
    row = a_list(cast, BERG, replace(DAHL, fide_id=1500001))
    national = rating_lists.load(io.BytesIO(made.swiss_manager([DAHL])), name="x", club=cast.club)

    (one,) = rating_list_update.preview_update(cast.club, row).rows
    assert (one.values, one.problem) == ({}, "Two people in the list have this number: Berg, Anna · Dahl, Bo.")
    cast.add_player("Bo", "Dahl", national_id="78")
    cast.add_player("Cato", "Dahl", national_id="78")
    assert {each.problem for each in rating_list_update.preview_update(cast.club, national).rows} == {
        "Another member has the same number: put one of them right."
    }


def test_a_fide_id_that_another_has_is_not_given_twice(cast: Cast) -> None:
    cast.add_player("Berit", "Old", fide_id=1500001, is_active=False)
    cast.add_player("Anna", "Berg")

    (update,) = rating_list_update.preview_update(cast.club, a_list(cast, BERG)).rows
    assert update.problem == "Berit Old has the FIDE ID 1500001."


def test_the_list_takes_no_rating_and_no_number_away(cast: Cast) -> None:
    cast.add_player("Bo", "Dahl", fide_id=9, national_id="NO-1", rating=1500, title="FM")
    row = a_list(cast, replace(DAHL, fide_id=9, rating=0, federation=""))

    plan = rating_list_update.preview_update(cast.club, row)
    assert (plan.rows, plan.unchanged) == ((), 1)


def test_what_was_not_ticked_stays_and_a_changed_member_is_stale(cast: Cast) -> None:
    anna, bo = cast.add_player("Anna", fide_id=1500001), cast.add_player("Bo", fide_id=9)
    row = a_list(cast, BERG, replace(BERG, fide_id=9))
    plan = rating_list_update.preview_update(cast.club, row)

    with pytest.raises(Refused, match="Nobody was chosen"):
        rating_list_update.update_members(cast.club, row, set(), seen=plan.fingerprint, actor=cast.kari)
    Player.objects.filter(pk=bo.pk).update(rating=1612)
    with pytest.raises(Stale):
        rating_list_update.update_members(cast.club, row, {anna.pk}, seen=plan.fingerprint, actor=cast.kari)


def test_the_same_form_twice_is_one_update(cast: Cast) -> None:
    cast.add_player("Anna", fide_id=1500001)
    row, receipt = a_list(cast, BERG), uuid.uuid4()
    take_all(cast, row, receipt=receipt)
    with pytest.raises(AlreadyDone):
        take_all(cast, row, receipt=receipt)


def test_nothing_private_stands_in_the_action(cast: Cast) -> None:
    anna = cast.add_player("Anna", fide_id=1500001)
    take_all(cast, a_list(cast, BERG))

    assert "1988" not in str(Action.objects.values_list("changes", "facts"))
    assert not PlayerContact.objects.filter(player=anna).exists()


def test_fides_list_leaves_a_national_rating_and_brings_fides_beside_it(cast: Cast) -> None:
    national = cast.add_player("Magnus", "Carlsen", fide_id=1503014, rating=2700, fide_rating=2800)
    of_fide = cast.add_player("Anna", "Berg", fide_id=1500001, rating=1600, fide_rating=1600)
    take_all(cast, a_list(cast, CARLSEN, BERG))

    national.refresh_from_db()
    of_fide.refresh_from_db()
    assert (national.rating, national.rating_date, national.fide_rating) == (2700, None, 2823)
    assert (of_fide.rating, of_fide.rating_date, of_fide.fide_rating) == (1612, OCTOBER, 1612)


def test_another_list_than_fides_says_nothing_of_fides_rating(cast: Cast) -> None:
    player = cast.add_player("Anna", "Berg", national_id="77", rating=1600, fide_rating=1650)
    here = rating_lists.load(io.BytesIO(made.dsu([BERG])), name="list.csv", club=cast.club, month=OCTOBER)
    take_all(cast, here)

    player.refresh_from_db()
    assert (player.rating, player.fide_rating) == (1612, 1650)
