"""Invitations: nothing is looked up before somebody accepts, and nothing of another club changes by one."""

from __future__ import annotations

import datetime

import pytest
from django.db import transaction
from django.utils import timezone
from time_machine import travel

from tests.tools.casts.club_cast import Cast, make_user
from tests.tools.casts.two_clubs import changed, every_row
from tests.tools.guards.whole_database import nothing_changes
from tournaments.models import Action, Directorship, Invitation, Membership, User
from tournaments.services.accounts import accounts, invitations
from tournaments.services.clubs.clubs import create_club, undo_in_club
from tournaments.services.common.refusal import Refused

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]  # unique whatever the case

PASSWORD = "a rook on the seventh"


def invite(cast: Cast, **values: object) -> tuple[Invitation, str]:
    return invitations.invite(cast.club, **{"name": "Stig", **values}, actor=cast.kari)  # type: ignore[arg-type]


def new(token: str, username: str = "ola", name: str = "Ola") -> User:
    return invitations.accept_with_new_account(token, username=username, name=name, password=PASSWORD)


def test_until_it_is_accepted_nothing_but_the_invitation_is_there(cast: Cast) -> None:
    before = every_row()
    made, _token = invite(cast)

    assert changed(before, every_row()) == {
        ("tournaments.Invitation", made.pk),
        ("tournaments.Action", Action.objects.latest("pk").pk),
    }
    assert accounts.may_get_link(cast.membership(cast.dag))


def test_somebody_of_another_club_accepts(cast: Cast) -> None:
    one, two = cast.add_tournament("One"), cast.add_tournament("Two")
    _made, token = invite(cast, role="helper", tournaments=[one])
    assert invitations.accept_invitation(token, cast.stig) == cast.club

    assert (cast.membership(cast.stig).role, cast.membership(cast.stig).everywhere) == ("helper", False)
    assert list(Directorship.objects.values_list("tournament", flat=True)) == [one.pk] != [two.pk]
    accepted = Invitation.objects.get()
    assert (accepted.accepted_by, accepted.token_hash) == (cast.stig, "")


def test_somebody_new_accepts_and_may_get_links_by_this_club(cast: Cast) -> None:
    _made, token = invite(cast, everywhere=True)
    ola = new(token)

    assert ola.check_password(PASSWORD)
    assert (ola.name, ola.email, cast.membership(ola).everywhere) == ("Ola", "", True)
    assert accounts.may_get_link(cast.membership(ola))
    assert "argon2" not in str(list(Action.objects.values_list("changes", "facts")))


def test_whoever_accepts_at_a_second_club_gets_links_from_neither(cast: Cast) -> None:
    """Or one club could open what the other gave. That they accept is their own doing, not the second club's."""
    there = Membership.objects.get(user=cast.stig)
    Membership.objects.filter(pk=there.pk).update(links_allowed=True)
    assert accounts.may_get_link(Membership.objects.get(pk=there.pk))
    invitations.accept_invitation(invite(cast)[1], cast.stig)

    assert not accounts.may_get_link(Membership.objects.get(pk=there.pk))
    assert not accounts.may_get_link(cast.membership(cast.stig))


def test_a_link_for_a_new_password_dies_when_its_owner_accepts_elsewhere(cast: Cast) -> None:
    parts = accounts.new_link(cast.stig, actor=None)
    invitations.accept_invitation(invite(cast)[1], cast.stig)

    assert accounts.invited_user(*parts) is None


def test_the_link_works_once(cast: Cast) -> None:
    _made, token = invite(cast)
    invitations.accept_invitation(token, cast.stig)

    with pytest.raises(Refused, match="used already or is too old"):
        new(token)
    assert invitations.open_invitation(token) is None


@pytest.mark.parametrize(("hours", "is_good"), [(23.9, True), (24.1, False)])
def test_the_link_is_good_for_a_day(cast: Cast, hours: float, is_good: bool) -> None:
    _made, token = invite(cast)
    with travel(timezone.now() + datetime.timedelta(hours=hours)):
        assert (invitations.open_invitation(token) is not None) is is_good


def test_a_new_link_is_good_for_another_day_and_ends_the_one_before(cast: Cast) -> None:
    made, first = invite(cast)
    with travel(timezone.now() + datetime.timedelta(hours=30)):
        second = invitations.renew_invitation(made, actor=cast.kari)
        assert invitations.open_invitation(second) == made
    assert invitations.open_invitation(first) is None


def test_a_withdrawn_invitation_opens_nothing_and_is_not_brought_back(cast: Cast) -> None:
    made, token = invite(cast)
    invitations.withdraw_invitation(made, actor=cast.kari)
    assert invitations.open_invitation(token) is None

    with pytest.raises(Refused):
        undo_in_club(Action.objects.latest("pk"), actor=cast.kari)
    assert not Invitation.objects.exists()


def test_undoing_an_invitation_withdraws_it(cast: Cast) -> None:
    _made, token = invite(cast)
    undo_in_club(Action.objects.get(verb="member.invite"), actor=cast.kari)

    assert invitations.open_invitation(token) is None


def test_an_accepted_invitation_is_neither_renewed_nor_withdrawn_nor_undone(cast: Cast) -> None:
    made, token = invite(cast)
    invitations.accept_invitation(token, cast.stig)
    for verb in (invitations.renew_invitation, invitations.withdraw_invitation):
        with pytest.raises(Refused, match="accepted or withdrawn already"):
            verb(made, actor=cast.kari)
    with pytest.raises(Refused, match=r"This was the person's own choice\. Only they can change it"):
        undo_in_club(Action.objects.get(verb="member.accept_invitation"), actor=cast.kari)
    assert cast.membership(cast.stig)


def test_whoever_works_for_the_club_already_leaves_it_to_others(cast: Cast) -> None:
    _made, token = invite(cast)
    with pytest.raises(Refused, match=r"You work for SK Rockaden already\. The invitation is for somebody else"):
        invitations.accept_invitation(token, cast.dag)

    assert invitations.open_invitation(token) is not None


@pytest.mark.parametrize(
    ("username", "part"),
    [
        ("STIG", "The user name “STIG” is taken. Choose another."),
        ("o", "A user name has two"),
        ("o@la", "no @"),
        ("", "A user name has two"),
    ],
)
def test_it_says_why_no_account_is_made(cast: Cast, username: str, part: str) -> None:
    _made, token = invite(cast)
    with pytest.raises(Refused, match=part):
        new(token, username=username)

    assert User.objects.count() == 3
    assert invitations.open_invitation(token) is not None


def test_a_user_name_taken_in_the_same_moment_is_said(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invitations, "new_user", lambda *_args: User(username="DAG"))
    _made, token = invite(cast)

    with pytest.raises(Refused, match="is taken"), transaction.atomic():
        new(token)
    assert User.objects.count() == 3


def test_a_tournament_of_another_club_is_not_given(cast: Cast) -> None:
    theirs = cast.add_tournament("Theirs", club=cast.other_club)
    made, token = invite(cast, tournaments=[theirs])
    assert made.tournaments == []

    Invitation.objects.update(tournaments=[theirs.pk])
    invitations.accept_invitation(token, make_user("eva"))
    assert not Directorship.objects.exists()


@pytest.mark.parametrize(
    ("values", "said"),
    [({"role": "king"}, "There is no such role."), ({"name": " \u202e "}, "Say who is invited: a name.")],
)
def test_nobody_is_invited_as_nothing(cast: Cast, values: dict[str, str], said: str) -> None:
    with pytest.raises(Refused, match=said):
        invite(cast, **values)


def test_nothing_kept_opens_an_invitation(cast: Cast) -> None:
    made, token = invite(cast)
    invitations.renew_invitation(made, actor=cast.kari)
    kept = str(list(Invitation.objects.values())) + str(list(Action.objects.values()))

    assert token not in kept
    assert Invitation.objects.get().token_hash not in str(list(Action.objects.values("changes", "facts")))


def test_the_first_admin_of_a_club_who_is_new_may_get_links_by_it() -> None:
    club, kari = create_club(name="Bergens", username="kari")
    assert accounts.may_get_link(Membership.objects.get(club=club, user=kari))


def test_whoever_helps_for_one_evening_is_nobody_to_invite(cast: Cast) -> None:
    _made, token = invite(cast)
    helper = make_user("helper:1", email="")
    with nothing_changes(Refused, "You help for one evening. Log out first, then open the link again."):
        invitations.accept_invitation(token, helper)
