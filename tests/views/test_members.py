"""Who works for the club."""

import re
import uuid
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tools.club_cast import Cast, make_user
from tournaments.models import Action, Directorship, Membership, User

pytestmark = pytest.mark.django_db

MEMBERS = "/en/sk-rockaden/staff/staff/"
OLA = {"username": "ola", "email": "ola@example.org", "role": "director"}
Clients = Callable[[User], Client]


@pytest.fixture
def cast() -> Cast:
    return Cast()


@pytest.fixture
def kari(cast: Cast, as_user: Clients) -> Client:
    return as_user(cast.kari)


def links_in(html: str) -> list[str]:
    return re.findall(r'value="http://testserver(/en/invitation/[^"]+)"', html)


def test_an_invitation_shows_its_link_once(cast: Cast, kari: Client, client: Client) -> None:
    html = kari.post(f"{MEMBERS}invite/", OLA).content.decode()
    (link,) = links_in(html)

    assert links_in(kari.get(MEMBERS).content.decode()) == []
    assert client.get(link).status_code == 200
    assert "has not used the link yet" in html


def test_the_same_form_twice_invites_once_and_still_shows_a_link(cast: Cast, kari: Client) -> None:
    form = {**OLA, "receipt": str(uuid.uuid4())}
    for _ in range(2):
        assert len(links_in(kari.post(f"{MEMBERS}invite/", form).content.decode())) == 1
    assert User.objects.filter(username="ola").count() == 1


def test_somebody_of_another_club_is_invited_without_a_link(cast: Cast, kari: Client) -> None:
    html = kari.post(f"{MEMBERS}invite/", {**OLA, "username": "stig", "email": "stig@example.org"}).content.decode()

    assert links_in(html) == []
    assert "stig works for the club now and logs in as before" in html
    assert cast.membership(cast.stig).role == "director"


@pytest.mark.parametrize(
    ("changed", "status", "part"),
    [
        ({"username": "dag", "email": "dag@example.org"}, 409, "dag works for this club already"),
        ({"email": "dag@example.org"}, 409, "Another user has the address"),
        ({"email": "ola"}, 422, "Enter a valid email"),
        ({"email": f"{'o' * 243}@example.org"}, 422, "at most 254 characters"),
        ({"username": "o@la"}, 409, "no @"),
        ({"role": "king"}, 422, "Select a valid choice"),
    ],
)
def test_it_says_why_nobody_was_invited(
    cast: Cast, kari: Client, changed: dict[str, str], status: int, part: str
) -> None:
    response = kari.post(f"{MEMBERS}invite/", {**OLA, **changed})

    assert response.status_code == status
    assert part in response.content.decode()
    assert User.objects.count() == 3


def test_a_lost_password_gets_a_new_link(cast: Cast, kari: Client, client: Client) -> None:
    dag = cast.membership(cast.dag)
    (link,) = links_in(kari.post(f"{MEMBERS}{dag.pk}/link/").content.decode())
    client.post(link, {"password": "a rook on the seventh", "repeated": "a rook on the seventh"})

    cast.dag.refresh_from_db()
    assert cast.dag.check_password("a rook on the seventh")


@pytest.mark.parametrize("kind", ["works elsewhere", "runs the installation"])
def test_no_club_makes_a_link_for_who_may_do_more(cast: Cast, kari: Client, kind: str) -> None:
    user = cast.stig if kind == "works elsewhere" else make_user("root", is_superuser=True)
    membership = cast.works(user, "director")
    response = kari.post(f"{MEMBERS}{membership.pk}/link/")

    assert response.status_code == 409
    assert links_in(response.content.decode()) == []


def test_it_names_the_tournaments_of_a_director(cast: Cast, kari: Client) -> None:
    one, two = cast.add_tournament("One"), cast.add_tournament("Two")
    Directorship.objects.create(tournament=one, user=cast.dag)
    form = {"shown": [one.pk, two.pk], "tournaments": [two.pk]}
    kari.post(f"{MEMBERS}{cast.membership(cast.dag).pk}/tournaments/", form)

    assert list(Directorship.objects.values_list("tournament__name", flat=True)) == ["Two"]


@pytest.mark.parametrize("value", ["x", "999", "-1", "\0"])
def test_a_tournament_that_was_not_offered_is_nobodys(cast: Cast, kari: Client, value: str) -> None:
    form = {"shown": [value], "tournaments": [value]}
    response = kari.post(f"{MEMBERS}{cast.membership(cast.dag).pk}/tournaments/", form)

    assert response.status_code == 302
    assert not Directorship.objects.exists()


def test_it_takes_a_membership_away_and_twice_is_once(cast: Cast, kari: Client) -> None:
    place = f"{MEMBERS}{cast.membership(cast.dag).pk}/take-away/"
    receipt = str(uuid.uuid4())
    for _ in range(2):
        assert kari.post(place, {"receipt": receipt})["Location"] == MEMBERS
    assert not Membership.objects.filter(club=cast.club, user=cast.dag).exists()


def test_the_last_admin_stays_and_is_not_offered_to_go(cast: Cast, kari: Client) -> None:
    place = f"{MEMBERS}{cast.membership(cast.kari).pk}/take-away/"

    assert place not in kari.get(MEMBERS).content.decode()
    assert kari.post(place).status_code == 409


def test_who_takes_himself_away_is_led_elsewhere(cast: Cast, kari: Client) -> None:
    cast.works(cast.stig, "admin")
    response = kari.post(f"{MEMBERS}{cast.membership(cast.kari).pk}/take-away/")

    assert response["Location"] == "/en/my-clubs/"


@pytest.mark.parametrize("place", ["", "invite/", "{}/link/", "{}/tournaments/", "{}/take-away/"])
def test_members_are_the_admins(cast: Cast, as_user: Clients, place: str) -> None:
    address = MEMBERS + place.format(cast.membership(cast.dag).pk)
    method = "post" if place else "get"

    assert getattr(as_user(cast.dag), method)(address).status_code == 403
    assert getattr(as_user(cast.stig), method)(address).status_code == 404


@pytest.mark.parametrize("place", ["link/", "tournaments/", "take-away/"])
def test_another_clubs_member_is_not_found(cast: Cast, kari: Client, place: str) -> None:
    theirs = Membership.objects.get(club=cast.other_club)

    assert kari.post(f"{MEMBERS}{theirs.pk}/{place}").status_code == 404
    assert Membership.objects.filter(pk=theirs.pk).exists()


def test_its_queries_do_not_grow_with_the_members(cast: Cast, kari: Client) -> None:
    counts = []
    for size in (2, 12):
        for number in range(size):
            Directorship.objects.create(tournament=cast.add_tournament(f"T{number}"), user=cast.dag)
            cast.works(make_user(f"u{size}x{number}"), "director")
        with CaptureQueriesContext(connection) as queries:
            kari.get(MEMBERS)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 12


def test_a_helper_is_invited_named_and_promoted(cast: Cast, kari: Client) -> None:
    tournament = cast.add_tournament("One")
    kari.post(f"{MEMBERS}invite/", {**OLA, "role": "helper"})
    ola = Membership.objects.get(user__username="ola")
    kari.post(f"{MEMBERS}{ola.pk}/tournaments/", {"shown": [tournament.pk], "tournaments": [tournament.pk]})
    assert ola.role == "helper"
    assert Directorship.objects.get().user == ola.user

    assert kari.post(f"{MEMBERS}{ola.pk}/role/", {"role": "director", "seen": "helper"})["Location"] == MEMBERS
    assert Membership.objects.get(user__username="ola").role == "director"
    assert kari.post(f"{MEMBERS}{ola.pk}/role/", {"role": "admin", "seen": "helper"}).status_code == 409
    assert kari.post(f"{MEMBERS}{ola.pk}/role/", {"role": "king", "seen": "director"}).status_code == 409


def test_who_makes_himself_a_director_is_led_to_the_clubs_home(cast: Cast, kari: Client) -> None:
    cast.works(cast.stig, "admin")
    place = f"{MEMBERS}{cast.membership(cast.kari).pk}/role/"

    assert kari.post(place, {"role": "director", "seen": "admin"})["Location"] == "/en/sk-rockaden/staff/"


def test_a_new_password_ends_the_sessions_that_the_old_one_began(
    cast: Cast, kari: Client, as_user: Clients, client: Client
) -> None:
    elsewhere = as_user(cast.dag)
    assert elsewhere.get("/en/sk-rockaden/staff/").status_code == 200
    (link,) = links_in(kari.post(f"{MEMBERS}{cast.membership(cast.dag).pk}/link/").content.decode())
    client.post(link, {"password": "a rook on the seventh", "repeated": "a rook on the seventh"})

    assert elsewhere.get("/en/sk-rockaden/staff/").status_code == 302
    assert cast.dag.sessions.count() == 1
    assert client.get("/en/sk-rockaden/staff/").status_code == 200
    assert Client().get(link).status_code == 410


EVERYWHERE = {"everywhere": "on"}
NORA = {"name": "Nora Åsen", "role": "director"}


def nora() -> Membership:
    return Membership.objects.get(user__name="Nora Åsen")


def test_a_name_is_enough_to_invite_somebody(cast: Cast, kari: Client, client: Client) -> None:
    html = kari.post(f"{MEMBERS}invite/", {**NORA, **EVERYWHERE}).content.decode()

    (link,) = links_in(html)
    assert (nora().user.username, nora().user.email, nora().everywhere) == ("nora.asen", "", True)
    assert "<strong>nora.asen</strong>" in html
    client.post(link, {"password": "a rook on the seventh", "repeated": "a rook on the seventh"})
    assert client.get("/en/sk-rockaden/staff/").status_code == 200


def test_the_second_of_a_name_gets_a_user_name_of_their_own(cast: Cast, kari: Client) -> None:
    make_user("Nora.Asen")
    kari.post(f"{MEMBERS}invite/", NORA)

    assert nora().user.username == "nora.asen2"


def test_a_name_that_cannot_be_typed_gets_a_plain_user_name(cast: Cast, kari: Client) -> None:
    kari.post(f"{MEMBERS}invite/", {**NORA, "name": "棋"})

    assert Membership.objects.get(user__name="棋").user.username == "staff"


@pytest.mark.parametrize("name", ["", " \u202e "])
def test_nobody_is_not_invited(cast: Cast, kari: Client, name: str) -> None:
    response = kari.post(f"{MEMBERS}invite/", {**NORA, "name": name})

    assert response.status_code == 422
    assert 'href="#id_name"' in response.content.decode()
    assert User.objects.count() == 3


def test_somebody_elses_user_name_is_not_enough_to_be_them(cast: Cast, kari: Client) -> None:
    response = kari.post(f"{MEMBERS}invite/", {"username": "STIG", "role": "director"})

    assert response.status_code == 409
    assert "“STIG” is taken" in response.content.decode()
    assert not Membership.objects.filter(club=cast.club, user=cast.stig).exists()


def test_a_new_directors_tournaments_are_ticked_in_the_invitation(cast: Cast, kari: Client, as_user: Clients) -> None:
    one, other = cast.add_tournament("One"), cast.add_tournament("Other")
    page = kari.get(MEMBERS).content.decode()
    assert re.search(r'name="everywhere"[^>]* checked', page)

    kari.post(f"{MEMBERS}invite/", {**NORA, "tournaments": [one.pk]})

    theirs = as_user(nora().user)
    assert theirs.get(f"/en/sk-rockaden/staff/{one.slug}/").status_code == 200
    assert theirs.get(f"/en/sk-rockaden/staff/{other.slug}/").status_code == 403


@pytest.mark.parametrize("role", ["director", "helper"])
def test_who_works_everywhere_works_in_later_tournaments_too(
    cast: Cast, kari: Client, as_user: Clients, role: str
) -> None:
    kari.post(f"{MEMBERS}invite/", {**NORA, **EVERYWHERE, "role": role})
    later = cast.add_tournament("Later")

    theirs = as_user(nora().user)
    assert theirs.get(f"/en/sk-rockaden/staff/{later.slug}/").status_code == 200
    assert theirs.get(f"/en/sk-rockaden/staff/{later.slug}/setup/").status_code == (200 if role == "director" else 403)
    assert f"/en/sk-rockaden/staff/{later.slug}/" in theirs.get("/en/sk-rockaden/staff/").content.decode()


def test_a_tournament_of_another_club_cannot_be_ticked(cast: Cast, kari: Client) -> None:
    theirs = cast.add_tournament("Theirs", club=cast.other_club)

    response = kari.post(f"{MEMBERS}invite/", {**NORA, "tournaments": [theirs.pk]})

    assert response.status_code == 422
    assert User.objects.count() == 3


def test_all_tournaments_can_be_given_and_taken_later(cast: Cast, kari: Client, as_user: Clients) -> None:
    one = cast.add_tournament("One")
    place = f"{MEMBERS}{cast.membership(cast.dag).pk}/tournaments/"

    kari.post(place, {"shown": [one.pk], **EVERYWHERE})
    assert as_user(cast.dag).get(f"/en/sk-rockaden/staff/{one.slug}/").status_code == 200

    kari.post(place, {"shown": [one.pk]})
    assert as_user(User.objects.get(pk=cast.dag.pk)).get(f"/en/sk-rockaden/staff/{one.slug}/").status_code == 403


def test_being_invited_everywhere_is_undone_whole(cast: Cast, kari: Client) -> None:
    cast.add_tournament("One")
    kari.post(f"{MEMBERS}invite/", {**NORA, **EVERYWHERE})
    invited = Action.objects.get(verb="member.invite")

    kari.post(f"/en/sk-rockaden/staff/actions/{invited.pk}/undo/")

    assert not Membership.objects.filter(user__name="Nora Åsen").exists()


def test_a_director_without_a_tournament_is_told_whom_to_ask(cast: Cast, as_user: Clients) -> None:
    one = cast.add_tournament("One")
    dag = as_user(cast.dag)

    refused = dag.get(f"/en/sk-rockaden/staff/{one.slug}/")

    assert refused.status_code == 403
    assert "You do not work in One yet." in refused.content.decode()
    assert "under “Staff”: kari." in refused.content.decode()
    assert "under “Staff”: kari." in dag.get("/en/sk-rockaden/staff/").content.decode()
