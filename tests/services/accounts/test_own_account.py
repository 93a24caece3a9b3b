"""Everybody types results with the keys that they are used to."""

import uuid

import pytest

from tests.tools.casts.factories import UserFactory
from tests.tools.guards.whole_database import nothing_changes
from tournaments.models import Action, KeyMap, User
from tournaments.recording import AlreadyDone
from tournaments.services.accounts.own_account import choose_key_map

pytestmark = pytest.mark.django_db


def test_a_choice_is_the_persons_own_and_in_the_record() -> None:
    kari, stig = UserFactory(), UserFactory()
    choose_key_map(kari, KeyMap.ONE_THREE_TWO, actor=kari)

    assert User.objects.get(pk=kari.pk).key_map == KeyMap.ONE_THREE_TWO
    assert User.objects.get(pk=stig.pk).key_map == KeyMap.ONE_ZERO_FIVE
    action = Action.objects.get()
    assert (action.actor, action.verb, action.facts) == (kari, "user.choose_key_map", {"user": kari.pk})


def test_the_same_form_sent_twice_changes_nothing() -> None:
    kari, receipt = UserFactory(), uuid.uuid4()
    choose_key_map(kari, KeyMap.ONE_TWO_THREE, actor=kari, receipt=receipt)

    with nothing_changes(AlreadyDone):
        choose_key_map(kari, KeyMap.ONE_THREE_TWO, actor=kari, receipt=receipt)
