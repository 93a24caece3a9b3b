"""The door over HTTP: one tap a person, two doors at once, undo, guests; with htmx and without."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.tools.casts.factories import Evening, TournamentFactory, UserFactory
from tests.tools.pages.answer_text import text
from tournaments.models import Action, Attendance, Directorship, Entry, Membership, Player, Presence, Role, Tournament
from tournaments.pairing.explanations.late_changes import changes_for_latecomer
from tournaments.selectors.snapshots import set_round_of
from tournaments.services.activity.undo import undo_action
from tournaments.services.evening import late_changes

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def evening() -> Evening:
    """Two groups; No1 plays in both."""
    evening = Evening.of(3, name="Group A")
    evening.open()
    return evening


@pytest.fixture
def other(evening: Evening) -> Evening:
    club = evening.tournament.club
    tournament = TournamentFactory(club=club, season=evening.tournament.season, name="Group B")
    Entry.objects.create(tournament=tournament, player=evening.entry(1).player, number=1)
    Directorship.objects.create(tournament=tournament, user=evening.director)
    other = Evening(tournament=tournament, director=evening.director)
    other.open()
    return other


def url(name: str, tournament: Tournament, *args: object) -> str:
    return reverse(name, args=[tournament.club.slug, tournament.slug, *args])


def door(evening: Evening) -> str:
    return reverse("door", args=[evening.tournament.club.slug])


def tap(evening: Evening, number: int, presence: str = "present", **more: Any) -> HttpResponse:
    data = {"presence": presence, "seen": "unmarked", "receipt": str(uuid.uuid4())}
    headers = more.pop("headers", None)
    address = url("mark_at_door", evening.tournament, evening.round.number, evening.entry(number).pk)
    return evening.client().post(address, data | more, headers=headers)  # type: ignore[return-value]


def test_the_page_has_everybody_once_and_a_choice_for_who_plays_in_two_groups(evening: Evening, other: Evening) -> None:
    response = evening.client().get(door(evening))

    body = text(response)
    assert response.status_code == 200
    assert body.count('id="door-row-') == 3
    assert body.count('class="entry unmarked several"') == 1
    assert body.count('class="tap"') == 4
    assert url("evening", other.tournament) in body


def test_a_director_sees_only_the_groups_that_they_direct(evening: Evening, other: Evening) -> None:
    Directorship.objects.filter(tournament=other.tournament).delete()

    body = text(evening.client().get(door(evening)))

    assert "Group A" in body
    assert "Group B" not in body


def test_without_any_open_round_it_says_so() -> None:
    evening = Evening.of(2)

    assert "Nobody is checking in" in text(evening.client().get(door(evening)))


def test_a_tap_answers_with_the_row_the_counts_and_what_was_done(evening: Evening, other: Evening) -> None:
    response = tap(evening, 2, headers=HTMX)

    body = text(response)
    assert response.status_code == 200
    assert evening.slot(2).presence == Presence.PRESENT
    assert body.startswith(f'<li id="door-row-{evening.entry(2).player_id}" class="entry present"')
    assert "1 of 3 here, odd" in body
    assert "No2 is here" in body
    assert body.count("hx-swap-oob") == 3


def test_without_htmx_it_leads_back_to_the_row_and_to_the_group_that_was_shown(evening: Evening) -> None:
    response = tap(evening, 2, group="x")

    assert response.status_code == 302
    assert response["Location"] == f"{door(evening)}?group=x#door-row-{evening.entry(2).player_id}"


def test_the_same_person_tapped_at_two_doors_is_marked_once(evening: Evening) -> None:
    tap(evening, 2, headers=HTMX)
    actions = Action.objects.count()

    response = tap(evening, 2, headers=HTMX)

    assert (response.status_code, Action.objects.count()) == (200, actions)


def test_a_row_that_the_other_door_has_changed_is_refused_and_shown_as_it_is(evening: Evening) -> None:
    evening.mark(2, Presence.EXCUSED)

    response = tap(evening, 2, headers=HTMX)

    assert response.status_code == 409
    assert "changed this at" in text(response)
    assert 'class="entry away"' in text(response)
    assert evening.slot(2).presence == Presence.EXCUSED


def test_a_tap_brings_along_what_the_other_door_has_marked_since(evening: Evening) -> None:
    known = Action.objects.latest("pk").pk
    evening.mark(1, Presence.PRESENT)
    evening.mark(3, Presence.EXCUSED)
    undo_action(Action.objects.latest("pk"), actor=evening.director)

    body = text(tap(evening, 2, known=str(known), headers=HTMX))

    assert [f'id="door-row-{evening.entry(number).player_id}"' in body for number in (1, 2, 3)] == [True] * 3
    assert (body.count('class="entry present"'), body.count('class="entry unmarked"')) == (2, 1)

    body = text(tap(evening, 3, known=str(Action.objects.latest("pk").pk), headers=HTMX))
    assert body.count('id="door-row-') == 1


def test_a_tap_brings_the_whole_list_when_the_other_door_has_let_a_guest_in(evening: Evening) -> None:
    known = Action.objects.latest("pk").pk
    welcome(evening, given_name="Eva", back="door")

    response = tap(evening, 2, known=str(known), headers=HTMX)

    assert (response.status_code, response["HX-Retarget"]) == (200, "#door")
    assert "Eva" in text(response)
    assert evening.slot(2).presence == Presence.PRESENT


def test_a_helper_checks_in_undoes_what_is_their_own_and_lets_no_guests_in(evening: Evening) -> None:
    evening.mark(1, Presence.PRESENT)
    helper = UserFactory(username="hjelper")
    Membership.objects.create(club=evening.tournament.club, user=helper, role=Role.HELPER)
    Directorship.objects.create(tournament=evening.tournament, user=helper)
    as_helper = Evening(tournament=evening.tournament, director=helper)

    assert tap(as_helper, 2).status_code == 302

    body = text(as_helper.client().get(door(evening)))
    assert evening.slot(2).presence == Presence.PRESENT
    assert "Undo: No2 is here" in body
    assert "Undo: No1 is here" not in body
    assert "Guest" not in body
    assert welcome(as_helper).status_code == 403


def test_a_tap_left_over_from_before_publishing_gets_the_list_as_it_is(evening: Evening, other: Evening) -> None:
    evening.check_in(1, 2)
    evening.pair()
    evening.publish()

    response = tap(evening, 3, headers=HTMX)

    assert (response.status_code, response["HX-Retarget"]) == (409, "#door")
    assert "who plays in it is settled" in text(response)
    assert "Group A" not in text(response)


def test_an_entry_that_is_gone_or_another_tournaments_is_not_marked(evening: Evening, other: Evening) -> None:
    client = evening.client()
    data = {"presence": "present", "seen": "unmarked"}

    assert client.post(url("mark_at_door", evening.tournament, 1, 9999), data, headers=HTMX).status_code == 409
    foreign = url("mark_at_door", evening.tournament, 1, other.entry(1).pk)
    assert client.post(foreign, data, headers=HTMX).status_code == 404
    assert client.post(url("mark_at_door", evening.tournament, 1, evening.entry(1).pk)).status_code == 422


def test_undo_at_the_door_stays_at_the_door(evening: Evening) -> None:
    tap(evening, 2)
    undo = url("undo_action", evening.tournament, Action.objects.latest("pk").pk)

    response = evening.client().post(undo, {"back": "door"}, headers=HTMX)

    assert response.status_code == 200
    assert response["HX-Retarget"] == "#door"
    assert evening.slot(2).presence == Presence.UNMARKED
    assert evening.client().post(undo, {"back": "door"})["Location"] == door(evening)


# Guests --------------------------------------------------------------------------------------------------------------


def welcome(evening: Evening, **data: str) -> HttpResponse:
    address = url("welcome_guest", evening.tournament)
    return evening.client().post(address, {"receipt": str(uuid.uuid4())} | data)  # type: ignore[return-value]


def test_a_name_and_one_button_bring_a_guest_onto_the_list(evening: Evening) -> None:
    response = welcome(evening, given_name="Eva", back="door")

    player = Player.objects.get(given_name="Eva")
    assert response["Location"] == f"{door(evening)}#door-row-{player.pk}"
    body = text(evening.client().get(door(evening)))
    assert f'id="door-row-{player.pk}" class="entry present"' in body


def test_from_the_evening_it_leads_back_to_the_evening_and_says_the_number(evening: Evening) -> None:
    client = evening.client()

    response = client.post(url("welcome_guest", evening.tournament), {"back": "evening"}, follow=True)

    entry = Entry.objects.latest("pk")
    assert response.redirect_chain[0][0] == f"{url('evening', evening.tournament)}#entry-row-{entry.pk}"
    assert "Guest 1 has number 4 in Group A and is marked as here." in text(response)  # type: ignore[arg-type]


@pytest.mark.slow
def test_a_guest_after_publishing_gets_a_place_with_the_next_tap(evening: Evening) -> None:
    """One of three sits out: the guest plays them."""
    evening.check_in()
    evening.pair()
    evening.publish()
    client = evening.client()
    address = url("welcome_guest", evening.tournament)
    assert f'href="{address}?back=evening"' in text(client.get(url("evening", evening.tournament)))  # type: ignore[arg-type]

    response = client.post(address, {"given_name": "Eva", "back": "evening"}, follow=True)

    entry = Entry.objects.latest("pk")
    assert response.redirect_chain == [(url("person", evening.tournament, entry.pk), 302)]
    assert "The round is published: choose a place for them." in text(response)  # type: ignore[arg-type]

    late_changes.arrive_late(
        evening.round, entry, meeting(evening, 4), seen_revision=evening.round.revision, actor=evening.director
    )
    assert len(evening.boards()) == 2
    assert evening.slot(4).presence == Presence.PRESENT


def meeting(evening: Evening, number: int) -> str:
    rows = Attendance.objects.filter(round=evening.round).select_related("entry", "game")
    return changes_for_latecomer(set_round_of(evening.round, rows), number)[0].code


def test_a_known_name_offers_the_existing_player_first(evening: Evening) -> None:
    response = welcome(evening, given_name="no2", back="door")

    assert response.status_code == 422
    assert "Is it this person?" in text(response)
    assert not Player.objects.filter(is_active=False).exists()

    player = evening.entry(2).player
    yes = evening.client().post(url("welcome_player", evening.tournament, player.pk), {"back": "door"})
    assert yes["Location"] == f"{door(evening)}#door-row-{player.pk}"
    assert evening.slot(2).presence == Presence.PRESENT


def test_another_person_of_a_known_name_is_a_guest(evening: Evening) -> None:
    assert welcome(evening, given_name="no2", another_of_the_name="1").status_code == 302

    assert Player.objects.filter(folded_name="no2").count() == 2


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"family_name": "Lind"}, "A player needs a given name."),
        ({"given_name": "\u200b"}, "This contains no visible letters."),
        ({"given_name": "Eva", "rating": "99999"}, "less than or equal to 3500"),
        ({"given_name": "E" * 101}, "at most 100 characters"),
    ],
)
def test_what_cannot_be_read_is_said_beside_the_field(evening: Evening, data: dict[str, str], said: str) -> None:
    response = welcome(evening, **data)

    assert response.status_code == 422
    assert said in text(response)
    assert Entry.objects.count() == 3


def test_without_an_open_round_the_refusal_says_what_to_do_first() -> None:
    evening = Evening.of(2)

    response = welcome(evening, given_name="Eva")

    assert response.status_code == 409
    assert "Check-in is not open yet" in text(response)


def test_the_form_sent_twice_makes_one_guest(evening: Evening) -> None:
    receipt = str(uuid.uuid4())

    for _ in range(2):
        assert welcome(evening, receipt=receipt, back="door").status_code == 302

    assert Entry.objects.count() == 4


def test_a_player_of_another_club_is_not_found(evening: Evening) -> None:
    stranger = Evening.of(1).entry(1).player

    response = evening.client().post(url("welcome_player", evening.tournament, stranger.pk))

    assert response.status_code == 404


def test_a_tap_at_the_door_on_a_check_in_that_is_closed_says_so(evening: Evening, other: Evening) -> None:
    address = url("mark_at_door", evening.tournament, 1, evening.entry(2).pk)
    evening.call_off()

    response = evening.client().post(address, {"presence": "present", "seen": "unmarked"}, headers=HTMX)

    assert response.status_code == 409
    assert "There is no round: User0 closed the check-in at" in text(response)
    assert "Group B" in text(response)
    assert "No2" not in text(response)


@pytest.mark.slow
def test_at_the_door_one_button_marks_all_who_were_here_in_the_round_before() -> None:
    evening = Evening.of(4, name="Group A")
    evening.play(1, 2, 3)
    evening.open()
    client = evening.client()
    assert "All who were here in round 1 (3)" in text(client.get(door(evening)))  # type: ignore[arg-type]

    response = client.post(url("mark_again_at_door", evening.tournament, 2), headers=HTMX)

    assert "3 of 4 here, odd" in text(response)  # type: ignore[arg-type]
    assert "All who were here" not in text(response)  # type: ignore[arg-type]
    assert client.post(url("mark_again_at_door", evening.tournament, 2)).status_code == 302


@pytest.mark.slow
def test_a_helper_marks_them_too_and_takes_it_back() -> None:
    evening = Evening.of(4, name="Group A")
    evening.play()
    evening.open()
    helper = UserFactory()
    Membership.objects.create(club=evening.tournament.club, user=helper, role=Role.HELPER)
    Directorship.objects.create(tournament=evening.tournament, user=helper)
    client = Client()
    client.force_login(helper, backend="tournaments.log_in.EmailOrUsernameBackend")
    client.post(url("mark_again_at_door", evening.tournament, 2), headers=HTMX)
    undo = url("undo_action", evening.tournament, Action.objects.latest("pk").pk)

    response = client.post(undo, {"back": "door"}, headers=HTMX)

    assert "0 of 4 here" in text(response)  # type: ignore[arg-type]
