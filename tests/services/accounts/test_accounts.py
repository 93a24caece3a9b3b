"""Invitations, one-time links, who works for a club."""

import datetime

import pytest
import time_machine

from tests.tools.casts.club_cast import Cast, make_user
from tests.tools.guards.whole_database import nothing_changes
from tournaments.models import Action, Directorship, Membership, User
from tournaments.recording import Stale
from tournaments.services.accounts import accounts
from tournaments.services.clubs.clubs import undo_in_club
from tournaments.services.common.refusal import Refused

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]  # unique whatever the case

NEW_PASSWORD = "a rook on the seventh"


def test_the_link_lets_in_once(cast: Cast) -> None:
    uid, token = accounts.new_link(cast.waiting(), actor=None)
    ola = accounts.choose_password(uid, token, password=NEW_PASSWORD)
    assert ola.check_password(NEW_PASSWORD)

    with pytest.raises(Refused, match="used already or is too old"):
        accounts.choose_password(uid, token, password="another one to try")
    assert User.objects.get(pk=ola.pk).check_password(NEW_PASSWORD)


@pytest.mark.parametrize(("days", "is_good"), [(0.9, True), (1.1, False)])
def test_the_link_is_good_for_a_day(cast: Cast, days: float, is_good: bool) -> None:
    uid, token = accounts.new_link(cast.waiting(), actor=None)

    with time_machine.travel(datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=days)):
        assert (accounts.invited_user(uid, token) is not None) is is_good


def test_a_new_link_ends_the_one_before(cast: Cast) -> None:
    ola = cast.waiting()
    first, second = accounts.new_link(ola, actor=cast.kari), accounts.new_link(ola, actor=cast.kari)

    assert accounts.invited_user(*first) is None
    assert accounts.invited_user(*second) == ola


def test_making_a_link_is_recorded_without_it_and_is_no_action_of_the_club(cast: Cast) -> None:
    ola = cast.waiting()
    before = accounts.new_link(ola, actor=cast.kari)
    _uid, token = accounts.new_link(ola, actor=cast.kari)

    made = Action.objects.latest("pk")
    assert (made.verb, made.actor, made.facts) == ("user.new_link", cast.kari, {"user": ola.pk})
    assert token not in str(made.changes)
    with pytest.raises(Refused, match="not an action of the club"):
        undo_in_club(made, actor=cast.kari)
    assert accounts.invited_user(*before) is None


@pytest.mark.parametrize("uid", ["", "x", "MTIz", "////", "MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0NTY3ODkw", "w6U"])
def test_a_made_up_link_lets_nobody_in(cast: Cast, uid: str) -> None:
    assert accounts.invited_user(uid, "abc-def") is None


def test_one_persons_token_does_not_open_anothers_account(cast: Cast) -> None:
    uid, _ = accounts.new_link(cast.kari, actor=None)
    _, token = accounts.new_link(cast.dag, actor=None)

    assert accounts.invited_user(uid, token) is None


def test_a_link_made_by_one_club_does_not_open_what_another_gave_since(cast: Cast) -> None:
    ola = cast.waiting()
    uid, token = accounts.new_link(ola, actor=None)
    Membership.objects.create(club=cast.other_club, user=ola, role="admin")

    assert accounts.invited_user(uid, token) is None


def test_the_record_holds_no_password(cast: Cast) -> None:
    ola = accounts.choose_password(*accounts.new_link(cast.waiting(), actor=None), password=NEW_PASSWORD)

    assert ola.password not in str(list(Action.objects.values_list("changes", "facts")))


def test_only_those_who_work_nowhere_else_get_a_link_from_the_club(cast: Cast) -> None:
    assert accounts.may_get_link(cast.membership(cast.dag))
    Membership.objects.create(club=cast.other_club, user=cast.dag, role="director")
    assert not accounts.may_get_link(cast.membership(cast.dag))


def test_only_whoever_allows_it_gets_a_link_from_the_club(cast: Cast) -> None:
    accounts.allow_links(cast.membership(cast.dag), allowed=False)
    assert not accounts.may_get_link(cast.membership(cast.dag))
    accounts.allow_links(cast.membership(cast.dag), allowed=True)
    assert accounts.may_get_link(cast.membership(cast.dag))


def test_who_works_for_several_clubs_cannot_allow_it(cast: Cast) -> None:
    cast.works(cast.stig, "director")
    with pytest.raises(Refused, match="You work for several clubs"):
        accounts.allow_links(cast.membership(cast.stig), allowed=True)


def test_nobody_but_they_themselves_allows_it_by_an_undo(cast: Cast) -> None:
    accounts.allow_links(cast.membership(cast.dag), allowed=False)
    with pytest.raises(Refused, match=r"This was the person's own choice\. Only they can change it"):
        undo_in_club(Action.objects.latest("pk"), actor=cast.kari)


def test_who_runs_the_installation_gets_no_link_from_a_club(cast: Cast) -> None:
    root = cast.works(make_user("root", is_superuser=True), "director", links_allowed=True)
    assert not accounts.may_get_link(root)


def test_taking_away_ends_directing_and_keeps_the_account(cast: Cast) -> None:
    tournament = cast.add_tournament()
    Directorship.objects.create(tournament=tournament, user=cast.dag)
    accounts.take_away_membership(cast.membership(cast.dag), actor=cast.kari)

    assert not Membership.objects.filter(user=cast.dag).exists()
    assert not Directorship.objects.exists()
    assert User.objects.filter(username="dag").exists()


def test_the_last_admin_stays(cast: Cast) -> None:
    with pytest.raises(Refused, match="kari is the club's only admin"):
        accounts.take_away_membership(cast.membership(cast.kari), actor=cast.kari)


def test_an_admin_who_may_not_log_in_does_not_count(cast: Cast) -> None:
    cast.works(make_user("gone", is_active=False), "admin")

    with pytest.raises(Refused, match="only admin"):
        accounts.take_away_membership(cast.membership(cast.kari), actor=cast.kari)


def test_it_names_the_tournaments_that_were_shown_and_leaves_the_others(cast: Cast) -> None:
    one, two, old = (cast.add_tournament(name) for name in ("One", "Two", "Old"))
    for tournament in (one, old):
        Directorship.objects.create(tournament=tournament, user=cast.dag)
    accounts.assign_tournaments(cast.membership(cast.dag), [two], among=[one, two], everywhere=False, actor=cast.kari)

    directed = Directorship.objects.filter(user=cast.dag).values_list("tournament__name", flat=True)
    assert sorted(directed) == ["Old", "Two"]


def test_it_makes_somebody_run_the_installation() -> None:
    assert accounts.create_superuser(username="root").is_superuser
    assert accounts.create_superuser(username="root").is_superuser
    assert User.objects.count() == 1


def test_a_role_is_changed_and_what_somebody_is_named_for_stays(cast: Cast) -> None:
    Directorship.objects.create(tournament=cast.add_tournament(), user=cast.dag)
    accounts.change_role(cast.membership(cast.dag), "helper", seen="director", actor=cast.kari)

    assert cast.membership(cast.dag).role == "helper"
    assert Directorship.objects.filter(user=cast.dag).exists()
    undo_in_club(Action.objects.latest("pk"), actor=cast.kari)
    assert cast.membership(cast.dag).role == "director"


def test_a_link_made_for_a_helper_does_not_open_what_a_director_may(cast: Cast) -> None:
    accounts.change_role(cast.membership(cast.dag), "helper", seen="director", actor=cast.kari)
    uid, token = accounts.new_link(User.objects.get(pk=cast.dag.pk), actor=None)
    accounts.change_role(cast.membership(cast.dag), "director", seen="helper", actor=cast.kari)

    assert accounts.invited_user(uid, token) is None


def test_the_last_admin_stays_one(cast: Cast) -> None:
    with pytest.raises(Refused, match="kari is the club's only admin"):
        accounts.change_role(cast.membership(cast.kari), "helper", seen="admin", actor=cast.kari)


def test_undoing_does_not_leave_the_club_without_an_admin(cast: Cast) -> None:
    accounts.change_role(cast.membership(cast.dag), "admin", seen="director", actor=cast.kari)
    promoted = Action.objects.latest("pk")
    accounts.change_role(cast.membership(cast.kari), "helper", seen="admin", actor=cast.dag)

    with pytest.raises(Refused, match="without an admin"):
        undo_in_club(promoted, actor=cast.dag)
    assert cast.membership(cast.dag).role == "admin"


def test_a_role_that_somebody_changed_since_is_not_overwritten(cast: Cast) -> None:
    accounts.change_role(cast.membership(cast.dag), "helper", seen="director", actor=cast.kari)

    with pytest.raises(Stale):
        accounts.change_role(cast.membership(cast.dag), "admin", seen="director", actor=cast.kari)


def test_of_somebody_who_has_left_meanwhile_nothing_is_changed(cast: Cast) -> None:
    membership = cast.membership(cast.dag)
    accounts.take_away_membership(membership, actor=cast.kari)
    for change in (
        lambda: accounts.take_away_membership(membership, actor=cast.kari),
        lambda: accounts.change_role(membership, "admin", seen="director", actor=cast.kari),
        lambda: accounts.assign_tournaments(membership, [], among=[], everywhere=True, actor=cast.kari),
    ):
        with nothing_changes(Refused, "^This person no longer works for the club.$"):
            change()
    with nothing_changes(Refused, "^You do not work for SK Rockaden.$"):
        accounts.allow_links(membership, allowed=False)
