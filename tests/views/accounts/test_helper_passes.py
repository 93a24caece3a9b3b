"""A code for one phone: whoever opens it first helps this tournament, until the evening is over or it is ended."""

from __future__ import annotations

import datetime
import re
import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from time_machine import travel

from tests.tools.casts.factories import Evening
from tests.tools.guards.whole_database import nothing_changes
from tournaments.models import Action, HelperPass, Membership, Role, Session, User
from tournaments.pages.accounts.staff import staff_page
from tournaments.pairing.types.snapshot import Result
from tournaments.services.accounts import helper_passes
from tournaments.services.accounts.accounts import may_get_link, new_user
from tournaments.services.activity.undo import undo_action
from tournaments.services.common.refusal import Refused

pytestmark = pytest.mark.django_db
BACKEND = "tournaments.log_in.EmailOrUsernameBackend"


@pytest.fixture
def evening() -> Evening:
    evening = Evening.of(6)
    evening.draft()
    evening.publish()
    return evening


def made(evening: Evening) -> str:
    return helper_passes.make_pass(evening.tournament, actor=evening.director)


def address(token: str) -> str:
    return reverse("open_helper_pass", args=[token])


def at(evening: Evening, route: str, **more: Any) -> str:
    names = {"club": evening.tournament.club.slug, "tournament": evening.tournament.slug}
    return reverse(route, kwargs=names | more)


def helping(evening: Evening, name: str = "Kari") -> Client:
    phone = Client()
    answer = phone.post(address(made(evening)), {"name": name})
    assert answer.headers.get("Location") == at(evening, "evening"), answer.content.decode()
    return phone


def enter(phone: Client, evening: Evening, result: str = "1-0") -> int:
    game = evening.game(1)
    url = at(evening, "enter_result", game=game.pk)
    return phone.post(url, {"result": result, "seen": "*", "receipt": str(uuid.uuid4())}).status_code


class TestTaking:
    def test_looking_takes_nothing(self, evening: Evening) -> None:
        token = made(evening)
        for _scanner in range(3):
            page = Client().get(address(token))
            assert page.status_code == 200
            # To nobody else; with none at all browsers send "Origin: null", and the form would be refused.
            assert page["Referrer-Policy"] == "same-origin"

        assert not Membership.objects.filter(role=Role.HELPER).exists()
        assert Client().post(address(token), {"name": "Kari"}).status_code == 302

    def test_whoever_comes_first_helps_and_nobody_after_them(self, evening: Evening) -> None:
        token = made(evening)
        first, second = Client(), Client()

        assert first.post(address(token), {"name": "Kari"}).status_code == 302
        assert second.get(address(token)).status_code == 410
        assert second.post(address(token), {"name": "Ola"}).status_code == 410
        with nothing_changes(Refused, "This code was used already, or is too old. Ask for a new one."):
            helper_passes.take_pass(token, "Ola")
        assert first.get(at(evening, "evening")).status_code == 200
        assert second.get(at(evening, "evening")).status_code == 302  # to the log-in

    def test_what_they_do_stands_under_their_name_and_they_undo_their_own(self, evening: Evening) -> None:
        phone = helping(evening)
        assert enter(phone, evening) in {200, 302}

        action = Action.objects.latest("pk")
        assert (action.verb, str(action.actor)) == ("result.enter", "Kari, one-evening helper")
        assert "Kari, one-evening helper" in evening.client().get(at(evening, "evening")).content.decode()
        phone.post(at(evening, "undo_action", action=action.pk), {"receipt": str(uuid.uuid4())})
        assert evening.game(1).result == Result.OPEN.value

    @pytest.mark.parametrize("name", ["", "   ", "\u202e\u200b"])
    def test_a_name_is_asked_for(self, evening: Evening, name: str) -> None:
        token = made(evening)
        answer = Client().post(address(token), {"name": name})

        assert answer.status_code == 422
        assert "Enter your name." in answer.content.decode()
        assert helper_passes.waiting_pass(token) is not None

    def test_hostile_names_are_cut_and_shown_as_text(self, evening: Evening) -> None:
        phone = helping(evening, "<script>alert(1)</script>" + "x" * 5000)
        enter(phone, evening)

        user = User.objects.get(helper_pass__isnull=False)
        page = evening.client().get(at(evening, "helpers")).content.decode()
        assert len(user.name) == 40
        assert "<script>alert" not in page
        assert "&lt;script&gt;alert" in page

    def test_who_is_logged_in_takes_none_by_mistake(self, evening: Evening) -> None:
        token = made(evening)
        client = evening.client()

        assert "for another phone" in client.get(address(token)).content.decode()
        assert client.post(address(token), {"name": "Kari"}).status_code == 409
        assert helper_passes.waiting_pass(token) is not None

    @pytest.mark.parametrize("token", ["x", "0" * 400])
    def test_what_nobody_made_opens_nothing(self, evening: Evening, token: str) -> None:
        assert Client().post(address(token), {"name": "Kari"}).status_code == 410

    def test_a_code_waits_for_twelve_hours(self, evening: Evening) -> None:
        token = made(evening)
        with travel(timezone.now() + datetime.timedelta(hours=12, minutes=1)):
            assert Client().get(address(token)).status_code == 410


class TestOnlyThat:
    def test_they_are_nobody_of_the_staff(self, evening: Evening) -> None:
        helping(evening)
        page = staff_page(evening.tournament.club, may_get_link=may_get_link)

        assert User.objects.filter(helper_pass__isnull=False).exists()
        assert [member.name for member in page.members] == [str(evening.director)]

    def test_pages_lead_them_to_nothing_that_they_may_not_open(self, evening: Evening) -> None:
        phone = helping(evening)
        wrong = []
        for page in (at(evening, "evening"), reverse("door", args=[evening.tournament.club.slug])):
            links = set(re.findall(r'href="(/en/[^"?#]*)', phone.get(page).content.decode()))
            wrong += [link for link in links if phone.get(link).status_code == 403]

        assert wrong == []

    def test_they_cannot_log_in_again(self, evening: Evening) -> None:
        phone = helping(evening)
        user = User.objects.get(helper_pass__isnull=False)
        phone.post(reverse("log_out"))

        assert not user.has_usable_password()
        assert phone.get(at(evening, "evening")).status_code == 302
        answer = phone.post(reverse("log_in"), {"username": user.username, "password": "anything at all"})
        assert answer.status_code == 422

    def test_no_account_of_anybody_elses_can_look_like_theirs(self) -> None:
        with pytest.raises(Refused):
            new_user("helper:7", "", "Kari")


class TestTheEnd:
    def test_ended_by_the_director_the_phone_is_out_at_once(self, evening: Evening) -> None:
        phone = helping(evening)
        (found,) = HelperPass.objects.all()
        evening.client().post(at(evening, "end_helper_pass", helper=found.pk), {"receipt": str(uuid.uuid4())})

        assert enter(phone, evening) == 302
        assert "/log-in/" in phone.get(at(evening, "evening"))["Location"]
        assert evening.game(1).result == Result.OPEN.value
        assert not Session.objects.filter(user=found.user_id).exists()

    def test_a_code_that_nobody_used_is_withdrawn(self, evening: Evening) -> None:
        token = made(evening)
        helper_passes.end_pass(HelperPass.objects.get(), actor=evening.director)

        assert Client().post(address(token), {"name": "Kari"}).status_code == 410

    def test_with_the_evening_all_are_over_and_its_undo_is_the_last_thing_done(self, evening: Evening) -> None:
        phone, waiting = helping(evening), made(evening)
        evening.end_evening()

        assert phone.get(at(evening, "evening")).status_code == 302
        assert Client().get(address(waiting)).status_code == 410
        assert not User.objects.filter(helper_pass__isnull=False, is_active=True).exists()
        last = Action.objects.latest("pk")
        assert last.verb == "round.end_evening"
        undo_action(last, actor=evening.director)
        assert phone.get(at(evening, "evening")).status_code == 302

    def test_no_undo_opens_a_phone_again(self, evening: Evening) -> None:
        phone = helping(evening)
        helper_passes.end_pass(HelperPass.objects.get(), actor=evening.director)
        action = Action.objects.get(verb="helper.end")

        with pytest.raises(Refused):
            undo_action(action, actor=evening.director)
        assert phone.get(at(evening, "evening")).status_code == 302

    def test_making_a_code_is_undone_which_ends_it(self, evening: Evening) -> None:
        token = made(evening)
        undo_action(Action.objects.get(verb="helper.make"), actor=evening.director)

        assert Client().get(address(token)).status_code == 410
        assert not HelperPass.objects.exists()

    def test_after_twelve_hours_it_is_over_however_busy_they_are(self, evening: Evening) -> None:
        phone = helping(evening)
        began = timezone.now()
        for hours in (3, 6, 9, 11.9):
            with travel(began + datetime.timedelta(hours=hours)):
                assert phone.get(at(evening, "evening")).status_code == 200
        with travel(began + datetime.timedelta(hours=12, minutes=1)):
            assert phone.get(at(evening, "evening")).status_code == 302


class TestTheDirectorsPage:
    def test_the_code_is_shown_once_and_opens_the_form(self, evening: Evening) -> None:
        client = evening.client()
        receipt = str(uuid.uuid4())
        shown = client.post(at(evening, "make_helper_pass"), {"receipt": receipt}).content.decode()
        (url,) = re.findall(r'value="http://testserver(/h/[^"]+)"', shown)

        assert '<svg class="qr"' in shown
        assert Client().get(url).status_code == 200
        token = url.split("/")[2]
        assert token not in client.get(at(evening, "helpers")).content.decode()
        assert token not in str(list(Action.objects.values())) + str(list(HelperPass.objects.values()))
        assert client.post(at(evening, "make_helper_pass"), {"receipt": receipt}).status_code == 302  # sent twice
        assert HelperPass.objects.count() == 1

    def test_there_is_an_end_to_them(self, evening: Evening) -> None:
        for _code in range(helper_passes.MOST):
            made(evening)
        answer = evening.client().post(at(evening, "make_helper_pass"), {"receipt": str(uuid.uuid4())})

        assert answer.status_code == 409
        assert HelperPass.objects.count() == helper_passes.MOST
        with nothing_changes(Refused, "There are 20 helpers and codes already. End one of them first."):
            made(evening)

    def test_anothers_pass_is_not_found(self, evening: Evening) -> None:
        other = Evening.of(4, club=evening.tournament.club, season=evening.tournament.season)
        made(other)
        url = at(evening, "end_helper_pass", helper=HelperPass.objects.get().pk)

        assert evening.client().post(url, {"receipt": str(uuid.uuid4())}).status_code == 404
