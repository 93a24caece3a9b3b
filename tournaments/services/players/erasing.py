"""Somebody who asks for it is erased: what is known of them goes, the games they played stay without their name."""

from __future__ import annotations

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from tournaments.models import (
    Action,
    Availability,
    AwayPeriod,
    CardKey,
    Club,
    ClubRatingStart,
    Entry,
    Fixture,
    FixtureAnswer,
    InboxItem,
    OutsideTeam,
    Player,
    PlayerContact,
    ResultReport,
    ShownAs,
    SquadPlace,
    Tournament,
    Withdrawal,
)
from tournaments.names import folded_name
from tournaments.pairing.wording import listing
from tournaments.recording import Change, forget, forget_log, forget_values, newer_migrations
from tournaments.selectors.display_names import display_name_of
from tournaments.selectors.evenings import evening_days
from tournaments.selectors.outside_teams import fixture_called, stands_to_play
from tournaments.services.common.refusal import Refused

NOBODY = "N.N."
"""Whom tables name in their place; the public reads a number."""


def plays_in(player: Player) -> list[str]:
    """The tournaments that go on without their having been withdrawn, by name."""
    running = Tournament.objects.filter(season__is_open=True, trashed_at=None)
    left = Withdrawal.objects.filter(entry__player=player, last_round=None).values("entry__tournament")
    still = running.filter(entries__player=player).exclude(pk__in=left)
    return list(still.order_by("name").values_list("name", flat=True))


def shown_in(player: Player) -> list[Club | Tournament]:
    """Where the public sees the difference."""
    return [player.club, *Tournament.objects.filter(entries__player=player)]


def write_erasure(change: Change, player: Player, *, but: InboxItem) -> None:
    """Nothing brings it back: neither the rows nor the record keep a value. `but` is the wish itself.

    Raises Refused while they play in a tournament that goes on or stand in the line-up of a match to come, or where a
    newer version keeps more of them than is known here.
    """
    if newer_migrations():
        raise Refused(
            _("Clubchess is being updated. Erase this person's data once that is done, so that nothing of it stays.")
        )
    if tournaments := plays_in(player):
        raise Refused(
            _("{player} still plays in {tournaments}: withdraw them there first.").format(
                player=display_name_of(player), tournaments=listing(tournaments, _)
            )
        )
    if sits := stands_to_play(player, evening_days(player.club.time_zone)[0]):
        raise Refused(
            _("{player} is in the line-up of {matches}: take them out there first.").format(
                player=display_name_of(player), matches=listing([fixture_called(each) for each in sits], _)
            )
        )
    told_in = Action.objects.filter(Q(club=player.club) | Q(tournament__club=player.club))
    rows = [
        PlayerContact.objects.filter(Q(player=player) | Q(player__merged_into=player)),
        ClubRatingStart.objects.filter(player__merged_into=player),
        CardKey.objects.filter(player=player),
        AwayPeriod.objects.filter(player=player),
        Availability.objects.filter(entry__player=player),
        ResultReport.objects.filter(attendance__entry__player=player),
        FixtureAnswer.objects.filter(player=player),
        SquadPlace.objects.filter(player=player),
        InboxItem.objects.filter(player=player).exclude(pk=but.pk),
    ]
    forget(change, rows, told_in)
    for verbs in ("plan.", "fixture.answer", "squad.usual_answer"):
        forget_log(told_in.filter(facts__player=player.pk), verbs)
    _leave_teams(change, player)
    for record in (player, *Player.with_merged.filter(merged_into=player)):
        _forget(change, record, told_in)


def _leave_teams(change: Change, player: Player) -> None:
    """They lead none, and stand in no line-up that is only drafted. The boards they played stay, without their name."""
    change.update_many([(team, {"captain": None}) for team in OutsideTeam.objects.filter(captain=player)])
    change.update_many([(team, {"captain": None}) for team in Entry.objects.filter(captain=player)])
    drafts = Fixture.objects.filter(team__league__club=player.club, draft__isnull=False).order_by("pk")
    change.update_many(
        [
            (each, {"draft": [None if key == player.pk else key for key in each.draft or ()]})
            for each in drafts
            if player.pk in (each.draft or ())
        ]
    )


def _forget(change: Change, record: Player, told_in: QuerySet[Action]) -> None:
    forget_values(
        change,
        record,
        told_in,
        given_name=NOBODY,
        family_name="",
        folded_name=folded_name(NOBODY),
        shown_as=ShownAs.NUMBER,
        title="",
        federation="",
        rating=None,
        rating_date=None,
        fide_rating=None,
        rapid_rating=None,
        rapid_date=None,
        blitz_rating=None,
        blitz_date=None,
        fide_id=None,
        national_id="",
        member_number="",
        categories="",
        is_active=False,
        is_child=False,
        language="",
        mail_board=False,
        mail_sits_out=False,
        mail_asks=False,
    )
