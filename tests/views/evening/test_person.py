"""A person's page: what is possible now, for whom; the verbs of other pages that lead back to it."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tools.casts.factories import Evening, UserFactory
from tests.tools.guards.layers import first_fast
from tests.views.accounts.test_helpers import STATES, finished, helper_of
from tournaments.models import Entry, ForbiddenPair, Membership, Player, PlayerContact, Presence, Role, User
from tournaments.pairing.types.snapshot import Result
from tournaments.services.players import players
from tournaments.services.setup import seasons

pytestmark = pytest.mark.django_db

Clients = Callable[[User], Client]


def address(evening: Evening, number: int = 1) -> str:
    return evening.url("person", evening.entry(number).pk)


def text(response: HttpResponse) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def verbs_on(html: str, evening: Evening, number: int = 1) -> set[str]:
    """Which of the verbs the page offers."""
    person = evening.entry(number).pk
    game = evening.round.games.filter(sides__entry=person).first() if evening.tournament.rounds.exists() else None
    places = {
        "mark_attendance": [1, person],
        "late_player": [1, person],
        "enter_result": [game.pk] if game else None,
        "withdraw_entry": [person],
        "return_entry": [person],
        "forbid_pair": [],
    }
    return {name for name, more in places.items() if more is not None and f'"{evening.url(name, *more)}"' in html}


BY_STATE = {
    "before_the_first": {"withdraw_entry", "forbid_pair"},
    "not_numbered": {"withdraw_entry", "forbid_pair"},
    "checking_in": {"mark_attendance", "withdraw_entry", "forbid_pair"},
    "drafted": {"mark_attendance", "withdraw_entry", "forbid_pair"},
    "misfitting": {"mark_attendance", "withdraw_entry", "forbid_pair"},
    "published": {"late_player", "withdraw_entry", "forbid_pair"},
    "all_in": {"withdraw_entry", "forbid_pair"},
    "finished": {"withdraw_entry", "forbid_pair"},
}


@pytest.mark.parametrize("state", first_fast(3, STATES))
def test_it_offers_what_is_possible_now(as_user: Clients, state: Callable[[Evening], None]) -> None:
    evening = Evening.of(4, planned_rounds=3)
    entry = evening.entry(1)
    state(evening)

    html = as_user(evening.director).get(evening.url("person", entry.pk)).content.decode()
    evening.tournament.entries.filter(pk=entry.pk).update(number=1)
    assert verbs_on(html, evening) == BY_STATE[state.__name__]


@pytest.mark.parametrize("state", first_fast(3, STATES))
def test_a_helper_has_the_marks_of_check_in_and_nothing_else(
    as_user: Clients, state: Callable[[Evening], None]
) -> None:
    evening = Evening.of(4, planned_rounds=3)
    entry = evening.entry(1)
    PlayerContact.objects.create(player=entry.player, phone="+47 47 11 55 99")
    state(evening)

    html = as_user(helper_of(evening)).get(evening.url("person", entry.pk)).content.decode()
    evening.tournament.entries.filter(pk=entry.pk).update(number=1)
    assert verbs_on(html, evening) == BY_STATE[state.__name__] & {"mark_attendance"}
    assert "47 11 55 99" not in html
    assert 'name="rating"' not in html


def test_contacts_are_for_the_clubs_admins(as_user: Clients) -> None:
    evening = Evening.of(2)
    PlayerContact.objects.create(player=evening.entry(1).player, phone="+47 22 11 55 99", email="anna@example.org")
    admin: User = UserFactory()
    Membership.objects.create(club=evening.tournament.club, user=admin, role=Role.ADMIN)

    shown = as_user(admin).get(address(evening)).content.decode()
    assert 'href="tel:+4722115599"' in shown
    assert 'href="mailto:anna@example.org"' in shown
    directors = as_user(evening.director).get(address(evening)).content.decode()
    assert "22 11 55 99" not in directors
    assert "22115599" not in directors
    assert "anna@example.org" not in directors


def test_a_mark_made_there_counts_and_a_stale_one_does_not(as_user: Clients) -> None:
    evening = Evening.of(3)
    evening.open()
    client = as_user(evening.director)
    mark = evening.url("mark_attendance", 1, evening.entry(1).pk)
    form = client.get(address(evening)).content.decode().partition('class="marks"')[2].partition("</form>")[0]
    seen = dict(re.findall(r'name="(seen|screen)" value="(\w+)"', form))

    assert client.post(mark, {"presence": "present", **seen}).status_code == 302
    assert client.post(mark, {"presence": "excused", **seen}).status_code == 409
    assert evening.slot(1).presence == Presence.PRESENT


def test_who_leaves_a_draft_is_away_and_the_draft_says_that_it_no_longer_fits(as_user: Clients) -> None:
    evening = Evening.of(4)
    evening.draft()
    client = as_user(evening.director)
    assert "Leaves: excused" in text(client.get(address(evening)))

    mark = evening.url("mark_attendance", 1, evening.entry(1).pk)
    response = client.post(mark, {"presence": "excused", "seen": "present", "screen": "drafted"}, follow=True)

    assert "This draft no longer fits: pair again." in text(response)


def test_two_are_kept_apart_and_meet_again(as_user: Clients) -> None:
    evening = Evening.of(3)
    client = as_user(evening.director)
    one, other = evening.entry(1), evening.entry(2)
    form = {"about": one.pk, "one": one.pk, "other": other.pk}

    response = client.post(evening.url("forbid_pair"), form)
    assert response["Location"] == address(evening)
    assert ForbiddenPair.objects.count() == 1
    for number, name in ((1, other.player.full_name), (2, one.player.full_name)):
        page = client.get(address(evening, number)).context["page"]
        assert [each.name for each in page.kept_apart] == [name]
        assert name not in [each.name for each in page.others]

    assert client.post(evening.url("allow_pair"), form)["Location"] == address(evening)
    assert not ForbiddenPair.objects.exists()


def test_nobody_chosen_to_be_kept_apart_from_is_said_there(as_user: Clients) -> None:
    evening = Evening.of(3)
    one = evening.entry(1)
    form = {"about": one.pk, "one": one.pk, "other": ""}

    response = as_user(evening.director).post(evening.url("forbid_pair"), form)

    assert response.status_code == 422
    assert "Choose whom to keep them apart from." in text(response)
    assert response.context["page"].entry == one.pk


def test_withdrawing_and_coming_back_stay_at_the_person_with_their_undo(as_user: Clients) -> None:
    evening = Evening.of(3)
    evening.play()
    client = as_user(evening.director)
    one = evening.entry(1)
    receipt = str(uuid.uuid4())

    for _twice in range(2):
        sent = client.post(evening.url("withdraw_entry", one.pk), {"about": one.pk, "receipt": receipt}, follow=True)
        assert sent.redirect_chain == [(address(evening), 302)]
    assert "withdrawn from round 2" in text(sent)
    refused = client.post(evening.url("withdraw_entry", one.pk), {"about": one.pk})
    assert (refused.status_code, refused.context["page"].entry) == (409, one.pk)
    assert "has withdrawn already" in text(refused)

    undo = re.search(r'action="([^"]+/undo/)"', sent.content.decode())
    assert undo is not None
    undone = client.post(undo[1], {"back": "person", "about": one.pk})
    assert undone["Location"] == address(evening)
    assert "withdrawn from" not in text(client.get(address(evening)))


@pytest.mark.slow
def test_a_closed_season_leaves_nothing_but_reading(as_user: Clients) -> None:
    evening = Evening.of(3)
    finished(evening)
    evening.end_evening()
    seasons.close_season(evening.tournament.season, actor=evening.director)

    response = as_user(evening.director).get(address(evening))

    assert verbs_on(response.content.decode(), evening) == set()
    assert "is closed. Results can still be corrected" in text(response)


def test_saving_the_form_leads_back_to_the_person(as_user: Clients) -> None:
    evening = Evening.of(2)
    one = evening.entry(1)
    client = as_user(evening.director)
    form = {"given_name": "Ada", "shown_as": "full", "is_active": "on", "rating": "1500", "about": one.pk}
    form["seen"] = players.version_of(one.player)
    edit = reverse("edit_player", args=[evening.tournament.club.slug, one.player_id])

    wrong = client.post(edit, form | {"rating": "x"})
    assert wrong.status_code == 422
    assert f'name="about" value="{one.pk}"' in wrong.content.decode()
    assert client.post(edit, form)["Location"] == address(evening)
    one.player.refresh_from_db()
    assert one.player.rating == 1500


def test_a_rating_changed_before_the_first_round_is_taken_over_with_one_tap(as_user: Clients) -> None:
    evening = Evening.of(2)
    one = evening.entry(1)
    client = as_user(evening.director)
    evening.tournament.entries.filter(pk=one.pk).update(rating=one.player.rating)
    assert "list now has the rating" not in text(client.get(address(evening)))
    Player.objects.filter(pk=one.player_id).update(rating=2100)
    assert "The club's list now has the rating 2100." in text(client.get(address(evening)))

    take = evening.url("take_rating", one.pk)
    assert client.post(take, {"seen": "2100"})["Location"] == address(evening)
    assert evening.entry(1).rating == 2100

    evening.open()
    Player.objects.filter(pk=one.player_id).update(rating=2200)
    shown = client.get(address(evening))
    assert "In this tournament the one from the start counts." in text(shown)
    assert take not in shown.content.decode()


def test_another_tournaments_person_leads_nowhere_else(as_user: Clients) -> None:
    evening, other = Evening.of(2), Evening.of(2)
    client = as_user(evening.director)

    assert client.get(evening.url("person", other.entry(1).pk)).status_code == 404
    form = {"given_name": "Ada", "shown_as": "full", "about": other.entry(1).pk}
    form["seen"] = players.version_of(evening.entry(1).player)
    edit = reverse("edit_player", args=[evening.tournament.club.slug, evening.entry(1).player_id])
    assert client.post(edit, form)["Location"] == reverse("players", args=[evening.tournament.club.slug])


def test_its_queries_do_not_grow_with_the_players(as_user: Clients) -> None:
    counts = []
    for size in (6, 24):
        evening = Evening.of(size)
        evening.draft()
        evening.publish()
        client = as_user(evening.director)
        with CaptureQueriesContext(connection) as queries:
            client.get(address(evening))
        counts.append(len(queries))
    assert counts[0] == counts[1]


def names_that_lead_to(html: str, evening: Evening) -> set[int]:
    """Start numbers of those whose page is linked."""
    keys = {entry.pk: entry.number or 0 for entry in Entry.objects.filter(tournament=evening.tournament)}
    prefix = re.escape(evening.url("person", 0).removesuffix("0/"))
    return {keys[int(key)] for key in re.findall(rf'href="{prefix}(\d+)/"', html)}


@pytest.mark.slow
def test_every_name_of_the_staffs_pages_leads_there(as_user: Clients) -> None:
    evening = Evening.of(5)
    everybody = {1, 2, 3, 4, 5}
    client = as_user(evening.director)

    def linked(name: str, *more: object) -> set[int]:
        return names_that_lead_to(client.get(evening.url(name, *more)).content.decode(), evening)

    assert linked("setup") == everybody
    evening.open()
    assert linked("evening") == everybody
    evening.check_in(1, 2, 3)
    evening.pair()
    assert linked("evening") == everybody, "absent ones by their names, all by the menus of check-in"
    evening.publish()
    assert linked("evening") == everybody
    evening.enter(1, Result.WHITE_WINS)
    assert linked("staff_standings") == linked("staff_crosstable") == everybody
    assert linked("staff_card", 1) == {1}


def test_whoever_is_chosen_in_a_draft_can_leave_and_be_looked_at(as_user: Clients) -> None:
    evening = Evening.of(4)
    evening.draft()
    client = as_user(evening.director)
    one = evening.entry(1)
    move = f"{evening.url('move_players', 1)}?chosen={one.pk}"

    html = client.get(move).content.decode()
    assert f"About {one.player.full_name}" in html
    mark = evening.url("mark_attendance", 1, one.pk)
    assert f'hx-post="{mark}"' in html
    response = client.post(mark, {"presence": "excused", "seen": "present"}, HTTP_HX_REQUEST="true")

    assert response["HX-Retarget"] == "#evening"
    assert "This draft no longer fits: pair again." in text(response)
