"""Links and codes that work once, used by several in the same moment."""

from __future__ import annotations

import datetime

import pyotp
import pytest
from django.utils import timezone
from time_machine import travel

from tests.tools.casts.club_cast import Cast, make_user
from tests.tools.played.at_once import at_once
from tournaments.models import Membership, SecondFactor, User
from tournaments.services.accounts import accounts, invitations, second_factor
from tournaments.services.common.refusal import Refused

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.postgresql]  # locks

AT_ONCE = 4


def refused(answers: list[object]) -> int:
    assert all(isinstance(each, Refused) for each in answers if isinstance(each, Exception)), answers
    return sum(isinstance(each, Refused) for each in answers)


def test_one_of_many_accepts_an_invitation() -> None:
    cast = Cast()
    _made, token = invitations.invite(cast.club, name="Somebody", actor=cast.kari)
    people = [make_user(f"person{number}") for number in range(AT_ONCE)]
    answers = at_once(*(lambda user=user: invitations.accept_invitation(token, user) for user in people))

    assert refused(answers) == AT_ONCE - 1
    assert Membership.objects.filter(club=cast.club, user__in=people).count() == 1


def test_one_of_many_new_accounts_is_made_by_an_invitation() -> None:
    cast = Cast()
    _made, token = invitations.invite(cast.club, name="Somebody", actor=cast.kari)
    works = [
        lambda name=f"new{number}": invitations.accept_with_new_account(
            token, username=name, name="", password="a rook on the seventh"
        )
        for number in range(AT_ONCE)
    ]

    assert refused(at_once(*works)) == AT_ONCE - 1
    assert User.objects.filter(username__startswith="new").count() == 1


def test_one_of_two_clubs_gives_what_the_other_did_not() -> None:
    """Somebody new to both accepts at two clubs at once: at neither may anybody make them a link."""
    cast = Cast()
    eva = make_user("eva")
    User.objects.filter(pk=eva.pk).update(password="!")
    tokens = [
        invitations.invite(club, name="Eva", actor=actor)[1]
        for club, actor in ((cast.club, cast.kari), (cast.other_club, cast.stig))
    ]
    answers = at_once(*(lambda token=token: invitations.accept_invitation(token, eva) for token in tokens))

    assert refused(answers) == 0
    both = Membership.objects.filter(user=eva)
    assert both.count() == 2
    assert not any(accounts.may_get_link(each) for each in both)
    assert both.filter(links_allowed=True).count() == 0


def test_a_code_used_by_many_is_good_for_one() -> None:
    kari = Cast().kari
    secret = second_factor.new_secret()
    now = timezone.now()
    with travel(now - datetime.timedelta(minutes=10), tick=False):
        codes = second_factor.turn_on(kari, secret, pyotp.TOTP(secret).at(timezone.now()))
    with travel(now, tick=False):
        code = pyotp.TOTP(secret).at(now)
        for each in (code, codes[0]):
            answers = at_once(*(lambda each=each: second_factor.use_code(kari, each) for _number in range(AT_ONCE)))
            assert sorted(map(str, answers)) == ["False"] * (AT_ONCE - 1) + ["True"]
    assert len(SecondFactor.objects.get().recovery_hashes) == 9


def test_a_link_opened_in_several_browsers_sets_one_password() -> None:
    uid, token = accounts.new_link(Cast().waiting(), actor=None)
    works = [
        lambda number=number: accounts.choose_password(uid, token, password=f"a rook on the seventh {number}")
        for number in range(AT_ONCE)
    ]

    assert refused(at_once(*works)) == AT_ONCE - 1
