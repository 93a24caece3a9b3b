"""A helper's evening: check-in and results of their tournaments, and nothing that they may not press."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import resolve, reverse

from tests.tools.casts.factories import Evening, UserFactory
from tests.views.common.test_roles import TABLE
from tournaments.models import Action, Directorship, Game, Membership, Presence, Role, User
from tournaments.pairing.types.snapshot import Result
from tournaments.templatetags.languages import in_language

pytestmark = pytest.mark.django_db

Clients = Callable[[User], Client]
_ADDRESS = re.compile(r'(?<![a-z-])(?P<kind>href|action|formaction|hx-post|hx-get)="(?P<path>/[^"#?]*)')


def helper_of(evening: Evening) -> User:
    user: User = UserFactory()
    Membership.objects.create(club=evening.tournament.club, user=user, role=Role.HELPER)
    Directorship.objects.create(tournament=evening.tournament, user=user)
    return user


def address(evening: Evening, name: str = "evening", *more: object) -> str:
    return evening.url(name, *more)


def before_the_first(evening: Evening) -> None:
    """Entered and numbered."""


def not_numbered(evening: Evening) -> None:
    evening.tournament.entries.update(number=None)


def checking_in(evening: Evening) -> None:
    evening.open()
    evening.check_in(1, 2, 3)


def drafted(evening: Evening) -> None:
    evening.draft()


def misfitting(evening: Evening) -> None:
    evening.draft()
    evening.mark(1, Presence.EXCUSED)


def published(evening: Evening) -> None:
    drafted(evening)
    evening.publish()


def all_in(evening: Evening) -> None:
    evening.play()


def finished(evening: Evening) -> None:
    evening.play()
    evening.finish()


STATES = (before_the_first, not_numbered, checking_in, drafted, misfitting, published, all_in, finished)


@pytest.mark.parametrize("state", STATES, ids=[state.__name__ for state in STATES])
def test_nothing_is_offered_that_would_be_refused(as_user: Clients, state: Callable[[Evening], None]) -> None:
    evening = Evening.of(4, planned_rounds=3)
    state(evening)
    helper = helper_of(evening)
    pages = [address(evening), *(reverse(name, args=[evening.tournament.club.slug]) for name in ("club_home", "door"))]
    if state in (all_in, finished):
        pages += [address(evening, "staff_standings"), address(evening, "staff_crosstable")]
    client = as_user(helper)
    for page in pages:
        response = client.get(page)
        assert response.status_code == 200
        offered = {found.groups() for found in _ADDRESS.finditer(response.content.decode())}
        # The same page in another language is the same route.
        routes = {(kind, in_language(path, "en")) for kind, path in offered if "static" not in path}
        names = {(kind, resolve(path).url_name) for kind, path in routes}
        assert len(names) >= 4
        for kind, name in names:
            get, post = TABLE[str(name)]["helper"]
            assert (get if kind in {"href", "hx-get"} else post) != 403, f"{page} offers {name}"


def test_a_director_has_the_buttons_that_a_helper_lacks(as_user: Clients) -> None:
    evening = Evening.of(4)
    drafted(evening)
    publish = address(evening, "publish_round", 1)

    assert publish in as_user(evening.director).get(address(evening)).content.decode()
    assert publish not in as_user(helper_of(evening)).get(address(evening)).content.decode()


@pytest.mark.slow
def test_a_helper_checks_in_and_enters_a_result(as_user: Clients) -> None:
    evening = Evening.of(4)
    evening.open()
    client = as_user(helper_of(evening))
    client.post(
        address(evening, "mark_attendance", 1, evening.entry(1).pk), {"presence": "present", "seen": "unmarked"}
    )
    assert evening.slot(1).presence == Presence.PRESENT

    evening.check_in(2, 3, 4)
    evening.pair()
    evening.publish()
    client.post(address(evening, "enter_result", evening.game(1).pk), {"result": "1-0", "seen": "*"})
    assert evening.game(1).result == Result.WHITE_WINS


def undo(client: Client, evening: Evening, action: Action) -> int:
    return client.post(address(evening, "undo_action", action.pk), {"back": "evening"}).status_code


@pytest.mark.slow
def test_a_helper_takes_back_what_is_their_own_and_nothing_else(as_user: Clients) -> None:
    evening = Evening.of(4)
    published(evening)
    helper = helper_of(evening)
    client = as_user(helper)
    client.post(address(evening, "enter_result", evening.game(1).pk), {"result": "1-0", "seen": "*"})
    own = Action.objects.latest("pk")
    evening.enter(2, Result.DRAW)
    others = Action.objects.latest("pk")

    html = client.get(address(evening, "what_was_done")).content.decode()
    assert address(evening, "undo_action", own.pk) in html
    assert address(evening, "undo_action", others.pk) not in html
    assert undo(client, evening, others) == 403
    assert undo(client, evening, own) == 302
    assert sorted(Game.objects.values_list("result", flat=True)) == ["*", "1/2-1/2"]
    assert undo(client, evening, Action.objects.latest("pk")) == 302
    assert sorted(Game.objects.values_list("result", flat=True)) == ["1-0", "1/2-1/2"]


@pytest.mark.slow
def test_what_a_director_undid_is_not_done_again_by_the_helper(as_user: Clients) -> None:
    evening = Evening.of(4)
    published(evening)
    client = as_user(helper_of(evening))
    client.post(address(evening, "enter_result", evening.game(1).pk), {"result": "1-0", "seen": "*"})
    undo(as_user(evening.director), evening, Action.objects.latest("pk"))
    undoing = Action.objects.latest("pk")

    for page in ("evening", "what_was_done"):
        assert address(evening, "undo_action", undoing.pk) not in client.get(address(evening, page)).content.decode()
    assert undo(client, evening, undoing) == 403


def test_a_director_who_is_a_helper_now_does_not_undo_their_own_publishing(as_user: Clients) -> None:
    evening = Evening.of(4)
    published(evening)
    Membership.objects.filter(user=evening.director).update(role=Role.HELPER)

    assert undo(as_user(evening.director), evening, Action.objects.get(verb="round.publish")) == 403


def test_a_helper_sees_no_more_of_the_club_than_they_need(as_user: Clients) -> None:
    evening = Evening.of(4)
    html = as_user(helper_of(evening)).get(reverse("club_home", args=[evening.tournament.club.slug])).content.decode()

    assert address(evening) in html
    assert reverse("players", args=[evening.tournament.club.slug]) not in html


@pytest.mark.parametrize("named", [False, True])
def test_the_role_alone_opens_nothing_nor_does_the_name_without_it(as_user: Clients, named: bool) -> None:
    evening = Evening.of(4)
    user: User = UserFactory()
    if named:
        Directorship.objects.create(tournament=evening.tournament, user=user)
    else:
        Membership.objects.create(club=evening.tournament.club, user=user, role=Role.HELPER)

    assert as_user(user).get(address(evening)).status_code == (404 if named else 403)
