"""The trash: what is put away, put back, and deleted for good."""

from __future__ import annotations

import datetime

import pytest
from django.apps import apps
from django.db import models
from django.utils import timezone

from tests.tools.casts.factories import Evening, PlayerFactory
from tests.tools.guards.whole_database import dump, nothing_changes
from tournaments.models import Action, Player, Presence, Tournament
from tournaments.pairing.types.snapshot import Result
from tournaments.recording import Stale
from tournaments.recording.erasing import BELONGING
from tournaments.services.activity.undo import undo_action
from tournaments.services.clubs import clubs
from tournaments.services.clubs.trash import empty_trash, put_back_tournament, trash_tournament
from tournaments.services.common.refusal import Refused
from tournaments.services.evening import manual_pairing
from tournaments.services.setup import entries, seasons

pytestmark = pytest.mark.django_db


def busy_evening() -> Evening:
    """With a row in every table that a tournament has, and undone actions in its record."""
    evening = Evening.of(6)
    entries.forbid_pair(evening.tournament, evening.entry(1), evening.entry(6), actor=None)
    evening.play()
    evening.finish()
    evening.withdraw(6)
    evening.draft(1, 2, 3, 4, 5)
    manual_pairing.remove_board(evening.game(1), seen_revision=evening.round.revision, actor=None)
    for _undone_done_again_and_undone in range(3):
        undo_action(Action.objects.latest("pk"), actor=evening.director)
    return evening


def tomorrow() -> datetime.datetime:
    return timezone.now() + datetime.timedelta(days=1)


def test_putting_away_and_back_raises_what_public_pages_are_kept_by() -> None:
    tournament = Evening.of(4).tournament
    revisions = []
    for verb in (trash_tournament, put_back_tournament):
        verb(tournament, actor=None)
        found = Tournament.objects.select_related("club").get(pk=tournament.pk)
        revisions.append((found.public_revision, found.club.public_revision, found.trashed_at is None))

    assert revisions == [(2, 2, False), (3, 3, True)]


def test_twice_is_once() -> None:
    tournament = Evening.of(4).tournament
    for verb in (trash_tournament, trash_tournament, put_back_tournament, put_back_tournament):
        verb(tournament, actor=None)

    assert list(Action.objects.order_by("pk").values_list("verb", flat=True)) == [
        "tournament.trash",
        "tournament.put_back",
    ]


def test_a_tap_made_while_somebody_put_it_away_changes_nothing() -> None:
    evening = Evening.of(4)
    evening.open()
    trash_tournament(evening.tournament, actor=None)

    with nothing_changes(Stale):
        evening.mark(1, Presence.PRESENT)


def test_a_closed_season_keeps_its_tournaments() -> None:
    evening = Evening.of(4)
    evening.play()
    seasons.close_season(evening.tournament.season, actor=None)

    with nothing_changes(Refused, "is closed"):
        trash_tournament(evening.tournament, actor=None)


def test_nothing_comes_back_into_a_season_that_was_closed_without_it() -> None:
    evening = Evening.of(4)
    evening.play(leaving_open={1})
    trash_tournament(evening.tournament, actor=None)
    put_away = Action.objects.latest("pk")
    seasons.close_season(evening.tournament.season, actor=None)

    with nothing_changes(Refused, "is closed"):
        put_back_tournament(evening.tournament, actor=None)
    with nothing_changes(Refused, "is closed"):
        clubs.undo_in_club(put_away, actor=None)


@pytest.mark.slow
def test_emptying_deletes_every_row_and_nothing_of_others() -> None:
    stays = busy_evening()
    untouched, actions = dump(), set(Action.objects.values_list("pk", flat=True))
    club = stays.tournament.club
    evening = busy_evening()
    players = {"Player", "Club", "Season", "User", "Membership"}
    trash_tournament(evening.tournament, actor=None)

    assert empty_trash(before=tomorrow()) == ["Tuesday cup"]

    there = dump()
    assert {name: rows for name, rows in there.items() if name not in players} == {
        name: rows for name, rows in untouched.items() if name not in players
    }
    assert Player.objects.count() == 12
    assert set(Action.objects.filter(tournament=stays.tournament).values_list("pk", flat=True)) <= actions
    (kept, erased) = Action.objects.exclude(pk__in=actions).order_by("pk")
    assert (kept.verb, erased.verb, erased.facts["name"]) == ("tournament.trash", "tournament.erase", "Tuesday cup")
    assert erased.club_id != club.pk
    for action in (kept, erased):
        with nothing_changes(Refused):
            clubs.undo_in_club(action, actor=None)


def test_emptying_leaves_what_was_put_away_lately_or_never() -> None:
    lately = Evening.of(2).tournament
    Evening.of(2)
    trash_tournament(lately, actor=None)

    assert empty_trash(before=timezone.now() - datetime.timedelta(days=30)) == []
    assert Tournament.objects.count() == 2


@pytest.mark.slow
def test_a_club_can_go_on_after_it() -> None:
    evening = busy_evening()
    other = Evening.of(2)
    Tournament.objects.filter(pk=other.tournament.pk).update(club=evening.tournament.club)
    trash_tournament(evening.tournament, actor=None)
    empty_trash(before=tomorrow())
    entries.enter_players(other.tournament, [PlayerFactory(club=evening.tournament.club)], actor=None)
    other = Evening.of(4)
    other.play(result=Result.DRAW)

    assert other.round.number == 1


def test_every_table_that_belongs_to_a_tournament_is_emptied() -> None:
    """A new table that refers to one of these must have its place in the list."""
    listed = {model for model, _path in BELONGING} | {Tournament}
    referring = {
        model
        for model in apps.get_app_config("tournaments").get_models()
        for column in model._meta.concrete_fields
        if isinstance(column, models.ForeignKey) and column.related_model in listed
    }

    # A tournament refers to another one in which its games count; that is let go of, not emptied.
    assert referring - {Action, Tournament} == listed - {Tournament}
