"""Deleting for good: the one change that keeps no image of what was there, and so cannot be undone."""

from __future__ import annotations

from tournaments.models import (
    Action,
    Attendance,
    Availability,
    AwayPeriod,
    Directorship,
    Entry,
    ForbiddenPair,
    Game,
    HelperPass,
    InboxItem,
    LineUpPlace,
    MemberAway,
    PublishedTable,
    ResultReport,
    Round,
    RoundRecord,
    SeriesEvent,
    TeamMember,
    Tournament,
    Withdrawal,
)
from tournaments.recording.change import Change
from tournaments.recording.row_changes import label_of

BELONGING = (
    (SeriesEvent, "tournament"),
    (InboxItem, "tournament"),
    (HelperPass, "tournament"),
    (AwayPeriod, "tournament"),
    (Availability, "entry__tournament"),
    (ResultReport, "attendance__round__tournament"),
    (PublishedTable, "round__tournament"),
    (RoundRecord, "round__tournament"),
    (LineUpPlace, "attendance__round__tournament"),
    (MemberAway, "attendance__round__tournament"),
    (TeamMember, "entry__tournament"),
    (Attendance, "round__tournament"),
    (Game, "round__tournament"),
    (Round, "tournament"),
    (ForbiddenPair, "tournament"),
    (Withdrawal, "entry__tournament"),
    (Entry, "tournament"),
    (Directorship, "tournament"),
)
"""What a tournament's rows are, in an order in which none is deleted that another still refers to."""


def erase_tournament(change: Change, tournament: Tournament) -> None:
    """Its rows and its own actions. The recording's action says only that it was there: nothing brings it back."""
    Game.objects.filter(counted_in__tournament=tournament).update(counted_in=None)
    Tournament.objects.filter(counts_in=tournament).update(counts_in=None)
    Tournament.objects.filter(play_off_of=tournament).update(play_off_of=None)  # in the trash too, and put there later
    for model, path in BELONGING:
        model._base_manager.filter(**{path: tournament}).delete()
    own = Action.objects.filter(tournament=tournament)
    while own.exists():  # an undo refers to what it undid: the newest of each chain first
        own.filter(undone_by=None).delete()
    key = tournament.pk
    tournament.delete()
    change.rows.append({"model": label_of(Tournament), "pk": key, "before": {}, "after": None, "private": True})
