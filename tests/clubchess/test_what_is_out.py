"""What an earlier version gave out still works: links, cookies, log-ins, calendars, jobs that wait.

Their values hang on texts that look like names of modules and are none: whoever moves a module leaves them.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.contrib.auth import load_backend
from django.test import RequestFactory, override_settings
from django.utils.module_loading import import_string
from django_tasks.base import Task
from time_machine import travel

from clubchess.jobs import MOVED
from clubchess.log_in import known_browser, throttle
from clubchess.log_in.known_browser import KnownBrowser
from tests.tools.casts.factories import ClubFactory, PlayerFactory
from tournaments.forms.events import events
from tournaments.mail import links
from tournaments.models import CardKey, Player, Session, User
from tournaments.pages.cards.own_calendar import calendar_token
from tournaments.services.accounts import accounts
from tournaments.services.players import notifications

pytestmark = pytest.mark.django_db
THEN = datetime.datetime(2026, 11, 27, 12, tzinfo=datetime.UTC)


@pytest.fixture(autouse=True)
def _as_it_was() -> Iterator[None]:
    with override_settings(SECRET_KEY="of this test alone " * 3), travel(THEN, tick=False):
        yield


@pytest.fixture
def player() -> Player:
    return PlayerFactory(club=ClubFactory(), pk=7)


def test_the_links_and_tokens_are_those_of_then(player: Player) -> None:
    user = User(pk=3, username="kari", password="a hash", email="kari@example.org")
    key = CardKey(player=player, made_at=THEN)
    assert {
        "invitation": accounts._tokens._make_token_with_timestamp(user, 0, settings.SECRET_KEY),  # type: ignore[attr-defined]
        "card in a mail": notifications._token_of(key),
        "calendar": calendar_token(player),
        "browser": known_browser._mark_of(user),
        "name": throttle.counted_as(None, {"username": "Nobody"}),
        "session": Session(session_key="a key").handle,
    } == {
        "invitation": "0-47af3468053f4c64ad8fb324c1658ebd",
        "card in a mail": "630fb1b85948e540b95e5e99fa5ce58c71e5e913",
        "calendar": "568a296f17e2642a8bc5afa3f51fa1c9b1b9b144",
        "browser": "9516c67c17200f063a3e33e6ab6a6bd4",
        "name": "name c811bf138f5da801d9ac05d5b89d5fc418f1969c5d3ea20558dbec618ff1b4d0",
        "session": "e3c8bcb88c4853d71aef",
    }


def test_what_was_signed_then_is_read(player: Player) -> None:
    signed_mail = "WzcsImJvYXJkIl0:1xWucS:STK5PhWNE2e14QuayITkN4R2_Ex21Lfn-mAYPl3B6UI"
    signed_seed = "ImEgc2VlZCI:1xWucS:ibanZYWKHPZhnODFmwFKJNwxV1kTfPwQu9iLYyXdTSc"
    signed_browser = "WyJhbiBpZGVudGl0eSIseyIzIjoiYSBtYXJrIn1d:1xWucS:fWgVXFCOqNLF3OPlPKmC3gySpYWB81FExmVD06w2ZMw"
    request = RequestFactory().get("/")
    request.COOKIES[settings.KNOWN_BROWSER_COOKIE] = signed_browser

    assert links.read(signed_mail) == (player, notifications.Mail.BOARD)
    assert events.seed_in(signed_seed) == "a seed"
    assert KnownBrowser.of(request) == KnownBrowser(identity="an identity", people={"3": "a mark"})


@pytest.mark.parametrize(
    "backend", ["tournaments.log_in.EmailOrUsernameBackend", "clubchess.second_factor.SecondFactorBackend"]
)
def test_who_is_logged_in_stays_so(backend: str) -> None:
    """Each session names the backend that let it in."""
    assert load_backend(backend)
    assert backend in settings.AUTHENTICATION_BACKENDS


@pytest.mark.parametrize(
    "path",
    [
        "tournaments.mail.jobs.tell_of_round",
        "tournaments.mail.jobs.tell_of_place",
        "tournaments.mail.asking.ask",
        "tournaments.loading.load_rating_list",
        "tournaments.services.planning.playing.play_on",
    ],
)
def test_a_job_that_waits_is_known(path: str) -> None:
    assert isinstance(import_string(MOVED.get(path, path)), Task)
