"""Taking back what was done."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import (
    PUBLIC_STATES,
    Action,
    Attendance,
    Club,
    Entry,
    Fixture,
    FixturePlace,
    Game,
    League,
    OutsideTeam,
    PublishedTable,
    Round,
    RoundState,
    Season,
    SquadPlace,
    Tournament,
    User,
)
from tournaments.pairing.types.snapshot import Result
from tournaments.recording import Archived, OfAnotherVersion, UndoRefused, undo
from tournaments.recording.row_changes import label_of
from tournaments.selectors.snapshots import configured_system, knew_the_results, table_of, unpacked_table
from tournaments.services.calendar.attendance_settings import refuse_colours_of_played_boards
from tournaments.services.common.closed_seasons import refuse_closed, refuse_when_closed
from tournaments.services.common.refusal import Refused
from tournaments.services.cup.play_offs import refuse_parted, refuse_two_at_once
from tournaments.services.players import notifications
from tournaments.services.players.club_ratings import refuse_other_ratings
from tournaments.services.rounds.publish import refuse_another_count, refuse_forbidden, refuse_mismatched_rows
from tournaments.services.rounds.round_under_lock import RoundUnderLock
from tournaments.services.rounds.seats import outsiders
from tournaments.services.setup.settings import refuse_count_contradicted
from tournaments.services.setup.single_group import refuse_two_groups


class BuiltUpon(Refused):
    """Later work stands on it: `later`, newest first, none where it is not known which."""

    def __init__(self, later: Sequence[Action]) -> None:
        super().__init__(_refusal(later))
        self.later = tuple(later)


def undo_action(action: Action, *, actor: User | None, receipt: uuid.UUID | None = None, is_known: bool = True) -> None:
    """Bring back the rows as they were before the action. Raises Refused where later work stands on it, where it is
    archived, or where a published round would no longer fit who was here.

    `is_known`: whether this version has its verb. The rules of another one's are not known either, so that is refused.
    """
    try:
        with transaction.atomic():
            _hold_off_other_groups(action)
            undo(action, actor=actor, receipt=receipt)
            if not is_known:  # asked after that: the other version may have undone it by this receipt
                raise OfAnotherVersion
            _refuse_contradictions(action)
            notifications.tell_of_changed(action.changes)
    except Archived as archived:
        raise Refused(_("Archived: this cannot be undone any more.")) from archived
    except OfAnotherVersion as unknown:
        raise Refused(_("Another version of Clubchess did this. Only that version can undo it.")) from unknown
    except UndoRefused as refused:
        raise BuiltUpon(refused.later) from refused


def _hold_off_other_groups(action: Action) -> None:
    """Whoever comes back into a group of an event may be entered into another one in the same moment, which is done
    under the club's lock. Clubs are locked before tournaments."""
    tournament = action.tournament
    if tournament is None or tournament.event_id is None:
        return
    if any(kept["model"] == "entry" for kept in action.changes):
        list(Club.objects.select_for_update(no_key=True).filter(pk=tournament.club_id).values_list("pk"))


_OF_TEAMS = frozenset(map(label_of, (League, OutsideTeam, SquadPlace, Fixture, FixturePlace)))


def _refuse_closed_leagues(action: Action) -> None:
    """Results alone are corrected in a season that is closed."""
    keys = {label: [kept["pk"] for kept in action.changes if kept["model"] == label] for label in _OF_TEAMS}
    concerned = League.objects.filter(
        Q(pk__in=keys[label_of(League)])
        | Q(teams__in=keys[label_of(OutsideTeam)])
        | Q(squad__in=keys[label_of(SquadPlace)])
        | Q(teams__fixtures__in=keys[label_of(Fixture)])
    )
    for season in Season.objects.filter(leagues__in=concerned, is_open=False).distinct():
        refuse_closed(season)


def _refuse_contradictions(action: Action) -> None:
    touched = {kept["model"] for kept in action.changes}
    if action.tournament is not None and not _is_a_correction(action):
        _refuse_changed_basics(action, Tournament.objects.get(pk=action.tournament.pk))
    if action.tournament is None and touched & _OF_TEAMS and action.verb != "fixture.results":
        _refuse_closed_leagues(action)
    for kept in action.changes:
        if kept["model"] == "tournament" and "trashed_at" in (kept["after"] or ()) and kept["before"] is not None:
            moved = Tournament.objects.get(pk=kept["pk"])
            refuse_when_closed(moved)
            refuse_parted(moved)
            if moved.trashed_at is None:
                refuse_two_groups(moved)
    if action.tournament is None and "tournament" in touched:
        refuse_two_at_once([kept["pk"] for kept in action.changes if kept["model"] == "tournament"])
    if any(kept["model"] == "round" and kept["after"] is None for kept in action.changes) and not _is_newest(action):
        _refuse_round_coming_back(action)
    if "entry" in touched and action.tournament is not None:
        refuse_two_groups(action.tournament)
    if touched & {"withdrawal", "entry"} and not _games_are_planned(action.tournament):
        for round in Round.objects.filter(tournament=action.tournament, state__in=PUBLIC_STATES):
            outside = outsiders(round)
            if Attendance.objects.filter(round=round, entry__in=outside).exclude(game=None, bye="").exists():
                raise Refused(_("This player has taken part in round {number} since.").format(number=round.number))
    changed = [kept for kept in action.changes if kept["model"] == "entry" and kept["before"] and kept["after"]]
    if action.tournament is not None and any("rating" in kept["before"] for kept in changed):
        refuse_other_ratings(action.tournament)
    rounds = Round.objects.filter(tournament=action.tournament)
    if (
        "entry" in touched
        and rounds.exists()
        and Entry.objects.filter(tournament=action.tournament, number=None).exists()
    ):
        raise Refused(_("The numbers have been drawn since: enter the player again."))
    if "roundrecord" in touched:
        for round in rounds.filter(state=RoundState.DRAFTED, record__isnull=False).select_related("record"):
            if not knew_the_results(round):
                raise Refused(_("Results have changed since this draft was made: pair the round instead."))
    if "publishedtable" in touched and "tournament" not in touched:  # a whole tournament comes back as it was
        _refuse_outdated_tables(action)
    is_state = any(kept["model"] == "round" and "state" in (kept["before"] or ()) for kept in action.changes)
    if is_state and not _is_newest(action):
        for round in rounds.filter(state=RoundState.PUBLISHED):
            locked = RoundUnderLock(round=round)
            refuse_mismatched_rows(locked)
            if any(_was_taken_back(kept, round) for kept in action.changes):
                refuse_forbidden(locked)
                refuse_another_count(round)


def _games_are_planned(tournament: Tournament | None) -> bool:
    """Then a game belongs to its round, whoever takes part in that one."""
    return tournament is not None and configured_system(tournament).capabilities().rounds.known_at_start


def _refuse_changed_basics(action: Action, tournament: Tournament) -> None:
    """Neither out of a closed season nor into one, and no round is left behind the end of the plan."""
    refuse_when_closed(tournament)
    changed = [kept["after"] for kept in action.changes if kept["model"] == "tournament" and kept["before"]]
    for left in changed:
        if "season_id" in left:
            refuse_closed(Season.objects.get(pk=left["season_id"]))
        if "planned_rounds" in left:
            refuse_count_contradicted(tournament)
        if "board_colours" in left:
            refuse_colours_of_played_boards(tournament)


def _refuse_round_coming_back(action: Action) -> None:
    """A check-in that was closed, or whose opening was undone: it fits the plan and the field as they are now."""
    keys = [kept["pk"] for kept in action.changes if kept["model"] == "round" and kept["after"] is None]
    for back in Round.objects.filter(pk__in=keys, state=RoundState.OPEN).select_related("tournament"):
        planned = back.tournament.planned_rounds
        if planned is not None and back.number > planned:
            raise Refused(_("The tournament now ends before round {number}.").format(number=back.number))
        listed = Attendance.objects.filter(round=back).values("entry")
        if Entry.objects.filter(tournament=back.tournament).exclude(pk__in=listed).exists():
            raise Refused(_("Players have been entered since: open the check-in again."))


def _is_newest(action: Action) -> bool:
    """Nothing has been done since, so that undoing it brings back just what was there, whatever that was."""
    later = Action.objects.filter(tournament=action.tournament, pk__gt=action.pk)
    return not later.exclude(undoes=action).exists()


def _is_a_correction(action: Action) -> bool:
    """Only results changed, and none of them is missing now."""
    games = [kept["pk"] for kept in action.changes if kept["model"] == "game"]
    missing = Game.objects.filter(pk__in=games, result=Result.OPEN)
    return len(games) == len(action.changes) and not missing.exists()


def _refuse_outdated_tables(action: Action) -> None:
    """A table that comes back must say what it would say if it were published now."""
    keys = [kept["pk"] for kept in action.changes if kept["model"] == "publishedtable"]
    for kept in PublishedTable.objects.filter(pk__in=keys).select_related("round__tournament"):
        if unpacked_table(kept.table) != table_of(kept.round.tournament, after=kept.round.number):
            raise Refused(_("The numbers have changed since this table was published: publish it again."))


def _was_taken_back(kept: dict[str, Any], round: Round) -> bool:
    """From published to draft, which the undo makes public again."""
    was = (kept["after"] or {}).get("state")
    return (kept["model"], kept["pk"], was) == ("round", round.pk, RoundState.DRAFTED)


def _refusal(later: Sequence[Action]) -> str:
    if not later:
        return _("This cannot be undone any more: what it changed has been changed again.")
    newest = localtime(later[0].at)
    return ngettext(
        "{count} later change builds on this: undo that first (made at {time}).",
        "{count} later changes build on this: undo those first, the newest (made at {time}) before the others.",
        len(later),
    ).format(count=len(later), time=date_format(newest, "H:i"))
