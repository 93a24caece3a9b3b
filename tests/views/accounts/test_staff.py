"""Who works for the club."""

import re
import uuid
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.tools.casts.club_cast import Cast, make_user
from tournaments.models import Action, Directorship, Invitation, Membership, User
from tournaments.services.accounts import invitations

pytestmark = pytest.mark.django_db

MEMBERS = "/en/sk-rockaden/staff/staff/"
NORA = {"name": "Nora Åsen", "role": "director"}
EVERYWHERE = {"everywhere": "on"}
NEW = {
    "username": "nora",
    "name": "Nora Åsen",
    "password": "a rook on the seventh",
    "repeated": "a rook on the seventh",
}
Clients = Callable[[User], Client]


def links_in(html: str) -> list[str]:
    return re.findall(r'value="http://testserver(/en/(?:invitation|password)/[^"]+)"', html)


def invited(kari: Client, **form: object) -> str:
    """The path of the link."""
    (link,) = links_in(kari.post(f"{MEMBERS}invite/", {**NORA, **form}).content.decode())
    return link


def accepted(kari: Client, **form: object) -> Membership:
    """Somebody new, invited with this form."""
    assert Client().post(invited(kari, **form), NEW).status_code == 302
    return Membership.objects.get(user__username="nora")


def test_an_invitation_shows_its_link_once(cast: Cast, kari: Client, client: Client) -> None:
    link = invited(kari)
    page = kari.get(MEMBERS).content.decode()

    assert links_in(page) == []
    assert client.get(link).status_code == 200
    assert "Nora Åsen" in page
    assert "has not accepted yet" in page


def test_the_same_form_twice_invites_once_and_still_shows_a_link(cast: Cast, kari: Client) -> None:
    form = {**NORA, "receipt": str(uuid.uuid4())}
    for _ in range(2):
        assert len(links_in(kari.post(f"{MEMBERS}invite/", form).content.decode())) == 1
    assert Invitation.objects.count() == 1


def without_what_changes(html: str, name: str) -> str:
    """Without the name that was typed, keys, tokens and receipts."""
    html = html.replace(name, "NAME")
    return re.sub(r'value="[^"]*"|(?:invitations/|invitation-)\d+|nonce="[^"]*"', "", html)


def test_whoever_has_an_account_is_invited_like_whoever_has_none(cast: Cast, kari: Client) -> None:
    """By whatever they are known: the admin learns nothing, and nothing of the other club's changes."""
    make_user("root", is_superuser=True)
    answers = {}
    for name in ("nobody", "stig", "stig@example.org", "root", "Stig"):
        page = kari.post(f"{MEMBERS}invite/", {**NORA, "name": name})
        answers[page.status_code, without_what_changes(page.content.decode(), name)] = name
        Invitation.objects.all().delete()

    assert list(answers.values()) == ["Stig"]
    assert not Membership.objects.filter(club=cast.club, user=cast.stig).exists()


@pytest.mark.parametrize(
    ("changed", "status", "part"),
    [
        ({"name": ""}, 422, "This field is required"),
        ({"name": " \u202e "}, 422, "Say who is invited"),
        ({"name": "x" * 151}, 422, "at most 150 characters"),
        ({"role": "king"}, 422, "Select a valid choice"),
    ],
)
def test_it_says_why_nobody_was_invited(
    cast: Cast, kari: Client, changed: dict[str, str], status: int, part: str
) -> None:
    response = kari.post(f"{MEMBERS}invite/", {**NORA, **changed})

    assert response.status_code == status
    assert part in response.content.decode()
    assert not Invitation.objects.exists()


def test_an_invitation_gets_a_new_link_and_is_withdrawn(cast: Cast, kari: Client, client: Client) -> None:
    first = invited(kari)
    place = f"{MEMBERS}invitations/{Invitation.objects.get().pk}/"
    (second,) = links_in(kari.post(f"{place}link/").content.decode())
    assert (client.get(first).status_code, client.get(second).status_code) == (410, 200)

    receipt = str(uuid.uuid4())
    for _ in range(2):
        assert kari.post(f"{place}withdraw/", {"receipt": receipt})["Location"] == MEMBERS
    assert client.get(second).status_code == 410
    assert kari.post(f"{place}link/").status_code == 404


def test_an_invitation_that_is_too_old_is_folded_away_and_may_have_a_new_link(cast: Cast, kari: Client) -> None:
    invited(kari)
    assert "Invited, not accepted yet" in kari.get(MEMBERS).content.decode()
    Invitation.objects.update(expires_at=timezone.now())

    page = kari.get(MEMBERS).content.decode()

    assert "Invited, not accepted yet" not in page
    folded = page.partition("<summary>1 invitation was not accepted in time</summary>")[2].partition("</details>")[0]
    assert "the link is too old" in folded
    (_link,) = links_in(kari.post(f"{MEMBERS}invitations/{Invitation.objects.get().pk}/link/").content.decode())
    assert "Invited, not accepted yet" in kari.get(MEMBERS).content.decode()


def test_a_lost_password_gets_a_new_link(cast: Cast, kari: Client, client: Client) -> None:
    dag = cast.membership(cast.dag)
    (link,) = links_in(kari.post(f"{MEMBERS}{dag.pk}/link/").content.decode())
    client.post(link, {"password": "a rook on the seventh", "repeated": "a rook on the seventh"})

    cast.dag.refresh_from_db()
    assert cast.dag.check_password("a rook on the seventh")


@pytest.mark.parametrize("kind", ["works elsewhere", "runs the installation", "does not allow it"])
def test_no_club_makes_a_link_for_who_may_do_more_and_none_is_told_why(cast: Cast, kari: Client, kind: str) -> None:
    user = {"works elsewhere": cast.stig, "does not allow it": make_user("eva")}.get(kind)
    user = user or make_user("root", is_superuser=True)
    membership = cast.works(user, "director", links_allowed=kind != "does not allow it")
    response = kari.post(f"{MEMBERS}{membership.pk}/link/")

    assert response.status_code == 409
    assert links_in(response.content.decode()) == []
    assert f"{user} does not let this club make links for a new password." in response.content.decode()


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


@pytest.mark.parametrize(
    "place",
    ["", "invite/", "invitations/1/link/", "invitations/1/withdraw/", "{}/link/", "{}/tournaments/", "{}/take-away/"],
)
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
            invitations.invite(cast.club, name=f"I{number}", actor=cast.kari)
        with CaptureQueriesContext(connection) as queries:
            kari.get(MEMBERS)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 12


def test_a_helper_is_invited_named_and_promoted(cast: Cast, kari: Client) -> None:
    tournament = cast.add_tournament("One")
    nora = accepted(kari, role="helper")
    kari.post(f"{MEMBERS}{nora.pk}/tournaments/", {"shown": [tournament.pk], "tournaments": [tournament.pk]})
    assert nora.role == "helper"
    assert Directorship.objects.get().user == nora.user

    assert kari.post(f"{MEMBERS}{nora.pk}/role/", {"role": "director", "seen": "helper"})["Location"] == MEMBERS
    assert Membership.objects.get(user__username="nora").role == "director"
    assert kari.post(f"{MEMBERS}{nora.pk}/role/", {"role": "admin", "seen": "helper"}).status_code == 409
    assert kari.post(f"{MEMBERS}{nora.pk}/role/", {"role": "king", "seen": "director"}).status_code == 409


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


def test_a_new_directors_tournaments_are_ticked_in_the_invitation(cast: Cast, kari: Client, as_user: Clients) -> None:
    one, other = cast.add_tournament("One"), cast.add_tournament("Other")
    page = kari.get(MEMBERS).content.decode()
    assert re.search(r'name="everywhere"[^>]* checked', page)

    theirs = as_user(accepted(kari, tournaments=[one.pk]).user)
    assert theirs.get(f"/en/sk-rockaden/staff/{one.slug}/").status_code == 200
    assert theirs.get(f"/en/sk-rockaden/staff/{other.slug}/").status_code == 403


@pytest.mark.parametrize("role", ["director", "helper"])
def test_who_works_everywhere_works_in_later_tournaments_too(
    cast: Cast, kari: Client, as_user: Clients, role: str
) -> None:
    theirs = as_user(accepted(kari, **EVERYWHERE, role=role).user)
    later = cast.add_tournament("Later")

    assert theirs.get(f"/en/sk-rockaden/staff/{later.slug}/").status_code == 200
    assert theirs.get(f"/en/sk-rockaden/staff/{later.slug}/setup/").status_code == (200 if role == "director" else 403)
    assert f"/en/sk-rockaden/staff/{later.slug}/" in theirs.get("/en/sk-rockaden/staff/").content.decode()


def test_a_tournament_of_another_club_cannot_be_ticked(cast: Cast, kari: Client) -> None:
    theirs = cast.add_tournament("Theirs", club=cast.other_club)

    response = kari.post(f"{MEMBERS}invite/", {**NORA, "tournaments": [theirs.pk]})

    assert response.status_code == 422
    assert not Invitation.objects.exists()


def test_all_tournaments_can_be_given_and_taken_later(cast: Cast, kari: Client, as_user: Clients) -> None:
    one = cast.add_tournament("One")
    place = f"{MEMBERS}{cast.membership(cast.dag).pk}/tournaments/"

    kari.post(place, {"shown": [one.pk], **EVERYWHERE})
    assert as_user(cast.dag).get(f"/en/sk-rockaden/staff/{one.slug}/").status_code == 200

    kari.post(place, {"shown": [one.pk]})
    assert as_user(User.objects.get(pk=cast.dag.pk)).get(f"/en/sk-rockaden/staff/{one.slug}/").status_code == 403


def test_an_invitation_is_undone_on_the_clubs_page(cast: Cast, kari: Client, client: Client) -> None:
    link = invited(kari, **EVERYWHERE)
    made = Action.objects.get(verb="member.invite")

    kari.post(f"/en/sk-rockaden/staff/actions/{made.pk}/undo/")

    assert client.get(link).status_code == 410
    assert not Invitation.objects.exists()


def test_a_director_without_a_tournament_is_told_whom_to_ask(cast: Cast, as_user: Clients) -> None:
    one = cast.add_tournament("One")
    dag = as_user(cast.dag)

    refused = dag.get(f"/en/sk-rockaden/staff/{one.slug}/")

    assert refused.status_code == 403
    assert "You do not work in One yet." in refused.content.decode()
    assert "under “Staff”: kari." in refused.content.decode()
    assert "under “Staff”: kari." in dag.get("/en/sk-rockaden/staff/").content.decode()
