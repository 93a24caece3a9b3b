"""The club's list for a league: its people in order, each in a team or in none, with the ratings that count there."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.models import Action, League, OutsideTeam, Player, SquadPlace, User
from tournaments.pairing.wording import listing
from tournaments.recording import Change, Stale, last_change_in_club, recording, refresh
from tournaments.selectors.display_names import display_name_of
from tournaments.services.common.closed_seasons import refuse_closed
from tournaments.services.common.expected_version import fingerprint
from tournaments.services.common.refusal import Refused

MOST_PEOPLE = 240
"""A page that sends four fields of each stays below what a form may have."""
_LARGEST_RATING = 4000


@dataclass(frozen=True, kw_only=True, slots=True)
class Nominated:
    """Somebody on the list; `team` None: in no team."""

    player: Player
    team: OutsideTeam | None
    rating: int | None = None
    is_foreign: bool = False


def version_of(league: League) -> str:
    """What a form about this list was made for."""
    return fingerprint(
        list(league.squad.order_by("position", "pk").values_list("player", "team", "rating", "is_foreign"))
    )


def write_squad(
    league: League, people: Sequence[Nominated], *, seen: str, actor: User | None, receipt: uuid.UUID | None = None
) -> Action | None:
    """The whole list, from the top. Whoever is not on it any more is taken off, which is refused while they stand in
    a published line-up. `seen` is the version_of the list that the form was made for."""
    club = league.club
    facts: dict[str, object] = {"league": league.pk, "name": league.name}
    with recording(club, actor=actor, verb="squad.write", receipt=receipt, facts=facts, public=[club]) as change:
        refresh(league)
        refuse_closed(league.season)
        if version_of(league) != seen:
            raise Stale(last_change_in_club(league, club=club))
        _refuse_wrong(league, people)
        there = {place.player_id: place for place in league.squad.all()}
        gone = [place for key, place in there.items() if key not in {each.player.pk for each in people}]
        _refuse_in_line_ups(league, gone)
        change.delete_many(gone)
        _write(change, league, people, there)
        change.facts["count"] = len(people)
    return change.action


def _write(change: Change, league: League, people: Sequence[Nominated], there: dict[int, SquadPlace]) -> None:
    wanted = {
        each.player.pk: {
            "team": each.team,
            "position": position,
            "rating": each.rating,
            "is_foreign": each.is_foreign,
        }
        for position, each in enumerate(people, 1)
    }
    change.update_many([(there[key], values) for key, values in wanted.items() if key in there])
    change.create_many(
        [SquadPlace(league=league, player_id=key, **values) for key, values in wanted.items() if key not in there]
    )


def _refuse_wrong(league: League, people: Sequence[Nominated]) -> None:
    if len(people) > MOST_PEOPLE:
        raise Refused(_("A list has at most {most} people.").format(most=MOST_PEOPLE))
    keys = [each.player.pk for each in people]
    twice = {each.player for each in people if keys.count(each.player.pk) > 1}
    if twice:
        names = sorted(display_name_of(player) for player in twice)
        raise Refused(_("On the list twice: {names}.").format(names=listing(names, _)))
    if any(each.player.club_id != league.club_id for each in people):
        raise Refused(_("That player is not of this club."))
    if any(each.team is not None and each.team.league_id != league.pk for each in people):
        raise Refused(_("That team is not in this league."))
    if any(each.rating is not None and not 0 < each.rating <= _LARGEST_RATING for each in people):
        raise Refused(_("A rating is a number up to {most}.").format(most=_LARGEST_RATING))


def _refuse_in_line_ups(league: League, gone: Sequence[SquadPlace]) -> None:
    seated = Player.objects.filter(
        pk__in=[place.player_id for place in gone],
        fixture_places__fixture__team__league=league,
        fixture_places__fixture__published_at__isnull=False,
    ).distinct()
    names = sorted(display_name_of(player) for player in seated)
    if names:
        raise Refused(
            _("{names}: in a line-up of this season, so they stay on the list. Put them in no team instead.").format(
                names=listing(names, _)
            )
        )
